"""Backgammon in words: events, score, results."""

from __future__ import annotations

from collections.abc import Iterator

from pbmserv.games.backgammon.rules import AGREEMENT, DROPS, Position, Said
from pbmserv.games.boards.tracks import SEAT_NAMES
from pbmserv.games.message import Message, counted, in_turn


def notes_of(before: Position, after: Position, is_told: bool) -> Iterator[str]:
    for said in after.said[is_told:]:
        yield _sentence(said)
    if after.game != before.game:
        yield _standing(after)
    if after.dice:
        begins = after.game != before.game
        text = "{player} has rolled {dice} and begins." if begins else "{player} has rolled {dice}."
        yield Message(text, player=SEAT_NAMES[after.next_seat], dice=_dice(after))


def status_of(position: Position) -> Iterator[str]:
    """Status lines: the last event, the possible actions, the score."""
    yield from map(_sentence, position.said)
    if not position.is_over:
        yield _to_do(position)
    pips = [position.side_of(seat).pips for seat in (0, 1)]
    if position.is_typed:
        yield Message("Players roll their own dice here and type what they show: nobody verifies them.")
    yield Message("Pips to go: Black {black}, White {white}.", black=pips[0], white=pips[1])
    if position.goal > 1:
        yield _standing(position)


def reason_of(position: Position) -> str:
    seat, _, points, by = position.said[-1]
    parties = {"winner": SEAT_NAMES[seat], "loser": SEAT_NAMES[1 - seat], "by": Message(by)}
    if position.goal > 1:
        scores = dict(zip(("most", "fewest"), sorted(position.scores, reverse=True), strict=True))
        return Message(_WINS_MATCH.get(by, _BY_BEARING_OFF), goal=position.goal, **scores, **parties)
    if by == DROPS:
        one, many = "{loser} has dropped a double: {count} point.", "{loser} has dropped a double: {count} points."
        return counted(one, many, int(points), **parties)
    if by == AGREEMENT:
        one, many = "{loser} has conceded the game: {count} point.", "{loser} has conceded the game: {count} points."
        return counted(one, many, int(points), **parties)
    return counted(
        "{winner} has borne off all checkers, and wins {by}: {count} point.",
        "{winner} has borne off all checkers, and wins {by}: {count} points.",
        int(points),
        **parties,
    )


_WINS_MATCH = {
    DROPS: "{loser} has dropped a double: {winner} wins the match to {goal} points by {most} to {fewest}.",
    AGREEMENT: "{loser} has conceded the game: {winner} wins the match to {goal} points by {most} to {fewest}.",
}
_BY_BEARING_OFF = (
    "{winner} has borne off all checkers, and wins {by}: {winner} wins the match to {goal} points by {most} to"
    " {fewest}."
)


def _sentence(said: Said) -> str:
    seat, what, number, words = said
    name, dice = SEAT_NAMES[seat], "-".join(number)
    match what:
        case "moves":
            return Message("{name} has played {dice}: {words}.", name=name, dice=dice, words=words)
        case "stuck":
            return Message("{name} has rolled {dice} and cannot move.", name=name, dice=dice)
        case "doubles":
            return Message("{name} has doubled to {words}.", name=name, words=words)
        case "takes":
            return Message("{name} has taken the double, and has the cube at {words}.", name=name, words=words)
        case "drops":
            return Message("{name} has dropped the double.", name=name)
        case "concedes":
            return Message("{name} offers to concede {what}.", name=name, what=Message(words))
        case "claims":
            return Message("{name} claims {what}.", name=name, what=Message(words))
        case "declines":
            return Message("{name} has declined: the game goes on.", name=name)
        case _:
            if words == DROPS:
                one, many = "{name} has won {count} point.", "{name} has won {count} points."
                return counted(one, many, int(number), name=name)
            one, many = "{name} has won {count} point by {what}.", "{name} has won {count} points by {what}."
            return counted(one, many, int(number), name=name, what=Message(words))


def _to_do(position: Position) -> str:
    name = SEAT_NAMES[position.next_seat]
    if position.is_doubled:
        return Message("{name} can take the double or drop it.", name=name)
    if position.dice:
        return Message("{name} has rolled {dice}.", name=name, dice=_dice(position))
    if position.offered:
        return Message("{name} can agree that the game ends so, or decline.", name=name)
    if position.is_opening:
        return Message(
            "The dice open the game: {name} types both, the own one first, for example 31 or 13.", name=name
        )
    if position.is_typed:
        if position.may_double:
            return Message("{name} can type dice and checkers, for example 31: 8/5 6/5, or double.", name=name)
        return Message("{name} can type dice and checkers, for example 31: 8/5 6/5.", name=name)
    return Message("{name} can roll or double.", name=name)


def _standing(position: Position) -> str:
    black, white = position.scores
    match = {"goal": position.goal, "black": black, "white": white}
    if position.is_over:
        return Message("Match to {goal} points: Black {black}, White {white}.", **match)
    standing = Message(
        "Game {game}. Match to {goal} points: Black {black}, White {white}.", game=position.game, **match
    )
    if position.is_crawford and position.has_cube:
        return in_turn(standing, Message("This is the Crawford game: nobody doubles."))
    return standing


def _dice(position: Position) -> str:
    return "-".join(map(str, position.dice))
