"""Commands that look things up and change nothing: help, lists, boards."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta, tzinfo
from typing import Any

from pbmserv.commands.budgets import AnswerRoom
from pbmserv.commands.call import Call
from pbmserv.commands.challenging import number_of_players
from pbmserv.commands.kinds import (
    AnyWord,
    BoardAt,
    BoardsOrSelectors,
    OneOf,
    Password,
    Selection,
    Userid,
    WholeBoardsOrSelectors,
)
from pbmserv.commands.language import Argument, Command, Given, Misspelt, find
from pbmserv.commands.reply_to import address_for_asker
from pbmserv.commands.standing import who_plays
from pbmserv.commands.zones import zone_of_asker
from pbmserv.games.base import Game, Refusal
from pbmserv.letters.board import BoardLetters, BoardNews, board_letter
from pbmserv.letters.letter import LINE_OF_STARS, Letter, text_of, write
from pbmserv.letters.tables import table
from pbmserv.letters.widths import wrapped
from pbmserv.play.board import Board, NotAllowed, Player, Status
from pbmserv.play.replaying import as_it_stood
from pbmserv.store.boards import Count, Line

TITLES = ("board", "players", "to move", "moves", "last move")
MOST_LINES = 100
MOST_BOARDS = 20
MOST_CHARACTERS = 60_000
"""How long a letter with all of somebody's boards gets."""


class ListGames(Command):
    """List the games that are played here, or who plays them.

    Name games to see who plays them, with their ratings and the challenges that
    they seek:

        list
        list trichet hex

    Boards of a game that has very many are counted every ten minutes only.
    """

    words = ("list",)
    arguments = (Argument("game", AnyWord("game"), optional=True, repeated=True),)
    example = "list"

    def carry_out(self, call: Call, given: Given) -> None:
        asked = given.get("game") or ()
        words = [find(word, call.catalogue, "the name of a game here") for word in asked] or list(call.catalogue)
        counts = call.work.boards.counts(words)
        games = [
            {
                "name": call.catalogue[word].name,
                "summary": call.catalogue[word].summary,
                "seats": number_of_players(call.catalogue[word]),
                "boards": _played(counts[word]),
                "players": who_plays(call, word) if asked else ((), False, ()),
                "word": word,
            }
            for word in dict.fromkeys(words)
        ]
        call.answer(
            write("games", "List of games", server=call.server, games=games, example=next(iter(words), "trichet"))
        )


class Show(Command):
    """Show boards as everybody may see them.

    101#7 is board 101 as it stood after move 7, 101#0 as it was at the start. Instead of boards, name players
    (and active, inactive, next or all) to see theirs: next alice are the boards on which alice has to move. Each
    board comes in a letter of its own.
    """

    words = ("show",)
    arguments = (Argument("board", BoardsOrSelectors(), repeated=True),)
    of_a_game = True
    example = "trichet show 101"

    def carry_out(self, call: Call, given: Given) -> None:
        _show(call, given["board"], None)


class ShowAs(Command):
    """Show boards as you may see them, with your own hidden things.

    Where you name active, inactive, next or all and no player, you get your own boards.
    """

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
        if isinstance(asked, Selection) and not asked.userids:
            asked = Selection(asked.which, (player.userid,))
        _show(call, asked, player)


class Games(Command):
    """List boards of a game, a line for each.

    Name boards, or players, or active, inactive, next, all; without any you get the boards that are being played.
    """

    words = ("games",)
    arguments = (Argument("board", WholeBoardsOrSelectors(), optional=True, repeated=True),)
    of_a_game = True
    example = "trichet games active"

    def carry_out(self, call: Call, given: Given) -> None:
        asked = given.get("board") or Selection("active", ())
        game = call.rules
        if isinstance(asked, Selection):
            lines = selected(call, asked, game.word, MOST_LINES + 1)
            missing: list[str] = []
        else:
            numbers = [board.number for board in asked]
            lines = call.work.boards.lines(game.word, numbers, limit=MOST_LINES + 1)
            missing = _missing(game, numbers, {line.number for line in lines})
        if missing and not lines:
            raise Refusal(" ".join(missing))
        call.answer(Letter(f"List of {game.name} games", _list_of(lines, call, missing)))


class AllShow(Command):
    """Show the boards of a player, over all games.

    next are those on which the player has to move, active those that are still being played; without either you
    get the ones that are being played.
    """

    words = ("all show",)
    arguments = (
        Argument("userid", Userid()),
        Argument("which", OneOf("selector", "next", "active"), optional=True),
    )
    example = "all show alice next"

    def carry_out(self, call: Call, given: Given) -> None:
        player = call.known_player(given["userid"])
        lines = selected(call, Selection(given.get("which") or "active", (player.userid,)), None, MOST_LINES + 1)
        texts = [_list_of(lines, call, [])]
        zone = zone_of_asker(call)
        for line in lines:
            board = call.work.boards.load(line.game, line.number)
            drawn = board_letter(board, None, BoardNews("show"), call.server, zone).text if board else ""
            is_long = len(texts) > MOST_BOARDS or sum(map(len, texts)) + len(drawn) > MOST_CHARACTERS
            if is_long or call.patience.is_over:
                texts.append(_left_out(lines[len(texts) - 1 : MOST_LINES]))
                break
            texts.append(drawn)
        call.answer(Letter(f"Boards of {player.userid}", _in_one(texts)))


