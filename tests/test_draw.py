"""`pbmserv draw`: the picture of a board, as SVG, PNG or words."""

from __future__ import annotations

import io
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner, Result
from PIL import Image

from pbmserv.cli import main
from pbmserv.storage.database import Database
from tests.conversation import Server

ALICE, BOB = "alice@example.org", "bob@example.org"


def pbmserv(database_url: str, *words: str) -> Result:
    return CliRunner().invoke(main, list(words), env={"PBMSERV_DATABASE_URL": database_url})


@pytest.fixture
def url(database_url: str) -> str:
    """Hex board 101 of size 3, which alice has won, and Goofspiel board 101 before its first round."""
    database = Database(database_url)
    server = Server(database)
    server.sign_up("alice", "bob")
    server.hear(ALICE, "hex challenge alice bob -size=3")
    for move in ("a1", "b1", "a2", "b2", "a3"):
        mover, password = (ALICE, "alice secret7") if move.startswith("a") else (BOB, "bob bobpw123")
        server.hear(mover, f"hex move 101 {password} {move}")
    server.hear(ALICE, "goofspiel challenge alice bob")
    database.close()
    return database_url


def targets(svg: str) -> list[str]:
    found = (each.get("data-target") for each in ElementTree.fromstring(svg).iter())  # noqa: S314 - it is our own
    return list(dict.fromkeys(each for each in found if each))


def test_a_board_as_svg_says_of_each_cell_what_lies_there(url: str) -> None:
    result = pbmserv(url, "draw", "hex", "101")

    assert result.exit_code == 0
    assert targets(result.output) == ["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"]
    assert "<title>Hex Board 101: A board of Hex, 3 by 3 cells</title>" in result.output
    assert "<title>a3, stone of Vertical, winning chain, last stone</title>" in result.output
    assert "<title>c3, empty</title>" in result.output


def test_in_words(url: str) -> None:
    assert pbmserv(url, "draw", "hex", "101#2", "--text").output == (
        "Hex Board 101 after move 2: A board of Hex, 3 by 3 cells\n"
        "a1, stone of Vertical\n"
        "b1, stone of Horizontal, last stone\n"
        "c1, empty\na2, empty\nb2, empty\nc2, empty\na3, empty\nb3, empty\nc3, empty\n"
    )


def test_as_png_in_a_file(url: str, tmp_path: Path) -> None:
    file = tmp_path / "board.png"

    result = pbmserv(url, "draw", "hex", "101", str(file), "--png", "--width", "300", "--theme", "dark")

    assert (result.exit_code, result.output) == (0, "")
    image = Image.open(io.BytesIO(file.read_bytes()))
    assert image.format == "PNG"
    assert image.width == 300


@pytest.mark.parametrize(("name", "begins"), [("a.png", b"\x89PNG"), ("a.svg", b"<svg"), ("a.txt", b"Hex Board 101")])
def test_the_name_of_the_file_says_what_is_written(url: str, tmp_path: Path, name: str, begins: bytes) -> None:
    pbmserv(url, "draw", "hex", "101", str(tmp_path / name))

    assert (tmp_path / name).read_bytes().startswith(begins)


def test_a_board_that_has_been_removed_is_not_drawn(url: str) -> None:
    pbmserv(url, "admin", "board", "abort", "goofspiel", "101", "--reason", "a mistake")

    assert (
        pbmserv(url, "draw", "goofspiel", "101").output
        == "Goofspiel Board 101 has been removed: it counts for nobody.\n"
    )


def test_what_is_hidden_is_drawn_only_for_who_may_see_it(url: str) -> None:
    public = pbmserv(url, "draw", "goofspiel", "101", "--text")
    alice = pbmserv(url, "draw", "goofspiel", "101", "--text", "--as", "alice")

    assert public.output.startswith("Goofspiel Board 101: Goofspiel\nround 1: the prize is ")
    assert "your card" not in public.output
    assert "your card A\nyour card 2\n" in alice.output


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("hex", "999"), "There is no Hex board 999."),
        (("hex", "101#9"), "move"),
        (("hex", "board"), "A board number such as 101 is expected"),
        (("tennis", "101"), "the name of a game"),
        (("hex", "101", "--as", "nobody"), "There is no player called nobody here."),
    ],
)
def test_what_cannot_be_drawn_is_told(url: str, words: tuple[str, ...], why: str) -> None:
    result = pbmserv(url, "draw", *words)

    assert result.exit_code == 1
    assert why in result.output
