"""A player's own page, and public pages of players."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import chain
from typing import Any
from urllib.parse import urlencode

from starlette.responses import Response

from pbmserv.commands.accounts.bots import opponents, opponents_in, some_play
from pbmserv.commands.boards.queries import Ending, FinishedGames, OwnBoard, OwnBoards
from pbmserv.commands.requests.context import Call
from pbmserv.commands.starting.anyone import seats_with_anyone
from pbmserv.games.base import Game
from pbmserv.games.message import Message
from pbmserv.games.refusals import quoted
from pbmserv.play.board import Player, Status
from pbmserv.play.bots import thinks_here
from pbmserv.play.ratings import Standing
from pbmserv.play.zones import zone_of
from pbmserv.storage.listing import Line
from pbmserv.storage.players import TIMEZONE
from pbmserv.web.flash_words import flash_words
from pbmserv.web.flipping import own_picture
from pbmserv.web.page_context import REFUSED, NotThere, PageContext, cookie_name
from pbmserv.web.rating_curve import FEWEST as FEWEST_IN_CURVE
from pbmserv.web.routing import page

FIRST_GAME = "hex"
"""The game against a bot offered to newcomers, if installed: its rules are two sentences."""
LAST_ENDED = 10
LAST_SAID = 5
MOST_OFFERS = 20
"""The number of own open challenges that are named."""
LAST_HEARD = 100
"""The number of remarks among which those since a board's last move are searched."""
VIEW = "boards"
"""The cookie with the view of one's own boards, and the parameter of an address that changes it."""
MANY_BOARDS = 24
"""With more boards than this, they are shown small unless the player has chosen otherwise."""
ON_A_PAGE = 50
FIRST_BOARDS = 10
"""The number of boards on a player's page."""
CURVES = 6
"""The number of rating curves, for the games most often finished."""
IN_A_CURVE = 50
"""The number of last games in a curve."""
MOST_MEETINGS = 100
"""The number of last games between two players that are counted."""


@dataclass(frozen=True)
class Meetings:
    """What came of the last games of two players, or of all that there are.

    Partners, and two who have lost to a third, have not beaten each other.
    """

    number: int
    are_all: bool
    won: int
    lost: int
    tied: int


def _first_bot(call: Call) -> Player | None:
    game = call.catalogue.get(FIRST_GAME)
    can_begin = game is not None and call.work.games.is_open(FIRST_GAME)
    return next(iter(opponents(call, game)), None) if game is not None and can_begin else None


def _view_of_boards(asked: PageContext) -> str:
    """How this browser shows one's own boards, `small` or `large`; the address may say so anew."""
    name, views = cookie_name(asked.site, VIEW), ("small", "large")
    wanted = asked.given(VIEW)
    if wanted in views:
        asked.new_cookies[name] = wanted
        return wanted
    kept = asked.http.cookies.get(name, "")
    return kept if kept in views else ""


def _my_page(asked: PageContext) -> Response:
    me, game, opponent = asked.me, asked.given("game")[:32], asked.given("with")[:32]

    def facts(call: Call) -> dict[str, Any]:
        absences = call.work.vacations.of(me)
        zone = zone_of(call.work.players.settings([me])[me].get(TIMEZONE))
        boards = OwnBoards(call.work.connection).of(me, absences, zone)
        shown = [
            each
            for each in boards
            if game in ("", each.game) and (not opponent or (opponent in each.players and opponent != me.userid))
        ]
        remarks = OwnBoards(call.work.connection).said_to(me, LAST_HEARD)
        last_moves = {(each.game, each.number): each.last_moved_at for each in boards}
        ended = FinishedGames(call.work.connection).of_player(me, None, LAST_ENDED)
        addresses = call.work.addresses.of([me])[me]
        again = call.work.rematches.waiting_for(me, [each.ending.board_id for each in ended])
        return {
            "now": call.at,
            "zone": zone,
            "bots_play": some_play(call),
            "first_game": FIRST_GAME,
            "first_bot": None if boards or ended else _first_bot(call),
            "away_until": next((each.end for each in absences if each.start <= call.at < each.end), None),
            "waiting": sum(map(_waits, boards)),
            "number_of_boards": len(boards),
            "offers": call.work.open_challenges.with_seat_of(me, MOST_OFFERS),
            "mine": [board for board in shown if _waits(board)],
            "theirs": [board for board in shown if not _waits(board)],
            "game": game,
            "opponent": opponent,
            "is_narrowed": bool(game or opponent),
            "of_games": _titles(asked, {each.game for each in boards}),
            "opponents": sorted(
                (name, name) for name in {*chain.from_iterable(each.players for each in boards)} - {me.userid}
            ),
            "talked": {at for each in remarks if each.at >= last_moves.get(at := (each.game, each.number), call.at)},
            "remarks": remarks[:LAST_SAID],
            "asked_again": [each for each in ended if each.ending.board_id in again],
            "ended": ended,
            "unconfirmed": [each.address for each in addresses if not each.confirmed],
            "confirmed": any(each.confirmed for each in addresses),
        }

    shown = asked.site.office.look_up(facts)
    shown["offers"] = [each for each in shown["offers"] if each.lapses_at > shown["now"] and me not in each.undecided]
    asked.waits_for(shown["offers"])
    chosen = _view_of_boards(asked)
    view = chosen or ("small" if shown["number_of_boards"] > MANY_BOARDS else "large")
    return asked.page("me", me=me, own_picture=own_picture, view=view, is_chosen=bool(chosen), **shown)


