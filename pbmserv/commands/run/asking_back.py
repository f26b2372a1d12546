"""Refusals that ask: whether a certain move or game was meant, the same question again, whether to do a command.

Nothing has been done before the answer. A move that may be meant waits on its board, a command behind a code.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import timedelta

from msgspec import structs

from pbmserv.commands.requests.authentication import authenticate
from pbmserv.commands.requests.budgets import has_had_enough, note_has_answered
from pbmserv.commands.requests.context import Call, Command
from pbmserv.commands.requests.letters import question_letter
from pbmserv.commands.requests.outcome import ConfirmationRequested, Outcome
from pbmserv.commands.requests.passwords import digest_of
from pbmserv.commands.requests.prefetch import MULTIPLE
from pbmserv.commands.requests.questions import new_question
from pbmserv.commands.requests.recipients import to_sender
from pbmserv.commands.requests.reply import Reply
from pbmserv.commands.run.parser import Action, ParseError, parse
from pbmserv.commands.starting.invitations import LETTERS_ASKING
from pbmserv.commands.starting.open_challenges import Withdraw
from pbmserv.games.base import Refusal
from pbmserv.games.message import Message
from pbmserv.language.argument_types import MoveText
from pbmserv.language.command_spec import Claim
from pbmserv.language.words import A_PASSWORD, LONGEST_LINE, MASK, Misspelt, Word, in_quotes
from pbmserv.letters.absence import LOOKS_SO
from pbmserv.letters.letter import Letter, write
from pbmserv.letters.reply_address import Tag, reply_address, tagged_address
from pbmserv.play.board import Board, Player, Status, named
from pbmserv.play.leaving import what_resigning_does
from pbmserv.play.plans import CHAT
from pbmserv.play.record import RESIGN
from pbmserv.play.yes_and_no import NO, YES
from pbmserv.storage.codes import Code
from pbmserv.storage.invitations import Meant
from pbmserv.storage.tokens import Answering, Kind

MEANT = "meant"
"""The purpose of codes that carry out a command."""
CODE_IS_GOOD_FOR = timedelta(days=3)
_MOST_WAITING = 100


class DidYouMean(Refusal):
    """An answer has one possible meaning but is not plain: the player is asked."""

    def __init__(self, words: str, move: str) -> None:
        super().__init__(words)
        self.move = move
        self.for_others = ""
        """What a yes sends to the others, with the move or alone."""


_ASKED = {
    "resign": Message("Do you want to resign?"),
    "propose": Message("Do you want to propose a tie?"),
    "undo": Message("Do you want to ask for your last move back?"),
}
"""How it is asked whether what is no move of the game's own was meant."""


def did_you_mean(board: Board, player: Player, move: str, why: str = "") -> DidYouMean:
    """The question whether the player meant a move; of a resignation it says what a yes does."""
    if move == RESIGN:
        result = what_resigning_does(board, player)
        why = Message("{why} {result}", why=why, result=result) if why else result
    return DidYouMean(
        Message(
            "{question} Then answer this letter with yes in its first line; else with the move"
            " that you mean. Nothing that you wrote has been passed on.\n\n{why}",
            question=Message(_ASKED[move]) if move in _ASKED else Message("Did you mean {move}?", move=move),
            why=Message(why),
        ),
        move,
    )


def shall_it_go(board: Board, player: Player, why: str) -> DidYouMean:
    """The question whether what a player wrote is for the others."""
    return DidYouMean(
        Message(
            "Shall your words go to {players}? Then answer this letter with yes in its first line; else with"
            " your move. Nothing that you wrote has been passed on.\n\n{why}",
            players=named([each for each in board.players if each != player]),
            why=why,
        ),
        CHAT,
    )


