"""Commands that list games and boards, records, and games that are over."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pbmserv.commands.boards.showing import MOST_BOARDS, selected
from pbmserv.commands.ratings.standings import Ranking, who_plays
from pbmserv.commands.requests.context import Call, Command, NoBoard
from pbmserv.commands.requests.lookup import known_player, no_player
from pbmserv.commands.requests.outcome import Outcome
from pbmserv.commands.starting.open_challenges import list_open
from pbmserv.games.base import Ambiguous, Game, Refusal
from pbmserv.games.finding import fitting, words_to_find
from pbmserv.games.message import Message, in_turn, lines_of
from pbmserv.games.other_words import usual_word
from pbmserv.language.argument_types import (
    BoardNumber,
    GameOrWord,
    Number,
    OneOf,
    Selection,
    Userid,
    WholeBoardsOrSelectors,
)
from pbmserv.language.command_spec import Argument, ArgumentType, ParsedArgs
from pbmserv.language.words import NO_GAME_HERE, Misspelt, either, find, nearest
from pbmserv.play.board import Board, Player
from pbmserv.play.view import SHOWN, BoardView, BoardViews

if TYPE_CHECKING:
    from pbmserv.commands.boards.queries import FinishedGame
    from pbmserv.storage.games import Count
    from pbmserv.storage.listing import Line


MOST_LINES = 100
_NEAR = 0.75
"""The similarity of a word to one that finds games: see `nearest`."""


@dataclass(frozen=True)
class GameInList:
    """A game with its counts, and its players if asked for."""

    game: Game[Any]
    count: Count
    players: Ranking | None


class GamesListed(Outcome, frozen=True):
    """The games, or those named or found; `in_full` includes their players."""

    written_by = "boards.letters:of_games"

    games: tuple[GameInList, ...]
    in_full: bool
    is_search: bool


class BoardsListed(Outcome, frozen=True):
    """Boards of a game, whether there are more, and a sentence for each missing one."""

    written_by = "boards.letters:of_boards"

    game: Game[Any]
    lines: tuple[Line, ...]
    more: bool
    missing: tuple[str, ...]


class BoardsOf(Outcome, frozen=True):
    """A player's boards, whether there are more, and the first of them in full."""

    written_by = "boards.letters:of_boards_of_a_player"

    player: Player
    lines: tuple[Line, ...]
    more: bool
    boards: tuple[Board | None, ...]


class ListGames(Command):
    """List the games that are played here, find one, or see who plays it.

    Without more you get all games by families, with a line for each. Name games to see who plays them, with their
    ratings and how many challenges they seek:

        list
        list trichet hex

    Other words find games: by what is said of them here, by family, by a name that they have elsewhere. With several
    words, you get the games that all of them fit:

        list reversi
        list hexagons connection
        list dice
        list alone

    Other words that fit many are two, more, plain (nothing hidden, no luck), luck, hidden and together (all move at
    once). If a game has very many boards, they are counted only every ten minutes.

    open shows what waits for players, in all games or in those that you name (help open):

        list open
        list open hex trichet
    """

    words = ("list",)
    arguments = (Argument("game", GameOrWord(), optional=True, repeated=True),)
    reads_only = True
    example = "list hexagons"

    def carry_out(self, call: Call, given: ParsedArgs) -> Outcome:
        asked = given.get("game") or ()
        if asked and asked[0].lower() == "open":
            named = [find(word, call.catalogue, NO_GAME_HERE) for word in asked[1:]]
            return list_open(call, [call.catalogue[word] for word in dict.fromkeys(named)])
        words, is_search = _games_meant(call, asked) if asked else (list(call.catalogue), False)
        # Somebody who finds a single game wants to know as much of it as somebody who has named it.
        in_full = bool(asked) and (not is_search or len(words) == 1)
        counts = call.work.games.counts(words)
        return GamesListed(
            tuple(
                GameInList(call.catalogue[word], counts[word], who_plays(call, word) if in_full else None)
                for word in words
            ),
            in_full,
            is_search,
        )


class Games(Command):
    """List boards of a game, a line for each.

    Name boards, or players, or active, inactive, next, all; without any, you get the boards that are being played.
    """

    words = ("games",)
    arguments = (Argument("board", WholeBoardsOrSelectors(), optional=True, repeated=True),)
    of_a_game = True
    reads_only = True
    example = "trichet games active"

    def carry_out(self, call: Call, given: ParsedArgs) -> Outcome:
        asked = given.get("board") or Selection("active", ())
        game = call.rules
        if isinstance(asked, Selection):
            lines = selected(call, asked, game.word, MOST_LINES + 1)
            missing: list[str] = []
        else:
            numbers = [board.number for board in asked]
            lines = call.work.listing.lines(game.word, numbers, limit=MOST_LINES + 1)
            missing = _missing(game, numbers, {line.number for line in lines})
        if missing and not lines:
            raise NoBoard(in_turn(*missing))
        return BoardsListed(game, tuple(lines[:MOST_LINES]), len(lines) > MOST_LINES, tuple(missing))


class AllShow(Command):
    """Show the boards of a player, over all games.

    next are those on which the player has to move, active those that are still being played; without either, you get
    those that are being played.
    """

    words = ("all show",)
    arguments = (
        Argument("userid", Userid()),
        Argument("which", OneOf("selector", "next", "active"), optional=True),
    )
    reads_only = True
    example = "all show alice next"

    def carry_out(self, call: Call, given: ParsedArgs) -> Outcome:
        player = known_player(call, given["userid"])
        lines = selected(call, Selection(given.get("which") or "active", (player.userid,)), None, MOST_LINES + 1)
        boards: list[Board | None] = []
        for line in lines[:MOST_BOARDS]:
            if call.mail.quota.is_over:
                break
            boards.append(call.work.boards.load(line.game, line.number))
        return BoardsOf(player, tuple(lines[:MOST_LINES]), len(lines) > MOST_LINES, tuple(boards))


