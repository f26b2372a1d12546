"""What one sender may cause: nobody is flooded by our letters, spoken for, or kept out by others' guesses."""

from __future__ import annotations

import re
from dataclasses import replace
from email.message import EmailMessage
from pathlib import Path

import pytest
from sqlalchemy import func, select

from pbmserv.commands.requests.budget_table import DEFAULT, Budgets
from pbmserv.commands.requests.budgets import SAID, bytes_of, domain_of
from pbmserv.commands.requests.context import Command
from pbmserv.commands.requests.credentials import Credential
from pbmserv.commands.run.table import COMMANDS
from pbmserv.games.catalogue import installed
from pbmserv.letters.letter import Attachment
from pbmserv.post_office import PostOffice, Request
from pbmserv.settings import SettingsError, load
from pbmserv.storage.players import Players, folded
from pbmserv.storage.tables import TALLIES
from pbmserv.storage.tallies import Limit
from tests.commands.examples import BODY, prepare, takes_secrets
from tests.conversation import ADDRESS, PLAYERS, Reply, Server, code_in
from tests.post import arrive, inbox, mails, read
from tests.queries import recorded

ALICE, BOB, CAROL = (f"{userid}@example.org" for userid in PLAYERS)
MALLORY = "mallory@evil.example"
VICTIM = "victim@example.edu"
NOT_RIGHT = "The userid or the password is not right."
RESTS = (
    "Too many wrong passwords were given for this player, or from your network or mail domain, which others may"
    " share. Sign-in with a password rests for up to ten minutes: until then, even the right one is refused."
)


def multiple(server: Server, sender: str, lines: list[str], envelope: str | None = None) -> Reply:
    return server.say(sender, "multiple", body="\n".join(lines), envelope=envelope)


def bytes_sent(server: Server) -> int:
    return sum(map(len, mails(server)))


def letters_to(address: str, letters: list[EmailMessage]) -> list[EmailMessage]:
    return [letter for letter in letters if letter["To"] == address]


def with_budgets(server: Server, **limits: Limit) -> None:
    """Have the operator set other limits."""
    changed = replace(DEFAULT, **limits)
    server.office = PostOffice(
        server.database, installed(), ADDRESS, server.passwords, lambda: server.now, budgets=changed
    )


# Letters to addresses that have not confirmed


def test_fifty_changes_of_address_in_one_mail_send_a_handful_of_letters(server: Server) -> None:
    lines = [
        f"change address alice secret7 {' '.join(f'victim+{line}.{number}@example.edu' for number in range(8))}"
        for line in range(50)
    ]

    reply = multiple(server, ALICE, lines)

    sent = [address for address in reply.readers if address.endswith("@example.edu")]
    assert len(sent) <= 3
    assert "has been sent 3 letters with a code within a day" in reply.text


@pytest.mark.parametrize("spell", ["victim{}@example.edu", "{}@victims.example", "v{}@a{}.example.edu"])
@pytest.mark.long
def test_made_up_addresses_get_a_handful_of_letters_from_one_account(server: Server, spell: str) -> None:
    for number in range(50):
        server.say(ALICE, f"change address alice secret7 {spell.format(number, number)}")

    codes = [letter for letter in map(read, mails(server)) if letter["To"] != ALICE]
    assert len(codes) == DEFAULT.codes.most == 8


def test_nor_does_it_help_to_sign_up_under_many_names_from_many_spellings(server: Server) -> None:
    for number in range(50):
        server.say(f"mallory+{number}@evil.example", f"signup m{number} secret99 v{number}@example.edu")

    assert len([letter for letter in map(read, mails(server)) if "example.edu" in letter["To"]]) == 8


@pytest.mark.long
def test_nor_from_as_many_addresses_of_one_domain_as_one_likes(server: Server) -> None:
    for number in range(120):
        server.say(f"m{number}@host{number}.evil.example", f"signup m{number} secret99 v{number}@example.edu")

    assert len([letter for letter in map(read, mails(server)) if "example.edu" in letter["To"]]) == 80


