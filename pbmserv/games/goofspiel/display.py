"""Goofspiel in words and pictures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import zip_longest

from pbmserv.games.base import Note
from pbmserv.games.boards.cards import LAID, SMALL, TOUCHED, WIDTH, card, cell, empty, face_down, remark
from pbmserv.games.boards.page import NARROWEST, Row, Thing, moved, page_of, title
from pbmserv.games.goofspiel.rules import FACE_DOWN, NAMES, PASS, SUITS, Card, Position, Round
from pbmserv.games.message import Drawn, Message, Say, in_a_row, listed
from pbmserv.games.picture import Picture, Point, Shape
from pbmserv.games.tricks.layout import cards_in_first_row, heading, on_cloth, row_of_cards

SIGNS = ("♣", "♥", "♠", "★", "☾")
"""The sign of each seat's suit."""
DIAMOND = "♦"
_HEIGHT = 610.0
"""Units that a picture has in height while a game is on."""
_ROUNDS_SHOWN = 12
"""Rounds that it has room for, as the hand has fewer cards with each."""
_FEW_SEATS = 3
_IN_HALF, _IN_HALF_OF_MANY = 0.66, 0.57
"""The scales of rounds that share a line, with so few seats and with more."""


def name_of(card: Card) -> str:
    return NAMES.get(card, str(card))


def names_of(cards: Sequence[Card]) -> str:
    return " ".join(name_of(card) for card in cards) or "none"


def suits_of(seats: Sequence[int]) -> str:
    return listed([SUITS[seat] for seat in seats])


def notes_of(before: Position, following: Position) -> tuple[Note, ...]:
    """The results of rounds that a move completed: none, one, or the last two."""
    done = before.rounds_played
    notes = [Note(_outcome(number, outcome)) for number, outcome in enumerate(following.rounds[done:], done + 1)]
    if len(notes) > 1:
        notes.insert(1, Note(Message("Everybody's last card was bid for the last prize.")))
    return tuple(notes)


def _outcome(number: int, outcome: Round) -> Message:
    of_round = {"number": number, "highest": name_of(max(outcome.bids)), "worth": outcome.worth}
    match outcome.takers:
        case (taker,):
            text = "Round {number}: {worth} for {player}, with {highest}."
            return Message(text, player=SUITS[taker], **of_round | {"highest": name_of(outcome.bids[taker])})
        case ():
            return Message(
                "Round {number}: tie at {highest}, {worth} carried over."
                if outcome.carried
                else "Round {number}: tie at {highest}, {worth} for nobody.",
                **of_round,
            )
        case several:
            text = "Round {number}: tie at {highest}, {share} each for {players}."
            return Message(text, share=outcome.share, players=suits_of(several), **of_round)


def drawing(seen: Position) -> Drawn:
    """The rounds as a table: prize, worth, bids, taker."""
    return Drawn.by(partial(_table, seen))


def _table(seen: Position, say: Say) -> str:
    suits = [say(SUITS[seat]) for seat in range(len(seen.bids))]
    rows = [(say("Round"), say("Prize"), say("Worth"), *suits, say("Won by"))]
    rows += [
        (
            str(number),
            name_of(outcome.prize),
            str(outcome.worth),
            *(_bid(bid) for bid in outcome.bids),
            say(_won_by(outcome)),
        )
        for number, outcome in enumerate(seen.rounds, 1)
    ]
    if not seen.is_over:
        played = seen.rounds_played
        prize = seen.deck[played]
        made = (_bid(bids[played]) if len(bids) > played else "" for bids in seen.bids)
        rows.append((str(played + 1), name_of(prize), str(prize + seen.carried), *made, ""))
    *widths, _ = (max(len(row[column]) for row in rows) for column in range(len(rows[0])))
    return "\n".join(_row(row, widths) for row in rows)


def picture_of_game(seen: Position, viewer: int | None) -> Picture:
    """The prize, the viewer's cards, and the rounds; as high throughout a game, so that the page keeps still."""
    if seen.is_over:
        return page_of((), list(_rows_at_end(seen)), "Goofspiel")
    page = page_of((), list(_rows(seen, viewer)), "Goofspiel")
    return replace(page, height=max(_HEIGHT, page.height), is_read_on=True)


