"""Games with hands of Trioker's tiles: drawing, passing, visibility."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from pbmserv.games.base import Illegal, Json, Note, Played
from pbmserv.games.chance import Chance
from pbmserv.games.message import Message, words_dumped
from pbmserv.games.triangles.hands.events import Event
from pbmserv.games.triangles.hands.game import HandsGame
from pbmserv.games.triangles.hands.rules import UNKNOWN
from pbmserv.games.trioker.events import Drew
from pbmserv.games.trioker.setup import SETUPS
from pbmserv.games.trioker.tiles import TRADEMARK
from pbmserv.games.trioker.turns import PassingPosition, decline

P = TypeVar("P", bound=PassingPosition)
"""A game's position."""

PASSING = "pass"


class PassingGame(HandsGame[P]):
    """A game in which a player who drew a tile may pass."""

    touching = (
        "Touch one of your tiles below the board, then the number where it goes, or drag it there; if it fits in "
        'several ways, a button says how, such as "4 o\'clock". "Pass" keeps a tile that has been drawn for you.'
    )
    trademark = TRADEMARK
    seats = range(min(SETUPS), max(SETUPS) + 1)
    guess_by = "pbmserv.games.trioker.guessing:guess"

    @abstractmethod
    def sentences(self, event: Event) -> Iterator[str]:
        """The public sentences of an event."""

    def notes_of(self, events: Sequence[Event], position: P) -> Iterator[Note]:
        for event in events:
            yield from map(Note, self.sentences(event))
            if isinstance(event, Drew):
                yield Note(Message("You drew {tile}.", tile=event.tile), event.seat)

    def moves(self, position: P) -> Sequence[str]:
        placings = super().moves(position)
        return [*placings, PASSING] if position.may_pass else placings

    def play(self, position: P, seat: int, text: str, chance: Chance) -> Played[P]:
        if text.strip().lower() != PASSING:
            return super().play(position, seat, text, chance)
        if not position.may_pass:
            raise Illegal("You cannot pass: you hold a tile that fits, and have not drawn one in this turn.")
        return self.played(decline(position, chance), PASSING)

    def value_of(self, position: P, text: str) -> str:
        return PASSING if text.strip().lower() == PASSING else super().value_of(position, text)

    def text_of(self, position: P, value: str) -> str:
        return PASSING if value == PASSING else super().text_of(position, value)

    def seen_by(self, position: P, viewer: int | None) -> P:
        """All hands are open after the end; the bank never is."""
        seen = super().seen_by(position, viewer)
        if position.is_over:
            return replace(seen, hands=position.hands)
        return replace(seen, drawn=UNKNOWN) if position.may_pass and viewer != position.next_seat else seen

    def dump(self, position: P) -> Json:
        return {
            "hands": [list(hand) for hand in position.hands],
            "bank": list(position.bank),
            "placements": [[*cell, marks] for cell, marks in position.placements],
            "next_seat": position.next_seat,
            "drawn": position.drawn,
            "left": sorted(position.left),
            "ending": position.ending.value if position.ending else None,
            "prelude": [*map(words_dumped, position.prelude)],
        }

    def loaded(self, data: Json) -> dict[str, Any]:
        fields = super().loaded(data)
        return {**fields, "bank": tuple(data["bank"]), "drawn": data["drawn"], "is_over": data["ending"] is not None}
