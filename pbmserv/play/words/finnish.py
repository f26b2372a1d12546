"""What says yes or no in Finnish."""

from __future__ import annotations

from pbmserv.play.words.language import Language
from pbmserv.play.words.wish import Wish

FINNISH = Language(
    yes="""kylla, joo, juu, jep, jes, juu juu, okei, ok, ookoo, selva, (olen|) samaa mielta,
        sopii (minulle|hyvin|mulle|), hyvaksyn (haasteen|), hyvaksytty, vahvistan, vahvistettu, mielellani,
        oikein mielellani, mielihyvin, ilolla, ei (ongelmaa|hataa|haittaa), olen mukana, mukana ollaan, se olen mina,
        pelataan (uudestaan|taas|), anna menna, sovittu""",
    sure="totta kai, tietenkin, tietysti, ehdottomasti, toki, varmasti, luonnollisesti",
    asked="miksi ei, miksipa ei, mikas siina",
    bare="hyva, hyva on, oikein, aivan, kiva",
    kind="""kiitos (paljon|pelista|kutsusta|samoin|kysymasta|), kiitoksia, paljon kiitoksia,
        (hyva|loistava|mahtava) (idea|ajatus|peli), hieno peli, hienoa, mahtavaa, loistavaa, kivaa, upeaa, terveisin,
        ystavallisin terveisin, t, nahdaan (pian|huomenna|), ei kiiretta, onnea (peliin|), hauskaa pelia,
        pidetaan hauskaa, odotan innolla, pitkasta aikaa, uudestaan, taas, sinun vuorosi, sina aloitat, kaikille,
        oikein, niin, hyvaa (paivaa|iltaa|viikonloppua|joulua)""",
    greeting="moi, hei, terve, moikka, huomenta, hyvaa paivaa, paivaa, hyva, kiitos",
    kindly_asked="mita kuuluu, miten menee",
    sorry="anteeksi, valitettavasti, ikava kylla, pahoittelut, olen pahoillani, harmi",
    no="""ei, ei kiitos, kiitos ei, ei (nyt|tanaan|talla kertaa|missaan nimessa|ikina|koskaan|todellakaan),
        en (halua|voi|hyvaksy|pelaa|suostu|jaksa) (pelata|tata|sita|enaa|), en kiitos, en ole kiinnostunut,
        en tunne (sinua|teita), se en ole mina, se en ollut mina, kieltaydyn, hylatty""",
    negating="enka, eika, ilman, vaara, kukaan",
    doubt="""mutta, jos, kun, kunhan, ellei, paitsi, vain, vasta, ehka, kenties, luultavasti, mahdollisesti, riippuu,
        huomenna, myohemmin, ensin, ennen, jalkeen, pian, ensi viikolla, koska, vitsi, pilailen, haha, odota, mietin,
        miettia, kysyn, katson, en tieda, tai, kuitenkin, oikeastaan, poista, peru, peruuta, irtisano, hm""",
    asking="kuka, mika, mita, miksi, miten, kuinka",
    board="lauta, laudalla, peli, pelissä",
    within={
        Wish.RESIGN: "luovutan",
    },
    alone={
        Wish.RULES: "apua, saannot",
        Wish.WHO: "kuka (sina|) olet",
        Wish.BACK: "olen palannut",
    },
    named={
        Wish.TIE: "tasapeli",
    },
    table="sarjataulukko, taulukko, tilanne, tulostaulukko, johtaa, johdossa",
    beside_table="nayta, minulle, kiitos, kuka, mika, on, turnauksen, turnauksessa, liigan, nyt, missa, olen, laheta",
    middle="keskelle, keskella, keskusta",
    left="vasen, vasempaan, vasemmalle",
    right="oikea, oikeaan, oikealle",
    top="yla, ylos, ylhaalle",
    bottom="ala, alas, alhaalle",
    beside_place="kulma, kulmaan, laudan, pelaan, kiitos",
    likewise="niin minakin, minakin, sama",
    kindness="kiitos",
    apologies="anteeksi",
)
