"""Pictures as text, for readers who cannot see them."""

from __future__ import annotations

from pbmserv.games.picture import Picture, Text, check_picture


def words_of(picture: Picture) -> str:
    """A picture's own words, then each place and what it holds, a line each.

    For a picture without places, its lines of text. Raises `BadPicture`.
    """
    check_picture(picture)
    places = [shape.words for shape in picture.shapes if shape.words]
    lines = [picture.words, *(places or _texts(picture))]
    return "".join(f"{' '.join(line.split())}\n" for line in dict.fromkeys(lines) if line.strip())


def _texts(picture: Picture) -> list[str]:
    return [shape.form.text for shape in picture.shapes if isinstance(shape.form, Text)]
