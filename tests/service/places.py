"""A site with groups in groups, collections in collections and teams, for the company of the tests."""

from __future__ import annotations

from dataclasses import dataclass, field

from docdeck.service.actions.spaces import NewPage, create_space
from docdeck.service.store.collections import insert_collection
from docdeck.service.store.people import insert_grant
from docdeck.service.store.sites import insert_section, insert_section_group, insert_site, insert_site_space
from docdeck.service.store.teams import insert_team, insert_team_member
from tests.service.conftest import World


@dataclass
class Places:
    """Ids by title, a path by `org` and `site`."""

    org: str
    site: str = ""
    ids: dict[str, str] = field(default_factory=dict)


def add_site(world: World) -> Places:
    """A published site: Start; Build > (API, Reference > Old API); Partners; and hidden, conditional and draft ones."""
    places = Places(f"/v1/orgs/{world.organization}")
    ids = places.ids
    with world.store.write() as tx:
        for title in ("API", "Old API", "Secret", "Beta", "Klingon"):
            ids[f"{title} space"] = create_space(tx, world.users["admin"], world.organization, title, [NewPage("P")])
        site = ids["site"] = insert_site(
            tx, world.organization, "Acme Docs", hostname="docs.acme.test", basename="docs", type="ultimate",
            published=True, customization={"styling": {"theme": "bold"}},
            scripts=[{"script": "https://cdn.acme.test/a.js", "cookies": True}],
        )  # fmt: skip
        places.site = f"{places.org}/sites/{site}"
        ids["Start"] = insert_section(tx, site, "Start", "start", default=True, description="Begin here.")
        ids["Build"] = insert_section_group(tx, site, "Build", icon="hammer")
        ids["API"] = insert_section(tx, site, "API", "api", group=ids["Build"], icon="plug")
        ids["Reference"] = insert_section_group(tx, site, "Reference", parent=ids["Build"])
        ids["Old API"] = insert_section(tx, site, "Old API", "old", group=ids["Reference"])
        ids["Partners"] = insert_section(tx, site, "Partners", "partners", condition="visitor.claims.isPartner")
        ids["Drafts"] = insert_section(tx, site, "Drafts", "drafts", draft=True)
        ids["one"] = insert_site_space(tx, site, world.space, section=ids["Start"], default=True)
        ids["two"] = insert_site_space(
            tx, site, ids["Klingon space"], section=ids["Start"], path="tlh", title="tlhIngan",
            customization={"header": {"preset": "bold"}},
        )  # fmt: skip
        ids["three"] = insert_site_space(tx, site, ids["API space"], section=ids["API"], default=True)
        ids["four"] = insert_site_space(tx, site, ids["Beta space"], section=ids["API"], hidden=True)
        ids["five"] = insert_site_space(
            tx, site, ids["Beta space"], section=ids["API"], condition="visitor.claims.unsigned.beta == true"
        )
        ids["six"] = insert_site_space(tx, site, ids["Old API space"], section=ids["Old API"], default=True)
        ids["seven"] = insert_site_space(tx, site, ids["Secret space"], section=ids["Partners"], default=True)
        ids["eight"] = insert_site_space(tx, site, ids["Secret space"], section=ids["Drafts"], default=True)
    return places


def add_collections(world: World) -> Places:
    """Outer > (Middle > Inner), Other; the space `deep` lies in Inner, `flat` in Outer; the guest sees `deep`."""
    places = Places(f"/v1/orgs/{world.organization}")
    ids, organization = places.ids, world.organization
    with world.store.write() as tx:
        ids["Outer"] = insert_collection(tx, organization, "Outer", description="All of it", default_level="comment")
        ids["Middle"] = insert_collection(tx, organization, "Middle", parent=ids["Outer"])
        ids["Other"] = insert_collection(tx, organization, "Other")
        ids["Inner"] = insert_collection(tx, organization, "Inner", parent=ids["Middle"])
        ids["Lost"] = insert_collection(tx, organization, "Lost", parent="no-such-collection")
        for name, parent in (("deep", "Inner"), ("flat", "Outer")):
            ids[name] = create_space(tx, world.users["admin"], organization, name, parent=ids[parent])
        insert_grant(tx, ids["deep"], world.users["guest"], "read")
    return places


def add_teams(world: World) -> Places:
    """Writers (owner: edit; members: read, guest), Équipe (owner: admin; member: edit), Empty."""
    places = Places(f"/v1/orgs/{world.organization}")
    with world.store.write() as tx:
        for title, owner, others in (
            ("Writers", "edit", ("read", "guest")),
            ("Équipe_1", "admin", ("edit",)),
            ("Empty", None, ()),
        ):
            team = places.ids[title] = insert_team(tx, world.organization, title)
            for who in others:
                insert_team_member(tx, team, world.users[who])
            if owner:
                insert_team_member(tx, team, world.users[owner], "owner")
    return places
