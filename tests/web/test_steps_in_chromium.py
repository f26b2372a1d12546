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

MOST = 3
"""The processor time of a step in the browser's main thread, divided by that of drawing the same page once. It is
1.3 to 2.0: a page takes 14 to 31 ms, a step 21 to 47."""
STEPS = 8
PAINTED = """const painted = (seen) => requestAnimationFrame(() => {
  const {port1, port2} = new MessageChannel();
  port1.onmessage = () => seen();
  port2.postMessage("painted");
});"""
STEP = f"""() => new Promise((seen) => {{
  {PAINTED}
  new MutationObserver((_, observer) => {{
    observer.disconnect();
    painted(seen);
  }}).observe(document.getElementById("game"), {{attributes: true, attributeFilter: ["data-address"]}});
  document.body.dispatchEvent(new KeyboardEvent("keydown", {{key: "ArrowLeft", bubbles: true}}));
}})"""
DRAW = f"""(text) => new Promise((seen) => {{
  {PAINTED}
  const {{body}} = new DOMParser().parseFromString(text, "text/html");
  document.getElementById("content").replaceChildren(...body.childNodes);
  painted(seen);
}})"""
CLEAR = f"""() => new Promise((seen) => {{
  {PAINTED}
  const content = document.getElementById("content"), text = content.innerHTML;
  content.replaceChildren();
  painted(() => seen(text));
}})"""
IS_AHEAD = """() => {
  const {href} = document.querySelector("#steps a[rel=prev]");
  return performance.getEntriesByType("resource").some((each) => each.name === href && each.responseEnd > 0);
}"""


@pytest.mark.parametrize("word", ["chess", "go", "twixt", "hex", "backgammon"])
def test_a_step_takes_little_more_than_drawing_the_page(table: Table, seat: Callable[..., Page], word: str) -> None:
    page = seat("alice")
    page.goto(table.url + partly_played(table.server, word, 0.5))

    session = page.context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})

    def cost(script: str, text: str | None = None) -> float:
        before = busy()
        page.evaluate(script, text)
        return busy() - before

    def busy() -> float:
        metrics = session.send("Performance.getMetrics")["metrics"]
        return next(float(each["value"]) * 1000 for each in metrics if each["name"] == "TaskDuration")

    steps = []
    for _ in range(STEPS):
        page.wait_for_function(IS_AHEAD)
        steps.append(cost(STEP))
    drawings = [cost(DRAW, page.evaluate(CLEAR)) for _ in range(STEPS)]

    assert median(steps) <= MOST * median(drawings), (steps, drawings)
