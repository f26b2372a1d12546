"""Even-Odd, a Trioker game: `tiles` and `boards` by the source, `rules`, `words`, and the `game` itself."""

from pbmserv.games.pairimpair.game import PairImpair

__all__ = ["PairImpair"]
