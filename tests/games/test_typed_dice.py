"""Backgammon with dice that players roll themselves and type: what a move says, what is refused, how games end."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pbmserv.games.backgammon import Backgammon
from pbmserv.games.backgammon.plays import BAR
from pbmserv.games.backgammon.rules import Position
from pbmserv.games.backgammon.typed_dice import ROLLS
from pbmserv.games.base import Ambiguous, Illegal, NeverLegal, OptionValue, Refusal, Unreadable
from pbmserv.games.chance import Chance
from pbmserv.games.testing import check_contract
from tests.games.test_backgammon import Ending, at

GAME = Backgammon()
OPTIONS = {option.name: option.default for option in GAME.options} | {"dice": "typed"}
UNUSED = Chance(b"", "unused")


def begun(*moves: str, **options: OptionValue) -> Position:
    """A game with typed dice after these moves, which need not be told by whom they are."""
    position = GAME.start(OPTIONS | options, 2, UNUSED)
    for move in moves:
        position = after(position, move)
    return position


def after(position: Position, move: str) -> Position:
    return GAME.play(position, position.next_seat, move, UNUSED).position


def canonical(position: Position, typed: str) -> str:
    return GAME.play(position, position.next_seat, typed, UNUSED).move


def notes(position: Position, typed: str) -> list[str]:
    return [note.text for note in GAME.play(position, position.next_seat, typed, UNUSED).notes]


def refusal(position: Position, typed: str) -> Refusal:
    with pytest.raises(Refusal) as caught:
        GAME.play(position, position.next_seat, typed, UNUSED)
    return caught.value


def typing(position: Position) -> Position:
    """A position in which the dice are typed."""
    return replace(position, is_typed=True)


# Dice and checkers


def test_black_types_the_roll_that_opens_the_game_and_the_higher_die_begins() -> None:
    assert (begun("31").next_seat, begun("31").dice) == (0, (3, 1))
    assert (begun("13").next_seat, begun("13").dice) == (1, (3, 1))
    assert len(GAME.legal_moves(begun(), 0) or ()) == 30


def test_after_that_each_move_begins_with_its_dice() -> None:
    position = begun("31", "8/5 6/5", "64: 24/14")

    assert (position.next_seat, position.dice) == (0, ())
    assert position.checkers[1][14] == 1
    assert position == begun("3-1", "31: 8/5 6/5", "46 : 24/18 18/14") == begun("31", "8/5,6/5", "64 24/14")


@pytest.mark.parametrize("typed", ["64: 24/14", "46: 24/14", "6-4: 24/18/14", "6 4 24/14", " 64:  24/18,18/14"])
def test_dice_can_be_written_in_any_order_and_the_play_in_any_form(typed: str) -> None:
    assert canonical(begun("31", "8/5 6/5"), typed) == "64: 24/14"


def test_the_same_record_gives_the_same_position_whatever_the_seed() -> None:
    moves = ("31", "8/5 6/5", "64: 24/14", "62: 24/18 13/11*")
    one, other = (GAME.start(OPTIONS, 2, Chance(bytes([seed]), "start")) for seed in (1, 2))
    for number, move in enumerate(moves):
        one, other = (
            GAME.play(position, position.next_seat, move, Chance(bytes([seed]), str(number))).position
            for seed, position in ((1, one), (2, other))
        )

    assert one == other


def test_dice_alone_are_enough_where_they_leave_no_choice() -> None:
    stuck = typing(at({BAR: 1, 6: 14}, {6: 2, 5: 2, 4: 2, 3: 2, 2: 2, 1: 2}))
    free = typing(at({24: 1, 13: 1}, {1: 1, 12: 1}))

    assert (canonical(stuck, "62"), notes(stuck, "62")) == ("62", ["Black has rolled 6-2 and cannot move."])
    assert canonical(typing(at({2: 1, 1: 1}, {1: 1})), "65: 2/off 1/off") == "65"
    assert notes(typing(at({2: 1, 1: 2}, {1: 1})), "65") == ["Black has played 6-5: 2/off 1/off."]
    assert isinstance(refusal(stuck, "62: bar/23"), Illegal)
    assert refusal(free, "61").words.startswith("With 6 and 1 there is a choice: write your checkers, too")


@pytest.mark.parametrize(
    ("typed", "kind", "words"),
    [
        ("70: 8/5", NeverLegal, "A die shows 1 to 6, not 7: write both dice and then your checkers, for example 31:"),
        ("3-0", NeverLegal, "A die shows 1 to 6, not 0: write both dice"),
        ("roll", NeverLegal, "Players roll their own dice here: write what yours show before your checkers"),
        (
            "8/5 6/5",
            Illegal,
            "What you have rolled is missing. Write what you have rolled and",
        ),
        ("31", Illegal, "With 3 and 1 there is a choice: write your checkers, too, for example 31: 24/23 24/21."),
        (
            "31: 8/4 6/4",
            Illegal,
            "The way 6/4 is 2 points long, and your dice are 3 and 1. Legal are 31: ",
        ),
        ("31: 42: 8/4 6/4", Illegal, "Your dice are 3 and 1, not 4 and 2."),
        ("31: 5/8", NeverLegal, "Checkers move towards the lower numbers"),
        ("31: Nf3", Unreadable, 'A move is expected, not "Nf3"'),
        ("Nf3", Unreadable, 'A move is expected, not "Nf3": write your dice and where each checker goes, for'),
        ("311: 8/5", Unreadable, "A move is expected"),
        ("\u0663\u0661: 8/5 6/5", Unreadable, "A move is expected"),
        ("31: " + "8/5 " * 40, Unreadable, "A move is expected"),
        ("double", NeverLegal, "This game is played without the doubling cube"),
        ("agree", Illegal, "Nobody has offered to end the game, so there is nothing to agree. Write what you have"),
    ],
)
def test_what_cannot_be_played_is_refused_with_why(typed: str, kind: type[Refusal], words: str) -> None:
    refused = refusal(begun("31", "8/5 6/5"), typed)

    assert type(refused) is kind
    assert refused.words.startswith(words)


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("33", "Equal dice open no game: both roll again, and the higher die begins, for example 31."),
        ("31: 8/5 6/5", "The roll that opens a game is a move by itself, Black's die first: write 31 if Black has 3"),
        ("double", "Nobody doubles before the roll that opens a game."),
        (
            "8/5 6/5",
            "What you have rolled is missing. Write the two dice that open the game, Black's",
        ),
    ],
)
def test_the_opening_is_nothing_but_two_dice_that_differ(typed: str, words: str) -> None:
    assert refusal(begun(cube=True), typed).words.startswith(words)


def test_a_play_that_can_hit_in_two_places_is_asked_for_with_its_dice() -> None:
    position = typing(at({24: 1, 6: 1}, {25 - 18: 1, 25 - 21: 1, 6: 2}))
    refused = refusal(position, "63: 24/15")

    assert isinstance(refused, Ambiguous)
    assert sorted(refused.choices) == ["63: 24/18*/15", "63: 24/21*/15"]


def test_doubles_are_offered_before_the_dice_are_typed() -> None:
    position = begun("31", "8/5 6/5", "double", cube=True)

    assert GAME.moves(position) == ("take", "drop")
    assert refusal(position, "64: 24/14").words == "No checker can be moved now. Take the double or drop it."
    taken = after(position, "take")
    assert (taken.cube, taken.next_seat, taken.awaits_dice) == (2, 1, True)


def test_the_next_game_of_a_match_is_opened_by_black_again() -> None:
    position = begun("13", "8/5 6/5", "double", "drop", points=3, cube=True)

    assert (position.scores, position.game, position.next_seat, position.is_opening) == ((1, 0), 2, 0, True)
    assert after(position, "31").dice == (3, 1)


# Games that are not played to their end


def test_a_game_is_conceded_if_the_other_agrees() -> None:
    offered = begun("31", "8/5 6/5", "concede gammon")
    over = after(offered, "agree")
    result = GAME.result(over)

    assert offered.next_seat == 0
    assert GAME.status(offered, None)[:2] == (
        "White offers to concede a gammon.",
        "Black can agree that the game ends so, or decline.",
    )
    assert result is not None
    assert (result.winner, result.points, result.reason) == (0, 2, "White has conceded the game: 2 points.")


def test_who_is_to_move_can_ask_the_other_to_concede() -> None:
    result = GAME.result(begun("31", "8/5 6/5", "claim a backgammon", "agree"))

    assert result is not None
    assert (result.winner, result.points) == (1, 3)


def test_what_is_offered_counts_with_the_cube_and_in_the_match() -> None:
    position = begun("31", "8/5 6/5", "double", "take", "concede", "agree", points=5, cube=True)

    assert (position.scores, position.game, position.is_opening) == ((2, 0), 2, True)


def test_after_a_no_the_game_goes_on_and_nothing_is_offered_twice_in_a_turn() -> None:
    declined = begun("31", "8/5 6/5", "concede", "decline")

    assert declined.next_seat == 1
    assert refusal(declined, "claim").words.startswith("That was declined, so roll and play on.")
    assert after(after(declined, "64: 24/14"), "concede").offered == (1, 1)


@pytest.mark.parametrize("typed", ["31: 8/5 6/5", "concede", "double", "roll", "anything"])
def test_an_offer_is_answered_before_anything_else(typed: str) -> None:
    assert refusal(begun("31", "8/5 6/5", "claim gammon", cube=True), typed).words == (
        "White wants to be conceded a gammon: answer with agree or decline."
    )


@pytest.mark.parametrize(
    ("position", "words"),
    [
        (begun("31"), "The dice are on the board: move your checkers first. You can concede before you roll again."),
        (begun("31", "8/5 6/5", "double", cube=True), "White has doubled: take it or drop it."),
        (
            begun("31", "8/5 6/5", cube=True, jacoby=True),
            "By the Jacoby rule only single games count until somebody doubles: write concede alone.",
        ),
    ],
)
def test_nothing_is_offered_out_of_time(position: Position, words: str) -> None:
    assert refusal(position, "concede gammon").words == words


# What players see


def test_everybody_reads_that_nobody_verifies_the_dice() -> None:
    told = "Players roll their own dice here and type what they show: nobody verifies them."

    assert told in GAME.status(begun(), None)
    assert told not in GAME.status(GAME.start(OPTIONS | {"dice": "server"}, 2, Chance(bytes(16), "start")), None)
    assert GAME.on_trust(OPTIONS) == "The players type what their dice show, and nobody can verify it."
    assert GAME.on_trust(OPTIONS | {"dice": "server"}) == ""


def test_a_board_that_began_before_there_was_a_choice_is_one_whose_dice_the_server_rolls() -> None:
    before = {name: value for name, value in OPTIONS.items() if name != "dice"}

    assert GAME.start(before, 2, Chance(bytes(16), "start")).dice
    assert GAME.on_trust(before) == ""


def test_dice_are_touched_first_and_then_the_checkers() -> None:
    position = begun("31", "8/5 6/5", cube=True)

    first = GAME.by_touch(position, 1, ())
    assert {way[0] for way in first} == {*(f"{high}-{low}" for high, low in ROLLS), "double"}
    with_them = GAME.by_touch(position, 1, ("6-4",))
    assert with_them["6-4", "24", "18", "18", "14"] == "64: 24/14"
    assert {way[0] for way in with_them} == {way[0] for way in first}
    targets = set(GAME.picture(position, 1).targets)
    assert all(targets.issuperset(way) for way in (*first, *with_them))


CHOSEN: dict[str, OptionValue] = {"dice": "typed", "cube": True, "points": 2}


class Typed(Ending):
    """The end of a match with the cube, in which the dice are typed."""

    options = tuple(replace(option, default=CHOSEN.get(option.name, option.default)) for option in GAME.options)  # type: ignore[assignment]


@pytest.mark.long
def test_it_keeps_the_contract() -> None:
    check_contract(Typed(), games=1)


@pytest.mark.long
def test_it_keeps_the_contract_in_more_games() -> None:
    check_contract(Typed(), games=20, seed=3)


def test_values_of_moves_keep_their_dice() -> None:
    assert GAME.value_of(begun(), "46: 24/18, 18/14") == "64: 24/18 18/14"
    assert GAME.value_of(begun("31"), "13") == "13"
    assert GAME.value_of(begun("31"), "Claim a Gammon") == "claim gammon"


def test_a_game_that_is_conceded_before_its_first_roll_is_followed_by_the_opening_of_the_next() -> None:
    position = begun("concede", "agree", points=3)

    assert (position.game, position.scores, position.next_seat, position.is_opening) == (2, (0, 1), 0, True)
    assert after(position, "13").next_seat == 1
