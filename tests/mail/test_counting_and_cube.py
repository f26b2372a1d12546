"""Go's counting and backgammon's cube by letters: what they say in each phase, and what is read of an answer."""

from __future__ import annotations

import pytest

from pbmserv.games.backgammon.cube import word_of
from pbmserv.games.backgammon.game import Backgammon
from pbmserv.games.base import Game
from pbmserv.games.catalogue import installed
from pbmserv.games.go.game import Go
from pbmserv.storage.database import Database
from tests.conversation import Server
from tests.mail.test_replies import ALICE, BOB, Post

pytestmark = pytest.mark.alike


@pytest.fixture
def post(undone_database: Database) -> Post:
    return Post(Server(undone_database))


def words_to(post: Post, address: str) -> str:
    """The last letter to somebody, on one line."""
    return " ".join(str(post.letter_to(address)["text"]).split())


def letters_to(post: Post, address: str) -> int:
    return sum(address in letter["recipients"] for letter in post.server.outbox())


def counting_button(post: Post, address: str) -> str:
    """What the main button of the last letter to somebody is called."""
    return str(post.letter_to(address)["page"]["button"][0])


@pytest.fixture
def counting(post: Post) -> Post:
    """A game of Go in which both have passed: alice says first which stones are dead."""
    post.server.hear(ALICE, "go challenge alice bob -size=9")
    for who, move in ((ALICE, "c3"), (BOB, "g7"), (ALICE, "I pass"), (BOB, "pass, good game")):
        assert post.answer(who, move).startswith("done: go move 101")
    return post


@pytest.fixture
def passed(post: Post) -> Post:
    """A game of Go in which alice has passed."""
    post.server.hear(ALICE, "go challenge alice bob -size=9")
    for who, move in ((ALICE, "c3"), (BOB, "g7"), (ALICE, "pass")):
        assert post.answer(who, move).startswith("done: go move 101")
    return post


def test_all_games_with_buttons_of_their_own_are_tried_here() -> None:
    own = {word for word, game in installed().items() if type(game).buttons is not Game.buttons}

    assert own == {"fleets", "go", "marshal"}


@pytest.mark.parametrize(("word", "button"), [("fleets", "random"), ("marshal", "ready")])
class TestSettingUp:
    def test_the_button_sets_up_by_itself_and_the_last_one_begins_the_game(
        self, post: Post, word: str, button: str
    ) -> None:
        post.server.hear(ALICE, f"{word} challenge alice bob")

        for who in (BOB, ALICE):
            page = post.letter_to(who)["page"]
            assert button in {*page.get("moves", ()), *(str(each).lower() for each in page.get("button", ()))}
            assert post.answer(who, button).startswith(f"done: {word} move 101")
        assert "button" not in post.letter_to(BOB)["page"]
        assert not post.answer(ALICE, button).startswith("done")


class TestPassing:
    @pytest.mark.parametrize(
        "line",
        [
            "I'll pass too",
            "I pass as well",
            "ich passe auch",
            "Je passe aussi.",
            "Yo paso también",
            "I’ll pass too",
            "Пас",
            "Я тоже пас",
        ],
    )
    def test_a_pass_is_read_in_several_languages(self, passed: Post, line: str) -> None:
        assert passed.answer(BOB, line).startswith("done: go move 101 bob")
        assert "Both have passed" in words_to(passed, ALICE)

    @pytest.mark.parametrize(
        "line",
        [
            "I have nothing more to play",
            "I will pass",
            "Nothing left to play!",
            "ich habe nichts mehr zu spielen",
            "Nothing left for me, I pass too",
        ],
    )
    def test_who_has_nothing_to_play_is_asked_whether_that_is_a_pass(self, passed: Post, line: str) -> None:
        assert passed.answer(BOB, line).startswith("refused: ")
        assert "Did you mean pass?" in words_to(passed, BOB)
        assert passed.answer(BOB, "yes").startswith("done: go confirm 101")
        assert "Both have passed" in words_to(passed, ALICE)

    @pytest.mark.parametrize("line", ["I won't pass", "pass me the salt", "nothing to lose", "Ich passe auf"])
    def test_near_misses_are_no_pass(self, passed: Post, line: str) -> None:
        assert passed.answer(BOB, line).startswith("refused: ")
        assert "Did you mean" not in words_to(passed, BOB)


