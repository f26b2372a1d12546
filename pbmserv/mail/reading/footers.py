"""What phones, programs and providers put below somebody's words, and companies below all their mail.

Only their words tell them from a person's: names of phones, programs and providers, which most languages share; how
*sent* and *get* begin in each; and the stems of *confidential*. In any language, a short last paragraph below other
words that names a product is one, unless somebody seems to say something about it.
"""

from __future__ import annotations

import re
from collections.abc import Container, Sequence

from pbmserv.play.stems import folded, stems

_LONGEST = 200
_MOST_WORDS = 16
_NAMED = stems(
    r"iphon|ipad|ipod|android|samsung|galaxy|blackberry|huawei|\bhonor\b|xiaomi|redmi|oneplus|\boppo\b|\bvivo\b|realme"
    r"|nokia|xperia|\bhtc\b|\blg\b|\bpixel\b|motorola|phone|téléphone|telefon|teléfono|telemóvel|móvil|celular|cellulare"
    r"|\bhandy\b|\bmobil|\btablet|appareil|телефон|смартфон|мобильн|мобільн|手机|手機|携帯|スマートフォン|휴대"
    r"|windows|outlook|thunderbird|mailspring|\bspark\b|\bspike\b|fairemail|\bk-9\b|canary|airmail|superhuman"
    r"|shortwave|\bedison\b|em client|\bmail|mail\b|\bcourri|poczt|pošt|почт|пошт|邮箱|郵箱|邮件|郵件|メール|메일"
    r"|gmail|gmx|web\.de|t-online|proton|tuta|\baol\b|\bqq|foxmail|naver|네이버|yandex|яндекс|seznam"
    r"|\bonet|interia|libero|laposte|avast"
)
_BEGINS = re.compile(
    r"\W*(?:(?:sent|typed) (?:from|via|using|with|by|on|fra)\b"
    r"|(?:please )?(?:excuse|pardon) (?:\w+ )*(?:brevity|typos)"
    r"|secured (?:with|by)|(?:get|download|hol\w*|beziehen|obte[nr]\w*"
    r"|téléch\w*|obtén|descarg\w*|baix\w*|obtenha|scaric\w*|ottieni|hämta|hent|hanki|pobierz|stáhn\w*|získ\w*|descărc\w*|скача\w*)"
    r" (?:\w+ ){0,2}\W*(?:outlook|yahoo|android|ios)|(?:von|mit|aus) mein|diese (?:nachricht|e-?mail|mail) wurde"
    r"|gesendet|geschickt|envoyé|provenance|enviad|enviat|inviat|mandat[oa] d|verzonden|verstuurd|gestuurd|skickat"
    r"|sendt|sänt|lähetetty|wysłan|odeslán|odoslan|poslán|küldve|elküldve|trimis|poslan|poslat|изпрат|отправлен"
    r"|надіслан|відправлен|послат|адпраўлен|στάλθηκε|εστάλη|απεστάλη|gönder|saadetud|nosūt|išsiųst|dikirim|dihantar"
    r"|(?:được|đã) gửi|gửi từ|ipinadala|[发發]自|[来來]自|[从從]我|通过|[发發]送自|보낸|أُ?رسلت?|مرسل|تم الإرسال|ارسال"
    r"|נשלח|ส่งจาก|yahoo mail ?:|vir(?:us-free|enfrei)|this e-?mail has been checked)",
    re.IGNORECASE,
)
_ENDS = re.compile(
    r"(?:ge(?:sendet|schickt)|herunterladen|küldve|küldött\w*|lähetetty|gönderil\w*|送信|[发發]送|を入手|보냄|보냈\S*|전송\S*"
    r"|भेजा\S*)\W*\Z",
    re.IGNORECASE,
)
_PRODUCT = re.compile(
    r"iphone|ipad|\bios\b|android|samsung|galaxy|huawei|华为|xiaomi|小米|oneplus|outlook|thunderbird|\byahoo|gmail|\bgmx\b"
    r"|web\.de|proton ?mail|\baol\b|\borange mail|mail orange|\bavast|\bavg\b",
    re.IGNORECASE,
)
"""Names that are the same in all languages."""
_MOST_WORDS_BESIDE = 7
_SOMEBODY_SAYS = re.compile(
    r"\b(?:i|i'm|i've|we|my|it|its|the|a|an|no|new|is|are|was|has|do|does|don't|can|can't|use|have|got|try|ich|mein|meine|wir"
    r"|ist|hat|kein|nicht|je|j'ai|mon|est|pas|yo|es|no|non|io|il|meu|не|мой|у|nie|mój|min|är|er|har|het)\b",
    re.IGNORECASE,
)
"""With one of these it may be a sentence about a phone: `My iPhone is broken`."""
_LINK = re.compile(r"[<(\[]*(?:https?://|www\.)[^\s>)\]]*[>)\]]*", re.IGNORECASE)
_CONFIDENTIAL = stems(
    r"confiden|konfiden|vertraulich|vertrouwelijk|riservat|poufn|důvěrn|dôvern|bizalmas|luottamuksel|fortrolig"
    r"|gizli|конфіденц|конфиденц|поверител|поверљив|εμπιστευτ|zaupn|povjerljiv|保密|机密|機密|秘密|기밀|비밀|سري|محرمان"
    r"|חסוי|bảo mật|rahasia|disclaimer|intended solely|intended recipient|haftungsausschluss|unsubscribe|\bvirus"
)
_LONGEST_PARAGRAPH = 2_000


