"""What of a board goes to a reader who does nothing there, and what waits, counted letter by letter."""

from __future__ import annotations

import pytest

from pbmserv.play.board import Player
from pbmserv.play.unread import Unread, heard_from, hold, take, who_has_been_asked_enough

ALICE, BOB, ZOE = Player(1, "alice"), Player(2, "bob"), Player(26, "zoe")


def last_remark() -> int:
    return 7


def told(before: Unread | None, *happenings: str) -> Unread:
    """What alice, who plays with bob, has been told of a board after bob has done these things at once."""
    unread = {} if before is None else {ALICE.id: before}
    held = hold(unread, [ALICE], [ALICE, BOB], [(each, BOB) for each in happenings], last_remark)
    assert (ALICE in held) == unread[ALICE.id].waits
    return unread[ALICE.id]


def test_five_letters_go_and_the_sixth_waits() -> None:
    assert told(None) == Unread(letters=1, questions=0)
    assert told(Unread(letters=4)) == Unread(letters=5)
    assert told(Unread(letters=5), "agreed") == Unread(letters=5, after=7, news=("bob agreed",))


def test_what_waits_begins_where_it_began_and_each_thing_is_kept_once() -> None:
    before = Unread(letters=5, after=3, news=("bob agreed",))

    assert told(before, "agreed", "rejected") == Unread(5, after=3, news=("bob agreed", "bob did not agree"))


def test_a_question_goes_to_who_plays_and_waits_like_all_else_for_who_looks_on() -> None:
    unread = {ALICE.id: Unread(letters=5), ZOE.id: Unread(letters=5)}

    held = hold(unread, [ALICE, ZOE], [ALICE, BOB], [("proposed_draw", BOB)], last_remark)

    assert held == {ZOE}
    assert unread[ALICE.id] == Unread(letters=5, questions=1)
    assert unread[ZOE.id] == Unread(letters=5, after=7, news=("bob proposed a tie",))


def test_who_has_been_asked_five_times_is_asked_no_more() -> None:
    assert told(None, "proposed_undo") == Unread(letters=0, questions=1)
    assert who_has_been_asked_enough(
        {ALICE.id: Unread(questions=4), BOB.id: Unread(questions=5)}, [ALICE, BOB, ZOE]
    ) == [BOB]


@pytest.mark.parametrize(
    ("before", "then"),
    [
        (Unread(letters=5, questions=5), {}),
        (Unread(5, 5, after=3, news=("bob agreed",)), {1: Unread(0, 0, after=3, news=("bob agreed",))}),
    ],
)
def test_who_has_done_something_is_counted_anew_and_what_waits_still_waits(
    before: Unread, then: dict[int, Unread]
) -> None:
    unread = {ALICE.id: before}

    heard_from(unread, ALICE)

    assert unread == then


def test_what_has_waited_is_told_once_and_makes_no_room_for_more() -> None:
    waiting = Unread(letters=5, questions=2, after=3, news=("bob agreed",))
    unread = {ALICE.id: waiting}

    assert take(unread, ALICE) == waiting
    assert take(unread, ALICE) == Unread(letters=5, questions=2)
    assert take(unread, ZOE) == Unread()
    assert unread.keys() == {ALICE.id}
