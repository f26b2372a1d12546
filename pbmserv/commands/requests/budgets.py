"""Budgets: how many letters and bytes a sender may cause, and to whom.

A sender is the player whose password was given, or else the normalised addresses in From and envelope, and their
domains with ten times as much. Letters about moves are free.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from datetime import timedelta
from functools import cache, lru_cache
from ipaddress import IPv6Address, ip_address, ip_network
from typing import TYPE_CHECKING

from pbmserv.commands.requests.blocking import unheard
from pbmserv.commands.requests.budget_table import OverBudget, within_words
from pbmserv.games.base import Refusal
from pbmserv.games.message import Listed, Message, counted, in_turn
from pbmserv.letters.letter import Letter, write
from pbmserv.play.bots import thinks_here
from pbmserv.play.unread import QUESTIONS, Earlier, hold, is_over_limit, take
from pbmserv.storage.players import folded
from pbmserv.storage.tallies import Limit, Tally

if TYPE_CHECKING:
    from publicsuffixlist import PublicSuffixList

    from pbmserv.commands.requests.context import Call
    from pbmserv.commands.requests.credentials import Credential
    from pbmserv.play.board import Board, Happening, Player


ANSWERED_WORDS = Limit("answered words", 20, timedelta(hours=1))
"""The limit on a player's answers with words for others, as a machine may answer everything."""


def count_answered_words(call: Call) -> None:
    """Count an answer with words for others; raise `Refusal` for one too many."""
    replier = call.principal.replier.userid if call.principal.replier else ""
    if call.work.tallies.is_full(ANSWERED_WORDS, replier, call.at):
        raise Refusal(
            Message(
                "You have answered {most} letters to others within an hour. Wait a while, or write the whole"
                " command as the Subject, with your password.",
                most=ANSWERED_WORDS.most,
            )
        )
    call.work.tallies.add(ANSWERED_WORDS, replier, call.at)


def domain_of(address: str) -> str:
    """The registered domain of an address: `@example.org`, `@example.co.uk`.

    Public suffixes are those of the ICANN section of the Public Suffix List; owners of private suffixes answer for
    all names below them.
    """
    domain = folded(address).rpartition("@")[2].rstrip(".")
    if domain.startswith("["):
        # The number of a machine.
        return f"@{domain}"
    try:
        spelt = domain.encode("idna").decode()
    except UnicodeError:
        spelt = domain
    return f"@{_suffixes().privatesuffix(spelt) or spelt}"


@cache
def _suffixes() -> PublicSuffixList:
    # Imported here because reading the list takes a moment, and most commands come from players.
    from publicsuffixlist import PublicSuffixList

    return PublicSuffixList(only_icann=True)


def is_ours(address: str, server: str) -> bool:
    """Whether an address is the server's own, with any tag."""
    return folded(address) == folded(server)


def client_at(host: str) -> str:
    """The client at a network address; for IPv6 its /64.

    Anything that is no address stands for itself.
    """
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return f"client {host[:60]}"
    if isinstance(address, IPv6Address):
        mapped = address.ipv4_mapped
        return str(mapped or ip_network((address, 64), strict=False))
    return str(address)


def network_of(client: str) -> str:
    """The provider-sized network of a client."""
    return _network(client, 24, 48)


def networks_of_one_operator(client: str) -> str:
    """The network of a client and of its neighbours, which often belong to the same operator."""
    return _network(client, 16, 32)


def _network(client: str, version_4: int, version_6: int) -> str:
    try:
        network = ip_network(client)
    except ValueError:
        return f"net {client}"
    return str(network.supernet(new_prefix=version_4 if network.version == 4 else version_6))


A_DOMAIN = 10
"""How many times a stranger's budget their whole domain has."""

HEAD_BYTES = 1_500
"""The approximate size of a letter without text and HTML."""

PICTURE_BYTES = 30_000
"""The approximate size of a board's picture, which is not drawn yet."""

SEASONED_AFTER = timedelta(days=7)
"""How old an account must be to write to everybody."""

A_NEWCOMER = 10
"""The divisor of a newcomer's budget."""

