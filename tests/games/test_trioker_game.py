"""Trioker as the server meets it: the contract, refusals, notes, and what a letter shows."""

from __future__ import annotations

import pytest

from pbmserv.games.base import Ambiguous, Illegal, NeverLegal, Note, Played, Unreadable
from pbmserv.games.catalogue import installed
from pbmserv.games.chance import Chance
from pbmserv.games.testing import CHECKS, check_contract, check_width, play_random_game, replay
from pbmserv.games.triangles.lattice import Cell
from pbmserv.games.triangles.layout import Placement
from pbmserv.games.trioker import Trioker
from pbmserv.games.trioker.boards import BOARDS
from pbmserv.games.trioker.coins import Purse
from pbmserv.games.trioker.rules import Position
from tests.games.arranged import Arranged
from tests.games.trioker_positions import FULL_PURSE, beside, on_go, position

GAME = Trioker()
CHANCE = Chance(bytes(16), "move 7")


def play(before: Position, text: str) -> Played[Position]:
    return GAME.play(before, before.next_seat, text, CHANCE)


def texts(played: Played[Position]) -> list[str]:
    return [note.text for note in played.notes]


def covering(mark: str, tile: str, before: Position) -> str:
    """The move that lays a tile on a marked space."""
    marked = [number for number, cell in enumerate(before.places, 1) if before.board.printed.spaces.get(cell) == mark]
    return f"{tile}@{marked[0]}"


@pytest.mark.parametrize("games", [1, pytest.param(3, marks=pytest.mark.long)])
def test_it_keeps_the_contract(games: int) -> None:
    check_contract(GAME, games=games)


@pytest.mark.parametrize("board", ["1970", "sackson"])
@pytest.mark.long
def test_it_keeps_the_contract_on_the_other_boards(board: str) -> None:
    played = replay(GAME, play_random_game(GAME, {"board": board}, 3, bytes(16)))

    for check in (*CHECKS, check_width):
        check(GAME, played)


@pytest.mark.parametrize(("seats", "seed"), [(2, 8), (3, 28)])
@pytest.mark.long
def test_it_keeps_the_contract_where_a_draw_is_replayed(seats: int, seed: int) -> None:
    played = replay(GAME, play_random_game(GAME, {"replay": True}, seats, seed.to_bytes(16, "big")))

    assert [position.game for position in played.positions][:: len(played.positions) - 1] == [1, 2]
    for check in (*CHECKS, check_width):
        check(GAME, played)


def test_it_is_installed_under_its_word() -> None:
    assert isinstance(installed()["trioker"], Trioker)


class TestMoves:
    def test_legal_moves_are_one_s_own_tiles_by_positions(self) -> None:
        before = position("000 330 331", "332")

        assert GAME.legal_moves(before, 0) == ["330@1", "331@1", "330@2", "331@2", "330@3", "331@3"]
        assert GAME.legal_moves(before, 1) == ()

    def test_who_has_drawn_may_pass(self) -> None:
        before = position("000 330", "332", drawn="330")

        assert GAME.legal_moves(before, 0) == ["330@1", "330@2", "330@3", "pass"]

    @pytest.mark.parametrize("text", ["330@2", "3-3-0@2", "033@2", "330.08@2", " 3 0 3 @ 2 "])
    def test_a_move_can_be_written_in_several_ways(self, text: str) -> None:
        assert play(position("330 000", "332"), text).move == "330@2"

    @pytest.mark.parametrize("text", ["pass", " PASS\n", "Pass"])
    def test_passing_can_be_written_in_any_case(self, text: str) -> None:
        played = play(position("330 000", "332", drawn="330"), text)

        assert played.move == "pass"
        assert played.position.next_seat == 1

    def test_a_placed_tile_lies_as_it_fits(self) -> None:
        # Position 2 is left of GO, which its apex and its bottom right corner touch.
        played = play(position("330 000", "332"), "330@2")

        assert played.position.placements[-1] == Placement(Cell(2, 4), "330")

    def test_positions_are_numbered_whoever_holds_the_tiles(self) -> None:
        hands = ["330", "000", "332 331", ""]

        assert len({position(hand, "111").places for hand in hands}) == 1

    def test_a_cell_that_no_tile_can_fill_any_more_has_no_number(self) -> None:
        # Above 002 a cell would need two zeros, and 000, 001 and 003 lie elsewhere.
        cells = [Cell(0, 2), Cell(4, -1), Cell(4, 3), Cell(4, 7)]
        marks = ["200", "000", "100", "300"]
        before = position("330", "111", placements=tuple(map(Placement, cells, marks)))
        below = Cell(1, 2)

        assert before.layout.pattern(below) == " 00"
        assert below in before.layout.border
        assert below not in before.places


