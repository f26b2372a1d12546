"""Boards on which a game is nearly over, and players who play it to its end as slowly as people do."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from functools import partial
from random import Random

from sqlalchemy import select

from pbmserv.commands import operating
from pbmserv.commands.call import Call
from pbmserv.games.base import word_of_option
from pbmserv.games.catalogue import installed
from pbmserv.games.testing import play_random_game, replay
from pbmserv.play import moving
from pbmserv.store.tables import BOARDS
from tests.conversation import FOUR, Server
from tests.pictures.test_playing_by_touch import SHORT

WHOLE_GAMES = bool(os.environ.get("TESTS_WHOLE_GAMES"))
"""Play all games from the start, in browsers, in each of three ways: this takes hours."""
MOST_TURNS = 1000
"""Of a random game."""
_AT_LAST = ("agree", "done", "pass")
"""What brings a game of Go to its end, which stones laid at random hardly do: to agree on the dead stones, to be done
with marking them, and to lay none."""


def challenge(server: Server, word: str, **options: object) -> str:
    """Start a game between as few players as it takes; gives where its board is."""
    players = " ".join(list(FOUR)[: _fewest(word)])
    given = "".join(f" -{name}={word_of_option(value)}" for name, value in options.items())  # type: ignore[arg-type]
    # Nobody may send more than so many letters an hour, and many challenges come from the same player here.
    server.wait(hours=1)
    begun = server.hear("alice@example.org", f"{word} challenge {players}{given}")
    [number] = [word for word in begun.subject.split() if word.isdigit()]
    return f"/{word}/{number}"


def nearly_over(server: Server, word: str, turns_left: int) -> tuple[str, list[tuple[str, ...]]]:
    """Start a game that is short, if need be by its options, and have all but its last turns played; gives where its
    board is, and what can be touched in each turn that is left for the game to end soon."""
    options = SHORT.get(word, {})
    board = challenge(server, word, **options)
    if WHOLE_GAMES:
        return board, []
    number = int(board.rpartition("/")[2])
    with server.database.reading() as connection:
        of_board = select(BOARDS.c.seed).where(BOARDS.c.game == word, BOARDS.c.number == number)
        seed = connection.execute(of_board).scalar_one()
    record = play_random_game(installed()[word], options, _fewest(word), seed, max_turns=MOST_TURNS)
    server.office.act(partial(_play, game=word, number=number, moves=record.moves[:-turns_left]))
    game, positions = installed()[word], replay(installed()[word], record).positions
    last = zip(positions[:-1], record.moves, strict=True)
    return board, [game.steps(position, seat, move) for position, (seat, move) in last][-turns_left:]


def _play(call: Call, game: str, number: int, moves: Sequence[tuple[int, str]]) -> None:
    """Make moves that nobody is told of: hundreds of letters would take longer than the game."""
    board = operating.board_to_change(call, game, number)
    for seat, text in moves:
        moving.move(board, board.seats[seat].player, text, call.at)
    call.work.boards.save(board)


def touched(open_to_touch: Sequence[str], choices: Random, steps: Iterator[str]) -> str:
    """What somebody touches who follows these steps, or plays at random, but not for ever."""
    step = next(steps, None)
    if step is not None and step in open_to_touch:
        return step
    final = [target for target in _AT_LAST if target in open_to_touch]
    return final[0] if final and choices.random() < 1 / 2 else choices.choice(open_to_touch)


def _fewest(word: str) -> int:
    seats = installed()[word].seats
    return max(seats[0], 2 if 2 in seats else 1)
