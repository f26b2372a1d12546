"""The conformance kit passes games that keep the contract, and each check fails for a game that breaks it.

Two small games serve: Countdown, where players take one to three from a heap, and Cards, where everybody plays a
hidden hand card by card.
"""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from importlib.metadata import EntryPoint
from itertools import count
from typing import Any, ClassVar

import pytest

from pbmserv.games.base import Game, Illegal, Json, Note, Option, Options, Played, Refusal, Result, Unreadable
from pbmserv.games.chance import Chance
from pbmserv.games.checks import table
from pbmserv.games.checks.moves import examples_of
from pbmserv.games.picture import Circle, Picture, Point, Shape, Text
from pbmserv.games.testing import (
    Record,
    check_contract,
    check_options,
    check_width,
    main,
    play_random_game,
    replay,
)
from pbmserv.games.trichet import Trichet

SEED = bytes(range(16))


@dataclass(frozen=True)
class Heap:
    left: int
    seat: int
    seats: int


class Countdown(Game[Heap]):
    """Take one, two or three; whoever takes the last one wins."""

    name = "Countdown"
    summary = "Take the last one from a heap"
    seats = range(2, 4)
    options: ClassVar[tuple[Option, ...]] = (
        Option("heap", 12, "how many there are at the start", low=1, high=50),
        Option("most", "three", "how many one may take at most", choices=("two", "three")),
        Option("last_loses", False, "who takes the last one loses"),
    )
    move_form = "<number>, for example 2"

    def start(self, options: Options, seats: int, chance: Chance) -> Heap:
        return Heap(int(options["heap"]), 0, seats)

    def to_move(self, position: Heap) -> tuple[int, ...]:
        return (position.seat,) if position.left else ()

    def legal_moves(self, position: Heap, seat: int) -> Sequence[str] | None:
        if seat not in self.to_move(position):
            return ()
        return [str(number) for number in range(1, min(3, position.left) + 1)]

    def play(self, position: Heap, seat: int, text: str, chance: Chance) -> Played[Heap]:
        if text.strip() not in ("1", "2", "3"):
            raise Unreadable("A move is a number from 1 to 3.")
        number = int(text)
        if text.strip() not in (self.legal_moves(position, seat) or ()):
            raise Illegal("You cannot take so many now.")
        return Played(Heap(position.left - number, (seat + 1) % position.seats, position.seats), str(number))

    def skip(self, position: Heap, seat: int, chance: Chance) -> Played[Heap]:
        return Played(replace(position, seat=(seat + 1) % position.seats), "skip")

    def rejoin(self, position: Heap, seat: int, chance: Chance) -> Played[Heap]:
        return Played(position, "substitute")

    def result(self, position: Heap) -> Result | None:
        winner = (position.seat - 1) % position.seats
        return None if position.left else Result(winner, "The last one was taken.")

    def draw(self, position: Heap, viewer: int | None) -> str:
        return f"{position.left} left"

    def dump(self, position: Heap) -> Json:
        return [position.left, position.seat, position.seats]

    def load(self, data: Json) -> Heap:
        return Heap(*data)


@dataclass(frozen=True)
class Table:
    hands: tuple[tuple[int, ...] | None, ...]
    """None stands for a hand that the viewer may not know."""
    sums: tuple[int, ...]
    turns_left: int


class Cards(Game[Table]):
    """Everybody holds two hidden cards and plays them one by one. The highest sum wins, or the first of several."""

    name = "Cards"
    summary = "Play your cards"
    seats = range(2, 5)
    move_form = "<card>, for example 7"
    hidden = True

    def start(self, options: Options, seats: int, chance: Chance) -> Table:
        cards = chance.shuffled(range(10))
        return Table(tuple(cards[2 * seat : 2 * seat + 2] for seat in range(seats)), (0,) * seats, 2 * seats)

    def to_move(self, position: Table) -> tuple[int, ...]:
        return (-position.turns_left % len(position.sums),) if position.turns_left else ()

    def legal_moves(self, position: Table, seat: int) -> Sequence[str] | None:
        return [str(card) for card in position.hands[seat] or ()] if seat in self.to_move(position) else ()

    def play(self, position: Table, seat: int, text: str, chance: Chance) -> Played[Table]:
        if text not in (self.legal_moves(position, seat) or ()):
            raise Illegal("That is no card that you can play now.")
        hands, sums = list(position.hands), list(position.sums)
        hands[seat] = tuple(card for card in hands[seat] or () if str(card) != text)
        sums[seat] += int(text)
        return Played(Table(tuple(hands), tuple(sums), position.turns_left - 1), text, (Note("You played.", seat),))

    def skip(self, position: Table, seat: int, chance: Chance) -> Played[Table]:
        return Played(replace(position, turns_left=position.turns_left - 1), "skip")

    def rejoin(self, position: Table, seat: int, chance: Chance) -> Played[Table]:
        return Played(position, "substitute")

    def result(self, position: Table) -> Result | None:
        if position.turns_left:
            return None
        return Result(position.sums.index(max(position.sums)), "All cards are played.", scores=position.sums)

    def draw(self, position: Table, viewer: int | None) -> str:
        return f"Sums: {position.sums}"

    def status(self, position: Table, viewer: int | None) -> tuple[str, ...]:
        return () if viewer is None else (f"Your hand: {position.hands[viewer]}",)

    def seen_by(self, position: Table, viewer: int | None) -> Table:
        return replace(
            position, hands=tuple(hand if seat == viewer else None for seat, hand in enumerate(position.hands))
        )

    def guess(self, seen: Table, seat: int, chance: Chance) -> Table:
        played_by = [
            (len(seen.sums) * 2 - seen.turns_left + len(seen.sums) - 1 - other) // len(seen.sums)
            for other in range(len(seen.sums))
        ]
        unseen = [*chance.shuffled([card for card in range(10) if card not in (seen.hands[seat] or ())])]
        hands = [
            tuple(unseen.pop() for _ in range(2 - played_by[other])) if hand is None else hand
            for other, hand in enumerate(seen.hands)
        ]
        return replace(seen, hands=tuple(hands))

    def dump(self, position: Table) -> Json:
        return [[None if hand is None else list(hand) for hand in position.hands], position.sums, position.turns_left]

    def load(self, data: Json) -> Table:
        hands, sums, turns_left = data
        return Table(tuple(None if hand is None else tuple(hand) for hand in hands), tuple(sums), turns_left)


