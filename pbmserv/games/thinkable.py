"""What `pbmserv.games.bot_hints` was called before; it goes in the next version."""

from pbmserv.games.old_names import names_of

__getattr__ = names_of(__name__, {"Thinkable": "BotHints"}, "pbmserv.games.bot_hints")
