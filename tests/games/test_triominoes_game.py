"""Triominoes as the server meets it: the contract, refusals, notes, and what a letter shows."""

from __future__ import annotations

import pytest

from pbmserv.games.base import Illegal, Note, Played, Unreadable
from pbmserv.games.chance import Chance
from pbmserv.games.testing import check_contract
from pbmserv.games.triangles.lattice import Cell
from pbmserv.games.triangles.layout import Layout, Placement
from pbmserv.games.triominoes import Triominoes
from pbmserv.games.triominoes.events import Placed
from pbmserv.games.triominoes.rules import Position
from pbmserv.games.triominoes.scoring import earning
from pbmserv.games.triominoes.tiles import tile_set
from pbmserv.games.triominoes.words import notes_of
from tests.games.arranged import Arranged
from tests.games.drawn_tiles import layout_and_last
from tests.games.test_triominoes_scoring import ADDED_115, BRIDGE_144, HEXAGON
from tests.games.triominoes_positions import position

GAME = Triominoes()
CHANCE = Chance(bytes(16), "move 7")
OPTIONS = {"set": 5, "target": 400}


def play(before: Position, text: str, chance: Chance = CHANCE) -> Played[Position]:
    return GAME.play(before, before.next_seat, text, chance)


def texts(played: Played[Position]) -> list[str]:
    return [note.text for note in played.notes]


def just_before(drawing: str) -> tuple[Position, str]:
    """A position in which player A is about to make the marked placement, and that move."""
    layout, last = layout_and_last(drawing)
    tile = GAME.start(OPTIONS, 2, CHANCE).tiles.name_of(last.marks)
    before = position(f"{tile} 222", "333", placements=layout.placements)
    return before, f"{'-'.join(tile)}@{before.places.index(last.cell) + 1}"


@pytest.mark.parametrize("games", [1, pytest.param(5, marks=pytest.mark.long)])
def test_it_keeps_the_contract(games: int) -> None:
    check_contract(GAME, games=games)


class TestMoves:
    def test_legal_moves_are_one_s_own_tiles_by_positions(self) -> None:
        before = position("012 255 455", "355")

        assert GAME.legal_moves(before, 0) == [
            "2-5-5@1",
            "4-5-5@1",
            "2-5-5@2",
            "4-5-5@2",
            "2-5-5@3",
            "4-5-5@3",
        ]
        assert GAME.legal_moves(before, 1) == ()

    @pytest.mark.parametrize("text", ["2-5-5@2", "255@2", "5-5-2@2", "255.10@2", " 2 5 5 @ 2 "])
    def test_a_move_can_be_written_in_several_ways(self, text: str) -> None:
        played = play(position("255 012", "455"), text)

        assert played.move == "2-5-5@2"

    def test_a_placed_tile_lies_as_it_fits(self) -> None:
        played = play(position("255 012", "455"), "2-5-5@1")

        assert played.position.placements[-1] == Placement(Cell(0, -1), "525")

    def test_positions_are_numbered_whoever_holds_the_tiles(self) -> None:
        numbers = {
            len(position(hand, "333", placements=position("").placements).places) for hand in ("255", "012", "")
        }

        assert numbers == {3}

    def test_a_cell_that_no_tile_can_fill_has_no_number(self) -> None:
        # Beside 0-1-2 and 0-2-5 only 0-1-5, 0-2-1 and the like would do; the second does not exist.
        placements = (Placement(Cell(0, 0), "012"), Placement(Cell(0, 2), "201"))
        before = position("255", "012", placements=placements)

        assert before.layout.pattern(Cell(0, 1)) == "102"
        assert Cell(0, 1) in before.layout.border
        assert Cell(0, 1) not in before.places


class TestRefusals:
    @pytest.mark.parametrize(
        ("text", "words"),
        [
            ("2-5-4@1", "There is no tile 2-5-4 (tiles are read clockwise): its mirror image 2-4-5 is another tile."),
            ("6-6-6@1", "There is no tile 6-6-6: the figures on the tiles are 0 to 5."),
            ("3-5-5@1", "Tile 3-5-5 is not among your tiles."),
            ("2-5-5@4", "Position 4 is not on the board: the positions are numbered 1 to 3."),
            (
                "0-1-2@3",
                (
                    "Tile 0-1-2 does not fit at position 3 in any way:"
                    " its top left corner has to be 5 and its top right corner 5."
                ),
            ),
            ("255.12@2", "The marks of a tile at position 2 point at 6, 10 and 2 o'clock: 12 is none of these."),
        ],
    )
    def test_an_illegal_move_is_told_why(self, text: str, words: str) -> None:
        with pytest.raises(Illegal) as refusal:
            play(position("255 012", "355"), text)

        assert refusal.value.words == words

    @pytest.mark.parametrize("text", ["", "2-5-5", "2-5-5@", "255@1@2"])
    def test_what_is_no_move_is_told_how_one_is_written(self, text: str) -> None:
        with pytest.raises(Unreadable, match=r"for example 2-4-5@7\.$"):
            play(position("255 012", "355"), text)

    def test_nobody_can_move_when_the_match_is_over(self) -> None:
        over = play(position("255", "012", target=50, target_reached=True), "2-5-5@1").position

        assert GAME.to_move(over) == ()
        assert GAME.legal_moves(over, 1) == ()


