"""The operator's tools, `pbmserv admin …` and `pbmserv db …`: what a mail cannot ask for.

All that is changed goes through the post office and the same rules as what players do.
"""
