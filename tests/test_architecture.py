"""The house keeps its shape: what a start imports, how large its rooms are, and one door for text on the screen."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "docdeck"
MODULES = sorted(SOURCE.rglob("*.py"))
TESTS = sorted((ROOT / "tests").rglob("*.py"))
OUTSIDE_WIDGETS = [file for file in (SOURCE / "deck").rglob("*.py") if "widgets" not in file.parts]

FILE_LINES, CLASS_LINES, FUNCTION_LINES = 400, 250, 50

LARGER_BY_NEED = {
    "tests/service/sequence_machine.py:Life": "one state machine, whose rules must be methods of one class",
}
"""What may be larger, with the reason: `file.py` or `file.py:name`."""


def name_of(file: Path) -> str:
    return file.relative_to(ROOT).as_posix()


# What a start imports


def imported_by(program: str, home: dict[str, str]) -> set[str]:
    """The modules that a program has imported at its end, in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-c", f"{program}\nimport sys; print('\\n'.join(sys.modules), file=sys.stderr)"],
        env=home, capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return {line.strip() for line in done.stderr.splitlines()}


def packages(modules: set[str]) -> set[str]:
    return {module.partition(".")[0] for module in modules}


SCREEN = {"textual", "rich"}
CLIENT = {"httpx", "httpcore", "pydantic"}
HEAVY = {
    "sqlalchemy",
    "starlette",
    "hypercorn",
    "markdown_it",
    "keyring",
    "platformdirs",
    "click",
    "importlib_metadata",
}


def test_the_version_needs_nothing(home: dict[str, str]) -> None:
    got = imported_by("from docdeck.__main__ import main\nmain(['--version'])", home)
    assert not packages(got) & (SCREEN | CLIENT | HEAVY | {"argparse", "asyncio", "logging", "json"})


def test_the_help_needs_only_the_parser(home: dict[str, str]) -> None:
    got = imported_by("from docdeck.__main__ import main\ntry: main(['--help'])\nexcept SystemExit: pass", home)
    assert "argparse" in got
    assert not packages(got) & (SCREEN | CLIENT | HEAVY | {"asyncio"})


@pytest.mark.parametrize(
    "module", [file.stem for file in sorted((SOURCE / "cli").glob("*.py")) if file.stem != "__init__"]
)
def test_no_verb_imports_textual(home: dict[str, str], module: str) -> None:
    got = imported_by(f"import docdeck.cli.{module}", home)
    assert not packages(got) & (SCREEN | {"click", "keyring"})


@pytest.mark.parametrize(
    "words", [["keys"], ["config"], ["cache"], ["cache", "clear"], ["completion", "bash"]], ids=" ".join
)
def test_a_verb_that_asks_nobody_imports_no_client(home: dict[str, str], words: list[str]) -> None:
    got = imported_by(f"from docdeck.__main__ import main\nassert main({words!r}) == 0", home)
    assert not packages(got) & (SCREEN | CLIENT | HEAVY | {"asyncio"})


def test_a_verb_that_asks_a_server_imports_no_textual_and_no_database(home: dict[str, str]) -> None:
    got = imported_by(
        "from docdeck.__main__ import main\nassert main(['api', 'GET', '/user']) == 6",
        {**home, "DOCDECK_BASE_URL": "http://127.0.0.1:9", "DOCDECK_TOKEN": "t"},
    )
    assert "httpx" in got
    assert not packages(got) & (SCREEN | {"sqlalchemy", "starlette", "hypercorn", "click", "keyring"})


def test_the_first_frame_needs_no_client_no_model_and_no_parser(home: dict[str, str]) -> None:
    """Everything up to the paint: launching, the deck's app with its first screen, and the rows from the glance."""
    got = imported_by(
        "import docdeck.cli.launching, docdeck.cli.sample, docdeck.cli.account, docdeck.settings, docdeck.deck.app,"
        " docdeck.deck.screens.inbox, docdeck.workspace.glance, docdeck.deck.launch",
        home,
    )
    assert "textual" in got
    assert not packages(got) & (CLIENT | HEAVY - {"platformdirs"})


def test_the_glance_needs_sqlite_and_json_only(home: dict[str, str]) -> None:
    got = imported_by("import docdeck.workspace.glance", home)
    assert not packages(got) & (SCREEN | CLIENT | HEAVY)


# How large the rooms are


def measured(file: Path) -> Iterator[tuple[str, int, int]]:
    """Name, lines and limit of a file, its classes and its functions."""
    text = file.read_text(encoding="utf-8")
    yield name_of(file), len(text.splitlines()), FILE_LINES
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            limit = CLASS_LINES if isinstance(node, ast.ClassDef) else FUNCTION_LINES
            yield f"{name_of(file)}:{node.name}", (node.end_lineno or 0) - node.lineno + 1, limit


@pytest.mark.parametrize("file", [*MODULES, *TESTS], ids=name_of)
def test_no_room_is_too_large(file: Path) -> None:
    large = [f"{name}: {lines} lines" for name, lines, limit in measured(file) if lines > limit]
    assert [line for line in large if line.rpartition(":")[0] not in LARGER_BY_NEED] == []


