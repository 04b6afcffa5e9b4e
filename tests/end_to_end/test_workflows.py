"""The workflows of a reviewer's day on the sample, each with the number of keys it takes; words typed do not count.

Counting begins where the cursor stands on the request (or thread) in question, in the deck as it opens.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest

from tests.end_to_end.on_service import DECK, Api, Running, consent, is_live, message
from tests.end_to_end.terminal import Terminal

SUBJECT = "Rewrite signature verification"
STILL_SECONDS = 0.4
"""A sheet must have stood still, and a hand does not type in bursts."""


@dataclass
class Hand:
    """Presses keys and counts them."""

    deck: Terminal
    keys: list[str] = field(default_factory=list[str])

    def press(self, key: str) -> Terminal:
        """One key, counted."""
        self.keys.append(key)
        self.deck.press(key).settle(0.1)
        return self.deck

    def type(self, text: str) -> Terminal:
        """Words, not counted; each letter as a hand types it."""
        self.deck.type(text).settle(0.1)
        return self.deck

    def took(self, most: int) -> None:
        """Fails when it took more keys than we promise."""
        assert len(self.keys) <= most, f"{len(self.keys)} keys instead of {most}: {' '.join(self.keys)}"


@pytest.fixture
def deck(home: dict[str, str], service: Running) -> Iterator[Terminal]:
    """The deck of the sample's owner, as it opens, 160 columns wide."""
    with Terminal(DECK, env={**home, **service.env}, columns=160, rows=50) as terminal:
        yield terminal.wait_for(is_live).wait_for("CHANGED PAGES")


@pytest.fixture
def hand(deck: Terminal) -> Hand:
    """Who presses its keys."""
    return Hand(deck)


def opened(deck: Terminal) -> Terminal:
    return deck.wait_for(lambda seen: "next change" in seen.text and re.search(r"\+\d+ -\d+", seen.text))


def stand_on(deck: Terminal, words: str) -> None:
    """Put the cursor of the list on the row with these words; not counted."""
    deck.press("g").settle(0.2)
    for _ in range(60):
        if words in next((line for line in deck.lines if line.startswith("▌")), ""):
            return
        deck.press("j").settle(0.1)
    raise AssertionError(f"no row has {words!r}\n{deck.framed()}")


def standing_sheet(deck: Terminal, words: str) -> Terminal:
    """Until the sheet shows these words and has stood still."""
    return deck.wait_for(words).settle(STILL_SECONDS)


def test_1_what_waits_for_me_is_the_first_screen(hand: Hand, api: Api) -> None:
    rows = [line for line in hand.deck.lines if "● #" in line]
    asked = list(api.requests(status="open", requestedReviewer=api.get("/user")["id"]))
    assert len(rows) >= 1
    assert f"TO REVIEW  {len(asked)}" in hand.deck.text
    hand.took(0)


def test_2_the_top_request_opens_at_its_first_change(hand: Hand) -> None:
    hand.press("enter")
    opened(hand.deck)
    hand.took(1)


def test_3_reading_every_page_takes_a_key_a_page(hand: Hand, api: Api) -> None:
    path, _ = api.request(SUBJECT)
    changes = api.get(f"{path}/changes", limit=1000)["changes"]
    pages = len({each["page"]["id"] for each in changes if each.get("page")})
    opened(hand.deck.press("enter"))
    for number in range(1, pages + 1):
        hand.press("v").wait_for(f"{number}/{pages} viewed")
    hand.took(pages)


def test_4_a_comment_on_the_first_changed_block(hand: Hand, api: Api) -> None:
    path, _ = api.request(SUBJECT)
    before = {each["id"] for each in api.items(f"{path}/comments")}
    opened(hand.deck.press("enter"))
    hand.press("c").wait_for("ctrl+s send")
    hand.type("Which header is it?")
    hand.press("ctrl+s").wait_for("Comment sent.")
    (new,) = [each for each in api.items(f"{path}/comments", format="markdown") if each["id"] not in before]
    assert "Which header is it?" in str(new["body"])
    assert new["target"].get("node")
    hand.took(2)


def test_5_a_thread_is_answered_and_resolved(hand: Hand, api: Api) -> None:
    path, request = api.request(SUBJECT)
    opened(hand.deck.press("enter"))
    hand.deck.wait_for("THREADS" if "THREADS" in hand.deck.text else "Threads")
    hand.press("t")
    hand.press("R").wait_for("ctrl+s send")
    hand.type("A row it is.")
    hand.press("ctrl+s").wait_for("Thread resolved.")
    resolved = list(api.items(f"{path}/comments", status="resolved", format="markdown"))
    assert any(
        "A row it is." in str(reply["body"])
        for each in resolved
        for reply in api.items(f"{path}/comments/{each['id']}/replies", format="markdown")
    )
    assert api.get(path)["comments"] == request["comments"] - 1
    hand.took(3)


