"""The trees of the deck: which rows they must show, worked out anew from what the API says, and unfolding by keys."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tests.end_to_end.listed import shows, stand_on
from tests.end_to_end.on_service import Api, Json
from tests.end_to_end.terminal import Terminal


@dataclass
class Branch:
    """What a row of a tree must show; `below` asks the API for what is in it, `opened` is what it said."""

    title: str
    path: str = ""
    words: str = ""
    below: Callable[[], list[Branch]] | None = None
    opened: list[Branch] | None = None

    @property
    def closed(self) -> bool:
        """Whether it can be unfolded."""
        return self.below is not None and self.opened is None

    def row(self, depth: int) -> str:
        """The row as it stands so deep in the tree."""
        sign = " " if self.below is None else "▸" if self.closed else "▾"
        return "  " * depth + f"{sign} " + "  ".join(filter(None, (self.title, self.path, self.words)))


def flat(branches: Sequence[Branch], depth: int = 0) -> list[tuple[int, Branch]]:
    """Every branch in sight with its depth, from the top."""
    found: list[tuple[int, Branch]] = []
    for each in branches:
        found += [(depth, each), *flat(each.opened or (), depth + 1)]
    return found


def rows_of(tree: Sequence[Branch]) -> list[str]:
    """The rows of a tree as it is unfolded."""
    return [branch.row(depth) for depth, branch in flat(tree)]


def row_of(tree: Sequence[Branch], title: str) -> int:
    """The number of the first row with this title."""
    return next(at for at, (_, each) in enumerate(flat(tree)) if each.title == title)


def unfold(deck: Terminal, tree: Sequence[Branch], title: str) -> None:
    """Unfold the first closed branch with this title; the tree then shows what the API says is in it."""
    at, branch = next((at, each) for at, (_, each) in enumerate(flat(tree)) if each.title == title and each.closed)
    stand_on(deck, at)
    deck.press("l")
    assert branch.below is not None
    branch.opened = branch.below()
    assert branch.opened, f"{title} is a branch, so something is in it"
    shows(deck, rows_of(tree))


def unfold_all(deck: Terminal, tree: Sequence[Branch], kinds: Sequence[str]) -> None:
    """Unfold every branch whose words begin with one of these kinds, those within them too."""

    def closed() -> list[str]:
        return [each.title for _, each in flat(tree) if each.closed and each.words.split(" · ")[0] in kinds]

    while titles := closed():
        unfold(deck, tree, titles[0])


# What the API says is in them


def organizations(api: Api, inside: Callable[[str], list[Branch]]) -> list[Branch]:
    """The organizations at the top; `inside` tells by id what is in one."""
    return [Branch(each["title"], below=lambda key=each["id"]: inside(key)) for each in api.items("/orgs")]


def site(api: Api, organization: str, item: Json) -> Branch:
    """A site and its structure."""
    marks = ["published" if item["published"] else "not published", item["visibility"]]
    marks += ["adaptive"] if item["adaptiveContent"]["enabled"] else []
    path = f"/orgs/{organization}/sites/{item['id']}/structure"

    def below() -> list[Branch]:
        return [_entry(api, each) for each in api.get(path)["structure"]]

    return Branch(item["title"], item["hostname"], " · ".join(marks), below)


def _entry(api: Api, item: Json) -> Branch:
    """An entry of a site's structure: a group of sections, a section, a site space."""
    match item["object"]:
        case "site-section-group":
            held = item.get("children") or item.get("sections") or []
            return Branch(item["title"], "", _marked("group", item), lambda: [_entry(api, each) for each in held])
        case "site-section":
            held = item["siteSpaces"]
            words = _marked("section", item)
            return Branch(item["title"], f"/{item['path']}", words, lambda: [_entry(api, each) for each in held])
        case _:
            space = item["space"]["id"]
            words = _marked("site space", item)
            return Branch(item["title"], f"/{item['path'].strip('/')}", words, lambda: pages(api, space))


def collection(api: Api, organization: str, parent: str | None) -> list[Branch]:
    """What is in a collection, or at the top of an organization: collections, then spaces."""
    base = f"/orgs/{organization}"
    collections = [each for each in api.items(f"{base}/collections") if each.get("parent") == parent]
    spaces = [each for each in api.items(f"{base}/spaces") if each.get("parent") == parent]

    def branch(each: Json) -> Branch:
        return Branch(each["title"], "", "collection", lambda: collection(api, organization, each["id"]))

    return [*map(branch, collections), *(_space(api, each) for each in spaces)]


def _space(api: Api, item: Json) -> Branch:
    waiting = f"{item['changeRequestsOpen']} open" if item["changeRequestsOpen"] else ""
    visibility = "" if item["visibility"] in ("private", "in-collection") else item["visibility"]
    words = " · ".join(filter(None, (visibility, waiting)))
    return Branch(f"{item['emoji']} {item['title']}", "", words, lambda: pages(api, item["id"]))


def pages(api: Api, space: str) -> list[Branch]:
    """The pages of a space."""
    return [_page(each) for each in api.get(f"/spaces/{space}/content/pages")["pages"]]


def _page(item: Json) -> Branch:
    title = f"{item['emoji']} {item['title']}" if item.get("emoji") else item["title"]
    path = f"/{item['path']}" if item.get("path") else ""
    kind = {"group": "group", "link": "link"}.get(item["type"], "")
    held = item.get("pages")
    return Branch(title, path, _marked(kind, item), (lambda: [_page(each) for each in held]) if held else None)


def _marked(kind: str, item: Json) -> str:
    """The words at the end of a row: its kind, then what is special about it."""
    words = [kind, *(word for word in ("default", "hidden", "draft") if item.get(word))]
    return " · ".join(filter(None, [*words, f"if {item['condition']}" if item.get("condition") else ""]))


def person(member: Json, *marks: str) -> Branch:
    """A row of a member: name, address and role, which guests have none of."""
    words = [*marks, member.get("role") or "guest", *(["disabled"] if member["disabled"] else [])]
    return Branch(member["user"]["displayName"], member["user"]["email"], " · ".join(words))


def team(api: Api, organization: str, item: Json) -> Branch:
    """A row of a team, and who is in it."""

    def below() -> list[Branch]:
        inside = api.items(f"/orgs/{organization}/teams/{item['id']}/members")
        return [person(each["organization"], each["team"]["role"]) for each in inside]

    count = item["members"]
    return Branch(item["title"], "", f"{count} member{'' if count == 1 else 's'}", below)