def footers_in(lines: Sequence[str], quotations: Container[int]) -> set[int]:
    """The lines of footers: last in a paragraph, or directly above a quotation, with only links below."""
    found: set[int] = set()
    is_last = is_final = True
    links: list[int] = []
    first = next(
        (number for number, line in enumerate(lines) if line.strip() and not line.startswith(">")), len(lines)
    )
    for number in reversed(range(len(lines))):
        line = lines[number]
        if number + 1 in quotations:
            is_last, is_final, links = True, True, []
        if not line.strip() or line.startswith(">"):
            is_last, links = True, []
        elif is_last and not _LINK.sub("", line[:_LONGEST]).strip():
            links.append(number)
        elif is_last and (_is_footer(line) or (is_final and first < number and _is_about_a_product(lines, number))):
            found |= {number, *links}
            links = []
        else:
            is_last = is_final = False
    return found


def is_notice(lines: Sequence[str], number: int) -> bool:
    """Whether a company's notice about confidentiality begins here."""
    paragraph, length = [], 0
    while number < len(lines) and lines[number].strip() and length < _LONGEST_PARAGRAPH:
        paragraph.append(lines[number][:_LONGEST_PARAGRAPH])
        length += len(paragraph[-1])
        number += 1
    return _CONFIDENTIAL.search(folded(" ".join(paragraph))) is not None


def _is_about_a_product(lines: Sequence[str], number: int) -> bool:
    """Whether a last paragraph is a footer in any language: a few words around the name of a phone or a program."""
    line = lines[number]
    if len(line) > _LONGEST or lines[number - 1].strip():
        return False
    names = set(map(str.lower, _PRODUCT.findall(line)))
    words = _LINK.sub(" ", line).strip()
    is_short = len(words.split()) <= _MOST_WORDS_BESIDE and not words.endswith(("?", "!"))
    has_move = any(map(str.isdigit, words.partition(" ")[0]))
    return is_short and not has_move and bool(names) and (len(names) > 1 or not _SOMEBODY_SAYS.search(words))


def _is_footer(line: str) -> bool:
    if len(line) > _LONGEST:
        return False
    words = _LINK.sub(" ", line).strip()
    is_short = len(words.split()) <= _MOST_WORDS and not words.endswith(("?", "!"))
    return is_short and bool(_NAMED.search(folded(line))) and bool(_BEGINS.match(words) or _ENDS.search(words))
