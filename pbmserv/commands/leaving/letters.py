"""Letters about leaving the server: to who leaves, and to everybody at their boards."""

from __future__ import annotations

from pbmserv.commands.leaving.actions import LeavingAsked, Left, Stayed
from pbmserv.commands.requests.context import Call
from pbmserv.commands.requests.letters import letters_of, question_letter
from pbmserv.commands.requests.recipients import only_to, to_players, to_sender
from pbmserv.letters.letter import Letter, write
from pbmserv.storage.recipients import Recipient


def of_leaving_asked(asked: LeavingAsked, call: Call) -> list[Letter]:
    """To the player's addresses, and a word of it to who has asked from elsewhere."""
    letter = question_letter(asked, call, "signoff", "Do you want to leave?")
    letters = only_to(call, asked.player, letter)
    if not letters:
        # Nobody else can be asked than who knows the password.
        return [to_sender(call, letter)]
    if any(each.answers for each in letters):
        return letters
    return [*letters, to_sender(call, write("signoff_asked", "Do you want to leave?", userid=asked.player.userid))]


def of_staying(stayed: Stayed, call: Call) -> list[Letter]:
    """To who has said so."""
    return [to_sender(call, write("stays", "You have not left", userid=stayed.player.userid))]


def of_leaving(left: Left, call: Call) -> list[Letter]:
    """To everybody else at the boards, and one to the player, the last."""
    outcomes = [*(outcome for _, outcome in left.given_up), *left.waiting]
    letters = [letter for outcome in outcomes for letter in letters_of(outcome, call)]
    reader = Recipient(left.player, left.addresses)
    farewell = write(
        "farewell",
        f"Goodbye, {left.player.userid}",
        userid=left.player.userid,
        server=call.server,
        boards=[title for title, _ in left.given_up],
    )
    return [
        *(letter for letter in letters if letter.player not in {None, left.player}),
        *to_players(call, {left.player: farewell}, lambda: farewell, {left.player: reader}),
    ]
