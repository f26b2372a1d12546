"""Triominoes in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from pbmserv.games.base import Note
from pbmserv.games.message import SEAT_LETTERS, Message, added, counted, player, players, the_player
from pbmserv.games.triangles.hands.events import Event, Left
from pbmserv.games.triangles.hands.words import departure, held_by, players_of, table
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
            notes.append(Note(Message("You drew {tiles}.", tiles=tiles.listed(event.tiles)), event.seat))
        if isinstance(event, Dealt):
            notes.append(Note(Message("You were dealt {tiles}.", tiles=tiles.listed(event.tiles)), event.seat))
    return tuple(notes)


def status_of(position: Position, viewer: int | None) -> tuple[str, ...]:
    course = position.prelude or _course(position)
    return (*course, "", *_table(position), *_hand(position, viewer))


def reason_of(position: Position) -> str:
    leaders = position.leaders
    if len(position.active) == 1:
        return Message("Nobody but {player} is left.", player=the_player(leaders[0]))
    most = position.scores[leaders[0]]
    if len(leaders) == 1:
        return counted(
            "{player} has the most points, {most}, after {count} round.",
            "{player} has the most points, {most}, after {count} rounds.",
            position.round,
            player=player(leaders[0]),
            most=most,
        )
    return counted(
        "{players} have the most points, {most} each, after {count} round.",
        "{players} have the most points, {most} each, after {count} rounds.",
        position.round,
        players=players(leaders, between=" and "),
        most=most,
    )


def _sentences(event: Event, tiles: TileSet) -> Iterator[str]:
    match event:
        case Opened(number, seat, tile):
            yield _opening(number, seat, tile, tiles)
        case Placed(seat, tile, earned):
            yield _placing(seat, tiles.spelled(tile), earned)
        case Dealt(seat, dealt):
            yield counted(
                "{player} was dealt {count} tile from the pool.",
                "{player} was dealt {count} tiles from the pool.",
                len(dealt),
                player=player(seat),
            )
        case Drew():
            yield _drawing(event)
        case WentOut(seat, hands, points):
            yield from _hands_laid_open(hands, tiles)
            yield Message(
                "{player} is out: {bonus} for the last tile + {gains} = {points}.",
                player=player(seat),
                bonus=LAST_TILE_BONUS,
                gains=added([_gain(hand_value(hand), other) for other, hand in hands.items()]),
                points=points,
            )
        case Blocked(hands, gains):
            yield Message("Nobody can place a tile.")
            yield from _hands_laid_open(hands, tiles)
            yield from (_gaining(seat, points, event.values) for seat, points in gains.items())
        case Standing(number, scores, last):
            totals = ", ".join(f"{SEAT_LETTERS[seat]} {score}" for seat, score in enumerate(scores))
            yield Message(
                "Points after round {number}, the last one: {totals}."
                if last
                else "Points after round {number}: {totals}.",
                number=number,
                totals=totals,
            )
        case Left():
            yield departure(event)


def _opening(number: int, seat: int, tile: str, tiles: TileSet) -> Message:
    points = opening_points(tile)
    opens = {"number": number, "player": player(seat), "tile": tiles.spelled(tile), "points": points}
    if points == OPENING_ZEROS:
        return Message("Round {number}: {player} opens with {tile}: {points} for 0-0-0 as the opening tile.", **opens)
    if is_triple(tile):
        return Message(
            "Round {number}: {player} opens with {tile}: {bonus} + {value} = {points} for the opening tile.",
            bonus=TRIPLE_BONUS,
            value=value(tile),
            **opens,
        )
    return Message(
        "Round {number}: {player} opens with {tile}: {points} for the opening tile, no triple being held.", **opens
    )


def _placing(seat: int, tile: str, earned: Earning) -> Message:
    """A tile with its points: `9 + 40 for a bridge = 49`."""
    places = {"player": player(seat), "tile": tile, "points": earned.points}
    parts = {"value": earned.value, "bonus": earned.bonus}
    if earned.hexagons:
        return counted(
            "{player} places {tile}: {value} + {bonus} for {count} hexagon = {points}.",
            "{player} places {tile}: {value} + {bonus} for {count} hexagons = {points}.",
            earned.hexagons,
            **places,
            **parts,
        )
    if earned.bridge:
        return Message("{player} places {tile}: {value} + {bonus} for a bridge = {points}.", **places, **parts)
    return Message("{player} places {tile}: {points}.", **places)


def _drawing(drew: Drew) -> Message:
    off = -drew.points
    if drew.able:
        return counted(
            "{player} had no tile that fits and drew {count} tile: {off} off.",
            "{player} had no tile that fits and drew {count} tiles: {off} off.",
            len(drew.tiles),
            player=player(drew.seat),
            off=off,
        )
    if not drew.tiles:
        return Message(
            "{player} has no tile that fits, and the pool is empty: {off} off, and the turn passes.",
            player=player(drew.seat),
            off=off,
        )
    return counted(
        "{player} drew {count} tile and can place none: {draws} + {unable} = {off} off, and the turn passes.",
        "{player} drew {count} tiles and can place none: {draws} + {unable} = {off} off, and the turn passes.",
        len(drew.tiles),
        player=player(drew.seat),
        draws=off - UNABLE,
        unable=UNABLE,
        off=off,
    )


def _gaining(seat: int, points: int, values: Mapping[int, int]) -> Message:
    own = values[seat]
    gains = [_gain(each - own, other) for other, each in values.items() if each > own]
    if len(gains) > 1:
        text = "{player} holds the least: {gains} = {points}."
        return Message(text, player=player(seat), gains=added(gains), points=points)
    return Message("{player} holds the least: {gain}.", player=player(seat), gain=gains[0] if gains else 0)


def _gain(points: int, seat: int) -> Message:
    return Message("{points} from {letter}", points=points, letter=SEAT_LETTERS[seat])


def _hands_laid_open(hands: Mapping[int, Sequence[str]], tiles: TileSet) -> Iterator[str]:
    for seat, hand in hands.items():
        yield Message(
            "{player} is left with {tiles}: {value}.",
            player=player(seat),
            tiles=tiles.listed(hand),
            value=hand_value(hand),
        )


def _course(position: Position) -> Iterator[str]:
    first = position.tiles.name_of(position.placements[0].marks)
    yield _opening(position.round, position.opener, first, position.tiles)
    if position.is_over:
        return
    for seat in sorted(position.coming):
        yield Message("{player} takes part again from the next round on.", player=player(seat))
    for seat, off in position.stuck.items():
        yield Message("{player} was unable to place a tile: {off} off.", player=player(seat), off=off)
    if position.drawn:
        yield counted(
            "{player} had to draw {count} tile: {off} off.",
            "{player} had to draw {count} tiles: {off} off.",
            position.drawn,
            player=player(position.next_seat),
            off=penalty(position.drawn, able=True),
        )
    if position.target_reached:
        yield Message("Somebody's total has reached {target}: this round is the last.", target=position.target)


def _table(position: Position) -> Iterator[str]:
    yield from table((players_of(position), (Message("Points"), position.scores), held_by(position)), 6, 7)
    yield counted(
        "Pool: {count} tile. Target: {target} points.",
        "Pool: {count} tiles. Target: {target} points.",
        len(position.bank),
        target=position.target,
    )


def _hand(position: Position, viewer: int | None) -> Iterator[str]:
    if viewer is None or viewer in position.left:
        return
    yield ""
    if tiles := position.tiles.listed(position.hands[viewer]):
        yield Message("Your tiles: {tiles}", tiles=tiles)
    else:
        yield Message("Your tiles: none")
