"""What an operator may set, each declared once: the parser, the words of an error and the README's table follow it.

Defaults give way to `pbmserv.toml`, and that to environment variables. Only the standard library is used here, since
every start of the command line pays for this module.
"""

# ruff: noqa: RUF009 - _setting makes a dataclass field, which is what belongs there

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Mapping
from dataclasses import Field, dataclass, field, fields
from enum import Enum
from pathlib import Path
from typing import Any

PREFIX = "PBMSERV_"
CONFIG_FILE = Path("pbmserv.toml")
ENVIRONMENT = "the environment"
"""Where a setting was found that is not from a file."""
DEFAULT = "the default"
"""Where it comes from if nobody has set it."""

_HOME = f"${PREFIX}HOME"
# Patterns are compiled where they are used: every start of the command line would pay for them.
# What Kubernetes sets in every container for a service that happens to be called pbmserv.
_NOT_OURS = rf"{PREFIX}(SERVICE_|PORT(_|$))"
# Without an @ it is no login, but may be meant as one: whatever is no port is then taken for a password.
_URL_WITH_LOGIN = r"(?s)(://[^:/]*):(?:.*@|(?![0-9]+(?:[/?]|$)).*$)"


class SettingsError(ValueError):
    """A setting that cannot be used. The text is for the operator: which one, its value, and what is expected."""


@dataclass(frozen=True)
class TcpAddress:
    """A TCP port to listen on; port 0 is any that is free."""

    host: str
    port: int

    def __str__(self) -> str:
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"


@dataclass(frozen=True)
class UnixSocket:
    """A socket in the file system to listen on."""

    path: Path

    def __str__(self) -> str:
        return str(self.path)


@dataclass(frozen=True)
class Budget:
    """How many letters (or other things) one sender may cause in some time, and of how many kilobytes in all."""

    letters: int
    kilobytes: int | None = None


@dataclass(frozen=True)
class Maildir:
    """Letters become files in a folder of this layout."""

    folder: Path


@dataclass(frozen=True)
class Sendmail:
    """Letters are handed to this program, which takes what sendmail takes."""

    program: Path


class Encryption(Enum):
    """How the way to a relay is kept from others' eyes."""

    NONE = "none"
    IF_OFFERED = "STARTTLS if offered"
    STARTTLS = "STARTTLS"
    FROM_THE_START = "TLS"


@dataclass(frozen=True)
class Relay:
    """Letters are handed to another mail server by SMTP."""

    host: str
    port: int
    encryption: Encryption
    user: str | None = None
    password: str = field(default="", repr=False)


@dataclass(frozen=True)
class MailAccount:
    """A folder of a mailbox on somebody's IMAP server."""

    host: str
    port: int
    encryption: Encryption
    user: str
    password: str = field(repr=False)
    folder: str = "INBOX"

    def __str__(self) -> str:
        return f"{self.folder} of {self.user} at {TcpAddress(self.host, self.port)}"


@dataclass(frozen=True)
class Keep:
    """A message that has been taken stays where it is, marked as read."""


@dataclass(frozen=True)
class Delete:
    """A message that has been taken is deleted."""


@dataclass(frozen=True)
class MoveTo:
    """A message that has been taken is moved to another folder of the mailbox."""

    folder: str


def _matching(pattern: str) -> Callable[[str], str]:
    def read(value: str) -> str:
        if not re.match(pattern, value):
            raise ValueError
        return value

    return read


def _path(value: str) -> Path:
    if not value:
        raise ValueError
    return Path(value)


def _optional_path(value: str) -> Path | None:
    return Path(value) if value else None


def _count(value: str) -> int:
    if not re.fullmatch(r"[1-9][0-9]{0,17}", value):
        raise ValueError
    return int(value)


def _budget(value: str) -> Budget:
    match = re.fullmatch(r"([1-9][0-9]{0,8})(?:/([1-9][0-9]{0,8}))?", value)
    if match is None:
        raise ValueError
    return Budget(int(match[1]), int(match[2]) if match[2] else None)


def _tcp(value: str) -> TcpAddress | None:
    if not value:
        return None
    match = re.fullmatch(r"(?:\[([^\]]+)\]|([^:/\s]+)):([0-9]{1,5})", value)
    if match is None or int(match[3]) > 65535:
        raise ValueError
    return TcpAddress(match[1] or match[2], int(match[3]))


