"""Which space a name on the command line means."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from docdeck.api.errors import Offline
from docdeck.api.platform import Platform
from docdeck.cli.failures import WrongUse
from docdeck.cli.spaces import space_id

TITLES = {"9QuHIO2tX65ceAxzGDkb": "Guides", "QMB57g4SJ6oT73IMkaK9": "Help", "5znKnYxeiOe1BToMOx6C": "Help"}


class Listing:
    """Answers one organization and its spaces, and counts what is asked."""

    def __init__(self, error: Exception | None = None) -> None:
        self.asked = 0
        self._error = error

    async def all_items(self, query: Any, **_: object) -> tuple[Any, ...]:
        self.asked += 1
        if self._error is not None:
            raise self._error
        if query.path.endswith("/spaces"):
            return tuple(SimpleNamespace(id=key, title=title) for key, title in TITLES.items())
        return (SimpleNamespace(id="one", title="Acme"),)


async def meant(given: str, listing: Listing) -> str:
    return await space_id(cast("Platform", listing), given)


async def test_a_title_names_its_space_and_what_names_none_is_for_the_server() -> None:
    assert await meant("Guides", Listing()) == "9QuHIO2tX65ceAxzGDkb"
    assert await meant("nowhere", Listing()) == "nowhere"
    assert await meant("Guides", Listing(Offline("No way there."))) == "Guides"


async def test_an_id_costs_no_list() -> None:
    listing = Listing()
    assert await meant("9QuHIO2tX65ceAxzGDkb", listing) == "9QuHIO2tX65ceAxzGDkb"
    assert listing.asked == 0


async def test_a_title_of_several_spaces_is_refused_with_their_ids() -> None:
    with pytest.raises(WrongUse) as refused:
        await meant("Help", Listing())
    assert "2 spaces are called 'Help'. Give one by its id: QMB57g4SJ6oT73IMkaK9, 5znKnYxeiOe1BToMOx6C." in str(
        refused.value
    )
