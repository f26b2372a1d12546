"""Starting games: challenges, open challenges, invitations, rematches, seeking; and substitutes."""