def _tcp_or_socket(value: str) -> TcpAddress | UnixSocket | None:
    return UnixSocket(Path(value)) if "/" in value else _tcp(value)


def _mail_address(value: str) -> str:
    # A + would leave no way to tell our tags from the address itself, and the longest of them has to find room.
    if len(value) > 225 or not re.fullmatch(r"[A-Za-z0-9!#$%&'*/=?^_`{|}~.-]{1,35}@[A-Za-z0-9.-]+", value):
        raise ValueError
    return value


def _display_name(value: str) -> str:
    # What looks like an address in a name is taken for a forgery by many a filter.
    if len(value) > 64 or not value.isprintable() or value != value.strip() or re.search(r'[@<>"\\]', value):
        raise ValueError
    return value


_RELAY = (
    r"(?P<scheme>smtps?)://(?:(?P<user>[^:/\s]+):(?P<password>[^@/\s]*)@)?"
    r"(?:\[(?P<ipv6>[0-9A-Fa-f:.]+)\]|(?P<host>[^:/?@\s]+))(?::(?P<port>[0-9]{1,5}))?/?(?:\?starttls=(?P<tls>yes|no))?"
)


def _delivery(value: str) -> Maildir | Sendmail | Relay:
    kind, _, rest = value.partition(":")
    if kind in ("maildir", "sendmail") and rest:
        return Maildir(Path(rest)) if kind == "maildir" else Sendmail(Path(rest))
    match = re.fullmatch(_RELAY, value)
    if match is None or int(match["port"] or 25) not in range(1, 65536):
        raise ValueError
    port = int(match["port"] or (465 if match["scheme"] == "smtps" else 25))
    user, password = _unquoted(match["user"]), _unquoted(match["password"])
    return Relay(match["ipv6"] or match["host"], port, _encryption(match), user, password or "")


def _encryption(match: re.Match[str]) -> Encryption:
    if match["scheme"] == "smtps":
        return Encryption.FROM_THE_START
    if match["tls"] == "no":
        return Encryption.NONE
    # A password is not sent in clear unless that is asked for.
    return Encryption.STARTTLS if match["tls"] or match["user"] else Encryption.IF_OFFERED


_MAILBOX = (
    r"(?P<scheme>imaps?)://(?P<user>[^:/\s]+):(?P<password>[^/\s]+)@"
    r"(?:\[(?P<ipv6>[0-9A-Fa-f:.]+)\]|(?P<host>[^:/?@\s]+))(?::(?P<port>[0-9]{1,5}))?"
    r"(?:/(?P<folder>[^?\s]*))?(?:\?starttls=(?P<tls>yes|no))?"
)


def _mail_account(value: str) -> MailAccount | None:
    if not value:
        return None
    match = re.fullmatch(_MAILBOX, value)
    if match is None or int(match["port"] or 143) not in range(1, 65536):
        raise ValueError
    if match["scheme"] == "imaps" and match["tls"]:
        raise ValueError
    user, password, folder = (_unquoted(match[name]) or "" for name in ("user", "password", "folder"))
    # A line of IMAP ends where one of these stands.
    if re.search(r"[\0\r\n]", user + password + folder):
        raise ValueError
    encryption = Encryption.FROM_THE_START
    if match["scheme"] == "imap":
        encryption = Encryption.NONE if match["tls"] == "no" else Encryption.STARTTLS
    port = int(match["port"] or (993 if match["scheme"] == "imaps" else 143))
    return MailAccount(match["ipv6"] or match["host"], port, encryption, user, password, folder or "INBOX")


def _afterwards(value: str) -> Keep | Delete | MoveTo:
    kind, _, folder = value.partition(":")
    if kind == "move" and folder and not re.search(r"[\0\r\n]", folder):
        return MoveTo(folder)
    match value:
        case "keep":
            return Keep()
        case "delete":
            return Delete()
    raise ValueError


def _unquoted(text: str | None) -> str | None:
    if text is None or "%" not in text:
        return text
    from urllib.parse import unquote

    return unquote(text)


def _one_of(*choices: str) -> Callable[[str], str]:
    def read(value: str) -> str:
        if value.lower() not in choices:
            raise ValueError
        return value.lower()

    return read


def _setting(
    default: str, read: Callable[[str], Any], *, expected: str, meaning: str, holds_password: bool = False
) -> Any:
    metadata = {"default": default, "read": read, "expected": expected, "meaning": meaning, "secret": holds_password}
    return field(metadata=metadata, repr=not holds_password)