class TestRefusals:
    @pytest.mark.parametrize(
        ("text", "words"),
        [
            ("303@9", "Position 9 is not on the board: the positions are numbered 1 to 3."),
            (
                "000@2",
                (
                    "Tile 000 does not fit at position 2 in any way:"
                    " its top corner has to be 3 and its bottom right corner 3."
                ),
            ),
            ("332@1", "Tile 332 is not among your tiles."),
            ("444@1", "There is no tile 444: the figures on the tiles are 0 to 3."),
            ("21W@1", "There is no tile 21W (tiles are read anti-clockwise): its mirror image 12W is another tile."),
            ("330.06@2", "The marks of a tile at position 2 point at 12, 4 and 8 o'clock: 6 is none of these."),
            ("pass", "You cannot pass: you hold a tile that fits, and have not drawn one in this turn."),
        ],
    )
    def test_an_illegal_move_is_told_why(self, text: str, words: str) -> None:
        with pytest.raises(Illegal) as refusal:
            play(position("330 000", "332"), text)

        assert refusal.value.words == words

    @pytest.mark.parametrize("text", ["", "passs", "330", "330@", "330@1@2"])
    def test_what_is_no_move_is_told_how_one_is_written(self, text: str) -> None:
        with pytest.raises(Unreadable, match=r"for example 123@7\.$"):
            play(position("330 000", "332"), text)

    @pytest.mark.parametrize("text", ["draw", "Draw a tile", "take"])
    def test_who_wants_to_draw_is_told_that_the_server_does_it(self, text: str) -> None:
        before = position("330 000", "332")

        for read in (lambda: play(before, text), lambda: GAME.value_of(before, text)):
            with pytest.raises(NeverLegal, match=r"^You do not draw tiles yourself: the server draws for you when"):
                read()

    def test_more_ways_than_one_are_refused_with_the_choices(self) -> None:
        before = position("113 000", "333", placements=(Placement(Cell(1, 1), "1W2"),))

        with pytest.raises(Ambiguous) as refusal:
            play(before, "113@2")

        assert refusal.value.choices == ("113.06@2", "113.02@2")
        assert set(refusal.value.choices) <= set(GAME.legal_moves(before, 0) or ())
        assert play(before, "113.06@2").position.placements[-1] == Placement(Cell(1, 2), "311")

    def test_nobody_can_move_when_the_game_is_over(self) -> None:
        over = play(position("330", "332"), "330@1").position

        assert GAME.to_move(over) == ()
        assert GAME.legal_moves(over, 1) == ()


