"""Decoding of any charset, and removal of deceptive characters. Never raises.

What the declared charset cannot decode is read as UTF-8, Windows-1252 or Latin-1. Japanese and Korean escape
sequences are recognised.
"""

from __future__ import annotations

import re
from encodings import normalize_encoding
from encodings.aliases import aliases

# Names that mail programs use and Python does not know.
_FURTHER_NAMES = {
    "cp874": "cp874",
    "iso_8859_6_i": "iso8859_6",
    "iso_8859_8_e": "iso8859_8",
    "iso_8859_8_i": "iso8859_8",
    "koi8_ru": "koi8_u",
    "koi8_u": "koi8_u",
    "unicode_1_1_utf_7": "utf_7",
    "utf8mb4": "utf_8",
    "utf_8_sig": "utf_8_sig",
    "windows_31j": "cp932",
    "windows_874": "cp874",
    "windows_949": "cp949",
    "windows_950": "cp950",
}

# Whoever names the first of each pair means the second, which has more characters.
_MEANT = {
    "euc_kr": "cp949",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "iso8859_9": "cp1254",
    "latin_1": "cp1252",
    "shift_jis": "cp932",
    "tis_620": "cp874",
}

# Python's table also has codecs that are not charsets.
_TRANSFORMATIONS = ("base64_codec", "bz2_codec", "hex_codec", "quopri_codec", "rot_13", "uu_codec", "zlib_codec")

_WIDE = frozenset({"utf_16", "utf_16_be", "utf_16_le", "utf_32", "utf_32_be", "utf_32_le"})
_WITHOUT_SHIFTS = frozenset({"ascii", "utf_8", "cp1252"})

# Only what is in this table is ever looked up, never a name from a mail: Python remembers for ever each name that it
# was asked for in vain, and it knows idna, punycode and unicode_escape, which are slow or dangerous.
_CODECS = {
    name: _MEANT.get(codec, codec)
    for name, codec in [*((codec, codec) for codec in aliases.values()), *aliases.items(), *_FURTHER_NAMES.items()]
    if codec not in _TRANSFORMATIONS
}

_LINE_ENDS = re.compile("\r\n?|[\v\f\x85\u2028\u2029]")
# Controls, soft hyphen, marks and overrides of writing direction, zero width, tags, halves of surrogates. The two
# joiners U+200C and U+200D stay: Persian and emoji need them.
_DECEPTIVE = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u034f\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff"
    "\ufff9-\ufffb\ufffe\uffff\ud800-\udfff\U000e0000-\U000e007f]"
)
_JOINERS = re.compile("[\u200c\u200d]")
_BLANKS = re.compile(r"[\s\u2800\u3164]+")


def decode(data: bytes, charset: str | None = None) -> str:
    """Decode bytes, whatever their claimed charset."""
    codec = _codec(charset)
    for attempt in (_codec_by_shifts(data, codec), codec, "utf_8"):
        try:
            if attempt is not None and _may_be(data, attempt):
                return data.decode(attempt)
        except (UnicodeError, LookupError):
            continue
    return _damaged_utf_8(data) or _western(data)


def _codec_by_shifts(data: bytes, codec: str) -> str | None:
    """The charset of text with Japanese or Korean escape sequences; None if it is declared."""
    if codec not in _WITHOUT_SHIFTS or b"\x1b$" not in data:
        return None
    return "iso2022_kr" if b"\x1b$)C" in data else "iso2022_jp_ext"


def _may_be(data: bytes, codec: str) -> bool:
    """Whether text with two or four bytes a character is plausible; any bytes can be read so."""
    return codec not in _WIDE or b"\0" in data or data.startswith((b"\xff\xfe", b"\xfe\xff"))


def _damaged_utf_8(data: bytes) -> str:
    text = data.decode("utf_8", "ignore")
    return "" if text.isascii() else data.decode("utf_8", "replace")


def _western(data: bytes) -> str:
    try:
        return data.decode("cp1252")
    except UnicodeError:
        return data.decode("latin_1")


def readable(text: str) -> str:
    """Normalise line ends and remove invisible characters."""
    return _DECEPTIVE.sub("", _LINE_ENDS.sub("\n", text))


def one_line(text: str) -> str:
    """Collapse whitespace to single blanks on one line and remove invisible characters."""
    if text.isascii() and text.isprintable():
        return " ".join(text.split())
    return _JOINERS.sub("", _DECEPTIVE.sub("", _BLANKS.sub(" ", text))).strip()


def _codec(charset: str | None) -> str:
    name = (charset or "").strip(" '\"")
    if not name.isascii() or len(name) > 40:
        return "ascii"
    normal = normalize_encoding(name).lower().removeprefix("x_")
    return _CODECS.get(normal) or _CODECS.get(normal.replace("cp_", "cp"), "ascii")
