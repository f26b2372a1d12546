"""Recognition of yes and no in what people write, in many languages.

A wrong yes costs a game, an unclear answer one more letter. So a yes counts only if everything in its line is known
to change nothing (`words_of_answers`), and nothing below it looks like a doubt.
"""

from __future__ import annotations

import re
import sys
import unicodedata
from collections.abc import Collection, Container, Iterable, Iterator, Sequence
from enum import Flag, auto
from functools import cache, partial
from itertools import dropwhile, takewhile
from typing import NamedTuple

from pbmserv.play import words_of_answers as written
from pbmserv.play.words_of_answers import KIND_SIGNS, LANGUAGES

YES, NO = "yes", "no"

MOST_WORDS = 30
_LONGEST = 500
"""Longer lines, in words or characters, are no answer to a question."""
_LONGEST_WISH_TO_STOP = 2_000
"""Whoever writes more characters says something else as well."""
MOST_PARAGRAPHS = 5
"""How many paragraphs below an answer are read."""
_MOST_LINES = 60
_BEGINNING = 4
"""How many words of a paragraph below an answer may doubt it; further on, they are about something else."""
_MOST_OF_A_GREETING = 4
_MOST_OF_A_SHORT_ANSWER = 3
_MOST_OF_A_SIGNATURE = 3
_LINES_OF_A_SIGNATURE = 8
"""How many lines of a text's end are looked at, empty ones among them: a long text costs no more than a short one."""
_AROUND_A_NAME = " \t-–—/"
"""Signs before or behind the name that ends a text."""
_LONGEST_NAME = 40

_MARKS = re.compile(r"\A[\s>*•#–—-]+|[*_~`]+")
_SMILEYS = re.compile(r"(?<!\S)[:=8]['’]?-?[)\]D]+(?!\w)|(?<=\w)[:=]-?\)+(?!\w)|\^\^")
_OTHER_SMILEYS = re.compile(r"[;:=]['’]?-?[(\[|/\\*]|;-?\)|[;:]-?[pPoO](?!\w)")
_QUOTES = "\"“”„‟«»『』「」‘’'"
_QUOTED = re.compile(r"[\"“”„‟«»『』「」]|(?<!\w)['‘]\w[^'’]*['’](?!\w)")
_HESITATION = re.compile(r"\.\.|…")
_ASKED = re.compile("[?？؟;]")
"""Signs of a question, the Greek one among them."""
_QUESTION = re.compile(r"[?？؟]|(?<=[\u0370-\u03ff]);")
_BREAK = re.compile(r"[.,;!?…()\[\]\n、。，！？；।؟،¡¿–—]+|\s-+\s|-+\Z|\s-+(?=\S)")
_SENTENCE = re.compile(r"(?<=[.!?…。！？])\s*")
_ENDS = re.compile(r"[.!?…)。！？:]\W*\Z|[^\w\s.,;:!?()\"'-]\Z")
_ACCENTED_BELOW = "\u0700"
_SYLLABLE = r"\u3005\u3040-\u30ff\u3400-\u9fff"
_WORD = re.compile(rf"[{_SYLLABLE}]|(?:(?![{_SYLLABLE}])[^\W_]|[\u0900-\u0e7f])+|[^\s\w'’-]")
_APOSTROPHES = re.compile("['’‘`´]")
_SPELT_OUT = str.maketrans({"ß": "ss", "ı": "i", "ł": "l", "ø": "o", "æ": "ae", "œ": "oe", "đ": "d"})


_NAME_AT_END = re.compile(r"(?<!\w)([^\W\d_]{2,20})[\s.!]{0,9}\Z")
_PLAIN_WORD = re.compile(r"[^\W_][\w'-]*")


def _plain_words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_OF_MAIL = re.compile(
    r"mail|message|messag|mensaj|mensag|nachricht|melding|meddel|bericht|wiadomo|zpráv|správ[ayu]|üzenet|viesti"
    r"|сообщени|письм|повідомлен|лист(?:а|у|ом)?\b|съобщени|ящик|скриньк|почт|пошт|поща"
    r"|inbox|postfach|postkorb|postvak|posteingang|buzón|boîte|casella|caixa|skrzynk|schránk|inkorg|brevlåd|postkass"
    r"|indbakke|innboks|postilaatik|postafiók|posta\b|correo|correio|courriel|courrier|e-?post\b"
    r"|contacting us|get back to you|be in touch|respond within|our team|your case|anliegen|nous vous répond"
    r"|ticket|request|enquir|inquir|anfrage|demande|solicitud|solicitaç|richiesta|verzoek|zgłoszeni|обращени|запрос"
    r"|no longer (?:in use|active)|deliver|queued|monitor|autorespon"
    r"|メール|メッセージ|邮件|郵件|邮箱|郵箱|信箱|信息|訊息|消息|메일|메시지|رسال|בريد|البريد|הודע|דוא"
)
_OF_ONESELF = _plain_words(
    """i'd i'll i'm i've me my mine myself ich mir mich mein meine meinen meiner meinem hab j'ai moi mon mes yo mi mis
    mío mía he io mio mia ho eu meu minha я мне меня мой моя моё мое моей мною ik mij mijn jag mig min mitt mina jeg
    meg mit minä minun minulle mnie mój moja moje mně můj én engem ben bana benim mie meu let's"""
)
_TO_A_FRIEND = _plain_words(
    """du dich dir dein deine deinen deiner je tu ton tes te tuo tua tus твой твоя твоё твое твои тебе тебя twój twoja
    twoje twoją jouw din ditt dit teu"""
)
"""Words that people use and programs do not: of oneself, and to a friend."""


