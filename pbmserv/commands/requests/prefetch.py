"""Prefetching for a batch of requests: what they will probably read is read at once.

Anything else is read on demand. A wrong guess does no harm, as nothing is decided here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from itertools import chain, islice

from pbmserv.commands.requests.budgets import SAID
from pbmserv.commands.requests.context import Call, Command
from pbmserv.commands.requests.guesses import guesses
from pbmserv.commands.requests.passwords import Hashes, NotHashed, Work
from pbmserv.commands.requests.quota import MOST_HASHES
from pbmserv.commands.requests.reply import Reply
from pbmserv.games.other_words import usual_word
from pbmserv.language.argument_types import BoardNumber, NewPassword, NewUserid
from pbmserv.language.command_spec import CommandTable
from pbmserv.language.words import LONGEST_PASSWORD, SENTENCE_MARKS, Misspelt, without_frame, without_opening
from pbmserv.play.board import Player
from pbmserv.storage import players
from pbmserv.storage.tallies import Tally
from pbmserv.storage.work import UnitOfWork

MULTIPLE = "multiple"
"""The command whose body holds other commands."""

_FIRST_WORDS = 3
"""Game, command and board."""
_MOST_WORDS = 12
"""The number of words among which userid and password are searched."""


def foresee(asked: Sequence[tuple[Call, str, Reply | None]], commands: CommandTable[Command], hashes: Hashes) -> None:
    """Prefetch for these calls, each with its line and the answer that it may be.

    Raises `NotHashed` for all the hashes they need, those of strangers separately.
    """
    if len(asked) > 1:
        _read_ahead(asked[0][0].work, asked, commands)
    elif not any(is_multiple(line, reply) for _, line, reply in asked):
        # One alone asks for what it needs as fast as that could be foreseen.
        return
    own, of_strangers = hashes_needed(asked, commands, hashes)
    if own or of_strangers:
        raise NotHashed(own, of_strangers)
    if len(asked) > 1:
        players.hold_ahead(asked[0][0].work.connection, _with_right_password(asked, commands, hashes))


def _read_ahead(
    work: UnitOfWork, asked: Sequence[tuple[Call, str, Reply | None]], commands: CommandTable[Command]
) -> None:
    players.read_ahead(work.connection, {call.credential.address for call, _, _ in asked if call.credential.address})
    named: set[tuple[str, int]] = set()
    numbered: set[int] = set()
    for call, line, reply in asked:
        lines = (line,) if reply is None else (reply.subject, reply.line)
        named.update(board for each in lines if (board := board_of(each, call.catalogue, commands)))
        if reply is not None and reply.token is not None:
            numbered |= work.replies.boards_claimed(reply.token)
    seated = work.boards.read_ahead(named, numbered)
    work.watching.read_ahead(seated)
    watchers = (player.id for board in seated for player in work.watching.who(*board))
    senders = (player.id for call, _, _ in asked for player in call.principal.at_address)
    work.recipients.read_ahead({*chain.from_iterable(seated.values()), *watchers, *senders})
    work.tallies.read_ahead(
        chain.from_iterable((*_guesses(call), *_said(call)) for call, _, _ in asked),
        min(call.at for call, _, _ in asked),
    )


def hashes_needed(
    asked: Sequence[tuple[Call, str, Reply | None]], commands: CommandTable[Command], hashes: Hashes
) -> tuple[set[Work], dict[int, set[Work]]]:
    """The hashes needed for these calls: for players who write from a confirmed address, and for others by index.

    Passwords that nobody will check, after too many wrong ones, are left out.
    """
    own: set[Work] = set()
    of_strangers: dict[int, set[Work]] = {}
    for number, (call, line, reply) in enumerate(asked):
        given: dict[bool, list[tuple[str | None, str]]] = {True: [], False: []}
        pairs = dict.fromkeys(_pairs(line, call.body, reply, call.catalogue, commands))
        for which, (userid, password) in enumerate(islice(pairs, MOST_HASHES), 1):
            account = call.work.players.account(userid)
            # Each of those before it may be a wrong one, after which no other is looked at.
            if not call.work.tallies.first_full(guesses(call, userid, account), call.at, which):
                at_home = account is not None and call.principal.has_address(account.player)
                given[at_home].append((account.password_hash if account else None, password))
        works, strange = hashes.missing(given[True]), hashes.missing(given[False])
        if is_multiple(line, reply):
            # Nothing of it is carried out once more for the sake of a hash.
            chosen = _chosen(call.body if reply is None else reply.body, commands)
            (works if call.principal.at_address else strange).update(hashes.missing_new(chosen[:MOST_HASHES]))
        if strange or (not call.principal.at_address and not hashes.is_last and _makes_account(line, commands)):
            of_strangers[number] = works | strange
        else:
            own |= works
    return own, of_strangers


def _with_right_password(
    asked: Sequence[tuple[Call, str, Reply | None]], commands: CommandTable[Command], hashes: Hashes
) -> Iterable[Player]:
    """The players whose password is right in one of these calls: they are held when it is looked at."""
    for call, line, reply in asked:
        for userid, password in islice(_pairs(line, call.body, reply, call.catalogue, commands), MOST_HASHES):
            account = call.work.players.account(userid)
            if account is not None and hashes.remembers(account.password_hash, password):
                yield account.player


def is_multiple(line: str, reply: Reply | None) -> bool:
    lines = (line,) if reply is None else (reply.subject, reply.line)
    return any(_is_multiple(each) for each in lines)


def _is_multiple(line: str) -> bool:
    # Most lines do not hold the word at all.
    return MULTIPLE in line.lower() and without_frame(line).lower() == MULTIPLE


def players_named(
    line: str, body: str, reply: Reply | None, catalogue: Mapping[str, object], commands: CommandTable[Command]
) -> set[str]:
    """The userids, in lower case, for which these lines give passwords, existing or not."""
    return {userid.lower() for userid, _ in _pairs(line, body, reply, catalogue, commands)}


def _pairs(
    line: str, body: str, reply: Reply | None, catalogue: Mapping[str, object], commands: CommandTable[Command]
) -> list[tuple[str, str]]:
    for each, below in ((line, body),) if reply is None else ((reply.subject, body), (reply.line, reply.body)):
        lines = below.splitlines() if _is_multiple(each) else [each]
        pairs = [pair for each in lines if (pair := _userid_and_password(each, catalogue, commands))]
        if pairs:
            return pairs
    return []


def _chosen(body: str, commands: CommandTable[Command]) -> list[str]:
    """The new passwords in the lines of a letter."""
    found = []
    for line in body.splitlines():
        words = line.split(maxsplit=_MOST_WORDS)
        for names in (2, 1):
            command = commands.find(" ".join(words[:names]).lower(), of_a_game=False)
            if command is not None:
                places = [n for n, argument in enumerate(command.arguments) if isinstance(argument.kind, NewPassword)]
                chosen = [word for place in places for word in words[names + place :][:1]]
                found += [word for word in chosen if len(word) <= LONGEST_PASSWORD]
                break
    return found


def _makes_account(line: str, commands: CommandTable[Command]) -> bool:
    """Whether a line is clearly a sign-up, whose password has to be hashed."""
    command = commands.find(line.partition(" ")[0].lower(), of_a_game=False)
    return command is not None and {NewUserid, NewPassword} <= {type(argument.kind) for argument in command.arguments}


def _userid_and_password(
    line: str, catalogue: Mapping[str, object], commands: CommandTable[Command]
) -> tuple[str, str] | None:
    """The player and password in a line; None if no command is recognised."""
    words = [word for word in without_opening(line).split(maxsplit=_MOST_WORDS) if not word.startswith("-")]
    if not words:
        return None
    words = _game_first(words, catalogue, commands)
    of_a_game = usual_word(words[0].lower()) in catalogue
    words = words[1:] if of_a_game else words
    for names in (2, 1):
        places = _places_of_who_asks(commands.find(" ".join(words[:names]).lower(), of_a_game))
        if places:
            userid, password = (names + place for place in places)
            is_whole = len(words) > password and len(words[password]) <= LONGEST_PASSWORD
            return (words[userid], words[password]) if is_whole else None
    return None


def _places_of_who_asks(command: Command | None) -> list[int]:
    """The places of userid and password among a command's arguments, if each of its forms has them."""
    if command is None or command.other_arguments:
        return []
    return [place for place, argument in enumerate(command.arguments) if argument.authenticates]