@pytest.mark.parametrize(
    ("key", "words", "said", "status"),
    [("a", "", "Approved.", "approved"), ("A", "Say why.", "Asked for changes.", "changes-requested")],
    ids=["6_approve", "7_ask_for_changes"],
)
def test_a_verdict_from_the_list(hand: Hand, api: Api, key: str, words: str, said: str, status: str) -> None:
    path, request = api.request(SUBJECT)
    hand.press(key).wait_for("ctrl+s send")
    hand.type(words)
    hand.press("ctrl+s").wait_for(said)
    me = api.get("/user")["id"]
    (mine,) = [each for each in api.items(f"{path}/reviews") if each["reviewer"]["id"] == me]
    assert (mine["status"], mine["revision"]) == (status, request["revision"])
    hand.took(2)


def test_8_a_request_that_was_reviewed_opens_on_what_is_new(hand: Hand, api: Api) -> None:
    path, _ = api.request(SUBJECT)
    api.send("POST", f"{path}/reviews", {"status": "changes-requested"})
    page = next(each["page"]["id"] for each in api.get(f"{path}/changes", limit=1000)["changes"] if each.get("page"))
    words = {"markdown": "Everything is said anew."}
    change = {"operation": "update_page", "page": page, "document": words}
    api.send("POST", f"{path}/content", {"changes": [change]})
    hand.deck.press("ctrl+r").settle(0.3)
    stand_on(hand.deck.wait_for(is_live), "Rewrite signature")
    hand.press("enter").wait_for("since my review")
    hand.deck.wait_for("0/1 viewed").wait_for("1 block added")
    hand.took(1)


def test_9_brought_up_to_date_checked_and_merged(hand: Hand, api: Api) -> None:
    path, request = api.request("Python: asyncio")
    assert request["outdated"]
    deck = hand.deck
    stand_on(deck, "Python: asyncio")
    deck.wait_for(lambda seen: "#1 Python: asyncio" in seen.lines[1].partition("│")[2]).settle(STILL_SECONDS)
    hand.press("m")
    standing_sheet(deck, "not up to date with main")
    hand.press("u").wait_gone("not up to date with main")
    hand.keys.append("y")
    consent(deck).wait_for(re.compile("Merged"))
    assert api.get(path)["status"] == "merged"
    hand.took(3)


def test_10_a_page_of_any_space_is_found_and_its_link_copied(hand: Hand, api: Api) -> None:
    deck = hand.deck
    link = next(
        page["urls"]["app"]
        for organization in api.items("/orgs")
        for space in api.items(f"/orgs/{organization['id']}/spaces")
        for page in _pages_below(api.get(f"/spaces/{space['id']}/content/pages")["pages"])
        if page["title"] == "Words we use"
    )
    hand.press("ctrl+k").wait_for("names · live")
    for letter in "word":
        hand.press(letter)
    deck.wait_for(lambda seen: any(re.search(r"›.*Words we use", line) for line in seen.lines))
    hand.press("enter").wait_for("› Words we use").wait_for("The dashboard uses")
    hand.press("y").wait_for("Sent to the terminal's clipboard")
    assert b"\x1b]52;c;" + base64.b64encode(link.encode()) in bytes(deck.raw)
    hand.took(7)


def _pages_below(pages: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for page in pages:
        yield page
        yield from _pages_below(page.get("pages", []))


def test_many_threads_of_a_person_are_resolved(hand: Hand, api: Api) -> None:
    before = sum(each["comments"] for each in api.requests(status="open"))
    hand.press("3").wait_for("YOUR TURN")
    hand.deck.wait_for(lambda seen: "live" in seen.lines[0])
    hand.press("/")
    hand.type("Priya")
    hand.press("enter").wait_for(lambda seen: "Threads  /Priya" in seen.lines[1])
    rows = len([line for line in hand.deck.lines if re.match(r".. ?● |▌● ", line)])
    hand.press("*").wait_for(f"{rows} marked")
    hand.press("x")
    standing_sheet(hand.deck, f"Type {rows} and press Enter")
    for digit in str(rows):
        hand.press(digit)
    hand.press("enter").wait_for(f"{rows} of {rows} done")
    assert sum(each["comments"] for each in api.requests(status="open")) == before - rows
    hand.took(6 + len(str(rows)))
    hand.deck.press("enter").settle(0.2)
    hand.press("z").wait_for(lambda seen: "Thread reopened." in message(seen))
    assert sum(each["comments"] for each in api.requests(status="open")) == before
