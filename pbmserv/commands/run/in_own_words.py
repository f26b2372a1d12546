"""What an answer to the letter of a board asks for in its writer's own words, where it cannot be a move.

The rules, who the others are; a word of thanks goes to the others. Whoever may want to resign, a tie, or
a move back is asked. Nothing else is done by what is read here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import takewhile

from pbmserv.commands.requests.context import Call
from pbmserv.commands.requests.expectations import InLetter
from pbmserv.commands.requests.outcome import FactsTold
from pbmserv.commands.requests.reply import Reply
from pbmserv.commands.run.asking_back import AnsweredInstead, AsksAboutLines, did_you_mean, shall_it_go
from pbmserv.commands.run.digest_answers import NoLine
from pbmserv.commands.run.parser import CommandFields
from pbmserv.commands.talk.heard import others_have_spoken
from pbmserv.games.base import Refusal
from pbmserv.games.message import Message
from pbmserv.language.argument_types import TABLE_WORDS
from pbmserv.language.words import LONGEST_LINE, either
from pbmserv.play import voting
from pbmserv.play.board import Board, Player, Question, named
from pbmserv.play.games_in_sentences import games_named
from pbmserv.play.move_suggestions import is_move, may_name_a_move, move_meant
from pbmserv.play.wishes import agrees_to, wish_in
from pbmserv.play.words.wish import Wish
from pbmserv.play.yes_and_no import (
    NO,
    YES,
    asks_to_play_on,
    beside_kind_words,
    is_short_answer,
    only_greets,
    told_by,
    without_signature,
    words_in,
)
from pbmserv.storage.tokens import Answering

_MOST_OF_A_PARAGRAPH = 5
"""The lines below a salutation that are read."""
_LEFT_OVER = re.compile(
    r"(?:\W*\b(?:of|in|on|for|at|the|game|against|with|von|bei|im|beim|gegen|au|aux|à|dans|contre|avec|a|al|en|con"
    r"|contra|contro|nel|bij|op|tegen|w|в|на)\b)+\W*\Z",
    re.IGNORECASE,
)
"""What is left at the end of a line without the name that followed it: `pass in go`."""
_MOST_BOARDS = 20
"""The boards of one letter of which it is found out whether an answer without a board is a move there."""
_MOST_NAMED = 5
"""The boards that one line may name, or that are named where it is not clear which is meant."""
_AND = re.compile(r"\s*[;,]\s*|\s+(?:and|und|et|y|e|en|och|og|и|&|\+)\s+|\s*\.\s+", re.IGNORECASE)
_QUESTIONS = {Wish.TIE: Question.DRAW, Wish.UNDO: Question.UNDO}
_VOTES = {YES: "accept", NO: "reject"}
_TO_PLAY_ON = "play on"
"""How a game that could end is asked to go on, where it has such a move."""
_WHY = {
    # What a resignation does depends on the board: the question says it.
    Wish.RESIGN: "",
    Wish.TIE: "That proposes to the others that the game ends as a tie.",
    Wish.UNDO: "That asks the others whether you may take back your last move.",
}


def said_yes_or_no(board: Board, answering: Answering, reply: Reply, line: str) -> CommandFields | None:
    """The command that a yes or a no means in answer to what the answered letter asks; None if it is neither.

    Whether that is still open is checked by the command.
    """
    player, seen = answering.player, answering.shown
    if line.lower() in _VOTES.values() and player in board.yet_to_answer:
        # The move itself, for which nothing has to be found out.
        return None
    if not board.is_on or is_move(board, player, line):
        return None
    asks_of_a_vote = seen is not None and seen.vote
    if not asks_of_a_vote and asks_to_play_on(line) and is_move(board, player, _TO_PLAY_ON):
        return CommandFields("move", (_TO_PLAY_ON,))
    names = [each.userid for each in board.players]
    asked = _asked_in(board) if asks_of_a_vote else None
    said = agrees_to(asked, line, reply.below, names) if asked else told_by(line, reply.below, names)
    if said is None:
        return None
    if asks_of_a_vote:
        return _answer_to_proposal(board, player, said)
    seat = next((seat for seat in board.seats_of(player) if seat in board.to_move), None)
    yes, no = ("", "") if seat is None else board.game.moves_that_answer(board.position, seat)
    if said == NO and no and move_meant(board, player, [line]) is None:
        raise did_you_mean(board, player, no, "A no may mean that, so you are asked first.")
    if said == YES and seat is not None and (move := board.game.move_of_a_mere_yes(board.position, seat)):
        raise did_you_mean(board, player, move, "A yes may mean that, so you are asked first.")
    return CommandFields("move", (yes,)) if said == YES and yes else None


def _asked_in(board: Board) -> Wish | None:
    """What a player wants who waits for the others' answer."""
    return next((wish for wish, each in _QUESTIONS.items() if board.vote and board.vote.question is each), None)


