"""Help pages as HTML: the mailed texts with links and pictures."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from markupsafe import Markup, escape

from pbmserv.commands.help.actions import leads_to
from pbmserv.games.diagrams import Diagram
from pbmserv.locale.catalogs import ENGLISH

_ITEM = re.compile(r"(\*|\d{1,2}\.) +")
_REFERENCE = re.compile(r"\bhelp ((?:change |all )?[a-z][a-z0-9-]*)")
_TERM = re.compile(r"([a-zа-яё]+): +(?=[a-zа-яё])")
_INDENT = 4


@dataclass(frozen=True)
class Article:
    """A page: its title, its headings with their anchors, the rest as HTML, and the language of these."""

    title: str
    headings: tuple[tuple[str, str], ...]
    html: Markup
    language: str = ENGLISH


class Writer:
    """Converts help pages to HTML. `subjects` are those with a page of their own."""

    def __init__(self, subjects: Collection[str], is_list: bool = False, language: str = ENGLISH) -> None:
        self._subjects = subjects
        self._is_list = is_list
        self._language = language
        self._headings: list[tuple[str, str]] = []

    def article(self, parts: Iterable[str | Diagram]) -> Article:
        """Convert a page: mailed texts with diagrams between them."""
        title, pieces = "", []
        for part in parts:
            if isinstance(part, Diagram):
                pieces.append(self._diagram(part))
            else:
                lines = part.splitlines()
                if not title and len(lines) > 1 and set(lines[1]) == {"="}:
                    title, lines = lines[0], lines[2:]
                pieces += self._blocks(lines)
        # What is explained one after the other is one list of explanations.
        html = Markup("\n").join(pieces).replace(Markup('\n</dl>\n<dl class="terms">'), Markup(""))
        return Article(title, tuple(self._headings), html, self._language)

    def _blocks(self, lines: Sequence[str]) -> Iterator[Markup]:
        at = 0
        while at < len(lines):
            line = lines[at]
            if not line.strip():
                at += 1
            elif at + 1 < len(lines) and re.fullmatch(r"(-{3,}|={3,})", lines[at + 1]):
                yield self._heading(line)
                at += 2
            elif _ITEM.match(line):
                end = _end_of_list(lines, at)
                yield self._list(lines[at:end])
                at = end
            elif line.startswith(" "):
                end = _end_of_indented(lines, at)
                yield self._indented(lines[at:end])
                at = end
            else:
                end = next((n for n in range(at, len(lines)) if not lines[n].strip()), len(lines))
                yield Markup("<p>{}</p>").format(self._words(" ".join(map(str.strip, lines[at:end]))))
                at = end

    def _heading(self, words: str) -> Markup:
        name = re.sub(r"[\W_]+", "-", words.lower()).strip("-") or f"part-{len(self._headings)}"
        self._headings.append((name, words))
        return Markup('<h2 id="{}">{}</h2>').format(name, words)

    def _list(self, lines: Sequence[str]) -> Markup:
        items: list[list[str]] = []
        for line in lines:
            begins = _ITEM.match(line)
            if begins:
                items.append([line[begins.end() :]])
            else:
                items[-1].append(line)
        made = Markup("\n").join(Markup("<li>{}</li>").format(self._item(item)) for item in items)
        if lines[0].startswith("*"):
            return Markup("<ul>\n{}\n</ul>").format(made)
        return Markup("<ol>\n{}\n</ol>").format(made)

    def _item(self, lines: Sequence[str]) -> Markup:
        indents = [len(line) - len(line.lstrip()) for line in lines[1:] if line.strip()]
        by = min(indents, default=0)
        inner = list(self._blocks([lines[0], *(line[by:] for line in lines[1:])]))
        alone = len(inner) == 1 and inner[0].startswith("<p>")
        # A slice of markup is markup, too.
        return inner[0][3:-4] if alone else Markup("\n").join(inner)

    def _indented(self, lines: Sequence[str]) -> Markup:
        """Convert an indented block: a list of words with their meanings, or a literal example."""
        by = min(len(line) - len(line.lstrip()) for line in lines if line.strip())
        lines = [line[by:] for line in lines]
        if _ITEM.match(lines[0]):
            return self._list(lines)
        if (term := _TERM.match(lines[0])) and not any(line.startswith(" ") for line in lines):
            meaning = " ".join([lines[0][term.end() :], *lines[1:]])
            return Markup('<dl class="terms">\n<dt>{}</dt>\n<dd>{}</dd>\n</dl>').format(
                self._term(term[1]), self._words(meaning)
            )
        is_glossary = not lines[0].startswith(" ") and any(
            after.startswith(" " * _INDENT) and not before.startswith((" ", ">")) and before
            for before, after in pairwise(lines)
        )
        if is_glossary and not any(line.startswith(">") for line in lines):
            return self._glossary(lines)
        return self._literal(lines)

    def _literal(self, lines: Sequence[str]) -> Markup:
        return Markup('<pre class="typed">{}</pre>').format("\n".join(lines).strip("\n"))

    def _glossary(self, lines: Sequence[str]) -> Markup:
        pieces: list[Markup] = []
        meaning: list[str] = []
        for line in [*lines, "end"]:
            if line.startswith(" ") or not line.strip():
                meaning.append(line.strip())
                continue
            if any(meaning):
                pieces.append(Markup("<dd>{}</dd>").format(self._words(" ".join(filter(None, meaning)))))
            meaning = []
            pieces.append(Markup("<dt>{}</dt>").format(self._term(line)))
        return Markup('<dl class="terms">\n{}\n</dl>').format(Markup("\n").join(pieces[:-1]))

    def _term(self, words: str) -> Markup:
        if _REFERENCE.search(words):
            return self._words(words)
        if subject := leads_to(words, self._subjects, self._is_list):
            return self._link(subject, words)
        return Markup("<code>{}</code>").format(words)

    def _words(self, words: str) -> Markup:
        pieces = []
        end = 0
        for found in _REFERENCE.finditer(words):
            subject = self._subject(found[1])
            if subject is not None:
                length = found.start(1) + len(subject)
                pieces += [escape(words[end : found.start()]), self._link(subject, words[found.start() : length])]
                end = length
        return Markup("").join([*pieces, escape(words[end:])])

    def _subject(self, words: str) -> str | None:
        return next((each for each in (words, words.partition(" ")[0]) if each in self._subjects), None)

    def _link(self, subject: str, words: str) -> Markup:
        return Markup('<a href="/help/{}">{}</a>').format(subject.replace(" ", "-"), words)

    def _diagram(self, diagram: Diagram) -> Markup:
        return Markup('<pre tabindex="0">{}</pre>').format(diagram.text.strip("\n"))


def _end_of_list(lines: Sequence[str], at: int) -> int:
    end = at + 1
    while end < len(lines):
        line = lines[end]
        follows = next((later for later in lines[end:] if later.strip()), "")
        is_more = line.startswith("  ") or _ITEM.match(line)
        if not is_more and not (not line.strip() and (follows.startswith("  ") or _ITEM.match(follows))):
            break
        end += 1
    return end


def _end_of_indented(lines: Sequence[str], at: int) -> int:
    """The end of an indented block; a list of words may contain blank lines."""
    end = at
    while end < len(lines):
        if not lines[end].strip():
            follows = next((later for later in lines[end:] if later.strip()), "")
            if not (follows.startswith(" ") and follows.strip()[:1] == "-"):
                break
        elif not lines[end].startswith(" "):
            break
        end += 1
    return end
