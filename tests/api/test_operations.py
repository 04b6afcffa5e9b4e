"""Operations are pure values: method, path, parameters, body, ids and what a write touches."""

import subprocess
import sys

import pytest

from docdeck.api.description import Command, Query, path_of
from docdeck.api.errors import UnreadableAnswer
from docdeck.api.operations import (
    change_requests,
    collections,
    comments,
    content,
    members,
    organizations,
    reviews,
    search,
    sites,
    spaces,
    teams,
    users,
)
from docdeck.models.change_requests import ContentChange, PageBody

CR = "/v1/spaces/s/change-requests/c"

QUERIES = [
    (users.me(), "/v1/user", {}, ()),
    (users.get("u"), "/v1/users/u", {}, ("u",)),
    (organizations.list_mine(limit=50), "/v1/orgs", {"limit": "50"}, ()),
    (organizations.get("o"), "/v1/orgs/o", {}, ("o",)),
    (members.list_in_organization("o", role="guest", search="a b"), "/v1/orgs/o/members",
     {"role": "guest", "search": "a b"}, ("o",)),
    (members.get("o", "u"), "/v1/orgs/o/members/u", {}, ("o", "u")),
    (spaces.list_in_organization("o"), "/v1/orgs/o/spaces", {}, ("o",)),
    (spaces.get("s"), "/v1/spaces/s", {}, ("s",)),
    (content.current_revision("s"), "/v1/spaces/s/content", {}, ("s",)),
    (content.pages("s"), "/v1/spaces/s/content/pages", {}, ("s",)),
    (content.page("s", "p", "markdown"), "/v1/spaces/s/content/page/p", {"format": "markdown"}, ("s", "p")),
    (content.page_by_path("s", "a/b"), "/v1/spaces/s/content/path/a%2Fb", {"format": "document"}, ("s",)),
    (content.files("s"), "/v1/spaces/s/content/files", {}, ("s",)),
    (content.change_request_pages("s", "c"), CR + "/content/pages", {}, ("s", "c")),
    (content.change_request_page("s", "c", "p"), CR + "/content/page/p", {"format": "document"}, ("s", "c", "p")),
    (change_requests.list_in_space("s"), "/v1/spaces/s/change-requests", {"status": "open"}, ("s",)),
    (change_requests.list_in_organization("o", "draft", requested_reviewer="u"), "/v1/orgs/o/change-requests",
     {"status": "draft", "requestedReviewer": "u"}, ("o",)),
    (change_requests.get("s", "c"), CR, {}, ("s", "c")),
    (change_requests.changes("s", "c", limit=100), CR + "/changes", {"limit": "100"}, ("s", "c")),
    (change_requests.revision("s", "c"), CR + "/content", {}, ("s", "c")),
    (change_requests.contributors("s", "c"), CR + "/contributors", {}, ("s", "c")),
    (reviews.list_reviews("s", "c", outdated=False), CR + "/reviews",
     {"format": "markdown", "outdated": "false"}, ("s", "c")),
    (reviews.get("s", "c", "r"), CR + "/reviews/r", {"format": "markdown"}, ("s", "c", "r")),
    (reviews.requested_reviewers("s", "c"), CR + "/requested-reviewers", {}, ("s", "c")),
    (comments.list_in_change_request("s", "c", order="asc"), CR + "/comments",
     {"status": "all", "format": "markdown", "order": "asc"}, ("s", "c")),
    (comments.get_in_change_request("s", "c", "k"), CR + "/comments/k", {"format": "markdown"}, ("s", "c", "k")),
    (comments.replies_in_change_request("s", "c", "k"), CR + "/comments/k/replies", {"format": "markdown"},
     ("s", "c", "k")),
    (comments.get_reply_in_change_request("s", "c", "k", "r"), CR + "/comments/k/replies/r", {"format": "markdown"},
     ("s", "c", "k", "r")),
    (comments.commenters_in_change_request("s", "c"), CR + "/commenters", {}, ("s", "c")),
    (comments.list_in_space("s", "open", page="p"), "/v1/spaces/s/comments",
     {"status": "open", "format": "markdown", "targetPage": "p"}, ("s",)),
    (comments.get_in_space("s", "k"), "/v1/spaces/s/comments/k", {"format": "markdown"}, ("s", "k")),
    (comments.replies_in_space("s", "k"), "/v1/spaces/s/comments/k/replies", {"format": "markdown"}, ("s", "k")),
    (comments.get_reply_in_space("s", "k", "r"), "/v1/spaces/s/comments/k/replies/r", {"format": "markdown"},
     ("s", "k", "r")),
    (comments.commenters_in_space("s"), "/v1/spaces/s/commenters", {}, ("s",)),
    (collections.list_in_organization("o", nested=False), "/v1/orgs/o/collections", {"nested": "false"}, ("o",)),
    (collections.get("k"), "/v1/collections/k", {}, ("k",)),
    (collections.list_spaces("k", limit=9), "/v1/collections/k/spaces", {"limit": "9"}, ("k",)),
    (teams.list_in_organization("o", title="doc", owner="u"), "/v1/orgs/o/teams", {"title": "doc", "owner": "u"},
     ("o",)),
    (teams.get("o", "t"), "/v1/orgs/o/teams/t", {}, ("o", "t")),
    (teams.list_members("o", "t"), "/v1/orgs/o/teams/t/members", {}, ("o", "t")),
    (members.list_spaces("o", "u", order="asc"), "/v1/orgs/o/members/u/spaces", {"order": "asc"}, ("o", "u")),
    (members.list_teams("o", "u", title="x"), "/v1/orgs/o/members/u/teams", {"title": "x"}, ("o", "u")),
    (search.in_organization("o", "two words"), "/v1/orgs/o/search", {"query": "two words"}, ("o",)),
    (search.in_space("s", "x", limit=5), "/v1/spaces/s/search", {"query": "x", "limit": "5"}, ("s",)),
    (sites.list_in_organization("o", published=True, space="s"), "/v1/orgs/o/sites",
     {"published": "true", "space": "s"}, ("o",)),
    (sites.get("o", "i"), "/v1/orgs/o/sites/i", {}, ("o", "i")),
    (sites.structure("o", "i"), "/v1/orgs/o/sites/i/structure", {}, ("o", "i")),
    (sites.published("o", "i", share_key="k"), "/v1/orgs/o/sites/i/published", {"shareKey": "k"}, ("o", "i")),
    (sites.site_spaces("o", "i", default=True), "/v1/orgs/o/sites/i/site-spaces", {"default": "true"}, ("o", "i")),
    (sites.sections("o", "i"), "/v1/orgs/o/sites/i/sections", {}, ("o", "i")),
    (sites.section_groups("o", "i"), "/v1/orgs/o/sites/i/section-groups", {}, ("o", "i")),
    (sites.adaptive_schema("o", "i"), "/v1/orgs/o/sites/i/adaptive-schema", {}, ("o", "i")),
]  # fmt: skip


