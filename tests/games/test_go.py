"""Go: captures, ko, suicide, handicap, dead stones, area, and what players are told."""

from __future__ import annotations

import re

import pytest

from pbmserv.games.base import Illegal, NeverLegal, Unreadable
from pbmserv.games.go.rules import Position, handicap_points, keys_of
from pbmserv.games.testing import CHECKS, check_contract, check_description, check_options, check_width, replay
from tests.games.go import CHANCE, GO, marked, played, refused, short_record, started

KO = "d5 e5 c4 f4 d3 e3 e4 d4"
"""White's stone on d4 has just taken the one on e4."""


def legal(position: Position) -> set[str]:
    return set(GO.legal_moves(position, position.next_seat) or ())


def test_a_chain_without_a_liberty_is_taken_off() -> None:
    before = played("d4 d5 a1 c4 a2 e4")
    after = played("a3 d3", before)

    assert before[GO.board(before).place_of["d4"]] == "x"
    assert after[GO.board(after).place_of["d4"]] == "."
    assert after.captured == (0, 1)
    assert GO.play(played("a3", before), 1, "d3", CHANCE).notes[0].text == "White captures 1 stone."


def test_a_stone_without_a_liberty_of_its_own_may_be_laid_where_it_captures() -> None:
    position = played("c1 b1 b2 a2")

    after = played("a1", position)

    assert after.captured == (1, 0)
    assert GO.draw(after, None).split("\n")[-3:-1] == ["2 o x . . . . . . . 2", "1(x). x . . . . . . 1"]


def test_suicide_is_refused_be_it_of_one_stone_or_of_several() -> None:
    words = "A stone on a1 would have no liberty, and captures nothing: suicide is not allowed."

    assert refused(played("j9 b1 j8 a2"), "a1").words == words
    assert refused(played("b1 a2 j9 b2 j8 c1"), "a1").words == words


def test_who_would_retake_in_a_ko_at_once_is_told_to_play_elsewhere_first() -> None:
    position = played(KO)

    words = refused(position, "e4").words

    assert words == (
        "This is ko: a stone on e4 would take d4 back at once, and the board would be as it was before."
        " Play elsewhere first."
    )
    assert "e4" not in legal(position)
    assert "e4" in legal(played("a1 a2", position))


def test_no_position_comes_again_even_when_nothing_is_captured() -> None:
    # White has sent two stones, a1 and b1, and taken one back, with b1.
    position = played("a2 c2 b2 d1 j9 a1 j8 b1 c1 b1 pass")

    words = refused(position, "a1").words

    assert words == (
        "With a stone on a1 the board would be as it was when 8 stones had been played,"
        " and no position may come again (superko). Play elsewhere."
    )
    assert "a1" not in legal(position)
    assert "a1" in legal(played("a2 c2 b2 d1 j9 a1 j8 b1 c1 b1 h1"))


def test_superko_looks_at_the_board_and_not_at_who_is_to_move() -> None:
    position = played(KO)
    passed = played("pass pass", position)

    resumed = played("resume,", passed)

    assert resumed.next_seat == 0
    assert "e4" not in legal(resumed)
    assert refused(resumed, "e4").words.startswith("This is ko")


@pytest.mark.parametrize(
    ("typed", "kind", "words"),
    [
        ("d5", Illegal, "The point d5 is taken: Black's stone lies there."),
        ("k5", NeverLegal, "The point k5 is not on the board: its points are a1 to j9."),
        ("i5", NeverLegal, "The point i5 is not on the board: its points are a1 to j9. No column is called i."),
        ("a1 b2", Illegal, f"A move names one point: write {GO.move_form}."),
        ("dead d5", Illegal, "Dead stones are marked when both have passed, one after the other."),
        ("agree", Illegal, "Dead stones are marked when both have passed, one after the other."),
        ("surround", Unreadable, f'A move is expected, not "surround": write {GO.move_form}.'),
    ],
)
def test_a_refusal_says_what_was_wrong(typed: str, kind: type[Exception], words: str) -> None:
    refusal = refused(played("d5 e5"), typed)

    assert type(refusal) is kind
    assert refusal.words == words


