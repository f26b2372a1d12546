"""Words beside an answer, in its own line: they go to the other player, and a letter says so, or to nobody."""

from __future__ import annotations

import pytest

from pbmserv.storage.database import Database
from tests.conversation import Server
from tests.mail.test_asked_in_own_words import words_to
from tests.mail.test_replies import ALICE, BOB, Post

pytestmark = pytest.mark.alike


@pytest.fixture
def post(undone_database: Database) -> Post:
    return Post(Server(undone_database))


@pytest.fixture
def proposed(post: Post) -> Post:
    """The same where alice has proposed a tie."""
    post.server.hear(ALICE, "hex move 101 alice secret7 d3")
    post.server.hear(BOB, "hex move 101 bob bobpw123 c3")
    post.server.hear(ALICE, "hex move 101 alice secret7 propose")
    return post


@pytest.fixture
def over(post: Post) -> Post:
    """The same where alice has resigned."""
    post.server.hear(ALICE, "hex move 101 alice secret7 d3")
    post.server.hear(BOB, "hex move 101 bob bobpw123 c3")
    post.server.hear(ALICE, "hex move 101 alice secret7 resign")
    return post


class TestATie:
    @pytest.mark.parametrize("line", ["Yes, agreed. Thanks!", "Agreed, good game", "Oui, d'accord. Merci !"])
    def test_words_beside_the_yes_go_to_the_other(self, proposed: Post, line: str) -> None:
        assert proposed.answer(BOB, line) == "done: hex move 101 bob ****** accept"

        assert f"bob writes: {line}" in words_to(proposed, ALICE)

    def test_so_do_those_beside_a_no(self, proposed: Post) -> None:
        assert proposed.answer(BOB, "No, I want to win. Sorry!") == "done: hex move 101 bob ****** reject"

        assert "bob writes: No, I want to win. Sorry!" in words_to(proposed, ALICE)

    @pytest.mark.parametrize("line", ["yes", "Yes, please", "accept", "Agreed", "no"])
    def test_an_answer_alone_is_not_told_as_words(self, proposed: Post, line: str) -> None:
        proposed.answer(BOB, line)

        assert "bob writes" not in words_to(proposed, ALICE)

    def test_what_is_quoted_and_a_signature_are_no_words(self, proposed: Post) -> None:
        quoted = "\n".join(f"> {line}" for line in str(proposed.letter_to(BOB)["text"]).splitlines())
        proposed.answer(BOB, f"Yes, agreed. Thanks\n\n{quoted}\n\n-- \nBob B. Example\n")

        told = str(proposed.letter_to(ALICE)["text"])
        assert "bob writes:\n\nYes, agreed. Thanks\n\n**" in told
        assert "Example" not in told

    def test_a_password_among_them_is_masked(self, proposed: Post) -> None:
        proposed.answer(BOB, "Yes, agreed. Thanks bobpw123")

        assert "bobpw123" not in words_to(proposed, ALICE)

    def test_having_no_time_is_a_no_to_it(self, proposed: Post) -> None:
        assert proposed.answer(BOB, "Leider keine Zeit").endswith(" reject")


