"""The sample as the API shows it: counts, statuses, the owner's inbox, and the story that works in one sitting."""

from __future__ import annotations

import re
import time
from collections import Counter
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from docdeck.models.base import ROLES
from docdeck.service.clock import Clock
from docdeck.service.sample import build_sample
from docdeck.service.sample.files import SampleFiles
from docdeck.service.store import Store
from tests.service.sample_support import Sample, own_sample, sample

__all__ = ["own_sample", "sample"]

STORY = "guides-sha256-signatures"
_LINK = re.compile(r"\]\((https?://[^)\s]+)\)")


def _at(text: str) -> datetime:
    return datetime.fromisoformat(text)


def _threads(sample: Sample) -> list[dict[str, Any]]:
    places = [f"/v1/spaces/{space}" for space in sample.info.spaces.values()]
    places += [f"/v1/spaces/{one['space']}/change-requests/{one['id']}" for one in sample.requests()]
    return [thread for place in places for thread in sample.items(f"{place}/comments", status="all")]


def test_it_has_the_size_that_is_promised(sample: Sample) -> None:
    organizations = sample.items("/v1/orgs")
    spaces = [space for one in organizations for space in sample.items(f"/v1/orgs/{one['id']}/spaces")]
    threads = _threads(sample)
    assert len(organizations) == 2
    assert len(spaces) >= 12
    assert len(sample.requests()) == 30
    assert len(threads) >= 80
    assert sum(1 for thread in threads if thread["status"] == "resolved") >= 20
    assert sum(thread["replies"] for thread in threads) >= 100
    assert sum(1 for thread in threads if thread["reactions"]) >= 25


def test_change_requests_stand_in_every_status(sample: Sample) -> None:
    counted = Counter(request["status"] for request in sample.requests())
    assert counted["open"] >= 15
    assert min(counted[status] for status in ("draft", "merged", "archived")) >= 2
    assert sum(request["outdated"] for request in sample.requests() if request["status"] == "open") >= 4


def test_main_spaces_have_six_to_fifteen_pages_and_all_have_text(sample: Sample) -> None:
    sizes: dict[str, int] = {}
    kinds: set[str] = set()
    for key, space in sample.info.spaces.items():
        waiting, seen = list(sample.get(f"/v1/spaces/{space}/content/pages")["pages"]), 0
        while waiting:
            page = waiting.pop()
            waiting += page.get("pages", [])
            kinds.add("hidden" if page.get("hidden") else page["type"])
            if page["type"] != "document":
                continue
            seen += 1
            text = sample.get(f"/v1/spaces/{space}/content/page/{page['id']}", format="markdown")["markdown"]
            assert len(text) > 150, f"{key}/{page['path']}"
        sizes[key] = seen
    for key in ("guides", "api", "sdks", "help", "security", "runbooks", "handbook", "gauges"):
        assert 6 <= sizes[key] <= 15, key
    assert kinds == {"document", "group", "link", "hidden"}


def test_every_kind_of_page_change_is_there(sample: Sample) -> None:
    kinds: set[str] = set()
    for request in sample.requests():
        path = f"/v1/spaces/{request['space']}/change-requests/{request['id']}/changes"
        changes = sample.get(path, limit=100)["changes"]
        assert changes, request["subject"]
        kinds |= {change["type"] for change in changes}
    assert {"page_created", "page_edited", "page_deleted", "page_moved"} <= kinds


def test_pages_show_files_and_one_open_request_changes_one(sample: Sample) -> None:
    for (key, name), file in SampleFiles().drawings.items():
        space = f"/v1/spaces/{sample.info.spaces[key]}"
        found = sample.get(f"{space}/content/files/{file.id}")
        assert (found["name"], found["contentType"], found["size"]) == (name, "image/svg+xml", len(file.data))
        assert found["dimensions"]["width"] > 0
        assert sample.call("GET", found["downloadURL"]).content == file.data
        links = sample.items(f"{space}/links", status="ok")
        assert [link for link in links if link["targetReference"].get("file", {}).get("id") == file.id], name
    changed = {
        request["id"]: change
        for request in sample.requests()
        for change in sample.get(f"/v1/spaces/{request['space']}/change-requests/{request['id']}/changes")["changes"]
        if "file" in change
    }
    ((request, change),) = changed.items()
    assert request == sample.info.requests["runbooks-failover-drill"]
    assert (change["type"], change["file"]["name"]) == ("file_edited", "failover-timeline.svg")
    assert {"downloadURL", "size", "dimensions"} == set(change["attributes"])


