"""Organizations: profile, members and teams, for reading."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

from docdeck.deck.screens.choosing import Choice, choose
from docdeck.deck.screens.tree import TreeScreen
from docdeck.models.base import ROLES
from docdeck.text import safe
from docdeck.workspace import node_details, organization_tree, space_tree
from docdeck.workspace.tree import Children, Node

if TYPE_CHECKING:
    from docdeck.workspace.details import Details
    from docdeck.workspace.session import Session


ROLE_CHOICES = (*reversed(ROLES), "guest")


class OrganizationsScreen(TreeScreen):
    """Members with their roles, teams with their members; facts about each beside them."""

    PLACE = "place.organizations"
    TITLE_WORDS = "Organizations"
    EMPTY_WORDS: ClassVar[str] = "You belong to no organization yet. It would stand here with its members and teams."

    FOOTER: ClassVar[tuple[str, ...]] = (
        "open",
        "tree.unfold",
        "tree.fold",
        "filter.pick",
        "filter",
        "quick_find",
        "details",
        "refresh",
    )

    def __init__(self) -> None:
        super().__init__("organizations")
        self._members: dict[str, dict[str, str]] = {}

    def watch_roots(self, session: Session) -> AsyncIterator[Children]:
        return space_tree.watch_roots(session)

    def watch_branch(self, session: Session, node: Node) -> AsyncIterator[Children]:
        wanted = self._members.get(node.ids["organization"], {}) if node.ids.get("list") == "members" else {}
        ids = {name: value for name, value in wanted.items() if value}
        return organization_tree.watch_branch(session, replace(node, ids={**node.ids, **ids}))

    def watch_details(self, session: Session, node: Node) -> AsyncIterator[Details]:
        return node_details.watch_details(session, node)

    # Which members are listed

    @property
    def organization(self) -> str | None:
        """The organization that the cursor stands on or in."""
        return self.node.ids.get("organization") if self.node is not None else None

    def why_not(self, action_id: str) -> str | None:
        if action_id == "filter.pick" and self.organization is None:
            return "No organization is under the cursor."
        return super().why_not(action_id)

    def do_filter_pick(self) -> None:
        organization = self.organization
        if organization is None:
            return
        choices = [Choice("role ", "everybody"), *(Choice(f"role {role}", f"role: {role}") for role in ROLE_CHOICES)]
        choices.append(Choice("sort lastSeenAt", "last seen first", "only members that were seen"))
        choices.append(Choice("sort joinedAt", "last joined first"))
        choose(self.app, "Show members by", choices, lambda chosen: self._show_members(organization, chosen))

    def _show_members(self, organization: str, chosen: str) -> None:
        """List the members anew with the chosen role or order; the branch says which."""
        facet, _, value = chosen.partition(" ")
        self._members.setdefault(organization, {})[facet] = value
        key = f"members:{organization}"
        self.unfold(f"organization:{organization}")
        self.branches.open_keys((key,))
        self.reread(key)
        self.tree_pane.view.move_to(key)
        words = [word for word in self._members[organization].values() if word]
        self.say(safe(f"Members: {', '.join(words) or 'everybody'}."))
