"""What each Markdown construct becomes, and what each type of the platform is written as."""

from __future__ import annotations

import time
from typing import Any

import pytest

from docdeck.models.base import Document, RichBody
from docdeck.models.rich_text import body_markdown, from_markdown, to_lines, to_markdown, to_plain
from tests.models.rich_text.documents import BLOCK_TYPES, INNER_TYPES, MARKS

Node = dict[str, Any]

SETTLED = [
    "# One\n\n## Two\n\n### Three",
    "Plain with **bold**, _italic_, ~~gone~~, `code` and ``a ` tick``.",
    "A [link](https://e.example/a?b=1&c=2), <https://auto.example> and [a page](page:p1?space=s1).",
    "Hard\\\nbreak",
    "- a\n- b\n  - deep\n    1. one\n    2. two\n- c",
    "3. three\n4. four",
    "- [ ] open\n- [x] done",
    "- a\n\n+ another list",
    "> quoted\n>\n> > twice",
    '```py title="main.py"\nprint("`")\n\n    x\n```',
    "````\n```\n````",
    "| A | B |\n| --- | :---: |\n| 1 \\| 2 | **x**<br>`y\\|z` |",
    '{% hint style="warning" %}\nCareful.\n\n- now\n{% endhint %}',
    '![alt](https://e.example/i.png "caption")',
    "![a](https://e.example/1)\n![b](asset:f1)",
    "Text with ![inline](https://e.example/i.png) image",
    "---",
    "$$\na^2 + b^2\n$$",
    "Inline $$x_1$$ formula",
    '{% tabs %}\n{% tab title="One" %}\n1\n{% endtab %}\n\n{% tab title="Two" %}\n2\n{% endtab %}\n{% endtabs %}',
    "{% stepper %}\n{% step %}\n# Go\n{% endstep %}\n{% endstepper %}",
    '{% expandable title="More \\"of\\" it" %}\nhidden\n{% endexpandable %}',
    '{% embed url="https://video.example/1" %}',
    "H<sub>2</sub>O, x<sup>2</sup>, <kbd>ctrl</kbd>",
    'in<strong>(word)</strong>side and <mark style="color:red;background-color:default">red</mark>',
    "snake_case, 2 * 3, a < b, AT&T, 5$, ~5, C:\\temp, [1]",
    "\\# not a heading\\\n1\\. not a list\\\n\\> not a quote",
    "\\*not emphasis\\* \\[not a link\\](x) \\`not code\\` \\{% no tag %}",
    '{% newer-block mood="sunny" %}\nwith words\n{% endnewer-block %}',
]


@pytest.mark.parametrize("text", SETTLED)
def test_settled_markdown_stays_as_it_is(text: str) -> None:
    assert to_markdown(from_markdown(text)) == text


@pytest.mark.parametrize(
    ("typed", "settled"),
    [
        ("Title\n=====", "# Title"),
        ("*a* __b__", "_a_ **b**"),
        ("* a\n* b", "- a\n- b"),
        ("a\nb", "a b"),
        ("a  \nb", "a\\\nb"),
        ("~~~js\nx\n~~~", "```js\nx\n```"),
        ("    indented", "```\nindented\n```"),
        ("<script>alert(1)</script>", "\\<script>alert(1)\\</script>"),
        ("[x](javascript:alert(1))", "[x](<javascript:alert(1)>)"),
        ("#### Four", "### Four"),
        ("| a |\n|---|\n| b", "| a |\n| --- |\n| b |"),
        ("{% details title=\"T\" %}\nx\n{% enddetails %}", '{% expandable title="T" %}\nx\n{% endexpandable %}'),
        ('{% code title="a.py" %}\n```py\nx\n```\n{% endcode %}', '```py title="a.py"\nx\n```'),
        ("{% hint style=\"info\" %}\nnever closed", '\\{% hint style="info" %} never closed'),
    ],
)  # fmt: skip
def test_other_spellings_settle(typed: str, settled: str) -> None:
    assert to_markdown(from_markdown(typed)) == settled


def text(words: str, *marks: str) -> Node:
    return {
        "object": "text",
        "leaves": [{"text": words, "marks": [{"object": "mark", "type": name} for name in marks]}],
    }


