"""MacMahon's triangles: tiles and `board`, and the `game` for the server."""

from pbmserv.games.macmahon.game import MacMahon

__all__ = ["MacMahon"]
