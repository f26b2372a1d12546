from pbmserv.games.triominoes.game import Triominoes

__all__ = ["Triominoes"]
