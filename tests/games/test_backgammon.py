"""Backgammon: what dice allow, how it is written and refused, doubling, matches, and what goes by itself."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from random import Random

import pytest

from pbmserv.games.backgammon import Backgammon
from pbmserv.games.backgammon.plays import BAR, OFF, Side
from pbmserv.games.backgammon.plays import plays as plays_of
from pbmserv.games.backgammon.rules import SETUPS, Checkers, Position
from pbmserv.games.base import Ambiguous, Illegal, NeverLegal, Options, OptionValue, Refusal, Unreadable
from pbmserv.games.boards.tracks import CHECKERS
from pbmserv.games.chance import Chance
from pbmserv.games.testing import check_contract

GAME = Backgammon()
USUAL = {option.name: option.default for option in GAME.options}


class Rolls(Chance):
    """Dice that are known beforehand; those that follow are 3 and 1, again and again."""

    def __init__(self, *dice: int) -> None:
        super().__init__(bytes(16), "dice")
        self.dice = [*dice]

    def below(self, n: int) -> int:
        self.dice = self.dice or [3, 1]
        return self.dice.pop(0) - 1


def lying(places: Mapping[int, int]) -> Checkers:
    """The checkers of one player: so many on each of these places, and the others off."""
    off = CHECKERS - sum(places.values())
    return (off, *(places.get(place, 0) for place in range(1, BAR + 1)))


def at(black: Mapping[int, int], white: Mapping[int, int], dice: str = "", **others: object) -> Position:
    """A position by the places of both, as each counts them, with Black to move."""
    position = Position((lying(black), lying(white)), dice=tuple(sorted(map(int, dice), reverse=True)))
    return replace(position, **others)  # type: ignore[arg-type]


def begun(dice: str, **options: OptionValue) -> Position:
    """The start of a game that these dice open: the first is Black's."""
    return GAME.start(USUAL | options, 2, Rolls(*map(int, dice)))


def after(position: Position, move: str, *rolls: int) -> Position:
    return GAME.play(position, position.next_seat, move, Rolls(*rolls)).position


def canonical(position: Position, typed: str) -> str:
    return GAME.play(position, position.next_seat, typed, Rolls()).move


def refusal(position: Position, typed: str) -> Refusal:
    with pytest.raises(Refusal) as caught:
        GAME.play(position, position.next_seat, typed, Rolls())
    return caught.value


def why(position: Position, typed: str) -> str:
    """The first sentence of a refusal."""
    return refusal(position, typed).words.split(" Legal are")[0]


HOME = {6: 5, 5: 5, 4: 5}
ROLLED = "Your dice are rolled, 3 and 1"
NOTHING_OFFERED = "Nobody has doubled, so there is nothing to take or drop."


# Dice, and the plays that they allow


def test_the_higher_die_begins_and_moves_with_both_and_equal_ones_are_rolled_again() -> None:
    assert (begun("31").next_seat, begun("31").dice) == (0, (3, 1))
    assert (begun("4426").next_seat, begun("4426").dice) == (1, (6, 2))


def test_nackgammon_puts_two_checkers_more_behind() -> None:
    position = begun("31", start="nackgammon")

    assert position.checkers[0] == position.checkers[1] == lying(SETUPS["nackgammon"])
    assert position.side_of(0).pips == 194


def test_the_opening_has_the_plays_that_are_known() -> None:
    assert len(begun("31").plays) == 16
    assert "8/5 6/5" in begun("31").plays
    assert len(begun("65").plays) == 7


def test_both_dice_are_played_if_that_can_be_done() -> None:
    # The 6 could be played at once from 10, but then no 2.
    position = at({10: 1, 8: 1}, {25 - 1: 2, 25 - 4: 2, 25 - 6: 2, 6: 3}, "62")

    assert all(len(play.arcs) == 2 for play in position.plays.values())
    assert why(position, "10/4").startswith("White holds your point 4")


def test_the_larger_die_is_played_if_either_can_be() -> None:
    position = at({20: 1}, {25 - 9: 2, 25 - 1: 2}, "65")

    assert [*position.plays] == ["20/14"]
    assert why(position, "20/15") == "Only one of the dice can be played, the larger if either can: it is the 6."


