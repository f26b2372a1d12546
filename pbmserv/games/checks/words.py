"""Whether the words of a refusal, or of an end, are fit for a letter."""

from __future__ import annotations

LONGEST_REFUSAL = 500
"""In characters. Longer words must have repeated a hostile text in full."""


def check_words(words: str, where: str) -> None:
    """Fail if a refusal is not a sentence, or too long."""
    assert is_sentence(words), f"{where} is no sentence: {words[:200]!r}"
    assert len(words) <= LONGEST_REFUSAL, f"{where} is {len(words)} characters long"


def is_sentence(text: str) -> bool:
    """Whether a text is one line that begins with a capital letter and ends with a full stop."""
    return text[:1].isupper() and text.endswith(".") and text.isprintable()
