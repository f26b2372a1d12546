"""Skat: the auction, contracts, jacks as trumps, what games count, the end, and what viewers may see."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pbmserv.games.base import Illegal, Refusal, Unreadable
from pbmserv.games.chance import Chance
from pbmserv.games.checks.table import check_skips
from pbmserv.games.checks.two_worlds import check_notes_keep_secrets
from pbmserv.games.checks.views import check_secrets, check_views
from pbmserv.games.picture import Text
from pbmserv.games.skat import VALUES, Position, Skat, outcome_of, tops_of
from pbmserv.games.testing import check_contract, play_random_game, replay
from pbmserv.games.tricks.cards import UNKNOWN, long_name
from tests.games.help_pages import help_page

SKAT = Skat()
CHANCE = Chance(bytes(16), "test")
HANDS = ("JC JS AC TC KC QC 9C AS TS 7H", "JH AD TD KD 9D AH TH 8H 7S 8S", "JD QD 8D 7D KH QH 9H KS QS 9S")
SKAT_CARDS = ("7C", "8C")
"""South, who is forehand, has most of the clubs; two more lie in the skat."""


def cards(text: str) -> tuple[str, ...]:
    return tuple(text.split())


def begun(*hands: str, **fields: object) -> Position:
    """A first hand, of which South is forehand."""
    dealt = tuple(map(cards, hands or HANDS))
    position = Position(deals=6, seeger=False, number=1, hands=dealt, kitty=SKAT_CARDS)
    return replace(position, **fields)  # type: ignore[arg-type]


def play(position: Position, *moves: str) -> tuple[Position, list[str]]:
    """The position after some moves, and what all were told of the last of them."""
    notes: list[str] = []
    for move in moves:
        played = SKAT.play(position, SKAT.to_move(position)[0], move, CHANCE)
        position, notes = played.position, [note.text for note in played.notes]
    return position, notes


def refusal(position: Position, text: str) -> Refusal:
    with pytest.raises(Refusal) as caught:
        SKAT.play(position, SKAT.to_move(position)[0], text, CHANCE)
    return caught.value


def legal(position: Position) -> list[str]:
    return [*SKAT.legal_moves(position, SKAT.to_move(position)[0])]


def turns(*moves: str) -> list[int]:
    """Whose turn it is before each of these bids, and after the last one."""
    return [SKAT.to_move(play(begun(), *moves[:count])[0])[0] for count in range(len(moves) + 1)]


@pytest.mark.long
def test_it_keeps_the_contract_in_a_whole_game() -> None:
    check_contract(SKAT, games=1)


@pytest.mark.parametrize("seed", [1, 2])
def test_a_short_game_keeps_what_the_contract_says_of_secrets(seed: int) -> None:
    played = replay(SKAT, play_random_game(SKAT, {"deals": 1, "seeger": False}, 3, bytes([seed] * 16)))

    for check in (check_views, check_secrets, check_notes_keep_secrets, check_skips):
        check(SKAT, played)


# The auction


def test_middlehand_bids_to_forehand_and_rearhand_to_who_is_left() -> None:
    assert turns("18", "hold", "20", "pass", "22", "hold", "pass") == [1, 0, 1, 0, 2, 1, 2, 1]
    assert turns("18", "hold", "pass", "20", "pass") == [1, 0, 1, 2, 0, 2]


def test_values_are_bid_upwards_and_held_or_not() -> None:
    assert legal(begun())[:4] == ["18", "20", "22", "23"]
    assert legal(begun())[-2:] == ["264", "pass"]
    asked, _ = play(begun(), "22")
    assert legal(asked) == ["hold", "pass"]
    assert legal(play(asked, "hold")[0])[:2] == ["23", "24"]
    assert SKAT.moves_that_answer(asked, 0) == ("hold", "pass")
    assert SKAT.moves_that_answer(begun(), 1) == ("", "")


def test_forehand_may_play_for_18_if_nobody_has_bid() -> None:
    position, _ = play(begun(), "pass", "pass")
    assert (SKAT.to_move(position), legal(position)) == ((0,), ["18", "pass"])

    plays, notes = play(position, "18")
    assert notes == ["South has bid most, with 18, and plays alone."]
    assert SKAT.to_move(plays) == (0,)

    after, notes = play(position, "pass")
    assert (after.number, after.points) == (2, ((0, 0, 0),))
    assert notes[0] == "All have passed."
    assert notes[-1] == "Hand 2 is dealt: West is forehand."
    assert SKAT.to_move(after) == (2,)


@pytest.mark.parametrize(("answer", "move"), [("yes", "hold"), ("ja", "hold"), ("no", "pass"), ("nein", "pass")])
def test_the_player_asked_to_hold_a_value_can_say_yes_or_no(answer: str, move: str) -> None:
    asked = play(begun(), "18")[0]

    assert SKAT.play(asked, 0, answer, CHANCE).move == move


@pytest.mark.parametrize(
    ("moves", "text", "kind", "words"),
    [
        ((), "19", Illegal, "Values that you can bid: 18 20 22 23 24 27. Or pass."),
        ((), "hold", Illegal, "Values that you can bid: 18 20 22 23 24 27. Or pass."),
        ((), "grand", Illegal, "Values that you can bid: 18 20 22 23 24 27. Or pass."),
        (("18",), "20", Illegal, "The bid is 18: hold it, or pass."),
        (("264", "hold"), "264", Illegal, "No game counts more than what is bid: pass."),
        (("pass", "pass"), "20", Illegal, "All others have passed: bid 18, or pass."),
        ((), "QS", Illegal, "Cards are played after the bids: now write, for example, 18 or 20."),
        (
            ("18", "pass", "pass", "take", "discard AD TD"),
            "QS",
            Illegal,
            "Cards are played after the bids: now write, for example, diamonds or hearts.",
        ),
        ((), "some", Unreadable, 'A bid is expected, not "some".'),
        ((), "clubs hearts", Unreadable, 'A bid is expected, not "clubs hearts".'),
        ((), "9" * 200, Unreadable, "A bid is expected"),
        (("18", "pass", "pass"), "clubs", Illegal, "Take the skat, or announce a hand game, for example clubs hand."),
        (("24", "pass", "pass"), "null", Illegal, "Null counts 23, and you have bid 24."),
        (("18", "pass", "pass", "take"), "clubs", Illegal, "First put cards aside, as many as are asked for: 2."),
        (
            ("18", "pass", "pass", "take", "discard AD TD"),
            "clubs hand",
            Illegal,
            "You have taken the skat: announce a suit, grand, null or null ouvert.",
        ),
    ],
)
def test_what_cannot_be_bid_is_refused(moves: tuple[str, ...], text: str, kind: type[Refusal], words: str) -> None:
    refused = refusal(play(begun(), *moves)[0], text)

    assert isinstance(refused, kind)
    assert str(refused).startswith(words)


# The skat and the contract


def test_the_player_takes_the_skat_puts_two_cards_aside_and_names_the_game() -> None:
    position, _ = play(begun(), "18", "hold", "pass", "pass")
    taken, notes = play(position, "Take the skat")
    assert notes == ["South takes the skat."]
    assert len(taken.hands[0]) == 12
    assert len(legal(taken)) == 66

    aside, _ = play(taken, "7h ts")
    assert aside.discards == ("TS", "7H")
    assert legal(aside) == ["diamonds", "hearts", "spades", "clubs", "grand", "null", "null ouvert"]

    plays, notes = play(aside, "clubs")
    assert notes == ["South plays clubs."]
    assert SKAT.to_move(plays) == (0,)


def test_forehand_leads_whoever_plays() -> None:
    position, _ = play(begun(), "18", "pass", "pass", "diamonds hand")

    assert position.maker == 1
    assert SKAT.to_move(position) == (0,)


@pytest.mark.parametrize(
    ("typed", "move"),
    [
        ("clubs hand", "clubs hand"),
        ("I play ♣ hand, Schneider announced", "clubs hand schneider"),
        ("grand schwarz", "grand hand schwarz"),
        ("spades ouvert", "spades hand ouvert"),
        ("heart hand open", "hearts hand ouvert"),
        ("null ouvert hand", "null hand ouvert"),
        ("skat", "take"),
    ],
)
def test_games_are_named_in_many_ways(typed: str, move: str) -> None:
    position, _ = play(begun(), "18", "pass", "pass")

    assert SKAT.play(position, 1, typed, CHANCE).move == move


def test_a_null_game_that_counts_less_than_the_bid_cannot_be_named() -> None:
    position, _ = play(begun(), "36", "pass", "pass")
    assert [move for move in legal(position) if move.startswith("null")] == ["null hand ouvert"]

    taken, _ = play(position, "take", "discard 7C 8C")
    assert [move for move in legal(taken) if move.startswith("null")] == ["null ouvert"]


# Tricks


def playing(contract: str, trump: str, *hands: str) -> Position:
    """The play of a hand in which South plays alone."""
    return begun(*hands, contract=contract, trump=trump, bids=("pass", "pass", "18"), kitty=(), discards=SKAT_CARDS)


def test_jacks_are_the_highest_trumps_clubs_first() -> None:
    _, spades = play(playing("hearts", "H", "AH 9C", "JS 9D", "JD 9S"), "AH", "JS", "JD")
    _, clubs = play(playing("grand", "J", "JH 9C", "JS 9D", "JC 9S"), "JH", "JS", "JC")

    assert spades[0] == "Trick 1: West takes AH JS JD, 15 points."
    assert clubs[0] == "Trick 1: East takes JH JS JC, 6 points."


def held(position: Position, seat: int) -> list[str]:
    """The cards of a hand in the order in which its player sees them."""
    words = [shape.words for shape in SKAT.picture(position, seat).shapes]
    names = {f"your {long_name(card)}": card for card in position.hands[seat]}
    return [names[each] for each in words if each in names]


def test_a_hand_is_held_with_jacks_and_trumps_first_and_the_highest_card_of_a_suit_before_the_others() -> None:
    suit = playing("hearts", "H", "7H 9D AH JD TH JC AS", "7C", "8C")
    null = playing("null", "", "7H 9D AH JD TH JC AS", "7C", "8C")

    assert held(suit, 0) == ["JC", "JD", "AH", "TH", "7H", "9D", "AS"]
    assert held(null, 0) == ["AS", "AH", "TH", "7H", "JC", "JD", "9D"]


def test_jacks_follow_trumps_and_not_their_own_suit() -> None:
    diamonds_led, _ = play(playing("hearts", "H", "9D 9C", "JD AS", "JH 9S"), "9D")
    jack_led, _ = play(playing("hearts", "H", "JC 9C", "9H AC", "JH 9S"), "JC")

    assert legal(diamonds_led) == ["JD", "AS"]
    assert legal(jack_led) == ["9H"]
    refused = str(refusal(jack_led, "AC"))
    assert refused.startswith("A trump was led, and you have to follow with a trump.")


def test_a_ten_beats_a_king_but_in_null_games() -> None:
    _, suit = play(playing("hearts", "H", "KC 9C", "TC 9D", "QC 9S"), "KC", "TC", "QC")
    _, null = play(playing("null", "", "TC 9C", "JC 9D", "QC 9S"), "TC", "JC", "QC")

    assert suit[0] == "Trick 1: West takes KC TC QC, 17 points."
    assert null[0] == "Trick 1: East takes TC JC QC."


def test_a_null_game_is_over_with_the_first_trick_of_its_player() -> None:
    after, notes = play(playing("null", "", "AC 9C 8H", "JC 9D 7D", "QC 9S 7S"), "AC", "JC", "QC")

    assert after.points == ((-46, 0, 0),)
    assert notes[1:3] == ["The skat was 7C 8C.", "South has lost null, which counts twice."]


# What games count


@pytest.mark.parametrize(
    ("held", "trump", "tops"),
    [
        ("JC JS AC TC", "C", 2),
        ("JC JS JH JD AC TC QC", "C", 6),
        ("JC JS JH JD AC TC KC QC 9C 8C 7C", "C", 11),
        ("JC JS JH JD AC", "J", 4),
        ("JS JH AC", "C", -1),
        ("AD TD", "D", -4),
        ("TD KD", "D", -5),
        ("AH", "J", -4),
    ],
)
def test_tops_are_counted_from_the_jack_of_clubs(held: str, trump: str, tops: int) -> None:
    assert tops_of(cards(held), trump) == tops


WITH_TWO, WITHOUT_ONE = "JC JS JD AC TC KC QC 9C AS TS 7H 8H", "JS JH AC TC KC QC 9C AS TS 7H 8H 9H"


@pytest.mark.parametrize(
    ("contract", "bid", "held", "points", "tricks", "score"),
    [
        ("clubs", 18, WITH_TWO, 61, 6, 36),
        ("clubs", 18, WITH_TWO, 60, 6, -72),
        ("clubs", 18, WITH_TWO, 90, 8, 48),
        ("clubs", 18, WITH_TWO, 30, 3, -96),
        ("clubs", 18, WITH_TWO, 120, 10, 60),
        ("clubs", 18, WITH_TWO, 120, 9, 48),
        ("clubs hand", 18, WITH_TWO, 70, 6, 48),
        ("clubs hand schneider", 18, WITH_TWO, 90, 8, 72),
        ("clubs hand schneider", 18, WITH_TWO, 89, 8, -144),
        ("clubs hand schwarz", 18, WITH_TWO, 120, 10, 96),
        ("clubs hand schwarz", 18, WITH_TWO, 120, 9, -192),
        ("clubs hand ouvert", 18, WITH_TWO, 120, 10, 108),
        ("grand", 18, WITH_TWO, 70, 6, 72),
        ("clubs", 24, WITHOUT_ONE, 70, 6, 24),
        ("clubs", 33, WITHOUT_ONE, 70, 6, -72),
        ("clubs", 33, WITHOUT_ONE, 92, 8, 36),
        ("diamonds", 48, WITHOUT_ONE, 61, 6, -108),
        ("null", 18, WITH_TWO, 0, 0, 23),
        ("null hand", 18, WITH_TWO, 0, 1, -70),
        ("null ouvert", 18, WITH_TWO, 0, 0, 46),
        ("null hand ouvert", 18, WITH_TWO, 0, 0, 59),
    ],
)
def test_games_count_what_the_skat_order_says(
    contract: str, bid: int, held: str, points: int, tricks: int, score: int
) -> None:
    assert outcome_of(contract, bid, cards(held), points, tricks).score == score


def test_the_points_of_the_skat_are_the_players() -> None:
    position = replace(playing("clubs", "C", "JC", "7D", "8D"), discards=("AH", "TH"))
    earlier = cards("AC 7S 8S TC 9S 7H AS KS QS TS 9D 8H KC QD KD")
    after, notes = play(
        replace(position, played=earlier, hands=(("JC", "9C"), ("7D", "AD"), ("8D", "TD"))), "9C", "7D", "8D"
    )

    # 60 in five tricks, none in the sixth, 23 in the last one, 21 aside: with 1, the game 2, Schneider 3.
    assert "The skat was AH TH." in notes
    assert "South has 104 points of 120, those of the skat included." in notes
    assert after.points == ((36, 0, 0),)


def test_by_seeger_and_fabian_a_lost_game_brings_the_others_40_points() -> None:
    position = replace(playing("null", "", "AC 9C 8H", "JC 9D 7D", "QC 9S 7S"), seeger=True)

    assert play(position, "AC", "JC", "QC")[0].points == ((-96, 40, 40),)


# The end


def lost_null(**fields: object) -> Position:
    position = playing("null", "", "AC 9C 8H", "JC 9D 7D", "QC 9S 7S")
    return play(replace(position, **fields), "AC", "JC", "QC")[0]  # type: ignore[arg-type]


def test_who_has_most_points_after_the_last_hand_wins() -> None:
    after = lost_null(deals=1, points=((0, 20, 0),))
    result = SKAT.result(after)

    assert result
    assert (result.winner, result.reason, result.scores) == (1, "Most points: West, with 20.", (-46, 20, 0))


def test_one_more_hand_is_played_while_two_have_most() -> None:
    assert SKAT.result(lost_null(deals=1)) is None
    assert lost_null(deals=1).number == 2


def test_after_fifty_hands_it_is_a_draw() -> None:
    result = SKAT.result(lost_null(deals=1, number=50))

    assert result
    assert (result.winner, result.reason) == (None, "Most points: West and East, with 0 each.")


# Resignations


def test_the_server_passes_and_plays_for_a_player_who_has_resigned() -> None:
    left = SKAT.skip(begun(), 1, CHANCE)
    assert [note.text for note in left.notes] == ["West passes, having resigned."]
    assert SKAT.to_move(left.position) == (2,)

    position, _ = play(begun(), "18", "pass", "pass", "take")
    left = SKAT.skip(position, 1, CHANCE)
    assert [note.text for note in left.notes] == [
        "The server discards for West, who has resigned.",
        "West, who has resigned, has to announce a game.",
        "West plays diamonds.",
    ]


# What is seen


def test_nobody_sees_the_skat_and_only_the_player_what_was_put_aside() -> None:
    by_hand, _ = play(begun(), "18", "pass", "pass", "diamonds hand")
    assert {SKAT.seen_by(by_hand, viewer).kitty for viewer in (0, 1, 2, None)} == {(UNKNOWN,) * 2}

    position, _ = play(begun(), "18", "pass", "pass", "take", "discard 7C 8C")
    assert SKAT.seen_by(position, 1).discards == ("7C", "8C")
    for viewer in (0, 2, None):
        assert SKAT.seen_by(position, viewer).discards == (UNKNOWN,) * 2
        assert SKAT.told("discard 7C 8C", 1, viewer) == "a discard"


def test_cards_of_an_ouvert_game_are_seen_by_all_from_the_start() -> None:
    position, _ = play(begun(), "18", "pass", "pass", "null hand ouvert")

    assert SKAT.seen_by(position, None).hands[1] == position.hands[1]
    assert {*SKAT.seen_by(position, None).hands[2]} == {UNKNOWN}
    assert SKAT.status(position, None) == (f"West has {' '.join(position.hands[1])}.",)
    forms = [shape.form for shape in SKAT.picture(position, 0).shapes]
    assert "The cards of West" in [form.text for form in forms if isinstance(form, Text)]


def test_bids_discards_and_cards_are_touched_by_the_next_seat_alone() -> None:
    def targets(position: Position, viewer: int | None) -> list[str]:
        return [*SKAT.picture(position, viewer).targets]

    asked, _ = play(begun(), "18")
    assert targets(asked, 0) == ["pass", "hold"]
    assert targets(asked, 1) == targets(asked, None) == []
    deciding, _ = play(asked, "pass", "pass")
    assert targets(deciding, 1) == [
        "take", "diamonds", "hearts", "spades", "clubs", "grand", "null", "hand", "schneider", "schwarz", "ouvert"
    ]  # fmt: skip
    assert SKAT.steps(deciding, 1, "clubs hand") == ("clubs", "hand")
    assert SKAT.steps(deciding, 1, "null hand ouvert") == ("null", "ouvert")
    discarding, _ = play(deciding, "take")
    assert len(targets(discarding, 1)) == 12
    assert ("8C", "7C") in SKAT.other_steps(discarding, 1, "discard 7C 8C")


def test_of_many_bids_the_next_are_touched_at_once_and_others_by_tens() -> None:
    first = begun()
    touches = [SKAT.steps(first, 1, bid) for bid in SKAT.legal_moves(first, 1)]

    assert touches[:7] == [("18",), ("20",), ("22",), ("23",), ("24",), ("27",), ("30+", "30")]
    assert touches[-1] == ("pass",)
    assert len({*touches}) == len(touches) == len(VALUES) + 1
    # Two rows on a phone.
    begins = dict.fromkeys(first for first, *_ in touches)
    assert len(begins) <= 14
    assert all(sum(each[0] == ten for each in touches) <= 10 for ten in begins)
    assert SKAT.asked_next(first, 1, ["30+"], ["30", "33"]) == "Bid how much?"
    high, _ = play(first, "192", "hold")
    assert [SKAT.steps(high, 1, bid) for bid in ("198", "264")] == [("198",), ("264",)]


def test_bids_are_told_in_words_and_in_the_headline() -> None:
    position, _ = play(begun(), "18", "hold")
    words = [shape.words for shape in SKAT.picture(position, 1).shapes]

    assert "South holds what is bid" in words
    assert "West has yet to bid, and is next" in words
    assert SKAT.headline(position) == "Hand 1, South is forehand: West bids to South, 18 is bid"


def test_three_sit_around_the_board() -> None:
    board = SKAT.draw(play(begun(), "18")[0], None)

    assert "  West                      East\n   18                        ...\n" in board
    assert "\n              to bid\n               South" in board


def test_the_help_page_tells_of_the_options() -> None:
    page = help_page("skat")

    assert all(f"-{option.name}" in page for option in SKAT.options)


# Bots


@pytest.mark.parametrize(
    ("hand", "bids"),
    [
        ("JC JS AC TC KC QC 9C AS TS 7H", ["18", "hold", "hold"]),
        ("7C 9C QC 8D KD QD 7S QS 8H KH", ["pass", "pass", "pass"]),
    ],
)
def test_bots_bid_with_many_trumps_and_pass_with_few(hand: str, bids: list[str]) -> None:
    first = begun(HANDS[0], hand, HANDS[2])
    assert SKAT.solution(SKAT.seen_by(first, 1), 1) == bids[0]

    asked = play(begun(hand, *HANDS[1:]), "18")[0]
    assert SKAT.solution(SKAT.seen_by(asked, 0), 0) == bids[1]
    assert SKAT.solution(SKAT.seen_by(play(asked, "hold", "20")[0], 0), 0) == bids[2]


def test_bots_put_no_trump_aside_and_play_what_counts_enough() -> None:
    taken, _ = play(begun(), "18", "hold", "pass", "pass", "take")
    discard = SKAT.solution(SKAT.seen_by(taken, 0), 0)

    assert discard == "discard TS 7H"
    aside, _ = play(taken, discard)
    assert SKAT.solution(SKAT.seen_by(aside, 0), 0) in ("clubs", "grand")


def test_guesses_keep_the_skat_and_the_suits_that_were_not_followed() -> None:
    position, _ = play(begun(), "18", "hold", "pass", "pass", "clubs hand", "AS", "7S", "9S", "TS", "8S", "QS")
    position, _ = play(position, "7H", "8H", "9H")
    seen = SKAT.seen_by(position, 2)
    luck = Chance(bytes(16), "guesses")

    for _ in range(20):
        whole = SKAT.guess(seen, 2, luck)
        every = [*whole.played, *whole.aside, *(card for hand in whole.hands for card in hand)]
        assert sorted(every) == sorted(Position.PACK)
        assert SKAT.seen_by(whole, 2) == seen
