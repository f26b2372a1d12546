"""Hearts: passing, following suit, breaking hearts, points, the moon, the end, and what each viewer may see."""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import replace
from itertools import pairwise, permutations

import pytest

from pbmserv.games.base import Illegal, Refusal, Unreadable
from pbmserv.games.boards.cards import TOUCHED, WIDTH
from pbmserv.games.chance import Chance
from pbmserv.games.checks.table import check_skips
from pbmserv.games.checks.two_worlds import check_notes_keep_secrets
from pbmserv.games.checks.views import check_secrets, check_views
from pbmserv.games.hearts import Hearts
from pbmserv.games.hearts.rules import Position
from pbmserv.games.picture import Form, Path, Point, Text
from pbmserv.games.testing import check_contract, play_random_game, replay
from pbmserv.games.tricks.cards import PACK, UNKNOWN, in_order, long_name, read_cards
from pbmserv.games.tricks.layout import cards_in_first_row
from pbmserv.games.tricks.rules import IN_HAND, NO_CARDS
from pbmserv.pictures.svg import svg_of
from pbmserv.web.touchable_picture import touchable_picture
from tests.games.help_pages import help_page

HEARTS = Hearts()
CHANCE = Chance(bytes(16), "test")


def cards(text: str) -> tuple[str, ...]:
    return tuple(text.split())


def begun(**options: int | bool) -> Position:
    return HEARTS.start({"points": 100, "jacks": False, **options}, 4, Chance(bytes(15) + b"\1", "start"))


def holding(*hands: str, **fields: object) -> Position:
    """The trick play of the fourth hand, in which nothing is passed; South leads."""
    position = Position(
        target=100,
        jacks=False,
        number=4,
        hands=tuple(map(cards, hands)),
        is_passing=False,
        played=("2C", "3C", "4C", "5C"),
    )
    return replace(position, **fields)  # type: ignore[arg-type]


def play(position: Position, *moves: str) -> tuple[Position, list[str]]:
    """The position after some moves, and what all were told of the last of them."""
    notes: list[str] = []
    for move in moves:
        played = HEARTS.play(position, HEARTS.to_move(position)[0], move, CHANCE)
        position, notes = played.position, [note.text for note in played.notes if note.seat is None]
    return position, notes


def refusal(position: Position, seat: int, text: str) -> Refusal:
    with pytest.raises(Refusal) as caught:
        HEARTS.play(position, seat, text, CHANCE)
    return caught.value


@pytest.mark.long
def test_it_keeps_the_contract_in_a_whole_game() -> None:
    check_contract(HEARTS, games=1)


def test_a_short_game_keeps_what_the_contract_says_of_secrets() -> None:
    played = replay(HEARTS, play_random_game(HEARTS, {"points": 1, "jacks": True}, 4, bytes(16)))

    for check in (check_views, check_secrets, check_notes_keep_secrets, check_skips):
        check(HEARTS, played)


# Passing


def test_all_choose_three_cards_at_once_and_nothing_shows_which() -> None:
    position = begun()
    assert HEARTS.to_move(position) == (0, 1, 2, 3)
    assert len(HEARTS.legal_moves(position, 2)) == 286

    after = HEARTS.play(position, 2, "adk", CHANCE).position

    assert HEARTS.to_move(after) == (0, 1, 3)
    assert HEARTS.seen_by(after, None).passed == ((), (), (UNKNOWN,) * 3, ())
    assert HEARTS.seen_by(after, 3).passed == ((), (), (UNKNOWN,) * 3, ())
    assert HEARTS.seen_by(after, 2).passed[2] == in_order(position.hands[2][place] for place in (0, 3, 10))


@pytest.mark.parametrize(
    "typed", ["aim", "pass aim", "m i a", "pass M,I,A", "AC KS KC", "kc ks ac", "pass Ac,Ks,Kc", "♣A ♠K CK"]
)
def test_cards_to_pass_are_named_by_themselves_or_by_their_places(typed: str) -> None:
    position = begun()
    assert [position.hands[0]["abcdefghijklm".index(letter)] for letter in "aim"] == ["AC", "KS", "KC"]

    assert HEARTS.play(position, 0, typed, CHANCE).move == "pass aim"
    assert HEARTS.to_its_player(position, 0, "pass aim") == "KC AC KS"


