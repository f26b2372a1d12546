"""What says yes or no in Czech and Slovak."""

from __future__ import annotations

from pbmserv.play.words.language import Language
from pbmserv.play.words.wish import Wish

CZECH_AND_SLOVAK = Language(
    yes="""ano, jo, joo, ok, okej, okay, souhlasim, suhlasim,
        (ja|) (prijimam|potvrzuji|potvrdzujem|akceptuji|akceptujem) (vyzvu|), prijato, potvrzeno, rad, rada,
        rad si (zahraju|zahrajem), rada si zahraju, s (velkou|) radosti, s radostou, velmi rad, neni problem,
        nie je problem, zadny problem, ziadny problem, bez problemu, bez problemov, bez problem, jsem pro, som za,
        to jsem ja, to som ja, je to moje adresa, jdu do toho, idem do toho, hrajme, zahrajme si,
        pojdme (na to|hrat|), plati, dohodnuto, proc ne ano""",
    sure="jasne, jiste, iste, samozrejme, urcite, ovsem, rozhodne ano, pochopitelne, zajiste, jasna vec",
    asked="proc ne, a proc ne, preco nie",
    bare="dobre, dobra, spravne, presne, prosim, vyborne",
    kind="""(moc|velmi|mnohokrat|) (dekuji|dekuju|dakujem), pekne, za (hru|pozvani|pozvanku|partii),
        diky (moc|za (hru|pozvani)|), vdaka, mockrat diky, (dobry|skvely) napad, (dobra|skvela|pekna) (hra|partie),
        skvele, super, parada, prima, vyborne, bajecne, s pozdravem, s pozdravom, zdravim, (na|) shledanou, nashle,
        tesim se (na hru|na to|moc|), tesim sa (na hru|), uz se nemuzu dockat, neni kam spechat, hodne stesti,
        vela stastia, (mej|preji|prajem) (se hezky|hezky den|pekny den), hezky (den|vecer|vikend), pekny den,
        jeste jednou, este raz, znovu, zase, dlouho jsme se nevideli, jsi na tahu, zacinas, vsem, vsichni, moc,
        velmi, a, tak, vesele vanoce""",
    greeting="""ahoj, cau, cus, dobry (den|vecer), dobre rano, nazdar, mily, mila, drahy, draha, vazeny, servus,
        zdravim, diky""",
    kindly_asked="jak se mas, jak se mate, ako sa mas",
    sorry="bohuzel, bohuzial, promin, prominte, omlouvam se, lituji, je mi lito, prepac, prepacte, zial",
    no="""ne, nie, nikdy, ne dekuji, ne diky, dekuji ne, nie dakujem, radeji ne, radsej nie, urcite ne, rozhodne ne,
        samozrejme ne, ted ne, dnes ne, teraz nie, nechci (hrat|to|uz|), nechcem (hrat|to|), nemohu, nemuzu, nemozem,
        nesouhlasim, nesuhlasim, odmitam, odmietam, odmitnuto, nemam zajem, nemam zaujem, to nejsem ja,
        to nie som ja, to jsem nebyl ja, neznam (vas|te), nehraji, v zadnem pripade""",
    negating="nic, nikdo, zadny, zadna, zadne, bez, ani, nejsem, spatne",
    doubt="""no jo, no tak, ale, avsak, vsak, pokud, kdyby, jestli, jestlize, kdyz, az, dokud, pod podminkou,
        podminka, ledaze, jen, jenom, pouze, krome, mozna, snad, asi, pravdepodobne, zalezi, zitra, zajtra, pozdeji,
        neskor, potom, pak, nejdriv, nejprve, napred, driv, brzy, pristi tyden, protoze, zert, sranda,
        delam si legraci, haha, pockej, pockejte, premyslim, rozmyslim, zeptam, podivam, uvidime, nevim, neviem,
        nebo, alebo, ak, keby, ked, len, iba, vlastne, odhlasit, odhlaste, smazat, smazte, zrusit, zruste, hm,
        omyl""",
    asking="kdo, co, proc, jak, jaky, ktery, kde, kto, preco, ako, ci",
    board="deska, desce, doska, doske, partie, partii, hra, hře, hre",
    on="na, v, ve",
    within={
        Wish.RESIGN: "vzdavam (se|to|hru)",
        Wish.TIE: "nabizim remizu",
        Wish.UNDO: "vratit tah",
    },
    alone={
        Wish.RULES: "napoveda, pravidla (hry|)",
        Wish.WHO: "kdo jsi",
        Wish.BACK: "jsem zpet",
    },
    named={
        Wish.TIE: "remiza",
    },
    table="tabulka, tabulku, poradi, poradie, vede, vedie",
    beside_table="""ukaz, mi, prosim, kdo, kto, jake, je, v, turnaje, turnaji, turnaja, ligy, ted, teraz, kde,
        jsem, posli, aktualni""",
    kindness="dekuji, diky, hodne stesti",
    apologies="prominte",
)
