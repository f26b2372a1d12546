"""What programs send and get: each shape checks what comes in, and describes itself in the OpenAPI document."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from pbmserv.letters import shapes
from pbmserv.letters.shapes import Terms, Value

LARGEST_NUMBER = 2_147_483_647
LONGEST_WORD = 200
LONGEST_COMMENT = 20_000

# Neither databases nor letters take characters like these.
PRINTABLE = r"^[^\x00-\x1f\x7f]*$"
_NO_CONTROLS = r"^[^\x00-\x08\x0b-\x1f\x7f]*$"

GameWord = Annotated[str, Meta(description="The name of a game in lower case.", examples=["hex"], max_length=32)]
UserId = Annotated[
    str,
    Meta(description="The name of a player.", examples=["alice"], min_length=1, max_length=32, pattern=PRINTABLE),
]
UserIdOrAddress = Annotated[
    str,
    Meta(description="The name of a player, or a mail address.", min_length=1, max_length=254, pattern=PRINTABLE),
]
BoardNumber = Annotated[int, Meta(description="The number of a board.", examples=[101], ge=1, le=LARGEST_NUMBER)]
Word = Annotated[str, Meta(min_length=1, max_length=LONGEST_WORD, pattern=PRINTABLE)]
Comment = Annotated[
    str, Meta(description="Words for the other players.", max_length=LONGEST_COMMENT, pattern=_NO_CONTROLS)
]
Version = Annotated[
    str,
    Meta(
        description="That of the board on which this is based, as the board itself tells: if it has changed since,"
        " nothing is done. A move in a game in which all move at once needs it, or a number as in k#5.",
        max_length=LONGEST_WORD,
        pattern=PRINTABLE,
    ),
]
PageNumber = Annotated[int, Meta(description="The first page is 1.", ge=1, le=999)]
PageSize = Annotated[int, Meta(description="How many boards a page has at most.", ge=1, le=100)]
InTime = Annotated[
    int | None, Meta(description="Of a hundred moves, how many came before a reminder; null if too few are known.")
]
Bot = Annotated[bool, Meta(description="Whether it is a bot: one of this server, or a program of somebody's.")]
Bots = Annotated[list[str], Meta(description="Those of the players for whom no human being plays.")]
Winners = Annotated[list[str], Meta(description="Several if they are partners, the `winner` first; none for a tie.")]
Status = Literal["active", "over"]


class Board(shapes.Board, forbid_unknown_fields=True):
    """A board as its reader may see it; what stands from `reader` on is there for who has a token."""

    version: Annotated[
        str | None, Meta(description="Send it with a move, which is made only if the board has not changed since.")
    ] = None


class Problem(Struct, omit_defaults=True):
    """Why something was not done. `error` is what a letter would have said."""

    status: int
    title: str
    error: str
    why: str = ""
    expected: Annotated[str, Meta(description="The form of the command, where that was wrong.")] = ""
    example: Annotated[str, Meta(description="How it could be written.")] = ""
    choices: Annotated[list[str], Meta(description="What it may mean, where it is ambiguous.")] = []


class AtGame(Struct):
    """Which game."""

    game: GameWord


class AtBoard(Struct):
    """Which board."""

    game: GameWord
    board: BoardNumber


class AtPlayer(Struct):
    """Which player."""

    userid: UserId


class WhichBoards(Struct):
    """Which boards of a game, page by page."""

    status: Status = "active"
    player: Annotated[str, Meta(description="Only boards of this player.", max_length=32)] = ""
    after: Annotated[int, Meta(description="Only boards with higher numbers.", ge=0, le=LARGEST_NUMBER)] = 0
    limit: PageSize = 50


class WhichOfMine(Struct):
    """Which of my boards, page by page."""

    turn: Annotated[Literal["mine", "theirs", "any"], Meta(description="Who has to move.")] = "any"
    status: Status = "active"
    after: Annotated[
        str, Meta(description="What the page before gave as `next`.", pattern=r"^([a-z][a-z-]{0,31}/[0-9]{1,9})?$")
    ] = ""
    limit: PageSize = 50


class AfterMove(Struct):
    """As the board stood when."""

    after: Annotated[int, Meta(description="After this move; 0 is the start.", ge=0, le=100_000)] | None = None


class WhichPage(Struct):
    """Which page."""

    page: PageNumber = 1


class WhichStandings(WhichPage):
    """Which page of the standings, and of whom."""

    who: Annotated[Literal["all", "people"], Meta(description="With bots, or without.")] = "all"


class WhichGames(Struct):
    """Which of the games that are over."""

    page: PageNumber = 1
    player: Annotated[str, Meta(description="Only games of this player.", max_length=32)] = ""
    year: Annotated[int, Meta(description="Only games that ended in it.", ge=1000, le=9998)] | None = None


class WhichToFind(Struct):
    """Which games."""

    search: Annotated[
        str, Meta(description="Only games that all these words fit.", max_length=60, pattern=PRINTABLE)
    ] = ""


class NewMove(Struct):
    """A move to be made."""

    move: Annotated[Word, Meta(description="As one would type it in a letter.", examples=["d3"])]
    comment: Comment = ""
    version: Version = ""


class NewChallenge(Struct):
    """A game to be started."""

    players: Annotated[
        list[UserIdOrAddress],
        Meta(
            description="In the order of the seats; anyone leaves one open, an address invites by a letter.",
            min_length=1,
            max_length=26,
            examples=[["alice", "bob"]],
        ),
    ]
    options: Annotated[
        dict[Annotated[str, Meta(pattern=r"^[a-z]{1,30}$")], int | bool | Word],
        Meta(description="Those of the game, and those of every challenge, such as forfeittime, unrated and rating."),
    ] = {}
    comment: Comment = ""


class Command(Struct):
    """A command of the language in which letters are written."""

    words: Annotated[
        list[Word],
        Meta(
            description="Its words; - stands in the place of the password.",
            min_length=1,
            max_length=100,
            examples=[["hex", "resign", "101", "alice", "-"]],
        ),
    ]
    comment: Comment = ""
    body: Annotated[
        str, Meta(description="The commands of `multiple`.", max_length=LONGEST_COMMENT, pattern=_NO_CONTROLS)
    ] = ""
    version: Version = ""


class Vacation(Struct):
    """A vacation that is on, or set ahead."""

    starts_at: datetime
    ends_at: datetime


class Me(Struct):
    """Who the token belongs to."""

    userid: str
    scope: Literal["read", "play"]
    playing: Annotated[int, Meta(description="Boards that I play on.")]
    waiting: Annotated[int, Meta(description="Those of them on which I have to move; 500 stands for that or more.")]
    vacations: Annotated[list[Vacation], Meta(description="That is on, and those that are set ahead.")]
    bot: Bot


class GameOption(Struct):
    """An option of a challenge."""

    name: str
    help: str
    default: Value
    expected: Annotated[str, Meta(description="What it takes, in words.")]
    low: int | None
    high: int | None
    choices: list[str]


class Game(Struct):
    """A game that is played here."""

    game: GameWord
    name: str
    summary: str
    family: Annotated[str, Meta(description="The heading under which lists have it.", examples=["Hexagons"])]
    also_called: Annotated[list[str], Meta(description="Other names that people know it by.")]
    related: Annotated[list[GameWord], Meta(description="The games here that are most like it.")]
    least_players: int
    most_players: int
    same_player_twice: bool
    simultaneous: Annotated[bool, Meta(description="Whether all seats move at once.")]
    hidden: Annotated[bool, Meta(description="Whether players have something to hide from each other.")]
    move_form: Annotated[str, Meta(description="How a move is written, in words.")]
    options: list[GameOption]
    open: Annotated[bool, Meta(description="Whether challenges are taken.")]
    boards: Annotated[int, Meta(description="Boards that are being played.")]
    players: Annotated[int, Meta(description="How many play on them.")]


class Games(Struct):
    """The games that are played here."""

    games: list[Game]


class BoardInList(Struct):
    """A board as lists have it."""

    game: str
    board: int
    status: str
    players: list[str]
    to_move: list[str]
    moves: int
    last_moved_at: datetime
    winner: str | None
    winners: Winners
    event: Annotated[str, Meta(description="The tournament, season and division; empty for none.")]
    bots: Bots


class BoardPage(Struct):
    """A page of boards; `next` is what to give as `after` to get the next page, null on the last one."""

    boards: list[BoardInList]
    next: str | int | None


class LegalMove(Struct):
    """A move that I can make, and the places of the picture to touch for it, one after the other."""

    move: str
    steps: list[str]


class LegalMoves(Struct):
    """What I can do on a board now. `moves` is null if they are too many to be listed."""

    moves: list[LegalMove] | None
    examples: list[str]
    move_form: str
    targets: Annotated[list[str], Meta(description="The places of the picture that can be touched.")]


class Answer(Struct):
    """A letter that answers a command."""

    subject: str
    text: str


class Done(Struct):
    """What came of a command: the letters that answer it, and the board that it was about, if it was about one."""

    command: str
    letters: list[Answer]
    board: Board | None


class Rated(Struct):
    """How a player stands in a game."""

    game: str
    rating: int
    won: int
    lost: int
    tied: int


class Player(Struct):
    """A player, as everybody may know them."""

    userid: str
    playing: Annotated[int, Meta(description="Boards that they play on.")]
    standings: list[Rated]
    in_time: InTime
    bot: Bot


class Ranked(Struct):
    """A line of the standings; `rank` counts within the section."""

    section: Literal["established", "provisional", "inactive"]
    rank: int
    userid: str
    rating: int
    strength: float
    deviation: float
    won: int
    lost: int
    tied: int
    playing: int
    most_boards: Annotated[int | None, Meta(description="On how many boards they want to play; null for any number.")]
    seeking: Annotated[int, Meta(description="How many challenges they would like.")]
    in_time: InTime
    bot: Bot


class Standings(Struct):
    """A page of the standings, and whether there is another one."""

    game: str
    page: int
    who: Literal["all", "people"]
    players: list[Ranked]
    more: bool


class FinishedGame(Struct):
    """A game that is over; `winner` is null for a tie."""

    board: int
    finished_at: datetime
    winner: str | None
    winners: Winners
    points: int
    players: list[str]
    bots: Bots


class History(Struct):
    """A page of the games that are over, newest first, and whether there is another one."""

    game: str
    page: int
    games: list[FinishedGame]
    more: bool


Document = dict[str, Any]
"""JSON that is described elsewhere."""


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
