"""Who gets letters: players at confirmed addresses, and strangers only where their mail shows that it is theirs."""

from __future__ import annotations

import pytest

from tests.conversation import Server


def test_a_stranger_is_answered_where_the_mail_is_surely_theirs(server: Server) -> None:
    assert server.say("stranger@example.com", "help").readers == {"stranger@example.com"}


@pytest.mark.parametrize(
    "line", ["help", "list", "nonsense", "trichet challenge alice bob", "trichet games", "confirm k3m8pwx2vq7rnt4ha"]
)
def test_a_stranger_is_not_answered_where_the_mail_may_be_forged(server: Server, line: str) -> None:
    reply = server.say("victim@example.com", line, may_answer_stranger=False)

    assert reply.readers == set()
    assert not any("victim@example.com" in letter["recipients"] for letter in server.outbox())


def test_an_answer_that_nobody_gets_is_still_known_to_the_caller(server: Server) -> None:
    reply = server.say("victim@example.com", "nonsense", may_answer_stranger=False)

    assert reply.letter.to == ()
    assert reply.letter.subject == "What you wrote"


def test_a_player_is_answered_in_any_case(server: Server) -> None:
    assert server.say("Alice@Example.ORG", "help", may_answer_stranger=False).readers == {"Alice@Example.ORG"}


def test_a_player_is_told_of_moves_that_came_from_a_strange_address(server: Server) -> None:
    server.hear("alice@example.org", "trichet challenge alice bob")

    reply = server.say("bob@holiday.example", "trichet move 101 bob bobpw123 d3", may_answer_stranger=False)

    assert reply.ok
    assert reply.readers == {"alice@example.org", "bob@example.org"}


@pytest.mark.parametrize("line", ["move 101 alice secret7 5", "move 101 alice secret7 99"])
def test_at_a_strange_address_no_letter_asks_to_be_answered_with_a_move_alone(server: Server, line: str) -> None:
    server.hear("alice@example.org", "goofspiel challenge alice bob")

    reply = server.say("alice@holiday.example", f"goofspiel {line}")

    letters = {letter["recipients"][0]: letter for letter in server.outbox()}
    assert reply.letter_to("alice@holiday.example").says in {"Choice kept", "Not done"}
    # What answers a refusal is a command, from anybody.
    of_help = server.hear("mallory@example.com", "help").letter.reply_to
    assert letters["alice@holiday.example"]["headers"].get("Reply-To") in {None, of_help}
    assert "your move" not in letters["alice@holiday.example"]["text"]
    assert "just answer this letter" not in letters["alice@holiday.example"]["text"]
    assert "Reply-To" in letters["alice@example.org"]["headers"]


def test_nobody_is_signed_up_by_a_mail_that_may_be_forged(server: Server) -> None:
    before = server.everything_stored()

    reply = server.say("victim@example.com", "signup victim secret10", may_answer_stranger=False)

    assert reply.error.startswith("It is not certain that your letter came from victim@example.com:")
    assert reply.readers == set()
    assert server.everything_stored() == before


def test_an_address_from_a_mail_that_may_be_forged_needs_a_code(server: Server) -> None:
    reply = server.say("victim@example.com", "signup victim secret10 victim@example.com", may_answer_stranger=False)

    assert [letter.subject for letter in reply.letters if letter.to] == ["Is this your address?"]
    assert "victim@example.com" not in server.hear("alice@example.org", "trichet challenge alice victim").readers


def test_the_operator_gets_no_mail(server: Server) -> None:
    reply = server.say(None, "trichet challenge alice bob")

    assert reply.readers == {"alice@example.org", "bob@example.org"}
    assert server.say(None, "help").readers == set()


def test_what_goes_to_nobody_is_not_put_into_the_outbox(server: Server) -> None:
    before = len(server.outbox())

    server.say(None, "help")
    server.say("victim@example.com", "help", may_answer_stranger=False)

    assert len(server.outbox()) == before


def test_a_suspended_address_gets_nothing_until_it_is_lifted(server: Server) -> None:
    server.hear("alice@work.example", "add alice secret7")
    with server.database.writing() as connection:
        connection.exec_driver_sql(
            "UPDATE addresses SET suspended_at = '2024-03-01 12:00:00' WHERE address = 'alice@work.example'"
        )

    reply = server.say("bob@example.org", "trichet challenge alice bob")

    assert reply.readers == {"alice@example.org", "bob@example.org"}
