"""chat, message and broadcast: words from player to player."""

from __future__ import annotations

from tests.conversation import Server
from tests.queries import recorded

ALICE = "alice@example.org"
BOB = "bob@example.org"
CAROL = "carol@example.org"


def start_board(server: Server) -> None:
    server.hear(ALICE, "hex challenge alice bob")


class TestChat:
    def test_it_goes_to_players_and_subscribers(self, either_server: Server) -> None:
        start_board(either_server)
        either_server.hear(CAROL, "hex subscribe 101 carol secret9")

        reply = either_server.hear(ALICE, "hex chat 101 alice secret7", comment="Nice opening!")

        assert reply.readers == {ALICE, BOB, CAROL}
        letter = reply.letter_to(CAROL)
        assert letter.subject == "Hex Board 101"
        assert "To answer all of them, just answer this letter." in " ".join(letter.text.split())
        assert "PASSWORD" not in letter.text
        assert letter.text.endswith(f"{'*' * 60}\nalice writes:\n\nNice opening!\n")

    def test_it_stands_in_the_thread_of_the_board(self, server: Server) -> None:
        start_board(server)
        server.hear(ALICE, "hex chat 101 alice secret7", comment="Hello")

        threads = {letter["headers"]["In-Reply-To"] for letter in server.outbox() if "Hex" in letter["subject"]}

        assert threads == {"<hex-101.board@example.net>"}

    def test_subscribers_may_talk_too(self, server: Server) -> None:
        start_board(server)
        server.hear(CAROL, "hex subscribe carol secret9 all")

        reply = server.hear(CAROL, "hex chat 101 carol secret9", comment="What a game!")

        assert reply.letter_to(BOB).subject == "Hex Board 101"

    def test_who_only_watches_writes_thirty_times_a_day_to_a_player_who_does_not_answer(self, server: Server) -> None:
        """As by message: five letters on each of twenty boards would be a hundred."""
        for _ in range(8):
            server.hear(ALICE, "hex challenge alice bob")
        server.hear(CAROL, "hex subscribe carol secret9 all")
        for number in range(30):
            server.hear(CAROL, f"hex chat {101 + number % 8} carol secret9", comment=f"You are a fool, {number}.")

        refused = server.say(CAROL, "hex chat 108 carol secret9", comment="And a knave.")
        assert refused.error.startswith("alice has had 30 letters within a day from you")
        assert refused.readers == {CAROL}

        for sender, author in ((ALICE, "alice secret7"), (BOB, "bob bobpw123")):
            server.hear(sender, f"hex chat 101 {author}", comment="Thank you.")
        assert server.say(CAROL, "hex chat 108 carol secret9", comment="Not at all.").ok

    def test_who_plays_talks_there_as_much_as_they_want(self, server: Server) -> None:
        start_board(server)
        for number in range(31):
            server.hear(BOB, "hex chat 101 bob bobpw123", comment=f"Hello, {number}")

    def test_one_can_talk_after_the_end(self, server: Server) -> None:
        start_board(server)
        server.hear(ALICE, "hex move 101 alice secret7 d4")
        server.hear(BOB, "hex move 101 bob bobpw123 e5")
        server.hear(ALICE, "hex resign 101 alice secret7")

        reply = server.hear(ALICE, "hex chat 101 alice secret7", comment="Well played.")

        assert reply.readers == {ALICE, BOB}

    def test_others_have_to_subscribe_first(self, server: Server) -> None:
        start_board(server)

        reply = server.say(CAROL, "hex chat 101 carol secret9", comment="Hello")

        assert reply.error == (
            "carol neither plays on Hex Board 101 nor gets its letters. To take part, subscribe first: hex subscribe"
            " 101 carol PASSWORD"
        )
        assert reply.subject == "Hex Board 101"
        assert reply.readers == {CAROL}

    def test_nothing_to_say_is_refused(self, server: Server) -> None:
        start_board(server)

        reply = server.say(ALICE, "hex chat 101 alice secret7", comment=" \n ")

        assert reply.error.startswith("There is nothing to send:")
        assert reply.readers == {ALICE}

    def test_the_board_is_checked_before_the_password_and_that_before_the_rest(self, server: Server) -> None:
        start_board(server)

        assert server.say(CAROL, "hex chat 105 carol wrong-one", "Hi").error == "There is no Hex board 105."
        assert server.say(CAROL, "hex chat 101 carol wrong-one", "Hi").error == (
            "The userid or the password is not right."
        )


