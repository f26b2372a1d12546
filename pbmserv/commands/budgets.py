"""What one sender may cause: how many letters, of how many bytes, and to whom. The one home of that rule.

Who has not shown who they are by a password has little, players have plenty, and the letters of a move cost nothing:
whoever sits at a board gets them. A sender is known by the player whose password was given, or else by the address in
From and that in the envelope, however they are spelt, and by their domains, which have ten times as much.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import timedelta
from hashlib import sha256
from typing import TYPE_CHECKING, NamedTuple

from pbmserv.games.base import Refusal
from pbmserv.letters.html import html_of
from pbmserv.letters.letter import Letter, write
from pbmserv.settings import Budget, Settings, defaults, environment_name
from pbmserv.store.tallies import Limit, Tally

if TYPE_CHECKING:
    from pbmserv.commands.call import Call, Posted, Sender
    from pbmserv.play.board import Player
    from pbmserv.store.players import Account

A_DOMAIN = 10
"""How many times as much strangers of one domain may cause together as one of them."""

A_LETTER = 4
"""An answer to many commands takes at most such a part of what its sender gets in an hour."""

LONGEST_ANSWER = 300_000
"""Characters in the answer to one letter, whoever asks; what does not fit has to be asked for again."""

HEAD_BYTES = 1_500
"""About as many has a letter beside its text and its HTML: its headers, and what parts it."""

HOUR, DAY = timedelta(hours=1), timedelta(days=1)

SEASONED_AFTER = timedelta(days=7)
"""For how long somebody has been a player who may write to everybody."""

A_NEWCOMER = 10
"""By how much less a player may cause until then."""

_NO_DOTS = {"gmail.com": "gmail.com", "googlemail.com": "gmail.com"}
"""Where dots in an address mean nothing, and how the domain is called in one word."""

_OF_MANY = "..|ac|com|edu|gob|gouv|gov|net|org"


class Row(NamedTuple):
    """A row of the table of budgets: the setting, under which name it is counted, and what the operator is told."""

    setting: str
    tally: str
    within: timedelta
    whose: str
    what: str


_ADDRESSES = "the address in From and that in the envelope; for strangers their domains, too, tenfold"
_SENDER = f"the player whose password was given; {_ADDRESSES}"

TABLE = (
    Row("budget_answers", "answers", HOUR, _ADDRESSES,
        "answers to who gives no password; then one letter says so, and the others are left out"),
    Row("budget_unsure_answers", "unsure answers", HOUR, _ADDRESSES,
        "the same where the envelope does not name the address in From, and nothing else proves it"),
    Row("budget_letters", "letters", HOUR, "the player",
        "letters that a player causes: chat, messages, challenges, answers; not those of moves, nor of a broadcast;"
        " to others a tenth in the first week, and until a game is over"),
    Row("budget_codes", "codes", DAY, _SENDER,
        "letters to addresses that are not confirmed, and to others by who gives no password"),
    Row("budget_unanswered", "unanswered", DAY, "the address that they go to",
        "letters with a code, whoever asks for them, until one is answered"),
    Row("budget_signups", "signups", DAY, _ADDRESSES, "new players"),
    Row("budget_wrong_passwords", "wrong", timedelta(minutes=10), "the sender; the player, but for their own address",
        "wrong passwords; then none is looked at"),
)  # fmt: skip
"""All that one sender may cause, in the order of the settings."""


@dataclass(frozen=True)
class Budgets:
    """The limits of a server, each by the name of its row's setting without `budget_`."""

    answers: Limit
    unsure_answers: Limit
    letters: Limit
    codes: Limit
    unanswered: Limit
    signups: Limit
    wrong_passwords: Limit

    @classmethod
    def of(cls, settings: Settings) -> Budgets:
        """The limits that the operator has set."""
        return cls(**{row.setting.removeprefix("budget_"): _limit(row, settings) for row in TABLE})


def _limit(row: Row, settings: Settings) -> Limit:
    value: Budget | int = getattr(settings, row.setting)
    if isinstance(value, int):
        return Limit(row.tally, value, row.within)
    return Limit(row.tally, value.letters, row.within, value.kilobytes * 1000 if value.kilobytes else None)


