"""Fleets for the server."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from pbmserv.games.base import (
    Game,
    Illegal,
    NeverLegal,
    Note,
    Option,
    Options,
    Played,
    Result,
    Unreadable,
    refuse_to_pass,
)
from pbmserv.games.boards.page import page_of
from pbmserv.games.chance import Chance
from pbmserv.games.families import SQUARES
from pbmserv.games.fleets.display import drawing, legend_of, lengths, rows_of, sea_of, status_of
from pbmserv.games.fleets.rules import FLEETS, ROOM_APART, Placement, Position, Ship, by_ends, in_order
from pbmserv.games.message import SEAT_LETTERS, Message, counted, in_turn, lines_of, player
from pbmserv.games.picture import Choice, Picture
from pbmserv.games.refusals import legal_now, quoted

RANDOM = "random"
LONGEST = 150
"""The longest text that can name a fleet, in characters."""

_SHIP = re.compile(r"([a-z][1-9][0-9]?)(?:\s*(?:-|to|:)\s*([a-z][1-9][0-9]?))?")
_FLEET = re.compile(r"(?:[a-z][1-9][0-9]?(?:\s*(?:-|to|:)\s*[a-z][1-9][0-9]?)?(?:[\s,;+]+|$))+")


class Fleets(Game[Position]):
    """Place ships in secret, then shoot at each other's squares until all ships of one side have sunk."""

    name = "Fleets"
    summary = "Place ships in secret, and find the other's by shots"
    also_called = ("Battleship", "Battleships", "Sea battle")
    trademark = "Battleship is a trademark of Hasbro."
    family = SQUARES
    themes = ("armies", "bluffing")
    seats_are_places = True
    seats = range(2, 3)
    options = (
        Option("size", 10, "squares along each side of the sea", low=8, high=12),
        Option("fleet", "five", "how many ships each has", choices=tuple(FLEETS), often=tuple(FLEETS)),
        Option("apart", False, "ships may not touch, not even at corners"),
        Option("again", False, "whoever hits shoots again"),
    )
    touching = (
        'To place your ships, touch both ends of each, the longest first, or touch "At random". Then touch the '
        "square at which you shoot."
    )
    move_form = (
        "a square to shoot at, for example e5; before that both ends of each ship, such as a1-d1, or else a word, "
        "for example random"
    )
    hidden = True
    has_rounds = True
    allows_undo = False
    guess_by = "pbmserv.games.fleets.guessing:guess"
    evaluate_by = "pbmserv.games.fleets.guessing:evaluate"
    solution_by = "pbmserv.games.fleets.guessing:solution"
    position_class = Position

    def check_options(self, options: Options, seats: int) -> None:
        if options["apart"] and int(options["size"]) < ROOM_APART:
            raise Illegal("Ships that may not touch need a sea of {size} squares a side at least.", size=ROOM_APART)

    def start(self, options: Options, seats: int, chance: Chance) -> Position:
        return Position(int(options["size"]), str(options["fleet"]), bool(options["apart"]), bool(options["again"]))

    def to_move(self, position: Position) -> tuple[int, ...]:
        return position.to_move

    def legal_moves(self, position: Position, seat: int) -> Sequence[str] | None:
        if seat not in position.to_move:
            return ()
        if position.is_placing:
            return None
        names = sea_of(position.width).names
        return [names[place] for place in position.targets(seat)]

    def examples(self, position: Position, seat: int) -> tuple[str, ...]:
        if not position.is_placing or seat not in position.to_move:
            return super().examples(position, seat)
        return self.buttons(position, seat)

    def buttons(self, position: Position, seat: int) -> tuple[str, ...]:
        return (RANDOM,) if position.is_placing and seat in position.to_move else ()

    def form_of_move(self, position: Position) -> str:
        if not position.is_placing:
            return Message("a square to shoot at, for example e5")
        return Message("both ends of each ship, such as a1-d1, or random")

    def play(self, position: Position, seat: int, text: str, chance: Chance) -> Played[Position]:
        refuse_to_pass(text, "Nobody passes here: each places ships, and then shoots at a square.")
        if position.is_placing:
            return self._place(position, seat, text, chance)
        return self._shoot(position, seat, text)

    def _place(self, position: Position, seat: int, text: str, chance: Chance) -> Played[Position]:
        folded = text.strip().lower()
        is_random = folded == RANDOM
        ships = at_random(position, (), chance) if is_random else self._read_ships(position, folded)
        words = text_of_ships(position, ships)
        told = Note(Message("Your ships lie on {places}.", places=words), seat)
        after = position.with_ships(seat, ships)
        notes = (
            [told] if after.is_placing else [told, Note(Message("All ships are placed: now the shooting begins."))]
        )
        return Played(after, RANDOM if is_random else words, tuple(notes))

    def _read_ships(self, position: Position, text: str) -> tuple[Ship, ...]:
        if len(text) > LONGEST or not _FLEET.fullmatch(text):
            raise Unreadable(
                'The places of your ships are expected, not "{typed}": write {form}.',
                typed=quoted(text),
                form=self.form_of_move(position),
            )
        taken, ships = 0, []
        for first, second in _SHIP.findall(text):
            placed = self._between(position, first, second or first)
            if placed.squares & taken:
                raise Illegal(
                    "The ship on {ship} touches another one, which it may not here."
                    if position.is_apart
                    else "The ship on {ship} lies where another one is.",
                    ship=_text_of(position, placed.ship),
                )
            ships.append(placed.ship)
            taken |= position.taken_by(placed)
        sizes = tuple(sorted(map(len, ships), reverse=True))
        if sizes != position.sizes:
            raise Illegal(
                "Your ships have to be {sizes} squares long; these are {others}.",
                sizes=lengths(position.sizes),
                others=lengths(sizes),
            )
        return in_order(ships)

    def _between(self, position: Position, first: str, second: str) -> Placement:
        places = sea_of(position.width).place_of
        for name in (first, second):
            if name not in places:
                raise self._off_board(position, name)
        ends = places[first], places[second]
        for size in {*position.sizes}:
            if ends in by_ends(position.width, size):
                return by_ends(position.width, size)[ends]
        (column, row), (to_column, to_row) = (divmod(place, position.width) for place in ends)
        if column != to_column and row != to_row:
            text = "A ship lies in a row or a column: {first} to {second} is neither."
            raise Illegal(text, first=first, second=second)
        raise Illegal(
            "From {first} to {second} a ship would be {count} long; your ships are {sizes} squares long.",
            first=first,
            second=second,
            count=abs(column - to_column) + abs(row - to_row) + 1,
            sizes=lengths(position.sizes),
        )

    def _off_board(self, position: Position, name: str) -> NeverLegal:
        where = sea_of(position.width).where_it_is(name)
        return NeverLegal("The square {place} is not on the board: {where}.", place=name, where=where)

    def _shoot(self, position: Position, seat: int, text: str) -> Played[Position]:
        folded = text.strip().lower()
        if folded == RANDOM or (len(folded) <= LONGEST and len(_ends(folded)) > 1 and _FLEET.fullmatch(folded)):
            raise NeverLegal("All ships are placed: name a square at which you shoot.")
        sea = sea_of(position.width)
        left = self.legal_moves(position, seat) or ()
        if len(folded) > LONGEST or not _SHIP.fullmatch(folded):
            expected = Message(
                'A square is expected, not "{typed}": write {form}.',
                typed=quoted(text),
                form=self.form_of_move(position),
            )
            raise Unreadable(in_turn(expected, legal_now(self.move_form, left)))
        if folded not in sea.place_of:
            raise self._off_board(position, folded)
        if folded not in left:
            raise NeverLegal("You have shot at {place} already.", place=folded)
        after = position.after_shot(sea.place_of[folded])
        return Played(after, folded, (Note(_outcome(position, after, folded)),))

    def value_of(self, position: Position, text: str) -> str:
        return text.strip().lower()

    def told(self, move: str, seat: int, viewer: int | None) -> str:
        """Where ships lie is told to nobody else."""
        return move if viewer == seat or not _places_ships(move) else Message("all ships in secret")

    def came_of(self, position: Position, seat: int, move: str) -> str:
        place, hit = sea_of(position.width).place_of.get(move), position.hits[seat]
        if place not in position.shots[seat]:
            return ""
        if place not in hit:
            return Message("miss")
        for ship in position.sunk[1 - seat]:
            if place == max(ship, key=hit.index):
                return Message("sunk")
        return Message("hit")

    def spoken(self, position: Position, move: str) -> str:
        outcome = self.came_of(position, position.last_seat, move)
        return Message("{move}: {outcome}", move=move, outcome=outcome) if outcome else move

    def question(self, position: Position, seat: int, move: str) -> str:
        if move == RANDOM:
            return Message("Have your ships placed at random?")
        if _places_ships(move):
            return Message("Place your ships like this?")
        return Message("Shoot at {place}?", place=move)

    def result(self, position: Position) -> Result | None:
        winner = position.winner
        if winner is None:
            return None
        return Result(winner, Message("All ships of {player} have sunk.", player=player(1 - winner)))

    def steps(self, position: Position, seat: int, move: str) -> tuple[str, ...]:
        return (move,) if move == RANDOM or not _places_ships(move) else _ends(move)

    def by_touch(self, position: Position, seat: int, touched: Sequence[str]) -> Mapping[tuple[str, ...], str]:
        if not position.is_placing or seat not in position.to_move:
            return {}
        if tuple(touched[:1]) == (RANDOM,):
            return {(RANDOM,): RANDOM}
        ways = _ways(replace(position, ships=((), ())), tuple(touched))
        return ways if touched else {**ways, (RANDOM,): RANDOM}

    def while_touched(self, position: Position, seat: int, touched: Sequence[str]) -> Position | None:
        if not position.is_placing or seat not in position.to_move:
            return None
        placed, _, kept = _walked(position, tuple(touched))
        own = [each.ship for each in placed]
        if _is_begun(placed, kept):
            own.append((sea_of(position.width).place_of[kept[-1]],))
        # As long as the last ship can still be moved, the shooting has not begun.
        is_whole = len(own) == len(position.sizes)
        before = replace(position, ships=((), ())) if is_whole else position
        return before.with_ships(seat, own)

    def asked_next(self, position: Position, seat: int, touched: Sequence[str], following: Sequence[str]) -> str:
        if not position.is_placing:
            return ""
        placed, _, kept = _walked(replace(position, ships=((), ())), touched)
        if len(placed) == len(position.sizes):
            return ""
        size, ends = position.sizes[len(placed)], sum(1 + (len(each.ship) > 1) for each in placed)
        if len(kept) > ends:
            return Message("Where does the ship of {size} end?", size=size)
        return Message("Now the ship of {size}: where does it begin?", size=size)

    def draw(self, position: Position, viewer: int | None) -> str:
        return drawing(position.seen_by(viewer))

    def picture(self, position: Position, viewer: int | None) -> Picture:
        seen = position.seen_by(viewer)
        choices = [Choice(RANDOM, Message("At random"), "have all ships placed at random")]
        can_choose = viewer in seen.to_move and seen.is_placing
        return page_of((), list(rows_of(seen, viewer)), self.name, choices=choices if can_choose else ())

    def seen_by(self, position: Position, viewer: int | None) -> Position:
        return position.seen_by(viewer)

    def revealed(self, position: Position) -> Position:
        return replace(position, is_open=True)

    def seat_name(self, position: Position, seat: int) -> str:
        return SEAT_LETTERS[seat]

    def advantage(self, position: Position, seat: int) -> str:
        count = len(position.sunk[1 - seat])
        return counted("{count} sunk", "{count} sunk", count) if count else ""

    def status(self, position: Position, viewer: int | None) -> tuple[str, ...]:
        return tuple(status_of(position.seen_by(viewer), viewer))

    def legend(self, position: Position, viewer: int | None) -> str:
        return "" if position.winner is not None else lines_of(*legend_of(position))

    def picture_legend(self, position: Position, viewer: int | None) -> str:
        return ""


