"""A board: its seats, record, turn, open votes, queued moves and result.

Pure: time is an argument. `moving`, `voting` and `leaving` change a board.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any

from pbmserv.games.base import Game, Note, Options, Refusal, Result
from pbmserv.games.chance import commitment
from pbmserv.games.message import Message, counted, listed
from pbmserv.play.counting import Clocks, Question, Vote
from pbmserv.play.record import SKIP, SUBSTITUTE, SWAP, Move, Record, rounds_of
from pbmserv.play.seats import Player, Seat, Terms
from pbmserv.play.unread import Unread
from pbmserv.play.winners import winning_seats

__all__ = [
    "AGREED",
    "DECIDED",
    "FIRST_BOARD",
    "Board",
    "Happening",
    "NotAllowed",
    "Offer",
    "Player",
    "Question",
    "Seat",
    "Status",
    "Terms",
    "Turn",
    "Vote",
    "in_sentence",
    "moves_at_once",
    "named",
    "substitutes_of",
]

FIRST_BOARD = 101
"""The number of each game's first board."""


class NotAllowed(Refusal):
    """The state of the board forbids the command: not a player, game over, wrong turn, stale move number."""


class Status(StrEnum):
    """The states of a board, as stored."""

    ACTIVE = "active"
    OVER = "over"
    ARCHIVED = "archived"
    """Over, and no longer listed; `show` still finds it by number."""
    REMOVED = "removed"


AGREED = Message("The players have agreed on it.")
"""The reason for an agreed draw."""
DECIDED = Message("The operator has decided so.")
"""The reason for a result set by the operator."""


@dataclass(frozen=True)
class Offer:
    """An offer of a vacant seat, to anyone or to one player (`to`).

    `agreed` are the remaining players who consent, the proposer first. Moves do not end an offer.
    """

    to: Player | None
    agreed: tuple[Player, ...]
    at: datetime

    @property
    def by(self) -> Player:
        return self.agreed[0]


class Happening(StrEnum):
    """Something a player did besides moving, or that was done to them; each has its sentence in the letters."""

    RESIGNED = "resigned"
    RESIGNS_LATER = "resigns_later"
    STAYS = "stays"
    WITHDREW = "withdrew"
    FORFEITED = "forfeited"
    SWAPPED = "swapped"
    PROPOSED_DRAW = "proposed_draw"
    PROPOSED_UNDO = "proposed_undo"
    AGREED = "agreed"
    REJECTED = "rejected"
    TOOK_BACK_PROPOSAL = "took_back_proposal"
    MOVE_CANCELLED_VOTE = "move_cancelled_vote"
    TOOK_BACK = "took_back"
    OFFERED_SEAT = "offered_seat"
    AGREED_TO_OFFER = "agreed_to_offer"
    ENDED_OFFER = "ended_offer"
    DECLINED_SEAT = "declined_seat"
    TOOK_SEAT = "took_seat"
    LOST_SEAT = "lost_seat"


@dataclass(frozen=True)
class Turn:
    """Everything that one command led to, in order.

    `by` is None if the clock acted. `comments` belong to a round that is now complete. `only_chosen` means that a
    move was chosen, queued or announced, and only its player is told. `resumed` means that clocks run again after a
    question.
    """

    by: Player | None
    moves: tuple[Move, ...] = ()
    notes: tuple[Note, ...] = ()
    happenings: tuple[tuple[Happening, Player], ...] = ()
    comments: tuple[tuple[Player, str], ...] = ()
    restarted: bool = False
    only_chosen: bool = False
    resumed: bool = False


_NO_POSITION = object()


