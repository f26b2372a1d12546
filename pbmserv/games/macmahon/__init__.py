"""MacMahon's triangles: tiles and `board`, and the `game` itself."""

from pbmserv.games.macmahon.game import MacMahon

__all__ = ["MacMahon"]
