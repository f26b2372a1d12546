"""Notices about confidentiality that companies put below all mail that leaves their house.

A notice is known by what such texts are about, not by whole sentences: its first sentence speaks of the mail itself
and of what is confidential, who it is for, or the paper that it need not be printed on; and each other sentence of
its paragraph has at least one of the things in it that such notices tell. What may be somebody's own words stays.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Sequence

from pbmserv.play.stems import folded, stems

_LONGEST = 6_000
"""The longest paragraph, in characters, and the most of a text that is looked at."""
_MOST_PARAGRAPHS = 12
_MOST_LINES = 100
"""The most lines of a paragraph that may be a notice."""
_MOST_BEGINNINGS = 100
"""The most lines of a text at which a notice may begin and is looked for, the last ones: each takes long."""

_MAIL = (
    r"e-?mail|\bmail|courriel|poczt|\bmessage|messag|\bcommunicat|transmission|nachricht|schreiben|correo"
    r"|mensaje|mensag"
    r"|comunica|berich[tn]|wiadomo|zpráv|správ|üzenet|levél|viesti|sähköposti|meddel|\bbesked|melding|e-?post"
    r"|\bilet[iı]"
    r"|mesaj|сообщ|письм|повідом|\bлист|съобщ|порук|поште?|邮件|郵件|メール|메일|메시지|μήνυμα|رسالة|البريد"
    r"|הודעה|דוא|thư"
)
_ABOUT = (
    r"confiden|konfiden|vertrauli|vertrouwel|riservat|poufn|důvěrn|dôvern|bizalmas|luottamuks|fortroli|\bgizli"
    r"|конфіденц"
    r"|конфиденц|поверител|поверљив|εμπιστευτ|zaupn|povjerljiv|保密|机密|機密|秘密|기밀|비밀|سري|חסוי|bảo mật|rahasia"
    r"|disclaimer|privileg|intended|addressee|recipient|empfänger|destinat|destinad|ontvanger|geadresseerde|adresat"
    r"|příjemc|príjemc|címzett|vastaanottaj|mottag|modtag|alıcı|получат|одержувач|адресат|收件人|受信者|宛先"
    r"|수신|παραλήπτ"
    r"|environment|\bumwelt|environnement|medio ?ambiente|meio ambiente|ambiente|\bmilieu\b|środowisk"
    r"|životní prostředí"
)
_ELSE = (
    r"sender|absender|expéditeur|remit|mittente|afzender|nadawc|odesílat|feladó|lähettäj|avsänd|afsend|gönderen"
    r"|отправит"
    r"|відправн|发件人|發件人|送信者|발신|delet|destroy|disclos|distribut|\bcop[yi]|unauthori[sz]|prohibit"
    r"|forbid|lösch"
    r"|vernicht|weitergabe|weiterleit|kopier|unbefug|gestattet|supprim|détru|divulg|interdi|elimin|borr[ae]|prohib"
    r"|cancell"
    r"|distru|vietat|verwijder|verbod|usuń|usun|zabron|skasow|smaž|smaz|zakáz|töröl|tilos|poista|radera|slett?"
    r"|förbj|yasak"
    r"|siliniz|silin|удал|уничтож|запрещ|видал|заборон|删除|刪除|禁止|削除|삭제|금지|liab|haft|responsab|aansprakel"
    r"|odpowiedzial|vírus|virus|\berror|\bmistake|irrtüml|versehentl|erreur|errore|vergiss|pomyłk|omyl|tévedés|erehdy"
    r"|misstag|\bfejl|ved en feil|yanlış|hata|ошиб|помилк|錯誤|错误|誤|\bprint|druck|imprim|stamp|legal|gesetz"
    r"|law\b|privacy"
    r"|datenschutz|\bgdpr|rgpd|dsgvo|attach|anhang|anhäng|anlage|pièces? jointe|adjunt|anex|allegat|bijlage"
    r"|załącz|příloh"
    r"|príloh|mellékle|liite|bilag|bilagor|вложен|附件|添付|첨부|opinion|views? expressed"
    r"|registered office|registered in"
)
_IN_FIRST = (stems(_MAIL), stems(_ABOUT))
"""What is rarer in people's words, and found faster, is looked for first."""
_IN_EACH = stems(f"{_MAIL}|{_ABOUT}|{_ELSE}")
_TITLE = re.compile(
    r"\W*(?:(?:legal |confidentiality |important |privacy )*(?:disclaimer|notice)|haftungsausschluss"
    r"|rechtlicher hinweis"
    r"|vertraulichkeitshinweis|avis (?:de confidentialité|juridique)|aviso (?:legal|de confidenciali[dt]ade?"
    r"|jurídico)"
    r"|avvertenz[ae]|avviso(?: di riservatezza)?|nota de confidencialidad|klauzula poufności)\W*",
    re.IGNORECASE,
)
"""A line that stands above a notice."""
_SENTENCE = re.compile(r"(?<=[.!?:;])\s+|(?<=[。！？])\s*")
_BUT = re.compile(
    r"(?<!\w)(?:but(?! not limited)|aber|sondern|mais|pero|sino|ma|però|mas|porém|maar|ale|lecz|hanem|mutta|ama"
    r"|fakat|но|але"
    r"|однако)(?!\w)|但|可是|しかし|でも|하지만",
    re.IGNORECASE,
)
_TAKES_BACK = re.compile(
    r"\W*(?:only|no|not|except|unless|nur|nein|non|não|nee|nie|ne|ei|men|nej|nei|hayır|нет|ні)(?!\w)", re.IGNORECASE
)
_OF_A_PERSON = re.compile(
    r"\bI\b(?!\.)|(?i:\b(?:me|my|ich|mir|mich|je|j'ai|moi|yo|jeg|jag|minä)\b|\byour move|\bthe game\b|\?\s*\Z)"
)
_ENDED = re.compile(r"[.!?…)。！？:_*=-]\W*\Z")
_RULE = re.compile(r"\s*[-_=*~]{3,}\s*")
_MOST_BEFORE = 3
"""The most words of a line that may end without a full stop directly above a notice: `Yes`."""


