"""An account that nobody has confirmed: it is made in seconds, and must not be a weapon."""

from __future__ import annotations

import pytest

from pbmserv.commands.requests.budgets import domain_of
from pbmserv.commands.requests.confirmed_addresses import FEW_BOARDS
from pbmserv.commands.requests.credentials import Credential, signed_in
from pbmserv.games.catalogue import installed
from pbmserv.letters.reply_address import Tag, tokens_in
from pbmserv.post_office import PostOffice, Request
from tests.conversation import ADDRESS, Reply, Server, code_in
from tests.post import mails

CLIENT = "192.0.2.7"


def sign_up(server: Server, userid: str, address: str = "mallory@evil.example", client: str = CLIENT) -> Reply:
    """Make an account on a page, for any address."""
    request = Request(Credential("", client=client), (f"signup {userid} {userid}-pw-99 {address}",))
    return Reply(server.office.handle(request))


def on_page(server: Server, userid: str, line: str, words: str = "", client: str = CLIENT) -> Reply:
    """Have somebody who is signed in there do something."""
    return Reply(server.office.handle(Request(signed_in(userid, client=client), (line,), words, words)))


@pytest.fixture
def with_mallory(server: Server) -> Server:
    """mallory has signed up, and has answered no letter."""
    assert sign_up(server, "mallory").ok
    mails(server)
    return server


@pytest.mark.parametrize(
    "line",
    [
        "hex challenge mallory bob",
        "hex challenge mallory anyone",
        "hearts challenge mallory bot-easy bot-easy anyone",
        "hex challenge mallory carol@example.net",
        "hex challenge alice bob mallory",
        "hex seek mallory - 1",
        "message mallory - bob",
        "broadcast mallory -",
        "tournament create mallory - hex evil-cup",
    ],
)
def test_it_cannot_write_to_players_who_have_not_asked_for_it(with_mallory: Server, line: str) -> None:
    reply = on_page(with_mallory, "mallory", line, "Hello!")

    assert not reply.ok
    assert mails(with_mallory) == []


def test_it_is_told_what_to_do(with_mallory: Server) -> None:
    reply = on_page(with_mallory, "mallory", "hex challenge mallory bob")

    assert "A letter with a code has gone to mallory@evil.example: answer it with yes." in reply.error
    assert "write: add mallory PASSWORD mallory@evil.example" in reply.error


def test_of_two_addresses_that_wait_it_is_told_the_first(with_mallory: Server) -> None:
    assert on_page(with_mallory, "mallory", "add mallory mallory-pw-99 other@evil.example").ok

    reply = on_page(with_mallory, "mallory", "hex challenge mallory bob")

    assert "A letter with a code has gone to mallory@evil.example: answer it with yes." in reply.error


def test_it_joins_no_open_challenge_and_no_tournament(with_mallory: Server) -> None:
    with_mallory.hear("bob@example.org", "hex challenge bob anyone")
    with_mallory.hear("bob@example.org", "tournament create bob bobpw123 hex spring-cup")
    mails(with_mallory)

    assert "is not confirmed yet" in on_page(with_mallory, "mallory", "hex join 101 mallory -").error
    assert "is not confirmed yet" in on_page(with_mallory, "mallory", "tournament join mallory - spring-cup").error
    assert mails(with_mallory) == []


def test_who_only_watches_a_board_says_nothing_there(with_mallory: Server) -> None:
    assert on_page(with_mallory, "mallory", "trichet subscribe 101 mallory -").ok

    reply = on_page(with_mallory, "mallory", "trichet chat 101 mallory -", "Buy this!")

    assert "is not confirmed yet" in reply.error


def test_it_plays_with_bots_on_five_boards_and_not_on_a_sixth(with_mallory: Server) -> None:
    for _ in range(5):
        assert on_page(with_mallory, "mallory", "hex challenge mallory bot-easy").ok

    assert (
        "You take no more boards until your address is confirmed."
        in on_page(with_mallory, "mallory", "hex challenge mallory bot-easy").error
    )
    assert FEW_BOARDS == 5


def test_a_bot_needs_no_confirmed_address_to_play_on_more_boards(with_mallory: Server) -> None:
    for _ in range(5):
        assert on_page(with_mallory, "mallory", "hex challenge mallory bot-easy").ok

    assert with_mallory.say("alice@example.org", "hex challenge alice bot-easy").ok


def test_who_is_challenged_plays_and_talks_there(with_mallory: Server) -> None:
    with_mallory.hear("bob@example.org", "hex challenge bob mallory")
    with_mallory.hear("bob@example.org", "hex move 101 bob bobpw123 c3")
    mails(with_mallory)

    assert on_page(with_mallory, "mallory", "hex move 101 mallory - d3").ok
    assert on_page(with_mallory, "mallory", "hex chat 101 mallory -", "Nice.").ok
    assert len(mails(with_mallory)) == 2


def test_no_other_can_have_it_play_on_more_than_a_few_boards(with_mallory: Server) -> None:
    for _ in range(5):
        with_mallory.hear("bob@example.org", "hex challenge bob mallory")

    assert (
        "mallory takes no more boards at present."
        in with_mallory.say("bob@example.org", "hex challenge bob mallory").error
    )


def test_boards_that_run_already_go_on(with_mallory: Server) -> None:
    for _ in range(8):
        with_mallory.hear(None, "hex challenge mallory bob")

    assert on_page(with_mallory, "mallory", "hex move 108 mallory - d3").ok


