"""The server's own words: those of its sentences, which stay as they are though somebody has typed the same."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from pbmserv import places
from pbmserv.language.argument_types import EXAMPLE_PASSWORDS

_WORD = r"[A-Za-z]+(?:-[A-Za-z]+)*"
_QUOTED = re.compile(r'"[^"\n]*"?')
_BY_ITSELF = re.compile(rf"(?<![\w=@.-]){_WORD}(?![\w=@-])")
"""A word that is no option, no value of one, and no part of an address."""
_ON_NO_PAGE = """adjudicate announce announced character checkmate claims confirmation copied damaged declined
    digits dropped empties entries escaped extend favour handled inactive invalid laying locked
    lonely looked multiple neighbours obeyed offers option outside perhaps please printable property
    proves repeated resignation resumes safety setting seventy-five sign-in stalemated subscribed
    subscription subscriptions surroundings suspended switched tomorrow unable userids variation
    verified verifies waiting withdrawn yachts"""
"""Words of refusals that stand on no help page; the shortest have as many letters as a password."""


@lru_cache(maxsize=1)
def own_words() -> frozenset[str]:
    """The words of our help pages, and others of refusals, in lower case."""
    pages = (path.read_text(encoding="utf-8").lower() for path in places.help_pages().glob("*.txt"))
    on_pages = (word for page in pages for word in re.findall(_WORD, page))
    return frozenset({*_ON_NO_PAGE.split(), *on_pages}) - EXAMPLE_PASSWORDS


def parts(text: str, own: Iterable[str], vocabulary: frozenset[str]) -> Iterator[tuple[str, bool]]:
    """The parts of what the server says, in order, each with whether it is the server's own.

    Its own are the texts of `own`, such as a move that it proposes, and, outside of quotation marks, each word of the
    language or of our pages. What was typed is quoted in quotation marks, as an option, or is no such word.
    """
    texts = [re.escape(each) for each in sorted(own, key=len, reverse=True) if each]
    known = re.compile(rf"(?<!\w)(?:{'|'.join(texts)})(?!\w)") if texts else None
    start = 0
    for end in [*(known.finditer(text) if known else ()), None]:
        yield from _parts_of_a_sentence(text[start : end.start() if end else len(text)], vocabulary)
        if end:
            yield end[0], True
            start = end.end()


def _parts_of_a_sentence(text: str, vocabulary: frozenset[str]) -> Iterator[tuple[str, bool]]:
    quoted = [match.span() for match in _QUOTED.finditer(text)]
    start = 0
    for word in _BY_ITSELF.finditer(text):
        is_quoted = any(begin < word.start() < end for begin, end in quoted)
        if not is_quoted and word[0].lower() in vocabulary | own_words():
            yield text[start : word.start()], False
            yield word[0], True
            start = word.end()
    yield text[start:], False
