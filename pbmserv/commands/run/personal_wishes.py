"""What players want for themselves in their own words: a vacation or its end, a setting, a list, an opponent.

Any letter can be answered with it, but one that passes words on. Whatever changes something is asked about, and what
only shows something is shown.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import date
from functools import partial
from typing import NamedTuple

from pbmserv.commands.accounts.first_game import USUAL
from pbmserv.commands.preferences.actions import settings_of
from pbmserv.commands.preferences.vacation import OFF
from pbmserv.commands.requests.context import Call
from pbmserv.commands.requests.outcome import Outcome
from pbmserv.commands.requests.questions import asks_for_a_name
from pbmserv.commands.requests.reply import Reply
from pbmserv.commands.requests.times import day_in_words, zone_of_player
from pbmserv.commands.run.nothing_asked import Why, what_can_be_answered
from pbmserv.commands.run.parser import Action, CommandFields, ParseError, action_of
from pbmserv.commands.run.words_for_commands import (
    GAME,
    PAGES,
    RECORD,
    SETTINGS,
    STANDING,
    YOU,
    Meant,
    command_meant,
    may_mean_one,
)
from pbmserv.commands.starting.wanted_games import looking_for_anyone
from pbmserv.commands.talk.heard import others_have_spoken
from pbmserv.games.message import Message
from pbmserv.language.command_spec import Claim
from pbmserv.letters.absence import is_subject_of_a_note, reads_like_a_note
from pbmserv.letters.subjects import FORGOTTEN
from pbmserv.play.board import Board, Player
from pbmserv.play.bots import PREFIX
from pbmserv.play.days_away import A_WHILE, days_away, tells_of_a_while, tells_until_when
from pbmserv.play.games_in_sentences import games_named
from pbmserv.play.move_suggestions import is_move, move_meant
from pbmserv.play.tournament_questions import may_ask_about_one, tournament_asked
from pbmserv.play.tournaments.event import event_of
from pbmserv.play.vacations import current, last_day
from pbmserv.play.wishes import wish_in
from pbmserv.play.words.wish import Wish
from pbmserv.play.yes_and_no import leans, words_in
from pbmserv.storage.tokens import OF_A_BOARD, WITH_WORDS, Answering, Kind

_VACATION = "vacation"
_WITH_QUESTIONS = frozenset({Kind.REMATCH, Kind.SEAT, Kind.SUBMITTED, Kind.PROPOSED})
"""Letters that ask something."""
_LIKE_OUR_SUBJECTS = frozenset({STANDING, f"{GAME} standings"})
"""What a mangled Subject of ours may seem to ask for: `Standings`."""
_NEW_PASSWORD = words_in(FORGOTTEN)[:-1]
"""How the Subject of the letter with a code begins, whatever has been mangled in it."""
_MOST_LINES_OF_DAYS = 3
"""The lines of a text in which days are looked for."""
_SHOWN_AT_ONCE = frozenset({"tournament list", "list", "all show", "vacation", "forgot", "standings"})
"""What shows something to who asks, or sends them a code, and changes nothing."""


class Asked(NamedTuple):
    """What somebody asks for, in whose name, and the question; without one it is carried out at once."""

    action: Action | ParseError | None
    """What was meant, or why it cannot be, such as a board that the game does not have."""
    player: Player
    question: str
    in_own_words: bool
    instead: Callable[[Call], Outcome] | None = None
    """What is told where no command is meant."""


def away_or_back(call: Call, reply: Reply, answering: Answering | None, player: Player) -> Asked | None:
    """The vacation of a player who writes until when they are away, or its end if they are back.

    A program could write the former, so the same is asked but once, and never of what says that it is a program's.
    """
    # In a mail of its own it may stand in the Subject, above nothing.
    line = reply.line or ("" if reply.is_answer else reply.subject)
    away = _days_told(call, reply, answering, player, line)
    # In answer to its own letter, a board's player may say so to the others.
    needs_time = _board_of(call, answering) is None and not call.mail.unanswered and wish_in(line) is Wish.TIME
    is_note = is_subject_of_a_note(reply.subject)
    is_for_a_while = not (away or is_note) and (needs_time or tells_of_a_while(line))
    is_back = not call.mail.unanswered and wish_in(line) is Wish.BACK
    # The board is looked at last, since most answers are moves.
    if not (away or is_for_a_while or is_back) or _is_for_others_or_a_move(call, reply, answering, player):
        return None
    if away:
        return _vacation(call, player, *away)
    if is_for_a_while:
        return _for_a_while(call, player)
    now = current(call.work.vacations.of(player), call.at)
    if now is None:
        is_all = _is_all_that_is_meant(call, reply, answering, player)
        return _told(call, player, _VACATION) if is_all else None
    question = Message(
        "{player}, you write that you are back, and your vacation goes on until {last}. Shall it end now? The"
        " command for that is:",
        player=player.userid,
        last=day_in_words(last_day(now, zone_of_player(call, player))),
    )
    return _with_question(call, player, question, _VACATION, OFF)


def _days_told(
    call: Call, reply: Reply, answering: Answering | None, player: Player, line: str
) -> tuple[date | None, date] | None:
    """The first day (None: today) and the last of the absence that a mail tells of, in this line or below it."""
    text = f"{line}\n{reply.body}"
    asks = reply.code is not None or (answering is not None and answering.kind in _WITH_QUESTIONS)
    is_told = reads_like_a_note(text) or is_subject_of_a_note(line)
    # "No time until Monday, sorry" says no to a rematch.
    is_told = is_told or (tells_until_when(line) and not (asks and leans(line)))
    if not is_told or is_subject_of_a_note(reply.subject):
        return None
    today = call.at.astimezone(zone_of_player(call, player)).date()
    return days_away(" ".join(text.split("\n")[:_MOST_LINES_OF_DAYS]), today)


def list_or_setting(
    call: Call, reply: Reply, answering: Answering | None, player: Player, texts: Iterator[str]
) -> Asked | None:
    """What a player wants to see or to set in their own words, or with whom they want to play."""
    if _wants_another_name(call, reply, answering, player):
        return Asked(None, player, "", True, partial(what_can_be_answered, reply=reply, why=Why.NAME))
    found = next(filter(None, (_meant_by(call, reply, text) for text in (reply.line, *texts))), None)
    if answering is not None and answering.kind in OF_A_BOARD and wish_in(reply.line) is Wish.FACTS:
        # Its letter tells that by itself.
        return None
    if found is None or _is_for_others_or_a_move(call, reply, answering, player):
        return None
    if not _is_all_that_is_meant(call, reply, answering, player):
        return None
    command = found.command.replace(GAME, found.game).replace(YOU, player.userid).strip()
    if command == SETTINGS:
        return Asked(None, player, "", True, partial(settings_of, player=player))
    if command == PAGES:
        return Asked(None, player, "", True, partial(_pages, reply=reply))
    if command == RECORD:
        board = _board_of(call, answering) or board_of_end(call, answering)
        return _told(call, player, RECORD, f"{board.number}", game=board.game.word) if board else None
    if command == STANDING:
        return _standing(call, answering, player)
    if found.command.startswith(GAME):
        game, name = command.split(" ", 1)
        if name == "standings":
            return _told(call, player, name, game=game)
        return _with_question(call, player, looking_for_anyone(call.catalogue[game]), name, game=game)
    name, *values = _name_and_values(call, command)
    if name in _SHOWN_AT_ONCE:
        return _told(call, player, name, *values)
    question = Message("It seems that you want to change this setting. The command for that is:")
    return _with_question(call, player, question, name, *values)


def about_its_tournament(call: Call, reply: Reply, answering: Answering | None, player: Player) -> Asked | None:
    """The table of the tournament to which the board of a letter belongs, or what comes next, if that is asked."""
    if answering is None or answering.kind not in OF_A_BOARD or not may_ask_about_one(reply.line):
        return None
    board = _board_of(call, answering)
    event = event_of(board.terms.event) if board else None
    asked = tournament_asked(reply.line, event.tournament) if event else ""
    if event is None or not asked:
        return None
    if _is_for_others_or_a_move(call, reply, answering, player) or not call.work.tournaments.named(event.tournament):
        return None
    return _told(call, player, f"tournament {asked}", event.tournament)


def _wants_another_name(call: Call, reply: Reply, answering: Answering | None, player: Player) -> bool:
    """Whether a player asks for another name, in a line that is for nobody else."""
    if call.mail.unanswered or reply.tells_of_absence or reply.code is not None:
        return False
    board = _board_of(call, answering)
    others = [each for each in board.players if each != player] if board else []
    is_for_server = all(each.userid.startswith(PREFIX) for each in others)
    if not asks_for_a_name(reply.line, is_for_server=is_for_server):
        return False
    return not _is_for_others_or_a_move(call, reply, answering, player)


def _pages(call: Call, reply: Reply) -> Outcome:
    return what_can_be_answered(call, reply, Why.PAGES)


def _meant_by(call: Call, reply: Reply, text: str) -> Meant | None:
    found = command_meant(text, games_named(text, call.catalogue)) if may_mean_one(text) else None
    is_like_ours = found is not None and text == reply.subject and found.command in _LIKE_OUR_SUBJECTS
    is_like_ours = is_like_ours or words_in(text)[: len(_NEW_PASSWORD)] == _NEW_PASSWORD
    return None if is_like_ours else found


def _name_and_values(call: Call, command: str) -> list[str]:
    """The name of a command, which may have two words, and the values after it."""
    words = command.split()
    two = " ".join(words[:2])
    return [two, *words[2:]] if call.commands.find(two, of_a_game=False) else words


def _standing(call: Call, answering: Answering | None, player: Player) -> Asked | None:
    """The board of the letter as it stands; else the standings of the game that its player has played last."""
    if (board := _board_of(call, answering)) is not None:
        return _told(call, player, "showas", f"{board.number}", game=board.game.word)
    lines = call.work.listing.lines(players=[player])
    played = [each.game for each in sorted(lines, key=lambda line: line.last_moved_at) if each.game in call.catalogue]
    game = played[-1] if played else USUAL if USUAL in call.catalogue else next(iter(call.catalogue))
    return _told(call, player, "standings", game=game)


def _board_of(call: Call, answering: Answering | None) -> Board | None:
    if answering is None or answering.kind not in OF_A_BOARD:
        return None
    named = call.work.boards.named(answering.about)
    return call.work.boards.load(*named) if named and named[0] in call.catalogue else None


def _is_for_others_or_a_move(call: Call, reply: Reply, answering: Answering | None, player: Player) -> bool:
    """Whether an answer is for somebody else, or its first line is a move or a chat."""
    if answering is not None and answering.kind in WITH_WORDS:
        return board_of_end(call, answering) is None or bool(tournament_asked(reply.words))
    board = _board_of(call, answering)
    return board is not None and (reply.line.lower().startswith("chat ") or is_move(board, player, reply.line))


def board_of_end(call: Call, answering: Answering | None) -> Board | None:
    """The board of the letter of a game's end, if nobody else has said anything after it."""
    if answering is None or answering.kind is not Kind.CHAT or not (named := call.work.boards.named(answering.about)):
        return None
    board = call.work.boards.load(*named) if named[0] in call.catalogue else None
    if board is None or board.is_on or answering.player not in board.players:
        return None
    return None if others_have_spoken(call, board, answering.player) else board


