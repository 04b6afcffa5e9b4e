"""Whether words call somebody by name: `@Mira`, `@Mira Koch`, `@mira` of the mail address, or a link to the person."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import UTC, datetime

from docdeck.models.base import User
from docdeck.models.comments import Comment, CommentReply
from docdeck.workspace.bodies import body_markdown

_AT = re.compile(r"(?<![\w@.])@([\w.-]+)")
_NEVER = datetime.fromtimestamp(0, UTC)


def mentions(text: str, person: User) -> bool:
    """Whether the words mention this person."""
    if f"user:{person.id}" in text or f"@{person.id}" in text:
        return True
    named = {person.display_name.split(" ")[0].casefold()} if person.display_name else set[str]()
    if person.email:
        named.add(person.email.partition("@")[0].casefold())
    return any(found[1].rstrip(".-").casefold() in named for found in _AT.finditer(text))


def waits_for(comment: Comment, replies: Sequence[CommentReply], person: User) -> bool:
    """Whether somebody mentioned this person in a thread after the person's own last word."""
    said = sorted((comment, *replies), key=lambda word: word.posted_at or _NEVER)
    for word in reversed(said):
        if word.posted_by is not None and word.posted_by.id == person.id:
            return False
        if mentions(body_markdown(word.body), person):
            return True
    return False
