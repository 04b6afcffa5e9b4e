"""Every read, given answers with missing, null, wrong, unknown, huge and deeply nested parts: read or refused."""

from __future__ import annotations

import copy
import json
import random
from typing import Any

import pytest

from docdeck.api.description import Page, Query
from docdeck.api.errors import BadAnswer
from docdeck.api.operations.catalog import CATALOG

from .document_examples import EXAMPLES
from .sample_calls import called
from .test_operations import QUERIES

USER = {"object": "user", "id": "u1", "displayName": "Ada", "email": "ada@example.com", "urls": {"location": "x"}}
SPACE = {
    "object": "space", "id": "s1", "title": "Handbook", "organization": "o1", "revision": "r1", "comments": 2,
    "mergeRules": {"type": "rules", "rules": [{"rule": "require_specific_reviewers", "users": ["u1"]}]},
    "permissions": {"view": True, "merge": False}, "createdAt": "2026-01-02T03:04:05Z",
}  # fmt: skip
SECTION = {"object": "site-section", "id": "x1", "title": "API", "path": "api",
           "siteSpaces": [{"object": "site-space", "id": "y1", "path": "v1", "space": SPACE}]}  # fmt: skip
EVERYTHING: dict[str, Any] = {
    **SPACE, "number": 7, "status": "open", "subject": "Rewrite", "createdBy": USER, "reviewer": USER, "user": USER,
    "postedBy": USER, "postedAt": "2026-01-02T03:04:05.678Z", "body": {"markdown": "Hi"}, "replies": 3, "space": SPACE,
    "reactions": [{"emoji": "1f44d", "count": 1, "users": [{"user": USER, "reactedAt": "2026-01-02T03:04:05Z"}]}],
    "target": {"page": {"id": "p1"}, "space": "s1", "revision": "r1"}, "role": "admin", "team": {"id": "t1"},
    "pages": [{"id": "p1", "type": "document", "title": "Start", "pages": [{"id": "p2", "type": "new-kind"}]}],
    "changes": [{"type": "page_edited", "page": {"id": "p1"}, "attributes": {"title": {"before": "a"}}}],
    "document": {"object": "document", "nodes": [{"object": "block", "type": "paragraph", "nodes": []}]},
    "organization": {"object": "member", "id": "u1", "role": "admin", "user": USER}, "site": {"id": "i1"},
    "structure": [{"object": "site-section-group", "id": "g1", "children": [SECTION]}, {"object": "novel", "id": "n"}],
    "sections": [SECTION], "children": [SECTION], "jsonSchema": {"type": "object"},
}  # fmt: skip
OTHERS: dict[str, Any] = {"space": "s1", "organization": "o1", "structure": {"type": "novel", "structure": [SECTION]}}
WRONG: list[Any] = [None, "", "text", -1, 10**30, 1.5, True, [], [None], {}, {"id": None}, "x" * 5000, "2026-13-45"]


DEEP = "@deep@"


def bytes_of(answer: Any, chance: random.Random) -> bytes:
    """As JSON, with deep nesting where it is asked for (built as text: a walk over it would be too deep itself)."""
    depth = chance.choice([10, 150, 400, 20_000])
    return json.dumps(answer).replace(f'"{DEEP}"', "[" * depth + "]" * depth).encode()


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path] * bool(path) + [place for name, held in inner for place in places(held, (*path, name))]


def mutated(value: Any, chance: random.Random) -> Any:
    """The value with one to three of its parts missing or wrong, or with a part nobody knows."""
    value = copy.deepcopy(value)
    for _ in range(chance.randint(1, 3)):
        if not value:
            break
        *way, last = chance.choice(places(value))
        holder = value
        for step in way:
            holder = holder[step]
        how = chance.random()
        if how < 0.3 and isinstance(holder, dict):
            del holder[last]
        elif how < 0.4 and isinstance(holder, dict):
            holder["unheardOf"] = copy.deepcopy(chance.choice(WRONG))
        elif how < 0.45:
            holder[last] = DEEP
        else:
            holder[last] = copy.deepcopy(chance.choice(WRONG))
    return value


@pytest.mark.parametrize("query", [query for query, *_ in QUERIES], ids=lambda query: query.operation)
def test_malformed_answers_are_read_or_refused(query: Query[Any]) -> None:
    chance = random.Random(query.operation)
    read = refused = 0
    for number in range(26):
        # some models hold a space, an organization or a list, the others its id or the object around it
        whole = {**EVERYTHING, **OTHERS} if number % 2 else EVERYTHING
        single = mutated(whole, chance)
        for answer in (single, {"items": [single, whole], "next": {"page": "p"}, "count": 2}):
            try:
                value = query.read(query.operation, bytes_of(answer, chance))
            except BadAnswer as error:
                refused += 1
                problem = error
                assert problem.sentence.isprintable()
                assert "x" * 50 not in str(problem)
                continue
            read += 1
            if isinstance(value, Page):
                assert len(value.items) + len(value.unreadable) == 2
                assert len(value.items) >= 1 or any(bad.problem for bad in value.unreadable)
    assert read + refused == 52
    assert read > 0


@pytest.mark.parametrize("name", EXAMPLES)
def test_malformed_forms_of_the_documents_answers_are_read_or_refused(name: str) -> None:
    """Answers of writes too: a write whose answer cannot be read has an unknown outcome, and never crashes."""
    made = called(CATALOG[name].function)
    chance = random.Random(name)
    for _ in range(20):
        data = bytes_of(mutated(EXAMPLES[name], chance), chance)
        problem = "nothing"
        try:
            made.read(name, data)
        except BadAnswer as error:
            problem = str(error)
        assert problem.isprintable()
        assert "x" * 50 not in problem
