"""More numbers that help pages and docs name: the last moment or the most that works, and the first that does not."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from pbmserv.commands.boards.actions import History
from pbmserv.commands.preferences.vacation import Away, VacationLength
from pbmserv.commands.ratings.standings import PeoplePage
from pbmserv.commands.run import unanswered
from pbmserv.commands.starting.rematches import ASKED
from pbmserv.games.catalogue import installed
from pbmserv.language.words import Misspelt
from pbmserv.mail import queue_order, worker
from pbmserv.mail.receiving import imap_collector
from pbmserv.play import clock, voting
from pbmserv.play.punctuality import Punctuality
from pbmserv.scheduler import Scheduler
from pbmserv.storage import inbox, inbox_order
from pbmserv.storage.inbox import Inbox
from tests.conversation import FOUR, Server, code_in

ALICE, BOB = "alice@example.org", "bob@example.org"
SECOND = timedelta(seconds=1)
ROOT = Path(__file__).parents[2]


def rounds(server: Server) -> Scheduler:
    return Scheduler(server.database, server.office, installed())


class TestNumbersInCommands:
    @pytest.mark.parametrize(("days", "fits"), [("1", True), ("366", True), ("0", False), ("367", False)])
    def test_a_vacation_has_1_to_366_days(self, days: str, fits: bool) -> None:
        if fits:
            assert VacationLength().read_all([days]) == Away(days=int(days))
        else:
            with pytest.raises(Misspelt, match="from 1 to 366"):
                VacationLength().read_all([days])

    @pytest.mark.parametrize(("year", "fits"), [("1000", True), ("9998", True), ("9999", False)])
    def test_a_year_of_history_has_four_digits(self, year: str, fits: bool) -> None:
        read = History.arguments[0].kind.read_all
        if fits:
            assert read([year]).year == int(year)
        else:
            with pytest.raises(Misspelt):
                read([year])

    @pytest.mark.parametrize(("page", "fits"), [("1", True), ("999", True), ("0", False), ("1000", False)])
    def test_standings_have_999_pages_at_most(self, page: str, fits: bool) -> None:
        if fits:
            assert PeoplePage().read_all([page]).page == int(page)
        else:
            with pytest.raises(Misspelt):
                PeoplePage().read_all([page])

    def test_three_tournaments_of_one_player_go_on_at_once(self, server: Server) -> None:
        line = f"tournament create alice {FOUR['alice']} hex cup"

        assert [server.say(ALICE, f"{line}{number}").ok for number in range(4)] == [True] * 3 + [False]

    def test_a_player_has_five_open_challenges_at_most(self, server: Server) -> None:
        said = [server.say(ALICE, "hex challenge alice anyone").ok for _ in range(6)]

        assert said == [True] * 5 + [False]

    @pytest.mark.parametrize(("in_time", "late", "percent"), [(9, 0, None), (10, 0, 100), (9, 1, 90), (2, 1, None)])
    def test_of_fewer_than_ten_moves_nothing_is_said(self, in_time: int, late: int, percent: int | None) -> None:
        assert Punctuality(in_time, late).percent == percent


class TestHowLong:
    @pytest.mark.parametrize(("after", "works"), [(timedelta(days=14) - SECOND, True), (timedelta(days=14), False)])
    def test_the_code_for_an_address_is_good_for_14_days(self, server: Server, after: timedelta, works: bool) -> None:
        asked = server.hear(ALICE, f"add alice {FOUR['alice']} alice@work.example")
        code = code_in(asked.letter_to("alice@work.example"))

        server.now += after

        assert server.say(ALICE, f"confirm {code}").ok is works

    @pytest.mark.parametrize(("after", "works"), [(timedelta(days=1) - SECOND, True), (timedelta(days=1), False)])
    def test_the_code_for_leaving_is_good_for_a_day(self, server: Server, after: timedelta, works: bool) -> None:
        code = code_in(server.hear(ALICE, f"signoff alice {FOUR['alice']}").letter_to(ALICE))

        server.now += after

        assert server.say(ALICE, f"confirm {code}").ok is works

    @pytest.mark.parametrize(("after", "may"), [(timedelta(days=1) - SECOND, False), (timedelta(days=1), True)])
    def test_one_writes_to_everybody_once_a_day(self, server: Server, after: timedelta, may: bool) -> None:
        server.season("alice")
        server.hear(ALICE, f"broadcast alice {FOUR['alice']}", comment="Hello")

        server.now += after

        assert server.say(ALICE, f"broadcast alice {FOUR['alice']}", comment="Again").ok is may

    @pytest.mark.parametrize(("after", "may"), [(timedelta(days=7) - SECOND, False), (timedelta(days=7), True)])
    def test_a_time_zone_is_chosen_once_in_seven_days_where_days_count(
        self, server: Server, after: timedelta, may: bool
    ) -> None:
        server.hear(ALICE, "hex challenge alice bob --days=mtwtf--")
        server.hear(ALICE, f"change timezone alice {FOUR['alice']} Europe/Paris")

        server.now += after

        assert server.say(ALICE, f"change timezone alice {FOUR['alice']} Europe/Rome").ok is may

    @pytest.mark.parametrize(("after", "lapses"), [(timedelta(days=30) - SECOND, 0), (timedelta(days=30), 1)])
    def test_an_open_challenge_lapses_after_30_days(self, server: Server, after: timedelta, lapses: int) -> None:
        server.hear(ALICE, "hex challenge alice anyone")

        server.now += after

        assert rounds(server).make_round(server.now).lapsed == lapses

    @pytest.mark.parametrize(("after", "lapses"), [(timedelta(days=14) - SECOND, 0), (timedelta(days=14), 1)])
    def test_an_invitation_lapses_after_14_days(self, server: Server, after: timedelta, lapses: int) -> None:
        server.season("alice")
        server.hear(ALICE, "hex challenge alice friend@example.org")

        server.now += after

        assert rounds(server).make_round(server.now).lapsed == lapses

    @pytest.mark.parametrize(("after", "is_new"), [(timedelta(days=30) - SECOND, False), (timedelta(days=30), True)])
    def test_a_mail_that_comes_again_is_known_for_30_days(
        self, server: Server, after: timedelta, is_new: bool
    ) -> None:
        with server.database.writing() as connection:
            seen = Inbox(connection)
            seen.first_times(["key"], server.now)

            assert (seen.first_times(["key"], server.now + after) == {"key"}) is is_new

    @pytest.mark.parametrize(("days", "verdicts"), [(timedelta(days=7) - SECOND, []), (timedelta(days=7), ["nag"])])
    def test_a_reminder_comes_after_seven_days(self, server: Server, days: timedelta, verdicts: list[str]) -> None:
        server.hear(BOB, "hex challenge alice bob")

        server.now += days

        assert [each.verdict.value for each in rounds(server).make_round(server.now).decided] == verdicts

    @pytest.mark.parametrize(("after", "again"), [(timedelta(days=1) - SECOND, []), (timedelta(days=1), ["nag"])])
    def test_the_next_reminder_comes_a_day_later(self, server: Server, after: timedelta, again: list[str]) -> None:
        server.hear(BOB, "hex challenge alice bob")
        server.wait(days=8)
        assert len(rounds(server).make_round(server.now).decided) == 1

        server.now += after

        assert [each.verdict.value for each in rounds(server).make_round(server.now).decided] == again


NAMED = [
    ("help/times.txt", "three proposals of each player stop the clocks", voting.MOST_STOPS, 3),
    ("help/times.txt", "at least one day before", clock.TIME_TO_ANSWER, timedelta(days=1)),
    ("help/times.txt", "one every day", clock.REMINDED_EVERY, timedelta(days=1)),
    ("help/times.txt", "once in a move at least a day", clock.AFTER_A_QUESTION, timedelta(days=1)),
    ("help/times.txt", "as you were away, at most three days", clock.BACK_AGAIN, timedelta(days=3)),
    ("help/times.txt", "your clock waits for it, for two days", inbox_order.HOLD_FOR, timedelta(days=2)),
    ("help/replies.txt", "for the last 3 such mails", unanswered.MOST_UNTOLD, 3),
    ("help/invitations.txt", "up to three times a day", ASKED.most, 3),
    ("docs/watching.md", "is tried five times, a minute apart", inbox.ATTEMPTS, 5),
    ("docs/watching.md", "If two servers ended while they had a request", worker.SUSPECTED_AFTER, 2),
    ("docs/watching.md", "after it has lived for two seconds", worker.TRIAL_SECONDS, 2.0),
    ("docs/watching.md", "and up to thirty", worker.LONGEST_TRIAL, 30.0),
    ("docs/household.md", "arrived in the last four weeks", imap_collector.OLDEST, timedelta(days=28)),
    ("docs/operating.md", "If an author has more than twenty letters waiting", queue_order.MANY, 20),
    ("docs/operating.md", "each turn of twenty requests has one of them", queue_order.STEP, 20),
    ("docs/operating.md", "each turn of twenty requests", worker.AT_ONCE, 20),
]


@pytest.mark.parametrize(("page", "words", "value", "named"), NAMED, ids=[words for _, words, _, _ in NAMED])
def test_a_page_names_the_number_that_holds(page: str, words: str, value: object, named: object) -> None:
    assert words in " ".join((ROOT / page).read_text().split())
    assert value == named
