"""Fleets: placing, shots, what is told, the end, and what viewers may see."""

from __future__ import annotations

import pytest

from pbmserv.bots.choosing import choose
from pbmserv.bots.levels import LEVELS
from pbmserv.games.base import Illegal, NeverLegal, Refusal, Unreadable
from pbmserv.games.chance import Chance
from pbmserv.games.fleets import Fleets
from pbmserv.games.fleets.rules import UNSEEN, Position
from pbmserv.games.testing import check_contract
from tests.games.alike import check_alike
from tests.games.help_pages import help_page

FLEETS = Fleets()
CHANCE = Chance(bytes(16), "test")
FIRST = "a1-e1 j2-j5 c4-c6 f8-h8 a9-a10"
SECOND = "a1-e1 c3-f3 h3-h5 b8-d8 i9-j9"


def begun(**options: object) -> Position:
    values = {option.name: option.default for option in FLEETS.options} | options
    return FLEETS.start(values, 2, CHANCE)  # type: ignore[arg-type]


def placed(**options: object) -> Position:
    position = begun(**options)
    for seat, ships in enumerate((FIRST, SECOND)):
        position = FLEETS.play(position, seat, ships, CHANCE).position
    return position


def shot(position: Position, *squares: str) -> tuple[Position, list[str]]:
    """The position after some shots, and what all were told of the last of them."""
    notes: list[str] = []
    for square in squares:
        played = FLEETS.play(position, position.next_seat, square, CHANCE)
        position, notes = played.position, [note.text for note in played.notes]
    return position, notes


def refusal(position: Position, text: str, seat: int = 0) -> Refusal:
    with pytest.raises(Refusal) as caught:
        FLEETS.play(position, seat, text, CHANCE)
    return caught.value


@pytest.mark.long
@pytest.mark.parametrize("seed", [1, 2])
def test_it_keeps_the_contract(seed: int) -> None:
    check_contract(FLEETS, games=6, seed=seed)


def test_it_keeps_the_contract_in_a_game() -> None:
    check_contract(FLEETS, games=1, seconds=0.5)


# Placing


def test_both_place_their_ships_at_once_and_then_the_first_shoots() -> None:
    position = begun()
    assert FLEETS.to_move(position) == (0, 1)

    second = FLEETS.play(position, 1, SECOND, CHANCE)
    assert FLEETS.to_move(second.position) == (0,)
    both = FLEETS.play(second.position, 0, FIRST, CHANCE)

    assert FLEETS.to_move(both.position) == (0,)
    assert [note.text for note in both.notes if note.seat is None] == [
        "All ships are placed: now the shooting begins."
    ]


def test_ships_are_named_in_any_order_and_from_either_end() -> None:
    one = FLEETS.play(begun(), 0, "A10-a9, e1-a1; h8 to f8 c6-c4 j5-j2", CHANCE)

    assert one.move == FIRST
    assert one.position == FLEETS.play(begun(), 0, FIRST, CHANCE).position


@pytest.mark.parametrize(
    ("ships", "words"),
    [
        ("a1-e1 a1-a4 c4-c6 f8-h8 a9-a10", "The ship on a1-a4 lies where another one is."),
        ("a1-e1", "Your ships have to be 5, 4, 3, 3 and 2 squares long; these are 5."),
        ("a1-e1 j2-j5 c4-c6 f8-h8 a9-b10", "A ship lies in a row or a column: a9 to b10 is neither."),
        ("a1-f1 j2-j5 c4-c6 f8-h8 a9-a10", "From a1 to f1 a ship would be 6 long; your ships are 5, 4, 3, 3 and "),
        ("a1-e1 j2-j5 c4-c6 f8-h8 a10-a11", "The square a11 is not on the board: its squares are a1 to j10."),
        ("e5", "From e5 to e5 a ship would be 1 long; your ships are 5, 4, 3, 3 and 2 squares long."),
    ],
)
def test_ships_that_do_not_fit_are_refused(ships: str, words: str) -> None:
    refused = refusal(begun(), ships)

    assert isinstance(refused, Illegal)
    assert words in str(refused.words)


def test_ships_may_touch_unless_it_was_agreed_that_they_are_apart() -> None:
    touching = "a1-e1 a2-d2 c4-c6 f8-h8 a9-a10"
    at_a_corner = "a1-e1 f2-i2 c4-c6 f8-h8 a9-a10"

    assert FLEETS.play(begun(), 0, touching, CHANCE).move == touching
    for ships in (touching, at_a_corner):
        assert "touches another one" in str(refusal(begun(apart=True), ships).words)


