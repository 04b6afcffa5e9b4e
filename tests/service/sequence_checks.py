"""Every count of an organization against the list it counts, and what must hold between its things."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

ALL = ("draft", "open", "archived", "merged")
Call = Callable[..., tuple[int, Any]]


class Truth:
    """Asks the service, and compares its answers with each other."""

    def __init__(self, call: Call, org: str) -> None:
        self._call = call
        self._org = org
        self._who = "admin"

    def items(self, path: str, who: str | None = None, **query: Any) -> list[Any]:
        """A whole list, which must be as long as it says."""
        status, answer = self._call(who or self._who, "GET", path, limit=1000, **query)
        assert status == 200, (path, answer)
        assert answer["count"] == len(answer["items"])
        assert "next" not in answer
        return answer["items"]

    def files(self, who: str, path: str) -> dict[str, Any]:
        """The files of a space or change request, by name."""
        return {file["name"]: file for file in self.items(f"{path}/files", who)}

    def ids(self, path: str, name: Callable[[Any], str], who: str | None = None) -> set[str]:
        """What a list names."""
        if who is None:
            who = self._reader(path)
        return {name(item) for item in self.items(path, who)} if who else set()

    def _reader(self, path: str) -> str:
        """Somebody who may read a list: the person who changed it may have left since."""
        people = ("admin", "create", "review", "edit", "comment", "read")
        return next(who for who in people if self._call(who, "GET", path)[0] == 200)

    def check(self, who: str, people: Iterable[str]) -> None:
        """Compare everything, as an administrator sees it."""
        self._who = who
        spaces = self.items(f"{self._org}/spaces")
        open_requests = [self._space(space) for space in spaces]
        everywhere = self.items(f"{self._org}/change-requests")
        assert len(everywhere) == sum(open_requests)
        self._collections(spaces)
        self._members(list(people))

    def _space(self, space: Any) -> int:
        path = f"/v1/spaces/{space['id']}"
        assert self._call(self._who, "GET", path)[1] == space
        assert f"/v1/orgs/{space['organization']}" == self._org
        requests = self.items(f"{path}/change-requests", status=ALL)
        by_status = {status: [request for request in requests if request["status"] == status] for status in ALL}
        assert space["changeRequests"] == len(requests) == sum(map(len, by_status.values()))
        assert space["changeRequestsOpen"] == len(by_status["open"])
        assert space["changeRequestsDraft"] == len(by_status["draft"])
        self._talk(path, space["comments"])
        numbers = [request["number"] for request in requests]
        assert sorted(numbers) == list(range(1, len(numbers) + 1))
        for request in requests:
            self._request(path, space, request)
        return len(by_status["open"])

    def _request(self, path: str, space: Any, request: Any) -> None:
        status = request["status"]
        assert ("revisionMerged" in request) == (status == "merged")
        base = request.get("revisionMergedAncestor", request["revisionInitial"])
        assert request["outdated"] == (status != "merged" and base != space["revision"])
        self._talk(f"{path}/change-requests/{request['number']}", request["comments"])

    def _talk(self, path: str, counted: int) -> None:
        comments = self.items(f"{path}/comments")
        opened = self.items(f"{path}/comments", status="open") if comments else []
        assert counted == len(opened) == sum(comment["status"] == "open" for comment in comments)
        for comment in comments:
            assert comment["replies"] == len(self.items(f"{path}/comments/{comment['id']}/replies"))
            assert ("resolvedAt" in comment) == (comment["status"] == "resolved")

    def _collections(self, spaces: list[Any]) -> None:
        collections = {item["id"]: item for item in self.items(f"{self._org}/collections")}
        for id, collection in collections.items():
            inside = [space["id"] for space in self.items(f"/v1/collections/{id}/spaces")]
            assert inside == [space["id"] for space in spaces if space.get("parent") == id]
            above, steps = collection.get("parent"), 0
            while above is not None:
                above, steps = collections[above].get("parent"), steps + 1
                assert steps <= len(collections)
        assert {space["parent"] for space in spaces if "parent" in space} <= set(collections)

    def _members(self, people: list[str]) -> None:
        members = {item["id"]: item for item in self.items(f"{self._org}/members")}
        assert set(members) <= set(people)
        assert any(member["role"] == "admin" for member in members.values())
        teams = self.items(f"{self._org}/teams")
        placed: dict[str, list[set[str]]] = {}
        reach: dict[str, set[str]] = {}
        for team in teams:
            inside = {item["organization"]["id"] for item in self.items(f"{self._org}/teams/{team['id']}/members")}
            assert inside <= set(members)
            assert team["members"] == len(inside)
            for id in inside:
                placed.setdefault(id, []).append(inside)
                if id not in reach:
                    reach[id] = {item["space"]["id"] for item in self.items(f"{self._org}/members/{id}/spaces")}
            assert team["spaces"] == len(set[str]().union(*(reach[id] for id in inside)))
        for id, member in members.items():
            assert member["teams"] == len(placed.get(id, ()))
            assert id not in reach or member["spaces"] == len(reach[id])
        for id in list(placed)[:1]:
            assert len(self.items(f"{self._org}/members/{id}/teams")) == len(placed[id])
