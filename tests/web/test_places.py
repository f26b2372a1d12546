"""Whatever a player can say in a letter can be done on some page, by somebody who has never seen a command."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from html import unescape

import pytest

from pbmserv.commands.accounts import actions as accounts
from pbmserv.commands.accounts import bots
from pbmserv.commands.boards import actions as boards
from pbmserv.commands.boards import preview, showing
from pbmserv.commands.help import actions as helping
from pbmserv.commands.leaving import actions as leaving
from pbmserv.commands.playing import actions as playing
from pbmserv.commands.preferences import actions as preferences
from pbmserv.commands.preferences import vacation
from pbmserv.commands.ratings import standings
from pbmserv.commands.requests.context import Command
from pbmserv.commands.run import mailed_questions
from pbmserv.commands.run.runner import Multiple
from pbmserv.commands.run.table import COMMANDS
from pbmserv.commands.starting import (
    anyone,
    blocking,
    challenges,
    invitation_answers,
    limits,
    open_challenges,
    rematches,
    seeking,
    substitutes,
)
from pbmserv.commands.talk import actions as talk
from pbmserv.commands.talk import reporting
from pbmserv.commands.tournaments.actions import (
    TournamentCreate,
    TournamentJoin,
    TournamentLeave,
    TournamentList,
    TournamentShow,
    TournamentStandings,
)
from pbmserv.commands.watching import actions as watching
from pbmserv.games.catalogue import installed
from pbmserv.letters.reply_address import Tag, tokens_in
from pbmserv.scheduler import Scheduler
from pbmserv.storage.database import Database
from tests.conversation import Server, code_in
from tests.undone import Undone
from tests.web.conftest import Browser
from tests.web.forms import commands_shown, form_for, send


@pytest.fixture
def undone_database(shared_sqlite: Database) -> Iterator[Database]:
    """What is stored in is all the same to the pages: commands are tried on both kinds elsewhere."""
    undone = Undone(shared_sqlite)
    yield undone
    undone.close()


@dataclass(frozen=True)
class Place:
    """Where a command can be done: a page, the form on it and what is filled in; then what a page says.

    Without a form, the page itself says it. `before` makes the world in which it works, and may give more to fill in.
    `signed_in` is whether it is something for players; `shown` is whether the page shows the command beside it.
    """

    page: str
    sees: str
    action: str = ""
    fields: dict[str, str] = field(default_factory=dict)
    then: str = ""
    before: Callable[[Server], dict[str, str] | None] = lambda _server: None
    signed_in: bool = True
    shown: bool = True


def _said(*lines: str) -> Callable[[Server], None]:
    def say(server: Server) -> None:
        for line in lines:
            server.hear("alice@example.org" if " alice" in line else "bob@example.org", line)

    return say


def _bob_has_written(server: Server) -> dict[str, str]:
    server.hear("bob@example.org", "hex challenge alice bob")
    server.hear("bob@example.org", "hex chat 101 bob bobpw123", "Hello!")
    newest = server.office.look_up(lambda call: call.work.remarks.newest("hex", 101))
    assert newest
    return {"line": f"{newest.id} bob"}


def _code_for_address(server: Server) -> dict[str, str]:
    asked = server.hear("alice@example.org", "add alice secret7 alice@work.example")
    return {"code": code_in(asked.letter_to("alice@work.example"))}


def _robin_invited(server: Server) -> dict[str, str]:
    invited = server.hear("bob@example.org", "hex challenge bob robin@friends.example")
    return {"code": tokens_in([invited.letter_to("robin@friends.example").reply_to or ""])[Tag.CODE]}


def _seasoned(server: Server) -> None:
    server.season("alice")


def _season_begun(server: Server) -> None:
    _said(
        f"{_CUP} --players=3",
        "tournament join bob bobpw123 spring-cup",
        "tournament join carol secret9 spring-cup",
    )(server)
    Scheduler(server.database, server.office, installed()).make_round(server.now)


_CUP = "tournament create alice secret7 hex spring-cup"
_BOBS_CUP = _said("tournament create bob bobpw123 hex spring-cup willow-tree")
_CHOICES = "/settings/choose/"
_BOARD = "/hex/101"


def _left_by_carol(server: Server) -> None:
    for line in ("challenge alice bob carol", "move 101 alice secret7 choice", "move 101 bob bobpw123 choice"):
        server.hear("alice@example.org", f"yacht {line}")
    server.hear("carol@example.org", "yacht move 101 carol secret9 choice")
    server.hear("alice@example.org", "yacht move 101 alice secret7 aces")
    server.hear("bob@example.org", "yacht move 101 bob bobpw123 aces")
    server.hear("carol@example.org", "yacht resign 101 carol secret9")


_CHALLENGED = _said("hex challenge alice bob")
_TO_ITS_END = (
    "hex challenge alice bob", "hex move 101 alice secret7 a1", "hex move 101 bob bobpw123 b2",
    "hex resign 101 alice secret7",
)  # fmt: skip
_BEGUN = _said("hex challenge alice bob", "hex move 101 alice secret7 a1", "hex move 101 bob bobpw123 b2")

PLACES: dict[type[Command], Place] = {
    helping.Help: Place("/help/tutorial", "Your first game", signed_in=False, shown=False),
    helping.GameHelp: Place("/hex", "whoever first joins their own two sides", signed_in=False, shown=False),
    boards.ListGames: Place("/", "Trioker-Puzzle", signed_in=False),
    accounts.Signup: Place(
        "/sign-up", "Welcome, dora!", "/sign-up",
        {"userid": "dora", "password": "a-word-of-mine", "address": "dora@example.org"}, "/me", signed_in=False,
    ),
    mailed_questions.Confirm: Place(
        "/confirm", "alice@work.example", "/confirm", {"answer": "yes"}, "/settings", _code_for_address
    ),
    accounts.Forgot: Place(
        "/forgot", "we have sent a code", "/forgot", {"userid": "alice"}, "/new-password",
        signed_in=False,
    ),
    accounts.ChangePassword: Place(
        "/settings", "your password has been changed", "/settings/password",
        {"old": "secret7", "new": "a-word-of-mine"}, "/settings",
    ),
    accounts.Add: Place(
        "/settings", "to be confirmed", "/settings/addresses",
        {"addresses": "alice@work.example", "password": "secret7", "what": "add"}, "/settings",
    ),
    accounts.ChangeAddress: Place(
        "/settings", "alice@new.example", "/settings/addresses",
        {"addresses": "alice@new.example", "password": "secret7", "what": "change address"}, "/settings",
    ),
    leaving.Signoff: Place(
        "/settings", "A letter with a code has been sent to you", "/settings/leave", {},
        "/settings",
    ),
    bots.ChangeBot: Place("/settings", "alice is a bot", _CHOICES + "bot", {"value": "on"}, "/settings"),
    preferences.ChangeBroadcasts: Place(
        "/settings", "is not sent to you any more", _CHOICES + "broadcasts", {"value": "off"}, "/settings"
    ),
    preferences.ChangeColours: Place(
        "/settings", 'name="value" value="wood" checked>', _CHOICES + "colours", {"value": "wood"}, "/settings"
    ),
    preferences.ChangeConfirm: Place(
        "/settings", "<option value=\"never\" selected>", _CHOICES + "confirm", {"value": "never"}, "/settings"
    ),
    preferences.ChangePieces: Place(
        "/settings", 'name="value" value="modern" checked>', _CHOICES + "pieces", {"value": "modern"}, "/settings"
    ),
    preferences.ChangeReceipts: Place(
        "/settings", "your own moves are not confirmed", _CHOICES + "receipts", {"value": "off"}, "/settings"
    ),
    preferences.ChangeFormat: Place(
        "/settings", "<p>Text alone</p>", _CHOICES + "format", {"value": "text"}, "/settings"
    ),
    preferences.ChangeLanguage: Place(
        "/settings", "<option value=\"ru\" selected>", _CHOICES + "language", {"value": "ru"}, "/settings"
    ),
    preferences.ChangeLetters: Place(
        "/settings", "One a day with the boards that wait, at 18:00.", _CHOICES + "letters",
        {"value": "daily", "hour": "18"}, "/settings",
    ),
    preferences.ChangeReplies: Place(
        "/settings", "not taken without a password", _CHOICES + "replies", {"value": "off"}, "/settings"
    ),
    # To switch it on takes a letter, so that nobody is locked out: here it is switched off.
    preferences.ChangeStrict: Place(
        "/settings", "Switch on: Strict", _CHOICES + "strict", {"value": "off"}, "/settings"
    ),
    preferences.ChangeTimezone: Place(
        "/settings", 'value="Europe/Berlin"', _CHOICES + "timezone", {"value": "berlin"}, "/settings"
    ),
    vacation.Vacation: Place(
        "/settings", "You are on vacation until", "/settings/vacation", {"days": "14"}, "/settings"
    ),
    blocking.Block: Place(
        "/settings", "you have blocked bob", "/settings/block", {"what": "block", "other": "bob"}, "/settings"
    ),
    blocking.Unblock: Place(
        "/settings", "you no longer block bob", "/settings/block", {"what": "unblock", "other": "bob"}, "/settings",
        _said("block alice secret7 bob"),
    ),
    talk.MessageCommand: Place(
        "/write", "Your message goes to bob", "/write", {"to": "bob", "words": "Good game!"}, "/me"
    ),
    talk.Broadcast: Place(
        "/write", "goes to", "/write/all", {"words": "Who wants to play?"}, "/me", _seasoned
    ),
    Multiple: Place("/commands", "Standings", "/commands", {"lines": "hex standings\nlist"}),
    TournamentList: Place("/tournaments", "spring-cup", before=_BOBS_CUP, signed_in=False),
    TournamentShow: Place("/tournaments/spring-cup", "set up by", before=_BOBS_CUP, signed_in=False),
    TournamentJoin: Place(
        "/tournaments/spring-cup", "You have joined.", "/tournaments/spring-cup",
        {"do": "join", "word": "willow-tree"}, "/tournaments/spring-cup", _BOBS_CUP,
    ),
    TournamentLeave: Place(
        "/tournaments/spring-cup", "Nobody has joined yet.", "/tournaments/spring-cup", {"do": "leave"},
        "/tournaments/spring-cup", _said(_CUP),
    ),
    TournamentStandings: Place("/tournaments/spring-cup/1", "Division 1", before=_season_begun, signed_in=False),
    TournamentCreate: Place(
        "/tournaments/new?game=hex", "1 has joined", "/tournaments/new",
        {"name": "spring-cup", "word": "willow-tree", "game-size": "5", "terms-players": "4"},
        "/tournaments/spring-cup",
    ),
    boards.AllShow: Place("/players/bob", "with alice", before=_CHALLENGED, signed_in=False),
    invitation_answers.AnswerInvitation: Place(
        "/invitation", "Hex Board 101 has begun.", "/invitation", {"answer": "yes", "userid": "robin"}, "/hex/101",
        _robin_invited, signed_in=False,
    ),
    invitation_answers.Uninvite: Place(
        "/hex", "your invitation to Hex", "/hex/uninvite", {}, "/hex",
        _said("hex challenge alice robin@friends.example"),
    ),
    challenges.Challenge: Place(
        "/hex/challenge", "alice and bob", "/hex/challenge",
        {"seat0": "alice", "seat1": "bob", "game-size": "5", "terms-forfeittime": "30", "terms-unrated": "on"},
        "/hex/boards",
    ),
    anyone.Anyone: Place(
        "/open", ">alice</a> <span class=\"soft\">1500?", "/open", {"other": "hex", "pace": "7"}, "/open",
    ),
    open_challenges.ListOpen: Place(
        "/open", ">alice</a> <span class=\"soft\">1500?", before=_said("hex challenge alice anyone"), signed_in=False,
    ),
    open_challenges.Join: Place(
        "/open", "bob and alice", "/hex/open", {"what": "join", "number": "101"}, "/hex/boards",
        _said("hex challenge bob anyone"),
    ),
    open_challenges.Withdraw: Place(
        "/open", "Nothing waits at present", "/hex/open", {"what": "withdraw", "number": "101"}, "/open",
        _said("hex challenge alice anyone"),
    ),
    rematches.Rematch: Place(
        _BOARD, "The game begins as soon as bob wants to", _BOARD, {"do": "rematch", "answer": "yes"}, _BOARD,
        _said(*_TO_ITS_END),
    ),
    substitutes.Substitute: Place(
        "/yacht/101", "whoever comes takes it over; bob has yet to agree", "/yacht/101",
        {"do": "substitute", "who": "anyone"}, "/yacht/101", _left_by_carol,
    ),
    boards.Games: Place("/hex/boards", "alice and bob", before=_CHALLENGED, signed_in=False),
    standings.Standings: Place("/hex/standings", "Provisional", before=_CHALLENGED, signed_in=False),
    boards.History: Place(
        "/hex/history", "won by bob",
        before=_said(
            "hex challenge alice bob", "hex move 101 alice secret7 a1", "hex move 101 bob bobpw123 b2",
            "hex resign 101 alice secret7",
        ),
        signed_in=False,
    ),
    watching.Subscribe: Place(
        "/hex", "You get the letters of all boards", "/hex/follow", {"boards": "all", "what": "subscribe"}, "/hex"
    ),
    watching.Unsubscribe: Place(
        "/hex", "You get no letters", "/hex/follow", {"boards": "all", "what": "unsubscribe"}, "/hex",
        _said("hex subscribe alice secret7 all"),
    ),
    watching.Notify: Place(
        "/hex", "You get a letter whenever a game ends", "/hex/follow", {"boards": "all", "what": "notify"}, "/hex"
    ),
    limits.Accept: Place(
        "/hex", "You take challenges, as many as come", "/hex/wish", {"what": "accept"}, "/hex",
        _said("hex reject alice secret7"),
    ),
    limits.Reject: Place("/hex", "You take no challenges", "/hex/wish", {"what": "reject"}, "/hex"),
    limits.Limit: Place("/hex", "for up to 3 boards", "/hex/wish", {"what": "limit", "number": "3"}, "/hex"),
    seeking.Seek: Place("/hex", "You would like 2 more", "/hex/wish", {"what": "seek", "number": "2"}, "/hex"),
    playing.MoveCommand: Place("/hex/101?move=a1", "bob to move", _BOARD, {"do": "move"}, _BOARD, _CHALLENGED),
    playing.Submit: Place("/hex/101?move=a1", "Nothing has been moved yet", before=_CHALLENGED, shown=False),
    playing.ConfirmMove: Place(
        "/hex/101?move=a1", "bob to move", _BOARD, {"do": "move"}, _BOARD, _CHALLENGED, shown=False
    ),
    playing.Queue: Place(
        _BOARD, "nobody but you knows", _BOARD, {"do": "queue", "move": "if b2 then c3"}, _BOARD,
        _said("hex challenge alice bob", "hex move 101 alice secret7 a1"),
    ),
    playing.Swap: Place(
        "/hex/101?move=swap", "alice (Vertical)", _BOARD, {"do": "move"}, _BOARD,
        _said("hex challenge bob alice", "hex move 101 bob bobpw123 d4"), shown=False,
    ),
    playing.Resign: Place(_BOARD, "bob has won", _BOARD, {"do": "resign"}, _BOARD, _BEGUN),
    preview.Preview: Place("/hex/101?line=c3", "Trying out moves", before=_BEGUN, signed_in=False, shown=False),
    preview.Replay: Place("/hex/101/1?line=c3", "Trying out moves", before=_BEGUN, signed_in=False, shown=False),
    preview.Analyse: Place("/hex/101?line=c3", "Trying out moves", before=_BEGUN, shown=False),
    showing.Show: Place("/hex/101/1", "As it stands now", before=_BEGUN, signed_in=False, shown=False),
    showing.ShowAs: Place(
        "/goofspiel/101", "You have chosen",
        before=_said("goofspiel challenge alice bob", "goofspiel move 101 alice secret7 7"), shown=False,
    ),
    boards.RecordCommand: Place(_BOARD, "/hex/101.record.json", before=_BEGUN, signed_in=False, shown=False),
    reporting.Report: Place(
        _BOARD, "is shown what bob wrote", _BOARD, {"do": "report"}, _BOARD, _bob_has_written, shown=False
    ),
    talk.Chat: Place(_BOARD, "Hello, bob!", _BOARD, {"do": "chat", "comment": "Hello, bob!"}, _BOARD, _BEGUN),
}  # fmt: skip
"""By command."""


def test_every_command_of_a_player_has_a_place() -> None:
    assert {type(command) for command in COMMANDS} - PLACES.keys() == set()


@pytest.mark.alike
@pytest.mark.parametrize("command", PLACES, ids=lambda command: command.__name__)
def test_a_command_is_done_by_filling_in_the_form(
    server: Server, alice: Browser, browser: Browser, command: type[Command]
) -> None:
    place = PLACES[command]
    visitor = alice if place.signed_in else browser
    fields = {**place.fields, **(place.before(server) or {})}

    page = visitor.get(place.page).text
    if place.shown:
        assert any(f" {command.words[0]} " in f" {line} " for line in commands_shown(page)), "the page teaches it"
    if place.action:
        answer = send(visitor, form_for(page, place.action, fields), fields)
        assert answer.status_code == (303 if place.then else 200), answer.text
        page = visitor.get(place.then).text if place.then else answer.text

    assert place.sees in unescape(" ".join(page.replace('<span class="hidden">', "").split()))


def test_what_was_done_is_said_once(alice: Browser) -> None:
    page = alice.get("/settings").text
    send(alice, form_for(page, "/settings/choose/broadcasts", {"value": "off"}), {"value": "off"})

    assert "is not sent to you any more" in alice.get("/settings").text
    assert "is not sent to you any more" not in alice.get("/settings").text


@pytest.mark.parametrize(
    ("page", "action", "fields", "why"),
    [
        (
            "/hex/challenge",
            "/hex/challenge",
            {"seat1": "nobody", "game-size": "7"},
            "There is no player called nobody",
        ),
        ("/settings", "/settings/password", {"old": "wrong-one", "new": "a-word-of-mine"}, "password is not right"),
        ("/settings", "/settings/choose/timezone", {"value": "Europe/Berlim"}, "Did you mean Europe/Berlin"),
        ("/settings", "/settings/vacation", {"days": "200"}, "days of vacation"),
        ("/settings", "/settings/vacation", {"from": "2030-01-01", "days": "3"}, "begins within a year"),
        (
            "/settings",
            "/settings/addresses",
            {"addresses": "not-an-address", "password": "secret7", "what": "add"},
            "address",
        ),
        ("/write", "/write", {"to": "nobody", "words": "Hello?"}, "There is no player called nobody"),
        ("/hex", "/hex/wish", {"what": "limit", "number": "many"}, "whole number"),
        ("/hex", "/hex/follow", {"what": "subscribe", "boards": "999"}, "There is no Hex board 999"),
        ("/confirm", "/confirm", {"code": "not-a-code", "answer": "yes"}, "This code is not known"),
    ],
)
def test_what_is_refused_is_told_in_the_words_of_the_command_with_what_was_typed(
    alice: Browser, page: str, action: str, fields: dict[str, str], why: str
) -> None:
    answer = send(alice, form_for(alice.get(page).text, action, fields), fields)

    assert answer.status_code == 422
    assert why in unescape(" ".join(answer.text.split()))
    assert "wrong-one" not in answer.text
    if "seat1" in fields:
        assert 'value="nobody"' in answer.text
        assert 'value="7"' in answer.text


def test_the_password_is_not_changed_without_the_old_one(alice: Browser, browser: Browser) -> None:
    """Whoever finds an open browser must not take the account."""
    page = alice.get("/settings").text
    for old in ("", "-"):
        fields = {"old": old, "new": "a-word-of-mine"}
        assert send(alice, form_for(page, "/settings/password", fields), fields).status_code == 422

    assert browser.sign_in("alice").status_code == 303


def test_an_address_gets_nothing_but_a_question_until_it_is_answered(browser: Browser, server: Server) -> None:
    fields = {"userid": "dora", "password": "a-word-of-mine", "address": "stranger@example.org"}
    send(browser, form_for(browser.get("/sign-up").text, "/sign-up", fields), fields)

    server.hear("bob@example.org", "hex challenge dora bob")

    letters = [each for each in server.outbox() if "stranger@example.org" in each["recipients"]]
    assert [each["subject"] for each in letters] == ["Is this your address?"]
    assert "to be confirmed" in browser.get("/settings").text
    assert "stranger@example.org" in browser.get("/me").text


def test_vacations_are_set_ahead_and_cancelled_on_the_page_of_settings(alice: Browser) -> None:
    wanted = {"from": "2024-07-01", "until": "2024-07-14"}
    send(alice, form_for(alice.get("/settings").text, "/settings/vacation", wanted), wanted)
    set_ahead = alice.get("/settings").text

    cancel = {"what": "off", "day": "2024-07-01"}
    send(alice, form_for(set_ahead, "/settings/vacation", cancel), {})
    cancelled = alice.get("/settings").text

    assert "From 2024-07-01 until 2024-07-14" in set_ahead
    assert "You are not on vacation" in set_ahead
    assert "From 2024-07-01" not in cancelled


def test_whoever_is_not_signed_in_sees_what_waits_and_signs_in_to_join(browser: Browser, server: Server) -> None:
    server.hear("bob@example.org", "hex challenge bob anyone --rating=1500-1900")

    page = browser.get("/open").text

    assert "for classic ratings of 1500 to 1900" in page
    assert "<button" not in page.partition("<footer")[0]
    assert browser.get("/hex").text.count("Waiting for players") == 1


def test_a_game_is_put_up_on_its_page_and_the_next_page_says_that_it_waits(alice: Browser) -> None:
    fields = {"seat0": "alice", "seat1": "anyone", "terms-rating": "1500-1900"}

    answer = send(alice, form_for(alice.get("/hex/challenge").text, "/hex/challenge", fields), fields)

    assert answer.headers["location"] == "/open"
    page = alice.get("/open").text
    assert "Your challenge waits for players" in page
    assert "Take back" in page


def test_who_does_not_fit_reads_why_on_the_page(alice: Browser, server: Server) -> None:
    server.hear("bob@example.org", "hex challenge bob anyone --rating=1700-")
    fields = {"what": "join", "number": "101"}

    assert "/hex/open" not in alice.get("/open").text
    answer = alice.fill_in("/open", "/hex/open", **fields)

    assert answer.status_code == 422
    assert "It is for players with a classic rating of 1700 or more, and yours is 1600." in unescape(answer.text)
