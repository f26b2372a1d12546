"""The targets of the fuzzer, tried with what they begin with and with all that they have ever found."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from pathlib import Path
from typing import cast

import pytest

from tests.fuzz import TARGETS
from tests.fuzz.target import Target, Try

pytestmark = pytest.mark.long

FOUND = Path(__file__).with_name("found")


@pytest.fixture(scope="module", params=TARGETS)
def target(request: pytest.FixtureRequest) -> tuple[str, Target]:
    return request.param, cast(Target, importlib.import_module(f"tests.fuzz.{request.param}"))


@pytest.fixture(scope="module")
def trying(target: tuple[str, Target], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Try]:
    with target[1].trying(tmp_path_factory.mktemp("fuzz")) as try_one:
        yield try_one


def test_nothing_is_found_in_what_a_target_begins_with(target: tuple[str, Target], trying: Try) -> None:
    seeds = list(target[1].seeds())

    for seed in seeds:
        trying(seed)

    assert len(seeds) >= 20
    assert len(set(target[1].WORDS)) >= 10


def test_nothing_that_was_found_is_found_again(target: tuple[str, Target], trying: Try) -> None:
    for path in sorted((FOUND / target[0]).glob("*")):
        trying(path.read_bytes())