class Unclear(Refusal):
    """An answer is neither yes nor no: the question is asked again, and this letter can be answered as the first."""

    def __init__(
        self,
        call: Call,
        reply: Reply,
        question: str,
        how: str = "Answer this letter with yes or no in its first line.",
        why: str = "It is not clear whether what you wrote is a yes or a no, so it has gone to nobody.",
    ) -> None:
        question, how, why = Message(question), Message(how), Message(why)
        super().__init__(Message("{question} {how}\n\n{why}", question=question, how=how, why=why))
        self.reply_to = same_address(call, reply)
        self.for_others = ""
        """What a yes sends to the others."""

    def address(self, call: Call) -> str | None:
        """The address for the answer."""
        return self.reply_to


class GuestMeant(Unclear):
    """A guest has answered an invitation with a first move, or a yes and more: the yes to this letter, and to no
    other, plays the move and sends the words.
    """

    def __init__(self, call: Call, reply: Reply, code: str, meant: Meant, question: str, how: str, why: str) -> None:
        super().__init__(call, reply, question, how, why)
        self.code, self.meant, self.for_others = code, meant, meant.words

    def address(self, call: Call) -> str | None:
        """The address for the yes; what it means is stored."""
        digest = digest_of(self.code)
        invitation = call.work.invitations.with_code(digest, call.at, for_change=True)
        if invitation is None:
            return self.reply_to
        place = invitation.guest(digest).place
        asked = invitation.asked(place)
        if self.meant not in asked:
            call.work.invitations.ask(invitation, place, self.meant)
        which = LETTERS_ASKING[[*asked, self.meant].index(self.meant)]
        return tagged_address(call.server, Tag.CODE, self.code + which)


def same_address(call: Call, reply: Reply) -> str | None:
    """The address that an answer went to, to which the next one can go as well."""
    if reply.code is not None:
        return tagged_address(call.server, Tag.CODE, reply.code)
    return reply_address(call.server, reply.token) if reply.token else None


class AnsweredInstead(Refusal):
    """Nothing is done, and a letter of its own says what can be."""

    def __init__(self, outcome: Callable[[Call], Outcome]) -> None:
        super().__init__("Nothing has been done.")
        self.outcome = outcome
        """What comes of it, once all that was done has been undone."""


class AsksFirst(Refusal):
    """Whether a command was meant is asked first; a yes to the letter carries it out."""

    def __init__(self, words: str, player: Player, line: str, otherwise: str = "") -> None:
        super().__init__(Message("{question} {line}.", question=words, line=as_asked(line)))
        self.asks = words
        self.player = player
        self.line = line
        """The command, with its password masked."""
        self.otherwise = otherwise
        """What a no carries out; empty if nothing."""

    def may_ask(self, call: Call) -> bool:
        """Whether a mail gets this question: one that is unanswered only for its words of an absence gets it once.

        A program may write such words, with other days in them each time: of these questions, too, only a few a day
        go unanswered.
        """
        if call.mail.unanswered == LOOKS_SO:
            return not (self.is_asked(call) or has_had_enough(call, self.player.userid, MEANT))
        if call.mail.unanswered:
            return False
        # Anybody can write in a player's name, but only the player has the address of a letter that was to them.
        is_theirs = call.principal.answering is not None or call.is_proven
        return is_theirs or not has_had_enough(call, self.player.userid, MEANT)

    def unasked(self) -> Refusal:
        """What is said where no question may be asked."""
        return Misspelt(
            Message(
                "Several questions of ours wait for your answer, so this is not asked as well, and nothing has been"
                " done. If you mean this command, write it as the Subject, with your password where it needs one:"
                " {line}.",
                line=self.line.replace(MASK, A_PASSWORD),
            )
        )

    def is_asked(self, call: Call) -> bool:
        """Whether this very question waits for its answer already."""
        codes = call.work.codes.of(self.player, MEANT).values()
        return any(json.loads(code.subject)["line"] == self.line for code in codes)

    def about(self, call: Call) -> dict[str, str | int]:
        """What is stored of the question beside its command."""
        # What a no carries out as well is a question of its own, and no mere command.
        return {"otherwise": self.otherwise, "asks": self.asks} if self.otherwise else {}

    def ask(self, call: Call) -> MeantAsked:
        call.work.codes.drop_old(self.player, MEANT, call.at)
        about = json.dumps({"line": self.line, "comment": call.comment, **self.about(call)})
        code = new_question(call, self.player, MEANT, about, call.at + CODE_IS_GOOD_FOR)
        line = as_asked(self.line)
        asked = MeantAsked(self.player, code, CODE_IS_GOOD_FOR.days, self.asks, line, call.comment)
        return structs.replace(asked, is_answered_by_no=bool(self.otherwise))


