"""What the tables of a league have to be, worked out anew from the records of its boards, as the help tells it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from itertools import combinations, pairwise

HALF = Fraction(1, 2)


@dataclass(frozen=True)
class Game:
    """A game by its record: who began in which seat, who has won (None for a tie), whom the clock has put out."""

    board: int
    event: str
    first: str
    second: str
    winner: str | None
    late: str | None
    ended_at: datetime | None

    @property
    def players(self) -> frozenset[str]:
        return frozenset({self.first, self.second})

    def points_of(self, player: str) -> Fraction:
        return HALF if self.winner is None else Fraction(self.winner == player)


@dataclass(frozen=True)
class Line:
    """A line of a table: `cells` is what has come of the games against those of each line, in their order."""

    player: str
    cells: tuple[str, ...]
    points: str
    quality: str


def game_of(line: str) -> Game:
    """The game of a record in JSON."""
    record = json.loads(line)
    seats = [each["userid"] for each in record["players"]]
    first, second = seats
    late = None
    for move in record["moves"]:
        if move["text"] == "swap":
            seats.reverse()
        if move["text"] == "forfeit":
            late = seats[move["seat"]]
    result, ended_at = record["result"], record["finished_at"]
    winner = result["winner"] if result else None
    return Game(
        record["board"],
        record["terms"].get("event", ""),
        first,
        second,
        seats[winner] if winner is not None else None,
        late,
        datetime.fromisoformat(ended_at) if ended_at else None,
    )


def table_of(places: Sequence[str], games: Sequence[Game]) -> list[Line]:
    """The table of a division, the best first; `places` are its players, the strongest first."""
    points = {player: _sum(game.points_of(player) for game in games if player in game.players) for player in places}
    quality = {player: _quality(player, games, points) for player in places}
    wins = {player: sum(game.winner == player for game in games) for player in places}
    merits = {player: (points[player], quality[player], wins[player]) for player in places}

    def among_level(player: str) -> Fraction:
        level = {each for each in places if merits[each] == merits[player]}
        return _sum(game.points_of(player) for game in games if player in game.players and game.players <= level)

    order = sorted(
        places,
        key=lambda player: (*(-merit for merit in merits[player]), -among_level(player), places.index(player)),
    )
    by_players = {game.players: game for game in games}
    return [
        Line(
            player,
            tuple("*" if each == player else _sign(by_players[frozenset({each, player})], player) for each in order),
            written(points[player]),
            f"{float(quality[player]):.2f}",
        )
        for player in order
    ]


def pairs_of(players: Iterable[str]) -> list[frozenset[str]]:
    """Everybody against everybody."""
    return [frozenset(pair) for pair in combinations(players, 2)]


def next_divisions(tables: Sequence[Sequence[str]], entered: Mapping[str, int]) -> list[list[str]]:
    """Who plays in which division after tables like these; `entered` are all who play, with their ratings, in the
    order in which they have joined."""
    ladder = [kept for each in tables if (kept := [player for player in each if player in entered])]
    rising = [min(2, len(upper) // 2, len(lower) // 2) for upper, lower in pairwise(ladder)]
    before = [list(each) for each in ladder]
    for number, count in enumerate(rising):
        for each in before[number + 1][:count]:
            ladder[number + 1].remove(each)
        for each in before[number][len(before[number]) - count :]:
            ladder[number].remove(each)
    for number, count in enumerate(rising):
        ladder[number] += before[number + 1][:count]
        ladder[number + 1][:0] = before[number][len(before[number]) - count :]
    averages = [Fraction(sum(entered[player] for player in each), len(each)) for each in ladder]
    ladder = ladder or [[]]
    known = {player for each in before for player in each}
    for player in sorted(set(entered) - known, key=lambda each: (-entered[each], list(entered).index(each))):
        reached = [number for number, average in enumerate(averages) if entered[player] >= average]
        ladder[reached[0] if reached else -1].append(player)
    players = [player for each in ladder for player in each]
    count = -(-len(players) // 10)
    sizes = [len(players) // count + (number < len(players) % count) for number in range(count)]
    return [players[sum(sizes[:number]) : sum(sizes[: number + 1])] for number in range(count)]


def written(points: Fraction) -> str:
    """Points as tables have them."""
    whole, half = int(points), "½" if points % 1 else ""
    return f"{whole or ('' if half else 0)}{half}"


def _quality(player: str, games: Sequence[Game], points: Mapping[str, Fraction]) -> Fraction:
    """Sonneborn-Berger: the points of those who were beaten, and half of those who were tied with."""
    own = [game for game in games if player in game.players]
    return _sum(game.points_of(player) * points[other] for game in own for other in game.players - {player})


def _sign(game: Game, player: str) -> str:
    return written(game.points_of(player))


def _sum(numbers: Iterable[Fraction]) -> Fraction:
    return sum(numbers, Fraction(0))
