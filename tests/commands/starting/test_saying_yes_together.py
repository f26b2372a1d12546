"""Who says yes at the same moment, by several connections: one board comes of it, as if one had come first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor

import pytest

from pbmserv.letters.reply_address import Tag, tokens_in
from pbmserv.storage.database import Database
from tests.conversation import PLAYERS, Reply, Server

ALICE, BOB = "alice@example.org", "bob@example.org"
GUESTS = ("caro@friends.example", "dan@friends.example")


@pytest.fixture
def servers(database: Database, database_url: str) -> Iterator[tuple[Server, Server]]:
    """A server, and another process on the same database."""
    one, second = Server(database), Database(database_url)
    for player, password in PLAYERS.items():
        one.enrol(player, password)
    yield one, Server(second)
    second.close()


def together(servers: Sequence[Server], *said: tuple[str, str]) -> list[Reply]:
    """What comes of it when each of these says something at the same moment."""
    with ThreadPoolExecutor(len(said)) as threads:
        return list(threads.map(lambda server, each: server.say(*each), servers, said))


def invited(server: Server) -> str:
    """The code with which alice has invited a friend."""
    letter = server.hear(ALICE, f"hex challenge alice {GUESTS[0]}").letter_to(GUESTS[0])
    return tokens_in([letter.reply_to or ""])[Tag.CODE]


def boards(server: Server) -> int:
    return len(server.everything_stored()["boards"])


@pytest.mark.long
def test_two_who_want_a_rematch_get_one_board(servers: tuple[Server, Server]) -> None:
    one = servers[0]
    one.hear(ALICE, "hex challenge alice bob")
    one.hear(ALICE, "hex move 101 alice secret7 a1")
    one.hear(BOB, "hex move 101 bob bobpw123 b2")
    one.hear(ALICE, "hex resign 101 alice secret7")

    replies = together(servers, (ALICE, "hex rematch 101 alice secret7"), (BOB, "hex rematch 101 bob bobpw123"))

    assert [reply.error for reply in replies] == ["", ""]
    assert boards(one) == 2


@pytest.mark.long
def test_the_last_of_several_guests_begins_the_game_whoever_that_is(servers: tuple[Server, Server]) -> None:
    one = servers[0]
    invited = one.hear(ALICE, f"triominoes challenge alice {' '.join(GUESTS)}")
    codes = [tokens_in([invited.letter_to(guest).reply_to or ""])[Tag.CODE] for guest in GUESTS]

    replies = together(
        servers, *((guest, f"invitation {code} yes") for guest, code in zip(GUESTS, codes, strict=True))
    )

    assert [reply.error for reply in replies] == ["", ""]
    assert boards(one) == 1
    assert one.everything_stored()["invitations"] == []


@pytest.mark.long
@pytest.mark.parametrize("others", [GUESTS, GUESTS[::-1]])
def test_of_two_who_invite_the_same_friends_one_has_letters_sent(
    servers: tuple[Server, Server], others: Sequence[str]
) -> None:
    one = servers[0]

    for number in range(3):
        friends = [address.replace("@", f"{number}@") for address in GUESTS]
        same = [address.replace("@", f"{number}@") for address in others]
        replies = together(
            servers,
            (ALICE, f"triominoes challenge alice {' '.join(friends)}"),
            (BOB, f"triominoes challenge bob {' '.join(same)}"),
        )

        assert [reply.error for reply in replies] == ["", ""]
        sent = [reader for reply in replies for reader in reply.readers if reader in friends]
        assert sorted(sent) == sorted(friends)
        for userid in ("alice", "bob"):
            one.hear(f"{userid}@example.org", f"triominoes uninvite {userid} {PLAYERS[userid]}")


@pytest.mark.long
def test_the_same_yes_that_comes_twice_makes_one_player(servers: tuple[Server, Server]) -> None:
    one = servers[0]
    code = invited(one)

    replies = together(servers, *[(GUESTS[0], f"invitation {code} yes")] * 2)

    assert sorted(reply.ok for reply in replies) == [False, True]
    assert boards(one) == 1


@pytest.mark.long
def test_a_yes_and_taking_it_back_leave_either_a_board_or_nothing(servers: tuple[Server, Server]) -> None:
    one = servers[0]
    code = invited(one)

    yes, back = together(servers, (GUESTS[0], f"invitation {code} yes"), (ALICE, "hex uninvite alice secret7"))

    assert boards(one) == yes.ok
    assert back.ok != yes.ok
    assert one.everything_stored()["invited"] == []


@pytest.mark.long
def test_of_two_who_take_over_a_seat_one_gets_it(servers: tuple[Server, Server]) -> None:
    one = servers[0]
    one.sign_up("dave")
    one.enrol("erin", "erinpw78")
    one.hear(ALICE, "yacht challenge alice bob carol")
    for move in ("alice secret7 choice", "bob bobpw123 choice", "carol secret9 choice"):
        one.hear(f"{move.split()[0]}@example.org", f"yacht move 101 {move}")
    one.hear(ALICE, "yacht move 101 alice secret7 aces")
    one.hear(BOB, "yacht move 101 bob bobpw123 aces")
    one.hear("carol@example.org", "yacht resign 101 carol secret9")
    one.hear(ALICE, "yacht substitute 101 alice secret7 anyone")
    one.hear(BOB, "yacht substitute 101 bob bobpw123 yes")

    replies = together(
        servers,
        ("dave@example.org", "yacht join 101 dave davepw45"),
        ("erin@example.org", "yacht join 101 erin erinpw78"),
    )

    assert sorted(reply.ok for reply in replies) == [False, True]
    [refused] = [reply.error for reply in replies if not reply.ok]
    assert "has taken over the seat of carol" in refused
    assert len(one.everything_stored()["earlier_players"]) == 1
