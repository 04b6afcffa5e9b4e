"""Documents as blocks: every word is in one of them, and comments find the node they are about."""

from __future__ import annotations

import re
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from docdeck.models.base import Document
from docdeck.models.rich_text import from_markdown, to_plain
from docdeck.workspace.block_reader import blocks_of
from docdeck.workspace.blocks import Block, Frame, Piece
from tests.models.rich_text import documents as strategies

documents = strategies.blocks().map(lambda nodes: Document(nodes=nodes))
odd_documents = strategies.hostile_blocks.map(lambda nodes: Document(nodes=nodes))

MARKDOWN = """# Title

Words with **weight**, a [link](https://e.example/p) and `code`.

- one
- two
  - deep

  more of two
3. three
4. four

- [x] done
- [ ] open

{% hint style="warning" %}
Careful.

- inside
{% endhint %}

```python title="a.py"
x = 1

y = 2
```

| A | B |
| --- | --- |
| 1 | **2** |

{% tabs %}
{% tab title="One" %}
first
{% endtab %}
{% endtabs %}

![A picture](p.png)

> quoted
"""


def squeezed(text: str) -> str:
    """The characters of a text without white space; NUL is never shown as it is."""
    return re.sub(r"\s+", "", text.replace("\x00", "\ufffd"))


def is_within(needle: str, heap: str) -> bool:
    """Whether all characters of the needle stand in the heap, in order."""
    rest = iter(heap)
    return all(sign in rest for sign in needle)


def shape(block: Block) -> tuple[str, str, str]:
    return block.kind, block.lead, block.words


def test_markdown_becomes_the_blocks_a_reader_sees() -> None:
    found = [shape(block) for block in blocks_of(from_markdown(MARKDOWN))]
    assert found == [
        ("heading", "", "Title"),
        ("paragraph", "", "Words with weight, a link and code."),
        ("paragraph", "•", "one"),
        ("paragraph", "•", "two"),
        ("paragraph", "•", "deep"),
        ("paragraph", "", "more of two"),
        ("paragraph", "3.", "three"),
        ("paragraph", "4.", "four"),
        ("paragraph", "☑", "done"),
        ("paragraph", "☐", "open"),
        ("label", "", "warning"),
        ("paragraph", "", "Careful."),
        ("paragraph", "•", "inside"),
        ("label", "", "python · a.py"),
        ("code", "", "x = 1"),
        ("code", "", ""),
        ("code", "", "y = 2"),
        ("row", "", "A | B"),
        ("row", "", "1 | 2"),
        ("label", "", "One"),
        ("paragraph", "", "first"),
        ("image", "", "A picture"),
        ("paragraph", "", "quoted"),
    ]


def test_words_keep_their_marks_and_links() -> None:
    (block,) = blocks_of(from_markdown("a **b** [c](https://e.example) `d`"))
    assert block.pieces == (
        Piece("a "),
        Piece("b", "strong"),
        Piece(" "),
        Piece("c", "link", "https://e.example"),
        Piece(" "),
        Piece("d", "code"),
    )


def test_nested_blocks_know_what_they_stand_in() -> None:
    blocks = {block.words: block for block in blocks_of(from_markdown(MARKDOWN))}
    assert [frame.kind for frame in blocks["deep"].frames] == ["item", "item"]
    assert blocks["Careful."].frames == (Frame("hint", "warning"),)
    assert [frame.kind for frame in blocks["inside"].frames] == ["hint", "item"]
    assert [frame.kind for frame in blocks["quoted"].frames] == ["quote"]


def keys_below(value: Any) -> set[str]:
    """Every node id in a document."""
    found: set[str] = set()
    waiting = [value]
    while waiting:
        each = waiting.pop()
        if isinstance(each, dict):
            if each.get("object") == "block" and each.get("key"):
                found.add(each["key"])
            waiting.extend(each.values())
        elif isinstance(each, list):
            waiting.extend(each)
    return found


def test_every_node_of_a_page_is_found_at_a_block_and_a_comment_targets_one() -> None:
    document = from_markdown(MARKDOWN)
    blocks = blocks_of(document)
    held = {node for block in blocks for node in block.nodes}
    assert keys_below(document.nodes) <= held
    assert all(block.key in held for block in blocks)


def test_a_table_row_stands_for_its_record_and_its_cells() -> None:
    cell = {"object": "block", "type": "paragraph", "key": "p1", "nodes": [{"object": "text", "text": "in the cell"}]}
    table: dict[str, Any] = {
        "object": "block",
        "type": "table",
        "key": "t1",
        "data": {
            "definition": {"c1": {"id": "c1", "title": "Name", "type": "text"}},
            "records": {"r1": {"orderIndex": "0", "values": {"c1": "f1"}}},
        },
        "fragments": [{"object": "fragment", "fragment": "f1", "nodes": [cell]}],
    }
    head, row = blocks_of(Document(nodes=[table]))
    assert (head.header, head.nodes, head.key) == (True, ("t1",), "t1")
    assert row.nodes == ("t1/r1", "p1")
    assert row.words == "in the cell"


@given(documents)
@settings(max_examples=150, deadline=None)
def test_no_word_of_a_document_is_lost(document: Document) -> None:
    shown = squeezed("\n".join(block.words for block in blocks_of(document)))
    for line in to_plain(document).split("\n"):
        assert is_within(squeezed(line), shown)


@given(odd_documents)
@settings(max_examples=150, deadline=None)
def test_documents_that_no_server_should_send_are_read_without_a_fault(document: Document) -> None:
    for block in blocks_of(document):
        assert isinstance(block.signature, str)


@given(st.text(max_size=200))
@settings(max_examples=150, deadline=None)
def test_no_word_of_any_markdown_is_lost(text: str) -> None:
    document = from_markdown(text)
    shown = squeezed("\n".join(block.words for block in blocks_of(document)))
    for line in to_plain(document).split("\n"):
        assert is_within(squeezed(line), shown)
