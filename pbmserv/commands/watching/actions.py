"""Commands for watchers: subscribe, unsubscribe, notify."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pbmserv.commands.boards.showing import look_up_single, selected
from pbmserv.commands.requests.context import Call, Command
from pbmserv.commands.requests.offering_letters import Offer, to_player_offering
from pbmserv.commands.requests.outcome import Outcome
from pbmserv.games.base import Game, Refusal
from pbmserv.games.message import Message, lines_of
from pbmserv.language.argument_types import (
    PLAYER,
    BoardAt,
    BoardNumber,
    Selection,
    WholeBoardsOrSelectors,
    begins_like_a_board,
)
from pbmserv.language.command_spec import Argument, ArgumentType, ParsedArgs
from pbmserv.letters.letter import Letter
from pbmserv.play.board import Player, Status
from pbmserv.storage.watching import ALL_BOARDS, Watched

MOST_BOARDS = 200
"""The maximum number of single boards in one subscription."""

EVERYTHING = Selection("all", ())


class SubscriptionsTold(Outcome, frozen=True):
    """A player's subscriptions by game, and a sentence for each board not found."""

    written_by = "watching.actions:of_subscriptions"

    game: Game[Any]
    player: Player
    watched: Mapping[Game[Any], Watched]
    missing: tuple[str, ...]


class NotificationsTold(Outcome, frozen=True):
    """The boards of whose end a player is told, and a sentence for each board not found."""

    written_by = "watching.actions:of_notifications"

    game: Game[Any]
    player: Player
    watched: Watched
    missing: tuple[str, ...]


class BoardOrAll(ArgumentType):
    """A board's number, or the word `all`, which is no possible userid."""

    noun = "board number"

    def may_be(self, text: str) -> bool:
        return begins_like_a_board(text) or self._is_all(text)

    def read(self, text: str) -> Sequence[BoardAt] | Selection:
        return EVERYTHING if self._is_all(text) else (BoardAt(BoardNumber().read(text), None),)

    def _is_all(self, text: str) -> bool:
        return text.lower() == EVERYTHING.which


_BOARD_FIRST = (Argument("board", BoardOrAll()), *PLAYER)
_ANY_BOARDS = (
    *PLAYER,
    Argument("boards", WholeBoardsOrSelectors(), repeated=True),
)


class CommandAboutBoards(Command):
    """A command about named boards, or all."""

    def resolve(self, call: Call, given: ParsedArgs) -> ParsedArgs:
        asked: Sequence[BoardAt] | Selection = given.get("board") or given.get("boards") or EVERYTHING
        look_up_single(call, asked)
        return given.having(boards=asked)


class Subscribe(CommandAboutBoards):
    """Get the letters of boards that you do not play.

    You see the board as everybody may see it, without what the players hide. Name boards, or players whose boards you
    want to follow, or all; all includes boards that are yet to be started:

        trichet subscribe 101 alice secret7
        trichet subscribe alice secret7 101 102
        trichet subscribe alice secret7 bob
        trichet subscribe alice secret7 all
        trichet subscribe all alice secret7

    The last two are the same. You get the letters of boards that you play in any case. Of what one player does on
    boards that you do not play, you are told a hundred times a day at most.
    """

    words = ("subscribe", "sub")
    arguments = _BOARD_FIRST
    other_arguments = _ANY_BOARDS
    of_a_game = True
    example = "trichet subscribe 101 alice secret7"

    def carry_out(self, call: Call, given: ParsedArgs) -> Outcome:
        asked, player = given["boards"], call.player
        found = _find(call, asked)
        call.work.watching.begin(player, call.rules.word, found.numbers, since=call.at)
        return _subscriptions(call, player, found.missing)


class Unsubscribe(CommandAboutBoards):
    """Get no more letters of boards that you do not play.

    Name the boards, or players whose boards you have followed, or all to end
    whatever you have subscribed to in this game:

        trichet unsubscribe 101 alice secret7
        trichet unsubscribe alice secret7 bob
        trichet unsubscribe alice secret7 all
        trichet unsubscribe all alice secret7
    """

    words = ("unsubscribe",)
    arguments = _BOARD_FIRST
    other_arguments = _ANY_BOARDS
    of_a_game = True
    example = "trichet unsubscribe 101 alice secret7"

    def carry_out(self, call: Call, given: ParsedArgs) -> Outcome:
        asked, player = given["boards"], call.player
        game = call.rules
        watched = call.work.watching.of(player).get(game.word, Watched())
        if asked == EVERYTHING:
            call.work.watching.end(player, game.word)
            return _subscriptions(call, player)
        numbers, missing = _subscribed(call, asked, watched)
        if watched.all_boards:
            missing.append(
                Message(
                    "You get the letters of all boards of {game}. To end that, write: {word} unsubscribe"
                    " {player} PASSWORD all",
                    game=game.name,
                    word=game.word,
                    player=player.userid,
                )
            )
        if not numbers:
            raise Refusal(lines_of(*missing))
        call.work.watching.end(player, game.word, numbers)
        return _subscriptions(call, player, missing)