def test_the_smaller_die_is_played_if_the_larger_cannot_be() -> None:
    position = at({20: 1}, {25 - 14: 2, 25 - 9: 2}, "65")

    assert [*position.plays] == ["20/15"]


def test_what_is_on_the_bar_enters_first() -> None:
    position = at({BAR: 1, 13: 2}, {6: 2}, "63")

    assert {words.split()[0].split("/")[0] for words in position.plays} == {"bar"}
    assert why(position, "13/7 13/10") == "What is on the bar has to enter before anything else moves: bar/22."


def test_a_single_checker_is_hit_and_two_hold_a_point() -> None:
    position = at({13: 1, 6: 2}, {25 - 8: 1, 25 - 7: 2, 6: 2}, "51")
    hit = after(position, "13/8* 6/5")

    assert hit.checkers[1][BAR] == 1
    assert why(position, "8/7") == "You have no checker on your point 8."
    assert why(position, "13/8/7").startswith("White holds your point 7 with 2 checkers")


def test_doubles_are_played_four_times() -> None:
    assert after(begun("31"), "8/5 6/5", 2, 2).dice == (2, 2)
    position = at({24: 2, 13: 2}, {}, "22")

    assert "24/22(2) 13/11(2)" in position.plays
    assert why(position, "13/9").startswith("With doubles there are up to four moves")


def test_bearing_off_begins_when_all_are_home() -> None:
    assert why(at({7: 1, 4: 2}, {1: 1}, "41"), "4/off 4/3") == (
        "Bearing off begins when all your checkers are home, on points 1 to 6: one is on 7."
    )
    assert "7/6 4/off" in at({7: 1, 4: 2}, {1: 1}, "41").plays


def test_a_higher_die_takes_off_the_highest_checker_only() -> None:
    assert [*at({4: 3, 2: 1}, {1: 1}, "65").plays] == ["4/off(2)"]
    assert why(at({6: 2, 2: 2}, {1: 1}, "43"), "2/off 6/3") == (
        "No die is 2, and a higher one bears off only from your highest point, here 6."
    )


def brute_force(own: tuple[int, ...], theirs: Sequence[int], dice: Sequence[int]) -> Iterator[tuple[int, object]]:
    """A second reading of the rules: every order of the dice, one step after the other, on boards alone."""
    moved = False
    for number, die in enumerate(dice):
        for start in range(1, BAR + 1):
            end = max(start - die, OFF)
            if not own[start] or (own[BAR] and start != BAR) or (end and theirs[end] > 1):
                continue
            if not end and (any(own[7:]) or (start < die and any(own[start + 1 :]))):
                continue
            moved = True
            after_it, hit = [*own], [*theirs]
            after_it[start] -= 1
            after_it[end] += 1
            if end and theirs[end]:
                hit[end] = 0
            rest = [*dice[:number], *dice[number + 1 :]]
            for length, board in brute_force(tuple(after_it), hit, rest):
                yield length + 1, board if length else (board, die)
    if not moved:
        yield 0, (own, tuple(theirs))


def expected(side: Side, dice: Sequence[int]) -> set[object]:
    """What can come of dice, by the second reading."""
    rolled = [dice[0]] * 4 if dice[0] == dice[1] else [*dice]
    found = [*brute_force(side.own, side.theirs, rolled)]
    longest = max(length for length, _ in found)
    boards = [board for length, board in found if length == longest]
    if longest == 0:
        return set()
    # The last step has its die beside it.
    last = [_with_die(board) for board in boards]
    if longest == 1 and len(rolled) == 2:
        most = max(die for _, die in last)
        last = [each for each in last if each[1] == most]
    return {board for board, _ in last}


def _with_die(board: object) -> tuple[object, int]:
    assert isinstance(board, tuple)
    return board


