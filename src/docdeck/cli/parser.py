"""The arguments of every verb. The modules that do the work are imported when their verb runs."""

from __future__ import annotations

import argparse
import importlib
from collections.abc import Sequence

from docdeck.cli.failures import EXIT_CODES

_ENVIRONMENT = """\
environment: DOCDECK_BASE_URL, DOCDECK_TOKEN and DOCDECK_PROFILE win over the settings file;
             --profile wins over DOCDECK_PROFILE and is refused beside DOCDECK_TOKEN"""


def run(words: Sequence[str]) -> int:
    """Read the arguments and run the verb. Wrong use ends with 2, as argparse does."""
    options = build_parser().parse_args(words)
    if options.version:
        from docdeck import __version__

        print(f"docdeck {__version__}")
        return 0
    module, _, function = str(options.runs).partition(":")
    return int(getattr(importlib.import_module(f"docdeck.cli.{module}"), function)(options))


def build_parser() -> argparse.ArgumentParser:
    """The whole command line; `runs` of the parsed options names the function of the verb."""
    parser = argparse.ArgumentParser(
        prog="docdeck",
        description="Review, answer, approve and merge documentation change requests in the terminal.",
        epilog=f"{_ENVIRONMENT}\n{EXIT_CODES}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("-V", "--version", action="store_true", help="print the version")
    parser.add_argument("--profile", type=_given, help="open the deck with this profile of the settings file")
    parser.set_defaults(runs="launching:open_profile")
    verbs = parser.add_subparsers(title="verbs", metavar="VERB")
    _add_deck_and_service(verbs)
    _add_accounts(verbs)
    _add_api(verbs)
    _add_lists(verbs)
    _add_change_requests(verbs)
    _add_threads(verbs)
    _add_machine(verbs)
    return parser


Verbs = argparse._SubParsersAction  # pyright: ignore[reportPrivateUsage] (argparse offers no public name)


def _verb(verbs: Verbs[argparse.ArgumentParser], name: str, runs: str, text: str) -> argparse.ArgumentParser:
    verb = verbs.add_parser(name, help=text, description=f"{text[0].upper()}{text[1:]}.", allow_abbrev=False)
    verb.set_defaults(runs=runs)
    return verb


def _add_profile(verb: argparse.ArgumentParser) -> None:
    # the deck's own --profile stands before the verb; this one must not undo it with its default
    verb.add_argument("--profile", type=_given, default=argparse.SUPPRESS, help="a profile of the settings file")


def _add_json(verb: argparse.ArgumentParser) -> None:
    verb.add_argument("--json", action="store_true", help="JSON instead of a table")


def _add_dry_run(verb: argparse.ArgumentParser) -> None:
    verb.add_argument("--dry-run", action="store_true", help="print what would be sent, and send nothing")


def _add_deck_and_service(verbs: Verbs[argparse.ArgumentParser]) -> None:
    demo = _verb(verbs, "demo", "launching:open_demo", "open the deck on the sample workspace")
    demo.add_argument("--reset", action="store_true", help="make the sample workspace anew first")
    serve = _verb(verbs, "serve", "serve:run", "run the service on a port")
    serve.add_argument("--host", default="127.0.0.1", help="address to listen on (default %(default)s)")
    serve.add_argument("--port", type=_port, default=8642, help="port, 0 picks one (default %(default)s)")
    serve.add_argument("--database", metavar="FILE-OR-URL", help="default: a file in the XDG data folder")
    serve.add_argument("--sample", action="store_true", help="fill an empty database with the sample workspace")
    serve.add_argument("--token-file", metavar="FILE", help="holds the sample owner's token")
    serve.add_argument("--tokens", metavar="FILE", help="write the tokens of the sample's users there, readable by you")
    serve.add_argument(
        "--translator", metavar="CMD", help="translates: reads Markdown on stdin, writes it on stdout (default: pseudo)"
    )
    serve.add_argument("--faults", metavar="FILE", help="faults on demand, for tests and training")
    serve.add_argument("--owned", action="store_true", help=argparse.SUPPRESS)


def _add_accounts(verbs: Verbs[argparse.ArgumentParser]) -> None:
    login = _verb(verbs, "login", "accounts:login", "check a token and keep it for a profile")
    _add_profile(login)
    login.add_argument("--base-url", help="of the platform's API, for a profile that is not known yet")
    login.add_argument(
        "--insecure-storage", action="store_true", help="keep the token in a file that only you can read"
    )
    _add_profile(_verb(verbs, "logout", "accounts:logout", "forget the token of a profile"))
    _add_json(_verb(verbs, "profiles", "accounts:profiles", "list the profiles and where their tokens are"))


def _add_api(verbs: Verbs[argparse.ArgumentParser]) -> None:
    api = _verb(verbs, "api", "api:run", "make any call; the answer is JSON on stdout")
    api.add_argument("method", metavar="METHOD", help="GET, POST, PUT, PATCH or DELETE")
    api.add_argument("path", metavar="PATH", help="such as /user or /v1/orgs; may hold a query")
    api.add_argument(
        "-f", "--field", action="append", default=[], metavar="KEY=VALUE", dest="texts",
        help="a text; a query parameter of GET, else part of the JSON body; a[b]=x nests, a[]=x lists",
    )  # fmt: skip
    api.add_argument(
        "-F", "--typed-field", action="append", default=[], metavar="KEY=VALUE", dest="typed",
        help="as -f, but true, false, null, numbers and JSON are read as such",
    )  # fmt: skip
    api.add_argument("--input", metavar="FILE", help="JSON body from a file, - for stdin")
    api.add_argument("--paginate", action="store_true", help="follow the pages of a list and print all items as one")
    _add_profile(api)


def _add_lists(verbs: Verbs[argparse.ArgumentParser]) -> None:
    inbox = _verb(verbs, "inbox", "inbox:inbox", "what waits for you, over all organizations")
    orgs = _verb(verbs, "orgs", "lists:orgs", "your organizations")
    spaces = _verb(verbs, "spaces", "lists:spaces", "the spaces of your organizations")
    sites = _verb(verbs, "sites", "lists:sites", "the sites of your organizations")
    for verb in (spaces, sites):
        verb.add_argument("--org", metavar="ORG", help="only of this organization, by id or title")
    for verb in (inbox, orgs, spaces, sites):
        _add_profile(verb)
        _add_json(verb)


def _add_change_requests(verbs: Verbs[argparse.ArgumentParser]) -> None:
    requests = verbs.add_parser("cr", help="change requests", description="Change requests.", allow_abbrev=False)
    requests.set_defaults(runs="lists:change_requests", space=None, status="open", json=False)
    kinds = requests.add_subparsers(title="verbs", metavar="VERB")
    listing = _verb(kinds, "list", "lists:change_requests", "the change requests of your organizations, or of a space")
    listing.add_argument("--space", metavar="SPACE", help="id or title of a space (default: all)")
    listing.add_argument(
        "--status",
        choices=("draft", "open", "archived", "merged"),
        default="open",
        help="only these (default %(default)s)",
    )
    view = _verb(kinds, "view", "lists:change_request", "one change request, its pages and its threads")
    diff = _verb(kinds, "diff", "record:diff", "what one change request changes, as a unified patch")
    record = _verb(kinds, "record", "record:record", "who approved which revision of it and when, and what it changed")
    record.add_argument(
        "--format", choices=("markdown", "csv", "json"), default="markdown", help="default %(default)s, with the patch"
    )
    record.add_argument("--folder", metavar="FOLDER", help="write it and its patch there, never over a file")
    review = _verb(kinds, "review", "reviewing:review", "approve a change request, or ask for changes")
    verdict = review.add_mutually_exclusive_group(required=True)
    verdict.add_argument(
        "--approve", dest="verdict", action="store_const", const="approved", help="approve it as it is"
    )
    verdict.add_argument(
        "--ask-for-changes", dest="verdict", action="store_const", const="changes-requested", help="ask for changes"
    )
    review.add_argument("--body", metavar="TEXT", help="a note in Markdown, - for stdin")
    merge = _verb(kinds, "merge", "merging:merge", "merge a change request into its space; there is no undo")
    merge.add_argument("--yes", action="store_true", help="consent; without it a terminal asks for a word")
    update = _verb(kinds, "update", "reviewing:update", "bring a change request up to date with main")
    for verb in (review, merge):
        verb.add_argument(
            "--revision", metavar="ID", help="only if this is its revision (list --json, view, diff --json)"
        )
    for verb in (view, diff, record, review, merge, update):
        verb.add_argument("space", metavar="SPACE", help="id or title of its space")
        verb.add_argument("change_request", metavar="NUMBER", help="its number or id")
    for verb in (review, merge, update):
        _add_dry_run(verb)
    for verb in (listing, view, diff, record, review, merge, update):
        _add_profile(verb)
        _add_json(verb)


def _add_threads(verbs: Verbs[argparse.ArgumentParser]) -> None:
    threads = verbs.add_parser("threads", help="comment threads", description="Comment threads.", allow_abbrev=False)
    threads.set_defaults(runs="threads:threads", space=None, status="open", json=False)
    kinds = threads.add_subparsers(title="verbs", metavar="VERB")
    listing = _verb(kinds, "list", "threads:threads", "threads of spaces and their open requests")
    listing.add_argument("--space", metavar="SPACE", help="id or title of a space (default: all)")
    listing.add_argument(
        "--status", choices=("open", "resolved"), default="open", help="only these (default %(default)s)"
    )
    reply = _verb(kinds, "reply", "threads:reply", "answer in a thread")
    reply.add_argument("--body", metavar="TEXT", required=True, help="the answer in Markdown, - for stdin")
    resolve = _verb(kinds, "resolve", "threads:resolve", "resolve a thread")
    reopen = _verb(kinds, "reopen", "threads:reopen", "open a resolved thread again")
    for verb in (reply, resolve, reopen):
        verb.add_argument("space", metavar="SPACE", help="id or title of its space")
        verb.add_argument("change_request", metavar="NUMBER", help="its change request, - for the space itself")
        verb.add_argument("thread", metavar="THREAD", help="its id")
        _add_dry_run(verb)
    for verb in (listing, reply, resolve, reopen):
        _add_profile(verb)
        _add_json(verb)


def _add_machine(verbs: Verbs[argparse.ArgumentParser]) -> None:
    keys = _verb(verbs, "keys", "keys:keys", "the key map of the deck")
    config = _verb(verbs, "config", "config:config", "each setting, its value and where it came from")
    cache = _verb(verbs, "cache", "cache:show", "where answers and drafts are kept, and what they hold")
    clear = _verb(
        cache.add_subparsers(title="verbs", metavar="VERB"),
        "clear",
        "cache:clear",
        "drop the stored answers, no drafts",
    )
    doctor = _verb(verbs, "doctor", "doctor:doctor", "check this machine, the settings, the token and the server")
    completion = _verb(verbs, "completion", "completion:completion", "a completion script for a shell")
    completion.add_argument("shell", choices=("bash", "zsh", "fish"), help="source what it prints, in this shell")
    for verb in (config, cache, clear, doctor):
        _add_profile(verb)
    for verb in (keys, config, cache, doctor):
        _add_json(verb)


def _port(text: str) -> int:
    port = int(text) if text.isdecimal() else -1
    if not 0 <= port <= 65535:
        raise argparse.ArgumentTypeError(f"{text!r} is no port: 0 to 65535")
    return port


def _given(text: str) -> str:
    """A name; an empty one, as an unset variable of a script leaves it, must not mean the default account."""
    if not text.strip():
        raise argparse.ArgumentTypeError("the name is empty")
    return text