@pytest.mark.parametrize("spelling", ["VICTIM@Example.Edu", "victim+games@example.edu", "victim+a+b@example.edu"])
def test_an_address_gets_three_codes_a_day_whoever_asks_and_however_it_is_spelt(
    server: Server, spelling: str
) -> None:
    for number in range(3):
        server.hear(f"m@{number}.example", f"signup m{number} secret99 {VICTIM}")

    fourth = server.say("m@3.example", f"signup m3 secret99 {spelling}")

    assert "has been sent 3 letters with a code within a day" in fourth.error


def test_who_has_caused_too_many_codes_can_still_play(server: Server) -> None:
    for number in range(10):
        server.say(ALICE, f"add alice secret7 v{number}@example.edu")

    assert server.hear(BOB, "trichet move 101 bob bobpw123 d3").ok
    assert server.hear(ALICE, "trichet move 101 alice secret7 a1").readers >= {ALICE, BOB}


def test_a_forged_from_uses_up_nothing_of_who_has_that_address(server: Server) -> None:
    for number in range(20):
        server.say(ALICE, f"signup m{number} secret99 v{number}@example.edu", envelope=MALLORY)

    assert server.hear(ALICE, "add alice secret7 alice@work.example").readers == {ALICE, "alice@work.example"}


def test_addresses_are_folded_to_what_their_owners_call_them() -> None:
    spelt = ["<A.B+c@GoogleMail.com>", "ab@gmail.com", "a.b@example.org", "+@example.org"]
    domains = ["a@b.c.example.org", "a@example.org", "a@x.example.co.uk", "a@localhost", "a@x.example.de"]

    assert [folded(each) for each in spelt] == ["ab@gmail.com", "ab@gmail.com", "a.b@example.org", "+@example.org"]
    assert [domain_of(each) for each in domains] == [
        *("@example.org", "@example.org", "@example.co.uk", "@localhost", "@example.de")
    ]


# Answers


def test_a_small_letter_with_a_forged_from_is_not_answered_with_a_large_one(server: Server) -> None:
    multiple(server, ALICE, ["help commands"] * 50, envelope=MALLORY)

    assert bytes_sent(server) < 110_000


def test_nor_are_many_such_letters(server: Server) -> None:
    for _ in range(30):
        multiple(server, ALICE, ["help commands"] * 50, envelope=MALLORY)

    assert bytes_sent(server) < 250_000


@pytest.mark.parametrize("lines", [["help " + " ".join(["commands", "trioker", "tutorial", "hex"] * 12)] * 10,
                                   ["trichet show " + "101 " * 20] * 10])  # fmt: skip
def test_nor_is_one_that_asks_for_much_in_one_command(server: Server, lines: list[str]) -> None:
    multiple(server, ALICE, lines, envelope=MALLORY)

    assert bytes_sent(server) < 250_000


@pytest.mark.parametrize(("less", "carried_out"), [(0, 3), (4, 2)])
def test_multiple_goes_on_after_a_quarter_of_the_budget_and_stops_beyond_it(
    server: Server, less: int, carried_out: int
) -> None:
    size = bytes_of(server.say(ALICE, "help hex", envelope=MALLORY).letter)
    with_budgets(server, unsure_answers=replace(DEFAULT.unsure_answers, most_bytes=4 * 2 * size - less))

    reply = multiple(server, ALICE, ["help hex"] * 5, envelope=MALLORY)

    assert f"The last {5 - carried_out} of your 5 commands have not been carried out" in reply.text


def test_a_player_who_gives_a_password_gets_all_that_was_asked_for(server: Server) -> None:
    reply = multiple(server, ALICE, ["hex limit alice secret7", *["help commands"] * 30])

    assert "have not been carried out" not in reply.text
    assert reply.text.count("The commands of pbmserv") == 30


def test_nor_are_many_players_who_are_named_in_from_by_many_envelopes_of_one_domain(server: Server) -> None:
    with_budgets(server, unsure_answers=replace(DEFAULT.unsure_answers, most=2))
    for number in range(30):
        server.hear(f"p{number}@p{number}.example", f"signup p{number} secret99")

    answered = [
        bool(server.say(f"p{number}@p{number}.example", "help", envelope=f"m@h{number}.evil.example").readers)
        for number in range(30)
    ]

    assert answered == [True] * 20 + [False] * 10


