"""Agreement on dead stones: one proposes, the other agrees, proposes others, or plays on.

A proposal names each dead chain by one stone: `dead d4 q16`, or `dead none`, which players read as `all alive`.
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
ALL_ALIVE = "all alive"
"""How `NONE` is shown."""
_MAY_BE_DEAD = 6
"""The most stones of a group that is proposed as an example of a dead one."""
_MOST_NAMED = 6
"""With more chains in danger than this, nothing is proposed."""
_AROUND = 6
"""Within so many steps of each liberty of such a group the opponent has a stone."""

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
                " dead d4 q16, or write all alive."
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


def offered(position: Position, board: Grid) -> tuple[str, ...]:
    """The few moves that a letter offers: agree, what may well be dead, that all live, and to play on."""
    if position.proposals >= MOST_PROPOSALS:
        return AGREE, RESUME
    dead = words_of(board, _surrounded(position))
    others = [*dict.fromkeys((dead, NONE))]
    if position.proposals:
        return AGREE, *[move for move in others if not _is_proposed(position, board, move)][:1], RESUME
    return *others, RESUME


def shown(move: str) -> str:
    """A canonical move as players read it."""
    return ALL_ALIVE if move == NONE else move


def _surrounded(position: Position) -> list[int]:
    """A stone of each chain that may well be dead: few stones, without two eyes, to which the opponent is closer.

    Chains that share a liberty are one group.
    """
    beside = neighbours(position.width, len(position.cells))
    left = {place for place, stone in enumerate(position.cells) if stone != EMPTY}
    found: list[int] = []
    while left:
        group = _group_of(position, min(left))
        left -= group
        colour = position[min(group)]
        friends = {place for place, stone in enumerate(position.cells) if stone == colour} - group
        if len(group) > _MAY_BE_DEAD or not friends:
            continue
        others = {place for place, stone in enumerate(position.cells) if stone not in (EMPTY, colour)}
        near, far = (_steps(beside, start, others | friends | group) for start in (friends, others))
        free = {each for place in group for each in beside[place] if position[each] == EMPTY}
        eyes = {each for each in free if all(next_to in group for next_to in beside[each])}
        if len(eyes) < 2 and all(far.get(each, _AROUND) < near.get(each, _AROUND) for each in free - eyes):
            found += group
    chains = one_of_each(position, sorted(found))
    return chains if len(chains) <= _MOST_NAMED else []


def _group_of(position: Position, place: int) -> set[int]:
    """The stones of a chain, and of chains of its colour that share liberties with it."""
    beside = neighbours(position.width, len(position.cells))
    group, waiting = set[int](), [place]
    while waiting:
        chain = position.chain_at(waiting.pop())
        group.update(chain.stones)
        waiting += [
            each
            for liberty in chain.liberties
            for each in beside[liberty]
            if position[each] == position[place] and each not in group
        ]
    return group


def _steps(beside: Sequence[Sequence[int]], start: set[int], closed: set[int]) -> Mapping[int, int]:
    """For each place within `_AROUND` steps of `start`, how many it takes, not through `closed` places."""
    steps, edge = dict.fromkeys(start, 0), start
    for count in range(1, _AROUND + 1):
        edge = {each for place in edge for each in beside[place] if each not in steps and each not in closed}
        steps.update(dict.fromkeys(edge, count))
    return steps


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
