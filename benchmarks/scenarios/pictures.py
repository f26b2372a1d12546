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

from benchmarks.databases import SQLITE, fresh
from benchmarks.figures import Effort, Figure, Target, interleaved
from benchmarks.operations import GAME, World
from benchmarks.population import populate
from benchmarks.scenarios.move import command
from pbmserv.games.catalogue import installed
from pbmserv.games.chance import SEED_BYTES, Chance
from pbmserv.games.hex.game import Hex
from pbmserv.games.picture import Picture
from pbmserv.mail.sending.compose import compose
from pbmserv.pictures.for_letters import MOST_PIXELS, BoardPictures
from pbmserv.pictures.png import png_of
from pbmserv.store.database import Database
from pbmserv.store.outbox import ClaimedLetter, Outbox

TITLE = "Milliseconds of the processor's time for pictures"
DRAWN = Target(30, at_least=False, of_ratio=False)
KNOWN = Target(2, at_least=False)
"""A letter with a picture that has been drawn already, against one without."""
STONES = 40
BOARDS = 6


def measure(effort: Effort) -> Iterator[Figure]:
    """Milliseconds for a PNG as large as in letters, and for the message of a letter with a known one and without."""
    times, catalogue = effort.of(1, 20, 50), BoardPictures(installed())
    with fresh(SQLITE) as database:
        letters = _letters(database)
    without = [replace(letter, page=_without_picture(letter)) for letter in letters]
    ways = {
        "PNG": partial(_milliseconds, partial(png_of, _board(), MOST_PIXELS), times),
        "letter": partial(_milliseconds, partial(_compose, without, None), times, len(letters)),
        "with picture": partial(_milliseconds, partial(_compose, letters, catalogue), times, len(letters)),
    }
    # What is drawn once, and imported, is there afterwards.
    interleaved(1, ways)
    samples = interleaved(effort.runs, ways)
    case = f"Hex 11, {STONES} stones, {MOST_PIXELS} pixels"
    yield samples["PNG"].figure("a PNG that is not known", case, "ms", target=DRAWN)
    plain = samples["letter"]
    yield plain.figure("the message of a letter", "without a picture", "ms")
    beside = ("without", plain)
    yield samples["with picture"].figure("the message of a letter", "with a known picture", "ms", beside, KNOWN)


def _milliseconds(do: Callable[[], object], times: int, parts: int = 1) -> float:
    begun = process_time()
    for _ in range(times):
        do()
    return 1000 * (process_time() - begun) / times / parts


def _board() -> Picture:
    game, chance = Hex(), Chance(bytes(SEED_BYTES), "board")
    position = game.start({option.name: option.default for option in game.options}, 2, chance)
    for _ in range(STONES):
        move = chance.choice(game.moves(position))
        position = game.play(position, position.next_seat, move, chance).position
    return game.picture(position, None)


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
