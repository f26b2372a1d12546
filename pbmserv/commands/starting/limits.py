"""Commands that set how much a player wants to play: accept, reject, limit."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from pbmserv.commands.requests.confirmed_addresses import NO_MORE_BOARDS, at_few_boards
from pbmserv.commands.requests.context import Call, Command
from pbmserv.commands.requests.outcome import Outcome
from pbmserv.games.base import Game
from pbmserv.games.message import Message, counted
from pbmserv.language.argument_types import PLAYER, Number, Userid, is_board_number
from pbmserv.language.command_spec import Argument, ArgumentType, ParsedArgs
from pbmserv.language.words import Misspelt
from pbmserv.play.board import Player

if TYPE_CHECKING:
    from pbmserv.play.open_challenge import OpenChallenge
    from pbmserv.storage.game_limits import Wish


MOST = 999
MOST_ALONE = 20
"""The limit on boards that somebody plays alone."""
MOST_WAITING = 10
"""The number of open challenges shown to a seeker."""


class LimitsTold(Outcome, frozen=True):
    written_by = "starting.letters:of_limits"

    game: Game[Any]
    player: Player
    wish: Wish
    active: int
    waiting: tuple[OpenChallenge, ...] = ()
    """Others' open challenges, for a seeker."""


@dataclass(frozen=True)
class HowMany:
    """A typed number; None for no limit."""

    number: int | None


class NumberOrWord(ArgumentType):
    """A number, or a word for a number or for no limit.

    Refusals name the first word.
    """

    noun = "number"

    def __init__(self, **words: int | None) -> None:
        self._words = words

    def read(self, text: str) -> HowMany:
        if text.lower() in self._words:
            return HowMany(self._words[text.lower()])
        try:
            return HowMany(Number(self.noun, MOST, low=0).read(text))
        except Misspelt as refusal:
            raise Misspelt(
                Message(
                    "The {noun} has to be a whole number from {low} to {high}, or {word}.",
                    noun=self.noun,
                    low=0,
                    high=MOST,
                    word=next(iter(self._words)),
                )
            ) from refusal


class UseridNotBoard(Userid):
    """A userid, where many players would type a board's number."""

    def __init__(self, answer: str) -> None:
        self._answer = answer

    def read(self, text: str) -> str:
        if is_board_number(text):
            raise Misspelt(
                Message(
                    "The command {answer} is about challenges, and takes no board. To answer a proposal, write"
                    ' {answer} as a move, such as "trichet move 101 alice PASSWORD {answer}".',
                    answer=self._answer,
                )
            )
        return super().read(text)


_LIMIT = Argument("number", NumberOrWord(none=None, all=None, inf=None, accept=None, reject=0), optional=True)


class Accept(Command):
    """Take challenges for a game again.

    With a number, you take them as long as you play fewer boards than that:

        trichet accept alice secret7
        trichet accept alice secret7 5

    The second is the same as trichet limit alice secret7 5.
    """

    words = ("accept",)
    arguments = (Argument("userid", UseridNotBoard("accept"), authenticates=True), PLAYER[1], _LIMIT)
    of_a_game = True
    example = "trichet accept alice secret7"

    def carry_out(self, call: Call, given: ParsedArgs) -> Outcome:
        asked: HowMany | None = given.get("number")
        return _changed(call, most_boards=asked.number if asked else None)


class Reject(Command):
    """Take no more challenges for a game.

    Boards that you already play go on. Whoever challenges you is told that you take no challenges; accept changes
    that again.
    """

    words = ("reject",)
    arguments = (Argument("userid", UseridNotBoard("reject"), authenticates=True), PLAYER[1])
    of_a_game = True
    example = "trichet reject alice secret7"

    def carry_out(self, call: Call, given: ParsedArgs) -> Outcome:
        return _changed(call, most_boards=0)


