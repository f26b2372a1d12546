"""`pbmserv admin`: all tools of the operator in one group."""

from __future__ import annotations

import click

from pbmserv.admin.boards import board
from pbmserv.admin.clock import clock
from pbmserv.admin.games import game
from pbmserv.admin.mail import mail
from pbmserv.admin.ratings import ratings
from pbmserv.admin.users import user


@click.group()
def admin() -> None:
    """The operator's tools.

    For players, boards, games, mail, the clock and the ratings.
    """


for group in (user, board, game, mail, clock, ratings):
    admin.add_command(group)