def test_what_may_be_larger_still_is() -> None:
    large = {name for file in [*MODULES, *TESTS] for name, lines, limit in measured(file) if lines > limit}
    assert set(LARGER_BY_NEED) <= large


# One door for text


SINKS = {
    "Static", "Label", "Button", "Input", "TextArea", "Markdown", "MarkdownViewer", "DataTable", "OptionList",
    "Option", "Tree", "ListView", "ListItem", "RichLog", "Log", "Select", "SelectionList", "TabPane", "Tab",
    "Collapsible", "Footer", "Header", "Placeholder", "Pretty", "Toast", "Tooltip", "Link", "Digits", "Text",
    "Content", "Segment", "Strip",
}  # fmt: skip
"""Classes of Textual and Rich that put a string on the screen."""

SINK_MODULES = ("textual.widgets", "textual.content", "textual.strip", "textual.visual", "textual.markup", "rich")

CALLS = {"notify", "update", "write_line", "add_option", "add_options", "add_row", "add_column", "from_markup"}
"""Methods that take a string to the screen, on whatever object."""

ATTRIBUTES = {"border_title", "border_subtitle", "tooltip", "title", "sub_title", "placeholder", "renderable"}
"""Attributes that Textual shows, some of them as markup, when they are set."""


def sinks_in(file: Path) -> Iterator[str]:
    """Where a plain string could reach a Textual sink in a file outside `deck/widgets`."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        found = _import_of_a_sink(node) or _call_of_a_sink(node) or _attribute_of_a_sink(node)
        if found:
            yield f"{file.name}:{getattr(node, 'lineno', 0)}: {found}"


def _import_of_a_sink(node: ast.AST) -> str | None:
    if isinstance(node, ast.ImportFrom) and node.module:
        from_textual = node.module.partition(".")[0] == "textual"
        names = [alias.name for alias in node.names if from_textual and alias.name in SINKS]
        modules = [node.module]
    elif isinstance(node, ast.Import):
        names, modules = [], [alias.name for alias in node.names]
    else:
        return None
    names += [module for module in modules if any(f"{module}.".startswith(f"{sink}.") for sink in SINK_MODULES)]
    return f"import of {names[0]}" if names else None


def _call_of_a_sink(node: ast.AST) -> str | None:
    """`name.update(...)` of a local dictionary or set is none: a widget is `self.name` or a query's answer."""
    if isinstance(node, ast.keyword) and node.arg == "markup":
        return "a markup= switch"
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute) or node.func.attr not in CALLS:
        return None
    is_local = node.func.attr == "update" and isinstance(node.func.value, ast.Name)
    return None if is_local else f"call of {node.func.attr}()"


def _attribute_of_a_sink(node: ast.AST) -> str | None:
    if not isinstance(node, ast.Assign | ast.AnnAssign | ast.AugAssign):
        return None
    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
    for target in targets:
        if isinstance(target, ast.Attribute) and target.attr in ATTRIBUTES:
            return f"setting .{target.attr}"
    return None


@pytest.mark.parametrize("file", OUTSIDE_WIDGETS, ids=name_of)
def test_outside_the_widgets_no_string_reaches_a_sink_of_textual(file: Path) -> None:
    assert list(sinks_in(file)) == []


@pytest.mark.parametrize(
    "line",
    [
        "from textual.widgets import Static", "import textual.widgets", "from rich.text import Text",
        "from textual.content import Content", "self.notify(subject)", "self.border_title = subject",
        "self.app.sub_title = f'{space}'", "self.query_one('#a').update(subject)", "show(markup=True)",
    ],
)  # fmt: skip
def test_the_rule_finds_what_it_is_for(tmp_path: Path, line: str) -> None:
    planted = tmp_path / "planted.py"
    planted.write_text(line + "\n")
    assert len(list(sinks_in(planted))) == 1


@pytest.mark.parametrize("file", MODULES, ids=name_of)
def test_markup_is_never_escaped_nor_parsed(file: Path) -> None:
    """Escaping does not cure markup (measured), so nothing may rely on it; text is never parsed as markup at all."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module in ("textual.markup", "rich.markup"):
            pytest.fail(f"{name_of(file)}:{node.lineno}: import of {node.module}")
        if isinstance(node, ast.Attribute) and node.attr in ("from_markup", "from_rich_text_markup"):
            pytest.fail(f"{name_of(file)}:{node.lineno}: {node.attr}")


# Words


@pytest.mark.parametrize("file", [*MODULES, *TESTS], ids=name_of)
def test_comments_give_reasons_and_leave_no_work_behind(file: Path) -> None:
    left = re.compile("|".join(["TO" + "DO", "FIX" + "ME", "XX" + "X", "HA" + "CK", "Not" + "ImplementedError"]))
    assert not left.search(file.read_text(encoding="utf-8"))


def test_no_test_is_skipped() -> None:
    pattern = re.compile(r"mark\." + r"skip|pytest\." + r"skip|x" + r"fail")
    assert [name_of(file) for file in TESTS if pattern.search(file.read_text(encoding="utf-8"))] == []