class TestNotes:
    @pytest.mark.parametrize(
        ("board", "mark", "words"),
        [
            ("rapid", "A2", ["Player A pays 2 to the bank."]),
            ("rapid", "C5", ["The bank pays 5 to player A."]),
            ("rapid", "E2", ["Player A pays 2 to player B.", "Player A pays 2 to player C."]),
            ("rapid", "H1", ["Player A takes another turn at once."]),
            ("rapid", "J1", ["Player A gives a black coin to the bank."]),
            ("rapid", "B1", ["Player A will lose a turn."]),
            ("1970", "D2", ["Player B pays 2 to player A."]),
            ("1970", "F5", ["Player A pays 5 to player B."]),
        ],
    )
    def test_what_a_space_asks_for_is_told(self, board: str, mark: str, words: list[str]) -> None:
        before = position("332 331", "330 000", "223 001", board=board, placements=beside(mark, board))

        notes = texts(play(before, covering(mark, "332", before)))

        [space] = [space for space in BOARDS[board].spaces if space.mark == mark]
        assert notes == [f"Player A places 332 on {mark}, {space.french}.", *words]

    @pytest.mark.parametrize(
        ("purse", "mark", "words"),
        [
            (Purse(0, 1), "A5", "Player A should pay 5 to the bank, but has only 2 to pay."),
            (Purse(), "A5", "Player A should pay 5 to the bank, but has nothing."),
            (Purse(), "J1", "Player A has no coin to give."),
            (Purse(1), "J1", "Player A gives a red coin to the bank."),
            (Purse(0, 0, 1), "J1", "Player A gives a point of small change to the bank."),
        ],
    )
    def test_who_has_little_to_pay_is_told(self, purse: Purse, mark: str, words: str) -> None:
        before = position("332 331", "330 000", placements=beside(mark), purses=(purse, FULL_PURSE))

        assert texts(play(before, covering(mark, "332", before)))[1] == words

    def test_everybody_reads_that_a_tile_was_drawn_and_only_its_owner_which(self) -> None:
        played = play(position("330 331 000", "000", "111", bank="001 332"), "330@1")

        assert played.notes == (
            Note("Player A places 330."),
            Note("Player B had no tile that fits and drew one, which does not fit either, and the turn passes."),
            Note("You drew 001.", seat=1),
            Note("Player C had no tile that fits and drew one, and may place it or pass."),
            Note("You drew 332.", seat=2),
        )

    def test_passing_is_told(self) -> None:
        before = position("330 000", "111", "332 222", drawn="330")

        assert texts(play(before, "pass")) == [
            "Player A keeps the tile and passes.",
            "Player B has no tile that fits, and the bank is empty: the turn passes.",
        ]

    def test_a_lost_turn_is_told_when_it_comes(self) -> None:
        before = position("330 331 000", "332 000", lost_turns=(0, 1))

        assert texts(play(before, "330@1")) == ["Player A places 330.", "Player B loses this turn."]

    def test_the_last_tile_and_what_follows_are_told(self) -> None:
        before = position("330", "000 230", "333", purses=(FULL_PURSE, FULL_PURSE, Purse(1, 1)))

        assert texts(play(before, "330@1")) == [
            "Player A places 330.",
            "Player A has placed the last tile.",
            "Player B is left with 000 230: 2 + 7 = 9.",
            "Player C is left with 333: 11.",
            "The bank pays 10 to player A.",
            "Player B pays 9 to the bank.",
            "Player C should pay 11 to the bank, but has only 7 to pay.",
        ]

    def test_a_draw_is_told(self) -> None:
        assert texts(play(position("330 000", "111"), "330@1"))[1:] == [
            "Nobody can place a tile, and the bank has none.",
            "Player A is left with 000.",
            "Player B is left with 111.",
        ]

    def test_the_first_letter_tells_how_the_game_begins(self) -> None:
        deal = Arranged("333 330 331 332 223 220 221 222 123 132", "000 001 002 003 012 021 110 111 112 113", "203")

        begun = GAME.start({"board": "rapid"}, 2, deal)

        assert GAME.status(begun, 0)[:2] == (
            "Player A starts with 333 on GO.",
            "Player B had no tile that fits and drew one, which does not fit either, and the turn passes.",
        )
        assert play(begun, "332@1").position.prelude == ()

    def test_a_start_without_333_is_explained(self) -> None:
        deal = Arranged("332 330 331 223 220 221 222 123 132 203", "000 001 002 003 012 021 110 111 112 113", "333")

        begun = GAME.start({"board": "1970"}, 2, deal)

        assert GAME.status(begun, None)[0] == "Player A starts with 332 on GO, the most pips in any hand."