class _Says(Flag):
    YES = auto()
    SURE = auto()
    BARE = auto()
    ASKED = auto()
    KIND = auto()
    SORRY = auto()
    CONTRAST = auto()
    NO = auto()


_AFFIRMING = _Says.YES | _Says.SURE | _Says.BARE
_NOTHING = _Says(0)


def words_in(text: str) -> list[str]:
    """The words of a text in lower case, without apostrophes and accents; Chinese and Japanese signs one by one."""
    return [word for word in _words_and_signs(text) if word[0].isalnum()]


def _words_and_signs(text: str) -> list[str]:
    return _WORD.findall(_folded(text))


def _folded(text: str) -> str:
    if text.isascii():
        return _APOSTROPHES.sub("", text.lower())
    folded: list[str] = []
    base = ""
    for sign in unicodedata.normalize("NFKD", text.lower().translate(_SPELT_OUT)):
        category = unicodedata.category(sign)
        if category != "Mn":
            base = sign
        # Marks are part of the letter in Japanese and in the scripts of India.
        is_accent = category == "Mn" and base < _ACCENTED_BELOW
        if not (is_accent or category in {"Cf", "Sk"} or "\ufe00" <= sign <= "\ufe0f"):
            folded.append(sign)
    return _APOSTROPHES.sub("", unicodedata.normalize("NFC", "".join(folded)))


def entries_of(text: str) -> Iterator[tuple[str, ...]]:
    """The words of each entry of a list, with its alternatives written out."""
    for entry in re.split(r",(?![^(]*\))", text):
        for words in _written_out(" ".join(entry.split())):
            # The same few words stand in tens of thousands of entries.
            if found := tuple(map(sys.intern, _words_and_signs(words))):
                yield found


def _written_out(entry: str) -> set[str]:
    """`a (b|c)` as `a b` and `a c`; a group may hold others."""
    pieces = re.split(r"([()|])", entry)
    open_groups: list[tuple[set[str], set[str]]] = []
    before, current = set[str](), {""}
    for piece in pieces:
        if piece == "(":
            open_groups.append((before, current))
            before, current = set(), {""}
        elif piece == "|":
            before, current = before | current, {""}
        elif piece == ")":
            (outer, start), group = open_groups.pop(), before | current
            before, current = outer, {first + second for first in start for second in group}
        else:
            current = {each + piece for each in current}
    return before | current


def _set_of(*texts: str) -> frozenset[str]:
    return frozenset(words[0] for text in texts for words in entries_of(text) if len(words) == 1)


@cache
def _together(before: tuple[_Says, ...], says: _Says) -> tuple[_Says, ...]:
    """One tuple for all phrases that say the same."""
    return (*before, says)


class _Phrases:
    """Phrases, and what each of them says."""

    def __init__(self) -> None:
        self._said: dict[tuple[str, ...], tuple[_Says, ...]] = {}
        self._lengths: dict[str, set[int]] = {}
        """How long the phrases are that begin with a word: only these few are looked up."""

    def add(self, text: str, says: _Says, shortest: int = 1) -> None:
        for words in entries_of(text):
            if len(words) >= shortest:
                self._said[words] = _together(self._said.get(words, ()), says)
                self._lengths.setdefault(words[0], set()).add(len(words))

    def without(self, words: Container[str]) -> _Phrases:
        """The same without these single words."""
        others = _Phrases()
        others._said = {said: says for said, says in self._said.items() if len(said) > 1 or said[0] not in words}
        others._lengths = self._lengths
        return others

    def at(self, words: Sequence[str], place: int) -> Iterator[tuple[int, _Says]]:
        """What is said at a place, with where it ends."""
        for length in self._lengths.get(words[place], ()):
            for says in self._said.get(tuple(words[place : place + length]), ()):
                yield place + length, says


