"""Letters that list things: games, boards, players, results."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta, tzinfo
from itertools import compress, groupby
from typing import TYPE_CHECKING, Any

from pbmserv.commands.boards.actions import BoardsListed, GameInList, GamesListed
from pbmserv.commands.boards.history import HistoryShown
from pbmserv.commands.ratings.standings import Ranking, StandingsShown
from pbmserv.commands.requests.asker import asker_as_reader
from pbmserv.commands.requests.context import Call
from pbmserv.commands.requests.outcome import Several
from pbmserv.commands.starting.challenge_faults import number_of_players
from pbmserv.commands.writing.addressing import to_sender
from pbmserv.commands.writing.dispatch import letters_of
from pbmserv.games.base import Game, counted
from pbmserv.games.finding import in_families
from pbmserv.letters.bots import all_marked, marked
from pbmserv.letters.letter import LINE_OF_STARS, Letter, text_of, write
from pbmserv.letters.tables import table
from pbmserv.letters.widths import WIDTH
from pbmserv.play.board import Status
from pbmserv.storage.games import Count
from pbmserv.storage.listing import Line

if TYPE_CHECKING:
    from pbmserv.storage.history import FinishedGame
    from pbmserv.storage.standings import Ranked

_BOARDS = ("board", "players", "to move", "moves", "last move")
_HISTORY = ("date", "board", "winner", "points", "players")
_PLAYERS = ("player", "rating", "boards", "seeks", "in time")
_FOR_TWO = range(2, 3)
_LONGEST_NAME = 18
"""What a list of games leaves room for beside the lines about them."""
_HEADINGS = {"ESTABLISHED": "Established", "PROVISIONAL": "Provisionals", "INACTIVE": "Inactive players"}
"""What stands above the sections of the standings, by the names of these."""


@letters_of.register
def of_games(listed: GamesListed, call: Call) -> list[Letter]:
    """To who has asked."""
    example = next((each.game.word for each in listed.games), "trichet")
    facts: dict[str, Any] = {"server": call.server, "example": example}
    if listed.in_full:
        games = [_game(each) for each in listed.games]
        return [to_sender(call, write("games", "List of games", games=games, **facts))]
    families = _by_family(listed.games)
    found = len(listed.games) if listed.is_search else None
    return [to_sender(call, write("games_by_family", "List of games", families=families, found=found, **facts))]


@letters_of.register
def of_boards(listed: BoardsListed, call: Call) -> list[Letter]:
    """To who has asked."""
    text = list_of_boards(listed.lines, listed.more, call, listed.missing)
    return [to_sender(call, Letter(f"List of {listed.game.name} games", text))]


@letters_of.register
def of_standings(shown: StandingsShown, call: Call) -> list[Letter]:
    """To who has asked."""
    game, with_ties = shown.game, any(each.standing.tied for each in shown.players)
    sections = [
        (_HEADINGS[section.name], _standings(list(players), with_ties))
        for section, players in groupby(shown.players, key=lambda each: each.section)
    ]
    facts: dict[str, Any] = {
        "game": game,
        "page": shown.page,
        "only_people": shown.only_people,
        "sections": sections,
        "more": shown.more,
    }
    return [to_sender(call, write("standings", f"{game.name} Standings", **facts))]


@letters_of.register
def of_history(shown: HistoryShown, call: Call) -> list[Letter]:
    """To who has asked."""
    game, past = shown.game, shown.past
    zone = asker_as_reader(call).zone
    asked = [*past.userids, *([str(past.year)] if past.year else [])]
    letter = write(
        "history",
        f"Historical List of {game.name} games",
        lines=table(_HISTORY, [_finished(each, zone) for each in shown.games]) if shown.games else [],
        next_page=" ".join([game.word, "history", *asked, str(past.page + 1)]) if shown.more else "",
    )
    return [to_sender(call, letter)]


@letters_of.register
def of_several(several: Several, call: Call) -> list[Letter]:
    """The letters to others as they are, and all answers in one."""
    answers = [letter for letter in several.letters if letter.answers]
    if left := several.commands - len(several.outcomes):
        facts: dict[str, Any] = {"lines": several.commands, "left": left, "slow": several.too_slow}
        answers.append(write("commands_left", "Commands left over", **facts))
    attachments = tuple(attachment for letter in answers for attachment in letter.attachments)
    text = in_one([f"{letter.subject}\n\n{letter.text}" for letter in answers])
    answer = Letter(f"Answers to {counted(several.commands, 'command')}", text, attachments=attachments)
    return [*(letter for letter in several.letters if not letter.answers), to_sender(call, answer)]


def list_of_boards(lines: Sequence[Line], more: bool, call: Call, missing: Sequence[str] = ()) -> str:
    """A table with a line for each board, whether there are more, and a sentence for each that there is not."""
    rows = [_board(line, call.catalogue, call.at) for line in lines]
    titles: tuple[str, ...] = _BOARDS
    if any(line.event for line in lines):
        titles, rows = (*titles, "tournament"), [(*row, each.event) for row, each in zip(rows, lines, strict=True)]
    return text_of(
        "boards",
        lines=table(titles, rows) if rows else [],
        cut=more,
        count=len(rows),
        missing=missing,
    )


def in_one(texts: Sequence[str]) -> str:
    """Several texts as one, with a line of stars between them."""
    return f"\n{LINE_OF_STARS}\n\n".join(texts)


def _by_family(listed: Sequence[GameInList]) -> list[tuple[str, list[str]]]:
    """The lines about the games, under the headings of their families."""
    counts = {each.game: each.count for each in listed}
    room = min(max((len(game.name) for game in counts), default=0), _LONGEST_NAME)
    return [
        (family, [line for game in games for line in _lines_about(game, counts[game], room)])
        for family, games in in_families(counts)
    ]


def _lines_about(game: Game[Any], count: Count, room: int) -> list[str]:
    """What is said of a game, in a line if possible; other names only where they leave it at that."""
    said = [f"{game.summary}."]
    said += [f"For {number_of_players(game)}."] if game.seats != _FOR_TWO else []
    said += [f"{_played(count)}."] if count.active else []
    begin, below = f"  {game.name:<{room}}  ", " " * (room + 4)
    if game.also_called:
        line = " ".join([f"{begin}{game.summary} ({', '.join(game.also_called)}).", *said[1:]])
        if len(line) <= WIDTH:
            return [line]
    return textwrap.wrap(" ".join(said), WIDTH, initial_indent=begin, subsequent_indent=below)


def _game(listed: GameInList) -> Mapping[str, Any]:
    game = listed.game
    return {
        "name": game.name,
        "summary": game.summary,
        "seats": number_of_players(game),
        "boards": _played(listed.count),
        "players": _who_plays(listed.players) if listed.players else ((), False, ()),
        "word": game.word,
    }


def _played(count: Count) -> str:
    if not count.active:
        return "no boards at the moment"
    return f"{counted(count.active, 'board')} with {counted(count.players, 'player')} at the moment"


def _who_plays(ranking: Ranking) -> tuple[list[str], bool, list[str]]:
    rows = [
        (_name(each), str(each.standing.rating), _boards(each), _seeks(each), _in_time(each))
        for each in ranking.players
    ]
    lost = [player.userid for player in ranking.out_of_reach]
    columns = len(_PLAYERS) if any(row[-1] for row in rows) else len(_PLAYERS) - 1
    lines = table(_PLAYERS[:columns], [row[:columns] for row in rows]) if rows else []
    return lines, ranking.more, lost


def _board(line: Line, catalogue: Mapping[str, Game[Any]], now: datetime) -> tuple[str, ...]:
    if line.status is Status.ACTIVE:
        state = " ".join(line.to_move)
    else:
        without_winner = "tie" if len(set(line.players)) > 1 else "over"
        state = f"won by {line.winner}" if line.winner else without_winner
    return (
        f"{catalogue[line.game].name} {line.number}",
        all_marked(line.players, line.bots),
        state,
        str(line.moves_made),
        _ago(now - line.last_moved_at),
    )


def _ago(time: timedelta) -> str:
    return "today" if time.days < 1 else counted(time.days, "day")


def _standings(players: Sequence[Ranked], with_ties: bool) -> list[str]:
    from pbmserv.storage.standings import Section

    ranked = players[0].section is not Section.INACTIVE
    titles = ["rank", "player", "rating", "won", "lost", "tied", "boards", "seeks", "in time", "Glicko-2"]
    rows = [
        [
            str(each.rank),
            _name(each),
            str(each.standing.rating),
            str(each.standing.won),
            str(each.standing.lost),
            str(each.standing.tied),
            _boards(each),
            _seeks(each),
            _in_time(each),
            f"{each.strength.rating:.0f} ±{each.strength.deviation:.0f}",
        ]
        for each in players
    ]
    left_out = {*(() if ranked else ("rank", "boards", "seeks")), *(() if with_ties else ("tied",))}
    left_out |= set() if any(each.in_time is not None for each in players) else {"in time"}
    shown = [title not in left_out for title in titles]
    return table(list(compress(titles, shown)), [list(compress(row, shown)) for row in rows])


def _name(ranked: Ranked) -> str:
    return marked(ranked.player.userid, ranked.bot is not None)


def _boards(ranked: Ranked) -> str:
    return str(ranked.active) if ranked.most_boards is None else f"{ranked.active}/{ranked.most_boards}"


def _seeks(ranked: Ranked) -> str:
    return str(ranked.seeking) if ranked.seeking else ""


def _in_time(ranked: Ranked) -> str:
    return "" if ranked.in_time is None else f"{ranked.in_time}%"


def _finished(game: FinishedGame, zone: tzinfo) -> tuple[str, ...]:
    before = dict(game.replaced)
    return (
        f"{game.ending.at.astimezone(zone):%Y-%m-%d}",
        str(game.number),
        game.winner or "TIE",
        str(game.points),
        " ".join(
            marked(each, each in game.bots) + (f" (for {before[each]})" if each in before else "")
            for each in game.players
        ),
    )
