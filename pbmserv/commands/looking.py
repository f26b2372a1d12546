"""Commands that look things up and change nothing: help, lists, boards."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from pbmserv.commands.call import Call
from pbmserv.commands.challenging import number_of_players
from pbmserv.commands.kinds import (
    AnyWord,
    BoardAt,
    BoardsOrSelectors,
    Password,
    Selection,
    Userid,
)
from pbmserv.commands.language import Argument, Command, Given, Misspelt, find
from pbmserv.games.base import Game, Refusal
from pbmserv.letters.board import BoardNews, board_letter, board_text
from pbmserv.letters.letter import LINE_OF_STARS, Letter, write
from pbmserv.play.board import Board, Player, Status
from pbmserv.store.boards import Line

MOST_LINES = 100
MOST_BOARDS = 20


class ListGames(Command):
    """List the games that are played here."""

    words = ("list",)
    arguments = (Argument("game", AnyWord("game"), optional=True, repeated=True),)
    example = "list"

    def carry_out(self, call: Call, given: Given) -> None:
        asked = given.get("game") or ()
        words = [find(word, call.catalogue, "the name of a game") for word in asked] or list(call.catalogue)
        counts = call.work.boards.counts(words)
        games = [
            {
                "name": call.catalogue[word].name,
                "summary": call.catalogue[word].summary,
                "seats": number_of_players(call.catalogue[word]),
                "active": _counted(counts[word].active, "board"),
                "players": _counted(counts[word].players, "player"),
            }
            for word in dict.fromkeys(words)
        ]
        call.answer(
            write("games", "List of games", server=call.server, games=games, example=next(iter(words), "trichet"))
        )


class Show(Command):
    """Show boards as everybody may see them.

    101#7 is board 101 as it stood after move 7, 101#0 as it was at the start. Instead of boards, name players
    (and active, inactive, next or all) to see theirs: next alice are the boards on which alice has to move.
    """

    words = ("show",)
    arguments = (Argument("board", BoardsOrSelectors(), repeated=True),)
    of_a_game = True
    example = "trichet show 101"

    def carry_out(self, call: Call, given: Given) -> None:
        _show(call, given["board"], None)


class ShowAs(Command):
    """Show boards as you may see them, with your own hidden things."""

    words = ("showas",)
    arguments = (
        Argument("userid", Userid()),
        Argument("password", Password()),
        Argument("board", BoardsOrSelectors(), repeated=True),
    )
    of_a_game = True
    example = "trichet showas alice secret7 101"

    def carry_out(self, call: Call, given: Given) -> None:
        asked = given["board"]
        if isinstance(asked, tuple) and len(asked) == 1:
            call.load_board(asked[0].number)
        player = call.authenticate(given["userid"], given["password"])
        _show(call, asked, player)


class Games(Command):
    """List boards of a game, a line for each.

    Name boards, or players, or active, inactive, next, all; without any you get the boards that are being played.
    """

    words = ("games",)
    arguments = (Argument("board", BoardsOrSelectors(), optional=True, repeated=True),)
    of_a_game = True
    example = "trichet games active"

    def carry_out(self, call: Call, given: Given) -> None:
        asked = given.get("board") or Selection("active", ())
        game = call.rules
        if isinstance(asked, Selection):
            lines = _select(call, asked, game.word, MOST_LINES + 1)
            missing: list[str] = []
        else:
            numbers = [board.number for board in asked]
            lines = call.work.boards.lines(game.word, numbers, limit=MOST_LINES + 1)
            missing = _missing(game, numbers, {line.number for line in lines})
        call.answer(_list_letter(f"List of {game.name} games", lines, call, missing))


class AllShow(Command):
    """Show the boards of a player, over all games.

    next are those on which the player has to move, active those that are still being played; without either you
    get the ones that are being played.
    """

    words = ("all show",)
    arguments = (
        Argument("userid", Userid()),
        Argument("which", AnyWord("selector"), optional=True),
    )
    example = "all show alice next"

    def carry_out(self, call: Call, given: Given) -> None:
        which = (given.get("which") or "active").lower()
        if which not in {"next", "active"}:
            raise Misspelt("After the userid, next or active is expected.")
        player = call.known_player(given["userid"])
        lines = _select(call, Selection(which, (player.userid,)), None, MOST_LINES + 1)
        letter = _list_letter(f"Boards of {player.userid}", lines, call, [])
        boards = [call.work.boards.load(line.game, line.number) for line in lines[:MOST_BOARDS]]
        drawn = [board_text(board, None, BoardNews("show"), call.server) for board in boards if board]
        call.answer(Letter(letter.subject, _in_one([letter.text, *drawn])))


def _show(call: Call, asked: Sequence[BoardAt] | Selection, viewer: Player | None) -> None:
    game = call.rules
    missing: list[str] = []
    if isinstance(asked, Selection):
        if not asked.userids:
            raise Refusal(
                f"That would be too much mail: name a player too, or ask for a list: {game.word} games {asked.which}."
            )
        lines = _select(call, asked, game.word, MOST_BOARDS + 1)
        wanted = [BoardAt(line.number, None) for line in lines[:MOST_BOARDS]]
        if len(lines) > MOST_BOARDS:
            missing = [f"There are more; these are the first {MOST_BOARDS}."]
        if not wanted:
            raise Refusal(f"There are no such boards of {game.name}.")
    else:
        if len(asked) > MOST_BOARDS:
            raise Refusal(f"At most {MOST_BOARDS} boards can be shown at once.")
        wanted = list(asked)
    found = [
        (at, board) for at in wanted if (board := call.work.boards.load(game.word, at.number)) and _is_there(board)
    ]
    missing += _missing(game, [at.number for at in wanted], {at.number for at, _ in found})
    if not found:
        raise Refusal(" ".join(missing))
    if len(found) == 1:
        call.board = (game.word, found[0][0].number)
    letters = [_letter(call, board, at, viewer) for at, board in found]
    if len(letters) == 1 and not missing:
        call.answer(letters[0])
        return
    numbers = " ".join(str(board.number) for _, board in found)
    texts = [letter.text for letter in letters] + (["\n".join(missing) + "\n"] if missing else [])
    subject = letters[0].subject if len(letters) == 1 else f"{game.name} Boards {numbers}"
    call.answer(Letter(subject, _in_one(texts)))


def _letter(call: Call, board: Board, at: BoardAt, viewer: Player | None) -> Letter:
    watchers = call.work.boards.watchers(board.game.word, board.number)
    return board_letter(board, viewer, BoardNews("show", watchers=watchers, after=at.after), call.server)


def _is_there(board: Board) -> bool:
    return board.status is not Status.REMOVED


def _select(call: Call, selection: Selection, game: str | None, limit: int) -> list[Line]:
    found = call.work.players.named(selection.userids)
    for userid in selection.userids:
        if userid.lower() not in found:
            raise Refusal(f"There is no player called {userid} here.")
    status = {"active": Status.ACTIVE, "next": Status.ACTIVE, "inactive": Status.OVER, "all": None}[selection.which]
    return call.work.boards.lines(
        game=game,
        players=tuple(found.values()),
        status=status,
        only_to_move=selection.which == "next",
        limit=limit,
    )


def _missing(game: Game[Any], wanted: Iterable[int], found: set[int]) -> list[str]:
    return [f"There is no {game.name} board {number}." for number in dict.fromkeys(wanted) if number not in found]


def _list_letter(subject: str, lines: Sequence[Line], call: Call, missing: Sequence[str]) -> Letter:
    return write(
        "boards",
        subject,
        lines=[_row(line, call.catalogue, call.at) for line in lines[:MOST_LINES]],
        cut=len(lines) > MOST_LINES,
        missing=missing,
    )


def _row(line: Line, catalogue: Mapping[str, Game[Any]], now: datetime) -> str:
    board = f"{catalogue[line.game].name} {line.number}"
    if line.status is Status.ACTIVE:
        state = " ".join(line.to_move)
    else:
        state = f"won by {line.winner}" if line.winner else "tie"
    return f"{board:22} {' '.join(line.players):26} {state:16} {line.moves_made:5}  {_ago(now - line.last_moved_at)}"


def _ago(time: Any) -> str:
    days = time.days
    if days < 1:
        return "today"
    return "1 day" if days == 1 else f"{days} days"


def _counted(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def _in_one(texts: Sequence[str]) -> str:
    return f"\n{LINE_OF_STARS}\n\n".join(texts)
