"""Debian's Chromium, without a window, driven by Playwright: the one home of the tests' browser.

Here it shows letters and boards, measures them, and takes pictures; `tests/web` looks at pages with it.
"""

from __future__ import annotations

import base64
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import axe_playwright_python  # type: ignore[import-untyped]
from playwright.sync_api import Browser, CDPSession, Page, sync_playwright

from tests.endtoend.programs import do_without, installed

FONT = Path("/usr/share/fonts/truetype/dejavu/DejaVuSansMono.ttf")
"""The font of the pictures, from Debian's package fonts-dejavu-core."""

AXE = Path(axe_playwright_python.__file__).parent / "axe.min.js"

# What Playwright sets, a mouse that points finely, and how far below the window pictures are fetched: the shell does
# not know how fast the net is, and would take twice as much as Chromium does with a usual one.
_MOUSE = "primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4"
_SETTINGS = f"{_MOUSE},lazyLoadingImageMarginPxUnknown=1250"

FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
    "--font-render-hinting=none",
    f"--blink-settings={_SETTINGS}",
)
LINE_HEIGHT = 1.2
"""Of boards, as a part of the size of their characters."""

MEASURE = """
const box = (r) => ({left: r.left, top: r.top + scrollY, width: r.width, height: r.height});
const characters = (node) => [...node.data].flatMap((character, number) => {
  if (character === "\\n") return [];
  const range = document.createRange();
  range.setStart(node, number);
  range.setEnd(node, number + 1);
  const found = range.getBoundingClientRect();
  return [[number, found.left, found.top + scrollY, found.width, found.height]];
});
const size = (element) => parseFloat(getComputedStyle(element).fontSize);
return {
  width: document.documentElement.scrollWidth,
  drawings: [...document.querySelectorAll("pre")].map((pre) => ({
    text: pre.firstChild.data, size: size(pre), box: box(pre.getBoundingClientRect()),
    characters: characters(pre.firstChild),
  })),
  prose: [...document.querySelectorAll("p")].map((p) => ({size: size(p), box: box(p.getBoundingClientRect())})),
  links: [...document.querySelectorAll("a")].map((a) => (
    {words: a.innerText, address: a.href, isMove: a.closest(".moves") !== null,
     box: box(a.getBoundingClientRect())})),
  pictures: [...document.querySelectorAll("img")].map((img) => box(img.getBoundingClientRect())),
  fetched: performance.getEntriesByType("resource").map((entry) => entry.name),
};
"""


@dataclass(frozen=True)
class Box:
    """Where something stands on the page, in pixels."""

    left: float
    top: float
    width: float
    height: float

    @property
    def right(self) -> float:
        return self.left + self.width

    @property
    def bottom(self) -> float:
        return self.top + self.height


@dataclass(frozen=True)
class Prose:
    """A paragraph of prose."""

    size: float
    box: Box


@dataclass(frozen=True)
class Link:
    """A link, as it is shown, and whether it is a legal move."""

    words: str
    address: str
    is_move: bool
    box: Box


@dataclass(frozen=True)
class Drawing:
    """A board or table: its text, and where each character of it stands, by row and column."""

    text: str
    size: float
    box: Box
    characters: dict[tuple[int, int], Box]

    def box_of(self, part: str) -> Box:
        """Where some of its lines stand."""
        first = self.text.count("\n", 0, self.text.index(part))
        rows = range(first, first + part.count("\n") + 1)
        boxes = [box for (row, _), box in self.characters.items() if row in rows]
        top = min(box.top for box in boxes)
        return Box(self.box.left, top, self.box.width, max(box.bottom for box in boxes) - top)

    @property
    def is_a_grid(self) -> bool:
        """Whether each line of the text is a line on the screen, and each column a column."""
        top = min(box.top for box in self.characters.values())
        row_of_top = min(row for row, _ in self.characters)
        last = max(column for _, column in self.characters)
        advance = (
            max(box.left - self.box.left for (_, column), box in self.characters.items() if column == last) / last
        )
        return all(
            abs(box.left - self.box.left - column * advance) < 1
            and abs(box.top - top - (row - row_of_top) * self.size * LINE_HEIGHT) < 1
            for (row, column), box in self.characters.items()
        )


@dataclass(frozen=True)
class Shown:
    """A page as it is shown, with all that stands on it, and how wide it is."""

    width: float
    drawings: list[Drawing]
    prose: list[Prose]
    links: list[Link]
    pictures: list[Box]
    fetched: list[str]

    @property
    def moves(self) -> list[Link]:
        """The legal moves that can be seen."""
        return [link for link in self.links if link.is_move and link.words]