DEFAULT = Budgets.of(defaults())


class OverBudget(Refusal):
    """What was asked for would cause more than its sender may cause; `limit` is what it goes beyond."""

    def __init__(self, limit: Limit, words: str) -> None:
        super().__init__(words)
        self.limit = limit


def budgets_table() -> str:
    """The table as the operating page shows it."""
    settings = defaults()
    rows = ["| setting | default | within | counted for | what is counted |", "| --- | --- | --- | --- | --- |"]
    for row in TABLE:
        value: Budget | int = getattr(settings, row.setting)
        most = f"{value.letters:,}, {value.kilobytes:,} kB" if isinstance(value, Budget) else f"{value:,}"
        within = {HOUR: "an hour", DAY: "a day"}.get(row.within, "ten minutes")
        rows.append(f"| `{environment_name(row.setting)}` | {most} | {within} | {row.whose} | {row.what} |")
    return "\n".join(rows) + "\n"


def folded(address: str) -> str:
    """An address without what its owner may spell in many ways: in lower case, without a tag, without idle dots."""
    local, _, domain = address.strip().strip("<>").lower().rpartition("@")
    local = local.partition("+")[0] or local
    if domain in _NO_DOTS:
        local, domain = local.replace(".", "") or local, _NO_DOTS[domain]
    return f"{local}@{domain}"


def domain_of(address: str) -> str:
    """The domain of an address as its owner has registered it, as far as that can be told: `@example.org`."""
    labels = folded(address).rpartition("@")[2].rstrip(".").split(".")
    # As in example.co.uk: what stands below a country belongs to many.
    is_of_many = len(labels) > 2 and len(labels[-1]) == 2 and re.fullmatch(_OF_MANY, labels[-2])
    return "@" + ".".join(labels[-3 if is_of_many else -2 :])


def is_ours(address: str, server: str) -> bool:
    """Whether an address is the server's own, with any tag: it is nobody's."""
    return folded(address) == folded(server)


