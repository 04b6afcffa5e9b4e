from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from docdeck.service.rules.pages import Page, Pages, by_id, in_reading_order, paths, placed
from docdeck.service.rules.three_way import combine


def page(id: str, parent: str | None = None, title: str = "") -> Page:
    return Page(id=id, parent=parent, type="document", title=title or id, slug=id)


BASE: Pages = (page("a"), page("b"), page("c"), page("d", "c"))


def titles(pages: Pages) -> list[str]:
    return [each.title for each in pages]


def test_new_pages_of_both_sides_stand_behind_their_neighbours() -> None:
    ours = (BASE[0], page("ours"), *BASE[1:])
    theirs = (*BASE[:2], page("theirs"), *BASE[2:])
    both = combine(BASE, ours, theirs)
    assert titles(both.pages) == ["a", "ours", "b", "theirs", "c", "d"]
    assert both.conflicts == ()


def test_the_side_that_changed_the_order_decides_it() -> None:
    swapped = (BASE[1], BASE[0], *BASE[2:])
    edited = (replace(BASE[0], title="A"), *BASE[1:])
    assert titles(combine(BASE, swapped, edited).pages) == ["b", "A", "c", "d"]
    assert titles(combine(BASE, edited, swapped).pages) == ["b", "A", "c", "d"]


def test_a_page_below_one_that_was_deleted_moves_to_the_root() -> None:
    ours = (*BASE, page("e", "c"))
    theirs = BASE[:2]
    both = combine(BASE, ours, theirs)
    assert both.conflicts == ()
    assert by_id(both.pages)["e"].parent is None


def test_pages_moved_into_each_other_do_not_vanish() -> None:
    ours = (replace(BASE[0], parent="b"), *BASE[1:])
    theirs = (BASE[0], replace(BASE[1], parent="a"), *BASE[2:])
    both = combine(BASE, ours, theirs)
    assert set(paths(both.pages)) == {"a", "b", "c", "d"}


def test_times_alone_are_no_change() -> None:
    theirs = (replace(BASE[0], updated_at="2026"), *BASE[1:])
    ours = (replace(BASE[0], title="A"), *BASE[1:])
    assert combine(BASE, ours, theirs).conflicts == ()
    assert combine(BASE, BASE, theirs).pages == theirs


@st.composite
def sides(draw: st.DrawFn) -> Pages:
    """Some state that edits of BASE can lead to."""
    pages: Pages = BASE
    for number in range(draw(st.integers(0, 4))):
        kind = draw(st.sampled_from(["edit", "delete", "insert", "place"]))
        ids = [each.id for each in pages]
        if kind == "insert" or not ids:
            pages = placed(pages, page(f"n{draw(st.integers(0, 2))}{number}"), draw(st.integers(0, 5)))
            continue
        target = by_id(pages)[draw(st.sampled_from(ids))]
        if kind == "edit":
            changed = replace(target, title=draw(st.sampled_from("XYZ")))
            pages = tuple(changed if each.id == target.id else each for each in pages)
        elif kind == "delete":
            pages = tuple(each for each in pages if target.id not in (each.id, each.parent))
        else:
            pages = placed(pages, target, draw(st.integers(0, 3)))
    return pages


@given(sides(), sides())
def test_nothing_is_lost_and_nothing_appears_twice(ours: Pages, theirs: Pages) -> None:
    both = combine(BASE, ours, theirs)
    ids = [each.id for each in both.pages]
    assert len(ids) == len(set(ids))
    assert {each.id for each in in_reading_order(both.pages)} == set(ids)
    base, left, right = by_id(BASE), by_id(ours), by_id(theirs)
    for id in {*base, *left, *right}:
        mine, other, old = left.get(id), right.get(id), base.get(id)
        expected = other if mine in (old, other) else mine
        found = by_id(both.pages).get(id)
        assert (found is None) == (expected is None)
        assert found is None or expected is None or found.title == expected.title


@given(sides())
def test_one_side_alone_is_taken_as_it_is(side: Pages) -> None:
    assert combine(BASE, side, BASE).pages == side
    assert set(combine(BASE, BASE, side).pages) == set(side)
    assert combine(BASE, side, side).conflicts == ()
