"""Sockets to listen on."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from pbmserv.running.listening import close_all, socket_on, sockets_on
from pbmserv.setting_values import TcpAddress

ANY_PORT = TcpAddress("127.0.0.1", 0)


@pytest.fixture(params=["for pages", "for mail"])
def listening(request: pytest.FixtureRequest) -> Iterator[socket.socket]:
    opened = [socket_on(ANY_PORT)] if request.param == "for pages" else sockets_on(ANY_PORT)
    yield opened[0]
    close_all(opened)


def test_what_is_answered_in_several_pieces_is_sent_at_once(listening: socket.socket) -> None:
    with ExitStack() as closing:
        closing.enter_context(socket.create_connection(listening.getsockname()))
        connection = closing.enter_context(listening.accept()[0])

        assert connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
