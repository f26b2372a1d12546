"""A plain natural way to bid: points and lengths, five-card majors, and no conventions.

High cards count 4, 3, 2 and 1, and each card of a suit beyond four counts 1. A call says at least how many points and
cards a hand has; whoever knows most adds them to their own, and 25 together are worth a game.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from pbmserv.games.bridge.auction import BIDS, DOUBLE, PASS, STRAINS, Call, last_bid, legal_calls
from pbmserv.games.tricks.cards import Card
from pbmserv.games.tricks.rules import SEATS

_VALUES = {"A": 4, "K": 3, "Q": 2, "J": 1}
SUITS = STRAINS[:4]
OPENING, RESPONSE, NEW_SUIT_HIGH, STRONG = 12, 6, 10, 22
"""Points for an opening, for a first response, for a new suit at level two, and for an opening of two."""
ONE_NOTRUMP, TWO_NOTRUMP = range(15, 18), range(20, 22)
OVERCALL, PREEMPT = 9, range(6, 11)
GAME, SMALL_SLAM, GRAND_SLAM = 25, 33, 37
"""What partners need together."""
INVITATION = 23
MINOR_GAME = 28
FIT, LONG = 8, 5
_LIMIT_OF_PASS = 11


@dataclass(frozen=True)
class Shape:
    """Points and lengths of clubs, diamonds, hearts and spades: of a hand, or at least so many that calls show."""

    points: int
    lengths: tuple[int, int, int, int]
    most: int = 40
    """The points that a hand has at most, as its calls show."""

    def length(self, strain: str) -> int:
        return self.lengths[SUITS.index(strain)]

    @property
    def is_balanced(self) -> bool:
        return min(self.lengths) >= 2 and sorted(self.lengths)[1] >= 3 and max(self.lengths) <= LONG

    @property
    def longest(self) -> str:
        """The suit to open: the longest, of equal ones the higher, but clubs of three cards each."""
        majors = [suit for suit in "sh" if self.length(suit) >= LONG]
        suits = majors if majors and max(map(self.length, majors)) >= max(map(self.length, "cd")) else "dc"
        best = max(suits, key=self.length)
        return "c" if best == "d" and self.lengths[:2] == (3, 3) else best


NOTHING = Shape(0, (0, 0, 0, 0))


@lru_cache(maxsize=1024)
def shape_of(hand: tuple[Card, ...]) -> Shape:
    ranks = [card[0] for card in hand]
    suits = [card[1].lower() for card in hand]
    lengths = (suits.count("c"), suits.count("d"), suits.count("h"), suits.count("s"))
    points = sum(_VALUES.get(rank, 0) for rank in ranks) + sum(max(0, length - 4) for length in lengths)
    return Shape(points, lengths)


def call_of(hand: tuple[Card, ...], dealer: int, calls: tuple[Call, ...]) -> Call:
    """The call of the next seat."""
    own, shown = shape_of(hand), _shown(calls)
    partner, me = shown[(len(calls) + 2) % SEATS], shown[len(calls) % SEATS]
    legal = legal_calls(calls)
    if not _bids_of(calls, len(calls) % 2):
        wanted = _opening(own) if last_bid(calls) is None else _overcall(own, calls)
    else:
        wanted = _answer(own, me, partner, calls)
    return wanted if wanted in legal else PASS


def _opening(own: Shape) -> Call:
    suit = own.longest
    if own.is_balanced and own.points in ONE_NOTRUMP:
        return "1n"
    if own.is_balanced and own.points in TWO_NOTRUMP:
        return "2n"
    if own.points >= STRONG:
        return f"2{suit}"
    if own.points >= OPENING:
        return f"1{suit}"
    long = max(SUITS, key=own.length)
    return f"3{long}" if own.points in PREEMPT and own.length(long) >= LONG + 2 else PASS


def _overcall(own: Shape, calls: tuple[Call, ...]) -> Call:
    """A long suit as low as possible, or a balanced hand as strong as an opening of one no-trump."""
    suit = max(SUITS, key=lambda each: (own.length(each), SUITS.index(each)))
    bid = _lowest(suit, calls)
    theirs = calls[last_bid(calls) or 0]
    if own.is_balanced and own.points in ONE_NOTRUMP and theirs[1] != "n":
        return "1n"
    if own.length(suit) < LONG or int(bid[0]) > 2 + (own.points >= OPENING + 3):
        return PASS
    return bid if own.points >= OVERCALL + 2 * (int(bid[0]) - 1) else PASS


def _answer(own: Shape, me: Shape, partner: Shape, calls: tuple[Call, ...]) -> Call:
    """The call of a hand whose side has bid: what the points of both are worth, in the best strain that is known."""
    place = last_bid(calls) or 0
    last, is_ours = calls[place], (len(calls) - place) % 2 == 0
    total = own.points + partner.points
    strain = _strain(own, partner)
    goal = _goal(total, strain, own)
    if goal and BIDS.index(goal) <= BIDS.index(last) and is_ours and last[1] == goal[1]:
        return PASS
    if not is_ours and goal and BIDS.index(goal) <= BIDS.index(last):
        return DOUBLE if total >= GAME and int(last[0]) > 2 else PASS
    suit = _new_suit(own, calls) if strain == "n" else ""
    first_answer = me == NOTHING or me.points == 0
    if first_answer and suit and own.points >= RESPONSE and partner.most > ONE_NOTRUMP[-1] + 1:
        bid = _lowest(suit, calls)
        if int(bid[0]) == 1 or (int(bid[0]) == 2 and own.points >= NEW_SUIT_HIGH):
            return bid
    if goal:
        return goal
    low = _lowest(strain, calls)
    if not is_ours:
        # As high as both have trumps together.
        enough = strain != "n" and int(low[0]) + 6 <= own.length(strain) + partner.length(strain)
        return low if enough and total >= OPENING + RESPONSE else PASS
    if first_answer:
        may_answer = own.points >= RESPONSE and partner.most > ONE_NOTRUMP[-1] + 1
        return _up_to(low, 1 if strain == "n" else 2) if may_answer else PASS
    return _rebid(own, partner, calls, strain)


def _rebid(own: Shape, partner: Shape, calls: tuple[Call, ...], strain: str) -> Call:
    """A second bid without enough for a game: a long suit again, another suit, or no-trump, and no higher than two.

    A partner's new suit wants an answer; anything else may be passed.
    """
    bids = _bids_of(calls, len(calls) % 2)
    last = bids[-1]
    own_suit = max(SUITS, key=own.length)
    is_new = last[1] != "n" and [bid[1] for bid in bids].count(last[1]) == 1
    if not is_new:
        return PASS
    if strain != "n":
        return PASS if strain == last[1] and own.length(strain) < 4 else _up_to(_lowest(strain, calls), 2)
    if own.length(own_suit) > LONG:
        return _up_to(_lowest(own_suit, calls), 2)
    second = _new_suit(own, calls)
    if second and int(_lowest(second, calls)[0]) == 1:
        return _lowest(second, calls)
    if own.is_balanced:
        return _up_to(_lowest("n", calls), 2)
    return _up_to(_lowest(second or own_suit, calls), 2)


def _up_to(bid: Call, level: int) -> Call:
    return bid if int(bid[0]) <= level else PASS


def _strain(own: Shape, partner: Shape) -> str:
    """The best suit of which both have eight cards, a major before a minor, or no-trump."""
    fits = [suit for suit in SUITS if own.length(suit) + partner.length(suit) >= FIT]
    majors = [suit for suit in fits if suit in "hs"]
    return max(majors or fits, key=lambda suit: own.length(suit) + partner.length(suit), default="n")


def _goal(total: int, strain: str, own: Shape) -> Call:
    """The contract that both are worth for certain, or an invitation to it; empty below."""
    if total >= SMALL_SLAM:
        return f"{6 + (total >= GRAND_SLAM)}{strain}"
    if total >= GAME:
        if strain in "hs":
            return f"4{strain}"
        return f"5{strain}" if strain != "n" and not own.is_balanced and total >= MINOR_GAME else "3n"
    if total >= INVITATION:
        return "2n" if strain == "n" else f"3{strain}"
    return ""


def _new_suit(own: Shape, calls: tuple[Call, ...]) -> str:
    """The longest suit of four cards that nobody has bid, the cheapest of equal ones; empty if there is none."""
    named = {call[1] for call in calls if call in BIDS}
    suits = [suit for suit in SUITS if suit not in named and own.length(suit) >= 4]
    return max(suits, key=lambda suit: (own.length(suit), -BIDS.index(_lowest(suit, calls))), default="")


def _lowest(strain: str, calls: tuple[Call, ...]) -> Call:
    """The lowest sufficient bid in a strain."""
    place = last_bid(calls)
    higher = BIDS if place is None else BIDS[BIDS.index(calls[place]) + 1 :]
    return next((bid for bid in higher if bid[1] == strain), BIDS[-1])


def _bids_of(calls: tuple[Call, ...], side: int) -> list[Call]:
    return [call for place, call in enumerate(calls) if place % 2 == side and call in BIDS]


def shown_by(dealer: int, calls: tuple[Call, ...]) -> tuple[Shape, ...]:
    """What the calls of each seat show, by seat."""
    shown = _shown(calls)
    return tuple(shown[(seat - dealer) % SEATS] for seat in range(SEATS))


@lru_cache(maxsize=512)
def _shown(calls: tuple[Call, ...]) -> tuple[Shape, ...]:
    """What the calls of each seat show, from dealer's."""
    shown = [NOTHING] * SEATS
    for place, call in enumerate(calls):
        seat = place % SEATS
        before = calls[:place]
        shown[seat] = _together(shown[seat], _meaning(call, before, shown[(seat + 2) % SEATS], shown[seat]))
    return tuple(shown)


