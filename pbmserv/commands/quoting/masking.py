"""Masking words in texts: in what is answered, and in the comments that go on to others."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator

from pbmserv.commands.call import Call
from pbmserv.commands.kinds import is_board_number
from pbmserv.commands.quoting.meaning import is_nearly_one_of, words_of
from pbmserv.commands.words import MASK, SHORTEST_PASSWORD
from pbmserv.store.players import key_of

BETWEEN = re.compile(r"[\x00-,/:-@\[-^`{-\x7f]+")
"""What stands between the pieces of a word that are looked at by themselves: `(secret7)`, `pw=secret7`.

It is anything of ASCII but letters, digits, `_`, `.` and `-`. What it is not, as a range of Unicode, would take a
hundred times as long to compile, on each start.
"""
_SHORTEST_CUT = 10
"""Refusals may quote the beginning of a long word alone; of so many letters of a secret the rest can be guessed."""


def masked_in(text: str, secrets: Iterable[str]) -> str:
    """A text with each of these words masked that stands in it, or of which the beginning does where it is long.

    Refusals may repeat a word in lower case.
    """
    for secret in sorted(filter(None, secrets), key=len, reverse=True):
        if len(secret) >= SHORTEST_PASSWORD:
            if _may_stand_in(text, secret):
                text = re.sub(re.escape(secret), MASK, text, flags=re.IGNORECASE)
            text = _without_beginnings(text, secret)
        else:
            text = re.sub(rf"(?<!\w){re.escape(secret)}(?!\w)", MASK, text)
    return text


def _may_stand_in(text: str, secret: str) -> bool:
    """Whether a text may hold a word in letters of whatever case: to look is a hundredth of compiling an expression.

    Only of ASCII is it certain that letters have no other case than that of `lower`.
    """
    return not (text.isascii() and secret.isascii()) or secret.lower() in text.lower()


def _without_beginnings(text: str, secret: str) -> str:
    if len(secret) <= _SHORTEST_CUT or not _may_stand_in(text, secret[:_SHORTEST_CUT]):
        return text
    begun, folded = re.compile(re.escape(secret[:_SHORTEST_CUT]), re.IGNORECASE), secret.lower()
    found = begun.search(text)
    while found:
        end = found.end()
        while end < len(text) and folded.startswith(text[found.start() : end + 1].lower()):
            end += 1
        text = text[: found.start()] + MASK + text[end:]
        found = begun.search(text, found.start() + len(MASK))
    return text


def holds(text: str, secrets: Iterable[str]) -> bool:
    """Whether one of these stands in a text; short ones stand in too many, and have to be all of it."""
    folded = text.lower()
    return any(secret.lower() in folded if len(secret) >= SHORTEST_PASSWORD else secret == text for secret in secrets)


def secrets_for_others(call: Call) -> list[str]:
    """The words of a comment that others must not read, beside those of the command itself.

    Many a player writes the command once more in the letter's body: so these are what stands there in the place of a
    password, right after a name of who wrote it, and, of who answers a letter or is signed in, what is known of late
    to be theirs.
    """
    if len(call.comment) < SHORTEST_PASSWORD:
        return []
    known = call.replier or call.sender.signed_in
    writers = [player for player in (*call.at_address, known) if player]
    names = {key_of(writer.userid) for writer in writers}
    folded = key_of(call.comment)
    named = any(name in folded for name in names)
    lines = call.comment.splitlines() if named else ()
    found = [secret for line in lines for secret in _after_own_name(call, line, names)]
    # With nobody else's: who forges From would see in what arrives which of a thousand guesses is masked.
    account = call.work.players.account(known.userid) if known else None
    if account is None:
        return found
    words = [word for word in call.comment.split() if len(word) >= SHORTEST_PASSWORD]
    pieces = dict.fromkeys(piece for word in words for piece in (word, *BETWEEN.split(word), word.strip(".,;:!?-")))
    return found + [piece for piece in pieces if call.passwords.remembers(account.password_hash, piece)]


def _after_own_name(call: Call, line: str, names: Collection[str]) -> Iterator[str]:
    words = line.lstrip("> ").split()
    for before, name, after in zip(words, words[1:], words[2:], strict=False):
        may_be_password = key_of(name) in names and len(after) >= SHORTEST_PASSWORD
        if may_be_password and (is_board_number(before) or _begins_like_a_command(call, words[0], before)):
            yield after


def _begins_like_a_command(call: Call, first: str, before: str) -> bool:
    """Whether the line may be a command that is misspelt, with this word before the name.

    Between a game and a name stands a command: who says "Hello bob" does not mean Othello.
    """
    known = {*call.catalogue, *words_of(tuple(call.commands))}
    return first.lower() in known or is_nearly_one_of(first, known if before != first else known - {*call.catalogue})
