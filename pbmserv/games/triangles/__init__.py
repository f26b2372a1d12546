"""What the games on the triangular lattice share: the lattice itself and a canvas of characters to draw it on."""
