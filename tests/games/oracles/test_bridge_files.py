"""endplay reads what is written of Bridge, and has the same scores."""

from __future__ import annotations

from typing import Any

import pytest

from pbmserv.games.bridge import Bridge
from pbmserv.games.bridge.auction import BIDS, STRAINS, Contract
from pbmserv.games.bridge.scoring import score
from pbmserv.play.from_file import board_of
from pbmserv.play.game_file import game_file_of
from tests.games.bridge import PLAYERS, STARTED, board_played, deals_in

BRIDGE = Bridge()


@pytest.fixture
def types() -> Any:
    return pytest.importorskip("endplay.types", reason="endplay is not installed: pip install -e '.[oracles]'")


def test_all_contracts_score_the_same(types: Any) -> None:
    compared = 0
    for bid in BIDS:
        for doubled, penalty in enumerate((types.Penalty.passed, types.Penalty.doubled, types.Penalty.redoubled)):
            for tricks in range(14):
                theirs = types.Contract(
                    level=int(bid[0]),
                    denom=_denomination(types, bid[1]),
                    declarer=types.Player.south,
                    penalty=penalty,
                    result=tricks - 6 - int(bid[0]),
                )
                ours = Contract(bid, doubled, 0)
                assert score(ours, tricks, False) == theirs.score(types.Vul.none), (ours, tricks)
                assert score(ours, tricks, True) == theirs.score(types.Vul.ns), (ours, tricks)
                compared += 2
    assert compared == 35 * 3 * 14 * 2


def test_a_file_has_the_same_deals_auctions_and_cards(types: Any) -> None:
    pbn = pytest.importorskip("endplay.parsers.pbn")
    board = board_played(deals=4)
    file = game_file_of(board)
    assert file is not None

    theirs = pbn.loads(file.text)

    ours = deals_in(board)
    assert len(theirs) == len(ours) == 4
    for their, (position, hands) in zip(theirs, ours, strict=True):
        assert str(their.board_num) == str(position.board)
        assert their.dealer.abbr == "SWNE"[position.dealer]
        for seat, name in enumerate(("south", "west", "north", "east")):
            held = their.deal[getattr(types.Player, name)]
            assert {*map(_card, held)} == {*hands[seat]}
        assert [_call(types, bid) for bid in their.auction] == [*position.calls]
        if position.contract:
            played = [card for _, trick in position.tricks for card in trick]
            assert [*map(_card, their.play)] == played


def test_what_they_write_is_read_here(types: Any) -> None:
    pbn = pytest.importorskip("endplay.parsers.pbn")
    board = board_played(deals=4)
    file = game_file_of(board)
    assert file is not None

    again = pbn.dumps(pbn.loads(file.text))

    [told] = _read(again)
    same = board_of(BRIDGE, told, 1, PLAYERS, STARTED)
    assert same.position.results == board.position.results


def _read(text: str) -> list[Any]:
    from pbmserv.games.file_reading import games_in

    return [BRIDGE.read_game(told) for told in games_in(text)]


def _denomination(types: Any, strain: str) -> Any:
    names = ("clubs", "diamonds", "hearts", "spades", "nt")
    return getattr(types.Denom, names[STRAINS.index(strain)])


def _card(card: Any) -> str:
    return f"{card.rank.abbr}{card.suit.name[0].upper()}"


def _call(types: Any, bid: Any) -> str:
    if isinstance(bid, types.PenaltyBid):
        return {"passed": "pass", "doubled": "x", "redoubled": "xx"}[bid.penalty.name]
    return f"{bid.level}{bid.denom.name[0]}"
