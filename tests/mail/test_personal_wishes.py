"""A vacation, settings, lists and opponents, asked for in one's own words in answer to letters of any kind."""

from __future__ import annotations

import re

import pytest

from pbmserv.storage.database import Database
from tests.conversation import Server, html_in
from tests.mail.test_replies import ALICE, BOB, Post
from tests.post import arrive

pytestmark = pytest.mark.alike

WENDY, FRIEND = "wendy@example.org", "friend@example.com"
KINDS = ["welcome", "invited", "board", "waiting", "help", "settings", "rematch"]


@pytest.fixture
def post(undone_database: Database) -> Post:
    return Post(Server(undone_database))


def reader_of(post: Post, kind: str) -> str:
    """Who has got a letter of a kind as their last one."""
    server = post.server
    if kind == "welcome":
        server.hear(WENDY, "signup wendy until-then-wendy")
        return WENDY
    if kind == "invited":
        server.hear(ALICE, f"hex challenge alice {FRIEND}")
        post.answer(FRIEND, "yes")
        server.hear(FRIEND, "help hex")
        return FRIEND
    if kind == "help":
        server.hear(ALICE, "help tutorial")
    if kind == "settings":
        server.hear(ALICE, "change receipts alice secret7 off")
    if kind == "rematch":
        for mover, move in ((ALICE, "b2"), (BOB, "c3"), (ALICE, "resign"), (BOB, "rematch")):
            post.answer(mover, move)
    return BOB if kind == "waiting" else ALICE


def words_to(post: Post, address: str) -> str:
    return " ".join(str(post.letter_to(address)["text"]).split())


def letters_to(post: Post, address: str) -> int:
    return sum(address in letter["recipients"] for letter in post.server.outbox())


