"""The space that a person means: by its id, or by its title where that names one space only."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from docdeck.api.errors import DocdeckError
from docdeck.cli.failures import WrongUse

if TYPE_CHECKING:
    from docdeck.api.platform import Platform

_ID = re.compile(r"[A-Za-z0-9_-]{16,}")
"""What looks like an id is taken for one, so that a script's call costs no list."""
LISTED_FOR = 60.0


async def space_id(platform: Platform, given: str) -> str:
    """The id of the space; what names none is handed on, for the server to say so. Raises WrongUse for several."""
    if _ID.fullmatch(given):
        return given
    from docdeck.api.operations import organizations, spaces

    try:
        found = [
            space
            for one in await platform.all_items(organizations.list_mine(), max_age=LISTED_FOR)
            for space in await platform.all_items(spaces.list_in_organization(one.id), max_age=LISTED_FOR)
        ]
    except DocdeckError:
        return given
    meant = [space.id for space in found if given in (space.id, space.title)]
    if len(meant) > 1:
        raise WrongUse(f"{len(meant)} spaces are called {given!r}.", f"Give one by its id: {', '.join(meant)}.")
    return meant[0] if meant else given
