"""Pictures of boards as SVG, PNG and words. What is on them says each game: `pbmserv.games.picture`."""
