"""The checks of `pbmserv.games.testing`."""