class TestMessage:
    def test_it_goes_to_those_named_without_anybodys_address(self, either_server: Server) -> None:
        reply = either_server.hear(ALICE, "message alice secret7 bob CAROL", comment="Another game?")

        letter = reply.letter_to(CAROL)
        assert letter.subject == "Message from alice"
        assert "This goes to bob, carol." in letter.text
        assert "To answer alice alone, just answer this letter." in letter.text
        assert "PASSWORD" not in letter.text
        assert letter.text.endswith(f"{'*' * 60}\nalice writes:\n\nAnother game?\n")
        assert "@example.org" not in letter.text

    def test_the_author_is_told_where_it_goes(self, server: Server) -> None:
        reply = server.hear(ALICE, "message alice secret7 bob", comment="Another game?")

        assert reply.letter.subject == "Your message"
        assert reply.text.startswith("Your message goes to bob.\n")

    def test_with_an_unknown_name_it_goes_to_nobody(self, server: Server) -> None:
        reply = server.say(ALICE, "message alice secret7 bob zoe yan", comment="Another game?")

        assert reply.error == "There is no player called zoe here.\nThere is no player called yan here."
        assert reply.readers == {ALICE}

    def test_a_bot_reads_no_letters(self, server: Server) -> None:
        refused = server.say(ALICE, "message alice secret7 bot-easy", comment="Well played!")
        reply = server.hear(ALICE, "message alice secret7 bob Bot-Easy", comment="Well played!")

        assert refused.error == "bot-easy is a bot of this server, and reads no letters."
        assert refused.readers == {ALICE}
        assert reply.readers == {ALICE, "bob@example.org"}
        assert "goes to bob. bot-easy is a bot of this server, and reads no letters." in " ".join(reply.text.split())

    def test_who_cannot_be_reached_is_told(self, server: Server) -> None:
        server.hear("mallory@example.org", "signup dave davepw123 dave@example.org")

        reply = server.hear(ALICE, "message alice secret7 bob dave", comment="Another game?")
        refused = server.say(ALICE, "message alice secret7 dave", comment="Another game?")

        assert "Your message goes to bob." in reply.text
        assert "No letter reaches dave now" in reply.text
        assert refused.error == "No letter reaches dave now: there is no address that works."
        assert "dave@example.org" not in reply.readers | refused.readers

    def test_nothing_to_say_is_refused(self, server: Server) -> None:
        assert server.say(ALICE, "message alice secret7 bob").error.startswith("There is nothing to send:")

    def test_it_needs_the_password(self, server: Server) -> None:
        reply = server.say(ALICE, "message alice wrong-one bob", comment="Hi")

        assert reply.error == "The userid or the password is not right."
        assert "wrong-one" not in reply.text


class TestWhoTakesNoAnswers:
    """Their letters have no address that stands for a password: the whole command is told."""

    def test_of_a_chat_and_a_message(self, server: Server) -> None:
        start_board(server)
        server.hear(BOB, "change replies bob bobpw123 off")

        chat = server.hear(ALICE, "hex chat 101 alice secret7", comment="Hello")
        message = server.hear(ALICE, "message alice secret7 bob", comment="Hello")

        assert "    hex chat 101 bob PASSWORD\n" in chat.letter_to(BOB).text
        assert "    message bob PASSWORD alice\n" in message.letter_to(BOB).text

    def test_of_a_broadcast(self, server: Server) -> None:
        server.season("alice")
        server.hear(BOB, "change replies bob bobpw123 off")

        letter = server.hear(ALICE, "broadcast alice secret7", comment="A tournament!").letter_to(BOB)

        assert "    message USERID PASSWORD alice\n" in letter.text
        assert "    change broadcasts USERID PASSWORD off\n" in letter.text


