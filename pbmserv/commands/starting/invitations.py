"""Invitations to a game by mail address.

Nothing starts before the guests accept. Nobody learns who has an address: the inviter gets the same reply whether it
belongs to a player, declines invitations, or has had enough of them.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from pbmserv.commands.accounts.actions import check_not_ours
from pbmserv.commands.requests.blocking import have_nothing_to_do
from pbmserv.commands.requests.budgets import check_invitations, has_had_enough
from pbmserv.commands.requests.context import Call
from pbmserv.commands.requests.outcome import Outcome
from pbmserv.commands.requests.passwords import CODE_LETTERS, digest_of, new_code
from pbmserv.commands.starting.limits import unwilling
from pbmserv.games.base import Game, OptionValue, Refusal
from pbmserv.games.message import Message
from pbmserv.language.argument_types import RESERVED_USERIDS, MailAddress, Userid
from pbmserv.language.command_spec import ParsedArgs
from pbmserv.letters.bots import marked
from pbmserv.letters.letter import players_words
from pbmserv.letters.machine_addresses import is_nobodys
from pbmserv.play.board import Board, Player
from pbmserv.play.bots import PREFIX
from pbmserv.storage.invitations import Guest, Invitation, nobodys_digest
from pbmserv.storage.players import folded, key_of
from pbmserv.stored_names import document_of

DAYS = 14
"""How long an invitation is valid."""

MOST_GUESTS = 5
MOST_WORDS = 500
"""The maximum length of words to an address that has never written here."""

LETTERS_ASKING = tuple("23456789")
"""What stands behind a code in the address of a letter that asks a guest once more: of as many, at most."""

PLACE = "@"
"""Stands for a guest in place of a userid."""


def code_and_letter(code: str) -> tuple[str, int | None]:
    """The code of an invitation, and which of the letters that ask its guest once more is answered."""
    which = code[CODE_LETTERS:]
    return (code[:CODE_LETTERS], LETTERS_ASKING.index(which)) if which in LETTERS_ASKING else (code, None)


class UseridOrAddress(Userid):
    """A player's name, or a guest's mail address."""

    def read(self, text: str) -> str:
        return MailAddress().read(text) if "@" in text else super().read(text)

    def is_private(self, text: str) -> bool:
        return "@" in text


class InvitationSent(Outcome, frozen=True):
    """A guest is invited by letter. Only its recipient may see the code."""

    written_by = "starting.letters:of_invitation"

    address: str
    code: str
    inviter: Player | None
    game: Game[Any]
    options: Mapping[str, OptionValue]
    seats: tuple[str, ...]
    """The userids by seat; empty for this guest, `@` for others."""
    name: str
    """The guest's name here after a mere yes."""
    words: str


class Invited(Outcome, frozen=True):
    """A player invited guests; `hints` reveal of their addresses only what is needed."""

    written_by = "starting.letters:of_invitations"

    inviter: Player | None
    game: Game[Any]
    hints: tuple[str, ...]
    sent: tuple[InvitationSent, ...]


class Uninvited(Outcome, frozen=True):
    """A player withdrew this many invitations to a game."""

    written_by = "starting.letters:of_taking_back"

    inviter: Player
    game: Game[Any]
    count: int


def is_address(name: str) -> bool:
    return "@" in name


