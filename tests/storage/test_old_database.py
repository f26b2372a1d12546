"""A full database that an older version has left is upgraded, and everything that waits in it goes on.

`tests.golden.old` holds it: boards of every game in the middle, codes and invitations that nobody has answered, mail
that has come in, letters that wait to be sent, sessions, tournaments, jobs of bots.
"""

from __future__ import annotations

import json
import lzma
import re
import subprocess
import sys
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import create_engine, text

from pbmserv import places
from pbmserv.games.catalogue import installed
from pbmserv.letters.reply_address import Tag, tokens_in
from pbmserv.mail.sending.compose import compose
from pbmserv.mail.worker import Worker
from pbmserv.pictures.for_letters import BoardPictures
from pbmserv.play.bots import thinks_here
from pbmserv.play.replaying import faults
from pbmserv.post_office import PostOffice
from pbmserv.scheduler import Scheduler
from pbmserv.settings import defaults
from pbmserv.storage.boards import Boards
from pbmserv.storage.bots import Thinking
from pbmserv.storage.database import Database
from pbmserv.storage.outbox import Outbox
from pbmserv.storage.players import Players, folded
from pbmserv.storage.tokens import ReplyTokens
from pbmserv.web.app import application
from pbmserv.web.site import Site
from tests.conftest import POSTGRESQL, administer
from tests.conversation import ADDRESS, Reply, Server
from tests.golden.old.plugin import Sticks
from tests.post import arrive, complaints_about, inbox
from tests.undone import Undone
from tests.web.conftest import Browser
from tests.web.programs import Program

OLD = Path(__file__).parent.parent / "golden" / "old"
FACTS: dict[str, Any] = json.loads(lzma.decompress((OLD / "facts.json.xz").read_bytes()))
GAMES = sorted({each["game"] for each in FACTS["boards"]})
CATALOGUE = {**installed(), "sticks": Sticks()}
URL = "http://games.example"


class Kept(Server):
    """The server on the database that was upgraded, at the moment at which the old one was stopped."""

    def __init__(self, database: Database) -> None:
        super().__init__(Undone(database), now=datetime.fromisoformat(FACTS["now"]))
        self.office = PostOffice(self.database, CATALOGUE, ADDRESS, self.passwords, now=lambda: self.now, web_url=URL)

    def says(self, name: str, line: str) -> Reply:
        """What comes of a command of a player's, with ME for their name and password."""
        return self.say(f"{name}@example.org", line.replace("ME", f"{name} {FACTS['passwords'][name]}"))

    def browser(self) -> Browser:
        settings = replace(defaults(), address=ADDRESS, web_url=URL, web_requests_per_minute=1_000_000)
        site = Site(settings, self.database, self.office, CATALOGUE, b"key of these forms")
        return Browser(application(site), URL, follow_redirects=False)


@pytest.fixture(scope="module", params=["sqlite", pytest.param(POSTGRESQL, marks=pytest.mark.long)])
def upgraded(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Database]:
    """The old database with the schema of today."""
    with _old(request, tmp_path_factory) as database:
        database.upgrade()
        yield database


@pytest.fixture(params=["sqlite", POSTGRESQL])
def old(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Database]:
    """The old database as it was left."""
    with _old(request, tmp_path_factory) as database:
        yield database


@contextmanager
def _old(request: pytest.FixtureRequest, folders: pytest.TempPathFactory) -> Iterator[Database]:
    kind = str(request.param)
    if kind == POSTGRESQL:
        server: Callable[[str], str] = request.getfixturevalue("postgresql_server")
        name = f"old_{uuid.uuid4().hex}"
        administer(server("postgres"), f"CREATE DATABASE {name}")
        url = server(name)
        _run(url, lzma.decompress((OLD / "postgresql.sql.xz").read_bytes()).decode())
    else:
        file = folders.mktemp("old") / "pbmserv.db"
        file.write_bytes(lzma.decompress((OLD / "sqlite.db.xz").read_bytes()))
        url = f"sqlite:///{file}"
    database = Database(url)
    yield database
    database.close()
    if kind == POSTGRESQL:
        administer(server("postgres"), f"DROP DATABASE {name} WITH (FORCE)")


