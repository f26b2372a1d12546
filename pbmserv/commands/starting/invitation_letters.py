"""Letters about invitations by mail address: to who is invited, to who has invited."""

from __future__ import annotations

from dataclasses import replace

from pbmserv.commands.requests.context import Call
from pbmserv.commands.requests.letters import letters_of
from pbmserv.commands.requests.recipients import only_to, to_address, to_players, to_sender
from pbmserv.commands.starting.expired_invitations import InvitationLapsed
from pbmserv.commands.starting.invitation_answers import InvitationDeclined, Joined
from pbmserv.commands.starting.invitations import DAYS, PLACE, InvitationSent, Invited, Uninvited
from pbmserv.games.base import word_of_option
from pbmserv.games.chance import SEED_BYTES
from pbmserv.letters.bots import marked
from pbmserv.letters.invitation import invitation_letter
from pbmserv.letters.letter import Letter, write
from pbmserv.play.board import Board, Player

INVITATION_PATH = "/invitation"
"""The page to which the link in an invitation leads, with the code as its `token`."""


def of_invitations(invited: Invited, call: Call) -> list[Letter]:
    """To all who are invited, and a receipt to who has invited them."""
    inviter = invited.inviter.userid if invited.inviter else ""
    receipt = write("invited", "Your invitation", hints=invited.hints, game=invited.game, days=DAYS, inviter=inviter)
    return [*(letter for each in invited.sent for letter in letters_of(each, call)), to_sender(call, receipt)]


def of_invitation(sent: InvitationSent, call: Call) -> list[Letter]:
    """To the address that is invited."""
    game = sent.game
    # A board that nobody has: what chance brings is drawn when the game begins.
    nobody = [Player(-1 - seat, name or "you") for seat, name in enumerate(sent.seats)]
    board = Board.begin(game, 0, sent.options, nobody, bytes(SEED_BYTES), call.at)
    named = call.work.players.named([name for name in sent.seats if name and name != PLACE])
    bots = call.work.players.bots(named.values())
    titles = [
        f"{game.seat_name(board.position, seat) or f'Seat {seat + 1}'}: "
        f"{_title(name, named.get(name.lower()) in bots)}"
        for seat, name in enumerate(sent.seats)
    ]
    chosen = [each for each in game.options if sent.options[each.name] != each.default]
    letter = invitation_letter(
        board,
        call.server,
        sent.code,
        sent.inviter.userid if sent.inviter else "",
        titles,
        parameters=" ".join(f"-{each.name}={word_of_option(sent.options[each.name])}" for each in chosen),
        words=sent.words,
        name=sent.name,
        is_player=bool(call.work.players.at_address(sent.address)),
        link=f"{call.web_url}{INVITATION_PATH}?token={sent.code}" if call.web_url else "",
        days=DAYS,
    )
    return [to_address(sent.address, letter)]


def of_joining(joined: Joined, call: Call) -> list[Letter]:
    """To who has said yes."""
    letter = write(
        "joined",
        "You are in",
        server=call.server,
        userid=joined.player.userid,
        address=joined.address,
        inviter=joined.inviter.userid if joined.inviter else "",
        game=joined.game,
        is_new=joined.is_new,
        has_password=joined.has_password,
        waiting=joined.waiting,
    )
    return only_to(call, joined.player, letter) or [to_sender(call, letter)]


def of_declined_invitation(declined: InvitationDeclined, call: Call) -> list[Letter]:
    """To who has said no, to who had invited them, and to those who had said yes."""

    def letter(mine: bool = False, is_answer: bool = False) -> Letter:
        return write(
            "invitation_declined",
            "No game has been started",
            server=call.server,
            game=declined.game,
            hint=declined.hint,
            inviter=declined.inviter.userid if declined.inviter else "",
            mine=mine,
            is_answer=is_answer,
        )

    told = dict.fromkeys(declined.others, letter())
    if declined.inviter:
        told[declined.inviter] = letter(mine=True)
    return [to_sender(call, letter(is_answer=True)), *to_players(call, told)]


def of_lapse(lapsed: InvitationLapsed, call: Call) -> list[Letter]:
    """To who had invited, and to those who had said yes. Nobody has asked for it just now."""
    told = [*([lapsed.inviter] if lapsed.inviter else []), *lapsed.others]
    letters = {
        player: write(
            "invitation_lapsed",
            "No game has been started",
            game=lapsed.game,
            inviter=lapsed.inviter.userid if lapsed.inviter else "",
            mine=player == lapsed.inviter,
            guests=lapsed.guests,
            day=f"{lapsed.invited_at.astimezone(reader.zone):%Y-%m-%d}",
            days=DAYS,
        )
        for player, reader in call.work.readers.of(told).items()
    }
    return to_players(call, {player: replace(letter, unasked=True) for player, letter in letters.items()})


def of_taking_back(uninvited: Uninvited, call: Call) -> list[Letter]:
    """To who has taken them back."""
    letter = write("uninvited", "Your invitation", game=uninvited.game, count=uninvited.count)
    return to_players(call, {uninvited.inviter: letter}, lambda: letter)


def _title(name: str, is_bot: bool) -> str:
    if not name:
        return "you"
    return "somebody else who is invited" if name == PLACE else marked(name, is_bot)
