"""How pages write moves: in the notation of letters, but with cards and calls in the signs of the picture."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from pbmserv.games.base import Game, OptionValue
from pbmserv.games.message import Message, for_players, with_each, with_players
from pbmserv.games.picture_words import with_minus
from pbmserv.letters.columns import in_words, words_of_moves
from pbmserv.play.record import Move
from pbmserv.play.view import BoardFacts, SeatView, players_by_place


def moves_on_a_page(board: BoardFacts, in_characters: bool = False) -> Callable[[Move], str]:
    """How the moves of a board are written; `in_characters`, if there are some on its pieces."""
    words_of, game = words_of_moves(board), board.game
    if has_notation_of_pages(game):
        shown = _listed(game, tuple(board.options.items()), board.moves, in_characters)
        return lambda move: shown.get(move) or words_of(move)
    if not _has_signs(game):
        return words_of
    return lambda move: with_signs(words_of(move), game)


def has_notation_of_pages(game: Game[Any]) -> bool:
    """Whether pages write moves of a game in another notation than letters."""
    return type(game).listed_on_pages is not Game.listed_on_pages


@lru_cache(maxsize=64)
def _listed(
    game: Game[Any], options: tuple[tuple[str, OptionValue], ...], moves: tuple[Move, ...], in_characters: bool
) -> Mapping[Move, str]:
    played = [move for move in moves if move.is_of_the_game]
    listed = game.listed_on_pages(dict(options), [move.text for move in played], in_characters)
    return {move: in_words(move._replace(text=text)) for move, text in zip(played, listed, strict=True)}


def with_outcomes(board: BoardFacts, position: object, in_characters: bool = False) -> Callable[[Move], str]:
    """The same, with what has come of a move in games in which that is not seen: `e5: hit`.

    The position is the one that is reached by now.
    """
    game, words_of = board.game, moves_on_a_page(board, in_characters)
    if type(game).came_of is Game.came_of:
        return words_of
    seen = game.seen_by(position, None)

    def words(move: Move) -> str:
        outcome = game.came_of(seen, move.seat, move.text) if move.is_of_the_game else ""
        return Message("{move}: {outcome}", move=words_of(move), outcome=outcome) if outcome else words_of(move)

    return words


def with_signs(words: str, game: Game[Any]) -> str:
    """A sentence of a game, with its moves written as they are beside it: `You passed J♠ Q♠ 4♥.`, and `−80`.

    Names of players must not stand in it yet.
    """
    has_signs = _has_signs(game)

    def shown(value: object) -> object:
        return with_minus(game.in_signs(value) if has_signs and type(value) is str else value)

    written: str = with_each(words, shown)
    return written


def told_of_players(words: str, game: Game[Any], seats: Sequence[SeatView]) -> str:
    """A sentence of a game as a page tells it: with players instead of seats, and moves as they are written there."""
    told: str = for_players(with_players(with_signs(words, game), players_by_place(game, seats)), seats)
    return told


def _has_signs(game: Game[Any]) -> bool:
    return type(game).in_signs is not Game.in_signs
