"""Players' commands: move, queue, submit, confirm, swap, resign."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from datetime import timedelta

from pbmserv.commands.playing.turns import save_turn
from pbmserv.commands.requests.context import Call, CommandOnBoard, NoBoard
from pbmserv.commands.requests.expectations import OutOfDate, check_is_named
from pbmserv.commands.requests.lookup import boards_meant
from pbmserv.commands.requests.outcome import Outcome
from pbmserv.games.base import Illegal, Unreadable
from pbmserv.games.chance import SEED_BYTES
from pbmserv.games.message import Message
from pbmserv.language.argument_types import PLAYER, BoardNumber, MoveText, TypedMove
from pbmserv.language.command_spec import Argument, ParsedArgs
from pbmserv.language.meaning import move_for
from pbmserv.play import leaving, moving, voting
from pbmserv.play.begun_moves import Begun
from pbmserv.play.board import Board, Happening, NotAllowed, Player, Question, Turn
from pbmserv.play.consent import is_named_accept, names_the_vote, why_vote_is_unclear
from pbmserv.play.plans import SubmittedMove
from pbmserv.play.record import RESIGN, SWAP
from pbmserv.play.tournaments.event import event_of
from pbmserv.play.view import BoardNews, BoardView, BoardViews
from pbmserv.storage.tallies import Limit

WITHDRAWALS = Limit("withdrew", 3, timedelta(days=1))
"""How often a player may withdraw from boards of a game on which something was dealt or rolled, since each withdrawal
is a new deal.
"""

ACCEPT = "accept"

BOARD_AND_PLAYER = (Argument("board", BoardNumber()), *PLAYER)
AND_MOVE = (*BOARD_AND_PLAYER, Argument("move", MoveText(), repeated=True))


class Submitted(Outcome, frozen=True):
    """A move that waits for confirmation, with a preview `ahead` and what would happen."""

    written_by = "playing.letters:of_submitted"

    board: Board
    player: Player
    move: SubmittedMove
    ahead: Board
    turn: Turn

    @property
    def news(self) -> BoardNews:
        return BoardNews("submitted", by=self.player.userid, turn=self.turn)

    def board_view(self, asker: Player | None) -> BoardView:
        return BoardViews(self.ahead, self.news).of(asker)


class Play(CommandOnBoard):
    """A command by which its player plays on a board."""

    def resolve(self, call: Call, given: ParsedArgs) -> ParsedArgs:
        try:
            return super().resolve(call, given)
        except NoBoard as refusal:
            meant = boards_meant(call, given["board"], call.credential.claim.userid)
            if not meant:
                raise
            raise NoBoard(Message("{why} {meant}", why=refusal.words, meant=meant)) from refusal


class MoveCommand(Play):
    """Make a move.

    The page of the game tells how a move is written, and so does each letter that asks for one. Add # and the number
    of the move, as in d3#5, and it is made only if that is still the next move. The words of your letter go to the
    other players.

    Some words are moves in every game:

    * resign gives the game up. If others play on, or hands are hidden, it is kept until the turn comes to you, and
      nobody else is told; sent again, it is taken back.
    * propose proposes to end the game as a tie.
    * undo proposes to take back your last move, whether typed or queued, and what followed it.
    * accept and reject answer what somebody else has proposed; a move also cancels it. If it was more than one thing
      since you last did something there, say what you agree to: accept tie bob, or accept undo bob. With reject you
      also take back what you have proposed yourself.
    * swap, in games that have it, exchanges the players' sides.
    """

    words = ("move", "board", "mvoe")
    arguments = AND_MOVE
    of_a_game = True
    plays = True
    example = "trichet move 101 bob bobpw123 d3"

    def carry_out(self, call: Call, given: ParsedArgs) -> Outcome:
        board, player = board_and_player(call, given)
        typed: TypedMove = given["move"]
        return save_turn(call, board, make_move(call, board, player, typed))


class Queue(Play):
    """Make a move at once if it is your turn, or as soon as it is.

    A queued move is known to nobody but you. A second one replaces the first. The move cancel empties your queue;
    with what waits, as in cancel if d3 then f5, it takes that alone out. A move that cannot be made when its turn
    comes is thrown away, and you are told why. So is everything that waits when sides are swapped, moves are taken
    back, or the game is over.

    With a condition, if d3 then f5 is made only right after your opponent's d3. Several such moves may wait, each for
    a different move, and each is queued by itself:

        hex queue 101 bob bobpw123 if d3 then f5
        hex queue 101 bob bobpw123 if e4 then f5
        hex queue 101 bob bobpw123 g6

    The last one has no condition: it is made if none of the others comes true. A chain may go deeper, as in if d3
    then f5 if e1 then g2. swap may stand on both sides of then, in games that have it; other words such as resign or
    propose may not: by themselves they are obeyed at once.

    Where positions get new numbers with every move, as in Trichet, write the numbers of the board as it stands now.
    Your tile is laid where you mean it, whatever number the place has by then.
    """

    words = ("queue", "qmove", "moveq", "qboard", "boardq")
    arguments = AND_MOVE
    of_a_game = True
    plays = True
    example = "trichet queue 101 alice secret7 if d3 then a1"

    def carry_out(self, call: Call, given: ParsedArgs) -> Outcome:
        board, player = board_and_player(call, given)
        typed: TypedMove = given["move"]
        if typed.text.lower() in _WORDS_OF_THE_TABLE or is_named_accept(board, typed.text):
            return save_turn(call, board, make_move(call, board, player, typed))
        _note_seen(call, board, player)
        return save_turn(call, board, moving.queue(board, player, typed.text, call.at, typed.number, call.comment))


class Submit(Play):
    """See what a move would do before you make it.

    You get the board as it would stand; confirm makes the move. Nobody else is told, and until then you can submit
    another one. In games with hidden things, nothing can be shown beforehand.
    """

    words = ("submit",)
    arguments = AND_MOVE
    of_a_game = True
    plays = True
    example = "trichet submit 101 bob bobpw123 d3"

    def carry_out(self, call: Call, given: ParsedArgs) -> Outcome:
        # Imported here, since most moves are made at once.
        from pbmserv.play.previewing import look_ahead

        board, player = board_and_player(call, given)
        typed: TypedMove = given["move"]
        submitted = moving.submit(board, player, typed.text, typed.number)
        _note_seen(call, board, player)
        ahead, turn = look_ahead(board, [typed.text], call.at)
        call.work.boards.save(board)
        return Submitted(board, player, submitted, ahead, turn)


class ConfirmMove(Play):
    """Make the move that you have submitted."""

    words = ("confirm",)
    arguments = BOARD_AND_PLAYER
    of_a_game = True
    plays = True
    example = "trichet confirm 101 bob bobpw123"

    def carry_out(self, call: Call, given: ParsedArgs) -> Outcome:
        board, player = board_and_player(call, given)
        move = call.principal.answering.move if call.principal.answering else 0
        waiting = moving.waits_for_yes(board, player, move) if move else moving.submitted(board, player)
        call.check_expected(board, TypedMove(waiting.text, None))
        return save_turn(call, board, make_move(call, board, player, TypedMove(waiting.text, waiting.number)))


class Swap(Play):
    """Exchange sides, in games that have it.

    The page of the game says when: usually as the second move, so the first one should be made with care.
    """

    words = ("swap",)
    arguments = BOARD_AND_PLAYER
    of_a_game = True
    plays = True
    example = "hex swap 101 bob bobpw123"

    def carry_out(self, call: Call, given: ParsedArgs) -> Outcome:
        board, player = board_and_player(call, given)
        return save_turn(call, board, make_move(call, board, player, TypedMove(SWAP, None)))


class Resign(Play):
    """Give up a game.

    Before everybody has moved once, this withdraws you: nobody wins, and if too few players are left the board is
    removed.

    Where two play and nothing is hidden, the game is over at once, whoever has to move. In other games a resignation
    out of turn is kept until the turn comes to you, and nobody else is told; sent again, it is taken back. If all
    others leave before your turn comes, or run out of time, you have lost all the same.

    If something is dealt or rolled, such as hands of cards or dice, nobody may have that done again until they like
    it. Then only those who were challenged, and have not moved, can withdraw, from three boards of each game a day.
    Who started the game, joined it, sought it, agreed to it by an invitation or a rematch, or has moved, loses it.

    From a game of a tournament nobody withdraws: who resigns loses it.

    In games for three or more the others play on, and can have somebody take over your seat (help substitutes).
    """

    words = ("resign",)
    arguments = BOARD_AND_PLAYER
    of_a_game = True
    plays = True
    example = "trichet resign 101 alice secret7"

    def carry_out(self, call: Call, given: ParsedArgs) -> Outcome:
        board, player = board_and_player(call, given)
        return save_turn(call, board, make_move(call, board, player, TypedMove(RESIGN, None)))


def board_and_player(call: Call, given: ParsedArgs) -> tuple[Board, Player]:
    """The board that a command changes, and its author. Raises `Refusal` if the command is out of date."""
    board: Board = given["board"]
    player = call.player
    # First, since the letter may be about another board: after a restore, a new one may have the place of its board.
    call.check_expected(board, given.get("move"))
    if call.credential.is_program and call.expects is None:
        check_is_named(board, given.get("move"))
    if not board.seats_of(player) and (meant := boards_meant(call, board.number, player.userid)):
        raise NotAllowed(
            Message(
                "{player} does not play on {board}. {meant}", player=player.userid, board=board.title, meant=meant
            )
        )
    return board, player


def make_move(call: Call, board: Board, player: Player, typed: TypedMove) -> Turn:
    """Carry out the words of a move: a word such as resign, or a move of the game."""
    word = typed.text.lower()
    if is_named_accept(board, word):
        board.active_seats_of(player)
        if not names_the_vote(board, word):
            raise OutOfDate(
                Message("That is not what is proposed on {board}, and nothing was done.", board=board.title)
            )
        word = ACCEPT
    elif word in {ACCEPT, "undo"} and call.expects is None and (unclear := why_vote_is_unclear(board, player)):
        raise OutOfDate(unclear)
    if word == SWAP and board.game.swap_at(board.options) is None:
        board.active_seats_of(player)
        raise NotAllowed(board.game.why_no_swap(board.options))
    if word in _WORDS_OF_THE_TABLE:
        board.active_seats_of(player)
        moving.check_number(board, typed.number)
        _note_seen(call, board, player)
        try:
            return _WORDS_OF_THE_TABLE[word](call, board, player)
        except NotAllowed as refusal:
            if own := board.game.own_words.get(word):
                raise NotAllowed(Message("{why} {advice}", why=refusal.words, advice=Message(own))) from refusal
            raise
    try:
        return moving.move(board, player, typed.text, call.at, typed.number, call.comment)
    except (Unreadable, Illegal, NotAllowed) as refusal:
        if not isinstance(refusal, NotAllowed) and len(moves := moving.continued_by(board, player, typed.text)) > 1:
            raise Begun(typed.text, moves, refusal.words if isinstance(refusal, Illegal) else "") from refusal
        if isinstance(refusal, Illegal):
            raise
        if how := _HOW_TO.get(move_for(word) or ""):
            kind = Unreadable if isinstance(refusal, Unreadable) else NotAllowed
            raise kind(Message("{why} {advice}", why=refusal.words, advice=Message(how))) from refusal
        raise


def _note_seen(call: Call, board: Board, player: Player) -> None:
    """Record a player's activity for a tournament, as votes and plans leave no move in the record."""
    if event := event_of(board.terms.event):
        call.work.tournaments.saw(event.tournament, player, call.at)


