"""No password is ever readable in what the server writes: no letter, no refusal, no note for the operator."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from pbmserv.commands.requests import quota
from pbmserv.commands.requests.credentials import Credential
from pbmserv.commands.requests.redaction import NOTHING
from pbmserv.commands.requests.reply import Reply
from pbmserv.commands.run.table import COMMANDS
from pbmserv.language.words import MASK, join
from pbmserv.letters.reply_address import Tag, tokens_in
from pbmserv.post_office import Request
from pbmserv.storage.database import Database
from tests.commands.examples import takes_secrets
from tests.conversation import PLAYERS, Rehearsal, Server, undone

PASSWORD = "battery5"
"""Of alice, here: one that stands in no example."""
WITH_PASSWORD = [command for command in COMMANDS if takes_secrets(command)]
OTHER_WORDS = [
    "alice",
    "bob",
    "101",
    "d3",
    "d3#1",
    "--",
    "-x",
    "--unrated",
    "--note=x",
    "",
    "a b",
    "alice@work.example",
]


@pytest.fixture(scope="module")
def world(another_with_players: Callable[[], Database]) -> Database:
    """alice and bob play on Trichet board 101."""
    server = Server(another_with_players())
    server.hear("alice@example.org", f"change password alice {PLAYERS['alice']} {PASSWORD}")
    server.hear("alice@example.org", "trichet challenge alice bob")
    return server.database


@pytest.fixture
def playing(world: Database) -> Iterator[Server]:
    yield from undone(world)


def everything_written(rehearsal: Rehearsal) -> str:
    """All that anybody gets to read, and what is stored on its way."""
    reply = rehearsal.reply
    letters = [f"{letter.to} {letter.subject} {letter.text}" for letter in reply.letters]
    return "\n".join([reply.error, reply.outcome, *letters, *map(str, rehearsal.outbox[-len(letters) :])])


def words_of(example: str) -> list[str]:
    """The words of a command's example, with alice's password for each that stands in it."""
    return [PASSWORD if word in {*PLAYERS.values(), "k3m8pwx2vq7rnt4ha"} else word for word in example.split()]


@st.composite
def mixed_up_commands(draw: st.DrawFn) -> list[str]:
    """The words of a command that takes a password: some left out, some added, and in any order."""
    words = words_of(draw(st.sampled_from(WITH_PASSWORD)).example)
    kept = [word for word in words if word == PASSWORD or draw(st.integers(0, 5))]
    added = draw(st.lists(st.sampled_from([*OTHER_WORDS, PASSWORD]), max_size=3))
    mixed = [*kept, *added]
    return list(draw(st.permutations(mixed))) if draw(st.booleans()) else mixed


@given(words=mixed_up_commands(), sender=st.sampled_from(["alice@example.org", "mallory@example.org"]))
@example(words=["trichet", "move", "101", "alice", PASSWORD, PASSWORD], sender="alice@example.org")
@example(words=["trichet", "move", "101", PASSWORD, "alice", "d3"], sender="alice@example.org")
@example(words=["trichet", PASSWORD, "101", "alice", "move", "d3"], sender="alice@example.org")
@example(words=["move", PASSWORD, "d3", "alice", "d3#1", "alice"], sender="alice@example.org")
@example(words=[PASSWORD], sender="mallory@example.org")
@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])
@pytest.mark.long
def test_no_password_is_written_whatever_is_mixed_up(playing: Server, words: Sequence[str], sender: str) -> None:
    rehearsal = playing.rehearse(sender, join(words))

    if rehearsal.reply.ok and "signup" in words:
        return  # The password has become somebody's userid, who has another password.
    assert PASSWORD not in everything_written(rehearsal)


@pytest.mark.alike
@pytest.mark.parametrize("command", WITH_PASSWORD, ids=lambda command: command.name)
def test_a_command_is_quoted_with_its_password_masked(playing: Server, command: object) -> None:
    example = next(each.example for each in WITH_PASSWORD if each is command)

    rehearsal = playing.rehearse("alice@example.org", join(words_of(example)))

    assert PASSWORD not in everything_written(rehearsal)
    assert MASK in rehearsal.reply.outcome


ALICE = "alice@example.org"


@pytest.mark.alike
@pytest.mark.parametrize(
    ("line", "in_letter", "in_log"),
    [
        (
            "trichet move 101 alice battery5 d3",
            "trichet move 101 alice ****** d3",
            "trichet move 101 alice ****** d3",
        ),
        ("TRICH mov 101 alice battery5 d3", "TRICH mov 101 alice ****** d3", "TRICH mov 101 alice ****** d3"),
        ("trichet move 101 alice wrongpw d3", "trichet move 101 alice ****** d3", "trichet move 101 alice ****** d3"),
        ("trichet move 101 battery5 alice d3", "trichet move 101 ****** ****** d3", None),
        ("trichet move 101 alice", "trichet move 101 alice", "trichet move 101 alice"),
        ("trichet move 101 alice battery5", "trichet move 101 alice ******", "trichet move 101 alice ******"),
        (
            'trichet move 101 alice "battery5" zz',
            "trichet move 101 alice ****** zz",
            "trichet move 101 alice ****** ******",
        ),
        (
            "trichet move 101 alice battery5 --x=battery5 d3",
            "trichet move 101 alice ****** --x=****** d3",
            "trichet move 101 alice ****** ****** d3",
        ),
        ("trichet move 101 alice d3", "trichet move 101 alice d3", "trichet move 101 alice d3"),
        ("signup dave pw", "signup dave ******", "signup ****** ******"),
        ("signup alice -Secret1", "signup alice ******", "signup alice ******"),
        ("signup dave -Secret1", "signup dave ******", "signup ****** ******"),
        ("battery5 101 alice d3", "****** 101 alice d3", "****** 101 alice d3"),
        ("trichet battery5 101 alice", "trichet ****** 101 alice", "trichet ****** 101 alice"),
        ("hello alice battery5", "hello alice ******", "****** alice ******"),
        ("move 101 alice battery5 d3", "move 101 alice ****** d3", "move 101 alice ****** d3"),
        ("mvoe 101 alice wrong-one d3", "mvoe 101 alice ****** d3", "mvoe 101 alice ****** d3"),
        (
            "tricket mvoe 101 alice wrong-one d3",
            "tricket mvoe 101 alice ****** d3",
            "****** mvoe 101 alice ****** d3",
        ),
        ("change password alice wrong-one better-one8", "change password alice ****** ******", None),
        ("confirm k3m8pwx2vq7rnt4hz", "confirm ******", "confirm ******"),
        ("confrim k3m8pwx2vq7rnt4hz", "confrim ******", "****** ******"),
        ("trichet challenge alice zoe", "trichet challenge alice zoe", "trichet challenge alice ******"),
        ("trichet challenge alice nobody", "trichet challenge alice nobody", "trichet challenge alice ******"),
        ("trichet challenge alice FRIEND", "trichet challenge alice FRIEND", "trichet challenge alice ******"),
        ("tricket chalenge alice bob", "tricket chalenge alice bob", "****** ****** alice bob"),
        (
            "trichet challenge alice carol -num_tiles=1000",
            "trichet challenge alice carol -num_tiles=1000",
            "trichet challenge alice carol -num_tiles=1000",
        ),
        (
            "trichet challenge alice carol -size=battery5",
            "trichet challenge alice carol -size=******",
            "trichet challenge alice carol ******",
        ),
        (
            "hex challenge alice carol -size=battery5",
            "hex challenge alice carol -size=******",
            "hex challenge alice carol -size=******",
        ),
        (
            "hex challenge alice carol -size=large",
            "hex challenge alice carol -size=large",
            "hex challenge alice carol -size=******",
        ),
        ("trichet challenge alice battery5", "trichet challenge alice ******", "trichet challenge alice ******"),
        ("trichet challenge alice (battery5),", "trichet challenge alice ******", "trichet challenge alice ******"),
        ("trichet challenge alicebattery5 bob", "trichet challenge ****** bob", "trichet challenge ****** bob"),
        ("trichet show 101 alice battery5", "trichet show 101 alice ******", "trichet show 101 alice ******"),
        ("trichet show 101 alice wrong1", "trichet show 101 alice ******", "trichet show 101 alice ******"),
        ("trichet show 101 alice wrongpw", "trichet show 101 alice ******", "trichet show 101 alice ******"),
        ("trichet show alice wrong1", "trichet show alice ******", "trichet show alice ******"),
        ("trichet show alice carrol", "trichet show alice carrol", "trichet show alice ******"),
        ("trichet games alice wrong1", "trichet games alice ******", "trichet games alice ******"),
        (
            "trichet challenge alice bob43 bob",
            "trichet challenge alice bob43 bob",
            "trichet challenge alice ****** bob",
        ),
        ("tricket show 101 alice wrong1", "tricket show 101 alice ******", "****** show 101 alice ******"),
        ("all show 101 alice wrong1", "all show 101 alice ******", "all show 101 alice ******"),
        ("trichet preview 101 d3 battery5", "trichet preview 101 d3 ******", "trichet preview 101 d3 ******"),
        ("trichet preview 101 zz", "trichet preview 101 zz", "trichet preview 101 ******"),
        ("bingo preview 101 d3", "bingo preview 101 d3", "****** preview 101 d3"),
        ("bingo preview 101 e2e4", "bingo preview 101 e2e4", "****** preview 101 e2e4"),
        ("bingo preview 101 zz", "bingo preview 101 zz", "****** preview 101 ******"),
        ("bingo preview 101 b2-b3", "bingo preview 101 b2-b3", "****** preview 101 b2-b3"),
        ("bingo move 101 alice d3", "bingo move 101 alice d3", "****** move 101 alice d3"),
        ("bingo move 101 alice battery5 d3", "bingo move 101 alice ****** d3", "****** move 101 alice ****** d3"),
        ("bingo move 101 alice pw123 d3", "bingo move 101 alice ****** d3", "****** move 101 alice ****** d3"),
        ('trichet move 101 alice "battery5', "(nothing that can be read)", "(nothing that can be read)"),
    ],
)
def test_what_was_refused_is_quoted_to_its_author_and_logged_as_far_as_it_is_recognised(
    playing: Server, line: str, in_letter: str, in_log: str | None
) -> None:
    rehearsal = playing.rehearse(ALICE, line)

    assert not rehearsal.reply.ok
    is_quoted = f"Your command was:\n\n    {in_letter}\n" in rehearsal.reply.text
    # Nothing is said of what cannot be quoted.
    assert is_quoted == ("Your command was" in rehearsal.reply.text) == (in_letter != NOTHING)
    assert rehearsal.reply.outcome == f"refused: {in_log or in_letter}"
    assert PASSWORD not in everything_written(rehearsal)


@pytest.mark.parametrize("line", ["bingo preview 101 d3", "bingo move 101 alice d3", "bingo move 101 alice zz9"])
def test_what_is_quoted_for_a_game_that_nobody_has_here_is_the_same_on_a_busy_machine(
    playing: Server, line: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    usual = playing.rehearse(ALICE, line).reply

    monkeypatch.setattr(quota, "SECONDS", -1)
    busy = playing.rehearse(ALICE, line).reply

    assert busy.text == usual.text
    assert busy.outcome == usual.outcome


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("trichet challenge alice nobody", "There is no player called nobody here."),
        ("trichet challenge alice FRIEND", "There is no player called FRIEND here."),
        ("trichet challenge alice carrol", "There is no player called carrol here. Did you mean carol?"),
        ("trichet show 101 alice wrong1", "A board number such as 101 is expected, or 101#7 for the board after"),
        ("message alice battery5 bobb", "There is no player called bobb here. Did you mean bob?"),
        ("all show alcie", "There is no player called alcie here. Did you mean alice?"),
        ("trichet history alicia", "There is no player called alicia here."),
        (
            "tricket chalenge alice bob",
            "not a command or a game here. Did you mean trichet or trioker?",
        ),
        ("trichet chalenge alice bob", "The word after trichet is not one of its commands. Did you mean challenge?"),
        (
            "trichet move 101 alice d3",
            "The move is missing. The last word looks like a move: is the password missing?",
        ),
        ("trichet move 101 alice zz", "The move is missing."),
        ("trichet move 101 alice battery5", "The move is missing."),
        ("hex challenge alice bob -size=battery5", "The parameter -size=****** is not understood:"),
        ("hex challenge alice bob -battery5=9", "-****** is not known: there are -size,"),
        ("hex challenge alice bob --size=9", "size is written with one dash, for example -size="),
        ("hex challenge alice bob -nagtime=9", "nagtime is written with two dashes, for example --nagtime=9."),
        ("trichet challenge alice bob -size=9", "-size is not known: there are -num_tiles, -win_size."),
        ("trichet move 101 alice battery5 d3 -size=9", "-size is not known: this command takes no options,"),
    ],
)
def test_a_refusal_says_what_was_wrong_and_what_may_have_been_meant(playing: Server, line: str, said: str) -> None:
    rehearsal = playing.rehearse(ALICE, line, comment="Hello!")

    assert not rehearsal.reply.ok
    words = " ".join(rehearsal.reply.text.split())
    assert said in words
    if said.endswith(("missing.", "here.")):
        assert f"{said} Did you" not in words
        assert f"{said} The last" not in words
    assert PASSWORD not in everything_written(rehearsal)


@pytest.mark.parametrize(
    ("line", "form", "example"),
    [
        ("trichet moove", "trichet move board userid password move", "trichet move 101 alice PASSWORD "),
        ("trichet moove 101 alice battery5 d3", "trichet move board userid password move", "trichet move 101 alice"),
        ("change adress alice battery5", "change address userid password [address ...]", "change address alice"),
        ("mesage alice battery5 bob", "message userid password to ...", "message alice PASSWORD"),
    ],
)
def test_a_command_that_may_have_been_meant_is_shown_with_its_form(
    playing: Server, line: str, form: str, example: str
) -> None:
    text = playing.rehearse(ALICE, line).reply.text

    assert f"It is written like this:\n\n    {form}\n\nFor example:\n\n    {example}" in text
    assert PASSWORD not in text


def test_of_several_that_may_have_been_meant_none_is_shown(playing: Server) -> None:
    text = playing.rehearse(ALICE, "tricket moev 1").reply.text

    assert "Did you mean trichet or\ntrioker?" in text
    assert "It is written like this" not in text


@pytest.mark.parametrize(
    "line",
    [
        "trichet challenge alice battery5 bob",
        "trichet challenge alice battery5 battery5",
        "trichet show alice battery5",
        "trichet games alice battery5",
        "trichet history alice battery5",
        "all show battery5",
    ],
)
@pytest.mark.parametrize("sender", [ALICE, "alice@elsewhere.example"])
def test_a_password_where_a_player_should_be_named_is_not_repeated(playing: Server, line: str, sender: str) -> None:
    rehearsal = playing.rehearse(sender, line)

    assert PASSWORD not in everything_written(rehearsal)
    said = " ".join(rehearsal.reply.text.split())
    assert "There is no player called ****** here (what may be a password is not repeated)." in said


@pytest.mark.parametrize(
    "line",
    [
        f"passwd alice {PASSWORD} coming-one",
        f"password alice {PASSWORD} coming-one",
        f"changepassword alice {PASSWORD} coming-one",
        f"newpassword {PASSWORD} coming-one",
        "chpass alice coming-one",
        "register zed coming-one",
        "login coming-one",
        "new-user zed coming-one",
    ],
)
def test_what_is_to_become_a_password_by_a_command_of_other_servers_is_not_repeated(
    playing: Server, line: str
) -> None:
    rehearsal = playing.rehearse(ALICE, line)

    assert "coming-one" not in everything_written(rehearsal)
    assert "The first word is not a command" in " ".join(rehearsal.reply.text.split())


class TestWhoMayKnow:
    """Whether a word is somebody's password is found out for nobody who could not know it."""

    def test_a_stranger_sees_no_difference_between_right_and_wrong(self, playing: Server) -> None:
        guesses = ["battery4", PASSWORD, "battery6"]

        texts = [playing.rehearse("mallory@example.com", f"mesage alice {guess}").reply.text for guess in guesses]

        assert "alice ******" in texts[0]
        assert len(set(texts)) == 1

    def test_nor_does_one_who_writes_somebody_else_into_from(self, playing: Server) -> None:
        guesses = ["battery4", PASSWORD]

        said = [playing.say(ALICE, f"hello alice {guess}", may_answer_stranger=False).text for guess in guesses]

        assert "hello alice ******" in said[0]
        assert said[0] == said[1]

    def test_a_player_who_guesses_at_another_has_five_guesses_in_ten_minutes(self, playing: Server) -> None:
        texts = [playing.say("bob@example.org", f"hello alice guess-{number}").text for number in range(7)]
        right = playing.say("bob@example.org", f"hello alice {PASSWORD}").text

        assert ["******" in text for text in texts] == [False] * 5 + [True] * 2
        assert "hello alice ******" in right

    def test_each_of_these_counts_as_a_wrong_password(self, playing: Server) -> None:
        for number in range(5):
            playing.say("bob@example.org", f"hello alice guess-{number}")
        for number in range(5):
            playing.say("mallory@example.com", f"add alice guess-{number}")

        # Ten wrong ones have come for alice: no other is looked at, not even the right one.
        assert not playing.say("mallory2@example.com", f"add alice {PASSWORD} alice@work.example").ok

    def test_what_alice_mistypes_at_her_own_address_is_no_guess(self, playing: Server) -> None:
        for number in range(12):
            assert f"hello alice guess-{number}" in playing.say(ALICE, f"hello alice guess-{number}").text

        assert playing.say(ALICE, f"trichet queue 101 alice {PASSWORD} a1").ok

    def test_few_words_of_a_letter_are_compared_and_the_others_masked(self, playing: Server) -> None:
        words = [f"likely-{number}" for number in range(9)]

        reply = playing.say(ALICE, f"hello {' '.join(words)}")

        assert f"hello {' '.join(words[:4])} ****** ****** ****** ****** ******" in " ".join(reply.text.split())

    def test_all_commands_of_a_letter_share_these(self, playing: Server) -> None:
        body = "\n".join(
            [*(f"hello likely-{number}" for number in range(6)), "hello likely-0", f"add alice {PASSWORD}"]
        )

        text = playing.say(ALICE, "multiple", body=body).text

        assert text.count("hello ******") == 2
        assert text.count("hello likely-0") == 2
        assert "Your addresses" in text


