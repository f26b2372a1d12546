"""Commands of those who play: challenge, move, resign."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Sequence
from dataclasses import replace

from pbmserv.commands.call import Call
from pbmserv.commands.kinds import BoardNumber, MoveText, Password, TypedMove, Userid
from pbmserv.commands.language import Argument, Command, Given
from pbmserv.games.base import Game, Option, Refusal
from pbmserv.games.chance import SEED_BYTES
from pbmserv.letters.board import BoardNews, board_letter, removed_letter
from pbmserv.play.board import Board, Player, Status, Terms, Turn
from pbmserv.play.ratings import Change, rate_game
from pbmserv.play.record import RESIGN


class InvalidChallenge(Refusal):
    """A challenge that cannot start a game, with all that is wrong with it."""


class Challenge(Command):
    """Start a game with the players that you name.

    The players sit in the order in which you name them; the page of the game says who begins. The parameters of the
    game (-name=value) are on its page too. Everybody named gets a letter with the board. If you do not want to play,
    resign before everybody has moved: then the board is removed and counts for nobody.

    A challenge must come from an address of some player.
    """

    words = ("challenge",)
    arguments = (Argument("userid", Userid(), repeated=True, most=26),)
    options = (
        Option("nagtime", 7, "days without a move until the server reminds you", low=1, high=365),
        Option("forfeittime", 21, "days without a move until the game is lost", low=1, high=3650),
        Option("totaltime", 0, "days that each player has for the whole game, 0 for no limit", low=0, high=3650),
        Option("unrated", False, "the game does not change anybody's rating"),
    )
    of_a_game = True
    takes_game_parameters = True
    example = "trichet challenge alice bob"

    def carry_out(self, call: Call, given: Given) -> None:
        game = call.rules
        options = {option.name: option.default for option in game.options} | dict(given.parameters)
        players = self._invited(call, game, given["userid"], given)
        game.check_options(options, len(players))
        terms = Terms(
            nag_days=given.number("nagtime"),
            forfeit_days=given.number("forfeittime"),
            total_days=given.number("totaltime") or None,
            rated=not given.options["unrated"],
        )
        number = call.work.boards.take_number(game.word)
        seed = secrets.token_bytes(SEED_BYTES)
        board = Board.begin(game, number, options, players, seed, call.at, terms)
        call.work.boards.add(board)
        by = self._challenger(call, players)
        changes = settle(call, board)
        announce(call, board, BoardNews("new", by=by, comment=call.comment, rating_changes=changes))

    def _invited(self, call: Call, game: Game[object], userids: Sequence[str], given: Given) -> list[Player]:
        wrong = []
        found = call.work.players.named(userids)
        if not call.sender.is_operator and not call.work.players.at_address(call.sender.address or ""):
            wrong.append(
                f"{call.sender.address} is not the confirmed address of a player: sign up first, with a letter whose"
                " Subject is: signup USERID PASSWORD"
            )
        if len(userids) not in game.seats:
            wrong.append(f"{game.name} is played by {number_of_players(game)}, and {len(userids)} are named.")
        wrong += [f"There is no player called {userid} here." for userid in userids if userid.lower() not in found]
        folded = [userid.lower() for userid in userids]
        if not game.same_player_twice:
            twice = dict.fromkeys(userid for userid in userids if folded.count(userid.lower()) > 1)
            wrong += [f"{userid} is named more than once." for userid in list(twice)[:1]]
        if given.number("nagtime") > given.number("forfeittime"):
            wrong.append("The reminder (--nagtime) would come after the forfeit (--forfeittime).")
        if wrong:
            raise InvalidChallenge("Invalid challenge\n\n" + "\n".join(f"* {fault}" for fault in wrong))
        return [found[userid] for userid in folded]

    def _challenger(self, call: Call, players: Sequence[Player]) -> str:
        at_address = call.work.players.at_address(call.sender.address) if call.sender.address else ()
        playing = [player for player in at_address if player in players]
        return next((player.userid for player in (playing or at_address)), "")


class MoveCommand(Command):
    """Make a move.

    How a move is written is told on the page of the game, and in each letter that asks for one. Add # and the number
    of the move, as in d3#5, and it is made only if it is still that move's turn. The words of your letter go to the
    other players.

    The move resign gives the game up. Out of turn it is kept until the turn comes to you; sent again, it is taken
    back.
    """

    words = ("move", "board", "mvoe")
    arguments = (
        Argument("board", BoardNumber()),
        Argument("userid", Userid()),
        Argument("password", Password()),
        Argument("move", MoveText(), repeated=True),
    )
    of_a_game = True
    example = "trichet move 101 alice secret7 d3"

    def carry_out(self, call: Call, given: Given) -> None:
        board, player = board_and_player(call, given)
        typed: TypedMove = given["move"]
        if typed.text.lower() == RESIGN:
            resign(call, board, player)
            return
        turn = board.move(player, typed.text, call.at, typed.number)
        tell_of_turn(call, board, turn)


class Resign(Command):
    """Give up a game.

    Before everybody has moved once this withdraws you: nobody wins, and with too few players left the board is
    removed. Out of turn it is kept until the turn comes to you; sent again, it is taken back.
    """

    words = ("resign",)
    arguments = (
        Argument("board", BoardNumber()),
        Argument("userid", Userid()),
        Argument("password", Password()),
    )
    of_a_game = True
    example = "trichet resign 101 alice secret7"

    def carry_out(self, call: Call, given: Given) -> None:
        board, player = board_and_player(call, given)
        resign(call, board, player)


def number_of_players(game: Game[object]) -> str:
    """How many can play, in words: `2 players`, `2 to 6 players`."""
    least, most = game.seats[0], game.seats[-1]
    if least == most:
        return "1 player" if most == 1 else f"{most} players"
    return f"{least} to {most} players"


def board_and_player(call: Call, given: Given) -> tuple[Board, Player]:
    """The board that a command changes, and the player who has given the right password, in that order of checks."""
    board = call.load_board(given["board"], for_change=True)
    return board, call.authenticate(given["userid"], given["password"])


def resign(call: Call, board: Board, player: Player) -> None:
    """Resign, by whichever of the two commands it was asked for."""
    seated = board.players
    turn = board.resign(player, call.at, secrets.token_bytes(SEED_BYTES))
    if board.status is Status.REMOVED:
        call.work.boards.save(board)
        letter = removed_letter(board, player, call.comment)
        call.write_to(dict.fromkeys([*seated, *call.work.boards.watchers(board.game.word, board.number)], letter))
        return
    for happening, who in turn.happenings:
        if happening.name in {"RESIGNED", "WITHDREW"}:
            call.work.boards.watch(who, board.game.word, board.number)
    tell_of_turn(call, board, turn)


def tell_of_turn(call: Call, board: Board, turn: Turn) -> None:
    """Store what a turn has changed, and tell everybody who gets letters of the board."""
    call.work.boards.save(board)
    changes = settle(call, board)
    announce(
        call,
        board,
        BoardNews(
            "again" if turn.restarted else "turn",
            by=turn.by.userid,
            turn=turn,
            comment=call.comment,
            rating_changes=changes,
        ),
    )


def settle(call: Call, board: Board) -> tuple[Change, ...]:
    """What a game that is over changes in the ratings; nothing while it is on, or where it is not rated."""
    if board.status is not Status.OVER or board.result is None or not board.terms.rated or len(board.players) < 2:
        return ()
    rated = rate_game(
        call.work.ratings.of(board.game.word, board.players),
        [seat.player.userid for seat in board.seats],
        [seat.resigned for seat in board.seats],
        board.winner.userid if board.winner else None,
        board.result.points,
    )
    call.work.ratings.save(board.game.word, board.players, rated.changes)
    return rated.changes


def announce(call: Call, board: Board, news: BoardNews) -> None:
    """Write to everybody who gets letters of a board: its players, who resigned in this turn, and its watchers."""
    watchers = [
        player for player in call.work.boards.watchers(board.game.word, board.number) if not _plays(board, player)
    ]
    told = replace(news, watchers=tuple(watchers))
    leaving = [player for _, player in news.turn.happenings] if news.turn else []
    readers: Iterable[Player] = dict.fromkeys(
        [*(player for player in board.players if _plays(board, player)), *leaving, *watchers]
    )
    letters = {reader: board_letter(board, reader, told, call.server) for reader in readers}
    call.write_to(letters, instead=board_letter(board, call.player, told, call.server))


def _plays(board: Board, player: Player) -> bool:
    return any(not board.seats[seat].resigned for seat in board.seats_of(player))
