"""The operator's tools, `pbmserv admin …` and `pbmserv db …`: what cannot be asked for by mail.

Every change goes through the post office, and follows the same rules as what players do.
"""
