"""Git sync of a space. Document section: "Git"."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from docdeck.models.base import Answer, Body, Timestamp


class GitInfo(Answer):
    """The repository a space is in step with; `installationProvider` is `github`, `gitlab` or `github-legacy`."""

    repo_name: str | None = None
    installation_provider: str | None = None
    integration: str | None = None
    url: str | None = None
    updated_at: Timestamp | None = None


class GitProvider(Body):
    """Which host the repository is on."""

    provider: Literal["github", "gitlab"] | None = None
    url: str | None = None


class ExportGit(Body):
    """Starts an export; `url` may embed credentials, so it is never shown. `ref` is `refs/heads/BRANCH`."""

    url: str
    ref: str
    commit_message: str | None = None
    repo_cache_id: str | None = Field(default=None, alias="repoCacheID")
    repo_tree_url: str | None = Field(default=None, alias="repoTreeURL")
    repo_commit_url: str | None = Field(default=None, alias="repoCommitURL")
    repo_project_directory: str | None = None
    timestamp: Timestamp | None = None
    force: bool | None = None
    git_info: GitProvider | None = None


class ImportGit(Body):
    """Starts an import; `standalone` makes a revision without touching the space's primary content."""

    url: str
    ref: str
    repo_cache_id: str | None = Field(default=None, alias="repoCacheID")
    repo_tree_url: str | None = Field(default=None, alias="repoTreeURL")
    repo_commit_url: str | None = Field(default=None, alias="repoCommitURL")
    repo_project_directory: str | None = None
    timestamp: Timestamp | None = None
    force: bool | None = None
    standalone: bool | None = None
    git_info: GitProvider | None = None
