"""A player's public feed, and private feeds and calendar by a token in the address."""

from __future__ import annotations

from datetime import UTC

from starlette.responses import Response

from pbmserv.commands.boards.queries import FinishedGame, FinishedGames, OwnBoard, OwnBoards
from pbmserv.commands.requests.context import Call
from pbmserv.commands.requests.lookup import known_player
from pbmserv.commands.sessions.signing_in import session_of
from pbmserv.games.base import Refusal
from pbmserv.letters.preview import who_has_won
from pbmserv.play.board import Player
from pbmserv.play.zones import zone_of
from pbmserv.storage.players import TIMEZONE
from pbmserv.storage.sessions import Scope
from pbmserv.web.feeds import calendar
from pbmserv.web.feeds.atom import Entry
from pbmserv.web.feeds.calendar import Deadline, calendar_of
from pbmserv.web.feeds.responses import MOST_ENTRIES, domain_of, feed_at, tag_of
from pbmserv.web.page_context import NotThere, PageContext
from pbmserv.web.routing import page


def _public(asked: PageContext) -> Response:
    def entries(call: Call) -> tuple[Player, list[Entry]]:
        player = _player(call, asked)
        begun = [_begun(asked, each) for each in OwnBoards(call.work.connection).of(player, (), UTC)]
        ended = [
            _ended(asked, each) for each in FinishedGames(call.work.connection).of_player(player, None, MOST_ENTRIES)
        ]
        return player, sorted([*begun, *ended], key=lambda entry: (entry.at, entry.id), reverse=True)

    player, found = asked.site.office.look_up(entries)
    return feed_at(asked, f"Games of {player.userid}", f"/players/{player.userid}", ".atom", found)


def _turns(asked: PageContext) -> Response:
    owner = _owner(asked)

    def entries(call: Call) -> list[Entry]:
        boards = [each for each in _own(call, owner) if each.waits_for_me]
        return sorted((_turn(asked, each) for each in boards), key=lambda entry: (entry.at, entry.id), reverse=True)

    found = asked.site.office.look_up(entries)
    return feed_at(asked, f"Your turn, {owner.userid}", f"/players/{owner.userid}", "/turns.atom", found)


def _deadlines(asked: PageContext) -> Response:
    owner = _owner(asked)

    def due(call: Call) -> list[Deadline]:
        return [
            Deadline(
                id=f"{each.game}-{each.number}-{owner.userid.lower()}@{domain_of(asked)}",
                title=f"{_title(asked, each)}: your move",
                text=f"{', '.join(each.players)}. You have to move before this time.",
                link=_address(asked, each),
                at=each.out_of_time,
                changed=each.changes,
                noted_at=each.last_moved_at,
            )
            for each in _own(call, owner)
            if each.out_of_time is not None
        ]

    found = asked.site.office.look_up(due)
    return Response(calendar_of(f"Moves of {owner.userid}", found), media_type=calendar.MEDIA_TYPE)


def _owner(asked: PageContext) -> Player:
    """The feed's owner, by token or session. Raises `NotThere`."""
    token = asked.given("token")
    if token:
        session = asked.site.office.look_up(lambda call: session_of(call, token))
        if session is None or session.scope is not Scope.FEED:
            raise NotThere
        if asked.site.office.look_up(lambda call: session.needs_touch(call.at)):
            asked.site.office.for_visitor(lambda call: session_of(call, token))
        owner: Player | None = session.player
    else:
        owner = asked.player
    if owner is None or owner.userid.lower() != asked.path("userid").lower():
        raise NotThere
    return owner


def _player(call: Call, asked: PageContext) -> Player:
    try:
        return known_player(call, asked.path("userid"))
    except Refusal as refusal:
        raise NotThere(refusal.words) from refusal


def _own(call: Call, owner: Player) -> list[OwnBoard]:
    zone = zone_of(call.work.players.settings([owner])[owner].get(TIMEZONE))
    return OwnBoards(call.work.connection).of(owner, call.work.vacations.of(owner), zone)


def _begun(asked: PageContext, board: OwnBoard) -> Entry:
    title = f"{_title(asked, board)} has begun"
    about = f"/{board.game}/{board.number}/begun"
    return Entry(tag_of(asked, about), title, ", ".join(board.players), _address(asked, board), board.started_at)


def _ended(asked: PageContext, game: FinishedGame) -> Entry:
    title = f"{_title(asked, game)}: {who_has_won(game.winners) if game.winners else 'a tie'}"
    about = f"/{game.game}/{game.number}/ended"
    return Entry(tag_of(asked, about), title, ", ".join(game.players), _address(asked, game), game.ending.at)


def _turn(asked: PageContext, board: OwnBoard) -> Entry:
    title = f"{_title(asked, board)}: your turn"
    about = f"/{board.game}/{board.number}/turn/{board.turns}"
    return Entry(tag_of(asked, about), title, ", ".join(board.players), _address(asked, board), board.last_moved_at)


def _title(asked: PageContext, board: OwnBoard | FinishedGame) -> str:
    game = asked.site.catalogue.get(board.game)
    return f"{game.name if game else board.game} Board {board.number}"


def _address(asked: PageContext, board: OwnBoard | FinishedGame) -> str:
    return f"{asked.site.url}/{board.game}/{board.number}"


ROUTES = [
    page("/players/{userid}.atom", _public),
    page("/players/{userid}/turns.atom", _turns),
    page("/players/{userid}.ics", _deadlines),
]
