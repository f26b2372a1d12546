"""What stands beside a board on its page: choices, and the pieces that each player holds and may drop."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from pbmserv.games.picture import Choice, Held, Shape
from pbmserv.pictures.piece_sets import shapes_in_set
from pbmserv.pictures.sides import is_turned, turned_piece
from pbmserv.web.touchable_picture import piece_on_a_button

if TYPE_CHECKING:
    from pbmserv.web.position_shown import PositionShown


@dataclass(frozen=True)
class ChoiceLink:
    """A link for something to choose that has no place on the picture."""

    choice: Choice
    address: str
    is_other: bool = False
    """Whether it starts another move, or lets go what is held."""
    is_held: bool = False
    piece: str = ""
    """The piece that it lays, as SVG."""

    @property
    def is_red(self) -> bool:
        """Whether it is about a red suit of cards alone."""
        suits = {sign for sign in self.choice.text if sign in "♠♥♦♣"}
        return bool(suits) and suits <= {"♥", "♦"}


@dataclass(frozen=True)
class OnStand:
    """Pieces of a kind on a stand: the piece as SVG, empty if there is none, and its link if it can be touched."""

    held: Held
    piece: str = ""
    link: ChoiceLink | None = None


@dataclass(frozen=True)
class Stand:
    """What a seat holds; each kind has its place on the stand."""

    seat: int
    kinds: tuple[OnStand, ...]


def stands_of(page: PositionShown, mover: int | None, links: Mapping[str, ChoiceLink]) -> tuple[Stand, ...]:
    """The stands above and below the board; none in games without hands.

    The pieces of the seat that is the `mover` are touched by `links`.
    """
    game, below = page.board.game, page.seat_below
    if below is None:
        return ()
    is_seen_turned = is_turned(game, page.view.seat, is_flipped=page.shows_flipped)

    def on_stand(held: Held, links: Mapping[str, ChoiceLink]) -> OnStand:
        if not held.number:
            return OnStand(held)
        link = links.get(held.target)
        drawn = link.piece if link else ""
        return OnStand(held, drawn or _drawn(held.shapes, page.piece_set, is_seen_turned), link)

    def stand(seat: int) -> Stand:
        kinds = [on_stand(each, links if seat == mover else {}) for each in game.in_hand(page.view.seen, seat)]
        # Who sits opposite has the same kinds at the right hand, which is the reader's left.
        return Stand(seat, tuple(kinds if seat == below else kinds[::-1]))

    stands = stand(1 - below), stand(below)
    return stands if all(each.kinds for each in stands) else ()


@lru_cache(maxsize=500)
def _drawn(shapes: Sequence[Shape], piece_set: str, is_seen_turned: bool) -> str:
    """A piece without a name: only those that can be touched are laid on the board by scripts."""
    drawn = shapes_in_set(shapes, piece_set)
    return piece_on_a_button("", turned_piece(drawn) if is_seen_turned else drawn)
