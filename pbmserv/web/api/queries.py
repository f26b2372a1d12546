"""Read-only operations: games, boards, players, standings. They send no letters."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import asdict
from http import HTTPStatus
from typing import Any

import msgspec

from pbmserv.commands.boards.actions import GAMES_ON_A_PAGE
from pbmserv.commands.boards.queries import FinishedGames
from pbmserv.commands.ratings.standings import PLAYERS_ON_A_PAGE, with_punctuality
from pbmserv.commands.requests.context import Call
from pbmserv.commands.starting.open_challenges import MOST_LISTED
from pbmserv.games import base
from pbmserv.games.finding import fitting, related
from pbmserv.games.picture import Picture, check_picture
from pbmserv.letters.shapes import Terms
from pbmserv.pictures.circuit_breaker import RESTING
from pbmserv.play import board as boards
from pbmserv.play.board_data import board_data
from pbmserv.play.board_fingerprint import seen_on_a_page
from pbmserv.play.open_challenge import OpenChallenge
from pbmserv.play.record import SWAP
from pbmserv.play.replaying import as_it_stood
from pbmserv.play.view import BoardNews, BoardView, BoardViews
from pbmserv.storage.games import Count
from pbmserv.storage.listing import Line
from pbmserv.storage.standings import Ranked
from pbmserv.web.api import shapes
from pbmserv.web.api.operations import Question, Wrong, looked_up

MOST_WAITING = 500
"""The maximum number of waiting boards that are counted."""


@looked_up
def me(call: Call, question: Question) -> shapes.Me:
    player = question.me
    listing = call.work.listing
    waiting = listing.lines(players=[player], status=boards.Status.ACTIVE, only_to_move=True, limit=MOST_WAITING)
    away = [shapes.Vacation(each.start, each.end) for each in call.work.vacations.of(player, call.at)]
    playing = listing.active_boards([player])[player]
    is_bot = bool(call.work.players.bots([player]))
    return shapes.Me(player.userid, _scope_of(question), playing, len(waiting), away, is_bot)


@looked_up
def games(call: Call, question: Question) -> shapes.Games:
    """All games."""
    catalogue, search = question.site.catalogue, question.given.search.strip()
    counts, closed = call.work.games.counts(catalogue), call.work.games.closed()
    ordered = sorted(catalogue.values(), key=lambda game: game.name)
    found = fitting(ordered, [search]) if search else ordered
    return shapes.Games([_game(game, ordered, counts[game.word], game.word not in closed) for game in found])


@looked_up
def game(call: Call, question: Question) -> shapes.Game:
    """One game."""
    rules, games = question.game, question.site.catalogue.values()
    counts = call.work.games.counts([rules.word])
    return _game(rules, games, counts[rules.word], call.work.games.is_open(rules.word))


@looked_up
def boards_of_game(call: Call, question: Question) -> shapes.BoardPage:
    """Boards of a game."""
    rules, given = question.game, question.given
    players = [_player(call, given.player)] if given.player else []
    lines = call.work.listing.lines(
        rules.word,
        players=players,
        status=boards.Status(given.status),
        limit=given.limit + 1,
        after=(rules.word, given.after),
    )
    more = len(lines) > given.limit
    return shapes.BoardPage(
        [_line(line) for line in lines[: given.limit]], lines[given.limit - 1].number if more else None
    )


@looked_up
def my_boards(call: Call, question: Question) -> shapes.BoardPage:
    """The caller's boards."""
    given = question.given
    word, _, number = given.after.rstrip("\n").partition("/")
    lines = call.work.listing.lines(
        players=[question.me],
        status=boards.Status(given.status),
        only_to_move=given.turn == "mine",
        only_waiting=given.turn == "theirs",
        limit=given.limit + 1,
        after=(word, int(number or 0)),
    )
    more = len(lines) > given.limit
    last = lines[given.limit - 1] if more else None
    return shapes.BoardPage(
        [_line(line) for line in lines[: given.limit]], f"{last.game}/{last.number}" if last else None
    )


