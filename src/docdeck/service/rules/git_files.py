"""Pages as Markdown files and back: one file per page at its path, and SUMMARY.md with the order and the groups."""

from __future__ import annotations

import json
import posixpath
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from urllib.parse import quote, unquote

from docdeck.service.rules.pages import Page, Pages, children_of, slug_of

SUMMARY = "SUMMARY.md"
_README = "readme.md"
_ITEM = re.compile(r"^(\s*)[*+-]\s+(?:\[((?:\\.|[^\]\\])*)\]\((?:<([^>]*)>|([^)\s]*))[^)]*\)|(.*\S))\s*$")
_HEADING = re.compile(r"^##\s+(.*\S)\s*$")
_TITLE = re.compile(r"\A\s*#[ \t]+(.*\S)[ \t]*#*\s*(?:\n|\Z)")
_FRONT = re.compile(r"\A---\n(.*?)\n---\s*(?:\n|\Z)", re.DOTALL)
_FIELD = re.compile(r"^(description|hidden|emoji|icon):\s*(.*?)\s*$")
_RELATIVE = re.compile(r"(\]\()(?![a-z][a-z0-9+.-]*:|/|#)([^)\s]+)((?:\s+\"[^\"]*\")?\))", re.IGNORECASE)
_ASSET = re.compile(r"(\]\()asset:([A-Za-z0-9_-]+)(?=[\s)])")


@dataclass(slots=True)
class FilePage:
    """A page as files tell it; `file` is empty for groups and links."""

    title: str
    type: str = "document"
    file: str = ""
    href: str | None = None
    slug: str = ""
    markdown: str = ""
    fields: dict[str, str] = field(default_factory=dict[str, str])
    pages: list[FilePage] = field(default_factory=list["FilePage"])


def files_of(pages: Pages, bodies: Mapping[str | None, str], assets: Mapping[str, str]) -> dict[str, str]:
    """The files of pages, by path; `bodies` is the Markdown of documents by hash, `assets` paths of files by id."""
    children = children_of(pages)
    found: dict[str, str] = {}
    lines = ["# Table of contents", ""]

    def put(page: Page, folder: str, depth: int) -> None:
        path = f"{folder}{page.slug}"
        title = page.title.replace("\\", "\\\\").replace("[", "\\[").replace("]", "\\]")
        if page.type == "group":
            lines.append(f"{'  ' * depth}* {page.title}")
        elif page.type == "link":
            lines.append(f"{'  ' * depth}* [{title}](<{page.href or '#'}>)")
        else:
            file = f"{path}/README.md" if children.get(page.id) else f"{path}.md"
            lines.append(f"{'  ' * depth}* [{title}](<{file}>)")
            found[file] = _text(page, _with_paths(bodies.get(page.document, ""), file, assets))
        for child in children.get(page.id, ()):
            put(child, f"{path}/", depth + 1)

    for page in children.get(None, ()):
        put(page, "", 0)
    return {SUMMARY: "\n".join(lines) + "\n", **found}


def pages_of_files(files: Mapping[str, str]) -> list[FilePage]:
    """The page tree of Markdown files: as SUMMARY.md orders them, else by folders and names."""
    by_name = {path.lower(): path for path in sorted(files, reverse=True)}
    summary = by_name.get(SUMMARY.lower())
    roots = _from_summary(files[summary], files) if summary else _from_folders(files)
    for page in _walk(roots):
        if page.file:
            _read(page, files[page.file])
    for page in roots:
        _name(page, 0)
    return roots


def with_addresses(
    markdown: str, file: str, tree: str | None, known: Mapping[str, str], assets: Mapping[str, str]
) -> str:
    """Markdown whose links lead to files by their id, and to what is neither page nor file in the repository.

    `assets` gives the ids of files by their path; the repository's address may be unknown.
    """

    def lead(match: re.Match[str]) -> str:
        path = posixpath.normpath(posixpath.join(posixpath.dirname(file), match[2]))
        id = assets.get(unquote(path))
        if id is not None:
            return f"{match[1]}asset:{id}{match[3]}"
        if not tree or path in known or path.startswith(".."):
            return match[0]
        return f"{match[1]}{tree.rstrip('/')}/{path}{match[3]}"

    return _RELATIVE.sub(lead, markdown)


