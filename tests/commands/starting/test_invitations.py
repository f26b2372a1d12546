"""Somebody who has no account is invited by mail address: one letter, and nothing begins before they answer."""

from __future__ import annotations

import re
from datetime import timedelta
from hashlib import sha256
from typing import Any

import pytest
from sqlalchemy import text

from pbmserv.commands.requests.credentials import Credential
from pbmserv.commands.requests.reply import Reply as Answered
from pbmserv.games.catalogue import installed
from pbmserv.letters.reply_address import Tag, tokens_in
from pbmserv.mail.pruning import forget_old_mail
from pbmserv.post_office import PostOffice, Request
from pbmserv.scheduler import Scheduler
from pbmserv.storage.invitations import Invitations
from pbmserv.storage.players import folded
from tests.conversation import Reply, Server
from tests.post import arrive, inbox, mails, read

ALICE, CAROL = "alice@example.org", "caro@friends.example"
INVITE = f"hex challenge alice {CAROL}"


def code_of(reply: Reply, address: str = CAROL) -> str:
    """The code in an invitation that was sent to this address."""
    return tokens_in([reply.letter_to(address).reply_to or ""])[Tag.CODE]


def answer(server: Server, code: str, said: str, sender: str = CAROL, more: str = "") -> Reply:
    """What comes of an answer to the letter with this code, as it is read in a mail."""
    request = Request(
        Credential(sender),
        (said,),
        reply=Answered(
            said, more, more, f"{said}\n{more}", "Invitation to Hex from alice", code=code, is_answer=True
        ),
    )
    return Reply(server.office.handle(request))


def rows(server: Server, table: str) -> list[Any]:
    with server.database.reading() as connection:
        return list(connection.execute(text(f"SELECT * FROM {table}")))  # noqa: S608 - a name of ours


def wants_none(server: Server, address: str = CAROL) -> bool:
    """Whether it is kept that the owner of this address has said no."""
    with server.database.writing() as connection:
        invitations = Invitations(connection)
        return bool(invitations.unwanted([invitations.hash_of(folded(address))]))


def test_an_invitation_is_one_letter_and_begins_nothing(either_server: Server) -> None:
    reply = either_server.hear(ALICE, INVITE, comment="Remember the summer at the lake?")

    assert reply.readers == {ALICE, CAROL}
    letter = reply.letter_to(CAROL)
    assert letter.subject == "Invitation to Hex from alice"
    assert "alice invites you to a game of Hex: " in letter.text
    assert "Remember the summer at the lake?" in letter.text
    assert "You will play as caro." in letter.text
    assert "this one lapses after 14 days, and we send no other." in " ".join(letter.text.split())
    assert letter.body
    assert letter.body.seen
    assert "alice@" not in letter.text
    assert reply.letter_to(ALICE).subject == "Your invitation"
    assert "c***@friends.example" in reply.letter_to(ALICE).text
    assert rows(either_server, "boards") == []


def test_yes_makes_a_player_of_the_confirmed_address_and_begins_the_board(either_server: Server) -> None:
    code = code_of(either_server.hear(ALICE, INVITE, comment="Hello!"))

    reply = answer(either_server, code, "Yes")

    assert reply.ok, reply.error
    subjects = {letter.subject for letter in reply.letters if CAROL in letter.to}
    assert subjects == {"You are in", "Hex Board 101"}
    assert reply.letter_to(ALICE).subject == "Hex Board 101"
    assert "alice writes:\n\nHello!" in reply.letter_to(ALICE).text
    assert either_server.hear(CAROL, "hex challenge caro alice").subject == "Hex Board 102"
    assert rows(either_server, "invited") == rows(either_server, "invitations") == []
    assert not wants_none(either_server)


def test_a_bot_that_plays_along_is_called_one(server: Server) -> None:
    letter = server.hear(ALICE, f"yacht challenge alice Bot-Easy {CAROL}").letter_to(CAROL)

    assert "A: alice\nB: Bot-Easy (bot)\nC: you\n" in letter.text


def test_the_first_letter_says_who_has_said_yes_and_nobodys_address(server: Server) -> None:
    invited = server.hear(ALICE, f"triominoes challenge alice {CAROL} bob dan@friends.example")
    answer(server, code_of(invited), "name robin")

    reply = answer(server, code_of(invited, "dan@friends.example"), "yes", "dan@friends.example")

    why = "The server writes: alice has invited robin and dan, who have said yes: so the game begins. Have fun!"
    for reader in (ALICE, CAROL, "bob@example.org", "dan@friends.example"):
        begun = next(each for each in reply.letters if reader in each.to and each.subject == "Triominoes Board 101")
        assert why in " ".join(begun.text.split())
        assert "friends.example" not in begun.text


def test_an_answer_with_a_name_is_a_yes_under_that_name(server: Server) -> None:
    reply = answer(server, code_of(server.hear(ALICE, INVITE)), "name Robin")

    assert "Welcome to games@example.net, Robin!" in next(
        letter.text for letter in reply.letters if letter.subject == "You are in"
    )


