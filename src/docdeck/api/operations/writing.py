"""The two shapes most writes have: take something away, and set something of a thing that has a query of its own."""

from __future__ import annotations

from typing import Literal, TypeVar

from pydantic import BaseModel

from docdeck.api.description import Command, Query
from docdeck.api.reading import nothing, one
from docdeck.models.base import Body

M = TypeVar("M", bound=BaseModel)


def deletion(operation: str, path: str, touches: tuple[str, ...]) -> Command[None]:
    """A DELETE: twice has the effect of once, and what is absent is fine. Answered 204, 205 or (asked for) 202."""
    return Command(operation, "DELETE", path, nothing, repeat="same_effect", touches=touches)


def change(
    operation: str,
    method: Literal["PUT", "PATCH"],
    path: str,
    model: type[M],
    body: Body,
    touches: tuple[str, ...],
    answers: Query[M] | None = None,
) -> Command[M]:
    """A PUT or PATCH that sets what the body names: twice has the effect of once."""
    return Command(
        operation,
        method,
        path,
        one(model),
        body=body.to_wire(),
        repeat="same_effect",
        touches=touches,
        answers=answers,
    )


def order(
    operation: str, path: str, model: type[M], body: Body, touches: tuple[str, ...], answers: Query[M] | None = None
) -> Command[M]:
    """A POST that puts something at a place: there it stays, however often it is put there."""
    return Command(
        operation,
        "POST",
        path,
        one(model),
        body=body.to_wire(),
        repeat="same_effect",
        touches=touches,
        answers=answers,
    )
