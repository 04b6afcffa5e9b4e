"""Drafts where they can be found: listed, opened where they belong, read whole, and kept beside another deck's."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import httpx
import pytest

from docdeck.deck.widgets.composer import Composer
from docdeck.deck.widgets.prompt_line import PromptLine
from docdeck.workspace.desk import Desk
from tests.deck.company import Clock, Company, Deck, deck_over


@pytest.fixture
async def listing(
    own_company: Company, clock: Clock, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Deck]:
    """A deck of three panes whose desk is in the folder of the test."""
    assert Desk.__init__.__kwdefaults__ is not None
    monkeypatch.setitem(Desk.__init__.__kwdefaults__, "clock", clock)
    async with deck_over(own_company, clock, folder=tmp_path, size=(160, 40)) as made:
        await made.live()
        yield made


@pytest.fixture
def other(listing: Deck, tmp_path: Path, clock: Clock) -> Iterator[Desk]:
    """The desk as another docdeck of the same account has it open."""
    desk = Desk(tmp_path / "desk.db", "acme https://service.test", clock=clock)
    yield desk
    desk.close()


def drafts(deck: Deck) -> list[str]:
    return [draft.text for draft in deck.app.session.desk.drafts.all()]


def composer(deck: Deck) -> Composer | None:
    return next(iter(deck.screen.query(Composer)), None)


async def opened(deck: Deck, text: str) -> None:
    await deck.until(lambda: (field := composer(deck)) is not None and field.text == text)


async def test_an_empty_desk_says_so_in_words(listing: Deck) -> None:
    await listing.press("!")
    await listing.until(lambda: listing.shows("no draft lies on the desk", "Nothing waits to be sent."))
    await listing.press("enter", "y")
    assert not listing.app._exit


async def test_two_decks_on_one_draft_keep_both_and_say_so(listing: Deck, other: Desk) -> None:
    key = f"comment:{listing.company.world.space}:{listing.company['request']}:-:-"
    listing.app.open_change_request(listing.company.world.space, listing.company["request"], "Request")
    await listing.until(lambda: listing.screen.target is not None)
    await listing.press("C")
    await opened(listing, "")
    await listing.press(*"mine")
    assert other.drafts.load(key) == "mine"
    other.drafts.save(key, "mine and theirs", "Comment on all of Handbook")
    await listing.press("s")
    await listing.until(lambda: listing.shows("Another docdeck wrote in this draft"))
    await listing.press("!")
    assert sorted(drafts(listing)) == ["mine and theirs", "mines!"]
    await listing.press("escape")
    listing.clock.now += 5
    other.drafts.save(key, "theirs, newest", "Comment on all of Handbook")
    await listing.press("C")
    await opened(listing, "theirs, newest")
    assert listing.shows("More than one text is kept for this")
    assert sorted(drafts(listing)) == ["mines!", "theirs, newest"]


async def test_the_list_tells_what_each_is_about_newest_first(listing: Deck, other: Desk) -> None:
    for minutes, words in ((2, "first of all"), (1, "second thought")):
        other.drafts.save(f"comment:s:c:{minutes}:-", words, f"Comment number {minutes}")
        listing.clock.now += 60
    await listing.press("!")
    await listing.until(lambda: listing.shows("2 drafts", "1m  Comment number 1", "2m  Comment number 2"))
    assert listing.text.index("Comment number 1") < listing.text.index("Comment number 2")


async def test_the_text_of_a_place_that_cannot_be_opened_is_shown_whole_and_copied(
    listing: Deck, other: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    copied: list[str] = []
    monkeypatch.setattr(type(listing.app), "copy_to_clipboard", lambda app, text: copied.append(text))
    text = "a folder\n" + "far away " * 40 + "the end"
    other.drafts.save("record folder", "before", "Folder")
    listing.clock.now += 60
    other.drafts.save("record folder", text, "Folder")
    await listing.press("!")
    await listing.until(lambda: listing.shows("the end", "before", "1 earlier text"))
    await listing.press("y")
    assert copied == [text]
    await listing.press("enter", "G", "y")
    assert copied == [text, "before"]


async def test_what_was_sent_or_emptied_can_still_be_read(listing: Deck, other: Desk) -> None:
    other.drafts.save("subject:s:c", "some subject", "Subject of Handbook #1")
    other.drafts.discard("subject:s:c", sent="some subject")
    await listing.press("!")
    await listing.until(lambda: listing.shows("SENT OR EMPTIED", "Subject of Handbook #1", "was sent", "some subject"))
    await listing.press("enter")
    await listing.until(lambda: listing.shows("The whole text; y copies it."))


def keys(company: Company) -> dict[str, str]:
    """A draft of each kind on what the company has."""
    world, request = company.world, company["request"]
    here = f"{world.space}:{request}"
    return {
        "comment": f"comment:{here}:{world.pages['webhooks']}:-",
        "reply": f"reply:{here}:{company['comment']}",
        "review": f"review:{here}:changes-requested",
        "description": f"description:{here}",
        "page": f"comment:{company['guide']}::{'start' + '0' * 15}:-",
        "space": f"comment:{world.space}::-:-",
    }


@pytest.mark.parametrize("kind", ["comment", "reply", "review", "description", "page", "space"])
async def test_enter_opens_the_place_with_the_composer(listing: Deck, other: Desk, kind: str) -> None:
    key = keys(listing.company)[kind]
    other.drafts.save(key, "half a sentence", "Comment on all of Handbook")
    await listing.press("!")
    await listing.until(lambda: listing.shows("half a sentence"))
    await listing.press("enter")
    await opened(listing, "half a sentence")
    assert listing.screen.writing.draft == key
    await listing.press("!")
    assert drafts(listing) == ["half a sentence!"]


async def test_enter_opens_other_words_for_ones_own_comment(listing: Deck, other: Desk) -> None:
    world, request = listing.company.world, listing.company["request"]
    own = world.comment("mira", request, "My first words.")
    other.drafts.save(f"edit:{world.space}:{request}:{own}", "better words", "Edit your words")
    await listing.press("!")
    await listing.until(lambda: listing.shows("better words"))
    await listing.press("enter")
    await opened(listing, "better words")
    assert listing.screen.writing.initial == "My first words."


async def test_what_waits_stands_before_the_drafts_and_leads_to_them(listing: Deck, other: Desk) -> None:
    from docdeck.workspace import acts

    world, session = listing.company.world, listing.app.session
    other.drafts.save("record folder", "~/somewhere/far", "Folder")
    session.outbox.delay = 3600.0
    session.outbox.hold([acts.comment(acts.Where(world.space, listing.company["request"], "Handbook #1"), "Later.")])
    await listing.press("!")
    await listing.until(lambda: listing.shows("Not sent: 1", "Later."))
    await listing.press("l")
    await listing.until(lambda: listing.shows("~/somewhere/far", "1 draft"))
    assert [each.text for each in session.outbox.waiting] == ["Later."]


@pytest.mark.parametrize("kind", ["subject", "new"])
async def test_enter_opens_the_field_of_one_line(listing: Deck, other: Desk, kind: str) -> None:
    world = listing.company.world
    key = f"new:{world.space}" if kind == "new" else f"subject:{world.space}:{listing.company['request']}"
    other.drafts.save(key, "a better subject", "New change request in Handbook: its subject")
    await listing.press("!")
    await listing.until(lambda: listing.shows("a better subject"))
    await listing.press("enter")
    await listing.until(lambda: listing.screen.query(PromptLine))
    assert listing.screen.writing.draft == key
    await listing.until(lambda: listing.shows("a better subject"))
    await listing.until(lambda: listing.screen.query_one("#line", PromptLine).field.has_focus)
    await listing.press("ctrl+s")  # as in a composer
    await listing.until(lambda: listing.screen.writing is None)


async def test_enter_on_the_older_of_two_takes_just_that_one(listing: Deck, other: Desk) -> None:
    key = f"comment:{listing.company.world.space}:{listing.company['request']}:-:-"
    other.drafts.save(key, "older words", "Comment on all of Handbook")
    listing.clock.now += 60
    listing.app.session.desk.drafts.save(key, "newer words", "Comment on all of Handbook")
    await listing.press("!")
    await listing.until(lambda: listing.shows("2 drafts"))
    await listing.press("G", "enter")
    await opened(listing, "older words")
    await listing.press("!")
    assert sorted(drafts(listing)) == ["newer words", "older words!"]


async def test_a_thread_that_is_gone_leaves_the_text_in_the_list(listing: Deck, other: Desk) -> None:
    here = f"{listing.company.world.space}:{listing.company['request']}"
    other.drafts.save(f"reply:{here}:{'0' * 20}", "to nobody", "Reply: Sam")
    await listing.press("!")
    await listing.until(lambda: listing.shows("to nobody"))
    await listing.press("enter")
    await listing.until(lambda: listing.shows("is not there any more"))
    assert composer(listing) is None
    assert drafts(listing) == ["to nobody"]


async def test_one_pane_shows_the_text_after_enter_and_goes_back(
    own_company: Company, clock: Clock, tmp_path: Path
) -> None:
    async with deck_over(own_company, clock, folder=tmp_path, size=(80, 24)) as deck:
        await deck.live()
        deck.app.session.desk.drafts.save("record folder", "~/somewhere/far", "Folder")
        await deck.press("!")
        await deck.until(lambda: deck.shows("Folder"))
        await deck.press("enter")
        await deck.until(lambda: deck.shows("~/somewhere/far", "saved"))
        await deck.press("escape")
        await deck.until(lambda: not deck.shows("saved "))


async def test_that_a_text_is_held_is_said_before_what_else_failed(listing: Deck) -> None:
    await listing.until(lambda: listing.screen.target is not None)
    listing.way.rule(r"/v1/", httpx.ConnectError)
    await listing.press("ctrl+r")
    await listing.until(lambda: listing.shows("could not be reached"))
    await listing.press("C")
    await opened(listing, "")
    await listing.press(*"dark", "ctrl+s")
    await listing.until(lambda: listing.shows("held until the server is back", "more, j"))
    assert [entry.text for entry in listing.app.session.outbox.entries] == ["dark"]
    await listing.press("j")
    await listing.until(lambda: listing.shows("could not be reached") and not listing.shows("held until"))