@pytest.mark.parametrize("seed", range(4))
def test_a_second_reading_finds_the_same_positions(seed: int) -> None:
    choices = Random(seed)  # noqa: S311 - it has to be the same
    compared = 0
    for _ in range(20):
        own, theirs = [0] * (BAR + 1), [0] * (BAR + 1)
        highest = choices.choice([6, 12, BAR])
        for _ in range(choices.randint(2, 5)):
            own[choices.randint(1, highest)] += 1
        for _ in range(10):
            point = choices.randint(1, 24)
            if not own[point]:
                theirs[point] += 1
        side = Side(tuple(own), tuple(theirs))
        dice = [choices.randint(1, 6), choices.randint(1, 6)]
        ours = set()
        for play in plays_of(side, dice):
            mine, hit = [*own], [*theirs]
            for start, end in play.arcs:
                mine[start] -= 1
                mine[end] += 1
            for place in play.hits:
                hit[place] = 0
            ours.add((tuple(mine), tuple(hit)))
        assert ours == expected(side, dice), (side, dice)
        assert len(ours) == len(plays_of(side, dice))
        compared += len(ours)
    assert compared > 60


# Moves as players write them


@pytest.mark.parametrize(
    "typed", ["8/5 6/5", "6/5 8/5", "8/5,6/5", "31: 8/5 6/5", "13: 6/5, 8/5", "8-5 6-5", "8/5 6 / 5", "3-1: 8/5 6/5"]
)
def test_the_order_and_the_dice_are_left_to_who_writes(typed: str) -> None:
    assert canonical(begun("31"), typed) == "8/5 6/5"


@pytest.mark.parametrize("typed", ["24/14", "24/18/14", "24/18 18/14", "24/20/14", " 24/14 "])
def test_a_way_can_be_written_whole_or_die_by_die(typed: str) -> None:
    assert canonical(begun("64"), typed) == "24/14"


def test_large_and_small_letters_are_the_same() -> None:
    position = at({BAR: 1, 6: 2}, {1: 2}, "31")

    assert canonical(position, "BAR/22 6/5") == "bar/22 6/5"
    assert canonical(at({6: 1, 3: 1}, {1: 2}, "61"), "6/OFF 3/2") == "6/off 3/2"


def test_a_way_that_is_left_open_hits_nothing_if_it_can() -> None:
    position = at({24: 1, 6: 1}, {25 - 18: 1, 6: 2}, "63")

    assert canonical(position, "24/15") == "24/15"
    assert canonical(position, "24/18/15") == "24/18*/15"
    assert canonical(position, "24/18*/15") == "24/18*/15"


def test_a_way_that_can_hit_in_two_places_is_asked_for() -> None:
    position = at({24: 1, 6: 1}, {25 - 18: 1, 25 - 21: 1, 6: 2}, "63")
    refused = refusal(position, "24/15")

    assert isinstance(refused, Ambiguous)
    assert sorted(refused.choices) == ["24/18*/15", "24/21*/15"]


def test_a_star_may_be_left_out() -> None:
    position = at({13: 2, 6: 2}, {25 - 8: 1, 6: 2}, "51")

    assert canonical(position, "13/8 6/5") == "13/8* 6/5"


def test_what_is_hit_is_marked_once() -> None:
    position = at({13: 3, 6: 2}, {25 - 10: 1, 6: 2}, "33")

    assert "13/10*(2) 6/3(2)" in position.plays
    assert "13/10* 13/7 6/3" in position.plays


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("42: 8/4 6/4", "Your dice are 3 and 1, not 4 and 2."),
        ("8/4 6/4", "The way 6/4 is 2 points long, and your dice are 3 and 1."),
        ("8/5", "Both dice have to be played, 3 and 1."),
        ("8/5 6/5 6/5", "That is more than your dice allow, 3 and 1."),
        ("13/10 10/9 8/7", "That is more than your dice allow, 3 and 1."),
        ("14/10", "You have no checker on your point 14."),
        ("bar/22 6/5", "You have no checker on the bar."),
        ("8/5* 6/5", "Nothing is hit on 5: a * stands only where there is a single checker."),
        ("6/off 8/7", "Bearing off begins when all your checkers are home, on points 1 to 6: one is on 24."),
    ],
)
def test_a_play_that_is_not_legal_is_refused_with_why(typed: str, words: str) -> None:
    refused = refusal(begun("31"), typed)

    assert isinstance(refused, Illegal)
    assert refused.words.startswith(f"{words} Legal are ")


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("5/8 6/5", "Checkers move towards the lower numbers, as you count the points: 5/8 does not."),
        ("26/20", "There is no point 26: they have the numbers 1 to 24; other places are bar and off."),
        ("off/3", "Checkers that are off stay off."),
        ("6/bar", "A checker gets to the bar only by being hit; from there it enters, for example bar/22."),
        ("6*/5", "A * stands behind the point where a checker is hit, for example 24/18*."),
        ("double", "This game is played without the doubling cube: -cube is a parameter of the challenge."),
        ("pass", "Nobody passes in backgammon, and who cannot move is passed over by the server."),
    ],
)
def test_what_is_never_legal_cannot_be_queued_either(typed: str, words: str) -> None:
    refused = refusal(begun("31"), typed)

    assert isinstance(refused, NeverLegal)
    assert refused.words == words


