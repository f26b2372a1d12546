"""Parsing of a command's arguments, parameters and options by its spec."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from pbmserv.games.base import Ambiguous, Option, OptionValue, Unreadable, word_of_option
from pbmserv.games.message import Message
from pbmserv.language.command_spec import Argument, Claim, CommandSpec, ParsedArgs
from pbmserv.language.words import SHORTEST_PASSWORD, Misspelt, TypedLine, Word, either, is_option, short


def read(command: CommandSpec, line: TypedLine, parameters: Sequence[Option] = ()) -> ParsedArgs:
    """Parse the words after a command's name; `claim_in` finds the author.

    `parameters` are the game's options. Raises `Refusal`: too few or many arguments, an unknown option, a wrong type,
    a password repeated elsewhere.
    """
    plain = [word.text for word in line.plain]
    return _read(command, command.arguments_for(plain), plain, _options_in(line), parameters)


def read_fields(
    command: CommandSpec,
    arguments: Sequence[Argument],
    plain: Sequence[str],
    options: Mapping[str, str],
    typed: TypedLine,
    parameters: Sequence[Option],
) -> ParsedArgs:
    """The same for values that are known one by one, in the order of these arguments, and options by their names.

    Of `typed` only the options count: its other words are among the values.
    """
    of_command = {option.name for option in command.options}
    chosen = [_Typed("--" if name in of_command else "-", name, value) for name, value in options.items()]
    return _read(command, arguments, plain, [*chosen, *_options_in(typed)], parameters)


class _Typed(NamedTuple):
    dashes: str
    name: str
    value: str | None

    @classmethod
    def of(cls, word: Word) -> _Typed:
        name, equals, value = word.text.lstrip("-").partition("=")
        return cls("--" if word.text.startswith("--") else "-", name, value if equals else None)


def _options_in(line: TypedLine) -> list[_Typed]:
    return [_Typed.of(word) for word in line.rest if is_option(word)] if len(line.plain) < len(line.rest) else []


def _read(
    command: CommandSpec,
    arguments: Sequence[Argument],
    plain: Sequence[str],
    typed: Sequence[_Typed],
    parameters: Sequence[Option],
) -> ParsedArgs:
    known = parameters if command.takes_game_parameters else ()
    options = chosen = {}
    if typed:
        options = _read_options(command.options, [each for each in typed if each.dashes == "--"], "--", known)
        chosen = _read_options(known, [each for each in typed if each.dashes == "-"], "-", command.options)
    values = _read_arguments(arguments, plain)
    _refuse_a_password_elsewhere(arguments, plain)
    return ParsedArgs(
        values=values,
        parameters=chosen,
        options={option.name: options.get(option.name, option.default) for option in command.options},
        typed=frozenset(options),
    )


def claim_in(command: CommandSpec, plain: Sequence[Word]) -> Claim:
    """The claimed author and proof, in words that `read` has accepted."""
    arguments = zip(command.arguments_for([word.text for word in plain]), plain, strict=False)
    return Claim(*[word.text for argument, word in arguments if argument.authenticates])


def secret_places(command: CommandSpec, plain: Sequence[Word]) -> list[int]:
    """The indices, without options, of the places of passwords and codes."""
    arguments = command.arguments_for([word.text for word in plain[:1]])
    return [place for place, argument in enumerate(arguments[: len(plain)]) if argument.kind.secret]


def begun_by(written: str, options: Iterable[Option]) -> list[Option]:
    """The options with this name, or beginning with it."""
    folded = written.lower()
    begun = [option for option in options if option.name.startswith(folded)]
    return [option for option in begun if option.name == folded] or begun


def chosen_by(written: str, options: Iterable[Option]) -> Option | None:
    """The option that a choice alone identifies: `-belgian` for `-start=belgian`."""
    folded = written.lower()
    choosing = [option for option in options if folded in option.choices or folded in option.also]
    return choosing[0] if len(choosing) == 1 else None


def _read_options(
    known: Sequence[Option], typed: Iterable[_Typed], dashes: str, others: Sequence[Option]
) -> dict[str, OptionValue]:
    """The values of options by name; `others` have another number of dashes."""
    by_name = {option.name: option for option in known}
    values: dict[str, OptionValue] = {}
    for _, written, text in typed:
        if text is None and not begun_by(written, known) and (chosen := chosen_by(written, known)):
            written, text = chosen.name, written
        name = _name_of_option(written, text, known, dashes, others)
        if name in values:
            raise Misspelt(Message("{option} is given twice.", option=f"{dashes}{name}"))
        try:
            values[name] = by_name[name].read(text)
        except Unreadable as refusal:
            raise Misspelt(refusal.words.with_values(dashes=dashes)) from refusal
    return values


def _name_of_option(
    written: str, text: str | None, known: Sequence[Option], dashes: str, others: Sequence[Option]
) -> str:
    begun = [option.name for option in begun_by(written, known)]
    if len(begun) == 1:
        return begun[0]
    choices = [f"{dashes}{name}" for name in begun]
    if choices:
        raise Ambiguous(
            Message("{option} may mean {choices}.", option=f"{dashes}{short(written)}", choices=either(choices)),
            choices,
        )
    raise Misspelt(not_known(written, text, known, dashes, others))


def not_known(written: str, text: str | None, known: Sequence[Option], dashes: str, others: Sequence[Option]) -> str:
    other_dashes = "-" if dashes == "--" else "--"
    for option in begun_by(written, others)[:1]:
        example = f"{other_dashes}{option.name}={word_of_option(_value_meant(option, text))}"
        if other_dashes == "-":
            return Message(
                "{option} is written with one dash, for example {example}.", option=option.name, example=example
            )
        return Message(
            "{option} is written with two dashes, for example {example}.", option=option.name, example=example
        )
    typed, options = f"{dashes}{short(written)}", _listed(known, dashes)
    if len(known) == 1:
        form = known[0].expected
        return Message("{option} is not known: there is {known} ({form}).", option=typed, known=options, form=form)
    if known:
        return Message("{option} is not known: there are {known}.", option=typed, known=options)
    if not others:
        return Message(
            "{option} is not known: this command takes no options, so none of its words can begin with a dash.",
            option=typed,
        )
    options = _listed(others, other_dashes)
    if other_dashes == "-":
        return Message(
            "{option} is not known: there are none here. With one dash there are {others}.",
            option=typed,
            others=options,
        )
    return Message(
        "{option} is not known: there are none here. With two dashes there are {others}.",
        option=typed,
        others=options,
    )


def _value_meant(option: Option, text: str | None) -> OptionValue:
    try:
        return option.read(text)
    except Unreadable:
        return option.default


def _listed(options: Sequence[Option], dashes: str) -> str:
    return ", ".join(f"{dashes}{option.name}" for option in options)


def _read_arguments(arguments: Sequence[Argument], plain: Sequence[str]) -> dict[str, Any]:
    values: dict[str, Any] = {}
    rest = list(plain)
    for argument in arguments:
        if not rest:
            if argument.optional:
                break
            raise Misspelt(Message("The {noun} is missing.", noun=argument.kind.noun))
        if argument.repeated:
            if len(rest) > argument.most:
                raise Misspelt(
                    Message(
                        "At most {most} can be named at once, not {number}.", most=argument.most, number=len(rest)
                    )
                )
            values[argument.name] = argument.kind.read_all(rest)
            rest = []
            continue
        value = argument.kind.read(rest.pop(0))
        if not argument.authenticates:
            values[argument.name] = value
    if rest:
        raise Misspelt("There is more in this command than it takes.")
    return values


def _refuse_a_password_elsewhere(arguments: Sequence[Argument], plain: Sequence[str]) -> None:
    # What stands in the other places is quoted in letters, to others too: a move that cannot be read, for example.
    placed = zip(plain, arguments, strict=False)
    passwords = {text.lower() for text, each in placed if each.kind.secret and len(text) >= SHORTEST_PASSWORD}
    for number, text in enumerate(plain if passwords else ()):
        kind = arguments[min(number, len(arguments) - 1)].kind
        if kind.secret:
            continue
        folded, is_any_text = text.lower(), kind.one_of_many_words or kind.is_published
        if folded in passwords or (is_any_text and any(map(folded.__contains__, passwords))):
            raise Misspelt(Message("The password stands where the {noun} is expected, too.", noun=kind.noun))
