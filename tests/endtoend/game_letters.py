"""Letters from the middle of the golden games, as a server writes them to whoever has to move."""

from __future__ import annotations

import json
import re
import secrets
from base64 import b64encode
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from email import message_from_bytes
from email.policy import default
from pathlib import Path
from typing import Any

import pytest

from pbmserv.games.base import word_of_option
from pbmserv.games.catalogue import installed
from pbmserv.games.testing import Record, replay
from pbmserv.letters.stored_html import links_on
from pbmserv.mail.sending.compose import compose
from pbmserv.pictures.for_letters import BoardPictures
from pbmserv.storage.outbox import ClaimedLetter
from tests.conversation import ADDRESS, PLAYERS, Server, html_in

GOLDEN = Path(__file__).parent.parent / "games" / "golden"


@dataclass(frozen=True)
class GameLetter:
    """The HTML part of a letter, with the board in characters and with its picture; the board as the game draws it
    for the reader; and the reader's legal moves.

    Of its links, so many are in sight from the beginning as are `shown_alone`; each writes a move with the `ending`.
    """

    html: str
    with_picture: str
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
    html = html_in(letters[-1]) or ""
    return GameLetter(html, html_with_picture(letters[-1]), drawing, moves, alone, f"#{count + 1}")


def html_with_picture(letter: Mapping[str, Any]) -> str:
    """The HTML part of a letter of the outbox, with its pictures within, as Chromium knows no `cid:`."""
    pictures = BoardPictures(installed())
    raw = compose(_claimed(letter), ADDRESS, b"key", eight_bit=True, pictures=pictures)
    parts = {part.get_content_type(): part for part in message_from_bytes(raw, policy=default).walk()}
    html = str(parts["text/html"].get_content())
    if "image/png" not in parts:
        return html
    png = b64encode(parts["image/png"].get_content()).decode()
    return re.sub(r'src="cid:[^"]*"', lambda _: f'src="data:image/png;base64,{png}"', html)


def _claimed(letter: Mapping[str, Any]) -> ClaimedLetter:
    return ClaimedLetter(
        id=letter["id"],
        created_at=letter["created_at"],
        message_id=letter["message_id"],
        recipients=tuple(letter["recipients"]),
        subject=letter["subject"],
        text=letter["text"],
        page=letter["page"],
        headers=letter["headers"],
        attempts=1,
    )


@contextmanager
def _seed_of_board(seed: bytes) -> Iterator[None]:
    """Have the server draw this seed for the board that is started meanwhile."""
    by_chance = secrets.token_bytes
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(secrets, "token_bytes", lambda count=32: seed if count == len(seed) else by_chance(count))
        yield