def test_the_new_player_chooses_a_password_by_the_way_of_those_who_have_forgotten_theirs(server: Server) -> None:
    answer(server, code_of(server.hear(ALICE, INVITE)), "yes")

    [code] = re.findall(r"change password caro (\w{17})", server.hear(CAROL, "forgot caro").text)

    assert server.say(CAROL, f"change password caro {code} a-word-of-hers").ok
    assert server.say(CAROL, "hex showas caro a-word-of-hers 101").ok


def test_no_ends_it_tells_the_inviter_and_is_never_asked_again(either_server: Server) -> None:
    code = code_of(either_server.hear(ALICE, INVITE))

    reply = answer(either_server, code, "No, thank you!")

    assert reply.ok
    assert "c***@friends.example was invited does not begin" in " ".join(reply.letter_to(ALICE).text.split())
    assert "no invitation from here comes to this address any more" in " ".join(reply.text.split())
    assert rows(either_server, "invited") == []
    again = either_server.hear("bob@example.org", f"hex challenge bob {CAROL}")
    assert again.readers == {"bob@example.org"}
    assert CAROL not in str([rows(either_server, table) for table in ("invited", "invitations", "uninvited")])


def test_without_an_answer_it_lapses_and_nothing_is_kept(server: Server) -> None:
    code = code_of(server.hear(ALICE, INVITE))
    server.wait(days=14)

    assert not answer(server, code, "yes").ok
    server.wait(days=1)
    forget_old_mail(server.database, timedelta(days=30), server.now)

    assert [rows(server, table) for table in ("invited", "invitations", "boards")] == [[], [], []]
    [(mark,)] = rows(server, "uninvited")
    assert re.fullmatch("[0-9a-f]{64}", mark)
    assert mark != sha256(CAROL.encode()).hexdigest()


def test_a_no_in_words_of_ones_own_ends_this_invitation_and_no_others(either_server: Server) -> None:
    guest = "carol@example.org"
    code = code_of(either_server.hear(ALICE, f"hex challenge alice {guest}"), guest)

    reply = answer(either_server, code, "No, sorry, no time", guest)

    assert reply.ok, reply.error
    assert "does not begin: who was invited has said no." in " ".join(reply.letter_to(ALICE).text.split())
    assert "any more" not in reply.letter_to(guest).text
    assert rows(either_server, "invited") == []
    assert not wants_none(either_server, guest)
    assert guest in either_server.hear("bob@example.org", f"hex challenge bob {guest}").readers


def clockwork(server: Server) -> Scheduler:
    return Scheduler(server.database, server.office, installed())


def test_that_it_has_lapsed_is_told_to_the_inviter_once(either_server: Server) -> None:
    either_server.hear(ALICE, INVITE)
    either_server.wait(days=14, seconds=-1)
    assert not clockwork(either_server).is_due(either_server.now)

    either_server.wait(seconds=1)
    assert clockwork(either_server).is_due(either_server.now)
    assert clockwork(either_server).make_round(either_server.now, dry_run=True).lapsed == 1
    made = clockwork(either_server).make_round(either_server.now)

    [letter] = made.letters
    assert (letter.to, letter.subject, made.lapsed) == ((ALICE,), "No game has been started", 1)
    assert letter.text.startswith(
        "You have invited somebody to a game of Hex, on 2024-03-01. For 14 days nobody\n"
        "has answered, and so the invitation has lapsed: no game begins, and the address\n"
        "is forgotten. Who is no player gets no second letter: to play with them after\n"
        "all, ask them to sign up.\n\nWhoever"
    )
    assert letter.unasked
    assert rows(either_server, "invited") == rows(either_server, "invitations") == []
    assert clockwork(either_server).make_round(either_server.now).letters == []
    assert not clockwork(either_server).is_due(either_server.now)


def test_the_lapse_tells_nothing_of_who_was_invited(server: Server) -> None:
    answer(server, code_of(server.hear(ALICE, INVITE)), "no")
    told = []
    for address in (CAROL, "stranger@friends.example", "bob@example.org"):
        server.hear(ALICE, f"hex challenge alice {address}")
        server.wait(days=14)
        told += clockwork(server).make_round(server.now).letters

    assert [letter.to for letter in told] == [(ALICE,)] * 3
    assert len({re.sub(r"on 2024-\d\d-\d\d", "", " ".join(letter.text.split())) for letter in told}) == 1


def test_where_several_were_invited_those_who_have_said_yes_are_told_too(server: Server) -> None:
    invited = server.hear(ALICE, f"triominoes challenge alice {CAROL} dan@friends.example")
    answer(server, code_of(invited), "name robin")
    server.wait(days=14)

    made = clockwork(server).make_round(server.now)

    to_alice, to_robin = (" ".join(letter.text.split()) for letter in made.letters)
    assert [letter.to for letter in made.letters] == [(ALICE,), (CAROL,)]
    assert "You have invited 2 people to a game of Triominoes" in to_alice
    assert "not all of them have answered" in to_alice
    assert "The game of Triominoes with alice to which you have said yes does not begin" in to_robin
    assert "dan@" not in to_alice + to_robin