def test_the_platform_shapes_of_a_parsed_page() -> None:
    document = from_markdown(
        '- [x] done\n\n5. five\n\n| A |\n| --: |\n| *x* |\n\n![alt](https://i.example/1 "cap")\n\n[t](page:p1)'
    )
    tasks, ordered, table, images, paragraph = document.nodes
    assert (tasks["type"], tasks["nodes"][0]["data"]) == ("list-tasks", {"checked": True})
    assert (ordered["type"], ordered["data"]) == ("list-ordered", {"start": 5})
    (column,) = table["data"]["definition"].values()
    assert (column["title"], column["type"], column["textAlignment"]) == ("A", "text", "right")
    assert table["data"]["view"] == {"type": "grid", "columns": [column["id"]], "hideHeader": False}
    (record,) = table["data"]["records"].values()
    assert table["fragments"][0]["fragment"] == record["values"][column["id"]]
    image = images["nodes"][0]
    assert image["data"] == {"ref": {"kind": "url", "url": "https://i.example/1"}, "alt": "alt"}
    assert image["fragments"][0]["fragment"] == "caption"
    assert paragraph["nodes"][0]["data"]["ref"] == {"kind": "page", "page": "p1"}
    assert document.object == "document"


@pytest.mark.parametrize("kind", [*BLOCK_TYPES, *INNER_TYPES, "novelty", "Odd Name", "end", "tab"])
def test_every_block_type_keeps_the_words_inside(kind: str) -> None:
    paragraph = {"object": "block", "type": "paragraph", "nodes": [text("inmost words")]}
    nodes = [text("inmost words")] if kind in ("paragraph", "heading-1", "heading-2", "heading-3") else [paragraph]
    fragments = [{"object": "fragment", "fragment": "expandable-body", "nodes": [paragraph]}]
    for node in ({"type": kind, "nodes": nodes}, {"type": kind, "fragments": fragments}):
        written = to_markdown(Document(nodes=[{"object": "block", "key": "k", **node}]))
        assert "inmost words" in written
        assert "inmost words" in to_plain(from_markdown(written))


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ({"type": "emoji", "data": {"code": "1f600"}}, "\U0001f600"),
        ({"type": "icon", "data": {"icon": "bolt"}}, ":bolt:"),
        ({"type": "expression", "data": {"expression": "space.name"}}, "{{ space.name }}"),
        ({"type": "inline-math", "data": {"formula": "x^2"}}, "$$x^2$$"),
        ({"type": "inline-image", "data": {"alt": "a", "ref": {"kind": "file", "file": "f"}}}, "![a](asset:f)"),
        ({"type": "mention", "data": {"ref": {"kind": "user", "user": "u1"}}}, "@u1"),
        ({"type": "button", "data": {"label": "Go", "ref": {"kind": "url", "url": "https://e"}}}, "[Go](https://e)"),
        ({"type": "link", "nodes": [text("t")], "data": {"ref": {"kind": "space", "space": "s"}}}, "[t](space:s)"),
        ({"type": "annotation", "nodes": [text("term")], "fragments": [{"nodes": [text("note")]}]}, "term^[note]"),
        ({"type": "sparkle", "nodes": [text("inner")]}, "inner"),
    ],
    ids=lambda value: value["type"] if isinstance(value, dict) else "",
)
def test_every_inline_type_is_written(data: Node, words: str) -> None:
    paragraph = {"type": "paragraph", "nodes": [text("before "), {"object": "inline", **data}, text(" after")]}
    assert to_markdown(Document(nodes=[paragraph])) == f"before {words} after"


@pytest.mark.parametrize("name", [*MARKS, "sparkling"])
def test_every_mark_comes_back(name: str) -> None:
    mark: Node = {"object": "mark", "type": name}
    if name == "color":
        mark["data"] = {"text": "$primary", "background": "green"}
    leaf = {"object": "leaf", "text": "words", "marks": [mark]}
    again = from_markdown(to_markdown(Document(nodes=[{"type": "paragraph", "nodes": [{"leaves": [leaf]}]}])))
    assert again.nodes[0]["nodes"][0]["leaves"] == [leaf if name != "sparkling" else {**leaf, "marks": []}]


