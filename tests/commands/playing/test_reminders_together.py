"""One reminder for all boards of a player in a day; no clock runs out without its own, and no deadline changes."""

from __future__ import annotations

import re
from base64 import b64decode
from datetime import datetime, timedelta

import pytest

from pbmserv.games.catalogue import installed
from pbmserv.letters.letter import LINE_OF_STARS, Letter
from pbmserv.play.board import Board
from pbmserv.play.clock import BOT_IS_LATE_AFTER, Verdict, move_by
from pbmserv.scheduler import Round, Scheduler
from pbmserv.storage.boards import Boards
from pbmserv.storage.database import Database
from tests.conversation import START, Server
from tests.post import arrive, mails
from tests.queries import recorded, scans

ALICE, BOB, CAROL = "alice@example.org", "bob@example.org", "carol@example.org"


@pytest.fixture
def server(database: Database) -> Server:
    server = Server(database)
    server.sign_up("alice", "bob", "carol")
    return server


def round_at(server: Server, at: datetime) -> Round:
    server.now = at
    return Scheduler(server.database, server.office, installed()).make_round(at)


def begin(server: Server, *challenges: str, hours: int = 1) -> None:
    """Boards on which it is alice's turn, each so much later than the one before."""
    for challenge in challenges:
        server.hear(None, challenge)
        server.wait(hours=hours)


def to(address: str, made: Round) -> list[Letter]:
    return [letter for letter in made.letters if address in letter.to]


def board(server: Server, game: str, number: int = 101) -> Board:
    with server.database.reading() as connection:
        found = Boards(connection, installed()).load(game, number)
    assert found is not None
    return found


def rounds(server: Server, begin: datetime, days: int) -> list[Round]:
    """A round every hour."""
    return [round_at(server, begin + timedelta(hours=hour)) for hour in range(24 * days)]


HEX, OTHELLO, GOMOKU = (f"{game} challenge alice bob --unrated" for game in ("hex", "othello", "gomoku"))
WEEK = timedelta(days=7)
WAITING = "Reminder: Your boards are waiting"


def test_all_boards_due_within_a_day_come_in_one_letter(server: Server) -> None:
    begin(server, HEX, OTHELLO, GOMOKU, hours=8)

    made = round_at(server, START + WEEK)

    [letter] = to(ALICE, made)
    assert (letter.headline, len(letter.boards)) == (WAITING, 3)
    assert [line.partition(",")[0] for line in letter.text.splitlines() if line.startswith("* ")] == [
        "* Hex Board 101 against bob",
        "* Othello Board 101 against bob",
        "* Gomoku Board 101 against bob",
    ]
    assert made.count(Verdict.NAG) == 3


@pytest.mark.parametrize(("hours", "boards"), [(23.99, 2), (24, 1)])
def test_a_board_that_is_due_a_day_later_is_not_among_them(server: Server, hours: float, boards: int) -> None:
    server.hear(None, HEX)
    server.wait(hours=hours)
    server.hear(None, OTHELLO)

    assert round_at(server, START + WEEK).count(Verdict.NAG) == boards


def test_who_is_reminded_of_a_board_with_somebody_else_is_reminded_of_all_their_own_as_well(server: Server) -> None:
    """Alice's board comes first; all bid at once on the second one, and carol alone is late on the third."""
    begin(server, HEX, "goofspiel challenge alice carol bob --unrated", "hex challenge carol bob --unrated")

    made = round_at(server, START + WEEK)

    assert [len(to(address, made)) for address in (ALICE, BOB, CAROL)] == [1, 1, 1]
    assert [len(letter.boards) for address in (ALICE, CAROL) for letter in to(address, made)] == [2, 2]
    assert made.count(Verdict.NAG) == 3


def test_one_board_comes_in_its_own_letter(server: Server) -> None:
    begin(server, HEX)

    assert [letter.headline for letter in to(ALICE, round_at(server, START + WEEK))] == ["Reminder: Hex Board 101"]