TO_ONE_PLAYER = Limit("to one player", 30, timedelta(days=1))
"""The limit on letters to a player who does not write back, unless about a board on which both have taken part."""

WATCHED = Limit("watched", 100, timedelta(days=1))
ENDS_WATCHED = Limit("ends watched", 30, timedelta(days=1))
"""Of how much of what one player does on boards, and of how many ends of games, those get letters who only watch."""

GUESTS = Limit("guests", 10, timedelta(days=1))
"""The limit on guests from one network address; the provider's network has tenfold."""

SAID = Limit("said", 10_000, timedelta(days=1), 200_000)
"""The limit on stored chat and notes, which are not letters."""


def bytes_of(letter: Letter) -> int:
    """The approximate size of a sent letter with HTML and attachments."""
    # Hardly anybody has switched HTML off, and it is made of the text when the letter is sent. Imported here because
    # moves are not counted.
    from pbmserv.letters.board_html import page_html
    from pbmserv.letters.stored_html import stored_page

    attached = sum(len(each.text.encode()) * 4 // 3 for each in letter.attachments)
    html = page_html(letter.text, stored_page(letter) or {}, letter.subject)
    return HEAD_BYTES + len(letter.text.encode()) + len(html.encode()) + _picture(letter) + attached


def _picture(letter: Letter) -> int:
    return PICTURE_BYTES if letter.page and letter.page.seen and letter.pictures and not letter.text_only else 0


def tallies_of_sender(call: Call, limit: Limit) -> list[Tally]:
    """The tallies for what a sender causes; none for the operator.

    Senders who may have forged From are counted apart, so that they use up nothing of the address's owner.
    """
    if call.credential.is_operator:
        return []
    by_password = [(limit, call.principal.player.userid)] if call.principal.player else []
    # Who is signed in may be one of many players whom the same browser has signed up.
    by_client = [(limit, call.credential.client)] if call.principal.signed_in and call.credential.client else []
    return [*by_password, *by_client, *_of_address(call.credential, limit), *_of_surroundings(call, limit)]


def tallies_of_asker(call: Call, limit: Limit) -> list[Tally]:
    """The tallies charged for an answer to an unauthenticated sender, first the address in From."""
    # Who has a password of their own cannot have any number of others answered with it.
    by_password = [(call.setup.budgets.letters, player.userid) for player in call.mail.recognised]
    return [(limit, name_of(call.credential)), *_of_surroundings(call, limit), *by_password]


def check_letters_to_others(
    call: Call, posted: Iterable[Letter], held: Collection[Player] = (), watching: Collection[Player] = ()
) -> None:
    """Count a command's letters to others, and those withheld (`held`).

    Letters to those who only watch (`watching`) are not counted, so that subscribers cannot keep others from playing
    (see `tells_watchers`). Raises `OverBudget` if there are too many; then none is sent.
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
            counted(
                "This would send {count} letter to others, and so more than the {limit} that one sender may have"
                " sent to others {within}. Try again later.",
                "This would send {count:,} letters to others, and so more than the {limit} that one sender may have"
                " sent to others {within}. Try again later.",
                letters,
                limit=limit.in_words,
                within=within_words(limit),
            ),
        )
    call.work.tallies.add_to(tallies, call.at, letters, size)
    if player is not None and call.board is None:
        for reader in dict.fromkeys(each.player for each in others if each.player):
            check_letter_to(call, player, reader)


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
    """Count chat or notes. Raises `OverBudget`."""
    if call.credential.is_operator:
        return
    tallies, size = [(SAID, player.userid)], len(words.encode())
    if call.work.tallies.first_full(tallies, call.at, size=size) is not None:
        raise OverBudget(
            SAID,
            Message(
                "What you say on boards, or to yourself, within a day has {most:,} bytes at most, and with"
                " these {size:,} it would have more: say it in fewer words, or tomorrow.",
                most=SAID.most_bytes or 0,
                size=size,
            ),
        )
    call.work.tallies.add_to(tallies, call.at, size=size)


def is_seasoned(call: Call, player: Player) -> bool:
    """Whether a player's account is old enough and has finished a game."""
    return call.work.players.is_seasoned(player, call.at - SEASONED_AFTER)


def check_signup(call: Call) -> None:
    """Count a sign-up.

    Raises `OverBudget`.
    """
    limit = call.setup.budgets.signups
    tallies = tallies_of_sender(call, limit)
    if call.work.tallies.any_is_full(tallies, call.at):
        where = call.credential.address or "your network"
        raise OverBudget(
            limit,
            Message(
                "{most:,} players have been signed up from {where} or its surroundings {within}: that is the"
                " most. Try again tomorrow.",
                most=limit.most,
                where=where,
                within=within_words(limit),
            ),
        )
    call.work.tallies.add_to(tallies, call.at)


def check_guest_may_come(call: Call) -> None:
    """Count a new guest, for the network that they come from.

    Raises `OverBudget`.
    """
    tallies = _around(call.credential, GUESTS)
    if call.work.tallies.any_is_full(tallies, call.at):
        raise OverBudget(
            GUESTS,
            "As many have begun to play as guests from your network within a day as may. Sign up to play: then you"
            " play on.",
        )
    call.work.tallies.add_to(tallies, call.at)


def check_code(call: Call, address: str) -> None:
    """Count a letter with a code to an address that may be somebody else's.

    Raises `OverBudget` for the asker or the address.
    """
    unanswered = (call.setup.budgets.unanswered, folded(address))
    tallies = [unanswered, *tallies_of_sender(call, call.setup.budgets.codes)]
    full = call.work.tallies.first_full(tallies, call.at)
    if full == unanswered:
        raise OverBudget(
            full[0],
            Message(
                "{address} has been sent {most} letters with a code within a day, and none of them has been"
                " answered: answer one, or try again tomorrow.",
                address=address,
                most=full[0].most,
            ),
        )
    if full is not None:
        raise OverBudget(
            full[0],
            Message(
                "You have had {most} letters sent to addresses that are not confirmed as yours within a day:"
                " that is the most. Answer those that you have got, and try again tomorrow.",
                most=call.setup.budgets.codes.most,
            ),
        )
    call.work.tallies.add_to(tallies, call.at)


def may_get_a_code(call: Call, address: str) -> bool:
    """Count a letter with a code to an unconfirmed address; return whether it is within the limit.

    For codes of which nobody may learn; the asker is counted by `check_asked`.
    """
    unanswered = (call.setup.budgets.unanswered, folded(address))
    if call.work.tallies.any_is_full([unanswered], call.at):
        return False
    call.work.tallies.add_to([unanswered], call.at)
    return True


def check_invitations(call: Call, inviter: Player | None, letters: int) -> None:
    """Count invitations by mail address, sent or not.

    Raises `OverBudget`.
    """
    limit = call.setup.budgets.codes
    by_player = [(limit, inviter.userid)] if inviter and inviter != call.principal.player else []
    tallies = [*by_player, *tallies_of_sender(call, limit)] if not call.credential.is_operator else []
    if call.work.tallies.first_full(tallies, call.at, letters) is not None:
        raise OverBudget(
            limit,
            Message(
                "You can have {most} letters sent within a day to addresses that are not yours, and this"
                " would be more. Try again tomorrow.",
                most=limit.most,
            ),
        )
    call.work.tallies.add_to(tallies, call.at, letters)


def may_be_offered_a_game(call: Call) -> bool:
    """Count the offer of a game to a stranger who has written; return whether it is within the limit of codes."""
    tallies = tallies_of_sender(call, called(call.setup.budgets.codes, "greetings"))
    if call.work.tallies.any_is_full(tallies, call.at):
        return False
    call.work.tallies.add_to(tallies, call.at)
    return True


def has_had_enough(call: Call, whom: str, what: str) -> bool:
    """Count a letter of one kind to an address or a player, of whom it is not known that they have asked for it;
    return whether they have had as many within a day as may go unanswered.
    """
    limit = called(call.setup.budgets.unanswered, what)
    if call.work.tallies.is_full(limit, whom, call.at):
        return True
    call.work.tallies.add(limit, whom, call.at)
    return False


def note_has_answered(call: Call, whom: str, what: str) -> None:
    """Record that somebody has answered such a letter, after which they may get more of them."""
    call.work.tallies.clear(called(call.setup.budgets.unanswered, what), whom)


def answer_nothing(call: Call, what: str) -> None:
    """Leave out the answer to the sender, who has had enough of such letters; `what` is the log's name for them."""
    most = call.setup.budgets.unanswered.most
    call.mail.left_out = f"{most} {what} within a day"


def check_asked(call: Call) -> None:
    """Count a stranger's request for a letter to a player, existing or not.

    Raises `OverBudget`.
    """
    limit = call.setup.budgets.codes
    tallies = tallies_of_sender(call, limit)
    if call.work.tallies.any_is_full(tallies, call.at):
        raise OverBudget(
            limit,
            Message(
                "You have asked for {most} such letters within a day: that is the most. Try again tomorrow.",
                most=limit.most,
            ),
        )
    call.work.tallies.add_to(tallies, call.at)


def note_answered(call: Call, address: str) -> None:
    """Record an answer to a code, after which more letters may be sent to the address."""
    call.work.tallies.clear(call.setup.budgets.unanswered, folded(address))


@lru_cache(maxsize=64)
def called(limit: Limit, what: str) -> Limit:
    return replace(limit, what=what)


def _of_surroundings(call: Call, limit: Limit) -> list[Tally]:
    """Tallies of an address's surroundings: another envelope address, and the domains of both.

    Players have a tally each, not shared with their domain.
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
    """The number of letters sent (one for each address), and their approximate bytes."""
    sizes = [(len(each.to), bytes_of(each) * len(each.to)) for each in posted]
    return sum(letters for letters, _ in sizes), sum(size for _, size in sizes)


def note_written_back(call: Call, player: Player, writer: Player) -> None:
    """Record that a player has written back: more letters may be sent to them."""
    call.work.tallies.clear(TO_ONE_PLAYER, f"{writer.userid} > {player.userid}")
    call.work.tallies.add(TO_ONE_PLAYER, f"{player.userid} > {writer.userid}", call.at)


def check_letter_to(call: Call, player: Player, reader: Player) -> None:
    """Count a letter from one player to another; a reply allows as many again.

    Newcomers' letters, unless they are replies, count for their surroundings as well, as one person may have many
    accounts. Raises `OverBudget`.
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
            Message(
                "{reader} has had {most} letters within a day from you, or from new players who write from"
                " where you do, and has not written back: that is the most. Try again tomorrow.",
                reader=reader.userid,
                most=limit.most,
            ),
        )
    tallies.add_to(counted, call.at)
    if is_answer:
        tallies.clear(limit, back)


