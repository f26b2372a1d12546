"""Yacht for the server."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import combinations, permutations

from pbmserv.games.base import Illegal, Note, Option, Options, Played, Result, refuse_to_pass
from pbmserv.games.boards.cards import LAID
from pbmserv.games.boards.dice import characters, die
from pbmserv.games.boards.page import Row, Thing, page_of, title
from pbmserv.games.boards.score_table import ScoreTable
from pbmserv.games.chance import Chance
from pbmserv.games.families import DICE_AND_CARDS
from pbmserv.games.message import SEAT_LETTERS, Drawn, Message, Say, player, the_player, the_players
from pbmserv.games.picture import Choice, Picture
from pbmserv.games.picture_words import said
from pbmserv.games.sequential import SequentialGame
from pbmserv.games.tricks.layout import on_cloth
from pbmserv.games.yacht import rules
from pbmserv.games.yacht.rules import Position
from pbmserv.games.yacht.sheets import SHEETS, TWELVE
from pbmserv.games.yacht.words import (
    best_box,
    check_on_table,
    entered_note,
    example_of_reroll,
    is_full,
    read_move,
    reroll_text,
    rolled_note,
    rolls_left_of,
    score_lines,
    told,
    words_of_die,
)

ROLL = "roll"
_ROLL_AGAIN = Message("Roll again")
"""The target that rolls the touched dice."""


class Yacht(SequentialGame[Position]):
    """Roll five dice up to three times, and enter what they score in a box of your sheet, each box once."""

    name = "Yacht"
    summary = "Roll five dice, some of them again, and fill a sheet with most points"
    also_called = ("Yahtzee",)
    trademark = "Yahtzee is a trademark of Hasbro."
    family = DICE_AND_CARDS
    themes = ("dice",)
    seats = range(2, 7)
    options = (
        Option("sheet", TWELVE.word, "the boxes to fill: twelve, or thirteen with a bonus", choices=tuple(SHEETS)),
    )
    touching = (
        'Touch the dice that are to be rolled again, in any order, and then "Roll again". Or touch a box of your '
        "sheet to enter the score."
    )
    move_form = "the dice to roll again, for example 133, or a box to enter the score in, for example fours"
    allows_undo = False
    position_class = Position

    def start(self, options: Options, seats: int, chance: Chance) -> Position:
        return rules.start(str(options["sheet"]), seats, chance)

    def moves(self, position: Position) -> Sequence[str]:
        boxes = [position.sheet.words[box] for box in position.open_boxes(position.next_seat)]
        if not position.rolls_left:
            return boxes
        dice = sorted(position.dice)
        rerolls = (reroll_text(some) for count in range(1, rules.DICE + 1) for some in combinations(dice, count))
        return [*dict.fromkeys(rerolls), *boxes]

    def examples(self, position: Position, seat: int) -> tuple[str, ...]:
        if seat not in self.to_move(position):
            return ()
        box = position.sheet.words[best_box(position)]
        return (example_of_reroll(position.dice), box) if position.rolls_left else (box,)

    def play(self, position: Position, seat: int, text: str, chance: Chance) -> Played[Position]:
        refuse_to_pass(text, "Nobody passes in Yacht: enter what the dice score in an open box, be it nothing.")
        move = read_move(text, position)
        if isinstance(move, int):
            return self._enter(position, move, chance)
        return self._roll_again(position, move, chance)

    def skip(self, position: Position, seat: int, chance: Chance) -> Played[Position]:
        after = rules.without(position, seat, chance)
        return Played(after, "skip", () if after.is_over else (rolled_note(after),))

    def rejoin(self, position: Position, seat: int, chance: Chance) -> Played[Position]:
        """The seat returns; missed turns come when all others have filled their boxes."""
        return Played(replace(position, left=tuple(each for each in position.left if each != seat)), "substitute")

    def result(self, position: Position) -> Result | None:
        if not position.is_over:
            return None
        totals = position.totals
        most = max(totals[seat] for seat in position.active)
        best = [seat for seat in position.active if totals[seat] == most]
        if len(best) == 1:
            reason = Message("Most points: {player}, with {most}.", player=the_player(best[0]), most=most)
            return Result(best[0], reason, scores=totals)
        reason = Message("Most points: {players}, with {most} each.", players=the_players(best), most=most)
        return Result(None, reason, scores=totals)

    def draw(self, position: Position, viewer: int | None) -> str:
        return _drawn(position)

    def picture(self, position: Position, viewer: int | None) -> Picture:
        choices = [Choice(ROLL, _ROLL_AGAIN, "roll the chosen dice again")] if _can_roll(position, viewer) else []
        return page_of((), list(self._rows(position, viewer)), self.name, choices=choices)

    def steps(self, position: Position, seat: int, move: str) -> tuple[str, ...]:
        if move in position.sheet.words:
            return (move,)
        return (*_targets(_places(position, tuple(map(int, move)))), ROLL)

    def other_steps(self, position: Position, seat: int, move: str) -> Iterator[tuple[str, ...]]:
        """The dice in any order, and others with the same faces."""
        if move not in position.sheet.words:
            for places in permutations(range(rules.DICE), len(move)):
                if reroll_text([position.dice[place] for place in places]) == move:
                    yield (*_targets(places), ROLL)

    def asked_next(self, position: Position, seat: int, touched: Sequence[str], following: Sequence[str]) -> str:
        return Message("Roll {dice} of the dice again, or more?", dice=len(touched))

    def question(self, position: Position, seat: int, move: str) -> str:
        if move in position.sheet.words:
            return Message("Enter the score in {box}?", box=move.replace("-", " "))
        return Message("Roll {dice} again?", dice=move)

    def seat_name(self, position: Position, seat: int) -> str:
        return SEAT_LETTERS[seat]

    def status(self, position: Position, viewer: int | None) -> tuple[str, ...]:
        gone = tuple(Message("{player} has left the game.", player=player(seat)) for seat in position.left)
        return gone if position.is_over else (rolls_left_of(position), *gone)

    def legend(self, position: Position, viewer: int | None) -> str:
        if position.is_over:
            return ""
        return (
            "A move names the dice to roll again by what they show: 133, or all. Or it is\n"
            "a box, such as fours, or d for short. What the dice score there is in brackets."
        )

    def picture_legend(self, position: Position, viewer: int | None) -> str:
        if position.is_over:
            return ""
        return (
            "Touch the dice to roll again, or a box. Written, a move names the dice by\n"
            "what they show: 133, or all; or it is a box, such as fours, or d for short."
        )

    def group_of(self, move: str) -> str:
        return "Roll again" if move.isdigit() else ""

    def _enter(self, position: Position, box: int, chance: Chance) -> Played[Position]:
        seat, category = position.next_seat, position.sheet.categories[box]
        if box not in position.open_boxes(seat):
            others = [position.sheet.words[number] for number in position.open_boxes(seat)]
            raise Illegal(is_full(category, position.boxes[seat][box], others))
        notes = [*entered_note(position, box, by_itself=False)]
        after = rules.entered(position, box, chance)
        if not after.is_over:
            notes.append(rolled_note(after))
        return Played(after, category.word, tuple(notes))

    def _roll_again(self, position: Position, faces: tuple[int, ...], chance: Chance) -> Played[Position]:
        if not faces:
            raise Illegal("To keep all dice, name the box in which you enter what they score.")
        check_on_table(faces, position)
        if not position.rolls_left:
            raise Illegal(
                "The dice have been rolled {rolls} times: enter {dice} in an open box, for example {box}.",
                rolls=rules.ROLLS,
                dice=told(position.dice),
                box=position.sheet.words[best_box(position)],
            )
        after = rules.rolled_again(position, _places(position, faces), chance)
        notes: list[Note] = [rolled_note(after, faces)]
        if (box := rules.must_enter(after)) is not None:
            notes += entered_note(after, box, by_itself=True)
            after = rules.entered(after, box, chance)
            if not after.is_over:
                notes.append(rolled_note(after))
        return Played(after, reroll_text(faces), tuple(notes))

    def _rows(self, position: Position, viewer: int | None) -> Iterator[Row]:
        can_move = not position.is_over and viewer == position.next_seat
        if not position.is_over:
            yield [title(said(rolls_left_of(position)).rstrip("."))]
            can_roll = _can_roll(position, viewer)
            dice = [
                die(face, words_of_die(place + 1, face), target if can_roll else "", LAID)
                for place, (face, target) in enumerate(zip(position.dice, _targets(range(rules.DICE)), strict=True))
            ]
            yield [on_cloth([[*_INDENT, *dice]])]
        yield from _table(position).rows(can_move)


_INDENT = (Thing((), 18, 0),)
"""What is left of the dice, so that they lie in the middle of the cloth."""


def _can_roll(position: Position, viewer: int | None) -> bool:
    return not position.is_over and viewer == position.next_seat and bool(position.rolls_left)


@lru_cache(maxsize=64)
def _drawn(position: Position) -> Drawn:
    def draw(say: Say) -> str:
        table = _table(position).characters(say)
        return table if position.is_over else f"{characters(position.dice)}\n\n{table}"

    return Drawn.by(draw)


def _table(position: Position) -> ScoreTable:
    lines = tuple(score_lines(position, offers=not position.is_over))
    return ScoreTable(SEAT_LETTERS[: len(position.boxes)], lines)


def _targets(places: Sequence[int]) -> tuple[str, ...]:
    return tuple(f"die{place + 1}" for place in places)


def _places(position: Position, faces: Sequence[int]) -> tuple[int, ...]:
    free = list(range(rules.DICE))
    for face in faces:
        free.remove(next(place for place in free if position.dice[place] == face))
    return tuple(place for place in range(rules.DICE) if place not in free)