@cache
def _phrases() -> _Phrases:
    found = _Phrases()
    for language in LANGUAGES:
        found.add(language.yes, _Says.YES)
        found.add(language.sure, _Says.SURE)
        found.add(language.asked, _Says.YES | _Says.ASKED)
        found.add(language.bare, _Says.BARE)
        found.add(f"{language.kind}, {language.greeting}", _Says.KIND)
        found.add(language.kindly_asked, _Says.KIND | _Says.ASKED)
        found.add(language.sorry, _Says.SORRY)
        found.add(f"{language.no}, {language.busy}", _Says.NO)
        # Of single words, many mean something else in another language.
        found.add(language.doubt, _Says.YES | _Says.NO, shortest=2)
    found.add(written.CONTRASTS, _Says.CONTRAST)
    found.add(",".join(KIND_SIGNS), _Says.KIND)
    return found


@cache
def _doubts() -> _Phrases:
    """What doubts a yes that stands above it."""
    found = _Phrases()
    for language in LANGUAGES:
        found.add(f"{language.doubt}, {language.negating}, {language.no}, {language.busy}", _Says.NO)
    return found.without(_YES_WORDS)


@cache
def _doubts_of_a_no() -> _Phrases:
    found = _Phrases()
    for language in LANGUAGES:
        found.add(f"{language.doubt}, {language.yes}", _Says.YES)
    return found.without(NO_WORDS | STOP_WORDS | _UNDOING)


@cache
def _for_now() -> _Phrases:
    found = _Phrases()
    for language in LANGUAGES:
        found.add(language.busy, _Says.NO)
    return found


_YES_WORDS = _set_of(*(text for language in LANGUAGES for text in (language.yes, language.sure)))
_BARE_WORDS = _set_of(*(language.bare for language in LANGUAGES))
_GREETINGS = frozenset(words for language in LANGUAGES for words in entries_of(language.greeting))
_LONGEST_GREETING = max(map(len, _GREETINGS))
NO_WORDS = _set_of(*(text for language in LANGUAGES for text in (language.no, language.negating)))
"""Single words that deny something."""
PLAINLY_YES, PLAINLY_NO = (
    frozenset(map("".join, entries_of(text))) for text in (written.PLAINLY_YES, written.PLAINLY_NO)
)
STOP_WORDS = _set_of(written.STOPPING)
_NO_MORE_MAIL = frozenset(entries_of(written.NO_MORE_MAIL))
_OF_STOPPING = STOP_WORDS.union(*_NO_MORE_MAIL)
"""Without any of these words, nobody asks for an end."""
_OF_LETTERS = _set_of(written.LETTERS)
_BESIDE_LETTERS = _set_of(written.BESIDE_LETTERS)
"""Words that mean yes, never no, in answer to a question whether to end something."""
_UNDOING = _set_of(written.UNDOING)
_ASKING = _set_of(*(language.asking for language in LANGUAGES))
_DENYING_A_NO = _set_of(written.DENYING_A_NO)
_GOING_ON = frozenset(entries_of(written.GOING_ON))
_TABLE = [
    ([*entries_of(each.table)], frozenset(word for words in entries_of(each.beside_table) for word in words))
    for each in LANGUAGES
]
"""By language, what asks for the table of a tournament, and the words that may stand beside it."""
_OF_A_TABLE = frozenset(phrase[0] for phrases, _ in _TABLE for phrase in phrases)
_MOST_WORDS_ABOUT_A_TABLE = 14
_TELLING = _plain_words("i im we you he she ich wir du je suis tu nous yo io ik jij jag jeg я ты мы")
"""Words of who tells who leads, unless it is a question."""
_PLAYING_ON = frozenset(entries_of(written.PLAYING_ON))
_STILL_ALIVE = frozenset(entries_of(written.STILL_ALIVE))
_DISMISSIVE = _set_of(written.DISMISSIVE)
_IN_TWO_LANGUAGES = _set_of(written.IN_TWO_LANGUAGES)


class _Clause(NamedTuple):
    words: list[str]
    is_question: bool
    meanings: frozenset[_Says]
    """All that the whole clause may mean; none if a word of it is not known."""

    @property
    def said(self) -> str | None:
        """Whether the clause says yes or no by itself."""
        if self.is_question and not all(each & _Says.ASKED for each in self.meanings):
            return None
        affirms = any(each & _AFFIRMING and not each & _Says.NO for each in self.meanings)
        if affirms:
            refuses = any(each & (_Says.NO | _Says.SORRY | _Says.CONTRAST) for each in self.meanings)
            return None if refuses else YES
        return NO if any(each & _Says.NO and not each & _Says.YES for each in self.meanings) else None

    @property
    def is_kind(self) -> bool:
        """Whether the clause changes nothing, beside a yes too."""
        is_asked = not self.is_question or any(each & _Says.ASKED for each in self.meanings)
        return bool(self.meanings) and is_asked and not any(each & ~_KINDLY for each in self.meanings)

    @property
    def is_please(self) -> bool:
        return bool(self.meanings) and not any(each & ~(_KINDLY | _Says.BARE) for each in self.meanings)

    @property
    def takes_a_no_back(self) -> bool:
        if self.meanings and self.said == NO:
            return not _DENYING_A_NO.isdisjoint(self.words)
        if tuple(self.words) in _GOING_ON:
            return False
        says_yes = any(
            says & _Says.YES for place in range(len(self.words)) for _, says in _phrases().at(self.words, place)
        )
        return says_yes or self.said == YES or not _DENYING_A_NO.isdisjoint(self.words)