# Games that keep the contract


@pytest.mark.parametrize("games", [1, pytest.param(6, marks=pytest.mark.long)])
def test_trichet_keeps_the_contract(games: int) -> None:
    check_contract(Trichet(), games=games, wide_boards=True)


@pytest.mark.parametrize("game", [Countdown(), Cards()], ids=lambda game: game.word)
def test_small_games_keep_the_contract(game: Game[Any]) -> None:
    check_contract(game)


def test_a_game_that_cannot_list_its_moves_is_played_by_its_examples() -> None:
    class Unlisted(Countdown):
        def legal_moves(self, position: Heap, seat: int) -> Sequence[str] | None:
            return None if seat in self.to_move(position) else ()

        def examples(self, position: Heap, seat: int) -> tuple[str, ...]:
            return ("1",)

        def play(self, position: Heap, seat: int, text: str, chance: Chance) -> Played[Heap]:
            if seat not in self.to_move(position) or text != "1":
                raise Illegal("Take one when it is your turn.")
            return Played(Heap(position.left - 1, (seat + 1) % position.seats, position.seats), "1")

    check_contract(Unlisted())


def test_options_that_do_not_go_together_are_not_played() -> None:
    class Choosy(Countdown):
        def check_options(self, options: Options, seats: int) -> None:
            if options["heap"] == 1 and seats == 3:
                raise Illegal("Three players need a larger heap.")

    check_contract(Choosy())


def test_lenient_reading_of_a_legal_move_is_allowed() -> None:
    class Lenient(Countdown):
        def play(self, position: Heap, seat: int, text: str, chance: Chance) -> Played[Heap]:
            return super().play(position, seat, text.removesuffix("?"), chance)

    check_contract(Lenient())


# Games that break it


class ForgetsItsName(Countdown):
    summary = ""


class CannotBeTyped(Countdown):
    name = "Count down"


class HasNoSeats(Countdown):
    seats = range(0)


class HasTwoOptionsOfOneName(Countdown):
    options = (Option("heap", 12, "the heap"), Option("heap", 13, "the heap"))


class DefaultIsOutOfRange(Countdown):
    options = (Option("heap", 12, "the heap", low=1, high=10),)


class OptionHasNoHelp(Countdown):
    options = (Option("heap", 12, ""),)


class OptionCannotBeTyped(Countdown):
    options = (Option("the heap", 12, "the heap"),)


@dataclass(frozen=True)
class Gullible(Option):
    def read(self, text: str | None) -> int:
        return 12


@dataclass(frozen=True)
class Curt(Option):
    def _read(self, text: str | None) -> int | None:
        value = super()._read(text)
        if value is None:
            raise Unreadable("No.")
        return int(value)


class TakesAnyOption(Countdown):
    options = (Gullible("heap", 12, "the heap", low=12),)


class DoesNotNameTheRange(Countdown):
    options = (Curt("heap", 12, "the heap", low=1),)


class EdgeDoesNotStart(Countdown):
    options = (Option("heap", 12, "the heap", low=-1),)

    def start(self, options: Options, seats: int, chance: Chance) -> Heap:
        return Heap(max(0, int(options["heap"])), 0, seats)

    def result(self, position: Heap) -> Result | None:
        return None


class NeverEnds(Countdown):
    def play(self, position: Heap, seat: int, text: str, chance: Chance) -> Played[Heap]:
        played = super().play(position, seat, text, chance)
        return replace(played, position=replace(played.position, left=position.left))


class HasNoMove(Countdown):
    def legal_moves(self, position: Heap, seat: int) -> Sequence[str] | None:
        return ()


class DependsOnMoreThanTheRecord(Countdown):
    def __init__(self) -> None:
        self.starts = count(5)

    def start(self, options: Options, seats: int, chance: Chance) -> Heap:
        return Heap(next(self.starts), 0, seats)

    def play(self, position: Heap, seat: int, text: str, chance: Chance) -> Played[Heap]:
        return Played(Heap(position.left - 1, (seat + 1) % position.seats, position.seats), "1")


class GoesOnAfterTheResult(Countdown):
    def result(self, position: Heap) -> Result | None:
        return Result(0, "It is over.")


class LetsAStrangerMove(Countdown):
    def to_move(self, position: Heap) -> tuple[int, ...]:
        return (position.seats,) if position.left else ()


