"""Transcripts, which hold everything that a record does, and boards made from them.

A transcript of an unfinished game is public: hidden choices enter the record only when their round is complete. Only
the operator's transcripts may hold the seed of an unfinished game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from pbmserv.games.base import Game, Options, Refusal, Result, word_of_option
from pbmserv.games.chance import commitment
from pbmserv.games.refusals import quoted
from pbmserv.play.board import Board, Player, Terms, substitutes_of
from pbmserv.play.moving import outcome
from pbmserv.play.record import SUBSTITUTE, Move, is_swapped
from pbmserv.play.replaying import DoesNotHold, check_end, replay
from pbmserv.play.trusting import check_trust


@dataclass(frozen=True)
class Transcript:
    """The full content of a record.

    `board` is its number on the original server. `players` and their used times are in the original seat order (a
    substitute's time is the one given); `substitutes` are in the order of their moves. `seed` is None if withheld;
    `seed_sha256` is the hash sent in the first letter.
    """

    game: str
    rules: int
    board: int
    options: Options
    terms: Terms
    players: tuple[str, ...]
    used: tuple[timedelta, ...]
    started_at: datetime
    last_moved_at: datetime
    finished_at: datetime | None
    seed: bytes | None
    seed_sha256: str
    moves: tuple[Move, ...]
    result: Result | None
    substitutes: tuple[str, ...] = ()

    @classmethod
    def of_board(cls, board: Board, with_secrets: bool = False) -> Transcript:
        """The public transcript of a board; `with_secrets` adds the seed, and moves that nobody is told, while the
        game is on.
        """
        at_start = board.seats[::-1] if is_swapped(board.moves) else board.seats
        return cls(
            game=board.game.word,
            rules=board.game.version,
            board=board.number,
            options=dict(board.options),
            terms=board.terms,
            players=tuple(seat.first.userid for seat in at_start),
            used=tuple(timedelta(seconds=int(seat.used.total_seconds())) for seat in at_start),
            started_at=board.started_at,
            last_moved_at=board.last_moved_at,
            finished_at=board.finished_at,
            seed=board.seed if with_secrets or not board.is_on else None,
            seed_sha256=board.commitment,
            moves=tuple(board.moves) if with_secrets else board.told(board.moves, None),
            result=board.result,
            substitutes=tuple(player.userid for player in substitutes_of(board)),
        )

    @property
    def holders(self) -> tuple[str, ...]:
        holders = list(self.players)
        took_over = (move.seat for move in self.moves if move.text == SUBSTITUTE)
        for seat, userid in zip(took_over, self.substitutes, strict=False):
            if seat < len(holders):
                holders[seat] = userid
        return tuple(holders)

    def replayed(self, catalogue: Mapping[str, Game[Any]], number: int, players: Mapping[str, Player]) -> Board:
        """Replay the transcript as a board with a new number.

        `players` maps lower-case names to players. Raises `DoesNotHold` if it is impossible by the rules, or lacks
        the seed.
        """
        rules = _rules(catalogue, self.game, self.rules)
        check_start(rules, self.players, self.options)
        try:
            check_trust(rules, self.options, self.terms)
        except Refusal as refusal:
            raise DoesNotHold(refusal.words) from refusal
        if self.seed is None:
            raise DoesNotHold("The game is on and its seed is not told: such a record cannot be replayed.")
        if commitment(self.seed) != self.seed_sha256:
            raise DoesNotHold("The seed is not the one whose SHA-256 was told when the game began.")
        # Reasons for results name players as the record does.
        names = {userid.lower(): userid for userid in reversed((*self.players, *self.substitutes))}

        def named(userids: Sequence[str]) -> list[Player]:
            return [Player(players[userid.lower()].id, names[userid.lower()]) for userid in userids]

        seated = named(self.players)
        board = Board.begin(rules, number, self.options, seated, self.seed, self.started_at, self.terms)
        replay(board, self.moves, named(self.substitutes))
        if len(substitutes_of(board)) < len(self.substitutes):
            raise DoesNotHold("The record names more substitutes than have taken over a seat in its moves.")
        check_end(board, self.result)
        # From now on they are called as they are here: that is what the board is verified with later.
        for seat in board.seats:
            seat.player = players[seat.player.userid.lower()]
            seat.earlier = tuple(players[player.userid.lower()] for player in seat.earlier)
        if self.result is not None and self.finished_at is not None:
            board.finish(outcome(board) or self.result, self.finished_at)
        board.last_moved_at = self.last_moved_at
        at_start = board.seats[::-1] if is_swapped(self.moves) else board.seats
        for seat, used in zip(at_start, self.used, strict=True):
            seat.used = used
        return board


def _rules(catalogue: Mapping[str, Game[Any]], word: str, version: int) -> Game[Any]:
    if word not in catalogue:
        raise DoesNotHold(f"There is no game called {quoted(word, 40)} here.")
    try:
        return catalogue[word].rules_of(version)
    except LookupError:
        raise DoesNotHold(f"{catalogue[word].name} has no rules of version {version} here.") from None


def check_start(game: Game[Any], players: Sequence[str], options: Options) -> None:
    """Raise `DoesNotHold` if no challenge can have started this game with these players and options."""
    userids = [userid.lower() for userid in players]
    if len(userids) not in game.seats:
        raise DoesNotHold(f"{game.name} is not played by {len(userids)}.")
    if len(set(userids)) < len(userids) and not game.same_player_twice:
        raise DoesNotHold(f"In {game.name} nobody can have two seats.")
    known = {option.name: option for option in game.options}
    for name in options.keys() ^ known.keys():
        raise DoesNotHold(
            f"The option {quoted(name, 40)} is {'missing' if name in known else f'unknown in {game.name}'}."
        )
    for name, value in options.items():
        if type(value) is not type(known[name].default):
            raise DoesNotHold(f"The option {name} takes {known[name].expected}.")
        try:
            read = known[name].read(word_of_option(value))
        except Refusal as refusal:
            raise DoesNotHold(refusal.words) from refusal
        if read != value:
            raise DoesNotHold(f"The option {name} takes {known[name].expected}.")
    try:
        game.check_options(options, len(userids))
    except Refusal as refusal:
        raise DoesNotHold(refusal.words) from refusal
