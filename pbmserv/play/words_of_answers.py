"""What people write when they are asked yes or no: all languages, and words that stand beside those of any.

The words of each language stand in its own module of `words`; here are those that languages share or that need a
list of their own. Entries are as in `words.language`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from pbmserv.play.words.baltic import BALTIC
from pbmserv.play.words.chinese import CHINESE
from pbmserv.play.words.czech_and_slovak import CZECH_AND_SLOVAK
from pbmserv.play.words.danish_and_norwegian import DANISH_AND_NORWEGIAN
from pbmserv.play.words.dutch import DUTCH
from pbmserv.play.words.english import ENGLISH
from pbmserv.play.words.finnish import FINNISH
from pbmserv.play.words.french import FRENCH
from pbmserv.play.words.german import GERMAN
from pbmserv.play.words.greek import GREEK
from pbmserv.play.words.hungarian import HUNGARIAN
from pbmserv.play.words.italian import ITALIAN
from pbmserv.play.words.japanese import JAPANESE
from pbmserv.play.words.korean import KOREAN
from pbmserv.play.words.others import OTHERS
from pbmserv.play.words.polish import POLISH
from pbmserv.play.words.portuguese import PORTUGUESE
from pbmserv.play.words.romanian import ROMANIAN
from pbmserv.play.words.russian import RUSSIAN
from pbmserv.play.words.semitic import SEMITIC
from pbmserv.play.words.south_slavic import SOUTH_SLAVIC
from pbmserv.play.words.spanish import SPANISH
from pbmserv.play.words.swedish import SWEDISH
from pbmserv.play.words.turkish import TURKISH
from pbmserv.play.words.ukrainian import UKRAINIAN

LANGUAGES = (
    ENGLISH, GERMAN, FRENCH, SPANISH, ITALIAN, PORTUGUESE, DUTCH, SWEDISH, DANISH_AND_NORWEGIAN, FINNISH, POLISH,
    CZECH_AND_SLOVAK, RUSSIAN, UKRAINIAN, SOUTH_SLAVIC, HUNGARIAN, ROMANIAN, TURKISH, GREEK, BALTIC, SEMITIC,
    JAPANESE, CHINESE, KOREAN, OTHERS,
)  # fmt: skip


def _any_of(texts: Iterable[str]) -> str:
    """The pattern of all entries of these lists."""
    entries = (" ".join(entry.split()) for text in texts for entry in text.split(","))
    return f"(?:{'|'.join(map(re.escape, dict.fromkeys(filter(None, entries))))})"


A_BOARD = _any_of(language.board for language in LANGUAGES)
"""The pattern of what stands before the number of a board."""
ON_IT = _any_of(language.on for language in LANGUAGES)
"""The pattern of what stands before that."""

KIND_SIGNS = "👍👌🙂😀😃😄😁😊☺🤗🥰😍❤♥💙💚🎉🎊🥳👏🙏💪🤝✌🙌✅✔☑♟🎲🃏🏆🍀✨🔥🌞☀🌸🌹🖐👋😎"
"""Signs that change nothing beside a yes or a no; others do."""

CONTRASTS = "but, aber, mais, pero, ma, però, mas, но, але, ale, maar, men, mutta, ama, dar, ali, de, でも"
"""What may stand before a no: `thanks, but no`."""

DISMISSIVE = "yeah, yea, sure, ja, klar, right, oui, ok, jo"
"""What doubts itself when it is said twice and nothing else is: `yeah, yeah`."""

PLAYING_ON = """weiter, go on, carry on, (i want to|i would like to|id like to|i would rather|id rather|i prefer to|i
    will|ill|we|we should| (then|so|) (lets|let us)|) (play|go|carry|keep|fight) on,
    (i want to|i would like to|id like to|id rather|ill|we should|(then|so|) (lets|let us)|)
    (continue (the game|playing|play|)|keep (playing|going|fighting)|resume (the game|playing|play|)|play it out),
    the game (goes on|continues|is not over (yet|)|isnt over (yet|)), (its|it is|were|we are) not (over|done) yet,
    (ich|wir|) (mochte|will|wollen|wurde gern|wurde gerne|lass uns|lasst uns|lieber|) (noch|lieber|)
    (weiterspielen|weiter spielen|weitermachen), (ich|) (spiele|mache) (lieber|) weiter, wir spielen weiter,
    (spiel|es) geht weiter, das spiel geht weiter, (on|je) (continue|veux continuer|voudrais continuer),
    (continuons|continuer) (a jouer|la partie|), (sigamos|seguimos|quiero seguir) (jugando|), (continuiamo|
    continuo) (a giocare|), (we spelen|ik speel|laten we|) (verder|door) (spelen|), doorspelen, verder spelen,
    (давай|давайте|) (продолжим|продолжаем) (игру|играть|), vi spelar vidare, fortsatt spela, gramy dalej,
    hrajeme dal"""
"""What asks for the game to go on, where it could end: in Go's counting, or beside a no."""

