"""Even-Odd as the server meets it: the contract, refusals, notes, and what a letter shows."""

from __future__ import annotations

import pytest

from pbmserv.games.base import Ambiguous, Illegal, Played, Result, Unreadable
from pbmserv.games.pairimpair.rules import Position
from pbmserv.games.testing import check_contract
from tests.games.pairimpair_positions import (
    CHANCE,
    DRAW,
    EVEN_OUT,
    EVEN_PASSES,
    FEWER_LEFT,
    GAME,
    HEXAGON,
    ODD_OUT,
    TURN_LOST,
    TWO_HEXAGONS,
    begun,
    last_move,
    play,
    played,
)


def notes(moves: str, position: Position | None = None) -> list[str]:
    """What the notes of the last of some moves say; all of them are for everybody."""
    of_last = last_move(moves, position).notes
    assert all(note.seat is None for note in of_last)
    return [note.text for note in of_last]


@pytest.mark.parametrize("games", [1, pytest.param(3, marks=pytest.mark.long)])
def test_it_keeps_the_contract(games: int) -> None:
    check_contract(GAME, games=games)


class TestMoves:
    def test_any_rotation_of_a_name_is_understood(self) -> None:
        position = played("112.12@1")

        assert {play(position, text).move for text in ("221@1", "122@1", "2-1-2 @ 1")} == {"221@1"}

    def test_the_hour_may_be_told_where_it_makes_no_difference(self) -> None:
        assert play(played("112.12@1"), "221.06@1").move == "221@1"

    def test_who_turns_a_tile_s_name_is_told_how_the_move_is_written_here(self) -> None:
        before = played("")
        mover = before.seat_of(before.mover)

        made = GAME.play(before, mover, "120.04@1", CHANCE)

        assert made.move == "012.08@1"
        assert made.position.placements[-1].marks[(12, 4, 8).index(4)] == "0"
        assert [(note.text, note.seat) for note in made.notes] == [
            ("Your move 120.04@1 is written 012.08@1 here: the same tile, laid the same way.", mover)
        ]
        assert GAME.play(before, mover, "012.08@1", CHANCE) == Played(made.position, "012.08@1")

    def test_the_first_tile_needs_its_hour(self) -> None:
        with pytest.raises(Ambiguous) as refusal:
            play(begun(), "112@1")

        assert refusal.value.choices == ("112.12@1", "112.08@1", "112.04@1")

    @pytest.mark.parametrize("text", ["", "112", "@1", "112@", "1120@1", "schtroumpf@1"])
    def test_what_is_no_move_is_told_how_a_move_is_written(self, text: str) -> None:
        with pytest.raises(Unreadable, match=r"write a tile, @ and the number of a position, for example 112@4\.$"):
            play(begun(), text)

    @pytest.mark.parametrize(
        ("moves", "text", "words"),
        [
            ("", "000@1", "Tile 000 may not come first: Even opens with any tile but 000 and 222."),
            ("", "222@1", "Tile 222 may not come first: Even opens with any tile but 000 and 222."),
            ("", "111@1", "Tile 111 is one of Odd's, and you play Even."),
            ("", "112.12@2", "Position 2 is not on the board: there is only one position now, number 1."),
            ("", "12W@1", "There is no tile 12W: no joker takes part in this game."),
            ("112.12@1", "110@1", "Tile 110 is one of Even's, and you play Odd."),
            (
                "112.12@1",
                "003@1",
                (
                    "Tile 003 does not fit at position 1 in any way:"
                    " its bottom corner has to be 1 and its top right corner 2."
                ),
            ),
            (
                "112.12@1",
                "221.12@1",
                "The marks of a tile at position 1 point at 6, 10 and 2 o'clock: 12 is none of these.",
            ),
            ("112.12@1 221@2", "112@1", "Tile 112 lies on the board already."),
            ("", "pass", "If you can place a tile, you may not pass; if you cannot, the server passes for you."),
        ],
    )
    def test_an_illegal_move_is_told_why(self, moves: str, text: str, words: str) -> None:
        with pytest.raises(Illegal) as refusal:
            play(played(moves), text)

        assert refusal.value.words == words

    def test_nobody_moves_when_the_game_is_over(self) -> None:
        assert GAME.to_move(played(EVEN_OUT)) == ()

    def test_moves_are_listed_for_the_mover_alone(self) -> None:
        position = played("112.12@1")

        assert GAME.legal_moves(position, 0) == ()
        assert GAME.legal_moves(position, 1) == ["221@1", "123@1", "221@2", "021@2", "111@3", "113@3"]


class TestNotes:
    def test_a_tile_alone_is_nothing_to_note(self) -> None:
        assert notes("112.12@1") == []

    def test_hexagons_are_noted(self) -> None:
        assert notes(HEXAGON) == ["Odd has completed a hexagon and gets another turn."]
        assert notes(TWO_HEXAGONS, begun("52")) == [
            "Odd has completed 2 hexagons with one tile and gets 2 turns more.",
        ]

    def test_passing_is_noted(self) -> None:
        assert notes(EVEN_PASSES) == ["Even cannot place a tile and passes."]
        assert notes(TURN_LOST) == [
            "Odd has completed a hexagon and gets another turn.",
            "Odd cannot place a tile and passes.",
        ]

    def test_the_return_match_is_noted(self) -> None:
        [note] = notes(DRAW, begun("52", replay=True))

        assert note == (
            "Neither side can place a tile, and each has 4 tiles left: the match is a draw. The return match begins,"
            " and the players have changed sides."
        )


