from __future__ import annotations

from typing import Any

from pbmserv.commands.preferences.actions import BOARD_COLOURS, CONFIRMED, FORMATS, LettersChosen, SettingChanged
from pbmserv.commands.preferences.vacation import VacationTold
from pbmserv.commands.requests.context import Call
from pbmserv.commands.requests.list_unsubscribe import Unsubscribed
from pbmserv.commands.requests.recipients import only_to, to_players
from pbmserv.letters.letter import Letter, write
from pbmserv.letters.times import moment
from pbmserv.pictures.piece_sets import PIECE_SETS
from pbmserv.play.clock import BACK_AGAIN
from pbmserv.play.vacations import first_day, last_day
from pbmserv.play.zones import zone_of
from pbmserv.storage.players import (
    BROADCASTS,
    COLOURS,
    CONFIRM,
    CONFIRMATIONS,
    FORMAT,
    PIECES,
    REPLIES,
    STRICT,
    TIMEZONE,
)

_SETTINGS = {
    BROADCASTS: "preferences/change_broadcasts",
    COLOURS: "preferences/change_colours",
    CONFIRM: "preferences/change_confirm",
    CONFIRMATIONS: "preferences/change_receipts",
    FORMAT: "preferences/change_format",
    PIECES: "preferences/change_pieces",
    REPLIES: "preferences/change_replies",
    STRICT: "preferences/change_strict",
    TIMEZONE: "preferences/change_timezone",
}
"""Templates by setting."""


def of_setting(changed: SettingChanged, call: Call) -> list[Letter]:
    player, value = changed.player, changed.value
    facts: dict[str, Any] = {"wanted": value}
    if changed.setting == FORMAT:
        facts = {"chosen": value, "others": [each for each in FORMATS if each != value]}
    elif changed.setting == COLOURS:
        facts = {"chosen": value, "others": [each for each in BOARD_COLOURS if each != value]}
    elif changed.setting == PIECES:
        facts = {"chosen": value, "others": [each for each in PIECE_SETS if each != value]}
    elif changed.setting == CONFIRM:
        facts = {"chosen": value, "others": [each for each in CONFIRMED if each != value]}
    elif changed.setting == TIMEZONE:
        facts = {"name": value, "now": moment(call.at, zone_of(str(value)))}
    return to_players(
        call, {player: write(_SETTINGS[changed.setting], "Your settings", userid=player.userid, **facts)}
    )


def of_letters_chosen(chosen: LettersChosen, call: Call) -> list[Letter]:
    player = chosen.player
    zone = call.work.players.settings([player])[player].get(TIMEZONE, "UTC")
    facts = {"userid": player.userid, "wanted": chosen.wanted, "hour": chosen.hour, "zone": zone}
    return to_players(call, {player: write("preferences/change_letters", "Your settings", **facts)})


def of_vacation(told: VacationTold, call: Call) -> list[Letter]:
    letter = write(
        "preferences/vacation",
        "Your vacation",
        userid=told.player.userid,
        until=moment(told.until, told.zone) if told.until else None,
        back_again=BACK_AGAIN.days,
        ahead=[(first_day(each, told.zone), last_day(each, told.zone)) for each in told.ahead],
        days=told.days,
        left=told.left,
    )
    return to_players(call, {told.player: letter})


def of_ended_letters(ended: Unsubscribed, call: Call) -> list[Letter]:
    """To the player, even if somebody else has answered their letter."""
    player = ended.player
    if ended.daily:
        letter = write("preferences/no_daily", "Your settings", userid=player.userid)
    elif ended.game is None:
        letter = write(_SETTINGS[BROADCASTS], "Your settings", userid=player.userid, wanted=False)
    else:
        letter = write(
            "preferences/unsubscribed",
            "Your subscriptions",
            userid=player.userid,
            game=ended.game,
            number=ended.number,
            all_boards=ended.all_boards,
            only_the_end=ended.only_the_end,
        )
    return only_to(call, player, letter)
