"""What says yes or no in Hungarian."""

from __future__ import annotations

from pbmserv.play.words.language import Language
from pbmserv.play.words.wish import Wish

HUNGARIAN = Language(
    yes="""igen, ja, oke, ok, okay, rendben (van|), egyetertek, elfogadom (a kihivast|), elfogadva, megerositem,
        szivesen, nagyon szivesen, orommel, (nem|nincs) (problema|gond), semmi gond, semmi akadalya, en vagyok (az|),
        benne vagyok, jatsszunk, gyerunk, johet, mehet, aha""",
    sure="persze, termeszetesen, hogyne, biztosan, feltetlenul, mindenkeppen, naná, nana, hat persze",
    asked="miert ne, miert is ne",
    bare="helyes, pontosan, jo, kerem, kerlek, remek",
    kind="""koszonom (szepen|a jatekot|a meghivast|), koszi (szepen|), nagyon koszonom,
        (jo|remek|nagyszeru) (otlet|jatek|parti), remek, szuper, nagyszeru, kituno, udv, udvozlettel, viszlat,
        (hamarosan|holnap) talalkozunk, sok (sikert|szerencset), jo (jatekot|szorakozast), alig varom, varom,
        nem surgos, reg nem lattalak, meg egyszer, ujra, megint, te jossz, mindenkinek, nagyon, es, akkor,
        szep napot""",
    greeting="szia, sziasztok, hello, hali, jo (napot|reggelt|estet), kedves, tisztelt, udv, koszonom",
    kindly_asked="hogy vagy, mi ujsag",
    sorry="sajnos, bocs, bocsanat, elnezest, sajnalom",
    no="""nem, soha, nem koszonom, koszonom nem, inkabb nem, persze hogy nem, dehogy, most nem, ma nem,
        nem (akarok|akarom|tudok|szeretnek|fogadom el|ertek egyet|kerek|jatszom) (jatszani|tobbet|),
        nem en (vagyok|voltam), nem ismerem (ont|), nem erdekel, elutasitom, visszautasitom, semmi esetre sem""",
    negating="sem, semmi, senki, nincs, nelkul, rossz, ne",
    doubt="""de, azonban, viszont, ha, amikor, amig, feltéve, felteve, hacsak, kiveve, csak, talan, esetleg,
        valoszinuleg, attol fugg, holnap, kesobb, utana, elobb, eloszor, mielott, hamarosan, mert, viccelek, vicc,
        vicceltem, haha, varj, gondolkodom, atgondolom, megkerdezem, megnezem, nem tudom, fogalmam, vagy, bar,
        torold, torolje, leiratkozas, hm, tevedes""",
    asking="ki, mi, miert, hogyan, melyik, hol, mit",
    board="tábla, táblán, játszma, játék",
    within={
        Wish.RESIGN: "feladom",
    },
    alone={
        Wish.RULES: "segitseg, szabalyok",
        Wish.WHO: "ki vagy",
    },
    named={
        Wish.TIE: "dontetlen",
    },
    table="tablazat, tabella, allas, allast, ranglista, vezet",
    beside_table="""a, az, mutasd, kerem, kerlek, ki, mi, most, verseny, versenyben, bajnoksag, hol, allok, kuldd,
        jelenlegi""",
    kindness="koszonom",
)
