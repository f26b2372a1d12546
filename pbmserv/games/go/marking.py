"""Agreement on dead stones: one proposes, the other agrees, proposes others, or plays on.

A proposal names each dead chain by one stone: `dead d4 q16`, or `dead none`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from pbmserv.games.base import Illegal, NeverLegal
from pbmserv.games.boards.grids import EMPTY, Grid
from pbmserv.games.go.counting import SEAT_NAMES
from pbmserv.games.go.rules import OVER, PLAYING, Position, neighbours

AGREE, RESUME, NONE, DONE = "agree", "resume", "dead none", "done"
_MAY_BE_DEAD = 6
"""The most stones of a group that is an example of a dead one."""

MOST_PROPOSALS = 4
"""After this many proposals, somebody has to agree or play on."""

_PROPOSAL = re.compile(r"(dead|alive)((?:[ ,]+[a-z][1-9][0-9]?)*)", re.ASCII)
_FILLING = re.compile(
    r"^no, |\b(?:i think|i believe|i say|only|just|but|is|are|there|they|and|the|white|black|stones?|chains?|groups?"
    r"|at|on)\b|[.:;!]"
)
_THE_REST = re.compile(
    r"(?<=dead)[.,;]? (?:and )?(?:all the (?:others|rest)|everything else|all else|all others|the others|the rest)"
    r" (?:is |are )?(?:alive|lives?|stays?)\W*$"
)
"""What goes without saying: `b5 is dead, everything else lives`."""
_SAID_BEHIND = re.compile(r"(.+?)[ ,]+(dead|alive)")
_AGREED = frozenset({AGREE, "agreed", "i agree"})
_RESUMED = frozenset({RESUME, "continue", "play on", "resume play"})
_NOTHING_DEAD = frozenset(
    {
        *("dead", "alive", "dead none", "none dead", "none", "no dead", "no dead ones"),
        *("all alive", "nothing", "dead nothing", "nothing dead"),
    }
)


def is_about_marking(text: str) -> bool:
    """Whether a lower-case text makes sense only during marking."""
    text = _plain(text)
    return text in _AGREED | _RESUMED | _NOTHING_DEAD or _PROPOSAL.fullmatch(text) is not None


def read(position: Position, board: Grid, text: str) -> str:
    """Parse a legal move. Raises `NeverLegal` or `Illegal`."""
    text = _plain(text)
    if text in _RESUMED:
        return RESUME
    if text in _AGREED:
        if not position.proposals:
            raise Illegal(
                "Nothing has been proposed that you could agree to: name the dead stones, for example"
                " dead d4 q16, or write dead none."
            )
        return AGREE
    named = re.findall(r"[a-z][1-9][0-9]?", text) if text not in _NOTHING_DEAD else []
    for name in named:
        if name not in board.place_of:
            raise NeverLegal(
                "The point {name} is not on the board: {where}.", name=name, where=board.where_it_is(name)
            )
    places = [board.place_of[name] for name in named]
    for name, place in zip(named, places, strict=True):
        if position[place] == EMPTY:
            raise Illegal(
                "There is no stone on {name}: name a stone of each dead chain, for example dead d4 q16.", name=name
            )
    if named and text.startswith("alive"):
        alive = {stone for place in places for stone in position.chain_at(place).stones}
        places = [place for place in position.dead if place not in alive]
    chosen = one_of_each(position, places)
    if position.proposals >= MOST_PROPOSALS:
        raise Illegal(
            "After {most} proposals it is time to agree, or to resume play: write agree, or resume.",
            most=MOST_PROPOSALS,
        )
    if position.proposals and stones_of(position, chosen) == position.dead:
        raise Illegal("{player} has proposed just that: write agree.", player=SEAT_NAMES[1 - position.next_seat])
    return words_of(board, chosen)


def _plain(text: str) -> str:
    """A proposal as it is usually written: `dead h7 c3` for `h7 and c3 are dead`."""
    if "dead" not in text and "alive" not in text:
        return text
    plain = " ".join(_FILLING.sub(" ", _THE_REST.sub("", text)).split())
    behind = _SAID_BEHIND.fullmatch(plain)
    return f"{behind[2]} {behind[1]}" if behind and plain not in _NOTHING_DEAD else plain


def words_of(board: Grid, chosen: Iterable[int]) -> str:
    return " ".join(["dead", *(board.names[place] for place in sorted(chosen))]) if chosen else NONE


def made(position: Position, board: Grid, move: str) -> Position:
    """The position after a legal canonical move."""
    other = 1 - position.next_seat
    if move == AGREE:
        return replace(position, phase=OVER)
    if move == RESUME:
        # Who was to move after the two passes goes on.
        first = position.next_seat ^ (position.proposals % 2)
        return replace(
            position, next_seat=first, phase=PLAYING, passes=0, dead=(), proposals=0, is_resumed=True, last=()
        )
    chosen = [board.place_of[name] for name in move.split()[1:]] if move != NONE else []
    dead = stones_of(position, chosen)
    return replace(position, next_seat=other, dead=dead, proposals=position.proposals + 1)


def stones_of(position: Position, chosen: Iterable[int]) -> tuple[int, ...]:
    """All stones of the chains of these."""
    return tuple(sorted({stone for place in chosen for stone in position.chain_at(place).stones}))


def proposed(position: Position) -> list[int]:
    """The first stone of each proposed chain."""
    return one_of_each(position, position.dead)


def steps(position: Position, board: Grid, move: str) -> tuple[str, ...]:
    """The touches of a legal move: the chains that differ from the previous proposal, then the end."""
    if move in (AGREE, RESUME):
        return (move,)
    chosen = [board.place_of[name] for name in move.split()[1:]] if move != NONE else []
    dead = {*position.dead}
    added = [place for place in chosen if place not in dead]
    kept = {stone for place in chosen for stone in position.chain_at(place).stones}
    left_out = [place for place in proposed(position) if place not in kept]
    return (*(board.names[place] for place in sorted([*added, *left_out])), DONE)


def by_touch(position: Position, board: Grid, touched: Sequence[str]) -> Mapping[tuple[str, ...], str]:
    """The possible proposals after touching these stones: the present one, or with one chain changed.

    A second touch undoes the first.
    """
    begun, chosen = _turned(position, board, touched)
    ways = {}
    for place, stone in enumerate(position.cells):
        if stone != EMPTY:
            changed = dict(chosen)
            _turn(changed, position, place)
            ways[*begun, board.names[place], DONE] = words_of(board, changed.values())
    ways[*begun, DONE] = words_of(board, chosen.values())
    if position.proposals >= MOST_PROPOSALS:
        ways = {}
    elif position.proposals:
        ways = {way: move for way, move in ways.items() if not _is_proposed(position, board, move)}
    ways |= {(AGREE,): AGREE} if position.proposals else {}
    return {**ways, (RESUME,): RESUME}


def marked(position: Position, board: Grid, touched: Sequence[str]) -> Position:
    """The position with these stones marked or no longer marked as dead."""
    _, chosen = _turned(position, board, touched)
    return replace(position, dead=stones_of(position, chosen.values()))


def examples(position: Position, board: Grid) -> tuple[str, ...]:
    """What one could say now: of stones that may well be dead, if there are any."""
    if position.proposals >= MOST_PROPOSALS:
        return AGREE, RESUME
    dead = words_of(board, _weakest(position))
    if position.proposals:
        return AGREE, RESUME if _is_proposed(position, board, dead) else dead
    return (dead, NONE) if dead != NONE else (NONE, RESUME)


def _weakest(position: Position) -> list[int]:
    """A stone of each chain of the smallest group, if it is so small that it may be dead.

    A group are the stones of one colour between which there are only empty points.
    """
    groups: list[list[int]] = []
    for stone in set(position.cells) - {EMPTY}:
        left = {place for place, each in enumerate(position.cells) if each in (EMPTY, stone)}
        while left:
            reached, found = [left.pop()], []
            while reached:
                place = reached.pop()
                found += [place] if position[place] == stone else []
                near = left.intersection(neighbours(position.width, len(position.cells))[place])
                left -= near
                reached += near
            groups += [sorted(found)] if found else []
    smallest = min(groups, key=lambda group: (len(group), group), default=[])
    return one_of_each(position, smallest) if len(smallest) <= _MAY_BE_DEAD and len(groups) > 2 else []


def _turned(
    position: Position, board: Grid, touched: Sequence[str]
) -> tuple[tuple[str, ...], dict[tuple[int, ...], int]]:
    """The stones among these touches, and the chains that are dead after them."""
    begun = tuple(name for name in touched if name in board.place_of and position[board.place_of[name]] != EMPTY)
    chosen = {position.chain_at(place).stones: place for place in proposed(position)}
    for name in begun:
        _turn(chosen, position, board.place_of[name])
    return begun, chosen


def _turn(chosen: dict[tuple[int, ...], int], position: Position, place: int) -> None:
    chain = position.chain_at(place).stones
    if chosen.pop(chain, None) is None:
        chosen[chain] = place


def _is_proposed(position: Position, board: Grid, move: str) -> bool:
    chosen = [board.place_of[name] for name in move.split()[1:]] if move != NONE else []
    return stones_of(position, chosen) == position.dead


def one_of_each(position: Position, places: Iterable[int]) -> list[int]:
    """The first named stone of each chain."""
    chains: dict[tuple[int, ...], int] = {}
    for place in places:
        chains.setdefault(position.chain_at(place).stones, place)
    return sorted(chains.values())