def _resign(call: Call, board: Board, player: Player) -> Turn:
    # What has been seen of a deal makes another one worth having.
    declines_deal = leaving.has_dealt(board) and leaving.may_withdraw(board, player)
    whose = f"{player.userid} {board.game.word}"
    if declines_deal:
        call.work.players.hold(player)
    if declines_deal and call.work.tallies.is_full(WITHDRAWALS, whose, call.at):
        raise NotAllowed(
            Message(
                "You have withdrawn from {most} boards of {game} within a day. Where something is dealt or"
                " rolled you cannot do that more often: wait until tomorrow, or play. To get no more"
                " challenges, write {word} reject {player} PASSWORD.",
                most=WITHDRAWALS.most,
                game=board.game.name,
                word=board.game.word,
                player=player.userid,
            )
        )
    turn = leaving.resign(board, player, call.at, secrets.token_bytes(SEED_BYTES), call.comment)
    if declines_deal and (Happening.WITHDREW, player) in turn.happenings:
        call.work.tallies.add(WITHDRAWALS, whose, call.at)
    return turn


_HOW_TO = {
    RESIGN: "To give up the game, write resign.",
    "propose": "To propose a tie, write propose.",
    "undo": "To ask for your last move back, write undo.",
}
"""Hints for players who write in other words what these do."""

_WORDS_OF_THE_TABLE: dict[str, Callable[[Call, Board, Player], Turn]] = {
    RESIGN: _resign,
    "propose": lambda call, board, player: voting.propose(board, player, Question.DRAW, call.at),
    "undo": lambda call, board, player: voting.propose(board, player, Question.UNDO, call.at),
    ACCEPT: lambda call, board, player: voting.answer(board, player, True, call.at),
    "reject": lambda call, board, player: voting.answer(board, player, False, call.at),
}
