"""Trioker-Line in words: what happened in a turn, how a game stands, how it ended."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbmserv.games.base import Note
from pbmserv.games.trioker.tiles import TILES
from pbmserv.games.trioker_line.chains import chains_begun
from pbmserv.games.trioker_line.events import Blocked, Drew, Event, Left, Passed, Placed, Started, Stuck, WentOut
from pbmserv.games.trioker_line.rules import FIRST_TILE, Ending, Position, pips_of

SEAT_NAMES = "ABCD"


def player(seat: int) -> str:
    """A seat at the beginning of a sentence: `Player B`."""
    return f"Player {SEAT_NAMES[seat]}"


def notes_of(events: Sequence[Event]) -> tuple[Note, ...]:
    """What happened in a turn; which tile was drawn only for the eyes of its owner."""
    notes: list[Note] = []
    for event in events:
        notes += map(Note, _sentences(event))
        if isinstance(event, Drew):
            notes.append(Note(f"You drew {event.tile}.", event.seat))
    return tuple(notes)


def status_of(position: Position, viewer: int | None) -> tuple[str, ...]:
    """How the game stands, and the viewer's own hand; all hands when it is over."""
    course = [*position.prelude, *_course(position)]
    return (*course, *[""] * bool(course), *_table(position), *_hands(position, viewer))


def reason_of(position: Position) -> str:
    """Why the game is over, and who has won."""
    winner = position.winners[0]
    if position.ending is Ending.ALONE:
        return f"Nobody but player {SEAT_NAMES[winner]} is left."
    if position.ending is Ending.OUT:
        return f"{player(winner)} has placed the last tile of a hand."
    return f"Nobody can place a tile. {_least(position)}"


def _least(position: Position) -> str:
    """Who holds the fewest pips, and whether that decides the game."""
    fewest = pips_of(position.hands[position.winners[0]])
    with_fewest = [seat for seat in position.active if pips_of(position.hands[seat]) == fewest]
    if len(with_fewest) == 1:
        return f"{player(with_fewest[0])} holds the fewest pips, {fewest}."
    shared = f"Players {_names(with_fewest)} hold the fewest pips, {fewest},"
    tiles = _counted(len(position.hands[position.winners[0]]), "tile")
    if len(position.winners) == 1:
        return f"{shared} and of these {SEAT_NAMES[position.winners[0]]} the fewest tiles."
    if len(position.winners) == len(with_fewest):
        return f"{shared} in {tiles} each."
    return f"{shared} and of these {_names(position.winners)} the fewest tiles, {tiles} each."


def _sentences(event: Event) -> Iterator[str]:
    """What everybody may read of an event."""
    match event:
        case Started(int(seat)):
            yield f"{player(seat)} begins with {FIRST_TILE}."
        case Started():
            yield f"Nobody holds {FIRST_TILE}: it is taken from the bank, and player A begins."
        case Placed(seat, tile):
            yield f"{player(seat)} places {tile}."
        case Drew(seat, _, fits):
            outcome = "and may place it or pass" if fits else "which does not fit either, and the turn passes"
            yield f"{player(seat)} had no tile that fits and drew one, {outcome}."
        case Stuck(seat):
            yield f"{player(seat)} has no tile that fits, and the bank is empty: the turn passes."
        case Passed(seat):
            yield f"{player(seat)} keeps the tile and passes."
        case WentOut(seat, hands):
            yield f"{player(seat)} has placed the last tile of a hand."
            yield from (_left_with(other, hand) for other, hand in hands.items())
        case Blocked(hands):
            yield "Nobody can place a tile, and the bank has none."
            yield from (_left_with(seat, hand) for seat, hand in hands.items())
        case Left(seat, count):
            yield f"{player(seat)} has left the game. The {_counted(count, 'tile')} of that hand stay out of it."


def _left_with(seat: int, hand: Sequence[str]) -> str:
    return f"{player(seat)} is left with {TILES.listed(hand)}: {_counted(pips_of(hand), 'pip')}."


def _course(position: Position) -> Iterator[str]:
    if position.may_pass and not position.prelude:
        yield f"{player(position.next_seat)} has drawn a tile, and may place it or pass."


def _table(position: Position) -> Iterator[str]:
    """What is on the table: a column for each seat."""
    held = ["out" if seat in position.left else str(len(hand)) for seat, hand in enumerate(position.hands)]
    for title, entries in (("Player", SEAT_NAMES[: len(held)]), ("Tiles", held)):
        yield f"{title:<6}" + "".join(f"{entry:>6}" for entry in entries)
    bank = _counted(len(position.bank), "tile")
    yield f"Bank: {bank}. Chains: {chains_begun(position.layout)} of {position.paths}."


def _hands(position: Position, viewer: int | None) -> Iterator[str]:
    """The viewer's tiles; everybody's when the game is over."""
    if position.is_over:
        yield ""
        yield from (f"{player(seat)}: {TILES.listed(hand) or 'no tiles'}" for seat, hand in enumerate(position.hands))
    elif viewer is not None and viewer not in position.left:
        yield ""
        yield f"Your tiles: {TILES.listed(position.hands[viewer])}"
        if position.may_pass and viewer == position.next_seat:
            yield f"You have drawn {position.drawn}: place it, or move pass."


def _counted(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def _names(seats: Sequence[int]) -> str:
    *first, last = (SEAT_NAMES[seat] for seat in seats)
    return f"{', '.join(first)} and {last}"
