"""The desk keeps what was typed, whatever happens to the program, the file or the disk."""

from __future__ import annotations

import os
import signal
import sqlite3
import stat
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from docdeck.workspace.desk import Desk
from docdeck.workspace.desk_file import MIGRATIONS, DeskProblem, without_surrogates
from docdeck.workspace.drafts import HISTORY_DAYS


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data" / "desk.sqlite3"


class Clock:
    def __init__(self, now: float = 1_000_000.0) -> None:
        self.now = now

    def __call__(self) -> float:
        return self.now


def test_a_draft_is_there_after_the_program_ended(path: Path) -> None:
    desk = Desk(path, "acme")
    assert desk.drafts.save("comment:s:c:-:-", "half a sentence", "Comment on Handbook #42") is None
    desk.close()
    again = Desk(path, "acme")
    assert again.drafts.load("comment:s:c:-:-") == "half a sentence"
    assert [draft.about for draft in again.drafts.all()] == ["Comment on Handbook #42"]


def test_only_the_person_can_read_it(path: Path) -> None:
    Desk(path).drafts.save("k", "private")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    for beside in path.parent.iterdir():
        assert stat.S_IMODE(beside.stat().st_mode) == 0o600


def test_it_is_written_through(path: Path) -> None:
    desk = Desk(path)
    with closing(sqlite3.connect(path)) as other:
        assert other.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert desk._connection.execute("PRAGMA synchronous").fetchone() == (2,)  # pyright: ignore[reportPrivateUsage]


def test_emptying_a_draft_ends_it_and_its_last_words_stay_in_the_history(path: Path) -> None:
    desk = Desk(path)
    desk.drafts.save("k", "words")
    desk.drafts.save("k", "")
    assert desk.drafts.load("k") is None
    assert [each.text for each in desk.drafts.earlier("k")] == ["words"]


def test_a_confirmed_draft_ends_unless_something_was_typed_since(path: Path) -> None:
    desk = Desk(path)
    desk.drafts.save("k", "sent text")
    desk.drafts.save("other", "sent text, and more")
    desk.drafts.discard("k", sent="sent text")
    desk.drafts.discard("other", sent="sent text")
    assert desk.drafts.load("k") is None
    assert desk.drafts.load("other") == "sent text, and more"


def test_accounts_do_not_see_each_other(path: Path) -> None:
    first, second = Desk(path, "a"), Desk(path, "b")
    first.drafts.save("k", "of a")
    first.journal.begin("comment", "t", "l", "i", {})
    assert second.drafts.load("k") is None
    assert second.drafts.all() == ()
    assert second.journal.unsettled() == ()


def test_lone_surrogates_do_not_stop_a_save(path: Path) -> None:
    desk = Desk(path)
    desk.drafts.save("k", "before \ud800 after")
    kept = desk.drafts.load("k")
    assert kept is not None
    assert kept.startswith("before ")
    assert kept.endswith(" after")


def test_history_is_forgotten_after_its_time(path: Path) -> None:
    clock = Clock()
    desk = Desk(path, clock=clock)
    desk.drafts.save("k", "old")
    desk.drafts.discard("k")
    desk.drafts.save("draft", "still here")
    desk.close()
    clock.now += (HISTORY_DAYS + 1) * 86400
    later = Desk(path, clock=clock)
    assert later.drafts.earlier("k") == ()
    assert later.drafts.load("draft") == "still here"


def test_the_journal_tells_what_is_not_settled(path: Path) -> None:
    desk = Desk(path)
    first = desk.journal.begin("merge", "cr", "Merge of #1", "id", {"revision": "r"})
    second = desk.journal.begin("comment", "c", "Comment", "id2", {})
    desk.journal.settle(second, "done", "Comment sent.")
    desk.close()
    again = Desk(path)
    assert [(row.id, row.state, row.evidence) for row in again.journal.unsettled()] == [
        (first, "sending", {"revision": "r"})
    ]
    assert [row.state for row in again.journal.recent()] == ["done", "sending"]
    again.journal.settle(first, "unknown", "Nobody knows.")
    assert [row.sentence for row in again.journal.unsettled()] == ["Nobody knows."]


