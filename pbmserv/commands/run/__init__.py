"""From a line of text to a command carried out, and what is told of one that was refused."""
