"""Marshal: setting up, moves, attacks, ends, and what viewers may see."""

from __future__ import annotations

from collections import Counter

import pytest

from pbmserv.bots.choosing import choose
from pbmserv.bots.levels import LEVELS
from pbmserv.games.base import Illegal, NeverLegal, Refusal, Unreadable
from pbmserv.games.chance import Chance
from pbmserv.games.marshal import Marshal
from pbmserv.games.marshal.rules import ARMIES, BOARD, LAKE, LAKES, Position
from pbmserv.games.testing import check_contract
from tests.games.alike import check_alike
from tests.games.help_pages import help_page

MARSHAL = Marshal()
CHANCE = Chance(bytes(16), "test")
ROWS = "TTTTTTTTLL SSSSKKKKLL NNNNNJJJCC YMGBBBBBBF"


def begun(men: str = "40") -> Position:
    return MARSHAL.start({"men": men}, 2, Chance(bytes(16), "start"))


def bare(men: dict[str, str], next_seat: int = 0) -> Position:
    """A position with these men by their squares, both sides set up."""
    cells = ["."] * 100
    for place in LAKES:
        cells[place] = LAKE
    for name, man in men.items():
        cells[BOARD.place_of[name]] = man
    return Position(10, "".join(cells), next_seat, is_ready=(True, True))


def moved(position: Position, *moves: str) -> tuple[Position, list[str]]:
    """The position after some moves, and what all were told of the last of them."""
    notes: list[str] = []
    for move in moves:
        played = MARSHAL.play(position, position.next_seat, move, CHANCE)
        position, notes = played.position, [note.text for note in played.notes]
    return position, notes


def refusal(position: Position, text: str, seat: int = 0) -> Refusal:
    with pytest.raises(Refusal) as caught:
        MARSHAL.play(position, seat, text, CHANCE)
    return caught.value


def men_of(position: Position) -> dict[str, str]:
    return {BOARD.names[place]: there for place, there in enumerate(position.cells) if there.isalpha()}


@pytest.mark.long
@pytest.mark.parametrize("seed", [1, 2])
def test_it_keeps_the_contract(seed: int) -> None:
    check_contract(MARSHAL, games=3, seed=seed, max_turns=4000)


# Setting up


def test_the_server_deals_both_armies_onto_their_rows() -> None:
    position = begun()

    assert MARSHAL.to_move(position) == (0, 1)
    for seat, last_row in ((0, "1"), (1, "10")):
        home = position.home(seat)
        assert Counter(home) == Counter(ARMIES["40"])
        flag = BOARD.names[position.cells.index("Ff"[seat])]
        assert flag[1:] == last_row


def test_who_is_content_with_it_is_ready() -> None:
    first = MARSHAL.play(begun(), 1, " Ready ", CHANCE)
    assert (first.move, MARSHAL.to_move(first.position)) == ("ready", (0,))

    both = MARSHAL.play(first.position, 0, "ready", CHANCE)

    assert both.position.cells == begun().cells
    assert MARSHAL.to_move(both.position) == (0,)
    assert [note.text for note in both.notes] == ["Both armies are set up: White begins."]


def test_rows_are_written_as_the_board_shows_them() -> None:
    after = MARSHAL.play(begun(), 0, ROWS.lower(), CHANCE)

    assert after.move == ROWS.replace(" ", "/")
    men = men_of(after.position)
    assert [men[name] for name in ("a4", "j4", "a1", "j1")] == ["T", "L", "Y", "F"]
    black = men_of(MARSHAL.play(begun(), 1, ROWS, CHANCE).position)
    assert [black[name] for name in ("a10", "j10", "a7", "j7")] == ["t", "l", "y", "f"]


def test_a_short_army_stands_on_any_squares() -> None:
    rows = "t.......t. .g..m..... ....y...n. ..bf......"

    after = MARSHAL.play(begun("8"), 0, rows, CHANCE).position

    assert after == MARSHAL.play(begun("8"), 0, "t7t1 1g2m5 4y3n1 2bf6", CHANCE).position

    whites = {name: man for name, man in men_of(after).items() if man.isupper()}
    assert whites == {
        "a4": "T",
        "i4": "T",
        "b3": "G",
        "e3": "M",
        "e2": "Y",
        "i2": "N",
        "c1": "B",
        "d1": "F",
    }


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        (ROWS.replace("M", "G"), "Your rows have 0 of M, and have to have 1."),
        (ROWS.replace("M", "Q"), "No man is called Q"),
        ("t8t 91 91 91", "Your rows have"),
        ("t8tt 91 91 91", "Each of your four rows has ten squares, and T........TT has 11."),
        ("a4-a5", "First both sides set up their men"),
    ],
)
def test_other_set_ups_are_refused(rows: str, words: str) -> None:
    refused = refusal(begun(), rows)

    assert isinstance(refused, Illegal)
    assert words in str(refused.words)


