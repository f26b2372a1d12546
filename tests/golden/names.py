"""All names and words by which something is stored, as the code has them now.

`python -m tests.golden.names` writes them to `stored_names.json`. They may be added to, and never change: databases,
letters that are on their way, and records that were exported hold them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path
from typing import Any

from pbmserv.commands.leaving import actions as leaving
from pbmserv.commands.requests import authentication, budget_table, budgets, confirmed_addresses, list_unsubscribe
from pbmserv.commands.run import asking_back
from pbmserv.commands.starting import forged_challenges
from pbmserv.commands.starting.challenges import Challenge
from pbmserv.games.base import Game, Result
from pbmserv.games.catalogue import installed
from pbmserv.games.chance import SEED_BYTES, Chance
from pbmserv.games.trioker.coins import Purse
from pbmserv.language.command_spec import ParsedArgs
from pbmserv.letters.letter import Attachment, Letter, Links
from pbmserv.letters.page import ActionLink, BoardPage, Body, Part, SeenBoard, SeenPositions
from pbmserv.letters.stored_html import stored_page
from pbmserv.play import record
from pbmserv.play.board import Happening, Offer, Player, Question, Status, Terms, Vote
from pbmserv.play.bot_tasks import TaskKind
from pbmserv.play.open_challenge import Conditions
from pbmserv.play.plans import ChosenMove, QueuedMove, SubmittedMove
from pbmserv.storage import invitations, players, tokens
from pbmserv.storage.boards import dump_offer, dump_vote
from pbmserv.storage.divisions import Ruling
from pbmserv.storage.queues import InboxStatus, OutboxStatus
from pbmserv.storage.sessions import Scope
from pbmserv.storage.tokens import Seal
from pbmserv.storage.tournaments import SeasonNews, Stage
from pbmserv.stored_names import stored_names

FILE = Path(__file__).with_name("stored_names.json")
AT = datetime(2024, 3, 1, tzinfo=UTC)
STORED_BY_FIELD = {
    "terms": Terms,
    "conditions": Conditions,
    "what was given in a challenge": ParsedArgs,
    "attachment": Attachment,
    "links of a letter": Links,
    "queued move": QueuedMove,
    "chosen move": ChosenMove,
    "submitted move": SubmittedMove,
    "purse": Purse,
    "move": record.Move,
    "result": Result,
    "news of a season": SeasonNews,
}
WORDS = {
    "status of a board": Status,
    "question of a vote": Question,
    "what waits to be told": Happening,
    "what a bot has to find": TaskKind,
    "stage of a season": Stage,
    "ruling": Ruling,
    "scope of a session": Scope,
    "status of mail": InboxStatus,
    "status of a letter": OutboxStatus,
}


def own_games() -> dict[str, Game[Any]]:
    """The games that come with pbmserv."""
    return {word: game for word, game in installed().items() if type(game).__module__.startswith("pbmserv.")}


def names_now() -> dict[str, Any]:
    """All of them, by what is stored under them."""
    return {
        "documents": {
            **{what: [*stored_names(kind).values()] for what, kind in STORED_BY_FIELD.items()},
            **_made_by_hand(),
        },
        "positions": {word: sorted(_of_positions(game)) for word, game in sorted(own_games().items())},
        "words": {what: _values(kind) for what, kind in WORDS.items()},
        "words of moves": [*record.OF_THE_TABLE, record.SKIP],
        "purposes of codes": [
            *(confirmed_addresses.CONFIRM, authentication.FORGOT, leaving.SIGNOFF, forged_challenges.CHALLENGE),
            asking_back.MEANT,
        ],
        "settings of players": [
            *(players.BROADCASTS, players.FORMAT, players.REPLIES),
            *(players.LETTERS, players.STRICT, players.TIMEZONE),
        ],
        "seals": {seal.purpose: [*seal.widths, seal.length] for seal in _seals()},
        "keys": sorted({
            *(tokens.KEY, tokens.RETURN_PATHS, invitations.KEY, tokens.OWN_LETTERS),
            *(list_unsubscribe.KEY, tokens.ENDED),
        }),
        "tallies": sorted(
            {limit.what for limit in vars(budget_table.DEFAULT).values()} | {budgets.ANSWERED_WORDS.what}
        ),
        "a challenge that is kept": {
            "values": [argument.name for argument in Challenge.arguments],
            "options": [option.name for option in Challenge.options],
        },
    }  # fmt: skip


def _made_by_hand() -> dict[str, list[str]]:
    """The names of documents that a function of their own makes."""
    alice = Player(1, "alice")
    vote, offer = dump_vote(Vote(Question.DRAW, (alice,), AT)), dump_offer(Offer(alice, (alice,), AT))
    game = installed()["hex"]
    seen = SeenBoard(SeenPositions(game), game.start({"size": 5, "handicap": 0}, 2, _chance()), 0)
    way = ActionLink("words", "to")
    page = BoardPage(
        "Hex", "Hex", (Part("turn", 0, 1),), "then", way, "mailto:", (way,), "games", (way,), {"a": "b"}, seen
    )
    body = Body((Part("table", 0, 1, "{}"),), (ActionLink("Yes", "https://games.example"),), "preview")
    letter = Letter("Hex", "text", links=Links("mailto:", ("a1",), (), "!"), body=body, page=page, words_first=True)
    stored = stored_page(letter)
    assert stored is not None
    return {
        "vote": sorted(vote),
        "offer": sorted(offer),
        "page": sorted(stored),
        "body of a page": sorted(stored["body"]),
        "picture": sorted(stored["picture"]),
    }


def _of_positions(game: Game[Any]) -> set[str]:
    """The names in positions of a game, at its start with each value of each option by itself."""
    usual = {option.name: option.default for option in game.options}
    found = set[str]()
    for options in [usual, *({**usual, option.name: True} for option in game.options if option.default is False)]:
        for seats in game.seats:
            found |= game.dump(game.start(options, seats, _chance())).keys()
    return found


def _seals() -> Iterator[Seal]:
    yield tokens.RETURN_PATH
    yield tokens._LINK_SEAL
    yield from tokens._SEALS.values()
    yield from list_unsubscribe._SEALS.values()


def _values(words: type[StrEnum]) -> list[str]:
    return [word.value for word in words]


def _chance() -> Chance:
    return Chance(bytes(SEED_BYTES), "start")


if __name__ == "__main__":
    written = json.dumps(names_now(), indent=1)
    # Each list on a line of its own.
    FILE.write_text(re.sub(r"\[[^]{}]*\]", lambda found: " ".join(found[0].split()), written) + "\n")
