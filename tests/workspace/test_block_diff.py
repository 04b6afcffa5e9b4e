"""Comparisons of pages keep every block and every word of both sides, and find edits and moves."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from docdeck.models.base import Document
from docdeck.models.json_nodes import JsonCursor
from docdeck.models.rich_text import from_markdown
from docdeck.workspace.block_changes import Change, Marked, merged_pieces
from docdeck.workspace.block_diff import compare_blocks
from docdeck.workspace.block_reader import blocks_of, blocks_of_both
from docdeck.workspace.blocks import Block, Piece
from tests.models.rich_text import documents as strategies

SMALL = st.sampled_from(["", "a", "b", "same words here", "other words there", "- item one\n- item two", "# Head"])
TEXTS = st.lists(SMALL, max_size=12).map("\n\n".join)
DOCUMENTS = TEXTS.map(from_markdown) | strategies.blocks().map(lambda nodes: Document(nodes=nodes))
PIECES = st.lists(
    st.builds(Piece, st.sampled_from(["one ", "two", " three", ".", "four five"]), st.sampled_from(["", "strong"])),
    max_size=6,
)


def compared(before: str, after: str) -> tuple[Change, ...]:
    old = from_markdown(before)
    return compare_blocks(blocks_of(old), blocks_of(from_markdown(after, previous=old)))


def kinds(changes: tuple[Change, ...]) -> list[tuple[str, str]]:
    return [(change.kind, change.block.words) for change in changes]


def side(marked: tuple[Marked, ...], without: str) -> str:
    return "".join(piece.text for piece, mark in marked if mark != without)


def words_of(block: Block) -> str:
    return "".join(piece.text for cell in (block.cells or (block.pieces,)) for piece in cell)


@given(DOCUMENTS, DOCUMENTS)
@settings(max_examples=200, deadline=None)
def test_every_block_of_both_sides_is_there_in_order(before: Document, after: Document) -> None:
    old, new = blocks_of(before), blocks_of(after)
    changes = compare_blocks(old, new)
    assert [change.before for change in changes if change.before and change.kind != "moved"] == list(old)
    assert [change.after for change in changes if change.after] == list(new)
    for at, change in enumerate(changes):
        if change.kind == "moved":
            assert change.other is not None
            assert changes[change.other].kind == "left"
            assert changes[change.other].other == at


def as_json(document: Document) -> Document:
    """The same document with its nodes as they come over the wire."""
    return Document.model_construct(nodes=JsonCursor(json.dumps(document.nodes)).nodes())


def numbered(blocks: Iterable[Block | None]) -> list[Block | None]:
    """The blocks with their groups counted in the order in which they come."""
    groups: dict[int, int] = {0: 0}
    return [block and replace(block, group=groups.setdefault(block.group, len(groups))) for block in blocks]


@given(st.lists(st.tuples(strategies.blocks(), strategies.blocks(), strategies.blocks()), max_size=3))
@settings(max_examples=200, deadline=None)
def test_what_both_sides_share_is_read_once_and_makes_no_difference(parts: list[Any]) -> None:
    before, after = (Document(nodes=[n for part in parts for n in part[0] + part[side]]) for side in (1, 2))
    old, new, _ = blocks_of_both(as_json(before), as_json(after))
    assert numbered(old) == numbered(blocks_of(before))
    assert numbered(new) == numbered(blocks_of(after))
    shared, apart = compare_blocks(old, new), compare_blocks(blocks_of(before), blocks_of(after))
    for field in ("kind", "pieces", "cells", "other"):
        assert [getattr(change, field) for change in shared] == [getattr(change, field) for change in apart]
    for field in ("before", "after"):
        assert numbered(getattr(each, field) for each in shared) == numbered(getattr(each, field) for each in apart)
    groups = [[replace(change.block, group=change.group) for change in changes] for changes in (shared, apart)]
    assert numbered(groups[0]) == numbered(groups[1])


def test_blocks_that_were_sent_alike_are_the_same_blocks() -> None:
    before = from_markdown("one\n\n```\ncode\n```\n\n| A |\n| --- |\n| 1 |\n\nlast")
    after = from_markdown("first\n\none\n\n```\ncode\n```\n\n| A |\n| --- |\n| 1 |\n\nother", previous=before)
    old, new, _ = blocks_of_both(as_json(before), as_json(after))
    shared = {id(block) for block in old} & {id(block) for block in new}
    assert len(shared) == len(old) - 1


@given(DOCUMENTS, DOCUMENTS)
@settings(max_examples=200, deadline=None)
def test_no_word_of_either_side_is_lost(before: Document, after: Document) -> None:
    for change in compare_blocks(blocks_of(before), blocks_of(after)):
        shown = change.cells or (change.pieces,)
        if change.after is not None:
            assert sorted("".join(side(cell, "removed") for cell in shown)) == sorted(words_of(change.after))
        if change.before is not None and change.kind not in ("moved",):
            assert sorted("".join(side(cell, "added") for cell in shown)) == sorted(words_of(change.before))


@given(PIECES, PIECES)
@settings(max_examples=300, deadline=None)
def test_merged_words_give_back_both_sides(before: list[Piece], after: list[Piece]) -> None:
    marked = merged_pieces(before, after)
    assert side(marked, "added") == "".join(piece.text for piece in before)
    assert side(marked, "removed") == "".join(piece.text for piece in after)


@given(DOCUMENTS)
@settings(max_examples=100, deadline=None)
def test_a_page_is_the_same_as_itself(document: Document) -> None:
    blocks = blocks_of(document)
    assert {change.kind for change in compare_blocks(blocks, blocks)} <= {"same"}


def test_words_inside_an_edited_block_are_marked() -> None:
    (change,) = compared("Each carries a SHA-1 signature.", "Each carries a SHA-256 signature in time.")
    assert change.kind == "edited"
    assert [(piece.text, mark) for piece, mark in change.pieces] == [
        ("Each carries a SHA-", ""),
        ("1", "removed"),
        ("256", "added"),
        (" signature", ""),
        (" in time", "added"),
        (".", ""),
    ]


def test_a_change_of_weight_alone_is_shown() -> None:
    (change,) = compared("one two", "one **two**")
    assert [(piece.text, piece.style, mark) for piece, mark in change.pieces] == [
        ("one ", "", ""),
        ("two", "", "removed"),
        ("two", "strong", "added"),
    ]


def test_a_block_that_changed_its_place_has_moved() -> None:
    found = kinds(compared("first one here\n\nsecond\n\nthird", "second\n\nthird\n\nfirst one here"))
    assert found == [("left", "first one here"), ("same", "second"), ("same", "third"), ("moved", "first one here")]


def test_items_that_only_changed_their_number_are_the_same() -> None:
    assert kinds(compared("1. a\n2. b", "1. new\n2. a\n3. b")) == [("added", "new"), ("same", "a"), ("same", "b")]


def test_code_is_compared_by_lines() -> None:
    found = kinds(compared("```\na = 1\nb = 2\nc = 3\n```", "```\na = 1\nb = 5\nc = 3\nd = 4\n```"))
    assert found == [("same", ""), ("same", "a = 1"), ("edited", "b = 5"), ("same", "c = 3"), ("added", "d = 4")]


def test_a_new_column_keeps_the_rows_of_a_table() -> None:
    head, row = compared("| A | B |\n| - | - |\n| 1 | 2 |", "| A | N | B |\n| - | - | - |\n| 1 | n | 3 |")
    assert [[(piece.text, mark) for piece, mark in cell] for cell in head.cells] == [
        [("A", "")],
        [("N", "added")],
        [("B", "")],
    ]
    assert [[(piece.text, mark) for piece, mark in cell] for cell in row.cells] == [
        [("1", "")],
        [("n", "added")],
        [("2", "removed"), ("3", "added")],
    ]


def test_a_removed_row_stands_in_its_table() -> None:
    changes = compared("| A |\n| - |\n| one |\n| two |", "| A |\n| - |\n| two |")
    assert [(change.kind, change.block.words) for change in changes] == [
        ("same", "A"),
        ("removed", "one"),
        ("same", "two"),
    ]
    assert len({change.group for change in changes}) == 1


def test_a_very_long_block_is_shown_as_several_and_keeps_its_words() -> None:
    long = " ".join(f"word{at}" for at in range(3000))
    changes = compared(long, long.replace("word1500", "another"))
    assert {change.kind for change in changes} == {"edited"}
    assert len(changes) > 3
    assert "".join(side(change.pieces, "removed") for change in changes) == long.replace("word1500", "another")
    assert "".join(side(change.pieces, "added") for change in changes) == long
    assert [bool(change.block.nodes) for change in changes] == [True] + [False] * (len(changes) - 1)
    assert len({change.block.key for change in changes}) == 1


def paragraphs(count: int, changed: int) -> list[dict[str, Any]]:
    return [
        {
            "object": "block",
            "type": "paragraph",
            "key": f"k{at}",
            "nodes": [{"object": "text", "text": f"paragraph {at} {'new' if at % changed == 0 else 'old'} words"}],
        }
        for at in range(count)
    ]


def test_ten_thousand_blocks_are_compared_one_by_one() -> None:
    old = blocks_of(Document(nodes=paragraphs(10_000, 10_001)))
    new = blocks_of(Document(nodes=paragraphs(10_000, 3)))
    changes = compare_blocks(old, new)
    assert sum(change.kind == "edited" for change in changes) == 3333