class TestLetters:
    def test_the_status_shows_everybody_s_coins_and_one_s_own_hand(self) -> None:
        purses = (FULL_PURSE, Purse(4, 6), Purse(0, 1, 1))
        before = position("330 000", "332", "003 111 222", bank="001 002", purses=purses, lost_turns=(0, 0, 1))

        assert GAME.status(before, 2) == (
            "Player C will lose a turn.",
            "",
            "Player           A     B     C",
            "Red coins        5     4     0",
            "Black coins      5     6     1",
            "Small change     0     0     1",
            "Points          35    32     3",
            "Tiles            2     1     3",
            "Bank: 2 tiles.",
            "",
            "Your tiles: 003 111 222",
        )
        assert GAME.status(before, None) == GAME.status(before, 2)[:-2]

    def test_small_change_is_shown_only_where_somebody_has_some(self) -> None:
        assert not any("Small" in line for line in GAME.status(position("330", "332"), None))

    def test_who_has_drawn_is_told_what_and_the_others_that(self) -> None:
        before = position("000 330", "332", drawn="330")

        assert GAME.status(before, 0)[0] == "Player A has drawn a tile, and may place it or pass."
        assert GAME.status(before, 0)[-1] == "You have drawn 330: place it, or move pass."
        assert GAME.status(before, 1)[0] == GAME.status(before, 0)[0]
        assert GAME.status(before, 1)[-1] == "Your tiles: 332"

    def test_the_hands_lie_open_when_the_game_is_over(self) -> None:
        over = GAME.seen_by(play(position("330", "332 000", bank="111"), "330@1").position, None)

        assert GAME.status(over, None)[-3:] == ("", "Player A: no tiles", "Player B: 332 000")
        assert over.bank == ("???",)

    def test_who_has_left_is_out_in_the_table(self) -> None:
        left = GAME.skip(position("330 000", "332 111", "331", next_seat=1), 1, CHANCE)

        assert left.move == "skip"
        assert texts(left) == ["Player B has left the game. The coins and the 2 tiles of that hand stay out of it."]
        assert "Tiles            2   out     1" in GAME.status(left.position, 1)
        assert not any("Your tiles" in line for line in GAME.status(left.position, 1))

    def test_the_board_shows_numbers_spaces_and_a_star_on_the_last_tile(self) -> None:
        rows = GAME.draw(position("330", "332"), None).splitlines()[4:13]

        assert rows == [
            "    +-------+-------+-------+-------+-------+-------+",
            "   / \\     / \\     / \\     / \\     / \\     / \\     / \\",
            "  /   \\   /   \\   /   \\   / 1 \\   /   \\   /   \\   /   \\",
            " /     \\ / J1  \\ / A2  \\ /     \\ / A2  \\ / J1  \\ /     \\",
            "+-------+-------+-------+-------+-------+-------+-------+",
            " \\     / \\     / \\     / \\3   3/ \\     / \\     / \\     /",
            "  \\   /   \\   /   \\   / 2 \\ * / 3 \\   /   \\   /   \\   /",
            "   \\ /     \\ / C2  \\ /     \\3/     \\ / C2  \\ /     \\ /",
            "    +-------+-------+-------+-------+-------+-------+",
        ]

    def test_a_number_and_the_mark_of_a_space_stand_in_one_cell(self) -> None:
        rows = GAME.draw(position("330", "332", placements=beside("A2")), None).splitlines()
        before = position("330", "332", placements=beside("A2"))
        number = covering("A2", "330", before).removeprefix("330@")

        assert any("/ A2  \\" in row for row in rows)
        assert any(f"/ {number} \\" in row for row in rows)

    def test_the_board_has_no_numbers_when_the_game_is_over(self) -> None:
        over = play(position("330", "332"), "330@1").position

        assert " 2 " not in GAME.draw(over, None)
        assert GAME.legend(over, None) == ""

    def test_the_legend_explains_the_spaces_that_are_not_covered(self) -> None:
        [*_, last] = GAME.legend(position("330", "332", board="1970"), 0).splitlines()
        covered = tuple(
            Placement(cell, "333") for cell, mark in BOARDS["1970"].printed.spaces.items() if mark == "F5"
        )
        [*_, other] = GAME.legend(position("330", "332", board="1970", placements=covered), 0).splitlines()

        assert last == "  F5  Payez 5 au suivant       Pay 5 to the following player"
        assert other == "  E2  Payez 2 a chaque joueur  Pay 2 to each player"

    def test_the_legend_says_nothing_of_spaces_when_all_are_covered(self) -> None:
        covered = tuple(Placement(cell, "333") for cell in BOARDS["1970"].printed.spaces)

        assert "space" not in GAME.legend(position("330", "332", board="1970", placements=covered), 0)

    def test_seats_are_called_by_letters(self) -> None:
        assert [GAME.seat_name(position("330", "332"), seat) for seat in range(4)] == ["A", "B", "C", "D"]


