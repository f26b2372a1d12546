"""Numbers that help pages name, tried with the number itself and with the next one: 50 works, 51 does not."""

from __future__ import annotations

from datetime import timedelta
from types import SimpleNamespace
from typing import cast

import pytest

from pbmserv.commands.boards import pictures
from pbmserv.commands.boards.actions import History
from pbmserv.commands.requests.questions import guest_answer
from pbmserv.commands.run.table import COMMANDS
from pbmserv.games.base import Option
from pbmserv.games.catalogue import installed
from pbmserv.games.refusals import Unreadable
from pbmserv.language.argument_types import NewPassword
from pbmserv.language.words import Misspelt, find, split
from pbmserv.play.open_challenge import Conditions
from pbmserv.play.ratings import Standing, new_rating
from pbmserv.play.tournaments.ladder import divisions
from pbmserv.storage.outbox import ClaimedLetter, gives_up_on
from tests.conversation import FOUR, START, Server

ALICE, BOB, CAROL = (f"{userid}@example.org" for userid in ("alice", "bob", "carol"))
FIVE = tuple(f"friend{number}@example.org" for number in range(5))


def _numbers() -> list[Option]:
    options = [option for command in COMMANDS for option in command.options]
    options += [option for game in installed().values() for option in game.options]
    return [option for option in options if isinstance(option.default, int) and not isinstance(option.default, bool)]


@pytest.mark.parametrize("option", _numbers(), ids=lambda option: option.name)
def test_an_option_takes_the_least_and_the_most_that_its_page_names(option: Option) -> None:
    for bound, beyond in ((option.low, -1), (option.high, 1)):
        assert bound is not None
        assert option.read(str(bound)) == bound
        with pytest.raises(Unreadable):
            option.read(str(bound + beyond))


def play_a_game(server: Server) -> None:
    """Have alice and bob play a game of Hex, which alice gives up."""
    server.hear(ALICE, "hex challenge alice bob")
    server.hear(ALICE, f"hex move 101 alice {FOUR['alice']} d4")
    server.hear(BOB, f"hex move 101 bob {FOUR['bob']} e5")
    server.hear(ALICE, f"hex resign 101 alice {FOUR['alice']}")


class TestWords:
    @pytest.mark.parametrize(("length", "fits"), [(5, False), (6, True), (72, True), (73, False)])
    def test_a_password_has_6_to_72_characters(self, length: int, fits: bool) -> None:
        password = "p" * length

        if fits:
            assert NewPassword().read(password) == password
        else:
            with pytest.raises(Misspelt, match="A password has 6 to 72 printable characters"):
                NewPassword().read(password)

    def test_a_command_has_2000_characters_at_most(self) -> None:
        assert [len(word.text) for word in split("x" * 2000)] == [2000]
        with pytest.raises(Misspelt, match=r"longer than 2,000 characters\.$"):
            split("x" * 2001)

    def test_a_word_is_shortened_to_three_letters_or_more(self) -> None:
        assert find("hav", ["havannah"], "a game") == "havannah"
        with pytest.raises(Misspelt):
            find("ha", ["havannah"], "a game")

    def test_a_message_names_twenty_readers_at_most(self, server: Server) -> None:
        assert server.hear(ALICE, f"message alice {FOUR['alice']}{' bob' * 20}", comment="Hello").ok
        refused = server.say(ALICE, f"message alice {FOUR['alice']}{' bob' * 21}", comment="Hello")
        assert refused.error == "At most 20 can be named at once, not 21."

    def test_help_shows_five_pages_at_once(self, server: Server) -> None:
        assert server.hear(ALICE, "help hex trichet y wari go").subject == "Help: hex, trichet, y, wari, go"
        refused = server.say(ALICE, "help hex trichet y wari go dots")
        assert refused.error == "At most 5 pages can be had in one letter, not 6."


