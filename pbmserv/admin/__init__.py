"""The operator's tools, `pbmserv admin …` and `pbmserv db …`.

Every change goes through the post office, by the same rules as players' actions.
"""