def test_the_owner_has_rows_in_every_section_of_the_inbox(sample: Sample) -> None:
    me = sample.get("/v1/user")["id"]
    assert me == sample.info.owner
    opened = sample.requests(status=["open"])
    asked = sample.requests(status=["open"], requestedReviewer=me)
    assert len([request for request in asked if request["createdBy"]["id"] != me]) >= 4

    mine = [request for request in opened if request["createdBy"]["id"] == me]
    returned = []
    for request in mine:
        reviews = sample.items(f"/v1/spaces/{request['space']}/change-requests/{request['id']}/reviews")
        returned += [review for review in reviews if review["status"] == "changes-requested" and not review["outdated"]]
    assert len(returned) >= 2

    news = 0
    for request in sample.requests(status=["open"], contributor=me):
        path = f"/v1/spaces/{request['space']}/change-requests/{request['id']}/comments"
        for comment in sample.items(path, status="open"):
            people = {comment["postedBy"]["id"], *(replier["user"]["id"] for replier in comment["repliers"])}
            last = comment["repliers"][0]["user"]["id"] if comment["repliers"] else comment["postedBy"]["id"]
            news += me in people and last != me
    assert news >= 5

    cutoff = sample.info.made_at - timedelta(days=14)
    asked_ids = {request["id"] for request in asked}
    stuck = [r for r in opened if _at(r["updatedAt"]) < cutoff and r["id"] not in asked_ids]
    assert len(stuck) >= 4
    assert any(request["createdBy"]["id"] == me for request in stuck)


def test_the_story_is_the_newest_to_review(sample: Sample) -> None:
    asked = sample.requests(status=["open"], requestedReviewer=sample.info.owner)
    newest = max(asked, key=lambda request: _at(request["updatedAt"]))
    assert newest["id"] == sample.info.requests[STORY]
    assert newest["outdated"] is False
    assert newest["comments"] == 2
    pages = {c["page"]["id"] for c in sample.get(f"{sample.of(STORY)}/changes", limit=100)["changes"]}
    assert len(pages) == 5
    space = sample.get(f"/v1/spaces/{newest['space']}")
    assert {"rule": "require_at_least_one_approved_review"} in space["mergeRules"]["rules"]
    assert space["permissions"]["merge"]


def test_the_story_works_in_one_sitting(own_sample: Sample) -> None:
    path = own_sample.of(STORY)
    refused = own_sample.post(f"{path}/merge")
    assert refused.status_code == 409
    assert "approval" in refused.json()["error"]["message"]
    for comment in own_sample.items(f"{path}/comments", status="open"):
        thread = f"{path}/comments/{comment['id']}"
        assert own_sample.post(f"{thread}/replies", {"body": {"markdown": "Agreed."}}).is_success
        assert own_sample.call("PUT", thread, json={"resolved": True}).is_success
    assert own_sample.get(path)["comments"] == 0
    assert own_sample.post(f"{path}/reviews", {"status": "approved"}).status_code == 201
    assert own_sample.post(f"{path}/merge").json()["result"] == "merge"
    assert own_sample.get(path)["status"] == "merged"


@pytest.mark.parametrize("key", ["guides-ten-attempts", "runbooks-failover-drill"])
def test_some_change_requests_conflict_with_main(own_sample: Sample, key: str) -> None:
    path = own_sample.of(key)
    assert own_sample.get(path)["outdated"] is True
    assert own_sample.post(f"{path}/update").json()["result"] == "conflicts"


@pytest.mark.parametrize(
    ("key", "words"),
    [
        ("api-batch-failures", "Oskar Thiele"),
        ("security-frankfurt", "Greta Oyelaran"),
        ("runbooks-failover-drill", "up to date"),
        ("guides-split-replays", "approval"),
    ],
)
def test_merge_rules_stand_in_the_way_of_some(sample: Sample, key: str, words: str) -> None:
    refused = sample.post(f"{sample.of(key)}/merge")
    assert refused.status_code == 409
    assert words in refused.json()["error"]["message"]


