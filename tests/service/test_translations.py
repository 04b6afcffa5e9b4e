from __future__ import annotations

import sys
from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest

from docdeck.models.base import Document
from docdeck.models.translations import Translation
from docdeck.service.app import create_app
from docdeck.service.prose import from_markdown, to_markdown
from docdeck.service.store import Store
from docdeck.service.work.translator import CommandTranslator, PseudoLocalizer, TranslatorError
from tests.service.conftest import World, fill
from tests.service.waiting import until


def at(world: World) -> str:
    return f"/v1/orgs/{world.organization}/translations"


def body(world: World, **more: Any) -> dict[str, Any]:
    return {"language": "fr", "source": {"space": world.space, "language": "en"}, **more}


async def translate(world: World, **more: Any) -> tuple[str, dict[str, Any]]:
    answer = await world.call("create", "POST", at(world), body(world, **more))
    assert answer.status_code == 201, answer.text
    path = f"{at(world)}/{answer.json()['id']}"
    return path, await until(world, path, lambda found: found["status"] == "completed" or "lastError" in found)


async def test_a_run_makes_a_translated_space_with_true_stats(world: World) -> None:
    path, found = await translate(world)
    translation = Translation.model_validate(found)
    assert translation.result is not None
    space = await world.ok("read", "GET", f"/v1/spaces/{translation.result.space}")
    assert (space["title"], space["language"]) == ("Ĥàñđƀööķ (fr, pseudo-localized)", "fr")
    assert space["revision"] == translation.result.revision
    page = await world.ok("read", "GET", f"/v1/spaces/{space['id']}/content/page/start", format="markdown")
    assert "Ţĥé ƒîŕšţ þàŕàĝŕàþĥ." in page["markdown"]
    assert page["slug"] == "start"
    words = sum(len(text.split()) for text in ("Start Guides Webhooks Limits", "Hello The first paragraph."))
    words += len(["The", "second", "paragraph.", "Sign", "every", "call.", "Ten", "calls", "a", "second."])
    assert translation.stats.runs == 1
    assert (translation.stats.latest_pages, translation.stats.latest_words) == (3, words)
    assert translation.stats.total_duration == translation.stats.latest_run_duration
    assert await world.ok("read", "GET", at(world)) == {"items": [await world.ok("read", "GET", path)], "count": 1}


async def test_another_run_brings_the_same_space_up_to_date(world: World) -> None:
    path, first = await translate(world)
    request = await world.request()
    await world.words(request, "limits", "Twenty calls.")
    await world.ok("review", "POST", f"{request}/merge")
    assert (await world.call("create", "POST", f"{path}/run")).status_code == 204
    second = await until(world, path, lambda found: found["stats"]["runs"] == 2)
    assert second["result"]["space"] == first["result"]["space"]
    assert second["result"]["revision"] != first["result"]["revision"]
    assert second["stats"]["totalPages"] == 6
    text = await world.markdown(f"/v1/spaces/{second['result']['space']}", "limits")
    assert text == "Ţŵéñţý çàļļš."


async def test_instructions_are_kept_and_a_translation_goes_without_its_space(world: World) -> None:
    told = {"object": "document", "data": {}, "nodes": [], "meta": {"token": "t"}}
    path, found = await translate(world, instructions=told)
    assert found["instructions"]["meta"] == {"token": "t"}
    other = {**told, "meta": {"token": "u"}}
    assert (await world.ok("create", "PUT", path, {"instructions": other}))["instructions"]["meta"] == {"token": "u"}
    for _ in range(2):
        assert (await world.call("create", "DELETE", path)).status_code == 204
    assert (await world.refused("read", "GET", path))[0] == 404
    assert (await world.call("read", "GET", f"/v1/spaces/{found['result']['space']}")).status_code == 200


async def test_what_is_wrong_is_named_and_who_may_not_is_refused(world: World) -> None:
    for sent, field in (
        ({"language": "fr"}, "source"),
        (body(world, language="tlh"), "language"),
        (body(world, source={"space": world.space, "language": "xx"}), "source.language"),
        (body(world, source={"space": "none"}), "source.space"),
        ({"source": {"space": world.space}}, "language"),
    ):
        status, sentence = await world.refused("create", "POST", at(world), sent)
        assert (status, sentence.partition(":")[0]) == (400, field)
    assert (await world.refused("review", "POST", at(world), body(world)))[0] == 403
    assert (await world.refused("guest", "GET", at(world)))[0] == 403
    assert (await world.refused("create", "POST", f"{at(world)}/none/run"))[0] == 404
    assert (await world.refused("create", "PUT", f"{at(world)}/none", {"instructions": {}}))[0] == 404


def test_code_and_addresses_are_not_localized() -> None:
    text = "# Use `docdeck serve`\n\nSee [the guide](https://a.test/guide).\n\n```sh\ndocdeck serve\n```"
    document = from_markdown(text, make_key=iter("abcdefghijklmnopqrstuvwxyz").__next__)
    localized = to_markdown(PseudoLocalizer().body(document))
    assert "`docdeck serve`" in localized
    assert "(https://a.test/guide)" in localized
    assert "\ndocdeck serve\n" in localized
    assert "Šéé" in localized
    assert [node["key"] for node in PseudoLocalizer().body(document).nodes] == [node["key"] for node in document.nodes]


SHOUT = "import os, sys; sys.stdout.write(sys.stdin.read().upper() + ' ' + os.environ['DOCDECK_LANGUAGE'])"


@pytest.fixture
async def commanded() -> AsyncIterator[World]:
    store = Store.open(":memory:")
    organization, space, users = fill(store)
    transport = httpx.ASGITransport(create_app(store, translator=[sys.executable, "-c", SHOUT]))
    async with httpx.AsyncClient(transport=transport, base_url="http://service.test") as client:
        yield World(store, client, organization, space, users)
    store.close()


async def test_an_operators_command_translates(commanded: World) -> None:
    _path, found = await translate(commanded)
    space = await commanded.ok("read", "GET", f"/v1/spaces/{found['result']['space']}")
    assert space["title"] == "HANDBOOK fr (fr, translated)"
    assert await commanded.markdown(f"/v1/spaces/{space['id']}", "hooks") == "SIGN EVERY CALL. fr"


async def test_a_command_that_fails_is_told_and_can_be_run_again(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(self: PseudoLocalizer, document: Document) -> Document:
        raise TranslatorError("tool ended with the status 3.")

    with monkeypatch.context() as patched:
        patched.setattr(PseudoLocalizer, "body", fail)
        path, found = await translate(world)
    assert (found["status"], found["lastError"]) == ("pending", {"message": "tool ended with the status 3."})
    await world.ok("create", "POST", f"{path}/run")
    again = await until(world, path, lambda found: found["status"] == "completed")
    assert "lastError" not in again


@pytest.mark.parametrize(
    ("command", "why"),
    [(["/no/such/tool"], "could not be run"), ([sys.executable, "-c", "raise SystemExit(3)"], "status 3")],
)
def test_a_failing_command_says_why(command: list[str], why: str) -> None:
    with pytest.raises(TranslatorError, match=why):
        CommandTranslator(command, "en", "fr", "").words("Hello")
