"""What says yes or no in Portuguese."""

from __future__ import annotations

from pbmserv.play.words.language import Language
from pbmserv.play.words.wish import Wish

PORTUGUESE = Language(
    yes="""sim, sim sim, ok, okay, ta bom, esta bem, ta bem, de acordo, (estou|) de acordo, concordo,
        aceito (o desafio|o convite|com prazer|), aceite, confirmo, confirmado, com (muito|todo o|) (prazer|gosto),
        sem problema, sem problemas, (nao ha|nao tem|nenhum) problema, sou eu,
        (esse|este|) e o meu (endereco|e-mail|email), combinado, bora, vamos, vamos la, vamos jogar, jogamos,
        pode ser, conta comigo, conte comigo, quero sim, claro que sim, gostaria de jogar, feito""",
    sure="claro, com certeza, certamente, certo, evidentemente, obvio, naturalmente, sem duvida, por certo, logico",
    asked="(e|) (por que|porque|como) nao",
    bare="""correto, correcto, exato, exacto, isso, isso mesmo, bem, muito bem, por favor, se faz favor, perfeito,
        beleza, bom""",
    kind="""(muito|) (obrigado|obrigada) (pelo (convite|jogo)|pela (partida|mensagem)|), grato, grata, valeu,
        (boa|otima|excelente|grande) (ideia|partida), (bom|otimo) jogo, otimo, excelente, fantastico, fixe, legal,
        que bom, abraco, um abraco, abracos, cumprimentos, saudacoes, atenciosamente, com os melhores cumprimentos,
        ate (amanha|logo|breve|ja|a proxima), sem pressa, nada melhor, ha quanto tempo, quanto tempo,
        boa (sorte|tarde|semana|noite), bom (dia|fim de semana|natal), bom jogo, mal posso esperar,
        outra (partida|vez), mais uma (vez|partida|), de novo, que venca o melhor, amigo, amiga, todos, a todos,
        muito, e, entao""",
    greeting="""ola, oi, bom dia, boa tarde, boa noite, caro, cara, prezado, prezada, querido, querida, obrigado,
        obrigada""",
    kindly_asked="tudo bem, como vai, como estas, jogamos",
    sorry="desculpe, desculpa, lamento, infelizmente, sinto muito, perdao",
    no="""nao, nunca, jamais, nao obrigado, nao obrigada, obrigado nao, claro que nao, melhor nao, de jeito nenhum,
        de modo nenhum, agora nao, hoje nao, nao agora, nao hoje,
        nao (quero|posso|aceito|jogo|desejo|estou interessado|estou interessada|concordo|me interessa) (jogar|mais|),
        nao sou eu, nao fui eu, nao e o meu (endereco|e-mail|email), nao (o|a|te|vos) conheco, recuso, recusado""",
    busy="""(nao tenho|sem|estou sem) tempo (para (jogar|isso)|) (agora|no momento|hoje|esta semana|),
        (estou|) (muito|demasiado) (ocupado|ocupada) (agora|no momento|)""",
    negating="nenhum, nenhuma, nada, ninguem, nem, sem, falso, errado",
    doubt="""mas, porem, se, quando, desde que, contanto, enquanto, salvo, exceto, a menos, so, somente, apenas,
        talvez, provavelmente, possivelmente, depende, depois, amanha, mais tarde, antes, primeiro, em breve,
        semana que vem, brincadeira, brincando, kkk, rsrs, espera, espere, pensar, perguntar, verificar, ver,
        vou ver, nao sei, ou, porque, pois, cancelar, cancela, remova, remover, apagar, condicao, disse, erro""",
    asking="quem, que, qual, como, por que, onde",
    board="tabuleiro, partida, jogo",
    on="em, no, na",
    within={
        Wish.RESIGN: "eu desisto, desisto, me rendo",
        Wish.TIE: "ofereco empate, proponho empate",
        Wish.UNDO: "voltar (a|minha|a minha) jogada, desfazer",
    },
    alone={
        Wish.TIME: "preciso de mais tempo",
        Wish.RULES: "(as|) regras (do jogo|), como (se joga|jogar), ajuda",
        Wish.WHO: "quem (e voce|es tu|e)",
        Wish.BACK: "(estou|ja estou) de volta, voltei",
        Wish.NOTED: "entendi, obrigado pelo lembrete",
        Wish.EXCUSE: "esqueci",
    },
    named={
        Wish.TIE: "empate, o empate",
    },
    agreeing={
        Wish.TIE: "aceito (o|) empate",
    },
    instead="que, tal, desta, dessa, vez, proxima, agora, talvez, e, uma, partida, de, jogamos, jogar",
    kindness="obrigado, obrigada, boa (sorte|partida)",
    reminders="lembrete",
    apologies="desculpe, desculpa",
    excuses="(eu|) estava (doente|viajando|de ferias|ocupado)",
)
