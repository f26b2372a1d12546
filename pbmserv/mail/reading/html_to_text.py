"""HTML to plain text, with quotations marked by `> `.

One pass in linear time with our own tokenizer, on any input: no tree, no nesting, and an unclosed comment or style
hides the rest.
"""

from __future__ import annotations

import re
from html import unescape

_TAG = re.compile(
    r"<(?:(?P<end>/?)(?P<name>[A-Za-z][A-Za-z0-9:]*+)(?P<attributes>[^<>]*+)>|(?P<comment>!--)|[!?/][^<>]*+>?)"
)
_HIDDEN = {name: re.compile(rf"</{name}\b", re.IGNORECASE) for name in ("script", "style", "title", "template")}
_PARAGRAPHS = frozenset(["p", "h1", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "dl", "pre", "blockquote", "table"])
_BLOCKS = _PARAGRAPHS | frozenset([
    "address", "article", "aside", "body", "center", "dd", "div", "dt", "fieldset", "figure", "footer", "form",
    "header", "html", "li", "main", "nav", "section", "tr",
])  # fmt: skip
_EMPTY = frozenset(["area", "br", "col", "hr", "img", "input", "link", "meta", "wbr"])
_STRUCK_OUT = frozenset(["s", "strike", "del"])
_NOT_DISPLAYED = re.compile(
    r"""display\s*+:\s*+none|visibility\s*+:\s*+hidden|mso-hide\s*+:\s*+all|line-through"""
    r"""|(?<![\w-])(?:font-size|max-height|opacity)\s*+:\s*+(?:0++(?:\.0*+)?|\.0++)(?![\d.])"""
    r"""|\A(?:[^"']|"[^"]*+"|'[^']*+')*?\shidden(?![\w-])"""
)
"""Styles and attributes of hidden or struck-out text, which its author does not say."""
_COLOUR = re.compile(r"""(?<![\w-])(color|background(?:-color)?)\s*+:\s*+([^;"'!]*+)""")
_SPACES = re.compile("[ \t\n\r\f]+")
# Python raises when it should make an integer of thousands of digits; no character has a number of eight.
_NO_CHARACTER = re.compile("&#(?:[0-9]{8,}+|[xX][0-9a-fA-F]{8,}+);?")
_RULE = "_" * 32


def text_of_html(source: str, max_lines: int) -> str:
    """The text of a page in lines as a browser would break them, at most `max_lines`."""
    page = _Page()
    position = 0
    while (tag := _TAG.search(source, position)) and len(page.lines) < max_lines:
        page.add(source[position : tag.start()])
        position = tag.end()
        if tag["comment"]:
            position = _end_of_comment(source, position)
        elif tag["end"]:
            page.close(tag["name"].lower())
        elif tag["name"]:
            name = tag["name"].lower()
            attributes = tag["attributes"].lower()
            is_hidden = _NOT_DISPLAYED.search(attributes) or ("color" in attributes and _is_unseen(attributes))
            if (name in _STRUCK_OUT or is_hidden) and name not in _EMPTY:
                position = _end_of_element(source, position, name)
                continue
            page.open(name, attributes)
            if name in _HIDDEN:
                closing = _HIDDEN[name].search(source, position)
                position = closing.start() if closing else len(source)
    page.add(source[position:])
    page.end_block()
    return "\n".join(page.lines[:max_lines])


def _is_unseen(attributes: str) -> bool:
    """Whether a text has the colour of its background."""
    colours = {name: _plain_colour(value) for name, value in _COLOUR.findall(attributes)}
    own = colours.pop("color", None)
    return own == "transparent" or own in colours.values()


def _plain_colour(value: str) -> str:
    """A colour in one spelling, as far as that is cheap: `#FFF` and `white` are the same."""
    plain = {"white": "#ffffff", "black": "#000000"}.get(value.strip(), "".join(value.split()))
    is_short = len(plain) == len("#fff") and plain.startswith("#")
    return "#" + "".join(sign * 2 for sign in plain[1:]) if is_short else plain


def _end_of_comment(source: str, position: int) -> int:
    end = source.find("-->", position)
    return end + len("-->") if end >= 0 else len(source)


def _end_of_element(source: str, position: int, name: str) -> int:
    """The end of an element with nested ones of the same name; a paragraph ends where the next begins."""
    depth = 1
    for tag in re.compile(rf"<(/?){name}\b", re.IGNORECASE).finditer(source, position):
        depth += -1 if tag[1] or name == "p" else 1
        if not depth:
            return tag.start()
    return len(source)


class _Page:
    def __init__(self) -> None:
        self.lines: list[str] = []
        self._pieces: list[str] = []
        self._are_quoted: list[bool] = []
        self._quotations = 0
        self._preformatted = 0
        self._in_tight_paragraph = False
        self._space_is_due = False

    def add(self, source: str) -> None:
        text = unescape(_NO_CHARACTER.sub("\ufffd", source))
        if not self._preformatted:
            self._pieces.append(text)
            return
        first, *others = text.split("\n")
        self._pieces.append(first)
        for other in others:
            self._end_line()
            self._pieces.append(other)

    def open(self, name: str, attributes: str) -> None:
        if name == "br":
            self._end_line()
        elif name == "hr":
            self.end_block()
            self._pieces.append(_RULE)
            self._end_line()
        elif name in ("td", "th"):
            self._pieces.append(" ")
        elif name in _BLOCKS:
            self.end_block()
            if name in _PARAGRAPHS:
                self._in_tight_paragraph = name != "blockquote" and _has_no_margin(attributes)
                self._space_is_due |= not self._in_tight_paragraph
            if name == "blockquote":
                self._are_quoted.append(not _is_indented(attributes))
                self._quotations += self._are_quoted[-1]
            self._preformatted += name == "pre"
            if name == "li":
                self._pieces.append("* ")

    def close(self, name: str) -> None:
        if name not in _BLOCKS:
            return
        self.end_block()
        self._space_is_due |= name in _PARAGRAPHS and not self._in_tight_paragraph
        if name == "blockquote" and self._are_quoted:
            self._quotations -= self._are_quoted.pop()
        self._preformatted = max(self._preformatted - (name == "pre"), 0)

    def _line(self) -> str:
        text = "".join(self._pieces)
        if not self._preformatted:
            text = _SPACES.sub(" ", text).strip(" ")
        # Mail programs write the leading blanks of a line as no-break spaces, but blanks they are.
        return text.replace("\u00a0", " ")

    def end_block(self) -> None:
        if self._line():
            self._end_line()
        self._pieces.clear()

    def _end_line(self) -> None:
        line = self._line().rstrip()
        self._pieces.clear()
        if self._space_is_due and self.lines and self.lines[-1]:
            self.lines.append("")
        self._space_is_due = False
        self.lines.append(f"> {line}" if self._quotations else line)


def _is_indented(attributes: str) -> bool:
    """Whether a blockquote only indents, as in Gmail and Apple Mail."""
    style = attributes.replace(" ", "")
    return "border:none" in style and "margin" in style and not ("cite" in style or "quote" in style)


def _has_no_margin(attributes: str) -> bool:
    # Outlook makes a paragraph of every line, with a class or style that has no margin.
    return "msonormal" in attributes or "margin:0" in attributes.replace(" ", "")
