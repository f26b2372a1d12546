"""A conformance kit: plays random games by the rules of any `Game` and checks them against the contract.

For a game author's own tests, whatever runs them:

    def test_nim_keeps_the_contract() -> None:
        check_contract(Nim())

Each check is a function of its own too, and fails with an `AssertionError` that tells the game's seed and turn, so
that `play_random_game` with the same seed brings the position back. The kit shows that rules are playable, not that
they are right: worked examples of the game's source are for the author to test.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any, TypeAlias, TypeVar

from pbmserv.games.base import Game, Illegal, Option, Options, OptionValue, Played, Refusal, word_of_option
from pbmserv.games.chance import SEED_BYTES, Chance
from pbmserv.games.playthrough import Playthrough, Record, chance_of_turn, name_of
from pbmserv.games.table_checks import (
    check_entry_point,
    check_hashes,
    check_moves_are_words,
    check_one_to_move,
    check_record_replays,
    check_skips,
    check_swap,
)
from pbmserv.games.two_worlds import check_notes_keep_secrets

__all__ = [
    "CHECKS",
    "Playthrough",
    "Record",
    "check_contract",
    "check_description",
    "check_options",
    "check_width",
    "play_random_game",
    "replay",
]

P = TypeVar("P")

PAGE_WIDTH = 79
"""Columns that the lines of a letter keep to."""

NONSENSE = ("", " ", "\n", "?", "\0", "🂡", "٣", "d\u0663", "x" * 10_000, "9" * 10_000, "-" * 10_000, "%s {0} ${IFS}")
"""Texts that are a move of no game."""

LONGEST_REFUSAL = 500
"""Characters; longer words have repeated a hostile text whole."""


Check: TypeAlias = Callable[[Game[Any], Playthrough[Any]], None]


def check_contract(
    game: Game[P], *, games: int = 20, seed: int = 1, max_turns: int = 1000, wide_boards: bool = False
) -> None:
    """Check everything: what the game says of itself, its options, and `games` random games.

    The games go round all numbers of seats and various options, the defaults first. Each must end within
    `max_turns` moves. Boards may be wider than 79 columns only with `wide_boards`.
    """
    check_description(game)
    check_options(game)
    check_entry_point(game)
    for number in range(games):
        board_seed = (seed * 1_000_003 + number).to_bytes(SEED_BYTES, "big")
        seats = game.seats[number % len(game.seats)]
        options = _some_options(game, seats, Chance(board_seed, "options")) if number >= len(game.seats) else {}
        record = play_random_game(game, options, seats, board_seed, max_turns=max_turns)
        played = replay(game, record)
        for check in CHECKS:
            check(game, played)
        if not wide_boards:
            check_width(game, played)


def play_random_game(game: Game[P], options: Options, seats: int, seed: bytes, *, max_turns: int = 1000) -> Record:
    """Play moves chosen at random from those that the game lists (or gives as examples) until it is over.

    The same arguments give the same record. Options left out have their defaults.
    """
    values = {option.name: options.get(option.name, option.default) for option in game.options}
    game.check_options(values, seats)
    choices = Chance(seed, "random player")
    moves: list[tuple[int, str]] = []
    position = game.start(values, seats, Chance(seed, "start"))
    while to_move := game.to_move(position):
        origin = f"{game.name} (seed {seed.hex()}), after {len(moves)} moves"
        assert len(moves) < max_turns, f"{origin}: no end was reached"
        seat = choices.choice(to_move)
        listed = _known_moves(game, position, seat)
        assert listed, f"{origin}: seat {seat} is to move, but has no move"
        played = _accepted(game, position, seat, choices.choice(listed), chance_of_turn(seed, len(moves)), origin)
        moves.append((seat, played.move))
        position = played.position
    return Record(game.name, values, seats, seed, tuple(moves))


def replay(game: Game[P], record: Record) -> Playthrough[P]:
    """Play a record again, from its start to its end; raises `Refusal` where a move is not legal any more."""
    positions = [game.start(record.options, record.seats, Chance(record.seed, "start"))]
    for turns, (seat, move) in enumerate(record.moves):
        positions.append(game.play(positions[-1], seat, move, chance_of_turn(record.seed, turns)).position)
    return Playthrough(record, tuple(positions))


def check_description(game: Game[P]) -> None:
    """The game says what it is called, what it is, how a move is written, and how many can play."""
    for attribute in ("name", "summary", "move_form"):
        text = getattr(game, attribute, "")
        assert text.strip() == text != "", f"{type(game).__name__}.{attribute} must be a text, not {text!r}"
    assert re.fullmatch(r"[a-z][a-z0-9-]*", game.word), f"{game.name} is no single word that a player can type"
    assert min(game.seats, default=0) >= 1, f"{game.name} must have seats, not {game.seats!r}"
    assert not (game.same_player_twice and (game.hidden or game.simultaneous)), (
        f"{game.name} must not have one player in two seats: what one of them may not know, the other would"
    )
    assert game.rules_of(game.version) is game, f"{game.name} must be the rules of its own version {game.version}"


def check_options(game: Game[P]) -> None:
    """Every option has a name, a line of help and a default that is valid; its edges start a game, and what lies
    beyond them is refused in words that name them."""
    names = [option.name for option in game.options]
    assert len(set(names)) == len(names), f"{game.name} has two options of one name: {names}"
    defaults = {option.name: option.default for option in game.options}
    for option in game.options:
        which = f"{game.name} -{option.name}"
        assert re.fullmatch(r"[a-z][a-z0-9_]*", option.name), f"{which} is no name that a player can type"
        assert option.help, f"{which} must have a line of help"
        for value in dict.fromkeys((option.default, *_edges(option))):
            _check_accepted(option, value, which)
        for text, expected in _beyond(option):
            _check_refused(option, text, expected, which)
        for value in _edges(option):
            _check_starts(game, {**defaults, option.name: value}, which)


def check_replay(game: Game[P], played: Playthrough[P]) -> None:
    """Playing a move leaves the old position as it was, and the same record gives the same positions."""
    record = played.record
    again = game.start(record.options, record.seats, Chance(record.seed, "start"))
    for turns, (where, first) in enumerate(played.stages()):
        second = again
        if turns < len(record.moves):
            seat, move = record.moves[turns]
            before = _text_of(game, second)
            again = _accepted(game, second, seat, move, chance_of_turn(record.seed, turns), where).position
            assert _text_of(game, second) == before, f"{where}: playing {move!r} changed the old position"
        assert first == second, f"{where}: the same record gave another position when it was played again"


def check_turns(game: Game[P], played: Playthrough[P]) -> None:
    """Somebody is to move exactly while there is no result, and moves are listed for those alone."""
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
            listed = _known_moves(game, position, seat)
            assert len(set(listed)) == len(listed), f"{where}: a move is listed twice for seat {seat}"
            # All of them at the start, then a few: a whole game of all moves takes too long.
            some = listed if turns == 0 else chance.shuffled(listed)[:4]
            for text in dict.fromkeys((*some, *game.examples(position, seat))):
                after = _accepted(game, position, seat, text, chance_of_turn(played.record.seed, turns), where)
                assert after.move == text, f"{where}: the listed move {text!r} was played as {after.move!r}"
                _check_notes(after, played.record.seats, f"{where}: {text!r}")


def check_other_texts(game: Game[P], played: Playthrough[P]) -> None:
    """Any text but a legal move is refused in words for a letter, for a seat that is to move or not."""
    elsewhere = [move for _, move in played.record.moves]
    for turns, (where, position) in enumerate(played.stages()):
        before = _text_of(game, position)
        near = _near_misses(elsewhere, turns)
        for seat in range(played.record.seats):
            is_to_move = seat in game.to_move(position)
            listed = game.legal_moves(position, seat) if is_to_move else ()
            for text in (*NONSENSE, *near):
                chance = chance_of_turn(played.record.seed, turns)
                move = _check_refusal(game, position, seat, text, chance, where)
                # A near miss may be another way to write a legal move, where the game can be asked what is legal.
                lenient = text not in NONSENSE and is_to_move and (listed is None or move in listed)
                assert move is None or lenient, f"{where}: seat {seat}'s {text[:40]!r} was played as {move!r}"
        assert _text_of(game, position) == before, f"{where}: a refused move changed the position"


def check_stored_form(game: Game[P], played: Playthrough[P]) -> None:
    """A position goes through JSON and comes back equal."""
    for where, position in played.stages():
        try:
            loaded = game.load(json.loads(_text_of(game, position)))
        except (TypeError, ValueError, LookupError) as error:
            raise AssertionError(f"{where}: the position does not go through JSON: {error!r}") from error
        assert loaded == position, f"{where}: the position that went through JSON came back as another"


def check_views(game: Game[P], played: Playthrough[P]) -> None:
    """All that a viewer is shown follows from what the viewer may see; looking again hides nothing more."""
    for where, position in played.stages():
        for viewer in _viewers(played):
            seen = game.seen_by(position, viewer)
            if seen is position:
                continue
            eyes = f"{where}: seen by {name_of(viewer)}"
            assert game.seen_by(seen, viewer) == seen, f"{eyes} twice, the position is another than seen once"
            for show in (game.draw, game.status, game.legend):
                assert show(seen, viewer) == show(position, viewer), f"{eyes}, {show.__name__} shows something hidden"
            assert game.to_move(seen) == game.to_move(position), f"{eyes}, other seats are to move"
            assert game.result(seen) == game.result(position), f"{eyes}, the result is another"
            if viewer in game.to_move(position):
                own, whole = game.legal_moves(seen, viewer), game.legal_moves(position, viewer)
                assert own == whole, f"{eyes}, the viewer's own legal moves tell of something hidden"


def check_secrets(game: Game[P], played: Playthrough[P]) -> None:
    """A game with hidden things hides something from the public and from every seat; any other hides nothing."""
    for viewer in _viewers(played):
        hides = any(
            _text_of(game, game.seen_by(position, viewer)) != _text_of(game, position)
            for position in played.positions
        )
        where = f"{played.end[0]}: to {name_of(viewer)}"
        if game.hidden:
            assert hides, f"{where} nothing was ever hidden, though the game says that it hides things"
        else:
            assert not hides, f"{where} something was hidden, though the game does not say that it hides things"


def check_drawing(game: Game[P], played: Playthrough[P]) -> None:
    """Board, status and legend are plain lines without blanks at their ends; legend and tables fit a page."""
    for where, position in played.stages():
        for viewer in _viewers(played):
            board = game.draw(position, viewer)
            assert board.strip(), f"{where}: the board for {name_of(viewer)} is empty"
            status = game.status(position, viewer)
            legend = game.legend(position, viewer).split("\n")
            for line in (*board.split("\n"), *status, *legend):
                assert line == line.rstrip(), f"{where}: a line for {name_of(viewer)} ends with a blank: {line!r}"
                assert not line or line.isprintable(), f"{where}: a line is not plain text: {line!r}"
            # A letter wraps a sentence of the status, but a table would fall to pieces.
            for line in (*(line for line in status if "  " in line), *legend):
                assert len(line) <= PAGE_WIDTH, f"{where}: a line below the board is {len(line)} wide: {line!r}"


def check_width(game: Game[P], played: Playthrough[P]) -> None:
    """The board fits a page of 79 columns."""
    for where, position in played.stages():
        for viewer in _viewers(played):
            width = max(len(line) for line in game.draw(position, viewer).split("\n"))
            assert width <= PAGE_WIDTH, f"{where}: the board is {width} columns wide (say wide_boards if it must be)"


def check_end(game: Game[P], played: Playthrough[P]) -> None:
    """The result makes sense: a seat or nobody has won, points to win, a sentence that says why."""
    where, position = played.end
    result = game.result(position)
    assert result is not None, f"{where}: the game has no result"
    seats = played.record.seats
    assert result.winner is None or result.winner in range(seats), f"{where}: seat {result.winner} of {seats} won"
    assert result.points >= 1, f"{where}: the game counts {result.points} points"
    assert len(result.scores) in (0, seats), f"{where}: {len(result.scores)} scores for {seats} seats"
    assert _is_sentence(result.reason), f"{where}: the reason is no sentence: {result.reason!r}"


def check_chance(game: Game[P], played: Playthrough[P]) -> None:
    """A game that says it uses no chance goes the same way whatever the seed is: its letters tell nothing of one."""
    if game.uses_chance:
        return
    where, _ = played.end
    other_seed = bytes(byte ^ 0xFF for byte in played.record.seed)
    other = replay(game, replace(played.record, seed=other_seed))
    assert other.positions == played.positions, f"{where}: uses_chance is False, but another seed changes the game"


CHECKS: tuple[Check, ...] = (
    check_moves_are_words,
    check_replay,
    check_turns,
    check_listed_moves,
    check_other_texts,
    check_stored_form,
    check_views,
    check_secrets,
    check_drawing,
    check_end,
    check_chance,
    check_hashes,
    check_one_to_move,
    check_record_replays,
    check_swap,
    check_skips,
    check_notes_keep_secrets,
)
"""What `check_contract` checks of every random game, besides the width of its boards."""


def _some_options(game: Game[P], seats: int, chance: Chance) -> Options:
    """Options drawn at random that go together: defaults, lowest numbers, choices, switches; else the defaults.

    Highest numbers are left out, for they make the longest games.
    """
    drawn = {
        option.name: chance.choice((option.default, *_edges(option)[: 1 if option.high is not None else None]))
        for option in game.options
    }
    try:
        game.check_options(drawn, seats)
    except Illegal:
        return {}
    return drawn


def _edges(option: Option) -> tuple[OptionValue, ...]:
    """The values of an option that stand for all: a number's lowest and highest, every choice, both switches."""
    if isinstance(option.default, bool):
        return (False, True)
    if isinstance(option.default, int):
        return tuple(edge for edge in (option.low, option.high) if edge is not None)
    return option.choices