def _waits(board: OwnBoard) -> bool:
    """Whether a board waits for the player to move, or to answer a proposal."""
    return board.waits_for_me or board.asked is not None


def _titles(asked: PageContext, words: Collection[str]) -> list[tuple[str, str]]:
    """The words of games with their names, by name."""
    catalogue = asked.site.catalogue
    titles = [(word, catalogue[word].name if word in catalogue else word) for word in words]
    return sorted(titles, key=lambda each: each[1])


def _player(asked: PageContext) -> Response:
    me, userid = asked.player, asked.path("userid")

    def facts(call: Call) -> dict[str, Any]:
        player = _known(call, userid)
        absences = call.work.vacations.of(player, call.at)
        known = [each for each in call.work.standings.games_of(player) if each.game in asked.site.catalogue]
        games = sorted(
            (each for each in known if each.standing.games or each.seeking), key=lambda each: -each.standing.games
        )
        most = games[:CURVES]
        boards, more_boards = _boards_of(call, player, FIRST_BOARDS)
        membership = call.work.players.membership(player)
        is_blocked = me is not None and me != player and player in call.work.blocks.of(me)
        estimates = call.work.standings.estimates(player, [each.game for each in most], IN_A_CURVE)
        return {
            "now": call.at,
            "who": player,
            "in_time": call.work.punctuality.percent_of(player, call.at),
            "bot": call.work.players.bots([player]).get(player),
            "since": membership.since,
            "has_left": membership.until is not None,
            "away_until": next((each.end for each in absences if each.start <= call.at < each.end), None),
            "games": games,
            "in_all": Standing(
                won=sum(each.standing.won for each in games),
                lost=sum(each.standing.lost for each in games),
                tied=sum(each.standing.tied for each in games),
            ),
            "boards": boards,
            "more_boards": more_boards,
            "ended": FinishedGames(call.work.connection).of_player(player, None, LAST_ENDED),
            "curves": {game: each for game, each in estimates.items() if len(each) >= FEWEST_IN_CURVE},
            "is_blocked": is_blocked,
            "can_play": [] if is_blocked else _games_with(call, me, player, [each.game for each in most]),
            "meetings": _meetings(call, me, player) if me and me != player else None,
        }

    return asked.page("player", **asked.site.office.look_up(facts))


def _boards_of(
    call: Call, player: Player, limit: int, after: tuple[str, int] = ("", 0)
) -> tuple[Sequence[Line], str]:
    """A player's boards by game and number, and where the next ones begin, as `game=hex&number=104`."""
    lines = call.work.listing.lines(players=[player], status=Status.ACTIVE, limit=limit + 1, after=after)
    last = lines[limit - 1] if len(lines) > limit else None
    return lines[:limit], urlencode({"game": last.game, "number": last.number}) if last else ""


def _games_with(call: Call, me: Player | None, player: Player, most: Sequence[str]) -> list[Game[Any]]:
    """The games to which a member can challenge a player, those most played by the player first.

    Without a confirmed address only bots can be challenged.
    """
    if me is None or me == player or not call.work.players.named([player.userid]):
        return []
    closed = call.work.games.closed(call.catalogue)
    games = [game for game in call.catalogue.values() if seats_with_anyone(game) > 1 and game.word not in closed]
    if thinks_here(call.work.players.bots([player]).get(player)):
        takes = opponents_in(call, games)
        games = [game for game in games if player in takes[game.word]]
    elif call.work.addresses.without_confirmed([me]):
        return []
    order = {word: place for place, word in enumerate(most)}
    return sorted(games, key=lambda game: (order.get(game.word, len(order)), game.name.lower()))


def _challenge(asked: PageContext) -> Response:
    """On to the form of the chosen game."""
    game = asked.site.catalogue.get(asked.given("game"))
    if game is None:
        raise NotThere("There is no such game here.")
    return asked.go_to(f"/{game.word}/challenge?{urlencode({'with': asked.path('userid')})}")


def _block(asked: PageContext) -> Response:
    what, userid = asked.form.get("what", ""), asked.path("userid")
    if what not in {"block", "unblock"}:
        raise NotThere
    answer = asked.carry_out_as_me(what, userid)
    here = f"/players/{userid}"
    if not answer.ok:
        return asked.refused("refused", answer, back=here, title=userid)
    return asked.go_to(here, flash_words(answer))


