"""Recognition of yes and no by a text's first clause, in many languages."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from itertools import takewhile

YES, NO = "yes", "no"

MOST_WORDS = 30
"""Longer lines are no answer to a question."""


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


def _phrases(text: str) -> re.Pattern[str]:
    """Compile expressions, one or several a line, into a pattern that matches whole words."""
    return re.compile(rf"(?<![\w'])(?:{'|'.join(text.strip().splitlines())})(?![\w'])".replace("\n", "|"))


PLAINLY_YES = _words(
    """yes y yep yeah yup yess yea ok okay okey oké oki sure ja jawohl jaa jep oui ouais sí si sì sim да ага da
    так tak ano áno igen evet joo juu kyllä jah taip jā ναι כן نعم はい
    ええ 是 是的 好 好的 可以 行 对 同意 네 예 응 javisst
    jazeker"""
)
YES_WORDS = PLAINLY_YES | _words(
    """confirm confirmed confirming agree agreed accept accepted please right correct true fine alright gladly
    gerne gern einverstanden bestätigt stimmt genau selbstverständlich volontiers accepte confirme confirmé
    vale confirmo acepto aceptado encantado encantada volentieri accetto confermo aceito согласен согласна
    хорошо ладно давай давайте подтверждаю zgoda potwierdzam chętnie dobrze akkoord prima graag gärna gjerne
    okej visst souhlasím rendben tamam ок окей добре згоден"""
)
_OF_COURSE = _words(
    """certainly absolutely definitely surely natürlich klar sicher freilich certainement absolument évidemment
    claro ciertamente certo certamente конечно разумеется безусловно oczywiście pewnie jasne natuurlijk
    zeker självklart absolut selvfølgelig jasně jistě persze elbette tabii desigur naravno sigur もちろん 当然 물론"""
)
"""Words that strengthen a yes or a no: "certainly", "certainly not"."""
_MEANS_YES = _phrases(
    r"""of course|by all means|go (?:ahead|for it)|(?:with|my) pleasure|sounds (?:good|great|fine|fun)|count me in
(?:that|this|it)(?: i|')s (?:me|mine|right|correct|fine|ok)|i(?: a|')m (?:in|happy to|glad to)
let's (?:play|go|do it)|i(?: woul|')d (?:love|like|be (?:glad|happy|delighted)) to|happy to|glad to
(?:no|not a) (?:problem|worries|doubt|objections?|trouble|issue)|why not|wouldn't miss it|not? problemo
auf jeden fall|in ordnung|geht klar|sehr gerne?|mit vergnügen|keine? (?:problem|frage|einwände?)|warum nicht
ich bin (?:dabei|einverstanden)|das bin ich(?! nicht)|spricht nichts dagegen|d'accordo?|bien (?:sûr|entendu)
avec plaisir|ça marche|pas de (?:probl[eè]me|soucis?)|pourquoi pas|c'est (?:bien )?moi
(?:sans|aucun) probl[eè]me|pas d'objection|de acuerdo|por supuesto|desde luego|con (?:mucho )?gusto
sin problemas?|no hay problema|ning[uú]n problema|soy yo|(?:por qué|porqué|cómo|como) no|va bene|con piacere
perch[eé] no|nessun problema|non c'[eè] problema|senza problemi|sono io|com (?:certeza|prazer)
sem problemas?|por ?que não|está bem|sou eu|с удовольствием|без проблем|нет проблем|не проблема|не вопрос
не против|почему (?:бы и )?нет|это я|nie ma (?:problemu|sprawy)|(?:czemu|dlaczego) nie|bez problemu
z przyjemnością|nie mam nic przeciwko|to ja|geen (?:probleem|bezwaar|punt)|waarom niet|met plezier
ing(?:a|et|en) (?:problem|problemer|bekymmer)|varför inte|med nöje|(?:ikke noget|intet) problem|hvorfor ikke
ei (?:ongelmaa|hätää|haittaa)|miksi ei|totta kai|není problém|žádný problém|proč ne|nem (?:probléma|gond)
miért ne|sorun (?:değil|yok)|neden olmasın|nicio problemă|de ce nu|nema problema|zašto ne|няма проблем
κανένα πρόβλημα|γιατί όχι|没问题|問題ありません|問題ない"""
)
"""Phrases that mean yes; many contain a word that means no."""
_MEANS_NO = _phrases(
    r"""of course not|by no means|no way|no chance|not at all|under no circumstances