class TestBoards:
    def test_twenty_boards_are_shown_at_once(self, server: Server) -> None:
        for _ in range(20):
            server.hear(None, "hex challenge alice bob -size=3")
        numbers = " ".join(map(str, range(101, 121)))

        assert len(server.hear(ALICE, f"hex show {numbers}").answers) == 20
        assert len(server.hear(ALICE, "hex show alice").answers) == 20
        assert server.say(ALICE, f"hex show {numbers} 121").error == "At most 20 boards can be shown at once."

    def test_fifty_moves_are_previewed_at_once(self, server: Server) -> None:
        server.hear(ALICE, "hex challenge alice bob -size=11")
        moves = [f"{column}{row}" for row in range(1, 6) for column in "abcdefghijk"]

        shown = server.hear(ALICE, f"hex preview 101 {' '.join(moves[:50])}")
        refused = server.say(ALICE, f"hex preview 101 {' '.join(moves[:51])}")

        assert shown.ok
        assert refused.error == "At most 50 can be named at once, not 51."

    @pytest.mark.parametrize(("number", "taken"), [("999", True), ("1000", False), ("0", True)])
    def test_a_limit_is_a_number_from_0_to_999(self, server: Server, number: str, taken: bool) -> None:
        assert server.say(ALICE, f"hex limit alice {FOUR['alice']} {number}").ok is taken

    @pytest.mark.parametrize(("hour", "taken"), [("0", True), ("23", True), ("24", False)])
    def test_the_letter_of_a_day_comes_at_an_hour(self, server: Server, hour: str, taken: bool) -> None:
        assert server.say(ALICE, f"change letters alice {FOUR['alice']} daily {hour}").ok is taken

    def test_a_number_below_1000_is_a_page_of_history_and_any_other_a_year(self) -> None:
        read = History.arguments[0].kind.read_all

        assert (read(["999"]).page, read(["999"]).year) == (999, None)
        assert (read(["1000"]).page, read(["1000"]).year) == (1, 1000)

    @pytest.mark.parametrize(("length", "goes_along"), [(100_000, True), (100_001, False)])
    def test_the_picture_of_a_record_has_100_kilobytes_at_most(
        self, server: Server, monkeypatch: pytest.MonkeyPatch, length: int, goes_along: bool
    ) -> None:
        server.hear(ALICE, "hex challenge alice bob")
        monkeypatch.setattr(pictures, "svg_of", lambda _: "x" * length)

        names = [each.name for each in server.hear(ALICE, "hex record 101").letter.attachments]

        assert ("hex-101.svg" in names) is goes_along


class TestInvitations:
    def test_five_can_be_invited_by_mail_address(self, server: Server) -> None:
        server.season("alice", "bob")

        assert server.hear(ALICE, f"yacht challenge alice {' '.join(FIVE)}").ok
        refused = server.say(BOB, f"yacht challenge {' '.join(FIVE)} friend5@example.org")
        assert "At most 5 can be invited by mail address to one game." in refused.error

    def test_500_characters_go_along(self, server: Server) -> None:
        server.season("alice")

        sent = server.hear(ALICE, "hex challenge alice friend0@example.org", comment=f"{'x' * 499}YZ")

        assert f"{'x' * 499}Y" in "".join(sent.letter_to("friend0@example.org").text.split())
        # In capitals, for the code that is drawn has none.
        assert "YZ" not in sent.letter_to("friend0@example.org").text

    @pytest.mark.parametrize(
        ("line", "says"),
        [
            ("yes I would like", None),
            ("yes I would like to", "yes"),
            ("Yes, this is my favourite game", None),
            ("no no thank you", "no"),
            ("I do not want this", None),
            ("No, sorry, no time", "decline"),
            ("Not now, maybe later", None),
            ("ab", None),
            ("name ab", "ab"),
            ("Name: Ab", "Ab"),
            ("name", None),
            ("name yes", None),
            ("name no", None),
        ],
    )
    def test_a_guest_says_yes_or_no_and_nothing_unknown_beside_it_or_gives_a_name(
        self, line: str, says: str | None
    ) -> None:
        assert guest_answer(line) == says

    @pytest.mark.parametrize("line", ["Gerne", "Vale!", "carol", "Ticket-4711", "INC0012345", "Info", "Hmm", "e4"])
    def test_a_word_alone_is_no_name(self, line: str) -> None:
        assert guest_answer(line) != line

    def test_a_name_stands_in_a_line_of_its_own_first_or_below_a_yes(self) -> None:
        assert guest_answer("name robin") == "robin"
        assert guest_answer("name robin.", "\nBest wishes, Rob") == "robin"
        assert guest_answer("Yes, great idea!", "name robin") == "robin"
        assert guest_answer("Maybe", "name robin") is None
        assert guest_answer("name robin", "but not today") is None
        assert guest_answer("no", "name robin") != "robin"

    def test_the_name_of_who_invites_may_stand_beside_a_yes(self) -> None:
        assert guest_answer("Yes, alice!", names=["alice"]) == "yes"
        assert guest_answer("Yes, alice!") is None

    @pytest.mark.parametrize("line", ["No complaints", "No reason not to", "Not at all!", "can't hurt", "No wonder"])
    def test_a_no_that_is_none_is_asked_about(self, line: str) -> None:
        assert guest_answer(line) is None

    @pytest.mark.parametrize("line", ["Absage", "BAJA", "Ciao", "Hmm", "Moin", "Tentative", "Vielleicht"])
    def test_a_guest_who_greets_or_calls_it_off_in_one_word_gives_no_name(self, line: str) -> None:
        assert guest_answer(line) is None

    @pytest.mark.parametrize("more", ["Yes", "but maybe later", "Wait, I would like to!"])
    def test_a_no_for_ever_is_asked_about_where_more_is_said_below_it(self, more: str) -> None:
        assert guest_answer("no", f"\n{more}") is None

    @pytest.mark.parametrize("more", ["", "Carol Smith\nYes Ltd", "Best wishes, Carol"])
    def test_what_else_stands_below_it_changes_nothing(self, more: str) -> None:
        assert guest_answer("no", f"\n{more}") == "no"


