"""What says yes or no in German."""

from __future__ import annotations

from pbmserv.play.words.language import Language
from pbmserv.play.words.wish import Wish

GERMAN = Language(
    yes="""logo, ja, jawohl, jaa, jaaa, jep, jo, joa, jup, jau, okay, ok, (ich bin|bin|wir sind|) einverstanden,
        (sehr|) gern, (sehr|) gerne (wieder|), (aber|) (gern|gerne) (doch|), aber ja (doch|), ja doch,
        (das|) stimmt (so|), selbstverstandlich, in ordnung, (das|) geht (klar|in ordnung), (das|) passt (mir|gut|),
        auf jeden fall, mit (grosstem|grossem|) vergnugen, mit freuden, keine? problem, kein problem (fur mich|),
        keine (frage|einwande), keinen einwand, ich bin (gern|gerne|) dabei, bin (gern|gerne|) dabei,
        (ja|) das bin ich, ich stimme zu, stimme zu, zugestimmt, akzeptiert, (ich|) akzeptiere, bestatigt,
        bestaetigt, (ich|) bestatige (das|es|hiermit|),
        (ich|) nehme (die herausforderung|die einladung|das angebot|) (gern|gerne|) an, ich nehme an, angenommen,
        abgemacht, (mach|macht|machen sie|tu) das, machen wir (das|so|), mach (mal|ruhig|nur), dabei,
        (schick|schicke|schickt|schicken sie) (es|sie|das|die einladung|) (bitte|) (ab|los|raus),
        (lad|lade) (ihn|sie) (bitte|) ein, von mir aus, meinetwegen (gern|gerne|), spricht nichts dagegen,
        (ich mochte|ich will|ich wurde) (gern|gerne|) (noch einmal|nochmal|wieder|noch mal|mit|) spielen, dann ja,
        ich sage ja, ich bin dafur, dafur, jederzeit (gern|gerne|wieder|),
        immer (gern|gerne|wieder gern|wieder gerne),
        (da|) mache ich (sehr|) (gern|gerne|) mit, (da|) mach ich (sehr|) (gern|gerne|) mit""",
    sure="""naturlich, natuerlich, klar, sicher, freilich, na klar, aber klar, klar doch, na sicher, aber sicher,
        gewiss, unbedingt, absolut, logisch""",
    asked="warum (ned|net), warum nicht, wieso nicht, warum eigentlich nicht, weshalb nicht",
    bare="genau, richtig, korrekt, gut, na gut, fein, los gehts",
    kind="""freut mich (sehr|), immer doch, mei, danke (schon|sehr|dir|ihnen|euch|), vielen (lieben|herzlichen|) dank,
        fur (das|die|deine|ihre) (spiel|einladung|partie|anfrage|nachricht|frage), der nachfrage, furs spiel,
        herzlichen dank, besten dank, dankeschon, bitte (schon|sehr|), gute idee, tolle idee, (sehr|) gute partie,
        (ein|) (schones|gutes|tolles) spiel, super, toll, prima, klasse, spitze, schon, sehr schon, wunderbar,
        herrlich, grossartig, cool, perfekt,
        (ich|) freu(e|) mich (schon|sehr|auch|) (drauf|darauf|auf das spiel|auf die partie|),
        (ich|) (kann|kanns|kann es) kaum erwarten, lange nicht (mehr|) (gesehen|gespielt|gehort), keine eile,
        nichts lieber (als das|), viel (spass|gluck|erfolg), auf (ein gutes|ein neues|gehts),
        (liebe|viele|beste|herzliche|schone|freundliche|mit freundlichen|mit besten|mit lieben|mit herzlichen)
        (grusse|gruessen|grussen|gruesse|gruss), gruss, grusse, lg, vg, mfg,
        bis (dann|bald|morgen|spater|nachher|gleich),
        los gehts, dann los, auf gehts, (es|das) war (ein schones spiel|schon|toll|super), spielen wir,
        lass uns spielen, noch (eine|ein) (partie|spiel|runde|mal), nochmal, noch einmal, wieder,
        du (fangst|beginnst) an, du bist dran, mein (freund|lieber), meine liebe,
        (euch|ihnen|) (alle|allen|beiden), zusammen, sehr, auch, und,
        dann, so, du, nett, schonen (tag|abend|gruss), schones wochenende, frohe weihnachten, gutes neues jahr,
        von mir aus gerne, immer wieder gern, immer wieder gerne, immer gern, immer gerne, doch""",
    greeting="""hallo, hi, hey, moin, moin moin, servus, gruss gott, grussi, guten (tag|morgen|abend), liebe, lieber,
        sehr geehrter, sehr geehrte, danke""",
    kindly_asked="wie gehts (dir|), wie geht es (dir|ihnen|), alles gut, alles klar",
    sorry="leider, entschuldigung, sorry, tut mir (sehr|) leid, es tut mir (sehr|) leid, schade, bedaure",
    no="""nein, nee, ne, no, noe, neh, niemals, nicht, naturlich nicht, auf keinen fall,
        (bitte|lieber|besser|eher|leider|jetzt|heute|diesmal|derzeit|noch) nicht, (ich|) lieber nicht,
        kein (interesse|bedarf), keine (lust|interesse), im leben nicht,
        (ich|) habe (kein interesse|keine lust), (ich|) hab (kein interesse|keine lust),
        (das|) (bin|war) ich nicht, (das|es) war ich nicht, (das|) ist nicht meine (adresse|e-mail|mail|mailadresse),
        (das|) stimmt nicht, nicht einverstanden, (ich bin|) nicht einverstanden,
        ich (mochte|will|kann|mag) (das|) nicht (mehr|spielen|mitspielen|), (ich|) lehne (das|es|) ab, abgelehnt,
        (ich|) kenne (sie|dich|ihn|das) nicht, falsche adresse, nein danke, danke nein, ohne mich,
        ich spiele nicht (mehr|mit), lass (mal|es|gut sein|mal gut sein|stecken),
        (nee|ne|nein) lass (mal|gut sein)""",
    busy="""(ich|) (habe|hab|) (leider|gerade|grad|momentan|derzeit|zurzeit|) keine zeit (mehr|dafur|dazu|),
        (ich|) (habe|hab|) (gerade|grad|momentan|derzeit|) leider keine zeit,
        (ich|) (habe|hab|) leider (gerade|grad|momentan|derzeit|im moment) keine zeit,
        (ich|) (habe|hab|) (im moment|heute) (leider|) keine zeit, keine zeit (im moment|momentan|gerade|derzeit),
        nicht genug zeit, mir fehlt (leider|) die zeit, (ich bin|bin) (gerade|) (zu|sehr) beschaftigt""",
    negating="keine, keinen, keiner, keinem, kein, nichts, niemand, nie, falsch, ohne, kaum",
    doubt="""aber, doch nicht, jedoch, allerdings, falls, wenn, sofern, solange, sobald, bevor, bis, erst, zuerst,
        vorher, ausser, nur, vielleicht, eventuell, moglicherweise, womoglich, vermutlich, wahrscheinlich, jein,
        na ja, na und, mal sehen, mal schauen, schauen, abwarten, kommt drauf an, spater, morgen, nachher, demnachst,
        nachste woche, bald, ubermorgen, weil, da, denn, scherz, quatsch, witz, spass beiseite, war nur, haha,
        ironie, moment, warte, uberlegen, uberlege, fragen, frage, prufen, weiss nicht, keine ahnung, oder,
        eigentlich, angeblich, sagte, sagt, abmelden, loschen, ablehnen, lehne, abbrechen, entfernen, absage, hm,
        ahm, hatte, wurde, konnte, rucknahme, zuruck, irrtum, versehen, ungewertet""",
    asking="wer, was, wieso, weshalb, warum, welche, welcher, wozu, woher, wofur",
    board="brett, partie, spiel, tisch",
    on="auf, bei, im, in, am, auf dem, in der",
    within={
        Wish.RESIGN: """ich gebe (mich|) (auf|geschlagen), gebe ich auf, gebe auf, geb auf, aufgeben, du hast
            gewonnen""",
        Wish.TIE: "(ich|) biete (ein|dir|ihnen|) remis (an|), remis angebot, wollen wir remis, remis vereinbaren",
        Wish.UNDO: """(zug|ihn|das|den) (zuruck|zurucknehmen), zurucknehmen, ruckgangig, nehme ich zuruck, nehme (den
            zug|das|meinen zug) zuruck""",
        Wish.OTHER_MOVE: """(ich|) meinte, ich habe (mich|) (vertippt|verschrieben|vertan), ich wollte, sollte
            heissen""",
    },
    alone={
        Wish.RESIGN: """ich (will|mochte) (aufhoren|aufgeben), aufgabe, ich (will|mochte) (das|hier|) nicht
            (mehr|) (spielen|mitspielen)""",
        Wish.UNDO: "kann ich (das|den zug|meinen zug) andern",
        Wish.TIME: """(gib|gebt|geben sie) mir (noch|) (etwas|ein bisschen|) mehr (zeit|bedenkzeit|tage),
            (ich|) (brauche|brauchte|benotige|hatte gern|hatte gerne|mochte) (noch|) (etwas|ein
            bisschen|ein wenig|ein paar|) (mehr|langer|) (zeit|tage|bedenkzeit), mehr zeit, noch (etwas|ein
            bisschen|ein paar) (zeit|tage), (kann|konnte) ich (noch|) (etwas|) mehr (zeit|tage)
            (haben|bekommen)""",
        Wish.RULES: """was (heisst|bedeutet) das, ich verstehe nur bahnhof, welche zuge (sind moglich|habe
            ich|kann ich machen), was (soll|kann|konnte) ich (jetzt|) (ziehen|spielen|machen) (jetzt|), wie
            genau, wie wird gezahlt, welche (karten|steine) habe ich, (ich|) verstehe (das|es|) nicht, verstehe
            ich nicht, wie (geht|funktioniert) (das|es|dieses spiel), (ich|) kenne (das|dieses) spiel nicht,
            (die|) regeln, (wie geht|was sind|wie lauten|wo stehen) (das|die regeln|das spiel|dieses spiel), wie
            (spielt man|spiele ich|ziehe ich|zieht man) (das|),
            (konnen|konnten|konnt|konntet|kannst|konntest|wurden|wurdest) (sie|ihr|du) (mir|uns) (kurz|mal|noch
            einmal|nochmal|) (die regeln|das spiel|die spielregeln|sagen wie das geht)
            (erklaren|sagen|zeigen|schicken|), (erklar|erklare|erklaren sie) (mir|) (kurz|mal|) (die regeln|das
            spiel|die spielregeln), wie (gewinne ich|gewinnt man|kann ich gewinnen|kann man gewinnen)
            (hier|das|das spiel|dieses spiel|), was ist das ziel (des spiels|hier|), wie sind die
            (regeln|spielregeln), die spielregeln, spielregeln, hilfe""",
        Wish.FACTS: """(muss|soll) ich (jetzt|) etwas (tun|machen), wie gross ist das (brett|feld|spielfeld), ich
            habe (doch|) schon (gezogen|gespielt|geantwortet), wo ist (das brett|mein brett|das spiel), welche
            farbe (habe|bin) ich, (bin ich|habe ich) (weiss|schwarz|weiss oder schwarz|schwarz oder weiss), wer
            ist (dran|am zug|an der reihe), bin ich (dran|am zug|an der reihe), bis wann, bis wann
            (muss|habe|kann) ich (ziehen|zeit|antworten|spielen|), wie (lange|viel zeit) habe ich (noch|)
            (zeit|), wie viel zeit bleibt mir (noch|), wann muss ich (spatestens|) (ziehen|antworten|spielen),
            welches (brett|spiel)""",
        Wish.WHO: """wer ist, gegen wen spiele ich, (wer|was) (bist du|sind sie|ist das|ist da), kennen wir uns,
            bist du ein (mensch|bot|computer)""",
        Wish.BACK: """(ich|) melde mich (aus dem urlaub|) zuruck, (ich|) bin (wieder|) (da|zuruck|hier|zu hause),
            (ich|) bin (wieder|) aus dem urlaub (zuruck|wieder da), (ich|) bin (wieder|) zuruck aus dem urlaub,
            (wieder|) zuruck, wieder da""",
        Wish.NOTED: """alles klar, verstanden, (ich|) weiss (ich|), zur kenntnis genommen, (mach|mache) ich, ich
            (mach|mache) (es|das|), wird (gemacht|erledigt), geht klar, (danke|vielen dank) (fur|fuer) (die
            erinnerung|das erinnern|den hinweis), ok danke, gelesen""",
        Wish.EXCUSE: "(ich habe|habe ich|hab ich) (es|das|) (ganz|vollig|) (vergessen|verschwitzt|ubersehen)",
    },
    named={
        Wish.TIE: "remis, unentschieden, (ein|das|) remis, (ein|das|) unentschieden",
    },
    agreeing={
        Wish.TIE: """(ich|) (nehme|nehm) (das|dein|ihr|) (remis|remisangebot|unentschieden|angebot) an, remis
            (angenommen|geht klar|ist ok|passt)""",
        Wish.UNDO: "(nimm|nehmen sie|du kannst|sie konnen|) (ihn|den zug|das) (ruhig|) (zuruck|zurucknehmen)",
    },
    table="""tabelle, turniertabelle, rangliste, tabellenstand, zwischenstand, stand, fuhrt, vorn, vorne, steht es
        im turnier, steht das turnier, stehe ich, erster""",
    beside_table="""die, der, das, den, bitte, zeig, zeige, zeigt, schick, mir, mal, wer, wie, wo, ist, liegt, im,
        in, dem, turnier, liga, pokal, saison, aktuelle, aktuell, aktueller, gerade, jetzt, ich, kann, sehen,
        haben, und, auf, platz, welchem""",
    instead="""wie, wars, ware, es, mit, diesmal, dieses, mal, nachstes, als, nachste, jetzt, nun, vielleicht,
        dann, und, oder, lieber, stattdessen, noch, probieren, spielen, wollen, wir, lust, auf, eine, ein, partie,
        runde, spiel, du""",
    middle="mitte, mittig, zentrum, mittlere, mittleres, mittelpunkt",
    left="links, linke, linken",
    right="rechts, rechte, rechten",
    top="oben, obere, oberen",
    bottom="unten, untere, unteren",
    beside_place="""in, die, der, das, den, dem, im, am, auf, ecke, brett, seite, rand, feld, ganz, genau, bitte,
        ich, nehme, setze, spiele, lege, mein, meinen, stein, nach, dann, jetzt, und, also, von""",
    likewise="""(ich|und ich|mach ich|mache ich|dann ich) (auch|ebenfalls|ebenso|genauso|dasselbe|auch so),
        ebenfalls, ebenso, dito, ich (mache|tue|tu|mach) (das gleiche|dasselbe|es auch|das auch), (das
        gleiche|dasselbe), gleichfalls""",
    kindness="danke, vielen dank, gutes spiel, schones spiel, gute partie, viel (gluck|spass|erfolg)",
    reminders="erinnerung, erinnern",
    apologies="entschuldigung, entschuldige, tut mir leid",
    excuses="""(ich|wir|) (war|waren) (leider|) (krank|verreist|weg|im urlaub|unterwegs|im
        krankenhaus|beschaftigt), (ich|) (hatte|habe) keine zeit, fur die (verspatung|verzogerung|wartezeit|spate
        antwort)""",
    asides="ubrigens, ach (nein|), mist, verdammt, ups, hoppla",
    please="bitte",
    when="wann, (und|so|hallo|hi) wann",
    next_season="(nachste|nachster|nachstes|nachsten) (saison|runde|mal|turnier)",
    next_game="""(nachste|nachster|nachstes|nachsten|neue|neuer|neues|neuen) (spiel|partie|gegner),
        (neue|neuer|neues|neuen) (saison|runde|turnier), weiter, beginnt, endet, vorbei""",
    of_a_move="du, dein, deine, deinen, deiner, dich, ihr, sie, zug",
    who_is_next="gegen wen (spiele|muss) ich (als nachstes|danach), wer ist mein nachster gegner",
)
