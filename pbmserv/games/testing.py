"""The conformance kit: plays random games of any `Game` and checks them against the contract.

For an author's tests, with any test runner:

    def test_nim_keeps_the_contract() -> None:
        check_contract(Nim())

`python -m pbmserv.games.testing nim` checks an installed game for ten seconds and shows its progress, as pytest does
with `-o log_cli_level=info`.

The checks are in `pbmserv.games.checks`. An `AssertionError` names the seed and turn; `play_random_game` with the
same seed reproduces it. The kit shows that rules are playable, not that they are right: that takes worked examples
from the game's source.
"""

from __future__ import annotations

import logging
import math
import re
import time
import warnings
from argparse import ArgumentParser
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace as changed
from typing import Any, TypeAlias, TypeVar

from pbmserv.games.base import Game, Options, counted
from pbmserv.games.catalogue import installed
from pbmserv.games.chance import SEED_BYTES, Chance
from pbmserv.games.checks.course import check_chance, check_end, check_replay, check_stored_form
from pbmserv.games.checks.moves import (
    check_form,
    check_listed_moves,
    check_other_texts,
    check_turns,
    check_values,
    check_values_last,
    check_values_of_other_texts,
)
from pbmserv.games.checks.options import check_options, some_options
from pbmserv.games.checks.pictures import (
    check_pictures,
    check_pictures_keep_secrets,
    check_pictures_tell_the_board,
    check_places,
    check_steps,
)
from pbmserv.games.checks.playthrough import (
    Playthrough,
    Record,
    TimeIsUp,
    accepted,
    chance_of_turn,
    known_moves,
    replay,
)
from pbmserv.games.checks.table import (
    check_entry_point,
    check_hashes,
    check_moves_are_words,
    check_one_to_move,
    check_record_replays,
    check_rejoining,
    check_skips,
    check_swap,
)
from pbmserv.games.checks.thinking import check_thinking
from pbmserv.games.checks.two_worlds import check_notes_keep_secrets
from pbmserv.games.checks.views import check_drawing, check_secrets, check_views, check_width

__all__ = [
    "CHECKS",
    "Playthrough",
    "Record",
    "check_contract",
    "check_description",
    "check_options",
    "check_width",
    "play_random_game",
    "replay",
]

P = TypeVar("P")


Check: TypeAlias = Callable[[Game[Any], Playthrough[Any]], None]
_PROGRESS = logging.getLogger(__name__)


def check_contract(
    game: Game[P],
    *,
    games: int = 20,
    seed: int = 1,
    max_turns: int = 1000,
    wide_boards: bool = False,
    seconds: float = math.inf,
) -> int:
    """Check a game's description, options, and `games` random games.

    They cycle through numbers of seats, first with default options. Each must end within `max_turns` moves. Boards
    may exceed 79 columns only with `wide_boards`. The check ends after `seconds`; if a single game takes longer, each
    check examines as many positions as it has time for. Return the number of games examined, which are logged.
    """
    ends = time.monotonic() + seconds
    _PROGRESS.info("%s: what it says of itself, and its options", game.name)
    check_description(game)
    check_options(game)
    check_entry_point(game)
    for number in range(games):
        if number and time.monotonic() > ends:
            return number
        board_seed = (seed * 1_000_003 + number).to_bytes(SEED_BYTES, "big")
        seats = game.seats[number % len(game.seats)]
        options = some_options(game, seats, Chance(board_seed, "options")) if number >= len(game.seats) else {}
        record = play_random_game(game, options, seats, board_seed, max_turns=max_turns)
        played = replay(game, record)
        _PROGRESS.info("%s: game %d of %d, %d moves", played.origin, number + 1, games, len(record.moves))
        checks = (*CHECKS, *(() if wide_boards else (check_width,)), *(() if number else (check_form,)))
        for done, check in enumerate(checks):
            # Quick ones leave their share of the time to those that come after them.
            share = (ends - time.monotonic()) / (len(checks) - done)
            with suppress(TimeIsUp):
                check(game, changed(played, until=time.monotonic() + share))
    return games


