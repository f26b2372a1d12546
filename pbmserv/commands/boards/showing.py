"""Commands that show boards: to everybody, or as one player may see them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pbmserv.commands.requests.context import Call, Command, NoBoard
from pbmserv.commands.requests.lookup import no_player
from pbmserv.commands.requests.outcome import Outcome
from pbmserv.games.base import Game, Refusal
from pbmserv.games.message import Message, in_turn
from pbmserv.language.argument_types import PLAYER, BoardAt, BoardsOrSelectors, Selection
from pbmserv.language.command_spec import Argument, ParsedArgs
from pbmserv.language.words import Misspelt
from pbmserv.play.board import Board, NotAllowed, Player, Status
from pbmserv.play.replaying import as_it_stood
from pbmserv.play.view import BoardNews, BoardView, BoardViews

if TYPE_CHECKING:
    from pbmserv.storage.listing import Line

MOST_BOARDS = 20


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

    written_by = "boards.showing_letters:of_shown_boards"

    boards: tuple[ShownBoard | str, ...]
    viewer: Player | None
    left_out: int = 0

    def board_view(self, asker: Player | None) -> BoardView | None:
        match self.boards:
            case (ShownBoard() as shown,):
                return BoardViews(shown.board, shown.news, shown.then).of(self.viewer)
        return None


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
