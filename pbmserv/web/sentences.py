"""Sentences in the templates of pages: `{% trans %}` and `_()`, as Jinja's i18n extension has them.

They are put in another language when a template is compiled, so an English page costs what it would without them:

    <p>{% trans player=who.userid %}{{ player }} plays on no board now.{% endtrans %}</p>
    {{ field("code", _("Code")) }}

In the catalog stands `{player} plays on no board now.`, as what Python says (`pbmserv/games/message.py`). There are
forms for numbers by CLDR: `{% trans count=n %}{{ count }} move{% pluralize %}{{ count }} moves{% endtrans %}`, and in
expressions `counted("{count} move", "{count} moves", n)`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from jinja2 import Environment, nodes
from jinja2.compiler import CodeGenerator, Frame
from jinja2.visitor import NodeTransformer

from pbmserv.locale.catalogs import UNTRANSLATED, Compiled, says_something

_TEXTS = {"gettext": 1, "ngettext": 2, "_": 1, "counted": 2}
"""How many texts a sentence has: of a tag, of one with `{% pluralize %}`, and the same in expressions."""
_IN_EXPRESSIONS = {"_", "counted"}
_PRINTF = re.compile(r"%\((\w+)\)s|%%")
_NAME = re.compile(r"\{(\w+)\}")


class WithSentences(Environment):
    """An environment whose templates say their sentences in one language; without a catalog, in English."""

    def __init__(self, catalog: Compiled | None = None, **options: Any) -> None:
        super().__init__(extensions=["jinja2.ext.i18n"], **options)
        self.newstyle_gettext = True
        self.policies["ext.i18n.trimmed"] = True
        self.catalog = catalog


class _Sentence(NamedTuple):
    texts: tuple[str, ...]
    """The English: one text, or one for one and one for many."""
    values: dict[str, nodes.Expr]
    number: nodes.Expr | None
    is_html: bool
    """Words of a tag may have HTML in them; those in expressions are escaped."""

    @classmethod
    def of(cls, node: nodes.Node) -> _Sentence | None:
        if not isinstance(node, nodes.Call) or not isinstance(node.node, nodes.Name) or node.node.name not in _TEXTS:
            return None
        maker = node.node.name
        most, is_html = _TEXTS[maker], maker not in _IN_EXPRESSIONS
        texts = [each.value for each in node.args[:most] if isinstance(each, nodes.Const)]
        if is_html:
            texts = [_PRINTF.sub(lambda sign: f"{{{sign[1]}}}" if sign[1] else "%", text) for text in texts]
        values = {value.key: value.value for value in node.kwargs}
        number = node.args[most] if most == 2 else None
        if number is not None:
            values.setdefault("count", number)
        return cls(tuple(texts), values, number, is_html)


def sentences_in(template: nodes.Template) -> Iterator[tuple[str, str]]:
    """The sentences of a parsed template, each with its text for many things, or an empty one."""
    for call in template.find_all(nodes.Call):
        if sentence := _Sentence.of(call):
            yield sentence.texts[0], "".join(sentence.texts[1:])


class _Saying(NodeTransformer):
    """Puts the words of a language in the place of sentences."""

    def __init__(self, catalog: Compiled | None) -> None:
        self._catalog = catalog

    def visit_Output(self, node: nodes.Output) -> nodes.Node:  # noqa: N802 - Jinja's name
        said: list[nodes.Expr] = []
        for child in node.nodes:
            sentence = _Sentence.of(child)
            if sentence and sentence.number and len(node.nodes) == 1:
                return self._output_by_number(sentence)
            said += (
                self._parts(sentence, self._forms(sentence)[0])
                if sentence and not sentence.number
                else [self.visit(child)]
            )
        node.nodes = said
        return node

    def visit_Call(self, node: nodes.Call) -> nodes.Node:  # noqa: N802 - Jinja's name
        sentence = _Sentence.of(node)
        if sentence is None:
            return self.generic_visit(node)
        *others, last = self._forms(sentence)
        said = self._joined(self._parts(sentence, last))
        for form, text in reversed([*enumerate(others)]):
            said = nodes.CondExpr(self._is_of(sentence, form), self._joined(self._parts(sentence, text)), said)
        return said

    def _output_by_number(self, sentence: _Sentence) -> nodes.Node:
        *others, last = self._forms(sentence)
        said: nodes.Node = nodes.Output(self._parts(sentence, last))
        for form, text in reversed([*enumerate(others)]):
            said = nodes.If(self._is_of(sentence, form), [nodes.Output(self._parts(sentence, text))], [], [said])
        return said

    def _forms(self, sentence: _Sentence) -> Sequence[str]:
        """The text, or its forms for numbers: two in English, else as many as the language has."""
        catalog, english = self._catalog, sentence.texts[0]
        if catalog is None or not says_something(english) or catalog.reads_the_same(english):
            return sentence.texts
        forms = catalog.forms(english) if sentence.number else [catalog.gettext(english)]
        return forms if forms and forms[0] != english else [f"{UNTRANSLATED}{text}" for text in sentence.texts]

    def _is_of(self, sentence: _Sentence, form: int) -> nodes.Expr:
        """Whether the number has a form."""
        which = nodes.Filter(self.visit(sentence.values["count"]), "form_for", [], [], None, None)
        return nodes.Compare(which, [nodes.Operand("eq", nodes.Const(form))])

    def _parts(self, sentence: _Sentence, text: str) -> list[nodes.Expr]:
        """The words of a sentence and its values, in turn."""
        words = nodes.TemplateData if sentence.is_html else nodes.Const
        if not sentence.values:
            return [words(text)]
        split = [(number % 2 == 1, part) for number, part in enumerate(_NAME.split(text)) if part]
        return [self.visit(sentence.values[part]) if is_name else words(part) for is_name, part in split]

    def _joined(self, parts: Sequence[nodes.Expr]) -> nodes.Expr:
        if len(parts) == 1:
            return parts[0]
        return nodes.Concat([part if isinstance(part, nodes.Const) else self._translated(part) for part in parts])

    def _translated(self, value: nodes.Expr) -> nodes.Expr:
        return value if self._catalog is None else nodes.Filter(value, "said", [], [], None, None)


class _SaysSentences(CodeGenerator):
    environment: WithSentences

    def visit_Template(self, node: nodes.Template, frame: Frame | None = None) -> None:  # noqa: N802 - Jinja's name
        said = _Saying(self.environment.catalog).visit(node)
        said.set_environment(self.environment)
        super().visit_Template(said, frame)


WithSentences.code_generator_class = _SaysSentences