not (?:now|today|this time|for me)|(?:not|no longer|never) interested|no interest|count me out
i(?: woul|')d rather not|i'll pass|pass this time|another time|natürlich nicht|auf keinen fall|lieber nicht
besser nicht|kein(?:e|en)? (?:interesse|bedarf|zeit|lust)|im leben nicht|das bin ich nicht|no soy yo
non sono io|to nie ja|não sou eu|leider nicht|bien sûr que non
pas (?:du tout|question|maintenant|intéressée?)|surtout pas|hors de question|jamais de la vie
(?:por supuesto|claro|desde luego|mejor) que no|ni hablar|de ninguna manera|mejor no|assolutamente no
meglio (?:di )?no|per niente|claro que não|конечно нет|ни за что|лучше не надо|не надо|не нужно|wcale nie
raczej nie|(?:oczywiście|pewnie) że nie|liever niet|natuurlijk niet|zeker niet|absolut inte|helst inte
självklart inte|helst ikke"""
)
_PLEASANT = _phrases(
    r"""(?:i |we )?(?:can't|cannot|can not|can hardly) wait|(?:i |we )?(?:don't|do not|wouldn't|won't) mind
long time no see|no (?:rush|hurry|stress|pressure|need to hurry)|nothing better|couldn't be better|not bad
never (?:been )?better|no kidding|kann es kaum erwarten|keine eile|nichts lieber|lange nicht gesehen
freue mich|rien de mieux|pas de pression|no hay prisa|sin prisa|nada mejor|cuánto tiempo sin vernos
senza fretta|nessuna fretta|(?:see|talk to) you (?:later|tomorrow)|bis (?:später|nachher)|à demain|a domani
até amanhã|до завтра|do jutra|tot straks|не терпится|не спешу|давно не виделись|nie mogę się doczekać|nie ma pośpiechu
geen haast|ingen brådska"""
)
"""Phrases that contain a word for no, and mean neither yes nor no."""

PLAINLY_NO = _words(
    """no n nope nah never decline declined reject rejected refuse refused nein nö nee nej nei ne non não nao
    нет ні не nie niet ei nem hayır hayir nu όχι לא لا いいえ
    いや 不 不是 不要 不用 否 没有 不行 不好 아니요 아니오 아니 kein"""
)
NO_WORDS = PLAINLY_NO | _words(
    """not none neither nor don't dont didn't didnt doesn't won't wont wouldn't wasn't isn't aren't haven't
    can't cant cannot cancel deny denied wrong false impossible nicht keine keinen keiner keinem niemals
    falsch pas jamais aucun aucune n'ai n'est nunca tampoco ningún ninguno nessun nessuna нельзя никогда
    nigdy żaden geen nooit inte icke aldrig ingen inga ikke aldri enkä nejsem nechci soha değil degil
    niciodată neću nikada nisam nisu nije niste nothing nichts 不用了 不要了 不了 算了"""
)
_UNCERTAIN = _words(
    """but however if unless maybe perhaps possibly depends aber doch falls wenn vielleicht eventuell jedoch
    mais peut-être pero quizás quizá forse ma però magari mas talvez но если может возможно однако ale jeśli
    może maar misschien tenzij men kanske om måske kanskje mutta ehkä možná ak ha talán ama belki dar poate
    ali možda depende dipende zależy зависит"""
)
_ASKING = _words(
    """who what why how when where which whose wer warum wieso wann soll qui quoi pourquoi comment quand quel
    quelle êtes-vous quién qué cómo cuándo chi cosa perché quando quem кто что зачем почему когда kto co
    dlaczego kiedy kdo proč kdy wie wat waarom wanneer vem vad varför hvem hvad hva hvorfor kuka mikä miksi
    milloin miért mikor kim neden mı mu mü ποιος τι γιατί"""
)
"""Words that turn a yes into a question: "Ok who is this"."""
_NOT_YET = _words(
    """later tomorrow später nachher demain luego después mañana dopo domani depois amanhã потом позже завтра później
    potem jutro později zítra straks imorgon senare senere huomenna myöhemmin később holnap sonra yarın"""
)
_UNDOING = _words(
    """decline refuse reject cancel deny stop remove delete unsubscribe spam wrong impossible abmelden löschen
    ablehnen lehne abbrechen désinscrire désinscrivez désinscrivez-moi supprimer supprimez supprimez-moi borrar
    bórrame rechazo cancelar cancella cancellami cancellare rimuovi rimuovere remova remover отписать отписаться
    отпишите удалите отказываюсь usuń wypisz odmawiam rezygnuję verwijder verwijderen afmelden uitschrijven
    entfernen absage absagen baja desuscribir avregistrera avsluta slet fjern
    poista odhlásit odhlaste smazat smažte iptal"""
)
"""Words that revoke a yes: "Yes, remove me"."""
_UNSURE = _phrases(
    r"""not (?:\w+ )?(?:sure|certain)|unsure
(?:don't|do not|dunno) know(?! (?:you|this|that|him|her|them|it|who|any))|dunno|no idea
weiß (?:ich )?(?:es )?(?:noch )?nicht|keine ahnung|ne sais pas|sais pas|aucune idée|no (?:lo )?sé|ni idea
non (?:lo )?so|não sei|не знаю|nie wiem|weet (?:ik )?(?:het )?niet|vet inte|ved ikke|vet ikke|en tiedä|nevím
nem tudom|(?:let me )?think about it|ask(?: me)? later|später|mañana|tomorrow maybe"""
)
_WANT = _words(
    """want wish like intend mean play ask asked need agree accept confirm think remember will would möchte mag
    wollte habe veux voudrais souhaite quiero deseo voglio vorrei desidero quero хочу хотел буду chcę
    chciałbym wil wilde vill ville haluan chci akarok istiyorum vreau želim"""
)
_COURTESY = _words(
    """hi hello hey dear thanks thank thx ty you sir madam so much many very well oh ah um hm hmm sorry
    apologies good morning evening afternoon day all team there again just then my hallo moin servus liebe
    lieber guten tag morgen abend danke vielen dank dir ihnen euch leider entschuldigung sorry bonjour salut
    bonsoir cher chère merci beaucoup bien désolé désolée hola buenos buenas días tardes querido estimado
    gracias muchas lo siento ciao buongiorno caro grazie mille molte scusa scusi spiacente olá obrigado
    obrigada desculpe привет здравствуйте спасибо большое извините cześć dzień dobry dziękuję bardzo
    przepraszam dzięki hoi dag beste bedankt hartelijk dankjewel hej tack så mycket tyvärr tak takk mange
    kiitos anteeksi moi děkuji díky prosím köszönöm szia teşekkürler merhaba bitte alsjeblieft s'il vous
    plaît te favor por per favore пожалуйста proszę"""
)
"""Words before or beside a yes or no that change nothing."""

STOP_WORDS = _words("stop remove unsubscribe delete leave quit signoff abmelden löschen désinscrire отписаться")
"""Words that mean yes, never no, in answer to a question whether to end something."""

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
_OF_ONESELF = _words(
    """i'd i'll i'm i've me my mine myself ich mir mich mein meine meinen meiner meinem hab j'ai moi mon mes yo mi mis
    mío mía he io mio mia ho eu meu minha я мне меня мой моя моё мое моей мною ik mij mijn jag mig min mitt mina jeg
    meg mit minä minun minulle mnie mój moja moje mně můj én engem ben bana benim mie meu let's"""
)
_TO_A_FRIEND = _words(
    """du dich dir dein deine deinen deiner je tu ton tes te tuo tua tus твой твоя твоё твое твои тебе тебя twój twoja
    twoje twoją jouw din ditt dit teu"""
)
"""Words that people use and programs do not: of oneself, and to a friend."""

_MOST_OF_A_GREETING = 4
_AGAINST = _words(
    """refuse decline reject refuser declinar rifiutare recusar against object objection objections dagegen
    einzuwenden contre dérange contra contrario inconveniente importa importo
    возражаю откажусь против odmówię przeciwko
    przeciw bezwaar emot imod bánom"""
)
"""With a word that says no they deny a no: "I don't object", "nichts dagegen"."""
_NO_ITSELF = _words("no nein non nee nej nei não nao нет nie nem nemet nope")
_SAYS_YES, _SAYS_NO, _PLEASANTLY = "\ue000yes", "\ue000no", "\ue000nice"
_YES, _NO = YES_WORDS | {_SAYS_YES}, NO_WORDS | {_SAYS_NO}

_ASKED = re.compile("[?？؟;]")
"""Signs of a question, the Greek one among them."""
_CLAUSE = re.compile(r"[.,;:!?…()\[\]\"“”„«»|/\n、。！？，；：।؟،]+|\s[-–—]+\s|[-–—]+$|^[-–—>*•]+\s")
_CONJUNCTION = re.compile(r"\b(?=(?:but|however|aber|mais|pero|ma|però|mas|но|ale|maar|men|mutta|ama|dar|ali)\b)")
_WORD = re.compile(r"[^\W_][\w'-]*")


_WHO_SAYS_SO = _words(
    """i i'd i'll i'm we we'd we'll it it's its that that's this my our the answer and so then a antwort ich wir
    das es bin geht meine hiermit je nous c'est ça ma yo lo estoy estamos mi io sono siamo la eu estou minha я
    мы это ik wij dat jag det jeg minä se to jestem já én ben bu"""
)
_LINKS = _words(
    """is am are was will would do be say said hereby gladly big from ist sind sage bin dann suis sommes est dis
    es digo è dico é digo är er on je ben ga zeg"""
)
"""Words that may precede a yes within a sentence: "My answer is yes", but not "When do you need a yes"."""

_IF_ALONE = _words("da si tak так jo please right true fine correct vale stimmt genau 好 对 行 visst prima graag")
"""Ambiguous words that mean yes only if no other kind of word stands beside them."""
_DECIDEDLY_YES = (_YES - _IF_ALONE - _COURTESY) | {_SAYS_YES}
_DECIDING = _DECIDEDLY_YES | _NO | _OF_COURSE
_BEFORE_YES = _WHO_SAYS_SO | _LINKS | _COURTESY | _OF_COURSE
_BEFORE_IT = (_COURTESY | _words("but aber mais pero ma però но ale maar men")) - _DECIDING - _IF_ALONE


def told_by(line: str) -> str | None:
    """Return whether a line says yes or no, or None if unclear or empty.

    The first clause with any meaning decides: "Yes, long time no see" is a yes. The line is unclear if a later clause
    revokes it or sets a condition ("Yes, but not today"), or if the yes is in a question or in the future ("Can you
    confirm this", "I will confirm later").
    """
    clauses = _clauses_of(line)
    if sum(len(words) for words, _ in clauses) > MOST_WORDS:
        return None
    while len(clauses) > 1 and _says_nothing(clauses[0][0]):
        del clauses[0]
    if not clauses:
        return None
    (first, is_question), later = clauses[0], [words for words, _ in clauses[1:]]
    if is_question and first != [_SAYS_YES]:
        return None
    said = _said_in(first, is_alone=not later)
    if said is None or any(_takes_back(words, said) for words in later):
        return None
    return said


def in_one_word(text: str) -> str | None:
    """Whether a whole text is one word for yes or no, for what cannot be undone; None if it is neither, or asks."""
    words = words_in(text)
    if len(words) != 1 or words[0] in _IF_ALONE or _ASKED.search(text):
        return None
    return YES if words[0] in PLAINLY_YES else NO if words[0] in PLAINLY_NO else None


def is_about_mail(text: str) -> bool:
    """Whether a text has a word about mail in it, in any language: `message`, `Postfach`."""
    return _OF_MAIL.search(_plain(text)) is not None


def is_of_oneself(text: str) -> bool:
    """Whether whoever wrote a text speaks of themselves."""
    return re.search(r"\bI\b", text) is not None or not _OF_ONESELF.isdisjoint(words_in(text))


def is_of_a_mailbox(line: str, more: str) -> bool:
    """Whether an answer speaks of mail, and of no person: so do programs that answer all that comes.

    `Ok. This mailbox is not monitored`, `Yes, your message has been received`; not `Yes, I got your message`. Of
    `more`, which stands below, one line is read: further below, companies write of mail, too.
    """
    below = next(filter(None, map(str.strip, more.splitlines())), "")
    text = f"{line}\n{below}"
    people = _OF_ONESELF | _TO_A_FRIEND | {"i"}
    return is_about_mail(text) and people.isdisjoint(words_in(text))


def asks_to_stop(text: str) -> bool:
    """Whether a text asks for an end, in one word or with a please."""
    words = set(words_in(text))
    return not words.isdisjoint(STOP_WORDS) and words <= STOP_WORDS | _COURTESY | _words("please me")


def is_friendly(words: Iterable[str]) -> bool:
    """Whether these words leave a yes or no beside them unchanged."""
    return _COURTESY.union(_words("please")).issuperset(words)


def words_in(text: str) -> list[str]:
    """The words of a text in lower case, with plain apostrophes."""
    return _WORD.findall(_plain(text))


def _plain(text: str) -> str:
    return unicodedata.normalize("NFC", text).lower().replace("’", "'").replace("`", "'")


def _clauses_of(line: str) -> list[tuple[list[str], bool]]:
    """The words of each clause, with a mark for phrases that mean yes, and whether it is a question."""
    text = _plain(line)
    if _UNSURE.search(text):
        return []
    for phrases, mark in ((_PLEASANT, _PLEASANTLY), (_MEANS_NO, _SAYS_NO), (_MEANS_YES, _SAYS_YES)):
        text = phrases.sub(f" {mark} ", text)
    found: list[tuple[list[str], bool]] = []
    start = 0
    for end in [*_CLAUSE.finditer(text), None]:
        part = text[start : end.start()] if end else text[start:]
        for piece in _CONJUNCTION.split(part):
            words = re.findall(rf"\ue000\w+|{_WORD.pattern}", piece)
            if words:
                found.append((words, end is not None and bool(set(end[0]) & set("?？؟"))))
        start = end.end() if end else start
    return found


def _says_nothing(words: list[str]) -> bool:
    """Whether a clause is a greeting, a name or an apology: `Hi Bob`, `Sorry`, `Thanks a lot`."""
    if not (_DECIDING | PLAINLY_YES).isdisjoint(words):
        return False
    return (words[0] in _COURTESY and len(words) <= _MOST_OF_A_GREETING) or _COURTESY.issuperset(words)


def _said_in(words: list[str], is_alone: bool) -> str | None:
    while len(words) > 1 and words[0] in _BEFORE_IT:
        words = words[1:]
    first, rest = words[0], frozenset(words[1:])
    said = _said_at(words, first, rest, is_alone)
    if said == NO and _denies_a_no(words):
        return None
    return None if said == YES and rest & (_ASKING | _NOT_YET | _UNDOING) else said


def _denies_a_no(words: list[str]) -> bool:
    """Whether a word that says no denies another: "I don't object", "I can't say no", "No puedo decir que no"."""
    first = next((number for number, word in enumerate(words) if word in _NO - _AGAINST), len(words))
    for number, word in enumerate(words[first + 1 :], first + 1):
        if word in _AGAINST:
            return True
        is_said_again = words[first] in _NO_ITSELF and (_NO | _COURTESY).issuperset(words[first + 1 : number])
        if word in _NO_ITSELF and not is_said_again:
            return True
    return False


def _said_at(words: list[str], first: str, rest: frozenset[str], is_alone: bool) -> str | None:
    says_yes, says_no = bool(rest & _DECIDEDLY_YES), bool(rest & _NO)
    if (
        (first in {"y", "n"} and not (is_alone and not rest))
        or rest & _UNCERTAIN
        or first in _UNCERTAIN - PLAINLY_YES
    ):
        return None
    if first in _NO:
        return None if says_yes else NO
    if first in _OF_COURSE and says_no:
        return NO
    if first in _IF_ALONE and not rest <= _COURTESY | _YES | _OF_COURSE | {_SAYS_YES}:
        return None
    if first in _YES | _OF_COURSE:
        return None if says_no else YES
    if says_no:
        return None if says_yes else NO
    before = list(takewhile(lambda word: word not in _DECIDEDLY_YES, words))
    return YES if says_yes and first in _WHO_SAYS_SO and _BEFORE_YES.issuperset(before) else None


def _takes_back(words: list[str], said: str) -> bool:
    """Whether a later clause leaves nobody certain of what the first one said: "Yes. That was not me"."""
    others = frozenset(words)
    first = next((word for word in words if word not in _BEFORE_IT), "")
    if said == NO:
        return first in _DECIDEDLY_YES or _denies_a_no(words)
    return first in _NO or bool(others & (_UNCERTAIN | _UNDOING | _NO | _NOT_YET))


def leaves_open(text: str) -> bool:
    """Whether a text that stands below a no may take it back: "Maybe later", "Yes, I would", "Wait"."""
    return not (_UNCERTAIN | _NOT_YET | _DECIDEDLY_YES | {"wait"}).isdisjoint(words_in(text))


def says_something(word: str) -> bool:
    """Whether a word that stands alone says yes or no, or wants an end, and so is no name."""
    return word.lower() in YES_WORDS | NO_WORDS | STOP_WORDS | _UNDOING


_BESIDE_REMATCH = _words("rematch a another again yes please thanks thank you i we want")
"""Words beside "rematch" that change nothing."""


def asks_for_rematch(line: str) -> bool:
    """Whether a line asks for a rematch, by the letter's own word or politely."""
    words = re.findall(r"\w+", line.lower())
    return "rematch" in words and _BESIDE_REMATCH.issuperset(words)
