"""What programs get of games that wait for players, as those in `shapes`."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from msgspec import Meta, Struct

from pbmserv.letters.shapes import Terms, Value
from pbmserv.web.api.shapes import Bots, Comment


class WhichOpen(Struct):
    """Which open challenges."""

    game: Annotated[str, Meta(description="Only those of this game.", max_length=32)] = ""


class Words(Struct):
    """What goes with it."""

    comment: Comment = ""


class OpenChallenge(Struct):
    """A game that waits until all of its seats are taken."""

    game: str
    board: Annotated[int, Meta(description="The number that its board will have.")]
    by: Annotated[str, Meta(description="Who has put it up.")]
    seats: Annotated[list[str | None], Meta(description="Who has taken each seat; null for nobody yet.")]
    options: dict[str, Value]
    terms: Terms
    lowest_rating: Annotated[int | None, Meta(description="Who joins has no lower rating; null for any.")]
    highest_rating: int | None
    reliable: Annotated[int, Meta(description="Of a hundred moves of theirs, so many come in time.")]
    put_up_at: datetime
    lapses_at: datetime
    bots: Bots


class FreeSeats(Struct):
    """A board that goes on without some of its players, whose seats anybody can take over with join."""

    game: str
    board: int
    players: Annotated[list[str], Meta(description="Who has had each seat last.")]
    free: Annotated[list[str], Meta(description="Those of them who have left.")]
    moves: int
    offered_at: datetime
    bots: Bots


class OpenChallenges(Struct):
    """What waits for players, and whether there is more."""

    challenges: list[OpenChallenge]
    more: bool
    seats: Annotated[list[FreeSeats], Meta(description="Seats of boards that go on, those offered last first.")]


class WhoSubstitutes(Struct):
    """Who is to take over a seat, or an answer to what somebody else has proposed."""

    who: Annotated[
        str,
        Meta(
            description="anyone, the name of a player or of a bot; or yes or no.",
            min_length=1,
            max_length=32,
            examples=["anyone", "bot-easy", "yes"],
        ),
    ]
    comment: Comment = ""