def test_what_was_answered_or_taken_back_does_not_lapse(server: Server) -> None:
    answer(server, code_of(server.hear(ALICE, INVITE)), "name robin")
    server.hear(ALICE, "y challenge alice dan@friends.example")
    server.hear(ALICE, "y uninvite alice secret7")
    server.wait(days=5)

    assert clockwork(server).make_round(server.now + timedelta(days=14)).lapsed == 0


def test_the_operator_s_invitation_lapses_without_a_letter(server: Server) -> None:
    server.hear(None, INVITE)
    server.wait(days=14)

    made = clockwork(server).make_round(server.now)

    assert (made.lapsed, made.letters, rows(server, "invited")) == (1, [], [])


def test_that_of_a_game_that_is_not_installed_any_more_is_forgotten(server: Server) -> None:
    server.hear(ALICE, INVITE)
    server.wait(days=14)
    without = {word: game for word, game in installed().items() if word != "hex"}

    office = PostOffice(server.database, without, server.address, server.passwords)

    made = Scheduler(server.database, office, without).make_round(server.now)

    assert (made.lapsed, made.letters, rows(server, "invited")) == (1, [], [])


def test_nobody_gets_a_second_letter_for_the_same_invitation(server: Server) -> None:
    server.hear(ALICE, INVITE)

    reply = server.say(ALICE, "hex challenge alice Caro+games@friends.example")

    assert reply.error.startswith("You have invited somebody at this address to Hex already")
    assert reply.readers == {ALICE}


def test_nor_to_another_game_while_it_waits_whosever_address_it_is(server: Server) -> None:
    for address in (CAROL, "bob@example.org"):
        server.hear(ALICE, f"hex challenge alice {address}")

        refused = server.say(ALICE, f"y challenge alice {address}").error

        assert refused == (
            "You have invited somebody at this address to Hex already, and they get no second letter: wait for the"
            ' answer, or take it back with "hex uninvite".'
        )


def test_who_is_no_player_gets_one_letter_and_never_a_second_one(either_server: Server) -> None:
    told = either_server.hear(ALICE, INVITE).letter_to(ALICE)

    # Not from another, not once it was taken back, and not once it has lapsed.
    assert either_server.hear("bob@example.org", f"hex challenge bob {CAROL}").readers == {"bob@example.org"}
    either_server.hear(ALICE, "hex uninvite alice secret7")
    again = either_server.hear(ALICE, f"hex challenge alice Caro+x@{CAROL.partition('@')[2]}")
    assert again.readers == {ALICE}
    # Nobody can tell.
    assert again.letter_to(ALICE).text == told.text.replace("c***", "C***")
    either_server.wait(days=20)
    clockwork(either_server).make_round(either_server.now)
    assert either_server.hear(ALICE, INVITE).readers == {ALICE}
    assert CAROL not in str([rows(either_server, table) for table in ("invited", "invitations", "uninvited")])


def test_who_has_become_a_player_can_be_invited_again(server: Server) -> None:
    answer(server, code_of(server.hear(ALICE, INVITE)), "name robin")

    assert CAROL in server.hear("bob@example.org", f"hex challenge bob {CAROL}").readers


def test_a_player_gets_no_more_than_three_invitations_a_day_whoever_invites(server: Server) -> None:
    server.enrol("dave", "rook-takes-e4")
    for userid in ("alice", "bob", "carol"):
        assert (
            "dave@example.org"
            in server.hear(f"{userid}@example.org", f"y challenge {userid} dave@example.org").readers
        )
    server.hear(ALICE, "y uninvite alice secret7")

    reply = server.hear(ALICE, "y challenge alice dave@example.org")

    assert reply.readers == {ALICE}


def test_invitations_count_as_letters_to_strangers(server: Server) -> None:
    for number in range(8):
        server.hear(ALICE, f"hex challenge alice friend{number}@friends.example")

    reply = server.say(ALICE, "hex challenge alice one-more@friends.example")

    assert reply.error.startswith("You can have 8 letters sent within a day to addresses that are not yours")


@pytest.mark.parametrize(
    ("address", "name"),
    [
        ("bot-carl@friends.example", "carl"),
        ("bot-.bot-easy@friends.example", "easy"),
        ("bot-@friends.example", "guest"),
        ("yes@friends.example", "yes2"),
        ("hex@friends.example", "hex2"),
        ("1234@friends.example", "guest"),
        ("alice@friends.example", "alice2"),
    ],
)
def test_the_name_that_comes_with_a_yes_is_one_that_can_be_had(server: Server, address: str, name: str) -> None:
    invited = server.hear(ALICE, f"hex challenge alice {address}")

    begun = answer(server, code_of(invited, address), "yes", address)

    assert f"You will play as {name}." in " ".join(invited.letter_to(address).text.split())
    assert f"alice (Vertical), {name} (Horizontal)" in begun.letter_to(ALICE).text


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("hex challenge alice alice@example.org", "alice@example.org is your own address"),
        (f"hex challenge bob {CAROL}", "Only who plays along can invite somebody by mail address"),
        ("hex challenge alice games@example.net", "That is an address of this server itself"),
        ("hex challenge alice no-reply@shop.example", "looks like the address of a program or an office"),
        ("hex challenge alice chess-list@club.example", "looks like the address of a program or an office"),
        (f"triominoes challenge alice {CAROL} CARO+x@friends.example", "is named more than once"),
        ("hex challenge alice zoë@friends.example", "This is not a mail address."),
        ("hex challenge alice carol@", "This is not a mail address."),
        (f"hex challenge alice bob {CAROL}", "Hex is played by 2 players, and 3 are named."),
    ],
)
def test_who_cannot_be_invited(server: Server, line: str, words: str) -> None:
    reply = server.say(ALICE, line)

    assert words in reply.error
    assert reply.readers == {ALICE}
    assert rows(server, "invitations") == []


