"""Any moves, in every game: what is refused changes nothing, and what is accepted can be played again and be stored.

An input is a game, its number of seats and its seed on one line, its options on the next, and moves on the others,
each as somebody would type it or, after a star, by its number among the legal ones; `2>` before it names the seat.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from pbmserv.games.base import Game, Refusal, word_of_option
from pbmserv.games.catalogue import installed
from pbmserv.games.chance import SEED_BYTES, Chance
from pbmserv.games.checks.moves import LONGEST_REFUSAL
from pbmserv.games.testing import Record
from tests.fuzz.target import Try
from tests.games.puzzles import short_searches

GOLDEN = Path(__file__).parents[1] / "games" / "golden"
MOST_MOVES = 16
LONGEST_MOVE = 400
GAMES = tuple(installed().values())
WORDS = (
    *(f"{game.word} " for game in GAMES),
    *(f"-{option.name}=" for game in GAMES for option in game.options),
    *(choice for game in GAMES for option in game.options for choice in option.choices),
    *("\n*1", "\n*30", "\n1>*7", "\npass", "swap", "--", "draw", "d3", "a1b2", "@", "#", ":", "1-2-3", "0-0-5@1"),
    *("\nhint", "\ntake", "K", "10", ",", ";", "(", "\u0661", "²", "ⅷ", "\u00df", "\u0130", "\u200d", "\u0301"),
)
_MOVE = re.compile(r"(?:([0-9])>)?(?:\*([0-9]{1,4})|(.*))")


def seeds() -> Iterator[bytes]:
    """The golden records, as far as they are tried here, and games of legal moves."""
    for path in sorted(GOLDEN.glob("*.json")):
        record = Record.of_json(json.loads(path.read_text(encoding="utf-8")))
        options = " ".join(f"-{name}={word_of_option(value)}" for name, value in record.options.items())
        moves = [f"{seat}>{move}" for seat, move in record.moves[:MOST_MOVES]]
        yield "\n".join([f"{record.game.lower()} {record.seats} {record.seed.hex()}", options, *moves]).encode()
    for game in GAMES:
        yield "\n".join([f"{game.word} {game.seats[-1]} 00", "", *(f"*{7 * turn}" for turn in range(20))]).encode()


@contextmanager
def trying(folder: Path) -> Iterator[Try]:
    """Plays."""
    with pytest.MonkeyPatch.context() as patch:
        short_searches(patch)
        yield play


def play(data: bytes) -> None:
    """Play what an input says, as far as it goes."""
    first, second, *lines = [*data.decode("utf-8", "replace").split("\n", MOST_MOVES + 2), "", ""][: MOST_MOVES + 2]
    word, seats, seed = [*first.split(), "", "", ""][:3]
    game = installed()[word] if word in installed() else GAMES[len(word) % len(GAMES)]
    Playing(game, seats, seed, second.split()[:20]).play(lines)


class Playing:
    """One game."""

    def __init__(self, game: Game[Any], seats: str, seed: str, typed: Sequence[str]) -> None:
        self.game = game
        self.seats = int(seats) if seats in map(str, game.seats) else game.seats[0]
        self.seed = seed.encode()[-SEED_BYTES:].rjust(SEED_BYTES, b"\0")
        if re.fullmatch(f"[0-9a-f]{{{2 * SEED_BYTES}}}", seed):
            self.seed = bytes.fromhex(seed)
        self.position = game.start(self._options(typed), self.seats, self._chance("start"))

    def play(self, lines: Sequence[str]) -> None:
        """Try each of these moves, then look at the board with everybody's eyes."""
        for number, line in enumerate(lines):
            waiting = self.game.to_move(self.position)
            if not waiting:
                assert self.game.result(self.position) is not None
                break
            self._try(line, waiting[number % len(waiting)], f"move {number + 1}")
        for viewer in (None, *range(self.seats)):
            seen = self.game.seen_by(self.position, viewer)
            assert self.game.draw(seen, viewer) == self.game.draw(self.position, viewer)
            assert self.game.status(seen, viewer) == self.game.status(self.position, viewer)

    def _try(self, line: str, seat: int, label: str) -> None:
        found = _MOVE.fullmatch(line)
        named, number, text = found.groups("") if found else ("", "", line)
        seat = int(named) if named in map(str, self.game.to_move(self.position)) else seat
        if number:
            legal = self.game.legal_moves(self.position, seat) or ("pass",)
            text = legal[int(number) % len(legal)]
        before = self.game.dump(self.position)
        value = self._value_of(text)
        try:
            played = self.game.play(self.position, seat, text, self._chance(label))
        except Refusal as refusal:
            check_words(refusal)
            assert self.game.dump(self.position) == before, "what is refused must change nothing"
            return
        assert self.game.dump(self.position) == before, "a position must stay as it is"
        assert played.move.isprintable()
        assert len(played.move) <= LONGEST_MOVE
        again = self.game.play(self.position, seat, played.move, self._chance(label))
        is_same = (again.position, again.move) == (played.position, played.move)
        # Who types a move in other words may be told how these were read, and nobody else is.
        more = [note for note in played.notes if note not in again.notes]
        assert is_same, f"{text!r} became {played.move!r}, which is another move"
        assert set(again.notes) <= set(played.notes)
        assert all(note.seat == seat for note in more)
        assert self.game.load(json.loads(json.dumps(self.game.dump(played.position)))) == played.position
        # Some words mean a move at this position alone, such as b4 in chess: they have none, but the squares have.
        value = value or self._value_of(played.move)
        assert value is not None, f"{text!r} became {played.move!r}, and has no value"
        by_value = self.game.play(self.position, seat, self.game.text_of(self.position, value), self._chance(label))
        assert by_value.position == played.position, f"{text!r} has the value of another move, {value!r}"
        self.position = played.position

    def _value_of(self, text: str) -> str | None:
        try:
            return self.game.value_of(self.position, text)
        except Refusal as refusal:
            check_words(refusal)
            return None

    def _options(self, typed: Sequence[str]) -> dict[str, Any]:
        """The options as far as they can be read and go together; else those that there are by default."""
        values = {option.name: option.default for option in self.game.options}
        chosen = dict(values)
        for word in typed:
            name, equals, text = word.removeprefix("-").partition("=")
            option = next((each for each in self.game.options if each.name == name), None)
            try:
                chosen |= {name: option.read(text if equals else None)} if option else {}
                self.game.check_options(chosen, self.seats)
            except Refusal as refusal:
                check_words(refusal)
                return values
        return chosen

    def _chance(self, label: str) -> Chance:
        return Chance(self.seed, label)


def check_words(refusal: Refusal) -> None:
    """Fail where a refusal is no sentence, or a long one."""
    assert len(refusal.words) <= LONGEST_REFUSAL
    assert refusal.words[:1].isupper() or refusal.words.startswith('"')
    assert refusal.words.endswith((".", "?"))
