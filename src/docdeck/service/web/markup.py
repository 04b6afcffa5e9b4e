"""HTML that cannot be broken out of: text is escaped on its way in, and only this module makes tags."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from html import escape
from urllib.parse import quote, urlsplit

from starlette.responses import Response

from docdeck.text import safe_line

_STYLE = (
    "body{font:1rem/1.6 system-ui,sans-serif;max-width:46rem;margin:2rem auto;padding:0 1rem;color:#222;"
    "background:#fff}h1,h2,h3,h4,p,li,td,th,dd{overflow-wrap:anywhere;unicode-bidi:isolate}a{color:#0b5cad}"
    "pre{overflow-x:auto;background:#f3f3f3;padding:.8rem}code{font-family:ui-monospace,monospace}"
    "table{border-collapse:collapse}td,th{border:1px solid #bbb;padding:.2rem .5rem}"
    "blockquote{margin-left:0;padding-left:1rem;border-left:3px solid #bbb}"
    ".facts{color:#555}.deck{margin-top:2.5rem;padding-top:.8rem;border-top:1px solid #bbb;color:#555}"
    "@media(prefers-color-scheme:dark){body{color:#ddd;background:#161616}a{color:#8ab8ee}"
    "pre{background:#242424}.facts,.deck{color:#aaa}}"
)
HEADERS = {
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
}
"""Nothing runs, nothing is loaded, nobody frames it, and no copy outlives a change of visibility."""


@dataclass(frozen=True, slots=True)
class Html:
    """Finished HTML; every other text is escaped before it stands in some."""

    text: str


Part = Html | str


@dataclass(frozen=True, slots=True)
class WebPage:
    """A page: its title, what stands below it, and the line that says how to read it in the deck."""

    title: str
    parts: tuple[Part, ...]
    deck: tuple[Part, ...]
    status: int = 200

    def response(self) -> Response:
        """The page as an answer."""
        body = joined(
            element("main", element("h1", self.title), *self.parts),
            element("p", *self.deck, kind="deck"),
        )
        whole = (
            '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
            '<meta name="viewport" content="width=device-width"><meta name="robots" content="noindex">'
            f"<title>{_text(self.title)}</title><style>{_STYLE}</style></head>"
            f"<body>{body.text}</body></html>\n"
        )
        return Response(whole.encode(errors="replace"), self.status, HEADERS, media_type="text/html; charset=utf-8")


def joined(*parts: Part) -> Html:
    """Parts one after the other."""
    return Html("".join(_inner(part) for part in parts))


def element(tag: str, *parts: Part, kind: str = "") -> Html:
    """An element around parts; `kind` is its class."""
    mark = f' class="{escape(kind)}"' if kind else ""
    return Html(f"<{tag}{mark}>{joined(*parts).text}</{tag}>")


def listed(items: Iterable[Part]) -> Html:
    """A list, or nothing when there are no items."""
    found = [element("li", item) for item in items]
    return element("ul", *found) if found else Html("")


def facts(*parts: Part) -> Html:
    """A quiet line of facts."""
    return element("p", *parts, kind="facts")


def inside(words: str, *names: str) -> Html:
    """A link to another page of this service, by the names its path is made of."""
    path = "/".join(quote(part, safe="") for name in names for part in name.split("/"))
    return Html(f'<a href="/{path}">{_text(words)}</a>')


def outside(words: str, address: str) -> Part:
    """A link to somewhere else, or only its words where the address is not one that a page may lead to."""
    if not leads_somewhere(address):
        return words
    return Html(f'<a href="{escape(address)}" rel="noreferrer noopener nofollow">{_text(words)}</a>')


def leads_somewhere(address: str, *, relative: bool = False) -> bool:
    """Whether a link may be followed: web and mail addresses, and where asked for those without a scheme."""
    try:
        scheme = urlsplit(address.strip()).scheme.lower()
    except ValueError:
        return False
    return scheme in ("http", "https", "mailto") or (relative and not scheme)


def _inner(part: Part) -> str:
    return part.text if isinstance(part, Html) else _text(part)


def _text(words: str) -> str:
    return escape(safe_line(words), quote=True)
