"""Backgammon in words: events, score, results."""

from __future__ import annotations

from collections.abc import Iterator

from pbmserv.games.backgammon.rules import AGREEMENT, DROPS, Position, Said
from pbmserv.games.base import counted
from pbmserv.games.boards.tracks import SEAT_NAMES


def notes_of(before: Position, after: Position, is_told: bool) -> Iterator[str]:
    for said in after.said[is_told:]:
        yield _sentence(said)
    if after.game != before.game:
        yield _standing(after)
    if after.dice:
        opens = " and begins" * (after.game != before.game)
        yield f"{SEAT_NAMES[after.next_seat]} has rolled {_dice(after)}{opens}."


def status_of(position: Position) -> Iterator[str]:
    """Status lines: the last event, the possible actions, the score."""
    yield from map(_sentence, position.said)
    if not position.is_over:
        yield _to_do(position)
    pips = [position.side_of(seat).pips for seat in (0, 1)]
    if position.is_typed:
        yield "Players roll their own dice here and type what they show: nobody verifies them."
    yield f"Pips to go: {SEAT_NAMES[0]} {pips[0]}, {SEAT_NAMES[1]} {pips[1]}."
    if position.goal > 1:
        yield _standing(position)


def reason_of(position: Position) -> str:
    seat, _, points, by = position.said[-1]
    winner, loser = SEAT_NAMES[seat], SEAT_NAMES[1 - seat]
    how = {
        DROPS: f"{loser} has dropped a double",
        AGREEMENT: f"{loser} has conceded the game",
    }.get(by, f"{winner} has borne off all checkers, and wins {by}")
    if position.goal == 1:
        return f"{how}: {counted(int(points), 'point')}."
    scores = sorted(position.scores, reverse=True)
    return f"{how}: {winner} wins the match to {position.goal} points by {scores[0]} to {scores[1]}."


def _sentence(said: Said) -> str:
    seat, what, number, words = said
    name, dice = SEAT_NAMES[seat], "-".join(number)
    match what:
        case "moves":
            return f"{name} has played {dice}: {words}."
        case "stuck":
            return f"{name} has rolled {dice} and cannot move."
        case "doubles":
            return f"{name} has doubled to {words}."
        case "takes":
            return f"{name} has taken the double, and has the cube at {words}."
        case "drops":
            return f"{name} has dropped the double."
        case "concedes":
            return f"{name} offers to concede {words}."
        case "claims":
            return f"{name} claims {words}."
        case "declines":
            return f"{name} has declined: the game goes on."
        case _:
            by = "" if words == DROPS else f" by {words}"
            return f"{name} has won {counted(int(number), 'point')}{by}."


def _to_do(position: Position) -> str:
    name = SEAT_NAMES[position.next_seat]
    if position.is_doubled:
        return f"{name} can take the double or drop it."
    if position.dice:
        return f"{name} has rolled {_dice(position)}."
    if position.offered:
        return f"{name} can agree that the game ends so, or decline."
    if position.is_opening:
        return f"The dice open the game: {name} types both, the own one first, for example 31 or 13."
    if position.is_typed:
        doubles = ", or double" if position.may_double else ""
        return f"{name} can type dice and checkers, for example 31: 8/5 6/5{doubles}."
    return f"{name} can roll or double."


def _standing(position: Position) -> str:
    black, white = position.scores
    game = "" if position.is_over else f"Game {position.game}. "
    crawford = " This is the Crawford game: nobody doubles." if position.is_crawford and position.has_cube else ""
    return (
        f"{game}Match to {position.goal} points: {SEAT_NAMES[0]} {black}, {SEAT_NAMES[1]} {white}."
        f"{'' if position.is_over else crawford}"
    )


def _dice(position: Position) -> str:
    return "-".join(map(str, position.dice))
