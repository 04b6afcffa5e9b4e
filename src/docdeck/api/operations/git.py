"""Git sync of a space. Document section: "Git". Imports and exports go on after the answer."""

from __future__ import annotations

from docdeck.api.description import Command, Query, path_of
from docdeck.api.operations.writing import deletion
from docdeck.api.reading import nothing, one
from docdeck.models.git import ExportGit, GitInfo, ImportGit

_GIT = "/v1/spaces/{space}/git"


def import_repository(space: str, body: ImportGit) -> Command[None]:
    """Start to bring a branch of a repository into the space. The address may hold a password: it is never shown."""
    path = path_of(_GIT + "/import", space=space)
    return Command("importGitRepository", "POST", path, nothing, body=body.to_wire(), touches=(space,))


def export_repository(space: str, body: ExportGit) -> Command[None]:
    """Start to write the space to a branch of a repository. The address may hold a password: it is never shown."""
    path = path_of(_GIT + "/export", space=space)
    return Command("exportToGitRepository", "POST", path, nothing, body=body.to_wire(), touches=(space,))


def info(space: str) -> Query[GitInfo]:
    """The repository that a space is in step with; 404 when there is none."""
    return Query("getSpaceGitInfo", path_of(_GIT + "/info", space=space), one(GitInfo), ids=(space,))


def delete_legacy_installation(space: str) -> Command[None]:
    """Remove the old kind of Git sync, so that the space can move to the new one. Not on newer platforms."""
    return deletion("deleteLegacyGitInstallation", path_of(_GIT + "/legacy-installation", space=space), (space,))
