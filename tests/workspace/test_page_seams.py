"""A long page is compared in two steps: its beginning, up to a place where both versions go on alike, and the whole."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from docdeck.models.base import Document
from docdeck.models.content import RevisionPage
from docdeck.models.json_nodes import JsonCursor
from docdeck.models.rich_text import from_markdown
from docdeck.workspace.block_changes import Change
from docdeck.workspace.blocks import Block
from docdeck.workspace.page_comparisons import PageComparison, beginning, compared, page_blocks, seam_between

Node = dict[str, Any]

EDITS = st.sampled_from(("kept",) * 6 + ("edited", "removed", "added", "replaced", "to the end", "to the front"))
SOME = st.lists(EDITS, min_size=1, max_size=8)
PAGES = st.tuples(SOME, st.integers(4, 6), SOME, st.integers(4, 6), SOME, SOME).map(
    lambda parts: ["edited", *parts[0], *["kept"] * parts[1], *parts[2], *["kept"] * parts[3], *parts[4], *parts[5]]
)
"""What happens to the parts of a page, mostly with places where both versions go on alike."""
PARTS = (
    "Paragraph #N says a word or two",
    "- one of #N\n- two of #N",
    "| A | B |\n| --- | --- |\n| #N | two |\n| three | #N |",
    "```\nfirst = #N\nsecond\n```",
    "## Part #N",
)


def nodes_of(at: int, name: str = "same") -> list[Node]:
    """The nodes of a part of a page, with ids of their own; `name` tells versions of it apart."""
    found = json.loads(json.dumps(from_markdown(PARTS[at % len(PARTS)].replace("#N", f"{at} {name}")).nodes))
    return [named(node, f"n{at}.{number}") for number, node in enumerate(found)]


def named(node: Node, name: str) -> Node:
    """The node under a known id, so that both versions have the same."""
    return {**node, "key": name}


def page(nodes: list[Node]) -> RevisionPage:
    """A page as a long one comes over the wire."""
    document = Document.model_construct(nodes=JsonCursor(json.dumps(nodes)).nodes(), object="document", data={})
    return RevisionPage.model_construct(id="p", title="Page", document=document)


def versions(edits: list[str]) -> tuple[RevisionPage, RevisionPage]:
    """A page with a part for each edit, before and after them."""
    before: list[Node] = []
    after: list[Node] = []
    first: list[Node] = []
    last: list[Node] = []
    for at, edit in enumerate(edits):
        own = nodes_of(at)
        before.extend([] if edit == "added" else own)
        if edit in ("kept", "added"):
            after.extend(own)
        elif edit == "edited":
            after.extend(nodes_of(at, "other"))
        elif edit == "replaced":
            after.extend(named(node, f"new{at}.{number}") for number, node in enumerate(nodes_of(at + 1, "new")))
        elif edit in ("to the end", "to the front"):
            (last if edit == "to the end" else first).extend(own)
    return page(before), page([*first, *after, *last])


def both_steps(edits: list[str], sight: int) -> tuple[PageComparison | None, PageComparison, tuple[Any, Any]]:
    """What the beginning shows, if it is shown, and the whole."""
    before, after = versions(edits)
    seam = seam_between(before, after, long=6, sight=sight)
    assume(seam is not None)
    assert seam is not None
    first = beginning("p", before, after, "b", "h", seam)
    return first, compared("p", before, after, "b", "h", seam), (before, after)


def unnumbered(block: Block | None) -> Block | None:
    """A block without the number of its table or code block, which counts on through a page."""
    return block and replace(block, group=0)


@given(PAGES, st.integers(8, 30))
@settings(max_examples=200, deadline=None)
def test_the_whole_begins_with_what_was_shown_first(edits: list[str], sight: int) -> None:
    first, whole, _ = both_steps(edits, sight)
    assert whole.whole
    if first is None:
        return
    assert not first.whole
    assert 0 < len(first.changes) < len(whole.changes)
    for early, late in zip(first.changes, whole.changes, strict=False):
        if early.kind == late.kind:
            assert (early.pieces, early.cells) == (late.pieces, late.cells)
            assert unnumbered(early.before) == unnumbered(late.before)
        else:  # the other half of its move is in the rest
            assert (early.kind, late.kind) in {("removed", "left"), ("added", "moved")}
        assert unnumbered(early.after) == unnumbered(late.after)
        assert bool(early.group) == bool(late.group)


@given(PAGES, st.integers(8, 30))
@settings(max_examples=200, deadline=None)
def test_a_page_that_is_cut_in_two_keeps_every_block_and_word(edits: list[str], sight: int) -> None:
    _, whole, (before, after) = both_steps(edits, sight)
    olds = [change.before for change in whole.changes if change.before and change.kind != "moved"]
    assert list(map(unnumbered, olds)) == list(map(unnumbered, page_blocks(before)))
    news = [change.after for change in whole.changes if change.after]
    assert list(map(unnumbered, news)) == list(map(unnumbered, page_blocks(after)))
    for change in whole.changes:
        assert words(change, "removed") == (letters(change.after) if change.after else [])
        if change.before is not None and change.kind != "moved":
            assert words(change, "added") == letters(change.before)


def words(change: Change, without: str) -> list[str]:
    """The letters of one side as they are marked."""
    shown = change.cells or (change.pieces,)
    return sorted("".join(piece.text for cell in shown for piece, mark in cell if mark != without))


def letters(block: Block) -> list[str]:
    """The letters of a block."""
    return sorted("".join(piece.text for cell in block.cells or (block.pieces,) for piece in cell))


def test_edits_that_stand_apart_are_found_the_same_with_and_without_a_seam() -> None:
    before, after = versions(["edited" if at % 9 == 4 else "kept" for at in range(60)])
    seam = seam_between(before, after, long=6, sight=20)
    assert seam is not None
    cut, uncut = (compared("p", before, after, "b", "h", each) for each in (seam, None))
    assert cut == uncut
    assert sum(change.kind == "edited" for change in cut.changes) > 6


def test_no_seam_where_the_page_is_short_or_little_is_left() -> None:
    short = versions(["kept", "edited", *["kept"] * 20])
    assert seam_between(*short) is None
    assert seam_between(*short, long=6, sight=10) is not None
    assert seam_between(*versions([*["kept"] * 20, "edited", "kept"]), long=6, sight=10) is None
    assert seam_between(*versions(["edited"] * 20), long=6, sight=10) is None
    same = versions(["kept"] * 20)
    assert seam_between(*same, long=6, sight=10) is None
    assert seam_between(None, same[1]) is None