def test_the_record_of_a_pass_is_the_same_whatever_cards_lie_there() -> None:
    one = begun()
    other = HEARTS.start({"points": 100, "jacks": False}, 4, Chance(bytes(15) + b"\2", "start"))

    assert one.hands[1] != other.hands[1]
    assert HEARTS.play(one, 1, "bcd", CHANCE).move == HEARTS.play(other, 1, "bcd", CHANCE).move == "pass bcd"
    assert HEARTS.legal_moves(one, 1) == HEARTS.legal_moves(other, 1)


@pytest.mark.parametrize(("number", "giver"), [(1, 3), (2, 1), (3, 2), (5, 3)])
def test_cards_go_left_then_right_then_across(number: int, giver: int) -> None:
    position = replace(begun(), number=number)
    given = in_order(position.hands[giver][:3])

    after, notes = play(position, "abc", "abc", "abc", "abc")

    assert set(given) <= {*after.hands[0], *after.trick}
    assert not set(position.hands[0][:3]) & set(after.hands[0])
    assert notes[0] == "All have passed their cards."
    assert HEARTS.seen_by(after, 0).passed[giver] == given
    hidden = [seat for seat in (1, 2, 3) if seat != giver]
    assert all(HEARTS.seen_by(after, 0).passed[seat] == (UNKNOWN,) * 3 for seat in hidden)


def test_only_who_gave_and_who_got_cards_is_told_of_them() -> None:
    position, _ = play(begun(), "abc", "abc", "abc")

    notes = HEARTS.play(position, 3, "abc", CHANCE).notes

    told = {note.seat: note.text for note in notes if note.seat is not None}
    assert sorted(told) == [0, 1, 2, 3]
    assert told[0] == "You passed 7C JC AC to West, and got 2C 3D 8S from East."


def test_the_fourth_hand_is_played_as_it_was_dealt() -> None:
    last = holding("2H", "3H", "4H", "5H", number=3, played=PACK[:48])

    after, notes = play(replace(last, hands=(("2H", "AS"), ("3H", "KS"), ("4H", "QS"), ("5H", "JS"))),
                        "AS", "KS", "QS", "JS")  # fmt: skip

    assert (after.number, after.is_passing, len(after.trick)) == (4, False, 1)
    assert notes[-2:-1] == ["Hand 4 is dealt: no cards are passed."]


def test_the_two_of_clubs_is_led_by_the_server() -> None:
    after, notes = play(begun(), "abc", "abc", "abc", "abc")

    assert after.trick == ("2C",)
    assert notes[-1] == "2C is played for South."
    assert HEARTS.to_move(after) == (1,)


# Tricks


def test_suit_is_followed() -> None:
    position = holding("5D 6S", "7D 8D AS", "2H 3C", "4H AD")

    after, _ = play(position, "5D")

    assert HEARTS.legal_moves(after, 1) == ("7D", "8D")
    assert refusal(after, 1, "AS").words == "Diamonds were led, and you have to follow suit. You can play 7D 8D."


def test_who_cannot_follow_plays_anything_and_a_heart_breaks_hearts() -> None:
    after, _ = play(holding("5D 6S 9S", "7D AS KS", "2H 3C 9C", "4H AD 8C"), "5D", "7D")
    assert HEARTS.legal_moves(after, 2) == ("2H", "3C", "9C")

    after, notes = play(after, "2H", "AD")

    assert (after.is_broken, after.led, after.taken) == (True, 3, ((), (), (), ("2H",)))
    assert notes[0] == "Trick 2: East takes 5D 7D 2H AD, 1 point."


def test_hearts_are_not_led_before_they_are_broken() -> None:
    position = holding("5D 6H", "7D AS", "2H 3C", "4H AD")

    assert HEARTS.legal_moves(position, 0) == ("5D",)
    assert refusal(position, 0, "6H").words == "Hearts are not broken yet, so none can be led. You can play 5D."
    assert HEARTS.legal_moves(replace(position, is_broken=True), 0) == ("5D", "6H")
    assert HEARTS.legal_moves(holding("5H 6H", "7D AS", "2H 3C", "4H AD"), 0) == ("5H", "6H")


def test_the_queen_of_spades_does_not_break_hearts() -> None:
    after, _ = play(holding("5D 6S", "QS AS", "2D 3C", "4H AD"), "5D", "QS")

    assert not after.is_broken


