"""The first words of a comment, for one row."""

from __future__ import annotations

import pytest

from docdeck.models.base import RichBody
from docdeck.models.rich_text import from_markdown
from docdeck.workspace.bodies import body_markdown, first_words


@pytest.mark.parametrize(
    ("markdown", "words"),
    [
        ("", ""),
        ("  \n\n Plain words. \n\nMore.", "Plain words."),
        ("**idea**: see [Errors](../errors.md)", "idea: see Errors"),
        ("# Heading\n\nText", "Heading"),
        ("1 < 2", "1 < 2"),
        ("[@click=app.quit]x[/]", "[@click=app.quit]x[/]"),
        ("w" * 500, "w" * 119 + "…"),
    ],
)
def test_first_words(markdown: str, words: str) -> None:
    assert first_words(RichBody(markdown=markdown)) == words
    assert first_words(RichBody(document=from_markdown(markdown))) == words


def test_a_body_of_neither_form_is_empty() -> None:
    assert (body_markdown(RichBody()), first_words(RichBody())) == ("", "")
