"""What says yes or no in Italian."""

from __future__ import annotations

from pbmserv.play.words.language import Language
from pbmserv.play.words.wish import Wish

ITALIAN = Language(
    yes="""gioco volentieri, si, si si, ok, okay, va bene, va benissimo, d'accordo, (sono|siamo) d'accordo, daccordo,
        (molto|) volentieri, accetto (la sfida|l'invito|la patta|con piacere|volentieri|), accettato, (io|) confermo,
        confermato, con (molto|grande|) piacere, (nessun|senza) (problema|problemi), non c'e problema,
        nessuna obiezione, sono io, (e|) (questo e|) il mio indirizzo, ci sto, mi va (bene|), per me va bene,
        certo che si, giochiamo (ancora|di nuovo|), andiamo, procedi, affare fatto, mi piacerebbe (giocare|)""",
    sure="""certo, certamente, sicuro, sicuramente, assolutamente si, ovviamente, naturalmente, come no, senz'altro,
        senza dubbio""",
    asked="(e|) perche no",
    bare="giusto, esatto, corretto, bene, benissimo, per favore, perfetto, per piacere",
    kind="""grazie (mille|tante|infinite|molte|ancora|a te|),
        per (la|il|l') (partita|invito|gioco|messaggio|proposta), per l'invito, tante grazie, molte grazie,
        (ottima|buona|bella|che bella|gran bella) (idea|partita), ottimo, bello, che bello, fantastico, magnifico,
        splendido, benissimo, evviva, bravo, brava, saluti, cordiali saluti, un (saluto|abbraccio),
        a (presto|domani|dopo), ci vediamo (presto|dopo|domani|), buona (fortuna|partita|giornata|serata|domenica),
        buon (divertimento|gioco|fine settimana|weekend|natale|anno), senza fretta, nessuna fretta, non c'e fretta,
        niente di meglio, da quanto tempo, quanto tempo, non vedo l'ora (di giocare|), che vinca il migliore,
        tocca a te, inizi tu, ancora, un'altra (partita|volta), di nuovo, amico, amica, amico mio, tutti, a tutti,
        molto, e, allora, con gioia, e stato (bello|un piacere|divertente)""",
    greeting="ciao, buongiorno, buonasera, salve, caro, cara, gentile, grazie",
    kindly_asked="come stai, come va, tutto bene, giochiamo",
    sorry="scusa, scusi, scusate, mi dispiace, spiacente, (sono|) spiacente, purtroppo, mi spiace",
    no="""no, mai, non, no grazie, grazie no, certo che no, assolutamente no, meglio (di|) no, direi di no,
        non (ora|adesso|oggi|questa volta|io), non (voglio|posso|accetto|gioco|desidero|mi interessa|mi va|sono
        interessato|sono interessata|sono d'accordo) (giocare|piu|), non sono (stato|) io, non sono stata io,
        non e il mio indirizzo, non (ti|la|vi|lo) conosco, rifiuto, rifiutato""",
    busy="""non ho (il|abbastanza|) tempo (per giocare|ora|adesso|al momento|), niente tempo,
        (sono|) (troppo|molto) (occupato|occupata|impegnato|impegnata)""",
    negating="nessuno, nessuna, nessun, niente, nulla, neanche, nemmeno, senza, falso, sbagliato",
    doubt="""ma, pero, se, quando, finche, purche, a patto, a meno, a condizione, condizione, salvo, tranne, solo,
        soltanto, forse, magari, probabilmente, dipende, dopo, domani, piu tardi, poi, prima, presto,
        settimana prossima, scherzo, scherzavo, ahah, aspetta, aspetti, pensare, pensarci, chiedere, chiedo,
        verificare, vedere, vediamo, vedremo, non so, boh, o, oppure, tuttavia, perche, siccome, annulla, annullare,
        cancella, cancellami, cancellare, rimuovi, rimuovere, disse, dice, mah, errore""",
    asking="chi, cosa, che, perche, come, quale, dove",
    board="tavoliere, scacchiera, partita, tavola",
    on="su, in, sul, sulla, nella",
    within={
        Wish.RESIGN: "mi arrendo, abbandono (la partita|), hai vinto",
        Wish.TIE: "(offro|propongo) (la|una|) patta",
        Wish.UNDO: "(annullare|ritirare|riprendere) (la|la mia|questa) mossa",
        Wish.OTHER_MOVE: "(volevo|intendevo) (dire|giocare|scrivere|), ho sbagliato",
    },
    alone={
        Wish.TIME: "(ho bisogno di|vorrei|) piu (tempo|giorni)",
        Wish.RULES: """(le|) regole (del gioco|), come si gioca, come si vince, quali sono le regole (del
            gioco|), (puoi|puo|potrebbe|potresti) spiegarmi le regole, aiuto""",
        Wish.FACTS: """che colore (ho|sono), a chi tocca, tocca a me, fino a quando (ho tempo|posso giocare|),
            quanto tempo (ho|mi resta|mi rimane) (ancora|)""",
        Wish.WHO: "chi (sei|e)",
        Wish.BACK: "sono (tornato|tornata|di ritorno)",
        Wish.NOTED: "capito, ricevuto, lo so, grazie (per il promemoria|di avermelo ricordato), ok grazie",
        Wish.EXCUSE: "(mi sono|ho) dimenticato",
    },
    named={
        Wish.TIE: "patta, pareggio, (la|una) patta, (il|un) pareggio",
    },
    agreeing={
        Wish.TIE: "(accetto|va bene) (la|il|) (patta|pareggio)",
    },
    table="classifica, tabella, graduatoria, in testa, primo, va il torneo",
    beside_table="""la, il, del, della, per, favore, mostra, mostrami, manda, mandami, chi, qual, e, come, dove,
        sono, in, nel, torneo, lega, coppa, attuale, ora, posso, vedere, avere""",
    instead="""e, che, ne, dici, di, questa, la, prossima, volta, ora, adesso, magari, invece, una, partita, a,
        se, giocassimo, giochiamo, proviamo""",
    kindness="grazie, buona (fortuna|partita), bella partita",
    reminders="promemoria, ricordato",
    apologies="scusa, scusate, mi dispiace",
    excuses="(ero|sono stato|sono stata) (malato|malata|via|in vacanza|in viaggio), per il ritardo",
    please="prego",
)
