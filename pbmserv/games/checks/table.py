"""Checks of what `pbmserv.play` and the store need from a game."""

from __future__ import annotations

from dataclasses import replace
from importlib.metadata import entry_points
from typing import Any, TypeVar

from pbmserv.games.base import Game, Illegal, Refusal
from pbmserv.games.catalogue import COMMAND_WORDS, GROUP
from pbmserv.games.chance import Chance
from pbmserv.games.checks.course import check_end, check_stored_form
from pbmserv.games.checks.playthrough import Playthrough, chance_of_turn, known_moves
from pbmserv.games.checks.two_worlds import check_rejoining_keeps_secrets
from pbmserv.games.checks.views import check_drawing, check_views

P = TypeVar("P")

TABLE_WORDS = frozenset({"accept", "cancel", "propose", "reject", "resign", "substitute", "swap", "undo"})
"""Words with the same meaning in every game, which no game gets as moves."""

LONGEST_WITHOUT_ONE = 2000
"""The number of turns within which a game has to end after a resignation."""

LONGEST_MISSED = 12
"""The longest absence of a vacant seat, in others' turns."""

LONGEST_WAIT = 6
"""The number of turns of each seat within which a substitute has to move; twice as many where a partner may play for
the seat, as declarer in Bridge does.
"""


def check_entry_point(game: Game[Any]) -> None:
    """The entry point has the game's name, and is no command."""
    assert game.word not in COMMAND_WORDS, f"{game.name} cannot be called like the command {game.word}"
    package = type(game).__module__.partition(".")[0]
    for entry in entry_points(group=GROUP):
        if entry.value.partition(".")[0].partition(":")[0] == package and entry.load() is type(game):
            assert entry.name == game.word, (
                f"the entry point {entry.name} = {entry.value} has to be called {game.word}, as the game is"
            )


def check_hashes(game: Game[P], played: Playthrough[P]) -> None:
    """Positions are hashable, and so frozen."""
    for where, position in played.stages():
        try:
            hash(position)
        except TypeError as error:
            raise AssertionError(f"{where}: the position cannot be hashed: {error}") from error


def check_one_to_move(game: Game[P], played: Playthrough[P]) -> None:
    """Several seats are to move at once only in simultaneous games or rounds."""
    if not (game.simultaneous or game.has_rounds):
        for where, position in played.stages():
            to_move = game.to_move(position)
            assert len(to_move) <= 1, f"{where}: seats {to_move} are to move, but the game is not simultaneous"


def check_moves_are_words(game: Game[P], played: Playthrough[P]) -> None:
    """Moves are texts of one line and no word with a general meaning."""
    typed = [*dict.fromkeys(move for _, move in played.record.moves)]
    for seat in game.to_move(played.positions[0]):
        typed += [*(game.legal_moves(played.positions[0], seat) or ()), *game.examples(played.positions[0], seat)]
    origin = played.origin
    for move in typed:
        assert isinstance(move, str), f"{origin}: the move {move!r} is no text"
        assert move.strip(), f"{origin}: the move {move!r} is empty"
        assert move.isprintable(), f"{origin}: the move {move!r} cannot be typed"
        is_of_the_table = move.split()[:1] and move.split()[0].lower() in TABLE_WORDS
        assert not is_of_the_table, f"{origin}: the move {move!r} means something else at every table"


def check_record_replays(game: Game[P], played: Playthrough[P]) -> None:
    """`replay` gives the same position and move as `play`."""
    record = played.record
    for turns, (seat, move) in enumerate(record.moves):
        again = game.replay(played.positions[turns], seat, move, chance_of_turn(record.seed, turns))
        assert (again.position, again.move) == (played.positions[turns + 1], move), (
            f"{played.at(turns)}: {move!r} is replayed as {again.move!r} or to another position than it was played to"
        )


def check_swap(game: Game[P], played: Playthrough[P]) -> None:
    """If `swap` may replace a move, there are two seats, and the other one moved before."""
    record = played.record
    number = game.swap_at(record.options)
    if number is None:
        return
    origin = played.origin
    assert record.seats == 2, f"{origin}: swap_at is {number}, but of {record.seats} players no two can change seats"
    assert not game.simultaneous, f"{origin}: swap_at is {number}, but nobody moves after another"
    assert number >= 2, f"{origin}: swap_at is {number}, but before the second move there is nothing to take over"
    if number > len(record.moves):
        return
    mover, before = record.moves[number - 1][0], record.moves[number - 2][0]
    assert mover != before, f"{origin}: swap_at is {number}, a move of seat {mover}, who made the one before, too"


