"""The queue by letter."""

from __future__ import annotations

import re

import pytest

from pbmserv.commands.operator.interventions import abort, board_to_change
from tests.conversation import Server


@pytest.fixture
def begun(server: Server) -> Server:
    """Hex board 101 of alice and bob, who have both moved; alice is to move again."""
    server.hear("alice@example.org", "hex challenge alice bob")
    server.hear("alice@example.org", "hex move 101 alice secret7 a1")
    server.hear("bob@example.org", "hex move 101 bob bobpw123 b2")
    return server


def test_to_queue_a_resignation_is_to_resign(begun: Server) -> None:
    reply = begun.hear("bob@example.org", "hex queue 101 bob bobpw123 resign")

    assert "\nGame won by alice.\nbob resigned.\n" in reply.text


def test_to_queue_a_resignation_in_turn_is_to_resign_at_once(begun: Server) -> None:
    reply = begun.hear("alice@example.org", "hex qmove 101 alice secret7 Resign")

    assert reply.subject == "Hex Board 101"
    assert "Game won by bob." in reply.text


def test_to_queue_a_proposal_is_to_propose(begun: Server) -> None:
    reply = begun.hear("bob@example.org", "hex queue 101 bob bobpw123 propose")

    assert reply.readers == {"alice@example.org", "bob@example.org"}
    assert "bob proposes to end the game as a tie." in reply.text


def test_the_answer_says_what_waits(begun: Server) -> None:
    reply = begun.hear("bob@example.org", "hex queue 101 bob bobpw123 c3")

    assert "your choice is kept" in reply.text
    assert "Your queued moves: c3" in reply.text


def test_an_emptied_queue_is_called_empty(begun: Server) -> None:
    begun.hear("bob@example.org", "hex queue 101 bob bobpw123 c3")

    reply = begun.hear("bob@example.org", "hex queue 101 bob bobpw123 cancel")

    assert reply.readers == {"bob@example.org"}
    assert "you have no queued moves left" in reply.text
    assert "your choice is kept" not in reply.text


def test_one_of_several_queued_moves_is_cancelled(begun: Server) -> None:
    for move in ("if c3 then d4", "if e5 then f6", "g7"):
        begun.hear("bob@example.org", f"hex queue 101 bob bobpw123 {move}")

    reply = begun.hear("bob@example.org", "hex queue 101 bob bobpw123 cancel if e5 then f6")

    assert reply.readers == {"bob@example.org"}
    assert "Your queued moves: if c3 then d4; g7\n" in reply.text


def test_a_condition_that_cannot_be_read_is_refused_with_what_was_expected(begun: Server) -> None:
    before = begun.everything_stored()

    reply = begun.say("bob@example.org", "hex queue 101 bob bobpw123 if c3 then zz")

    assert reply.error.startswith('A cell is expected, not "zz"')
    assert begun.everything_stored() == before


@pytest.mark.parametrize("words", ["if c3 then b2, if c4 then b2 then a1", "if c3 b2", "if c3 then"])
def test_who_writes_a_condition_in_another_way_reads_how_several_are_queued(begun: Server, words: str) -> None:
    reply = begun.say("bob@example.org", f"hex queue 101 bob bobpw123 {words}")

    assert reply.error.startswith(
        "A move with a condition is written: if MOVE then MOVE, for example if d3 then f5. For another move of your"
        " opponent, queue another one by itself, for example if e4 then f5."
    )


def test_the_page_has_an_example_of_several_conditions(begun: Server) -> None:
    examples = re.findall("^    (hex queue .*)$", begun.hear("bob@example.org", "help queue").text, re.MULTILINE)
    waiting = [begun.hear("bob@example.org", f"{example}").text for example in examples]

    assert len(examples) == 3
    assert all(move in " ".join(waiting[-1].split()) for move in ("if d3 then f5", "if e4 then f5", "g6"))


def test_the_same_condition_twice_is_refused_with_what_waits(begun: Server) -> None:
    begun.hear("bob@example.org", "hex queue 101 bob bobpw123 if c3 then d4")

    reply = begun.say("bob@example.org", "hex queue 101 bob bobpw123 if c3 then e5")

    assert reply.error.startswith("A move for c3 waits already: if c3 then d4.")


def test_who_queues_a_second_plain_move_reads_that_the_first_is_gone(begun: Server) -> None:
    begun.hear("bob@example.org", "hex queue 101 bob bobpw123 c3")

    reply = begun.say("bob@example.org", "hex queue 101 bob bobpw123 d4", comment="Good luck!")

    assert "Your queued move (c3) has been thrown away: d4 takes its place." in reply.text
    assert "Your queued moves: d4\n" in reply.text
    assert "What you have written beside it is sent to nobody" in reply.text
    assert reply.readers == {"bob@example.org"}


