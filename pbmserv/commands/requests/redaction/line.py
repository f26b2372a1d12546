"""What may be shown of one line: to who wrote it, and in the log."""

from __future__ import annotations

from collections.abc import Iterable

from pbmserv.commands.requests.context import Call
from pbmserv.commands.requests.redaction.known_words import KnownWords
from pbmserv.commands.requests.redaction.masking import holds, masked_in
from pbmserv.commands.requests.redaction.own_words import parts
from pbmserv.commands.requests.redaction.secrets import Redactor
from pbmserv.language.arguments import begun_by
from pbmserv.language.typed_line import TypedLine, as_typed, name_of
from pbmserv.language.words import MASK, Word, is_option
from pbmserv.storage.players import key_of

NOTHING = "(nothing that can be read)"
"""What is quoted of a line of which not even the words are known."""


class Quoting:
    """What may be shown of one line."""

    def __init__(self, call: Call, line: TypedLine) -> None:
        self._call = call
        self._line = line
        self._recognised = KnownWords(call, self._line)
        self._secrets = Redactor(call, self._line, self._recognised)

    @property
    def for_sender(self) -> str:
        """The line, for the letter to who wrote it."""
        names = [as_typed(word) for word in self._line.words[: self._line.names]]
        return " ".join([*names, *map(self._shown, self._line.rest)]) or NOTHING

    def for_log(self, done: bool = False) -> str:
        """The line, for the log and the outcome. Of what was `done`, all words but the secret ones are recognised."""
        if not self._line.words:
            return NOTHING
        if done:
            return " ".join(map(self._logged_as_done, self._line.words))
        names = [word.text for word in self._line.words[: self._line.names]]
        return " ".join([*names, *map(self._logged, self._line.rest)])

    def in_words(self, text: str, own: Iterable[str] = ()) -> str:
        """The words of a refusal, which may quote what was typed, with all that is secret masked.

        The server's own sentences stay: their words, and the texts of `own`. The sender's own address stays as well,
        since many a name is a part of it.
        """
        vocabulary = self._recognised.vocabulary
        secrets = [secret for secret in self._secrets.all if secret.lower() not in vocabulary]
        if not secrets or text == masked_in(text, secrets):
            return text
        address = self._call.credential.address
        own = [each for each in (*own, address) if each and not holds(each, self._secrets.placed)]
        said = parts(text, own, vocabulary)
        return "".join(part if is_own else masked_in(part, secrets) for part, is_own in said)

    def means_something(self, text: str) -> bool:
        """Whether a word is recognised wherever it stands: a word of the language, or the name of a player."""
        return text.lower() in self._recognised.vocabulary or key_of(text) in self._call.work.players.named([text])

    def shows(self, text: str) -> bool:
        """Whether a word that was typed is shown to who wrote it."""
        return not holds(text, self._secrets.all)

    @property
    def lacks_its_password(self) -> bool:
        """Whether a command is one word short, and the last one stands where the password should and is a move."""
        command = self._line.command
        return command is not None and self._secrets.is_a_move_in_its_place(command, self._line.plain)

    def _shown(self, word: Word) -> str:
        if self.shows(word.text):
            return as_typed(word)
        name, equals, value = word.text.partition("=")
        # The name of an option is shown, so that it is clear what is wrong with its value.
        return f"{name}={MASK}" if is_option(word) and equals and self.shows(name) and value else MASK

    def _logged(self, word: Word) -> str:
        if self._recognised.knows(word) and self.shows(word.text):
            return as_typed(word)
        if is_option(word) and begun_by(name_of(word), self._recognised.options(self._line.command)):
            return f"{word.text.partition('=')[0]}={MASK}"
        return MASK

    def _logged_as_done(self, word: Word) -> str:
        folded, known = word.text.lower(), self._recognised
        is_unknown = folded in known.taken_unseen and folded not in known.vocabulary and folded not in known.players
        return (
            MASK if is_unknown or known.is_private(word) or holds(word.text, self._secrets.placed) else as_typed(word)
        )
