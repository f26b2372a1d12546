"""Validation of challenges."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pbmserv.commands.accounts.bots import own_bots, why_not_with
from pbmserv.commands.requests.blocking import kept_apart
from pbmserv.commands.requests.confirmed_addresses import faults_of_unconfirmed
from pbmserv.commands.requests.context import Call
from pbmserv.commands.requests.lookup import no_player
from pbmserv.commands.requests.redaction import Quoting
from pbmserv.commands.starting.invitations import faults_of_guests, is_address
from pbmserv.commands.starting.limits import playing_alone, unwilling
from pbmserv.commands.starting.open_challenges import faults_of_putting_up
from pbmserv.games.base import Game
from pbmserv.games.message import Message, counted
from pbmserv.language.command_spec import ParsedArgs
from pbmserv.letters.seats import number_of_players
from pbmserv.play.board import Player
from pbmserv.play.open_challenge import ANYONE

MOST_UNANSWERED = 40
"""The limit on boards that one player has begun and on which another has not made a first move."""


@dataclass(frozen=True)
class ChallengeDraft:
    """An unchecked challenge.

    `senders` are the players who may have sent it; `found` are the named players by lower-case userid.
    """

    call: Call
    given: ParsedArgs
    senders: Sequence[Player]
    found: Mapping[str, Player]

    @property
    def userids(self) -> list[str]:
        return [userid.lower() for userid in self.given["userid"]]

    @property
    def is_open(self) -> bool:
        return ANYONE in self.userids

    @property
    def players(self) -> list[Player]:
        """The existing players named, in order."""
        return [self.found[userid] for userid in self.userids if userid in self.found]


def _game_is_closed(invitation: ChallengeDraft) -> Iterator[str]:
    game = invitation.call.rules
    if not invitation.call.work.games.is_open(game.word):
        yield Message("{game} is closed to new challenges at present; boards that have begun go on.", game=game.name)


def _sender_is_nobody(invitation: ChallengeDraft) -> Iterator[str]:
    sender = invitation.call.credential
    if not sender.is_operator and not invitation.senders:
        yield (
            Message(
                "{address} is not the confirmed address of a player: sign up first, with a letter whose"
                " Subject is: signup USERID PASSWORD",
                address=sender.address,
            )
        )


def _sender_is_not_confirmed(invitation: ChallengeDraft) -> Iterator[str]:
    call, senders = invitation.call, invitation.senders
    others = set(invitation.players) - {*senders, *own_bots(call, invitation.players)}
    if others or len(invitation.players) < len(invitation.userids):
        yield from faults_of_unconfirmed(call, senders)


def _somebody_is_suspended(invitation: ChallengeDraft) -> Iterator[str]:
    senders, named = invitation.senders, list(invitation.found.values())
    suspended = invitation.call.work.players.suspended([*senders, *named])
    barred = [player for player in named if player in suspended]
    if suspended.issuperset(senders):
        barred += senders
    for player in dict.fromkeys(barred):
        yield Message("{player} has been suspended by the operator of this server.", player=player.userid)


def _too_many_or_too_few(invitation: ChallengeDraft) -> Iterator[str]:
    game, userids = invitation.call.rules, invitation.userids
    if len(userids) not in game.seats:
        fault = counted(
            "{game} is played by {players}, and {count} is named.",
            "{game} is played by {players}, and {count} are named.",
            len(userids),
            game=game.name,
            players=number_of_players(game),
        )
        if _has_typed_a_password(invitation):
            fault = Message("{fault} A challenge is written without a password.", fault=fault)
        yield fault


def _has_typed_a_password(invitation: ChallengeDraft) -> bool:
    """Whether a player may have typed their password as in other commands."""
    given, call = invitation.given["userid"], invitation.call
    return call.line is not None and any(
        _is_unknown(each, invitation) and not Quoting(call, call.line).shows(each) for each in given[1:2]
    )


def _nobody_has_the_name(invitation: ChallengeDraft) -> Iterator[str]:
    unknown = [userid for userid in invitation.given["userid"] if _is_unknown(userid, invitation)]
    yield from (no_player(invitation.call, userid) for userid in dict.fromkeys(unknown))


def _is_unknown(name: str, invitation: ChallengeDraft) -> bool:
    return not is_address(name) and name.lower() not in {*invitation.found, ANYONE}


def _guests_cannot_be_invited(invitation: ChallengeDraft) -> Iterator[str]:
    yield from faults_of_guests(invitation.call, invitation.given["userid"], invitation.senders)


def _one_is_named_twice(invitation: ChallengeDraft) -> Iterator[str]:
    game, userids = invitation.call.rules, invitation.userids
    if not game.same_player_twice:
        twice = [userid for userid in userids if userids.count(userid) > 1 and userid in invitation.found]
        for userid in dict.fromkeys(twice):
            yield Message(_why_not_twice(game), player=userid, game=game.name)


def _somebody_does_not_want_to(invitation: ChallengeDraft) -> Iterator[str]:
    yield from unwilling(invitation.call, list(dict.fromkeys(invitation.players)))
    if len(invitation.players) == len(invitation.userids):
        yield from playing_alone(invitation.call, invitation.players)


def _somebody_is_blocked(invitation: ChallengeDraft) -> Iterator[str]:
    by = sent_by(invitation.senders, invitation.players)
    yield from kept_apart(invitation.call, [*([by] if by else []), *invitation.players])


def _another_would_play_alone(invitation: ChallengeDraft) -> Iterator[str]:
    """The limit on a player's games alone or with bots, so that nobody else can use it up."""
    call, players = invitation.call, invitation.players
    people = {*players} - {*own_bots(call, players)}
    if (
        call.credential.is_operator
        or len(players) < len(invitation.userids)
        or not people.isdisjoint(invitation.senders)
    ):
        return
    if len(people) == 1:
        name = people.pop().userid
        yield Message(
            "A game that {name} plays alone or with bots is begun by {name}, and by nobody else.", name=name
        )


