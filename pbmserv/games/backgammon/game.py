"""Backgammon as the server meets it: moves as players write them, refusals, notes, the board."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from pbmserv.games.backgammon import mat, rules
from pbmserv.games.backgammon.notation import FORM, ends_of, read, spelled, why_not
from pbmserv.games.backgammon.plays import NAMES, Play
from pbmserv.games.backgammon.rules import MOVES, SETUPS, WINS, Position
from pbmserv.games.backgammon.words import notes_of, reason_of, status_of
from pbmserv.games.base import (
    Ambiguous,
    Illegal,
    NeverLegal,
    Note,
    Option,
    Options,
    Played,
    Result,
)
from pbmserv.games.boards.page import button, page_of
from pbmserv.games.boards.tracks import MARKS, SEAT_NAMES, Track
from pbmserv.games.chance import Chance
from pbmserv.games.families import DICE_AND_CARDS
from pbmserv.games.game_file import MAT, PlayedGame
from pbmserv.games.grid_game import some_of
from pbmserv.games.picture import Picture
from pbmserv.games.sequential import SequentialGame

ROLL, DOUBLE, TAKE, DROP = "roll", "double", "take", "drop"
_SAME = {"redouble": DOUBLE, "pass": DROP}
"""Other words that players use."""


class Backgammon(SequentialGame[Position]):
    """Race your checkers home by the dice, past those of your opponent."""

    name = "Backgammon"
    summary = "Race your checkers home by the dice, and hit lonely ones"
    also_called = ("Nackgammon",)
    family = DICE_AND_CARDS
    themes = ("race", "dice")
    seats = range(2, 3)
    options = (
        Option("points", 1, "how many points win the match; 1 for a single game", low=1, high=25),
        Option("cube", False, "whether the doubling cube is used"),
        Option("jacoby", False, "whether gammons count only if somebody has doubled; for single games with the cube"),
        Option("start", "usual", "where the checkers stand at first", choices=tuple(SETUPS)),
    )
    move_form = FORM
    allows_undo = False
    same_player_twice = True
    position_class = Position
    judge_by = "pbmserv.games.judging.backgammon:judge"
    file_format = MAT

    def check_options(self, options: Options, seats: int) -> None:
        if options["jacoby"] and not options["cube"]:
            raise Illegal("The Jacoby rule is about the doubling cube: -jacoby needs -cube, too.")
        if options["jacoby"] and options["points"] != 1:
            raise Illegal("The Jacoby rule is for single games: -jacoby does not go with -points, for a match.")

    def start(self, options: Options, seats: int, chance: Chance) -> Position:
        return rules.started(
            str(options["start"]), int(options["points"]), bool(options["cube"]), bool(options["jacoby"]), chance
        )

    def moves(self, position: Position) -> Sequence[str]:
        return [*position.plays] if position.dice else _words_now(position)

    def play(self, position: Position, seat: int, text: str, chance: Chance) -> Played[Position]:
        word = _word_of(text)
        if word:
            self._check_word(position, word)
            after = self._after_word(position, word, chance)
        else:
            play = self._read(position, text)
            word, after = play.words, rules.moved(position, play, chance)
        return Played(after, word, tuple(map(Note, notes_of(position, after))))

    def _after_word(self, position: Position, word: str, chance: Chance) -> Position:
        match word:
            case "roll":
                return rules.rolled(position, chance)
            case "double":
                return rules.doubled(position)
            case "take":
                return rules.taken(position, chance)
            case _:
                return rules.dropped(position, chance)

    def _check_word(self, position: Position, word: str) -> None:
        if word in self.moves(position):
            return
        if not position.has_cube and word != ROLL:
            if word == DOUBLE:
                raise NeverLegal(position.why_no_double)
            raise NeverLegal(
                "Nobody passes in backgammon, and who cannot move is passed over by the server."
                if word == DROP
                else "Nothing is offered here: this game is played without the doubling cube."
            )
        if position.is_doubled:
            raise Illegal(f"{_other(position)} has doubled: take it or drop it.")
        rolled = f"Your dice are rolled, {' and '.join(map(str, position.dice))}" if position.dice else ""
        if word == DOUBLE:
            raise Illegal(f"{rolled}: a double comes before the roll." if rolled else position.why_no_double)
        if word == ROLL:
            raise Illegal(f"{rolled}: move your checkers. Legal are {some_of(self.moves(position))}.")
        raise Illegal(f"Nobody has doubled, so there is nothing to take or drop. {_what_now(position)}")

    def _read(self, position: Position, text: str) -> Play:
        """The legal play that is typed. Raises `Unreadable`, `Illegal` or `Ambiguous`."""
        if play := position.plays.get(text.strip()) if position.dice else None:
            return play
        typed = read(text)
        if not position.dice:
            raise Illegal(f"No checker can be moved now. {_what_now(position)}")
        side, known = position.side_of(position.next_seat), [*position.plays.values()]
        found = typed.meant(side, known)
        if typed.dice not in ((), position.dice) or not found:
            why = why_not(typed, side, position.dice, known, _other(position))
            raise Illegal(f"{why} Legal are {some_of(position.plays)}.")
        if len(found) > 1:
            choices = [play.words for play in found]
            raise Ambiguous(f"That can be {' or '.join(choices)}: which way does it go?", choices)
        return found[0]

    def value_of(self, position: Position, text: str) -> str:
        return _word_of(text) or spelled(read(text))

    def steps(self, position: Position, seat: int, move: str) -> tuple[str, ...]:
        if play := position.plays.get(move) if position.dice else None:
            return tuple(NAMES[place] for arc in play.arcs for place in arc)
        return (move,)

    def group_of(self, move: str) -> str:
        start, joint, _ = move.partition("/")
        return f"From {start}" if joint else ""

    def result(self, position: Position) -> Result | None:
        if not position.is_over:
            return None
        winner = int(position.scores[1] > position.scores[0])
        points = max(position.scores) if position.goal == 1 else 1
        return Result(winner, reason_of(position), points, scores=position.scores)

    def game_file(self, played: PlayedGame) -> str:
        return mat.written(played)

    def draw(self, position: Position, viewer: int | None) -> str:
        return _drawn(position, viewer or 0)

    def picture(self, position: Position, viewer: int | None) -> Picture:
        return _pictured(position, viewer or 0)

    def seat_name(self, position: Position, seat: int) -> str:
        return SEAT_NAMES[seat]

    def status(self, position: Position, viewer: int | None) -> tuple[str, ...]:
        return tuple(status_of(position))

    def legend(self, position: Position, viewer: int | None) -> str:
        return (
            f"{SEAT_NAMES[0]}'s checkers are {MARKS[0]}, {SEAT_NAMES[1]}'s are {MARKS[1]}; those moved last are in"
            f" brackets.\n{self.picture_legend(position, viewer)}"
        )

    def picture_legend(self, position: Position, viewer: int | None) -> str:
        return f"The points are numbered as {SEAT_NAMES[viewer or 0]} counts them, whose home is 1 to 6."


def _word_of(text: str) -> str:
    """The word for something that is done with dice or cube; empty for anything else."""
    folded = text.strip().lower()
    word = _SAME.get(folded, folded)
    return word if word in (ROLL, DOUBLE, TAKE, DROP) else ""


def _what_now(position: Position) -> str:
    """What the seat to move can do."""
    if position.is_doubled:
        return "Take the double or drop it."
    if position.dice:
        return f"Legal are {some_of(position.plays)}."
    return "Roll or double."


def _other(position: Position) -> str:
    return SEAT_NAMES[1 - position.next_seat]


def _words_now(position: Position) -> Sequence[str]:
    """What can be done where no checker can be moved."""
    if position.is_doubled:
        return TAKE, DROP
    return (ROLL, DOUBLE) if position.may_double else (ROLL,)


@lru_cache(maxsize=64)
def _drawn(position: Position, seat: int) -> str:
    """Drawn once, however many look: nothing is hidden from anybody."""
    return _track(position, seat).characters()


@lru_cache(maxsize=64)
def _pictured(position: Position, seat: int) -> Picture:
    board = _track(position, seat).picture("A board of backgammon")
    rows = []
    if not (position.is_over or position.dice):
        words = {DOUBLE: f"double to {2 * position.cube}", TAKE: "take the double", DROP: "drop the double"}
        rows.append([button(move, move, words.get(move, "roll the dice")) for move in _words_now(position)])
    return page_of(board.shapes, rows, board.words)


def _track(position: Position, seat: int) -> Track:
    mover, moved = 0, tuple[int, ...]()
    if (position.said and position.said[-1][1] != WINS) or position.is_over:
        played = [(said[0], said[3]) for said in position.said if said[1] == MOVES]
        if played:
            mover, moved = played[-1][0], ends_of(played[-1][1])
    cube = position.cube if position.has_cube else 0
    return Track(position.checkers, seat, position.dice, position.next_seat, cube, position.cube_owner, moved, mover)
