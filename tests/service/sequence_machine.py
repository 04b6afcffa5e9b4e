"""Random lives of an organization, call by call, and everything that must stay true of it."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, precondition, rule

from docdeck.service.actions.change_requests import create_change_request, patch_change_request
from docdeck.service.actions.comments import post_comment
from docdeck.service.actions.spaces import NewPage, create_space
from docdeck.service.store import Store
from docdeck.service.store.collections import insert_collection
from docdeck.service.store.membership import membership
from docdeck.service.store.people import insert_grant, insert_member, insert_organization, insert_token, insert_user
from docdeck.service.store.teams import insert_team, insert_team_member
from tests.service.driving import Driver
from tests.service.sequence_checks import Truth

PEOPLE = ("admin", "create", "review", "edit", "comment", "read", "guest")
STATUSES = ("draft", "open", "archived")
START = datetime(2026, 1, 5, 9, tzinfo=UTC)
pick = st.integers(min_value=0, max_value=40)
people = st.sampled_from(PEOPLE)
actors = st.sampled_from(("boss", "boss", "boss", "boss", *PEOPLE))
roles = st.sampled_from(("admin", "create", "review", "edit", "comment", "read", None))


class Life(RuleBasedStateMachine):
    """`spaces` and `requests` are what this sequence made; what became of them is asked of the service."""

    store: Store
    driver: Driver
    made = 0

    def __init__(self) -> None:
        super().__init__()
        Life.made += 1
        self.now = START
        self.store.clock.set(self.now)
        self.spaces: list[str] = []
        self.collections: list[str] = []
        self.teams: list[str] = []
        self.requests: list[str] = []
        self.comments: list[str] = []
        self.deleted: dict[str, datetime] = {}
        self.people: dict[str, str] = {}
        with self.store.write() as tx:
            self.organization = insert_organization(tx, f"Life {Life.made}")
            for who in PEOPLE:
                self.people[who] = insert_user(tx, who.title(), f"{who}{Life.made}@example.org")
                insert_token(tx, self.people[who], f"{who}-{Life.made}")
                insert_member(tx, self.organization, self.people[who], None if who == "guest" else who)
        self.org = f"/v1/orgs/{self.organization}"
        self.truth = Truth(self.call, self.org)
        self._begin()

    def _begin(self) -> None:
        """Something to act on from the first step."""
        with self.store.write() as tx:
            owner = self.people["admin"]
            for title in ("Outer", "Inner"):
                parent = self.collections[-1] if self.collections else None
                self.collections.append(insert_collection(tx, self.organization, title, parent=parent))
            for parent in (None, self.collections[1]):
                space = create_space(tx, owner, self.organization, "Book", (NewPage("Page", "Text."),), parent=parent)
                self.spaces.append(space)
                request = create_change_request(tx, owner, space, "First")
                patch_change_request(tx, owner, space, request, status="open")
                self.requests.append(f"/v1/spaces/{space}/change-requests/{request}")
                comment = post_comment(tx, owner, space, request, "First.")
                self.comments.append(f"{self.requests[-1]}/comments/{comment}")
            insert_grant(tx, self.spaces[0], self.people["guest"], "comment")
            self.teams.append(insert_team(tx, self.organization, "Team"))
            for who in ("edit", "guest"):
                insert_team_member(tx, self.teams[0], self.people[who])

    def call(self, who: str, method: str, path: str, body: Any = None, **query: Any) -> tuple[int, Any]:
        """Call as somebody; nothing may ever fail inside the service."""
        self.store.clock.set(self.now)
        self.now += timedelta(seconds=1)
        who = self.boss if who == "boss" else who
        status, answer = self.driver.call(f"{who}-{Life.made}", method, path, body, **query)
        assert status < 500, (method, path, answer)
        return status, answer

    @property
    def boss(self) -> str:
        """Somebody who administrates now: there is always one."""
        return next(who for who in PEOPLE if self.role(who) == "admin")

    def role(self, who: str) -> str | None:
        """What somebody is now, or `gone`."""
        with self.store.read() as tx:
            row = membership(tx, self.organization, self.people[who])
        return "gone" if row is None else row["role"]

    def one(self, items: Sequence[str], index: int) -> str | None:
        """One of some things, or nothing."""
        return items[index % len(items)] if items else None

    @rule(index=pick, who=actors, inside=st.booleans())
    def add_space(self, index: int, who: str, inside: bool) -> None:
        parent = self.one(self.collections, index) if inside else None
        status, space = self.call(who, "POST", f"{self.org}/spaces", {"title": f"S{index}", "parent": parent})
        if status == 201:
            self.spaces.append(space["id"])

    @precondition(lambda self: self.spaces)
    @rule(index=pick, who=actors)
    def delete_space(self, index: int, who: str) -> None:
        space = self.spaces[index % len(self.spaces)]
        at = self.now
        status, _ = self.call(who, "DELETE", f"/v1/spaces/{space}")
        assert status in (204, 403)
        if status == 204 and (who == "boss" or self.role(who) == "admin") and space not in self.deleted:
            self.deleted[space] = at

    @rule(index=pick, days=st.sampled_from((0, 6, 7, 8)))
    def restore_space(self, index: int, days: int) -> None:
        boss = self.boss
        if not self.deleted:
            self.delete_space(index, "boss")
        self.now += timedelta(days=days)
        space = sorted(self.deleted)[index % len(self.deleted)]
        kept = self.now - self.deleted[space] <= timedelta(days=7)
        status, answer = self.call(boss, "POST", f"/v1/spaces/{space}/restore")
        assert status == (200 if kept else 409), answer
        if kept:
            del self.deleted[space]
        else:
            assert self.call(boss, "GET", f"/v1/spaces/{space}")[0] == 404

    @precondition(lambda self: self.spaces)
    @rule(index=pick, who=actors)
    def copy_space(self, index: int, who: str) -> None:
        status, copy = self.call(who, "POST", f"/v1/spaces/{self.one(self.spaces, index)}/duplicate")
        if status == 201:
            assert (copy["changeRequests"], copy["comments"]) == (0, 0)
            places = (f"/v1/spaces/{self.one(self.spaces, index)}/content", f"/v1/spaces/{copy['id']}/content")
            files = [self.truth.files(who, place) for place in places]
            assert [{name: file["size"] for name, file in found.items()} for found in files] == [
                {name: file["size"] for name, file in files[0].items()}
            ] * 2
            self.spaces.append(copy["id"])

    @rule(index=pick, who=actors, inside=st.booleans())
    def add_collection(self, index: int, who: str, inside: bool) -> None:
        parent = self.one(self.collections, index) if inside else None
        status, made = self.call(who, "POST", f"{self.org}/collections", {"title": f"C{index}", "parent": parent})
        if status == 201:
            self.collections.append(made["id"])

    @precondition(lambda self: self.collections)
    @rule(index=pick, who=actors)
    def delete_collection(self, index: int, who: str) -> None:
        assert self.call(who, "DELETE", f"/v1/collections/{self.one(self.collections, index)}")[0] in (204, 403)

    @precondition(lambda self: self.collections and self.spaces)
    @rule(index=pick, other=pick, third=pick, what=st.sampled_from(("spaces", "collections")), place=pick)
    def move(self, index: int, other: int, third: int, what: str, place: int) -> None:
        moved = self.one(self.spaces if what == "spaces" else self.collections, index)
        beside = {"type": "space", "space": self.one(self.spaces, third)}
        body: dict[str, Any] = {"parent": self.one(self.collections, other) if place % 2 else None}
        if place % 3:
            body["position"] = {"before" if place % 3 == 1 else "after": beside}
        assert self.call("boss", "POST", f"/v1/{what}/{moved}/move", body)[0] in (200, 400, 403, 404, 409)

    @rule(who=actors, whom=people, role=roles)
    def change_role(self, who: str, whom: str, role: str | None) -> None:
        status, _ = self.call(who, "PATCH", f"{self.org}/members/{self.people[whom]}", {"role": role})
        assert status in (200, 403, 404, 409)

    @rule(who=actors, whom=people)
    def remove_member(self, who: str, whom: str) -> None:
        assert self.call(who, "DELETE", f"{self.org}/members/{self.people[whom]}")[0] in (204, 403, 404, 409)

    @rule(role=st.sampled_from(("leave", "read", None)))
    def boss_steps_down(self, role: str | None) -> None:
        boss = self.boss
        others = [who for who in PEOPLE if who != boss and self.role(who) == "admin"]
        path = f"{self.org}/members/{self.people[boss]}"
        call = ("DELETE", path) if role == "leave" else ("PATCH", path, {"role": role})
        assert self.call(boss, *call)[0] == ((204 if role == "leave" else 200) if others else 409)

    @rule(whom=people, role=roles)
    def come_back(self, whom: str, role: str | None) -> None:
        path = f"{self.org}/members/{self.people[whom]}"
        if self.call("boss", "DELETE", path)[0] == 204:
            with self.store.write() as tx:
                insert_member(tx, self.organization, self.people[whom], role)
            back = self.call("boss", "GET", path)[1]
            assert (back["role"], back["teams"]) == (role, 0)
            assert role is not None or back["spaces"] == 0

    @rule(who=actors, names=st.lists(people, max_size=4))
    def add_team(self, who: str, names: list[str]) -> None:
        body = {"title": "T", "members": [self.people[name] for name in names]}
        status, team = self.call(who, "PUT", f"{self.org}/teams", body)
        if status == 201:
            owner = self.boss if who == "boss" else who
            assert team["members"] == len({owner, *names})
            self.teams.append(team["id"])

    @precondition(lambda self: self.teams)
    @rule(index=pick, add=st.lists(people, max_size=3), remove=st.lists(people, max_size=3), who=actors)
    def change_team(self, index: int, add: list[str], remove: list[str], who: str) -> None:
        path = f"{self.org}/teams/{self.one(self.teams, index)}"
        remove = remove + add[1:2]
        places = {self.people[name]: {"role": "owner"} for name in add[:1]}
        body = {"add": [f"{name}{Life.made}@example.org" for name in add], "memberships": places}
        status, _ = self.call(who, "PUT", f"{path}/members", {**body, "remove": [self.people[name] for name in remove]})
        if status == 204:
            inside = self.truth.ids(f"{path}/members", lambda item: item["organization"]["id"])
            assert not {self.people[name] for name in remove} & inside
            assert {self.people[name] for name in add if name not in remove} <= inside

    @precondition(lambda self: self.teams)
    @rule(index=pick, who=actors)
    def delete_team(self, index: int, who: str) -> None:
        assert self.call(who, "DELETE", f"{self.org}/teams/{self.one(self.teams, index)}")[0] in (204, 403, 404)

    @precondition(lambda self: self.spaces)
    @rule(index=pick, who=actors)
    def add_request(self, index: int, who: str) -> None:
        at = f"/v1/spaces/{self.one(self.spaces, index)}/change-requests"
        status, request = self.call(who, "POST", at, {"subject": "x"})
        if status == 201:
            assert request["status"] == "draft"
            self.requests.append(f"{at}/{request['id']}")

    @precondition(lambda self: self.requests)
    @rule(index=pick, who=actors, status=st.sampled_from(STATUSES))
    def set_status(self, index: int, who: str, status: str) -> None:
        path = self.one(self.requests, index) or ""
        before = self.call(who, "GET", path)[1]
        code, after = self.call(who, "PATCH", path, {"status": status})
        if code == 200:
            assert (after["status"], before["status"] != "merged") == (status, True)
        elif code == 409:
            assert before["status"] == "merged"

    @precondition(lambda self: self.requests)
    @rule(index=pick, who=actors, title=st.sampled_from(("One", "Two")))
    def edit(self, index: int, who: str, title: str) -> None:
        path = self.one(self.requests, index) or ""
        before = self.call(who, "GET", path)[1]
        changes: list[Any] = [{"operation": "insert_page", "title": title, "document": {"markdown": f"{title} more."}}]
        file = {"name": f"{title}.txt", "base64": b64encode(f"{title} {index}".encode()).decode()}
        changes.append({"operation": "insert_files", "files": [file]})
        status, after = self.call(who, "POST", f"{path}/content", {"changes": changes})
        if status == 200:
            assert file["name"] in self.truth.files(who, f"{path}/content")
            assert after["revision"] != before["revision"]
            assert before["status"] in ("draft", "open")

    @precondition(lambda self: self.requests)
    @rule(index=pick, who=actors, what=st.sampled_from(("merge", "update")))
    def finish(self, index: int, who: str, what: str) -> None:
        path = self.one(self.requests, index) or ""
        before = self.call(who, "GET", path)[1]
        status, answer = self.call(who, "POST", f"{path}/{what}")
        if status != 200:
            assert status != 409 or before["status"] != "open"
            return
        after = self.call(who, "GET", path)[1]
        if what == "merge":
            assert (before["status"], after["status"], after["revisionMerged"]) == (
                "open",
                "merged",
                answer["revision"],
            )
            space = self.call(who, "GET", path.split("/change-requests")[0])[1]
            assert space["revision"] == answer["revision"]
            ours = self.truth.files(who, f"{path}/content")
            main = self.truth.files(who, f"{path.split('/change-requests')[0]}/content")
            assert ours.items() <= main.items()
            assert self.call(who, "POST", f"{path}/merge")[0] == 409
        else:
            assert not after["outdated"]

    @precondition(lambda self: self.spaces)
    @rule(index=pick, who=actors, inside=st.booleans())
    def talk(self, index: int, who: str, inside: bool) -> None:
        place = self.one(self.requests if inside else [f"/v1/spaces/{id}" for id in self.spaces], index)
        status, comment = self.call(who, "POST", f"{place}/comments", {"body": {"markdown": "hm"}})
        if status == 200:
            self.comments.append(f"{place}/comments/{comment['id']}")

    @precondition(lambda self: self.comments)
    @rule(index=pick, who=actors, resolved=st.booleans())
    def resolve(self, index: int, who: str, resolved: bool) -> None:
        status, comment = self.call(who, "PUT", self.one(self.comments, index) or "", {"resolved": resolved})
        if status == 200:
            assert (comment["status"] == "resolved", "resolvedBy" in comment) == (resolved, resolved)

    @precondition(lambda self: self.comments)
    @rule(index=pick, who=actors)
    def reply(self, index: int, who: str) -> None:
        path = f"{self.one(self.comments, index)}/replies"
        assert self.call(who, "POST", path, {"body": {"markdown": "so"}})[0] in (200, 403, 404)

    @precondition(lambda self: self.comments)
    @rule(index=pick, who=actors)
    def take_back(self, index: int, who: str) -> None:
        assert self.call(who, "DELETE", self.one(self.comments, index) or "")[0] in (204, 403, 404)

    @rule(days=st.integers(min_value=1, max_value=9))
    def wait(self, days: int) -> None:
        self.now += timedelta(days=days)

    def teardown(self) -> None:
        boss = self.boss
        self.truth.check(boss, self.people.values())
        listed = self.truth.ids(f"{self.org}/spaces", lambda item: item["id"], who=boss)
        assert listed == set(self.spaces) - set(self.deleted)
        for space, at in self.deleted.items():
            kept = self.now - at <= timedelta(days=7)
            status, told = self.call(boss, "GET", f"/v1/spaces/{space}")
            assert (status, "deletedAt" in (told or {})) == ((200, True) if kept else (404, False))
