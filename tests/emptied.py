"""A database of PostgreSQL that one test after the other gets as if it were fresh."""

from __future__ import annotations

import time

from psycopg.sql import SQL, Composable, Identifier, Literal
from sqlalchemy import NullPool, create_engine, text

AS_IT_WAS_MADE = """
WITH ours AS (SELECT * , xmin AS x, ctid AS t FROM pg_class WHERE relnamespace = 'public'::regnamespace)
SELECT md5(string_agg(what, ',' ORDER BY what)) FROM (
  SELECT concat('table ', x, t) AS what FROM ours
  UNION ALL SELECT concat('column ', a.xmin, a.ctid) FROM pg_attribute AS a JOIN ours ON ours.oid = attrelid
  UNION ALL SELECT concat('constraint ', k.xmin, k.ctid) FROM pg_constraint AS k JOIN ours ON ours.oid = conrelid
  UNION ALL SELECT concat('setting ', setconfig) FROM pg_db_role_setting JOIN pg_database AS d ON d.oid = setdatabase
    WHERE datname = current_database()
  UNION ALL SELECT concat('analysed ', starelid) FROM pg_statistic JOIN ours ON ours.oid = starelid
  UNION ALL SELECT concat('large ', relname) FROM ours WHERE reltuples >= 0 OR pg_relation_size(oid) > 200000
) AS everything
"""
"""Changes with tables and settings, with what the planner knows of them, and where a table has grown large."""
OTHERS = """
SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
WHERE datname = current_database() AND pid <> pg_backend_pid()
"""
"""Ends all other connections; 0 once there are none."""
SEQUENCES = "SELECT sequencename, coalesce(last_value, start_value), last_value IS NOT NULL FROM pg_sequences"
INSERT = "INSERT INTO {0} OVERRIDING SYSTEM VALUE SELECT * FROM json_populate_recordset(NULL::{0}, {1})"


class Emptied:
    """A copy of the template. What a test leaves there is deleted, in a small part of the time of a new copy."""

    def __init__(self, url: str) -> None:
        self.url = url
        self._engine = create_engine(url, isolation_level="AUTOCOMMIT", poolclass=NullPool)
        with self._engine.connect() as connection:
            self._made = connection.scalar(text(AS_IT_WAS_MADE))
            tables = connection.scalars(text("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")).all()
            back: list[Composable] = [SQL("SET session_replication_role = replica")]  # no foreign keys, no triggers
            back += [SQL("DELETE FROM {}").format(Identifier(each)) for each in tables]
            for each in tables:
                rows = connection.scalar(text(f'SELECT json_agg(r)::text FROM "{each}" AS r'))  # noqa: S608
                if rows:
                    back.append(SQL(INSERT).format(Identifier(each), Literal(rows)))
            for row in connection.execute(text(SEQUENCES)):
                back.append(SQL("SELECT setval({}, {}, {})").format(*map(Literal, row)))
            back.append(SQL("RESET session_replication_role"))
            self._back = text(SQL("; ").join(back).as_string().replace(":", r"\:"))

    def empty(self) -> bool:
        """Delete what there is more than in the template; False if more than rows has changed."""
        with self._engine.connect() as connection:
            while connection.scalar(text(OTHERS)):
                time.sleep(0.002)
            if connection.scalar(text(AS_IT_WAS_MADE)) != self._made:
                return False
            connection.execute(self._back)
            return True
