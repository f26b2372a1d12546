"""Kalah, by William Julius Champion (1940), often sold as Mancala."""

from __future__ import annotations

from collections.abc import Sequence

from pbmserv.games.base import Option, Options, Result
from pbmserv.games.boards.pits import SEAT_NAMES, Pits
from pbmserv.games.chance import Chance
from pbmserv.games.message import Message, counted, listed
from pbmserv.games.sowing import SowingGame, Sown, swept


class Kalah(SowingGame[Sown]):
    """Sow seeds round the board and into your store, and have more there at the end."""

    name = "Kalah"
    summary = "Sow seeds, and get most of them into your store"
    also_called = ("Mancala",)
    options = (
        Option("pits", 6, "houses on each side", low=3, high=10),
        Option("seeds", 4, "seeds in each house at the start", low=1, high=8),
    )
    no_passing = "Nobody passes in Kalah."
    position_class = Sown

    def start(self, options: Options, seats: int, chance: Chance) -> Sown:
        return Sown((int(options["seeds"]),) * 2 * int(options["pits"]))

    def open_houses(self, position: Sown) -> Sequence[int]:
        return [house for house in position.own if position.houses[house]]

    def apply(self, position: Sown, house: int) -> tuple[Sown, tuple[str, ...]]:
        seat, names, own = position.next_seat, Pits(position.length).names, position.own
        houses, store, last = _sown(position, house)
        emptied: tuple[int, ...] = ()
        notes, next_seat = [], 1 - seat
        if last < 0:
            next_seat = seat
        elif last in own and houses[last] == 1 and houses[_opposite(last, houses)]:
            emptied = (_opposite(last, houses), last)
            seeds = sum(houses[each] for each in emptied)
            for each in emptied:
                houses[each] = 0
            store += seeds
            notes.append(
                Message(
                    "{player} takes {seeds} seeds, from {places}.",
                    player=SEAT_NAMES[seat],
                    seeds=seeds,
                    places=listed([names[emptied[0]], names[last]]),
                )
            )
        stores = (store, position.stores[1]) if seat == 0 else (position.stores[0], store)
        after = Sown(tuple(houses), stores, next_seat, house, emptied)
        empty = next((each for each in (next_seat, 1 - next_seat) if not after.seeds_of(each)), None)
        if empty is not None:
            left = after.seeds_of(1 - empty)
            who = {"player": SEAT_NAMES[empty], "other": SEAT_NAMES[1 - empty]}
            if left:
                notes.append(
                    counted(
                        "{player}'s houses are empty, and {other} takes the last {count} seed.",
                        "{player}'s houses are empty, and {other} takes the last {count} seeds.",
                        left,
                        **who,
                    )
                )
            else:
                notes.append(Message("{player}'s houses are empty.", **who))
            after = Sown(*swept(after.houses, stores), next_seat, house, emptied)
        elif next_seat == seat:
            notes.append(
                Message("The last seed fell into {player}'s store: {player} moves again.", player=SEAT_NAMES[seat])
            )
        return after, tuple(notes)

    def result(self, position: Sown) -> Result | None:
        return self.outcome_by_seeds(position) if position.is_cleared else None


def _opposite(house: int, houses: Sequence[int]) -> int:
    return len(houses) - 1 - house


def _sown(position: Sown, house: int) -> tuple[list[int], int, int]:
    """The houses after sowing one, the mover's store, and where the last seed fell, -1 for the store.

    The opponent's store is skipped.
    """
    houses, store, at = [*position.houses], position.stores[position.next_seat], house
    seeds, houses[house] = houses[house], 0
    before_store = position.own[-1]
    for _ in range(seeds):
        if at == before_store:
            store, at = store + 1, -1
            continue
        # After the store comes the first house of the other side.
        at = ((before_store if at < 0 else at) + 1) % len(houses)
        houses[at] += 1
    return houses, store, at
