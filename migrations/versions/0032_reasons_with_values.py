"""reasons of results as a text and its values, so that they can be told in another language later

Reasons that were stored as sentences stay so.
"""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0032"
down_revision = "0031"
branch_labels = None
depends_on = None

BOARDS = sa.table(
    "boards",
    sa.column("id"),
    sa.column("game"),
    sa.column("moves_made"),
    sa.column("position", sa.JSON()),
    sa.column("reason", sa.Text()),
    sa.column("reason_values", sa.JSON(none_as_null=True)),
)
WITH_PRELUDE = ("trioker", "trioker-line", "triominoes")


def upgrade() -> None:
    op.add_column("boards", sa.Column("reason_values", sa.JSON()))


def downgrade() -> None:
    stored = sa.select(BOARDS).where(BOARDS.c.reason.is_not(None), BOARDS.c.reason_values.is_not(None))
    for row in op.get_bind().execute(stored).all():
        sentence = _sentence(row.reason, row.reason_values)
        op.get_bind().execute(sa.update(BOARDS).where(BOARDS.c.id == row.id).values(reason=sentence))
    op.drop_column("boards", "reason_values")
    # So are the sentences about the start of a board on which nobody has moved.
    begun = sa.select(BOARDS.c.id, BOARDS.c.position).where(BOARDS.c.game.in_(WITH_PRELUDE), BOARDS.c.moves_made == 0)
    for row in op.get_bind().execute(begun).all():
        prelude = [str(_words(each)) for each in row.position["prelude"]]
        changed = {**row.position, "prelude": prelude}
        op.get_bind().execute(sa.update(BOARDS).where(BOARDS.c.id == row.id).values(position=changed))


def _sentence(text: str, values: dict[str, Any]) -> str:
    return text.format_map({name: _words(value) for name, value in values.items()}) if values else text


def _words(value: Any) -> Any:
    if not isinstance(value, dict):
        return value
    if "items" in value:
        *most, end = [str(_words(item)) for item in value["items"]]
        return f"{value['between'].join(most)}{value['last']}{end}" if most else end
    return _sentence(value["text"], value["values"])