@pytest.mark.parametrize("key", ["api-stats-call", "runbooks-broker-disk"])
def test_some_are_approved_and_ready(own_sample: Sample, key: str) -> None:
    assert own_sample.post(f"{own_sample.of(key)}/merge").json()["result"] == "merge"


def test_the_owner_asked_for_changes(sample: Sample) -> None:
    reviews = sample.items(f"{sample.of('sdks-terraform-import')}/reviews")
    verdicts = {review["status"] for review in reviews if review["reviewer"]["id"] == sample.info.owner}
    assert verdicts == {"changes-requested"}


def test_threads_are_about_blocks_pages_and_wholes(sample: Sample) -> None:
    targets = [thread["target"] for thread in _threads(sample)]
    assert any("node" in target for target in targets)
    assert any("page" in target and "node" not in target for target in targets)
    assert any("page" not in target and "changeRequest" in target for target in targets)
    assert any("page" not in target and "changeRequest" not in target for target in targets)


def test_everybody_who_speaks_may_speak_there(sample: Sample) -> None:
    keys = {user: key for key, user in sample.info.users.items()}
    asked: dict[tuple[str, str], bool] = {}
    for thread in _threads(sample):
        space = thread["target"]["space"]
        for user in (thread["postedBy"], *(replier["user"] for replier in thread["repliers"])):
            seen = asked.get((space, user["id"]))
            if seen is None:
                seen = sample.get(f"/v1/spaces/{space}", keys[user["id"]])["permissions"]["comment"]
                asked[space, user["id"]] = seen
            assert seen, f"{user['displayName']} may not comment in {space}"


def test_members_have_every_role(sample: Sample) -> None:
    full = sample.info.organizations["ferrow"]
    roles = {member.get("role") for member in sample.items(f"/v1/orgs/{full}/members")}
    assert roles == {*ROLES, None}


def test_guests_and_every_other_member_sign_in_with_their_token(sample: Sample) -> None:
    assert len(set(sample.info.tokens.values())) == len(sample.info.users)
    for key, user in sample.info.users.items():
        if key != "pavel":
            assert sample.get("/v1/user", key)["id"] == user
    guest = [space for one in sample.items("/v1/orgs", "meilin") for space in _spaces_of(sample, one["id"], "meilin")]
    assert {space["title"] for space in guest} == {"Delivery guides", "Help centre"}


def _spaces_of(sample: Sample, organization: str, who: str) -> list[dict[str, Any]]:
    return sample.items(f"/v1/orgs/{organization}/spaces", who)


def test_times_count_back_from_the_making(sample: Sample) -> None:
    made_at = sample.info.made_at
    times = [_at(thread["postedAt"]) for thread in _threads(sample)]
    times += [_at(request["createdAt"]) for request in sample.requests()]
    times += [_at(space["createdAt"]) for key in sample.info.spaces for space in [_space(sample, key)]]
    assert all(time < made_at for time in times)
    assert timedelta(days=400) < made_at - min(times) <= timedelta(days=14 * 31)
    story = sample.items(f"{sample.of(STORY)}/comments", status="open")
    latest = max(_at(replier["updatedAt"]) for thread in story for replier in thread["repliers"])
    assert made_at - latest < timedelta(minutes=30)


def _space(sample: Sample, key: str) -> dict[str, Any]:
    return sample.get(f"/v1/spaces/{sample.info.spaces[key]}")


def test_another_clock_gives_the_same_ids_and_other_times(record_property: Callable[[str, object], None]) -> None:
    clock = Clock()
    clock.set(datetime(2031, 5, 1, 12, tzinfo=UTC))
    first, second = Store.open(":memory:"), Store.open(":memory:")
    one = build_sample(first, owner_token="first")
    started = time.perf_counter()
    two = build_sample(second, owner_token="second", clock=clock)
    record_property("seconds", time.perf_counter() - started)
    assert one.requests == two.requests
    assert one.tokens[one.owner] == "first"
    assert two.made_at == datetime(2031, 5, 1, 12, tzinfo=UTC)
    assert abs(second.clock.now() - datetime.now(UTC)) < timedelta(minutes=1)
    assert {two.tokens[user] for user in two.users.values()}.isdisjoint(one.tokens.values())


