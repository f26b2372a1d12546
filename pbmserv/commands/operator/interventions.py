"""The operator's interventions in boards: by the same rules as players' actions, logged, and told with the reason.

Each function returns what was logged.
"""

from __future__ import annotations

import secrets

from pbmserv.commands.playing.clock_verdicts import nag
from pbmserv.commands.playing.turns import is_rated, save_turn
from pbmserv.commands.requests.context import Call
from pbmserv.commands.requests.lookup import known_player
from pbmserv.commands.starting.open_challenges import take_down
from pbmserv.games.chance import SEED_BYTES
from pbmserv.games.message import Message
from pbmserv.language.words import NO_GAME_HERE, find
from pbmserv.play import intervening, leaving
from pbmserv.play.board import Board, NotAllowed, Status, Turn, in_sentence
from pbmserv.play.intervening import Intervention


def board_to_change(call: Call, game: str, number: int, even_removed: bool = False) -> Board:
    """Lock and return a board.

    Raises `Refusal` if there is no such game or board, or it was removed and `even_removed` is false.
    """
    call.game = call.catalogue[find(game, call.catalogue, NO_GAME_HERE)]
    removed = call.work.boards.load(call.rules.word, number, for_change=True) if even_removed else None
    return removed or call.load_board(number, for_change=True)


def forfeit(call: Call, board: Board, userid: str, reason: str) -> Intervention:
    """Forfeit a player's game, as the clock would.

    Raises `Refusal`.
    """
    player = known_player(call, userid)
    turn = leaving.forfeit(board, board.active_seats_of(player), call.at, secrets.token_bytes(SEED_BYTES))
    return _tell(
        call, board, turn, Message("The operator has taken {player} out of the game.", player=player.userid), reason
    )


def adjudicate(call: Call, board: Board, winner: str | None, points: int, reason: str) -> Intervention:
    """End a game as a win for a player, or as a draw (None).

    Raises `Refusal`.
    """
    player = known_player(call, winner) if winner is not None else None
    turn = intervening.adjudicate(board, player, call.at, points)
    if player:
        decided = Message("The operator has decided the game: {player} wins.", player=player.userid)
    else:
        decided = Message("The operator has decided the game: it is a tie.")
    return _tell(call, board, turn, decided, reason)


def undo(call: Call, board: Board, to: int | None, reason: str) -> Intervention:
    """Take back everything after move (or round) `to`, or the last event, including a removal.

    Raises `Refusal`.
    """
    counted = board.status in {Status.OVER, Status.ARCHIVED}
    turn = intervening.undo(board, call.at, to)
    _unrate(call, board, counted)
    if board.terms.event:
        call.work.seasons.reopen(call.work.boards.id_of(board), call.at)
    return _tell(call, board, turn, _what_was_undone(board), reason)


def abort(call: Call, board: Board, reason: str) -> Intervention:
    """Void a game, finished or not.

    Raises `Refusal`.
    """
    counted = board.status in {Status.OVER, Status.ARCHIVED}
    turn = intervening.abort(board, call.at)
    _unrate(call, board, counted)
    return _tell(call, board, turn, Message("The operator has called the game off."), reason)


def call_off(call: Call, game: str, number: int, reason: str) -> str:
    """Void a game or remove an open challenge; return what was done.

    Raises `Refusal`.
    """
    word = find(game, call.catalogue, NO_GAME_HERE)
    waiting = call.work.open_challenges.take(word, number)
    if waiting is None:
        return abort(call, board_to_change(call, game, number), reason).what
    take_down(call, waiting, reason)
    return Message("The operator has taken down an open challenge.")


def remind(call: Call, board: Board, reason: str) -> Intervention:
    """Remind the players to move, whenever they were last reminded.

    Raises `Refusal` if nobody has to move.
    """
    if not board.seats_to_move:
        raise NotAllowed(Message("Nobody has to move on {board}.", board=board.title))
    names = in_sentence([player.userid for player in board.players_to_move])
    intervention = _written_down(call, board, Message("The operator has reminded {players}.", players=names), reason)
    nag(call, board, board.seats_to_move, intervention)
    return intervention


def _tell(call: Call, board: Board, turn: Turn, what: Message, reason: str) -> Intervention:
    intervention = _written_down(call, board, what, reason)
    call.outcomes.append(save_turn(call, board, turn, intervention))
    return intervention


def _written_down(call: Call, board: Board, what: Message, reason: str) -> Intervention:
    intervention = Intervention(call.at, what, reason)
    call.work.interventions.add(board, intervention)
    return intervention


def _unrate(call: Call, board: Board, counted: bool) -> None:
    call.work.boards.save(board)
    if counted and is_rated(board):
        call.work.ratings.rebuild(board.game.word)
    call.work.standings.place(board.game.word, board.players)


def _what_was_undone(board: Board) -> Message:
    last = board.next_number - 1
    if not last:
        return Message("The operator has taken back all moves: the game starts again.")
    if board.game.simultaneous:
        return Message(
            "The operator has taken back what happened after round {number}: the game goes on from there.",
            number=last,
        )
    return Message(
        "The operator has taken back what happened after move {number}: the game goes on from there.",
        number=last,
    )
