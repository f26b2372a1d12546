"""Commands for talk: chat, message, broadcast."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import timedelta
from typing import ClassVar

from pbmserv.commands.playing.turns import is_guests, keep_remark
from pbmserv.commands.requests.blocking import kept_apart, reached_by
from pbmserv.commands.requests.budgets import (
    check_letter_to,
    check_said,
    hold_back,
    is_seasoned,
    note_written_back,
    tells_watchers,
    what_waited,
)
from pbmserv.commands.requests.confirmed_addresses import check_confirmed
from pbmserv.commands.requests.context import Call, Command, CommandOnBoard
from pbmserv.commands.requests.lookup import no_player
from pbmserv.commands.requests.outcome import Outcome
from pbmserv.games.base import Refusal
from pbmserv.games.message import Message, in_turn, lines_of
from pbmserv.language.argument_types import PLAYER, BoardNumber, Userid
from pbmserv.language.command_spec import Argument, ParsedArgs
from pbmserv.language.words import Misspelt
from pbmserv.play.board import Board, Player, Status
from pbmserv.play.bots import thinks_here
from pbmserv.play.unread import Earlier, heard_from
from pbmserv.play.view import SHOWN, BoardView, BoardViews
from pbmserv.storage.recipients import Recipient

MOST_READERS = 20
"""The maximum number of recipients of a message."""
MOST_ANSWERED = 20
"""The number of the last remarks on a board that the next one answers."""
BETWEEN_BROADCASTS = timedelta(days=1)


class Chatted(Outcome, frozen=True):
    """Chat to all recipients of a board's letters, some of whom only watch."""

    written_by = "talk.letters:of_chat"

    writes_to_others: ClassVar[bool] = True

    board: Board
    author: Player
    words: str
    readers: tuple[Player, ...]
    only_watching: tuple[Player, ...]
    held: frozenset[Player] = frozenset()
    """Recipients over their limit, from whom it is withheld."""
    earlier: Mapping[Player, Earlier] = {}
    """What was withheld from the others earlier and is told now."""

    def board_view(self, asker: Player | None) -> BoardView:
        return BoardViews(self.board, SHOWN).of(asker)


class MessageSent(Outcome, frozen=True):
    """A message between players; those whom no letter reaches do not get it."""

    written_by = "talk.letters:of_message"

    writes_to_others: ClassVar[bool] = True

    author: Player
    words: str
    readers: tuple[Player, ...]
    unreached: tuple[str, ...]
    bots: tuple[str, ...] = ()
    """The server's own bots among them, who read no letters."""
    apart: tuple[str, ...] = ()
    """Why others among them do not get it: one has blocked the other."""


class BroadcastSent(Outcome, frozen=True):
    written_by = "talk.letters:of_broadcast"

    author: Player
    words: str
    readers: Mapping[Player, Recipient]


class Chat(CommandOnBoard):
    """Talk to the players of a board and its subscribers.

    What you write in the body of your letter goes to all of them. You have to be
    one of them yourself; after the end of the game you can still talk.

    A reader who has had five such letters of a board, and has done nothing there
    since, gets the next ones with the next letter of a turn. Who only watches can
    write so to a player 30 times a day, on all boards together, until they answer.
    """

    words = ("chat",)
    is_talk = True
    arguments = (
        Argument("board", BoardNumber()),
        *PLAYER,
    )
    of_a_game = True
    plays = True
    example = "trichet chat 101 alice secret7"

    takes_removed = True

    def resolve(self, call: Call, given: ParsedArgs) -> ParsedArgs:
        _check_there_are_words(call)
        return super().resolve(call, given)

    def carry_out(self, call: Call, given: ParsedArgs) -> Outcome:
        board: Board = given["board"]
        player, words = call.player, call.comment
        if is_guests(call, board):
            raise Refusal(Message("A guest plays on {board}, and nobody talks there.", board=board.title))
        watchers: Collection[Player] = call.work.watching.who(board.game.word, board.number)
        # A board that is gone has been left by whoever withdrew: they had its last letter, and may be answered.
        playing = board.players if board.status is Status.REMOVED else board.staying
        readers = dict.fromkeys([*playing, *watchers])
        if player not in readers:
            raise Refusal(
                Message(
                    "{player} neither plays on {board} nor gets its letters. To take part, subscribe first:"
                    " {word} subscribe {number} {player} PASSWORD",
                    player=player.userid,
                    board=board.title,
                    word=board.game.word,
                    number=board.number,
                )
            )
        # Before anything is counted: the others get no letter.
        hearing = reached_by(call, player, readers)
        others = [each for each in readers if each != player]
        if others and hearing == [player]:
            raise Refusal(in_turn(*kept_apart(call, readers, player)))
        playing = tuple(each for each in playing if each in hearing)
        watchers = [each for each in watchers if each in hearing]
        readers = dict.fromkeys(hearing)
        if not {player, *playing}.issuperset(watchers) and not tells_watchers(call, player, is_end=False):
            watchers = [each for each in watchers if each == player]
            readers = dict.fromkeys([*playing, *watchers])
        if board.has_seated(player):
            said = call.work.remarks.on(call.work.boards.id_of(board), MOST_ANSWERED)
            for writer in {each.author for each in said}.intersection(watchers).difference(playing):
                note_written_back(call, player, writer)
        elif not call.credential.is_operator:
            # They share no board: or whoever watches could write to a player on each of the player's boards.
            for seat in {each.player: each for each in board.seats if each.player in playing}.values():
                if not thinks_here(seat.bot):
                    check_letter_to(call, player, seat.player)
        heard_from(board.unread, player)
        held = hold_back(call, board, player, readers)
        earlier = what_waited(call, board, [reader for reader in readers if reader not in held])
        call.work.boards.save(board)
        keep_remark(call, board, player, words)
        only_watching = tuple(reader for reader in watchers if reader not in playing)
        return Chatted(board, player, words, tuple(readers), only_watching, held, earlier)


