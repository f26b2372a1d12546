"""The pure command language: words, argument types, command specs."""