@pytest.mark.parametrize("typed", ["", "e2-e4", "8", "8/5/", "8/5(0)", "8\u0665/5", "8/5 " * 30])
def test_what_is_no_move_is_not_read(typed: str) -> None:
    assert isinstance(refusal(begun("31"), typed), Unreadable)


def test_rolled_dice_are_not_rolled_again() -> None:
    assert why(begun("31"), "roll") == "Your dice are rolled, 3 and 1: move your checkers."


# What goes by itself


def test_who_cannot_move_is_passed_over_and_both_are_told_the_dice() -> None:
    position = at({6: 3, 5: 2, 4: 2, 3: 2, 2: 2, 1: 2, 13: 2}, {BAR: 1, 6: 2, 13: 2}, "61")
    played = GAME.play(position, 0, "13/6", Rolls(6, 5, 3, 1))

    assert played.position.next_seat == 0
    assert [note.text for note in played.notes] == ["White has rolled 6-5 and cannot move.", "Black has rolled 3-1."]


def test_a_play_to_which_there_is_no_other_is_made() -> None:
    played = GAME.play(at({12: 2, 3: 1}, {1: 1, 24: 1}, "61"), 0, "12/5", Rolls(6, 5, 3, 1))

    assert [note.text for note in played.notes] == ["White has played 6-5: 24/13*.", "Black has rolled 3-1."]


# What a win counts


@pytest.mark.parametrize(
    ("white", "points", "by"),
    [
        ({6: 14}, 1, "a single game"),
        ({7: 15}, 2, "a gammon"),
        ({BAR: 1, 6: 14}, 3, "a backgammon"),
        ({19: 1, 6: 14}, 3, "a backgammon"),
        ({18: 1, 6: 14}, 2, "a gammon"),
    ],
)
def test_who_is_far_behind_loses_more(white: dict[int, int], points: int, by: str) -> None:
    position = at({1: 1, 2: 1}, white, "21")
    over = after(replace(position, dice=(2, 1)), "2/off 1/off")
    result = GAME.result(over)

    assert result is not None
    assert (result.winner, result.points, result.scores) == (0, points, (points, 0))
    ending = "1 point" if points == 1 else f"{points} points"
    assert result.reason == f"Black has borne off all checkers, and wins {by}: {ending}."


def test_by_the_jacoby_rule_gammons_count_only_after_a_double() -> None:
    position = at({1: 1, 2: 1}, {7: 15}, "21", has_cube=True, has_jacoby=True)

    assert after(position, "2/off 1/off").scores == (1, 0)
    assert after(replace(position, cube=2, cube_owner=0), "2/off 1/off").scores == (4, 0)


@pytest.mark.parametrize("options", [{"jacoby": True}, {"jacoby": True, "cube": True, "points": 3}])
def test_the_jacoby_rule_is_for_single_games_with_the_cube(options: dict[str, OptionValue]) -> None:
    with pytest.raises(Illegal, match="Jacoby"):
        GAME.check_options(USUAL | options, 2)


# Doubling, and matches


def doubled(**others: object) -> Position:
    """Black has doubled in a game with the cube."""
    return after(at(HOME, HOME, "", has_cube=True, **others), "double")


def test_who_may_double_is_asked_and_nobody_else() -> None:
    assert GAME.moves(after(begun("31", cube=True), "8/5 6/5", 6, 4)) == ("roll", "double")
    assert after(begun("31"), "8/5 6/5", 6, 4).dice == (6, 4)


