"""Interpretation of answers to letters.

The reply address says whose answer it is and to what, and replaces the password. It is accepted only from an address
of that player in From, whatever the envelope says, as forwarders change that. The answer becomes a command without
the token, with its author known to the runner, so that every rule for the command holds for the answer.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from datetime import timedelta

from pbmserv.commands.leaving.by_answer import says_stop, wants_no_letters
from pbmserv.commands.requests.budgets import count_answered_words
from pbmserv.commands.requests.context import Call
from pbmserv.commands.requests.credentials import Unauthorised
from pbmserv.commands.requests.expectations import InLetter
from pbmserv.commands.requests.outcome import LinesExplained
from pbmserv.commands.requests.reply import MOST_ANSWERED, Reply
from pbmserv.commands.requests.words_for_others import fit_for_others
from pbmserv.commands.run.asking_back import (
    AnsweredInstead,
    AsksFirst,
    Unclear,
    corrected,
    did_you_mean,
    same_address,
)
from pbmserv.commands.run.commands_in_own_words import game_with_somebody
from pbmserv.commands.run.digest_answers import boards_shown, has_lines, line_naming_a_board
from pbmserv.commands.run.in_own_words import ask_about_one_line, ask_about_several, said_yes_or_no, wanted
from pbmserv.commands.run.mailed_questions import answer_to_question
from pbmserv.commands.run.meant_moves import (
    BELOW_BANNER,
    ENDING,
    LETTERS,
    asked_about,
    check_it_is_meant,
    check_it_is_no_move,
    check_it_moves_nowhere,
    how_to_move,
    take_words,
    takes_board_and_player,
)
from pbmserv.commands.run.nothing_asked import what_can_be_answered
from pbmserv.commands.run.notices import (
    answer_to_notice,
    first_game_asked,
    help_asked,
    leaving_asked,
    without_letters,
)
from pbmserv.commands.run.once_more import once_more_with
from pbmserv.commands.run.parser import Action, CommandFields, ParseError, action_of
from pbmserv.commands.starting.rematches import rematch_question
from pbmserv.commands.talk.heard import others_have_spoken
from pbmserv.games.base import Refusal, Unreadable
from pbmserv.games.message import Message
from pbmserv.language.command_spec import Claim
from pbmserv.language.words import LONGEST_LINE, split, without_mark
from pbmserv.letters.letter import players_words
from pbmserv.letters.subjects import TOURNAMENTS, subject_of_ours
from pbmserv.play.board import Board, Player
from pbmserv.play.game_wanted import game_proposed
from pbmserv.play.move_suggestions import is_about_a_proposal, is_move, without_number
from pbmserv.play.tournament_questions import tournament_asked
from pbmserv.play.tournaments.event import Event, event_of
from pbmserv.play.wishes import wish_in
from pbmserv.play.words.wish import Wish
from pbmserv.play.yes_and_no import (
    NO,
    YES,
    asks_for_another_game,
    asks_for_another_game_and_more,
    asks_for_rematch,
    asks_to_stop,
    in_one_word,
    is_short_answer,
    leans,
    names_rematch,
    only_greets,
    says_more,
    says_yes_and_more,
    told_by,
    without_praise,
    without_signature,
    words_in,
)
from pbmserv.storage.tallies import Limit
from pbmserv.storage.tokens import WITH_WORDS, Answering, Kind

OWN_WORDS = Limit("own words", 10, timedelta(days=1))
"""The limit on a player's answers to their own words, as a machine may answer everything."""

_NOT_YES_OR_NO = WITH_WORDS | {Kind.BOARD, Kind.DIGEST, Kind.WELCOME}
"""Letters that ask no question, which "stop" would answer with a no."""

_MOST_WORDS_OF_HELP = 2

