"""Dark chess: two games that look alike to bob, and to who watches, are told alike, wherever anything goes out."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from difflib import unified_diff
from typing import Any, get_args

import pytest
from httpx2 import Response

from pbmserv.commands.boards.records import Exported, export_boards
from pbmserv.commands.requests.lookup import known_player
from pbmserv.commands.sessions.signing_in import open_session
from pbmserv.games.catalogue import installed
from pbmserv.letters.board import board_letter
from pbmserv.pictures.for_letters import BoardPictures
from pbmserv.play import moving
from pbmserv.play.board import Board, Turn
from pbmserv.play.bot_tasks import TaskKind
from pbmserv.play.letter_timing import with_missed
from pbmserv.play.view import BoardNews, Occasion
from pbmserv.storage.board_stamps import stamps_of
from pbmserv.storage.bots import Job
from pbmserv.storage.sessions import Scope
from pbmserv.storage.work import UnitOfWork
from pbmserv.thinking.bot_view import bot_view_of
from pbmserv.web.live.hub import Listener
from tests.conversation import FOUR, Rehearsal, Server, html_in
from tests.golden.masks import masked
from tests.web.conftest import Browser

HERE = "/darkchess/101"
ONE = ["e2-e4", "g8-f6", "a2-a3", "h7-h6", "a3-a4", "f6xe4", "h2-h3", "e4-g5"]
OTHER = ["e2-e4", "b7-b6", "a2-a3", "c8-b7", "a3-a4", "b7xe4", "h2-h3", "e4-b7"]
"""Bob is White, alice Black. He sees nothing of what she moves, but that something has captured his pawn."""

KINDS = (".svg", ".svg?small=yes", ".png", ".txt", ".json")
PAGES = [
    *("/", "/me", "/me?turn=theirs", "/players/alice", "/players/bob", "/players/alice/games", "/players/alice.atom"),
    *("/darkchess", "/darkchess/boards", "/darkchess/history", "/open.atom"),
    *(HERE + what for what in ("", "?line=", "?line=e7-e5", "?move=e7-e5", "?move=nonsense")),
    *(f"{HERE}?touch={place}" for place in ("e7", "b1", "e4", "a4 a5")),
    *(f"{HERE}/{number}{kind}" for number in range(5) for kind in ("", *KINDS)),
    *(f"{HERE}{what}" for what in (*KINDS, ".record.json", ".pgn", "/embed", "/3/embed")),
]
FLIPPED = [f"{HERE}?flipped={answer}" for answer in ("yes", "no")]
API = [
    *("/api/me", "/api/boards", "/api/boards?turn=mine", "/api/boards?turn=theirs", "/api/games/darkchess/boards"),
    *(f"/api/games/darkchess/boards/101{what}" for what in ("", "?after=0", "?after=1", "?after=3", "/moves")),
]
COMMANDS = [
    *("show 101", "show 101#1", "show 101#2", "record 101", "history", "showas {me} 101", "showas {me} 101#2"),
    *(
        "move 101 {me} nonsense",
        "move 101 {me} d7-d5",
        "move 101 {me} Nf6",
        "move 101 {me} bxe4",
        "move 101 {me} O-O",
    ),
    *(
        "move 101 {me} undo",
        "move 101 {me} resign?",
        "move 101 {me} propose",
        "move 101 {me} BXE4",
        "move 101 {me} d5",
    ),
    *("queue 101 {me} nonsense", "queue 101 {me} e4-d5", "queue 101 {me} e4xd5", "queue 101 {me} Nf6"),
    *("queue 101 {me} if b7-b6 then c2-c3", "queue 101 {me} if g8-f6 then c2-c3", "queue 101 {me} c2-c3"),
    *("preview 101 {me} c2-c3", "preview 101 {me} c2-c3 b7-b6", "preview 101#1 {me} b7-b6"),
    *("move 101 {me} {next}", "chat 101 {me}"),
]


@pytest.fixture
def board(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """A board of bob and alice, which carol watches. Tags of positions depend on a seed that nobody is told."""
    server.hear("bob@example.org", "darkchess challenge bob alice")
    server.hear("carol@example.org", f"darkchess subscribe 101 carol {FOUR['carol']}")
    server.hear("carol@example.org", f"change format carol {FOUR['carol']} json")
    monkeypatch.setattr("pbmserv.play.board_fingerprint._written", lambda move: f"{move.seat}".encode())
    monkeypatch.setattr("pbmserv.web.rendering.b32encode", lambda _: b"word")


def stand(server: Server, moves: Sequence[str]) -> Board:
    """Have these moves been made on the board."""
    with server.database.writing() as connection:
        work = UnitOfWork(connection, installed())
        board = work.boards.load("darkchess", 101, for_change=True)
        assert board is not None
        game, at = board.game, board.started_at
        made = Board.begin(game, 101, board.options, board.players, board.seed, at, board.terms)
        for text in moves:
            moving.move(made, made.players_to_move[0], text, at)
        assert [move.text for move in made.moves] == [*moves]
        board.moves, board.position, board.times = made.moves, made.position, made.times
        work.boards.save(board)
    return board


def both(server: Server, ply: int, told: Callable[[str], Any]) -> tuple[Any, Any]:
    """What is told after so many moves of the one game, and of the other; `told` is given the next move."""
    answers = []
    for line in (ONE, OTHER):
        stand(server, line[:ply])
        answers.append(told(line[ply]))
    return answers[0], answers[1]


def assert_same(about: str, told: object, otherwise: object) -> None:
    if told != otherwise:
        one, other = (str(each).replace("\\n", "\n").splitlines() for each in (told, otherwise))
        raise AssertionError("\n".join([about, *unified_diff(one, other, lineterm="", n=1)][:60]))


def letters_of(rehearsal: Rehearsal, *readers: str) -> list[tuple[str, ...]]:
    """The letters that go to these players, as they are sent, with their pictures."""
    pictures = BoardPictures(installed())
    told = []
    for letter in rehearsal.outbox:
        if "DarkChess" not in letter["subject"] or not {f"{reader}@example.org" for reader in readers} & set(
            letter["recipients"]
        ):
            continue
        page = letter["page"] and json.dumps(letter["page"], sort_keys=True, default=str)
        stored = (letter["page"] or {}).get("seen")
        picture = pictures.of(stored) if stored else None
        told.append(
            (
                *(masked(str(letter[part])) for part in ("recipients", "subject", "headers", "text")),
                masked(page or ""),
                masked(html_in(letter) or ""),
                str(pictures.png(picture, 1_000_000)) if picture else "",
            )
        )
    return told


def test_the_two_games_differ_and_look_alike_to_bob(server: Server, board: None) -> None:
    for ply in range(len(ONE) + 1):
        one, other = (stand(server, line[:ply]) for line in (ONE, OTHER))
        for viewer in (0, None):
            assert one.game.seen_by(one.position, viewer) == other.game.seen_by(other.position, viewer)
        assert ply < 2 or [move.text for move in one.moves] != [move.text for move in other.moves]


def test_no_letter_about_a_turn_tells_what_was_moved(server: Server, board: None) -> None:
    for ply, mover in enumerate(["bob", "alice"] * 4):

        def turn(move: str, mover: str = mover) -> tuple[list[tuple[str, ...]], str]:
            line = f"darkchess move 101 {mover} {FOUR[mover]} {move}"
            rehearsal = server.rehearse(f"{mover}@example.org", line)
            assert rehearsal.reply.ok, rehearsal.reply.error
            return letters_of(rehearsal, "bob", "carol"), str(letters_of(rehearsal, "alice"))

        (told, to_alice), (otherwise, to_alice_otherwise) = both(server, ply, turn)
        assert_same(str(ply), told, otherwise)
        assert len(told) == 3  # the first letter, and of this turn one to each
        assert ply == 0 or to_alice != to_alice_otherwise


@pytest.mark.parametrize("occasion", sorted({*get_args(Occasion)} - {"again"}))
def test_no_letter_on_another_occasion_tells_it(server: Server, board: None, occasion: Occasion) -> None:
    """Reminders, the letter of the day, what was missed since the last letter. A new start has no moves."""
    for ply in range(1, len(ONE)):
        boards = [stand(server, line[:ply]) for line in (ONE, OTHER)]
        alice, bob = boards[0].players[1], boards[0].players[0]
        for reader in (bob, None):
            news = [with_missed(each, bob, BoardNews(occasion, turn=Turn(alice))) for each in boards]
            one, other = (
                board_letter(each, reader, of, server.address, server.now)
                for each, of in zip(boards, news, strict=True)
            )
            assert_same(f"{occasion} after {ply}", (one.text, one.page), (other.text, other.page))


def test_each_is_told_the_own_moves_as_they_were_made(server: Server, board: None) -> None:
    stand(server, ONE[:5])

    letters = server.hear("alice@example.org", f"darkchess move 101 alice {FOUR['alice']} Nxe4")

    to_alice, to_bob, to_carol = (
        " ".join(letters.letter_to(f"{who}@example.org").text.split()) for who in ("alice", "bob", "carol")
    )
    assert "alice (Black): f6xe4" in to_alice
    assert "1. a move 2. g8-f6 3. a move 4. h7-h6 5. a move 6. f6xe4" in to_alice
    assert "alice (Black): a capture on e4" in to_bob
    assert "1. e2-e4 2. a move 3. a2-a3 4. a move 5. a3-a4 6. a capture on e4" in to_bob
    assert "Black has captured on e4." in to_bob
    assert "1. a move 2. a move 3. a move 4. a move 5. a move 6. a move" in to_carol


def test_a_bot_of_bobs_sees_no_more_than_he(server: Server, board: None) -> None:
    at, bob = server.now, stand(server, []).players[0]
    job = Job(1, 1, "darkchess", 101, bob, "easy", 0, 7, TaskKind.MOVE, at, at, 1, "")
    one, other = (bot_view_of(stand(server, line[:6]), job, is_rated=True) for line in (ONE, OTHER))

    assert one.seen == other.seen


def test_nothing_can_wait_for_a_move_that_is_not_told(server: Server, board: None) -> None:
    stand(server, ONE[:1])

    reply = server.say("bob@example.org", f"darkchess queue 101 bob {FOUR['bob']} if g8-f6 then d2-d4")

    assert reply.error.startswith("In DarkChess you are not told what the others move")
    server.hear("bob@example.org", f"darkchess queue 101 bob {FOUR['bob']} d2-d4")


def test_what_the_operator_hands_out_tells_no_move_before_the_end_but_with_secrets(
    server: Server, board: None
) -> None:
    stand(server, ONE[:6])

    def exported(**how: Any) -> Exported:
        [one] = export_boards(server.database, installed(), "darkchess", [101], **how)
        return one

    assert [made["text"] for made in json.loads(exported().line)["moves"]] == ["a move"] * 6
    assert exported(form="pgn") == Exported(fault="DarkChess Board 101: its moves are told when the game is over.")
    assert [made["text"] for made in json.loads(exported(with_secrets=True).line)["moves"]] == ONE[:6]


@pytest.mark.long
def test_no_answer_to_a_command_tells_it(server: Server, board: None) -> None:
    answers_tell_nothing(server, "html", [7])


@pytest.mark.long
@pytest.mark.parametrize("undone_database", ["sqlite"], indirect=True)
@pytest.mark.parametrize(
    ("form", "plies"), [("text", [2, 4, 5, 6, 7]), ("html", [2, 4, 5, 6]), ("json", [2, 4, 5, 6, 7])]
)
def test_no_answer_in_any_form_after_any_move_tells_it(
    server: Server, board: None, form: str, plies: Sequence[int]
) -> None:
    answers_tell_nothing(server, form, plies)


def answers_tell_nothing(server: Server, form: str, plies: Sequence[int]) -> None:
    for userid in ("bob", "carol"):
        server.hear(f"{userid}@example.org", f"change format {userid} {FOUR[userid]} {form}")

    def answers(following: str) -> list[tuple[str, object]]:
        told: list[tuple[str, object]] = []
        for me in ("bob", "carol"):
            for words in COMMANDS:
                line = words.format(me=f"{me} {FOUR[me]}", next=following if ply % 2 == 0 else "c2-c3")
                rehearsal = server.rehearse(f"{me}@example.org", f"darkchess {line}", "Good luck! e5 Nf6 is mine.")
                answer = rehearsal.reply
                own = [masked(f"{each.subject}{each.text}{each.attachments}") for each in answer.letters if me]
                others = letters_of(rehearsal, "bob", "carol")
                told.append((f"{me}: {line}", (answer.ok, masked(answer.error or ""), own[:1], others)))
        return told

    for ply in plies:
        one, other = both(server, ply, answers)
        for (line, told), (_, otherwise) in zip(one, other, strict=True):
            assert_same(f"{line} after {ply}", told, otherwise)
        assert {answer[0] for _, answer in one} == {True, False}


def headers_of(answer: Response) -> str:
    """Its headers on a line each, without the moment at which a cookie ends."""
    return re.sub(r"expires=[^;]*", "", "\n".join(map(str, sorted(answer.headers.items()))))


def word_of(server: Server, userid: str, scope: Scope) -> str:
    return server.office.for_visitor(lambda call: open_session(call, known_player(call, userid), "test", scope).word)


@pytest.mark.parametrize(
    ("plies", "part"), [([7], slice(1, None, 4)), pytest.param([4, 6, 7], slice(None), marks=pytest.mark.long)]
)
def test_no_page_picture_feed_event_or_answer_to_a_program_tells_it(
    server: Server, board: None, new_browser: Callable[[], Browser], plies: Sequence[int], part: slice
) -> None:
    nobody, bob, carol = new_browser(), new_browser(), new_browser()
    nobody.get("/sign-in")
    bob.sign_in("bob")
    carol.sign_in("carol")
    bearer = {"Authorization": f"Bearer {word_of(server, 'bob', Scope.PLAY)}"}
    feed = word_of(server, "bob", Scope.FEED)
    fragment = {"Accept": "text/vnd.pbmserv.fragment+html"}

    def events() -> list[bytes]:
        def of_bob(call: Any) -> list[bytes]:
            me, row = known_player(call, "bob").id, call.work.board_stamps.row_of("darkchess", 101)
            snapshot = call.work.board_stamps.snapshot([me], [row])
            listeners = [Listener(stamps_of, me, None), Listener(stamps_of, None, row)]
            for listener in listeners:
                listener.take(snapshot)
            return [event.encode() for listener in listeners for event in listener.news()]

        return server.office.look_up(of_bob)

    def shown(_: str) -> list[tuple[str, int, object]]:
        answers = [
            (f"{who}: {path}", browser.get(path))
            for who, browser in (("nobody", nobody), ("bob", bob), ("carol", carol))
            for path in (*PAGES[part], *FLIPPED)
        ]
        answers += [
            (f"fragment: {path}", bob.get(path, headers=fragment)) for path in PAGES[part] if path.startswith(HERE)
        ]
        answers += [(f"api: {path}", nobody.get(path, headers=headers)) for path in API for headers in ({}, bearer)]
        answers += [(f"{path}", nobody.get(f"/players/bob{path}?token={feed}")) for path in ("/turns.atom", ".ics")]
        told: list[tuple[str, int, object]] = [
            (path, answer.status_code, (headers_of(answer), answer.content)) for path, answer in answers
        ]
        return [*told, ("events", 200, events())]

    for ply in plies:
        one, other = both(server, ply, shown)
        for told, otherwise in zip(one, other, strict=True):
            assert_same(f"{told[0]} after {ply}", told, otherwise)
        assert sum(status == 200 for _, status, _ in one) > len(one) * 3 // 4


def test_when_it_is_over_everybody_is_told_everything(
    server: Server, board: None, new_browser: Callable[[], Browser]
) -> None:
    stand(server, ONE[:6])
    nobody = new_browser()
    before = nobody.get(f"{HERE}/2.txt").text
    server.hear("carol@example.org", f"change format carol {FOUR['carol']} text")
    server.hear("bob@example.org", f"darkchess move 101 bob {FOUR['bob']} h2-h3")

    reply = server.hear("alice@example.org", f"darkchess resign 101 alice {FOUR['alice']}")

    assert "?" in before
    assert "?" not in nobody.get(f"{HERE}/2.txt").text
    assert "8 r n b q k b . r 8" in nobody.get(f"{HERE}/2.txt").text
    assert "6. f6xe4" in " ".join(reply.letter_to("carol@example.org").text.split())
    assert "1. e4 Nf6 2. a3 h6 3. a4 Nxe4" in nobody.get(f"{HERE}.pgn").text
    assert "f6xe4" in nobody.get(f"{HERE}.record.json").text