@pytest.mark.long
def test_there_is_one_a_day_from_then_on(server: Server) -> None:
    begin(server, HEX, OTHELLO, GOMOKU, hours=5)

    made = rounds(server, START + WEEK, days=6)

    assert [len(to(ALICE, each)) for each in made if to(ALICE, each)] == [1] * 6
    assert [letter.headline for each in made for letter in to(ALICE, each)] == [WAITING] * 6


@pytest.mark.parametrize(
    "terms",
    ["", "--totaltime=7", "--totaltime=7 --increment=12", "--nagtime=7 --forfeittime=7", "--forfeittime=8"],
)
def test_a_reminder_that_comes_early_shortens_no_clock(server: Server, terms: str) -> None:
    server.hear(None, f"hex challenge alice bob --unrated {terms}")
    server.wait(hours=20)
    server.hear(None, f"othello challenge alice bob --unrated {terms}")
    alice = board(server, "othello").players[0]
    before = move_by(board(server, "othello"), alice)

    made = round_at(server, START + WEEK)

    assert made.count(Verdict.NAG) == 2
    assert move_by(board(server, "othello"), alice) == before
    [letter] = to(ALICE, made)
    assert before is not None
    assert f"{before:%Y-%m-%d %H:%M} UTC" in letter.text


@pytest.mark.long
def test_nobody_is_out_of_a_game_without_a_reminder_a_day_before(server: Server) -> None:
    for number, terms in enumerate(["--totaltime=7", "--nagtime=7 --forfeittime=7", "--totaltime=9", ""]):
        server.hear(None, f"hex challenge alice bob --unrated {terms}")
        server.wait(hours=7 * number)
    begun = server.now
    reminded: dict[int, datetime] = {}
    out: dict[int, datetime] = {}
    for hour in range(24 * 24):
        for decided in round_at(server, begun + timedelta(hours=hour)).decided:
            moments = {Verdict.NAG: reminded, Verdict.FORFEIT: out}[decided.verdict]
            moments.setdefault(decided.number, server.now)

    assert set(out) == {101, 102, 103, 104}
    assert all(out[number] - reminded[number] >= timedelta(days=1) for number in out)


def test_who_moves_before_the_reminder_was_due_is_in_time(server: Server) -> None:
    begin(server, HEX, OTHELLO, hours=20)
    round_at(server, START + WEEK)
    server.hear(ALICE, "othello move 101 alice secret7 d3")
    server.hear(ALICE, "hex move 101 alice secret7 b2")

    assert [
        (seat.in_time, seat.late) for seat in (board(server, "othello").seats[0], board(server, "hex").seats[0])
    ] == [
        (1, 0),
        (0, 1),
    ]


def test_others_on_these_boards_are_reminded_of_them_too(server: Server) -> None:
    begin(server, HEX, "goofspiel challenge alice carol --unrated", hours=3)

    made = round_at(server, START + WEEK)

    assert [(letter.headline, len(letter.boards)) for letter in to(ALICE, made)] == [(WAITING, 2)]
    assert [letter.headline for letter in to(CAROL, made)] == ["Reminder: Goofspiel Board 101"]
    assert to(BOB, made) == []


def test_a_tie_to_be_answered_comes_among_them_early_and_silence_agrees_to_it_no_earlier(server: Server) -> None:
    begin(server, HEX, hours=20)
    for line in ("challenge bob alice --unrated --nagtime=7 --forfeittime=7", "move 101 bob bobpw123 propose"):
        server.hear(BOB, f"othello {line}")
    opened = server.now

    made = round_at(server, START + WEEK)

    [letter] = to(ALICE, made)
    assert (letter.headline, len(letter.boards)) == (WAITING, 2)
    assert [line for line in letter.text.splitlines() if line.startswith("* ")] == [
        "* Othello Board 101 against bob, you have yet to answer",
        "* Hex Board 101 against bob, move 1, until 2024-03-22 12:00 UTC",
    ]
    assert [letter.headline for letter in to(BOB, made)] == ["Reminder: Othello Board 101"]
    tie_at = opened + WEEK + timedelta(days=1)
    assert round_at(server, tie_at - timedelta(seconds=1)).count(Verdict.TIE) == 0
    assert round_at(server, tie_at).count(Verdict.TIE) == 1


