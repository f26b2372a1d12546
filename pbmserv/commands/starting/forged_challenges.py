"""Challenges whose sender may be forged: the player named in From is asked before anything starts in their name."""

from __future__ import annotations

import json
from datetime import timedelta

from pbmserv.commands.requests.budgets import check_code, note_answered
from pbmserv.commands.requests.context import Call
from pbmserv.commands.requests.outcome import ConfirmationRequested, Outcome
from pbmserv.commands.requests.questions import new_question
from pbmserv.games.message import Message
from pbmserv.language.command_spec import ParsedArgs
from pbmserv.play.board import Player
from pbmserv.storage.codes import Code
from pbmserv.storage.tokens import Kind
from pbmserv.stored_names import document_of

CHALLENGE = "challenge"
"""The purpose of codes that start a game."""

CODE_DAYS = 7


class ChallengeAsked(ConfirmationRequested, frozen=True):
    """A player is asked whether a challenge from this address is theirs."""

    written_by = "starting.letters:of_challenge_asked"

    address: str
    game: str
    command: str
    comment: str


def may_be_forged(call: Call) -> bool:
    """Whether the named sender is asked first: no password, envelope or mail server proves who sent the challenge."""
    answering = call.principal.answering
    answers_welcome = answering is not None and answering.kind is Kind.WELCOME
    return not (call.credential.is_certain or answers_welcome)


def ask_whose_challenge(call: Call, player: Player, command: str, given: ParsedArgs) -> ChallengeAsked:
    """Ask a player whether a challenge is theirs: `command` as shown, `given` as stored.

    Raises `OverBudget`.
    """
    address = call.credential.address or ""
    check_code(call, address)
    call.work.codes.drop_old(player, CHALLENGE, call.at)
    about = {"address": address, "comment": call.comment, "game": call.rules.word, "given": document_of(given)}
    code = new_question(call, player, CHALLENGE, json.dumps(about), call.at + timedelta(days=CODE_DAYS))
    return ChallengeAsked(player, code, CODE_DAYS, address, call.rules.name, command, call.comment)


def question_of(call: Call, code: Code) -> str:
    """What a code asks, where its answer was not clear."""
    word = json.loads(code.subject)["game"]
    name = call.catalogue[word].name if word in call.catalogue else word
    return Message("Is the challenge to a game of {name} yours, {player}?", name=name, player=code.player.userid)


class NotChallenged(Outcome, frozen=True):
    """No game was started: the named sender says that the challenge is not theirs."""

    written_by = "starting.letters:of_challenge_declined"

    player: Player


def decline(call: Call, code: Code) -> NotChallenged:
    note_answered(call, json.loads(code.subject)["address"])
    return NotChallenged(code.player)
