"""Absolute addresses in answers."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Links:
    """Makes the `urls` of answers; `base` is scheme and host, without a slash at its end."""

    base: str

    def location(self, *parts: str) -> dict[str, str]:
        """`urls` with the address of a resource in this interface."""
        return {"location": f"{self.base}/v1/{'/'.join(parts)}"}

    def both(self, app: str, *parts: str) -> dict[str, str]:
        """`urls` with the address in this interface and the one for people."""
        return {**self.location(*parts), "app": f"{self.base}/{app}"}
