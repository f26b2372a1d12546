"""Files of games of any kind: whether a text is one, and the games in it."""

from __future__ import annotations

from collections.abc import Iterator

from pbmserv.games.file_parts import Told
from pbmserv.games.file_reading import is_tag_or_sgf, is_tagged_or_sgf, sgf_games, tagged_games
from pbmserv.games.match_reading import is_match, matches


def is_file_of_games(text: str, is_first: bool = True) -> bool:
    """Whether a text begins like a file of games; our own records begin in another way.

    A line that is not the first has to be more like one: those before may be the words of a letter.
    """
    return (is_tagged_or_sgf(text) if is_first else is_tag_or_sgf(text)) or is_match(text)


def games_in(text: str) -> Iterator[Told]:
    """The games of a file. Raises `NotRead` where it cannot be read on; those before are given first."""
    if is_match(text):
        return matches(text)
    return sgf_games(text) if text.lstrip().startswith("(") else tagged_games(text)
