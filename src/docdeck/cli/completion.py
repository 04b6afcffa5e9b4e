"""`docdeck completion SHELL`: a completion script, made from the arguments as the parser knows them."""

from __future__ import annotations

import argparse
import sys
from argparse import Namespace
from collections.abc import Iterator
from dataclasses import dataclass

from docdeck.cli.failures import DONE

FILES = ("FILE", "FILE-OR-URL")
"""What the parser calls the values that are files."""


@dataclass(frozen=True, slots=True)
class Option:
    """An option of a verb; `choices` are its values, as far as they are known."""

    flags: tuple[str, ...]
    help: str
    takes_value: bool
    choices: tuple[str, ...] = ()
    files: bool = False

    @property
    def shown(self) -> str:
        """The flag to offer: the long one where there is one."""
        return next((flag for flag in self.flags if flag.startswith("--")), self.flags[0])


@dataclass(frozen=True, slots=True)
class Place:
    """Where a command line can stand: its words so far, and what may follow them."""

    path: str
    verbs: tuple[tuple[str, str], ...]
    options: tuple[Option, ...]
    words: tuple[str, ...] = ()


def completion(options: Namespace) -> int:
    """Print the script of one shell."""
    from docdeck.cli.completion_scripts import SCRIPTS
    from docdeck.cli.parser import build_parser

    sys.stdout.write(SCRIPTS[options.shell](tuple(places(build_parser()))))
    return DONE


def places(parser: argparse.ArgumentParser, path: str = "docdeck") -> Iterator[Place]:
    """Every place of the command line, the program itself first. What the help hides stays hidden."""
    formatter = parser._get_formatter()
    verbs: list[tuple[str, str]] = []
    options: list[Option] = []
    words: list[str] = []
    below: list[Place] = []
    for action in parser._actions:
        if action.help == argparse.SUPPRESS:
            continue
        text = formatter._expand_help(action) if action.help else ""
        if isinstance(action, argparse._SubParsersAction):
            verbs += [(each.dest, each.help or "") for each in action._choices_actions]
            below += [place for name, each in action.choices.items() for place in places(each, f"{path} {name}")]
        elif action.option_strings:
            choices = tuple(str(choice) for choice in action.choices or ())
            files = action.metavar in FILES
            options.append(Option(tuple(action.option_strings), text, action.nargs != 0, choices, files))
        else:
            words += [str(choice) for choice in action.choices or ()]
    yield Place(path, tuple(verbs), tuple(options), tuple(words))
    yield from below
