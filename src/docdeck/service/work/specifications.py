"""Processes an OpenAPI specification: fetches it, parses it, and keeps a version or why there is none. Facts N13."""

from __future__ import annotations

import posixpath
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from docdeck.service.store import Row, Store
from docdeck.service.store.openapi import insert_version, spec_by_id, update_spec, version_of
from docdeck.service.work.fetching import FetchError, FetchTimeout, fetch
from docdeck.service.work.parsing import ParseError, parse
from docdeck.service.work.worker import Job


@dataclass(frozen=True, slots=True)
class _Failure:
    code: str
    problems: tuple[str, ...]


def run(store: Store, job: Job) -> None:
    """pending -> progress -> complete, with a new version, or with the failure in the spec's error fields."""
    spec: str = job.given["spec"]
    with store.write() as tx:
        row = spec_by_id(tx, spec)
        if row is None:
            return
        update_spec(tx, spec, state="progress")
    made = _read(row)
    with store.write() as tx:
        current = spec_by_id(tx, spec)
        if current is None:
            return
        source = ("source_url", "source_text")
        # another source was sent meanwhile: what was read of the old one is not its version, and its own job follows
        if any(current[name] != row[name] for name in source):
            update_spec(tx, spec, state="pending")
            return
        if isinstance(made, _Failure):
            errors = [{"message": problem, "code": made.code} for problem in made.problems]
            update_spec(tx, spec, state="complete", processed_at=tx.now(), error_code=made.code, errors=errors)
            return
        name, text, content = made
        last = version_of(tx, spec, current["last_version"] or "", whole=True)
        same = last is not None and last["text"] == text
        version = current["last_version"] if same else insert_version(tx, spec, name, text, content)
        values: dict[str, Any] = {"last_version": version, "processed_at": tx.now(), "error_code": None, "errors": []}
        update_spec(tx, spec, state="complete", **values)


def _read(row: Row) -> _Failure | tuple[str, str, dict[str, Any]]:
    try:
        text = row["source_text"]
        if text is None:
            text = fetch(row["source_url"]).decode("utf-8-sig")
        kind, content = parse(text)
        return _name(row["source_url"], kind), text, content
    except FetchTimeout as problem:
        return _Failure("FETCH_TIMEOUT", (str(problem),))
    except FetchError as problem:
        return _Failure("FETCH_ERROR", (str(problem),))
    except UnicodeDecodeError:
        return _Failure("PARSE_ERROR", ("The document is not UTF-8 text.",))
    except ParseError as problem:
        return _Failure("PARSE_ERROR", problem.problems)


def _name(url: str | None, kind: str) -> str:
    name = posixpath.basename(urlsplit(url).path) if url else ""
    return name if "." in name else f"openapi.{kind}"
