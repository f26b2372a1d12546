"""How games begin: challenges, open challenges, invitations, rematches, seeking; and who takes over a seat."""
