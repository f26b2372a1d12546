"""Interpretation of answers to letters.

The reply address says whose answer it is and to what, and replaces the password. It is accepted only from an address
of that player in From, whatever the envelope says, as forwarders change that. The answer becomes a command without
the token, with its author known to the runner, so that every rule for the command holds for the answer.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from contextlib import suppress
from datetime import timedelta

from pbmserv.commands.accounts import actions as accounts
from pbmserv.commands.accounts.first_game import game_asked, weakest_bot
from pbmserv.commands.help.actions import page
from pbmserv.commands.leaving import actions as leaving
from pbmserv.commands.leaving.by_answer import ask_all_but_one, says_stop, wants_no_letters, watched
from pbmserv.commands.requests import confirmed_addresses
from pbmserv.commands.requests.authentication import check_code_came_here
from pbmserv.commands.requests.budgets import folded
from pbmserv.commands.requests.context import Call, Command
from pbmserv.commands.requests.credentials import Unauthorised
from pbmserv.commands.requests.expectations import InLetter, OutOfDate
from pbmserv.commands.requests.outcome import Outcome
from pbmserv.commands.requests.passwords import digest_of
from pbmserv.commands.requests.questions import Question, guest_answer
from pbmserv.commands.requests.reply import MOST_ANSWERED, Reply
from pbmserv.commands.run.asking_back import (
    MEANT,
    DidYouMean,
    FirstMoveMeant,
    Unclear,
    carry_out_meant,
    did_you_mean,
    not_meant,
    question_of,
    same_address,
)
from pbmserv.commands.run.in_own_words import said_yes_or_no, wanted
from pbmserv.commands.run.parser import CommandFields
from pbmserv.commands.starting import challenges, forged_challenges
from pbmserv.commands.starting.greeting import is_greeting
from pbmserv.commands.starting.invitations import MOVES_ASKED, code_and_move
from pbmserv.games.base import Illegal, Refusal, Unreadable
from pbmserv.games.message import Message
from pbmserv.language.argument_types import TABLE_WORDS, BoardNumber, Code, OneOf, Password, Userid
from pbmserv.language.command_spec import Argument, Claim, ParsedArgs
from pbmserv.language.meaning import move_for
from pbmserv.language.words import Misspelt, NoWords, split, without_mark
from pbmserv.letters.absence import looks_like_absence
from pbmserv.letters.letter import players_words
from pbmserv.letters.subjects import FORGOTTEN, HELP, INVITATIONS, SEVERAL, subject_of_ours
from pbmserv.play import counting
from pbmserv.play.board import Board, NotAllowed, Player
from pbmserv.play.consent import is_named_accept
from pbmserv.play.move_suggestions import is_about_a_proposal, is_move, move_meant, propose
from pbmserv.play.moving import waits_for_yes
from pbmserv.play.plans import SubmittedMove
from pbmserv.play.wishes import Wish, wish_in
from pbmserv.play.yes_and_no import (
    NO,
    NO_WORDS,
    YES,
    asks_for_another_game,
    asks_for_rematch,
    asks_to_stop,
    in_one_word,
    told_by,
    words_in,
)
from pbmserv.storage.invitations import Invitation
from pbmserv.storage.tallies import Limit
from pbmserv.storage.tokens import OF_A_BOARD, WITH_WORDS, Answering, Kind

WORDS = Limit("answered words", 20, timedelta(hours=1))
"""The limit on a player's answers with words for others, as a machine may answer everything."""

OWN_WORDS = Limit("own words", 10, timedelta(days=1))
"""The same for answers to one's own words."""

_NOT_YES_OR_NO = WITH_WORDS | {Kind.BOARD, Kind.DIGEST}
"""Letters that ask no question, which "stop" would answer with a no."""

