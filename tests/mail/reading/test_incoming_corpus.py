"""Real-looking mail of the programs that people use, each beside what it says to us.

`NAME.eml` is the mail, as it left the program; `NAME.toml` holds the fields of `Message` that matter in it.
"""

from __future__ import annotations

import tomllib
from dataclasses import asdict
from pathlib import Path

import pytest

from pbmserv.mail.reading.incoming import read_message

CORPUS = Path(__file__).with_name("corpus")
NAMES = sorted(path.stem for path in CORPUS.glob("*.eml"))


@pytest.mark.parametrize("name", NAMES)
def test_a_mail_says_what_its_writer_meant_however_its_lines_end(name: str) -> None:
    raw = (CORPUS / f"{name}.eml").read_bytes()
    expected = tomllib.loads((CORPUS / f"{name}.toml").read_text(encoding="utf-8"))

    for line_end in (b"\n", b"\r\n", b"\r"):
        message = read_message(raw.replace(b"\n", line_end))

        said = asdict(message) | {"lines": list(message.lines)}
        assert {field: said[field] for field in expected} == expected
        assert message.automatic == expected.get("automatic")


def test_every_mail_of_the_corpus_has_its_meaning_beside_it() -> None:
    assert len(NAMES) >= 80
    assert sorted(path.stem for path in CORPUS.glob("*.toml")) == NAMES