class TestAway:
    @pytest.mark.parametrize("kind", KINDS)
    def test_any_letter_can_be_answered_with_a_vacation(self, post: Post, kind: str) -> None:
        who = reader_of(post, kind)

        post.answer(who, "I'm on holiday until 13 March")

        assert post.letter_to(who)["subject"] == "Did you mean this?"
        assert "you will be away until 13 March 2024. Do you want a vacation then?" in words_to(post, who)
        post.answer(who, "Yes please")
        assert "you are on vacation until 2024-03-14" in words_to(post, who)

    @pytest.mark.parametrize(
        ("line", "days"),
        [
            ("I'm on holiday this week, sorry", "until 2024-03-03"),
            ("I'm away this weekend", "from 2024-03-02 until 2024-03-03"),
            ("bin bis Montag weg", "until 2024-03-04"),
            ("on holiday next week", "from 2024-03-04 until 2024-03-10"),
            ("We're off to Spain for two weeks", "until 2024-03-14"),
            ("Please pause my games until 10 March", "until 2024-03-10"),
            ("I won't be able to play until next Friday", "until 2024-03-08"),
            ("No time until Monday, sorry", "until 2024-03-04"),
            ("Bin ab morgen zwei Wochen weg", "from 2024-03-02 until 2024-03-15"),
            ("Ich fahre bis zum 12. März in den Urlaub", "until 2024-03-12"),
            ("Je pars en vacances jusqu'au 15 mars", "until 2024-03-15"),
        ],
    )
    @pytest.mark.parametrize("kind", ["welcome", "board"])
    def test_in_many_words(self, post: Post, kind: str, line: str, days: str) -> None:
        who = reader_of(post, kind)

        post.answer(who, line)

        assert f" {days}\n" in post.letter_to(who)["text"]

    @pytest.mark.parametrize(
        "body", ["I'm on holiday until 13 March\n\n-- \nWendy\n", "I'm on holiday until 13 March"]
    )
    def test_with_a_signature_and_the_letter_below(self, post: Post, body: str) -> None:
        who = reader_of(post, "welcome")
        quoted = "\n".join(f"> {line}" for line in post.letter_to(who)["text"].splitlines())

        post.answer(who, f"{body}\n\nOn Friday, games@example.net wrote:\n{quoted}\n")

        assert "away until 13 March 2024" in words_to(post, who)

    @pytest.mark.parametrize("kind", ["welcome", "help", "board"])
    @pytest.mark.parametrize(
        ("header", "subject"),
        [
            ("Auto-Submitted: auto-replied", "Re: your letter"),
            ("Precedence: bulk", "Re: your letter"),
            ("X-Auto-Response-Suppress: All", "Re: your letter"),
            ("X-Mailer: any", "Out of office"),
            ("X-Mailer: any", "Automatische Antwort: Welcome"),
            ("X-Mailer: any", "Automatic reply: Hex Board 101"),
        ],
    )
    def test_a_note_by_a_program_is_answered_nothing(self, post: Post, kind: str, header: str, subject: str) -> None:
        who = reader_of(post, kind)
        before = letters_to(post, who)

        mail = (
            f"From: {who}\r\nSubject: {subject}\r\n{header}\r\nMessage-ID: <n@x>\r\n\r\nI'm away until 13 March\r\n"
        )
        arrive(post.server, mail.encode(), sender=who, to=post.reply_to(who))

        assert letters_to(post, who) == before

    @pytest.mark.parametrize("kind", ["welcome", "help", "board"])
    def test_a_program_without_any_mark_is_asked_once(self, post: Post, kind: str) -> None:
        who = reader_of(post, kind)
        first, before = post.reply_to(who), letters_to(post, who)

        for _ in range(3):
            post.answer(who, "I am out of the office until 13 March.", to=first, subject="Re: x")
            post.answer(who, "I am out of the office until 13 March.", subject="Re: Did you mean this?")

        assert letters_to(post, who) == before + 1

    def test_one_that_names_another_day_each_time_is_asked_a_few_times_a_day(self, post: Post) -> None:
        who = reader_of(post, "welcome")
        before = letters_to(post, who)

        for day in range(5, 15):
            post.answer(who, f"I am out of the office until {day} March.", subject="Re: x")

        assert letters_to(post, who) == before + 3

    def test_without_a_letter_of_ours_a_note_is_answered_nothing(self, post: Post) -> None:
        before = letters_to(post, ALICE)

        post.answer(ALICE, "I am on holiday until 13 March.", to=post.server.address, subject="My plans")

        assert letters_to(post, ALICE) == before

    def test_a_mail_that_says_so_in_its_subject_is_no_note(self, post: Post) -> None:
        post.answer(ALICE, "", to=post.server.address, subject="I'm on holiday until 13 March")

        assert "Do you want a vacation then?" in words_to(post, ALICE)

    def test_nobody_else_is_asked(self, post: Post) -> None:
        to = post.letter_to(ALICE)["headers"]["Reply-To"]
        before = letters_to(post, ALICE)

        post.answer("stranger@example.com", "I'm on holiday until 13 March", to=to, subject="Re: Hex Board 101")

        assert letters_to(post, ALICE) == before
        assert post.server.everything_stored()["codes"] == []

    @pytest.mark.parametrize(
        "line",
        [
            "I was away for two weeks",
            "I'm away next week for a few days",
            "What a holiday that was!",
            "We need a break in this game",
        ],
    )
    def test_other_words_about_time_ask_for_none(self, post: Post, line: str) -> None:
        post.answer(ALICE, line)

        assert "vacation" not in words_to(post, ALICE)

    def test_no_time_says_no_to_a_rematch(self, post: Post) -> None:
        who = reader_of(post, "rematch")

        post.answer(who, "No, no time until Monday, sorry")

        assert "vacation" not in words_to(post, who)

    def test_words_for_others_go_to_them(self, post: Post) -> None:
        post.server.hear(BOB, "hex chat 101 bob bobpw123", "Hello!")
        quoted = "\n".join(f"> {line}" for line in post.letter_to(ALICE)["text"].splitlines())

        post.answer(ALICE, f"I'm on holiday until 13 March\n\nOn Friday, games@example.net wrote:\n{quoted}\n")

        assert "I'm on holiday until 13 March" in words_to(post, BOB)


