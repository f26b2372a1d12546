"""Random games of every variant of every game, many of them: `python -m tests.games.random_play --games 1000`.

Each game has to end, to verify by replay through its stored form, and never to show a tile of a hand to anybody but
its owner. The conformance kit plays a few and looks at more; this is for as many games as there is time for.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from time import process_time
from typing import Any

import click

from pbmserv.games.base import Game, Illegal, Option, OptionValue, word_of_option
from pbmserv.games.bridge.rules import Position as Bridge
from pbmserv.games.catalogue import installed
from pbmserv.games.chance import SEED_BYTES, Chance
from pbmserv.games.checks.course import check_end
from pbmserv.games.checks.views import check_views
from pbmserv.games.testing import Playthrough, Record, play_random_game, replay

MOST_TURNS = 5000


@dataclass(frozen=True)
class Variant:
    """Games by the same rules, which take the `settings`, each with options and a number of seats, in turn."""

    game: Game[Any]
    words: str
    settings: tuple[tuple[Mapping[str, OptionValue], int], ...]


def variants(game: Game[Any], in_turn: Collection[str] = ()) -> Iterator[Variant]:
    """A variant for each choice that players have; a puzzle is a single one, with all its shapes.

    Options `in_turn` make no variants: all their values are settings of each, as those are that change nothing but
    what is counted in the end.
    """
    choices = [
        option for option in game.options if max(game.seats) > 1 and _values(option) and option.name not in in_turn
    ]
    for chosen in product(*([(option.name, value) for value in _values(option)] for option in choices)):
        words = " ".join([game.word, *(f"-{name}={word_of_option(value)}" for name, value in chosen)])
        if settings := tuple(_settings(game, dict(chosen))):
            yield Variant(game, words, settings)


def _values(option: Option) -> tuple[OptionValue, ...]:
    """All values of an option, if there are only a few."""
    if isinstance(option.default, bool):
        return (False, True)
    if option.low is not None and option.high is not None and option.high - option.low <= 3:
        return tuple(range(option.low, option.high + 1))
    return option.choices


def _settings(game: Game[Any], chosen: Mapping[str, OptionValue]) -> Iterator[tuple[Mapping[str, OptionValue], int]]:
    """All other options, with numbers at their defaults and at their lowest, for every number of seats."""
    others = []
    for option in game.options:
        if option.name not in chosen:
            usual = () if option.low is None else (option.default, option.low)
            others.append([(option.name, value) for value in dict.fromkeys(_values(option) or usual)])
    for seats, options in product(game.seats, product(*others)):
        values = {**chosen, **dict(options)}
        try:
            game.check_options(values, seats)
        except Illegal:
            continue
        yield values, seats


def play(variant: Variant, number: int) -> int:
    """Play the game `number` of a variant and check it; gives how many moves it took."""
    game = variant.game
    options, seats = variant.settings[number % len(variant.settings)]
    record = play_random_game(game, options, seats, number.to_bytes(SEED_BYTES, "big"), max_turns=MOST_TURNS)
    played = replay(game, Record.of_json(json.loads(json.dumps(record.as_json()))))
    check_end(game, played)
    some = played.positions[:: max(1, len(record.moves) // 4)]
    for position in (*some, played.end[1]):
        assert game.load(json.loads(json.dumps(game.dump(position)))) == position, f"{played.end[0]}: badly stored"
    check_views(game, replace(played, positions=some))
    if hasattr(played.positions[0], "hands") and not game.on_trust(played.record.options):
        check_hands(game, played)
    return len(record.moves)


def _open_in_bridge(position: Any) -> set[str]:
    """Dummy's cards, and those that are called like bids of this deal or contracts of earlier ones."""
    if not isinstance(position, Bridge):
        return set()
    bids = (*position.calls, *(contract[:2] for contract, *_ in position.results))
    dummys = () if position.dummy is None else position.hands[position.dummy]
    return {*dummys, *(bid.upper() for bid in bids)}


def check_hands(game: Game[Any], played: Playthrough[Any]) -> None:
    """No tile of a hand is in anything that is shown to others, from the start until the game is over."""
    for number, (where, position) in enumerate(played.stages()):
        if game.result(position) is not None:
            continue
        notes = _notes(game, played, number) if number else ()
        for viewer in (None, *range(played.record.seats)):
            # The tiles on the board are open, and are stored as they lie there; the status says how a round began.
            # The last trick, skat or show may be of the hand before, whose cards have been dealt anew.
            earlier = {"last_trick": None, "last_skat": None, "shown": None, "shown_with": None}
            open_to_all = {"placements": None, "prelude": None, **earlier}
            known = {**game.dump(game.seen_by(position, viewer)), **open_to_all}
            told = [note.text for note in notes if note.seat in {None, viewer}]
            # Not the legend: its example always names the same tile, whoever holds it.
            status = _of_this_round(game.status(position, viewer))
            shown = "\n".join([game.draw(position, viewer), *status, json.dumps(known), *told])
            hidden = {tile for seat, hand in enumerate(position.hands) if seat != viewer for tile in hand}
            hidden -= {*(() if viewer is None else getattr(position, "passed", ((),) * 9)[viewer])}
            # All have seen the card that was turned up, and know who has taken it.
            hidden -= {getattr(position, "turned", "")}
            hidden -= _open_in_bridge(position)
            # So it is with cards that were taken from the discards, and with a hand that is laid open.
            hidden -= {card for held in getattr(position, "held", ()) for card in held}
            hidden -= {*(position.hands[position.maker] if getattr(position, "is_laid_open", False) else ())}
            leaked = sorted(tile for tile in hidden if _is_named(tile, shown))
            assert not leaked, f"{where}: seat {viewer} is shown {leaked}:\n{shown}"


def _of_this_round(status: Sequence[str]) -> Sequence[str]:
    """The text without what it says about rounds that were over before anybody could move: their tiles have been
    dealt anew."""
    begun = [number for number, line in enumerate(status) if line.startswith("Round ")]
    return status[begun[-1] :] if begun else status


def _notes(game: Game[Any], played: Playthrough[Any], number: int) -> tuple[Any, ...]:
    before, after = played.positions[number - 1 : number + 1]
    if any(getattr(before, part, None) != getattr(after, part, None) for part in ("round", "number")):
        # They are about tiles that have been dealt anew since.
        return ()
    seat, move = played.record.moves[number - 1]
    return tuple(game.play(before, seat, move, Chance(played.record.seed, f"move {number}")).notes)


def _is_named(tile: str, text: str) -> bool:
    return any(name in text for name in (f'"{tile}"', "-".join(tile), f" {tile}@", f"[{tile}]"))


@click.command()
@click.option("--games", default=1000, show_default=True, help="How many games of each variant.")
@click.option("--first", default=1, show_default=True, help="The seed of the first of them.")
@click.option("--game", "words", multiple=True, help="Only this game.")
@click.option("--in-turn", multiple=True, help="An option whose values are taken in turn, such as komi.")
def main(games: int, first: int, words: tuple[str, ...], in_turn: tuple[str, ...]) -> None:
    """Play random games of every variant, and check each."""
    for game in installed().values():
        for variant in variants(game, in_turn) if not words or game.word in words else ():
            begun = process_time()
            moves = sum(play(variant, number) for number in range(first, first + games))
            seconds = process_time() - begun
            click.echo(
                f"{variant.words}: {games} games in {len(variant.settings)} settings, {moves} moves, all held"
                f" ({seconds:.0f} s)"
            )


if __name__ == "__main__":
    main()
