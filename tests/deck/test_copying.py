"""What the copy menu offers."""

from __future__ import annotations

import pytest

from docdeck.deck.screens.copying import copies, markdown_link
from docdeck.workspace.details import Details, facts


def test_every_value_is_offered_once_with_the_address_first() -> None:
    details = Details(
        "Guide", (("", facts(("Id", "abc"), ("App", "https://d.test/g"))), ("Dates", facts(("Number", 4))))
    )
    assert copies("https://d.test/g", details) == [
        ("Address", "https://d.test/g"),
        ("Title", "Guide"),
        ("Markdown link", "[Guide](https://d.test/g)"),
        ("Id", "abc"),
        ("Dates: Number", "4"),
    ]


def test_nothing_known_is_nothing_offered() -> None:
    assert copies(None, None) == []
    assert copies(None, Details("Guide")) == [("Title", "Guide")]


@pytest.mark.parametrize(
    ("title", "address", "link"),
    [
        ("a [b] \\", "https://d.test", "[a \\[b\\] \\\\](https://d.test)"),
        ("two\nlines", "https://d.test/(x)", "[two lines](<https://d.test/(x)>)"),
        ("t", "https://d.test/a b>", "[t](https://d.test/a%20b%3E)"),
    ],
)
def test_a_markdown_link_reads_as_its_title(title: str, address: str, link: str) -> None:
    assert markdown_link(title, address) == link
