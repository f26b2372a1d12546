"""The command that draws boards."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pbmserv.cli_support import opened, read_settings, refusals_told
from pbmserv.completion import offer_boards, offer_games, offer_players

if TYPE_CHECKING:
    from pbmserv.games.picture import Picture

WIDTH = 780
"""Pixels: twice the width of a phone, for high-density screens."""


@click.command()
@click.argument("game", shell_complete=offer_games)
@click.argument("board", metavar="BOARD[#MOVE]", shell_complete=offer_boards)
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False), required=False)
@click.option("--svg", "form", flag_value="svg", help="Write SVG: the default, unless FILE ends in .png or .txt.")
@click.option("--png", "form", flag_value="png", help="Write PNG.")
@click.option("--text", "form", flag_value="text", help="Write what is on the picture in words.")
@click.option(
    "--as", "userid", metavar="USERID", help="Show what this player may see, hidden things too.",
    shell_complete=offer_players,
)  # fmt: skip
@click.option(
    "--theme",
    type=click.Choice(["light", "dark", "contrast", "print"]),
    help="The colours: by default, an SVG has those that its reader's screen prefers, a PNG the light ones.",
)
@click.option(
    "--width", type=click.IntRange(50, 4000), default=WIDTH, show_default=True, help="How wide a PNG is, in pixels."
)
@click.pass_obj
def draw(
    config: Path | None,
    game: str,
    board: str,
    file: Path | None,
    form: str | None,
    userid: str | None,
    theme: str | None,
    width: int,
) -> None:
    """Draw a board.

    BOARD is its number; 101#7 is board 101 as it stood after move 7. The picture is written to FILE, or to standard
    output. It shows what everybody may see, unless --as says otherwise.

    In an SVG, every place that can be touched has its name in data-target, and says in its title what lies there.
    """
    from pbmserv.commands.boards.pictures import draw_board
    from pbmserv.games.catalogue import installed
    from pbmserv.games.picture import BadPicture

    with opened(read_settings(config)) as database, refusals_told():
        picture = draw_board(database, installed(), game, board, userid)
    form = form or {".png": "png", ".txt": "text"}.get(file.suffix.lower() if file else "", "svg")
    try:
        written = _written(picture, form, theme, width)
    except BadPicture as error:
        raise click.ClickException(f"{game} has made a picture that cannot be drawn: {error}.") from error
    if file is None:
        sys.stdout.buffer.write(written)
    else:
        file.write_bytes(written)


def _written(picture: Picture, form: str, theme: str | None, width: int) -> bytes:
    from pbmserv.pictures.svg import svg_of
    from pbmserv.pictures.theme import Scheme
    from pbmserv.pictures.words import words_of

    if form == "text":
        return words_of(picture).encode()
    scheme = Scheme(theme) if theme else None
    if form == "svg":
        return svg_of(picture, scheme).encode()
    # Only who wants a PNG waits for what makes it.
    from pbmserv.pictures.png import png_of

    return png_of(picture, width, scheme or Scheme.LIGHT)
