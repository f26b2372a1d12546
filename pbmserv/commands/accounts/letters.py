from __future__ import annotations

from dataclasses import replace
from functools import partial

from pbmserv.commands.accounts.actions import (
    AddressAsked,
    AddressConfirmed,
    AddressDeclined,
    AddressesTold,
    Forgotten,
    PasswordChanged,
    SignedUp,
)
from pbmserv.commands.accounts.bots import BecameBot, opponents
from pbmserv.commands.accounts.bounced_addresses import AddressFailed, OutOfReach
from pbmserv.commands.accounts.first_game import first_game
from pbmserv.commands.requests.context import Call
from pbmserv.commands.requests.letters import question_letter
from pbmserv.commands.requests.outcome import ReachedAgain
from pbmserv.commands.requests.recipients import (
    answering_welcome,
    only_to,
    to_address,
    to_players,
    to_reader,
    to_sender,
    with_help_to_answer,
)
from pbmserv.games.message import Message
from pbmserv.letters.letter import Letter, write
from pbmserv.letters.page import ActionLink
from pbmserv.letters.reply_address import Tag, tagged_address
from pbmserv.letters.times import moment
from pbmserv.storage.players import folded

EXAMPLE = "trichet"
"""The game shown to newcomers, if installed."""
CONFIRM_PATH = "/confirm"
"""The page that takes the code of a letter."""


def of_signup(signed_up: SignedUp, call: Call) -> list[Letter]:
    """Questions to unconfirmed addresses, and the welcome unless it waits for an answer."""
    player = signed_up.player
    example = EXAMPLE if EXAMPLE in call.catalogue else next(iter(call.catalogue))
    first = first_game(call) if signed_up.confirmed and not call.mail.reads_only else None
    letter = write(
        "accounts/welcome",
        Message("Welcome to pbmserv, {player}", player=player.userid),
        offers=[ActionLink(Message("Play {game}", game=first.name), first.word)] if first else (),
        first=first,
        userid=player.userid,
        server=call.server,
        confirmed=signed_up.confirmed,
        waiting=[each.address for each in signed_up.asked],
        game=example,
        game_name=call.catalogue[example].name,
        bot=next((bot.userid for bot in opponents(call, call.catalogue[example])), ""),
    )
    to_answer = partial(answering_welcome, player=player) if first else with_help_to_answer
    if signed_up.by_operator:
        return to_players(call, {player: to_answer(call, letter)})
    questions = [letter for each in signed_up.asked for letter in of_asked_address(each, call)]
    if any(each.before_welcome for each in signed_up.asked):
        return questions
    return [*questions, to_sender(call, to_answer(call, letter))]


def of_asked_address(asked: AddressAsked, call: Call) -> list[Letter]:
    """To the address in question. Who asks cannot tell whether it was sent."""
    if asked.keeps_silent:
        return []
    page = {"page": f"{call.setup.web_url}{CONFIRM_PATH}" if call.setup.web_url else ""}
    letter = question_letter(asked, call, "accounts/confirm", "Is this your address?", page, yes="Yes, it is mine")
    language = call.work.recipients.of([asked.player])[asked.player].language
    return [to_address(asked.address, letter, language)]


def of_confirmed_address(confirmed: AddressConfirmed, call: Call) -> list[Letter]:
    """To the player at the confirmed address."""
    userid = confirmed.player.userid
    return [
        to_sender(
            call, write("accounts/confirmed", "Address confirmed", userid=userid, addresses=confirmed.addresses)
        )
    ]


def of_declined_address(declined: AddressDeclined, call: Call) -> list[Letter]:
    """To the address's owner."""
    userid = declined.player.userid
    return [
        to_sender(call, write("accounts/declined", "No letters for you", userid=userid, address=declined.address))
    ]