def check_skips(game: Game[P], played: Playthrough[P]) -> None:
    """A game for three or more goes on without any one seat, and ends."""
    record = played.record
    if record.seats < 3 or not record.moves:
        return
    turns = len(record.moves) // 2
    position = played.positions[turns]
    resigned = game.to_move(position)[0]
    choices = Chance(record.seed, "those who stay")
    origin = played.origin
    for turn in range(turns, turns + LONGEST_WITHOUT_ONE):
        to_move = game.to_move(position)
        if not to_move:
            return
        where = f"{origin}, after {turn} turns, without seat {resigned}"
        chance = chance_of_turn(record.seed, turn)
        if resigned in to_move:
            position = _skipped(game, position, resigned, chance, where)
            continue
        seat = choices.choice(to_move)
        known = game.legal_moves(position, seat)
        moves = game.examples(position, seat) if known is None else known
        assert moves, f"{where}: seat {seat} is to move, but has no move"
        position = game.play(position, seat, choices.choice(moves), chance).position
    raise AssertionError(f"{origin}: without seat {resigned} no end was reached")


def check_rejoining(game: Game[P], played: Playthrough[P]) -> None:
    """A substitute can take over any vacant seat at any point, and plays on."""
    record = played.record
    if record.seats < 3 or not record.moves:
        return
    choices = Chance(record.seed, "who takes over")
    turns = choices.below(len(record.moves))
    position = played.positions[turns]
    left = game.to_move(position)[0]
    again = game.rejoin(position, left, chance_of_turn(record.seed, turns)).position
    assert again == position, (
        f"{played.at(turns)}: seat {left} has not been skipped yet, but rejoin changes something"
    )
    position = _skipped(game, position, left, chance_of_turn(record.seed, turns), played.at(turns))
    for missed in range(choices.below(LONGEST_MISSED) + 1):
        to_move = game.to_move(position)
        if not to_move or left in to_move:
            break
        position = _moved_on(game, position, choices.choice(to_move), choices, record.seed, turns + 1 + missed)
    if game.to_move(position):
        where = f"{played.at(turns)}, seat {left} taken over"
        _check_plays_on(game, played, position, left, choices, where)


def _check_plays_on(
    game: Game[P], played: Playthrough[P], position: P, seat: int, choices: Chance, where: str
) -> None:
    """A substitute gets a turn, sees what the seat may see, and the game ends."""
    record = played.record
    viewers = (None, *(other for other in range(record.seats) if other != seat))
    try:
        check_rejoining_keeps_secrets(game, position, seat, viewers, choices, where)
        position = game.rejoin(position, seat, chance_of_turn(record.seed, len(record.moves))).position
    except Refusal as refusal:
        raise AssertionError(f"{where}: rejoin is missing, or refused: {refusal.words}") from refusal
    longest = LONGEST_WAIT * record.seats * (2 if game.partners else 1)
    seen = [position]
    waited_for = 0 if seat in game.to_move(position) else None
    for turn in range(LONGEST_WITHOUT_ONE):
        if not (to_move := game.to_move(position)):
            break
        if waited_for is None and seat in to_move:
            waited_for = turn
        assert waited_for is not None or turn < longest, f"{where}: it is never to move"
        position = _moved_on(game, position, choices.choice(to_move), choices, record.seed, turn)
        if len(seen) < LONGEST_MISSED or not game.to_move(position):
            seen.append(position)
    assert not game.to_move(position), f"{where}: no end was reached"
    stages = replace(played, positions=tuple(seen), record=replace(record, moves=()))
    for check in (check_views, check_drawing, check_stored_form, check_hashes, check_one_to_move, check_end):
        check(game, stages)


def _moved_on(game: Game[P], position: P, seat: int, choices: Chance, seed: bytes, turn: int) -> P:
    moves = known_moves(game, position, seat)
    assert moves, f"{game.name} (seed {seed.hex()}): seat {seat} is to move, but has no move"
    return game.play(position, seat, choices.choice(moves), chance_of_turn(seed, turn)).position


def _skipped(game: Game[P], position: P, seat: int, chance: Chance, where: str) -> P:
    try:
        after = game.skip(position, seat, chance).position
    except Illegal as refusal:
        raise AssertionError(f"{where}: it does not go on, skip is missing: {refusal.words}") from refusal
    except Refusal as refusal:
        raise AssertionError(f"{where}: skip is refused: {refusal.words}") from refusal
    assert seat not in game.to_move(after), f"{where}: who was skipped is still to move"
    return after