def test_a_store_with_users_is_refused_and_left_alone(own_sample: Sample) -> None:
    with pytest.raises(ValueError, match="empty database"):
        build_sample(own_sample.store, owner_token="another")
    assert len(own_sample.requests()) == 30


def test_it_is_built_whole_or_not_at_all(monkeypatch: pytest.MonkeyPatch) -> None:
    store = Store.open(":memory:")
    lost = {"space": "guides", "thread": [{"by": "ines", "age": "1m", "page": "retries", "at": "nowhere", "text": "?"}]}
    monkeypatch.setattr(SampleFiles, "threads", [lost])
    with pytest.raises(ValueError, match="no block with the words"):
        build_sample(store, owner_token="t")
    monkeypatch.undo()
    assert build_sample(store, owner_token="t").requests
    assert abs(store.clock.now() - datetime.now(UTC)) < timedelta(minutes=1)


def _places_of(entries: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Groups, sections and site spaces of a structure, from the top down."""
    found: list[dict[str, Any]] = []
    for entry in entries:
        found += [entry, *_places_of(entry.get("children", [])), *_places_of(entry.get("siteSpaces", []))]
    return found


def _structures(sample: Sample) -> list[list[dict[str, Any]]]:
    return [
        sample.get(f"/v1/orgs/{one['id']}/sites/{site['id']}/structure")["structure"]
        for one in sample.items("/v1/orgs")
        for site in sample.items(f"/v1/orgs/{one['id']}/sites")
    ]


def test_sites_have_nested_groups_or_sections_or_neither(sample: Sample) -> None:
    kinds = [{entry["object"] for entry in _places_of(structure)} for structure in _structures(sample)]
    assert kinds == [
        {"site-section-group", "site-section", "site-space"},
        {"site-section", "site-space"},
        {"site-space"},
    ]
    entries = [entry for structure in _structures(sample) for entry in _places_of(structure)]
    nested = [entry for entry in entries if entry["object"] == "site-section-group" and entry.get("sectionGroup")]
    assert len(nested) == 2
    assert any(entry.get("hidden") for entry in entries)
    assert {entry["object"] for entry in entries if entry.get("condition")} == {"site-section", "site-space"}


def test_links_to_the_sites_lead_to_pages(sample: Sample) -> None:
    paths: dict[str, list[str]] = {}
    for key, path in sample.info.pages:
        paths.setdefault(sample.info.spaces[key], []).append(path)
    shown = [entry for structure in _structures(sample) for entry in _places_of(structure) if "space" in entry]
    known = {entry["urls"]["published"] + path for entry in shown for path in paths[entry["space"]["id"]]}
    hosts = {address.split("/")[2] for address in known}
    links = {
        link
        for key, path in sample.info.pages
        for link in _LINK.findall(_markdown(sample, key, path))
        if link.split("/")[2] in hosts
    }
    assert len(links) >= 12
    assert links - known == set()


def _markdown(sample: Sample, space: str, path: str) -> str:
    page = sample.info.pages[space, path]
    found = sample.get(f"/v1/spaces/{sample.info.spaces[space]}/content/page/{page}", format="markdown")
    return found.get("markdown", "")


def test_collections_are_nested_and_hold_the_spaces(sample: Sample) -> None:
    full, small = sample.info.organizations["ferrow"], sample.info.organizations["plainwater"]
    collections = sample.items(f"/v1/orgs/{full}/collections", nested="true")
    parents = {collection["id"]: collection.get("parent") for collection in collections}
    assert any(parents.get(parents.get(parent) or "") for parent in parents), "three levels deep"
    held = [space for one in parents for space in sample.items(f"/v1/collections/{one}/spaces")]
    assert len(held) == 12
    assert len(sample.items(f"/v1/orgs/{small}/collections")) == 1


def test_teams_have_owners_and_members(sample: Sample) -> None:
    full = sample.info.organizations["ferrow"]
    teams = sample.items(f"/v1/orgs/{full}/teams")
    assert len(teams) == 5
    for team in teams:
        members = sample.items(f"/v1/orgs/{full}/teams/{team['id']}/members")
        assert len(members) == team["members"] >= 2
        assert {member["team"]["role"] for member in members} == {"owner", "member"}