class TestNotes:
    @pytest.mark.parametrize(
        ("drawing", "words"),
        [
            (HEXAGON, "Player A places 0-5-5: 10 + 50 for 1 hexagon = 60."),
            (BRIDGE_144, "Player A places 1-4-4: 9 + 40 for a bridge = 49."),
            (ADDED_115, "Player A places 1-1-5: 7 + 40 for a bridge = 47."),
        ],
    )
    def test_a_bonus_is_explained(self, drawing: str, words: str) -> None:
        before, move = just_before(drawing)

        assert texts(play(before, move))[0] == words

    def test_two_hexagons_are_explained(self) -> None:
        gap = Cell(0, 0)
        top, right, left = gap.corners()
        around = sorted({*left.cells(), *right.cells()} - {gap})
        marks = ["".join("2" if vertex == top else "0" for vertex in cell.corners()) for cell in around]
        laid_out = Layout(tuple(map(Placement, around, marks)))

        earned = earning(laid_out, Placement(gap, "200"))
        [note] = notes_of([Placed(0, "002", earned)], tile_set(5))

        assert note.text == "Player A places 0-0-2: 2 + 100 for 2 hexagons = 102."

    def test_everybody_reads_how_many_were_drawn_and_only_their_owner_which(self) -> None:
        played = play(position("455 012", "001", pool="013 255 033"), "4-5-5@1")

        assert played.notes == (
            Note("Player A places 4-5-5: 14."),
            Note("Player B had no tile that fits and drew 2 tiles: 10 off."),
            Note("You drew 0-1-3 2-5-5.", seat=1),
        )

    @pytest.mark.parametrize(
        ("pool", "words"),
        [
            ("013 023 033", "Player B drew 3 tiles and can place none: 15 + 10 = 25 off, and the turn passes."),
            ("013", "Player B drew 1 tile and can place none: 5 + 10 = 15 off, and the turn passes."),
            ("", "Player B has no tile that fits, and the pool is empty: 10 off, and the turn passes."),
        ],
    )
    def test_a_turn_that_passes_is_explained(self, pool: str, words: str) -> None:
        played = play(position("455 345 012", "001", pool=pool), "4-5-5@1")

        assert texts(played)[1] == words

    def test_the_last_tile_is_explained_and_the_next_round_begins(self) -> None:
        deal = Arranged("555 013 014 011 023 024 034 035 133", "255 015 025 335 045 112 113 114 115")

        played = play(position("455", "012 123", "333", scores=(100, 50, -5)), "4-5-5@1", deal)

        assert texts(played) == [
            "Player A places 4-5-5: 14.",
            "Player B is left with 0-1-2 1-2-3: 9.",
            "Player C is left with 3-3-3: 9.",
            "Player A is out: 25 for the last tile + 9 from B + 9 from C = 43.",
            "Points after round 1: A 157, B 50, C -5.",
            "Round 2: Player A opens with 5-5-5: 10 + 15 = 25 for the opening tile.",
        ]

    def test_a_blocked_round_is_explained(self) -> None:
        hands = ("123 233 333", "222 333", "455 002 033 113 133 223")

        played = play(position(*hands, next_seat=2, target_reached=True), "4-5-5@1")

        assert texts(played)[4:] == [
            "Nobody can place a tile.",
            "Player A is left with 1-2-3 2-3-3 3-3-3: 23.",
            "Player B is left with 2-2-2 3-3-3: 15.",
            "Player C is left with 0-0-2 0-3-3 1-1-3 1-3-3 2-2-3: 27.",
            "Player B holds the least: 8 from A + 12 from C = 20.",
            "Points after round 1, the last one: A -10, B 10, C 4.",
        ]

    def test_equal_lowest_hands_are_explained(self) -> None:
        played = play(position("455 003", "012", target_reached=True), "4-5-5@1")

        assert texts(played)[-3:-1] == ["Player A holds the least: 0.", "Player B holds the least: 0."]

    @pytest.mark.parametrize(
        ("first_hand", "words"),
        [
            ("333 012 013 014 023 024 034", "Round 2: Player A opens with 3-3-3: 10 + 9 = 19 for the opening tile."),
            ("000 012 013 014 023 024 034", "Round 2: Player A opens with 0-0-0: 40 for 0-0-0 as the opening tile."),
            (
                "345 012 013 014 023 024 034",
                "Round 2: Player A opens with 3-4-5: 12 for the opening tile, no triple being held.",
            ),
        ],
    )
    def test_the_opening_tile_is_explained(self, first_hand: str, words: str) -> None:
        deal = Arranged(first_hand, "001 002", "003 004 005 015 025 035 045 112 113 114")

        played = play(position("455", "012"), "4-5-5@1", deal)

        assert words in texts(played)