def test_an_address_with_a_domain_of_other_letters_is_written_to_as_mail_servers_know_it(server: Server) -> None:
    reply = server.hear(ALICE, "hex challenge alice zoe@bücher.example")

    assert reply.readers == {ALICE, "zoe@xn--bcher-kva.example"}


def test_nobody_is_told_whether_an_address_is_a_players(server: Server) -> None:
    of_player = server.hear(ALICE, "hex challenge alice carol@example.org")
    of_stranger = server.hear(ALICE, "hex challenge alice chris@example.org")

    assert of_player.letter_to(ALICE) == of_stranger.letter_to(ALICE)
    assert "Hex Board" not in of_player.letter_to(ALICE).subject


def test_a_player_who_is_invited_by_address_plays_as_that_player_once_they_say_yes(server: Server) -> None:
    invited = server.hear(ALICE, "hex challenge alice carol@example.org")

    reply = answer(server, code_of(invited, "carol@example.org"), "yes", "carol@example.org")

    assert "You will play as carol." in invited.letter_to("carol@example.org").text
    assert "alice (Vertical), carol (Horizontal)" in reply.letter_to(ALICE).text
    assert len(rows(server, "addresses")) == 3


def test_an_invitation_passes_no_limit_that_a_player_has_set(server: Server) -> None:
    server.hear("carol@example.org", "hex reject carol secret9")

    reply = server.hear(ALICE, "hex challenge alice carol@example.org")

    assert reply.readers == {ALICE}
    assert "Your invitation" in reply.subject


def test_where_several_players_have_an_address_the_answer_has_to_say_which(server: Server) -> None:
    server.hear("carol@example.org", "signup carl a-word-of-carl")
    code = code_of(server.hear(ALICE, "hex challenge alice carol@example.org"), "carol@example.org")

    assert "Several players have this address" in answer(server, code, "yes", "carol@example.org").error
    assert "carl (Horizontal)" in answer(server, code, "name carl", "carol@example.org").letter_to(ALICE).text


def test_a_letter_that_was_passed_on_is_no_yes_of_another(server: Server) -> None:
    code = code_of(server.hear(ALICE, INVITE))

    reply = answer(server, code, "yes", sender="dave@elsewhere.example")

    assert reply.error.startswith("This invitation is for the address that it was sent to")
    assert len(rows(server, "addresses")) == 3
    assert answer(server, code, "yes").ok


@pytest.mark.parametrize("name", ["bob", "BOB"])
def test_a_name_that_somebody_has_is_refused_and_the_invitation_stays(server: Server, name: str) -> None:
    code = code_of(server.hear(ALICE, INVITE))

    reply = answer(server, code, f"name {name}")

    assert "is taken: answer once more, with another name in a line like this: name " in reply.error
    assert reply.letter_to(CAROL).reply_to == f"games+c-{code}@example.net"
    assert answer(server, code, "name caro").ok


def test_a_word_that_nobody_knows_is_asked_about_in_a_letter_that_can_be_answered(server: Server) -> None:
    code = code_of(server.hear(ALICE, INVITE))

    reply = answer(server, code, "Robin")

    assert reply.error.startswith("alice invites you to a game of Hex. Do you want to play?")
    assert reply.letter_to(CAROL).reply_to == f"games+c-{code}@example.net"
    body = reply.letter_to(CAROL).body
    assert body
    assert [offer.words for offer in body.offers] == ["Yes", "No"]
    assert rows(server, "boards") == []


@pytest.mark.parametrize("said", ["What is this?", "Who are you?", "Hi alice, how do I play?"])
def test_who_asks_what_it_is_is_told_and_asked_again(server: Server, said: str) -> None:
    code = code_of(server.hear(ALICE, INVITE))

    reply = answer(server, code, said)

    assert reply.error.startswith("alice invites you to a game of Hex. Do you want to play?")
    assert "This is pbmserv at games@example.net, a program by which people play board games by mail" in reply.error
    assert "It is not clear" not in reply.error
    assert answer(server, code, "yes").ok


