"""Chance is drawn from the seed by an algorithm that must never drift: old records are replayed through it."""

from collections import Counter
from hashlib import sha256

from hypothesis import given
from hypothesis import strategies as st

from pbmserv.games.chance import SEED_BYTES, Chance, commitment

SEED = bytes(range(16))
seeds = st.binary(min_size=SEED_BYTES, max_size=SEED_BYTES)


def test_the_first_words_of_the_stream_are_the_first_digest_in_four_parts() -> None:
    digest = sha256(SEED + b"start\0" + bytes(8)).digest()
    expected = [int.from_bytes(digest[place : place + 8], "big") for place in (0, 8, 16, 24)]

    chance = Chance(SEED, "start")

    assert [chance.below(2**64) for _ in range(4)] == expected


def test_the_fifth_word_comes_from_the_digest_of_counter_one() -> None:
    digest = sha256(SEED + b"start\0" + bytes(7) + b"\1").digest()
    chance = Chance(SEED, "start")

    words = [chance.below(2**64) for _ in range(5)]

    assert words[4] == int.from_bytes(digest[:8], "big")


def test_numbers_of_a_fixed_seed_are_these_for_ever() -> None:
    chance = Chance(SEED, "move 7")

    assert [chance.below(100) for _ in range(12)] == [0, 24, 32, 8, 43, 12, 48, 19, 69, 71, 1, 0]


def test_a_shuffle_of_a_fixed_seed_is_this_for_ever() -> None:
    assert "".join(Chance(SEED, "start").shuffled("abcdefghijklmnop")) == "neickhbflmogjapd"


def test_a_choice_of_a_fixed_seed_is_this_for_ever() -> None:
    chance = Chance(SEED, "start")

    assert "".join(chance.choice("heads or tails") for _ in range(8)) == "ssh oata"


def test_the_commitment_of_a_fixed_seed_is_its_sha256() -> None:
    assert commitment(SEED) == "be45cb2605bf36bebde684841a28f0fd43c69850a3dce5fedba69928ee3a8991"


def test_words_that_would_favour_small_numbers_are_thrown_away() -> None:
    # Below 2^63 + 1 about every other word must be skipped, so the numbers drawn are a strict part of the stream.
    plain, picky = Chance(SEED, "start"), Chance(SEED, "start")
    words = [plain.below(2**64) for _ in range(40)]

    drawn = [picky.below(2**63 + 1) for _ in range(10)]

    assert drawn == [word for word in words if word < 2**63 + 1][:10]
    assert drawn != words[:10]


def test_labels_have_streams_of_their_own() -> None:
    first, second = Chance(SEED, "move 1"), Chance(SEED, "move 11")

    assert [first.below(1000) for _ in range(8)] != [second.below(1000) for _ in range(8)]


def test_numbers_are_spread_evenly() -> None:
    chance = Chance(SEED, "dice")

    thrown = Counter(chance.below(6) for _ in range(6000))

    assert sorted(thrown) == [0, 1, 2, 3, 4, 5]
    # Five degrees of freedom: chi squared passes 20.5 once in a thousand streams, and this stream is fixed.
    assert sum((count - 1000) ** 2 / 1000 for count in thrown.values()) < 20.5


def test_every_order_of_three_things_is_about_as_likely() -> None:
    chance = Chance(SEED, "orders")

    orders = Counter(chance.shuffled("abc") for _ in range(6000))

    assert len(orders) == 6
    assert sum((count - 1000) ** 2 / 1000 for count in orders.values()) < 20.5


@given(seed=seeds, n=st.integers(min_value=1, max_value=2**64))
def test_a_number_below_n_is_below_n(seed: bytes, n: int) -> None:
    assert 0 <= Chance(seed, "start").below(n) < n


@given(seed=seeds, things=st.lists(st.integers()))
def test_a_shuffle_loses_nothing_and_leaves_the_original_alone(seed: bytes, things: list[int]) -> None:
    before = list(things)

    shuffled = Chance(seed, "start").shuffled(things)

    assert sorted(shuffled) == sorted(things)
    assert things == before


@given(seed=seeds, label=st.text(max_size=20))
def test_the_same_seed_and_label_give_the_same_numbers(seed: bytes, label: str) -> None:
    first, second = Chance(seed, label), Chance(seed, label)

    assert [first.below(52) for _ in range(6)] == [second.below(52) for _ in range(6)]
