from __future__ import annotations

from dataclasses import replace
from datetime import UTC
from functools import partial
from typing import Any

from pbmserv.commands.requests.blocking import heard_words, unheard
from pbmserv.commands.requests.context import Call
from pbmserv.commands.requests.letters import letters_of, question_letter, yes_or_no
from pbmserv.commands.requests.list_unsubscribe import addresses
from pbmserv.commands.requests.offering_letters import Offer, to_player_offering, write_offering
from pbmserv.commands.requests.recipients import (
    answering_as_player,
    answering_rematch,
    answering_welcome,
    only_to,
    to_address,
    to_players,
    to_sender,
    who_may_answer,
    with_help_to_answer,
)
from pbmserv.commands.starting.anyone import WaitingBesideBot
from pbmserv.commands.starting.blocking import BlocksTold
from pbmserv.commands.starting.forged_challenges import ChallengeAsked, NotChallenged
from pbmserv.commands.starting.invitation_answers import InvitationDeclined, Joined
from pbmserv.commands.starting.invitations import (
    DAYS,
    InvitationLapsed,
    InvitationSent,
    Invited,
    Uninvited,
    seat_titles,
)
from pbmserv.commands.starting.limits import LimitsTold
from pbmserv.commands.starting.open_challenges import OpenListed, Waiting, WaitsNoMore, Why
from pbmserv.commands.starting.rematches import DAYS as REMATCH_DAYS
from pbmserv.commands.starting.rematches import RematchDeclined, RematchWanted
from pbmserv.games.chance import SEED_BYTES
from pbmserv.games.message import Message
from pbmserv.letters.board import thread_of
from pbmserv.letters.invitation import invitation_letter, with_english_below
from pbmserv.letters.letter import Letter, write
from pbmserv.letters.open_challenges import lines_of, seat_lines, waiting_letter, waits_no_more_letter
from pbmserv.letters.page import ActionLink
from pbmserv.letters.times import parameters_in_words
from pbmserv.locale.catalogs import speaking, spoken
from pbmserv.play.board import Board, Player, in_sentence, named


def of_blocks(told: BlocksTold, call: Call) -> list[Letter]:
    blocked = [each.userid for each in told.blocked]
    offers = [
        Offer(Message("Unblock {player}", player=userid), "unblock", userid) for userid in blocked[:_MOST_UNBLOCKED]
    ]
    facts: dict[str, Any] = {"blocked": blocked, "added": [each.userid for each in told.added]}
    facts["removed"] = [each.userid for each in told.removed]
    return to_player_offering(call, told.player, offers, "starting/blocks", "Players you have blocked", **facts)


_MOST_UNBLOCKED = 3
"""The number of blocked players whom a letter offers to unblock."""


def of_challenge_asked(asked: ChallengeAsked, call: Call) -> list[Letter]:
    """To the address that the challenge claims to be from."""
    facts: dict[str, Any] = {
        "address": asked.address,
        "game": asked.game,
        "command": asked.command,
        "comment": asked.comment,
    }
    return [
        to_sender(
            call,
            question_letter(
                asked, call, "starting/challenge_question", "Is this challenge yours?", facts, "Yes, it is"
            ),
        )
    ]


def of_challenge_declined(declined: NotChallenged, call: Call) -> list[Letter]:
    return [
        to_sender(call, write("starting/not_challenged", "No game has been started", userid=declined.player.userid))
    ]


EXAMPLE = "trichet"


def of_waiting(waiting: Waiting, call: Call) -> list[Letter]:
    """To the author of the change, and to those of the others who are told."""
    about = waiting.challenge, waiting.change.value, waiting.player
    readers = answering_as_player(call, call.work.recipients.of(dict.fromkeys([waiting.player, *waiting.others])))
    page = f"{call.setup.web_url}{LOBBY_PATH}" if call.setup.web_url else ""
    words = heard_words(call, waiting.words, [waiting.player], readers)
    letters = {
        player: waiting_letter(
            *about, player, call.server, words[player], reader.zone, page, can_reply=reader.reply_to is not None
        )
        for player, reader in readers.items()
    }
    return to_players(call, letters, lambda: waiting_letter(*about, None, call.server, waiting.words, UTC), readers)


