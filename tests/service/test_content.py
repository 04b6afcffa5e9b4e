from __future__ import annotations

from typing import Any
from urllib.parse import quote

from docdeck.models.base import Document
from docdeck.models.content import PageTree, Revision, RevisionPage, SemanticChanges
from docdeck.models.rich_text import to_markdown
from docdeck.service.actions.spaces import NewPage
from docdeck.service.store.schema import documents
from tests.service.conftest import START, World, new_space


def outline(pages: list[dict[str, Any]]) -> list[Any]:
    """Titles of a tree: a text for a page without pages below it, else `[title, below]`."""
    return [[page["title"], outline(page["pages"])] if page.get("pages") else page["title"] for page in pages]


async def tree(world: World, path: str) -> list[Any]:
    """The outline of a space or change request."""
    return outline((await world.ok("read", "GET", f"{path}/content/pages"))["pages"])


async def test_pages_are_a_tree_without_bodies(world: World) -> None:
    answer = await world.ok("read", "GET", f"{world.at}/content/pages")
    pages = PageTree.model_validate(answer).pages
    assert [(page.title, page.type, page.kind, page.path) for page in pages] == [
        ("Start", "document", "sheet", "start"),
        ("Guides", "group", "group", "guides"),
        ("Limits", "document", "sheet", "limits"),
    ]
    assert [page.path for page in pages[1].pages] == ["guides/webhooks"]
    assert all(page.markdown is None and page.document is None for page in pages)


async def test_a_page_comes_as_markdown_as_document_or_without_body(world: World) -> None:
    path = f"{world.at}/content/page/start"
    assert (await world.ok("read", "GET", path, format="markdown"))["markdown"] == START
    document = RevisionPage.model_validate(await world.ok("read", "GET", path, format="document")).document
    assert document is not None
    assert [node["type"] for node in document.nodes] == ["heading-1", "paragraph", "paragraph"]
    bare = await world.ok("read", "GET", path)
    assert not {"markdown", "document"} & set(bare)
    assert (await world.refused("read", "GET", path, format="html"))[0] == 400
    assert (await world.refused("read", "GET", f"{world.at}/content/page/none"))[0] == 404


async def test_pages_are_found_by_path_everywhere(world: World) -> None:
    space = await world.ok("read", "GET", world.at)
    request = await world.request()
    for way in ("content", f"revisions/{space['revision']}"):
        page = await world.ok("read", "GET", f"{world.at}/{way}/path/guides/webhooks", format="markdown")
        assert (page["id"], page["markdown"]) == ("hooks", "Sign every call.")
    assert (await world.ok("read", "GET", f"{request}/content/path/guides"))["type"] == "group"
    assert (await world.refused("read", "GET", f"{world.at}/content/path/webhooks"))[0] == 404


async def test_revisions_never_change(world: World) -> None:
    path = await world.request()
    await world.words(path, markdown="Changed.")
    request = await world.ok("read", "GET", path)
    await world.ok("review", "POST", f"{path}/merge")
    base, head = (f"{world.at}/revisions/{request[name]}" for name in ("revisionInitial", "revision"))
    assert (await world.ok("read", "GET", f"{base}/page/start", format="markdown"))["markdown"] == START
    assert (await world.ok("read", "GET", f"{head}/page/start", format="markdown"))["markdown"] == "Changed."
    revision = Revision.model_validate(await world.ok("read", "GET", f"{path}/content"))
    assert (revision.id, revision.type, revision.parents) == (
        request["revision"],
        "edits",
        [request["revisionInitial"]],
    )
    assert (await world.ok("read", "GET", f"{head}/pages"))["pages"][0]["title"] == "Start"
    assert (await world.ok("read", "GET", f"{head}/files")) == {"items": [], "count": 0}
    assert (await world.refused("read", "GET", f"{world.at}/revisions/none"))[0] == 404


async def test_blocks_keep_their_ids_through_edits_of_others(world: World) -> None:
    async def keys(path: str) -> list[str]:
        page = await world.ok("read", "GET", f"{path}/content/page/start", format="document")
        return [node["key"] for node in page["document"]["nodes"]]

    before = await keys(world.at)
    path = await world.request()
    await world.words(path, markdown=START.replace("The first", "A new one.\n\nThe first"))
    after = await keys(path)
    assert len(after) == 4
    assert [key for key in after if key in before] == before