class TestARematch:
    @pytest.mark.parametrize("line", ["Good game! Another one?", "gg, rematch?", "Danke! Noch eine Runde?"])
    def test_words_beside_the_wish_go_with_the_question(self, over: Post, line: str) -> None:
        assert over.answer(BOB, line) == "done: hex rematch 101 bob ******"

        assert f"bob writes: {line}" in words_to(over, ALICE)
        assert "What you wrote goes with the question." in words_to(over, BOB)

    @pytest.mark.parametrize("line", ["rematch", "Another one?", "Rematch please", "On remet ça ?"])
    def test_a_wish_alone_is_not_told_as_words(self, over: Post, line: str) -> None:
        over.answer(BOB, line)

        assert "bob writes" not in words_to(over, ALICE)
        assert "What you wrote goes" not in words_to(over, BOB)

    @pytest.mark.parametrize(
        "line",
        [
            "I don't have time, sorry",
            "no time at the moment",
            "Leider keine Zeit",
            "pas le temps, désolé",
            "No, thanks!",
        ],
    )
    def test_words_beside_a_no_go_to_who_asks(self, over: Post, line: str) -> None:
        over.server.hear(BOB, "hex rematch 101 bob bobpw123")
        assert over.answer(ALICE, line) == "done: hex rematch 101 alice ****** no"

        assert f"alice writes: {line}" in words_to(over, BOB)
        assert "What you wrote goes to bob." in words_to(over, ALICE)

    def test_but_not_to_who_has_blocked_their_writer(self, over: Post) -> None:
        over.server.hear(BOB, "hex rematch 101 bob bobpw123")
        over.server.hear(BOB, "block bob bobpw123 alice")
        over.answer(ALICE, "No, and never again with you!", to=str(_question(over)["headers"]["Reply-To"]))

        assert "never again" not in words_to(over, BOB)
        assert "What you wrote goes" not in words_to(over, ALICE)

    @pytest.mark.parametrize(
        "line",
        ["Yes, but who starts?", "yes, but I start", "Gern, aber ich beginne.", "Yes, gladly! Who are you, Ann?"],
    )
    def test_a_yes_with_more_beside_it_is_asked_about_and_the_words_go_with_it(self, over: Post, line: str) -> None:
        over.server.hear(BOB, "hex rematch 101 bob bobpw123")
        over.answer(ALICE, line)
        assert words_to(over, ALICE).startswith(
            "bob would like to play Hex once more, after Hex Board 101, in the order bob, alice: do you? These words"
            f" of yours go to the others with your answer: {line}"
        )
        assert line not in words_to(over, BOB)

        assert over.answer(ALICE, "yes") == "done: confirm ******"
        assert over.letter_to(BOB)["subject"] == "Hex Board 102"
        assert any(line in each["text"] for each in over.server.outbox() if each["recipients"] == [BOB])

    @pytest.mark.parametrize(
        "line",
        ["again? I want white", "rematch, but I start", "Rematch please, I'd like to begin", "once more? I go first",
         "again but I start", "another game, bigger board", "Encore, mais je commence", "Noch mal? Ich fange an"],
    )  # fmt: skip
    def test_a_wish_for_another_game_with_terms_is_asked_about_and_they_go_with_it(
        self, over: Post, line: str
    ) -> None:
        assert over.answer(ALICE, line).startswith("done: ")
        assert words_to(over, ALICE).startswith(
            "Do you want to play Hex once more, after Hex Board 101, in the order bob, alice? These words of yours"
            f" go to the others with your answer: {line}"
        )
        assert line not in words_to(over, BOB)

        assert over.answer(ALICE, "yes") == "done: confirm ******"
        assert f"alice writes: {line}" in words_to(over, BOB)
        assert "alice would like to play Hex once more" in words_to(over, BOB)

    @pytest.mark.parametrize(
        "line",
        ["Yes\n\nZed", "Ja\nLG Anna", "yes\n- Bob", "Oui\n\nCordialement,\nJean Dupont\nTel. 01 23 45",
         "Да\n\nС уважением,\nИван", "Ja, LG Anna", "yes\nalice"],
    )  # fmt: skip
    def test_a_signature_below_a_lone_yes_changes_nothing(self, over: Post, line: str) -> None:
        assert over.answer(ALICE, line).startswith("done: ")
        assert "Do you want to play Hex once more" in words_to(over, ALICE)
        assert "writes:" not in words_to(over, BOB)

    @pytest.mark.parametrize("line", ["Yes\nwhat a game", "Yes\n\nThat was close.\nZed", "Yes\nd3"])
    def test_other_words_below_it_are_a_chat(self, over: Post, line: str) -> None:
        assert over.answer(ALICE, line) == "done: hex chat 101 alice ******"

    @pytest.mark.parametrize("line", ["Реванш?", "ещё разок?", "yes again!", "otra vez"])
    def test_a_rematch_is_asked_for_in_more_languages(self, over: Post, line: str) -> None:
        assert over.answer(ALICE, line) == "done: hex rematch 101 alice ******"

    @pytest.mark.parametrize(
        ("line", "does"),
        [("What's my rating now?", "hex standings"), ("Wie ist mein Rating?", "hex standings"),
         ("tournaments?", "tournament list"), ("my games", "all show alice")],
    )  # fmt: skip
    def test_what_the_server_alone_can_show_goes_to_nobody(self, over: Post, line: str, does: str) -> None:
        assert over.answer(ALICE, line) == f"done: {does}"

        over.server.hear(BOB, "hex chat 101 bob bobpw123", "Thank you!")
        assert over.answer(ALICE, line) == "done: hex chat 101 alice ******"

    @pytest.mark.parametrize("line", ["Let's play chess now", "Shall we play chess next?"])
    def test_another_game_with_the_same_player_is_asked_about(self, over: Post, line: str) -> None:
        over.answer(ALICE, line)
        assert "Shall a game of Chess begin, with bob and you, alice?" in words_to(over, ALICE)

    def test_a_no_to_that_sends_the_words_alone(self, over: Post) -> None:
        over.answer(ALICE, "again? I want white")

        assert over.answer(ALICE, "no") == "done: confirm ****** no"
        assert "alice writes: again? I want white" in words_to(over, BOB)
        assert "once more, after" not in words_to(over, BOB)

    @pytest.mark.parametrize(
        "line",
        ["No rematch, please", "I don't want a rematch", "What a great rematch that was", "Well played again",
         "Once more you win!", "Another game? No, thanks", "You were lucky in our last rematch",
         "again and again I lose"],
    )  # fmt: skip
    def test_what_only_speaks_of_another_game_is_a_chat(self, over: Post, line: str) -> None:
        assert over.answer(ALICE, line) == "done: hex chat 101 alice ******"

    @pytest.mark.parametrize("line", ["Maybe next week", "Vielleicht nächste Woche", "yes, but I start"])
    def test_a_no_then_is_one_to_the_rematch_and_takes_them_along(self, over: Post, line: str) -> None:
        over.server.hear(BOB, "hex rematch 101 bob bobpw123")
        over.answer(ALICE, line)

        assert over.answer(ALICE, "no") == "done: confirm ****** no"
        assert f"alice writes: {line}" in words_to(over, BOB)
        assert "alice does not want a rematch" in words_to(over, BOB)

    def test_one_word_that_is_unclear_is_asked_about_without_words(self, over: Post) -> None:
        over.server.hear(BOB, "hex rematch 101 bob bobpw123")
        over.answer(ALICE, "maybe")

        assert "It is not clear whether what you wrote is a yes or a no" in words_to(over, ALICE)

    def test_of_what_may_be_a_password_nothing_is_shown(self, over: Post) -> None:
        over.server.hear(BOB, "hex rematch 101 bob bobpw123")
        over.answer(ALICE, "Yes, but secret7")

        assert "secret7" not in words_to(over, ALICE)

    @pytest.mark.parametrize("line", ["What do you mean?", "Where?"])
    def test_what_is_unclear_has_gone_to_nobody_and_the_answer_says_so(self, over: Post, line: str) -> None:
        over.server.hear(BOB, "hex rematch 101 bob bobpw123")
        assert over.answer(ALICE, line).startswith("refused: ")

        assert "It is not clear whether what you wrote is a yes or a no, so it has gone to nobody." in words_to(
            over, ALICE
        )
        assert line not in words_to(over, BOB)


