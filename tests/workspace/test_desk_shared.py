"""Two docdecks on one desk: what one wrote is never replaced by what the other writes, and all of it can be found."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from docdeck.workspace.desk import Desk
from docdeck.workspace.drafts import HISTORY_DAYS, Draft

KEY = "comment:s:c:-:-"


class Clock:
    """A second goes by with each look."""

    def __init__(self) -> None:
        self.now = 1_000_000.0

    def __call__(self) -> float:
        self.now += 1
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def desks(tmp_path: Path, clock: Clock) -> tuple[Desk, Desk]:
    """Two docdecks of one account on one file."""
    path = tmp_path / "desk.sqlite3"
    return Desk(path, "acme", clock=clock), Desk(path, "acme", clock=clock)


def texts(desk: Desk) -> dict[str, str]:
    return {draft.key: draft.text for draft in desk.drafts.all()}


def test_the_second_save_stands_beside_the_words_of_the_other(desks: tuple[Desk, Desk]) -> None:
    first, second = desks
    assert first.drafts.load(KEY) is None
    first.drafts.save(KEY, "from deck one")
    assert second.drafts.load(KEY) == "from deck one"
    assert second.drafts.save(KEY, "from deck one, second words") is None
    assert first.drafts.save(KEY, "from deck one, more") == "from deck one, second words"
    assert texts(first) == {KEY: "from deck one, second words", f"{KEY}#2": "from deck one, more"}
    assert [draft.thing for draft in first.drafts.all()] == [KEY, KEY]


def test_after_that_each_goes_on_in_its_own_and_is_told_once(desks: tuple[Desk, Desk]) -> None:
    first, second = desks
    first.drafts.load(KEY)
    second.drafts.load(KEY)
    assert first.drafts.save(KEY, "a") is None
    assert second.drafts.save(KEY, "x") == "a"
    for length in range(2, 9):
        assert first.drafts.save(KEY, "a" * length) is None
        assert second.drafts.save(KEY, "x" * length) is None
    assert texts(second) == {KEY: "a" * 8, f"{KEY}#2": "x" * 8}
    assert (first.drafts.read(KEY), second.drafts.read(KEY)) == ("a" * 8, "x" * 8)


def test_who_opens_gets_the_newest_and_the_others_stay_beside_it(desks: tuple[Desk, Desk]) -> None:
    first, second = desks
    first.drafts.load(KEY)
    second.drafts.load(KEY)
    first.drafts.save(KEY, "older")
    second.drafts.save(KEY, "newer")
    assert first.drafts.load(KEY) == "newer"
    assert [draft.text for draft in first.drafts.beside(KEY)] == ["older"]
    first.drafts.save(KEY, "newer, and on")
    assert second.drafts.save(KEY, "newer, elsewhere") == "newer, and on"
    assert sorted(texts(first).values()) == ["newer, and on", "newer, elsewhere", "older"]


def test_one_of_them_is_taken_up_by_choice(desks: tuple[Desk, Desk]) -> None:
    first, second = desks
    first.drafts.load(KEY)
    second.drafts.load(KEY)
    first.drafts.save(KEY, "older")
    second.drafts.save(KEY, "newer")
    older = next(draft for draft in second.drafts.all() if draft.text == "older")
    second.drafts.prefer(older)
    assert second.drafts.load(KEY) == "older"
    second.drafts.save(KEY, "older, and on")
    assert texts(second) == {KEY: "older, and on", f"{KEY}#2": "newer"}
    assert second.drafts.load(KEY) == "older, and on"
    first.drafts.prefer(Draft("gone", "", "", 0.0))
    assert first.drafts.load("gone") is None


def test_emptying_takes_only_ones_own_words(desks: tuple[Desk, Desk]) -> None:
    first, second = desks
    first.drafts.load(KEY)
    first.drafts.save(KEY, "one")
    second.drafts.load(KEY)
    second.drafts.save(KEY, "one and two")
    assert first.drafts.save(KEY, "") == "one and two"
    assert texts(first) == {KEY: "one and two"}
    assert first.drafts.save(KEY, "afresh") is None
    assert texts(first) == {KEY: "one and two", f"{KEY}#2": "afresh"}


def test_what_was_emptied_and_written_anew_by_the_other_is_seen(desks: tuple[Desk, Desk]) -> None:
    first, second = desks
    first.drafts.load(KEY)
    first.drafts.save(KEY, "one")
    second.drafts.load(KEY)
    second.drafts.save(KEY, "")
    second.drafts.save(KEY, "other words")
    assert first.drafts.save(KEY, "one more") == "other words"


def test_the_same_words_are_no_conflict(desks: tuple[Desk, Desk]) -> None:
    first, second = desks
    first.drafts.load(KEY)
    second.drafts.load(KEY)
    first.drafts.save(KEY, "same")
    assert second.drafts.save(KEY, "same") is None
    assert texts(first) == {KEY: "same"}


def test_sending_ends_just_the_words_that_were_sent(desks: tuple[Desk, Desk]) -> None:
    first, second = desks
    first.drafts.load(KEY)
    second.drafts.load(KEY)
    first.drafts.save(KEY, "mine")
    second.drafts.save(KEY, "theirs")
    second.drafts.discard(KEY, sent="theirs")
    assert texts(first) == {KEY: "mine"}
    assert [each.text for each in second.drafts.earlier(f"{KEY}#2")] == ["theirs"]
    first.drafts.discard(KEY)
    assert texts(first) == {}
    assert [(draft.text, draft.ended) for draft in first.drafts.ended()] == [("mine", "sent"), ("theirs", "sent")]


def test_what_is_asked_on_the_side_takes_nothing_up(desks: tuple[Desk, Desk]) -> None:
    first, second = desks
    first.drafts.load(KEY)
    first.drafts.save(KEY, "one")
    second.drafts.load(KEY)
    second.drafts.save(KEY, "two")
    assert first.drafts.read(KEY) == "two"
    assert first.drafts.save(KEY, "one more") == "two"


def test_keys_that_only_begin_alike_are_not_beside_each_other(desks: tuple[Desk, Desk]) -> None:
    first, second = desks
    first.drafts.save(f"{KEY}#x", "another thing")
    first.drafts.save(f"{KEY}~0123abcd", "sent by a verb")
    assert second.drafts.load(KEY) is None
    assert second.drafts.beside(KEY) == ()
    verb = next(draft for draft in second.drafts.all() if draft.text == "sent by a verb")
    assert verb.thing == KEY
    second.drafts.prefer(verb)
    assert second.drafts.load(KEY) == "sent by a verb"


def test_the_words_as_they_were_found_stay_in_the_history(desks: tuple[Desk, Desk]) -> None:
    first, second = desks
    first.drafts.save(KEY, "a")
    first.drafts.save(KEY, "a long thought")
    second.drafts.load(KEY)
    second.drafts.save(KEY, "short")
    assert [each.text for each in first.drafts.earlier(KEY)] == ["a long thought", "a"]


def test_history_tells_when_and_how_each_text_ended(desks: tuple[Desk, Desk], clock: Clock) -> None:
    drafts = desks[0].drafts
    drafts.save(KEY, "first words", "Comment")
    clock.now += 60
    drafts.save(KEY, "first words, changed", "Comment")
    drafts.save(KEY, "", "Comment")
    assert [(draft.text, draft.about, draft.ended) for draft in drafts.earlier(KEY)] == [
        ("first words, changed", "Comment", "emptied"),
        ("first words", "Comment", "edit"),
    ]
    assert [draft.text for draft in drafts.ended()] == ["first words, changed"]
    clock.now += HISTORY_DAYS * 86400
    drafts.forget_old_history()
    assert drafts.ended() == ()


class Decks(RuleBasedStateMachine):
    """Two docdecks type, leave, open and send in any order: what each wrote last stands in a draft, or was sent."""

    def __init__(self) -> None:
        super().__init__()
        self._folder = tempfile.TemporaryDirectory()
        path, clock = Path(self._folder.name) / "desk", Clock()
        self._desks = [Desk(path, clock=clock), Desk(path, clock=clock)]
        self._fields = [desk.drafts.load("k") or "" for desk in self._desks]
        self._typed = ["", ""]
        self._sent: list[str] = []

    @rule(who=st.integers(0, 1), more=st.text("abc", min_size=1, max_size=2))
    def types(self, who: int, more: str) -> None:
        self._fields[who] += f"{who}{more}"
        self._desks[who].drafts.save("k", self._fields[who])
        self._typed[who] = self._fields[who]

    @rule(who=st.integers(0, 1))
    def leaves_and_opens(self, who: int) -> None:
        self._fields[who] = self._desks[who].drafts.load("k") or ""

    @rule(who=st.integers(0, 1))
    def sends(self, who: int) -> None:
        self._desks[who].drafts.discard("k", sent=self._fields[who])
        self._sent.append(self._fields[who])
        self._fields[who] = self._desks[who].drafts.load("k") or ""

    @invariant()
    def no_word_is_gone(self) -> None:
        kept = [draft.text for draft in self._desks[0].drafts.all()] + self._sent
        for words in filter(None, self._typed):
            assert any(text.startswith(words) for text in kept), (words, kept)

    def teardown(self) -> None:
        for desk in self._desks:
            desk.close()
        self._folder.cleanup()


Decks.TestCase.settings = settings(max_examples=30, stateful_step_count=25, deadline=None)
TestDecks = Decks.TestCase
