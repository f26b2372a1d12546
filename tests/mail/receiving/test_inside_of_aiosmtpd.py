"""What the SMTP server uses of aiosmtpd beside what it promises: its next version may have it no more."""

from __future__ import annotations

import ast
import inspect
import re
from importlib.metadata import version

import pytest
from aiosmtpd.smtp import SMTP

from pbmserv.mail.receiving import smtp_server, smtp_session

INSIDE = [
    "_call_handler_hook",
    "_getaddr",
    "_reader",
    "_reset_timeout",
    "_set_post_data_state",
    "_set_rset_state",
    "_timeout_cb",
    "_tls_protocol",
]
MODULES = (smtp_server, smtp_session)


@pytest.mark.parametrize("name", INSIDE)
def test_what_the_smtp_server_uses_of_the_inside_of_aiosmtpd_is_there(name: str) -> None:
    is_there = re.search(rf"self\.{name}\b|def {name}\(", inspect.getsource(SMTP))

    assert is_there, (
        f"aiosmtpd {version('aiosmtpd')} has no SMTP.{name} any more: pbmserv/mail/receiving/smtp_session.py"
        " relies on it, and has to be changed before this version is allowed in pyproject.toml"
    )


def test_no_more_of_it_is_used_than_is_known() -> None:
    nodes = [node for module in MODULES for node in ast.walk(ast.parse(inspect.getsource(module)))]
    used = {node.attr for node in nodes if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load)}
    made = {node.attr for node in nodes if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store)}
    defined = {node.name for node in nodes if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)}
    in_aiosmtpd = {name for name in used | defined if name.startswith("_") and not name.startswith("__")}
    ours = {name for name in made | defined if not hasattr(SMTP, name)}

    assert sorted(in_aiosmtpd - ours) == INSIDE
