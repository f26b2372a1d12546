"""Records as JSON, for exchange between servers and programs.

The format is described in `help/record.txt`; `help/record.schema.json` is its JSON Schema.
"""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from hashlib import sha256

from pbmserv.games.base import Json, Result
from pbmserv.games.chance import SEED_BYTES
from pbmserv.play.board import Terms
from pbmserv.play.days import EVERY_DAY, read_days
from pbmserv.play.fields import Fields, NotARecord
from pbmserv.play.record import Move
from pbmserv.play.tournaments.event import is_event
from pbmserv.play.transcript import Transcript
from pbmserv.stored_names import document_of

FORMAT = "pbmserv-record"
VERSION = 2
"""Since version 2, moves have values; older records can still be read."""

MOST_BOARDS = 999_999_999
"""The highest board number that can be typed."""

_MOST = 2**31 - 1
"""The largest integer that every database stores."""


def write(transcript: Transcript) -> str:
    """Serialise a transcript to one line of JSON, without a newline."""
    data = _json_of(transcript)
    return json.dumps({**data, "checksum": checksum_of(data)}, ensure_ascii=False)


def read(line: str) -> Transcript:
    """Parse a transcript from a line of JSON.

    Raises `NotARecord`. Whether the game is possible is checked elsewhere.
    """
    try:
        data = json.loads(line)
        told = data.pop("checksum", None) if isinstance(data, dict) else None
        checksum = checksum_of(data)
    except (ValueError, RecursionError):
        raise NotARecord("This is not JSON.") from None
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise NotARecord('This is no record: its field format has to be "{format}".', format=FORMAT)
    if data.get("version") not in range(1, VERSION + 1):
        raise NotARecord(
            "The record is written in another version than 1 to {version}, which are known here.", version=VERSION
        )
    if told != checksum:
        raise NotARecord("The record has been changed or damaged: it does not agree with its checksum.")
    return _read(Fields(data, "record"))


def is_object(line: str) -> bool:
    try:
        return isinstance(json.loads(line), dict)
    except (ValueError, RecursionError):
        return False


def checksum_of(data: Json) -> str:
    """The SHA-256 of the other fields, sorted and without blanks."""
    canonical = json.dumps(data, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return sha256(canonical.encode("utf-8", "surrogatepass")).hexdigest()


def _json_of(transcript: Transcript) -> dict[str, Json]:
    seed, finished_at, result = transcript.seed, transcript.finished_at, transcript.result
    return {
        "format": FORMAT,
        "version": VERSION,
        "game": transcript.game,
        "rules": transcript.rules,
        "board": transcript.board,
        "options": dict(transcript.options),
        "terms": _json_of_terms(transcript.terms),
        "players": [
            {"userid": userid, "seconds_used": int(used.total_seconds())}
            for userid, used in zip(transcript.players, transcript.used, strict=True)
        ],
        "started_at": _moment(transcript.started_at),
        "last_moved_at": _moment(transcript.last_moved_at),
        "finished_at": _moment(finished_at) if finished_at else None,
        "seed": seed.hex() if seed else None,
        "seed_sha256": transcript.seed_sha256,
        "moves": [{**document_of(move), "at": _moment(move.at)} for move in transcript.moves],
        "result": {**document_of(result), "scores": list(result.scores)} if result else None,
        # Where nobody has taken over a seat, records are as they were before there was such a thing.
        **({"substitutes": list(transcript.substitutes)} if transcript.substitutes else {}),
    }


def _json_of_terms(terms: Terms) -> dict[str, Json]:
    data = document_of(terms)
    # Where all days count, and on boards of no event, records are as they were before there was such a thing.
    usual = {"days": EVERY_DAY, "event": ""}
    return {name: value for name, value in data.items() if name not in usual or value != usual[name]}


def _moment(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat().replace("+00:00", "Z")


def _read(fields: Fields) -> Transcript:
    fields.text("format")
    has_values = fields.number("version", 1, VERSION) > 1
    players = [(player, player.text("userid")) for player in fields.list_of("players")]
    transcript = Transcript(
        game=fields.text("game"),
        rules=fields.number("rules", 1, _MOST),
        board=fields.number("board", 1, MOST_BOARDS),
        options=fields.options("options"),
        terms=_read_terms(fields.inner("terms")),
        players=tuple(userid for _, userid in players),
        used=tuple(timedelta(seconds=player.number("seconds_used", 0, _MOST)) for player, _ in players),
        started_at=fields.moment("started_at"),
        last_moved_at=fields.moment("last_moved_at"),
        finished_at=None if fields.is_null("finished_at") else fields.moment("finished_at"),
        seed=None if fields.is_null("seed") else bytes.fromhex(fields.digits("seed", 2 * SEED_BYTES)),
        seed_sha256=fields.digits("seed_sha256", 64),
        moves=tuple(_read_move(move, has_values) for move in fields.list_of("moves")),
        result=None if fields.is_null("result") else _read_result(fields.inner("result")),
        substitutes=fields.texts("substitutes") if fields.has("substitutes") else (),
    )
    for rest in (fields, *(player for player, _ in players)):
        rest.end()
    if (transcript.result is None) != (transcript.finished_at is None):
        raise NotARecord("A game that is over has both a result and a finished_at, and one that is on has neither.")
    return transcript


def _read_terms(fields: Fields) -> Terms:
    terms = Terms(
        nag_days=fields.number("nag_days", 1, 365),
        forfeit_days=fields.number("forfeit_days", 1, 3650),
        total_days=None if fields.is_null("total_days") else fields.number("total_days", 1, 3650),
        increment_hours=fields.number("increment_hours", 0, 8760),
        rated=fields.switch("rated"),
        event=_read_event(fields),
        days=_read_days(fields) if fields.has("days") else EVERY_DAY,
    )
    fields.end()
    return terms


def _read_event(fields: Fields) -> str:
    event = fields.text("event") if fields.has("event") else ""
    if not is_event(event):
        raise NotARecord("record.terms.event has to name a tournament, a season and a division: hex-league/3/2.")
    return event


def _read_days(fields: Fields) -> str:
    text = fields.text("days")
    if read_days(text) != text:
        raise NotARecord(
            "The days that count are told like mtwtf--, with - for a day that does not, not like {days}.", days=text
        )
    return text


def _read_move(fields: Fields, has_value: bool) -> Move:
    move = Move(
        number=fields.number("number", 1, _MOST),
        seat=fields.number("seat", 0, _MOST),
        text=fields.text("text"),
        automatic=fields.switch("automatic"),
        at=fields.moment("at"),
        value=None if not has_value or fields.is_null("value") else fields.text("value"),
    )
    fields.end()
    return move


def _read_result(fields: Fields) -> Result:
    result = Result(
        winner=None if fields.is_null("winner") else fields.number("winner", 0, _MOST),
        reason=fields.text("reason"),
        points=fields.number("points", 1, _MOST),
        scores=fields.numbers("scores", -_MOST, _MOST),
    )
    fields.end()
    return result
