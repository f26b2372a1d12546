"""Letters about open challenges."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import tzinfo

from pbmserv.games.message import Listed, Message, one_by_one
from pbmserv.letters.board import thread_of
from pbmserv.letters.bots import all_marked, marked
from pbmserv.letters.letter import Letter, write
from pbmserv.letters.page import ActionLink
from pbmserv.letters.tables import Table
from pbmserv.letters.times import moment, parameters_in_words, unusual_terms
from pbmserv.play.board import Player, named
from pbmserv.play.open_challenge import Conditions, OpenChallenge
from pbmserv.play.substituting import FreeSeats

_COLUMNS = ("board", "players", "how", "until")
_SEAT_COLUMNS = ("board", "players", "in the place of", "moves")


def seats_of(challenge: OpenChallenge) -> list[str]:
    """Players by seat: `alice`, `anyone`, `zug (bot)`."""
    return [
        marked(player.userid, player in challenge.bots) if player else Message("anyone") for player in challenge.seats
    ]


def choices_of(challenge: OpenChallenge) -> str:
    """What is not as usual about a challenge, and for whom it is, in words: `size 9, not rated`."""
    chosen = parameters_in_words(challenge.options, challenge.game)
    words = [*chosen, *unusual_terms(challenge.terms), *conditions_in_words(challenge.conditions)]
    return Listed(words, ", ", ", ") if words else ""


def conditions_in_words(conditions: Conditions) -> Iterator[str]:
    """For whom a challenge is."""
    if conditions.lowest is not None and conditions.highest is not None:
        yield Message(
            "for classic ratings of {lowest} to {highest}", lowest=conditions.lowest, highest=conditions.highest
        )
    elif conditions.lowest is not None:
        yield Message("for classic ratings of {lowest} or more", lowest=conditions.lowest)
    elif conditions.highest is not None:
        yield Message("for classic ratings of {highest} or less", highest=conditions.highest)
    if conditions.reliable:
        yield Message("for players with {reliable} % of their moves in time", reliable=conditions.reliable)


def waiting_letter(
    challenge: OpenChallenge,
    change: str,
    player: Player,
    reader: Player | None,
    server: str,
    words: str,
    zone: tzinfo,
    page: str = "",
    can_reply: bool = False,
) -> Letter:
    """The letter about a waiting challenge in which `player` has done something. `page` is the lobby's address.

    A `reader` with a seat who `can_reply` answers it with what they do with that seat.
    """
    word, number = challenge.game.word, challenge.number
    is_undecided, is_own = reader in challenge.undecided, reader == challenge.by
    offers = [ActionLink("Take my seat", f"{word} join {number}")] if is_undecided and not is_own else []
    what = "Take it back" if is_own else "Give back my seat"
    offers.append(ActionLink(what, f"{word} withdraw {number}"))
    can_reply = can_reply and reader in challenge.players
    return write(
        "waiting",
        challenge.title,
        thread_of(challenge),
        offers if can_reply else (),
        says="Waiting",
        challenge=challenge,
        seats=seats_of(challenge),
        has_seat=reader in challenge.players,
        is_undecided=is_undecided,
        undecided=named(challenge.undecided) if challenge.undecided else "",
        choices=choices_of(challenge),
        change=change,
        player=player.userid,
        reader=reader.userid if reader else "",
        lapses=moment(challenge.lapses_at, zone),
        server=server,
        page=page,
        words=words,
        can_reply=can_reply,
        offered=[offer.to for offer in offers],
    )


def waits_no_more_letter(
    challenge: OpenChallenge, why: str, reader: Player | None, words: str, said: Sequence[tuple[str, str]]
) -> Letter:
    """The letter about a challenge that ended without a game; its owner is told what others have `said`."""
    return write(
        "waits_no_more",
        challenge.title,
        thread=thread_of(challenge),
        says="No game",
        challenge=challenge,
        why=why,
        is_own=reader == challenge.by,
        visits=challenge.visits if reader == challenge.by else "",
        said=said if reader == challenge.by else (),
        words=words,
    )


def lines_of(challenges: Sequence[OpenChallenge]) -> Table:
    """A table of open challenges."""
    rows = [
        (
            f"{each.game.word} {each.number}",
            one_by_one(seats_of(each)),
            choices_of(each),
            f"{each.lapses_at:%Y-%m-%d}",
        )
        for each in challenges
    ]
    return Table(_COLUMNS, rows, _COLUMNS[:2])


def seat_lines(boards: Sequence[FreeSeats]) -> Table:
    """A table of boards with a vacant seat for anyone."""
    rows = [
        (
            f"{each.game} {each.number}",
            all_marked(each.players, each.bots),
            all_marked(each.free, each.bots),
            f"{each.moves_made}",
        )
        for each in boards
    ]
    return Table(_SEAT_COLUMNS, rows, (_SEAT_COLUMNS[0], _SEAT_COLUMNS[2]), _shown(boards))


def _shown(boards: Sequence[FreeSeats]) -> tuple[str, ...]:
    return tuple(f"{each.game} show {each.number}" for each in boards)
