from __future__ import annotations

import base64
import subprocess
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from docdeck.models.git import GitInfo
from docdeck.service.rules.git_files import files_of, pages_of_files
from docdeck.service.rules.pages import Page
from docdeck.service.store.git import put_git_sync
from docdeck.service.work.addresses import masked
from docdeck.service.work.git_program import Git, GitError
from tests.service.conftest import World
from tests.service.waiting import serving, until

MAIN = "refs/heads/main"


class Repository:
    """A bare repository, and a copy to look into it and to push from."""

    def __init__(self, folder: Path) -> None:
        self.bare, self.copy = folder / "docs.git", folder / "copy"
        self.git(folder, "init", "--quiet", "--bare", "--initial-branch=main", str(self.bare))
        self.git(folder, "clone", "--quiet", str(self.bare), str(self.copy))
        self.url = f"file://{self.bare}"

    def git(self, folder: Path, *words: str) -> str:
        named = ("-c", "user.name=T", "-c", "user.email=t@example.org")
        return subprocess.run(
            ["git", "-C", str(folder), *named, *words], check=True, capture_output=True, text=True
        ).stdout

    def push(self, files: dict[str, str], branch: str = "main") -> None:
        """Push files on top of what the branch has."""
        self.git(self.copy, "fetch", "--quiet")
        known = self.git(self.copy, "branch", "--remotes", "--list", f"origin/{branch}").strip()
        self.git(self.copy, "checkout", "--quiet", "-B", branch, *([known] if known else []))
        for path, words in files.items():
            (self.copy / path).parent.mkdir(parents=True, exist_ok=True)
            (self.copy / path).write_text(words)
        self.git(self.copy, "add", "--all")
        self.git(self.copy, "commit", "--quiet", "-m", "words")
        self.git(self.copy, "push", "--quiet", "origin", branch)

    def show(self, path: str, branch: str = "main") -> str:
        return self.git(self.bare, "show", f"{branch}:{path}")

    def names(self, branch: str = "main") -> list[str]:
        return self.git(self.bare, "ls-tree", "-r", "--name-only", branch).split()


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    return Repository(tmp_path)


async def sync(world: World, direction: str, url: str, state: str = "success", **more: Any) -> dict[str, Any]:
    body = {"url": url, "ref": MAIN, **more}
    if direction == "export":
        body.setdefault("commitMessage", "From the service")
    answer = await world.call("create", "POST", f"{world.at}/git/{direction}", body)
    assert (answer.status_code, answer.content) == (204, b""), answer.text
    info = await until(world, f"{world.at}/git/info", lambda found: found["operation"]["state"] != "running")
    assert info["operation"]["state"] == state, info
    assert info["operation"]["direction"] == direction
    return info


async def test_pages_are_exported_and_come_back_the_same(world: World, repository: Repository) -> None:
    before = await world.ok("read", "GET", f"{world.at}/content/pages")
    info = GitInfo.model_validate(await sync(world, "export", repository.url, gitInfo={"provider": "gitlab"}))
    assert (info.repo_name, info.installation_provider, info.url) == ("docs", "gitlab", repository.url)
    assert repository.names() == ["SUMMARY.md", "guides/webhooks.md", "limits.md", "start.md"]
    assert repository.show("limits.md") == "# Limits\n\nTen calls a second.\n"
    assert repository.git(repository.bare, "log", "-1", "--format=%an|%s", "main") == "Create Person|From the service\n"
    revision = (await world.ok("read", "GET", world.at))["revision"]
    await sync(world, "import", repository.url)
    assert (await world.ok("read", "GET", world.at))["revision"] == revision
    assert await world.ok("read", "GET", f"{world.at}/content/pages") == before