@pytest.mark.parametrize("typed", [PASSWORD, PASSWORD.upper(), f"{PASSWORD}{'x' * 60}"])
def test_what_refusals_repeat_in_lower_case_or_cut_short_is_masked_too(playing: Server, typed: str) -> None:
    rehearsal = playing.rehearse(ALICE, f"trichet move 101 alice {typed} d3 {typed}")

    assert PASSWORD not in everything_written(rehearsal).lower()


def test_a_lone_dash_for_a_password_leaves_the_dashes_of_options(playing: Server) -> None:
    assert "--forfeittime is not known" in playing.say(ALICE, "broadcast alice - --forfeittime=").text


def test_so_is_a_password_beside_bytes_that_a_mail_program_took_for_no_text(playing: Server) -> None:
    letter = playing.say(ALICE, f"vacatce {PASSWORD[:4]}\N{REPLACEMENT CHARACTER}-{PASSWORD} 14").text

    assert PASSWORD not in letter


@pytest.mark.parametrize("typed", ["-geheim…help", "-höhle·b", "-sésame/move", "-pas,help"])
def test_so_is_all_of_a_password_that_a_word_of_this_server_stands_in(playing: Server, typed: str) -> None:
    letter = playing.say(ALICE, f"message {typed} carol").text

    assert letter.startswith("****** is not known: this command takes no options")
    assert typed not in letter


