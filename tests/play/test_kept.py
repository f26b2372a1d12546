"""What was drawn is kept by its content, within bounds."""

from __future__ import annotations

from pbmserv.play.kept import Kept


def test_what_is_kept_is_found_under_its_key_alone() -> None:
    kept: Kept[str, str] = Kept(10)

    assert kept.keep("a", "drawn") == "drawn"

    assert (kept.find("a"), kept.find("b")) == ("drawn", None)


def test_what_was_not_asked_for_the_longest_goes_first() -> None:
    kept: Kept[str, str] = Kept(10)
    for key in "abc":
        kept.keep(key, key, 3)
    kept.find("a")

    kept.keep("d", "d", 3)

    assert [kept.find(key) for key in "abcd"] == ["a", None, "c", "d"]


def test_what_is_larger_than_all_the_room_is_given_back_and_not_kept() -> None:
    kept: Kept[str, str] = Kept(10)
    kept.keep("a", "small", 3)

    assert kept.keep("b", "large", 11) == "large"
    assert kept.find("b") is None

    kept.keep("c", "fits", 10)
    assert kept.find("c") == "fits"


def test_what_is_kept_twice_takes_its_room_once() -> None:
    kept: Kept[str, str] = Kept(10)
    for _ in range(5):
        kept.keep("a", "a", 5)
    kept.keep("b", "b", 5)

    assert (kept.find("a"), kept.find("b")) == ("a", "b")