class Notify(CommandAboutBoards):
    """Get a letter when a game ends that you do not play.

    Name boards, or players whose boards you mean; without any, all boards of the game are meant, even those that are
    yet to be started. Of the games that one player ends, you are told of thirty a day at most. The same command sent
    again ends it:

        trichet notify 101 alice secret7
        trichet notify alice secret7
        trichet notify alice secret7 101 102
        trichet notify alice secret7 bob
    """

    words = ("notify",)
    arguments = _BOARD_FIRST
    other_arguments = (
        *PLAYER,
        Argument("boards", WholeBoardsOrSelectors(), optional=True, repeated=True),
    )
    of_a_game = True
    example = "trichet notify 101 alice secret7"

    def carry_out(self, call: Call, given: ParsedArgs) -> Outcome:
        asked, player = given["boards"], call.player
        game = call.rules
        found = _find(call, asked, only_active=True)
        watched = call.work.watching.of(player, only_the_end=True).get(game.word, Watched())
        already = watched.boards | ({ALL_BOARDS} if watched.all_boards else frozenset())
        if already.issuperset(found.numbers):
            call.work.watching.end(player, game.word, found.numbers, only_the_end=True)
        else:
            call.work.watching.begin(player, game.word, found.numbers, only_the_end=True)
        watched = call.work.watching.of(player, only_the_end=True).get(game.word, Watched())
        return NotificationsTold(game, player, watched, found.missing)


@dataclass(frozen=True)
class _Found:
    """The boards meant, and a sentence for each one not found."""

    numbers: tuple[int, ...]
    missing: tuple[str, ...] = ()


def _find(call: Call, asked: Sequence[BoardAt] | Selection, only_active: bool = False) -> _Found:
    """The boards to watch.

    Raises `Refusal` if there are none, or too many.
    """
    game = call.rules
    if asked == EVERYTHING:
        return _Found((ALL_BOARDS,))
    if isinstance(asked, Selection):
        lines = selected(call, asked, game.word, MOST_BOARDS + 1)
        missing = []
    else:
        numbers = [board.number for board in asked]
        lines = call.work.listing.lines(game.word, numbers, limit=MOST_BOARDS + 1)
        found = {line.number for line in lines}
        missing = [
            Message("There is no {game} board {number}.", game=game.name, number=number)
            for number in dict.fromkeys(numbers)
            if number not in found
        ]
    if len(lines) > MOST_BOARDS:
        raise Refusal(
            Message(
                "These are more than {most} boards; the word all means every board of {game}.",
                most=MOST_BOARDS,
                game=game.name,
            )
        )
    if only_active:
        over = [line.number for line in lines if line.status is not Status.ACTIVE]
        missing += [
            Message("The game on {game} board {number} is over.", game=game.name, number=number) for number in over
        ]
        lines = [line for line in lines if line.status is Status.ACTIVE]
    if not lines:
        raise Refusal(
            lines_of(*missing) if missing else Message("There are no such boards of {game}.", game=game.name)
        )
    return _Found(tuple(line.number for line in lines), tuple(missing))


def _subscribed(
    call: Call, asked: Sequence[BoardAt] | Selection, watched: Watched
) -> tuple[Sequence[int], list[str]]:
    """Those of the boards meant that are subscribed to, and a sentence for each other one."""
    game = call.rules
    if isinstance(asked, Selection):
        lines = selected(call, asked, game.word, len(watched.boards), among=sorted(watched.boards))
        numbers = [line.number for line in lines]
        return numbers, [] if numbers else [
            Message("You have subscribed to no such boards of {game}.", game=game.name)
        ]
    named = [board.number for board in asked]
    missing: list[str] = [
        Message("You have not subscribed to {game} board {number}.", game=game.name, number=number)
        for number in dict.fromkeys(named)
        if number not in watched.boards
    ]
    return [number for number in named if number in watched.boards], missing


def _subscriptions(call: Call, player: Player, missing: Sequence[str] = ()) -> SubscriptionsTold:
    watched = {
        call.catalogue[word]: each for word, each in call.work.watching.of(player).items() if word in call.catalogue
    }
    return SubscriptionsTold(call.rules, player, watched, tuple(missing))


def of_subscriptions(told: SubscriptionsTold, call: Call) -> list[Letter]:
    """To the player."""
    games = [(game.name, watched) for game, watched in told.watched.items()]
    facts: dict[str, Any] = {"games": games, "missing": told.missing}
    # Of the game that was asked about, if it is among them.
    game = told.game if told.game in told.watched else next(iter(told.watched), None)
    offers = _ends(game, told.watched[game]) if game else []
    return to_player_offering(call, told.player, offers, "watching/subscriptions", "Subscription summary", **facts)


def _ends(game: Game[Any], watched: Watched) -> list[Offer]:
    """Commands that end subscriptions to boards of a game."""
    boards = (*watched.active, *watched.over)
    single = [
        Offer(
            Message("End {game} board {number}", game=game.name, number=number), f"{game.word} unsubscribe {number}"
        )
        for number in boards[:_MOST_OFFERED]
    ]
    if not watched.all_boards and len(boards) == 1:
        return single
    every = Message("End all of {game}", game=game.name)
    return [*single, Offer(every, f"{game.word} unsubscribe", "all")]


_MOST_OFFERED = 3
"""The number of boards to which a letter offers to end the subscription."""


def of_notifications(told: NotificationsTold, call: Call) -> list[Letter]:
    """To the player."""
    game, watched = told.game, told.watched
    offers = []
    if watched.all_boards or watched.active:
        which = "" if watched.all_boards else f"{watched.active[0]}"
        offers = [Offer("Do not tell me", f"{game.word} notify", which)]
    facts: dict[str, Any] = {"game": game, "watched": watched, "missing": told.missing}
    subject = Message("{game} Notify summary", game=game.name)
    return to_player_offering(call, told.player, offers, "watching/notify", subject, **facts)
