"""Lenient, bounded parsing of header fields. Never raises on any text.

The standard library's policies raise on some hostile mail.
"""

from __future__ import annotations

import binascii
import re
import unicodedata
from collections.abc import Iterable
from urllib.parse import unquote_to_bytes

from pbmserv.language.argument_types import checked_address
from pbmserv.mail.reading.charsets import decode, one_line

MAX_HEAD = 64 * 1024
MAX_FIELDS = 500
MAX_COMMAND = 4_000
MAX_PARAMETERS = 2_000


class Fields:
    """Header fields in order: lower-case names, raw values."""

    def __init__(self, pairs: Iterable[tuple[str, str]]) -> None:
        self._pairs = tuple(pairs)
        self._values: dict[str, list[str]] = {}
        for name, value in self._pairs:
            self._values.setdefault(name, []).append(value)

    def raw(self, name: str) -> list[str]:
        """Undecoded values of a field; bytes beyond ASCII are surrogates."""
        return self._values.get(name, [])

    def raw_above(self, name: str, below: str) -> list[str]:
        """Undecoded values of `name` above the first `below`; none without one."""
        found: list[str] = []
        for each, value in self._pairs:
            if each == below:
                return found
            if each == name:
                found.append(value)
        return []

    def texts(self, name: str) -> list[str]:
        return [decoded(value) for value in self.raw(name)]

    def text(self, name: str) -> str | None:
        values = self.raw(name)
        return decoded(values[0]) if values else None

    def names(self) -> list[str]:
        return list(self._values)

    def parameters(self, name: str) -> tuple[str, dict[str, str]]:
        """Value and parameters, as of Content-Type: `("text/plain", {"charset": "utf-8"})`."""
        values = self.raw(name)
        return _parameters(values[0]) if values else ("", {})


_FIELD = re.compile(r"([!-9;-~]++)[ \t]*+:")


def with_plain_line_ends(raw: bytes) -> bytes:
    r"""The message with `\n` line ends. Raises TypeError if not bytes."""
    if not isinstance(raw, bytes):
        raise TypeError(f"a message is bytes, not {type(raw).__name__}")
    return raw.replace(b"\r\n", b"\n").replace(b"\r", b"\n")


def split_head(raw: bytes, limit: int = MAX_HEAD) -> tuple[Fields, bytes]:
    r"""Split a message with `\n` line ends into fields and body.

    As in mail servers, a line that cannot be a field begins the body. Fields beyond the limit are not read.
    """
    head, _, body = (b"", b"", raw[1:]) if raw.startswith(b"\n") else raw.partition(b"\n\n")
    lines = head[:limit].decode("ascii", "surrogateescape").split("\n")
    found: list[tuple[str, list[str]]] = []
    for number, line in enumerate(lines):
        if line.startswith((" ", "\t")) and found:
            found[-1][1].append(line)
        elif field := _FIELD.match(line):
            if len(found) == MAX_FIELDS:
                break
            found.append((field[1].lower(), [line[field.end() :]]))
        elif line and not (number == 0 and line.startswith("From ")):
            body = "\n".join(lines[number:]).encode("ascii", "surrogateescape") + b"\n\n" + body
            break
    return Fields((name, " ".join(pieces)) for name, pieces in found), body


# RFC 2047, but more lenient: blanks inside, any length. Possessive, so that nothing is scanned twice.
_ENCODED_WORD = re.compile(r"=\?([^?\s]{1,80})\?([BbQq])\?([^?]*+)\?=")


def decoded(value: str) -> str:
    """Decode encoded words and raw bytes, on one line."""
    if value.isascii() and "=?" not in value and "\x1b" not in value:
        return one_line(value)
    return one_line("".join(decode(data, charset) for data, charset in _runs(value)))


def _runs(value: str) -> list[tuple[bytes, str]]:
    """The bytes of a field with their charsets; encoded words that split a character are joined."""
    runs: list[tuple[bytes, str]] = []
    end = 0
    after_word = False
    for word in _ENCODED_WORD.finditer(value):
        content = _content_of_word(word[2], word[3])
        if content is None:
            continue
        between = value[end : word.start()]
        if between and not (after_word and between.isspace()):
            runs.append((_as_bytes(between), ""))
        charset = word[1].partition("*")[0]  # RFC 2231 lets a language follow
        if after_word and runs and runs[-1][1].lower() == charset.lower():
            content = runs.pop()[0] + content
        runs.append((content, charset))
        end, after_word = word.end(), True
    return [*runs, (_as_bytes(value[end:]), "")]


