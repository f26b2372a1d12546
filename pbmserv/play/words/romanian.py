"""What says yes or no in Romanian."""

from __future__ import annotations

from pbmserv.play.words.language import Language

ROMANIAN = Language(
    yes="""da, ok, okay, bine da, (sunt|) de acord, accept (provocarea|invitatia|), acceptat, confirm, confirmat,
        cu (mare|multa|) placere, (nicio|nici o) problema, fara probleme, nu-i problema, eu sunt, haide,
        hai sa jucam, sa jucam, ma bag""",
    sure="desigur, sigur, sigur ca da, bineinteles, cu siguranta, evident, absolut, normal",
    asked="de ce nu",
    bare="corect, exact, bine, foarte bine, te rog, va rog",
    kind="""(multumesc|mersi) (mult|frumos|pentru (joc|invitatie|partida)|), multe multumiri, (buna|o) idee (buna|),
        (foarte|) buna idee, joc frumos, super, grozav, excelent, minunat, salutari, cu stima, toate cele bune,
        pe (curand|maine), ne vedem (curand|maine|), noroc, mult succes, bafta, abia astept, nicio graba,
        inca o data, din nou, e randul tau, toata lumea, foarte, atunci, o zi buna""",
    greeting="buna, salut, buna (ziua|seara|dimineata), draga, dragă, stimate, multumesc",
    kindly_asked="ce mai faci, ce faci",
    sorry="scuze, imi pare rau, din pacate, scuza-ma, regret",
    no="""nu, niciodata, nu multumesc, multumesc nu, mai bine nu, desigur ca nu, sigur ca nu, bineinteles ca nu,
        nu (acum|azi|astazi|vreau|pot|accept|sunt de acord|joc|doresc|ma intereseaza|sunt interesat) (sa joc|),
        nu sunt eu, nu am fost eu, nu va cunosc, nu te cunosc, refuz, respins, in niciun caz""",
    negating="nimic, nimeni, nici, niciun, nicio, fara, gresit",
    doubt="""dar, insa, daca, cand, cat timp, pana, cu conditia, conditie, decat, doar, numai, exceptand, poate,
        probabil, depinde, maine, mai tarziu, apoi, dupa, intai, inainte, curand, pentru ca, glumesc, gluma, haha,
        asteapta, ma gandesc, intreb, verific, vad, nu stiu, habar, sau, totusi, sterge, stergeti, anuleaza, hm,
        eroare""",
    asking="cine, ce, de ce, cum, care, unde",
    board="tabla, partida, jocul",
    on="pe, la, în",
    table="clasament, clasamentul, tabelul, conduce",
    beside_table="""arata, mi, va, rog, te, cine, care, este, e, in, turneu, turneului, liga, acum, unde, sunt,
        trimite""",
)