def test_viewed_marks_and_places_stay(path: Path) -> None:
    desk = Desk(path)
    desk.viewed.mark("cr", "p1", "r1")
    desk.viewed.mark("cr", "p1", "r2")
    desk.viewed.mark("cr", "p2", "r1")
    desk.viewed.unmark("cr", "p2")
    desk.places.save("last", "inbox")
    desk.close()
    again = Desk(path)
    assert again.viewed.of("cr") == {"p1": "r2"}
    assert again.places.load("last") == "inbox"
    assert again.places.load("nowhere") is None


def test_a_newer_desk_is_only_read(path: Path) -> None:
    Desk(path).drafts.save("k", "kept")
    with closing(sqlite3.connect(path)) as newer:
        newer.execute(f"PRAGMA user_version = {len(MIGRATIONS) + 1}")
    desk = Desk(path)
    assert not desk.writable
    assert "newer docdeck" in desk.notices[0]
    assert desk.drafts.load("k") == "kept"
    with pytest.raises(DeskProblem, match="not saved"):
        desk.drafts.save("k", "other")
    with pytest.raises(DeskProblem):
        desk.journal.begin("merge", "t", "l", "i", {})
    assert desk.drafts.load("k") == "kept"


def test_a_damaged_desk_is_set_aside_and_said(path: Path) -> None:
    path.parent.mkdir()
    path.write_bytes(b"this is no database" * 500)
    desk = Desk(path)
    assert "damaged" in desk.notices[0]
    aside = [one for one in path.parent.iterdir() if ".damaged-" in one.name]
    assert [one.read_bytes()[:19] for one in aside] == [b"this is no database"]
    desk.drafts.save("k", "new words")
    assert Desk(path).drafts.load("k") == "new words"


def test_damage_inside_the_file_keeps_the_drafts_that_can_be_read(path: Path) -> None:
    desk = Desk(path)
    for number in range(200):
        desk.drafts.save(f"k{number:03}", f"text {number} " * 20)
    desk.close()
    data = bytearray(path.read_bytes())
    data[-8192:-4096] = b"\xff" * 4096
    path.write_bytes(bytes(data))
    again = Desk(path)
    aside = [one for one in path.parent.iterdir() if ".damaged-" in one.name and one.suffix not in (".-wal", ".-shm")]
    if again.notices:
        assert aside
        assert any(len(one.read_bytes()) == len(data) for one in aside)
        assert again.drafts.all()
    again.drafts.save("k", "goes on")
    assert again.drafts.load("k") == "goes on"


@given(st.binary(min_size=1, max_size=200), st.integers(0, 40_000))
@settings(max_examples=40, deadline=None)
def test_no_damage_stops_the_program(damage: bytes, at: int) -> None:
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "desk"
        desk = Desk(path)
        desk.drafts.save("k", "words")
        desk.close()
        data = bytearray(path.read_bytes())
        at %= len(data)
        data[at : at + len(damage)] = damage
        path.write_bytes(bytes(data))
        again = Desk(path)
        again.drafts.all()
        if again.writable:
            try:
                again.drafts.save("k2", "more")
            except DeskProblem:
                assert again.drafts.load("k2") is None
            else:
                assert again.drafts.load("k2") == "more"
        again.close()


def test_a_folder_that_cannot_be_made_means_memory_and_says_so(tmp_path: Path) -> None:
    blocker = tmp_path / "file"
    blocker.write_text("in the way")
    desk = Desk(blocker / "below" / "desk")
    assert "will not outlive" in desk.notices[0]
    desk.drafts.save("k", "while it runs")
    assert desk.drafts.load("k") == "while it runs"


