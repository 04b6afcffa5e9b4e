"""Merge rules evaluated here, so that the sheet says beforehand what the server would refuse. Pure.

Facts: "merge rules". Rules that only the server can judge say so; the server has the last word on all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from docdeck.models.change_requests import ChangeRequest, RequestedReviewer, Review
from docdeck.models.organizations import MergeRule, MergeRules
from docdeck.models.rich_text import to_plain

CheckState = Literal["ok", "blocked", "warn", "server"]


@dataclass(frozen=True, slots=True)
class MergeCheck:
    """One line of the sheet (raw text): `server` means that only the server can tell.

    `rule` is the rule's name, or `status`, `permission`, `threads`, `outdated_reviews`, `requested`, `rules`.
    `repair_key` is the key that mends it, or None.
    """

    rule: str
    state: CheckState
    text: str
    repair_key: str | None = None
    detail: str = ""


@dataclass(frozen=True, slots=True)
class MergeFacts:
    """What the rules look at; `names` maps user ids to names for the sentences."""

    request: ChangeRequest
    reviews: tuple[Review, ...]
    requested: tuple[RequestedReviewer, ...]
    me: str
    names: Mapping[str, str]

    def name(self, user: str) -> str:
        """A person's name, or the id when nobody told it."""
        return self.names.get(user) or user

    @property
    def author(self) -> str | None:
        """Who opened the request."""
        return self.request.created_by.id if self.request.created_by else None


def standing_reviews(reviews: Sequence[Review]) -> dict[str, Review]:
    """The newest verdict of each reviewer, by user id, outdated ones too."""
    newest: dict[str, Review] = {}
    for review in reviews:
        if review.reviewer is None:
            continue
        held = newest.get(review.reviewer.id)
        if held is None or _moment(review) >= _moment(held):
            newest[review.reviewer.id] = review
    return newest


def _moment(review: Review) -> float:
    at = review.updated_at or review.created_at
    return at.timestamp() if at is not None else 0.0


def _current(facts: MergeFacts, status: str | None = None) -> dict[str, Review]:
    """Standing verdicts of the revision as it is."""
    return {
        user: review
        for user, review in standing_reviews(facts.reviews).items()
        if not review.outdated and (status is None or review.status == status)
    }


def _reviewer_key(facts: MergeFacts, users: Sequence[str] = ()) -> str:
    """`a` when my own verdict would help, else `@` to ask somebody."""
    mine = facts.me in users if users else facts.author != facts.me
    return "a" if mine and facts.me not in _current(facts) else "@"


def _all_of(facts: MergeFacts, rule: MergeRule) -> MergeCheck:
    approved = _current(facts, "approved")
    missing = [user for user in rule.users if user not in approved]
    who = ", ".join(facts.name(user) for user in rule.users)
    if not missing:
        return MergeCheck(rule.rule, "ok", f"approved by {who}")
    names = ", ".join(facts.name(user) for user in missing)
    return MergeCheck(rule.rule, "blocked", f"approval of {names} is missing", _reviewer_key(facts, missing))


def _one_of(facts: MergeFacts, rule: MergeRule) -> MergeCheck:
    approved = [user for user in rule.users if user in _current(facts, "approved")]
    if approved:
        return MergeCheck(rule.rule, "ok", f"approved by {', '.join(facts.name(user) for user in approved)}")
    if not rule.users:
        return MergeCheck(rule.rule, "blocked", "one of nobody has to approve: the rule names no one")
    names = " or ".join(facts.name(user) for user in rule.users)
    return MergeCheck(rule.rule, "blocked", f"approval of {names} is missing", _reviewer_key(facts, rule.users))


def _one_review(facts: MergeFacts, rule: MergeRule) -> MergeCheck:
    found = _current(facts)
    if found:
        return MergeCheck(rule.rule, "ok", "one review", None, ", ".join(facts.name(user) for user in found))
    return MergeCheck(rule.rule, "blocked", "no review of this revision", _reviewer_key(facts))


def _one_approval(facts: MergeFacts, rule: MergeRule) -> MergeCheck:
    found = _current(facts, "approved")
    if found:
        return MergeCheck(rule.rule, "ok", "one approval", None, ", ".join(facts.name(user) for user in found))
    return MergeCheck(rule.rule, "blocked", "no approval of this revision", _reviewer_key(facts))


def _all_approved(facts: MergeFacts, rule: MergeRule) -> MergeCheck:
    against = [user for user, review in standing_reviews(facts.reviews).items() if review.status != "approved"]
    if not against:
        return MergeCheck(rule.rule, "ok", "every review approves")
    names = ", ".join(facts.name(user) for user in against)
    return MergeCheck(rule.rule, "blocked", f"{names} asked for changes", "t")


def _up_to_date(facts: MergeFacts, rule: MergeRule) -> MergeCheck:
    if facts.request.outdated:
        return MergeCheck(rule.rule, "blocked", "not up to date with main", "u")
    return MergeCheck(rule.rule, "ok", "up to date with main")


def _subject(facts: MergeFacts, rule: MergeRule) -> MergeCheck:
    if facts.request.subject.strip():
        return MergeCheck(rule.rule, "ok", "has a subject")
    return MergeCheck(rule.rule, "blocked", "has no subject", "e")


