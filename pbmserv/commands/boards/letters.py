from __future__ import annotations

import json
import textwrap
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta, tzinfo
from typing import TYPE_CHECKING, Any

from pbmserv.commands.boards.actions import (
    BoardsListed,
    BoardsOf,
    GameInList,
    GamesListed,
    HistoryShown,
    Recorded,
)
from pbmserv.commands.boards.preview import Analysed, Previewed
from pbmserv.commands.boards.showing import MOST_BOARDS
from pbmserv.commands.ratings.letters import shown_boards, shown_in_time, shown_name, shown_seeks
from pbmserv.commands.ratings.standings import Ranking
from pbmserv.commands.requests.context import Call
from pbmserv.commands.requests.letters import in_one_letter
from pbmserv.commands.requests.recipients import asker_as_reader, to_players, to_sender
from pbmserv.games.base import Game
from pbmserv.games.finding import in_families
from pbmserv.games.message import Message, counted, one_by_one
from pbmserv.letters.board import board_letter
from pbmserv.letters.bots import all_marked, marked
from pbmserv.letters.letter import Letter, write
from pbmserv.letters.seats import number_of_players
from pbmserv.letters.tables import Table
from pbmserv.letters.widths import WIDTH
from pbmserv.locale.catalogs import in_the_language
from pbmserv.play.board import Status, in_sentence
from pbmserv.play.view import SHOWN
from pbmserv.storage.games import Count
from pbmserv.storage.listing import Line

if TYPE_CHECKING:
    from pbmserv.commands.boards.queries import FinishedGame

MOST_CHARACTERS = 60_000
"""The maximum length of a letter with all boards of a player."""
_BOARDS = ("board", "players", "to move", "moves", "last move")
_HISTORY = ("date", "board", "winner", "points", "players")
_MAIN_OF_BOARDS = ("board", "to move")
_MAIN_OF_HISTORY = ("board", "date", "winner")
_PLAYERS = ("player", "rating", "boards", "seeks", "in time")
_MAIN_OF_PLAYERS = ("player", "rating")
_SET_IN = 8
"""How far the players of a game are set in."""
_FOR_TWO = range(2, 3)
_LONGEST_NAME = 18
"""The width of names in a list of games."""


def of_games(listed: GamesListed, call: Call) -> list[Letter]:
    example = next((each.game.word for each in listed.games), "trichet")
    facts: dict[str, Any] = {"server": call.server, "example": example}
    if listed.in_full:
        games = [_game(each) for each in listed.games]
        return [to_sender(call, write("boards/games", "List of games", games=games, **facts))]
    families = _by_family(listed.games)
    found = len(listed.games) if listed.is_search else None
    return [
        to_sender(call, write("boards/games_by_family", "List of games", families=families, found=found, **facts))
    ]


def of_boards(listed: BoardsListed, call: Call) -> list[Letter]:
    subject = Message("List of {game} games", game=listed.game.name)
    return [to_sender(call, _list_of_boards(subject, listed.lines, listed.more, call, listed.missing))]


def of_history(shown: HistoryShown, call: Call) -> list[Letter]:
    game, past = shown.game, shown.past
    zone = asker_as_reader(call).zone
    asked = [*past.userids, *([str(past.year)] if past.year else [])]
    records = tuple(f"{game.word} record {each.number}" for each in shown.games)
    letter = write(
        "boards/history",
        Message("Historical List of {game} games", game=game.name),
        lines=Table(_HISTORY, [_finished(each, zone) for each in shown.games], _MAIN_OF_HISTORY, records),
        next_page=" ".join([game.word, "history", *asked, str(past.page + 1)]) if shown.more else "",
    )
    return [to_sender(call, letter)]


def of_boards_of_a_player(found: BoardsOf, call: Call) -> list[Letter]:
    """To the asker: a list, and the boards below it, within limits of size and time."""
    subject = Message("Boards of {player}", player=found.player.userid)
    letters = [_list_of_boards(subject, found.lines, found.more, call)]
    zone = asker_as_reader(call).zone
    for board in found.boards:
        drawn = board_letter(board, None, SHOWN, call.server, call.at, zone) if board else Letter("", "")
        if sum(len(each.text) for each in letters) + len(drawn.text) > MOST_CHARACTERS or call.mail.quota.is_over:
            break
        letters.append(drawn)
    if left := found.lines[len(letters) - 1 :]:
        letters.append(_left_out(left))
    return [to_sender(call, in_one_letter(subject, letters))]


def of_preview(previewed: Previewed, call: Call) -> list[Letter]:
    return [to_sender(call, board_letter(previewed.ahead, None, previewed.news, call.server, call.at))]


def of_analysis(analysed: Analysed, call: Call) -> list[Letter]:
    """To the player, with their own hidden things."""
    player = analysed.player
    return to_players(call, {player: board_letter(analysed.ahead, player, analysed.news, call.server, call.at)})


def of_record(recorded: Recorded, call: Call) -> list[Letter]:
    # Imported by those few who ask for one: to write a record needs all that can read it again.
    from pbmserv.commands.boards.pictures import attached_picture
    from pbmserv.commands.boards.records import attached_game_files
    from pbmserv.letters.record import record_letter

    pictures = attached_picture(recorded.board, call.principal.signed_in, asker_as_reader(call).pieces)
    return [to_sender(call, record_letter(recorded.board, (*attached_game_files(recorded.board), *pictures)))]


