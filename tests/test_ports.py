"""Servers of the tests never get the port of another one."""

from __future__ import annotations

import socket

from tests.ports import RANGE, free_port


def test_no_port_is_given_twice() -> None:
    ports = [free_port() for _ in range(100)]

    assert len(set(ports)) == 100
    assert set(ports) <= set(RANGE)


def test_a_port_on_which_somebody_listens_is_left_out() -> None:
    with socket.create_server(("127.0.0.1", free_port() + 1)) as taken:
        assert free_port() == taken.getsockname()[1] + 1