_MOST_WORDS_OF_SUBJECT = 3
"""The longest name of a help page in words; more is a sentence."""
_MOST_WORDS_OF_ASKING = 4
"""The longest line that asks for a draw or resigns: "I offer a draw"."""
_BELOW_BANNER = "Your mail begins with a notice that nobody has written."
_ENDING = frozenset({"resign", "accept"})
"""Moves of every game that end it, or may."""
_ASKED_IN_WORDS = {
    "resign": "Do you want to resign on {board}?",
    "propose": "Do you want to propose a tie on {board}?",
    "undo": "Do you want to ask for your last move back on {board}?",
    "accept": "Do you want to accept what is proposed on {board}?",
    "reject": "Do you want to reject what is proposed on {board}?",
}
_WHAT_THIS_IS = (
    "This is pbmserv at {server}, a program by which people play board games by mail: when it is your turn, you get a"
    " letter with the board, and answer it with your move. It costs nothing, and nothing begins before you say yes."
    ' Subject "help {word}" brings the rules.'
)
_PROPOSED_IN_WORDS = {
    counting.Question.DRAW: "{by} proposes that the game on {board} ends as a tie: do you agree?",
    counting.Question.UNDO: "{by} asks to take back the last move on {board}: do you agree?",
}
_ASKED_TO_PLAY = "Do you want to play {move} on {board}?"
_MOVES_TOO = frozenset({"resign", "swap"})
_WORDS = re.compile(r"[^\W\d_]{2,}")
_SHORTEST_TALK = 5
"""A shorter single word may be a move of some game."""
_CHAT = re.compile(
    r"\Achat(?:[:,]\s*|\s+(?!(?:with|to|about|again|later|soon|tomorrow|more|is|was|room|window)\b))(?=\S)",
    re.IGNORECASE,
)
"""The word before words for the others, which is no part of them: not in `chat with you tomorrow`."""
_PREFIX = re.compile(r"\A(move|board)\s+(?=\S)", re.IGNORECASE)


def stands_for(call: Call, reply: Reply) -> Answering | None:
    """What the reply address stands for; None if invalid or expired."""
    return call.work.replies.read(reply.token, call.principal.at_address) if reply.token else None


def command_of(call: Call, reply: Reply, answering: Answering | None) -> CommandFields:
    """The command that an answer stands for; its words for others become the call's comment.

    Raises `Refusal` if the token is invalid, the mail is not from an address of its player, or nothing can be done.
    """
    if reply.letters > MOST_ANSWERED:
        if answering is not None and call.principal.is_from(answering.player):
            call.principal.replier = answering.player
        raise Refusal(
            Message(
                "Your mail answers {letters} letters at once, and nothing has been done: one mail can answer"
                " at most {most}. Send it to {most} of these addresses, and then to the others.",
                letters=reply.letters,
                most=MOST_ANSWERED,
            )
        )
    if reply.unreadable and not reply.line:
        raise Refusal(reply.unreadable)
    if reply.code is not None:
        return _answer_to_question(call, reply, reply.code)
    is_for_nobody = answering is None or answering.kind is Kind.HELP
    if is_for_nobody and (says_stop(reply.subject) or wants_no_letters(reply)) and call.principal.at_address:
        return _leaving(call)
    if answering is None and reply.token is None:
        return _without_token(call, reply)
    if answering is None:
        raise Unauthorised(
            "This letter cannot be answered like this any more: since it was sent, replies have been switched off,"
            " the password has been changed, the board is gone or begun anew, or the server has been restored from"
            " a backup that is older than the letter. Write the whole command as the Subject, with your password."
        )
    if answering.kind is Kind.HELP:
        return _help(call, reply)
    if not call.principal.is_from(answering.player):
        raise Unauthorised(
            "Only the player who got a letter can answer it without a password, and only from an address that its"
            " letters go to. From elsewhere, write the whole command as the Subject, with your password."
        )
    call.principal.replier, call.principal.answering = answering.player, answering
    call.expects = InLetter(answering.shown) if answering.shown else None
    if answering.kind is Kind.WELCOME:
        return _first_game(call, reply, answering.player)
    if answering.kind in _NOT_YES_OR_NO and wants_no_letters(reply):
        return _without_letters(call, answering)
    if answering.kind is Kind.DIGEST:
        return _lines_about_boards(call, reply)
    if answering.kind is Kind.MESSAGE:
        return _message(call, reply, answering)
    game, number = _board_of(call, answering)
    fields = CommandFields("move", (str(number),), game, claim=Claim(answering.player.userid, None))
    if answering.kind is Kind.REMATCH:
        return _about_rematch(call, reply, fields)
    if answering.kind is Kind.SEAT:
        return _about_seat(call, reply, fields)
    is_chat = answering.kind in {Kind.CHAT, Kind.OWN_CHAT}
    if is_chat and _wants_rematch(call, reply, fields):
        return fields._replace(command="rematch")
    if is_chat:
        _check_it_is_no_move(call, reply, answering, game, number)
        if answering.kind is Kind.OWN_CHAT:
            _check_it_does_not_go_round(call, reply, answering)
        return _with_words(call, _CHAT.sub("", reply.words), fields._replace(command="chat"))
    return _on_board(call, reply, answering, fields)