def _description(facts: MergeFacts, rule: MergeRule) -> MergeCheck:
    document = facts.request.description
    if document is not None and to_plain(document).strip():
        return MergeCheck(rule.rule, "ok", "has a description")
    return MergeCheck(rule.rule, "blocked", "has no description", "e")


def _author_merges(facts: MergeFacts, rule: MergeRule) -> MergeCheck:
    if facts.author == facts.me:
        return MergeCheck(rule.rule, "ok", "you are its author")
    name = facts.name(facts.author) if facts.author else "its author"
    return MergeCheck(rule.rule, "blocked", f"only {name} may merge it")


def _agent(facts: MergeFacts, rule: MergeRule) -> MergeCheck:
    return MergeCheck(rule.rule, "server", "an agent's review: the server decides")


def _custom(facts: MergeFacts, rule: MergeRule) -> MergeCheck:
    text = rule.message or "a rule of its own"
    return MergeCheck(rule.rule, "server", f"{text}: the server decides", None, rule.expression or "")


_RULES: dict[str, Callable[[MergeFacts, MergeRule], MergeCheck]] = {
    "require_specific_reviewers": _all_of,
    "require_one_of_specific_reviewers": _one_of,
    "require_at_least_one_review": _one_review,
    "require_at_least_one_approved_review": _one_approval,
    "require_all_reviews_approved": _all_approved,
    "require_agent_review": _agent,
    "require_up_to_date_change_request": _up_to_date,
    "require_change_request_subject": _subject,
    "require_change_request_description": _description,
    "require_author_to_merge": _author_merges,
    "custom": _custom,
}
"""Eleven of the twelve names; `allow_bypass` changes what the others mean and is read by `merge_rules`."""


def _status(facts: MergeFacts) -> MergeCheck:
    match facts.request.status:
        case "open":
            return MergeCheck("status", "ok", "open")
        case "draft":
            return MergeCheck("status", "blocked", "still a draft", "W")
        case "merged":
            return MergeCheck("status", "blocked", "already merged")
        case "archived":
            return MergeCheck("status", "blocked", "archived", "X")
        case other:
            return MergeCheck("status", "server", f"status {other}: the server decides")


def _worth_a_look(facts: MergeFacts, named: frozenset[str]) -> list[MergeCheck]:
    """What no rule asks for and a careful person wants to know."""
    found: list[MergeCheck] = []
    count = facts.request.comments
    if count:
        text = f"{count} thread{'' if count == 1 else 's'} open"
        found.append(MergeCheck("threads", "warn", text, "t", "not a rule, worth a look"))
    standing = standing_reviews(facts.reviews)
    old = [facts.name(user) for user, review in standing.items() if review.outdated and review.status == "approved"]
    if old:
        text = f"approved before the last edit: {', '.join(old)}"
        found.append(MergeCheck("outdated_reviews", "warn", text, "@"))
    if "require_all_reviews_approved" not in named:
        against = [facts.name(user) for user, review in standing.items() if review.status == "changes-requested"]
        if against:
            text = f"{', '.join(against)} asked for changes"
            found.append(MergeCheck("changes_requested", "warn", text, "t", "not a rule, worth a look"))
    waiting = [one.user for one in facts.requested if one.user is not None and one.user.id not in _current(facts)]
    if waiting:
        names = ", ".join(user.display_name or user.id for user in waiting)
        found.append(MergeCheck("requested", "warn", f"waiting for a review of {names}", None))
    if facts.request.outdated and "require_up_to_date_change_request" not in named:
        found.append(MergeCheck("outdated", "warn", "not up to date with main", "u", "not a rule, worth a look"))
    return found


def merge_rules(facts: MergeFacts, rules: MergeRules | None) -> tuple[MergeCheck, ...]:
    """Every rule's check, then what is worth a look. `rules` is None when they could not be read.

    For those named by `allow_bypass`, a rule that is not met warns instead of blocking.
    """
    checks = [_status(facts)]
    listed = rules.rules if rules is not None and rules.type == "rules" else []
    if rules is None or rules.type not in ("rules", "none"):
        checks.append(MergeCheck("rules", "server", "the merge rules could not be read: the server decides"))
    bypass = any(rule.rule == "allow_bypass" and facts.me in rule.users for rule in listed)
    for rule in listed:
        if rule.rule == "allow_bypass":
            names = ", ".join("you" if user == facts.me else facts.name(user) for user in rule.users)
            checks.append(MergeCheck(rule.rule, "ok", f"{names or 'nobody'} may merge in spite of the rules"))
            continue
        evaluate = _RULES.get(rule.rule)
        if evaluate is None:
            check = MergeCheck(rule.rule, "server", f"{rule.rule.replace('_', ' ')}: the server decides")
        else:
            check = evaluate(facts, rule)
        if bypass and check.state == "blocked":
            check = replace(check, state="warn", detail="you may merge in spite of it")
        checks.append(check)
    checks.extend(_worth_a_look(facts, frozenset(rule.rule for rule in listed)))
    return tuple(checks)
