"""What says yes or no in Spanish."""

from __future__ import annotations

from pbmserv.play.words.language import Language
from pbmserv.play.words.wish import Wish

SPANISH = Language(
    yes="""por mi bien, si, si si, sip, ok, okay, vale, dale, de acuerdo, (estoy|estamos) de acuerdo,
        (yo|) acepto (el reto|el desafio|la invitacion|la partida|las tablas|encantado|encantada|), aceptado,
        aceptada, (yo|) confirmo, confirmado, con (mucho|) gusto, con placer, encantado, encantada,
        (sin|ningun) (problema|problemas), no hay (problema|problemas|inconveniente), sin problema, sin problemas,
        soy yo, (esa|esta|) es mi (direccion|correo), me parece (bien|bueno|genial|perfecto|una buena idea),
        me apunto, cuenta conmigo, cuenten conmigo, adelante, hazlo, (si|) hagalo, envialo, enviala, vamos, venga, juguemos (otra vez|de nuevo|), hecho,
        trato hecho, claro que si, por supuesto que si, si quiero (jugar|), me encantaria (jugar|)""",
    sure="claro, por supuesto, desde luego, ciertamente, seguro, naturalmente, absolutamente, obvio",
    asked="(y|) (por que|porque|como) no",
    bare="correcto, exacto, bien, muy bien, esta bien, por favor, perfecto",
    kind="""(muchas|mil|muchisimas|) gracias, a ti,
        por (la|el|tu|su) (partida|invitacion|juego|mensaje|propuesta|oferta), por invitarme,
        (muy|que|) (buena|gran|excelente) (idea|partida), (buen|gran) juego, genial, estupendo, excelente,
        fantastico, que bien, que bueno, super, guay, saludos (cordiales|), un (saludo|abrazo|cordial saludo),
        abrazos, cordialmente, atentamente, (nos vemos|hasta) (pronto|luego|manana|entonces|la proxima|alli),
        sin prisa, sin prisas, no hay prisa, nada mejor, cuanto tiempo (sin vernos|sin verte|), hace tiempo,
        (mucha|buena) suerte, suerte, a jugar, otra (partida|vez|mas), una mas, de nuevo, otra, que gane el mejor,
        te toca, tu (empiezas|turno), (lo|) espero con ganas, tengo (muchas|) ganas (de jugar|), que te diviertas,
        feliz (ano nuevo|navidad), buen (dia|fin de semana), amigo, amiga, mi amigo, mi amiga, todos, a todos, muy,
        y, entonces, pues, fue (divertido|un placer|una buena partida), un placer, a ti""",
    greeting="""hola, buenos dias, buenas (tardes|noches|), buen dia, querido, querida, estimado, estimada, hey,
        gracias""",
    kindly_asked="(que tal|como estas|como esta usted|jugamos)",
    sorry="lo siento (mucho|), perdon, disculpa, disculpe, lamentablemente, por desgracia, desgraciadamente, me temo",
    no="""ahora no puedo,
        no, nunca, jamas, no gracias, gracias no, (claro|por supuesto|desde luego|mejor|pues|creo) que no,
        claro que no, mejor no, ni hablar, de ninguna manera, ahora no, hoy no, no ahora, no hoy,
        no (quiero|puedo|acepto|juego|deseo|me interesa|estoy interesado|estoy interesada) (jugar|mas|nada|),
        no me apetece, no soy yo, no fui yo, no es mi (direccion|correo), no (te|le|lo|los|les|la) conozco, no estoy de acuerdo,
        rechazo, rechazado, paso, no va""",
    busy="""(no|ya no) (tengo|hay) tiempo (para (jugar|eso)|ahora|ahora mismo|en este momento|), sin tiempo,
        (estoy|) (muy|demasiado) (ocupado|ocupada) (ahora|)""",
    negating="tampoco, ningun, ninguno, ninguna, nada, nadie, ni, sin, falso",
    doubt="""pero, si, cuando, siempre que, siempre y cuando, mientras, hasta, salvo, excepto, a menos, solo,
        solamente, unicamente, quizas, quiza, tal vez, acaso, probablemente, posiblemente, depende, luego, despues,
        mas tarde, manana, antes, primero, pronto, la semana que viene, broma, bromeo, es broma, jaja, jajaja,
        espera, espere, pensar, pensarlo, pensare, preguntar, consultar, ver, vere, no se, ni idea, o, sin embargo,
        aunque, porque, borrar, borrame, cancelar, baja, eliminar, condicion, dijo, dice, a ver, mmm, eh, error,
        deja""",
    asking="quien, quienes, que, como, cual, por que, donde",
    board="tablero, partida, juego",
    on="en, en el, en la",
    within={
        Wish.RESIGN: "me rindo, abandono (la partida|), has ganado",
        Wish.TIE: "ofrezco tablas, tablas por acuerdo",
        Wish.UNDO: "retirar (mi|la|mi ultima|esta) jugada, deshacer, volver atras",
        Wish.OTHER_MOVE: "quise decir, queria (jugar|decir|poner), me equivoque",
    },
    alone={
        Wish.RESIGN: "no quiero jugar (mas|)",
        Wish.TIME: "(necesito|quiero|) mas (tiempo|dias)",
        Wish.RULES: """que (debo|puedo) (jugar|hacer) (ahora|), no (lo|) entiendo, como funciona (esto|), que
            cartas tengo, (las|) reglas (del juego|), como (se juega|juego), como (se gana|gano|puedo ganar),
            cuales son las reglas (del juego|), (puede|podria|puedes|podrias) (explicarme|ensenarme|decirme) las
            reglas (del juego|), cual es el objetivo (del juego|), ayuda""",
        Wish.FACTS: """ya he jugado, que color (tengo|soy), (soy|tengo) (blanco|blancas|negro|negras) o
            (negro|negras|blanco|blancas), a quien le toca (jugar|), (me toca|es mi turno) (a mi|), de quien es
            el turno, (hasta cuando) (tengo|puedo jugar|), cuanto tiempo (tengo|me queda), que tablero, que
            partida""",
        Wish.WHO: "quien es, contra quien juego, quien eres, (quien es|eres) (usted|humano|)",
        Wish.BACK: "(ya|) (he vuelto|estoy de vuelta) (de vacaciones|)",
        Wish.NOTED: "entendido, lo se, recibido, gracias por (el recordatorio|recordarmelo|avisar), ok gracias",
        Wish.EXCUSE: "(se me|) (olvide|olvido)",
    },
    named={
        Wish.TIE: "tablas, empate",
    },
    agreeing={
        Wish.TIE: "(acepto|de acuerdo con) (las|el|) (tablas|empate)",
    },
    table="clasificacion, clasificaciones, tabla, posiciones, va ganando, va primero, lider, va el torneo",
    beside_table="""la, las, el, del, de, en, por, favor, muestra, muestrame, envia, enviame, ver, quien, cual,
        es, como, donde, estoy, torneo, liga, copa, actual, ahora, puedo, y""",
    instead="""que, tal, esta, vez, la, proxima, ahora, quizas, mejor, y, si, jugamos, una, partida, de, al,
        probamos, otra""",
    middle="medio, centro, central",
    left="izquierda",
    right="derecha",
    top="arriba, superior",
    bottom="abajo, inferior",
    beside_place="""en, el, la, al, a, de, del, esquina, tablero, lado, por, favor, juego, pongo, mi, piedra,
        ficha, entonces, y""",
    likewise="yo tambien, igual, igualmente, lo mismo, (yo hago|hago) lo mismo, idem",
    kindness="gracias, buena (partida|suerte), bien jugado",
    reminders="recordatorio, recordarmelo",
    apologies="perdon, lo siento",
    excuses="""(estaba|estuve|he estado) (enfermo|enferma|de viaje|de vacaciones|fuera|ocupado|ocupada), por (el
        retraso|la demora|la tardanza)""",
    asides="por cierto, ay no",
    please="favor, por",
)
