"""Bots as players: the server's own as opponents, and players for whom a program plays."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from pbmserv.commands.playing.turns import is_rated
from pbmserv.commands.requests.context import Call, Command
from pbmserv.commands.requests.outcome import Outcome
from pbmserv.games.base import Game, Refusal
from pbmserv.games.message import Message, counted
from pbmserv.language.argument_types import PLAYER, OneOf
from pbmserv.language.command_spec import Argument, ParsedArgs
from pbmserv.play.board import Player, Status, named
from pbmserv.play.bots import LEVELS, thinks_here

if TYPE_CHECKING:
    from collections.abc import Collection


CLOSED = "closed"
"""The setting of a bot: the games in which it takes no challenges, or `EVERYWHERE`."""

EVERYWHERE = "*"


def own_bots(call: Call, players: Sequence[Player]) -> dict[Player, str]:
    return {player: bot for player, bot in call.work.players.bots(players).items() if thinks_here(bot)}


def levels_played(call: Call, game: Game[Any]) -> tuple[str, ...]:
    """The levels that play a game, weakest first, engines last."""
    # Imported here because most commands have nothing to do with bots.
    from pbmserv.bots.levels import levels_of
    from pbmserv.engines.protocols import plays

    engines = [engine.name for engine in call.setup.engines if plays(engine, game)]
    return (*(level.name for level in levels_of(game) if level.name in LEVELS), *engines)


def opponents(call: Call, game: Game[Any]) -> dict[Player, str]:
    """The bots that accept challenges to a game, with their levels, weakest first."""
    return opponents_in(call, [game])[game.word]


def opponents_in(call: Call, games: Iterable[Game[Any]]) -> dict[str, dict[Player, str]]:
    """The same of several games, by word."""
    bots = call.work.bots.of_the_server()
    closed = call.work.players.chosen(bots, CLOSED)
    found = {}
    for game in games:
        played = levels_played(call, game)
        takes = {bot for bot in bots if not is_closed(closed.get(bot), game.word)}
        found[game.word] = {bot: level for bot, level in bots.items() if level in played and bot in takes}
    return found


def seated_with_bots(call: Call, userids: Sequence[str]) -> list[str]:
    """The players named for a game of more than two, with bots on the seats that one bot alone cannot take.

    One bot in two seats would see two hands. So another bot takes the place of one that is named again, and the seats
    for which nobody is named.
    """
    game, names = call.rules, [userid.lower() for userid in userids]
    if game.same_player_twice or game.seats[-1] <= 2:
        return [*userids]
    bots = [bot.userid for bot in opponents(call, game)]
    if not any(bot.lower() in names for bot in bots):
        return [*userids]
    free = [bot for bot in bots if bot.lower() not in names]
    seated = list[str]()
    for number, name in enumerate(names):
        is_bot_again = name in names[:number] and any(name == bot.lower() for bot in bots)
        seated.append(free.pop(0) if is_bot_again and free else userids[number])
    return [*seated, *free[: max(0, game.seats[0] - len(seated))]]


def some_play(call: Call) -> bool:
    bots = call.work.bots.of_the_server()
    closed = call.work.players.chosen(bots, CLOSED)
    return any(closed.get(bot) != EVERYWHERE for bot in bots)


def is_closed(chosen: object, game: str) -> bool:
    return isinstance(chosen, str) and (chosen == EVERYWHERE or game in chosen.split())


def why_not_with(call: Call, bots: Mapping[Player, str], players: Sequence[Player], are_all: bool) -> Iterator[str]:
    """Yield a sentence for each reason why a game cannot start with these bots.

    `are_all` says whether these are all the players, including those yet to come.
    """
    game, played = call.rules, levels_played(call, call.rules)
    unable = [bot for bot, level in bots.items() if level not in played]
    if unable and not played:
        yield Message("Bots do not play {game}.", game=game.name)
    elif unable:
        yield counted(
            "{bots} does not play {game}: there are {others}.",
            "{bots} do not play {game}: there are {others}.",
            len(unable),
            bots=named(unable),
            game=game.name,
            others=named([bot for bot, level in call.work.bots.of_the_server().items() if level in played]),
        )
    closed = call.work.players.chosen(bots, CLOSED)
    for bot in bots:
        if bot not in unable and is_closed(closed.get(bot), game.word):
            yield Message(
                "{bot} takes no challenges of {game}: the operator of this server has decided so.",
                bot=bot.userid,
                game=game.name,
            )
    people = list(dict.fromkeys(player for player in players if player not in bots))
    if not people and are_all and not call.credential.is_operator:
        yield "Somebody has to play who is no bot of this server."
    for player, boards in call.work.listing.boards_with_bots(people).items():
        if boards >= call.setup.bot_boards and not call.credential.is_operator:
            yield Message(
                "{player} plays with bots on {boards} boards, which is the most: finish one of them first.",
                player=player.userid,
                boards=boards,
            )


def why_not_now(call: Call, players: Sequence[Player]) -> list[str]:
    """Why a game with these players in all seats cannot start now, as far as bots are concerned."""
    bots = own_bots(call, players)
    return list(why_not_with(call, bots, players, are_all=True)) if bots else []


def set_open(call: Call, is_open: bool, level: str | None = None, game: str | None = None) -> str:
    """Open or close bots, of one level or all, for one game or all; return what was done.

    Running boards go on. Raises `Refusal` for an unknown level or game.
    """
    if game is not None and game not in call.catalogue:
        raise Refusal(Message("There is no game called {game} here.", game=game))
    bots = [bot for bot, its in call.work.bots.of_the_server().items() if level in (None, its)]
    if not bots:
        levels = call.work.bots.of_the_server().values()
        raise Refusal(
            Message("There is no bot of level {level} here, only of {levels}.", level=level, levels=", ".join(levels))
        )
    before = call.work.players.chosen(bots, CLOSED)
    for bot in bots:
        call.work.players.choose(bot, CLOSED, _changed(str(before.get(bot, "")), is_open, game, call.catalogue))
    names = named(bots)
    if game is not None:
        title = call.catalogue[game].name
        if is_open:
            one, many = "{bots} takes challenges of {game}.", "{bots} take challenges of {game}."
        else:
            one, many = "{bots} takes no challenges of {game}.", "{bots} take no challenges of {game}."
        return counted(one, many, len(bots), bots=names, game=title)
    if is_open:
        return counted("{bots} takes challenges.", "{bots} take challenges.", len(bots), bots=names)
    return counted("{bots} takes no challenges.", "{bots} take no challenges.", len(bots), bots=names)


def _changed(closed: str, is_open: bool, game: str | None, games: Collection[str]) -> str:
    if game is None:
        return "" if is_open else EVERYWHERE
    words = set(games) if closed == EVERYWHERE else set(closed.split())
    if closed == EVERYWHERE and not is_open:
        return closed
    return " ".join(sorted(words - {game} if is_open else words | {game}))


EVERY_BOARD = 100_000
EVERY_TOURNAMENT = 1000


class BecameBot(Outcome, frozen=True):
    written_by = "accounts.letters:of_becoming_a_bot"

    player: Player


class ChangeBot(Command):
    """Say that a program plays for you, for all to know.

    This is for the account of a program, not for your own: sign up once more, with a name for it. on is for good:
    there is no way back, and it can only be said before the first rated game has begun. From then on, letters, lists
    and pages say that it is a bot, standings can be had without it, and it joins only tournaments in which bots play.
    For the rest it is a player like others, with its own rating: see help bots.
    """

    words = ("change bot",)
    arguments = (
        *PLAYER,
        Argument("on", OneOf("choice", "on")),
    )
    about_account = True
    example = "change bot alice secret7 on"

    def carry_out(self, call: Call, given: ParsedArgs) -> Outcome:
        player = call.player
        # A board that begins at this moment is waited for, and found below.
        call.work.players.hold(player, from_boards=True)
        if call.work.players.bots([player]):
            raise Refusal(Message("{player} is a bot already, and stays one.", player=player.userid))
        if why_not := _why_not(call, player):
            raise Refusal(Message("{why_not} Sign up once more, with another name for the program.", why_not=why_not))
        call.work.players.become_bot(player)
        return BecameBot(player)


def _why_not(call: Call, player: Player) -> str:
    """Why a player can no longer become a bot, in a sentence, or an empty text."""
    if any(each.standing.games for each in call.work.standings.games_of(player)):
        return Message(
            "{player} has finished a rated game, and who has done so stays what they are.", player=player.userid
        )
    for line in call.work.listing.lines(players=[player], status=Status.ACTIVE, limit=EVERY_BOARD):
        board = call.work.boards.load(line.game, line.number)
        if board is not None and is_rated(board):
            return Message(
                "{player} plays on {board}, which is rated, and the others did not begin it with a bot.",
                player=player.userid,
                board=board.title,
            )
    playing = call.work.tournaments.of_player(player, EVERY_TOURNAMENT)
    for_people = [each.tournament.name for each in playing if not each.tournament.bots]
    if for_people:
        return Message(
            "{player} has joined {tournaments}, where no bots play.",
            player=player.userid,
            tournaments=" and ".join(for_people),
        )
    return ""