def _games_meant(call: Call, asked: Sequence[str]) -> tuple[list[str], bool]:
    """The games named, or if a word names none, those that fit all words; and whether it was the latter.

    Raises `Refusal`, which quotes nothing, since a misplaced word may be a password.
    """
    try:
        named = [find(word, call.catalogue, NO_GAME_HERE) for word in asked]
        return list(dict.fromkeys(named)), False
    except (Ambiguous, Misspelt) as refusal:
        if found := fitting(call.catalogue.values(), asked):
            return [game.word for game in found], True
        words = [usual_word(word) for word in asked]
        if all(word in call.catalogue for word in words):
            return list(dict.fromkeys(words)), False
        if isinstance(refusal, Ambiguous) or "?" in refusal.words:
            raise
        advice = _where_else(call, asked)
        raise Misspelt(in_turn(refusal.words, advice)) from refusal


def _where_else(call: Call, asked: Sequence[str]) -> str:
    if call.work.players.named(asked):
        return "For the boards of a player there is all show, for example all show alice."
    games = list(call.catalogue.values())
    known = words_to_find(games)
    unknown = [word for word in asked if not fitting(games, [word])]
    if near := list(dict.fromkeys(name for word in unknown for name in nearest(word, known, _NEAR)))[:3]:
        return Message("Did you mean {commands}?", commands=either([f"list {name}" for name in near]))
    return "Nor does any game fit: list alone shows all of them."


def _missing(game: Game[Any], wanted: Iterable[int], found: set[int]) -> list[str]:
    return [
        Message("There is no {game} board {number}.", game=game.name, number=number)
        for number in dict.fromkeys(wanted)
        if number not in found
    ]


class Recorded(Outcome, frozen=True):
    written_by = "boards.letters:of_record"

    board: Board

    def board_view(self, asker: Player | None) -> BoardView:
        return BoardViews(self.board, SHOWN).of(asker)


class RecordCommand(Command):
    """Get the record of a game: players, terms, all moves, the result.

    It comes as text for you to read, as JSON for programs, in an attached file, and with a picture of the board, as
    SVG, in another one. Of some games there is a third, in the format that other programs know: SGF of Go, Gomoku and
    Hex, PGN of Chess, PDN of Checkers and Draughts, MAT of Backgammon, PBN of Bridge, KIF of Shogi, and of
    that USI in a fourth.
    """

    words = ("record",)
    arguments = (Argument("board", BoardNumber()),)
    of_a_game = True
    reads_only = True
    example = "trichet record 101"

    def carry_out(self, call: Call, given: ParsedArgs) -> Outcome:
        return Recorded(call.load_board(given["board"]))


GAMES_ON_A_PAGE = 50
FIRST_YEAR = 1000
"""Smaller numbers are pages."""
LAST_YEAR = 9998


@dataclass(frozen=True)
class Past:
    userids: tuple[str, ...] = ()
    year: int | None = None
    page: int = 1


class PlayersYearPage(ArgumentType):
    """Userids, a year and a page number, in any order."""

    noun = "userid, year or page"

    def read_all(self, texts: Sequence[str]) -> Past:
        numbers = [Number("year or page", LAST_YEAR).read(text) for text in texts if text[:1].isdigit()]
        years = [number for number in numbers if number >= FIRST_YEAR]
        pages = [number for number in numbers if number < FIRST_YEAR]
        if len(years) > 1 or len(pages) > 1:
            raise Misspelt("One year and one page can be named, for example 2024, or 2 for the second page.")
        userids = tuple(Userid().read(text) for text in texts if not text[:1].isdigit())
        return Past(userids, years[0] if years else None, pages[0] if pages else 1)


class HistoryShown(Outcome, frozen=True):
    """A page of finished games, and whether more follow."""

    written_by = "boards.letters:of_history"

    game: Game[Any]
    past: Past
    games: tuple[FinishedGame, ...]
    more: bool


class History(Command):
    """See the games that are over, newest first.

    Name players to see theirs, and a year to see what ended in it; a number
    below 1000 is a page, of 50 games each:

        trichet history
        trichet history alice bob 2024
        trichet history 2

    The column points says what the game was worth: 1 in most games.
    """

    words = ("history",)
    arguments = (Argument("userid|year|page", PlayersYearPage(), optional=True, repeated=True),)
    of_a_game = True
    reads_only = True
    example = "trichet history alice 2024"

    def carry_out(self, call: Call, given: ParsedArgs) -> Outcome:
        game = call.rules
        past: Past = given.get("userid|year|page") or Past()
        found = call.work.players.named(past.userids, even_left=True)
        unknown = [userid for userid in past.userids if userid.lower() not in found]
        if unknown:
            raise Refusal(lines_of(*[no_player(call, userid) for userid in unknown]))
        from pbmserv.commands.boards.queries import FinishedGames

        finished = FinishedGames(call.work.connection)
        games, more = finished.page(game.word, tuple(found.values()), past.year, past.page, GAMES_ON_A_PAGE)
        if not games and past.page > 1:
            raise Refusal(Message("This history of {game} has no page {page}.", game=game.name, page=past.page))
        return HistoryShown(game, past, tuple(games), more)
