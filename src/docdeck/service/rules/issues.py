"""Issues out of conversations, and which issues are about the same thing: by the words they share."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta

WEEKS = 13
MAX_TITLE = 120
MAX_SUMMARY = 400
_LIKE_ENOUGH = 0.34
_SHARED_WORDS = 2
_TAGS = re.compile(r"<[^>]{0,500}>")
_WORD = re.compile(r"[^\W_]{3,}")
_ENDINGS = ("ations", "ation", "ings", "ing", "ies", "ed", "es", "s", "ly", "e")
_EMPTY = frozenset(
    """
    the and for are but not you your with this that what when where which who how why can could does did has have had
    our out was were will would should from into about there their they them then than any all get got use using
    please help hello thanks thank need want work works working doesn isn don question questions issue problem way
    cannot still after before just also been its may might one some other more here
    """.split()  # noqa: SIM905 (a list of words reads better as words)
)


def title_of(subject: str | None, messages: Sequence[str]) -> str:
    """What an issue is called: the conversation's subject, else the first sentence of the first message."""
    text = (subject or "").strip() or (re.split(r"(?<=[.?!])\s|\n", plain(messages[0]))[0] if messages else "")
    return text if len(text) <= MAX_TITLE else text[: MAX_TITLE - 1].rstrip() + "…"


def summary_of(messages: Sequence[str]) -> str:
    """The first message of the reader, shortened."""
    text = " ".join(plain(messages[0]).split()) if messages else ""
    return text if len(text) <= MAX_SUMMARY else text[: MAX_SUMMARY - 1].rstrip() + "…"


def plain(text: str) -> str:
    """A message of Markdown or HTML without tags."""
    return _TAGS.sub(" ", text).strip()


def words_of(text: str) -> list[str]:
    """The words that carry meaning, without their endings, each once, in order."""
    found = (_stem(word) for word in _WORD.findall(text.casefold()) if word not in _EMPTY)
    return list(dict.fromkeys(found))


def alike(one: Iterable[str], other: Iterable[str]) -> float:
    """How much two sets of words are about the same thing: 0 when not at all, else up to 1."""
    first, second = set(one), set(other)
    shared = len(first & second)
    if shared < min(_SHARED_WORDS, len(first), len(second)) or not shared:
        return 0.0
    share = shared / min(len(first), len(second))
    return share if share >= _LIKE_ENOUGH else 0.0


def common_words(many: Iterable[Iterable[str]]) -> list[str]:
    """The words that more than one issue has, the most frequent first."""
    counts = Counter(word for words in many for word in set(words))
    return [word for word, count in sorted(counts.items(), key=lambda item: (-item[1], item[0])) if count > 1]


def weekly_pulse(moments: Iterable[datetime], now: datetime) -> list[int]:
    """How many moments lie in each of the past 13 weeks, the oldest week first."""
    pulse = [0] * WEEKS
    for moment in moments:
        week = (now - moment) // timedelta(weeks=1)
        if 0 <= week < WEEKS:
            pulse[WEEKS - 1 - week] += 1
    return pulse


def _stem(word: str) -> str:
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            return word[: -len(ending)]
    return word
