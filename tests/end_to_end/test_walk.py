"""A walk by keys through every place on the sample: what the deck shows is what the API's lists say."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from typing import TypeVar

import pytest

from tests.end_to_end.listed import (
    TOP,
    alone,
    becomes,
    cursor_on,
    cursor_row,
    head,
    shown,
    shows,
    stand_on,
)
from tests.end_to_end.on_service import DECK, Api, Json, Running, is_live, message
from tests.end_to_end.request_rows import Talk, lists_by, lists_requests, lists_talks, talks_in, talks_of, updated
from tests.end_to_end.terminal import Terminal
from tests.end_to_end.trees import (
    Branch,
    collection,
    flat,
    organizations,
    person,
    row_of,
    rows_of,
    site,
    team,
    unfold,
    unfold_all,
)

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]
T = TypeVar("T")

COLUMNS, ROWS = 158, 90
"""Two panes, and room for whole trees; without the preview no row is cut."""


@pytest.fixture
def deck(service: Running, home: dict[str, str]) -> Iterator[Terminal]:
    """The deck of the sample's owner; only read, and left by its own key."""
    with Terminal(DECK, env={**home, **service.env}, columns=COLUMNS, rows=ROWS) as terminal:
        yield terminal.wait_for(is_live)
        terminal.press("ctrl+q")
        assert terminal.wait_exit() == 0
    assert not [call for call in service.calls if call[0] != "GET"]


def test_the_inbox(deck: Terminal, api: Api) -> None:
    me = api.get("/user")
    opened = updated(api.requests(status="open"))
    asked = {each["id"] for each in api.requests(status="open", requestedReviewer=me["id"])}
    own = [each for each in opened if each["createdBy"]["id"] == me["id"]]
    returned = {each["id"] for each in own if is_sent_back(api, each)}
    long_ago = (datetime.now(UTC) - timedelta(days=14)).isoformat()
    stuck = [each for each in reversed(opened) if each["updatedAt"] < long_ago and each["id"] not in asked | returned]
    joined = {each["id"] for each in api.requests(status="open", contributor=me["id"])}
    news = [talk for talk in open_talks(api) if is_news(talk, me, joined)]
    assert {talk.request is None for talk in news} == {True, False}
    news.sort(key=lambda each: each.last["postedAt"], reverse=True)
    alone(deck)
    lists_section(deck, "TO REVIEW", [each for each in opened if each["id"] in asked], tells_request)
    lists_section(deck, "RETURNED TO ME", [each for each in opened if each["id"] in returned], tells_request)
    lists_section(deck, "THREADS WITH NEWS", news, tells_news)
    lists_section(deck, "OPEN AND STUCK", stuck, tells_request)


def is_news(talk: Talk, me: Json, joined: set[str]) -> bool:
    """Somebody answered me, or called me by name in the first words of a thread on a space or a request I am in."""
    if talk.waits_for(me, mentions=False):
        return True
    called = f"@{me['displayName'].partition(' ')[0]}" in talk.comment["body"]["markdown"]
    return called and me["id"] not in talk.people and (talk.request is None or talk.request["id"] in joined)


def is_sent_back(api: Api, request: Json) -> bool:
    """Whether a reviewer asked for changes to it."""
    reviews = api.items(f"/spaces/{request['space']}/change-requests/{request['id']}/reviews")
    return any(review["status"] == "changes-requested" for review in reviews)


def lists_section(deck: Terminal, title: str, wanted: list[T], tells: Callable[[str, T], bool]) -> None:
    """The inbox has this section, and in it a row for each of these, in this order."""
    assert wanted, title

    def holds(seen: Terminal) -> bool:
        rows = [re.sub(r"\s+", " ", row).strip() for row in shown(seen)]
        at = next((at for at, row in enumerate(rows) if row.startswith(f"{title} {len(wanted)}")), len(rows))
        found = rows[at + 1 : at + 1 + len(wanted)]
        return len(found) == len(wanted) and all(map(tells, found, wanted))

    deck.wait_for(holds)


def tells_request(row: str, request: Json) -> bool:
    """The row names the request, counts its threads, and says whether it is behind."""
    named = f"#{request['number']} {request['subject']}" in row and f"{request['comments']} open" in row
    return named and ("↻" in row) == request["outdated"]


def tells_news(row: str, talk: Talk) -> bool:
    """The row names the request of the thread, or else begins with its space, and who spoke."""
    number = f" #{talk.request['number']}" if talk.request is not None else ""
    speakers = {each["postedBy"]["displayName"] for each in (talk.comment, talk.last)}
    return any(re.match(rf"[^#·]+{number} · {speaker}", row.lstrip("› ")) for speaker in speakers)