class TestFirstMove:
    """A guest answers the invitation with a move."""

    WHITE = f"chess challenge {CAROL} alice"
    """The guest moves first."""

    def test_it_is_asked_about_and_played_with_the_yes(self, either_server: Server) -> None:
        server = either_server
        code = code_of(server.hear(ALICE, self.WHITE))

        asked = answer(server, code, "e4")

        assert asked.error.startswith(
            "alice invites you to a game of Chess. Shall it begin, with e4 as your first move?"
        )
        assert asked.letter_to(CAROL).reply_to == f"games+c-{code}2@example.net"
        assert rows(server, "boards") == []
        begun = answer(server, code_of(asked), "yes", more="Have fun!")
        assert begun.letter_to(ALICE).subject == "Chess Board 101"
        assert begun.letter_to(ALICE).headline == "Your turn: Chess Board 101"
        assert "caro (White): e4\n" in begun.letter_to(ALICE).text
        assert "caro writes:\n\nyes\nHave fun!" in begun.letter_to(ALICE).text
        assert server.hear(ALICE, "chess move 101 alice secret7 e5").ok

    @pytest.mark.parametrize(
        ("said", "move"),
        [("Yes! In the middle", "c3"), ("Yes, e4", "e4"), ("Gerne, links oben.", "a1"), ("middle", "c3")],
    )
    def test_a_place_that_is_meant_is_asked_about_too_beside_a_yes(
        self, server: Server, said: str, move: str
    ) -> None:
        code = code_of(server.hear(ALICE, f"hex challenge {CAROL} alice -size=5"))

        asked = answer(server, code, said)

        assert asked.error.startswith(
            f"alice invites you to a game of Hex. Shall it begin, with {move} as your first"
        )
        assert rows(server, "boards") == []
        assert f"caro (Vertical): {move}\n" in answer(server, code_of(asked), "yes").letter_to(ALICE).text

    def test_who_moves_second_is_asked_whether_the_game_shall_begin(self, server: Server) -> None:
        code = code_of(server.hear(ALICE, f"hex challenge alice {CAROL} -size=5"))

        asked = answer(server, code, "Yes! In the middle")

        assert asked.error.startswith("In the middle is a move, and the game of Hex with alice has not begun yet.")
        assert answer(server, code_of(asked), "yes").ok

    def test_of_two_moves_the_letter_answered_decides(self, server: Server) -> None:
        code = code_of(server.hear(ALICE, self.WHITE))
        first, second = answer(server, code, "e4"), answer(server, code, "I play d4!")
        again = answer(server, code_of(first), "Hm, I do not know.")

        assert [code_of(each) for each in (first, second, again)] == [f"{code}2", f"{code}3", f"{code}2"]
        assert "with e4 as your first move?" in again.error
        assert "caro (White): e4\n" in answer(server, code_of(first), "Yes, please").letter_to(ALICE).text

    def test_a_yes_to_the_invitation_itself_plays_nothing(self, server: Server) -> None:
        code = code_of(server.hear(ALICE, self.WHITE))
        answer(server, code, "e4")

        assert "It is caro's turn" in answer(server, code, "yes").letter_to(ALICE).text

    def test_with_a_name_it_is_played_by_that_name(self, server: Server) -> None:
        asked = answer(server, code_of(server.hear(ALICE, self.WHITE)), "e4")

        assert "robin (White): e4\n" in answer(server, code_of(asked), "name robin").letter_to(ALICE).text

    def test_eight_are_asked_about_and_the_ninth_not(self, server: Server) -> None:
        code = code_of(server.hear(ALICE, self.WHITE))
        moves = ["a3", "b3", "c3", "d3", "e3", "f3", "g3", "h3", "a4"]

        asked = [answer(server, code, move) for move in moves]

        assert [code_of(each) for each in asked] == [*(f"{code}{which}" for which in "23456789"), code]
        assert "with h3 as your first move?" in asked[7].error
        assert asked[8].error.startswith("a4 is a move, and the game of Chess with alice has not begun yet.")
        assert "caro (White): h3\n" in answer(server, code_of(asked[7]), "yes").letter_to(ALICE).text

    @pytest.mark.parametrize(
        ("challenge", "line"),
        [(f"chess challenge alice {CAROL}", "e4"), (f"yacht challenge {CAROL} alice", "keep 1 2")],
        ids=["somebody else moves first", "something is rolled first"],
    )
    def test_who_cannot_make_it_is_asked_without_it(self, server: Server, challenge: str, line: str) -> None:
        code = code_of(server.hear(ALICE, challenge))

        asked = answer(server, code, line)

        assert "first move?" not in asked.error
        assert code_of(asked) == code
        assert answer(server, code, "yes").ok

    def test_a_move_that_breaks_the_rules_is_only_asked_about_as_any_word(self, server: Server) -> None:
        code = code_of(server.hear(ALICE, self.WHITE))

        assert answer(server, code, "e5").error.startswith(
            "alice invites you to a game of Chess. Do you want to play?"
        )

    def test_after_the_invitation_has_been_taken_back_the_yes_is_told_so(self, server: Server) -> None:
        asked = answer(server, code_of(server.hear(ALICE, self.WHITE)), "e4")
        server.hear(ALICE, "chess uninvite alice secret7")

        assert answer(server, code_of(asked), "yes").error.startswith("This invitation is not open any more")

    def test_a_second_yes_plays_nothing_more(self, server: Server) -> None:
        asked = answer(server, code_of(server.hear(ALICE, self.WHITE)), "e4")
        answer(server, code_of(asked), "yes")

        assert not answer(server, code_of(asked), "yes").ok
        assert len(rows(server, "boards")) == 1

    def test_it_is_kept_until_all_have_answered(self, server: Server) -> None:
        invited = server.hear(None, f"hex challenge {CAROL} dan@friends.example")
        asked = answer(server, code_of(invited), "d3")

        assert answer(server, code_of(asked), "yes").ok
        assert rows(server, "boards") == []
        begun = answer(server, code_of(invited, "dan@friends.example"), "yes", sender="dan@friends.example")
        [board] = [each for each in begun.letters if each.to == ("dan@friends.example",) and each.page]
        assert "It is your turn, dan: move 2." in board.text

    @pytest.mark.parametrize("behind", ["9", "22", "z"])
    def test_what_stands_behind_a_code_without_a_question_means_nothing(self, server: Server, behind: str) -> None:
        code = code_of(server.hear(ALICE, self.WHITE))

        assert "first move?" not in answer(server, f"{code}{behind}", "Hm.").error
        begun = answer(server, f"{code}{behind}", "yes")
        assert begun.ok == (behind == "9")
        assert not begun.ok or "It is caro's turn" in begun.letter_to(ALICE).text

    def test_who_was_not_invited_is_asked_about_no_move(self, server: Server) -> None:
        code = code_of(server.hear(ALICE, self.WHITE))

        assert "first move?" not in answer(server, code, "e4", sender="eve@friends.example").error
        assert code_of(answer(server, code, "d4")) == f"{code}2"

    def test_the_move_of_a_forwarded_letter_is_nobodys(self, server: Server) -> None:
        asked = answer(server, code_of(server.hear(ALICE, self.WHITE)), "e4")

        assert not answer(server, code_of(asked), "yes", sender="eve@friends.example").ok
        assert rows(server, "boards") == []

    def test_an_answer_to_the_question_that_is_a_no_ends_the_invitation(self, server: Server) -> None:
        asked = answer(server, code_of(server.hear(ALICE, self.WHITE)), "e4")

        assert answer(server, code_of(asked), "no").ok
        assert wants_none(server)

    def test_it_is_answered_by_mail(self, server: Server) -> None:
        server.hear(ALICE, self.WHITE)
        for line in ("e4", "yes"):
            to = [each["Reply-To"] for each in map(read, mails(server)) if each["To"] == CAROL][-1]
            arrive(server, mail(to, line), sender=CAROL, to=[to])

        assert inbox(server)[-1].outcome == "done: invitation ****** yes"
        [told] = [each for each in map(read, mails(server)) if each["To"] == ALICE and "Board" in each["Subject"]]
        assert "caro (White): e4" in str(told.get_body(("plain",))).splitlines()


