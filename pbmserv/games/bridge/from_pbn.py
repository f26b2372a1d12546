"""Portable Bridge Notation, read: its deals become typed ones, and a claim says how many tricks it came to."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pbmserv.games.bridge.auction import PASS, Call, contract_of, is_over
from pbmserv.games.bridge.pbn import VULNERABLE
from pbmserv.games.bridge.scoring import BOARDS, board_with, dealer_of, vulnerable_sides
from pbmserv.games.bridge.typed_deals import TYPED, deal_text, read_deal
from pbmserv.games.bridge.words import SEAT_LETTERS, read_call
from pbmserv.games.file_parts import MOST_MOVES, Deals, NotRead, TaggedDeal
from pbmserv.games.file_reading import day_of
from pbmserv.games.game_file import ANYBODY, PlayedGame
from pbmserv.games.refusals import quoted
from pbmserv.games.tricks.cards import Card, read_cards
from pbmserv.games.tricks.rules import IN_HAND, SEATS, winning_place

_SIDES = {
    **{told.lower(): sides for sides, told in VULNERABLE.items()},
    **dict.fromkeys(("-", "love"), (False, False)),
    "both": (True, True),
}
_REST_PASSES = "ap"
_ENDS = ("*", "+")
_RESULT = re.compile(r"\^?(?:(NS|EW) ?)?([0-9]{1,2})")


def read(told: Deals) -> PlayedGame:
    """The game of all deals. Raises `NotRead`, or another `Refusal` for cards that are no deal."""
    tags = told.deals[0].tags
    south, west, north, east = (tags.get(name, "") for name in ("South", "West", "North", "East"))
    moves = [(ANYBODY, move) for deal in told.deals for move in _moves(deal)]
    if len(moves) > MOST_MOVES:
        raise NotRead("The game has more than {most_moves} moves.", most_moves=MOST_MOVES)
    return PlayedGame(
        title=tags.get("Event", ""),
        date=day_of(tags.get("Date", "")),
        players=(south, west, north, east),
        options={"deals": len(told.deals), "cards": TYPED},
        moves=tuple(moves),
    )


def _moves(deal: TaggedDeal) -> Iterator[str]:
    which = f"board {deal.tags.get('Board') or '?'}"
    board = _board(deal.tags, which)
    _, hands = read_deal(f"{board} {deal.tags.get('Deal', '')}", board)
    yield deal_text(board, hands)
    calls = tuple(_calls(deal, which))
    yield from calls
    contract = contract_of(dealer_of(board), calls)
    if contract is None:
        return
    plays = _plays(deal, (contract.declarer + 1) % SEATS, contract.trump, which)
    if len(plays) >= SEATS * (IN_HAND - 1):
        # Everybody's last card is played by itself.
        yield from plays[: SEATS * (IN_HAND - 1)]
        return
    yield from plays
    result = _RESULT.fullmatch(deal.tags.get("Result", "").upper())
    if result is None:
        raise NotRead("The file does not tell how many tricks declarer took in {which}.", which=which)
    tricks = int(result[2])
    is_others = result[1] is not None and (result[1] == "NS") != (contract.declarer % 2 == 0)
    yield f"tricks {IN_HAND - tricks if is_others else tricks}"


def _board(tags: dict[str, str], which: str) -> int:
    """The number of a board, with the dealer and vulnerability that the file tells. Raises `NotRead`."""
    told = tags.get("Board", "")
    usual = (int(told) - 1) % BOARDS + 1 if re.fullmatch("0*[1-9][0-9]{0,5}", told, re.ASCII) else 1
    dealer, vulnerable = tags.get("Dealer", ""), tags.get("Vulnerable", "")
    seat = SEAT_LETTERS.find(dealer[:1].upper()) if dealer.strip("?") else dealer_of(usual)
    sides = _SIDES.get(vulnerable.lower()) if vulnerable.strip("?") else vulnerable_sides(usual)
    if seat < 0 or sides is None:
        raise NotRead("Dealer or vulnerability of {which} cannot be read.", which=which)
    if (seat, sides) == (dealer_of(usual), vulnerable_sides(usual)):
        return int(told) if told and int(told) < 100 else usual
    return board_with(seat, sides)


def _calls(deal: TaggedDeal, which: str) -> Iterator[Call]:
    calls: tuple[Call, ...] = ()
    for word in deal.calls:
        if word in _ENDS or is_over(calls):
            break
        if word == "-":
            continue
        if word.lower() == _REST_PASSES:
            while not is_over(calls):
                yield PASS
                calls = (*calls, PASS)
            break
        call = read_call(word)
        if call is None:
            raise NotRead('{which} has "{typed}" where a call could be.', which=_begun(which), typed=quoted(word, 20))
        yield call
        calls = (*calls, call)
    if not is_over(calls):
        raise NotRead("The auction of {which} is missing, or does not end.", which=which)


def _plays(deal: TaggedDeal, leader: int, trump: str, which: str) -> list[Card]:
    """The cards in the order in which they were played, as far as they are told."""
    words = deal.cards[: next((at for at, word in enumerate(deal.cards) if word in _ENDS), len(deal.cards))]
    found: list[Card] = []
    led = leader
    for start in range(0, len(words), SEATS):
        trick: list[Card] = []
        for place in range(SEATS):
            column = (led + place - leader) % SEATS
            word = words[start + column] if start + column < len(words) else "-"
            if word == "-":
                return [*found, *trick]
            cards = read_cards(word) if len(word) <= 3 else None
            if cards is None or len(cards) != 1:
                raise NotRead(
                    '{which} has "{typed}" where a card could be.', which=_begun(which), typed=quoted(word, 20)
                )
            trick += cards
        led = (led + winning_place(trick, trump)) % SEATS
        found += trick
    return found


def _begun(which: str) -> str:
    return which[0].upper() + which[1:]