def _beyond(option: Option) -> Iterator[tuple[str, str]]:
    """Texts that an option must refuse, each with what the words of the refusal must name."""
    if isinstance(option.default, bool):
        yield "perhaps", "on or off"
    elif isinstance(option.default, int):
        yield "many", option.name
        yield "9" * 5000, option.name
        if option.low is not None:
            yield str(option.low - 1), str(option.low)
        if option.high is not None:
            yield str(option.high + 1), str(option.high)
    elif option.choices:
        yield "something-else", option.choices[0]


def _check_accepted(option: Option, value: OptionValue, which: str) -> None:
    text = word_of_option(value)
    try:
        read = option.read(text)
    except Refusal as refusal:
        raise AssertionError(f"{which}={text} is refused: {refusal.words}") from refusal
    assert (type(read), read) == (type(value), value), f"{which}={text} is read as {read!r}"


def _check_refused(option: Option, text: str, expected: str, which: str) -> None:
    typed = f"{which}={text[:40]}"
    try:
        read = option.read(text)
    except Refusal as refusal:
        words = refusal.words
    else:
        raise AssertionError(f"{typed} is read as {read!r}")
    _check_words(words, typed)
    assert expected in words, f"{typed} is refused without a word of {expected}: {words}"


def _check_starts(game: Game[P], options: Options, which: str) -> None:
    """Some number of seats can start a game with these options, or is told why not."""
    for seats in game.seats:
        try:
            game.check_options(options, seats)
        except Illegal as refusal:
            _check_words(refusal.words, which)
        else:
            position = game.start(options, seats, Chance(bytes(SEED_BYTES), "start"))
            assert game.to_move(position) or game.result(position), f"{which}: nobody is to move at the start"