def test_who_invites_reads_what_the_guest_wrote_beside_the_answer(server: Server) -> None:
    yes = answer(server, code_of(server.hear(ALICE, INVITE)), "Yes, great idea! Long time no see.")

    assert "caro writes:\n\nYes, great idea! Long time no see." in yes.letter_to(ALICE).text


@pytest.mark.parametrize(
    "said",
    ["Yes! I broke my arm last week.", "Gerne! Mein Hund schläft auf dem Sofa.", "Hi Alice! Oui. Le chat dort."],
)
def test_a_yes_in_a_sentence_of_its_own_begins_the_game_whatever_else_the_guest_tells(
    server: Server, said: str
) -> None:
    yes = answer(server, code_of(server.hear(ALICE, INVITE)), said)

    assert f"caro writes:\n\n{said}" in yes.letter_to(ALICE).text
    assert len(rows(server, "boards")) == 1


@pytest.mark.parametrize(
    "said",
    [
        *("Yes! But I start.", "Yes! If it is no war game.", "Yes... I broke my arm.", "Yes! Who are you?"),
        *("Yes. Kidding.", "Yes! I play e5.", "Yes! d4", "Yes! Can we play chess instead?", "Yes! Call me Caro."),
        *("Yes! I am out of the office until Monday.", "Yes, I broke my arm", "Yes ;-) I am coming"),
    ],
)
def test_a_yes_beside_a_doubt_a_move_a_name_or_another_game_begins_none(server: Server, said: str) -> None:
    answer(server, code_of(server.hear(ALICE, INVITE)), said)

    assert rows(server, "boards") == []


def test_who_invites_reads_why_the_guest_says_no(server: Server) -> None:
    no = answer(server, code_of(server.hear(ALICE, INVITE)), "no", more="I have no time.")

    assert "c***@friends.example writes:\n\nno\nI have no time." in no.letter_to(ALICE).text


def test_a_later_letter_to_a_guest_can_be_answered(server: Server) -> None:
    no = answer(server, code_of(server.hear(ALICE, INVITE)), "no")

    assert (no.letter_to(CAROL).reply_to or "").startswith("games+r-")


