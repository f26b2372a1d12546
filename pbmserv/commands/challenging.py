"""The command that starts a game."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pbmserv.commands.asking import ask
from pbmserv.commands.beginning import SERVER, begin
from pbmserv.commands.bots import own_bots, why_not_with
from pbmserv.commands.budgets import faults_of_unconfirmed, note_answered
from pbmserv.commands.call import Call
from pbmserv.commands.command import Command
from pbmserv.commands.declaring import Argument, Given
from pbmserv.commands.inviting import UseridOrAddress, faults_of_guests, given_of, invite, is_address
from pbmserv.commands.limits import playing_alone, unwilling
from pbmserv.commands.naming import no_player
from pbmserv.commands.opening import DAYS, RATING, RELIABLE, conditions_of, faults_of_putting_up, put_up
from pbmserv.commands.outcome import Outcome
from pbmserv.commands.words import Misspelt
from pbmserv.games.base import Game, Option, OptionValue, Refusal, word_of_option
from pbmserv.play.board import Player, Terms, named
from pbmserv.play.opening import ANYONE
from pbmserv.play.trusting import check_trust
from pbmserv.store import invitations as store
from pbmserv.store.codes import Code


class NotChallenged(Outcome):
    """No game was started, since who was named as the sender of a challenge says that it is not theirs."""

    player: Player


def decline(call: Call, code: Code) -> NotChallenged:
    """Start nothing, where who is named as the sender says that the challenge is not theirs."""
    note_answered(call, json.loads(code.subject)["address"])
    return NotChallenged(code.player)


class InvalidChallenge(Refusal):
    """A challenge that cannot start a game, with all that is wrong with it."""


class WrongNumber(InvalidChallenge, Misspelt):
    """A challenge that names more players than the game has seats, or fewer; the answer shows one that does not."""


class Challenge(Command):
    """Start a game with the players that you name.

    The players sit in the order in which you name them; the page of the game says who begins. The parameters of the
    game (-name=value) are on its page too. Everybody named gets a letter with the board. If you do not want to play,
    resign before everybody has moved: then the board is removed and counts for nobody. You cannot leave your own
    challenge like that where something is dealt or rolled, such as hands or dice: see help resign.

    Names may be shortened, as long as they can mean nothing else. A word that a parameter can be will do alone:
    -reversi. With a --forfeittime of a week or less and no --nagtime, the reminder comes after half of that time.

    With --days, clocks run on some days of the week only, from Monday on, with a - for each day that does not count:
    --days=mtwtf-- leaves out the weekends. These days are as they are where each player lives (change timezone).

    Somebody who is no player yet can be named by their mail address:

        hex challenge alice carol@example.org

    They get one letter, with your name, not your address, and what you write in the body. The game begins when they
    answer yes, or with the name that they choose for themselves; you are told. See help invitations.

    If nothing is hidden and players move in turn, you can name yourself twice, and play both sides; such a game is
    not rated.

    Name bot-easy to play with the server itself (help bots). With anyone in the place of a player, the game waits
    until somebody joins: an open challenge (help open). With --rating=1500-1900 only such players can join:

        trichet challenge alice anyone
        hearts challenge alice bob anyone anyone --rating=1500-

    A challenge must come from the address of a player. If the letter does not show that it was sent from there (its
    envelope names another sender), you are first asked by letter, and the game starts when you answer.
    """

    words = ("challenge",)
    arguments = (Argument("userid", UseridOrAddress(), repeated=True, most=26),)
    options = (
        Option("nagtime", 7, "days without a move until the server reminds you", low=1, high=365),
        Option("forfeittime", 21, "days without a move until the game is lost", low=1, high=3650),
        Option("totaltime", 0, "days that each player has for the whole game, 0 for no limit", low=0, high=3650),
        Option("increment", 0, "hours that each move adds to the total time of its player", low=0, high=8760),
        Option("unrated", False, "the game does not change anybody's rating"),
        DAYS,
        RATING,
        RELIABLE,
    )
    of_a_game = True
    takes_game_parameters = True
    example = "trichet challenge alice bob"

    def forms_of_arguments(self, game: Game[Any] | None) -> list[str]:
        if game is None:
            return super().forms_of_arguments(game)
        least, most = game.seats[0], game.seats[-1]
        userids = [f"userid{number}" for number in range(1, least + 1)] if most > 1 else ["userid"]
        return [*userids, "..."] if most > least else userids

    def carry_out(self, call: Call, given: Given) -> Outcome:
        senders = call.at_address
        players = self.players_of(call, given, senders)
        by = _sent_by(senders, players)
        if by is None or call.sender.is_certain:
            return _begin(call, given, players, by)
        return ask(call, by, _as_typed(call, given), given)

    def carry_out_asked(self, call: Call, code: Code) -> Outcome:
        """Start the game that a player has been asked about, and has answered: in their name, as in the letter.

        Raises `InvalidChallenge` where it cannot be started any more.
        """
        what: dict[str, Any] = json.loads(code.subject)
        note_answered(call, what["address"])
        # Who was asked is known by the code, and what was in the letter is the comment again.
        call.player, call.comment = code.player, what["comment"]
        if what["game"] not in call.catalogue:
            raise Refusal("The game that this code is about is not played here any more.")
        call.game = call.catalogue[what["game"]]
        given = Given.of_stored(what["given"])
        return _begin(call, given, self.players_of(call, given, [call.player]), call.player)

    def players_of(self, call: Call, given: Given, senders: Sequence[Player]) -> list[Player]:
        """The players named, in order; `senders` are those who may have sent the challenge.

        Raises `InvalidChallenge`, with all that is wrong.
        """
        _refuse_an_address_that_waits(call, senders)
        names = [name for name in given["userid"] if name.lower() != ANYONE]
        invitation = Invitation(call, given, senders, call.work.players.named(names))
        wrong = [fault for check in _CHECKS for fault in check(invitation)]
        if wrong:
            is_number_wrong = len(invitation.userids) not in call.rules.seats
            refusal = WrongNumber if is_number_wrong else InvalidChallenge
            raise refusal("Invalid challenge\n\n" + "\n".join(f"* {fault}" for fault in wrong))
        options = _options(call.rules, given)
        call.rules.check_options(options, len(invitation.userids))
        if call.rules.on_trust(options):
            check_trust(call.rules, options, terms_of(given), own_bots(call, invitation.players).values())
        return invitation.players


def _refuse_an_address_that_waits(call: Call, senders: Sequence[Player]) -> None:
    """Whose address waits for confirmation can do one thing only, and is told of that alone."""
    address = call.sender.address
    if address and not senders and call.work.addresses.waits(address):
        raise InvalidChallenge(
            f"Invalid challenge\n\n* {address} waits for confirmation: a letter with a code has gone there. Answer"
            " that letter with yes, and then challenge once more."
        )


@dataclass(frozen=True)
class Invitation:
    """A challenge that has yet to be checked.

    `senders` are the players who may have sent it; `found` are the players named, by their userids in lower case.
    """

    call: Call
    given: Given
    senders: Sequence[Player]
    found: Mapping[str, Player]

    @property
    def userids(self) -> list[str]:
        """The names as typed, in lower case."""
        return [userid.lower() for userid in self.given["userid"]]

    @property
    def is_open(self) -> bool:
        """Whether it leaves a seat to whoever comes."""
        return ANYONE in self.userids

    @property
    def players(self) -> list[Player]:
        """The players named, as far as they exist, in order."""
        return [self.found[userid] for userid in self.userids if userid in self.found]


def _game_is_closed(invitation: Invitation) -> Iterator[str]:
    game = invitation.call.rules
    if not invitation.call.work.games.is_open(game.word):
        yield f"{game.name} is closed to new challenges at present; boards that have begun go on."


def _sender_is_nobody(invitation: Invitation) -> Iterator[str]:
    sender = invitation.call.sender
    if not sender.is_operator and not invitation.senders:
        yield (
            f"{sender.address} is not the confirmed address of a player: sign up first, with a letter whose Subject"
            " is: signup USERID PASSWORD"
        )


def _sender_is_not_confirmed(invitation: Invitation) -> Iterator[str]:
    call, senders = invitation.call, invitation.senders
    others = set(invitation.players) - {*senders, *own_bots(call, invitation.players)}
    if others or len(invitation.players) < len(invitation.userids):
        yield from faults_of_unconfirmed(call, senders)


def _somebody_is_suspended(invitation: Invitation) -> Iterator[str]:
    """Anybody named who is not let in, and the sender if that is nobody else's address."""
    senders, named = invitation.senders, list(invitation.found.values())
    suspended = invitation.call.work.players.suspended([*senders, *named])
    barred = [player for player in named if player in suspended]
    if suspended.issuperset(senders):
        barred += senders
    for player in dict.fromkeys(barred):
        yield f"{player.userid} has been suspended by the operator of this server."