def test_who_is_on_vacation_is_not_reminded_early_of_a_board_of_somebody_else(server: Server) -> None:
    begin(server, HEX, "goofspiel challenge alice carol --unrated", hours=3)
    server.now = START + WEEK - timedelta(hours=1)
    server.hear(CAROL, "vacation carol secret9 5")

    made = round_at(server, START + WEEK)

    assert [(letter.headline, len(letter.boards)) for letter in to(ALICE, made)] == [(WAITING, 2)]
    assert to(CAROL, made) == []
    later = rounds(server, START + timedelta(days=12), days=2)
    assert sum(len(to(CAROL, each)) for each in later) >= 1


def test_on_a_day_that_does_not_count_nobody_is_reminded_early(server: Server) -> None:
    """START is a Friday: on the eighth day, a Saturday, hex is due; othello is not, before Monday."""
    server.hear(None, "hex challenge alice bob --unrated --nagtime=8")
    server.hear(None, "othello challenge alice bob --unrated --nagtime=6 --days=mtwtf--")

    made = round_at(server, START + timedelta(days=8))

    assert [letter.headline for letter in to(ALICE, made)] == ["Reminder: Hex Board 101"]


@pytest.mark.parametrize(
    ("zone", "until"),
    [
        ("UTC", "2024-03-22 12:00 UTC"),
        ("Pacific/Auckland", "2024-03-23 01:00 NZDT"),
        ("America/Los_Angeles", "2024-03-22 05:00 PDT"),
    ],
)
def test_the_letter_tells_the_times_of_its_reader(server: Server, zone: str, until: str) -> None:
    server.hear(ALICE, f"change timezone alice secret7 {zone}")
    begin(server, HEX, OTHELLO)

    [letter] = to(ALICE, round_at(server, START + WEEK))

    assert f"* Hex Board 101 against bob, move 1, until {until}" in letter.text.splitlines()


def test_a_reminder_of_several_boards_is_answered_by_lines(server: Server) -> None:
    begin(server, HEX, OTHELLO)

    [letter] = to(ALICE, round_at(server, START + WEEK))

    assert letter.reply_to is not None
    assert letter.unasked
    assert "Without a move before" in letter.text


def test_a_server_that_was_down_reminds_of_all_in_one_letter(server: Server) -> None:
    begin(server, HEX, OTHELLO, GOMOKU)

    made = round_at(server, START + timedelta(days=40))

    assert [(letter.headline, len(letter.boards)) for letter in to(ALICE, made)] == [(WAITING, 3)]
    assert made.count(Verdict.FORFEIT) == 0


class TestBots:
    def test_a_bot_that_does_not_move_is_told_of_by_the_clock_once(self, server: Server) -> None:
        server.hear(ALICE, "hex challenge alice bot-easy -size=5")
        server.hear(ALICE, "hex move 101 alice secret7 b2")
        moved = server.now

        before = round_at(server, moved + BOT_IS_LATE_AFTER - timedelta(seconds=1))
        made = round_at(server, moved + BOT_IS_LATE_AFTER)
        later = rounds(server, moved + timedelta(hours=2), days=2)

        assert before.letters == []
        [letter] = made.letters
        assert "bot-easy has not moved yet." in letter.text
        assert "b2" in letter.text
        assert not any(each.letters for each in later)

    def test_a_bot_that_moves_ends_that(self, server: Server) -> None:
        server.hear(ALICE, "hex challenge alice bot-easy -size=5")

        assert round_at(server, server.now + timedelta(days=1)).letters == []


