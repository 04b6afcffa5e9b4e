"""The ASGI application: routes over a store, and one shape for every failing answer."""

from __future__ import annotations

import logging
from collections.abc import Sequence

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Match, Route

from docdeck.service.errors import ServiceError, error_body
from docdeck.service.faults import Faults, Misbehaving
from docdeck.service.routes import (
    addresses,
    backlinks,
    change_requests,
    collections,
    comments,
    content,
    doors,
    members,
    organizations,
    reviews,
    search,
    sites,
    space_links,
    spaces,
    teams,
    works,
)
from docdeck.service.store import Store
from docdeck.service.web import routes as web
from docdeck.service.work.worker import Worker

_LOG = logging.getLogger("docdeck.service")
_SENTENCES = {
    404: "This address is not part of the interface.",
    405: "This address does not take this method.",
}


def create_app(store: Store, *, faults: Faults | None = None, translator: Sequence[str] = ()) -> Starlette:
    """The service over a store; `faults` makes it misbehave on demand, `translator` is a command for translations."""
    app = Starlette(
        routes=[
            *organizations.ROUTES,
            *members.ROUTES,
            *doors.ROUTES,
            *spaces.ROUTES,
            *space_links.ROUTES,
            *change_requests.ROUTES,
            *content.ROUTES,
            *backlinks.ROUTES,
            *reviews.ROUTES,
            *comments.ROUTES,
            *collections.ROUTES,
            *sites.ROUTES,
            *teams.ROUTES,
            *search.ROUTES,
            *addresses.ROUTES,
            *works.ROUTES,
            *web.ROUTES,
        ],
        exception_handlers={ServiceError: _refused, HTTPException: _http, Exception: _failed},
    )
    app.state.store = store
    app.state.faults = faults
    Worker(store, {"translator": list(translator)}).attach()
    if faults is not None:
        app.add_middleware(Misbehaving, faults=faults)
    return app


def _refused(_request: Request, problem: Exception) -> Response:
    assert isinstance(problem, ServiceError)
    headers = {"WWW-Authenticate": "Bearer"} if problem.status == 401 else None
    return JSONResponse(problem.body(), problem.status, headers)


def _http(request: Request, problem: Exception) -> Response:
    assert isinstance(problem, HTTPException)
    if problem.status_code == 404 and (page := web.unknown_address(request)) is not None:
        return page
    message = _SENTENCES.get(problem.status_code, f"{problem.detail}.")
    headers = {"Allow": _allowed(request)} if problem.status_code == 405 else problem.headers
    return JSONResponse(error_body(problem.status_code, message), problem.status_code, headers)


def _allowed(request: Request) -> str:
    """The methods that this address takes: each has a route of its own."""
    app: Starlette = request.app
    found = [each for each in app.routes if isinstance(each, Route) and each.matches(request.scope)[0] != Match.NONE]
    return ", ".join(sorted({method for each in found for method in each.methods or ()}))


def _failed(request: Request, problem: Exception) -> Response:
    _LOG.error("%s %s failed", request.method, request.url.path, exc_info=problem)
    return JSONResponse(error_body(500, "The service failed; its log says why. Try again later."), 500)