@pytest.mark.parametrize(
    ("said", "more"),
    [
        ("", ""),
        ("Hello,", "I am out of the office."),
        ("Hello", "I am away until Monday."),
        ("Thanks", ""),
        ("Sehr geehrte Damen und Herren", ""),
        ("Yes I am out of the office until Monday", ""),
        ("Please note that I have left the company", ""),
        ("admin", ""),
        ("hex", ""),
        ("move", ""),
        ("a", ""),
        ("Caro", "Looking forward to it!"),
        ("-1", ""),
        ("'; DROP TABLE users", ""),
        ("Ok. This mailbox is not monitored", ""),
        ("Ok", "This mailbox is not monitored."),
        ("Received", ""),
        ("Busy", ""),
    ],
)
def test_what_is_no_plain_yes_makes_no_player(server: Server, said: str, more: str) -> None:
    code = code_of(server.hear(ALICE, INVITE))

    reply = answer(server, code, said, more=more)

    assert not reply.ok
    assert len(rows(server, "addresses")) == 3
    assert len(rows(server, "invited")) == 1


@pytest.mark.parametrize(
    "said",
    [
        "Yes, but I have never played this before.",
        "No, wait: yes",
        "Not now, maybe later",
        "I do not want this",
        "never mind, I am in",
        "Yes, but not today",
        "Yes, we got your message, and one of our people will answer it as soon as they can",
        "none",
    ],
)
def test_what_is_no_plain_no_is_asked_about_and_ends_nothing(server: Server, said: str) -> None:
    code = code_of(server.hear(ALICE, INVITE))

    reply = answer(server, code, said)

    assert (
        "Answer this letter with yes, with no, or with your name here in a line like this: name robin." in reply.error
    )
    assert reply.readers == {CAROL}
    assert not wants_none(server)
    assert answer(server, code, "yes").ok


@pytest.mark.parametrize(
    "said", ["no", "NO!", "No.", "no thanks", "No, thank you.", "nein danke", "Nope, sorry", "unsubscribe", "stop"]
)
def test_a_short_plain_no_ends_it_and_the_way_back_is_named(server: Server, said: str) -> None:
    code = code_of(server.hear(ALICE, INVITE))

    reply = answer(server, code, said)

    assert wants_none(server)
    assert "    signup USERID PASSWORD\n" in reply.text
    assert "signup" not in reply.letter_to(ALICE).text
    assert server.say(CAROL, "signup caro a-word-of-hers").ok


@pytest.mark.parametrize("line", ["no", "invitation"])
def test_a_no_from_another_address_is_refused_and_changes_nothing(server: Server, line: str) -> None:
    code = code_of(server.hear(ALICE, INVITE))
    stranger, before = "dave@elsewhere.example", server.everything_stored()["invited"]

    reply = answer(server, code, "no", stranger) if line == "no" else server.say(stranger, f"invitation {code} no")

    assert reply.error.startswith("This invitation is for the address that it was sent to")
    assert "Nothing has been changed." in reply.error
    assert reply.readers == {stranger}
    assert server.everything_stored()["invited"] == before
    assert not wants_none(server)


@pytest.mark.parametrize("said", ["yes", "no", "robin", "Thank you, that was fun!"])
def test_who_answers_again_is_told_that_they_are_in(server: Server, said: str) -> None:
    code = code_of(server.hear(ALICE, INVITE))
    answer(server, code, "yes")

    reply = answer(server, code, said)

    assert reply.error.startswith("This invitation has been answered already")
    assert "You are a player here, as caro:" in reply.error
    assert reply.error.endswith('Subject "all show caro".')
    assert server.hear(CAROL, "all show caro").subject == "Boards of caro"
    assert not wants_none(server)


def test_who_answers_again_while_others_have_yet_to_is_told_so(either_server: Server) -> None:
    code = code_of(either_server.hear(ALICE, f"triominoes challenge alice {CAROL} dan@friends.example"))
    answer(either_server, code, "yes")

    assert answer(either_server, code, "yes").error.startswith(
        "You have said yes to this invitation already, and play as caro."
    )
    assert "caro" not in answer(either_server, code, "yes", "dave@elsewhere.example").error


def test_who_has_said_yes_already_cannot_say_it_twice(server: Server) -> None:
    code = code_of(server.hear(ALICE, INVITE))
    answer(server, code, "yes")

    assert not answer(server, code, "yes").ok
    assert len(rows(server, "boards")) == 1


def test_a_game_for_more_waits_for_all_who_were_invited(either_server: Server) -> None:
    invited = either_server.hear(ALICE, f"triominoes challenge alice {CAROL} bob dan@friends.example")
    first = answer(either_server, code_of(invited), "yes")
    assert "We are waiting for 1 more." in " ".join(first.text.split())
    assert rows(either_server, "boards") == []

    reply = answer(either_server, code_of(invited, "dan@friends.example"), "name dan", "dan@friends.example")

    assert reply.ok, reply.error
    assert reply.readers == {ALICE, CAROL, "bob@example.org", "dan@friends.example"}
    order = re.search(r"Players: (.*)", reply.letter_to(ALICE).text)
    assert order
    assert [each.split()[0] for each in order[1].split(", ")][:2] == ["alice", "caro"]


