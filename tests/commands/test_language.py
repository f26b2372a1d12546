"""How a line of text is read: words, quotes, options, beginnings of names, and what cannot be read."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbmserv.commands.requests.context import Call, Command
from pbmserv.commands.requests.outcome import Outcome
from pbmserv.games.base import Ambiguous, Option
from pbmserv.language.argument_types import BoardNumber, MoveText, OneOf, Password, TypedMove, Userid
from pbmserv.language.arguments import read
from pbmserv.language.command_spec import Argument, ParsedArgs
from pbmserv.language.words import LONGEST_LINE, Misspelt, TypedLine, Word, find, join, split
from tests.conversation import Server


class Walk(Command):
    """Go somewhere."""

    words = ("walk",)
    arguments = (Argument("steps", BoardNumber()), Argument("way", OneOf("way", "north", "south"), optional=True))
    options = (Option("speed", 3, "how fast", low=1, high=9), Option("barefoot", False, "without shoes"))
    takes_game_parameters = True
    example = "walk 12 north"

    def carry_out(self, call: Call, given: ParsedArgs) -> Outcome:
        raise NotImplementedError


class Whisper(Command):
    """Say something in secret."""

    words = ("whisper",)
    arguments = (
        Argument("userid", Userid()),
        Argument("password", Password()),
        Argument("words", MoveText(), repeated=True),
    )
    example = "whisper alice secret7 hello"

    def carry_out(self, call: Call, given: ParsedArgs) -> Outcome:
        raise NotImplementedError


def texts(line: str) -> list[str]:
    return [word.text for word in split(line)]


# Words


def test_blanks_of_all_kinds_separate_words() -> None:
    assert texts("  trichet\tmove  101\u00a0alice \n d3 ") == ["trichet", "move", "101", "alice", "d3"]


def test_a_word_in_quotes_may_hold_blanks() -> None:
    assert split('say "good luck" bob') == [Word("say"), Word("good luck", plain=False), Word("bob")]


def test_two_quotes_within_quotes_are_one() -> None:
    assert texts('say "he said ""hi"""') == ["say", 'he said "hi"']


def test_a_quote_in_the_middle_of_a_word_is_a_letter_like_any_other() -> None:
    assert texts('a"b c"') == ['a"b', 'c"']


def test_a_word_can_be_empty_in_quotes() -> None:
    assert split('show ""') == [Word("show"), Word("", plain=False)]


def test_a_quote_that_is_never_closed_is_refused() -> None:
    with pytest.raises(Misspelt, match="opened in this command and never closed"):
        split('say "good luck')


def test_an_empty_line_has_no_words() -> None:
    assert split(" \t ") == []


def test_a_line_that_is_too_long_is_refused() -> None:
    with pytest.raises(Misspelt, match="longer than 2,000 characters"):
        split("x" * (LONGEST_LINE + 1))


@pytest.mark.parametrize(
    ("character", "name"),
    [
        ("\0", "U+0000"),
        ("\x1b", "U+001B"),
        ("\u200b", "U+200B"),
        ("\u202e", "U+202E"),
        ("\u2066", "U+2066"),
        ("\ufeff", "U+FEFF"),
        ("\ue000", "U+E000"),
        ("\udc80", "U+DC80"),
    ],
)
@pytest.mark.parametrize("line", ["trichet mo{}ve 101", '"{}"', "{}"])
def test_characters_that_nobody_can_see_are_refused_by_name(line: str, character: str, name: str) -> None:
    with pytest.raises(Misspelt) as refusal:
        split(line.format(character))

    assert f"a character that cannot be seen ({name})" in refusal.value.words


def test_letters_of_any_script_are_read() -> None:
    assert texts("say Grüße 日本語 привет") == ["say", "Grüße", "日本語", "привет"]


PRINTABLE = st.text(st.characters(min_codepoint=32, max_codepoint=0x24F).filter(str.isprintable), max_size=12)


@given(st.lists(PRINTABLE, max_size=6))
def test_words_that_were_joined_are_split_into_the_same_words(words: list[str]) -> None:
    assert texts(join(words)) == words


@given(st.text(max_size=60))
def test_any_text_at_all_is_either_split_or_refused(line: str) -> None:
    try:
        words = split(line)
    except Misspelt:
        return
    assert all(word.text.isprintable() for word in words)


# Parameters and options


@pytest.mark.parametrize("line", ["--speed=5 12 north", "12 --speed=5 north", "12 north --SPEED=5"])
def test_options_may_stand_anywhere(line: str) -> None:
    given = read(Walk(), TypedLine(split(line)))

    assert given["steps"] == 12
    assert given["way"] == "north"
    assert given.number("speed") == 5


