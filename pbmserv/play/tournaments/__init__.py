"""Tournaments: who plays whom, in which seat, how a table comes about, and who plays in which division next. Pure."""
