"""What is drawn by chance, masked, so that texts can be compared that were written with other codes and tokens."""

from __future__ import annotations

import re

_MASKS = (
    (re.compile(r"(?<![a-z0-9])(?:[a-z2-7]{26}|[a-z2-7]{40}|[a-z2-7]{48})(?![a-z0-9])"), "<token>"),
    (re.compile(r"((?:\+|%2[Bb])c-)[a-z2-9]{17}(?=[2-9]?(?:@|%40))"), r"\1<code>"),
    (
        re.compile(r"((?:confirm|invitation|change(?: |%20)password(?: |%20)[a-z0-9-]+)(?: |%20))[a-z2-9]{17}\b"),
        r"\1<code>",
    ),
    (re.compile(r"(?:(?<![a-z0-9])|(?<=%20))(?=[a-z]*[0-9])[a-z2-9]{17}(?![a-z0-9])"), "<code>"),
    (re.compile(r"([?&](?:amp;)?(?:play|token)=)[\w-]{17,}"), r"\1<token>"),
    (re.compile(r"(name=\"(?:token|play|link|code)\" value=\")[\w-]+"), r"\1<token>"),
    (re.compile(r"\b[0-9a-f]{32}@"), "<name>@"),
    (re.compile(r"/static/[0-9a-f]+/"), "/static/<version>/"),
    # A bot is here since its database was made, which is the real day of a run.
    (re.compile(r"(?<=<p>Here since )20(?:2[6-9]|[3-9]\d)-\d\d-\d\d(?=\.)"), "<day>"),
)


def masked(text: str) -> str:
    """The text without codes, tokens and names of letters."""
    for form, mask in _MASKS:
        text = form.sub(mask, text)
    return text
