"""What says yes or no in Croatian, Serbian, Slovene, Macedonian and Bulgarian."""

from __future__ import annotations

from pbmserv.play.words.language import Language

SOUTH_SLAVIC = Language(
    yes="""da, да, ok, okej, vazi, važi, slazem se, prihvacam, prihvatam, potvrdujem, sprejmem, sprejemam,
        strinjam se, u redu, v redu, rado, vrlo rado, z veseljem, sa zadovoljstvom, nema problema, ni problema,
        brez problema, to sam ja, igrajmo, idemo, hajde, lahko, добре да, съгласен, съгласен съм, съгласна,
        съгласна съм, приемам, потвърждавам, с удоволствие, няма проблем, нема проблема, важи, слажем се, у реду""",
    sure="naravno, sigurno, svakako, seveda, jasno, apsolutno, разбира се, естествено, наравно, сигурно",
    asked="zasto ne, zakaj ne, защо не, зашто не",
    bare="dobro, tocno, tacno, pravilno, molim, prosim, odlicno, добре, точно, моля, добро",
    kind="""hvala (puno|lijepa|lepa|na igri|na pozivu|), najlepsa hvala, (dobra|odlicna) (ideja|igra|partija), super,
        odlicno, sjajno, pozdrav, pozdravi, lp, lep pozdrav, srdacan pozdrav, vidimo se, sretno, srecno, puno srece,
        jos (jednom|jedna), ponovno, opet, spet, se enkrat, vrlo, i, in, svima, благодаря (много|), мерси, много,
        хвала (пуно|), поздрави, поздрав, успех, срећно, чудесно, супер, отлично""",
    greeting="""bok, zdravo, dobar (dan|vecer|vece), dober dan, zivjo, halo, dragi, draga, здравей, здравейте,
        здраво, добър ден, добар дан, hvala, хвала, благодаря""",
    kindly_asked="kako si, как си, како си",
    sorry="""nazalost, zao mi je, oprosti, oprostite, zal, oprostite, съжалявам, за съжаление, извинете, нажалост,
        жао ми је, извини""",
    no="""ne, не, nikad, nikada, nikoli, ne hvala, hvala ne, radije ne, ne zelim, ne mogu, necu, nocem, ne morem,
        ne slazem se, ne strinjam se, to nisam ja, nisem jaz, odbijam, zavracam, ne sada, ne zdaj, ne danas,
        naravno da ne, sigurno ne, не благодаря, не искам, не мога, никога, не сега, не съм аз, отказвам, нећу,
        не желим, не могу, никад, одбијам""",
    negating="""nista, nitko, niko, nic, nihce, bez, brez, nisam, nisu, nije, niste, нищо, никой, без, ништа, нико,
        ни, nisam""",
    doubt="""ali, ako, kad, kada, dok, samo, osim, mozda, vjerojatno, verovatno, zavisi, ovisi, sutra, kasnije,
        poslije, posle, prvo, prije, pre, uskoro, jer, salim se, sala, cekaj, razmislim, pitam, provjerim, ne znam,
        ili, ampak, ce, ko, mogoce, morda, jutri, kasneje, najprej, sele, vendar, но, ако, кога, когато, докато,
        само, освен, може би, вероятно, зависи, утре, после, по-късно, първо, шега, шегувам, чакай, не знам, или,
        обаче, али, кад, осим, можда, сутра, касније, прво, шала, izbrisi, obrisi, odjavi, изтрийте""",
    asking="tko, ko, sto, sta, zasto, kako, kdo, kaj, zakaj, кой, какво, защо, как, ко, шта, зашто, како, ли, li",
    board="ploča, ploči, partija, partiji, igra, igri, дъска, партия, партија",
    on="na, u, на, в, у",
    table="""tabela, tablica, tabelu, tablicu, poredak, plasman, vodi, класиране, класирането, таблица, таблицата,
        води, табела, табелу""",
    beside_table="""pokazi, mi, molim, prosim, ko, tko, kdo, je, na, u, v, turniru, turnira, lige, sada, sad,
        zdaj, gdje, gde, kje, sam, sem, покажи, моля, кой, каква, е, на, турнира, в, сега, ко, је, молим""",
)
