"""What is open on a board, as JSON and back: votes, queued moves, hidden choices, submitted moves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from pbmserv.games.base import Json
from pbmserv.play.board import Offer, Player, Question, Seat, Vote
from pbmserv.play.plans import ChosenMove, QueuedMove, SubmittedMove
from pbmserv.play.unread import Unread
from pbmserv.stored_names import document_of, restored


def dump_plans(seat: Seat) -> dict[str, Json]:
    """What a seat has planned; an empty dict where nothing is."""
    plans: dict[str, Json] = {}
    if seat.queue:
        plans["queue"] = [document_of(queued) for queued in seat.queue]
    if seat.chosen is not None:
        plans["chosen"] = document_of(seat.chosen)
    if seat.submitted is not None:
        plans["submitted"] = document_of(seat.submitted)
    if seat.proposed is not None:
        plans["proposed"] = document_of(seat.proposed)
    return plans


def load_plans(plans: Mapping[str, Json]) -> dict[str, Any]:
    """The arguments of `Seat` that `dump_plans` has made these plans from."""
    chosen, submitted, proposed = plans.get("chosen"), plans.get("submitted"), plans.get("proposed")
    return {
        "queue": [_queued(data) for data in plans.get("queue", ())],
        "chosen": restored(ChosenMove, chosen) if chosen else None,
        "submitted": restored(SubmittedMove, submitted) if submitted else None,
        "proposed": restored(SubmittedMove, proposed) if proposed else None,
    }


def dump_unread(unread: Mapping[int, Unread]) -> Json:
    """What the readers of a board have been told; None where that is nothing."""
    return {
        str(number): [each.letters, each.questions, each.after, *each.news] for number, each in unread.items()
    } or None


def load_unread(data: Json) -> dict[int, Unread]:
    """What `dump_unread` has made `data` from."""
    kept = {int(number): each for number, each in (data or {}).items()}
    return {number: Unread(each[0], each[1], each[2], tuple(each[3:])) for number, each in kept.items()}


def dump_vote(vote: Vote | None) -> Json:
    """An open vote; None where there is none."""
    if vote is None:
        return None
    return {
        "question": vote.question.value,
        "agreed": [player.id for player in vote.agreed],
        "opened_at": vote.opened_at.isoformat(),
        "stops_clock": vote.stops_clock,
    }


def load_vote(data: Json, players: Sequence[Player]) -> Vote | None:
    """The vote that `dump_vote` has made `data` from, among the players of the board."""
    if data is None:
        return None
    by_id = {player.id: player for player in players}
    agreed = tuple(by_id[number] for number in data["agreed"])
    return Vote(Question(data["question"]), agreed, datetime.fromisoformat(data["opened_at"]), stops_clock(data))


def stops_clock(data: Json) -> bool:
    """Whether a vote that is kept stops the clock; a tie that was proposed before this was kept does."""
    return bool(data.get("stops_clock", data["question"] == Question.DRAW))


def dump_offer(offer: Offer | None) -> Json:
    """What has been proposed about a seat that is free; None where there is nothing."""
    if offer is None:
        return None
    return {
        "to": list(offer.to) if offer.to else None,
        "agreed": [list(player) for player in offer.agreed],
        "at": offer.at.isoformat(),
    }


def load_offer(data: Json) -> Offer | None:
    """The proposal that `dump_offer` has made `data` from. Who has made it may not play any more."""
    if data is None:
        return None
    to = Player(*data["to"]) if data["to"] else None
    return Offer(to, tuple(Player(*each) for each in data["agreed"]), datetime.fromisoformat(data["at"]))


def _queued(data: dict[str, Any]) -> QueuedMove:
    # What was queued before moves had values has only words.
    return restored(QueuedMove, data | {"then": tuple(map(_queued, data["then"]))})