class TestBroadcast:
    def test_it_goes_to_everybody_else(self, either_server: Server) -> None:
        either_server.season("alice", "bob")
        reply = either_server.hear(ALICE, "broadcast alice secret7", comment="A tournament!")

        assert reply.letter_to(BOB).subject == "Broadcast from alice"
        assert reply.letter_to(CAROL).text.endswith(f"{'*' * 60}\nalice writes:\n\nA tournament!\n")
        assert reply.letter_to(ALICE).subject == "Your broadcast"
        assert "Your letter goes to 2 other players." in reply.text

    def test_it_says_that_no_person_has_written_this_very_letter(self, server: Server) -> None:
        server.season("alice", "bob")
        server.hear(ALICE, "broadcast alice secret7", comment="A tournament!")

        marks = {letter["subject"]: letter["headers"]["Auto-Submitted"] for letter in server.outbox()}

        assert marks["Broadcast from alice"] == "auto-generated"
        assert marks["Your broadcast"] == "auto-replied"

    def test_it_does_not_go_to_who_has_switched_it_off(self, either_server: Server) -> None:
        either_server.season("alice", "bob")
        either_server.hear(BOB, "change broadcasts bob bobpw123 off")

        reply = either_server.hear(ALICE, "broadcast alice secret7", comment="A tournament!")

        assert reply.readers == {ALICE, CAROL}

    def test_it_does_not_go_to_unconfirmed_addresses(self, server: Server) -> None:
        server.season("alice", "bob")
        server.hear(BOB, "add bob bobpw123 stranger@example.org")

        reply = server.hear(ALICE, "broadcast alice secret7", comment="A tournament!")

        assert reply.readers == {ALICE, BOB, CAROL}

    def test_it_is_possible_once_a_day(self, either_server: Server) -> None:
        either_server.season("alice", "bob")
        either_server.hear(ALICE, "broadcast alice secret7", comment="One")
        either_server.wait(hours=24, seconds=-1)
        refused = either_server.say(ALICE, "broadcast alice secret7", comment="Two")
        either_server.wait(seconds=1)

        assert refused.error.startswith("You have written to everybody within the last 24 hours")
        assert refused.readers == {ALICE}
        assert either_server.say(ALICE, "broadcast alice secret7", comment="Three").ok

    def test_what_was_refused_does_not_count(self, server: Server) -> None:
        server.season("alice", "bob")
        server.say(ALICE, "broadcast alice secret7")

        assert server.say(ALICE, "broadcast alice secret7", comment="One").ok

    def test_its_cost_in_queries_does_not_grow_with_the_players(self, server: Server) -> None:
        server.season("alice", "bob")
        server.hear(BOB, "broadcast bob bobpw123", comment="The first of all makes a key for what comes after.")
        # Where a password has to be hashed, all is asked once more afterwards.
        server.hear(ALICE, "hex limit alice secret7")
        with recorded(server.database) as few:
            server.hear(ALICE, "broadcast alice secret7", comment="Hello")
        for number in range(40):
            server.hear(f"player{number}@example.org", f"signup player{number} password{number}")
        server.wait(days=1)

        with recorded(server.database) as many:
            server.hear(ALICE, "broadcast alice secret7", comment="Hello")

        assert len(many) == len(few)


def test_words_that_wait_are_kept_with_the_board(either_server: Server) -> None:
    server = either_server
    server.hear("alice@example.org", "trichet challenge alice bob")
    for number in range(1, 8):
        server.hear("alice@example.org", "trichet chat 101 alice secret7", comment=f"Word {number}.")

    told = server.hear("bob@example.org", "trichet move 101 bob bobpw123 d1").letter_to("bob@example.org").text

    assert "Word 5." not in told
    assert "alice writes:\n\nWord 6.\n" in told
    assert "alice writes:\n\nWord 7.\n" in told
