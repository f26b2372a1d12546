"""what the operator did, as a text and its values, so that it can be told in another language later

What was stored as a sentence stays so.
"""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0036"
down_revision = "0035"
branch_labels = None
depends_on = None

TABLES = ("interventions", "season_news")


def upgrade() -> None:
    for name in TABLES:
        op.add_column(name, sa.Column("what_values", sa.JSON()))


def downgrade() -> None:
    for name in TABLES:
        columns = (
            sa.column("id"),
            sa.column("what", sa.Text()),
            sa.column("what_values", sa.JSON(none_as_null=True)),
        )
        told = sa.table(name, *columns)
        for row in op.get_bind().execute(sa.select(told).where(told.c.what_values.is_not(None))).all():
            sentence = _sentence(row.what, row.what_values)
            op.get_bind().execute(sa.update(told).where(told.c.id == row.id).values(what=sentence))
        op.drop_column(name, "what_values")


def _sentence(text: str, values: dict[str, Any]) -> str:
    return text.format_map({name: _words(value) for name, value in values.items()}) if values else text


def _words(value: Any) -> Any:
    if not isinstance(value, dict):
        return value
    if "items" in value:
        *most, end = [str(_words(item)) for item in value["items"]]
        return f"{value['between'].join(most)}{value['last']}{end}" if most else end
    return _sentence(value["text"], value["values"])
