"""A letter with several boards as it goes out: six pictures, buttons for all boards, and a size of its own."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from email.message import EmailMessage

import pytest

from pbmserv.games.catalogue import installed
from pbmserv.mail.sending.compose import MOST_BYTES_OF_SEVERAL, compose
from pbmserv.pictures.for_letters import BoardPictures
from pbmserv.scheduler import Scheduler
from pbmserv.storage.database import Database
from pbmserv.storage.outbox import Outbox
from tests.conversation import Server
from tests.post import complaints_about, mails, read

CLIPPED_AFTER = 102_000
"""Gmail cuts off HTML that is longer."""

GAMES = [word for word, game in installed().items() if 2 in game.seats]


@pytest.fixture
def server(sqlite_database: Database) -> Server:
    server = Server(sqlite_database)
    server.sign_up("alice", "bob")
    server.hear("bob@example.org", "change letters bob bobpw123 daily")
    return server


def digest_of(server: Server, *games: str) -> bytes:
    """bob's letter of the day, when it is his turn on new boards of these games."""
    for game in games:
        server.hear(None, f"{game} challenge bob alice --unrated")
        server.wait(minutes=1)
    mails(server)
    server.now = datetime(2024, 3, 2, 7, 0, tzinfo=UTC)
    Scheduler(server.database, server.office, installed()).make_round(server.now)
    with server.database.writing() as connection:
        [letter] = Outbox(connection).claim(10, timedelta(days=365), server.now)
    return compose(letter, server.address, b"key", eight_bit=True, pictures=BoardPictures(installed()))


def html_of(raw: bytes) -> str:
    part = read(raw).get_body(("html",))
    assert part is not None
    return str(part.get_content())


def pictures_in(raw: bytes) -> list[EmailMessage]:
    return [part for part in read(raw).walk() if part.get_content_type() == "image/png"]


@pytest.mark.parametrize(("boards", "pictures"), [(2, 2), (6, 6), (7, 6)])
def test_the_six_most_urgent_boards_have_pictures(server: Server, boards: int, pictures: int) -> None:
    games = ["hex", "gomoku", "othello", "breakthrough", "connect4", "chess", "checkers"][:boards]
    raw = digest_of(server, *games)

    found = [str(each["Content-ID"]).strip("<>") for each in pictures_in(raw)]
    html = html_of(raw)

    assert len(found) == pictures
    assert html.count("<img ") == pictures
    assert all(f'src="cid:{each}"' in html for each in found)
    assert html.count('class="play"') == boards
    assert complaints_about(raw) == []


@pytest.mark.parametrize("games", [GAMES[:20], GAMES[-20:]])
@pytest.mark.long
def test_twenty_boards_keep_within_the_limit(server: Server, games: list[str]) -> None:
    raw = digest_of(server, *games)

    assert len(raw) <= MOST_BYTES_OF_SEVERAL
    assert len(html_of(raw).encode()) <= CLIPPED_AFTER
    assert len(pictures_in(raw)) >= 4
    text = read(raw).get_body(("plain",))
    assert text is not None
    assert max(map(len, str(text.get_content()).splitlines())) <= 79


def test_without_pictures_boards_are_drawn_in_characters(server: Server) -> None:
    server.hear("bob@example.org", "change format bob bobpw123 html")
    raw = digest_of(server, "hex", "othello")

    assert pictures_in(raw) == []
    assert html_of(raw).count("<pre") >= 2


def test_few_moves_are_buttons_of_their_own_board(server: Server) -> None:
    html = html_of(digest_of(server, "connect4", "hex"))

    assert "subject=Connect4%20Board%20101&amp;body=d%231" in html
    assert "subject=Hex%20Board%20101&amp;body=d4" not in html
