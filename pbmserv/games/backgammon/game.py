"""Backgammon for the server."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from pbmserv.games.backgammon import rules, typed_dice
from pbmserv.games.backgammon.cube import ROLL, answers_to_offer, done, form_now, what_now, word_of, words_now
from pbmserv.games.backgammon.display import BackgammonDisplay
from pbmserv.games.backgammon.notation import FORM, in_figures, read, spelled
from pbmserv.games.backgammon.plays import BAR, NAMES, Arc, Play
from pbmserv.games.backgammon.reading import play_meant
from pbmserv.games.backgammon.rules import MOVES, SETUPS, STUCK, Position
from pbmserv.games.backgammon.typed_dice import ON_TRUST, SERVER, TYPED
from pbmserv.games.backgammon.words import notes_of, reason_of
from pbmserv.games.base import Illegal, MadeByItself, Note, Option, Options, Played, Result, Unreadable
from pbmserv.games.boards.tracks import SPENT, name_of_die, spent_die
from pbmserv.games.chance import Chance
from pbmserv.games.families import DICE_AND_CARDS
from pbmserv.games.file_formats import MAT
from pbmserv.games.message import Message, in_turn, listed
from pbmserv.games.refusals import quoted
from pbmserv.games.sequential import SequentialGame

if TYPE_CHECKING:
    from pbmserv.games.file_parts import Told
    from pbmserv.games.game_file import PlayedGame
    from pbmserv.games.picture import Shape

CANNOT_MOVE = Message("cannot move")
OPENING_EXAMPLES = ("31", "13")


class Backgammon(BackgammonDisplay, SequentialGame[Position]):
    """Race your checkers home by the dice, past those of your opponent."""

    name = "Backgammon"
    has_full_moves = True
    moves_by_itself = True
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
        Option("dice", SERVER, "who rolls: the server, or players who type their rolls", choices=(SERVER, TYPED)),
    )
    touching = (
        "Touch a checker and then the point where it goes, or drag it there, once for each move of a die. Buttons "
        'below the board say all else: "roll" or "double", and "take" or "drop" when your opponent has doubled.'
    )
    move_form = FORM
    own_words = dict.fromkeys(("accept", "reject"), "The answers to a double are take and drop.")
    allows_undo = False
    same_player_twice = True
    position_class = Position
    evaluate_by = "pbmserv.games.evaluation.backgammon:evaluate"
    file_format = MAT

    def check_options(self, options: Options, seats: int) -> None:
        if options["jacoby"] and not options["cube"]:
            raise Illegal("The Jacoby rule is about the doubling cube: -jacoby needs -cube, too.")
        if options["jacoby"] and options["points"] != 1:
            raise Illegal("The Jacoby rule is for single games: -jacoby does not go with -points, for a match.")

    def start(self, options: Options, seats: int, chance: Chance) -> Position:
        return rules.started(
            str(options["start"]),
            int(options["points"]),
            bool(options["cube"]),
            bool(options["jacoby"]),
            chance,
            is_typed=self._are_typed(options),
        )

    def on_trust(self, options: Options) -> str:
        return ON_TRUST if self._are_typed(options) else ""

    def _are_typed(self, options: Options) -> bool:
        # Boards that began before there was a choice have no word of it.
        return options.get("dice", SERVER) == TYPED

    def moves(self, position: Position) -> Sequence[str]:
        return [*position.plays] if position.dice else words_now(position)

    def legal_moves(self, position: Position, seat: int) -> Sequence[str] | None:  # type: ignore[override]
        """All legal moves; None while dice can be typed, as any roll can."""
        if position.awaits_dice and not position.is_opening and seat == position.next_seat:
            return None
        return super().legal_moves(position, seat)

    def examples(self, position: Position, seat: int) -> tuple[str, ...]:
        if position.awaits_dice and seat == position.next_seat:
            return OPENING_EXAMPLES if position.is_opening else typed_dice.examples(position)
        return super().examples(position, seat)

    def form_of_move(self, position: Position) -> str:
        return form_now(position) or self.move_form

    def tells_with_next(self, move: str) -> bool:
        return move == ROLL

    def moves_that_answer(self, position: Position, seat: int) -> tuple[str, str]:
        return answers_to_offer(position)

    def other_spellings(self, text: str) -> Iterable[str]:
        return [in_figures(text)]

    def play(self, position: Position, seat: int, text: str, chance: Chance) -> Played[Position]:
        word = word_of(text)
        if position.is_typed and (found := typed_dice.played(position, text, word)):
            after, word = found
        elif word:
            after = done(position, word, chance)
        else:
            play = self._read(position, text)
            word, after = play.words, rules.moved(position, play, chance)
        is_told = word != ROLL and typed_dice.tells_all(word)
        return Played(after, word, tuple(map(Note, notes_of(position, after, is_told))), _by_itself(after, is_told))

    def _read(self, position: Position, text: str) -> Play:
        if not position.dice:
            self._check_readable(position, text)
            raise Illegal(in_turn(Message("No checker can be moved now."), what_now(position)))
        return play_meant(position, text)

    def _check_readable(self, position: Position, text: str) -> None:
        try:
            read(text)
        except Unreadable:
            form = form_now(position) or Message(self.move_form)
            raise Unreadable(
                'A move is expected, not "{typed}": write {form}.', typed=quoted(text), form=form
            ) from None

    def value_of(self, position: Position, text: str) -> str:
        return word_of(text) or (typed_dice.value_of(text) if position.is_typed else spelled(read(text)))

    def by_touch(self, position: Position, seat: int, touched: Sequence[str]) -> Mapping[tuple[str, ...], str]:
        return typed_dice.by_touch(position, touched)

    def steps(self, position: Position, seat: int, move: str) -> tuple[str, ...]:
        if position.awaits_dice:
            return typed_dice.steps(position, move)
        if play := position.plays.get(move) if position.dice else None:
            return tuple(NAMES[place] for arc in play.arcs for place in arc)
        return (move,)

    def has_to(self, position: Position, seat: int) -> str:
        is_hit = bool(position.dice) and position.checkers[seat][BAR] > 0
        return Message("Enter from the bar") if is_hit else ""

    def asked_next(self, position: Position, seat: int, touched: Sequence[str], following: Sequence[str]) -> str:
        """Where a checker goes; which die is next, once a checker has been touched with where it goes."""
        if not position.dice:
            return ""
        if len(touched) % 2:
            if touched[-1] == NAMES[BAR]:
                return Message("Enter on point {places}?", places=listed(following, "or"))
            return Message("{moves}?", moves=listed([f"{touched[-1]}/{end}" for end in following], "or"))
        die = _left(position.dice, _arcs_of(touched))[0]
        if position.dice[0] == position.dice[-1]:
            return Message("Another {die}: which checker?", die=die)
        return Message("Now the {die}: which checker?", die=die)

    def counted_while_touched(self, position: Position, touched: Sequence[str]) -> Position:
        return rules.begun(position, _arcs_of(touched)) if position.dice else position

    def slides(self, position: Position, seat: int, steps: tuple[str, ...], move: str) -> tuple[str, ...]:
        if position.awaits_dice or not position.dice:
            return ()
        told, play = list[str](), position.plays[move]
        hits = {*play.hits}
        for number, (start, end) in enumerate(play.arcs, 1):
            hit = f"{NAMES[end]} - " if end in hits else ""
            hits.discard(end)
            spent = "".join(f" &{SPENT} {die}" for die in _spent_by(position.dice, play.arcs[:number]))
            told += ["", f"{hit}{NAMES[start]} {NAMES[end]}{spent}"]
        return tuple(told)

    def new_pieces(self, position: Position, seat: int) -> Mapping[str, Sequence[Shape]]:
        return {SPENT: spent_die()} if position.dice else {}

    def result(self, position: Position) -> Result | None:
        if not position.is_over:
            return None
        winner = int(position.scores[1] > position.scores[0])
        points = max(position.scores) if position.goal == 1 else 1
        return Result(winner, reason_of(position), points, scores=position.scores)

    def game_file(self, played: PlayedGame) -> str:
        from pbmserv.games.backgammon import mat

        return mat.written(played)

    def read_game(self, told: Told) -> PlayedGame | None:
        from pbmserv.games.backgammon import from_mat
        from pbmserv.games.file_parts import Match

        return from_mat.read(self, told) if isinstance(told, Match) else None


def _by_itself(after: Position, is_told: bool) -> tuple[MadeByItself, ...]:
    """What has followed upon a move; of typed dice, all is in the move."""
    followed = () if after.is_typed else after.said[is_told:]
    made = ((said[0], said[3] or CANNOT_MOVE) for said in followed if said[1] in (MOVES, STUCK))
    return tuple(MadeByItself(seat, words) for seat, words in made)


def _arcs_of(touched: Sequence[str]) -> list[Arc]:
    """The checkers that these touches have moved, without one that has yet to be touched where it goes."""
    places = [NAMES.index(each) for each in touched]
    return [*zip(places[::2], places[1::2], strict=False)]


def _left(dice: Sequence[int], arcs: Sequence[tuple[int, int]]) -> list[int]:
    """The dice that are left after checkers have been moved so: of a double, each is there twice."""
    left = [*dice] * (2 if dice[0] == dice[-1] else 1)
    for start, end in arcs:
        # A checker may be borne off by more than it needs.
        left.remove(min(die for die in left if die >= start - end))
    return left


def _spent_by(dice: Sequence[int], arcs: Sequence[tuple[int, int]]) -> Iterator[str]:
    """The names of the dice on the board that the last of these moves of checkers has used up."""
    before, after = _left(dice, arcs[:-1]), _left(dice, arcs)
    if dice[0] != dice[-1]:
        yield from (name_of_die(number) for number, die in enumerate(dice) if die in before and die not in after)
    elif len(after) % 2 == 0:
        yield name_of_die(1 - len(after) // 2)
