"""A tree that is read as it is unfolded."""

from __future__ import annotations

from docdeck.workspace.freshness import LOADING, Freshness
from docdeck.workspace.tree import Children, Node, Tree

LIVE = Freshness("live", at=1.0)


def node(key: str, branch: bool = True) -> Node:
    return Node(key, "page", key, branch=branch)


def children(*keys: str, branch: bool = True) -> Children:
    return Children(tuple(node(key, branch) for key in keys), LIVE)


def shown(tree: Tree) -> list[str]:
    return [f"{'  ' * row.depth}{row.key if row.node else row.words}" for row in tree.rows]


def test_a_branch_says_that_it_is_read_then_shows_what_is_in_it() -> None:
    tree = Tree()
    tree.set_roots(children("a", "b"))
    assert tree.unfold("a")
    assert shown(tree) == ["a", "  reading …", "b"]
    tree.set_children("a", children("a1", "a2", branch=False))
    assert shown(tree) == ["a", "  a1", "  a2", "b"]
    assert tree.fold("a")
    assert shown(tree) == ["a", "b"]
    assert tree.unfold("a")
    assert shown(tree) == ["a", "  a1", "  a2", "b"]


def test_what_cannot_be_unfolded_stays_as_it_is() -> None:
    tree = Tree()
    tree.set_roots(children("leaf", branch=False))
    assert not tree.unfold("leaf")
    assert not tree.unfold("nowhere")
    assert not tree.fold("leaf")
    assert shown(tree) == ["leaf"]


def test_an_empty_branch_and_a_failed_one_have_different_words() -> None:
    tree = Tree()
    tree.set_roots(children("empty", "failed", "waits"))
    for key in ("empty", "failed", "waits"):
        tree.unfold(key)
    tree.set_children("empty", Children((), LIVE))
    tree.set_children("failed", Children((), Freshness("failed"), "It broke."))
    tree.set_children("waits", Children((), LOADING))
    assert shown(tree) == ["empty", "  nothing in here", "failed", "  It broke.", "waits", "  reading …"]
    assert [row.failed for row in tree.rows] == [False, False, False, True, False, False]


def test_what_was_read_before_stays_beside_the_problem() -> None:
    tree = Tree()
    tree.set_roots(Children((node("a"),), Freshness("offline"), "No way."))
    tree.unfold("a")
    tree.set_children("a", Children((node("a1"),), Freshness("failed"), "It broke."))
    assert shown(tree) == ["a", "  a1", "  It broke.", "No way."]
    tree.set_roots(tree.roots)
    assert shown(tree) == ["a", "  a1", "  It broke.", "No way."]


def test_reading_again_keeps_open_what_is_open_and_folds_only_its_own() -> None:
    tree = Tree()
    tree.set_roots(children("a", "b"))
    tree.unfold("a")
    tree.set_children("a", children("a1"))
    tree.unfold("a1")
    tree.set_children("a1", children("deep", branch=False))
    tree.set_roots(children("new", "a", "b"))
    assert shown(tree) == ["new", "a", "  a1", "    deep", "b"]
    tree.fold("a")
    tree.unfold("a")
    assert shown(tree) == ["new", "a", "  a1", "    deep", "b"]
    assert tree.opened == {"a", "a1"}


def test_branches_that_were_open_open_when_they_come_into_sight() -> None:
    tree = Tree()
    tree.open_keys(["a", "a1"])
    tree.set_children("a", children("a1"))
    tree.set_children("a1", children("deep", branch=False))
    tree.set_roots(children("a"))
    assert shown(tree) == ["a", "  a1", "    deep"]
    assert tree.parent_of(2) == 1
    assert tree.parent_of(0) is None


def test_a_branch_within_itself_is_not_unfolded_for_ever() -> None:
    tree = Tree()
    tree.open_keys(["a", "b"])
    tree.set_children("a", children("b"))
    tree.set_children("b", children("a"))
    tree.set_roots(children("a"))
    assert shown(tree) == ["a", "  b", "    a"]


def test_a_thousand_levels_and_a_hundred_thousand_rows() -> None:
    tree = Tree()
    tree.open_keys([str(level) for level in range(1_000)])
    for level in range(1_000):
        tree.set_children(str(level), children(str(level + 1)))
    tree.set_roots(children("0"))
    assert len(tree.rows) == 1_001
    assert tree.rows[-1].depth == 1_000
    tree.set_roots(Children(tuple(node(f"n{at}") for at in range(100_000)), LIVE))
    tree.unfold("n5")
    tree.set_children("n5", children("inside"))
    assert [row.key for row in tree.rows[4:8]] == ["n4", "n5", "inside", "n6"]
