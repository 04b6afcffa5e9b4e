"""The inbox keeps itself fresh without moving anything, tells what arrived, and leaves out what is muted."""

from __future__ import annotations

from tests.deck.review.running import Deck, deck_over
from tests.deck.widgets.hostile import screen_text
from tests.workspace.world import World


async def looked(deck: Deck, world: World) -> None:
    """One look, to its end."""
    before = len(world.wire.requests)
    deck.view.probe()
    await deck.until(lambda: len(world.wire.requests) >= before + 2, "looked")
    await deck.pilot.pause(0.05)


async def test_what_arrives_is_told_and_the_cursor_and_a_draft_stay(world: World, request_id: str) -> None:
    world.ask("jonas", request_id, "mira")
    async with deck_over(world) as deck:
        await deck.until(lambda: deck.view.target is not None, "the request under the cursor")
        cursor = deck.view.rows.view.cursor_key
        await deck.press("C")
        await deck.until(lambda: deck.view.query("#composer"), "a composer")
        await deck.press(*"Half")
        other = world.request("jonas", "Brand new", days=0)
        world.ask("jonas", other, "mira")
        await looked(deck, world)
        await deck.until(lambda: "New:" in deck.said and "Brand new" in deck.said, "the notice")
        assert "Brand new" in deck.shown("#rows")
        assert deck.view.rows.view.cursor_key == cursor
        assert deck.view.query_one("#composer").text == "Half"


async def test_nothing_is_painted_when_nothing_moved(world: World, request_id: str) -> None:
    world.ask("jonas", request_id, "mira")
    async with deck_over(world) as deck:
        view = deck.view
        await deck.until(lambda: view._look is not None, "a first look")
        painted: list[int] = []
        paint = view.paint
        view.paint = lambda: (painted.append(1), paint())
        await looked(deck, world)
        await looked(deck, world)
        assert painted == []


async def test_w_watches_mutes_and_forgets(world: World, request_id: str) -> None:
    world.ask("jonas", request_id, "mira")
    async with deck_over(world) as deck:
        assert "Rewrite webhooks" in deck.shown("#rows")
        session = deck.app.session
        assert session is not None
        await deck.press("w")
        assert session.desk.watched.all() == {request_id: "watch"}
        world.comment("jonas", request_id, "News.")
        await looked(deck, world)
        await deck.until(lambda: "Watched and moved:" in deck.said, "the notice")
        await deck.press("w")
        assert session.desk.watched.all() == {request_id: "mute"}
        assert "Rewrite webhooks" not in deck.shown("#rows")
        # w here would act on another row now, so the sentences name where it still can be found
        assert deck.said == "Muted: it stays out of the inbox. w on it in Change requests (2) takes that back."
        await deck.until(lambda: "All that waits is muted." in screen_text(deck.app), "why it is empty")


async def test_a_look_asks_only_about_what_moved_and_ctrl_r_about_everything(world: World, request_id: str) -> None:
    quiet = world.request("mira", "Quiet", days=3)
    world.comment("jonas", quiet, "Hm.")
    world.ask("jonas", request_id, "mira")
    async with deck_over(world) as deck:
        await deck.until(lambda: deck.view.target is not None, "the request under the cursor")
        asked = len(about(world, quiet))
        assert asked > 0
        other = world.request("jonas", "Brand new", days=0)
        world.ask("jonas", other, "mira")
        await looked(deck, world)
        await deck.until(lambda: "Brand new" in deck.shown("#rows") and deck.view.shown.state == "live", "the new row")
        assert len(about(world, quiet)) == asked
        await deck.press("ctrl+r")
        await deck.until(lambda: len(about(world, quiet)) == asked + 2, "reviews and comments")


def about(world: World, request: str) -> list[str]:
    """The paths that were asked about a request."""
    return [path for _, path in world.wire.requests if request in path]


async def test_a_thread_on_a_space_is_read_beside_the_list_and_opened_among_the_threads_of_its_space(
    world: World, request_id: str
) -> None:
    world.ask("jonas", request_id, "mira")
    world.comment("jonas", None, "Something else.")
    asked = world.comment("sam", None, "What does @Mira say?", page=world.pages["limits"])
    world.reply("jonas", None, asked, "I wait for her too.")
    async with deck_over(world) as deck:
        await deck.until(lambda: deck.view.target is not None, "the request under the cursor")
        assert "Handbook · Sam Ode mentioned you" in deck.shown("#rows")
        await deck.press("j")
        await deck.until(lambda: "I wait for her too." in screen_text(deck.app), "the thread beside")
        assert deck.view.target is None
        assert "Limits" in screen_text(deck.app)
        for key in ("m", "a", "y"):
            await deck.press(key)
            assert deck.said == "This thread is on the space itself; enter opens it."
        await deck.press("k")
        await deck.until(lambda: deck.view.target is not None, "the request again")
        assert "I wait for her too." not in screen_text(deck.app)
        await deck.press("j", "enter")
        await deck.until(lambda: deck.view.thread is not None and deck.view.thread.comment.id == asked, "its thread")
        assert deck.view.location == f"threads:{world.space}"
        await deck.press("j")
        await deck.until(lambda: deck.view.thread is not None and deck.view.thread.comment.id != asked, "moved on")
        await deck.press("ctrl+r")
        await deck.live()
        assert deck.view.thread.comment.id != asked


async def test_x_on_threads_with_news_resolves_them_wherever_they_stand(world: World) -> None:
    mine = world.request("mira", "My own words")
    first = world.comment("sam", mine, "And this?")
    second = world.comment("sam", None, "And @Mira, that?")
    async with deck_over(world) as deck:
        await deck.until(lambda: "THREADS WITH NEWS  2" in deck.shown("#rows"), "both")
        deck.view.rows.view.move_to(f"threads:{second}")
        await deck.press("x")
        await deck.until(lambda: deck.said == "Thread resolved.", "resolved")
        await deck.until(lambda: "THREADS WITH NEWS  1" in deck.shown("#rows"), "gone from the inbox")
        deck.view.rows.view.move_to(f"threads:{first}")
        await deck.press("enter")
        await deck.until(lambda: deck.view.thread is not None and deck.view.thread.comment.id == first, "at the thread")
        await deck.press("x")
        await deck.until(lambda: deck.said == "Thread resolved.", "resolved too")


async def test_a_thread_on_a_space_that_cannot_be_read_says_why_beside_the_list(world: World) -> None:
    asked = world.comment("sam", None, "What does @Mira say?")
    world.wire.status[("GET", f"/comments/{asked}")] = 403
    async with deck_over(world) as deck:
        await deck.until(lambda: "Sam Ode mentioned you" in deck.shown("#rows"), "the row")
        await deck.until(lambda: "On demand." in screen_text(deck.app), "why it cannot be read")
