"""Games of Five Hundred compared with a second reading: `python -m tests.games.oracles.fivehundred --games 300`.

No library has the game. This reads the rules once more, from https://www.pagat.com/euchre/500.html (Australian
rules) and what help says that we have settled. It knows nothing of ours but how moves are written and which cards are
dealt. Random games to their ends are compared at every bid, discard and card: whose turn it is, what is legal, who
takes each trick, the points of each hand, and who has won.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from itertools import combinations
from random import Random

import click

from pbmserv.games.chance import Chance
from pbmserv.games.fivehundred import FiveHundred, Position

FIVE_HUNDRED = FiveHundred()
TARGETS = (500, 250, 100)
"""With how many points games are won, in turn."""

SUITS = ("spades", "clubs", "diamonds", "hearts")
COLOURS = {"spades": "black", "clubs": "black", "diamonds": "red", "hearts": "red"}
SUIT_OF_LETTER = {"S": "spades", "C": "clubs", "D": "diamonds", "H": "hearts"}
FACES = "456789TJQKA"

# The table of the published rules, row by row.
TABLE = [
    [("6 spades", 40), ("6 clubs", 60), ("6 diamonds", 80), ("6 hearts", 100), ("6 no trumps", 120)],
    [("7 spades", 140), ("7 clubs", 160), ("7 diamonds", 180), ("7 hearts", 200), ("7 no trumps", 220)],
    [("misere", 250)],
    [("8 spades", 240), ("8 clubs", 260), ("8 diamonds", 280), ("8 hearts", 300), ("8 no trumps", 320)],
    [("9 spades", 340), ("9 clubs", 360), ("9 diamonds", 380), ("9 hearts", 400), ("9 no trumps", 420)],
    [("10 spades", 440), ("10 clubs", 460), ("10 diamonds", 480), ("open misere", 500)],
    [("10 hearts", 500), ("10 no trumps", 520)],
]
LADDER = [bid for row in TABLE for bid, _ in row]
WORTH = {bid: worth for row in TABLE for bid, worth in row}


@dataclass
class Reading:
    """A hand as it is read here: the cards that were dealt, and all that was done since."""

    hands: list[set[str]]
    kitty: set[str]
    turn: int
    passed: set[int] = field(default_factory=set)
    best: str = ""
    holder: int = -1
    stage: str = "bids"
    trick: list[tuple[int, str]] = field(default_factory=list)
    joker_is: str = ""
    """The suit that was named for a joker which was led to this trick."""
    tricks: Counter[int] = field(default_factory=Counter)
    joker_belongs: str = ""
    """The suit that the maker named for the joker before the first lead."""
    led_already: set[str] = field(default_factory=set)

    @property
    def no_trumps(self) -> bool:
        return self.best.endswith("no trumps") or self.best.endswith("misere")

    @property
    def players(self) -> list[int]:
        """Who plays: not the partner of a player of misère."""
        absent = (self.holder + 2) % 4 if self.best.endswith("misere") else None
        return [seat for seat in range(4) if seat != absent]

    def next_of(self, seat: int) -> int:
        turn = (seat + 1) % 4
        while turn not in self.players:
            turn = (turn + 1) % 4
        return turn

    def belongs_to(self, card: str) -> str:
        """The suit of a card in this hand; the joker has none in no trumps unless the maker has given it one."""
        if card == "JO":
            return self.joker_belongs if self.no_trumps else self.best.split()[1]
        suit = SUIT_OF_LETTER[card[1]]
        if not self.no_trumps and card[0] == "J" and COLOURS[suit] == COLOURS[self.best.split()[1]]:
            return self.best.split()[1]
        return suit

    def height(self, card: str, led: str) -> tuple[int, int]:
        """How high a card is in a trick to which a suit was led: its class, and its place in it."""
        if card == "JO" and self.joker_belongs:
            return (1, 100) if led == self.joker_belongs else (0, 0)
        if card == "JO":
            return 3, 0
        suit, trump = self.belongs_to(card), "" if self.no_trumps else self.best.split()[1]
        place = FACES.index(card[0])
        if suit == trump:
            bower = (2 if SUIT_OF_LETTER[card[1]] == trump else 1) if card[0] == "J" else 0
            return 2, place + 20 * bower
        return (1, place) if suit == led else (0, place)

    def legal(self) -> set[str]:
        if self.stage == "bids":
            over = LADDER[LADDER.index(self.best) + 1 :] if self.best else LADDER
            return {"pass", *(bid for bid in over if bid != "misere" or self.best[:1] == "7")}
        hand = self.hands[self.turn]
        if self.stage == "discards":
            return {f"discard {written(three)}" for three in combinations(hand, 3)}
        if self.trick:
            led = self.joker_is or self.belongs_to(self.trick[0][1])
            following = {card for card in hand if self.belongs_to(card) == led}
            if not following and "JO" in hand and self.best.endswith("misere") and not self.joker_belongs:
                return {"JO"}
            return following or {*hand}
        if "JO" in hand and self.no_trumps and len(hand) > 1 and not self.joker_belongs:
            free = [suit for suit in SUITS if suit not in self.led_already]
            moves = hand - {"JO"} | {f"JO {suit}" for suit in free}
            is_first = self.turn == self.holder and not self.led_already
            return moves | ({f"nominate {suit}" for suit in SUITS} if is_first else set())
        return {*hand}

    def do(self, move: str) -> None:
        getattr(self, f"do_{self.stage}")(move)

    def do_bids(self, move: str) -> None:
        if move == "pass":
            self.passed.add(self.turn)
        else:
            self.best, self.holder = move, self.turn
        if len(self.passed) == 4:
            self.stage = "over"
        elif len(self.passed) == 3 and self.best:
            self.hands[self.holder] |= self.kitty
            self.turn, self.stage = self.holder, "discards"
        else:
            self.turn = (self.turn + 1) % 4
            while self.turn in self.passed:
                self.turn = (self.turn + 1) % 4

    def do_discards(self, move: str) -> None:
        self.hands[self.holder] -= {*move.split()[1:]}
        self.stage = "tricks"

    def do_tricks(self, move: str) -> None:
        card, _, named = move.partition(" ")
        if card == "nominate":
            self.joker_belongs = named
            return
        if not self.trick:
            self.joker_is = named
            self.led_already.add(named or self.belongs_to(card))
        self.hands[self.turn].remove(card)
        self.trick.append((self.turn, card))
        if len(self.trick) < len(self.players):
            self.turn = self.next_of(self.turn)
            return
        led = self.joker_is or self.belongs_to(self.trick[0][1])
        self.turn = max(self.trick, key=lambda played: self.height(played[1], led))[0]
        self.tricks[self.turn] += 1
        self.trick, self.joker_is = [], ""
        if not self.hands[self.turn] or (self.best.endswith("misere") and self.tricks[self.holder]):
            self.stage = "over"

    def points(self) -> tuple[int, int]:
        """What the hand brings the side of seat 0, and the other."""
        if not self.best:
            return 0, 0
        taken = self.tricks[self.holder] + self.tricks[(self.holder + 2) % 4]
        worth = WORTH[self.best]
        if self.best.endswith("misere"):
            own, theirs = (-worth if taken else worth), 0
        else:
            is_made = taken >= int(self.best.split()[0])
            own, theirs = (max(worth, 250 if taken == 10 else 0) if is_made else -worth), 10 * (10 - taken)
        return (own, theirs) if self.holder % 2 == 0 else (theirs, own)


def written(cards: tuple[str, ...]) -> str:
    """Cards as a move has them: by suit, clubs, diamonds, spades and hearts, then by rank, the joker last."""
    return " ".join(sorted(cards, key=lambda card: ("CDSHO".index(card[1]), FACES.index(card[0]))))


@dataclass
class Compared:
    """What was alike."""

    moves: int = 0
    hands: int = 0
    contracts: Counter[str] = field(default_factory=Counter)
    jokers_led: int = 0
    nominated: int = 0
    ends: Counter[str] = field(default_factory=Counter)


def begun(position: Position) -> Reading:
    return Reading([{*hand} for hand in position.hands], {*position.kitty}, (position.number - 1) % 4)


def compare(games: int, seed: int = 1) -> Compared:
    """Play random games, in which half of the bids are passes and most others low."""
    choices, found = Random(seed), Compared()  # noqa: S311 - it has to be the same
    for number in range(games):
        board_seed = choices.randbytes(16)
        target = TARGETS[number % len(TARGETS)]
        position = FIVE_HUNDRED.start({"to": target}, 4, Chance(board_seed, "start"))
        reading, totals = begun(position), [0, 0]
        for turn in range(10_000):
            where = f"game {number}\n{FIVE_HUNDRED.draw(position, position.next_seat)}\n{reading}"
            assert FIVE_HUNDRED.to_move(position) == (reading.turn,), where
            legal = sorted(FIVE_HUNDRED.legal_moves(position, reading.turn))
            assert {*legal} == reading.legal(), where
            move = chosen(legal, reading.stage, choices)
            found.moves += 1
            found.jokers_led += move.startswith("JO ")
            found.nominated += move.startswith("nominate")
            position = FIVE_HUNDRED.play(position, reading.turn, move, Chance(board_seed, f"turn {turn}")).position
            reading.do(move)
            while reading.stage == "tricks" and len(reading.hands[reading.turn]) == 1:
                # We play everybody's last card by ourselves.
                reading.do(*reading.hands[reading.turn])
            if reading.stage != "over":
                continue
            points = reading.points()
            assert position.points[-1] == points, where
            totals = [total + more for total, more in zip(totals, points, strict=True)]
            found.hands += 1
            found.contracts[reading.best or "passed out"] += 1
            side = reading.holder % 2
            if reading.best and points[side] > 0 and totals[side] >= target:
                end = (side, "made")
            elif reading.best and totals[side] <= -target:
                end = (1 - side, "lost")
            elif found_last(position):
                end = (-1, "fifty hands")
            else:
                reading = begun(position)
                continue
            result = FIVE_HUNDRED.result(position)
            assert result, where
            assert end[0] < 0 or result.winner == end[0], where
            assert result.scores == (*totals, *totals), where
            found.ends[end[1]] += 1
            break
    return found


def found_last(position: Position) -> bool:
    return len(position.points) == 50


def chosen(legal: list[str], stage: str, choices: Random) -> str:
    if stage != "bids" or choices.random() < 0.05:
        return choices.choice(legal)
    low = [bid for bid in LADDER if bid in legal][:4]
    return "pass" if choices.random() < 0.6 or not low else choices.choice(low)


@click.command()
@click.option("--games", default=300, show_default=True)
@click.option("--seed", default=1, show_default=True)
def main(games: int, seed: int) -> None:
    """Compare random games with a second reading of the rules."""
    found = compare(games, seed)
    click.echo(
        f"{games:,} games, {found.hands:,} hands, {found.moves:,} bids, discards and cards alike;"
        f" {found.jokers_led} jokers led without a trump, {found.nominated} given a suit; ends: {dict(found.ends)}"
    )
    click.echo(", ".join(f"{bid} {count}" for bid, count in found.contracts.most_common()))


if __name__ == "__main__":
    main()
