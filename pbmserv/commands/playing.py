"""Commands of those who play: move, queue, submit and confirm, swap, resign."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from datetime import timedelta

from pbmserv.commands.announcing import tell_of_turn
from pbmserv.commands.call import Call
from pbmserv.commands.kinds import BoardNumber, MoveText, Password, TypedMove, Userid
from pbmserv.commands.language import Argument, Command, Given
from pbmserv.commands.reply_to import address_to_say_yes
from pbmserv.commands.replying import check_it_is_up_to_date
from pbmserv.games.chance import SEED_BYTES
from pbmserv.letters.board import BoardNews, board_letter
from pbmserv.play import leaving, moving, voting
from pbmserv.play.board import Board, NotAllowed, Player, Question, Turn
from pbmserv.play.meant import waits_for_yes
from pbmserv.play.previewing import look_ahead
from pbmserv.play.record import RESIGN, SWAP
from pbmserv.store.replies import Kind
from pbmserv.store.tallies import Limit

WITHDRAWALS = Limit("withdrew", 3, timedelta(days=1))
"""How often a player may withdraw from boards of one game of hidden things: each time something else is dealt."""

BOARD_AND_PLAYER = (
    Argument("board", BoardNumber()),
    Argument("userid", Userid()),
    Argument("password", Password()),
)
AND_MOVE = (*BOARD_AND_PLAYER, Argument("move", MoveText(), repeated=True))


class MoveCommand(Command):
    """Make a move.

    How a move is written is told on the page of the game, and in each letter that asks for one. Add # and the number
    of the move, as in d3#5, and it is made only if it is still that move's turn. The words of your letter go to the
    other players.

    Some words are moves in every game:

    * resign gives the game up. Out of turn it is kept until the turn comes to you, and nobody else is told; sent
      again, it is taken back.
    * propose proposes to end the game as a tie.
    * undo proposes to take back your last move, be it typed or queued, and what followed it.
    * accept and reject answer what somebody else has proposed; a move also cancels it.
    * swap, in games that have it, exchanges the players' sides.
    """

    words = ("move", "board", "mvoe")
    arguments = AND_MOVE
    of_a_game = True
    example = "trichet move 101 bob bobpw123 d3"

    def carry_out(self, call: Call, given: Given) -> None:
        board, player = board_and_player(call, given)
        typed: TypedMove = given["move"]
        tell_of_turn(call, board, make_move(call, board, player, typed))


class Queue(Command):
    """Make a move at once if it is your turn, or as soon as it is.

    A queued move is known to nobody but you. A second one takes the place of the first; the move cancel empties your
    queue. What cannot be made when its turn comes is thrown away, and you are told why; so is everything that waits
    when sides are swapped, moves are taken back, or the game is over.

    With a condition, if d3 then f5 is made only right after your opponent's d3. Several such moves may wait, each for
    another move, and a chain may go deeper: if d3 then f5 if e1 then g2. A move without a condition that waits beside
    them is made where none of them comes true. swap may stand on both sides of then, in games that have it; other
    words such as resign or propose may not: alone they are obeyed at once.
    """

    words = ("queue", "qmove", "moveq", "qboard", "boardq")
    arguments = AND_MOVE
    of_a_game = True
    example = "trichet queue 101 alice secret7 if d3 then a1"

    def carry_out(self, call: Call, given: Given) -> None:
        board, player = board_and_player(call, given)
        typed: TypedMove = given["move"]
        if typed.text.lower() in _WORDS_OF_THE_TABLE:
            tell_of_turn(call, board, make_move(call, board, player, typed))
            return
        tell_of_turn(call, board, moving.queue(board, player, typed.text, call.at, typed.number, call.comment))


class Submit(Command):
    """See what a move would do before you make it.

    You get the board as it would stand; confirm makes the move. Nobody else is told, and until then you can submit
    another one. In games of hidden things nothing can be shown beforehand.
    """

    words = ("submit",)
    arguments = AND_MOVE
    of_a_game = True
    example = "trichet submit 101 bob bobpw123 d3"

    def carry_out(self, call: Call, given: Given) -> None:
        board, player = board_and_player(call, given)
        typed: TypedMove = given["move"]
        moving.submit(board, player, typed.text, typed.number)
        ahead, turn = look_ahead(board, [typed.text], call.at)
        call.work.boards.save(board)
        news = BoardNews("submitted", by=player.userid, turn=turn)
        reply_to = address_to_say_yes(call, board, player, typed.text, Kind.SUBMITTED)
        letter = board_letter(ahead, player, news, call.server, reply_to=reply_to)
        call.write_to({player: letter}, instead=lambda: board_letter(ahead, player, news, call.server))


class ConfirmMove(Command):
    """Make the move that you have submitted."""

    words = ("confirm",)
    arguments = BOARD_AND_PLAYER
    of_a_game = True
    example = "trichet confirm 101 bob bobpw123"

    def carry_out(self, call: Call, given: Given) -> None:
        board, player = board_and_player(call, given)
        move = call.answering.move if call.answering else 0
        waiting = waits_for_yes(board, player, move) if move else moving.submitted(board, player)
        check_it_is_up_to_date(call, board, TypedMove(waiting.text, None))
        tell_of_turn(call, board, make_move(call, board, player, TypedMove(waiting.text, waiting.number)))


class Swap(Command):
    """Exchange sides, in games that have it.

    The page of the game says when: mostly as the second move, so that the first one should be made with care.
    """

    words = ("swap",)
    arguments = BOARD_AND_PLAYER
    of_a_game = True
    example = "hex swap 101 bob bobpw123"

    def carry_out(self, call: Call, given: Given) -> None:
        board, player = board_and_player(call, given)
        tell_of_turn(call, board, make_move(call, board, player, TypedMove(SWAP, None)))


class Resign(Command):
    """Give up a game.

    Before everybody has moved once this withdraws you: nobody wins, and with too few players left the board is
    removed. Out of turn it is kept until the turn comes to you, and nobody else is told; sent again, it is taken
    back.

    Where something hidden is dealt, such as hands of cards, nobody may have it dealt again until they like it. Only
    those who were challenged, and have not moved, can withdraw there, from three boards of each game a day; whoever
    started the game, or has moved, loses it.
    """

    words = ("resign",)
    arguments = BOARD_AND_PLAYER
    of_a_game = True
    example = "trichet resign 101 alice secret7"

    def carry_out(self, call: Call, given: Given) -> None:
        board, player = board_and_player(call, given)
        tell_of_turn(call, board, make_move(call, board, player, TypedMove(RESIGN, None)))


def board_and_player(call: Call, given: Given) -> tuple[Board, Player]:
    """The board that a command changes, and the player who has given the right password, in that order of checks."""
    board = call.load_board(given["board"], for_change=True)
    player = call.authenticate(given["userid"], given["password"])
    check_it_is_up_to_date(call, board, given.get("move"))
    return board, player


def make_move(call: Call, board: Board, player: Player, typed: TypedMove) -> Turn:
    """Do what the words of a move say: the table's own words, or a move of the game."""
    word = typed.text.lower()
    if word == SWAP and board.game.swap_at(board.options) is None:
        board.active_seats_of(player)
        raise NotAllowed(f"Sides cannot be swapped in {board.game.name}.")
    if word in _WORDS_OF_THE_TABLE:
        board.active_seats_of(player)
        moving.check_number(board, typed.number)
        return _WORDS_OF_THE_TABLE[word](call, board, player)
    return moving.move(board, player, typed.text, call.at, typed.number, call.comment)