_MOVES_TOO = frozenset({"resign", "swap"})
_CHAT = re.compile(
    r"\Achat(?:[:,]\s*|\s+(?!(?:with|to|about|again|later|soon|tomorrow|more|is|was|room|window)\b))(?=\S)",
    re.IGNORECASE,
)
"""The word before words for the others, which is no part of them: not in `chat with you tomorrow`."""
_PREFIX = re.compile(r"\A(?:(?:мой )?ход:?|(?:move|board))\s+(?=\S)", re.IGNORECASE)


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
        return answer_to_question(call, reply, reply.code)
    is_for_nobody = answering is None or answering.kind is Kind.HELP
    if is_for_nobody and (says_stop(reply.subject) or wants_no_letters(reply)) and call.principal.at_address:
        return leaving_asked(call)
    if answering is None and reply.token is None:
        return answer_to_notice(call, reply)
    if answering is None:
        raise Unauthorised(
            "This letter cannot be answered like this any more: since it was sent, replies have been switched off,"
            " the password has been changed, the board is gone or begun anew, or the server has been restored from"
            " a backup that is older than the letter. Write the whole command as the Subject, with your password."
        )
    if answering.kind is Kind.HELP:
        return help_asked(call, reply)
    if not call.principal.is_from(answering.player):
        raise Unauthorised(
            "Only the player who got a letter can answer it without a password, and only from an address that its"
            " letters go to. From elsewhere, write the whole command as the Subject, with your password."
        )
    call.principal.replier, call.principal.answering = answering.player, answering
    call.expects = InLetter(answering.shown) if answering.shown else None
    if answering.kind in _NOT_YES_OR_NO and wants_no_letters(reply):
        return without_letters(call, answering)
    if answering.kind is Kind.WELCOME and is_about_a_tournament(call, reply):
        return answer_to_notice(call, reply)
    if answering.kind is Kind.WELCOME:
        return first_game_asked(call, reply, answering.player)
    if answering.kind is Kind.DIGEST:
        return _lines_about_boards(call, reply, answering.player)
    if answering.kind is Kind.MESSAGE:
        return help_asked(call, reply) if _asks_for_help(reply) else _message(call, reply, answering)
    game, number = _board_of(call, answering)
    fields = CommandFields("move", (str(number),), game, claim=Claim(answering.player.userid, None))
    if answering.kind is Kind.REMATCH:
        return _about_rematch(call, reply, fields)
    if answering.kind is Kind.SEAT:
        return _about_seat(call, reply, fields)
    is_chat = answering.kind in {Kind.CHAT, Kind.OWN_CHAT}
    if is_chat and _asks_for_help(reply):
        return CommandFields("help", (), game)
    if is_chat and _wants_rematch(call, reply, fields):
        if not (asks_for_rematch(reply.line) or once_more_with(reply.line)):
            _pass_on_words_beside(call, reply)
        return fields._replace(command="rematch")
    asked = tournament_asked(reply.words) if is_chat else ""
    if asked and (event := _event_of(call, fields)):
        return CommandFields(f"tournament {asked}", (event.tournament,))
    if is_chat:
        _ask_for_another_game(call, reply, answering, fields)
    if is_chat:
        check_it_is_no_move(call, reply, answering, game, number)
        check_it_moves_nowhere(call, answering.player, reply.words)
        if answering.kind is Kind.OWN_CHAT:
            _check_it_does_not_go_round(call, reply, answering)
        return _with_words(call, _CHAT.sub("", reply.words), fields._replace(command="chat"))
    return _on_board(call, reply, answering, fields)


def is_about_a_tournament(call: Call, reply: Reply) -> bool:
    """Whether a letter about tournaments is answered, in which the name of a game begins none."""
    return subject_of_ours(reply.subject, call.catalogue, in_an_answer=True) in TOURNAMENTS


def _yes_or_no(reply: Reply, names: Collection[str]) -> str | None:
    """A yes or a no; None if it is neither."""
    return NO if asks_to_stop(reply.line) and not reply.tells_of_absence else _said(reply, reply.line, names)


def _said(reply: Reply, line: str, names: Collection[str]) -> str | None:
    return None if reply.tells_of_absence else told_by(line, reply.below, names)


def _answer_that_begins(reply: Reply, names: Collection[str]) -> str | None:
    """A yes or a no where a yes only begins something: `Sure! Give me a minute` is one."""
    answer = _yes_or_no(reply, names)
    if answer is None and not reply.tells_of_absence and says_yes_and_more(reply.line, reply.below, names):
        return YES
    return answer


