"""What a guest may do, who plays against bots before they have signed up: how much, how long, with which bots."""

from __future__ import annotations

from datetime import timedelta

PREFIX = "guest-"
"""The reserved prefix of guests' names."""

KEPT = timedelta(days=1)
"""How long a guest is kept, with all that is theirs."""

MOST = 1000
"""The maximum number of guests at the same time."""

IDLE = timedelta(hours=1)
"""After how long without a move a guest makes way for another where there are too many."""

MOST_BOARDS = 20
"""The maximum number of boards that one guest begins."""

MOST_JOBS = 100
"""How many jobs of bots may wait for guests when one begins a board."""

LEVELS = ("easy", "medium")
"""The levels that guests choose among: those that think for a moment only."""
