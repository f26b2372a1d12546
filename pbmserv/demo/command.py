"""The command `pbmserv demo`."""

from __future__ import annotations

import os
import shlex
import shutil
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pbmserv.cli_support import opened, read_settings, refusals_told
from pbmserv.setting_values import Maildir

if TYPE_CHECKING:
    from pbmserv.demo.boards import Made
    from pbmserv.settings import Settings


@click.command()
@click.pass_obj
def demo(config: Path | None) -> None:
    """Set up players and boards to look around with.

    Makes the players alice and bob, and a few boards of every game that two can play, with some moves made. This
    needs a database of its own, such as PBMSERV_HOME=pbmserv-demo in the environment makes one, and a Maildir for
    letters: nothing leaves this machine. Given again, it adds boards of the games that have been installed since.

    Prints what to do next. Exits with 1 if the database has other players.
    """
    from pbmserv.demo.boards import make_demo, move_to_try
    from pbmserv.demo.links import sign_in_links, with_port_of_pages
    from pbmserv.running.logs import log_to_stderr
    from pbmserv.storage.database import Need

    chosen = read_settings(config)
    log_to_stderr(chosen, quietly=True)
    with opened(chosen, Need.MADE) as database, refusals_told():
        made = make_demo(database, chosen)
        settings = with_port_of_pages(chosen, database)
        links = sign_in_links(database, settings)
        next_steps = list(what_next(settings, made, move_to_try(database), links, settings != chosen, _typed(config)))
    click.echo("\n".join([*_what_is_there(made), "", *next_steps]))


def what_next(
    settings: Settings,
    made: Made,
    move: tuple[str, int, str] | None,
    links: Mapping[str, str],
    on_another_port: bool = False,
    program: str = "pbmserv",
) -> Iterator[str]:
    """Lines that say what to do next; `move` is a possible move of alice, `links` are players' sign-in links.
    `on_another_port` says that the configured port is taken, `program` is how pbmserv is typed.
    """
    password = made.passwords.get("alice", "PASSWORD")
    yield "Next, in the same place and with the same settings:"
    yield ""
    serve = f"PBMSERV_WEB_LISTEN={settings.web_listen} {program} serve" if on_another_port else f"{program} serve"
    steps = [(serve, "run the server; letters go to the Maildir")]
    if home := os.environ.get("PBMSERV_HOME"):
        steps.insert(0, (f"export PBMSERV_HOME={shlex.quote(home)}", "in each terminal: where the demo is"))
    if settings.web_listen is not None:
        steps.append((f"http://{settings.web_listen}/", "then look at it in a browser"))
    if isinstance(settings.delivery, Maildir):
        steps.append((f"mutt -f {settings.delivery.folder}", "read the letters"))
    steps.append((f"{program} all show alice next", "see where alice has to move"))
    if move is not None:
        game, number, text = move
        steps.append((f"{program} {game} move {number} alice {password} {text}", "move"))
        steps.append((f"{program} draw {game} {number} board.svg", "draw that board"))
    if not made.passwords:
        steps.append((f"{program} admin user password alice", "give alice a new password"))
    width = max(len(step) for step, _ in steps)
    for step, what in steps:
        yield f"    {step:<{width}}  {what}"
    if links:
        yield ""
        yield "While it runs, these links sign you in, each once, within a day:"
        yield ""
    for userid, link in links.items():
        yield f"    {userid}: {link}"


def _typed(config: Path | None) -> str:
    """How this program was typed, with its path if the shell would not find it."""
    path = sys.argv[0]
    is_ours = Path(path).name == "pbmserv" and os.path.realpath(shutil.which("pbmserv") or "") != os.path.realpath(
        path
    )
    program = shlex.quote(path) if is_ours else "pbmserv"
    return program if config is None else f"{program} --config {shlex.quote(str(config))}"


def _what_is_there(made: Made) -> Iterator[str]:
    from pbmserv.games.base import counted

    games = {game for game, _ in made.boards}
    boards, of_games = counted(len(made.boards), "new board"), counted(len(games), "game")
    yield f"{boards} of {of_games}." if made.boards else "All games have boards already."
    for game, why in made.left_out.items():
        yield f"Some boards of {game} could not be set up: {why}"
    for userid, password in made.passwords.items():
        yield f"New player: {userid}, password {password}"