def _leaving(call: Call) -> CommandFields:
    """The question to each player whose address this is whether they leave."""
    return CommandFields("signoff", claim=Claim(ask_all_but_one(call).userid, None))


def _without_letters(call: Call, answering: Answering) -> CommandFields:
    """The end of the letters about a board that somebody only watches; else the question whether they leave."""
    claim = Claim(answering.player.userid, None)
    if board := watched(call, answering):
        return CommandFields("unsubscribe", (str(board[1]),), board[0], claim=claim)
    return CommandFields("signoff", claim=claim)


def with_what_was_meant(call: Call, reply: Reply, refusal: Refusal) -> Refusal:
    """The refusal of an answer, or the question whether a certain move was meant.

    The refused command's changes are undone already.
    """
    answering = call.principal.answering
    if answering is None or answering.kind not in OF_A_BOARD or call.principal.player is None or call.board is None:
        return refusal
    if isinstance(refusal, OutOfDate):
        return _with_how_to_chat(call, reply, refusal)
    if not isinstance(refusal, (Unreadable, Illegal, NotAllowed)) or _is_absence_note(reply):
        return refusal
    board = call.work.boards.load(*call.board, for_change=True)
    # Of what can be read, but must not be done, only the line itself can be meant in another way.
    lines = [reply.line, *(reply.body.splitlines() if isinstance(refusal, Unreadable) else [])]
    move = move_meant(board, call.principal.player, lines) if board else None
    # Whose turn it is may have mistyped a move: that is told.
    is_no_answer = isinstance(refusal, NotAllowed if answering.kind is Kind.BOARD else (Unreadable, NotAllowed))
    if move is None and is_no_answer and (asked := _asked_about(board, answering)):
        either = "yes or no" if answering.kind is Kind.BOARD else "yes"
        how = Message("Answer this letter with {either} in its first line, or with a move.", either=either)
        return Unclear(call, reply, asked, how)
    if board is None or move is None or move.lower() == reply.line.strip().lower():
        return _with_how_to_chat(call, reply, refusal)
    return did_you_mean(move, refusal.words)


def _with_how_to_chat(call: Call, reply: Reply, refusal: Refusal) -> Refusal:
    """A refusal of what looks like chat, with how to write it."""
    words = _WORDS.findall(reply.line)
    is_talk = len(words) > 1 or any(len(word) >= _SHORTEST_TALK for word in words)
    if not is_talk or words[0].lower() in TABLE_WORDS or _takes_board_and_player(call, words[0].lower()):
        return refusal
    board = call.work.boards.load(*call.board) if call.board else None
    if board is None or len(board.players) == 1 or not isinstance(refusal, (Unreadable, NotAllowed)):
        return refusal
    kind = Unreadable if isinstance(refusal, Unreadable) else NotAllowed
    return kind(
        Message(
            "{why}\n\nTo write to the others without a move, begin your answer with the word chat, for"
            " example: chat Thank you!",
            why=refusal.words,
        )
    )