@dataclass(frozen=True)
class Chromium:
    """A running Chromium, which shows pages of `folder`."""

    page: Page
    protocol: CDPSession
    folder: Path

    def open(self, html: str, width: int, *, by_night: bool = False) -> None:
        """Show a page on a screen so wide: up to 500 pixels that of a phone, else that of a desktop."""
        screen = {"width": width, "height": 800, "deviceScaleFactor": 1, "mobile": width <= 500}
        self.protocol.send("Emulation.setDeviceMetricsOverride", screen)
        self.page.emulate_media(color_scheme="dark" if by_night else "light")
        file = self.folder / "letter.html"
        file.write_text(html, encoding="utf-8")
        self.page.goto(file.as_uri())

    @property
    def width(self) -> float:
        """Of the page that is shown: wider than the screen, if one has to scroll sideways."""
        return float(self.ask("return document.documentElement.scrollWidth"))

    def show(self, html: str, width: int, *, by_night: bool = False) -> Shown:
        """Show a page, and measure all that stands on it, each character of a board as well."""
        self.open(html, width, by_night=by_night)
        found = self.ask(MEASURE)
        return Shown(
            found["width"],
            [_drawing(each) for each in found["drawings"]],
            [Prose(each["size"], Box(**each["box"])) for each in found["prose"]],
            [Link(each["words"], each["address"], each["isMove"], Box(**each["box"])) for each in found["links"]],
            [Box(**each) for each in found["pictures"]],
            found["fetched"],
        )

    def picture(self, box: Box) -> bytes:
        """A picture of a part of the page that is shown, as PNG."""
        clip = {"x": box.left, "y": box.top, "width": box.width, "height": box.height, "scale": 1}
        asked = {"format": "png", "captureBeyondViewport": True, "clip": clip}
        return base64.b64decode(self.protocol.send("Page.captureScreenshot", asked)["data"])

    def screen(self, width: int, height: int) -> bytes:
        """A picture of the beginning of the page, as much as a screen of this size shows."""
        return self.picture(Box(0, 0, width, height))

    def alternative_text(self) -> str:
        """What stands in the place of the first picture where that cannot be seen."""
        return str(self.page.get_attribute("img", "alt"))

    def ask(self, script: str) -> Any:
        """What the body of a function in JavaScript returns on the page that is shown."""
        return self.page.evaluate(f"() => {{{script}}}")

    def complaints_of_axe(self) -> list[str]:
        """What axe-core finds wrong with the page for those who see little, or nothing."""
        return [f"{rule}: {html[:120]}" for rule, html in found_by_axe(self.page)]


def found_by_axe(page: Page, rules: Mapping[str, Any] | None = None) -> list[tuple[str, str]]:
    """What axe-core finds wrong with a page as it is shown: the rule, and what breaks it."""
    if not page.evaluate("'axe' in window"):
        # It comes with all pages from here on: to bring it to each takes three times as long.
        page.add_init_script(path=AXE)
        page.evaluate(AXE.read_text("utf-8"))
    # What it finds to be right it would tell at length.
    asked = {"resultTypes": ["violations"], **(rules or {})}
    found = page.evaluate("async (rules) => (await axe.run(rules)).violations", asked)
    return [(each["id"], node["html"]) for each in found for node in each["nodes"]]


def program() -> str:
    """The path of the browser; the test is skipped where there is none, or fails where it has to be.

    Chromium's headless shell draws pages alone, and no tabs and bars around them: tests take half the time.
    """
    return shutil.which("chromium-headless-shell") or installed("chromium")


@contextmanager
def running_chromium() -> Iterator[Browser]:
    """A running browser, where there is one."""
    path = program()
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=path, args=FLAGS)
        try:
            yield running
        finally:
            running.close()


@contextmanager
def chromium(folder: Path) -> Iterator[Chromium]:
    """A browser that shows pages from `folder`, with the font that boards are shown in."""
    if not FONT.exists():
        do_without("chromium", f"{FONT} is not installed")
    with running_chromium() as running:
        page = running.new_page(no_viewport=True)
        yield Chromium(page, page.context.new_cdp_session(page), folder)


def _drawing(found: dict[str, Any]) -> Drawing:
    text = found["text"]
    characters = {}
    for number, *box in found["characters"]:
        column = number - (text.rfind("\n", 0, number) + 1)
        characters[text.count("\n", 0, number), column] = Box(*box)
    return Drawing(text, found["size"], Box(**found["box"]), characters)
