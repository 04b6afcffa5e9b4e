"""Long pages: their blocks stay JSON until somebody looks, and mean the same as when they are read at once."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from docdeck.api import reading_pages
from docdeck.api.errors import BadAnswer
from docdeck.api.reading import one
from docdeck.api.reading_pages import page_answer
from docdeck.models.content import RevisionPage
from docdeck.models.json_nodes import JsonNodes
from docdeck.models.rich_text import to_lines
from docdeck.workspace.block_reader import blocks_of

PADDING = {"id": "p", "title": "T", "padding": "x" * reading_pages.LONG}
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["nodes", "x", "document"]), inner),
    max_leaves=8,
)
BLOCKS = st.lists(st.dictionaries(st.sampled_from(["object", "type", "nodes", "key", "data"]), VALUES), max_size=4)
DOCUMENTS = st.fixed_dictionaries(
    {}, optional={"object": st.just("document"), "nodes": BLOCKS | VALUES, "data": VALUES}
)


def read(data: bytes, reader: Any) -> Any:
    """What a reader makes of an answer, or the words of its refusal."""
    try:
        return reader("getPageById", data)
    except BadAnswer as error:
        return str(error)


@given(document=DOCUMENTS | VALUES, more=VALUES, indent=st.sampled_from([None, 1]))
def test_a_page_taken_apart_is_the_page_read_at_once(document: Any, more: Any, indent: int | None) -> None:
    data = json.dumps({**PADDING, "document": document, "more": more}, indent=indent).encode()
    taken = read(data, page_answer)
    assert taken == read(data, one(RevisionPage))
    if isinstance(taken, RevisionPage) and taken.document is not None and "nodes" in document:
        assert isinstance(taken.document.nodes, JsonNodes)


@given(at=st.integers(0, 200), sign=st.sampled_from(['"', "}", "]", ",", ":", "x", "\x00", "\\"]))
def test_what_is_no_json_is_refused_in_the_same_words(at: int, sign: str) -> None:
    text = json.dumps({"document": {"nodes": [{"type": "paragraph", "nodes": []}, {"key": "k"}]}, **PADDING})
    data = (text[:at] + sign + text[at:]).encode()
    assert read(data, page_answer) == read(data, one(RevisionPage))


@pytest.mark.parametrize("end", ["", "{}", "]"])
def test_what_was_cut_off_or_goes_on_is_refused(end: str) -> None:
    data = json.dumps({"document": {"nodes": [{"key": "k"}]}, **PADDING}).encode()
    for broken in (data[:-1] + end.encode(), data + b"1"):
        with pytest.raises(BadAnswer):
            page_answer("getPageById", broken)


def test_blocks_one_in_another_many_times_keep_their_words_or_are_refused() -> None:
    for depth in (10, 100, 240, 480, 5_000):
        inner = '{"object":"block","type":"blockquote","nodes":[' * depth + '"deep"' + "]}" * depth
        data = json.dumps(PADDING)[:-1] + f', "document": {{"nodes": [{inner}]}}}}'
        found = read(data.encode(), page_answer)
        if isinstance(found, RevisionPage):
            assert found.document is not None
            assert "deep" in "".join(line for line, _ in to_lines(found.document))
            assert "deep" in "".join(block.words for block in blocks_of(found.document))


def test_nodes_are_a_sequence() -> None:
    found = page_answer("x", json.dumps({**PADDING, "document": {"nodes": [{"n": at} for at in range(4)]}}).encode())
    assert found.document is not None
    nodes = found.document.nodes
    assert isinstance(nodes, JsonNodes)
    assert (len(nodes), nodes[1], nodes[-1], nodes[1:3]) == (4, {"n": 1}, {"n": 3}, [{"n": 1}, {"n": 2}])
    assert nodes == [{"n": 0}, {"n": 1}, {"n": 2}, {"n": 3}]
    assert nodes != [{"n": 0}]
    assert json.loads(nodes.json_at(2)) == {"n": 2}