def at_random(position: Position, ships: Sequence[Ship], chance: Chance) -> tuple[Ship, ...]:
    """A whole fleet anywhere; each ship in turn, the longest first."""
    taken, found = 0, [*ships]
    for size in position.sizes[len(found) :]:
        placed = chance.choice(position.free(size, taken))
        found.append(placed.ship)
        taken |= position.taken_by(placed)
    return in_order(found)


def text_of_ships(position: Position, ships: Sequence[Ship]) -> str:
    """Ships by their ends: `a1-e1 a3-a6`."""
    return " ".join(_text_of(position, ship) for ship in ships)


def _text_of(position: Position, ship: Ship) -> str:
    names = sea_of(position.width).names
    return f"{names[ship[0]]}-{names[ship[-1]]}"


def _places_ships(move: str) -> bool:
    return "-" in move or move == RANDOM


def _ends(text: str) -> tuple[str, ...]:
    """The touches that place these ships: both ends of each, and a ship of one square once."""
    ends: list[str] = []
    for first, second in _SHIP.findall(text):
        ends += [first] if second in ("", first) else [first, second]
    return tuple(ends)


def _outcome(before: Position, after: Position, place: str) -> Message:
    seat = before.next_seat
    if len(after.hits[seat]) == len(before.hits[seat]):
        return Message("Miss on {place}.", place=place)
    if len(after.sunk[1 - seat]) == len(before.sunk[1 - seat]):
        return Message("Hit on {place}.", place=place)
    [ship] = {*after.sunk[1 - seat]} - {*before.sunk[1 - seat]}
    return Message("Hit on {place}: a ship of length {size} has sunk.", place=place, size=len(ship))


