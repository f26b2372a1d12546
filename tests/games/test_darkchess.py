"""Chess in the fog: its rules, and what each side may see."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest

from pbmserv.bots.luck import Luck
from pbmserv.games.base import Refusal
from pbmserv.games.chance import Chance
from pbmserv.games.chess.rules import BOARD
from pbmserv.games.chess.rules import Position as ChessPosition
from pbmserv.games.chess.variants.darkchess import FOG, DarkChess, Position
from pbmserv.games.playouts.darkchess import PIECES, ends_of
from pbmserv.games.testing import check_contract
from pbmserv.locale.catalogs import catalog_of, speaking, translated
from tests.games.grids import CHANCE, played

GAME = DarkChess()


def bare(cells: dict[str, str], next_seat: int = 0, **others: Any) -> Position:
    """A position with these pieces by their squares, and nobody who may castle."""
    squares = dict.fromkeys(BOARD.places, ".") | {BOARD.place_of[name]: piece for name, piece in cells.items()}
    return GAME.begun({}).with_changes(squares, next_seat, (), **({"rooks": ()} | others))


def seen(position: ChessPosition, viewer: int | None) -> dict[str, str]:
    """What a viewer sees, by the squares."""
    cells = GAME.seen_by(position, viewer).cells
    return {BOARD.names[place]: there for place, there in enumerate(cells) if there != FOG}


def refused(position: ChessPosition, text: str) -> str:
    with pytest.raises(Refusal) as refusal:
        GAME.play(position, position.next_seat, text, CHANCE)
    return str(refusal.value)


class TestRules:
    def test_whoever_captures_the_king_wins(self) -> None:
        after = played(GAME, "e4 f6 Qh5 a6 Qxe8")
        result = GAME.result(after)

        assert result is not None
        assert (result.winner, result.reason) == (0, "Black's king has been captured.")
        assert [*GAME.moves(after)] == []
        assert GAME.to_move(after) == ()

    def test_a_king_may_stay_in_check_and_a_piece_may_uncover_it(self) -> None:
        position = bare({"e1": "K", "e2": "R", "e8": "r", "a8": "k", "h2": "P"})

        assert {"h2-h3", "e2-d2", "e1-d1"} <= {*GAME.moves(position)}

    @pytest.mark.parametrize("rook", ["e8", "f8", "g8"])
    def test_castling_out_of_check_over_an_attacked_square_and_into_check(self, rook: str) -> None:
        rooks = (BOARD.place_of["h1"],)
        position = bare({"e1": "K", "h1": "R", rook: "r", "a8": "k"}, rooks=rooks)

        after = GAME.play(position, 0, "O-O", CHANCE).position

        assert (after[BOARD.place_of["g1"]], after[BOARD.place_of["f1"]]) == ("K", "R")

    def test_who_cannot_move_is_stalemated(self) -> None:
        # Pawns of Black's in the first row can never move: so few men are enough.
        shut_in = {"a1": "k", "a2": "p", "b1": "p", "b2": "p", "h8": "K"}
        assert GAME.result(bare(shut_in | {"b1": "."}, 1)) is None

        result = GAME.result(bare(shut_in, 1))

        assert result is not None
        assert (result.winner, result.reason) == (None, "Black is stalemated.")

    def test_fifty_quiet_moves_of_each_are_a_draw(self) -> None:
        position = bare({"a1": "K", "h8": "k"}, halfmove_clock=98)
        last_but_one = GAME.play(position, 0, "a1-a2", CHANCE).position
        last = GAME.play(last_but_one, 1, "h8-h7", CHANCE).position

        assert GAME.result(last_but_one) is None
        result = GAME.result(last)
        assert result is not None
        assert (result.winner, result.reason) == (None, "There have been fifty quiet moves of each.")

    def test_a_position_that_comes_again_gives_no_draw_and_no_claim(self) -> None:
        after = played(GAME, "Nf3 Nf6 Ng1 Ng8 " * 5)

        assert GAME.result(after) is None
        assert "claim" not in GAME.moves(after)
        assert refused(after, "claim").startswith("No draw can be claimed in this game.")


class TestSight:
    def test_at_the_start_each_sees_the_four_rows_on_the_own_side(self) -> None:
        start = GAME.begun({})

        assert {name[1] for name in seen(start, 0)} == {*"1234"}
        assert {name[1] for name in seen(start, 1)} == {*"5678"}
        assert seen(start, None) == {}

    def test_a_man_before_a_pawn_is_not_seen_but_stops_it(self) -> None:
        position = bare({"a1": "K", "d4": "P", "d5": "n", "h8": "k"})

        assert "d5" not in seen(position, 0)
        assert not any(move.startswith("d4") for move in GAME.moves(position))
        assert refused(position, "d4-d5") == refused(bare({"a1": "K", "d4": "P", "d5": "q", "h8": "k"}), "d4-d5")

    def test_a_pawn_sees_beside_it_only_what_it_can_capture(self) -> None:
        position = bare({"a1": "K", "d4": "P", "c5": "n", "h8": "k"})

        assert seen(position, 0)["c5"] == "n"
        assert "e5" not in seen(position, 0)

    def test_who_can_capture_in_passing_sees_the_square_and_the_pawn(self) -> None:
        position = played(GAME, "e4 a6 e5 d5")

        assert {"d6": ".", "d5": "p"}.items() <= seen(position, 0).items()
        assert "e5" not in seen(position, 1)
        assert GAME.seen_by(position, 1).passant == -1

    def test_the_opponents_move_is_told_only_where_it_captured(self) -> None:
        quiet, capture = played(GAME, "e4 e5"), played(GAME, "e4 d5 exd5")

        assert GAME.status(quiet, 0) == ()
        assert GAME.status(quiet, 1) == ("Black has played e5.",)
        assert GAME.status(capture, 1) == ("White has captured on d5.",)
        assert GAME.status(capture, 0) == ("White has played exd5.",)
        assert GAME.status(capture, None) == ()

    def test_a_capture_in_passing_is_told_where_the_pawn_stood(self) -> None:
        assert GAME.status(played(GAME, "e4 a6 e5 d5 exd6"), 1) == ("White has captured on d5.",)

    def test_after_the_end_everybody_sees_all(self) -> None:
        after = played(GAME, "e4 f6 Qh5 a6 Qxe8")

        assert [GAME.seen_by(after, viewer) for viewer in (0, 1, None)] == [after] * 3

    def test_a_refusal_names_no_man_that_is_not_seen(self) -> None:
        assert refused(GAME.begun({}), "d8-d5") == "You do not see what is on d8."


def positions(games: int, plies: int) -> Iterator[ChessPosition]:
    """Positions of random games."""
    chance = Chance(bytes(16), "dark chess")
    for _ in range(games):
        position: ChessPosition = GAME.begun({})
        for _ in range(plies):
            if GAME.result(position):
                break
            yield position
            move = chance.choice(GAME.moves(position))
            position = GAME.play(position, position.next_seat, move, CHANCE).position


def another_world(position: ChessPosition, viewer: int | None, chance: Chance) -> ChessPosition | None:
    """A position with men elsewhere that the viewer does not see; None if none was found that looks the same."""
    fog = [place for place, there in enumerate(GAME.seen_by(position, viewer).cells) if there == FOG]
    for _ in range(10):
        one, other = chance.shuffled(fog)[:2]
        if position[one] == position[other]:
            continue
        changes = {one: position[other], other: position[one]}
        hidden = {"halfmove_clock": 7, "earlier": ("x",)}
        otherwise = position.with_changes(changes, position.next_seat, position.last, **hidden)
        if GAME.seen_by(otherwise, viewer) == GAME.seen_by(position, viewer):
            return otherwise
    return None


def shown(position: ChessPosition, viewer: int | None) -> list[object]:
    """All that the game tells a viewer of a position."""
    told: list[object] = [
        show(position, viewer)
        for show in (GAME.draw, GAME.picture, GAME.status, GAME.picture_status, GAME.legend, GAME.picture_legend)
    ]
    told += [GAME.advantage(position, seat) for seat in range(2)]
    if viewer == position.next_seat:
        moves = GAME.moves(position)
        told += [moves, GAME.form_of_move(position), GAME.examples(position, viewer)]
        for move in moves:
            steps = GAME.steps(position, viewer, move)
            told += [steps, [*GAME.other_steps(position, viewer, move)], GAME.slides(position, viewer, steps, move)]
            told.append(GAME.play(position, viewer, move, CHANCE).position.last_san)
    return told


@pytest.mark.parametrize("viewer", [0, 1, None])
@pytest.mark.long
def test_two_positions_that_look_alike_to_a_viewer_are_shown_alike(viewer: int | None) -> None:
    chance = Chance(bytes(16), "worlds")

    compared = 0
    for position in islice(positions(games=3, plies=80), 0, None, 6):
        otherwise = another_world(position, viewer, chance)
        if otherwise is None:
            continue
        compared += 1
        assert shown(position, viewer) == shown(otherwise, viewer)

    assert compared > 20


@pytest.mark.long
def test_two_positions_that_look_alike_have_the_same_refusals() -> None:
    chance = Chance(bytes(16), "refusals")
    tried = [f"{piece}{square}" for piece in ("", "N", "Q", "K", "exd") for square in ("d5", "e6", "a3", "h8")]

    compared = 0
    for number, position in enumerate(positions(games=2, plies=80)):
        otherwise = another_world(position, position.next_seat, chance) if number % 8 == 0 else None
        if otherwise is None:
            continue
        squares = [f"{start}-{chance.choice(BOARD.names)}" for start in BOARD.names]
        for text in (*tried, *squares, "O-O", "O-O-O", "claim", "pass", "e7-e8=k"):
            compared += 1
            assert answer(position, text) == answer(otherwise, text)

    assert compared > 500


def answer(position: ChessPosition, text: str) -> tuple[str, str]:
    """What a player is told of a move."""
    try:
        made = GAME.play(position, position.next_seat, text, CHANCE)
    except Refusal as refusal:
        return "refused", str(refusal)
    return "made", made.move


def test_what_a_viewer_sees_looks_the_same_when_it_is_looked_at_again() -> None:
    for position in positions(games=2, plies=60):
        for viewer in (0, 1, None):
            first = GAME.seen_by(position, viewer)
            assert GAME.seen_by(first, viewer) == first


def test_a_guess_looks_like_what_was_seen_and_knows_what_was_lost() -> None:
    chance = Chance(bytes(16), "guesses")

    differ = 0
    for position in islice(positions(games=3, plies=80), 0, None, 5):
        for seat in range(2):
            guess = GAME.guess(GAME.seen_by(position, seat), seat, chance)
            assert GAME.seen_by(guess, seat) == GAME.seen_by(position, seat)
            assert sum(map(guess.cells.count, "Kk")) == 2
            assert guess.cells.count(".") == position.cells.count(".")
            differ += guess.cells != position.cells

    assert differ > 50


def test_machine_players_play_out_games_by_the_moves_of_the_rules() -> None:
    for position in islice(positions(3, 60), 0, None, 5):
        cells, seat = [*position.cells], position.next_seat
        by_rules = {
            move.squares
            for move in position.legal_moves
            if position.cells[move.to_square] not in "KRkr"[2 * seat :][:2]
            and (move.to_square != position.passant or cells[move.from_square] not in "Pp")
        }
        men = [place for place, there in enumerate(cells) if there in PIECES[seat]]

        assert {(start, end) for start in men for end in ends_of(cells, start, seat)} == by_rules


def test_a_game_played_out_is_won_by_who_has_captured_the_king() -> None:
    position = bare({"d1": "K", "d4": "Q", "d8": "k"})
    told = [GAME.playout(position, Luck(bytes([number] * 16), "playouts")) for number in range(60)]

    assert {*told} <= {(1.0, 0.0), (0.0, 1.0), (0.5, 0.5)}
    assert sum(each[0] for each in told if each) > 36


@pytest.mark.long
def test_the_rules_keep_the_contract() -> None:
    check_contract(GAME, seconds=8)


@pytest.mark.parametrize(("move", "told"), [("e2-e4", "ход"), ("e4xd5", "взятие на d5")])
def test_what_is_said_aloud_of_the_opponents_move_is_in_the_language_of_who_hears_it(move: str, told: str) -> None:
    game = DarkChess()
    position = game.start({}, 2, CHANCE)

    words = game.spoken(game.seen_by(position, 1), game.told(move, seat=0, viewer=1))

    with speaking(catalog_of("ru")):
        assert str(translated(words)) == told
