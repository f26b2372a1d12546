"""Commands by which players choose how the server treats them: broadcasts, format, replies, strict, timezone."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches

from pbmserv.commands.call import Call
from pbmserv.commands.kinds import Kind, OneOf, Password, Userid
from pbmserv.commands.language import Argument, Command, Given, Misspelt
from pbmserv.games.base import Refusal
from pbmserv.letters.letter import write
from pbmserv.letters.times import moment, zone_names, zone_of
from pbmserv.store.players import BROADCASTS, FORMAT, REPLIES, STRICT, TEXT_ONLY, TIMEZONE

MOST_NEAR_MISSES = 5


class TimeZone(Kind):
    """A time zone by its name, in any case, or by the name of its city."""

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
        raise Misspelt(f"This is no time zone that is known here. {_near_misses(typed, ends_so)}")


class ChangeBroadcasts(Command):
    """Choose whether you get what players write to everybody.

    off ends such letters, on has them sent to you again.
    """

    words = ("change broadcasts",)
    arguments = (
        Argument("userid", Userid()),
        Argument("password", Password()),
        Argument("on|off", OneOf("choice", "on", "off")),
    )
    example = "change broadcasts alice secret7 off"

    def carry_out(self, call: Call, given: Given) -> None:
        player = call.authenticate(given["userid"], given["password"])
        wanted = given["on|off"] == "on"
        call.work.players.choose(player, BROADCASTS, wanted)
        letter = write("change_broadcasts", "Your settings", userid=player.userid, wanted=wanted)
        call.write_to({player: letter})


class ChangeFormat(Command):
    """Choose whether your letters have an HTML part.

    With html, as before you choose, a letter holds the same words twice: as text,
    and as HTML, in which a mail program shows boards in characters of equal width
    and your legal moves as links that write the answer. With text there is only
    the text; that is for mail programs that show it well, and prefer HTML.
    """

    words = ("change format",)
    arguments = (
        Argument("userid", Userid()),
        Argument("password", Password()),
        Argument("text|html", OneOf("format", TEXT_ONLY, "html")),
    )
    example = "change format alice secret7 text"

    def carry_out(self, call: Call, given: Given) -> None:
        player = call.authenticate(given["userid"], given["password"])
        chosen = given["text|html"]
        call.work.players.choose(player, FORMAT, chosen)
        letter = write("change_format", "Your settings", userid=player.userid, text_only=chosen == TEXT_ONLY)
        call.write_to({player: letter})


class ChangeReplies(Command):
    """Choose whether you can answer letters without your password.

    With on, as before you choose, you can just answer a letter: with your move, or with words for who wrote to you.
    See help replies. off ends that, for letters that you have got already, too.
    """

    words = ("change replies",)
    arguments = ChangeBroadcasts.arguments
    example = "change replies alice secret7 off"

    def carry_out(self, call: Call, given: Given) -> None:
        player = call.authenticate(given["userid"], given["password"])
        wanted = given["on|off"] == "on"
        call.work.players.choose(player, REPLIES, wanted)
        if not wanted:
            call.work.replies.forget(player)
        letter = write("change_replies", "Your settings", userid=player.userid, wanted=wanted)
        call.write_to({player: letter})


class ChangeStrict(Command):
    """Choose whether letters in your name have to be proven to be yours.

    Anybody can write your address into a letter of theirs, and somebody may know
    your password. With on, your password is taken only in letters from your
    confirmed addresses, and nothing that seems to come from one of these is done,
    be it a command with a password, one without, or an answer to a letter, unless
    this server's own mail server has found it to be true: by DMARC or, where that
    says nothing, by DKIM or SPF. Most mail providers see to that for you.

    To switch it on, write from such an address; so nobody is locked out. off, as
    before you choose, ends it.
    """

    words = ("change strict",)
    arguments = ChangeBroadcasts.arguments
    example = "change strict alice secret7 off"

    def carry_out(self, call: Call, given: Given) -> None:
        player = call.authenticate(given["userid"], given["password"])
        wanted = given["on|off"] == "on"
        if wanted and not call.proves_senders:
            raise Refusal(
                "Nobody can be strict on this server: its operator has not told it the name under which a mail server"
                " says where letters come from (the setting PBMSERV_AUTHSERV_ID)."
            )
        if wanted and not (call.sender.proven and call.is_from(player)):
            raise Refusal(
                "It has not been found that this letter comes from one of your confirmed addresses, so with this you"
                " would be locked out: neither DMARC nor DKIM nor SPF says so."
            )
        call.work.players.choose(player, STRICT, wanted)
        call.write_to({player: write("change_strict", "Your settings", userid=player.userid, wanted=wanted)})


class ChangeTimezone(Command):
    """Choose the time zone in which times in your letters are shown.

    Time zones are named for a continent and a city, as in Europe/Berlin or
    America/New_York; the city alone is enough where there is only one of that
    name. Before you choose one, times are shown in UTC.
    """

    words = ("change timezone",)
    arguments = (
        Argument("userid", Userid()),
        Argument("password", Password()),
        Argument("timezone", TimeZone(), repeated=True),
    )
    example = "change timezone alice secret7 Europe/Berlin"

    def carry_out(self, call: Call, given: Given) -> None:
        player = call.authenticate(given["userid"], given["password"])
        name = given["timezone"]
        call.work.players.choose(player, TIMEZONE, name)
        letter = write(
            "change_timezone",
            "Your settings",
            userid=player.userid,
            name=name,
            now=moment(call.at, zone_of(name)),
        )
        call.write_to({player: letter})


def _near_misses(typed: str, ends_so: list[str]) -> str:
    names = zone_names()
    cities: dict[str, list[str]] = {}
    for key, name in names.items():
        cities.setdefault(key.rpartition("/")[2], []).append(name)
    near = [names[key] for key in get_close_matches(typed[:40], names, n=MOST_NEAR_MISSES)]
    near += [name for city in get_close_matches(typed[:40], cities, n=3, cutoff=0.7) for name in sorted(cities[city])]
    found = ends_so or list(dict.fromkeys(near))[:MOST_NEAR_MISSES]
    if found:
        return f"Did you mean {found[0] if len(found) == 1 else ', '.join(found[:-1]) + ' or ' + found[-1]}?"
    return "Expected is a continent and a city: for example Europe/Berlin."