def _is_all_that_is_meant(call: Call, reply: Reply, answering: Answering | None, player: Player) -> bool:
    """Whether no move can be meant in an answer to a board."""
    board, below = _board_of(call, answering), reply.body.splitlines()
    return board is None or not (move_meant(board, player, below) or move_meant(board, player, [reply.line, *below]))


def _vacation(call: Call, player: Player, first: date | None, last: date) -> Asked | None:
    days = ("from", f"{first}", "until", f"{last}") if first else ("until", f"{last}")
    if first == last:
        question = Message(
            "{player}, you write that you will be away on {last}. Do you want a vacation then? Nobody reminds you,"
            " and you lose no game for lack of time. The command for that is:",
            player=player.userid,
            last=day_in_words(last),
        )
    elif first:
        question = Message(
            "{player}, you write that you will be away from {first} until {last}. Do you want a vacation then? Nobody"
            " reminds you, and you lose no game for lack of time. The command for that is:",
            player=player.userid,
            first=day_in_words(first),
            last=day_in_words(last),
        )
    else:
        question = Message(
            "{player}, you write that you will be away until {last}. Do you want a vacation then? Nobody reminds you,"
            " and you lose no game for lack of time. The command for that is:",
            player=player.userid,
            last=day_in_words(last),
        )
    return _with_question(call, player, question, _VACATION, *days)