_KINDLY = _Says.KIND | _Says.ASKED


def told_by(line: str, below: str = "", names: Collection[str] = (), agreeing: Collection[str] = ()) -> str | None:
    """Return whether an answer says yes or no, or None if unclear or empty.

    The first clause decides that is more than a greeting: "Hi Bob, yes". It is a yes only if all of its sentence and
    of its line is known and changes nothing: "Yes, great idea! Long time no see". A no may have other words below it,
    unless they take it back. `below` is the text below the line, with a line break before it where a blank line
    stands there; `names` are those of the players and of what is asked, which people put beside a yes; `agreeing` is
    what says yes to this question alone: `call it a draw`.
    """
    lines = [each[:_LONGEST] for each in below.splitlines()[:_MOST_LINES]]
    if len(line) <= _LONGEST and only_greets(line) and (first := _first_with_words(lines)) is not None:
        # "Dear Ann," above what is said.
        line, lines = lines[first], lines[first + 1 :]
        below = "\n".join(lines)
    number = 0
    whole = line
    # One word above a line that begins like a sentence is a sentence, too.
    is_apart = bool(lines) and in_one_word(line) == YES and lines[0].lstrip()[:1].isupper()
    while not is_apart and number < len(lines) and lines[number].strip() and not _ENDS.search(whole):
        if all(map(_is_of_a_signature, takewhile(str.strip, lines[number:]))):
            break
        whole = f"{whole} {lines[number].strip()}"
        number += 1
    alone, said = _said_in(line, names, agreeing), _said_in(whole, names, agreeing)
    if said == YES:
        # "No" above "problem" is neither.
        is_doubtful = alone == NO or _is_doubted(lines[number:]) or is_of_a_mailbox(line, below)
        return None if is_doubtful else YES
    return NO if NO in {alone, said} and not _is_taken_back(lines) else None


def says_yes_and_more(line: str, below: str = "", names: Collection[str] = ()) -> bool:
    """Whether the first sentence of an answer says yes, and others beside it, in any words, take nothing back.

    `Yes! I broke my arm last week.` That is enough where a yes begins a game, and too little where it ends one.
    """
    if len(line) > _LONGEST or _is_ironic(line, ()):
        return False
    sentences = [each for each in _SENTENCE.split(line) if each.strip()]
    first, *others = [*dropwhile(partial(_is_all_kind, names=names), sentences)] or [""]
    if not others or told_by(first, "", names) != YES:
        return False
    lines = [*others, *(each[:_LONGEST] for each in below.splitlines()[:_MOST_LINES])]
    return not (_is_doubted(lines) or is_of_a_mailbox(line, below))


def _is_all_kind(sentence: str, names: Collection[str]) -> bool:
    return all(each.is_kind or _is_greeting(each) for each in _clauses_of(sentence, names))


def is_short_answer(line: str, names: Collection[str] = ()) -> bool:
    """Whether a line is a yes or no in so few words that nothing else is said."""
    said = told_by(line, names=names) is not None and not asks_for_another_game(line)
    return said and len(words_in(line)) <= _MOST_OF_A_SHORT_ANSWER


def leans(line: str, names: Collection[str] = ()) -> str | None:
    """Whether an unclear line begins with a yes or no, or puts it off: `Yes, but I start`, `Maybe next week`.

    It is no answer: who wrote it is asked.
    """
    text = _MARKS.sub("", line[:_LONGEST]).strip().strip(_QUOTES)
    clauses = [each for each in _clauses_of(text, names) if each.words]
    said = next((each for each in clauses if not _is_greeting(each)), None)
    if said is None:
        return None
    if said.said:
        return said.said
    if any(says & _AFFIRMING and not says & _Says.NO for _, says in _phrases().at(said.words, 0)):
        return YES
    return NO if not said.is_question and _holds(_doubts(), said.words[:_BEGINNING]) else None


def behind_a_yes(line: str) -> str:
    """What stands behind a first clause that says yes, as in `Yes! In the middle`; else the whole line."""
    text = _MARKS.sub("", line[:_LONGEST]).strip().strip(_QUOTES)
    end = _BREAK.search(text)
    says_yes = end is not None and _said_in(text[: end.start()], (), ()) == YES and _asks(end[0]) is False
    return text[end.end() :].strip() if end and says_yes and text[end.end() :].strip() else line


def _first_with_words(lines: Sequence[str]) -> int | None:
    return next((number for number, line in enumerate(lines) if line.strip()), None)