@looked_up
def board(call: Call, question: Question) -> shapes.Board:
    """A current or earlier position of a board as the caller may see it."""
    stored, after = _load(call, question), question.given.after
    watchers = call.work.watching.who(stored.game.word, stored.number)
    try:
        then = None if after is None else as_it_stood(stored, after)
    except boards.NotAllowed as refusal:
        raise Wrong(HTTPStatus.NOT_FOUND, refusal.words) from refusal
    views = BoardViews(stored, BoardNews("show", watchers=watchers, after=after), then)
    return board_of(views.of(question.player), stored if after is None else None, question.player)


def board_of(view: BoardView, shown: boards.Board | None, reader: boards.Player | None) -> shapes.Board:
    """Convert a view to its API shape, with the version if it shows its reader a board as it stands."""
    told = msgspec.convert(board_data(view), shapes.Board)
    if shown is not None and reader is not None:
        told.version = seen_on_a_page(shown, reader)
    return told


@looked_up
def legal_moves(call: Call, question: Question) -> shapes.LegalMoves:
    """The caller's legal moves on a board."""
    rules = question.game
    stored = _load(call, question)
    view = BoardViews(stored, BoardNews("show")).of(question.player)
    played = stored.game
    seen = played.seen_by(stored.position, view.seat)
    seat = view.seat if view.is_to_move else None
    listed = None
    if view.legal_moves is not None:
        listed = [shapes.LegalMove(move, _steps(played, seen, seat, move)) for move in view.legal_moves]
    picture = RESTING.tried(played.word, lambda: _picture(played, seen, view.seat), board=stored.number)
    targets = list(picture.targets) if picture else []
    return shapes.LegalMoves(listed, list(view.examples), rules.move_form, targets)


@looked_up
def player(call: Call, question: Question) -> shapes.Player:
    found = _player(call, question.at.userid)
    rated = [each for each in call.work.standings.games_of(found) if each.standing.games]
    return shapes.Player(
        found.userid,
        call.work.listing.active_boards([found])[found],
        [shapes.Rated(each.game, **asdict(each.standing)) for each in rated],
        call.work.punctuality.percent_of(found, call.at),
        bool(call.work.players.bots([found])),
    )


@looked_up
def open_challenges(call: Call, question: Question) -> shapes.OpenChallenges:
    """What waits for players."""
    asked = question.given.game
    if asked and asked not in question.site.catalogue:
        raise Wrong(HTTPStatus.NOT_FOUND, "There is no such game here.")
    found = call.work.open_challenges.listed([asked] if asked else None, call.at, MOST_LISTED + 1)
    seats = call.work.substitutes.free_seats([asked] if asked else call.catalogue, MOST_LISTED)
    free = [
        shapes.FreeSeats(
            each.game,
            each.number,
            list(each.players),
            list(each.free),
            each.moves_made,
            each.offered_at,
            _in_order(each.players, each.bots),
        )
        for each in seats
    ]
    waiting = [_open(each) for each in found[:MOST_LISTED]]
    return shapes.OpenChallenges(waiting, len(found) > MOST_LISTED, free)


@looked_up
def standings(call: Call, question: Question) -> shapes.Standings:
    rules, page, who = question.game, question.given.page, question.given.who
    ranked, more = call.work.standings.page(rules.word, page, PLAYERS_ON_A_PAGE, only_people=who == "people")
    ranked = list(with_punctuality(call, ranked))
    return shapes.Standings(rules.word, page, who, [_ranked(each) for each in ranked], more)


@looked_up
def history(call: Call, question: Question) -> shapes.History:
    """A page of finished games."""
    rules, given = question.game, question.given
    players = [_player(call, given.player)] if given.player else []
    found, more = FinishedGames(call.work.connection).page(
        rules.word, players, given.year, given.page, GAMES_ON_A_PAGE
    )
    finished = [
        shapes.FinishedGame(
            each.number,
            each.ending.at,
            next(iter(each.winners), None),
            list(each.winners),
            each.points,
            list(each.players),
            _in_order(each.players, each.bots),
        )
        for each in found
    ]
    return shapes.History(rules.word, given.page, finished, more)