def test_a_full_disk_is_said_and_nothing_before_it_is_lost(path: Path) -> None:
    desk = Desk(path)
    desk.drafts.save("k", "kept")
    connection = desk._connection  # pyright: ignore[reportPrivateUsage]
    (pages,) = connection.execute("PRAGMA page_count").fetchone()
    connection.execute(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(DeskProblem, match="not saved") as problem:
        desk.drafts.save("k", "x" * 1_000_000)
    assert "space" in problem.value.hint
    assert desk.drafts.load("k") == "kept"
    connection.execute("PRAGMA max_page_count = 1000000")
    desk.drafts.save("k", "goes on")
    assert desk.drafts.load("k") == "goes on"


_TYPIST = """
import sys
from pathlib import Path
from docdeck.workspace.desk import Desk
desk = Desk(Path(sys.argv[1]))
text = ""
for number in range(100000):
    text += chr(97 + number % 26)
    desk.drafts.save("k", text)
    sys.stdout.write(f"{len(text)}\\n")
    sys.stdout.flush()
"""


def test_killed_while_typing_no_acknowledged_character_is_lost(path: Path) -> None:
    for _ in range(3):
        typist = subprocess.Popen([sys.executable, "-c", _TYPIST, str(path)], stdout=subprocess.PIPE, text=True)
        assert typist.stdout is not None
        acknowledged = 0
        for line in typist.stdout:
            acknowledged = int(line)
            if acknowledged >= 40:
                break
        os.kill(typist.pid, signal.SIGKILL)
        for line in typist.stdout:
            acknowledged = int(line) if line.endswith("\n") else acknowledged
        typist.wait()
        desk = Desk(path)
        kept = desk.drafts.load("k")
        assert kept is not None
        assert len(kept) >= acknowledged
        assert kept == "".join(chr(97 + number % 26) for number in range(len(kept)))
        desk.drafts.save("k", "")
        desk.close()


def test_four_programs_start_and_write_at_once(path: Path) -> None:
    code = (
        "import sys; from pathlib import Path; from docdeck.workspace.desk import Desk\n"
        "desk = Desk(Path(sys.argv[1]))\n"
        "assert not desk.notices, desk.notices\n"
        "for n in range(50): desk.drafts.save(f'{sys.argv[2]}-{n}', f'text {n}')\n"
    )
    writers = [subprocess.Popen([sys.executable, "-c", code, str(path), str(number)]) for number in range(4)]
    assert [writer.wait() for writer in writers] == [0, 0, 0, 0]
    assert len(Desk(path).drafts.all()) == 200


class DeskMachine(RuleBasedStateMachine):
    """The desk against a dictionary, over saves, sends, empties and restarts."""

    def __init__(self) -> None:
        super().__init__()
        import tempfile

        self._folder = tempfile.TemporaryDirectory()
        self._path = Path(self._folder.name) / "desk"
        self._desk = Desk(self._path)
        self._texts: dict[str, str] = {}

    @rule(key=st.sampled_from("abc"), text=st.text(max_size=30))
    def save(self, key: str, text: str) -> None:
        assert self._desk.drafts.save(key, text) is None
        if text:
            self._texts[key] = without_surrogates(text)
        else:
            self._texts.pop(key, None)

    @precondition(lambda self: bool(self._texts))
    @rule(same=st.booleans())
    def sent(self, same: bool) -> None:
        key = sorted(self._texts)[0]
        self._desk.drafts.discard(key, sent=self._texts[key] if same else self._texts[key] + "!")
        if same:
            del self._texts[key]

    @rule()
    def restart(self) -> None:
        self._desk.close()
        self._desk = Desk(self._path)
        for key in self._texts:
            assert self._desk.drafts.load(key) == self._texts[key]

    @invariant()
    def every_text_is_there(self) -> None:
        assert {draft.key: draft.text for draft in self._desk.drafts.all()} == self._texts

    def teardown(self) -> None:
        self._desk.close()
        self._folder.cleanup()


DeskMachine.TestCase.settings = settings(max_examples=20, stateful_step_count=20, deadline=None)
TestDeskMachine = DeskMachine.TestCase
