"""What says yes or no in Danish and Norwegian."""

from __future__ import annotations

from pbmserv.play.words.language import Language
from pbmserv.play.words.wish import Wish

DANISH_AND_NORWEGIAN = Language(
    yes="""ja, jo, jep, japp, jada, ja da, okay, okei, ok, (jeg er|er|) (enig|med),
        (jeg|) (accepterer|aksepterer|bekraefter|bekrefter|godtar) (det|), gerne, meget gerne, gjerne, veldig gjerne,
        helt i orden, i orden, det er (i orden|fint|greit|ok|meg|mig|min adresse), greit,
        (med|) (stor|) (fornojelse|glede|glæde), med fornøjelse, ikke noget problem, intet problem, ingen problem,
        ingen problemer, ikke noe problem, jeg er med, lad os spille, la oss spille, kor pa, kjor pa, avtale""",
    sure="""selvfolgelig, selvsagt, naturligvis, absolut, absolutt, sikkert, bestemt, klart, selvfølgelig, javist,
        ja visst, jovist""",
    asked="hvorfor ikke",
    bare="fint, godt, korrekt, rigtigt, riktig, stemmer, det stemmer, vaer sa snill, vær så snill, bra",
    kind="""tak (skal du have|for (spillet|partiet|invitationen|sidst)|), mange tak, tusind tak,
        takk (for (spillet|partiet|invitasjonen|sist)|), mange takk, tusen takk, (god|fin) ide, (godt|fint) spil,
        godt spilt, super, fedt, skont, supert, flott, kjempebra, hyggelig, hilsen, (med|) (venlig|vennlig) hilsen,
        mvh, (vi ses|vi snakkes|ses) (snart|i morgen|), ingen (hast|hastverk), held og lykke, lykke til,
        (jeg|) glaeder mig (til det|), (jeg|) gleder meg (til det|), igen, igjen, en gang til, du begynder,
        du begynner, din tur, alle, meget, sa, og, god (weekend|helg|jul)""",
    greeting="""hej, hei, god dag, god morgen, god kveld, god aften, kaere, kjaere, kære, kjære, heisann, hallo, tak,
        takk""",
    kindly_asked="hvordan gar det, hvordan har du det",
    sorry="desvaerre, dessverre, desværre, undskyld, unnskyld, beklager",
    no="""nej, nei, aldrig, aldri, ikke, nej tak, nei takk, (helst|absolut|absolutt|selvfolgelig) ikke,
        ikke (nu|na|i dag|jeg|mig|meg|denne gang|interesseret|interessert),
        (jeg|) (vil|kan|onsker|spiller) ikke (spille|mere|mer|lenger|), det (er|var) ikke (mig|meg|jeg|min adresse),
        jeg kender (dig|jer) ikke, jeg kjenner (deg|dere) ikke, jeg afslar, afslar, avslar, avvist, afvist""",
    busy="""(jeg|) har ikke tid (lige nu|na|nu|i dag|), ingen tid (lige nu|na|nu|)""",
    negating="ingen, intet, ingenting, uden, uten, feil, forkert",
    doubt="""men, hvis, nar, sa laenge, sa lenge, med mindre, forudsat, forutsatt, indtil, forst, kun, bare,
        undtagen, unntatt, maske, kanskje, muligvis, muligens, afhaenger, avhenger, i morgen, senere, efter, etter,
        snart, naeste uge, neste uke, fordi, spoger, spøg, tuller, kodder, haha, vent, taenke, tenke, sporre, sjekke,
        tjekke, se, ved ikke, vet ikke, aner ikke, eller, dog, egentlig, avsluta, slet, slett, fjern, afmeld, meld,
        om, hm""",
    asking="hvem, hvad, hva, hvorfor, hvordan, hvilken",
    board="bræt, brett, parti, spil, spill",
    on="på, i",
    within={
        Wish.RESIGN: "jeg giver op, giver op, jeg gir opp, gir opp",
        Wish.TIE: "tilbyder remis",
        Wish.UNDO: "tage traekket tilbage",
    },
    alone={
        Wish.RULES: "(regler|reglerna|reglerne), hjelp",
        Wish.WHO: "hvem er du",
        Wish.BACK: "jeg er tilbage, jeg er tilbake",
    },
    named={
        Wish.TIE: "uafgjort",
    },
    table="stilling, stillingen, tabel, tabellen, tabell, forer, leder",
    beside_table="""vis, mig, meg, venligst, takk, tak, hvem, hvad, hva, er, i, turneringen, ligaen, nu, na, hvor,
        star, jeg, send, kan, fa, se""",
    kindness="takk, mange tak, held og lykke",
    apologies="undskyld, unnskyld, beklager",
)
