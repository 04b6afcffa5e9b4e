"""All operations that docdeck can ask for, by their ids. Not imported by what runs calls: it imports every model."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from docdeck.api.operations.documented import DOCUMENTED
from docdeck.api.operations.operation import Operation
from docdeck.api.operations.undocumented import UNDOCUMENTED

CATALOG: Mapping[str, Operation] = MappingProxyType({one.id: one for one in (*DOCUMENTED, *UNDOCUMENTED)})
"""The document's operations in its order, then those beyond it."""
