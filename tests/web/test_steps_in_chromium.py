"""Walking through a game by the arrow keys: a step shows at once, since the steps beside it were fetched ahead."""

from __future__ import annotations

from collections.abc import Callable
from statistics import median

import pytest

from tests.web.nearly_over import partly_played
from tests.web.test_board_in_chromium import Table
from tests.web.test_board_in_chromium import seat as seat
from tests.web.test_board_in_chromium import table as table

pytest.importorskip("playwright.sync_api")
from playwright.sync_api import Page

pytestmark = pytest.mark.long

MOST = 50
"""Milliseconds of processor time of the browser's main thread, from the key to the frame that shows the step."""
STEPS = 8
STEP = """() => new Promise((seen) => {
  new MutationObserver((_, observer) => {
    observer.disconnect();
    requestAnimationFrame(() => {
      const {port1, port2} = new MessageChannel();
      port1.onmessage = () => seen();
      port2.postMessage("painted");
    });
  }).observe(document.getElementById("game"), {attributes: true, attributeFilter: ["data-address"]});
  document.body.dispatchEvent(new KeyboardEvent("keydown", {key: "ArrowLeft", bubbles: true}));
})"""
IS_AHEAD = """() => {
  const {href} = document.querySelector("#walk a[rel=prev]");
  return performance.getEntriesByType("resource").some((each) => each.name === href && each.responseEnd > 0);
}"""


@pytest.mark.parametrize("word", ["chess", "go", "twixt", "hex", "backgammon"])
def test_a_step_is_seen_in_fifty_milliseconds(table: Table, seat: Callable[..., Page], word: str) -> None:
    page = seat("alice")
    page.goto(table.url + partly_played(table.server, word, 0.5))

    session = page.context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})

    def busy() -> float:
        metrics = session.send("Performance.getMetrics")["metrics"]
        return next(float(each["value"]) * 1000 for each in metrics if each["name"] == "TaskDuration")

    took = []
    for _ in range(STEPS):
        page.wait_for_function(IS_AHEAD)
        before = busy()
        page.evaluate(STEP)
        took.append(busy() - before)

    assert median(took) <= MOST, took
