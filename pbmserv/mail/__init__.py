"""Everything that comes by mail: how it is received, read, carried out and answered."""