@pytest.mark.parametrize(("query", "path", "params", "ids"), QUERIES, ids=lambda value: getattr(value, "operation", ""))
def test_queries(query: Query[object], path: str, params: dict[str, str], ids: tuple[str, ...]) -> None:
    assert query.path == path
    assert dict(query.params) == params
    assert query.ids == ids
    assert not query.immutable


@pytest.mark.parametrize(
    "query",
    [
        content.revision("s", "r"),
        content.revision_pages("s", "r"),
        content.revision_page("s", "r", "p"),
        content.revision_changes("s", "r"),
    ],
    ids=lambda query: query.operation,
)
def test_what_a_revision_names_never_changes(query: Query[object]) -> None:
    assert query.immutable
    assert query.path.startswith("/v1/spaces/s/revisions/r")
    assert "r" in query.ids


K = CR + "/comments/k"
SK = "/v1/spaces/s/comments/k"
COMMANDS = [
    (change_requests.create("s", subject="New"), "POST", "/v1/spaces/s/change-requests", {"subject": "New"}, ("s",)),
    (change_requests.patch("s", "c", subject="Better"), "PATCH", CR, {"subject": "Better"}, ("c",)),
    (change_requests.patch("s", "c", status="archived"), "PATCH", CR, {"status": "archived"}, ("c", "s")),
    (change_requests.merge("s", "c"), "POST", CR + "/merge", None, ("c", "s")),
    (change_requests.update("s", "c"), "POST", CR + "/update", None, ("c",)),
    (reviews.submit("s", "c", "approved"), "POST", CR + "/reviews", {"status": "approved"}, ("c",)),
    (reviews.submit("s", "c", "changes-requested", "Why?"), "POST", CR + "/reviews",
     {"status": "changes-requested", "comment": {"markdown": "Why?"}}, ("c",)),
    (reviews.request("s", "c", ["u", "v"]), "POST", CR + "/requested-reviewers", {"users": ["u", "v"]}, ("c",)),
    (reviews.remove_requested("s", "c", "u"), "DELETE", CR + "/requested-reviewers/u", None, ("c",)),
    (comments.post_in_change_request("s", "c", "Hi", page="p", node="n"), "POST", CR + "/comments",
     {"body": {"markdown": "Hi"}, "page": "p", "node": "n"}, ("c",)),
    (comments.update_in_change_request("s", "c", "k", resolved=True), "PUT", K, {"resolved": True}, ("c", "k")),
    (comments.update_in_change_request("s", "c", "k", resolved=False), "PUT", K, {"resolved": False}, ("c", "k")),
    (comments.update_in_change_request("s", "c", "k", add=["1f44d"], remove=["2764"]), "PUT", K,
     {"addedReactions": ["1f44d"], "removedReactions": ["2764"]}, ("c", "k")),
    (comments.delete_in_change_request("s", "c", "k"), "DELETE", K, None, ("c", "k")),
    (comments.reply_in_change_request("s", "c", "k", "Yes"), "POST", K + "/replies", {"body": {"markdown": "Yes"}},
     ("c", "k")),
    (comments.update_reply_in_change_request("s", "c", "k", "r", "No"), "PUT", K + "/replies/r",
     {"body": {"markdown": "No"}}, ("c", "k", "r")),
    (comments.delete_reply_in_change_request("s", "c", "k", "r"), "DELETE", K + "/replies/r", None, ("c", "k", "r")),
    (comments.post_in_space("s", "Hi"), "POST", "/v1/spaces/s/comments", {"body": {"markdown": "Hi"}}, ("s",)),
    (comments.update_in_space("s", "k", "Ho"), "PUT", SK, {"body": {"markdown": "Ho"}}, ("s", "k")),
    (comments.delete_in_space("s", "k"), "DELETE", SK, None, ("s", "k")),
    (comments.reply_in_space("s", "k", "Yes"), "POST", SK + "/replies", {"body": {"markdown": "Yes"}}, ("s", "k")),
    (comments.update_reply_in_space("s", "k", "r", add=["1f44d"]), "PUT", SK + "/replies/r",
     {"addedReactions": ["1f44d"]}, ("s", "k", "r")),
    (comments.delete_reply_in_space("s", "k", "r"), "DELETE", SK + "/replies/r", None, ("s", "k", "r")),
]  # fmt: skip


