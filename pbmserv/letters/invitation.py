"""The letter to a guest, who may never have heard of this server."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pbmserv.letters.letter import Letter, parts_of, quoted
from pbmserv.letters.page import BoardPage, SeenBoard, SeenPositions, measured
from pbmserv.letters.reply_address import Tag, tagged_address
from pbmserv.play.board import Board
from pbmserv.play.view import BoardNews, BoardViews


def invitation_letter(
    board: Board, server: str, code: str, inviter: str, seats: Sequence[str], **facts: Any
) -> Letter:
    """The letter with the `code` that answers it; `board` shows the game's start.

    `inviter` is a userid, or empty for the operator. `facts` are further template values.
    """
    view = BoardViews(board, BoardNews("preview")).of(None)
    reply_to = tagged_address(server, Tag.CODE, code)
    parts = parts_of(
        "invitation", game=board.game, view=view, server=server, code=code, inviter=inviter, seats=seats, **facts
    )
    begun = f"mailto:{quoted(reply_to)}?subject={quoted(f'Invitation to {board.game.name}')}&body="
    page = BoardPage(
        heading=f"A game of {board.game.name}",
        preview=f"{inviter or 'Somebody'} would like to play {board.game.name} with you.",
        parts=measured(parts),
        until="",
        button=None,
        begun=begun,
        answers=(),
        server=server,
        commands=(),
        beside={},
        seen=SeenBoard(SeenPositions(board.game), view.seen, None),
    )
    title = f"Invitation to {board.game.name}" + (f" from {inviter}" if inviter else "")
    return Letter(
        title,
        "\n".join(text for _, text in parts),
        reply_to=reply_to,
        unasked=True,
        page=page,
        only_mailed=True,
        unsubscribe=(f"mailto:{quoted(reply_to)}?subject=unsubscribe&body=no",),
    )