def _run(url: str, dump: str) -> None:
    """Have PostgreSQL read what `pg_dump` has written, but for what only `psql` understands."""
    engine = create_engine(url, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        driver: Any = connection.connection.driver_connection
        driver.execute(re.sub(r"^\\.*$", "", dump, flags=re.MULTILINE))
    engine.dispose()


@pytest.fixture
def kept(upgraded: Database) -> Iterator[Kept]:
    server = Kept(upgraded)
    yield server
    server.database.close()


EACH_TIME_ON_SQLITE = pytest.mark.parametrize(
    "upgraded", ["sqlite", pytest.param(POSTGRESQL, marks=pytest.mark.long)], indirect=True
)
"""For what happens to letters once they have been read, which is the same on both."""

KILLED = """
import os, sys
from sqlalchemy import event
from pbmserv.storage.database import Database

database = Database(sys.argv[1])
left = int(sys.argv[2])

@event.listens_for(database.engine, "before_cursor_execute")
def count(connection, cursor, statement, *_):
    global left
    left -= not statement.lstrip().startswith(("SELECT", "PRAGMA"))
    if left < 0:
        os._exit(9)

database.upgrade()
"""
"""An upgrade that is killed after it has changed something so many times."""


@pytest.mark.parametrize(
    "changes", [30, *(pytest.param(each, marks=pytest.mark.long) for each in (1, 10, 20, 40, 80))]
)
def test_an_upgrade_that_is_killed_in_the_middle_is_done_the_next_time(old: Database, changes: int) -> None:
    before, (schema, _) = _counted(old), old.schema_versions()
    url = old.engine.url.render_as_string(hide_password=False)

    killed = subprocess.run([sys.executable, "-c", KILLED, url, str(changes)], check=False)

    assert killed.returncode == 9
    assert old.schema_versions()[0] == schema == "0019"
    assert _counted(old) == before
    old.upgrade()
    old.check_schema()
    assert _counted(old) == before


@pytest.mark.parametrize("changes", [2, pytest.param(4, marks=pytest.mark.long)])
def test_limits_are_where_they_were_if_their_move_is_killed_and_all_are_there_after_it(
    old: Database, changes: int
) -> None:
    config = Config()
    config.set_main_option("script_location", str(places.migrations()))
    with old.writing() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "0026")
    limits = "SELECT user_id, game, most_boards, seeking, seeking_since FROM {} ORDER BY user_id, game"
    with old.reading() as connection:
        before = [tuple(row) for row in connection.execute(text(limits.format("ratings")))]
    url = old.engine.url.render_as_string(hide_password=False)

    killed = subprocess.run([sys.executable, "-c", KILLED, url, str(changes)], check=False)

    assert killed.returncode == 9
    assert old.schema_versions()[0] == "0026"
    with old.reading() as connection:
        assert [tuple(row) for row in connection.execute(text(limits.format("ratings")))] == before
    old.upgrade()
    old.check_schema()
    with old.reading() as connection:
        after = [tuple(row) for row in connection.execute(text(limits.format("game_limits")))]
    assert after == [row for row in before if row[2] is not None or row[3]]
    assert len(after) == 3


def _counted(database: Database) -> dict[str, int]:
    """How many rows the tables have that each schema has as they are."""
    names = ("users", "boards", "seats", "moves", "outbox", "inbox", "places", "pairings", "rematches", "ratings")
    with database.reading() as connection:
        return {name: connection.scalar(text(f"SELECT count(*) FROM {name}")) or 0 for name in names}  # noqa: S608


NEWER = {
    "abande", "antichess", "atomic", "bridge", "canter", "chinesecheckers", "clobber", "conhex", "crazyhouse",
    "cribbage", "darkchess", "dipole", "epaminondas", "euchre", "fanorona", "fivehundred", "fleets", "ginrummy",
    "halma", "horde", "janggi", "kingofthehill", "konane", "liarsdice", "makruk", "marshal", "minishogi", "phutball",
    "racingkings", "renju", "shogi", "skat", "slither", "spades", "surakarta", "threecheck", "tumbleweed", "walls",
    "xiangqi",
}  # fmt: skip
"""Games that the old version did not have."""


def test_every_address_is_known_by_its_mailbox(kept: Kept) -> None:
    with kept.database.reading() as connection:
        addresses = connection.execute(text("SELECT address, mailbox FROM addresses")).all()

    assert addresses
    assert {each.mailbox for each in addresses} == {folded(each.address) for each in addresses}


def test_every_game_has_boards_in_the_middle() -> None:
    own = {word for word, game in installed().items() if type(game).__module__.startswith("pbmserv.")} - NEWER

    assert {each["game"] for each in FACTS["boards"] if each["next"]} == own | {"sticks"}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.alike