def test_a_yes_to_the_code_opens_everything(server: Server) -> None:
    code = code_in(sign_up(server, "mallory").letter_to("mallory@evil.example"))

    server.hear("mallory@evil.example", f"confirm {code}")

    assert on_page(server, "mallory", "hex challenge mallory bob").ok
    assert on_page(server, "mallory", "message mallory - bob", "Hello!").ok


def test_a_command_with_the_password_from_that_address_confirms_it(server: Server) -> None:
    sign_up(server, "mallory")

    assert server.hear("mallory@evil.example", "hex limit mallory mallory-pw-99 3").ok

    assert on_page(server, "mallory", "hex challenge mallory bob").ok


def test_one_that_may_be_forged_does_not(server: Server) -> None:
    sign_up(server, "mallory")

    server.say("mallory@evil.example", "hex limit mallory mallory-pw-99 3", envelope="other@evil.example")

    assert not on_page(server, "mallory", "hex challenge mallory bob").ok


def test_who_signs_up_by_mail_plays_at_once_with_anybody(server: Server) -> None:
    server.hear("mallory@evil.example", "signup mallory mallory-pw-99")

    assert server.hear("mallory@evil.example", "hex challenge mallory bob").ok


def signed_up_by_a_list(server: Server, proves_senders: bool, proven: bool) -> list[str]:
    """The Subjects of the letters after a signup whose envelope does not name the address in From."""
    server.office = PostOffice(
        server.database, installed(), ADDRESS, server.passwords, lambda: server.now, proves_senders=proves_senders
    )
    line = ("signup mallory mallory-pw-99 mallory@evil.example",)
    by_list = Request(
        Credential("mallory@evil.example", proven=proven, is_envelope=False, envelope="bounces@lists.evil.example"),
        line,
    )
    return [letter.subject for letter in server.office.handle(by_list).letters]


def test_a_mail_that_is_proven_needs_no_code(server: Server) -> None:
    assert signed_up_by_a_list(server, proves_senders=True, proven=True) == ["Welcome to pbmserv, mallory"]
    assert server.hear("mallory@evil.example", "hex challenge mallory bob").ok


@pytest.mark.parametrize(("proves_senders", "proven"), [(True, False), (False, True)])
def test_a_mail_is_not_proven_because_others_can_be_nor_where_nothing_can_prove_it(
    server: Server, proves_senders: bool, proven: bool
) -> None:
    assert "Welcome to pbmserv, mallory" not in signed_up_by_a_list(server, proves_senders, proven)
    assert not on_page(server, "mallory", "hex challenge mallory bob").ok


# Invitations


def test_who_answers_an_invitation_on_a_page_has_read_what_was_sent_to_the_address(with_mallory: Server) -> None:
    invited = with_mallory.hear("bob@example.org", "hex challenge bob mallory@evil.example")
    code = tokens_in([invited.letter_to("mallory@evil.example").reply_to or ""])[Tag.CODE]

    assert on_page(with_mallory, "mallory", f"invitation {code} yes").ok
    assert on_page(with_mallory, "mallory", "hex challenge mallory carol").ok


def test_strangers_are_invited_from_one_client_as_often_as_by_one_player(server: Server) -> None:
    invited = 0
    for number in range(3):
        userid, address = f"mallory{number}", f"mallory{number}@evil{number}.example"
        server.hear(address, f"signup {userid} {userid}-pw-99")
        for friend in range(4):
            line = f"hex challenge {userid} friend{number}{friend}@friends{friend}.example"
            invited += on_page(server, userid, line).ok

    assert invited == 8


@pytest.mark.long
def test_and_from_one_network_ten_times_as_often(server: Server) -> None:
    invited = 0
    for number in range(12):
        userid, address = f"mallory{number}", f"mallory{number}@evil{number}.example"
        server.hear(address, f"signup {userid} {userid}-pw-99")
        for friend in range(8):
            line = f"{'hex' if friend % 2 else 'y'} challenge {userid} f{number}x{friend}@friends{friend}.example"
            invited += on_page(server, userid, line, client=f"192.0.2.{number}").ok

    assert invited == 80


# Whose a domain is


@pytest.mark.parametrize(
    ("address", "domain"),
    [
        ("a@x.co.uk", "@x.co.uk"),
        ("a@mail.x.co.uk", "@x.co.uk"),
        ("a@xy.de", "@xy.de"),
        ("a@b.xy.de", "@xy.de"),
        ("a@me.github.io", "@github.io"),
        ("a@example.org", "@example.org"),
        ("a@b.c.kobe.jp", "@b.c.kobe.jp"),
        ("a@city.kobe.jp", "@city.kobe.jp"),
        ("a@münchen.de", "@xn--mnchen-3ya.de"),
        ("a@xn--mnchen-3ya.de", "@xn--mnchen-3ya.de"),
        ("a@co.uk", "@co.uk"),
        ("a@localhost", "@localhost"),
        ("a@[192.0.2.1]", "@[192.0.2.1]"),
        ("a@a..b.example", "@a..b.example"),
    ],
)
def test_a_domain_is_what_somebody_has_registered(address: str, domain: str) -> None:
    assert domain_of(address) == domain


@pytest.mark.long
def test_twelve_spellings_of_a_domain_with_two_letters_are_one_domain(server: Server) -> None:
    limit = server.budgets.signups.most * 10
    done = [server.say(f"a@h{number}.xy.de", f"signup a{number} secret99") for number in range(limit + 2)]

    assert [reply.ok for reply in done] == [True] * limit + [False, False]
