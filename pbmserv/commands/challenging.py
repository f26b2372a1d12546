"""The command that starts a game."""

from __future__ import annotations

import json
import secrets
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from pbmserv.commands.announcing import announce, settle
from pbmserv.commands.asking import ask
from pbmserv.commands.budgets import check_letters_to_others, note_answered
from pbmserv.commands.call import Call
from pbmserv.commands.kinds import Userid
from pbmserv.commands.language import Argument, Command, Given
from pbmserv.commands.limits import unwilling
from pbmserv.games.base import Game, Option, OptionValue, Refusal, word_of_option
from pbmserv.games.chance import SEED_BYTES
from pbmserv.letters.board import BoardNews
from pbmserv.letters.letter import write
from pbmserv.play.board import Board, Player, Terms
from pbmserv.store.players import Code


def decline(call: Call, code: Code) -> None:
    """Start nothing, where who is named as the sender says that the challenge is not theirs."""
    note_answered(call, json.loads(code.subject)["address"])
    call.answer(write("not_challenged", "No game has been started", userid=code.player.userid))


class InvalidChallenge(Refusal):
    """A challenge that cannot start a game, with all that is wrong with it."""


class Challenge(Command):
    """Start a game with the players that you name.

    The players sit in the order in which you name them; the page of the game says who begins. The parameters of the
    game (-name=value) are on its page too. Everybody named gets a letter with the board. If you do not want to play,
    resign before everybody has moved: then the board is removed and counts for nobody. Your own challenge to a game
    of hidden things, such as hands, you cannot leave like that: see help resign.

    Names of parameters and options may be shortened, as long as they can mean nothing else. With a --forfeittime of
    a week or less and no --nagtime, the reminder comes after half of that time.

    Where nothing is hidden and one moves after the other, you can name yourself twice, and play both sides; such a
    game is not rated.

    A challenge must come from an address of some player. Where the letter does not show that it was sent from there
    (the sender of its envelope is another one), you are asked by a letter first, and the game starts when you answer.
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
    writes_to_others = True
    example = "trichet challenge alice bob"

    def carry_out(self, call: Call, given: Given) -> None:
        senders = call.work.players.at_address(call.sender.address or "")
        players = self._invited(call, given, senders)
        playing = [player for player in senders if player in players]
        by = next(iter(playing or senders), None)
        if by is None or call.sender.is_certain:
            _start(call, given, players, by)
        else:
            ask(call, by, _as_typed(call, given), {"game": call.rules.word, "given": asdict(given)})

    def carry_out_asked(self, call: Call, code: Code) -> None:
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
        given = Given(**{**what["given"], "typed": frozenset(what["given"]["typed"])})
        _start(call, given, self._invited(call, given, [call.player]), call.player)
        check_letters_to_others(call)

    def _invited(self, call: Call, given: Given, senders: Sequence[Player]) -> list[Player]:
        """The players named, in order; `senders` are those who may have sent the challenge.

        Raises `InvalidChallenge`, with all that is wrong.
        """
        wrong = []
        game, userids = call.rules, given["userid"]
        found = call.work.players.named(userids)
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
            wrong += [f"{userid} is named more than once: {_why_not_twice(game)}" for userid in twice]
        wrong += unwilling(call, list(dict.fromkeys(found[userid] for userid in folded if userid in found)))
        if _nag_days(given) > given.number("forfeittime"):
            wrong.append("The reminder (--nagtime) would come after the forfeit (--forfeittime).")
        if given.number("increment") and not given.number("totaltime"):
            wrong.append("--increment adds to the total time, so it needs --totaltime too.")
        if wrong:
            raise InvalidChallenge("Invalid challenge\n\n" + "\n".join(f"* {fault}" for fault in wrong))
        players = [found[userid] for userid in folded]
        game.check_options(_options(game, given), len(players))
        return players


def _start(call: Call, given: Given, players: Sequence[Player], by: Player | None) -> None:
    """Start a game, and tell everybody; it is started `by` a player, or else by the operator."""
    game = call.rules
    terms = Terms(
        nag_days=_nag_days(given),
        forfeit_days=given.number("forfeittime"),
        total_days=given.number("totaltime") or None,
        increment_hours=given.number("increment"),
        rated=not given.options["unrated"],
    )
    number = call.work.boards.take_number(game.word)
    seed = secrets.token_bytes(SEED_BYTES)
    challenger = by if by in players else None
    board = Board.begin(game, number, _options(game, given), players, seed, call.at, terms, challenger)
    call.work.boards.add(board)
    call.work.wishes.challenged(game.word, board.players)
    name = by.userid if by else ""
    comments = ((name or "The operator", call.comment),) if call.comment else ()
    announce(call, board, BoardNews("new", by=name, comments=comments, rating_changes=settle(call, board)))


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
