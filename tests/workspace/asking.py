"""What the service has, asked fresh, to compare with what the workspace said."""

from __future__ import annotations

from docdeck.api.operations import change_requests as calls
from docdeck.api.operations import comments as comment_calls
from docdeck.models.change_requests import ChangeRequest
from docdeck.models.comments import Comment, CommentReply
from docdeck.workspace.acts import Where
from docdeck.workspace.session import Session
from tests.workspace.world import World

WRITES = ("POST", "PUT", "PATCH", "DELETE")


async def read(session: Session, world: World, request: str) -> ChangeRequest:
    """The request as the server has it."""
    return (await session.platform.read(calls.get(world.space, request))).value


async def comments_of(session: Session, world: World, request: str) -> list[Comment]:
    """Its comments, the oldest first."""
    query = comment_calls.list_in_change_request(world.space, request, order="asc")
    return list(await session.platform.all_items(query, max_age=-1))


async def replies_of(session: Session, world: World, request: str, comment: str) -> list[CommentReply]:
    """The replies to one of them."""
    query = comment_calls.replies_in_change_request(world.space, request, comment)
    return list(await session.platform.all_items(query, max_age=-1))


def here(world: World, request: str) -> Where:
    """Where acts are about it."""
    return Where(world.space, request, "Handbook #1")


def sent(world: World) -> int:
    """How many writes arrived at the server."""
    return sum(1 for method, _ in world.wire.requests if method in WRITES)
