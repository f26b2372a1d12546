"""Playing with anyone: joining the open challenge that fits, or else waiting for somebody to join."""

from __future__ import annotations

from dataclasses import replace

from msgspec import structs

from pbmserv.commands.accounts.first_game import weakest_bot
from pbmserv.commands.requests.context import Call, Command
from pbmserv.commands.requests.outcome import Outcome, Started
from pbmserv.commands.starting.challenges import TERMS, Challenge, options_of, terms_of
from pbmserv.commands.starting.new_boards import begin
from pbmserv.commands.starting.open_challenges import Waiting, join, put_up
from pbmserv.games.base import Game, Option, Refusal
from pbmserv.games.message import Message
from pbmserv.language.argument_types import PLAYER
from pbmserv.language.command_spec import ParsedArgs
from pbmserv.play.board import NotAllowed, Terms
from pbmserv.play.open_challenge import ANYONE, Conditions, OpenChallenge
from pbmserv.storage.open_challenges import Wanted

MOST_TRIED = 50
"""The number of open challenges that fit and are tried: those with least time left."""


class WaitingBesideBot(Waiting, frozen=True, kw_only=True):
    """An open challenge waits, and a game with a bot has begun."""

    written_by = "starting.letters:of_waiting_beside_bot"

    beside: Started


class Anyone(Command):
    """Play with anyone who wants the same.

    If an open challenge with the same parameters and times waits, and you can join it, you take the seat; the one
    that has waited longest comes first. If not, an open challenge of yours waits for somebody else (help open). So
    two who both write this play with each other:

        trichet anyone alice secret7
        trichet anyone bob bobpw123

    Parameters of the game and times are those of any challenge. With --meanwhile, a game with a bot of this server
    begins too if you have to wait; it is not rated, and goes on when somebody comes:

        trichet anyone alice secret7 --forfeittime=7 --meanwhile
    """

    words = ("anyone",)
    arguments = PLAYER
    options = (*TERMS, Option("meanwhile", False, "if you have to wait, a game with a bot begins"))
    of_a_game = True
    takes_game_parameters = True
    example = "trichet anyone alice secret7"

    def carry_out(self, call: Call, given: ParsedArgs) -> Outcome:
        player, game = call.player, call.rules
        seats = seats_with_anyone(game)
        if seats < 2:
            raise Refusal(Message("{game} is played alone: nobody else can join.", game=game.name))
        given = given.having(userid=[player.userid, *[ANYONE] * (seats - 1)])
        challenge, by = Challenge(), [player]
        options, terms = options_of(game, given), terms_of(given)
        call.work.players.hold(player)
        # Two who do this at the same moment meet: the second waits here, and then finds the challenge of the first.
        call.work.games.take_numbers(game.word, 0)
        rating = call.work.standings.rating_of(game.word, player)
        in_time = call.work.punctuality.percent_of(player, call.at)
        fitting = call.work.open_challenges.fitting(
            game.word, call.at, MOST_TRIED, player, Wanted(options, terms, seats), rating, in_time
        )
        for each in fitting:
            if each.by != player and (joined := _joined(call, each)):
                return joined
        if own := next((each for each in fitting if player in each.players), None):
            raise NotAllowed(
                Message("{board} waits for somebody already, and you have a seat on it.", board=own.title)
            )
        challenge.players_of(call, given, by)
        seated = [player, *[None] * (seats - 1)]
        waiting = put_up(call, seated, options, terms, Conditions(), player)
        if not given.options["meanwhile"]:
            return waiting
        return WaitingBesideBot(**structs.asdict(waiting), beside=_game_with_bot(call, given, terms))


def seats_with_anyone(game: Game[object]) -> int:
    """How many play a game that anyone can join: two, if two can."""
    return 2 if 2 in game.seats else next((seats for seats in game.seats if seats > 1), 1)


def _joined(call: Call, waiting: OpenChallenge) -> Outcome | None:
    """Join, if it still waits and nothing forbids it."""
    found = call.work.open_challenges.take(waiting.game.word, waiting.number)
    if found is None:
        return None
    try:
        return join(call, found, call.player)
    except Refusal:
        return None


def _game_with_bot(call: Call, given: ParsedArgs, terms: Terms) -> Started:
    bot = weakest_bot(call, call.rules)
    if not bot:
        raise Refusal(Message("No bot plays {game} for two here: leave --meanwhile out.", game=call.rules.name))
    given = given.having(userid=[call.player.userid, bot])
    players = Challenge().players_of(call, given, [call.player])
    number = call.work.games.take_number(call.rules.word)
    unrated = replace(terms, rated=False)
    return begin(call, number, options_of(call.rules, given), players, unrated, call.player, [])
