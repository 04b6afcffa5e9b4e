"""The request log: the last calls with their outcome, each of which can be copied as a curl command.

No entry ever holds the token; bodies are kept with everything masked that may be a credential.
"""

from __future__ import annotations

import json
import re
import shlex
from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal, cast
from urllib.parse import urlencode

Source = Literal["network", "stored", "shared"]
MASK = "***"
_BODY_LIMIT = 4096
_SECRET_NAME = re.compile(
    r"token|secret|password|certificate|authorization|api.?key|sharekey|credential|script\Z", re.IGNORECASE
)
_USERINFO = re.compile(r"(?<=://)[^/?#\s@]+(?=@)")


@dataclass(frozen=True, slots=True)
class Entry:
    """One call. `status` is None when no answer came; `source` tells network, stored answer or a shared flight."""

    when: float
    operation: str
    method: str
    path: str
    params: tuple[tuple[str, str], ...] = ()
    body: str = ""
    status: int | None = None
    ms: float = 0.0
    bytes: int = 0
    source: Source = "network"
    attempt: int = 1
    error: str = ""

    def as_curl(self, base_url: str) -> str:
        """A command that makes the same call with the token taken from the environment, never written out."""
        query = "?" + urlencode(self.params) if self.params else ""
        words = ["curl", "-X", self.method, shlex.quote(f"{base_url}{self.path}{query}")]
        words += ["-H", '"Authorization: Bearer $DOCDECK_TOKEN"']
        if self.body:
            words += ["-H", "'Content-Type: application/json'", "--data-raw", shlex.quote(self.body)]
        return " ".join(words)


class RequestLog:
    """A ring of the last entries, oldest first."""

    def __init__(self, most: int = 500) -> None:
        self._entries: deque[Entry] = deque(maxlen=most)

    def add(self, entry: Entry) -> None:
        """Keep one entry, with what may be a credential masked in its parameters."""
        params = tuple((name, MASK if _SECRET_NAME.search(name) else mask_text(value)) for name, value in entry.params)
        self._entries.append(replace(entry, params=params))

    def __iter__(self) -> Iterator[Entry]:
        return iter(tuple(self._entries))

    def __len__(self) -> int:
        return len(self._entries)


def mask_text(text: str) -> str:
    """Text with the user and password of every address in it masked."""
    return _USERINFO.sub(MASK, text) if "://" in text else text


def masked_body(body: Any) -> str:
    """A request body as JSON text for the log: credentials masked, and left out altogether when it is long."""
    if body is None:
        return ""
    text = json.dumps(_masked(body), ensure_ascii=True)
    return text if len(text) <= _BODY_LIMIT else ""


def _masked(value: Any) -> Any:
    if isinstance(value, Mapping):
        fields = cast("Mapping[str, Any]", value)
        return {name: MASK if _hides(name, held) else _masked(held) for name, held in fields.items()}
    if isinstance(value, list):
        return [_masked(item) for item in cast("list[Any]", value)]
    return mask_text(value) if isinstance(value, str) else value


def _hides(name: str, held: Any) -> bool:
    return bool(_SECRET_NAME.search(name)) and held not in (None, "", [], {})