def test_a_pass_is_explained() -> None:
    first = GO.play(started(), 0, "Pass", CHANCE)
    second = GO.play(first.position, 1, "pass", CHANCE)

    assert first.notes[0].text == (
        "Black passes. If White passes as well, dead stones are marked and the board is counted."
    )
    assert second.notes[0].text == "Both have passed: Black says which stones are dead."


@pytest.mark.parametrize(
    ("size", "stones", "points"),
    [
        (19, 2, "d4 q16"),
        (19, 3, "d4 q16 q4"),
        (19, 5, "d4 q16 q4 d16 k10"),
        (19, 7, "d4 q16 q4 d16 d10 q10 k10"),
        (19, 9, "d4 q16 q4 d16 d10 q10 k4 k16 k10"),
        (13, 4, "d4 k10 k4 d10"),
        (9, 5, "c3 g7 g3 c7 e5"),
        (9, 8, "c3 g7 g3 c7 c5 g5 e3 e7"),
        (9, 1, ""),
        (9, 0, ""),
    ],
)
def test_handicap_stones_lie_on_the_stars(size: int, stones: int, points: str) -> None:
    assert handicap_points(size, stones) == points.split()


def test_with_a_handicap_white_begins_and_has_half_a_point_of_komi() -> None:
    position = started(handicap=4)

    assert (position.next_seat, position.komi) == (1, 1)
    assert position.cells.count("x") == 4
    assert started(handicap=4, komi="5.5").komi == 11
    assert (started(handicap=1).next_seat, started(handicap=1).komi) == (0, 1)
    assert (started().next_seat, started().komi) == (0, 15)
    assert played("d5", position).earlier[-1] == position.earlier[-1] ^ keys_of(81)[1][39]


def test_the_dead_are_proposed_and_agreed_on_and_then_the_board_is_counted() -> None:
    proposed = marked("dead c3 h7")
    agreed = marked("dead c3 h7,agree")

    assert GO.status(proposed, None)[1:] == (
        "Black proposes as dead, by a stone of each chain: h7 c3.",
        "As marked: Black has 45 points, White 36 and 7.5 komi: Black wins by 1.5.",
    )
    assert proposed.next_seat == 1
    result = GO.result(agreed)
    assert result is not None
    assert (result.winner, result.reason) == (0, "Black has 45 points, White 36 and 7.5 komi: Black wins by 1.5.")
    assert GO.to_move(agreed) == ()


def test_however_many_chains_are_dead_each_can_be_named() -> None:
    alone = [f"{column}{row}" for row in range(1, 20, 2) for column in "acegjlnprt"]
    position = played(",".join([*alone, "pass", "pass"]), size=19)

    proposed = GO.play(position, 0, f"dead {' '.join(alone)}", CHANCE)

    assert len(proposed.position.dead) == len(alone) == 100


def test_dead_stones_and_territory_are_seen() -> None:
    assert GO.draw(marked("dead c3 h7"), None).split("\n")[2:5] == [
        "8 : : : : x o ' ' ' 8",
        "7 : : : : x o ' X ' 7",
        "6 : : : : x o ' ' ' 6",
    ]
    words = {shape.words for shape in GO.picture(marked("dead c3 h7"), None).shapes}
    assert {"c3, White's dead stone", "a1, Black's territory", "j9, White's territory", "e5, Black's stone"} <= words


def test_another_proposal_takes_the_place_of_the_first() -> None:
    assert GO.result(marked("dead h7,dead c3 h7,agree")) == GO.result(marked("dead c3 h7,agree"))
    assert GO.play(marked("dead c3 h7"), 1, "alive h7", CHANCE).move == "dead c3"
    assert GO.play(marked("dead h7"), 1, "Alive", CHANCE).move == "dead none"


def test_one_stone_names_its_whole_chain() -> None:
    assert {GO.board(marked()).names[place][0] for place in marked("dead e2").dead} == {"e"}
    assert len(marked("dead e2").dead) == 9
    assert GO.play(marked(), 0, "dead e2, e7 e9", CHANCE).move == "dead e2"


def test_equal_points_are_a_tie() -> None:
    tie = GO.result(played("e5,pass,pass,dead e5,agree", komi="0"))

    assert tie is not None
    assert (tie.winner, tie.reason) == (None, "Black has 0 points, White 0 and 0 komi: they are equal.")


