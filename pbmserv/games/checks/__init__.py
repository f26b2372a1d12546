"""The checks of the conformance kit, `pbmserv.games.testing`."""
