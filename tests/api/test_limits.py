"""What breaks a limit of the document is refused before it is sent; what just keeps it goes out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from pydantic import ValidationError

from docdeck.api.operations import change_requests, collections, integrations, openapi, share_links, teams
from docdeck.models.base import Body
from docdeck.models.collections import CreateCollection, PatchCollection
from docdeck.models.conversations import IngestConversation
from docdeck.models.integrations import PublishIntegration
from docdeck.models.openapi import SpecSource
from docdeck.models.organizations import PatchOrganization
from docdeck.models.saml import CreateSamlProvider
from docdeck.models.sites import (
    CreateSite,
    CreateSiteSection,
    CreateSiteSectionGroup,
    PatchSite,
    PatchSiteSection,
    PatchSiteSectionGroup,
    PatchSiteSpace,
)
from docdeck.models.spaces import CreateSpace, PatchSpace

from .sample_calls import BODIES

TEXTS: list[tuple[type[Body], str, int, int]] = [
    (CreateSpace, "title", 0, 50),
    (CreateSpace, "emoji", 1, 50),
    (PatchSpace, "title", 0, 50),
    (PatchSpace, "emoji", 1, 50),
    (CreateCollection, "title", 0, 50),
    (PatchCollection, "description", 0, 100),
    (PatchOrganization, "title", 2, 255),
    (PatchOrganization, "hostname", 3, 32),
    (CreateSamlProvider, "label", 1, 30),
    (CreateSite, "title", 2, 128),
    (PatchSite, "basename", 1, 100),
    (PatchSiteSpace, "path", 1, 100),
    (PatchSiteSpace, "condition", 0, 1024),
    (CreateSiteSection, "title", 2, 128),
    (CreateSiteSection, "icon", 0, 50),
    (PatchSiteSection, "title", 2, 128),
    (PatchSiteSection, "description", 0, 256),
    (PatchSiteSection, "path", 1, 100),
    (PatchSiteSection, "condition", 0, 1024),
    (PatchSiteSection, "icon", 0, 50),
    (CreateSiteSectionGroup, "title", 1, 100),
    (CreateSiteSectionGroup, "icon", 0, 50),
    (PatchSiteSectionGroup, "title", 1, 100),
    (IngestConversation, "id", 1, 255),
    (IngestConversation, "subject", 0, 512),
    (PublishIntegration, "title", 2, 30),
    (PublishIntegration, "description", 0, 100),
    (SpecSource, "url", 0, 2048),
]


@pytest.mark.parametrize(("body", "field", "least", "most"), TEXTS, ids=lambda value: getattr(value, "__name__", value))
def test_texts_keep_their_lengths(body: type[Body], field: str, least: int, most: int) -> None:
    good = BODIES[body]
    for length in (least, most):
        sent = body.model_validate({**good, field: "x" * length}).to_wire()
        assert sent[field] == "x" * length
    for length in (most + 1, *([least - 1] if least else [])):
        with pytest.raises(ValidationError, match=field):
            body.model_validate({**good, field: "x" * length})


REQUIRED: list[tuple[type[Body], list[str]]] = [
    (CreateSiteSection, ["spaceId"]),
    (CreateSiteSectionGroup, ["title"]),
    (CreateSamlProvider, ["label"]),
    (IngestConversation, ["id", "parts"]),
    (PublishIntegration, ["title", "description", "scopes", "script", "organization"]),
]


@pytest.mark.parametrize(("body", "fields"), REQUIRED, ids=lambda value: getattr(value, "__name__", ""))
def test_what_is_required_may_not_be_left_out(body: type[Body], fields: list[str]) -> None:
    for field in fields:
        with pytest.raises(ValidationError, match=field):
            body.model_validate({name: value for name, value in BODIES[body].items() if name != field})


SOURCE = SpecSource(url="https://x.example")
WRONG: list[Callable[[], Any]] = [
    *(lambda slug=slug: openapi.create("o", slug, SOURCE) for slug in ("", "-a", "a-", "a--b", "a_b", "x" * 101)),
    lambda: teams.create("o", ""),
    lambda: teams.rename("o", "t", "x" * 65),
    lambda: teams.put_member("o", "t", "u", "captain"),  # type: ignore[arg-type]
    lambda: share_links.create("o", "i", "x" * 51),
    lambda: integrations.start_development("slack", ""),
    lambda: integrations.start_development("slack", "x" * 257),
    lambda: change_requests.create("s", subject="x" * 101),
    lambda: change_requests.patch("s", "c", status="merged"),  # type: ignore[arg-type]
    lambda: openapi.set_visibility("o", "pets", "unlisted"),  # type: ignore[arg-type]
    lambda: collections.update("k", PatchCollection(default_level="king")),  # type: ignore[arg-type]
]


@pytest.mark.parametrize("describe", WRONG)
def test_a_call_that_breaks_a_limit_cannot_be_described(describe: Callable[[], Any]) -> None:
    with pytest.raises(ValidationError):
        describe()


@pytest.mark.parametrize("slug", ["a", "Pet-Store", "a1-b2-c3", "x" * 100])
def test_slugs_that_keep_the_pattern_go_out(slug: str) -> None:
    assert openapi.create("o", slug, SOURCE).body == {"slug": slug, "source": {"url": "https://x.example"}}
