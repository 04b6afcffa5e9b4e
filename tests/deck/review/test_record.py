"""The record of a request, written from the deck into a folder that the person names."""

from __future__ import annotations

from pathlib import Path

from docdeck.text import Safe
from tests.deck.review.running import deck_over
from tests.workspace.world import World


async def test_the_record_is_written_where_the_person_says(world: World, request_id: str, tmp_path: Path) -> None:
    folder = tmp_path / "records"
    folder.mkdir()
    world.verdict("sam", request_id, "approved")
    async with deck_over(world) as deck:
        deck.app.open_change_request(world.space, request_id, Safe("Request"))
        await deck.live()
        view = deck.view
        await deck.press("ctrl+e")
        await deck.until(lambda: deck.app.view is None, "the forms")
        await deck.press("enter")
        await deck.until(lambda: view.query("#line"), "the folder")
        view.query_one("#line").set_text(str(folder))
        await deck.press("enter")
        await deck.until(lambda: "Written to" in deck.said, "written")
        number = view.target.request.number
        assert {path.name for path in folder.iterdir()} == {
            f"handbook-{number}-record.md",
            f"handbook-{number}-record.patch",
        }
        assert "| approved | Sam Ode |" in (folder / f"handbook-{number}-record.md").read_text()
        assert deck.app.session is not None
        assert deck.app.session.desk.drafts.all() == ()
