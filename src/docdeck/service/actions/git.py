"""Starting imports from Git and exports to it, in the order of what caused them. Document section: "Git"."""

from __future__ import annotations

import posixpath
import re
from typing import Any

from docdeck.models.git import ExportGit, ImportGit
from docdeck.service.access import SpaceAccess, space_access
from docdeck.service.clock import stored
from docdeck.service.errors import Denied, Invalid
from docdeck.service.store import Tx
from docdeck.service.store.git import forget_git_sync, git_sync_of, put_git_sync
from docdeck.service.store.jobs import queue_job
from docdeck.service.store.spaces import space_for
from docdeck.service.work.addresses import check_http, check_scheme, masked

_BRANCH = re.compile(r"[^\x00-\x20\x7f~^:?*\[\\./-][^\x00-\x20\x7f~^:?*\[\\]*")
_NEVER = ("..", "//", "@{", "/.", ".lock/")
_LEGACY = "github-legacy"
_MAX_URL = 2048


def git_access(tx: Tx, actor: str, space: str) -> SpaceAccess:
    """A space that the person may bring in step with Git, else 404 or 403."""
    access = space_access(tx, actor, space)
    if not access.may("triggerGitSync"):
        raise Denied("You may not import or export this space: ask an administrator for the creator role.")
    return access


def start_import(tx: Tx, actor: str, space: str, sent: ImportGit) -> None:
    """Begin an import; one that was caused before the last operation changes nothing unless forced."""
    git_access(tx, actor, space)
    _start(tx, actor, space, "import", sent, {"standalone": bool(sent.standalone), "repoTreeURL": sent.repo_tree_url})


def start_export(tx: Tx, actor: str, space: str, sent: ExportGit) -> None:
    """Begin an export; one that was caused before the last operation changes nothing unless forced."""
    git_access(tx, actor, space)
    message = (sent.commit_message or "").strip()
    if not message:
        raise Invalid("commitMessage: is missing.")
    _start(tx, actor, space, "export", sent, {"commitMessage": message})


def _start(tx: Tx, actor: str, space: str, direction: str, sent: ImportGit | ExportGit, more: dict[str, Any]) -> None:
    if len(sent.url) > _MAX_URL:
        raise Invalid(f"url: at most {_MAX_URL} characters.")
    check_scheme("url", sent.url, ("http", "https", "file"))
    if not _is_branch(sent.ref):
        raise Invalid("ref: must be refs/heads/ and the name of a branch.")
    for field, url in (("repoTreeURL", sent.repo_tree_url), ("repoCommitURL", sent.repo_commit_url)):
        if url is not None:
            check_http(field, url)
    shown = sent.git_info.url if sent.git_info else None
    if shown is not None:
        check_http("gitInfo.url", shown)
    if sent.timestamp is not None and sent.timestamp.tzinfo is None:
        raise Invalid("timestamp: needs a zone, such as Z.")
    now = tx.now()
    stamp = now if sent.timestamp is None else stored(sent.timestamp)
    known = git_sync_of(tx, space)
    if known is not None and known["stamp"] and stamp < known["stamp"] and not sent.force:
        return
    address = masked(sent.url)
    put_git_sync(
        tx,
        space,
        provider=(sent.git_info.provider if sent.git_info else None) or (known and known["provider"]),
        url=address,
        shown_url=None if shown is None else masked(shown),
        updated_at=now,
        state="running",
        direction=direction,
        started_at=now,
        ended_at=None,
        problem=None,
        stamp=stamp,
    )
    given: dict[str, Any] = {
        "space": space,
        "actor": actor,
        "direction": direction,
        "url": address,
        "ref": sent.ref,
        "stamp": stamp,
    }
    given.update(force=bool(sent.force), folder=_folder(sent.repo_project_directory), **more)
    queue_job(tx, "git", given, secret=sent.url)


def _is_branch(ref: str) -> bool:
    """Whether a ref names a branch as Git allows it, and nothing that Git could take for an option."""
    name = ref.removeprefix("refs/heads/")
    strange = any(part in name for part in _NEVER) or name.endswith((".", "/", ".lock"))
    return name != ref and bool(_BRANCH.fullmatch(name)) and not strange


def _folder(given: str | None) -> str:
    """The project's folder in the repository, without slashes at its ends; it never leads out of it."""
    path = posixpath.normpath((given or ".").strip().strip("/") or ".")
    if path.startswith("..") or "\0" in path or path.split("/")[0] == ".git" or "\\" in path:
        raise Invalid("repoProjectDirectory: must be a folder inside the repository.")
    return "" if path == "." else path


def remove_legacy(tx: Tx, actor: str, space: str) -> None:
    """Forget a repository of the legacy kind; does nothing when there is none, or the space is absent."""
    if space_for(tx, actor, space) is None:
        return
    space_access(tx, actor, space).need("admin")
    known = git_sync_of(tx, space)
    if known is not None and known["provider"] == _LEGACY:
        forget_git_sync(tx, space)
