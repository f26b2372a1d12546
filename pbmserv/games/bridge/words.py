"""Bridge in words: parsing of calls, their names, and notes."""

from __future__ import annotations

import re

from pbmserv.games.base import Illegal, Note
from pbmserv.games.bridge.auction import BIDS, BOOK, CALLS, DOUBLE, PASS, REDOUBLE, Call, last_bid
from pbmserv.games.bridge.rules import CalledByItself, DealOver, DealtAnew, Ended
from pbmserv.games.message import Message, counted, in_context, in_turn
from pbmserv.games.tricks.cards import SIGNS, Card, told
from pbmserv.games.tricks.rules import Event
from pbmserv.games.tricks.words import LONGEST, SEAT_NAMES, note_of

SIDES = (Message("South and North"), Message("West and East"))
SEAT_LETTERS = "SWNE"
"""Seats in files and tables."""

_STRAIN = r"(n(?:o ?trumps?|t)?|sa|c(?:lubs?)?|d(?:iamonds?)?|h(?:earts?)?|s(?:pades?)?|[♣♦♥♠])"
_CONTRACT = re.compile(r"\b([1-7])([CDHS])(?=X{0,2}\b)")
_BID = re.compile(rf"(?:bid )?([1-7]) ?{_STRAIN}")
_OF_SIGN = {sign: suit.lower() for suit, sign in SIGNS.items()}
_OTHER_CALLS = {
    **dict.fromkeys(("pass", "p", "passe", "no bid", "no"), PASS),
    **dict.fromkeys(("x", "double", "dbl", "dble", "d"), DOUBLE),
    **dict.fromkeys(("xx", "redouble", "rdbl", "rd"), REDOUBLE),
}
_STRAIN_NAMES = {"c": "club", "d": "diamond", "h": "heart", "s": "spade", "n": "no-trump"}
_STRAINS_COUNTED = {
    "c": ("{count} club", "{count} clubs"),
    "d": ("{count} diamond", "{count} diamonds"),
    "h": ("{count} heart", "{count} hearts"),
    "s": ("{count} spade", "{count} spades"),
    "n": ("{count} no-trump", "{count} no-trump"),
}
_OTHERS_SPOKEN = {
    PASS: in_context("pass", "bridge"),
    DOUBLE: in_context("double", "bridge"),
    REDOUBLE: in_context("redouble", "bridge"),
}


def read_call(text: str) -> Call | None:
    """Parse a call in any usual form: `1n`, `1NT`, `2 spades`, `dbl`; None for other text."""
    if len(text.strip()) > LONGEST:
        return None
    plain = " ".join(text.lower().replace("-", " ").split())
    if bid := _BID.fullmatch(plain):
        return bid[1] + ("n" if bid[2] == "sa" else _OF_SIGN.get(bid[2], bid[2][0]))
    return _OTHER_CALLS.get(plain)


def shown(call: Call) -> str:
    """A call as tables show it: `1NT`, `2S`, `X`, `pass`."""
    return call if call == PASS else call.upper().replace("N", "NT")


def sign_of(call: Call) -> str:
    """A call as pictures show it: `1NT`, `2♠`, `X`, `pass`."""
    return call[0] + SIGNS[call[1].upper()] if call in BIDS and call[1] != "n" else shown(call)


def calls_in_signs(words: str) -> str:
    """A call or a contract as pictures show it, `1♥` or `4♠X`; other words are left as they are."""
    return sign_of(words) if words in CALLS else _CONTRACT.sub(lambda found: found[1] + SIGNS[found[2]], words)


def spoken_call(call: Call) -> str:
    """A call to be read aloud: `2 spades`."""
    if call in BIDS:
        one, many = _STRAINS_COUNTED[call[1]]
        return counted(one, many, int(call[0]))
    return _OTHERS_SPOKEN[call]


def contract_told(contract: str) -> str:
    """A contract's name as tables show it: `3NT`, `4SX`."""
    return shown(contract.rstrip("x")) + contract[2:].upper()


def why_not_called(call: Call, calls: tuple[Call, ...]) -> Illegal:
    """Why a call is against the rules."""
    place = last_bid(calls)
    if call in BIDS and place is not None:
        last = calls[place]
        too_low = Message("A bid of {call} is not above {last}, the last one.", call=shown(call), last=shown(last))
        if last == BIDS[-1]:
            return Illegal(in_turn(too_low, Message("Nothing is: pass.")))
        lowest = BIDS[BIDS.index(last) + 1]
        return Illegal(in_turn(too_low, Message("Bid {lowest} or more, or pass.", lowest=shown(lowest))))
    if call == DOUBLE:
        return Illegal("Only a bid of the opponents can be doubled, and only once. Bid, or pass.")
    return Illegal("Only a double by the opponents can be redoubled. Bid, or pass.")


def told_of_result(ended: Ended) -> str:
    """How a contract went: `made`, `2 down`, `made with 1 overtrick`."""
    needed = BOOK + int(ended.contract[0])
    if ended.tricks < needed:
        return Message("{count} down", count=needed - ended.tricks)
    if ended.tricks == needed:
        return Message("made")
    return counted("made with {count} overtrick", "made with {count} overtricks", ended.tricks - needed)


def note_of_bridge(event: Event) -> Note:
    """What all are told of an event."""
    if isinstance(event, CalledByItself):
        return Note(Message("{player} has resigned and passes.", player=SEAT_NAMES[event.seat]))
    if isinstance(event, DealtAnew):
        text = "Deal {number} is dealt: {player} is dealer."
        return Note(Message(text, number=event.number, player=SEAT_NAMES[event.dealer]))
    if not isinstance(event, DealOver):
        return note_of(event)
    ended = event.ended
    if ended.contract == PASS:
        return Note(Message("Deal {number} is passed out and scores nothing.", number=event.number))
    return Note(
        Message(
            "Deal {number} is over: {contract} by {player}, {result}. {side} get {points} points.",
            number=event.number,
            contract=contract_told(ended.contract),
            player=SEAT_NAMES[ended.declarer],
            result=told_of_result(ended),
            side=SIDES[ended.points < 0],
            points=abs(ended.points),
        )
    )


def told_of_vulnerable(vulnerable: tuple[bool, bool]) -> str:
    """Who is vulnerable, for a heading."""
    if all(vulnerable):
        return Message("all vulnerable")
    return Message("{side} vulnerable", side=SIDES[vulnerable[1]]) if any(vulnerable) else Message("none vulnerable")


def the_dummys_card(cards: tuple[Card, ...], hand: tuple[Card, ...]) -> Card:
    """The only card named, which dummy holds.

    Raises `Illegal`.
    """
    has = Message("Dummy's cards are {cards}.", cards=told(hand))
    if len(cards) != 1:
        raise Illegal(in_turn(Message("One card is played at a time, and you name {count}.", count=len(cards)), has))
    [card] = cards
    if card not in hand:
        raise Illegal(in_turn(Message("It is dummy's turn, who does not hold {card}.", card=card), has))
    return card