_LABEL = r"[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
_A_COUNT = "a whole number from 1"
_LETTERS_AND_SIZE = "letters/kilobytes, such as 200/2000"


@dataclass(frozen=True)
class Settings:
    """All settings, read and checked. `load` makes one."""

    home: Path = _setting(
        "./pbmserv-data", _path,
        expected="a folder",
        meaning="the folder in which the defaults below lie",
    )  # fmt: skip
    database_url: str = _setting(
        f"sqlite:///{_HOME}/pbmserv.db", _matching(r"(sqlite|postgresql)(\+[a-z0-9]+)?://"),
        expected="an SQLAlchemy URL, sqlite:///FILE or postgresql+psycopg://USER:PASSWORD@HOST/NAME",
        meaning="the database: an SQLAlchemy URL for SQLite or PostgreSQL (`postgresql+psycopg://…`)",
        holds_password=True,
    )  # fmt: skip
    address: str = _setting(
        "pbmserv@localhost", _mail_address,
        expected="a mail address without a + in it, such as games@example.org",
        meaning="the server's own mail address: From of every letter, the recipient it accepts",
    )  # fmt: skip
    sender_name: str = _setting(
        "pbmserv", _display_name,
        expected="at most 64 printable characters, none of them @, <, > or \"; or nothing",
        meaning="the name that mail programs show beside the server's address in From; empty: none",
    )  # fmt: skip
    hostname: str = _setting(
        "", _matching(r"([A-Za-z0-9.-]{0,253}|\[[0-9A-Fa-f:.]+\])$"),
        expected="a host name, such as mail.example.org",
        meaning="the name by which the server greets other mail servers; empty: the domain of the address",
    )  # fmt: skip
    smtp_listen: TcpAddress | None = _setting(
        "127.0.0.1:8025", _tcp,
        expected="host:port, such as 127.0.0.1:8025, or nothing",
        meaning="where mail comes in by SMTP: `host:port`, or empty for none; port 0 is any free one",
    )  # fmt: skip
    lmtp_listen: TcpAddress | UnixSocket | None = _setting(
        "", _tcp_or_socket,
        expected="host:port, or the path of a socket with a / in it, or nothing",
        meaning="where mail comes in by LMTP: `host:port` or the path of a socket, or empty for none",
    )  # fmt: skip
    imap: MailAccount | None = _setting(
        "", _mail_account,
        expected="imaps://USER:PASSWORD@HOST[:PORT][/FOLDER] or imap://USER:PASSWORD@HOST[:PORT][/FOLDER]"
        "[?starttls=yes|no] (% and / in a password, and : in a user name, written as in a URL)",
        meaning="a mailbox out of which mail is fetched: `imaps://user:password@host[:port][/INBOX]` or `imap://…`,"
        " with STARTTLS unless `?starttls=no` follows; empty: none",
        holds_password=True,
    )  # fmt: skip
    imap_afterwards: Keep | Delete | MoveTo = _setting(
        "keep", _afterwards,
        expected="keep, delete or move:FOLDER",
        meaning="what becomes of a message in that mailbox once it is stored here: `keep` (it is marked as read),"
        " `delete` or `move:FOLDER`",
    )  # fmt: skip
    tls_certificate: Path | None = _setting(
        "", _optional_path,
        expected="a PEM file",
        meaning="a certificate (PEM, with its chain) with which STARTTLS is offered; empty: it is not",
    )  # fmt: skip
    tls_key: Path | None = _setting(
        "", _optional_path,
        expected="a PEM file",
        meaning="the certificate's private key; empty: it is in the certificate's file",
    )  # fmt: skip
    delivery: Maildir | Sendmail | Relay = _setting(
        f"maildir:{_HOME}/outgoing", _delivery,
        expected="maildir:FOLDER, sendmail:PROGRAM, or smtp://[USER:PASSWORD@]HOST[:PORT][?starttls=yes|no]"
        " (% signs, and @ : / in a password, written as in a URL)",
        meaning="where letters go out: `maildir:FOLDER`, `sendmail:/usr/sbin/sendmail`, or"
        " `smtp://[user:password@]host:port[?starttls=yes\\|no]` (without it: where the relay offers it, and always"
        " with a password), or `smtps://…`",
        holds_password=True,
    )  # fmt: skip
    dkim_key: Path | None = _setting(
        "", _optional_path,
        expected="a PEM file",
        meaning="a private RSA key (PEM) with which letters are signed by DKIM; empty: they are not",
    )  # fmt: skip
    dkim_selector: str = _setting(
        "pbmserv", _matching(rf"{_LABEL}(\.{_LABEL})*$"),
        expected="a name such as pbmserv or mail2024",
        meaning="where in the DNS the key's public half is: at `SELECTOR._domainkey.DOMAIN`",
    )  # fmt: skip
    dkim_domain: str = _setting(
        "", _matching(rf"({_LABEL}(\.{_LABEL})*)?$"),
        expected="a domain such as example.org",
        meaning="the domain that signs; empty: that of the address",
    )  # fmt: skip
    max_message_bytes: int = _setting(
        "1048576", _count, expected=_A_COUNT,
        meaning="the largest message that is taken",
    )  # fmt: skip
    max_recipients: int = _setting(
        "50", _count, expected=_A_COUNT,
        meaning="how many recipients one message may name",
    )  # fmt: skip
    max_connections: int = _setting(
        "500", _count, expected=_A_COUNT,
        meaning="how many clients may be connected to a mail port at the same time",
    )  # fmt: skip
    max_connections_per_client: int = _setting(
        "50", _count, expected=_A_COUNT,
        meaning="how many of them may come from one IP address",
    )  # fmt: skip
    max_commands: int = _setting(
        "1000", _count, expected=_A_COUNT,
        meaning="how often a client may give the same SMTP command in one session",
    )  # fmt: skip
    max_errors: int = _setting(
        "20", _count, expected=_A_COUNT,
        meaning="how many refusals a client may collect in one session before it is cut off",
    )  # fmt: skip
    idle_seconds: int = _setting(
        "300", _count, expected=_A_COUNT,
        meaning="how long a client may be silent",
    )  # fmt: skip
    session_seconds: int = _setting(
        "3600", _count, expected=_A_COUNT,
        meaning="how long a client may stay connected",
    )  # fmt: skip
    authserv_id: str = _setting(
        "", _matching(r"[^\s;\"()]{0,253}$"),
        expected="a name such as mail.example.org",
        meaning="the name under which your mail server writes `Authentication-Results`, for players who are `strict`;"
        " only those above its own `Received` count; empty: there are none",
    )  # fmt: skip
    database_seconds: int = _setting(
        "30", _count, expected=_A_COUNT,
        meaning="how long the database may take for one thing, half of that to wait for a lock on PostgreSQL;"
        " what takes longer is tried again",
    )  # fmt: skip
    vacation_days: int = _setting(
        "30", _count, expected=_A_COUNT,
        meaning="how many days of vacation a player has in a calendar year",
    )  # fmt: skip
    budget_answers: Budget = _setting(
        "200/2000", _budget, expected=_LETTERS_AND_SIZE,
        meaning="how many answers, and kilobytes, an address gets in an hour that gives no password",
    )  # fmt: skip
    budget_unsure_answers: Budget = _setting(
        "20/200", _budget, expected=_LETTERS_AND_SIZE,
        meaning="the same where the envelope does not name the address that stands in From",
    )  # fmt: skip
    budget_letters: Budget = _setting(
        "1000/20000", _budget, expected=_LETTERS_AND_SIZE,
        meaning="how many letters, and kilobytes, a player causes in an hour; those of moves are not counted",
    )  # fmt: skip
    budget_codes: int = _setting(
        "8", _count, expected=_A_COUNT,
        meaning="how many letters a sender causes in a day to addresses that are not confirmed, and, without a"
        " password, to others",
    )  # fmt: skip
    budget_unanswered: int = _setting(
        "3", _count, expected=_A_COUNT,
        meaning="how many letters with a code an address gets in a day, whoever asks, until it answers one",
    )  # fmt: skip
    budget_signups: int = _setting(
        "10", _count, expected=_A_COUNT,
        meaning="how many players an address signs up in a day",
    )  # fmt: skip
    budget_wrong_passwords: int = _setting(
        "10", _count, expected=_A_COUNT,
        meaning="how many wrong passwords are looked at in ten minutes from one sender, and for one player",
    )  # fmt: skip
    kept_mail_days: int = _setting(
        "14", _count, expected=_A_COUNT,
        meaning="how many days the operator can look up what became of a message or letter",
    )  # fmt: skip
    metrics_listen: TcpAddress | None = _setting(
        "", _tcp,
        expected="host:port, such as 127.0.0.1:9125, or nothing",
        meaning="where `/metrics` and `/healthz` are answered by HTTP, such as `127.0.0.1:9125`; empty: nowhere",
    )  # fmt: skip
    log_level: str = _setting(
        "info", _one_of("debug", "info", "warning", "error"),
        expected="debug, info, warning or error",
        meaning="what is logged: `debug`, `info`, `warning` or `error`, and what is worse",
    )  # fmt: skip
    log_format: str = _setting(
        "console", _one_of("console", "json"),
        expected="console or json",
        meaning="how it is logged: `console` for people, `json` for programs",
    )  # fmt: skip

    @property
    def own_hostname(self) -> str:
        """The name by which the server greets others, and which its Message-IDs carry."""
        return self.hostname or self.address.rpartition("@")[2]