def test_a_sentence_of_this_server_stays_whatever_password_ends_like_it(playing: Server) -> None:
    letter = playing.say(ALICE, "message -strange. dash. carol").text

    assert "words can begin with a dash." in " ".join(letter.split())


def test_a_name_that_nobody_has_is_not_repeated_where_it_is_forgotten(playing: Server) -> None:
    rehearsal = playing.rehearse(ALICE, f"forgot {PASSWORD}")

    assert rehearsal.reply.ok
    assert rehearsal.reply.outcome == "done: forgot ******"
    assert PASSWORD not in everything_written(rehearsal)


def test_the_operator_is_shown_what_is_no_password_of_who_is_named(playing: Server) -> None:
    text = playing.rehearse(None, "tricket challenge alice nobody").reply.letters[-1].text

    assert "    tricket challenge alice nobody\n" in text


def test_who_has_given_the_password_is_told_which_name_is_wrong(playing: Server) -> None:
    reply = playing.rehearse("alice@example.org", "message alice battery5 charlotte", comment="Hello!").reply

    assert "There is no player called charlotte here." in reply.text


def test_what_was_done_is_noted_with_its_password_masked(playing: Server) -> None:
    reply = playing.rehearse("bob@example.org", "trichet move 101 bob bobpw123 d3").reply

    assert reply.outcome == "done: trichet move 101 bob ****** d3"


