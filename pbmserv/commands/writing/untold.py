"""What a letter tells beside what it is about: which mail of its reader was not carried out, and got no answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from pbmserv.commands.requests.context import Call
from pbmserv.commands.run.unanswered import UNTOLD
from pbmserv.letters.letter import Letter, text_of
from pbmserv.letters.times import moment


def with_untold(call: Call, letters: Sequence[Letter]) -> list[Letter]:
    """These letters; the first to each player tells also what was kept for them, which is forgotten then."""
    fit = {letter.player for letter in letters if _is_fit(letter)}
    untold = set(call.work.players.chosen([player for player in fit if player], UNTOLD)) if fit else set()
    told: list[Letter] = []
    for letter in letters:
        kept = None
        if letter.player in untold and _is_fit(letter):
            untold.remove(letter.player)
            # Read once more: another worker may have told it, or kept more.
            kept = call.work.players.choose(letter.player, UNTOLD, None)
        told.append(replace(letter, text=f"{letter.text}\n{_text(kept)}") if kept else letter)
    return told


def _is_fit(letter: Letter) -> bool:
    """Whether something can be said at the end of a letter, where its words do not end with a player's."""
    return bool(letter.player and letter.to) and not letter.words_first


def _text(kept: Sequence[dict[str, str]]) -> str:
    mails = [{**each, "at": moment(datetime.fromisoformat(each["at"]))} for each in kept]
    return text_of("untold", mails=mails)
