"""A sentence with its values: what games, refusals and letters say."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping, Sequence
from functools import cache
from typing import Any, Protocol, Self, TypeAlias

SEAT_LETTERS = "ABCDEF"
"""The names of seats in games that have no others."""


class Message(str):
    """A sentence and what it was made from: a text with names in braces, and a value for each name.

    It is the English sentence, so whatever reads text reads it. `text` is the same whatever the values are:
    a catalog of another language has a translation for it. Without values it is the sentence itself, braces and all.

    >>> Message("{player} has captured {pairs} pairs.", player="Black", pairs=5)
    'Black has captured 5 pairs.'

    Values are numbers, texts that are the same in every language (places, cards, names of players, what was typed),
    messages for words that are not, things `listed`, or objects whose `str` is their English name (a date).
    """

    __slots__ = ("text", "values")

    text: str
    values: dict[str, Any]

    def __new__(cls, text: str, /, **values: Any) -> Self:
        if not values and isinstance(text, cls):
            return text
        message = str.__new__(cls, text.format_map(values) if values else text)
        message.text = text
        message.values = values
        return message

    def __getnewargs_ex__(self) -> tuple[tuple[str], dict[str, Any]]:
        return (self.text,), self.values

    def with_values(self, **values: Any) -> Message:
        """The same sentence with other values for some of its names."""
        return Message(self.text, **{**self.values, **values})


class Counted(Message):
    """A message about a number of things, with the texts for one and for many: other languages have other numbers."""

    __slots__ = ("many", "one")

    one: str
    many: str

    @classmethod
    def of(cls, one: str, many: str, values: Mapping[str, Any]) -> Self:
        message = cls(one if values["count"] == 1 else many, **values)
        message.one, message.many = one, many
        return message

    def with_values(self, **values: Any) -> Message:
        return Counted.of(self.one, self.many, {**self.values, **values})


class InContext(Message):
    """A word that means something else in other games: a king of draughts is no king of chess in other languages."""

    __slots__ = ("context",)

    context: str

    def with_values(self, **values: Any) -> Message:
        return in_context(self.text, self.context, **{**self.values, **values})


def in_context(text: str, context: str, /, **values: Any) -> InContext:
    """A word in the sense that it has in this context, which is told to translators, or a text with one."""
    word = InContext(text, **values)
    word.context = context
    return word


class NameOfParameter(InContext):
    """The name of a parameter. It is typed in English, so without a translation it stands in English."""

    __slots__ = ()

    @classmethod
    def of(cls, name: str) -> Self:
        named = cls(name.replace("_", " "))
        named.context = "parameters"
        return named


class Seats(Message):
    """Seats as a game calls them: `Player B`, `players A and C`. Letters tell their players instead."""

    __slots__ = ("seats",)

    seats: tuple[int, ...]

    @classmethod
    def called(cls, seats: Sequence[int], text: str, **values: Any) -> Self:
        named = cls(text, **values)
        named.seats = tuple(seats)
        return named


Say: TypeAlias = Callable[[str], str]
"""What says a message, drawing or word of ours in the language in which is written; other words stay as they are."""


class Drawn(str):
    """A drawing in characters with words in it: columns are as wide as its words are in the reader's language.

    It is the English drawing, and draws itself anew where another language is written. It can be kept for readers of
    all languages.
    """

    __slots__ = ("draw",)

    draw: Callable[[Say], str]

    @classmethod
    def by(cls, draw: Callable[[Say], str]) -> Self:
        """What this draws, which is given what says the words."""
        drawing = cls(draw(str))
        drawing.draw = draw
        return drawing

    def __reduce__(self) -> tuple[type[str], tuple[str]]:
        # What draws goes no further than the process.
        return str, (str(self),)


class Listed(str):
    """Things in a row: `between` stands between them, `last` before the last one."""

    __slots__ = ("between", "items", "last")

    items: tuple[object, ...]
    last: str
    between: str

    def __new__(cls, items: Sequence[object], between: str, last: str) -> Self:
        *most, end = map(str, items)
        row = str.__new__(cls, f"{between.join(most)}{last}{end}" if most else end)
        row.items, row.between, row.last = tuple(items), between, last
        return row

    def __getnewargs__(self) -> tuple[Sequence[object], str, str]:  # type: ignore[override]
        return self.items, self.between, self.last


def counted(one: str, many: str, count: int, /, **values: Any) -> Message:
    """A message about `count` things: `one` or `many` is its text, `{count}` a name in both.

    >>> counted("{count} move is left.", "{count} moves are left.", 1)
    '1 move is left.'
    """
    return Counted.of(one, many, {"count": count, **values})


def listed(words: Sequence[object], last: str = "and") -> str:
    """Things in a row: `A`, `A and B`, `A, B and C`."""
    return Listed(words, ", ", f" {last} ")


def of_messages(text: str) -> str:
    """A text of ours that may be a message, made of several, or drawn; if it is plain, a message without values."""
    return text if isinstance(text, (Message, Listed, Drawn)) else Message(text)


def in_a_row(*words: object) -> Listed:
    """Words with commas between them: `d4, White's king, last move`."""
    return Listed(words, ", ", ", ")


def way_of(names: Sequence[str]) -> str:
    """From one place to the next: `g8 to f6`."""
    way, *others = names
    for name in others:
        way = Message("{start} to {end}", start=way, end=name)
    return way


def lines_of(*lines: str) -> str:
    """Lines below each other; empty ones are left out."""
    return Listed([*filter(None, lines)] or [""], "\n", "\n")


def added(terms: Sequence[object]) -> str:
    """Terms of a sum: `40 for a bridge + 3`."""
    return Listed(terms, " + ", " + ")


def one_by_one(things: Sequence[str]) -> str:
    """Things with blanks between them: `alice bob`."""
    return Listed(things, " ", " ") if things else ""


def in_lines(text: str, things: Sequence[str], width: int, **values: Any) -> tuple[Message, ...]:
    """A line that ends with `{things}`, as many as fit; the others follow in lines of their own."""
    whole = Message(text, things=" ".join(things), **values)
    if len(whole) <= width:
        return (whole,)
    fitting = len(things)
    while fitting > 1 and len(Message(text, things=" ".join(things[:fitting]), **values)) > width:
        fitting -= 1
    first = Message(text, things=" ".join(things[:fitting]), **values)
    return first, *in_lines("{things}", things[fitting:], width)


def in_turn(*messages: str) -> str:
    """Whole sentences, one after the other; empty ones are left out."""
    first, *others = [*filter(None, messages)] or [""]
    for other in others:
        first = Message("{first} {next}", first=of_messages(first), next=of_messages(other))
    return first


@cache
def player(seat: int) -> Seats:
    """`Player B`, at the beginning of a sentence."""
    return Seats.called((seat,), "Player {letter}", letter=SEAT_LETTERS[seat])


@cache
def the_player(seat: int) -> Seats:
    """`player B`, within a sentence."""
    return Seats.called((seat,), "player {letter}", letter=SEAT_LETTERS[seat])


@cache
def letter(seat: int) -> Seats:
    """`B`, where a letter stands for the player who has the seat."""
    return Seats.called((seat,), "{letter}", letter=SEAT_LETTERS[seat])


def players(seats: Sequence[int], between: str = ", ") -> Seats:
    """`Players A and C`, at the beginning of a sentence."""
    return Seats.called(seats, "Players {letters}", letters=_letters(seats, between))


def the_players(seats: Sequence[int]) -> Seats:
    """`players A and C`, within a sentence."""
    return Seats.called(seats, "players {letters}", letters=_letters(seats))


def _letters(seats: Sequence[int], between: str = ", ") -> Listed:
    return Listed([SEAT_LETTERS[seat] for seat in seats], between, " and ")


BLACK, WHITE, RED, BLUE = Message("Black"), Message("White"), Message("Red"), Message("Blue")


class Titled(Protocol):
    @property
    def title(self) -> str:
        """The player who has a seat, with its name: `bob (B)`."""
        ...


def for_players(words: str, seats: Sequence[Titled]) -> str:
    """The same with players instead of seats: `Player B passes.` becomes `bob (B) passes.`

    A seat with a name of its own, such as `Dot`, keeps that.
    """

    changed: str = _changed(words, lambda named: _called(named, [seats[number].title for number in named.seats]))
    return changed


def with_players(words: Any, players: Mapping[str, str]) -> Any:
    """The same with players instead of seats with these names: `West takes it.` becomes `bob takes it.`"""
    if isinstance(words, Seats):
        called = [players[name] for seat in words.seats if (name := SEAT_LETTERS[seat]) in players]
        return _called(words, called) if len(called) == len(words.seats) else words
    if isinstance(words, Message) and words.values:
        return words.with_values(**{name: with_players(each, players) for name, each in words.values.items()})
    if isinstance(words, Listed):
        return Listed([with_players(each, players) for each in words.items], words.between, words.last)
    return players.get(words, words) if isinstance(words, str) else words


def _called(named: Seats, titles: Sequence[str]) -> str:
    letters = named.values.get("letters")
    return Listed(titles, letters.between, letters.last) if letters else titles[0]


def _changed(value: Any, change: Callable[[Seats], str]) -> Any:
    """A value in which all seats are changed; the same object if there are none."""
    if isinstance(value, Seats):
        return change(value)
    if not _has_seats(value):
        return value
    if isinstance(value, Message):
        return value.with_values(**{name: _changed(each, change) for name, each in value.values.items()})
    return Listed([_changed(each, change) for each in value.items], value.between, value.last)


def _has_seats(value: Any) -> bool:
    if isinstance(value, Seats):
        return True
    parts = value.values.values() if isinstance(value, Message) else value.items if isinstance(value, Listed) else ()
    return any(map(_has_seats, parts))


def with_each(words: Any, change: Callable[[Any], Any]) -> Any:
    """A message, or things in a row, in which every value that is neither has been changed; itself if none has."""
    if isinstance(words, Message):
        values = {name: with_each(value, change) for name, value in words.values.items()}
        return (
            words
            if all(values[name] is value for name, value in words.values.items())
            else words.with_values(**values)
        )
    if isinstance(words, Listed):
        items = [with_each(each, change) for each in words.items]
        same = all(new is old for new, old in zip(items, words.items, strict=True))
        return words if same else Listed(items, words.between, words.last)
    return change(words)


def has_text(words: object, texts: Container[str]) -> bool:
    """Whether a message, or one that it is made of, has one of these texts."""
    if isinstance(words, Message):
        return words.text in texts or any(has_text(each, texts) for each in words.values.values())
    return isinstance(words, Listed) and any(has_text(each, texts) for each in words.items)


def text_of(words: str) -> str:
    """The text of a message; a plain text is its own."""
    return words.text if isinstance(words, Message) else str(words)


def values_of(words: str) -> dict[str, Any]:
    """The values of a message as JSON; none for a plain text."""
    return {name: words_dumped(value) for name, value in words.values.items()} if isinstance(words, Message) else {}


def message_of(text: str, values: Mapping[str, Any] | None) -> Message:
    """The message with this text and these values as JSON."""
    return Message(text, **{name: words_restored(value) for name, value in (values or {}).items()})


def words_dumped(value: Any) -> Any:
    """A message, or a value of one, as JSON."""
    if isinstance(value, Message):
        more: dict[str, Any] = {"seats": list(value.seats)} if isinstance(value, Seats) else {}
        if isinstance(value, Counted):
            more = {"one": value.one, "many": value.many}
        elif isinstance(value, InContext):
            more = {"context": value.context}
        return {"text": value.text, "values": values_of(value), **more}
    if isinstance(value, Listed):
        return {"items": [words_dumped(each) for each in value.items], "between": value.between, "last": value.last}
    return value if isinstance(value, int) else str(value)


def words_restored(value: Any) -> Any:
    """What was dumped. Older versions stored sentences only."""
    if not isinstance(value, dict):
        return value
    if "items" in value:
        return Listed([words_restored(each) for each in value["items"]], value["between"], value["last"])
    values = {name: words_restored(each) for name, each in value["values"].items()}
    if "one" in value:
        return Counted.of(value["one"], value["many"], values)
    if "context" in value:
        return in_context(value["text"], value["context"], **values)
    if "seats" in value:
        return Seats.called(value["seats"], value["text"], **values)
    return Message(value["text"], **values)