def test_only_its_owner_is_told_what_was_thrown_away(begun: Server) -> None:
    begun.hear("bob@example.org", "hex queue 101 bob bobpw123 if a2 then c3")

    reply = begun.say("alice@example.org", "hex resign 101 alice secret7")

    thrown_away = "Your queued move (if a2 then c3) has been thrown away: the game is over."
    assert thrown_away in reply.letter_to("bob@example.org").text
    assert "if a2 then c3" not in reply.letter_to("alice@example.org").text


def test_who_is_withdrawn_from_is_told_in_the_letter_that_the_board_is_gone(server: Server) -> None:
    server.hear("alice@example.org", "hex challenge alice bob")
    server.hear("bob@example.org", "hex queue 101 bob bobpw123 c3")

    reply = server.say("alice@example.org", "hex resign 101 alice secret7")

    assert "Your queued move (c3) has been thrown away" in reply.letter_to("bob@example.org").text
    assert "c3" not in reply.letter_to("alice@example.org").text


def test_who_is_called_off_by_the_operator_is_told(begun: Server) -> None:
    begun.hear("bob@example.org", "hex queue 101 bob bobpw123 c3")

    letters = begun.office.act(lambda call: abort(call, board_to_change(call, "hex", 101), "Bye.")).letters

    [told] = [letter for letter in letters if "bob@example.org" in letter.to]
    assert "Your queued move (c3) has been thrown away: the operator has called the game off." in " ".join(
        told.text.split()
    )


def test_the_question_of_an_undo_names_the_moves_that_would_go(begun: Server) -> None:
    begun.hear("bob@example.org", "hex queue 101 bob bobpw123 c3")
    begun.hear("alice@example.org", "hex move 101 alice secret7 b3")

    question = begun.say("alice@example.org", "hex move 101 alice secret7 undo")
    shown = begun.say("carol@example.org", "hex show 101")

    names = "3. b3, 4. c3 (Auto). The board would then stand as after move 2."
    assert f"take back their own last move, and what followed it: {names}" in " ".join(
        question.letter_to("bob@example.org").text.split()
    )
    assert "alice proposes to take back 3. b3, 4. c3 (Auto). The board would then" in " ".join(shown.text.split())

    agreed = begun.say("bob@example.org", "hex move 101 bob bobpw123 accept")

    assert "The last move of alice has been taken back, and what followed it. The board stands as after move 2." in (
        " ".join(agreed.text.split())
    )


def test_an_undo_of_the_first_move_leads_to_the_start(server: Server) -> None:
    server.hear("alice@example.org", "hex challenge alice bob")
    server.hear("alice@example.org", "hex move 101 alice secret7 a1")

    question = server.say("alice@example.org", "hex move 101 alice secret7 undo")

    asked = " ".join(question.letter_to("bob@example.org").text.split())
    assert "1. a1. The board would then stand as at the start." in asked


@pytest.mark.parametrize("move", ["if a9 then b3", "if b3 then a9", "e6"])
def test_a_cell_that_is_not_on_the_board_cannot_be_queued(server: Server, move: str) -> None:
    server.hear("alice@example.org", "hex challenge alice bob -size=5")

    reply = server.say("bob@example.org", f"hex queue 101 bob bobpw123 {move}")

    assert "is not on the board: its cells are a1 to e5." in reply.error


def test_who_has_queued_moves_reads_what_number_each_place_has_by_then(server: Server) -> None:
    server.hear("alice@example.org", "trichet challenge alice bob")
    kept = server.hear("alice@example.org", "trichet queue 101 alice secret7 if d3 then a7 if a13 then c4")

    first = server.say("bob@example.org", "trichet move 101 bob bobpw123 d3")
    server.hear("bob@example.org", "trichet move 101 bob bobpw123 a17")
    shown = server.hear("bob@example.org", "trichet show 101")

    assert "Your queued moves: if d3 then a7 if a13 then c4\n" in kept.text
    assert "Your queued moves: if a17 then c8\n" in first.letter_to("alice@example.org").text
    assert "Your queued moves" not in first.letter_to("bob@example.org").text
    assert "4. c8 (Auto)" in shown.text


def test_a_place_that_has_no_number_yet_cannot_be_queued(server: Server) -> None:
    server.hear("alice@example.org", "trichet challenge alice bob")
    before = server.everything_stored()

    reply = server.say("alice@example.org", "trichet queue 101 alice secret7 if d3 then a15")

    assert "Position 15 is not on the board: the free positions are numbered 1 to 14." in reply.error
    assert "What is queued is read on the board as it stands now." in reply.error
    assert server.everything_stored() == before