def _question(post: Post) -> dict[str, dict[str, str]]:
    """The question whether alice wants to play once more."""
    return next(each for each in reversed(post.server.outbox()) if "like to play Hex once more" in each["text"])


class TestAnInvitation:
    @pytest.mark.parametrize(
        "line", ["I don't have time, sorry", "no time at the moment", "Leider keine Zeit", "pas le temps, désolé"]
    )
    def test_having_no_time_declines_this_game_only(self, post: Post, line: str) -> None:
        post.server.hear(ALICE, "hex challenge alice ann@example.com")
        assert post.answer("ann@example.com", line) == "done: invitation ****** decline"

        assert f"a***@example.com writes: {line}" in words_to(post, ALICE)
        assert "Please do not ask again." not in words_to(post, ALICE)

    @pytest.mark.parametrize("line", ["Yes, but who starts?", "Gern, aber wer beginnt?", "yes, but I start"])
    def test_words_beside_a_yes_are_shown_and_go_to_the_inviter_with_the_next_yes(
        self, post: Post, line: str
    ) -> None:
        post.server.hear(ALICE, "hex challenge alice ann@example.com")
        assert post.answer("ann@example.com", line).startswith("refused: ")
        asked = words_to(post, "ann@example.com")
        assert f"A yes sends these words with it: {line}" in asked
        assert "Vertical begins. Vertical: alice. Horizontal: you. A move may take up to 21 days." in asked

        assert post.answer("ann@example.com", "Dear Alice, yes please. Best, Ann") == "done: invitation ****** yes"
        assert f"ann writes: {line} Dear Alice, yes please. Best, Ann" in words_to(post, ALICE)

    def test_they_do_not_go_with_a_no_nor_with_a_yes_to_the_invitation_itself(self, post: Post) -> None:
        for guest, answer in (("ann@example.com", "no"), ("kim@example.com", "yes")):
            post.server.hear(ALICE, f"hex challenge alice {guest}")
            first = post.reply_to(guest)
            post.answer(guest, "Yes, but who starts?")

            assert post.answer(guest, answer, to=first if answer == "yes" else None).startswith("done: ")
            assert "who starts" not in words_to(post, ALICE)

    def test_several_of_them_go_together(self, post: Post) -> None:
        post.server.hear(ALICE, "hex challenge alice ann@example.com")
        post.answer("ann@example.com", "Yes, but who starts?")
        post.answer("ann@example.com", "ok, but slowly please")
        post.answer("ann@example.com", "yes")

        assert "ann writes: Yes, but who starts? ok, but slowly please" in words_to(post, ALICE)

    @pytest.mark.parametrize("line", ["What is this?", "Is this a joke?", "What are the rules?", "Who is Alice?"])
    def test_what_is_no_yes_goes_to_nobody(self, post: Post, line: str) -> None:
        post.server.hear(ALICE, "hex challenge alice ann@example.com")
        post.answer("ann@example.com", line)
        assert "A yes sends" not in words_to(post, "ann@example.com")
        post.answer("ann@example.com", "yes")

        assert line not in words_to(post, ALICE)

    @pytest.mark.parametrize(
        "line",
        ["can we play chess instead?", "I'd rather play Go", "chess?", "Something else, please", "Lieber Schach"],
    )
    def test_a_wish_for_another_game_reaches_the_inviter_with_a_yes_and_with_not_now(
        self, post: Post, line: str
    ) -> None:
        for guest, answer, outcome in (("ann@example.com", "yes", "yes"), ("kim@example.com", "not now", "decline")):
            post.server.hear(ALICE, f"hex challenge alice {guest}")
            assert post.answer(guest, line).startswith("refused: ")
            assert "only alice can invite you to another one. Do you want to play Hex?" in words_to(post, guest)
            assert line not in words_to(post, ALICE)

            assert post.answer(guest, answer) == f"done: invitation ****** {outcome}"
            assert f"writes: {line}" in words_to(post, ALICE)

    @pytest.mark.parametrize("line", ["I want to play Hex, I think", "no other game please", "another time"])
    def test_near_misses_are_no_wish_for_another_game(self, post: Post, line: str) -> None:
        post.server.hear(ALICE, "hex challenge alice ann@example.com")
        post.answer("ann@example.com", line)

        assert "only alice can invite" not in words_to(post, "ann@example.com")

    @pytest.mark.parametrize("line", ["I want a password", "how do I get a password"])
    def test_who_wants_a_password_is_told_that_none_is_needed(self, post: Post, line: str) -> None:
        post.server.hear(ALICE, "hex challenge alice ann@example.com")
        post.answer("ann@example.com", line)
        assert "no password is needed" in words_to(post, "ann@example.com")

    @pytest.mark.parametrize("line", ["Is this a joke?", "Who is Alice?", "how long does a game take?"])
    def test_a_question_is_answered_with_what_this_is_and_how_it_begins(self, post: Post, line: str) -> None:
        post.server.hear(ALICE, "hex challenge ann@example.com alice -size=5 --forfeittime=3")
        post.answer("ann@example.com", line)

        asked = words_to(post, "ann@example.com")
        assert "It costs nothing" in asked
        assert "Vertical begins. Vertical: you. Horizontal: alice. A move may take up to 3 days." in asked

    def test_nor_does_one_who_says_yes_at_once(self, post: Post) -> None:
        post.server.hear(ALICE, f"hex challenge alice {BOB}")
        post.answer(BOB, "Yes\n\nLooking forward, and bobpw123 is mine")

        assert "bob writes: Yes Looking forward, and ****** is mine" in words_to(post, ALICE)

    def test_a_player_who_is_invited_never_sends_a_password_among_them(self, post: Post) -> None:
        post.server.hear(ALICE, f"hex challenge alice {BOB}")
        post.answer(BOB, "Yes, but who starts? bobpw123")
        assert "bobpw123" not in words_to(post, BOB)
        assert "bobpw123" not in str(post.server.everything_stored()["invitations"])
        post.answer(BOB, "yes")

        assert "bobpw123" not in words_to(post, ALICE)

    def test_of_several_players_with_the_invited_address_the_passwords_of_all_are_masked(self, post: Post) -> None:
        post.server.hear(BOB, "signup rob robpw4567")
        post.server.hear(ALICE, f"hex challenge alice {BOB}")
        post.answer(BOB, "Yes, but who starts? bobpw123 or robpw4567")
        assert "bobpw123" not in words_to(post, BOB)
        assert "robpw4567" not in words_to(post, BOB)
        assert "bobpw123" not in str(post.server.everything_stored()["invitations"])

        assert post.answer(BOB, "name rob\n\nbobpw123 is his, and robpw4567 is mine").startswith("done: ")

        assert "rob writes:" in words_to(post, ALICE)
        assert "****** is his, and ****** is mine" in words_to(post, ALICE)
        assert "bobpw123" not in words_to(post, ALICE)
        assert "robpw4567" not in words_to(post, ALICE)

    def test_of_two_questions_that_wait_the_letter_answered_decides(self, post: Post) -> None:
        post.server.hear(ALICE, "hex challenge alice ann@example.com")
        first = post.reply_to("ann@example.com")
        post.answer("ann@example.com", "yes")
        post.server.hear(ALICE, "go challenge alice ann@example.com")
        post.answer("ann@example.com", "no time at the moment")

        assert "The game of Go to which a***@example.com was invited does not begin" in words_to(post, ALICE)
        assert post.answer("ann@example.com", "yes", to=first).startswith("refused: ")

    @pytest.mark.parametrize("line", ["no", "yes", "Sorry, no", "What a pity"])
    def test_to_one_that_is_over_no_command_is_quoted_that_nobody_wrote(self, post: Post, line: str) -> None:
        post.server.hear(ALICE, "hex challenge alice ann@example.com")
        asked, subject = post.reply_to("ann@example.com"), str(post.letter_to("ann@example.com")["subject"])
        post.answer("ann@example.com", "no")
        post.answer("ann@example.com", line, to=asked, subject=f"Re: {subject}")

        assert "This invitation is not open any more" in words_to(post, "ann@example.com")
        assert "Your command was" not in words_to(post, "ann@example.com")

    def test_a_player_who_is_invited_does_not_send_their_password_beside_the_yes(self, post: Post) -> None:
        post.server.hear(ALICE, f"hex challenge alice {BOB}")
        post.answer(BOB, "Yes\n\nLooking forward, and bobpw123 is mine")

        assert "bob writes: Yes Looking forward, and ****** is mine" in words_to(post, ALICE)


