"""A board has one Subject for its life, and programs keep it or not: what an answer is to, its address says alone."""

from __future__ import annotations

import pytest

from pbmserv.language.russian import OTHERS
from pbmserv.storage.database import Database
from tests.conversation import ADDRESS, Server
from tests.mail.test_replies import ALICE, BOB, Post

pytestmark = pytest.mark.alike

CAROL = "carol@example.org"


class TwoBoards(Post):
    """alice and bob play Hex on two boards, alice has to move on both, and carol follows all that they play.

    No answer here has References or In-Reply-To, as some programs send none.
    """

    def __init__(self, server: Server) -> None:
        super().__init__(server)
        server.hear(CAROL, "hex subscribe all carol secret9")
        server.hear(ALICE, "hex challenge alice bob -size=5")

    def of(self, number: int, reader: str) -> str:
        """Where the last letter of a board to somebody is answered."""
        subject = f"Hex Board {number}"
        own = [each for each in self.server.outbox() if each["recipients"] == [reader] and each["subject"] == subject]
        return str(own[-1]["headers"].get("Reply-To", ADDRESS))

    def moves(self) -> list[int]:
        boards = self.server.office.look_up(lambda call: [call.work.boards.load("hex", each) for each in (101, 102)])
        return [len(board.moves) for board in boards if board]


@pytest.fixture
def two(undone_database: Database) -> TwoBoards:
    return TwoBoards(Server(undone_database))


@pytest.mark.parametrize(
    "subject",
    ["Re: Hex Board 102", "Hex Board 102", "Re: Hex Board 101", "Re: Hex Board 102 alice", "", "(no subject)"],
)
def test_the_board_of_the_address_is_moved_on_whatever_the_subject_says(two: TwoBoards, subject: str) -> None:
    assert two.answer(ALICE, "d3", to=two.of(102, ALICE), subject=subject) == "done: hex move 102 alice ****** d3"

    assert two.moves() == [0, 1]


@pytest.mark.parametrize(
    "subject", ["Ответ: Hex Board 102", "НА: Hex Board 102", "Отв.: Hex Board 102", "(без темы)", "Гекс, доска 102"]
)
def test_so_it_is_from_programs_in_russian(two: TwoBoards, subject: str) -> None:
    assert two.answer(ALICE, "d3", to=two.of(102, ALICE), subject=subject) == "done: hex move 102 alice ****** d3"


@pytest.mark.parametrize("prefix", ["Ответ: ", "НА: ", "Отв.: "])
def test_without_references_and_address_a_prefix_in_russian_still_leaves_the_board(
    two: TwoBoards, prefix: str
) -> None:
    two.answer(ALICE, "d3", to=ADDRESS, subject=f"{prefix}Hex Board 102")

    assert "Your answer is a move on Hex Board 102." in two.letter_to(ALICE)["text"]


def test_all_letters_of_a_board_keep_one_subject_while_its_players_change_languages(two: TwoBoards) -> None:
    two.answer(ALICE, "d3", to=two.of(101, ALICE))
    two.server.hear(ALICE, "change language alice secret7 ru")
    two.answer(BOB, "c3", to=two.of(101, BOB))

    own = [each for each in two.server.outbox() if each["recipients"] == [ALICE] and "101" in each["subject"]]
    assert {each["subject"] for each in own} == {"Hex Board 101"}
    assert len({each["headers"]["References"].split()[0] for each in own}) == 1
    assert own[-1]["headers"]["From"] == "Ваш ход"


@pytest.mark.parametrize("word", ["сообщение", "отпуск", "турнир", "приглашение", "помощь"])
def test_words_with_which_subjects_would_begin_in_russian_are_commands(word: str) -> None:
    """Why Subjects are English (`docs/translating.md`)."""
    assert word in OTHERS


@pytest.mark.parametrize("number", [101, 102])
def test_to_the_plain_address_it_is_asked_about_on_the_board_of_the_subject(two: TwoBoards, number: int) -> None:
    assert not two.answer(ALICE, "d3", to=ADDRESS, subject=f"Re: Hex Board {number}").startswith("done: hex move")

    assert two.moves() == [0, 0]
    assert f"Your answer is a move on Hex Board {number}." in two.letter_to(ALICE)["text"]
    two.answer(ALICE, "yes")
    assert two.moves() == [int(each == number) for each in (101, 102)]


def test_a_subject_of_no_board_decides_between_none(two: TwoBoards) -> None:
    two.answer(ALICE, "d3", to=ADDRESS, subject="Re: Commands of pbmserv")

    assert "Your answer is a move" not in two.letter_to(ALICE)["text"]
    assert two.moves() == [0, 0]


def test_who_follows_several_boards_says_something_on_each_by_its_address_and_moves_on_none(two: TwoBoards) -> None:
    two.answer(ALICE, "d3", to=two.of(101, ALICE))
    two.answer(ALICE, "c3", to=two.of(102, ALICE))

    assert (
        two.answer(CAROL, "d4", to=two.of(101, CAROL), subject="Re: Hex Board 102")
        == "done: hex chat 101 carol ******"
    )
    assert two.moves() == [1, 1]


def test_a_rematch_is_answered_in_the_thread_of_the_game_before(two: TwoBoards) -> None:
    for who, line in ((ALICE, "d3"), (BOB, "c3"), (ALICE, "resign"), (ALICE, "rematch"), (BOB, "Yes, let's!")):
        two.answer(who, line, to=two.of(101, who), subject="Re: Hex Board 101")

    assert (
        two.answer(BOB, "b2", to=two.of(103, BOB), subject="Re: Hex Board 101") == "done: hex move 103 bob ****** b2"
    )
    assert two.moves() == [3, 0]
