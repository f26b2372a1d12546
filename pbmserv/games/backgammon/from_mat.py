"""Import of MAT matches: dice are typed, and each turn is replayed.

Unfinished games become conceded or claimed ones.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pbmserv.games.backgammon.rules import KINDS, WINS, Position, opened_by, plays_of
from pbmserv.games.backgammon.typed_dice import AGREE, CLAIM, CONCEDE, TYPED
from pbmserv.games.base import Game, OptionValue, Refusal
from pbmserv.games.boards.tracks import SEAT_NAMES
from pbmserv.games.chance import Chance
from pbmserv.games.file_parts import Match, MatchGame, NotRead, Turn, plain
from pbmserv.games.file_reading import day_of, ending
from pbmserv.games.game_file import PlayedGame
from pbmserv.games.message import Message, counted
from pbmserv.games.refusals import quoted

_NO_CHANCE = Chance(b"", "MAT")
_VARIATIONS = {"": "usual", "backgammon": "usual", "nackgammon": "nackgammon"}
_WINS = re.compile(r"wins? ([0-9]{1,4}) points?\b.*")
_DOUBLES = re.compile(r"(?:re)?doubles?(?: *=> *([0-9]{1,4}))?")
_DICE = re.compile(r"([0-9])([0-9]): *(.*)")
_CANNOT = re.compile(r"(?:cannot|can't) move\.?")


class _OtherPoints(NotRead):
    """A game's points differ from the file's."""


def read(game: Game[Position], told: Match) -> PlayedGame:
    options = _options(told)
    try:
        moves = _moves(game, told, options)
    except _OtherPoints:
        # Whoever plays for money often plays by the Jacoby rule, and not every program says so.
        if told.points or "Jacoby" in told.tags or not options["cube"]:
            raise
        options["jacoby"] = True
        moves = _moves(game, told, options)
    return PlayedGame(
        title=told.tags.get("Event", ""),
        date=day_of(told.tags.get("EventDate", "")),
        players=_players(told),
        options=options,
        moves=moves,
        **ending(told.tags.get("Result", ""), 0, told.tags.get("Termination", "").lower()),
    )


def _options(told: Match) -> dict[str, OptionValue]:
    variation = told.tags.get("Variation", "")
    if variation.lower() not in _VARIATIONS:
        raise NotRead(
            'The variation "{typed}" is not played here: Backgammon and Nackgammon are.', typed=quoted(variation, 40)
        )
    points = told.points or 1
    if points > 25:
        raise NotRead("The match is to {points} points, and there are matches to 25 points at most.", points=points)
    # A match to one point has no use for a cube, and a single game is one of a session.
    has_cube = told.points != 1 and told.tags.get("CubeLimit") != "1"
    has_jacoby = not told.points and has_cube and told.tags.get("Jacoby", "").lower() == "on"
    start = _VARIATIONS[variation.lower()]
    return {"points": points, "cube": has_cube, "jacoby": has_jacoby, "start": start, "dice": TYPED}


def _players(told: Match) -> tuple[str, ...]:
    """Both players, by their tags if these give the same names; names at the head of a game have no blanks."""
    heads = told.games[0].names if told.games else ("?", "?")
    tags = [told.tags.get(f"Player {number}", "") for number in (1, 2)]
    return tuple(tag if re.sub(r"[\s:]", "_", tag) == head else head for tag, head in zip(tags, heads, strict=True))


def _moves(game: Game[Position], told: Match, options: Mapping[str, Any]) -> tuple[tuple[int, str], ...]:
    position, moves = game.start(options, 2, _NO_CHANCE), list[tuple[int, str]]()
    for each in told.games:
        if ended := game.result(position):
            raise NotRead(
                "Game {number} comes after the end of the match: {reason}", number=each.number, reason=ended.reason
            )
        if told.points and each.scores != position.scores:
            file, ours = (" to ".join(map(str, scores)) for scores in (each.scores, position.scores))
            raise NotRead(
                "Game {number} begins at {file}, and by the rules it stands {ours}.",
                number=each.number,
                file=file,
                ours=ours,
            )
        for seat, move, after in _made(game, each, position, told.points == 1):
            moves.append((seat, move))
            position = after
    return tuple(moves)


def _made(
    game: Game[Position], told: MatchGame, position: Position, counts_one: bool
) -> Iterator[tuple[int, str, Position]]:
    """Yield a game's moves with seat and resulting position; `counts_one` overrides the file's points."""
    number, name = position.game, Message("Game {number}", number=told.number)
    for turn in told.turns:
        words = plain(turn.words)[:40]
        where = (
            Message("{name}, row {row} ({words})", name=name, row=turn.row, words=words)
            if turn.row
            else f"{name} ({words})"
        )
        is_over = position.is_over or position.game != number
        if won := _WINS.fullmatch(turn.words.lower()):
            points = int(won[1])
            if is_over:
                _check_points(position, turn.seat, None if counts_one else points, where)
            typed = [] if is_over else _ending_with(position, turn.seat, points, where)
        elif is_over:
            raise NotRead("{where} comes after the end of the game.", where=where)
        else:
            typed = _typed(position, turn, where)
        for seat, text in typed:
            if seat != position.next_seat:
                raise NotRead(
                    "{where} is by the wrong player: it was {player}'s turn.",
                    where=where,
                    player=SEAT_NAMES[position.next_seat],
                )
            try:
                played = game.play(position, seat, text, _NO_CHANCE)
            except Refusal as refusal:
                raise NotRead("{where} is not legal: {words}", where=where, words=refusal.words) from refusal
            position = played.position
            yield seat, played.move, position


def _typed(position: Position, turn: Turn, where: str) -> list[tuple[int, str]]:
    """A turn as it would be typed, preceded by an opening roll."""
    words = turn.words.lower()
    if words in _WORDS:
        return [(turn.seat, _WORDS[words])]
    if doubled := _DOUBLES.fullmatch(words):
        if doubled[1] and int(doubled[1]) != 2 * position.cube:
            raise NotRead(
                "{where}: the cube is at {cube}, and a double brings it to {doubled}.",
                where=where,
                cube=position.cube,
                doubled=2 * position.cube,
            )
        return [(turn.seat, "double")]
    rolled = _DICE.fullmatch(words)
    if rolled is None:
        raise NotRead("{where} is not played here: there are dice, doubles, takes and drops.", where=where)
    dice, play = sorted(rolled.groups()[:2]), _CANNOT.sub("", rolled[3])
    play = re.sub(r"/0\b", "/off", re.sub(r"\b25/", "bar/", play))
    if not play:
        _check_nothing_to_move(position, turn.seat, dice, where)
    if position.is_opening:
        return [(0, "".join(dice if turn.seat else dice[::-1])), (turn.seat, play)]
    return [(turn.seat, f"{''.join(dice[::-1])}{': ' * bool(play)}{play}")]


def _check_nothing_to_move(position: Position, seat: int, dice: Sequence[str], where: str) -> None:
    """Raise `NotRead` if a file has dice without a play, and they allow one."""
    low, high = map(int, dice)
    if not position.awaits_dice or low < 1 or high > 6 or (position.is_opening and low == high):
        return
    if position.is_opening:
        position = opened_by(position, *((low, high) if seat else (high, low)))
    if position.next_seat == seat and (plays := plays_of(position, (high, low))):
        raise NotRead(
            "{where} moves nothing, but {high} and {low} allow a move, for example {example}.",
            where=where,
            high=high,
            low=low,
            example=next(iter(plays)),
        )


_WORDS = {"takes": "take", "take": "take", "drops": "drop", "drop": "drop"}


def _ending_with(position: Position, winner: int, points: int, where: str) -> list[tuple[int, str]]:
    mover = position.next_seat
    if position.is_doubled:
        if mover == winner or points != position.cube:
            raise NotRead(
                "{where}: {player} has yet to take the double or to drop it.", where=where, player=SEAT_NAMES[mover]
            )
        return [(mover, "drop")]
    kind, rest = divmod(points, position.cube)
    if rest or kind not in range(1, len(KINDS)):
        counts = ", ".join(str(position.cube * times) for times in range(1, len(KINDS)))
        raise NotRead(
            "{where}: with the cube at {cube} a game can count {counts} points.",
            where=where,
            cube=position.cube,
            counts=counts,
        )
    verb = CLAIM if mover == winner else CONCEDE
    return [(mover, f"{verb} {KINDS[kind]}"), (1 - mover, AGREE)]


def _check_points(position: Position, winner: int, points: int | None, where: str) -> None:
    seat, what, won, _ = position.said[-1]
    if what != WINS or seat != winner or points not in (None, int(won)):
        raise _OtherPoints(
            Message(
                "{where}: by the rules {player} has won {points}.",
                where=where,
                player=SEAT_NAMES[seat],
                points=counted("{count} point", "{count} points", int(won)),
            )
        )
