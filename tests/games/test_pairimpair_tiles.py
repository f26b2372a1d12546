"""The tiles of Even-Odd against the table of the source."""

from __future__ import annotations

import pytest

from pbmserv.games.pairimpair.tiles import CHARACTERS, TILES, Side, side_of
from pbmserv.games.trioker.tiles import DOUBLES, JOKER, SINGLES, TRIPLES

SOURCE = """
000 Bobo        | 222 Kroston         || 111 Sibylline   | 333 Schtroumpf

001 Marc Lebut  | 002 Foufi           | 003 Sophie
110 Sandy       | 112 Vieux Nick      | 113 Oncle Paul
220 Patate      | 223 Benoît Brisefer | 221 Timour
332 Gil Jourdan | 330 César           | 331 Attila

012 Tif         | 132 Bill            || 021 Tondu       | 123 Boule
230 Johan       | 310 Fantasio        || 203 Pirlouit    | 301 Spirou
"""
"""Triples, doubles and singles. A double line parts the columns of Even from those of Odd; our text of the table does
not separate them in the rows of the doubles."""
BOTH_SIDES = [line.split("||") for line in SOURCE.splitlines() if "||" in line]


def tiles(text: str) -> list[str]:
    return [entry.split()[0] for entry in text.split("|")]


def test_the_triples_and_singles_are_parted_as_in_the_table() -> None:
    for even, odd in BOTH_SIDES:
        assert {side_of(tile) for tile in tiles(even)} == {Side.EVEN}
        assert {side_of(tile) for tile in tiles(odd)} == {Side.ODD}


def test_the_doubles_are_parted_so_that_each_side_has_twelve_tiles() -> None:
    assert Side.EVEN.tiles == ("000", "222", "002", "110", "112", "220", "332", "330", "012", "132", "230", "310")
    assert Side.ODD.tiles == ("111", "333", "001", "003", "113", "223", "221", "331", "021", "123", "203", "301")


def test_the_sides_share_the_tiles_of_each_kind_evenly() -> None:
    for kind, each in ((TRIPLES, 2), (DOUBLES, 6), (SINGLES, 4)):
        assert [sum(side_of(tile) is side for tile in kind) for side in Side] == [each, each]


@pytest.mark.parametrize("tile", SINGLES)
def test_mirror_images_belong_to_different_sides(tile: str) -> None:
    mirrored = TILES.find(tile[::-1])

    assert mirrored is not None
    assert side_of(mirrored) is side_of(tile).other


def test_the_joker_takes_no_part() -> None:
    assert {*TILES.names} == {*CHARACTERS}
    assert JOKER not in CHARACTERS


def test_the_characters_are_those_of_the_table_in_its_order() -> None:
    entries = [entry.strip() for line in SOURCE.splitlines() if line for entry in line.replace("||", "|").split("|")]

    assert [f"{tile} {character}" for tile, character in CHARACTERS.items()] == entries
