"""From an action to what came of it: finds out who asks, has the command carried out, answers what is refused."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from pbmserv.commands.accounts import actions as accounts
from pbmserv.commands.accounts import bot_accounts, forgotten_password
from pbmserv.commands.boards import actions as boards
from pbmserv.commands.boards import history, preview, record
from pbmserv.commands.help import actions as helping
from pbmserv.commands.leaving import actions as leaving
from pbmserv.commands.playing import actions as playing
from pbmserv.commands.preferences import actions as preferences
from pbmserv.commands.preferences import vacation
from pbmserv.commands.ratings import standings
from pbmserv.commands.requests.authentication import (
    WrongPassword,
    note_guesses,
    note_wrong_password,
)
from pbmserv.commands.requests.budgets import AnswerRoom, OverBudget, check_letters_to_others, check_may_write
from pbmserv.commands.requests.command import Command
from pbmserv.commands.requests.context import Call
from pbmserv.commands.requests.hidden_hands import KeptBack, check_words
from pbmserv.commands.requests.letters import letters_of
from pbmserv.commands.requests.outcome import BatchResult, Outcome
from pbmserv.commands.requests.passwords import CODE_LETTERS
from pbmserv.commands.requests.reply import Reply
from pbmserv.commands.run import confirmation
from pbmserv.commands.run.answers import WITH_WORDS, stands_for, with_what_was_meant
from pbmserv.commands.run.attempt import Answer, Attempt
from pbmserv.commands.run.introduction import introduction, is_stranger
from pbmserv.commands.run.parser import Action, CommandFields, CommandNames, ParseError, action_of, parse
from pbmserv.commands.run.refusals import refused
from pbmserv.commands.run.unanswered import check_a_person_wrote
from pbmserv.commands.starting import challenges, invitation_answers, limits, open_challenges, rematches, substitutes
from pbmserv.commands.talk import actions as talk
from pbmserv.commands.tournaments.actions import TournamentCreate, TournamentJoin, TournamentLeave
from pbmserv.commands.tournaments.lists import TournamentList, TournamentShow, TournamentStandings
from pbmserv.commands.watching import actions as watching
from pbmserv.games.base import Refusal
from pbmserv.language.command_spec import ParsedArgs
from pbmserv.language.words import (
    LONGEST_LINE,
    SHORTEST_PASSWORD,
    Misspelt,
    NoCommand,
)
from pbmserv.letters.letter import Letter
from pbmserv.letters.subjects import subject_of_ours
from pbmserv.storage.statements import undone_on_error

MOST_COMMANDS = 50
"""How many commands one letter can hold."""


@dataclass(frozen=True)
class CarriedOut:
    """How one command ended, and the letters that it has caused; `quoted` is the command as it may be logged.

    `command` is its name, without that of a game before it; empty where there is no such command.
    """

    outcome: Outcome
    letters: list[Letter]
    quoted: str
    command: str


class Multiple(Command):
    """Give several commands in one letter.

    Write them in the body, one a line; a line with end, or your signature, ends them. Each is carried out by itself,
    whatever becomes of the others, and all answers come in one letter. If that gets too long, or takes too long, the
    last commands are not carried out, and the letter says so.
    """

    words = ("multiple",)
    example = "multiple"

    def carry_out(self, call: Call, given: ParsedArgs) -> Outcome:
        lines = list(_commands_in(call.body))
        if not lines:
            raise Refusal("No command was found: multiple takes its commands from the body, one a line.")
        if len(lines) > MOST_COMMANDS:
            raise Misspelt(f"At most {MOST_COMMANDS} commands can be given in one letter, not {len(lines)}.")
        done: list[CarriedOut] = []
        room = AnswerRoom(call)
        # For a password in one of the lines, all those before it would have to be carried out once more.
        passwords = call.passwords.at_once
        for number, line in enumerate(lines):
            if (number and call.visit.patience.is_over) or room.is_used_up:
                break
            single = replace(
                call,
                passwords=passwords,
                principal=call.principal.afresh(),
                body="",
                comment="",
                outcomes=[],
                board=None,
                game=None,
            )
            done.append(carry_out(line, single, alone=False))
            room.add(letter for letter in done[-1].letters if letter.answers)
        return BatchResult(
            tuple(each.outcome for each in done),
            tuple(letter for each in done for letter in each.letters),
            len(lines),
            too_slow=call.visit.patience.is_over,
        )


COMMANDS: tuple[Command, ...] = (
    helping.Help(),
    accounts.Signup(),
    confirmation.Confirm(),
    accounts.Add(),
    accounts.ChangePassword(),
    forgotten_password.Forgot(),
    invitation_answers.AnswerInvitation(),
    leaving.Signoff(),
    accounts.ChangeAddress(),
    boards.ListGames(),
    bot_accounts.ChangeBot(),
    preferences.ChangeBroadcasts(),
    preferences.ChangeFormat(),
    preferences.ChangeLetters(),
    preferences.ChangeReplies(),
    preferences.ChangeStrict(),
    preferences.ChangeTimezone(),
    vacation.Vacation(),
    talk.Message(),
    talk.Broadcast(),
    Multiple(),
    TournamentList(),
    TournamentShow(),
    TournamentJoin(),
    TournamentLeave(),
    TournamentStandings(),
    TournamentCreate(),
    boards.AllShow(),
    helping.GameHelp(),
    challenges.Challenge(),
    invitation_answers.Uninvite(),
    playing.MoveCommand(),
    playing.Queue(),
    playing.Submit(),
    playing.ConfirmMove(),
    preview.Preview(),
    preview.Replay(),
    preview.Analyse(),
    playing.Swap(),
    playing.Resign(),
    rematches.Rematch(),
    substitutes.Substitute(),
    boards.Show(),
    boards.ShowAs(),
    boards.Games(),
    record.RecordCommand(),
    standings.Standings(),
    history.History(),
    talk.Chat(),
    watching.Subscribe(),
    watching.Unsubscribe(),
    watching.Notify(),
    limits.Accept(),
    limits.Reject(),
    limits.Limit(),
    limits.Seek(),
    open_challenges.Join(),
    open_challenges.Withdraw(),
    open_challenges.ListOpen(),
)
_NAMES = CommandNames(COMMANDS)


def carry_out(line: str, call: Call, alone: bool = True) -> CarriedOut:
    """Carry out one command.

    What is refused has changed nothing, and is answered with the reason. A stranger who writes no command, but a
    letter, is answered with what this is and how to begin; `alone` is whether the line is all that they write.
    """
    return _carry_out(call, Attempt(call, parse(line, call.catalogue, _NAMES)), may_introduce=alone)


def carry_out_fields(fields: CommandFields, call: Call) -> CarriedOut:
    """The same for a command whose parts are known one by one."""
    action = action_of(fields, call.credential.userid, call.catalogue, _NAMES)
    return _carry_out(call, Attempt(call, action))


def carry_out_reply(reply: Reply, call: Call) -> CarriedOut:
    """Carry out a mail that may answer a letter of ours; what it means then is for `answers` to say.

    Where the Subject or the first line is a whole command, that is carried out, as in any other letter: many are
    used to write it over the Subject of the letter that they answer.
    """
    is_ours = subject_of_ours(reply.subject, call.catalogue, reply.is_answer) is not None
    if reply.token is None and reply.code is None and not is_ours:
        return carry_out(reply.subject or reply.line, call)
    answering = stands_for(call, reply)
    if not is_ours and _is_whole_command(subject := parse(reply.subject, call.catalogue, _NAMES)):
        return _carry_out(call, Attempt(call, subject))
    call.body, call.comment = reply.body, reply.comment
    has_words = answering is not None and answering.kind in WITH_WORDS
    line = parse(reply.line, call.catalogue, _NAMES)
    if _is_whole_command(line, only_with_password=has_words):
        return _carry_out(call, Attempt(call, line))
    return _carry_out(call, Answer(call, reply, answering, _NAMES))


def _is_whole_command(parsed: Action | ParseError, only_with_password: bool = False) -> bool:
    """Whether a line is a command with all that it takes. Subjects of ours are none: `Hex Board 101 bob`."""
    if isinstance(parsed, ParseError):
        return False
    secrets = parsed.secrets
    if only_with_password and not parsed.takes_password and not any(len(each) >= CODE_LETTERS for each in secrets):
        return False
    return all(len(secret) >= SHORTEST_PASSWORD for secret in secrets)


def _carry_out(call: Call, attempt: Attempt, may_introduce: bool = False) -> CarriedOut:
    try:
        with undone_on_error(call.work.connection):
            outcome = attempt.do()
            check_a_person_wrote(call, attempt.command, attempt.secrets, attempt.reply)
            check_words(call, outcome)
            check_may_write(call, outcome)
            letters = [*_letters(call, (*call.outcomes, outcome))]
            if outcome.writes_to_others:
                check_letters_to_others(
                    call, letters, held=getattr(outcome, "held", ()), watching=getattr(outcome, "only_watching", ())
                )
        done = CarriedOut(outcome, letters, attempt.quoting.for_log(done=True), attempt.name)
        call.outcomes.clear()
    except Refusal as refusal:
        attempt.check_it_may_be_done()
        call.outcomes.clear()
        if isinstance(refusal, KeptBack) and refusal.is_done_without:
            # All that the command had done has been undone: now it is done once more, without the words.
            call.comment, call.kept_back = "", refusal.words
            return _carry_out(call, attempt, may_introduce)
        if isinstance(refusal, OverBudget):
            call.visit.spent.add(refusal.limit.what)
        if isinstance(refusal, WrongPassword):
            # Only now: what was noted while the command was carried out has been undone with it.
            note_wrong_password(call, refusal.userid)
        if attempt.reply is not None and not call.visit.unanswered:
            refusal = with_what_was_meant(call, attempt.reply, refusal)
        quoting = attempt.quoting
        introduced = may_introduce and isinstance(refusal, NoCommand) and is_stranger(call)
        outcome = introduction(call) if introduced else refused(call, refusal, attempt.command, quoting)
        done = CarriedOut(outcome, letters_of(outcome, call), quoting.for_log(), attempt.name)
    note_guesses(call)
    return done


def _letters(call: Call, outcomes: Iterable[Outcome]) -> Iterator[Letter]:
    for letter in (letter for outcome in outcomes for letter in letters_of(outcome, call)):
        if not (letter.only_mailed and call.principal.signed_in):
            yield letter
        elif letter.to:
            yield replace(letter, answers=False)


def _commands_in(body: str) -> Iterable[str]:
    for line in body.splitlines():
        if line.strip().lower() in {"end", "--"}:
            return
        if line.strip():
            yield line[: LONGEST_LINE + 1]