class TestMovesOfOtherBoards:
    """In answer to the end of a game, or to words, a move of another board goes to nobody as chat."""

    @pytest.fixture
    def elsewhere(self, over: Post) -> Post:
        """The same where bob waits on another board, and the last letter to alice is that of the one that is over."""
        over.server.hear(BOB, "go challenge bob alice -size=9")
        return over

    def test_it_is_asked_about_and_made_there(self, elsewhere: Post) -> None:
        asked = self.end(elsewhere)
        elsewhere.answer(BOB, "go 101 c3", to=asked, subject="Re: Hex Board 101")
        assert "Your answer is a move on Go Board 101." in words_to(elsewhere, BOB)
        assert "c3" not in words_to(elsewhere, ALICE)

        assert elsewhere.answer(BOB, "yes") == "done: confirm ******"
        assert elsewhere.letter_to(ALICE)["subject"] == "Go Board 101"

    def test_so_it_is_without_its_board_where_one_waits(self, elsewhere: Post) -> None:
        elsewhere.answer(BOB, "c3", to=self.end(elsewhere), subject="Re: Hex Board 101")

        assert "Your answer is a move on Go Board 101." in words_to(elsewhere, BOB)

    def test_among_other_words_it_is_told(self, elsewhere: Post) -> None:
        outcome = elsewhere.answer(BOB, "Thanks!\ngo 101 c3", to=self.end(elsewhere), subject="Re: Hex Board 101")

        assert outcome.startswith("refused: ")
        assert "they are a move on Go Board 101" in words_to(elsewhere, BOB)

    @pytest.mark.parametrize(
        "line",
        [
            "Go 101 was a better game",
            "Hex 101 c3 was bad",
            "go 109 c3",
            "c3 was bad",
            "Go now!",
            "chess 960 e4",
            "w9",
        ],
    )
    def test_words_about_boards_are_words(self, elsewhere: Post, line: str) -> None:
        outcome = elsewhere.answer(BOB, line, to=self.end(elsewhere), subject="Re: Hex Board 101")

        assert outcome == "done: hex chat 101 bob ******"

    def test_once_the_board_has_gone_on_the_yes_does_nothing(self, elsewhere: Post) -> None:
        elsewhere.answer(BOB, "go 101 c3", to=self.end(elsewhere), subject="Re: Hex Board 101")
        asked = elsewhere.reply_to(BOB)
        elsewhere.server.hear(BOB, "go move 101 bob bobpw123 d4")
        elsewhere.server.hear(ALICE, "go move 101 alice secret7 e5")

        assert elsewhere.answer(BOB, "yes", to=asked).startswith("refused: ")

    @staticmethod
    def end(post: Post) -> str:
        """Where the letter of the end of the game is answered."""
        letters = [each for each in post.server.outbox() if each["recipients"] == [BOB]]
        last = [each for each in letters if each["subject"] == "Hex Board 101"][-1]
        return str(last["headers"]["Reply-To"])


