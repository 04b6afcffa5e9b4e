"""The sample's specifications, translations, integrations and conversations, as its service tells them."""

from __future__ import annotations

from tests.service.sample_support import Sample, sample

__all__ = ["sample"]


def home(sample: Sample) -> str:
    return f"/v1/orgs/{sample.info.organizations['ferrow']}"


def test_specifications_have_versions_and_one_failed_lately(sample: Sample) -> None:
    specs = {spec["slug"]: spec for spec in sample.items(f"{home(sample)}/openapi")}
    assert len(specs) >= 2
    for slug, spec in specs.items():
        versions = sample.items(f"{home(sample)}/openapi/{slug}/versions")
        assert versions[0]["id"] == spec["lastVersion"]
        assert spec["processingState"] == "complete"
        content = sample.get(f"{home(sample)}/openapi/{slug}/versions/latest/content")
        assert content["filesystem"]["openapi.json"]["paths"]
    assert specs["relay-control"]["lastProcessErrorCode"] == "FETCH_TIMEOUT"
    assert len(sample.items(f"{home(sample)}/openapi/ferrow-messages/versions")) == 3


def test_a_translation_has_its_space(sample: Sample) -> None:
    (translation,) = sample.items(f"{home(sample)}/translations")
    space = sample.get(f"/v1/spaces/{translation['result']['space']}")
    assert translation["status"] == "completed"
    assert "pseudo-localized" in space["title"]
    assert translation["stats"]["latestPages"] == len(list(_documents(sample, space["id"])))
    assert translation["instructions"]["nodes"]


def _documents(sample: Sample, space: str) -> list[str]:
    waiting, found = list(sample.get(f"/v1/spaces/{space}/content/pages")["pages"]), []
    while waiting:
        page = waiting.pop()
        waiting += page.get("pages", [])
        found += [page["id"]] if page["type"] == "document" else []
    return found


def test_integrations_are_installed_and_their_events_are_told(sample: Sample) -> None:
    integrations = {one["name"]: one for one in sample.items("/v1/integrations")}
    assert len(integrations) >= 2
    assert integrations["ferrow-deliveries"]["version"] == 3
    for name in integrations:
        installations = sample.items(f"/v1/integrations/{name}/installations")
        assert installations
    events = sample.items("/v1/integrations/ferrow-deliveries/events")
    assert {event["payload"]["type"] for event in events} == {"installation_setup", "space_installation_setup"}
    trace = sample.get(f"/v1/integrations/ferrow-deliveries/events/{events[0]['id']}")["trace"]
    assert trace["logs"]
    assert {one["space"]["title"] for one in sample.items("/v1/integrations/ferrow-deliveries/spaces", extended="true")}
    assert sample.items("/v1/integrations/reading-counter/sites", extended="true")


def test_conversations_have_issues_and_clusters(sample: Sample) -> None:
    talks = sample.items(f"{home(sample)}/conversations")
    issues = sample.items(f"{home(sample)}/conversations-issues")
    assert len(issues) == len(talks) >= 6
    clusters = {cluster["label"]: cluster for cluster in sample.items(f"{home(sample)}/conversations-clusters")}
    assert len(clusters) >= 2
    about_signatures = clusters["Webhook signature does not match"]
    assert about_signatures["stats"] == {"issues": 4, "conversations": 4}
    assert sum(about_signatures["weeklyPulse"]) == 4
    assert any("cluster" not in item["issue"] for item in issues)
