"""Files that answers point at: specifications, pictures, files of spaces.

Public, or opened by a key that nobody can guess, or by one's own token.
"""

from __future__ import annotations

import base64
import binascii
from collections.abc import Callable
from typing import Any
from urllib.parse import quote

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from docdeck.service.errors import Missing, NotSignedIn
from docdeck.service.store import Store
from docdeck.service.store.files import open_content
from docdeck.service.store.integrations import integration_by_name
from docdeck.service.store.openapi import version_for_reader
from docdeck.service.store.people import user_of_token

_SAFE = {"X-Content-Type-Options": "nosniff", "Content-Security-Policy": "default-src 'none'; sandbox"}
"""What others wrote must not run as a page of the service."""
_IMAGES = {b"\x89PNG": "image/png", b"\xff\xd8": "image/jpeg", b"GIF8": "image/gif", b"RIFF": "image/webp"}


def _file(path: str, handler: Callable[[Store, Request], Response]) -> Route:
    async def endpoint(request: Request) -> Response:
        return await run_in_threadpool(handler, request.app.state.store, request)

    return Route(path, endpoint, methods=["GET"])


def _specification(store: Store, request: Request) -> Response:
    token = request.headers.get("authorization", "").partition(" ")[2].strip()
    with store.read() as tx:
        reader = user_of_token(tx, token) if token else None
        row = version_for_reader(tx, request.path_params["version"], reader)
    if row is None and reader is None:
        raise NotSignedIn("This specification is private: send the header Authorization: Bearer <token>.")
    if row is None:
        raise Missing("This specification does not exist, or you may not see it.")
    kind = "application/json" if row["name"].endswith(".json") else "application/yaml"
    return Response(row["text"], headers=_SAFE, media_type=kind)


def _image(store: Store, request: Request) -> Response:
    """An icon or preview image of an integration that is not private."""
    with store.read() as tx:
        row = integration_by_name(tx, request.path_params["integration"])
    told: dict[str, Any] = {} if row is None or row["visibility"] == "private" else row["published"]
    images: list[str] = told.get("previewImages") or []
    place: int | None = request.path_params.get("place")
    text: str | None = told.get("icon") if place is None else dict(enumerate(images)).get(place)
    try:
        data = base64.b64decode(text or "", validate=True)
    except binascii.Error:
        data = b""
    if not data:
        raise Missing("There is no such image.")
    kind = next((kind for start, kind in _IMAGES.items() if data.startswith(start)), "application/octet-stream")
    return Response(data, headers=_SAFE, media_type=kind)


def _script(store: Store, request: Request) -> Response:
    """The script of an integration that is not private."""
    with store.read() as tx:
        row = integration_by_name(tx, request.path_params["integration"])
    if row is None or row["visibility"] == "private":
        raise Missing("There is no such integration.")
    return Response(row["published"].get("script", ""), headers=_SAFE, media_type="text/javascript")


def _content(store: Store, request: Request) -> Response:
    """A file of a space, to be kept and not to be shown: it may hold whatever somebody sent."""
    with store.read() as tx:
        row = open_content(tx, request.path_params["key"])
    if row is None:
        raise Missing("There is no such file, or its space was deleted.")
    named = f"attachment; filename*=UTF-8''{quote(row['name'], safe='')}"
    kept = {"Content-Disposition": named, "Cache-Control": "private, no-store", "Content-Type": row["content_type"]}
    return Response(row["data"], headers={**_SAFE, **kept})


ROUTES = (
    _file("/files/content/{key}", _content),
    _file("/files/openapi/{version}", _specification),
    _file("/files/integrations/{integration}/icon", _image),
    _file("/files/integrations/{integration}/images/{place:int}", _image),
    _file("/files/integrations/{integration}/script", _script),
)