def _said_in(line: str, names: Collection[str], agreeing: Collection[str]) -> str | None:
    words = words_in(line[:_LONGEST])
    if len(words) > MOST_WORDS or len(line) > _LONGEST:
        return None
    if words in (["y"], ["n"]):
        return in_one_word(line)
    text = _MARKS.sub("", line).strip().strip(_QUOTES)
    clauses = list(_clauses_of(text, names, agreeing))
    if _is_signed(text, clauses):
        clauses.pop()
    first = 0
    while first + 1 < len(clauses) and _is_greeting(clauses[first]):
        first += 1
    if not clauses:
        return None
    said, later = clauses[first].said, clauses[first + 1 :]
    if said == YES:
        is_sorry = any(each & _Says.SORRY for clause in clauses[:first] for each in clause.meanings)
        is_known = all(each.said == YES or each.is_kind for each in later)
        return YES if is_known and not is_sorry and not _is_ironic(text, clauses) else None
    if said == NO:
        return None if any(each.takes_a_no_back for each in later) else NO
    return None


def _is_signed(text: str, clauses: Sequence[_Clause]) -> bool:
    """Whether a name ends a text, behind kind words: `Best, Ben`, `Viele Grüße Anna`."""
    name = _NAME_AT_END.search(text[-_LONGEST_NAME:])
    last = clauses[-1] if len(clauses) > 1 else None
    if name is None or not name[1].istitle() or last is None or last.is_question or last.meanings:
        return False
    *closing, signed = last.words
    means_something = _YES_WORDS | _BARE_WORDS | NO_WORDS | STOP_WORDS | _UNDOING
    if [signed] != words_in(name[1]) or signed in means_something or _holds(_doubts(), [signed]):
        return False
    return _Clause(closing, False, frozenset(_meanings(closing, ()))).is_kind if closing else clauses[-2].is_kind


def _clauses_of(text: str, names: Collection[str], agreeing: Collection[str] = ()) -> Iterator[_Clause]:
    text = _SMILEYS.sub(" ", text)
    # A player can be called "later", and ben.hall is Ben.
    named = [tuple(words_in(name)) for name in names]
    parts = [(part,) for words in named if len(words) > 1 for part in words if not _meanings((part,), ())]
    known = [(words, _Says.KIND) for words in (*named, *parts) if words and not _holds(_doubts(), words)]
    known += [(tuple(words_in(each)), _Says.YES) for each in agreeing]
    start = 0
    for end in [*_BREAK.finditer(text), None]:
        words = _words_and_signs(text[start : end.start()] if end else text[start:])
        is_question = end is not None and _QUESTION.search(text, end.start() - 1, end.end()) is not None
        if words or is_question:
            yield _Clause(words, is_question, frozenset(_meanings(words, known)))
        start = end.end() if end else start


def _meanings(words: Sequence[str], known: Collection[tuple[tuple[str, ...], _Says]]) -> set[_Says]:
    """All that these words may mean, if they consist of phrases and what is `known` beside these: of the fewest."""
    reached: dict[int, tuple[int, set[_Says]]] = {0: (0, {_NOTHING})}
    for place in range(len(words)):
        if place not in reached:
            continue
        count, before = reached[place]
        here = [(place + len(each), says) for each, says in known if _is_at(each, words, place)]
        agreed = {end for end, says in here if says is _Says.YES}
        # Beside "take it back", which doubts other things, stands what is asked.
        found = [*(each for each in _phrases().at(words, place) if each[0] not in agreed), *here]
        for end, says in found:
            least, meanings = reached.get(end, (count + 1, set[_Says]()))
            if count + 1 <= least:
                more = {_both(each, says) for each in before}
                reached[end] = (count + 1, more | (meanings if count + 1 == least else set()))
    return reached[len(words)][1] if len(words) in reached else set()


def _is_at(phrase: tuple[str, ...], words: Sequence[str], place: int) -> bool:
    return tuple(words[place : place + len(phrase)]) == phrase


def _both(before: _Says, says: _Says) -> _Says:
    """What two phrases say one after the other: "certainly not" is a no, but "not certainly" is neither."""
    denies_it = before & _Says.NO and says & _Says.SURE
    return before | says | (_Says.YES if denies_it else _NOTHING)


def _is_greeting(clause: _Clause) -> bool:
    """Whether a clause is a greeting, a name or an apology: `Hi Bob`, `Thanks a lot`."""
    if clause.meanings:
        is_sorry = not clause.is_question and not any(each & ~(_KINDLY | _Says.SORRY) for each in clause.meanings)
        return clause.is_kind or is_sorry
    greeting = _greeting_of(clause.words)
    others = clause.words[len(greeting) :]
    is_short = len(clause.words) <= _MOST_OF_A_GREETING and not clause.is_question
    is_plain = not _holds(_doubts(), others) and _YES_WORDS.isdisjoint(others) and all(map(str.isalpha, others))
    return is_short and is_plain and bool(greeting)


