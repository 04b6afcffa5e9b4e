"""The rendered form draws every word of both sides within its width, and folds what did not change."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from hypothesis import given, settings
from hypothesis import strategies as st

from docdeck.deck.painters.rendered import Note, Reading, RenderedSource, block_key
from docdeck.deck.painters.side_by_side import SideBySideSource
from docdeck.deck.widgets.lines import FILL, Line, width_of
from docdeck.models.base import Document
from docdeck.models.rich_text import from_markdown
from docdeck.text import safe
from docdeck.workspace.block_diff import compare_blocks
from docdeck.workspace.block_reader import blocks_of
from docdeck.workspace.page_comparisons import PageComparison
from tests.models.rich_text import documents as strategies

DOCUMENTS = strategies.blocks().map(lambda nodes: Document(nodes=nodes)) | st.text(max_size=120).map(from_markdown)
BEFORE = """# Guide

First paragraph that stays.

Each carries a SHA-1 signature.

| Name | Size |
| --- | --- |
| one | 1 |
| two | 2 |

Last words.
"""
AFTER = BEFORE.replace("SHA-1", "SHA-256").replace("| two | 2 |", "| two | 3 |")


def comparison(before: Document, after: Document) -> PageComparison:
    return PageComparison("p1", "Page", compare_blocks(blocks_of(before), blocks_of(after)), "r1", "r2")


def from_texts(before: str, after: str) -> PageComparison:
    old = from_markdown(before)
    return comparison(old, from_markdown(after, previous=old))


def all_open(found: PageComparison) -> Reading:
    return Reading(found, unfolded=frozenset(range(len(found.changes))))


def rows(source: RenderedSource, width: int) -> list[Line]:
    return [line for index in range(source.count) for line in source.lines(index, width)]


def text(line: Line) -> str:
    return "".join(piece for piece, _ in line).rstrip()


def texts(lines: Sequence[Line]) -> list[str]:
    return [text(line) for line in lines]


def signs(words: str) -> Counter[str]:
    """How often each sign stands in the words, without white space."""
    return Counter(re.sub(r"\s+", "", words))


@given(DOCUMENTS, DOCUMENTS, st.sampled_from([16, 40, 100]))
@settings(max_examples=150, deadline=None)
def test_every_word_of_both_sides_is_drawn_and_heights_are_true(before: Document, after: Document, width: int) -> None:
    found = comparison(before, after)
    source = RenderedSource(all_open(found))
    for index in range(source.count):
        lines = source.lines(index, width)
        assert source.height(index, width) == len(lines)
        name, at, _ = source.entries[index]
        if name != "block" or found.changes[at].kind == "left":
            continue
        change = found.changes[at]
        words = "".join(piece.text for cell in change.cells or (change.pieces,) for piece, _ in cell)
        assert signs(safe(words)) <= signs("".join(texts(lines)))


@given(DOCUMENTS, DOCUMENTS)
@settings(max_examples=60, deadline=None)
def test_side_by_side_draws_each_side_in_its_half(before: Document, after: Document) -> None:
    source = SideBySideSource(all_open(comparison(before, after)))
    for index in range(source.count):
        assert source.height(index, 120) == len(source.lines(index, 120))


def test_words_and_tables_are_marked_in_place() -> None:
    source = RenderedSource(all_open(from_texts(BEFORE, AFTER)))
    drawn = rows(source, 60)
    assert texts(drawn) == [
        "",
        "  Guide",
        "  ━━━━━",
        "",
        "  First paragraph that stays.",
        "",
        "~ Each carries a SHA-1 256 signature.",
        "",
        "  Name │ Size",
        "  ─────┼─────",
        "  one  │ 1",
        "~ two  │ 2 3",
        "",
        "  Last words.",
    ]
    edited = next(line for line in drawn if "SHA-" in text(line))
    assert [(piece, role) for piece, role in edited if role.endswith("-word")] == [
        ("1", "removed-word"),
        ("256", "added-word"),
    ]


def test_unchanged_blocks_are_folded_until_they_are_opened() -> None:
    many = "\n\n".join(f"Paragraph {at}" for at in range(20))
    found = from_texts(many, many + "\n\nNew at the end")
    folded = RenderedSource(Reading(found))
    assert [folded.key(index) for index in range(folded.count) if folded.entries[index][0] != "space"] == [
        "gap 0",
        "block 18",
        "block 19",
        "block 20",
    ]
    assert texts(folded.lines(folded.index_of("gap 0") or 0, 60)) == ["⋯ 18 unchanged blocks, enter shows them"]
    assert folded.key(folded.index_of("block 3") or 0) == "gap 0", "a folded block is where its gap is"
    opened = RenderedSource(Reading(found, unfolded=frozenset({0})))
    assert opened.index_of("gap 0") is not None
    assert [name for name, _, _ in opened.entries].count("block") == 21


def test_an_open_thread_stands_at_its_block_and_keeps_it_unfolded() -> None:
    many = "\n\n".join(f"Paragraph {at}" for at in range(20))
    found = from_texts(many, many)
    source = RenderedSource(Reading(found, notes={10: (Note("●", "Sam: is this so?"),)}))
    index = source.index_of(block_key(10))
    assert index is not None
    assert texts(source.lines(index, 60)) == ["  Paragraph 10", "  ● Sam: is this so?"]
    assert source.key(index) == block_key(10)


def test_a_comment_targets_the_block_of_the_new_page() -> None:
    found = from_texts(BEFORE, AFTER)
    source = RenderedSource(Reading(found))
    for at, change in enumerate(found.changes):
        assert change.after is not None
        assert source.node_of(block_key(at)) == change.after.key
        assert source.key_of(change.after.key or "") is not None


def test_a_removed_block_has_no_node_to_comment_on() -> None:
    found = from_texts("one here\n\ntwo", "two")
    assert found.changes[0].kind == "removed"
    assert RenderedSource(Reading(found)).node_of(block_key(0)) is None


def test_side_by_side_shows_old_words_left_and_new_words_right() -> None:
    source = SideBySideSource(all_open(from_texts("a SHA-1 signature", "a SHA-256 signature")))
    (line,) = source.lines(source.index_of(block_key(0)) or 0, 60)
    left, _, right = text(line).partition("│")
    assert (left.strip(), right.strip()) == ("~ a SHA-1 signature", "~ a SHA-256 signature")


def test_a_code_block_is_one_stop_and_so_is_each_change_in_it() -> None:
    code = "```\n" + "\n".join(f"line {at}" for at in range(9)) + "\n```"
    found = from_texts(code, code.replace("line 5", "line five"))
    source = RenderedSource(all_open(found))
    stops = [source.key(index) for index in range(source.count) if source.selectable(index)]
    assert stops == ["block 0", "block 6"]


def test_rows_fit_tables_of_many_columns() -> None:
    wide = "| " + " | ".join(f"column {at}" for at in range(12)) + " |\n" + "| - " * 12 + "|\n" + "| cell " * 12 + "|"
    found = from_texts(wide, wide.replace("cell", "other", 1))
    for width in (30, 80, 200):
        for line in rows(RenderedSource(all_open(found)), width):
            assert FILL not in line
            assert sum(width_of(piece) for piece, _ in line) <= max(width, 12)