class AsksAboutLines(AsksFirst):
    """Whether several moves were meant, in answer to a letter with several boards; a yes makes them."""

    def __init__(self, player: Player, lines: Sequence[str]) -> None:
        super().__init__(
            "Your answer names several boards. Do you want to make these moves?", player, "\n".join(lines)
        )

    def about(self, call: Call) -> dict[str, str | int]:
        answering = call.principal.answering
        return {
            "digest": answering.about if answering else 0,
            "asks": Message("{question} {lines}.", question=self.asks, lines=self.line.replace("\n", "; ")),
        }


class MeantAsked(ConfirmationRequested, frozen=True):
    """A player is asked whether a command was meant."""

    written_by = "run.asking_back:of_question"

    words: str
    line: str
    comment: str = ""
    """The words that a yes sends along: anybody may have written them, if the letter is forged."""
    is_answered_by_no: bool = False
    """Whether a no sends them along, too, with a no to what is asked."""


class NotMeant(Outcome, frozen=True):
    """A command that was asked about is not wanted."""

    written_by = "run.asking_back:of_no"

    line: str


def answers_a_question(call: Call, reply: Reply, player: Player) -> bool:
    """Whether a mail answers the letter in which a player was asked about a command, whose address only they have."""
    found = call.work.codes.find(digest_of(reply.code), call.at) if reply.code else None
    return found is not None and found.purpose == MEANT and found.player == player


def says_what_is_asked(call: Call, reply: Reply) -> bool:
    """Whether an answer to the question about a command is this command itself, or its last words: `join spring-cup`.

    Not where its last word is a yes or a no of its own.
    """
    found = call.work.codes.find(digest_of(reply.code), call.at) if reply.code else None
    if found is None or found.purpose != MEANT or len(reply.line) > LONGEST_LINE:
        return False
    parsed = parse(json.loads(found.subject)["line"], call.catalogue, call.commands)
    if isinstance(parsed, ParseError) or parsed.line.words[-1].text in {YES, NO}:
        return False
    verb, own = parsed.command.name.split()[-1], {found.player.userid.lower(), MASK}
    asked = [word.text.lower() for word in parsed.line.words if word.text.lower() not in own]
    said = [word for word in reply.line.lower().strip(" .!\"'").split() if word not in own]
    return verb in said and (said == [verb] or asked[-len(said) :] == said)


def question_of(call: Call, code: Code) -> str:
    """What a code asks, where its answer was not clear."""
    about = json.loads(code.subject)
    if "asks" in about:
        return str(about["asks"])
    line = about["line"]
    parsed = parse(line, call.catalogue, call.commands)
    if isinstance(parsed, ParseError):
        return Message("Shall this be done: {line}?", line=as_asked(line))
    return Message("Shall this be done: {line}? {does}.", line=as_asked(line), does=Message(parsed.command.summary))


def carry_out_meant(call: Call, code: Code) -> Outcome:
    """Carry out the command of a code in its player's name. Raises `Refusal`."""
    return _carry_out(call, code, json.loads(code.subject)["line"])


