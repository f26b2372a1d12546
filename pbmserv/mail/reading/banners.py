"""What gateways of companies put above all mail that comes from outside: `[EXTERNAL]`, `CAUTION: This email …`.

Such a banner is told from a person's words by what it is about, whatever its language: mail from outside, its sender,
attachments and links. Nobody speaks of themselves in it.
"""

from __future__ import annotations

import re
from collections.abc import Container, Sequence

from pbmserv.play.stems import folded, stems
from pbmserv.play.yes_and_no import is_about_mail, is_of_oneself

_MOST_OF_A_LABEL = 4
_MOST_OF_A_MOVE = 2
_MOST_LINES = 8
_LONGEST = 1_000
_MOST_BANNERS = 4
_SHORTEST_WRAPPED = 25
_ROW = re.compile(r"[\W_]{3,}|\w{4,}Banner(?:Start|End)")
_ENDS = (".", "!", "]", ")", "|", "*", ">", "。", "】", "！")

_OUTSIDE = (
    r"\bextern|außerhalb|\boutside\b|extérieur|exterior|\bfuera de|esterno|all'esterno|\bfora d[aeo]\b|\bbuiten\b"
    r"|utanför|utenfor|udenfor|ulkopuol|ulkoinen|zewnętrzn|spoza|\bmimo\b|vnější|külső|kívülről|din afara|внешн"
    r"|зовнішн|извне|външ|спољ|vanjsk|izvan|εξωτερικ|εκτός|harici|dışından|dışarıdan|外部|社外|외부|خارج|חיצוני"
    r"|bên ngoài|\bdari luar"
)
_SENDER = (
    r"\bsenders?\b|absender|expéditeur|remitente|mittente|remetente|afzender|avsändar|afsender|avsender|lähettäj|nadawc"
    r"|odesílatel|odosielateľ|feladó|expeditor|отправител|відправник|подател|pošiljat|αποστολέα|gönderen|发件人|寄件"
    r"|送信者|差出人|보낸 ?사람|발신자|المرسل|שולח|người gửi|pengirim"
)
_ATTACHED = (
    r"attachment|anhäng|anhang|pièces? jointe|adjunto|allegat|anexo|bijlage|bilag|vedlegg|liittee|liitteit|załącznik"
    r"|přílo|príloh|melléklet|atașament|вложен|вкладен|прикачен|privit|prilog|συνημμέν|\bekler|附件|添付|첨부|مرفق|קבצים"
    r"|tệp đính kèm|lampiran"
)
_TOLD = (stems(_OUTSIDE), stems(_SENDER), stems(_ATTACHED))
"""A banner tells one of these, or is about mail and has an address in it."""
_ANY_TOLD = stems(f"{_OUTSIDE}|{_SENDER}|{_ATTACHED}")
_LINKS = stems(
    r"\blinks?\b|\bclick|\bklick|\bliens?\b|enlace|\bcollegament|länk|lenke|linkki|łącz|odkaz|hivatkoz|ссылк|посилан"
    r"|връзк|σύνδεσμ|bağlantı|链接|連結|リンク|링크|رابط|קישור|liên kết|tautan"
)
_HOUSE = stems(
    r"organi[sz]|company|\bunternehmen|\bfirm|entreprise|empresa|azienda|bedrijf|företag|virksomhed|bedrift|yritys"
    r"|společnost|spoločnos|vállalat|compani|организац|організац|компани|οργανισμ|kurum|şirket|公司|组织|組織|会社|회사|조직"
)


def end_of_banners(lines: Sequence[str], addresses: Container[str] = ()) -> int:
    """The number of the first line below gateways' banners; 0 if there are none.

    `lines` are those above the first quotation, `addresses` the mail's author and recipients in lower case.
    """
    end = number = 0
    for _ in range(_MOST_BANNERS):
        while number < len(lines) and (not lines[number].strip() or _is_row(lines[number])):
            number += 1
        last = number
        while last < min(len(lines), number + _MOST_LINES) and lines[last].strip():
            if _is_row(lines[last]):
                break
            last += 1
        length = _length_of_banner([line[:_LONGEST] for line in lines[number:last]], addresses)
        if not length:
            return end
        end = number = number + length
        while end < len(lines) and (not lines[end].strip() or _is_row(lines[end])):
            end += 1
    return end


def _length_of_banner(paragraph: Sequence[str], addresses: Container[str]) -> int:
    """How many lines of a paragraph are a banner: the answer may stand directly below, in the same paragraph."""
    if not _may_hold_a_banner(folded(" ".join(paragraph)), addresses):
        return 0
    wholes = (count for count in range(1, len(paragraph) + 1) if _is_banner(" ".join(paragraph[:count]), addresses))
    length = next(wholes, 0)
    if not length:
        return 0
    for number in range(length, len(paragraph)):
        if _is_banner(paragraph[number], addresses):
            length = number + 1
    return _end_of_sentence(paragraph, length)


def _end_of_sentence(paragraph: Sequence[str], length: int) -> int:
    """The same with the lines into which its last sentence is wrapped: all but the last of them are long."""
    end = length
    while not paragraph[end - 1].rstrip().endswith(_ENDS):
        if end == len(paragraph) or len(paragraph[end - 1]) < _SHORTEST_WRAPPED or _may_be_a_move(paragraph[end]):
            return length
        end += 1
    return end


def _may_be_a_move(line: str) -> bool:
    return len(line.split()) <= _MOST_OF_A_MOVE and any(map(str.isdigit, line))


def _is_row(line: str) -> bool:
    return len(line) < _LONGEST and _ROW.fullmatch(line.strip()) is not None


def _is_label(text: str) -> bool:
    words = text.split()
    is_like_one = len(words) == 1 or text.isupper() or not text.strip()[:1].isalpha() or is_about_mail(text)
    return len(words) <= _MOST_OF_A_LABEL and is_like_one and _TOLD[0].search(folded(text)) is not None


def _may_hold_a_banner(words: str, addresses: Container[str]) -> bool:
    """Whether any part of a paragraph can be a banner: most mail has none, and each part takes long to look at."""
    return _ANY_TOLD.search(words) is not None or _has_one_of(addresses, words)


def _has_one_of(addresses: Container[str], words: str) -> bool:
    return "@" in words and any(word.strip("<>()[].,;:|*") in addresses for word in words.split())


def _is_banner(text: str, addresses: Container[str]) -> bool:
    if _is_label(text):
        return True
    if is_of_oneself(text):
        return False
    words = folded(text)
    # The domain of an address may be that of a provider of mail.
    about_mail = is_about_mail(" ".join(word for word in words.split() if "@" not in word))
    told = [pattern.search(words) is not None for pattern in _TOLD]
    if (about_mail or told[1]) and _has_one_of(addresses, words):
        return True
    more = [about_mail, *(pattern.search(words) is not None for pattern in (_LINKS, _HOUSE))]
    return any(told) and sum(told) + sum(more) >= 2