def test_who_sent_too_much_is_told_once_what_was_left_out(server: Server) -> None:
    answers = [server.say(ALICE, "help commands", envelope=MALLORY).letter for _ in range(12)]

    sent = [letter for letter in answers if letter.to]
    answered = len(sent) - 1
    assert 1 < answered < 12
    assert [letter.subject for letter in sent] == ["Help: commands"] * answered + ["No more answers for a while"]
    assert f"{ALICE} has had 20 letters or 200 kB of answers within an hour" in sent[-1].text.replace("\n", " ")


def test_the_last_answer_to_a_player_whose_mail_is_proven_says_that_it_is_the_last(server: Server) -> None:
    few = replace(DEFAULT, answers=replace(DEFAULT.answers, most=3))
    server.office = PostOffice(
        server.database, installed(), ADDRESS, server.passwords, lambda: server.now, budgets=few, proves_senders=True
    )
    server.wait(hours=2)

    told = ["no more go there" in server.hear(ALICE, "help faq").text.replace("\n", " ") for _ in range(3)]

    assert told == [False, False, True]
    assert server.hear(ALICE, "help faq").readers == set()
    assert server.hear(ALICE, "hex limit alice secret7").readers == {ALICE}


def test_the_log_and_the_operator_are_told_which_were_not_answered(server: Server) -> None:
    head = f"From: {ALICE}\r\nSubject: help commands\r\nMessage-ID: "
    for number in range(9):
        arrive(server, f"{head}<{number}@x>\r\n\r\n".encode(), sender=MALLORY)

    assert inbox(server)[-1].outcome.endswith(" (not answered: 20 letters or 200 kB within an hour)")


def test_a_picture_counts_thirty_thousand_bytes_where_one_is_sent(server: Server) -> None:
    letter = replace(server.hear(ALICE, "trichet show 101").letter, pictures=True)

    assert bytes_of(letter) - bytes_of(replace(letter, pictures=False)) == 30_000
    text_only = replace(letter, text_only=True)
    assert bytes_of(text_only) == bytes_of(replace(text_only, pictures=False))


def test_what_is_attached_counts_as_it_is_sent_by_four_bytes_for_three(server: Server) -> None:
    letter = server.hear(ALICE, "trichet show 101").letter
    attached = replace(letter, attachments=(Attachment("x.txt", "text/plain", "x" * 300),))

    assert bytes_of(attached) - bytes_of(letter) == 400


def test_an_answer_that_is_too_long_by_itself_says_so(server: Server) -> None:
    with_budgets(server, unsure_answers=replace(DEFAULT.unsure_answers, most_bytes=10_000))

    reply = server.say(ALICE, "help commands", envelope=MALLORY)

    assert "The answer to your letter would have" in reply.text
    assert len(reply.text) < 1_000


def test_answers_that_others_have_had_sent_to_a_player_leave_hers(server: Server) -> None:
    for _ in range(30):
        server.say(ALICE, "nonsense", envelope=MALLORY)

    assert server.say(ALICE, "trichet move 101 alice wrong-one d3").readers == {ALICE}
    assert server.say(ALICE, "help").readers == {ALICE}


def test_a_player_who_answers_others_with_their_own_password_has_the_budget_of_a_player(server: Server) -> None:
    with_budgets(server, letters=replace(DEFAULT.letters, most=5))
    server.hear(CAROL, "hex limit carol secret9")

    readers = {
        address for number in range(20) for address in server.say(f"v{number}@a{number}.example", "hex limit carol"
        " secret9").readers
    }  # fmt: skip

    assert len(readers - {CAROL}) <= 5


def test_the_letters_of_moves_are_never_counted(server: Server) -> None:
    server.say(BOB, "help")
    with server.database.reading() as connection:
        before = connection.scalar(select(func.count()).select_from(TALLIES))
    server.hear(BOB, "trichet move 101 bob bobpw123 d3")
    server.hear(ALICE, "trichet queue 101 alice secret7 a1")

    with server.database.reading() as connection:
        assert connection.scalar(select(func.count()).select_from(TALLIES)) == before


