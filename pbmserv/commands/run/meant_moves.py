"""The move that may be meant by an answer to the letter of a board: it is asked about, and never made by a guess."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime

from pbmserv.commands.requests.context import Call
from pbmserv.commands.requests.expectations import OutOfDate
from pbmserv.commands.requests.reply import Reply
from pbmserv.commands.requests.times import day_in_words, zone_of_player
from pbmserv.commands.requests.words_for_others import REPEATS_A_COMMAND, fit_for_others
from pbmserv.commands.run.asking_back import AsksFirst, DidYouMean, Unclear, corrected, did_you_mean, shall_it_go
from pbmserv.commands.run.digest_answers import BoardLine, line_naming_a_board
from pbmserv.commands.run.parser import Action, CommandFields, action_of
from pbmserv.games.base import Illegal, Refusal, Unreadable
from pbmserv.games.message import Message
from pbmserv.games.piece_names import PIECE_WORDS
from pbmserv.language.argument_types import MOVE_WORDS, TABLE_WORDS, BoardNumber, Password, Userid
from pbmserv.language.command_spec import Claim
from pbmserv.language.meaning import is_nearly_one_of, move_for
from pbmserv.language.words import split
from pbmserv.letters.own_lines import is_command_of_ours
from pbmserv.letters.times import moment
from pbmserv.play import counting
from pbmserv.play.asked_of_games import buttons_of
from pbmserv.play.board import Board, NotAllowed, Player, Status, in_sentence
from pbmserv.play.bots import PREFIX
from pbmserv.play.clock import move_by
from pbmserv.play.consent import is_named_accept
from pbmserv.play.days_away import A_WHILE
from pbmserv.play.leaving import what_resigning_does
from pbmserv.play.move_suggestions import (
    MOST_LINES,
    is_move,
    move_before_words,
    move_meant,
    places_meant,
    propose,
    seat_that_moves,
    without_number,
    words_beside,
)
from pbmserv.play.moving import waits_for_yes
from pbmserv.play.plans import CHAT, SubmittedMove
from pbmserv.play.record import RESIGN
from pbmserv.play.wishes import wish_in
from pbmserv.play.words.wish import Wish
from pbmserv.play.yes_and_no import NO_WORDS, YES, beside_kind_words, in_one_word, leans, words_in
from pbmserv.storage.tokens import OF_A_BOARD, Answering, Kind

_MOST_WORDS_OF_ASKING = 4
"""The longest line that asks for a draw or resigns: "I offer a draw"."""
BELOW_BANNER = "Your mail begins with a notice that nobody has written."
ENDING = frozenset({"resign", "accept"})
"""Moves of every game that end it, or may."""
_OF_A_BOARD = re.compile(r"\bBoard \d", re.IGNORECASE)
_ASKED_IN_WORDS = {
    "resign": "Do you want to resign on {board}?",
    "propose": "Do you want to propose a tie on {board}?",
    "undo": "Do you want to ask for your last move back on {board}?",
    "accept": "Do you want to accept what is proposed on {board}?",
    "reject": "Do you want to reject what is proposed on {board}?",
    CHAT: "Shall your words go to the others on {board}?",
}
_PROPOSED_IN_WORDS = {
    counting.Question.DRAW: "{by} proposes that the game on {board} ends as a tie: do you agree?",
    counting.Question.UNDO: "{by} asks to take back the last move on {board}: do you agree?",
}
_ASKED_TO_PLAY = "Do you want to play {move} on {board}?"
LETTERS = re.compile(r"[^\W\d_]{2,}")
_SHORTEST_TALK = 5
"""A shorter single word may be a move of some game, if it looks like one."""
_LETTERS_OF_A_CARD = 2
"""Of moves that are so short, no two are unlike each other: `QS`."""
_MOST_OF_TALK = 500
"""How much of an answer is looked at, in characters."""
_PLACE = re.compile(r"(?<!\w)(?:[^\W\d_]{1,2}[0-9]|[0-9]+[^\W\d_](?!\w)|[0-9]+[-/x:][0-9]).{0,4}(?!\w)")
"""What looks like a place on a board."""
_OF_MOVES = frozenset(
    words_in(
        """move moves put place take capture ziehe zug setze nehme schlage coup prends muevo jugada muovo mossa zet
        хожу ход"""
    )
)
"""Words of who may mean a move."""
_MOST_WORDS_OF_A_MOVE = 4
_LONGEST_MOVE = 30
_MOST_WAITING = 50
"""Boards on which a move without a board is looked for."""


def with_what_was_meant(call: Call, reply: Reply, refusal: Refusal) -> Refusal:
    """The refusal of an answer, or the question whether a certain move was meant, or words for the others.

    The refused command's changes are undone already.
    """
    answering = call.principal.answering
    if answering is None or answering.kind not in OF_A_BOARD or call.principal.player is None or call.board is None:
        return refusal
    if (named := line_naming_a_board(call, reply.line)) and (named.game, named.number) == call.board:
        # `hex 101 d3 nice try`, as letters with several boards are answered.
        reply = replace(reply, line=named.move, words=reply.words.replace(reply.line, named.move, 1))
    elif (without := without_number(reply.line, call.board[1])) != reply.line:
        # `d3 on 101`, to tell it from other boards.
        reply = replace(reply, line=without, words=reply.words.replace(reply.line, without, 1))
    found = _meant(call, reply, answering, refusal)
    if isinstance(found, DidYouMean) and not reply.below_banner:
        found.for_others = _words_for_others(call, reply, found.move)
    return refusal if isinstance(found, DidYouMean) and found.move == CHAT and not found.for_others else found


def _words_for_others(call: Call, reply: Reply, move: str) -> str:
    """What a yes sends with a move, or alone, as the others may read it."""
    board, player = call.work.boards.load(*call.board) if call.board else None, call.principal.player
    if board is None or player is None or not _others_reading(board, player):
        return ""
    is_talk = move == CHAT
    words = reply.words if is_talk else words_beside(board, player, move, reply.words)
    # A mere yes or no beside a move that is asked about tells the others nothing.
    says_something = words.strip() and (is_talk or in_one_word(words) is None)
    return fit_for_others(call, board, [player], words, is_talk) if says_something else ""


def _others_reading(board: Board, player: Player) -> bool:
    """Whether anybody else plays who can read."""
    return any(each != player and not each.userid.startswith(PREFIX) for each in board.players)


def _meant(call: Call, reply: Reply, answering: Answering, refusal: Refusal) -> Refusal:
    if reply.tells_of_absence or call.board is None or call.principal.player is None:
        return refusal
    if isinstance(refusal, OutOfDate):
        return _or_talk(call, reply, refusal)
    if not isinstance(refusal, (Unreadable, Illegal, NotAllowed)):
        return refusal
    board = call.work.boards.load(*call.board, for_change=True)
    # Of what can be read, but must not be done, only the line itself can be meant in another way.
    lines = [reply.line, *(reply.body.splitlines() if isinstance(refusal, Unreadable) else [])]
    move = move_meant(board, call.principal.player, lines) if board else None
    # Whose turn it is may have mistyped a move: that is told.
    is_word = answering.kind is not Kind.BOARD or _is_talk(call, reply)
    is_no_answer = isinstance(refusal, (Unreadable, NotAllowed) if is_word else NotAllowed)
    waiting = _waiting(board, answering)
    is_asked = is_no_answer and not (waiting and waiting.text == CHAT)
    if move is None and is_asked and (asked := asked_about(board, answering)):
        if (
            board
            and answering.kind is Kind.BOARD
            and leans(reply.line, [each.userid for each in board.players]) == YES
        ):
            return did_you_mean(board, call.principal.player, "accept", asked)
        either = "yes or no" if answering.kind is Kind.BOARD else "yes"
        how = Message("Answer this letter with {either} in its first line, or with a move.", either=either)
        return Unclear(call, reply, asked, how)
    if board is None or move is None or move.lower() == reply.line.strip().lower():
        return _with_what_yes_means(board, answering, _or_talk(call, reply, refusal))
    # What is no move by its letters alone needs no lesson, if its place is found.
    is_place = move in places_meant(board, call.principal.player, reply.line)
    return did_you_mean(board, call.principal.player, move, "" if is_place else refusal.words)


def _with_what_yes_means(board: Board | None, answering: Answering, refusal: Refusal) -> Refusal:
    """The refusal of what cannot be read, with the move that a yes to it would be, such as agree in Go."""
    if board is None or not isinstance(refusal, Unreadable) or (answering.shown and answering.shown.vote):
        return refusal
    seat = next((seat for seat in board.seats_of(answering.player) if seat in board.to_move), None)
    yes = "" if seat is None else board.game.moves_that_answer(board.position, seat)[0]
    if not yes:
        return refusal
    return Unreadable(Message("{why}\n\nA yes to this letter means: {move}.", why=refusal.words, move=yes))


def _or_talk(call: Call, reply: Reply, refusal: Refusal) -> Refusal:
    """The question whether what looks like talk is for the others; else the same refusal."""
    board, player = call.work.boards.load(*call.board) if call.board else None, call.principal.player
    if board is None or player not in board.staying or not board.is_on:
        return refusal
    if isinstance(refusal, NotAllowed) and wish_in(reply.line) in {Wish.RESIGN, Wish.TIE, Wish.UNDO}:
        # What is wanted is understood, and why it cannot be is told.
        return refusal
    is_talk = isinstance(refusal, (Unreadable, NotAllowed)) and _is_talk(call, reply)
    if not is_talk and not (isinstance(refusal, Unreadable) and _is_word_alone(board, player, reply)):
        return refusal
    if is_command_of_ours(reply.words):
        return Refusal(REPEATS_A_COMMAND)
    how = how_to_move(board, player)
    if not _others_reading(board, player):
        is_told = how and isinstance(refusal, Unreadable)
        return Unreadable(Message("Your answer has no move in it. {how}", how=how)) if is_told else refusal
    if wish_in(reply.line) is Wish.TIME and (due := move_by(board, player)):
        return shall_it_go(board, player, more_time(call, player, due))
    # How a move is written helps only who may mean one.
    is_of_a_move = not (PIECE_WORDS | _OF_MOVES).isdisjoint(words_in(reply.words[:_MOST_OF_TALK]))
    if isinstance(refusal, Unreadable):
        is_short = len(reply.words.split()) <= _MOST_WORDS_OF_A_MOVE
        return shall_it_go(board, player, how if is_of_a_move or is_short else "")
    return shall_it_go(board, player, refusal.words if is_of_a_move else "")


def how_to_move(board: Board, player: Player) -> str:
    """How a move is written, with one that can be made now; empty if nothing can be moved."""
    seat = seat_that_moves(board, player)
    if seat is None:
        return ""
    form = Message(board.game.form_of_move(board.position))
    moves = [*buttons_of(board.game, board.position, seat), *board.game.examples(board.position, seat)]
    if not moves:
        return Message("To move, write {form}.", form=form)
    return Message("To move, write {form}. Now you could write {move}.", form=form, move=moves[0])


def more_time(call: Call, player: Player, due: datetime) -> str:
    """Until when a player has time for a move, and what stops their clock."""
    zone = zone_of_player(call, player)
    return Message(
        "You have until {until}. What stops your clock is a vacation: answer for example away until {day}.",
        until=moment(due, zone),
        day=day_in_words(call.at.astimezone(zone).date() + A_WHILE),
    )


def _is_talk(call: Call, reply: Reply) -> bool:
    """Whether an answer is made of words, and neither a mistyped move nor a command."""
    words = LETTERS.findall(" ".join([reply.line, *reply.body.splitlines()[:MOST_LINES]])[:_MOST_OF_TALK])
    if not (len(words) > 1 or any(len(word) >= _SHORTEST_TALK for word in words)):
        return False
    first = words[0].lower()
    is_short = len(reply.line.split()) <= _MOST_WORDS_OF_A_MOVE
    # "d4 or e4, what do you think?" is for the other.
    names_a_place = _PLACE.search(reply.line) and (is_short or "?" not in reply.line)
    names_a_piece = is_short and not PIECE_WORDS.isdisjoint(words_in(reply.line))
    is_like_a_move = names_a_place or names_a_piece
    return not (is_like_a_move or first in MOVE_WORDS or takes_board_and_player(call, first))


def _is_word_alone(board: Board, player: Player, reply: Reply) -> bool:
    """Whether an answer is one short word that can be no move, such as `lol`."""
    word = reply.line.strip(" .,!?").lower()
    is_short = LETTERS.fullmatch(word) and len(word) < _SHORTEST_TALK and not reply.body.strip()
    return bool(is_short) and not _may_be_a_move(board, player, word)


def _may_be_a_move(board: Board, player: Player, word: str) -> bool:
    """Whether a short word may be a mistyped move: it is nearly one, or as short as one of two letters."""
    seat = seat_that_moves(board, player)
    if seat is None:
        return True
    moves = board.game.legal_moves(board.position, seat)
    if moves is None:
        form = Message(board.game.form_of_move(board.position))
        moves = (form, *buttons_of(board.game, board.position, seat), *board.game.examples(board.position, seat))
    known = {part for move in moves for part in re.findall(r"\w+", move.lower()) if part.isalpha()}
    are_so_short = board.game.hidden or any(len(each) == _LETTERS_OF_A_CARD for each in known)
    return (are_so_short and len(word) == _LETTERS_OF_A_CARD) or is_nearly_one_of(
        word, {*known, *TABLE_WORDS, *board.game.own_words}
    )


def keep_question(call: Call, refusal: DidYouMean) -> SubmittedMove | None:
    """Store the suggested move until it is confirmed."""
    board = call.work.boards.load(*call.board, for_change=True) if call.board else None
    if board is None or call.principal.player is None:
        return None
    proposed = propose(board, call.principal.player, refusal.move, refusal.for_others)
    call.work.boards.save(board)
    return proposed


def check_it_is_no_move(call: Call, reply: Reply, answering: Answering, game: str, number: int) -> None:
    if len(reply.line) > 60 or not reply.line.strip():
        return
    board = call.work.boards.load(game, number)
    line = reply.line.strip().removesuffix(".")
    asked = _move_of_every_game(board, answering.player, line) if board else None
    if board is not None and not asked:
        asked = _resigns_first(board, answering.player, line) or _move_among_words(board, answering.player, line)
        _check_it_does_not_wait(call, board, answering.player, line)
    if board is None or not (asked or is_move(board, answering.player, line)):
        return
    call.game, call.board = call.catalogue[game], (game, number)
    call.principal.player = answering.player
    why = "You have answered a chat, so your words would have gone to everybody."
    move = asked or move_meant(board, answering.player, [reply.line])
    raise did_you_mean(board, answering.player, move, why) if move else Refusal(why)


def _resigns_first(board: Board, player: Player, line: str) -> str | None:
    """The move that resigns, if the first clause of a line says so: `I give up, you're too strong`."""
    if "?" in line or not board.is_on or player not in board.staying:
        return None
    clauses = beside_kind_words(line, [each.userid for each in board.players])
    return RESIGN if clauses and wish_in(" ".join(clauses[0])) is Wish.RESIGN else None


def _move_among_words(board: Board, player: Player, line: str) -> str | None:
    """The move that a line begins with, or that is most of it: `d2. How's work?`, `ok, c2 then`."""
    before = move_before_words(board, player, line)
    if before is None and "?" not in line and len(line.split()) <= _MOST_WORDS_OF_A_MOVE and _PLACE.search(line):
        before = move_meant(board, player, [line])
    return before if before and _PLACE.search(before) else None


def _check_it_does_not_wait(call: Call, board: Board, player: Player, line: str) -> None:
    """Refuse a move of who is not to move: nobody wants to tell the others what it will be."""
    if board.game.hidden:
        # Whether others could make it is theirs to know.
        return
    is_of_others = _PLACE.fullmatch(line) and player in board.staying and player not in board.players_to_move
    if is_of_others and any(is_move(board, other, line) for other in board.players_to_move):
        call.game, call.board, call.principal.player = board.game, (board.game.word, board.number), player
        raise Refusal(
            Message(
                "{line} is a move, and it is not your turn on {board}, so it has gone to nobody. When it is, answer"
                " the letter of the board. To say it to the others, answer this letter with: chat {line}",
                line=line,
                board=board.title,
            )
        )


def check_it_moves_nowhere(call: Call, player: Player, words: str) -> None:
    """Ask about words for somebody that are a move on a board which waits for their writer: it goes to nobody.

    Such as `hex 102 d3` in answer to the end of another game, or d3 alone.
    """
    lines = [line for line in words.splitlines() if line.strip()]
    moves = _moves_elsewhere(call, player, lines)
    if not moves:
        return
    if len(moves) > 1 or len(lines) > 1 or call.mail.unanswered:
        raise Refusal(
            Message(
                "Your words would have gone to somebody, but they are a move on {boards}. Nothing has been"
                " done: answer the letter of that board.",
                boards=in_sentence(list(dict.fromkeys(each.title for each, _ in moves))),
            )
        )
    _ask_about_move(call, player, *moves[0])


def ask_about_the_only_move(call: Call, player: Player, line: str, subject: str = "") -> None:
    """Ask about an answer to a letter without a board, if it is a move on one board that waits: `d3`.

    Where the `subject` is that of a board, only on this one.
    """
    moves = _moves_elsewhere(call, player, [line])
    if _OF_A_BOARD.search(subject):
        moves = [each for each in moves if re.search(rf"\b{re.escape(each[0].title)}(?!\d)", subject, re.IGNORECASE)]
    if len(moves) == 1:
        _ask_about_move(call, player, *moves[0])


def _moves_elsewhere(call: Call, player: Player, lines: Sequence[str]) -> list[tuple[Board, str]]:
    """The boards that wait for a player on which these lines are moves, by their names or as the only line."""
    named = [found for line in lines[:MOST_LINES] if (found := line_naming_a_board(call, line))]
    is_short = len(lines) == 1 and len(lines[0]) <= _LONGEST_MOVE and _PLACE.search(lines[0])
    if is_short and not named:
        move = lines[0].strip().removesuffix(".")
        waiting = call.work.listing.lines(
            players=[player], status=Status.ACTIVE, only_to_move=True, limit=_MOST_WAITING
        )
        named = [BoardLine(each.game, each.number, move) for each in waiting]
    return [(board, each.move) for each in named if (board := _waiting_board(call, player, each))]


def _ask_about_move(call: Call, player: Player, board: Board, move: str) -> None:
    fields = CommandFields("move", (f"{board.number}",), board.game.word, claim=Claim(player.userid, None))
    action = action_of(fields._replace(typed=tuple(split(move))), None, call.catalogue, call.commands)
    if isinstance(action, Action):
        call.comment = ""
        question = Message("Your answer is a move on {board}. The command for that is:", board=board.title)
        raise AsksFirst(question, player, corrected(call, action))


def _waiting_board(call: Call, player: Player, line: BoardLine) -> Board | None:
    """A board where the move of a line is one that its writer can make."""
    board = call.work.boards.load(line.game, line.number) if line.game in call.catalogue else None
    return board if board and is_move(board, player, line.move) else None


def _move_of_every_game(board: Board, player: Player, line: str) -> str | None:
    """The move of every game that a short line asks for and the player could make: `draw`, `Tie?`.

    Raises `Unreadable` if the game has such a word of its own.
    """
    words = [word.strip(".,;:!?") for word in line.lower().split()]
    if not board.is_on or player not in board.staying or len(words) > _MOST_WORDS_OF_ASKING:
        return None
    if own := board.game.own_words.get(" ".join(words)):
        raise Unreadable(own)
    if " ".join(words) in {"accept", "reject"}:
        return words[0] if player in board.yet_to_answer else None
    return None if NO_WORDS.intersection(words_in(line)) else move_for(" ".join(words))


def asked_about(board: Board | None, answering: Answering) -> str:
    """The question that a letter asks whose move waits for a yes, or what is proposed; empty if none waits."""
    if board is None:
        return ""
    if answering.kind is Kind.BOARD and answering.shown and answering.shown.vote:
        vote = board.vote if answering.player in board.yet_to_answer else None
        return Message(_PROPOSED_IN_WORDS[vote.question], by=vote.by.userid, board=board.title) if vote else ""
    waiting = _waiting(board, answering)
    if waiting is None:
        return ""
    move = waiting.text
    asked = Message(_ASKED_IN_WORDS.get(move, _ASKED_TO_PLAY), move=move, board=board.title)
    if move != RESIGN:
        return asked
    return Message("{question} {result}", question=asked, result=what_resigning_does(board, answering.player))


def _waiting(board: Board | None, answering: Answering) -> SubmittedMove | None:
    """What waits for a yes to the letter that is answered."""
    if board is not None and answering.kind in {Kind.SUBMITTED, Kind.PROPOSED}:
        with suppress(Refusal):
            return waits_for_yes(board, answering.player, answering.move)
    return None


def take_words(call: Call, board: Board | None, answering: Answering) -> tuple[bool, str]:
    """Whether a yes sends words and plays no move, and the words that it sends: these wait no longer."""
    waiting = _waiting(board, answering)
    if waiting is None or board is None:
        return False, ""
    if waiting.text == CHAT:
        for seat in board.seats:
            seat.proposed = None if seat.proposed == waiting else seat.proposed
        call.work.boards.save(board)
    return waiting.text == CHAT, waiting.words


def check_it_is_meant(call: Call, reply: Reply, answering: Answering, named: tuple[str, int], line: str) -> None:
    """Ask before a line is carried out that may be no more than a question, or that a gateway stands above."""
    ending = line.lower().strip("\"'")
    why, move = BELOW_BANNER, None
    board = call.work.boards.load(*named) if reply.below_banner or line.endswith("?") else None
    if reply.below_banner and (ending in ENDING or (board and is_named_accept(board, ending))):
        move = ending
    elif line.endswith("?") and not line.endswith("!?"):
        why, move = "What you wrote is a question.", move_meant(board, answering.player, [line]) if board else None
    if board and move:
        call.game, call.board, call.principal.player = call.catalogue[named[0]], named, answering.player
        raise did_you_mean(board, answering.player, move, why)


def takes_board_and_player(call: Call, word: str) -> bool:
    """Whether a word is the command of a game that names a board and its player first."""
    command = call.commands.find(word, of_a_game=True)
    kinds = [type(argument.kind) for argument in command.arguments[:3]] if command else []
    return kinds == [BoardNumber, Userid, Password]
