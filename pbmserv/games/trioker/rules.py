"""The course of a game of Trioker: the start, turns, the marked spaces, drawing, and the end.

The source is the leaflet of the Rapid game as the encyclopedia gives it; the board of 1970 differs in its outline and
its spaces only. What leaves a player no choice is done here: the start, payments, drawing, and passing where nothing
fits. Only a player who has drawn a tile that fits may choose to pass.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from functools import cached_property

from pbmserv.games.chance import Chance
from pbmserv.games.triangles.lattice import Cell
from pbmserv.games.triangles.layout import Layout, Placement
from pbmserv.games.trioker.boards import BOARDS, Board
from pbmserv.games.trioker.coins import Purse
from pbmserv.games.trioker.events import (
    Blocked,
    Drew,
    Event,
    GaveCoin,
    Jailed,
    Left,
    LostTurn,
    Paid,
    Passed,
    Placed,
    Started,
    Stuck,
    TurnAgain,
    WentOut,
)
from pbmserv.games.trioker.scoring import LAST_TILE_BONUS, cost_of_hand
from pbmserv.games.trioker.setup import SETUPS, starter_of
from pbmserv.games.trioker.spaces import Action, Space
from pbmserv.games.trioker.tiles import TILES

UNKNOWN = "???"
"""A tile that a viewer may not see."""


class Ending(Enum):
    """How a game ended."""

    OUT = "out"
    """Somebody has placed the last tile of a hand."""
    BLOCKED = "blocked"
    """Nobody could place a tile, and the bank had none."""
    ALONE = "alone"
    """All others have left."""


@dataclass(frozen=True)
class Position:
    """A position of a game.

    `hands` are sorted; tiles are drawn from the front of the `bank`. `next_seat` is to move and has a tile that fits;
    `drawn` is that tile if it was drawn in this very turn, so that the seat may pass. `lost_turns` counts for each
    seat the turns that it has yet to lose; `left` are the seats that take no part any more. `prelude` says what
    happened before anybody's first move, as long as that is to come: there are no notes of a start.
    """

    board_name: str
    hands: tuple[tuple[str, ...], ...]
    purses: tuple[Purse, ...]
    bank: tuple[str, ...] = ()
    placements: tuple[Placement, ...] = ()
    next_seat: int = 0
    drawn: str | None = None
    lost_turns: tuple[int, ...] = ()
    left: frozenset[int] = frozenset()
    ending: Ending | None = None
    prelude: tuple[str, ...] = ()

    @property
    def board(self) -> Board:
        """The board under the tiles."""
        return BOARDS[self.board_name]

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return self.ending is not None

    @property
    def may_pass(self) -> bool:
        """Whether the seat to move has drawn a tile, which it need not place."""
        return self.drawn is not None

    @property
    def active(self) -> tuple[int, ...]:
        """The seats that take part."""
        return tuple(seat for seat in range(len(self.hands)) if seat not in self.left)

    @property
    def points(self) -> tuple[int, ...]:
        """What each seat's coins are worth."""
        return tuple(purse.points for purse in self.purses)

    @property
    def leaders(self) -> tuple[int, ...]:
        """The seats with the most points, of those that take part."""
        most = max(self.points[seat] for seat in self.active)
        return tuple(seat for seat in self.active if self.points[seat] == most)

    @cached_property
    def layout(self) -> Layout:
        """The tiles on the board."""
        return Layout(self.placements, board=self.board.printed.cells)

    @cached_property
    def places(self) -> tuple[Cell, ...]:
        """The numbered cells, position 1 first: where a tile that is not on the board yet fits.

        Whether somebody holds such a tile makes no difference, so that the numbers tell nothing of a hand.
        """
        if self.is_over:
            return ()
        on_board = {TILES.name_of(marks) for _, marks in self.placements}
        return self.layout.places(TILES.marks(name) for name in TILES.names if name not in on_board)

    def placements_of(self, seat: int) -> tuple[Placement, ...]:
        """All that a seat could place now, by the places' numbers and then by tiles."""
        return tuple(
            Placement(cell, marks)
            for cell in self.places
            for tile in self.hands[seat]
            for marks in TILES.turns_that_fit(tile, self.layout.pattern(cell))
        )


@dataclass(frozen=True)
class Advance:
    """A position, and what led to it."""

    position: Position
    events: tuple[Event, ...]


def start(board_name: str, seats: int, chance: Chance) -> Advance:
    """Deal, place the first tile, and go on up to the first move of a player."""
    setup = SETUPS[seats]
    tiles = chance.shuffled(TILES.names)
    dealt = seats * setup.tiles
    hands = tuple(tuple(sorted(tiles[seat * setup.tiles : (seat + 1) * setup.tiles])) for seat in range(seats))
    table = _Table(Position(board_name, hands, (setup.purse,) * seats, tiles[dealt:], lost_turns=(0,) * seats))
    table.place_first_tile()
    return table.advance()


def place(position: Position, placement: Placement) -> Advance:
    """The seat to move places a tile of its hand that fits."""
    table = _Table(position)
    table.place(placement)
    return table.advance()


def decline(position: Position) -> Advance:
    """The seat to move keeps the tile that it has drawn, and passes."""
    table = _Table(position)
    table.events.append(Passed(table.seat))
    return table.advance()


def leave(position: Position) -> Advance:
    """The seat to move takes no part any more; the others go on."""
    table = _Table(position)
    table.leave()
    return table.advance()