def play_random_game(game: Game[P], options: Options, seats: int, seed: bytes, *, max_turns: int = 1000) -> Record:
    """Play random listed (or example) moves to the end.

    The same arguments give the same record. Missing options have their defaults.
    """
    values = {option.name: options.get(option.name, option.default) for option in game.options}
    game.check_options(values, seats)
    choices = Chance(seed, "random player")
    moves: list[tuple[int, str]] = []
    position = game.start(values, seats, Chance(seed, "start"))
    while to_move := game.to_move(position):
        origin = f"{game.name} (seed {seed.hex()}), after {len(moves)} moves"
        assert len(moves) < max_turns, f"{origin}: no end was reached"
        seat = choices.choice(to_move)
        listed = known_moves(game, position, seat)
        assert listed, f"{origin}: seat {seat} is to move, but has no move"
        played = accepted(game, position, seat, choices.choice(listed), chance_of_turn(seed, len(moves)), origin)
        moves.append((seat, played.move))
        position = played.position
    return Record(game.name, values, seats, seed, tuple(moves))


def check_description(game: Game[P]) -> None:
    """Name, summary, form of moves and numbers of players are declared."""
    for attribute in ("name", "summary", "move_form"):
        text = getattr(game, attribute, "")
        assert text.strip() == text != "", f"{type(game).__name__}.{attribute} must be a text, not {text!r}"
    assert re.fullmatch(r"[a-z][a-z0-9-]*", game.word), f"{game.name} is no single word that a player can type"
    assert min(game.seats, default=0) >= 1, f"{game.name} must have seats, not {game.seats!r}"
    assert not (game.same_player_twice and (game.hidden or game.simultaneous)), (
        f"{game.name} must not have one player in two seats: what one of them may not know, the other would"
    )
    assert game.rules_of(game.version) is game, f"{game.name} must be the rules of its own version {game.version}"


CHECKS: tuple[Check, ...] = (
    check_moves_are_words,
    check_replay,
    check_turns,
    check_listed_moves,
    check_other_texts,
    check_stored_form,
    check_views,
    check_secrets,
    check_drawing,
    check_end,
    check_chance,
    check_hashes,
    check_one_to_move,
    check_record_replays,
    check_swap,
    check_skips,
    check_rejoining,
    check_notes_keep_secrets,
    check_values,
    check_values_last,
    check_values_of_other_texts,
    check_pictures,
    check_steps,
    check_places,
    check_pictures_tell_the_board,
    check_pictures_keep_secrets,
    check_thinking,
)
"""The checks of each random game, besides width."""


def main(arguments: Sequence[str] | None = None) -> None:
    """Check a game that is installed, and tell how far the check has come."""
    parser = ArgumentParser(prog="python -m pbmserv.games.testing", description=main.__doc__)
    parser.add_argument("game", help="the name of the game, for example tictactoe")
    parser.add_argument("--seconds", type=float, default=8, help="how long it takes; usually 8")
    parser.add_argument("--games", type=int, default=20, help="how many random games it takes at most; usually 20")
    parser.add_argument("--wide-boards", action="store_true", help="its boards may be wider than 79 columns")
    given = parser.parse_args(arguments)
    warnings.simplefilter("default", DeprecationWarning)
    game = installed().get(given.game.lower())
    if game is None:
        left_out = {entry.partition(" ")[0]: why for entry, why in installed().left_out.items()}
        reason = left_out.get(given.game.lower(), "no package has an entry point of this name")
        parser.exit(2, f"There is no game {given.game}: {reason}.\n")
    logging.basicConfig(format="%(message)s", level=logging.INFO)
    try:
        seen = check_contract(game, games=given.games, wide_boards=given.wide_boards, seconds=given.seconds)
    except AssertionError as failure:
        parser.exit(1, f"{failure}\n")
    parser.exit(0, f"{game.name} keeps the contract in {counted(seen, 'random game')}.\n")


if __name__ == "__main__":
    main()