def test_a_double_is_taken_and_the_dice_are_rolled() -> None:
    taken = after(doubled(), "Take", 3, 1)

    assert (taken.cube, taken.cube_owner, taken.next_seat, taken.dice) == (2, 1, 0, (3, 1))
    assert why(replace(taken, dice=()), "double") == "The cube is White's: only White can double now."


@pytest.mark.parametrize("word", ["drop", "pass"])
def test_a_double_that_is_dropped_loses_what_the_game_counted(word: str) -> None:
    result = GAME.result(after(doubled(cube=4, cube_owner=0), word))

    assert result is not None
    assert (result.winner, result.points) == (0, 4)
    assert result.reason == "White has dropped a double: 4 points."


@pytest.mark.parametrize(
    ("position", "typed", "words"),
    [
        (doubled(), "roll", "Black has doubled: take it or drop it."),
        (doubled(), "8/5 6/5", "No checker can be moved now. Take the double or drop it."),
        (at(HOME, HOME, "31", has_cube=True), "double", f"{ROLLED}: a double comes before the roll."),
        (at(HOME, HOME, has_cube=True), "take", f"{NOTHING_OFFERED} Roll or double."),
        (at(HOME, HOME, has_cube=True), "6/5 6/3", "No checker can be moved now. Roll or double."),
        (at(HOME, HOME, has_cube=True, cube=64, cube_owner=0), "double", "The cube goes no higher than 64."),
    ],
)  # fmt: skip
def test_words_out_of_time_are_refused(position: Position, typed: str, words: str) -> None:
    assert why(position, typed) == words


def test_nobody_is_asked_who_wins_the_match_with_this_game_anyway() -> None:
    position = at(HOME, HOME, has_cube=True, goal=3, scores=(1, 0), cube=2, cube_owner=0)

    assert not position.may_double
    assert replace(position, scores=(0, 0)).may_double


def won(scores: tuple[int, int], **others: object) -> Position:
    """The next game of a match to 3 points, after Black has won a single game at these scores."""
    position = at({1: 2}, {6: 14}, "21", goal=3, has_cube=True, scores=scores, **others)
    return after(position, "1/off(2)", 3, 1)


def test_the_next_game_of_a_match_begins_at_once() -> None:
    following = won((0, 0))

    assert (following.scores, following.game, following.dice) == ((1, 0), 2, (3, 1))
    assert following.checkers[0] == lying(SETUPS["usual"])
    assert not following.is_crawford


def test_the_crawford_game_is_the_first_with_somebody_a_point_away() -> None:
    crawford = won((1, 0))
    later = won((1, 2), is_crawford=True, had_crawford=True)

    assert crawford.is_crawford
    assert why(replace(crawford, dice=()), "double").startswith("Nobody doubles in this game, by the Crawford rule")
    assert (later.is_crawford, later.had_crawford) == (False, True)
    assert replace(later, dice=(), scores=(1, 2)).may_double


def test_a_match_is_won_by_points() -> None:
    over = won((2, 1))
    result = GAME.result(over)

    assert result is not None
    assert (result.winner, result.points, result.scores) == (0, 1, (3, 1))
    assert result.reason == (
        "Black has borne off all checkers, and wins a single game: Black wins the match to 3 points by 3 to 1."
    )


# The board


def test_each_player_has_the_own_home_at_the_lower_right() -> None:
    position = begun("31")

    assert GAME.draw(position, 0).splitlines()[2].split("|")[1] == "  X  .  .  .  O  .  "
    assert GAME.draw(position, 1).splitlines()[2].split("|")[1] == "  O  .  .  .  X  .  "
    assert GAME.draw(position, None) == GAME.draw(position, 0)


def test_a_play_is_touched_checker_by_checker() -> None:
    position = begun("31")

    assert GAME.steps(position, 0, "8/5 6/5") == ("8", "5", "6", "5")
    assert len(GAME.steps(position, 0, "24/20")) == 4
    assert GAME.steps(doubled(), 1, "take") == ("take",)


