"""To which addresses a letter goes: those of who sent the command, of players, of nobody yet."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from pbmserv.commands.requests.asker import asker_as_reader
from pbmserv.commands.requests.context import Call
from pbmserv.letters.letter import Letter
from pbmserv.play.board import Player
from pbmserv.storage.recipients import Recipient


def to_sender(call: Call, letter: Letter) -> Letter:
    """A letter to whoever sent the command."""
    asker = asker_as_reader(call)
    return replace(
        letter,
        to=asker.addresses,
        text_only=asker.text_only,
        as_json=asker.as_json,
        pictures=asker.pictures and letter.pictures,
        answers=True,
    )


def to_address(address: str, letter: Letter) -> Letter:
    """A letter to an address that may belong to nobody yet."""
    return replace(letter, to=(address,))


def to_reader(reader: Recipient, letter: Letter, answers: bool = False) -> Letter:
    """A letter to a player, as they want to have it."""
    return replace(
        letter,
        to=reader.addresses,
        player=reader.player,
        text_only=reader.text_only,
        as_json=reader.as_json,
        pictures=reader.pictures,
        reply_to=reader.reply_to or letter.reply_to,
        unsubscribe=reader.unsubscribe,
        answers=answers,
    )


def only_to(call: Call, player: Player, letter: Letter) -> list[Letter]:
    """The letter to a player's own usable addresses, whoever sent the command; none where there is none."""
    reader = call.work.recipients.of([player])[player]
    return [to_reader(reader, letter, _reaches_sender(call, reader))] if reader.addresses else []


def to_players(
    call: Call,
    letters: Mapping[Player, Letter],
    instead: Callable[[], Letter] | None = None,
    readers: Mapping[Player, Recipient] | None = None,
) -> list[Letter]:
    """The letters to each of these players, at all their usable addresses, or as these `readers`.

    Whoever sent the command gets a letter in any case: their own as a player if they are one of these, else the
    letter of the player whose password was given, or the one that `instead` writes: always where that letter can
    be answered with a move alone, since such answers are taken only from a player's own addresses.
    """
    readers = call.work.recipients.of(letters) if readers is None else readers
    addressed = {
        player: to_reader(readers[player], letter, _reaches_sender(call, readers[player]))
        for player, letter in letters.items()
    }
    posted = [letter for letter in addressed.values() if letter.to or letter.answers]
    if any(letter.answers for letter in posted):
        return posted
    own = addressed.get(call.principal.player) if call.principal.player else None
    if own is not None and (own.reply_to is None or instead is None):
        return [*posted, to_sender(call, replace(own, player=None))]
    return [*posted, to_sender(call, instead())] if instead is not None else posted


def _reaches_sender(call: Call, reader: Recipient) -> bool:
    if call.credential.address is None:
        return reader.player == call.principal.player
    return call.credential.address.lower() in {address.lower() for address in reader.addresses}
