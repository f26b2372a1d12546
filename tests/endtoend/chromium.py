"""Debian's Chromium, without a window: shows a page, measures what it shows, and takes pictures of it."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from selenium.webdriver import Chrome, ChromeOptions
from selenium.webdriver.chrome.service import Service

from tests.endtoend.programs import do_without, installed

FONT = Path("/usr/share/fonts/truetype/dejavu/DejaVuSansMono.ttf")
"""The font of the pictures, from Debian's package fonts-dejavu-core."""

FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
    "--font-render-hinting=none",
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
    {words: a.innerText, address: a.href, box: box(a.getBoundingClientRect())})),
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
    """A link, as it is shown."""

    words: str
    address: str
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
    fetched: list[str]


@dataclass(frozen=True)
class Chromium:
    """A running Chromium, which shows pages of `folder`."""

    driver: Chrome
    folder: Path

    def show(self, html: str, width: int, *, by_night: bool = False) -> Shown:
        """Show a page on a screen so wide: up to 500 pixels that of a phone, else that of a desktop."""
        screen = {"width": width, "height": 800, "deviceScaleFactor": 1, "mobile": width <= 500}
        scheme = [{"name": "prefers-color-scheme", "value": "dark" if by_night else "light"}]
        self._do("Emulation.setDeviceMetricsOverride", **screen)
        self._do("Emulation.setEmulatedMedia", features=scheme)
        page = self.folder / "letter.html"
        page.write_text(html, encoding="utf-8")
        self.driver.get(page.as_uri())
        found = self.driver.execute_script(MEASURE)
        return Shown(
            found["width"],
            [_drawing(each) for each in found["drawings"]],
            [Prose(each["size"], Box(**each["box"])) for each in found["prose"]],
            [Link(each["words"], each["address"], Box(**each["box"])) for each in found["links"]],
            found["fetched"],
        )

    def picture(self, box: Box) -> bytes:
        """A picture of a part of the page that is shown, as PNG."""
        clip = {"x": box.left, "y": box.top, "width": box.width, "height": box.height, "scale": 1}
        taken = self._do("Page.captureScreenshot", format="png", captureBeyondViewport=True, clip=clip)
        return base64.b64decode(taken["data"])

    def _do(self, command: str, **arguments: Any) -> dict[str, Any]:
        return dict(self.driver.execute_cdp_cmd(command, arguments))


@contextmanager
def chromium(folder: Path) -> Iterator[Chromium]:
    """A Chromium of the tests' own, with a profile below `folder`, and the font that boards are shown in."""
    options = ChromeOptions()
    options.binary_location = installed("chromium")
    driver = installed("chromedriver")
    if not FONT.exists():
        do_without("chromium", f"{FONT} is not installed")
    for flag in (*FLAGS, f"--user-data-dir={folder / 'profile'}"):
        options.add_argument(flag)
    browser = Chrome(options=options, service=Service(driver))
    try:
        yield Chromium(browser, folder)
    finally:
        browser.quit()


def _drawing(found: dict[str, Any]) -> Drawing:
    text = found["text"]
    characters = {}
    for number, *box in found["characters"]:
        column = number - (text.rfind("\n", 0, number) + 1)
        characters[text.count("\n", 0, number), column] = Box(*box)
    return Drawing(text, found["size"], Box(**found["box"]), characters)
