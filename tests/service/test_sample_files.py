"""The sample's data files: links, limits, the text door, and no invented person anywhere else."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

import docdeck
from docdeck.models.base import ROLES
from docdeck.service.sample.ages import age
from docdeck.service.sample.files import SampleFiles, SourcePage
from docdeck.text import safe

FILES = SampleFiles()
_LINK = re.compile(r"(?<!!)\[[^\]]*\]\(([^)\s]+)\)")
_HINT = re.compile(r'{% hint style="(\w+)" %}')
_SOURCES = Path(docdeck.__file__).parent


def _spaces() -> dict[str, dict[str, SourcePage]]:
    return {
        space["key"]: {page.path: page for root in FILES.pages(space) for page in root.walk()}
        for space in FILES.places["space"]
    }


SPACES = _spaces()


def _markdown() -> Iterator[tuple[str, str, str]]:
    """Space, path and text of every page, also of those that change requests write."""
    for space, pages in SPACES.items():
        for path, page in pages.items():
            yield space, path, page.markdown
    for told in FILES.requests.values():
        for step in told.get("step", []):
            for change in step["change"]:
                if "markdown" in change:
                    yield told["space"], change["insert"], change["markdown"]


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield key
            yield from _strings(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _strings(inner)


def _told() -> Iterator[Any]:
    yield from (FILES.people, FILES.places, FILES.sites, FILES.edits, FILES.requests, FILES.threads)


@pytest.mark.parametrize(("text", "span"), [("2d3h", timedelta(days=2, hours=3)), ("7mo25d", timedelta(days=235))])
def test_ages_are_months_days_hours_and_minutes(text: str, span: timedelta) -> None:
    assert age(text) == span


@pytest.mark.parametrize("text", ["", "2w", "3 d", "d3"])
def test_what_is_no_age_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is no age"):
        age(text)


def test_every_markdown_file_stands_in_an_outline() -> None:
    folder = _SOURCES / "service" / "sample" / "content"
    written = {file.relative_to(folder).with_suffix("").as_posix() for file in folder.rglob("*.md")}
    assert written == {
        f"{space}/{path}" for space, pages in SPACES.items() for path in pages if pages[path].type == "document"
    }


def test_links_between_pages_of_a_space_lead_to_pages() -> None:
    """No link of the sample is broken, not even on purpose: a change request's new page may link to its own."""
    new = {
        (told["space"], change["insert"])
        for told in FILES.requests.values()
        for step in told.get("step", [])
        for change in step["change"]
        if "insert" in change
    }
    lost = [
        f"{space}/{path} -> {link}"
        for space, path, text in _markdown()
        for link in _LINK.findall(text)
        if "://" not in link
        and (target := posixpath.normpath(posixpath.join(posixpath.dirname(path), link)).removesuffix(".md"))
        not in SPACES[space]
        and (space, target) not in new
    ]
    assert lost == []


def test_every_drawing_is_used() -> None:
    folder = _SOURCES / "service" / "sample" / "drawings"
    changes = [(told["space"], change) for told in FILES.requests.values() for step in told.get("step", [])
               for change in step["change"] if "file" in change]  # fmt: skip
    used = {*FILES.drawings, *((space, change["drawing"]) for space, change in changes)}
    assert {(file.parent.name, file.name) for file in folder.rglob("*.svg")} == used
    assert {(space, change["file"]) for space, change in changes} <= set(FILES.drawings)
    assert [path for _, path, text in _markdown() if "(asset:" in text and ".svg)" in text] == []


def test_hints_have_a_style_that_exists_and_are_closed() -> None:
    for space, path, text in _markdown():
        assert set(_HINT.findall(text)) <= {"info", "warning", "danger", "success"}, f"{space}/{path}"
        assert text.count("{% hint ") == text.count("{% endhint %}"), f"{space}/{path}"


def test_hosts_are_reserved_names_only() -> None:
    everything = "\n".join([*(text for _, _, text in _markdown()), *_strings(list(_told()))])
    hosts = set(re.findall(r"https?://([\w.-]+)", everything)) - {"localhost"}
    assert {host for host in hosts if not host.endswith(".example")} == set()


def test_every_text_passes_the_door_unchanged() -> None:
    texts = [*_strings(list(_told())), *(text for _, _, text in _markdown())]
    texts += [page.title for pages in SPACES.values() for page in pages.values()]
    assert [text for text in texts if safe(text) != text] == []


def test_the_limits_of_the_document_hold() -> None:
    for space in FILES.places["space"]:
        assert 1 <= len(space["title"]) <= 50
        assert 1 <= len(space["emoji"]) <= 50
    for told in FILES.requests.values():
        assert len(told["subject"]) <= 100
        assert all(len(step["change"]) <= 50 for step in told.get("step", []))
    for site in FILES.sites:
        assert re.fullmatch(
            r"([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?[.]){2,}[a-z0-9][a-z0-9-]{0,61}[a-z0-9]", site["hostname"]
        )
        for group in site.get("group", []):
            assert 1 <= len(group["title"]) <= 100
            assert len(group["icon"]) <= 50
        for section in site.get("section", []):
            assert 2 <= len(section["title"]) <= 128
            assert len(section.get("description", "")) <= 256
            assert 1 <= len(section["path"]) <= 100
            assert len(section.get("condition", "")) <= 1024
            assert len(section["icon"]) <= 50


def test_sites_have_every_shape() -> None:
    nested = [group for site in FILES.sites for group in site.get("group", []) if "parent" in group]
    sections = [section for site in FILES.sites for section in site.get("section", [])]
    shown = [space for section in sections for space in section["spaces"]]
    assert len(FILES.sites) == 3
    assert nested
    assert [site["key"] for site in FILES.sites if "group" not in site and "section" in site]
    assert [site["key"] for site in FILES.sites if "section" not in site]
    assert any(space.get("hidden") for space in shown)
    assert any("condition" in space for space in shown)
    assert any("condition" in section for section in sections)
    for site in FILES.sites:
        known = {group["key"] for group in site.get("group", [])}
        assert {group["parent"] for group in site.get("group", []) if "parent" in group} <= known
        assert {section["group"] for section in site.get("section", []) if "group" in section} <= known


def test_collections_are_nested_and_known() -> None:
    collections = {collection["key"]: collection for collection in FILES.places["collection"]}
    assert any("parent" in collections.get(one.get("parent", ""), {}) for one in collections.values())
    for space in FILES.places["space"]:
        if "parent" in space:
            assert collections[space["parent"]]["organization"] == space["organization"]


def test_members_have_every_role_and_teams_are_members() -> None:
    full = FILES.people["organization"][0]
    assert {member.get("role") for member in full["members"]} == {*ROLES, None}
    for organization in FILES.people["organization"]:
        members = {member["who"] for member in organization["members"]}
        for team in organization["teams"]:
            assert {*team["owners"], *team["members"]} <= members


def test_only_live_spaces_are_edited_directly() -> None:
    modes = {space["key"]: space.get("edit_mode", "locked") for space in FILES.places["space"]}
    assert {modes[edit["space"]] for edit in FILES.edits} == {"live"}
    assert "locked" in modes.values()


def test_no_invented_person_or_company_stands_outside_the_sample() -> None:
    names = [person["name"] for person in FILES.people["people"].values()]
    names += [organization["title"] for organization in FILES.people["organization"]]
    words = re.compile("|".join(rf"\b{re.escape(name)}\b" for name in names))
    sources = [file for file in _SOURCES.rglob("*.py") if "sample" not in file.parts]
    assert len(sources) > 20
    assert [file.name for file in sources if words.search(file.read_text("utf-8"))] == []
