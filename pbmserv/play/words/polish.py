"""What says yes or no in Polish."""

from __future__ import annotations

from pbmserv.play.words.language import Language
from pbmserv.play.words.wish import Wish

POLISH = Language(
    yes="""tak, taa, jasne ze tak, ok, okej, zgoda, zgadzam sie,
        (ja|) (akceptuje|przyjmuje|potwierdzam) (wyzwanie|zaproszenie|), potwierdzone, zaakceptowano, chetnie,
        bardzo chetnie, z (wielka|) przyjemnoscia, nie ma (problemu|sprawy), bez problemu, zaden problem,
        nie mam nic przeciwko, to ja, to moj adres, wchodze w to, gramy, grajmy, zagrajmy, chetnie (zagram|gram),
        dawaj, dobra, umowa stoi, moze byc""",
    sure="oczywiscie, pewnie, jasne, naturalnie, z pewnoscia, zdecydowanie, na pewno, no pewnie, no jasne",
    asked="czemu nie, dlaczego nie, a czemu nie",
    bare="dobrze, poprawnie, zgadza sie, wlasnie, prosze, super tak, swietnie",
    kind="""(bardzo|) dziekuje (bardzo|za (gre|zaproszenie|partie)|), dzieki (wielkie|za (gre|zaproszenie|partie)|),
        wielkie dzieki, serdecznie dziekuje, (dobry|swietny|super) pomysl, (dobra|swietna|fajna) (gra|partia),
        swietnie, super, fajnie, wspaniale, ekstra, doskonale, pozdrawiam (serdecznie|), pozdrowienia,
        (do|na) (zobaczenia|jutra|uslyszenia|razie), nie ma pospiechu, spokojnie, powodzenia, milej (gry|zabawy),
        milego (dnia|weekendu), nie moge sie doczekac, dawno sie nie widzielismy, jeszcze (raz|jedna|jedna partia),
        ponownie, znowu, ty zaczynasz, twoj ruch, niech wygra lepszy, wszyscy, wszystkim, bardzo, i, to,
        wesolych swiat""",
    greeting="czesc, hej, witam, witaj, dzien dobry, dobry wieczor, siema, drogi, droga, dzieki, dziekuje",
    kindly_asked="co slychac, jak leci, gramy",
    sorry="przepraszam, niestety, przykro mi, wybacz, sorry",
    no="""nie, nigdy, nie dziekuje, nie dzieki, dziekuje nie, (oczywiscie|pewnie|jasne) ze nie, raczej nie,
        lepiej nie, nie (teraz|dzis|dzisiaj|tym razem|ja|chce|moge|akceptuje|gram|zgadzam sie|jestem
        zainteresowany|jestem zainteresowana|znam (was|cie|pana|pani)) (grac|tego|wiecej|juz|),
        to nie (ja|moj adres), to nie bylem ja, odmawiam, odrzucam, odrzucone, rezygnuje, mowie nie""",
    busy="""(ja|) (teraz|niestety|) nie mam (teraz|) czasu (teraz|), brak czasu""",
    negating="zaden, zadna, nic, nikt, nigdzie, bez, ani, zle, falsz",
    doubt="""ale, lecz, jednak, jesli, jezeli, gdy, kiedy, dopoki, pod warunkiem, chyba, chyba ze, o ile, dopiero,
        tylko, jedynie, oprocz, moze, byc moze, prawdopodobnie, zalezy, jutro, pozniej, potem, najpierw, zanim, po,
        wkrotce, za tydzien, bo, poniewaz, zart, zartuje, zartowalem, haha, czekaj, poczekaj, pomysle, zastanowie,
        zapytam, sprawdze, zobacze, nie wiem, nie mam pojecia, lub, albo, wlasciwie, usun, wypisz, anuluj, hm,
        pomylka""",
    asking="kto, co, dlaczego, czemu, jak, jaki, ktory, gdzie, czy",
    board="plansza, planszy, partia, partii, gra, grze",
    on="na, w",
    within={
        Wish.RESIGN: "poddaje sie",
        Wish.TIE: "proponuje remis",
        Wish.UNDO: "cofnac ruch, cofnac (moj|ostatni) ruch",
    },
    alone={
        Wish.RULES: "pomoc, zasady (gry|)",
        Wish.WHO: "kim jestes",
        Wish.BACK: "(juz|) (wrocilem|wrocilam|jestem)",
        Wish.NOTED: "zrozumialem, dzieki za przypomnienie",
    },
    named={
        Wish.TIE: "remis",
    },
    agreeing={
        Wish.TIE: "(zgadzam sie|zgoda) na remis",
    },
    table="tabela, tabele, klasyfikacja, ranking, prowadzi, wyniki turnieju",
    beside_table="""pokaz, mi, prosze, kto, jaka, jest, w, turnieju, ligi, lidze, teraz, aktualna, gdzie, jestem,
        przyslij, turniejowa, moge, zobaczyc""",
    instead="a, moze, tym, razem, teraz, nastepnym, partia, partyjka, w, zagramy",
    middle="srodek, srodku, centrum",
    left="lewo, lewy, lewej, lewym",
    right="prawo, prawy, prawej, prawym",
    top="gora, gorny, gorze, gornym",
    bottom="dol, dolny, dole, dolnym",
    beside_place="w, na, po, rog, rogu, planszy, prosze, gram",
    likewise="ja tez, ja rowniez, to samo, tak samo",
    kindness="dziekuje, dzieki, powodzenia",
    reminders="przypomnienie",
    apologies="przepraszam",
    please="prosze",
    when="kiedy, (a|czesc) kiedy",
    next_game="""(nastepny|nastepna|nastepnego|nastepnej|nastepne)
        (sezon|sezonu|turniej|turnieju|runda|rundy|partia|partii)""",
)
