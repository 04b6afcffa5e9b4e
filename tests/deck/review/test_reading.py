"""Reading a change request by keys: its forms, what was viewed, what it is compared with, and its threads in place."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace

import pytest

from docdeck.deck.screens import request_painting
from docdeck.deck.screens.change_request import ChangeRequestScreen
from docdeck.models.comments import Comment
from docdeck.service.actions.change_requests import merge
from docdeck.text import safe
from tests.deck.review.running import Deck, deck_over, text_of
from tests.workspace.asking import comments_of
from tests.workspace.world import WEBHOOKS, WEBHOOKS_AFTER, World, update_page

LONG = "\n\n".join(f"Paragraph {number} stays as it is." for number in range(12))


async def open_request(deck: Deck, world: World, request: str) -> ChangeRequestScreen:
    """Open a change request, until its first page is compared."""
    deck.app.open_change_request(world.space, request, safe("the request"))
    await deck.until(lambda: isinstance(deck.view, ChangeRequestScreen) and deck.view.form is not None, "compared")
    view = deck.view
    assert isinstance(view, ChangeRequestScreen)
    await deck.live()
    return view


async def two_pages(world: World, request: str) -> None:
    world.edit("jonas", request, update_page(world.pages["limits"], "Twenty per second."))


async def test_a_page_is_read_as_it_will_be_and_d_goes_through_the_forms(world: World, request_id: str) -> None:
    async with deck_over(world) as deck:
        await open_request(deck, world, request_id)
        shown = deck.shown("#lines")
        assert "~ Each delivery carries a SHA-1 256 signature in the header." in shown
        assert "  1. Read the raw body." in shown
        assert "- Old paragraph about secrets." in shown
        await deck.press("d")
        await deck.until(lambda: "- Each delivery carries a SHA-1 signature" in deck.shown("#lines"), "the source")
        assert deck.said == "Side by side needs 96 columns; shown as source."
        await deck.press("d")
        await deck.until(lambda: "SHA-1 256" in deck.shown("#lines"), "rendered again")
        assert deck.said == "Shown as rendered."


async def test_two_versions_stand_side_by_side_where_there_is_room(world: World, request_id: str) -> None:
    async with deck_over(world, size=(200, 50)) as deck:
        await open_request(deck, world, request_id)
        await deck.press("d")
        await deck.until(lambda: "side by side" in deck.said, "side by side")
        await deck.until(
            lambda: any("SHA-1" in row and "SHA-256" in row and "│" in row for row in rows(deck)), "beside"
        )
        await deck.press("D")
        await deck.until(lambda: "SHA-1 256" in deck.shown("#lines"), "rendered again")


async def test_threads_that_are_what_they_were_are_not_set_again(
    world: World, request_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(request_painting, "time", SimpleNamespace(time=lambda: 2_000_000_000.0))
    async with deck_over(world) as deck:
        view = await open_request(deck, world, request_id)
        before, state = view.threads_pane.view.source, view.state
        view.do_refresh()
        await deck.until(lambda: view.state is not state and view.shown.state == "live", "read again")
        assert view.threads_pane.view.source is before


def rows(deck: Deck) -> list[str]:
    return deck.shown("#lines").split("\n")


async def test_the_form_is_remembered(world: World, request_id: str) -> None:
    async with deck_over(world) as deck:
        await open_request(deck, world, request_id)
        await deck.press("D")
        await deck.until(lambda: deck.said == "Shown as source.", "source")
        await deck.press("D")
        await deck.until(lambda: deck.said == "Side by side needs 96 columns; shown as rendered.", "rendered")
        await deck.press("D")
        await deck.until(lambda: deck.said == "Shown as source.", "source again")
    async with deck_over(world) as deck:
        view = await open_request(deck, world, request_id)
        assert view.form_name == "source"
        assert "- Each delivery carries a SHA-1 signature" in deck.shown("#lines")


async def test_unchanged_blocks_are_folded_and_enter_shows_them(world: World) -> None:
    before = f"{LONG}\n\nThe end."
    world.wait(1)
    base = world.request("jonas", "Long", text=before)
    world.do(merge, "jonas", base)
    request = world.request("jonas", "Longer", text=before.replace("The end.", "The very end."))
    async with deck_over(world) as deck:
        await open_request(deck, world, request)
        assert "⋯ 10 unchanged blocks, enter shows them" in deck.shown("#lines")
        assert "Paragraph 3 " not in deck.shown("#lines")
        await deck.press("k", "k", "k", "enter")
        await deck.until(lambda: "Paragraph 3 stays" in deck.shown("#lines"), "unfolded")


async def test_changes_are_gone_through_across_pages(world: World, request_id: str) -> None:
    await two_pages(world, request_id)
    async with deck_over(world) as deck:
        view = await open_request(deck, world, request_id)
        await deck.until(lambda: len(view.rows) == 2, "both pages")
        assert view.page == world.pages["webhooks"]
        await deck.press("]")
        assert view.reading.view.cursor_key == "block 4"
        await deck.press("]")
        await deck.until(lambda: view.page == world.pages["limits"] and view.form is not None, "the other page")
        await deck.press("[")
        await deck.until(lambda: view.page == world.pages["webhooks"] and view.form is not None, "back")
        assert view.reading.view.cursor_key == "block 4", "at its last change"


async def test_threads_that_are_still_being_read_are_not_said_to_be_none(world: World, request_id: str) -> None:
    world.comment("sam", request_id, "Why so?", page=world.pages["webhooks"])
    answer = world.wire.hold[("GET", "/comments")] = asyncio.Event()
    async with deck_over(world, size=(200, 50)) as deck:
        deck.app.open_change_request(world.space, request_id, safe("the request"))
        await deck.until(lambda: isinstance(deck.view, ChangeRequestScreen) and deck.view.form is not None, "compared")
        view = deck.view
        assert (view.threads_pane._title.right, view.threads_pane.view.source.count) == ("", 0)
        assert "Reading the threads …" in text_of(view.threads_pane._state.lines[0])
        await deck.press("t")
        assert deck.said == "The threads are still being read."
        answer.set()
        await deck.until(lambda: "Why so?" in deck.shown("#thread-rows"), "the thread")
        assert view.threads_pane._title.right == "1 open"


async def test_v_marks_a_page_and_goes_on_until_it_changes(world: World, request_id: str) -> None:
    await two_pages(world, request_id)
    async with deck_over(world) as deck:
        view = await open_request(deck, world, request_id)
        await deck.until(lambda: len(view.rows) == 2, "both pages")
        await deck.press("v")
        await deck.until(lambda: view.page == world.pages["limits"], "on to the next")
        assert "✓ ~ Webhooks" in deck.shown("#page-rows")
        await deck.press("V")
        assert "Webhooks" not in deck.shown("#page-rows")
        await deck.press("V", "v")
        assert "All 2 pages are viewed." in deck.said
    world.edit("jonas", request_id, update_page(world.pages["limits"], "Thirty per second."))
    async with deck_over(world) as deck:
        view = await open_request(deck, world, request_id)
        await deck.until(lambda: view.viewed == {world.pages["webhooks"]}, "only the unchanged one")
        assert view.pages_pane._title.right.startswith("1/2 viewed")


async def test_after_a_verdict_it_opens_at_what_changed_since(world: World, request_id: str) -> None:
    world.verdict("mira", request_id, "changes-requested")
    world.edit("jonas", request_id, update_page(world.pages["limits"], "Thirty per second."))
    async with deck_over(world) as deck:
        view = await open_request(deck, world, request_id)
        await deck.until(lambda: view.base is not None and view.base.name == "my review", "since my review")
        await deck.until(lambda: view.page == world.pages["limits"] and view.form is not None, "the page that changed")
        assert [row.page for row in view.rows] == [world.pages["limits"]]
        assert "What changed since my review" in deck.said
        await deck.press("b")
        await deck.until(lambda: view.base is None and len(view.rows) == 2, "main")


async def test_what_becomes_news_while_it_is_read_takes_no_comparison_away(world: World, request_id: str) -> None:
    world.verdict("mira", request_id, "approved")
    async with deck_over(world) as deck:
        view = await open_request(deck, world, request_id)
        await deck.live()
        head = view.state.head
        world.edit("jonas", request_id, update_page(world.pages["limits"], "Thirty per second."))
        await deck.press("ctrl+r")
        await deck.until(lambda: view.state.head != head and view.shown.state == "live", "the new revision")
        await deck.until(lambda: "my review" in [base.name for base in view.bases], "a base to choose")
        await deck.until(lambda: all(each.is_finished for each in view.workers), "at rest")
        assert view.base is None
        assert "since my review" not in deck.said
        await deck.press("b")
        await deck.until(lambda: view.base is not None and view.base.name == "my review", "since my review")


async def test_b_says_when_there_is_only_main(world: World, request_id: str) -> None:
    async with deck_over(world) as deck:
        view = await open_request(deck, world, request_id)
        await deck.press("b")
        assert "Compared with main" in deck.said
        assert view.base is None


async def test_what_was_seen_last_is_a_base_when_the_request_moved_on(world: World, request_id: str) -> None:
    async with deck_over(world) as deck:
        await open_request(deck, world, request_id)
    world.edit("jonas", request_id, update_page(world.pages["limits"], "Thirty per second."))
    async with deck_over(world) as deck:
        view = await open_request(deck, world, request_id)
        assert view.base is None
        await deck.press("b")
        await deck.until(lambda: view.base is not None and view.base.name == "last seen", "since last seen")
        assert [row.page for row in view.rows] == [world.pages["limits"]]


async def node_of(deck: Deck, view: ChangeRequestScreen, words: str) -> str:
    """The node under the block with these words."""
    assert view.comparison is not None
    change = next(each for each in view.comparison.changes if each.after and words in each.after.words)
    assert change.after is not None
    assert change.after.key
    return change.after.key


async def test_a_thread_says_whether_its_block_was_edited_or_removed(world: World, request_id: str) -> None:
    async with deck_over(world) as deck:
        view = await open_request(deck, world, request_id)
        page = world.pages["webhooks"]
        edited, kept = await node_of(deck, view, "SHA-256"), await node_of(deck, view, "Read the raw")
        gone = await node_of(deck, view, "Compute")
        for node in (edited, kept, gone):
            world.comment("sam", request_id, f"About {node}", page=page, node=node)
        after = WEBHOOKS_AFTER.replace("SHA-256", "SHA-512").replace("2. Compute the HMAC.\n", "")
        world.edit("jonas", request_id, update_page(page, after))
        await deck.press("ctrl+r")
        await deck.until(lambda: len(view.addressed) == 3, "addressed")
        states = {about(thread.comment): view.addressed[thread.comment.id] for thread in view.state.threads}  # type: ignore[union-attr]
        assert (states[edited].state, states[kept].state, states[gone].state) == ("edited", "unchanged", "removed")
        assert states[gone].quote == "Compute the HMAC."
        threads = deck.shown("#thread-rows")
        assert threads.count("edited since this comment") == 1
        assert "this block was removed since" in threads
        assert "● Sam Ode: About" in deck.shown("#lines"), "and it stands at its block"


def about(comment: Comment) -> str:
    assert comment.target.node is not None
    return comment.target.node.id


async def test_resolved_threads_are_hidden_until_asked_for(world: World, request_id: str) -> None:
    comment = world.comment("sam", request_id, "Settled")
    async with deck_over(world) as deck:
        view = await open_request(deck, world, request_id)
        await deck.until(lambda: "Settled" in deck.shown("#thread-rows"), "the thread")
        await deck.press("t", "x")
        await deck.until(lambda: "1 resolved thread, V shows" in deck.shown("#thread-rows"), "hidden")
        view.focus_pane(view.threads_pane)
        await deck.press("V")
        assert "Settled" in deck.shown("#thread-rows")
        assert comment


async def test_a_comment_on_a_list_item_targets_its_own_node(world: World, request_id: str) -> None:
    async with deck_over(world) as deck:
        view = await open_request(deck, world, request_id)
        node = await node_of(deck, view, "Read the raw body")
        assert view.form is not None
        view.reading.view.move_to(view.form.key_of(node) or "")
        await deck.press("c")
        await deck.until(lambda: view.writing is not None, "the composer")
        await deck.pilot.press(*"Why")
        await deck.press("ctrl+s")
        session = deck.app.session
        assert session is not None
        await deck.until(lambda: deck.said == "Comment sent.", "sent")
        (found,) = await comments_of(session, world, request_id)
        assert about(found) == node
        await deck.until(lambda: "● Mira Koch: Why" in deck.shown("#lines"), "it stands at its item")


async def test_a_renamed_page_shows_both_titles(world: World, request_id: str) -> None:
    world.edit("jonas", request_id, update_page(world.pages["webhooks"], WEBHOOKS, title="Hooks of the web"))
    async with deck_over(world) as deck:
        await open_request(deck, world, request_id)
        head = rows(deck)[0]
        assert "Webhooks" in head
        assert "Hooks of the web" in head
        assert "The words of this page are the same on both sides." in deck.shown("#lines")


LIST = "Three steps:\n\n1. Read the body.\n2. Compute the digest of it.\n3. Compare."


async def test_another_form_keeps_the_cursor_at_its_item_of_a_list(world: World) -> None:
    world.wait(1)
    world.do(merge, "jonas", world.request("jonas", "Steps", text=LIST))
    request = world.request("jonas", "Steps again", text=LIST.replace("digest of it", "digest").replace("Three", "3"))
    async with deck_over(world) as deck:
        view = await open_request(deck, world, request)
        at_item = await item_with(view, "Compute the")
        assert at_item is not None
        world.comment("sam", request, "Which digest?", page=world.pages["webhooks"], node=at_item)
        await deck.press("ctrl+r")
        await deck.until(lambda: "Which digest?" in deck.shown("#thread-rows"), "the thread")
        await deck.press("d")
        await deck.until(lambda: "2. Compute the digest. ●1" in deck.shown("#lines"), "marked at its line")
        assert view.block[1] == at_item
        await deck.press("g", "t")
        await deck.until(lambda: view.block[1] == at_item, "at the item again")
        assert view.form is not None
        assert view.form.words_of(view.reading.view.cursor_key) == "2. Compute the digest."
        await deck.press("d")
        await deck.until(lambda: view.shown_form == "rendered" and view.block[1] == at_item, "and when rendered")


async def item_with(view: ChangeRequestScreen, words: str) -> str | None:
    """Put the reading cursor on the item with these words; its node."""
    source = view.reading.view.source
    found = next(at for at in range(source.count) if any(words in text_of(row) for row in source.lines(at, 100)))
    view.reading.view.move_to(source.key(found))
    return view.block[1]
