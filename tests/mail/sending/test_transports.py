"""The ways for letters to leave: what each does with a message, and what it says of it."""

from __future__ import annotations

import errno
import os
import socket
import stat
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from pbmserv.mail.sending import relay as relay_module
from pbmserv.mail.sending import transports
from pbmserv.mail.sending.delivery import transport_for
from pbmserv.mail.sending.relay import RelayTransport
from pbmserv.mail.sending.transports import (
    MaildirTransport,
    Reply,
    SendmailTransport,
    Unreachable,
    Verdict,
)
from pbmserv.setting_values import Encryption
from pbmserv.setting_values import Relay as RelaySetting
from tests.mail.relays import CERTIFICATE, Relay, relay
from tests.mail.smtp_servers import settings_for

US = "games@example.org"
ALICE = "alice@example.net"
BOB = "bob@example.net"
TAKEN = Verdict.TAKEN
DEFERRED = Verdict.DEFERRED
REFUSED = Verdict.REFUSED


def message(eight_bit: bool) -> bytes:
    return b"Subject: x\r\n\r\n" + ("♟\r\n".encode() if eight_bit else b"pawn\r\n") + b".\r\n"


def numbered(number: int, _eight_bit: bool) -> bytes:
    return b"%d\r\n" % number


def to(told: Relay, encryption: Encryption = Encryption.NONE, user: str | None = None) -> RelayTransport:
    return RelayTransport(RelaySetting("localhost", told.port, encryption, user, "sesame"), "example.org")


def verdicts(replies: dict[str, Reply]) -> dict[str, Verdict]:
    return {recipient: reply.verdict for recipient, reply in replies.items()}


@pytest.mark.parametrize(
    ("delivery", "kind"),
    [
        ("maildir:out", MaildirTransport),
        ("sendmail:/bin/true", SendmailTransport),
        ("smtp://127.0.0.1:1", RelayTransport),
    ],
)
def test_the_setting_chooses_the_transport(tmp_path: Path, delivery: str, kind: type) -> None:
    assert isinstance(transport_for(settings_for(tmp_path, delivery=delivery)), kind)


# Maildir


def test_a_maildir_gets_a_file_for_each_letter_in_order(tmp_path: Path) -> None:
    transport = MaildirTransport(tmp_path / "out", "example.org")

    replies = [transport.send(partial(numbered, number), US, [ALICE, BOB]) for number in range(12)]

    assert verdicts(replies[0]) == {ALICE: TAKEN, BOB: TAKEN}
    files = sorted((tmp_path / "out" / "new").iterdir(), key=lambda path: path.read_text().split()[-1].zfill(9))
    assert [path.read_bytes() for path in files] == [
        b"Return-Path: <games@example.org>\n%d\n" % number for number in range(12)
    ]
    assert stat.S_IMODE(files[0].stat().st_mode) == 0o600
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == ["cur", "new", "tmp"]
    assert list((tmp_path / "out" / "tmp").iterdir()) == []


def test_the_folders_of_a_maildir_are_for_nobody_else(tmp_path: Path) -> None:
    MaildirTransport(tmp_path / "data" / "out", "example.org").send(message, US, [ALICE])

    folders = [tmp_path / "data", *(path for path in (tmp_path / "data").rglob("*") if path.is_dir())]
    assert {stat.S_IMODE(folder.stat().st_mode) for folder in folders} == {0o700}
    assert len(folders) == 5


def test_a_maildir_that_cannot_be_written_is_out_of_reach(tmp_path: Path) -> None:
    (tmp_path / "out").write_text("a file")

    with pytest.raises(Unreachable, match="out: "):
        MaildirTransport(tmp_path / "out", "example.org").send(message, US, [ALICE])


# sendmail


@pytest.fixture
def program(tmp_path: Path) -> Path:
    path = tmp_path / "sendmail"
    path.write_text(
        "#!/bin/sh\n"
        f'printf "%s\\n" "$@" > {tmp_path}/arguments\n'
        f"cat > {tmp_path}/message\n"
        f"echo first >&2; echo the reason >&2; exit $(cat {tmp_path}/code)\n"
    )
    path.chmod(0o755)
    (tmp_path / "code").write_text("0")
    return path


def test_sendmail_gets_the_message_and_the_envelope(program: Path, tmp_path: Path) -> None:
    replies = SendmailTransport(program).send(message, US, [ALICE, "-oQ/tmp@example.net"])

    assert verdicts(replies) == {ALICE: TAKEN, "-oQ/tmp@example.net": TAKEN}
    arguments = (tmp_path / "arguments").read_text().splitlines()
    assert arguments == ["-i", "-f", US, "--", ALICE, "-oQ/tmp@example.net"]
    assert (tmp_path / "message").read_bytes() == "Subject: x\n\n♟\n.\n".encode()