def test_of_a_move_with_words_only_the_words_are_counted_since_they_are_kept(server: Server) -> None:
    server.hear(BOB, "trichet move 101 bob bobpw123 d3", comment="Hello!")

    with server.database.reading() as connection:
        counted = connection.execute(select(TALLIES.c.whose, TALLIES.c.size).where(TALLIES.c.what == SAID.what)).all()
    assert [tuple(each) for each in counted] == [("bob", 6)]


def test_a_move_asks_for_the_wrong_passwords_and_for_no_other_tally(server: Server) -> None:
    # Where a password has to be hashed, all is asked once more afterwards.
    server.hear(BOB, "trichet limit bob bobpw123")
    with recorded(server.database) as with_password:
        server.hear(BOB, "trichet move 101 bob bobpw123 d3")
    [*_, reply_to] = [each["headers"]["Reply-To"] for each in server.outbox() if each["addressed_to"] == [ALICE]]
    with recorded(server.database) as answered:
        arrive(server, f"From: {ALICE}\r\nTo: {reply_to}\r\n\r\na1\r\n".encode(), sender=ALICE, to=[reply_to])

    assert len([each for each in with_password if "tallies" in each.text]) == 1
    assert inbox(server)[-1].outcome == "done: trichet move 101 alice ****** a1"
    assert [each for each in answered if "tallies" in each.text] == []


def test_letters_of_moves_go_out_whatever_else_their_player_has_caused(server: Server) -> None:
    server.season("bob")
    with_budgets(server, letters=replace(DEFAULT.letters, most=3))
    refused = [server.say(BOB, "message bob bobpw123 alice carol", comment="Hi!") for _ in range(3)][-1]

    assert refused.error.startswith(
        "This would send 2 letters to others, and so more than the 3 letters or 20,000 kB"
    )
    assert refused.readers <= {BOB}
    assert server.hear(BOB, "trichet move 101 bob bobpw123 d3").readers == {ALICE, BOB}


def test_a_command_that_would_send_too_much_to_others_changes_nothing(server: Server) -> None:
    server.season("alice")
    with_budgets(server, letters=replace(DEFAULT.letters, most=4))
    server.hear(ALICE, "hex challenge alice bob")
    server.hear(ALICE, "hex challenge alice bob")
    server.hear(ALICE, "hex challenge alice carol")
    before = server.everything_stored()

    refused = server.say(ALICE, "hex challenge alice bob")

    assert refused.error.startswith("This would send 1 letter to others")
    assert refused.outcome == "refused: hex challenge alice bob (over budget: letters)"
    assert server.everything_stored() == before


def test_who_has_just_signed_up_writes_a_tenth_of_what_others_write(server: Server) -> None:
    server.season("bob")
    with_budgets(server, letters=replace(DEFAULT.letters, most=90))

    written = {
        userid: sum(
            server.say(f"{userid}@example.org", f"message {userid} {PLAYERS[userid]} alice", comment="Hi!").ok
            for _ in range(10)
        )
        for userid in ("bob", "carol")
    }

    assert written == {"bob": 10, "carol": 9}


def test_what_the_operator_types_is_not_counted(server: Server) -> None:
    with_budgets(server, letters=replace(DEFAULT.letters, most=1))

    assert server.say(None, "message carol secret9 alice bob", comment="Hello").ok
    assert server.say(CAROL, "message carol secret9 alice", comment="Hello").ok


def test_several_accounts_of_one_sender_have_the_budget_of_one(server: Server) -> None:
    with_budgets(server, letters=replace(DEFAULT.letters, most=20))
    for number in range(10):
        server.hear(MALLORY, f"signup m{number} secret99")
        server.season(f"m{number}")

    written = sum(
        server.say(spelling, f"message m{number} secret99 alice bob", comment="Buy!").ok
        for number in range(10)
        for spelling in ("mallory+a@evil.example", "mallory+b@evil.example")
    )

    assert written == 10


def written_to_alice(server: Server, userid: str, sender: str, what: str) -> int:
    """How many letters a player has sent to alice, who tries to send forty."""
    return sum(server.say(sender, what.format(userid), comment="Buy!").ok for _ in range(40))


