"""Checks of pictures: they show what the characters show and no more, and can be played on.

Positions that differ in characters must differ in the picture and in its words, and if the texts below the board are
equal as well, positions with equal characters must not differ.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from typing import Any

from pbmserv.games.base import Game
from pbmserv.games.chance import Chance
from pbmserv.games.checks.playthrough import Playthrough, known_moves, name_of
from pbmserv.games.checks.two_worlds import worlds_alike
from pbmserv.games.picture import BadPicture, Circle, Line, Path, Picture, Point, Polygon, Shape, Text, check_picture

MOST_STEPS = 12
STAGES = 8
"""The number of positions checked: first, last, and some between."""
_EDGE = 0.5
"""The tolerance for rounding in units."""


def check_pictures(game: Game[Any], played: Playthrough[Any]) -> None:
    """There is a picture for every viewer, made from what they may see."""
    seats = range(played.record.seats)
    for viewer in (None, *seats):
        below = game.seat_below(viewer)
        assert below is None or (below in seats and len(seats) == 2), (
            f"seat_below names {below} for {name_of(viewer)}: it is one of two seats, or None"
        )
    for where, position in _some_stages(played):
        for viewer in (None, *seats):
            picture = game.picture(position, viewer)
            assert isinstance(picture, Picture), f"{where}: the picture for {name_of(viewer)} is none"
            try:
                check_picture(picture)
            except BadPicture as error:
                raise AssertionError(
                    f"{where}: the picture for {name_of(viewer)} cannot be drawn: {error}"
                ) from error
            seen = game.picture(game.seen_by(position, viewer), viewer)
            assert seen == picture, f"{where}: the picture shows {name_of(viewer)} more than seen_by leaves"


def check_places(game: Game[Any], played: Playthrough[Any]) -> None:
    """Everything lies within the picture, and each touchable place is described in plain words."""
    for where, position in _some_stages(played):
        for viewer in (None, *game.to_move(position)):
            picture = game.picture(position, viewer)
            at = f"{where}: the picture for {name_of(viewer)}"
            for shape in picture.shapes:
                assert _lies_on(picture, shape), f"{at} has something beside it: {shape.role} {shape.words!r}"
                words = shape.words
                assert not words or (words.isprintable() and words == words.strip()), f"{at} says {words!r}"
            told = {shape.target for shape in picture.shapes if shape.words}
            told |= {choice.target for choice in picture.choices if choice.words}
            silent = [target for target in picture.targets if target not in told]
            # The words of a board that is drawn in characters are its lines.
            assert not silent, f"{at} has places without words: {silent[:5]}"


def check_pictures_tell_the_board(game: Game[Any], played: Playthrough[Any]) -> None:
    """Positions that differ in characters differ in picture and words, and vice versa."""
    for viewer in (None, played.record.seats - 1):
        drawings, looks, words = _Pairs(), _Pairs(), _Pairs()
        for where, position in _with_neighbours(played):
            picture, drawn = game.picture(position, viewer), game.draw(position, viewer)
            eyes = f"for {name_of(viewer)}"
            looks.add(_look(picture), drawn, where, f"look the same in the picture {eyes}, and differ in characters")
            words.add(
                _words(picture), drawn, where, f"have the same words in the picture {eyes}, not the same characters"
            )
            shown = (drawn, game.status(position, viewer), game.legend(position, viewer), game.to_move(position))
            drawings.add(shown, picture, where, f"are the same in characters {eyes}, and differ in the picture")


class _Pairs:
    """Pairs whose second part must depend on the first alone."""

    def __init__(self) -> None:
        self._seen: dict[Hashable, tuple[Hashable, str]] = {}

    def add(self, one: Hashable, other: Hashable, where: str, complaint: str) -> None:
        known, earlier = self._seen.setdefault(one, (other, where))
        assert known == other, f"{where}, and {earlier.rpartition(', ')[2]}: two positions {complaint}"


def check_pictures_keep_secrets(game: Game[Any], played: Playthrough[Any]) -> None:
    """Positions that differ only in what is hidden from a viewer look the same to them."""
    if not game.hidden:
        return
    choices = Chance(played.record.seed, "pictures")
    for where, position in map(played.stage, _some_turns(played)[::2]):
        for viewer in (None, *range(played.record.seats)):
            picture = game.picture(position, viewer)
            for world in worlds_alike(game, position, viewer, choices):
                same = game.picture(world, viewer) == picture
                assert same, f"{where}: the picture shows {name_of(viewer)} something hidden"


def check_steps(game: Game[Any], played: Playthrough[Any]) -> None:
    """Each move can be made by its touches, and no two moves share them."""
    for where, position in _some_stages(played):
        for seat in game.to_move(position):
            targets = set(game.picture(position, seat).targets)
            moves = {move: game.steps(position, seat, move) for move in known_moves(game, position, seat)}
            ways = [(steps, move) for move, steps in moves.items()]
            ways += [(way, move) for move in moves for way in game.other_steps(position, seat, move)]
            for steps, move in ways:
                assert 0 < len(steps) <= MOST_STEPS, f"{where}: {move!r} takes {len(steps)} steps"
                # A board that is drawn in characters alone cannot be touched.
                missing = [step for step in steps if step not in targets] if targets else []
                assert not missing, (
                    f"{where}: {move!r} is made by touching {missing}, not on the picture of seat {seat}"
                )
                slides = game.slides(position, seat, steps, move)
                assert len(slides) in (0, len(steps)), (
                    f"{where}: {move!r} takes {len(steps)} touches, and slides at {len(slides)}"
                )
                laid = {each[1:] for told in slides for each in told.split()[::2] if each[0] in "+&"}
                assert laid <= game.new_pieces(position, seat).keys(), (
                    f"{where}: {move!r} lays {sorted(laid)}, and new_pieces has no such"
                )
            _check_they_differ(moves, where)
            _check_other_ways(ways, where)


def _some_turns(played: Playthrough[Any]) -> list[int]:
    last = len(played.positions) - 1
    between = Chance(played.record.seed, "stages of pictures").shuffled(range(1, last))
    return sorted({0, last, *between[: STAGES - 2]})


def _some_stages(played: Playthrough[Any]) -> Iterator[tuple[str, Any]]:
    return map(played.stage, _some_turns(played))


def _with_neighbours(played: Playthrough[Any]) -> Iterator[tuple[str, Any]]:
    some = _some_turns(played)
    both = {*some, *(turns + 1 for turns in some[:-1])}
    return map(played.stage, sorted(both))


def _look(picture: Picture) -> Hashable:
    return tuple((shape.form, shape.role) for shape in picture.shapes)


def _words(picture: Picture) -> Hashable:
    """What is read aloud; of a board in characters, its lines."""
    told = tuple(shape.words for shape in picture.shapes if shape.words)
    return told or tuple(shape.form for shape in picture.shapes if isinstance(shape.form, Text))


def _lies_on(picture: Picture, shape: Shape) -> bool:
    def holds(points: Iterable[Point]) -> bool:
        return all(-_EDGE <= x <= picture.width + _EDGE and -_EDGE <= y <= picture.height + _EDGE for x, y in points)

    match shape.form:
        case Polygon(corners):
            return holds(corners)
        case Circle((x, y), radius):
            return holds((Point(x - radius, y - radius), Point(x + radius, y + radius)))
        case Line(start, end):
            return holds((start, end))
        case Path(_, at) | Text(_, at):
            return holds((at,))


def _check_they_differ(moves: dict[str, tuple[str, ...]], where: str) -> None:
    by_steps = {steps: move for move, steps in moves.items()}
    for move, steps in moves.items():
        assert by_steps[steps] == move, f"{where}: {move!r} and {by_steps[steps]!r} are made by the same steps"
        for length in range(1, len(steps)):
            other = by_steps.get(steps[:length])
            assert other is None, f"{where}: who wants to make {move!r} has made {other!r} on the way"


def _check_other_ways(ways: Sequence[tuple[tuple[str, ...], str]], where: str) -> None:
    by_steps: dict[tuple[str, ...], str] = {}
    for steps, move in ways:
        known = by_steps.setdefault(steps, move)
        assert known == move, f"{where}: another move has a way with the steps of {known!r}"
    for steps, move in by_steps.items():
        for length in range(1, len(steps)):
            other = by_steps.get(steps[:length])
            assert other is None, f"{where}: who makes {move!r} in another way has made {other!r} on the way"
