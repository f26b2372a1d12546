"""Recognition of absence notes by their words, in all languages, as some programs set no header."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import cache

from pbmserv.play.stems import together

_MOST_LINES = 8
"""The number of lines examined."""
_MOST_CHARACTERS = 1_000


def _folded(text: str) -> str:
    if text.isascii():
        return text.casefold()
    apart = unicodedata.normalize("NFKD", text.casefold().replace("’", "'"))
    return "".join(character for character in apart if not unicodedata.combining(character))


def _any_of(alternatives: Iterable[str]) -> str:
    """Combine patterns; `.{0,60}` bridges part of a sentence, which may hold a date.

    Those that begin with a word are tried only where one does.
    """
    forms = [_folded(each) for each in alternatives]
    words = together(form.removeprefix(r"\b") for form in forms if form.startswith(r"\b"))
    others = together(form for form in forms if not form.startswith(r"\b"))
    return "|".join(filter(None, [words and rf"\b(?:{words})", others])).replace(".{", r"(?:[^.!?]|\d\.){")


# Words that no person writes into the Subject of an answer to a letter of ours, wherever they stand in it.
_AUTOMATIC = (
    r"\bauto(?:matic(?:ally)?)?[ -]?(?:generated )?(?:repl(?:y|ies)|respon(?:se|der)|answer)\b",
    r"\bout[ -]of[ -](?:the[ -])?office\b", r"\baway from (?:the|my) (?:office|desk)\b",
    r"\bvacation (?:reply|message)\b",
    r"\bautomatische[sn]? (?:antwort|abwesenheit|antwoord)", r"\babwesenheits", r"\bautomatisch antwoord",
    r"\breponse automatique", r"\b(?:message|notification|avis) d'absence", r"\babsence du bureau",
    r"\brespuesta automatica", r"\bfuera de (?:la )?oficina", r"\brespost[ae] automatic", r"\bfora do escritorio",
    r"\brisposta automatica", r"\bfuori (?:sede|ufficio)", r"\bafwezigheid", r"\bautosvar", r"\bautomatiskt? svar",
    r"\bfranvaro", r"\bfraværs?", r"\bautomaattinen vastaus", r"\bpoissaolo", r"\bautomaatvastus",
    r"\bautomatyczna odpowiedz", r"\bodpowiedz automatyczna", r"\bautoodpowiedz", r"\bnieobecnosc",
    r"\bautomaticka odpoved", r"\bnepritomnost", r"\bmimo kancelar", r"\bautomatikus valasz", r"\bhazon kivul",
    r"\bautomatski odgovor", r"\bsamodejni odgovor", r"\braspuns automat",
    r"\bautomat(?:iska|inis) (?:atbilde|atsakymas)", r"\bsjalfvirkt svar", r"\botomatik (?:yanit|cevap|yanıt)",
    r"\bofis dısında", r"\bbalasan otomatis", r"\bjawaban otomatis", r"trả lời tự động", r"tự động trả lời",
    r"автоответ", r"автоматическ(?:ий|ое) (?:ответ|уведомление|сообщение)", r"автов[іи]дпов[іи]д",
    r"автоматична в[іи]дпов[іи]д", r"автоматичен отговор", r"аутоматски одговор", r"αυτοματη απαντηση",
    r"εκτος γραφειου", r"(?:תשובה|מענה) אוטומטית?", r"رد (?:تلقائي|آلي)", r"خارج المكتب", r"پاسخ خودکار",
    r"自動(?:応答|返信|回覆|答覆|回復)", r"自动(?:答复|回复|应答)", r"不在(?:通知|の?お知らせ|连絡|連絡)",
    r"자동 ?(?:회신|응답|답장)",
    r"부재 ?중", r"ตอบกลับอัตโนมัติ",
)  # fmt: skip

# What a person may write into a Subject, too, but hardly at its very beginning.
_BEGINNING = (
    r"auto:", r"ooo\b", r"(?:i am |i'm )?(?:currently )?away(?![\w-])",
    r"on (?:annual )?(?:leave|holidays?|vacation)\b",
    r"abwesen", r"nicht im (?:buro|haus)", r"(?:im )?urlaub\b", r"absen(?:t|ce|cia)\b", r"ausen(?:te|cia)\b",
    r"assen(?:te|za)\b",
    r"afwezig", r"niet aanwezig", r"ikke (?:til stede|pa kontoret)", r"poissa\b", r"poza biurem", r"na urlopie",
    r"(?:я )?(?:в отпуске|вне офиса|нет на месте|отсутств)", r"(?:у|в) в[іи]дпустц[іи]", r"поза оф[іи]сом",
    r"izvan ureda",
    r"odsut", r"odsotn", r"不在", r"休假", r"外出", r"휴가",
)  # fmt: skip

# How a note begins: somebody says of themselves that they are not there.
_NOTE = (
    (
        r"\bi(?:'m| am|'ll be| will be| shall be)\b.{0,40}"
        r"\b(?:away|on (?:\w+ )?(?:leave|vacation|holidays?)|travell?ing)\b"
    ),
    r"\b(?:limited|no|without) access to (?:my )?(?:e-?mails?|mail)\b",
    r"\b(?:respond|reply|get back)\b.{0,60}\b(?:when i(?:'m| am)? (?:return|back)|(?:upon|on|after) my return)",
    r"\bnicht (?:im (?:buro|hause?)\b|am arbeitsplatz|erreichbar)",
    r"\b(?:bin|befinde mich)\b.{0,60}\b(?:im (?:\w+)?urlaub|abwesend|verreist|auf (?:dienst)?reisen?)",
    r"\bbin\b.{0,60}\b(?:außer|ausser) haus",
    r"\bje (?:suis|serai)\b.{0,60}\b(?:absente?|en (?:conges?|vacances|deplacement)|hors du bureau)",
    r"\bich habe\b.{0,60}\burlaub\b", r"\bautomatisch (?:erstellt|generiert|erzeugt|versendet)",
    r"\bactuellement (?:absente?|en (?:conges?|vacances))\b", r"\babsente? (?:jusqu|du )", r"\bde retour le\b",
    r"\b(?:estoy|estare|me encuentro)\b.{0,60}\b(?:ausente|de vacaciones|fuera de (?:la )?(?:oficina|ciudad))",
    r"\bmensaje automatico",
    r"\b(?:estou|estarei|encontro-me)\b.{0,60}\b(?:ausente|(?:de|em) ferias|fora do)\b", r"\bmensagem automatica",
    r"\b(?:sono|saro)\b.{0,60}\b(?:assente|in (?:ferie|vacanza)|fuori (?:sede|ufficio|citta))",
    r"\bmessaggio automatico",
    r"\b(?:ik ben|ben ik)\b.{0,60}\b(?:afwezig|niet (?:op kantoor|aanwezig|bereikbaar))",
    r"\b(?:ik ben|ben ik)\b.{0,60}\b(?:met|op) (?:vakantie|verlof)\b",
    r"\bjag (?:ar|har)\b.{0,60}\b(?:semester|inte pa kontoret|franvarande|bortrest|tjanstledig)",
    r"\bjeg (?:er|har|holder)\b.{0,60}\b(?:ferie|ikke (?:pa kontoret|til stede)|bortreist|fraværende|pa reise)",
    r"\bolen\b.{0,60}\b(?:lomalla|poissa|vuosilomalla|matkoilla)",
    r"\b(?:jestem|przebywam|bede)\b.{0,60}\b(?:na urlopie|nieobecn\w*|poza biurem)",
    r"\b(?:jsem|budu|nejsem)\b.{0,60}\b(?:na dovolene|mimo kancelar|v kancelari|nepritom)",
    r"\b(?:som|budem)\b.{0,60}\b(?:na dovolenke|mimo kancelarie|nepritom)",
    r"\bszabadsagon (?:vagyok|leszek)", r"\b(?:hazon|irodan) kivul (?:vagyok|leszek)",
    r"\b(?:нахожусь|я|буду|сейчас)\b(?! был).{0,60}(?:в отпуске|отсутств|вне офиса|в командировке)",
    r"\bотсутству(?:ю|ет) (?:на|в|до|с)\b",
    r"\bменя (?:не будет|нет на месте)",
    r"\bотвечу\b.{0,30}(?:после отпуска|по возвращении|когда вернусь)",
    r"\b(?:у|в) в[іи]дпустц[іи]", r"поза оф[іи]сом",
    r"\bя\b.{0,40}в[іи]дсутн",
    r"\bсъм\b.{0,40}(?:в отпуск|извън офиса)", r"\bв отпуск съм\b", r"\bna dopustu\b", r"\bcerpam dovolenou",
    r"\b(?:na|sam)\b.{0,20}\b(?:godisnjem|odmoru|odsut\w*)", r"\bodsot(?:en|na)\b", r"\bна (?:годишњем )?одмору\b",
    r"\b(?:sunt|voi fi)\b.{0,60}\b(?:in concediu|plecat|absent|in vacanta)",
    r"(?:ειμαι|βρισκομαι|θα ειμαι)\b.{0,60}(?:σε αδεια|εκτος|διακοπες)",
    r"\b(?:izinde|tatilde|ofis dısında|seyahatte)(?:yim|yım|y\w?m)?\b", r"(?:אני|אהיה).{0,40}(?:בחופשה|מחוץ)",
    r"(?:انا|سأكون|أنا).{0,40}(?:اجازة|إجازة|خارج)", r"در مرخصی", r"休暇(?:中|を(?:いただ|頂|取)|の?ため)", r"出張中",
    r"不在(?:に|の?ため|です|とな|中|と)",
    r"(?:我|本人).{0,20}(?:休假|外出|出差|度假|不在|請假|请假)", r"正在(?:休假|度假|出差)", r"휴가(?: ?중|입니다)",
    r"자리를 비",
    r"nghỉ phép", r"vắng mặt", r"\bsedang cuti\b", r"\bdi luar kantor\b",
)  # fmt: skip

_ESCAPED = re.compile(r"\\[a-z]")
_LATIN = re.compile("[a-z]")


@cache
def _of_a_subject() -> re.Pattern[str]:
    return re.compile(rf"(?:{_any_of(_AUTOMATIC)})|\A\W*(?:{_any_of(_BEGINNING)})")


@cache
def _of_a_text(is_ascii: bool) -> re.Pattern[str]:
    """What a note has in it. In a text of ASCII it is not looked for in other scripts, which takes twice as long."""
    forms = (*_AUTOMATIC, *_NOTE)
    return re.compile(_any_of(filter(_is_latin, forms) if is_ascii else forms))


def _is_latin(form: str) -> bool:
    """Whether a pattern has Latin letters; otherwise it has only others, of which a text in ASCII has none."""
    return _LATIN.search(_ESCAPED.sub("", _folded(form))) is not None


def is_subject_of_a_note(subject: str) -> bool:
    """Whether a Subject is an absence note's: `Automatic reply: …`, `Автоответ: …`."""
    return _of_a_subject().search(_folded(subject[:_MOST_CHARACTERS])) is not None


def reads_like_a_note(text: str) -> bool:
    """Whether a text begins like an absence note. People write such words, too."""
    lines = [line for line in text[: 2 * _MOST_CHARACTERS].splitlines() if line.strip()][:_MOST_LINES]
    beginning = _folded(" ".join(lines)[:_MOST_CHARACTERS])
    return _of_a_text(beginning.isascii()).search(beginning) is not None


LOOKS_SO = "looks like an absence note"
"""Why such a mail gets no answer, as the end of a sentence."""
ASKS_FOR_NONE = "asks for no answer"
"""The same of other mail, before what asks for it in brackets."""


def looks_like_absence(subject: str, text: str) -> bool:
    """Whether a mail looks like an absence note, which answers nothing."""
    return is_subject_of_a_note(subject) or reads_like_a_note(text)
