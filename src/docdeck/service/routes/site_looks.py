"""How a site and its spaces look, and who may open the site. Facts 2.6, 2.7."""

from __future__ import annotations

from typing import Any

from docdeck.models.base import ROLES
from docdeck.models.customization import Customization
from docdeck.models.permissions import UserPermission
from docdeck.service.errors import Missing
from docdeck.service.place_access import site_access
from docdeck.service.routes.call import Call, reads
from docdeck.service.routes.sites import SITE
from docdeck.service.store import Row, Tx
from docdeck.service.store.content_permissions import people_with_access
from docdeck.service.store.site_writes import site_space_in
from docdeck.service.views.people import user_view
from docdeck.service.views.sites import settings_of


def _site(tx: Tx, call: Call) -> Row:
    return site_access(tx, call.actor, call.params["org"], call.params["site"])


def _of_site(tx: Tx, call: Call) -> Customization:
    call.flag("unmasked")
    return Customization.model_validate(settings_of(_site(tx, call)))


def _of_space(tx: Tx, call: Call) -> Customization:
    call.flag("unmasked")
    site = _site(tx, call)
    placing = site_space_in(tx, site["id"], call.params["siteSpace"])
    if placing is None:
        raise Missing("This site has no such site space.")
    return Customization.model_validate(settings_of(site, placing["customization"]))


def _people(tx: Tx, call: Call) -> dict[str, Any]:
    """The members of the organization: sites have no people of their own here."""
    site = _site(tx, call)
    role = call.choice("role", ROLES, "read") if "role" in call.query else None
    window = call.window(f"people of a site {role or ''}")
    part = people_with_access(tx, site["organization"], None, None, window, role=role)
    origin = {"type": "organization", "organization": site["organization"]}
    views = [
        UserPermission(permission=row["permission"], user=user_view(row, call.links, id=row["user"]), origin=origin)
        for row in part.items
    ]
    return call.listed(part, views)


ROUTES = (
    reads(f"{SITE}/customization", _of_site),
    reads(f"{SITE}/site-spaces/{{siteSpace}}/customization", _of_space),
    reads(f"{SITE}/permissions/aggregate", _people),
)
