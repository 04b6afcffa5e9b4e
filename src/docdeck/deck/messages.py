"""Messages that several views send or hear; what one view alone sends stands beside it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from textual.message import Message

if TYPE_CHECKING:
    from docdeck.api.errors import DocdeckError
    from docdeck.workspace.acts import Act
    from docdeck.workspace.session import Session
    from docdeck.workspace.writes import Outcome


@dataclass
class Connected(Message):
    """The platform can be asked."""

    session: Session


@dataclass
class ConnectFailed(Message):
    """It cannot, and why."""

    error: DocdeckError


@dataclass
class WriteFinished(Message):
    """An act came to its end, whatever that was."""

    act: Act
    outcome: Outcome