class TestLetters:
    def test_seats_are_called_by_their_sides(self) -> None:
        position = Position("73", replay=True, even_seat=1)

        assert [GAME.seat_name(position, seat) for seat in (0, 1)] == ["Odd", "Even"]

    def test_the_first_letter_shows_the_coin_and_all_tiles_with_their_characters(self) -> None:
        assert GAME.status(begun(), None) == (
            "The coin shows tails: the player named first is Even.",
            "",
            "Even: 12 tiles                   Odd: 12 tiles",
            "000 Bobo         222 Kroston     111 Sibylline        333 Schtroumpf",
            "002 Foufi        110 Sandy       001 Marc Lebut       003 Sophie",
            "112 Vieux Nick   220 Patate      113 Oncle Paul       223 Benoît Brisefer",
            "332 Gil Jourdan  330 César       221 Timour           331 Attila",
            "012 Tif          132 Bill        021 Tondu            123 Boule",
            "230 Johan        310 Fantasio    203 Pirlouit         301 Spirou",
        )
        assert GAME.status(Position("73", replay=False, even_seat=1), 0)[0] == (
            "The coin shows heads: the player named first is Odd."
        )

    def test_everybody_sees_the_tiles_that_are_left(self) -> None:
        status = GAME.status(played(FEWER_LEFT), None)

        assert status == (
            "Even: 2 tiles                 Odd: 4 tiles",
            "332 Gil Jourdan  330 César    111 Sibylline   333 Schtroumpf",
            "                              113 Oncle Paul  331 Attila",
        )

    def test_the_status_tells_of_further_turns(self) -> None:
        status = GAME.status(played(TWO_HEXAGONS, begun("52")), None)

        assert status[0] == "Odd has 2 turns before Even is to move."

    def test_the_status_tells_of_the_return_match(self) -> None:
        status = GAME.status(played(DRAW, begun("52", replay=True)), None)

        assert status[0] == "This is the return match: the first was a draw, and whoever is Even now was Odd then."

    def test_the_empty_board_has_its_only_position_in_the_centre(self) -> None:
        drawing = GAME.draw(begun("52"), None)

        assert drawing.count("/ 1 \\") == 1
        assert drawing.count("START") == 1

    def test_the_numbers_are_those_of_the_mover_s_tiles(self) -> None:
        middle = GAME.draw(played("112.12@1"), None).splitlines()[12:19]

        assert middle == [
            "    +-------+-------+-------+-------+-------+-------+",
            "   / \\     / \\     / \\     /2\\     / \\     / \\     / \\",
            "  /   \\   /   \\   /   \\ 1 / * \\ 2 /   \\   /   \\   /   \\",
            " /     \\ /     \\ /     \\ /1   1\\ /     \\ /     \\ /     \\",
            "+-------+-------+-------+-------+-------+-------+-------+",
            " \\     / \\     / \\     / \\     / \\     / \\     / \\     /",
            "  \\   /   \\   /   \\   /   \\ 3 /   \\   /   \\   /   \\   /",
        ]

    def test_the_legend_says_how_to_open_and_how_to_go_on(self) -> None:
        assert "for example 112.12@1" in GAME.legend(begun(), 0)
        assert "where Odd can place a tile" in GAME.legend(played("112.12@1"), 1)
        assert GAME.legend(played(EVEN_OUT), None) == ""


class TestResults:
    @pytest.mark.parametrize(
        ("moves", "board", "result"),
        [
            (EVEN_OUT, "73", Result(0, "Even has placed its last tile.")),
            (ODD_OUT, "73", Result(1, "Odd has placed its last tile.")),
            (FEWER_LEFT, "73", Result(0, "Neither side can place a tile, and Even has 2 tiles left, Odd 4.")),
            (DRAW, "52", Result(None, "Neither side can place a tile, and each has 4 tiles left.")),
        ],
    )
    def test_every_end_is_told(self, moves: str, board: str, result: Result) -> None:
        assert GAME.result(played(moves, begun(board))) == result

    def test_the_return_match_is_the_result(self) -> None:
        start = begun("52", replay=True)

        assert GAME.result(played(DRAW, start)) is None
        assert GAME.result(played(f"{DRAW} {DRAW}", start)) == Result(
            None,
            "The first match was a draw. In the return match: neither side can place a tile, and each has 4 tiles"
            " left.",
        )

    def test_the_winner_is_a_seat_whatever_side_it_plays(self) -> None:
        over = played(ODD_OUT, Position("73", replay=True, even_seat=1, match=2))

        assert GAME.result(over) == Result(
            0, "The first match was a draw. In the return match: Odd has placed its last tile."
        )

    def test_there_is_none_before_the_end(self) -> None:
        assert GAME.result(begun()) is None
