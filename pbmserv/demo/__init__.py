"""`pbmserv demo`: two players and boards of every game for two."""
