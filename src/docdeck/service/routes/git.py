"""Git import, export and info of a space. Document: "Git"."""

from __future__ import annotations

import posixpath
from typing import Any
from urllib.parse import urlsplit

from docdeck.models.git import ExportGit, GitInfo, ImportGit
from docdeck.service.access import space_access
from docdeck.service.actions import git as actions
from docdeck.service.errors import Missing
from docdeck.service.routes.call import GONE, Call, Made, reads, writes
from docdeck.service.store import Row, Tx
from docdeck.service.store.git import git_sync_of
from docdeck.service.views.present import present, when

_GIT = "/v1/spaces/{space}/git"


def _import(tx: Tx, call: Call) -> Made:
    actions.start_import(tx, call.actor, call.params["space"], call.body(ImportGit))
    return GONE


def _export(tx: Tx, call: Call) -> Made:
    actions.start_export(tx, call.actor, call.params["space"], call.body(ExportGit))
    return GONE


def _info(tx: Tx, call: Call) -> GitInfo:
    row = git_sync_of(tx, space_access(tx, call.actor, call.params["space"]).space["id"])
    if row is None:
        raise Missing("This space has no Git repository.")
    return _view(row)


def _view(row: Row) -> GitInfo:
    """The repository without credentials; `operation` tells how the last import or export stands (facts A.13)."""
    address: str = row["url"]
    url: str = row["shown_url"] or address
    operation: dict[str, Any] = {
        "state": row["state"],
        "direction": row["direction"],
        "startedAt": when(row["started_at"]),
        **present(endedAt=when(row["ended_at"]), error=row["problem"]),
    }
    name = posixpath.basename(urlsplit(address).path.rstrip("/")).removesuffix(".git")
    fields = present(installationProvider=row["provider"], integration=row["integration"])
    return GitInfo.model_validate(
        {"repoName": name, "url": url, "updatedAt": when(row["updated_at"]), "operation": operation, **fields}
    )


def _remove_legacy(tx: Tx, call: Call) -> Made:
    actions.remove_legacy(tx, call.actor, call.params["space"])
    return GONE


ROUTES = (
    writes("POST", f"{_GIT}/import", _import, ImportGit),
    writes("POST", f"{_GIT}/export", _export, ExportGit),
    reads(f"{_GIT}/info", _info),
    writes("DELETE", f"{_GIT}/legacy-installation", _remove_legacy),
)