def test_ships_of_one_square_have_one_name() -> None:
    ten = "a1-d1 f1-h1 j1-j3 a3-b3 d3-e3 g3-h3 a10 c10 e10 g10-g10"

    move = FLEETS.play(begun(fleet="ten", apart=True), 0, ten, CHANCE).move

    assert move.endswith("a10-a10 c10-c10 e10-e10 g10-g10")


@pytest.mark.parametrize("options", [{}, {"size": 8}, {"fleet": "ten", "apart": True}, {"fleet": "ten", "size": 8}])
def test_ships_can_always_be_placed_at_random(options: dict[str, object]) -> None:
    position = begun(**options)

    fleets = {FLEETS.play(position, 0, "random", Chance(bytes([seed]), "")).position.ships[0] for seed in range(50)}

    assert len(fleets) == 50


def test_ships_apart_need_a_sea_that_is_large_enough() -> None:
    with pytest.raises(Illegal, match="10 squares a side"):
        FLEETS.check_options({"size": 9, "apart": True}, 2)


def test_ships_are_placed_by_touching_their_ends() -> None:
    position = begun()
    touched = ["e1", "a1", "j2", "j5", "c4", "c6", "f8", "h8", "a9", "a10"]

    for number in range(len(touched)):
        ways = FLEETS.by_touch(position, 0, touched[:number])
        assert touched[number] in {way[number] for way in ways}
    assert FLEETS.by_touch(position, 0, touched) == {tuple(touched): FIRST}
    half = FLEETS.while_touched(position, 0, touched[:4])
    assert half is not None
    assert len(half.ships[0]) == 2


def hulls(position: Position) -> tuple[int, int]:
    """How many ships are seen on the sea, and how many beside it that are still to be placed."""
    roles = [shape.role for shape in FLEETS.picture(position, 0).shapes]
    still = len(begun().sizes) - roles.count("hull.sunk")
    return roles.count("hull") - still, still


def test_all_ships_are_seen_while_they_are_placed_and_when_the_last_one_is() -> None:
    position = begun()
    touched = FLEETS.steps(position, 0, FIRST)

    seen = [FLEETS.while_touched(position, 0, touched[:number]) for number in range(1, len(touched) + 1)]

    on_the_sea, still = zip(*[hulls(each) for each in seen if each], strict=True)
    assert on_the_sea == (1, 1, 2, 2, 3, 3, 4, 4, 5, 5)
    assert still == (5, 4, 4, 3, 3, 2, 2, 1, 1, 0)
    assert [each is not None and each.is_placing for each in seen] == [True] * 10


def test_the_page_keeps_its_shape_when_shooting_begins() -> None:
    placing, shooting = (FLEETS.picture(position, 0) for position in (begun(), placed()))

    assert (placing.width, placing.height) == (shooting.width, shooting.height)


def test_a_ship_that_is_begun_shows_where_its_other_end_can_be() -> None:
    half = FLEETS.while_touched(begun(), 0, ["a1"])

    assert half is not None
    assert [shape.role for shape in FLEETS.picture(half, 0).shapes].count("choice") == 2
    assert "A has placed all ships." not in FLEETS.status(half, 0)


def test_a_touch_that_would_lead_to_no_ship_changes_nothing() -> None:
    position = begun()

    assert FLEETS.by_touch(position, 0, ["a1", "c7"]) == FLEETS.by_touch(position, 0, ["a1"])
    assert {way[1] for way in FLEETS.by_touch(position, 0, ["a1"])} == {"e1", "a5"}


# Shots


def test_a_shot_is_a_hit_or_a_miss_and_it_is_told_when_a_ship_has_sunk() -> None:
    assert shot(placed(), "a2")[1] == ["Miss on a2."]
    assert shot(placed(), "i9")[1] == ["Hit on i9."]
    after, notes = shot(placed(), "i9", "a2", "j9")
    assert notes == ["Hit on j9: a ship of length 2 has sunk."]
    assert FLEETS.advantage(after, 0) == "1 sunk"
    assert FLEETS.advantage(after, 1) == ""


def test_players_shoot_in_turn_unless_whoever_hits_goes_on() -> None:
    assert shot(placed(), "i9")[0].next_seat == 1
    assert shot(placed(again=True), "i9")[0].next_seat == 0
    assert shot(placed(again=True), "i9", "a2")[0].next_seat == 1


