"""Who deals, who is vulnerable, and what a deal scores (Laws of Duplicate Bridge 2017, laws 2 and 77)."""

from __future__ import annotations

from pbmserv.games.bridge.auction import Contract
from pbmserv.games.tricks.rules import SEATS

BOARDS = 16
"""After so many boards dealers and vulnerability come again."""
_MINORS = "cd"
GAME = 100
"""The trick points that make a contract a game."""
_BONUS_OF_GAME, _BONUS_OF_PART_SCORE = (300, 500), 50
_BONUS_OF_SLAM = {6: (500, 750), 7: (1000, 1500)}
_FOR_INSULT = 50
"""For making a doubled contract; twice as much if redoubled."""


def dealer_of(board: int) -> int:
    """The dealer of a board: North deals the first one, then East, and so on clockwise."""
    return (board + 1) % SEATS


def vulnerable_sides(board: int) -> tuple[bool, bool]:
    """Whether South and North are vulnerable, and whether West and East are."""
    turn = (board - 1 + (board - 1) // SEATS) % SEATS
    return turn in (1, 3), turn in (2, 3)


def board_with(dealer: int, vulnerable: tuple[bool, bool]) -> int:
    """The only one of the sixteen boards with this dealer and vulnerability."""
    return next(
        board
        for board in range(1, BOARDS + 1)
        if dealer_of(board) == dealer and vulnerable_sides(board) == vulnerable
    )


def score(contract: Contract, tricks: int, is_vulnerable: bool) -> int:
    """The points of declarer's side, below zero if the contract fails."""
    over = tricks - contract.needed
    if over < 0:
        return -_penalty(-over, contract.doubled, is_vulnerable)
    each = 20 if contract.strain in _MINORS else 30
    first = 10 if contract.strain == "n" else 0
    bid = (each * contract.level + first) << contract.doubled
    if contract.doubled:
        each = (100 if not is_vulnerable else 200) * contract.doubled
    bonus = _BONUS_OF_GAME[is_vulnerable] if bid >= GAME else _BONUS_OF_PART_SCORE
    bonus += _BONUS_OF_SLAM.get(contract.level, (0, 0))[is_vulnerable]
    return bid + over * each + bonus + _FOR_INSULT * contract.doubled


def _penalty(under: int, doubled: int, is_vulnerable: bool) -> int:
    """What undertricks cost: doubled, the first is cheaper, and not vulnerable the second and third."""
    if not doubled:
        return under * (100 if is_vulnerable else 50)
    full = under * 300 - (100 if is_vulnerable else 200 + 100 * min(under - 1, 2))
    return full * doubled