@pytest.mark.parametrize(
    ("code", "verdict"), [(67, REFUSED), (68, REFUSED), (65, REFUSED), (75, DEFERRED), (70, DEFERRED), (1, DEFERRED)]
)
def test_the_exit_code_of_sendmail_tells_what_became_of_a_letter(
    program: Path, tmp_path: Path, code: int, verdict: Verdict
) -> None:
    (tmp_path / "code").write_text(str(code))

    no_such_recipient = code in (67, 68)

    assert SendmailTransport(program).send(message, US, [ALICE]) == {
        ALICE: Reply(verdict, f"exit code {code}: the reason", about_recipient=no_such_recipient)
    }


def test_the_exit_code_of_sendmail_blames_nobody_where_it_could_mean_several(program: Path, tmp_path: Path) -> None:
    (tmp_path / "code").write_text("67")

    replies = SendmailTransport(program).send(message, US, [ALICE, BOB])

    assert [reply.about_recipient for reply in replies.values()] == [False, False]


def test_a_program_that_is_not_there_is_out_of_reach(tmp_path: Path) -> None:
    with pytest.raises(Unreachable, match="none: No such file"):
        SendmailTransport(tmp_path / "none").send(message, US, [ALICE])


def test_a_program_that_does_not_end_defers_the_letter(program: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program.write_text("#!/bin/sh\nexec sleep 60\n")
    monkeypatch.setattr(transports, "PROGRAM_SECONDS", 0.1)

    assert verdicts(SendmailTransport(program).send(message, US, [ALICE])) == {ALICE: DEFERRED}


# A relay


@pytest.fixture
def told() -> Iterator[Relay]:
    with relay() as running:
        yield running


def test_one_connection_carries_many_letters(told: Relay) -> None:
    transport = to(told)

    for _ in range(5):
        assert verdicts(transport.send(message, US, [ALICE, BOB])) == {ALICE: TAKEN, BOB: TAKEN}
    transport.close()

    assert told.connections == 1
    assert [envelope.rcpt_tos for envelope in told.envelopes] == [[ALICE, BOB]] * 5
    assert told.envelopes[0].mail_from == US
    assert told.envelopes[0].mail_options == ["BODY=8BITMIME"]
    assert told.envelopes[0].original_content == message(True)


def test_a_relay_that_knows_only_ascii_gets_only_ascii() -> None:
    with relay(eight_bit=False) as told:
        transport = to(told)
        transport.send(message, US, [ALICE])
        transport.close()

        assert told.envelopes[0].original_content == message(False)
        assert told.envelopes[0].mail_options == []


def test_each_recipient_has_a_verdict_of_its_own(told: Relay) -> None:
    told.replies_for = {"no@x.example": "550 5.1.1 no such user", "busy@x.example": "450 4.2.1 busy"}
    transport = to(told)

    replies = transport.send(message, US, [ALICE, "no@x.example", "busy@x.example"])
    transport.close()

    assert verdicts(replies) == {ALICE: TAKEN, "no@x.example": REFUSED, "busy@x.example": DEFERRED}
    assert replies["no@x.example"].words == "550 5.1.1 no such user"
    assert told.envelopes[0].rcpt_tos == [ALICE]


@pytest.mark.parametrize(
    ("reply", "verdict"), [("554 5.6.0 no", REFUSED), ("451 4.3.0 later", DEFERRED), ("554 5.7.1 no", DEFERRED)]
)
def test_what_the_relay_says_of_the_message_counts_for_all_it_had_accepted(
    told: Relay, reply: str, verdict: Verdict
) -> None:
    told.data_replies = [reply]
    told.replies_for = {"no@x.example": "550 no"}
    transport = to(told)

    first = transport.send(message, US, [ALICE, BOB, "no@x.example"])
    second = transport.send(message, US, [ALICE])
    transport.close()

    assert verdicts(first) == {ALICE: verdict, BOB: verdict, "no@x.example": REFUSED}
    assert verdicts(second) == {ALICE: TAKEN}
    assert told.connections == 1


def test_after_a_letter_that_nobody_may_have_the_next_is_sent(told: Relay) -> None:
    told.replies_for = {"no@x.example": "550 no"}
    transport = to(told)

    assert verdicts(transport.send(message, US, ["no@x.example"])) == {"no@x.example": REFUSED}
    assert verdicts(transport.send(message, US, [ALICE])) == {ALICE: TAKEN}
    transport.close()


def test_a_connection_that_the_relay_has_closed_is_made_again(told: Relay) -> None:
    told.hang_up_after = 1
    transport = to(told)

    replies = [transport.send(message, US, [ALICE]) for _ in range(3)]
    transport.close()

    assert [verdicts(reply) for reply in replies] == [{ALICE: TAKEN}] * 3
    assert told.connections == 2


def test_a_relay_that_has_had_enough_is_called_again(told: Relay) -> None:
    told.sender_replies = ["250 OK", "421 too many messages on one connection"]
    transport = to(told)

    replies = [transport.send(message, US, [ALICE]) for _ in range(2)]
    transport.close()

    assert [verdicts(reply) for reply in replies] == [{ALICE: TAKEN}] * 2
    assert told.connections == 2


def test_a_letter_at_which_the_relay_hangs_up_is_deferred_and_the_next_is_sent(told: Relay) -> None:
    told.hang_up_in_data = 1
    transport = to(told)

    assert verdicts(transport.send(message, US, [ALICE])) == {ALICE: DEFERRED}
    assert verdicts(transport.send(message, US, [BOB])) == {BOB: TAKEN}
    transport.close()


@pytest.mark.parametrize("reply", ["550 5.7.1 you may not send here", "451 4.7.1 not now", "hang up"])
def test_a_relay_that_does_not_want_our_address_refuses_no_single_letter(told: Relay, reply: str) -> None:
    told.sender_replies = [reply]

    with pytest.raises(Unreachable):
        to(told).send(message, US, [ALICE])


def test_nobody_there_is_out_of_reach() -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        transport = RelayTransport(RelaySetting("127.0.0.1", unused.getsockname()[1], Encryption.NONE), "example.org")

        with pytest.raises(Unreachable, match=r"127\.0\.0\.1:\d+: .*refused"):
            transport.send(message, US, [ALICE])


def test_a_relay_that_never_answers_is_out_of_reach(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(relay_module, "CONNECT_SECONDS", 0.1)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        transport = RelayTransport(RelaySetting("127.0.0.1", silent.getsockname()[1], Encryption.NONE), "example.org")

        with pytest.raises(Unreachable, match="timed out"):
            transport.send(message, US, [ALICE])


# Encryption


def test_encryption_is_used_where_it_is_offered_whoever_the_relay_says_it_is() -> None:
    with relay(starttls=True) as told:
        transport = to(told, Encryption.IF_OFFERED)
        assert verdicts(transport.send(message, US, [ALICE])) == {ALICE: TAKEN}
        transport.close()

        assert told.encrypted == 1


def test_where_no_encryption_is_offered_none_is_used(told: Relay) -> None:
    transport = to(told, Encryption.IF_OFFERED)
    assert verdicts(transport.send(message, US, [ALICE])) == {ALICE: TAKEN}
    transport.close()

    assert told.encrypted == 0


def test_encryption_that_is_asked_for_has_to_be_offered(told: Relay) -> None:
    with pytest.raises(Unreachable, match="STARTTLS extension not supported"):
        to(told, Encryption.STARTTLS).send(message, US, [ALICE])


def test_encryption_that_is_asked_for_checks_who_the_relay_is() -> None:
    with relay(starttls=True) as told, pytest.raises(Unreachable, match="certificate verify failed"):
        to(told, Encryption.STARTTLS).send(message, US, [ALICE])


def test_a_relay_may_want_a_name_and_a_password(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(CERTIFICATE))

    with relay(starttls=True) as told:
        transport = to(told, Encryption.STARTTLS, "alice")
        assert verdicts(transport.send(message, US, [ALICE])) == {ALICE: TAKEN}
        transport.close()

        assert len(told.logins) == 1


def test_a_wrong_password_puts_the_relay_out_of_reach_and_is_not_quoted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(CERTIFICATE))

    with relay(starttls=True) as told, pytest.raises(Unreachable, match="535 ") as refusal:
        to(told, Encryption.STARTTLS, "mallory").send(message, US, [ALICE])
    assert "sesame" not in str(refusal.value)


def test_a_relay_may_be_encrypted_from_the_start(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(CERTIFICATE))

    with relay(tls=True) as told:
        transport = to(told, Encryption.FROM_THE_START, "alice")
        assert verdicts(transport.send(message, US, [ALICE])) == {ALICE: TAKEN}
        transport.close()


def test_a_letter_that_finds_no_room_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_room(_: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", no_room)

    with pytest.raises(Unreachable, match="No space left"):
        MaildirTransport(tmp_path / "out", "example.org").send(message, US, [ALICE])
    assert [path for path in (tmp_path / "out").rglob("*") if path.is_file()] == []
