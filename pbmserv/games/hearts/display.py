"""The table of Hearts in characters and as a picture."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from pbmserv.games.boards.cards import SMALL, card, cell, empty, face_down, gone
from pbmserv.games.boards.page import Row, Thing, room, title
from pbmserv.games.boards.score_table import Line, ScoreTable
from pbmserv.games.hearts.cards import SIGNS, SUIT_NAMES, SUITS, Card, in_order, long_name, of_suit, suit_of
from pbmserv.games.hearts.rules import SEATS, Position
from pbmserv.games.hearts.words import PLACES, SEAT_NAMES, headline, taken_told, told_of_seat
from pbmserv.games.message import Message

_FACES = {"T": "10"}
_ROOM_OF_TABLE, _ROOM_OF_LAST_TRICK, _ROOM_OF_PLAYED = 74.0, 54.0, 74.0
"""Units that rows have at least, whatever lies in them; three lines tell of nearly all cards of a hand."""


def drawing(seen: Position, viewer: int | None) -> str:
    parts = [headline(seen)]
    if not seen.is_over:
        parts += [_trick(seen), *_last_trick(seen), *_own_cards(seen, viewer), *_played(seen)]
    parts.append(_scores(seen).characters())
    return "\n\n".join(parts)


def rows_of(seen: Position, viewer: int | None) -> Iterator[Row]:
    yield [title(headline(seen))]
    if not seen.is_over:
        yield [room(_ROOM_OF_TABLE), *_cards_on_table(seen)]
        # A hand keeps still: no row comes later above it, and those below have their room from the start.
        if viewer is not None and seen.hands[viewer]:
            yield [title("Your cards" if not seen.is_passing else "Your cards: touch three to pass")]
            yield list(_own_pictures(seen, viewer))
        yield [title("The last trick" if seen.last_trick else "")]
        yield [room(_ROOM_OF_LAST_TRICK), *_cards_of_last_trick(seen)]
        told = "; ".join(" ".join(line.split()) for line in _gone(seen.played))
        words = (f"Played in earlier tricks: {told}", f"played in earlier tricks: {told}") if seen.played else ("",)
        yield [room(_ROOM_OF_PLAYED), title(*words)]
    yield from _scores(seen).rows(can_choose=False)


def _trick(seen: Position) -> str:
    south, west, north, east = (_laid(seen, seat) for seat in range(SEATS))
    rows = [
        f"{'':14}{'North':^7}",
        f"{'':14}{north:^7}",
        f"{'West':^9}{'':17}{'East':^9}",
        f"{west:^9}{'':17}{east:^9}",
        f"{'':14}{south:^7}",
        f"{'':14}{'South':^7}",
    ]
    return "\n".join(row.rstrip() for row in rows)


def _laid(seen: Position, seat: int) -> str:
    if seen.is_passing:
        return "ready" if seen.passed[seat] else "..."
    place = (seat - seen.led) % SEATS
    if place < len(seen.trick):
        return f"{seen.trick[place]}*" if place == 0 else seen.trick[place]
    return "to play" if seat == seen.next_seat else "..."


def _last_trick(seen: Position) -> Iterator[str]:
    if seen.last_trick:
        plays = (
            f"{SEAT_NAMES[(seen.last_led + place) % SEATS]} {card}" for place, card in enumerate(seen.last_trick)
        )
        yield f"Last trick: {', '.join(plays)}; {SEAT_NAMES[seen.last_taker]} took it."


def _own_cards(seen: Position, viewer: int | None) -> Iterator[str]:
    if viewer is None or not seen.hands[viewer]:
        return
    hand = seen.hands[viewer]
    letters = "" if not seen.is_passing else ", and the letters of their places"
    lines = [f"Your cards{letters}:"]
    for suit in SUITS:
        cards = in_order(of_suit(hand, suit))
        listed = "  ".join(f"{PLACES[hand.index(each)]} {each}" if seen.is_passing else each for each in cards)
        lines.append(f"  {SUIT_NAMES[suit]:9} {listed or '-'}")
    yield "\n".join(lines)


def _played(seen: Position) -> Iterator[str]:
    if seen.played:
        yield "\n".join(["Played in earlier tricks:", *(f"  {line}" for line in _gone(seen.played))])


@lru_cache(maxsize=64)
def _gone(played: tuple[Card, ...]) -> tuple[str, ...]:
    ranks = {suit: " ".join(each[0] for each in in_order(of_suit(played, suit))) for suit in SUITS}
    return tuple(f"{SUIT_NAMES[suit]:9} {ranks[suit] or '-'}" for suit in SUITS)


def _scores(seen: Position) -> ScoreTable:
    lines = [Line(f"Hand {number}", points) for number, points in enumerate(seen.points, 1)]
    if not seen.is_over and not seen.is_passing:
        lines.append(Line("Taken now", seen.in_this_hand))
    totals = seen.totals
    best = [seat for seat, points in enumerate(totals) if points == min(totals)] if seen.is_over else []
    lines.append(Line("Total", totals, is_sum=True, best=best))
    return ScoreTable(SEAT_NAMES, lines)


def _cards_on_table(seen: Position) -> Iterator[Thing]:
    for seat in range(SEATS):
        name = SEAT_NAMES[seat]
        yield cell(name, 58)
        place = (seat - seen.led) % SEATS
        words = f"{name} {told_of_seat(seen, seat)}"
        if seen.is_passing and seen.passed[seat]:
            yield face_down(words)
        elif not seen.is_passing and place < len(seen.trick):
            mark = "last" if place == len(seen.trick) - 1 else ""
            yield _card(seen.trick[place], f"{words}, which was led" if not place else words, mark=mark)
        else:
            yield empty("", f"{words}{_if_next(seen, seat)}")


def _if_next(seen: Position, seat: int) -> str:
    return ", and is next" if not seen.is_passing and seat == seen.next_seat else ""


def _cards_of_last_trick(seen: Position) -> Iterator[Thing]:
    for place, each in enumerate(seen.last_trick):
        seat = (seen.last_led + place) % SEATS
        mark = "win" if seat == seen.last_taker else ""
        took = " and took the last trick" if mark else ""
        yield cell(SEAT_NAMES[seat], 58, times=SMALL)
        yield _card(each, f"{SEAT_NAMES[seat]} played the {long_name(each)}{took}", mark=mark, times=SMALL)


def _own_pictures(seen: Position, viewer: int) -> Iterator[Thing]:
    hand = seen.hands[viewer]
    playable = seen.playable(viewer) if viewer in seen.to_move and not seen.is_passing else ()
    for each in seen.held_at_first(viewer):
        words = f"your {long_name(each)}"
        if each not in hand:
            yield gone()
        elif seen.is_passing:
            letter = PLACES[hand.index(each)]
            target = letter if viewer in seen.to_move else ""
            yield _card(each, f"{words}, {letter}", target, tag=letter)
        else:
            yield _card(each, words, each if each in playable else "")


def _card(each: Card, words: str, target: str = "", mark: str = "", times: float = 1, tag: str = "") -> Thing:
    face = _FACES.get(each[0], each[0])
    return card(face, SIGNS[suit_of(each)], words, target, mark, times, tag)


def status_of(seen: Position) -> Iterator[str]:
    if not seen.is_over:
        for seat in range(SEATS):
            if cards := taken_told(seen, seat):
                yield Message("{player} has taken {cards}.", player=SEAT_NAMES[seat], cards=cards)
    for seat in seen.left:
        yield Message("{player} has resigned: the server plays the lowest card.", player=SEAT_NAMES[seat])