def test_options_that_are_not_given_have_their_defaults() -> None:
    assert read(Walk(), TypedLine(split("12"))).options == {"speed": 3, "barefoot": False}


@pytest.mark.parametrize(
    ("typed", "value"), [("", True), ("=on", True), ("=yes", True), ("=OFF", False), ("=no", False)]
)
def test_a_switch_is_turned_on_by_its_name_alone(typed: str, value: bool) -> None:
    assert read(Walk(), TypedLine(split(f"12 --barefoot{typed}"))).options["barefoot"] is value


def test_one_dash_is_for_the_game_and_two_for_the_board() -> None:
    given = read(Walk(), TypedLine(split("12 -size=7 --speed=2")), [Option("size", 5, "of the board", low=1)])

    assert given.parameters == {"size": 7}
    assert given.options["speed"] == 2


def test_an_option_in_quotes_is_a_word() -> None:
    with pytest.raises(Misspelt, match="The way is not north or south"):
        read(Walk(), TypedLine(split('12 "--speed=5"')))


@pytest.mark.parametrize(
    ("typed", "refusal"),
    [
        ("--haste=1", "--haste is not known: there are --speed, --barefoot."),
        ("-speed=1", "speed is written with two dashes, for example --speed=1."),
        ("-haste=1", "-haste is not known: there are none here. With two dashes there are --speed, --barefoot."),
        ("--speed=5 --speed=6", "--speed is given twice."),
        ("--speed=5 --Speed=5", "--speed is given twice."),
        ("--speed", "--speed takes a whole number from 1 to 9, for example --speed=3."),
        ("--speed=", "--speed takes a whole number from 1 to 9"),
        ("--speed=ten", "--speed takes a whole number from 1 to 9"),
        ("--speed=10", "--speed takes a whole number from 1 to 9"),
        ("--speed=-1", "--speed takes a whole number from 1 to 9"),
        ("--speed=９", "--speed takes a whole number from 1 to 9"),
        ("--speed=5=5", "--speed takes a whole number from 1 to 9"),
        ("--barefoot=maybe", "--barefoot takes on or off, for example --barefoot=off."),
    ],
)
def test_an_option_that_cannot_be_read_is_refused_with_what_was_expected(typed: str, refusal: str) -> None:
    with pytest.raises(Misspelt) as refused:
        read(Walk(), TypedLine(split(f"12 {typed}")))

    assert refusal in refused.value.words


@pytest.mark.parametrize("mark", ["-", "--", "---", "-5"])
def test_lone_dashes_and_negative_numbers_are_words(mark: str) -> None:
    given = read(Whisper(), TypedLine(split(f"alice secret7 {mark}")))

    assert given["words"] == TypedMove(mark, None)


def test_a_negative_number_is_no_board() -> None:
    with pytest.raises(Misspelt, match="A board number such as 101 is expected here"):
        read(Walk(), TypedLine(split("-12")))


# Arguments


@pytest.mark.parametrize(
    ("line", "refusal"),
    [
        ("", "The board number is missing."),
        ("12 north 7", "There is more in this command than it takes."),
        ("north", "A board number such as 101 is expected here."),
        ("12 nowhere", "The way is not north or south."),
        ("12 sputh", "The way is not north or south. Did you mean south?"),
    ],
)
def test_arguments_that_do_not_fit_are_refused(line: str, refusal: str) -> None:
    with pytest.raises(Misspelt) as refused:
        read(Walk(), TypedLine(split(line)))

    assert refused.value.words == refusal


@pytest.mark.parametrize(
    ("line", "move", "number"),
    [
        ("d3", "d3", None),
        ("d3#5", "d3", 5),
        ("d3 # 5", "d3", 5),
        ("if d3 then f5", "if d3 then f5", None),
        ("a#b", "a#b", None),
        ("d3#1234567890", "d3#1234567890", None),
    ],
)
def test_a_move_is_the_rest_of_the_line_with_its_number(line: str, move: str, number: int | None) -> None:
    assert read(Whisper(), TypedLine(split(f"alice secret7 {line}")))["words"] == TypedMove(move, number)


def test_a_number_without_a_move_is_no_move() -> None:
    with pytest.raises(Misspelt, match="The move is missing"):
        read(Whisper(), TypedLine(split("alice secret7 #5")))


