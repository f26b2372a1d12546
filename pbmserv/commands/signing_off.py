"""Leaving the server for good: signoff, and what becomes of a player's boards."""

from __future__ import annotations

import secrets
from dataclasses import replace
from datetime import timedelta

from pbmserv.commands.announcing import tell_of_turn
from pbmserv.commands.call import Call, Posted
from pbmserv.commands.kinds import Code, Password, Userid
from pbmserv.commands.language import Argument, Command, Given
from pbmserv.commands.passwords import digest_of
from pbmserv.commands.questions import ask
from pbmserv.games.base import Refusal
from pbmserv.games.chance import SEED_BYTES
from pbmserv.letters.letter import write
from pbmserv.play.board import Board, Player, Status
from pbmserv.store import players as store

SIGNOFF = "signoff"
CODE_IS_GOOD_FOR = timedelta(days=1)
EVERY_BOARD = 100_000
"""More than anybody plays."""


class Signoff(Command):
    """Leave this server.

    You give up all games that you play, your addresses are forgotten, and no more
    letters come. Your name stays in the records of your games, and nobody else
    can ever have it. To be sure that it is you, a letter with a code is sent to
    your addresses first: answer it, or give the code after the password:

        signoff alice secret7
        signoff alice secret7 k3m8pwx2vq7rnt4ha
    """

    words = ("signoff", "delete")
    arguments = (
        Argument("userid", Userid()),
        Argument("password", Password()),
        Argument("code", Code(), optional=True),
    )
    example = "signoff alice secret7"

    def carry_out(self, call: Call, given: Given) -> None:
        player = call.authenticate(given["userid"], given["password"])
        if given.get("code") is None:
            _ask(call, player)
            return
        code = call.work.players.redeem_code(digest_of(given["code"]), SIGNOFF, call.at)
        if code is None or code.player != player:
            raise Refusal("This code is not known, has been used already, or is too old.")
        leave(call, player)


def confirm_leaving(call: Call, code: store.Code) -> None:
    """Have somebody leave who has been asked whether they want to."""
    leave(call, code.player)


def stay(call: Call, code: store.Code) -> None:
    """Forget that somebody wanted to leave."""
    call.work.players.drop_codes(call.work.players.codes(code.player, SIGNOFF))
    call.answer(write("stays", "You have not left", userid=code.player.userid))


def leave(call: Call, player: Player) -> None:
    """Have a player leave the server: give up all games, and forget all but the name.

    The others at the boards are told; the player gets one letter, the last.
    """
    boards = _boards_of(call, player)
    for board in boards:
        call.posted += _given_up(call, board, player)
    call.player = player
    farewell = write(
        "farewell",
        f"Goodbye, {player.userid}",
        userid=player.userid,
        server=call.server,
        boards=[board.title for board in boards],
    )
    call.write_to({player: farewell}, instead=lambda: farewell)
    call.work.players.leave(player, call.at)
    call.work.standings.place_everywhere(player)


def _ask(call: Call, player: Player) -> None:
    call.work.players.drop_codes(call.work.players.codes(player, SIGNOFF))
    letter = ask(call, player, SIGNOFF, "", call.at + CODE_IS_GOOD_FOR, "signoff", "Do you want to leave?")
    if not call.write_only_to(player, letter):
        # Nobody else can be asked than who knows the password.
        call.answer(letter)
    elif not any(posted.answers for posted in call.posted):
        call.answer(write("signoff_asked", "Do you want to leave?", userid=player.userid))


def _boards_of(call: Call, player: Player) -> list[Board]:
    """The boards on which a player plays, kept from being changed by others, in one order for everybody."""
    lines = call.work.boards.lines(players=[player], status=Status.ACTIVE, limit=EVERY_BOARD)
    loaded = [call.work.boards.load(line.game, line.number, for_change=True) for line in lines]
    return [board for board in loaded if board and board.is_on and player in board.staying]


def _given_up(call: Call, board: Board, player: Player) -> list[Posted]:
    """Give up one game, and return the letters to everybody else."""
    apart = replace(call, posted=[], comment="")
    from pbmserv.play import leaving

    tell_of_turn(apart, board, leaving.give_up(board, player, call.at, secrets.token_bytes(SEED_BYTES)))
    return [posted for posted in apart.posted if posted.player not in {None, player}]