def _rows(seen: Position, viewer: int | None) -> Iterator[Row]:
    yield from _this_round(seen)
    if viewer is not None and seen.hand(viewer):
        yield [heading(Message("Your cards"))]
        can_bid = viewer in seen.bidders
        cards = [
            card(name, SIGNS[viewer], Message("your card {card}", card=name), name if can_bid else "", times=TOUCHED)
            for name in map(name_of, seen.hand(viewer))
        ]
        first = cards_in_first_row([len(cards)])
        for part in filter(None, (cards[:first], cards[first:])):
            yield [row_of_cards(part, TOUCHED)]
    if seen.rounds:
        yield [heading(*_points_told(seen))]
        yield [heading(Message("Rounds: the prize, and the bids"))]
        numbered = list(enumerate(seen.rounds, 1))[-_ROUNDS_SHOWN:]
        # The rounds stand in two columns, one below the other.
        half = -(-len(numbered) // 2)
        for each in zip_longest(numbered[:half], numbered[half:]):
            yield [_half(_round_in_short(seen, *numbered_round)) for numbered_round in each if numbered_round]


def _rows_at_end(seen: Position) -> Iterator[Row]:
    yield [title(*_points_told(seen))]
    yield [title(Message("Rounds: the prize, the bids, and who took it"))]
    for number, outcome in enumerate(seen.rounds, 1):
        yield _round(number, outcome, is_last=number == len(seen.rounds))


def _points_told(seen: Position) -> tuple[str, str]:
    """The points as they are shown, where none stands on another line than its suit, and as they are read aloud."""
    return _points(seen, "{suit} {sign}\N{NO-BREAK SPACE}{score}"), _points(seen, "{suit} {sign} {score}")


def _half(row: Row) -> Thing:
    """A row of things within half of the width."""
    shapes, x = list[Shape](), 0.0
    for thing in row:
        shapes += (moved(shape, Point(x, 0)) for shape in thing.shapes)
        x += thing.width
    return Thing(tuple(shapes), NARROWEST / 2, max(thing.height for thing in row))


def _round_in_short(seen: Position, number: int, outcome: Round) -> Row:
    """A round in which a border tells who took the prize."""
    times = _IN_HALF if len(outcome.bids) <= _FEW_SEATS else _IN_HALF_OF_MANY
    prize, bids, won_by = _cards_of_round(number, outcome, number == len(seen.rounds), times)
    row = [cell(f"{number}", 26, times=times), prize, cell("", 10, times=times), *bids]
    worth = f"= {outcome.worth}" if outcome.worth != outcome.prize and len(outcome.bids) <= _FEW_SEATS else ""
    return [*row, remark(worth, _told_of_winner(number, won_by), times=times)]


def _points(seen: Position, text: str) -> str:
    scores = [
        Message(text, suit=suit, sign=sign, score=score)
        for suit, sign, score in zip(SUITS, SIGNS, seen.scores, strict=False)
    ]
    return Message("Points: {scores}", scores=in_a_row(*scores))


def _this_round(seen: Position) -> Iterator[Row]:
    played = seen.rounds_played
    prize, worth = seen.deck[played], seen.deck[played] + seen.carried
    told = {"number": played + 1, "prize": name_of(prize)}
    words, title_of_round = "round {number}: the prize is {prize}", "Round {number} of {rounds}: the prize is {prize}"
    if seen.carried:
        told["worth"] = worth
        words = "round {number}: the prize is {prize}, with what was carried over worth {worth}"
        title_of_round = "Round {number} of {rounds}: the prize is {prize}, with what was carried over worth {worth}"
    yield [heading(Message(title_of_round, rounds=len(seen.deck), **told))]
    bids = [_bid_made(seen, seat, played) for seat in range(len(seen.bids))]
    yield [on_cloth([[card(name_of(prize), DIAMOND, Message(words, **told), role=LAID), cell("", 28), *bids]])]


def _round(number: int, outcome: Round, is_last: bool) -> Row:
    prize, bids, won_by = _cards_of_round(number, outcome, is_last, SMALL)
    is_worth_more = outcome.worth != outcome.prize
    end = Message("{player}, worth {worth}", player=won_by, worth=outcome.worth) if is_worth_more else won_by
    return [
        cell(f"{number}", 30, times=SMALL),
        prize,
        cell("", 14, times=SMALL),
        *bids,
        remark(end, _told_of_winner(number, won_by), times=SMALL),
    ]


def _cards_of_round(number: int, outcome: Round, is_last: bool, times: float) -> tuple[Thing, list[Thing], str]:
    """The prize and the bids of a round, and who took it."""
    prize = name_of(outcome.prize)
    is_worth_more = outcome.worth != outcome.prize
    text = (
        "round {number}: the prize is {prize}, worth {worth}"
        if is_worth_more
        else "round {number}: the prize is {prize}"
    )
    words = Message(text, number=number, prize=prize, worth=outcome.worth)
    drawn = card(prize, DIAMOND, words, mark="last" if is_last else "", times=times)
    return drawn, [_bid_card(number, outcome, seat, times) for seat in range(len(outcome.bids))], _won_by(outcome)


def _bid_card(number: int, outcome: Round, seat: int, times: float) -> Thing:
    bid = outcome.bids[seat]
    words = Message("round {number}: {player} bid {card}", number=number, player=SUITS[seat], card=name_of(bid))
    if bid == PASS:
        return cell("-", (WIDTH + 8) * times, times=times)
    mark = "win" if seat in outcome.takers else ""
    return card(name_of(bid), SIGNS[seat], words, mark=mark, times=times)


def _bid_made(seen: Position, seat: int, played: int) -> Thing:
    if seen.is_out(seat):
        return cell("-", WIDTH + 8, Message("{player} has resigned", player=SUITS[seat]), role="word")
    if len(seen.bids[seat]) <= played:
        return empty(SIGNS[seat], Message("{player} has yet to bid", player=SUITS[seat]))
    bid = seen.bids[seat][played]
    if bid == FACE_DOWN:
        return face_down(Message("{player} has bid", player=SUITS[seat]))
    words = Message("{player} has bid {bid}", player=SUITS[seat], bid=name_of(bid))
    return card(name_of(bid), SIGNS[seat], words, role=LAID)


def _row(row: Sequence[str], widths: Sequence[int]) -> str:
    cells = (cell.rjust(width) for cell, width in zip(row, widths, strict=False))
    return "  ".join([*cells, row[-1]]).rstrip()


def _bid(card: Card) -> str:
    return {PASS: "-", FACE_DOWN: "?"}.get(card, name_of(card))


def _told_of_winner(number: int, won_by: str) -> str:
    return Message("round {number}: won by {player}", number=number, player=won_by)


def _won_by(outcome: Round) -> str:
    match outcome.takers:
        case (taker,):
            return SUITS[taker]
        case ():
            return Message("carried over") if outcome.carried else Message("nobody")
        case _:
            return Message("shared, {share} each", share=outcome.share)


def status_of(seen: Position) -> Iterator[str]:
    for seat, score in enumerate(seen.scores):
        yield _of_seat(seen, seat, score)
    if seen.prizes_to_come:
        yield Message("Prizes to come, in any order: {names}.", names=names_of(seen.prizes_to_come))
    if seen.lost:
        yield Message("Points that nobody got: {points}.", points=seen.lost)


def _of_seat(seen: Position, seat: int, score: int) -> Message:
    points = Message("{points:6}", points=Message("point" if score == 1 else "points"))
    line = {"player": SUITS[seat], "score": score, "points": points}
    if seen.is_out(seat):
        return Message("{player:6} {score:3} {points}  resigned", **line)
    if seen.is_over:
        return Message("{player:6} {score:3} {points}", **line | {"points": points.values["points"]})
    return Message("{player:6} {score:3} {points}  holds {cards}", cards=names_of(seen.hand(seat)), **line)
