"""The copy menu: whatever is known about what is under the cursor goes to the terminal's clipboard, one value."""

from __future__ import annotations

from typing import TYPE_CHECKING

from docdeck.deck.painters.times import exact
from docdeck.deck.screens.choosing import Choice, choose
from docdeck.text import safe, safe_line

if TYPE_CHECKING:
    from docdeck.deck.screens.base import DeckScreen
    from docdeck.workspace.details import Details


def open_copy_menu(view: DeckScreen) -> None:
    """Offer the address, a Markdown link, the title and every fact of the details panel; the chosen one is copied."""
    values = copies(view.address(), view.details())
    if not values:
        view.answer(safe("Nothing under the cursor can be copied."))
        return
    choices = [Choice(str(at), name, value) for at, (name, value) in enumerate(values)]

    def chosen(at: str) -> None:
        name, value = values[int(at)]
        view.app.copy_to_clipboard(safe_line(value))
        view.say(safe_line(f"{name}, sent to the terminal's clipboard: {value}"))

    choose(view.app, "Copy", choices, chosen)


def copies(address: str | None, details: Details | None) -> list[tuple[str, str]]:
    """What there is to copy, as names and values (raw), each value once."""
    found: list[tuple[str, str]] = []
    if address:
        found.append(("Address", address))
    if details is not None and details.title:
        found.append(("Title", details.title))
        if address:
            found.append(("Markdown link", markdown_link(details.title, address)))
    for heading, facts in details.groups if details is not None else ():
        for fact in facts:
            value = exact(fact.at) if fact.at is not None else fact.value
            found.append((f"{heading}: {fact.label}" if heading else fact.label, value))
    seen: set[str] = set()
    return [pair for pair in found if pair[1] and not (pair[1] in seen or seen.add(pair[1]))]


def markdown_link(title: str, address: str) -> str:
    """A link that reads the title as words only: its brackets and backslashes are escaped."""
    words = "".join(f"\\{sign}" if sign in "\\[]" else sign for sign in " ".join(title.split()))
    target = address.replace("<", "%3C").replace(">", "%3E").replace(" ", "%20")
    return f"[{words}](<{target}>)" if any(sign in target for sign in "()") else f"[{words}]({target})"
