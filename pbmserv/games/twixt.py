"""TwixT, by Alex Randolph (1962).

By the box's rules players choose links, none may cross another, and own links may be removed. On Richard's PBeM
server links were automatic unless a move said otherwise, as here by default. `auto` leaves no choice, as in
OpenSpiel; `chosen` is the box; `pp` (paper and pencil) lets own links cross.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise
from typing import Any, NamedTuple, cast

from pbmserv.games.base import Illegal, Note, Option, Options, Played, Result, Unreadable
from pbmserv.games.boards.figures import Figure
from pbmserv.games.boards.grids import EMPTY, BoardContents
from pbmserv.games.boards.pegs import CORNER, Link, Linked, Pegs
from pbmserv.games.chance import Chance
from pbmserv.games.grid_game import GridGame, GridPosition, Path, figures_of
from pbmserv.games.message import Listed, Message
from pbmserv.games.picture import Shape

SIDES = ("top and bottom", "left and right")
PEGS = "xo"
SHORTEST = 6
"""Holes along a side."""
AUTO, CHOSEN, PAPER = "auto", "chosen", "pp"

_PLACE = r"[a-z][1-9][0-9]?"
_CHAINS = rf"{_PLACE}(?:/{_PLACE})+(?:,{_PLACE}(?:/{_PLACE})+)*"
_WITH_LINKS = re.compile(rf"({_PLACE})(?:-({_CHAINS}))?(\+)?({_CHAINS})?", re.ASCII)
_LONGEST = 300
"""The maximum length of a move."""


@dataclass(frozen=True)
class Position(GridPosition):
    """A position with links and their rule.

    `routes` holds for each seat holes by which it could still connect, none if impossible. With chosen links, which
    may be removed, it is not computed.
    """

    links: tuple[Link, ...] = ()
    rule: str = AUTO
    routes: tuple[Path, ...] = ((), ())

    def __hash__(self) -> int:
        """Of the pegs alone: a board has hundreds of links, and is looked up several times a turn."""
        return hash((self.cells, self.next_seat, self.last))

    def is_cut_off(self, seat: int) -> bool:
        return self.rule != CHOSEN and not self.routes[seat]


class Chosen(NamedTuple):
    """A move with chosen links: hole, links removed, links made (None for all)."""

    hole: int
    removed: tuple[Link, ...]
    made: tuple[Link, ...] | None


class Twixt(GridGame[Position]):
    """Join your two sides with linked pegs, while links of the other bar the way."""

    name = "TwixT"
    summary = "Join your two sides with pegs a knight's move apart"
    trademark = (
        "The founder of Lil' Cerebral Games has registered TwixT as a trademark. "
        "Alex Randolph's heir disputes the founder's right to the game."
    )
    themes = ("connection",)
    options = (
        Option("size", 24, "holes along each side of the board", low=SHORTEST, high=24, often=(12, 24)),
        Option(
            "handicap",
            0,
            "how many columns fewer there are, which helps Horizontal; below 0 rows fewer, which helps Vertical",
            low=-12,
            high=12,
        ),
        Option(
            "links",
            AUTO,
            "whether links are made by themselves, are chosen and may be removed, or may cross one's own",
            choices=(AUTO, CHOSEN, PAPER),
        ),
    )
    touching = (
        "Touch the free hole where your peg goes. With chosen links this makes all links that the peg can have; "
        "for anything else, type the move."
    )
    move_form = "the hole where your peg goes, for example d4"
    seat_names = (Message("Vertical"), Message("Horizontal"))
    no_passing = "Nobody passes in TwixT."
    board_class = Pegs
    position_class = Position
    figures = (Figure(PEGS[0], 0, "peg", "dark"), Figure(PEGS[1], 1, "peg", "light"))
    evaluate_by = "pbmserv.games.evaluation.twixt:evaluate"
    candidates_by = "pbmserv.games.evaluation.twixt:candidates"
    hint = "Vertical joins top and bottom, Horizontal left and right."

    def check_options(self, options: Options, seats: int) -> None:
        if min(_sides(options)) < SHORTEST:
            most = int(options["size"]) - SHORTEST
            raise Illegal(
                "A handicap of {handicap} is too much for a board of size {size}: each side keeps {shortest}"
                " holes at least, so {most} is the most, in either direction.",
                handicap=options["handicap"],
                size=options["size"],
                shortest=SHORTEST,
                most=most,
            )

    def swap_at(self, options: Options) -> int | None:
        """The second move; not in a handicap game."""
        return None if options.get("handicap") else 2

    def start(self, options: Options, seats: int, chance: Chance) -> Position:
        position = Position(*Pegs.empty(*_sides(options)), rule=str(options["links"]))
        return replace(position, routes=tuple(route(self.pegs(position), position, seat) for seat in (0, 1)))

    def pegs(self, position: Position) -> Pegs:
        return cast(Pegs, self.board(position))

    def legal_paths(self, position: Position) -> Iterator[Path]:
        paths, cells = _paths_of(self.pegs(position), position.next_seat), position.cells
        return (path for path in paths if cells[path[0]] == EMPTY)

    def apply(self, position: Position, path: Path) -> Position:
        return self.linked(position, Chosen(path[0], (), None))

    def linked(self, position: Position, chosen: Chosen) -> Position:
        """The position after a move. Raises `Illegal` for impossible links."""
        board, seat, hole = self.pegs(position), position.next_seat, chosen.hole
        for link in chosen.removed:
            if link not in position.links or position[link[0]] != PEGS[seat]:
                raise Illegal(
                    "There is no link {link} of yours that could be removed.",
                    link=board.text_of_link(link),
                )
        left = tuple(link for link in position.links if link not in chosen.removed)
        set_there = position.with_changes({hole: PEGS[seat]}, 1 - seat, (hole,), links=left)
        if chosen.made is None:
            made = self.possible(set_there, hole)
        else:
            made = chosen.made
            self._check(set_there, made, seat)
        after = replace(set_there, links=tuple(sorted({*left, *made})))
        if position.rule == CHOSEN:
            return after
        return replace(after, routes=tuple(route(board, after, each) for each in (0, 1)))

    def possible(self, position: Position, hole: int) -> tuple[Link, ...]:
        """The possible links of a peg, which never cross."""
        board, links = self.pegs(position), frozenset(position.links)
        near = [place for place in board.knights[hole] if position[place] == position[hole]]
        possible = [(min(hole, place), max(hole, place)) for place in near]
        return tuple(link for link in possible if not barred(board, position, links, link, position[hole]))

    def _check(self, position: Position, made: Iterable[Link], seat: int) -> None:
        board, links = self.pegs(position), set(position.links)
        for link in made:
            words = board.text_of_link(link)
            if any(position[place] != PEGS[seat] for place in link) or link[1] not in board.knights[link[0]]:
                raise Illegal(
                    "A link joins two pegs of yours a knight's move apart, which {made} does not.", made=words
                )
            if link in links:
                raise Illegal("The link {made} is there already.", made=words)
            if across := barred(board, position, frozenset(links), link, PEGS[seat]):
                raise Illegal(
                    "The link {made} would cross {link}.",
                    made=words,
                    link=board.text_of_link(across),
                )
            links.add(link)

    def laid_by_touch(self, position: Position, seat: int) -> Mapping[str, str]:
        return self.stone_of(seat)

    def new_pieces(self, position: Position, seat: int) -> Mapping[str, Sequence[Shape]]:
        return {**super().new_pieces(position, seat), **self.pegs(position).link_pieces(seat)}

    def slides(self, position: Position, seat: int, steps: tuple[str, ...], move: str) -> tuple[str, ...]:
        """A peg comes with its links."""
        board = self.pegs(position)
        hole = board.place_of[move]
        if all(position[place] != PEGS[seat] for place in board.knights[hole]):
            return ()
        links = self.possible(position.with_changes({hole: PEGS[seat]}, 1 - seat, (hole,)), hole)
        return (" ".join(["+. .", *(f"&{board.link_piece(link, hole)} ." for link in links)]),) if links else ()

    def outcome(self, position: Position) -> Result | None:
        mover = 1 - position.next_seat
        if self.chain(position):
            return Result(
                mover,
                Message("{player} has joined {sides}.", player=self.seat_names[mover], sides=Message(SIDES[mover])),
            )
        if all(map(position.is_cut_off, (0, 1))):
            return Result(None, Message("Neither can join their sides any more."))
        if self.is_stuck(position):
            return Result(
                None, Message("There is no hole left for {player}.", player=self.seat_names[position.next_seat])
            )
        return None

    def chain(self, position: Position) -> Sequence[int]:
        return _chain(self.pegs(position), position)

    def winning_cells(self, position: Position) -> Sequence[int]:
        return self.chain(position)

    def contents(self, position: Position) -> BoardContents:
        chain = self.chain(position)
        lit = [(min(pair), max(pair)) for pair in pairwise(chain)]
        figures = figures_of(type(self))
        return Linked(position.cells, figures, self.seat_names, position.last, chain, position.links, lit)

    def play(self, position: Position, seat: int, text: str, chance: Chance) -> Played[Position]:
        folded = text.strip().lower()
        match = _WITH_LINKS.fullmatch(folded) if len(folded) <= _LONGEST else None
        if match is None or not (match[2] or match[3]):
            return super().play(position, seat, text, chance)
        if position.rule != CHOSEN:
            raise Illegal("On this board links are made by themselves: write only the hole, {hole}.", hole=match[1])
        [hole] = self.read(position, match[1])
        removed = _links_typed(self.pegs(position), match[2])
        chosen = Chosen(hole, removed, _links_typed(self.pegs(position), match[4]) if match[3] else None)
        after = self.linked(position, chosen)
        move = self._words(position, chosen, after)
        return Played(after, move, tuple(map(Note, self.notes(position, move, after))))

    def _words(self, position: Position, chosen: Chosen, after: Position) -> str:
        """A move with chosen links in canonical notation, without automatic ones."""
        board = self.pegs(position)
        words = board.names[chosen.hole]
        if chosen.removed:
            words += "-" + ",".join(map(board.text_of_link, sorted(chosen.removed)))
        if self.linked(position, chosen._replace(made=None)).links != after.links:
            words += "+" + ",".join(map(board.text_of_link, sorted(chosen.made or ())))
        return words

    def notes(self, position: Position, move: str, after: Position) -> Iterator[str]:
        board, [hole] = self.pegs(position), after.last
        others = [board.names[sum(link) - hole] for link in after.links if hole in link]
        if others:
            yield Message(
                "{place} is linked to {others}.",
                place=board.names[hole].capitalize(),
                others=Listed(others, " and ", " and "),
            )
        for seat, name in enumerate(self.seat_names):
            if after.is_cut_off(seat) and not position.is_cut_off(seat) and not self.result(after):
                yield Message("{player} cannot join {sides} any more.", player=name, sides=Message(SIDES[seat]))

    def explain_illegal(self, position: Position, path: Path) -> str:
        name, there = self.board(position).names[path[0]], position[path[0]]
        if len(path) > 1:
            return Message("A move names one hole: write {form}.", form=Message(self.move_form))
        if there == CORNER:
            return Message("There is no hole in the corner {name}.", name=name)
        if there != EMPTY:
            return Message("The hole {name} is taken: {piece} is there.", name=name, piece=self.called(there))
        other = 1 - position.next_seat
        return Message(
            "The hole {name} is in a border row of {player}, who alone may go there.",
            name=name,
            player=self.seat_names[other],
        )

    def status(self, position: Position, viewer: int | None) -> tuple[str, ...]:
        return self._told(position, "The chain, in capitals: {chain}.")

    def picture_status(self, position: Position, viewer: int | None) -> tuple[str, ...]:
        return self._told(position, "The chain, in green: {chain}.")

    def _told(self, position: Position, text: str) -> tuple[str, ...]:
        chain, names = self.chain(position), self.board(position).names
        return (Message(text, chain=" ".join(names[place] for place in chain)),) if chain else ()


def _links_typed(board: Pegs, text: str | None) -> tuple[Link, ...]:
    found = []
    for chain in text.split(",") if text else ():
        names = chain.split("/")
        if unknown := [name for name in names if name not in board.place_of]:
            raise Unreadable(
                "The hole {name} is not on the board: {where}.",
                name=unknown[0],
                where=board.where_it_is(unknown[0]),
            )
        places = [board.place_of[name] for name in names]
        found += [(min(pair), max(pair)) for pair in pairwise(places)]
    return tuple(dict.fromkeys(found))


def _sides(options: Options) -> tuple[int, int]:
    size, handicap = int(options["size"]), int(options.get("handicap", 0))
    return size - max(handicap, 0), size + min(handicap, 0)


@lru_cache(maxsize=64)
def _paths_of(board: Pegs, seat: int) -> tuple[Path, ...]:
    """The holes where a seat may set pegs, as moves."""
    others = board.others_borders[seat]
    return tuple((place,) for place in board.places if place not in others)


def barred(board: Pegs, position: Position, links: frozenset[Link], link: Link, peg: str) -> Link | None:
    """A link that bars another of this colour, or None. On paper only the opponent's do."""
    for each in board.crossing(link):
        if each in links and (position.rule != PAPER or position[each[0]] != peg):
            return each
    return None


