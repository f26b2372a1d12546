"""A player's days and time zone, as letters to them name these."""

from __future__ import annotations

from datetime import date, tzinfo

from pbmserv.commands.requests.context import Call
from pbmserv.play.board import Player
from pbmserv.play.zones import zone_of
from pbmserv.storage.players import TIMEZONE


def zone_of_player(call: Call, player: Player) -> tzinfo:
    return zone_of(call.work.players.settings([player])[player].get(TIMEZONE))


def day_in_words(day: date) -> str:
    return f"{day.day} {day:%B %Y}"