def test_men_are_exchanged_by_touching_two_squares() -> None:
    position = begun()
    men = men_of(position)

    [(steps, move)] = MARSHAL.by_touch(position, 0, ["a1", "b4", "ready"]).items()
    after = men_of(MARSHAL.play(position, 0, move, CHANCE).position)

    assert steps == ("a1", "b4", "ready")
    assert (after["a1"], after["b4"]) == (men["b4"], men["a1"])
    assert {name for name in men if men[name] != after[name]} <= {"a1", "b4"}
    assert MARSHAL.steps(position, 0, move) == ("ready",)
    shown = MARSHAL.while_touched(position, 0, ["a1", "b4"])
    assert shown is not None
    assert men_of(shown) == after
    assert "ready" not in {way[1] for way in MARSHAL.by_touch(position, 0, ["a1"])}
    assert "a7" not in {way[0] for way in MARSHAL.by_touch(position, 0, [])}


def test_nobody_sets_up_again_once_men_move() -> None:
    position = MARSHAL.play(MARSHAL.play(begun(), 0, "ready", CHANCE).position, 1, "ready", CHANCE).position

    for late in ("ready", ROWS):
        assert isinstance(refusal(position, late), NeverLegal)


# Moves


def test_men_go_one_square_and_scouts_any_number() -> None:
    position = bare({"e4": "K", "a1": "T", "f1": "F", "j1": "B", "j10": "k", "a9": "f"})

    assert {move for move in MARSHAL.moves(position) if move.startswith("e4")} == {"e4-e3", "e4-d4", "e4-f4", "e4-e5"}
    scouts = {move[3:] for move in MARSHAL.moves(position) if move.startswith("a1")}
    assert scouts == {"b1", "c1", "d1", "e1", "a2", "a3", "a4", "a5", "a6", "a7", "a8", "a9"}
    assert not [move for move in MARSHAL.moves(position) if move[:2] in ("f1", "j1")]


def test_nobody_enters_a_lake() -> None:
    position = bare({"c4": "T", "j10": "k", "a9": "f", "a1": "F"})

    assert "c4-c5" not in MARSHAL.moves(position)
    assert isinstance(refusal(position, "c4-c5"), Illegal)


@pytest.mark.parametrize(
    ("attacker", "defender", "stays", "words"),
    [
        ("K", "l", "K", "White's captain attacks Black's lieutenant and wins."),
        ("L", "k", "k", "White's lieutenant attacks Black's captain and is lost."),
        ("K", "k", "", "White's captain attacks Black's captain: both are lost."),
        ("Y", "m", "Y", "White's spy attacks Black's marshal and wins."),
        ("M", "y", "M", "White's marshal attacks Black's spy and wins."),
        ("Y", "t", "t", "White's spy attacks Black's scout and is lost."),
        ("N", "b", "N", "White's miner attacks Black's bomb and wins."),
        ("M", "b", "b", "White's marshal attacks Black's bomb and is lost."),
    ],
)
def test_who_wins_an_attack(attacker: str, defender: str, stays: str, words: str) -> None:
    others = {"a1": "S", "a10": "s", "j1": "F", "j10": "f"}
    after, notes = moved(bare({"e4": attacker, "e5": defender, **others}), "e4-e5")

    men = men_of(after)
    assert "e4" not in men
    assert men.get("e5", "") == stays
    assert notes == [words]
    assert (BOARD.place_of["e5"] in after.shown) == bool(stays)


def test_a_scout_attacks_from_afar() -> None:
    position = bare({"a1": "T", "a8": "y", "j10": "k", "j9": "f", "j1": "F"})

    after, notes = moved(position, "a1-a8")

    assert men_of(after)["a8"] == "T"
    assert notes == ["White's scout attacks Black's spy and wins."]


def test_whoever_takes_the_flag_wins() -> None:
    after, _ = moved(bare({"e4": "Y", "e5": "f", "j10": "k", "j1": "F"}), "e4-e5")

    result = MARSHAL.result(after)
    assert result is not None
    assert (result.winner, str(result.reason)) == (0, "White has taken the flag.")


def test_who_cannot_move_has_lost_and_if_neither_can_it_is_a_tie() -> None:
    stuck, _ = moved(bare({"e4": "K", "e5": "l", "j10": "f", "j1": "F"}), "e4-e5")
    both, _ = moved(bare({"e4": "K", "e5": "k", "j10": "f", "j1": "F"}), "e4-e5")

    results = [MARSHAL.result(each) for each in (stuck, both)]
    assert [result and (result.winner, str(result.reason)) for result in results] == [
        (0, "Black cannot move any more."),
        (None, "Nobody can move any more."),
    ]


def test_nobody_goes_to_and_fro_more_than_five_times() -> None:
    position = bare({"e1": "K", "a1": "F", "c1": "S", "e10": "k", "a10": "f", "c10": "s"})
    white, black = ("e1-e2", "e2-e1"), ("c10-c9", "c9-c10", "e10-e9", "e9-e10")
    for number in range(5):
        position, _ = moved(position, white[number % 2], black[number % 4])

    assert "e2-e1" not in MARSHAL.moves(position)
    assert "between e2 and e1 5 times in a row" in str(refusal(position, "e2-e1").words)
    # Another move in between, and he may again.
    position, _ = moved(position, "c1-c2", "c9-c10")
    assert "e2-e1" in MARSHAL.moves(position)