class TestTakingBack:
    @pytest.fixture
    def asked(self, post: Post) -> Post:
        """Alice asks for her move back, and it is bob's turn."""
        post.server.hear(ALICE, "hex move 101 alice secret7 d3")
        post.server.hear(ALICE, "hex move 101 alice secret7 undo")
        return post

    @pytest.mark.parametrize(
        "line",
        ["ok but only this time", "Yes of course, happens to me all the time", "klar, passiert mir auch immer"],
    )
    def test_a_yes_with_more_beside_it_is_asked_about_and_its_words_go_along(self, asked: Post, line: str) -> None:
        assert asked.answer(BOB, line).startswith("refused: ")
        assert "Did you mean accept?" in words_to(asked, BOB)
        assert f"A yes sends these words with it: {line}" in words_to(asked, BOB)

        assert asked.answer(BOB, "yes").startswith("done: hex confirm 101 bob")
        assert "bob agrees. The last move of alice has been taken back" in words_to(asked, ALICE)
        assert f"bob writes: {line}" in words_to(asked, ALICE)

    @pytest.mark.parametrize("line", ["what does she want?", "only if you buy me a beer", "let me think about it"])
    def test_what_is_neither_is_asked_again_and_goes_to_nobody(self, asked: Post, line: str) -> None:
        assert asked.answer(BOB, line).startswith("refused: ")
        assert "alice asks to take back the last move on Hex Board 101: do you agree?" in words_to(asked, BOB)

        assert asked.answer(BOB, "no").endswith(" reject")
        assert line not in words_to(asked, ALICE)

    @pytest.mark.parametrize("line", ["c3", "C3."])
    def test_a_move_is_one(self, asked: Post, line: str) -> None:
        assert asked.answer(BOB, line).startswith("done: hex move 101 bob ****** ")
        assert "The move has cancelled the proposal" in words_to(asked, ALICE)

    @pytest.mark.parametrize("line", ["c33", "z9"])
    def test_a_mistyped_move_is_told_as_one(self, asked: Post, line: str) -> None:
        assert asked.answer(BOB, line).startswith("refused: ")
        assert "do you agree?" not in words_to(asked, BOB)


