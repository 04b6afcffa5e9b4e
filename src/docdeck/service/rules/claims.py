"""Tokens about visitors: JSON Web Tokens, signed with a key that only this service has (HS256, RFC 7519)."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
from collections.abc import Mapping
from typing import Any


def signed_claims(claims: Mapping[str, Any], key: str) -> str:
    """The compact form of some claims, signed."""
    head = _part({"alg": "HS256", "typ": "JWT"})
    content = f"{head}.{_part(claims)}"
    signature = hmac.new(key.encode(), content.encode(), hashlib.sha256).digest()
    return f"{content}.{_base64(signature)}"


def _part(value: Mapping[str, Any]) -> str:
    return _base64(json.dumps(value, separators=(",", ":"), ensure_ascii=False).encode())


def _base64(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()
