"""Who gets a letter, and where it is answered: by mail to an address of the reader's own, or on a page."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

from pbmserv.commands.requests.context import Call
from pbmserv.letters.action_links import PLAY_PARAMETER
from pbmserv.letters.letter import Letter
from pbmserv.letters.reply_address import Tag, reply_address, tagged_address
from pbmserv.play.board import Board, Player
from pbmserv.play.board_fingerprint import Shown, shown
from pbmserv.play.moving import mark_of_move
from pbmserv.play.plans import SubmittedMove
from pbmserv.storage.digests import ShownBoard
from pbmserv.storage.players import LANGUAGE
from pbmserv.storage.recipients import Recipient, recipient_of
from pbmserv.storage.tokens import NOBODY, OF_A_BOARD, Answering, Kind


def asker_as_reader(call: Call) -> Recipient:
    """The author at the address that the command came from; a stranger has default preferences."""
    player = call.principal.asker or NOBODY
    addresses = (call.credential.address,) if call.credential.address else ()
    # Mostly these settings have been read already, and then nothing is asked for.
    if player == NOBODY:
        return recipient_of(player, addresses, {LANGUAGE: call.language_read})
    return recipient_of(player, addresses, call.work.players.settings([player])[player])


def to_sender(call: Call, letter: Letter) -> Letter:
    asker = asker_as_reader(call)
    return replace(
        letter,
        to=asker.addresses,
        text_only=asker.text_only,
        language=asker.language,
        as_json=asker.as_json,
        pictures=asker.pictures and letter.pictures,
        pieces=asker.pieces,
        answers=True,
    )


def to_address(address: str, letter: Letter, language: str = "") -> Letter:
    """A letter to an address that may belong to no player yet, in the language that its reader seems to read."""
    return replace(letter, to=(address,), language=language)


def to_reader(reader: Recipient, letter: Letter, answers: bool = False) -> Letter:
    return replace(
        letter,
        to=reader.addresses,
        player=reader.player,
        text_only=reader.text_only,
        language=reader.language,
        as_json=reader.as_json,
        pictures=reader.pictures,
        pieces=reader.pieces,
        reply_to=reader.reply_to or letter.reply_to,
        unsubscribe=reader.unsubscribe,
        answers=answers,
    )


def only_to(call: Call, player: Player, letter: Letter) -> list[Letter]:
    """The letter to a player's usable addresses, whoever sent the command."""
    reader = call.work.recipients.of([player])[player]
    return [to_reader(reader, letter, _reaches_sender(call, reader))] if reader.addresses else []


def to_players(
    call: Call,
    letters: Mapping[Player, Letter],
    instead: Callable[[], Letter] | None = None,
    readers: Mapping[Player, Recipient] | None = None,
    mails_answer: bool = True,
) -> list[Letter]:
    """Letters to players at all their usable addresses, or to these `readers`.

    The sender always gets one: their own as a player, else that of the player whose password was given, or what
    `instead` writes. `instead` is used whenever that letter could be answered with a bare move, which is accepted
    only from a player's own address. Without `mails_answer` the sender's is only shown where the command was typed.
    """
    readers = call.work.recipients.of(letters) if readers is None else readers
    addressed = {
        player: to_reader(readers[player], letter, _reaches_sender(call, readers[player]))
        for player, letter in letters.items()
    }
    posted = [letter for letter in addressed.values() if letter.to or letter.answers]
    if _is_answer_read(call, mails_answer) and not any(letter.answers for letter in posted):
        own = addressed.get(call.principal.player) if call.principal.player else None
        if own is not None and (own.reply_to is None or instead is None):
            posted.append(to_sender(call, replace(own, player=None)))
        elif instead is not None:
            posted.append(to_sender(call, instead()))
    if mails_answer:
        return posted
    # Others may have the same address: theirs is mailed.
    senders = {None, call.principal.player}
    return [replace(each, to=()) if each.answers and each.player in senders else each for each in posted]


