"""API shapes of tournaments."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal

from msgspec import Meta, Struct

from pbmserv.letters.shapes import Terms, Value
from pbmserv.web.api.shapes import LONGEST_WORD, PRINTABLE

_NAME = r"^[A-Za-z][A-Za-z0-9-]{0,31}$"
_MOST = 9999

TournamentName = Annotated[
    str, Meta(description="The name of a tournament.", examples=["hex-league"], pattern=_NAME, max_length=32)
]
Count = Annotated[int, Meta(ge=1, le=_MOST)]


class AtTournament(Struct):
    """Which tournament."""

    name: TournamentName


class AtSeason(Struct):
    """Which season of a tournament."""

    name: TournamentName
    season: Annotated[Count, Meta(description="The first season is 1.")]


class WhichTournaments(Struct):
    """Which of the tournaments that go on, page by page."""

    game: Annotated[str, Meta(description="Only those of this game.", max_length=32)] = ""
    after: Annotated[
        str, Meta(description="What the page before gave as `next`.", pattern=rf"{_NAME}|^$", max_length=32)
    ] = ""


class WhichDivisions(Struct):
    """From which division on."""

    first: Annotated[Count, Meta(description="What the page before gave as `next`; the best division is 1.")] = 1


class Join(Struct):
    """What it takes to join."""

    word: Annotated[
        str, Meta(description="That of a tournament which is closed.", max_length=LONGEST_WORD, pattern=PRINTABLE)
    ] = ""


class Season(Struct):
    """How far a season is."""

    season: int
    stage: Literal["waiting", "beginning", "running", "over", "cancelled"]
    starts_at: datetime
    begun_at: datetime | None
    ended_at: datetime | None


class TournamentInList(Struct):
    """A tournament that goes on; `season` is its last one, which may be yet to begin."""

    name: str
    game: str
    recurring: Annotated[bool, Meta(description="Whether a season follows each season.")]
    closed: Annotated[bool, Meta(description="Whether it takes a word to join.")]
    season: Season
    entered: Annotated[int, Meta(description="How many play in the season that begins next.")]


class Tournaments(Struct):
    """A page of the tournaments that go on; `next` is what to ask after, null at the end."""

    tournaments: list[TournamentInList]
    next: str | None


class News(Struct):
    """What the operator has done to a season."""

    at: datetime
    what: str
    reason: str


class DivisionGame(Struct):
    """What has come of one game of a player's; `void` counts for nobody."""

    against: str
    board: int
    began: Annotated[bool, Meta(description="Whether the player had the first seat at the start.")]
    result: Literal["on", "won", "tied", "lost", "void"]


class TableLine(Struct):
    """A line of a table."""

    rank: int
    player: str
    instead_of: Annotated[str | None, Meta(description="Whose place the player has taken, by the operator.")]
    out: Annotated[bool, Meta(description="Whether the operator has taken the player out.")]
    points: Annotated[float, Meta(description="A win is one, a tie half of one.")]
    quality: Annotated[float, Meta(description="Sonneborn-Berger.")]
    won: int
    tied: int
    lost: int
    playing: int
    games: list[DivisionGame]


class Division(Struct):
    """A division with its table, the best first."""

    division: int
    over: Annotated[bool, Meta(description="Whether this is the last table.")]
    table: list[TableLine]


class Divisions(Struct):
    """Divisions of a season that have begun; `next` is the number to go on from, null at the end."""

    season: Season
    divisions: list[Division]
    next: int | None


class Tournament(Struct):
    """A tournament. `season` is its last one; `tables` are those of the last season that has begun, null before."""

    name: str
    game: str
    options: dict[str, Value]
    terms: Terms
    recurring: bool
    bots: Annotated[bool, Meta(description="Whether machine players can join.")]
    size: Annotated[int | None, Meta(description="It begins as soon as so many have joined; null for its day.")]
    owner: Annotated[str | None, Meta(description="Who has set it up; null for the operator.")]
    closed: Annotated[bool, Meta(description="Whether it takes a word to join.")]
    ended_at: datetime | None
    season: Season
    entered: Annotated[int, Meta(description="How many play in the season that begins next.")]
    players: Annotated[list[str], Meta(description="Who they are, the first hundred of them.")]
    joined: Annotated[bool | None, Meta(description="Whether I am one of them; null without a token.")]
    news: Annotated[list[News], Meta(description="What the operator has done to the season, the last first.")]
    tables: Divisions | None