@pytest.mark.parametrize("what", ["message {} secret99 alice", "hex challenge {} alice"])
def test_a_player_gets_thirty_letters_a_day_from_one_who_is_not_answered(server: Server, what: str) -> None:
    server.hear(MALLORY, "signup mallory secret99")
    server.season("mallory")

    assert written_to_alice(server, "mallory", MALLORY, what) == 30
    assert "alice has had 30 letters within a day" in server.say(MALLORY, what.format("mallory"), "Buy!").error
    server.hear(MALLORY, "message mallory secret99 bob", comment="Hi!")

    server.wait(days=1, seconds=1)
    assert server.say(MALLORY, what.format("mallory"), "Buy!").ok


@pytest.mark.parametrize(
    ("challenge", "whose"),
    [("hex challenge mallory alice", "you have begun with them"), ("hex challenge alice bob", "others have begun")],
)
def test_on_forty_boards_at_most_a_player_is_reminded_of_a_first_move_by_the_wish_of_one_other(
    server: Server, challenge: str, whose: str
) -> None:
    """Each of them brings a letter a day, for years where the challenge says so."""
    server.hear(MALLORY, "signup mallory secret99")
    for _ in range(40):
        server.wait(hours=1)
        server.hear(MALLORY, f"{challenge} --nagtime=1 --forfeittime=3650")

    server.wait(days=1)
    refused = server.say(MALLORY, challenge)

    assert f"There are 40 boards that {whose}" in refused.error
    assert "and on which alice has made no move yet: wait until there are fewer." in refused.error
    assert server.say("carol@example.org", "hex challenge carol alice").ok
    server.hear(ALICE, "hex resign 101 alice secret7")
    assert server.say(MALLORY, challenge).ok


def test_proposals_and_talk_on_boards_that_a_player_never_moved_on_count_among_the_thirty(server: Server) -> None:
    server.hear(MALLORY, "signup mallory secret99")
    for _ in range(10):
        server.hear(MALLORY, "hex challenge mallory alice")
    before = len(subjects_to(server, ALICE))

    proposed = [
        server.say(MALLORY, f"hex move {number} mallory secret99 {word}")
        for number in range(101, 111)
        for _ in range(3)
        for word in ("propose", "reject")
    ]
    said = [server.say(MALLORY, f"hex chat {number} mallory secret99", "Buy!") for number in range(101, 111)]

    assert sum(reply.ok for reply in proposed[::2]) == 20
    assert "alice has had 30 letters within a day from you" in proposed[-2].error
    assert all(reply.ok for reply in said)
    assert len(subjects_to(server, ALICE)) - before == 40  # what was proposed, and that it was taken back

    told = server.hear(MALLORY, "hex move 102 mallory secret99 a1").letter_to(ALICE).text
    assert "mallory writes:\n\nBuy!" in told
    server.hear(ALICE, "hex move 102 alice secret7 b2")
    assert server.say(MALLORY, "hex move 102 mallory secret99 propose").ok


def subjects_to(server: Server, address: str) -> list[str]:
    return [letter["subject"] for letter in server.outbox() if address in letter["recipients"]]


def test_who_is_written_back_may_write_as_much_again(server: Server) -> None:
    server.hear(MALLORY, "signup mallory secret99")
    assert written_to_alice(server, "mallory", MALLORY, "message {} secret99 alice") == 30

    server.hear(ALICE, "message alice secret7 mallory", comment="Hi!")

    assert server.say(MALLORY, "message mallory secret99 alice", comment="Hi!").ok


@pytest.mark.long
def test_new_accounts_of_one_address_count_as_one_and_those_of_a_domain_as_ten(server: Server) -> None:
    writers = [(f"m{number}", "mallory@evil.example") for number in range(3)]
    writers += [(f"n{number}", f"n{number}@evil.example") for number in range(12)]
    for userid, sender in writers:
        server.hear(sender, f"signup {userid} secret99")

    written = [written_to_alice(server, *each, "message {} secret99 alice") for each in writers]

    assert written == [30, 0, 0, *[30] * 9, 0, 0, 0]


