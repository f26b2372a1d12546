"""Pure rules: the contract (`base`), the catalogue of installed games, and one module or package for each game."""
