"""A page as text: lines, headings, links; read stored first, then fresh."""

from __future__ import annotations

import json

from docdeck.models.content import RevisionPage
from docdeck.workspace.page_nodes import page_nodes
from docdeck.workspace.pages import Heading, Link, page_text, watch_page
from tests.workspace.test_branches import all_of, last_of
from tests.workspace.world import World


def page(markdown: str) -> RevisionPage:
    return RevisionPage.model_validate({"id": "p", "title": "P", "markdown": markdown})


def test_headings_and_links_are_found_outside_of_code() -> None:
    code = "```\n# not\n[x](y)\n```\n\n### Three\n~~~py\n```\n# no\n~~~"
    text = page_text(page(f"# One #\n\n[a](https://a.example) and [b](<c d>)\n\n{code}"))
    assert text.headings == (Heading(1, "One", 0), Heading(3, "Three", 9))
    assert text.links == (Link("a", "https://a.example", 2), Link("b", "c d", 2))


def test_a_very_long_line_of_brackets_takes_no_time() -> None:
    assert page_text(page("[" * 200_000)).links == ()


async def test_a_page_is_read_stored_first(world: World) -> None:
    session = world.session("mira")
    first = await all_of(watch_page(session, world.space, world.pages["webhooks"]))
    assert [each.freshness.state for each in first] == ["live"]
    assert ("# Webhooks", first[0].lines[0][1]) == first[0].lines[0]
    again = await all_of(watch_page(session, world.space, world.pages["webhooks"]))
    assert [each.freshness.state for each in again] == ["refreshing", "live"]


def long_page(words: str, lines: int = 2_000) -> bytes:
    nodes = [
        {"type": "paragraph", "key": f"k{at}", "nodes": [{"object": "text", "text": f"{words} {at}"}]}
        for at in range(lines)
    ]
    return json.dumps({"id": "p", "title": "P", "document": {"nodes": nodes}}).encode()


async def test_the_beginning_of_a_long_page_comes_first(world: World) -> None:
    session = world.session("mira")
    world.wire.answers[("GET", "/page/p")] = long_page("one")
    first = await all_of(watch_page(session, world.space, "p"))
    assert [(each.whole, each.freshness.state) for each in first] == [(False, "loading"), (True, "live")]
    beginning, whole = first
    assert whole.lines[: len(beginning.lines)] == beginning.lines
    assert whole.lines[-1] == ("one 1999", "k1999")
    again = await all_of(watch_page(session, world.space, "p"))
    assert [(each.whole, each.freshness.state) for each in again] == [
        (False, "refreshing"), (True, "refreshing"), (True, "live")
    ]  # fmt: skip
    assert again[2].lines is again[1].lines  # the same answer is not worked out again
    world.wire.answers[("GET", "/page/p")] = long_page("two")
    changed = await last_of(watch_page(session, world.space, "p"))
    assert changed.lines[-1] == ("two 1999", "k1999")


async def test_a_page_sent_without_its_text_is_partial(world: World) -> None:
    world.wire.answers[("GET", "/page/p")] = json.dumps({"id": "p", "title": "P"}).encode()
    found = await last_of(watch_page(world.session("mira"), world.space, "p"))
    assert found.freshness.state == "partial"
    assert found.problem == "The server sent this page without its text."


def test_pages_become_nodes_with_what_a_visitor_gets_of_them() -> None:
    tree = [
        RevisionPage.model_validate(
            {"id": "g", "title": "Group", "type": "group", "emoji": "📦", "pages": [{"id": "x", "title": "X"}]}
        ),
        RevisionPage.model_validate({"id": "h", "title": "H", "hidden": True, "condition": "visitor.a", "path": "a/h"}),
        RevisionPage.model_validate({"id": "l", "title": "L", "type": "link"}),
        RevisionPage.model_validate({"id": "c", "title": "C", "type": "computed"}),
    ]
    nodes = page_nodes("above", "space", tree)
    assert [(node.kind, node.title, node.branch, node.path, node.marks) for node in nodes] == [
        ("page_group", "📦 Group", True, "", ()),
        ("page", "H", False, "/a/h", ("hidden", "if visitor.a")),
        ("page_link", "L", False, "", ()),
        ("page", "C", False, "", ("computed",)),
    ]
    assert nodes[0].key == "above/g"
    assert nodes[0].ids == {"space": "space", "page": "g"}