class TestBack:
    LINES = (
        "I am back",
        "Back home again!",
        "Ich bin wieder da",
        "Ich bin zurück aus dem Urlaub",
        "Je suis de retour",
    )

    @pytest.mark.parametrize("line", LINES)
    @pytest.mark.parametrize("kind", ["welcome", "board", "help"])
    @pytest.mark.alike
    def test_who_is_back_is_asked_whether_the_vacation_ends(self, post: Post, kind: str, line: str) -> None:
        who = reader_of(post, kind)
        letter = post.reply_to(who)
        post.answer(who, "I'm away until 13 March")
        post.answer(who, "yes")

        post.answer(who, line, to=letter, subject="Re: x")

        assert "your vacation goes on until 13 March 2024. Shall it end now?" in words_to(post, who)
        post.answer(who, "yes")
        assert "you are not on vacation" in words_to(post, who)

    @pytest.mark.parametrize("line", LINES)
    @pytest.mark.parametrize("kind", ["welcome", "board"])
    def test_who_is_on_none_is_told_so(self, post: Post, kind: str, line: str) -> None:
        who = reader_of(post, kind)

        post.answer(who, line)

        assert "you are not on vacation" in words_to(post, who)

    @pytest.mark.parametrize("body", ["I'm back\nd3", "Take it back", "I back down", "My back hurts"])
    def test_what_may_be_a_move_or_says_more_is_no_return(self, post: Post, body: str) -> None:
        post.answer(ALICE, body)

        assert "vacation" not in words_to(post, ALICE)


LISTS = {
    "tournament list": [
        "Tournaments?", "Show me the tournaments", "Y a-t-il un tournoi ?", "Gibt es gerade ein Turnier?",
        "When is the next tournament?", "¿Hay algún torneo?", "Is there a league?",
    ],
    "list": ["What can I play here?", "Welche Spiele kann man bei euch spielen?", "Quels jeux y a-t-il ici ?"],
    "all show alice": [
        "my games", "Which of my games are still running?", "Wo bin ich am Zug?", "mes parties",
    ],
    "list open": ["Who wants to play?", "Ich suche einen Gegner", "Qui veut jouer ?"],
    "chess standings": ["How good am I at chess?", "chess ratings please", "Who is the best player of chess?"],
    "forgot alice": [
        "I can't remember my password", "Ich habe mein Passwort vergessen", "J'ai perdu mon mot de passe",
        "change my password", "I want a password", "How do I get a password?", "Ich möchte ein Passwort",
        "I don't have a password", "password?",
    ],
}  # fmt: skip


class TestLists:
    @pytest.mark.alike
    @pytest.mark.parametrize(("command", "line"), [(each, line) for each, lines in LISTS.items() for line in lines])
    @pytest.mark.parametrize("kind", ["board", "help"])
    def test_what_changes_nothing_is_shown_at_once(self, post: Post, kind: str, command: str, line: str) -> None:
        reader_of(post, kind)

        assert post.answer(ALICE, line) == f"done: {command}"

    @pytest.mark.parametrize("line", ["How do I stand?", "Wie steht es?", "Où en est la partie ?", "score?"])
    def test_who_asks_how_it_stands_sees_the_board_or_the_standings(self, post: Post, line: str) -> None:
        assert post.answer(ALICE, line) == "done: hex showas alice ****** 101"

        post.server.hear(ALICE, "help tutorial")
        assert post.answer(ALICE, line) == "done: hex standings"
        assert post.letter_to(ALICE)["subject"] == "Hex Standings"

    @pytest.mark.parametrize(
        "line",
        [
            "show me the board", "Can I see the board again?", "what was the last move?", "Zeig mir das Brett",
        ],
    )  # fmt: skip
    def test_who_wants_to_see_the_board_is_shown_the_board(self, post: Post, line: str) -> None:
        assert post.answer(ALICE, line) == "done: hex showas alice ****** 101"
        assert "You have until" in words_to(post, ALICE)

    @pytest.mark.parametrize(
        "line",
        [
            "The last move was great", "This board is nice", "What a long time!", "I have no time for more moves",
            "The tournament was great", "You are winning", "I'm winning!", "Chess is dull", "What a game!",
            "My mail program shows no board", "I like your games", "I will not forget this password trick",
            "I have a password", "The password is great", "That is my password",
            "Who wants to live forever?",
        ],
    )  # fmt: skip
    @pytest.mark.alike
    def test_what_only_speaks_of_them_shows_nothing(self, post: Post, line: str) -> None:
        assert post.answer(ALICE, line).startswith("refused")

    @pytest.mark.parametrize("line", ["Il y a quelqu'un ?", "hola y gracias a todos", "Let's go and have fun"])
    def test_a_short_name_of_a_game_is_not_found_in_a_sentence(self, post: Post, line: str) -> None:
        reader_of(post, "help")

        post.answer(ALICE, line)

        assert post.letter_to(ALICE)["subject"] not in {"Help for Y", "Help for Go"}

    @pytest.mark.parametrize(
        ("line", "subject"),
        [
            ("y", "Help for Y"), ("How do you play Go?", "Help for Go"), ("rules of y please", "Help for Y"),
            ("Comment joue-t-on au go ?", "Help for Go"), ("Wie geht Schach?", "Help for Chess"),
        ],
    )  # fmt: skip
    def test_beside_words_of_games_it_is(self, post: Post, line: str, subject: str) -> None:
        reader_of(post, "help")

        post.answer(ALICE, line)

        assert post.letter_to(ALICE)["subject"] == subject


