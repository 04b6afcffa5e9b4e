"""Whether the merge rules allow a merge. Facts N3: all rule names of the interface."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from docdeck.service.rules.expressions import ExpressionError, evaluate

Rule = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Verdict:
    """One review: who, what, and whether the change request moved on since."""

    reviewer: str
    approved: bool
    outdated: bool


@dataclass(frozen=True, slots=True)
class MergeFacts:
    """What merge rules look at; `reviews` are oldest first, `names` gives people's names by user id."""

    actor: str
    author: str
    subject: str
    has_description: bool
    outdated: bool
    reviews: Sequence[Verdict] = ()
    names: Mapping[str, str] = field(default_factory=dict[str, str])
    context: Mapping[str, Any] = field(default_factory=dict[str, Any])

    @property
    def current(self) -> dict[str, Verdict]:
        """The last verdict of each reviewer on the present revision."""
        return {verdict.reviewer: verdict for verdict in self.reviews if not verdict.outdated}

    @property
    def latest(self) -> dict[str, Verdict]:
        """The last verdict of each reviewer, on whatever revision."""
        return {verdict.reviewer: verdict for verdict in self.reviews}

    def approved_by(self, user: str) -> bool:
        """Whether a user approved the present revision."""
        verdict = self.current.get(user)
        return verdict is not None and verdict.approved

    def name(self, user: str) -> str:
        """A person's name, or their id."""
        return self.names.get(user, user)


def rules_in_force(space: Rule, organization: Rule) -> list[Rule]:
    """The rules of a space, which may be those of its organization."""
    chosen = organization if space.get("type") == "inherit" else space
    return list(chosen.get("rules") or ()) if chosen.get("type") == "rules" else []


def unmet_rules(rules: Sequence[Rule], facts: MergeFacts) -> list[str]:
    """A sentence for each rule that stands in the way; empty when the merge may go ahead."""
    if any(rule["rule"] == "allow_bypass" and facts.actor in (rule.get("users") or ()) for rule in rules):
        return []
    sentences = (_CHECKS.get(rule["rule"], _unknown)(rule, facts) for rule in rules)
    return [sentence for sentence in sentences if sentence is not None]


def _specific(rule: Rule, facts: MergeFacts) -> str | None:
    missing = [facts.name(user) for user in rule.get("users") or () if not facts.approved_by(user)]
    return f"The merge rules ask for an approval by {' and '.join(missing)}." if missing else None


def _one_of(rule: Rule, facts: MergeFacts) -> str | None:
    users = rule.get("users") or ()
    if any(facts.approved_by(user) for user in users):
        return None
    return f"The merge rules ask for an approval by one of {', '.join(map(facts.name, users)) or 'nobody'}."


def _one_review(_rule: Rule, facts: MergeFacts) -> str | None:
    return None if facts.current else "The merge rules ask for at least one review of the current revision."


def _one_approval(_rule: Rule, facts: MergeFacts) -> str | None:
    if any(verdict.approved for verdict in facts.current.values()):
        return None
    return "The merge rules ask for at least one approval of the current revision."


def _all_approved(_rule: Rule, facts: MergeFacts) -> str | None:
    refused = [facts.name(verdict.reviewer) for verdict in facts.latest.values() if not verdict.approved]
    return f"The merge rules ask that all reviews approve: {', '.join(refused)} asked for changes." if refused else None


def _agent(_rule: Rule, _facts: MergeFacts) -> str | None:
    return "The merge rules ask for a review by an agent, and none has reviewed."


def _up_to_date(_rule: Rule, facts: MergeFacts) -> str | None:
    return "The merge rules ask that the change request is up to date: update it first." if facts.outdated else None


def _subject(_rule: Rule, facts: MergeFacts) -> str | None:
    return None if facts.subject.strip() else "The merge rules ask for a subject."


def _description(_rule: Rule, facts: MergeFacts) -> str | None:
    return None if facts.has_description else "The merge rules ask for a description."


def _author(_rule: Rule, facts: MergeFacts) -> str | None:
    return None if facts.actor == facts.author else "The merge rules ask that the author merges."


def _custom(rule: Rule, facts: MergeFacts) -> str | None:
    expression = str(rule.get("expression") or "")
    message = str(rule.get("message") or f"A merge rule is not met: {expression}")
    try:
        return None if evaluate(expression, facts.context) else message
    except ExpressionError as problem:
        return f"A merge rule cannot be checked ({problem}): {expression}"


def _bypass(_rule: Rule, _facts: MergeFacts) -> str | None:
    return None


def _unknown(rule: Rule, _facts: MergeFacts) -> str | None:
    return f"The merge rule {rule['rule']} is not known here, so it cannot be met."


_CHECKS: dict[str, Callable[[Rule, MergeFacts], str | None]] = {
    "require_specific_reviewers": _specific,
    "require_one_of_specific_reviewers": _one_of,
    "allow_bypass": _bypass,
    "require_at_least_one_review": _one_review,
    "require_at_least_one_approved_review": _one_approval,
    "require_all_reviews_approved": _all_approved,
    "require_agent_review": _agent,
    "require_up_to_date_change_request": _up_to_date,
    "require_change_request_subject": _subject,
    "require_change_request_description": _description,
    "require_author_to_merge": _author,
    "custom": _custom,
}
