"""Sockets to listen on. They can be opened by one process and used by those forked from it."""

from __future__ import annotations

import errno
import os
import socket
from contextlib import suppress
from pathlib import Path

from pbmserv.setting_values import TcpAddress, UnixSocket

BACKLOG = 1024


def sockets_on(listen: TcpAddress | UnixSocket) -> list[socket.socket]:
    """Open a socket for each address of a host name. Raises `OSError`, with the address in its text."""
    if isinstance(listen, UnixSocket):
        return [_unix_socket(listen.path)]
    found = socket.getaddrinfo(listen.host, listen.port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    opened: list[socket.socket] = []
    try:
        for family, address in dict.fromkeys((family, address) for family, _, _, _, address in found):
            opened.append(_tcp_socket(family, address))
    except OSError:
        close_all(opened)
        raise
    return opened


def socket_on(listen: TcpAddress) -> socket.socket:
    """Open one socket, for IPv6 if that is what the address is. Raises `OSError`."""
    family = socket.AF_INET6 if ":" in listen.host else socket.AF_INET
    return _tcp_socket(family, (listen.host, listen.port))


def place_of(opened: socket.socket) -> str:
    """The address or path of a socket, as settings have it."""
    name = opened.getsockname()
    return name if isinstance(name, str) else str(TcpAddress(*name[:2]))


def close_all(opened: list[socket.socket]) -> None:
    """Close sockets, and remove the path of a Unix socket, for good."""
    for each in opened:
        if each.family == socket.AF_UNIX:
            Path(each.getsockname()).unlink(missing_ok=True)
        each.close()


def _tcp_socket(family: int, address: tuple[object, ...]) -> socket.socket:
    try:
        opened = socket.create_server(address, family=family, backlog=BACKLOG)
    except OSError as error:
        raise OSError(error.errno, f"{address[0]}, port {address[1]}: {_reason(error)}") from error
    # Connections inherit it. Without it, a body waits some 40 ms until the client has acknowledged the headers.
    # asyncio sets it only on sockets that were made with the protocol TCP; these have none.
    opened.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return opened


def _reason(error: OSError) -> str:
    # Not its own text, which names the address a second time.
    reason = os.strerror(error.errno) if error.errno else str(error)
    return reason[:1].lower() + reason[1:]


def _unix_socket(path: Path) -> socket.socket:
    if _is_taken(path):
        raise OSError(errno.EADDRINUSE, f"{path} is in use by another program")
    # Anybody who may write to the folder could put a socket of their own in place of this one.
    path.parent.mkdir(mode=0o755, parents=True, exist_ok=True)
    if path.is_socket():
        # Of a server that was killed.
        path.unlink()
    opened = socket.socket(socket.AF_UNIX)
    try:
        opened.bind(str(path))
        # For the mail server, too: it may share our group, but hardly our user.
        path.chmod(0o660)
        opened.listen(BACKLOG)
    except OSError:
        opened.close()
        raise
    return opened


def _is_taken(path: Path) -> bool:
    with socket.socket(socket.AF_UNIX) as probe, suppress(OSError):
        probe.connect(str(path))
        return True
    return False
