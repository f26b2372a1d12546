"""Games between machine players as they are kept, one file for each game, and the table that is made of them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field
from math import log, log10, sqrt
from pathlib import Path

RANDOM = "random"
"""Who plays any legal move."""


@dataclass(frozen=True)
class Side:
    """A player of the ladder: a level, and how much it thought when it played; nothing for random moves."""

    name: str
    simulations: int = 0


@dataclass
class Match:
    """Games between two sides: what `upper` scored against `lower`, and the time of a move of each, in seconds."""

    upper: Side
    lower: Side
    games: int = 0
    wins: int = 0
    ties: int = 0
    moves: int = 0
    """How many moves `upper` has made."""
    seconds: float = 0.0
    """How long it thought about them, of a processor's time."""

    @property
    def score(self) -> float:
        """What `upper` has scored, from 0 to 1."""
        return (self.wins + self.ties / 2) / self.games if self.games else 0.5

    @property
    def elo(self) -> tuple[float, float]:
        """By how much `upper` is better, in Elo, and the half width of the interval that holds it 19 times of 20.

        Half a game is added to each side, so that a side that has won everything is not infinitely better.
        """
        games = self.games + 1
        score = (self.score * self.games + 0.5) / games
        error = 1.96 * sqrt(score * (1 - score) / games)
        return 400 * log10(score / (1 - score)), 400 / log(10) * error / (score * (1 - score))

    def add(self, points: float, moves: int, seconds: float) -> None:
        """Count one more game, in which `upper` had 1 for a win, 0.5 for a tie."""
        self.games += 1
        self.wins += points == 1
        self.ties += points == 0.5
        self.moves += moves
        self.seconds += seconds


@dataclass
class Standings:
    """The matches of one game, as it is challenged: `hex -size=7`."""

    words: str
    matches: list[Match] = field(default_factory=list)

    def match(self, upper: Side, lower: Side) -> Match:
        """The match of two sides, begun where it was not. What other sides of these names have done is forgotten."""
        for match in self.matches:
            if (match.upper, match.lower) == (upper, lower):
                return match
        names = (upper.name, lower.name)
        self.matches = [match for match in self.matches if (match.upper.name, match.lower.name) != names]
        self.matches.append(Match(upper, lower))
        return self.matches[-1]

    def save(self, folder: Path) -> None:
        """Keep them in a file of their own."""
        folder.mkdir(parents=True, exist_ok=True)
        text = json.dumps(asdict(self), indent=1) + "\n"
        file_of(folder, self.words).write_text(text, encoding="utf-8")


def file_of(folder: Path, words: str) -> Path:
    """Where the matches of a game are kept."""
    return folder / f"{words.replace(' -', '_').replace('=', '-')}.json"


def kept(folder: Path, words: str) -> Standings:
    """What is kept of a game; nothing yet, where there is no file."""
    file = file_of(folder, words)
    return _read(file) if file.exists() else Standings(words)


def all_kept(folder: Path) -> list[Standings]:
    """What is kept of all games, by their words."""
    return sorted((_read(file) for file in folder.glob("*.json")), key=lambda standings: standings.words)


def _read(file: Path) -> Standings:
    told = json.loads(file.read_text(encoding="utf-8"))
    matches = [
        Match(**{**match, "upper": Side(**match["upper"]), "lower": Side(**match["lower"])})
        for match in told["matches"]
    ]
    return Standings(told["words"], matches)


def table_of(standings: Iterable[Standings], names: Sequence[str]) -> list[str]:
    """The results as a table in Markdown: for each step of the ladder its score and what that is in Elo."""
    steps = [*zip(names, (RANDOM, *names), strict=False)]
    titles = ["game", *(f"{upper} against {lower}" for upper, lower in steps), "seconds a move"]
    rows = [titles, ["---"] * len(titles)]
    for each in standings:
        found = {(match.upper.name, match.lower.name): match for match in each.matches}
        cells = [_cell(found.get(step)) for step in steps]
        times = [_time(found.get(step)) for step in steps]
        rows.append([f"`{each.words}`", *cells, ", ".join(times)])
    return [f"| {' | '.join(row)} |" for row in rows]


def _cell(match: Match | None) -> str:
    if match is None or not match.games:
        return "–"
    elo, error = match.elo
    return f"{match.score:.0%} of {match.games}, {elo:+.0f} ± {error:.0f}"


def _time(match: Match | None) -> str:
    return f"{match.seconds / match.moves:.2f}" if match and match.moves else "–"
