from pbmserv.games.trioker_line.game import TriokerLine

__all__ = ["TriokerLine"]
