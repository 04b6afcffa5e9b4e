"""What turning the words of pages into HTML may cost."""

from __future__ import annotations

import json
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from sqlalchemy import select

from docdeck.service.actions.spaces import NewPage
from docdeck.service.store.schema import spaces
from docdeck.service.web import views, words
from docdeck.service.web.markup import Html
from tests.service.conftest import World, new_space
from tests.service.test_web import browse, publish


async def test_pages_are_rendered_outside_of_the_database(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    publish(world)
    free: list[bool] = []

    def asked() -> bool:
        with world.store.read() as tx:
            return tx.one(select(spaces.c.id)) is not None

    def rendered(_stored: Any) -> Html:
        pool = ThreadPoolExecutor(1)
        answer = pool.submit(asked)
        pool.shutdown(wait=False)
        free.append(answer.result(timeout=30))
        return Html("")

    monkeypatch.setattr(views, "words_of", rendered)
    await browse(world, f"/s/{world.space}/start")
    assert free == [True]


def test_markdown_cannot_bring_html_or_links_that_act(monkeypatch: pytest.MonkeyPatch) -> None:
    hostile = "<script>a</script>\n\nx <b>b</b> [c](javascript:d) <javascript:e> [f](data:image/png;base64,x) &#x202e;"
    monkeypatch.setattr(words, "to_markdown", lambda _document: hostile)
    found = words.words_of({"object": "document", "data": {}, "nodes": []}).text
    assert "<script" not in found
    assert "<b>" not in found
    assert "href" not in found
    assert "\u202e" not in found


async def test_long_pages_are_cut(world: World) -> None:
    pages = (NewPage("Long", "\n\n".join(["word " * 50] * 1200), id="long"),)
    space = new_space(world, "Long", pages, visibility="public")
    text = await browse(world, f"/s/{space}/long")
    assert "the rest is read in docdeck" in text
    assert 90_000 < len(text) < 110_000


def test_the_parser_is_not_loaded_with_the_service() -> None:
    program = "import json, sys, docdeck.service.app; print(json.dumps(sorted(sys.modules)))"
    loaded = json.loads(subprocess.run([sys.executable, "-c", program], capture_output=True, check=True).stdout)
    assert "docdeck.service.web.words" in loaded
    assert not [name for name in loaded if name.split(".")[0] == "markdown_it"]