SETTINGS = {
    "change letters alice daily": [
        "letters daily", "one letter a day please", "Could you please send me just one mail per day?",
        "Geht auch nur eine Mail am Tag?", "Une seule lettre par jour, s'il vous plaît",
    ],
    "change letters alice turns": [
        "Please write only when it's my turn", "Schreibt mir bitte nur, wenn ich am Zug bin",
    ],
    "change format alice text": ["no pictures please", "Bitte keine Bilder", "sans images"],
}  # fmt: skip


class TestSettings:
    @pytest.mark.parametrize(
        ("command", "line"), [(each, line) for each, lines in SETTINGS.items() for line in lines]
    )
    @pytest.mark.parametrize("kind", ["board", "help"])
    def test_they_are_asked_about_and_set_by_a_yes(self, post: Post, kind: str, command: str, line: str) -> None:
        reader_of(post, kind)
        before = post.server.everything_stored()["users"]

        post.answer(ALICE, line)

        assert f"\n    {command}\n" in post.letter_to(ALICE)["text"]
        assert post.server.everything_stored()["users"] == before
        post.answer(ALICE, "Ja, gerne")
        assert post.letter_to(ALICE)["subject"] == "Your settings"

    @pytest.mark.parametrize(
        "line",
        [
            "settings",
            "fewer letters",
            "That's too many emails for me",
            "Bitte nicht so viele Mails",
            "trop de messages",
        ],
    )
    @pytest.mark.parametrize("kind", ["welcome", "board", "help"])
    def test_who_wants_fewer_letters_chooses_by_buttons(self, post: Post, kind: str, line: str) -> None:
        who = reader_of(post, kind)

        post.answer(who, line)

        letter = post.letter_to(who)
        assert "* You get a letter for every move of the others.\n" in letter["text"]
        offered = re.findall(r"^    (\S.*)$", letter["text"], re.MULTILINE)
        assert offered[:2] == ["change letters turns", "change letters daily"]
        assert ">One letter a day</a>" in (html_in(letter) or "")
        for each in offered:
            to, subject = letter["headers"]["Reply-To"], "Re: Your settings"
            assert post.answer(who, each, to=to, subject=subject).startswith(
                f"done: {' '.join(each.split()[:2])}"[:12]
            )

    def test_who_takes_no_answers_reads_whole_commands(self, post: Post) -> None:
        to = post.server.address
        post.server.hear(ALICE, "change replies alice secret7 off")

        post.answer(ALICE, "", to=to, subject="fewer letters")

        assert "    change letters alice PASSWORD turns\n" in post.letter_to(ALICE)["text"]

    @pytest.mark.parametrize(
        "line",
        ["The settings of the pieces are strange", "One day I will win", "Have a nice day!", "I need one more day"],
    )
    def test_other_words_set_nothing(self, post: Post, line: str) -> None:
        post.answer(ALICE, line)

        assert post.letter_to(ALICE)["subject"] == "Hex Board 101"

    def test_somebody_else_is_told_nothing_of_them(self, post: Post) -> None:
        to = post.reply_to(ALICE)

        post.answer(BOB, "settings", to=to, subject="Re: Hex Board 101")

        assert "every move of the others" not in words_to(post, BOB)