class _Table:
    """A position while it changes."""

    def __init__(self, position: Position) -> None:
        self.before = position
        self.board = position.board
        self.hands = [list(hand) for hand in position.hands]
        self.purses = list(position.purses)
        self.bank = list(position.bank)
        self.layout = position.layout
        self.seat = position.next_seat
        self.drawn: str | None = None
        self.lost_turns = list(position.lost_turns)
        self.left = set(position.left)
        self.ending: Ending | None = None
        self.moves_again = False
        self.events: list[Event] = []

    @property
    def active(self) -> list[int]:
        return [seat for seat in range(len(self.hands)) if seat not in self.left]

    def followers_of(self, seat: int) -> list[int]:
        """The other seats that take part, in the order of their turns."""
        others = [other for other in self.active if other != seat]
        return sorted(others, key=lambda other: (other < seat, other))

    def place_first_tile(self) -> None:
        """The last figure of the tile's name points to the apex of its space."""
        self.seat, tile = starter_of(self.hands)
        self.hands[self.seat].remove(tile)
        self.layout = self.layout.with_tile(Placement(self.board.start, TILES.marks(tile)))
        self.events.append(Started(self.seat, tile))

    def place(self, placement: Placement) -> None:
        tile = TILES.name_of(placement.marks)
        space = self.board.space_at(placement.cell)
        self.hands[self.seat].remove(tile)
        self.layout = self.layout.with_tile(placement)
        self.events.append(Placed(self.seat, tile, space))
        if space is not None:
            self.act(space)

    def act(self, space: Space) -> None:
        """Do what a marked space asks of the seat that has covered it."""
        followers = self.followers_of(self.seat)
        match space.action:
            case Action.PAY_BANK:
                self.pay(self.seat, None, space.amount)
            case Action.TAKE_FROM_BANK:
                self.pay(None, self.seat, space.amount)
            case Action.TAKE_FROM_NEXT:
                self.pay(followers[0], self.seat, space.amount)
            case Action.PAY_NEXT:
                self.pay(self.seat, followers[0], space.amount)
            case Action.PAY_EACH:
                for other in followers:
                    self.pay(self.seat, other, space.amount)
            case Action.GIVE_COIN:
                self.give_coin()
            case Action.LOSE_TURN:
                self.lost_turns[self.seat] += space.amount
                self.events.append(Jailed(self.seat))
            case Action.TURN_AGAIN:
                self.moves_again = True

    def pay(self, payer: int | None, payee: int | None, due: int) -> None:
        """Pay what is due, or else what there is; the bank, which is None, always has enough."""
        paid = due
        if payer is not None:
            paid = min(due, self.purses[payer].points)
            self.purses[payer] = self.purses[payer].minus(paid)
        if payee is not None:
            self.purses[payee] = self.purses[payee].plus(paid)
        self.events.append(Paid(payer, payee, due, paid))

    def give_coin(self) -> None:
        coin = self.purses[self.seat].coin_to_give
        if coin is not None:
            self.purses[self.seat] = self.purses[self.seat].without(coin)
        self.events.append(GaveCoin(self.seat, coin))

    def leave(self) -> None:
        self.left.add(self.seat)
        self.events.append(Left(self.seat, len(self.hands[self.seat])))

    def advance(self) -> Advance:
        """Let everything happen that happens by itself, until a seat has to move or the game is over."""
        while self.ending is None:
            if len(self.active) == 1:
                self.ending = Ending.ALONE
            elif not self.hands[self.seat]:
                self.end_with_last_tile()
            elif not self.bank and not any(map(self.can_place, self.active)):
                self.end_blocked()
            elif self.begin_turn():
                break
        return Advance(self.position(), tuple(self.events))

    def begin_turn(self) -> bool:
        """Find whose turn it is, and draw if nothing fits; whether that seat is able to place a tile."""
        if self.moves_again:
            self.moves_again = False
            self.events.append(TurnAgain(self.seat))
        else:
            self.seat = self.followers_of(self.seat)[0]
        if self.lost_turns[self.seat]:
            self.lost_turns[self.seat] -= 1
            self.events.append(LostTurn(self.seat))
            return False
        return self.can_place(self.seat) or self.draw()

    def draw(self) -> bool:
        """Draw for the seat whose turn it is, if there is anything to draw; whether it fits."""
        if not self.bank:
            self.events.append(Stuck(self.seat))
            return False
        tile = self.bank.pop(0)
        self.hands[self.seat] = sorted([*self.hands[self.seat], tile])
        fits = self.can_place(self.seat)
        self.drawn = tile if fits else None
        self.events.append(Drew(self.seat, tile, fits))
        return fits

    def can_place(self, seat: int) -> bool:
        patterns = {self.layout.pattern(cell) for cell in self.layout.border}
        return any(TILES.turns_that_fit(tile, pattern) for tile in self.hands[seat] for pattern in patterns)

    def end_with_last_tile(self) -> None:
        others = {seat: tuple(self.hands[seat]) for seat in self.followers_of(self.seat)}
        self.events.append(WentOut(self.seat, others))
        self.pay(None, self.seat, LAST_TILE_BONUS)
        for seat, hand in others.items():
            self.pay(seat, None, cost_of_hand(hand))
        self.ending = Ending.OUT

    def end_blocked(self) -> None:
        self.events.append(Blocked({seat: tuple(self.hands[seat]) for seat in self.active}))
        self.ending = Ending.BLOCKED

    def position(self) -> Position:
        return Position(
            board_name=self.before.board_name,
            hands=tuple(map(tuple, self.hands)),
            purses=tuple(self.purses),
            bank=tuple(self.bank),
            placements=self.layout.placements,
            next_seat=self.seat,
            drawn=self.drawn,
            lost_turns=tuple(self.lost_turns),
            left=frozenset(self.left),
            ending=self.ending,
        )
