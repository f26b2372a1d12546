"""Bots answer by themselves: what they are asked, what comes of it, and what is dropped."""

from __future__ import annotations

from datetime import timedelta

import pytest

from pbmserv.games.catalogue import installed
from pbmserv.play.board import Board
from pbmserv.post_office import PostOffice
from pbmserv.storage.bots import Thinking
from pbmserv.storage.work import UnitOfWork
from pbmserv.thinking.bot_client import TIE, BotClient, Failed, Stopped
from pbmserv.thinking.bot_view import BotView
from pbmserv.thinking.thinker import LEASE, MOST_ATTEMPTS, MOST_ENDS, Thinker
from tests.conversation import Server
from tests.thinking.conftest import Says, thinker_of

ALICE, BOB = "alice@example.org", "bob@example.org"
HEX = "hex challenge alice bot-easy -size=4"


def board(server: Server, game: str = "hex", number: int = 101) -> Board:
    with server.database.reading() as connection:
        found = UnitOfWork(connection, installed()).boards.load(game, number)
    assert found is not None
    return found


def jobs(server: Server) -> list[tuple[str, int, str, str]]:
    with server.database.reading() as connection:
        return [
            (job.bot.userid, job.number, job.about.value, job.failure or "") for job in Thinking(connection).jobs(9)
        ]


def moves(server: Server, game: str = "hex") -> list[str]:
    return [move.text for move in board(server, game).moves]


def test_a_bot_answers_a_move(server: Server, thinker: Thinker) -> None:
    server.hear(ALICE, HEX)
    assert thinker.run_once() is False

    server.hear(ALICE, "hex move 101 alice secret7 a1")
    assert jobs(server) == [("bot-easy", 2, "move", "")]
    assert thinker.run_once() is True

    assert len(moves(server)) == 2
    assert jobs(server) == []
    assert server.outbox()[-1]["addressed_to"] == [ALICE]
    assert thinker.run_once() is False


def test_a_bot_that_begins_is_asked_as_soon_as_it_is_challenged(server: Server, thinker: Thinker) -> None:
    server.hear(ALICE, "hex challenge bot-easy alice -size=4")

    assert thinker.run_once() is True

    assert len(moves(server)) == 1


def test_a_board_without_bots_has_nothing_to_think_about(server: Server) -> None:
    server.hear(ALICE, "hex challenge alice bob")
    server.hear(ALICE, "hex move 101 alice secret7 a1")

    assert jobs(server) == []


def test_nothing_is_told_to_the_bot_process_but_what_the_seat_sees(server: Server) -> None:
    server.hear(ALICE, "hearts challenge alice bot-easy bot-medium bot-hard")
    client = Says(Failed("no"), Failed("no"))

    thinker_of(server, client).run_once()

    _, question = client.asked[0]
    whole = board(server, "hearts")
    assert question.seen == whole.game.dump(whole.game.seen_by(whole.position, question.seat))
    assert question.seen != whole.game.dump(whole.position)


def test_all_bots_of_a_round_choose_by_themselves_and_the_round_is_played_when_the_human_has_chosen(
    server: Server, thinker: Thinker
) -> None:
    server.hear(ALICE, "goofspiel challenge alice bot-easy bot-medium")
    assert [bot for bot, *_ in jobs(server)] == ["bot-easy", "bot-medium"]

    while thinker.run_once():
        pass
    assert (moves(server, "goofspiel"), jobs(server)) == ([], [])
    server.hear(ALICE, "goofspiel move 101 alice secret7 1")

    assert len(moves(server, "goofspiel")) == 3
    assert [(bot, number) for bot, number, *_ in jobs(server)] == [("bot-easy", 2), ("bot-medium", 2)]


def test_a_bot_may_swap_sides_where_the_game_has_that(server: Server) -> None:
    server.hear(ALICE, HEX)
    server.hear(ALICE, "hex move 101 alice secret7 b2")

    thinker_of(server, Says(True)).run_once()

    assert moves(server) == ["b2", "swap"]


@pytest.mark.parametrize(
    ("challenge", "move", "may_be"),
    [
        ("hex challenge bot-easy alice -size=4", "", True),
        ("hex challenge alice bot-easy -size=4", "hex move 101 alice secret7 b2", False),
        ("chess challenge bot-easy alice", "", False),
    ],
)
def test_a_bot_knows_whether_its_side_may_be_taken_over(
    server: Server, challenge: str, move: str, may_be: bool
) -> None:
    server.hear(ALICE, challenge)
    if move:
        server.hear(ALICE, move)
    client = Says(False, Failed("no"), Failed("no"))

    thinker_of(server, client).run_once()

    assert {question.may_be_swapped for _, question in client.asked} == {may_be}


@pytest.mark.parametrize(("terms", "is_rated"), [("", True), (" --unrated", False)])
def test_who_thinks_about_a_tie_knows_whether_the_game_counts(server: Server, terms: str, is_rated: bool) -> None:
    server.hear(ALICE, f"chess challenge alice bot-easy{terms}")
    server.hear(ALICE, "chess move 101 alice secret7 propose")
    client = Says(False)

    thinker_of(server, client).run_once()

    assert [(what, question.is_rated) for what, question in client.asked] == [(TIE, is_rated)]


