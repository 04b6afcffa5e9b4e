"""Getting about by keys: places, panes, history, the next item, finding, and what never moves the cursor."""

from __future__ import annotations

import asyncio

import pytest

from docdeck.deck.screens.base import REST_SECONDS
from docdeck.deck.widgets.composer import Composer
from docdeck.deck.widgets.sheet import Sheet
from docdeck.text import safe
from tests.deck.company import Clock, Company, Deck, deck_over

PLACES = {
    "1": ("Inbox", "TO REVIEW"),
    "2": ("Change requests", "Rewrite webhooks"),
    "3": ("Threads", "And this?"),
    "4": ("Sites", "▸ Acme"),
    "5": ("Spaces", "▸ Acme"),
    "6": ("Organizations", "▸ Acme"),
}


@pytest.mark.parametrize("key", list(PLACES))
async def test_each_place_opens_by_its_number_and_says_where_it_is(deck: Deck, key: str) -> None:
    title, inside = PLACES[key]
    await deck.press(key)
    await deck.until(lambda: deck.shows(f"▪{title}", inside, "live, 0 s"))
    assert deck.app.who == "Mira Koch"


async def test_a_place_opened_before_the_first_paint_is_read_all_the_same(company: Company, clock: Clock) -> None:
    async with deck_over(company, clock) as deck:
        deck.app.do_place_spaces()
        await deck.until(lambda: deck.shows("▪Spaces", "▸ Acme"))


async def requests(deck: Deck) -> None:
    """The list of change requests, three rows."""
    await deck.open("place_change_requests")
    await deck.until(lambda: deck.shows("▪Change requests", "My own words") and deck.cursor)


async def test_keys_move_the_cursor_and_stop_at_both_ends(deck: Deck) -> None:
    await requests(deck)
    rows = [each.id for each in deck.screen._source.rows]
    assert len(rows) == 3
    seen = []
    for key in ("j", "j", "down", "k", "g", "G", "home", "end", "ctrl+u", "ctrl+d", "pageup", "pagedown", "up"):
        await deck.press(key)
        seen.append(rows.index(deck.cursor or ""))
    assert seen == [1, 2, 2, 1, 0, 2, 0, 2, 0, 2, 0, 2, 1]


async def test_tab_goes_round_the_panes_and_back(deck: Deck) -> None:
    await requests(deck)
    first = deck.app.focused
    await deck.press("tab")
    assert deck.app.focused is not first
    await deck.press("tab")
    assert deck.app.focused is first
    await deck.press("shift+tab")
    assert deck.app.focused is not first


async def test_where_one_pane_fits_tab_turns_to_the_hidden_ones(company: Company, clock: Clock) -> None:
    async with deck_over(company, clock, size=(80, 24)) as deck:
        await deck.live()
        deck.app.open_change_request(company.world.space, company["request"], "Request")
        await deck.until(lambda: deck.shows("signature in the header"))
        seen = []
        for _ in range(3):
            seen.append(next(name for name in ("Threads", "Pages", "Webhooks") if f"▪{name}" in deck.text))
            await deck.press("tab")
        assert sorted(seen) == ["Pages", "Threads", "Webhooks"]


async def test_the_next_item_of_the_list_opens_without_going_back(deck: Deck) -> None:
    await requests(deck)
    await deck.press("g", "enter")
    await deck.until(lambda: deck.shows("#1 Rewrite webhooks"))
    await deck.press("J")
    await deck.until(lambda: deck.shows("#2 Second thoughts"))
    await deck.press("K")
    await deck.until(lambda: deck.shows("#1 Rewrite webhooks"))
    await deck.press("K")
    await deck.until(lambda: deck.shows("That was the first of the list."))
    await deck.press("J", "J", "J")
    await deck.until(lambda: deck.shows("That was the last of the list."))


async def test_history_goes_back_and_forward_with_cursor_and_filter(deck: Deck) -> None:
    await requests(deck)
    await deck.press("slash", *"words", "enter")
    await deck.until(lambda: deck.shows("/words", "My own words") and not deck.shows("Second thoughts"))
    cursor = deck.cursor
    await deck.press("5")
    await deck.until(lambda: deck.shows("▪Spaces", "▸ Acme"))
    await deck.press("<")
    await deck.until(lambda: deck.shows("▪Change requests", "/words"))
    assert deck.cursor == cursor
    await deck.press(">")
    await deck.until(lambda: deck.shows("▪Spaces"))
    await deck.press("-")
    await deck.until(lambda: deck.shows("▪Change requests"))
    await deck.press("-")
    await deck.until(lambda: deck.shows("▪Spaces"))
    await deck.press("escape", "escape", "escape", "escape")
    await deck.until(lambda: deck.shows("▪Inbox", "This is the first view. q quits."))
    assert not deck.app._exit


