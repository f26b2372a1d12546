"""Operator's actions: players, boards, tournaments, imports."""
