"""Yacht: what dice score, rolling again, entering, what is refused, and what is shown."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from itertools import combinations_with_replacement

import pytest

from pbmserv.games.base import Ambiguous, Illegal, NeverLegal, Refusal, Unreadable
from pbmserv.games.chance import Chance
from pbmserv.games.testing import check_contract, play_random_game, replay
from pbmserv.games.yacht import Yacht
from pbmserv.games.yacht.rules import OPEN, Position, start
from pbmserv.games.yacht.sheets import SHEETS, THIRTEEN, TWELVE
from tests.games.help_pages import help_page

YACHT = Yacht()
CHANCE = Chance(bytes(16), "test")


def thrown(dice: str, rolls_left: int = 2, sheet: str = "twelve", seats: int = 2) -> Position:
    """The first turn, with these dice on the table."""
    return replace(start(sheet, seats, CHANCE), dice=tuple(map(int, dice)), rolls_left=rolls_left)


def with_boxes(position: Position, **boxes: int) -> Position:
    """The position with this in the boxes of the first seat."""
    words = [word.replace("-", "_") for word in position.sheet.words]
    own = tuple(boxes.get(word, box) for word, box in zip(words, position.boxes[0], strict=True))
    return replace(position, boxes=(own, *position.boxes[1:]))


def play(position: Position, text: str) -> tuple[Position, list[str]]:
    played = YACHT.play(position, position.next_seat, text, CHANCE)
    return played.position, [note.text for note in played.notes]


def refusal(position: Position, text: str) -> Refusal:
    with pytest.raises(Refusal) as caught:
        YACHT.play(position, position.next_seat, text, CHANCE)
    return caught.value


def scores(sheet: str, dice: str) -> dict[str, int]:
    """What dice score in all boxes in which they score anything."""
    position = thrown(dice, sheet=sheet)
    offers = {word: position.offer(number) for number, word in enumerate(position.sheet.words)}
    return {word: points for word, points in offers.items() if points}


@pytest.mark.long
def test_it_keeps_the_contract_in_many_games() -> None:
    check_contract(YACHT, games=5)


def test_a_random_game_comes_to_its_end() -> None:
    record = play_random_game(YACHT, {}, 2, bytes(16))
    positions = replay(YACHT, record).positions

    assert YACHT.result(positions[-1]) is not None
    assert all(position.rolls_left in (0, 1, 2) for position in positions)


@pytest.mark.parametrize(
    ("dice", "expected"),
    [
        ("11345", {"ones": 2, "threes": 3, "fours": 4, "fives": 5, "choice": 14}),
        ("12345", {"ones": 1, "twos": 2, "threes": 3, "fours": 4, "fives": 5, "little-straight": 30, "choice": 15}),
        ("65432", {"twos": 2, "threes": 3, "fours": 4, "fives": 5, "sixes": 6, "big-straight": 30, "choice": 20}),
        ("33663", {"threes": 9, "sixes": 12, "full-house": 21, "choice": 21}),
        ("66162", {"ones": 1, "twos": 2, "sixes": 18, "choice": 21}),
        ("55552", {"twos": 2, "fives": 20, "four-of-a-kind": 20, "choice": 22}),
        ("44444", {"fours": 20, "four-of-a-kind": 16, "choice": 20, "yacht": 50}),
    ],
)
def test_what_dice_score_in_twelve_boxes(dice: str, expected: dict[str, int]) -> None:
    assert scores("twelve", dice) == expected


@pytest.mark.parametrize(
    ("dice", "expected"),
    [
        ("34456", {"threes": 3, "fours": 8, "fives": 5, "sixes": 6, "small-straight": 30, "chance": 22}),
        ("22333", {"twos": 4, "threes": 9, "three-of-a-kind": 13, "full-house": 25, "chance": 13}),
        ("11116", {"ones": 4, "sixes": 6, "three-of-a-kind": 10, "four-of-a-kind": 10, "chance": 10}),
        ("66666", {"sixes": 30, "three-of-a-kind": 30, "four-of-a-kind": 30, "yacht": 50, "chance": 30}),
    ],
)
def test_what_dice_score_in_thirteen_boxes(dice: str, expected: dict[str, int]) -> None:
    assert scores("thirteen", dice) == expected


def read_again(box: str, dice: tuple[int, ...]) -> int:
    """The scores of thirteen boxes once more, read from the original server's page by other means."""
    counts = Counter(dice)
    faces = "".join(map(str, sorted(counts)))
    most = max(counts.values())
    return {
        "three-of-a-kind": sum(dice) * (most > 2),
        "four-of-a-kind": sum(dice) * (most > 3),
        "full-house": 25 * (len(counts) == 2 and most == 3),
        "small-straight": 30 * bool(re.search("1234|2345|3456", faces)),
        "large-straight": 40 * (faces in ("12345", "23456")),
        "yacht": 50 * (most == 5),
        "chance": sum(dice),
    }[box]


