"""Boards on which a game is over soon, and players who play it to its end as slowly as people do."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from functools import partial
from random import Random
from typing import TypeVar

from sqlalchemy import select

from pbmserv.commands.operator import interventions
from pbmserv.commands.requests.context import Call
from pbmserv.games.base import Game, Options, word_of_option
from pbmserv.games.catalogue import installed
from pbmserv.games.chance import Chance
from pbmserv.games.checks.playthrough import chance_of_turn, known_moves
from pbmserv.games.testing import Record, replay
from pbmserv.play import moving
from pbmserv.storage.tables import BOARDS
from tests.conversation import FOUR, Server
from tests.pictures.test_playing_by_touch import SHORT

WHOLE_GAMES = bool(os.environ.get("TESTS_WHOLE_GAMES"))
"""Play all games from the start, in browsers, in each of three ways: this takes half an hour."""
MOST_TURNS = 1000
"""Of a random game."""
P = TypeVar("P")
_AT_LAST = ("agree", "done", "pass")
"""What brings a game of Go to its end, which stones laid at random hardly do: to agree on the dead stones, to be done
with marking them, and to lay none."""
SHORTEST = SHORT | {
    "abande": {"pieces": 6},
    "breakthrough": {"size": 6},
    "catchup": {"size": 3},
    "cribbage": {"to": 31},
    "dots": {"size": 2},
    "epaminondas": {"board": "8x8"},
    "euchre": {"to": 1},
    "ginrummy": {"to": 10},
    "goofspiel": {"cards": 6},
    "halma": {"size": 8},
    "konane": {"size": 6},
    "skat": {"deals": 1},
    "spades": {"to": 50},
    "triominoes": {"target": 50},
}
"""Options with which a whole game comes to its end sooner still."""
_GAMES = 20
"""So many are played in a moment to find one that is soon over: what costs time is to play it in a browser."""
_CONSIDERED = 10
"""Moves among which one player takes the best: where all play at random, some games hardly ever end."""
_ALL_AIM = {"chinesecheckers"}
"""Games in which nobody arrives while the men of others stand there: whoever plays at random would not make room."""


def challenge(server: Server, word: str, **options: object) -> str:
    """Start a game between as few players as it takes; gives where its board is."""
    players = " ".join(list(FOUR)[: _fewest(word)])
    given = "".join(f" -{name}={word_of_option(value)}" for name, value in options.items())  # type: ignore[arg-type]
    # Nobody may send more than so many letters an hour, and many challenges come from the same player here.
    server.wait(hours=1)
    begun = server.hear("alice@example.org", f"{word} challenge {players}{given}")
    [number] = [word for word in begun.subject.split() if word.isdigit()]
    return f"/{word}/{number}"


def nearly_over(
    server: Server, word: str, turns_left: int, is_whole: bool = WHOLE_GAMES
) -> tuple[str, list[tuple[str, ...]]]:
    """Start a game that is short, if need be by its options, and have all but its last turns played, or none if it
    `is_whole`; gives where its board is, and what can be touched in each turn that is left for it to end soon."""
    options = (SHORTEST if is_whole else SHORT).get(word, {})
    board = challenge(server, word, **options)
    number = int(board.rpartition("/")[2])
    seed = _seed(server, word, number)
    game, seats = installed()[word], _fewest(word)
    if is_whole:
        record = _soon_over(game, options, seats, seed)
        turns_left = len(record.moves)
    else:
        record = _random_game(game, options, seats, seed)
        server.office.act(partial(_play, game=word, number=number, moves=record.moves[:-turns_left]))
    turns = zip(replay(game, record).positions[:-1], record.moves, strict=True)
    return board, [game.steps(position, seat, move) for position, (seat, move) in turns][-turns_left:]


def partly_played(server: Server, word: str, part: float, most: int = 150, never: str = "") -> str:
    """Start a game as it is usually played, and have this part of a random game played, of so many turns at most, and
    of moves without the sign `never`; gives where its board is."""
    board = challenge(server, word)
    number = int(board.rpartition("/")[2])
    game, seed = installed()[word], _seed(server, word, number)
    choices, moves = Chance(seed, "players"), list[tuple[int, str]]()
    position = game.start({each.name: each.default for each in game.options}, _fewest(word), Chance(seed, "start"))
    while part and (to_move := game.to_move(position)) and len(moves) < most:
        seat = choices.choice(to_move)
        listed = [move for move in known_moves(game, position, seat) if not never or never not in move]
        if not listed:
            break
        played = game.play(position, seat, choices.choice(listed), chance_of_turn(seed, len(moves)))
        moves.append((seat, played.move))
        position = played.position
    server.office.act(partial(_play, game=word, number=number, moves=moves[: round(len(moves) * part)]))
    return board


def resigned(server: Server, board: str) -> str:
    """Have whoever is to move resign until the game is over; gives who was the last."""
    _, word, number = board.split("/")
    userid = ""
    while True:
        found = server.office.look_up(lambda call: call.work.boards.load(word, int(number)))
        assert found is not None
        if not found.is_on:
            return userid
        userid = found.seats[found.to_move[0]].player.userid
        server.hear(f"{userid}@example.org", f"{word} resign {number} {userid} {FOUR[userid]}")


def _seed(server: Server, word: str, number: int) -> bytes:
    with server.database.reading() as connection:
        of_board = select(BOARDS.c.seed).where(BOARDS.c.game == word, BOARDS.c.number == number)
        return bytes(connection.execute(of_board).scalar_one())


def _random_game(game: Game[P], options: Options, seats: int, seed: bytes) -> Record:
    """A random game in which those who are to move at once do so in the order of their seats, as on a board."""
    found = _aimed_game(game, options, seats, seed, Chance(seed, "random player"), MOST_TURNS, considered=1)
    assert found, f"the game is not over within {MOST_TURNS} turns"
    return found


def _soon_over(game: Game[P], options: Options, seats: int, seed: bytes) -> Record:
    """The shortest of some games between a player who aims at something and others who do not."""
    found: Record | None = None
    for number in range(_GAMES):
        most = len(found.moves) - 1 if found else MOST_TURNS
        found = _aimed_game(game, options, seats, seed, Chance(seed, f"players {number}"), most) or found
    assert found, f"no game is over within {MOST_TURNS} turns"
    return found


def _aimed_game(
    game: Game[P],
    options: Options,
    seats: int,
    seed: bytes,
    choices: Chance,
    most: int,
    considered: int = _CONSIDERED,
) -> Record | None:
    """A game from its start to its end, unless it takes more than `most` turns.

    The first seat plays the best of so many moves that are `considered`, and all do so where they have to make room.
    """
    values = {option.name: options.get(option.name, option.default) for option in game.options}
    position = game.start(values, seats, Chance(seed, "start"))
    moves: list[tuple[int, str]] = []
    while to_move := game.to_move(position):
        if len(moves) == most:
            return None
        seat, turn = min(to_move), len(moves)
        listed = known_moves(game, position, seat)
        aims = seat == 0 or game.word in _ALL_AIM
        tried = [choices.choice(listed) for _ in range(considered if aims else 1)]
        results = [game.play(position, seat, move, chance_of_turn(seed, turn)) for move in tried]
        played = max(results, key=lambda played: _hopes(game, played.position, seat))
        moves.append((seat, played.move))
        position = played.position
    return Record(game.name, values, seats, seed, tuple(moves))


def _hopes(game: Game[P], position: P, seat: int) -> float:
    """How good a position is for a seat, as far as its game can tell."""
    if result := game.result(position):
        return 2.0 if result.winner == seat else -1.0
    return (game.evaluate(position) or (0.0,) * (seat + 1))[seat]


def _play(call: Call, game: str, number: int, moves: Sequence[tuple[int, str]]) -> None:
    """Make moves that nobody is told of: hundreds of letters would take longer than the game."""
    board = interventions.board_to_change(call, game, number)
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
