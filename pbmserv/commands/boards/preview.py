"""Commands that play moves on a copy of a board: preview (public view) and analyse (a player's view)."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Sequence
from typing import Any

from pbmserv.commands.requests.context import Call, Command, CommandOnBoard
from pbmserv.commands.requests.outcome import Outcome
from pbmserv.games.base import Game, Refusal
from pbmserv.games.chance import SEED_BYTES
from pbmserv.games.message import Message
from pbmserv.language.argument_types import (
    PLAYER,
    AnyWord,
    BoardAt,
    BoardNumber,
    BoardsOrSelectors,
    Number,
)
from pbmserv.language.command_spec import Argument, ParsedArgs
from pbmserv.language.words import Misspelt
from pbmserv.letters.seats import number_of_players
from pbmserv.play.board import Board, Player, Turn
from pbmserv.play.previewing import look_ahead
from pbmserv.play.view import BoardNews, BoardView, BoardViews

MOST_MOVES = 50
NEW = "new"

_AFTER = Number("number of the move", 999_999_999, low=0)


class Previewed(Outcome, frozen=True):
    """A public preview of a board, and what would happen."""

    written_by = "boards.letters:of_preview"

    ahead: Board
    turn: Turn

    @property
    def news(self) -> BoardNews:
        return BoardNews("preview", turn=self.turn)

    def board_view(self, asker: Player | None) -> BoardView:
        return BoardViews(self.ahead, self.news).of(asker)


class Analysed(Previewed, frozen=True):
    """A preview for a player, with their own hidden things."""

    written_by = "boards.letters:of_analysis"

    player: Player


class Preview(Command):
    """Play moves on a copy of a board, and see where they lead.

    preview 101 d3 a5 shows board 101 after these two moves, preview 101#4 d3 what might have been after move 4. With
    new and the names of players (or their number) instead of a board, a new game is tried out: preview new alice bob
    d3, or preview new 2 d3. Nobody else is told, and nothing is changed.
    """

    words = ("preview",)
    arguments = (
        Argument("board", AnyWord("board number, or the word new")),
        Argument("move", AnyWord("move"), optional=True, repeated=True, most=MOST_MOVES),
    )
    of_a_game = True
    takes_game_parameters = True
    reads_only = True
    example = "trichet preview 101 d3"

    def carry_out(self, call: Call, given: ParsedArgs) -> Outcome:
        moves: Sequence[str] = given.get("move") or ()
        if given["board"].lower() == NEW:
            board, moves = _new_board(call, given, moves)
            after = None
        else:
            if given.parameters:
                raise Misspelt("Parameters go with a new game only: preview new PLAYERS -name=value.")
            at, moves = self.starting_point(BoardsOrSelectors().one_board(given["board"]), moves)
            board, after = call.load_board(at.number), at.after
        ahead, turn = look_ahead(board, _while_there_is_time(call, moves), call.at, after)
        return Previewed(ahead, turn)

    def starting_point(self, at: BoardAt, words: Sequence[str]) -> tuple[BoardAt, Sequence[str]]:
        """The board and move from which the preview starts, and the remaining words, which are moves."""
        return at, words


class Replay(Preview):
    """See a board as it stood after some move, and play moves on from there.

    replay 101 4 shows board 101 as it stood after move 4, replay 101 4 d3 a5 what might have been after these two
    moves. It is the same as preview 101#4 d3 a5. Nobody else is told, and nothing is changed.
    """

    words = ("replay",)
    example = "trichet replay 101 0 d3"

    def starting_point(self, at: BoardAt, words: Sequence[str]) -> tuple[BoardAt, Sequence[str]]:
        if at.after is None and words and words[0].isascii() and words[0].isdigit():
            return BoardAt(at.number, _AFTER.read(words[0])), words[1:]
        return at, words


class Analyse(CommandOnBoard):
    """Preview moves of a game you play in, with your own hidden things in view.

    Nobody else is told.
    """

    words = ("analyse",)
    arguments = (
        Argument("board", BoardNumber()),
        *PLAYER,
        Argument("move", AnyWord("move"), optional=True, repeated=True, most=MOST_MOVES),
    )
    of_a_game = True
    reads_only = True
    changes_board = False
    example = "trichet analyse 101 alice secret7 d3"

    def carry_out(self, call: Call, given: ParsedArgs) -> Outcome:
        board: Board = given["board"]
        player = call.player
        board.active_seats_of(player)
        ahead, turn = look_ahead(board, _while_there_is_time(call, given.get("move") or ()), call.at)
        return Analysed(ahead, turn, player)


def _while_there_is_time(call: Call, moves: Sequence[str]) -> Iterator[str]:
    """Yield moves. Raises `Refusal` when the earlier ones have used up the time."""
    for number, move in enumerate(moves):
        if number and call.mail.quota.is_over:
            raise Refusal(
                Message(
                    "These moves take too long to look at in one letter: try the first {number} of them.",
                    number=number,
                )
            )
        yield move


def _new_board(call: Call, given: ParsedArgs, words: Sequence[str]) -> tuple[Board, Sequence[str]]:
    """A new board without players, and the words left for moves."""
    game = call.rules
    players, moves = _players(call, game, words)
    if len(players) not in game.seats:
        raise Misspelt(
            Message(
                "After new the names of players are expected, or how many there are ({game} is played by"
                " {players}), and then moves.",
                game=game.name,
                players=number_of_players(game),
            )
        )
    options = {option.name: option.default for option in game.options} | dict(given.parameters)
    game.check_options(options, len(players))
    board = Board.begin(game, 0, options, players, secrets.token_bytes(SEED_BYTES), call.at)
    return board, moves


def _players(call: Call, game: Game[Any], words: Sequence[str]) -> tuple[list[Player], Sequence[str]]:
    """The players of a new board and the remaining words: as many names as possible, unless a number is given."""
    if words and words[0].isascii() and words[0].isdigit():
        number = int(words[0]) if len(words[0]) <= 2 else 0
        return [Player(-seat, f"player{seat}") for seat in range(1, min(number, game.seats[-1] + 1) + 1)], words[1:]
    known = call.work.players.named(words[: game.seats[-1]])
    named: list[Player] = []
    for word in words[: game.seats[-1]]:
        if word.lower() not in known:
            break
        named.append(known[word.lower()])
    return named, words[len(named) :]