def bytes_of(letter: Letter) -> int:
    """About how many bytes a letter has as it is sent, with its part in HTML and what is attached."""
    attached = sum(len(each.text.encode()) * 4 // 3 for each in letter.attachments)
    # Hardly anybody has switched HTML off, and it is made of the text when the letter is sent.
    return HEAD_BYTES + len(letter.text.encode()) + len(html_of(letter.text, letter.links).encode()) + attached


def tallies_of_sender(call: Call, limit: Limit) -> list[Tally]:
    """Of whom it is kept what the sender of a command causes; of nobody for the operator.

    What comes from who may have forged From is counted apart: it must use up nothing of who has that address.
    """
    sender = call.sender
    if sender.address is None:
        return []
    whose = [call.player.userid] if call.player else []
    whose.append(_address(sender))
    if sender.envelope and folded(sender.envelope) != folded(sender.address):
        whose.append("<" + folded(sender.envelope))
    return [*((limit, each) for each in whose), *_of_strangers(call, limit)]


def check_letters_to_others(call: Call) -> None:
    """Count the letters of a command that go to others than who has sent it.

    Raises `OverBudget` where there are more than its sender may cause: then none of them is sent.
    """
    others = [each for each in call.posted if each.to and not each.answers and (each.player or 0) != call.player]
    if call.sender.is_operator or not others:
        return
    player = call.player or (call.asker if call.sender.is_certain else None)
    if player is None:
        tallies = tallies_of_sender(call, call.budgets.codes)
    else:
        # What needs no password is counted apart, for others may have found a way to forge it.
        whose = player.userid if call.player else f"?{player.userid}"
        tallies = [(_letters_of(call, player), whose), (call.budgets.letters, _address(call.sender))]
    letters, size = _letters_and_bytes(others)
    full = call.work.tallies.first_full(tallies, call.at, letters, size)
    if full is not None:
        limit = full[0]
        raise OverBudget(
            limit,
            f"This would send {letters:,} {'letter' if letters == 1 else 'letters'} to others, and so more than the"
            f" {limit.in_words} that one sender may have sent to others {_within(limit)}. Try again later.",
        )
    call.work.tallies.add_to(tallies, call.at, letters, size)


def is_seasoned(call: Call, player: Player) -> bool:
    """Whether somebody has been a player for a while, and has played a game to its end: not just to write to all."""
    return call.work.players.is_seasoned(player, call.at - SEASONED_AFTER)


def check_signup(call: Call) -> None:
    """Count a new player.

    Raises `OverBudget` where its sender has signed up too many of late.
    """
    limit = call.budgets.signups
    tallies = tallies_of_sender(call, limit)
    if call.work.tallies.any_is_full(tallies, call.at):
        raise OverBudget(
            limit,
            f"{limit.most:,} players have been signed up from {call.sender.address} or its surroundings"
            f" {_within(limit)}: that is the most. Try again tomorrow.",
        )
    call.work.tallies.add_to(tallies, call.at)


def check_code(call: Call, address: str) -> None:
    """Count a letter with a code, which goes to an address that may not be the asker's.

    Raises `OverBudget` where whoever asks has caused too many of these, or the address has got too many.
    """
    unanswered = (call.budgets.unanswered, folded(address))
    tallies = [unanswered, *tallies_of_sender(call, call.budgets.codes)]
    full = call.work.tallies.first_full(tallies, call.at)
    if full == unanswered:
        raise OverBudget(
            full[0],
            f"{address} has been sent {full[0].most} letters with a code within a day, and none of them has been"
            " answered: answer one, or try again tomorrow.",
        )
    if full is not None:
        raise OverBudget(
            full[0],
            f"You have had {call.budgets.codes.most} letters sent to addresses that are not confirmed as yours within"
            " a day: that is the most. Answer those that you have got, and try again tomorrow.",
        )
    call.work.tallies.add_to(tallies, call.at)


def note_answered(call: Call, address: str) -> None:
    """Note that somebody at this address has answered a letter with a code: more may be sent there."""
    call.work.tallies.clear(call.budgets.unanswered, folded(address))


def guesses(call: Call, userid: str, account: Account | None) -> list[Tally]:
    """Of whom it is kept that a wrong password was given for a userid; the operator may guess.

    What others guess makes all wait who are not known to write from an address of that player: who is, waits only for
    what was guessed from there. So nobody can lock a player out, nor guess more often for that.
    """
    sender = call.sender
    if sender.address is None:
        return []
    limit = call.budgets.wrong_passwords
    sureness = "!" if call.proves_senders and sender.proven else "" if sender.is_certain else "?"
    by_sender = (replace(limit, what="wrong from"), sureness + folded(sender.address))
    if account is not None and sender.is_certain and call.has_address(account.player):
        return [by_sender]
    return [(replace(limit, what="wrong for userid"), _tallied(userid, account)), by_sender]


class AnswerRoom:
    """How much one letter is answered with: who has given a password gets more of it than others."""

    def __init__(self, call: Call) -> None:
        self._call = call
        self._characters = 0
        self._bytes = 0
        self._not_measured: list[Letter] = []

    def add(self, letter: Letter) -> None:
        """Note what will stand in the answer."""
        self._characters += len(letter.text) + sum(len(attachment.text) for attachment in letter.attachments)
        self._not_measured.append(letter)

    @property
    def is_used_up(self) -> bool:
        """Whether nothing more should be put into the answer."""
        if self._characters > LONGEST_ANSWER:
            return True
        if self._call.sender.is_operator or self._call.is_player_at_home:
            return False
        # Most letters are answered with one thing, and nobody asks.
        self._bytes += sum(map(bytes_of, self._not_measured))
        self._not_measured.clear()
        most = _answers(self._call).most_bytes
        return most is not None and self._bytes > most // A_LETTER


@dataclass(frozen=True)
class Answered:
    """What became of the letters of a request: which go where, and why an answer is left out, if it is."""

    posted: list[Posted]
    left_out: str = ""


def within_budget(call: Call, posted: list[Posted]) -> Answered:
    """The letters as they may go: without the answers to who asked where that would be too many, or too much.

    What has been done stays done, since the letter may be anybody's; only who has given a password, and writes from
    an address of that player, has the budget of players. Letters to a player, which they get in any case, are sent.
    That answers are left out is told once.
    """
    answers = [each for each in posted if is_for_anybody(each)]
    asker = call.sender.address
    if asker is None or not answers:
        return Answered(posted)
    limit = _answers(call)
    if call.is_player_at_home:
        tallies = [(limit, player.userid) for player in call.recognised]
    else:
        tallies = [(limit, folded(asker)), *_of_strangers(call, limit)]
        if call.sender.envelope and folded(call.sender.envelope) != folded(asker):
            tallies.append((limit, "<" + folded(call.sender.envelope)))
        # Who has a password of their own cannot have any number of others answered with it.
        tallies += [(call.budgets.letters, player.userid) for player in call.recognised]
    letters, size = _letters_and_bytes(answers)
    full = call.work.tallies.first_full(tallies, call.at, letters, size)
    if full is None:
        call.work.tallies.add_to(tallies, call.at, letters, size)
        return Answered(posted)
    notice = _notice(call, full, size) if full == tallies[0] else None
    kept = [replace(each, to=()) if is_for_anybody(each) else each for each in posted]
    if notice is not None:
        first = next(which for which, each in enumerate(posted) if is_for_anybody(each))
        kept[first] = replace(posted[first], letter=notice)
    return Answered(kept, f"{full[0].in_words} {_within(full[0])}")


def is_for_anybody(posted: Posted) -> bool:
    """Whether a letter is an answer to who asked, not one to a player which they would get in any case."""
    return posted.answers and posted.player is None and bool(posted.to)


def _notice(call: Call, full: Tally, size: int) -> Letter | None:
    """What who asked is told, once, instead of an answer."""
    limit, whose = full
    told = Limit("told", 1, limit.within)
    if call.work.tallies.is_full(told, f"{limit.what} {whose}", call.at):
        return None
    call.work.tallies.add(told, f"{limit.what} {whose}", call.at)
    is_too_long = limit.most_bytes is not None and size > limit.most_bytes
    return write(
        "no_answer",
        "No more answers for a while",
        address=call.sender.address,
        limit=limit.in_words,
        size=f"{size // 1000:,} kB" if is_too_long else "",
        at_home=call.is_player_at_home,
    )


def _answers(call: Call) -> Limit:
    if call.is_player_at_home:
        return call.budgets.letters
    return call.budgets.answers if call.sender.is_certain else call.budgets.unsure_answers


def _of_strangers(call: Call, limit: Limit) -> list[Tally]:
    """The tally of all strangers of a sender's domain; those who play here are known, and have one each."""
    if call.sender.address is None or call.is_from_a_player:
        return []
    most_bytes = limit.most_bytes * A_DOMAIN if limit.most_bytes else None
    wider = replace(limit, most=limit.most * A_DOMAIN, most_bytes=most_bytes)
    domains = dict.fromkeys(map(domain_of, filter(None, [call.sender.address, call.sender.envelope])))
    return [(wider, domain) for domain in domains]


def _letters_and_bytes(posted: Iterable[Posted]) -> tuple[int, int]:
    """How many letters leave the server, and about how many bytes: one for each address."""
    sizes = [(len(each.to), bytes_of(each.letter) * len(each.to)) for each in posted]
    return sum(letters for letters, _ in sizes), sum(size for _, size in sizes)


def _letters_of(call: Call, player: Player) -> Limit:
    """How many letters a player may cause."""
    limit = call.budgets.letters
    if is_seasoned(call, player):
        return limit
    most_bytes = limit.most_bytes // A_NEWCOMER if limit.most_bytes else None
    return replace(limit, most=max(1, limit.most // A_NEWCOMER), most_bytes=most_bytes)


def _address(sender: Sender) -> str:
    """Under which name it is counted what comes from an address; what may be forged has another one."""
    return ("" if sender.is_certain else "?") + folded(sender.address or "")


def _within(limit: Limit) -> str:
    return "within an hour" if limit.within == HOUR else "within a day"


def _tallied(userid: str, account: Account | None) -> str:
    """The name under which wrong passwords for a userid are counted.

    Somebody may have put their password in the place of the userid, and so a name that nobody has is not kept: all of
    these share a few tallies, which tell next to nothing of it.
    """
    if account is not None:
        return account.player.userid
    return f"nobody {sha256(userid.lower().encode(errors='surrogatepass')).hexdigest()[0]}"