def _scope_of(question: Question) -> Any:
    return question.token.scope.value if question.token else ""


def _load(call: Call, question: Question) -> boards.Board:
    rules, number = question.game, question.at.board
    found = call.work.boards.load(rules.word, number)
    if found is None or found.status is boards.Status.REMOVED:
        raise Wrong(HTTPStatus.NOT_FOUND, f"There is no {rules.name} board {number}.")
    return found


def _player(call: Call, userid: str) -> boards.Player:
    found = call.work.players.named([userid], even_left=True).get(userid.lower())
    if found is None:
        raise Wrong(HTTPStatus.NOT_FOUND, "There is no player of that name here.")
    return found


def _picture(rules: base.Game[Any], seen: Any, seat: int | None) -> Picture:
    picture = rules.picture(seen, seat)
    check_picture(picture)
    return picture


def _steps(rules: base.Game[Any], seen: Any, seat: int | None, move: str) -> list[str]:
    """The places to touch for a move; none for moves that every game has, such as `swap`."""
    return [] if seat is None or move == SWAP else list(rules.steps(seen, seat, move))


def _game(rules: base.Game[Any], games: Iterable[base.Game[Any]], count: Count, is_open: bool) -> shapes.Game:
    return shapes.Game(
        game=rules.word,
        name=rules.name,
        summary=rules.summary,
        family=rules.family,
        also_called=list(rules.also_called),
        related=[each.word for each in related(rules, games)],
        least_players=rules.seats[0],
        most_players=rules.seats[-1],
        same_player_twice=rules.same_player_twice,
        simultaneous=rules.simultaneous,
        hidden=rules.hidden,
        move_form=rules.move_form,
        options=[msgspec.convert(each, shapes.GameOption, from_attributes=True) for each in rules.options],
        open=is_open,
        boards=count.active,
        players=count.players,
    )


def _line(line: Line) -> shapes.BoardInList:
    return shapes.BoardInList(
        game=line.game,
        board=line.number,
        status=line.status.value,
        players=list(line.players),
        to_move=list(line.to_move),
        moves=line.moves_made,
        last_moved_at=line.last_moved_at,
        winner=next(iter(line.winners), None),
        winners=list(line.winners),
        event=line.event,
        bots=_in_order(line.players, line.bots),
    )


def _in_order(players: Sequence[str], bots: Collection[str]) -> list[str]:
    return [userid for userid in dict.fromkeys(players) if userid in bots]


def _open(challenge: OpenChallenge) -> shapes.OpenChallenge:
    conditions = challenge.conditions
    return shapes.OpenChallenge(
        game=challenge.game.word,
        board=challenge.number,
        by=challenge.by.userid,
        seats=[player.userid if player else None for player in challenge.seats],
        options=dict(challenge.options),
        terms=msgspec.convert(challenge.terms, Terms, from_attributes=True),
        lowest_rating=conditions.lowest,
        highest_rating=conditions.highest,
        reliable=conditions.reliable,
        put_up_at=challenge.put_up_at,
        lapses_at=challenge.lapses_at,
        bots=[player.userid for player in challenge.players if player in challenge.bots],
    )


def _ranked(each: Ranked) -> shapes.Ranked:
    standing = each.standing
    return shapes.Ranked(
        section=each.section.name.lower(),  # type: ignore[arg-type]
        rank=each.rank,
        userid=each.player.userid,
        rating=standing.rating,
        strength=each.strength.rating,
        deviation=each.strength.deviation,
        won=standing.won,
        lost=standing.lost,
        tied=standing.tied,
        playing=each.active,
        most_boards=each.most_boards,
        seeking=each.seeking,
        in_time=each.in_time,
        bot=each.bot is not None,
    )
