"""Pictures of the three forms of a comparison at three sizes and in two themes."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from textual.app import App, ComposeResult

from docdeck.deck.painters.diff import SourceForm
from docdeck.deck.painters.forms import Form
from docdeck.deck.painters.page_head import page_head
from docdeck.deck.painters.rendered import Note, Reading, RenderedSource
from docdeck.deck.painters.side_by_side import SideBySideSource
from docdeck.deck.widgets.line_view import LineView
from docdeck.models.rich_text import from_markdown, to_lines
from docdeck.workspace.block_diff import compare_blocks
from docdeck.workspace.block_reader import blocks_of
from docdeck.workspace.diff import page_diff_of
from docdeck.workspace.page_comparisons import PageComparison

BEFORE = """# Verify signatures

Each delivery carries a **SHA-1** signature in the header `X-Signature`.

1. Read the raw body.
2. Compute the HMAC.

{% hint style="warning" %}
Never log the secret.
{% endhint %}

```python title="check.py"
import hashlib

def genuine(body, header):
    return hashlib.sha1(body) == header
```

| Symptom | Cause |
| --- | --- |
| never matches | the body was parsed first |
| matches locally | a proxy changes line ends |

This paragraph moves to the end of the page.

- Kept
- Old item

![How it flows](flow.png)

{% tabs %}
{% tab title="curl" %}
One way.
{% endtab %}
{% endtabs %}
"""
AFTER = (
    BEFORE.replace("**SHA-1**", "**SHA-256**")
    .replace("Read the raw body.", "Read the raw body before any parser touches it.")
    .replace("hashlib.sha1", "hashlib.sha256")
    .replace("a proxy changes line ends", "a proxy decompresses the body")
    .replace("This paragraph moves to the end of the page.\n\n", "")
    .replace("- Old item\n", "- Old item\n- New item\n")
    + "\nThis paragraph moves to the end of the page.\n"
)
WIDE = 100


def made(form: str) -> Form:
    old = from_markdown(BEFORE)
    new = from_markdown(AFTER, previous=old)
    if form == "source":
        diff = page_diff_of("p", "Verify", to_lines(old), to_lines(new), base="r1", head="r2", note="")
        return SourceForm(diff, ("moved from Guides to Reference",), {})
    changes = compare_blocks(blocks_of(old), blocks_of(new))
    facts = (("title", "Verify", "Verify signatures"), ("slug", "verify", "verify-signatures"))
    found = PageComparison("p", "Verify signatures", changes, "r1", "r2", facts=facts)
    reading = Reading(found, page_head(found, None), {2: (Note("●", "Sam Ode: Is it case-insensitive?"),)})
    return SideBySideSource(reading) if form == "side by side" else RenderedSource(reading)


class Picture(App[None]):
    """One view with a form in it."""

    def __init__(self, form: str, theme: str) -> None:
        super().__init__()
        self.form_name, self.theme_name = form, theme

    def compose(self) -> ComposeResult:
        yield LineView(made(self.form_name))

    def on_mount(self) -> None:
        self.theme = self.theme_name
        self.query_one(LineView).focus()


@pytest.mark.parametrize("theme", ["textual-dark", "textual-light"])
@pytest.mark.parametrize("size", [(80, 24), (120, 40), (200, 50)])
@pytest.mark.parametrize("form", ["rendered", "side by side", "source"])
def test_a_form_looks_as_it_did(
    form: str, size: tuple[int, int], theme: str, snap_compare: Callable[..., bool]
) -> None:
    if form == "side by side" and size[0] < WIDE:
        form = "rendered"  # that is what is shown where two versions have no room
    assert snap_compare(Picture(form, theme), terminal_size=size)
