"""Pictures of card games are as high throughout a game, so that the page around them keeps still between moves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import timedelta

import pytest

from pbmserv.games.boards.page import MARGIN
from pbmserv.games.catalogue import installed
from pbmserv.games.picture import Picture, Text
from pbmserv.games.picture_words import in_short, letters_in
from pbmserv.games.testing import play_random_game, replay
from pbmserv.pictures.sides import LETTER, picture_for
from pbmserv.play.view import SeatView

SIZES = {
    "bridge": frozenset({592.0, 486.0, 420.0}),
    "euchre": frozenset({432.0, 366.0}),
    "fivehundred": frozenset({520.0, 454.0}),
    "hearts": frozenset({486.0}),
    "skat": frozenset({508.0, 442.0}),
    "spades": frozenset({486.0, 420.0}),
    **dict.fromkeys(("cribbage", "ginrummy"), frozenset({610.0, 544.0})),
    "goofspiel": frozenset({610.0}),
}
"""The heights of each game's pictures, of which the lowest ones leave room for buttons, and the highest of Bridge has
dummy's cards."""

LONGEST = "longest-of-all-names-of-players.a"


@pytest.mark.alike
@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("word", SIZES)
def test_a_card_table_is_as_high_throughout_a_game(word: str, seed: int) -> None:
    game = installed()[word]
    options = {option.name: option.default for option in game.options}
    record = play_random_game(game, options, game.seats[0], bytes([seed] * 16))
    seen: dict[float, tuple[int, int]] = {}
    for number, position in enumerate(replay(game, record).positions):
        if game.result(position) is None:
            # One after the other, those who move and those who watch.
            for seat in {*game.to_move(position), number % game.seats[0]}:
                seats = [
                    SeatView(each, LONGEST, game.seat_name(position, each), False, timedelta(), False)
                    for each in range(game.seats[0])
                ]
                page = picture_for(game, position, seat, seats=seats)
                assert page.is_read_on
                assert page.width == 500
                seen.setdefault(page.height, (number, seat))

    assert seen.keys() <= SIZES[word], seen


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("alice", "alice"),
        ("bot-medium", "bot-medium"),
        ("longer.than.that", "longer.tha…"),
        ("mmmmmmmmmm", "mmmmmm…"),
    ],
)
def test_a_long_name_ends_where_its_room_does(name: str, shown: str) -> None:
    assert in_short(name) == shown


def test_names_at_a_table_are_whole_where_nothing_lies_beside_them() -> None:
    names = [f"quite-long-name-of.{seat}" for seat in range(4)]
    shown = list[list[str]]()
    for page in pages_with(names, "hearts"):
        texts = [shape.form for shape in page.shapes if isinstance(shape.form, Text) and not shape.form.from_left]
        at_cards = [text for text in texts if text.text.startswith("quite-")]
        for text in at_cards:
            half = text.height * LETTER * letters_in(text.text) / 2
            assert text.at.x - half > MARGIN, "it is on the cloth"
            assert text.at.x + half < page.width - MARGIN
        shown.append([text.text for text in at_cards])

    assert shown[0] == names, "the cloth is empty"
    south, west, *others = shown[-1]
    assert [south, west] == names[:2], "they stand below the last trick, and below what was taken"
    assert all(len(other) > len("quite-") and other.endswith("…") for other in others)


@pytest.mark.parametrize("word", ["hearts", "skat"])
def test_the_bots_are_named_whole_at_a_table(word: str) -> None:
    seats = installed()[word].seats[0]
    for page in pages_with(["bot-medium"] * seats, word):
        assert sum(getattr(shape.form, "text", "") == "bot-medium" for shape in page.shapes) == seats


def pages_with(names: Sequence[str], word: str) -> Iterator[Picture]:
    """The table at the beginning of a game of players with these names, and within its first hand."""
    game = installed()[word]
    record = play_random_game(game, {each.name: each.default for each in game.options}, game.seats[0], bytes(16))
    for position in replay(game, record).positions[:36:5]:
        seats = [
            SeatView(seat, name, game.seat_name(position, seat), False, timedelta(), False)
            for seat, name in enumerate(names)
        ]
        yield picture_for(game, position, 0, seats=seats)
