"""The signoff command, and what happens to a player's boards."""

from __future__ import annotations

import secrets
from dataclasses import replace
from datetime import timedelta

from pbmserv.commands.playing.turns import save_turn
from pbmserv.commands.requests.budgets import note_has_answered
from pbmserv.commands.requests.context import Call, Command
from pbmserv.commands.requests.letters import letters_of, question_letter
from pbmserv.commands.requests.outcome import ConfirmationRequested, Outcome
from pbmserv.commands.requests.passwords import digest_of
from pbmserv.commands.requests.questions import new_question
from pbmserv.commands.requests.recipients import only_to, to_players, to_sender
from pbmserv.commands.starting.open_challenges import give_up_seats
from pbmserv.commands.starting.substitutes import end_offers_to
from pbmserv.games.base import Refusal
from pbmserv.games.chance import SEED_BYTES
from pbmserv.games.message import Message
from pbmserv.language.argument_types import PLAYER, Code
from pbmserv.language.command_spec import Argument, ParsedArgs
from pbmserv.letters.letter import Letter, write
from pbmserv.play.board import Board, Player, Status
from pbmserv.storage import codes
from pbmserv.storage.recipients import Recipient

SIGNOFF = "signoff"
CODE_IS_GOOD_FOR = timedelta(days=1)
EVERY_BOARD = 100_000
"""More boards than anybody plays."""


class LeavingAsked(ConfirmationRequested, frozen=True):
    written_by = "leaving.actions:of_leaving_asked"

    by_password: bool = False
    """Whether it was asked with the player's password."""


class Stayed(Outcome, frozen=True):
    written_by = "leaving.actions:of_staying"

    player: Player


class Left(Outcome, frozen=True):
    """A player has left; `addresses` are their former ones, and `language` is the one in which they were written to.

    The titles of the boards given up, with the results, are for the other players. `waiting` is what happened to open
    challenges.
    """

    written_by = "leaving.actions:of_leaving"

    player: Player
    given_up: tuple[tuple[str, Outcome], ...]
    addresses: tuple[str, ...]
    waiting: tuple[Outcome, ...] = ()
    language: str = ""


class Signoff(Command):
    """Leave this server.

    You give up all games that you play, your addresses are forgotten, and no more
    letters come. Your name stays in the records of your games, and nobody else
    can ever have it. To be sure that it is you, a letter with a code is sent to
    your addresses first. Answer it with the one word yes, and nothing else, or
    give the code after the password:

        signoff alice secret7
        signoff alice secret7 k3m8pwx2vq7rnt4ha
    """

    words = ("signoff", "delete")
    arguments = (
        *PLAYER,
        Argument("code", Code(), optional=True),
    )
    about_account = True
    example = "signoff alice secret7"

    def carry_out(self, call: Call, given: ParsedArgs) -> Outcome:
        player = call.player
        if given.get("code") is None:
            who = call.principal
            known_otherwise = who.replier or who.signed_in or call.credential.is_operator
            return ask(call, player, by_password=not known_otherwise)
        code = call.work.codes.redeem(digest_of(given["code"]), SIGNOFF, call.at)
        if code is None or code.player != player:
            raise Refusal("This code is not known, has been used already, or is too old.")
        return leave(call, player)


def confirm_leaving(call: Call, code: codes.Code) -> Left:
    return leave(call, code.player)


def asked_at(code: codes.Code) -> str:
    """Where a player was asked who has no address that letters reach."""
    return code.subject


def question_of(call: Call, code: codes.Code) -> str:
    """What a code asks, where its answer was not clear."""
    return Message("{player}, do you want to leave {server}?", player=code.player.userid, server=call.server)


def stay(call: Call, code: codes.Code) -> Stayed:
    call.work.codes.drop_all(code.player, SIGNOFF)
    note_has_answered(call, code.player.userid, SIGNOFF)
    return Stayed(code.player)


def leave(call: Call, player: Player) -> Left:
    """Sign off a player: give up all games, delete all but the name.

    The others at the boards are told; the player gets one last letter.
    """
    call.principal.player = player
    # Imported here, since it knows the tables of everything that there is about a player.
    from pbmserv.storage.forgetting import forget

    given_up = tuple((board.title, _give_up(call, board, player)) for board in _boards_of(call, player))
    waiting = give_up_seats(replace(call, comment=""), player)
    call.outcomes += end_offers_to(call, player)
    known = call.work.addresses.of([player])[player]
    language = call.work.recipients.of([player])[player].language
    forget(call.work.connection, player)
    call.work.players.leave(player, call.at)
    call.work.standings.place_everywhere(player)
    return Left(player, given_up, tuple(each.address for each in known if each.usable), waiting, language)


def ask(call: Call, player: Player, by_password: bool = False) -> LeavingAsked:
    """Ask a player whether they leave; an earlier question is good no longer."""
    call.work.codes.drop_all(player, SIGNOFF)
    reached = any(each.usable for each in call.work.addresses.of([player])[player])
    elsewhere = "" if reached else call.credential.address or ""
    code = new_question(call, player, SIGNOFF, elsewhere, call.at + CODE_IS_GOOD_FOR)
    return LeavingAsked(player, code, CODE_IS_GOOD_FOR.days, by_password)


def _boards_of(call: Call, player: Player) -> list[Board]:
    """Lock the player's boards, in a fixed order to avoid deadlocks."""
    lines = call.work.listing.lines(players=[player], status=Status.ACTIVE, limit=EVERY_BOARD)
    loaded = [call.work.boards.load(line.game, line.number, for_change=True) for line in lines]
    return [board for board in loaded if board and board.is_on and player in board.staying]


def _give_up(call: Call, board: Board, player: Player) -> Outcome:
    from pbmserv.play import leaving

    for seat in board.seats_of(player):
        board.seats[seat].is_gone = True
    turn = leaving.give_up(board, player, call.at, secrets.token_bytes(SEED_BYTES))
    return save_turn(replace(call, comment=""), board, turn)


def of_leaving_asked(asked: LeavingAsked, call: Call) -> list[Letter]:
    """To the player's addresses, and a note to an asker who wrote from elsewhere."""
    facts = {"by_password": asked.by_password}
    letter = question_letter(
        asked, call, "leaving/signoff", "Do you want to leave?", facts, yes="Yes, leave", no="No, stay"
    )
    letters = only_to(call, asked.player, letter)
    if not letters:
        # Nobody else can be asked than who knows the password.
        return [to_sender(call, letter)]
    if any(each.answers for each in letters):
        return letters
    return [
        *letters,
        to_sender(call, write("leaving/signoff_asked", "Do you want to leave?", userid=asked.player.userid)),
    ]


def of_staying(stayed: Stayed, call: Call) -> list[Letter]:
    return [to_sender(call, write("leaving/stays", "You have not left", userid=stayed.player.userid))]


def of_leaving(left: Left, call: Call) -> list[Letter]:
    """To everybody else at the boards, and a last one to the player."""
    outcomes = [*(outcome for _, outcome in left.given_up), *left.waiting]
    letters = [letter for outcome in outcomes for letter in letters_of(outcome, call)]
    reader = Recipient(left.player, left.addresses, language=left.language)
    farewell = write(
        "leaving/farewell",
        Message("Goodbye, {player}", player=left.player.userid),
        userid=left.player.userid,
        server=call.server,
        boards=[title for title, _ in left.given_up],
    )
    return [
        *(letter for letter in letters if letter.player not in {None, left.player}),
        *to_players(call, {left.player: farewell}, lambda: farewell, {left.player: reader}),
    ]