def test_play_goes_on_with_who_was_to_move_after_the_passes() -> None:
    for moves in ("resume", "dead h7,resume", "dead h7,dead c3,resume"):
        position = marked(moves)
        assert (position.next_seat, position.phase, position.dead) == (0, "playing", ())
    assert "c4" in legal(marked("resume"))


def test_who_resumes_play_only_to_pass_again_has_all_stones_alive() -> None:
    result = GO.result(marked("dead h7,resume,pass,pass"))

    assert result is not None
    assert result.reason == "Black has 10 points, White 10 and 7.5 komi: White wins by 7.5."
    assert GO.result(marked("dead h7,resume,a1,pass,pass")) is None


@pytest.mark.parametrize(
    ("before", "typed", "words"),
    [
        ("", "agree", "Nothing has been proposed that you could agree to"),
        ("", "dead c4", "There is no stone on c4: name a stone of each dead chain, for example dead d4 q16."),
        ("", "dead z4", "The point z4 is not on the board: its points are a1 to j9."),
        ("", "c4", "Both have passed, and the dead stones are marked now"),
        ("", "pass", "Both have passed, and the dead stones are marked now"),
        (
            "",
            "done",
            'A move is expected, not "done": write dead and a stone of each dead chain, or all alive;',
        ),
        ("dead c3", "dead c3", "Black has proposed just that: write agree."),
        ("dead c3,dead h7,dead c3,dead h7", "dead c3", "After 4 proposals it is time to agree, or to resume play"),
    ],
)
def test_a_refusal_about_dead_stones_says_what_to_write(before: str, typed: str, words: str) -> None:
    assert refused(marked(before), typed).words.startswith(words)


@pytest.mark.parametrize(
    ("typed", "move"),
    [
        ("h7 and c3 are dead", "dead h7 c3"),
        ("dead: c3, h7", "dead h7 c3"),
        ("The stones c3 and h7 are dead.", "dead h7 c3"),
        ("c3 is dead!", "dead c3"),
        ("c3 dead", "dead c3"),
        ("The white stone on h7 is dead", "dead h7"),
        ("c3 dead, everything else lives", "dead c3"),
        ("h7 and c3 are dead, and the rest is alive.", "dead h7 c3"),
        ("Nothing is dead.", "dead none"),
        ("No stones are dead", "dead none"),
        ("There are no dead stones.", "dead none"),
        ("They are all alive", "dead none"),
        ("All stones are alive", "dead none"),
    ],
)
def test_dead_stones_are_named_in_a_sentence(typed: str, move: str) -> None:
    assert GO.play(marked(), 0, typed, CHANCE).move == move


@pytest.mark.parametrize(
    "typed", ["is c3 dead or alive", "all dead", "the dead rise", "dead right", "the white stones are dead", "no"]
)
def test_what_does_not_say_which_stones_are_dead_is_no_proposal(typed: str) -> None:
    with pytest.raises(Unreadable):
        GO.read(marked(), typed)


@pytest.mark.parametrize("typed", ["c3 is not dead", "c3 lives", "alive c3"])
def test_what_lives_says_nothing_of_the_others_where_nothing_is_proposed(typed: str) -> None:
    with pytest.raises(Illegal, match="Nothing has been proposed as dead"):
        GO.read(marked(), typed)


@pytest.mark.parametrize(
    "typed", ["I pass", "I pass too", "Pass as well.", "OK, pass", "pass.", "Pass, good game!", "pass! Your turn."]
)
def test_who_passes_may_say_so(typed: str) -> None:
    assert GO.read(started(), typed) == "pass"


@pytest.mark.parametrize("typed", ["passing", "pass c3", "I will pass", "you pass"])
def test_what_may_mean_something_else_is_no_pass(typed: str) -> None:
    with pytest.raises(Unreadable):
        GO.read(started(), typed)


def test_the_example_of_dead_stones_is_one_that_may_be_dead() -> None:
    # A stone of each colour behind the other's wall.
    assert GO.examples(marked(), 0) == ("dead h7 c3", "dead none")
    assert GO.examples(marked("dead c3"), 1) == ("agree", "dead h7 c3")
    assert GO.buttons(marked("dead c3"), 1) == ("agree", "dead h7 c3", "resume")
    assert GO.buttons(marked("dead h7 c3"), 1) == ("agree", "all alive", "resume")
    # A wall through the middle, and nothing else.
    assert GO.examples(played("e5,d5,e4,d4,pass,pass"), 0) == ("dead none", "resume")
    assert GO.buttons(played("e5,pass"), 1) == ()


