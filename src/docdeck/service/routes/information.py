"""What the service says of itself: its version, and its description as OpenAPI 3.1. Facts 2.1."""

from __future__ import annotations

from importlib.metadata import version
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from docdeck.service.routes.call import Call, reads
from docdeck.service.store import Tx

_INTERFACE = "0.146.0"
"""The published version of the interface that this service follows most closely."""


def _information(_tx: Tx, _call: Call) -> dict[str, Any]:
    return {"version": _INTERFACE, "build": version("docdeck")}


async def _description(request: Request) -> Response:
    from docdeck.service.description.openapi import openapi_of

    base = f"{request.url.scheme}://{request.url.netloc}"
    return JSONResponse(await run_in_threadpool(openapi_of, request.app.routes, base, version("docdeck")))


ROUTES = (
    reads("/v1/", _information),
    Route("/openapi.json", _description, methods=["GET"]),
)