def _list_of_boards(
    subject: str, lines: Sequence[Line], more: bool, call: Call, missing: Sequence[str] = ()
) -> Letter:
    """A table with a line for each board, and sentences for missing ones."""
    rows = [_board(line, call.catalogue, call.at) for line in lines]
    titles: tuple[str, ...] = _BOARDS
    if any(line.event for line in lines):
        titles, rows = (*titles, "tournament"), [(*row, each.event) for row, each in zip(rows, lines, strict=True)]
    shown = tuple(f"{line.game} show {line.number}" for line in lines)
    return write(
        "boards/boards",
        subject,
        lines=Table(titles, rows, _MAIN_OF_BOARDS, shown),
        cut=more,
        count=len(rows),
        missing=missing,
    )


def _by_family(listed: Sequence[GameInList]) -> list[tuple[str, list[str], str]]:
    counts = {each.game: each.count for each in listed}
    room = min(max((len(game.name) for game in counts), default=0), _LONGEST_NAME)
    return [
        (
            in_the_language(Message(family)),
            [line for game in games for line in _lines_about(game, counts[game], room)],
            json.dumps([(game.name, _about(game, counts[game]), "Rules", f"help {game.word}") for game in games]),
        )
        for family, games in in_families(counts)
    ]


def _said_about(game: Game[Any], count: Count) -> list[str]:
    said: list[str] = [Message("{summary}.", summary=Message(game.summary))]
    said += [Message("For {players}.", players=number_of_players(game))] if game.seats != _FOR_TWO else []
    return said + ([Message("{boards}.", boards=_played(count))] if count.active else [])


def _about(game: Game[Any], count: Count) -> str:
    also = [Message("Also called {names}.", names=", ".join(game.also_called))] if game.also_called else []
    return " ".join(map(in_the_language, [*_said_about(game, count), *also]))


def _lines_about(game: Game[Any], count: Count, room: int) -> list[str]:
    """A game's entry, on one line if possible; other names are left out if they do not fit."""
    said = _said_about(game, count)
    begin, below = f"  {game.name:<{room}}  ", " " * (room + 4)
    if game.also_called:
        summary = in_the_language(Message(game.summary))
        line = " ".join([f"{begin}{summary} ({', '.join(game.also_called)}).", *map(in_the_language, said[1:])])
        if len(line) <= WIDTH:
            return [line]
    return textwrap.wrap(" ".join(map(in_the_language, said)), WIDTH, initial_indent=begin, subsequent_indent=below)


def _game(listed: GameInList) -> Mapping[str, Any]:
    game = listed.game
    return {
        "name": game.name,
        "summary": Message(game.summary),
        "seats": number_of_players(game),
        "boards": _played(listed.count),
        "players": _who_plays(listed.players) if listed.players else ((), "", False, ()),
        "data": json.dumps([(game.name, _about(game, listed.count), "Rules", f"help {game.word}")]),
        "word": game.word,
    }


def _played(count: Count) -> str:
    if not count.active:
        return Message("no boards at the moment")
    boards = counted("{count} board", "{count} boards", count.active)
    return counted(
        "{boards} with {count} player at the moment",
        "{boards} with {count} players at the moment",
        count.players,
        boards=boards,
    )


def _who_plays(ranking: Ranking) -> tuple[list[str], str, bool, list[str]]:
    rows = [
        (shown_name(each), str(each.standing.rating), shown_boards(each), shown_seeks(each), shown_in_time(each))
        for each in ranking.players
    ]
    lost = [player.userid for player in ranking.out_of_reach]
    columns = len(_PLAYERS) if any(row[-1] for row in rows) else len(_PLAYERS) - 1
    shown = Table(_PLAYERS[:columns], [row[:columns] for row in rows], _MAIN_OF_PLAYERS)
    lines = shown.lines(WIDTH - _SET_IN) if rows else []
    return lines, shown.data, ranking.more, lost


def _board(line: Line, catalogue: Mapping[str, Game[Any]], now: datetime) -> tuple[str, ...]:
    if line.status is Status.ACTIVE:
        state = " ".join(line.to_move)
    else:
        without_winner = Message("tie") if len(set(line.players)) > 1 else Message("over")
        state = Message("won by {player}", player=in_sentence(line.winners)) if line.winners else without_winner
    return (
        f"{catalogue[line.game].name} {line.number}",
        all_marked(line.players, line.bots),
        state,
        str(line.moves_made),
        _ago(now - line.last_moved_at),
    )


def _ago(time: timedelta) -> str:
    return Message("today") if time.days < 1 else counted("{count} day", "{count} days", time.days)


def _finished(game: FinishedGame, zone: tzinfo) -> tuple[str, ...]:
    before = dict(game.replaced)
    return (
        f"{game.ending.at.astimezone(zone):%Y-%m-%d}",
        str(game.number),
        " ".join(game.winners) or Message("TIE"),
        str(game.points),
        one_by_one(
            [
                Message("{player} (for {before})", player=marked(each, each in game.bots), before=before[each])
                if each in before
                else marked(each, each in game.bots)
                for each in game.players
            ]
        ),
    )


def _left_out(lines: Sequence[Line]) -> Letter:
    by_game: dict[str, list[str]] = {}
    for line in lines:
        by_game.setdefault(line.game, []).append(str(line.number))
    commands = [f"{game} show {' '.join(numbers[:MOST_BOARDS])}" for game, numbers in by_game.items()]
    return write("boards/left_out", "", commands=commands)
