"""Blocks of a document that are still JSON: each is read when somebody looks at it, and nothing is kept.

A page of a megabyte is seven of JSON and millions of small objects; a reader looks at forty lines of it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from typing import Any, Final, NoReturn, cast, overload

Node = dict[str, Any]

_SPACES: Final = (" ", "\n", "\r", "\t")
_SPACE: Final = re.compile(r"[ \t\n\r]*")


def _refuse(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is not JSON")


_decode: Final = json.JSONDecoder(parse_constant=_refuse).raw_decode


class JsonNodes(Sequence[Node]):
    """A sequence of JSON objects, by where each begins in a text."""

    __slots__ = ("_spans", "_text")

    def __init__(self, text: str, spans: Sequence[tuple[int, int]]) -> None:
        self._text, self._spans = text, spans

    def __len__(self) -> int:
        return len(self._spans)

    @overload
    def __getitem__(self, index: int) -> Node: ...
    @overload
    def __getitem__(self, index: slice) -> list[Node]: ...
    def __getitem__(self, index: int | slice) -> Node | list[Node]:
        if isinstance(index, slice):
            return [_decode(self._text, start)[0] for start, _ in self._spans[index]]
        return _decode(self._text, self._spans[index][0])[0]

    def __iter__(self) -> Iterator[Node]:
        for start, _ in self._spans:
            yield _decode(self._text, start)[0]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, (JsonNodes, list)):
            return NotImplemented
        others = cast("Sequence[Node]", other)
        return len(self) == len(others) and all(own == each for own, each in zip(self, others, strict=True))

    __hash__ = None  # type: ignore[assignment]

    def first(self, count: int) -> JsonNodes:
        """So many nodes from the beginning, still as JSON."""
        return JsonNodes(self._text, self._spans[:count])

    def json_at(self, index: int) -> str:
        """The JSON of a node as it was sent: what is the same there, is the same."""
        start, end = self._spans[index]
        return self._text[start:end]


class JsonCursor:
    """Walks JSON without reading all of it. Raises ValueError (and RecursionError) where it is none."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0

    def sees(self, sign: str) -> bool:
        """Whether the next sign is this one."""
        if self.text.startswith(_SPACES, self.at):
            space = _SPACE.match(self.text, self.at)
            self.at = space.end() if space is not None else self.at
        return self.text.startswith(sign, self.at)

    def takes(self, sign: str) -> bool:
        """Go over the next sign if it is this one."""
        found = self.sees(sign)
        self.at += found
        return found

    def need(self, sign: str) -> None:
        """Go over the next sign, which must be this one."""
        if not self.takes(sign):
            raise ValueError(f"{sign} was expected at {self.at}")

    def value(self) -> Any:
        """The value that begins here."""
        self.sees("")
        found, self.at = _decode(self.text, self.at)
        return found

    def members(self) -> Iterator[str]:
        """The names of an object; after each, the one who asks goes over its value."""
        self.need("{")
        if self.takes("}"):
            return
        while True:
            name = self.value()
            if not isinstance(name, str):
                raise ValueError(f"a name was expected at {self.at}")
            self.need(":")
            yield name
            if self.takes("}"):
                return
            self.need(",")

    def nodes(self) -> JsonNodes:
        """The objects of a list, gone over and not kept."""
        spans: list[tuple[int, int]] = []
        self.need("[")
        if self.takes("]"):
            return JsonNodes(self.text, spans)
        while True:
            if not self.sees("{"):
                raise ValueError(f"an object was expected at {self.at}")
            start, self.at = self.at, _decode(self.text, self.at)[1]
            spans.append((start, self.at))
            if self.takes("]"):
                return JsonNodes(self.text, spans)
            self.need(",")
