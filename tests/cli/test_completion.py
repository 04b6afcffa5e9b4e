"""`docdeck completion`: scripts made from the parser; bash's is run as bash runs it."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from docdeck.cli.completion import places
from docdeck.cli.completion_scripts import SCRIPTS
from docdeck.cli.parser import build_parser
from tests.cli.served import docdeck

PLACES = tuple(places(build_parser()))


@pytest.fixture(scope="module")
def script(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("completion") / "docdeck.bash"
    file.write_text(SCRIPTS["bash"](PLACES))
    return file


def completed(script: Path, *words: str, cwd: Path | None = None) -> list[str]:
    """What bash would offer for the last of these words."""
    program = (
        'source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _docdeck; '
        "((${#COMPREPLY[@]})) && printf '%s\\n' \"${COMPREPLY[@]}\"; true"
    )
    done = subprocess.run(
        ["bash", "--norc", "-c", program, "bash", str(script), *words],
        cwd=cwd, capture_output=True, text=True, timeout=60, check=True,
    )  # fmt: skip
    assert done.stderr == ""
    return done.stdout.splitlines()


def test_the_places_are_those_of_the_parser() -> None:
    by_path = {place.path: place for place in PLACES}
    assert {"docdeck", "docdeck cr", "docdeck cr merge", "docdeck cache clear", "docdeck threads reply"} <= set(by_path)
    assert dict(by_path["docdeck"].verbs)["orgs"] == "your organizations"
    (status,) = [option for option in by_path["docdeck cr list"].options if "--status" in option.flags]
    assert (status.choices, status.help) == (("draft", "open", "archived", "merged"), "only these (default open)")
    assert by_path["docdeck completion"].words == ("bash", "zsh", "fish")
    assert "--owned" not in str(PLACES)


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_every_verb_and_option_is_in_every_script(shell: str) -> None:
    script = SCRIPTS[shell](PLACES)
    assert "@" not in script.replace("$@", "").replace("[@]", "").replace("(docdeck completion", "")
    for place in PLACES:
        assert all(name in script for name, _ in place.verbs)
        for option in place.options:
            assert (f"-l {option.shown[2:]} " in script) if shell == "fish" else (option.shown in script)


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_verb_prints_the_script(shell: str, home: dict[str, str]) -> None:
    done = docdeck(home, "completion", shell)
    assert (done.returncode, done.stdout, done.stderr) == (0, SCRIPTS[shell](PLACES), "")


def test_fish_takes_an_apostrophe_for_what_it_is() -> None:
    lines = [
        line for line in SCRIPTS["fish"](PLACES).splitlines() if "token-file" in line and line.startswith("complete")
    ]
    assert lines == [
        "complete -c docdeck -n '__docdeck_at \\'docdeck serve\\'' -l token-file -r -F"
        " -d 'holds the sample owner\\'s token'"
    ]


def test_a_shell_that_is_not_known_is_wrong_use(home: dict[str, str]) -> None:
    assert docdeck(home, "completion", "tcl").returncode == 2
    assert docdeck(home, "completion").returncode == 2


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        (("cr", ""), ["list", "view", "diff", "record", "review", "merge", "update"]),
        (("thr",), ["threads"]),
        (("cr", "m"), ["merge"]),
        (("--profile", "cr", "thr"), ["threads"]),
        (("threads", "list", "--st"), ["--status"]),
        (("threads", "list", "--status", ""), ["open", "resolved"]),
        (("cr", "list", "--status", "=", "m"), ["merged"]),
        (("cr", "list", "--status", "="), ["draft", "open", "archived", "merged"]),
        (("cr", "list", "--space", ""), []),
        (("completion", "z"), ["zsh"]),
        (("cr", "review", "SPACE", "7", "--a"), ["--approve", "--ask-for-changes"]),
        (("keys", ""), ["--help", "--json"]),
        (("nothing", "--pro"), ["--profile"]),
    ],
)
def test_bash_offers_what_may_follow(script: Path, words: tuple[str, ...], offered: list[str]) -> None:
    assert completed(script, "docdeck", *words) == offered


def test_bash_offers_files_where_a_file_belongs(script: Path, tmp_path: Path) -> None:
    (tmp_path / "two words.json").write_text("{}")
    (tmp_path / "other").write_text("")
    assert completed(script, "docdeck", "api", "POST", "/x", "--input", "tw", cwd=tmp_path) == ["two words.json"]
    assert completed(script, "docdeck", "serve", "--database", "o", cwd=tmp_path) == ["other"]