def keep_question(call: Call, refusal: DidYouMean) -> SubmittedMove | None:
    """Store the suggested move until it is confirmed."""
    board = call.work.boards.load(*call.board, for_change=True) if call.board else None
    if board is None or call.principal.player is None:
        return None
    proposed = propose(board, call.principal.player, refusal.move)
    call.work.boards.save(board)
    return proposed


def _answer_to_question(call: Call, reply: Reply, code: str) -> CommandFields:
    bare, which = code_and_move(code)
    digest = digest_of(bare)
    invitation = call.work.invitations.with_code(digest, call.at)
    if invitation is None:
        subject = subject_of_ours(reply.subject, call.catalogue, in_an_answer=True)
        # An invitation that has ended is told from other codes by nothing but its Subject: nothing of it is kept.
        of_guest = subject in INVITATIONS or which is not None
        return CommandFields("invitation", (code, YES)) if of_guest else _confirmation(call, reply, code)
    names = [invitation.inviter.userid] if invitation.inviter else []
    if folded(call.credential.address or "") == folded(invitation.guest(digest).address):
        call.principal.answers_again_at = same_address(call, reply)
    asked = game_asked(call.catalogue, reply.line) if is_greeting(invitation) else None
    answer = asked.word if asked else guest_answer(reply.line, reply.below, reply.subject, names)
    if answer is None:
        raise _unclear_guest(call, reply, code, invitation)
    # Who invites reads what stands beside a yes or a no.
    call.comment = reply.words if in_one_word(reply.words) is None else ""
    return CommandFields("invitation", (code, answer))


def _unclear_guest(call: Call, reply: Reply, code: str, invitation: Invitation) -> Unclear:
    """The same question once more, or another one where a guest has begun to play."""
    by = invitation.inviter.userid if invitation.inviter else "The operator"
    if is_greeting(invitation):
        return Unclear(
            call, reply, "Would you like to play?", "Answer this letter with the name of a game, for example: chess."
        )
    how = "Answer this letter with yes, with no, or with your name here in a line like this: name robin."
    game = call.catalogue.get(invitation.game)
    if game is None:
        return Unclear(call, reply, Message("{by} invites you to a game.", by=by), how)
    bare, which = code_and_move(code)
    place = invitation.guest(digest_of(bare)).place
    asked, line = invitation.asked(place), reply.line.strip().removesuffix(".")
    move = challenges.first_move(call, game, invitation, place, line)
    # Who does not answer the question about a move is asked the same; who was not invited, about none.
    meant = invitation.move_asked(place, which) if move is None else move
    if meant and call.principal.answers_again_at and (meant in asked or len(asked) < len(MOVES_ASKED)):
        question = Message(
            "{by} invites you to a game of {game}. Shall it begin, with {move} as your first move?",
            by=by,
            game=game.name,
            move=meant,
        )
        return FirstMoveMeant(call, reply, bare, meant, question, how)
    if move is not None:
        question = Message(
            "{line} is a move, and the game of {game} with {by} has not begun yet. Shall it begin? Then the board"
            " comes in a letter, which you answer with your move when it is your turn.",
            line=line,
            game=game.name,
            by=by,
        )
    else:
        question = Message("{by} invites you to a game of {game}. Do you want to play?", by=by, game=game.name)
    if wish_in(reply.line, [by]) in {Wish.WHO, Wish.RULES}:
        return Unclear(call, reply, question, how, Message(_WHAT_THIS_IS, server=call.server, word=game.word))
    return Unclear(call, reply, question, how)


