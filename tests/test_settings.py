"""Settings: defaults, the file, the environment, and what an operator is told who mistyped one."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from pbmserv.setting_values import (
    Delete,
    Encryption,
    Engine,
    Keep,
    MailAccount,
    Maildir,
    MoveTo,
    Relay,
    Sendmail,
    TcpAddress,
    UnixSocket,
)
from pbmserv.settings import SettingsError, in_force, load


@pytest.fixture
def config(tmp_path: Path) -> Path:
    return tmp_path / "settings.toml"


def test_without_any_setting_the_server_works_on_a_laptop() -> None:
    settings = load(None, {})

    assert settings.home == Path("pbmserv-data")
    assert settings.database_url == "sqlite:///./pbmserv-data/pbmserv.db"
    assert settings.address == "pbmserv@localhost"
    assert settings.smtp_listen == TcpAddress("127.0.0.1", 8025)
    assert settings.lmtp_listen is None
    assert settings.delivery == Maildir(Path("pbmserv-data/outgoing"))
    assert settings.max_message_bytes == 1024 * 1024


def test_home_moves_everything_that_lies_there_by_default() -> None:
    settings = load(None, {"PBMSERV_HOME": "/var/lib/pbmserv"})

    assert settings.database_url == "sqlite:////var/lib/pbmserv/pbmserv.db"
    assert settings.delivery == Maildir(Path("/var/lib/pbmserv/outgoing"))


def test_the_environment_overrides_the_file_and_that_the_defaults(config: Path) -> None:
    config.write_text('address = "file@example.org"\nmax_recipients = 7\n')

    settings = load(config, {"PBMSERV_ADDRESS": "environment@example.org"})

    assert settings.address == "environment@example.org"
    assert settings.max_recipients == 7
    assert settings.max_errors == 20


IS_ROOT = pytest.mark.skipif(os.geteuid() != 0, reason="only root can give files away")


@IS_ROOT
@pytest.mark.parametrize(
    ("owner", "group", "mode", "why"),
    [
        (1000, 1000, 0o600, "it does not belong to root"),
        (1000, 0, 0o644, "it does not belong to root"),
        (0, 0, 0o646, "others than root can write to it"),
        (0, 1000, 0o664, "others than root can write to it"),
        (0, 1000, 0o644, ""),
        (0, 0, 0o664, ""),
        (0, 0, 0o600, ""),
    ],
)
def test_root_does_not_read_a_file_that_others_may_have_written_unless_it_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, owner: int, group: int, mode: int, why: str
) -> None:
    file = tmp_path / "pbmserv.toml"
    file.write_text('address = "games@evil.example"\n')
    os.chown(file, owner, group)
    file.chmod(mode)
    monkeypatch.chdir(tmp_path)
    warnings: list[str] = []

    found = load(None, {}, warnings.append).address

    assert found == ("pbmserv@localhost" if why else "games@evil.example")
    hint = "If the file is yours, name it: --config pbmserv.toml."
    assert warnings == ([f"pbmserv.toml was not read, since {why}. {hint}"] if why else [])
    assert load(file, {}, warnings.append).address == "games@evil.example"


@IS_ROOT
def test_the_warning_comes_once_and_on_standard_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "pbmserv.toml").touch()
    os.chown(tmp_path / "pbmserv.toml", 1000, 1000)
    monkeypatch.chdir(tmp_path)

    in_force(None, {})

    out, said = capsys.readouterr()
    assert (out, said.count("Warning: pbmserv.toml was not read")) == ("", 1)


def test_who_is_not_root_reads_a_file_of_anybodys(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "pbmserv.toml").write_text("max_recipients = 7\n")
    (tmp_path / "pbmserv.toml").chmod(0o666)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(os, "geteuid", lambda: 1000)

    assert load(None, {}).max_recipients == 7


def test_the_file_in_the_working_directory_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "pbmserv.toml").write_text('log_format = "JSON"\n')
    monkeypatch.chdir(tmp_path)

    assert load(None, {}).log_format == "json"


@pytest.mark.parametrize(
    ("text", "listen"),
    [
        ("0.0.0.0:25", TcpAddress("0.0.0.0", 25)),  # noqa: S104 - only read, not listened on
        ("[::1]:0", TcpAddress("::1", 0)),
        ("/run/pbmserv/lmtp", UnixSocket(Path("/run/pbmserv/lmtp"))),
        ("", None),
    ],
)
def test_where_to_listen_is_a_port_a_socket_or_nothing(text: str, listen: TcpAddress | UnixSocket | None) -> None:
    assert load(None, {"PBMSERV_LMTP_LISTEN": text}).lmtp_listen == listen
    assert str(listen or "") == text


@pytest.mark.parametrize(
    ("text", "delivery"),
    [
        ("maildir:/var/mail/out", Maildir(Path("/var/mail/out"))),
        ("sendmail:/usr/sbin/sendmail", Sendmail(Path("/usr/sbin/sendmail"))),
        ("smtp://relay", Relay("relay", 25, Encryption.IF_OFFERED)),
        ("smtp://[::1]:2525/", Relay("::1", 2525, Encryption.IF_OFFERED)),
        ("smtp://relay:587?starttls=yes", Relay("relay", 587, Encryption.STARTTLS)),
        ("smtp://relay:587/?starttls=no", Relay("relay", 587, Encryption.NONE)),
        ("smtp://a@b.org:c@relay:587", Relay("relay", 587, Encryption.STARTTLS, "a@b.org", "c")),
        ("smtp://alice:a%40b@relay:587", Relay("relay", 587, Encryption.STARTTLS, "alice", "a@b")),
        ("smtps://alice:secret@relay", Relay("relay", 465, Encryption.FROM_THE_START, "alice", "secret")),
    ],
)
def test_letters_go_to_a_maildir_a_program_or_a_relay(text: str, delivery: Maildir | Sendmail | Relay) -> None:
    assert load(None, {"PBMSERV_DELIVERY": text}).delivery == delivery


@pytest.mark.parametrize(
    ("text", "account"),
    [
        (
            "imaps://games@example.org:ge:h@im@imap.example.org",
            MailAccount("imap.example.org", 993, Encryption.FROM_THE_START, "games@example.org", "ge:h@im"),
        ),
        (
            "imap://al%3Aice:a%2Fb%25@[::1]:1143/Games/In%20here",
            MailAccount("::1", 1143, Encryption.STARTTLS, "al:ice", "a/b%", "Games/In here"),
        ),
        ("imap://a:b@localhost/?starttls=no", MailAccount("localhost", 143, Encryption.NONE, "a", "b", "INBOX")),
        ("imap://a:b@localhost?starttls=yes", MailAccount("localhost", 143, Encryption.STARTTLS, "a", "b", "INBOX")),
        ("", None),
    ],
)
def test_mail_is_fetched_from_a_mailbox_or_from_none(text: str, account: MailAccount | None) -> None:
    assert load(None, {"PBMSERV_IMAP": text}).imap == account


@pytest.mark.parametrize(
    ("text", "afterwards"), [("keep", Keep()), ("delete", Delete()), ("move:Done/In 2024", MoveTo("Done/In 2024"))]
)
def test_what_has_been_fetched_stays_or_goes(text: str, afterwards: Keep | Delete | MoveTo) -> None:
    assert load(None, {"PBMSERV_IMAP_AFTERWARDS": text}).imap_afterwards == afterwards


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("PBMSERV_IMAP", "imap.example.org"),
        ("PBMSERV_IMAP", "pop3://imap.example.org"),
        ("PBMSERV_IMAP_AFTERWARDS", "burn"),
        ("PBMSERV_IMAP_AFTERWARDS", "move:"),
        ("PBMSERV_IMAP_AFTERWARDS", "keep:Done"),
        ("PBMSERV_SMTP_LISTEN", "8025"),
        ("PBMSERV_SMTP_LISTEN", "localhost:65536"),
        ("PBMSERV_SMTP_LISTEN", "/run/socket"),
        ("PBMSERV_LMTP_LISTEN", "localhost"),
        ("PBMSERV_ADDRESS", "games"),
        ("PBMSERV_ADDRESS", "games+tag@example.org"),
        ("PBMSERV_ADDRESS", "games@example.org\r\nBcc: all@example.org"),
        ("PBMSERV_OPERATOR_ADDRESS", "me"),
        ("PBMSERV_OPERATOR_ADDRESS", "me@example.org\r\nBcc: all@example.org"),
        ("PBMSERV_OPERATOR_ADDRESS", "Me <me@example.org>"),
        ("PBMSERV_SENDER_NAME", "games@example.org"),
        ("PBMSERV_SENDER_NAME", "Games\r\nBcc: all@example.org"),
        ("PBMSERV_SENDER_NAME", '"Games" <x>'),
        ("PBMSERV_SENDER_NAME", "G" * 65),
        ("PBMSERV_HOSTNAME", "two words"),
        ("PBMSERV_MAX_ERRORS", "0"),
        ("PBMSERV_MAX_ERRORS", "ten"),
        ("PBMSERV_LOG_LEVEL", "loud"),
        ("PBMSERV_HOME", ""),
        ("PBMSERV_DATABASE_URL", "mysql://localhost/games"),
        ("PBMSERV_DELIVERY", "/var/spool"),
        ("PBMSERV_DELIVERY", "maildir:"),
        ("PBMSERV_DELIVERY", "smtp://relay:99999"),
        ("PBMSERV_DELIVERY", "smtp://relay:25?starttls=maybe"),
    ],
)
def test_a_bad_value_is_refused_with_setting_value_and_what_is_expected(name: str, value: str) -> None:
    with pytest.raises(SettingsError) as refusal:
        load(None, {name: value})

    assert str(refusal.value).startswith(f"{name} cannot be {value!r} (in the environment): expected is ")


@pytest.mark.parametrize(
    ("name", "value", "shown"),
    [
        ("PBMSERV_DATABASE_URL", "mysql://alice:geheim@db/games", "'mysql://alice:***@db/games'"),
        ("PBMSERV_DELIVERY", "smtp://alice:ge@heim@relay:25", "'smtp://alice:***@relay:25'"),
        ("PBMSERV_DELIVERY", "smtp://alice@example.org:ge/heim@relay", "'smtp://alice@example.org:***@relay'"),
        ("PBMSERV_IMAP", "imaps://alice@example.org:geheim@host:99999", "'imaps://alice@example.org:***@host:99999'"),
        ("PBMSERV_IMAP", "imaps://alice:geheim@host?starttls=no", "'imaps://alice:***@host?starttls=no'"),
        ("PBMSERV_IMAP", "imaps://alice:ge%0Aheim@host", "'imaps://alice:***@host'"),
        ("PBMSERV_IMAP", "imaps://alice:geheim", "'imaps://alice:***@'"),
        ("PBMSERV_IMAP", "imaps://alice:ge\nheim@host", "'imaps://alice:***@host'"),
    ],
)
def test_a_password_in_a_bad_value_is_masked(name: str, value: str, shown: str) -> None:
    with pytest.raises(SettingsError) as refusal:
        load(None, {name: value})

    assert shown in str(refusal.value)


def test_settings_do_not_show_their_passwords() -> None:
    settings = load(
        None,
        {
            "PBMSERV_DATABASE_URL": "postgresql+psycopg://alice:geheim@db/games",
            "PBMSERV_DELIVERY": "smtp://alice:geheim@relay:25",
            "PBMSERV_IMAP": "imaps://alice:geheim@host",
        },
    )

    assert "geheim" not in repr(settings) + repr(settings.delivery) + repr(settings.imap) + str(settings.imap)


def test_a_mistyped_name_in_the_environment_is_refused_with_the_right_one() -> None:
    with pytest.raises(SettingsError, match=r"no setting PBMSERV_ADRESS \(in the environment\).*PBMSERV_ADDRESS\?"):
        load(None, {"PBMSERV_ADRESS": "games@example.org"})


def test_an_unknown_name_in_the_file_is_refused_with_all_there_are(config: Path) -> None:
    config.write_text('colour = "red"\n')

    with pytest.raises(SettingsError, match=r"no setting colour .*There are: home, database_url, address"):
        load(config, {})


def test_a_variable_that_resembles_no_setting_is_somebody_elses() -> None:
    assert load(None, {"PBMSERV_BACKUP_BUCKET": "games"}) == load(None, {})


def test_what_kubernetes_sets_for_a_service_of_our_name_is_no_setting() -> None:
    load(None, {"PBMSERV_SERVICE_HOST": "10.0.0.1", "PBMSERV_PORT": "tcp://10.0.0.1:25", "PBMSERV_PORT_25_TCP": "x"})


@pytest.mark.parametrize("entry", ["max_errors = 1.5", "max_errors = true", "[address]\nlocal = 1"])
def test_only_texts_and_whole_numbers_stand_in_the_file(config: Path, entry: str) -> None:
    config.write_text(entry)

    with pytest.raises(SettingsError, match="has to be a text in quotes or a whole number"):
        load(config, {})


@pytest.mark.parametrize("content", [b"address = games", b"address = '\xff'"])
def test_a_file_that_is_not_toml_is_refused_by_name(config: Path, content: bytes) -> None:
    config.write_bytes(content)

    with pytest.raises(SettingsError, match=r"settings\.toml is not valid TOML"):
        load(config, {})


def test_a_file_that_was_asked_for_has_to_be_there(config: Path) -> None:
    with pytest.raises(SettingsError, match=r"settings\.toml cannot be read: No such file"):
        load(config, {})


def test_the_server_greets_others_by_the_domain_of_its_address_unless_told_otherwise() -> None:
    assert load(None, {"PBMSERV_ADDRESS": "games@example.org"}).own_hostname == "example.org"
    assert load(None, {"PBMSERV_HOSTNAME": "mail.example.org"}).own_hostname == "mail.example.org"


def test_letters_come_from_pbmserv_unless_the_operator_calls_it_otherwise() -> None:
    assert load(None, {}).sender_name == "pbmserv"
    assert (
        load(None, {"PBMSERV_SENDER_NAME": "Spiele per Brief, für alle"}).sender_name == "Spiele per Brief, für alle"
    )
    assert load(None, {"PBMSERV_SENDER_NAME": ""}).sender_name == ""


def test_engines_are_named_with_their_protocols_limits_and_commands() -> None:
    given = 'fish=uci(seconds=5, Skill Level=3) /usr/games/stockfish; gnugo=gtp "/opt/GNU Go/gnugo" --mode gtp'
    given += "; fairy=usi(USI_Hash=64) /usr/games/fairy-stockfish"

    settings = load(None, {"PBMSERV_ENGINES": given})

    assert settings.engines == (
        Engine("fish", "uci", ("/usr/games/stockfish",), 5, 1024, {"Skill Level": "3"}),
        Engine("gnugo", "gtp", ("/opt/GNU Go/gnugo", "--mode", "gtp")),
        Engine("fairy", "usi", ("/usr/games/fairy-stockfish",), options={"USI_Hash": "64"}),
    )


@pytest.mark.parametrize(
    "given",
    [
        "/usr/games/stockfish",
        "fish=uci",
        "fish=xboard /usr/games/gnuchess",
        "Fish=uci /usr/games/stockfish",
        "a=uci a; a=uci b",
        "fairy=usi(seconds=0) fairy",
        "fish=uci(seconds=0) fish",
        "fish=uci(seconds) fish",
        "go=gtp(Skill Level=3) go",
        "go=gtp 'go",
    ],
)
def test_what_is_no_engine_is_told_with_an_example(given: str) -> None:
    with pytest.raises(SettingsError, match="gnugo=gtp /usr/games/gnugo --mode gtp"):
        load(None, {"PBMSERV_ENGINES": given})
