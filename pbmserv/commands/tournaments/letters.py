from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Any

from pbmserv.commands.playing.digest import LEFT_OUT, BoardInDigest, digest_for
from pbmserv.commands.requests.context import Call
from pbmserv.commands.requests.recipients import (
    answering_as_player,
    answering_welcome,
    asker_as_reader,
    to_players,
    to_reader,
    to_sender,
    who_may_answer,
)
from pbmserv.commands.tournaments.actions import (
    TablesShown,
    TournamentShown,
    TournamentsListed,
    chosen_parameters,
    takes_players,
)
from pbmserv.commands.tournaments.seasons import (
    BETWEEN_SEASONS,
    CalledOff,
    DivisionBegun,
    DivisionOver,
    Mended,
    TableLine,
    lines_of,
)
from pbmserv.games.message import Message, in_turn
from pbmserv.letters.bots import marked
from pbmserv.letters.letter import Letter, write
from pbmserv.letters.page import ActionLink
from pbmserv.letters.tables import Table
from pbmserv.letters.times import moment, times_in_words
from pbmserv.play.board import Board, Player, in_sentence
from pbmserv.play.tournaments.table import State
from pbmserv.play.view import BoardNews
from pbmserv.storage.divisions import Division
from pbmserv.storage.recipients import Recipient
from pbmserv.storage.tournaments import Listed, Stage, Tournament

_MOST_JOINED = 5
"""The maximum number of buttons that join a tournament of a list."""
_LIST = ("tournament", "game", "season", "state", "joined")


def of_list(listed: TournamentsListed, call: Call) -> list[Letter]:
    zone = asker_as_reader(call).zone
    rows = []
    for each in listed.listed:
        season = each.season
        state = _state(each, moment(season.starts_at, zone))
        name = each.tournament.name
        called = Message("{tournament} (closed)", tournament=name) if each.tournament.word_hash else name
        game = _game_name(call, each.tournament)
        rows.append((called, game, str(season.number), state, str(each.entered)))
    shown = tuple(f"tournament show {each.tournament.name}" for each in listed.listed)
    only = call.catalogue.get(listed.game)
    player = who_may_answer(call)
    to_join = [
        each.tournament.name
        for each in listed.listed
        if takes_players(each.tournament, each.season) and not each.tournament.word_hash
    ]
    word = only.word if only and 2 in only.seats else "hex"
    offers = [
        ActionLink(Message("Join {tournament}", tournament=name), f"join {name}") for name in to_join[:_MOST_JOINED]
    ]
    letter = write(
        "tournaments/tournaments",
        "The tournaments here",
        offers=(offers or _to_begin(word)) if player else (),
        to_join=to_join[0] if to_join and player else "",
        can_answer=player is not None,
        lines=Table(_LIST, rows, ("tournament", "game", "state"), shown),
        more=listed.more,
        game=only.name if only else "",
        others=listed.others,
        word=word,
        name=_example_name(word),
    )
    return [to_sender(call, answering_welcome(call, letter, player) if player else letter)]


def _example_name(word: str) -> str:
    return f"{word}-cup"


def _to_begin(word: str) -> list[ActionLink]:
    """The button below a list without tournaments."""
    return [ActionLink(Message("Set one up"), f"tournament create {word} {_example_name(word)}")]


def of_tournament(shown: TournamentShown, call: Call) -> list[Letter]:
    """To the author of the command."""
    player = who_may_answer(call) if shown.player is None else shown.player
    if player is not None and player == who_may_answer(call):
        letter = answering_welcome(call, _of_tournament(shown, call, _words_to_answer(shown, player)), player)
    else:
        letter = _of_tournament(shown, call, ())
    if shown.player is not None:
        return to_players(call, {shown.player: letter}, lambda: _of_tournament(shown, call, ()))
    return [to_sender(call, letter)]


def _of_tournament(shown: TournamentShown, call: Call, words: Sequence[str]) -> Letter:
    """The letter, with the words that it can be answered with."""
    tournament, season = shown.tournament, shown.season
    bots = _bots_in(call, tournament, shown.entered)
    return write(
        "tournaments/tournament",
        subject_of(tournament),
        thread_of(tournament),
        [_OFFERS[word] for word in words],
        tournament=tournament,
        season=season,
        game=_game_name(call, tournament),
        chosen=chosen_parameters(call.catalogue, tournament),
        terms=_terms(tournament),
        begins=moment(season.starts_at, asker_as_reader(call).zone),
        entered=[marked(player.userid, player in bots) for player in shown.entered],
        count=shown.count,
        divisions=shown.divisions,
        news=shown.news,
        done=shown.done,
        player=shown.player.userid if shown.player else "",
        page=_page(call, tournament),
        words=words,
    )