def faults_of_guests(call: Call, names: Sequence[str], senders: Sequence[Player]) -> list[str]:
    guests = [name for name in names if is_address(name)]
    if not guests:
        return []
    own = {folded(each.address) for some in call.work.addresses.of(senders).values() for each in some}
    named = {name.lower() for name in names}
    faults = []
    if not call.credential.is_operator and not any(key_of(sender.userid) in named for sender in senders):
        faults.append("Only who plays along can invite somebody by mail address: name yourself, too.")
    if len(guests) > MOST_GUESTS:
        faults.append(Message("At most {most} can be invited by mail address to one game.", most=MOST_GUESTS))
    spelt = [folded(guest) for guest in guests]
    for which, guest in enumerate(guests):
        if spelt[which] in own:
            faults.append(
                Message(
                    "{guest} is your own address: to play both sides, name yourself twice by your userid.",
                    guest=guest,
                )
            )
        elif spelt[which] in spelt[:which]:
            faults.append(Message("{guest} is named more than once.", guest=guest))
        elif is_nobodys(guest):
            faults.append(
                Message(
                    "{guest} looks like the address of a program or an office: nobody is invited there.", guest=guest
                )
            )
    return faults


def invite(call: Call, given: ParsedArgs, options: Mapping[str, OptionValue], by: Player | None) -> Invited:
    """Store a challenge until its guests accept, and write to each of them.

    `options` are the game's. Raises `Refusal` for an address of ours, one already invited to this game by this
    player, and too many invitations.
    """
    names = [*given["userid"]]
    places = [place for place, name in enumerate(names) if is_address(name)]
    check_not_ours(call, [names[place] for place in places])
    hashes = {place: call.work.invitations.hash_of(folded(names[place])) for place in places}
    _refuse_a_second_one(call, by, hashes.values())
    check_invitations(call, by, len(places))
    words = players_words(call.comment)[:MOST_WORDS]
    named = {*call.work.players.named([name for name in names if not is_address(name)]).values()}
    silent = {
        place for place in places if _gets_none(call, names[place], hashes[place], named.union([by] if by else []))
    }
    silent |= _written_to_before(call, {place: names[place] for place in places if place not in silent})
    guests, sent = [], []
    for place in places:
        code = new_code()
        is_silent = place in silent
        digest = nobodys_digest() if is_silent else digest_of(code)
        guests.append(Guest(digest, place, "" if is_silent else names[place], hashes[place]))
        if not is_silent:
            seats = tuple(PLACE if is_address(name) and at != place else name for at, name in enumerate(names))
            seats = tuple("" if at == place else name for at, name in enumerate(seats))
            name = name_with_yes(call, names[place])
            sent.append(InvitationSent(names[place], code, by, call.rules, options, seats, name, words))
    without_addresses = [PLACE if is_address(name) else name for name in names]
    challenge = {"given": document_of(replace(given, values={"userid": without_addresses})), "words": words}
    call.work.invitations.add(call.rules.word, by, challenge, guests, call.at + timedelta(days=DAYS))
    return Invited(by, call.rules, tuple(hint_of(names[place]) for place in places), tuple(sent))


def given_of(invitation: Invitation) -> ParsedArgs:
    """The challenge's arguments with the names of those who have accepted."""
    given = ParsedArgs.of_stored(invitation.challenge["given"])
    names = [*given["userid"]]
    for guest in invitation.guests:
        names[guest.place] = guest.player.userid if guest.player else PLACE
    return replace(given, values={"userid": tuple(names)})


def seat_titles(call: Call, board: Board, names: Sequence[str]) -> list[str]:
    """Who has which seat, for a guest whose own name is empty: `White: nora`."""
    named = call.work.players.named([name for name in names if name and name != PLACE])
    bots = call.work.players.bots(named.values())
    return [
        Message(
            "{seat}: {player}",
            seat=Message(board.game.seat_name(board.position, seat) or Message("Seat {number}", number=seat + 1)),
            player=_title(name, named.get(name.lower()) in bots),
        )
        for seat, name in enumerate(names)
    ]


def _title(name: str, is_bot: bool) -> str:
    if not name:
        return Message("you")
    return Message("somebody else who is invited") if name == PLACE else marked(name, is_bot)


def hint_of(address: str) -> str:
    """An address abbreviated for the player who typed it: `c***@example.org`."""
    return f"{address[0]}***@{address.rpartition('@')[2]}"


