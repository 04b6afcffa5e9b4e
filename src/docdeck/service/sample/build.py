"""Builds the sample in one transaction, event by event, with the clock set back to when each happened."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import partial

from docdeck.service.actions.spaces import KeptFile, NewPage, create_space
from docdeck.service.clock import Clock, IdMaker, stored
from docdeck.service.sample.ages import age
from docdeck.service.sample.files import SampleFiles, SourcePage, Table
from docdeck.service.sample.places import add_collection, add_site, add_structure, add_team
from docdeck.service.sample.requests import RequestStory
from docdeck.service.sample.sources import Sources
from docdeck.service.sample.talk import Conversations
from docdeck.service.sample.work import add_conversations, add_integration, add_spec, add_translation
from docdeck.service.store import Store, Tx
from docdeck.service.store.people import insert_grant, insert_member, insert_organization, insert_token, insert_user
from docdeck.service.store.schema import users

_SEED = "sample"


@dataclass(slots=True)
class SampleInfo:
    """What was built: ids by the keys of the data files, and every member's token by user id."""

    owner: str
    made_at: datetime
    tokens: dict[str, str] = field(default_factory=dict[str, str])
    users: dict[str, str] = field(default_factory=dict[str, str])
    organizations: dict[str, str] = field(default_factory=dict[str, str])
    spaces: dict[str, str] = field(default_factory=dict[str, str])
    requests: dict[str, str] = field(default_factory=dict[str, str])
    collections: dict[str, str] = field(default_factory=dict[str, str])
    teams: dict[str, str] = field(default_factory=dict[str, str])
    sites: dict[str, str] = field(default_factory=dict[str, str])
    pages: dict[tuple[str, str], str] = field(default_factory=dict[tuple[str, str], str])


@dataclass(frozen=True, slots=True)
class _Event:
    ago: timedelta
    act: Callable[[], object]


def build_sample(store: Store, *, owner_token: str, clock: Clock | None = None) -> SampleInfo:
    """Fill an empty store with the sample as of now, or as of `clock`; only the owner's token is given.

    Everybody else's token is made at random. Ids are the same each time. One transaction: all of it, or nothing.
    Raises ValueError when the store is not empty.
    """
    made_at = (clock or store.clock).now()
    try:
        with store.write() as tx:
            if tx.one(users.select().limit(1)) is not None:
                raise ValueError("The sample needs an empty database, and this one has users already.")
            tx.ids = IdMaker(_SEED)
            return _Builder(tx, made_at.astimezone(UTC), owner_token).build()
    finally:
        store.clock.set(None)


