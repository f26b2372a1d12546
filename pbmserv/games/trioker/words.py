"""Trioker in words."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from pbmserv.games.message import Message, counted, player, the_player, the_players
from pbmserv.games.triangles.hands.events import Event, Left
from pbmserv.games.triangles.hands.words import held_by, players_of, table
from pbmserv.games.trioker.coins import Coin
from pbmserv.games.trioker.events import (
    Blocked,
    GaveCoin,
    Jailed,
    LostTurn,
    Paid,
    Placed,
    Replayed,
    Started,
    TurnAgain,
    WentOut,
)
from pbmserv.games.trioker.passing_words import hands_of, may_pass_of, turn_sentences
from pbmserv.games.trioker.rules import Position
from pbmserv.games.trioker.scoring import cost_of_hand, cost_of_tile
from pbmserv.games.trioker.spaces import START, Space
from pbmserv.games.trioker.tiles import TILES
from pbmserv.games.trioker.turns import Ending

_GIVES = {
    Coin.RED: "{player} gives a red coin to the bank.",
    Coin.BLACK: "{player} gives a black coin to the bank.",
    Coin.SMALL: "{player} gives a point of small change to the bank.",
}


def status_of(position: Position, viewer: int | None) -> tuple[str, ...]:
    """The status with the viewer's hand, or all hands after the end."""
    course = [*position.prelude, *_course(position)]
    return (*course, *[""] * bool(course), *_table(position), *hands_of(position, viewer))


def spaces_of(position: Position) -> Iterator[str]:
    """The words on uncovered spaces, and their meanings."""
    open_marks = {mark for cell, mark in position.board.printed.spaces.items() if position.layout.is_free(cell)}
    spaces = [space for space in position.board.spaces if space.mark in open_marks]
    width = max((len(space.french) for space in spaces), default=0)
    for space in spaces:
        words = Message(space.meaning)
        yield Message(
            "  {mark}  {french:<{width}}  {meaning}", mark=space.mark, french=space.french, width=width, meaning=words
        )


def reason_of(position: Position) -> str:
    if position.game == 1:
        return _reason_of(position, player)
    return Message("The first game was a draw. In the replay, {what}", what=_reason_of(position, the_player))


def _reason_of(position: Position, called: Callable[[int], Message]) -> Message:
    """The reason as a sentence; within another one after the first game."""
    is_replay, leaders = position.game > 1, position.leaders
    if position.ending is Ending.ALONE:
        text = "nobody but {player} is left." if is_replay else "Nobody but {player} is left."
        return Message(text, player=the_player(leaders[0]))
    if position.ending is Ending.BLOCKED:
        return Message(
            "nobody can place a tile and the bank has none: the game is a draw, and the coins stand."
            if is_replay
            else "Nobody can place a tile and the bank has none: the game is a draw, and the coins stand."
        )
    out, most = next(seat for seat in position.active if not position.hands[seat]), position.points[leaders[0]]
    if len(leaders) > 1:
        text = "{player} has placed the last tile, and {players} have the most points, {most} each."
        return Message(text, player=called(out), players=the_players(leaders), most=most)
    if leaders[0] == out:
        return Message(
            "{player} has placed the last tile and has the most points, {most}.", player=called(out), most=most
        )
    text = "{player} has placed the last tile, but {leader} has the most points, {most}."
    return Message(text, player=called(out), leader=the_player(leaders[0]), most=most)