def _together(one: Shape, other: Shape) -> Shape:
    lengths = [max(pair) for pair in zip(one.lengths, other.lengths, strict=True)]
    a, b, c, d = lengths
    return Shape(max(one.points, other.points), (a, b, c, d), min(one.most, other.most))


def _meaning(call: Call, before: tuple[Call, ...], partner: Shape, own: Shape) -> Shape:
    """What a call shows after others, of which `partner` and `own` are what these have shown."""
    side = len(before) % 2
    if call == PASS:
        has_opened = any(each in BIDS for each in before)
        return Shape(0, NOTHING.lengths, 40 if has_opened else _LIMIT_OF_PASS)
    if call not in BIDS:
        return NOTHING
    level, strain = int(call[0]), call[1]
    if not _bids_of(before, side):
        points, length, most = _first_bid(level, strain, last_bid(before) is None)
    elif strain == "n" or strain in {bid[1] for bid in _bids_of(before, side)}:
        # A raise, or no-trump: what the level needs with what partner has shown.
        needed = {1: 18, 2: 18, 3: INVITATION, 4: GAME, 5: MINOR_GAME, 6: SMALL_SLAM, 7: GRAND_SLAM}[level]
        needed = {2: INVITATION, 3: GAME, 4: GAME}.get(level, needed) if strain == "n" else needed
        points, most = max(own.points, needed - partner.points), 40
        is_own = strain != "n" and own.length(strain) > 0
        length = 0 if strain == "n" else own.length(strain) + 1 if is_own else FIT - partner.length(strain)
    else:
        points, length, most = (RESPONSE if level == 1 else NEW_SUIT_HIGH), 4, 40
        if own.points:
            points = own.points
    if strain == "n":
        return Shape(points, (2, 2, 2, 2), most)
    a, b, c, d = (length if suit == strain else 0 for suit in SUITS)
    return Shape(points, (a, b, c, d), most)


def _first_bid(level: int, strain: str, is_opening: bool) -> tuple[int, int, int]:
    """Least points, least length and most points of the first bid of a side."""
    if strain == "n":
        usual = ONE_NOTRUMP if level == 1 else TWO_NOTRUMP
        return usual[0], 0, usual[-1] + 1
    if not is_opening:
        return OVERCALL + 2 * (min(level, 3) - 1), LONG, 20
    if level == 1:
        return OPENING, LONG if strain in "hs" else 3, STRONG
    return (STRONG, LONG, 40) if level == 2 else (PREEMPT[0], LONG + 2, PREEMPT[-1] + 3)
