"""Hnefatafl by three sets of rules: moves, captures, the king, ends; compared with a second reading of the rules."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from pbmserv.games.hnefatafl import RULES, Hnefatafl, Position
from tests.games.grids import CHANCE, drawn, played, refusal, started

HNEFATAFL = Hnefatafl()
every_rules = pytest.mark.parametrize("rules", RULES)


def arranged(pieces: str, seat: int = 0, rules: str = "fetlar") -> Position:
    """A position by its pieces: `xa1 oc3 Kf6`."""
    board = RULES[rules].board
    lying = {board.place_of[piece[1:]]: piece[0] for piece in pieces.split()}
    return Position(board.width, "".join(lying.get(place, ".") for place in board.places), seat, rules=rules)


def after(position: Position, move: str) -> str:
    """The pieces after a move, as `arranged` takes them."""
    position = HNEFATAFL.play(position, position.next_seat, move, CHANCE).position
    names = HNEFATAFL.board(position).names
    return " ".join(sorted(f"{each}{names[place]}" for place, each in enumerate(position.cells) if each != "."))


def ended(position: Position, move: str = "") -> tuple[int | None, str]:
    """Who has won after a move, and why; empty where the game is on."""
    if move:
        position = HNEFATAFL.play(position, position.next_seat, move, CHANCE).position
    result = HNEFATAFL.result(position)
    return (result.winner, result.reason) if result else (None, "")


def test_brandubh_is_the_smallest() -> None:
    assert drawn(HNEFATAFL, played(HNEFATAFL, "d6-e6", rules="brandubh")) == [
        "  a b c d e f g",
        "7 = . . x . . = 7",
        "6 . . . .(x). . 6",
        "5 . . . o . . . 5",
        "4 x x o K o x x 4",
        "3 . . . o . . . 3",
        "2 . . . x . . . 2",
        "1 = . . x . . = 1",
        "  a b c d e f g",
    ]


def test_there_are_twice_as_many_attackers() -> None:
    for rules, attackers in (("fetlar", 24), ("tablut", 16), ("brandubh", 8)):
        start = started(HNEFATAFL, rules=rules).cells
        assert (start.count("x"), start.count("o"), start.count("K")) == (attackers, attackers // 2, 1)


def test_men_pass_over_the_free_throne_and_only_the_king_stops_there_or_in_a_corner() -> None:
    position = arranged("xb6 xa2 oh1 Kf3 xk2", rules="fetlar")
    moves = HNEFATAFL.moves(position)

    assert {"b6-e6", "b6-g6", "a2-a10"} <= {*moves}
    assert not {"b6-f6", "a2-a1", "a2-a11"} & {*moves}
    assert "f3-f6" in HNEFATAFL.moves(arranged("xb6 xa2 oh1 Kf3 xk2", 1))


def test_in_tablut_men_may_stop_in_corners() -> None:
    assert "a2-a1" in HNEFATAFL.moves(arranged("xa2 Kf5 od5", rules="tablut"))


@pytest.mark.parametrize(
    ("pieces", "seat", "move", "then"),
    [
        ("xa5 oc5 xd9 Kf3", 0, "d9-d5", "Kf3 oc5 xa5 xd5"),
        ("xb5 oc5 xd9 Kf3", 0, "d9-d5", "Kf3 xb5 xd5"),
        ("xb5 oc5 od5 xe9 Kf3", 0, "e9-e5", "Kf3 oc5 od5 xb5 xe5"),
        ("xb5 oc5 oe5 xf5 od6 xd7 xd1 Kh3", 0, "d1-d5", "Kh3 xb5 xd5 xd7 xf5"),
        ("ob5 xd5 oc9 Kh3 xa2", 1, "c9-c5", "Kh3 ob5 oc5 xa2 xd5"),
        ("ob1 xc9 Kh3", 0, "c9-c1", "Kh3 xc1"),
        ("xb1 oc9 Kh3 xk5", 1, "c9-c1", "Kh3 oc1 xk5"),
        ("xb5 od5 oc9 Kh3 xk8", 1, "c9-c5", "Kh3 oc5 od5 xb5 xk8"),
        ("oe6 xd9 Kh3", 0, "d9-d6", "Kh3 xd6"),
        ("oe6 xd9 Kf6", 0, "d9-d6", "Kf6 oe6 xd6"),
        ("xe6 od9 Kf6 xk3", 1, "d9-d6", "Kf6 od6 xk3"),
        ("xe6 od9 Kh3 xk3", 1, "d9-d6", "Kh3 od6 xk3"),
        ("xb5 xd5 oc9 Kh3 xk8", 1, "c9-c5", "Kh3 oc5 xb5 xd5 xk8"),
        ("xc5 Kd9 ob5 xk3", 1, "d9-d5", "Kd5 ob5 xk3"),
    ],
)
def test_what_is_between_two_is_captured_by_whoever_closes_the_trap(
    pieces: str, seat: int, move: str, then: str
) -> None:
    assert after(arranged(pieces, seat), move) == then


@pytest.mark.parametrize(
    ("rules", "pieces", "move", "is_captured"),
    [
        ("fetlar", "Kd4 xc4 xe4 xd3 xd9 of9", "d9-d5", True),
        ("fetlar", "Kd4 xc4 xd9 xe9 of9", "e9-e4", False),
        ("fetlar", "Ke6 xd6 xe7 xe1 of9", "e1-e5", True),
        ("fetlar", "Kf6 xe6 xg6 xf5 xf9 oa9", "f9-f7", True),
        ("fetlar", "Kf6 xe6 xg6 xf9 oa9", "f9-f7", False),
        ("fetlar", "Ka4 xa3 xb4 xa9 of9", "a9-a5", False),
        ("tablut", "Kc3 xb3 xd9 oa5", "d9-d3", True),
        ("tablut", "Kc3 xc2 xd9 oa5", "d9-d3", False),
        ("tablut", "Kd5 xc5 xd4 xd9 oa5", "d9-d6", True),
        ("tablut", "Kd5 xd4 xd9 oa5", "d9-d6", False),
        ("tablut", "Ke5 xe4 xd5 xf5 xe9 oa5", "e9-e6", True),
        ("tablut", "Ke5 xe4 xe9 oa5", "e9-e6", False),
        ("brandubh", "Kb1 xc7 oa5", "c7-c1", True),
        ("brandubh", "Kb1 xb7 oa5", "b7-b2", False),
        ("brandubh", "Kc4 xb4 xc3 xc7 oa5", "c7-c5", True),
        ("brandubh", "Kc2 xb2 xd7 oa5", "d7-d2", True),
    ],
)
def test_the_king_is_captured_by_four_or_by_two_as_the_rules_have_it(
    rules: str, pieces: str, move: str, is_captured: bool
) -> None:
    assert ended(arranged(pieces, rules=rules), move) == (
        (0, "Black has captured the king.") if is_captured else (None, "")
    )


@pytest.mark.parametrize(
    ("rules", "pieces", "move", "reason"),
    [
        ("fetlar", "Ka4 xd4 xk2", "a4-a1", "The king has escaped to a1."),
        ("fetlar", "Kd5 xd9 xk2", "d5-a5", ""),
        ("brandubh", "Kd7 xd3 xg2", "d7-g7", "The king has escaped to g7."),
        ("tablut", "Kd6 xc9 xi2", "d6-a6", "The king has escaped to a6."),
    ],
)
def test_the_king_escapes_to_a_corner_or_to_the_edge(rules: str, pieces: str, move: str, reason: str) -> None:
    assert ended(arranged(pieces, 1, rules), move) == (1 if reason else None, reason)


def test_attackers_who_surround_all_defenders_have_won() -> None:
    ring = "xc4 xc5 xd6 xe6 xf5 xf4 xe3 Kd5 oe4"

    assert ended(arranged(f"{ring} xd1"), "d1-d3") == (0, "Black has surrounded the king and all of his men.")
    assert ended(arranged(f"{ring} xd1"), "d1-d2") == (None, "")
    assert ended(arranged(f"{ring} xd1 ok5"), "d1-d3") == (None, "")


RINGS_THAT_BREAK = [
    ("fetlar", "xe5 xf5 xg5 xd4 xh4 xe3 of3 Kg3 xh3 xf2 xg2", "xa9", "a9-a8", "f3-f4"),
    ("tablut", "xd6 xb5 xc5 xa4 xe4 xf4 xb3 xc3 xd3 xg3 xd2 Ke2 xf2 xe1", "xi9", "i9-i8", "e2-e3"),
    # The king comes to one side of d8, and to the other a man whom a wall keeps apart from him.
    ("fetlar", "xc10 xd10 xe10 xb9 Kc9 xd9 xf9 xb8 xd8 oe8 xf8 xc7 xe7", "xa1", "a1-b1", "c9-c8"),
    ("brandubh", "xd7 xe7 xf7 xc6 Ke6 xg6 xd5 xg5 xe4 xf4", "xa5", "a5-a4", "e6-d6"),
    ("brandubh", "xc7 xe7 xb6 Kc6 xd6 xf6 xb5 xf5 xc4 oe4 xf4 xd3 xf3 xe2", "xa5", "a5-a4", "e4-e6"),
]


@pytest.mark.parametrize(("rules", "ring", "spare", "move", "breaks"), RINGS_THAT_BREAK)
def test_a_ring_of_which_white_can_capture_a_man_has_not_won(
    rules: str, ring: str, spare: str, move: str, breaks: str
) -> None:
    position = HNEFATAFL.play(arranged(f"{ring} {spare}", rules=rules), 0, move, CHANCE).position

    assert ended(position) == (None, "")
    after = HNEFATAFL.play(position, 1, breaks, CHANCE).position
    assert after.cells.count("x") < position.cells.count("x")
    assert HNEFATAFL.result(after) is None


def test_a_man_within_the_ring_may_be_captured_where_the_ring_holds_all_the_same() -> None:
    ring = "xc4 xd4 xe4 xf4 xg4 xb3 xh3 xc2 xd2 xe2 xf2 xg2"

    assert ended(arranged(f"{ring} oc3 xd3 Ke3 xa9"), "a9-a8") == (
        0,
        "Black has surrounded the king and all of his men.",
    )
    # On the smaller board the man on e4 is beside the throne, and could be captured against it.
    assert ended(arranged(f"{ring} oc3 xd3 Ke3 xa9", rules="tablut"), "a9-a8") == (None, "")


def test_a_king_alone_captures_nobody_between_two() -> None:
    ring = "xc10 xd10 xe10 xb9 xf9 xb8 xd8 xf8 xc7 xe7 xa1"

    assert ended(arranged(f"{ring} Kc8"), "a1-b1") == (0, "Black has surrounded the king and all of his men.")
    assert ended(arranged(f"{ring} Kc8 oe8"), "a1-b1") == (None, "")
    # As well from behind a wall at d9, whoever stands beside the king.
    assert ended(arranged(f"{ring} xd9 Kc9 oc8 oe8"), "a1-b1") == (None, "")


def test_nor_does_a_man_help_who_is_shut_in_elsewhere() -> None:
    ring, elsewhere = "xc10 xd10 xe10 xb9 xf9 xb8 xd8 xf8 xc7 xe7 xa1", "xi4 xh3 oi3 xj3 xi2"

    assert ended(arranged(f"{ring} {elsewhere} Kc8"), "a1-b1") == (
        0,
        "Black has surrounded the king and all of his men.",
    )


def test_an_older_record_ends_as_it_ended_then() -> None:
    older = HNEFATAFL.rules_of(1)

    for rules, ring, spare, move, _ in RINGS_THAT_BREAK:
        after = older.play(arranged(f"{ring} {spare}", rules=rules), 0, move, CHANCE).position
        result = older.result(after)
        assert result is not None
        assert (result.winner, result.reason) == (0, "Black has surrounded the king and all of his men.")
    assert (HNEFATAFL.version, HNEFATAFL.rules_of(2), older.version, older.rules_of(1)) == (2, HNEFATAFL, 1, older)
    with pytest.raises(LookupError):
        HNEFATAFL.rules_of(3)


def test_who_cannot_move_has_lost() -> None:
    assert ended(arranged("Kd5 oe4")) == (1, "Black cannot move any more.")
    assert ended(arranged("Ka4 xa3 xb4 xa9"), "a9-a5") == (0, "White cannot move any more.")


def test_the_third_time_and_a_hundred_moves_without_a_capture_are_ties() -> None:
    back_and_forth = played(HNEFATAFL, "d1-d2 e5-d5 d2-d1 d5-e5 " * 2)
    idle = Position(11, started(HNEFATAFL).cells, earlier=tuple(map(str, range(99))))

    assert ended(back_and_forth) == (None, "The same position has come for the third time.")
    assert HNEFATAFL.status(idle, None) == (
        "Men: Black 24, White 12. White's king wants to reach a corner.",
        "There has been no capture for 99 moves; 100 are a tie.",
    )
    assert ended(idle, "d1-d2") == (None, "Nothing was captured in 100 moves.")
    over = HNEFATAFL.play(idle, 0, "d1-d2", CHANCE).position
    assert HNEFATAFL.status(over, None) == ("Men: Black 24, White 12. White's king wants to reach a corner.",)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("b6-f6", "Only the king may stop on the throne."),
        ("a2-a1", "Only the king may stop in a corner."),
        ("b6-c7", "Pieces go in a straight line along a row or a column, as rooks do in chess."),
        ("a2-k2", "Black's man on c2 is in the way."),
        ("h1-h2", "White's man lies on h1, and it is Black's turn."),
        ("b6", "Black's man on b6 can move in these ways:"),
        ("c5-c6", "Nothing lies on c5: a move begins where one of your own pieces is, for example "),
        ("b12-b11", "The square b12 is not on the board: its squares are a1 to k11."),
        ("pass", "Nobody passes in Hnefatafl: whoever cannot move has lost."),
    ],
)
def test_a_refusal_says_what_is_wrong(text: str, words: str) -> None:
    assert refusal(HNEFATAFL, arranged("xb6 xa2 xc2 oh1 Kf3"), text).words.startswith(words)


def second_reading(rows: list[str], rules: str, mover: str) -> dict[str, str]:
    """All positions that a seat can make, by moves; read off the rows as they are drawn, from the rules once more."""
    size, made = len(rows), {}
    middle, corners = (size // 2, size // 2), set(product((0, size - 1), (0, size - 1)))
    closed = {middle} if rules == "tablut" else {middle, *corners}
    board = {(row, column): rows[row][column] for row, column in product(range(size), range(size))}
    friends, foes = ("x", "oK") if mover == "x" else ("oK", "x")
    for (row, column), piece in board.items():
        if piece not in friends:
            continue
        for down, across in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            distance = 1
            while board.get((row + distance * down, column + distance * across)) == ".":
                end = (row + distance * down, column + distance * across)
                distance += 1
                if end in closed and piece != "K":
                    continue
                new = {**board, (row, column): ".", end: piece}
                gone = []
                for south, east in ((1, 0), (-1, 0), (0, 1), (0, -1)):
                    near, far = (end[0] + south, end[1] + east), (end[0] + 2 * south, end[1] + 2 * east)
                    if new.get(near, "#") not in foes:
                        continue
                    friend = far in new and (new[far] in friends or (new[far] == "." and far in closed))
                    if new[near] == "K":
                        sides = [(near[0] + a, near[1] + b) for a, b in ((1, 0), (-1, 0), (0, 1), (0, -1))]
                        around = [new.get(side) == "x" or (side == middle and new[side] == ".") for side in sides]
                        near_throne = near == middle or middle in sides
                        friend = all(around) if rules == "fetlar" or near_throne else friend
                    if friend:
                        gone.append(near)
                new.update(dict.fromkeys(gone, "."))
                letters = "abcdefghijk"
                name = f"{letters[column]}{size - row}-{letters[end[1]]}{size - end[0]}"
                made[name] = "".join(new[place] for place in product(range(size), range(size)))
    return made


def gets_out(rows: list[str], rules: str, most: int = 3000) -> bool:
    """Whether White comes to the edge by any moves while Black makes none; that is taken for granted where there are
    too many to try."""
    size, seen = len(rows), {"".join(rows)}
    ahead = [*seen]
    while ahead and len(seen) < most:
        text = ahead.pop()
        lines = [text[start : start + size] for start in range(0, size * size, size)]
        if {"o", "K"} & {*lines[0], *lines[-1], *(line[0] for line in lines), *(line[-1] for line in lines)}:
            return True
        new = {*second_reading(lines, rules, "o").values()} - seen
        seen |= new
        ahead += new
    return bool(ahead)


def winner_by_the_second_reading(rows: list[str], rules: str, mover: str) -> int | None:
    """Who has won, if anybody: read off the rows, with water that flows in from the edge around Black's men, and with
    all that White can do once it flows nowhere."""
    size, text = len(rows), "".join(rows)
    edge = [(row, column) for row, column in product(range(size), range(size)) if {row, column} & {0, size - 1}]
    if "K" not in text:
        return 0
    king = divmod(text.index("K"), size)
    if king in (edge if rules == "tablut" else product((0, size - 1), (0, size - 1))):
        return 1
    wet, flowing = set[tuple[int, int]](), edge
    while flowing:
        wet |= {*flowing}
        beside = {(row + a, column + b) for row, column in flowing for a, b in ((1, 0), (-1, 0), (0, 1), (0, -1))
                  if rows[row][column] != "x"}  # fmt: skip
        flowing = [(a, b) for a, b in beside - wet if 0 <= a < size and 0 <= b < size]
    is_reached = any(rows[row][column] in "oK" for row, column in wet)
    if mover == "o" and not is_reached and not gets_out(rows, rules):
        return 0
    return None if second_reading(rows, rules, mover) else int(mover == "x")


def compared(rules: str, seed: int, most: int) -> int:
    """Play a random game, compare all positions that could come next, and say how many moves it had."""
    choices, position, plies = Random(seed), started(HNEFATAFL, rules=rules), 0  # noqa: S311 - it has to be the same
    size = position.width
    while plies < most:
        result = HNEFATAFL.result(position)
        rows = [position.cells[start : start + size] for start in range(0, size * size, size)]
        winner = winner_by_the_second_reading(rows, rules, "xo"[position.next_seat])
        if result:
            assert result.winner == winner, f"{result}\n{HNEFATAFL.draw(position, None)}"
            return plies
        assert winner is None, HNEFATAFL.draw(position, None)
        ours = {move: HNEFATAFL.apply(position, way) for move, way in HNEFATAFL.known_paths(position).items()}
        theirs = second_reading(rows, rules, "xo"[position.next_seat])
        assert {move: each.cells for move, each in ours.items()} == theirs
        # Captures are tried more often than chance would have it.
        taking = [move for move in ours if ours[move].cells.count(".") > position.cells.count(".")]
        move = choices.choice(sorted(taking or ours))
        position, plies = ours[move], plies + 1
    return plies


@every_rules
def test_a_second_reading_sees_the_same_moves_and_captures(rules: str) -> None:
    assert compared(rules, 3, 10) == 10


@pytest.mark.long
@every_rules
def test_a_second_reading_sees_the_same_in_whole_games(rules: str) -> None:
    assert sum(compared(rules, seed, 1000) for seed in range(2)) > 20


@pytest.mark.parametrize(
    ("pieces", "note"),
    [("xa2 xd2 oc2 Kh8", "Black has captured one man."), ("xa2 xd2 oc2 ob3 xb4 Kh8", "Black has captured 2 men.")],
)
def test_it_is_told_how_many_men_were_captured(pieces: str, note: str) -> None:
    position = arranged(pieces, 0, "tablut")

    assert HNEFATAFL.play(position, 0, "a2-b2", CHANCE).position.cells.count("o") == 0
    assert [each.text for each in HNEFATAFL.play(position, 0, "a2-b2", CHANCE).notes] == [note]


def test_nothing_is_told_of_a_move_that_captures_nobody() -> None:
    assert HNEFATAFL.play(arranged("xa2 xd2 Kh8"), 0, "a2-b2", CHANCE).notes == ()


def test_a_picture_tells_on_which_squares_only_the_king_may_stop() -> None:
    legends = {rules: HNEFATAFL.picture_legend(started(HNEFATAFL, rules=rules), None) for rules in RULES}

    assert {rules: legend.splitlines()[0] for rules, legend in legends.items()} == {
        "fetlar": "Only the king may stop in the middle or in a corner.",
        "tablut": "Only the king may stop in the middle.",
        "brandubh": "Only the king may stop in the middle or in a corner.",
    }


def test_the_square_to_which_the_king_has_escaped_has_won() -> None:
    escaped = HNEFATAFL.play(arranged("Kc5 xg7", 1, "tablut"), 1, "c5-a5", CHANCE).position

    assert [HNEFATAFL.board(escaped).names[place] for place in HNEFATAFL.winning_cells(escaped)] == ["a5"]