def _answer_to_proposal(board: Board, player: Player, said: str) -> CommandFields | None:
    is_asked = player in board.yet_to_answer
    offer = board.offer
    if offer is not None and player in board.staying and player not in offer.agreed:
        if is_asked:
            why = "Two things have been proposed: it is not clear which of them you mean."
            raise did_you_mean(board, player, _VOTES[said], why)
        return CommandFields("substitute", (said,))
    return CommandFields("move", (_VOTES[said],)) if is_asked or board.vote is None else None


def wanted(call: Call, board: Board, reply: Reply, player: Player, line: str) -> CommandFields | None:
    """The command that a line asks for in other words: help, or a chat; None if it asks for nothing.

    Raises a question where it may end the game, or take a move back.
    """
    if is_move(board, player, line):
        return None
    names = [each.userid for each in board.players]
    wish = wish_in(line, names)
    if wish is None and len(line) <= LONGEST_LINE and only_greets(line) and (asked := _below_salutation(reply)):
        wish, line = wish_in(asked, names), asked
        wish = None if wish is Wish.KINDNESS else wish
    if wish is Wish.OTHER_MOVE:
        wish = Wish.UNDO if _has_moved_since(call, board, player) and may_name_a_move(line) else None
    wish = wish or next((each for each in _WHY if line.lower() == each.value), None)
    is_earlier = isinstance(call.expects, InLetter) and call.expects.is_earlier(board)
    # The word itself is a move, which an older letter refuses: it is the only one that who has moved may have.
    if wish is not None and (line.lower() != wish.value or is_earlier):
        _ask(board, player, line, wish)
    if wish is Wish.RULES:
        return CommandFields("help", game=board.game.word)
    if wish in {Wish.WHO, Wish.FACTS}:
        told = FactsTold(board, _who_they_are(call, board, player) if wish is Wish.WHO else "")
        raise AnsweredInstead(lambda _: told)
    if not (wish in {None, Wish.KINDNESS, Wish.NOTED} and _is_all_kind(board, player, reply)):
        return None
    if not (call.mail.unanswered or is_earlier) and _is_only_read(board, player, line, wish):
        if others_have_spoken(call, board, player):
            raise shall_it_go(board, player, "")
        noted = FactsTold(board, is_noted=True)
        raise AnsweredInstead(lambda _: noted)
    return CommandFields("chat") if wish is Wish.KINDNESS and len(board.players) > 1 else None


def _is_only_read(board: Board, player: Player, line: str, wish: Wish | None) -> bool:
    """Whether a line says only that a letter has been read: a yes where nothing is asked, thanks for a reminder."""
    if player in board.yet_to_answer or board.offer is not None or line.lower() in _VOTES.values():
        return False
    is_reminded = any(board.seats[seat].warned_at for seat in board.seats_of(player) if seat in board.to_move)
    if wish is not None:
        return wish is Wish.NOTED or is_reminded
    is_short = is_short_answer(line, [each.userid for each in board.players])
    return is_short and move_meant(board, player, [line]) is None


def _has_moved_since(call: Call, board: Board, player: Player) -> bool:
    """Whether an answer comes after a move of its player which it may be about, and no other move can be meant."""
    is_earlier = isinstance(call.expects, InLetter) and call.expects.is_earlier(board)
    has_moved = any(board.seats[move.seat].player == player for move in board.moves[-len(board.seats) :])
    return has_moved and (is_earlier or player not in board.players_to_move)


