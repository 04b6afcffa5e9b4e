"""Reads the sample's data files: people, spaces, sites, pages, drawings, change requests and threads."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, Literal

from docdeck.service.clock import IdMaker

Table = dict[str, Any]
"""One table of a data file; its fields are described in FORMAT.md."""


@dataclass(frozen=True, slots=True)
class SourcePage:
    """A page as it was written: `path` from the root of its space, and the pages below it."""

    path: str
    title: str
    description: str | None
    markdown: str
    pages: tuple[SourcePage, ...]
    type: Literal["document", "group", "link"] = "document"
    hidden: bool = False
    href: str | None = None

    @property
    def slug(self) -> str:
        """The last part of the path."""
        return self.path.rpartition("/")[2]

    def walk(self) -> Iterator[SourcePage]:
        """The page and all pages below it."""
        yield self
        for page in self.pages:
            yield from page.walk()


@dataclass(frozen=True, slots=True)
class SourceFile:
    """A file of a space as it was drawn."""

    id: str
    name: str
    data: bytes


class SampleFiles:
    """The data files, each read when it is first asked for."""

    def __init__(self) -> None:
        self._root: Traversable = files("docdeck.service.sample")

    @cached_property
    def drawings(self) -> dict[tuple[str, str], SourceFile]:
        """The files of all spaces, by the key of the space and their name. Their ids are apart from all others."""
        ids = IdMaker("sample files")
        return {
            (space["key"], name): SourceFile(ids(), name, self.drawing(space["key"], name))
            for space in self.places["space"]
            for name in space.get("files", [])
        }

    def drawing(self, space: str, name: str) -> bytes:
        """The bytes of a drawing."""
        return (self._root / "drawings" / space / name).read_bytes()

    @cached_property
    def people(self) -> Table:
        """`owner`, `people` by key, and `organization` with members and teams."""
        return self._toml(self._root / "workspace" / "people.toml")

    @cached_property
    def places(self) -> Table:
        """`collection` and `space`, parents before their children."""
        return self._toml(self._root / "workspace" / "spaces.toml")

    @cached_property
    def sites(self) -> list[Table]:
        """Sites with their `group`, `section` and `spaces`."""
        return self._toml(self._root / "workspace" / "sites.toml")["site"]

    @cached_property
    def work(self) -> Table:
        """`spec`, `translation`, `integration` and `conversation`."""
        return self._toml(self._root / "workspace" / "work.toml")

    @cached_property
    def edits(self) -> list[Table]:
        """Direct edits of main content."""
        return self._toml(self._root / "workspace" / "edits.toml")["edit"]

    @cached_property
    def requests(self) -> dict[str, Table]:
        """Change requests by their key, with their steps, reviews and threads."""
        return self._folder("requests")

    @cached_property
    def threads(self) -> list[Table]:
        """Threads on spaces: `space` and `thread`."""
        return list(self._folder("threads").values())

    def pages(self, space: Table) -> tuple[SourcePage, ...]:
        """The page tree of a space, from its outline and the Markdown files it names."""
        return self._tree(space["key"], _outline(space["pages"]), "")

    def _tree(self, space: str, outline: list[_Entry], above: str) -> tuple[SourcePage, ...]:
        return tuple(self._page(space, entry, f"{above}{entry.slug}") for entry in outline)

    def _page(self, space: str, entry: _Entry, path: str) -> SourcePage:
        kind, _, rest = entry.kind.partition(" ")
        below = self._tree(space, entry.below, f"{path}/")
        if kind == "group":
            return SourcePage(path, rest, None, "", below, "group")
        if kind == "link":
            title, _, href = rest.rpartition(" ")
            return SourcePage(path, title, None, "", below, "link", href=href)
        text = (self._root / "content" / space / f"{path}.md").read_text("utf-8")
        title, description, markdown = _parts(text, path)
        for (home, name), file in self.drawings.items():
            if home == space:
                markdown = markdown.replace(f"(asset:{name})", f"(asset:{file.id})")
        return SourcePage(path, title, description, markdown, below, hidden=kind == "hidden")

    def _folder(self, name: str) -> dict[str, Table]:
        found = sorted((self._root / name).iterdir(), key=lambda file: file.name)
        return {file.name.removesuffix(".toml"): self._toml(file) for file in found if file.name.endswith(".toml")}

    def _toml(self, file: Traversable) -> Table:
        return tomllib.loads(file.read_text("utf-8"))


@dataclass(frozen=True, slots=True)
class _Entry:
    slug: str
    kind: str
    below: list[_Entry]


def _outline(text: str) -> list[_Entry]:
    """An indented list of slugs as a tree."""
    root = _Entry("", "", [])
    trail = [(-1, root)]
    for line in filter(str.strip, text.splitlines()):
        depth = len(line) - len(line.lstrip())
        while trail[-1][0] >= depth:
            trail.pop()
        slug, _, kind = line.partition("|")
        entry = _Entry(slug.strip(), kind.strip(), [])
        trail[-1][1].below.append(entry)
        trail.append((depth, entry))
    return root.below


def _parts(text: str, path: str) -> tuple[str, str | None, str]:
    """A file is `# Title`, perhaps a line `: description`, and the body."""
    first, _, rest = text.partition("\n")
    if not first.startswith("# "):
        raise ValueError(f"The page {path} must begin with its title: # Title.")
    description = None
    if rest.startswith(": "):
        line, _, rest = rest.partition("\n")
        description = line[2:].strip()
    return first[2:].strip(), description, rest.strip() + "\n"
