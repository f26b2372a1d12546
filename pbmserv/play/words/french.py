"""What says yes or no in French."""

from __future__ import annotations

from pbmserv.play.words.language import Language
from pbmserv.play.words.wish import Wish

FRENCH = Language(
    yes="""on y va, allons y, carrement, avec (grande|) joie,
        oui, ouais, ouaip, mais oui, oui oui, d accord, daccord, (je suis|nous sommes|) d'accord, ok, okay,
        entendu, bien entendu, volontiers,
        (jaccepte|accepte) (le defi|l'invitation|la nulle|la revanche|avec plaisir|volontiers|), j'accepte,
        (je|) confirme, confirme, avec (grand|) plaisir, ca marche, ca roule, ca me va, cela me va,
        pas de (probleme|problemes|souci|soucis), (sans|aucun) (probleme|souci), sans probleme, pas d'objection,
        aucune objection, c'est (bien|) moi, c'est (bien|) mon adresse, c'est bon (pour moi|), c'est d'accord,
        je veux bien, je suis partant, je suis partante, partant, allons-y, allons y, c'est parti, vas-y, vas y,
        allez-y, (ok|oui|bon) pour moi, fais le, fais-le, faites-le, envoie-la, envoyez-la, envoie,
        invite-le, invite-la, je dis oui, moi oui, si""",
    sure="""bien sur, certainement, absolument, evidemment, assurement, tout a fait, naturellement, certes oui,
        parfaitement""",
    asked="pourquoi pas, et pourquoi pas",
    bare="exact, exactement, c'est exact, bien, tres bien, s'il te plait, s'il vous plait, svp, stp, parfait",
    kind="""allez, merci (beaucoup|bien|infiniment|a toi|a vous|encore|d'avance|),
        pour (la|cette|ton|votre) (partie|invitation|proposition|message|jeu), pour l'invitation, mille mercis,
        mille fois merci, grand merci,
        (bonne|super|excellente|tres bonne|belle|quelle bonne) (idee|partie|revanche|initiative), super, genial,
        chouette, cool, excellent, formidable, magnifique, top, nickel, bravo,
        a (bientot|demain|tout de suite|plus|plus tard|tres vite), a la prochaine, hate de (jouer|commencer|rejouer),
        j'ai hate (de jouer|de commencer|), au plaisir, bonne (chance|journee|soiree|semaine|annee|continuation),
        bon (jeu|week-end|weekend|match|courage), amusons-nous, cordialement, bien cordialement, bien a (vous|toi),
        amities, amicalement, salutations, bises, bisous, rien de mieux, pas de pression, ca fait longtemps,
        il y a longtemps, jouons (encore|), rejouons, on joue,
        (c'est|) a toi de (commencer|jouer), tu (commences|peux commencer),
        encore une (partie|fois), encore, une autre partie,
        que le meilleur gagne, a toi (de jouer|), mon ami, mon cher, ma chere, cher ami, tous, a tous, tout le monde,
        tres, et, alors, avec joie, ce sera un plaisir, c'etait (super|une belle partie|un plaisir|tres bien|genial),
        j'adore (ce jeu|), joyeux noel, ravi, enchante, ravie, enchantee""",
    greeting="bonjour, salut, bonsoir, coucou, cher, chere, hello, allo, merci",
    kindly_asked="comment (vas-tu|allez-vous|ca va|vas tu|allez vous), ca va",
    sorry="""desole, desolee, (je suis|) (vraiment|) (desole|desolee), pardon, excuse-moi, excusez-moi,
        malheureusement, helas, navre""",
    no="""non, nan, jamais, pas, non merci, merci non, bien sur que non,
        pas (question|maintenant|aujourd'hui|cette fois|interesse|interessee|moi|d'accord|pour moi|envie),
        (je ne suis|je suis) pas (d'accord|interesse|interessee), surtout pas, hors de question, jamais de la vie,
        plutot pas, sans moi, (je|) refuse, refuse, refusee, je decline, decline,
        je ne (veux|peux|souhaite|joue|desire) (pas|plus) (jouer|), je ne veux plus, je ne vous connais pas,
        je ne te connais pas, je ne connais pas, ce n'est pas (moi|mon adresse|vrai|exact), ce n'etait pas moi,
        c'est non, c'est pas moi, mauvaise adresse, pas mon truc""",
    busy="""(je nai|nai|jai|) (vraiment|malheureusement|) pas (le|) temps (de jouer|pour ca|en ce moment|maintenant|),
        (je nai|nai|jai|) plus le temps, pas assez de temps, le temps me manque, je manque de temps,
        (je suis|) (trop|tres) (occupe|occupee) (en ce moment|)""",
    negating="aucun, aucune, n'ai, n'est, ne, rien, personne, faux, sans, n'ai pas, n'etait",
    doubt="""mais, si, quand, lorsque, des que, tant que, pourvu, a condition, condition, sauf, seulement,
        uniquement, que si, peut-etre, peut etre, probablement, eventuellement, sans doute, ca depend, depend,
        demain, plus tard, apres, avant, d'abord, bientot, la semaine prochaine, je blague, blague, je rigole,
        plaisante, plaisanterie, lol, mdr, attends, attendez, reflechir, reflechis, demander, verifier, voir, verrai,
        sais pas, aucune idee, ou, cependant, toutefois, pourtant, car, parce que, desinscrire, desinscrivez,
        desinscrivez-moi, supprimer, supprimez, supprimez-moi, annuler, annule, annulez, hum, euh, bof, dit, disait,
        erreur, quoique, a moins""",
    asking="qui, quoi, pourquoi, comment, quel, quelle, etes-vous, es-tu, quest-ce",
    board="plateau, partie, table",
    on="sur, en, dans, à, sur la, sur le, dans la",
    within={
        Wish.RESIGN: "jabandonne, je (me rends|capitule|renonce), tu as gagne",
        Wish.TIE: "(je|) propose (la|une) (nulle|egalite), partie nulle",
        Wish.UNDO: "(reprendre|annuler) (mon|le|ce|ca|mon dernier|le dernier) coup",
        Wish.OTHER_MOVE: "je voulais (dire|jouer|ecrire|mettre|), je me suis trompe",
    },
    alone={
        Wish.RESIGN: "je (veux|voudrais) (arreter|abandonner), abandon, je ne veux (pas|plus) (y|) jouer",
        Wish.TIME: """(un peu|) plus de temps, jai besoin (de|dun peu) (plus de|) temps, (il me faut|je voudrais)
            (un peu|) plus de temps""",
        Wish.RULES: """que (dois je|puis je|faut il) (jouer|faire) (maintenant|), comment, comment (on
            compte|compter), (je|) (ne|) comprends pas, quelles cartes ai je, (les|) regles (du jeu|), comment
            (jouer|on joue|ca marche|jouer a ce jeu), comment (gagner|on gagne|gagne t on|puis je gagner), quel
            est le but (du jeu|), quelles sont les regles (du jeu|), (pouvez vous|pourriez vous|peux tu|pourrais
            tu) (m|me|nous|) (expliquer|rappeler|montrer|mexpliquer|me expliquer) (les regles|le jeu|la regle)
            (du jeu|), pourriez vous mexpliquer les regles (du jeu|), (expliquez|explique) moi les regles, aide,
            aidez moi""",
        Wish.FACTS: """dois je faire quelque chose, quelle est la taille du plateau, jai deja (joue|repondu),
            quelle couleur (ai je|suis je), (suis je|jai les) (blanc|noir|blancs|noirs) ou
            (noir|blanc|noirs|blancs), quelles couleurs ai je, (a qui|cest a qui) (le tour|de jouer|est ce le
            tour|), a qui est ce (de jouer|le tour), est ce (a moi|mon tour|a mon tour) (de jouer|), jusqua
            quand, jusqua quand (ai je|puis je|dois je) (le temps|jouer|), combien de temps (me reste t il|il me
            reste|ai je|jai|) (encore|), quel plateau, quelle partie""",
        Wish.WHO: "qui est, contre qui (je joue|est ce que je joue), (qui|que) (es tu|etes vous|est ce), cest qui",
        Wish.BACK: """(je suis|me voila) (de retour|rentre|rentree|revenu|revenue) (de vacances|des vacances|de
            conges|), de retour (de vacances|)""",
        Wish.NOTED: """(bien|) compris, (bien|) recu, cest note, je sais, merci (pour|de) (le rappel|me le
            rappeler), ok merci""",
        Wish.EXCUSE: "jai oublie",
    },
    named={
        Wish.TIE: "nulle, egalite, match nul, (la|une|) (nulle|partie nulle|egalite)",
    },
    agreeing={
        Wish.TIE: "(jaccepte|daccord pour|va pour|ok pour) (la|le|une|) (nulle|match nul|egalite|partie nulle)",
        Wish.UNDO: "(reprends|reprenez) (le|ton coup|votre coup)",
    },
    table="classement, classements, tableau, mene, en tete, en est le tournoi, premier",
    beside_table="""le, la, les, du, de, un, s, il, te, vous, plait, svp, stp, montre, montrez, envoie, moi, qui,
        quel, est, ou, suis, je, au, dans, tournoi, ligue, coupe, actuel, maintenant, puis, avoir, voir, et,
        ce""",
    instead="""et, si, on, cette, la, prochaine, fois, maintenant, peut, etre, plutot, essaie, essayait, jouait,
        joue, ca, te, dit, une, un, partie, de, d, aux, au, alors, encore""",
    middle="milieu, centre, central",
    left="gauche",
    right="droite",
    top="haut",
    bottom="bas",
    beside_place="""au, a, en, dans, le, la, l, du, de, coin, plateau, bord, cote, tout, svp, je, joue, mets, ma,
        pion, pierre, alors, et, s, il, te, vous, plait""",
    likewise="""moi aussi, moi de meme, de meme, pareil, idem, la meme chose, je fais (pareil|de meme|la meme
        chose)""",
    kindness="merci, bonne (chance|partie), bien joue",
    reminders="rappel, rappeler",
    apologies="desole, desolee, pardon",
    excuses="""(jetais|nous etions) (malade|malades|absent|absente|en vacances|en voyage|occupe|occupee),
        (pour|du) (le|) retard""",
    asides="au fait, ah (non|), zut, mince",
    please="svp",
    when="quand, (et|alors|bonjour|salut) quand",
    next_season="(prochain|prochaine) (saison|tournoi|fois)",
    next_game="(prochain|prochaine) (ronde|tour|partie|adversaire), commence, finit, continue",
    of_a_move="tu, ton, ta, vous, coup",
    who_is_next="contre qui (je joue|est ce que je joue|jouerai je|joue je) (ensuite|apres)",
)
