"""What people write when they are asked yes or no, one module for each language or a few near each other."""