def test_a_tie_is_taken_or_not_as_the_bot_process_says(server: Server) -> None:
    server.hear(ALICE, "chess challenge alice bot-easy")
    server.hear(ALICE, "chess move 101 alice secret7 propose")
    assert jobs(server) == [("bot-easy", 1, "draw", "")]
    thinker_of(server, Says(False)).run_once()
    assert board(server, "chess").vote is None

    server.hear(ALICE, "chess move 101 alice secret7 propose")
    thinker_of(server, Says(True)).run_once()

    assert board(server, "chess").winner is None
    assert not board(server, "chess").is_on


@pytest.mark.parametrize(("unrated", "left"), [("--unrated", 0), ("", 2)])
def test_a_move_is_taken_back_only_where_no_ratings_depend_on_it(server: Server, unrated: str, left: int) -> None:
    server.hear(ALICE, f"{HEX} {unrated}")
    server.hear(ALICE, "hex move 101 alice secret7 a1")
    thinker_of(server, Says(False, "d4")).run_once()

    server.hear(ALICE, "hex move 101 alice secret7 undo")
    assert jobs(server) == [("bot-easy", 3, "undo", "")]
    thinker_of(server, Says()).run_once()

    assert (len(moves(server)), jobs(server)) == (left, [])


def test_what_becomes_stale_while_somebody_thinks_is_dropped(server: Server) -> None:
    server.hear(ALICE, f"{HEX} --unrated")
    server.hear(ALICE, "hex move 101 alice secret7 a1")

    class Slow(Says):
        def ask(self, what: str, question: BotView, meanwhile: object = None) -> str | bool:
            if not self.asked:
                server.hear(ALICE, "hex move 101 alice secret7 undo")
            return super().ask(what, question)

    thinker_of(server, Slow(False, "d4")).run_once()

    assert moves(server) == ["a1"]
    assert jobs(server) == [("bot-easy", 2, "undo", "")]


def test_a_board_that_is_removed_or_over_meanwhile_is_left_alone(server: Server) -> None:
    server.hear(ALICE, HEX)
    server.hear(ALICE, "hex move 101 alice secret7 a1")

    class Slow(Says):
        def ask(self, what: str, question: BotView, meanwhile: object = None) -> str | bool:
            server.say(ALICE, "hex resign 101 alice secret7")
            return super().ask(what, question)

    thinker_of(server, Slow(False, "d4")).run_once()

    assert jobs(server) == []


def test_an_illegal_answer_is_replaced_by_a_legal_move_and_the_operator_reads_why(server: Server) -> None:
    server.hear(ALICE, HEX)
    server.hear(ALICE, "hex move 101 alice secret7 a1")
    client = Says(False, "z99", "c3")

    thinker_of(server, client).run_once()

    assert [what for what, _ in client.asked] == ["swap", "move", "random"]
    assert moves(server) == ["a1", "c3"]
    with server.database.reading() as connection:
        [failure] = Thinking(connection).failures(9)
    assert (failure.game, failure.board, failure.bot, failure.number, failure.why) == (
        *("hex", 101, "bot-easy", 2),
        "What it found is no legal move.",
    )


def test_a_bot_that_finds_no_move_at_all_is_put_aside_until_the_operator_wants_it_tried(server: Server) -> None:
    server.hear(ALICE, HEX)
    server.hear(ALICE, "hex move 101 alice secret7 a1")
    assert thinker_of(server, Says(Failed("It hangs."), Failed("It is dead."))).run_once()
    server.wait(days=30)

    assert thinker_of(server, Says()).run_once() is False
    assert jobs(server) == [("bot-easy", 2, "move", "It is dead.")]
    with server.database.writing() as connection:
        assert Thinking(connection).try_again("hex", 102) == 0
        assert Thinking(connection).try_again("hex", 101) == 1
    thinker_of(server, Says(False, "d4")).run_once()

    assert moves(server) == ["a1", "d4"]


def test_what_a_killed_server_had_is_taken_again_after_a_while(server: Server) -> None:
    server.hear(ALICE, HEX)
    server.hear(ALICE, "hex move 101 alice secret7 a1")
    with server.database.writing() as connection:
        assert Thinking(connection).take(server.now, LEASE) is not None

    assert thinker_of(server, Says()).run_once() is False
    server.now += LEASE + timedelta(seconds=1)

    assert thinker_of(server, Says(False, "d4")).run_once() is True
    assert moves(server) == ["a1", "d4"]


@pytest.mark.parametrize(("ends", "asked"), [(MOST_ENDS, ["random"]), (MOST_ATTEMPTS, [])])
def test_what_ends_one_server_after_the_other_is_not_thought_about_for_ever(
    server: Server, ends: int, asked: list[str]
) -> None:
    server.hear(ALICE, HEX)
    server.hear(ALICE, "hex move 101 alice secret7 a1")
    for _ in range(ends):
        with server.database.writing() as connection:
            assert Thinking(connection).take(server.now, LEASE) is not None
        server.now += LEASE + timedelta(seconds=1)
    client = Says(*["d4"][: len(asked)])

    thinker_of(server, client).run_once()

    assert [what for what, _ in client.asked] == asked
    assert len(moves(server)) == 1 + len(asked)


