"""Goofspiel in words and pictures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from pbmserv.games.base import Note
from pbmserv.games.boards.cards import SMALL, TOUCHED, WIDTH, card, cell, empty, face_down, remark
from pbmserv.games.boards.page import Row, Thing, title
from pbmserv.games.goofspiel.rules import FACE_DOWN, NAMES, PASS, SUITS, Card, Position, Round
from pbmserv.games.message import Drawn, Message, Say, in_a_row, listed

SIGNS = ("♣", "♥", "♠", "★", "☾")
"""The sign of each seat's suit."""
DIAMOND = "♦"


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


def rows_of(seen: Position, viewer: int | None) -> Iterator[Row]:
    if not seen.is_over:
        yield from _this_round(seen)
        if viewer is not None and seen.hand(viewer):
            yield [title(Message("Your cards"))]
            can_bid = viewer in seen.bidders
            names = [name_of(each) for each in seen.hand(viewer)]
            yield [
                card(
                    name,
                    SIGNS[viewer],
                    Message("your card {card}", card=name),
                    name if can_bid else "",
                    times=TOUCHED,
                )
                for name in names
            ]
    if seen.rounds:
        yield [title(_points(seen, "{suit} {sign}\N{NO-BREAK SPACE}{score}"), _points(seen, "{suit} {sign} {score}"))]
        yield [title(Message("Rounds: the prize, the bids, and who took it"))]
        for number, outcome in enumerate(seen.rounds, 1):
            yield _round(number, outcome, is_last=number == len(seen.rounds))


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
    words, heading = "round {number}: the prize is {prize}", "Round {number} of {rounds}: the prize is {prize}"
    if seen.carried:
        told["worth"] = worth
        words = "round {number}: the prize is {prize}, with what was carried over worth {worth}"
        heading = "Round {number} of {rounds}: the prize is {prize}, with what was carried over worth {worth}"
    yield [title(Message(heading, rounds=len(seen.deck), **told))]
    bids = [_bid_made(seen, seat, played) for seat in range(len(seen.bids))]
    yield [card(name_of(prize), DIAMOND, Message(words, **told)), cell("", 14), *bids]


def _round(number: int, outcome: Round, is_last: bool) -> Row:
    prize = name_of(outcome.prize)
    won_by = _won_by(outcome)
    told = {"number": number, "prize": prize, "player": won_by, "worth": outcome.worth}
    words, end = "round {number}: the prize is {prize}", won_by
    if outcome.worth != outcome.prize:
        words, end = "round {number}: the prize is {prize}, worth {worth}", Message("{player}, worth {worth}", **told)
    return [
        cell(f"{number}", 30, times=SMALL),
        card(
            prize,
            DIAMOND,
            Message(words, **told),
            mark="last" if is_last else "",
            times=SMALL,
        ),
        cell("", 14, times=SMALL),
        *(_bid_card(number, outcome, seat) for seat in range(len(outcome.bids))),
        remark(end, Message("round {number}: won by {player}", **told), times=SMALL),
    ]


def _bid_card(number: int, outcome: Round, seat: int) -> Thing:
    bid = outcome.bids[seat]
    words = Message("round {number}: {player} bid {card}", number=number, player=SUITS[seat], card=name_of(bid))
    if bid == PASS:
        return cell("-", (WIDTH + 8) * SMALL, times=SMALL)
    mark = "win" if seat in outcome.takers else ""
    return card(name_of(bid), SIGNS[seat], words, mark=mark, times=SMALL)


def _bid_made(seen: Position, seat: int, played: int) -> Thing:
    if seen.is_out(seat):
        return cell("-", WIDTH + 8, Message("{player} has resigned", player=SUITS[seat]))
    if len(seen.bids[seat]) <= played:
        return empty(SIGNS[seat], Message("{player} has yet to bid", player=SUITS[seat]))
    bid = seen.bids[seat][played]
    if bid == FACE_DOWN:
        return face_down(Message("{player} has bid", player=SUITS[seat]))
    return card(name_of(bid), SIGNS[seat], Message("{player} has bid {bid}", player=SUITS[seat], bid=name_of(bid)))


def _row(row: Sequence[str], widths: Sequence[int]) -> str:
    cells = (cell.rjust(width) for cell, width in zip(row, widths, strict=False))
    return "  ".join([*cells, row[-1]]).rstrip()


def _bid(card: Card) -> str:
    return {PASS: "-", FACE_DOWN: "?"}.get(card, name_of(card))


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
