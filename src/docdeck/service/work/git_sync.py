"""Imports pages and images from a Git repository and exports them to it. Document section: "Git"."""

from __future__ import annotations

import logging
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from docdeck.models import rich_text
from docdeck.models.base import Document
from docdeck.service.rules.files import Files, repository_paths
from docdeck.service.rules.git_files import FilePage, files_of, pages_of_files, with_addresses
from docdeck.service.rules.pages import Page, Pages, free_slug, paths
from docdeck.service.store import Store, Tx
from docdeck.service.store.git import git_sync_of, put_git_sync
from docdeck.service.store.people import users_by_id
from docdeck.service.store.revisions import (
    document_bodies,
    document_hash,
    files_in,
    insert_revision,
    keep_documents,
    pages_in,
)
from docdeck.service.store.spaces import set_revision, space_row
from docdeck.service.work.git_assets import images_in, imported_files, write_files
from docdeck.service.work.git_program import Git, GitError
from docdeck.service.work.worker import Job

_LOG = logging.getLogger("docdeck.service.work")
_MAX_FILES = 5000
_MAX_FILE = 2 * 1024 * 1024


def run(store: Store, job: Job) -> None:
    """running -> success or failure; the repository's state and the space's say the same afterwards."""
    space: str = job.given["space"]
    try:
        with tempfile.TemporaryDirectory(prefix="docdeck-git-") as folder:
            done = _import if job.given["direction"] == "import" else _export
            values = done(store, job, Path(folder))
        values["state"] = "success"
    except GitError as problem:
        values = {"state": "failure", "problem": str(problem)}
        _LOG.warning("the Git %s of the space %s failed: %s", job.given["direction"], space, problem)
    except OSError as problem:
        values = {"state": "failure", "problem": f"The files could not be handled: {problem.strerror}."}
    with store.write() as tx:
        known = git_sync_of(tx, space)
        # a later operation may wait already: then the end of this one does not end that one
        if known is not None and known["stamp"] == job.given["stamp"]:
            put_git_sync(tx, space, ended_at=tx.now(), updated_at=tx.now(), **values)


def _repository(store: Store, job: Job, folder: Path) -> Git:
    with store.read() as tx:
        user = users_by_id(tx, [job.given["actor"]]).get(job.given["actor"])
    author = (user["display_name"], user["email"] or "") if user else ("", "")
    return Git(folder, job.secret or job.given["url"], author)


def _import(store: Store, job: Job, folder: Path) -> dict[str, Any]:
    git, given = _repository(store, job, folder), job.given
    if not git.remote_has(given["ref"]):
        raise GitError(f"The repository has no branch {given['ref'].removeprefix('refs/heads/')}.")
    commit = git.take(given["ref"])
    files = _markdown_in(folder / given["folder"])
    if not files:
        raise GitError("There are no Markdown files in this folder of the repository.")
    roots, images = pages_of_files(files), images_in(folder / given["folder"])
    with store.write() as tx:
        row = space_row(tx, given["space"])
        if row is None:
            raise GitError("The space was deleted meanwhile.")
        before = pages_in(tx, row["revision"])
        files_before = files_in(tx, row["revision"])
        assets = imported_files(tx, row["id"], files_before, images)
        pages = _Importer(tx, before, given["repoTreeURL"], files, assets).pages(roots)
        revision = row["revision"]
        same = [page.essence for page in pages] == [page.essence for page in before]
        if not same or set(assets) != set(files_before) or given["standalone"]:
            parents = [row["revision"]]
            revision = insert_revision(
                tx,
                space=row["id"],
                type="edits",
                parents=parents,
                pages=pages,
                files=assets,
                author=given["actor"],
            )
            if not given["standalone"]:
                set_revision(tx, row["id"], revision)
    return {"commit_id": commit, "revision": revision}


def _export(store: Store, job: Job, folder: Path) -> dict[str, Any]:
    git, given = _repository(store, job, folder), job.given
    if git.remote_has(given["ref"]):
        git.take(given["ref"])
    with store.read() as tx:
        row = space_row(tx, given["space"])
        if row is None:
            raise GitError("The space was deleted meanwhile.")
        pages = pages_in(tx, row["revision"])
        bodies = document_bodies(tx, (page.document for page in pages))
        files = files_in(tx, row["revision"])
        project = _project(folder, given["folder"])
        write_files(tx, project, files)
    texts = {hash: rich_text.to_markdown(Document.model_validate(body)) for hash, body in bodies.items()}
    _write(project, files_of(pages, texts, repository_paths(files)))
    if git.commit_all(given["commitMessage"]):
        git.send(given["ref"], force=given["force"])
    return {"commit_id": git.head(), "revision": row["revision"]}


