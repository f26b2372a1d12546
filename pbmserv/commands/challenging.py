"""The command that starts a game."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any

from pbmserv.commands.announcing import announce, settle
from pbmserv.commands.call import Call
from pbmserv.commands.kinds import Userid
from pbmserv.commands.language import Argument, Command, Given
from pbmserv.commands.limits import unwilling
from pbmserv.games.base import Game, Option, Refusal
from pbmserv.games.chance import SEED_BYTES
from pbmserv.letters.board import BoardNews
from pbmserv.play.board import Board, Player, Terms


class InvalidChallenge(Refusal):
    """A challenge that cannot start a game, with all that is wrong with it."""


class Challenge(Command):
    """Start a game with the players that you name.

    The players sit in the order in which you name them; the page of the game says who begins. The parameters of the
    game (-name=value) are on its page too. Everybody named gets a letter with the board. If you do not want to play,
    resign before everybody has moved: then the board is removed and counts for nobody.

    Names of parameters and options may be shortened, as long as they can mean nothing else. With a --forfeittime of
    a week or less and no --nagtime, the reminder comes after half of that time.

    A challenge must come from an address of some player.
    """

    words = ("challenge",)
    arguments = (Argument("userid", Userid(), repeated=True, most=26),)
    options = (
        Option("nagtime", 7, "days without a move until the server reminds you", low=1, high=365),
        Option("forfeittime", 21, "days without a move until the game is lost", low=1, high=3650),
        Option("totaltime", 0, "days that each player has for the whole game, 0 for no limit", low=0, high=3650),
        Option("increment", 0, "hours that each move adds to the total time of its player", low=0, high=8760),
        Option("unrated", False, "the game does not change anybody's rating"),
    )
    of_a_game = True
    takes_game_parameters = True
    example = "trichet challenge alice bob"

    def carry_out(self, call: Call, given: Given) -> None:
        game = call.rules
        options = {option.name: option.default for option in game.options} | dict(given.parameters)
        players = self._invited(call, game, given["userid"], given)
        game.check_options(options, len(players))
        terms = Terms(
            nag_days=_nag_days(given),
            forfeit_days=given.number("forfeittime"),
            total_days=given.number("totaltime") or None,
            increment_hours=given.number("increment"),
            rated=not given.options["unrated"],
        )
        number = call.work.boards.take_number(game.word)
        seed = secrets.token_bytes(SEED_BYTES)
        board = Board.begin(game, number, options, players, seed, call.at, terms)
        call.work.boards.add(board)
        call.work.wishes.challenged(game.word, board.players)
        by = self._challenger(call, players)
        comments = ((by or "The operator", call.comment),) if call.comment else ()
        announce(call, board, BoardNews("new", by=by, comments=comments, rating_changes=settle(call, board)))

    def _invited(self, call: Call, game: Game[Any], userids: Sequence[str], given: Given) -> list[Player]:
        """The players named, in order.

        Raises `InvalidChallenge`, with all that is wrong.
        """
        wrong = []
        found = call.work.players.named(userids)
        senders = call.work.players.at_address(call.sender.address or "")
        if not call.work.boards.is_open(game.word):
            wrong.append(f"{game.name} is closed to new challenges at present; boards that have begun go on.")
        if not call.sender.is_operator and not senders:
            wrong.append(
                f"{call.sender.address} is not the confirmed address of a player: sign up first, with a letter whose"
                " Subject is: signup USERID PASSWORD"
            )
        wrong += _suspended(call, senders, list(found.values()))
        if len(userids) not in game.seats:
            are_named = "1 is named" if len(userids) == 1 else f"{len(userids)} are named"
            wrong.append(f"{game.name} is played by {number_of_players(game)}, and {are_named}.")
        folded = [userid.lower() for userid in userids]
        unknown = dict.fromkeys(userid for userid in userids if userid.lower() not in found)
        wrong += map(call.no_player, unknown)
        if not game.same_player_twice:
            twice = dict.fromkeys(userid for userid in folded if folded.count(userid) > 1 and userid in found)
            wrong += [f"{userid} is named more than once." for userid in twice]
        wrong += unwilling(call, [found[userid] for userid in folded if userid in found])
        if _nag_days(given) > given.number("forfeittime"):
            wrong.append("The reminder (--nagtime) would come after the forfeit (--forfeittime).")
        if given.number("increment") and not given.number("totaltime"):
            wrong.append("--increment adds to the total time, so it needs --totaltime too.")
        if wrong:
            raise InvalidChallenge("Invalid challenge\n\n" + "\n".join(f"* {fault}" for fault in wrong))
        return [found[userid] for userid in folded]

    def _challenger(self, call: Call, players: Sequence[Player]) -> str:
        at_address = call.work.players.at_address(call.sender.address) if call.sender.address else ()
        playing = [player for player in at_address if player in players]
        return next((player.userid for player in (playing or at_address)), "")


def _nag_days(given: Given) -> int:
    """Days until the reminder: where only a short time until the forfeit was typed, half of that time."""
    usual, forfeit = given.number("nagtime"), given.number("forfeittime")
    return usual if "nagtime" in given.typed or usual < forfeit else max(1, forfeit // 2)


def _suspended(call: Call, senders: Sequence[Player], named: Sequence[Player]) -> list[str]:
    """Who of those named is not let in, and the sender if that is nobody else's address."""
    suspended = call.work.players.suspended([*senders, *named])
    barred = [player for player in named if player in suspended]
    if suspended.issuperset(senders):
        barred += senders
    return [f"{player.userid} has been suspended by the operator of this server." for player in dict.fromkeys(barred)]


def number_of_players(game: Game[Any]) -> str:
    """How many can play, in words: `2 players`, `2 to 6 players`."""
    least, most = game.seats[0], game.seats[-1]
    if least == most:
        return "1 player" if most == 1 else f"{most} players"
    return f"{least} to {most} players"