def name_with_yes(call: Call, address: str) -> str:
    """Who plays if an address's owner merely accepts: the player with it, or a new one with this name.

    Empty if several players have it and one must be chosen.
    """
    players = call.work.players.at_address(address)
    if len(players) > 1:
        return ""
    return players[0].userid if players else free_name(call, address)


def free_name(call: Call, address: str) -> str:
    """An unused userid derived from an address."""
    local = re.sub(r"[^a-z0-9_.-]", "", address.rpartition("@")[0].partition("+")[0].lower())
    # No player is called like a bot of the server's own, be it twice over.
    stem = re.sub(rf"^([^a-z]|{PREFIX})+", "", local)[:24].rstrip("._-") or "guest"
    reserved = {word for command in call.commands for name in command.words for word in name.split()}
    candidates = [stem, *(f"{stem}{number}" for number in range(2, 50)), f"{stem}-{new_code()[:6]}"]
    taken = call.work.players.named(candidates, even_left=True)
    unusable = taken.keys() | reserved | call.catalogue.keys() | RESERVED_USERIDS
    return next(name for name in candidates if name not in unusable)


def _refuse_a_second_one(call: Call, by: Player | None, hashes: Any) -> None:
    """Refuse a second invitation to an address while the player's first one waits."""
    wanted = set(hashes)
    waiting = call.work.invitations.of(by, call.at) if by else []
    for each in waiting:
        if any(guest.address_hash in wanted for guest in each.guests):
            game = call.catalogue[each.game].name if each.game in call.catalogue else each.game
            raise Refusal(
                Message(
                    "You have invited somebody at this address to {game} already, and they get no second letter:"
                    ' wait for the answer, or take it back with "{word} uninvite".',
                    game=game,
                    word=each.game,
                )
            )


def _gets_none(call: Call, address: str, address_hash: str, named: Collection[Player]) -> bool:
    """Whether nothing is sent to an address: its owner declined, has had enough or, as a player, wants no game, or
    none with the players `named`.
    """
    declined = address_hash in call.work.invitations.unwanted([address_hash])
    if declined or has_had_enough(call, address_hash, "invited"):
        return True
    players = call.work.players.at_mailbox(address)
    if not players:
        return False
    if have_nothing_to_do(call, players, named):
        return True
    shut_out = call.work.players.suspended(players)
    return all(player in shut_out or unwilling(call, [player]) for player in players)


def _written_to_before(call: Call, addresses: Mapping[int, str]) -> set[int]:
    """Which of these guests, by place, are not players and were written to before, so that they get no second letter.
    The others are recorded as written to.
    """
    strangers = [place for place, address in addresses.items() if not call.work.players.at_mailbox(address)]
    marks = {call.work.invitations.hash_of(f"written to {folded(addresses[place])}"): place for place in strangers}
    # In one order, so that two who invite the same people do not wait for each other.
    return {marks[mark] for mark in sorted(marks) if not call.work.invitations.note(mark)}


class InvitationLapsed(Outcome, frozen=True):
    """An invitation expired; those who had accepted are told, too.

    The letter says neither who was invited nor who has answered, as nobody may learn whether an address was written
    to or is a player's.
    """

    written_by = "starting.letters:of_lapse"

    inviter: Player | None
    game: Game[object]
    invited_at: datetime
    guests: int
    others: tuple[Player, ...]


def lapse_invitation(call: Call, row: int) -> bool:
    """Expire an invitation by row id; return whether it was still there and due."""
    invitation = call.work.invitations.take_lapsed(row, call.at)
    if invitation is None:
        return False
    call.work.invitations.end([invitation])
    if invitation.game in call.catalogue:
        call.outcomes.append(
            InvitationLapsed(
                invitation.inviter,
                call.catalogue[invitation.game],
                invitation.expires_at - timedelta(days=DAYS),
                len(invitation.guests),
                tuple(each.player for each in invitation.guests if each.player),
            )
        )
    return True
