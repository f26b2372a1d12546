"""The letters with boards that somebody asked to see."""

from __future__ import annotations

from dataclasses import replace

from pbmserv.commands.boards.showing import BoardsShown
from pbmserv.commands.requests.budgets import AnswerRoom
from pbmserv.commands.requests.context import Call
from pbmserv.commands.requests.letters import in_one
from pbmserv.commands.requests.recipients import asker_answering, asker_as_reader, link_to, to_sender
from pbmserv.games.message import Message, lines_of
from pbmserv.letters.board import BoardLetters
from pbmserv.letters.letter import Letter
from pbmserv.letters.widths import wrapped
from pbmserv.locale.catalogs import translated

MOST_WITH_PICTURES = 10
"""The maximum number of requested boards with pictures."""


def of_shown_boards(shown: BoardsShown, call: Call) -> list[Letter]:
    """To the asker, each board in its own letter, within limits of size and time."""
    letters: list[Letter] = []
    missing: list[str] = []
    zone = asker_as_reader(call).zone
    room = AnswerRoom(call)
    left = len(shown.boards) + shown.left_out
    for each in shown.boards:
        if letters and (call.mail.quota.is_over or room.is_used_up):
            break
        left -= 1
        if isinstance(each, str):
            missing.append(each)
            continue
        asker = asker_answering(call, each.board, each.then)
        written = BoardLetters(each.board, each.news, call.server, call.at, each.then)
        link = link_to(call, each.board, asker.play if asker else "")
        letter = written.to(shown.viewer, zone, asker.reply_to if asker else None, link)
        letters.append(replace(letter, pictures=len(shown.boards) <= MOST_WITH_PICTURES))
        room.add(letters[-1:])
    if left:
        missing.append(
            Message("The rest is too much for one letter: ask again for the last {left}.", left=left)
            if room.is_used_up
            else Message("The rest takes too long for one letter: ask again for the last {left}.", left=left)
        )
    if missing:
        sentences = wrapped(translated(lines_of(*dict.fromkeys(missing))))
        letters[-1] = replace(letters[-1], text=in_one([letters[-1].text, f"{sentences}\n"]))
    return [to_sender(call, letter) for letter in letters]