@dataclass
class Board(Clocks):
    """One board of one game, from challenge to end.

    `position` is what replaying the record gives, cached so that a move need not replay a long game. `commitment` is
    the hash of the seed sent in the first letter, which exposes a changed seed. `unread` counts, by player number,
    the letters since that player's last action here.

    `resumed_at` is when the clocks resumed after a question, or None if none has ended since the last move. `undone`
    counts the moves taken back and each undo; together with the number of moves it only grows. `times` holds the
    seconds used by each seat after a move, by move number (`3600 86400`); older and imported moves have none.
    """

    game: Game[Any]
    number: int
    options: Options
    seed: bytes
    commitment: str
    seats: list[Seat]
    started_at: datetime
    last_moved_at: datetime
    position: Any
    terms: Terms = field(default_factory=Terms)
    moves: list[Move] = field(default_factory=list)
    status: Status = Status.ACTIVE
    result: Result | None = None
    finished_at: datetime | None = None
    vote: Vote | None = None
    nagged_at: datetime | None = None
    challenger: Player | None = None
    offer: Offer | None = None
    resumed_at: datetime | None = None
    undone: int = 0
    times: dict[int, str] = field(default_factory=dict)
    unread: dict[int, Unread] = field(default_factory=dict)
    _asked: tuple[Any, tuple[int, ...]] = field(default=(_NO_POSITION, ()), init=False, repr=False, compare=False)
    """The last position for which the game was asked who may move, and its answer."""

    @classmethod
    def begin(
        cls,
        game: Game[Any],
        number: int,
        options: Options,
        players: Sequence[Player],
        seed: bytes,
        at: datetime,
        terms: Terms | None = None,
        challenger: Player | None = None,
        bots: Mapping[Player, str] | None = None,
    ) -> Board:
        """Start a board with the players in the order of the challenge. For `bots` see `bot_tasks.bots_on`."""
        board = cls(
            game=game,
            number=number,
            options=options,
            seed=seed,
            commitment=commitment(seed),
            seats=[Seat(player, bot=bots.get(player) if bots else None) for player in players],
            started_at=at,
            last_moved_at=at,
            position=Record(game, options, len(players), seed).start(),
            terms=terms or Terms(),
            challenger=challenger,
        )
        if result := game.result(board.position):
            board.finish(result, at)
        return board

    def finish(self, result: Result, at: datetime) -> tuple[Note, ...]:
        """End the game, charging the time since the last move to the seats to move.

        Return the notes for players whose plans are dropped.
        """
        self.count_time(at)
        self.status, self.result = Status.OVER, result
        self.finished_at, self.vote, self.offer = at, None, None
        return self.forget_plans(Message("the game is over"))

    def remove(self, at: datetime) -> None:
        """Have the board count for nobody; what was proposed there is void."""
        self.status, self.finished_at, self.vote, self.offer = Status.REMOVED, at, None, None

    def forget_plans(self, why: Message) -> tuple[Note, ...]:
        """Drop all plans and return the notes for their owners.

        `why` continues the sentence `has been thrown away:`.
        """
        notes = tuple(
            Note(words, number) for number, seat in enumerate(self.seats) for words in seat.thrown_away(why)
        )
        for seat in self.seats:
            seat.forget_plans()
        return notes

    @property
    def title(self) -> str:
        return f"{self.game.name} Board {self.number}"

    @property
    def record(self) -> Record:
        return Record(self.game, self.options, len(self.seats), self.seed, tuple(self.moves))

    @property
    def next_number(self) -> int:
        """The number of the next move, or of the round in a simultaneous game."""
        if self.game.simultaneous:
            return len(rounds_of(self.moves)) + 1
        return len(self.moves) + 1

    @property
    def is_on(self) -> bool:
        return self.status is Status.ACTIVE

    @property
    def to_move(self) -> tuple[int, ...]:
        """The seats that may move by the rules."""
        if self._asked[0] is not self.position:
            self._asked = self.position, self.game.to_move(self.position)
        return self._asked[1]

    @property
    def seats_to_move(self) -> tuple[int, ...]:
        """The seats that still have to move; in a simultaneous round, those that have not chosen yet."""
        if self.status is not Status.ACTIVE:
            return ()
        seats = self.seats
        return tuple([seat for seat in self.to_move if not seats[seat].resigned and seats[seat].chosen is None])

    @property
    def players_to_move(self) -> tuple[Player, ...]:
        return tuple(dict.fromkeys(self.seats[seat].player for seat in self.seats_to_move))

    @property
    def players(self) -> tuple[Player, ...]:
        """The distinct players in seat order, including those who have resigned."""
        return tuple(dict.fromkeys([seat.player for seat in self.seats]))

    @property
    def staying(self) -> tuple[Player, ...]:
        """The players who still hold a seat that has not resigned."""
        return tuple(dict.fromkeys([seat.player for seat in self.seats if not seat.resigned]))

    @property
    def yet_to_answer(self) -> tuple[Player, ...]:
        return tuple(player for player in self.staying if player not in self.vote.agreed) if self.vote else ()

    @property
    def winners(self) -> tuple[Player, ...]:
        """The players who have won: several if they are partners, none for a draw or an unfinished game."""
        won = self.result.winner if self.result else None
        seats = winning_seats(self.game, won, [seat.resigned for seat in self.seats])
        return tuple([self.seats[number].player for number in seats])

    @property
    def winner(self) -> Player | None:
        """The first of the winners."""
        return next(iter(self.winners), None)

    @property
    def has_begun(self) -> bool:
        """Whether every seat still taken has moved once. Before that, leaving is a withdrawal."""
        moved = {move.seat for move in self.moves if move.text != SKIP}
        return all(number in moved or seat.resigned for number, seat in enumerate(self.seats))

    @property
    def silence_ties(self) -> bool:
        """Whether silence agrees to a tie.

        Before everybody has moved nobody has to know of the game, and silence has it removed; in tournaments players
        have joined.
        """
        return self.has_begun or bool(self.terms.event)

    def seats_of(self, player: Player) -> tuple[int, ...]:
        return tuple([number for number, seat in enumerate(self.seats) if seat.player == player])

    def has_seated(self, player: Player) -> bool:
        """Whether the player has, or once had, a seat."""
        return any(player in seat.holders for seat in self.seats)

    def has_taken_part(self, player: Player) -> bool:
        """Whether the player has started the game, or moved in it."""
        has_chosen = any(seat.chosen and seat.player == player for seat in self.seats)
        return player == self.challenger or has_chosen or any(self.moves_of(player))

    def moves_of(self, player: Player) -> Iterator[Move]:
        players, before = [seat.player for seat in self.seats], [len(seat.earlier) for seat in self.seats]
        for move in reversed(self.moves):
            if move.text == SWAP:
                players.reverse()
            if players[move.seat] == player:
                yield move
            if move.text == SUBSTITUTE:
                before[move.seat] -= 1
                players[move.seat] = self.seats[move.seat].holders[before[move.seat]]

    def active_seats_of(self, player: Player) -> tuple[int, ...]:
        """The seats with which the player takes part.

        Raises `NotAllowed` if there are none, or the game is over.
        """
        own = self.seats_of(player)
        if not own:
            raise NotAllowed("{player} does not play on {board}.", player=player.userid, board=self.title)
        if not self.is_on:
            raise NotAllowed("The game on {board} is over.", board=self.title)
        active = tuple(seat for seat in own if not self.seats[seat].resigned)
        if not active:
            raise NotAllowed("{player} has resigned on {board}.", player=player.userid, board=self.title)
        return active

    def view_of(self, player: Player | None) -> int | None:
        """The seat whose view the player gets: their own (the one to move, if several), or None for the public view.

        A player who has left a game that goes on gets the public view, since a substitute may hold their hand.
        """
        own = self.seats_of(player) if player else ()
        if len(self.seats) > 2 and self.is_on:
            own = tuple(seat for seat in own if not self.seats[seat].resigned)
        if len(own) < 2:
            return next(iter(own), None)
        return next((seat for seat in own if seat in self.seats_to_move), own[0])

    @property
    def hides_moves(self) -> bool:
        """Whether readers are told less of some moves than the record has, as long as the game is on."""
        return self.is_on and type(self.game).told is not Game.told

    def told(self, moves: Sequence[Move], viewer: int | None) -> tuple[Move, ...]:
        """Moves of this board as a seat, or the public (None), is told them now.

        All that leaves the server for readers comes through here.
        """
        return tuple(_told(self.game, move, viewer) for move in moves) if self.hides_moves else tuple(moves)

    def moves_until(self, number: int) -> tuple[Move, ...]:
        """The record's moves up to and including move (or round) `number`.

        Raises `NotAllowed` if the board has no such move.
        """
        last = self.next_number - 1
        if not 0 <= number <= last:
            has = (
                counted("{board} has {count} round", "{board} has {count} rounds", last, board=self.title)
                if self.game.simultaneous
                else counted("{board} has {count} move", "{board} has {count} moves", last, board=self.title)
            )
            raise NotAllowed(_NOT_AFTER if last else _ONLY_AT_START, has=has, last=last, number=number)
        if self.game.simultaneous:
            return tuple(move for played in rounds_of(self.moves)[:number] for move in played)
        return tuple(self.moves[:number])


_NOT_AFTER = "{has}: after the # a number from 0 (the start) to {last} is expected, not {number}."
_ONLY_AT_START = "{has}: after the # only 0 (the start) is expected, not {number}."


def _told(game: Game[Any], move: Move, viewer: int | None) -> Move:
    words = game.told(move.text, move.seat, viewer) if move.is_of_the_game else move.text
    return move if words == move.text else move._replace(text=words, value=None)


def substitutes_of(board: Board) -> tuple[Player, ...]:
    came = [list(seat.holders[1:]) for seat in board.seats]
    return tuple(came[move.seat].pop(0) for move in board.moves if move.text == SUBSTITUTE)


def moves_at_once(board: Board) -> bool:
    """Whether a simultaneous round, with hidden choices, is in progress."""
    game = board.game
    return game.simultaneous or (game.has_rounds and len(board.to_move) > 1)


def named(players: Sequence[Player]) -> str:
    return in_sentence([player.userid for player in players])


def in_sentence(names: Sequence[str]) -> str:
    return listed(names) if names else ""
