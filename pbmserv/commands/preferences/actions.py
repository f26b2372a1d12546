"""Commands that change preferences."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from difflib import get_close_matches
from typing import Any

from pbmserv.commands.requests.context import Call, Command
from pbmserv.commands.requests.outcome import Outcome
from pbmserv.games.base import Refusal
from pbmserv.games.message import Message, in_turn
from pbmserv.language.argument_types import PLAYER, Number, OneOf
from pbmserv.language.command_spec import Argument, ArgumentType, ParsedArgs
from pbmserv.language.words import Misspelt, either
from pbmserv.letters.times import moment
from pbmserv.locale.catalogs import ENGLISH, LANGUAGE_NAMES, languages
from pbmserv.pictures.piece_sets import PIECE_SETS
from pbmserv.pictures.theme import BOARDS
from pbmserv.play.board import Player, Terms
from pbmserv.play.days import next_at
from pbmserv.play.zones import zone_names, zone_of
from pbmserv.storage.players import (
    AT_TURNS,
    BROADCASTS,
    COLOURS,
    CONFIRM,
    CONFIRMATIONS,
    FOR_PROGRAMS,
    FORMAT,
    LANGUAGE,
    LETTERS,
    NO_PICTURES,
    ONE_A_DAY,
    PIECES,
    REPLIES,
    STRICT,
    TEXT_ONLY,
    TIMEZONE,
    TIMEZONE_SINCE,
)

MOST_NEAR_MISSES = 5

FORMATS = {"text": TEXT_ONLY, "html": NO_PICTURES, "picture": "picture", "json": FOR_PROGRAMS}
"""Letter formats as typed and as stored."""
USUAL_FORMAT = "picture"
"""The default format."""


LETTERS_KEPT = {"all": None, "turns": AT_TURNS, "daily": ONE_A_DAY}
"""Choices of letters as typed and as stored."""

BOARD_COLOURS = ("usual", *BOARDS)
"""Choices of the colours of boards on pages, the default first."""
CONFIRMED = ("always", "slow", "never")
"""Choices of which moves a page asks to confirm, the default first."""
MOST_DAYS_OF_QUICK_GAMES = 3
"""With more days for a move than these, a game is slow for `change confirm`."""

USUAL_HOUR = 7
"""The default hour of the daily letter."""


ZONE_KEPT = timedelta(days=7)
"""How long a player of a game with excluded weekdays keeps a time zone; changing it could skip a day that counts."""


class LettersChosen(Outcome, frozen=True):
    """A player's choice of letters; with daily, its hour."""

    written_by = "preferences.letters:of_letters_chosen"

    player: Player
    wanted: str
    hour: int | None


class SettingChanged(Outcome, frozen=True):
    written_by = "preferences.letters:of_setting"

    player: Player
    setting: str
    value: bool | str


class SettingsTold(Outcome, frozen=True):
    """A player's settings; `letters` is the choice of letters, `hour` that of the letter of the day."""

    written_by = "preferences.letters:of_settings"

    player: Player
    letters: str
    hour: int | None
    format: str
    receipts: bool
    broadcasts: bool
    zone: str


def settings_of(call: Call, player: Player) -> SettingsTold:
    chosen = call.work.players.settings([player])[player]
    return SettingsTold(
        player,
        next(each for each, kept in LETTERS_KEPT.items() if kept == chosen.get(LETTERS)),
        call.work.daily_letters.hour_of(player),
        next((each for each, kept in FORMATS.items() if kept == chosen.get(FORMAT)), USUAL_FORMAT),
        chosen.get(CONFIRMATIONS, True),
        chosen.get(BROADCASTS, True),
        chosen.get(TIMEZONE, "UTC"),
    )


class TimeZone(ArgumentType):
    """A time zone by name in any case, or by its city."""

    noun = "time zone"
    one_of_many_words = True

    def read_all(self, texts: Sequence[str]) -> str:
        return self.read(" ".join(texts))

    def read(self, text: str) -> str:
        names = zone_names()
        typed = text.lower().replace(" ", "_")
        if typed in names:
            return names[typed]
        ends_so = sorted(name for key, name in names.items() if key.rpartition("/")[2] == typed)
        if len(ends_so) == 1:
            return ends_so[0]
        raise Misspelt(in_turn("This is not a time zone that is known here.", _near_misses(typed, ends_so)))