@lru_cache(maxsize=1024)
def _completed(position: Position, taken: int, sizes: tuple[int, ...]) -> tuple[Ship, ...]:
    """Ships of these lengths beside those that lie there, each on the first squares that are free."""
    found = []
    for size in sizes:
        placed = next(iter(position.free(size, taken)))
        found.append(placed.ship)
        taken |= position.taken_by(placed)
    return tuple(found)


def _walked(position: Position, touched: Sequence[str]) -> tuple[list[Placement], int, list[str]]:
    """The ships that touches have placed, the squares that are taken then, and the touches that count.

    Their last one may be the first end of another ship.
    """
    places = sea_of(position.width).place_of
    placed: list[Placement] = []
    taken, kept, is_begun = 0, list[str](), False
    for touch in touched:
        if touch not in places or len(placed) == len(position.sizes):
            continue
        size = position.sizes[len(placed)]
        if size > 1 and not is_begun:
            if any(places[touch] in (each.ship[0], each.ship[-1]) for each in position.free(size, taken)):
                kept.append(touch)
                is_begun = True
            continue
        first = places[kept[-1]] if is_begun else places[touch]
        found = by_ends(position.width, size).get((first, places[touch]))
        if found and not found.squares & taken:
            kept.append(touch)
            placed.append(found)
            taken |= position.taken_by(found)
            is_begun = False
    return placed, taken, kept