def _too_many_or_too_few(invitation: Invitation) -> Iterator[str]:
    game, userids = invitation.call.rules, invitation.userids
    if len(userids) not in game.seats:
        are_named = "1 is named" if len(userids) == 1 else f"{len(userids)} are named"
        yield f"{game.name} is played by {number_of_players(game)}, and {are_named}."


def _nobody_has_the_name(invitation: Invitation) -> Iterator[str]:
    unknown = [userid for userid in invitation.given["userid"] if _is_unknown(userid, invitation)]
    yield from (no_player(invitation.call, userid) for userid in dict.fromkeys(unknown))


def _is_unknown(name: str, invitation: Invitation) -> bool:
    return not is_address(name) and name.lower() not in {*invitation.found, ANYONE}


def _guests_cannot_be_invited(invitation: Invitation) -> Iterator[str]:
    yield from faults_of_guests(invitation.call, invitation.given["userid"], invitation.senders)


def _one_is_named_twice(invitation: Invitation) -> Iterator[str]:
    game, userids = invitation.call.rules, invitation.userids
    if not game.same_player_twice:
        twice = [userid for userid in userids if userids.count(userid) > 1 and userid in invitation.found]
        for userid in dict.fromkeys(twice):
            yield f"{userid} is named more than once: {_why_not_twice(game)}"