class ChangeBroadcasts(Command):
    """Choose whether you get what players write to everybody.

    off ends such letters, on has them sent to you again.
    """

    words = ("change broadcasts",)
    arguments = (
        *PLAYER,
        Argument("on|off", OneOf("choice", "on", "off")),
    )
    about_account = True
    example = "change broadcasts alice secret7 off"

    def carry_out(self, call: Call, given: ParsedArgs) -> Outcome:
        player = call.player
        wanted = given["on|off"] == "on"
        call.work.players.choose(player, BROADCASTS, wanted)
        return SettingChanged(player, BROADCASTS, wanted)


class ChangeColours(Command):
    """Choose the colours of the boards on your pages.

    They are usual, which is the default, or wood, green or blue, by day and by night. Only you see them. Pictures in
    letters keep theirs. How pieces look is another choice: change pieces.
    """

    words = ("change colours",)
    arguments = (
        *PLAYER,
        Argument("usual|wood|green|blue", OneOf("choice", *BOARD_COLOURS)),
    )
    about_account = True
    example = "change colours alice secret7 wood"

    def carry_out(self, call: Call, given: ParsedArgs) -> Outcome:
        player = call.player
        chosen = given["usual|wood|green|blue"]
        call.work.players.choose(player, COLOURS, None if chosen == BOARD_COLOURS[0] else chosen)
        return SettingChanged(player, COLOURS, chosen)


class ChangeConfirm(Command):
    """Choose whether moves that you make on pages have to be confirmed.

    With always, which is the default, a page shows how the board would stand, and moves when you confirm it. With
    slow it does so in games with more than 3 days for a move; in quicker ones, a move is made as soon as you have
    touched its last place. With never, this holds in all games. Moves that are typed on a page, and all on pages
    without scripts, are confirmed always. Moves by mail are made as they come: submit shows them first.
    """

    words = ("change confirm",)
    arguments = (
        *PLAYER,
        Argument("always|slow|never", OneOf("choice", *CONFIRMED)),
    )
    about_account = True
    example = "change confirm alice secret7 slow"

    def carry_out(self, call: Call, given: ParsedArgs) -> Outcome:
        player = call.player
        chosen = given["always|slow|never"]
        call.work.players.choose(player, CONFIRM, chosen)
        return SettingChanged(player, CONFIRM, chosen)


class ChangePieces(Command):
    """Choose how the pieces on your boards look.

    They are usual, which is the default, or modern: chess pieces of simple shapes, and round pieces with light and
    shade. With characters, pieces of Shogi, MiniShogi, Xiangqi and Janggi have the characters of their country in
    place of letters; modern-characters is both. Only you see them so, on your pages and in the pictures of your
    letters. Boards in text have letters, and moves are written with letters, whatever you choose.
    """

    words = ("change pieces",)
    arguments = (
        *PLAYER,
        Argument("|".join(PIECE_SETS), OneOf("choice", *PIECE_SETS)),
    )
    about_account = True
    example = "change pieces alice secret7 modern"

    def carry_out(self, call: Call, given: ParsedArgs) -> Outcome:
        player = call.player
        chosen = given["|".join(PIECE_SETS)]
        call.work.players.choose(player, PIECES, None if chosen == PIECE_SETS[0] else chosen)
        return SettingChanged(player, PIECES, chosen)


class ChangeReceipts(Command):
    """Choose whether each move that you make by mail brings you a receipt.

    That is a letter which confirms the move. With off, which is the default for new players, a move that was made
    brings no letter: the next one comes when it is your turn. You always get a letter if something was wrong, if your
    move ends the game, if you have to move again, if something is for your eyes only, or if the move came from an
    address that is not yours. With on, you get a letter for each move, but not if a bot of this server moves next.
    Moves that you make on the pages are confirmed there. A program that gets its letters in JSON gets a letter for
    each move.
    """

    words = ("change receipts",)
    arguments = ChangeBroadcasts.arguments
    about_account = True
    example = "change receipts alice secret7 on"

    def carry_out(self, call: Call, given: ParsedArgs) -> Outcome:
        player = call.player
        wanted = given["on|off"] == "on"
        call.work.players.choose(player, CONFIRMATIONS, None if wanted else False)
        return SettingChanged(player, CONFIRMATIONS, wanted)


def asks_to_confirm(choice: str, terms: Terms) -> bool:
    """Whether a move that is touched on a page has to be confirmed in a game with these terms."""
    return choice == "always" or (choice == "slow" and terms.forfeit_days > MOST_DAYS_OF_QUICK_GAMES)


