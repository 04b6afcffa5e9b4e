"""The routes of everything that the service works on beside spaces: one list for the application."""

from __future__ import annotations

from docdeck.service.routes import (
    conversations,
    files,
    git,
    information,
    installed,
    integrations,
    openapi,
    printing,
    share_links,
    site_looks,
    site_writes,
    translations,
)

ROUTES = (
    *openapi.ROUTES,
    *conversations.ROUTES,
    *integrations.ROUTES,
    *installed.ROUTES,
    *git.ROUTES,
    *information.ROUTES,
    *printing.ROUTES,
    *site_writes.ROUTES,
    *share_links.ROUTES,
    *site_looks.ROUTES,
    *translations.ROUTES,
    *files.ROUTES,
)