class TestCounting:
    def test_the_letter_says_how_dead_stones_are_named_and_no_more(self, counting: Post) -> None:
        words = words_to(counting, ALICE)

        assert "A move is dead and a stone of each dead chain, or all alive; to play on, write resume." in words
        assert "Name a stone of each dead chain: dead d4 g7, or all alive. To play on: resume." in words
        assert "agree" not in words

    @pytest.mark.parametrize(
        ("line", "move"),
        [("g7 is dead", "dead g7"), ("dead: c3, g7", "dead g7 c3"), ("c3 and g7 are dead.", "dead g7 c3"),
         ("Only g7 is dead", "dead g7"), ("I think c3 is dead.", "dead c3"),
         ("g7 is dead, c3 is not", "dead g7"), ("g7 is not dead, c3 is", "dead c3"), ("g7 tot, c3 nicht", "dead g7"),
         ("g7 is alive, c3 isn't.", "dead c3"), ("g7 is dead, c3 is too", "dead g7 c3"),
         ("All your stones are dead", "dead g7"), ("My stones are all dead, yours are alive", "dead c3"),
         ("dead: all white stones", "dead g7"), ("None are dead", "all alive"), ("All are alive", "all alive"),
         ("Nothing is dead", "all alive"), ("All alive", "all alive")],
    )  # fmt: skip
    def test_stones_are_named_in_any_words(self, counting: Post, line: str, move: str) -> None:
        assert counting.answer(ALICE, line).startswith("done: go move 101")
        assert f"alice (Black): {move}\n" in counting.letter_to(BOB)["text"]

    def test_all_stones_of_a_side_are_those_that_its_writer_means(self, counting: Post) -> None:
        counting.answer(ALICE, "all alive")

        counting.answer(BOB, "All your stones are dead")

        assert "bob (White): dead c3\n" in counting.letter_to(ALICE)["text"]

    @pytest.mark.parametrize("line", ["Yes", "Yes, I agree", "OK, fine with me. Good game!", "Einverstanden"])
    def test_a_yes_to_what_is_proposed_agrees(self, counting: Post, line: str) -> None:
        counting.answer(ALICE, "g7 is dead")
        assert (
            "A move is agree, dead and a stone of each dead chain, or all alive; to play on, write resume."
            in words_to(counting, BOB)
        )

        assert counting.answer(BOB, line).startswith("done: go move 101 bob")
        assert "Game won by alice." in counting.letter_to(ALICE)["text"]

    @pytest.mark.parametrize(
        ("line", "move"),
        [("g7 is not dead", "all alive"), ("That's not dead", "all alive"), ("No, it lives", "all alive"),
         ("g7 lebt noch", "all alive"), ("c3 is dead too", "dead g7 c3"),
         ("No, g7 is alive, but c3 is dead", "dead c3"),
         ("All my stones live, c3 is dead", "dead c3"), ("c3 ist tot", "dead c3"), ("c3 est mort", "dead c3")],
    )  # fmt: skip
    def test_another_proposal_may_be_written_as_people_do(self, counting: Post, line: str, move: str) -> None:
        counting.answer(ALICE, "g7 is dead")

        assert counting.answer(BOB, line).startswith("done: go move 101")
        assert f"bob (White): {move}\n" in counting.letter_to(ALICE)["text"]

    @pytest.mark.parametrize("line", ["g7", "Only g7", "The white stone at g7"])
    def test_points_alone_are_asked_about(self, counting: Post, line: str) -> None:
        assert counting.answer(ALICE, line).startswith("refused: ")
        assert "Did you mean dead g7?" in words_to(counting, ALICE)
        assert counting.answer(ALICE, "yes").startswith("done: go confirm 101")

    @pytest.mark.parametrize(
        "line",
        ["The white stones are dead", "All dead", "All my stones live", "g7 is dead but not c3", "Is g7 dead?",
         "g7 is dead and g7 is alive", "g7 is dead, c3", "Not all your stones are dead",
         "g7 is dead, is c3?", "The rest lives", "The king is dead", "No"],
    )  # fmt: skip
    def test_what_does_not_name_the_dead_proposes_nothing(self, counting: Post, line: str) -> None:
        assert counting.answer(ALICE, line).startswith("refused: ")
        assert "It is your turn, bob" not in counting.letter_to(BOB)["text"]

    @pytest.mark.parametrize(
        "line",
        ["play on", "Let's play on!", "weiterspielen", "Ich möchte weiterspielen", "keep playing", "Resume, please",
         "Not dead yet, let's continue", "No, play on", "I'd rather play it out", "On continue"],
    )  # fmt: skip
    @pytest.mark.parametrize("is_proposed", [False, True])
    def test_playing_on_may_be_asked_for_in_any_words(self, counting: Post, line: str, is_proposed: bool) -> None:
        if is_proposed:
            counting.answer(ALICE, "g7 is dead")

        assert counting.answer(BOB if is_proposed else ALICE, line).startswith("done: go move 101")
        assert "Play goes on: it is Black's turn, and no stone is dead." in words_to(counting, ALICE)

    @pytest.mark.parametrize(
        "line",
        ["Shall we play on?", "I don't want to play on", "Let's play on Sunday", "Let's not continue",
         "Can we continue tomorrow", "Keep playing well", "Go on, think again"],
    )  # fmt: skip
    def test_near_misses_do_not_play_on(self, counting: Post, line: str) -> None:
        assert counting.answer(ALICE, line).startswith("refused: ")
        assert "Play goes on" not in words_to(counting, BOB)

    def test_words_beside_playing_on_reach_the_opponent(self, counting: Post) -> None:
        counting.answer(ALICE, "Not dead yet, let's continue")
        assert "alice writes: Not dead yet, let's continue" in words_to(counting, BOB)

    def test_a_dispute_is_settled_by_answers_alone(self, counting: Post) -> None:
        dispute = ["g7 is dead", "No, it lives", "g7 is dead", "Not dead yet, let's play it out"]
        play = ["g6", "e5", "f7", "e4", "h7", "e3", "g8"]
        for who, line in zip((ALICE, BOB) * 6, [*dispute, *play], strict=False):
            assert counting.answer(who, line).startswith("done: go move 101"), line
        assert "Black captures 1 stone." in words_to(counting, BOB)
        for who in (BOB, ALICE):
            assert counting.answer(who, "pass").startswith("done: go move 101")
        assert counting.answer(BOB, "Nothing is dead").startswith("done: go move 101")
        assert counting.answer(ALICE, "OK, fine with me").startswith("done: go move 101")
        assert "Game won by" in words_to(counting, BOB)

    @pytest.mark.parametrize("line", ["No", "I don't think so", "disagree", "Das stimmt nicht", "reject"])
    def test_a_no_is_asked_whether_it_plays_on(self, counting: Post, line: str) -> None:
        counting.answer(ALICE, "g7 is dead")

        assert counting.answer(BOB, line).startswith("refused: ")
        assert "Did you mean resume?" in words_to(counting, BOB)
        assert counting.answer(BOB, "yes").startswith("done: go confirm 101")
        assert "Play goes on" in words_to(counting, ALICE)

    def test_after_a_no_the_proposal_can_still_be_agreed_to(self, counting: Post) -> None:
        counting.answer(ALICE, "g7 is dead")
        counting.answer(BOB, "No")
        assert "A yes sends these words" not in words_to(counting, BOB)

        assert counting.answer(BOB, "agree").startswith("done: go move 101 bob")
        assert "Game won by alice." in counting.letter_to(ALICE)["text"]

    def test_a_no_says_too_little_and_ends_nothing(self, counting: Post) -> None:
        counting.answer(ALICE, "g7 is dead")

        assert counting.answer(BOB, "No").startswith("refused")
        assert (
            "A move is agree, dead and a stone of each dead chain, or all alive; to play on, write resume."
            in words_to(counting, BOB)
        )
        assert counting.answer(BOB, "c3 is dead").startswith("done")

    def test_a_yes_to_an_older_proposal_is_none_to_the_newer_one(self, counting: Post) -> None:
        counting.answer(ALICE, "g7 is dead")
        older = counting.reply_to(BOB)
        counting.answer(BOB, "c3 is dead")
        counting.answer(ALICE, "dead none")

        assert counting.answer(BOB, "Yes", to=older).startswith("refused")
        assert "You have answered an older letter" in words_to(counting, BOB)

    def test_a_yes_before_anything_is_proposed_agrees_to_nothing(self, counting: Post) -> None:
        assert counting.answer(ALICE, "Yes").startswith("refused")
        assert "Game won" not in counting.letter_to(BOB)["text"]

    @pytest.mark.parametrize("line", ["ok 👍", "looks right", "agree", "Ja\nLG Alice"])
    def test_a_yes_to_the_first_letter_is_asked_whether_all_are_alive(self, counting: Post, line: str) -> None:
        assert counting.answer(ALICE, line).startswith("refused")
        assert "Did you mean all alive?" in words_to(counting, ALICE)

        assert counting.answer(ALICE, "yes").startswith("done: go confirm 101")
        assert "It is your turn, bob" in words_to(counting, BOB)

    @pytest.mark.parametrize("line", ["g7 мёртв", "please mark g7 as dead", "Камень g7 мертв"])
    def test_a_stone_is_named_in_more_words(self, counting: Post, line: str) -> None:
        assert counting.answer(ALICE, line).startswith("done")

    def test_a_no_beside_a_stone_proposes_it_once_asked(self, counting: Post) -> None:
        counting.answer(ALICE, "nope, g7 is dead")

        assert "Did you mean dead g7?" in words_to(counting, ALICE)

    def test_words_to_choose_from_are_buttons(self, counting: Post) -> None:
        counting.answer(ALICE, "g7 is dead")

        assert counting.letter_to(BOB)["page"]["moves"] == ["agree", "all alive", "resume"]

    def test_the_first_letter_has_them_too_and_they_work(self, counting: Post) -> None:
        assert counting.letter_to(ALICE)["page"]["moves"] == ["all alive", "resume"]

        assert counting.answer(ALICE, "all alive#5").startswith("done")
        assert "alice (Black): all alive\n" in counting.letter_to(BOB)["text"]
        assert "Black proposes that all stones are alive." in words_to(counting, BOB)

    def test_no_button_opens_an_empty_answer(self, counting: Post) -> None:
        assert counting.letter_to(ALICE)["page"].get("button") is None
        counting.answer(ALICE, "g7 is dead")
        assert counting.letter_to(BOB)["page"].get("button") is None

    def test_while_stones_are_placed_one_does(self, passed: Post) -> None:
        assert counting_button(passed, BOB) == "Play"

    def test_once_the_game_is_resumed_one_does(self, counting: Post) -> None:
        counting.answer(ALICE, "resume")
        mover = next(who for who in (ALICE, BOB) if "It is your turn" in words_to(counting, who))
        assert counting_button(counting, mover) == "Play"

    def test_a_refusal_of_the_first_letter_does_not_offer_to_agree(self, counting: Post) -> None:
        counting.answer(ALICE, "rubbish c3")

        assert "write dead and a stone of each dead chain, or all alive; to play on" in words_to(counting, ALICE)
        assert "agree" not in words_to(counting, ALICE)

    def test_a_refusal_says_what_a_yes_to_it_would_do(self, counting: Post) -> None:
        counting.answer(ALICE, "No, I don't know")
        assert "A yes to this letter" not in words_to(counting, ALICE)
        counting.answer(ALICE, "g7 is dead")

        counting.answer(BOB, "The stone on c3 is in trouble")

        assert "A yes to this letter means: agree." in words_to(counting, BOB)


