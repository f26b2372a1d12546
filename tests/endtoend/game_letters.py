"""Letters from the middle of the golden games, as a server writes them to whoever has to move."""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from pbmserv.games.base import word_of_option
from pbmserv.games.catalogue import installed
from pbmserv.games.testing import Record, replay
from pbmserv.letters.letter import links_on
from tests.conversation import PLAYERS, Server, html_in

GOLDEN = Path(__file__).parent.parent / "games" / "golden"


@dataclass(frozen=True)
class GameLetter:
    """The HTML part of a letter; the board as the game draws it for the reader; and the reader's legal moves.

    Of its links, so many are in sight from the beginning as are `shown_alone`; each writes a move with the `ending`.
    """

    html: str
    drawing: str
    moves: tuple[str, ...]
    shown_alone: tuple[str, ...]
    ending: str


def letter_after(server: Server, golden: str, count: int) -> GameLetter:
    """What stands in the letter to a player who has to move after `count` moves of a golden game."""
    record = Record.of_json(json.loads((GOLDEN / f"{golden}.json").read_text()))
    game = installed()[record.game.lower()]
    players = list(PLAYERS)[: record.seats]
    parameters = [f"-{name}={word_of_option(value)}" for name, value in record.options.items()]
    with _seed_of_board(record.seed):
        begun = server.hear("alice@example.org", " ".join([game.word, "challenge", *players, *parameters]))
    [number] = [word for word in begun.subject.split() if word.isdigit()]
    for seat, move in record.moves[:count]:
        player = players[seat]
        server.hear(f"{player}@example.org", f"{game.word} move {number} {player} {PLAYERS[player]} {move}")

    position = replay(game, record).positions[count]
    seat = game.to_move(position)[0]
    letters = [each for each in server.outbox() if each["recipients"] == [f"{players[seat]}@example.org"]]
    drawing = game.draw(game.seen_by(position, seat), seat)
    links = links_on(letters[-1]["page"])
    assert links
    alone = links.moves[: len(links.moves) - sum(group.size for group in links.groups)]
    moves = tuple(game.legal_moves(position, seat) or ())
    return GameLetter(html_in(letters[-1]) or "", drawing, moves, alone, f"#{count + 1}")


@contextmanager
def _seed_of_board(seed: bytes) -> Iterator[None]:
    """Have the server draw this seed for the board that is started meanwhile."""
    by_chance = secrets.token_bytes
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(secrets, "token_bytes", lambda count=32: seed if count == len(seed) else by_chance(count))
        yield
