"""A package that was written for the contract as it was works for one more version, and is told the new names."""

from __future__ import annotations

import re
import sys
import warnings
from importlib import import_module
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest

from pbmserv.bots.search import Search
from pbmserv.games.base import Illegal
from pbmserv.games.breakthrough import Breakthrough
from pbmserv.games.catalogue import GROUP, Catalogue, installed
from pbmserv.games.chance import SEED_BYTES, Chance
from pbmserv.games.testing import check_contract
from pbmserv.post_office import PostOffice
from pbmserv.storage.database import Database
from tests.conversation import ADDRESS, PLAYERS, Server
from tests.games.test_adding_a_game import install, run

CHANCE = Chance(bytes(SEED_BYTES), "old")
OLD = '''
from collections.abc import Iterator
from dataclasses import dataclass, replace

from pbmserv.games.base import Option, Options, Result
from pbmserv.games.boards.figures import Figure
from pbmserv.games.boards.grids import EMPTY, NORTH, NORTH_EAST, NORTH_WEST, SOUTH, SOUTH_EAST, SOUTH_WEST, Lying
from pbmserv.games.boards.squares import Chequered
from pbmserv.games.chance import Chance
from pbmserv.games.filed import SGF, FileFormat
from pbmserv.games.grid_game import GridGame, Standing, Way

AHEAD = ((NORTH_WEST, NORTH, NORTH_EAST), (SOUTH_EAST, SOUTH, SOUTH_WEST))


@dataclass(frozen=True)
class Position(Standing):
    """A board, and how many men have been taken."""

    taken: int = 0


class Onrush(GridGame[Position]):
    """Be the first to reach the other side."""

    name = "Onrush"
    summary = "Be the first to bring a man to the other side of the board"
    options = (Option("size", 5, "squares along each side of the board", low=5, high=10),)
    move_form = "the squares from which and to which a man goes, for example b2-b3, or b2f"
    seat_names = ("White", "Black")
    board_class = Chequered
    figures = (Figure("o", 0, "man", "light"), Figure("x", 1, "man", "dark"))
    position_class = Position

    def start(self, options: Options, seats: int, chance: Chance) -> Position:
        size = int(options["size"])
        return Position(width=size, standing="x" * 2 * size + EMPTY * size * (size - 4) + "o" * 2 * size)

    def ways(self, position: Position) -> Iterator[Way]:
        rays, standing, own = self.board(position).rays, position.standing, self.own(position)
        for place in position.places_of(own):
            for direction in AHEAD[position.next_seat]:
                for target in rays[place][direction][:1]:
                    if standing[target] == EMPTY or (direction not in (NORTH, SOUTH) and standing[target] != own):
                        yield place, target

    def after(self, position: Position, way: Way) -> Position:
        after = super().after(position, way)
        return replace(after, standing=after.standing, taken=after.taken + (position[way[1]] != EMPTY))

    def outcome(self, position: Position) -> Result | None:
        mover = 1 - position.next_seat
        if self.won(position):
            return Result(mover, f"{self.seat_names[mover]} has reached the other side.")
        if self.own(position) not in position.standing:
            return Result(mover, f"{self.seat_names[1 - mover]} has no man left.")
        return None

    def won(self, position: Position) -> list[int]:
        far_side = [*self.board(position).places][:: -1 if position.next_seat == 0 else 1][: position.width]
        return [place for place in far_side if position[place] == self.others(position)]

    def typed(self, position: Position, text: str) -> str:
        if text[-1:].lower() != "f":
            return text
        place = self.board(position).place_of[text[:-1].lower()]
        ahead = self.board(position).rays[place][NORTH if position.next_seat == 0 else SOUTH]
        return self.text_of_way(self.board(position), (place, ahead[0]))

    def why_not(self, position: Position, way: Way) -> str:
        return f"Of {len(self.known_ways(position))} moves that is none." if len(way) == 2 else ""

    def lying(self, position: Position) -> Lying:
        lying = super().lying(position)
        return replace(lying, standing=lying.standing, won=lying.won)

    def judge(self, position: Position) -> tuple[float, float]:
        return (0.5, 0.5)

    def status(self, position: Position, viewer: int | None) -> tuple[str, ...]:
        return (f"Men taken: {position.taken}.",)
'''
"""A game by the old contract, which uses what there is in it by all old names."""
NEW = OLD
for old, new in {
    r"\bStanding\b": "GridPosition", r"\bWay\b": "Path", r"\bLying\b": "BoardContents",
    r"\bways\b": "legal_paths", r"(def |\.)after\(": r"\1apply(", r"(def |\.)typed\(": r"\1normalise(",
    r"(def |self\.)won\(": r"\1winning_cells(", r"\bwhy_not\b": "explain_illegal",
    r"(def |\)\.)lying\(": r"\1contents(",
    r"\bjudge\b": "evaluate", r"\bknown_ways\b": "known_paths", r"\btext_of_way\b": "text_of_path",
    r"\bway\b": "path",
    r"\bstanding\b": "cells", r"\bwon=lying\.won\b": "winning_cells=lying.winning_cells",
    r"pbmserv\.games\.filed": "pbmserv.games.file_formats",
}.items():  # fmt: skip
    NEW = re.sub(old, new, NEW)