class _Builder:
    """One run: sets up people, gathers what happened, and lets it happen oldest first."""

    def __init__(self, tx: Tx, made_at: datetime, owner_token: str) -> None:
        self._tx = tx
        self._files = SampleFiles()
        self._owner_token = owner_token
        self._info = SampleInfo(owner="", made_at=made_at)
        self._sources = Sources(tx, self._info.users, self._info.spaces, self._files)
        self._talk = Conversations(tx, self._info.users, self._sources)
        self._events: list[_Event] = []

    def build(self) -> SampleInfo:
        """Build everything and tell what was made."""
        self._people()
        self._organizations()
        self._places()
        for edit in self._files.edits:
            self._at(edit["age"], partial(self._sources.edit_main, edit))
        for key, request in self._files.requests.items():
            story = RequestStory(self._tx, key, request, self._info.users, self._info.spaces, self._sources)
            story.tell(self._at, self._talk)
            self._at(request["created"], partial(self._remember, story))
        for place in self._files.threads:
            for thread in place["thread"]:
                self._talk.tell(thread, place["space"], lambda: None, self._at)
        for event in sorted(self._events, key=lambda event: event.ago, reverse=True):
            self._tx.clock.set(self._info.made_at - event.ago)
            event.act()
        for site in self._files.sites:
            add_structure(self._tx, site, self._info.sites, self._info.spaces)
        self._work()
        return self._info

    def _work(self) -> None:
        info, told = self._info, self._files.work
        for spec in told["spec"]:
            add_spec(self._tx, spec, info.organizations[spec["organization"]], self._moment)
        for integration in told["integration"]:
            add_integration(self._tx, integration, info.organizations, info.spaces, info.sites, self._moment)
        add_conversations(self._tx, told["conversation"], info.organizations["ferrow"], self._moment)
        for translation in told["translation"]:
            home = info.organizations[translation["organization"]]
            add_translation(self._tx, translation, home, info.users, info.spaces, self._moment)

    def _places(self) -> None:
        info = self._info
        created = {one["key"]: one["created"] for one in self._files.people["organization"]}
        for told in self._files.places["collection"]:
            add = partial(add_collection, self._tx, told, info.organizations, info.collections)
            self._at(created[told["organization"]], add)
        for organization in self._files.people["organization"]:
            made = info.organizations[organization["key"]]
            for told in organization["teams"]:
                self._at(told["created"], partial(add_team, self._tx, told, made, info.users, info.teams))
        for told in self._files.sites:
            self._at(told["created"], partial(add_site, self._tx, told, info.organizations, info.sites))
        for space in self._files.places["space"]:
            self._at(space["created"], partial(self._space, space))

    def _at(self, ago: str, act: Callable[[], object]) -> None:
        self._events.append(_Event(age(ago), act))

    def _moment(self, ago: str) -> datetime:
        return self._info.made_at - age(ago)

    def _remember(self, story: RequestStory) -> None:
        self._info.requests[story.key] = story.id

    def _people(self) -> None:
        owner = self._files.people["owner"]
        for key, person in self._files.people["people"].items():
            user = insert_user(self._tx, person["name"], person["email"])
            self._info.users[key] = user
            token = self._owner_token if key == owner else secrets.token_urlsafe(24)
            self._info.tokens[user] = token
            insert_token(self._tx, user, token)
        self._info.owner = self._info.users[owner]

    def _organizations(self) -> None:
        for organization in self._files.people["organization"]:
            self._tx.clock.set(self._moment(organization["created"]))
            made = insert_organization(
                self._tx,
                organization["title"],
                merge_rules=organization["merge_rules"],
                hostname=organization["hostname"],
                default_role=organization.get("default_role"),
                type=organization["type"],
                use_case=organization["use_case"],
                email_domains=organization["email_domains"],
            )
            self._info.organizations[organization["key"]] = made
            for member in organization["members"]:
                insert_member(
                    self._tx,
                    made,
                    self._info.users[member["who"]],
                    member.get("role"),
                    joined_at=stored(self._moment(member["joined"])),
                    last_seen_at=stored(self._moment(member["seen"])),
                    disabled=member.get("disabled", False),
                )

    def _space(self, space: Table) -> None:
        key, tree = space["key"], self._files.pages(space)
        self._info.spaces[key] = create_space(
            self._tx,
            self._info.users[space["by"]],
            self._info.organizations[space["organization"]],
            space["title"],
            [self._page(key, page) for page in tree],
            files=[
                KeptFile(one.name, one.data, one.id) for (home, _), one in self._files.drawings.items() if home == key
            ],
            emoji=space["emoji"],
            visibility=space["visibility"],
            default_level=space.get("default_level"),
            merge_rules=self._rules(space.get("merge_rules")),
            edit_mode=space.get("edit_mode", "locked"),
            parent=self._info.collections.get(space.get("parent", "")),
        )
        texts = {self._info.pages[key, page.path]: page.markdown for root in tree for page in root.walk()}
        self._sources.begin(key, self._info.organizations[space["organization"]], texts)
        for who, role in space.get("grants", {}).items():
            insert_grant(self._tx, self._info.spaces[key], self._info.users[who], role)

    def _page(self, space: str, page: SourcePage) -> NewPage:
        made = self._tx.ids()
        self._info.pages[space, page.path] = made
        below = [self._page(space, child) for child in page.pages]
        return NewPage(
            page.title,
            page.markdown,
            id=made,
            type=page.type,
            slug=page.slug,
            description=page.description,
            hidden=page.hidden,
            target=None if page.href is None else {"kind": "url", "url": page.href},
            href=page.href,
            pages=below,
        )

    def _rules(self, rules: Table | None) -> Table | None:
        if rules is None:
            return None
        named: list[Table] = []
        for rule in rules.get("rules", []):
            users = [self._info.users[who] for who in rule.get("users", [])]
            named.append({**rule, "users": users} if users else rule)
        return {**rules, "rules": named} if named else rules
