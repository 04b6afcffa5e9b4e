"""Two page trees compared, and the server's list of changes as rows."""

from __future__ import annotations

from typing import Any

from docdeck.models.content import PageTree, SemanticChanges
from docdeck.workspace.changes import changed_files, changed_rows, rows_of_trees
from docdeck.workspace.page_trees import compare_trees, page_places


def page(identifier: str, *children: dict[str, Any], **more: Any) -> dict[str, Any]:
    title = more.pop("title", identifier.title())
    return {
        "id": identifier,
        "title": title,
        "path": identifier,
        "documentId": f"d-{identifier}",
        "pages": list(children),
        **more,
    }


def tree(*pages: dict[str, Any]) -> PageTree:
    return PageTree.model_validate({"pages": list(pages)})


def test_places_follow_the_tree() -> None:
    assert page_places(tree(page("a", page("b", page("c"))), page("d"))) == {"a": 0, "b": 1, "c": 2, "d": 3}


def test_every_kind_of_change_is_told() -> None:
    before = tree(page("a", page("b")), page("c"), page("gone"), page("same"))
    after = tree(page("a", title="Aa", slug="aa"), page("c", page("b", documentId="d2")), page("same"), page("new"))
    found = {change.page: change for change in compare_trees(before, after)}
    assert {name: change.kind for name, change in found.items()} == {
        "a": "edited",
        "b": "moved and edited",
        "gone": "deleted",
        "new": "created",
    }
    assert found["a"].before_title == "A"
    assert "title renamed from A to Aa" in found["a"].notes
    assert found["b"].notes == ("moved from A to C",)


def test_an_edit_of_the_text_alone_is_an_edit() -> None:
    (change,) = compare_trees(tree(page("a")), tree(page("a", documentId="other")))
    assert (change.kind, change.notes) == ("edited", ())
    older = page("a", documentId=None, updatedAt="2026-01-01T00:00:00Z")
    newer = page("a", documentId=None, updatedAt="2026-01-02T00:00:00Z")
    assert [one.kind for one in compare_trees(tree(older), tree(newer))] == ["edited"]


def test_only_pages_that_changed_places_count_as_moved() -> None:
    before = tree(page("a"), page("b"), page("c"), page("d"))
    moved = compare_trees(before, tree(page("d"), page("a"), page("b"), page("c")))
    assert [(one.page, one.kind) for one in moved] == [("d", "moved")]
    assert compare_trees(before, before) == ()
    assert [one.page for one in compare_trees(before, tree(page("a"), page("c"), page("d")))] == ["b"]


def test_changes_become_one_row_per_page() -> None:
    told = {
        "changes": [
            {
                "type": "page_edited",
                "page": {"id": "p", "type": "document", "title": "New", "path": "x/new"},
                "attributes": {
                    "title": {"before": "Old", "after": "New"},
                    "document": {"before": "1", "after": "2"},
                    "cover": {"after": {}},
                    "emoji": {"after": "🦊"},
                },
            },
            {
                "type": "page_moved",
                "page": {"id": "p", "type": "document", "title": "New", "path": "x/new"},
                "parent": {"after": {"id": "g", "type": "group", "title": "Guides"}},
            },
            {"type": "page_created", "page": {"id": "q", "type": "group", "title": "Q"}},
            {"type": "page_deleted", "page": {"id": "r", "type": "document", "title": "R"}},
            {"type": "file_created", "file": {"id": "f", "name": "a.png"}},
            {"type": "tag_created", "tag": {"slug": "t"}},
        ],
        "more": 27,
    }
    changes = SemanticChanges.model_validate(told)
    rows = changed_rows(changes)
    assert [(row.page, row.kind, row.type) for row in rows] == [
        ("p", "moved and edited", "document"),
        ("q", "created", "group"),
        ("r", "deleted", "document"),
    ]
    assert rows[0].before_title == "Old"
    assert rows[0].notes == (
        "title renamed from Old to New",
        "cover changed",
        "emoji now 🦊",
        "moved from the top to Guides",
    )
    assert [file.name for file in changed_files(changes)] == ["a.png"]


def test_rows_from_trees_say_the_same() -> None:
    rows = rows_of_trees(tree(page("a"), page("b")), tree(page("a", documentId="2"), page("n")))
    assert [(row.page, row.kind) for row in rows] == [("a", "edited"), ("n", "created"), ("b", "deleted")]