def test_a_password_in_the_comment_is_masked_for_the_others(playing: Server) -> None:
    command = "trichet move 101 bob bobpw123 d3"

    reply = playing.rehearse("bob@example.org", command, comment=f"{command}\nGood luck!").reply

    assert reply.letter_to("alice@example.org").text.endswith(
        "bob writes:\n\ntrichet move 101 bob ****** d3\nGood luck!\n"
    )


def test_passwords_are_masked_in_the_answers_to_several_commands(playing: Server) -> None:
    rehearsal = playing.rehearse(
        "alice@example.org", "multiple", body="trichet move 101 alice battery5 zz\nbattery5\n"
    )

    assert PASSWORD not in everything_written(rehearsal)
    assert "trichet move 101 alice ****** zz" in rehearsal.reply.text


@pytest.mark.parametrize(
    "line",
    [
        "trichet move 101 bob bobpw123 d3",
        "> move 101 bob bobpw123 d1",
        "> moev bob bobpw123 d1",
        "tricket chat 101 bob wrong-pw1",
        "trichet move 101 bob wrong-pw1 d3",
        "The password is bobpw123, by the way.",
    ],
)
def test_a_password_in_the_comment_to_an_answer_without_one_is_masked_for_the_others(
    playing: Server, line: str
) -> None:
    playing.hear("bob@example.org", "add bob bobpw123")
    of_board = [letter for letter in playing.outbox() if "Trichet" in letter["subject"]]
    to = [letter["headers"].get("Reply-To", "") for letter in of_board if "bob" in letter["recipients"][0]]
    reply = Reply("d3", f"{line}\n", f"{line}\nHave fun!", token=tokens_in(reversed(to)).get(Tag.REPLY))

    answer = playing.office.handle(Request(Credential("bob@example.org"), ("",), reply=reply))

    [to_alice] = [each for each in answer.letters if "alice@example.org" in each.to]
    assert answer.ok
    assert "Have fun!" in to_alice.text
    assert "bobpw123" not in to_alice.text
    assert "wrong-pw1" not in to_alice.text


