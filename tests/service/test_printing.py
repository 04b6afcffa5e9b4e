from __future__ import annotations

import io
from datetime import UTC, datetime, timedelta
from typing import Any

from pypdf import PdfReader

from docdeck.service.work.printing import print_pages
from tests.service.conftest import World


async def printed(world: World, path: str, **query: Any) -> PdfReader:
    url = (await world.ok("read", "GET", f"{path}/pdf", **query))["url"]
    assert url.startswith("http://service.test/files/pdf/")
    answer = await world.client.get(url)
    assert (answer.status_code, answer.headers["content-type"]) == (200, "application/pdf")
    return PdfReader(io.BytesIO(answer.content))


def words(reader: PdfReader) -> str:
    return " ".join(" ".join(page.extract_text() for page in reader.pages).split())


async def test_a_change_request_is_printed_as_it_stands(world: World) -> None:
    path = await world.request(subject="Grüße & <more>")
    await world.words(path, markdown="## Deeper\n\nNew **words** for 100 €.\n\n```sh\nrun  --now\n```")
    reader = await printed(world, path)
    assert reader.metadata is not None
    assert reader.metadata.title == "Handbook #1: Grüße & <more>"
    text = words(reader)
    for part in ("Start", "Deeper", "for 100 €.", "run --now", "Webhooks", "Sign every call.", "Limits"):
        assert part in text
    assert len(reader.pages) == 4


async def test_one_page_is_printed_with_what_is_below_it_or_alone(world: World) -> None:
    path = await world.request()
    text = words(await printed(world, path, page="guides"))
    assert "Sign every call." in text
    assert "Ten calls" not in text
    alone = words(await printed(world, path, page="guides", only="true"))
    assert "Sign every call." not in alone
    assert (await world.refused("read", "GET", f"{path}/pdf", page="none"))[0] == 404
    assert (await world.refused("read", "GET", f"{path}/pdf", only="true"))[0] == 400
    assert (await world.refused("read", "GET", f"{path}/pdf", only="maybe", page="guides"))[0] == 400


async def test_a_space_is_printed_as_it_stands_when_it_is_asked_for(world: World) -> None:
    path = await world.request()
    await world.words(path, markdown="Not merged yet.")
    url = (await world.ok("guest", "GET", f"{world.at}/pdf"))["url"]
    await world.ok("review", "POST", f"{path}/merge")
    before = PdfReader(io.BytesIO((await world.client.get(url)).content))
    assert before.metadata is not None
    assert before.metadata.title == "Handbook"
    for part in ("Start", "The second paragraph.", "Sign every call.", "Ten calls a second."):
        assert part in words(before)
    assert "Not merged yet." not in words(before)
    assert "Not merged yet." in words(await printed(world, world.at))
    assert len(before.pages) == 4


async def test_pages_of_a_space_are_printed_with_what_is_below_them_or_alone(world: World) -> None:
    text = words(await printed(world, world.at, page="guides", only="false"))
    assert "Sign every call." in text
    assert "Ten calls" not in text
    assert "Sign every call." not in words(await printed(world, world.at, page="guides", only="true"))
    assert (await world.refused("read", "GET", f"{world.at}/pdf", page="none"))[0] == 404
    assert (await world.refused("read", "GET", f"{world.at}/pdf", only="true"))[0] == 400
    for who in ("other", "gone"):
        assert (await world.refused(who, "GET", f"{world.at}/pdf"))[0] == 404
    assert (await world.client.get(f"{world.at}/pdf")).status_code == 401


async def test_the_address_works_for_an_hour(world: World) -> None:
    path, now = await world.request(), datetime(2026, 5, 1, tzinfo=UTC)
    world.store.clock.set(now)
    url = (await world.ok("read", "GET", f"{path}/pdf"))["url"]
    world.store.clock.set(now + timedelta(minutes=59))
    assert (await world.client.get(url)).status_code == 200
    world.store.clock.set(now + timedelta(minutes=61))
    assert (await world.client.get(url)).status_code == 404
    assert (await world.client.get("/files/pdf/guess.pdf")).status_code == 404
    assert (await world.refused("other", "GET", f"{path}/pdf"))[0] == 404


def test_words_of_all_scripts_and_hostile_markup_are_printed() -> None:
    lines = ["</para><b>", "日本語の文書", "Привет, мир", "x" * 3000, "🎉 party", "```", "a" * 500, "tab\tx"]
    reader = PdfReader(io.BytesIO(print_pages("T", [("One", lines), ("Two", [])])))
    text = words(reader)
    assert "</para><b>" in text
    assert "日本語の文書" in text
    assert "Привет" in text
