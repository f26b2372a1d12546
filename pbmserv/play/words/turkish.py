"""What says yes or no in Turkish."""

from __future__ import annotations

from pbmserv.play.words.language import Language
from pbmserv.play.words.wish import Wish

TURKISH = Language(
    yes="""evet, tamam, ok, olur, peki, tabii ki, kabul, kabul ediyorum, kabul edildi, onaylıyorum, onayladım,
        onaylandı, memnuniyetle, seve seve, zevkle, sorun (değil|yok), problem (değil|yok), benim, bu benim adresim,
        katılıyorum, varım, ben varım, oynayalım, hadi, hadi oynayalım, anlaştık, aynen""",
    sure="elbette, tabii, tabi, kesinlikle, mutlaka, şüphesiz, elbet, doğal olarak",
    asked="neden olmasın, niye olmasın",
    bare="doğru, iyi, lütfen, güzel, harika",
    kind="""(çok|) teşekkürler, (çok|) teşekkür ederim, (çok|) sağ ol, sağol, (iyi|güzel|harika) (fikir|oyun|oyundu),
        (çok|) (iyi|güzel), harika, süper, mükemmel, selamlar, sevgiler, saygılar, saygılarımla, görüşürüz,
        görüşmek üzere, iyi (oyunlar|şanslar|günler|akşamlar|eğlenceler), bol şans, kolay gelsin, sabırsızlanıyorum,
        acele yok, acelesi yok, uzun zaman oldu, tekrar, bir daha, yine, sıra sende, herkese, çok, ve""",
    greeting="merhaba, selam, günaydın, iyi günler, iyi akşamlar, sevgili, sayın, teşekkürler",
    kindly_asked="nasılsın, nasılsınız, ne haber",
    sorry="üzgünüm, maalesef, ne yazık ki, özür dilerim, kusura bakma, kusura bakmayın, pardon",
    no="""hayır, yok, asla, olmaz, hayır teşekkürler, teşekkürler hayır, tabii ki hayır, elbette hayır,
        kesinlikle hayır, istemiyorum, istemem, kabul etmiyorum, onaylamıyorum, reddediyorum, ret, katılmıyorum,
        oynamak istemiyorum, şimdi değil, bugün değil, ben değilim, bu ben değilim, sizi tanımıyorum,
        ilgilenmiyorum""",
    negating="değil, hiç, hiçbir, kimse, yanlış, olmadan, olmasın",
    doubt="""ama, fakat, ancak, lakin, eğer, ise, şartıyla, koşuluyla, sürece, önce, ilk, sonra, sadece, yalnız,
        yalnızca, hariç, belki, galiba, muhtemelen, bağlı, yarın, daha sonra, yakında, haftaya, çünkü, şaka,
        şaka yapıyorum, haha, bekle, bekleyin, düşüneyim, düşünmem, sorayım, bakayım, bakalım, bilmiyorum, bilmem,
        ya da, veya, yoksa, aslında, sil, silin, iptal, hm, hata""",
    asking="kim, ne, neden, niye, nasıl, hangi, nerede, mi, mı, mu, mü",
    board="tahta, oyun",
    within={
        Wish.RESIGN: "pes ediyorum",
    },
    alone={
        Wish.RULES: "yardim, kurallar",
        Wish.WHO: "kimsin, sen kimsin",
    },
    table="puan durumu, siralama, puan tablosu, onde, lider",
    beside_table="lutfen, goster, bana, kim, ne, nedir, turnuva, turnuvada, lig, simdi, su, an, gonder, kacinciyim",
    kindness="tesekkurler",
)