@pytest.mark.parametrize("line", ["message bob bobpw123 bob", "trichet challenge alice bob"])
def test_a_comment_does_not_tell_a_forger_which_guess_is_right(playing: Server, line: str) -> None:
    guesses = f"guess1234 {PASSWORD} guess2345"
    playing.hear(ALICE, f"change timezone alice {PASSWORD} UTC")

    reply = playing.rehearse(ALICE, line, comment=guesses).reply

    to_bob = [letter.text for letter in reply.letters if "bob@example.org" in letter.to]
    assert to_bob
    assert [text for text in to_bob if guesses not in text] == []


def test_ordinary_words_in_the_comment_stay(playing: Server) -> None:
    comment = "move your tiles slowly please\nHello bob speaking, trichet is wonderful"

    reply = playing.rehearse("bob@example.org", "trichet move 101 bob bobpw123 d3", comment=comment).reply

    assert comment in reply.letter_to(ALICE).text


def test_the_name_of_a_command_is_shown_though_a_password_is_the_same_word(playing: Server) -> None:
    reply = playing.say(ALICE, f"change password alice {PASSWORD} PASSWORD")

    assert "This password is an example on our pages" in reply.error
    assert "    change password alice ****** ******\n" in reply.text


def test_who_signs_up_with_a_dash_before_the_password_reads_what_is_wrong_with_it(playing: Server) -> None:
    reply = playing.say("frank@example.org", "signup frank -Battery6")

    assert reply.error == (
        "****** is not known: this command takes no options, so none of its words can begin with a dash."
    )


@pytest.mark.alike
@pytest.mark.parametrize(
    "line",
    [
        "move hex.101 alice PW d3",
        "hex.101 alice PW d3",
        "hex101 alice PW d3",
        "hex move.101 alice PW d3",
        "hex.101.move alice PW d3",
        "move hex.101.alice PW d3",
        "move hex.101.alice.PW d3",
        "hex.move.101.alice.PW.d3",
        "hex.101.alice.PW.d3",
        "move hex 101.alice.PW d3",
        "move/hex/101/alice/PW/d3",
        "move:hex:101:alice:PW:d3",
        "hex_101_alice_PW_d3",
        "move,hex,101,alice,PW,d3",
    ],
)
@pytest.mark.parametrize("password", ["secret7", "wrongpw77"])
def test_a_password_is_masked_where_a_line_is_glued_together(server: Server, line: str, password: str) -> None:
    server.hear("alice@example.org", "hex challenge alice bob")

    for author in ("alice@example.org", "eve@example.net"):
        reply = server.say(author, line.replace("PW", password))

        assert not reply.ok or author.startswith("eve")
        told = [reply.outcome, *(f"{letter.subject} {letter.text}" for letter in reply.letters)]
        assert password not in " ".join(told)