def test_in_the_first_trick_points_are_played_by_those_alone_who_have_nothing_else() -> None:
    first = holding("2C 6S", "QS 3H 4D", "2H QS", "4H 5C", played=(), trick=("2C",))
    first = replace(first, hands=(("6S", "7S"), *first.hands[1:]))

    assert HEARTS.legal_moves(first, 1) == ("4D",)
    assert refusal(first, 1, "QS").words == (
        "In the first trick nobody plays a heart or the queen of spades who has another card. You can play 4D."
    )
    after, _ = play(first, "4D")
    assert HEARTS.legal_moves(after, 2) == ("2H", "QS")


def test_a_single_card_that_can_be_played_is_not_played_by_itself() -> None:
    after, _ = play(holding("5D 6S", "7D AS", "2H 3C", "4H AD"), "5D")

    assert HEARTS.to_move(after) == (1,)
    assert HEARTS.legal_moves(after, 1) == ("7D",)


def last_two(taken: tuple[tuple[str, ...], ...], jacks: bool = False, **fields: object) -> Position:
    """South leads the last trick but one; clubs are left, and so no points."""
    hands = ("2C 6C", "3C 7C", "4C 8C", "5C 9C")
    return holding(*hands, played=PACK[:44], taken=taken, jacks=jacks, target=1, **fields)


HEART_CARDS = tuple(card for card in PACK if card[1] == "H")


def test_everybodys_last_card_is_played_and_the_hand_is_counted() -> None:
    after, notes = play(last_two((("QS",), HEART_CARDS[:4], (), HEART_CARDS[4:])), "2C", "3C", "4C", "5C")

    assert notes == [
        "Trick 12: East takes 2C 3C 4C 5C.",
        "9C is played for East.", "6C is played for South.", "7C is played for West.", "8C is played for North.",
        "Trick 13: East takes 9C 6C 7C 8C.",
        "Hand 4 is over. It has brought South 13, West 4, North 0, East 9.",
    ]  # fmt: skip
    result = HEARTS.result(after)
    assert result is not None
    assert (result.winner, result.reason, result.scores) == (2, "Fewest points: North, with 0.", (13, 4, 0, 9))


def test_who_takes_all_points_has_shot_the_moon() -> None:
    after, notes = play(last_two(((), ("QS", *HEART_CARDS), (), ())), "2C", "3C", "4C", "5C")

    assert after.totals == (26, 0, 26, 26)
    assert "West has shot the moon: all others get 26 points." in notes


def test_the_jack_of_diamonds_takes_ten_points_off_if_so_agreed() -> None:
    taken = (("QS",), HEART_CARDS, ("JD",), ())

    assert play(last_two(taken, jacks=True), "2C", "3C", "4C", "5C")[0].totals == (13, 13, -10, 0)
    assert play(last_two((*taken[:2], (), ())), "2C", "3C", "4C", "5C")[0].totals == (13, 13, 0, 0)


def test_where_two_share_the_fewest_points_another_hand_is_played() -> None:
    after, notes = play(last_two((("QS",), HEART_CARDS, (), ())), "2C", "3C", "4C", "5C")

    assert HEARTS.result(after) is None
    assert (after.number, after.is_passing) == (5, True)
    assert notes[-1] == "Hand 5 is dealt: three cards are passed to the left."


def test_nobody_ends_a_game_below_the_points_agreed_on() -> None:
    after, _ = play(
        replace(last_two((("QS",), HEART_CARDS[:4], (), HEART_CARDS[4:])), target=14), "2C", "3C", "4C", "5C"
    )

    assert HEARTS.result(after) is None


# Leaving


def test_the_server_plays_the_lowest_cards_of_who_has_resigned() -> None:
    position = begun()
    skipped = HEARTS.skip(position, 3, CHANCE).position

    assert HEARTS.to_move(skipped) == (0, 1, 2)
    assert skipped.passed[3] == in_order(
        sorted(position.hands[3], key=lambda card: "23456789TJQKA".index(card[0]))[:3]
    )
    after, _ = play(skipped, "abc", "abc", "abc")
    assert HEARTS.to_move(after) == (1,)
    assert HEARTS.status(after, None)[-1] == "East has resigned: the server plays the lowest card."


def test_who_has_resigned_cannot_win() -> None:
    over = replace(last_two(NO_CARDS), points=((5, 0, 9, 12),), is_over=True, left=(1,))

    result = HEARTS.result(over)

    assert result is not None
    assert result.winner == 0


