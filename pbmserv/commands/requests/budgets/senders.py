"""Who pays for what a sender causes, and what is refused since it would be too much: letters to others, codes, new
players, guesses of passwords.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace
from datetime import timedelta
from functools import lru_cache
from hashlib import sha256
from typing import TYPE_CHECKING

from pbmserv.commands.requests.budgets.spelling import domain_of, folded, network_of
from pbmserv.commands.requests.budgets.table import OverBudget, within_words
from pbmserv.commands.requests.known_browsers import known_as
from pbmserv.letters.letter import Letter
from pbmserv.storage.tallies import Limit, Tally

if TYPE_CHECKING:
    from pbmserv.commands.requests.context import Call
    from pbmserv.commands.requests.credentials import Credential
    from pbmserv.play.board import Player
    from pbmserv.storage.players import Account

A_DOMAIN = 10
"""How many times as much strangers of one domain may cause together as one of them."""

HEAD_BYTES = 1_500
"""About as many has a letter beside its text and its HTML: its headers, and what parts it."""

PICTURE_BYTES = 30_000
"""About as many has the picture of a board, which nobody waits for here."""

SEASONED_AFTER = timedelta(days=7)
"""For how long somebody has been a player who may write to everybody."""

A_NEWCOMER = 10
"""By how much less a player may cause until then."""

TO_ONE_PLAYER = Limit("to one player", 30, timedelta(days=1))
"""How many letters about no board that they share one player may send to another who does not write back."""

WATCHED = Limit("watched", 100, timedelta(days=1))
ENDS_WATCHED = Limit("ends watched", 30, timedelta(days=1))
"""Of how much of what one player does on boards, and of how many ends of games, those get letters who only watch."""

SAID = Limit("said", 10_000, timedelta(days=1), 200_000)
"""How much one player says on boards in a day, where it is kept for ever, or to themselves: neither is a letter to
others that would be counted."""


def bytes_of(letter: Letter) -> int:
    """About how many bytes a letter has as it is sent, with its part in HTML and what is attached."""
    # Hardly anybody has switched HTML off, and it is made of the text when the letter is sent. Imported here because
    # moves are not counted.
    from pbmserv.letters.board_html import page_html
    from pbmserv.letters.stored import stored_page

    attached = sum(len(each.text.encode()) * 4 // 3 for each in letter.attachments)
    html = page_html(letter.text, stored_page(letter) or {}, letter.subject)
    return HEAD_BYTES + len(letter.text.encode()) + len(html.encode()) + _picture(letter) + attached


def _picture(letter: Letter) -> int:
    return PICTURE_BYTES if letter.page and letter.page.seen and letter.pictures and not letter.text_only else 0


def tallies_of_sender(call: Call, limit: Limit) -> list[Tally]:
    """Of whom it is kept what the sender of a command causes; of nobody for the operator.

    What comes from who may have forged From is counted apart: it must use up nothing of who has that address.
    """
    if call.credential.is_operator:
        return []
    by_password = [(limit, call.principal.player.userid)] if call.principal.player else []
    # Who is signed in may be one of many players whom the same browser has signed up.
    by_client = [(limit, call.credential.client)] if call.principal.signed_in and call.credential.client else []
    return [*by_password, *by_client, *_of_address(call.credential, limit), *_of_surroundings(call, limit)]


def tallies_of_asker(call: Call, limit: Limit) -> list[Tally]:
    """Of whom it is kept that somebody is answered who gives no password, or writes from a strange address.

    The first is the address in From, to which the answers go.
    """
    # Who has a password of their own cannot have any number of others answered with it.
    by_password = [(call.setup.budgets.letters, player.userid) for player in call.visit.recognised]
    return [(limit, _name_of(call.credential)), *_of_surroundings(call, limit), *by_password]


def check_letters_to_others(
    call: Call, posted: Iterable[Letter], held: Collection[Player] = (), watching: Collection[Player] = ()
) -> None:
    """Count the letters of a command that go to others than who has sent it, and those that wait (`held`).

    Those to who only watches (`watching`) are not counted here: however many want letters of a board, its players
    can do there what they could without them (see `tells_watchers`). Raises `OverBudget` where there are more than
    its sender may cause: then none of them is sent.
    """
    unasked = frozenset(watching)
    others = [
        each
        for each in posted
        if each.to and not each.answers and not _is_own(call, each) and each.player not in unasked
    ]
    waiting = len(frozenset(held) - unasked)
    if call.credential.is_operator or not (others or waiting):
        return
    player = call.principal.player or (call.principal.asker if call.credential.is_certain else None)
    if player is None:
        tallies = tallies_of_sender(call, call.setup.budgets.codes)
    else:
        # What needs no password is counted apart, for others may have found a way to forge it.
        whose = player.userid if call.principal.player else f"?{player.userid}"
        tallies = [(_letters_of(call, player), whose), *_of_address(call.credential, call.setup.budgets.letters)]
    letters, size = letters_and_bytes(others)
    letters += waiting
    full = call.work.tallies.first_full(tallies, call.at, letters, size)
    if full is not None:
        limit = full[0]
        raise OverBudget(
            limit,
            f"This would send {letters:,} {'letter' if letters == 1 else 'letters'} to others, and so more than the"
            f" {limit.in_words} that one sender may have sent to others {within_words(limit)}. Try again later.",
        )
    call.work.tallies.add_to(tallies, call.at, letters, size)
    if player is not None and call.board is None:
        for reader in dict.fromkeys(each.player for each in others if each.player):
            _check_letter_to(call, player, reader)


def tells_watchers(call: Call, player: Player, is_end: bool) -> bool:
    """Count something that a player does on a board; whether those are told of it who only watch.

    Any number may watch, and one player can move all day long. What newcomers do counts for their surroundings, too.
    """
    limit = ENDS_WATCHED if is_end else WATCHED
    counted = [(limit, player.userid)]
    if not is_seasoned(call, player):
        counted += [(each, f"around {where}") for each, where in _around(call.credential, limit)]
    if call.work.tallies.any_is_full(counted, call.at):
        return False
    call.work.tallies.add_to(counted, call.at)
    return True


def check_said(call: Call, player: Player, words: str) -> None:
    """Count what a player says on a board, or to themselves. Raises `OverBudget` where that is too much."""
    if call.credential.is_operator:
        return
    tallies, size = [(SAID, player.userid)], len(words.encode())
    if call.work.tallies.first_full(tallies, call.at, size=size) is not None:
        raise OverBudget(
            SAID,
            f"What you say on boards, or to yourself, within a day has {SAID.most_bytes or 0:,} bytes at most, and"
            f" with these {size:,} it would have more: say it in fewer words, or tomorrow.",
        )
    call.work.tallies.add_to(tallies, call.at, size=size)


def is_seasoned(call: Call, player: Player) -> bool:
    """Whether somebody has been a player for a while, and has played a game to its end: not just to write to all."""
    return call.work.players.is_seasoned(player, call.at - SEASONED_AFTER)


def check_signup(call: Call) -> None:
    """Count a new player.

    Raises `OverBudget` where its sender has signed up too many of late.
    """
    limit = call.setup.budgets.signups
    tallies = tallies_of_sender(call, limit)
    if call.work.tallies.any_is_full(tallies, call.at):
        where = call.credential.address or "your network"
        raise OverBudget(
            limit,
            f"{limit.most:,} players have been signed up from {where} or its surroundings"
            f" {within_words(limit)}: that is the most. Try again tomorrow.",
        )
    call.work.tallies.add_to(tallies, call.at)


def check_code(call: Call, address: str) -> None:
    """Count a letter with a code, which goes to an address that may not be the asker's.

    Raises `OverBudget` where whoever asks has caused too many of these, or the address has got too many.
    """
    unanswered = (call.setup.budgets.unanswered, folded(address))
    tallies = [unanswered, *tallies_of_sender(call, call.setup.budgets.codes)]
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
            f"You have had {call.setup.budgets.codes.most} letters sent to addresses that are not confirmed as yours"
            " within a day: that is the most. Answer those that you have got, and try again tomorrow.",
        )
    call.work.tallies.add_to(tallies, call.at)


def may_get_a_code(call: Call, address: str) -> bool:
    """Count a letter with a code to an address that is not confirmed; whether it has had fewer than it may get.

    For codes that nobody is to learn of: who asks for them is counted by `check_asked`.
    """
    unanswered = (call.setup.budgets.unanswered, folded(address))
    if call.work.tallies.any_is_full([unanswered], call.at):
        return False
    call.work.tallies.add_to([unanswered], call.at)
    return True


def check_invitations(call: Call, inviter: Player | None, letters: int) -> None:
    """Count letters to addresses that a player invites, whether they are sent or not.

    Raises `OverBudget` where that would be more than one may have sent to strangers.
    """
    limit = call.setup.budgets.codes
    by_player = [(limit, inviter.userid)] if inviter and inviter != call.principal.player else []
    tallies = [*by_player, *tallies_of_sender(call, limit)] if not call.credential.is_operator else []
    if call.work.tallies.first_full(tallies, call.at, letters) is not None:
        raise OverBudget(
            limit,
            f"You can have {limit.most} letters sent within a day to addresses that are not yours, and this would be"
            " more. Try again tomorrow.",
        )
    call.work.tallies.add_to(tallies, call.at, letters)


def has_had_enough(call: Call, address_hash: str) -> bool:
    """Count an invitation to an address; whether it gets none now, since it has had too many within a day."""
    limit = _called(call.setup.budgets.unanswered, "invited")
    if call.work.tallies.is_full(limit, address_hash, call.at):
        return True
    call.work.tallies.add(limit, address_hash, call.at)
    return False


def check_asked(call: Call) -> None:
    """Count that somebody unknown asks for a letter to a player, whether there is such a player or not.

    Raises `OverBudget` where they have asked too often.
    """
    limit = call.setup.budgets.codes
    tallies = tallies_of_sender(call, limit)
    if call.work.tallies.any_is_full(tallies, call.at):
        raise OverBudget(
            limit, f"You have asked for {limit.most} such letters within a day: that is the most. Try again tomorrow."
        )
    call.work.tallies.add_to(tallies, call.at)


def note_answered(call: Call, address: str) -> None:
    """Note that somebody at this address has answered a letter with a code: more may be sent there."""
    call.work.tallies.clear(call.setup.budgets.unanswered, folded(address))


def guesses(call: Call, userid: str, account: Account | None) -> list[Tally]:
    """Return the tallies of wrong passwords for a userid that decide whether another is looked at.

    The operator has none. A player's own session, known browser and confirmed address have one each, to which nobody
    else adds: nobody can lock a player out of these. All others share one for each userid, beside their own.
    """
    if call.credential.is_operator:
        return []
    by_sender = (_called(call.setup.budgets.wrong_passwords, "wrong from"), _guesser(call, account))
    return [by_sender] if _is_at_home(call, account) else [_for_userid(call, userid, account), by_sender]


def note_guess(call: Call, userid: str, account: Account | None) -> None:
    """Count a wrong password.

    At most half of what one sender guesses for a userid counts against all others, too: otherwise one sender alone
    could have everybody else wait.
    """
    tallies = guesses(call, userid, account)
    for_userid = _for_userid(call, userid, account)
    if for_userid in tallies:
        limit, tallied = for_userid
        share = replace(limit, what="wrong from, for", most=max(1, limit.most // 2))
        by_both = (share, f"{tallied} {_guesser(call, account)}")
        if call.work.tallies.any_is_full([by_both], call.at):
            tallies.remove(for_userid)
        else:
            tallies.append(by_both)
    call.work.tallies.add_to(tallies, call.at)


def _for_userid(call: Call, userid: str, account: Account | None) -> Tally:
    return (_called(call.setup.budgets.wrong_passwords, "wrong for userid"), _tallied(userid, account))


def _is_at_home(call: Call, account: Account | None) -> bool:
    """Whether the sender is known to be the player: by their session, their browser, or an address of theirs."""
    if account is None:
        return False
    if call.principal.signed_in is not None:
        return call.principal.signed_in == account.player
    if known_as(call.credential.browser, account):
        return True
    return call.credential.is_certain and call.principal.has_address(account.player)


def _guesser(call: Call, account: Account | None) -> str:
    """The name under which the wrong passwords of a sender are counted."""
    sender = call.credential
    if call.principal.signed_in is not None:
        return f"@{call.principal.signed_in.id}"
    browser = known_as(sender.browser, account) if account else None
    if account and browser:
        return f"browser {browser} {account.player.userid}"
    sureness = "!" if call.setup.proves_senders and sender.proven else "" if sender.is_certain else "?"
    return sureness + _name_of(sender)


@lru_cache(maxsize=64)
def _called(limit: Limit, what: str) -> Limit:
    """The same limit for something else, which each command asks for."""
    return replace(limit, what=what)


def _of_surroundings(call: Call, limit: Limit) -> list[Tally]:
    """The tallies of what an address belongs to: the envelope where that is another one, and the domains of both.

    Players have a tally each, and none with all others of their domain.
    """
    sender = call.credential
    envelope = None if sender.is_certain else sender.envelope
    most_bytes = limit.most_bytes * A_DOMAIN if limit.most_bytes else None
    wider = replace(limit, most=limit.most * A_DOMAIN, most_bytes=most_bytes)
    strange = [envelope, None if call.principal.at_address else sender.address]
    domains = dict.fromkeys(domain_of(each) for each in strange if each)
    if sender.client and not sender.writes_mail:
        domains |= dict.fromkeys([network_of(sender.client)])
    by_envelope = [(limit, f"<{folded(envelope)}")] if envelope else []
    return [*by_envelope, *((wider, domain) for domain in domains)]


def letters_and_bytes(posted: Iterable[Letter]) -> tuple[int, int]:
    """How many letters leave the server, and about how many bytes: one for each address."""
    sizes = [(len(each.to), bytes_of(each) * len(each.to)) for each in posted]
    return sum(letters for letters, _ in sizes), sum(size for _, size in sizes)


def _check_letter_to(call: Call, player: Player, reader: Player) -> None:
    """Count a letter from one player to another, who can send as many more when the other has written back.

    What newcomers write counts for their surroundings, too, unless it answers: one person may have many accounts.
    Raises `OverBudget`.
    """
    limit, tallies = TO_ONE_PLAYER, call.work.tallies
    pair, back = f"{player.userid} > {reader.userid}", f"{reader.userid} > {player.userid}"
    counted = [(limit, pair)]
    is_answer = tallies.is_full(replace(limit, most=1), back, call.at)
    if not is_answer and not is_seasoned(call, player):
        counted += [(each, f"{where} > {reader.userid}") for each, where in _around(call.credential, limit)]
    if tallies.any_is_full(counted, call.at):
        raise OverBudget(
            limit,
            f"{reader.userid} has had {limit.most} letters within a day from you, or from new players who write from"
            " where you do, and has not written back: that is the most. Try again tomorrow.",
        )
    tallies.add_to(counted, call.at)
    if is_answer:
        tallies.clear(limit, back)


def _around(sender: Credential, limit: Limit) -> list[Tally]:
    """Where a newcomer writes from, by a mail address or a network address, and what that belongs to."""
    wider = replace(limit, most=limit.most * A_DOMAIN)
    if sender.address:
        return [(limit, _name_of(sender)), (wider, domain_of(sender.address))]
    return [(limit, sender.client), (wider, network_of(sender.client))] if sender.client else []


def _letters_of(call: Call, player: Player) -> Limit:
    """How many letters a player may cause."""
    limit = call.setup.budgets.letters
    if is_seasoned(call, player):
        return limit
    most_bytes = limit.most_bytes // A_NEWCOMER if limit.most_bytes else None
    return replace(limit, most=max(1, limit.most // A_NEWCOMER), most_bytes=most_bytes)


def _of_address(sender: Credential, limit: Limit) -> list[Tally]:
    """The tally of what comes from an address; what may be forged has another one. None for who is signed in."""
    if sender.address is None:
        return []
    return [(limit, ("" if sender.is_certain else "?") + _name_of(sender))]


def _name_of(sender: Credential) -> str:
    """The name under which is counted what an address causes, or a client who has none."""
    return folded(sender.address or "") if sender.writes_mail or not sender.client else sender.client


def _tallied(userid: str, account: Account | None) -> str:
    """The name under which wrong passwords for a userid are counted.

    Somebody may have put their password in the place of the userid, and so a name that nobody has is not kept: all of
    these share a few tallies, which tell next to nothing of it.
    """
    if account is not None:
        return account.player.userid
    return f"nobody {sha256(userid.lower().encode(errors='surrogatepass')).hexdigest()[0]}"


def _is_own(call: Call, letter: Letter) -> bool:
    return letter.player is not None and letter.player == call.principal.player