def _names_at(board: Board | None) -> list[str]:
    return [player.userid for player in board.players] if board else []


def _about_rematch(call: Call, reply: Reply, fields: CommandFields) -> CommandFields:
    board = _load(call, fields)
    names = _names_at(board)
    asks_for_it = asks_for_rematch(reply.line) or asks_for_another_game(reply.line)
    is_wanted = asks_for_it and told_by("yes", reply.below, names) == YES
    answer = YES if is_wanted and "?" not in reply.line else _answer_that_begins(reply, names)
    if answer is None:
        question = _rematch_asked(call, board)
        if board and leans(reply.line, names) and len(reply.line.split()) > 1 and not reply.tells_of_absence:
            raise _with_these_words(call, reply, board, question, fields)
        raise Unclear(call, reply, question)
    # Who asks reads what stands beside a yes or a no.
    if in_one_word(reply.line) is None:
        call.comment = reply.words
    return fields._replace(command="rematch", values=(*fields.values, answer))


def _rematch_asked(call: Call, board: Board | None) -> Message:
    """The question whether a rematch is wanted, with who has asked for it."""
    asked = call.work.rematches.of(call.work.boards.id_of(board)) if board else None
    by = next((each.userid for each in board.players if asked and each.id in asked.agreed), "") if board else ""
    return rematch_question(board, by)


def _event_of(call: Call, fields: CommandFields) -> Event | None:
    """The tournament's division to which a board belongs."""
    board = _load(call, fields)
    return event_of(board.terms.event) if board else None


def _ask_for_another_game(call: Call, reply: Reply, answering: Answering, fields: CommandFields) -> None:
    """Ask what an answer to the end of a game means that is only a yes or a no, or wants another game."""
    board, player = _load(call, fields), answering.player
    if board is None or board.is_on or player not in board.players or reply.tells_of_absence:
        return
    _ask_about_a_new_game(call, reply, board, player)
    proposed = game_proposed(reply.line, call.catalogue)
    if proposed and board.game in proposed.games.values() and not reply.comment:
        question = Message("{question} The command for that is:", question=_rematch_asked(call, board))
        _ask_first(call, player, question, fields._replace(command="rematch"))
    if asks_for_another_game_and_more(reply.line):
        # A no sends only the words.
        question = rematch_question(board, "")
        raise _with_these_words(call, reply, board, question, fields, fields._replace(command="chat"))
    text = without_signature(f"{reply.line}\n{reply.body}")
    is_alone = not (says_more(text) or names_rematch(text) or "\n" in text or others_have_spoken(call, board, player))
    said = _said(reply, text, _names_at(board)) if is_alone else None
    if said == YES:
        asked = _rematch_asked(call, board)
        question = Message("{question} Your answer has gone to nobody. The command for that is:", question=asked)
        _ask_first(call, player, question, fields._replace(command="rematch"))
    if said == NO:
        call.comment = fit_for_others(call, board, [player], reply.words, is_talk=True)
        question = Message(
            "This letter asks for no yes or no. Shall your words go to the others? The command for that is:"
        )
        _ask_first(call, player, question, fields._replace(command="chat"))


def _ask_about_a_new_game(call: Call, reply: Reply, board: Board, player: Player) -> None:
    wanted = game_with_somebody(call, reply.line, board, player)
    if wanted and isinstance(wanted.action, ParseError):
        raise wanted.action.refusal
    if wanted and isinstance(wanted.action, Action):
        call.comment = fit_for_others(call, board, [player], reply.comment, is_talk=True)
        raise AsksFirst(wanted.question, player, corrected(call, wanted.action))


def _ask_first(call: Call, player: Player, question: str, fields: CommandFields) -> None:
    action = action_of(fields, None, call.catalogue, call.commands)
    if isinstance(action, Action):
        call.game = action.game
        raise AsksFirst(question, player, corrected(call, action))


