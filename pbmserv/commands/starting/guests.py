"""Games against the server's own bots that begin at once: who sits where, and what guests may begin."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import timedelta
from typing import TYPE_CHECKING, Any, TypeAlias

from pbmserv.commands.accounts.bots import opponents, opponents_in
from pbmserv.commands.accounts.guests import is_still_guest, new_guest
from pbmserv.commands.requests.confirmed_addresses import FEW_BOARDS
from pbmserv.commands.requests.context import Call
from pbmserv.commands.sessions.signing_in import Opened, open_session
from pbmserv.commands.starting.new_boards import begin
from pbmserv.games.base import Game, Refusal
from pbmserv.games.message import Message
from pbmserv.play.board import Board, Player, Terms
from pbmserv.play.guests import LEVELS, MOST_BOARDS, MOST_JOBS
from pbmserv.storage.sessions import Scope
from pbmserv.storage.tallies import Limit

if TYPE_CHECKING:
    from pbmserv.games.option import OptionValue
    from pbmserv.storage.sessions import Session

SEEDS = Limit("seeds used", 1000, timedelta(days=1))
"""How many boards are counted that begin with dice of one browser."""

YOU = Player(-1, "you")
"""Who looks at a board that nobody has begun yet."""


def levels_of_bots(call: Call, games: Iterable[Game[Any]], for_guest: bool = False) -> dict[str, list[str]]:
    """The levels against which games can begin now, weakest first, by the words of the games. Games that are closed,
    or that bots do not play, are left out.
    """
    asked = list(games)
    closed = call.work.games.closed_among(game.word for game in asked)
    playable = [game for game in asked if game.word not in closed]
    bots = opponents_in(call, playable)
    able = [game.word for game in playable if _are_enough(game, len(bots[game.word]))]
    levels = {word: list(bots[word].values()) for word in able}
    if for_guest:
        levels = {word: [level for level in its if level in LEVELS] for word, its in levels.items()}
    return {word: its for word, its in levels.items() if its}


Chosen: TypeAlias = Mapping[str, "OptionValue"]
"""Options that are other than usual, by name."""
_AS_USUAL: Chosen = {}


def players_with_bots(
    call: Call, game: Game[Any], level: str, person: Player, seed: bytes, chosen: Chosen = _AS_USUAL
) -> list[Player]:
    """The players of a game against bots in the order of their seats: the person is the first to move.

    Bots of other levels sit on the seats that are left. Raises `Refusal` if it cannot begin.
    """
    bots = opponents(call, game)
    wanted = [bot for bot, its in bots.items() if its == level]
    if level not in levels_of_bots(call, [game]).get(game.word, ()):
        raise Refusal(Message("{game} cannot be begun against the computer at this level now.", game=game.name))
    others = [*wanted, *(bot for bot in bots if bot not in wanted)]
    beside = (others * _seats(game))[: _seats(game) - 1]
    board = Board.begin(game, 0, options_with(game, chosen), [person, *beside], seed, call.at, bots=bots)
    first = board.seats_to_move[0] if board.seats_to_move else 0
    return [*beside[:first], person, *beside[first:]]


def board_to_try(
    call: Call,
    game: Game[Any],
    level: str,
    seed: bytes,
    kept: Session | None = None,
    chosen: Chosen = _AS_USUAL,
) -> Board:
    """The board as it would begin, for who only looks, and may be a guest by the session `kept`. Nothing of it is
    stored.

    Raises `Refusal`, also where this guest has all the boards that a guest may have.
    """
    if kept is not None and is_still_guest(call, kept):
        _check_boards(call, kept.player)
    players = players_with_bots(call, game, level, YOU, seed, chosen)
    bots = call.work.players.bots([each for each in players if each != YOU])
    return Board.begin(game, 0, options_with(game, chosen), players, seed, call.at, Terms(rated=False), YOU, bots)


def begin_as_guest(
    call: Call,
    game: Game[Any],
    level: str,
    seed: bytes,
    label: str,
    kept: Session | None,
    chosen: Chosen = _AS_USUAL,
) -> tuple[Player, int, Opened | None]:
    """Begin a board of a guest, who is a new one unless the session `kept` is still open; return the guest and the
    board's number, and the new session.

    No letter is written about it. Raises `Refusal`.
    """
    if level not in LEVELS:
        raise Refusal("Guests play against the easy or the medium computer. Sign up to play against a stronger one.")
    if call.work.guests.jobs() >= MOST_JOBS:
        raise Refusal("Many play with the computer at this moment. Please try again in a few minutes, or sign up.")
    opened = None
    if kept is not None and is_still_guest(call, kept):
        guest = kept.player
        _check_boards(call, guest)
    else:
        guest = new_guest(call)
        opened = open_session(call, guest, label, Scope.GUEST)
    call.game = game
    players = players_with_bots(call, game, level, guest, seed, chosen)
    number = call.work.games.take_number(game.word)
    begin(call, number, options_with(game, chosen), players, Terms(rated=False), guest, (), seed=seed)
    return guest, number, opened


def seeds_used(call: Call, whose: str) -> int:
    """How many boards have begun today with dice that are one browser's, by a keyed hash of what tells it."""
    return call.work.tallies.count(SEEDS, _today(call, whose), call.at)


def note_seed_used(call: Call, whose: str) -> None:
    call.work.tallies.add(SEEDS, _today(call, whose), call.at)


def _today(call: Call, whose: str) -> str:
    # An event is kept for a day, and so until the end of this one.
    return f"{call.at:%Y-%m-%d} {whose}"


def options_with(game: Game[Any], chosen: Chosen) -> dict[str, Any]:
    return {option.name: option.default for option in game.options} | dict(chosen)


def _check_boards(call: Call, guest: Player) -> None:
    if call.work.listing.active_boards([guest])[guest] >= FEW_BOARDS:
        raise Refusal(
            Message("A guest plays on {most} boards at most. End one of them first, or sign up.", most=FEW_BOARDS)
        )
    if len(call.work.guests.boards(guest)) >= MOST_BOARDS:
        raise Refusal(
            Message("You have begun {most} boards as a guest, which is the most: sign up to go on.", most=MOST_BOARDS)
        )


def _seats(game: Game[Any]) -> int:
    """How many play a game against the computer: as few as may, but not the person alone."""
    return next((number for number in game.seats if number > 1), 1)


def _are_enough(game: Game[Any], bots: int) -> bool:
    """Whether so many bots are enough for the seats beside one person."""
    needed = _seats(game) - 1
    return needed > 0 and (bots >= needed or (bots > 0 and game.same_player_twice))