def test_a_bot_moves_once_a_game_that_was_missing_for_a_while_is_installed_again(
    server: Server, client: BotClient
) -> None:
    server.hear(ALICE, "hex challenge bot-easy alice -size=4")
    server.hear(ALICE, "y challenge bot-easy alice")
    without = {word: game for word, game in installed().items() if word != "hex"}
    office = PostOffice(server.database, without, server.address, server.passwords, now=lambda: server.now)
    fewer = Thinker(server.database, office, without, client, now=lambda: server.now)

    for _ in range(MOST_ATTEMPTS + 1):
        while fewer.run_once():
            pass
        server.wait(minutes=10)

    # Other games go on, and the operator has been told once.
    assert len(moves(server, "y")) == 1
    assert jobs(server) == [("bot-easy", 1, "move", "The game is not installed here; the bot moves once it is.")]
    with server.database.reading() as connection:
        assert len(Thinking(connection).failures(9)) == 1
    assert thinker_of(server, client).run_once()
    assert len(moves(server)) == 1


def test_a_server_that_stops_leaves_its_job_to_the_next_one_at_once(server: Server) -> None:
    server.hear(ALICE, HEX)
    server.hear(ALICE, "hex move 101 alice secret7 a1")

    assert thinker_of(server, Says(Stopped())).run_once() is False
    assert thinker_of(server, Says(False, "d4")).run_once() is True

    assert moves(server) == ["a1", "d4"]


def test_what_people_wait_for_is_let_pass_before_a_job_is_taken_before_its_board_is_read_and_before_the_move(
    server: Server,
) -> None:
    server.hear(ALICE, HEX)
    server.hear(ALICE, "hex move 101 alice secret7 a1")
    client = Says(False, "d4")
    noted: list[tuple[bool, int, int]] = []

    def note() -> None:
        with server.database.reading() as connection:
            is_free = Thinking(connection).has_work(server.now)
        noted.append((is_free, len(client.asked), len(moves(server))))

    Thinker(server.database, server.office, installed(), client, now=lambda: server.now, let_pass=note).run_once()

    assert noted == [(True, 0, 1), (False, 0, 1), (False, 2, 1)]
    assert moves(server) == ["a1", "d4"]


def test_two_who_have_the_same_job_make_one_move(server: Server) -> None:
    server.hear(ALICE, HEX)
    server.hear(ALICE, "hex move 101 alice secret7 a1")

    class Overtaken(Says):
        def ask(self, what: str, question: BotView, meanwhile: object = None) -> str | bool:
            if not self.asked:
                server.now += LEASE + timedelta(seconds=1)
                thinker_of(server, Says(False, "b2")).run_once()
            return super().ask(what, question)

    thinker_of(server, Overtaken(False, "d4")).run_once()

    assert moves(server) == ["a1", "b2"]


def test_the_clock_of_a_bot_stands_still_and_it_is_neither_nagged_nor_forfeited(server: Server) -> None:
    server.hear(ALICE, f"{HEX} --totaltime=5")
    server.hear(ALICE, "hex move 101 alice secret7 a1")
    server.wait(days=100)

    assert board(server).is_on
    assert board(server).seats[1].used == timedelta()


def test_a_tie_that_waits_for_a_bot_is_not_agreed_by_its_silence(server: Server) -> None:
    server.hear(ALICE, "chess challenge alice bot-easy")
    server.hear(ALICE, "chess move 101 alice secret7 propose")
    server.wait(days=100)

    assert board(server, "chess").vote is not None


def test_a_bot_that_has_agreed_waits_a_day_for_the_others_before_its_move_ends_the_vote(server: Server) -> None:
    server.hear(ALICE, "yacht challenge bot-easy alice bob --unrated")
    thinker_of(server, Says("ones")).run_once()
    server.hear(ALICE, "yacht move 101 alice secret7 ones")
    server.hear(BOB, "yacht move 101 bob bobpw123 ones")
    server.hear(ALICE, "yacht move 101 alice secret7 propose")
    thinker_of(server, Says(True)).run_once()
    assert jobs(server) == [("bot-easy", 4, "move", "")]

    assert thinker_of(server, Says()).run_once() is False
    server.now += timedelta(days=1)
    thinker_of(server, Says("twos")).run_once()

    assert board(server, "yacht").vote is None
    assert len(moves(server, "yacht")) == 4


def test_it_goes_through_a_restart_where_somebody_withdraws(server: Server) -> None:
    server.hear(ALICE, "yacht challenge bot-easy alice bob")
    [before] = jobs(server)

    server.hear(BOB, "yacht resign 101 bob bobpw123")

    assert [seat.bot for seat in board(server, "yacht").seats] == ["easy", None]
    assert jobs(server) == [before]