def _around(sender: Credential, limit: Limit) -> list[Tally]:
    """Tallies of a newcomer's mail or network address and its surroundings."""
    wider = replace(limit, most=limit.most * A_DOMAIN)
    if sender.address:
        return [(limit, name_of(sender)), (wider, domain_of(sender.address))]
    return [(limit, sender.client), (wider, network_of(sender.client))] if sender.client else []


def _letters_of(call: Call, player: Player) -> Limit:
    limit = call.setup.budgets.letters
    if is_seasoned(call, player):
        return limit
    most_bytes = limit.most_bytes // A_NEWCOMER if limit.most_bytes else None
    return replace(limit, most=max(1, limit.most // A_NEWCOMER), most_bytes=most_bytes)


def _of_address(sender: Credential, limit: Limit) -> list[Tally]:
    """The tally of an address, or of a forgeable one; none for a session."""
    if sender.address is None:
        return []
    return [(limit, ("" if sender.is_certain else "?") + name_of(sender))]


def name_of(sender: Credential) -> str:
    return folded(sender.address or "") if sender.writes_mail or not sender.client else sender.client


def _is_own(call: Call, letter: Letter) -> bool:
    return letter.player is not None and letter.player == call.principal.player


A_LETTER = 4
"""The share of a sender's hourly budget that one answer to many commands may use."""

LONGEST_ANSWER = 300_000
"""The maximum characters in the answer to one letter; the rest has to be requested again."""


class AnswerRoom:
    def __init__(self, call: Call) -> None:
        self._call = call
        self._characters = 0
        self._bytes = 0
        self._not_measured: list[Letter] = []

    def add(self, letters: Iterable[Letter]) -> None:
        for letter in letters:
            self._characters += len(letter.text) + sum(len(attachment.text) for attachment in letter.attachments)
            self._not_measured.append(letter)

    @property
    def is_used_up(self) -> bool:
        if self._characters > LONGEST_ANSWER:
            return True
        if self._call.credential.is_operator or self._call.is_player_at_home:
            return False
        # Most letters are answered with one thing, and nobody asks.
        self._bytes += sum(map(bytes_of, self._not_measured))
        self._not_measured.clear()
        most = _answers(self._call).most_bytes
        return most is not None and self._bytes > most // A_LETTER


def within_budget(call: Call, posted: list[Letter]) -> list[Letter]:
    """Drop answers to the sender that exceed the budget, and note why for the log (`MailState.left_out`).

    What was done stays done, as the mail may be anybody's. Only somebody with a password, writing from their own
    address, has a player's budget; who answers a letter from there has as many bytes, but no more letters than
    anybody, for that may be a machine. Their last letter says that it is the last. To others the omission is told
    once. Letters that a player would get in any case are sent.
    """
    answers = [each for each in posted if is_for_anybody(each)]
    asker = call.credential.address
    if asker is None or not answers:
        return posted
    if call.mail.left_out:
        return [replace(each, to=()) if is_for_anybody(each) else each for each in posted]
    limit = _answers(call)
    if call.is_player_at_home:
        tallies = [(limit, player.userid) for player in call.mail.recognised]
        replier = call.answering_player
        if replier and replier not in call.mail.recognised:
            unproven = replace(call.setup.budgets.answers, what="answered letters", most_bytes=limit.most_bytes)
            tallies.append((unproven, replier.userid))
    else:
        tallies = tallies_of_asker(call, limit)
    letters, size = letters_and_bytes(answers)
    full = call.work.tallies.first_full(tallies, call.at, letters, size)
    if full is None:
        call.work.tallies.add_to(tallies, call.at, letters, size)
        is_theirs = call.is_player_at_home or (call.is_proven and call.principal.at_address)
        is_last = call.work.tallies.first_full(tallies, call.at, letters, size) if is_theirs else None
        return _with_notice(call, posted, is_last) if is_last else posted
    notice = _notice(call, full, size) if full == tallies[0] and not _is_told(call, full) else None
    kept = [replace(each, to=()) if is_for_anybody(each) else each for each in posted]
    if notice is not None:
        _tell(call, full)
        first = next(which for which, each in enumerate(posted) if is_for_anybody(each))
        kept[first] = replace(notice, to=posted[first].to, answers=True)
    call.mail.left_out = f"{full[0].in_words} {within_words(full[0])}"
    return kept


def _with_notice(call: Call, posted: list[Letter], full: Tally) -> list[Letter]:
    """The letters, of which the first answer says each time that it is the last for a while."""
    notice = _notice(call, full, 0)
    _tell(call, full)
    first = next(which for which, each in enumerate(posted) if is_for_anybody(each))
    letter = posted[first]
    return [*posted[:first], replace(letter, text=f"{letter.text}\n{notice.text}"), *posted[first + 1 :]]


def is_for_anybody(letter: Letter) -> bool:
    """Whether a letter answers the sender, rather than being one that a player would get in any case."""
    return letter.answers and letter.player is None and bool(letter.to)


def _is_told(call: Call, full: Tally) -> bool:
    return call.work.tallies.is_full(*_told(full), call.at)


def _tell(call: Call, full: Tally) -> None:
    call.work.tallies.add(*_told(full), call.at)


def _told(full: Tally) -> Tally:
    limit, whose = full
    return Limit("told", 1, limit.within), f"{limit.what} {whose}"


def _notice(call: Call, full: Tally, size: int) -> Letter:
    limit, _ = full
    is_too_long = limit.most_bytes is not None and size > limit.most_bytes
    return write(
        "requests/no_answer",
        "No more answers for a while",
        address=call.credential.address,
        limit=limit.in_words,
        size=Message("{size:,} kB", size=size // 1000) if is_too_long else "",
        at_home=any(map(call.principal.has_address, call.mail.recognised)),
    )


def _answers(call: Call) -> Limit:
    if call.is_player_at_home:
        return call.setup.budgets.letters
    return call.setup.budgets.answers if call.credential.is_certain else call.setup.budgets.unsure_answers


MOST_REMARKS = 20
"""The maximum number of withheld remarks that are delivered with the next letter: the last ones."""


def hold_back(
    call: Call,
    board: Board,
    author: Player | None,
    readers: Iterable[Player],
    happenings: Iterable[tuple[Happening, Player]] = (),
) -> frozenset[Player]:
    """Count a letter to each reader; return those over the limit, from whom it is withheld.

    Call this before saving the board and storing its chat. Raises `OverBudget` for a question to a player over the
    limit for those who have done nothing on the board.
    """
    bots = {seat.player for seat in board.seats if thinks_here(seat.bot)}
    others = [reader for reader in dict.fromkeys(readers) if reader != author and reader not in bots]
    what = tuple(happenings)

    def last_remark() -> int:
        return call.work.remarks.last_on(call.work.boards.id_of(board))

    # Whoever only watches has all their letters counted by the chat itself.
    plays = author is not None and author not in bots and board.has_seated(author)
    had_enough = () if author is None or not plays else _who_has_had_enough(call, board, author, others, what)
    return hold(board.unread, others, board.staying, what, last_remark, had_enough)


def _who_has_had_enough(
    call: Call, board: Board, author: Player, readers: Iterable[Player], what: Iterable[tuple[Happening, Player]]
) -> list[Player]:
    """Count a letter to each player who has done nothing on the board yet; return those over the limit.

    As long as they may not even want to play there, it is as if they shared no board with the author. Raises
    `OverBudget` for a question, which cannot be withheld.
    """
    asks = any(happening in QUESTIONS for happening, _ in what)
    had_enough = []
    for reader in readers:
        gets_letter = asks or not is_over_limit(board.unread, reader)
        is_new_here = reader in board.staying and not board.has_taken_part(reader)
        if not (is_new_here and gets_letter) or call.credential.is_operator:
            continue
        try:
            check_letter_to(call, author, reader)
        except OverBudget:
            if asks:
                raise
            had_enough.append(reader)
    return had_enough


def what_waited(call: Call, board: Board, readers: Iterable[Player] | None = None) -> Mapping[Player, Earlier]:
    """What was withheld from these readers, or all, who are told now.

    Call this before saving the board and storing its chat.
    """
    if not any(each.waits for each in board.unread.values()):
        return {}
    if readers is None:
        readers = [*board.players, *call.work.watching.who(board.game.word, board.number)]
    waited = {reader: take(board.unread, reader) for reader in dict.fromkeys(readers)}
    found: dict[Player, Earlier] = {}
    for reader, unread in waited.items():
        if unread.after is None:
            continue
        board_id = call.work.boards.id_of(board)
        remarks = call.work.remarks.since(board_id, unread.after, MOST_REMARKS)
        others = [(each.author.userid, each.words) for each in remarks if each.author != reader]
        deaf_to = unheard(call, others, [reader]).get(reader, ())
        said = tuple(each for each in others if each[0] not in deaf_to)
        done = Message("Before this: {news}.", news=Listed(unread.news, "; ", "; ")) if unread.news else ""
        if len(remarks) == MOST_REMARKS:
            more = call.work.remarks.count_since(board_id, unread.after) - MOST_REMARKS
            done = in_turn(done, _left_out(more)) if done or more else ""
        found[reader] = Earlier(done, said)
    return found


def _left_out(more: int) -> str:
    if not more:
        return ""
    return counted(
        "Only the last {most} remarks are shown here; {count} more is left out.",
        "Only the last {most} remarks are shown here; {count} more are left out.",
        more,
        most=MOST_REMARKS,
    )
