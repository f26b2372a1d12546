"""Who there is, and what there is to choose from: games, players, options, moves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from hypothesis import strategies as st

from pbmserv.games.base import Game, Option, OptionValue
from pbmserv.games.catalogue import installed
from pbmserv.play.board import Board, Terms
from pbmserv.play.days import EVERY_DAY

PLAYERS = ("alice", "bob", "carol", "dave")
PEOPLE = (*PLAYERS, "wendy")
"""Wendy has signed up, and never plays."""
STRANGER = "sam@elsewhere.example"
"""The address of somebody who has not signed up."""
PASSWORDS = dict(zip(PEOPLE, ("kiwi7Green", "plum8Blue", "fig9Yellow", "pear6Red", "lime5Grey"), strict=True))
ADDRESSES = {userid: (f"{userid}@example.org",) for userid in PEOPLE} | {
    "carol": ("carol@example.org", "carol@work.example")
}

SOME_MOVES = ("d3", "a1", "K", "123@7")
"""To try where nobody has to move."""


games = st.sampled_from(sorted(installed())).map(lambda word: installed()[word])
players = st.sampled_from(PLAYERS)
people = st.sampled_from(PEOPLE)
rarely = st.integers(0, 7).map(lambda number: number == 7)


@dataclass(frozen=True)
class Asked:
    """Boards as somebody asks for them: by numbers, or by a selector (empty: none is typed) and players."""

    typed: str
    numbers: tuple[int, ...] = ()
    which: str = ""
    names: tuple[str, ...] = ()

    @property
    def is_every_board(self) -> bool:
        """Whether all boards are meant, and those to come."""
        return self.which == "all" and not self.names


def sizes_of(game: Game[Any]) -> st.SearchStrategy[int]:
    """With how many players a game may be tried."""
    return st.sampled_from([size for size in game.seats if size <= len(PLAYERS)])


def values_of(option: Option) -> st.SearchStrategy[OptionValue]:
    """Values of an option; of numbers those near the lowest, which make short games."""
    if isinstance(option.default, bool):
        return st.booleans()
    if isinstance(option.default, int):
        low = option.low if option.low is not None else option.default
        return st.integers(low, low + 20 if option.high is None else min(low + 20, option.high))
    return st.sampled_from(option.choices or (option.default,))


@st.composite
def some_terms(draw: st.DrawFn) -> Terms:
    """The times of a challenge, those among them that do not go together."""
    if draw(st.booleans()):
        return Terms()
    return Terms(
        nag_days=draw(st.sampled_from([1, 2, 7, 7])),
        forfeit_days=draw(st.sampled_from([1, 3, 10, 21, 21])),
        total_days=draw(st.sampled_from([None, None, 2, 10])),
        increment_hours=draw(st.sampled_from([0, 0, 0, 30])),
        rated=draw(st.booleans()),
        days=draw(st.sampled_from([EVERY_DAY, EVERY_DAY, EVERY_DAY, "mtwtf--", "--w----"])),
    )


def in_words(terms: Terms) -> list[str]:
    """Times as a challenge names them."""
    words = [f"--nagtime={terms.nag_days}", f"--forfeittime={terms.forfeit_days}"]
    words += [f"--totaltime={terms.total_days}"] if terms.total_days else []
    words += [f"--increment={terms.increment_hours}"] if terms.increment_hours else []
    words += [f"--days={terms.days}"] if terms.days != EVERY_DAY else []
    return [*words, *([] if terms.rated else ["--unrated"])] if terms != Terms() else []


def moves_of(board: Board, seat: int | None) -> st.SearchStrategy[str]:
    """Legal moves of a seat, which has to move; some moves or other where nobody has to."""
    return st.sampled_from(some_moves(board, seat))


def some_moves(board: Board, seat: int | None) -> Sequence[str]:
    """The same as a list."""
    if seat is None:
        return SOME_MOVES
    return board.game.legal_moves(board.position, seat) or board.game.examples(board.position, seat)


def spelt(*words: str) -> st.SearchStrategy[str]:
    """One of these words, in any case."""
    return st.sampled_from([each for word in words for each in (word, word.upper(), word.title())])