def _left_out(lines: Sequence[Line]) -> str:
    by_game: dict[str, list[str]] = {}
    for line in lines:
        by_game.setdefault(line.game, []).append(str(line.number))
    commands = [f"{game} show {' '.join(numbers[:MOST_BOARDS])}" for game, numbers in by_game.items()]
    return text_of("left_out", commands=commands)


def _show(call: Call, asked: Sequence[BoardAt] | Selection, viewer: Player | None) -> None:
    game = call.rules
    missing: list[str] = []
    if isinstance(asked, Selection):
        if not asked.userids and asked.which != "next":
            raise Refusal(
                f"That would be too much mail: name a player too, or ask for a list: {game.word} games {asked.which}."
            )
        lines = selected(call, asked, game.word, MOST_BOARDS + 1)
        wanted = [BoardAt(line.number, None) for line in lines[:MOST_BOARDS]]
        if len(lines) > MOST_BOARDS:
            missing = [f"There are more; these are the first {MOST_BOARDS}."]
        if not wanted:
            raise Refusal(f"There are no such boards of {game.name}.")
    else:
        if len(asked) > MOST_BOARDS:
            raise Refusal(f"At most {MOST_BOARDS} boards can be shown at once.")
        wanted = list(asked)
    letters: list[Letter] = []
    zone = zone_of_asker(call)
    room = AnswerRoom(call)
    for number, at in enumerate(wanted):
        if number and (call.patience.is_over or room.is_used_up):
            too = "is too much" if room.is_used_up else "takes too long"
            missing.append(f"The rest {too} for one letter: ask again for the last {len(wanted) - number}.")
            break
        board = call.work.boards.load(game.word, at.number)
        if board is None or board.status is Status.REMOVED:
            missing.append(f"There is no {game.name} board {at.number}.")
            continue
        if len(wanted) == 1:
            call.board = (game.word, at.number)
        try:
            letters.append(_letter(call, board, at, viewer, zone))
            room.add(letters[-1])
        except NotAllowed as refusal:
            missing.append(refusal.words)
    if not letters:
        raise Refusal(" ".join(dict.fromkeys(missing)))
    if missing:
        letters[-1] = _with_missing(letters[-1], missing)
    for letter in letters:
        call.answer(letter)


def _with_missing(letter: Letter, missing: Sequence[str]) -> Letter:
    """The letter with, at its end, a sentence for each of the boards that were asked for in vain."""
    return replace(letter, text=_in_one([letter.text, wrapped("\n".join(dict.fromkeys(missing))) + "\n"]))


def _letter(call: Call, board: Board, at: BoardAt, viewer: Player | None, zone: tzinfo) -> Letter:
    watchers = call.work.boards.watchers(board.game.word, board.number)
    news = BoardNews("show", watchers=watchers, after=at.after)
    # To replay a long game takes longer than all the rest.
    then = None if at.after is None else as_it_stood(board, at.after)
    write = BoardLetters(board, news, call.server, then)
    return write.to(viewer, zone, address_for_asker(call, board, then))


def selected(
    call: Call, selection: Selection, game: str | None, limit: int, among: Sequence[int] | None = None
) -> list[Line]:
    """The boards that selectors mean, of one game or of all, no more than `limit`; only those `among` these numbers.

    Raises `Refusal` where nobody has one of the names.
    """
    if selection.which == "next" and not selection.userids:
        raise Misspelt("next needs a player: whose boards, for example next alice.")
    found = call.work.players.named(selection.userids)
    for userid in selection.userids:
        if userid.lower() not in found:
            raise Refusal(call.no_player(userid))
    status = {"active": Status.ACTIVE, "next": Status.ACTIVE, "inactive": Status.OVER, "all": None}[selection.which]
    return call.work.boards.lines(
        game=game,
        numbers=among,
        players=tuple(found.values()),
        status=status,
        only_to_move=selection.which == "next",
        limit=limit,
    )


def _missing(game: Game[Any], wanted: Iterable[int], found: set[int]) -> list[str]:
    return [f"There is no {game.name} board {number}." for number in dict.fromkeys(wanted) if number not in found]


def _list_of(lines: Sequence[Line], call: Call, missing: Sequence[str]) -> str:
    rows = [_row(line, call.catalogue, call.at) for line in lines[:MOST_LINES]]
    return text_of(
        "boards",
        lines=table(TITLES, rows) if rows else [],
        cut=len(lines) > MOST_LINES,
        count=len(rows),
        missing=missing,
    )


def _row(line: Line, catalogue: Mapping[str, Game[Any]], now: datetime) -> tuple[str, ...]:
    if line.status is Status.ACTIVE:
        state = " ".join(line.to_move)
    else:
        without_winner = "tie" if len(set(line.players)) > 1 else "over"
        state = f"won by {line.winner}" if line.winner else without_winner
    return (
        f"{catalogue[line.game].name} {line.number}",
        " ".join(line.players),
        state,
        str(line.moves_made),
        _ago(now - line.last_moved_at),
    )


def _ago(time: timedelta) -> str:
    days = time.days
    if days < 1:
        return "today"
    return "1 day" if days == 1 else f"{days} days"


def _played(count: Count) -> str:
    if not count.active:
        return "no boards at the moment"
    boards = "1 board" if count.active == 1 else f"{count.active} boards"
    players = "1 player" if count.players == 1 else f"{count.players} players"
    return f"{boards} with {players} at the moment"


def _in_one(texts: Sequence[str]) -> str:
    return f"\n{LINE_OF_STARS}\n\n".join(texts)
