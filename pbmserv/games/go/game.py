"""Go for the server."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import ClassVar

from pbmserv.games.base import Game, Illegal, NeverLegal, Note, Option, Options, Played, Result, Unreadable
from pbmserv.games.boards.figures import FAINT, Figure
from pbmserv.games.boards.grids import EMPTY, BoardContents, places_typed
from pbmserv.games.boards.points import StarredPoints
from pbmserv.games.chance import SEED_BYTES, Chance
from pbmserv.games.engine_notation import InGtp
from pbmserv.games.file_formats import SGF
from pbmserv.games.file_parts import NotRead, Told, Tree
from pbmserv.games.file_reading import size_of
from pbmserv.games.game_file import PlayedGame
from pbmserv.games.go import gtp, marking, sgf
from pbmserv.games.go.counting import SEAT_NAMES, area, halves, result_of
from pbmserv.games.go.rules import MARKING, OVER, PLAYING, STONES_FOR_EACH_POINT, Position, started
from pbmserv.games.grid_game import GridDisplay, figures_of
from pbmserv.games.message import Message, counted, in_turn, lines_of
from pbmserv.games.passing import TO_PASS
from pbmserv.games.picture import Choice, Picture, Shape
from pbmserv.games.refusals import quoted

PASS = sgf.PASS
KOMI = {"auto": 15, "0": 0, "0.5": 1, "3.5": 7, "5.5": 11, "6": 12, "6.5": 13, "7": 14, "7.5": 15, "8.5": 17}
"""In half points."""
FIRST_MARKING_FORM = "dead and a stone of each dead chain, or all alive; to play on, write resume"
MARKING_FORM = "agree, dead and a stone of each dead chain, or all alive; to play on, write resume"
WITH_HANDICAP = 1
DEAD, TERRITORY = "XO", ":'"
"""Marks of dead stones and territory, by seat."""


class Go(GridDisplay[Position], Game[Position]):
    """Surround more of the board than your opponent."""

    name = "Go"
    summary = "Lay stones to surround more of the board than your opponent"
    also_called = ("Weiqi", "Baduk")
    themes = ("territory",)
    seats = range(2, 3)
    options = (
        Option("size", "19", "lines each way", choices=("9", "13", "19"), often=("9", "13", "19")),
        Option("komi", "auto", "points for White; auto is 7.5, or 0.5 with a handicap", choices=tuple(KOMI)),
        Option("handicap", 0, "black stones on the board before White begins; 1 only lowers komi", low=0, high=9),
    )
    touching = (
        'Touch the free point where your stone goes, or "pass". When both have passed, touch a stone of each dead '
        'chain and then "propose as marked"; answer what the other proposes with "agree", or "play on".'
    )
    move_form = "the point where your stone goes, for example d4, or pass"
    own_words: ClassVar[Mapping[str, str]] = dict.fromkeys(
        ("accept", "reject"), "The answers to a proposal of dead stones are agree, dead and other stones, or resume."
    )
    uses_chance = False
    same_player_twice = True
    board_class = StarredPoints
    position_class = Position
    playout_by = "pbmserv.games.playouts.go:playout"
    candidates_by = "pbmserv.games.evaluation.go:candidates"
    solution_by = "pbmserv.games.evaluation.go:solution"
    file_format = SGF
    seat_names: ClassVar[tuple[str, str]] = SEAT_NAMES
    figures = (
        Figure("x", 0, "stone", "dark"),
        Figure("o", 1, "stone", "light"),
        Figure(DEAD[0], 0, "dead stone", "dark", FAINT),
        Figure(DEAD[1], 1, "dead stone", "light", FAINT),
        Figure(TERRITORY[0], 0, "territory", "dark", "block"),
        Figure(TERRITORY[1], 1, "territory", "light", "block"),
    )

    def start(self, options: Options, seats: int, chance: Chance) -> Position:
        handicap, komi = int(options["handicap"]), str(options["komi"])
        half_points = WITH_HANDICAP if handicap and komi == "auto" else KOMI[komi]
        return started(int(options["size"]), half_points, handicap)

    def to_move(self, position: Position) -> tuple[int, ...]:
        return () if position.phase == OVER else (position.next_seat,)

    def legal_moves(self, position: Position, seat: int) -> Sequence[str] | None:
        """All legal moves; None while dead stones are marked, as any may be."""
        if position.phase == OVER or seat != position.next_seat:
            return ()
        if position.phase == MARKING:
            return None
        names = self.board(position).names
        return [*(names[place] for place in position.legal), PASS]

    def examples(self, position: Position, seat: int) -> tuple[str, ...]:
        if position.phase == MARKING and seat == position.next_seat:
            return marking.offered(position, self.board(position))[:2]
        return super().examples(position, seat)

    def buttons(self, position: Position, seat: int) -> tuple[str, ...]:
        return tuple(
            self.listed({}, marking.offered(position, self.board(position)) if position.phase == MARKING else ())
        )

    def listed(self, options: Options, moves: Sequence[str]) -> Sequence[str]:
        return [marking.shown(move) for move in moves]

    def question(self, position: Position, seat: int, move: str) -> str:
        if move == marking.NONE:
            return Message("Propose that all stones live?")
        word, _, stones = move.partition(" ")
        if word == "dead":
            return Message("Propose {stones} as dead?", stones=stones)
        return super().question(position, seat, move)

    def spoken(self, position: Position, move: str) -> str:
        return marking.shown(move)

    def form_of_move(self, position: Position) -> str:
        if position.phase != MARKING:
            return self.move_form
        return MARKING_FORM if position.proposals else FIRST_MARKING_FORM

    def moves_that_answer(self, position: Position, seat: int) -> tuple[str, str]:
        if position.phase != MARKING:
            return "", ""
        return marking.AGREE if position.proposals else "", marking.RESUME

    def move_of_a_mere_yes(self, position: Position, seat: int) -> str:
        return marking.ALL_ALIVE if position.phase == MARKING and not position.proposals else ""

    def other_spellings(self, text: str) -> Iterable[str]:
        folded = _folded(text)
        return [*super().other_spellings(text), *([f"dead: {folded}"] if marking.only_points(folded) else [])]

    def steps(self, position: Position, seat: int, move: str) -> tuple[str, ...]:
        return marking.steps(position, self.board(position), move) if position.phase == MARKING else (move,)

    def by_touch(self, position: Position, seat: int, touched: Sequence[str]) -> Mapping[tuple[str, ...], str]:
        return marking.by_touch(position, self.board(position), touched)

    def asked_first(self, position: Position, seat: int) -> str:
        if position.phase != MARKING:
            return ""
        if not position.proposals:
            return Message("Which stones are dead? Touch them.")
        return Message("Are these stones dead?") if position.dead else Message("Are all stones alive?")

    def asked_next(self, position: Position, seat: int, touched: Sequence[str], following: Sequence[str]) -> str:
        return Message("Are more stones dead? Otherwise propose this.") if position.phase == MARKING else ""

    def laid_by_touch(self, position: Position, seat: int) -> Mapping[str, str]:
        return self.stone_of(seat) if position.phase == PLAYING else {}

    def while_touched(self, position: Position, seat: int, touched: Sequence[str]) -> Position | None:
        return marking.marked(position, self.board(position), touched) if position.phase == MARKING else None

    def play(self, position: Position, seat: int, text: str, chance: Chance) -> Played[Position]:
        move = self.read(position, text)
        if position.phase == MARKING:
            after = marking.made(position, self.board(position), move)
        elif move == PASS:
            after = position.with_pass()
        else:
            after = position.with_stone(self.board(position).place_of[move])
        return Played(after, move, tuple(map(Note, _notes(position, move, after))))

    def in_gtp(self, position: Position) -> InGtp:
        return gtp.in_gtp(position, self.board(position))

    def from_gtp(self, position: Position, answer: Sequence[str]) -> str:
        return gtp.from_gtp(position, self.board(position), answer)

    def value_of(self, position: Position, text: str) -> str:
        return _folded(text) or text

    def result(self, position: Position) -> Result | None:
        return result_of(position) if position.phase == OVER else None

    def read(self, position: Position, text: str) -> str:
        """Parse a legal move. Raises `Unreadable`, `NeverLegal` or `Illegal`."""
        folded, board = _folded(text), self.board(position)
        folded = PASS if _SAYS_PASS.fullmatch(folded) else folded
        names = places_typed(folded)
        is_of_play = folded == PASS or names is not None
        if not is_of_play and not marking.is_about_marking(folded):
            typed = quoted(text)
            form = Message(self.form_of_move(position))
            raise Unreadable('A move is expected, not "{typed}": write {form}.', typed=typed, form=form)
        if position.phase == MARKING:
            if is_of_play:
                raise Illegal(
                    "Both have passed, and the dead stones are marked now: write {form}.",
                    form=Message(self.form_of_move(position)),
                )
            return marking.read(position, board, folded)
        if not is_of_play:
            raise Illegal("Dead stones are marked when both have passed, one after the other.")
        if names is None:
            return PASS
        for name in names:
            if name not in board.place_of:
                where = Message(
                    "The point {name} is not on the board: {where}.", name=name, where=board.where_it_is(name)
                )
                raise NeverLegal(in_turn(where, Message("No column is called i.") if name[0] == "i" else ""))
        if len(names) > 1:
            raise Illegal("A move names one point: write {form}.", form=Message(self.move_form))
        place = board.place_of[names[0]]
        if not position.is_legal(place):
            raise Illegal(self._why_not(position, place))
        return names[0]

    def _why_not(self, position: Position, place: int) -> str:
        name, board = self.board(position).names[place], self.board(position)
        if position[place] != EMPTY:
            return Message(
                "The point {name} is taken: {piece} lies there.", name=name, piece=self.called(position[place])
            )
        laid = position.lay(place)
        if not laid.breathes:
            return Message(
                "A stone on {name} would have no liberty, and captures nothing: suicide is not allowed.", name=name
            )
        # The last position is the one before this move, and the one before that the one before the opponent's move.
        before = len(position.earlier) - 1 - position.earlier[::-1].index(laid.key)
        if before == len(position.earlier) - 2 and len(laid.captured) == 1:
            taken = board.names[laid.captured[0]]
            return Message(
                "This is ko: a stone on {name} would take {taken} back at once, and the board would be as it"
                " was before. Play elsewhere first.",
                name=name,
                taken=taken,
            )
        if not before:
            return Message(
                "With a stone on {name} the board would be as it was when the game began, and no position may come"
                " again (superko). Play elsewhere.",
                name=name,
            )
        return counted(
            "With a stone on {name} the board would be as it was when {count} stone had been played, and no position"
            " may come again (superko). Play elsewhere.",
            "With a stone on {name} the board would be as it was when {count} stones had been played, and no position"
            " may come again (superko). Play elsewhere.",
            before,
            name=name,
        )

    def game_file(self, played: PlayedGame) -> str:
        start = self.start(played.options, 2, Chance(bytes(SEED_BYTES), "start"))
        return sgf.written(played, start, self.board(start))

    def read_game(self, told: Told) -> PlayedGame | None:
        if not isinstance(told, Tree) or told.tag("GM") not in ("", "1"):
            return None
        size = size_of(told, 19)
        if str(size) not in self.options[0].choices:
            raise NotRead(
                "The board has {size} lines, and there are boards of {choices}.",
                size=size,
                choices=", ".join(self.options[0].choices),
            )
        handicap = sgf.handicap_of(told, size, self.options[2].high or 0)
        komi = sgf.komi_of(told)
        if komi not in KOMI:
            raise NotRead(
                "The komi is {typed}: here it can be {others}.", typed=quoted(komi), others=", ".join([*KOMI][1:])
            )
        usual = WITH_HANDICAP if handicap else KOMI["auto"]
        board = self.board(started(size, 0, 0))
        return sgf.read(told, board, "auto" if KOMI[komi] == usual else komi, handicap)

    def file_move(self, position: Position, text: str) -> str:
        return sgf.dead_by(position, self.board(position), text)

    def contents(self, position: Position) -> BoardContents:
        cells, owners = position.cells, area(position).owners if position.phase != PLAYING else ()
        if owners:
            dead = {*position.dead}
            cells = "".join(
                (DEAD["xo".index(stone)] if place in dead else stone)
                if stone != EMPTY
                else (EMPTY if owner is None else TERRITORY[owner])
                for place, (stone, owner) in enumerate(zip(cells, owners, strict=True))
            )
        # Of a stone that is crossed out it does not matter.
        last = tuple(place for place in position.last if place not in position.dead or not owners)
        return BoardContents(cells, figures_of(type(self)), self.seat_names, last)

    def picture(self, position: Position, viewer: int | None) -> Picture:
        board = super().picture(position, viewer)
        if position.phase == PLAYING:
            return replace(board, choices=(Choice(PASS, PASS, TO_PASS),))
        choices = list[Choice]()
        if position.phase == MARKING:
            if position.proposals < marking.MOST_PROPOSALS:
                choices.append(Choice(marking.DONE, "propose as marked", "propose these stones as dead"))
            choices += [Choice(marking.AGREE, "agree", "agree to what is proposed")] * bool(position.proposals)
            choices += [Choice(marking.RESUME, "play on", "play on, nothing is dead yet")]
        return replace(board, shapes=(*board.shapes, *self._owned(position)), choices=tuple(choices))

    def _owned(self, position: Position) -> Iterator[Shape]:
        """A cross on each dead stone, in the colour of whose the point is: of the opponent, as a rule."""
        board, owners = self.board(position), area(position).owners
        for place in position.dead:
            owner = owners[place]
            if isinstance(board, StarredPoints):
                is_blacks = position[place] == "o" if owner is None else owner == 0
                yield board.crossed(place, "dark" if is_blacks else "light")

    def advantage(self, position: Position, seat: int) -> str:
        """Prisoners; once stones are marked, points as they are marked, with komi."""
        if position.phase == PLAYING:
            taken = position.captured[seat]
            return counted("{count} prisoner", "{count} prisoners", taken) if taken else ""
        count = area(position)
        return Message("{points} points", points=halves(2 * count.white + position.komi if seat else 2 * count.black))

    def status(self, position: Position, viewer: int | None) -> tuple[str, ...]:
        black, white = position.captured
        lines = [
            Message(
                "Komi {komi}. Stones captured: by Black {black}, by White {white}.",
                komi=halves(position.komi),
                black=black,
                white=white,
            )
        ]
        mover, other = SEAT_NAMES[position.next_seat], SEAT_NAMES[1 - position.next_seat]
        if position.phase == PLAYING:
            if position.passes:
                lines.append(Message("{other} has passed.", other=other))
            if position.is_resumed:
                lines.append(Message("Play goes on. If both pass at once, all stones count as alive."))
            return tuple(lines)
        dead = " ".join(self.board(position).names[place] for place in marking.proposed(position))
        if position.phase == MARKING and not position.proposals:
            lines.append(
                Message(
                    "Both have passed. {mover} says first which stones are dead, that is, sure to be captured.",
                    mover=mover,
                )
            )
        elif position.phase == MARKING:
            text = (
                "{other} proposes as dead, by a stone of each chain: {dead}."
                if dead
                else "{other} proposes that all stones are alive."
            )
            lines.append(Message(text, other=other, dead=dead))
        elif dead:
            lines.append(Message("Dead, by a stone of each chain: {dead}.", dead=dead))
        if position.phase == MARKING and position.proposals >= marking.MOST_PROPOSALS:
            lines.append(
                Message(
                    "There have been {proposals} proposals: {mover} agrees, or resumes play.",
                    proposals=position.proposals,
                    mover=mover,
                )
            )
        if position.phase == MARKING:
            lines.append(Message("As marked: {reason}", reason=result_of(position).reason))
        return tuple(lines)

    def legend(self, position: Position, viewer: int | None) -> str:
        lines: list[str] = [Message("Black's stones are x, White's are o. The last move is in brackets.")]
        if position.phase != PLAYING:
            lines = [
                Message("Black's stones are x, White's are o; dead ones are X and O."),
                Message("Territory of Black has colons, and that of White apostrophes."),
            ]
        if position.phase == MARKING:
            agree = Message("If you agree with what is proposed: agree.") if position.proposals else ""
            lines += [
                Message("Name a stone of each dead chain: dead d4 g7, or all alive."),
                in_turn(agree, Message("To play on: resume.")),
            ]
        return lines_of(*lines)


_SAYS_PASS = re.compile(
    r"(?:(?:i (?:also )?|ok(?:ay)?,? (?:i )?)?pass(?: too| as well| also)?|(?:i'll|i will) pass (?:too|as well|also)"
    r"|(?:ich |dann )?passe(?: auch| ebenfalls)?|(?:je )?passe(?: aussi)?|(?:yo )?paso(?: tambi[eé]n)?"
    r"|(?:io )?passo(?: anch'io)?|(?:ik )?pas(?: ook)?|(?:я )?(?:тоже )?пас(?:ую)?)(?:[.,;!].*)?"
)
"""Also `I'll pass too`, `ich passe auch`, and `pass, good game!`"""


def _folded(text: str) -> str:
    return " ".join(text.lower().replace("’", "'").split()) if len(text) < 1000 else ""


def _notes(position: Position, move: str, after: Position) -> Sequence[str]:
    seat = position.next_seat
    mover, other = SEAT_NAMES[seat], SEAT_NAMES[1 - seat]
    if taken := after.captured[seat] - position.captured[seat]:
        return [counted("{mover} captures {count} stone.", "{mover} captures {count} stones.", taken, mover=mover)]
    if after.phase == OVER and move not in (marking.AGREE, PASS):
        return [
            Message(
                "{stones} stones for each point have been laid: the game ends as it stands.",
                stones=STONES_FOR_EACH_POINT,
            )
        ]
    if move == PASS:
        if after.phase == PLAYING:
            return [
                Message(
                    "{mover} passes. If {other} passes as well, dead stones are marked and the board is counted.",
                    mover=mover,
                    other=other,
                )
            ]
        if after.phase == MARKING:
            return [
                Message("Both have passed: {player} says which stones are dead.", player=SEAT_NAMES[after.next_seat])
            ]
        return [Message("Both have passed again: all stones count as alive.")]
    if move == marking.RESUME:
        return [
            Message("Play goes on: it is {player}'s turn, and no stone is dead.", player=SEAT_NAMES[after.next_seat])
        ]
    return []