def _somebody_does_not_want_to(invitation: Invitation) -> Iterator[str]:
    yield from unwilling(invitation.call, list(dict.fromkeys(invitation.players)))
    if len(invitation.players) == len(invitation.userids):
        yield from playing_alone(invitation.call, invitation.players)


def _another_would_play_alone(invitation: Invitation) -> Iterator[str]:
    """Of games alone or with bots a player has a few at a time: nobody else can use them up."""
    call, players = invitation.call, invitation.players
    people = {*players} - {*own_bots(call, players)}
    if call.sender.is_operator or len(players) < len(invitation.userids) or not people.isdisjoint(invitation.senders):
        return
    if len(people) == 1:
        name = people.pop().userid
        yield f"A game that {name} plays alone or with bots is begun by {name}, and by nobody else."


def _a_bot_cannot(invitation: Invitation) -> Iterator[str]:
    bots = own_bots(invitation.call, invitation.players)
    if bots:
        are_all = len(invitation.players) == len(invitation.userids)
        yield from why_not_with(invitation.call, bots, invitation.players, are_all)


def _times_do_not_go_together(invitation: Invitation) -> Iterator[str]:
    yield from faults_of_times(invitation.given)


def faults_of_times(given: Given) -> Iterator[str]:
    """What is wrong with the times that the options of a command agree on."""
    if _nag_days(given) > given.number("forfeittime"):
        yield "The reminder (--nagtime) would come after the forfeit (--forfeittime)."
    if given.number("increment") and not given.number("totaltime"):
        yield "--increment adds to the total time, so it needs --totaltime too."


def _nobody_can_join(invitation: Invitation) -> Iterator[str]:
    if not invitation.is_open:
        for name in sorted({"rating", "reliable"} & invitation.given.typed):
            yield f"--{name} says who can join an open challenge, so it needs a seat for anyone: alice anyone."
        return
    if any(map(is_address, invitation.given["userid"])):
        yield "An open challenge waits for players: leave the mail addresses out, or name nobody as anyone."
    if invitation.senders or invitation.call.sender.is_operator:
        by = _put_up_by(invitation.call, invitation.senders, invitation.players)
        yield from faults_of_putting_up(invitation.call, by, invitation.players)


_CHECKS: tuple[Callable[[Invitation], Iterator[str]], ...] = (
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
    _a_bot_cannot,
    _times_do_not_go_together,
    _nobody_can_join,
)
"""What may be wrong with a challenge, in the order in which it is told."""