def _with_these_words(
    call: Call,
    reply: Reply,
    board: Board,
    question: str,
    fields: CommandFields,
    otherwise: CommandFields | None = None,
) -> Refusal:
    """The same question where a yes or a no has more words beside it, which go with the answer."""
    player = call.principal.replier
    said = fields._replace(command="rematch", values=(*fields.values, YES))
    yes, no = (
        action_of(each, None, call.catalogue, call.commands)
        for each in (said, otherwise or said._replace(values=(*fields.values, NO)))
    )
    if player is None or not isinstance(yes, Action) or not isinstance(no, Action):
        return Unclear(call, reply, question)
    call.game = yes.game
    call.comment = fit_for_others(call, board, [player], reply.words, is_talk=True)
    return AsksFirst(question, player, corrected(call, yes), corrected(call, no))


def _pass_on_words_beside(call: Call, reply: Reply) -> None:
    """Have what stands beside an answer in its line go to the others, as what stands below it does.

    Not what has been kept back: then the answer is carried out once more, without words.
    """
    if says_more(reply.line) and not call.kept_back:
        call.comment = reply.words


def _wants_rematch(call: Call, reply: Reply, fields: CommandFields) -> bool:
    if asks_for_rematch(reply.line):
        return True
    name = once_more_with(reply.line)
    if name is None:
        return False
    board = _load(call, fields)
    others = [each.userid.lower() for each in board.players] if board else []
    return board is not None and not board.is_on and (not name or name.lower() in others)


def _about_seat(call: Call, reply: Reply, fields: CommandFields) -> CommandFields:
    board = _load(call, fields)
    answer = _answer_that_begins(reply, _names_at(board))
    _pass_on_words_beside(call, reply)
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


def _lines_about_boards(call: Call, reply: Reply, player: Player) -> CommandFields:
    """Several moves, each on a board of its own; else what is asked for in own words."""
    fields = _as_lines(call, reply)
    shown = boards_shown(call)
    if not has_lines(call, shown) and (answered := _nothing_asked(call, reply)):
        raise answered
    ask_about_one_line(call, shown, reply, player)
    asked = None if has_lines(call, shown) else ask_about_several(call, shown, reply, player)
    return asked or fields


def _nothing_asked(call: Call, reply: Reply) -> AnsweredInstead | None:
    """What is told to who greets, thanks, agrees or is sorry in answer to several boards, and says no more."""
    text = without_signature(f"{reply.line}\n{reply.body}")
    if reply.tells_of_absence or call.mail.unanswered or len(text) > LONGEST_LINE or "?" in text:
        return None
    wish = wish_in(text)
    if wish in {Wish.NOTED, Wish.EXCUSE, Wish.KINDNESS} or is_short_answer(text):
        return AnsweredInstead(lambda _: LinesExplained(is_noted=True))
    if "\n" in text or not only_greets(text):
        return None
    call.principal.answers_again_at = None
    return AnsweredInstead(lambda later: what_can_be_answered(later, reply))


def _as_lines(call: Call, reply: Reply) -> CommandFields:
    """The command that carries out lines about boards. No words below them go to others."""
    call.body, call.comment = f"{reply.line}\n{reply.body}", ""
    if reply.below_banner and ENDING.intersection(words_in(call.body)):
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
    check_it_moves_nowhere(call, answering.player, reply.words)
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


def _asks_for_help(reply: Reply) -> bool:
    """Whether a word of help is all that is written: the server is meant, and nobody who plays."""
    is_all = not reply.body.strip() and len(reply.line.split()) <= _MOST_WORDS_OF_HELP
    return is_all and wish_in(reply.line) is Wish.RULES


def _with_words(call: Call, words: str, fields: CommandFields) -> CommandFields:
    count_answered_words(call)
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