def _confirmation(call: Call, reply: Reply, code: str) -> CommandFields:
    found = call.work.codes.find(digest_of(code), call.at)
    question = QUESTIONS.get(found.purpose) if found else None
    if question is None:
        # As where the whole command has been typed: it says that the code is no good.
        return CommandFields("confirm", (code, NO))
    asks = question.asks(call, found) if question.asks and found else "Do you want this?"
    answer = None if _is_absence_note(reply) else question.answer_in(reply.line, reply.below)
    if question.is_final and (answer is None or (answer == YES and reply.below_banner)):
        raise Unclear(
            call,
            reply,
            asks,
            "Answer this letter with the one word yes, and nothing else; or with no.",
            "This cannot be undone, so a yes has to be the whole answer, and nothing has been done.",
        )
    if answer is None:
        raise Unclear(call, reply, asks)
    return CommandFields("confirm", (code,) if answer == YES else (code, NO))


def _yes_or_no(reply: Reply, names: Collection[str]) -> str | None:
    """A yes or a no; None if it is neither."""
    return NO if asks_to_stop(reply.line) and not _is_absence_note(reply) else _said(reply, reply.line, names)


def _said(reply: Reply, line: str, names: Collection[str]) -> str | None:
    return None if _is_absence_note(reply) else told_by(line, reply.below, names)


def _names_at(board: Board | None) -> list[str]:
    return [player.userid for player in board.players] if board else []


def _is_absence_note(reply: Reply) -> bool:
    """Whether an answer only says that somebody is away, which answers no question."""
    return reply.is_absence_note or looks_like_absence(reply.subject, f"{reply.line}\n{reply.body}")


def _first_game(call: Call, reply: Reply, player: Player) -> CommandFields:
    """The game with the server that the answer to a welcome names; else a help page."""
    game = game_asked(call.catalogue, reply.line)
    bot = weakest_bot(call, game) if game else ""
    if game is None or not bot:
        return _help(call, reply)
    return CommandFields("challenge", (player.userid, bot), game.word)


def _help(call: Call, reply: Reply) -> CommandFields:
    words = re.findall(r"[\w-]+", reply.line.lower().removeprefix("help "))
    if named := [word for word in dict.fromkeys(words) if word in call.catalogue]:
        return CommandFields("help", tuple(named))
    if 0 < len(words) <= _MOST_WORDS_OF_SUBJECT:
        with suppress(Refusal):
            page(words, call.catalogue, call.commands)
            return CommandFields("help", tuple(words))
    return CommandFields("help")


def _without_token(call: Call, reply: Reply) -> CommandFields:
    """What answers a letter that asks for nothing, or goes to another address."""
    subject = subject_of_ours(reply.subject, call.catalogue, in_an_answer=True)
    if subject in HELP:
        return _help(call, reply)
    if subject == FORGOTTEN:
        # What is answered to this may be the new password: it is not quoted.
        raise NoWords(
            Message(
                "A password is not set by an answer, and what you wrote is not quoted here. Write a letter to"
                " {server} with the Subject that stands in the letter which you have answered, and with your new"
                " password in place of NEW.",
                server=call.server,
            )
        )
    if subject in SEVERAL:
        raise Misspelt(
            "It is not clear who you are: your answer did not go to the address that this letter asks for (Reply-To)."
            " Answer the letter itself, or write the whole command as the Subject."
        )
    raise Misspelt(
        "This is the Subject of a letter of ours. An answer to it needs a command as its Subject or in its first"
        " line: this letter either takes no other answer, or the answer did not go to the address that it asks for"
        " (Reply-To)."
    )


def _about_rematch(call: Call, reply: Reply, fields: CommandFields) -> CommandFields:
    board = _load(call, fields)
    names = _names_at(board)
    is_wanted = asks_for_rematch(reply.line) and told_by("yes", reply.below, names) == YES
    answer = YES if is_wanted and "?" not in reply.line else _yes_or_no(reply, names)
    if answer is None:
        asked = call.work.rematches.of(call.work.boards.id_of(board)) if board else None
        by = next((each.userid for each in board.players if asked and each.id in asked.agreed), "") if board else ""
        raise Unclear(call, reply, _rematch_question(board, by))
    return fields._replace(command="rematch", values=(*fields.values, answer))