# Refusals and forms


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("qs", ("QS",)), ("10h", ("TH",)), ("Th", ("TH",)), ("SQ", ("QS",)), ("♥A", ("AH",)),
        ("2h,qs 5c", ("2H", "QS", "5C")),
        ("2hqs5c", ("2H", "QS", "5C")), ("hearts", None), ("", None), ("1C", None), ("Q", None),
    ],
)  # fmt: skip
def test_cards_are_read_in_any_usual_form(typed: str, read: tuple[str, ...] | None) -> None:
    assert read_cards(typed) == read


@pytest.mark.parametrize(
    ("typed", "kind", "words"),
    [
        ("2C 3C 4C", Illegal,
         "You do not hold 2C 3C. Your cards are 4C 7C JC KC AC 7D KD JS KS 8H 9H TH QH."),
        ("4C 7C", Illegal, "Three different cards are passed on, for example 9H TH QH; you name 2 cards."),
        ("4C 4C 7C", Illegal, "Three different cards are passed on, for example 9H TH QH; you name 2 cards."),
        ("aab", Illegal, "Three different cards are passed on, for example 9H TH QH; you name 2 cards."),
        ("pass", Illegal, "Nobody passes a turn in Hearts. To pass on cards, name three of them: 2H QS 5C."),
        ("hello", Unreadable,
         ('A card is expected, not "hello": write its rank and its suit, for example QS for the queen of spades or TH'
         " for the ten of hearts; or three cards to pass, for example 2H QS 5C.")),
    ],
)  # fmt: skip
def test_a_refusal_says_what_was_wrong_and_what_is_expected(typed: str, kind: type[Refusal], words: str) -> None:
    refused = refusal(begun(), 0, typed)

    assert (type(refused), refused.words) == (kind, words)


def test_cards_are_not_passed_when_tricks_are_played() -> None:
    position = holding("5D 6S", "7D AS", "2H 3C", "4H AD")

    assert refusal(position, 0, "abc").words == (
        "Cards have been passed in this hand already, or are not passed: now play one card."
    )
    assert refusal(position, 0, "5D 6S").words == (
        "One card is played at a time, and you name 2. Your cards are 5D 6S."
    )
    assert refusal(position, 0, "AH").words == "You do not hold AH. Your cards are 5D 6S."


# What is shown


def test_ones_own_cards_are_shown_to_nobody_else() -> None:
    position, _ = play(begun(), "abc", "abc", "abc", "abc")

    own = HEARTS.draw(position, 0)
    assert "Your cards:\n  Clubs     4C  KC\n  Diamonds  3D  7D  KD\n  Spades    8S  JS  KS\n" in own
    assert "Your cards" not in HEARTS.draw(position, None)
    assert HEARTS.seen_by(position, None).hands == tuple((UNKNOWN,) * len(hand) for hand in position.hands)


def test_cards_to_pass_are_touched_in_any_order_and_cards_to_play_one_by_one() -> None:
    position = begun()

    assert set(HEARTS.other_steps(position, 0, "pass aim")) == set(permutations(("a", "i", "m")))
    assert set(HEARTS.picture(position, 0).targets) == set("abcdefghijklm")
    playing, _ = play(position, "abc", "abc", "abc", "abc")
    assert set(HEARTS.picture(playing, 1).targets) == set(HEARTS.legal_moves(playing, 1))
    assert HEARTS.picture(playing, 0).targets == ()


def test_ones_cards_close_up_on_the_page_and_keep_still_until_one_is_played() -> None:
    positions = replay(HEARTS, play_random_game(HEARTS, {"points": 20}, 4, bytes(range(16)))).positions
    seen: dict[tuple[int, int, int], dict[str, Form]] = {}
    sizes = set[tuple[float, float]]()
    for position in positions:
        if position.is_passing or position.is_over:
            continue
        for seat in range(4):
            page = HEARTS.picture(position, seat)
            places = {each.words: each.form for each in page.shapes if each.words.startswith("your ")}
            assert {*places} == {f"your {long_name(each)}" for each in position.hands[seat]}
            assert seen.setdefault((position.number, seat, len(places)), places) == places
            rows = defaultdict[float, list[float]](list)
            steps = set[float]()
            for form in places.values():
                assert isinstance(form, Path)
                rows[form.at.y].append(form.at.x)
            for row in rows.values():
                assert row[0] + row[-1] + WIDTH * TOUCHED == pytest.approx(page.width), "it lies in the middle"
                steps |= {round(right - left, 3) for left, right in pairwise(row)}
                assert row == sorted(row)
            assert len(steps) <= 1, "no gap is left, and both rows are set alike"
            assert len(rows) <= 2
            sizes.add((page.width, page.height))
    assert len(sizes) == 1