def route(board: Pegs, position: Position, seat: int) -> Path:
    """Holes by which a seat could connect if it moved for ever, without crossing its own links.

    The previous route is kept while unobstructed. A seat without one never gets one.
    """
    known = position.routes[seat]
    if known and _is_clear(board, position, seat, known):
        return known
    return () if position.last and not known else _found(board, position, seat)


def _is_clear(board: Pegs, position: Position, seat: int, known: Path) -> bool:
    own, cells, links = PEGS[seat], position.cells, frozenset(position.links)
    if any(cells[place] not in (EMPTY, own) for place in known):
        return False
    for place, near in pairwise(known):
        link = (place, near) if place < near else (near, place)
        is_unlinked = cells[place] == cells[near] == own
        if link not in links and (is_unlinked or barred(board, position, links, link, own)):
            return False
    return True


def _found(board: Pegs, position: Position, seat: int) -> Path:
    """The first route from border to border, depth first."""
    own, cells, links = PEGS[seat], position.cells, frozenset(position.links)
    on_paper = position.rule == PAPER
    shut = _barred_by(board, tuple(link for link in links if cells[link[0]] != own) if on_paper else position.links)
    is_new = [*map((EMPTY + own).__contains__, cells)]
    for place in board.others_borders[seat]:
        is_new[place] = False
    first, last = board.borders[seat]
    onwards = _onwards(board, seat)
    came_from = {place: -1 for place in sorted(first) if is_new[place]}
    for place in came_from:
        is_new[place] = False
    ahead = [*came_from]
    while ahead:
        place = ahead.pop()
        if place in last:
            found = [place]
            while came_from[found[-1]] >= 0:
                found.append(came_from[found[-1]])
            return tuple(found)
        is_peg = cells[place] == own
        for near, link in onwards[place]:
            if not is_new[near]:
                continue
            # Links are made only with a peg, so two unlinked pegs never will be.
            if link in links if is_peg and cells[near] == own else link not in shut:
                is_new[near] = False
                came_from[near] = place
                ahead.append(near)
    return ()