def _wants_rematch(call: Call, reply: Reply, fields: CommandFields) -> bool:
    if asks_for_rematch(reply.line):
        return True
    if not asks_for_another_game(reply.line):
        return False
    board = _load(call, fields)
    return board is not None and not board.is_on


def _rematch_question(board: Board | None, by: str) -> Message:
    if board is None:
        return Message("Do you want to play once more?")
    if by:
        return Message(
            "{by} would like to play {game} once more, after {board}: do you?",
            by=by,
            game=board.game.name,
            board=board.title,
        )
    return Message("Do you want to play {game} once more, after {board}?", game=board.game.name, board=board.title)


def _about_seat(call: Call, reply: Reply, fields: CommandFields) -> CommandFields:
    board = _load(call, fields)
    answer = _yes_or_no(reply, _names_at(board))
    if answer is None:
        title = board.title if board else f"{fields.game} board {fields.values[0]}"
        if board and board.offer:
            by = board.offer.by.userid
            asked = Message("{by} asks you to take over a seat on {board}: do you want to?", by=by, board=title)
        else:
            asked = Message("Somebody asks you to take over a seat on {board}: do you want to?", board=title)
        raise Unclear(call, reply, asked)
    if answer == YES:
        return fields._replace(command="join")
    return fields._replace(command="substitute", values=(*fields.values, NO))


def _lines_about_boards(call: Call, reply: Reply) -> CommandFields:
    """Several moves, each on a board of its own; no words for others."""
    call.body, call.comment = f"{reply.line}\n{reply.body}", ""
    if reply.below_banner and _ENDING.intersection(words_in(call.body)):
        raise Refusal(
            "Nothing has been done: your mail begins with a notice that nobody has written, so it is not taken for"
            " resign or accept. To do that, answer the board by its own button."
        )
    call.principal.answers_again_at = same_address(call, reply)
    return CommandFields("multiple")


def _load(call: Call, fields: CommandFields) -> Board | None:
    return call.work.boards.load(fields.game, int(fields.values[0]))


def _message(call: Call, reply: Reply, answering: Answering) -> CommandFields:
    author = call.work.players.numbered(answering.about)
    if author is None:
        raise Refusal("The player who wrote this letter is not here any more, and so your answer goes to nobody.")
    fields = CommandFields("message", (author.userid,), claim=Claim(answering.player.userid, None))
    return _with_words(call, reply.words, fields)


def _board_of(call: Call, answering: Answering) -> tuple[str, int]:
    named = call.work.boards.named(answering.about)
    if named is None:
        raise Unauthorised(
            "The board of the letter that you have answered is gone, or the server has been restored from a backup"
            " that is older than this board."
        )
    if named[0] not in call.catalogue:
        raise Refusal(
            Message(
                "The game of this board, {game}, cannot be played here at present. The board is kept.",
                game=named[0],
            )
        )
    return named


def _with_words(call: Call, words: str, fields: CommandFields) -> CommandFields:
    replier = call.principal.replier.userid if call.principal.replier else ""
    if call.work.tallies.is_full(WORDS, replier, call.at):
        raise Refusal(
            Message(
                "You have answered {most} letters to others within an hour. Wait a while, or write the whole"
                " command as the Subject, with your password.",
                most=WORDS.most,
            )
        )
    call.work.tallies.add(WORDS, replier, call.at)
    call.comment = words
    return fields


def _check_it_does_not_go_round(call: Call, reply: Reply, answering: Answering) -> None:
    """Refuse what a machine writes that answers its player's own words, of which a copy comes each time."""
    said = call.work.remarks.on(answering.about, MOST_ANSWERED)
    words = players_words(_CHAT.sub("", reply.words)).strip()
    if words in {each.words.strip() for each in said if each.author == answering.player}:
        raise Refusal("You have written the same words to them before, and they have not been sent once more.")
    if call.work.tallies.is_full(OWN_WORDS, answering.player.userid, call.at):
        raise Refusal(
            Message(
                "You have answered your own words {most} times within a day. To say more, answer a letter of"
                " the board with the word chat and your words.",
                most=OWN_WORDS.most,
            )
        )
    call.work.tallies.add(OWN_WORDS, answering.player.userid, call.at)


