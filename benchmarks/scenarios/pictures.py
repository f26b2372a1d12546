"""What a picture costs: to draw one that nobody has seen, and to put a known one into a letter.

The time is that of the processor, whatever else the machine has to do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from random import Random
from time import process_time
from typing import Any

from benchmarks.databases import SQLITE, fresh
from benchmarks.figures import Effort, Figure, Samples, Target, interleaved
from benchmarks.operations import GAME, World
from benchmarks.population import populate
from benchmarks.scenarios.move import command
from pbmserv.games.base import Game, Options
from pbmserv.games.catalogue import installed
from pbmserv.games.chance import SEED_BYTES, Chance
from pbmserv.games.picture import Picture
from pbmserv.mail.sending.compose import compose
from pbmserv.pictures.for_letters import MOST_PIXELS, BoardPictures
from pbmserv.pictures.png import png_of
from pbmserv.running.garbage import give_memory_back
from pbmserv.storage.database import Database
from pbmserv.storage.outbox import ClaimedLetter, Outbox

TITLE = "Milliseconds of the processor's time for pictures"
DRAWN = Target(5, at_least=False, of_ratio=False)
SLOWEST = Target(20, at_least=False, of_ratio=False)
KNOWN = Target(2, at_least=False)
"""A letter with a picture that has been drawn already, against one without."""
TURNS = 30
LARGE: Options = {"cards": 20}
BOARDS = 6


def measure(effort: Effort) -> Iterator[Figure]:
    """Milliseconds for PNGs as large as in letters, and for the message of a letter with a known one and without."""
    # As a server does before it draws any.
    give_memory_back()
    yield from _drawn(effort)
    times, catalogue = effort.of(1, 20, 50), BoardPictures(installed())
    with fresh(SQLITE) as database:
        letters = _letters(database)
    without = [replace(letter, page=_without_picture(letter)) for letter in letters]
    ways = {
        "letter": partial(_milliseconds, partial(_compose, without, None), times, len(letters)),
        "with picture": partial(_milliseconds, partial(_compose, letters, catalogue), times, len(letters)),
    }
    # What is drawn once, and imported, is there afterwards.
    interleaved(1, ways)
    samples = interleaved(effort.runs, ways)
    plain = samples["letter"]
    yield plain.figure("the message of a letter", "without a picture", "ms")
    beside = ("without", plain)
    yield samples["with picture"].figure("the message of a letter", "with a known picture", "ms", beside, KNOWN)


def _drawn(effort: Effort) -> Iterator[Figure]:
    """Milliseconds for PNGs of positions that were not drawn before, of all games and of a large one."""
    words, count = effort.of([*installed()][:3], [*installed()], [*installed()]), effort.of(2, 8, 20)
    found: list[tuple[float, str]] = []
    for word in words:
        game = installed()[word]
        found.append((_each_new(_middles(game, game.seats[0], {}, count)), game.name))
    times, (slowest, name) = Samples(tuple(time for time, _ in found)), max(found)
    case = f"{MOST_PIXELS} pixels"
    yield times.figure(f"a new PNG, median of {len(words)} games", case, "ms", target=DRAWN)
    yield Samples((slowest,)).figure("a new PNG of the slowest game", f"{name}, {case}", "ms", target=SLOWEST)
    goofspiel = installed()["goofspiel"]
    large = _each_new(_middles(goofspiel, goofspiel.seats[-1], LARGE, count))
    yield Samples((large,)).figure(
        "a new PNG of a large game",
        f"Goofspiel, {goofspiel.seats[-1]} players and 20 cards, {case}",
        "ms",
        target=SLOWEST,
    )


def _milliseconds(do: Callable[[], object], times: int, parts: int = 1) -> float:
    begun = process_time()
    for _ in range(times):
        do()
    return 1000 * (process_time() - begun) / times / parts


def _middles(game: Game[Any], seats: int, options: Options, count: int) -> Sequence[Picture]:
    """So many positions of a game, each some turns from the start of a random game, as somebody sees them."""
    values = {option.name: options.get(option.name, option.default) for option in game.options}
    pictures = []
    for number in range(count):
        chance = Chance(number.to_bytes(SEED_BYTES, "big"), "board")
        position = game.start(values, seats, chance)
        for _ in range(TURNS):
            seat = chance.choice(game.to_move(position))
            move = chance.choice(game.legal_moves(position, seat) or game.examples(position, seat))
            after = game.play(position, seat, move, chance).position
            if not game.to_move(after):
                break
            position = after
        pictures.append(game.picture(game.seen_by(position, 0), 0))
    return pictures


def _each_new(pictures: Sequence[Picture]) -> float:
    """Milliseconds for each of the second half of the pictures, when the first half has been drawn."""
    half = len(pictures) // 2
    for picture in pictures[:half]:
        png_of(picture, MOST_PIXELS)
    begun = process_time()
    for picture in pictures[half:]:
        png_of(picture, MOST_PIXELS)
    return 1000 * (process_time() - begun) / len(pictures[half:])


def _letters(database: Database) -> list[ClaimedLetter]:
    """Those that a move on each of some boards has caused."""
    population = populate(database, 2 * BOARDS, 2 * BOARDS, [GAME], playing=2 * BOARDS)
    world = World(database, population, Random(1))  # noqa: S311 - no secret
    for board in population.where(GAME)[:BOARDS]:
        world.say(board.sender, command(board))
    with database.writing() as connection:
        claimed = Outbox(connection).claim(2 * BOARDS, timedelta(days=1), datetime.now(UTC) + timedelta(days=400))
    return [letter for letter in claimed if letter.page and "picture" in letter.page]


def _without_picture(letter: ClaimedLetter) -> dict[str, object]:
    return {name: value for name, value in (letter.page or {}).items() if name != "picture"}


def _compose(letters: Sequence[ClaimedLetter], pictures: BoardPictures | None) -> None:
    for letter in letters:
        compose(letter, "games@players.example", b"key", eight_bit=True, pictures=pictures)