def test_a_second_reading_of_thirteen_boxes_scores_the_same_for_all_dice() -> None:
    for dice in combinations_with_replacement(range(1, 7), 5):
        for number, category in enumerate(THIRTEEN.categories[6:], 6):
            assert THIRTEEN.score(number, dice, [None] * 13) == read_again(category.word, dice)
        for face, category in enumerate(THIRTEEN.categories[:6], 1):
            assert category.score(dice) == sum(die for die in dice if die == face)


def test_sixty_three_points_in_the_numbers_earn_a_bonus() -> None:
    short = with_boxes(thrown("11111", sheet="thirteen"), twos=6, threes=9, fours=12, fives=15, sixes=18)

    assert short.total(0) == 60
    assert play(short, "ones")[0].total(0) == 65 + 35


def test_twelve_boxes_have_no_bonus() -> None:
    full = with_boxes(thrown("11111"), ones=5, twos=10, threes=15, fours=20, fives=25, sixes=30)

    assert full.total(0) == 105


def test_a_further_yacht_earns_points_besides_and_stands_for_a_straight() -> None:
    after, notes = play(with_boxes(thrown("22222", sheet="thirteen"), yacht=50), "large-straight")

    assert after.boxes[0][10] == 40
    assert after.total(0) == 50 + 40 + 100
    assert notes[:2] == [
        "Player A enters 40 points for 2 2 2 2 2: Large straight.",
        "A further yacht earns player A 100 points more.",
    ]


def test_a_further_yacht_earns_nothing_besides_if_the_box_of_the_yacht_was_crossed_out() -> None:
    after, _ = play(with_boxes(thrown("22222", sheet="thirteen"), yacht=0), "large-straight")

    assert after.total(0) == 0


def test_dice_that_are_named_are_rolled_again_and_the_others_stay_where_they_are() -> None:
    after, notes = play(thrown("41642"), "126")

    assert (after.dice[0], after.dice[3], after.rolls_left, after.next_seat) == (4, 4, 1, 0)
    assert notes == [f"Player A rolls 1 2 6 again: the dice are {' '.join(map(str, sorted(after.dice)))}."]


@pytest.mark.parametrize(
    ("typed", "canonical"),
    [
        ("621", "126"), ("6 2 1", "126"), ("6,2,1", "126"), ("reroll 126", "126"), ("roll 1 2 6", "126"),
        ("keep 44", "126"), ("hold 4 4", "126"), ("all", "12446"), ("reroll all", "12446"), ("keep none", "12446"),
        ("d", "fours"), ("Fours", "fours"), ("full house", "full-house"), ("fu", "full-house"), ("h", "full-house"),
        ("4 of a kind", "four-of-a-kind"), ("r", "four-of-a-kind"), ("score yacht", "yacht"), ("aces", "ones"),
        ("x", "choice"), ("s", "little-straight"),
    ],
)  # fmt: skip
def test_moves_are_understood_in_many_forms(typed: str, canonical: str) -> None:
    assert YACHT.play(thrown("41642"), 0, typed, CHANCE).move == canonical


@pytest.mark.parametrize(
    ("position", "typed", "kind", "words"),
    [
        (thrown("41642"), "5", Illegal, "You name 5, but no die shows 5: the dice are 1 2 4 4 6."),
        (thrown("41642"), "666", Illegal, "You name 6 6 6, but only 1 of the dice shows 6: the dice are 1 2 4 4 6."),
        (thrown("41642"), "keep 3", Illegal, "You name 3, but no die shows 3: the dice are 1 2 4 4 6."),
        (thrown("41642"), "keep all", Illegal,
         "To keep all dice, name the box in which you enter what they score."),
        (thrown("41642", 0), "126", Illegal,
         "The dice have been rolled 3 times: enter 1 2 4 4 6 in an open box, for example choice."),
        (with_boxes(thrown("41642"), fours=1), "fours", Illegal,
         ("Fours is not open any more: 1 point stands there. Open are ones, twos, threes, fives, sixes, full-house,"
         " four-of-a-kind, little-straight, big-straight, choice, yacht.")),
        (thrown("41642"), "t", Illegal,
         f"This sheet has no such box: there are {', '.join(TWELVE.words)}."),
        (thrown("41642"), "pass", NeverLegal,
         "Nobody passes in Yacht: enter what the dice score in an open box, be it nothing."),
        (thrown("41642"), "fo", Ambiguous, '"fo" could be fours or four-of-a-kind: write more of it.'),
        (thrown("41642"), "7", Unreadable,
         ('No move is called "7": write the dice to roll again by what they show, for example 133, or all; or the box'
         f" in which to enter the score: {', '.join(TWELVE.words)}.")),
    ],
)  # fmt: skip
def test_a_refusal_says_what_was_wrong_and_what_is_expected(
    position: Position, typed: str, kind: type[Refusal], words: str
) -> None:
    refused = refusal(position, typed)

    assert (type(refused), refused.words) == (kind, words)