def _check_it_is_no_move(call: Call, reply: Reply, answering: Answering, game: str, number: int) -> None:
    if len(reply.line) > 60 or not reply.line.strip():
        return
    board = call.work.boards.load(game, number)
    line = reply.line.strip().removesuffix(".")
    asked = _move_of_every_game(board, answering.player, line) if board else None
    if board is None or not (asked or is_move(board, answering.player, line)):
        return
    call.game, call.board = call.catalogue[game], (game, number)
    call.principal.player = answering.player
    why = "You have answered a chat, so your words would have gone to everybody."
    move = asked or move_meant(board, answering.player, [reply.line])
    raise did_you_mean(move, why) if move else Refusal(why)


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


def _on_board(call: Call, reply: Reply, answering: Answering, fields: CommandFields) -> CommandFields:
    written = _PREFIX.sub("", reply.line.strip())
    line = written.removesuffix(".").strip()
    if answering.kind in {Kind.SUBMITTED, Kind.PROPOSED}:
        board = _load(call, fields)
        # "I accept" answers the proposal that stands in the letter, not our question: "Did you mean reject?"
        is_vote = board and is_about_a_proposal(board, answering.player, line)
        said = None if is_vote else _said(reply, written, _names_at(board))
        if said == YES:
            return fields._replace(command="confirm")
        if said == NO:
            raise Refusal("Nothing has been moved. Answer a letter of the board with the move that you mean.")
        if not line:
            asked = _asked_about(board, answering) or "Do you want to make this move?"
            raise Unclear(call, reply, asked, "Answer this letter with yes in its first line, or with a move.")
    if not line:
        raise Refusal("There is no move in your letter: it is expected in the first line.")
    word, _, rest = line.partition(" ")
    if word.lower() == "chat":
        # As it was written: no move is expected, and a full stop belongs to the words.
        words = written.partition(" ")[2].strip()
        return _with_words(call, "\n".join(filter(None, [words, reply.comment])), fields._replace(command="chat"))
    if _may_be_words(line) and (other := _in_own_words(call, reply, answering, fields, line)):
        if other.command == "chat":
            return _with_words(call, reply.words, fields._replace(command="chat"))
        values = () if other.command == "help" else (*fields.values, *other.values)
        return fields._replace(command=other.command, values=values)
    _check_it_is_meant(call, reply, answering, line)
    if word.lower() not in _MOVES_TOO and _takes_board_and_player(call, word.lower()):
        return fields._replace(command=word.lower(), typed=tuple(without_mark(split(rest))))
    return fields._replace(typed=tuple(without_mark(split(line))))


def _may_be_words(line: str) -> bool:
    """Whether a line may be more than a move, such as d3: of these nothing else is looked at."""
    return not line.isascii() or _WORDS.search(line) is not None or line.lower() in {"y", "n"}


def _in_own_words(
    call: Call, reply: Reply, answering: Answering, fields: CommandFields, line: str
) -> CommandFields | None:
    """What an answer to a board's letter asks for, if not for a move."""
    board, player = _load(call, fields), answering.player
    if board is None:
        return None
    # So that a question or a refusal shows the board; the command finds it once more.
    call.game, call.board, call.principal.player = board.game, (board.game.word, board.number), player
    found = None
    if answering.kind is Kind.BOARD and not _is_absence_note(reply):
        found = said_yes_or_no(board, answering, reply, line)
    if found is not None and reply.below_banner and found.command == "move":
        raise did_you_mean(found.values[0], _BELOW_BANNER)
    found = found or wanted(call, board, reply, player, line)
    call.game = call.board = call.principal.player = None
    return found