def test_nobody_shoots_twice_at_a_square() -> None:
    after, _ = shot(placed(), "i9", "a2")

    refused = refusal(after, "I9")
    assert isinstance(refused, NeverLegal)
    assert str(refused.words) == "You have shot at i9 already."
    assert "i9" not in (FLEETS.legal_moves(after, 0) or ())


def test_what_is_no_square_is_refused_with_what_is_expected() -> None:
    assert isinstance(refusal(placed(), "hello world"), Unreadable)
    assert isinstance(refusal(begun(), "hello world"), Unreadable)
    assert str(refusal(placed(), "z9").words) == "The square z9 is not on the board: its squares are a1 to j10."
    for late in ("random", FIRST):
        assert str(refusal(placed(), late).words) == "All ships are placed: name a square at which you shoot."


def test_whoever_sinks_all_ships_wins() -> None:
    position = placed(again=True)
    squares = ["a1", "b1", "c1", "d1", "e1", "c3", "d3", "e3", "f3", "h3", "h4", "h5", "b8", "c8", "d8", "i9"]
    position, _ = shot(position, *squares)
    assert FLEETS.result(position) is None

    position, _ = shot(position, "j9")

    result = FLEETS.result(position)
    assert result is not None
    assert (result.winner, str(result.reason)) == (0, "All ships of Player B have sunk.")
    assert FLEETS.to_move(position) == ()


# What is hidden


def test_a_player_sees_the_own_ships_and_of_the_others_those_that_have_sunk() -> None:
    after, _ = shot(placed(), "i9", "a2", "j9")

    own, theirs = FLEETS.seen_by(after, 0).ships
    assert own == after.ships[0]
    assert [ship for ship in theirs if UNSEEN not in ship] == [(88, 89)]
    assert all(UNSEEN in ship for ship in FLEETS.seen_by(after, None).ships[0])


def test_of_two_ships_of_a_length_the_order_does_not_tell_which_has_sunk() -> None:
    first, _ = shot(placed(), "h3", "a2", "h4", "a3", "h5")
    second, _ = shot(placed(), "b8", "a2", "c8", "a3", "d8")

    lengths = [[len(ship) for ship in FLEETS.seen_by(each, 0).ships[1]] for each in (first, second)]
    where = [[UNSEEN in ship for ship in FLEETS.seen_by(each, 0).ships[1]] for each in (first, second)]
    assert lengths == [[5, 4, 3, 3, 2]] * 2
    assert where == [[True, True, False, True, True]] * 2


def test_nobody_else_is_told_where_ships_were_placed() -> None:
    for move in (FIRST, "random"):
        assert [FLEETS.told(move, 0, viewer) for viewer in (1, None)] == ["all ships in secret"] * 2
        assert FLEETS.told(move, 0, 0) == move
    assert FLEETS.told("e5", 0, 1) == "e5"


def test_when_the_game_is_over_all_see_where_the_ships_lay() -> None:
    after = FLEETS.revealed(placed())

    assert FLEETS.seen_by(after, None) == after


@pytest.mark.parametrize("options", [{}, {"fleet": "ten", "apart": True, "again": True}])
def test_what_is_hidden_makes_no_difference_to_anything_shown_told_or_refused(options: dict[str, object]) -> None:
    assert check_alike(FLEETS, options, 2, seed=1, every=23) > 10


@pytest.mark.long
@pytest.mark.parametrize("seed", range(2, 8))
def test_what_is_hidden_makes_no_difference_in_other_games(seed: int) -> None:
    assert check_alike(FLEETS, {"size": 8, "again": seed % 2 == 0}, 2, seed=seed, every=7) > 10


# Machine players


def test_after_a_hit_a_machine_player_shoots_beside_it() -> None:
    after, _ = shot(placed(), "d8", "a2", "e8", "a3")

    move = choose(FLEETS, FLEETS.seen_by(after, 0), 0, LEVELS[1], b"seed")

    assert move in {"c8", "d7", "d9"}


def test_machine_players_place_their_ships_at_random() -> None:
    assert choose(FLEETS, FLEETS.seen_by(begun(), 0), 0, LEVELS[0], b"seed") == "random"


def test_the_help_page_names_all_parameters() -> None:
    page = help_page("fleets")

    assert all(f"-{option.name}" in page for option in FLEETS.options)
    assert FIRST in page