def of_waiting_beside_bot(waiting: WaitingBesideBot, call: Call) -> list[Letter]:
    """That of the challenge, and that of the board with the bot."""
    return [*of_waiting(waiting, call), *letters_of(waiting.beside, call)]


def of_waiting_no_more(ended: WaitsNoMore, call: Call) -> list[Letter]:
    """To everybody who had a seat."""
    challenge = ended.challenge
    told = [player for player in challenge.players if player not in ended.gone]
    authors = [] if ended.why is Why.OPERATOR else [challenge.by]
    words = heard_words(call, ended.words, authors, told)
    deaf = unheard(call, challenge.said, [challenge.by]).get(challenge.by, frozenset())
    said = [each for each in challenge.said if each[0] not in deaf]
    letters = {
        player: waits_no_more_letter(challenge, ended.why.value, player, words[player], said) for player in told
    }
    if ended.why is not Why.WITHDRAWN:
        # Nobody has asked for it just now.
        return to_players(call, {player: replace(letter, unasked=True) for player, letter in letters.items()})
    own = letters[challenge.by]
    return to_players(call, letters, lambda: own)


def of_open_challenges(listed: OpenListed, call: Call) -> list[Letter]:
    usual = EXAMPLE if EXAMPLE in call.catalogue else next(iter(call.catalogue))
    player = who_may_answer(call)
    free = [each for each in listed.challenges if each.free and player not in each.players]
    named_so = [(each.game.word, each.number) for each in free] + [(each.game, each.number) for each in listed.seats]
    offers = [
        ActionLink(Message("Join {challenge}", challenge=f"{game} {number}"), f"{game} join {number}")
        for game, number in named_so[:_MOST_JOINED]
    ]
    letter = write(
        "starting/open_challenges",
        "Open challenges",
        offers=offers if player else (),
        offered=[offer.to for offer in offers] if player else [],
        lines=lines_of(listed.challenges),
        challenges=listed.challenges,
        more=listed.more,
        seats=seat_lines(listed.seats),
        first_seat=listed.seats[0] if listed.seats else None,
        games=in_sentence([game.name for game in listed.games]),
        example=next((game.word for game in listed.games), usual),
    )
    return [to_sender(call, answering_welcome(call, letter, player) if player and offers else letter)]


_MOST_JOINED = 5
"""The number of open challenges that a letter offers to join."""
LOBBY_PATH = "/open"
"""The page of open challenges."""
INVITATION_PATH = "/invitation"
"""The page of an invitation's link, with the query parameter `token`."""


def of_invitations(invited: Invited, call: Call) -> list[Letter]:
    """To all guests, and a receipt to the inviter."""
    inviter = invited.inviter.userid if invited.inviter else ""
    offers = [Offer("Take it back", f"{invited.game.word} uninvite")]
    # Who invites for somebody else, or from elsewhere, cannot answer it.
    answering = who_may_answer(call)
    can_reply = answering is not None and answering == invited.inviter
    facts: dict[str, Any] = {"hints": invited.hints, "game": invited.game, "days": DAYS}
    receipt = write_offering(offers, inviter or "USERID", can_reply, "starting/invited", "Your invitation", **facts)
    if can_reply and answering:
        receipt = answering_welcome(call, receipt, answering)
    return [*(letter for each in invited.sent for letter in letters_of(each, call)), to_sender(call, receipt)]