def _markdown_in(folder: Path) -> dict[str, str]:
    """The Markdown files below a folder by their path; links to elsewhere and Git's own files are left out."""
    found: dict[str, str] = {}
    if not folder.is_dir():
        return found
    for file in sorted(folder.rglob("*.md")):
        path = file.relative_to(folder).as_posix()
        if file.is_symlink() or not file.is_file() or any(part.startswith(".") for part in path.split("/")):
            continue
        if file.stat().st_size > _MAX_FILE or len(found) >= _MAX_FILES:
            raise GitError(f"{path}: at most {_MAX_FILES} Markdown files of {_MAX_FILE // 1024 // 1024} MiB each.")
        found[path] = file.read_text("utf-8", "replace").replace("\0", "")
    return found


def _project(folder: Path, inside: str) -> Path:
    """The folder of the project in the copy, made when it is not there."""
    project = folder / inside
    project.mkdir(parents=True, exist_ok=True)
    if not project.resolve().is_relative_to(folder.resolve()):
        raise GitError("The project's folder leads out of the repository.")
    return project


def _write(project: Path, files: Mapping[str, str]) -> None:
    """Put the files there; Markdown files that no page has any more go."""
    for path in _markdown_in(project):
        if path not in files:
            (project / path).unlink()
    for path, text in files.items():
        file = project / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")


class _Importer:
    """Makes pages out of files; a page at a known path stays the same page, and its blocks keep their keys."""

    def __init__(self, tx: Tx, before: Pages, tree: str | None, files: Mapping[str, str], assets: Files) -> None:
        known = paths(before)
        self._tx = tx
        self._tree = tree
        self._files = files
        paths_of_assets = repository_paths(assets)
        self._assets = {paths_of_assets[file.id]: file.id for file in assets}
        self._before = {known[page.id]: page for page in before if page.id in known}
        self._bodies = document_bodies(tx, (page.document for page in before))
        self._kept: dict[str, dict[str, Any]] = {}

    def pages(self, roots: Sequence[FilePage]) -> Pages:
        """The pages in their order, with their bodies kept."""
        found: list[Page] = []
        self._put(roots, None, "", found)
        keep_documents(self._tx, self._kept)
        return tuple(found)

    def _put(self, entries: Sequence[FilePage], parent: str | None, above: str, found: list[Page]) -> None:
        now = self._tx.now()
        for entry in entries:
            slug = free_slug(found, parent, entry.slug)
            old = self._before.get(f"{above}{slug}")
            if old is not None and old.type != entry.type:
                old = None
            fresh = old or Page(self._tx.ids(), parent, entry.type, entry.title, slug, created_at=now)
            page = replace(
                fresh,
                parent=parent,
                title=entry.title,
                slug=slug,
                href=entry.href,
                target=None if entry.href is None else {"kind": "url", "url": entry.href},
                description=entry.fields.get("description") or None,
                emoji=entry.fields.get("emoji") or None,
                icon=entry.fields.get("icon") or None,
                hidden=entry.fields.get("hidden") == "true",
                document=self._document(entry, old),
            )
            if old is None or page.essence != old.essence:
                page = replace(page, updated_at=now)
            found.append(page)
            self._put(entry.pages, page.id, f"{above}{slug}/", found)

    def _document(self, entry: FilePage, old: Page | None) -> str | None:
        """The body's hash; one that says the same stays as it is."""
        text = with_addresses(entry.markdown, entry.file, self._tree, self._files, self._assets)
        before = None
        if old is not None and old.document is not None:
            before = Document.model_validate(self._bodies[old.document])
            if rich_text.to_markdown(before).strip() == text.strip():
                return old.document
        if not entry.markdown.strip():
            return None
        wire = rich_text.from_markdown(text, previous=before, make_key=self._tx.ids).to_wire()
        hash = document_hash(wire)
        self._kept[hash] = wire
        return hash
