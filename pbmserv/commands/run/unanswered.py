"""Mail that gets no answer: what is carried out of it, and where its author reads what was not.

`MailState.unanswered` says why it gets none. Only what a program cannot write is done; a refusal is told in the
player's next letter. `docs/design.md` says why.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from pbmserv.commands.requests.context import Call
from pbmserv.commands.requests.outcome import Outcome, Refused
from pbmserv.commands.requests.reply import Reply
from pbmserv.games.base import Refusal
from pbmserv.games.message import Message, words_dumped
from pbmserv.language.command_spec import CommandSpec
from pbmserv.letters.letter import Letter
from pbmserv.storage.tokens import OF_A_BOARD

UNTOLD = "untold"
"""The setting with what the next letter tells."""

MOST_UNTOLD = 3
"""The number of refusals kept for a player, the newest."""

MOST_CHARACTERS = 600
"""The maximum length of a kept command and its refusal."""

_TALK = frozenset({"chat", "message"})


class MayBeAMachines(Refusal):
    """A program may have written this, so it is not done."""


def check_a_person_wrote(
    call: Call, command: CommandSpec | None, secrets: Collection[str], reply: Reply | None
) -> None:
    """Raise `MayBeAMachines` if a program may have written a mail that gets no answer."""
    if not call.mail.recognised and not _is_a_persons(call, command, secrets, reply):
        raise MayBeAMachines(_why_not(call, command))


def _is_a_persons(call: Call, command: CommandSpec | None, secrets: Collection[str], reply: Reply | None) -> bool:
    is_note = reply is not None and reply.is_absence_note
    if call.principal.replier is None or call.principal.answering is None:
        # A code is good once, but an absence note that comes to its address may begin with a yes.
        return bool(secrets) and not (is_note and reply is not None and reply.code)
    if command is None or command.name in _TALK:
        return False
    is_mere_yes = call.principal.answering.kind not in OF_A_BOARD or command.name == "confirm"
    return not is_note if is_mere_yes else command.plays


def _why_not(call: Call, command: CommandSpec | None) -> str:
    if command is None or command.name not in _TALK or call.principal.player is None:
        return (
            "Of such mail only a move in answer to a letter of a board is carried out, or a command with a password."
            " Write the whole command as the Subject, with your password."
        )
    form = f"{call.principal.player.userid} PASSWORD"
    if call.game and call.board:
        form = f"{call.game.word} chat {call.board[1]} {form}"
    else:
        author = call.work.players.numbered(call.principal.answering.about) if call.principal.answering else None
        form = f"message {form} {author.userid if author else 'USERID'}"
    return Message("What you wrote was not passed on. To pass it on, write it below this Subject: {form}", form=form)


def letters_left(call: Call, outcome: Outcome, letters: Sequence[Letter]) -> Sequence[Letter]:
    """The letters to be sent; refusals of mail that gets no answer are kept for the next letter."""
    if not call.mail.unanswered or call.mail.recognised:
        return letters
    refused = [each for each in getattr(outcome, "outcomes", (outcome,)) if isinstance(each, Refused)]
    for each in refused:
        _keep_untold(call, each)
    return [letter for letter in letters if not letter.answers] if refused else letters


def _begun(text: str) -> str:
    return text if len(text) <= MOST_CHARACTERS else f"{text[:MOST_CHARACTERS].rstrip()}..."


def _keep_untold(call: Call, refused: Refused) -> None:
    # Anybody can write any From.
    certain = call.principal.at_address if call.credential.is_certain else ()
    for player in [call.principal.replier] if call.principal.replier else certain:
        kept = call.work.players.choose(player, UNTOLD, None) or []
        told = {
            "at": call.at.isoformat(),
            "why": call.mail.unanswered,
            "line": _begun(refused.line),
            "words": words_dumped(refused.words) if len(refused.words) <= MOST_CHARACTERS else _begun(refused.words),
        }
        call.work.players.choose(player, UNTOLD, [*kept, told][-MOST_UNTOLD:])
