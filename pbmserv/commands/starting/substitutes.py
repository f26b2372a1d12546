"""The command by which remaining players give a vacant seat to a substitute."""

from __future__ import annotations

from dataclasses import replace

from msgspec import structs

from pbmserv.commands.accounts.bots import own_bots, why_not_with
from pbmserv.commands.playing.turns import SeatOffered, save_turn, sit_down, with_substitute
from pbmserv.commands.requests.blocking import kept_apart
from pbmserv.commands.requests.confirmed_addresses import check_confirmed
from pbmserv.commands.requests.context import Call, CommandOnBoard
from pbmserv.commands.requests.expectations import OutOfDate
from pbmserv.commands.requests.lookup import known_player
from pbmserv.commands.requests.outcome import BoardChanged, Outcome
from pbmserv.commands.starting.limits import unwilling
from pbmserv.games.base import Refusal
from pbmserv.games.message import Message, in_turn
from pbmserv.language.argument_types import PLAYER, BoardNumber, Userid
from pbmserv.language.command_spec import Argument, ParsedArgs
from pbmserv.play import substituting
from pbmserv.play.board import Board, Player, Turn
from pbmserv.play.consent import why_offer_is_unclear
from pbmserv.play.open_challenge import ANYONE
from pbmserv.play.trusting import check_trust
from pbmserv.play.yes_and_no import NO, YES


class SubstituteAsked(BoardChanged, frozen=True):
    """A change to a board that also causes a letter to somebody who does not play there."""

    writes_to_others = True


class WhoOrAnswer(Userid):
    """A substitute (`anyone`, or a player), or yes or no to a proposal."""

    noun = "player"


class Substitute(CommandOnBoard):
    """Have somebody take over the seat of a player who has left.

    In a game for three or more that goes on after somebody has resigned or run out of time, those who are left can
    give the seat to another. One of them says to whom: to whoever comes, to a player, or to a bot:

        yacht substitute 101 alice secret7 anyone
        yacht substitute 101 alice secret7 dave
        yacht substitute 101 alice secret7 bot-easy

    All who are left have to agree, with the same command or with yes; any of them can say no. The game goes on
    meanwhile:

        yacht substitute 101 bob bobpw123 yes
        yacht substitute 101 bob bobpw123 no

    Then a bot comes at once, a player is asked by letter, and a seat for anyone stands in list open. Who comes takes
    it with join. See help substitutes.
    """

    words = ("substitute",)
    arguments = (
        Argument("board", BoardNumber()),
        *PLAYER,
        Argument("anyone|player|yes|no", WhoOrAnswer(), optional=True),
    )
    of_a_game = True
    plays = True
    reaches_further = True
    example = "yacht substitute 101 alice secret7 anyone"

    def carry_out(self, call: Call, given: ParsedArgs) -> Outcome:
        board: Board = given["board"]
        player = call.player
        word = (given.get("anyone|player|yes|no") or ANYONE).lower()
        return _told(call, board, _turn(call, board, player, word))


def _turn(call: Call, board: Board, player: Player, word: str) -> Turn:
    if word in {YES, NO}:
        # To agree to one substitute is not to agree to another, who has been proposed meanwhile.
        call.check_proposed(board)
    if word == YES and call.expects is None and (unclear := why_offer_is_unclear(board, player)):
        raise OutOfDate(unclear)
    if word == NO:
        return substituting.refuse(board, player)
    if word == YES and board.offer is not None and board.offer.to == player:
        return _seat_taken(call, board, player)
    if word == YES:
        _check_bot_can_still_come(call, board)
        return with_substitute(call, board, substituting.agree(board, player))
    to = _wanted(call, board, player, word)
    return with_substitute(call, board, substituting.offer(board, player, to, call.at))


def _wanted(call: Call, board: Board, player: Player, word: str) -> Player | None:
    """The wanted substitute, None for anyone. Raises `Refusal` for a player who cannot join now."""
    board.active_seats_of(player)
    if word == ANYONE:
        return None
    if not substituting.vacant_seats(board):
        # Nobody is to be found out about where there is nothing to offer.
        return player
    to = known_player(call, word)
    check_confirmed(call, player)
    _check_can_come(call, board, to)
    return to


def _check_can_come(call: Call, board: Board, player: Player) -> None:
    faults: list[str] = [
        Message("{player} has been suspended by the operator.", player=each.userid)
        for each in call.work.players.suspended([player])
    ]
    faults += unwilling(call, [player])
    faults += kept_apart(call, [player, *board.staying], player)
    people = [each.player for each in board.seats if not each.resigned]
    if bots := own_bots(call, [player]):
        faults += why_not_with(call, bots, [player, *people], are_all=True)
        check_trust(board.game, board.options, board.terms, bots.values())
    elif own_bots(call, people):
        faults += why_not_with(call, {}, [player], are_all=False)
    if faults:
        raise Refusal(in_turn(*faults))


def _check_bot_can_still_come(call: Call, board: Board) -> None:
    """Refuse a yes to a bot that no longer accepts challenges: it would take the seat at once."""
    to = board.offer.to if board.offer else None
    if to is not None and own_bots(call, [to]):
        _check_can_come(call, board, to)


def with_free_seats(call: Call, number: int) -> Board | None:
    """Lock and return a board if somebody can join it, or could have."""
    board = call.work.boards.load(call.rules.word, number, for_change=True)
    if board is None or not board.is_on:
        return None
    return board if any(seat.resigned or seat.earlier for seat in board.seats) else None


def join_board(call: Call, board: Board) -> Outcome:
    return _told(call, board, _seat_taken(call, board, call.player))


def _seat_taken(call: Call, board: Board, player: Player) -> Turn:
    if board.offer is None or board.offer.to != player:
        check_confirmed(call, player)
    # Their boards are counted: no other may begin at this moment.
    call.work.players.hold(player)
    if substituting.is_offered_to(board, player):
        _check_can_come(call, board, player)
    return sit_down(call, board, player)


def end_offers_to(call: Call, player: Player) -> list[Outcome]:
    """End the offers of seats to a player who cannot take them any more; those who play are told."""
    told = []
    for game, number in call.work.substitutes.offered_to(player):
        board = call.work.boards.load(game, number, for_change=True)
        if board is not None and board.offer is not None and board.offer.to == player:
            told.append(save_turn(replace(call, comment=""), board, substituting.refuse(board, player)))
    return told


def _told(call: Call, board: Board, turn: Turn) -> Outcome:
    asked = [each for each in call.outcomes if isinstance(each, SeatOffered)]
    told = save_turn(call, board, turn)
    call.work.standings.place(board.game.word, board.players)
    return SubstituteAsked(**structs.asdict(told)) if asked and isinstance(told, BoardChanged) else told