class TestLetters:
    def test_the_status_has_a_score_table_and_one_s_own_hand(self) -> None:
        before = position("455 012", "255 013 014", "333", scores=(120, 95, -10), pool="000 001")

        assert GAME.status(before, 1) == (
            "Round 1: Player A opens with 5-5-5: 10 + 15 = 25 for the opening tile.",
            "",
            "Player      A      B      C",
            "Points    120     95    -10",
            "Tiles       2      3      1",
            "Pool: 2 tiles. Target: 400 points.",
            "",
            "Your tiles: 2-5-5 0-1-3 0-1-4",
        )
        assert GAME.status(before, None) == GAME.status(before, 1)[:-2]

    def test_the_status_tells_what_was_drawn_and_who_could_not_place(self) -> None:
        before = position("455 012 345", "011", "001", pool="002 003 004 033 255", scores=(390, 0, 0))

        status = GAME.status(play(before, "4-5-5@1").position, None)

        assert status[1:4] == (
            "Player B was unable to place a tile: 25 off.",
            "Player C had to draw 2 tiles: 10 off.",
            "Somebody's total has reached 400: this round is the last.",
        )

    def test_the_first_letter_tells_how_the_match_begins(self) -> None:
        deal = Arranged("555 012 013 014 023 024 034 112 113", "001 002 003 004 011 022 033 044 114", "122 255")
        begun = GAME.play(position("455", "012"), 0, "4-5-5@1", deal).position
        start = GAME.start(OPTIONS, 2, deal)

        assert GAME.status(start, 0)[:3] == (
            "Round 1: Player A opens with 5-5-5: 10 + 15 = 25 for the opening tile.",
            "Player B had no tile that fits and drew 2 tiles: 10 off.",
            "",
        )
        assert begun.prelude == ()

    def test_who_has_left_is_out_in_the_table(self) -> None:
        left = GAME.skip(position("455 012", "255 013", "355", next_seat=1), 1, CHANCE)

        assert texts(left) == ["Player B has left the game. The 2 tiles of that hand stay out of it."]
        assert "Tiles       2    out      1" in GAME.status(left.position, 1)
        assert not any("Your tiles" in line for line in GAME.status(left.position, 1))

    def test_the_board_has_numbers_and_a_star_on_the_last_tile(self) -> None:
        drawing = GAME.draw(position("455", "012"), None)

        assert drawing.splitlines() == [
            "    +",
            "   /5\\",
            "1 / * \\ 2",
            " /5   5\\",
            "+-------+",
            "",
            "    3",
        ]

    def test_the_board_has_no_numbers_when_the_match_is_over(self) -> None:
        over = play(position("455", "012", target_reached=True), "4-5-5@3").position

        assert not set("123") & set(GAME.draw(over, None))
        assert GAME.legend(over, None) == ""


class TestResults:
    def test_the_most_points_win(self) -> None:
        over = play(position("455", "012", scores=(0, 412), target_reached=True), "4-5-5@1").position

        result = GAME.result(over)

        assert result is not None
        assert (result.winner, result.scores, result.points) == (1, (42, 412), 1)
        assert result.reason == "Player B has the most points, 412, after 1 round."

    def test_equal_points_are_a_tie(self) -> None:
        over = play(position("455", "012", scores=(370, 412), target_reached=True), "4-5-5@1").position

        result = GAME.result(over)

        assert result is not None
        assert result.winner is None
        assert result.reason == "Players A and B have the most points, 412 each, after 1 round."

    def test_the_last_one_left_wins(self) -> None:
        left = GAME.skip(position("455 012", "255 013"), 0, CHANCE).position

        result = GAME.result(left)

        assert result is not None
        assert result.winner == 1
        assert result.reason == "Nobody but player B is left."

    def test_there_is_no_result_before_the_end(self) -> None:
        assert GAME.result(position("455", "012")) is None
