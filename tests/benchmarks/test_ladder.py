"""The ladder of machine players: how results are counted, kept, and told on the page."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from benchmarks import ladder
from benchmarks.ladder import PAGE, RESULTS, Player, games_to_play, main, steps_of, variant_of, with_table
from benchmarks.scenarios.rules import Variant
from benchmarks.standings import Match, Side, Standings, all_kept, kept, table_of
from pbmserv.bots.choosing import CannotThink
from pbmserv.bots.levels import AT_A_GLANCE, LEVELS
from pbmserv.games.catalogue import installed

EASY, MEDIUM = Side("easy", 40), Side("medium", 250)


def test_three_of_four_points_are_about_190_elo() -> None:
    match = Match(MEDIUM, EASY, games=1000, wins=700, ties=100)

    elo, error = match.elo

    assert match.score == 0.75
    assert elo == pytest.approx(190, abs=1)
    assert error == pytest.approx(25, abs=1)


def test_who_has_won_everything_is_not_infinitely_better() -> None:
    elo, error = Match(MEDIUM, EASY, games=40, wins=40).elo

    assert 700 < elo < 800
    assert error > 300


def test_results_are_kept_for_each_game_and_added_to(tmp_path: Path) -> None:
    for _ in range(2):
        standings = kept(tmp_path, "hex -size=7")
        standings.match(MEDIUM, EASY).add(1, moves=20, seconds=5)
        standings.match(MEDIUM, EASY).add(0.5, moves=20, seconds=5)
        standings.save(tmp_path)

    [both] = all_kept(tmp_path)

    assert both == Standings("hex -size=7", [Match(MEDIUM, EASY, games=4, wins=2, ties=2, moves=80, seconds=20)])
    assert table_of([both], ["easy", "medium"]) == [
        "| game | easy against random | medium against easy | seconds a move |",
        "| --- | --- | --- | --- |",
        "| `hex -size=7` | – | 75% of 4, +147 ± 332 | –, 0.25 |",
    ]


def test_a_level_that_has_changed_begins_anew() -> None:
    standings = Standings("hex", [Match(MEDIUM, EASY, games=4, wins=2)])

    assert standings.match(Side("medium", 300), EASY).games == 0
    assert [match.upper for match in standings.matches] == [Side("medium", 300)]


def test_the_match_with_the_fewest_games_comes_next(tmp_path: Path) -> None:
    variant = variant_of("connect4 -columns=4 -rows=4")
    steps = steps_of(variant)
    standings = kept(tmp_path, variant.words)
    for upper, lower in steps:
        standings.match(upper.side, lower.side).add(1, 1, 1)
        standings.match(upper.side, lower.side).add(1, 1, 1)
    upper, lower = steps[1]
    standings.match(upper.side, lower.side).games = 1
    standings.save(tmp_path)

    assert next(games_to_play([variant], 40, tmp_path))[1:] == (upper, lower)
    assert [*games_to_play([variant], 1, tmp_path)] == []
    assert next(games_to_play([variant], 40, tmp_path, ["hard"]))[1:] == steps[2]


def test_a_game_is_played_and_kept(tmp_path: Path) -> None:
    given = ["connect4 -columns=4 -rows=4", "--games", "1", "--minutes", "0.0001", "--results", str(tmp_path)]

    said = CliRunner().invoke(main, given, catch_exceptions=False).output

    assert "connect4 -columns=4 -rows=4: easy against random" in said
    assert sum(match.games for match in all_kept(tmp_path)[0].matches) == 1


def test_the_page_says_what_is_kept() -> None:
    page = PAGE.read_text(encoding="utf-8")

    assert with_table(page, RESULTS) == page


def test_the_page_says_how_much_each_level_thinks() -> None:
    page = PAGE.read_text(encoding="utf-8")

    for level in LEVELS:
        assert re.search(rf"`{level.name}`[^,]* {level.simulations:,}\b", page.replace("\n", " "))
        assert re.search(rf"\b{level.seconds:g}\b", page)


def test_the_page_says_in_which_games_easy_thinks_less() -> None:
    page = PAGE.read_text(encoding="utf-8").replace("\n", " ")
    [said] = re.findall(rf"`easy` plays out no more than {AT_A_GLANCE['easy']} games in ([^.]*)\.", page)

    assert {*re.split(", | and ", said)} == {
        installed()[word].name for word in installed() if installed()[word].seen_at_a_glance
    }


def test_a_game_whose_rules_fail_is_left_out_and_the_others_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(variant: Variant, *others: object) -> tuple[float, int, float]:
        if variant.game.word == "hex":
            raise CannotThink("Hex, seat 0: ZeroDivisionError")
        return 1.0, 10, 1.0

    monkeypatch.setattr(ladder, "play", fails)

    said = CliRunner().invoke(main, ["hex", "kalah", "--games", "2", "--results", str(tmp_path)]).output

    assert said.count("hex is left out: Hex, seat 0: ZeroDivisionError") == 1
    assert {match.games for match in kept(tmp_path, "kalah").matches} == {2}


def test_both_sides_get_the_same_cards_one_after_the_other() -> None:
    dealt: list[tuple[int, object]] = []

    class Watching(Player):
        def move(self, variant: Variant, seen: Any, seat: int, seed: bytes) -> str:
            dealt.append((seat % 2, seen.hands[seat]))
            raise CannotThink

    variant, watching = variant_of("spades"), Watching(None)
    for number in range(4):
        with pytest.raises(CannotThink):
            ladder.play(variant, watching, watching, number)

    assert dealt[0] == dealt[1] != dealt[2] == dealt[3]
