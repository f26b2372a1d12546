"""Trioker-Line in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbmserv.games.message import SEAT_LETTERS, Message, counted, in_turn, listed, player, players, the_player
from pbmserv.games.triangles.hands.events import Event, Left
from pbmserv.games.triangles.hands.words import departure, held_by, players_of, table
from pbmserv.games.trioker.events import Blocked, WentOut
from pbmserv.games.trioker.passing_words import hands_of, may_pass_of, turn_sentences
from pbmserv.games.trioker.tiles import TILES
from pbmserv.games.trioker.turns import Ending
from pbmserv.games.trioker_line.chains import chains_begun
from pbmserv.games.trioker_line.events import Placed, Started
from pbmserv.games.trioker_line.rules import FIRST_TILE, Position, pips_of


def status_of(position: Position, viewer: int | None) -> tuple[str, ...]:
    """The status with the viewer's hand, or all hands after the end."""
    course = [*position.prelude, *_course(position)]
    return (*course, *[""] * bool(course), *_table(position), *hands_of(position, viewer))


def reason_of(position: Position) -> str:
    winner = position.winners[0]
    if position.ending is Ending.ALONE:
        return Message("Nobody but {player} is left.", player=the_player(winner))
    if position.ending is Ending.OUT:
        return Message("{player} has placed the last tile of a hand.", player=player(winner))
    return in_turn(Message("Nobody can place a tile."), _least(position))


def _least(position: Position) -> Message:
    fewest = pips_of(position.hands[position.winners[0]])
    with_fewest = [seat for seat in position.active if pips_of(position.hands[seat]) == fewest]
    if len(with_fewest) == 1:
        return Message("{player} holds the fewest pips, {pips}.", player=player(with_fewest[0]), pips=fewest)
    shared = {"players": players(with_fewest), "pips": fewest}
    letters = listed([SEAT_LETTERS[seat] for seat in position.winners])
    if len(position.winners) == 1:
        return Message(
            "{players} hold the fewest pips, {pips}, and of these {letter} the fewest tiles.",
            letter=letters,
            **shared,
        )
    tiles = len(position.hands[position.winners[0]])
    if len(position.winners) == len(with_fewest):
        return counted(
            "{players} hold the fewest pips, {pips}, in {count} tile each.",
            "{players} hold the fewest pips, {pips}, in {count} tiles each.",
            tiles,
            **shared,
        )
    return counted(
        "{players} hold the fewest pips, {pips}, and of these {letters} the fewest tiles, {count} tile each.",
        "{players} hold the fewest pips, {pips}, and of these {letters} the fewest tiles, {count} tiles each.",
        tiles,
        letters=letters,
        **shared,
    )


def sentences_of(event: Event) -> Iterator[str]:
    match event:
        case Started(int(seat)):
            yield Message("{player} begins with {tile}.", player=player(seat), tile=FIRST_TILE)
        case Started():
            yield Message(
                "Nobody holds {tile}: it is taken from the bank, and {player} begins.",
                tile=FIRST_TILE,
                player=the_player(0),
            )
        case Placed(seat, tile):
            yield Message("{player} places {tile}.", player=player(seat), tile=tile)
        case WentOut(seat, hands):
            yield Message("{player} has placed the last tile of a hand.", player=player(seat))
            yield from (_left_with(other, hand) for other, hand in sorted(hands.items()))
        case Blocked(hands):
            yield Message("Nobody can place a tile, and the bank has none.")
            yield from (_left_with(seat, hand) for seat, hand in hands.items())
        case Left():
            yield departure(event)
        case _:
            yield from turn_sentences(event)


def _left_with(seat: int, hand: Sequence[str]) -> Message:
    return counted(
        "{player} is left with {tiles}: {count} pip.",
        "{player} is left with {tiles}: {count} pips.",
        pips_of(hand),
        player=player(seat),
        tiles=TILES.listed(hand),
    )


def _course(position: Position) -> Iterator[str]:
    if position.may_pass and not position.prelude:
        yield may_pass_of(position)


def _table(position: Position) -> Iterator[str]:
    yield from table((players_of(position), held_by(position)), 6, 6)
    yield counted(
        "Bank: {count} tile. Chains: {begun} of {chains}.",
        "Bank: {count} tiles. Chains: {begun} of {chains}.",
        len(position.bank),
        begun=chains_begun(position.layout),
        chains=position.paths,
    )
