"""What people write who want a list, a setting or an opponent, by the command that they mean, in several languages.

A line means a command if it has a word of each of its groups, and no word that is not among these, those that may
stand beside them, and words that mean little by themselves. So `Which tournaments are there?` asks for the list, and
`The tournaments are too long` does not. Words are written without accents and apostrophes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from pbmserv.play.games_in_sentences import Named, with_sign
from pbmserv.play.wishes import wish_in
from pbmserv.play.words.wish import Wish
from pbmserv.play.yes_and_no import asks_for_another_game, beside_kind_words, words_in

GAME, YOU = "GAME", "YOU"
SETTINGS = "settings"
"""What stands for no command, but for the letter with what can be set."""
STANDING = "standing"
"""What asks how its writer stands: on the board of a letter, or else among the players of a game."""
RECORD = "record"
"""What asks for the record of the board of a letter."""
PAGES = "pages"
"""What asks for the server's web pages."""

_MOST_WORDS = 14
_A_GAME = "xgamex"
"""What stands in a line for the name of a game: a word that nobody writes."""


def _words(*texts: str) -> frozenset[str]:
    # Who reads a line takes the sign off й, too.
    return frozenset(word.replace("й", "и") for text in texts for word in text.split())


_ASKING = _words(
    "what whats which who whos whose how hows when where is are can could may do does have has anyone anybody"
    " show list see tell welche welcher welches was wer wie wann wo gibt gibts ist kann konnte habt hat zeig"
    " zeige zeigt zeigen quel quels quelle quelles qui que quoi comment quand ou y est avez a peut puis montre"
    " montrez voir cest cual cuales quien como cuando donde hay tiene tienes ver muestra quale quali chi"
    " quando dove ci sono welk welke wie hoe wanneer waar zijn er кто какой какая какие когда где есть ли как"
    " что сколько куда покажи покажите показать посмотреть увидеть"
)
"""Words of a question, or of who wants to see something."""
_LITTLE = _ASKING | _words(
    "i im ive id ill me my mine myself you your yours youre we us our were it its be been am did would will"
    " shall should to a an the of for with in on at from by and or so just only also too really very here"
    " there now then any some this that these those thats got get getting give want wants wanted like need"
    " send sends sending let all more again still today moment current currently next one e please pls thanks"
    " hi hello not no far way much ich mir mich mein meine meinen meiner meinem dein du dir ihr euch eure uns"
    " wir sie es habe hab der die das den dem des ein eine einen einer im am an auf aus bei beim bis fur mit"
    " nach von zu zum zur und oder auch noch schon gerade eigentlich denn mal bitte danke nur nicht kein keine"
    " so will mochte mochten hatte hatten gern gerne wurde haben sein bin bist sind man hier jetzt schick"
    " schickt schicken bekomme bekommen kriege kriegen erhalte machen geht je j jai jaimerais voudrais veux"
    " moi mon ma mes tu te ton vous votre nous notre il elle on le la les l un une des de d du au aux en et ne"
    " pas plus dans pour par sur avec chez ce cette ces se s t sil plait ici maintenant encore aussi seulement"
    " juste suis sont avoir recevoir envoyez envoie faire fait recois yo mi mis tu su el los las una unos del"
    " al y o por favor para con sin se me quiero quisiera puedo solo aqui ahora io mio mia miei il lo gli i di"
    " da per che non vorrei voglio posso qui ora ik mij mijn jij je u de het een van voor met op en of niet"
    " graag wil kan hier nu alstublieft я мне меня мной мой моя мое мои мою моих у вас вам мы нам на по в во с со"
    " и не о об от до для за это этот эта эти там бы ли же уже еще вот тут хочу хочется хотел хотела хотелось"
    " можно могу нужно надо сейчас здесь опять пожалуйста получать получаю приходит приходят присылать присылайте"
    " присылай пришлите пришли шлите слать отправляйте дайте"
)
"""Words that mean little by themselves."""

_POLITE = _words("please pls bitte svp por favor the my a die der das les los le la")
"""What may stand before a question, or beside a single word that asks for something."""