def test_letters_of_cards_stand_in_mail_and_not_where_cards_are_touched() -> None:
    page = HEARTS.picture(begun(), 0)

    assert sum(shape.role == "letter" for shape in page.shapes) == IN_HAND
    assert ">m</text>" in svg_of(page)
    assert ">m</text>" not in touchable_picture(page).drawn


def test_a_hand_lies_in_two_even_rows_which_part_between_suits_if_they_can() -> None:
    assert cards_in_first_row([2, 3]) == 5
    assert cards_in_first_row([3, 4, 3, 3]) == 7
    assert cards_in_first_row([6, 2, 5]) == 6
    assert cards_in_first_row([4, 4, 2]) == 4
    assert cards_in_first_row([3, 2, 5, 3]) == 7, "not five above eight"
    assert cards_in_first_row([2, 7, 1, 3]) == 7


def test_a_player_sits_below_the_table_and_the_others_around_it() -> None:
    position = last_two(NO_CARDS)

    def places(viewer: int | None) -> dict[str, Point]:
        shapes = HEARTS.picture(position, viewer).shapes
        texts = [each.form for each in shapes if isinstance(each.form, Text)]
        # Once more they stand above the points.
        return {form.text: form.at for form in reversed(texts)}

    for viewer, (below, left, above, right) in (
        (None, ("South", "West", "North", "East")),
        (1, ("West", "North", "East", "South")),
    ):
        seen = places(viewer)
        # Each name stands beside its card, in a corner of its own.
        assert seen[above].y < seen[left].y
        assert seen[right].y < seen[below].y
        assert seen[left].x < seen[below].x
        assert seen[above].x < seen[right].x


def test_cards_that_may_not_be_played_now_are_paler_while_it_is_ones_turn() -> None:
    position = replace(holding("2C 9D", "3D KH", "4C 5S", "5C 6S"), trick=("2D",), led=0)

    def looks(seat: int) -> dict[str, str]:
        return {each.words: each.role for each in HEARTS.picture(position, seat).shapes if each.words[:5] == "your "}

    assert looks(1) == {"your 3 of diamonds": "hand", "your king of hearts": "hand.not_now"}
    assert looks(2) == {"your 4 of clubs": "hand", "your 5 of spades": "hand"}


def test_a_card_is_as_broad_as_a_finger_on_a_phone_and_seven_lie_beside_each_other() -> None:
    page = HEARTS.picture(begun(), 0)
    places = touchable_picture(page).places

    assert {each: round(place.size * 390 / page.width) for each, place in places.items()} == dict.fromkeys(
        "abcdefghijklm", 46
    )


def test_a_watcher_is_shown_no_place_of_a_card_that_somebody_holds() -> None:
    position = begun()
    page = HEARTS.picture(position, None)

    assert not any(each.words.startswith("your ") for each in page.shapes)


def test_suits_are_told_apart_by_signs_and_in_words() -> None:
    words = [shape.words for shape in HEARTS.picture(begun(), 0).shapes]

    assert "your king of spades" in words
    assert "your 10 of hearts" in words


def test_the_help_page_tells_of_the_parameters_and_shows_the_cards_of_its_own_example() -> None:
    page = help_page("hearts")

    assert "-points=100" in page
    assert "-jacks=off" in page
    assert re.search(r"Clubs +g 4C  b 7C  c JC  m KC  a AC", page)
    assert "    Your cards, and the letters of their places:\n      Clubs     g 4C  b 7C" in page
    assert "g 4C  b 7C  c JC  m KC  a AC" in HEARTS.draw(begun(), 0)


def test_who_comes_out_best_is_lit_when_all_is_over() -> None:
    over = replace(last_two(NO_CARDS), points=((5, 0, 9, 12),), is_over=True, left=(1,))

    words = [shape.words for shape in HEARTS.picture(over, None).shapes]

    assert "Total, South 5, West 0 is best, North 9, East 12" in words
    assert not [shape for shape in HEARTS.picture(begun(), None).shapes if shape.role == "win"]
