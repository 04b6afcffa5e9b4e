"""Expressions of custom merge rules: a small, safe language of conditions over plain values.

Names with dots and `.length`, text, numbers, true, false, null, `== != < <= > >= && || !`, brackets, and
`.includes(x)`, `.startsWith(x)`, `.endsWith(x)`. Facts N3 name the context: space, changeRequest, reviews, actor.
"""

from __future__ import annotations

import json
import operator
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, cast

_TOKEN = re.compile(
    r"""\s*(?:\d+(?:\.\d+)?|"(?:[^"\\]|\\.)*"|'[^'\\]*'|[A-Za-z_]\w*|===|!==|[=!<>]=|&&|\|\||[<>!().,])"""
)
_WORDS: dict[str, Any] = {"true": True, "false": False, "null": None, "undefined": None}
_DEEPEST = 40


class ExpressionError(Exception):
    """The expression cannot be read or does not fit the values."""


def evaluate(expression: str, context: Mapping[str, Any]) -> bool:
    """Whether an expression holds; raises ExpressionError when it cannot be read."""
    reader = _Reader(_tokens(expression), context)
    value = reader.either()
    reader.end()
    return bool(value)


def _tokens(expression: str) -> list[str]:
    found: list[str] = []
    position = 0
    text = expression.rstrip()
    while position < len(text):
        match = _TOKEN.match(text, position)
        if match is None:
            raise ExpressionError(f"unexpected {text[position:].strip()[:1]!r}")
        found.append(match.group().strip())
        position = match.end()
    if not found:
        raise ExpressionError("it is empty")
    return found


class _Reader:
    """Reads and computes at once: either, both, not, comparison, value."""

    def __init__(self, tokens: Sequence[str], context: Mapping[str, Any]) -> None:
        self._tokens = tokens
        self._context = context
        self._at = 0
        self._depth = 0

    def end(self) -> None:
        if self._at < len(self._tokens):
            raise ExpressionError(f"unexpected {self._tokens[self._at]!r}")

    def either(self) -> Any:
        self._depth += 1
        if self._depth > _DEEPEST:
            raise ExpressionError("it is nested too deeply")
        value = self._both()
        while self._take("||"):
            other = self._both()
            value = value or other
        self._depth -= 1
        return value

    def _both(self) -> Any:
        value = self._not()
        while self._take("&&"):
            other = self._not()
            value = value and other
        return value

    def _not(self) -> Any:
        flips = 0
        while self._take("!"):
            flips += 1
        value = self._comparison()
        return value if flips == 0 else bool(value) == (flips % 2 == 0)

    def _comparison(self) -> Any:
        left = self._value()
        sign = self._tokens[self._at] if self._at < len(self._tokens) else ""
        compare = _COMPARISONS.get(sign)
        if compare is None:
            return left
        self._at += 1
        right = self._value()
        try:
            return compare(left, right)
        except TypeError:
            raise ExpressionError(f"{sign} does not fit these values") from None

    def _value(self) -> Any:
        if self._take("("):
            value = self.either()
            self._need(")")
        else:
            value = self._simple()
        while self._take("."):
            value = self._member(value, self._next())
        return value

    def _simple(self) -> Any:
        token = self._next()
        try:
            if token[0].isdigit():
                return float(token) if "." in token else int(token)
            if token[0] == '"':
                return json.loads(token, strict=False)
        except ValueError:
            raise ExpressionError(f"{token[:20]!r} cannot be read") from None
        if token[0] == "'":
            return token[1:-1]
        if token in _WORDS:
            return _WORDS[token]
        if token not in self._context:
            raise ExpressionError(f"unexpected {token!r}")
        return self._context[token]

    def _member(self, value: Any, name: str) -> Any:
        if self._take("("):
            wanted = self.either()
            self._need(")")
            return _asked(value, name, wanted)
        if name == "length" and isinstance(value, str | list):
            return len(cast("str | list[Any]", value))
        if isinstance(value, Mapping):
            return cast("Mapping[str, Any]", value).get(name)
        raise ExpressionError(f"there is no {name!r} here")

    def _next(self) -> str:
        if self._at >= len(self._tokens):
            raise ExpressionError("it ends too early")
        self._at += 1
        return self._tokens[self._at - 1]

    def _take(self, token: str) -> bool:
        found = self._at < len(self._tokens) and self._tokens[self._at] == token
        self._at += found
        return found

    def _need(self, token: str) -> None:
        if not self._take(token):
            raise ExpressionError(f"{token!r} is missing")


def _asked(value: Any, name: str, wanted: Any) -> bool:
    if name == "includes" and isinstance(value, str | list):
        return (str(wanted) in value) if isinstance(value, str) else wanted in cast("list[Any]", value)
    if name in ("startsWith", "endsWith") and isinstance(value, str):
        return value.startswith(str(wanted)) if name == "startsWith" else value.endswith(str(wanted))
    raise ExpressionError(f"there is no {name!r} here")


_COMPARISONS: dict[str, Callable[[Any, Any], bool]] = {
    "==": operator.eq,
    "===": operator.eq,
    "!=": operator.ne,
    "!==": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
