"""The name under which the files of an account are kept: one store of answers and one desk per person and platform."""

from __future__ import annotations

import os
from collections.abc import Mapping

from docdeck.settings import Profile


def account_of(profile: Profile, environ: Mapping[str, str] | None = None) -> str:
    """A name that is safe in a file name; different people or platforms never share one.

    A profile that logged in is named by it and its user; a token from the environment by its hash.
    """
    if profile.source == "environment":
        token = (os.environ if environ is None else environ).get("DOCDECK_TOKEN", "").strip()
        return f"environment-{_short_hash(profile.base_url, _short_hash(token))}"
    if profile.source == "command":
        return f"{profile.name}-{_short_hash(profile.base_url, *profile.token_command)}"
    from docdeck.credentials import record_of

    kept = record_of(profile.name) or {}
    return f"{profile.name}-{_short_hash(profile.base_url, kept.get('user', ''))}"


def _short_hash(*parts: str) -> str:
    import hashlib

    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:24]
