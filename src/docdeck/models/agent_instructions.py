"""What an organization tells its agent. Document section: "Other shapes"."""

from __future__ import annotations

from typing import Any

from pydantic import Field

from docdeck.models.base import Answer, Body, Document, Timestamp


class AgentInstructions(Answer):
    """`object` is `agent-instructions`; `updatedBy` is a user id."""

    object: str = "agent-instructions"
    instructions: Document | None = None
    updated_at: Timestamp | None = None
    updated_by: str | None = None
    urls: dict[str, Any] = Field(default_factory=dict)


class PutAgentInstructions(Body):
    """Replaces the instructions."""

    instructions: Document
