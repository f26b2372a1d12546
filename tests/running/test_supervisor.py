"""A supervisor: what it does with processes that end, that cannot start, or that do not stop."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path

from tests.nursery import TOP

SCRIPT = """
import os, select, signal, sys, time
from pathlib import Path
from pbmserv.running import supervisor
from pbmserv.running.logs import log_to_stderr
from pbmserv.settings import load
from pbmserv.running.supervisor import Supervisor, Task

log_to_stderr(load(None, {{"PBMSERV_LOG_FORMAT": "json"}}))

def say(words):
    os.write(1, words.encode() + b"\\n")

def note(words):
    with open("notes", "a") as notes:
        notes.write(words + "\\n")

def works(ready):
    note("start")
    ready()
    stop = []
    signal.signal(signal.SIGTERM, lambda *_: stop.append(1))
    while not stop and not select.select([supervising.life], [], [], 0.01)[0]:
        pass
    note("stop")
    return 0

def stays(ready):
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    ready()
    time.sleep(60)

def dies_at_once(ready):
    note("start")
    os.kill(os.getpid(), signal.SIGKILL)

def cannot_start(ready):
    note("start")
    return 1

def dies_later(ready):
    # Once all are ready, and then each time before it is.
    note("start")
    if len(Path("notes").read_text().split()) == 1:
        ready()
        time.sleep(0.2)
    return 3

{change}
supervising = Supervisor([{tasks}], all_ready=lambda: say("ready"), stopping=lambda: say("stopping"))
sys.exit(supervising.run())
"""


def supervisor(folder: Path, *tasks: str, change: str = "") -> subprocess.Popen[str]:
    named = ", ".join(f'Task("{number}", {task})' for number, task in enumerate(tasks, 1))
    return subprocess.Popen(
        [sys.executable, "-c", SCRIPT.format(tasks=named, change=change)],
        cwd=folder,
        env={"PYTHONPATH": str(TOP)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def notes(folder: Path) -> list[str]:
    return (folder / "notes").read_text().split()


def test_a_process_that_dies_before_it_is_ready_is_tried_again_and_given_up_in_the_end(tmp_path: Path) -> None:
    change = "supervisor.FIRST_PAUSE = 0.01"
    said, logged = supervisor(tmp_path, "works", "dies_at_once", change=change).communicate(timeout=60)

    assert notes(tmp_path).count("start") == 1 + 5
    assert '"name": "2", "reason": "ended 5 times before it was ready", "event": "process.gave_up"' in logged
    assert said == "stopping\n"
    assert notes(tmp_path)[-1] == "stop"


def test_one_that_says_at_the_first_start_that_it_cannot_is_not_tried_again(tmp_path: Path) -> None:
    process = supervisor(tmp_path, "cannot_start")
    process.communicate(timeout=60)

    assert process.returncode == 1
    assert notes(tmp_path) == ["start"]


def test_later_it_may_be_the_database_that_is_away_and_the_pauses_grow(tmp_path: Path) -> None:
    begun = time.monotonic()
    process = supervisor(tmp_path, "dies_later", change="supervisor.FIRST_PAUSE = 0.02")
    said, _ = process.communicate(timeout=60)

    assert (process.returncode, said) == (1, "ready\nstopping\n")
    assert notes(tmp_path) == ["start"] * 6
    assert time.monotonic() - begun > 0.2 + 0.02 * (1 + 2 + 4 + 8 + 16)


def test_what_does_not_stop_in_time_is_killed(tmp_path: Path) -> None:
    process = supervisor(tmp_path, "works", "stays", change="supervisor.STOP_SECONDS = 0.3")
    assert process.stdout
    assert process.stdout.readline() == "ready\n"
    begun = time.monotonic()
    process.send_signal(signal.SIGTERM)
    _, logged = process.communicate(timeout=60)

    assert time.monotonic() - begun < 5
    assert process.returncode == 1
    assert '"names": ["2"], "event": "process.killed"' in logged
    assert notes(tmp_path) == ["start", "stop"]


def test_who_asks_a_second_time_does_not_want_to_wait(tmp_path: Path) -> None:
    process = supervisor(tmp_path, "stays", change="supervisor.STOP_SECONDS = 50.0")
    assert process.stdout
    assert [process.stdout.readline()] == ["ready\n"]
    process.send_signal(signal.SIGINT)
    assert process.stdout.readline() == "stopping\n"
    process.send_signal(signal.SIGINT)
    begun = time.monotonic()
    process.communicate(timeout=60)

    assert process.returncode == 1
    assert time.monotonic() - begun < 10


def test_when_the_supervisor_is_killed_its_processes_stop_by_themselves(tmp_path: Path) -> None:
    process = supervisor(tmp_path, "works", "works")
    assert process.stdout
    assert process.stdout.readline() == "ready\n"
    process.kill()
    # They have its output open, too.
    process.communicate(timeout=60)

    assert sorted(notes(tmp_path)) == ["start", "start", "stop", "stop"]