def _on_board(call: Call, reply: Reply, answering: Answering, fields: CommandFields) -> CommandFields:
    written = _PREFIX.sub("", reply.line.strip())
    if named := line_naming_a_board(call, reply.line):
        # As a letter with several boards is answered, which shows its reader these lines on another day.
        is_all = not any(line_naming_a_board(call, each) for each in reply.body.splitlines())
        if not is_all or named.says_something or (named.game, named.number) != (fields.game, int(fields.values[0])):
            return _as_lines(call, reply)
        written = named.move
    elif _names_its_number(call, answering.player, fields, written):
        written = without_number(written, int(fields.values[0]))
    line = written.removesuffix(".").strip()
    line = _without_emphasis(call, answering.player, fields, line)
    if answering.kind in {Kind.SUBMITTED, Kind.PROPOSED}:
        board = _load(call, fields)
        # "I accept" answers the proposal that stands in the letter, not our question: "Did you mean reject?"
        is_vote = board and is_about_a_proposal(board, answering.player, line)
        # So does "agree" in Go, which is a move.
        is_own = board is not None and is_move(board, answering.player, line)
        said = None if is_vote or is_own else _said(reply, written, _names_at(board))
        if said == YES:
            return _confirmed(call, reply, answering, fields)
        if said == NO:
            raise Refusal(
                "Nothing has been moved, and nothing that you wrote has been passed on. Answer a letter of the board"
                " with the move that you mean."
            )
        if not line:
            asked = asked_about(board, answering) or "Do you want to make this move?"
            raise Unclear(call, reply, asked, "Answer this letter with yes in its first line, or with a move.")
    if not line:
        raise _empty(call, answering, fields)
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
    check_it_is_meant(call, reply, answering, (fields.game, int(fields.values[0])), line)
    if word.lower() not in _MOVES_TOO and takes_board_and_player(call, word.lower()):
        return fields._replace(command=word.lower(), typed=tuple(without_mark(split(rest))))
    return fields._replace(typed=tuple(without_mark(split(line))))


def _empty(call: Call, answering: Answering, fields: CommandFields) -> Refusal:
    """The refusal of an answer without words, with the board and a move that can be made there."""
    board = _load(call, fields)
    how = how_to_move(board, answering.player) if board and board.is_on else ""
    if board is None or not how:
        return Refusal("Your answer has no words in it, so nothing has been done.")
    call.game, call.board, call.principal.player = board.game, (board.game.word, board.number), answering.player
    return Unreadable(Message("Your answer has no words in it, and pictures are not read. {how}", how=how))


def _names_its_number(call: Call, player: Player, fields: CommandFields, line: str) -> bool:
    """Whether a line is a move with the number of its board, `d3 on 101`, and none as it stands."""
    without = without_number(line, int(fields.values[0]))
    board = _load(call, fields) if without != line else None
    return board is not None and is_move(board, player, without) and not is_move(board, player, line)


def _without_emphasis(call: Call, player: Player, fields: CommandFields, line: str) -> str:
    """A move without the signs behind it that only praise it, `d3!` and `d3 :-)`; else the line as it is.

    Not what every game has: `resign!` may be said to the opponent.
    """
    move = without_praise(line)
    if move == line or move.lower() in ENDING | _MOVES_TOO:
        return line
    board = _load(call, fields)
    return move if board and is_move(board, player, move) and not is_about_a_proposal(board, player, move) else line


def _confirmed(call: Call, reply: Reply, answering: Answering, fields: CommandFields) -> CommandFields:
    """The move that has got its yes, with the words that the question has shown; or these words alone."""
    board = call.work.boards.load(fields.game, int(fields.values[0]), for_change=True)
    is_talk, words = take_words(call, board, answering)
    said = "\n\n".join(filter(None, [words, reply.comment]))
    if is_talk:
        # Whatever has been moved since, they are meant.
        call.expects = None
        return _with_words(call, said, fields._replace(command="chat"))
    if words and not call.kept_back:
        call.comment = said
    return fields._replace(command="confirm")


def _may_be_words(line: str) -> bool:
    """Whether a line may be more than a move, such as d3: of these nothing else is looked at."""
    has_a_sign = line.isascii() and any(map(str.isalnum, line))
    return not has_a_sign or LETTERS.search(line) is not None or line.lower() in {"y", "n"}


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
    if answering.kind is Kind.BOARD and not reply.tells_of_absence:
        found = said_yes_or_no(board, answering, reply, line)
    if found is not None and reply.below_banner and found.command == "move":
        raise did_you_mean(board, player, found.values[0], BELOW_BANNER)
    if found is not None:
        _pass_on_words_beside(call, reply)
    if found is None and board.is_on and not (reply.tells_of_absence or is_move(board, player, line)):
        _ask_about_a_new_game(call, reply, board, player)
    found = found or wanted(call, board, reply, player, line)
    call.game = call.board = call.principal.player = None
    return found