def test_each_board_is_drawn_as_it_was_and_replays_and_takes_a_move(kept: Kept, game: str) -> None:
    boards = [each for each in FACTS["boards"] if each["game"] == game]

    for known in boards:
        title = f"{game} {known['number']}"
        with kept.database.reading() as connection:
            board = Boards(connection, CATALOGUE).load(game, known["number"])
        assert board is not None, title
        assert [move.text for move in board.moves] == known["moves"], title
        assert [seat.player.userid for seat in board.seats] == known["players"], title
        viewers = [None, *range(len(board.seats))]
        drawn = [board.game.draw(board.game.seen_by(board.position, viewer), viewer) for viewer in viewers]
        assert drawn == known["drawn"], title
        assert [*faults(board)] == [], title
        if known["status"] != "removed":
            assert kept.says("frank", f"{game} show {known['number']}").ok, title
        for userid, move in known["next"].items():
            if not thinks_here(board.seats[known["players"].index(userid)].bot):
                moved = kept.says(userid, f"{game} move {known['number']} ME {move}")
                assert moved.ok, f"{title}: {moved.error}"


@pytest.mark.parametrize("which", range(len(FACTS["codes"])))
def test_each_code_is_answered(kept: Kept, which: int) -> None:
    code = FACTS["codes"][which]

    reply = kept.say(code["from"], code["line"])

    assert reply.ok, f"{code}: {reply.error}"
    assert not kept.say(code["from"], code["line"]).ok


def test_a_challenge_that_was_confirmed_begins_as_it_was_typed(kept: Kept) -> None:
    challenge, put_up = (each["line"] for each in FACTS["codes"] if each["from"] == "alice@example.org")

    begun = kept.hear("alice@example.org", challenge)
    waits = kept.hear("alice@example.org", put_up)

    [number] = [word for word in begun.letters[0].subject.split() if word.isdigit()]
    with kept.database.reading() as connection:
        board = Boards(connection, CATALOGUE).load("hex", int(number))
    assert board is not None
    assert (board.options["size"], board.terms.nag_days, board.terms.forfeit_days) == (7, 3, 21)
    assert [seat.player.userid for seat in board.seats] == ["alice", "bob"]
    assert "Shall we?" in begun.letter_to("bob@example.org").text
    assert "for classic ratings of 1200 to 1800" in waits.letters[0].text


def test_mail_that_has_come_in_is_carried_out(kept: Kept) -> None:
    while Worker(kept.database, kept.office, now=lambda: kept.now).run_once():
        pass

    assert {row.status for row in inbox(kept)} == {"done"}
    open_boards = FACTS["open"]
    assert [row.outcome for row in inbox(kept)] == [
        "done: all show carol",
        f"done: hex move {open_boards['queued']} bob ****** d4",
        f"done: hex move {open_boards['vote']} bob ****** reject",
        f"unsubscribe: erin, hex {open_boards['queued']}",
        f"done: hex rematch {open_boards['rematch']} bob ******",
        "done: multiple",
        "done: signup newcomer ******",
        "refused: hex move 9999 bob ****** a1",
    ]


@EACH_TIME_ON_SQLITE
@pytest.mark.long
def test_letters_that_wait_go_out(kept: Kept) -> None:
    waiting = kept.outbox()
    with kept.database.writing() as connection:
        letters = Outbox(connection).claim(10_000, timedelta(minutes=5), kept.now)

    sent = [compose(letter, ADDRESS, b"key", eight_bit=True) for letter in letters]

    assert len(sent) == len(waiting) > 100
    assert [complaint for raw in sent for complaint in complaints_about(raw)] == []


@EACH_TIME_ON_SQLITE
@pytest.mark.long
def test_boards_in_letters_that_wait_are_drawn(kept: Kept) -> None:
    with kept.database.writing() as connection:
        letters = Outbox(connection).claim(10_000, timedelta(minutes=5), kept.now)
    pictures = BoardPictures(CATALOGUE)
    # One of each game.
    with_picture = {page["picture"]["game"]: each for each in letters if (page := each.page) and "picture" in page}

    assert len(with_picture) > 30
    for game, letter in with_picture.items():
        assert b"image/png" in compose(letter, ADDRESS, b"key", eight_bit=True, pictures=pictures), game


