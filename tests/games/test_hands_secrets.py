"""Nothing that a viewer is shown in a game of hidden hands depends on tiles that the viewer may not see.

Each position of random games is compared with one in which all tiles that a viewer cannot see, those of other hands
and of the bank, are dealt anew among their places. Any difference that the viewer could see would have given
something away.
"""

from __future__ import annotations

import json
import re
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from pbmserv.games.base import Options, Played, Refusal
from pbmserv.games.chance import Chance
from pbmserv.games.testing import play_random_game
from pbmserv.games.triangles.hands.game import HandsGame
from pbmserv.games.triangles.hands.rules import UNKNOWN, HandsPosition
from pbmserv.games.trioker import Trioker
from pbmserv.games.trioker.turns import PassingPosition
from pbmserv.games.trioker_line import TriokerLine
from pbmserv.games.triominoes import Triominoes
from tests.games.hidden_hands import redealt
from tests.games.trioker_line_positions import position as line_position

_GAMES: list[tuple[HandsGame[Any], Options, int, int]] = [
    *((Trioker(), {"board": board}, seats, seed) for seats, board, seed in [(2, "rapid", 10), (3, "1970", 23)]),
    (Trioker(), {"board": "rapid"}, 4, 14),
    *(
        (TriokerLine(), {"paths": paths}, seats, 16 * seats + 4 * paths + number)
        for seats, paths in [(2, 3), (3, 1), (4, 2), (4, 3)]
        for number in range(2)
    ),
    *((Triominoes(), {"set": high, "target": 100}, seats, seats) for seats, high in [(2, 5), (3, 5), (4, 6), (6, 5)]),
]
GAMES = {f"{game[0].word}-{game[2]}-{'-'.join(map(str, game[1].values()))}-{game[3]}": game for game in _GAMES}
"""Random games: the rules, the options, how many play, and the byte of which the seed is made."""


@pytest.fixture(params=GAMES)
def name(request: pytest.FixtureRequest) -> str:
    """One of the games."""
    return str(request.param)


@cache
def turns(name: str) -> list[tuple[HandsPosition, Played[HandsPosition]]]:
    """The positions of a game, each with what the move made there led to."""
    game, options, seats, number = GAMES[name]
    seed = bytes([number] * 16)
    record = play_random_game(game, options, seats, seed)
    position = game.start(record.options, seats, Chance(seed, "start"))
    made = []
    for number, (seat, move) in enumerate(record.moves, 1):
        played = game.play(position, seat, move, Chance(seed, f"move {number}"))
        made.append((position, played))
        position = played.position
    return made


def viewers(position: HandsPosition) -> tuple[int | None, ...]:
    """The public, and every seat."""
    return (None, *range(len(position.hands)))


def dealt_anew(position: HandsPosition, viewer: int | None, chance: Chance) -> HandsPosition:
    """The position with all tiles that the viewer cannot see in other places."""
    hands, bank = redealt(position.hands, position.bank, viewer, chance)
    if isinstance(position, PassingPosition) and position.may_pass and position.next_seat != viewer:
        position = replace(position, drawn=hands[position.next_seat][0])
    return replace(position, hands=hands, bank=bank)


def shown(game: HandsGame[Any], position: HandsPosition, viewer: int | None) -> list[object]:
    """All that the viewer gets to see."""
    return [
        game.draw(position, viewer),
        game.status(position, viewer),
        game.legend(position, viewer),
        game.examples(position, viewer) if viewer is not None and viewer in game.to_move(position) else (),
        json.dumps(game.dump(game.seen_by(position, viewer))),
        game.to_move(position),
        game.result(position),
        [game.seat_name(position, seat) for seat in range(len(position.hands))],
    ]


def answer(game: HandsGame[Any], position: HandsPosition, seat: int, text: str) -> str:
    """The words of a refusal, or that there was none."""
    try:
        game.play(position, seat, text, Chance(bytes(16), "answer"))
    except Refusal as refusal:
        return refusal.words
    return "accepted"


def test_what_is_shown_does_not_depend_on_hidden_tiles(name: str) -> None:
    game, chance = GAMES[name][0], Chance(bytes(16), "hunt")

    for position, _ in turns(name):
        for viewer in viewers(position):
            other = dealt_anew(position, viewer, chance)
            assert shown(game, other, viewer) == shown(game, position, viewer)


def test_answers_do_not_depend_on_hidden_tiles(name: str) -> None:
    game, chance = GAMES[name][0], Chance(bytes(16), "hunt")

    for position, _ in turns(name)[:: max(1, len(turns(name)) // 20)]:
        for seat in game.to_move(position):
            other = dealt_anew(position, seat, chance)
            moves = [f"{tile}@{chance.below(len(position.places)) + 1}" for tile in position.tiles.names]
            for text in ("pass", *chance.shuffled(moves)[:8]):
                assert answer(game, other, seat, text) == answer(game, position, seat, text)


def test_a_seen_position_holds_no_tile_that_is_hidden(name: str) -> None:
    game = GAMES[name][0]

    for position, _ in turns(name):
        for viewer in viewers(position):
            dumped = game.dump(game.seen_by(position, viewer))
            assert {*(dumped.get("bank") or dumped.get("pool") or [])} <= {UNKNOWN}
            assert all({*hand} <= {UNKNOWN} for seat, hand in enumerate(dumped["hands"]) if seat != viewer)
            hides_what_was_drawn = isinstance(position, PassingPosition) and viewer != position.next_seat
            assert not hides_what_was_drawn or dumped["drawn"] in {None, UNKNOWN}


def test_notes_name_no_tile_that_their_reader_cannot_see(name: str) -> None:
    game = GAMES[name][0]

    for position, played in turns(name):
        after = played.position
        if after.is_over or getattr(after, "round", 1) != getattr(position, "round", 1):
            continue  # The hands have been laid open.
        tiles = after.tiles
        named_as = re.compile(rf"\b\d{tiles.separator}\d{tiles.separator}[\dW]\b")
        on_table = {tiles.spelled(tiles.name_of(marks)) for _, marks in after.placements}
        for viewer in viewers(position):
            own = set() if viewer is None else {*map(tiles.spelled, after.hands[viewer])}
            read = " ".join(note.text for note in played.notes if note.seat in {None, viewer})
            assert {*named_as.findall(read)} <= on_table | own
    drawn = [note for _, played in turns(name) for note in played.notes if "You drew" in note.text]
    assert drawn or isinstance(game, TriokerLine)


@pytest.mark.parametrize("name", [name for name in GAMES if name.startswith("trioker-") and "line" not in name])
def test_the_tiles_of_triokers_bank_stay_hidden_at_the_end(name: str) -> None:
    game, end = GAMES[name][0], turns(name)[-1][1].position

    assert game.seen_by(end, None).hands == end.hands
    assert {*game.seen_by(end, None).bank} <= {UNKNOWN}


def test_the_first_letter_of_trioker_line_names_no_tile_that_was_drawn() -> None:
    starts = (TriokerLine().start({"paths": 3}, 4, Chance(bytes([number] * 16), "start")) for number in range(60))
    with_draws = [start for start in starts if len(start.prelude) > 1]

    assert with_draws
    assert {name for start in with_draws for name in re.findall(r"\d\d[\dW]", " ".join(start.prelude))} == {"333"}


def test_everything_lies_open_when_trioker_line_is_over() -> None:
    game = TriokerLine()

    over = game.play(line_position("331", "332 000", bank="001"), 0, "331@1", Chance(bytes(16), "test")).position

    assert game.seen_by(over, None) == over
    assert game.status(over, None)[-2:] == ("Player A: no tiles", "Player B: 332 000")