def test_the_picture_says_what_lies_where() -> None:
    words = {shape.words for shape in GAME.picture(at({BAR: 1, 13: 6}, {3: 2}, "31", has_cube=True), 0).shapes}

    assert {
        "point 13, 6 Black checkers", "point 22, 2 White checkers", "point 1, empty", "bar, 1 Black checker",
        "off, 8 Black checkers", "dice of Black, 3 and 1", "doubling cube, 1, in the middle",
    } <= words  # fmt: skip


def test_the_value_of_a_move_does_not_depend_on_the_position() -> None:
    assert GAME.value_of(begun("31"), "Redouble") == "double"
    assert GAME.value_of(doubled(), "8/5, 6/5") == "8/5 6/5"


class Ending(Backgammon):
    """Backgammon from where both have nearly come home, so that a game is short."""

    def start(self, options: Options, seats: int, chance: Chance) -> Position:
        places = {24: 1, 8: 1, 6: 2, 3: 1}
        return replace(super().start(options, seats, chance), checkers=(lying(places), lying(places)))


def test_it_keeps_the_contract() -> None:
    check_contract(Ending(), games=2)


@pytest.mark.long
def test_it_keeps_the_contract_in_whole_games() -> None:
    check_contract(GAME, games=6, seed=2)


def test_who_has_borne_off_the_last_checker_is_lit_with_that_checker() -> None:
    before = at({1: 1}, {3: 2}, "31")
    over = after(before, "1/off")

    marked = {shape.role: shape.target for shape in GAME.picture(over, 0).shapes if shape.role in {"last", "win"}}

    assert marked == {"last": "off", "win": "off"}
    assert "off, 15 Black checkers, moved last, all of them" in {
        shape.words for shape in GAME.picture(over, 0).shapes
    }
    assert not [shape for shape in GAME.picture(before, 0).shapes if shape.role in {"last", "win"}]


def test_a_checker_on_the_bar_has_to_enter_before_others_move() -> None:
    opening = begun("31")
    black, white = opening.checkers
    hit = replace(opening, checkers=((*black[:24], black[24] - 1, 1), white))

    assert GAME.asked_first(hit, 0) == "Enter from the bar"
    assert {GAME.steps(hit, 0, move)[0] for move in GAME.legal_moves(hit, 0) or ()} == {"bar"}
    assert GAME.asked_next(hit, 0, ("bar",), ("22", "24")) == "Enter on point 22 or 24?"
    assert GAME.asked_first(opening, 0) == ""
    assert GAME.asked_first(replace(hit, dice=()), 0) == ""


def test_pips_are_counted_while_checkers_are_moved_by_touch() -> None:
    opening = begun("31")
    assert told_after(opening) == ["167 pips", "167 pips"]

    assert told_after(opening, "8") == ["167 pips", "167 pips"]
    assert told_after(opening, "8", "5") == ["164 pips", "167 pips"]
    assert told_after(opening, "8", "5", "6") == ["164 pips", "167 pips"]


def test_a_checker_that_is_hit_on_the_way_is_counted_on_the_bar() -> None:
    opening = begun("31")
    black, white = opening.checkers
    # White has a blot on Black's point 5, which is White's 20.
    blot = replace(opening, checkers=(black, (*white[:20], 1, *white[21:24], 1, 0)))

    assert told_after(blot, "8", "5") == ["164 pips", "168 pips"]


def told_after(position: Position, *touched: str) -> list[str]:
    after = GAME.counted_while_touched(position, touched)
    return [str(GAME.advantage(after, seat)) for seat in (0, 1)]


def test_it_is_asked_where_a_checker_goes_and_between_two_dice_for_the_other_one() -> None:
    opening = begun("31")

    assert GAME.asked_next(opening, 0, ("8",), ("5", "7")) == "8/5 or 8/7?"
    assert GAME.asked_next(opening, 0, ("8", "5", "6"), ("5",)) == "6/5?"
    assert GAME.asked_next(opening, 0, ("8", "5"), ("6",)) == "Now the 1: which checker?"
    assert GAME.asked_next(opening, 0, ("6", "5"), ("8",)) == "Now the 3: which checker?"
    doubles = replace(opening, dice=(2, 2))
    assert GAME.asked_next(doubles, 0, ("8", "6"), ("8",)) == "Another 2: which checker?"
