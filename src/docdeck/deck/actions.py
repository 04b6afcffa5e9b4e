"""The one registry of actions: keys, footer, help, commands, `docdeck keys` and the README's table come from here.

One key has one meaning everywhere. Lower case acts; the upper case of the letter is its inverse or wider form.
Nothing is bound to ctrl+m, ctrl+i, ctrl+h, ctrl+j or ctrl+[, which terminals cannot tell from other keys.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Action:
    """One thing a key does.

    `tier` is None for what changes nothing on the platform, 0 for what has an inverse, 1 for what others see
    (the composer is the confirmation), 2 for what is final (a sheet asks).
    """

    id: str
    title: str
    help: str
    keys: tuple[str, ...]
    tier: int | None = None


MOVING = (
    Action("move.down", "down", "The next row or line.", ("j", "down")),
    Action("move.up", "up", "The row or line before.", ("k", "up")),
    Action("move.top", "top", "The first row.", ("g", "home")),
    Action("move.bottom", "bottom", "The last row.", ("G", "end")),
    Action("move.half_down", "half page down", "Half a page down.", ("ctrl+d",)),
    Action("move.half_up", "half page up", "Half a page up.", ("ctrl+u",)),
    Action("move.page_down", "page down", "A page down.", ("pagedown",)),
    Action("move.page_up", "page up", "A page up.", ("pageup",)),
    Action("tree.fold", "fold", "Fold this branch, or go to its parent.", ("h", "left")),
    Action("tree.unfold", "unfold", "Unfold this branch, or go to its first child.", ("l", "right")),
    Action("pane.next", "next pane", "The next pane.", ("tab",)),
    Action("pane.previous", "previous pane", "The pane before.", ("shift+tab",)),
    Action("open", "open", "Open what is under the cursor.", ("enter",)),
    Action("back", "back", "Back one level; it never quits.", ("escape",)),
    Action("view.close", "close", "Close this view; at the root, quit.", ("q",)),
    Action("quit", "quit", "Quit now; drafts are kept.", ("ctrl+q",)),
    Action("item.next", "next item", "The next item of the list you came from.", ("J",)),
    Action("item.previous", "previous item", "The item before it in the list you came from.", ("K",)),
    Action("history.back", "history back", "Where you were before; filter, cursor and scroll come back.", ("<",)),
    Action("history.forward", "history forward", "Forward again.", (">",)),
    Action("view.previous", "previous view", "Between this view and the one before.", ("-",)),
)
"""Through rows, panes and views."""

READING = (
    Action("change.next", "next change", "The next change, across pages.", ("]",)),
    Action("change.previous", "previous change", "The change before, across pages.", ("[",)),
    Action("page.next", "next page", "The next changed page.", ("}",)),
    Action("page.previous", "previous page", "The changed page before.", ("{",)),
    Action("thread.next", "next thread", "The next open thread.", ("t",)),
    Action("thread.previous", "previous thread", "The open thread before.", ("T",)),
    Action("form.next", "diff form", "Rendered, side by side, source: the next form.", ("d",)),
    Action("form.previous", "diff form back", "The form before.", ("D",)),
    Action("base", "base", "Compare with main, your last review, or what you saw last.", ("b",)),
    Action("viewed", "viewed", "Mark the page as viewed (or not), and on to the next.", ("v",)),
    Action("viewed.hide", "hide viewed", "Hide viewed pages; in threads, resolved ones.", ("V",)),
)
"""Through a change request."""

PLACES = (
    Action("place.inbox", "Inbox", "What waits for you, over all organizations.", ("1",)),
    Action("place.change_requests", "Change requests", "Of an organization or a space.", ("2",)),
    Action("place.threads", "Threads", "Comment threads by whose turn it is.", ("3",)),
    Action("place.sites", "Sites", "Sites, section groups, sections and site spaces.", ("4",)),
    Action("place.spaces", "Spaces", "Organizations, collections, spaces and pages.", ("5",)),
    Action("place.organizations", "Organizations", "Profile, members and teams.", ("6",)),
)
"""The six places."""

FINDING = (
    Action("filter", "filter", "Filter this list, or find in the page.", ("/",)),
    Action(
        "quick_find",
        "find anything",
        "Any organization, space, site, page, change request or person by its name.",
        ("ctrl+k",),
    ),
    Action("match.next", "next match", "The next match.", ("n",)),
    Action("match.previous", "previous match", "The match before.", ("N",)),
    Action("commands", "commands", "Every command, searchable; Enter runs it.", (":", "ctrl+p")),
    Action("help", "help", "The keys of this place, searchable; Enter runs.", ("?",)),
    Action("sort.next", "sort", "Sort by the next column.", ("s",)),
    Action("sort.reverse", "reverse sort", "Turn the order round.", ("S",)),
    Action("filter.pick", "show by", "Pick status, organization and people of this list, or a saved filter.", ("f",)),
    Action("filter.save", "save filter", "Save how this list is filtered under a name; f offers it.", ("F",)),
    Action("space.requests", "its requests", "The change requests of this space.", (".",)),
    Action("space.threads", "its threads", "The comment threads of this space.", (",",)),
    Action("refresh", "refresh", "Read this pane again.", ("ctrl+r", "f5")),
    Action("preview", "preview", "Show or hide the preview.", ("p",)),
    Action("preview.turn", "turn preview", "The preview on the right, or below.", ("P",)),
    Action("details", "details", "Exact times, ids and addresses of what is under the cursor.", ("i",)),
    Action("request_log", "request log", "Every request: method, path, status, time, cache.", ("L",)),
    Action("link.copy", "copy link", "Copy the address of what is under the cursor.", ("y",)),
    Action("copy.menu", "copy …", "Copy one of: address, Markdown link, title, id and more.", ("Y",)),
    Action("link.open", "open in browser", "Open its address in the browser; the host shows first.", ("o",)),
)
"""What is shown, and in which order; what there is to know about it."""

TALKING = (
    Action("comment.here", "comment", "Comment at the cursor: the block, else the page.", ("c",), 1),
    Action("comment.whole", "comment on all", "Comment on the whole request.", ("C",), 1),
    Action("thread.reply", "reply", "Reply to the thread.", ("r",), 1),
    Action("thread.reply_resolve", "reply, resolve", "Reply, then resolve the thread.", ("R",), 1),
    Action("close", "resolve", "Resolve the thread; in a list of change requests, archive.", ("x",), 0),
    Action("reopen", "reopen", "Reopen the thread; in a list of change requests, reopen.", ("X",), 0),
    Action("thread.react", "react", "React with an emoji; the same again takes it back.", ("+",), 0),
    Action("edit", "edit", "Edit your comment, or the subject.", ("e",), 1),
    Action("describe", "description", "Edit the description of the change request.", ("E",), 1),
)
"""Comments and threads, and the words of a change request."""

REVIEWING = (
    Action("review.approve", "approve", "Approve this revision.", ("a",), 1),
    Action("review.ask_changes", "ask for changes", "Ask for changes, with a note.", ("A",), 1),
    Action("review.send", "send review", "What is held for one review: see it and send it.", ("ctrl+t",), 1),
    Action("suggest", "suggestion", "The words of the block as a suggestion in a comment.", ("ctrl+g",), 1),
    Action("merge", "merge", "The merge sheet: what will happen, and what stands in the way.", ("m",), 2),
    Action("update", "update", "Bring the change request up to date with main.", ("u",), 1),
    Action("reviewers", "reviewers", "Ask people for their review.", ("@",), 1),
    Action("draft", "draft or open", "Between draft and open.", ("W",), 0),
    Action("watch", "watch, mute", "Watch a request, mute it out of the inbox, or neither.", ("w",)),
    Action("record", "record", "Write who approved what and when, with the patch.", ("ctrl+e",)),
    Action("new", "new", "A new change request in this space.", ("ctrl+n",), 1),
    Action("delete", "delete", "Delete your comment; a sheet asks first.", ("delete",), 2),
)
"""A change request as a whole."""

ROWS = (
    Action("mark", "mark", "Mark the row, or take its mark off; keys act on all marked rows.", ("space",)),
    Action("mark.all", "mark all", "Mark all rows that are shown, or none.", ("*",)),
    Action("undo", "undo", "Undo the last thing that has an inverse; it says what.", ("z",), 0),
    Action("redo", "redo", "Do again what was undone.", ("Z",), 0),
    Action("outbox", "outbox", "What waits to be sent, or is held and why; then every draft.", ("!",)),
)
"""Rows together, and what was done or waits."""

LOOKS = frozenset(action.id for action in (*MOVING, *READING) if action.id.startswith("move.") or action in READING)
"""Actions by which a reader goes on in what is painted: after one of these it was looked at."""

ACTIONS: tuple[Action, ...] = (*MOVING, *READING, *PLACES, *FINDING, *TALKING, *REVIEWING, *ROWS)
BY_ID: dict[str, Action] = {action.id: action for action in ACTIONS}

KEY_NAMES = {
    "]": "right_square_bracket",
    "[": "left_square_bracket",
    "}": "right_curly_bracket",
    "{": "left_curly_bracket",
    "<": "less_than_sign",
    ">": "greater_than_sign",
    "-": "minus",
    "/": "slash",
    ":": "colon",
    "?": "question_mark",
    "+": "plus",
    "@": "at",
    ".": "full_stop",
    ",": "comma",
    "!": "exclamation_mark",
    "*": "asterisk",
}
"""The signs that Textual calls by name."""

SHOWN_KEYS = {"escape": "esc", "pagedown": "pgdn", "pageup": "pgup", "shift+tab": "⇧tab"}


def method_name(action_id: str) -> str:
    """The method that performs an action on a screen or on the app: `do_` and the id."""
    return "do_" + action_id.replace(".", "_")


def shown_key(key: str) -> str:
    """A key as the footer and the help write it."""
    return SHOWN_KEYS.get(key, key)