NEW = NEW.replace("Onrush", "Onslaught")
"""The same game by the contract as it is now."""


@pytest.fixture
def modules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Both games, as modules that can be imported."""
    for name, text in (("onrush", OLD), ("onslaught", NEW)):
        (tmp_path / f"{name}.py").write_text(text, "utf-8")
        monkeypatch.delitem(sys.modules, name, raising=False)
    monkeypatch.syspath_prepend(tmp_path)
    return tmp_path


def old_game() -> Any:
    return import_module("onrush").Onrush()


@pytest.mark.usefixtures("modules")
def test_whoever_writes_by_the_old_names_is_told_the_new_ones() -> None:
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        game = old_game()
        start = game.start({"size": 5}, 2, CHANCE)
        moved = game.play(start, 0, "b2f", CHANCE).position
        game.draw(moved, None)
        assert game.outcome(moved) is None
        with pytest.raises(Illegal) as refused:
            game.play(moved, 1, "a4-a1", CHANCE)

    words = {str(each.message).partition(";")[0] for each in told if each.category is DeprecationWarning}
    assert str(refused.value) == "Of 12 moves that is none."
    assert words == {
        "pbmserv.games.boards.grids.Lying is called pbmserv.games.boards.grids.BoardContents now",
        "pbmserv.games.filed.FileFormat is called pbmserv.games.file_formats.FileFormat now",
        "pbmserv.games.filed.SGF is called pbmserv.games.file_formats.SGF now",
        "pbmserv.games.grid_game.Standing is called pbmserv.games.grid_game.GridPosition now",
        "pbmserv.games.grid_game.Way is called pbmserv.games.grid_game.Path now",
        "Onrush.ways is called legal_paths now",
        "Onrush.after is called apply now",
        "Onrush.typed is called normalise now",
        "Onrush.won is called winning_cells now",
        "Onrush.why_not is called explain_illegal now",
        "Onrush.lying is called contents now",
        "Onrush.judge is called evaluate now",
        "GridGame.after is called apply now",
        "GridGame.known_ways is called known_paths now",
        "GridGame.text_of_way is called text_of_path now",
        "GridDisplay.lying is called contents now",
        "GridPosition.standing is called cells now",
        "Position(standing=...) is called cells now",
        "BoardContents.standing is called cells now",
        "BoardContents.won is called winning_cells now",
        "BoardContents(standing=...) is called cells now",
        "BoardContents(won=...) is called winning_cells now",
    }
    assert {Path(each.filename).name for each in told} == {"onrush.py"}


@pytest.mark.usefixtures("modules")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_game_by_the_old_contract_keeps_the_contract() -> None:
    assert check_contract(old_game(), games=4, seconds=5) > 0


@pytest.mark.usefixtures("modules")
def test_a_game_by_the_new_contract_keeps_it_without_a_warning() -> None:
    assert check_contract(import_module("onslaught").Onslaught(), games=4, seconds=5) > 0


@pytest.mark.usefixtures("modules")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_what_it_has_stored_is_loaded_and_stored_under_the_same_names() -> None:
    game, new = old_game(), import_module("onslaught").Onslaught()
    stored = {"width": 5, "standing": f"{'x' * 10}.....{'o' * 10}", "next_seat": 0, "last": [], "taken": 3}

    assert game.dump(game.load(stored)) == stored
    assert new.dump(new.load(stored)) == stored
    assert game.moves(game.load(stored)) == new.moves(new.load(stored))


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_it_is_played_by_mail(modules: Path, sqlite_database: Database) -> None:
    catalogue = Catalogue([EntryPoint("onrush", "onrush:Onrush", GROUP)])
    server = Server(sqlite_database)
    server.office = PostOffice(sqlite_database, catalogue, ADDRESS, server.passwords, now=lambda: server.now)
    server.sign_up("alice", "bob")
    server.hear("alice@example.org", "onrush challenge alice bob")

    for mover, move in [("alice", "b2f"), ("bob", "a4-b3"), ("alice", "c2-b3"), ("bob", "c4-b3"), ("alice", "a2-b3")]:
        answer = server.hear(f"{mover}@example.org", f"onrush move 101 {mover} {PLAYERS[mover]} {move}")

    assert "Men taken: 4." in answer.letters[0].text


def test_the_kit_tells_its_author_the_new_names(tmp_path: Path) -> None:
    install(tmp_path, "onrush = onrush:Onrush", OLD)

    done = run(tmp_path, sys.executable, "-m", "pbmserv.games.testing", "onrush", "--games=2")

    assert done.returncode == 0, done.stderr
    assert "onrush.py" in done.stderr
    assert (
        "DeprecationWarning: Onrush.ways is called legal_paths now; the old name works in this version" in done.stderr
    )


@pytest.mark.usefixtures("modules")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_bots_go_by_what_it_says_of_positions() -> None:
    game = old_game()
    start = game.start({"size": 5}, 2, CHANCE)

    assert game.evaluate(start) == (0.5, 0.5)
    assert Search(game, start, 0, b"seed")._is_evaluated


def test_where_a_function_lies_can_still_be_said_by_the_old_name() -> None:
    with pytest.warns(DeprecationWarning, match="Ongoing.judge_by is called evaluate_by now"):

        class Ongoing(Breakthrough):
            name = "Ongoing"
            judge_by = "tests.games.test_old_contract:even"

    game = Ongoing()

    assert game.evaluate(game.start({"size": 5}, 2, CHANCE)) == (0.5, 0.5)


def even(game: Any, position: Any) -> tuple[float, float]:
    return (0.5, 0.5)


def test_a_game_of_ours_can_still_be_extended_by_the_old_names() -> None:
    with pytest.warns(DeprecationWarning, match="typed is called normalise now"):

        class Onward(Breakthrough):
            name = "Onward"

            def typed(self, position: Any, text: str) -> str:
                return super().typed(position, text.replace("forward", "f"))  # type: ignore[misc,no-any-return]

    game, ours = Onward(), installed()["breakthrough"]
    start = game.start({"size": 5}, 2, CHANCE)

    with pytest.warns(DeprecationWarning, match="Breakthrough.typed is called normalise now"):
        assert game.play(start, 0, "b2forward", CHANCE).move == "b2-b3"
    assert game.moves(start) == ours.legal_moves(start, 0)


@pytest.mark.parametrize(
    ("module", "old", "new"),
    [
        ("going_on", "GoesOn", "seat_changes.SubstitutionRules"),
        ("swapping", "Swaps", "seat_changes.SwapRule"),
        ("spoken", "Spoken", "engine_notation.EngineNotation"),
        ("spoken", "InUci", "engine_notation.InUci"),
        ("filed", "Filed", "file_formats.FileFormats"),
        ("thinkable", "Thinkable", "bot_hints.BotHints"),
        ("grid_game", "Standing", "grid_game.GridPosition"),
        ("grid_game", "Way", "grid_game.Path"),
        ("boards.grids", "Lying", "boards.grids.BoardContents"),
        ("boards.hexagons", "Lying", "boards.hexagons.HexContents"),
    ],
)
def test_classes_are_found_by_their_old_names(module: str, old: str, new: str) -> None:
    where, _, name = f"pbmserv.games.{new}".rpartition(".")

    with pytest.warns(DeprecationWarning, match=re.escape(f"{module}.{old} is called {where}.{name} now")):
        found = getattr(import_module(f"pbmserv.games.{module}"), old)

    assert found is getattr(import_module(where), name)


def test_a_name_that_there_never_was_is_not_found() -> None:
    with pytest.raises(AttributeError, match=r"'pbmserv\.games\.grid_game' has no attribute 'Nonsense'"):
        _ = import_module("pbmserv.games.grid_game").Nonsense
