"""Fleets and Marshal: where ships or men were set up in secret goes out nowhere, whoever asks.

Two games in which alice has set up otherwise look alike to bob, who plays against her, and to everybody else.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from pbmserv.commands.requests.lookup import known_player
from pbmserv.commands.sessions.signing_in import open_session
from pbmserv.games.catalogue import installed
from pbmserv.play import moving
from pbmserv.play.board import Board
from pbmserv.play.bot_tasks import TaskKind
from pbmserv.storage.bots import Job
from pbmserv.storage.sessions import Scope
from pbmserv.storage.work import UnitOfWork
from pbmserv.thinking.bot_view import bot_view_of
from tests.conversation import FOUR, Server
from tests.golden.masks import masked
from tests.web.conftest import Browser

WORLDS = {
    "fleets": (
        ["a1-e1 j2-j5 c4-c6 f8-h8 a9-a10", "a1-e1 h2-h5 c4-c6 f8-h8 i10-j10", "b3", "e5", "a1", "e6"],
        ["a1-e1 j2-j5 c4-c6 f8-h8 a9-a10", "a1-a5 j6-j9 d8-d10 g1-i1 e3-f3", "b3", "e5", "a1", "e6"],
    ),
    "marshal": (
        [
            "t.......t. .g..m..... ....y...n. ..bf......",
            "..fb...... ....y...n. .g..m..... t.......t.",
            "e3-e4",
            "e8-e7",
            "a4-a5",
            "e7-d7",
        ],
        [
            "t.......t. .g..m..... ....y...n. ..bf......",
            "..bf...... ....t...m. .y..n..... t.......g.",
            "e3-e4",
            "e8-e7",
            "a4-a5",
            "e7-d7",
        ],
    ),
}
"""Bob begins; the second move is alice's, of which nobody else is told."""
OPTIONS = {"fleets": "", "marshal": " -men=8"}
TOUCHES = {"fleets": ("a1 e1", "c3"), "marshal": ("a3 a4", "e4")}


@pytest.fixture(params=WORLDS)
def word(request: pytest.FixtureRequest, server: Server, monkeypatch: pytest.MonkeyPatch) -> str:
    """A board of bob and alice, which carol watches. Tags of positions depend on a seed that nobody is told."""
    server.hear("bob@example.org", f"{request.param} challenge bob alice{OPTIONS[request.param]}")
    server.hear("carol@example.org", f"{request.param} subscribe 101 carol {FOUR['carol']}")
    monkeypatch.setattr("pbmserv.play.board_fingerprint._written", lambda move: f"{move.seat}".encode())
    monkeypatch.setattr("pbmserv.web.rendering.b32encode", lambda _: b"word")
    return str(request.param)


def stand(server: Server, word: str, moves: Sequence[str]) -> Board:
    """Have these moves been made on the board."""
    with server.database.writing() as connection:
        work = UnitOfWork(connection, installed())
        board = work.boards.load(word, 101, for_change=True)
        assert board is not None
        at = board.started_at
        made = Board.begin(board.game, 101, board.options, board.players, board.seed, at, board.terms)
        for text in moves:
            moving.move(made, made.players_to_move[0], text, at)
        board.moves, board.position, board.times = made.moves, made.position, made.times
        work.boards.save(board)
    return board


def both(server: Server, word: str, ply: int, told: Callable[[], Any]) -> tuple[Any, Any]:
    """What is told after so many moves of the one game, and of the other."""
    answers = []
    for line in WORLDS[word]:
        stand(server, word, line[:ply])
        answers.append(told())
    return answers[0], answers[1]


def test_the_two_games_differ_and_look_alike_to_all_but_alice(server: Server, word: str) -> None:
    for ply in range(2, 7):
        one, other = (stand(server, word, line[:ply]) for line in WORLDS[word])
        assert one.position != other.position
        for viewer in (0, None):
            assert one.game.seen_by(one.position, viewer) == other.game.seen_by(other.position, viewer)