class TestTimes:
    def test_a_question_for_a_rematch_is_good_for_14_days(self, server: Server) -> None:
        play_a_game(server)
        server.hear(ALICE, f"hex rematch 101 alice {FOUR['alice']}")

        server.wait(days=14)

        assert server.hear(BOB, f"hex rematch 101 bob {FOUR['bob']}").subject == "Hex Board 102"

    def test_who_writes_to_everybody_has_been_here_for_a_week(self, server: Server) -> None:
        play_a_game(server)
        server.wait(days=7, seconds=-1)
        refused = server.say(ALICE, f"broadcast alice {FOUR['alice']}", comment="Hello")
        server.wait(seconds=1)

        assert refused.error.startswith("Only players who have been here for a week, and have played a game to its")
        assert server.hear(ALICE, f"broadcast alice {FOUR['alice']}", comment="Hello").ok

    @pytest.mark.parametrize(
        ("after", "given_up"), [(timedelta(days=5, seconds=-1), False), (timedelta(days=5), True)]
    )
    def test_a_letter_is_tried_for_five_days(self, after: timedelta, given_up: bool) -> None:
        letter = cast(ClaimedLetter, SimpleNamespace(created_at=START))

        assert gives_up_on(letter, START + after) is given_up

    def test_three_codes_are_good_at_once(self, server: Server) -> None:
        sent = [server.hear(None, "forgot alice").readers for _ in range(4)]

        assert sent == [{ALICE}, {ALICE}, {ALICE}, set()]


class TestWhoMayJoin:
    @pytest.mark.parametrize(("rating", "may_join"), [(1499, False), (1500, True), (1900, True), (1901, False)])
    def test_the_ratings_that_are_named_are_among_those_that_may(self, rating: int, may_join: bool) -> None:
        assert (Conditions(1500, 1900).why_not(rating, None) == "") is may_join

    @pytest.mark.parametrize(("percent", "may_join"), [(89, False), (90, True), (None, True)])
    def test_so_is_the_share_of_moves_in_time(self, percent: int | None, may_join: bool) -> None:
        assert (Conditions(reliable=90).why_not(1600, percent) == "") is may_join

    def test_a_tournament_is_for_three_or_more(self, server: Server) -> None:
        line = f"tournament create alice {FOUR['alice']} hex cup --players="

        assert server.say(ALICE, f"{line}2").error == "--players has to be 3 or more, or 0 to wait for the day."
        assert server.say(ALICE, f"{line}3").ok

    @pytest.mark.parametrize(
        ("players", "sizes"), [(9, [9]), (10, [10]), (11, [6, 5]), (20, [10, 10]), (21, [7] * 3)]
    )
    def test_a_division_has_ten_players_at_most(self, players: int, sizes: list[int]) -> None:
        assert [len(each) for each in divisions([], dict.fromkeys(range(players), 1600))] == sizes

    @pytest.mark.parametrize(("games", "established"), [(19, False), (20, True)])
    def test_a_rating_counts_in_full_after_twenty_games(self, games: int, established: bool) -> None:
        # An established player risks 16 points against somebody as strong, and a provisional one more.
        after = new_rating(1600, games, 1600, 20, outcome=1)

        assert Standing(won=games).established is established
        assert (after == 1616) is established


def test_the_reminder_may_come_on_the_day_of_the_forfeit(server: Server) -> None:
    assert server.say(ALICE, "hex challenge alice bob --nagtime=10 --forfeittime=10").ok
    refused = server.say(ALICE, "hex challenge alice bob --nagtime=11 --forfeittime=10")
    assert "The reminder (--nagtime) would come after the forfeit (--forfeittime)." in refused.error