async def test_documents_may_be_sent_and_missing_keys_are_made(world: World) -> None:
    path = await world.request()
    leaf = {"object": "leaf", "text": "Typed.", "marks": []}
    block = {"object": "block", "type": "paragraph", "data": {}, "nodes": [{"object": "text", "leaves": [leaf]}]}
    body = {"document": {"object": "document", "data": {}, "nodes": [{**block, "key": "mine"}, block]}}
    await world.edit(path, {"operation": "update_page", "page": "start", "document": body})
    assert await world.markdown(path) == "Typed.\n\nTyped."
    page = await world.ok("read", "GET", f"{path}/content/page/start", format="document")
    first, second = (node["key"] for node in page["document"]["nodes"])
    assert first == "mine"
    assert second not in (None, "", "mine")


async def test_pages_are_inserted_moved_and_deleted(world: World) -> None:
    path = await world.request()
    await world.edit(
        path,
        {"operation": "insert_page", "ref": "new", "title": "New", "at": 0, "document": {"markdown": "One."}},
        {"operation": "insert_page", "into": "new", "title": "Below", "document": {"markdown": "Two."}},
        {"operation": "update_page", "page": "limits", "into": "guides", "at": 0},
    )
    assert await tree(world, path) == [["New", ["Below"]], "Start", ["Guides", ["Limits", "Webhooks"]]]
    await world.edit(path, {"operation": "delete_page", "page": "guides"})
    assert await tree(world, path) == [["New", ["Below"]], "Start"]
    assert await tree(world, world.at) == ["Start", ["Guides", ["Webhooks"]], "Limits"]
    await world.edit(
        path,
        {"operation": "revert_page", "page": "guides"},
        {"operation": "revert_page", "page": "hooks"},
        {"operation": "revert_page", "page": "limits"},
    )
    assert sorted(map(str, await tree(world, path))) == sorted(
        map(str, [["New", ["Below"]], "Start", ["Guides", ["Webhooks"]], "Limits"])
    )


async def test_revert_brings_words_back_and_removes_what_was_new(world: World) -> None:
    path = await world.request()
    await world.words(path, markdown="Changed.")
    made = await world.ok(
        "edit",
        "POST",
        f"{path}/content",
        {"changes": [{"operation": "insert_page", "title": "New", "document": {"markdown": ""}, "ref": "r"}]},
        compat="false",
    )
    assert made["changes"][0]["object"] == "created_page"
    assert made["changes"][0]["ref"] == "r"
    new = made["changes"][0]["page"]["id"]
    await world.edit(path, {"operation": "revert_page", "page": "start"}, {"operation": "revert_page", "page": new})
    assert await world.markdown(path) == START
    assert (await world.ok("read", "GET", f"{path}/changes"))["changes"] == []


async def test_edits_are_all_or_nothing(world: World) -> None:
    path = await world.request()
    before = await world.ok("read", "GET", path)
    good = {"operation": "update_page", "page": "start", "title": "Changed", "document": {"markdown": "Kept nowhere."}}
    with world.store.read() as tx:
        bodies = len(tx.rows(documents.select()))
    for bad in (
        {"operation": "update_page", "page": "none", "title": "x"},
        {"operation": "update_page", "page": "guides", "document": {"markdown": "x"}},
        {"operation": "update_page", "page": "start", "document": {}},
        {"operation": "update_page", "page": "guides", "into": "hooks"},
        {"operation": "update_page", "page": "start", "into": "start"},
        {"operation": "update_page", "page": "start", "slug": "a/b"},
        {"operation": "insert_page", "document": {"markdown": "x"}},
        {"operation": "insert_page", "title": "x", "into": "none"},
        {"operation": "delete_page"},
        {"operation": "revert_page", "page": "start", "revision": "none"},
        {"operation": "revert_page", "page": "none"},
    ):
        status, message = await world.refused("edit", "POST", f"{path}/content", {"changes": [good, bad]})
        assert status == 400, bad
        assert message.startswith(("changes.1.", "revision:")), message
    taken = {"operation": "update_page", "page": "start", "slug": "limits"}
    assert (await world.refused("edit", "POST", f"{path}/content", {"changes": [taken]}))[0] == 409
    assert await world.ok("read", "GET", path) == before
    with world.store.read() as tx:
        assert len(tx.rows(documents.select())) == bodies