class TestResults:
    @pytest.mark.parametrize(
        ("purses", "winner", "scores", "reason"),
        [
            (
                (FULL_PURSE, FULL_PURSE),
                0,
                (45, 33),
                "Player A has placed the last tile and has the most points, 45.",
            ),
            (
                (Purse(2, 0), FULL_PURSE),
                1,
                (20, 33),
                "Player A has placed the last tile, but player B has the most points, 33.",
            ),
            (
                (Purse(3, 4), FULL_PURSE),
                None,
                (33, 33),
                "Player A has placed the last tile, and players A and B have the most points, 33 each.",
            ),
        ],
    )
    def test_the_most_points_win(
        self, purses: tuple[Purse, ...], winner: int | None, scores: tuple[int, ...], reason: str
    ) -> None:
        result = GAME.result(play(position("330", "000", purses=purses), "330@1").position)

        assert result is not None
        assert (result.winner, result.scores, result.reason) == (winner, scores, reason)
        assert result.points == 1

    def test_a_blocked_game_is_a_draw_whatever_the_coins(self) -> None:
        result = GAME.result(play(position("330 000", "111", purses=(FULL_PURSE, Purse(1))), "330@1").position)

        assert result is not None
        assert (result.winner, result.scores) == (None, (35, 5))
        assert (
            result.reason == "Nobody can place a tile and the bank has none: the game is a draw, and the coins stand."
        )

    def test_a_draw_is_replayed_if_the_challenge_says_so(self) -> None:
        before = position("330 000", "111", purses=(FULL_PURSE, Purse(1)), replay=True)

        played = GAME.play(before, 0, "330@1", CHANCE)

        assert GAME.result(played.position) is None
        assert texts(played)[:5] == [
            "Player A places 330.",
            "Nobody can place a tile, and the bank has none.",
            "Player A is left with 000.",
            "Player B is left with 111.",
            "The game is a draw, and is replayed: all tiles are dealt afresh, and the coins are those of the start.",
        ]
        assert " starts with 333 on GO." in texts(played)[5]
        assert GAME.status(played.position, 0)[0] == "This is the replay: the first game was a draw."

    @pytest.mark.parametrize(
        ("hands", "winner", "reason"),
        [
            (
                ("330 000", "111"),
                None,
                (
                    "The first game was a draw. In the replay, nobody can place a tile and the bank has none: the"
                    " game is a draw, and the coins stand."
                ),
            ),
            (
                ("330", "000"),
                0,
                (
                    "The first game was a draw. In the replay, player A has placed the last tile and has the most"
                    " points, 45."
                ),
            ),
        ],
    )
    def test_the_replay_is_the_end_even_if_it_is_another_draw(
        self, hands: tuple[str, ...], winner: int | None, reason: str
    ) -> None:
        result = GAME.result(play(position(*hands, replay=True, game=2), "330@1").position)

        assert result is not None
        assert (result.winner, result.reason) == (winner, reason)

    def test_boards_that_began_before_there_was_a_replay_have_none(self) -> None:
        begun = GAME.start({"board": "1970"}, 2, Chance(bytes(16), "start"))

        assert not begun.replay
        assert "replay" not in GAME.dump(begun)
        assert GAME.load(GAME.dump(begun)) == begun

    def test_a_move_that_was_queued_in_the_first_game_is_none_of_the_replay(self) -> None:
        value = GAME.value_of(position("330 000", "111", replay=True), "330@1")

        with pytest.raises(NeverLegal, match=r"^No tile can be placed in that position any more\.$"):
            GAME.text_of(position("330 000", "111", replay=True, game=2), value)

    def test_who_is_left_alone_wins(self) -> None:
        result = GAME.result(GAME.skip(position("330 000", "111"), 0, CHANCE).position)

        assert result is not None
        assert (result.winner, result.reason) == (1, "Nobody but player B is left.")

    def test_there_is_no_result_while_the_game_is_on(self) -> None:
        assert GAME.result(position("330", "332", placements=on_go(tile="332"))) is None