def _for_a_while(call: Call, player: Player) -> Asked | None:
    """The question how long somebody will be away, which proposes a week."""
    last = call.at.astimezone(zone_of_player(call, player)).date() + A_WHILE
    question = Message(
        "{player}, you do not write until when. Do you want a vacation until {last}? Nobody"
        " reminds you, and you lose no game for lack of time. For other days, answer for example: I'm away until"
        " {day}. The command for that is:",
        player=player.userid,
        last=day_in_words(last),
        day=day_in_words(last + A_WHILE),
    )
    return _with_question(call, player, question, _VACATION, "until", f"{last}")


def _with_question(
    call: Call, player: Player, question: str, name: str, *values: str, game: str = ""
) -> Asked | None:
    action = _action(call, player, name, values, game)
    return Asked(action, player, question, True) if action else None


def _told(call: Call, player: Player, name: str, *values: str, game: str = "") -> Asked | None:
    action = _action(call, player, name, values, game)
    return Asked(action, player, "", True) if action else None


def _action(call: Call, player: Player, name: str, values: tuple[str, ...], game: str) -> Action | None:
    fields = CommandFields(name, values, game, claim=Claim(player.userid, None))
    found = action_of(fields, None, call.catalogue, call.commands)
    return found if isinstance(found, Action) else None