def test_what_was_refused_within_multiple_is_in_the_log_too(server: Server) -> None:
    reply = multiple(server, ALICE, [f"add alice secret7 v{number}@example.edu" for number in range(7)] * 3)

    assert reply.outcome == "done: multiple (over budget: codes)"


def test_budgets_are_those_that_the_operator_has_set(tmp_path: Path, server: Server) -> None:
    (tmp_path / "pbmserv.toml").write_text('budget_answers = "7/90"\nbudget_codes = 2\n')

    budgets = Budgets.of(load(tmp_path / "pbmserv.toml", {"PBMSERV_BUDGET_LETTERS": "30"}))

    assert (budgets.answers.most, budgets.answers.most_bytes) == (7, 90_000)
    assert (budgets.letters.most, budgets.letters.most_bytes) == (30, None)
    assert (budgets.codes.most, budgets.unanswered.most) == (2, 3)


@pytest.mark.parametrize("value", ["0", "20/", "/20", "many", "5/0", "-1", "1,5"])
def test_a_budget_that_cannot_be_read_is_refused_with_an_example(value: str) -> None:
    with pytest.raises(SettingsError, match=r"expected is letters/kilobytes, such as 200/2000\."):
        load(None, {"PBMSERV_BUDGET_ANSWERS": value})


WITHOUT_PASSWORD = [command for command in COMMANDS if not takes_secrets(command)]


@pytest.mark.parametrize("command", WITHOUT_PASSWORD, ids=lambda command: command.example)
def test_no_command_without_a_password_writes_to_others_where_from_may_be_forged(
    server: Server, command: Command
) -> None:
    prepare(server, command.example)

    reply = server.say(CAROL, command.example, comment=BODY, body=BODY, envelope=MALLORY)

    allowed = {ALICE} if command.name == "forgot" else set()
    assert reply.readers <= {CAROL} | allowed


def test_a_stranger_can_have_codes_sent_to_a_few_players_only(server: Server) -> None:
    for userid in [f"player{number}" for number in range(12)]:
        server.hear(f"{userid}@{userid}.example", f"signup {userid} secret99")
    mails(server)

    for number in range(12):
        server.say(MALLORY, f"forgot player{number}")

    assert len([letter for letter in map(read, mails(server)) if letter["To"] != MALLORY]) == 8


def test_a_sender_signs_up_ten_players_a_day(server: Server) -> None:
    signed_up = [server.say(MALLORY, f"signup m{number} secret99").ok for number in range(12)]

    assert signed_up == [True] * 10 + [False] * 2
    server.wait(days=1)
    assert server.say(MALLORY, "signup m11 secret99").ok


# Letters to everybody


def test_new_accounts_cannot_write_to_everybody(server: Server) -> None:
    for number in range(40):
        server.say(f"m{number}@m{number}.example", f"signup m{number} secret99")
    mails(server)

    for number in range(40):
        server.say(f"m{number}@m{number}.example", f"broadcast m{number} secret99", comment="Buy!")

    subjects = {str(letter["Subject"]) for letter in map(read, mails(server))}
    assert subjects == {"What you wrote"}


def test_a_week_alone_does_not_do_nor_a_game_alone(server: Server) -> None:
    server.hear(BOB, "trichet move 101 bob bobpw123 d3")
    server.hear(ALICE, "trichet move 101 alice secret7 a1")
    server.hear(BOB, "trichet resign 101 bob bobpw123")
    server.wait(days=7, seconds=-1)
    after_a_game = server.say(ALICE, "broadcast alice secret7", comment="Hello")
    server.wait(seconds=1)
    after_a_week = server.say(CAROL, "broadcast carol secret9", comment="Hello")

    for refused, userid in ((after_a_game, "alice"), (after_a_week, "carol")):
        assert refused.error.startswith(
            "Only players who have been here for a week, and have played a game to its end, can write to everybody."
        )
        assert f"\n\n    message {userid} PASSWORD FRIEND\n" in refused.text
    assert server.say(ALICE, "broadcast alice secret7", comment="Hello").ok


def test_the_operator_writes_to_everybody_at_once(server: Server) -> None:
    assert server.say(None, "broadcast carol secret9", comment="Hello").readers == {ALICE, BOB, CAROL}


