"""The course of Trioker: start, marked spaces, end.

By the Rapid game's leaflet as the encyclopedia gives it. The board of 1970 differs only in outline and spaces. Start,
payments and the replay of a draw are automatic.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TypeAlias

from pbmserv.games.chance import Chance
from pbmserv.games.triangles.hands.rules import Advance as HandsAdvance
from pbmserv.games.triangles.layout import Layout, Placement
from pbmserv.games.triangles.printed_board import PrintedBoard
from pbmserv.games.trioker.boards import BOARDS, Board
from pbmserv.games.trioker.coins import Purse
from pbmserv.games.trioker.events import GaveCoin, Jailed, LostTurn, Paid, Placed, Replayed, Started, TurnAgain
from pbmserv.games.trioker.scoring import LAST_TILE_BONUS, cost_of_hand
from pbmserv.games.trioker.setup import SETUPS, starter_of
from pbmserv.games.trioker.spaces import Action, Space
from pbmserv.games.trioker.tiles import TILES
from pbmserv.games.trioker.turns import PassingPosition, PassingTable, deal


@dataclass(frozen=True, kw_only=True)
class Position(PassingPosition):
    """A position; `lost_turns` counts the turns that each seat has yet to lose.

    With `replay`, a drawn first `game` is followed by a second.
    """

    board_name: str
    purses: tuple[Purse, ...]
    lost_turns: tuple[int, ...]
    replay: bool = False
    game: int = 1

    @property
    def board(self) -> Board:
        return BOARDS[self.board_name]

    @property
    def part(self) -> int:
        return self.game

    @property
    def points(self) -> tuple[int, ...]:
        return tuple(purse.points for purse in self.purses)

    @property
    def leaders(self) -> tuple[int, ...]:
        """The active seats with most points."""
        return self.with_most(self.points)

    @property
    def printed_board(self) -> PrintedBoard:
        return self.board.printed

    def table(self, chance: Chance) -> _Table:
        return _Table(self, chance)


Advance: TypeAlias = HandsAdvance[Position]


def start(board_name: str, seats: int, chance: Chance, replay: bool = False) -> Advance:
    """Deal, place the first tile, and go on to the first move."""
    hands, bank = deal(seats, chance)
    purses = (SETUPS[seats].purse,) * seats
    no_turns = (0,) * seats
    position = Position(
        board_name=board_name, hands=hands, bank=bank, purses=purses, lost_turns=no_turns, replay=replay
    )
    table = position.table(chance)
    table.place_first_tile()
    return table.advance()


class _Table(PassingTable[Position]):
    def __init__(self, position: Position, chance: Chance) -> None:
        super().__init__(position, chance)
        self.board = position.board
        self.purses = list(position.purses)
        self.lost_turns = list(position.lost_turns)
        self.moves_again = False
        self.game = position.game

    def place_first_tile(self) -> None:
        """The last figure of the tile's name points to the apex of its space."""
        self.seat, tile = starter_of([() if seat in self.left else hand for seat, hand in enumerate(self.hands)])
        self.lay(Placement(self.board.start, TILES.marks(tile)))
        self.events.append(Started(self.seat, tile))

    def place(self, placement: Placement) -> None:
        space = self.board.space_at(placement.cell)
        self.events.append(Placed(self.seat, self.lay(placement), space))
        if space is not None:
            self.act(space)

    def act(self, space: Space) -> None:
        """Carry out the action of a covered space."""
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
        """Pay what is due, or as much as there is; the bank (None) always has enough."""
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

    def begin_turn(self) -> bool:
        """Go to the next seat, drawing if nothing fits; return whether it can place."""
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

    def end_blocked(self) -> None:
        super().end_blocked()
        if self.before.replay and self.game == 1:
            self.begin_replay()

    def begin_replay(self) -> None:
        """Start again with new hands and initial coins.

        Seats that have left get hands, too, for possible substitutes.
        """
        self.game, self.is_over = 2, False
        hands, bank = deal(len(self.hands), self.chance)
        self.hands, self.bank = [*map(list, hands)], [*bank]
        self.purses = [SETUPS[len(hands)].purse] * len(hands)
        self.lost_turns = [0] * len(hands)
        self.moves_again = False
        self.layout = Layout(board=self.board.printed.cells)
        self.events.append(Replayed())
        self.place_first_tile()

    def end_with_last_tile(self) -> None:
        super().end_with_last_tile()
        self.pay(None, self.seat, LAST_TILE_BONUS)
        for seat in self.followers_of(self.seat):
            self.pay(seat, None, cost_of_hand(self.hands[seat]))

    def position(self) -> Position:
        purses, lost_turns = tuple(self.purses), tuple(self.lost_turns)
        return replace(super().position(), purses=purses, lost_turns=lost_turns, game=self.game)
