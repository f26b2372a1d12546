"""The operator's settings, each declared once; parser, error messages and documentation follow from it.

`pbmserv.toml` overrides defaults, and environment variables override both. Every start of the command line imports
this.
"""

# ruff: noqa: RUF009 - _setting makes a dataclass field, which is what belongs there

from __future__ import annotations

import difflib
import os
import re
import stat
import sys
from collections.abc import Callable, Mapping
from dataclasses import Field, dataclass, field, fields
from pathlib import Path
from typing import IO, Any

from pbmserv import setting_values as values
from pbmserv.setting_values import (
    Budget,
    Delete,
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

PREFIX = "PBMSERV_"
CONFIG_FILE = Path("pbmserv.toml")
ENVIRONMENT = "the environment"
"""The origin of a setting from the environment."""
DEFAULT = "the default"
"""The origin of a default."""

_HOME = f"${PREFIX}HOME"
# Patterns are compiled where they are used: every start of the command line would pay for them.
# What Kubernetes sets in every container for a service that happens to be called pbmserv.
_NOT_OURS = rf"{PREFIX}(SERVICE_|PORT(_|$))"
# Without an @ it is no login, but may be meant as one: whatever is no port is then taken for a password.
_URL_WITH_LOGIN = r"(?s)(://[^:/]*):(?:.*@|(?![0-9]+(?:[/?]|$)).*$)"


class SettingsError(ValueError):
    """An unusable setting, with its name, its value and what is expected."""


def _setting(
    default: str, read: Callable[[str], Any], *, expected: str, meaning: str, holds_password: bool = False
) -> Any:
    metadata = {"default": default, "read": read, "expected": expected, "meaning": meaning, "secret": holds_password}
    return field(metadata=metadata, repr=not holds_password)


def _count(default: str, meaning: str) -> Any:
    return _setting(default, values.count, expected="a whole number from 1", meaning=meaning)


def _budget(default: str, meaning: str) -> Any:
    return _setting(default, values.budget, expected="letters/kilobytes, such as 200/2000", meaning=meaning)


_LABEL = r"[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?"


@dataclass(frozen=True)
class Settings:
    """All settings, as the operator wrote them or by default; each says what is expected and what it means."""

    home: Path = _setting(
        "./pbmserv-data", values.path,
        expected="a folder",
        meaning="the folder in which the defaults below lie",
    )  # fmt: skip
    database_url: str = _setting(
        f"sqlite:///{_HOME}/pbmserv.db", values.matching(r"(sqlite|postgresql)(\+[a-z0-9]+)?://"),
        expected="an SQLAlchemy URL, sqlite:///FILE or postgresql+psycopg://USER:PASSWORD@HOST/NAME",
        meaning="the database: an SQLAlchemy URL for SQLite or PostgreSQL (`postgresql+psycopg://…`)",
        holds_password=True,
    )  # fmt: skip
    address: str = _setting(
        "pbmserv@localhost", values.mail_address,
        expected="a mail address without a + in it, such as games@example.org",
        meaning="the server's own mail address: From of every letter, the recipient it accepts",
    )  # fmt: skip
    operator_address: str = _setting(
        "", values.matching(r"(?:[^@\s<>,]{1,64}@[A-Za-z0-9.-]{1,255})?\Z"),
        expected="a mail address, such as me@example.org, or nothing",
        meaning="where the server writes to you, once a day at most, when players have reported what others wrote on"
        " a board; empty: nowhere, and `pbmserv admin report list` shows it",
    )  # fmt: skip
    sender_name: str = _setting(
        "pbmserv", values.display_name,
        expected="at most 64 printable characters, none of them @, <, > or \"; or nothing",
        meaning="the name that mail programs show beside the server's address in From, after what a letter brings,"
        " such as `Your turn`; empty: none",
    )  # fmt: skip
    language: str = _setting(
        "en", values.matching(r"[a-z]{2,3}\Z"),
        expected="the code of a language that pbmserv admin language lists, such as en or ru",
        meaning="the language of letters and pages for those of whom it is not known what they read: strangers, and"
        " new players until they choose one with `change language`",
    )  # fmt: skip
    hostname: str = _setting(
        "", values.matching(r"([A-Za-z0-9.-]{0,253}|\[[0-9A-Fa-f:.]+\])$"),
        expected="a host name, such as mail.example.org",
        meaning="the name by which the server greets other mail servers; empty: the domain of the address",
    )  # fmt: skip
    smtp_listen: TcpAddress | None = _setting(
        "127.0.0.1:8025", values.tcp,
        expected="host:port, such as 127.0.0.1:8025, or nothing",
        meaning="where mail comes in by SMTP: `host:port`, or empty for none; port 0 is any free one",
    )  # fmt: skip
    lmtp_listen: TcpAddress | UnixSocket | None = _setting(
        "", values.tcp_or_socket,
        expected="host:port, or the path of a socket with a / in it, or nothing",
        meaning="where mail comes in by LMTP: `host:port` or the path of a socket, or empty for none",
    )  # fmt: skip
    imap: MailAccount | None = _setting(
        "", values.mail_account,
        expected="imaps://USER:PASSWORD@HOST[:PORT][/FOLDER] or imap://USER:PASSWORD@HOST[:PORT][/FOLDER]"
        "[?starttls=yes|no] (% and / in a password, and : in a user name, written as in a URL)",
        meaning="a mailbox out of which mail is fetched: `imaps://user:password@host[:port][/INBOX]` or `imap://…`,"
        " with STARTTLS unless `?starttls=no` follows; empty: none",
        holds_password=True,
    )  # fmt: skip
    imap_afterwards: Keep | Delete | MoveTo = _setting(
        "keep", values.afterwards,
        expected="keep, delete or move:FOLDER",
        meaning="what becomes of a message in that mailbox once it is stored here: `keep` (it is marked as read),"
        " `delete` or `move:FOLDER`",
    )  # fmt: skip
    tls_certificate: Path | None = _setting(
        "", values.optional_path,
        expected="a PEM file",
        meaning="a certificate (PEM, with its chain) with which STARTTLS is offered; empty: it is not",
    )  # fmt: skip
    tls_key: Path | None = _setting(
        "", values.optional_path,
        expected="a PEM file",
        meaning="the certificate's private key; empty: it is in the certificate's file",
    )  # fmt: skip
    delivery: Maildir | Sendmail | Relay = _setting(
        f"maildir:{_HOME}/outgoing", values.delivery,
        expected="maildir:FOLDER, sendmail:PROGRAM, or smtp://[USER:PASSWORD@]HOST[:PORT][?starttls=yes|no]"
        " (% signs, and @ : / in a password, written as in a URL)",
        meaning="where letters go out: `maildir:FOLDER`, `sendmail:/usr/sbin/sendmail`, or"
        " `smtp://[user:password@]host:port[?starttls=yes\\|no]` (without it: where the relay offers it, and always"
        " with a password), or `smtps://…`",
        holds_password=True,
    )  # fmt: skip
    dkim_key: Path | None = _setting(
        "", values.optional_path,
        expected="a PEM file",
        meaning="a private RSA key (PEM) with which letters are signed by DKIM; empty: they are not",
    )  # fmt: skip
    dkim_selector: str = _setting(
        "pbmserv", values.matching(rf"{_LABEL}(\.{_LABEL})*$"),
        expected="a name such as pbmserv or mail2024",
        meaning="where in the DNS the key's public half is: at `SELECTOR._domainkey.DOMAIN`",
    )  # fmt: skip
    dkim_domain: str = _setting(
        "", values.matching(rf"({_LABEL}(\.{_LABEL})*)?$"),
        expected="a domain such as example.org",
        meaning="the domain that signs; empty: that of the address",
    )  # fmt: skip
    max_message_bytes: int = _count("1048576", "the largest message that is taken")
    max_recipients: int = _count("50", "how many recipients one message may name")
    max_connections: int = _count("500", "how many clients may be connected to a mail port at the same time")
    max_connections_per_client: int = _count("50", "how many of them may come from one IP address")
    max_commands: int = _count("1000", "how often a client may give the same SMTP command in one session")
    max_errors: int = _count("20", "how many refusals a client may collect in one session before it is cut off")
    idle_seconds: int = _count("300", "how long a client may be silent")
    session_seconds: int = _count("3600", "how long a client may stay connected")
    authserv_id: str = _setting(
        "", values.matching(r"[^\s;\"()]{0,253}$"),
        expected="a name such as mail.example.org",
        meaning="the name under which your mail server writes `Authentication-Results`, for players who are `strict`;"
        " only those above its own `Received` count; empty: there are none",
    )  # fmt: skip
    database_seconds: int = _count(
        "30",
        "how long the database may take for one thing, half of that to wait for a lock on PostgreSQL;"
        " what takes longer is tried again",
    )
    vacation_days: int = _count("30", "how many days of vacation a player has in a calendar year")
    budget_answers: Budget = _budget(
        "200/2000", "how many answers, and kilobytes, an address that gives no password gets in an hour"
    )
    budget_unsure_answers: Budget = _budget("20/200", "the same if the envelope does not name the address in From")
    budget_letters: Budget = _budget(
        "1000/20000", "how many letters, and kilobytes, a player causes in an hour; those of moves are not counted"
    )
    budget_codes: int = _count(
        "8",
        "how many letters a sender causes in a day to addresses that are not confirmed, and, without a"
        " password, to others",
    )
    budget_unanswered: int = _count(
        "3", "how many letters with a code an address gets in a day, whoever asks, until it answers one"
    )
    budget_signups: int = _count("10", "how many players an address signs up in a day")
    budget_wrong_passwords: int = _count(
        "10", "how many wrong passwords are looked at in ten minutes from one sender, and for one player"
    )
    bot_processes: int = _count(
        "1",
        "how many processes think for bots at the same time, where `serve` has that role; while all think long, one"
        " more does what waits for the easy bot",
    )
    bot_seconds: int = _count(
        "60",
        "how many seconds a bot may take for one move; after that, it plays any legal move, and you can read why",
    )
    bot_megabytes: int = _count("256", "how much memory, in MiB of addresses, a process that thinks may use")
    bot_boards: int = _count("20", "on how many boards at the same time a player may play with bots")
    kept_mail_days: int = _count("14", "how many days the operator can look up what became of a message or letter")
    metrics_listen: TcpAddress | None = _setting(
        "", values.tcp,
        expected="host:port, such as 127.0.0.1:9125, or nothing",
        meaning="where `/metrics` and `/healthz` are answered by HTTP, such as `127.0.0.1:9125`; empty: nowhere",
    )  # fmt: skip
    web_listen: TcpAddress | None = _setting(
        "127.0.0.1:8080?", values.tcp_if_free,
        expected="host:port, such as 127.0.0.1:8080, or nothing",
        meaning="where the page for browsers is: `host:port`, or empty for none; with a `?` at the end, the server"
        " goes on without a page if another program has that port",
    )  # fmt: skip
    web_url: str = _setting(
        "", values.web_url,
        expected="https://HOST, such as https://games.example.org, or nothing",
        meaning="the address of that page for those who play, to which letters link; empty: letters do not link",
    )  # fmt: skip
    web_proxies: tuple[str, ...] = _setting(
        "", values.ip_addresses,
        expected="IP addresses or networks, such as 127.0.0.1 10.0.0.0/8, or nothing",
        meaning="the proxies in front of that page, which are believed where visitors come from (`X-Forwarded-For`,"
        " `X-Forwarded-Proto`)",
    )  # fmt: skip
    web_requests_per_minute: int = _count(
        "600", "how many requests to that page are answered in a minute for one client: an IPv4 address, or a /64"
    )
    web_max_connections: int = _count("1000", "how many clients may be connected to that page at the same time")
    web_max_connections_per_client: int = _count(
        "50", "how many of them may come from one client; proxies that are named may have all"
    )
    engines: tuple[Engine, ...] = _setting(
        "", values.engines,
        expected="NAME=uci COMMAND, NAME=usi COMMAND or NAME=gtp COMMAND, such as"
        " gnugo=gtp /usr/games/gnugo --mode gtp, or several with a ; between them, or nothing",
        meaning="programs that play here as `bot-NAME`, by UCI (chess), USI (shogi) or GTP (go): `NAME=uci COMMAND`,"
        " with a `;` between two; `NAME=uci(seconds=10, megabytes=1024, Skill Level=3) COMMAND` limits them for each"
        " move, and sets options of UCI or USI; empty: none",
    )  # fmt: skip
    log_level: str = _setting(
        "info", values.one_of("debug", "info", "warning", "error"),
        expected="debug, info, warning or error",
        meaning="what is logged: `debug`, `info`, `warning` or `error`, and what is worse",
    )  # fmt: skip
    log_format: str = _setting(
        "console", values.one_of("console", "json"),
        expected="console or json",
        meaning="how it is logged: `console` for people, `json` for programs",
    )  # fmt: skip

    @property
    def own_hostname(self) -> str:
        return self.hostname or self.address.rpartition("@")[2]


def defaults() -> Settings:
    home = fields(Settings)[0].metadata["default"]
    return Settings(**{setting.name: _value(setting, None, home) for setting in fields(Settings)})


def _warn(words: str) -> None:
    print(f"Warning: {words}", file=sys.stderr)  # noqa: T201 - there is no log before there are settings


def load(config_path: Path | None, environ: Mapping[str, str], warn: Callable[[str], None] = _warn) -> Settings:
    """Read settings from `config_path` (by default `pbmserv.toml`, if present), then from `environ`.

    Settings name programs to run, so root ignores a `pbmserv.toml` that others may have written, unless it is named;
    `warn` is told.

    Raises `SettingsError` for an unreadable file, an unknown or misspelt setting, and an unusable value. Unrelated
    environment variables are ignored.
    """
    given = _given(config_path, environ, warn)
    home = _home_of(given)
    return Settings(**{setting.name: _value(setting, given.get(setting.name), home) for setting in fields(Settings)})


@dataclass(frozen=True)
class InForce:
    """A setting in force: its value as written, without passwords, and its origin."""

    name: str
    text: str
    origin: str


def in_force(config_path: Path | None, environ: Mapping[str, str]) -> list[InForce]:
    """All settings as `load` reads them, in order. Raises `SettingsError`."""
    load(config_path, environ)
    given = _given(config_path, environ, warn=lambda _: None)
    home = _home_of(given)
    found = []
    for setting in fields(Settings):
        default = (setting.metadata["default"].replace(_HOME, home), DEFAULT)
        text, origin = given.get(setting.name, default)
        found.append(InForce(setting.name, _without_password(setting, text.strip()), origin))
    return found


def environment_name(name: str) -> str:
    return PREFIX + name.upper()


_Given = dict[str, tuple[str, str]]
"""Texts of settings by name, with their origin."""


def _given(config_path: Path | None, environ: Mapping[str, str], warn: Callable[[str], None]) -> _Given:
    given = {**_from_file(config_path, warn), **_from_environment(environ)}
    names = [setting.name for setting in fields(Settings)]
    for name in [name for name in given if name not in names]:
        _, origin = given.pop(name)
        near = difflib.get_close_matches(name.removeprefix(PREFIX).lower(), names, n=1, cutoff=0.75)
        if near or origin != ENVIRONMENT:
            raise SettingsError(_unknown(name, origin, near, names))
    return given


def _home_of(given: _Given) -> str:
    return given["home"][0] if "home" in given else str(Settings.__dataclass_fields__["home"].metadata["default"])


def _from_file(config_path: Path | None, warn: Callable[[str], None]) -> _Given:
    path = config_path or CONFIG_FILE
    try:
        if config_path is None and not path.exists():
            return {}
        import tomllib

        with path.open("rb") as file:
            if config_path is None and (why := _why_not_read(file)):
                warn(f"{path} was not read, since {why}. If the file is yours, name it: --config {path}.")
                return {}
            entries = tomllib.load(file)
    except OSError as error:
        hint = "" if config_path else " Name another with --config, or type the command in another folder."
        raise SettingsError(f"The settings file {path} cannot be read: {error.strerror}.{hint}") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise SettingsError(f"The settings file {path} is not valid TOML: {error}.") from error
    return {name: (_entry_text(name, value, path), str(path)) for name, value in entries.items()}


def _why_not_read(file: IO[bytes]) -> str:
    """Why root must not trust a file in the current directory; empty if it may, or the user is not root."""
    if os.geteuid() != 0:
        return ""
    status = os.fstat(file.fileno())
    if status.st_uid != 0:
        return "it does not belong to root"
    if status.st_mode & stat.S_IWOTH or (status.st_mode & stat.S_IWGRP and status.st_gid != 0):
        return "others than root can write to it"
    return ""


def _entry_text(name: str, value: object, path: Path) -> str:
    if isinstance(value, bool) or not isinstance(value, str | int):
        raise SettingsError(f"{name} in {path} has to be a text in quotes or a whole number.")
    return str(value)


def _from_environment(environ: Mapping[str, str]) -> _Given:
    return {
        name.removeprefix(PREFIX).lower(): (value, ENVIRONMENT)
        for name, value in environ.items()
        if name.startswith(PREFIX) and not re.match(_NOT_OURS, name)
    }


def _unknown(name: str, origin: str, near: list[str], names: list[str]) -> str:
    shown = environment_name if origin == ENVIRONMENT else str
    hint = f"Did you mean {shown(near[0])}?" if near else f"There are: {', '.join(map(shown, names))}."
    return f"There is no setting {shown(name)} (in {origin}). {hint}"


def _value(setting: Field[Any], given: tuple[str, str] | None, home: str) -> Any:
    if given is None:
        return setting.metadata["read"](setting.metadata["default"].replace(_HOME, home))
    text, origin = given
    try:
        return setting.metadata["read"](text.strip())
    except ValueError:
        shown = _without_password(setting, text)
        name = environment_name(setting.name) if origin == ENVIRONMENT else setting.name
        raise SettingsError(
            f"{name} cannot be {shown!r} (in {origin}): expected is {setting.metadata['expected']}."
        ) from None


def _without_password(setting: Field[Any], text: str) -> str:
    return re.sub(_URL_WITH_LOGIN, r"\1:***@", text) if setting.metadata["secret"] else text
