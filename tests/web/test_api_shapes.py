"""Two programs that ask right after the start: msgspec must have looked at all shapes before threads use them."""

from __future__ import annotations

import subprocess
import sys

import pytest

NEVER_READ = ["Problem", "WhichPage"]
"""One is only written, the other only a base of others."""
LOOKED_AT_LATER = """
import sys
import msgspec
from pbmserv.web.api import routes

late = set()

def note(frame, event, argument):
    if event == "call" and frame.f_code.co_name == "get_class_annotations":
        late.add(frame.f_locals["obj"].__name__)

def below(shape):
    return [each for child in shape.__subclasses__() for each in (child, *below(child))]

ours = [shape for shape in below(msgspec.Struct) if shape.__module__.endswith("shapes")]
if sys.argv[1:]:
    ours = [msgspec.defstruct("New", [("of", ours[0])])]
sys.setprofile(note)
for shape in ours:
    msgspec.json.Decoder(shape)
sys.setprofile(None)
print(len(ours), *sorted(late))
"""


def said_by(*words: str) -> list[str]:
    line = [sys.executable, "-c", LOOKED_AT_LATER, *words]
    return subprocess.run(line, capture_output=True, text=True, check=True).stdout.split()


def test_no_shape_is_first_looked_at_by_a_request() -> None:
    count, *late = said_by()

    assert int(count) > 50
    assert late == NEVER_READ


@pytest.mark.long
def test_a_shape_that_nobody_has_prepared_would_be_seen() -> None:
    assert said_by("new")[1:] == ["New"]
