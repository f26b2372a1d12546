"""A board as plain data for programs."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from pbmserv.play.view import BoardView, OfferView


def board_data(view: BoardView) -> dict[str, Any]:
    board = view.board
    data = {
        "game": board.game.word,
        "board": board.number,
        "status": board.status.value,
        "options": dict(board.options),
        "terms": asdict(board.terms),
        "started_at": board.started_at,
        "last_moved_at": board.last_moved_at,
        "finished_at": board.finished_at,
        "to_move": list(board.players_to_move),
        "next_move": board.next_number,
        "proposed": board.vote.question.value if board.vote else None,
        "yet_to_answer": list(board.vote.yet_to_answer) if board.vote else [],
        "offer": _offer(board.offer) if board.offer else None,
        "winner": board.winner,
        "winners": list(board.winners),
        "reason": str(board.result.reason) if board.result else None,
        "scores": list(board.result.scores) if board.result else [],
        "commitment": board.commitment,
        "seed": board.seed,
        "seats": [
            {
                "seat": seat.number,
                "player": seat.userid,
                "name": seat.name,
                "resigned": seat.resigned,
                "hours_used": int(seat.used.total_seconds()) // 3600,
                "bot": seat.is_bot,
                "earlier": list(seat.earlier),
                "free": seat.is_free,
            }
            for seat in board.seats
        ],
        "moves": [
            {
                "move": move.number,
                "seat": move.seat,
                "text": move.text,
                "value": move.value,
                "automatic": move.automatic,
                "at": move.at,
            }
            for move in board.moves
        ],
        "drawing": str(view.drawing),
        "lines": [str(line) for line in view.status],
    }
    return data | (_own(view) if view.reader else {})


def _offer(offer: OfferView) -> dict[str, Any]:
    return {"to": offer.to, "by": offer.by, "agreed": list(offer.agreed), "yet_to_agree": list(offer.yet_to_agree)}


def _own(view: BoardView) -> dict[str, Any]:
    return {
        "reader": view.reader,
        "seat": view.seat,
        "may": view.may._asdict(),
        "legal_moves": None if view.legal_moves is None else list(view.legal_moves),
        "examples": list(view.examples),
        "plans": [asdict(plan) | {"queue": list(plan.queue)} for plan in view.plans],
        "deadline": view.deadline,
    }