def _below_salutation(reply: Reply) -> str:
    """The first paragraph below a first line that only greets."""
    lines = reply.body.strip().split("\n", _MOST_OF_A_PARAGRAPH)[:_MOST_OF_A_PARAGRAPH]
    return " ".join(takewhile(str.strip, lines))


def ask_about_several(
    call: Call, shown: Iterable[tuple[str, int]], reply: Reply, player: Player
) -> CommandFields | None:
    """The help that is asked for by an answer to a letter with several boards which names none of them.

    Raises a question where only one of them waits, and a move may be meant there. Nothing of such an answer goes to
    others.
    """
    call.principal.player = player
    boards = [board for named in shown if (board := call.work.boards.load(*named)) is not None]
    names = {each.userid for board in boards for each in board.players}
    meant, line = _boards_named(call, reply.line[:LONGEST_LINE], boards, player)
    wish = wish_in(line, names)
    games = {board.game.word for board in meant}
    if wish in {Wish.RULES, Wish.FACTS}:
        # Beside how they are answered, that tells until when each board waits.
        call.principal.player = None
        return CommandFields("help", tuple(games) if len(meant) < len(boards) and len(games) == 1 else ())
    is_named = len(meant) == 1 and len(boards) > 1
    if (wish in _WHY or wish is Wish.WHO) and is_named:
        # "Ich gebe auf, Hex 101"
        _ask_about_board(call, meant[0], [line], player, wish, "")
    if wish in _WHY and len(meant) > 1:
        raise _which_board([f"{board.game.word} {board.number} {wish}" for board in meant])
    waiting = [board for board in meant if player in board.players_to_move or player in board.yet_to_answer]
    if reply.tells_of_absence:
        waiting = []
    if len(waiting) == 1:
        why = Message(
            "Your answer names no board: of those in the letter, only {board} waits for you.", board=waiting[0].title
        )
        below = reply.body.splitlines()
        _ask_about_board(call, waiting[0], [line, *below], player, wish, "" if is_named else why)
    elif len(found := _those_that_take(waiting[:_MOST_BOARDS], player, line)) == 1:
        why = Message(
            "Your answer names no board: of those in the letter, it is a move on {board}.", board=found[0].title
        )
        _ask_about_board(call, found[0], [line], player, None, why)
    elif found:
        lines = [f"{board.game.word} {board.number} {move_meant(board, player, [line])}" for board in found]
        raise _which_board(lines)
    call.principal.player = None
    return None


def _which_board(lines: list[str]) -> NoLine:
    return NoLine(
        Message(
            "It is not clear on which board you mean that, and nothing has been changed or passed on. Answer with one"
            " of these: {lines}.",
            lines=either(lines[:_MOST_NAMED]),
        )
    )


def ask_about_one_line(call: Call, shown: Iterable[tuple[str, int]], reply: Reply, player: Player) -> None:
    """Ask about moves on several boards that stand in the only line of an answer."""
    if not reply.tells_of_absence and not reply.body.strip() and _AND.search(reply.line[:LONGEST_LINE]):
        boards = [board for named in shown if (board := call.work.boards.load(*named)) is not None]
        if lines := _moves_in_one_line(call, boards, reply.line, player):
            raise AsksAboutLines(player, lines)


def _moves_in_one_line(call: Call, boards: list[Board], line: str, player: Player) -> list[str]:
    """The lines about boards that stand in one, each with a move: `Chess e5 and Go g4`."""
    clauses = [each for each in _AND.split(line) if beside_kind_words(each)] if len(line) <= LONGEST_LINE else []
    if not 1 < len(clauses) <= _MOST_NAMED:
        return []
    lines: dict[str, str] = {}
    for clause in clauses:
        named, said = _boards_named(call, clause, boards, player)
        if len(named) < len(boards):
            named = _those_that_take(named, player, said)
        move = move_meant(named[0], player, [said]) if len(named) == 1 and len(boards) > 1 else None
        # What ends a game or takes a move back is asked about by itself.
        if move is None or move in TABLE_WORDS or named[0].title in lines:
            return []
        lines[named[0].title] = f"{named[0].game.word} {named[0].number} {move}"
    return list(lines.values())