def test_the_change_requests(deck: Terminal, api: Api) -> None:
    (ferrow, *_) = api.items("/orgs")
    path = f"/orgs/{ferrow['id']}/change-requests"
    deck.press("2").wait_for(head("Change requests"))
    alone(deck)
    opened = updated(api.items(path, status="open"))
    lists_requests(deck, api, opened)
    for order, key in (("created", "createdAt"), ("number", "number"), ("subject", "subject"), ("threads", "comments")):
        deck.press("s").wait_for(f"sorted by {order}").wait_for(lambda seen, key=key: lists_by(seen, opened, key))
    deck.press("s").wait_for(lambda seen: "sorted by" not in seen.lines[1])
    for status in ("merged", "archived", "draft"):
        deck.press("f").wait_for("Show change requests by").type(f"status: {status}")
        deck.wait_for(re.compile(f"status: {status} .*\n.*›status: {status}", re.DOTALL)).press("enter")
        deck.wait_for(lambda seen, status=status: f"Ferrow · {status}" in seen.lines[1])
        lists_requests(deck, api, updated(api.items(path, status=status)))


def test_the_threads(deck: Terminal, api: Api) -> None:
    deck.press("3").wait_for(head("Threads"))
    alone(deck)
    lists_talks(deck, api, open_talks(api))
    deck.press("s").wait_for("By page.").press("s").wait_for("By whose turn it is.")
    lists_talks(deck, api, open_talks(api))


def open_talks(api: Api) -> list[Talk]:
    """The open threads of every space and of every open change request."""
    on_spaces = [talk for each in api.spaces() for talk in talks_in(api, f"/spaces/{each['id']}", None, "open")]
    assert on_spaces
    return [*on_spaces, *talks_of(api, api.requests(status="open"), "open")]


def space_called(api: Api, title: str) -> Json:
    """The space with this title."""
    (found,) = [space for space in api.spaces() if space["title"] == title]
    return found


def test_the_sites(deck: Terminal, api: Api) -> None:
    def inside(key: str) -> list[Branch]:
        return [site(api, key, each) for each in api.items(f"/orgs/{key}/sites")]

    tree = organizations(api, inside)
    deck.press("4").wait_for(head("Sites"))
    alone(deck)
    shows(deck, rows_of(tree))
    unfold_all(deck, tree, ["", "published", "group", "section"])
    assert max(depth for depth, _ in flat(tree)) >= 5, "groups lie within groups"
    for word in ("hidden", "if visitor.claims", "default"):
        assert any(word in branch.words for _, branch in flat(tree)), word
    unfold(deck, tree, "Delivery guides")
    unfold(deck, tree, "Concepts")

    stand_on(deck, row_of(tree, "Delivery guides"))
    space = space_called(api, "Delivery guides")
    base = f"/spaces/{space['id']}"
    deck.press("i").wait_for("SITE SPACE").wait_for(re.compile(r"Path +delivery-guides\b"))
    deck.wait_for(re.compile(rf"Open requests +{space['changeRequestsOpen']}\b"))
    deck.wait_for(re.compile(rf"Open comments +{space['comments']}\b"))
    deck.press("esc").wait_gone("SITE SPACE")
    deck.press(".").wait_for(head("Change requests  Delivery guides"))
    opened = updated(api.items(f"{base}/change-requests", status="open"))
    alone(deck)
    lists_requests(deck, api, opened)
    deck.press("<").wait_for(head("Sites"))
    shows(deck, rows_of(tree))
    deck.wait_for(cursor_on("▾ Delivery guides"))
    deck.press(",").wait_for(head("Threads"))
    alone(deck)
    lists_talks(deck, api, [*talks_in(api, base, None, "all"), *talks_of(api, opened, "all")])


def test_the_spaces_and_a_page(deck: Terminal, api: Api) -> None:
    tree = organizations(api, lambda key: collection(api, key, None))
    deck.press("5").wait_for(head("Spaces"))
    alone(deck)
    shows(deck, rows_of(tree))
    unfold_all(deck, tree, ["", "collection"])
    assert max(depth for depth, _ in flat(tree)) >= 4, "collections lie within collections"
    unfold(deck, tree, "🔌 API reference")
    unfold(deck, tree, "Resources")
    unfold(deck, tree, "📦 Delivery guides")
    stand_on(deck, row_of(tree, "Verify signatures"))
    space = space_called(api, "Delivery guides")
    base = f"/spaces/{space['id']}/content"
    (page,) = [each for each in api.get(f"{base}/pages")["pages"] if each["title"] == "Verify signatures"]
    text = api.get(f"{base}/page/{page['id']}", format="markdown")["markdown"]
    deck.press("enter").wait_for(lambda seen: "▪Verify signatures" in seen.lines[1] and " lines " in seen.lines[1])
    reads_the_page(deck, text)
    deck.press("esc").wait_for(head("Spaces"))
    shows(deck, rows_of(tree))
    deck.wait_for(cursor_on("Verify signatures"))


