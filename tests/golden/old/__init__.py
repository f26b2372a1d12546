"""A full database as the code of 95d2eb8 left it, on SQLite and on PostgreSQL; `make` has made it, and tells how."""
