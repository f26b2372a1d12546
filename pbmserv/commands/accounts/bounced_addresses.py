"""What becomes of an address that letters come back from: nothing more goes there, and those concerned are told."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING

from pbmserv.commands.requests.context import Call
from pbmserv.commands.requests.outcome import Outcome
from pbmserv.letters.letter import players_words
from pbmserv.play.board import Player, Status

if TYPE_CHECKING:
    from pbmserv.storage.addresses import SentLetter

FAILS_FOR = timedelta(days=7)
"""How long letters may fail to arrive for the time being, before that counts as for good."""

MOST_BOARDS = 1000
"""Boards of one player that are looked at; hardly anybody plays as many."""


@dataclass(frozen=True)
class Failure:
    """That a letter has not arrived at an address, for good (`hard`) or for the time being, and what was said."""

    address: str
    hard: bool
    words: str


class AddressFailed(Outcome, frozen=True):
    """Nothing more is sent to one of a player's addresses, since letters come back from there."""

    written_by = "accounts.letters:of_failed_address"

    player: Player
    address: str
    words: str


class OutOfReach(Outcome, frozen=True):
    """No letter reaches a player; told to their opponents, by the titles of the boards that they share."""

    written_by = "accounts.letters:of_player_out_of_reach"

    player: Player
    opponents: Mapping[Player, Sequence[str]]


def note_report(call: Call, token: str, failures: Sequence[Failure]) -> str:
    """Note what a mail server has reported of the letter that this token stands for; says what came of it.

    Only what it says of addresses that the letter went to is believed, and that only of the player whose letter it
    was: whoever has had the letter in hand can write such a report, and must not silence others by it.
    """
    letter = call.work.bounces.letter_of(token)
    if letter is None:
        return "bounce: of no letter that is known"
    addressed_to = {address.lower(): address for address in letter.addressed_to}
    of_letter = {failure.address.lower(): failure for failure in failures if failure.address.lower() in addressed_to}
    if not of_letter:
        return f"bounce: out-{letter.id}, but no failure of an address that it went to"
    for address, failure in of_letter.items():
        call.work.bounces.note_returned(letter, address, failure.words)
    if letter.reader is None:
        # An answer to an address that may be anybody's.
        return f"bounce: out-{letter.id} at {', '.join(of_letter)}"
    suspended = note_failures(call, letter, list(of_letter.values()), only=letter.reader)
    return f"bounce: out-{letter.id} at {', '.join(of_letter)}" + (", suspended" if suspended else "")


def note_failures(call: Call, letter: SentLetter, failures: Sequence[Failure], only: int | None = None) -> list[str]:
    """Note that a letter did not arrive at these addresses; gives those that nothing is sent to from now on.

    All players are concerned who have such an address, unless `only` is the number of the one who is.
    """
    suspended = []
    for failure in failures:
        holders = call.work.bounces.holders(failure.address, only)
        if not holders:
            continue
        since = min(holder.failing_since or letter.created_at for holder in holders)
        if not failure.hard and call.at - since >= FAILS_FOR:
            players = [holder.player for holder in holders]
            if call.work.bounces.something_arrived(failure.address, players, since, call.at):
                since = letter.created_at
        if not failure.hard and call.at - since < FAILS_FOR:
            call.work.bounces.note_failing(failure.address, since, failure.words, only)
            continue
        suspended.append(failure.address)
        for player in call.work.bounces.suspend(failure.address, call.at, since, failure.words, only):
            _tell(call, player, failure)
    return suspended


def _tell(call: Call, player: Player, failure: Failure) -> None:
    """Tell the player by another address or, where there is none that works, those who wait for a move."""
    if player not in call.work.addresses.out_of_reach([player]):
        call.outcomes.append(AddressFailed(player, failure.address, players_words(failure.words)))
    else:
        call.outcomes.append(OutOfReach(player, _opponents(call, player)))


def _opponents(call: Call, player: Player) -> dict[Player, list[str]]:
    """Those who play with somebody, each with the titles of the boards that they share."""
    opponents: dict[Player, list[str]] = {}
    for line in call.work.listing.lines(players=[player], status=Status.ACTIVE, limit=MOST_BOARDS):
        board = call.work.boards.load(line.game, line.number)
        if board is None or player not in board.staying:
            continue
        for other in dict.fromkeys(board.staying):
            if other != player:
                opponents.setdefault(other, []).append(board.title)
    return opponents
