"""A change request at a glance: who, what, in which state, what stands in the way, what it says of itself."""

from __future__ import annotations

from docdeck.deck.painters.markdown import markdown_lines
from docdeck.deck.painters.threads import person
from docdeck.deck.painters.times import ago, counted
from docdeck.deck.widgets.lines import EMPTY, Line, span, wrap_spans
from docdeck.deck.widgets.sources import Item, text_item
from docdeck.models.change_requests import Review
from docdeck.models.rich_text import to_markdown
from docdeck.text import safe, safe_line
from docdeck.workspace.review import ChangedPageRow, ReviewState

KIND_SIGNS = {"created": "+", "edited": "~", "deleted": "-", "moved": ">", "moved and edited": ">"}
KIND_ROLES = {"created": "added", "deleted": "removed"}
REVIEW_SIGNS = {"approved": ("✓", "ok", "approved"), "changes-requested": ("✗", "bad", "asked for changes")}


def overview_items(state: ReviewState, now: float, conflict: bool = False) -> list[Item]:
    """The overview of a change request as items of a reading pane; `conflict`: an update left it in conflict."""
    request = state.change_request
    items = [text_item("subject", request.subject or "(no subject)", "heading", selectable=True)]
    who, standing = _who(state, now), _state_line(state, conflict)
    items.append(Item("who", lambda width: wrap_spans(who, width), selectable=False))
    items.append(Item("state", lambda width: wrap_spans(standing, width), selectable=False))
    items.append(_row("gap 1", EMPTY))
    words = to_markdown(request.description) if request.description is not None else ""
    if words:
        items.append(Item("description", lambda width: markdown_lines(words, width)))
    else:
        items.append(text_item("description", "No description.", "dim", selectable=True))
    items.append(_row("gap 2", EMPTY))
    items.extend(_reviews(state, now))
    items.extend(_pages(state))
    if state.problems:
        items.append(_row("gap 3", EMPTY))
        items.extend(text_item(f"problem {index}", problem, "bad") for index, problem in enumerate(state.problems))
    return items


def _row(key: str, line: Line, selectable: bool = False) -> Item:
    return Item(key, (line,), selectable)


def _who(state: ReviewState, now: float) -> Line:
    request = state.change_request
    space = state.space.title if state.space is not None else "its space"
    return (
        span(person(request.created_by), "strong"),
        span(f" wants to merge into {space}", "dim"),
        span(
            f" · #{request.number} · updated {ago(request.updated_at, now)} ago".replace("now ago", "just now"), "dim"
        ),
    )


def _state_line(state: ReviewState, conflict: bool) -> Line:
    request = state.change_request
    open_threads = sum(1 for thread in state.threads if not thread.resolved)
    role = {"merged": "ok", "open": "accent", "draft": "dim", "archived": "dim"}.get(request.status, "warn")
    parts: list[tuple[str, str]] = [(request.status, role)]
    if request.outdated and request.status in ("open", "draft"):
        parts.append(("behind main (u updates)", "warn"))
    if conflict:
        parts.append(("in conflict with main", "warn"))
    if "changes" in state.unread:
        parts.append((_unread(state, "changes"), "dim"))
    else:
        count = state.total_changes if state.total_changes is not None else len(state.pages)
        parts.append((counted(count, "change"), ""))
    if "threads" in state.unread:
        parts.append((_unread(state, "threads"), "dim"))
    else:
        parts.append((f"{counted(open_threads, 'thread')} open", "warn" if open_threads else "dim"))
    line: list[tuple[str, str]] = []
    for index, part in enumerate(parts):
        line += [(" · ", "dim")] if index else []
        line.append(part)
    return tuple(span(text, part_role) for text, part_role in line)


def _unread(state: ReviewState, what: str) -> str:
    return f"reading the {what} …" if state.freshness.state == "refreshing" else f"the {what} could not be read"


def _reviews(state: ReviewState, now: float) -> list[Item]:
    items = [_row("reviews", (span("REVIEWS", "heading"),))]
    for review in state.reviews:
        items.append(_row(f"review {review.id}", _review_line(review, now), selectable=True))
    for asked in state.requested:
        who = person(asked.user) if asked.user is not None else str((asked.team or {}).get("title", "a team"))
        items.append(_row(f"asked {who}", (span("? ", "dim"), span(safe_line(who)), span(" was asked", "dim"))))
    if state.unread & {"reviews", "requested"}:
        items.append(_row("no reviews", (span(_unread(state, "reviews"), "dim"),)))
    elif len(items) == 1:
        items.append(_row("no reviews", (span("Nobody reviewed this, nobody was asked (@ asks).", "dim"),)))
    items.append(_row("gap reviews", EMPTY))
    return items


def _review_line(review: Review, now: float) -> Line:
    sign, role, words = REVIEW_SIGNS.get(review.status, ("·", "warn", review.status))
    old = " · of an earlier revision" if review.outdated else ""
    return (
        span(f"{sign} ", "dim" if review.outdated else role),
        span(person(review.reviewer), "strong"),
        span(f" {words} · {ago(review.created_at, now)}{old}", "dim"),
    )


def _pages(state: ReviewState) -> list[Item]:
    items = [_row("pages", (span("CHANGED PAGES", "heading"), span(f"  {state.cut}", "warn")))]
    items.extend(_row(f"page {page.page}", page_line(page), selectable=True) for page in state.pages)
    items.extend(_row(f"file {at}", (span(f"  file {file.name}", "dim"),)) for at, file in enumerate(state.files))
    if not state.pages:
        words = _unread(state, "changes") if "changes" in state.unread else "It changes no page yet."
        items.append(_row("no pages", (span(words, "dim"),)))
    return items


def page_line(page: ChangedPageRow) -> Line:
    """`~ Verify signatures  ●2`."""
    sign = KIND_SIGNS.get(page.kind, "?")
    title: Line = (span(f"{sign} ", KIND_ROLES.get(page.kind, "accent")), span(safe(page.title) or page.path))
    return (*title, span(f"  ●{page.open_threads}", "warn")) if page.open_threads else title
