"""What says yes or no in Dutch."""

from __future__ import annotations

from pbmserv.play.words.language import Language

DUTCH = Language(
    yes="""ja, jawel, jazeker, ok, oke, okee, ja hoor, akkoord, (ik ga|ga|wij gaan) akkoord,
        (ik ben het er|) mee eens, graag, (heel|zeer) graag, (is|dat is|vind ik) (goed|prima), prima, goed idee ja,
        geen (probleem|bezwaar|punt), met (veel|alle|) plezier, (ik|) bevestig (het|dat|), bevestigd,
        (ik|) accepteer (het|de uitdaging|de uitnodiging|), geaccepteerd, (ja|) dat ben ik, dat is mijn adres,
        ik doe mee, doe ik, doen we, afgesproken, ga je gang, laten we (spelen|gaan|beginnen), kom maar op,
        zeker weten""",
    sure="natuurlijk, zeker, uiteraard, absoluut, vanzelfsprekend, tuurlijk, beslist",
    asked="waarom niet, waarom ook niet",
    bare="juist, correct, klopt, inderdaad, goed, alsjeblieft, alstublieft, aub, fijn",
    kind="""dank (je|u) (wel|zeer|), dankje, dankjewel, bedankt,
        voor (het|de|je|uw) (spel|uitnodiging|partij|bericht), hartelijk (dank|bedankt), hartelijk,
        (een|) (goed|leuk|geweldig|uitstekend) (idee|spel|plan), (goede|leuke|mooie) partij, leuk, heel leuk, mooi,
        geweldig, fantastisch, super, top, tof, gaaf, prachtig, lekker, groeten, groetjes, (met|) vriendelijke groet,
        (met|) vriendelijke groeten, mvg, tot (dan|snel|morgen|straks|zo|later|gauw), geen haast, niets liever,
        lang niet gezien, lang geleden, veel (plezier|succes|geluk),
        ik (kijk er naar uit|heb er zin in|kan niet wachten), zin in, nog (een|een keer|een potje|een partij|eens),
        opnieuw, weer, jij begint, jij bent aan zet, moge de beste winnen, vriend, allemaal, iedereen, heel, erg,
        zeer, en, dan, fijne (dag|avond|week), fijn weekend""",
    greeting="hallo, hoi, dag, hey, beste, goedemorgen, goedemiddag, goedenavond, goedendag, lieve, geachte, bedankt",
    kindly_asked="hoe gaat het (met je|), alles goed, hoe is het",
    sorry="sorry, helaas, het spijt me, spijtig, jammer, excuses",
    no="""nee, neen, nooit, niet, nee bedankt, nee dank je, nee dank u, bedankt nee,
        (liever|natuurlijk|zeker|absoluut|nu|vandaag|beter|deze keer) niet, (ik|) liever niet,
        geen (interesse|zin), (ik heb|heb) geen (interesse|zin),
        ik (wil|kan|mag|speel) (dat|het|) niet (meer|spelen|mee|), (dat ben|ben|dat was) ik niet,
        dat is niet mijn adres, ik (ken|kende) (je|u|jou|hem) niet, niet akkoord, (ik|) weiger, geweigerd, afgewezen,
        in geen geval""",
    busy="""(ik heb|heb|) (nu|helaas|even|op dit moment|) geen tijd (voor|om te spelen|) (nu|op dit moment|vandaag|),
        (ik ben|) (te|erg) druk (op dit moment|)""",
    negating="geen, niets, niemand, nergens, zonder, fout, verkeerd",
    doubt="""maar, echter, als, indien, mits, tenzij, wanneer, zodra, zolang, totdat, tot, behalve, alleen, slechts,
        pas, misschien, wellicht, mogelijk, waarschijnlijk, hangt ervan af, ligt eraan, morgen, straks, later, eerst,
        voordat, na, binnenkort, volgende week, omdat, grapje, geintje, haha, wacht, even, denken, nadenken, vragen,
        kijken, zien, weet niet, weet het niet, geen idee, of, eigenlijk, verwijder, verwijderen, afmelden,
        uitschrijven, annuleren, annuleer, voorwaarde, zei, hm, foutje, vergissing""",
    asking="wie, wat, waarom, hoe, welke, waar",
)
