"""What somebody wants who answers the letter of a board in a few words of their own: to resign, a tie, the rules.

Nothing is done by a wish alone: whoever may want to end the game, or to have a move back, is asked first. What people
write stands in `words`, by language.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from functools import cache

from pbmserv.play.words.wish import Wish
from pbmserv.play.words_of_answers import KIND_SIGNS, LANGUAGES, STOPPING
from pbmserv.play.yes_and_no import NO_WORDS, beside_kind_words, entries_of, told_by, words_in

MOST_WORDS = 12
"""The longest line, in words, that may be a wish; more is a story."""

SIGNS = frozenset(f"{KIND_SIGNS}\ufe0f\U0001f3fb\U0001f3fc\U0001f3fd\U0001f3fe\U0001f3ff")
"""Kind signs, and those that change how one is drawn."""

_PUZZLED = frozenset("?!.…¿؟？🤔😕🤷\u200d♂♀\ufe0f")
"""Signs of who does not know what to do."""


def _all_of(texts: Iterable[str]) -> frozenset[tuple[str, ...]]:
    return frozenset(words for text in texts for words in entries_of(text))


_NAMED_AND_AGREEING = [(language.named, language.agreeing) for language in LANGUAGES]
_STOPPING = _all_of([STOPPING])
_APOLOGIES = _all_of(language.apologies for language in LANGUAGES)
_ASIDES = _all_of(language.asides for language in LANGUAGES)
_EXCUSES = _all_of(language.excuses for language in LANGUAGES)
_KINDNESS = _all_of(language.kindness for language in LANGUAGES)
_PLEASE = frozenset(word for language in LANGUAGES for words in entries_of(language.please) for word in words)
_REMINDERS = _all_of(language.reminders for language in LANGUAGES)

DENYING = NO_WORDS - {"now", "today", "anymore"}
"""Words that turn what stands beside them into its opposite."""


def agrees_to(wish: Wish, line: str, below: str = "", names: Collection[str] = ()) -> str | None:
    """Whether an answer to who has this wish says yes or no, as `told_by`: `Agreed, a draw`."""
    called, agreeing = _said_of(wish)
    return told_by(line, below, [*names, *called], agreeing)


@cache
def _said_of(wish: Wish) -> tuple[Sequence[str], Sequence[str]]:
    """What a wish is called, and what agrees to it, in all languages."""
    texts = ([each.get(wish, "") for each in said] for said in zip(*_NAMED_AND_AGREEING, strict=True))
    called, agreeing = ([" ".join(words) for words in sorted(_all_of(each))] for each in texts)
    return called, agreeing


def wish_in(line: str, names: Collection[str] = ()) -> Wish | None:
    """The wish of a line, or None; `names` are those of the players, which people put beside it."""
    words = words_in(line)
    if not words and (signs := set("".join(line.split()))):
        # A question mark alone asks what has to be done.
        return Wish.NOTED if signs <= SIGNS else Wish.RULES if signs <= _PUZZLED else None
    if not words or len(words) > MOST_WORDS:
        return None
    clauses = [_without_please(each) for each in beside_kind_words(line, names)]
    others = [each for each in map(_without_asides, clauses) if each]
    if not others:
        return _kind_wish(words) if "?" not in line else None
    own = {word for name in names for word in words_in(name)}.union(KIND_SIGNS)
    asked = [tuple(word for word in each if word not in own) for each in others]
    found = {wish for wish in Wish if all(each in _alone(wish) for each in asked)}
    said = [word for each in others for word in each]
    if not found and DENYING.isdisjoint(said) and not _holds(_STOPPING, said):
        found |= {wish for wish in Wish if _holds(_within(wish), said)}
    if not found and _asks_for_a_tie(line, asked):
        return Wish.TIE
    if not found and "?" not in line and any(map(_is_excuse, others)):
        return Wish.EXCUSE
    return found.pop() if len(found) == 1 else None


def _asks_for_a_tie(line: str, clauses: Sequence[tuple[str, ...]]) -> bool:
    """Whether a line ends with the question for a tie, behind why: `This goes nowhere, draw?`"""
    is_asked = line.rstrip(" )").endswith(("?", "？"))
    return is_asked and clauses[-1] in _alone(Wish.TIE) and DENYING.isdisjoint(clauses[-1])


def _kind_wish(words: Sequence[str]) -> Wish | None:
    """What kind words say that nothing else stands beside."""
    if _holds(_APOLOGIES, words):
        return Wish.EXCUSE
    if tuple(words) in _alone(Wish.NOTED) or _holds(_REMINDERS, words):
        return Wish.NOTED
    return Wish.KINDNESS if _holds(_KINDNESS, words) else None


def _is_excuse(words: Sequence[str]) -> bool:
    sorry = next((end for end in range(len(words), 0, -1) if tuple(words[:end]) in _APOLOGIES), 0)
    return any(tuple(words[sorry:end]) in _EXCUSES for end in range(sorry + 1, len(words) + 1))


def _without_please(words: list[str]) -> list[str]:
    return [word for word in words if word not in _PLEASE]


def _without_asides(words: list[str]) -> list[str]:
    """The words of a clause without what changes nothing at its beginning: `oh no`."""
    ends = [end for end in range(len(words), 0, -1) if tuple(words[:end]) in _ASIDES]
    return words[ends[0] :] if ends else words


@cache
def _alone(wish: Wish) -> frozenset[tuple[str, ...]]:
    texts = ((language.alone, language.named) for language in LANGUAGES)
    return _all_of(each.get(wish, "") for pair in texts for each in pair)


@cache
def _within(wish: Wish) -> frozenset[tuple[str, ...]]:
    return _all_of(language.within.get(wish, "") for language in LANGUAGES)


def _holds(phrases: frozenset[tuple[str, ...]], words: Sequence[str]) -> bool:
    return any(
        tuple(words[start:end]) in phrases for start in range(len(words)) for end in range(start + 1, len(words) + 1)
    )