def is_read(call: Call, reader: Recipient, mails_answer: bool = True) -> bool:
    """Whether `to_players` has anything to do with a letter to this reader, which need not be written otherwise."""
    if reader.player != call.principal.player:
        return bool(reader.addresses)
    if reader.addresses and (mails_answer or not _reaches_sender(call, reader)):
        return True
    return _is_answer_read(call, mails_answer)


def _is_answer_read(call: Call, mails_answer: bool) -> bool:
    return call.shows_answer or (mails_answer and call.credential.writes_mail)


def _reaches_sender(call: Call, reader: Recipient) -> bool:
    address = call.credential.address
    if address is None:
        return reader.player == call.principal.player
    return address.lower() in {each.lower() for each in reader.addresses}


def answering_board(
    call: Call, board: Board, readers: Iterable[Recipient], then: Board | None = None
) -> dict[Player, Recipient]:
    """These recipients with an address for moves, or for chat if they do not play.

    `then` is the board as shown, if it is an earlier position.
    """
    about = call.work.boards.id_of(board)
    seen = shown(then or board) if board.is_on else None
    answering = _answering(call, readers, lambda player: _of_board(board, player, about, seen))
    play = play_tokens(call, board, [reader for reader in answering.values() if reader.takes_replies])
    return answering | {player: answering[player]._replace(play=token) for player, token in play.items()}


def play_tokens(call: Call, board: Board, readers: Iterable[Recipient]) -> dict[Player, str]:
    """Tokens for links by which the players among these recipients open a session on the board.

    None without web pages or in a read-only call. They are computed like reply tokens and cost no queries.
    """
    if not call.setup.web_url or call.mail.reads_only or not board.is_on:
        return {}
    playing = [reader.player for reader in readers if reader.player in board.staying]
    return call.work.play_links.tokens(playing, call.work.boards.id_of(board), call.at) if playing else {}


def address_for_asker(call: Call, board: Board, then: Board | None = None) -> str | None:
    """The address at which the sender answers such a letter, if it is known who they are."""
    asker = asker_answering(call, board, then)
    return asker.reply_to if asker else None


def asker_answering(call: Call, board: Board, then: Board | None = None) -> Recipient | None:
    """The sender as a recipient of the board's letter; None if unknown."""
    asker = call.principal.asker_among({*board.players, *([call.principal.player] if call.principal.player else [])})
    return answering_board(call, board, [_known(call, asker)], then)[asker] if asker else None


def address_to_say_yes(call: Call, board: Board, player: Player, move: SubmittedMove, kind: Kind) -> str | None:
    """The address for a yes to a move, or for another move."""
    answering = Answering(kind, player, call.work.boards.id_of(board), shown(board), mark_of_move(move))
    return _answering(call, [_known(call, player)], lambda _: answering)[player].reply_to


def answering_chat(
    call: Call, board: Board, readers: Iterable[Recipient], author: Player | None = None
) -> dict[Player, Recipient]:
    about = call.work.boards.id_of(board)

    def kind(player: Player) -> Kind:
        return Kind.OWN_CHAT if player == author else Kind.CHAT

    return _answering(call, readers, lambda player: Answering(kind(player), player, about, of=board.commitment))


def answering_rematch(call: Call, board: Board, readers: Iterable[Recipient]) -> dict[Player, Recipient]:
    about = call.work.boards.id_of(board)
    return _answering(call, readers, lambda player: Answering(Kind.REMATCH, player, about, of=board.commitment))


def answering_seat(call: Call, board: Board, readers: Iterable[Recipient]) -> dict[Player, Recipient]:
    """These recipients with an address for answers to the offer of a seat."""
    about = call.work.boards.id_of(board)
    return _answering(call, readers, lambda player: Answering(Kind.SEAT, player, about, of=board.commitment))