def _known_moves(game: Game[P], position: P, seat: int) -> Sequence[str]:
    """The moves that a game can name: all of a seat's, or examples where they are too many to list."""
    listed = game.legal_moves(position, seat)
    return game.examples(position, seat) if listed is None else listed


def _accepted(game: Game[P], position: P, seat: int, text: str, chance: Chance, where: str) -> Played[P]:
    try:
        return game.play(position, seat, text, chance)
    except Refusal as refusal:
        raise AssertionError(f"{where}: seat {seat}'s listed move {text!r} is refused: {refusal.words}") from refusal


def _check_refusal(game: Game[P], position: P, seat: int, text: str, chance: Chance, where: str) -> str | None:
    """What a text was played as, None where it was refused as it should be."""
    try:
        return game.play(position, seat, text, chance).move
    except Refusal as refusal:
        _check_words(refusal.words, f"{where}: the refusal of {text[:40]!r}")
        return None
    except Exception as error:
        raise AssertionError(f"{where}: {text[:40]!r} raised {error!r}, which is no Refusal") from error


def _check_words(words: str, where: str) -> None:
    assert _is_sentence(words), f"{where} is no sentence: {words[:200]!r}"
    assert len(words) <= LONGEST_REFUSAL, f"{where} is {len(words)} characters long"


def _check_notes(played: Played[P], seats: int, where: str) -> None:
    for note in played.notes:
        assert note.text.strip(), f"{where} led to an empty note"
        assert note.seat is None or note.seat in range(seats), f"{where} led to a note for seat {note.seat}"


def _near_misses(elsewhere: Sequence[str], turns: int) -> tuple[str, ...]:
    """Moves that look right, and may be: moves of other turns, and the next one spoilt."""
    others = elsewhere[max(0, turns - 2) : turns + 3]
    spoilt = (f"{elsewhere[turns]}{junk}" for junk in ("?", " 1", "999999")) if turns < len(elsewhere) else ()
    return (*others, *spoilt)


def _is_sentence(text: str) -> bool:
    """Whether a text is one line that begins with a capital letter and ends with a full stop."""
    return text[:1].isupper() and text.endswith(".") and text.isprintable()


def _viewers(played: Playthrough[P]) -> tuple[int | None, ...]:
    return (None, *range(played.record.seats))


def _text_of(game: Game[P], position: P) -> str:
    """The stored form of a position as a text, to compare or to keep."""
    return json.dumps(game.dump(position), sort_keys=True)
