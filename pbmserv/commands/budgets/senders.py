"""Who pays for what a sender causes, and what is refused since it would be too much: letters to others, codes, new
players, guesses of passwords.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import timedelta
from hashlib import sha256
from typing import TYPE_CHECKING

from pbmserv.commands.budgets.spelling import domain_of, folded
from pbmserv.commands.budgets.table import OverBudget, within_words
from pbmserv.letters.letter import Letter
from pbmserv.store.tallies import Limit, Tally

if TYPE_CHECKING:
    from pbmserv.commands.call import Call, Posted, Sender
    from pbmserv.play.board import Player
    from pbmserv.store.players import Account

A_DOMAIN = 10
"""How many times as much strangers of one domain may cause together as one of them."""

HEAD_BYTES = 1_500
"""About as many has a letter beside its text and its HTML: its headers, and what parts it."""

SEASONED_AFTER = timedelta(days=7)
"""For how long somebody has been a player who may write to everybody."""

A_NEWCOMER = 10
"""By how much less a player may cause until then."""


def bytes_of(letter: Letter) -> int:
    """About how many bytes a letter has as it is sent, with its part in HTML and what is attached."""
    # Hardly anybody has switched HTML off, and it is made of the text when the letter is sent. Imported here because
    # moves are not counted.
    from pbmserv.letters.html import html_of

    attached = sum(len(each.text.encode()) * 4 // 3 for each in letter.attachments)
    return HEAD_BYTES + len(letter.text.encode()) + len(html_of(letter.text, letter.links).encode()) + attached


def tallies_of_sender(call: Call, limit: Limit) -> list[Tally]:
    """Of whom it is kept what the sender of a command causes; of nobody for the operator.

    What comes from who may have forged From is counted apart: it must use up nothing of who has that address.
    """
    if call.sender.address is None:
        return []
    by_password = [(limit, call.player.userid)] if call.player else []
    return [*by_password, (limit, _address(call.sender)), *_of_surroundings(call, limit)]


def tallies_of_asker(call: Call, limit: Limit) -> list[Tally]:
    """Of whom it is kept that somebody is answered who gives no password, or writes from a strange address.

    The first is the address in From, to which the answers go.
    """
    # Who has a password of their own cannot have any number of others answered with it.
    by_password = [(call.budgets.letters, player.userid) for player in call.recognised]
    return [(limit, folded(call.sender.address or "")), *_of_surroundings(call, limit), *by_password]


def check_letters_to_others(call: Call) -> None:
    """Count the letters of a command that go to others than who has sent it.

    Raises `OverBudget` where there are more than its sender may cause: then none of them is sent.
    """
    others = [each for each in call.posted if each.to and not each.answers and not _is_own(call, each)]
    if call.sender.is_operator or not others:
        return
    player = call.player or (call.asker if call.sender.is_certain else None)
    if player is None:
        tallies = tallies_of_sender(call, call.budgets.codes)
    else:
        # What needs no password is counted apart, for others may have found a way to forge it.
        whose = player.userid if call.player else f"?{player.userid}"
        tallies = [(_letters_of(call, player), whose), (call.budgets.letters, _address(call.sender))]
    letters, size = letters_and_bytes(others)
    full = call.work.tallies.first_full(tallies, call.at, letters, size)
    if full is not None:
        limit = full[0]
        raise OverBudget(
            limit,
            f"This would send {letters:,} {'letter' if letters == 1 else 'letters'} to others, and so more than the"
            f" {limit.in_words} that one sender may have sent to others {within_words(limit)}. Try again later.",
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
            f" {within_words(limit)}: that is the most. Try again tomorrow.",
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


def _of_surroundings(call: Call, limit: Limit) -> list[Tally]:
    """The tallies of what an address belongs to: the envelope where that is another one, and the domains of both.

    Players have a tally each, and none with all others of their domain.
    """
    sender = call.sender
    envelope = None if sender.is_certain else sender.envelope
    most_bytes = limit.most_bytes * A_DOMAIN if limit.most_bytes else None
    wider = replace(limit, most=limit.most * A_DOMAIN, most_bytes=most_bytes)
    strange = [envelope, None if call.is_from_a_player else sender.address]
    domains = dict.fromkeys(domain_of(each) for each in strange if each)
    by_envelope = [(limit, f"<{folded(envelope)}")] if envelope else []
    return [*by_envelope, *((wider, domain) for domain in domains)]


def letters_and_bytes(posted: Iterable[Posted]) -> tuple[int, int]:
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


def _tallied(userid: str, account: Account | None) -> str:
    """The name under which wrong passwords for a userid are counted.

    Somebody may have put their password in the place of the userid, and so a name that nobody has is not kept: all of
    these share a few tallies, which tell next to nothing of it.
    """
    if account is not None:
        return account.player.userid
    return f"nobody {sha256(userid.lower().encode(errors='surrogatepass')).hexdigest()[0]}"


def _is_own(call: Call, posted: Posted) -> bool:
    return posted.player is not None and posted.player == call.player
