"""What `pbmserv.games.file_formats` was called before; it goes in the next version."""

from pbmserv.games.old_names import names_of

__getattr__ = names_of(__name__, {"Filed": "FileFormats"}, "pbmserv.games.file_formats")
