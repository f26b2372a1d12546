"""Triominoes in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from pbmserv.games.base import Note, counted
from pbmserv.games.triangles.hands.events import Event, Left
from pbmserv.games.triangles.hands.words import SEAT_NAMES, departure, held_by, player, table
from pbmserv.games.triangles.tiles import TileSet
from pbmserv.games.triominoes.events import Blocked, Dealt, Drew, Opened, Placed, Standing, WentOut
from pbmserv.games.triominoes.rules import Position
from pbmserv.games.triominoes.scoring import (
    LAST_TILE_BONUS,
    OPENING_ZEROS,
    TRIPLE_BONUS,
    UNABLE,
    Earning,
    opening_points,
    penalty,
)
from pbmserv.games.triominoes.tiles import hand_value, is_triple, value


def notes_of(events: Sequence[Event], tiles: TileSet) -> tuple[Note, ...]:
    """Notes of a turn; drawn tiles are private."""
    notes: list[Note] = []
    for event in events:
        notes += map(Note, _sentences(event, tiles))
        if isinstance(event, Drew) and event.tiles:
            notes.append(Note(f"You drew {tiles.listed(event.tiles)}.", event.seat))
        if isinstance(event, Dealt):
            notes.append(Note(f"You were dealt {tiles.listed(event.tiles)}.", event.seat))
    return tuple(notes)


def status_of(position: Position, viewer: int | None) -> tuple[str, ...]:
    course = position.prelude or _course(position)
    return (*course, "", *_table(position), *_hand(position, viewer))


def reason_of(position: Position) -> str:
    leaders = position.leaders
    if len(position.active) == 1:
        return f"Nobody but player {SEAT_NAMES[leaders[0]]} is left."
    most, rounds = position.scores[leaders[0]], counted(position.round, "round")
    if len(leaders) == 1:
        return f"{player(leaders[0])} has the most points, {most}, after {rounds}."
    names = " and ".join(SEAT_NAMES[seat] for seat in leaders)
    return f"Players {names} have the most points, {most} each, after {rounds}."


def _sentences(event: Event, tiles: TileSet) -> Iterator[str]:
    match event:
        case Opened(number, seat, tile):
            yield f"Round {number}: {_opening(seat, tile, tiles)}"
        case Placed(seat, tile, earned):
            yield f"{player(seat)} places {tiles.spelled(tile)}: {_earning(earned)}."
        case Dealt(seat, dealt):
            yield f"{player(seat)} was dealt {counted(len(dealt), 'tile')} from the pool."
        case Drew():
            yield f"{player(event.seat)} {_drawing(event)}."
        case WentOut(seat, hands, points):
            yield from _hands_laid_open(hands, tiles)
            values = [f"{hand_value(hand)} from {SEAT_NAMES[other]}" for other, hand in hands.items()]
            yield f"{player(seat)} is out: {_sum([f'{LAST_TILE_BONUS} for the last tile', *values], points)}."
        case Blocked(hands, gains):
            yield "Nobody can place a tile."
            yield from _hands_laid_open(hands, tiles)
            yield from (_gaining(seat, points, event.values) for seat, points in gains.items())
        case Standing(number, scores, last):
            totals = ", ".join(f"{SEAT_NAMES[seat]} {score}" for seat, score in enumerate(scores))
            yield f"Points after round {number}{', the last one' if last else ''}: {totals}."
        case Left():
            yield departure(event)


def _opening(seat: int, tile: str, tiles: TileSet) -> str:
    points = opening_points(tile)
    if points == OPENING_ZEROS:
        why = f"{points} for 0-0-0 as the opening tile"
    elif is_triple(tile):
        why = f"{TRIPLE_BONUS} + {value(tile)} = {points} for the opening tile"
    else:
        why = f"{points} for the opening tile, no triple being held"
    return f"{player(seat)} opens with {tiles.spelled(tile)}: {why}."


def _earning(earned: Earning) -> str:
    """A tile's points: `9 + 40 for a bridge = 49`."""
    parts = [str(earned.value)]
    if earned.hexagons:
        parts.append(f"{earned.bonus} for {counted(earned.hexagons, 'hexagon')}")
    elif earned.bridge:
        parts.append(f"{earned.bonus} for a bridge")
    return _sum(parts, earned.points)


def _drawing(drew: Drew) -> str:
    tiles, off = counted(len(drew.tiles), "tile"), -drew.points
    if drew.able:
        return f"had no tile that fits and drew {tiles}: {off} off"
    if not drew.tiles:
        return f"has no tile that fits, and the pool is empty: {off} off, and the turn passes"
    return f"drew {tiles} and can place none: {off - UNABLE} + {UNABLE} = {off} off, and the turn passes"


def _gaining(seat: int, points: int, values: Mapping[int, int]) -> str:
    own = values[seat]
    parts = [f"{each - own} from {SEAT_NAMES[other]}" for other, each in values.items() if each > own]
    return f"{player(seat)} holds the least: {_sum(parts or ['0'], points)}."


def _hands_laid_open(hands: Mapping[int, Sequence[str]], tiles: TileSet) -> Iterator[str]:
    for seat, hand in hands.items():
        yield f"{player(seat)} is left with {tiles.listed(hand)}: {hand_value(hand)}."


def _course(position: Position) -> Iterator[str]:
    first = position.tiles.name_of(position.placements[0].marks)
    yield f"Round {position.round}: {_opening(position.opener, first, position.tiles)}"
    if position.is_over:
        return
    for seat in sorted(position.coming):
        yield f"{player(seat)} takes part again from the next round on."
    for seat, off in position.stuck.items():
        yield f"{player(seat)} was unable to place a tile: {off} off."
    if position.drawn:
        tiles, off = counted(position.drawn, "tile"), penalty(position.drawn, able=True)
        yield f"{player(position.next_seat)} had to draw {tiles}: {off} off."
    if position.target_reached:
        yield f"Somebody's total has reached {position.target}: this round is the last."


def _table(position: Position) -> Iterator[str]:
    names = SEAT_NAMES[: len(position.hands)]
    yield from table((("Player", names), ("Points", position.scores), ("Tiles", held_by(position))), 6, 7)
    yield f"Pool: {counted(len(position.bank), 'tile')}. Target: {position.target} points."


def _hand(position: Position, viewer: int | None) -> Iterator[str]:
    if viewer is None or viewer in position.left:
        return
    yield ""
    yield f"Your tiles: {position.tiles.listed(position.hands[viewer]) or 'none'}"


def _sum(parts: Sequence[str], total: int) -> str:
    """An addition, with its result if there are several terms: `9 + 40 for a bridge = 49`."""
    return " + ".join(parts) + (f" = {total}" if len(parts) > 1 else "")
