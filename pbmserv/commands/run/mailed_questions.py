"""Answers to letters with a code: invitations, and the questions whether an address, a challenge, a command is meant.

A code is good once, and from where its letter went.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from contextlib import suppress
from typing import Any

from pbmserv.commands.accounts import actions as accounts
from pbmserv.commands.accounts.actions import Forgotten
from pbmserv.commands.accounts.first_game import game_asked, game_named, server_asked
from pbmserv.commands.leaving import actions as leaving
from pbmserv.commands.requests import confirmed_addresses
from pbmserv.commands.requests.authentication import FORGOT, check_code_came_here
from pbmserv.commands.requests.context import Call, Command
from pbmserv.commands.requests.credentials import CodeIsElsewhere
from pbmserv.commands.requests.outcome import Outcome
from pbmserv.commands.requests.passwords import digest_of
from pbmserv.commands.requests.questions import (
    DECLINE,
    Question,
    guest_answer,
    name_in_words,
    name_introduced,
)
from pbmserv.commands.requests.reply import Reply
from pbmserv.commands.requests.words_for_others import fit_for_others
from pbmserv.commands.run.asking_back import (
    MEANT,
    AnsweredInstead,
    GuestMeant,
    Unclear,
    carry_out_meant,
    not_meant,
    question_of,
    same_address,
    says_what_is_asked,
)
from pbmserv.commands.run.meant_moves import ask_about_the_only_move
from pbmserv.commands.run.notices import another_game_wanted, offer_is_over
from pbmserv.commands.run.parser import CommandFields
from pbmserv.commands.run.words_for_commands import may_mean_one
from pbmserv.commands.starting import challenges, forged_challenges
from pbmserv.commands.starting.greeting import is_greeting, others_wanted, question_in, with_game
from pbmserv.commands.starting.invitation_answers import check_new_name
from pbmserv.commands.starting.invitations import LETTERS_ASKING, MOST_WORDS, code_and_letter
from pbmserv.games.base import Game, Refusal
from pbmserv.games.message import Message
from pbmserv.language.argument_types import Code, OneOf
from pbmserv.language.command_spec import Argument, Claim, ParsedArgs
from pbmserv.language.words import MASK, NoWords
from pbmserv.letters.absence import looks_like_absence
from pbmserv.letters.subjects import FORGOTTEN, HELP, INVITATIONS, subject_of_ours
from pbmserv.play.games_in_sentences import games_named
from pbmserv.play.wishes import wish_in
from pbmserv.play.words.wish import Wish
from pbmserv.play.yes_and_no import (
    NO,
    YES,
    asks_to_stop,
    behind_a_yes,
    beside_kind_words,
    in_one_word,
    leans,
    says_yes_and_more,
    told_by,
    words_in,
)
from pbmserv.storage.codes import Code as StoredCode
from pbmserv.storage.invitations import Invitation, Meant
from pbmserv.storage.players import folded

_TOO_OLD = (
    "The code in the letter that you have answered has been used already, or is too old. For a new one, answer with"
    " the word forgot. What you wrote is not quoted here, and no password has been set."
)
_WHAT_THIS_IS = (
    "This is pbmserv at {server}, a program by which people play board games by mail: when it is your turn, you get a"
    " letter with the board, and answer it with your move. It costs nothing, no password is needed, and nothing"
    ' begins before you say yes. {begins} Subject "help {word}" brings the rules.'
)
_HOW = "Answer this letter with yes, with no, or with your name here in a line like this: name robin."
"""How the question of an invitation is answered."""
_MOST_LINES_WITH_A_MOVE = 3
"""The lines of a guest's answer that may be a first move."""
_ANOTHER = re.compile(
    r"\b(?:(?:another|a different|some other) game|something (?:else|different)|ein anderes spiel|etwas anderes"
    r"|un autre jeu|autre chose|otro juego|otra cosa|un altro gioco)\b"
)