class ListsMovesOutOfTurn(Countdown):
    def legal_moves(self, position: Heap, seat: int) -> Sequence[str] | None:
        return [str(number) for number in range(1, min(3, position.left) + 1)]


class ListsAMoveThatIsRefused(Countdown):
    def legal_moves(self, position: Heap, seat: int) -> Sequence[str] | None:
        return ["1", "2", "3"] if seat in self.to_move(position) else ()

    def play(self, position: Heap, seat: int, text: str, chance: Chance) -> Played[Heap]:
        if text.isdecimal() and int(text) > position.left:
            raise Illegal("You cannot take so many now.")
        return super().play(position, seat, text, chance)


class ListsAMoveInOtherWords(Countdown):
    def legal_moves(self, position: Heap, seat: int) -> Sequence[str] | None:
        return [f"{move} " for move in super().legal_moves(position, seat) or ()]

    def play(self, position: Heap, seat: int, text: str, chance: Chance) -> Played[Heap]:
        if f"{text.strip()} " not in (self.legal_moves(position, seat) or ()):
            raise Illegal("You cannot take so many now.")
        number = int(text)
        return Played(Heap(position.left - number, (seat + 1) % position.seats, position.seats), str(number))


class ListsAMoveTwice(Countdown):
    def legal_moves(self, position: Heap, seat: int) -> Sequence[str] | None:
        return 2 * list(super().legal_moves(position, seat) or ())


class ExamplesAreIllegal(Countdown):
    def examples(self, position: Heap, seat: int) -> tuple[str, ...]:
        return ("4",)


class SpoilsTheOldPosition(Countdown):
    def play(self, position: Heap, seat: int, text: str, chance: Chance) -> Played[Heap]:
        played = super().play(position, seat, text, chance)
        object.__setattr__(position, "seats", 9)
        return played


class SendsAnEmptyNote(Countdown):
    def play(self, position: Heap, seat: int, text: str, chance: Chance) -> Played[Heap]:
        return replace(super().play(position, seat, text, chance), notes=(Note(" "),))


class SendsANoteToNobody(Countdown):
    def play(self, position: Heap, seat: int, text: str, chance: Chance) -> Played[Heap]:
        return replace(super().play(position, seat, text, chance), notes=(Note("Well done.", 7),))


class UnderstandsNonsense(Countdown):
    def play(self, position: Heap, seat: int, text: str, chance: Chance) -> Played[Heap]:
        return super().play(position, seat, text if text.strip() else "1", chance)


class CrashesOnNonsense(Countdown):
    def play(self, position: Heap, seat: int, text: str, chance: Chance) -> Played[Heap]:
        int(text)
        return super().play(position, seat, text, chance)


class RefusesWithoutASentence(Countdown):
    def play(self, position: Heap, seat: int, text: str, chance: Chance) -> Played[Heap]:
        try:
            return super().play(position, seat, text, chance)
        except Refusal as refusal:
            raise Illegal("no") from refusal


class RepeatsAHostileText(Countdown):
    def play(self, position: Heap, seat: int, text: str, chance: Chance) -> Played[Heap]:
        if len(text) > 1000:
            raise Unreadable(f"I do not know what to make of {text}.")
        return super().play(position, seat, text, chance)


class RefusalChangesThePosition(Countdown):
    def play(self, position: Heap, seat: int, text: str, chance: Chance) -> Played[Heap]:
        try:
            return super().play(position, seat, text, chance)
        except Refusal:
            object.__setattr__(position, "seats", 9)
            raise


class CannotBeStored(Countdown):
    def dump(self, position: Heap) -> Json:
        return [position.left, position.seat, position.seats, {}]


class DoesNotSayWhatItsPositionsAre(Countdown):
    dump = Game.dump
    load = Game.load


class LosesSomethingInTheStore(Countdown):
    def load(self, data: Json) -> Heap:
        return Heap(data[0], 0, data[2])


