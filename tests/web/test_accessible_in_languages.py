"""Pages in other languages for everybody's eyes and hands: words are longer there than in English."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tests.web.test_accessible import (
    ALL_IN_SIGHT,
    IS_TOO_WIDE,
    MEET,
    OWN,
    PUBLIC,
    SMALLEST_TARGET,
    TOO_SMALL,
    World,
    violations,
    world_of_all_pages,
)

_LONG_WORDS = (), ("/me", "/hex/challenge", "/settings", "/hex/103", "/open", "/tournaments/new")
"""Pages of a player: nobody is shown a draft without having chosen it."""
IS_ABOUT = "document.documentElement.lang"


world = world_of_all_pages


def faults_of(world: World, language: str, width: int, pages: tuple[Sequence[str], Sequence[str]]) -> list[str]:
    """What axe finds, what is wider than the window, too small to be hit, or covers other things."""
    faults: list[str] = []
    world.server.hear("alice@example.org", f"change language alice secret7 {language}")
    for userid, paths in zip(("", "alice"), pages, strict=True):
        page = world.page(width, "light", userid, language)
        for path in paths:
            page.goto(world.address + path)
            if page.evaluate(IS_ABOUT) != language:
                faults.append(f"{path} is not in the language")
            page.evaluate(ALL_IN_SIGHT)
            # Elsewhere the bar at the edge of a board may cover half of something that is scrolled to anyway.
            page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
            found = [*violations(page), *page.evaluate(TOO_SMALL, SMALLEST_TARGET)]
            found += ["too wide"] if page.evaluate(IS_TOO_WIDE) else []
            page.evaluate("document.documentElement.style.fontSize = '200%'")
            found += ["too wide at twice the size"] if page.evaluate(IS_TOO_WIDE) else []
            found += ["the head covers itself"] if page.evaluate(MEET) else []
            faults += [f"{path}: {each}" for each in found]
        page.context.close()
    return faults


@pytest.mark.long
@pytest.mark.parametrize("width", [360, 1280])
def test_all_pages_in_russian_are_for_everybody(world: World, width: int) -> None:
    # Some help is in English yet.
    public = [path for path in PUBLIC if not path.startswith("/help")]

    assert faults_of(world, "ru", width, (public, OWN)) == []


@pytest.mark.long
def test_pages_of_the_longest_words_are(world: World) -> None:
    assert faults_of(world, "de", 390, _LONG_WORDS) == []
