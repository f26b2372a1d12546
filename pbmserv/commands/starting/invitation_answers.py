"""Commands that answer invitations by mail, and withdraw them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from pbmserv.commands.accounts.actions import note_language, refuse_a_known_word
from pbmserv.commands.requests.authentication import check_proof, hash_of
from pbmserv.commands.requests.blocking import heard_words
from pbmserv.commands.requests.budgets import check_signup
from pbmserv.commands.requests.confirmed_addresses import confirm_by_use
from pbmserv.commands.requests.context import Call, Command
from pbmserv.commands.requests.outcome import Outcome
from pbmserv.commands.requests.passwords import digest_of
from pbmserv.commands.requests.questions import DECLINE
from pbmserv.commands.requests.words_for_others import check_words
from pbmserv.commands.starting.challenges import begin_in_name_of, start_with_guests
from pbmserv.commands.starting.greeting import challenge_wanted, is_greeting, others_wanted, with_game
from pbmserv.commands.starting.invitations import Uninvited, code_and_letter, hint_of, name_with_yes
from pbmserv.games.base import Game, Refusal
from pbmserv.games.message import Message
from pbmserv.language.argument_types import PLAYER, Code, NewPassword, NewUserid, Userid, check_new_userid
from pbmserv.language.command_spec import Argument, ParsedArgs
from pbmserv.play.board import Player, named
from pbmserv.play.yes_and_no import NO, YES
from pbmserv.storage.invitations import Guest, Invitation
from pbmserv.storage.players import UseridTaken, folded, key_of


class Joined(Outcome, frozen=True):
    """A guest accepted; `is_new` says that this made them a player, without a password unless `has_password`. The
    others have yet to answer.
    """

    written_by = "starting.letters:of_joining"

    player: Player
    address: str
    inviter: Player | None
    game: Game[Any]
    is_new: bool
    has_password: bool
    waiting: int
    words: str = ""
    """What they wrote beside the yes, for who invites."""


class InvitationDeclined(Outcome, frozen=True):
    """A guest declined, so the game does not start; those who had accepted are told, too."""

    written_by = "starting.letters:of_declined_invitation"

    inviter: Player | None
    game: Game[Any]
    hint: str
    others: tuple[Player, ...]
    words: str = ""
    """What the guest wrote beside the no, for the inviter."""
    is_final: bool = True
    """Whether no other invitation comes to them."""
    is_offer: bool = False
    """Whether it was the offer of a first game, for which they had written."""


class NotOpen(Refusal):
    """An invitation can no longer be answered. No command is quoted with it: an answer to its letter is none."""


class YesNoOrUserid(Userid):
    """The answer to an invitation: yes, no, decline, or a chosen name."""

    noun = "answer"

    def read(self, text: str) -> str:
        return text.lower() if text.lower() in {YES, NO, DECLINE} else super().read(text)


class AnswerInvitation(Command):
    """Answer an invitation to a game that came to your mail address.

    Just answer the letter: with yes, with no, or with the name that you want to have here, in a line of its own:
    name carol. Or write this command, with the code in the letter:

        invitation k3m8pwx2vq7rnt4ha carol

    Yes makes you a player and begins the game, as soon as all have answered who were invited. With no, you are not
    written to again; with decline, this game does not begin, and that is all. Only who writes from the address that
    was invited can say yes or no.
    """

    words = ("invitation",)
    arguments = (
        Argument("code", Code()),
        Argument("yes|no|userid", YesNoOrUserid()),
        Argument("password", NewPassword(), optional=True),
    )
    about_account = True
    example = "invitation k3m8pwx2vq7rnt4ha yes"

    def carry_out(self, call: Call, given: ParsedArgs) -> Outcome:
        code, which = code_and_letter(given["code"])
        digest, answer = digest_of(code), given["yes|no|userid"]
        inviter = call.work.invitations.inviter_of(digest, call.at)
        if inviter is not None:
            # Before the invitation, as where it is taken back: the game begins in the name of who invites.
            call.work.players.hold(inviter)
        invitation = call.work.invitations.with_code(digest, call.at, for_change=True)
        if invitation is None or invitation.game not in call.catalogue:
            raise _not_open(call, digest)
        guest = invitation.guest(digest)
        meant = invitation.asked_by(guest.place, which)
        if is_greeting(invitation) and answer in call.catalogue:
            invitation, answer = with_game(call, invitation, answer), YES
        elif is_greeting(invitation) and meant.game in call.catalogue and answer not in {NO, DECLINE}:
            invitation = with_game(call, invitation, meant.game)
        call.game = call.catalogue[invitation.game]
        _check_it_is_for(call, guest)
        if answer in {NO, DECLINE}:
            return _declined(call, invitation, guest, is_final=answer == NO)
        player = _player_for(call, guest, answer, given.get("password"))
        if meant.move:
            invitation = call.work.invitations.agree(invitation, guest.place, meant.move)
        return _joined(call, invitation, guest, player, given.get("password"))


class Uninvite(Command):
    """Take back your invitations to a game.

    Those are the challenges in which you have named somebody by a mail address, and that have not begun yet. Whoever
    was invited is not told; their answer comes too late.
    """

    words = ("uninvite",)
    arguments = PLAYER
    of_a_game = True
    example = "hex uninvite alice secret7"

    def carry_out(self, call: Call, given: ParsedArgs) -> Outcome:
        player = call.player
        waiting = call.work.invitations.of(player, call.at, call.rules.word, for_change=True)
        if not waiting:
            raise Refusal(Message("No invitation of yours to {game} waits for an answer.", game=call.rules.name))
        call.work.invitations.end(waiting)
        return Uninvited(player, call.rules, len(waiting))


@dataclass(frozen=True)
class ShownInvitation:
    """An invitation for a page.

    `inviter` is a userid, empty for the operator; `name` is who plays after a mere yes, empty if several players have
    the address; `is_player` says whether one has it.
    """

    inviter: str
    game: Game[Any]
    words: str
    name: str
    is_player: bool


def invitation_to_show(call: Call, code: str) -> ShownInvitation | None:
    """The invitation of a code; None if it can no longer be answered. Read-only."""
    digest = digest_of(code)
    invitation = call.work.invitations.with_code(digest, call.at)
    if invitation is None or invitation.game not in call.catalogue:
        return None
    address = invitation.guest(digest).address
    return ShownInvitation(
        invitation.inviter.userid if invitation.inviter else "",
        call.catalogue[invitation.game],
        invitation.challenge["words"],
        name_with_yes(call, address),
        bool(call.work.players.at_address(address)),
    )


def _not_open(call: Call, digest: str) -> NotOpen:
    """Why a code can no longer be answered; a guest who has accepted is only told that they are in."""
    said_yes = call.work.invitations.accepted_by(digest)
    if said_yes is not None and call.principal.has_address(said_yes):
        return NotOpen(
            Message(
                "You have said yes to this invitation already, and play as {player}. There is nothing more"
                " to do: when the others have answered who were invited, the game begins, and its board"
                " comes in a letter.",
                player=said_yes.userid,
            )
        )
    if players := call.principal.at_address:
        userid = players[0].userid
        return NotOpen(
            Message(
                "This invitation has been answered already, or it was taken back, or it is too old. You are"
                " a player here, as {players}: to see the boards on which you play, write a letter with the"
                ' Subject "all show {player}".',
                players=named(players),
                player=userid,
            )
        )
    return NotOpen(
        "This invitation is not open any more: it has been answered or taken back, or it is too old. To play here,"
        " you can sign up by yourself: help signup."
    )


def _declined(call: Call, invitation: Invitation, guest: Guest, is_final: bool) -> InvitationDeclined:
    if is_final:
        call.work.invitations.never_again(guest)
    call.work.invitations.end([invitation])
    others = tuple(each.player for each in invitation.guests if each.player)
    inviter, writer = invitation.inviter, call.principal.signed_in
    authors = [*call.work.players.at_mailbox(guest.address), *([writer] if writer else [])]
    words = heard_words(call, call.comment, authors, [inviter])[inviter] if inviter else ""
    return InvitationDeclined(
        inviter, call.rules, hint_of(guest.address), others, words, is_final, is_greeting(invitation)
    )


def _check_it_is_for(call: Call, guest: Guest) -> None:
    """Refuse an answer from another address than the invited one, as the letter may have been forwarded."""
    sender = call.credential
    if sender.writes_mail and folded(sender.address or "") != folded(guest.address):
        raise Refusal(
            "This invitation is for the address that it was sent to, and is answered from there, be it with yes"
            " or with no. Nothing has been changed. From elsewhere you"
            ' can sign up by yourself: write a letter with the Subject "signup USERID PASSWORD".'
        )
    if not sender.writes_mail and not sender.is_operator and call.principal.signed_in is None:
        _check_it_is_for_nobody_here(call, guest)
    if sender.writes_mail:
        # The sender's address may be spelt in another way, by which nobody knows whose it is.
        check_proof(call, call.work.players.at_address(guest.address))


def _check_it_is_for_nobody_here(call: Call, guest: Guest) -> None:
    """Refuse the link of a forwarded letter, where it would have a player answer who is not signed in."""
    if call.work.players.at_address(guest.address):
        raise Refusal(
            "This invitation has gone to a player: sign in first, or answer the letter from where it was sent to."
            " Nothing has been changed."
        )


def _player_for(call: Call, guest: Guest, answer: str, password: str | None) -> tuple[Player, bool]:
    if call.principal.signed_in is not None:
        confirm_by_use(call, call.principal.signed_in, guest.address)
        return call.principal.signed_in, False
    holders = {key_of(each.userid): each for each in call.work.players.at_address(guest.address)}
    if answer != YES and key_of(answer) in holders:
        return holders[key_of(answer)], False
    if answer == YES and len(holders) == 1:
        return next(iter(holders.values())), False
    if answer == YES and holders:
        raise Refusal(
            Message(
                "Several players have this address: answer with a line that names the one who is to play,"
                " for example: name {player}",
                player=next(iter(holders.values())).userid,
            )
        )
    userid = name_with_yes(call, guest.address) if answer == YES else answer
    return _new_player(call, userid, guest.address, password), True


def check_new_name(call: Call, userid: str) -> None:
    """Raise `Refusal` if nobody can be called so, or somebody is already."""
    check_new_userid(NewUserid().read(userid), call.commands, call.catalogue)
    if call.work.players.named([userid], even_left=True):
        raise _taken(userid)


def _new_player(call: Call, userid: str, address: str, password: str | None) -> Player:
    check_new_name(call, userid)
    if password:
        refuse_a_known_word(call, password)
    check_signup(call)
    try:
        # Without a password nobody can sign in until they have chosen one.
        player = call.work.players.add(userid, hash_of(call, password or None), call.at)
    except UseridTaken:
        raise _taken(userid) from None
    call.work.addresses.add(player, [address], confirmed_at=call.at)
    note_language(call, player)
    return player


def _taken(userid: str) -> Refusal:
    return Refusal(
        Message(
            "The userid {player} is taken: answer once more, with another name in a line like this: name {player}2",
            player=userid,
        )
    )


def _joined(
    call: Call, invitation: Invitation, guest: Guest, player_and_new: tuple[Player, bool], password: str | None
) -> Outcome:
    player, is_new = player_and_new
    call.work.invitations.accept(guest, player)
    guests = [replace(each, player=player) if each == guest else each for each in invitation.guests]
    now = replace(invitation, guests=tuple(guests))
    waiting = sum(each.player is None for each in now.guests)
    joined = Joined(
        player, guest.address, invitation.inviter, call.rules, is_new, bool(password), waiting, call.comment
    )
    # Here, since the words of who invites take their place as the game begins.
    check_words(call, joined)
    if is_greeting(invitation) and others_wanted(invitation):
        given = challenge_wanted(invitation, player)
        call.work.invitations.end([invitation])
        call.outcomes.append(joined)
        return begin_in_name_of(call, given, player)
    if waiting:
        return joined
    call.work.invitations.end([invitation])
    if is_new:
        call.outcomes.append(joined)
    # A greeting is answered with the name of a game, and nobody but a bot plays there.
    words = "" if is_greeting(invitation) else call.comment
    return start_with_guests(call, now, (player.userid, words))