def test_each_reply_address_in_a_letter_still_stands_for_its_reader(kept: Kept) -> None:
    addressed = {}
    for letter in kept.outbox():
        token = tokens_in([letter["headers"].get("Reply-To", "")]).get(Tag.REPLY)
        if token:
            addressed[token] = letter
    with kept.database.reading() as connection:
        players = Players(connection)
        replies = ReplyTokens(connection, players)
        read = {token: replies.read(token) for token in addressed}

    assert len(read) > 50
    for token, answering in read.items():
        assert answering is not None, addressed[token]["subject"]
        # A page of the help is answered by anybody.
        assert (addressed[token]["user_id"] or 0) == answering.player.id


@EACH_TIME_ON_SQLITE
@pytest.mark.long
def test_letters_are_answered_with_moves(kept: Kept) -> None:
    moves = {
        (f"{each['game']} {each['number']}", f"{userid}@example.org"): move
        for each in FACTS["boards"]
        for userid, move in each["next"].items()
    }
    answered = 0
    for letter in kept.outbox():
        [reader] = letter["recipients"][:1]
        board = re.match(r"(?:New )?([\w-]+) Board ([0-9]+) ", letter["subject"])
        move = moves.get((f"{board[1].lower()} {board[2]}", reader)) if board else None
        if board is None or move is None or "Reply-To" not in letter["headers"]:
            continue
        to = letter["headers"]["Reply-To"]
        raw = f"From: {reader}\nTo: {to}\nSubject: Re: {letter['subject']}\n\n{move}\n"
        arrive(kept, raw.encode(), sender=reader, to=[to])
        # Some letters show an earlier position.
        answered += inbox(kept)[-1].outcome.startswith("done: ")

    assert answered > 20


def test_what_players_were_asked_is_answered(kept: Kept) -> None:
    asked = FACTS["open"]

    assert kept.says("bob", f"hex move {asked['vote']} ME accept").ok
    assert kept.says("alice", f"hex move {asked['undo']} ME accept").ok
    assert kept.says("bob", f"hex rematch {asked['rematch']} ME").ok
    assert kept.says("bob", f"yacht substitute {asked['seat']} ME frank").ok
    assert kept.says("frank", f"yacht join {asked['seat']} ME").ok


def test_challenges_that_wait_for_players_are_taken(kept: Kept) -> None:
    waiting = FACTS["waiting"]

    assert kept.says("bob", f"hex join {waiting['hex']} ME").ok
    assert kept.says("dave", f"hearts join {waiting['hearts']} ME").ok
    assert kept.says("erin", "go seek ME 1").ok


def test_tournaments_go_on(kept: Kept) -> None:
    [first, *_] = FACTS["cup"]

    assert "spring-cup" in kept.says("frank", "tournament show spring-cup").text
    assert kept.says("frank", f"hex show {first}").ok
    assert kept.says("bob", "tournament join ME club-night willow-tree").ok


@pytest.mark.parametrize("days", [1, pytest.param(60, marks=pytest.mark.long)])
def test_the_clock_looks_at_everything(kept: Kept, days: int) -> None:
    clock = Scheduler(kept.database, kept.office, CATALOGUE)
    for _ in range(days):
        kept.wait(days=1)
        assert not clock.make_round(kept.now).failed


def test_bots_have_something_to_think_about(kept: Kept) -> None:
    with kept.database.writing() as connection:
        thinking = Thinking(connection)
        jobs = thinking.jobs(10)
        job = thinking.take(kept.now, timedelta(minutes=5))

    assert [(each.game, each.bot.userid, each.about.value) for each in jobs] == [
        ("hex", "bot-easy", "move"),
    ]
    assert job is not None


@pytest.mark.long
def test_who_was_signed_in_still_is_and_links_and_tokens_are_good(kept: Kept) -> None:
    browser = kept.browser()
    browser.cookies.update(FACTS["cookies"])

    assert "alice" in browser.get("/me").text
    assert "Watch the centre." in browser.get("/hex/101").text
    for scope, token in FACTS["tokens"].items():
        assert Program(kept.browser(), token).ask("/me").status_code == 200, scope
    link = FACTS["link"]
    signed_in = kept.browser().fill_in(link, action="/sign-in/link", link=link.partition("token=")[2])
    assert signed_in.status_code == 303


def test_links_to_boards_in_letters_are_good(kept: Kept) -> None:
    found = [re.search(r"/[a-z-]+/[0-9]+\?play=[a-z2-7]{48}", each["text"]) for each in kept.outbox()]
    paths = [each[0] for each in found if each]

    assert len(paths) > 50
    for path in paths[-5:]:
        opened = kept.browser().fill_in(path, action="/play", play=path.partition("play=")[2])
        assert opened.status_code == 303, path
