"""The JSON API for programs with a token; `operations` lists its operations."""
