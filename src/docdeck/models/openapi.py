"""OpenAPI specifications and their versions. Document section: "OpenAPI spec"."""

from __future__ import annotations

from typing import Any, Literal, Self

from pydantic import Field, model_validator

from docdeck.models.base import Answer, Body, Flags, Timestamp

SLUG = r"^[a-zA-Z0-9]+(?:-[a-zA-Z0-9]+)*$"


class SpecError(Answer):
    """Why a specification could not be processed."""

    message: str = ""
    code: str | None = None


class OpenApiSpec(Answer):
    """`object` is `openapi-spec`; `processingState` is `pending`, `progress` or `complete`."""

    object: str = "openapi-spec"
    id: str
    created_at: Timestamp | None = None
    updated_at: Timestamp | None = None
    slug: str = ""
    source_url: str | None = Field(default=None, alias="sourceURL")
    processing_state: str = ""
    visibility: str | None = None
    last_version: str | None = None
    last_processed_at: Timestamp | None = None
    last_process_error_code: str | None = None
    last_processed_errors: list[SpecError] = Field(default_factory=list[SpecError])
    permissions: Flags = Field(default_factory=dict)
    urls: dict[str, Any] = Field(default_factory=dict)


class OpenApiVersion(Answer):
    """`object` is `openapi-spec-version`; `url` is where the specification can be read."""

    object: str = "openapi-spec-version"
    id: str
    created_at: Timestamp | None = None
    url: str = ""
    urls: dict[str, Any] = Field(default_factory=dict)


class OpenApiContent(Answer):
    """The files of a version; a newer server gives `urls` in place of `url`."""

    filesystem: Any = None
    url: str | None = None
    urls: dict[str, Any] = Field(default_factory=dict)

    @property
    def address(self) -> str | None:
        """Where the specification itself can be fetched, under either name."""
        source = self.urls.get("source")
        return self.url or (source if isinstance(source, str) else None)


class SpecSource(Body):
    """Where the specification comes from: an address, or its text."""

    url: str | None = Field(default=None, max_length=2048)
    text: str | None = Field(default=None, min_length=1)

    @model_validator(mode="after")
    def _one_of_both(self) -> Self:
        if (self.url is None) == (self.text is None):
            raise ValueError("give either an address (url) or the specification itself (text)")
        return self


class CreateSpec(Body):
    """A new specification under a slug."""

    slug: str = Field(min_length=1, max_length=100, pattern=SLUG)
    source: SpecSource


class PutSpec(Body):
    """Creates or updates the specification of the slug in the path."""

    source: SpecSource


class PatchSpec(Body):
    """Who may read it."""

    visibility: Literal["private", "public"]