def of_addresses(told: AddressesTold, call: Call) -> list[Letter]:
    """Questions to unconfirmed addresses, and a letter to the player at the previous ones."""
    letter = write(
        "accounts/addresses",
        "Your addresses",
        offers=[ActionLink("New password", f"forgot {told.player.userid}")],
        userid=told.player.userid,
        server=call.server,
        confirmed=told.confirmed,
        waiting=[each.address for each in told.asked],
        replaced=told.replaced,
        keeps_old=told.keeps_old,
    )
    # Anybody may answer with what it offers, as who is told at an old address may not answer as the player.
    letter = with_help_to_answer(call, letter)
    reader = call.work.recipients.of([told.player])[told.player]._replace(addresses=told.told_at)
    summary = to_players(call, {told.player: letter}, lambda: letter, {told.player: reader})
    return [*(letter for each in told.asked for letter in of_asked_address(each, call)), *summary]


def of_password(changed: PasswordChanged, call: Call) -> list[Letter]:
    player = changed.player
    letter = write(
        "accounts/password",
        "Your password has been changed",
        userid=player.userid,
        taken_away=changed.taken_away,
        server=call.server,
    )
    return to_players(call, {player: letter}, instead=None if changed.by_operator else lambda: letter)


def of_forgotten_password(forgotten: Forgotten, call: Call) -> list[Letter]:
    """A code to the player; to others who ask, the same reply whether or not the player exists."""
    # The name is not repeated in it, since it may be a password.
    answer = to_sender(call, write("accounts/forgot", "Forgotten password"))
    player = forgotten.player
    if player is None:
        return [answer]
    subject = Message("A new password for {player}", player=player.userid)
    letter = write(
        "accounts/forgot_code",
        subject,
        is_asked_again=forgotten.is_asked_again,
        userid=player.userid,
        server=call.server,
        code=forgotten.code,
    )
    letter = replace(letter, only_mailed=True, reply_to=tagged_address(call.server, Tag.CODE, forgotten.code))
    if forgotten.is_asked_again:
        return [to_sender(call, letter)]
    language = call.work.recipients.of([player])[player].language
    letters = (
        [to_address(forgotten.address, letter, language)] if forgotten.address else only_to(call, player, letter)
    )
    if not letters and call.credential.vouched_for and call.principal.has_address(player):
        # Letters have come back from there, but somebody has just written from it, and is answered there anyway.
        letters = [to_address(call.credential.address or "", letter, language)]
    asker = folded(call.credential.address or "")
    reaches = [replace(each, answers=asker in map(folded, each.to)) for each in letters]
    return reaches if asker and any(each.answers for each in reaches) else [answer, *letters]


def of_becoming_a_bot(became: BecameBot, call: Call) -> list[Letter]:
    player = became.player
    return to_players(call, {player: write("accounts/change_bot", "Your settings", userid=player.userid)})


def of_failed_address(failed: AddressFailed, call: Call) -> list[Letter]:
    """To the player at a working address."""
    letter = write(
        "accounts/address_fails",
        "Letters to one of your addresses come back",
        userid=failed.player.userid,
        address=failed.address,
        words=failed.words,
        server=call.server,
    )
    return only_to(call, failed.player, replace(letter, unasked=True))


def of_player_out_of_reach(lost: OutOfReach, call: Call) -> list[Letter]:
    userid = lost.player.userid
    letters = {
        opponent: write(
            "accounts/out_of_reach",
            Message("Letters do not reach {player}", player=userid),
            reader=opponent.userid,
            userid=userid,
            boards=titles,
        )
        for opponent, titles in lost.opponents.items()
    }
    return [
        each for reader, letter in letters.items() for each in only_to(call, reader, replace(letter, unasked=True))
    ]


def of_address_reached_again(reached: ReachedAgain, call: Call) -> list[Letter]:
    """To the player at that address."""
    player, address = reached.player, reached.address
    reader = call.work.recipients.of([player])[player]._replace(addresses=(address,))
    since = moment(reached.since, reader.zone)
    letter = write(
        "accounts/reached_again", "Letters go to you again", userid=player.userid, address=address, since=since
    )
    return [to_reader(reader, letter)]
