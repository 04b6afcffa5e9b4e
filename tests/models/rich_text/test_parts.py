"""Where the parts of a page begin among its Markdown lines."""

from __future__ import annotations

from itertools import count

from docdeck.models.rich_text import from_markdown, part_lines, to_lines

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
    for at, key in part_lines(document):
        placed.setdefault(at, []).append(key)
    begun = [lines[at] for at in placed]
    for words in ("Before.", "1. One", "2. Two goes on", "   Its second paragraph.", "   - inner", "   - another",
                  "3. Three", "> Quoted", "> - in a quote", "In a hint.", "- in a hint's list", "After."):  # fmt: skip
        assert words in begun, (words, begun, lines)
    assert [at for at, _ in part_lines(document)] == sorted(placed for placed, _ in part_lines(document))