def answer_to_question(call: Call, reply: Reply, code: str) -> CommandFields:
    bare, which = code_and_letter(code)
    digest = digest_of(bare)
    invitation = call.work.invitations.with_code(digest, call.at)
    if invitation is None:
        subject = subject_of_ours(reply.subject, call.catalogue, in_an_answer=True)
        # An invitation that has ended is told from other codes by nothing but its Subject: nothing of it is kept.
        of_guest = subject in INVITATIONS or which is not None
        if subject in HELP:
            raise offer_is_over(reply)
        return CommandFields("invitation", (code, YES)) if of_guest else _confirmation(call, reply, code)
    names = [invitation.inviter.userid] if invitation.inviter else []
    if folded(call.credential.address or "") == folded(invitation.guest(digest).address):
        call.principal.answers_again_at = same_address(call, reply)
    with_server = not others_wanted(invitation)
    # Who says a name beside a game is asked about both.
    is_plain = is_greeting(invitation) and not name_in_words(reply.line)
    asked = game_asked(call.catalogue, reply.line, with_server) if is_plain else None
    answer = asked.word if asked else guest_answer(reply.line, reply.below, reply.subject, names)
    if answer is None and is_greeting(invitation) and with_server and server_asked(reply.line):
        answer = YES
    if is_greeting(invitation):
        if another := another_game_wanted(call, reply, invitation, answer):
            raise another
        if answer == NO and not asks_to_stop(reply.line):
            # Nobody has invited them, of whom they want to hear no more.
            answer = DECLINE
    if answer is None and _says_yes_and_more(call, reply, code, invitation, names):
        answer = YES
    if answer is None:
        raise _unclear_guest(call, reply, code, invitation)
    # Who invites reads what stands beside a yes or a no.
    words = reply.words if in_one_word(reply.words) is None else ""
    asked_about = invitation.asked_by(invitation.guest(digest).place, which)
    kept = asked_about.words
    if answer in {NO, DECLINE} and leans(kept, names) == YES:
        kept = ""
    if answer == YES and asked_about.name:
        answer = asked_about.name
    call.comment = "\n\n".join(filter(None, [kept, words]))
    if is_greeting(invitation):
        # What stands beside this yes is for the server; what stands below goes to a friend who is invited.
        call.comment = reply.comment if others_wanted(invitation) else ""
    return CommandFields("invitation", (code, answer))


def _says_yes_and_more(call: Call, reply: Reply, code: str, invitation: Invitation, names: Collection[str]) -> bool:
    """Whether a guest says yes in a sentence of its own, beside words that are for who invites: no move, no name."""
    game = call.catalogue.get(invitation.game)
    if game is None or is_greeting(invitation) or reply.tells_of_absence or call.mail.unanswered:
        return False
    if not says_yes_and_more(reply.line, reply.below, names) or looks_like_absence(reply.subject, reply.words):
        return False
    more = [line for line in (behind_a_yes(reply.line.strip()), *reply.below.splitlines()) if line.strip()]
    place = invitation.guest(digest_of(code_and_letter(code)[0])).place
    has_move = any(
        challenges.first_move(call, game, invitation, place, each.strip().removesuffix(".")) is not None
        for each in more[:_MOST_LINES_WITH_A_MOVE]
    )
    return not (has_move or name_in_words(reply.words) or _wants_another_game(call, reply, game))


def _unclear_guest(call: Call, reply: Reply, code: str, invitation: Invitation) -> Unclear:
    """The same question once more, or another one where a guest has begun to play, or says a name."""
    by = invitation.inviter.userid if invitation.inviter else "The operator"
    name = _name_wished(call, reply)
    how = _HOW
    if is_greeting(invitation):
        return _unclear_about_a_first_game(call, reply, code, invitation, name)
    game = call.catalogue.get(invitation.game)
    if game is None:
        return Unclear(call, reply, Message("{by} invites you to a game.", by=by), how)
    bare, which = code_and_letter(code)
    place = invitation.guest(digest_of(bare)).place
    before = invitation.asked_by(place, which)
    line = behind_a_yes(reply.line.strip().removesuffix("."))
    move = challenges.first_move(call, game, invitation, place, line)
    # Who does not answer the question about a move is asked the same; who was not invited, about none.
    wants_another = _wants_another_game(call, reply, game)
    words = _words_for_inviter(call, reply, before.words, by, wants_another)
    meant = Meant(before.move if move is None else move, words, name or before.name)
    begins = challenges.how_it_begins(call, game, invitation, place)
    what_it_is = Message(_WHAT_THIS_IS, server=call.server, begins=begins, word=game.word)
    question = Message("{by} invites you to a game of {game}. Do you want to play?", by=by, game=game.name)
    if wants_another:
        question = Message(
            "{by} invites you to a game of {game}, and only {by} can invite you to another one. Do you want to play"
            " {game}? {by} reads your words with your yes. Or answer not now: then this game does not begin, and {by}"
            " reads them, too.",
            by=by,
            game=game.name,
        )
    if move is not None:
        question = Message(
            "{line} is a move, and the game of {game} with {by} has not begun yet. Shall it begin? Then the board"
            " comes in a letter, which you answer with your move when it is your turn.",
            line=line,
            game=game.name,
            by=by,
        )
    if any(meant) and _may_be_asked(call, code, invitation, meant):
        if meant.move:
            question = Message(
                "{by} invites you to a game of {game}. Shall it begin, with {move} as your first move?",
                by=by,
                game=game.name,
                move=meant.move,
            )
        question = _with_name(question, meant.name)
        why = what_it_is if meant.words and not meant.name else Message("The game has not begun yet.")
        return GuestMeant(call, reply, bare, meant, question, how, why)
    if "?" in reply.line or wish_in(reply.line, [by]) in {Wish.WHO, Wish.RULES} or may_mean_one(reply.line):
        return Unclear(call, reply, question, how, what_it_is)
    return Unclear(call, reply, question, how)


