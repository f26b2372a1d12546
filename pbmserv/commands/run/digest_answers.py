"""Answers to a letter with several boards: each line names a game, a board and a move.

A letter with one board takes such lines, too: the letter of a day on which only one board waits is that board's own.

Each line is carried out by itself, whatever becomes of the others, as if it answered that board's own letter: only on
a board that the letter shows, and only if it still stands as it was shown. Words go to others only from a line that
says so, `hex 112 chat Hello`. Nothing else of the answer is passed on.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any, NamedTuple

from pbmserv.commands.playing.digest import (
    MOST_BOARDS,
    BoardInDigest,
    Digest,
    digest_for,
    listed,
    what_came,
)
from pbmserv.commands.requests.budgets import AnswerRoom, count_answered_words
from pbmserv.commands.requests.context import Call
from pbmserv.commands.requests.expectations import InLetter
from pbmserv.commands.requests.outcome import (
    BatchResult,
    BoardChanged,
    CarriedOut,
    KeptSecretly,
    LinesExplained,
    Outcome,
    Refused,
    Removed,
    in_order,
    nothing_to_do,
)
from pbmserv.commands.requests.recipients import to_players, to_sender
from pbmserv.commands.run.parser import Action, CommandFields, ParseError, action_of
from pbmserv.commands.run.table import COMMANDS
from pbmserv.commands.talk.actions import Chatted
from pbmserv.games.base import Refusal
from pbmserv.games.message import Message
from pbmserv.games.other_words import game_called
from pbmserv.language.argument_types import TABLE_WORDS
from pbmserv.language.command_spec import Claim
from pbmserv.language.meaning import is_nearly_one_of
from pbmserv.language.words import LONGEST_LINE, Misspelt, TypedLine, either, split, without_mark
from pbmserv.letters.letter import Letter, write
from pbmserv.letters.seats import against
from pbmserv.play.board import Board, NotAllowed, Player
from pbmserv.play.board_fingerprint import Shown
from pbmserv.play.games_in_sentences import games_named
from pbmserv.play.move_suggestions import is_move, move_before_words, move_meant
from pbmserv.play.view import SHOWN
from pbmserv.play.wishes import wish_in
from pbmserv.play.words.wish import Wish
from pbmserv.play.words_of_answers import A_BOARD
from pbmserv.play.yes_and_no import beside_kind_words, words_in
from pbmserv.storage.recipients import Recipient
from pbmserv.storage.tokens import OF_A_BOARD, Answering, Kind

MOST_LINES = 50
"""The maximum number of lines about boards in one answer."""

EXAMPLE = "hex 112 d3"
_MOST_MEANT = 5
"""The maximum number of lines that are told as meant."""

_BULLET = r"\s*(?:(?:[>*+\u2022-]+|[0-9]{1,2}[.)])\s+)?"
"""Signs before a line of a list, or its number."""
_LINE = re.compile(
    rf"{_BULLET}[\"']?(?P<game>[^\W\d_][\w -]{{0,40}}?)\s+(?:(?:{A_BOARD}|move)\s+)?"
    r"#?(?P<number>[0-9]{1,9})"
    r"(?:\s*[:,]\s*|\s+|\Z)(?:move\s+)?(?P<move>.*?)[\"']?\.?\s*\Z",
    re.IGNORECASE,
)
_WITHOUT_GAME = re.compile(
    rf"{_BULLET}[\"']?(?:{A_BOARD}\s+)?#?(?P<number>[0-9]{{1,9}})(?:\s*[:,]\s*|\s+)"
    r"(?P<move>\S.*?)[\"']?\.?\s*\Z",
    re.IGNORECASE,
)
_WITHOUT_NUMBER = re.compile(
    rf"{_BULLET}[\"']?(?P<game>[^\W\d_][\w-]{{0,40}})(?:\s+{A_BOARD})?(?:\s*[:,]\s*|\s+)"
    r"(?P<move>\S.*?)[\"']?\.?\s*\Z",
    re.IGNORECASE,
)
_NAME = r"@?(?P<name>[^\W\d_][\w.-]{0,30}\w)"
_NAMES_AN_OPPONENT = (
    re.compile(rf"{_BULLET}{_NAME}\s*[:,]\s+(?P<move>\S.*?)\.?\s*\Z", re.IGNORECASE),
    re.compile(
        rf"{_BULLET}(?P<move>\S.{{0,60}}?),?\s+(?:in the game )?"
        rf"(?:against|with|vs\.?|gegen|mit|contre|avec|contra|con|tegen|met)\s+{_NAME}\W*\Z",
        re.IGNORECASE,
    ),
)
"""`Ben: c3`, `c3 against ben.hall`."""
_OF_A_GAME_WITH = re.compile(
    rf"{_BULLET}(?P<game>[^\W\d_][\w-]{{0,40}})\s+"
    rf"(?:(?:against|with|vs\.?|gegen|mit|contre|avec|contra|con|tegen|met)\s+)?{_NAME}\s*[:,]?\s+(?P<move>\S.*?)\.?\s*\Z",
    re.IGNORECASE,
)
"""`hex ben c3`."""
_LIKE_A_PLACE = re.compile(r"[^\W\d_]{1,2}[0-9]{1,2}")
_ENDS = frozenset({"end", "--"})
_CHAT = "chat"
_NO_MOVES = frozenset({"queue", "submit", "message"})
"""What else can be answered to a board, but not in a line of such an answer."""
_OTHER_COMMANDS = frozenset({"substitute"})
"""What can stand there in place of a move."""


_WISHES = (Wish.RESIGN, Wish.TIE, Wish.UNDO)


class NoLine(Refusal):
    """No line names a board: the same letter can be answered once more."""


class DigestAnswered(BatchResult, frozen=True):
    """What came of the lines of an answer to a letter with several boards; `others` is the number of lines that
    name no board, beside those of `meant`.
    """

    written_by = "run.digest_answers:of_digest_answered"

    tells: tuple[bool, ...] = ()
    """Which of these outcomes the author is told of."""
    others: int = 0
    unsaid: tuple[Board, ...] = ()
    """Boards on which words stood beside a move, which went to nobody."""
    meant: tuple[str, ...] = ()
    """Lines that may be meant by those with a misspelt game. Nothing of them was carried out."""


class BoardLine(NamedTuple):
    """A line of an answer: what to do on which board."""

    game: str
    number: int
    move: str

    @property
    def says_something(self) -> bool:
        """Whether it is a chat, and no move."""
        return self.move.lower().partition(" ")[0].rstrip(":,") == _CHAT


def carry_out_lines(call: Call, carry_out: Callable[[Call, Action | ParseError], CarriedOut]) -> DigestAnswered:
    """Carry out the lines of the body, one after the other.

    Raises `Refusal` if none names a board, or if there are too many.
    """
    shown = boards_shown(call)
    lines, left_over = _lines_in(call, shown)
    meant = [each for text in left_over[:MOST_LINES] if (each := _misspelt(call, shown, text))]
    if not lines and meant:
        raise NoLine(
            Message(
                "No game has the name that you wrote, and nothing has been changed or passed on. Perhaps you mean:"
                " {lines}",
                lines=either(meant[:_MOST_MEANT]),
            )
        )
    if not lines:
        raise NoLine(
            Message(
                "Your answer does not say what you want to do on which board. Nothing has been changed or passed on."
            )
        )
    unclear = [text for text in left_over[:MOST_LINES] if not _misspelt(call, shown, text)]
    meant += filter(None, (_said(call, shown, text) for text in unclear))
    if len(lines) > MOST_LINES:
        raise Misspelt(
            Message(
                "One answer takes {most} lines about boards at most, and yours has {lines}.",
                most=MOST_LINES,
                lines=len(lines),
            )
        )
    for game, number in sorted({(line.game, line.number) for line in lines} & shown.keys()):
        # In an order that is the same for all, so that two such answers never wait for each other.
        call.work.boards.load(game, number, for_change=True)
    done: list[CarriedOut] = []
    unsaid: list[Board] = []
    moved: set[tuple[str, int]] = set()
    room = AnswerRoom(call)
    for line in lines:
        if done and (call.mail.quota.is_over or room.is_used_up):
            break
        named = (line.game, line.number)
        single = _single(call, shown.get(named))
        board, move = _before_words(single, line) if named in shown else (None, None)
        plain = line._replace(move=move) if move else line
        done.append(carry_out(single, _parsed(single, plain, named in shown, named in moved)))
        has_words = move is not None and any(map(str.isalnum, line.move.replace(move, "", 1)))
        if board and has_words and not isinstance(done[-1].outcome, Refused):
            unsaid.append(board)
        if not isinstance(done[-1].outcome, Refused | Chatted):
            moved.add(named)
        if not isinstance(done[-1].outcome, Chatted):
            # No copy of it goes out.
            room.add(letter for letter in done[-1].letters if _tells_author(call, letter) and letter.to)
    return DigestAnswered(
        *in_order(done),
        len(lines),
        too_slow=call.mail.quota.is_over,
        tells=tuple(
            not isinstance(each.outcome, Chatted)
            and any(_tells_author(call, letter) and letter.to for letter in each.letters)
            for each in done
        ),
        others=len(left_over) - len(meant),
        unsaid=tuple(unsaid),
        meant=tuple(meant),
    )


def has_lines(call: Call, shown: Collection[tuple[str, int]]) -> bool:
    """Whether any line of the body names a board, or would if its game were spelt right."""
    lines, left_over = _lines_in(call, shown)
    return bool(lines) or any(_misspelt(call, shown, text) for text in left_over[:MOST_LINES])


def line_naming_a_board(call: Call, text: str) -> BoardLine | None:
    """A line that names a game and a board, as `hex 112 d3`; None for anything else."""
    found = _LINE.match(text) if len(text) <= LONGEST_LINE else None
    game = game_called(found["game"], call.catalogue) if found else None
    return BoardLine(game, int(found["number"]), found["move"]) if found and game else None


def is_line(call: Call, text: str) -> bool:
    """Whether a text may be a line about a board."""
    found = _LINE.match(text)
    return _WITHOUT_GAME.match(text) is not None or bool(found and game_called(found["game"], call.catalogue))


def _lines_in(call: Call, shown: Collection[tuple[str, int]]) -> tuple[list[BoardLine], list[str]]:
    """The lines of the body about boards, those that stand there twice once, and all others that say something.

    A number without its game is that of the only board with it which the letter shows. A game without a number, but
    with a move that can be made there, is its only board in the letter, and a player the only board with them.
    """
    lines: dict[BoardLine, None] = {}
    others: list[str] = []
    looked_at = 0
    opponents = _Opponents(call, shown)
    for text in call.body.splitlines():
        if text.strip().lower() in _ENDS:
            break
        complete = line_naming_a_board(call, text)
        bare = _WITHOUT_GAME.match(text) if not complete and len(text) <= LONGEST_LINE else None
        named = [each for each, number in shown if bare and number == int(bare["number"])]
        if complete:
            lines[complete] = None
        elif bare and len(named) == 1:
            lines[BoardLine(named[0], int(bare["number"]), bare["move"])] = None
        elif len(text) <= LONGEST_LINE and (
            line := _without_number(call, shown, text) or _against_somebody(call, opponents, text)
        ):
            lines[line] = None
        elif text.strip():
            looked_at += 1
            if looked_at > MOST_LINES or len(text) > LONGEST_LINE or not _is_kind(call, text):
                others.append(text[:LONGEST_LINE])
    return list(lines), others


def _is_kind(call: Call, text: str) -> bool:
    """Whether a line says nothing but something kind, or who has written it: of that nobody has to be told."""
    own = [call.principal.replier.userid] if call.principal.replier else []
    return "?" not in text and not beside_kind_words(text, own)


def _misspelt(call: Call, shown: Collection[tuple[str, int]], text: str) -> str:
    """The line with the only game of the letter near to the name in it, and a move there; empty if none."""
    found, player = _LINE.match(text), call.principal.replier
    if found is None or player is None:
        return ""
    typed, number = found["game"].lower(), int(found["number"])
    near = [game for game, each in shown if each == number and is_nearly_one_of(typed, {game})]
    board = call.work.boards.load(near[0], number) if len(near) == 1 else None
    is_meant = board is not None and is_move(board, player, found["move"])
    return f"{near[0]} {number} {found['move']}" if is_meant else ""


def _said(call: Call, shown: Collection[tuple[str, int]], text: str) -> str:
    """The line that a sentence beside others may mean, which names one game of the letter and one move there."""
    player, said = call.principal.replier, words_in(text)
    named = {each.word for each in games_named(text, call.catalogue)}.union(game for game, _ in shown if game in said)
    boards = [each for each in shown if each[0] in named]
    board = call.work.boards.load(*boards[0]) if len(boards) == 1 else None
    if board is None or player is None:
        return ""
    of_game = [each.words for each in games_named(text, call.catalogue)] or [board.game.word]
    rest = re.sub(rf"(?<!\w)(?:{'|'.join(map(re.escape, of_game))})(?!\w)\W*", " ", text, flags=re.IGNORECASE)
    move = next(filter(None, (move_meant(board, player, [each]) for each in (" ".join(rest.split()), text))), None)
    return f"{board.game.word} {board.number} {move}" if move and move not in TABLE_WORDS else ""


def _without_number(call: Call, shown: Collection[tuple[str, int]], text: str) -> BoardLine | None:
    """The line of `dots c3`; None unless c3 is a move there, as `go home now` is none."""
    found = _WITHOUT_NUMBER.match(text)
    game, player = game_called(found["game"], call.catalogue) if found else None, call.principal.replier
    of_game = [number for each, number in shown if each == game]
    if found is None or game is None or player is None or len(of_game) != 1:
        return None
    board = call.work.boards.load(game, of_game[0])
    is_meant = board is not None and is_move(board, player, found["move"])
    return BoardLine(game, of_game[0], found["move"]) if is_meant else None


class _Opponents:
    """The boards of a letter by the names of those whom its reader plays there, loaded once somebody is named."""

    def __init__(self, call: Call, shown: Collection[tuple[str, int]]) -> None:
        self._call, self._shown = call, shown

    @cached_property
    def boards(self) -> Mapping[str, list[Board]]:
        found: dict[str, list[Board]] = {}
        reader = self._call.principal.replier
        for board in filter(None, (self._call.work.boards.load(*named) for named in self._shown)):
            others = [each.userid.lower() for each in board.players if each != reader]
            for name in {part for userid in others for part in (userid, *re.split(r"[._-]", userid))}:
                found.setdefault(name, []).append(board)
        return found


def _against_somebody(call: Call, opponents: _Opponents, text: str) -> BoardLine | None:
    """The line of `Ben: c3` or `hex ben c3`, where the letter shows one such board, and c3 is a move there."""
    player = call.principal.replier
    for found in filter(None, (each.match(text) for each in (_OF_A_GAME_WITH, *_NAMES_AN_OPPONENT))):
        of_game = game_called(named, call.catalogue) if (named := found.groupdict().get("game")) else ""
        if of_game is None:
            continue
        theirs = opponents.boards.get(found["name"].lower(), ())
        theirs = [board for board in theirs if of_game in {"", board.game.word}]
        # Beside game and player, what looks like a place is no word for anybody: why it is refused is told.
        is_place = bool(of_game) and _LIKE_A_PLACE.fullmatch(found["move"]) is not None
        if player and len(theirs) == 1 and (is_place or is_move(theirs[0], player, found["move"])):
            return BoardLine(theirs[0].game.word, theirs[0].number, found["move"])
    return None


def boards_shown(call: Call) -> Mapping[tuple[str, int], tuple[int, Shown]]:
    """The boards of the letter that is answered, by game and number: row id, and as it was shown."""
    answering = call.principal.answering
    if answering and answering.kind in OF_A_BOARD:
        name = call.work.boards.named(answering.about)
        return {name: (answering.about, answering.shown)} if name and answering.shown else {}
    boards = call.work.digests.boards_of(answering.about) if answering else []
    named = ((call.work.boards.named(each.board_id), each) for each in boards)
    return {name: (each.board_id, each.shown) for name, each in named if name is not None}


def _single(call: Call, about: tuple[int, Shown] | None) -> Call:
    """The call of one line, which answers the letter of its board."""
    principal, replier = call.principal.afresh(), call.principal.replier
    principal.replier = replier
    if about is not None and replier is not None:
        board_id, seen = about
        principal.answering = Answering(Kind.BOARD, replier, board_id, seen)
    single = replace(call, passwords=call.passwords.at_once, principal=principal, outcomes=[], board=None, game=None)
    single.body = single.comment = ""
    single.expects = InLetter(about[1]) if about is not None else None
    return single


def _parsed(call: Call, line: BoardLine, is_shown: bool, has_moved: bool) -> Action | ParseError:
    replier, game = call.principal.replier, call.catalogue[line.game]
    title, first = f"{game.name} Board {line.number}", line.move.lower().partition(" ")[0]
    try:
        if replier is None or not is_shown:
            raise NotAllowed(
                Message("{board} is not among the boards of the letter that you have answered.", board=title)
            )
        if line.says_something:
            return _chat(call, line, title)
        if has_moved:
            raise NotAllowed(
                Message("Two lines of your answer are about {board}. Only the first was carried out.", board=title)
            )
        if not line.move:
            raise Misspelt(Message("The move on {board} is missing: {example}", board=title, example=EXAMPLE))
        if first in _NO_MOVES:
            raise Misspelt(
                Message(
                    "A line about {board} takes only a move or a chat here, and nothing was passed on. For {first},"
                    " answer the board by its button.",
                    board=title,
                    first=first,
                )
            )
        is_question = line.move.endswith("?") and not line.move.endswith("!?")
        wish = None if first in TABLE_WORDS and not is_question else wish_in(line.move)
        if is_question and wish not in _WISHES:
            raise NotAllowed(
                Message(
                    "What you wrote about {board} is a question: write the move without the question mark.",
                    board=title,
                )
            )
        if wish in _WISHES and not _plays(call, line, replier):
            raise NotAllowed(
                Message(
                    "On {board} you have written what is no move, and nothing was done. Perhaps you mean: {line}",
                    board=_titled(call, line, replier, title),
                    line=f"{line.game} {line.number} {wish}",
                )
            )
        command, words = (first, line.move[len(first) :]) if first in _OTHER_COMMANDS else ("move", line.move)
        typed = tuple(without_mark(split(words)))
    except Refusal as refusal:
        return ParseError(refusal, False, None, game, TypedLine(()))
    fields = CommandFields(command, (str(line.number),), line.game, claim=Claim(replier.userid, None), typed=typed)
    return action_of(fields, None, call.catalogue, COMMANDS)


def _plays(call: Call, line: BoardLine, player: Player) -> bool:
    board = call.work.boards.load(line.game, line.number)
    return board is not None and is_move(board, player, line.move)


def _titled(call: Call, line: BoardLine, player: Player, title: str) -> str:
    board = call.work.boards.load(line.game, line.number)
    return against(board, player) if board else title


def _chat(call: Call, line: BoardLine, title: str) -> Action | ParseError:
    """What is said to the others on a board, in one line. Raises `Refusal`."""
    words = line.move[len(_CHAT) :].lstrip(" :,")
    if not words:
        raise Misspelt(Message("The words for the others on {board} are missing.", board=title))
    count_answered_words(call)
    call.comment = words
    replier = call.principal.replier
    claim = Claim(replier.userid, None) if replier else None
    fields = CommandFields(_CHAT, (str(line.number),), line.game, claim=claim)
    return action_of(fields, None, call.catalogue, COMMANDS)


def _before_words(call: Call, line: BoardLine) -> tuple[Board | None, str | None]:
    """The board of a line, and its move without the words beside it, if there are any: `d3, nice try`."""
    player = call.principal.replier
    if player is None or line.says_something or line.move.endswith("?") or len(line.move.split()) < 2:
        return None, None
    board = call.work.boards.load(line.game, line.number)
    if board is None or is_move(board, player, line.move):
        return board, None
    return board, move_before_words(board, player, line.move)


CAME = "What came of your answer"
"""The Subject of the letter about an answer to several boards."""


def of_digest_answered(answered: DigestAnswered, call: Call) -> list[Letter]:
    """The letters to others; and one to the author, if there is more to tell than that all was done.

    It tells what came of each line, and shows all boards that still wait: its answers are lines about these.
    """
    others = [letter for letter in answered.letters if not _tells_author(call, letter)]
    player, left = call.principal.replier, answered.commands - len(answered.outcomes)
    if player is None or not (any(answered.tells) or answered.others or answered.meant or answered.unsaid or left):
        return others
    told = [outcome for outcome, tells in zip(answered.outcomes, answered.tells, strict=True) if tells]
    reader = call.work.recipients.of([player])[player]
    came = [_came(call, outcome, reader) for outcome in answered.outcomes]
    ended = [each for outcome in told if (each := _board_in(outcome)) is not None and not each.board.is_on]
    unsaid = answered.unsaid
    head, digest = _with_boards_that_wait(
        call,
        reader,
        answered.outcomes,
        ended,
        came=[*filter(None, came)],
        unsaid=[board.title for board in unsaid],
        to_say=" ".join([unsaid[0].game.word, str(unsaid[0].number), _CHAT]) if unsaid else "",
        others=answered.others,
        meant=answered.meant[:_MOST_MEANT],
        left=left,
        why="",
    )
    posted = to_players(call, {player: head}, readers={player: digest.reader if digest else reader})
    if all(isinstance(outcome, Refused) for outcome in told):
        # Nobody would get it in any case: it counts as an answer.
        posted = [replace(each, player=None) if each.answers else each for each in posted]
    return [*others, *posted]


def of_no_line(refused: Refused, call: Call) -> list[Letter]:
    """To the author of an answer that names no board: why nothing was done, and all boards that wait."""
    return _above_boards_that_wait(call, refused.words, "Not done")


def of_lines_explained(told: LinesExplained, call: Call) -> list[Letter]:
    """To a player who asks for help in answer to several boards: how they are answered, and all that wait."""
    if told.is_noted:
        return _above_boards_that_wait(call, nothing_to_do(), "An answer")
    how = Message(
        "Each line of your answer is for one board: its game, its number and your move. A name will do where"
        ' you play one board with that player. All about answers: Subject "help replies".'
    )
    return _above_boards_that_wait(call, how, "Help")


def _above_boards_that_wait(call: Call, why: str, says: str) -> list[Letter]:
    player = call.principal.replier
    if player is None:
        raise LookupError("an answer to several boards is from nobody")
    reader = call.work.recipients.of([player])[player]
    letter, _ = _with_boards_that_wait(call, reader, (), (), came=(), unsaid=(), others=0, meant=(), left=0, why=why)
    return [to_sender(call, replace(letter, says=says))]


def _with_boards_that_wait(
    call: Call,
    reader: Recipient,
    outcomes: Sequence[Outcome],
    ended: Sequence[BoardInDigest],
    **facts: Any,
) -> tuple[Letter, Digest | None]:
    """The letter that tells these facts above the boards that wait for its reader, refused ones first."""
    # Few answers need it.
    from pbmserv.commands.boards.queries import OwnBoards

    refused = [outcome.board for outcome in outcomes if isinstance(outcome, Refused) and outcome.board]
    own = OwnBoards(call.work.connection).of(reader.player, call.work.vacations.of(reader.player), reader.zone)
    named = [
        (each.game, each.number) for each in own if (each.waits_for_me or each.asked) and each.game in call.catalogue
    ]
    known = {_named(board): board for board in refused}
    known |= {name: board for name in named if (board := known.get(name) or call.work.boards.load(*name))}
    waiting = [board for board in known.values() if _waits_for(board, reader.player)]
    # Titles and boards go together from the first one on: none of those that ended stands before a mere title.
    has_room = len(waiting) <= MOST_BOARDS
    boards = [*(BoardInDigest(board, SHOWN) for board in waiting), *(ended if has_room else ())]
    digest = digest_for(call, reader, boards) if boards else None
    titles, shows = listed(waiting, reader)
    head = write(
        "run/digest_answered",
        CAME,
        boards=titles,
        boards_data=digest.listed(titles, shows) if digest else "[]",
        **facts,
        **(digest.facts if digest else {"drawn": 0, "can_reply": False, "example": "", "chat": ""}),
    )
    return digest.below(head) if digest else head, digest


def _named(board: Board) -> tuple[str, int]:
    return board.game.word, board.number


def _waits_for(board: Board, player: Player) -> bool:
    return board.is_on and (player in board.players_to_move or player in board.yet_to_answer)


def _came(call: Call, outcome: Outcome, reader: Recipient) -> str:
    """What became of a line; empty if its letter says so by itself."""
    if isinstance(outcome, Refused):
        if outcome.board is None:
            return outcome.words
        board, what = against(outcome.board, reader.player), outcome.words
    elif isinstance(outcome, Chatted):
        board, what = against(outcome.board, reader.player), Message("Your words have gone to the others.")
    elif isinstance(outcome, Removed):
        board, what = outcome.board.title, Message("It has been removed, and counts for nobody.")
    elif (changed := _board_in(outcome)) is not None:
        board, what = against(changed.board, reader.player), what_came(call, changed, reader)
    else:
        return ""
    return Message("{board}: {what}", board=board, what=what)


def _tells_author(call: Call, letter: Letter) -> bool:
    """Whether a letter answers the author, rather than being that of somebody else with the same address."""
    return letter.answers and letter.player in {None, call.principal.replier}


def _board_in(outcome: Outcome) -> BoardInDigest | None:
    return BoardInDigest(outcome.board, outcome.news) if isinstance(outcome, BoardChanged | KeptSecretly) else None
