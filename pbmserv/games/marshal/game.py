"""Marshal for the server."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from pbmserv.games.base import Illegal, Json, NeverLegal, Note, Option, Options, Played, Result
from pbmserv.games.boards.figures import Figure
from pbmserv.games.boards.grids import EMPTY, Grid, name_of
from pbmserv.games.chance import Chance
from pbmserv.games.grid_game import GridGame, Path, figures_of
from pbmserv.games.marshal.rules import (
    ARMIES,
    BOARD,
    BOTH_STUCK,
    FLAG_TAKEN,
    HIDDEN,
    HOMES,
    LAKE,
    LAKES,
    LONG,
    MOST_MOVES,
    MOST_TO_AND_FRO,
    QUIET,
    RANKS,
    WIDTH,
    Position,
    dealt,
    survivor,
)
from pbmserv.games.message import BLACK, WHITE, Message, lines_of
from pbmserv.games.picture import Choice, Picture

READY = "ready"
AS_DEALT: Path = (-1,)
"""The path of `READY`, which names no place."""
SHADES = ("light", "dark")

_ROWS = re.compile(r"[a-z.0-9]{1,10}([\s/,;]+[a-z.0-9]{1,10}){3}")
_BETWEEN_ROWS = re.compile(r"[\s/,;]+")
_FREE = re.compile(r"10|[1-9]")
LONGEST = 60

_RANKS_TOLD = (
    Message(
        "Ranks from the strongest: M marshal, G general, C colonel, J major, K captain,\n"
        "L lieutenant, S sergeant, N miner, T scout, Y spy. B is a bomb, F the flag."
    ),
)


class Marshal(GridGame[Position]):
    """Set up an army in secret, find out by attacks who stands where, and take the flag."""

    name = "Marshal"
    summary = "Find the flag among hidden men"
    also_called = ("Stratego", "L'Attaque")
    trademark = "Stratego is a trademark of Jumbo."
    themes = ("armies", "bluffing")
    seat_names = (WHITE, BLACK)
    options = (
        Option("men", "40", "men of each side: a whole army, or eight for a short game", choices=tuple(ARMIES)),
    )
    touching = (
        "To set up, touch two squares to exchange what stands there, as often as you like, and then "
        '"Ready". Later, touch a man and then the square where he goes, or drag him there.'
    )
    move_form = (
        "the squares from and to, for example a4-a5; before that your rows, or, to keep them, for example ready"
    )
    no_passing = "Nobody passes here: whoever cannot move has lost."
    hidden = True
    has_rounds = True
    uses_chance = True
    same_player_twice = False
    allows_undo = False
    guess_by = "pbmserv.games.marshal.guessing:guess"
    evaluate_by = "pbmserv.games.marshal.guessing:evaluate"
    solution_by = "pbmserv.games.marshal.guessing:solution"
    position_class = Position
    figures = (
        *(
            Figure(letter if seat == 0 else letter.lower(), seat, rank.name, shade, letter)
            for seat, shade in enumerate(SHADES)
            for letter, rank in RANKS.items()
        ),
        Figure(HIDDEN, 0, "man", "light"),
        Figure(HIDDEN.lower(), 1, "man", "dark"),
        Figure(LAKE, None, "lake"),
    )

    def seat_below(self, viewer: int | None) -> int:
        return 0

    def start(self, options: Options, seats: int, chance: Chance) -> Position:
        men = str(options["men"])
        cells = [EMPTY] * (WIDTH * WIDTH)
        for place in LAKES:
            cells[place] = LAKE
        position = Position(WIDTH, "".join(cells), men=men)
        for seat in (0, 1):
            position = position.with_home(seat, dealt(men, seat, chance))
        return position

    def to_move(self, position: Position) -> tuple[int, ...]:
        if position.is_setting_up:
            return tuple(seat for seat in (0, 1) if not position.is_ready[seat])
        return () if position.end else (position.next_seat,)

    def legal_paths(self, position: Position) -> Iterable[Path]:
        return (AS_DEALT,) if position.is_setting_up else position.paths_of(position.next_seat)

    def text_of_path(self, board: Grid, path: Path) -> str:
        return READY if path == AS_DEALT else super().text_of_path(board, path)

    def legal_moves(self, position: Position, seat: int) -> Sequence[str] | None:  # type: ignore[override]
        if position.is_setting_up:
            return None if seat in self.to_move(position) else ()
        return super().legal_moves(position, seat)

    def examples(self, position: Position, seat: int) -> tuple[str, ...]:
        return self.buttons(position, seat) if position.is_setting_up else super().examples(position, seat)

    def buttons(self, position: Position, seat: int) -> tuple[str, ...]:
        return (READY,) if position.is_setting_up and seat in self.to_move(position) else ()

    def form_of_move(self, position: Position) -> str:
        if not position.is_setting_up:
            return Message("the squares from and to, for example a4-a5")
        return Message("ready, to keep your men as they stand, or your four rows as the board shows them")

    def play(self, position: Position, seat: int, text: str, chance: Chance) -> Played[Position]:
        folded = text.strip().lower()
        is_rows = len(folded) <= LONGEST and _ROWS.fullmatch(folded) is not None
        if not position.is_setting_up:
            if folded == READY or is_rows:
                raise NeverLegal("Both armies have been set up: now men move, for example a4-a5.")
            return super().play(position, seat, text, chance)
        home = position.home(seat)
        if is_rows:
            home = _home_typed(folded)
            _check_army(position, home)
        elif self.read(position, text) != AS_DEALT:
            raise Illegal(self.explain_illegal(position, AS_DEALT))
        return _set_up(position, seat, home, text_of_home(home) if is_rows else READY)

    def apply(self, position: Position, path: Path) -> Position:
        return position.after(path)

    def notes(self, position: Position, move: str, after: Position) -> Iterator[str]:
        if after.fight:
            yield told_of_fight(after)

    def read(self, position: Position, text: str) -> Path:
        # A refusal says nothing that its reader does not see.
        return super().read(self.seen_by(position, None if position.is_setting_up else position.next_seat), text)

    def explain_illegal(self, position: Position, path: Path) -> str:
        if position.is_setting_up:
            return Message("First both sides set up their men: write {form}.", form=self.form_of_move(position))
        if len(path) == 2 and position.is_too_often(position.next_seat, *path):
            return Message(
                "This man has gone between {one} and {other} {times} times in a row: now another move is needed.",
                one=BOARD.names[path[0]],
                other=BOARD.names[path[1]],
                times=MOST_TO_AND_FRO,
            )
        return ""

    def outcome(self, position: Position) -> Result | None:
        if not position.end:
            return None
        if position.end == FLAG_TAKEN and position.winner is not None:
            winner = self.seat_names[position.winner]
            return Result(position.winner, Message("{player} has taken the flag.", player=winner))
        if position.end == QUIET:
            return Result(None, Message("Nobody has attacked in fifty moves of each."))
        if position.end == LONG:
            return Result(None, Message("Nobody has won in {count} moves of each.", count=MOST_MOVES // 2))
        if position.end == BOTH_STUCK or position.winner is None:
            return Result(None, Message("Nobody can move any more."))
        stuck = self.seat_names[1 - position.winner]
        return Result(position.winner, Message("{player} cannot move any more.", player=stuck))

    def told(self, move: str, seat: int, viewer: int | None) -> str:
        """Nobody else is told how an army has been set up."""
        return Message("a set-up in secret") if viewer != seat and _sets_up(move) else move

    def question(self, position: Position, seat: int, move: str) -> str:
        if position.is_setting_up:
            return Message("Set up your men like this?")
        return super().question(position, seat, move)

    def steps(self, position: Position, seat: int, move: str) -> tuple[str, ...]:
        # What was exchanged before does not matter to where the last touch is.
        return (READY,) if _sets_up(move) else super().steps(position, seat, move)

    def by_touch(self, position: Position, seat: int, touched: Sequence[str]) -> Mapping[tuple[str, ...], str]:
        """Any squares of the own side two by two, and then that all are ready."""
        if not position.is_setting_up or seat not in self.to_move(position):
            return {}
        names = [BOARD.names[place] for place in HOMES[seat]]
        kept = tuple(name for name in touched if name in names)
        if READY in touched:
            kept = kept[: len(kept) // 2 * 2]
            return {(*kept, READY): self._exchanged(position, seat, kept)}
        ways: dict[tuple[str, ...], str] = {}
        if len(kept) % 2 == 0:
            ways[(*kept, READY)] = self._exchanged(position, seat, kept)
        for name in names:
            other = names[0] if name != names[0] else names[1]
            steps = (*kept, name) if len(kept) % 2 else (*kept, name, other)
            ways[(*steps, READY)] = self._exchanged(position, seat, steps)
        return ways

    def _exchanged(self, position: Position, seat: int, touched: Sequence[str]) -> str:
        return text_of_home(_home_after(position, seat, touched)) if touched else READY

    def asked_next(self, position: Position, seat: int, touched: Sequence[str], following: Sequence[str]) -> str:
        if not position.is_setting_up:
            return ""
        return (
            Message("Exchange more, or ready?") if READY in following else Message("Exchange it with which square?")
        )

    def while_touched(self, position: Position, seat: int, touched: Sequence[str]) -> Position | None:
        if not position.is_setting_up or seat not in self.to_move(position):
            return None
        names = {BOARD.names[place] for place in HOMES[seat]}
        return position.with_home(seat, _home_after(position, seat, [name for name in touched if name in names]))

    def seen_by(self, position: Position, viewer: int | None) -> Position:
        return position.seen_by(viewer)

    def dump(self, position: Position) -> Json:
        """With a text for each place: what is hidden and what is not are kept apart."""
        return {**super().dump(position), "standing": [*position.cells]}

    def load(self, data: Json) -> Position:
        return super().load({**data, "standing": "".join(data["standing"])})

    def revealed(self, position: Position) -> Position:
        return replace(position, is_open=True)

    def draw(self, position: Position, viewer: int | None) -> str:
        return super().draw(position.seen_by(viewer), viewer)

    def picture(self, position: Position, viewer: int | None) -> Picture:
        board = super().picture(position.seen_by(viewer), viewer)
        if not position.is_setting_up or viewer not in self.to_move(position):
            return board
        return replace(board, choices=(Choice(READY, Message("Ready"), "all men stand where they are to stand"),))

    def captured_by(self, position: Position) -> tuple[int, int]:
        return len(position.lost[1]), len(position.lost[0])

    def status(self, position: Position, viewer: int | None) -> tuple[str, ...]:
        return tuple(self._status(position))

    def _status(self, position: Position) -> Iterator[str]:
        if position.is_setting_up:
            for seat in (0, 1):
                text = "{player} has set up." if position.is_ready[seat] else "{player} sets up."
                yield Message(text, player=self.seat_names[seat])
        if position.fight:
            yield told_of_fight(position)
        for seat in (0, 1):
            if position.lost[seat]:
                lost = "".join(sorted(position.lost[seat], key=[*RANKS].index))
                yield Message("{player} has lost {men}.", player=self.seat_names[seat], men=" ".join(lost))

    def legend(self, position: Position, viewer: int | None) -> str:
        return lines_of(
            Message("Capitals are White's men, small letters Black's, X and x hidden men."),
            *_RANKS_TOLD,
            self._of_move(position),
        )

    def picture_legend(self, position: Position, viewer: int | None) -> str:
        return lines_of(*_RANKS_TOLD, self._of_move(position))

    def _of_move(self, position: Position) -> str:
        if position.is_setting_up:
            text = "Write {ready}, or your four rows as they are to stand, the upper one first."
            return Message(text, ready=READY)
        return Message("A move is two squares, from and to. The last one is marked.")


def _sets_up(move: str) -> bool:
    return move == READY or "/" in move


def text_of_home(home: str) -> str:
    """A set-up as four rows, the upper one first."""
    return "/".join(home[row : row + WIDTH] for row in range(0, len(home), WIDTH))


def told_of_fight(after: Position) -> Message:
    """Who attacked whom with the last move, and who was lost."""
    mover, there = after.fight[0], after.fight[1]
    figures = figures_of(Marshal)
    attacker, defender = (name_of(figures[man], Marshal.seat_names) for man in (mover, there))
    stays = survivor(mover, there)
    if not stays:
        text = "{attacker} attacks {defender}: both are lost."
    elif stays == mover:
        text = "{attacker} attacks {defender} and wins."
    else:
        text = "{attacker} attacks {defender} and is lost."
    return Message(text, attacker=attacker, defender=defender)


def _set_up(position: Position, seat: int, home: str, words: str) -> Played[Position]:
    ready = tuple(is_ready or each == seat for each, is_ready in enumerate(position.is_ready))
    after = replace(position.with_home(seat, home), is_ready=(ready[0], ready[1]))
    if after.is_setting_up:
        return Played(after, words)
    return Played(after.judged(), words, (Note(Message("Both armies are set up: {player} begins.", player=WHITE)),))


def _home_typed(text: str) -> str:
    """A set-up from four rows, in which numbers stand for so many free squares."""
    rows = [_FREE.sub(lambda found: EMPTY * int(found[0]), row).upper() for row in _BETWEEN_ROWS.split(text)]
    for row in rows:
        if len(row) != WIDTH:
            raise Illegal("Each of your four rows has ten squares, and {row} has {count}.", row=row, count=len(row))
    return "".join(rows)


def _check_army(position: Position, home: str) -> None:
    army = ARMIES[position.men]
    strange = sorted({*home} - {*RANKS, EMPTY})
    if strange:
        raise Illegal(
            "No man is called {letter}: the letters are {letters}.", letter=strange[0], letters=" ".join(RANKS)
        )
    for letter in RANKS:
        if home.count(letter) != army.count(letter):
            raise Illegal(
                "Your rows have {count} of {letter}, and have to have {needed}.",
                count=home.count(letter),
                letter=letter,
                needed=army.count(letter),
            )


def _home_after(position: Position, seat: int, touched: Sequence[str]) -> str:
    """A set-up after squares have been exchanged two by two."""
    cells = {name: position.cells[BOARD.place_of[name]] for name in (BOARD.names[place] for place in HOMES[seat])}
    for one, other in zip(touched[::2], touched[1::2], strict=False):
        cells[one], cells[other] = cells[other], cells[one]
    return "".join(cells.values()).upper()
