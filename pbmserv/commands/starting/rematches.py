"""The rematch command."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import timedelta

from pbmserv.commands.accounts.bots import why_not_now
from pbmserv.commands.requests.blocking import kept_apart
from pbmserv.commands.requests.context import Call, CommandOnBoard
from pbmserv.commands.requests.outcome import Outcome
from pbmserv.commands.starting.limits import playing_alone, unwilling
from pbmserv.commands.starting.new_boards import begin
from pbmserv.games.base import Options, Refusal
from pbmserv.games.message import Message, counted, lines_of, of_messages
from pbmserv.language.argument_types import PLAYER, BoardNumber, OneOf
from pbmserv.language.command_spec import Argument, ParsedArgs
from pbmserv.play.board import Board, NotAllowed, Player, named
from pbmserv.play.bots import thinks_here
from pbmserv.play.yes_and_no import NO, YES
from pbmserv.storage.rematches import RematchAsked
from pbmserv.storage.tallies import Limit

DAYS = 14
"""How long a rematch can be accepted."""


ASKED = Limit("asked rematch", 3, timedelta(days=1))
"""How often one player may ask for a rematch of a board, after a refusal too."""


class RematchWanted(Outcome, frozen=True):
    """A rematch is wanted; those `asked` get a letter, and those `waiting` have yet to accept."""

    written_by = "starting.letters:of_wish"

    writes_to_others = True

    board: Board
    player: Player
    seats: tuple[Player, ...]
    """The players by future seat."""
    asked: tuple[Player, ...]
    waiting: tuple[Player, ...]
    words: str


class RematchDeclined(Outcome, frozen=True):
    """A rematch was declined; told to those who wanted it."""

    written_by = "starting.letters:of_declined_rematch"

    board: Board
    player: Player
    told: tuple[Player, ...]
    words: str = ""
    """What they wrote beside the no."""


class Rematch(CommandOnBoard):
    """Play once more, after a game has ended: the same players, parameters and terms.

    Everybody sits one seat further, so of two players the other one begins. The others are asked by letter, and the
    game begins when all have said yes, be it by answering that letter, by this command, or on the board's page. To
    say no:

        hex rematch 101 alice secret7 no

    Bots always want to. You can also answer the last letter of a game with the one word rematch, and that of a board
    which was removed before everybody had moved.
    """

    words = ("rematch",)
    arguments = (
        Argument("board", BoardNumber()),
        *PLAYER,
        Argument("yes|no", OneOf("answer", YES, NO), optional=True),
    )
    of_a_game = True
    plays = True
    reaches_further = True
    takes_removed = True
    example = "hex rematch 101 alice secret7"

    def carry_out(self, call: Call, given: ParsedArgs) -> Outcome:
        # Two who say it at the same moment are dealt with one after the other: the board is held.
        board: Board = given["board"]
        player = call.player
        _check_allowed(board, player)
        asked = _asked(call, board)
        if asked.next_number is not None:
            raise NotAllowed(
                Message(
                    "The rematch has begun already: it is {game} Board {number}.",
                    game=board.game.name,
                    number=asked.next_number,
                )
            )
        if given.get("yes|no") == NO:
            return _decline(call, board, player, asked)
        return _agree(call, board, player, asked)


def _check_allowed(board: Board, player: Player) -> None:
    if any(player in seat.earlier for seat in board.seats):
        raise NotAllowed(
            Message(
                "{player} has left {board}: a rematch is for those who were there at the end.",
                player=player.userid,
                board=board.title,
            )
        )
    if player not in board.players:
        raise NotAllowed(Message("{player} has not played on {board}.", player=player.userid, board=board.title))
    if board.is_on:
        raise NotAllowed(Message("The game on {board} is still on: a rematch comes after it.", board=board.title))


def _asked(call: Call, board: Board) -> RematchAsked:
    asked = call.work.rematches.of(call.work.boards.id_of(board))
    is_old = asked is not None and asked.next_number is None and call.at - asked.asked_at > timedelta(days=DAYS)
    return RematchAsked(call.at) if asked is None or is_old else asked


def _decline(call: Call, board: Board, player: Player, asked: RematchAsked) -> RematchDeclined:
    if len(board.players) == 1 or not asked.agreed:
        raise NotAllowed(Message("Nobody has asked for a rematch of {board}.", board=board.title))
    told = tuple(each for each in board.players if each.id in asked.agreed and each != player)
    kept = replace(asked, agreed=(), declined=tuple({*asked.declined, player.id}))
    call.work.rematches.keep(call.work.boards.id_of(board), kept)
    return RematchDeclined(board, player, told, call.comment)


def _agree(call: Call, board: Board, player: Player, asked: RematchAsked) -> Outcome:
    refusing = [each for each in board.players if each.id in asked.declined and each != player]
    if refusing:
        raise NotAllowed(
            counted(
                "{players} does not want a rematch.",
                "{players} do not want a rematch.",
                len(refusing),
                players=named(refusing),
            )
        )
    if player.id in asked.agreed:
        silent = [each for each in board.players if each.id not in asked.agreed]
        raise NotAllowed(
            counted(
                "You have said so already; {players} has yet to answer.",
                "You have said so already; {players} have yet to answer.",
                len(silent),
                players=named(silent),
            )
        )
    seats = seats_of_rematch(board)
    call.game = call.catalogue[board.game.word]
    options = _options_now(call, board)
    # Their boards are counted: no other may begin at this moment.
    call.work.players.hold(player)
    _check_it_can_begin(call, seats, options)
    bots = call.work.players.bots(board.players)
    at_once = [each.id for each, bot in bots.items() if thinks_here(bot) and each.id not in asked.agreed]
    is_first = not asked.agreed
    agreed = (*asked.agreed, player.id, *at_once)
    declined = tuple(number for number in asked.declined if number != player.id)
    waiting = tuple(each for each in board.players if each.id not in agreed)
    now = replace(asked, agreed=agreed, declined=declined, asked_at=call.at if is_first else asked.asked_at)
    if waiting:
        if is_first:
            _check_asked_before(call, board, player)
        call.work.rematches.keep(call.work.boards.id_of(board), now)
        return RematchWanted(board, player, seats, waiting if is_first else (), waiting, call.comment)
    board_id = call.work.boards.id_of(board)
    first = next(each for each in board.players if each.id == agreed[0])
    number = call.work.games.take_number(call.rules.word)
    comments = [(player.userid, call.comment)] if call.comment else []
    started = begin(call, number, options, seats, replace(board.terms, event=""), first, comments, seats)
    call.work.rematches.keep(board_id, replace(now, next_number=started.board.number))
    return started


def _check_asked_before(call: Call, board: Board, player: Player) -> None:
    whose = f"{player.userid} {board.game.word} {board.number}"
    if call.work.tallies.is_full(ASKED, whose, call.at):
        raise NotAllowed(
            Message(
                "You have asked for a rematch of {board} {most} times within a day.",
                board=board.title,
                most=ASKED.most,
            )
        )
    call.work.tallies.add(ASKED, whose, call.at)


def seats_of_rematch(board: Board) -> tuple[Player, ...]:
    """The players by future seat: each moves to the seat before, the first to the last."""
    players = [seat.player for seat in board.seats]
    return (*players[1:], *players[:1])


def _options_now(call: Call, board: Board) -> Options:
    return {each.name: board.options.get(each.name, each.default) for each in call.rules.options}


def _check_it_can_begin(call: Call, seats: Sequence[Player], options: Options) -> None:
    faults = list(_faults(call, seats))
    if faults:
        told = lines_of(*[Message("* {fault}", fault=of_messages(fault)) for fault in faults])
        raise Refusal(Message("There can be no rematch now:\n\n{faults}", faults=told))
    call.rules.check_options(options, len(seats))


def _faults(call: Call, seats: Sequence[Player]) -> Iterator[str]:
    players, game = list(dict.fromkeys(seats)), call.rules
    if not call.work.games.is_open(game.word):
        yield Message("{game} is closed to new challenges at present; boards that have begun go on.", game=game.name)
    here = call.work.players.named([player.userid for player in players]).values()
    yield from (
        Message("{player} has left this server.", player=player.userid) for player in players if player not in here
    )
    suspended = call.work.players.suspended(players)
    yield from (
        Message("{player} has been suspended by the operator of this server.", player=player.userid)
        for player in suspended
    )
    yield from unwilling(call, [player for player in players if player in here])
    yield from kept_apart(call, players)
    yield from why_not_now(call, players)
    yield from playing_alone(call, players)


def rematch_question(board: Board | None, by: str) -> Message:
    """The question whether somebody wants a rematch; `by` has asked for it, or is empty."""
    if board is None:
        return Message("Do you want to play once more?")
    order = ", ".join(player.userid for player in seats_of_rematch(board))
    if by:
        return Message(
            "{by} would like to play {game} once more, after {board}, in the order {players}: do you?",
            by=by,
            game=board.game.name,
            board=board.title,
            players=order,
        )
    return Message(
        "Do you want to play {game} once more, after {board}, in the order {players}?",
        game=board.game.name,
        board=board.title,
        players=order,
    )
