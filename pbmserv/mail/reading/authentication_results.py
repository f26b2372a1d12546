"""Whether a mail comes from the domain that it names in From, according to our own mail server (RFC 8601).

Anybody can write an Authentication-Results field. Ours are at the very top, above the first Received: our mail server
wrote that one when it took the message, so the sender cannot have written anything above it (RFC 8601, 5 and 7.1).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import takewhile

from pbmserv.mail.reading.charsets import one_line
from pbmserv.mail.reading.headers import Fields, without_comments

MAX_FIELD = 10_000
"""How many characters of a field are read. Our mail server writes none that are longer."""

_QUOTED = r'"(?:[^"\\]|\\.)*+"'
_QUOTED_TEXT = re.compile(_QUOTED)
_STATEMENTS = re.compile(rf"(?:{_QUOTED}|[^;\"])++")
# As the grammar has it, an address may begin with a quoted text: `"a b"@example.org` is one value.
_PAIR = rf"([A-Za-z0-9._/-]++)\s*+=\s*+((?:{_QUOTED}|[^\s\"])++)"
_PAIRS = re.compile(_PAIR)
_ALL_PAIRS = re.compile(rf"(?:\s*+{_PAIR})++\s*+")
_DOMAIN = re.compile(r"[^\s\"<>()\\,:;=@\[\]]++")


@dataclass(frozen=True)
class Finding:
    """What one method has found: `dkim`, `pass`, and about what, as in `{"header.d": "example.org"}`."""

    method: str
    result: str
    properties: dict[str, str] = field(default_factory=dict)


def results_in(fields: Fields) -> tuple[str, ...]:
    """The Authentication-Results of the mail server that handed the message over, from top to bottom, undecoded.

    What a sender has encoded in an address must not become a finding of its own. Fields below the first Received may
    have come with the message.
    """
    return tuple(map(one_line, fields.raw_above("authentication-results", "received")))


def is_proven(fields: Sequence[str], authserv_id: str, sender: str | None) -> bool:
    """Whether our mail server has found that a message comes from the domain of `sender`, the address in From.

    `fields` are the `results_in` the message; `authserv_id` is the name under which our mail server writes them,
    empty if it writes none. DMARC has to pass, and that for each domain it was asked about; if it says nothing, DKIM
    or SPF, for that domain or one above it. Raises nothing on any text.
    """
    domain = (sender or "").rpartition("@")[2].lower()
    if not authserv_id or not domain:
        return False
    ours = takewhile(lambda value: _name(value) == authserv_id.lower(), fields)
    findings = list(_first_of_each_method(map(findings_in, ours)))
    policy = [finding for finding in findings if finding.method == "dmarc" and finding.result in ("pass", "fail")]
    if policy:
        return all(each.result == "pass" and _is_about(domain, each, "header.from") for each in policy)
    return any(
        finding.result == "pass"
        and (
            (finding.method == "dkim" and _is_about(domain, finding, "header.d", "header.i"))
            or (finding.method == "spf" and _is_about(domain, finding, "smtp.mailfrom"))
        )
        for finding in findings
    )


def findings_in(value: str) -> list[Finding]:
    """What the value of one field says; nothing if it cannot be read with certainty."""
    text = without_comments(value[: MAX_FIELD + 1])
    if len(value) > MAX_FIELD or '"' in _QUOTED_TEXT.sub("", text):
        return []
    return [finding for statement in _STATEMENTS.findall(text)[1:] for finding in _finding(statement)]


def _finding(statement: str) -> Iterator[Finding]:
    pairs = [(name.lower(), _unquoted(value)) for name, value in _PAIRS.findall(statement)]
    if pairs:
        (method, result), *properties = pairs
        # Where anything else stands between the pairs, nobody can say what it was found about.
        about = dict(reversed(properties)) if _ALL_PAIRS.fullmatch(statement) else {}
        yield Finding(method.partition("/")[0], result.lower(), about)


def _first_of_each_method(fields: Iterable[list[Finding]]) -> Iterator[Finding]:
    """If two fields report on one method, the upper one is believed: it was written last."""
    told: set[str] = set()
    for findings in fields:
        yield from (finding for finding in findings if finding.method not in told)
        told |= {finding.method for finding in findings}


def _name(value: str) -> str:
    """The authserv-id; a version may follow it."""
    words = without_comments(value[:MAX_FIELD]).partition(";")[0].split()
    return _unquoted(words[0]).lower() if words else ""


def _is_about(domain: str, finding: Finding, *names: str) -> bool:
    """Whether the domain that was checked is this one, or one above it. The first of the named properties counts.

    One below it is not enough: `somebody.github.io` says nothing about `github.io`.
    """
    about = next((finding.properties[name] for name in names if name in finding.properties), "")
    found = _domain_of(about)
    return bool(found) and (found == domain or ("." in found and domain.endswith(f".{found}")))


def _domain_of(value: str) -> str:
    """The domain that a value is, or that an address in it has; empty for anything else.

    A sender chooses what stands in quotation marks before the `@`, be it with another `@` in it.
    """
    domain = _QUOTED_TEXT.sub('""', value).rpartition("@")[2]
    return domain.lower().rstrip(".") if _DOMAIN.fullmatch(domain) else ""


def _unquoted(text: str) -> str:
    """The value without quotation marks, unless it may be an address, of which they are a part."""
    return re.sub(r"\\(.)", r"\1", text[1:-1]) if _QUOTED_TEXT.fullmatch(text) and "@" not in text else text