def _is_begun(placed: Sequence[Placement], kept: Sequence[str]) -> bool:
    """Whether the last touch that counts is the first end of another ship."""
    return len(kept) > sum(1 + (len(each.ship) > 1) for each in placed)


@lru_cache(maxsize=64)
def _ways(position: Position, touched: tuple[str, ...]) -> Mapping[tuple[str, ...], str]:
    """Moves that go on from these touches: one for each square that can be touched next."""
    placed, taken, kept = _walked(position, touched)
    if len(placed) == len(position.sizes):
        ships = in_order(each.ship for each in placed)
        return {tuple(kept): text_of_ships(position, ships)}
    sea = sea_of(position.width)
    begun = sea.place_of[kept[-1]] if _is_begun(placed, kept) else None
    return {steps: move for _, steps, move in _further(position, placed, taken, kept, begun)}


def _further(
    position: Position, placed: Sequence[Placement], taken: int, kept: Sequence[str], begun: int | None
) -> Iterator[tuple[int, tuple[str, ...], str]]:
    size, names = position.sizes[len(placed)], sea_of(position.width).names
    seen = set()
    for each in position.free(size, taken):
        ends_of = each.ship[0], each.ship[-1]
        for first, last in (ends_of, ends_of[::-1]):
            following = first if begun is None else last
            if following in seen or (begun is not None and first != begun):
                continue
            seen.add(following)
            others = _completed(position, taken | position.taken_by(each), position.sizes[len(placed) + 1 :])
            ends = [names[following]] if begun is not None or size == 1 else [names[first], names[last]]
            rest = _ends(text_of_ships(position, others))
            ships = in_order([*(one.ship for one in placed), each.ship, *others])
            yield following, (*kept, *ends, *rest), text_of_ships(position, ships)