def defaults() -> Settings:
    """All settings as they are where nothing is set."""
    home = fields(Settings)[0].metadata["default"]
    return Settings(**{setting.name: _value(setting, None, home) for setting in fields(Settings)})


def load(config_path: Path | None, environ: Mapping[str, str]) -> Settings:
    """Read the settings: from `config_path` (by default `pbmserv.toml`, if it is there), then from `environ`.

    Raises `SettingsError` for a file that cannot be read, an unknown setting in it, a mistyped one in the
    environment, and a value that cannot be used. Other variables of the environment are somebody else's.
    """
    given = _given(config_path, environ)
    home = _home_of(given)
    return Settings(**{setting.name: _value(setting, given.get(setting.name), home) for setting in fields(Settings)})


@dataclass(frozen=True)
class InForce:
    """A setting as it is in force: its value as it would be written, passwords left out, and where it was set."""

    name: str
    text: str
    origin: str


def in_force(config_path: Path | None, environ: Mapping[str, str]) -> list[InForce]:
    """All settings as `load` finds them, in the order of the table. Raises `SettingsError` as `load` does."""
    load(config_path, environ)
    given = _given(config_path, environ)
    home = _home_of(given)
    found = []
    for setting in fields(Settings):
        default = (setting.metadata["default"].replace(_HOME, home), DEFAULT)
        text, origin = given.get(setting.name, default)
        found.append(InForce(setting.name, _without_password(setting, text.strip()), origin))
    return found