STILL_ALIVE = """(its|it is|that is|thats|they are|theyre|this is|nothing is|) not dead (yet|), nothing is dead
    (yet|), no (stone|stones|chain) (is|are) dead (yet|), (its|it is|that is|thats|they are|) (still|) alive,
    (it|that|this|they) (still|) (live|lives), (das|die|es|) (ist|sind|) (noch|) nicht tot, (das|die|es) (lebt|leben)
    (noch|), nichts ist tot, (ce|) (nest|nes) pas mort, no esta muerto, prove it, show me (how|),
    then capture (it|them)"""
"""Why somebody wants to play on, where it is asked which stones are dead."""

GOING_ON = f"{PLAYING_ON}, i want to win, lets finish (this|it|the game)"
"""What, beside a no, says that the game goes on, though `let's play` alone says yes."""

ANOTHER_GAME = """(yes|) again, yes another (one|game), ещё (разок|раз|партию), (давай|давайте) (ещё|реванш|снова),
    реванш, otra vez, de nuevo, revancha, rivincita, (noch|) eine revanche, (start|) (a|) new game, again, once more,
    one more time, noch mal, nochmal, encore une (partie|), еще раз, (shall we|can we|could we|lets|do you want
    to|would you like to|i want to|want to|) play (again|another|another one|another game|once more|one more|one more
    game), rematch, (a|) new game, (shall we|can we|could we|lets|) (have (another|another one|another game)|start
    (another|a new) game), (lets|shall we|can we|) do (it|that|this) again, on remet ca, on (en|) (refait|rejoue) une
    (autre|), (shall we have|can we have|how about|what about|fancy|) (another|one more) (game|match|round|one|),
    (noch|wollen wir noch) (ein spiel|eine partie|eine runde|eins|eine), noch einmal,
    encore, otra, unaltra, nog een (keer|), еще (одну|партию), revanche, revenge, une autre partie, otra partida,
    unaltra partita"""
"""What asks for another game when one is over, as the whole of a line."""

DENYING_A_NO = """object, objection, objections, dagegen, einzuwenden, contre, derange, contra, contrario,
    inconveniente, importa, importo, возражаю, откажусь, против, odmowie, przeciwko, przeciw, bezwaar, emot, imod,
    banom, problem, probleme, problema, probleem, проблем, mind, hesitate, reason, wait, kidding, joking, joke,
    scherz, broma, blague, scherzo, grapje, skojar, шучу, шутка, żart, vtip"""
"""Words that may turn a no into a yes: `no, I don't object`."""

PLAINLY_YES = """yes, y, yep, yeah, yup, yess, yea, ok, okay, okey, oke, oki, sure, ja, jawohl, jaa, jep, oui, ouais,
    si, sim, да, ага, так, tak, ano, igen, evet, joo, juu, kylla, jah, taip, ναι, כן, نعم, はい, ええ, 是, 是的,
    好的, 可以, 同意, 네, 예, 응, javisst, jazeker"""
"""Single words that mean yes and hardly anything else."""