def _boards(asked: PageContext) -> Response:
    game, number = asked.given("game")[:32], asked.given("number")
    after = (game, int(number)) if number.isascii() and number.isdigit() and len(number) <= 9 else ("", 0)

    def facts(call: Call) -> dict[str, Any]:
        player = _known(call, asked.path("userid"))
        lines, more = _boards_of(call, player, ON_A_PAGE, after)
        return {
            "who": player,
            "now": call.at,
            "lines": lines,
            "more": f"?{more}" if more else "",
            "first": "?" if after[1] else "",
        }

    return asked.page("boards_of", **asked.site.office.look_up(facts))


def _games_of(asked: PageContext) -> Response:
    """A player's games that are over, of all or `with` another player."""
    before = _ending(asked.given("before"), asked.given("below"))

    def facts(call: Call) -> dict[str, Any]:
        player = _known(call, asked.path("userid"))
        other = _known(call, name) if (name := asked.given("with")) else None
        ended = FinishedGames(call.work.connection).of_player(player, before, ON_A_PAGE + 1, other)
        last = ended[ON_A_PAGE - 1].ending if len(ended) > ON_A_PAGE else None
        first = {"with": other.userid} if other else {}
        more = {**first, "before": f"{last.at.timestamp():.6f}", "below": last.board_id} if last else {}
        return {
            "who": player,
            "other": other,
            "now": call.at,
            "ended": ended[:ON_A_PAGE],
            "more": f"?{urlencode(more)}" if more else "",
            "first": f"?{urlencode(first)}" if before else "",
        }

    return asked.page("games_of", **asked.site.office.look_up(facts))


def _players(asked: PageContext) -> Response:
    name, after = asked.given("name").strip()[:32], asked.given("after")[:32]

    def facts(call: Call) -> dict[str, Any]:
        found = call.work.directory.beginning_with(name, ON_A_PAGE + 1, after)
        more = (
            "?" + urlencode({"name": name, "after": found[ON_A_PAGE - 1].player.userid})
            if len(found) > ON_A_PAGE
            else ""
        )
        return {"found": found[:ON_A_PAGE], "more": more}

    return asked.page("players", name=name, **asked.site.office.look_up(facts))


def _write(asked: PageContext) -> Response:
    return asked.page("write", to=asked.given("to"), words="", broadcast="", refusal=None, me=asked.me)


def _message(asked: PageContext) -> Response:
    to, words = asked.form.get("to", ""), asked.form.get("words", "")
    answer = asked.carry_out_as_me("message", *to.replace(",", " ").split(), comment=words)
    if not answer.ok:
        return asked.refused("write", answer, to=to, words=words, broadcast="", me=asked.me)
    return asked.go_to("/me", flash_words(answer))


def _broadcast(asked: PageContext) -> Response:
    words = asked.form.get("words", "")
    answer = asked.carry_out_as_me("broadcast", comment=words)
    if not answer.ok:
        return asked.refused("write", answer, to="", words="", broadcast=words, me=asked.me)
    return asked.go_to("/me", flash_words(answer))


def _several(asked: PageContext) -> Response:
    return asked.page("several", me=asked.me, lines="", refusal=None, letters=())


def _carry_out_several(asked: PageContext) -> Response:
    """Carry out several typed commands, as one mail can hold; the answers appear as they would be mailed."""
    me, lines = asked.me, asked.form.get("lines", "")
    answer = asked.carry_out("multiple", body=lines)
    if not answer.ok:
        return asked.refused("several", answer, me=me, lines=lines, letters=())
    letters = [letter for letter in answer.letters if letter.answers]
    return asked.page("several", REFUSED if not letters else 200, me=me, lines="", refusal=None, letters=letters)


def _known(call: Call, userid: str) -> Player:
    found = call.work.players.named([userid], even_left=True).get(userid.lower())
    if found is None:
        raise NotThere(Message("There is no player called {name} here.", name=quoted(userid, 32)))
    return found


def _meetings(call: Call, me: Player, other: Player) -> Meetings:
    """As the first of two players counts them."""
    last = FinishedGames(call.work.connection).of_player(me, None, MOST_MEETINGS + 1, other)
    games = last[:MOST_MEETINGS]
    won = [(me.userid in game.winners, other.userid in game.winners) for game in games]
    return Meetings(
        len(games),
        len(last) == len(games),
        won.count((True, False)),
        won.count((False, True)),
        sum(not game.winners for game in games),
    )


def _ending(at: str, board_id: str) -> Ending | None:
    """The last game of the previous page, from our own links."""
    if not (board_id.isascii() and board_id.isdigit() and len(board_id) <= 18):
        return None
    try:
        return Ending(datetime.fromtimestamp(float(at[:20]), UTC), int(board_id))
    except (ValueError, OverflowError, OSError):
        return None


ROUTES = [
    page("/me", _my_page),
    page("/players", _players),
    page("/players/{userid}", _player, _block),
    page("/players/{userid}/boards", _boards),
    page("/players/{userid}/challenge", _challenge),
    page("/players/{userid}/games", _games_of),
    page("/write", _write, _message),
    page("/write/all", _write, _broadcast),
    page("/commands", _several, _carry_out_several, hashes=True),
]