def test_a_board_that_cannot_be_shown_keeps_nobody_from_being_reminded_of_the_others(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    begin(server, HEX, OTHELLO)

    def fail(*_: object) -> str:
        raise ArithmeticError

    monkeypatch.setattr(type(installed()["othello"]), "draw", fail)
    made = round_at(server, START + WEEK)

    assert [letter.headline for letter in to(ALICE, made)] == ["Reminder: Hex Board 101"]


def test_a_dry_round_tells_of_each_board_once(server: Server) -> None:
    begin(server, HEX, OTHELLO)
    server.now = START + WEEK + timedelta(hours=2)
    before = server.everything_stored()

    made = Scheduler(server.database, server.office, installed()).make_round(server.now, dry_run=True)

    assert [(letter.headline, len(letter.boards)) for letter in to(ALICE, made)] == [(WAITING, 2)]
    assert made.count(Verdict.NAG) == 2
    assert server.everything_stored() == before


def test_boards_of_a_reminder_are_found_by_an_index(server: Server) -> None:
    begin(server, HEX, OTHELLO)

    with recorded(server.database) as statements:
        round_at(server, START + WEEK)

    with server.database.writing() as connection:
        assert scans(connection, statements) == []


def in_section(letter: Letter, title: str) -> str:
    """What a letter says of a board."""
    return letter.text.split(f"\n{title}\n")[1].split(LINE_OF_STARS)[0]


def test_it_offers_what_can_be_done_on_each_board(server: Server) -> None:
    begin(server, HEX, OTHELLO)
    server.hear(ALICE, "hex move 101 alice secret7 b2")
    for move in ("propose", "reject", "propose"):
        server.hear(BOB, f"hex move 101 bob bobpw123 {move}")

    [letter] = to(ALICE, round_at(server, START + WEEK + timedelta(hours=2)))

    assert "\n    hex 101 accept tie bob\n    hex 101 reject\n" in in_section(letter, "Hex Board 101")
    assert re.search(r"\n    othello 101 [a-h][1-8]\n", in_section(letter, "Othello Board 101"))
    buttons = {board.page.heading: board.links.moves if board.links else () for board in letter.boards}
    assert buttons["Hex Board 101"] == ("accept", "reject")
    assert len(buttons["Othello Board 101"]) == 4


def test_where_a_draw_can_be_claimed_it_says_so(server: Server) -> None:
    begin(server, OTHELLO, "chess challenge alice bob --unrated")
    for _ in range(2):
        for userid, password, move in [
            ("alice", "secret7", "Nf3"),
            ("bob", "bobpw123", "Nf6"),
            ("alice", "secret7", "Ng1"),
            ("bob", "bobpw123", "Ng8"),
        ]:
            server.hear(f"{userid}@example.org", f"chess move 101 {userid} {password} {move}")

    [letter] = to(ALICE, round_at(server, START + WEEK + timedelta(hours=2)))

    assert "\n    chess 101 claim\n" in in_section(letter, "Chess Board 101")
    [chess] = [board for board in letter.boards if board.page.heading == "Chess Board 101"]
    assert chess.links is not None
    assert chess.links.moves == ("claim",)


def test_its_lines_answer_what_is_proposed(server: Server) -> None:
    begin(server, HEX, OTHELLO)
    server.hear(ALICE, "hex move 101 alice secret7 b2")
    for move in ("propose", "reject", "propose"):
        server.hear(BOB, f"hex move 101 bob bobpw123 {move}")
    [letter] = to(ALICE, round_at(server, START + WEEK + timedelta(hours=2)))
    mails(server)
    assert letter.reply_to

    body = "hex 101 accept tie bob\r\nothello 101 d3"
    mail = f"From: {ALICE}\r\nTo: {letter.reply_to}\r\nSubject: Re: {letter.subject}\r\n\r\n{body}\r\n"
    arrive(server, mail.encode(), sender=ALICE, to=(letter.reply_to,))

    assert board(server, "hex").result is not None
    assert len(board(server, "othello").moves) == 1


def test_all_reminders_of_several_boards_are_one_thread(server: Server) -> None:
    begin(server, HEX, OTHELLO)
    for day in range(3):
        round_at(server, START + WEEK + timedelta(days=day, hours=2))

    headers = [each["headers"] for each in server.outbox() if each["subject"] == "Your boards are waiting"]

    assert [each["References"] for each in headers] == ["<reminders-alice.board@example.net>"] * 3
    assert {each["Thread-Topic"] for each in headers} == {"Your boards are waiting"}
    assert {each["From"] for each in headers} == {"Reminder"}
    assert len({b64decode(each["Thread-Index"])[:22] for each in headers}) == 1
