"""What letters tell one player alone is recognised in any words, for each game that hides something."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from dataclasses import replace
from itertools import islice
from typing import Any

import pytest

from pbmserv.games.base import Game
from pbmserv.games.chance import Chance
from pbmserv.games.checks.two_worlds import worlds_alike
from pbmserv.letters.board import BoardLetters
from pbmserv.letters.own_lines import is_command_of_ours
from pbmserv.letters.told_alone import Said, phrases_told_alone
from pbmserv.locale.catalogs import languages
from pbmserv.play import moving
from pbmserv.play.board import Board, Player
from pbmserv.play.shown_alone import drawn_for_nobody_else, named_in, row_in, shown_to_nobody_else
from tests.play.test_view import HIDING, NOW, SHOWN, moves_of, stages


def lines_of(board: Board, reader: Player | None, language: str) -> list[str]:
    """The paragraphs of a letter, and the rows of its tables."""
    return BoardLetters(board, SHOWN, "games@example.net", NOW).to(reader, language=language).text.splitlines()


def worlds_of(board: Board, player: Player) -> Iterator[Board]:
    """Boards that look the same to everybody else, and may not to this player."""
    choices = Chance(bytes(16), "told alone")
    for seat in board.seats_of(player):
        chosen = board.seats[seat].chosen
        others = [move for move in moves_of(board, player) if chosen and move != chosen.text]
        for move in others[:1]:
            other = deepcopy(board)
            moving.move(other, player, move, NOW)
            yield other
    for position in worlds_alike(board.game, board.position, None, choices):
        yield replace(board, position=position)


def secrets_in(board: Board, player: Player, worlds: list[Board], language: str) -> set[str]:
    """The lines of a player's letter that another secret would change, while nobody else sees a difference."""
    told = {*lines_of(board, player, language)} - {*lines_of(board, None, language)}
    return {line for world in worlds for line in told.difference(lines_of(world, player, language))}


@pytest.mark.parametrize("every", [4, pytest.param(2, marks=pytest.mark.long)], ids=["a few stages", "many"])
@pytest.mark.parametrize("game", HIDING, ids=lambda game: game.word)
def test_each_line_that_another_secret_would_change_is_recognised(game: Game[Any], every: int) -> None:
    found = 0
    for board in islice(stages(game, turns=14), 0, None, every):
        for player in board.players:
            names, rows = shown_to_nobody_else(board, player), drawn_for_nobody_else(board, player)
            phrases = phrases_told_alone(board, player)
            public = lines_of(board, None, "en")
            worlds = [world for world in worlds_of(board, player) if lines_of(world, None, "en") == public]
            for line in {line for language in languages() for line in secrets_in(board, player, worlds, language)}:
                is_named = named_in(line, names, of_its_board=True) or is_command_of_ours(line)
                assert is_named or row_in(line, rows) or Said(line).phrase(phrases), f"{line}\n\n{board.moves}"
                found += 1

    assert found > 4