def _greeting_of(words: Sequence[str]) -> tuple[str, ...]:
    """The longest greeting that words begin with, or nothing."""
    begun = (tuple(words[:length]) for length in range(_LONGEST_GREETING, 0, -1))
    return next((each for each in begun if each in _GREETINGS), ())


def only_greets(text: str) -> bool:
    """Whether a text is a greeting and says nothing else: `Hello`, `Hi there`, `Guten Tag`."""
    clauses = [each for each in _clauses_of(_MARKS.sub("", text).strip().strip(_QUOTES), ()) if each.words]
    begins = bool(clauses and _greeting_of(clauses[0].words))
    return begins and all(_is_greeting(each) for each in clauses)


def _is_ironic(text: str, clauses: Sequence[_Clause]) -> bool:
    """Whether a yes hesitates, quotes something, winks, or is said twice without need: `Yeah, yeah`, `Sure ...`."""
    words = [word for clause in clauses for word in clause.words]
    is_repeated = len(words) > 1 and len(set(words)) == 1 and words[0] in _DISMISSIVE
    signs = (_HESITATION, _QUOTED, _OTHER_SMILEYS)
    return is_repeated or any(pattern.search(text) for pattern in signs)


def _holds(phrases: _Phrases, words: Sequence[str]) -> bool:
    return any(next(phrases.at(words, place), None) is not None for place in range(len(words)))


def _is_of_a_signature(line: str) -> bool:
    """Whether a line below an answer may be its writer's name, or belong to it: `Bob`, `Acme Ltd`."""
    words = words_in(line)
    is_name = len(words) == 1 or all(word[:1].isupper() for word in line.split())
    is_short = 0 < len(words) <= _MOST_OF_A_SIGNATURE and _ENDS.search(line) is None
    return is_short and is_name and not _holds(_doubts(), words)


def without_praise(line: str) -> str:
    """A line without exclamation marks, smileys and other kind signs at its end: `d3` for `d3! :-)`."""
    return _SMILEYS.sub("", line).rstrip(f" !{KIND_SIGNS}")


def without_signature(text: str) -> str:
    """Return a text without its writer's name at its end, and the kind words before that: `Ja` for `Ja, LG Anna`."""
    lines = text.rstrip().splitlines()
    at_end = range(max(1, len(lines) - _LINES_OF_A_SIGNATURE), len(lines))
    first = next((at for at in at_end if _begins_signature(lines[at:])), len(lines))
    *above, last = [line.rstrip() for line in lines[:first]] or [""]
    breaks = [*_BREAK.finditer(last)] if len(last) <= _LONGEST else []
    if breaks and _is_signed(last, [*_clauses_of(last, ())]):
        last = last[: breaks[-1].start()]
    return "\n".join([*above, last]).rstrip()


def _begins_signature(lines: Sequence[str]) -> bool:
    """Whether only names stand in these lines, or kind words in the first of them and a name below it."""
    first, *others = [_SMILEYS.sub("", line).strip(_AROUND_A_NAME) for line in lines if line.strip()] or [""]
    is_closing = bool(first) and all(each.is_kind for each in _clauses_of(first, ()))
    if is_closing and others:
        return _is_a_name(others[0]) and len(others) <= _MOST_OF_A_SIGNATURE
    return all(map(_is_a_name, (first, *others)))


def _is_a_name(line: str) -> bool:
    """Whether a line may be its writer's name, and means nothing else: not `d3`, `again` or `what`."""
    words = words_in(line)
    means_nothing = not (says_something(line) or _meanings(words, ())) and _ASKING.isdisjoint(words)
    return _is_of_a_signature(line) and means_nothing and all(map(str.isalpha, words))


def _asks(sentence: str) -> bool:
    return _QUESTION.search(sentence) is not None


def _is_doubted(lines: Sequence[str]) -> bool:
    """Whether what stands below a yes may doubt it or take it back, or asks what the question is about."""
    text = "\n".join(lines)
    same, *others = re.split(r"\n\s*\n", text) if text.strip() else [""]
    if not lines or not lines[0].strip():
        same, others = "", [same, *others]
    sentences = [(sentence, MOST_WORDS) for sentence in _SENTENCE.split(same.replace("\n", " "))]
    sentences += [
        (_SENTENCE.split(paragraph.replace("\n", " ").strip())[0], _BEGINNING)
        for paragraph in list(filter(str.strip, others))[:MOST_PARAGRAPHS]
        if not is_about_mail(paragraph) or is_of_oneself(paragraph)
    ]
    return any(_doubts_yes(sentence, most) for sentence, most in sentences if sentence.strip())


def _doubts_yes(sentence: str, most: int) -> bool:
    clauses = list(_clauses_of(_MARKS.sub("", sentence), ()))
    if all(each.said == YES or each.is_kind for each in clauses):
        return False
    words = words_in(re.sub(_BREAK, " ", sentence))
    asks_about_it = _asks(sentence) and not _ASKING.isdisjoint(words[:_BEGINNING])
    return _holds(_doubts(), words[:most]) or asks_about_it