PLAINLY_NO = """no, n, nope, nah, never, decline, declined, reject, rejected, refuse, refused, nein, no, nee, nej,
    nei, ne, non, nao, нет, ні, не, nie, niet, ei, nem, hayir, hayır, nu, όχι, לא, لا, いいえ, いや, 不, 不是, 不要,
    不用, 否, 没有, 不行, 不好, 아니요, 아니오, 아니, kein"""

IN_TWO_LANGUAGES = "da, si, tak, так, jo"
"""Words that mean yes in one language and something else in another."""

STOPPING = "stop, remove, unsubscribe, delete, leave, quit, signoff, abmelden, löschen, désinscrire, отписаться, стоп"
"""Words that mean yes, never no, in answer to a question whether to end something."""

NO_MORE_MAIL = """no more (mail|mails|emails|e mails|letters|messages), (dont|do not) (mail|email) me
    (any more|anymore|again), (dont|do not) send me any more (mails|emails|letters|messages),
    stop (mailing|emailing|e mailing|writing to|bothering) me,
    (dont|do not) write (to|) me (any more|anymore|again|), stop sending me (mail|mails|emails|letters|messages),
    stop sending (me|) (this|these|those|them|stuff) (stuff|) (to me|) (please|),
    (hort|hor|horen sie) auf mir zu schreiben, (schreibt|schreib|schreiben sie) mir nicht mehr,
    (arretez|arrete|cessez|cesse) de mecrire (svp|stp|), ne mecrivez plus (svp|), ne mecris plus (svp|),
    (deja|deje|dejen|dejad) de escribirme, no me (escribas|escriba|escriban|escribais) mas,
    (smetti|smettete|smetta) di scrivermi, non (scrivermi|scrivetemi) piu, (stop|hou op) met (mij|me) (te|) schrijven,
    schrijf (mij|me) niet meer, (pare|parem) de me escrever,
    (больше|) не пишите мне (больше|), (перестаньте|хватит|прекратите) (мне писать|писать мне),
    (пожалуйста|) (отпишите|удалите) меня (из (рассылки|списка)|отсюда|), удалите (мой аккаунт|мою учетную запись),
    (я|) не хочу (больше|) получать (ваши|) письма, хватит писем, больше никаких писем,
    keine (mails|e mails|emails|briefe|nachrichten) mehr, plus de (mails|courriels|messages|lettres),
    (no|ningun) mas (correos|mensajes|mails), (niente|basta) (mail|email|messaggi),
    geen (mails|mail|brieven|berichten) meer, (больше|) не (присылайте|шлите|отправляйте) (мне|)
    (писем|писем больше|письма|),
    (delete|close|cancel|remove) my account, i want to (delete|close) my account, (mein|das|) konto (bitte|)
    (loschen|schliessen), (losche|loscht|loschen sie) (bitte|) mein konto,
    (supprimer|supprimez|supprime|fermer|fermez) mon compte, borrar mi cuenta, chega de (mails|emails|mensagens),
    inga fler (mejl|mail|brev), koniec (maili|wiadomosci)"""
"""What asks for no more letters in other words, beside kind ones."""

LETTERS = "mail, mails, email, emails, letters, messages, list, mailings, briefe, nachrichten, courriels"
"""What somebody wants no more of who writes `stop` beside it."""

BESIDE_LETTERS = (
    "these, those, the, all, your, any, more, of, sending, e, from, this, to, with, diese, die, alle, ces, les"
)
"""What stands between: `please stop sending me all these mails`."""

UNDOING = """decline, refuse, reject, cancel, deny, spam, wrong, impossible, ablehnen, lehne, abbrechen,
    désinscrivez, supprimer, supprimez, borrar, bórrame, rechazo, cancelar, cancella, cancellami, cancellare,
    rimuovi, rimuovere, remova, remover, отписать, отпишите, удалите, отказываюсь, usuń, wypisz, odmawiam, rezygnuję,
    verwijder, verwijderen, afmelden, uitschrijven, entfernen, absage, absagen, baja, desuscribir, avregistrera,
    avsluta, slet, fjern, poista, odhlásit, odhlaste, smazat, smažte, iptal"""
"""Words of people who want nothing of it."""