def _resign(call: Call, board: Board, player: Player) -> Turn:
    # What has been seen of a deal makes another one worth having.
    declines_deal = board.game.hidden and leaving.may_withdraw(board, player)
    whose = f"{player.userid} {board.game.word}"
    if declines_deal and call.work.tallies.is_full(WITHDRAWALS, whose, call.at):
        raise NotAllowed(
            f"You have withdrawn from {WITHDRAWALS.most} boards of {board.game.name} within a day. Where things are"
            " dealt in secret that is as often as may be: wait until tomorrow, or play. To be challenged no more,"
            f" write {board.game.word} reject {player.userid} PASSWORD."
        )
    turn = leaving.resign(board, player, call.at, secrets.token_bytes(SEED_BYTES), call.comment)
    if declines_deal:
        call.work.tallies.add(WITHDRAWALS, whose, call.at)
    return turn


_WORDS_OF_THE_TABLE: dict[str, Callable[[Call, Board, Player], Turn]] = {
    RESIGN: _resign,
    "propose": lambda call, board, player: voting.propose(board, player, Question.DRAW, call.at),
    "undo": lambda call, board, player: voting.propose(board, player, Question.UNDO, call.at),
    "accept": lambda call, board, player: voting.answer(board, player, True, call.at),
    "reject": lambda call, board, player: voting.answer(board, player, False, call.at),
}
