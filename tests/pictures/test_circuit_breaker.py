"""Games whose pictures take too long have none for a while."""

from __future__ import annotations

import pytest

from pbmserv.pictures.circuit_breaker import CircuitBreaker


class Clocks:
    """The time of a thread, and of the wall."""

    def __init__(self) -> None:
        self.worked = 0.0
        self.now = 1_000.0

    def resting(self) -> CircuitBreaker:
        return CircuitBreaker(lambda: self.worked, lambda: self.now)


@pytest.mark.parametrize(("seconds", "rests"), [(0.02, False), (2.0, False), (2.1, True)])
def test_a_game_rests_after_a_picture_that_took_more_than_two_seconds(seconds: float, rests: bool) -> None:
    clocks = Clocks()
    resting = clocks.resting()

    with resting.watching("slow"):
        clocks.worked += seconds

    assert resting.rests("slow") is rests
    assert not resting.rests("hex")


def test_it_may_try_again_after_ten_minutes() -> None:
    clocks = Clocks()
    resting = clocks.resting()
    with resting.watching("slow"):
        clocks.worked += 30

    clocks.now += 599
    before = resting.rests("slow")
    clocks.now += 2

    assert before
    assert not resting.rests("slow")


def test_to_fail_slowly_is_slow_as_well() -> None:
    clocks = Clocks()
    resting = clocks.resting()

    def fail() -> None:
        clocks.worked += 3
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError), resting.watching("slow"):
        fail()

    assert resting.rests("slow")


def test_what_others_do_meanwhile_does_not_count() -> None:
    clocks = Clocks()
    resting = clocks.resting()

    with resting.watching("hex"):
        clocks.now += 60

    assert not resting.rests("hex")


class TestWhatIsTried:
    def test_is_what_was_made(self) -> None:
        assert Clocks().resting().tried("hex", lambda: "drawn") == "drawn"

    def test_is_nothing_while_the_game_rests_which_is_not_asked_then(self) -> None:
        clocks = Clocks()
        resting = clocks.resting()
        with resting.watching("slow"):
            clocks.worked += 3

        assert resting.tried("slow", lambda: pytest.fail("it was asked")) is None
        assert resting.tried("hex", lambda: "drawn") == "drawn"

    def test_makes_a_game_rest_if_it_takes_too_long(self) -> None:
        clocks = Clocks()
        resting = clocks.resting()

        def take_three_seconds() -> str:
            clocks.worked += 3
            return "drawn"

        assert resting.tried("slow", take_three_seconds) == "drawn"
        assert resting.tried("slow", lambda: "drawn") is None

    @pytest.mark.parametrize("error", [ZeroDivisionError, BaseException], ids=["it raises", "it panics"])
    def test_is_nothing_where_the_game_fails_which_is_logged_with_where_it_was(
        self, error: type[BaseException], capsys: pytest.CaptureFixture[str]
    ) -> None:
        def fail() -> str:
            raise error("secret7")

        told: list[str] = []
        assert Clocks().resting().tried("hex", fail, failed=lambda: told.append("failed"), board=101) is None

        logged = capsys.readouterr().out
        assert told == ["failed"]
        assert "picture.failed" in logged
        assert "101" in logged
        assert "secret7" not in logged

    @pytest.mark.parametrize("order", [KeyboardInterrupt, SystemExit])
    def test_can_be_ended_by_who_runs_the_server(self, order: type[BaseException]) -> None:
        def end() -> str:
            raise order

        with pytest.raises(order):
            Clocks().resting().tried("hex", end)