class Limit(Command):
    """Say how many boards of a game you want to play at the same time.

    While you play that many, nobody can challenge you, and you cannot challenge others. 0 or reject rejects all
    challenges; none, all, inf and accept lift the limit; without a number you are told how things stand:

        trichet limit alice secret7 5
        trichet limit alice secret7 none
        trichet limit alice secret7
    """

    words = ("limit",)
    arguments = (*PLAYER, _LIMIT)
    of_a_game = True
    example = "trichet limit alice secret7 5"

    def carry_out(self, call: Call, given: ParsedArgs) -> Outcome:
        asked: HowMany | None = given.get("number")
        if asked is None:
            return limits_told(call, call.player)
        return _changed(call, most_boards=asked.number)


def unwilling(call: Call, players: Iterable[Player]) -> list[str]:
    """A sentence for each player who accepts no challenge of this game now; the one who asks is `you`."""
    players = [*players]
    game, limits = call.rules, who_is_unwilling(call, players)
    sentences: list[str] = []
    if not call.credential.is_operator:
        # Not why: that somebody's address waits is not for others to know.
        sentences += [
            NO_MORE_BOARDS
            if player == call.principal.player
            else Message("{player} takes no more boards at present.", player=player.userid)
            for player in at_few_boards(call, players)
        ]
    for player, limit in limits.items():
        if player == call.principal.player:
            sentences.append(_of_your_own(game, limit))
        elif limit == 0:
            sentences.append(Message("{player} takes no challenges of {game}.", player=player.userid, game=game.name))
        else:
            sentences.append(
                counted(
                    "{player} is at the limit of {count} board of {game} at the same time.",
                    "{player} is at the limit of {count} boards of {game} at the same time.",
                    limit,
                    player=player.userid,
                    game=game.name,
                )
            )
    return sentences


def _of_your_own(game: Game[Any], limit: int) -> str:
    if limit == 0:
        return Message("You take no challenges of {game}.", game=game.name)
    return counted(
        "You are at your limit of {count} board of {game} at the same time.",
        "You are at your limit of {count} boards of {game} at the same time.",
        limit,
        game=game.name,
    )


def playing_alone(call: Call, players: Iterable[Player]) -> list[str]:
    """A sentence why a player cannot start another game alone; empty if they can."""
    people = [*dict.fromkeys(players)]
    if len(people) != 1 or call.credential.is_operator or call.work.listing.boards_alone(people[0]) < MOST_ALONE:
        return []
    return [
        Message(
            "{player} plays with nobody else on {most} boards, which is the most: finish one first.",
            player=people[0].userid,
            most=MOST_ALONE,
        )
    ]


def who_is_unwilling(call: Call, players: Iterable[Player]) -> dict[Player, int]:
    """The players who accept no challenge of this game now, with the limits reached."""
    game = call.rules
    limits = {
        player: wish.most_boards
        for player, wish in call.work.game_limits.of(game.word, players).items()
        if wish.most_boards is not None
    }
    active = call.work.listing.active_boards(limits, game.word)
    return {player: limit for player, limit in limits.items() if active[player] >= limit}


def _changed(call: Call, most_boards: int | None) -> LimitsTold:
    player = call.player
    game = call.rules.word
    before = call.work.game_limits.of(game, [player])[player]
    seeking = 0 if most_boards == 0 else before.seeking
    call.work.game_limits.change(game, player, replace(before, most_boards=most_boards, seeking=seeking))
    return limits_told(call, player)


def limits_told(call: Call, player: Player, is_seeker: bool = False) -> LimitsTold:
    game = call.rules
    wish = call.work.game_limits.of(game.word, [player])[player]
    waiting = call.work.open_challenges.listed([game.word], call.at, MOST_WAITING, player) if is_seeker else []
    of_others = tuple(each for each in waiting if player not in each.players)
    return LimitsTold(game, player, wish, call.work.listing.active_boards([player], game.word)[player], of_others)