def _boards_named(call: Call, line: str, boards: list[Board], player: Player) -> tuple[list[Board], str]:
    """The boards that a line names by number, game and opponents, or all if it names none; and what else it says."""
    said = words_in(line)
    meant = [board for board in boards if f"{board.number}" in said] or boards
    games = {board.game.word: board.game.word for board in boards if board.game.word in said}
    games |= {each.word: each.words for each in games_named(line, call.catalogue)}
    meant = [board for board in meant if board.game.word in games] or meant
    meant = [board for board in meant if any(name.lower() in said for name in _others(board, player))] or meant
    words = [f"{board.number}" for board in meant] + [name for board in meant for name in _others(board, player)]
    words += [games[board.game.word] for board in meant if board.game.word in games]
    if len(meant) == len(boards):
        # Of all boards, only the number that they have stands for nothing else.
        words = [f"{board.number}" for board in meant]
    named = "|".join(re.escape(each) for each in sorted(set(words), key=len, reverse=True))
    rest = " ".join(re.sub(rf"(?<!\w)(?:{named})(?!\w)\W*", " ", line, flags=re.IGNORECASE).split())
    # Numbers alone may be a move themselves.
    is_less = len(rest) < len(line) and any(map(str.isalpha, rest))
    return meant, _LEFT_OVER.sub("", rest) if is_less else line


def _others(board: Board, player: Player) -> list[str]:
    return [each.userid for each in board.players if each != player]


def _those_that_take(boards: list[Board], player: Player, line: str) -> list[Board]:
    """The boards on which a line can be a move."""
    return [board for board in boards if move_meant(board, player, [line]) is not None]


def _ask_about_board(call: Call, board: Board, lines: list[str], player: Player, wish: Wish | None, why: str) -> None:
    """Ask whether a move was meant on the board that is; the question shows it, and is answered there."""
    call.game, call.board, again = board.game, (board.game.word, board.number), call.principal.answers_again_at
    call.principal.answers_again_at = None
    if wish is Wish.WHO:
        raise Refusal(_who_they_are(call, board, player))
    if wish is not None:
        _ask(board, player, lines[0], wish)
    if (move := move_meant(board, player, lines)) is not None:
        raise did_you_mean(board, player, move, why)
    call.game, call.board, call.principal.answers_again_at = None, None, again


def _ask(board: Board, player: Player, line: str, wish: Wish) -> None:
    """Ask whether a move of every game was meant; nothing if it could not be made, which is told as of a move."""
    if wish not in _WHY or not board.is_on or player not in board.staying:
        return
    if own := board.game.own_words.get(line.lower().strip("?!. ")):
        raise Refusal(own)
    question = _QUESTIONS.get(wish)
    if question is None:
        raise did_you_mean(board, player, wish.value, _WHY[wish])
    vote = board.vote
    if vote is not None and vote.question is question and player in board.yet_to_answer:
        raise did_you_mean(board, player, "accept", Message("{by} has proposed that.", by=vote.by.userid))
    voting.check_may_propose(board, player, question)
    voting.check_nothing_is_open(board, player)
    raise did_you_mean(board, player, wish.value, _WHY[wish])


def _who_they_are(call: Call, board: Board, player: Player) -> str:
    others = [each for each in board.players if each != player]
    if not others:
        return Message(
            "This is pbmserv at {server}, a program by which people play board games by mail. On {board} you play"
            " alone. To see the rules of the game, answer with the word rules.",
            server=call.server,
            board=board.title,
        )
    return Message(
        "This is pbmserv at {server}, a program by which people play board games by mail. On {board} you play with"
        " {players}. To write to {players}, begin your answer with the word chat. To see the rules of the game,"
        " answer with the word rules.",
        server=call.server,
        board=board.title,
        players=named(others),
    )


def _is_all_kind(board: Board, player: Player, reply: Reply) -> bool:
    """Whether the lines below say nothing but kind words as well, and no move."""
    names = [each.userid for each in board.players]
    _, *rest = without_signature(f"{reply.line}\n{reply.body}").splitlines()
    is_kind = not any(beside_kind_words(each, names) for each in rest)
    return is_kind and move_meant(board, player, reply.body.splitlines()) is None
