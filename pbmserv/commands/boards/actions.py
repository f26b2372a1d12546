"""Commands that look at games and boards: the list of games, boards, records, and games that are over."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

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
    PLAYER,
    BoardAt,
    BoardNumber,
    BoardsOrSelectors,
    GameOrWord,
    Number,
    OneOf,
    Selection,
    Userid,
    WholeBoardsOrSelectors,
)
from pbmserv.language.command_spec import Argument, ArgumentType, ParsedArgs
from pbmserv.language.words import NO_GAME_HERE, Misspelt, either, find, nearest
from pbmserv.play.board import Board, NotAllowed, Player, Status
from pbmserv.play.replaying import as_it_stood
from pbmserv.play.view import SHOWN, BoardNews, BoardView, BoardViews

if TYPE_CHECKING:
    from pbmserv.commands.boards.queries import FinishedGame
    from pbmserv.storage.games import Count
    from pbmserv.storage.listing import Line


MOST_LINES = 100
MOST_BOARDS = 20
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


@dataclass(frozen=True)
class ShownBoard:
    """A board, and `then` the same board `after` an earlier move if asked for."""

    board: Board
    watchers: tuple[Player, ...]
    after: int | None
    then: Board | None

    @property
    def news(self) -> BoardNews:
        return BoardNews("show", watchers=self.watchers, after=self.after)


class BoardsShown(Outcome, frozen=True):
    """Boards as a viewer may see them (None: the public), with a sentence for each missing one.

    `left_out` counts those for which there was no time.
    """

    written_by = "boards.letters:of_shown_boards"

    boards: tuple[ShownBoard | str, ...]
    viewer: Player | None
    left_out: int = 0

    def board_view(self, asker: Player | None) -> BoardView | None:
        match self.boards:
            case (ShownBoard() as shown,):
                return BoardViews(shown.board, shown.news, shown.then).of(self.viewer)
        return None


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


class Show(Command):
    """Show boards as everybody may see them.

    101#7 is board 101 as it stood after move 7, 101#0 as it was at the start. Instead of boards, name players
    (and active, inactive, next or all) to see theirs: next alice are the boards on which alice has to move. Each
    board comes in a letter of its own.
    """

    words = ("show",)
    arguments = (Argument("board", BoardsOrSelectors(), repeated=True),)
    of_a_game = True
    reads_only = True
    example = "trichet show 101"

    def carry_out(self, call: Call, given: ParsedArgs) -> Outcome:
        return _shown(call, given["board"], None)


class ShowAs(Command):
    """Show boards as you may see them, with your own hidden things.

    If you name active, inactive, next or all but no player, you get your own boards.
    """

    words = ("showas",)
    arguments = (
        *PLAYER,
        Argument("board", BoardsOrSelectors(), repeated=True),
    )
    of_a_game = True
    reads_only = True
    example = "trichet showas alice secret7 101"

    def resolve(self, call: Call, given: ParsedArgs) -> ParsedArgs:
        look_up_single(call, given["board"])
        return given

    def carry_out(self, call: Call, given: ParsedArgs) -> Outcome:
        asked, player = given["board"], call.player
        if isinstance(asked, Selection) and not asked.userids:
            asked = Selection(asked.which, (player.userid,))
        return _shown(call, asked, player)


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


def look_up_single(call: Call, asked: Sequence[BoardAt] | Selection) -> None:
    """Look up a single requested board, so that a refusal can show it. Raises `Refusal` if there is none."""
    if not isinstance(asked, Selection) and len(asked) == 1:
        call.load_board(asked[0].number)


def _shown(call: Call, asked: Sequence[BoardAt] | Selection, viewer: Player | None) -> BoardsShown:
    game = call.rules
    boards: list[ShownBoard | str] = []
    if isinstance(asked, Selection):
        if not asked.userids and asked.which != "next":
            raise Refusal(
                Message(
                    "That would be too much mail: name a player too, or ask for a list: {word} games {which}.",
                    word=game.word,
                    which=asked.which,
                )
            )
        lines = selected(call, asked, game.word, MOST_BOARDS + 1)
        wanted = [BoardAt(line.number, None) for line in lines[:MOST_BOARDS]]
        if len(lines) > MOST_BOARDS:
            boards = [Message("There are more; these are the first {most}.", most=MOST_BOARDS)]
        if not wanted:
            raise Refusal(Message("There are no such boards of {game}.", game=game.name))
    else:
        if len(asked) > MOST_BOARDS:
            raise Refusal(Message("At most {most} boards can be shown at once.", most=MOST_BOARDS))
        wanted = list(asked)
    left_out = 0
    for number, at in enumerate(wanted):
        if number and call.mail.quota.is_over:
            left_out = len(wanted) - number
            break
        if len(wanted) == 1:
            call.board = (game.word, at.number)
        boards.append(_board_at(call, at))
    missing = [each for each in boards if isinstance(each, str)]
    if len(missing) == len(boards):
        late = (
            [Message("The rest takes too long for one letter: ask again for the last {left}.", left=left_out)]
            if left_out
            else []
        )
        is_there = any(call.work.boards.load(game.word, each.number) for each in wanted)
        raise (Refusal if is_there else NoBoard)(in_turn(*dict.fromkeys([*missing, *late])))
    return BoardsShown(tuple(boards), viewer, left_out)


def _board_at(call: Call, at: BoardAt) -> ShownBoard | str:
    try:
        return shown_board(call, call.rules, at)
    except NotAllowed as refusal:
        return refusal.words


def shown_board(call: Call, game: Game[Any], at: BoardAt) -> ShownBoard:
    """A current or earlier position. Raises `NotAllowed` if there is no such board or move."""
    board = call.work.boards.load(game.word, at.number)
    if board is None or board.status is Status.REMOVED:
        raise NotAllowed(call.why_no_board(game, at.number))
    watchers = call.work.watching.who(game.word, board.number)
    # Replayed once: a long game has many moves.
    then = None if at.after is None else as_it_stood(board, at.after)
    return ShownBoard(board, watchers, at.after, then)


def selected(
    call: Call, selection: Selection, game: str | None, limit: int, among: Sequence[int] | None = None
) -> list[Line]:
    """At most `limit` boards that match selectors, of one game or all, restricted to `among` if given.

    Raises `Refusal` for an unknown name.
    """
    if selection.which == "next" and not selection.userids:
        raise Misspelt("next needs a player: whose boards, for example next alice.")
    found = call.work.players.named(selection.userids)
    for userid in selection.userids:
        if userid.lower() not in found:
            raise Refusal(no_player(call, userid))
    status = {"active": Status.ACTIVE, "next": Status.ACTIVE, "inactive": Status.OVER, "all": None}[selection.which]
    return call.work.listing.lines(
        game=game,
        numbers=among,
        players=tuple(found.values()),
        status=status,
        only_to_move=selection.which == "next",
        limit=limit,
    )


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