def reads_the_page(deck: Terminal, text: str) -> None:
    """Its headings and links stand in the contents; find goes from match to match."""
    headings = [line.lstrip("#").strip() for line in without_code(text) if re.match("#{1,6} ", line)]
    links = re.findall(r"(?<!!)\[([^\]]+)\]\(([^)\s]+)\)", "\n".join(without_code(text)))
    assert headings
    assert links
    becomes(deck, contents, [*headings, "LINKS", *(name for name, _ in links)])

    word = links[0][0].split()[0]
    deck.press("/").wait_for(re.compile(r"^ */ *$", re.MULTILINE))
    deck.type(word).wait_for(re.compile(rf"^ */ *{word}", re.MULTILINE)).press("enter")
    deck.wait_for(lambda seen: word.casefold() in cursor_row(seen).casefold())

    deck.press("tab").wait_for(lambda seen: "▪Contents" in seen.lines[1])
    deck.press("g", *"j" * (len(headings) - 1), "enter")
    deck.wait_for(lambda seen: "▪Verify signatures" in seen.lines[1] and headings[-1] in cursor_row(seen))
    deck.press("tab").wait_for(lambda seen: "▪Contents" in seen.lines[1]).press("g", *"j" * len(headings), "enter")
    deck.wait_for(lambda seen: message(seen).startswith(f"{links[0][0]} → {links[0][1]}"))
    deck.wait_for(cursor_on(links[0][0]))


def contents(deck: Terminal) -> list[str]:
    """The rows of the pane beside a page; of a link its words."""
    beside = [line.rpartition("│")[2].lstrip("›▌").strip() for line in deck.lines[TOP:-2]]  # a table has rules too
    return [row.partition("  ")[0] for row in beside if row]


def without_code(text: str) -> list[str]:
    """The lines of a page that are no code."""
    return re.sub(r"^```.*?^```", "", text, flags=re.DOTALL | re.MULTILINE).splitlines()


def test_the_organizations(deck: Terminal, api: Api) -> None:
    (ferrow, *_) = api.items("/orgs")
    base = f"/orgs/{ferrow['id']}"
    members = Branch("Members", below=lambda: [person(each) for each in api.items(f"{base}/members")])
    teams = Branch("Teams", below=lambda: [team(api, ferrow["id"], each) for each in api.items(f"{base}/teams")])
    tree = organizations(api, lambda _: [members, teams])
    deck.press("6").wait_for(head("Organizations"))
    alone(deck)
    shows(deck, rows_of(tree))
    unfold(deck, tree, ferrow["title"])
    unfold(deck, tree, "Teams")
    unfold(deck, tree, api.items(f"{base}/teams")[0]["title"])
    unfold(deck, tree, "Members")
    assert any("disabled" in each.words for each in members.opened or ())
    for role in ("review", "admin"):
        deck.press("f").wait_for("Show members by").type(f"role: {role}")
        deck.wait_for(lambda seen, role=role: f"›role: {role}" in seen.text).press("enter")
        deck.wait_for(f"Members: {role}.")
        members.opened = [person(each) for each in api.items(f"{base}/members", role=role)]
        assert members.opened
        shows(deck, rows_of(tree))


def test_a_change_request_and_the_way_back(deck: Terminal, api: Api, service: Running) -> None:
    asked = updated(api.requests(status="open", requestedReviewer=api.get("/user")["id"]))
    first, second = asked[:2]
    deck.press("enter")
    in_request(deck, api, first)
    deck.press("J")
    in_request(deck, api, second)
    deck.press("K")
    in_request(deck, api, first)
    deck.press("i").wait_for(re.compile(r"│ +Status +open"))
    deck.wait_for(re.compile(rf"Open comments +{first['comments']}\b")).wait_for(first["createdBy"]["displayName"])
    deck.press("esc").wait_gone("Open comments")

    deck.press("L").wait_for(lambda seen: "▪Request log" in seen.lines[1])
    deck.wait_for(lambda seen: all(re.search(r" GET +(?:200|-) ", row) for row in shown(seen)))
    logged = [re.search(r" network (/v1/[^ …]+)", row) for row in shown(deck)]
    paths = [found[1] for found in logged if found]
    assert any(path.startswith(f"/v1/spaces/{first['space']}") for path in paths)
    assert all(any(path.startswith(each) for _, path in service.calls) for each in paths)
    deck.press("<")
    in_request(deck, api, first)
    deck.press("5").wait_for(head("Spaces")).press("<")
    in_request(deck, api, first)
    deck.press(">").wait_for(head("Spaces"))
    deck.press("-")
    in_request(deck, api, first)
    deck.press("-").wait_for(head("Spaces"))
    deck.press("1").wait_for(head("Inbox")).wait_for(cursor_on(f"#{first['number']}"))


def in_request(deck: Terminal, api: Api, request: Json) -> None:
    """The change request is in front, with the pages and the signs of what the API says was changed."""
    path = f"/spaces/{request['space']}/change-requests/{request['id']}"
    signs = {"page_created": "+", "page_edited": "~", "page_deleted": "-"}
    wanted = {
        f"{signs[each['type']]} {each['page']['title']}"
        for each in api.get(f"{path}/changes", limit=1000)["changes"]
        if each["type"] in signs
    }
    assert wanted
    title = f"#{request['number']} {request['subject']}"

    def listed(seen: Terminal) -> set[str]:
        rows = [re.sub(r" +●\d+$", "", row.partition("│")[0][1:].strip()) for row in seen.lines[TOP:-2]]
        return {row for row in rows if re.match(r"[-+~] ", row)}

    deck.wait_for(lambda seen: title in seen.lines[0] and listed(seen) == wanted)