_DENYING = _words("no not non nicht kein keine ne pas niet geen не")

_LETTERS = _words(
    "letter letters mail mails email emails message messages brief briefe nachricht nachrichten post lettre"
    " lettres courriel courriels carta cartas correo correos mensaje mensajes lettera lettere messaggi brieven"
    " bericht berichten письмо письма писем сообщения сообщений почты"
)
_FEWER = _words(
    "fewer less many weniger viele viel zuviele moins trop beaucoup menos demasiados demasiadas meno troppe"
    " troppi minder veel teveel меньше поменьше реже много"
)
_DAY = _words("day daily tag taglich tagliche jour dia giorno dag день сутки ежедневно")
_ONCE = _words(
    "once daily summary digest einmal taglich tagliche zusammenfassung fois vez volta keer раз"
    " ежедневно ежедневное ежедневная сводка сводку дайджест"
)
_TURN = _words("turn turns dran zug reihe tour turno beurt ход хода очередь")
_ONLY = _words("only just nur seulement uniquement solo alleen только лишь")
_WHEN = _words("when if wenn quand cuando quando als когда если")
_WRITE = _words("write schreib schreibt schreiben ecris ecrivez escribe escribid scrivi scrivete schrijf пишите пиши")
_NONE = _words("no stop without not dont ohne keine kein nicht sans pas sin senza zonder geen без")
_PICTURES = _words(
    "picture pictures image images html bild bilder bildern imagenes immagini plaatjes картинок картинки картинками"
    " изображений изображения изображениями"
)
_TEXT = _words("text texte texto testo tekst текст текстом")
_ALONE = _words("plain only nur reinen seulement seul solo alleen только просто")
_PASSWORD = _words(
    "password passwort kennwort passe contrasena clave wachtwoord senha пароль haslo hasla losenord losenordet"
    " пароля passord adgangskode salasana heslo hesla jelszo jelszavam sifre sifremi parola parolami κωδικο κωδικος"
    " κωδικου"
)
_FORGOTTEN = _words(
    "forgot forgotten lost new reset remember know recover vergessen verloren neues weiss oublie perdu"
    " nouveau olvidado olvide perdido nueva dimenticato dimenticata nuova vergeten nieuw esqueci забыл забыла забула"
    " забыт потерял потеряла сбросить восстановить сменить"
    " zapomnialem zapomnialam zapomnial zapomnela glomt glomde glemt unohdin unohtunut elfelejtettem unuttum uitat"
    " ξεχασα новый change andern changer cambiar cambiare wijzigen"
)
_TOURNAMENTS = _words(
    "tournament tournaments turnier turniere turnieren tournoi tournois torneo torneos tornei toernooi"
    " toernooien torneio torneios turnering turneringar turniej turnieje турнир турниры турниров"
    " турнире турнира турнирах лига лиги"
    " league leagues liga ligen ligue ligues ladder"
)
_GAMES = _words("games spiele spielen jeux juegos giochi spellen jogos игры игр")
_BOARDS = _words(
    "games boards spiele partien bretter jeux parties partidas juegos partite partijen spellen игры партии"
)
_MINE = _words("my mine i meine meinen meiner ich mes mis mie miei mijn мои моих")
_OPPONENT = _words(
    "anyone anybody someone somebody who whos opponent opponents partner jemand wer gegner mitspieler"
    " quelquun qui adversaire partenaire alguien quien rival adversario oponente qualcuno chi avversario"
    " people humans others menschen leute gens iemand wie tegenstander alguem quem кто"
    " кто-нибудь кто-то соперник соперника соперники соперников противник противника партнера людьми"
)
_PLAYING = _words(
    "play playing plays player game match round up fancy looking find free challenge challenges for spielen"
    " spielt spiele lust partie runde spiel suche auf fur jouer joue partie cherche pour jugar juega partida"
    " busco para giocare partita cerco per spelen speelt zoek voor jogar играть сыграть поиграть партию"
    " партия партии игру игра ищу найти сыграет поиграет"
)
_STANDING_WORDS = _words(
    "stand standing standings score scores rating ratings ranking rankings rank winning wins ahead leading"
    " losing behind position steht stehe stehts stand spielstand rangliste tabelle fuhrt gewinnt vorn"
    " zwischenstand wertung classement gagne mene marcador clasificacion puntuacion gana ganando punteggio"
    " classifica vince vincendo ranglijst wint voorsprong счет рейтинг выигрывает ведет"
    " выигрываю проигрываю положение впереди таблица таблицу"
)
_GOOD, _HOW = _words("good gut bon bien bueno bravo goed"), _words("how wie comment como quanto hoe как")