# Words in somebody's name


def test_fifty_challenges_with_a_forged_from_start_nothing(server: Server) -> None:
    before = server.everything_stored()["boards"]

    for number in range(50):
        server.say(ALICE, "hex challenge alice bob", comment=f"I hate you, {number}.", envelope=MALLORY)

    letters = [read(raw) for raw in mails(server)]
    assert server.everything_stored()["boards"] == before
    assert letters_to(BOB, letters) == []
    assert len([each for each in letters_to(ALICE, letters) if each["Subject"] == "Is this challenge yours?"]) == 3


@pytest.mark.parametrize("envelope", [MALLORY, "mallory@example.org", "alice+x@example.org", "<>", ""])
def test_a_challenge_is_asked_about_unless_the_envelope_is_that_very_address(server: Server, envelope: str) -> None:
    raw = f"From: {ALICE}\r\nSubject: hex challenge alice bob\r\n\r\nGood luck!\r\n".encode()

    arrive(server, raw, sender=envelope)

    letters = [read(each) for each in mails(server)]
    assert letters_to(BOB, letters) == []
    assert [each["To"] for each in letters] == ([] if envelope == "<>" else [ALICE])


def test_challenges_in_one_letter_are_each_asked_about(server: Server) -> None:
    before = server.everything_stored()["boards"]

    reply = multiple(server, ALICE, ["hex challenge alice bob", "hex challenge alice carol"], envelope=MALLORY)
    codes = re.findall(r"^    confirm (\w+)$", reply.text, re.MULTILINE)

    assert reply.readers == {ALICE}
    assert server.everything_stored()["boards"] == before
    assert [server.hear(ALICE, f"confirm {code}").readers for code in codes] == [{ALICE, BOB}, {ALICE, CAROL}]


@pytest.mark.parametrize("envelope", [ALICE, "Alice@Example.ORG"])
def test_a_challenge_from_the_very_address_starts_at_once(server: Server, envelope: str) -> None:
    raw = f"From: {ALICE}\r\nSubject: hex challenge alice bob\r\n\r\nGood luck!\r\n".encode()

    arrive(server, raw, sender=envelope)

    [letter] = letters_to(BOB, [read(each) for each in mails(server)])
    assert letter["Subject"] == "Hex Board 101"


def test_who_answers_the_question_starts_what_was_asked_for(server: Server) -> None:
    line = "hex chal alice bob -size=7 --forfeittime=5 --unrated"
    question = server.say(ALICE, line, comment="Good luck!", envelope="srs0=x=alice@forwarder.example")
    code = code_in(question.letter)

    started = server.hear(ALICE, f"confirm {code}", comment="> quoted", )  # fmt: skip

    assert "hex challenge alice bob -size=7 --forfeittime=5 --unrated" in question.text
    assert "Good luck!" in question.text
    assert started.readers == {ALICE, BOB}
    letter = started.letter_to(BOB)
    assert letter.subject == "Hex Board 101"
    assert "alice writes:\n\nGood luck!\n" in letter.text
    assert "quoted" not in letter.text
    shown = server.hear(CAROL, "hex record 101").text
    assert '"size": 7' in shown or "-size=7" in shown
    assert not server.say(ALICE, f"confirm {code}").ok


def test_what_cannot_be_started_any_more_is_refused_and_the_code_kept(server: Server) -> None:
    question = server.say(ALICE, "hex challenge alice bob", envelope=MALLORY)
    server.hear(BOB, "hex reject bob bobpw123")

    refused = server.say(ALICE, f"confirm {code_in(question.letter)}")
    server.hear(BOB, "hex accept bob bobpw123")

    assert "bob takes no challenges of Hex." in refused.error
    assert server.say(ALICE, f"confirm {code_in(question.letter)}").ok


def test_the_code_is_good_for_a_week(server: Server) -> None:
    question = server.say(ALICE, "hex challenge alice bob", envelope=MALLORY)
    server.wait(days=7, seconds=-1)
    assert server.rehearse(ALICE, f"confirm {code_in(question.letter)}").reply.ok
    server.wait(seconds=1)

    assert not server.say(ALICE, f"confirm {code_in(question.letter)}").ok


