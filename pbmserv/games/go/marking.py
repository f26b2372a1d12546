"""Agreement on dead stones: one proposes, the other agrees, proposes others, or plays on.

A proposal names each dead chain by one stone: `dead d4 q16`, or `dead none`, which players read as `all alive`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from typing import NamedTuple

from pbmserv.games.base import Illegal, NeverLegal
from pbmserv.games.boards.grids import EMPTY, Grid
from pbmserv.games.go.counting import SEAT_NAMES
from pbmserv.games.go.rules import OVER, PLAYING, STONES, Position

AGREE, RESUME, NONE, DONE = "agree", "resume", "dead none", "done"
ALL_ALIVE = "all alive"
"""How `NONE` is shown."""
_MAY_BE_DEAD = 6
"""The most stones of a group that is proposed as an example of a dead one."""
_MOST_NAMED = 6
"""With more chains in danger than this, nothing is proposed."""
_AROUND = 6
"""Within so many steps of each liberty of such a group the opponent has a stone."""

MOST_PROPOSALS = 4
"""After this many proposals, somebody has to agree or play on."""

_AGREED = frozenset({AGREE, "agreed", "i agree"})
_RESUMED = frozenset({RESUME, "continue", "play on", "resume play"})
_MOST_WORDS = 400
"""Of 361 points each can be named."""
_TOKEN = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)?(?:[0-9]+)?|[^\s\w]|\w")
_POINT = re.compile(r"[a-z][1-9][0-9]?", re.ASCII)
_KINDS: Mapping[str, frozenset[str]] = {
    kind: frozenset(words.split())
    for kind, words in {
        "D": "dead dies tot tote toten stirbt sterben mort morte morts mortes muerto muerta muertos muertas мёртв"
        " мертв мёртва мертва мертвы мёртвы",
        "L": """alive live lives living stay stays lebt leben lebendig vit vivent vivant vivante vivants vivantes vivo
            viva vivos vivas vive viven жив жива живы живёт живет живой живая""",
        "!": "not isn't aren't nicht pas non не нет",
        "N": "none nothing nichts kein keine keiner aucun aucune rien nada ninguno ninguna",
        "A": "all everything alle alles tout tous toutes todo todos todas все всё",
        "R": "rest else other others übrigen übrige reste autres resto demás остальное остальные",
        "T": "it it's its that that's this they they're es",
        "0": "black black's schwarz schwarze schwarzen noir noire noires negra negras negro negros чёрные черные",
        "1": """white white's weiß weiss weiße weißen weisse weissen blanc blanche blanches blanca blancas blanco
            blancos белые""",
        "M": "my mine meine mes mis mías мои",
        "Y": "your yours deine deinen ihre tes vos tus tuyas твои ваши",
        "B": "is are ist sind est sont está esta están estan son",
        "+": "too also auch aussi también tambien",
        "": """stone stones chain chains group groups one ones stein steine pierre pierres piedra piedras a i think
            believe say guess only just but then so there and the at on still yet surely clearly certainly of ich
            denke glaube nur aber der die das und auf bei noch je pense crois seulement mais n'est
            le la les et en encore creo solo pero el los las y as well mark please bitte как
            и а но камень камни группа думаю""",
    }.items()
}
"""What is written about dead stones, in several languages; words of no kind change nothing."""
_SIDES = "01MY"
"""The kinds of words for the stones of one side: black, white, mine, yours."""
_IGNORED = frozenset(".,:;!")
_SAYS = re.compile(r"(?:(?:[DL](?:W?P)+)+(?:A?RL)?|(?:(?:W?P)+[DL]|ND|A?RL|TA?L|AL|A?W+A?L)+|D|L|N|DN)")
"""`dead c6, the rest is alive`, `c6 and g7 are dead`, `nothing is dead`: P is a point, W a side."""
_ELLIPSIS = re.compile(rf"(?P<said>[DL])|(?P<points>(?:[{_SIDES}]?P)+)(?P<verb>B?!|B)\+?(?=[{_SIDES}P]|\Z)")
"""`d4 is not` behind `b5 is dead`, and `d4 is` behind `b5 is not dead`: what is not said again."""
_OF_A_SIDE = re.compile(rf"(?:A?[{_SIDES}]L)*(?:A([{_SIDES}])D|([{_SIDES}])AD|DA([{_SIDES}]))(?:A?[{_SIDES}]L|A?RL)*")
"""`All your stones are dead, mine are alive`."""
_CLAUSE = re.compile(r"([DL])((?:W?P)+)|((?:W?P)+)([DL])|[^P]+?[DL]")
_OF_SOME = re.compile(r"(?:A?W+A?L|A?RL)+")
"""Of some stones only, which says nothing of the others: `All my stones live`."""


class _Said(NamedTuple):
    dead: tuple[str, ...]
    alive: tuple[str, ...]
    is_added: bool
    """Whether these are dead beside those that are proposed: `c7 is dead, too`."""
    is_of_all: bool
    """Whether what is proposed is alive, without a name: `That's not dead`."""
    side: str = ""
    """Whose stones are all dead, as one of `_SIDES`: `All your stones are dead`."""


def is_about_marking(text: str) -> bool:
    """Whether a lower-case text makes sense only during marking."""
    return text in _AGREED | _RESUMED or _said(text) is not None


def read(position: Position, board: Grid, text: str) -> str:
    """Parse a legal move. Raises `NeverLegal` or `Illegal`."""
    if text in _RESUMED:
        return RESUME
    said = _said(text)
    if said is None:
        if not position.proposals:
            raise Illegal(
                "Nothing has been proposed that you could agree to: name the dead stones, for example"
                " dead d4 q16, or write all alive."
            )
        return AGREE
    for name in (*said.dead, *said.alive):
        if name not in board.place_of:
            raise NeverLegal(
                "The point {name} is not on the board: {where}.", name=name, where=board.where_it_is(name)
            )
        if position[board.place_of[name]] == EMPTY:
            raise Illegal(
                "There is no stone on {name}: name a stone of each dead chain, for example dead d4 q16.", name=name
            )
    if said.alive and not (said.dead or position.proposals):
        raise Illegal(
            "Nothing has been proposed as dead: name the dead stones, for example dead d4 q16, or write all alive."
        )
    if said.side:
        return _proposal(position, board, _stones_of_side(position, said.side))
    if said.is_of_all and len(proposed(position)) > 1:
        raise Illegal("Several chains are proposed as dead: name a stone of each that lives, for example alive d4.")
    dead, alive = (stones_of(position, [board.place_of[name] for name in names]) for names in (said.dead, said.alive))
    before = position.dead if said.is_added or said.alive else ()
    chosen = one_of_each(position, [*(board.place_of[name] for name in said.dead), *before])
    return _proposal(position, board, [place for place in chosen if place in dead or place not in alive])


def _stones_of_side(position: Position, side: str) -> list[int]:
    """A stone of each chain of a side, as the player to move names it. Raises `Illegal` if there is none."""
    seat = {"0": 0, "1": 1, "M": position.next_seat, "Y": 1 - position.next_seat}[side]
    stones = [place for place, stone in enumerate(position.cells) if stone == "xo"[seat]]
    if not stones:
        raise Illegal("{player} has no stone on the board.", player=SEAT_NAMES[seat])
    return one_of_each(position, stones)


def _proposal(position: Position, board: Grid, chosen: Sequence[int]) -> str:
    """The proposal that these are dead. Raises `Illegal` if it cannot be made now."""
    if position.proposals >= MOST_PROPOSALS:
        raise Illegal(
            "After {most} proposals it is time to agree, or to resume play: write agree, or resume.",
            most=MOST_PROPOSALS,
        )
    if position.proposals and stones_of(position, chosen) == position.dead:
        raise Illegal("{player} has proposed just that: write agree.", player=SEAT_NAMES[1 - position.next_seat])
    return words_of(board, chosen)


def only_points(text: str) -> bool:
    """Whether a lower-case text names points and says nothing of them: `c6 and g7`, `Only c6`."""
    return re.fullmatch(f"(?:[{_SIDES}]?P)+", _kinds_of(text)[0]) is not None


def _said(text: str) -> _Said | None:
    """What a text says that is made of nothing but points and words about dead stones; None of any other."""
    kinds, points = _kinds_of(text)
    if side := _OF_A_SIDE.fullmatch(kinds):
        return _Said((), (), False, False, "".join(filter(None, side.groups())))
    kinds = re.sub(f"[{_SIDES}]", "W", kinds)
    plain = kinds.replace("+", "")
    if not _SAYS.fullmatch(plain) or _OF_SOME.fullmatch(plain):
        return None
    found: dict[str, list[str]] = {"D": [], "L": []}
    names = iter(points)
    for clause in _CLAUSE.finditer(plain):
        found[clause[1] or clause[4] or "L"] += islice(names, clause[0].count("P"))
    if set(found["D"]).intersection(found["L"]):
        return None
    return _Said(tuple(found["D"]), tuple(found["L"]), "+" in kinds, "T" in plain)


def _kinds_of(text: str) -> tuple[str, list[str]]:
    """A letter for each word that counts, `?` for one that is not known; and the points."""
    words = [word for word in _TOKEN.findall(text) if word not in _IGNORED]
    if len(words) > _MOST_WORDS:
        return "?", []
    kinds, points = "", list[str]()
    for place, word in enumerate(words):
        if _POINT.fullmatch(word):
            kinds += "P"
            points.append(word)
        elif word == "no" and kinds.endswith("P"):
            # "b5 está muerto, d4 no"
            kinds += "!"
        elif word == "no":
            # "No, c6 is alive", but "no stones are dead".
            kinds += "" if place == 0 and text[2:3] in {"", ",", ".", "!", ";", ":"} else "N"
        else:
            kinds += next((kind for kind, known in _KINDS.items() if word in known), "?")
    kinds = _in_full(kinds).replace("B", "")
    # "Not dead" is alive, and "not alive" dead.
    return kinds.replace("!D", "l").replace("!L", "D").replace("l", "L").replace("LL", "L"), points


def _in_full(kinds: str) -> str:
    """The same with what is left out behind points said again: `b5 is dead, d4 is not dead`."""
    said = ""

    def again(found: re.Match[str]) -> str:
        nonlocal said
        said = found["said"] or said
        return found[0] if found["said"] or not said else f"{found['points']}{found['verb']}{said}"

    return _ELLIPSIS.sub(again, kinds)


def words_of(board: Grid, chosen: Iterable[int]) -> str:
    return " ".join(["dead", *(board.names[place] for place in sorted(chosen))]) if chosen else NONE


def made(position: Position, board: Grid, move: str) -> Position:
    """The position after a legal canonical move."""
    other = 1 - position.next_seat
    if move == AGREE:
        return replace(position, phase=OVER)
    if move == RESUME:
        # Who was to move after the two passes goes on.
        first = position.next_seat ^ (position.proposals % 2)
        return replace(
            position, next_seat=first, phase=PLAYING, passes=0, dead=(), proposals=0, is_resumed=True, last=()
        )
    chosen = [board.place_of[name] for name in move.split()[1:]] if move != NONE else []
    dead = stones_of(position, chosen)
    return replace(position, next_seat=other, dead=dead, proposals=position.proposals + 1)


def stones_of(position: Position, chosen: Iterable[int]) -> tuple[int, ...]:
    """All stones of the chains of these."""
    return tuple(sorted({stone for place in chosen for stone in position.chain_at(place).stones}))


def proposed(position: Position) -> list[int]:
    """The first stone of each proposed chain."""
    return one_of_each(position, position.dead)


def steps(position: Position, board: Grid, move: str) -> tuple[str, ...]:
    """The touches of a legal move: the chains that differ from the previous proposal, then the end."""
    if move in (AGREE, RESUME):
        return (move,)
    chosen = [board.place_of[name] for name in move.split()[1:]] if move != NONE else []
    dead = {*position.dead}
    added = [place for place in chosen if place not in dead]
    kept = {stone for place in chosen for stone in position.chain_at(place).stones}
    left_out = [place for place in proposed(position) if place not in kept]
    return (*(board.names[place] for place in sorted([*added, *left_out])), DONE)


def by_touch(position: Position, board: Grid, touched: Sequence[str]) -> Mapping[tuple[str, ...], str]:
    """The possible proposals after touching these stones: the present one, or with one chain changed.

    A second touch undoes the first.
    """
    begun, chosen = _turned(position, board, touched)
    ways = {}
    for place, stone in enumerate(position.cells):
        if stone != EMPTY:
            changed = dict(chosen)
            _turn(changed, position, place)
            ways[*begun, board.names[place], DONE] = words_of(board, changed.values())
    ways[*begun, DONE] = words_of(board, chosen.values())
    if position.proposals >= MOST_PROPOSALS:
        ways = {}
    elif position.proposals:
        ways = {way: move for way, move in ways.items() if not _is_proposed(position, board, move)}
    ways |= {(AGREE,): AGREE} if position.proposals else {}
    return {**ways, (RESUME,): RESUME}


def marked(position: Position, board: Grid, touched: Sequence[str]) -> Position:
    """The position with these stones marked or no longer marked as dead."""
    _, chosen = _turned(position, board, touched)
    return replace(position, dead=stones_of(position, chosen.values()))


def offered(position: Position, board: Grid) -> tuple[str, ...]:
    """The few moves that a letter offers: agree, what may well be dead, that all live, and to play on."""
    if position.proposals >= MOST_PROPOSALS:
        return AGREE, RESUME
    dead = words_of(board, _surrounded(position))
    others = [*dict.fromkeys((dead, NONE))]
    if position.proposals:
        return AGREE, *[move for move in others if not _is_proposed(position, board, move)][:1], RESUME
    return *others, RESUME


def shown(move: str) -> str:
    """A canonical move as players read it."""
    return ALL_ALIVE if move == NONE else move


def _surrounded(position: Position) -> list[int]:
    """A stone of each chain that may well be dead: few stones, without two eyes, to which the opponent is closer.

    Chains that share a liberty are one group. Of whose turn it is, one has to be shut in, too: nobody proposes a
    stone of their own that may still get home.
    """
    points = _Points(position)
    left, found = points.board & ~points.free, 0
    while left:
        stone = left & -left
        own = points.of_player if stone & points.of_player else points.of_other
        group = points.group_of(stone, own)
        left &= ~group
        friends, others = own & ~group, points.board & ~points.free & ~own
        if group.bit_count() > _MAY_BE_DEAD or not friends:
            continue
        liberties = points.beside(group) & points.free
        eyes = liberties & ~points.beside(points.board & ~group)
        if own == points.of_player and not points.is_shut_in(liberties, friends):
            continue
        if eyes.bit_count() < 2 and points.is_closer(others, friends, liberties & ~eyes):
            found |= group
    chains = one_of_each(position, [place for place in range(len(position.cells)) if found >> place & 1])
    return chains if len(chains) <= _MOST_NAMED else []


class _Points:
    """Sets of points as numbers, a bit for each place: a whole set is looked around from at once."""

    def __init__(self, position: Position) -> None:
        width, cells = position.width, position.cells
        self._width = width
        self.board = (1 << len(cells)) - 1
        first_column = sum(1 << place for place in range(0, len(cells), width))
        self._not_first, self._not_last = self.board & ~first_column, self.board & ~(first_column << width - 1)
        # The last place is the highest bit.
        player = STONES[position.next_seat]
        backwards = cells[::-1]
        self.free, self.of_player = (
            int(backwards.translate({ord(each): "01"[each == sign] for each in (EMPTY, *STONES)}), 2)
            for sign in (EMPTY, player)
        )
        self.of_other = self.board & ~self.free & ~self.of_player

    def beside(self, points: int) -> int:
        """All points that are next to one of these."""
        aside = (points << 1) & self._not_first | (points >> 1) & self._not_last
        return aside | (points << self._width) & self.board | points >> self._width

    def group_of(self, stone: int, own: int) -> int:
        """The stones of a chain, and of chains of its colour that share liberties with it."""
        group, newest = stone, stone
        while newest:
            around = self.beside(newest)
            newest = (around | self.beside(around & self.free)) & own & ~group
            group |= newest
        return group

    def is_shut_in(self, liberties: int, friends: int) -> bool:
        """Whether a group with these liberties has no way to others of its colour."""
        room = edge = liberties
        while edge:
            around = self.beside(edge)
            if around & friends:
                return False
            edge = around & self.free & ~room
            room |= edge
        return True

    def is_closer(self, others: int, friends: int, liberties: int) -> bool:
        """Whether `others` have fewer than `_AROUND` steps to each of these liberties, and `friends` have more."""
        far, near, far_left, near_left = others, friends, self.free, self.free
        for _ in range(1, _AROUND):
            if not liberties:
                break
            far, near = self.beside(far) & far_left, self.beside(near) & near_left
            far_left, near_left = far_left & ~far, near_left & ~near
            if near & liberties:
                return False
            liberties &= ~far
        return not liberties


def _turned(
    position: Position, board: Grid, touched: Sequence[str]
) -> tuple[tuple[str, ...], dict[tuple[int, ...], int]]:
    """The stones among these touches, and the chains that are dead after them."""
    begun = tuple(name for name in touched if name in board.place_of and position[board.place_of[name]] != EMPTY)
    chosen = {position.chain_at(place).stones: place for place in proposed(position)}
    for name in begun:
        _turn(chosen, position, board.place_of[name])
    return begun, chosen


def _turn(chosen: dict[tuple[int, ...], int], position: Position, place: int) -> None:
    chain = position.chain_at(place).stones
    if chosen.pop(chain, None) is None:
        chosen[chain] = place


def _is_proposed(position: Position, board: Grid, move: str) -> bool:
    chosen = [board.place_of[name] for name in move.split()[1:]] if move != NONE else []
    return stones_of(position, chosen) == position.dead


def one_of_each(position: Position, places: Iterable[int]) -> list[int]:
    """The first named stone of each chain."""
    chains: dict[tuple[int, ...], int] = {}
    for place in places:
        chains.setdefault(position.chain_at(place).stones, place)
    return sorted(chains.values())