def _is_taken_back(lines: Sequence[str]) -> bool:
    """Whether the first clause below a no says yes."""
    below = next(filter(None, map(str.strip, lines)), "")
    return any(clause.takes_a_no_back for clause in list(_clauses_of(_MARKS.sub("", below), ()))[:1])


def in_one_word(text: str) -> str | None:
    """Whether a whole text is one word for yes or no, for what cannot be undone; None if it is neither, or asks."""
    if len(text.split()) != 1 or _ASKED.search(text):
        return None
    word = "".join(filter(str.isalnum, _folded(text)))
    if word in _IN_TWO_LANGUAGES:
        return None
    return YES if word in PLAINLY_YES else NO if word in PLAINLY_NO else None


def begins_with_no(line: str) -> bool:
    """Whether a line begins with the word no, and all else in it is known to change nothing, nor says only why not
    now: `No, I have no time`.
    """
    clauses = list(_clauses_of(_MARKS.sub("", line).lstrip(_QUOTES), ()))
    first = clauses[0].words if clauses else []
    is_known = all(clause.meanings for clause in clauses)
    return (
        is_known
        and not _is_for_now(clauses)
        and any(_is_at(word, first, 0) for word in entries_of(written.PLAINLY_NO))
    )


def is_no_for_now(line: str) -> bool:
    """Whether a line says no, and why not now: `No time at the moment`."""
    clauses = list(_clauses_of(_MARKS.sub("", line).lstrip(_QUOTES), ()))
    return told_by(line) == NO and all(clause.meanings for clause in clauses) and _is_for_now(clauses)


def _is_for_now(clauses: Iterable[_Clause]) -> bool:
    return any(_holds(_for_now(), clause.words) for clause in clauses)


def is_about_mail(text: str) -> bool:
    """Whether a text has a word about mail in it, in any language: `message`, `Postfach`."""
    return _OF_MAIL.search(_plain(text)) is not None


def is_of_oneself(text: str) -> bool:
    """Whether whoever wrote a text speaks of themselves."""
    return re.search(r"\bI\b", text) is not None or not _OF_ONESELF.isdisjoint(_PLAIN_WORD.findall(_plain(text)))


def is_of_a_mailbox(line: str, more: str) -> bool:
    """Whether an answer speaks of mail, and of no person: so do programs that answer all that comes.

    `Ok. This mailbox is not monitored`, `Yes, your message has been received`; not `Yes, I got your message`. Of
    `more`, which stands below, one line is read: further below, companies write of mail, too.
    """
    below = next(filter(None, map(str.strip, more.splitlines())), "")
    text = f"{line}\n{below}"
    people = _OF_ONESELF | _TO_A_FRIEND | {"i"}
    return is_about_mail(text) and people.isdisjoint(_PLAIN_WORD.findall(_plain(text)))


def asks_to_stop(text: str) -> bool:
    """Whether a text asks for an end, in one word or with a please: `stop`, `please stop these mails`."""
    if len(text) > _LONGEST_WISH_TO_STOP:
        return False
    words = words_in(text)
    if _OF_STOPPING.isdisjoint(words) and _OF_STOPPING.isdisjoint(words_in(_MARKS.sub("", text))):
        return False
    said = [tuple(word for word in each if word not in {"please", "bitte"}) for each in beside_kind_words(text)]
    if said and _NO_MORE_MAIL.issuperset(said):
        return True
    if not _OF_LETTERS.isdisjoint(words):
        words = [word for word in words if word not in _OF_LETTERS | _BESIDE_LETTERS]
    others = [word for word in words if word not in STOP_WORDS | {"please", "me"}]
    return not STOP_WORDS.isdisjoint(words) and (
        not others or _Clause(others, False, frozenset(_meanings(others, ()))).is_kind
    )


def _plain(text: str) -> str:
    return unicodedata.normalize("NFC", text).lower().replace("’", "'").replace("`", "'")


def leaves_open(text: str) -> bool:
    """Whether a text that stands below a no may take it back: "Maybe later", "Yes, I would", "Wait"."""
    return _holds(_doubts_of_a_no(), words_in(text))


def says_something(word: str) -> bool:
    """Whether a word that stands alone says yes or no, or wants an end, and so is no name."""
    return not (_YES_WORDS | _BARE_WORDS | NO_WORDS | STOP_WORDS | _UNDOING).isdisjoint(words_in(word))


def beside_kind_words(text: str, names: Collection[str] = ()) -> list[list[str]]:
    """The words of the clauses of a text that are more than a please, kind words, greetings or names."""
    clauses = [each for each in _clauses_of(_MARKS.sub("", text).strip().strip(_QUOTES), names) if each.words]
    return [each.words for each in clauses if not (_is_greeting(each) or each.is_please)]


_BESIDE_REMATCH = _plain_words("rematch a another again yes please pls plz bitte thanks thank you i we want")
"""Words beside "rematch" that change nothing."""


