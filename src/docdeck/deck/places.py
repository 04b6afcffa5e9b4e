"""The ways to the views: each place, and each thing that is opened by its ids. Views are imported when first shown."""

from __future__ import annotations

from docdeck.deck.screens.inbox import InboxScreen
from docdeck.deck.sending import Sending
from docdeck.text import Safe


class Places(Sending):
    """Opens views; one that is alive is shown again as it was left."""

    def do_place_inbox(self) -> None:
        self.open_view("inbox", InboxScreen)

    def do_place_change_requests(self) -> None:
        from docdeck.deck.screens.change_requests import ChangeRequestsScreen

        self.open_view("change_requests", ChangeRequestsScreen)

    def do_place_threads(self) -> None:
        from docdeck.deck.screens.threads import ThreadsScreen

        self.open_view("threads", ThreadsScreen)

    def do_place_sites(self) -> None:
        from docdeck.deck.screens.sites import SitesScreen

        self.open_view("sites", SitesScreen)

    def do_place_spaces(self) -> None:
        from docdeck.deck.screens.spaces import SpacesScreen

        self.open_view("spaces", SpacesScreen)

    def do_place_organizations(self) -> None:
        from docdeck.deck.screens.organizations import OrganizationsScreen

        self.open_view("organizations", OrganizationsScreen)

    def open_change_request(self, space: str, change_request: str, label: Safe, comment: str | None = None) -> None:
        """Open one change request by its ids; `label` names it until it is read, `comment` is the thread to go to."""
        from docdeck.deck.screens.change_request import ChangeRequestScreen

        origin = self.view
        location = f"change_request:{space}:{change_request}"
        self.open_view(location, lambda: ChangeRequestScreen(space, change_request, label))
        view = self.view
        if isinstance(view, ChangeRequestScreen):
            view.came_from(origin, comment)

    def open_page(self, space: str, page: str, label: Safe, space_title: str = "") -> None:
        """Read a page of a space; `space_title` (raw) stands before it in the breadcrumb, where it is known."""
        from docdeck.deck.screens.page import PageScreen

        self.open_view(f"page:{space}:{page}", lambda: PageScreen(space, page, label, space_title))

    def open_requests(self, space: str, title: str) -> None:
        """The change requests of a space."""
        from docdeck.deck.screens.change_requests import ChangeRequestsScreen
        from docdeck.workspace.request_lists import RequestScope

        scope = RequestScope(title, space=space)
        self.open_view(f"change_requests:{space}", lambda: ChangeRequestsScreen(scope))

    def open_threads(self, space: str, title: str, comment: str | None = None) -> None:
        """The comment threads of a space; `comment` is the one to go to."""
        from docdeck.deck.screens.threads import ThreadsScreen

        self.open_view(f"threads:{space}", lambda: ThreadsScreen(space, title))
        view = self.view
        if comment is not None and isinstance(view, ThreadsScreen):
            view.seek(comment)

    def do_quick_find(self) -> None:
        from docdeck.deck.screens.quick_find import open_quick_find

        open_quick_find(self)
