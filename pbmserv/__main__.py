"""`python -m pbmserv` runs `pbmserv`."""

from pbmserv.cli import main

main()