async def test_changes_name_what_happened_to_each_page(world: World) -> None:
    path = await world.request()
    await world.edit(
        path,
        {"operation": "update_page", "page": "start", "title": "Begin", "document": {"markdown": "x"}},
        {"operation": "update_page", "page": "limits", "into": "guides"},
        {"operation": "insert_page", "title": "New", "document": {"markdown": "y"}},
        {"operation": "delete_page", "page": "hooks"},
    )
    found = SemanticChanges.model_validate(await world.ok("read", "GET", f"{path}/changes"))
    assert [(change.type, change.page.title if change.page else "") for change in found.changes] == [
        ("page_edited", "Begin"),
        ("page_moved", "Limits"),
        ("page_created", "New"),
        ("page_deleted", "Webhooks"),
    ]
    assert found.more is None
    edited, moved = found.changes[:2]
    assert edited.attributes["title"] == {"before": "Start", "after": "Begin"}
    assert set(edited.attributes) == {"title", "document"}
    assert moved.parent == {"after": {"id": "guides", "type": "group", "title": "Guides", "path": "guides"}}


async def test_changes_are_cut_at_ten_and_tell_how_many_more(world: World) -> None:
    path = await world.request()
    new = [{"operation": "insert_page", "title": f"Page {n}", "document": {"markdown": "x"}} for n in range(12)]
    await world.edit(path, *new)
    found = await world.ok("read", "GET", f"{path}/changes")
    assert (len(found["changes"]), found["more"]) == (10, 2)
    found = await world.ok("read", "GET", f"{path}/changes", limit=12)
    assert len(found["changes"]) == 12
    assert "more" not in found
    assert (await world.refused("read", "GET", f"{path}/changes", limit=0))[0] == 400


async def test_pages_that_changed_places_are_moved(world: World) -> None:
    path = await world.request()
    await world.edit(path, {"operation": "update_page", "page": "limits", "at": 0})
    assert await tree(world, path) == ["Limits", "Start", ["Guides", ["Webhooks"]]]
    found = (await world.ok("read", "GET", f"{path}/changes"))["changes"]
    assert [(change["type"], change["page"]["id"]) for change in found] == [("page_moved", "limits")]


async def test_documents_are_read_by_the_id_that_pages_and_changes_name(world: World) -> None:
    path = await world.request()
    await world.words(path, markdown="Changed.")
    (change,) = (await world.ok("read", "GET", f"{path}/changes"))["changes"]
    found: dict[str, Any] = {}
    for side in ("before", "after"):
        id = change["attributes"]["document"][side]
        found[side] = Document.model_validate(await world.ok("read", "GET", f"{world.at}/documents/{id}"))
    assert to_markdown(found["before"]) == START
    assert to_markdown(found["after"]) == "Changed."
    page = await world.ok("read", "GET", f"{path}/content/page/start", format="document")
    assert page["documentId"] == change["attributes"]["document"]["after"]
    assert Document.model_validate(page["document"]) == found["after"]
    current = f"{world.at}/documents/{page['documentId']}"
    assert (await world.refused("read", "GET", current, schema="old"))[0] == 400
    assert (await world.refused("other", "GET", current))[0] == 404


async def test_documents_of_another_space_are_not_there(world: World) -> None:
    other = new_space(world, pages=(NewPage("Secret", "Nobody else writes these words.", id="secret"),))
    page = await world.ok("admin", "GET", f"/v1/spaces/{other}/content/page/secret")
    await world.ok("admin", "GET", f"/v1/spaces/{other}/documents/{page['documentId']}")
    for id in (page["documentId"], "none", "%", "_" * 64, "0" * 64):
        assert (await world.refused("admin", "GET", f"{world.at}/documents/{quote(id)}"))[0] == 404


async def test_the_document_of_a_page_is_read_in_a_revision(world: World) -> None:
    path = await world.request()
    await world.words(path, markdown="Changed.")
    await world.edit(
        path, {"operation": "insert_page", "title": "Empty", "document": {"markdown": ""}, "slug": "empty"}
    )
    request = await world.ok("read", "GET", path)
    base, head = (f"{world.at}/revisions/{request[name]}/page" for name in ("revisionInitial", "revision"))
    assert to_markdown(Document.model_validate(await world.ok("read", "GET", f"{base}/start/document"))) == START
    changed = await world.ok("read", "GET", f"{head}/start/document", evaluated="deterministic-only")
    assert to_markdown(Document.model_validate(changed)) == "Changed."
    empty = next(
        page for page in (await world.ok("read", "GET", f"{path}/content/pages"))["pages"] if page["slug"] == "empty"
    )
    told = await world.ok("read", "GET", f"{head}/{empty['id']}/document")
    assert (told["object"], to_markdown(Document.model_validate(told))) == ("document", "")
    for page in ("guides", "none"):
        assert (await world.refused("read", "GET", f"{base}/{page}/document"))[0] == 404
    assert (await world.refused("read", "GET", f"{base}/start/document", evaluated="maybe"))[0] == 400
    assert (await world.refused("other", "GET", f"{base}/start/document"))[0] == 404