def nested(kind: str, depth: int) -> Node:
    node: Node = {"type": "paragraph", "nodes": [text("bottom")]}
    for _ in range(depth):
        node = {"type": kind, "nodes": [node], "fragments": []}
    return node


@pytest.mark.parametrize("kind", ["blockquote", "list-unordered", "list-item", "hint", "paragraph", "link", "novelty"])
def test_deep_nesting_costs_no_words_and_no_stack(kind: str) -> None:
    document = Document.model_construct(nodes=[nested(kind, 5000)], data={})
    written = to_markdown(document)
    assert "bottom" in written
    assert "bottom" in to_plain(document)
    assert "bottom" in to_plain(from_markdown(written))
    assert max(map(len, written.split("\n"))) < 500


@pytest.mark.parametrize(
    "typed",
    [
        "> " * 2000 + "bottom",
        "".join("  " * at + "- x\n" for at in range(300)) + "\n bottom",
        "![" * 400 + "bottom" + "](u)" * 400,
        "[" * 5000 + "bottom",
        "**a " * 3000 + "bottom",
        "{% hint %}\n" * 3000 + "bottom",
        "{% hint %}\n" * 300 + "bottom\n" + "{% endhint %}\n" * 300,
        "$$\n- x\n" * 2000 + "bottom",
        "`" * 3000 + " bottom",
        "<kbd>" * 3000 + "bottom" + "</kbd>" * 3000,
    ],
    ids=lambda value: value[:12],
)
def test_typed_text_of_any_shape_is_read_in_time(typed: str) -> None:
    started = time.process_time()
    once = to_markdown(from_markdown(typed))
    assert time.process_time() - started < 10
    assert "bottom" in once
    assert to_markdown(from_markdown(once)) == once


def test_a_table_of_very_many_columns_becomes_a_list() -> None:
    names = [f"c{at}" for at in range(500)]
    data = {
        "definition": {name: {"id": name, "title": f"T{name}", "type": "text"} for name in names},
        "records": {f"r{at}": {"orderIndex": str(at), "values": {names[at]: f"v{at}"}} for at in range(300)},
        "view": {"type": "grid", "columns": names},
    }
    lines = to_lines(Document(nodes=[{"type": "table", "key": "k", "data": data}]))
    assert ("- Tc7: v7", "k") in lines
    assert len(lines) == 800


def test_bodies_in_each_form() -> None:
    assert body_markdown(RichBody(markdown="*as typed*")) == "*as typed*"
    assert body_markdown(RichBody(document=from_markdown("**b**"))) == "**b**"
    assert body_markdown(RichBody()) == ""


def test_plain_text_has_no_markup() -> None:
    document = from_markdown("# A **b**\n\n- [x](https://e)\n- `c`\n\n| T |\n|---|\n| v |")
    assert to_plain(document).split("\n") == ["A b", "x", "c", "T", "v"]


@pytest.mark.parametrize("address", ["javascript:alert(1)", "vbscript:x", "file:///etc", "data:text/html,x"])
def test_an_address_of_any_kind_is_kept_as_written(address: str) -> None:
    for written in (f'![word]({address} "of [l](u)")', f"[word]({address})"):
        document = from_markdown(written)
        assert "word" in to_plain(document)
        assert "![" not in to_plain(document)
        assert to_plain(from_markdown(to_markdown(document))) == to_plain(document)


@pytest.mark.parametrize("sign", ["\r", "\r\n", "\n", "\x00"])
def test_a_title_with_any_line_break_stays_in_its_tag(sign: str) -> None:
    title = {"object": "block", "type": "paragraph", "nodes": [_words(f"&amp;{sign}0")]}
    document = Document(
        nodes=[
            {
                "object": "block",
                "type": "expandable",
                "fragments": [{"object": "fragment", "fragment": "expandable-title", "nodes": [title]}],
            }
        ]
    )
    again = from_markdown(to_markdown(document))
    assert again.nodes[0]["type"] == "expandable"
    assert "&amp;" in to_plain(again)


def _words(text: str) -> dict[str, object]:
    return {"object": "text", "leaves": [{"object": "leaf", "text": text, "marks": []}]}