def test_a_yes_to_words_that_others_have_replaced_is_told_so_and_of_no_move(post: Post) -> None:
    post.server.hear(ALICE, "hex move 101 alice secret7 d3")
    post.answer(ALICE, "Greetings from the seaside to you")
    first = post.reply_to(ALICE)
    post.answer(ALICE, "Greetings from the mountains to you")

    assert post.answer(ALICE, "yes", to=first).startswith("refused: ")
    assert "What you say yes to is no longer waiting on Hex Board 101 against bob." in words_to(post, ALICE)
    assert "Greetings" not in words_to(post, BOB)


class TestASubject:
    @pytest.mark.parametrize("line", ["hex move 101 alice secret7 z9", "hex move 101 alice secret7 d3 ok?"])
    def test_a_refused_move_is_told_one_that_works_when_answered(self, post: Post, line: str) -> None:
        assert not post.server.say(ALICE, line).ok
        told = words_to(post, ALICE)
        move = told.partition("move in its first line, for example ")[2].partition(". ")[0]
        assert f"Your command was: {line.replace('secret7', '******')} " in told.replace(" ok?", " ok?")

        assert post.answer(ALICE, move) == f"done: hex move 101 alice ****** {move}"

    def test_whose_turn_it_is_not_is_offered_none(self, post: Post) -> None:
        assert not post.server.say(BOB, "hex move 101 bob bobpw123 d3").ok
        assert "move in its first line" not in words_to(post, BOB)

    @pytest.mark.parametrize("line", ["mvoe 101 d3", "movee 101 d3"])
    def test_a_slip_in_the_word_without_a_game_names_the_word_that_may_be_meant(self, post: Post, line: str) -> None:
        assert "Did you mean move?" in post.server.say(ALICE, line).text
        assert "Did you mean" not in post.server.say(ALICE, "move 101 d3").text