def of_invitation(sent: InvitationSent, call: Call) -> list[Letter]:
    game = sent.game
    # A board that nobody has: what chance brings is drawn when the game begins.
    nobody = [Player(-1 - seat, name or "you") for seat, name in enumerate(sent.seats)]
    board = Board.begin(game, 0, sent.options, nobody, bytes(SEED_BYTES), call.at)
    written = partial(
        invitation_letter,
        board,
        call.server,
        sent.code,
        sent.inviter.userid if sent.inviter else "",
        seat_titles(call, board, sent.seats),
        [player.userid for player in call.work.players.at_address(sent.address)],
        parameters=", ".join(parameters_in_words(sent.options, game)),
        words=sent.words,
        name=sent.name,
        link=f"{call.setup.web_url}{INVITATION_PATH}?token={sent.code}" if call.setup.web_url else "",
        days=DAYS,
    )
    letter = written()
    if spoken() is not None:
        # Nobody knows what a guest reads: the inviter's language, or else English.
        with speaking(None):
            english = written(again=True)
        letter = with_english_below(letter, english)
    [by_mail] = letter.unsubscribe
    letter = replace(letter, unsubscribe=addresses(call, sent.code, by_mail))
    return [to_address(sent.address, letter, _language_of_invitation(sent, call))]


def _language_of_invitation(sent: InvitationSent, call: Call) -> str:
    if sent.inviter is None:
        return call.language_read
    return call.work.recipients.of([sent.inviter])[sent.inviter].language


def of_joining(joined: Joined, call: Call) -> list[Letter]:
    reader = answering_as_player(call, call.work.recipients.of([joined.player]))[joined.player]
    can_reply = reader.reply_to is not None and bool(reader.addresses)
    offers = [
        ActionLink("How it works", "help tutorial"),
        ActionLink(Message("The rules of {game}", game=joined.game.name), f"help {joined.game.word}"),
        *([] if joined.has_password else [ActionLink("Choose a password", "forgot")]),
    ]
    letter = write(
        "starting/joined",
        "You are in",
        offers=offers if can_reply and joined.is_new else (),
        server=call.server,
        userid=joined.player.userid,
        address=joined.address,
        inviter=joined.inviter.userid if joined.inviter else "",
        game=joined.game,
        is_new=joined.is_new,
        has_password=joined.has_password,
        waiting=joined.waiting,
        can_reply=can_reply,
    )
    if can_reply:
        return only_to(call, joined.player, replace(letter, reply_to=reader.reply_to))
    letter = with_help_to_answer(call, letter)
    return only_to(call, joined.player, letter) or [to_sender(call, letter)]


def of_declined_invitation(declined: InvitationDeclined, call: Call) -> list[Letter]:
    """To the guest, the inviter, and those who had accepted."""

    def letter(mine: bool = False, is_answer: bool = False) -> Letter:
        return write(
            "starting/invitation_declined",
            "No game has been started",
            server=call.server,
            game=declined.game,
            hint=declined.hint,
            inviter=declined.inviter.userid if declined.inviter else "",
            mine=mine,
            words=declined.words if mine else "",
            is_answer=is_answer,
            is_final=declined.is_final,
            is_offer=declined.is_offer,
        )

    told = dict.fromkeys(declined.others, letter())
    if declined.inviter:
        told[declined.inviter] = letter(mine=True)
    answer = with_help_to_answer(call, letter(is_answer=True))
    return [to_sender(call, answer), *to_players(call, told)]


def of_lapse(lapsed: InvitationLapsed, call: Call) -> list[Letter]:
    """To the inviter and those who had accepted. Nobody has just asked for it."""
    told = [*([lapsed.inviter] if lapsed.inviter else []), *lapsed.others]
    letters = {
        player: write(
            "starting/invitation_lapsed",
            "No game has been started",
            game=lapsed.game,
            inviter=lapsed.inviter.userid if lapsed.inviter else "",
            mine=player == lapsed.inviter,
            guests=lapsed.guests,
            day=f"{lapsed.invited_at.astimezone(reader.zone):%Y-%m-%d}",
            days=DAYS,
        )
        for player, reader in call.work.recipients.of(told).items()
    }
    return to_players(call, {player: replace(letter, unasked=True) for player, letter in letters.items()})