async def test_what_changed_in_the_repository_comes_in_and_pages_stay_themselves(
    world: World, repository: Repository
) -> None:
    await sync(world, "export", repository.url)
    start = await world.ok("read", "GET", f"{world.at}/content/page/start", format="document")
    repository.push({"new.md": "---\ndescription: Fresh\n---\n# New page\n\nSee ![it](img/a.png)."})
    summary = "# Summary\n\n* [New](new.md)\n* [Start](start.md)\n* Guides\n  * [Hooks](guides/webhooks.md)\n"
    words = "# Start here\n\n# Hello\n\nThe first paragraph.\n\nAnother paragraph."
    repository.push({"SUMMARY.md": summary + "* [Status](https://status.test)\n", "start.md": words})
    await sync(world, "import", repository.url, repoTreeURL="https://git.test/tree/main")
    pages = (await world.ok("read", "GET", f"{world.at}/content/pages"))["pages"]
    assert [(page["title"], page["type"]) for page in pages] == [
        ("New page", "document"), ("Start here", "document"), ("Guides", "group"), ("Status", "link"),
    ]  # fmt: skip
    assert [pages[1]["id"], pages[2]["id"], pages[2]["pages"][0]["id"]] == ["start", "guides", "hooks"]
    assert pages[0]["description"] == "Fresh"
    made = await world.ok("read", "GET", f"{world.at}/content/page/{pages[0]['id']}", format="markdown")
    assert "https://git.test/tree/main/img/a.png" in made["markdown"]
    after = await world.ok("read", "GET", f"{world.at}/content/page/start", format="document")
    keys = [[node["key"] for node in found["document"]["nodes"]] for found in (start, after)]
    assert keys[0][:2] == keys[1][:2]


async def test_folders_without_a_summary_are_a_tree(world: World, repository: Repository) -> None:
    repository.push(
        {"docs/README.md": "# Welcome", "docs/api/README.md": "# API", "docs/api/errors.md": "All of them."}
    )
    repository.push({"docs/how-to/deploy.md": "# Deploy", "elsewhere.md": "# Not this"})
    await sync(world, "import", repository.url, repoProjectDirectory="/docs/")
    pages = (await world.ok("read", "GET", f"{world.at}/content/pages"))["pages"]
    assert [(page["title"], page["type"]) for page in pages] == [
        ("Welcome", "document"), ("API", "document"), ("How to", "group"),
    ]  # fmt: skip
    assert [child["title"] for child in pages[1]["pages"]] == ["Errors"]
    await sync(world, "export", repository.url, repoProjectDirectory="docs")
    assert "elsewhere.md" in repository.names()
    assert "docs/welcome.md" in repository.names()


async def test_a_standalone_import_leaves_the_content_alone(world: World, repository: Repository) -> None:
    repository.push({"one.md": "# One"})
    revision = (await world.ok("read", "GET", world.at))["revision"]
    await sync(world, "import", repository.url, standalone=True)
    assert (await world.ok("read", "GET", world.at))["revision"] == revision
    revisions = await world.ok("read", "GET", f"{world.at}/content/pages")
    assert [page["title"] for page in revisions["pages"]] == ["Start", "Guides", "Limits"]


async def test_operations_are_ordered_by_what_caused_them(world: World, repository: Repository) -> None:
    repository.push({"one.md": "# One"})
    await sync(world, "import", repository.url, timestamp="2026-05-01T00:00:00Z")
    repository.push({"one.md": "# Two"})
    first = await world.ok("read", "GET", f"{world.at}/git/info")
    body = {"url": repository.url, "ref": MAIN, "timestamp": "2026-04-01T00:00:00+02:00"}
    await world.ok("create", "POST", f"{world.at}/git/import", body)
    assert await world.ok("read", "GET", f"{world.at}/git/info") == first
    await sync(world, "import", repository.url, timestamp="2026-04-01T00:00:00Z", force=True)
    pages = (await world.ok("read", "GET", f"{world.at}/content/pages"))["pages"]
    assert [page["title"] for page in pages] == ["Two"]