class MessageCommand(Command):
    """Write to other players by their names.

    What you write in the body of your letter goes to each of them; they do not
    see your address, nor you theirs. The bots of this server read no letters.
    """

    words = ("message",)
    is_talk = True
    arguments = (
        *PLAYER,
        Argument("to", Userid(), repeated=True, most=MOST_READERS),
    )
    example = "message alice secret7 bob carol"

    def resolve(self, call: Call, given: ParsedArgs) -> ParsedArgs:
        _check_there_are_words(call)
        return given

    def carry_out(self, call: Call, given: ParsedArgs) -> Outcome:
        player, words = call.player, call.comment
        found = call.work.players.named(given["to"])
        unknown = dict.fromkeys(name for name in given["to"] if name.lower() not in found)
        if unknown:
            raise Refusal(lines_of(*[no_player(call, userid) for userid in unknown]))
        kinds = call.work.players.bots(found.values())
        bots = tuple(player.userid for player in found.values() if thinks_here(kinds.get(player)))
        apart = kept_apart(call, [player, *found.values()], player)
        strangers = reached_by(call, player, found.values()) if apart else found.values()
        readers = call.work.recipients.of([reader for reader in strangers if reader.userid not in bots])
        reached = [reader for reader in readers if readers[reader].addresses]
        unreached = [reader.userid for reader in readers if not readers[reader].addresses]
        if not reached:
            raise Refusal(lines_of(*_why_bots_get_none(bots), *apart, *_why_unreached(unreached)))
        if player in reached:
            check_said(call, player, words)
        return MessageSent(player, words, tuple(reached), tuple(unreached), bots, tuple(apart))


class Broadcast(Command):
    """Write to all players of this server, once a day at most.

    What you write in the body of your letter goes to everybody who has not switched broadcasts off (help change
    broadcasts). So use it for things of interest to everybody: a tournament, a search for opponents.

    You can do so once you have been a player for a week, and have played a game to its end.
    """

    words = ("broadcast",)
    is_talk = True
    arguments = PLAYER
    example = "broadcast alice secret7"

    def resolve(self, call: Call, given: ParsedArgs) -> ParsedArgs:
        _check_there_are_words(call)
        return given

    def carry_out(self, call: Call, given: ParsedArgs) -> Outcome:
        player, words = call.player, call.comment
        check_confirmed(call, player)
        if not call.credential.is_operator and not is_seasoned(call, player):
            raise Refusal(
                Message(
                    "Only players who have been here for a week, and have played a game to its end, can write to"
                    " everybody. Until then, write to players by their names:\n\n    message {player} PASSWORD"
                    " FRIEND",
                    player=player.userid,
                )
            )
        if not call.work.players.note_broadcast(player, call.at, not_since=call.at - BETWEEN_BROADCASTS):
            raise Refusal("You have written to everybody within the last 24 hours: once a day is the most.")
        readers = call.work.recipients.within_reach(who_want_broadcasts=True)
        readers.pop(player, None)
        wanted = reached_by(call, player, readers)
        return BroadcastSent(player, words, {reader: readers[reader] for reader in wanted})


def _why_bots_get_none(bots: Sequence[str]) -> list[str]:
    return [Message("{player} is a bot of this server, and reads no letters.", player=userid) for userid in bots]


def _why_unreached(userids: Sequence[str]) -> list[str]:
    return (
        [Message("No letter reaches {players} now: there is no address that works.", players=" or ".join(userids))]
        if userids
        else []
    )


def _check_there_are_words(call: Call) -> None:
    if not call.comment.strip():
        raise Misspelt("There is nothing to send: what you want to say belongs in the body of your letter.")