class BlanksMoreEachTime(Cards):
    def seen_by(self, position: Table, viewer: int | None) -> Table:
        return replace(super().seen_by(position, viewer), turns_left=position.turns_left // 2)


class ShowsWhatIsHidden(Cards):
    def draw(self, position: Table, viewer: int | None) -> str:
        return f"Hands: {position.hands}"


class StatusShowsWhatIsHidden(Cards):
    def status(self, position: Table, viewer: int | None) -> tuple[str, ...]:
        return (f"First hand: {position.hands[0]}",)


class LegendShowsWhatIsHidden(Cards):
    def legend(self, position: Table, viewer: int | None) -> str:
        return f"First hand: {position.hands[0]}"


class HidesWhoIsToMove(Cards):
    def seen_by(self, position: Table, viewer: int | None) -> Table:
        return replace(super().seen_by(position, viewer), turns_left=1)


class ForgetsTheResult(Cards):
    def result(self, position: Table) -> Result | None:
        return None if position.turns_left else Result(None, f"The hands were {position.hands}.")


class ListsWhatTheViewerMayNotKnow(Cards):
    def seen_by(self, position: Table, viewer: int | None) -> Table:
        return replace(position, hands=(None,) * len(position.hands))

    def status(self, position: Table, viewer: int | None) -> tuple[str, ...]:
        return ()


class HidesNothing(Cards):
    def seen_by(self, position: Table, viewer: int | None) -> Table:
        return position


class HidesWithoutSayingSo(Cards):
    hidden = False


class DrawsNothing(Countdown):
    def draw(self, position: Heap, viewer: int | None) -> str:
        return " "


class LeavesBlanksAtTheEnd(Countdown):
    def draw(self, position: Heap, viewer: int | None) -> str:
        return f"{position.left} left "


class DrawsWithTabs(Countdown):
    def draw(self, position: Heap, viewer: int | None) -> str:
        return f"left:\t{position.left}"


class HasAWideStatus(Countdown):
    def status(self, position: Heap, viewer: int | None) -> tuple[str, ...]:
        return ("A long sentence, which a letter wraps, is no table. " * 2 + "This is one:", f"Points{1:>74}")


class HasAWideLegend(Countdown):
    def legend(self, position: Heap, viewer: int | None) -> str:
        return f"Heap{1:>76}"


class DrawsAWideBoard(Countdown):
    def draw(self, position: Heap, viewer: int | None) -> str:
        return "o" * 80


class HasAStrangerWin(Countdown):
    def result(self, position: Heap) -> Result | None:
        return None if position.left else Result(3, "The last one was taken.")


class CountsNothing(Countdown):
    def result(self, position: Heap) -> Result | None:
        return None if position.left else Result(0, "The last one was taken.", points=0)


class ForgetsAScore(Countdown):
    def result(self, position: Heap) -> Result | None:
        return None if position.left else Result(0, "The last one was taken.", scores=(7,))


class SaysItUsesNoChance(Countdown):
    uses_chance = False

    def start(self, options: Options, seats: int, chance: Chance) -> Heap:
        return Heap(5 + chance.below(1000), 0, seats)


class TouchesAnotherMove(Countdown):
    def other_steps(self, position: Heap, seat: int, move: str) -> Sequence[tuple[str, ...]]:
        return [("1",)]


class DoesNotGoOnWithoutOne(Countdown):
    def skip(self, position: Heap, seat: int, chance: Chance) -> Played[Heap]:
        return Game.skip(self, position, seat, chance)


class LetsWhoWasSkippedMove(Countdown):
    def skip(self, position: Heap, seat: int, chance: Chance) -> Played[Heap]:
        return Played(position, "skip")


class NeverEndsWithoutOne(Countdown):
    def skip(self, position: Heap, seat: int, chance: Chance) -> Played[Heap]:
        return Played(Heap(50, (seat + 1) % position.seats, position.seats), "skip")


class ReplaysToAnotherPosition(Countdown):
    def replay(self, position: Heap, seat: int, text: str, chance: Chance) -> Played[Heap]:
        return Played(replace(position, left=position.left - 1), text)


class ReplaysAnotherMove(Countdown):
    def replay(self, position: Heap, seat: int, text: str, chance: Chance) -> Played[Heap]:
        return replace(self.play(position, seat, text, chance), move="1!")


class ListsNumbers(Countdown):
    def legal_moves(self, position: Heap, seat: int) -> Any:
        return [int(move) for move in super().legal_moves(position, seat) or ()]

    def play(self, position: Heap, seat: int, text: Any, chance: Chance) -> Any:
        if isinstance(text, int) and text in self.legal_moves(position, seat):
            return Played(Heap(position.left - text, (seat + 1) % position.seats, position.seats), text)  # type: ignore[arg-type]
        raise Unreadable("A move is a number.")


class CallsAMoveAsTheTableDoes(Countdown):
    """To take one, write `swap one`."""

    def legal_moves(self, position: Heap, seat: int) -> Sequence[str] | None:
        return [move.replace("1", "swap one") for move in super().legal_moves(position, seat) or ()]

    def play(self, position: Heap, seat: int, text: str, chance: Chance) -> Played[Heap]:
        if text not in (self.legal_moves(position, seat) or ()):
            raise Illegal("You cannot take so many now.")
        taken = 1 if text == "swap one" else int(text)
        return Played(Heap(position.left - taken, (seat + 1) % position.seats, position.seats), text)


class LetsSeveralMove(Countdown):
    """Anybody may take at any time, but the game does not say so."""

    seats = range(2, 3)

    def to_move(self, position: Heap) -> tuple[int, ...]:
        return (0, 1) if position.left else ()


class SwapsAmongThree(Countdown):
    def swap_at(self, options: Options) -> int | None:
        return 2


class SwapsBeforeAnything(Countdown):
    seats = range(2, 3)

    def swap_at(self, options: Options) -> int | None:
        return 1


class LetsWhoMovedSwap(Countdown):
    """Each player takes twice in a row."""

    seats = range(2, 3)

    def swap_at(self, options: Options) -> int | None:
        return 2

    def to_move(self, position: Heap) -> tuple[int, ...]:
        return (position.seat // 2 % 2,) if position.left else ()

    def play(self, position: Heap, seat: int, text: str, chance: Chance) -> Played[Heap]:
        played = super().play(position, seat, text, chance)
        return replace(played, position=replace(played.position, seat=position.seat + 1))

    def result(self, position: Heap) -> Result | None:
        return None if position.left else Result(None, "The last one was taken.")


@dataclass(frozen=True)
class HeapWithList(Heap):
    taken: list[int]


class CannotBeHashed(Countdown):
    def start(self, options: Options, seats: int, chance: Chance) -> Heap:
        return HeapWithList(int(options["heap"]), 0, seats, [])

    def play(self, position: Heap, seat: int, text: str, chance: Chance) -> Played[Heap]:
        assert isinstance(position, HeapWithList)
        after = super().play(position, seat, text, chance).position
        return Played(HeapWithList(after.left, after.seat, after.seats, [*position.taken, int(text)]), text.strip())

    def dump(self, position: Heap) -> Json:
        assert isinstance(position, HeapWithList)
        return [position.left, position.seat, position.seats, position.taken]

    def load(self, data: Json) -> Heap:
        return HeapWithList(*data)


class HasOneValueForAll(Countdown):
    def value_of(self, position: Heap, text: str) -> str:
        return "some"

    def text_of(self, position: Heap, value: str) -> str:
        return "1"


class HasNumbersForValues(Countdown):
    def value_of(self, position: Heap, text: str) -> Any:
        return int(text)


class ForgetsWhereAValueIsFrom(Countdown):
    """In which a move means how many it leaves, and is written by that wherever it comes from."""

    def value_of(self, position: Heap, text: str) -> str:
        return f"{position.left - int(text)} left"

    def text_of(self, position: Heap, value: str) -> str:
        return str(max(1, position.left - int(value.split()[0])))


class HasNoValueForNonsense(Countdown):
    def value_of(self, position: Heap, text: str) -> str:
        return str(int(text))


class HasValuesOfHands(Cards):
    def value_of(self, position: Table, text: str) -> str:
        return f"{text} of {position.hands}"

    def text_of(self, position: Table, value: str) -> str:
        return value.split()[0]


class TellsThePublicWhatIsLeft(Cards):
    def play(self, position: Table, seat: int, text: str, chance: Chance) -> Played[Table]:
        played = super().play(position, seat, text, chance)
        return replace(played, notes=(Note(f"There is {played.position.hands[seat]} left."),))


class TellsTheNextWhatIsLeft(Cards):
    def play(self, position: Table, seat: int, text: str, chance: Chance) -> Played[Table]:
        played = super().play(position, seat, text, chance)
        after = (seat + 1) % len(position.sums)
        return replace(played, notes=(Note(f"There is {played.position.hands[seat]} left.", after),))


def heap_picture(*targets: str, words: str = "") -> Picture:
    shapes = (Shape(Text(target, Point(10, 10), 10), "number", target, f"take {target}") for target in targets)
    return Picture(100, 20, tuple(shapes), words)


class HasAPictureOfNoSize(Countdown):
    def picture(self, position: Heap, viewer: int | None) -> Picture:
        return replace(heap_picture("1", "2", "3"), width=0)


class HasASideForNoSeat(Countdown):
    def seat_below(self, viewer: int | None) -> int:
        return 6


class PicturesWhatIsHidden(Cards):
    def picture(self, position: Table, viewer: int | None) -> Picture:
        return heap_picture(words=str(position.hands))


class PicturesNothingOfTheBoard(Countdown):
    def picture(self, position: Heap, viewer: int | None) -> Picture:
        return heap_picture("1", "2", "3")


class PicturesForEarsAlone(Countdown):
    def picture(self, position: Heap, viewer: int | None) -> Picture:
        picture = heap_picture("1", "2", "3")
        first = replace(picture.shapes[0], words=f"{position.left} left")
        return replace(picture, shapes=(first, *picture.shapes[1:]))


class PicturesForEyesAlone(Countdown):
    def picture(self, position: Heap, viewer: int | None) -> Picture:
        left = Shape(Text(f"{position.left} left", Point(50, 10), 10), "label")
        picture = heap_picture("1", "2", "3")
        return replace(picture, shapes=(*picture.shapes, left))


class PicturesMoreThanItDraws(Countdown):
    """What is left is all that can be seen of a heap, but not all that it is."""

    def to_move(self, position: Heap) -> tuple[int, ...]:
        return (position.seat,) if position.left else ()

    def draw(self, position: Heap, viewer: int | None) -> str:
        return "some left" if position.left > 3 else "few left"

    def picture(self, position: Heap, viewer: int | None) -> Picture:
        picture = heap_picture("1", "2", "3")
        told = tuple(replace(shape, words=f"{position.left} left, take {shape.target}") for shape in picture.shapes)
        left = Shape(Text(f"{position.left} left", Point(50, 10), 10), "label")
        return replace(picture, shapes=(*told, left))


class SaysNothingOfAPlace(Countdown):
    def picture(self, position: Heap, viewer: int | None) -> Picture:
        silent = heap_picture("1", "2", "3")
        return replace(silent, shapes=tuple(replace(shape, words="") for shape in silent.shapes))


class DrawsBesideThePicture(Countdown):
    def picture(self, position: Heap, viewer: int | None) -> Picture:
        picture = heap_picture("1", "2", "3")
        return replace(picture, shapes=(*picture.shapes, Shape(Circle(Point(95, 10), 10), "mark")))


class LacksAPlaceToTouch(Countdown):
    def picture(self, position: Heap, viewer: int | None) -> Picture:
        return heap_picture("1", "2")


class MakesTwoMovesAlike(Countdown):
    def steps(self, position: Heap, seat: int, move: str) -> tuple[str, ...]:
        return ("heap",)


class SlidesTooOften(Countdown):
    def slides(self, position: Heap, seat: int, steps: tuple[str, ...], move: str) -> tuple[str, ...]:
        return ("", "1 2")


class MakesAMoveOnTheWay(Countdown):
    def steps(self, position: Heap, seat: int, move: str) -> tuple[str, ...]:
        return ("1",) * int(move)


class GivesNoReason(Countdown):
    def result(self, position: Heap) -> Result | None:
        return None if position.left else Result(0, "won")


class ExplainsMovesByWhatIsNone(Countdown):
    move_form = "how many you take, for example 2 or all"


class CannotBeGuessed(Cards):
    guess = Game.guess


class GuessesOneHandAgain(Cards):
    def guess(self, seen: Table, seat: int, chance: Chance) -> Table:
        return replace(super().guess(seen, seat, chance), hands=((0, 1), *seen.hands[1:]))


class GuessesNothing(Cards):
    def guess(self, seen: Table, seat: int, chance: Chance) -> Table:
        return seen


class JudgesTooHigh(Countdown):
    def evaluate(self, position: Heap) -> tuple[float, ...]:
        return (float(position.left),) * position.seats


class JudgesInTwoWays(Countdown):
    judgements = count()

    def evaluate(self, position: Heap) -> tuple[float, ...]:
        return (next(self.judgements) % 2 / 2,) * position.seats


class PlaysOutForTwoOfThree(Countdown):
    seats = range(3, 4)

    def playout(self, position: Heap, chance: Chance) -> tuple[float, ...]:
        return (0.0, 1.0)


class ThinksOfNothing(Countdown):
    def candidates(self, position: Heap) -> Sequence[str]:
        return ()


class ThinksOfTakingAll(Countdown):
    def candidates(self, position: Heap) -> Sequence[str]:
        return ("1", "99")


class SolvesInOtherWords(Countdown):
    def solution(self, position: Heap, seat: int) -> str:
        return " 1"


class LetsOnePlayerSeeTwoHands(Cards):
    same_player_twice = True


@pytest.mark.parametrize(
    ("game", "complaint"),
    [
        (ForgetsItsName, r"summary must be a text"),
        (CannotBeTyped, r"is no single word"),
        (HasNoSeats, r"must have seats"),
        (HasTwoOptionsOfOneName, r"two options of one name"),
        (DefaultIsOutOfRange, r"-heap=12 is refused"),
        (OptionHasNoHelp, r"-heap must have a line of help"),
        (OptionCannotBeTyped, r"-the heap is no name"),
        (TakesAnyOption, r"-heap=many is read as 12"),
        (DoesNotNameTheRange, r"-heap=many is refused without a word of heap"),
        (EdgeDoesNotStart, r"-heap: nobody is to move at the start"),
        (NeverEnds, r"after 100 moves: no end was reached"),
        (HasNoMove, r"seat 0 is to move, but has no move"),
        (DependsOnMoreThanTheRecord, r"the same record gave another position"),
        (GoesOnAfterTheResult, r"after 0 moves: seats to move are \(0,\), the result is Result"),
        (LetsAStrangerMove, r"seats to move are \(2,\), of 2 seats"),
        (ListsMovesOutOfTurn, r"moves are listed for seat 1, which is not to move"),
        (ListsAMoveThatIsRefused, r"listed move '[23]' is refused: You cannot take so many now\."),
        (ListsAMoveInOtherWords, r"the listed move '1 ' was played as '1'"),
        (ListsAMoveTwice, r"a move is listed twice for seat 0"),
        (ExamplesAreIllegal, r"listed move '4' is refused"),
        (SpoilsTheOldPosition, r"after 0 moves: playing '[123]' changed the old position"),
        (SendsAnEmptyNote, r"'1' led to an empty note"),
        (SendsANoteToNobody, r"'1' led to a note for seat 7"),
        (UnderstandsNonsense, r"seat 0's '' was played as '1'"),
        (CrashesOnNonsense, r"'' raised ValueError"),
        (RefusesWithoutASentence, r"the refusal of '' is no sentence, from a capital letter to a full stop: 'no'"),
        (RepeatsAHostileText, r"the refusal of 'x+' is 100\d\d characters long"),
        (RefusalChangesThePosition, r"a refused move changed the position"),
        (CannotBeStored, r"does not go through JSON"),
        (DoesNotSayWhatItsPositionsAre, r"does not go through JSON: AttributeError\(.*position_class"),
        (LosesSomethingInTheStore, r"came back as another"),
        (BlanksMoreEachTime, r"seen by the public twice, the position is another"),
        (ShowsWhatIsHidden, r"seen by the public, draw shows something hidden"),
        (StatusShowsWhatIsHidden, r"seen by the public, status shows something hidden"),
        (LegendShowsWhatIsHidden, r"seen by the public, legend shows something hidden"),
        (HidesWhoIsToMove, r"seen by the public, other seats are to move"),
        (ForgetsTheResult, r"seen by the public, the result is another"),
        (ListsWhatTheViewerMayNotKnow, r"seen by seat 0, the viewer's own legal moves tell"),
        (HidesNothing, r"to the public nothing was ever hidden"),
        (HidesWithoutSayingSo, r"to the public something was hidden"),
        (DrawsNothing, r"the board for the public is empty"),
        (LeavesBlanksAtTheEnd, r"a line for the public ends with a blank"),
        (DrawsWithTabs, r"a line is not plain text"),
        (HasAWideStatus, r"a line below the board is 80 wide"),
        (HasAWideLegend, r"a line below the board is 80 wide"),
        (DrawsAWideBoard, r"the board is 80 columns wide"),
        (HasAStrangerWin, r"seat 3 of 2 won"),
        (CountsNothing, r"the game counts 0 points"),
        (ForgetsAScore, r"1 scores for 2 seats"),
        (SaysItUsesNoChance, r"uses_chance is False, but another seed changes the game"),
        (TouchesAnotherMove, r"another move has a way with the steps of '[123]'"),
        (GivesNoReason, r"the reason is no sentence: 'won'"),
        (LetsOnePlayerSeeTwoHands, r"must not have one player in two seats"),
        (DoesNotGoOnWithoutOne, r"it does not go on, skip is missing: Countdown does not go on without one"),
        (LetsWhoWasSkippedMove, r"without seat \d: who was skipped is still to move"),
        (NeverEndsWithoutOne, r"without seat \d no end was reached"),
        (ReplaysToAnotherPosition, r"'[23]' is replayed as '[23]' or to another position"),
        (ReplaysAnotherMove, r"'[123]' is replayed as '1!' or to another position"),
        (ListsNumbers, r"the move [123] is no text"),
        (CallsAMoveAsTheTableDoes, r"the move 'swap one' means something else at every table"),
        (LetsSeveralMove, r"seats \(0, 1\) are to move, but the game is not simultaneous"),
        (SwapsAmongThree, r"swap_at is 2, but of 3 players no two can change seats"),
        (SwapsBeforeAnything, r"swap_at is 1, but before the second move there is nothing to take over"),
        (LetsWhoMovedSwap, r"swap_at is 2, a move of seat 0, who made the one before, too"),
        (CannotBeHashed, r"the position cannot be hashed"),
        (TellsThePublicWhatIsLeft, r"the notes of '\d' tell the public something hidden"),
        (HasOneValueForAll, "the value 'some' of '2' is written '1' at the very same position"),
        (HasNumbersForValues, "the value 1 of '1' is no text"),
        (ForgetsWhereAValueIsFrom, r"at another position, where these words have the value '\d+ left'"),
        (HasNoValueForNonsense, "the value of '' raised ValueError.*, no Refusal"),
        (HasValuesOfHands, "to who does not see all of the position"),
        (HasASideForNoSeat, "seat_below names 6 for "),
        (HasAPictureOfNoSize, "a picture is 10 to 10000 units wide and high, not 0"),
        (PicturesWhatIsHidden, "the picture shows the public more than seen_by leaves"),
        (PicturesNothingOfTheBoard, "look the same in the picture for the public, and differ in characters"),
        (PicturesForEarsAlone, "look the same in the picture for the public, and differ in characters"),
        (PicturesForEyesAlone, "have the same words in the picture for the public, not the same characters"),
        (PicturesMoreThanItDraws, "are the same in characters for the public, and differ in the picture"),
        (SaysNothingOfAPlace, r"the picture for the public has places without words: \['1', '2', '3'\]"),
        (DrawsBesideThePicture, "the picture for the public has something beside it: mark ''"),
        (LacksAPlaceToTouch, r"'3' is made by touching \['3'\], not on the picture of seat \d"),
        (MakesTwoMovesAlike, "are made by the same steps"),
        (SlidesTooOften, r"'[123]' takes 1 touches, and slides at 2"),
        (MakesAMoveOnTheWay, "who wants to make '[23]' has made '[12]' on the way"),
        (ExplainsMovesByWhatIsNone, "the example 'all' of move_form cannot be read: "),
        (CannotBeGuessed, "Cards hides something, and does not say what it could be"),
        (GuessesOneHandAgain, "what seat 0 guesses looks otherwise than what it sees"),
        (GuessesNothing, "what seat 0 guesses is played on to where seat 1 is to move, but has no move"),
        (JudgesTooHigh, r"evaluate gives \(12.0, 12.0\), not all from 0 to 1"),
        (JudgesInTwoWays, "the position is evaluated in two ways"),
        (PlaysOutForTwoOfThree, "playout gives 2 values for 3 seats"),
        (ThinksOfNothing, r"no move of seat \d is worth a thought"),
        (ThinksOfTakingAll, r"\['99'\] are worth a thought of seat \d, but not legal"),
        (SolvesInOtherWords, "the solution ' 1' was played as '1'"),
        (TellsTheNextWhatIsLeft, r"the notes of '\d' tell seat \d something hidden"),
    ],
    ids=lambda value: value.__name__ if isinstance(value, type) else "",
)
def test_a_game_that_breaks_the_contract_is_told_where(game: type[Game[Any]], complaint: str) -> None:
    with pytest.raises(AssertionError, match=complaint):
        check_contract(game(), games=6, max_turns=100)


def test_an_entry_point_has_to_be_called_as_the_game_is(monkeypatch: pytest.MonkeyPatch) -> None:
    def entries(group: str) -> list[EntryPoint]:
        return [EntryPoint("count", f"{__name__}:Countdown", group)]

    monkeypatch.setattr(table, "entry_points", entries)

    with pytest.raises(AssertionError, match=r"the entry point count = \S+ has to be called countdown"):
        check_contract(Countdown(), games=1)


def test_a_game_cannot_be_called_like_a_command() -> None:
    class Help(Countdown):
        name = "Help"

    with pytest.raises(AssertionError, match=r"Help cannot be called like the command help"):
        check_contract(Help(), games=1)


def test_a_failure_names_the_options_the_seed_and_the_turn() -> None:
    with pytest.raises(
        AssertionError,
        match=r"^Countdown -heap=12 -most=three -last_loses=off \(seed [0-9a-f]{32}\), after 0 moves: ",
    ):
        check_contract(LeavesBlanksAtTheEnd())


def test_a_game_may_say_that_its_boards_are_wide() -> None:
    check_contract(DrawsAWideBoard(), games=2, wide_boards=True)


@pytest.mark.parametrize(
    ("move_form", "examples"),
    [
        ("a card of your hand, for example 7 or K", ["7", "K"]),
        ("squares or the usual notation, for example g1-f3, Nf3, O-O or e7-e8=q", ["g1-f3", "Nf3", "O-O", "e7-e8=q"]),
        ("the line that you draw, for example b3, or several, for example b3,a2,d1", ["b3", "b3,a2,d1"]),
        ("from and to, for each checker, for example 8/5 6/5, bar/22 or 6/off", ["8/5 6/5", "bar/22", "6/off"]),
        ("a card, for example QS; or three cards to pass on, for example 2H QS 5C", ["QS", "2H QS 5C"]),
        ("both ends, for example a1-b2, or its number and the square, 5-c3", ["a1-b2"]),
        ("a number", []),
    ],
)
def test_examples_stand_behind_the_words_for_example(move_form: str, examples: list[str]) -> None:
    assert examples_of(move_form) == examples


class Clock:
    """A clock that is looked at: each time, so many seconds have gone by."""

    def __init__(self, step: float) -> None:
        self.now, self.step = 0.0, step

    def __call__(self) -> float:
        self.now += self.step
        return self.now


@pytest.mark.parametrize(("step", "games"), [(0.0, range(20, 21)), (0.01, range(2, 20)), (0.1, range(1, 2))])
def test_a_quick_check_ends_in_time_however_long_a_game_takes(
    monkeypatch: pytest.MonkeyPatch, step: float, games: range
) -> None:
    clock = Clock(step)
    monkeypatch.setattr("time.monotonic", clock)

    seen = check_contract(Countdown(), seconds=10)

    assert seen in games
    assert clock.now < 20


def test_a_quick_check_leaves_none_of_the_checks_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Those that come last have a share of the time, though the first ones could take all of it."""
    monkeypatch.setattr("time.monotonic", Clock(0.01))

    with pytest.raises(AssertionError, match="the example 'all' of move_form cannot be read"):
        check_contract(ExplainsMovesByWhatIsNone(), seconds=5)


def test_a_check_tells_how_far_it_has_come(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("INFO")

    check_contract(Countdown(), games=2)

    assert [record.getMessage().partition(" (seed")[0] for record in caplog.records] == [
        "Countdown: what it says of itself, and its options",
        "Countdown -heap=12 -most=three -last_loses=off",
        "Countdown -heap=12 -most=three -last_loses=off",
    ]
    assert re.search(r": game 2 of 2, \d+ moves$", caplog.text.strip())


@pytest.mark.parametrize(
    ("arguments", "code", "told"),
    [
        (("Hex", "--games", "1"), 0, "Hex keeps the contract in 1 random game.\n"),
        (("nonsense",), 2, "There is no game nonsense: no package has an entry point of this name.\n"),
    ],
)
def test_a_game_that_is_installed_is_checked_from_the_command_line(
    arguments: tuple[str, ...], code: int, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(arguments)

    assert (ended.value.code, capsys.readouterr().err) == (code, told)


# Records


def test_the_same_arguments_give_the_same_game() -> None:
    assert play_random_game(Countdown(), {}, 3, SEED) == play_random_game(Countdown(), {}, 3, SEED)


def test_another_seed_gives_another_game() -> None:
    assert play_random_game(Countdown(), {}, 3, SEED).moves != play_random_game(Countdown(), {}, 3, bytes(16)).moves


def test_a_record_holds_a_value_for_every_option() -> None:
    record = play_random_game(Countdown(), {"heap": 3}, 2, SEED)

    assert record.options == {"heap": 3, "most": "three", "last_loses": False}


def test_a_record_goes_through_json() -> None:
    record = play_random_game(Countdown(), {}, 2, SEED)

    assert Record.of_json(json.loads(json.dumps(record.as_json()))) == record


def test_a_replay_visits_every_position() -> None:
    record = Record("Countdown", {"heap": 5}, 2, SEED, ((0, "3"), (1, "2")))

    played = replay(Countdown(), record)

    assert [position.left for position in played.positions] == [5, 2, 0]
    assert [where for where, _ in played.stages()][-1].endswith("after 2 moves")


def test_a_replay_of_an_illegal_record_is_refused() -> None:
    record = Record("Countdown", {"heap": 2}, 2, SEED, ((0, "3"),))

    with pytest.raises(Illegal):
        replay(Countdown(), record)


def test_the_checks_can_be_used_one_by_one() -> None:
    record = Record("Countdown", {"heap": 1}, 2, SEED, ((0, "1"),))

    check_options(Countdown())
    check_width(Countdown(), replay(Countdown(), record))