_LANGUAGE = _words("language sprache langue idioma lingua taal язык языке")
_IN_LANGUAGES = {
    "de": _words("german deutsch allemand aleman tedesco duits немецкий немецком немецки"),
    "en": _words("english englisch anglais ingles inglese engels английский английском английски"),
    "ru": _words("russian russisch russe ruso russo русский русском русски"),
}


class _Rule(NamedTuple):
    command: str
    groups: Sequence[frozenset[str]]
    """A word of each has to be there."""
    beside: frozenset[str] = frozenset()
    is_question: bool = False
    """Whether it has to be one, or to have no other words: not `You are winning`."""


_RULES = (
    _Rule(
        "forgot YOU",
        [_PASSWORD, _FORGOTTEN],
        _words("mot cant cannot dont not nicht ne pas no не my la he jeg jag mit mitt mi mein meine mon a de min"),
    ),
    _Rule("forgot YOU", [_PASSWORD, _words("no dont havent kein keins pas sin geen")], _words("have got ai habe")),
    _Rule(
        "forgot YOU",
        [_PASSWORD],
        _words(
            "want would like need get give me set choose make create brauche mochte will bekomme mir ein wahlen"
            " setzen veux voudrais un besoin choisir quiero necesito una elegir wil nodig een"
        ),
        True,
    ),
    _Rule(
        "change letters daily",
        [_DAY, _LETTERS | _ONCE],
        _words("per single each every seule seul pro uno rather prefer everything together gesammelt alles tout")
        | _words(
            "enough genug reicht suffit suffisent basta suficiente genoeg volstaat достаточно хватит"
            " одно один одного все вместе"
        )
        | _ONLY,
    ),
    _Rule(
        "change letters turns", [_TURN, _ONLY, _WHEN | _LETTERS | _WRITE], _LETTERS | _WRITE | _WHEN | _words("an")
    ),
    _Rule(
        "change letters all",
        [_LETTERS, _words("every jedem jeder chaque cada ogni elke move moves zug coup каждом каждый каждого ходе")],
        _words("one per each pro par одно после хода ход"),
    ),
    _Rule(
        "change letters all", [_LETTERS, _words("move moves zug coup")], _words("one per each a ein pro jeden par un")
    ),
    _Rule("change format text", [_NONE, _PICTURES], _LETTERS),
    _Rule("change format text", [_ALONE, _TEXT], _LETTERS),
    _Rule("change format picture", [_words("with mit avec con met с со"), _PICTURES], _LETTERS | _words("board")),
    _Rule(
        "change receipts off",
        [_NONE, _words("confirmations confirmation receipts bestatigungen confirmaciones подтверждений")],
    ),
    _Rule(
        "change broadcasts off", [_NONE, _words("broadcasts announcements rundbriefe annonces рассылок объявлений")]
    ),
    *(
        _Rule(
            f"change language {language}",
            [words, _LANGUAGE | _LETTERS],
            _words("change switch set andern wechseln changer cambiar сменить поменять изменить be sind"),
        )
        for language, words in _IN_LANGUAGES.items()
    ),
    _Rule(
        SETTINGS,
        [
            _LANGUAGE,
            _words("change switch set other choose andern wechseln andere wahlen changer cambiar")
            | _words("сменить поменять изменить выбрать другой"),
        ],
    ),
    _Rule(
        SETTINGS,
        [
            _words(
                "settings preferences einstellungen reglages parametres ajustes impostazioni instellingen настройки"
                " настроек"
            )
        ],
        _words("change find andern finde changer trouver cambiar изменить поменять найти открыть"),
        True,
    ),
    _Rule(
        PAGES,
        [
            _words(
                "website websites webseite webseiten website site homepage web browser www url sitio pagina"
                " internetseite"
                " login logon"
                " einloggen connecter inloggen сайт сайте сайта браузер браузере"
            )
        ],
        _words(
            "page seite play see board game online use look open where address adresse link spielen im browser jouer"
            " jugar web auch sur en site oder via through do war va une server pbmserv login me"
            " играть открыть войти адрес через страница партию ваш"
        ),
        True,
    ),
    _Rule(PAGES, [_words("app apps")], _words("for phone iphone android handy fur pour telephone"), True),
    _Rule(
        PAGES,
        [_words("phone smartphone handy tablet iphone android mobile"), _words("play spielen jouer jugar")],
        is_question=True,
    ),
    _Rule(PAGES, [_words("log sign"), _words("in on")], _words("website site me"), True),
    _Rule(
        SETTINGS,
        [
            _words(
                "reminder reminders reminding remind erinnerung erinnerungen erinnern erinnert rappel rappels"
                " rappeler recordatorio recordatorios promemoria herinnering herinneringen напоминание напоминания"
                " напоминаний напоминать напоминайте"
            )
        ],
        _FEWER
        | _DENYING
        | _words(
            "stop stopp turn off switch disable often every never mehr aufhoren abschalten ausschalten abstellen"
            " arretez arreter plus mas piu meer больше без отключить отключите выключить часто"
        ),
    ),
    _Rule(SETTINGS, [_LETTERS, _FEWER], _words("receive change not nicht pas ne no слишком так")),
    _Rule(SETTINGS, [_LETTERS, _words("more mehr больше чаще")]),
    _Rule("tournament list GAME", [_TOURNAMENTS, _words(_A_GAME)], _words("coming soon open скоро"), True),
    _Rule(
        "tournament list",
        [_TOURNAMENTS],
        _words(
            "list liste soon open start starts begin begins beginnt coming exist laufen lauft bald"
            " offen on running nachste nachster nachstes nachsten prochain prochains prochaine proximo prossimo"
            " commence commencent algun alguna alle tous toutes todos quelque"
            " список открытые идут скоро начнется начнутся ближайшие следующий"
        ),
        True,
    ),
    _Rule(
        "GAME anyone",
        [_OPPONENT, _PLAYING, _words(_A_GAME)],
        _words(
            "against gegen contre contra wanting quick other veut voudrait il quiere vuole wil speelt up"
            " будет хочет желает против"
        ),
    ),
    _Rule(
        "list open",
        [_OPPONENT, _PLAYING],
        _words("against gegen contre contra other quick veut voudrait il quiere vuole wil free хочет будет желает"),
    ),
    _Rule(
        "list open",
        [
            _words("open offene offenen ouvertes abiertas открытые"),
            _words("challenges games herausforderungen вызовы") | _BOARDS,
        ],
    ),
    _Rule(
        "GAME standings",
        [_STANDING_WORDS | _words("best beste meilleur"), _words(_A_GAME)],
        _words("player players spieler joueur joueurs doing игроки игроков лучшие"),
        True,
    ),
    _Rule("GAME standings", [_GOOD, _HOW, _words(_A_GAME)]),
    _Rule(
        STANDING,
        [_STANDING_WORDS],
        _words("game board spiel partie brett plateau place placed doing партии партия игра игре доске место"),
        True,
    ),
    _Rule(
        STANDING,
        [_HOW, _words("going doing lauft идет"), _words("game spiel partie i партия игра")],
        _words("running"),
    ),
    _Rule(STANDING, [_GOOD, _HOW, _MINE | _words("je io ik")]),
    _Rule(STANDING, [_words("ou"), _words("en"), _words("partie suis")]),
    _Rule(
        "all show YOU",
        [_MINE, _BOARDS],
        _words("playing play running spiele laufen lauft alle open joue wait waiting warten все текущие идут"),
        True,
    ),
    _Rule("all show YOU", [_words("whose who where wo wer ou chez qui a") | _MINE, _TURN], _words("move mon"), True),
    _Rule(
        STANDING,
        [
            _words("time long days zeit lang tage temps jours tiempo dias tempo giorni tijd dagen времени дней"),
            _words(
                "how much many left remaining wie viel viele noch combien reste cuanto cuantos quanto hoeveel сколько"
            ),
        ],
        _words("remain remains bleibt bleiben left move zug queda quedan осталось ход"),
        True,
    ),
    _Rule(
        STANDING,
        [
            _words(
                "board position brett stellung plateau tablero posicion tavoliere bord доску доска позиция позицию"
            ),
            _words(
                "show see look again zeig zeige montre montrez voir revoir ver muestra vedere zien покажи"
                " покажите показать посмотреть"
            ),
        ],
        _words("nochmal encore otra vez once раз снова"),
    ),
    _Rule(
        STANDING,
        [
            _words("last letzte letzter dernier ultimo ultima laatste последний"),
            _words("move zug coup jugada mossa zet ход"),
        ],
        _words("opponents gegners соперника был"),
        True,
    ),
    _Rule(
        RECORD,
        [
            _words(
                "record transcript notation pgn sgf protokoll aufzeichnung mitschrift spielprotokoll registro acta"
                " verbale verslag zapis протокол запись"
            )
        ],
        _words(
            "send sends get give show have see want download save keep please me i can could you would like the a of"
            " this game file moves to by mail schick schicke schickt zeig ich mir das dieser partie bitte envoie"
            " envoyez moi le la de cette envia enviame mandami stuur mij het пришли пришлите мне партии партию этой"
        ),
        True,
    ),
    _Rule(
        "list",
        [
            _GAMES,
            _words(
                "what which show list see welche was zeig zeige liste quels quelles quel que cuales ver"
                " quali welke какие покажи список покажите"
            ),
        ],
        _words("play played offer other andere autres kinds exist disponibles offered kann list konnen другие у вас"),
    ),
    _Rule(
        "list",
        [_words("what was quoi que что"), _words("play spielen jouer jugar играть")],
        _words("peut puis on во"),
    ),
    _Rule(
        "vacation",
        [
            _words("vacation holiday urlaub vacances conges vacaciones отпуск отпуска"),
            _words(
                "take go set days many how can may nehmen mache nehme viele kann wie prendre comment puis tomar puedo"
                " взять оформить сколько как"
            ),
        ],
        _words("going left machen дней осталось"),
    ),
)
"""The commands, those that need most words first."""


