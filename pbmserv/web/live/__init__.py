"""Events: who has a page or a program open is told at once that a board has changed."""
