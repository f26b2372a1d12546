"""Portable Bridge Notation 2.1 (T. Veugen, tistis.nl/pbn), written: a PBN game for each deal of a board."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from pbmserv.games.base import Game
from pbmserv.games.bridge.auction import PASS, Call
from pbmserv.games.bridge.rules import Ended, Position
from pbmserv.games.bridge.typed_deals import Hands, hands_told
from pbmserv.games.bridge.words import SEAT_LETTERS, contract_told, shown
from pbmserv.games.chance import SEED_BYTES, Chance
from pbmserv.games.game_file import PlayedGame, tag_lines
from pbmserv.games.tricks.rules import IN_HAND, SEATS

SKIP = "skip"
"""Among moves: the server plays for a seat from now on."""
VULNERABLE = {(False, False): "None", (True, False): "NS", (False, True): "EW", (True, True): "All"}
UNKNOWN = "?"
_NO_CHANCE = Chance(bytes(SEED_BYTES), "file")


class _Deal(NamedTuple):
    """A deal as far as it has come: its last position with all calls and cards, and its hands if they are told."""

    position: Position
    hands: Hands
    ended: Ended | None


def written(game: Game[Position], played: PlayedGame) -> str:
    parts = ["% PBN 2.1\n% EXPORT\n"]
    return "\n".join([*parts, *(_told(played, deal) for deal in _deals(game, played))])


def _deals(game: Game[Position], played: PlayedGame) -> Iterator[_Deal]:
    before: Position = played.start()
    for (seat, text), after in zip(played.moves, played.steps(), strict=False):
        if after.number != before.number or after.is_over:
            # The same move as if the deal were the last one: then its cards and calls are still there.
            last = replace(before, deals=before.number, left=tuple(each for each in after.left if each != seat))
            done = game.skip(last, seat, _NO_CHANCE) if text == SKIP else game.play(last, seat, text, _NO_CHANCE)
            ended = done.position
            yield _Deal(ended, _hands(before, ended, played.is_over), Ended(*ended.results[-1]))
        before = after
    if not before.is_over and not before.awaits_deal:
        yield _Deal(before, _hands(before, before, played.is_over), None)


def _hands(before: Position, ended: Position, is_over: bool) -> Hands:
    """The hands as they were dealt; while the game is on, only those that all have seen."""
    if len(ended.played) == SEATS * IN_HAND:
        before = ended
    elif not is_over:
        before = before.seen_by(None)
    return tuple(before.held_at_first(seat) for seat in range(SEATS))


def _told(played: PlayedGame, deal: _Deal) -> str:
    position, ended = deal.position, deal.ended
    south, west, north, east = played.players
    contract = position.contract if position.is_playing else None
    is_passed_out = position.is_playing and contract is None
    tags = {
        "Event": played.title,
        "Site": "pbmserv",
        "Date": played.date.replace("-", "."),
        "Board": str(position.board),
        "West": west,
        "North": north,
        "East": east,
        "South": south,
        "Dealer": SEAT_LETTERS[position.dealer],
        "Vulnerable": VULNERABLE[position.vulnerable],
        "Deal": hands_told(deal.hands, position.dealer),
        "Scoring": "Total",
        "Declarer": SEAT_LETTERS[contract.declarer] if contract else "" if is_passed_out else UNKNOWN,
        "Contract": contract_told(contract.name) if contract else "Pass" if is_passed_out else UNKNOWN,
        "Result": UNKNOWN if ended is None else "" if is_passed_out else str(ended.tricks),
    }
    if ended is not None:
        tags["Score"] = f"NS {ended.points}"
    parts = [tag_lines(tags), tag_lines({"Auction": SEAT_LETTERS[position.dealer]}), *_auction(position)]
    if contract and (position.trick or position.played):
        parts += [tag_lines({"Play": SEAT_LETTERS[(contract.declarer + 1) % SEATS]}), *_play(position)]
    return "\n".join(parts) + "\n"


def _auction(position: Position) -> list[str]:
    words = [_call(call) for call in position.calls]
    return _in_rows(words if position.is_playing else [*words, "*"])


def _call(call: Call) -> str:
    return "Pass" if call == PASS else shown(call)


def _play(position: Position) -> list[str]:
    """A trick in each row; the columns are those of the first trick, whoever leads."""
    tricks = position.tricks
    words = []
    for led, cards in tricks:
        row = ["-"] * SEATS
        for place, card in enumerate(cards):
            row[(led + place - tricks[0][0]) % SEATS] = card[1] + card[0]
        words += row
    is_whole = len(position.played) == SEATS * IN_HAND
    return _in_rows(words if is_whole else [*words, "*"])


def _in_rows(words: Sequence[str]) -> list[str]:
    return [" ".join(words[start : start + SEATS]) for start in range(0, len(words), SEATS)]