class TestOpponents:
    @pytest.mark.parametrize(
        ("line", "game"),
        [
            ("anyone for chess?", "Chess"),
            ("Who wants to play Go?", "Go"),
            ("I'm looking for somebody to play chess with", "Chess"),
            ("Hat jemand Lust auf eine Runde Go?", "Go"),
            ("Quelqu'un veut-il jouer aux échecs avec moi ?", "Chess"),
        ],
    )
    @pytest.mark.parametrize("kind", ["welcome", "board", "help"])
    def test_a_game_with_anybody_is_asked_about(self, post: Post, kind: str, line: str, game: str) -> None:
        who = reader_of(post, kind)

        post.answer(who, line)

        assert f"Shall a game of {game} with anybody be looked for?" in words_to(post, who)
        assert post.server.hear(None, "list open").text.startswith("No game waits")
        post.answer(who, "Yes!")
        assert game.lower() in post.server.hear(None, "list open").text.lower()

    @pytest.mark.parametrize(
        "line", ["Do you play Go?", "I do not want to play chess with anyone", "Who can I thank for this game?"]
    )
    def test_who_asks_no_such_thing_is_not_asked(self, post: Post, line: str) -> None:
        post.answer(ALICE, line)

        assert "with anybody" not in words_to(post, ALICE)

    def test_who_has_blocked_each_other_does_not_meet(self, post: Post) -> None:
        post.server.hear(BOB, "chess challenge bob anyone")
        post.server.hear(BOB, "block bob bobpw123 alice")

        post.answer(ALICE, "anyone for chess?")
        post.answer(ALICE, "yes")

        assert "Chess Board 102" in words_to(post, ALICE)


class TestBegunCommands:
    @pytest.mark.parametrize("line", ["signup cleo", "Signup cleo"])
    @pytest.mark.parametrize("kind", ["welcome", "help"])
    def test_a_half_written_command_is_told_how_it_is_written(self, post: Post, kind: str, line: str) -> None:
        who = reader_of(post, kind)

        assert post.answer(who, line).startswith("refused")
        assert "The new password is missing." in words_to(post, who)
        assert "signup userid password" in words_to(post, who)

    def test_a_stranger_is_offered_a_game_in_which_that_name_can_be_chosen(self, post: Post) -> None:
        post.server.hear("stranger@example.com", "help tutorial")

        post.answer("stranger@example.com", "signup cleo")
        assert "Answer this letter with the word chess" in words_to(post, "stranger@example.com")

        assert post.answer("stranger@example.com", "signup cleo") == "done: invitation ****** cleo"

    @pytest.mark.parametrize("line", ["change letters", "tutorial please", "chan", "times"])
    def test_subjects_of_pages_bring_them_as_before(self, post: Post, line: str) -> None:
        reader_of(post, "help")

        assert post.answer(ALICE, line).startswith("done: help")

    @pytest.mark.parametrize("line", ["Please close my account", "Bitte mein Konto löschen", "Stop mailing me"])
    def test_who_wants_to_leave_is_asked(self, post: Post, line: str) -> None:
        who = reader_of(post, "welcome")

        post.answer(who, line)

        assert post.letter_to(who)["subject"] == "Do you want to leave?"


class TestWithdrawing:
    def test_without_its_game_the_only_challenge_of_this_number_is_meant(self, post: Post) -> None:
        post.server.hear(ALICE, "hex challenge alice anyone")

        post.answer(ALICE, "withdraw 102")
        assert "\n    hex withdraw 102 alice\n" in post.letter_to(ALICE)["text"]
        post.answer(ALICE, "yes")

        assert "No game waits for players." in post.server.hear(None, "list open").text

    def test_where_it_may_be_two_both_are_named_and_one_is_chosen(self, post: Post) -> None:
        post.server.hear(ALICE, "chess challenge alice anyone")
        post.server.hear(ALICE, "go challenge alice anyone")

        post.answer(ALICE, "withdraw 101")

        assert "Perhaps you mean: go withdraw 101 or chess withdraw 101." in words_to(post, ALICE)
        post.answer(ALICE, "go withdraw 101")
        post.answer(ALICE, "yes")
        assert "chess" in post.server.hear(None, "list open").text
        assert "go 101" not in post.server.hear(None, "list open").text

    def test_those_of_others_are_not_meant(self, post: Post) -> None:
        post.server.hear(BOB, "hex challenge bob anyone")
        post.server.hear(ALICE, "help open")

        assert post.answer(ALICE, "withdraw 102").startswith(("refused", "done: help"))
        assert "hex 102" in post.server.hear(None, "list open").text