class ChangeFormat(Command):
    """Choose whether your letters have pictures, are text alone, or are for a program.

    With picture, which is the default, a letter holds the same twice: as text, and as HTML, in which a mail program
    shows the board as a picture, and your legal moves as links that write the answer. A letter that only confirms
    your own move has no picture. With html the board is drawn in characters there, too, and the letters are smaller.
    With text there is only the text; this is for mail programs that show it well but prefer HTML. With json a letter
    is JSON, for a program that plays by mail: see help json.
    """

    words = ("change format",)
    arguments = (
        *PLAYER,
        Argument("text|html|picture|json", OneOf("format", *FORMATS)),
    )
    about_account = True
    example = "change format alice secret7 text"

    def carry_out(self, call: Call, given: ParsedArgs) -> Outcome:
        player = call.player
        chosen = given["text|html|picture|json"]
        call.work.players.choose(player, FORMAT, FORMATS[chosen])
        return SettingChanged(player, FORMAT, chosen)


class _Language(OneOf):
    """A language by its code, or as it calls itself: `русский`."""

    def read(self, text: str) -> str:
        named = {LANGUAGE_NAMES[each].casefold(): each for each in self.words if each in LANGUAGE_NAMES}
        return named.get(text.casefold()) or super().read(text)


class ChangeLanguage(Command):
    """Choose the language of your letters and pages.

    They are in English, which is en and the default, or in another language that this server has, such as Russian,
    which is ru; so are help pages. What has not been translated yet comes in English: a letter or a page is in one
    language as a whole. Others read their own. Commands and moves stay as they are, and what others write is not
    translated. Commands can be written in Russian, too: see help russian.
    """

    words = ("change language", "language", "sprache")
    arguments = (
        *PLAYER,
        Argument("language", _Language("language", *languages())),
    )
    about_account = True
    example = "change language alice secret7 en"

    def carry_out(self, call: Call, given: ParsedArgs) -> Outcome:
        player = call.player
        chosen = given["language"]
        call.work.players.choose(player, LANGUAGE, None if chosen == ENGLISH else chosen)
        return SettingChanged(player, LANGUAGE, chosen)


class ChangeLetters(Command):
    """Choose how many letters you get of the games that you play: all, at your turns, or one a day.

    With all, which is the default, you get one for every move of the others. With turns, you get one when it is your
    turn, with all that has happened since your last move. With daily, the boards on which it is your turn come in one
    letter a day, if there are any, at an hour of your day (change timezone): 7, or the one that you name, from 0 to
    23:

        change letters alice secret7 daily 18

    Twenty games for two, in which both move once a day, make 20 letters a day with all and with turns, and one with
    daily. It can be answered with a line for each board (help replies). Letters that confirm your own moves come on
    top of that if you want them: see help change receipts.

    Some letters always come at once: answers to what you write by mail, other than moves that were made (what you do
    on the pages is answered there), reminders, and whatever ends or begins a game, proposals and all else than moves
    that happens on a board; what is for your eyes only, such as that your queued move was made or thrown away; and
    what somebody says to you. With turns, so does what is written with a move; with daily, that is in the letter of
    the day, and so are reminders, unless others are to be reminded of that board, too. While you are on vacation,
    there is no letter of the day. Letters of boards to which you have subscribed come as before.
    """

    words = ("change letters",)
    arguments = (
        *PLAYER,
        Argument("all|turns|daily", OneOf("choice", "all", "turns", "daily")),
        Argument("hour", Number("hour", 23, low=0), optional=True),
    )
    about_account = True
    example = "change letters alice secret7 turns"

    def carry_out(self, call: Call, given: ParsedArgs) -> Outcome:
        player = call.player
        wanted, hour = given["all|turns|daily"], given.get("hour")
        if hour is not None and wanted != "daily":
            raise Misspelt(Message("An hour is for daily only: {wanted} takes none.", wanted=wanted))
        if wanted == "daily":
            hour = USUAL_HOUR if hour is None else hour
            zone = zone_of(call.work.players.settings([player])[player].get(TIMEZONE))
            call.work.daily_letters.begin(player, hour, next_at(hour, zone, call.at))
        else:
            call.work.daily_letters.end(player)
        call.work.players.choose(player, LETTERS, LETTERS_KEPT[wanted])
        return LettersChosen(player, wanted, hour)


