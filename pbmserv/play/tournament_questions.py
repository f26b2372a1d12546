"""What a player asks about the tournament of a board: its table, or what comes next in it."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence

from pbmserv.play.words_of_answers import LANGUAGES
from pbmserv.play.yes_and_no import asks_for_the_table, entries_of, may_ask_for_the_table, words_in

_LONGEST = 120


def _phrases(texts: Iterable[str]) -> frozenset[tuple[str, ...]]:
    return frozenset(words for text in texts for words in entries_of(text))


_NEXT_SEASON = _phrases(each.next_season for each in LANGUAGES)
_NEXT = _NEXT_SEASON | _phrases(each.next_game for each in LANGUAGES)
_WHEN = _phrases(each.when for each in LANGUAGES)
_OF_A_MOVE = _phrases(each.of_a_move for each in LANGUAGES)
_WHO_IS_NEXT = _phrases(each.who_is_next for each in LANGUAGES)
_MOST_WORDS = max(map(len, _NEXT | _OF_A_MOVE))


def names_next_season(text: str) -> bool:
    """Whether a text looks forward to a tournament's next season, which is shown then."""
    return _holds(_NEXT_SEASON, words_in(text))


def may_ask_about_one(text: str) -> bool:
    """Whether a text may ask about a tournament: else no board need be looked at for it."""
    return may_ask_for_the_table(text) or _asks_what_is_next(text)


def tournament_asked(text: str, name: str = "") -> str:
    """What a text asks of the tournament of this name: its `standings`, or what is next, which `show` tells.

    Nobody else on the board knows more of it. Empty if the text asks for nothing, or says more.
    """
    if asks_for_the_table(text, name):
        return "standings"
    return "show" if _asks_what_is_next(text) else ""


def _asks_what_is_next(text: str) -> bool:
    if len(text) > _LONGEST or "\n" in text.strip():
        return False
    words = words_in(text)
    if tuple(words) in _WHO_IS_NEXT:
        return True
    begins = any(words[: len(when)] == [*when] for when in _WHEN)
    return begins and _holds(_NEXT, words) and not _holds(_OF_A_MOVE, words)


def _holds(phrases: Container[tuple[str, ...]], words: Sequence[str]) -> bool:
    """Whether one of these phrases stands somewhere among the words."""
    return any(
        tuple(words[place : place + length]) in phrases
        for place in range(len(words))
        for length in range(1, _MOST_WORDS + 1)
    )