def board_of(line: str, catalogue: Mapping[str, object], commands: CommandTable[Command]) -> tuple[str, int] | None:
    """The board that a line plays on, by game and number; None if not obvious."""
    words = without_opening(line).split(maxsplit=_FIRST_WORDS)[:_FIRST_WORDS]
    if len(words) < _FIRST_WORDS:
        return None
    typed, command, board = _game_first(words, catalogue, commands)
    game = usual_word(typed.lower())
    if game in catalogue and _begins_with_its_board(commands.find(command.lower(), of_a_game=True)):
        with suppress(Misspelt):
            return game, BoardNumber().read(board)
    return None


def _game_first(words: list[str], catalogue: Mapping[str, object], commands: CommandTable[Command]) -> list[str]:
    """The words with the game before its command, as the parser puts them: `move hex 101`, `hex: move 101`."""
    words = [words[0].rstrip(SENTENCE_MARKS), *words[1:]]
    if (
        len(words) > 1
        and usual_word(words[1].lower()) in catalogue
        and commands.find(words[0].lower(), of_a_game=True)
    ):
        return [words[1], words[0], *words[2:]]
    return words


def _begins_with_its_board(command: Command | None) -> bool:
    """Whether a command changes a board and names it first."""
    if command is None or not command.plays or not command.arguments:
        return False
    return isinstance(command.arguments[0].kind, BoardNumber)


def _guesses(call: Call) -> Iterable[Tally]:
    accounts = ((player, call.work.players.account(player.userid)) for player in call.principal.at_address)
    return chain.from_iterable(guesses(call, player.userid, account) for player, account in accounts)


def _said(call: Call) -> Iterable[Tally]:
    return [(SAID, player.userid) for player in call.principal.at_address]