_OFFERS = {
    "join": ActionLink("Join", "join"),
    "leave": ActionLink("Leave the tournament", "leave"),
    "standings": ActionLink("Standings", "standings"),
    "list": ActionLink("Other tournaments", "tournament list"),
}
"""The words that a letter of a tournament is answered with."""


def _words_to_answer(shown: TournamentShown, player: Player) -> Sequence[str]:
    tournament, season = shown.tournament, shown.season
    # There are no tables before the first season.
    tables = ("standings",) if season.number > 1 or season.stage is not Stage.WAITING else ()
    if not takes_players(tournament, season):
        return tables
    if player in shown.entered:
        return *tables, "leave"
    if tournament.word_hash:
        # To join it takes its word: the whole command is shown.
        return ()
    return "join", *tables, *(["leave"] if shown.count > len(shown.entered) else [])


def of_tables(shown: TablesShown, call: Call) -> list[Letter]:
    tournament, season = shown.tournament, shown.season
    bots = _bots_in(call, tournament, [player for division in shown.divisions for player in division.players])
    letter = write(
        "tournaments/tournament_tables",
        subject_of(tournament),
        thread_of(tournament),
        says="Standings",
        tournament=tournament,
        season=season,
        tables=[(division, table_of(division, bots)) for division in shown.divisions],
        place=_own_place(shown.divisions, call.principal.asker),
        next=shown.next,
        are_over=shown.next is None and not any(map(_goes_on, shown.divisions)),
        page=_page(call, tournament),
    )
    return [to_sender(call, letter)]


def _own_place(divisions: Sequence[Division], player: Player | None) -> str:
    """The rank of a player who plays there."""
    for division in divisions:
        for line in lines_of(division) if player in division.players else ():
            if line.player == player:
                return Message(
                    "You are number {rank} of {players}, with {points}.",
                    rank=line.row.rank,
                    players=len(division.places),
                    points=_points(line),
                )
    return ""


def of_beginning(begun: DivisionBegun, call: Call) -> list[Letter]:
    """To each player of the division, one letter with all their boards."""
    readers = call.work.recipients.of(begun.division.players)
    return [_all_boards(begun, reader, call) for reader in readers.values()]


def of_the_end(over: DivisionOver, call: Call) -> list[Letter]:
    """The final table, to each player of the division."""
    tournament, lines = over.tournament, lines_of(over.division)
    rank = {line.player: line.row.rank for line in lines}
    points = {line.player: _points(line) for line in lines}
    first = [line for line in lines if line.row.rank == 1]
    bots = _bots_in(call, tournament, over.division.players)
    readers = answering_as_player(call, call.work.recipients.of(over.division.players))
    letters = {
        player: replace(
            write(
                "tournaments/season_over",
                subject_of(tournament),
                thread_of(tournament),
                _after_the_end(tournament) if reader.reply_to else (),
                says="Final table",
                can_reply=reader.reply_to is not None,
                tournament=tournament,
                season=over.season,
                division=over.division,
                player=player.userid,
                rank=rank[player],
                points=points[player],
                winners=in_sentence([marked(line.player.userid, line.player in bots) for line in first]),
                best=points[first[0].player],
                is_first=rank[player] == 1,
                table=table_of(over.division, bots),
                days=BETWEEN_SEASONS.days,
                entered=tournament.recurring,
                page=_page(call, tournament),
            ),
            unasked=True,
        )
        for player, reader in readers.items()
    }
    return to_players(call, letters, readers=readers)


def _points(line: TableLine) -> str:
    # Counted in half points.
    return Message("1 point") if line.row.points == 2 else Message("{points} points", points=line.points)


def _after_the_end(tournament: Tournament) -> list[ActionLink]:
    if tournament.recurring:
        return [_OFFERS["standings"], _OFFERS["leave"]]
    return [ActionLink("Rematch", "rematch"), _OFFERS["list"], _OFFERS["standings"]]


def of_calling_off(called_off: CalledOff, call: Call) -> list[Letter]:
    """To all entrants."""
    name = called_off.tournament.name
    subject, thread = subject_of(called_off.tournament), thread_of(called_off.tournament)
    facts: dict[str, Any] = {
        "says": "Called off",
        "name": name,
        "too_few": called_off.too_few,
        "reason": called_off.reason,
    }
    letter = replace(write("tournaments/tournament_called_off", subject, thread, **facts), unasked=True)
    return to_players(call, dict.fromkeys(called_off.players, letter))


def of_mending(mended: Mended, call: Call) -> list[Letter]:
    """To all players concerned."""
    name = mended.tournament.name
    subject, thread = subject_of(mended.tournament), thread_of(mended.tournament)
    facts: dict[str, Any] = {
        "says": "News",
        "name": name,
        "number": mended.season.number,
        "intervention": mended.news,
    }
    letter = replace(write("tournaments/tournament_news", subject, thread, **facts), unasked=True)
    return to_players(call, dict.fromkeys(mended.players, letter))


