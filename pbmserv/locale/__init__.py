"""What letters say in other languages: a folder for each, and how its sentences are found."""