def _asked_about(board: Board | None, answering: Answering) -> str:
    """The question that a letter asks whose move waits for a yes, or what is proposed; empty if none waits."""
    if board is None:
        return ""
    if answering.kind is Kind.BOARD and answering.shown and answering.shown.vote:
        vote = board.vote if answering.player in board.yet_to_answer else None
        return Message(_PROPOSED_IN_WORDS[vote.question], by=vote.by.userid, board=board.title) if vote else ""
    if answering.kind not in {Kind.SUBMITTED, Kind.PROPOSED}:
        return ""
    with suppress(Refusal):
        waiting = waits_for_yes(board, answering.player, answering.move).text
        return Message(_ASKED_IN_WORDS.get(waiting, _ASKED_TO_PLAY), move=waiting, board=board.title)
    return ""


def _check_it_is_meant(call: Call, reply: Reply, answering: Answering, line: str) -> None:
    """Ask before a line is carried out that may be no more than a question, or that a gateway stands above."""
    ending = line.lower().strip("\"'")
    why, move = _BELOW_BANNER, None
    board = call.work.boards.load(*_board_of(call, answering)) if reply.below_banner or line.endswith("?") else None
    if reply.below_banner and (ending in _ENDING or (board and is_named_accept(board, ending))):
        move = ending
    elif line.endswith("?") and not line.endswith("!?"):
        why, move = "What you wrote is a question.", move_meant(board, answering.player, [line]) if board else None
    if move:
        name, number = _board_of(call, answering)
        call.game, call.board, call.principal.player = call.catalogue[name], (name, number), answering.player
        raise did_you_mean(move, why)


def _takes_board_and_player(call: Call, word: str) -> bool:
    """Whether a word is the command of a game that names a board and its player first."""
    command = call.commands.find(word, of_a_game=True)
    kinds = [type(argument.kind) for argument in command.arguments[:3]] if command else []
    return kinds == [BoardNumber, Userid, Password]


QUESTIONS: Mapping[str, Question] = {
    confirmed_addresses.CONFIRM: Question(
        accounts.confirm_address,
        accounts.decline_address,
        sent_to=accounts.address_asked,
        asks=lambda call, code: Message(
            "Is {address} an address of {player}, who plays here?",
            address=call.credential.address,
            player=code.player.userid,
        ),
    ),
    forged_challenges.CHALLENGE: Question(
        challenges.Challenge().carry_out_asked, forged_challenges.decline, asks=forged_challenges.question_of
    ),
    MEANT: Question(carry_out_meant, lambda _, code: not_meant(code), asks=question_of),
    leaving.SIGNOFF: Question(
        leaving.confirm_leaving, leaving.stay, is_final=True, sent_to=leaving.asked_at, asks=leaving.question_of
    ),
}
"""All mailed questions by purpose."""


class Confirm(Command):
    """Answer a question that was mailed to you.

    It may be whether an address or a challenge is yours, or whether you want to leave. Just answer that letter with
    yes or no; to leave, the whole answer has to be the one word yes. Or write this command, with the code in the
    letter. It is good only from the address that the letter went to, or from one that you have confirmed.
    """

    words = ("confirm",)
    arguments = (
        Argument("code", Code()),
        Argument("yes|no", OneOf("answer", "yes", "no"), optional=True),
    )
    about_account = True
    example = "confirm k3m8pwx2vq7rnt4ha"

    def carry_out(self, call: Call, given: ParsedArgs) -> Outcome:
        digest = digest_of(given["code"])
        found = call.work.codes.find(digest, call.at)
        question = QUESTIONS.get(found.purpose) if found else None
        if found is not None and question is not None:
            check_code_came_here(call, found.player, question.sent_to(found) if question.sent_to else "")
            code = call.work.codes.redeem(digest, found.purpose, call.at)
            if code is not None:
                answer = question.declined if given.get("yes|no") == "no" else question.confirmed
                return answer(call, code)
        raise Refusal("This code is not known, has been used already, or is too old.")
