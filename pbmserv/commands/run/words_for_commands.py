"""What people write who want a list, a setting or an opponent, by the command that they mean.

Entries are written as in `play.words_of_answers`, and one has to be all that a line says, beside kind words. GAME
stands for the name of a game, YOU for the name of who writes.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import NamedTuple

from pbmserv.commands.run.games_in_sentences import Named
from pbmserv.play.yes_and_no import beside_kind_words, entries_of

GAME, YOU = "GAME", "YOU"
SETTINGS = "settings"
"""What stands for no command, but for the letter with what can be set."""
STANDING = "standing"
"""What asks how its writer stands: on the board of a letter, or else among the players of a game."""

MEANT: Mapping[str, str] = {
    "tournament list": """(any|the|all|all the|your|current|open|) tournaments (please|here|), tournament list,
        (show|show me|list|see|send me) (the|all|all the|your|a list of|the list of|) tournaments, list of
        tournaments, (what|which) tournaments (are there|are on|are open|exist|do you have|can i (join|play|play
        in|enter)|), (are there|do you have|have you got) (any|) tournaments (here|now|at the moment|soon|), is
        there (a|any) tournament (here|now|at the moment|soon|on|), (can|could|may) i see (the|all|)
        tournaments, (id like|i would like|i want) to see (the|all|) tournaments, (die|alle|) turniere, (gibt
        es|gibts|habt ihr|habt ihr auch|gibt es auch|gibt es hier|gibts hier) (ein|eine|ein paar|irgendwelche|)
        (turnier|turniere), welche turniere (gibt es|gibts|laufen|kann ich spielen|), (zeig|zeige|zeigt|zeigen
        sie) (mir|) (bitte|) (die|alle|) turniere, liste der turniere, turnierliste, (les|tous les|) tournois,
        (y a t il|il y a|est ce quil y a|avez vous) (un|des|de|) (tournoi|tournois) (ici|), quels (sont les|)
        tournois (y a t il|), (montre|montrez|voir) (moi|) (les|) tournois, liste des tournois, (los|) torneos,
        hay (un|algun|) (torneo|torneos), que torneos hay, (ver|muestrame) los torneos, (i|) tornei, ci sono
        (dei|) tornei, c(e|) un torneo, quali tornei ci sono, mostrami i tornei, (de|alle|) toernooien, (zijn
        er|is er) (een|) (toernooi|toernooien), welke toernooien zijn er, (os|) torneios, ha (torneios|um
        torneio), turneringar, finns det turneringar, turnieje, czy sa turnieje, турниры, (есть ли|какие
        есть|есть) (турнир|турниры), покажи турниры""",
    "tournament list GAME": """GAME (tournament|tournaments), (any|is there a|are there|are there any|show me
        the|a|) (tournament|tournaments) (of|in|for) GAME, (any|is there a|are there|are there any) GAME
        (tournament|tournaments), GAME (turnier|turniere), (gibt es|gibts|) (ein|) (turnier|turniere)
        (in|im|fur) GAME, (gibt es|gibts) (ein|) GAME (turnier|turniere), (y a t il un|) (tournoi|tournois)
        (de|d) GAME, (hay|) (torneo|torneos) de GAME, tornei di GAME, GAME toernooi, турнир по GAME""",
    "list": """games, (the|all|all the|list of) games, (what|which) games (are there|do you have|can i play|can
        you play|can i play here|are played here|), (show|show me|list) (the|all|all the|your|) games,
        (what|which) games (have you got|do you offer), list of all games, what can i play (here|), (welche|was
        fur) spiele (gibt es|gibts|habt ihr|kann ich spielen|) (hier|), (alle|) spiele, spieleliste,
        (zeig|zeige) (mir|) (alle|die|) spiele, was kann (ich|man) (hier|) spielen, liste der spiele,
        (quels|les) jeux (avez vous|y a t il|proposez vous|sont (la|disponibles)|), quels sont les jeux, liste
        des jeux, a quoi (peut on|puis je|on peut) jouer (ici|), (montre|montrez) moi les jeux, (que|cuales)
        juegos (hay|teneis|tienen), (los|lista de) juegos, a que puedo jugar, (quali|che) giochi (ci
        sono|avete), lista dei giochi, (welke|lijst van) spellen (zijn er|heb je|), quais jogos (ha|tem), vilka
        spel finns (det|), jakie sa gry, какие (есть|) игры (есть|у вас есть|)""",
    "list open": """(list|show|show me) (the|all|) open (challenges|games|boards), open (challenges|games),
        (who|anyone|anybody|does anyone|does anybody|is anyone|is anybody|somebody|someone) (wants| want|
        wanting| likes| would like|up|here|looking|is looking) (to play|for a game|to play with me|for an
        opponent), (anyone|anybody) (there|here|for a game|up for a game), (who can|who could|who will) (i play
        with|play with me|play against me), (i am|im|) looking for (an opponent|a game|someone to play|somebody
        to play|opponents|a partner|someone to play with|somebody to play with), (find|get) me (an
        opponent|somebody to play|someone to play|somebody to play with), (i need|i want|i would like|id like)
        an opponent, who is (free|looking for a game), whos (free|looking for a game), (wer|jemand)
        (will|mochte|hat lust|hat lust zu) (mit mir|mitspielen|) (spielen|zu spielen|), (ich|) suche (einen|)
        (gegner|mitspieler|partner) (bitte|), wer spielt (mit|mit mir|gegen mich), spielt jemand (mit|mit mir),
        offene (spiele|herausforderungen), hat jemand lust (zu spielen|auf (ein spiel|eine partie)|), qui
        (veut|voudrait|aimerait) jouer (avec moi|contre moi|), (je|) cherche (un|une)
        (adversaire|partenaire|partie) (de jeu|), quelquun (pour jouer|veut jouer|veut jouer avec moi|pour une
        partie), parties ouvertes, quien quiere jugar (conmigo|), busco (un|) (rival|adversario|oponente),
        alguien (quiere jugar|para jugar), chi (vuole|vorrebbe) giocare (con me|), cerco (un|) avversario,
        qualcuno vuole giocare, wie wil (er|) spelen, ik zoek een tegenstander, quem quer jogar, кто
        (хочет|будет) (играть|поиграть|сыграть), ищу (соперника|противника)""",
    "GAME anyone": """(anyone| anybody| someone| somebody) (for|up for|fancy) (a|some|) (game of|game|round
        of|match of|) GAME, (who|does anyone|does anybody|does someone|is anyone|is anybody|anyone|anybody)
        (wants to|want to|likes to|would like to|is up to|here wants to|willing to|wanna|feels like|)
        (play|playing) (a|some|) (game of|) GAME (with me|against me|), (who|anyone|anybody) (wants|is up for|is
        in for|fancies|fancy|wants to have) a (game|match) of GAME, whos up for (a|some|) (game of|) GAME,
        (find|get) me (an opponent|a partner|somebody|someone) (for|to play) (a game of|) GAME, (i am|im|)
        looking for (an opponent|a game|a partner|someone|somebody|a match) (for|of|in|to play|at) (a game of|)
        GAME, (i want|i would like|id like) to play GAME (with|against) (anyone| anybody| someone| somebody), (i
        want|i would like|id like|i need) an opponent (for|in|at) GAME, GAME with (anyone|anybody|somebody),
        GAME (anyone|anybody), (wer|jemand) (will|mochte|hat lust auf|spielt|fur) (mit mir|) (eine|ein|)
        (partie|spiel|runde|) GAME (spielen|mit mir|), (hat|spielt|will|mochte) jemand (lust auf|mit mir|)
        (eine|ein|) (partie|runde|spiel|) GAME (spielen|mit mir|), (ich|) suche (einen|)
        (gegner|mitspieler|partner) (fur|in|im|zum) (eine partie|) GAME (spielen|), wer hat lust (auf|zu)
        (eine|) (partie|runde|) GAME (zu spielen|), qui (veut|voudrait|aimerait) (jouer|faire|) (a|au|aux|une
        partie de|une partie d|) GAME (avec moi|), quelquun (pour|veut|veut jouer|pour jouer) (a|au|aux|une
        partie de|jouer au|jouer aux|jouer a|) GAME, (je|) cherche (un|une) (adversaire|partenaire|partie)
        (pour|au|aux|de|d) (une partie de|) GAME, quien quiere jugar (al|a|a la|una partida de) GAME (conmigo|),
        alguien (para|quiere) (jugar|) (al|a|una partida de|) GAME, busco (un|) (rival|oponente|adversario)
        (para|de|al) GAME, chi (vuole|vorrebbe) giocare (a|ad|una partita a) GAME, qualcuno (vuole giocare|)
        (a|per) GAME, cerco (un|) avversario (per|a) GAME, wie wil (er|) GAME spelen, wie speelt (er|) GAME (met
        mij|), ik zoek een tegenstander voor GAME, quem quer jogar GAME, кто (хочет|будет)
        (играть|поиграть|сыграть) в GAME, ищу соперника в GAME""",
    "all show YOU": """(show|show me|list|see) (my|all my) (games|boards), my (games|boards|open games),
        (what|which) (games|boards) (am i playing|do i play|am i in|are mine|of mine are there), where (am i
        playing|do i play|is it my turn|do i have to move), whose turn is it (where|), (is it|where is it|when
        is it) my turn (now|somewhere|anywhere|), (what|which) (games|boards) (wait for me|are waiting for me),
        what waits for me, (meine|zeig mir meine|zeige meine|alle meine) (spiele|partien|bretter), wo (bin
        ich|bin ich am zug|bin ich dran), (welche|was fur) (spiele|partien) (spiele ich|habe ich|laufen), (bin
        ich dran|bin ich am zug), (mes|montre moi mes|voir mes|montrez moi mes) (parties|jeux|plateaux), (est
        ce|cest) (a moi|mon tour) (de jouer|), ou (dois je jouer|est ce a moi|est ce mon tour), (mis|ver mis)
        (partidas|juegos), (me toca|es mi turno), (le mie|) (mie|) partite, mijn (spellen|partijen), мои
        (игры|партии), чей (сейчас|) ход""",
    SETTINGS: """(my|the|show me my|show my|) (settings| preferences| options), (change|where are|see) (my|the|)
        (settings|preferences), (how|where) (do|can) i (change|see|find) (my|the) (settings|preferences), what
        can i (set|change), (fewer|less|not so many) (letters|mails|mail|e mails|emails|messages), (too many|so
        many) (letters|mails|e mails|emails|messages), (thats|that is|these are|this is|it is|its) (too|far
        too|way too) (many|much) (letters|mails|e mails|emails|messages|mail), (i|you) (get|am getting|send|are
        sending|receive|send me|are sending me) (too|far too|way too|so) (many|much) (letters|mails|mail|e
        mails|emails|messages), (can|could) (i|you) (get|have|send|send me|please send me) (fewer|less)
        (letters|mails|mail|emails|e mails|messages), (i want|i would like|id like|id prefer|i would
        prefer|send|send me|please send me) (fewer|less) (letters|mails|mail|emails|e mails|messages),
        (einstellungen|meine einstellungen|die einstellungen), (einstellungen|meine einstellungen)
        (andern|zeigen), weniger (briefe|mails|e mails| emails| nachrichten| post), (zu|viel zu|so) viele
        (briefe|mails|e mails|emails|nachrichten), (ich|) (bekomme|kriege|erhalte) (zu|viel zu) viele
        (briefe|mails|e mails|emails|nachrichten), (ich mochte|ich will|ich hatte gern|ich hatte gerne|kann
        ich|konnte ich|schickt mir|) weniger (briefe|mails|e mails|emails|nachrichten) (bekommen| haben|
        kriegen| bitte| ), (les|mes|) (reglages| parametres| preferences), moins de (lettres| mails| courriels|
        messages| mail), trop de (lettres| mails| courriels| messages), (je recois|vous envoyez|ca fait|cest)
        trop de (lettres| mails| courriels| messages), (je voudrais|jaimerais|je veux|est ce que je peux|puis
        je|envoyez moi) (recevoir|avoir|) moins de (lettres| mails| courriels| messages), (los|mis|)
        (ajustes|preferencias), menos (cartas| correos| mensajes| mails| emails), demasiados
        (correos|mensajes|emails), (le|) impostazioni, meno (lettere|mail|email|messaggi), troppe
        (mail|email|lettere), instellingen, minder (brieven| mails| mail| berichten), te veel (mails| mail|
        brieven| berichten), menos (cartas|mensagens), definicoes, installningar, farre (brev|mejl), ustawienia,
        mniej (listow|maili), настройки, меньше писем, слишком много писем""",
    "change letters daily": """letters daily, daily letters, (a|the|one|) daily (letter| mail| email| digest|
        summary), (only|just|) (a|one|1|a single|one single|only one|just one) (letter|mail|email|e
        mail|message) (a|per|each|every) day, (only|just|) once (a|per|every) day, daily (only|), make it daily,
        (everything|all) in one (letter|mail|email|message) (a|per) day, (can|could) (i|you) (have|get|send|send
        me) (only|just|) one (letter|mail|email|message) (a|per) day, (i want|i would like|id like|id prefer|i
        prefer|send me|please send me|i only want) (only|just|) (to get|to have|) (a|one|a single)
        (letter|mail|email|message) (a|per|each|every) day, (i want|i would like|id like|send me) (a|the|one)
        daily (letter| mail| email| digest| summary), (nur|bitte nur|) (einen|ein|eine|1) (brief|mail|e
        mail|email|nachricht) (am|pro) tag (bitte|), (nur|) (einmal|ein mal) (am|pro) tag, (ich mochte|ich
        will|ich hatte gern|ich hatte gerne|kann ich|konnte ich|schickt mir|schick mir) (bitte|) (nur|)
        (einen|ein|eine) (brief|mail|e mail|email|nachricht) (am|pro) tag (haben|bekommen|),
        (briefe|mails|einmal) taglich, tagliche (briefe| mails| zusammenfassung), taglich (nur|)
        (einen|ein|eine) (brief|mail), (seulement|juste|) (une|un) (seule|seul|) (lettre|mail|courriel|message)
        par jour (seulement|), une fois par jour, (je voudrais|jaimerais|je veux|est ce que je peux
        avoir|envoyez moi) (recevoir|avoir|) (seulement|juste|) (une|un) (seule|seul|)
        (lettre|mail|courriel|message) par jour, (solo|) (una|un) (carta|correo|mensaje|mail) (al|por) dia, una
        vez al dia, (solo|) una (lettera|mail|email) al giorno, una volta al giorno, (een|maar een|slechts een)
        (brief|mail|bericht) per dag, (uma carta|um mail) por dia, ett brev om dagen, jeden (list|mail)
        dziennie, (только|) одно письмо в день, (один|) раз в день""",
    "change letters turns": """letters turns, (letters| mail| mails| emails| write| write me|write to me)
        (only|just|) (if|when) (it is|its) my turn, (only|just) (write|write me|write to me|send|mail me|send me
        letters| letters| mail| mails| emails) (if|when) (it is|its) my turn, (only|just) (if|when) (it is|its)
        my turn, (only|just|) (letters|mail|mails|emails) for my turns, (i|) only want
        (letters|mail|mails|emails) when (it is|its) my turn, (nur|briefe nur|mails nur|nur briefe|nur
        mails|schreib mir nur|schreibt mir nur|bitte nur) wenn ich (dran|am zug|an der reihe) bin, (seulement|
        uniquement| que| ecrivez moi seulement|lettres seulement) quand (cest|c est) (mon tour|a moi|a moi de
        jouer), solo cuando (me toque|sea mi turno), solo quando (tocca a me|e il mio turno), alleen als ik aan
        de beurt ben, только когда мой ход""",
    "change letters all": """letters all, (a letter|letters|mail|a mail) (for|at|after) every move, (all|all
        the) letters (again|please|), (i want|i would like|id like|send me) (all letters|a letter for every
        move|every move|more letters), more letters, (alle|wieder alle) briefe, (einen brief|eine mail)
        (bei|nach|fur) (jedem|jeden) zug, mehr briefe, toutes les lettres, (une lettre|un mail) (a|pour) chaque
        coup, plus de lettres sil vous plait""",
    "change format text": """(plain|only) text, text only, (letters|mails|emails) (as|in) (plain|) text,
        (no|without) (pictures|images|html), (please|) (send|) (no pictures|no images|no html), (nur|reiner)
        text, (keine|ohne) (bilder|bild), (sans|pas d|pas de) (images|image|html), texte seulement, texte seul,
        sin imagenes, solo texto, senza immagini, solo testo, zonder plaatjes, alleen tekst, без картинок,
        только текст""",
    "change format picture": """(with|show|send) (pictures|images|a picture|a picture of the board), (i want|i
        would like|id like) (pictures|a picture of the board), (mit|zeig) (bildern|bild), ich mochte bilder,
        avec (des|les|) images, con imagenes, con immagini, met plaatjes, с картинками""",
    "change receipts off": """(no|without) (confirmations|receipts), (dont|do not) confirm my moves, keine
        (bestatigungen|bestatigung), (sans|pas de) (confirmation|confirmations), sin confirmaciones, niente
        conferme, geen bevestigingen, без подтверждений""",
    "change broadcasts off": """no (broadcasts| announcements| broadcast letters), keine (rundbriefe|
        rundschreiben| ankundigungen), (pas d|pas de|sans) annonces""",
    "forgot": """forgot (my|) password, (i|i have|ive) (forgot|forgotten|lost) my password, (i|) (dont|do
        not|cant|cannot) (remember|know) my password, lost (my|) password, (i need|i want|send me) a new
        password, new password, (what is|whats) my password, reset (my|) password, (ich|) (habe|hab) mein
        passwort vergessen, passwort vergessen, neues passwort (bitte|), ich brauche ein neues passwort, wie
        (ist|lautet) mein passwort, (jai|) (oublie|perdu) (mon|le|) mot de passe, mot de passe (oublie|perdu),
        nouveau mot de passe, (he|) (olvidado|olvide|perdido) (mi|la) contrasena, ho dimenticato la password,
        password dimenticata, wachtwoord vergeten, ik ben mijn wachtwoord vergeten, esqueci (a|) (minha|) senha,
        (я|) забыл (пароль|свой пароль)""",
    "vacation": """vacation, (take|go on) (a|) (vacation|holiday), (how|where) (do|can) i (take|go on|set|get)
        (a|) (vacation|holiday), (i want|id like|i would like) (to take|to go on|) (a|) (vacation|holiday), (how
        many|how much) (days of vacation|vacation days|vacation) (do i have|have i got|have i|) (left|),
        (can|could) i (take|have|go on) (a|) (vacation|holiday|break), (ich mochte|ich will|kann ich) urlaub
        (machen|nehmen|haben|), wie (nehme|mache|bekomme) ich urlaub, wie viele urlaubstage habe ich (noch|),
        (je voudrais|je veux|puis je) (prendre|) des (vacances|conges), comment prendre des vacances, quiero
        (tomar|) vacaciones""",
    STANDING: """how (do i|am i|are we) (stand|doing|placed|ranked), how do we stand, (what is|whats) (my|the)
        (score| rating| rank| ranking| position| standing), (whats|what is) the score (now|so far|here|), who is
        (winning|ahead|leading), whos (winning|ahead|leading), am i (winning| ahead| losing| behind| leading),
        how does it stand, (show|show me) (the|my) (score| scores| board| position| rating| standings| ranking|
        rank), (the|my|) (standings| score| scores| rating| ranking| ratings| rankings), (where do i stand|where
        am i), how (is|s) the game going, hows the game going, (how|what) does the board look like, how good am
        i, wie (steht es|stehts|steht das spiel|stehe ich|ist der stand|steh ich) (jetzt|denn|gerade|),
        (spielstand| stand| rangliste| tabelle| der stand|zwischenstand), wer (fuhrt|gewinnt|liegt vorn), zeig
        (mir|) (den stand|das brett|die rangliste|die tabelle), (wie gut bin ich|was ist meine wertung), meine
        wertung, (ou|comment) (en|) (suis je|sommes nous|en est (on|la partie)), quel est (le|mon)
        (score|classement), qui (gagne|mene), (le|mon) (score|classement), classement, (montre|montrez) moi (le
        score|le plateau|le classement), on en est ou, (como voy|como vamos|quien (gana|va ganando)), (cual es|)
        (mi|el) (puntuacion| clasificacion| marcador), (come sto|chi vince|chi sta vincendo), (la|) classifica,
        (hoe sta ik ervoor|hoe staat het|wie staat voor|wie wint), (de|) ranglijst, (какой|) счет, кто
        (выигрывает|ведет), (мой|) рейтинг""",
    "GAME standings": """(the|show|show me the|) GAME (standings| ratings| rating| ranking| rankings| rangliste|
        tabelle| ranglijst| table), (the|show me the|) (standings| ratings| rating| ranking| rankings| table|
        best players) (of|in|for|at) GAME, (who is|whos|who are) the best (player|players|) (in|at|of) GAME, how
        (do i|am i|good am i) (stand|doing|) (in|at) GAME, (what is|whats) my (rating|rank|ranking) (in|at|for)
        GAME, my (rating|rank|ranking) (in|at|for) GAME, my GAME (rating|rank|ranking), (die|)
        (rangliste|tabelle) (in|im|von|fur) GAME, wie (stehe ich|gut bin ich) (in|im) GAME, (le|) classement
        (de|d|du|aux|au) GAME, ou en suis je (aux|au|a) GAME, (la|) clasificacion (de|del) GAME, (la|)
        classifica (di|degli) GAME, рейтинг (по|в) GAME""",
}  # fmt: skip
"""The words for each command."""


_A_GAME = "xgamex"
"""What stands in a line for the name of a game: a word that nobody writes."""
_MOST_WORDS = 14
_PLEASE = frozenset({"please", "pls", "plz", "bitte", "svp", "prego", "por", "favor", "graag", "пожалуйста"})


class Meant(NamedTuple):
    """A command that a line asks for, such as `GAME anyone`, with the game that it names."""

    command: str
    game: str = ""


def command_meant(line: str, games: Sequence[Named] = ()) -> Meant | None:
    """The command that a line asks for, if it says nothing else; `games` are those that it names."""
    if len(line.split()) > _MOST_WORDS:
        return None
    if found := _meant(line):
        return Meant(found)
    if len({each.word for each in games}) != 1:
        return None
    found = _meant(_without_game(line, games[0].words))
    return Meant(found, games[0].word) if found else None


def _meant(line: str) -> str | None:
    clauses = [tuple(word for word in each if word not in _PLEASE) for each in beside_kind_words(line)]
    said = list(filter(None, clauses))
    found = [command for command, phrases in _phrases().items() if said and phrases.issuperset(said)]
    return found[0] if len(found) == 1 else None


def _without_game(line: str, name: str) -> str:
    words = r"\W+".join(map(re.escape, name.split()))
    return re.sub(rf"(?<!\w){words}(?!\w)", _A_GAME, line.lower())


@cache
def _phrases() -> Mapping[str, frozenset[tuple[str, ...]]]:
    return {
        command: frozenset(
            tuple(word for word in words if word not in _PLEASE) for words in entries_of(text.replace(GAME, _A_GAME))
        )
        for command, text in MEANT.items()
    }