def notices_in(lines: Sequence[str], quotations: Container[int]) -> set[int]:
    """The lines of notices at the end of the text or directly above a quotation, which has its first lines given."""
    found: set[int] = set()
    left = _MOST_BEGINNINGS
    for end in _ends(lines, quotations):
        last = end
        for _ in range(_MOST_PARAGRAPHS):
            while last and (not lines[last - 1].strip() or _RULE.fullmatch(lines[last - 1])):
                last -= 1
            first = last
            while first and lines[first - 1].strip() and not lines[first - 1].startswith(">"):
                first -= 1
            begin, looked_at = _begin_of_notice(lines, first, last, left)
            left -= looked_at
            if begin is None:
                break
            while begin > first and _RULE.fullmatch(lines[begin - 1]):
                begin -= 1
            found.update(range(begin, end))
            if begin > first:
                break
            last = end = begin
    return found


def _ends(lines: Sequence[str], quotations: Container[int]) -> Iterator[int]:
    yield len(lines)
    was_plain = False
    for number, line in enumerate(lines):
        is_quotation = number in quotations or line.startswith(">")
        if is_quotation and was_plain:
            yield number
        was_plain = not is_quotation


def _begin_of_notice(lines: Sequence[str], first: int, last: int, most: int) -> tuple[int | None, int]:
    """Where in a paragraph a notice begins that goes on to its end, or None; and at how many lines, `most` at the
    most, it was looked for.
    """
    begin, looked_at = None, 0
    if not most or last - first > _MOST_LINES or sum(map(len, lines[first:last])) > _LONGEST:
        return None, 0
    if not (_may_be_a_first(" ".join(lines[first:last])) or (first < last and _TITLE.fullmatch(lines[last - 1]))):
        # Most paragraphs hold none, and each line takes long to look at.
        return None, 1
    for number in reversed(range(first, last)):
        above = lines[number - 1] if number > first else ""
        if above and not _ENDED.search(above) and len(above.split()) > _MOST_BEFORE:
            continue
        if looked_at == most:
            break
        looked_at += 1
        if _is_notice(lines[number:last]):
            begin = last = number
    return begin, looked_at


def _is_notice(lines: Sequence[str]) -> bool:
    if len(lines) == 1 and _TITLE.fullmatch(lines[0]):
        return True
    while len(lines) > 1 and (_TITLE.fullmatch(lines[0]) or _RULE.fullmatch(lines[0])):
        lines = lines[1:]
    if (
        len(lines) > 1
        and len(lines[0].split()) <= _MOST_BEFORE
        and not _ENDED.search(lines[0])
        and lines[0].isascii()
    ):
        # "Yes" above a notice belongs to no sentence of it.
        return False
    sentences = list(filter(str.strip, _SENTENCE.split(" ".join(lines))))
    if len(sentences) > 1 and _TITLE.fullmatch(sentences[0]):
        sentences = sentences[1:]
    return bool(sentences) and _may_be_a_first(sentences[0]) and all(map(_is_of_a_notice, sentences))


def _may_be_a_first(text: str) -> bool:
    words = folded(text)
    return all(kind.search(words) for kind in _IN_FIRST)


def _is_of_a_notice(sentence: str) -> bool:
    has_sign = bool(_IN_EACH.search(folded(sentence))) or not any(map(str.isalpha, sentence))
    is_own = _TAKES_BACK.match(sentence) or _BUT.search(sentence) or _OF_A_PERSON.search(sentence)
    return has_sign and not is_own
