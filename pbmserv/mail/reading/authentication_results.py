"""Authentication-Results of our own mail server (RFC 8601).

Anybody can write such a field. Ours are above the first Received field, where the sender cannot have written (RFC
8601, 5 and 7.1).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import takewhile

from pbmserv.mail.reading.charsets import one_line
from pbmserv.mail.reading.headers import Fields, without_comments

MAX_FIELD = 10_000
"""The number of characters read; our mail server's fields are shorter."""

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
    """A method's result: `dkim`, `pass`, and about what, as in `{"header.d": "example.org"}`."""

    method: str
    result: str
    properties: dict[str, str] = field(default_factory=dict)


def results_in(fields: Fields) -> tuple[str, ...]:
    """Our mail server's Authentication-Results, undecoded, from top to bottom.

    Encoded words in an address must not become a result. Fields below the first Received may have come with the
    message.
    """
    return tuple(map(one_line, fields.raw_above("authentication-results", "received")))


def is_proven(fields: Sequence[str], authserv_id: str, sender: str | None) -> bool:
    """Whether our mail server has verified the domain of `sender`, the address in From.

    `fields` are from `results_in`; `authserv_id` is our mail server's name in them, empty if it writes none. DMARC
    has to pass for each domain reported; without it, DKIM or SPF for that domain or a parent. Never raises.
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
    """Of two fields about one method the upper one counts, which was written last."""
    told: set[str] = set()
    for findings in fields:
        yield from (finding for finding in findings if finding.method not in told)
        told |= {finding.method for finding in findings}


def _name(value: str) -> str:
    words = without_comments(value[:MAX_FIELD]).partition(";")[0].split()
    return _unquoted(words[0]).lower() if words else ""


def _is_about(domain: str, finding: Finding, *names: str) -> bool:
    """Whether the checked domain, from the first of the named properties, is this one or a parent.

    A subdomain is not enough: `somebody.github.io` says nothing about `github.io`.
    """
    about = next((finding.properties[name] for name in names if name in finding.properties), "")
    found = _domain_of(about)
    return bool(found) and (found == domain or ("." in found and domain.endswith(f".{found}")))


def _domain_of(value: str) -> str:
    """The domain of a value or address, or an empty text.

    The sender chooses a quoted local part, which may contain another `@`.
    """
    domain = _QUOTED_TEXT.sub('""', value).rpartition("@")[2]
    return domain.lower().rstrip(".") if _DOMAIN.fullmatch(domain) else ""


def _unquoted(text: str) -> str:
    return re.sub(r"\\(.)", r"\1", text[1:-1]) if _QUOTED_TEXT.fullmatch(text) and "@" not in text else text