def doubled(post: Post) -> tuple[str, str]:
    """A game of backgammon in which somebody has doubled: who has, and who answers."""
    post.server.hear(ALICE, "backgammon challenge alice bob -cube")
    opener = next(who for who in (ALICE, BOB) if "It is your turn" in post.letter_to(who)["text"])
    doubler = BOB if opener == ALICE else ALICE
    move = post.letter_to(opener)["page"]["moves"][0]
    assert post.answer(opener, move).startswith("done")
    assert "A move is roll or double." in words_to(post, doubler)
    return doubler, opener


class TestCube:
    @pytest.mark.parametrize(
        "line", ["Let's double!", "Ich möchte verdoppeln", "I would like to double", "Je double ?"]
    )
    def test_a_double_in_a_sentence_is_asked_about(self, post: Post, line: str) -> None:
        doubler, other = doubled(post)

        assert post.answer(doubler, line).startswith("refused")
        assert "Did you mean double?" in words_to(post, doubler)
        assert post.answer(doubler, "yes").startswith("done: backgammon confirm")
        assert "A move is take or drop." in words_to(post, other)

    @pytest.mark.parametrize("line", ["Ich verdopple!", "Ich verdoppele", "je double", "I double!"])
    def test_a_plain_double_is_read_in_several_languages(self, post: Post, line: str) -> None:
        doubler, other = doubled(post)

        assert post.answer(doubler, line).startswith("done: backgammon move 101")
        assert "A move is take or drop." in words_to(post, other)

    def test_two_ways_may_be_joined_by_a_word_and_a_polite_one_is_asked_about(self, post: Post) -> None:
        roller, _ = doubled(post)
        post.answer(roller, "roll")
        move = next(each for each in post.letter_to(roller)["page"]["moves"] if each.count("/") == 2 and " " in each)

        assert post.answer(roller, f"{move.replace(' ', ' et ')}, s'il te plaît").startswith("refused: ")
        assert f"Did you mean {move}?" in words_to(post, roller)
        assert post.answer(roller, move.replace(" ", " and ")).startswith("done: backgammon move 101")

    @pytest.mark.parametrize(
        ("line", "move"),
        [("Puh... ich nehme an", "take"), ("I'll drop this one", "drop"), ("Ok, ich passe", "drop")],
    )
    def test_so_is_an_answer_to_it(self, post: Post, line: str, move: str) -> None:
        doubler, other = doubled(post)
        post.answer(doubler, "double")

        assert post.answer(other, line).startswith("refused")
        assert f"Did you mean {move}?" in words_to(post, other)

    @pytest.mark.parametrize("line", ["I won't double", "roll or double", "What is a double, not a roll?"])
    @pytest.mark.long
    def test_what_denies_it_or_names_both_means_neither(self, post: Post, line: str) -> None:
        doubler, _ = doubled(post)

        assert post.answer(doubler, line).startswith("refused")
        assert "Did you mean" not in words_to(post, doubler)

    def test_the_hint_fits_what_is_asked(self, post: Post) -> None:
        doubler, other = doubled(post)

        assert post.answer(doubler, "I double!").startswith("done: backgammon move 101")

        words = words_to(post, other)
        assert "A move is take or drop." in words
        assert "where a checker goes" not in words

    @pytest.mark.parametrize("line", ["I take", "take it!", "Yes", "accept", "OK, I take it. Good luck!"])
    @pytest.mark.alike
    def test_a_double_is_taken_in_any_words(self, post: Post, line: str) -> None:
        doubler, other = doubled(post)
        post.answer(doubler, "double")

        assert post.answer(other, line).startswith("done: backgammon move 101")
        assert "cube 2" in post.letter_to(doubler)["text"]

    @pytest.mark.parametrize("line", ["I drop", "drop it.", "I pass"])
    def test_so_is_it_dropped(self, post: Post, line: str) -> None:
        doubler, other = doubled(post)
        post.answer(doubler, "double")

        assert post.answer(other, line).startswith("done: backgammon move 101")
        assert f"Game won by {doubler.partition('@')[0]}." in post.letter_to(doubler)["text"]

    @pytest.mark.parametrize("line", ["No", "No, thanks", "I refuse"])
    @pytest.mark.long
    def test_a_no_which_loses_the_game_is_asked_about(self, post: Post, line: str) -> None:
        doubler, other = doubled(post)
        post.answer(doubler, "double")

        assert post.answer(other, line).startswith("refused")
        assert post.letter_to(other)["text"].startswith("Did you mean drop?")
        assert post.answer(other, "yes").startswith("done: backgammon confirm 101")

    @pytest.mark.parametrize("line", ["double?", "take, no, drop", "I take, but only this time", "let me think"])
    def test_what_is_no_plain_word_does_nothing(self, post: Post, line: str) -> None:
        doubler, other = doubled(post)
        who = doubler
        if "double" not in line:
            post.answer(doubler, "double")
            who = other

        assert post.answer(who, line).startswith("refused")

    def test_a_roll_that_leaves_a_choice_brings_one_letter_and_is_told_with_the_move(self, post: Post) -> None:
        roller, other = doubled(post)
        before = letters_to(post, roller), letters_to(post, other)

        assert post.answer(roller, "roll").startswith("done: backgammon move 101")

        assert (letters_to(post, roller), letters_to(post, other)) == (before[0] + 1, before[1])
        move = post.letter_to(roller)["page"]["moves"][0]
        assert post.answer(roller, move).startswith("done")
        assert letters_to(post, other) == before[1] + 1
        text = post.letter_to(other)["text"]
        assert f"{roller.partition('@')[0]} (" in text
        assert ": roll\n" in text
        assert "has rolled" in text

    def test_a_roll_with_words_is_told_at_once(self, post: Post) -> None:
        roller, other = doubled(post)
        before = letters_to(post, other)

        post.answer(roller, "roll\nNow or never!")

        assert letters_to(post, other) == before + 1
        assert "Now or never!" in post.letter_to(other)["text"]


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("I take", "take"), ("take it", "take"), ("Take!", "take"), ("ok, I'll take it", "take"), ("I drop", "drop"),
        ("pass", "drop"), ("I double", "double"), ("redouble", "double"), ("Roll please", "roll"),
        ("roll the dice", "roll"), ("take it, good luck", "take"),
        ("take, no, drop", ""), ("take, but later", ""), ("double or nothing", ""), ("I do not take", ""),
        ("take 7", ""), ("8/5 6/5", ""), ("take" + " it" * 40, ""),
    ],
)  # fmt: skip
def test_words_for_the_cube(text: str, word: str) -> None:
    assert word_of(text) == word


def test_other_games_keep_their_form_of_a_move() -> None:
    assert Backgammon.move_form.startswith("where a checker goes")
    assert Go.move_form == "the point where your stone goes, for example d4, or pass"
