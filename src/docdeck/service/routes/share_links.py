"""Links that show a site to whoever has them; their addresses are for people who may change sites. Facts 2.7."""

from __future__ import annotations

from typing import Any

from docdeck.models.share_links import CreateShareLink, PatchShareLink, ShareLink
from docdeck.service.actions.sent import sent_values
from docdeck.service.actions.sites import editable_site, editable_sites
from docdeck.service.errors import Missing
from docdeck.service.routes.call import GONE, Call, Made, reads, writes
from docdeck.service.routes.sites import SITE
from docdeck.service.store import Row, Tx
from docdeck.service.store.share_links import (
    delete_share_link,
    share_link_id,
    share_link_in,
    share_links_of,
    update_share_link,
)
from docdeck.service.store.sites import insert_share_link, site_in
from docdeck.service.views.links import Links
from docdeck.service.views.present import present, when
from docdeck.service.views.sites import SitePlace


def _site(tx: Tx, call: Call) -> Row:
    return editable_site(tx, call.actor, call.params["org"], call.params["site"])


def _view(row: Row, site: Row, links: Links) -> ShareLink:
    """A link; its address is there while it opens the site."""
    opens = row["active"] and site["visibility"] == "share-link"
    return ShareLink(
        object="share-link",
        id=share_link_id(row["key"]),
        name=row["name"],
        active=row["active"],
        created_at=when(row["created_at"]),
        urls=present(published=SitePlace(site, links, row["key"]).base if opens else None),
    )


def _one(tx: Tx, call: Call, site: Row, id: str) -> ShareLink:
    row = share_link_in(tx, site["id"], id)
    if row is None:
        raise Missing("This site has no such share link.")
    return _view(row, site, call.links)


def _list(tx: Tx, call: Call) -> dict[str, Any]:
    site = _site(tx, call)
    part = share_links_of(tx, site["id"], call.window("share links"), call.query.get("search"))
    return call.listed(part, [_view(row, site, call.links) for row in part.items])


def _create(tx: Tx, call: Call) -> Made:
    site = _site(tx, call)
    made = share_link_id(insert_share_link(tx, site["id"], call.body(CreateShareLink).name))
    place = call.links.location("orgs", site["organization"], "sites", site["id"], "share-links", made)
    return Made(_one(tx, call, site, made), 201, {"Location": place["location"]})


def _patch(tx: Tx, call: Call) -> ShareLink:
    site, values = _site(tx, call), sent_values(call.body(PatchShareLink))
    row = share_link_in(tx, site["id"], call.params["link"])
    if row is not None and values:
        update_share_link(tx, row["key"], **values)
    return _one(tx, call, site, call.params["link"])


def _delete(tx: Tx, call: Call) -> Made:
    home = editable_sites(tx, call.actor, call.params["org"])
    site = site_in(tx, home["id"], call.params["site"])
    row = None if site is None else share_link_in(tx, site["id"], call.params["link"])
    if row is not None:
        delete_share_link(tx, row["key"])
    return GONE


ROUTES = (
    reads(f"{SITE}/share-links", _list),
    writes("POST", f"{SITE}/share-links", _create, CreateShareLink),
    writes("PATCH", f"{SITE}/share-links/{{link}}", _patch, PatchShareLink),
    writes("DELETE", f"{SITE}/share-links/{{link}}", _delete),
)
