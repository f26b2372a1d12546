"""What says yes or no in languages with few words here: Catalan, Hindi, Icelandic, Indonesian and others."""

from __future__ import annotations

from pbmserv.play.words.language import Language

OTHERS = Language(
    yes="""ya, iya, oke, baik ya, setuju, saya setuju, saya terima, terima, dengan senang hati, tidak masalah, ayo,
        mari, vâng, dạ, đồng ý, tôi đồng ý, được, không vấn đề gì, không sao, rất vui lòng, ใช่, ตกลง, oo, opo, sige,
        jes, mi konsentas, volonte, kun plezuro, neniu problemo, já, sammála, ég samþykki, ekkert mál, oo naman,
        d'acord, (hi|) estic d'acord, cap problema, sim, yebo, ndiyo, sawa, हाँ, हां, जी हाँ, ठीक है, इया""",
    sure="""tentu, tentu saja, pasti, tất nhiên, dĩ nhiên, chắc chắn, kompreneble, auðvitað, i tant, és clar, esclar,
        bien entès, बिल्कुल""",
    asked="kenapa tidak, mengapa tidak, tại sao không, sao không, kial ne, af hverju ekki, per què no",
    bare="benar, betul, baik, tolong, silakan, đúng, bonvolu, bone, rétt, gott, correcte, bé, si us plau, सही",
    kind="""terima kasih, makasih, ide bagus, bagus, semoga berhasil, sampai jumpa, cảm ơn, cám ơn, cảm ơn bạn,
        ý kiến hay, tuyệt, tuyệt vời, chúc may mắn, hẹn gặp lại, salamat, dankon, bona ideo, takk fyrir,
        kærar þakkir, gràcies, moltes gràcies, bona idea, धन्यवाद, शुक्रिया""",
    greeting="halo, hai, selamat (pagi|siang|malam), chào, xin chào, saluton, halló, góðan dag, bon dia, नमस्ते",
    sorry="maaf, xin lỗi, rất tiếc, bedaŭrinde, pardonu, því miður, ho sento, per desgràcia, माफ़ कीजिए",
    no="""tidak, tidak terima kasih, enggak, nggak, gak, jangan, saya tidak mau, tentu tidak, không, không cảm ơn,
        không cám ơn, tôi không muốn, hindi, ne dankon, mi ne volas, nei, nei takk, no gràcies, नहीं, जी नहीं""",
    negating="bukan, tanpa, chưa, đừng, neniu, nenio, ekki, mai",
    doubt="""tapi, tetapi, kalau, jika, bila, hanya, mungkin, besok, nanti, dulu, bercanda, tunggu, atau, nhưng, nếu,
        khi, chỉ, có lẽ, có thể, ngày mai, sau, đùa, đợi, sed, kiam, nur, eble, morgaŭ, poste, ŝerco, ef, þegar,
        bara, kannski, á morgun, seinna, però, si, quan, només, potser, demà, लेकिन, अगर, शायद, कल""",
    asking="siapa, apa, kenapa, mengapa, bagaimana, ai, gì, tại sao, kiu, kio, kial, hver, hvað, qui, què",
)