def test_fifty_moves_of_each_without_an_attack_are_a_tie() -> None:
    position = bare({"e1": "K", "a1": "F", "e10": "k", "a10": "f"})
    round_trip = [("e1-e2", "e10-e9"), ("e2-f2", "e9-f9"), ("f2-f1", "f9-f10"), ("f1-e1", "f10-e10")]
    for number in range(50):
        assert MARSHAL.result(position) is None
        position, _ = moved(position, *round_trip[number % 4])

    result = MARSHAL.result(position)
    assert result is not None
    assert (result.winner, str(result.reason)) == (None, "Nobody has attacked in fifty moves of each.")


# What is hidden


def test_while_both_set_up_nobody_sees_any_man_of_the_other() -> None:
    for viewer, own in ((0, str.isupper), (1, str.islower)):
        seen = men_of(MARSHAL.seen_by(begun("8"), viewer))
        assert len(seen) == 8
        assert all(map(own, seen.values()))
    assert men_of(MARSHAL.seen_by(begun(), None)) == {}


def test_afterwards_men_are_seen_without_their_ranks() -> None:
    position = bare({"e4": "K", "e5": "l", "e6": "m", "j10": "f", "j1": "F"})

    assert men_of(MARSHAL.seen_by(position, 0)) == {"e4": "K", "e5": "x", "e6": "x", "j10": "x", "j1": "F"}
    assert men_of(MARSHAL.seen_by(position, None)) == {"e4": "X", "e5": "x", "e6": "x", "j10": "x", "j1": "X"}
    after, _ = moved(position, "e4-e5")
    assert men_of(MARSHAL.seen_by(after, None)) == {"e5": "K", "e6": "x", "j10": "x", "j1": "X"}
    assert MARSHAL.status(after, None)[-1] == "Black has lost L."


def test_a_scout_is_known_when_he_has_gone_far() -> None:
    position = bare({"a1": "T", "b1": "T", "j10": "f", "e10": "k", "j1": "F"})

    assert men_of(MARSHAL.seen_by(moved(position, "a1-a2")[0], 1))["a2"] == "X"
    assert men_of(MARSHAL.seen_by(moved(position, "a1-a3")[0], 1))["a3"] == "T"


def test_nobody_else_is_told_of_a_set_up() -> None:
    for move in ("ready", ROWS.replace(" ", "/")):
        assert [MARSHAL.told(move, 0, viewer) for viewer in (1, None)] == ["a set-up in secret"] * 2
        assert MARSHAL.told(move, 0, 0) == move
    assert MARSHAL.told("a4-a5", 0, 1) == "a4-a5"


def test_a_refusal_does_not_tell_who_stands_somewhere() -> None:
    one, other = (bare({"e4": "K", "e6": man, "j10": "f", "j1": "F", "a10": "k"}) for man in "ly")

    for text in ("e6-e7", "e4-e6", "captain e6-e7", "e6", "spy e4-e5"):
        assert str(refusal(one, text).words) == str(refusal(other, text).words)


@pytest.mark.parametrize("men", ["8", "40"])
def test_what_is_hidden_makes_no_difference_to_anything_shown_told_or_refused(men: str) -> None:
    assert check_alike(MARSHAL, {"men": men}, 2, seed=3, every=5 if men == "8" else 60) > 10


@pytest.mark.long
@pytest.mark.parametrize("seed", range(2, 8))
def test_what_is_hidden_makes_no_difference_in_other_games(seed: int) -> None:
    assert check_alike(MARSHAL, {"men": ("8", "40")[seed % 2]}, 2, seed=seed, every=20) > 10


def test_a_text_that_is_no_move_is_refused() -> None:
    assert isinstance(refusal(begun(), "hello world"), Unreadable)
    assert isinstance(refusal(bare({"e4": "K", "j10": "f", "e10": "k", "j1": "F"}), "hello world"), Unreadable)


# Machine players


def test_a_machine_player_takes_a_man_that_it_knows_to_be_weaker() -> None:
    position = bare({"e4": "G", "e5": "c", "a10": "f", "b10": "k", "j1": "F", "h1": "S"})
    known = MARSHAL.load({**MARSHAL.dump(position), "shown": [BOARD.place_of["e5"]], "men": "8"})

    assert choose(MARSHAL, MARSHAL.seen_by(known, 0), 0, LEVELS[1], b"seed") == "e4-e5"


def test_machine_players_are_content_with_what_was_dealt() -> None:
    assert choose(MARSHAL, MARSHAL.seen_by(begun(), 1), 1, LEVELS[0], b"seed") == "ready"


def test_the_help_page_names_all_parameters() -> None:
    page = help_page("marshal")

    assert all(f"-{option.name}" in page for option in MARSHAL.options)
