"""The letter to a guest, who may never have heard of this server."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from pbmserv.games.message import Message
from pbmserv.letters.letter import LINE_OF_STARS, Letter, quoted, write
from pbmserv.letters.page import ActionLink, SeenBoard, SeenPositions, moved
from pbmserv.letters.reply_address import Tag, tagged_address
from pbmserv.play.board import Board
from pbmserv.play.view import BoardNews, BoardViews


def invitation_letter(
    board: Board,
    server: str,
    code: str,
    inviter: str,
    seats: Sequence[str],
    players: Sequence[str],
    again: bool = False,
    **facts: Any,
) -> Letter:
    """The letter with the `code` that answers it; `board` shows the game's start.

    `inviter` is a userid, or empty for the operator, `players` those who have the address. `facts` are further
    template values. `again` leaves out the board and the inviter's words, which another language has above it.
    """
    view = BoardViews(board, BoardNews("preview")).of(None)
    reply_to = tagged_address(server, Tag.CODE, code)
    if inviter:
        title = Message("Invitation to {game} from {inviter}", game=board.game.name, inviter=inviter)
        preview = Message("{inviter} would like to play {game} with you.", inviter=inviter, game=board.game.name)
    else:
        title = Message("Invitation to {game}", game=board.game.name)
        preview = Message("Somebody would like to play {game} with you.", game=board.game.name)
    letter = write(
        "invitation",
        title,
        offers=_offers(facts["name"], players),
        game=board.game,
        summary=Message(f"{board.game.summary[0].lower()}{board.game.summary[1:]}"),
        view=view,
        server=server,
        code=code,
        inviter=inviter,
        seats=seats,
        players=players,
        is_player=bool(players),
        again=again,
        other_name="robin" if facts["name"] != "robin" else "kim",
        **facts,
    )
    body = letter.body
    if body is not None:
        seen = SeenBoard(SeenPositions(board.game), view.seen, None)
        body = replace(body, preview=preview, seen=seen)
    return replace(
        letter,
        reply_to=reply_to,
        unasked=True,
        body=body,
        only_mailed=True,
        unsubscribe=(f"mailto:{quoted(reply_to)}?subject=unsubscribe&body=no",),
    )


def with_english_below(letter: Letter, english: Letter) -> Letter:
    """An invitation in another language, and the same in English below it, without what both would show."""
    between = f"\n{LINE_OF_STARS}\n\n"
    start = len(letter.text) + len(between)
    body = letter.body
    if body is not None and english.body is not None:
        body = replace(body, parts=(*body.parts, *moved(english.body.parts, start)))
    return replace(letter, text=f"{letter.text}{between}{english.text}", body=body)


def _offers(name: str, players: Sequence[str]) -> list[ActionLink]:
    """What a guest can answer: yes as who they are, no, and another name if they have none here yet."""
    if not name:
        return [
            *(ActionLink(Message("Yes, as {player}", player=player), f"name {player}") for player in players),
            ActionLink("No", "no"),
        ]
    another = [] if players else [ActionLink("Yes, with another name", "name ")]
    return [ActionLink("Yes, let us play", "yes"), *another, ActionLink("No, thank you", "no")]