def sentences_of(event: Event) -> Iterator[str]:
    match event:
        case Started(seat, tile):
            yield Message(
                "{player} starts with {tile} on {space}."
                if tile == "333"
                else "{player} starts with {tile} on {space}, the most pips in any hand.",
                player=player(seat),
                tile=tile,
                space=START,
            )
        case Placed(seat, tile, Space(mark, french)):
            yield Message(
                "{player} places {tile} on {space}, {called}.",
                player=player(seat),
                tile=tile,
                space=mark,
                called=french,
            )
        case Placed(seat, tile):
            yield Message("{player} places {tile}.", player=player(seat), tile=tile)
        case Paid(None, int(payee), _, paid):
            yield Message("The bank pays {paid} to {player}.", paid=paid, player=the_player(payee))
        case Paid(int(payer), None, due, paid):
            yield _payment_to_bank(payer, due, paid)
        case Paid(int(payer), int(payee), due, paid):
            yield _payment(payer, payee, due, paid)
        case GaveCoin(seat, Coin() as coin):
            yield Message(_GIVES[coin], player=player(seat))
        case GaveCoin(seat):
            yield Message("{player} has no coin to give.", player=player(seat))
        case Jailed(seat):
            yield Message("{player} will lose a turn.", player=player(seat))
        case LostTurn(seat):
            yield Message("{player} loses this turn.", player=player(seat))
        case TurnAgain(seat):
            yield Message("{player} takes another turn at once.", player=player(seat))
        case WentOut(seat, hands):
            yield Message("{player} has placed the last tile.", player=player(seat))
            yield from (_left_with(other, hand) for other, hand in hands.items())
        case Blocked(hands):
            yield Message("Nobody can place a tile, and the bank has none.")
            for seat, hand in hands.items():
                yield Message("{player} is left with {tiles}.", player=player(seat), tiles=TILES.listed(hand))
        case Replayed():
            yield Message(
                "The game is a draw, and is replayed: all tiles are dealt afresh, and the coins are those of the"
                " start."
            )
        case Left(seat, count):
            yield counted(
                "{player} has left the game. The coins and the {count} tile of that hand stay out of it.",
                "{player} has left the game. The coins and the {count} tiles of that hand stay out of it.",
                count,
                player=player(seat),
            )
        case _:
            yield from turn_sentences(event)


def _payment(payer: int, payee: int, due: int, paid: int) -> Message:
    parties = {"player": player(payer), "other": the_player(payee)}
    if paid == due:
        return Message("{player} pays {paid} to {other}.", paid=paid, **parties)
    if paid:
        text = "{player} should pay {due} to {other}, but has only {paid} to pay."
        return Message(text, due=due, paid=paid, **parties)
    return Message("{player} should pay {due} to {other}, but has nothing.", due=due, **parties)


def _payment_to_bank(payer: int, due: int, paid: int) -> Message:
    if paid == due:
        return Message("{player} pays {paid} to the bank.", player=player(payer), paid=paid)
    if paid:
        text = "{player} should pay {due} to the bank, but has only {paid} to pay."
        return Message(text, player=player(payer), due=due, paid=paid)
    return Message("{player} should pay {due} to the bank, but has nothing.", player=player(payer), due=due)


def _left_with(seat: int, hand: Sequence[str]) -> Message:
    costs = " + ".join(str(cost_of_tile(tile)) for tile in hand)
    held = {"player": player(seat), "tiles": TILES.listed(hand), "costs": costs}
    if len(hand) > 1:
        return Message("{player} is left with {tiles}: {costs} = {total}.", total=cost_of_hand(hand), **held)
    return Message("{player} is left with {tiles}: {costs}.", **held)


def _course(position: Position) -> Iterator[str]:
    """What the next moves depend on, besides board, coins and tiles."""
    if position.is_over:
        return
    if position.game == 2:
        yield Message("This is the replay: the first game was a draw.")
    if position.may_pass:
        yield may_pass_of(position)
    for seat in position.active:
        if position.lost_turns[seat]:
            yield Message("{player} will lose a turn.", player=player(seat))


def _table(position: Position) -> Iterator[str]:
    small = [purse.small for purse in position.purses]
    rows: list[tuple[Message, Sequence[object]]] = [
        players_of(position),
        (Message("Red coins"), [purse.red for purse in position.purses]),
        (Message("Black coins"), [purse.black for purse in position.purses]),
        *([(Message("Small change"), small)] if any(small) else []),
        (Message("Points"), position.points),
        held_by(position),
    ]
    yield from table(rows, 12, 6)
    yield counted("Bank: {count} tile.", "Bank: {count} tiles.", len(position.bank))
