"""What every model shares: names on the wire, tolerance for answers, strictness for bodies.

Document section: "Common conventions".
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Any, Generic, Literal, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field
from pydantic.alias_generators import to_camel

T = TypeVar("T")


class Answer(BaseModel):
    """Something a server sent: immutable, unknown fields kept in `model_extra`, missing optional fields fine."""

    model_config = ConfigDict(
        alias_generator=to_camel,
        validate_by_name=True,
        validate_by_alias=True,
        extra="allow",
        frozen=True,
        hide_input_in_errors=True,
        allow_inf_nan=False,
        defer_build=True,
        protected_namespaces=(),
    )

    def to_wire(self) -> dict[str, Any]:
        """The JSON object: only fields that were set (absent is not null), under their names on the wire."""
        return self.model_dump(mode="json", by_alias=True, exclude_unset=True)


class Body(BaseModel):
    """Something a caller sends: limits enforced, unknown keys refused unless a body says otherwise."""

    model_config = ConfigDict(
        alias_generator=to_camel,
        validate_by_name=True,
        validate_by_alias=True,
        extra="forbid",
        frozen=True,
        hide_input_in_errors=True,
        allow_inf_nan=False,
        defer_build=True,
        protected_namespaces=(),
    )

    def to_wire(self) -> dict[str, Any]:
        """The JSON object: only keys the caller set, so that absent stays different from null."""
        return self.model_dump(mode="json", by_alias=True, exclude_unset=True)


class TaggedBody(Body):
    """A body whose constant `type` is sent although the caller did not set it."""

    def model_post_init(self, context: Any, /) -> None:
        self.__pydantic_fields_set__.add("type")


def _none_as_empty_object(value: Any) -> Any:
    return {} if value is None else value


Flags = Annotated[dict[str, bool], BeforeValidator(_none_as_empty_object)]
"""A `permissions` object: what the caller may do. A missing key is unknown, which means: try it."""

Timestamp = datetime
"""ISO 8601 date-time."""

Role = str
"""`admin`, `create`, `review`, `edit`, `comment` or `read`; a newer server may send others."""

ROLES: tuple[str, ...] = ("read", "comment", "edit", "review", "create", "admin")
"""From least to most."""

RoleName = Literal["admin", "create", "edit", "review", "comment", "read"]


class NextPage(Answer):
    """The cursor of the following page."""

    page: str


class ListAnswer(Answer, Generic[T]):
    """The list envelope `List<T>`: `next` is absent on the last page."""

    next: NextPage | None = None
    count: int | None = None
    items: list[T]


class User(Answer):
    """A person: `object` is `user`."""

    object: str = "user"
    id: str
    display_name: str = ""
    email: str | None = None
    photo_url: str | None = Field(default=None, alias="photoURL")
    urls: dict[str, Any] = Field(default_factory=dict)


class PatchUser(Body):
    """What is absent stays."""

    display_name: str | None = Field(default=None, min_length=1, max_length=64)
    photo_url: str | None = Field(default=None, alias="photoURL", max_length=2048)


class MarkdownBody(Body):
    """`{markdown}`: the form in which bodies are sent."""

    markdown: str


class Document(Answer):
    """A rich-text document: `{object, data, nodes, meta}`; its blocks stay plain JSON (see `rich_text`)."""

    object: str = "document"
    data: dict[str, Any] = Field(default_factory=dict)
    nodes: Sequence[dict[str, Any]] = Field(default_factory=list[dict[str, Any]])
    meta: dict[str, Any] | None = None


class RichBody(Answer):
    """The union of a body that was sent back: Markdown, a document, or neither."""

    markdown: str | None = None
    document: Document | None = None
