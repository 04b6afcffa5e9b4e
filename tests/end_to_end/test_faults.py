"""Answers that are lost after the work was done, and a service that goes away: what the deck says, what it did once."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest

from tests.cli.test_serve import served
from tests.end_to_end.on_service import DECK, OWNER, Api, Running, consent, is_live, open_first
from tests.end_to_end.terminal import Terminal

SUBJECT = "Rewrite signature verification"


def approved(deck: Terminal) -> Terminal:
    """The first request opened and approved, ready to be merged."""
    open_first(deck).press("a").wait_for("Approve Delivery guides").press("ctrl+s")
    return deck.wait_for("Approved.").settle()


def test_a_merge_whose_answer_is_lost_is_told_as_merged_and_happens_once(
    service: Running, api: Api, home: dict[str, str]
) -> None:
    path, _ = api.request(SUBJECT)
    service.fail("lost_answer", "/merge$", method="POST", times=1)
    with Terminal(DECK, env={**home, **service.env}) as deck:
        approved(deck).press("m")
        deck.wait_for("is the one you read")
        consent(deck).wait_for(lambda seen: "merged." in seen.lines[-2].lower())
        assert "not merged" not in deck.lines[-2].lower()
        assert api.get(path)["status"] == "merged"
        deck.press("m").settle(0.4).press("y").settle(0.4).press("esc").settle()
        deck.press("ctrl+q")
        assert deck.wait_exit() == 0
    assert service.count("POST", "/merge") == 1


@pytest.mark.parametrize("keys", [("y",), ("m", "y")])
def test_pressing_more_than_once_merges_once(
    service: Running, api: Api, home: dict[str, str], keys: tuple[str, ...]
) -> None:
    """While the first merge is slow to answer, everything is pressed again."""
    path, _ = api.request(SUBJECT)
    service.fail("delay", "/merge$", method="POST", seconds=1.5)
    with Terminal(DECK, env={**home, **service.env}) as deck:
        approved(deck).press("m")
        consent(deck, until=lambda: service.count("POST", "/merge") == 1)
        for key in keys:
            deck.press(key).settle(0.35)
        deck.wait_for(lambda _: api.get(path)["status"] == "merged").settle(1.0)
        assert service.count("POST", "/merge") == 1
        deck.press("ctrl+q")
        assert deck.wait_exit() == 0


def test_a_burst_of_keys_does_not_merge(service: Running, api: Api, home: dict[str, str]) -> None:
    path, _ = api.request(SUBJECT)
    with Terminal(DECK, env={**home, **service.env}) as deck:
        approved(deck).type("my").wait_for("[ Cancel ]")
        while "burst" not in deck.text:
            deck.settle(0.5).type("yy").settle(0.5)
        deck.press("esc").wait_gone("[ Cancel ]").press("ctrl+q")
        assert deck.wait_exit() == 0
    assert service.count("POST", "/merge") == 0
    assert api.get(path)["status"] == "open"


def test_a_comment_whose_answer_is_lost_is_there_once_and_its_draft_is_gone(
    service: Running, api: Api, home: dict[str, str]
) -> None:
    path, _ = api.request(SUBJECT)
    service.fail("lost_answer", "/comments$", method="POST", times=1)
    with Terminal(DECK, env={**home, **service.env}) as deck:
        open_first(deck).press("C").wait_for("Comment on all of")
        deck.type("Said once.").wait_for("Said once.").press("ctrl+s")
        deck.wait_for(lambda _: service.count("POST", "/comments") == 1)
        deck.wait_for(lambda seen: "The comment was posted" in seen.lines[-2])
        said = [each["body"]["markdown"] for each in api.items(f"{path}/comments", status="all")]
        assert said.count("Said once.") == 1
        deck.settle(0.5).press("C").wait_for("Comment on all of").settle()
        composer = deck.text.partition("Comment on all of")[2]
        assert "Said once." not in composer
        deck.press("esc").wait_gone("Comment on all of").press("ctrl+q")
        assert deck.wait_exit() == 0
    assert service.count("POST", "/comments") == 1


def test_an_update_whose_answer_is_lost_is_told_as_updated(service: Running, api: Api, home: dict[str, str]) -> None:
    path, request = api.request("Terraform: import", status="open")
    assert request["outdated"]
    service.fail("lost_answer", "/update$", method="POST", times=1)
    with Terminal(DECK, env={**home, **service.env}) as deck:
        deck.wait_for(is_live).wait_for("SDKs and command line #2").settle(0.5)
        while not any(line.startswith("▌") and "SDKs and command line #2" in line for line in deck.lines):
            deck.press("j").settle()
        deck.press("enter").wait_for("next change").wait_for("Terraform: import what you already have")
        deck.settle(0.4).press("u")
        deck.wait_for(lambda seen: "is up to date with main." in " ".join(line.strip() for line in seen.lines[-4:-1]))
        assert not api.get(path)["outdated"]
        deck.press("ctrl+q")
        assert deck.wait_exit() == 0
    assert service.count("POST", "/update") == 1


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


def test_a_service_that_stops_leaves_everything_readable_and_the_comment_a_draft(
    home: dict[str, str], built_sample: Path, tmp_path: Path
) -> None:
    from tests.end_to_end.on_service import copied

    (tmp_path / "token").write_text(OWNER)
    database, port = copied(built_sample, tmp_path), str(free_port())
    words = ("--sample", "--database", str(database), "--token-file", str(tmp_path / "token"), "--port", port)
    env = {**home, "DOCDECK_BASE_URL": f"http://127.0.0.1:{port}", "DOCDECK_TOKEN": OWNER}
    with served(home, *words) as (program, _), Terminal(DECK, env=env) as deck:
        open_first(deck).wait_for("Greta Oyelaran").settle(0.5)
        seen_before = [line for line in deck.lines[2:] if line.strip()][:12]
        program.kill()
        program.wait()
        deck.press("C").wait_for("Comment on all of").type("Written in the dark.").wait_for("in the dark.")
        deck.press("ctrl+s")
        deck.wait_for("held until the server is back")
        assert [line for line in deck.lines[2:] if line.strip()][:12] == seen_before
        deck.press("ctrl+r").wait_for(lambda seen: "offline since" in seen.lines[0])
        assert "[ Cancel ]" not in deck.text
        deck.press("esc").wait_for("TO REVIEW")
        deck.wait_for(lambda seen: "Rewrite signature verification" in seen.text)
        deck.press("ctrl+r").wait_for(lambda seen: "offline since" in seen.lines[0])
        with served(home, *words):
            api = Api(f"http://127.0.0.1:{port}")
            path, _ = api.request(SUBJECT)
            deck.press("ctrl+r").wait_for(is_live).press("enter").wait_for("next change").settle(0.4)

            def said() -> int:
                found = [each["body"]["markdown"] for each in api.items(f"{path}/comments", status="all")]
                return found.count("Written in the dark.")

            # held on the desk, it goes out by itself once the server answers
            deck.wait_for(lambda _: said() > 0, timeout=60).settle(0.5)
            assert said() == 1
            deck.press("ctrl+q")
            assert deck.wait_exit() == 0
