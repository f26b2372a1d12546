"""What the clock has decided for a board, carried out: the board changed, and everybody told."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass

from pbmserv.commands.announcing import tell_of_turn
from pbmserv.commands.call import Call
from pbmserv.commands.reply_to import addresses_for_board
from pbmserv.commands.zones import zones
from pbmserv.games.chance import SEED_BYTES
from pbmserv.letters.board import BoardLetters, BoardNews
from pbmserv.play import leaving, voting
from pbmserv.play.board import Board, Player
from pbmserv.play.clock import Verdict, archive, decide, next_look, remind
from pbmserv.play.intervening import Intervention
from pbmserv.store.boards import Due


@dataclass(frozen=True)
class Decided:
    """What the clock has decided for a board, and about which players."""

    game: str
    number: int
    verdict: Verdict
    players: tuple[Player, ...]


def look_at(call: Call, due: Due) -> Decided | None:
    """Do what the clock decides for a board at the time of the call; None where that is nothing.

    It is nothing, too, where the board is not due any more or somebody else is at it.
    """
    if not call.work.boards.claim(due, call.at):
        return None
    board = call.work.boards.load(due.game, due.number, for_change=True)
    if board is None:
        return None
    decision = decide(board, call.at)
    if decision is None:
        call.work.boards.look_again(due, next_look(board, call.at))
        return None
    players = tuple(dict.fromkeys(board.seats[seat].player for seat in decision.seats))
    match decision.verdict:
        case Verdict.FORFEIT:
            fresh_seed = secrets.token_bytes(SEED_BYTES)
            tell_of_turn(call, board, leaving.forfeit(board, decision.seats, call.at, fresh_seed))
        case Verdict.TIE:
            tell_of_turn(call, board, voting.silence_agrees(board, call.at))
        case Verdict.NAG:
            nag(call, board, decision.seats)
        case Verdict.ARCHIVE:
            archive(board)
            call.work.boards.save(board)
    return Decided(due.game, due.number, decision.verdict, players)


def nag(call: Call, board: Board, seats: Sequence[int], intervention: Intervention | None = None) -> None:
    """Remind the players of these seats that they have to move."""
    players = remind(board, seats, call.at)
    call.work.boards.save(board)
    write = BoardLetters(board, BoardNews("nag", intervention=intervention), call.server)
    zone = zones(call, players)
    reply_to = addresses_for_board(call, board, players)
    call.write_to({player: write.to(player, zone[player], reply_to.get(player)) for player in players})
