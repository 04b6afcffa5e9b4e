"""The record of a change request: who approved which revision and when, and what it changed as a unified patch."""

from __future__ import annotations

import asyncio
import csv
import difflib
import io
import json
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from docdeck.api.errors import DocdeckError
from docdeck.models.base import User
from docdeck.workspace.bodies import body_markdown
from docdeck.workspace.changes import ChangedPageRow
from docdeck.workspace.page_diffs import page_lines, read_page
from docdeck.workspace.review import ReviewState, watch_review
from docdeck.workspace.session import Session

Format = Literal["markdown", "csv", "json"]
ENDINGS: dict[Format, str] = {"markdown": "md", "csv": "csv", "json": "json"}


@dataclass(frozen=True, slots=True)
class Line:
    """One thing that happened (raw): when, what, who, at which revision, and the words that came with it."""

    at: datetime | None
    what: str
    who: str
    mail: str
    revision: str
    current: bool
    words: str = ""


@dataclass(frozen=True, slots=True)
class Record:
    """A change request as an auditor wants it. All strings are raw; `lines` are in the order of time."""

    space: str
    number: int
    subject: str
    status: str
    revision: str
    address: str
    lines: tuple[Line, ...]
    pages: tuple[tuple[str, str, str], ...]
    patch: str
    problems: tuple[str, ...] = ()


async def record_of(session: Session, space: str, change_request: str) -> Record:
    """Read everything now. Raises DocdeckError when the request cannot be read; what else fails is in `problems`."""
    state = await _last(watch_review(session, space, change_request))
    problems = list(state.problems)
    if state.cut:
        problems.append(f"The server told of {state.cut} changed pages only.")
    texts = await asyncio.gather(*(_patch_of(session, state, row) for row in state.pages), return_exceptions=True)
    for row, text in zip(state.pages, texts, strict=True):
        if isinstance(text, DocdeckError):
            problems.append(f"{row.title}: {text}")
        elif isinstance(text, BaseException):
            raise text
    request = state.change_request
    return Record(
        state.space.title if state.space is not None else request.space,
        request.number,
        request.subject,
        request.status,
        request.revision,
        str(request.urls.get("app") or ""),
        tuple(_lines(state)),
        tuple((row.kind, row.path, row.title) for row in state.pages),
        "".join(text for text in texts if isinstance(text, str)),
        tuple(problems),
    )


async def _last(states: AsyncIterator[ReviewState]) -> ReviewState:
    found = None
    async for state in states:
        found = state
    assert found is not None
    return found


def _who(user: User | None) -> tuple[str, str]:
    return ("", "") if user is None else (user.display_name or user.id, user.email or "")


def _lines(state: ReviewState) -> Iterator[Line]:
    request = state.change_request
    found = [Line(request.created_at, "opened", *_who(request.created_by), request.revision_initial or "", False)]
    for review in state.reviews:
        what = {"approved": "approved", "changes-requested": "asked for changes"}.get(review.status, review.status)
        words = body_markdown(review.comment.body) if review.comment is not None else ""
        at = review.updated_at or review.created_at
        found.append(Line(at, what, *_who(review.reviewer), review.revision, not review.outdated, words))
    if request.merged_at is not None:
        found.append(Line(request.merged_at, "merged", *_who(request.merged_by), request.revision_merged or "", True))
    yield from sorted(found, key=lambda line: line.at.timestamp() if line.at is not None else 0.0)


# The patch


async def _patch_of(session: Session, state: ReviewState, row: ChangedPageRow) -> str:
    space = state.change_request.space
    before, after = await asyncio.gather(
        _text(session, space, state.base, row.page), _text(session, space, state.head, row.page)
    )
    name = patch_name(row.path or row.title or row.page)
    old = "/dev/null" if row.kind == "created" else f"a/{name}.md"
    new = "/dev/null" if row.kind == "deleted" else f"b/{name}.md"
    lines = difflib.unified_diff(before, after, old, new, lineterm="")
    return "".join(f"{line}\n" for line in lines)


def patch_name(path: str) -> str:
    """A page's path as it may stand in the head of a patch: no line ends, no way out of the folder."""
    parts = ["".join(c if c.isprintable() and c not in '\\"' else "_" for c in part) for part in path.split("/")]
    return "/".join(part for part in parts if part not in ("", ".", "..")) or "page"


async def _text(session: Session, space: str, revision: str, page: str) -> list[str]:
    found = await read_page(session, space, revision, page) if revision else None
    return [line for line, _ in page_lines(found)]


# As text


def written(record: Record, form: Format) -> str:
    """The record in one of its forms."""
    return _WRITERS[form](record)


def _time(at: datetime | None) -> str:
    return at.isoformat() if at is not None else ""


def _markdown(record: Record) -> str:
    def cell(text: str) -> str:
        return " ".join(text.split()).replace("\\", "\\\\").replace("|", "\\|")

    rows = [
        f"| {_time(line.at)} | {line.what} | {cell(line.who)} | {cell(line.mail)} | `{line.revision}` "
        f"| {'yes' if line.current else 'no'} | {cell(line.words)} |"
        for line in record.lines
    ]
    pages = [f"- {kind}: {cell(title)} ({cell(path)})" for kind, path, title in record.pages]
    problems = ["", "## Missing here", "", *(f"- {cell(each)}" for each in record.problems)] if record.problems else []
    longest = max((len(run) for run in _fences(record.patch)), default=2)
    fence = "`" * max(3, longest + 1)
    head = [
        f"# {cell(record.space)} #{record.number}: {cell(record.subject)}",
        "",
        f"Status {record.status}, revision `{record.revision}`. {record.address}".rstrip(),
        "",
        "| when | what | who | mail | revision | holds for the revision above | words |",
        "|---|---|---|---|---|---|---|",
    ]
    body = [*head, *rows, "", "## Changed pages", "", *pages, *problems, "", "## Patch", "", f"{fence}diff"]
    return "\n".join(body) + f"\n{record.patch}{fence}\n"


def _fences(text: str) -> Iterator[str]:
    run = ""
    for character in text:
        if character == "`":
            run += character
        elif run:
            yield run
            run = ""


def _csv(record: Record) -> str:
    def cell(text: str) -> str:
        """A spreadsheet must not take what somebody wrote for a formula."""
        return f"'{text}" if text[:1] in ("=", "+", "-", "@", "\t", "\r") else text

    out = io.StringIO()
    table = csv.writer(out)
    table.writerow(("space", "number", "subject", "when", "what", "who", "mail", "revision", "holds", "words"))
    for line in record.lines:
        words = (line.what, line.who, line.mail, line.revision, "yes" if line.current else "no", line.words)
        row = (record.space, str(record.number), record.subject, _time(line.at), *words)
        table.writerow([cell(text) for text in row])
    return out.getvalue()


def _json(record: Record) -> str:
    found: dict[str, Any] = {
        "space": record.space,
        "number": record.number,
        "subject": record.subject,
        "status": record.status,
        "revision": record.revision,
        "address": record.address,
        "record": [
            {
                "when": _time(line.at) or None,
                "what": line.what,
                "who": line.who,
                "mail": line.mail,
                "revision": line.revision,
                "holds": line.current,
                "words": line.words,
            }
            for line in record.lines
        ],
        "pages": [{"kind": kind, "path": path, "title": title} for kind, path, title in record.pages],
        "missing": list(record.problems),
    }
    return json.dumps(found, indent=2) + "\n"


_WRITERS: dict[Format, Callable[[Record], str]] = {"markdown": _markdown, "csv": _csv, "json": _json}
