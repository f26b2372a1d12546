"""Pictures of boards as SVG, PNG and words; games describe them by `pbmserv.games.picture`."""