def _a_bot_cannot(invitation: ChallengeDraft) -> Iterator[str]:
    bots = own_bots(invitation.call, invitation.players)
    if bots:
        are_all = len(invitation.players) == len(invitation.userids)
        yield from why_not_with(invitation.call, bots, invitation.players, are_all)


def _somebody_has_not_answered(invitation: ChallengeDraft) -> Iterator[str]:
    """The limit on boards of which somebody is reminded every day without ever having wanted to play."""
    call, players = invitation.call, invitation.players
    if call.credential.is_operator:
        return
    by = sent_by(invitation.senders, players)
    asked = {*players} - {*invitation.senders, *own_bots(call, players)}
    unanswered = call.work.listing.boards_unanswered(asked, by if by in players else None)
    for player in [each for each in players if unanswered.get(each, 0) >= MOST_UNANSWERED]:
        if by in players:
            text = (
                "There are {most} boards that you have begun with them, and on which {player} has made no move yet:"
                " wait until there are fewer."
            )
        else:
            text = (
                "There are {most} boards that others have begun for them, and on which {player} has made no move yet:"
                " wait until there are fewer."
            )
        yield Message(text, most=MOST_UNANSWERED, player=player.userid)


def _times_do_not_go_together(invitation: ChallengeDraft) -> Iterator[str]:
    yield from faults_of_times(invitation.given)


def faults_of_times(given: ParsedArgs) -> Iterator[str]:
    """Check the times in a command's options."""
    if nag_days(given) > given.number("forfeittime"):
        yield "The reminder (--nagtime) would come after the forfeit (--forfeittime)."
    if given.number("increment") and not given.number("totaltime"):
        yield Message("--increment adds to the total time, so it needs --totaltime too.")


def _nobody_can_join(invitation: ChallengeDraft) -> Iterator[str]:
    if not invitation.is_open:
        for name in sorted({"rating", "reliable"} & invitation.given.typed):
            yield Message(
                "--{name} says who can join an open challenge, so it needs a seat for anyone: alice anyone.",
                name=name,
            )
        return
    if any(map(is_address, invitation.given["userid"])):
        yield "An open challenge waits for players: leave the mail addresses out, or name nobody as anyone."
    if invitation.senders or invitation.call.credential.is_operator:
        by = put_up_by(invitation.call, invitation.senders, invitation.players)
        yield from faults_of_putting_up(invitation.call, by, invitation.players)


CHECKS: tuple[Callable[[ChallengeDraft], Iterator[str]], ...] = (
    _game_is_closed,
    _sender_is_nobody,
    _sender_is_not_confirmed,
    _somebody_is_suspended,
    _too_many_or_too_few,
    _nobody_has_the_name,
    _guests_cannot_be_invited,
    _one_is_named_twice,
    _another_would_play_alone,
    _somebody_does_not_want_to,
    _somebody_is_blocked,
    _a_bot_cannot,
    _somebody_has_not_answered,
    _times_do_not_go_together,
    _nobody_can_join,
)
"""All checks, in the order in which faults are told."""


def sent_by(senders: Sequence[Player], players: Sequence[Player]) -> Player | None:
    """The presumed sender, preferably one of the players; None for the operator."""
    playing = [player for player in senders if player in players]
    return next(iter(playing or senders), None)


def put_up_by(call: Call, senders: Sequence[Player], players: Sequence[Player]) -> Player | None:
    """The owner of an open challenge: for the operator's, the first player named."""
    by = sent_by(senders, players)
    return next(iter(players), None) if by is None and call.credential.is_operator else by


def _why_not_twice(game: Game[Any]) -> str:
    if game.simultaneous:
        return (
            "{player} is named more than once: in {game} all move at once, and nobody may know the moves of two"
            " seats."
        )
    if game.hidden:
        return (
            "{player} is named more than once: in {game} each seat has something to hide from the others, so nobody"
            " can have two."
        )
    return "{player} is named more than once: in {game} nobody can have two seats."


def nag_days(given: ParsedArgs) -> int:
    """Days until the reminder: half of a short time to forfeit if only that was typed."""
    usual, forfeit = given.number("nagtime"), given.number("forfeittime")
    return usual if "nagtime" in given.typed or usual < forfeit else max(1, forfeit // 2)
