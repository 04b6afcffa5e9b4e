"""Blocks keep their keys through edits, because comments point at them."""

from __future__ import annotations

import itertools
import time

from hypothesis import given
from hypothesis import strategies as st

from docdeck.models.base import Document
from docdeck.models.rich_text import from_markdown, new_key, to_lines, to_markdown
from docdeck.models.rich_text.pairing import common

PAGE = """# Webhooks

Each delivery carries a signature in the header.

- read the raw body
- compute the digest

```py
verify(body)
```

The end of the page, as it was."""


def keys(document: Document) -> list[str]:
    return [node["key"] for node in document.nodes]


def test_an_unchanged_page_keeps_every_key_and_block() -> None:
    before = from_markdown(PAGE)
    assert from_markdown(PAGE, before).nodes == before.nodes


def test_an_edited_block_keeps_its_key_and_a_new_one_gets_a_new_key() -> None:
    before = from_markdown(PAGE)
    edited = PAGE.replace("carries a signature", "carries a SHA-256 signature")
    edited = edited.replace("```py", "A new paragraph in between.\n\n```py")
    after = from_markdown(edited, before)
    assert keys(after)[:3] == keys(before)[:3]
    assert keys(after)[3] not in keys(before)
    assert keys(after)[4:] == keys(before)[3:]
    assert "SHA-256" in to_markdown(after)


def test_a_removed_block_takes_its_key_with_it() -> None:
    before = from_markdown(PAGE)
    after = from_markdown(PAGE.replace("Each delivery carries a signature in the header.\n\n", ""), before)
    assert keys(after) == [keys(before)[0], *keys(before)[2:]]


def test_a_block_of_another_type_is_another_block() -> None:
    before = from_markdown("Alpha beta gamma.")
    assert keys(from_markdown("## Alpha beta gamma.", before)) != keys(before)


def test_items_of_an_edited_list_keep_their_keys() -> None:
    before = from_markdown(PAGE)
    after = from_markdown(PAGE.replace("- compute the digest", "- wait\n- compute the digest with the secret"), before)
    old, new = before.nodes[2]["nodes"], after.nodes[2]["nodes"]
    assert [item["key"] for item in new][::2] == [item["key"] for item in old]
    assert new[1]["key"] not in {item["key"] for item in old}


def test_what_markdown_cannot_say_survives_in_unchanged_blocks() -> None:
    embed = {"object": "block", "type": "integration", "key": "k1", "data": {"integration": "map", "zoom": {"x": 3}}}
    noted = {
        "object": "block",
        "type": "paragraph",
        "key": "k2",
        "nodes": [
            {
                "object": "inline",
                "type": "annotation",
                "nodes": [{"object": "text", "leaves": [{"object": "leaf", "text": "term", "marks": []}]}],
                "fragments": [{"object": "fragment", "nodes": [{"type": "paragraph", "nodes": [{"text": "meaning"}]}]}],
            }
        ],
    }
    before = Document(nodes=[embed, noted])
    after = from_markdown(to_markdown(before) + "\n\nMore.", before)
    assert after.nodes[:2] == [embed, noted]
    assert len(after.nodes) == 3


def test_keys_are_never_used_twice() -> None:
    before = Document(nodes=[{"type": "divider", "key": "same"}, {"type": "divider", "key": "same"}])
    after = from_markdown("---\n\n---\n\n---", before)
    assert len(set(keys(after))) == 3
    assert keys(after)[0] == "same"


def test_every_block_has_a_key_of_the_given_maker() -> None:
    numbers = itertools.count()
    document = from_markdown(PAGE, make_key=lambda: f"k{next(numbers)}")
    assert all(key.startswith("k") for key in keys(document))
    assert all(item["key"] and item["nodes"][0]["key"] for item in document.nodes[2]["nodes"])
    assert len({new_key() for _ in range(1000)}) == 1000
    assert all(len(new_key()) == 20 and new_key().isalnum() for _ in range(50))


def test_lines_carry_the_key_of_their_top_level_block() -> None:
    document = from_markdown(PAGE)
    lines = to_lines(document)
    of_list = [line for line, key in lines if key == keys(document)[2]]
    assert of_list == ["- read the raw body", "- compute the digest"]
    assert [key for line, key in lines if not line] == [None] * 4
    assert "\n".join(line for line, _ in lines) == PAGE


@given(st.lists(st.sampled_from("abcd"), max_size=25), st.lists(st.sampled_from("abcd"), max_size=25))
def test_common_is_a_longest_common_subsequence(old: list[str], new: list[str]) -> None:
    pairs = common(old, new)
    assert all(old[before] == new[after] for before, after in pairs)
    assert all(left[0] < right[0] and left[1] < right[1] for left, right in itertools.pairwise(pairs))
    table = [[0] * (len(new) + 1) for _ in range(len(old) + 1)]
    for row, column in itertools.product(range(len(old)), range(len(new))):
        longer = max(table[row][column + 1], table[row + 1][column])
        table[row + 1][column + 1] = table[row][column] + 1 if old[row] == new[column] else longer
    assert len(pairs) == table[-1][-1]


def test_a_long_page_that_changed_all_over_is_matched_in_time() -> None:
    paragraphs = [f"Paragraph {at} tells of thing {at * 7 % 101} and more." for at in range(1500)]
    before = from_markdown("\n\n".join(paragraphs))
    edited = [text + " Changed." if at % 3 == 0 else text for at, text in enumerate(paragraphs)]
    started = time.process_time()
    after = from_markdown("\n\n".join(edited), before)
    assert time.process_time() - started < 8
    assert keys(after) == keys(before)