def _with_paths(markdown: str, file: str, assets: Mapping[str, str]) -> str:
    """Markdown whose links to files by their id are paths from where it stands itself."""

    def lead(match: re.Match[str]) -> str:
        path = assets.get(match[2])
        if path is None:
            return match[0]
        return f"{match[1]}{quote(posixpath.relpath(path, posixpath.dirname(file) or '.'))}"

    return _ASSET.sub(lead, markdown)


def _text(page: Page, body: str) -> str:
    fields = {"description": page.description, "emoji": page.emoji, "icon": page.icon}
    front = [f"{name}: {json.dumps(value, ensure_ascii=False)}" for name, value in fields.items() if value]
    front += ["hidden: true"] if page.hidden else []
    head = "---\n" + "\n".join(front) + "\n---\n\n" if front else ""
    return f"{head}# {' '.join(page.title.split())}\n" + (f"\n{body.strip()}\n" if body.strip() else "")


def _read(page: FilePage, text: str) -> None:
    text = text.replace("\r\n", "\n").lstrip("\ufeff")
    front = _FRONT.match(text)
    if front:
        text = text[front.end() :]
        for line in front[1].splitlines():
            told = _FIELD.match(line)
            if told:
                page.fields[told[1]] = _value(told[2])
    title = _TITLE.match(text)
    if title:
        page.title, text = title[1], text[title.end() :]
    page.markdown = text.strip("\n")


def _value(text: str) -> str:
    try:
        return str(json.loads(text)) if text.startswith('"') else text
    except ValueError:
        return text


def _from_summary(text: str, files: Mapping[str, str]) -> list[FilePage]:
    roots: list[FilePage] = []
    trail: list[tuple[int, list[FilePage]]] = [(-1, roots)]
    for line in text.splitlines():
        heading, item = _HEADING.match(line), _ITEM.match(line)
        if heading:
            group = FilePage(heading[1], "group")
            roots.append(group)
            trail = [(-1, group.pages)]
        elif item:
            page = _entry(item, files)
            if page is None:
                continue
            depth = len(item[1].expandtabs(4))
            while trail[-1][0] >= depth:
                trail.pop()
            trail[-1][1].append(page)
            trail.append((depth, page.pages))
    return roots


def _entry(item: re.Match[str], files: Mapping[str, str]) -> FilePage | None:
    if item[2] is None:
        return FilePage(item[5], "group")
    title = re.sub(r"\\(.)", r"\1", item[2])
    target = item[3] if item[3] is not None else item[4] or ""
    if re.match(r"[a-z][a-z0-9+.-]*:", target, re.IGNORECASE) or target.startswith("#"):
        return FilePage(title, "link", href=target)
    path = posixpath.normpath(target)
    return FilePage(title, file=path) if path in files else None


def _from_folders(files: Mapping[str, str]) -> list[FilePage]:
    roots: list[FilePage] = []
    folders: dict[str, list[FilePage]] = {"": roots}

    def inside(folder: str) -> list[FilePage]:
        if folder not in folders:
            above, _, name = folder.rpartition("/")
            readme = next((path for path in files if path.lower() == f"{folder}/{_README}".lower()), "")
            page = FilePage(_titled(name), "document" if readme else "group", file=readme)
            inside(above).append(page)
            folders[folder] = page.pages
        return folders[folder]

    for path in sorted(files, key=lambda path: (path.count("/"), path.lower() != _README, path)):
        folder, _, name = path.rpartition("/")
        place = inside(folder)
        if name.lower() != _README or not folder:
            place.append(FilePage(_titled(name.removesuffix(".md")), file=path))
    return roots


def _titled(name: str) -> str:
    return name.replace("-", " ").replace("_", " ").strip().capitalize() or name


def _name(page: FilePage, depth: int) -> None:
    """Give a page its slug: the part of its path at its depth, else one made from its title."""
    file = page.file or next((inner.file for inner in _walk(page.pages) if inner.file), "")
    parts = file.removesuffix(".md").split("/")
    own = page.file and depth == len(parts) - (parts[-1].lower() == "readme") - 1
    above = not page.file and depth < len(parts) - 1
    page.slug = slug_of(parts[depth]) if file and (own or above) else slug_of(page.title)
    for child in page.pages:
        _name(child, depth + 1)


def _walk(pages: Sequence[FilePage]) -> Iterator[FilePage]:
    for page in pages:
        yield page
        yield from _walk(page.pages)
