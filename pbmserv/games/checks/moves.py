"""Checks of moves: turns, accepted moves, refusals."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, TypeVar

from pbmserv.games.base import Game, NeverLegal, Played, Refusal, Unreadable
from pbmserv.games.chance import Chance
from pbmserv.games.checks.playthrough import Playthrough, accepted, chance_of_turn, known_moves, stored_text

P = TypeVar("P")


NONSENSE = ("", " ", "\n", "?", "\0", "🂡", "٣", "d\u0663", "x" * 10_000, "9" * 10_000, "-" * 10_000, "%s {0} ${IFS}")
"""Texts that are no move in any game."""


def check_turns(game: Game[P], played: Playthrough[P]) -> None:
    """Somebody is to move until there is a result, and moves are listed for nobody else."""
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
    """Each listed move and example is accepted and canonical."""
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
    """For a seat to move, any other text is refused in words fit for a letter."""
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
    """Each example in `move_form` can be read somewhere in a usual game."""
    for example in examples_of(game.move_form):
        refusals = [
            _why_not_read(game, position, seat, example, chance_of_turn(played.record.seed, turns))
            for turns, (_, position) in enumerate(played.stages())
            for seat in game.to_move(position)
        ]
        assert "" in refusals, f"{game.name}: the example {example!r} of move_form cannot be read: {refusals[0]}"


def _why_not_read(game: Game[P], position: P, seat: int, text: str, chance: Chance) -> str:
    """Why a text could never be a move from here, or an empty text."""
    try:
        game.play(position, seat, text, chance)
    except (Unreadable, NeverLegal) as refusal:
        return refusal.words
    except Refusal:
        return ""
    return ""


def examples_of(move_form: str) -> list[str]:
    """The examples in `move_form`: `Nf3` and `O-O` in `the usual notation, for example Nf3 or O-O`.

    All words after `for example` form one, and so does each single word that follows in a list.
    """
    found = []
    for first, others, _ in _EXAMPLES.findall(move_form):
        found += [first, *_LISTED.findall(others)]
    return found


_NEXT = r"(?:, or |, | or )(\S+)(?=, (?!for example)| or |;|$)"
_LISTED = re.compile(_NEXT)
_EXAMPLES = re.compile(rf"for example (.+?)(?=, | or |;|$)((?:{_NEXT})*)")


def _check_refusal(game: Game[P], position: P, seat: int, text: str, chance: Chance, where: str) -> str | None:
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
    """Plausible texts: moves of other turns, and the next one garbled."""
    others = elsewhere[max(0, turns - 2) : turns + 3]
    spoilt = (f"{elsewhere[turns]}{junk}" for junk in ("?", " 1", "999999")) if turns < len(elsewhere) else ()
    return (*others, *spoilt)


LONGEST_REFUSAL = 500
"""In characters. A longer refusal must have repeated a hostile text."""


def check_words(words: str, where: str) -> None:
    """Fail unless a refusal is a sentence of limited length."""
    assert is_sentence(words), f"{where} is no sentence, from a capital letter to a full stop: {words[:200]!r}"
    assert len(words) <= LONGEST_REFUSAL, f"{where} is {len(words)} characters long"


def is_sentence(text: str) -> bool:
    return text[:1].isupper() and text.endswith(".") and text.isprintable()


LONGEST_VALUE = 100
"""Characters."""


def check_values(game: Game[Any], played: Playthrough[Any]) -> None:
    """A value leads back to its notation, no two moves share one, and it reveals nothing hidden."""
    for where, position in played.stages():
        for seat in game.to_move(position):
            for move in known_moves(game, position, seat):
                value = game.value_of(position, move)
                which = f"{where}: the value {value!r} of {move!r}"
                assert isinstance(value, str), f"{which} is no text"
                assert value.isprintable(), f"{which} is no plain text"
                assert 0 < len(value) <= LONGEST_VALUE, f"{which} has {len(value)} characters"
                again = game.text_of(position, value)
                assert again == move, f"{which} is written {again!r} at the very same position"
                for viewer in (None, seat):
                    seen = game.value_of(game.seen_by(position, viewer), move)
                    assert seen == value, f"{which} would be {seen!r} to who does not see all of the position"


def check_values_last(game: Game[Any], played: Playthrough[Any]) -> None:
    """A value means the same at every position where it can be written."""
    for (where, position), elsewhere in zip(played.stages(), _neighbours(played.positions), strict=True):
        for seat in game.to_move(position):
            for move in known_moves(game, position, seat):
                value = game.value_of(position, move)
                for other in elsewhere:
                    try:
                        words = game.text_of(other, value)
                    except Refusal:
                        continue
                    again = game.value_of(other, words)
                    assert again == value, (
                        f"{where}: the value {value!r} of {move!r} is written {words!r} at another position,"
                        f" where these words have the value {again!r}"
                    )


def check_values_of_other_texts(game: Game[Any], played: Playthrough[Any]) -> None:
    """Any text has a value or is refused."""
    for turn, (where, position) in enumerate(played.stages()):
        elsewhere = [move for _, move in played.record.moves[max(0, turn - 2) : turn + 3]]
        for text in (*NONSENSE, *elsewhere):
            try:
                value = game.value_of(position, text)
            except Refusal:
                continue
            except Exception as error:
                raise AssertionError(f"{where}: the value of {text[:40]!r} raised {error!r}, no Refusal") from error
            assert isinstance(value, str), f"{where}: the value {value!r} of {text[:40]!r} is no text"


def _neighbours(positions: Sequence[Any]) -> list[tuple[Any, ...]]:
    return [(*positions[max(0, turn - 1) : turn], *positions[turn + 1 : turn + 3]) for turn in range(len(positions))]
