"""Pure rules: the contract (`base`), the catalogue, and a module or package for each game."""