def test_after_entering_the_next_player_rolls() -> None:
    after, notes = play(thrown("41642"), "d")

    assert (after.next_seat, after.rolls_left, after.boxes[0][3], after.last_seat, after.last_box) == (1, 2, 8, 0, 3)
    assert notes[0] == "Player A enters 8 points for 1 2 4 4 6: Fours."
    assert notes[1].startswith("Player B rolls: the dice are ")


def almost_full(rolls_left: int) -> Position:
    full = tuple(0 if word != "choice" else OPEN for word in TWELVE.words)
    return replace(thrown("41642", rolls_left), boxes=(full, full))


def test_the_last_box_is_filled_by_itself_after_the_last_roll() -> None:
    after, notes = play(almost_full(1), "1")

    rolled = notes[0].partition("the dice are ")[2].rstrip(".")
    points = sum(map(int, rolled.split()))
    assert notes[1] == f"Player A enters {points} points for {rolled}: Choice, the last open box."
    assert (after.boxes[0][10], after.next_seat) == (points, 1)


def test_with_a_roll_left_the_last_box_waits() -> None:
    after, notes = play(almost_full(2), "1")

    assert (after.next_seat, after.rolls_left, len(notes)) == (0, 1, 1)


def test_most_points_win_and_equal_points_are_a_tie() -> None:
    full = (5,) * 12
    over = replace(thrown("41642", seats=3), dice=(), boxes=(full, (4, *full[1:]), full))

    tie = YACHT.result(over)
    assert tie is not None
    assert (tie.winner, tie.reason, tie.scores) == (None, "Most points: players A and C, with 60 each.", (60, 59, 60))
    won = YACHT.result(replace(over, left=(2,)))
    assert won is not None
    assert (won.winner, won.reason) == (0, "Most points: player A, with 60.")


def test_a_seat_that_has_left_is_passed_over() -> None:
    without = YACHT.skip(thrown("41642", seats=3), 0, CHANCE).position

    assert without.next_seat == 1
    after, _ = play(play(without, "a")[0], "a")
    assert after.next_seat == 1
    assert "Player A has left the game." in YACHT.status(after, None)


def test_dice_can_be_touched_in_any_order_and_any_of_those_that_are_alike() -> None:
    position = thrown("41642")

    assert YACHT.steps(position, 0, "14") == ("die1", "die2", "roll")
    assert set(YACHT.other_steps(position, 0, "14")) == {
        ("die1", "die2", "roll"), ("die2", "die1", "roll"), ("die2", "die4", "roll"), ("die4", "die2", "roll"),
    }  # fmt: skip
    assert YACHT.steps(position, 0, "yacht") == ("yacht",)


def test_who_does_not_move_can_touch_nothing() -> None:
    assert YACHT.picture(thrown("41642"), 1).targets == ()
    assert "roll" not in YACHT.picture(thrown("41642", 0), 0).targets


def test_every_box_is_told_on_the_help_page() -> None:
    page = help_page("yacht")

    for sheet in SHEETS.values():
        assert f"-sheet={sheet.word}" in page or sheet is TWELVE
        for category in sheet.categories:
            assert f"{category.letter}) {category.word}" in page or category in sheet.categories[1:6]
    assert "-sheet=twelve" in page


def test_the_moves_of_the_help_page_are_legal() -> None:
    position = thrown("12446")
    typed = re.findall(r"^    > yacht move 101 \w+ \w+ (\S+)$", help_page("yacht"), re.MULTILINE)

    assert typed == ["all", "four-of-a-kind", "d"]
    for text in typed:
        assert YACHT.play(position, 0, text, CHANCE).move


def test_the_largest_table_fits_a_page() -> None:
    lines = YACHT.draw(thrown("41642", sheet="thirteen", seats=6), None).split("\n")

    assert max(map(len, lines)) <= 79