def answering_digest(call: Call, boards: Iterable[Board], reader: Recipient) -> Recipient:
    """The recipient with an address for lines about these boards, each as it stands now, and about no others."""
    if not reader.takes_replies or call.mail.reads_only:
        return reader
    stand = [ShownBoard(call.work.boards.id_of(board), shown(board)) for board in boards if board.is_on]
    number = call.work.digests.keep(reader.player, stand, call.at)
    of = call.work.digests.content_of(number)
    return _answering(call, [reader], lambda player: Answering(Kind.DIGEST, player, number, of=of))[reader.player]


def answering_author(call: Call, author: Player, readers: Iterable[Recipient]) -> dict[Player, Recipient]:
    """These recipients with an address for answers to a player's message."""
    return _answering(call, readers, lambda player: Answering(Kind.MESSAGE, player, author.id, of=author.userid))


def answering_as_player(call: Call, readers: Mapping[Player, Recipient]) -> dict[Player, Recipient]:
    """These recipients with an address that says who answers, and nothing else: as that of a welcome."""
    return _answering(call, readers.values(), lambda player: Answering(Kind.WELCOME, player))


def answering_welcome(call: Call, letter: Letter, player: Player) -> Letter:
    """A letter that its player answers with a game to begin with, or a subject of the help pages."""
    if call.mail.reads_only:
        return letter
    [token] = call.work.replies.tokens([Answering(Kind.WELCOME, player)])
    return replace(letter, reply_to=tagged_address(call.server, Tag.REPLY, token))


def who_may_answer(call: Call) -> Player | None:
    """The player to whom a letter to the sender goes, if they can answer it without a password."""
    own = call.principal.at_address
    asker = call.principal.asker or (own[0] if len(own) == 1 and call.credential.is_certain else None)
    is_known = asker is not None and asker in own and not call.mail.reads_only
    return asker if is_known and asker and _known(call, asker).takes_replies else None


def with_help_to_answer(call: Call, letter: Letter) -> Letter:
    """A letter whose answers, from anybody, are questions about help pages.

    Who has asked in answer to a board answers that board, as before.
    """
    if call.mail.reads_only:
        return letter
    answered = call.principal.answering
    of_board = answered is not None and answered.kind in OF_A_BOARD
    [token] = call.work.replies.tokens([answered if of_board and answered else Answering(Kind.HELP, NOBODY)])
    return replace(letter, reply_to=tagged_address(call.server, Tag.REPLY, token))


def with_any_answer(call: Call, letter: Letter) -> Letter:
    """A letter that is answered with a command or a subject of the help pages: as the player, if it is known who."""
    own = call.principal.at_address
    player = own[0] if len(own) == 1 and call.credential.is_certain else None
    return answering_welcome(call, letter, player) if player else with_help_to_answer(call, letter)


def _of_board(board: Board, reader: Player, about: int, seen: Shown | None) -> Answering:
    if seen is not None and reader in board.staying:
        return Answering(Kind.BOARD, reader, about, seen)
    return Answering(Kind.CHAT, reader, about, of=board.commitment)


def _answering(
    call: Call, readers: Iterable[Recipient], what: Callable[[Player], Answering]
) -> dict[Player, Recipient]:
    """These recipients, each with a reply address unless they have switched replies off.

    None in a read-only call.
    """
    answering, server = {reader.player: reader for reader in readers}, call.server
    may = [player for player, reader in answering.items() if reader.takes_replies and not call.mail.reads_only]
    for player, token in zip(may, call.work.replies.tokens(list(map(what, may))), strict=True):
        if reply_to := reply_address(server, token):
            answering[player] = answering[player]._replace(reply_to=reply_to)
    return answering


def _known(call: Call, player: Player) -> Recipient:
    return recipient_of(player, (), call.work.players.settings([player])[player])


def link_to(call: Call, board: Board, play: str = "") -> str:
    """The web address of a board, or an empty text without web pages.

    The token `play` lets its reader play there without a password.
    """
    token = f"?{PLAY_PARAMETER}={play}" if play else ""
    return f"{call.setup.web_url}/{board.game.word}/{board.number}{token}" if call.setup.web_url else ""
