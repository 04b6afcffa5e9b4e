"""Which change requests a list shows: status, organization and people, and the filters saved of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from docdeck.api.errors import DocdeckError
from docdeck.deck.screens.choosing import Choice, choose
from docdeck.deck.screens.request_list import RequestListScreen
from docdeck.deck.screens.saved_filters import saved_choices, take_choice
from docdeck.text import safe, safe_line
from docdeck.workspace.people import members_of
from docdeck.workspace.request_lists import (
    STATUSES,
    RequestFilter,
    RequestList,
    RequestScope,
    organizations_of,
)

PEOPLE = ("creator", "contributor", "reviewer")
ORDERS = ("updated", "created", "number", "subject", "threads")


class FilteredRequests(RequestListScreen):
    """`wanted` is what the server is asked for, `order` and `reverse` how the rows are sorted."""

    def __init__(self, location: str, scope: RequestScope | None) -> None:
        super().__init__(location)
        self.scope = scope
        self.wanted = RequestFilter()
        self.names: dict[str, str] = {}
        self.found = RequestList()
        self.order, self.reverse = ORDERS[0], False

    def read(self) -> None:
        """Read the list anew by `scope` and `wanted`; the list knows how."""

    def do_filter_pick(self) -> None:
        session, scope = self.app.session, self.scope
        if session is None or scope is None:
            self.answer(safe("This list is not read yet."))
            return

        async def offer() -> None:
            choices = saved_choices(self)
            choices += [Choice(f"status {each}", f"status: {each}") for each in STATUSES]
            choices.append(Choice("anyone", "anyone", "take all people out of the filter"))
            try:
                mine = await organizations_of(session)
                organization = scope.organization or (await self._organization_of(scope.space or ""))
                people = await members_of(session, organization) if organization else ()
            except DocdeckError as error:
                self.say(safe_line(str(error)), failed=True)
                mine, people = (), ()
            choices += [Choice(f"organization {each}", f"organization: {title}") for each, title in mine]
            for member in people:
                self.names[member.user.id] = member.user.display_name or member.user.id
                for facet in PEOPLE:
                    name = self.names[member.user.id]
                    choices.append(Choice(f"{facet} {member.user.id}", f"{facet}: {name}", member.role or "guest"))
            titles = dict(mine)
            choose(self.app, "Show change requests by", choices, lambda found: self._apply(found, titles))

        self.run_read(offer, "filters")

    def filter_values(self) -> dict[str, str]:
        values = {**super().filter_values(), "status": self.wanted.status, "order": self.order}
        values |= {"reverse": "yes"} if self.reverse else {}
        if self.scope is not None and self.scope.organization is not None:
            values |= {"organization": self.scope.organization, "title": self.scope.title}
        for facet in PEOPLE:
            user: str | None = getattr(self.wanted, facet)
            if user is not None:
                values |= {facet: user, f"{facet} name": self.names.get(user, user)}
        return values

    def filter_name(self) -> str:
        wanted = self.wanted
        people = (("by", wanted.creator), ("touched by", wanted.contributor), ("review of", wanted.reviewer))
        words = [self.scope.title if self.scope is not None else "", wanted.status]
        words += [f"{verb} {self.names.get(user, user)}" for verb, user in people if user is not None]
        if self.order != "updated" or self.reverse:
            words.append(f"sorted by {self.order}{' reversed' if self.reverse else ''}")
        if self.filter_text:
            words.append(f"/{self.filter_text}")
        return " · ".join(word for word in words if word)

    def take_filter(self, values: Mapping[str, str]) -> None:
        """The organization is taken where the list is of organizations; the list of a space stays its own."""
        people = {facet: values[facet] for facet in PEOPLE if facet in values}
        self.names |= {user: values.get(f"{facet} name", user) for facet, user in people.items()}
        status = values.get("status")
        status = STATUSES[STATUSES.index(status)] if status in STATUSES else STATUSES[0]
        self.wanted = RequestFilter(status, people.get("creator"), people.get("contributor"), people.get("reviewer"))
        self.order = values["order"] if values.get("order") in ORDERS else ORDERS[0]
        self.reverse = "reverse" in values
        if "organization" in values and (self.scope is None or self.scope.space is None):
            self.scope = RequestScope(values.get("title", ""), organization=values["organization"])
        self.filter_text = values.get("words", "")
        self.found = RequestList()
        self.read()

    async def _organization_of(self, space: str) -> str | None:
        requests = self.found.requests
        state = self._state
        if state is not None and state.space is not None and state.space.id == space:
            return state.space.organization
        return None if not requests else self.scope.organization if self.scope is not None else None

    def _apply(self, choice: str, titles: dict[str, str]) -> None:
        if take_choice(self, choice):
            return
        facet, _, value = choice.partition(" ")
        match facet:
            case "organization":
                self.scope = RequestScope(titles[value], organization=value)
            case "anyone":
                self.wanted = RequestFilter(self.wanted.status)
            case _:
                self.wanted = replace(self.wanted, **{facet: value})
        self.found = RequestList()
        self.read()
