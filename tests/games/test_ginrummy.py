"""Gin Rummy: draws and discards, melds, knocks, lay-offs, points, the end, and what viewers may see."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pbmserv.games.base import Illegal, NeverLegal, Refusal, Unreadable
from pbmserv.games.chance import Chance
from pbmserv.games.checks.two_worlds import check_notes_keep_secrets
from pbmserv.games.checks.views import check_secrets, check_views
from pbmserv.games.ginrummy import GinRummy
from pbmserv.games.ginrummy.melds import best_show, deadwood_of, deadwood_without, least_deadwood
from pbmserv.games.ginrummy.rules import DISCARD, DRAW, Position
from pbmserv.games.testing import check_contract, play_random_game, replay
from pbmserv.games.tricks.cards import UNKNOWN
from tests.games.help_pages import help_page

GIN_RUMMY = GinRummy()
CHANCE = Chance(bytes(16), "test")
OWN, OTHER = "AC 2C 3C 5D 5H 5S 9C TD JH KS", "4C 4D 4H 7S 8S 9S 2D 6H QC QD"
GOOD, AGAINST = "AC 2C 3C 5D 5H 5S 7D 7H 7S 2D KS", "4D 4H 4S 8S 9S TS 2H 6H QC QD"


def cards(text: str) -> tuple[str, ...]:
    return tuple(text.split())


def begun(own: str = OWN, other: str = OTHER, **fields: object) -> Position:
    """A first hand that B has dealt; the six of clubs is turned up."""
    position = Position(target=100, number=1, dealer=1, hands=(cards(own), cards(other)), pile=("6C",))
    return replace(position, **fields)  # type: ignore[arg-type]


def discarding(own: str, other: str = AGAINST, **fields: object) -> Position:
    """A has drawn a card."""
    return begun(own, other, stage=DISCARD, **fields)


def play(position: Position, *moves: str) -> tuple[Position, list[str]]:
    """The position after some moves, and what all were told of the last of them."""
    notes: list[str] = []
    for move in moves:
        played = GIN_RUMMY.play(position, GIN_RUMMY.to_move(position)[0], move, CHANCE)
        position, notes = played.position, [note.text for note in played.notes]
    return position, notes


def refusal(position: Position, text: str) -> Refusal:
    with pytest.raises(Refusal) as caught:
        GIN_RUMMY.play(position, GIN_RUMMY.to_move(position)[0], text, CHANCE)
    return caught.value


def legal(position: Position) -> list[str]:
    return [*GIN_RUMMY.legal_moves(position, GIN_RUMMY.to_move(position)[0])]


@pytest.mark.long
def test_it_keeps_the_contract_in_whole_games() -> None:
    check_contract(GIN_RUMMY, games=1)


def test_a_short_game_keeps_what_the_contract_says_of_secrets() -> None:
    played = replay(GIN_RUMMY, play_random_game(GIN_RUMMY, {"to": 10}, 2, bytes([1] * 16)))

    for check in (check_views, check_secrets, check_notes_keep_secrets):
        check(GIN_RUMMY, played)


# Draws and discards


def test_the_first_card_goes_to_who_did_not_deal_or_to_the_dealer_or_stays() -> None:
    assert (GIN_RUMMY.to_move(begun()), legal(begun())) == ((0,), ["take", "pass"])

    taken, _ = play(begun(), "take")
    assert (taken.pile, "6C" in taken.hands[0], taken.stage) == ((), True, DISCARD)

    passed, _ = play(begun(), "pass")
    assert (GIN_RUMMY.to_move(passed), legal(passed)) == ((1,), ["take", "pass"])

    both, notes = play(passed, "pass")
    assert notes == ["Player A draws from the stock."]
    assert (GIN_RUMMY.to_move(both), len(both.hands[0]), both.pile) == ((0,), 11, ("6C",))


def test_a_turn_is_a_draw_and_a_discard() -> None:
    position, _ = play(begun(), "take", "KS")
    assert (GIN_RUMMY.to_move(position), legal(position), position.upcard) == ((1,), ["take", "stock"], "KS")

    drawn, _ = play(position, "stock")
    assert (len(drawn.hands[1]), drawn.stock) == (11, 52 - 1 - 10 - 11)


def test_the_card_that_was_just_taken_cannot_be_discarded() -> None:
    position, _ = play(begun(), "take")

    assert "6C" not in legal(position)
    assert str(refusal(position, "6C")) == "You have just taken 6C: discard another card."
    assert "6C" in legal(play(position, "KS", "stock", "2D", "stock")[0])


@pytest.mark.parametrize("typed", ["take", "Take the card", "take it"])
def test_a_draw_is_said_in_many_ways(typed: str) -> None:
    assert GIN_RUMMY.play(begun(), 0, typed, CHANCE).move == "take"


# Melds


@pytest.mark.parametrize(
    ("hand", "deadwood"),
    [
        ("AC 2C 3C 5D 5H 5S 9C TD JH KS", 39),
        ("QC KC AC 2D 2H 2S 3D 4D 5D 6D", 21),
        ("AC 2C 3C 3D 3H 4D 5D 6D 7D KS", 13),
        ("4C 4D 4H 4S 5C 6C 7C 8C 9C TC", 0),
        ("2C 4D 6H 8S TC QD AH 3S 5C 7D", 2 + 4 + 6 + 8 + 10 + 10 + 1 + 3 + 5 + 7),
    ],
)
def test_deadwood_is_counted_for_the_best_melds(hand: str, deadwood: int) -> None:
    assert least_deadwood(cards(hand)) == deadwood


def test_a_card_that_melds_need_costs_more_to_discard() -> None:
    left = deadwood_without(cards("AC 2C 3C 5D 5H 5S 7D 7H 7S 2D KS"))

    assert (left["KS"], left["2D"]) == (2, 10)
    assert left["AC"] == 2 + 3 + 2 + 10


@pytest.mark.parametrize(
    ("own", "other", "deadwood", "off"),
    [
        # A fourth five, and a run that goes on in both directions.
        ("AC 5D 5H 5S 7C 8C 9C 2D 3D 4D", "5C 6C TC JC QH QD QS KH AH 2S", 13, "6C TC JC 5C"),
        # A run takes the card that goes on, though it would be a fourth one, too.
        ("7D 7H 7S 4C 5C 6C AD AH AS 2D", "7C 8C KD KH KS QD QH QS 2H 2C", 4, "7C 8C"),
        # Nothing is laid off on a gin.
        ("5D 5H 5S 7C 8C 9C 2D 3D 4D 5C", "6S TC JC QH QD QS KH AH 2S 4S", 6 + 20 + 10 + 1 + 2 + 4, ""),
    ],
)
def test_the_other_lays_off_on_the_melds_of_who_knocks(own: str, other: str, deadwood: int, off: str) -> None:
    show = best_show(cards(own), cards(other), 10)

    assert deadwood_of(show.other.left) == deadwood
    assert {*show.other.off} == {*cards(off)}


# Knocks and points


def test_who_has_ten_points_of_deadwood_or_less_may_knock() -> None:
    position = discarding(GOOD)

    assert [move for move in legal(position) if move.startswith("knock")] == ["knock 2D", "knock KS"]
    refused = str(refusal(position, "knock AC"))
    assert refused == "Without AC you have 17 points of deadwood, and can knock with 10 at most."
    assert GIN_RUMMY.play(position, 0, "Knock with ks", CHANCE).move == "knock KS"


def test_a_knock_brings_the_difference() -> None:
    after, notes = play(discarding(GOOD), "knock KS")

    # 2D against 2H 6H QC QD; nothing can be laid off.
    assert notes[:2] == [
        "Player A knocks with 2: 5D 5H 5S, 7D 7H 7S, AC 2C 3C; 2D.",
        "Player B has 28: 4D 4H 4S, 8S 9S TS; 2H 6H QC QD.",
    ]
    assert notes[2] == "Hand 1 brings Player A 26."
    assert (after.points, after.number, after.dealer) == (((26, 0),), 2, 1)


def test_gin_brings_20_points_and_the_deadwood_of_the_other() -> None:
    after, notes = play(discarding("AC 2C 3C 5D 5H 5S 7D 7H 7C 4C KS", "4D 4H 4S 8S 9S TS 2D 6H QC 7S"), "gin KS")

    assert notes[0] == "Player A has gin: 5D 5H 5S, 7C 7D 7H, AC 2C 3C 4C."
    assert after.points == ((20 + 2 + 6 + 10, 0),)


@pytest.mark.parametrize(
    ("other", "points"), [("4C 4D 4H 8S 9S TS 3D 3H 3S 2H", 10), ("4C 4D 4H 8S 9S TS 3D 3H 3S AH", 11)]
)
def test_as_little_deadwood_as_who_knocks_is_an_undercut(other: str, points: int) -> None:
    after, notes = play(discarding(GOOD, other), "knock KS")

    assert "That is an undercut." in notes
    assert after.points == ((0, points),)
    assert after.dealer == 0


# Void hands


def test_a_hand_is_void_when_two_cards_are_left_in_the_stock() -> None:
    used = [card for card in _pack() if card not in cards(f"{OWN} KC {OTHER}")][:29]
    after, notes = play(discarding(f"{OWN} KC", OTHER, pile=tuple(used)), "KC")

    assert notes[0] == "Two cards are left in the stock: the hand is void."
    assert (after.points, after.number, after.dealer) == (((0, 0),), 2, 1)


def test_a_hand_is_void_when_cards_were_taken_from_the_discards_fifty_times() -> None:
    position = begun(stage=DRAW, takes=49)
    after, notes = play(position, "take", "KS")

    assert notes[0] == "Cards were taken from the discards fifty times: the hand is void."
    assert after.number == 2


def _pack() -> list[str]:
    return [rank + suit for suit in "CDHS" for rank in "A23456789TJQK"]


# The end


def test_who_has_100_points_wins_and_boxes_and_the_game_count_more() -> None:
    after, _ = play(discarding(GOOD, points=((80, 0), (0, 30), (0, 0))), "knock KS")
    result = GIN_RUMMY.result(after)

    assert result
    assert result.winner == 0
    assert result.scores == (106 + 2 * 20 + 100, 30 + 20)
    assert result.reason == "The points are 106 to 30, with hands won and the game 246 to 50."


def test_the_game_counts_twice_if_the_other_has_no_point() -> None:
    after, _ = play(discarding(GOOD, points=((80, 0),)), "knock KS")
    result = GIN_RUMMY.result(after)

    assert result
    assert result.scores == (106 + 2 * 20 + 200, 0)


def test_the_fiftieth_hand_is_the_last() -> None:
    after, _ = play(discarding(GOOD, number=50, points=((0, 26),)), "knock KS")
    result = GIN_RUMMY.result(after)

    assert result
    assert (result.winner, result.reason) == (None, "Both have 26 points after 50 hands.")


def test_the_third_void_hand_in_a_row_is_the_last() -> None:
    position = begun(stage=DRAW, takes=49, number=4, points=((0, 12), (0, 0), (0, 0)))
    after, _ = play(position, "take", "KS")
    result = GIN_RUMMY.result(after)

    assert result
    assert (result.winner, result.scores) == (1, (0, 12 + 20 + 200))


# What is typed


@pytest.mark.parametrize(
    ("position", "text", "kind", "words"),
    [
        (begun(), "stock", Illegal, "Take 6C, or pass."),
        (begun(), "KS", Unreadable, 'Write take to take 6C, or pass, not "KS".'),
        (begun(), "draw", NeverLegal, "To draw a card, write take for the last discard, or stock."),
        (begun(stage=DRAW), "pass", Illegal, "Only the first card can be passed"),
        (discarding(GOOD), "take", Illegal, "You have drawn a card already"),
        (discarding(GOOD), "4C", Illegal, "You do not hold 4C."),
        (discarding(GOOD), "AC 2C", Illegal, "One card is discarded at a time, and you name 2."),
        (discarding(GOOD), "some", Unreadable, 'A card is expected, not "some"'),
        (discarding(GOOD), "h" * 200, Unreadable, "A card is expected"),
        (discarding(GOOD), "knock", Illegal, "To knock, name the card that you discard, too, for example knock QS."),
        (discarding(GOOD), "Gin", Illegal, "To knock, name the card that you discard, too, for example knock QS."),
    ],
)
def test_what_is_no_move_is_refused(position: Position, text: str, kind: type[Refusal], words: str) -> None:
    refused = refusal(position, text)

    assert isinstance(refused, kind)
    assert str(refused).startswith(words)


# What is seen


def test_the_others_cards_are_hidden_but_for_those_that_were_taken_from_the_discards() -> None:
    position, _ = play(begun(), "take", "KS")

    for viewer in (1, None):
        seen = GIN_RUMMY.seen_by(position, viewer)
        assert seen.hands[0] == (UNKNOWN,) * 9 + ("6C",)
    assert GIN_RUMMY.status(position, 1)[0] == "Player A has taken from the discards, and holds, 6C."
    assert play(position, "stock", "2D", "stock", "6C")[0].held == ((), ())


def test_only_a_player_is_told_of_the_own_deadwood() -> None:
    assert GIN_RUMMY.status(begun(), 0) == ("Your deadwood counts 39.",)
    assert GIN_RUMMY.status(begun(), None) == ()


def test_draws_and_cards_are_touched_by_the_next_seat_alone() -> None:
    def targets(position: Position, viewer: int | None) -> list[str]:
        return [*GIN_RUMMY.picture(position, viewer).targets]

    assert targets(begun(), 0) == ["take", "pass"]
    assert targets(begun(stage=DRAW), 0) == ["take", "stock"]
    assert targets(begun(), 1) == targets(begun(), None) == []
    assert targets(discarding(GOOD), 0) == [*cards(GOOD), "knock"]
    assert GIN_RUMMY.steps(discarding(GOOD), 0, "knock KS") == ("knock", "KS")


def test_the_help_page_tells_of_the_option() -> None:
    assert "-to=100" in help_page("ginrummy")


# Bots


def test_bots_take_what_makes_a_meld_and_knock_when_they_can() -> None:
    assert GIN_RUMMY.solution(GIN_RUMMY.seen_by(begun(pile=("5C",)), 0), 0) == "take"
    assert GIN_RUMMY.solution(GIN_RUMMY.seen_by(begun(), 0), 0) == "pass"
    assert GIN_RUMMY.solution(GIN_RUMMY.seen_by(begun(stage=DRAW), 0), 0) == "stock"
    assert GIN_RUMMY.solution(GIN_RUMMY.seen_by(discarding(GOOD), 0), 0) == "knock KS"


def test_guesses_leave_the_cards_that_were_taken_where_they_are() -> None:
    position, _ = play(begun(), "take", "KS")
    seen = GIN_RUMMY.seen_by(position, 1)
    luck = Chance(bytes(16), "guesses")

    for _ in range(10):
        whole = GIN_RUMMY.guess(seen, 1, luck)
        assert "6C" in whole.hands[0]
        assert len({*whole.hands[0], *whole.hands[1], *whole.pile}) == 21
        assert GIN_RUMMY.seen_by(whole, 1) == seen


def test_who_has_less_deadwood_or_more_points_can_expect_more() -> None:
    less = GIN_RUMMY.evaluate(begun(GOOD[:-3], OTHER, stage=DRAW))
    points = GIN_RUMMY.evaluate(begun(number=2, points=((0, 60),)))

    assert less
    assert less[0] > 0.6
    assert sum(less) == pytest.approx(1)
    assert points
    assert points[0] < 0.3
    assert GIN_RUMMY.evaluate(discarding(GOOD)) is None