class ChangeReplies(Command):
    """Choose whether you can answer letters without your password.

    With on, which is the default, you can just answer a letter: with your move, or with words for whoever wrote to
    you. See help replies. off ends that, also for letters that you already have.
    """

    words = ("change replies",)
    arguments = ChangeBroadcasts.arguments
    about_account = True
    example = "change replies alice secret7 off"

    def carry_out(self, call: Call, given: ParsedArgs) -> Outcome:
        player = call.player
        wanted = given["on|off"] == "on"
        call.work.players.choose(player, REPLIES, wanted)
        if not wanted:
            call.work.replies.forget(player)
        return SettingChanged(player, REPLIES, wanted)


class ChangeStrict(Command):
    """Choose whether letters in your name have to be proven to be yours.

    Anybody can write your address into a letter of theirs, and somebody may know your password. With on, your
    password is taken only in letters from your confirmed addresses. Nothing that seems to come from one of these is
    done, whether it is a command with or without a password or an answer to a letter, unless this server's own mail
    server has found that it really does: by DMARC or, if that says nothing, by DKIM or SPF. Most mail providers see
    to that for you.

    To switch it on, write from such an address, so that you cannot lock yourself out. off, which is the default, ends
    it.
    """

    words = ("change strict",)
    arguments = ChangeBroadcasts.arguments
    about_account = True
    example = "change strict alice secret7 off"

    def carry_out(self, call: Call, given: ParsedArgs) -> Outcome:
        player = call.player
        wanted = given["on|off"] == "on"
        if wanted and not call.setup.proves_senders:
            raise Refusal(
                "Nobody can be strict on this server: its operator has not told it the name under which a mail server"
                " says where letters come from (the setting PBMSERV_AUTHSERV_ID)."
            )
        if wanted and (call.principal.signed_in or not (call.credential.proven and call.principal.is_from(player))):
            raise Refusal(
                "Nothing proves that this letter comes from one of your confirmed addresses, so with this you would"
                " be locked out: neither DMARC nor DKIM nor SPF says so."
            )
        call.work.players.choose(player, STRICT, wanted)
        return SettingChanged(player, STRICT, wanted)


class ChangeTimezone(Command):
    """Choose the time zone in which times in your letters are shown.

    Time zones are named for a continent and a city, as in Europe/Berlin or America/New_York; the city alone is enough
    if there is only one of that name. Before you choose one, times are shown in UTC. Where a challenge has said which
    days of the week count (--days), yours begin and end in your zone; while you play such a game, you can change it
    once in 7 days.
    """

    words = ("change timezone",)
    arguments = (
        *PLAYER,
        Argument("timezone", TimeZone(), repeated=True),
    )
    about_account = True
    example = "change timezone alice secret7 Europe/Berlin"

    def carry_out(self, call: Call, given: ParsedArgs) -> Outcome:
        player = call.player
        name = given["timezone"]
        chosen = call.work.players.settings([player])[player]
        if name != chosen.get(TIMEZONE):
            _check_days_may_move(call, player, chosen)
            call.work.players.choose(player, TIMEZONE_SINCE, call.at.isoformat())
        call.work.players.choose(player, TIMEZONE, name)
        hour = call.work.daily_letters.hour_of(player)
        if hour is not None:
            call.work.daily_letters.begin(player, hour, next_at(hour, zone_of(name), call.at))
        # Where days of the week do not count, they begin and end with the player's.
        call.work.due.look_soon(player, call.at)
        return SettingChanged(player, TIMEZONE, name)


def _check_days_may_move(call: Call, player: Player, chosen: Mapping[str, Any]) -> None:
    since = chosen.get(TIMEZONE_SINCE)
    again = datetime.fromisoformat(since) + ZONE_KEPT if since else call.at
    if call.at < again and call.work.listing.counts_days(player):
        raise Refusal(
            Message(
                "You play on a board on which not all days of the week count (--days), and they begin and"
                " end in your time zone. So it can be changed once in {days} days, and the next time at"
                " {again}.",
                days=ZONE_KEPT.days,
                again=moment(again, zone_of(chosen.get(TIMEZONE))),
            )
        )


def _near_misses(typed: str, ends_so: list[str]) -> str:
    names = zone_names()
    cities: dict[str, list[str]] = {}
    for key, name in names.items():
        cities.setdefault(key.rpartition("/")[2], []).append(name)
    near = [names[key] for key in get_close_matches(typed[:40], names, n=MOST_NEAR_MISSES)]
    near += [name for city in get_close_matches(typed[:40], cities, n=3, cutoff=0.7) for name in sorted(cities[city])]
    found = ends_so or list(dict.fromkeys(near))[:MOST_NEAR_MISSES]
    if found:
        return Message("Did you mean {zones}?", zones=either(found))
    return "A continent and a city are expected: for example Europe/Berlin."
