"""Markdown to documents and back: no word is lost, and one pass settles."""

from __future__ import annotations

from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from docdeck.models.base import Document
from docdeck.models.rich_text import from_markdown, to_lines, to_markdown, to_plain
from tests.models.rich_text.documents import Node, blocks, hostile_blocks

PIECES = [
    "*", "**", "_", "__", "~", "~~", "`", "``", "```", "[", "]", "(", ")", "](", "![", "](http://x)", "<", ">", "</",
    "<b>", "<kbd>", "</kbd>", "<strong>", "</strong>", '<mark style="color:red">', "</mark>", "<br>",
    "<http://a.b>",
    "\\", "\\\n", "\n", "\n\n", "\n\n\n", "  \n", " ", "  ", "    ", "\t", "#", "# ", "## ", "- ", "-", "+ ", "* ",
    "1. ", "2) ", "10. ", "> ", ">", "---", "===", "***", "- [ ] ", "- [x] ", "[x]", "|", "| a | b |", "|---|:-:|",
    "|-|\n",
    "```py\n", "~~~\n", '```py title="x"\n', "$$", "$", "$$\n", "$$x$$", "{% hint %}\n", '{% hint style="info" %}\n',
    "{% endhint %}\n", "{% tabs %}\n", '{% tab title="a" %}\n', "{% endtab %}\n", "{% endtabs %}\n", "{% x %}\n",
    "{% endx %}\n", "{% x /%}\n", "{% embed url=\"u\" %}\n", "{% endembed %}\n", '{% details title="t" %}\n',
    "{% endexpandable %}\n", "{% code title=\"t\" %}\n", "{% endcode %}\n",
    '{% block type="q" %}\n', "{% endblock %}\n",
    "&amp;", "&", "&#42;", "&nbsp;", "!", ":", "[a]: b\n", "[a]", "a", "b", "word", "1", ".", "\"", "'", "é", "漢",
    "😀", "\u00a0", "\u2028", "\x85", "\x0c", "\r\n", "\r", "\x00", "^[", "@", "{{ x }}", "=", "{%", "%}", "/",
]  # fmt: skip
markdown = st.lists(st.sampled_from(PIECES), max_size=40).map("".join)


def letters(text: str) -> Counter[str]:
    """Letters and digits with their counts: marks may split words, but may not lose any."""
    return Counter(sign for sign in text if sign.isalnum())


def settled(text: str) -> str:
    return to_markdown(from_markdown(text))


@settings(max_examples=400, deadline=None)
@given(markdown)
def test_markdown_settles_after_one_pass(text: str) -> None:
    once = settled(text)
    assert settled(once) == once


@settings(max_examples=150, deadline=None)
@given(st.text(max_size=200))
def test_any_text_settles_after_one_pass(text: str) -> None:
    once = settled(text)
    assert settled(once) == once


@settings(max_examples=150, deadline=None)
@given(st.text(alphabet=st.characters(codec="utf-8", categories=["L", "N", "Z"]), max_size=200))
def test_plain_words_come_back_as_they_are(text: str) -> None:
    assert letters(settled(text)) == letters(text)


@settings(max_examples=200, deadline=None)
@given(blocks())
def test_a_document_keeps_its_words_as_markdown_and_back(nodes: list[Node]) -> None:
    document = Document(nodes=nodes)
    written = to_markdown(document)
    assert letters(to_plain(document)) - letters(written) == Counter()
    again = from_markdown(written)
    assert letters(to_plain(document)) - letters(to_plain(again)) == Counter()
    once = to_markdown(again)
    assert settled(once) == once


@settings(max_examples=300, deadline=None)
@given(hostile_blocks)
def test_no_document_of_any_shape_raises(nodes: list[Node]) -> None:
    document = Document(nodes=nodes)
    written = to_markdown(document)
    assert "\n".join(line for line, _ in to_lines(document)) == written
    to_plain(document)
    from_markdown(written, document)
    once = settled(written)
    assert settled(once) == once
