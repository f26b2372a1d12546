"""Forms as a browser without scripts reads them off a page, fills them in, and sends them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser

from httpx2 import Response

from tests.web.conftest import Browser


@dataclass
class Form:
    """A form: its fields with what is in them, and the buttons that add a field of their own."""

    action: str
    method: str
    fields: dict[str, str] = field(default_factory=dict)
    buttons: set[tuple[str, str]] = field(default_factory=set)
    unticked: set[str] = field(default_factory=set)

    def takes(self, values: dict[str, str]) -> bool:
        """Whether somebody can fill these into it."""
        hidden_alike = all(
            self.fields.get(name, value) == value for name, value in values.items() if name in ("do", "beside")
        )
        known = self.fields.keys() | self.unticked
        return hidden_alike and all(name in known or (name, value) in self.buttons for name, value in values.items())


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.forms: list[Form] = []
        self._form: Form | None = None
        self._area = ""
        self._select = ""

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attributes}
        name = given.get("name", "")
        if tag == "form":
            # A browser does not send the part of the page to which the answer scrolls.
            self._form = Form(given.get("action", "").partition("#")[0], given.get("method", "get").lower())
            self.forms.append(self._form)
        if self._form is None:
            return
        if tag == "input" and given.get("type") in {"checkbox", "radio"} and "checked" not in given:
            self._form.unticked.add(name)
        elif tag == "input" and name:
            self._form.fields[name] = given.get("value", "")
        elif tag == "textarea":
            self._form.fields[name], self._area = "", name
        elif tag == "select":
            self._select = name
        elif tag == "option" and self._select and ("selected" in given or self._select not in self._form.fields):
            self._form.fields[self._select] = given.get("value", "")
        elif tag == "button" and name:
            self._form.buttons.add((name, given.get("value", "")))

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._form = None
        elif tag == "textarea":
            self._area = ""
        elif tag == "select":
            self._select = ""

    def handle_data(self, data: str) -> None:
        if self._form is not None and self._area:
            self._form.fields[self._area] += data.removeprefix("\n")


def forms_on(page: str) -> list[Form]:
    """The forms of a page."""
    reader = _Reader()
    reader.feed(page)
    return reader.forms


def form_for(page: str, action: str, values: dict[str, str]) -> Form:
    """The form that goes there, and that these values can be filled into."""
    found = [form for form in forms_on(page) if form.action == action and form.takes(values)]
    assert found, f"no form for {action} takes {values}"
    return found[0]


def send(browser: Browser, form: Form, values: dict[str, str]) -> Response:
    """Fill in a form and send it: what nobody fills in stays as it is."""
    return browser.post(form.action, data={**form.fields, **values})


def commands_shown(page: str) -> Iterator[str]:
    """The commands that a page shows beside its buttons."""
    reader = _Commands()
    reader.feed(page)
    yield from (line for text in reader.texts for line in text.splitlines())


class _Commands(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []
        self._details: list[bool] = []
        self._in_pre = False

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        if tag == "details":
            self._details.append(("class", "command") in attributes)
        if tag == "pre" and self._details and self._details[-1]:
            self._in_pre = True
            self.texts.append("")

    def handle_endtag(self, tag: str) -> None:
        if tag == "details":
            self._details.pop()
        if tag == "pre":
            self._in_pre = False

    def handle_data(self, data: str) -> None:
        if self._in_pre:
            self.texts[-1] += data
