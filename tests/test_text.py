"""The door for text from outside: what acts is made visible, what people write stays as it is."""

from __future__ import annotations

import sys
import time
import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from docdeck.text import COMBINING_LIMIT, REPLACEMENT, hidden_characters, safe, safe_line

CONTROL = [
    "A\x1b]52;c;UFdORUQ=\x1b\\B",
    "\x1b]8;;https://evil/\x1b\\B\x1b]8;;\x1b\\",
    "\x1b]0;PWN\x1b\\",
    "\x1b[2J\x1b[H",
    "\x1b[6n",
    "\x1b[?1049l",
    "\x1b[?2026h",
    "\x1b[?1003l",
    "\x1bc",
    '\x1bP$q"p\x1b\\',
    "nice \x1b[>q\x1b[4$p",
    "\x1b[c\x1b[>c\x1b[=c\x1b[18t\x1b[21t",
    "\x1b]11;?\x1b\\",
    "\x9b2J",
    "\x9d52;c;..\x9c",
    *(
        f"a{sign}b"
        for sign in "\x07\x08\r\x0b\x0c\x0e\x05\x00\x7f\x18\x85\u2028\u202e\u2067\u200b\ufeff\U000e0041\xad\u061c"
    ),
    "Z" + "\u0301" * 400,
    "\ud800",
    "a\udfffb",
]  # fmt: skip
MARKUP = [
    "A[bold]B[/bold]C",
    "A[/]B",
    "A[bold",
    "see [1] and [x] [ ] list[int]",
    "[a-z]+ [^/]* [/path/to]",
    "A[$nope]B[/]",
    "A[@click=app.pwn]B[/]C",
    'A[link="file:///etc/passwd"]B[/link]C',
    '{"a": ["b", {"c": [1,2]}], "d": "[/x]"}',
    "A\\[bold]B\\",
    "[a='b]c",
    ":smiley:",
]
WRITING = {
    "latin": "Zażółć gęślą jaźń, naïve façade, Việt Nam, e\u0301",
    "greek": "Καλημέρα κόσμε, ἀρχή",
    "cyrillic": "Съешь же ещё этих мягких французских булок",
    "hebrew": "שָׁלוֹם עוֹלָם",
    "arabic": "السَّلَامُ عَلَيْكُمْ ١٢٣",
    "persian": "می\u200cخواهم کتاب\u200cها",
    "devanagari": "नमस्ते, क्\u200dष, र्\u200cक",
    "bengali": "বাংলা ক্\u200cষ",
    "tamil": "வணக்கம் உலகம்",
    "malayalam": "മലയാളം ന്\u200d മ",
    "sinhala": "ශ්\u200dරී ලංකා",
    "thai": "สวัสดีชาวโลก ที่นี่",
    "khmer": "ជំរាបសួរ",
    "tibetan": "བཀྲ་ཤིས་བདེ་ལེགས།",
    "georgian": "გამარჯობა",
    "chinese": "你好，世界。",
    "japanese": "こんにちは、が\u3099 カ\u309a",
    "korean": "안녕하세요 세계",
    "ethiopic": "ሰላም ልዑል",
}
EMOJI = [
    "👨\u200d👩\u200d👧\u200d👦",
    "🧑🏽\u200d🚀",
    "🏳\ufe0f\u200d🌈",
    "🏴\u200d☠\ufe0f",
    "🇩🇪🇫🇷",
    "❤\ufe0f\u200d🔥",
    "👩\u200d❤\ufe0f\u200d💋\u200d👨",
    "🙋🏿\u200d♀\ufe0f",
    "🧑\u200d⚖\ufe0f",
    "🐈\u200d⬛",
    "🙂\u200d↔\ufe0f",
    "1\ufe0f\u20e3",
    "☀\ufe0f",
]
INVISIBLE = (
    "\u034f\u061c\u115f\u1160\u17b4\u180b\u180e\u200b\u200e\u200f\u202a\u202e"
    "\u2060\u2066\u2069\u206f\u3164\ufe00\ufeff\uffa0\ufff9"
)

SIGNS = "\x1b\x9b\r\n\t\u200c\u200d\u0301\u094d\ufe0f❤👩\ud800"


def acts(sign: str) -> bool:
    """Whether this one character does something to a terminal or to the reading order, by its category."""
    category = unicodedata.category(sign)
    return (category in ("Cc", "Cs") and sign not in "\n\t") or sign in INVISIBLE or category in ("Zl", "Zp")


