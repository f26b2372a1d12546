"""The letter of the day, for those who want one letter a day: written by the clock."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

import pytest

from pbmserv.commands.requests.credentials import Credential
from pbmserv.commands.requests.reply import Reply
from pbmserv.games.catalogue import installed
from pbmserv.letters.letter import Letter
from pbmserv.letters.reply_address import Tag, tokens_in
from pbmserv.post_office import Request
from pbmserv.scheduler import Round, Scheduler
from pbmserv.storage.boards import Boards
from pbmserv.storage.database import Database
from tests.commands.playing.test_fewer_letters import ALICE, BOB, CAROL, any_move, move
from tests.conversation import Server
from tests.queries import recorded, scans


@pytest.fixture
def server(database: Database) -> Server:
    """A server on which bob wants one letter a day."""
    server = Server(database)
    server.sign_up("alice", "bob", "carol", "dave")
    server.hear(BOB, "change letters bob bobpw123 daily")
    return server


def round_at(server: Server, at: datetime) -> Round:
    server.now = at
    return Scheduler(server.database, server.office, installed()).make_round(at)


def to(address: str, letters: list[Letter]) -> list[Letter]:
    return [letter for letter in letters if address in letter.to]


DAY = datetime(2024, 3, 2, 7, 0, tzinfo=UTC)


def begin(server: Server, *games: str) -> None:
    """Boards on which alice has moved, and bob has not."""
    for game in games:
        server.hear(None, f"{game} challenge alice bob --unrated")
        any_move(server, "alice", game)


def test_a_turn_comes_with_the_letter_of_the_day_and_can_be_answered(server: Server) -> None:
    server.hear(None, "hex challenge alice bob -size=5")
    at_once = move(server, "alice", "b2", "hex", comment="Your turn!")

    made = round_at(server, DAY)

    assert at_once.readers == {ALICE}
    [letter] = to(BOB, made.letters)
    assert letter.subject == "Hex Board 101"
    assert "alice" in letter.text
    assert "b2" in letter.text
    assert "Your turn!" in letter.text
    assert letter.reply_to is not None


def test_there_is_one_a_day_as_long_as_something_waits(server: Server) -> None:
    begin(server, "hex")

    made = [
        round_at(server, at)
        for at in (
            datetime(2024, 3, 2, 6, 59, tzinfo=UTC),
            DAY,
            datetime(2024, 3, 2, 7, 1, tzinfo=UTC),
            datetime(2024, 3, 3, 7, 0, tzinfo=UTC),
        )
    ]

    assert [len(to(BOB, each.letters)) for each in made] == [0, 1, 0, 1]


def test_a_server_that_was_down_for_days_writes_one(server: Server) -> None:
    begin(server, "hex")

    made = [round_at(server, datetime(2024, 3, 5, hour, 0, tzinfo=UTC)) for hour in (9, 10)]

    assert [len(to(BOB, each.letters)) for each in made] == [1, 0]


def test_from_tells_how_many_boards_wait_in_the_language_of_the_reader(server: Server) -> None:
    server.hear(BOB, "change language bob bobpw123 ru")
    begin(server, "hex", "othello", "breakthrough")

    round_at(server, DAY)

    [*_, letter] = [each for each in server.outbox() if BOB in each["recipients"]]
    assert letter["headers"]["From"] == "3 доски"
    assert letter["subject"] == "Your letter of the day"


def test_there_is_none_where_nothing_waits(server: Server) -> None:
    assert round_at(server, DAY).letters == []


def test_several_boards_come_in_one_letter_the_most_urgent_first_and_it_has_one_address(server: Server) -> None:
    begin(server, "hex", "othello", "breakthrough")

    [letter] = to(BOB, round_at(server, DAY).letters)

    assert letter.headline == "3 boards: Your letter of the day"
    assert letter.reply_to is not None
    assert letter.thread == "day-bob"
    assert "games+r-" not in letter.text
    assert [line for line in letter.text.splitlines() if line.startswith("* ")] == [
        "* Breakthrough Board 101 against alice, move 2, until 2024-03-22 12:00 UTC",
        "* Hex Board 101 against alice, move 2, until 2024-03-22 12:00 UTC",
        "* Othello Board 101 against alice, move 2, until 2024-03-22 12:00 UTC",
    ]


def test_what_is_hidden_from_its_reader_is_not_in_it(server: Server) -> None:
    server.hear(None, "hearts challenge alice bob carol dave --unrated")
    with server.database.reading() as connection:
        board = Boards(connection, installed()).load("hearts", 101)
    assert board is not None
    hands = [board.game.draw(board.game.seen_by(board.position, seat), seat) for seat in range(4)]

    [letter] = to(BOB, round_at(server, DAY).letters)

    assert hands[1] in letter.text
    assert not any(hand in letter.text for hand in (hands[0], hands[2], hands[3]))


def test_a_button_in_it_answers_its_own_board(server: Server) -> None:
    begin(server, "hex", "othello")
    [letter] = to(BOB, round_at(server, DAY).letters)
    token = re.search(r"games\+r-(\w+)@", letter.boards[1].reply_to or "")
    assert token

    answer = server.office.handle(
        Request(
            Credential(BOB),
            ("Re: Your letter of the day: 2 boards",),
            reply=Reply(line="c3", token=token[1], is_answer=True),
        )
    )

    assert (answer.ok, answer.error) == (True, None)
    assert {letter.subject for letter in answer.letters} == {"Othello Board 101"}


def test_an_answer_that_does_not_go_where_it_should_says_so(server: Server) -> None:
    begin(server, "hex", "othello")
    round_at(server, DAY)
    before = server.everything_stored()["moves"]

    answer = server.office.handle(
        Request(
            Credential(BOB),
            ("Re: Your letter of the day: 2 boards",),
            reply=Reply(line="c3", subject="Your letter of the day: 2 boards", is_answer=True),
        )
    )

    assert "your answer did not go to the address that this letter asks for" in (answer.error or "")
    assert server.everything_stored()["moves"] == before


@pytest.mark.parametrize("games", [("hex",), ("hex", "othello")])
def test_stop_to_an_address_in_it_asks_whether_its_reader_wants_to_leave(
    server: Server, games: tuple[str, ...]
) -> None:
    begin(server, *games)
    [letter] = to(BOB, round_at(server, DAY).letters)
    token = re.search(r"games\+r-(\w+)@", f"{letter.reply_to or ''} {letter.text}")
    assert token

    reply = Reply(line="STOP", token=token[1], subject=f"Re: {letter.subject}", is_answer=True)
    answer = server.office.handle(Request(Credential(BOB), (f"Re: {letter.subject}",), reply=reply))

    assert answer.ok
    assert {letter.subject for letter in answer.letters} == {"Do you want to leave?"}


def test_stop_that_does_not_go_where_the_letter_asks_for_asks_the_same_and_changes_nothing(server: Server) -> None:
    begin(server, "hex", "othello")
    round_at(server, DAY)
    before = server.everything_stored()

    reply = Reply(line="STOP", subject="Your letter of the day: 2 boards", is_answer=True)
    answer = server.office.handle(Request(Credential(BOB), ("Re: Your letter of the day: 2 boards",), reply=reply))

    assert [(letter.to, letter.subject) for letter in answer.letters] == [((BOB,), "Do you want to leave?")]
    after = server.everything_stored()
    assert {table for table in after if after[table] != before[table]} == {"codes"}
    assert server.say(BOB, "hex show 101").ok


def test_there_is_none_on_vacation(server: Server) -> None:
    begin(server, "hex")
    server.hear(BOB, "vacation bob bobpw123 5")

    assert to(BOB, round_at(server, DAY).letters) == []
    assert len(to(BOB, round_at(server, datetime(2024, 3, 7, 7, 0, tzinfo=UTC)).letters)) == 1


def test_a_reminder_that_is_due_before_the_next_comes_with_it(server: Server) -> None:
    begin(server, "hex")
    first = round_at(server, datetime(2024, 3, 8, 8, 0, tzinfo=UTC))

    made = round_at(server, datetime(2024, 3, 8, 12, 0, tzinfo=UTC))

    assert [letter.headline for letter in to(BOB, first.letters)] == ["Reminder: Hex Board 101"]
    assert to(BOB, made.letters) == []


def test_a_letter_that_cannot_be_written_does_not_stop_the_others(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    from pbmserv import scheduler
    from pbmserv.commands.watching.daily_letter import write_daily

    begin(server, "hex")
    server.hear(ALICE, "change letters alice secret7 daily")
    server.hear(BOB, "othello challenge bob alice --unrated")
    any_move(server, "bob", "othello")

    def fail_for_bob(call: object, due: object) -> bool:
        if call.work.players.numbered(due.player_id).userid == "bob":  # type: ignore[attr-defined]
            raise ArithmeticError
        return write_daily(call, due)  # type: ignore[arg-type]

    monkeypatch.setattr(scheduler, "write_daily", fail_for_bob)
    made = round_at(server, DAY)
    monkeypatch.undo()
    again = round_at(server, datetime(2024, 3, 2, 8, 0, tzinfo=UTC))

    assert len(to(ALICE, made.letters)) == 1
    assert to(BOB, made.letters) == []
    assert len(to(BOB, again.letters)) == 1


def test_a_trial_round_changes_nothing(server: Server) -> None:
    begin(server, "hex")
    before = server.everything_stored()
    server.now = DAY

    made = Scheduler(server.database, server.office, installed()).make_round(DAY, dry_run=True)

    assert len(to(BOB, made.letters)) == 1
    assert server.everything_stored() == before


def test_letters_that_are_due_are_found_by_an_index(server: Server) -> None:
    begin(server, "hex", "othello")

    with recorded(server.database) as statements:
        round_at(server, DAY)

    with server.database.writing() as connection:
        assert scans(connection, statements) == []


def test_daily_waits_for_the_letter_of_the_day(server: Server) -> None:
    server.hear(None, "goofspiel challenge alice bob carol --unrated")
    server.hear(CAROL, "change letters carol secret9 daily")
    move(server, "carol", "3", "goofspiel")
    move(server, "alice", "4", "goofspiel")

    assert move(server, "bob", "5", "goofspiel").readers == {ALICE, BOB}

    made = round_at(server, DAY)
    [letter] = to(CAROL, made.letters)
    assert letter.subject == "Goofspiel Board 101"
    assert "bob (" in letter.text or "bob: 5" in letter.text


def test_a_reader_at_turns_is_reminded_at_once(server: Server) -> None:
    server.hear(CAROL, "change letters carol secret9 turns")
    server.hear(None, "yacht challenge carol alice --unrated")

    made = round_at(server, datetime(2024, 3, 8, 13, 0, tzinfo=UTC))

    assert [letter.headline for letter in to(CAROL, made.letters)] == ["Reminder: Yacht Board 101"]


class TestRemindersOfWhoGetsOneLetterADay:
    @staticmethod
    def day(server: Server, day: int) -> list[Letter]:
        """What bob gets on a day of March, with a round every half an hour, each a second later than that."""
        start = datetime(2024, 3, day, 0, 0, 20, tzinfo=UTC)
        rounds = [round_at(server, start + timedelta(minutes=30 * half, seconds=half)) for half in range(48)]
        return [letter for made in rounds for letter in to(BOB, made.letters)]

    @pytest.mark.long
    def test_come_with_the_letter_of_the_day_and_by_themselves_none(self, server: Server) -> None:
        begin(server, "hex")

        came = {day: self.day(server, day) for day in range(6, 23)}

        assert [letter.headline for letter in came[7]] == ["Your turn: Hex Board 101"]
        for day in range(8, 22):
            assert [letter.headline for letter in came[day]] == ["Reminder: Hex Board 101"], day
            assert "Without a move before 2024-03-22 12:00 UTC you are out of the game." in came[day][0].text
        # As early as it was shown, and as it would be with reminders by themselves.
        assert "ran out of time" in came[22][-1].text

    def test_come_with_the_other_boards_that_wait(self, server: Server) -> None:
        begin(server, "hex")
        server.wait(hours=72)
        begin(server, "othello")
        self.day(server, 7)

        [letter] = self.day(server, 8)

        assert letter.subject == "Your letter of the day"
        assert "Hex Board 101 against alice is waiting for you, bob." in letter.text
        assert letter.text.count("Without a move before") == 1

    def test_that_others_get_too_come_when_they_are_due(self, server: Server) -> None:
        server.hear(None, "hearts challenge alice bob carol dave --unrated")
        self.day(server, 7)

        came = self.day(server, 8)

        assert [letter.headline for letter in came] == ["Your turn: Hearts Board 101", "Reminder: Hearts Board 101"]

    def test_do_not_come_early_while_the_player_is_away(self, server: Server) -> None:
        begin(server, "hex")
        self.day(server, 7)
        server.hear(BOB, "vacation bob bobpw123 until 2024-03-12")

        assert self.day(server, 8) == []

    def test_of_a_server_that_was_down_come_with_that_letter_too(self, server: Server) -> None:
        begin(server, "hex")

        made = round_at(server, datetime(2024, 3, 9, 7, 30, tzinfo=UTC))

        assert [letter.headline for letter in to(BOB, made.letters)] == ["Reminder: Hex Board 101"]


class TestTwentyGames:
    """A day with a move by each player in each of twenty games, for a player who gets no receipts."""

    @pytest.fixture
    def twenty(self, server: Server) -> Server:
        server.hear(BOB, "change letters bob bobpw123 all")
        server.hear(BOB, "change receipts bob bobpw123 off")
        for _ in range(20):
            server.hear(None, "hex challenge alice bob --unrated -size=5")
        return server

    def letters_of_a_day(self, server: Server, answers_lines: bool = False) -> list[Letter]:
        came: list[Letter] = []
        for number in range(101, 121):
            came += move(server, "alice", "b2", "hex", number=number).letters
        came += round_at(server, DAY).letters
        if answers_lines:
            [digest] = to(BOB, came)
            came += answered_by_lines(server, digest, [f"hex {number} d3" for number in range(101, 121)])
        else:
            for number in range(101, 121):
                came += move(server, "bob", "d3", "hex", number=number).letters
        return to(BOB, came)

    @pytest.mark.parametrize("wanted", ["all", "turns"])
    def test_bring_a_letter_for_each_turn_and_none_for_own_moves(self, twenty: Server, wanted: str) -> None:
        twenty.hear(BOB, f"change letters bob bobpw123 {wanted}")

        assert len(self.letters_of_a_day(twenty)) == 20

    def test_bring_one_letter_a_day_which_is_answered_in_one_letter(self, twenty: Server) -> None:
        twenty.hear(BOB, "change letters bob bobpw123 daily")

        [digest] = self.letters_of_a_day(twenty, answers_lines=True)

        assert digest.headline == "20 boards: Your letter of the day"
        with twenty.database.reading() as connection:
            boards = [Boards(connection, installed()).load("hex", number) for number in range(101, 121)]
        assert [len(board.moves) for board in boards if board] == [2] * 20

    def test_bring_one_reminder(self, twenty: Server) -> None:
        for number in range(101, 121):
            move(twenty, "alice", "b2", "hex", number=number)
        twenty.hear(BOB, "change letters bob bobpw123 all")

        reminded = [to(BOB, round_at(twenty, twenty.now + timedelta(days=8)).letters)]
        reminded += [to(BOB, round_at(twenty, twenty.now + timedelta(hours=1)).letters) for _ in range(2)]

        assert [len(letters) for letters in reminded] == [1, 0, 0]
        assert reminded[0][0].headline == "Reminder: Your boards are waiting"


def answered_by_lines(server: Server, letter: Letter, lines: list[str]) -> list[Letter]:
    token = tokens_in([letter.reply_to or ""])[Tag.REPLY]
    subject = f"Re: {letter.subject}"
    reply = Reply(
        lines[0], "\n".join(lines[1:]), words="\n".join(lines), subject=subject, token=token, is_answer=True
    )
    return list(server.office.handle(Request(Credential(BOB), (subject,), reply=reply)).letters)