def _carry_out(call: Call, code: Code, line: str) -> Outcome:
    note_has_answered(call, code.player.userid, MEANT)
    about = json.loads(code.subject)
    if digest := about.get("digest"):
        # As lines that answer the letter itself.
        call.principal.answering = Answering(Kind.DIGEST, code.player, digest)
        call.body, line = line, MULTIPLE
    parsed = parse(line, call.catalogue, call.commands)
    if isinstance(parsed, ParseError):
        raise parsed.refusal
    call.comment = "\n\n".join(filter(None, [about["comment"], call.comment]))
    # Its player has answered the question, which stands for the password.
    call.game, call.line, call.principal.replier = parsed.game, parsed.line, code.player
    call.principal.credential = replace(call.credential, claim=Claim(code.player.userid, None))
    given = parsed.command.resolve(call, parsed.given)
    if parsed.command.needs_player:
        authenticate(call, parsed.command.needs_password, parsed.command.takes_code)
    return parsed.command.carry_out(call, given)


def not_meant(call: Call, code: Code) -> Outcome:
    if otherwise := json.loads(code.subject).get("otherwise"):
        return _carry_out(call, code, otherwise)
    note_has_answered(call, code.player.userid, MEANT)
    return NotMeant(as_asked(json.loads(code.subject)["line"]))


def of_question(asked: MeantAsked, call: Call) -> list[Letter]:
    facts = {"words": asked.words, "line": asked.line, "comment": asked.comment, "no_too": asked.is_answered_by_no}
    return [to_sender(call, question_letter(asked, call, "run/meant", "Did you mean this?", facts))]


def of_no(declined: NotMeant, call: Call) -> list[Letter]:
    return [to_sender(call, write("run/not_meant", "Nothing has been done", line=declined.line))]


def players_meant(call: Call, error: ParseError) -> list[Player]:
    """Whom a command without a game is about, as in `move 121 alice secret7 d3`: its player, or who seems to write.

    Numbers of boards are unique for a game only.
    """
    rest = error.line.plain
    if error.command is None or not error.command.needs_player:
        return list(call.principal.at_address) if call.credential.is_certain else []
    named = call.work.players.named([rest[1].text]) if len(rest) > 1 else {}
    return [player for player in named.values() if call.principal.has_address(player)]


def with_its_game(call: Call, error: ParseError, player: Player) -> list[Action]:
    """What the command is for each of the player's boards that it may be about."""
    return [action for action in with_games(call, error, player) if isinstance(action, Action)]


def with_games(call: Call, error: ParseError, player: Player) -> list[Action | ParseError]:
    """The line of a command without a game, read with the game of each of the player's boards of that number."""
    command, rest = error.command, error.line.plain
    if command is None or not command.arguments or not rest or not rest[0].text.isdecimal():
        return []
    if not command.arguments[0].name.startswith("board"):
        return []
    status = None if command.reads_only else Status.ACTIVE
    lines = call.work.listing.lines(numbers=[int(rest[0].text[:9])], players=[player], status=status)
    typed = " ".join(map(as_typed, error.line.words))
    games = [line.game for line in lines if line.game in call.catalogue]
    if isinstance(command, Withdraw):
        # What waits for players is no board yet.
        waiting = call.work.open_challenges.with_seat_of(player, _MOST_WAITING)
        games = [each.game.word for each in waiting if each.number == int(rest[0].text[:9])]
    return [parse(f"{game} {typed}", call.catalogue, call.commands) for game in games]


def corrected(call: Call, action: Action) -> str:
    """The line of a command with its game and its usual name, without its password.

    A move is for the board as it stands now.
    """
    names = [*([action.game.word] if action.command.of_a_game and action.game else []), action.command.name]
    rest = [MASK if word.text in action.secrets else as_typed(word) for word in action.line.rest]
    line = " ".join([*names, *rest])
    is_move = ends_with_a_move(action.command)
    board = call.work.boards.load(action.game.word, action.given["board"]) if is_move and action.game else None
    return line if board is None or action.given["move"].number is not None else f"{line}#{board.next_number}"


def ends_with_a_move(command: Command) -> bool:
    return bool(command.arguments) and isinstance(command.arguments[-1].kind, MoveText)


def as_asked(line: str) -> str:
    """A command as a question shows it: a yes stands for the password, of which not even the place is shown."""
    return " ".join(word for word in line.split(" ") if word != MASK)


def as_typed(word: Word) -> str:
    return word.text if word.plain else in_quotes(word.text)
