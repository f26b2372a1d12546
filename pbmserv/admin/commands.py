"""`pbmserv admin`: the group of the operator's tools."""

from __future__ import annotations

import click

from pbmserv.admin.announcing import announce
from pbmserv.admin.boards import board
from pbmserv.admin.bots import bot
from pbmserv.admin.clock import clock
from pbmserv.admin.games import game
from pbmserv.admin.languages import language
from pbmserv.admin.log import log
from pbmserv.admin.mail import mail
from pbmserv.admin.ratings import ratings
from pbmserv.admin.reports import report
from pbmserv.admin.settings import settings
from pbmserv.admin.tournaments import tournament
from pbmserv.admin.users import user


@click.group()
def admin() -> None:
    """The operator's tools.

    For players, bots, boards, games, tournaments, mail, the clock, the ratings and reported chat. What they change is
    written down: see "admin log".
    """


for command in (user, bot, board, game, tournament, mail, clock, ratings, report, announce, settings, language, log):
    admin.add_command(command)
