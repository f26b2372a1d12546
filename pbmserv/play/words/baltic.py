"""What says yes or no in Estonian, Latvian and Lithuanian."""

from __future__ import annotations

from pbmserv.play.words.language import Language

BALTIC = Language(
    yes="""jah, jaa, jep, okei, ok, nõus, olen nõus, nõustun, võtan vastu, kinnitan, hea meelega, rõõmuga,
        pole probleemi, see olen mina, mängime, jā, labi jā, piekrītu, apstiprinu, pieņemu, ar prieku, labprāt,
        nav problēmu, tas esmu es, spēlējam, taip, gerai taip, sutinku, patvirtinu, priimu, su malonumu, mielai,
        jokių problemų, nėra problemų, tai aš, žaidžiam""",
    sure="muidugi, kindlasti, loomulikult, protams, noteikti, žinoma, tikrai, be abejo, aišku",
    asked="miks mitte, kāpēc ne, kodėl ne",
    bare="hea, õige, palun, labi, pareizi, lūdzu, gerai, teisingai, prašau",
    kind="""aitäh, tänan, suur tänu, hea mõte, tore, super, tervitades, edu, paldies, liels paldies, laba doma,
        lieliski, ar cieņu, veiksmi, ačiū, labai ačiū, gera mintis, puiku, sėkmės, pagarbiai, dėkoju, väga, ļoti,
        labai""",
    greeting="tere, hei, sveiki, labdien, sveiks, labas, laba diena, sveikas, kallis, mīļais, mielas",
    sorry="kahjuks, vabandust, diemžēl, atvainojiet, deja, atsiprašau",
    no="""ei, mitte, ei aitäh, ei soovi, ei taha, kindlasti mitte, muidugi mitte, ma ei taha, nē, nē paldies, nekad,
        negribu, nevaru, protams ka ne, ne, ne ačiū, nenoriu, negaliu, niekada, nesutinku, žinoma ne""",
    negating="mitte, midagi, keegi, nekas, neviens, nieko, niekas",
    doubt="""aga, kuid, kui, ainult, võib-olla, homme, hiljem, enne, nali, oota, ei tea, või, bet, taču, ja vien,
        tikai, varbūt, rīt, vēlāk, vispirms, joks, pagaidi, nezinu, vai, tačiau, jei, jeigu, kai, tik, tiktai,
        galbūt, gal, rytoj, vėliau, pirma, juokauju, palauk, nežinau, arba""",
    asking="kes, mis, miks, kuidas, kas, kāpēc, kā, kodėl, kaip",
    table="lentele, lenteles, tabula, tabulu, tabel, tabeli, edetabel, pirmauja, vada, juhib, vadovauja",
    beside_table="""parodyk, man, prasau, kas, yra, turnyro, turnyre, dabar, paradi, ludzu, ir, turnira, tagad,
        naita, mulle, palun, kes, on, turniiri, praegu, kur, as, es""",
)
