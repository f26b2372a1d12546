"""`pbmserv demo`: two players and a few boards of every game for two, to look around with."""
