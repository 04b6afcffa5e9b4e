"""Where the parts of a page begin among its Markdown lines."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import Any

from docdeck.models.base import Document
from docdeck.models.rich_text import from_markdown, lines_and_parts, to_lines

PAGE = """Before.

1. One
2. Two
   goes on

   Its second paragraph.
   - inner
   - another
3. Three

> Quoted
>
> - in a quote

{% hint style="info" %}
In a hint.

- in a hint's list
{% endhint %}

After."""


def test_each_part_is_placed_on_the_line_that_begins_with_its_words() -> None:
    numbers = count()
    document = from_markdown(PAGE, make_key=lambda: f"k{next(numbers)}")
    lines = [line for line, _ in to_lines(document)]
    placed: dict[int, list[str]] = {}
    written, parts = lines_and_parts(document)
    assert written == to_lines(document)
    for at, key in parts:
        placed.setdefault(at, []).append(key)
    begun = [lines[at] for at in placed]
    for words in ("Before.", "1. One", "2. Two goes on", "   Its second paragraph.", "   - inner", "   - another",
                  "3. Three", "> Quoted", "> - in a quote", "In a hint.", "- in a hint's list", "After."):  # fmt: skip
        assert words in begun, (words, begun, lines)
    assert [at for at, _ in parts] == sorted(at for at, _ in parts)


class Counted(list[dict[str, Any]]):
    """Blocks that count how often they are gone through."""

    times = 0

    def __iter__(self) -> Iterator[dict[str, Any]]:
        self.times += 1
        return super().__iter__()


def test_the_blocks_of_a_page_are_written_once() -> None:
    nodes = Counted(from_markdown(PAGE).nodes)
    lines_and_parts(Document.model_construct(object="document", data={}, nodes=nodes))
    assert nodes.times == 1
