"""Shogi and its small form, minishogi."""