def environment_name(name: str) -> str:
    """What the setting `name` is called among the environment variables."""
    return PREFIX + name.upper()


def settings_table() -> str:
    """All settings with default and meaning, as the README shows them."""
    rows = ["| environment variable | default | meaning |", "| --- | --- | --- |"]
    for setting in fields(Settings):
        default = f"`{setting.metadata['default']}`" if setting.metadata["default"] else "empty"
        rows.append(f"| `{environment_name(setting.name)}` | {default} | {setting.metadata['meaning']} |")
    return "\n".join(rows) + "\n"


_Given = dict[str, tuple[str, str]]
"""Texts of settings by name, each with where it was found."""


def _given(config_path: Path | None, environ: Mapping[str, str]) -> _Given:
    given = {**_from_file(config_path), **_from_environment(environ)}
    names = [setting.name for setting in fields(Settings)]
    for name in [name for name in given if name not in names]:
        _, origin = given.pop(name)
        near = difflib.get_close_matches(name.removeprefix(PREFIX).lower(), names, n=1, cutoff=0.75)
        if near or origin != ENVIRONMENT:
            raise SettingsError(_unknown(name, origin, near, names))
    return given


def _home_of(given: _Given) -> str:
    return given["home"][0] if "home" in given else str(Settings.__dataclass_fields__["home"].metadata["default"])


def _from_file(config_path: Path | None) -> _Given:
    path = config_path or CONFIG_FILE
    if config_path is None and not path.exists():
        return {}
    import tomllib

    try:
        with path.open("rb") as file:
            entries = tomllib.load(file)
    except OSError as error:
        raise SettingsError(f"The settings file {path} cannot be read: {error.strerror}.") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise SettingsError(f"The settings file {path} is not valid TOML: {error}.") from error
    return {name: (_entry_text(name, value, path), str(path)) for name, value in entries.items()}


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