@pytest.mark.parametrize("payload", CONTROL, ids=ascii)
def test_no_control_character_survives(payload: str) -> None:
    for shown in (safe(payload), safe_line(payload)):
        assert not [sign for sign in shown if acts(sign)]
        assert "\x1b" not in shown
        shown.encode("utf-8")
    assert "\n" not in safe_line(payload)
    assert safe(payload) != payload


@pytest.mark.parametrize("payload", CONTROL, ids=ascii)
def test_what_was_hidden_is_made_visible_not_dropped(payload: str) -> None:
    shown = safe(payload)
    assert any(sign == REPLACEMENT or 0x2400 <= ord(sign) <= 0x2421 or sign == "\n" for sign in shown)


@pytest.mark.parametrize("text", MARKUP)
def test_markup_is_text_like_any_other(text: str) -> None:
    assert safe(text) == text
    assert safe_line(text) == text


@pytest.mark.parametrize("text", WRITING.values(), ids=WRITING.keys())
def test_ordinary_writing_is_unchanged(text: str) -> None:
    assert safe(text) == text
    assert safe_line(text) == text
    assert hidden_characters(text) == 0


@pytest.mark.parametrize("text", EMOJI, ids=ascii)
def test_emoji_families_are_unchanged(text: str) -> None:
    assert safe(f"a {text} b") == f"a {text} b"


@pytest.mark.parametrize(
    "mark", ["\u0301", "\u0489", "\u0e34", "\u064b", "\u20dd", "\u0901", "\ufe0f", "\u0f71", "\u093e"]
)
def test_towers_of_marks_are_cut(mark: str) -> None:
    assert safe("Z" + mark * 400 + "!") == "Z" + mark * COMBINING_LIMIT + REPLACEMENT + "!"
    assert safe("Z" + mark * COMBINING_LIMIT) == "Z" + mark * COMBINING_LIMIT


def test_joiners_that_join_nothing_are_marked() -> None:
    assert safe("a\u200d b") == f"a{REPLACEMENT} b"
    assert safe("\u200cab\u200d") == f"{REPLACEMENT}ab{REPLACEMENT}"
    assert safe("a\u200d\u200db") == f"a{REPLACEMENT}{REPLACEMENT}b"
    assert safe("क" + "\u094d\u200d" * 50 + "क").count("\u200d") == 1


def test_lines_and_tabs() -> None:
    assert safe("a\r\nb\tc\n") == "a\nb\tc\n"
    assert safe("a\rb") == "a\u240db"
    assert safe("a\u2028b\u2029c\x85d") == "a\nb\nc\nd"
    assert safe_line("a\r\n\tb\u2028c") == "a b c"
    assert safe(None) == safe("") == safe_line(None) == safe_line("") == ""
    assert safe_line("\n") == " "


def test_the_count_of_what_was_hidden() -> None:
    assert hidden_characters("plain") == 0
    assert hidden_characters("a\x1b[31mb\u202ec") == 2
    assert hidden_characters("a\r\nb") == 0


def test_every_character_there_is_comes_out_harmless() -> None:
    for code in range(sys.maxunicode + 1):
        shown = safe(chr(code))
        assert not any(acts(sign) for sign in shown), hex(code)


@settings(max_examples=400, deadline=None)
@given(
    st.text(
        st.characters() | st.sampled_from(INVISIBLE + "\x1b\x9b\r\n\t\u200c\u200d\u0301\u094d\ufe0f❤👩\ud800"),
        max_size=60,
    )
)
def test_any_text_is_safe_and_stays_so(text: str) -> None:
    for door in (safe, safe_line):
        shown = door(text)
        assert not [sign for sign in shown if acts(sign)]
        assert door(shown) == shown


@settings(max_examples=200, deadline=None)
@given(
    st.lists(
        st.sampled_from(["\u094d", "\u0301", "\u200d", "\u200c", "\ufe0f", "क", "a", "❤", "\x1b"]), max_size=40
    ).map("".join)
)
def test_marks_and_joiners_in_any_order_settle(text: str) -> None:
    shown = safe(text)
    assert safe(shown) == shown
    towers = "".join("m" if unicodedata.category(sign)[0] == "M" else " " for sign in shown).split()
    assert all(len(tower) <= COMBINING_LIMIT for tower in towers)


@pytest.mark.parametrize(
    "text", ["Clean text, 漢字. " * 60_000, "a\x1b[2J\u202eb\u200d" * 100_000, "Z" + "\u0301" * 1_000_000]
)
def test_a_megabyte_is_quick(text: str) -> None:
    started = time.process_time()
    safe_line(text)
    assert time.process_time() - started < 2
