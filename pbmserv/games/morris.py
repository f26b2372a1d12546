"""Nine Men's Morris (Mill, Merels), also with six and twelve men.

Sources differ on flying with three men and on draws: see `outcome` and the options.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from pbmserv.games.base import Option, Options, Result
from pbmserv.games.boards.figures import Figure
from pbmserv.games.boards.grids import EMPTY, Grid
from pbmserv.games.boards.mills import Mills, MillsWithDiagonals
from pbmserv.games.chance import Chance
from pbmserv.games.grid_game import GridGame, Path, grid_of, some_of
from pbmserv.games.message import BLACK, WHITE, Message, counted, in_a_row, in_turn, lines_of, of_messages
from pbmserv.games.repetition import AGAIN, Remembering

BOARDS: Mapping[int, Mills] = {
    6: grid_of(Mills, 5, 5),  # type: ignore[dict-item]
    9: grid_of(Mills, 7, 7),  # type: ignore[dict-item]
    12: grid_of(MillsWithDiagonals, 7, 7),  # type: ignore[dict-item]
}
"""By men of each player."""
FEWEST = 3
"""Fewer men lose."""
MOST_IDLE = 100
"""The number of moves without a man placed or taken that makes a draw."""


@dataclass(frozen=True)
class Position(Remembering):
    """A position, each seat's men still to place, the initial number, and whether three fly."""

    in_hand: tuple[int, int] = (9, 9)
    men: int = 9
    flying: bool = True


