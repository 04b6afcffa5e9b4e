from __future__ import annotations

from docdeck.models.change_requests import RequestedReviewer, Review
from tests.service.conftest import World


async def test_a_review_with_a_note_makes_a_comment_about_it(world: World) -> None:
    path = await world.request()
    body = {"status": "changes-requested", "comment": {"markdown": "Not yet."}}
    answer = await world.call("review", "POST", f"{path}/reviews", body)
    review = Review.model_validate(answer.json())
    assert answer.status_code == 201
    assert answer.headers["location"] == review.urls["location"]
    assert (review.status, review.outdated, review.reviewer and review.reviewer.display_name) == (
        "changes-requested",
        False,
        "Review Person",
    )
    assert review.comment is not None
    assert (review.comment.body.markdown, review.comment.target.review) == ("Not yet.", review.id)
    comments = await world.ok("read", "GET", f"{path}/comments")
    assert [item["id"] for item in comments["items"]] == [review.comment.id]
    assert (await world.ok("read", "GET", path))["comments"] == 1
    one = await world.ok("read", "GET", f"{path}/reviews/{review.id}", format="document")
    assert one["comment"]["body"]["document"]["nodes"][0]["type"] == "paragraph"
    assert (await world.refused("read", "GET", f"{path}/reviews/none"))[0] == 404


async def test_reviews_become_outdated_when_the_request_moves(world: World) -> None:
    path = await world.request()
    await world.ok("review", "POST", f"{path}/reviews", {"status": "changes-requested"})
    await world.words(path)
    await world.ok("create", "POST", f"{path}/reviews", {"status": "approved"})

    async def statuses(**query: str) -> list[tuple[str, bool]]:
        found = await world.ok("read", "GET", f"{path}/reviews", **query)
        return [(item["status"], item["outdated"]) for item in found["items"]]

    assert await statuses() == [("changes-requested", True), ("approved", False)]
    assert await statuses(outdated="true") == [("changes-requested", True)]
    assert await statuses(outdated="false") == [("approved", False)]
    assert (await world.refused("read", "GET", f"{path}/reviews", outdated="maybe"))[0] == 400
    await world.ok("review", "POST", f"{path}/merge")
    assert await statuses(outdated="false") == [("approved", False)]


async def test_requested_reviewers_leave_the_list_by_reviewing(world: World) -> None:
    path = await world.request()
    asked = [world.users["read"], world.users["review"], world.users["read"], "nobody", world.users["other"]]
    made = await world.ok("edit", "POST", f"{path}/requested-reviewers", {"users": asked, "subject": "Please look"})
    assert [item["user"]["displayName"] for item in made["users"]] == ["Read Person", "Review Person"]
    assert (await world.ok("read", "GET", path))["subject"] == "Please look"
    await world.ok("edit", "POST", f"{path}/requested-reviewers", {"users": asked[:1]})
    listed = await world.ok("read", "GET", f"{path}/requested-reviewers")
    first = RequestedReviewer.model_validate(listed["items"][0])
    assert listed["count"] == 2
    assert (first.kind, first.requested_by and first.requested_by.id) == ("user", world.users["edit"])
    # somebody who was asked may review without the reviewer role
    review = await world.ok("read", "POST", f"{path}/reviews", {"status": "approved"})
    assert review["requestedBy"]["id"] == world.users["edit"]
    listed = await world.ok("read", "GET", f"{path}/requested-reviewers")
    assert [item["user"]["id"] for item in listed["items"]] == [world.users["review"]]
    assert (await world.refused("read", "POST", f"{path}/reviews", {"status": "approved"}))[0] == 403


async def test_asking_only_unknown_people_is_refused(world: World) -> None:
    path = await world.request()
    body = {"users": ["nobody", world.users["other"], world.users["gone"]], "subject": "Kept nowhere"}
    status, message = await world.refused("edit", "POST", f"{path}/requested-reviewers", body)
    assert (status, message.split(":")[0]) == (400, "users")
    assert (await world.ok("read", "GET", path))["subject"] == "Better words"


async def test_requests_for_review_are_taken_back_also_twice_and_by_oneself(world: World) -> None:
    path = await world.request()
    for who in ("edit", "edit", "read"):
        await world.ok("edit", "POST", f"{path}/requested-reviewers", {"users": [world.users["read"]]})
        await world.ok(who, "DELETE", f"{path}/requested-reviewers/{world.users['read']}")
        await world.ok(who, "DELETE", f"{path}/requested-reviewers/{world.users['read']}")
        assert (await world.ok("read", "GET", f"{path}/requested-reviewers"))["items"] == []
    assert (await world.refused("read", "DELETE", f"{path}/requested-reviewers/{world.users['edit']}"))[0] == 403