async def test_failures_are_told_without_credentials(world: World, tmp_path: Path, repository: Repository) -> None:
    info = await sync(world, "import", repository.url, "failure")
    assert "no branch main" in info["operation"]["error"]
    info = await sync(world, "import", f"file://{tmp_path}/none", "failure")
    assert "git ls-remote failed" in info["operation"]["error"]
    with serving({}) as site:
        url = site.url.replace("http://", "http://robot:s3cr%40t@") + "/docs.git"
        info = await sync(world, "export", url, "failure")
    assert info["url"] == f"{site.url}/docs.git"
    assert not any(word in str(info) for word in ("s3cr", "robot"))
    basic = base64.b64encode(b"robot:s3cr@t").decode()
    assert site.calls[0][2]["Authorization"] == f"Basic {basic}"
    with world.store.read() as tx:
        assert "s3cr" not in str(tx.rows(text("SELECT * FROM jobs"))) + str(tx.rows(text("SELECT * FROM git_syncs")))


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"ref": MAIN}, "url"),
        ({"url": "ssh://git@a.test/b"}, "url"),
        ({"url": "--upload-pack=touch /tmp/x"}, "url"),
        ({"url": "ext::sh -c touch"}, "url"),
        ({"ref": "main"}, "ref"),
        ({"ref": "refs/heads/--force"}, "ref"),
        ({"ref": "refs/heads/a..b"}, "ref"),
        ({"repoProjectDirectory": "../up"}, "repoProjectDirectory"),
        ({"repoProjectDirectory": ".git"}, "repoProjectDirectory"),
        ({"timestamp": "yesterday"}, "timestamp"),
        ({"timestamp": "2026-01-01T00:00:00"}, "timestamp"),
        ({"repoTreeURL": "javascript:x"}, "repoTreeURL"),
        ({"gitInfo": {"provider": "svn"}}, "gitInfo.provider"),
    ],
)
async def test_what_is_wrong_is_named(world: World, body: dict[str, Any], field: str) -> None:
    whole = body if body == {"ref": MAIN} else {"url": "https://a.test/b", "ref": MAIN, **body}
    status, sentence = await world.refused("create", "POST", f"{world.at}/git/import", whole)
    assert (status, sentence.partition(":")[0]) == (400, field)


async def test_only_some_may_sync_and_only_legacy_ones_are_removed(world: World) -> None:
    body = {"url": "https://a.test/b", "ref": MAIN, "commitMessage": "x"}
    assert (await world.refused("review", "POST", f"{world.at}/git/export", body))[0] == 403
    assert (await world.refused("other", "POST", f"{world.at}/git/export", body))[0] == 404
    assert (await world.refused("read", "GET", f"{world.at}/git/info"))[0] == 404
    now = world.store.clock.text()
    told = {"url": "https://a.test/b", "updated_at": now, "started_at": now, "state": "success", "direction": "import"}
    legacy = f"{world.at}/git/legacy-installation"
    assert (await world.call("create", "DELETE", legacy)).status_code == 403
    for provider, status in (("github", 200), ("github-legacy", 404)):
        with world.store.write() as tx:
            put_git_sync(tx, world.space, provider=provider, **told)
        assert (await world.call("admin", "DELETE", legacy)).status_code == 204
        assert (await world.call("read", "GET", f"{world.at}/git/info")).status_code == status
    assert (await world.call("admin", "DELETE", "/v1/spaces/none/git/legacy-installation")).status_code == 204


def test_a_branch_that_moved_on_is_not_overwritten_unless_forced(tmp_path: Path) -> None:
    repository = Repository(tmp_path)
    repository.push({"a.md": "# A"})
    (tmp_path / "work").mkdir()
    git = Git(tmp_path / "work", repository.url, ("A", "a@example.org"))
    git.take(MAIN)
    repository.push({"b.md": "# B"})
    (tmp_path / "work" / "c.md").write_text("# C")
    assert git.commit_all("c")
    with pytest.raises(GitError, match="push failed"):
        git.send(MAIN, force=False)
    git.send(MAIN, force=True)
    assert repository.names() == ["a.md", "c.md"]


def test_files_tell_pages_back() -> None:
    pages = (
        Page("1", None, "document", "A [b] \\ c", "first", "h", description='Say "hi"', hidden=True),
        Page("2", "1", "document", "Inner", "inner"),
        Page("3", None, "group", "Reference", "reference"),
        Page("4", "3", "document", "Deep", "deep"),
        Page("5", "3", "link", "Out", "out", href="https://a.test/(x)"),
    )
    files = files_of(pages, {"h": "Words."}, {})
    assert sorted(files) == ["SUMMARY.md", "first/README.md", "first/inner.md", "reference/deep.md"]
    roots = pages_of_files(files)
    assert [(page.title, page.slug, page.type) for page in roots] == [
        ("A [b] \\ c", "first", "document"), ("Reference", "reference", "group"),
    ]  # fmt: skip
    assert roots[0].fields == {"description": 'Say "hi"', "hidden": "true"}
    assert roots[0].markdown == "Words."
    assert [(page.title, page.slug) for page in roots[0].pages] == [("Inner", "inner")]
    assert [(page.title, page.href) for page in roots[1].pages] == [("Deep", None), ("Out", "https://a.test/(x)")]


def test_addresses_are_shown_without_credentials() -> None:
    assert masked("https://u:p@a.test:8443/x?y#z") == "https://a.test:8443/x?y#z"
    assert masked("https://p@a@a.test/x") == "https://a.test/x"
