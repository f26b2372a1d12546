"""Checks of hints for bots: consistent estimates and plausible guesses."""

from __future__ import annotations

from typing import TypeVar

from pbmserv.games.base import Game
from pbmserv.games.chance import Chance
from pbmserv.games.checks.playthrough import Playthrough, accepted, known_moves, stored_text

P = TypeVar("P")

_POSITIONS = 4
"""The number of positions checked besides the first."""
_PLIES = 12
"""How far a guess is played on."""


def check_thinking(game: Game[P], played: Playthrough[P]) -> None:
    """All hints are consistent, and hidden information can be guessed."""
    assert game.can_be_guessed, (
        f"{game.name} hides something, and does not say what it could be: no machine can play it. Write `guess`."
    )
    chance = Chance(played.record.seed, "thinking")
    turns = range(len(played.record.moves))
    for turn in sorted({0, *chance.shuffled(turns)[:_POSITIONS]}) if turns else ():
        where, position = played.stage(turn)
        before = stored_text(game, position)
        _check_estimates(game, position, played.record.seats, chance, where)
        for seat in range(played.record.seats):
            _check_guess(game, position, seat, chance, where)
        _check_candidates(game, position, where)
        for seat in game.to_move(position):
            _check_solution(game, position, seat, where)
        assert stored_text(game, position) == before, f"{where}: thinking about the position has changed it"


def _check_estimates(game: Game[P], position: P, seats: int, chance: Chance, where: str) -> None:
    """Playouts and evaluations give each seat a number from 0 to 1; evaluations are deterministic."""
    evaluated = game.evaluate(position)
    assert game.evaluate(position) == evaluated, f"{where}: the position is evaluated in two ways: {evaluated}"
    for what, values in (("playout", game.playout(position, chance)), ("evaluate", evaluated)):
        if values is not None:
            assert len(values) == seats, f"{where}: {what} gives {len(values)} values for {seats} seats"
            assert all(0 <= value <= 1 for value in values), f"{where}: {what} gives {values}, not all from 0 to 1"


def _check_candidates(game: Game[P], position: P, where: str) -> None:
    told, [seat, *_] = game.candidates(position), game.to_move(position)
    if told is not None:
        assert told, f"{where}: no move of seat {seat} is worth a thought"
        legal = game.legal_moves(position, seat)
        others = [move for move in told if legal is not None and move not in legal]
        assert not others, f"{where}: {others} are worth a thought of seat {seat}, but not legal in these words"


def _check_guess(game: Game[P], position: P, seat: int, chance: Chance, where: str) -> None:
    """A guess looks the same to the seat, has the same moves, and can be played on."""
    seen = game.seen_by(position, seat)
    world = game.guess(seen, seat, chance)
    guessed = f"{where}: what seat {seat} guesses"
    assert game.seen_by(world, seat) == seen, f"{guessed} looks otherwise than what it sees"
    assert game.to_move(world) == game.to_move(position), f"{guessed} has other seats to move"
    if seat in game.to_move(position):
        moves, own = game.legal_moves(position, seat), game.legal_moves(world, seat)
        assert own == moves, f"{guessed} gives it other moves: {own}, not {moves}"
    for _ in range(_PLIES if game.hidden else 0):
        to_move = game.to_move(world)
        if not to_move:
            break
        mover = chance.choice(to_move)
        moves = known_moves(game, world, mover)
        assert moves, f"{guessed} is played on to where seat {mover} is to move, but has no move"
        world = accepted(game, world, mover, chance.choice(moves), chance, guessed).position


def _check_solution(game: Game[P], position: P, seat: int, where: str) -> None:
    move = game.solution(game.seen_by(position, seat), seat)
    if move is not None:
        made = accepted(game, position, seat, move, Chance(b"", "solution"), where).move
        assert made == move, f"{where}: the solution {move!r} was played as {made!r}"