@pytest.mark.parametrize(
    ("moves", "dead"),
    [
        ("c3,g7,pass,pass", "dead none"),  # far from each other, nothing is settled
        ("c4,c3,b3,h8,d3,h7,pass,c2,b2,h6,d2,h5,pass,pass", "dead c3"),  # in atari, and nobody has taken them
        # A lone stone of one's own that has a way to others.
        ("c7,e5,g7,g4,c3,d4,e8,c5,pass,pass", "dead none"),
        # Two eyes in the corner, behind a wall.
        ("a2,a3,b2,b3,b1,c3,c2,d3,d2,e2,d1,e1,pass,pass", "dead none"),
    ],
)
def test_a_few_stones_that_the_opponent_surrounds_may_be_dead(moves: str, dead: str) -> None:
    [shown, *_] = GO.buttons(played(moves), 0)

    assert shown == ("all alive" if dead == "dead none" else dead)


def test_lists_and_buttons_call_it_by_the_same_words_that_nothing_is_dead() -> None:
    assert GO.listed({}, ["c3", "pass", "dead none", "dead c3"]) == ["c3", "pass", "all alive", "dead c3"]
    assert GO.play(marked(), 0, "all alive", CHANCE).move == "dead none"


def test_stones_are_marked_by_touch_one_after_the_other() -> None:
    position = marked("dead h7")

    begun = GO.by_touch(position, 1, ["c3"])

    assert begun["c3", "done"] == "dead h7 c3"
    assert begun["c3", "h7", "done"] == "dead c3"
    assert GO.by_touch(position, 1, ["c3", "e5"])["c3", "e5", "c3", "done"] == "dead h7 e5"
    assert ("done",) not in GO.by_touch(position, 1, [])
    assert GO.by_touch(position, 1, [])["agree",] == "agree"
    assert GO.steps(position, 1, "dead h7 c3") == ("c3", "done")
    assert GO.steps(position, 1, "dead none") == ("h7", "done")
    assert GO.steps(marked(), 0, "dead none") == ("done",)


def test_the_game_ends_as_it_stands_when_three_stones_for_each_point_were_laid() -> None:
    position = started()
    nearly = Position(9, position.cells, earlier=tuple(range(1, 244)))

    last = GO.play(nearly, 0, "e5", CHANCE)

    assert last.notes[0].text == "3 stones for each point have been laid: the game ends as it stands."
    assert GO.result(last.position) is not None
    assert (
        GO.result(GO.play(Position(9, position.cells, earlier=tuple(range(1, 243))), 0, "e5", CHANCE).position)
        is None
    )


def test_it_says_what_it_is_and_its_options_hold() -> None:
    check_description(GO)
    check_options(GO)


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
@pytest.mark.parametrize("chosen", [{}, {"handicap": 9, "komi": "7"}], ids=["usual", "handicap"])
@pytest.mark.long
def test_short_games_keep_the_contract(check, chosen) -> None:  # type: ignore[no-untyped-def]
    played_game = replay(GO, short_record(7, 12, **chosen))

    check(GO, played_game)
    check_width(GO, played_game)


class SmallGo(type(GO)):  # type: ignore[misc]
    """Go on 9 lines, unless a challenge says otherwise: a random game on 19 takes the kit half a minute."""

    options = tuple(
        type(option)(option.name, "9", option.help, choices=("9",)) if option.name == "size" else option
        for option in GO.options
    )


@pytest.mark.long
def test_it_keeps_the_contract_in_whole_games() -> None:
    check_contract(SmallGo(), games=3)


def test_points_have_letters_without_i_and_rows_from_the_bottom_and_stars() -> None:
    lines = GO.draw(started(size="19"), None).split("\n")

    assert lines[0] == lines[-1] == "   a b c d e f g h j k l m n o p q r s t"
    assert lines[4] == "16 . . . + . . . . . + . . . . . + . . . 16"
    assert re.fullmatch(r" 1( \.){19} 1", lines[-2])
