"""How many answers go to who asked, and how long they may be."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from pbmserv.commands.requests.budgets.senders import bytes_of, letters_and_bytes, tallies_of_asker
from pbmserv.commands.requests.budgets.table import within_words
from pbmserv.letters.letter import Letter, write
from pbmserv.storage.tallies import Limit, Tally

if TYPE_CHECKING:
    from pbmserv.commands.requests.context import Call

A_LETTER = 4
"""An answer to many commands takes at most such a part of what its sender gets in an hour."""

LONGEST_ANSWER = 300_000
"""Characters in the answer to one letter, whoever asks; what does not fit has to be asked for again."""


class AnswerRoom:
    """How much one letter is answered with: who has given a password gets more of it than others."""

    def __init__(self, call: Call) -> None:
        self._call = call
        self._characters = 0
        self._bytes = 0
        self._not_measured: list[Letter] = []

    def add(self, letters: Iterable[Letter]) -> None:
        """Note what will stand in the answer."""
        for letter in letters:
            self._characters += len(letter.text) + sum(len(attachment.text) for attachment in letter.attachments)
            self._not_measured.append(letter)

    @property
    def is_used_up(self) -> bool:
        """Whether nothing more should be put into the answer."""
        if self._characters > LONGEST_ANSWER:
            return True
        if self._call.credential.is_operator or self._call.is_player_at_home:
            return False
        # Most letters are answered with one thing, and nobody asks.
        self._bytes += sum(map(bytes_of, self._not_measured))
        self._not_measured.clear()
        most = _answers(self._call).most_bytes
        return most is not None and self._bytes > most // A_LETTER


@dataclass(frozen=True)
class Answered:
    """What became of the letters of a request: which go where, and why an answer is left out, if it is."""

    posted: list[Letter]
    left_out: str = ""


def within_budget(call: Call, posted: list[Letter]) -> Answered:
    """The letters as they may go: without the answers to who asked where that would be too many, or too much.

    What has been done stays done, since the letter may be anybody's; only who has given a password, and writes from
    an address of that player, has the budget of players. Letters to a player, which they get in any case, are sent.
    That answers are left out is told once.
    """
    answers = [each for each in posted if is_for_anybody(each)]
    asker = call.credential.address
    if asker is None or not answers:
        return Answered(posted)
    limit = _answers(call)
    if call.is_player_at_home:
        tallies = [(limit, player.userid) for player in call.visit.recognised]
    else:
        tallies = tallies_of_asker(call, limit)
    letters, size = letters_and_bytes(answers)
    full = call.work.tallies.first_full(tallies, call.at, letters, size)
    if full is None:
        call.work.tallies.add_to(tallies, call.at, letters, size)
        return Answered(posted)
    notice = _notice(call, full, size) if full == tallies[0] else None
    kept = [replace(each, to=()) if is_for_anybody(each) else each for each in posted]
    if notice is not None:
        first = next(which for which, each in enumerate(posted) if is_for_anybody(each))
        kept[first] = replace(notice, to=posted[first].to, answers=True)
    return Answered(kept, f"{full[0].in_words} {within_words(full[0])}")


def is_for_anybody(letter: Letter) -> bool:
    """Whether a letter is an answer to who asked, not one to a player which they would get in any case."""
    return letter.answers and letter.player is None and bool(letter.to)


def _notice(call: Call, full: Tally, size: int) -> Letter | None:
    """What who asked is told, once, instead of an answer."""
    limit, whose = full
    told = Limit("told", 1, limit.within)
    if call.work.tallies.is_full(told, f"{limit.what} {whose}", call.at):
        return None
    call.work.tallies.add(told, f"{limit.what} {whose}", call.at)
    is_too_long = limit.most_bytes is not None and size > limit.most_bytes
    return write(
        "requests/no_answer",
        "No more answers for a while",
        address=call.credential.address,
        limit=limit.in_words,
        size=f"{size // 1000:,} kB" if is_too_long else "",
        at_home=call.is_player_at_home,
    )


def _answers(call: Call) -> Limit:
    if call.is_player_at_home:
        return call.setup.budgets.letters
    return call.setup.budgets.answers if call.credential.is_certain else call.setup.budgets.unsure_answers
