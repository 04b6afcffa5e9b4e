"""Images of a Git repository are files of the space, and files of the space go to the repository."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from docdeck.service.rules.files import MAX_FILE_BYTES
from docdeck.service.work.git_assets import images_in
from tests.service.conftest import World
from tests.service.test_files import DRAWING, changes, data_of, listed, merged, png, put, sent
from tests.service.test_git import Repository, repository, sync

__all__ = ["repository"]

WORDS = """# One

Text ![Flow](img/my%20flow.svg) and [lost](img/none.svg).

![Grey](../grey.png "A grey one")
"""


def push(repository: Repository, words: dict[str, str], images: dict[str, bytes | None]) -> None:
    """Push Markdown files, and images, of which one without bytes is taken away."""
    for path, data in images.items():
        image = repository.copy / path
        image.parent.mkdir(parents=True, exist_ok=True)
        if data is None:
            image.unlink()
        else:
            image.write_bytes(data)
    repository.push(words)


def shown(repository: Repository, path: str) -> bytes:
    """The bytes of a file on the branch."""
    repository.git(repository.copy, "fetch", "--quiet")
    repository.git(repository.copy, "checkout", "--quiet", "origin/main")
    return (repository.copy / path).read_bytes()


async def page_of(world: World, path: str) -> str:
    """What the page at a path says."""
    page = await world.ok("read", "GET", f"{world.at}/content/path/{path}", format="markdown")
    return page["markdown"].strip()


async def test_images_beside_the_markdown_become_files(world: World, repository: Repository) -> None:
    images = {"docs/img/my flow.svg": DRAWING, "grey.png": png(3, 4), ".hidden/x.png": png(1, 1), "notes.pdf": b"%PDF"}
    push(repository, {"docs/one.md": WORDS}, {**images})
    await sync(world, "import", repository.url, repoTreeURL="https://git.test/tree/main")
    files = await listed(world, f"{world.at}/content")
    assert {name: (file.content_type, file.dimensions) for name, file in files.items()} == {
        "grey.png": ("image/png", {"width": 3, "height": 4}),
        "my flow.svg": ("image/svg+xml", {"width": 40, "height": 30}),
    }
    assert await data_of(world, files["grey.png"]) == png(3, 4)
    assert await page_of(world, "docs/one") == (
        f"Text ![Flow](asset:{files['my flow.svg'].id}) and [lost](https://git.test/tree/main/docs/img/none.svg).\n\n"
        f'![Grey](asset:{files["grey.png"].id} "A grey one")'
    )
    links = (await world.ok("read", "GET", f"{world.at}/links", status="ok"))["items"]
    assert [link["targetReference"]["kind"] for link in links] == ["file", "file", "url"]


async def test_a_changed_image_is_the_same_file_and_a_lost_one_is_deleted(world: World, repository: Repository) -> None:
    push(repository, {"one.md": "# One\n\n![A](a.png)"}, {"a.png": png(1, 1), "b.png": png(2, 2)})
    await sync(world, "import", repository.url)
    before = await listed(world, f"{world.at}/content")
    revision = (await world.ok("read", "GET", world.at))["revision"]
    await sync(world, "import", repository.url)
    assert (await world.ok("read", "GET", world.at))["revision"] == revision
    push(repository, {"note.txt": "x"}, {"a.png": png(5, 5), "b.png": None, "c.png": png(1, 1)})
    await sync(world, "import", repository.url)
    after = await listed(world, f"{world.at}/content")
    assert after["a.png"].id == before["a.png"].id
    assert set(after) == {"a.png", "c.png"}
    assert await page_of(world, "one") == f"![A](asset:{before['a.png'].id})"
    revision = (await world.ok("read", "GET", world.at))["revision"]
    found = await changes(world, f"{world.at}/revisions/{revision}")
    assert [(change.type, change.file.name) for change in found] == [
        ("file_edited", "a.png"),
        ("file_created", "c.png"),
        ("file_deleted", "b.png"),
    ]


async def test_an_open_request_takes_over_what_an_import_deleted(world: World, repository: Repository) -> None:
    push(repository, {"one.md": "# One"}, {"a.png": png(1, 1), "b.png": png(2, 2)})
    await sync(world, "import", repository.url)
    path = await world.request()
    await put(world, path, sent("own.txt", b"own"))
    push(repository, {"note.txt": "x"}, {"b.png": None})
    await sync(world, "import", repository.url)
    assert (await world.ok("edit", "POST", f"{path}/update"))["result"] == "update"
    assert set(await listed(world, f"{path}/content")) == {"a.png", "own.txt"}


async def test_files_are_exported_and_come_back_the_same(world: World, repository: Repository) -> None:
    files = await merged(world, sent("my flow.svg", DRAWING), sent(".odd", b"odd", contentType="text/csv"))
    path = await world.request()
    words = f"See ![Flow](asset:{files['my flow.svg'].id})."
    await world.words(path, "hooks", words)
    await world.ok("review", "POST", f"{path}/merge")
    before: list[Any] = [await world.ok("read", "GET", f"{world.at}/content/{what}") for what in ("pages", "files")]
    await sync(world, "export", repository.url, repoProjectDirectory="docs")
    assert "](../.gitbook/assets/my%20flow.svg)" in repository.show("docs/guides/webhooks.md")
    assert shown(repository, "docs/.gitbook/assets/my flow.svg") == DRAWING
    revision = (await world.ok("read", "GET", world.at))["revision"]
    await sync(world, "import", repository.url, repoProjectDirectory="docs")
    assert [await world.ok("read", "GET", f"{world.at}/content/{what}") for what in ("pages", "files")] == before
    assert (await world.ok("read", "GET", world.at))["revision"] == revision
    assert await page_of(world, "guides/webhooks") == words


def test_too_large_images_and_links_to_elsewhere_are_left_out(tmp_path: Path) -> None:
    (tmp_path / "outside.png").write_bytes(png(1, 1))
    folder = tmp_path / "docs"
    folder.mkdir()
    (folder / "good.png").write_bytes(png(1, 1))
    (folder / "large.png").write_bytes(b"x" * (MAX_FILE_BYTES + 1))
    (folder / "elsewhere.png").symlink_to(tmp_path / "outside.png")
    assert list(images_in(folder)) == ["good.png"]
    assert images_in(tmp_path / "nowhere") == {}