def start_with_guests(call: Call, invitation: store.Invitation) -> Outcome:
    """Start the game that everybody has said yes to who was invited by mail address.

    Raises `InvalidChallenge` where it cannot be started any more.
    """
    given, inviter = given_of(invitation), invitation.inviter
    call.comment = invitation.challenge["words"]
    # The operator who has invited stands behind no address: whoever plays may have.
    senders = [inviter] if inviter else [*call.work.players.named(given["userid"]).values()]
    players = Challenge().players_of(call, given, senders)
    guests = dict.fromkeys(guest.player for guest in invitation.guests if guest.player)
    who, have = named(tuple(guests)), "has" if len(guests) == 1 else "have"
    by_whom = f"{inviter.userid} has invited {who}, who {have} said yes" if inviter else f"{who} {have} said yes"
    return _begin(call, given, players, inviter, [(SERVER, f"{by_whom}: so the game begins. Have fun!")])


def _sent_by(senders: Sequence[Player], players: Sequence[Player]) -> Player | None:
    """Whoever has sent a challenge, rather one of those who play; None for the operator."""
    playing = [player for player in senders if player in players]
    return next(iter(playing or senders), None)


def _put_up_by(call: Call, senders: Sequence[Player], players: Sequence[Player]) -> Player | None:
    """Whose an open challenge is: for the operator, that of the first who is named."""
    by = _sent_by(senders, players)
    return next(iter(players), None) if by is None and call.sender.is_operator else by


def _begin(
    call: Call,
    given: Given,
    players: Sequence[Player],
    by: Player | None,
    why: Sequence[tuple[str, str]] = (),
) -> Outcome:
    """Begin a game, of which everybody is told; it is wanted `by` a player, or else by the operator.

    `why` is what else is said to the players, with its authors.
    With those who are named by a mail address it begins when they have said yes; with a seat for anyone, it waits.
    """
    game, options = call.rules, _options(call.rules, given)
    if any(map(is_address, given["userid"])):
        return invite(call, given, options, by)
    terms = terms_of(given)
    names = [userid.lower() for userid in given["userid"]]
    if ANYONE in names:
        by_name = {player.userid.lower(): player for player in players}
        conditions = conditions_of(str(given.options["rating"]), given.number("reliable"))
        return put_up(call, [by_name.get(name) for name in names], options, terms, conditions, by or players[0])
    number = call.work.games.take_number(game.word)
    comments = [(by.userid if by else "The operator", call.comment)] if call.comment else []
    return begin(call, number, options, players, terms, by, [*why, *comments])


def terms_of(given: Given) -> Terms:
    """The terms that the options of a command agree on."""
    return Terms(
        nag_days=_nag_days(given),
        forfeit_days=given.number("forfeittime"),
        total_days=given.number("totaltime") or None,
        increment_hours=given.number("increment"),
        rated=not given.options["unrated"],
        days=str(given.options["days"]),
    )


def _why_not_twice(game: Game[Any]) -> str:
    if game.simultaneous:
        return f"in {game.name} all move at once, and nobody may know the moves of two seats."
    if game.hidden:
        return f"in {game.name} each seat has something to hide from the others, so nobody can have two."
    return f"in {game.name} nobody can have two seats."


def _options(game: Game[Any], given: Given) -> dict[str, OptionValue]:
    return {option.name: option.default for option in game.options} | dict(given.parameters)


def _as_typed(call: Call, given: Given) -> str:
    """The command in its canonical words."""
    parameters = [f"-{name}={word_of_option(value)}" for name, value in given.parameters.items()]
    options = [f"--{name}={word_of_option(given.options[name])}" for name in sorted(given.typed)]
    return " ".join([call.rules.word, "challenge", *given["userid"], *parameters, *options])


def _nag_days(given: Given) -> int:
    """Days until the reminder: where only a short time until the forfeit was typed, half of that time."""
    usual, forfeit = given.number("nagtime"), given.number("forfeittime")
    return usual if "nagtime" in given.typed or usual < forfeit else max(1, forfeit // 2)


def number_of_players(game: Game[Any]) -> str:
    """How many can play, in words: `2 players`, `2 to 6 players`."""
    least, most = game.seats[0], game.seats[-1]
    if least == most:
        return "1 player" if most == 1 else f"{most} players"
    return f"{least} to {most} players"
