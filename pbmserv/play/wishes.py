"""What somebody wants who answers the letter of a board in a few words of their own: to resign, a tie, the rules.

Nothing is done by a wish alone: whoever may want to end the game, or to have a move back, is asked first. What people
write is listed as in `words_of_answers`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from enum import StrEnum
from functools import cache

from pbmserv.play.words_of_answers import KIND_SIGNS, STOPPING
from pbmserv.play.yes_and_no import NO_WORDS, beside_kind_words, entries_of, words_in


class Wish(StrEnum):
    """What is wanted; the first three are moves of every game."""

    RESIGN = "resign"
    TIE = "propose"
    UNDO = "undo"
    RULES = "rules"
    OTHER_MOVE = "other move"
    """To have made another move than one did."""
    TIME = "time"
    """To have more time for a move."""
    WHO = "who"
    FACTS = "facts"
    """What one is on a board, whose turn it is, and until when."""
    BACK = "back"
    """To tell that one is here again, after a vacation."""
    NOTED = "noted"
    """Nothing but to say that one has read it: `ok`, `will do`, `thanks for the reminder`."""
    EXCUSE = "excuse"
    """Nothing but to say why one is late: `Sorry, I was ill`."""
    KINDNESS = "kindness"
    """Nothing but to say something kind."""


MOST_WORDS = 12
"""The longest line, in words, that may be a wish; more is a story."""

_WITHIN: Mapping[Wish, str] = {
    Wish.RESIGN: """resign, (i|ill|i will|i have to|i must) (give up|giveup|surrender|concede|capitulate),
        i (give|gave) (the game|this game|this) up, i have lost, you (win|have won), concede (the game|defeat),
        ich gebe (mich|) (auf|geschlagen), gebe ich auf, gebe auf, geb auf, aufgeben, du hast gewonnen,
        jabandonne, je (me rends|capitule|renonce), tu as gagne, me rindo, abandono (la partida|), has ganado,
        mi arrendo, abbandono (la partita|), hai vinto, ik geef (het|) op, geef (het|) op, je hebt gewonnen,
        eu desisto, desisto, me rendo, jag ger upp, ger upp, jeg giver op, giver op, jeg gir opp, gir opp,
        luovutan, poddaje sie, vzdavam (se|to|hru), feladom, pes ediyorum, сдаюсь, здаюсь, я сдаюсь, ты победил,
        παραιτουμαι, 投了します, 投了, 認輸, 认输, 졌습니다""",
    Wish.TIE: """(i|we|) (propose|offer|suggest|want|would like|agree (to|on)|call it|accept) (you|) (a|) (draw|tie),
        (its|it is|lets call it|shall we call it|shall we have|how about|what about|can we have|would you accept|
        do you want|do you agree to|(will|would) you take|would you like|i would take) a (draw|tie), agree to a draw,
        (ich|) biete (ein|dir|ihnen|) remis (an|), remis angebot, wollen wir remis, remis vereinbaren,
        (je|) propose (la|une) (nulle|egalite), partie nulle, ofrezco tablas, tablas por acuerdo,
        (offro|propongo) (la|una|) patta, (ik|) bied remise aan, ofereco empate, proponho empate,
        erbjuder remi, tilbyder remis, предлагаю ничью, пропоную нічию, proponuje remis, nabizim remizu""",
    Wish.UNDO: """undo, takeback, take back, take (it|that|this|my move|the move|my last move|the last move|that move|
        that one|this one) back, taking (it|that|my move) back, have (it|that|my move|my last move) back,
        (zug|ihn|das|den) (zuruck|zurucknehmen), zurucknehmen, nehme ich zuruck,
        nehme (den zug|das|meinen zug) zuruck,
        (reprendre|annuler) (mon|le|ce|ca|mon dernier|le dernier) coup, retirar (mi|la|mi ultima|esta) jugada,
        deshacer, volver atras, (annullare|ritirare|riprendere) (la|la mia|questa) mossa, terugnemen, zet terug,
        voltar (a|minha|a minha) jogada, desfazer, ta tillbaka (draget|mitt drag), tage traekket tilbage,
        cofnac ruch, cofnac (moj|ostatni) ruch, vratit tah, взять ход (назад|обратно), взять назад ход,
        вернуть ход, отменить ход, переходить, 待った, 悔棋""",
    Wish.OTHER_MOVE: """i meant, i mean, i wanted (to play|to move|to go|to write|to say), i intended,
        (can|could|may) i (change|correct) (my move|my last move|it|that), i should
        have (played|moved|written), i mistyped, (ich|) meinte, ich habe (mich|) (vertippt|verschrieben|vertan), ich
        wollte, sollte heissen, je voulais (dire|jouer|ecrire|mettre|), je me suis trompe, quise decir, queria
        (jugar|decir|poner), me equivoque, (volevo|intendevo) (dire|giocare|scrivere|), ho sbagliato, ik bedoelde, ik
        wilde, я имел в виду, я имела в виду, я хотел, я хотела""",
}
"""What may stand among other words, if nothing in the line denies it."""

_ALONE: Mapping[Wish, str] = {
    Wish.RESIGN: """(i|) (abandon|quit|forfeit), (i|) (want|would like|have|need) to (quit|resign|abandon|
        give up|stop|end) (this game|the game|this|it|), (id|i would) like to (quit|resign|abandon|give up|stop|end)
        (this game|the game|this|it|), ich (will|mochte) (aufhoren|aufgeben), je (veux|voudrais) (arreter|abandonner),
        (giving|give) up, surrender, concede, i (lose|lost), aufgabe,
        abandon, i (dont|do not) want to play (this|this game|it|) (any more|anymore|),
        i never (asked for|wanted) this (game|),
        ich (will|mochte) (das|hier|) nicht (mehr|) (spielen|mitspielen), je ne veux (pas|plus) (y|) jouer,
        no quiero jugar (mas|)""",
    Wish.TIE: """(a|) (draw|tie), (offer|propose|proposing) draw, draw (game|offer|offered|ok|agreed|by agreement),
        remis, unentschieden, nulle, egalite, match nul, tablas, empate, patta, pareggio, remise, gelijkspel,
        oavgjort, uafgjort, remi, tasapeli, remiza, ничья, нічия, dontetlen, ισοπαλια""",
    Wish.UNDO: """can i have another go, (oops|ups|sorry|) wrong (move|cell|square|field|button|place|one),
        (that|this|it) was a (mistake|mis click|slip|typo), my mistake, oops, misclick, i misclicked, i made a
        mistake, (can|could|may) i change (it|that|this|my move|my last move), kann ich (das|den zug|meinen zug)
        andern""",
    Wish.TIME: """(i|we) (need|would like|want|could use) (a bit|a little|some|a few|much|) more (time|days| time to
        think), (can|could|may) i (please|) have (some|a few|a bit|a little|) more (time|days), (can|could|may) i
        (please|) (have|get) (an extension|longer), (please|) give me (some|a few|a bit|) more (time|days), more
        (time| days), (an|) extension, i need (an extension|longer), (ich|) (brauche|brauchte|benotige|hatte
        gern|hatte gerne| mochte) (noch|) (etwas|ein bisschen|ein wenig|ein paar|) (mehr|langer|)
        (zeit|tage|bedenkzeit), mehr zeit, noch (etwas|ein bisschen|ein paar) (zeit|tage), (kann|konnte) ich (noch|)
        (etwas|) mehr (zeit|tage) (haben|bekommen), (un peu|) plus de temps, jai besoin (de|dun peu) (plus de|)
        temps, (il me faut|je voudrais) (un peu|) plus de temps, (necesito|quiero|) mas (tiempo|dias), (ho bisogno
        di|vorrei|) piu (tempo|giorni), (ik heb|) meer tijd (nodig|), preciso de mais tempo, (мне|) нужно
        (еще|больше) (время|времени)""",
    Wish.RULES: """what (should|would|shall|must) (i|you) (play|move|do|answer) (here|now|next|),
        (which|what) moves (are|do i have|can i make|have i) (possible|legal|allowed|there|left|), what are the
        (legal| possible|allowed) moves, how (do|can) (i|we) swap (sides|), (huh|what), what does (that|this|it)
        mean, was (heisst|bedeutet) das, ich verstehe nur bahnhof, welche zuge (sind moglich|habe ich|kann ich
        machen), was (soll|kann|konnte) ich (jetzt|) (ziehen|spielen|machen) (jetzt|), que (dois je|puis je|faut il)
        (jouer|faire) (maintenant|), que (debo|puedo) (jugar|hacer) (ahora|), help, help me, rules, how, how exactly,
        wie genau, comment, (the|game|show|show me|what are|where are|tell me|explain) (the|) rules,
        (can|could) you (please|) (explain|tell me|show me) the rules, how does (swapping|swap|the swap) work,
        (what|how) are the rules (of|for|) (this|the|) (game|), (help|rules) (please|for this game|of this game),
        how (do i|to|can i|does one|do you) (play|move|play this|play it|answer|make a move|play this game),
        how does (this|it|the game|this game) work, what (do i|can i|should i|must i) (do|write|play|answer) (now|),
        i (dont|do not) (understand|know how to play|know the rules|know what to do), what is this game,
        i have no idea how (to play|it works|this works), what do i have to do, how do i answer (this|it),
        (what|which) cards do i have, (what is|whats|what are) my (options|cards|hand|moves),
        how (does (the|) (counting|scoring) work|do (i|we|you) (count|score)|is it (counted|scored)),
        wie wird gezahlt, comment (on compte|compter),
        where (do i|can i|should i|am i supposed to) (play|move|go), which way do i (play|move|go),
        welche (karten|steine) habe ich,
        (ich|) verstehe (das|es|) nicht, verstehe ich nicht, wie (geht|funktioniert) (das|es|dieses spiel),
        (ich|) kenne (das|dieses) spiel nicht, (je|) (ne|) comprends pas, quelles cartes ai je,
        no (lo|) entiendo, como funciona (esto|), que cartas tengo,
        hilfe, (die|) regeln, (wie geht|was sind|wie lauten|wo stehen) (das|die regeln|das spiel|dieses spiel),
        wie (spielt man|spiele ich|ziehe ich|zieht man) (das|), aide, aidez moi, (les|) regles (du jeu|),
        comment (jouer|on joue|ca marche|jouer a ce jeu), ayuda, (las|) reglas (del juego|), como (se juega|juego),
        aiuto, (le|) regole (del gioco|), come si gioca, hulp, (de|) (spelregels|regels), hoe (werkt dit|speel ik),
        ajuda, (as|) regras (do jogo|), como (se joga|jogar), hjalp, (regler|reglerna|reglerne), hjelp, apua,
        saannot, pomoc, zasady (gry|), napoveda, pravidla (hry|), segitseg, szabalyok, yardim, kurallar,
        помощь, помоги, правила (игры|), как играть, допомога, правила гри, βοηθεια, κανονες,
        how (do|can|does one|does anybody|would) (i|we|you|one|somebody|) win (this|the|a|this game|the game|here|),
        how (is|do you get) (it|this|this game|the game|) won, (what|which) is the (goal|aim|object|objective)
        (here|of (this|the) game|), (can|could|would) (you|somebody|someone) (explain|tell|show) (me|us|) (the
        rules|the game|this game|how to play|how it works|how this works|how to win) (to me|again|), (explain|tell
        me) (the|this|) game, (i|) need the rules, (i|id|i would) like to (see|read|know) the rules, where (do|can)
        i (find|read|see) the rules, i (have forgotten|forgot) the rules,
        (konnen|konnten|konnt|konntet|kannst|konntest|wurden|wurdest) (sie|ihr|du) (mir|uns) (kurz|mal|noch
        einmal|nochmal|) (die regeln|das spiel|die spielregeln|sagen wie das geht) (erklaren|
        sagen|zeigen|schicken|), (erklar|erklare|erklaren sie) (mir|) (kurz|mal|) (die regeln|das spiel|die
        spielregeln), wie (gewinne ich|gewinnt man|kann ich gewinnen|kann man gewinnen) (hier|das|das spiel|dieses
        spiel|), was ist das ziel (des spiels|hier|), wie sind die (regeln|spielregeln), die spielregeln,
        spielregeln, comment (gagner|on gagne|gagne t on|puis je gagner), quel est le but (du jeu|), quelles sont
        les regles (du jeu|), (pouvez vous|pourriez vous|peux tu|pourrais tu) (m|me|nous|)
        (expliquer|rappeler|montrer| mexpliquer|me expliquer) (les regles|le jeu|la regle) (du jeu|), pourriez vous
        mexpliquer les regles (du jeu|), (expliquez|explique) moi les regles, como (se gana|gano|puedo ganar),
        cuales son las reglas (del juego|), (puede|podria|puedes|podrias) (explicarme|ensenarme|decirme) las reglas
        (del juego|), cual es el objetivo (del juego|), come si vince, quali sono le regole (del gioco|),
        (puoi|puo|potrebbe|potresti) spiegarmi le regole, hoe (win ik|win je|kan ik winnen), wat zijn de
        (regels|spelregels), (kun je|kunt u|kan je) (mij|me) de (regels|spelregels) uitleggen, как
        (выиграть|победить), какие правила, (объясни|объясните) (мне|) правила, (можешь|можете) объяснить (мне|)
        правила,
        ヘルプ, ルール, 幫助, 帮助,
        規則, 规则, 도움말, 규칙""",
    Wish.FACTS: """do (i|we) have to do (something|anything|it) (here|now|), (muss|soll) ich (jetzt|) etwas
        (tun|machen), dois je faire quelque chose, how (big|large) is (the|this) board, (what|which) size is
        (the|this) board, what is the size of (the| this) board, wie gross ist das (brett|feld|spielfeld), quelle est
        la taille du plateau, am i (too|) late, is it too late, can i still (play|move), i (have|) already
        (moved|played| answered), i (have|) (moved|played|answered) already, i thought i had (already|)
        (moved|played|answered) (already|), ich habe (doch|) schon (gezogen|gespielt|geantwortet), jai deja
        (joue|repondu), ya he jugado, where (is|s) (the|my) (board|game), wheres (the|my) (board|game), wo ist (das
        brett|mein brett|das spiel), (what is|whats) my (colour|color|side), (what|which) (colour|color|side) (am|do)
        i (have|play|), am i (black|white|vertical|horizontal|red|blue|black or white|white or black|the black
        one|the white one), welche farbe (habe|bin) ich, (bin ich|habe ich) (weiss|schwarz|weiss oder schwarz|schwarz
        oder weiss), quelle couleur (ai je|suis je), (suis je|jai les) (blanc|noir|blancs|noirs) ou
        (noir|blanc|noirs|blancs), quelles couleurs ai je, que color (tengo|soy), (soy|tengo)
        (blanco|blancas|negro|negras) o (negro|negras| blanco|blancas), che colore (ho|sono), welke kleur (heb|ben)
        ik, какой у меня цвет, за кого я играю, (whose|whos) (turn|move|go) (is it|is|), (is it|is) (my|your)
        (turn|move|go) (now|yet|), who (is|has) (to move| next|the move), whos (to move|next), am i (next|on|to
        move|up), do i have to move (now|), wer ist (dran|am zug|an der reihe), bin ich (dran|am zug|an der reihe),
        (a qui|cest a qui) (le tour|de jouer|est ce le tour|), a qui est ce (de jouer|le tour), est ce (a moi|mon
        tour|a mon tour) (de jouer|), a quien le toca (jugar|), (me toca|es mi turno) (a mi|), de quien es el turno,
        a chi tocca, tocca a me, (wie is|ben ik) aan (de beurt| zet), чей (сейчас|) ход, мой ход, how (long|much
        time) (do|have) i (have|got|still have) (left|to move|for my move|for this move|for my next move|), how much
        time (is|do i have|have i) (left|got), (how long|how much time) have i got (left|), (until|till) when,
        (until|till) when (do|can|must) i (have to|need to|have|) (move|play| answer|reply|time|), when
        (do|must|should) i (have to|need to|) (move|play|answer|reply) (by|), by when (do| must|should) i (have to|)
        (move|play|answer), when is (it|my move|my answer) due, (what is|whats|when is) (my| the) deadline, (my|)
        (deadline|time limit), (what is|whats) the time limit, bis wann, bis wann (muss|habe|kann) ich
        (ziehen|zeit|antworten|spielen|), wie (lange|viel zeit) habe ich (noch|) (zeit|), wie viel zeit bleibt mir
        (noch|), wann muss ich (spatestens|) (ziehen|antworten|spielen), jusqua quand, jusqua quand (ai je|puis je|
        dois je) (le temps|jouer|), combien de temps (me reste t il|il me reste|ai je|jai|) (encore|), (hasta cuando)
        (tengo|puedo jugar|), cuanto tiempo (tengo|me queda), fino a quando (ho tempo|posso giocare|), quanto tempo
        (ho| mi resta|mi rimane) (ancora|), hoe (lang|veel tijd) heb ik (nog|) (tijd|), tot wanneer (heb ik|),
        сколько (у меня|мне) (осталось|есть|) времени (осталось|), до какого (числа|времени), which board, which
        game, (what|which) (board|game) is (this|it), welches (brett|spiel), quel plateau, quelle partie, que
        tablero, que partida""",
    Wish.WHO: """who is, whos, wer ist, qui est, quien es,
        why do i get (this|this mail|this letter|these mails),
        gegen wen spiele ich, contre qui (je joue|est ce que je joue), contra quien juego, who are you,
        who (is|s) (this|that|there|it), whos (this|that|there|it),
        who am i playing (with|against|),
        who do i play (with|against|), who (is|s) my opponent, whos my opponent, what (is|are) (this|you), whats this,
        are you (a|) (human|bot|robot|computer|machine|person|real|real person|program|human being),
        do i know you, (wer|was) (bist du|sind sie|ist das|ist da), kennen wir uns, bist du ein (mensch|bot|computer),
        (qui|que) (es tu|etes vous|est ce), cest qui, quien eres, (quien es|eres) (usted|humano|), chi (sei|e),
        wie ben (je|jij),
        wie bent u, quem (e voce|es tu|e), vem ar du, hvem er du, kuka (sina|) olet, kim jestes, kdo jsi, ki vagy,
        kimsin, sen kimsin, (ты|вы) кто, кто (ты|вы|это), хто (ти|ви|це), ποιος εισαι""",
    Wish.BACK: """(im|i am|we are|were|) back (again|home|home again|now|early|already|today|) (from (my|the|our|)
        (vacation|holiday|holidays|trip|travels)|),
        (i have|ive|we have|weve) (returned|come back) (from (my|the|our|) (vacation|holiday|holidays|trip|travels)|),
        (ich|) melde mich (aus dem urlaub|) zuruck, (ich|) bin (wieder|) (da|zuruck|hier|zu hause),
        (ich|) bin (wieder|) aus dem urlaub (zuruck|wieder da), (ich|) bin (wieder|) zuruck aus dem urlaub,
        (wieder|) zuruck, wieder da, (je suis|me voila) (de retour|rentre|rentree|revenu|revenue) (de vacances|des
        vacances|de conges|), de retour (de vacances|),
        (ya|) (he vuelto|estoy de vuelta) (de vacaciones|), sono (tornato|tornata|di ritorno),
        ik ben (weer|) (terug|thuis),
        (estou|ja estou) de volta, voltei, jag ar tillbaka, jeg er tilbage, jeg er tilbake, olen palannut,
        (juz|) (wrocilem|wrocilam|jestem), jsem zpet, (я|) (вернулся|вернулась), я (снова|уже) (тут|здесь|дома)""",
    Wish.NOTED: """ok, okay, k, okidoki, (ok|okay|yes|) (i|) will (do|move|play|answer), (ok|okay|yes|) ill
        (do|move|play|answer) (it|that|), (ok|) (got|on) it, (i|) (got|read|saw) (it|your letter|your mail|your
        message|the reminder), noted, (i|) understood, roger, copy that, i see, i know, (i|) (have|) seen (it|that),
        (thank|thanks) (you|) for (the reminder|reminding me|letting me know), ok (thanks|thank you|thx), (yes|ok) i
        know, alles klar, verstanden, (ich|) weiss (ich|), zur kenntnis genommen, (mach|mache) ich, ich (mach|mache)
        (es|das|), wird (gemacht|erledigt), geht klar, (danke|vielen dank) (fur|fuer) (die erinnerung|das
        erinnern|den hinweis), ok danke, gelesen, (bien|) compris, (bien|) recu, cest note, je sais, merci (pour|de)
        (le rappel|me le rappeler), ok merci, entendido, lo se, recibido, gracias por (el
        recordatorio|recordarmelo|avisar), ok gracias, capito, ricevuto, lo so, grazie (per il promemoria|di avermelo
        ricordato), ok grazie, begrepen, komt goed, (ik|) weet (ik|het), (bedankt|dank je) voor de herinnering, ok
        bedankt, entendi, obrigado pelo lembrete, (jag|) vet, tack for paminnelsen, zrozumialem, dzieki za
        przypomnienie, понял, поняла, понятно, ясно, принято, знаю, сделаю, спасибо за напоминание""",
    Wish.EXCUSE: """(i|) (have|) (completely|totally|just|) (forgot|forgotten|overlooked it|missed it), (ich
        habe|habe ich|hab ich) (es|das|) (ganz|vollig|) (vergessen|verschwitzt|ubersehen), jai oublie, (se me|)
        (olvide|olvido), (mi sono|ho) dimenticato, ik ben het vergeten, esqueci, (я|) (забыл|забыла)""",
}
"""What has to be all that a line says, beside kind words."""

_KIND = """thanks, thank you, many thanks, thx, ty, tyvm, gg, good game, great game, nice game, good match,
    well played,
    good luck, gl, hf, glhf, have fun, enjoy, congratulations, congrats, bravo, cheers,
    (good|great|nice|brilliant|excellent) (move|one), danke, vielen dank, gutes spiel, schones spiel, gute partie,
    viel (gluck|spass|erfolg), merci, bonne (chance|partie), bien joue, bravo, gracias, buena (partida|suerte),
    bien jugado, grazie, buona (fortuna|partita), bella partita, dank (je|u), bedankt, veel (plezier|succes),
    goed gespeeld,
    obrigado, obrigada, boa (sorte|partida), tack, lycka till, takk, mange tak, held og lykke, kiitos, dziekuje,
    dzieki,
    powodzenia, dekuji, diky, hodne stesti, koszonom, tesekkurler, спасибо, удачи, дякую, ευχαριστω, ありがとう,
    ありがとうございます, 谢谢, 謝謝, 감사합니다"""
"""Kind words that people write for their own sake, not only beside others."""


SIGNS = frozenset(f"{KIND_SIGNS}\ufe0f\U0001f3fb\U0001f3fc\U0001f3fd\U0001f3fe\U0001f3ff")
"""Kind signs, and those that change how one is drawn."""

_PUZZLED = frozenset("?!.…¿؟？🤔😕🤷\u200d♂♀\ufe0f")
"""Signs of who does not know what to do."""

_REMINDERS = """reminder, reminders, reminding, remind, erinnerung, erinnern, rappel, rappeler, recordatorio,
    recordarmelo, promemoria, ricordato, herinnering, lembrete, paminnelsen, przypomnienie, напоминание"""
"""Kind words beside one of these are for the server."""

_SORRY = """sorry, apologies, entschuldigung, entschuldige, tut mir leid, desole, desolee, pardon, perdon, lo siento,
    scusa, scusate, mi dispiace, excuses, desculpe, desculpa, forlat, undskyld, unnskyld, beklager, anteeksi,
    przepraszam, prominte, извини, извините, прости, простите"""

_EXCUSES = """(i|we) (was|were|have been) (so|very|really|rather|too|quite|) (ill|sick|away|busy|unwell|travelling|
    traveling|offline|on holiday|on vacation|in hospital|not well), (ive|weve) been (so|very|really|) (ill|sick|away|
    busy|unwell|travelling|traveling|offline|on holiday|on vacation), i (had|have had) (no|so little|little) time, my
    (computer|mail|internet|laptop|phone) (was|is) (down| broken), for (the|my) (long|) (delay|silence|wait|late
    answer|late reply|late move|late response), (ich|wir|) (war|waren) (leider|) (krank|verreist|weg|im
    urlaub|unterwegs|im krankenhaus|beschaftigt), (ich|) (hatte|habe) keine zeit, fur die
    (verspatung|verzogerung|wartezeit|spate antwort), (jetais|nous etions) (malade|malades|absent|absente|en
    vacances|en voyage|occupe|occupee), (pour|du) (le|) retard, (estaba|estuve|he estado) (enfermo|enferma|de
    viaje|de vacaciones|fuera|ocupado|ocupada), por (el retraso|la demora|la tardanza), (ero|sono stato|sono stata)
    (malato|malata|via| in vacanza|in viaggio), per il ritardo, ik was (ziek|weg|op vakantie|druk), voor de
    vertraging, (eu|) estava (doente|viajando|de ferias|ocupado), (я|) (был|была|болел|болела|
    заболел|заболела|уезжал|уезжала|уезжал в отпуск) (занят|занята|болен|больна|в отпуске|в отъезде|), за
    (задержку|опоздание)"""
"""Why somebody is late, with which a clause may begin."""

_PLEASE = frozenset(
    {"please", "sorry", "pls", "plz", "bitte", "svp", "prego", "por", "favor", "пожалуйста", "proszę", "tack"}
)
_ASIDES = """by the way, btw, ubrigens, au fait, por cierto, oh (no|dear|nein|je|non|la la|), ach (nein|), ah (non|),
    ay no, mist, verdammt, damn, zut, mince, ups, hoppla"""
"""What changes nothing at the beginning of a clause."""
DENYING = NO_WORDS - {"now", "today", "anymore"}
"""Words that turn what stands beside them into its opposite."""


def wish_in(line: str, names: Collection[str] = ()) -> Wish | None:
    """The wish of a line, or None; `names` are those of the players, which people put beside it."""
    words = words_in(line)
    if not words and (signs := set("".join(line.split()))):
        # A question mark alone asks what has to be done.
        return Wish.NOTED if signs <= SIGNS else Wish.RULES if signs <= _PUZZLED else None
    if not words or len(words) > MOST_WORDS:
        return None
    clauses = [_without_please(each) for each in beside_kind_words(line, names)]
    others = [each for each in map(_without_asides, clauses) if each]
    if not others:
        return _kind_wish(words) if "?" not in line else None
    own = {word for name in names for word in words_in(name)}.union(KIND_SIGNS)
    asked = [tuple(word for word in each if word not in own) for each in others]
    found = {wish for wish, phrases in _ALONE.items() if all(each in _phrases_of(phrases) for each in asked)}
    said = [word for each in others for word in each]
    if not found and DENYING.isdisjoint(said) and not _holds(_phrases_of(STOPPING), said):
        found |= {wish for wish, phrases in _WITHIN.items() if _holds(_phrases_of(phrases), said)}
    if not found and "?" not in line and any(map(_is_excuse, others)):
        return Wish.EXCUSE
    return found.pop() if len(found) == 1 else None


def _kind_wish(words: Sequence[str]) -> Wish | None:
    """What kind words say that nothing else stands beside."""
    if _holds(_phrases_of(_SORRY), words):
        return Wish.EXCUSE
    if tuple(words) in _phrases_of(_ALONE[Wish.NOTED]) or _holds(_phrases_of(_REMINDERS), words):
        return Wish.NOTED
    return Wish.KINDNESS if _holds(_phrases_of(_KIND), words) else None


def _is_excuse(words: Sequence[str]) -> bool:
    sorry = next((end for end in range(len(words), 0, -1) if tuple(words[:end]) in _phrases_of(_SORRY)), 0)
    return any(tuple(words[sorry:end]) in _phrases_of(_EXCUSES) for end in range(sorry + 1, len(words) + 1))


def _without_please(words: list[str]) -> list[str]:
    return [word for word in words if word not in _PLEASE]


def _without_asides(words: list[str]) -> list[str]:
    """The words of a clause without what changes nothing at its beginning: `oh no`."""
    ends = [end for end in range(len(words), 0, -1) if tuple(words[:end]) in _phrases_of(_ASIDES)]
    return words[ends[0] :] if ends else words


@cache
def _phrases_of(text: str) -> frozenset[tuple[str, ...]]:
    return frozenset(entries_of(text))


def _holds(phrases: frozenset[tuple[str, ...]], words: Sequence[str]) -> bool:
    return any(
        tuple(words[start:end]) in phrases for start in range(len(words)) for end in range(start + 1, len(words) + 1)
    )