def _unclear_about_a_first_game(call: Call, reply: Reply, code: str, invitation: Invitation, name: str) -> Unclear:
    """The question about the game with the server that a stranger seems to want, or whether they want one at all."""
    bare, which = code_and_letter(code)
    before = invitation.asked_by(invitation.guest(digest_of(bare)).place, which)
    with_server, offered = not others_wanted(invitation), call.catalogue[invitation.game]
    named = game_named(call.catalogue, reply.line) if with_server and not reply.tells_of_absence else None
    if named:
        # Where the server does not play it, this says so.
        with_game(call, invitation, named.word)
    question, meant = question_in(call, invitation), Meant(name=name or before.name, game=before.game)
    asks = "?" in reply.line or wish_in(reply.line) in {Wish.WHO, Wish.RULES}
    begins = Message("The server plays with you.")
    about = [Message(_WHAT_THIS_IS, server=call.server, begins=begins, word=offered.word)] if asks else []
    meant = meant._replace(game=named.word) if named else meant
    if (name or named) and _may_be_asked(call, code, invitation, meant):
        if with_server:
            game = call.catalogue.get(meant.game, offered)
            question = Message("Shall a game of {game} with the server begin?", game=game.name)
        why = about[0] if about else "Nothing has begun yet."
        return GuestMeant(call, reply, bare, meant, _with_name(question, meant.name), _HOW, why)
    how = "Answer this letter with the name of a game, for example: chess." if with_server else _HOW
    return Unclear(call, reply, question, how, *about)


def _name_wished(call: Call, reply: Reply) -> str:
    """The name here that a guest asks for in a sentence, `call me Zed`. Raises `Refusal` if they cannot have it."""
    if reply.tells_of_absence or call.principal.at_address:
        return ""
    if name := name_in_words(reply.words):
        check_new_name(call, name)
        return name
    # Who only says who they are has not asked for it: another that is free does as well.
    name = name_introduced(reply.words)
    with suppress(Refusal):
        if name:
            check_new_name(call, name)
            return name
    return ""


def _may_be_asked(call: Call, code: str, invitation: Invitation, meant: Meant) -> bool:
    """Whether a guest may be asked about this by one more letter, from which a yes to it is known."""
    asked = invitation.asked(invitation.guest(digest_of(code_and_letter(code)[0])).place)
    return call.principal.answers_again_at is not None and (meant in asked or len(asked) < len(LETTERS_ASKING))


def _with_name(question: Message, name: str) -> Message:
    return Message("{question} Your name here is {name} then.", question=question, name=name) if name else question


def _wants_another_game(call: Call, reply: Reply, game: Game[Any]) -> bool:
    """Whether a guest names another game than the one of the invitation: `Can we play chess instead?`"""
    named = {each.word for each in games_named(reply.line, call.catalogue)} - {game.word}
    said = " ".join(words_in(reply.line))
    return bool(named) or _ANOTHER.search(said) is not None


def _words_for_inviter(call: Call, reply: Reply, before: str, by: str, wants_another: bool) -> str:
    """What a guest has written beside a yes that is not clear, or of another game, for the inviter; empty if nobody
    may read it.
    """
    if reply.tells_of_absence or not (wants_another or leans(reply.line, [by]) == YES):
        return before
    words = fit_for_others(call, None, call.principal.at_address, reply.words, is_talk=True)
    return "\n\n".join(filter(None, [before, words]))[:MOST_WORDS]


