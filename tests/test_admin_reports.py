"""`pbmserv admin report`: what players have reported, and what the operator does about it."""

from __future__ import annotations

from tests.conversation import Server
from tests.operators import Operator
from tests.test_admin import operator as operator
from tests.test_admin import server as server

ALICE, BOB = "alice@example.org", "bob@example.org"


def report(server: Server) -> None:
    server.hear(ALICE, "hex challenge alice bob")
    server.hear(BOB, "hex chat 101 bob bobpw123", "You are a fool.")
    server.hear(ALICE, "hex report 101 alice secret7 bob", "Each day.")


def test_reports_are_listed_and_dismissed(server: Server, operator: Operator) -> None:
    assert operator.type("report", "list") == "No report is open.\n"
    assert operator.type("report", "list", "--all") == "No line of chat has been reported.\n"
    report(server)

    [listed] = operator.json("report", "list")
    assert {name: listed[name] for name in ("report", "board", "author", "words", "reported_by", "why")} == {
        "report": 1, "board": "hex 101", "author": "bob", "words": "You are a fool.", "reported_by": "alice",
        "why": "Each day.",
    }  # fmt: skip
    assert operator.type("report", "dismiss", "1") == "The report is closed; what bob wrote stays.\n"
    assert operator.type("report", "list") == "No report is open.\n"
    [closed] = operator.json("report", "list", "--all")
    assert closed["closed_at"]
    assert operator.type("report", "dismiss", "1", exit_code=1) == "Report 1 is closed.\n"
    assert "report dismiss" in operator.type("log")


def test_a_line_is_removed_for_good_and_a_trial_changes_nothing(server: Server, operator: Operator) -> None:
    report(server)

    tried = operator.type("report", "remove", "1", "--dry-run")
    assert "What bob wrote on hex 101 is no longer shown." in tried
    assert [each["words"] for each in operator.json("report", "list")] == ["You are a fool."]
    operator.type("report", "remove", "1")
    assert [each["words"] for each in operator.json("report", "list", "--all")] == ["[Removed by the operator]"]
