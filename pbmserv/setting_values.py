"""Types of settings' values, and their parsing from text.

Parsers raise `ValueError`. Only the standard library is used, and patterns are compiled on use, as every start of the
command line imports this module.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from pathlib import Path


@dataclass(frozen=True)
class TcpAddress:
    """A TCP port to listen on; 0 is any free one. With `if_free`, a port in use is no error."""

    host: str
    port: int
    if_free: bool = False

    def __str__(self) -> str:
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"


@dataclass(frozen=True)
class UnixSocket:
    """A socket to listen on, as a file."""

    path: Path

    def __str__(self) -> str:
        return str(self.path)


@dataclass(frozen=True)
class Budget:
    """How many letters (or other things) one sender may cause in some time, and kilobytes in all."""

    letters: int
    kilobytes: int | None = None


@dataclass(frozen=True)
class Maildir:
    """Letters are put into this folder, where any mail program reads them."""

    folder: Path


@dataclass(frozen=True)
class Sendmail:
    """Letters are handed to a program that is called as sendmail is."""

    program: Path


class Encryption(Enum):
    """The encryption of the connection to a relay."""

    NONE = "none"
    IF_OFFERED = "STARTTLS if offered"
    STARTTLS = "STARTTLS"
    FROM_THE_START = "TLS"


@dataclass(frozen=True)
class Relay:
    """Letters are sent by SMTP to this mail server."""

    host: str
    port: int
    encryption: Encryption
    user: str | None = None
    password: str = field(default="", repr=False)


@dataclass(frozen=True)
class MailAccount:
    """Where mail is collected by IMAP."""

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
    """A collected message stays, marked as read."""


@dataclass(frozen=True)
class Delete:
    """A collected message is deleted."""


@dataclass(frozen=True)
class MoveTo:
    """A collected message is moved to another folder."""

    folder: str


OTHER_BOTS = frozenset({"easy", "medium", "hard", "expert", "program"})
"""Names of other bots, which no engine can have."""


@dataclass(frozen=True)
class Engine:
    """An external program: its `name` here, its `protocol` (`uci`, `usi` or `gtp`) and command.

    It has `seconds` for a move and `megabytes` of memory. `options` are those of UCI and USI.
    """

    name: str
    protocol: str
    command: tuple[str, ...]
    seconds: int = 10
    megabytes: int = 1024
    options: Mapping[str, str] = field(default_factory=dict)


def matching(pattern: str) -> Callable[[str], str]:
    def read(value: str) -> str:
        if not re.match(pattern, value):
            raise ValueError
        return value

    return read


def one_of(*choices: str) -> Callable[[str], str]:
    def read(value: str) -> str:
        if value.lower() not in choices:
            raise ValueError
        return value.lower()

    return read


def path(value: str) -> Path:
    if not value:
        raise ValueError
    return Path(value)


def optional_path(value: str) -> Path | None:
    return Path(value) if value else None


def count(value: str) -> int:
    if not re.fullmatch(r"[1-9][0-9]{0,17}", value):
        raise ValueError
    return int(value)


def budget(value: str) -> Budget:
    match = re.fullmatch(r"([1-9][0-9]{0,8})(?:/([1-9][0-9]{0,8}))?", value)
    if match is None:
        raise ValueError
    return Budget(int(match[1]), int(match[2]) if match[2] else None)


def tcp(value: str) -> TcpAddress | None:
    if not value:
        return None
    match = re.fullmatch(r"(?:\[([^\]]+)\]|([^:/\s]+)):([0-9]{1,5})", value)
    if match is None or int(match[3]) > 65535:
        raise ValueError
    return TcpAddress(match[1] or match[2], int(match[3]))


def tcp_if_free(value: str) -> TcpAddress | None:
    address = tcp(value.removesuffix("?"))
    return address and replace(address, if_free=value.endswith("?"))


def web_url(value: str) -> str:
    if value and not re.fullmatch(r"https?://(\[[0-9a-fA-F:]+\]|[A-Za-z0-9.-]+)(:[0-9]{1,5})?/?", value):
        raise ValueError
    return value.rstrip("/")


def ip_addresses(value: str) -> tuple[str, ...]:
    if not value:
        return ()
    import ipaddress

    found = tuple(value.replace(",", " ").split())
    for each in found:
        ipaddress.ip_network(each)
    return found


def tcp_or_socket(value: str) -> TcpAddress | UnixSocket | None:
    return UnixSocket(Path(value)) if "/" in value else tcp(value)


def mail_address(value: str) -> str:
    # A + would leave no way to tell our tags from the address itself, and the longest of them has to find room.
    if len(value) > 225 or not re.fullmatch(r"[A-Za-z0-9!#$%&'*/=?^_`{|}~.-]{1,35}@[A-Za-z0-9.-]+", value):
        raise ValueError
    return value


def display_name(value: str) -> str:
    # What looks like an address in a name is taken for a forgery by many a filter.
    if len(value) > 64 or not value.isprintable() or value != value.strip() or re.search(r'[@<>"\\]', value):
        raise ValueError
    return value


_HOST = r"(?:\[(?P<ipv6>[0-9A-Fa-f:.]+)\]|(?P<host>[^:/?@\s]+))(?::(?P<port>[0-9]{1,5}))?"
_STARTTLS = r"(?:\?starttls=(?P<tls>yes|no))?"
_RELAY = (
    r"(?P<scheme>smtps?)://(?:(?P<user>[^:/\s]+):(?P<password>[^@/\s]*)@)?"
    rf"{_HOST}/?{_STARTTLS}"
)


def delivery(value: str) -> Maildir | Sendmail | Relay:
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
    rf"{_HOST}(?:/(?P<folder>[^?\s]*))?{_STARTTLS}"
)


def mail_account(value: str) -> MailAccount | None:
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


def afterwards(value: str) -> Keep | Delete | MoveTo:
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


def engines(value: str) -> tuple[Engine, ...]:
    found = tuple(_engine(each) for each in value.split(";") if each.strip())
    if len({engine.name for engine in found}) < len(found):
        raise ValueError
    return found


def _engine(text: str) -> Engine:
    match = re.fullmatch(r"\s*([a-z][a-z0-9]{1,15})=(uci|usi|gtp)(?:\(([^()]*)\))?\s+(\S.*?)\s*", text)
    if match is None or match[1] in OTHER_BOTS or not text.isprintable():
        raise ValueError
    options = dict(_option(each) for each in (match[3] or "").split(",") if each.strip())
    seconds, megabytes = count(options.pop("seconds", "10")), count(options.pop("megabytes", "1024"))
    if options and match[2] == "gtp":
        raise ValueError
    return Engine(match[1], match[2], tuple(shlex.split(match[4])), seconds, megabytes, options)


def _option(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals or not name.strip():
        raise ValueError
    return name.strip(), value.strip()
