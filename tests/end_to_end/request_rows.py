"""The rows that lists of change requests and of threads must show, worked out anew from what the API says."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from tests.end_to_end.listed import becomes, shown
from tests.end_to_end.on_service import Api, Json
from tests.end_to_end.terminal import Terminal

MARKS = {"open": "○", "draft": "◌", "merged": "✓", "archived": "▫"}


def cut(text: str, width: int) -> str:
    """A text in a column of this width."""
    return text if len(text) <= width else text[: width - 1] + "…"


# Change requests


def updated(requests: Sequence[Json]) -> list[Json]:
    """As the deck lists them at first: the latest updated on top."""
    return sorted(requests, key=lambda each: each["updatedAt"], reverse=True)


def lists_requests(deck: Terminal, api: Api, requests: Sequence[Json]) -> None:
    """The list has these requests, in this order, each with its space, author, status and open comments."""
    titles = {space["id"]: space["title"] for space in api.spaces()}
    becomes(deck, _without_age, [_request_row(each, titles) for each in requests])
    deck.wait_for(lambda seen: seen.lines[1].rstrip().endswith(f" {len(requests)}"))


def lists_by(deck: Terminal, requests: Sequence[Json], key: str) -> bool:
    """Whether the list has all of these requests, ordered by this field of theirs, up or down."""
    rows = shown(deck)
    places = {at: each[key] for each in requests for at, row in enumerate(rows) if f"  {each['subject']}" in row}
    values = [places[at] for at in sorted(places)]
    folded = [value.casefold() if isinstance(value, str) else value for value in values]
    return len(rows) == len(requests) == len(folded) and folded in (sorted(folded), sorted(folded, reverse=True))


def _request_row(request: Json, titles: dict[str, str]) -> str:
    """A row of a list of change requests, without its age."""
    status = request["status"]
    behind = " ↻" if request["outdated"] and status in ("open", "draft") else ""
    by = cut(request["createdBy"]["displayName"].partition(" ")[0], 8)
    words = f"{MARKS[status]} #{request['number']} {request['subject']}{behind} {cut(titles[request['space']], 12)}"
    return f"{words} {by} {status} {request['comments']} open"


def _without_age(deck: Terminal) -> list[str]:
    """The rows of a list without the age at their end, one blank between words."""
    return [re.sub(r" (?:\d+(?:s|m|h|d|w|mo|y)|now)$", "", re.sub(r"\s+", " ", row).strip()) for row in shown(deck)]


# Threads


@dataclass
class Talk:
    """A thread: the request it stands on (None: a space), the comment, the last word in it, and who spoke."""

    request: Json | None
    comment: Json
    last: Json
    people: set[str]

    @property
    def resolved(self) -> bool:
        """Whether nobody waits for anything in it."""
        return self.comment["status"] == "resolved"

    def concerns(self, me: Json) -> bool:
        """Whether I spoke in it, or it is on a request of mine."""
        mine = self.request is not None and self.request["createdBy"]["id"] == me["id"]
        return mine or me["id"] in self.people

    def waits_for(self, me: Json, *, mentions: bool) -> bool:
        """Somebody else has the last word in a thread of mine, or (with `mentions`) names me in it."""
        if self.resolved or self.last["postedBy"]["id"] == me["id"]:
            return False
        first_name = me["displayName"].partition(" ")[0]
        return self.concerns(me) or (mentions and f"@{first_name}" in self.last["body"]["markdown"])

    def group(self, me: Json) -> str:
        """The heading that it stands under."""
        if self.resolved:
            return "RESOLVED"
        if self.waits_for(me, mentions=True):
            return "YOUR TURN"
        return "THEIR TURN" if self.concerns(me) else "OPEN"

    def row(self) -> str:
        """What a list says of it, wherever it stands."""
        where = f"#{self.request['number']}" if self.request is not None else "space"
        who = cut(self.last["postedBy"]["displayName"].partition(" ")[0], 9)
        return f"{'✓' if self.resolved else '●'} {where} {who} {_letters(self.last['body']['markdown'])}"


def talks_in(api: Api, path: str, request: Json | None, status: str) -> list[Talk]:
    """The threads under a space or a change request."""
    found: list[Talk] = []
    for comment in api.items(f"{path}/comments", status=status, format="markdown"):
        below = f"{path}/comments/{comment['id']}/replies"
        replies = api.items(below, format="markdown") if comment["replies"] else []
        said = sorted([comment, *replies], key=lambda each: each["postedAt"])
        found.append(Talk(request, comment, said[-1], {each["postedBy"]["id"] for each in said}))
    return found


def talks_of(api: Api, requests: Sequence[Json], status: str) -> list[Talk]:
    """The threads of these change requests."""
    paths = [(f"/spaces/{each['space']}/change-requests/{each['id']}", each) for each in requests if each["comments"]]
    return [talk for path, each in paths for talk in talks_in(api, path, each, status)]


def lists_talks(deck: Terminal, api: Api, found: Sequence[Talk]) -> None:
    """The list has these threads by whose turn it is, those with the newest word first."""
    me = api.get("/user")
    newest = sorted(found, key=lambda each: each.last["postedAt"], reverse=True)
    wanted: list[str] = []
    for title in ("YOUR TURN", "THEIR TURN", "OPEN", "RESOLVED"):
        inside = [each.row() for each in newest if each.group(me) == title]
        wanted += [f"{title} {len(inside)}", *inside] if inside else []
    spaces = "|".join(re.escape(cut(space["title"], 12)) for space in api.spaces())
    thread = re.compile(rf"(?:› ?)?(\S) (#\d+|space) +(?:(?:{spaces}) +)?(\S+) +(.*?)(?:  .*)?$")
    becomes(deck, lambda seen: [_talk_row(thread, row.strip()) for row in shown(seen)], wanted)


def _talk_row(thread: re.Pattern[str], row: str) -> str:
    """A heading, or of a thread as much as `Talk.row` says of it."""
    found = thread.match(row)
    return re.sub(r"\s+", " ", row) if found is None else f"{found[1]} {found[2]} {found[3]} {_letters(found[4])}"


def _letters(markdown: str) -> str:
    """The first letters of a comment: how its marks are shown is not what is compared."""
    return re.sub(r"\W+", "", markdown.strip().splitlines()[0])[:24]
