"""A board as programs get it, by the API and in letters: each shape describes itself in the OpenAPI document."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any

from msgspec import Meta, Struct
from msgspec.json import Decoder, encode

from pbmserv.games.message import Listed, Message

Value = int | bool | str


def as_json(told: Any) -> bytes:
    """What programs are told, as JSON; a message is its sentence."""
    return encode(told, enc_hook=_sentence)


def _sentence(value: object) -> str:
    if isinstance(value, (Message, Listed)):
        return str(value)
    raise TypeError(f"there is no JSON for a {type(value).__name__}")


def prepare(*shapes: type[Struct]) -> None:
    """Have msgspec look at these shapes, and at those in them, while only one thread runs.

    It looks at a shape when one is first read or made of something. Two threads that do so at once crash the process.
    """
    for shape in shapes:
        Decoder(shape)


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
    bot: Annotated[bool, Meta(description="Whether a machine plays: one of this server, or a program of somebody's.")]
    earlier: Annotated[list[str], Meta(description="Who had it before and left; the first of them is rated.")]
    free: Annotated[bool, Meta(description="Whether its player has left, and another can take it over.")]


class Offer(Struct, forbid_unknown_fields=True):
    """What has been proposed about a seat that is free."""

    to: Annotated[str | None, Meta(description="Who is to take it over; null for whoever comes.")]
    by: str
    agreed: list[str]
    yet_to_agree: Annotated[list[str], Meta(description="When this is empty, the seat can be taken.")]


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
    rematch: bool
    substitute: Annotated[bool, Meta(description="Propose who takes over a seat that is free.")]
    agree: Annotated[bool, Meta(description="Say yes or no to what was proposed.")]
    join: Annotated[bool, Meta(description="Take over a seat.")]


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
    offer: Offer | None
    winner: str | None
    winners: Annotated[
        list[str], Meta(description="Several if they are partners, the `winner` first; none for a tie.")
    ]
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


class HappeningTold(Struct, forbid_unknown_fields=True):
    """Something that has happened besides moves, such as `resigned`, and to whom."""

    what: str
    player: str


class CommentTold(Struct, forbid_unknown_fields=True):
    """What somebody has written to the readers of a board."""

    author: str
    words: str


class BoardInLetter(Struct, forbid_unknown_fields=True):
    """A board in a letter: why it is shown, what has happened, how it stands, and how to answer."""

    occasion: Annotated[str, Meta(description="new, again, turn, show, chosen, submitted, preview or nag.")]
    by: str
    board: Board
    position: Annotated[Any, Meta(description="As the game stores it, without what is hidden from the reader.")]
    played: Annotated[list[MadeMove], Meta(description="The moves that the letter tells of.")]
    happenings: list[HappeningTold]
    notes: list[str]
    comments: list[CommentTold]
    move_by: Annotated[datetime | None, Meta(description="Until when the reader is sure to stay in the game.")]
    reply_to: Annotated[str | None, Meta(description="Where a letter with just a move goes, from the reader.")]


class LetterForPrograms(Struct, forbid_unknown_fields=True, tag_field="format", tag="pbmserv-letter"):
    """A letter to somebody who has chosen the format json."""

    version: int
    reader: str | None
    subject: str
    text: Annotated[str, Meta(description="The letter as people have it.")]
    reply_to: str | None
    boards: Annotated[
        list[BoardInLetter], Meta(description="Those that it is about; most letters have one, or none.")
    ]


prepare(LetterForPrograms)
