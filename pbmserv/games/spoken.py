"""What `pbmserv.games.engine_notation` was called before; it goes in the next version."""

from pbmserv.games.old_names import names_of

__getattr__ = names_of(__name__, {"Spoken": "EngineNotation"}, "pbmserv.games.engine_notation")
