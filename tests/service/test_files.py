"""Files of a space: where they are listed, how a change request changes them, and who gets their bytes."""

from __future__ import annotations

import base64
import struct
import zlib
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from docdeck.models.content import ChangedFile, Revision, RevisionFile, SemanticChanges
from docdeck.service.actions.spaces import KeptFile
from docdeck.service.paging import Window
from docdeck.service.rules.files import MAX_FILE_BYTES, File, repository_paths
from docdeck.service.rules.image_size import image_size
from docdeck.service.rules.three_way import combine_files
from docdeck.service.store import Store
from docdeck.service.store.revisions import files_in, pages_in
from docdeck.service.store.schema import file_contents
from tests.service.conftest import World, fill, new_space

DRAWING = b'<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"><rect width="9" height="9"/></svg>'


def png(width: int, height: int) -> bytes:
    """A grey picture of that size."""

    def part(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    rows = zlib.compress(b"".join(b"\0" + b"\x80" * width for _ in range(height)))
    return b"\x89PNG\r\n\x1a\n" + part(b"IHDR", head) + part(b"IDAT", rows) + part(b"IEND", b"")


def sent(name: str, data: bytes, **more: Any) -> dict[str, Any]:
    """A file as it is sent."""
    return {"name": name, "base64": base64.b64encode(data).decode(), **more}


def inserting(*files: dict[str, Any]) -> dict[str, Any]:
    """A change that puts files in."""
    return {"operation": "insert_files", "files": list(files)}


async def put(world: World, path: str, *files: dict[str, Any], who: str = "edit") -> dict[str, RevisionFile]:
    """Put files into a change request; those that were put in, by name."""
    answer = await world.ok(who, "POST", f"{path}/content", {"changes": [inserting(*files)]}, compat="false")
    assert answer["changes"] == []
    return {file["name"]: RevisionFile.model_validate(file) for file in answer["insertedFiles"]}


async def listed(world: World, path: str) -> dict[str, RevisionFile]:
    """The files of a space, revision or change request, by name."""
    answer = await world.ok("read", "GET", f"{path}/files")
    assert answer["count"] == len(answer["items"])
    return {file["name"]: RevisionFile.model_validate(file) for file in answer["items"]}


async def data_of(world: World, file: RevisionFile | ChangedFile) -> bytes:
    """The bytes behind a file's address, which asks for no token."""
    assert file.download_url is not None
    answer = await world.client.get(file.download_url)
    assert answer.status_code == 200, answer.text
    return answer.content


async def merged(world: World, *files: dict[str, Any]) -> dict[str, RevisionFile]:
    """Files that came into the space by a change request."""
    path = await world.request()
    await put(world, path, *files)
    await world.ok("review", "POST", f"{path}/merge")
    return await listed(world, f"{world.at}/content")


async def changes(world: World, path: str) -> list[Any]:
    """What a change request or revision changed in files."""
    found = SemanticChanges.model_validate(await world.ok("read", "GET", f"{path}/changes", limit=100))
    return [change for change in found.changes if change.file is not None]


async def test_files_are_listed_with_everything_about_them(world: World) -> None:
    path = await world.request()
    made = await put(world, path, sent("flow.svg", DRAWING), sent("a grey.png", png(7, 5)), sent("notes", b"hm"))
    found = await listed(world, f"{path}/content")
    assert found == made
    assert list(found) == ["a grey.png", "flow.svg", "notes"]
    assert {name: (file.content_type, file.size, file.dimensions) for name, file in found.items()} == {
        "a grey.png": ("image/png", len(png(7, 5)), {"width": 7, "height": 5}),
        "flow.svg": ("image/svg+xml", len(DRAWING), {"width": 40, "height": 30}),
        "notes": ("application/octet-stream", 2, None),
    }
    one = await world.ok("read", "GET", f"{path}/content/files/{found['notes'].id}")
    assert "dimensions" not in one
    assert RevisionFile.model_validate(one) == found["notes"]
    request = await world.ok("read", "GET", path)
    at = f"{world.at}/revisions/{request['revision']}"
    assert await listed(world, at) == found
    assert RevisionFile.model_validate(await world.ok("read", "GET", f"{at}/files/{one['id']}")) == found["notes"]
    revision = Revision.model_validate(await world.ok("read", "GET", f"{path}/content"))
    assert {file.name: file for file in revision.files} == found
    assert await listed(world, f"{world.at}/content") == {}
    assert (await world.refused("read", "GET", f"{world.at}/content/files/{one['id']}"))[0] == 404


async def test_long_lists_of_files_come_in_parts(world: World) -> None:
    path = await world.request()
    names = [f"{number}.txt" for number in range(7)]
    await put(world, path, *(sent(name, name.encode()) for name in reversed(names)))
    seen: list[str] = []
    query: dict[str, Any] = {}
    while True:
        answer = await world.ok("read", "GET", f"{path}/content/files", limit=3, **query)
        seen += [file["name"] for file in answer["items"]]
        assert answer["count"] == 7
        if "next" not in answer:
            break
        query = {"page": answer["next"]["page"]}
    assert seen == names
    assert (await world.refused("read", "GET", f"{path}/content/files", page="wrong"))[0] == 400
    forged = await world.ok("read", "GET", f"{path}/content/files", page=Window("files").cursor((0, 1)))
    assert len(forged["items"]) == 7


async def test_the_bytes_are_given_as_an_attachment_that_nothing_runs(world: World) -> None:
    path = await world.request()
    name = 'Grüße "1".svg'
    file = (await put(world, path, sent(name, DRAWING)))[name]
    assert file.download_url is not None
    answer = await world.client.get(file.download_url)
    assert answer.content == DRAWING
    assert answer.headers["content-type"] == "image/svg+xml"
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["content-disposition"] == "attachment; filename*=UTF-8''Gr%C3%BC%C3%9Fe%20%221%22.svg"
    assert "sandbox" in answer.headers["content-security-policy"]
    assert (await world.client.get("/files/content/guess")).status_code == 404
    key = file.download_url.rpartition("/")[2]
    assert len(key) >= 32
    assert file.id not in key


async def test_the_bytes_go_with_their_space(world: World) -> None:
    file = (await merged(world, sent("flow.svg", DRAWING)))["flow.svg"]
    await world.ok("admin", "DELETE", world.at)
    assert (await world.client.get(file.download_url or "")).status_code == 404
    await world.ok("admin", "POST", f"{world.at}/restore")
    assert await data_of(world, file) == DRAWING
    await world.ok("admin", "DELETE", world.at)
    world.store.clock.set(world.store.clock.now() + timedelta(days=8))
    new_space(world)
    await world.ok("admin", "PATCH", f"/v1/orgs/{world.organization}", {"title": "Acme"})
    with world.store.read() as tx:
        assert tx.rows(file_contents.select()) == []


@pytest.mark.parametrize("way", ["content", "revision"])
async def test_who_does_not_see_the_space_sees_no_files(world: World, way: str) -> None:
    file = (await merged(world, sent("flow.svg", DRAWING)))["flow.svg"]
    revision = (await world.ok("read", "GET", world.at))["revision"]
    at = f"{world.at}/{'content' if way == 'content' else f'revisions/{revision}'}/files"
    for path in (at, f"{at}/{file.id}"):
        assert (await world.refused("other", "GET", path))[0] == 404
        assert (await world.refused("gone", "GET", path))[0] == 404
        assert (await world.client.get(path)).status_code == 401
        await world.ok("guest", "GET", path)


async def test_only_who_may_edit_puts_files_in(world: World) -> None:
    path = await world.request()
    change = {"changes": [inserting(sent("a.txt", b"a"))]}
    for who in ("read", "comment", "guest"):
        assert (await world.refused(who, "POST", f"{path}/content", change))[0] == 403
    assert (await world.refused("other", "POST", f"{path}/content", change))[0] == 404
    await world.ok("review", "POST", f"{path}/merge")
    assert (await world.refused("edit", "POST", f"{path}/content", change))[0] == 409


async def test_what_cannot_be_a_file_is_refused_and_nothing_is_kept(world: World) -> None:
    path = await world.request()
    before = await world.ok("read", "GET", path)
    good = sent("good.txt", b"good")
    for bad in (
        {"name": "a.txt"},
        {"name": "a.txt", "base64": "no base64"},
        {"name": "a.txt", "url": "https://example.org/a.txt"},
        sent("", b"x"),
        sent("..", b"x"),
        sent("up/../../a.txt", b"x"),
        sent("a\r\nSet-Cookie: x", b"x"),
        sent("a" * 257, b"x"),
        sent("a.txt", b"x", contentType="text/html\r\nx: y"),
        sent("a.txt", b"x", contentType="text"),
        sent("a.txt", b"x", kind="other"),
    ):
        body = {"changes": [inserting(good, bad)]}
        status, message = await world.refused("edit", "POST", f"{path}/content", body)
        assert (status, message.startswith("changes.0.files.1")) == (400, True), (bad, message)
    for change in ({"operation": "insert_files"}, {"operation": "insert_files", "files": []}):
        assert (await world.refused("edit", "POST", f"{path}/content", {"changes": [change]}))[0] == 400
    large = {"changes": [inserting(sent("large.bin", b"x" * (MAX_FILE_BYTES + 1)))]}
    assert (await world.refused("edit", "POST", f"{path}/content", large))[0] == 413
    assert await world.ok("read", "GET", path) == before
    with world.store.read() as tx:
        assert tx.rows(file_contents.select()) == []


async def test_a_file_under_a_known_name_replaces_it_and_the_changes_say_what_differs(world: World) -> None:
    old = (await merged(world, sent("flow.svg", DRAWING), sent("other.txt", b"stays")))["flow.svg"]
    path = await world.request()
    new = (await put(world, path, sent("flow.svg", png(8, 9), contentType="image/png"), sent("new.txt", b"n")))[
        "flow.svg"
    ]
    assert new.id == old.id
    edited, created = await changes(world, path)
    assert (edited.type, created.type) == ("file_edited", "file_created")
    assert edited.attributes == {
        "downloadURL": {"before": old.download_url, "after": new.download_url},
        "size": {"before": old.size, "after": new.size},
        "contentType": {"before": "image/svg+xml", "after": "image/png"},
        "dimensions": {"before": {"width": 40, "height": 30}, "after": {"width": 8, "height": 9}},
    }
    assert edited.file == ChangedFile(
        id=old.id, name="flow.svg", content_type="image/png", downloadURL=new.download_url
    )
    assert await data_of(world, created.file) == b"n"
    assert await data_of(world, old) == DRAWING
    assert (await listed(world, f"{world.at}/content"))["flow.svg"] == old
    await put(world, path, sent("flow.svg", DRAWING))
    assert [change.type for change in await changes(world, path)] == ["file_created"]


async def test_files_stay_when_pages_are_edited_and_reverted(world: World) -> None:
    path = await world.request()
    files = await put(world, path, sent("flow.svg", DRAWING))
    await world.words(path)
    await world.edit(path, {"operation": "revert_page", "page": "start"})
    assert await listed(world, f"{path}/content") == files
    assert [change.type for change in await changes(world, path)] == ["file_created"]


async def test_merge_and_update_bring_files_of_both_sides_together(world: World) -> None:
    kept = await merged(world, sent("flow.svg", DRAWING), sent("both.txt", b"base"))
    ours, theirs = await world.request(), await world.request()
    await put(world, ours, sent("ours.txt", b"ours"), sent("both.txt", b"ours"))
    await put(world, theirs, sent("theirs.txt", b"theirs"), sent("both.txt", b"theirs"))
    assert (await world.ok("review", "POST", f"{theirs}/merge"))["result"] == "merge"
    updated = await world.ok("edit", "POST", f"{ours}/update")
    told = {"file": kept["both.txt"].id, "title": "both.txt"}
    assert (updated["result"], updated["conflicts"]) == ("conflicts", [told])
    found = await listed(world, f"{ours}/content")
    assert {name: await data_of(world, file) for name, file in found.items()} == {
        "flow.svg": DRAWING,
        "both.txt": b"ours",
        "ours.txt": b"ours",
        "theirs.txt": b"theirs",
    }
    assert [change.type for change in await changes(world, ours)] == ["file_edited", "file_created"]
    done = await world.ok("review", "POST", f"{ours}/merge")
    assert await listed(world, f"{world.at}/content") == found
    assert [change.file.name for change in await changes(world, f"{world.at}/revisions/{done['revision']}")] == [
        "both.txt",
        "ours.txt",
    ]


def test_a_file_deleted_on_one_side_goes_unless_the_other_changed_it() -> None:
    one, two = File("1", "one", "text/plain", "a", 1), File("2", "two", "text/plain", "b", 1)
    other = File("2", "two", "text/plain", "c", 1)
    assert combine_files((one, two), (one, two), (one,)) == ((one,), ())
    assert combine_files((one, two), (one,), (one, two)) == ((one,), ())
    assert combine_files((one, two), (one, other), (one,)) == ((one, other), (other,))
    assert combine_files((one, two), (one,), (one, other)) == ((one,), (other,))
    assert combine_files((one, two), (one, other), (one, other)) == ((one, other), ())


async def test_a_copy_of_a_space_has_files_of_its_own(world: World) -> None:
    files = await merged(world, sent("flow.svg", DRAWING))
    copy = await world.ok("admin", "POST", f"{world.at}/duplicate")
    found = await listed(world, f"/v1/spaces/{copy['id']}/content")
    assert found["flow.svg"].download_url != files["flow.svg"].download_url
    assert found["flow.svg"].id == files["flow.svg"].id
    await world.ok("admin", "DELETE", world.at)
    assert await data_of(world, found["flow.svg"]) == DRAWING


async def test_pages_point_at_files_by_a_ref_of_the_same_call(world: World) -> None:
    path = await world.request()
    words = {"operation": "update_page", "page": "start", "document": {"markdown": "![Flow](asset:new)"}}
    await world.edit(path, inserting(sent("flow.svg", DRAWING, ref="new")), words)
    file = (await listed(world, f"{path}/content"))["flow.svg"]
    assert await world.markdown(path) == f"![Flow](asset:{file.id})"
    await world.ok("review", "POST", f"{path}/merge")
    links = await world.ok("read", "GET", f"{world.at}/links")
    (link,) = links["items"]
    assert (link["status"], link["targetReference"]["kind"]) == ("ok", "file")
    assert RevisionFile.model_validate(link["targetReference"]["file"]) == file
    assert link["targetReference"]["space"]["id"] == world.space


async def test_a_new_space_can_begin_with_files(world: World) -> None:
    space = new_space(world, files=(KeptFile("flow.svg", DRAWING, id="flow"),))
    found = await listed(world, f"/v1/spaces/{space}/content")
    assert found["flow.svg"].id == "flow"
    assert await data_of(world, found["flow.svg"]) == DRAWING


def test_a_database_from_before_there_were_files_is_read(tmp_path: Path) -> None:
    place = tmp_path / "old.sqlite"
    store = Store.open(place)
    _organization, space, _users = fill(store)
    with store.write() as tx:
        tx.run(text("ALTER TABLE revisions DROP COLUMN files"))
        tx.run(text("DROP TABLE file_contents"))
    store.close()
    store = Store.open(place)
    with store.read() as tx:
        revision = tx.value(text(f"SELECT revision FROM spaces WHERE id = '{space}'"))
        assert files_in(tx, revision) == ()
        assert pages_in(tx, revision)
    store.close()


JPEG = b"\xff\xd8\xff\xe0\x00\x04ab\xff\xc2\x00\x11\x08\x00\x05\x00\x07" + b"\0" * 12


@pytest.mark.parametrize(
    ("data", "size"),
    [
        (png(3, 4), (3, 4)),
        (b"GIF89a\x03\x00\x04\x00rest", (3, 4)),
        (JPEG, (7, 5)),
        (b"<?xml version='1.0'?>\n<svg height='4px' width='3.5'>", (3, 4)),
        (b'<svg stroke-width="2" height="4">', None),
        (b'<svg width="100%" height="4">', None),
        (png(0, 4), None),
        (png(3, 4)[:20], None),
        (JPEG[:12], None),
        (b"\xff\xd8\xff\xff" * 50, None),
        (b"GIF8", None),
        (b"", None),
    ],
)
def test_the_size_of_an_image_is_read_from_its_beginning(data: bytes, size: tuple[int, int] | None) -> None:
    assert image_size(data) == size


def test_files_without_a_place_in_a_repository_stand_among_the_assets() -> None:
    files = (
        File("1", "a.png", "image/png", "x", 1),
        File("2", "a.png", "image/png", "y", 1),
        File("3", "a.png", "image/png", "z", 1, path="img/a.png"),
    )
    assert repository_paths(files) == {"1": ".gitbook/assets/a.png", "2": ".gitbook/assets/a-2.png", "3": "img/a.png"}
    long = repository_paths([File("1", "ü" * 250 + ".png", "image/png", "x", 1)])["1"]
    assert long == f".gitbook/assets/{'ü' * 40}.png"
