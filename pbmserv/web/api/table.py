"""The table of all API operations."""

from __future__ import annotations

from http import HTTPStatus

from pbmserv.storage.sessions import Scope
from pbmserv.web.api import actions, queries, shapes, tournament_shapes, tournaments
from pbmserv.web.api.operations import Operation

BOARD = "/api/games/{game}/boards/{board}"
CHALLENGE = "/api/games/{game}/challenges/{board}"
TOURNAMENT = "/api/tournaments/{name}"

OPERATIONS = [
    Operation("GET", "/api/me", "me", "Who the token belongs to", queries.me, shapes.Me, scope=Scope.READ),
    Operation(
        "GET", "/api/boards", "myBoards", "My boards, by whose turn it is", queries.my_boards, shapes.BoardPage,
        given=shapes.WhichOfMine, scope=Scope.READ,
    ),
    Operation(
        "GET", "/api/games", "games", "The games that are played here", queries.games, shapes.Games,
        given=shapes.WhichToFind,
    ),
    Operation(
        "GET", "/api/games/{game}", "game", "One game, with the options of a challenge", queries.game, shapes.Game,
        at=shapes.AtGame,
    ),
    Operation(
        "GET", "/api/games/{game}/boards", "boards", "Boards of a game", queries.boards_of_game, shapes.BoardPage,
        at=shapes.AtGame, given=shapes.WhichBoards,
    ),
    Operation(
        "GET", BOARD, "board", "A board, as I may see it", queries.board, shapes.Board,
        at=shapes.AtBoard, given=shapes.AfterMove,
    ),
    Operation(
        "GET", f"{BOARD}/moves", "legalMoves", "The moves that I can make on a board now", queries.legal_moves,
        shapes.LegalMoves, at=shapes.AtBoard,
    ),
    Operation(
        "POST", f"{BOARD}/moves", "move", "Make a move", actions.move, shapes.Done,
        at=shapes.AtBoard, takes=shapes.NewMove, scope=Scope.PLAY, status=HTTPStatus.CREATED,
    ),
    Operation(
        "POST", f"{BOARD}/substitute", "substitute", "Say who takes over the seat of who has left, or answer that",
        actions.substitute, shapes.Done, at=shapes.AtBoard, takes=shapes.WhoSubstitutes, scope=Scope.PLAY,
    ),
    Operation(
        "POST", "/api/games/{game}/challenges", "challenge", "Start a game", actions.challenge, shapes.Done,
        at=shapes.AtGame, takes=shapes.NewChallenge, scope=Scope.PLAY, status=HTTPStatus.CREATED,
    ),
    Operation(
        "GET", "/api/challenges", "openChallenges", "What waits for players", queries.open_challenges,
        shapes.OpenChallenges, given=shapes.WhichOpen,
    ),
    Operation(
        "POST", f"{CHALLENGE}/join", "join", "Take a seat in an open challenge, or on a board", actions.join,
        shapes.Done,
        at=shapes.AtBoard, takes=shapes.Words, scope=Scope.PLAY,
    ),
    Operation(
        "POST", f"{CHALLENGE}/withdraw", "withdraw", "Take an open challenge down, or give back a seat",
        actions.withdraw, shapes.Done, at=shapes.AtBoard, takes=shapes.Words, scope=Scope.PLAY,
    ),
    Operation(
        "GET", "/api/tournaments", "tournaments", "The tournaments that go on", tournaments.listed,
        tournament_shapes.Tournaments, given=tournament_shapes.WhichTournaments,
    ),
    Operation(
        "GET", TOURNAMENT, "tournament", "A tournament, with its last tables", tournaments.tournament,
        tournament_shapes.Tournament, at=tournament_shapes.AtTournament,
    ),
    Operation(
        "GET", f"{TOURNAMENT}/seasons/{{season}}", "season", "The tables of a season", tournaments.season,
        tournament_shapes.Divisions, at=tournament_shapes.AtSeason, given=tournament_shapes.WhichDivisions,
    ),
    Operation(
        "POST", f"{TOURNAMENT}/join", "joinTournament", "Play in a tournament from its next season on",
        tournaments.join, shapes.Done, at=tournament_shapes.AtTournament, takes=tournament_shapes.Join,
        scope=Scope.PLAY, hashes=True,
    ),
    Operation(
        "POST", f"{TOURNAMENT}/leave", "leaveTournament", "Do not play in the next season of a tournament",
        tournaments.leave, shapes.Done, at=tournament_shapes.AtTournament, scope=Scope.PLAY,
    ),
    Operation(
        "GET", "/api/games/{game}/standings", "standings", "Who stands where", queries.standings, shapes.Standings,
        at=shapes.AtGame, given=shapes.WhichStandings,
    ),
    Operation(
        "GET", "/api/games/{game}/history", "history", "The games that are over", queries.history, shapes.History,
        at=shapes.AtGame, given=shapes.WhichGames,
    ),
    Operation(
        "GET", "/api/players/{userid}", "player", "A player", queries.player, shapes.Player, at=shapes.AtPlayer,
    ),
    Operation(
        "POST", "/api/commands", "command", "Carry out any command, in its words", actions.command, shapes.Done,
        takes=shapes.Command, scope=Scope.READ, hashes=True,
    ),
]  # fmt: skip
"""A read-only token suffices for a command that changes nothing. Its words may contain anything, even a password."""