def _confirmation(call: Call, reply: Reply, code: str) -> CommandFields:
    found = call.work.codes.find(digest_of(code), call.at)
    if found is not None and found.purpose == FORGOT:
        return _new_password(call, reply, found, code)
    if found is None and subject_of_ours(reply.subject, call.catalogue, in_an_answer=True) == FORGOTTEN:
        raise NoWords(_TOO_OLD)
    question = QUESTIONS.get(found.purpose) if found else None
    if question is None:
        # As where the whole command has been typed: it says that the code is no good.
        return CommandFields("confirm", (code, NO))
    asks = question.asks(call, found) if question.asks and found else "Do you want this?"
    answer = None if reply.tells_of_absence else question.answer_in(reply.line, reply.below)
    if not question.is_final and says_what_is_asked(call, reply):
        answer = YES
    if question.is_final and (answer is None or (answer == YES and reply.below_banner)):
        raise Unclear(
            call,
            reply,
            asks,
            "Answer this letter with the one word yes, and nothing else; or with no.",
            "This cannot be undone, so a yes has to be the whole answer.",
        )
    if answer is None:
        if found and not (reply.tells_of_absence or call.mail.unanswered):
            ask_about_the_only_move(call, found.player, reply.line)
        raise Unclear(call, reply, asks)
    return CommandFields("confirm", (code,) if answer == YES else (code, NO))


def _new_password(call: Call, reply: Reply, found: StoredCode, code: str) -> CommandFields:
    """The new password that is all that an answer says; else the letter that asks for it once more."""
    try:
        check_code_came_here(call, found.player, found.subject)
    except CodeIsElsewhere as elsewhere:
        # What was written may be a password: it is not quoted.
        raise NoWords(elsewhere.words) from None
    # The code itself is masked in what was written.
    words = [word for word in reply.line.split() if word != MASK]
    is_said = (
        not beside_kind_words(reply.line) or told_by(reply.line) or wish_in(reply.line) or asks_to_stop(reply.line)
    )
    if len(words) != 1 or is_said or reply.tells_of_absence or call.mail.unanswered:
        raise AnsweredInstead(lambda _: Forgotten(found.player, code, found.subject, is_asked_again=True))
    return CommandFields("change password", (words[0],), claim=Claim(found.player.userid, code))


QUESTIONS: Mapping[str, Question] = {
    confirmed_addresses.CONFIRM: Question(
        accounts.confirm_address,
        accounts.decline_address,
        sent_to=accounts.address_asked,
        asks=lambda call, code: Message(
            "Is {address} an address of {player}, who plays here?",
            address=call.credential.address,
            player=code.player.userid,
        ),
    ),
    forged_challenges.CHALLENGE: Question(
        challenges.Challenge().carry_out_asked, forged_challenges.decline, asks=forged_challenges.question_of
    ),
    MEANT: Question(carry_out_meant, not_meant, asks=question_of),
    leaving.SIGNOFF: Question(
        leaving.confirm_leaving, leaving.stay, is_final=True, sent_to=leaving.asked_at, asks=leaving.question_of
    ),
}
"""All mailed questions by purpose."""


class Confirm(Command):
    """Answer a question that was mailed to you.

    It may be whether an address or a challenge is yours, or whether you want to leave. Just answer that letter with
    yes or no; to leave, the whole answer has to be the one word yes. Or write this command, with the code in the
    letter. It is good only from the address that the letter went to, or from one that you have confirmed.
    """

    words = ("confirm",)
    arguments = (
        Argument("code", Code()),
        Argument("yes|no", OneOf("answer", "yes", "no"), optional=True),
    )
    about_account = True
    example = "confirm k3m8pwx2vq7rnt4ha"

    def carry_out(self, call: Call, given: ParsedArgs) -> Outcome:
        digest = digest_of(given["code"])
        found = call.work.codes.find(digest, call.at)
        question = QUESTIONS.get(found.purpose) if found else None
        if found is not None and question is not None:
            check_code_came_here(call, found.player, question.sent_to(found) if question.sent_to else "")
            code = call.work.codes.redeem(digest, found.purpose, call.at)
            if code is not None:
                answer = question.declined if given.get("yes|no") == "no" else question.confirmed
                return answer(call, code)
        raise Refusal("This code is not known, has been used already, or is too old.")