_FIRST = frozenset[str]().union(*(rule.groups[0] for rule in _RULES)) - {_A_GAME}


def may_mean_one(text: str) -> bool:
    """Whether a text may ask for a command: of a move, no games need be looked for."""
    return not _FIRST.isdisjoint(words_in(text))


class Meant(NamedTuple):
    """A command that a line asks for, such as `GAME anyone`, with the game that it names."""

    command: str
    game: str = ""


def command_meant(line: str, games: Sequence[Named] = ()) -> Meant | None:
    """The command that a line asks for, if it says nothing else; `games` are those that it names."""
    if (
        len(line.split()) > _MOST_WORDS
        or wish_in(line) not in {None, Wish.FACTS, Wish.EXCUSE}
        or asks_for_another_game(line)
    ):
        return None
    named = {each.word for each in games}
    if len(named) > 1:
        return None
    said = [
        word for clause in beside_kind_words(with_sign(line, games[0], _A_GAME) if games else line) for word in clause
    ]
    rule = next((each for each in _RULES if said and _is_meant(each, said, "?" in line)), None)
    return Meant(rule.command, *(named if GAME in rule.command else ())) if rule else None


def _is_meant(rule: _Rule, said: Sequence[str], is_question: bool) -> bool:
    words = frozenset(said)
    if any(group.isdisjoint(words) for group in rule.groups):
        return False
    own = rule.beside.union(*rule.groups)
    if not words.isdisjoint(_DENYING - own):
        return False
    first = next((word for word in said if word not in _POLITE), "")
    is_asked = is_question or first in _ASKING or words <= own | _MINE | _POLITE
    return words <= own | _LITTLE and (is_asked or not rule.is_question)