def test_one_no_ends_a_game_for_more_and_tells_those_who_had_said_yes(server: Server) -> None:
    invited = server.hear(ALICE, f"triominoes challenge alice {CAROL} dan@friends.example")
    answer(server, code_of(invited), "yes")

    reply = answer(server, code_of(invited, "dan@friends.example"), "no", "dan@friends.example")

    assert reply.readers == {ALICE, CAROL, "dan@friends.example"}
    assert "dan" not in reply.letter_to(CAROL).text


def test_what_was_taken_back_cannot_be_answered(server: Server) -> None:
    code = code_of(server.hear(ALICE, INVITE))

    assert "your invitation to Hex" in " ".join(server.hear(ALICE, "hex uninvite alice secret7").text.split())

    assert not answer(server, code, "yes").ok
    assert rows(server, "invited") == []
    assert "No invitation of yours to Hex waits" in server.say(ALICE, "hex uninvite alice secret7").error


def test_who_leaves_takes_all_invitations_along(server: Server) -> None:
    server.hear(ALICE, INVITE)

    code = re.search(r"confirm (\w+)", server.hear(ALICE, "signoff alice secret7").letters[0].text)
    assert code
    server.hear(ALICE, f"confirm {code[1]}")

    assert rows(server, "invited") == rows(server, "invitations") == []


def test_what_has_become_impossible_meanwhile_is_refused_and_makes_no_player(server: Server) -> None:
    code = code_of(server.hear(ALICE, INVITE))
    server.hear(ALICE, "hex limit alice secret7 0")

    reply = answer(server, code, "yes")

    assert "alice takes no challenges of Hex" in reply.error
    assert len(rows(server, "addresses")) == 3
    server.hear(ALICE, "hex limit alice secret7 none")
    assert answer(server, code, "yes").ok


def test_the_log_keeps_no_address_that_was_invited(server: Server) -> None:
    reply = server.hear(ALICE, INVITE)

    assert reply.outcome == "done: hex challenge alice ******"
    code = code_of(reply)
    assert code not in answer(server, code, "no").outcome


def test_the_operator_can_invite_for_others(server: Server) -> None:
    reply = server.hear(None, INVITE)

    assert "You are invited to a game of Hex" in reply.letter_to(CAROL).text
    assert answer(server, code_of(reply), "yes").ok


def test_a_challenge_that_may_be_forged_asks_its_sender_first(server: Server) -> None:
    reply = server.say(ALICE, INVITE, envelope="mallory@example.org")

    assert reply.readers == {ALICE}
    [code] = re.findall(r"confirm (\w{17})", reply.text)
    assert CAROL in server.hear(ALICE, f"confirm {code}").readers


def mail(to: str, said: str, *headers: str) -> bytes:
    head = [f"From: {CAROL}", f"To: {to}", "Subject: Re: Invitation to Hex from alice", "Message-ID: <1@f>", *headers]
    return "\r\n".join([*head, "", said, "", "> alice invites you", ""]).encode()


def test_the_letter_is_answered_by_mail(server: Server) -> None:
    server.hear(ALICE, INVITE)
    [letter] = [each for each in map(read, mails(server)) if each["To"] == CAROL]
    assert letter["Auto-Submitted"] == "auto-generated"
    assert letter["List-Unsubscribe"].endswith("?subject=unsubscribe&body=no>")

    arrive(server, mail(letter["Reply-To"], "yes"), sender=CAROL, to=[letter["Reply-To"]])

    assert inbox(server)[-1].outcome == "done: invitation ****** yes"
    assert {(each["To"], each["Subject"]) for each in map(read, mails(server))} == {
        (CAROL, "You are in"), (CAROL, "Hex Board 101"), (ALICE, "Hex Board 101"),
    }  # fmt: skip


@pytest.mark.parametrize("header", ["Auto-Submitted: auto-replied", "Precedence: auto_reply", "X-Autoreply: yes"])
def test_a_program_that_answers_says_nothing(server: Server, header: str) -> None:
    reply_to = server.hear(ALICE, INVITE).letter_to(CAROL).reply_to or ""

    arrive(server, mail(reply_to, "yes", header), sender=CAROL, to=[reply_to])

    assert len(rows(server, "addresses")) == 3
    assert len(rows(server, "invited")) == 1


def test_a_guest_whose_program_asks_for_no_answer_can_say_yes(server: Server) -> None:
    reply_to = server.hear(ALICE, INVITE).letter_to(CAROL).reply_to or ""

    arrive(server, mail(reply_to, "yes", "X-Auto-Response-Suppress: All"), sender=CAROL, to=[reply_to])

    assert inbox(server)[-1].outcome == "done: invitation ****** yes"


def test_a_stranger_who_answers_at_another_address_is_told_of_no_secret(server: Server) -> None:
    code = code_of(server.hear(ALICE, INVITE))

    reply = server.say("dave@elsewhere.example", f"invitation {code} yes")

    assert CAROL not in str([letter.text for letter in reply.letters])


def test_what_a_guest_writes_holds_no_code(server: Server) -> None:
    code = code_of(server.hear(ALICE, INVITE))

    no = answer(server, code, "no", more=f"I have no time. {code}")

    assert "I have no time." in no.letter_to(ALICE).text
    assert code not in no.letter_to(ALICE).text
