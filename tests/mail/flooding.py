"""Servers that send without end, and count how much of it is taken from them."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass

MOST = 40_000_000
"""Bytes after which such a server gives up: far more than the buffers on the way hold."""


@dataclass
class Flood:
    """A server at this port; `sent` is how many bytes it has got rid of."""

    port: int = 0
    sent: int = 0

    def pour(self, connection: socket.socket, piece: bytes) -> None:
        """Send the same again and again, until the other end hangs up."""
        while self.sent < MOST:
            connection.sendall(piece)
            self.sent += len(piece)


@contextmanager
def flooding(talk: Callable[[Flood, socket.socket], None]) -> Iterator[Flood]:
    """A server that talks so on each connection, for the time of the block."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        flood = Flood(server.getsockname()[1])

        def accept() -> None:
            with suppress(OSError):
                while True:
                    connection, _ = server.accept()
                    with connection, suppress(OSError):
                        talk(flood, connection)

        accepting = threading.Thread(target=accept)
        accepting.start()
        try:
            yield flood
        finally:
            server.shutdown(socket.SHUT_RDWR)
            accepting.join()
