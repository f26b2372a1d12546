"""What the operator does to players: keeps them out, lets them in again, gives them a new password, deletes them."""

from __future__ import annotations

from pbmserv.commands.call import Call
from pbmserv.commands.passwords import new_code
from pbmserv.commands.signing_off import leave
from pbmserv.games.base import Refusal
from pbmserv.letters.letter import Letter, write
from pbmserv.play.board import Player


def suspend(call: Call, userid: str, reason: str) -> str:
    """Do not let a player in any more; says what has been done.

    Their password is refused, and nobody can challenge them. Letters still come, and the clocks of their boards run
    on: nobody else's game has to wait for them. Raises `Refusal`.
    """
    player = call.known_player(userid)
    if player in call.work.players.suspended([player]):
        raise Refusal(f"{player.userid} is suspended already.")
    call.work.players.suspend(player, call.at)
    _tell(call, player, write("suspended", "Your account has been suspended", userid=player.userid, reason=reason))
    return f"{player.userid} is suspended."


def readmit(call: Call, userid: str, reason: str) -> str:
    """Let a player in again who was suspended; says what has been done.

    Raises `Refusal`.
    """
    player = call.known_player(userid)
    if player not in call.work.players.suspended([player]):
        raise Refusal(f"{player.userid} is not suspended.")
    call.work.players.suspend(player, None)
    _tell(call, player, write("readmitted", "Your account is open again", userid=player.userid, reason=reason))
    return f"{player.userid} is not suspended any more."


def reset_password(call: Call, userid: str) -> str:
    """Give a player a new password, which is returned and stands nowhere else.

    The player is told that it has been changed, not what it is. Raises `Refusal`.
    """
    player = call.known_player(userid)
    password = new_code()
    call.work.players.set_password(player, call.hash_of(password))
    _tell(call, player, write("password", "Your password has been changed", userid=player.userid, server=call.server))
    return password


def delete(call: Call, userid: str, reason: str) -> str:
    """Have a player leave the server, as if they had signed off; says what has been done.

    Raises `Refusal`.
    """
    player = call.known_player(userid)
    letter = write(
        "deleted", "Your account has been deleted", userid=player.userid, server=call.server, reason=reason
    )
    _tell(call, player, letter)
    leave(call, player)
    return f"{player.userid} is deleted; nobody else can have the name."


def _tell(call: Call, player: Player, letter: Letter) -> None:
    call.write_to({player: letter})
