from pbmserv.games.trioker_puzzle.game import TriokerPuzzle

__all__ = ["TriokerPuzzle"]
