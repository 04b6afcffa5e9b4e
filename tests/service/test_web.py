"""What a browser without a key gets at the addresses for people."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Any

import httpx
import pytest
from sqlalchemy import select, update

from docdeck.service.actions.spaces import NewPage
from docdeck.service.store.places_schema import share_links, sites
from docdeck.service.store.schema import change_requests, organizations, revisions, spaces, users
from docdeck.service.store.sites import insert_section, insert_share_link, insert_site, insert_site_space
from tests.service.conftest import World, new_space
from tests.service.sample_support import Sample, sample

__all__ = ["sample"]

HOSTILE = '"><script>alert(1)</script><img src=x onerror=alert(2)>\u202e&lt;'
ELEMENTS = re.compile(
    "html|head|meta|title|style|body|main|h[1-6]|p|ul|ol|li|a|em|strong|s|code|pre|kbd|hr|br|table|thead|tbody|tr|th|td|"
    "blockquote"
)
ATTRIBUTES = re.compile("lang|charset|name|content|class|href|rel|title|style|start")


class Checked(HTMLParser):
    """Refuses every element, attribute and link that these pages have no use for; keeps the text."""

    def __init__(self) -> None:
        super().__init__()
        self.text: list[str] = []
        self.links: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert ELEMENTS.fullmatch(tag), tag
        for name, value in attrs:
            assert ATTRIBUTES.fullmatch(name), (tag, name, value)
            if name == "href":
                assert re.match(r"(https?:|mailto:|/|[\w.%#-]+(/|$|\.|#))", value or ""), value
                self.links.append(value or "")

    def handle_data(self, data: str) -> None:
        self.text.append(data)


def read(answer: httpx.Response, status: int = 200) -> Checked:
    """The page of an answer, which is one that no browser can be hurt by."""
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.headers["content-security-policy"] == "default-src 'none'; style-src 'unsafe-inline'"
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["cache-control"] == "no-store"
    assert "set-cookie" not in answer.headers
    page = Checked()
    page.feed(answer.text)
    page.close()
    return page


async def browse(world: World, path: str, status: int = 200) -> str:
    """The text of a page as a browser without a key gets it."""
    return "".join(read(await world.client.get(path, headers={"accept": "text/html,*/*"}), status).text)


def publish(world: World, visibility: str = "public", space: str | None = None) -> None:
    """Give a space another visibility."""
    with world.store.write() as tx:
        tx.run(update(spaces).where(spaces.c.id == (space or world.space)).values(visibility=visibility))


def addresses(told: Any) -> Iterator[str]:
    """All addresses for people in an answer, at whatever depth."""
    if isinstance(told, dict):
        urls = told.get("urls", {})
        yield from (urls[name] for name in ("app", "published") if name in urls)
    for part in told.values() if isinstance(told, dict) else told if isinstance(told, list) else ():
        yield from addresses(part)


def sample_addresses(sample: Sample) -> set[str]:
    """Every address for people of the sample."""
    told: list[Any] = list(sample.items("/v1/integrations"))
    for organization in sample.items("/v1/orgs"):
        told.append(organization)
        at = f"/v1/orgs/{organization['id']}"
        for kind in ("spaces", "collections", "sites", "openapi"):
            found = sample.items(f"{at}/{kind}")
            told += found
            if kind == "sites":
                told += [sample.get(f"{at}/sites/{site['id']}/structure") for site in found]
            if kind == "spaces":
                told += [sample.get(f"/v1/spaces/{space['id']}/content") for space in found]
    for request in (requests := sample.requests()):
        told.append(request)
    told += [sample.get(f"/v1/spaces/{r['space']}/change-requests/{r['id']}/content") for r in requests[:6]]
    told += [sample.get(f"/v1/spaces/{r['space']}/revisions/{r['revisionInitial']}") for r in requests[:6]]
    return {address for address in addresses(told) if address.startswith("http://service.test/")}


def test_every_address_of_the_sample_answers(sample: Sample) -> None:
    found = sorted(sample_addresses(sample))
    assert len(found) > 300
    closed = sample.runner.run(sample.client.get("/s/none")).text
    shown = 0
    for address in found:
        if "/files/" in address:
            continue
        answer = sample.runner.run(sample.client.get(address))
        read(answer)
        shown += answer.text != closed
    assert shown > 150


def test_private_spaces_of_the_sample_tell_nothing(sample: Sample) -> None:
    closed = sample.runner.run(sample.client.get("/s/none"))
    for space in (space for org in sample.items("/v1/orgs") for space in sample.items(f"/v1/orgs/{org['id']}/spaces")):
        answer = sample.runner.run(sample.client.get(f"/s/{space['id']}"))
        if space["visibility"] in ("public", "unlisted"):
            assert space["title"] in "".join(read(answer).text)
        else:
            assert answer.content == closed.content
            assert answer.headers == closed.headers


async def test_a_page_of_a_public_space_is_rendered(world: World) -> None:
    publish(world)
    answer = await world.client.get(f"/s/{world.space}")
    front = read(answer)
    assert f"/s/{world.space}/guides/webhooks" in front.links
    assert "Handbook" in front.text
    text = await browse(world, f"/s/{world.space}/start")
    assert "The second paragraph." in text
    assert "docdeck" in text
    assert "Webhooks" in await browse(world, f"/s/{world.space}/guides")
    assert "Sign every call." in await browse(world, f"/s/{world.space}/guides/webhooks.md")
    revision = (await world.ok("read", "GET", world.at))["revision"]
    assert "Ten calls" in await browse(world, f"/s/{world.space}/~/revisions/{revision}/limits")


async def test_unlisted_spaces_open_and_are_not_listed(world: World) -> None:
    publish(world)
    unlisted = new_space(world, "By the back door", visibility="unlisted")
    new_space(world, "Payroll")
    assert "By the back door" in await browse(world, f"/s/{unlisted}")
    text = await browse(world, f"/o/{world.organization}")
    assert "Acme" in text
    assert "Handbook" in text
    assert "back door" not in text
    assert "Payroll" not in text


@pytest.mark.parametrize("visibility", ["private", "share-link", "in-collection", "visitor-auth"])
async def test_what_is_not_open_cannot_be_told_from_what_is_not_there(world: World, visibility: str) -> None:
    publish(world, visibility)
    path = await world.request(subject="Secret plan")
    await world.words(path)
    made = await world.ok("read", "GET", path)
    closed = await world.client.get("/s/none")
    assert "Secret" not in closed.text
    below = (
        "",
        "/",
        "/start",
        "/nothing",
        "/~/changes/1",
        "/~/changes/99",
        "/~/changes/1/start",
        f"/~/changes/{made['id']}",
    )
    for rest in (*below, f"/~/revisions/{made['revisionInitial']}", "/~/revisions/x/start", "/~/else"):
        answer = await world.client.get(f"/s/{world.space}{rest}")
        assert (answer.status_code, answer.content, answer.headers) == (200, closed.content, closed.headers)
    for path in (f"/o/{world.organization}", "/o/none", f"/o/{world.organization}/c/x", "/o/x/openapi/y", "/p/docs/"):
        assert (await world.client.get(path)).content == closed.content


async def test_keys_open_nothing_and_deleted_spaces_are_closed(world: World) -> None:
    closed = (await world.client.get("/s/none")).content
    assert (await world.call("admin", "GET", f"/s/{world.space}")).content == closed
    publish(world)
    await world.ok("admin", "DELETE", world.at)
    assert (await world.client.get(f"/s/{world.space}")).content == closed


async def test_change_requests_tell_who_what_and_which_pages(world: World) -> None:
    publish(world)
    path = await world.request(subject="Better words")
    await world.words(path, markdown="Not merged yet.")
    await world.edit(path, {"operation": "delete_page", "page": "limits"})
    made = await world.ok("read", "GET", path)
    address = made["urls"]["app"]
    text = await browse(world, address)
    for words in (
        "Better words",
        "Edit Person",
        "Status: open",
        "Start (edited)",
        "Limits (deleted)",
        "docdeck cr view",
    ):
        assert words in text
    assert "edit@example.org" not in text
    assert "Not merged yet." not in await browse(world, f"{address}/start")
    assert "“Start”" in await browse(world, f"{address}/start")
    await browse(world, f"{address}/nowhere", 404)
    await world.ok("admin", "POST", f"{path}/merge")
    assert re.search(r"Status: merged \d{4}-\d\d-\d\d by Admin Person", await browse(world, address))
    assert "Not merged yet." in await browse(world, f"/s/{world.space}/start")
    old = await browse(world, f"/s/{world.space}/~/revisions/{made['revisionInitial']}/limits")
    assert "Ten calls" not in old


@pytest.mark.parametrize("status", ["draft", "archived"])
async def test_what_was_not_offered_to_readers_is_closed(world: World, status: str) -> None:
    publish(world)
    path = await world.request(subject="Half a thought")
    with world.store.write() as tx:
        tx.run(update(change_requests).values(status=status))
    made = await world.ok("read", "GET", path)
    answer = await world.client.get(made["urls"]["app"])
    assert answer.content == (await world.client.get(f"/s/{world.space}/~/changes/77")).content
    assert "Half a thought" not in answer.text


async def test_pages_for_some_visitors_only_are_not_told(world: World) -> None:
    publish(world)
    path = await world.request()
    await world.words(path)
    condition = "visitor.claims.isPartner"
    with world.store.write() as tx:
        for row in tx.rows(revisions.select()):
            pages = [
                page | ({"condition": condition} if page["id"] in ("start", "guides") else {}) for page in row["pages"]
            ]
            tx.run(update(revisions).where(revisions.c.id == row["id"]).values(pages=pages))
    front = await browse(world, f"/s/{world.space}")
    assert "Limits" in front
    assert "Webhooks" not in front
    assert "Start" not in front
    for rest in ("start", "guides/webhooks"):
        hidden = await world.client.get(f"/s/{world.space}/{rest}")
        missing = await world.client.get(f"/s/{world.space}/nowhere")
        assert (hidden.status_code, hidden.content) == (404, missing.content)
    text = await browse(world, (await world.ok("read", "GET", path))["urls"]["app"])
    assert "Start" not in text


def hurt(world: World) -> str:
    """Hostile titles and words everywhere; the space."""
    body = (
        f"# {HOSTILE}\n\n<script>alert(3)</script>\n\n<b onclick=x>b</b> [go](javascript:alert(4))\n\n"
        "<javascript:alert(5)>\n\n"
        '![picture](http://elsewhere.test/spy.png) [fine](https://good.test/?a=1&b=2 "a\\"b")\n\n'
        "[data](data:text/html,x)\n\n"
        '```html\n<script>alert(6)</script>\n```\n\n{% hint style="warning" %}\nCareful now.\n{% endhint %}\n\n'
        "| a | b |\n|---|:-:|\n| <u>1</u> | ~~2~~ |\n\n&#x202e;turned"
    )
    link = NewPage(
        HOSTILE, type="link", target={"kind": "url", "url": "javascript:alert(7)"}, href="javascript:alert(7)"
    )
    pages = (NewPage(HOSTILE, body, id="bad", slug='a"b<c', description=HOSTILE), link)
    space = new_space(world, HOSTILE, pages, visibility="public")
    with world.store.write() as tx:
        tx.run(update(organizations).values(title=HOSTILE))
        tx.run(update(users).values(display_name=HOSTILE))
        site = insert_site(tx, world.organization, HOSTILE, basename='x"y', published=True, hostname='h"><script>')
        section = insert_section(tx, site, HOSTILE, 'p"q', default=True)
        insert_site_space(tx, site, space, section=section, title=HOSTILE, default=True)
    return space


async def test_hostile_titles_and_words_stay_text(world: World) -> None:
    space = hurt(world)
    made = await world.ok("admin", "POST", f"/v1/spaces/{space}/change-requests", {"subject": HOSTILE})
    path = f"/v1/spaces/{space}/change-requests/{made['id']}"
    await world.ok("admin", "PATCH", path, {"status": "open"})
    await world.words(path, "bad", who="admin")
    site = (await world.ok("admin", "GET", f"/v1/orgs/{world.organization}/sites"))["items"][0]
    at = [f"/s/{space}", f"/o/{world.organization}", site["urls"]["app"], made["urls"]["app"]]
    at += [link for link in read(await world.client.get(f"/s/{space}")).links if link.startswith(f"/s/{space}/")]
    assert len(at) == 5
    for address in at:
        answer = await world.client.get(address)
        text = "".join(read(answer).text)
        assert "<script>alert(1)</script>" in text
        assert "\u202e" not in answer.text
    assert "Careful now." in text
    assert "warning:" in text
    assert "[picture: picture]" in text
    assert "{%" not in text
    assert "spy.png" not in answer.text


async def test_addresses_cannot_carry_html(world: World) -> None:
    publish(world)
    for path in (
        "/s/%3Cscript%3E",
        f"/s/{world.space}/%3Cscript%3E",
        "/%22%3E%3Cscript%3Ealert(1)",
        "/p/%3Cscript%3E/",
    ):
        answer = await world.client.get(path, headers={"host": 'x"><script>'})
        assert "script" not in answer.text
        read(answer, answer.status_code)


async def test_sites_at_the_service_itself(world: World) -> None:
    publish(world)
    secret = new_space(world, "Payroll")
    other = new_space(world, "Reference", (NewPage("Calls"),), visibility="public")
    with world.store.write() as tx:
        site = insert_site(tx, world.organization, "Acme Docs", basename="docs", published=True)
        start = insert_section(tx, site, "Begin", "begin", default=True)
        api = insert_section(tx, site, "Interface", "api")
        partners = insert_section(tx, site, "For partners", "partners", condition="visitor.claims.isPartner")
        insert_site_space(tx, site, world.space, section=start, default=True)
        insert_site_space(tx, site, secret, section=start, path="pay")
        insert_site_space(tx, site, secret, section=api, default=True)
        insert_site_space(tx, site, other, section=api, path="reference")
        insert_site_space(tx, site, other, section=partners, default=True)
    told = await world.ok("read", "GET", f"/v1/orgs/{world.organization}/sites/{site}/structure")
    given = {address for address in addresses(told) if "/p/" in address}
    assert len(given) == 5
    for address in given:
        assert "Payroll" not in await browse(world, address)
    text = await browse(world, "/p/docs/")
    assert "Interface" in text
    assert "partners" not in text
    assert "Calls" in await browse(world, "/p/docs/api/reference/")
    closed = await browse(world, "/s/none")
    assert await browse(world, "/p/docs/begin/pay/") == closed
    assert await browse(world, "/p/docs/partners/") == closed
    for values in ({"visibility": "visitor-auth"}, {"published": False, "visibility": "public"}):
        with world.store.write() as tx:
            tx.run(update(sites).values(**values))
        for path in ("/p/docs/", "/p/docs/api/reference/", f"/o/{world.organization}/sites/{site}"):
            assert await browse(world, path) == closed


async def test_share_links_are_not_opened_in_a_browser(world: World) -> None:
    publish(world)
    with world.store.write() as tx:
        site = insert_site(tx, world.organization, "For friends", basename="f", published=True, visibility="share-link")
        insert_site_space(tx, site, world.space, default=True)
        insert_share_link(tx, site, "Friends")
        key = tx.value(select(share_links.c.key))
    for path in ("/p/f/", f"/p/f/{key}/", f"/o/{world.organization}/sites/{site}"):
        assert "friends" not in (await browse(world, path)).lower()


async def test_unknown_addresses_are_told_in_words_and_as_json_to_programs(world: World) -> None:
    assert "There is no such page here" in await browse(world, "/nowhere", 404)
    browser = {"accept": "text/html"}
    for path in ("/v1/nowhere", "/v1/spaces/x/y/z"):
        answer = await world.client.get(path, headers=browser)
        assert (answer.status_code, answer.json()["error"]["code"]) == (404, 404)
    program = await world.client.get("/nowhere", headers={"accept": "application/json"})
    assert program.json()["error"]["message"] == "This address is not part of the interface."
    for method in ("POST", "PUT", "DELETE", "PATCH"):
        answer = await world.client.request(method, f"/s/{world.space}", headers=browser)
        assert (answer.status_code, answer.json()["error"]["code"]) == (405, 405)
    head = await world.client.head(f"/s/{world.space}")
    assert (head.status_code, head.content) == (200, b"")
    assert "docdeck" in await browse(world, "/")
