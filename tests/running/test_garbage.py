"""Memory of servers: what threads have used goes back to one place."""

from __future__ import annotations

import subprocess
import sys

import pytest

OF_THREADS = """
import re, sys, threading
from pbmserv.running.garbage import give_memory_back
if sys.argv[1] == "all share":
    give_memory_back()
together = threading.Barrier(4)
def use():
    together.wait()
    taken = [bytearray(50_000) for _ in range(20)]
    together.wait()
threads = [threading.Thread(target=use) for _ in range(3)]
for thread in threads: thread.start()
together.wait()
together.wait()
# Each heap of a thread of its own reserves 64 MiB.
places = re.findall(r"^([0-9a-f]+)-([0-9a-f]+) ---p .* 0 *$", open("/proc/self/maps").read(), re.MULTILINE)
print(sum(32 << 20 < int(end, 16) - int(start, 16) <= 64 << 20 for start, end in places))
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="as glibc has it")
@pytest.mark.parametrize(("how", "has_heaps"), [("all share", False), ("each its own", True)])
def test_threads_of_a_server_share_their_memory(how: str, has_heaps: bool) -> None:
    done = subprocess.run([sys.executable, "-c", OF_THREADS, how], capture_output=True, text=True, check=True)

    assert bool(int(done.stdout)) == has_heaps