@pytest.mark.long
def test_no_page_picture_or_answer_to_a_program_tells_how_somebody_has_set_up(
    server: Server, word: str, new_browser: Callable[[], Browser]
) -> None:
    here = f"/{word}/101"
    pages = [
        *("/", f"/{word}/boards", f"/{word}/history", here, f"{here}.svg", f"{here}.txt", f"{here}.json"),
        *(f"{here}/{number}{kind}" for number in (0, 2) for kind in ("", ".svg", ".txt", ".json")),
        *(f"{here}{what}" for what in (".record.json", "/embed", "?line=", "?move=nonsense")),
        *(f"{here}?touch={touch}" for touch in TOUCHES[word]),
    ]
    api = [f"/api/games/{word}/boards/101{what}" for what in ("", "?after=1", "?after=2", "/moves")]
    nobody, bob = new_browser(), new_browser()
    bob.sign_in("bob")
    session = server.office.for_visitor(lambda call: open_session(call, known_player(call, "bob"), "t", Scope.PLAY))
    bearer = {"Authorization": f"Bearer {session.word}"}

    def shown() -> list[tuple[str, int, bytes]]:
        answers = [
            (f"{who} {path}", browser.get(path))
            for who, browser in (("nobody", nobody), ("bob", bob))
            for path in pages
        ]
        answers += [(f"api {path}", nobody.get(path, headers=headers)) for path in api for headers in ({}, bearer)]
        return [(about, answer.status_code, answer.content) for about, answer in answers]

    for ply in (2, 4, 6):
        one, other = both(server, word, ply, shown)
        assert one == other, [told[0] for told, otherwise in zip(one, other, strict=True) if told != otherwise]
        assert sum(status == 200 for _, status, _ in one) > len(one) * 3 // 4


@pytest.mark.long
def test_no_letter_or_answer_tells_it(server: Server, word: str) -> None:
    commands = [
        *("show 101", "show 101#2", "record 101", "history", "showas bob {bob} 101", "showas bob {bob} 101#2"),
        *(
            "move 101 bob {bob} nonsense",
            "move 101 bob {bob} e7-e6",
            "move 101 bob {bob} c3",
            "preview 101 bob {bob} c3",
        ),
        *("queue 101 bob {bob} if a1-a5 then c3", "queue 101 bob {bob} c3", "move 101 bob {bob} undo"),
    ]

    def answers() -> list[str]:
        told = []
        for line in commands:
            rehearsal = server.rehearse("bob@example.org", f"{word} {line.format(bob=FOUR['bob'])}")
            told.append(
                masked(
                    "\n".join(
                        f"{each.subject}{each.text}"
                        for each in rehearsal.reply.letters
                        if "bob@example.org" in each.to
                    )
                )
            )
        return told

    for ply in (2, 4, 6):
        one, other = both(server, word, ply, answers)
        for told, otherwise in zip(one, other, strict=True):
            assert told.splitlines() == otherwise.splitlines()


def test_a_bot_of_bobs_sees_no_more_than_he(server: Server, word: str) -> None:
    at, bob = server.now, stand(server, word, []).players[0]
    job = Job(1, 1, word, 101, bob, "easy", 0, 7, TaskKind.MOVE, at, at, 1, "")
    one, other = (bot_view_of(stand(server, word, line), job, is_rated=True) for line in WORLDS[word])

    assert one.seen == other.seen


def test_alices_set_up_is_told_to_others_as_a_secret(server: Server, word: str) -> None:
    server.hear("bob@example.org", f"{word} move 101 bob {FOUR['bob']} {WORLDS[word][0][0]}")

    letters = server.hear("alice@example.org", f"{word} move 101 alice {FOUR['alice']} {WORLDS[word][0][1]}")

    to_bob = " ".join(letters.letter_to("bob@example.org").text.split())
    assert "in secret" in to_bob
    assert WORLDS[word][0][1].upper() not in to_bob.upper()