async def test_sorting_keeps_the_row_under_the_cursor(deck: Deck) -> None:
    await requests(deck)
    await deck.press("g")
    cursor, orders = deck.cursor, []
    for _ in range(5):
        await deck.press("s")
        orders.append(deck.screen.order)
        assert deck.cursor == cursor
        if deck.screen.order == "subject":
            subjects = [each.subject for each in deck.screen._source.rows]
            assert subjects == sorted(subjects, key=str.casefold)
            await deck.press("S")
            assert [each.subject for each in deck.screen._source.rows] == subjects[::-1]
            assert deck.shows("sorted by subject reversed")
    assert sorted(orders) == ["created", "number", "subject", "threads", "updated"]


async def test_a_status_is_picked_from_a_list(deck: Deck) -> None:
    await requests(deck)
    await deck.press("f")
    await deck.until(lambda: deck.shows("Show change requests by", "status: merged"))
    await deck.press(*"merged", "enter")
    await deck.until(lambda: deck.shows("No change request is merged here."))


async def test_details_show_ids_and_the_request_log_every_call(deck: Deck) -> None:
    await requests(deck)
    await deck.press("g")
    await deck.until(lambda: deck.screen.target is not None)
    await deck.press("i")
    await deck.until(lambda: deck.shows("IDS", deck.company["request"], "[ Close ] enter"))
    assert not deck.shows("Cancel")
    await deck.press("escape", "L")
    await deck.until(lambda: deck.shows("▪Request log", "/v1/orgs", "calls", "copy as curl"))
    (path, *_) = [each.path for each in deck.app.session.platform.log if "/comments" in each.path]
    await deck.press("slash", *path, "enter")
    await deck.until(lambda: not deck.screen.filtering)
    for key in ("enter", "i"):
        await deck.press(key)
        await deck.until(lambda: deck.shows("ANSWER", "Status", "200"))
        words = "".join("".join(text for text, _ in line) for line in deck.app.screen._lines)
        assert path in words
        await deck.press("escape")
        await deck.until(lambda: deck.shows("▪Request log"))


async def test_keys_on_a_request_that_is_not_read_yet_say_so(deck: Deck) -> None:
    await requests(deck)
    await deck.until(lambda: deck.screen.target is not None)
    deck.way.rule(r"GET /v1/spaces/[^/]+/change-requests/[^/?]+$", asyncio.Event())
    await deck.press("j")
    await deck.until(lambda: deck.screen.target is None)
    for key in ("y", "Y", "o", "i"):
        await deck.press(key)
        await deck.until(lambda: deck.shows("Still reading this change request."))
        deck.screen.status.clear()
        assert deck.app.view is deck.screen


