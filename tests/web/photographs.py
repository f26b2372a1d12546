"""Takes photographs of the boards of all games, on a phone, a tablet and a desktop, to look at.

    python -m tests.web.photographs FOLDER [GAME...]

Each game is shown at its start and in the middle, to whoever is to move. Beside the photographs, there are sheets
of many of them, small.
"""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from pathlib import Path

import click
from PIL import Image
from playwright.sync_api import Page, ViewportSize

from pbmserv.games.catalogue import installed
from pbmserv.storage.database import Database
from tests.web.nearly_over import partly_played
from tests.web.test_board_in_chromium import Table, laid_table

SIZES: dict[str, ViewportSize] = {
    "phone": {"width": 390, "height": 664},
    "tablet": {"width": 820, "height": 1180},
    "desktop": {"width": 1366, "height": 768},
}
PARTS = {"start": 0.0, "middle": 0.5}
ACROSS = {"phone": 8, "tablet": 6, "desktop": 4}
"""Photographs beside each other on a sheet."""
SHEET = (1568, 1400)
"""Pixels."""


@click.command()
@click.argument("folder", type=click.Path(path_type=Path))
@click.argument("games", nargs=-1, metavar="[GAME...]")
@click.option("--size", "sizes", multiple=True, type=click.Choice([*SIZES]), default=[*SIZES])
def main(folder: Path, games: tuple[str, ...], sizes: Sequence[str]) -> None:
    """Take photographs of the boards of these games, or of all."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as place:
        url = f"sqlite:///{place}/pbmserv.db"
        database = Database(url)
        database.upgrade()
        database.close()
        with laid_table(url) as table:
            taken = {size: _taken(table, folder, games or tuple(installed()), size) for size in sizes}
    for size, photographs in taken.items():
        _lay_out(folder, size, photographs)


def _taken(table: Table, folder: Path, games: Sequence[str], size: str) -> list[Path]:
    photographs = list[Path]()
    for word in games:
        for part, how_far in PARTS.items():
            photographs.append(folder / f"{word}-{part}-{size}.png")
            page = _shown_to_mover(table, partly_played(table.server, word, how_far), size)
            page.screenshot(path=photographs[-1])
            click.echo(photographs[-1])
    return photographs


def _shown_to_mover(table: Table, board: str, size: str) -> Page:
    """The board in the browser of who is to move, or of the first player."""
    way = "by keys" if size == "desktop" else "by touch"
    page = table.page_of("alice", way)
    page.goto(table.url + board)
    mover = page.locator(".seats li.now a").all_inner_texts()
    page = table.page_of(mover[0] if mover else "alice", way)
    page.set_viewport_size(SIZES[size])
    page.goto(table.url + board)
    return page


def _lay_out(folder: Path, size: str, photographs: Sequence[Path]) -> None:
    """Put the photographs on sheets."""
    width = SHEET[0] // ACROSS[size]
    height = width * SIZES[size]["height"] // SIZES[size]["width"]
    of_a_sheet = ACROSS[size] * (SHEET[1] // height)
    for first in range(0, len(photographs), of_a_sheet):
        these = photographs[first : first + of_a_sheet]
        sheet = Image.new("RGB", (SHEET[0], -(-len(these) // ACROSS[size]) * height), "grey")
        for number, path in enumerate(these):
            with Image.open(path) as photograph:
                small = photograph.resize((width - 4, height - 4))
            sheet.paste(small, (number % ACROSS[size] * width, number // ACROSS[size] * height))
        sheet.save(folder / f"sheet-{size}-{first // of_a_sheet + 1:02}.png")


if __name__ == "__main__":
    main()