def _content_of_word(encoding: str, text: str) -> bytes | None:
    data = _as_bytes(text)
    if encoding in "Qq":
        return binascii.a2b_qp(data, header=True)
    try:
        return binascii.a2b_base64(data + b"==")
    except binascii.Error:
        return None


def _as_bytes(value: str) -> bytes:
    return value.encode("utf_8", "surrogateescape")


# What mail programs write before the Subject of an answer, and of what they pass on, in their languages.
_ANSWERED = (
    "re|r|aw|antw|antwort|sv|svar|vs|vl|odp|odg|odpověď|rép?|réf|ref|rif|ri|resp?|ynt|yan|bls|bal|balas|atb|ats|vá|válasz|"
    "răsp|tl|trả lời|na|απ|σχετ|ответ|отв|на|відп|вiдп|отг|одг|השב|תגובה|רד|رد|پاسخ|"
    "回复|回復|回覆|答复|答覆|回信|返信|회신|답장|ตอบ|ตอบกลับ"
)
_PASSED_ON = (
    "fwd?|fw|wg|i|vb|tr|enc|rv|ilt|i̇lt|pd|dal|doorst|fs|videres|přeposl|továbbítás|tov|"
    "prosl|proslj|pers|pārs|trs|ct|chuyển tiếp|πρθ|пер|пересл|прпр|"
    "переслано|הועבר|إعادة توجيه|转发|轉寄|转寄|轉發|転送|전달|ส่งต่อ"
)
# What mail servers and gateways write before both.
_MARKS = r"(?:e?xt(?:ern(?:al|e[rs]?)?)?|spam|junk|bulk|caution|warning|achtung|safe|suspected spam|possible spam)\??"
_PREFIXES = re.compile(
    rf"(?:(?P<answered>(?:{_ANSWERED}|{_PASSED_ON})\.?\s?(?:\[\d{{1,3}}\]|\(\d{{1,3}}\)|[*^]?\d{{1,3}})?\s?[:：])"
    r"|\[[^\[\]]{0,80}\]|【[^【】]{0,80}】|\{[^{}]{0,80}\}|\*{2,10}[^*]{1,40}\*{2,10}:?"
    rf"|[(<]{_MARKS}(?:\s[\w-]{{1,12}}){{0,2}}[)>]:?|{_MARKS}(?:\s[\w-]{{1,12}}){{0,2}}\s?[:.!]+)\s*",
    re.IGNORECASE,
)
_NO_SUBJECT = {"no subject", "kein betreff", "ohne betreff", "sans objet", "aucun objet", "pas de sujet", "без темы"}
_PLAIN = str.maketrans(
    # Letters, digits and signs as wide as Chinese and Japanese characters; dashes and quotes among them are below.
    {chr(code + 0xFEE0): chr(code) for code in range(0x21, 0x7F)}
    | dict.fromkeys("“”„‟«»″〝〞＂", '"')
    | dict.fromkeys("‘’‚‛‹›′´＇", "'")
    | dict.fromkeys("‐‑‒–−﹣－", "-")
    # Phones and word processors turn two hyphens into one of these.
    | dict.fromkeys("—―", "--")
    | {"…": "...", "。": ".", "｡": ".", "、": ","}
)


def plain_command(text: str) -> str:
    """A command on one line with plain quotes, dashes, full-width characters and digits.

    Text longer than any command is cut and marked.
    """
    plain = unicodedata.normalize("NFC", one_line(text[:MAX_COMMAND]).translate(_PLAIN))
    if not plain.isascii():
        plain = "".join(str(unicodedata.decimal(each, each)) for each in plain)
    return f"{plain} ..." if len(text) > MAX_COMMAND else plain


def subject_of(fields: Fields) -> tuple[str, bool]:
    """The Subject as a command, and whether it began with `Re:`, `AW:` or the like.

    Such prefixes, `[tags]` and marks like `***SPAM***` are removed.
    """
    text, start, is_answer = _subject_in(fields), 0, False
    while prefix := _PREFIXES.match(text, start):
        is_answer = is_answer or prefix["answered"] is not None
        start = prefix.end()
    text = text[start:]
    return "" if text.strip("()<> ").casefold() in _NO_SUBJECT else plain_command(text), is_answer