@pytest.mark.parametrize(("command", "method", "path", "body", "touches"), COMMANDS)
def test_commands(command: Command[object], method: str, path: str, body: object, touches: tuple[str, ...]) -> None:
    assert (command.method, command.path) == (method, path)
    assert command.body == body
    assert command.touches == touches
    assert command.repeat == ("never" if method == "POST" and "requested-reviewers" not in path else "same_effect")


def test_a_change_of_an_object_answers_for_its_own_query() -> None:
    answers = change_requests.patch("s", "c", subject="x").answers
    assert answers is not None
    assert answers.path == CR
    answers = comments.update_reply_in_space("s", "k", "r", "x").answers
    assert answers is not None
    assert answers.path == SK + "/replies/r"
    assert change_requests.merge("s", "c").answers is None


def test_content_edits_are_one_call_that_older_platforms_answer_with_the_request_alone() -> None:
    change = ContentChange(operation="update_page", page="p", document=PageBody(markdown="# New"))
    command = change_requests.edit_content("s", "c", [change])
    assert command.path == CR + "/content"
    assert command.body == {"changes": [{"operation": "update_page", "page": "p", "document": {"markdown": "# New"}}]}
    alone = command.read(command.operation, b'{"id": "c", "number": 4}')
    whole = command.read(command.operation, b'{"changeRequest": {"id": "c", "number": 4}, "changes": [{"page": "p"}]}')
    assert alone.change_request.number == whole.change_request.number == 4
    assert whole.changes == [{"page": "p"}]
    with pytest.raises(UnreadableAnswer):
        command.read(command.operation, b'{"id": "c"}')


def test_a_request_is_known_by_id_and_by_number() -> None:
    query = change_requests.get("s", "42")
    assert query.same_as is not None
    request = query.read(query.operation, b'{"id": "abc", "number": 42}')
    assert query.same_as(request) == ("/v1/spaces/s/change-requests/abc", "/v1/spaces/s/change-requests/42")


def test_too_long_a_subject_is_refused_before_it_is_sent() -> None:
    with pytest.raises(ValueError, match="100"):
        change_requests.create("s", subject="x" * 101)


@pytest.mark.parametrize("identifier", ["", ".", ".."])
def test_an_id_cannot_turn_one_call_into_another(identifier: str) -> None:
    with pytest.raises(ValueError, match="comment"):
        comments.delete_in_space("s", identifier)


def test_ids_are_encoded() -> None:
    assert path_of("/v1/spaces/{space}", space="a/b?c#d%2e") == "/v1/spaces/a%2Fb%3Fc%23d%252e"


def test_describing_a_call_imports_neither_pydantic_nor_httpx() -> None:
    code = (
        "import sys; import docdeck.api.description, docdeck.api.errors;"
        "print([m for m in ('pydantic', 'httpx', 'httpcore', 'textual') if m in sys.modules])"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"


def test_running_descriptions_imports_httpx_only_with_the_transport() -> None:
    code = (
        "import sys; import docdeck.api.platform, docdeck.api.connecting, docdeck.api.operations.comments;"
        "print('httpx' in sys.modules); import docdeck.api.transport; print('httpx' in sys.modules)"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.split() == ["False", "True"]
