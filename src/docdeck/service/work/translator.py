"""Translates one text: pseudo-localized, as localization testers do, or by a command of the operator's."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Sequence
from typing import Any, Protocol, cast

from docdeck.models import rich_text
from docdeck.models.base import Document

_SECONDS = 60.0
_MAX_CHARACTERS = 4 * 1024 * 1024
_ACCENTS = str.maketrans(
    "aAbBcCdDeEfFgGhHiIjJkKlLmMnNoOpPqQrRsStTuUvVwWxXyYzZ",
    "àÀƀƁçÇđĐéÉƒƑĝĜĥĤîÎĵĴķĶļĻɱṀñÑöÖþÞɋɊŕŔšŠţŢûÛṽṼŵŴẋẊýÝžŽ",
)
_UNTOUCHED_BLOCKS = ("code", "code-line", "math", "openapi", "openapi-operation", "swagger")


class TranslatorError(Exception):
    """A text could not be translated; the message says why."""


class Translator(Protocol):
    """Translates titles and bodies; `note` goes in the title of the translated space."""

    note: str

    def words(self, text: str) -> str:
        """A title or description."""
        ...

    def body(self, document: Document) -> Document:
        """A page."""
        ...


class PseudoLocalizer:
    """Gives letters accents, so that a tester sees at once which words would be translated; code stays as it is."""

    note = "pseudo-localized"

    def words(self, text: str) -> str:
        """A title or description with accents."""
        return text.translate(_ACCENTS)

    def body(self, document: Document) -> Document:
        """A page whose words have accents; its blocks keep their keys."""
        return document.model_copy(update={"nodes": [self._node(node) for node in document.nodes]})

    def _node(self, node: dict[str, Any]) -> dict[str, Any]:
        if node.get("type") in _UNTOUCHED_BLOCKS:
            return node
        made = dict(node)
        for name in ("nodes", "fragments"):
            inner = node.get(name)
            if isinstance(inner, list):
                parts = cast("list[Any]", inner)
                made[name] = [self._node(cast("dict[str, Any]", p)) if isinstance(p, dict) else p for p in parts]
        if isinstance(node.get("leaves"), list):
            made["leaves"] = [self._leaf(leaf) for leaf in cast("list[dict[str, Any]]", node["leaves"])]
        return made

    def _leaf(self, leaf: dict[str, Any]) -> dict[str, Any]:
        marks = cast("list[Any]", leaf.get("marks") or [])
        if any(isinstance(mark, dict) and cast("dict[str, Any]", mark).get("type") == "code" for mark in marks):
            return leaf
        return {**leaf, "text": self.words(str(leaf.get("text", "")))}


class CommandTranslator:
    """Runs a command of the operator's for each text, never in a shell: Markdown in, Markdown out."""

    note = "translated"

    def __init__(self, command: Sequence[str], source: str, language: str, instructions: str) -> None:
        self._command = list(command)
        self._told = {
            "DOCDECK_SOURCE_LANGUAGE": source,
            "DOCDECK_LANGUAGE": language,
            "DOCDECK_INSTRUCTIONS": instructions.replace("\0", ""),
        }

    def words(self, text: str) -> str:
        """A title or description, as one line."""
        return " ".join(self._run(text).split()) if text.strip() else text

    def body(self, document: Document) -> Document:
        """A page by way of its Markdown; blocks that stay alike keep their keys."""
        return rich_text.from_markdown(self._run(rich_text.to_markdown(document)), previous=document)

    def _run(self, text: str) -> str:
        environment = {**os.environ, **self._told}
        name = self._command[0]
        try:
            done = subprocess.run(  # noqa: S603 (the operator's own command, as a list)
                self._command, input=text.encode(), capture_output=True, timeout=_SECONDS, env=environment, check=False
            )
        except subprocess.TimeoutExpired:
            raise TranslatorError(f"{name} took longer than {_SECONDS:g} seconds.") from None
        except OSError as problem:
            raise TranslatorError(f"{name} could not be run: {problem.strerror}.") from None
        if done.returncode:
            raise TranslatorError(f"{name} ended with the status {done.returncode}.")
        found = done.stdout.decode("utf-8", "replace").strip("\n")
        if len(found) > _MAX_CHARACTERS:
            raise TranslatorError(f"{name} wrote more than {_MAX_CHARACTERS} characters.")
        return found
