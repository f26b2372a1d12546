"""Bridge: the auction, declarer and dummy, tricks, scores, deals in turn, what viewers may see, and resignations."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest

from pbmserv.games.base import Illegal, Refusal, Unreadable
from pbmserv.games.boards.score_table import ScoreTable
from pbmserv.games.bridge import Bridge
from pbmserv.games.bridge.auction import BIDS, STRAINS, Contract, contract_of, legal_calls
from pbmserv.games.bridge.rules import Position
from pbmserv.games.bridge.scoring import board_with, dealer_of, score, vulnerable_sides
from pbmserv.games.chance import Chance
from pbmserv.games.checks.table import check_skips
from pbmserv.games.checks.two_worlds import check_notes_keep_secrets
from pbmserv.games.checks.views import check_secrets, check_views
from pbmserv.games.evaluation.bridge import values_after
from pbmserv.games.evaluation.bridge_bidding import call_of, shape_of, shown_by
from pbmserv.games.picture import Form
from pbmserv.games.testing import check_contract, play_random_game, replay
from pbmserv.games.tricks.cards import UNKNOWN, in_order
from tests.games.help_pages import help_page

BRIDGE = Bridge()
CHANCE = Chance(bytes(16), "test")
SOUTH, WEST, NORTH, EAST = range(4)


def cards(text: str) -> tuple[str, ...]:
    return tuple(text.split())


def hand(text: str) -> tuple[str, ...]:
    """A hand by its spades, hearts, diamonds and clubs: `AKQ.T98.7654.432`."""
    suits = zip("SHDC", text.split("."), strict=True)
    return in_order(rank + suit for suit, ranks in suits for rank in ranks)


def begun(deals: int = 4, cards: str = "server") -> Position:
    return BRIDGE.start({"deals": deals, "cards": cards}, 4, Chance(bytes(15) + b"\1", "start"))


def calls(text: str) -> tuple[str, ...]:
    return tuple(text.split())


def holding(*hands: str, auction: str = "3n pass pass pass", led: int = EAST, **fields: object) -> Position:
    """The play of a first deal, in which North is declarer of 3NT unless the auction says otherwise."""
    position = Position(deals=1, number=1, hands=tuple(map(cards, hands)), calls=calls(auction), led=led)
    return replace(position, **fields)  # type: ignore[arg-type]


def play(position: Position, *moves: str) -> tuple[Position, list[str]]:
    """The position after some moves, and what all were told of the last of them."""
    notes: list[str] = []
    for move in moves:
        played = BRIDGE.play(position, BRIDGE.to_move(position)[0], move, CHANCE)
        position, notes = played.position, [note.text for note in played.notes]
    return position, notes


def refusal(position: Position, text: str) -> Refusal:
    with pytest.raises(Refusal) as caught:
        BRIDGE.play(position, BRIDGE.to_move(position)[0], text, CHANCE)
    return caught.value


@pytest.mark.long
def test_it_keeps_the_contract_in_whole_games() -> None:
    check_contract(BRIDGE, games=2)


@pytest.mark.parametrize("deal", [1, 3])
def test_a_short_game_keeps_what_the_contract_says_of_secrets(deal: int) -> None:
    played = replay(BRIDGE, play_random_game(BRIDGE, {"deals": 1}, 4, bytes([deal]) * 16))

    for check in (check_views, check_secrets, check_notes_keep_secrets, check_skips):
        check(BRIDGE, played)


# The auction


def test_north_deals_first_and_calls_go_clockwise() -> None:
    position = begun()
    assert BRIDGE.to_move(position) == (NORTH,)
    assert BRIDGE.legal_moves(position, NORTH) == ("pass", *BIDS)
    assert BRIDGE.legal_moves(position, EAST) == ()

    position, _ = play(position, "1c", "pass", "1 Heart", "dbl")

    assert position.calls == ("1c", "pass", "1h", "x")
    assert BRIDGE.to_move(position) == (NORTH,)


@pytest.mark.parametrize(
    ("text", "call"),
    [
        ("1nt", "1n"),
        ("3 No-Trump", "3n"),
        ("2SA", "2n"),
        ("4♠", "4s"),
        ("bid 2 diamonds", "2d"),
        ("P", "pass"),
        ("no bid", "pass"),
    ],
)
def test_calls_are_read_in_any_usual_form(text: str, call: str) -> None:
    assert BRIDGE.play(begun(), NORTH, text, CHANCE).move == call


@pytest.mark.parametrize(
    ("auction", "doubles"),
    [
        ("", []),
        ("1c", ["x"]),
        ("1c pass", []),
        ("1c pass pass", ["x"]),
        ("1c x", ["xx"]),
        ("1c x pass", []),
        ("1c x pass pass", ["xx"]),
        ("1c x xx", []),
        ("1c x 1d", ["x"]),
    ],
)
def test_only_opponents_are_doubled_and_redoubled(auction: str, doubles: list[str]) -> None:
    assert [call for call in legal_calls(calls(auction)) if call in ("x", "xx")] == doubles


def test_a_bid_has_to_be_higher_than_the_last_one() -> None:
    assert legal_calls(calls("6n"))[1:] == ("x", "7c", "7d", "7h", "7s", "7n")
    assert legal_calls(calls("7n pass")) == ("pass",)


@pytest.mark.parametrize(
    ("auction", "text", "kind", "words"),
    [
        ("2h", "2d", Illegal, "A bid of 2D is not above 2H, the last one. Bid 2S or more, or pass."),
        ("7n", "7s", Illegal, "A bid of 7S is not above 7NT, the last one. Nothing is: pass."),
        ("1c pass", "x", Illegal, "Only a bid of the opponents can be doubled, and only once. Bid, or pass."),
        ("1c", "xx", Illegal, "Only a double by the opponents can be redoubled. Bid, or pass."),
        ("", "QS", Illegal, "Cards are played after the auction: first make a call, for example 1n or pass."),
        ("", "8c", Illegal, "Cards are played after the auction: first make a call, for example 1n or pass."),
        ("", "some", Unreadable, 'A call is expected, not "some": write a bid such as 1n, or pass, x or xx.'),
        ("", "1" * 100, Unreadable, "A call is expected"),
    ],
)
def test_what_is_no_call_is_refused(auction: str, text: str, kind: type[Refusal], words: str) -> None:
    refused = refusal(replace(begun(), calls=calls(auction)), text)

    assert isinstance(refused, kind)
    assert str(refused).startswith(words)


@pytest.mark.parametrize(
    ("auction", "contract"),
    [
        ("1h pass 2h pass pass pass", Contract("2h", 0, NORTH)),
        ("1h 1s 2h 2s 4h pass pass x pass pass pass", Contract("4h", 1, NORTH)),
        ("pass 1n x pass 2n x xx pass pass pass", Contract("2n", 2, NORTH)),
        ("pass 1d pass 1h pass 3h pass 4h pass pass pass", Contract("4h", 0, WEST)),
        ("pass pass pass pass", None),
    ],
)
def test_declarer_is_the_first_of_the_side_who_has_named_the_strain(auction: str, contract: Contract | None) -> None:
    assert contract_of(NORTH, calls(auction)) == contract


def test_a_deal_that_all_pass_scores_nothing() -> None:
    position, notes = play(begun(), "pass", "pass", "pass", "pass")

    assert notes == ["Deal 1 is passed out and scores nothing.", "Deal 2 is dealt: East is dealer."]
    assert position.number == 2
    assert position.totals == (0, 0)
    assert BRIDGE.to_move(position) == (EAST,)


# Play


def test_declarers_left_hand_opponent_leads_and_declarer_plays_for_dummy() -> None:
    position, _ = play(begun(), "pass", "1n", "pass", "pass", "pass")
    assert position.contract == Contract("1n", 0, EAST)
    assert BRIDGE.to_move(position) == (SOUTH,)

    position, _ = play(position, BRIDGE.legal_moves(position, SOUTH)[0])  # type: ignore[index]

    assert position.next_seat == WEST
    assert BRIDGE.to_move(position) == (EAST,)
    assert {*(BRIDGE.legal_moves(position, EAST) or ())} <= {*position.hands[WEST]}
    assert BRIDGE.legal_moves(position, WEST) == ()


def test_the_highest_trump_takes_a_trick_and_otherwise_the_highest_card_of_the_suit_that_was_led() -> None:
    hands = ("2C 3D", "3C 4D", "4C 5D", "2H AC")
    _, trumped = play(holding(*hands, auction="4h pass pass pass"), "2H", "2C", "3C", "4C")
    _, untrumped = play(holding(*hands), "AC", "2C", "3C", "4C")
    ruffing = holding("2C 2H", "AC 2D", "2S 3S", "KC QC", auction="4h pass pass pass", led=WEST)

    assert trumped[0] == "Trick 1: East takes 2H 2C 3C 4C."
    assert untrumped[0] == "Trick 1: East takes AC 2C 3C 4C."
    assert BRIDGE.legal_moves(ruffing, WEST) == ("AC", "2D")


def test_suit_is_followed_and_dummys_cards_are_named_as_such() -> None:
    position, _ = play(holding("2C 3S", "4C 5S", "6C 7S", "8C 9S"), "8C")

    assert str(refusal(position, "3S")) == "Clubs were led, and you have to follow suit. You can play 2C."
    assert str(refusal(position, "6C")) == "It is dummy's turn, who does not hold 6C. Dummy's cards are 2C 3S."
    assert str(refusal(position, "2C 3S")).startswith("One card is played at a time, and you name 2.")
    assert str(refusal(position, "pass")) == "The auction is over in this deal: now play one card."


# Scores


@pytest.mark.parametrize(
    ("contract", "tricks", "points", "vulnerable"),
    [
        ("2c", 8, 90, 90),
        ("1n", 9, 150, 150),
        ("3n", 9, 400, 600),
        ("4s", 11, 450, 650),
        ("5d", 11, 400, 600),
        ("2hx", 8, 470, 670),
        ("2cx", 9, 280, 380),
        ("1nxx", 8, 760, 1160),
        ("6h", 12, 980, 1430),
        ("7n", 13, 1520, 2220),
        ("7nxx", 13, 2280, 2980),
        ("4s", 8, -100, -200),
        ("4sx", 9, -100, -200),
        ("4sx", 7, -500, -800),
        ("4sx", 5, -1100, -1400),
        ("4sxx", 6, -1600, -2200),
    ],
)
def test_scores_are_those_of_the_laws(contract: str, tricks: int, points: int, vulnerable: int) -> None:
    told = Contract(contract[:2], contract.count("x"), SOUTH)

    assert score(told, tricks, is_vulnerable=False) == points
    assert score(told, tricks, is_vulnerable=True) == vulnerable


def test_dealer_and_vulnerability_rotate_as_on_duplicate_boards() -> None:
    dealers = "".join("SWNE"[dealer_of(board)] for board in range(1, 18))
    told = {(False, False): "-", (True, False): "n", (False, True): "e", (True, True): "b"}
    sides = "".join(told[vulnerable_sides(board)] for board in range(1, 18))

    assert dealers == "NESWNESWNESWNESWN"
    assert sides == "-nebneb-eb-nb-ne-"
    assert [board_with(dealer_of(board), vulnerable_sides(board)) for board in range(1, 17)] == [*range(1, 17)]


def test_all_are_told_how_a_contract_went() -> None:
    last = holding("2C", "3C", "4C", "AC", played=("2D", "3D", "4D", "AD") * 12, led=EAST)

    after, notes = play(last, "AC")

    assert notes[-1] == "Deal 1 is over: 3NT by North, 3 down. West and East get 150 points."
    assert after.results == (("3n", NORTH, 6, -150),)
    assert "  1: 3NT N -3  -150   150  -150   150" in BRIDGE.draw(after, None)


def test_the_side_with_the_higher_sum_wins() -> None:
    over = replace(begun(1), is_over=True, results=(("3n", NORTH, 9, 400), ("4s", WEST, 9, 50)))
    even = replace(over, results=(("3n", NORTH, 9, 400), ("3n", WEST, 9, -400)))

    won, drawn = BRIDGE.result(over), BRIDGE.result(even)

    assert won
    assert drawn
    assert (won.winner, won.reason) == (0, "South and North have scored +450.")
    assert won.scores == (450, -450, 450, -450)
    assert (drawn.winner, drawn.reason) == (None, "Both sides have the same score.")


# What is seen


def test_nobody_sees_another_hand_before_the_opening_lead_and_all_see_dummys_after_it() -> None:
    position, _ = play(begun(), "pass", "1n", "pass", "pass", "pass")
    hidden = (UNKNOWN,) * 13
    assert BRIDGE.seen_by(position, EAST).hands == (hidden, hidden, hidden, position.hands[EAST])

    position, _ = play(position, BRIDGE.legal_moves(position, SOUTH)[0])  # type: ignore[index]

    for viewer in (SOUTH, NORTH, EAST, None):
        assert BRIDGE.seen_by(position, viewer).hands[WEST] == position.hands[WEST]
    assert BRIDGE.seen_by(position, WEST).hands[EAST] == hidden
    assert BRIDGE.seen_by(position, None).hands[EAST] == hidden
    assert "Dummy's cards (West):" in BRIDGE.draw(position, EAST)


def test_what_all_see_is_drawn_once_of_what_the_public_sees(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn_of = list[Position]()
    scores_of = Bridge.scores

    def scores(game: Bridge, seen: Position) -> ScoreTable:
        drawn_of.append(seen)
        return scores_of(game, seen)

    monkeypatch.setattr(Bridge, "scores", scores)
    position, _ = play(begun(deals=7), "7n", "x", "xx")

    for viewer in (SOUTH, None, WEST, NORTH, EAST):
        BRIDGE.draw(BRIDGE.seen_by(position, viewer), viewer)

    assert drawn_of == [BRIDGE.seen_by(position, None)]


def targets(position: Position, viewer: int | None) -> set[str]:
    return {*BRIDGE.picture(position, viewer).targets}


def test_whoever_has_to_move_can_touch_calls_and_then_cards() -> None:
    position = begun()
    assert targets(position, NORTH) == {"pass", *"1234567", *STRAINS}
    assert {BRIDGE.steps(position, NORTH, bid) for bid in BIDS} == {*product("1234567", STRAINS)}
    assert targets(position, EAST) == targets(position, None) == set()
    doubled, _ = play(position, "7s", "x")
    assert [choice.text for choice in BRIDGE.picture(doubled, SOUTH).choices] == ["7", "pass", "XX", "NT"]

    position, _ = play(position, "pass", "1n", "pass", "pass", "pass")
    position, _ = play(position, BRIDGE.legal_moves(position, SOUTH)[0])  # type: ignore[index]

    assert targets(position, EAST) == {*(BRIDGE.legal_moves(position, EAST) or ())}
    assert targets(position, WEST) == set()


def forms_of_hand(position: Position, seat: int) -> dict[str, Form]:
    return {shape.words: shape.form for shape in BRIDGE.picture(position, seat).shapes if "your " in shape.words}


def test_cards_keep_their_places_until_the_contract_is_settled_and_then_trumps_come_first() -> None:
    position = begun()
    before = forms_of_hand(position, NORTH)
    for call in ("1c", "pass", "1s", "2h"):
        position, _ = play(position, call)
        assert forms_of_hand(position, NORTH) == before

    position, _ = play(position, "3c", "pass", "pass", "pass")

    assert position.trump == "C"
    first = next(iter(forms_of_hand(position, NORTH)))
    assert first.endswith("of clubs")


def test_before_the_next_deal_it_is_told_what_has_come_of_the_last_one() -> None:
    position = replace(begun(), number=2, board=2, results=(("2sx", WEST, 8, -470),))
    passed_out = replace(position, results=(("pass", 0, 0, 0),))

    words = "Deal 1: 2♠X by West, made. N–S -470, E–W 470"
    assert words in {shape.words for shape in BRIDGE.picture(position, SOUTH).shapes}
    assert "Deal 1: passed out. N–S 0, E–W 0" in {shape.words for shape in BRIDGE.picture(passed_out, SOUTH).shapes}


def test_calls_and_cards_are_told_in_words() -> None:
    position, _ = play(begun(), "1n", "pass")
    words = [shape.words for shape in BRIDGE.picture(position, SOUTH).shapes]

    choices = BRIDGE.picture(position, SOUTH).choices
    assert {"bid at level 2", "clubs", "no-trump"} <= {choice.words for choice in choices}
    assert "Auction (dealer North, none vulnerable): North 1 no-trump, East pass; South is next" in words
    assert BRIDGE.spoken(position, "1h") == "1 heart"
    assert BRIDGE.spoken(position, "QS") == "queen of spades"


def test_a_call_is_no_card_where_a_move_is_queued() -> None:
    auction, play_ = begun(), holding("2C 3S", "4C 5S", "6C 7S", "8C 9S")

    assert BRIDGE.value_of(auction, "2C") == "2c"
    assert BRIDGE.value_of(play_, "2c") == "2C"
    for position, value in ((auction, "2C"), (play_, "2c")):
        with pytest.raises(Illegal):
            BRIDGE.text_of(position, value)


# Resignations


def test_the_server_passes_and_plays_the_lowest_card_for_a_player_who_has_resigned() -> None:
    position, _ = play(begun(), "1n")

    skipped = BRIDGE.skip(position, EAST, CHANCE)

    assert [note.text for note in skipped.notes] == ["East has resigned and passes."]
    assert BRIDGE.to_move(skipped.position) == (SOUTH,)


def test_dummys_player_plays_when_declarer_has_resigned() -> None:
    position, _ = play(holding("2C 3S 2H", "4C 5S 3H", "6C 7S 4H", "8C 9S 5H"), "8C")
    assert BRIDGE.to_move(position) == (NORTH,)

    skipped = BRIDGE.skip(position, NORTH, CHANCE).position

    assert BRIDGE.to_move(skipped) == (SOUTH,)
    assert BRIDGE.legal_moves(skipped, SOUTH) == ("2C",)


def test_declarer_goes_on_when_dummys_player_has_resigned() -> None:
    position, _ = play(holding("2C 3S 2H", "4C 5S 3H", "6C 7S 4H", "8C 9S 5H"), "8C")

    assert BRIDGE.to_move(replace(position, left=(SOUTH,))) == (NORTH,)


# Deals that players type

DEAL = "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"


def test_players_can_type_the_hands_of_a_real_table() -> None:
    position = begun(1, "typed")
    assert BRIDGE.on_trust({"deals": 1, "cards": "typed"})
    assert BRIDGE.legal_moves(position, SOUTH) is None

    played = BRIDGE.play(position, SOUTH, f"7 {DEAL}", CHANCE)

    assert played.move == "deal 7 S:..AKQJT98765432. ...AKQJT98765432 AKQJT98765432... .AKQJT98765432.."
    assert played.position.hands[NORTH] == hand("AKQJT98765432...")
    assert played.position.dealer == SOUTH
    assert played.position.vulnerable == (True, True)
    assert BRIDGE.seen_by(played.position, None) == played.position


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("1c", "A deal is expected"),
        (DEAL.replace("A", "K", 1), "A deal has each of the 52 cards once."),
        (DEAL.replace("2... .A", "2.A.. ."), "Each hand of a deal has 13 cards."),
        (DEAL.replace("...", "..", 1), 'A hand has four suits with dots between, not "AKQJT98765432..".'),
        ("N:" + "A" * 100_000, "A deal is expected"),
    ],
)
def test_what_is_no_deal_is_refused(text: str, words: str) -> None:
    assert str(refusal(begun(1, "typed"), text)).startswith(words)


def test_a_typed_deal_can_end_with_a_claim() -> None:
    position, _ = play(begun(1, "typed"), DEAL, "7s", "pass", "pass", "pass")
    assert "tricks 13" in (BRIDGE.legal_moves(position, EAST) or ())

    after, _ = play(position, "tricks 13")

    assert after.results == (("7s", NORTH, 13, 1510),)
    after_one, _ = play(position, "AH", "AD", "AC", "AS")
    assert str(refusal(after_one, "tricks 0")) == "Declarer can come to 1 to 13 tricks in all."


# Machine players


@pytest.mark.parametrize(
    ("auction", "holds", "call"),
    [
        ("", "AQ5.KJ4.KQ83.J52", "1n"),
        ("", "AKJ74.85.Q83.J52", "1s"),
        ("", "A5.K52.Q98.J9652", "pass"),
        ("", "5.KQJ9743.83.852", "3h"),
        ("1h pass", "A95.K864.KJ3.852", "3h"),
        ("1h pass", "K95.7.Q8632.J752", "1n"),
        ("1h pass", "A95.KQ64.KQ83.52", "4h"),
        ("1n pass", "A95.KQ4.Q832.J52", "3n"),
        ("1n pass", "Q95.842.Q832.J52", "pass"),
        ("1d", "AQJ94.K5.832.J52", "1s"),
        ("1d", "Q95.842.Q832.J52", "pass"),
    ],
)
def test_bots_bid_points_and_lengths(auction: str, holds: str, call: str) -> None:
    assert call_of(hand(holds), NORTH, calls(auction)) == call


def test_what_calls_show_is_what_guesses_keep_to() -> None:
    position = replace(begun(), calls=calls("1s pass 2s pass"))
    opener = shown_by(NORTH, position.calls)[NORTH]
    assert (opener.points, opener.length("s")) == (12, 5)

    guesses = [BRIDGE.guess(BRIDGE.seen_by(position, EAST), EAST, Chance(bytes(16), str(each))) for each in range(40)]

    shapes = [shape_of(guess.hands[NORTH]) for guess in guesses]
    assert sum(shape.points >= 12 and shape.length("s") >= 5 for shape in shapes) > 10
    assert all(guess.hands[EAST] == position.hands[EAST] for guess in guesses)


def test_a_contract_that_is_made_is_worth_more_to_both_partners() -> None:
    position = holding("2C", "3C", "4C", "5C", deals=4)

    made, lost = values_after(position, 9), values_after(position, 8)

    assert made[NORTH] == made[SOUTH] > lost[NORTH]
    assert made[NORTH] + made[EAST] == pytest.approx(1)


def test_a_deal_is_played_to_its_end_in_one_go() -> None:
    position, _ = play(begun(), "pass", "1n", "pass", "pass", "pass")

    values = BRIDGE.playout(position, Chance(bytes(16), "playout"))

    assert values is not None
    assert values[NORTH] + values[EAST] == pytest.approx(1)
    assert BRIDGE.playout(begun(), CHANCE) is None


def test_the_help_page_tells_of_the_options() -> None:
    assert "-deals=4" in help_page("bridge")
    assert "-cards=typed" in help_page("bridge")
