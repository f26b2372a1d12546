"""Even-Odd, a Trioker game: `tiles` and `boards` by the source, `rules`, `words` for letters, and the `game`."""

from pbmserv.games.pairimpair.game import PairImpair

__all__ = ["PairImpair"]
