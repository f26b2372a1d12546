"""The table of budgets: what is counted, for whom, and the limits."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import NamedTuple

from pbmserv.games.base import Refusal
from pbmserv.games.message import Message
from pbmserv.setting_values import Budget
from pbmserv.settings import Settings, defaults
from pbmserv.storage.tallies import Limit

HOUR, DAY = timedelta(hours=1), timedelta(days=1)


class Row(NamedTuple):
    """A budget: its setting, tally name and description for the operator."""

    setting: str
    tally: str
    within: timedelta
    whose: str
    what: str


_ADDRESSES = (
    "the address in From, and tenfold its domain, unless that is a player's address; if From may be forged, also"
    " those of the envelope"
)
_SENDER = f"the player whose password was given; {_ADDRESSES}"

TABLE = (
    Row("budget_answers", "answers", HOUR, _ADDRESSES,
        "answers to somebody who gives no password; then one letter says so, and the others are left out; for a"
        " player who answers a letter, the kilobytes are those of the player"),
    Row("budget_unsure_answers", "unsure answers", HOUR, _ADDRESSES,
        "the same if the envelope does not name the address in From, and nothing else proves it"),
    Row("budget_letters", "letters", HOUR, "the player; for letters to others, also the address in From",
        "letters that a player causes: chat, messages, challenges, answers; not those of moves, nor of a broadcast;"
        " to others a tenth in the first week, and until a game is over"),
    Row("budget_codes", "codes", DAY, _SENDER,
        "letters to addresses that are not confirmed, and to others if no password was given;"
        " apart from these, offers of a game to strangers who write to the server"),
    Row("budget_unanswered", "unanswered", DAY,
        "the address or player that they go to, each kind of letter by itself",
        "letters with a code, whoever asks for them, until one is answered: whether an address or a challenge is"
        " one's own, whether one leaves (STOP), a new password, the introduction for strangers"),
    Row("budget_signups", "signups", DAY, _ADDRESSES, "new players"),
    Row("budget_wrong_passwords", "wrong", timedelta(minutes=10),
        "the sender; the player, but for their own address and browsers",
        "wrong passwords; then none is looked at; at most half of one sender's count for the player"),
)  # fmt: skip
"""All budgets of a sender, in the order of the settings."""


@dataclass(frozen=True)
class Budgets:
    """The limits of a server, by setting without `budget_`."""

    answers: Limit
    unsure_answers: Limit
    letters: Limit
    codes: Limit
    unanswered: Limit
    signups: Limit
    wrong_passwords: Limit

    @classmethod
    def of(cls, settings: Settings) -> Budgets:
        return cls(**{row.setting.removeprefix("budget_"): _limit(row, settings) for row in TABLE})


def _limit(row: Row, settings: Settings) -> Limit:
    value: Budget | int = getattr(settings, row.setting)
    if isinstance(value, int):
        return Limit(row.tally, value, row.within)
    return Limit(row.tally, value.letters, row.within, value.kilobytes * 1000 if value.kilobytes else None)


DEFAULT = Budgets.of(defaults())


class OverBudget(Refusal):
    def __init__(self, limit: Limit, words: str) -> None:
        super().__init__(words)
        self.limit = limit


def within_words(limit: Limit) -> Message:
    return Message("within an hour") if limit.within == HOUR else Message("within a day")
