"""Text inside PGP, S/MIME or winmail.dat. Bounded; never raises.

Signatures are not checked, and encrypted content stays so.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Iterator

from pbmserv.mail.reading.charsets import decode

PKCS7 = frozenset({"application/pkcs7-mime", "application/x-pkcs7-mime"})
TNEF = frozenset({"application/ms-tnef", "application/vnd.ms-tnef"})

ENCRYPTED = "Your letter is encrypted, and this server cannot read it. Send it once more without encryption."
ONLY_IN_WINMAIL = (
    "What you wrote came as a file winmail.dat, which this server cannot read. Set your mail program to send plain"
    " text or HTML (in Outlook: not Rich Text), and send it once more."
)

_SIGNED, _SIGNATURE = "-----BEGIN PGP SIGNED MESSAGE-----", "-----BEGIN PGP SIGNATURE-----"
_BLOCK = re.compile(r"-----BEGIN PGP (?:SIGNATURE|MESSAGE|PUBLIC KEY BLOCK)-----")
_ENCRYPTED_BLOCK = "-----BEGIN PGP MESSAGE-----"
_ARMOUR_HEADER = re.compile(r"(?:Hash|Charset|Comment|Version|NotDashEscaped|SaltedHash):")


def without_armour(text: str) -> tuple[str, bool]:
    """Remove PGP's armour; also return whether some of it is encrypted."""
    if "-----BEGIN PGP " not in text:
        return text, False
    kept: list[str] = []
    is_signed = in_block = in_head = is_encrypted = False
    for line in text.split("\n"):
        bare = line.rstrip()
        if in_block:
            in_block = not bare.startswith("-----END PGP ")
        elif bare == _SIGNED:
            is_signed = in_head = True
        elif _BLOCK.fullmatch(bare):
            in_block, is_signed = True, is_signed and bare != _SIGNATURE
            is_encrypted = is_encrypted or bare == _ENCRYPTED_BLOCK
        elif in_head and (not bare or _ARMOUR_HEADER.match(bare)):
            in_head = bool(bare)
        else:
            in_head = False
            kept.append(line.removeprefix("- ") if is_signed else line)
    return "\n".join(kept), is_encrypted


def content_of_pkcs7(data: bytes) -> bytes | None:
    """The message in a signed S/MIME container; None if encrypted or unreadable."""
    # Imported for those few who sign like that.
    from asn1crypto.cms import ContentInfo  # type: ignore[import-untyped]

    try:
        info = ContentInfo.load(data)
        if info["content_type"].native != "signed_data":
            return None
        content = info["content"]["encap_content_info"]["content"].native
    except (ValueError, TypeError, KeyError, AttributeError, IndexError, RecursionError):  # anything may be in there
        return None
    return content if isinstance(content, bytes) else None


_TNEF_SIGNATURE = b"\x78\x9f\x3e\x22"
_MOST_ATTRIBUTES = 500
_MESSAGE = 1
_BODY, _PROPERTIES, _CODEPAGE = 0x800C, 0x9003, 0x9007
_PLAIN_BODY, _HTML_BODY = 0x1000, 0x1013
_STRING, _WIDE_STRING, _BINARY, _OBJECT, _SEVERAL = 0x1E, 0x1F, 0x102, 0x0D, 0x1000
_SIZES = {0x02: 4, 0x03: 4, 0x04: 4, 0x05: 8, 0x06: 8, 0x07: 8, 0x0A: 4, 0x0B: 4, 0x14: 8, 0x40: 8, 0x48: 16}


def text_of_tnef(data: bytes) -> tuple[str, bool]:
    """The text in a winmail.dat ([MS-OXTNEF]) and whether it is HTML; empty for RTF only."""
    found: dict[str, tuple[str, bool]] = {}
    codepage = "windows-1252"
    try:
        for kind, content in _attributes(data):
            if kind == _CODEPAGE and len(content) >= 4:
                codepage = f"cp{int.from_bytes(content[:4], 'little')}"
            elif kind == _BODY:
                found["body"] = (decode(content.partition(b"\0")[0], codepage), False)
            elif kind == _PROPERTIES:
                found |= _bodies_in(content, codepage)
    except struct.error:
        # It is cut somewhere: what came before counts.
        pass
    return found.get("plain") or found.get("body") or found.get("html") or ("", False)


def _attributes(data: bytes) -> Iterator[tuple[int, bytes]]:
    place = 6 if data.startswith(_TNEF_SIGNATURE) else len(data)
    for _ in range(_MOST_ATTRIBUTES):
        if place + 9 > len(data):
            return
        level, kind, length = struct.unpack_from("<BII", data, place)
        if level == _MESSAGE:
            yield kind & 0xFFFF, data[place + 9 : place + 9 + length]
        place += 9 + length + 2


def _bodies_in(data: bytes, codepage: str) -> dict[str, tuple[str, bool]]:
    found: dict[str, tuple[str, bool]] = {}
    for number, kind, value in _properties(data):
        charset = "utf-16-le" if kind == _WIDE_STRING else codepage
        text = decode(value, charset).partition("\0")[0]
        if number == _PLAIN_BODY and kind in (_STRING, _WIDE_STRING):
            found["plain"] = (text, False)
        elif number == _HTML_BODY and kind in (_STRING, _WIDE_STRING, _BINARY):
            found["html"] = (text, True)
    return found


def _properties(data: bytes) -> Iterator[tuple[int, int, bytes]]:
    (count,) = struct.unpack_from("<I", data)
    place = 4
    for _ in range(min(count, _MOST_ATTRIBUTES)):
        kind, number = struct.unpack_from("<HH", data, place)
        place += 4
        if number >= 0x8000:
            (named_by, length) = struct.unpack_from("<II", data, place + 16)
            place += 24 + (_padded(length) if named_by else 0)
        base, is_several = kind & ~_SEVERAL, bool(kind & _SEVERAL)
        is_long = base in (_STRING, _WIDE_STRING, _BINARY, _OBJECT)
        values = 1
        if is_several or is_long:
            (values,) = struct.unpack_from("<I", data, place)
            place += 4
        if not is_long:
            if base not in _SIZES:
                return
            place += _SIZES[base] * values
            continue
        for which in range(min(values, _MOST_ATTRIBUTES)):
            (length,) = struct.unpack_from("<I", data, place)
            if which == 0:
                yield number, base, data[place + 4 : place + 4 + length]
            place += 4 + _padded(length)


def _padded(length: int) -> int:
    return (length + 3) // 4 * 4