async def test_opening_an_address_asks_with_its_host_first(deck: Deck, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    monkeypatch.setattr(type(deck.app), "open_url", lambda app, url, *, new_tab=True: opened.append(url))
    await requests(deck)
    await deck.until(lambda: deck.screen.target is not None)
    await deck.press("o")
    await deck.until(lambda: isinstance(deck.app.screen, Sheet) and deck.shows("Host: service.test"))
    await deck.press("escape")
    assert opened == []


async def test_copying_waits_for_the_address_of_the_row_and_never_takes_another(
    deck: Deck, monkeypatch: pytest.MonkeyPatch
) -> None:
    copied: list[str] = []
    monkeypatch.setattr(type(deck.app), "copy_to_clipboard", lambda app, text: copied.append(text))
    acme, globex = deck.company.world.organization, deck.company.world.small
    await deck.open("place_spaces")
    await deck.until(lambda: deck.shows("▸ Acme") and deck.screen.details() is not None)
    await deck.press("y")
    answer = asyncio.Event()
    deck.way.rule(rf"GET /v1/orgs/{globex}$", answer)
    await deck.press("j", "y")
    await deck.until(lambda: deck.shows("Reading what is under the cursor") and deck.way.count(rf"/orgs/{globex}$"))
    assert [acme in each for each in copied] == [True]
    answer.set()
    await deck.until(lambda: len(copied) == 2)
    assert globex in copied[1]


async def test_the_copy_menu_offers_all_that_is_known(deck: Deck, monkeypatch: pytest.MonkeyPatch) -> None:
    copied: list[str] = []
    monkeypatch.setattr(type(deck.app), "copy_to_clipboard", lambda app, text: copied.append(text))
    acme = deck.company.world.organization
    await deck.open("place_spaces")
    await deck.until(lambda: deck.shows("▸ Acme") and deck.screen.details() is not None)
    await deck.press("Y")
    await deck.until(lambda: deck.shows("Address", "Markdown link", "Title", "Id"))
    await deck.press(*"markdown", "enter")
    await deck.until(lambda: len(copied) == 1)
    assert copied[0].startswith("[Acme](http")
    assert copied[0].endswith(f"{acme})")
    await deck.press("Y")
    await deck.until(lambda: deck.shows("Markdown link"))
    await deck.press("escape")
    assert len(copied) == 1


@pytest.mark.parametrize(
    ("on", "back"), [(["k", "j"], []), (["slash"], ["escape"])], ids=["the cursor moved", "a field took the keys"]
)
async def test_what_a_key_waits_for_is_dropped_when_the_reader_goes_on(
    deck: Deck, on: list[str], back: list[str]
) -> None:
    globex = deck.company.world.small
    await deck.open("place_spaces")
    await deck.until(lambda: deck.shows("▸ Acme") and deck.screen.details() is not None)
    answer = asyncio.Event()
    deck.way.rule(rf"GET /v1/orgs/{globex}$", answer)
    await deck.press("j", "i")
    await deck.until(lambda: deck.way.count(rf"/orgs/{globex}$"))
    await deck.press(*on)
    answer.set()
    await deck.until(lambda: deck.screen.details() is not None and deck.screen.details().title == "Globex")
    assert not isinstance(deck.app.screen, Sheet)
    assert not deck.shows("Reading what is under the cursor")
    await deck.press(*back)
    await deck.until(lambda: deck.screen.main_view.has_focus)
    await deck.press("i")
    await deck.until(lambda: isinstance(deck.app.screen, Sheet) and deck.shows("ACCESS"))


async def test_a_key_whose_facts_cannot_be_read_says_why_and_asks_again(deck: Deck) -> None:
    globex = deck.company.world.small
    await deck.open("place_spaces")
    await deck.until(lambda: deck.shows("▸ Acme") and deck.screen.details() is not None)
    deck.way.rule(rf"GET /v1/orgs/{globex}$", 403)
    await deck.press("j", "i")
    await deck.until(lambda: "view_content" in deck.screen.status.text)
    deck.way.rules.clear()
    await deck.press("i")
    await deck.until(lambda: isinstance(deck.app.screen, Sheet) and deck.shows("ACCESS"))


async def test_the_preview_turns_below_in_every_list_and_back(deck: Deck) -> None:
    await deck.until(lambda: deck.screen.preview.region.x > deck.screen.rows.region.x)
    await deck.press("p", "P")
    below = deck.screen
    await deck.until(lambda: below.preview.region.y > below.rows.region.y)
    assert below.preview.region.x == below.rows.region.x
    assert below.preview.region.width == below.rows.region.width == deck.app.size.width
    await deck.open("place_sites")
    await deck.until(lambda: deck.screen.details_pane.region.y > deck.screen.tree_pane.region.y)
    await deck.press("P")
    await deck.until(lambda: deck.screen.details_pane.region.x > deck.screen.tree_pane.region.x)
    await deck.open("place_inbox")
    await deck.until(lambda: below.preview.region.x > below.rows.region.x)
    await deck.pilot.resize_terminal(80, 24)
    await deck.press("P")
    await deck.until(lambda: deck.shows("one pane here"))


async def test_finding_in_a_page_goes_from_match_to_match(deck: Deck) -> None:
    deck.app.open_page(deck.company["guide"], "start" + "0" * 15, "Start")
    await deck.until(lambda: deck.shows("▪Start", "beta alpha", "Two"))
    await deck.press("slash", *"alpha", "enter")
    lines = deck.screen.page.lines
    first = deck.cursor
    assert first is not None
    assert "alpha" in lines[int(first)][0]
    await deck.press("n")
    assert deck.cursor != first
    assert "alpha" in lines[int(deck.cursor or "")][0]
    await deck.press("N")
    assert deck.cursor == first


async def test_the_contents_of_a_page_lead_to_its_headings_and_links(deck: Deck) -> None:
    deck.app.open_page(deck.company["guide"], "start" + "0" * 15, "Start")
    await deck.until(lambda: deck.shows("▪Start", "LINKS", "the site"))
    await deck.press("tab", "j", "enter")
    assert deck.screen.page.lines[int(deck.screen.text_pane.view.cursor_key)][0] == "## Two"
    await deck.press("tab", "G", "y")
    await deck.until(lambda: deck.shows("https://docs.acme.example/x"))


async def test_help_and_commands_run_what_is_chosen(deck: Deck) -> None:
    await deck.press("?")
    await deck.until(lambda: deck.shows("Keys of this place"))
    await deck.press("escape", ":")
    await deck.until(lambda: deck.shows("Every command"))
    await deck.press(*"Organizations", "enter")
    await deck.until(lambda: deck.shows("▪Organizations"))


def footer(deck: Deck) -> str:
    """The last row of the screen."""
    return deck.text.splitlines()[-1].strip()


async def test_the_footer_shows_the_keys_of_the_field_that_is_written_in(deck: Deck) -> None:
    await requests(deck)
    await deck.until(lambda: deck.screen.target is not None)
    before = footer(deck)
    for key, hints in (
        ("/", "enter keep  up move  down move  esc as before"),
        ("e", "enter send  esc leave, draft kept"),
        ("C", "ctrl+s send  ctrl+o editor  esc leave, draft kept"),
    ):
        await deck.press(key)
        await deck.until(lambda hints=hints: footer(deck) == hints)
        await deck.press("escape")
        await deck.until(lambda: footer(deck) == before)
    deck.app.open_change_request(deck.company.world.space, deck.company["request"], safe("Request"))
    await deck.live()
    before = footer(deck)
    await deck.press("C")
    held = "ctrl+s send  ctrl+t hold for one review  ctrl+g suggest  ctrl+o editor  esc leave, draft kept"
    await deck.until(lambda: footer(deck) == held)
    await deck.press("escape")
    await deck.until(lambda: footer(deck) == before)


async def test_what_is_typed_into_the_filter_line_leaves_its_keys_in_the_footer(deck: Deck) -> None:
    await requests(deck)
    await deck.press("/", *"own")
    await deck.until(lambda: deck.shows("1", "My own words") and not deck.shows("Second thoughts"))
    assert footer(deck) == "enter keep  up move  down move  esc as before"
    await deck.press("enter")
    await deck.until(lambda: "? help" in footer(deck))


async def test_leaving_a_composer_keeps_the_draft_and_so_does_quitting(own_deck: Deck) -> None:
    deck = own_deck
    await requests(deck)
    await deck.until(lambda: deck.screen.target is not None)
    await deck.press("C")
    await deck.until(lambda: any(composer.has_focus_within for composer in deck.screen.query(Composer)))
    await deck.press(*"halfdone")
    kept = deck.app.session.desk.drafts if deck.app.session is not None else None
    assert kept is not None
    assert [draft.text for draft in kept.all()] == ["halfdone"]
    await deck.press("ctrl+r")  # in a field this reads nothing and moves nothing
    await deck.press("escape")
    await deck.until(lambda: not deck.screen.query(Composer))
    assert deck.shows("The draft is kept")
    await deck.press("C")
    await deck.until(lambda: deck.shows("halfdone") and any(c.has_focus_within for c in deck.screen.query(Composer)))
    await deck.press("end")
    deck.screen.do_refresh()
    await deck.until(lambda: deck.screen.shown.state == "live")
    await deck.press("x")
    assert [draft.text for draft in kept.all()] == ["halfdonex"]
    await deck.press("escape", "q")
    assert [draft.text for draft in kept.all()] == ["halfdonex"]


@pytest.mark.parametrize("place", ["place_inbox", "place_change_requests", "place_threads", "place_spaces"])
async def test_a_refresh_never_moves_the_cursor(deck: Deck, place: str) -> None:
    await deck.open(place)
    await deck.live()
    await deck.press("G")
    cursor = deck.cursor
    asked = len(deck.way.asked)
    assert cursor is not None
    await deck.press("ctrl+r")
    await deck.until(lambda: len(deck.way.asked) > asked and deck.screen.shown.state == "live")
    assert deck.cursor == cursor


async def test_ten_quick_moves_read_the_details_of_one_row(deck: Deck) -> None:
    await deck.open("place_organizations")
    await deck.until(lambda: deck.shows("▸ Acme"))
    await deck.press("l")
    await deck.until(lambda: deck.shows("▸ Members"))
    await deck.press("j", "l")
    await deck.until(lambda: deck.shows("Rea Der") and deck.screen.details() is not None)
    before = deck.way.count(r"/members/[^/]+/spaces")
    for _ in range(5):
        deck.screen.do_move_down()
        deck.screen.do_move_up()
        await asyncio.sleep(REST_SECONDS / 4)  # time passes between the moves of a held key
    deck.screen.do_move_down()
    await deck.until(lambda: deck.screen.details() is not None)
    assert deck.way.count(r"/members/[^/]+/spaces") - before <= 1
