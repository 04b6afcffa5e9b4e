"""Pages as nodes of a tree. Platform facts: "Page content of a space"."""

from __future__ import annotations

from collections.abc import Sequence

from docdeck.api.operations import content
from docdeck.models.content import RevisionPage
from docdeck.workspace.reads import Reads
from docdeck.workspace.tree import Node, NodeKind

_KINDS: dict[str, NodeKind] = {"group": "page_group", "link": "page_link"}


def page_nodes(above: str, space: str, pages: Sequence[RevisionPage]) -> tuple[Node, ...]:
    """Pages below a node; `above` is the key of that node, so that one space may stand at two places."""
    return tuple(_page(above, space, page) for page in pages)


def _page(above: str, space: str, page: RevisionPage) -> Node:
    marks: list[str] = []
    if page.hidden:
        marks.append("hidden")
    if page.condition:
        marks.append(f"if {page.condition}")
    if page.type not in ("document", "group", "link"):
        marks.append(page.type)
    title = f"{page.emoji} {page.title}" if page.emoji else page.title
    return Node(
        f"{above}/{page.id}",
        _KINDS.get(page.type, "page"),
        title,
        branch=bool(page.pages),
        path=f"/{page.path}" if page.path else "",
        marks=tuple(marks),
        about=page,
        ids={"space": space, "page": page.id},
    )


async def pages_of_space(reads: Reads, above: str, space: str) -> tuple[Node, ...] | None:
    """The top pages of a space."""
    tree = await reads.value(content.pages(space))
    return None if tree is None else page_nodes(above, space, tree.pages)


async def pages_of_page(reads: Reads, node: Node) -> tuple[Node, ...] | None:
    """The pages below a page, from the tree of its space, which is read whole."""
    space, wanted = node.ids["space"], node.ids["page"]
    tree = await reads.value(content.pages(space))
    if tree is None:
        return None
    todo = list(tree.pages)
    while todo:
        page = todo.pop()
        if page.id == wanted:
            return page_nodes(node.key, space, page.pages)
        todo.extend(page.pages)
    return ()
