"""Commands that carry words from player to player: chat, message, broadcast."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from pbmserv.commands.budgets import is_seasoned
from pbmserv.commands.call import Call, Posted
from pbmserv.commands.kinds import BoardNumber, Password, Userid
from pbmserv.commands.language import Argument, Command, Given, Misspelt
from pbmserv.commands.reply_to import addresses_to_author, addresses_to_chat
from pbmserv.commands.unsubscribing import Kind, unsubscribe_links
from pbmserv.games.base import Refusal
from pbmserv.letters.board import thread_of
from pbmserv.letters.letter import Letter, write
from pbmserv.play.board import Player

MOST_READERS = 20
"""To how many players one message can go."""
BETWEEN_BROADCASTS = timedelta(days=1)


class Chat(Command):
    """Talk to the players of a board and its subscribers.

    What you write in the body of your letter goes to all of them. You have to be
    one of them yourself; after the end of the game you can still talk.
    """

    words = ("chat",)
    arguments = (
        Argument("board", BoardNumber()),
        Argument("userid", Userid()),
        Argument("password", Password()),
    )
    of_a_game = True
    writes_to_others = True
    example = "trichet chat 101 alice secret7"

    def carry_out(self, call: Call, given: Given) -> None:
        words = _words_to_send(call)
        board = call.load_board(given["board"])
        player = call.authenticate(given["userid"], given["password"])
        watchers = call.work.boards.watchers(board.game.word, board.number)
        readers = dict.fromkeys([*board.staying, *watchers])
        if player not in readers:
            raise Refusal(
                f"{player.userid} neither plays on {board.title} nor gets its letters. To take part, subscribe first:"
                f" {board.game.word} subscribe {board.number} {player.userid} PASSWORD"
            )
        subject = f"{board.game.name} chat {board.number} {player.userid}"
        only_watching = [reader for reader in watchers if reader not in board.staying]
        unsubscribe = unsubscribe_links(call, Kind.WATCHING, only_watching, board)
        # Not the author: else a machine that answers whatever comes would go on with itself for ever.
        reply_to = addresses_to_chat(call, board, [reader for reader in readers if reader != player])
        letters = {
            reader: replace(
                write(
                    "chat",
                    subject,
                    thread_of(board),
                    board=board,
                    author=player.userid,
                    reader=reader.userid,
                    words=words,
                    server=call.server,
                    can_reply=reader in reply_to,
                ),
                unsubscribe=unsubscribe.get(reader),
                reply_to=reply_to.get(reader),
            )
            for reader in readers
        }
        call.write_to(letters)


class Message(Command):
    """Write to other players by their names.

    What you write in the body of your letter goes to each of them; they do not
    see your address, nor you theirs.
    """

    words = ("message",)
    arguments = (
        Argument("userid", Userid()),
        Argument("password", Password()),
        Argument("to", Userid(), repeated=True, most=MOST_READERS),
    )
    writes_to_others = True
    example = "message alice secret7 bob carol"

    def carry_out(self, call: Call, given: Given) -> None:
        words = _words_to_send(call)
        player = call.authenticate(given["userid"], given["password"])
        found = call.work.players.named(given["to"])
        unknown = dict.fromkeys(name for name in given["to"] if name.lower() not in found)
        if unknown:
            raise Refusal("\n".join(map(call.no_player, unknown)))
        addresses = call.work.players.addresses(found.values())
        reached = [reader for reader in found.values() if any(address.usable for address in addresses[reader])]
        unreached = [reader.userid for reader in found.values() if reader not in reached]
        if not reached:
            raise Refusal(f"No letter reaches {' or '.join(unreached)} now: there is no address that works.")
        names = [reader.userid for reader in reached]
        reply_to = addresses_to_author(call, player, [reader for reader in reached if reader != player])
        letters = {
            reader: replace(
                write(
                    "message",
                    f"Message from {player.userid}",
                    author=player.userid,
                    reader=reader.userid,
                    readers=names,
                    words=words,
                    server=call.server,
                    can_reply=reader in reply_to,
                ),
                reply_to=reply_to.get(reader),
            )
            for reader in reached
        }
        call.write_to(letters)
        receipt = write("message_sent", "Your message", readers=names, unreached=unreached, words=words)
        call.write_to({player: receipt})


class Broadcast(Command):
    """Write to all players of this server, once a day at most.

    What you write in the body of your letter goes to everybody who has not
    switched broadcasts off (help change broadcasts). So use it for what is of
    interest to everybody: a tournament, a search for opponents.

    You can do so when you have been a player for a week, and have played a game
    to its end.
    """

    words = ("broadcast",)
    arguments = (
        Argument("userid", Userid()),
        Argument("password", Password()),
    )
    example = "broadcast alice secret7"

    def carry_out(self, call: Call, given: Given) -> None:
        words = _words_to_send(call)
        player = call.authenticate(given["userid"], given["password"])
        if not call.sender.is_operator and not is_seasoned(call, player):
            raise Refusal(
                "Only players who have been here for a week, and have played a game to its end, can write to"
                " everybody. Until then, write to players by their names:"
                f"\n\n    message {player.userid} PASSWORD FRIEND"
            )
        if not call.work.players.note_broadcast(player, call.at, not_since=call.at - BETWEEN_BROADCASTS):
            raise Refusal("You have written to everybody within the last 24 hours: once a day is the most.")
        readers = call.work.players.who_want_broadcasts()
        readers.pop(player, None)
        unsubscribe = unsubscribe_links(call, Kind.BROADCASTS, readers)
        reply_to = addresses_to_author(call, player, readers)
        letter = {can_reply: _broadcast(call, player, words, can_reply) for can_reply in (True, False)}
        call.posted += [
            Posted(
                replace(letter[reader in reply_to], unsubscribe=unsubscribe[reader], reply_to=reply_to.get(reader)),
                tuple(addresses),
                reader,
            )
            for reader, addresses in readers.items()
        ]
        call.write_to({player: write("broadcast_sent", "Your broadcast", count=len(readers), words=words)})


def _broadcast(call: Call, author: Player, words: str, can_reply: bool) -> Letter:
    letter = write(
        "broadcast",
        f"Broadcast from {author.userid}",
        author=author.userid,
        words=words,
        server=call.server,
        can_reply=can_reply,
    )
    return replace(letter, unasked=True)


def _words_to_send(call: Call) -> str:
    if not call.comment.strip():
        raise Misspelt("There is nothing to send: what you want to say belongs into the body of your letter.")
    return call.comment
