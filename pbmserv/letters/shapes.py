"""A board as programs get it, by the API and in letters: each shape describes itself in the OpenAPI document."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from msgspec import Meta, Struct

Value = int | bool | str


class Terms(Struct, forbid_unknown_fields=True):
    """What a board was started with beside the options of its game."""

    nag_days: int
    forfeit_days: int
    total_days: int | None
    increment_hours: int
    rated: bool
    event: Annotated[
        str, Meta(description="The tournament, season and division; empty for none.", examples=["hex-league/3/2"])
    ]
    days: Annotated[
        str, Meta(description="The days of the week that count, from Monday on; - for one that does not.")
    ]


class Seat(Struct, forbid_unknown_fields=True):
    """Who sits where; `name` is what the game calls the seat."""

    seat: int
    player: str
    name: str
    resigned: bool
    hours_used: int


class MadeMove(Struct, forbid_unknown_fields=True):
    """A move of the record."""

    move: int
    seat: int
    text: str
    value: str | None
    automatic: bool
    at: datetime


class Plans(Struct, forbid_unknown_fields=True):
    """What I have planned for a seat of mine."""

    seat: int
    chosen: str | None
    queue: list[str]
    leaving: bool


class May(Struct, forbid_unknown_fields=True):
    """What I can do now."""

    move: bool
    swap: bool
    vote: bool
    propose_draw: bool
    propose_undo: bool
    resign: bool
    chat: bool


class Board(Struct, forbid_unknown_fields=True):
    """A board as its reader may see it; what stands from `reader` on is there for who has a token."""

    game: str
    board: int
    status: str
    options: dict[str, Value]
    terms: Terms
    started_at: datetime
    last_moved_at: datetime
    finished_at: datetime | None
    to_move: list[str]
    next_move: int
    proposed: str | None
    yet_to_answer: list[str]
    winner: str | None
    reason: str | None
    scores: list[int]
    commitment: Annotated[str, Meta(description="The SHA-256 of the seed.")]
    seed: Annotated[str | None, Meta(description="In hexadecimal, when the game is over.")]
    seats: list[Seat]
    moves: list[MadeMove]
    drawing: Annotated[str, Meta(description="The board in characters.")]
    lines: list[str]
    reader: str | None = None
    seat: int | None = None
    may: May | None = None
    legal_moves: Annotated[list[str] | None, Meta(description="Null if they are too many to be listed.")] = None
    examples: list[str] = []
    plans: list[Plans] = []
    deadline: datetime | None = None
