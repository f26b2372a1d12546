"""A picture in words, for those who do not see it: what each place is and holds, a line each."""

from __future__ import annotations

from pbmserv.games.picture import Picture, Text, check_picture


def words_of(picture: Picture) -> str:
    """What is on the picture, in the order in which it is drawn: its own words first, then those of each place.

    Of a picture without places, the lines of text that are on it. Raises `BadPicture`.
    """
    check_picture(picture)
    places = [shape.words for shape in picture.shapes if shape.words]
    lines = [picture.words, *(places or _texts(picture))]
    return "".join(f"{' '.join(line.split())}\n" for line in dict.fromkeys(lines) if line.strip())


def _texts(picture: Picture) -> list[str]:
    return [shape.form.text for shape in picture.shapes if isinstance(shape.form, Text)]
