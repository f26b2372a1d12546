"""Which games and options have been read a second time."""

from __future__ import annotations

from functools import partial

from tests.games.readings.bands import ReadAbande
from tests.games.readings.camps import ReadHalma
from tests.games.readings.castles import ReadCanter
from tests.games.readings.contact import ReadFanorona
from tests.games.readings.corners import ReadSlither
from tests.games.readings.discs import ReadConnect4, ReadReversi
from tests.games.readings.fences import ReadWalls
from tests.games.readings.football import ReadPhutball
from tests.games.readings.fouls import ReadRenju
from tests.games.readings.halves import ReadConHex
from tests.games.readings.hidden import ComparedHidden, ReadDice, ReadFleets, ReadMarshal, place_ships, set_up_men
from tests.games.readings.loops import ReadSurakarta
from tests.games.readings.mills import ReadMorris
from tests.games.readings.phalanxes import ReadEpaminondas
from tests.games.readings.poles import ReadDipole
from tests.games.readings.reading import Compared
from tests.games.readings.rows import ReadConnect6, ReadGomoku, ReadPente
from tests.games.readings.seeds import ReadKalah, ReadWari
from tests.games.readings.sights import ReadTumbleweed
from tests.games.readings.star import SITTING, ReadChineseCheckers
from tests.games.readings.stones import ReadKonane

READ: tuple[Compared, ...] = (
    Compared("connect6 -size=9", {"size": 9}, lambda: ReadConnect6(9)),
    Compared("connect6", {}, lambda: ReadConnect6(19)),
    Compared("gomoku -size=9", {"size": 9}, lambda: ReadGomoku(9, False)),
    Compared("gomoku -size=9 -exact", {"size": 9, "exact": True}, lambda: ReadGomoku(9, True)),
    Compared(
        "gomoku -size=9 -opening=swap2", {"size": 9, "opening": "swap2"}, lambda: ReadGomoku(9, False, swap2=True)
    ),
    Compared("pente -size=9", {"size": 9}, lambda: ReadPente(9, True)),
    Compared("pente -size=11 -opening=free", {"size": 11, "opening": "free"}, lambda: ReadPente(11, False)),
    Compared("othello -start=reversi", {"start": "reversi"}, ReadReversi),
    Compared("wari", {}, lambda: ReadWari(slams=False)),
    Compared("wari -slam=all", {"slam": "all"}, lambda: ReadWari(slams=True)),
    Compared("morris -men=6", {"men": "6"}, lambda: ReadMorris(6, True)),
    Compared("morris -flying=off", {"flying": False}, lambda: ReadMorris(9, False)),
    Compared("morris -men=12", {"men": "12"}, lambda: ReadMorris(12, True)),
    Compared("morris -men=12 -flying=off", {"men": "12", "flying": False}, lambda: ReadMorris(12, False)),
    Compared("connect4 -columns=4 -rows=12", {"columns": 4, "rows": 12}, lambda: ReadConnect4(4, 12)),
    Compared("connect4 -columns=12 -rows=5", {"columns": 12, "rows": 5}, lambda: ReadConnect4(12, 5)),
    Compared("konane -size=6", {"size": "6"}, lambda: ReadKonane(6)),
    Compared("konane", {}, lambda: ReadKonane(8)),
    Compared("konane -size=10", {"size": "10"}, lambda: ReadKonane(10)),
    Compared("surakarta", {}, ReadSurakarta),
    Compared("slither", {}, lambda: ReadSlither(8)),
    Compared("slither -size=5", {"size": 5}, lambda: ReadSlither(5)),
    Compared("slither -size=11", {"size": 11}, lambda: ReadSlither(11)),
    Compared("tumbleweed", {}, lambda: ReadTumbleweed(8)),
    Compared("tumbleweed -size=4", {"size": 4}, lambda: ReadTumbleweed(4)),
    Compared("conhex", {}, ReadConHex),
    Compared("abande", {}, lambda: ReadAbande(True, 18)),
    Compared("abande -board=square", {"board": "square"}, lambda: ReadAbande(False, 18)),
    Compared("abande -board=square -pieces=8", {"board": "square", "pieces": 8}, lambda: ReadAbande(False, 8)),
    Compared("dipole", {}, lambda: ReadDipole(8, 12)),
    Compared("dipole -size=10", {"size": "10"}, lambda: ReadDipole(10, 20)),
    Compared("epaminondas", {}, lambda: ReadEpaminondas(14, 12)),
    Compared("epaminondas -board=8x8", {"board": "8x8"}, lambda: ReadEpaminondas(8, 8)),
    Compared("halma", {}, lambda: ReadHalma(16, 2)),
    Compared("halma -size=8", {"size": "8"}, lambda: ReadHalma(8, 2)),
    Compared("halma -size=8 -corners=beside", {"size": "8", "corners": "beside"}, lambda: ReadHalma(8, 2, True)),
    Compared("halma -size=8, four", {"size": "8"}, lambda: ReadHalma(8, 4), seats=4),
    Compared("halma -size=10, three", {"size": "10"}, lambda: ReadHalma(10, 3), seats=3),
    Compared("halma, four", {}, lambda: ReadHalma(16, 4), seats=4),
    *(
        Compared(f"chinesecheckers, {seats}", {}, partial(ReadChineseCheckers, seats), seats, eager)
        for seats in SITTING
        for eager in (0.0, 0.9)
    ),
    Compared("renju", {}, lambda: ReadRenju(True)),
    Compared("renju -opening=free", {"opening": "free"}, lambda: ReadRenju(False)),
    Compared("fanorona", {}, ReadFanorona),
    Compared("walls", {}, lambda: ReadWalls(2), eager=0.6),
    Compared("walls, four", {}, lambda: ReadWalls(4), 4, eager=0.6),
    Compared("kalah -pits=3 -seeds=1", {"pits": 3, "seeds": 1}, lambda: ReadKalah(3, 1)),
    Compared("kalah -pits=5 -seeds=8", {"pits": 5, "seeds": 8}, lambda: ReadKalah(5, 8)),
    Compared("kalah -pits=10 -seeds=6", {"pits": 10, "seeds": 6}, lambda: ReadKalah(10, 6)),
    ComparedHidden("fleets", {}, lambda: ReadFleets(10, "54332", False, False), set_up=place_ships),
    ComparedHidden(
        "fleets -size=8 -again",
        {"size": 8, "again": True},
        lambda: ReadFleets(8, "54332", False, True),
        set_up=place_ships,
    ),
    ComparedHidden(
        "fleets -fleet=ten -apart -again",
        {"fleet": "ten", "apart": True, "again": True},
        lambda: ReadFleets(10, "4332221111", True, True),
        set_up=place_ships,
    ),
    ComparedHidden("liarsdice", {}, lambda: ReadDice(2, 5, False)),
    ComparedHidden("liarsdice -wild, six", {"wild": True}, lambda: ReadDice(6, 5, True), seats=6),
    ComparedHidden("liarsdice -dice=3 -wild, four", {"dice": 3, "wild": True}, lambda: ReadDice(4, 3, True), seats=4),
    Compared("canter", {}, ReadCanter),
    Compared("phutball", {}, lambda: ReadPhutball(15, 19)),
    Compared("phutball -board=13x9", {"board": "13x9"}, lambda: ReadPhutball(9, 13)),
    ComparedHidden("marshal", {}, ReadMarshal, set_up=set_up_men),
    ComparedHidden("marshal -men=8", {"men": "8"}, ReadMarshal, set_up=set_up_men),
)
