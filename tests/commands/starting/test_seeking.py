"""Players who seek a game are brought together by the clock: who with whom, how often, and who is left out."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import update

from pbmserv.commands.operator.membership import suspend
from pbmserv.commands.starting import seeking
from pbmserv.games.catalogue import installed
from pbmserv.play.board import Player, Status
from pbmserv.play.matching import Seeker, groups
from pbmserv.scheduler import Scheduler
from pbmserv.storage.tables import ADDRESSES, GAME_LIMITS, RATINGS, USERS
from tests.conversation import PLAYERS, Server

WORDS = {**PLAYERS, "dave": "davepw45"}


def seek(server: Server, userid: str, number: int = 1, game: str = "hex") -> None:
    server.hear(f"{userid}@example.org", f"{game} seek {userid} {WORDS[userid]} {number}")
    server.wait(minutes=1)


def match(server: Server) -> int:
    return Scheduler(server.database, server.office, installed()).match_seekers(server.now)


def boards(server: Server, game: str = "hex") -> list[set[str]]:
    """Who plays on each board of a game."""
    lines = server.office.look_up(lambda call: call.work.listing.lines(game, status=Status.ACTIVE))
    return [set(line.players) for line in lines]


def rate(server: Server, **ratings: int) -> None:
    def note(call: object) -> None:
        for userid, rating in ratings.items():
            player = call.work.players.named([userid])[userid]  # type: ignore[attr-defined]
            change = update(RATINGS).where(RATINGS.c.user_id == player.id).values(rating=rating)
            call.work.connection.execute(change)  # type: ignore[attr-defined]

    server.office.act(note)


def test_two_who_seek_the_same_game_get_a_board_and_a_letter_that_says_why(either_server: Server) -> None:
    seek(either_server, "alice")
    assert match(either_server) == 0
    seek(either_server, "bob")
    before = len(either_server.outbox())

    assert match(either_server) == 1

    letters = either_server.outbox()[before:]
    assert boards(either_server) == [{"alice", "bob"}]
    assert [letter["recipients"] for letter in letters] in (
        [["alice@example.org"], ["bob@example.org"]],
        [["bob@example.org"], ["alice@example.org"]],
    )
    assert all("The server writes:\n\nYou both seek a game of Hex (" in letter["text"] for letter in letters)
    assert match(either_server) == 0


def test_nobody_gets_more_than_they_seek(server: Server) -> None:
    seek(server, "alice", 2)
    seek(server, "bob")
    seek(server, "carol")

    assert match(server) + match(server) + match(server) == 2
    assert sorted(map(sorted, boards(server))) == [["alice", "bob"], ["alice", "carol"]]
    assert "You would like" not in server.hear("alice@example.org", "hex seek alice secret7").text


def test_whoever_has_sought_longest_plays_with_whoever_is_nearest_by_rating(server: Server) -> None:
    server.sign_up("dave")
    for userid in ("alice", "bob", "carol", "dave"):
        seek(server, userid)
    rate(server, alice=1500, bob=1900, carol=1450, dave=1700)

    assert match(server) == 2
    assert sorted(map(sorted, boards(server))) == [["alice", "carol"], ["bob", "dave"]]


def test_two_get_no_second_board_while_they_play_one_that_came_of_seeking(either_server: Server) -> None:
    seek(either_server, "alice", 3)
    seek(either_server, "bob", 3)
    assert match(either_server) == 1
    seek(either_server, "alice", 1, "trichet")
    seek(either_server, "bob", 1, "trichet")
    assert match(either_server) == 0

    for userid, move in (("alice", "a1"), ("bob", "b2"), ("alice", "a1"), ("bob", "b3")):
        either_server.say(f"{userid}@example.org", f"hex move 101 {userid} {WORDS[userid]} {move}")
    assert either_server.say("alice@example.org", "hex resign 101 alice secret7").ok

    assert match(either_server) == 1


def test_games_for_more_begin_when_there_are_enough(server: Server) -> None:
    server.sign_up("dave")
    for userid in ("alice", "bob", "carol"):
        seek(server, userid, game="hearts")
    assert match(server) == 0

    seek(server, "dave", game="hearts")

    assert match(server) == 1
    assert boards(server, "hearts") == [{"alice", "bob", "carol", "dave"}]


@pytest.mark.parametrize("why", ["vacation", "limit", "took it back", "began another", "suspended", "bounces", "bot"])
def test_who_cannot_or_does_not_want_to_play_is_left_out(server: Server, why: str) -> None:
    seek(server, "alice")
    seek(server, "bob")
    match why:
        case "vacation":
            server.hear("bob@example.org", "vacation bob bobpw123 7")
            server.wait(minutes=1)
        case "limit":
            server.hear("bob@example.org", "hex limit bob bobpw123 1")
            seek(server, "bob", 2)
            server.hear("carol@example.org", "hex challenge carol bob")
        case "took it back":
            server.hear("bob@example.org", "hex seek bob bobpw123 0")
        case "began another":
            server.hear("carol@example.org", "hex challenge carol bob")
        case "suspended":
            server.office.act(lambda call: suspend(call, "bob", "spam"))
        case "bounces":
            server.office.act(
                lambda call: call.work.connection.execute(
                    update(ADDRESSES).where(ADDRESSES.c.address_key == "bob@example.org").values(suspended_at=call.at)
                )
            )
        case "bot":
            server.office.act(
                lambda call: call.work.connection.execute(
                    update(USERS).where(USERS.c.userid_key == "bob").values(bot="program")
                )
            )

    assert match(server) == 0


def test_who_sought_challenges_before_they_were_matched_is_left_alone(server: Server) -> None:
    seek(server, "alice")
    seek(server, "bob")
    server.office.act(lambda call: call.work.connection.execute(update(GAME_LIMITS).values(seeking_since=None)))
    assert match(server) == 0

    seek(server, "alice")
    seek(server, "bob")

    assert match(server) == 1


def test_those_who_cannot_play_now_are_in_nobodys_way_however_many_they_are(
    either_server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(seeking, "MOST_SEEKERS", 2)
    either_server.sign_up("dave")
    for userid in ("alice", "bob"):
        seek(either_server, userid)
    either_server.hear("alice@example.org", "hex challenge alice bob")
    for userid in ("alice", "bob"):
        seek(either_server, userid, 2)
        either_server.hear(f"{userid}@example.org", f"hex limit {userid} {WORDS[userid]} 1")
    for userid in ("carol", "dave"):
        seek(either_server, userid)

    assert match(either_server) == 1

    assert {"carol", "dave"} in boards(either_server)


def test_a_closed_game_brings_nobody_together(server: Server) -> None:
    seek(server, "alice")
    seek(server, "bob")
    server.office.act(lambda call: call.work.games.set_open("hex", False))

    assert match(server) == 0


SEEKERS = st.lists(st.tuples(st.integers(0, 3000), st.integers(0, 50)), max_size=12).map(
    lambda drawn: [
        Seeker(Player(number, f"player{number}"), rating, datetime(2024, 3, 1, tzinfo=UTC) + timedelta(days=day))
        for number, (rating, day) in enumerate(drawn)
    ]
)


@given(SEEKERS, st.integers(2, 4), st.sets(st.frozensets(st.integers(0, 11), min_size=2, max_size=2), max_size=20))
def test_nobody_is_in_two_groups_nor_with_somebody_from_whom_they_are_to_be_kept(
    seekers: list[Seeker], size: int, pairs: set[frozenset[int]]
) -> None:
    players = [each.player for each in seekers]
    apart = {frozenset(players[number] for number in pair) for pair in pairs if max(pair) < len(players)}

    found = list(groups(seekers, size, apart))

    matched = [player for group in found for player in group]
    assert len(matched) == len(set(matched))
    assert all(len(group) == size for group in found)
    together = {frozenset(pair) for group in found for pair in combinations(group, 2)}
    assert not together & apart
    if len(players) >= size and not apart:
        longest = min(seekers, key=lambda each: (each.since, each.player.id))
        assert found[0][0] == longest.player
        assert len(found) == len(players) // size
