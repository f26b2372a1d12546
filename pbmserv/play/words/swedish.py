"""What says yes or no in Swedish."""

from __future__ import annotations

from pbmserv.play.words.language import Language
from pbmserv.play.words.wish import Wish

SWEDISH = Language(
    yes="""ja, jaha ja, jo, japp, jajamen, jajamensan, okej, ok,
        (jag|) (haller med|accepterar|bekraftar|godkanner) (det|utmaningen|), accepterat, bekraftat, garna, sa garna,
        mycket garna, javisst, visst, ja visst, visst ja, med (stort|) noje, inga problem, inget problem,
        inga bekymmer, det (ar|blir) (bra|jag|okej|ok|min adress), det ar okej for mig, jag ar med, kor, kor pa,
        kor igang, vi kor, lat oss spela, overens""",
    sure="sjalvklart, absolut, givetvis, naturligtvis, sakert, sjalvfallet, forstas, klart, sa klart",
    asked="varfor inte",
    bare="bra, stammer, det stammer, korrekt, ratt, precis, snalla, fint",
    kind="""tack (sa mycket|sa hemskt mycket|for (spelet|partiet|inbjudan|senast|fragan)|), tusen tack, stort tack,
        (bra|god|utmarkt|kul) ide, (bra|fint|kul) (spel|parti), bra spelat, kul, jattekul, roligt, toppen, underbart,
        perfekt, super, jattebra, utmarkt, harligt, halsningar, (med|) vanliga halsningar, mvh,
        (vi ses|vi hors|ses) (snart|imorgon|senare|da|), ingen (brådska|bradska|stress), lange sedan,
        det var lange sedan, lycka till, ha det (bra|sa kul), (jag|) ser fram emot (det|spelet),
        kan (knappt|inte) vanta, igen, en (gang|) till, en ny match, du borjar, din tur, ma basta spelare vinna,
        min van, alla, mycket, sa, och, trevlig (helg|kvall), god jul""",
    greeting="hej, hejsan, hall, god (dag|morgon|kvall), tja, tjena, kara, basta, halla, tack",
    kindly_asked="hur mar du, hur ar laget, laget",
    sorry="tyvarr, forlat, ursakta, ledsen, jag ar ledsen, beklagar",
    no="""nej, nae, aldrig, inte, icke, nej tack, tack nej, (absolut|helst|sjalvklart|inte) inte,
        inte (nu|idag|jag|den har gangen|intresserad), (jag|) (vill|kan|orkar|spelar) inte (spela|langre|mer|),
        jag ar inte intresserad, det (ar|var) inte (jag|min adress), jag kanner (dig|er|inte) inte, jag avstar,
        avbojer, jag avbojer, avslag, nekar""",
    busy="""(jag|) (har|hinner) (ingen tid|inte tid|inte) (just nu|nu|idag|), ingen tid (just nu|nu|idag|)""",
    negating="ingen, inga, inget, ingenting, utan, fel",
    doubt="""men, om, nar, sa lange, sa snart, forutsatt, savida, tills, innan, forst, bara, endast, forutom, utom,
        kanske, mojligen, troligen, beror, imorgon, i morgon, senare, sen, sedan, efter, snart, nasta vecka,
        eftersom, skojar, skamt, skamtar, haha, vanta, fundera, tanka, fraga, kolla, se, vet inte, ingen aning,
        eller, dock, fast, egentligen, avregistrera, ta bort, avsluta, villkor, hm""",
    asking="vem, vad, varfor, hur, vilken, vilka, var",
    board="bräde, bräda, parti, spel",
    on="på, i",
    within={
        Wish.RESIGN: "jag ger upp, ger upp",
        Wish.TIE: "erbjuder remi",
        Wish.UNDO: "ta tillbaka (draget|mitt drag)",
    },
    alone={
        Wish.RULES: "hjalp",
        Wish.WHO: "vem ar du",
        Wish.BACK: "jag ar tillbaka",
        Wish.NOTED: "(jag|) vet, tack for paminnelsen",
    },
    named={
        Wish.TIE: "oavgjort, remi",
    },
    table="tabell, tabellen, stallning, stallningen, resultatlista, leder",
    beside_table="""visa, mig, snalla, tack, vem, hur, ar, i, turneringen, ligan, nu, var, ligger, jag, skicka,
        kan, fa, se""",
    instead="vad, sags, om, den, har, gangen, nasta, gang, nu, kanske, i, stallet, ett, parti, och, spela, ska, vi",
    kindness="tack, lycka till",
    reminders="paminnelsen",
    apologies="forlat",
    please="tack",
)
