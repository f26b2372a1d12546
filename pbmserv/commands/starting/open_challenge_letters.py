"""Letters about games that wait for players."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC

from pbmserv.commands.requests.context import Call
from pbmserv.commands.requests.recipients import to_players, to_sender
from pbmserv.commands.starting.open_challenges import OpenListed, Waiting, WaitsNoMore, Why
from pbmserv.letters.letter import Letter, write
from pbmserv.letters.open_challenges import lines_of, seat_lines, waiting_letter, waits_no_more_letter
from pbmserv.play.board import in_sentence

EXAMPLE = "trichet"


def of_waiting(waiting: Waiting, call: Call) -> list[Letter]:
    """To who has put it up, joined or left, and to those of the others who are told."""
    about = waiting.challenge, waiting.change.value, waiting.player
    readers = call.work.readers.of(dict.fromkeys([waiting.player, *waiting.others]))
    letters = {
        player: waiting_letter(*about, player, call.server, waiting.words, reader.zone)
        for player, reader in readers.items()
    }
    return to_players(call, letters, lambda: waiting_letter(*about, None, call.server, waiting.words, UTC), readers)


def of_waiting_no_more(ended: WaitsNoMore, call: Call) -> list[Letter]:
    """To everybody who had a seat."""
    told = [player for player in ended.challenge.players if player not in ended.gone]
    letters = {player: waits_no_more_letter(ended.challenge, ended.why.value, player, ended.words) for player in told}
    if ended.why is not Why.WITHDRAWN:
        # Nobody has asked for it just now.
        return to_players(call, {player: replace(letter, unasked=True) for player, letter in letters.items()})
    own = letters[ended.challenge.by]
    return to_players(call, letters, lambda: own)


def of_open_challenges(listed: OpenListed, call: Call) -> list[Letter]:
    """To who has asked."""
    usual = EXAMPLE if EXAMPLE in call.catalogue else next(iter(call.catalogue))
    letter = write(
        "open_challenges",
        "Open challenges",
        lines=lines_of(listed.challenges),
        challenges=listed.challenges,
        more=listed.more,
        seats=seat_lines(listed.seats),
        first_seat=listed.seats[0] if listed.seats else None,
        games=in_sentence([game.name for game in listed.games]),
        example=next((game.word for game in listed.games), usual),
    )
    return [to_sender(call, letter)]