class Morris(GridGame[Position]):
    """Place and move men, and take one of the opponent's for every mill."""

    name = "Morris"
    summary = "Take a man for three in a line, until the other has only two"
    also_called = ("Nine Men's Morris", "Mill", "Merels")
    themes = ("row",)
    options = (
        Option("men", "9", "men of each player, which decides on the board", choices=("6", "9", "12")),
        Option("flying", True, "whether a player with three men left moves them to any point"),
    )
    touching = (
        "To place a man, touch a free point. To move one, touch it and then the point where it goes, or drag it "
        "there. When that closes a mill, touch the man that you take, too."
    )
    move_form = (
        "the point where a man is placed, for example d6, or from and to where one moves, for example d6-d7; for a"
        " mill add x and the man that you take, as in d6xa1 or d6-d7xa1"
    )
    no_passing = "Nobody passes in Morris: whoever cannot move has lost."
    seat_names = (WHITE, BLACK)
    board_class = Mills
    position_class = Position
    evaluate_by = "pbmserv.games.evaluation.morris:evaluate"
    figures = (Figure("o", 0, "man", "light"), Figure("x", 1, "man", "dark"))
    hint = "Write d6 to place a man, d6-d7 to move one, and add xa1 to take one for a mill."

    def board(self, position: Position) -> Grid:
        return BOARDS[position.men]

    def start(self, options: Options, seats: int, chance: Chance) -> Position:
        men = int(options["men"])
        board = BOARDS[men]
        # With six, three men would be half of all.
        flying = bool(options["flying"]) and men > 2 * FEWEST
        return Position(board.width, EMPTY * len(board.spots), in_hand=(men, men), men=men, flying=flying)

    def legal_paths(self, position: Position) -> Iterator[Path]:
        board, own, cells = BOARDS[position.men], self.own(position), position.cells
        free, taken = position.places_of(EMPTY), self.takable(position)
        if position.in_hand[position.next_seat]:
            for place in free:
                yield from _with_taken((place,), taken if self.closes_mill(position, None, place) else ())
            return
        flies = self.flies(position)
        for start in position.places_of(own):
            for end in free if flies else board.joined[start]:
                if cells[end] == EMPTY:
                    yield from _with_taken((start, end), taken if self.closes_mill(position, start, end) else ())

    def flies(self, position: Position) -> bool:
        return position.flying and position.cells.count(self.own(position)) == FEWEST

    def closes_mill(self, position: Position, start: int | None, end: int) -> bool:
        own, cells = self.own(position), position.cells
        return any(
            end in row and all(each == end or (cells[each] == own and each != start) for each in row)
            for row in BOARDS[position.men].rows_of_three
        )

    def takable(self, position: Position) -> Sequence[int]:
        """The men that may be taken: those in no mill, or all if there are no others."""
        other, cells = self.others(position), position.cells
        safe = {
            place
            for row in BOARDS[position.men].rows_of_three
            if all(cells[each] == other for each in row)
            for place in row
        }
        others = position.places_of(other)
        return [place for place in others if place not in safe] or others

    def apply(self, position: Position, path: Path) -> Position:
        seat, in_hand = position.next_seat, [*position.in_hand]
        is_placed = in_hand[seat] > 0
        moved, taken = (path[:1], path[1:]) if is_placed else (path[:2], path[2:])
        in_hand[seat] -= is_placed
        changes = {**dict.fromkeys((*moved, *taken), EMPTY), moved[-1]: self.own(position)}
        earlier = position.remembered(is_for_good=is_placed or bool(taken))
        return position.with_changes(changes, 1 - seat, path, in_hand=tuple(in_hand), earlier=earlier)

    def asked_next(self, position: Position, seat: int, touched: Sequence[str], following: Sequence[str]) -> str:
        place_of = self.board(position).place_of
        are_taken = all(position.cells[place_of[each]] != EMPTY for each in following)
        return Message("Take which man?") if are_taken else ""

    def slides(self, position: Position, seat: int, steps: tuple[str, ...], move: str) -> tuple[str, ...]:
        if position.in_hand[seat]:
            return ("", f"{steps[1]} -") if len(steps) == 2 else ()
        return ("", f"{steps[0]} {steps[1]}", *(f"{taken} -" for taken in steps[2:]))

    def outcome(self, position: Position) -> Result | None:
        seat = position.next_seat
        loser = self.seat_names[seat]
        if position.in_hand[seat] + position.cells.count(self.own(position)) < FEWEST:
            return Result(1 - seat, Message("{loser} has only {number} men left.", loser=loser, number=FEWEST - 1))
        if EMPTY not in position.cells:
            return Result(None, Message("The board is full, and nobody can move."))
        if self.is_stuck(position):
            return Result(1 - seat, Message("{loser} cannot move any more.", loser=loser))
        if position.has_come_again:
            return Result(None, AGAIN)
        if len(position.earlier) >= MOST_IDLE:
            return Result(None, Message("No man was taken in {most} moves.", most=MOST_IDLE))
        return None

    def notes(self, position: Position, move: str, after: Position) -> Iterator[str]:
        if after.cells.count(self.others(position)) < position.cells.count(self.others(position)):
            yield Message("{player} has closed a mill and taken a man.", player=self.seat_names[position.next_seat])
        elif after.in_hand == (0, 0) != position.in_hand:
            yield Message("All men have been placed: from now on they move.")

    def known_paths(self, position: Position) -> Mapping[str, Path]:
        return _worded(self, position)

    def words_of_path(self, position: Position, path: Path) -> str:
        """A man taken is named after an x: `d6xa1`, `d6-d7xa1`."""
        names = [BOARDS[position.men].names[place] for place in path]
        moves = 1 if position.in_hand[position.next_seat] else 2
        return "x".join(["-".join(names[:moves]), *names[moves:]])

    def group_of(self, move: str) -> str:
        start, joint, _ = move.partition("-")
        return f"From {start}" if joint else "Placed" if "x" not in move else f"To {move.partition('x')[0]}"

    def explain_illegal(self, position: Position, path: Path) -> str:
        names, own = BOARDS[position.men].names, self.own(position)
        if hand := position.in_hand[position.next_seat]:
            if position[path[0]] == own:
                return Message(
                    "You still have one man to place: name a free point."
                    if hand == 1
                    else "You still have {count} men to place: name a free point.",
                    count=hand,
                )
            moved, taken, start = path[:1], path[1:], None
        else:
            moved, taken, start = path[:2], path[2:], path[0]
            is_free = position[path[0]] == EMPTY
            if len(path) == 1 or position[path[0]] != own:
                return "All your men have been placed: name the one that moves, too." if is_free else ""
        end = names[moved[-1]]
        if position[moved[-1]] != EMPTY:
            return Message(
                "The point {end} is taken: {piece} is there.", end=end, piece=self.called(position[moved[-1]])
            )
        if start is not None and not self.flies(position) and moved[-1] not in BOARDS[position.men].joined[start]:
            joined = ", ".join(names[place] for place in BOARDS[position.men].joined[start])
            return Message(
                "A man moves along a line to the next point: from {place} that is {joined}.",
                place=names[start],
                joined=joined,
            )
        if len(taken) > 1:
            return "One man is taken for a mill, or for two that are closed at once."
        return self._why_not_taken(position, start, moved[-1], taken)

    def _why_not_taken(self, position: Position, start: int | None, end: int, taken: Path) -> str:
        names, takable = BOARDS[position.men].names, self.takable(position)
        if not self.closes_mill(position, start, end):
            alone = names[end] if start is None else f"{names[start]}-{names[end]}"
            text = "No mill is closed on {place}, so nobody is taken: write {move} alone."
            until = Message("Men move when all have been placed.") if start is None else ""
            return in_turn(Message(text, place=names[end], move=alone), until)
        known = some_of(names[place] for place in takable)
        if not taken:
            return Message(
                "That closes a mill: write an x and the man that you take as well. You may take {men}.", men=known
            )
        if position[taken[0]] != self.others(position):
            return Message(
                "None of your opponent's men is on {place}. You may take {men}.", place=names[taken[0]], men=known
            )
        return Message(
            "The man on {place} is in a mill, and there are others. You may take {men}.",
            place=names[taken[0]],
            men=known,
        )

    def captured_by(self, position: Position) -> tuple[int, int]:
        white, black = (position.men - position.in_hand[seat] - self.count_of(position, seat) for seat in range(2))
        return black, white

    def advantage(self, position: Position, seat: int) -> str:
        left = position.in_hand[seat]
        to_place = counted("{count} to place", "{count} to place", left) if left else ""
        return in_a_row(*([*filter(None, [to_place, super().advantage(position, seat)])] or [""]))

    def status(self, position: Position, viewer: int | None) -> tuple[str, ...]:
        white, black = position.in_hand
        lines = (
            [Message("Men to place: White {white}, Black {black}.", white=white, black=black)]
            if white or black
            else []
        )
        if len(position.earlier) >= MOST_IDLE // 2 and not self.result(position):
            lines.append(
                Message(
                    "Moves since a man was taken: {count}; {most} are a tie.",
                    count=len(position.earlier),
                    most=MOST_IDLE,
                )
            )
        return tuple(lines)

    def picture_legend(self, position: Position, viewer: int | None) -> str:
        return lines_of(Message(self.hint), of_messages(super().picture_legend(position, viewer)))


def _with_taken(path: Path, taken: Sequence[int]) -> Iterator[Path]:
    yield from ((*path, place) for place in taken) if taken else (path,)


@lru_cache(maxsize=64)
def _worded(game: Morris, position: Position) -> Mapping[str, Path]:
    if game.result(position):
        return {}
    return {game.words_of_path(position, path): path for path in game.legal_paths(position)}