def _goes_on(division: Division) -> bool:
    return any(game.score.state is State.ON for game in division.games)


def _bots_in(call: Call, tournament: Tournament, players: Sequence[Player]) -> Collection[Player]:
    return call.work.players.bots(players) if tournament.bots else ()


def table_of(division: Division, bots: Collection[Player]) -> Table:
    """The table of a division, with `bots` marked."""
    lines = lines_of(division)
    whole = len("points") - any("½" in line.points for line in lines)
    titles = ["", "player", *(str(line.row.rank) for line in lines), "points", "S-B"]
    rows = [
        [
            str(line.row.rank),
            _name(line.player, line.instead_of, line.withdrawn, line.player in bots),
            *(cell.sign for cell in line.cells),
            # Whole points stand below each other.
            f"{line.points.rstrip('½'):>{whole}}{'½' if '½' in line.points else ''}",
            line.quality,
        ]
        for line in lines
    ]
    return Table(tuple(titles), rows, ("", "player", "points", "S-B"))


def subject_of(tournament: Tournament) -> str:
    """The Subject of a tournament's letters."""
    return Message("The tournament {tournament}", tournament=tournament.name)


def thread_of(tournament: Tournament) -> str:
    return f"tournament-{tournament.id}"


def _state(each: Listed, day: str) -> str:
    if each.season.stage is not Stage.WAITING:
        return "is being played"
    return "begins now" if each.tournament.begins_early_with(each.entered) else Message("begins {day}", day=day)


def _all_boards(begun: DivisionBegun, reader: Recipient, call: Call) -> Letter:
    """The letter with all boards of a player; those on which they move come first."""
    player, event = reader.player, begun.event
    own = [board for board in begun.boards if player in board.players]
    own.sort(key=lambda board: player not in board.players_to_move)
    digest = digest_for(call, reader, [BoardInDigest(board, _BEGUN) for board in own], _LEFT_OUT)
    bots = {seat.player for board in own for seat in board.seats if seat.bot}
    others = [marked(each.userid, each in bots) for each in begun.division.players if each != player]
    titles = [(board.title, _remark(board, player)) for board in own]
    head = write(
        "tournaments/season_begins",
        subject_of(begun.tournament),
        thread_of(begun.tournament),
        says="Your boards",
        event=event,
        game=_game_name(call, begun.tournament),
        chosen=chosen_parameters(call.catalogue, begun.tournament),
        terms=_terms(begun.tournament),
        player=player.userid,
        others=in_sentence(others),
        boards=[_line(board, player) for board in own],
        boards_data=digest.listed(titles, [f"{board.game.word} show {board.number}" for board in own]),
        page=_page(call, begun.tournament),
        **digest.facts,
    )
    return to_reader(digest.reader, digest.below(replace(head, unasked=True)))


_BEGUN = BoardNews("new")
_LEFT_OUT = LEFT_OUT - {"chance"} | {"lead"}


def _against(board: Board, player: Player) -> tuple[str, str]:
    """The game's name of a player's seat, and the other player."""
    [seat] = board.seats_of(player)
    [other] = [seat for seat in board.seats if seat.player != player]
    name = board.game.seat_name(board.position, seat) or Message("seat {number}", number=seat + 1)
    return name, marked(other.player.userid, other.bot is not None)


def _remark(board: Board, player: Player) -> Message:
    seat, other = _against(board, player)
    if player in board.players_to_move:
        return Message("You are {seat}, against {other}. It is your turn.", seat=seat, other=other)
    return Message("You are {seat}, against {other}.", seat=seat, other=other)


def _line(board: Board, player: Player) -> Message:
    seat, other = _against(board, player)
    if player in board.players_to_move:
        text = "{board}: you are {seat}, against {other}. It is your turn."
    else:
        text = "{board}: you are {seat}, against {other}."
    return Message(text, board=board.title, seat=seat, other=other)


def _terms(tournament: Tournament) -> str:
    terms = tournament.terms
    rated = Message("The games are rated.") if terms.rated else Message("The games are not rated.")
    return in_turn(*times_in_words(terms), rated)


def _game_name(call: Call, tournament: Tournament) -> str:
    game = call.catalogue.get(tournament.game)
    return game.name if game else tournament.game


def _page(call: Call, tournament: Tournament) -> str:
    return f"{call.setup.web_url}/tournaments/{tournament.name}" if call.setup.web_url else ""


def _name(player: Player, instead_of: Player | None, withdrawn: bool, is_bot: bool) -> str:
    name = marked(player.userid, is_bot)
    if instead_of:
        name = Message("{player} (for {before})", player=name, before=instead_of.userid)
    return Message("{player} (out)", player=name) if withdrawn else name
