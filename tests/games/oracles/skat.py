"""Hands of Skat compared with OpenSpiel and with a second reading: `python -m tests.games.oracles.skat --hands 1000`.

OpenSpiel plays one hand: forehand, middlehand and rearhand say in turn whether they play, and what. There are no
values that are bid, no hand games, no null ouvert and nothing that a game counts. So the cards are compared with it:
whose turn it is, discards, legal cards, who takes each trick, and the card points at the end.

What it does not have is read once more here, from https://www.pagat.com/schafk/skat.html and help: the auction, which
is told by what each of the three does, the contracts, and what a hand counts, which is added up level by level.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import combinations
from random import Random
from typing import Any, NamedTuple

import click

from pbmserv.games.base import Played
from pbmserv.games.chance import Chance
from pbmserv.games.skat import Position, Skat
from pbmserv.games.tricks.cards import Card, in_order

SKAT = Skat()
CHANCE = Chance(bytes(16), "oracle")
MANY = 36
GAMES = ("diamonds", "hearts", "spades", "clubs", "grand", "null")

# What is published: the values that can be bid, in the order of the table of the International Skat Order.
TABLE = """
18 20 22 23 24 27 30 33 35 36 40 44 45 46 48 50 54 55 59 60 63 66 70 72 77 80 81 84 88 90 96 99 100 108 110 117 120
121 126 130 132 135 140 143 144 150 153 154 156 160 162 165 168 170 176 180 187 192 198 204 216 240 264
"""
LADDER = [int(value) for value in TABLE.split()]
SUIT_VALUE = {"diamonds": 9, "hearts": 10, "spades": 11, "clubs": 12, "grand": 24}
NULL_VALUE = {"null": 23, "null hand": 35, "null ouvert": 46, "null hand ouvert": 59}
LETTER = {"diamonds": "D", "hearts": "H", "spades": "S", "clubs": "C"}
FACE_VALUE = {"7": 0, "8": 0, "9": 0, "J": 2, "Q": 3, "K": 4, "T": 10, "A": 11}


class Compared(NamedTuple):
    """Bids, discards and cards that were alike; hands played, won, lost and overbid; hands without the skat."""

    moves: int
    won: int
    lost: int
    overbid: int
    by_hand: int


# The cards, by OpenSpiel


def compare_cards(hands: int, seed: int = 1) -> int:
    """Play the cards of random hands as OpenSpiel does; the number of moves that were alike."""
    import pyspiel

    game, choices, moves = pyspiel.load_game("skat"), Random(seed), 0  # noqa: S311 - it has to be the same
    for _ in range(hands):
        state = game.new_initial_state()
        while state.is_chance_node():
            state.apply_action(choices.choice(state.legal_actions()))
        position = _ours(state)
        maker = choices.randrange(3)
        for _ in range(maker):
            state.apply_action(_named(state)["unknown/pass"])
        contract = choices.choice(GAMES)
        state.apply_action(_named(state)[contract])
        for move in _auction_for(maker):
            position = _play(position, move)
        assert SKAT.to_move(position) == (maker,)
        position = _play(position, "take")
        assert {*position.hands[maker]} == {*map(_card, _named(state))}, f"{state}\n{SKAT.draw(position, maker)}"
        both = choices.sample(sorted(_named(state)), 2)
        for name in both:
            state.apply_action(_named(state)[name])
        position = _play(position, f"discard {_card(both[0])} {_card(both[1])}")
        position = _play(position, contract)
        moves += 4
        while not state.is_terminal() and not position.points:
            seat, named = state.current_player(), {_card(name): action for name, action in _named(state).items()}
            where = f"{state}\n{SKAT.draw(position, seat)}"
            assert SKAT.to_move(position) == (seat,), where
            assert {*SKAT.legal_moves(position, seat)} == {*named}, where
            card = choices.choice(sorted(named))
            state.apply_action(named[card])
            before, played = position, SKAT.play(position, seat, card, CHANCE)
            position = played.position
            moves += 1
        while not state.is_terminal():
            # We have played everybody's last card by ourselves.
            [last] = state.legal_actions()
            state.apply_action(last)
        _compare_points(state, before, played, maker)
    return moves


def _compare_points(state: Any, before: Position, played: Played[Position], maker: int) -> None:
    """Whether the game was won, and with how many points, which OpenSpiel tells as a part of 120."""
    own = round(state.returns()[maker] * 120 + 60)
    after = played.position
    where = f"{state}\n{after.points}"
    if before.is_null:
        assert (own > 60) == (after.points[0][maker] > 0), where
        return
    name = SKAT.seat_names[maker]
    assert f"{name} has {own} points of 120, those of the skat included." in [note.text for note in played.notes], (
        where
    )


def _auction_for(maker: int) -> list[str]:
    """Bids by which a seat plays for 18."""
    return {0: ["pass", "pass", "18"], 1: ["18", "pass", "pass"], 2: ["pass", "18", "pass"]}[maker]


def _ours(state: Any) -> Position:
    """The same hand of ours, whose forehand is the first seat."""
    cards = [_card(state.action_to_string(-1, action)) for action in state.history()]
    hands = [cards[start : start + 3] for start in (0, 3, 6)]
    for seat in range(3):
        hands[seat] += cards[11 + 4 * seat : 15 + 4 * seat] + cards[23 + 3 * seat : 26 + 3 * seat]
    dealt = tuple(map(in_order, hands))
    return Position(deals=MANY, seeger=False, number=1, hands=dealt, kitty=tuple(cards[9:11]))


def _named(state: Any) -> dict[str, int]:
    return {state.action_to_string(action): action for action in state.legal_actions()}


def _card(text: str) -> Card:
    """`DJ` is `JD` here."""
    return text[1] + text[0]


def _play(position: Position, move: str) -> Position:
    return SKAT.play(position, SKAT.to_move(position)[0], move, CHANCE).position


# Everything else, by a second reading


@dataclass
class Reading:
    """A hand as it is read here: forehand is 0."""

    hands: list[set[str]]
    skat: set[str]
    stage: str = "middlehand speaks"
    bid: int = 0
    out: list[int] = field(default_factory=list)
    alone: int = -1
    game: str = ""
    twelve: set[str] = field(default_factory=set)
    trick: list[tuple[int, str]] = field(default_factory=list)
    leader: int = 0
    won: list[set[str]] = field(default_factory=lambda: [set(), set(), set()])

    @property
    def speaker(self) -> int:
        return 1 if self.stage.startswith("middlehand") else 2

    @property
    def hearer(self) -> int:
        return 0 if self.speaker == 1 or 0 not in self.out else 1

    @property
    def turn(self) -> int:
        if self.stage.endswith("speaks"):
            return self.speaker
        if self.stage.endswith("is asked"):
            return self.hearer
        if self.stage == "forehand alone":
            return 0
        if self.stage == "tricks":
            return (self.leader + len(self.trick)) % 3
        return self.alone

    def legal(self) -> set[str]:
        if self.stage.endswith("speaks"):
            return {"pass", *(str(value) for value in LADDER if value > self.bid)}
        if self.stage.endswith("is asked"):
            return {"pass", "hold"}
        if self.stage == "forehand alone":
            return {"pass", "18"}
        nulls = {name for name, value in NULL_VALUE.items() if value >= self.bid}
        if self.stage == "skat or hand":
            more = ("", " schneider", " schwarz", " ouvert")
            hands = {f"{suit} hand{word}" for suit in SUIT_VALUE for word in more}
            return {"take"} | hands | {name for name in nulls if "hand" in name}
        if self.stage == "two aside":
            return {f"discard {' '.join(in_order(two))}" for two in combinations(self.hands[self.alone], 2)}
        if self.stage == "game":
            return {*SUIT_VALUE} | {name for name in nulls if "hand" not in name}
        hand = self.hands[self.turn]
        if self.trick:
            kind = self.kind(self.trick[0][1])
            return {card for card in hand if self.kind(card) == kind} or {*hand}
        return {*hand}

    def kind(self, card: str) -> str:
        """What a card follows: trump, or its own suit."""
        if self.game.startswith("null"):
            return card[1]
        return "trump" if card[0] == "J" or card[1] == LETTER.get(self.game.split()[0]) else card[1]

    def height(self, card: str) -> int:
        if self.game.startswith("null"):
            return "789TJQKA".index(card[0])
        if card[0] == "J":
            return 20 + "DHSC".index(card[1])
        return "789QKTA".index(card[0])

    def do(self, move: str) -> None:
        if self.stage == "tricks":
            self.do_card(move)
        elif self.stage == "skat or hand":
            self.twelve = self.hands[self.alone] | self.skat
            if move == "take":
                self.hands[self.alone], self.stage = {*self.twelve}, "two aside"
            else:
                self.game, self.stage = move, "tricks"
        elif self.stage == "two aside":
            self.skat = {*move.split()[1:]}
            self.hands[self.alone] -= self.skat
            self.stage = "game"
        elif self.stage == "game":
            self.game, self.stage = move, "tricks"
        else:
            self.do_bid(move)

    def do_bid(self, move: str) -> None:
        who = self.stage.partition(" ")[0]
        if move == "hold":
            self.stage = f"{who} speaks"
            return
        if move != "pass":
            self.bid = int(move)
            if self.stage == "forehand alone":
                self.alone, self.stage = 0, "skat or hand"
            else:
                self.stage = f"{who} is asked"
            return
        self.out.append(self.turn)
        left = [seat for seat in range(3) if seat not in self.out]
        if who == "middlehand":
            self.stage = "rearhand speaks"
        elif not left:
            self.stage = "nobody"
        elif not self.bid:
            self.stage = "forehand alone"
        else:
            [self.alone] = left
            self.stage = "skat or hand"

    def do_card(self, card: str) -> None:
        self.hands[self.turn].remove(card)
        self.trick.append((self.turn, card))
        if len(self.trick) < 3:
            return
        kinds = {self.kind(played) for _, played in self.trick}
        kind = "trump" if "trump" in kinds else self.kind(self.trick[0][1])
        self.leader = max((self.height(played), seat) for seat, played in self.trick if self.kind(played) == kind)[1]
        self.won[self.leader] |= {played for _, played in self.trick}
        self.trick = []

    @property
    def is_over(self) -> bool:
        if self.stage == "nobody":
            return True
        is_lost = self.game.startswith("null") and bool(self.won[self.alone])
        return self.stage == "tricks" and not self.trick and (is_lost or not any(self.hands))

    @property
    def own_points(self) -> int:
        return sum(FACE_VALUE[card[0]] for card in self.won[self.alone] | self.skat)

    def score(self) -> tuple[int, bool]:
        """What the hand counts, and whether it was overbid."""
        took = bool(self.won[self.alone])
        if self.game.startswith("null"):
            return (-2 if took else 1) * NULL_VALUE[self.game], False
        suit, *said = self.game.split()
        trumps = ["JC", "JS", "JH", "JD"]
        if suit in LETTER:
            trumps += [f"{rank}{LETTER[suit]}" for rank in "ATKQ987"]
        matadors = 1
        while matadors < len(trumps) and (trumps[matadors] in self.twelve) == (trumps[0] in self.twelve):
            matadors += 1
        own, others = self.own_points, 120 - self.own_points
        others_took = any(self.won[seat] for seat in range(3) if seat != self.alone)
        levels = ["game"]
        levels += ["hand"] if "hand" in said else []
        must_schneider = bool({"schneider", "schwarz", "ouvert"} & {*said})
        must_schwarz = bool({"schwarz", "ouvert"} & {*said})
        levels += ["schneider"] if min(own, others) <= 30 or must_schneider else []
        levels += ["announced schneider"] if must_schneider else []
        levels += ["schwarz"] if must_schwarz or not (took and others_took) else []
        levels += ["announced schwarz"] if must_schwarz else []
        levels += ["ouvert"] if "ouvert" in said else []
        base = SUIT_VALUE[suit]
        counts = base * (matadors + len(levels))
        is_won = own > 60 and (others <= 30 or not must_schneider) and not (others_took and must_schwarz)
        if counts < self.bid:
            while counts < self.bid:
                counts += base
            return -2 * counts, True
        return (counts if is_won else -2 * counts), False


def compare(hands: int, seed: int = 1) -> Compared:
    """Play random hands in which most bids are low, and compare everything with the second reading."""
    choices = Random(seed)  # noqa: S311 - it has to be the same
    moves = won = lost = overbid = by_hand = 0
    for number in range(hands):
        seeger = number % 2 == 1
        cards = [*Position.PACK]
        choices.shuffle(cards)
        dealt = tuple(in_order(cards[start : start + 10]) for start in (0, 10, 20))
        position = Position(deals=MANY, seeger=seeger, number=1, hands=dealt, kitty=tuple(cards[30:]))
        reading = Reading([{*hand} for hand in dealt], {*cards[30:]})
        while not reading.is_over:
            legal = reading.legal()
            where = f"{reading}\n{SKAT.draw(position, reading.turn)}"
            if not position.points:
                assert SKAT.to_move(position) == (reading.turn,), where
                assert {*SKAT.legal_moves(position, reading.turn)} == legal, where
                assert len(SKAT.legal_moves(position, reading.turn)) == len(legal), where
            move = _chosen(reading, legal, choices)
            reading.do(move)
            if not position.points:
                position = _play(position, move)
                moves += 1
        if reading.alone < 0:
            assert position.points == ((0, 0, 0),)
            continue
        score, is_over = reading.score()
        expected = [40 * (score < 0) * seeger] * 3
        expected[reading.alone] = score + seeger * (50 if score > 0 else -50)
        assert position.points == (tuple(expected),), f"{reading}\n{position.points} {expected}"
        won, lost, overbid = won + (score > 0), lost + (score < 0), overbid + is_over
        by_hand += "hand" in reading.game
    return Compared(moves, won, lost, overbid, by_hand)


def _chosen(reading: Reading, legal: set[str], choices: Random) -> str:
    """A random move; of bids a low one, mostly, and where the skat can be taken, often that."""
    if reading.stage.endswith("speaks") and choices.random() < 0.9:
        return choices.choice([*sorted(legal, key=lambda bid: int(bid) if bid != "pass" else 0)[:3], "pass"])
    if reading.stage == "skat or hand" and choices.random() < 0.5:
        return "take"
    return choices.choice(sorted(legal))


@click.command()
@click.option("--hands", default=1000, show_default=True)
@click.option("--seed", default=1, show_default=True)
def main(hands: int, seed: int) -> None:
    """Compare random hands with OpenSpiel's, and as many with a second reading."""
    assert [*map(str, LADDER)] == [bid for bid in _first_bids() if bid != "pass"]
    cards = compare_cards(hands, seed)
    found = compare(hands, seed)
    click.echo(
        f"{hands:,} hands by OpenSpiel, {cards:,} moves alike; {hands:,} by the second reading, {found.moves:,} bids,"
        f" discards and cards, {found.won:,} won, {found.lost:,} lost, {found.overbid:,} of them overbid,"
        f" {found.by_hand:,} without the skat"
    )


def _first_bids() -> list[str]:
    position = SKAT.start({"deals": 1, "seeger": False}, 3, CHANCE)
    return [*SKAT.legal_moves(position, position.next_seat)]


if __name__ == "__main__":
    main()