@lru_cache(maxsize=8)
def _barred_by(board: Pegs, links: tuple[Link, ...]) -> frozenset[Link]:
    """All that these links bar, which both seats ask after."""
    return frozenset().union(*map(board.crossing, links))


@lru_cache(maxsize=64)
def _onwards(board: Pegs, seat: int) -> tuple[tuple[tuple[int, Link], ...], ...]:
    """For each hole those a knight's move away with the link there, the last nearest to the far side."""
    size = board.width

    def across(place: int) -> int:
        return place % size if seat else place // size

    return tuple(
        tuple((near, (min(place, near), max(place, near))) for near in sorted(board.knights[place], key=across))
        for place in board.places
    )


@lru_cache(maxsize=64)
def _chain(board: Pegs, position: Any) -> tuple[int, ...]:
    mover = 1 - position.next_seat
    (first, last), near, cells = board.borders[mover], dict[int, list[int]](), position.cells
    links = [link for link in position.links if cells[link[0]] == PEGS[mover]]
    linked = {hole for link in links for hole in link}
    if first.isdisjoint(linked) or last.isdisjoint(linked):
        return ()
    for one, other in links:
        near.setdefault(one, []).append(other)
        near.setdefault(other, []).append(one)
    came_from = {place: -1 for place in sorted(first) if place in near}
    ahead = [*came_from]
    for place in ahead:
        if place in last:
            chain = [place]
            while came_from[chain[-1]] >= 0:
                chain.append(came_from[chain[-1]])
            return tuple(reversed(chain))
        for each in near[place]:
            if each not in came_from:
                came_from[each] = place
                ahead.append(each)
    return ()
