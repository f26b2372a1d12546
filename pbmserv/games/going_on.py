"""What `pbmserv.games.seat_changes` was called before; it goes in the next version."""

from pbmserv.games.old_names import names_of

__getattr__ = names_of(__name__, {"GoesOn": "SubstitutionRules"}, "pbmserv.games.seat_changes")