def test_a_challenge_that_is_proven_needs_no_question(server: Server) -> None:
    reply = server.office.handle(
        Request(Credential(ALICE, is_envelope=False, envelope=MALLORY, proven=True), ("hex challenge alice bob",))
    )

    assert reply.ok
    assert BOB in {address for letter in reply.letters for address in letter.to}


# Guessing


def guess(server: Server, userid: str, sender: str, envelope: str | None = None, times: int = 10) -> None:
    for number in range(times):
        refused = server.say(sender, f"hex limit {userid} guess-{number}", envelope=envelope).error
        assert refused == (NOT_RIGHT if number < 10 else RESTS)


@pytest.mark.parametrize("sender", [MALLORY, ALICE])
@pytest.mark.long
def test_what_others_guess_does_not_lock_a_player_out(server: Server, sender: str) -> None:
    guess(server, "alice", sender, envelope=MALLORY, times=30)
    for _ in range(250):
        server.say(ALICE, "nonsense", envelope=MALLORY)
    mails(server)

    assert server.hear(ALICE, "hex limit alice secret7").readers == {ALICE}
    server.hear(BOB, "trichet move 101 bob bobpw123 d3")
    assert server.hear(ALICE, "trichet move 101 alice secret7 a1").ok


def test_nor_does_it_help_to_forge_the_from_of_a_player_while_guessing(server: Server) -> None:
    guess(server, "alice", ALICE, envelope=MALLORY)

    refused = server.say(ALICE, "hex limit alice secret7", envelope=MALLORY)

    assert refused.error == RESTS


def test_guesses_from_a_players_own_address_make_that_address_wait(server: Server) -> None:
    guess(server, "alice", ALICE)

    assert server.say(ALICE, "hex limit alice secret7").error == RESTS
    assert server.say("alice@holiday.example", "hex limit alice secret7").ok
    server.wait(minutes=10)
    assert server.say(ALICE, "hex limit alice secret7").ok


def test_an_address_of_the_same_domain_is_not_the_players_own(server: Server) -> None:
    guess(server, "alice", "mallory@example.org", times=10)
    guess(server, "alice", ALICE, envelope="mallory@example.org", times=5)

    assert server.say(ALICE, "hex limit alice secret7", envelope="mallory@example.org").error == RESTS
    assert server.say(ALICE, "hex limit alice secret7").ok


# Whose address it is


@pytest.mark.parametrize("line", ["signup mallory secret99", "add carol secret9", "change address carol secret9"])
def test_a_colleague_cannot_take_over_an_address(server: Server, line: str) -> None:
    dean = "dean@uni.example"

    reply = server.say(dean, line, envelope="student@uni.example")

    asked = [letter.subject for letter in reply.letters if letter.to == (dean,) and not letter.answers]
    assert asked == ["Is this your address?"]
    with server.database.reading() as connection:
        assert Players(connection).at_address(dean) == ()


def test_who_may_be_signed_up_by_somebody_else_gets_one_letter_and_the_welcome_after_a_yes(server: Server) -> None:
    dean = "dean@uni.example"

    [asked] = server.say(dean, "signup dean-of-all deans-own-77", envelope="student@uni.example").letters
    code = re.search(r"confirm (\S+)", asked.text)

    assert (asked.to, asked.subject) == ((dean,), "Is this your address?")
    assert code
    assert server.say(dean, f"confirm {code[1]}").subject == "Welcome to pbmserv, dean-of-all"


@pytest.mark.parametrize("address", [ADDRESS, "Games@EXAMPLE.net", "games+r-abc@example.net"])
@pytest.mark.parametrize("line", ["signup mallory secret99", "add alice secret7", "change address alice secret7"])
def test_our_own_address_is_nobodys(server: Server, line: str, address: str) -> None:
    before = server.everything_stored()

    for sender in (ALICE, None):
        refused = server.say(sender, f"{line} {address}")
        assert refused.error == "That is an address of this server itself: it cannot be a player's."

    assert not server.say(ADDRESS, "signup mallory secret99").ok
    assert server.everything_stored() == before
