"""Checks of moves: who may move, which moves are accepted, and how others are refused."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TypeVar

from pbmserv.games.base import Game, NeverLegal, Played, Refusal, Unreadable
from pbmserv.games.chance import Chance
from pbmserv.games.checks.playthrough import Playthrough, accepted, chance_of_turn, known_moves, stored_text
from pbmserv.games.checks.words import check_words

P = TypeVar("P")


NONSENSE = ("", " ", "\n", "?", "\0", "🂡", "٣", "d\u0663", "x" * 10_000, "9" * 10_000, "-" * 10_000, "%s {0} ${IFS}")
"""Texts that are no move in any game."""


def check_turns(game: Game[P], played: Playthrough[P]) -> None:
    """Somebody is to move as long as there is no result, and moves are listed for nobody else."""
    seats = range(played.record.seats)
    for where, position in played.stages():
        to_move = game.to_move(position)
        over = game.result(position) is not None
        assert bool(to_move) != over, f"{where}: seats to move are {to_move}, the result is {game.result(position)}"
        assert set(to_move) <= set(seats), f"{where}: seats to move are {to_move}, of {played.record.seats} seats"
        for seat in set(seats) - set(to_move):
            listed = game.legal_moves(position, seat)
            assert not listed, f"{where}: moves are listed for seat {seat}, which is not to move: {listed}"


def check_listed_moves(game: Game[P], played: Playthrough[P]) -> None:
    """Each listed move, and each example, is accepted and is canonical."""
    chance = Chance(played.record.seed, "listed moves")
    for turns, (where, position) in enumerate(played.stages()):
        for seat in game.to_move(position):
            listed = known_moves(game, position, seat)
            assert len(set(listed)) == len(listed), f"{where}: a move is listed twice for seat {seat}"
            # All of them at the start, then a few: trying all moves in a whole game takes too long.
            some = listed if turns == 0 else chance.shuffled(listed)[:4]
            for text in dict.fromkeys((*some, *game.examples(position, seat))):
                after = accepted(game, position, seat, text, chance_of_turn(played.record.seed, turns), where)
                assert after.move == text, f"{where}: the listed move {text!r} was played as {after.move!r}"
                _check_notes(after, played.record.seats, f"{where}: {text!r}")


def check_other_texts(game: Game[P], played: Playthrough[P]) -> None:
    """For a seat that is to move, any text but a legal move is refused in words fit for a letter."""
    elsewhere = [move for _, move in played.record.moves]
    for turns, (where, position) in enumerate(played.stages()):
        before = stored_text(game, position)
        near = _near_misses(elsewhere, turns)
        for seat in game.to_move(position):
            listed = game.legal_moves(position, seat)
            for text in (*NONSENSE, *near):
                chance = chance_of_turn(played.record.seed, turns)
                move = _check_refusal(game, position, seat, text, chance, where)
                # A near miss may be another way to write a legal move, where the game can be asked what is legal.
                lenient = text not in NONSENSE and (listed is None or move in listed)
                assert move is None or lenient, f"{where}: seat {seat}'s {text[:40]!r} was played as {move!r}"
        assert stored_text(game, position) == before, f"{where}: a refused move changed the position"


def check_form(game: Game[P], played: Playthrough[P]) -> None:
    """Each example by which `move_form` explains how a move is written can be read somewhere in a usual game."""
    for example in examples_of(game.move_form):
        refusals = [
            _why_not_read(game, position, seat, example, chance_of_turn(played.record.seed, turns))
            for turns, (_, position) in enumerate(played.stages())
            for seat in game.to_move(position)
        ]
        assert "" in refusals, f"{game.name}: the example {example!r} of move_form cannot be read: {refusals[0]}"


def _why_not_read(game: Game[P], position: P, seat: int, text: str, chance: Chance) -> str:
    """Why a text is no move that could ever be made from here; empty if it is one."""
    try:
        game.play(position, seat, text, chance)
    except (Unreadable, NeverLegal) as refusal:
        return refusal.words
    except Refusal:
        return ""
    return ""


def examples_of(move_form: str) -> list[str]:
    """The moves that `move_form` names: `Nf3` and `O-O` in `the usual notation, for example Nf3 or O-O`.

    The words behind `for example` are one, and each single word that follows them in a list.
    """
    found = []
    for first, others, _ in _EXAMPLES.findall(move_form):
        found += [first, *_LISTED.findall(others)]
    return found


_NEXT = r"(?:, or |, | or )(\S+)(?=, (?!for example)| or |;|$)"
_LISTED = re.compile(_NEXT)
_EXAMPLES = re.compile(rf"for example (.+?)(?=, | or |;|$)((?:{_NEXT})*)")


def _check_refusal(game: Game[P], position: P, seat: int, text: str, chance: Chance, where: str) -> str | None:
    """What a text was played as; None if it was properly refused."""
    try:
        return game.play(position, seat, text, chance).move
    except Refusal as refusal:
        check_words(refusal.words, f"{where}: the refusal of {text[:40]!r}")
        return None
    except Exception as error:
        raise AssertionError(f"{where}: {text[:40]!r} raised {error!r}, which is no Refusal") from error


def _check_notes(played: Played[P], seats: int, where: str) -> None:
    for note in played.notes:
        assert note.text.strip(), f"{where} led to an empty note"
        assert note.seat is None or note.seat in range(seats), f"{where} led to a note for seat {note.seat}"


def _near_misses(elsewhere: Sequence[str], turns: int) -> tuple[str, ...]:
    """Moves that look right, and may even be right: those of other turns, and the next one garbled."""
    others = elsewhere[max(0, turns - 2) : turns + 3]
    spoilt = (f"{elsewhere[turns]}{junk}" for junk in ("?", " 1", "999999")) if turns < len(elsewhere) else ()
    return (*others, *spoilt)
