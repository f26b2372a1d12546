"""The README and the pages in `docs/` as tests read them: what they say, show, and give to be put into files."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path

from pbmserv.commands.requests.budget_table import DAY, HOUR, TABLE
from pbmserv.setting_values import Budget
from pbmserv.settings import Settings, defaults, environment_name

TOP = Path(__file__).parent.parent
PAGES = {
    str(path.relative_to(TOP)): path.read_text(encoding="utf-8")
    for path in [TOP / "README.md", *sorted((TOP / "docs").glob("*.md"))]
}
"""The text of each page, by its path."""
README = PAGES["README.md"]


def blocks(kind: str, *, page: str | None = None) -> list[str]:
    """What stands between lines of three backticks, the first of them followed by `kind`, on one page or all."""
    texts = [PAGES[page]] if page else PAGES.values()
    found = [
        block for text in texts for block in re.findall(r"^```(\w*)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    ]
    return [inside for label, inside in found if label == kind]


_TYPED = re.compile(r"^```sh\n(.*?)^```$|^```.*?^```$|((?:^    [^ \n][^\n]*\n)+)", re.MULTILINE | re.DOTALL)
_PROGRAMS = ("pbmserv ", ".venv/bin/")


def typed(page: str) -> list[str]:
    """The commands that a page has its readers type, in their order: those of shell blocks, and indented ones.

    What goes on after a backslash is one command; what explains an indented one is left out.
    """
    found = []
    for fenced, indented in _TYPED.findall(PAGES[page]):
        found += [line for line in re.sub(r" *\\\n *", " ", fenced).splitlines() if not line.startswith("#")]
        explained = [line.strip() for line in indented.splitlines()]
        found += [line.partition("   ")[0] for line in explained if line.startswith(_PROGRAMS)]
    return found


def between(mark: str) -> str:
    """What stands between `<!-- mark -->` and `<!-- /mark -->`, on whichever page has them."""
    [page] = [text for text in PAGES.values() if f"<!-- {mark} -->\n" in text]
    return page.partition(f"<!-- {mark} -->\n")[2].partition(f"<!-- /{mark} -->\n")[0]


def file_of(path: str) -> str:
    """What the pages put into the file `path`: the first, where they give several to choose from."""
    return files_of(path)[0]


def files_of(path: str) -> list[str]:
    """All that the pages put into the file `path`, one instead of the other."""
    begin = f"# {path}\n"
    return [block.removeprefix(begin) for block in [*blocks(""), *blocks("toml")] if block.startswith(begin)]


def settings_table() -> str:
    """All settings with default and meaning, as the pages show them."""
    rows = ["| environment variable | default | meaning |", "| --- | --- | --- |"]
    for setting in fields(Settings):
        default = f"`{setting.metadata['default']}`" if setting.metadata["default"] else "empty"
        rows.append(f"| `{environment_name(setting.name)}` | {default} | {setting.metadata['meaning']} |")
    return "\n".join(rows) + "\n"


def budgets_table() -> str:
    """The table as the operating page shows it."""
    settings = defaults()
    rows = ["| setting | default | within | counted for | what is counted |", "| --- | --- | --- | --- | --- |"]
    for row in TABLE:
        value: Budget | int = getattr(settings, row.setting)
        most = f"{value.letters:,}, {value.kilobytes:,} kB" if isinstance(value, Budget) else f"{value:,}"
        within = {HOUR: "an hour", DAY: "a day"}.get(row.within, "ten minutes")
        rows.append(f"| `{environment_name(row.setting)}` | {most} | {within} | {row.whose} | {row.what} |")
    return "\n".join(rows) + "\n"