_TERMS = _plain_words("but with without this same as on aber mit diesmal mais avec cette pero con esta ma maar")
"""What may come behind "again" in one clause: `again but I start`."""
_OVER = _plain_words("of the was were is that great last after before during in since")
"""Words beside "rematch" that speak of one, and ask for none."""
_BESIDE_PLAYING_ON = _plain_words("please bitte pls plz")

_ONCE_MORE = frozenset(entries_of(written.ANOTHER_GAME))


def names_rematch(line: str) -> bool:
    """Whether a line speaks of a rematch: `I don't want a rematch` is no mere no."""
    return "rematch" in re.findall(r"\w+", line.lower())


def asks_for_rematch(line: str) -> bool:
    """Whether a line asks for a rematch, by the letter's own word or politely."""
    words = re.findall(r"\w+", line.lower())
    return "rematch" in words and _BESIDE_REMATCH.issuperset(words)


def asks_for_another_game(line: str) -> bool:
    """Whether a line asks for another game in other words, and says nothing more: `Shall we play again?`"""
    clauses = [each for each in _clauses_of(_MARKS.sub("", line).strip().strip(_QUOTES), ()) if each.words]
    asks = [tuple(word for word in each.words if word != "please") in _ONCE_MORE for each in clauses]
    others = [each for each, asked in zip(clauses, asks, strict=True) if not asked]
    return any(asks) and all(_is_greeting(each) or each.is_please for each in others)


def asks_for_another_game_and_more(line: str) -> bool:
    """Whether a line asks for another game and says more: `Again? I want white`, `rematch, but I start`."""
    if len(line) > _LONGEST:
        return False
    clauses = [each for each in _clauses_of(_MARKS.sub("", line).strip().strip(_QUOTES), ()) if each.words]
    return not any(each.said == NO for each in clauses) and any(_begins_once_more(each.words) for each in clauses)


def _begins_once_more(words: Sequence[str]) -> bool:
    if "rematch" in words and NO_WORDS.isdisjoint(words) and not _OVER.intersection(words):
        return True
    ends = (end for end in range(1, len(words) + 1) if tuple(words[:end]) in _ONCE_MORE)
    return any(end == len(words) or words[end] in _TERMS for end in ends)


def may_ask_for_the_table(text: str) -> bool:
    """Whether a text has a word that asks for a table: no board need be looked at for a move."""
    return len(text) <= _LONGEST and not _OF_A_TABLE.isdisjoint(words_in(text))


def asks_for_the_table(text: str, name: str = "") -> bool:
    """Whether a text asks for the table of a tournament, and says no more: `Standings?`, `Who leads the cup?`

    `name` is that of the tournament. Who speaks of themselves asks only with a question mark.
    """
    words = words_in(text) if len(text) <= _LONGEST else []
    if not 0 < len(words) <= _MOST_WORDS_ABOUT_A_TABLE:
        return False
    tells = "?" not in text and not _TELLING.isdisjoint(words) and words[0] not in _ASKING
    named = frozenset(words_in(name.replace("-", " ")))
    return not tells and any(_asks_for_one(words, *of_language, named) for of_language in _TABLE)


def _asks_for_one(
    words: Sequence[str], phrases: Iterable[tuple[str, ...]], beside: frozenset[str], named: frozenset[str]
) -> bool:
    known = beside | named
    return any(
        _is_at(phrase, words, place) and known.issuperset((*words[:place], *words[place + len(phrase) :]))
        for phrase in phrases
        for place in range(len(words) - len(phrase) + 1)
    )


def asks_to_play_on(line: str) -> bool:
    """Whether a line asks for the game to go on, and says no more than why: `Not dead yet, let's continue`."""
    if len(line) > _LONGEST:
        return False
    clauses = [each for each in _clauses_of(_MARKS.sub("", line).strip().strip(_QUOTES), ()) if each.words]
    asks = [tuple(word for word in each.words if word not in _BESIDE_PLAYING_ON) in _PLAYING_ON for each in clauses]
    others = [each for each, asked in zip(clauses, asks, strict=True) if not asked]
    is_known = all(each.said == NO or tuple(each.words) in _STILL_ALIVE or each.is_please for each in others)
    return any(asks) and is_known and not any(each.is_question for each in clauses)


def says_more(line: str) -> bool:
    """Whether something stands beside what a line answers or asks for, if only thanks: `Yes, agreed. Thanks`."""
    clauses = [each for each in _clauses_of(_MARKS.sub("", line).strip().strip(_QUOTES), ()) if each.words]
    others = [each for each in clauses if tuple(word for word in each.words if word != "please") not in _ONCE_MORE]
    answers = _AFFIRMING | _Says.NO
    return any(
        not each.meanings or all(says & _KINDLY or says & _Says.SORRY or not says & answers for says in each.meanings)
        for each in others
    )