@pytest.mark.parametrize("line", ["secret7 secret7 d3", "alice secret7 secret7", "alice secret7 d3 xsecret7x"])
def test_a_password_that_stands_in_a_second_place_is_refused(line: str) -> None:
    with pytest.raises(Misspelt, match=r"The password stands where the (userid|move) is expected, too\."):
        read(Whisper(), TypedLine(split(line)))


@pytest.mark.parametrize("userid", ["alice", "A", "a.b-c_d9", "x" * 32])
def test_userids_are_letters_digits_and_a_few_marks(userid: str) -> None:
    assert Userid().read(userid) == userid


@pytest.mark.parametrize(
    "userid",
    ["", "9alice", "-alice", ".alice", "al ice", "al@ice", "x" * 33, "аlice", "alicе", "alıce", "\uff21lice", "Åse"],
)
def test_anything_else_is_no_userid(userid: str) -> None:
    with pytest.raises(Misspelt, match="A userid is a letter, then letters, digits"):
        Userid().read(userid)


def test_a_usage_line_is_made_from_the_declaration() -> None:
    assert Walk().form() == "walk steps [way] [-parameters] [--options]"
    assert Whisper().form() == "whisper userid password words"


# Names


NAMES = ["move", "message", "multiple", "show", "showas"]


@pytest.mark.parametrize(
    ("typed", "name"),
    [("move", "move"), ("MOVE", "move"), ("mov", "move"), ("mul", "multiple"), ("show", "show"), ("showa", "showas")],
)
def test_a_name_is_understood_in_any_case_and_by_its_beginning(typed: str, name: str) -> None:
    assert find(typed, NAMES, "This is not a command.") == name


def test_a_beginning_that_may_mean_several_names_is_refused_with_all_of_them() -> None:
    with pytest.raises(Ambiguous) as refused:
        find("sho", NAMES, "This is not a command.")

    assert refused.value.words == '"sho" may mean show or showas.'
    assert refused.value.choices == ("show", "showas")


@pytest.mark.parametrize("typed", ["mu", "m", ""])
def test_a_beginning_of_less_than_three_letters_is_none(typed: str) -> None:
    with pytest.raises(Misspelt, match="This is not a command"):
        find(typed, NAMES, "This is not a command.")


def test_a_near_miss_is_answered_with_what_may_have_been_meant() -> None:
    with pytest.raises(Misspelt) as refused:
        find("mesage", NAMES, "The first word is not a command.")

    assert refused.value.words == "The first word is not a command. Did you mean message?"


@pytest.mark.parametrize(
    ("typed", "meant"), [("hxe", " Did you mean hex?"), ("hexx", " Did you mean hex?"), ("hallo", ""), ("hallo,", "")]
)
def test_a_short_name_is_offered_only_for_a_word_as_short(typed: str, meant: str) -> None:
    with pytest.raises(Misspelt) as refused:
        find(typed, ["all", "hex"], "The first word is not a command.")

    assert refused.value.words == f"The first word is not a command.{meant}"


def test_other_names_are_understood_but_not_offered() -> None:
    assert find("board", NAMES, "This is not a command.", also=["board", "boardq"]) == "board"
    assert find("mov", NAMES, "This is not a command.", also=["moveq"]) == "move"
    with pytest.raises(Misspelt) as refused:
        find("bord", NAMES, "This is not a command.", also=["board"])
    assert "Did you mean" not in refused.value.words


# A line as a server reads it


def test_the_names_of_games_and_commands_may_be_shortened(server: Server) -> None:
    server.hear("alice@example.org", "TRICH CHALL alice bob")

    assert server.hear("bob@example.org", "trich MOV 101 bob bobpw123 d3").ok


def test_the_old_misprint_is_still_a_move(server: Server) -> None:
    server.hear("alice@example.org", "trichet challenge alice bob")

    assert server.hear("bob@example.org", "trichet mvoe 101 bob bobpw123 d3").ok


def test_who_wrote_nothing_is_quoted_with_nothing(server: Server) -> None:
    reply = server.say("alice@example.org", "")

    assert "Your command was" not in reply.text
    assert "Your command was" in server.say("alice@example.org", "trichett list").text


@pytest.mark.parametrize(
    "line",
    [
        '"help tutorial"',
        "“help tutorial”",
        "`help tutorial`",
        "> help tutorial",
        ">> help tutorial",
        "help tutorial.",
        "Help tutorial, please!",
        "help me with the tutorial",
    ],
)
def test_what_a_letter_prints_may_be_copied_with_what_stands_around_it(server: Server, line: str) -> None:
    assert server.say("alice@example.org", line).subject == "Help: tutorial"


