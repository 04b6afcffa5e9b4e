"""How a site looks unless it says otherwise, and what its plan brings. Facts N9, N10, A.8."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from typing import Any, cast

SITE_TYPES = ("basic", "premium", "ultimate", "sponsored", "legacy-basic", "legacy-premium")
_PREMIUM: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("sites-custom-domain", ()),
    ("sites-basic-customization", ("header-logo", "theme-preset", "footer-links")),
    ("sites-sections", ()),
    ("sites-redirects", ()),
    ("sites-ai-search", ()),
)
_ULTIMATE: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("sites-adaptive-content", ()),
    ("sites-visitor-authentication", ()),
    ("sites-advanced-customization", ("custom-icons", "semantic-colors", "premium-fonts")),
    ("sites-ai-assistant", ()),
)
_DEFAULTS: dict[str, Any] = {
    "styling": {
        "theme": "clean",
        "primaryColor": {"light": "#346DDB", "dark": "#346DDB"},
        "infoColor": {"light": "#787878", "dark": "#787878"},
        "successColor": {"light": "#4CA154", "dark": "#4CA154"},
        "warningColor": {"light": "#C88A00", "dark": "#C88A00"},
        "dangerColor": {"light": "#D94B2B", "dark": "#D94B2B"},
        "corners": "rounded",
        "depth": "subtle",
        "links": "default",
        "font": "Inter",
        "monospaceFont": "IBMPlexMono",
        "background": "plain",
        "icons": "regular",
        "sidebar": {"background": "default", "list": "default"},
        "search": "subtle",
    },
    "internationalization": {"locale": "en"},
    "favicon": {},
    "header": {"preset": "default", "links": []},
    "footer": {"groups": []},
    "themes": {"default": "light", "toggeable": True},
    "pdf": {"enabled": True},
    "feedback": {"enabled": False},
    "ai": {"mode": "none"},
    "advancedCustomization": {"enabled": False},
    "git": {"showEditLink": False},
    "pageActions": {"externalAI": True, "markdown": True, "mcp": True},
    "externalLinks": {"target": "self"},
    "pagination": {"enabled": True},
    "trademark": {"enabled": True},
    "privacyPolicy": {},
    "socialPreview": {},
    "insights": {"trackingCookie": True},
}


def features_of(type: str) -> list[dict[str, Any]]:
    """The features that a type of site brings."""
    found: list[dict[str, Any]] = []
    if type in ("premium", "legacy-premium", "ultimate", "sponsored"):
        found.extend(_feature(id, "premium", extras) for id, extras in _PREMIUM)
    if type in ("ultimate", "sponsored"):
        found.extend(_feature(id, "ultimate", extras) for id, extras in _ULTIMATE)
    return found


def _feature(id: str, plan: str, extras: tuple[str, ...]) -> dict[str, Any]:
    feature: dict[str, Any] = {"id": id, "plan": plan, "frozen": False}
    return {**feature, "customizations": list(extras)} if extras else feature


def customized(*layers: Mapping[str, Any]) -> dict[str, Any]:
    """The whole settings: the defaults with layers of differences over them, the last one on top."""
    settings = copy.deepcopy(_DEFAULTS)
    for layer in layers:
        _lay(settings, layer)
    return settings


def _lay(settings: dict[str, Any], layer: Mapping[str, Any]) -> None:
    for name, value in layer.items():
        below = settings.get(name)
        if isinstance(below, dict) and isinstance(value, Mapping):
            _lay(cast("dict[str, Any]", below), cast("Mapping[str, Any]", value))
        else:
            settings[name] = copy.deepcopy(value)