def _subject_in(fields: Fields) -> str:
    """The Subject; in plain bytes that are no UTF-8 it is in the charset of the body, as old programs write it."""
    raw = next(iter(fields.raw("subject")), "")
    if raw.isascii():
        return decoded(raw)
    data = _as_bytes(raw)
    try:
        data.decode("utf_8")
    except UnicodeError:
        return one_line(decode(data, fields.parameters("content-type")[1].get("charset")))
    return decoded(raw)


# Name, number of the piece and mark of an encoded one (RFC 2231), value.
_PARAMETER = re.compile(r';\s*+([^\s;=*"]++)(?:\*(\d{1,3}))?(\*)?\s*+=\s*+("(?:[^"\\]|\\.)*+"|[^;]*+)')


def _parameters(value: str) -> tuple[str, dict[str, str]]:
    # The standard library takes quadratic time for this, and raises on pieces that contradict each other.
    content, semicolon, rest = decode(_as_bytes(value[:MAX_PARAMETERS])).partition(";")
    found: dict[str, str] = {}
    pieces: dict[str, dict[int, tuple[str, bool]]] = {}
    for name, number, mark, given in _PARAMETER.findall(semicolon + rest):
        text = re.sub(r"\\(.)", r"\1", given[1:-1]) if given.startswith('"') and len(given) > 1 else given.strip()
        if number or mark:
            pieces.setdefault(name.lower(), {}).setdefault(int(number or 0), (text, bool(mark)))
        else:
            found.setdefault(name.lower(), decoded(text))
    return one_line(content).lower(), found | {name: _joined(numbered) for name, numbered in pieces.items()}


def _joined(pieces: dict[int, tuple[str, bool]]) -> str:
    charset, data = "", b""
    for text, is_encoded in (pieces[number] for number in sorted(pieces)):
        if is_encoded and not data and text.count("'") >= 2:
            charset, _, text = text.split("'", 2)
        data += unquote_to_bytes(text) if is_encoded else text.encode()
    return one_line(decode(data, charset))


def sender_of(fields: Fields) -> str | None:
    """The address in From, even if repeated; None for two different ones."""
    values = fields.raw("from")
    if not values or sum(map(len, values)) > MAX_PARAMETERS:
        return None
    named = [each for value in values for each in _mailboxes(decode(_as_bytes(value))) if "@" in each]
    addresses = {checked_address(_LIKE_AN_ADDRESS.sub(r"\1", each.strip())) for each in named}
    return addresses.pop() if len(addresses) == 1 and len(values) <= len(named) else None


_LIKE_AN_ADDRESS = re.compile(r"\A(?:mailto:)?'?([^'].*?)'?\.?\Z", re.IGNORECASE)
"""What some programs write around an address."""


def _mailboxes(value: str) -> list[str]:
    """The addresses in a list: in angle brackets, or alone.

    None for unpaired angle brackets, which programs read differently.
    """
    found: list[str] = []
    bare = ""
    angle: str | None = None
    for piece in _PIECES.findall(without_comments(value)):
        if piece == "<" or (">" in piece and piece[0] not in '<"'):
            return []
        if piece in ",;":
            found.append(bare if angle is None else angle)
            bare, angle = "", None
        elif piece.startswith("<"):
            if angle is not None:
                found.append(angle)
            angle = piece.strip("<>")
        else:
            bare += piece
    return [*found, bare if angle is None else angle]


_PIECES = re.compile(r'"(?:[^"\\]|\\.)*+"|<[^<>]*+>|[,;]|[^",;<]++|["<]')


def without_comments(value: str) -> str:
    """Remove comments in nested parentheses outside quotation marks."""
    kept: list[str] = []
    depth = 0
    for piece in re.findall(r'"(?:[^"\\]|\\.)*+"|\\.|[()]|[^"\\()]++|["\\]', value):
        if piece == "(":
            depth += 1
        elif piece == ")":
            depth = max(depth - 1, 0)
        elif not depth:
            kept.append(piece)
    return "".join(kept)


_MESSAGE_ID = re.compile(r"<[!-;=?-~]{3,500}+>")


def message_id_of(fields: Fields) -> str | None:
    found = _MESSAGE_ID.findall(fields.text("message-id") or "")
    return next((each for each in found if "@" in each[2:-2]), None)