def of_taking_back(uninvited: Uninvited, call: Call) -> list[Letter]:
    letter = write("starting/uninvited", "Your invitation", game=uninvited.game, count=uninvited.count)
    return to_players(call, {uninvited.inviter: letter}, lambda: letter)


def of_wish(wanted: RematchWanted, call: Call) -> list[Letter]:
    """To those who are asked, and to the asker."""
    board = wanted.board
    readers = answering_rematch(call, board, call.work.recipients.of(wanted.asked).values())
    letters = {
        player: _rematch_letter(wanted, call, reader.player.userid, can_reply=reader.reply_to is not None)
        for player, reader in readers.items()
    }
    asker = {wanted.player: _rematch_letter(wanted, call)}
    return [*to_players(call, letters, readers=readers), *to_players(call, asker, lambda: asker[wanted.player])]


def of_declined_rematch(declined: RematchDeclined, call: Call) -> list[Letter]:
    """To the player who declined, and those who had accepted, each with the words that they get to read."""
    board, by = declined.board, declined.player
    heard = heard_words(call, declined.words, [by], declined.told)

    def letter(words: str, is_own: bool = False) -> Letter:
        facts: dict[str, Any] = {"board": board, "by": by.userid, "is_own": is_own, "words": words}
        facts["heard_by"] = named([each for each in declined.told if heard[each]])
        return write("starting/rematch_declined", board.title, thread_of(board), says="No rematch", **facts)

    letters = {player: letter(heard[player]) for player in declined.told}
    own = {by: letter("", is_own=True)}
    return [*to_players(call, letters), *to_players(call, own, lambda: own[by])]


def _rematch_letter(wanted: RematchWanted, call: Call, reader: str = "", can_reply: bool = False) -> Letter:
    """The question to a `reader`, or the receipt for the asker."""
    board = wanted.board
    letter = write(
        "starting/rematch",
        board.title,
        thread_of(board),
        yes_or_no("Yes, once more", "No, thank you") if can_reply else (),
        says="Rematch?" if reader else "Rematch asked",
        board=board,
        by=wanted.player.userid,
        reader=reader,
        seats=[player.userid for player in wanted.seats],
        waiting=named(wanted.waiting),
        waiting_players=len(wanted.waiting),
        words=wanted.words,
        server=call.server,
        can_reply=can_reply,
        days=REMATCH_DAYS,
    )
    return replace(letter, unasked=bool(reader))


def of_limits(told: LimitsTold, call: Call) -> list[Letter]:
    game, userid = told.game, told.player.userid
    subject = Message("{game} limits of {player}", game=game.name, player=userid)
    facts: dict[str, Any] = {"wish": told.wish, "active": told.active, "waiting": lines_of(told.waiting)}
    facts["is_matched"] = bool(told.wish.seeking) and not call.work.players.bots([told.player])
    return to_player_offering(call, told.player, _limits(told), "starting/limits", subject, game=game, **facts)


def _limits(told: LimitsTold) -> list[Offer]:
    """What a player's limits can be changed to; and a challenge of others that a seeker can join."""
    word, wish = told.game.word, told.wish
    if wish.most_boards == 0:
        return [Offer("Take challenges", f"{word} accept")]
    first = told.waiting[0].number if told.waiting else None
    joins = [Offer(Message("Join {challenge}", challenge=f"{word} {first}"), f"{word} join {first}")] if first else []
    has_limit = wish.most_boards is not None
    return [
        *joins,
        Offer("Take no challenges", f"{word} reject"),
        Offer("Any number of boards", f"{word} limit", "none")
        if has_limit
        else Offer("5 boards at most", f"{word} limit", "5"),
        Offer("Seek no more", f"{word} seek", "0")
        if wish.seeking
        else Offer("Seek 2 challenges", f"{word} seek", "2"),
    ]
