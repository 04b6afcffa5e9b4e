"""Comments on a space from the deck: from a page that is read, and in the threads of the space."""

from __future__ import annotations

from docdeck.api.operations import comments as calls
from docdeck.models.comments import Comment
from docdeck.text import Safe
from docdeck.workspace import acts
from docdeck.workspace.acts import Where
from tests.deck.review.running import Deck, deck_over
from tests.workspace.world import World


async def on_space(deck: Deck, world: World) -> list[Comment]:
    session = deck.app.session
    assert session is not None
    return list(await session.platform.all_items(calls.list_in_space(world.space, order="asc"), max_age=-1))


async def test_c_on_a_page_comments_on_its_block(world: World) -> None:
    async with deck_over(world) as deck:
        deck.app.open_page(world.space, world.pages["webhooks"], Safe("Webhooks"))
        await deck.live()
        view = deck.view
        at = next(at for at, (line, _) in enumerate(view.page.lines) if line.startswith("Each delivery"))
        view.text_pane.view.move_to(str(at))
        await deck.press("c")
        await deck.until(lambda: view.query("#composer"), "a composer")
        await deck.press(*"Which")
        await deck.press("ctrl+s")
        await deck.until(lambda: deck.said == "Comment sent.", "sent")
        (found,) = await on_space(deck, world)
        assert (found.body.markdown, found.target.page and found.target.page.id) == ("Which", world.pages["webhooks"])
        assert found.target.node is not None
        assert found.target.node.id == view.page.lines[at][1]


async def test_threads_of_a_space_are_answered_resolved_and_reopened(world: World) -> None:
    other = world.session("jonas")
    where = Where(world.space, "", "Handbook")
    asked = (await other.writes.submit(acts.comment(where, "Is it so?", page=world.pages["limits"]))).value
    async with deck_over(world) as deck:
        deck.app.open_threads(world.space, "Handbook")
        await deck.until(lambda: "Is it so?" in deck.shown("#rows"), "the thread")
        await deck.press("R")
        await deck.until(lambda: deck.view.query("#composer"), "a composer")
        await deck.press(*"Yes")
        await deck.press("ctrl+s")
        await deck.until(lambda: deck.said == "Thread resolved.", "resolved")
        (found,) = await on_space(deck, world)
        assert (found.id, found.status, found.replies) == (asked.id, "resolved", 1)
        await deck.until(lambda: deck.view.thread is not None and deck.view.thread.resolved, "shown resolved")
        await deck.press("X")
        await deck.until(lambda: deck.said == "Thread reopened.", "reopened")
        await deck.press("C")
        await deck.until(lambda: deck.view.query("#composer"), "a composer")
        await deck.press(*"All")
        await deck.press("ctrl+s")
        await deck.until(lambda: deck.said == "Comment sent.", "sent")
        assert {(one.status, one.target.page is None) for one in await on_space(deck, world)} == {
            ("open", False),
            ("open", True),
        }


async def test_threads_of_spaces_stand_among_all_others_and_are_answered_there(world: World) -> None:
    asked = world.comment("jonas", None, "Is it so?", page=world.pages["limits"])
    async with deck_over(world) as deck:
        deck.app.do_place_threads()
        await deck.until(lambda: "Is it so?" in deck.shown("#rows"), "the thread")
        deck.view.rows.view.move_to(asked)
        await deck.press("R")
        await deck.until(lambda: deck.view.query("#composer"), "a composer")
        await deck.press(*"Yes")
        await deck.press("ctrl+s")
        await deck.until(lambda: deck.said == "Thread resolved.", "resolved")
        (found,) = await on_space(deck, world)
        assert (found.id, found.status, found.replies) == (asked, "resolved", 1)
        await deck.until(lambda: "Is it so?" not in deck.shown("#rows"), "gone from what is open")


async def test_enter_on_a_thread_of_a_space_reads_its_page_and_capital_c_is_about_the_space(world: World) -> None:
    asked = world.comment("jonas", None, "Is it so?", page=world.pages["limits"])
    async with deck_over(world) as deck:
        deck.app.do_place_threads()
        await deck.until(lambda: "Is it so?" in deck.shown("#rows"), "the thread")
        deck.view.rows.view.move_to(asked)
        await deck.press("C")
        await deck.until(lambda: deck.view.query("#composer"), "a composer")
        await deck.press(*"All")
        await deck.press("ctrl+s")
        await deck.until(lambda: deck.said == "Comment sent.", "sent")
        assert {(one.body.markdown, one.target.page is None) for one in await on_space(deck, world)} == {
            ("Is it so?", False),
            ("All", True),
        }
        await deck.until(lambda: "All" in deck.shown("#rows"), "read again")
        deck.view.rows.view.move_to(asked)
        await deck.press("enter")
        await deck.until(lambda: "Ten per second" in deck.shown(), "the page")
