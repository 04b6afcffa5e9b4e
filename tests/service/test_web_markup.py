"""What may stand in a page for browsers, and where its links may lead."""

from __future__ import annotations

from docdeck.service.web.markup import Html, element, inside, leads_somewhere, listed, outside


def test_only_finished_html_is_not_escaped() -> None:
    assert element("p", "<b>", Html("<b>x</b>"), kind='"').text == '<p class="&quot;">&lt;b&gt;<b>x</b></p>'
    assert listed([]).text == ""
    assert listed(["&", "\x1b[31m\u202e"]).text == "<ul><li>&amp;</li><li>␛[31m\ufffd</li></ul>"


def test_links_inside_are_quoted_part_by_part() -> None:
    assert inside("a", "s", "x", 'b/"?#<').text == '<a href="/s/x/b/%22%3F%23%3C">a</a>'


def test_links_outside_lead_to_the_web_or_are_words() -> None:
    assert outside("go", "javascript:x") == "go"
    found = outside("go", 'https://a.test/"><b>')
    assert isinstance(found, Html)
    assert found.text.startswith('<a href="https://a.test/&quot;&gt;&lt;b&gt;" rel=')


def test_which_links_are_followed() -> None:
    good = ("https://a.test", "HTTP://a.test", "mailto:a@b.test")
    bad = (
        "javascript:x",
        " JavaScript:x",
        "java\nscript:x",
        "data:text/html,x",
        "vbscript:x",
        "file:///etc",
        "http://[",
    )
    assert all(leads_somewhere(address) for address in good)
    assert not any(leads_somewhere(address, relative=True) for address in bad)
    assert leads_somewhere("../other.md#part", relative=True)
    assert not leads_somewhere("other.md")
