"""Messages in templates: `{{ message("{player} resigns.", player=player) }}`.

The texts are constants, so a catalog can be made of them. What comes of a message is its sentence.
"""

from __future__ import annotations

from typing import Any

from jinja2 import Environment, nodes
from jinja2.compiler import CodeGenerator, Frame

from pbmserv.games.message import Counted
from pbmserv.locale.catalogs import sentence, spoken, translated


def message(text: str, /, **values: Any) -> str:
    """The sentence of a text with names in braces, and a value for each name."""
    catalog = spoken()
    return text.format_map(values) if catalog is None else sentence(catalog, text, values)


def counted(one: str, many: str, count: int, /, **values: Any) -> str:
    """The sentence of `one` or `many`, in which `{count}` is a name."""
    if spoken() is None:
        return (one if count == 1 else many).format_map({"count": count, **values})
    return str(translated(Counted.of(one, many, {"count": count, **values})))


_MAKERS = frozenset({message.__name__, counted.__name__})


class _CallsDirectly(CodeGenerator):
    """Compiles messages to plain calls. `Context.call`, by which templates call, takes longer than they do."""

    def visit_Call(  # noqa: N802 - Jinja's name
        self, node: nodes.Call, frame: Frame, forward_caller: bool = False
    ) -> None:
        if not isinstance(node.node, nodes.Name) or node.node.name not in _MAKERS:
            super().visit_Call(node, frame, forward_caller=forward_caller)
            return
        self.visit(node.node, frame)
        self.write("(")
        for argument in node.args:
            self.visit(argument, frame)
            self.write(", ")
        for value in node.kwargs:
            self.write(f"{value.key}=")
            self.visit(value.value, frame)
            self.write(", ")
        self.write(")")


class WithMessages(Environment):
    """An environment whose templates say messages."""

    code_generator_class = _CallsDirectly
