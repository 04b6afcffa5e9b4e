"""Diffs give back what they were made of, for any two texts, and stay bounded."""

from __future__ import annotations

import time
from collections.abc import Sequence

from hypothesis import given, settings
from hypothesis import strategies as st

from docdeck.workspace.diff import DiffLine, SourceLine, blocks, diff_lines, page_diff_of, word_spans

_LINES = st.lists(
    st.sampled_from(["", "a", "b", "c", "same line", "one two three", "one 2 three", "x" * 30]), max_size=25
)
_TEXT = st.text(alphabet="ab c\u00e9\u4e16-.", max_size=40)


def sourced(lines: Sequence[str]) -> list[SourceLine]:
    return [(text, f"node{at}") for at, text in enumerate(lines)]


def applied(before: Sequence[str], diff: Sequence[DiffLine]) -> list[str]:
    """What a patch program makes of the old text: kept lines, added lines, gaps filled from the old text."""
    made: list[str] = []
    at = 0
    for line in diff:
        if line.kind == "added":
            made.append(line.text)
        elif line.kind == "removed":
            assert line.text == before[at]
            at += 1
        elif line.kind == "context":
            assert line.text == before[at]
            made.append(before[at])
            at += 1
        else:
            count = int(line.text.split()[0])
            assert line.old == at + 1
            made.extend(before[at : at + count])
            at += count
    assert at == len(before)
    return made


@given(_LINES, _LINES, st.integers(0, 4))
@settings(max_examples=300, deadline=None)
def test_applying_a_diff_gives_the_new_text(before: list[str], after: list[str], context: int) -> None:
    assert applied(before, diff_lines(sourced(before), sourced(after), context)) == after


@given(_LINES, _LINES)
@settings(max_examples=200, deadline=None)
def test_line_numbers_name_the_lines(before: list[str], after: list[str]) -> None:
    for line in diff_lines(sourced(before), sourced(after)):
        if line.kind == "gap":
            continue
        if line.old is not None:
            assert before[line.old - 1] == line.text
        if line.new is not None:
            assert after[line.new - 1] == line.text
            assert line.node == f"node{line.new - 1}"


@given(_TEXT, _TEXT)
@settings(max_examples=300, deadline=None)
def test_outside_the_changed_words_both_lines_are_the_same(before: str, after: str) -> None:
    old, new = word_spans(before, after)
    if old or new:
        assert _outside(before, old) == _outside(after, new)


def _outside(text: str, spans: Sequence[tuple[int, int]]) -> str:
    kept = ""
    last = 0
    for start, end in spans:
        assert last <= start < end <= len(text)
        kept += text[last:start]
        last = end
    return kept + text[last:]


def test_a_changed_word_is_marked_and_nothing_else() -> None:
    removed, added = diff_lines(sourced(["carries a SHA-1 signature"]), sourced(["carries a SHA-256 signature"]))
    assert [removed.text[a:b] for a, b in removed.words] == ["1"]
    assert [added.text[a:b] for a, b in added.words] == ["256"]


def test_lines_with_nothing_in_common_have_no_marked_words() -> None:
    lines = diff_lines(sourced(["alpha beta"]), sourced(["Completely different text"]))
    assert [line.words for line in lines] == [(), ()]


def test_context_around_changes_and_a_gap_that_counts() -> None:
    before = [f"line {number}" for number in range(40)]
    after = [*before[:20], "new", *before[20:]]
    lines = diff_lines(sourced(before), sourced(after))
    assert [line.kind for line in lines] == ["gap", *["context"] * 3, "added", *["context"] * 3, "gap"]
    assert lines[0].text == "17 unchanged lines"
    assert lines[4].new == 21


def test_a_removed_line_keeps_its_block_only_while_the_head_has_it() -> None:
    before: list[SourceLine] = [("old words here", "kept"), ("gone", "lost")]
    after: list[SourceLine] = [("new words here", "kept")]
    nodes = {line.text: line.node for line in diff_lines(before, after)}
    assert nodes == {"old words here": "kept", "gone": None, "new words here": "kept"}


def test_equal_texts_are_one_gap_and_empty_ones_nothing() -> None:
    assert [line.kind for line in diff_lines(sourced(["a", "b"]), sourced(["a", "b"]))] == ["gap"]
    assert diff_lines([], []) == ()


def test_counts_of_a_page() -> None:
    diff = page_diff_of("p", "Title", sourced(["a", "b"]), sourced(["a", "c", "d"]), base="r1", head="r2", note="")
    assert (diff.added, diff.removed, diff.base, diff.head) == (2, 1, "r1", "r2")


def test_the_worst_texts_stay_bounded() -> None:
    began = time.process_time()
    diff_lines(sourced(["same"] * 8000), sourced(["same", "other"] * 4000))
    diff_lines(sourced(["a b " * 20_000]), sourced(["a c " * 20_000]))
    diff_lines(sourced([f"old {n} words" for n in range(15_000)]), sourced([f"new {n} words" for n in range(15_000)]))
    assert time.process_time() - began < 5


def test_blocks_cover_both_sides_without_holes() -> None:
    old, new = list("abcdefg"), list("axcdyg")
    at_old = at_new = 0
    for equal, low_old, high_old, low_new, high_new in blocks(old, new):
        assert (low_old, low_new) == (at_old, at_new)
        if equal:
            assert old[low_old:high_old] == new[low_new:high_new]
        at_old, at_new = high_old, high_new
    assert (at_old, at_new) == (len(old), len(new))