@pytest.mark.parametrize("line", ["help me", "help!", "Help please", "help, please?", "how is help?"])
def test_who_asks_for_help_in_a_sentence_is_told_what_there_is(server: Server, line: str) -> None:
    assert (server.say("alice@example.org", line).subject == "Help for pbmserv") is not line.startswith("how")


def test_so_may_a_command_that_changes_something(server: Server) -> None:
    server.hear("alice@example.org", "trichet challenge alice bob")

    assert server.say("bob@example.org", "> trichet show 101.").subject == "Trichet Board 101"
    assert server.hear("bob@example.org", '"trichet move 101 bob bobpw123 d3".').ok


@pytest.mark.parametrize(
    ("line", "subject"),
    [
        ("show trichet 101", "Trichet Board 101"),
        ("Move TRICHET 101 bob bobpw123 d3", "Trichet Board 101"),
        ("rules trichet", "Help for Trichet"),
        ("trichet rules", "Help for Trichet"),
        ("rules le trioker", "Help for Trioker"),
        ("challenge four in a row bob carol", "Connect4 Board 101"),
    ],
)
def test_the_game_may_also_stand_after_its_command(server: Server, line: str, subject: str) -> None:
    server.hear("alice@example.org", "trichet challenge alice bob")

    assert server.say("bob@example.org", line).subject == subject


def test_a_password_that_ends_like_a_sentence_is_taken_as_it_is(server: Server) -> None:
    server.enrol("dave", "what?!.")

    assert (
        server.say("dave@example.org", "change replies dave what?!. yes").ok
        is server.say("dave@example.org", '"change replies dave what?!. yes"').ok
    )


@pytest.mark.parametrize(
    ("line", "refusal"),
    [
        ("", "There is no command in your letter: its Subject is empty, and so is its body."),
        ("trichett list", "The first word is not a command or a game here. Did you mean trichet?"),
        ("trichet mvove 101", "The word after trichet is not one of its commands. Did you mean move?"),
        ("move 101 alice secret7 d3", "The name of a game is expected before move."),
        ("change adress alice secret7", "The word after change is not one of its commands. Did you mean address?"),
        (
            "change xyzzyxyzzy",
            "The word after change is not one of its commands. There are: password, address,",
        ),
        ("change", "After change a command is expected: password, address"),
        ("trichet", "After trichet a command is expected: help, challenge, "),
    ],
)
def test_a_command_that_nobody_knows_is_refused_with_a_hint(server: Server, line: str, refusal: str) -> None:
    reply = server.say("alice@example.org", line)

    assert not reply.ok
    assert reply.error.startswith(refusal)
    assert reply.subject == "What you wrote"


@pytest.mark.parametrize(
    ("subject", "form"),
    [
        ("Trichet Board 101", "trichet move board userid password move"),
        ("Trichet Board 101 bob **", "trichet move board userid password move"),
        ("New Trichet Board 101 bob", "trichet move board userid password move"),
        ("Nag: Trichet Board 101 bob", "trichet move board userid password move"),
        ("Trichet Board 101 has been removed **", "trichet move board userid password move"),
        ("Trichet chat 101 alice", "trichet chat board userid password"),
    ],
)
def test_an_answer_under_the_subject_of_our_letter_is_told_what_to_write(
    server: Server, subject: str, form: str
) -> None:
    server.hear("alice@example.org", "trichet challenge alice bob")

    reply = server.say("bob@example.org", subject)

    assert reply.error == "This is the Subject of a letter of ours. An answer to it needs a command as its Subject."
    assert f"It is written like this:\n\n    {form}\n" in reply.text


def test_a_refusal_shows_the_form_and_an_example_that_would_work(server: Server) -> None:
    reply = server.say("alice@example.org", "trichet move 101 alice")

    assert reply.error == "The password is missing."
    assert "It is written like this:\n\n    trichet move board userid password move\n" in reply.text
    assert "For example:\n\n    trichet move 101 alice PASSWORD b1\n" in reply.text
    assert reply.text.endswith("the right command in its\nfirst line, or with help move to read more.\n")


@pytest.mark.parametrize(("typed", "move"), [("propose", "propose"), ("draw", "propose"), ("undo", "undo")])
def test_who_types_a_move_of_every_game_as_a_command_reads_how_it_is_made(
    server: Server, typed: str, move: str
) -> None:
    reply = server.say("alice@example.org", f"trichet {typed} 101 alice secret7")

    assert reply.error.startswith("The word after trichet is not one of its commands. Perhaps you mean:")
    assert f"\n\n    trichet move BOARD USERID PASSWORD {move}\n" in reply.text
