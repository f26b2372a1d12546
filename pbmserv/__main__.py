"""`python -m pbmserv` is `pbmserv`."""

from pbmserv.cli import main

main()
