"""What says yes or no in English."""

from __future__ import annotations

from pbmserv.play.words.language import Language
from pbmserv.play.words.wish import Wish

ENGLISH = Language(
    yes="""(i would|id) (like|love) (that|it) (very much|a lot|),
        yay, yaay, yaaay, yaaaay, yessss, kk,
        yes, yep, yeah, yup, yess, yesss, yea, yeh, yah, aye, ok, okay, okey, oky, oki, okie, okey dokey, alright,
        all right, (i|we|i do|we do|i gladly|i hereby|) (agree|accept|confirm), agreed, accepted, confirmed,
        (please|) do (it|so|that|this), please do, (please|) (send|start|begin) (it|that|this) (off|now|please|),
        (please|) (send|start|begin) (the|my|this) (game|invitation|challenge), (please|) invite (him|her|them),
        lets, fire away, make it so, affirmative, (hell|heck|oh) (yes|yeah), (yes|) we can,
        lets (goo|gooo|goooo|try) (it|),
        (id|i would|) love to, (im|i am) game, (id|i would) be (delighted|glad|happy|honoured|honored),
        (challenge|invitation|offer|draw|rematch) accepted, (it|that|this) was (me|mine),
        that (would be|would have been|sounds|will be) (great|lovely|nice|fine|good|perfect|fun|cool|wonderful),
        a (draw|tie) it is, (i|we)
        (agree to|accept) (this|it|that|(the|your)
        (challenge|game|tie|draw|rematch|invitation|offer|proposal|result|count|takeback)), gladly,
        (looks|seems) (right|good|fine|ok|okay|correct) (to me|), sounds (good|great|fine|fun|like
        fun|perfect|lovely) (to|for) me, sounds (good|great|fine|fun|like fun|perfect|lovely), by all means, go
        (ahead|for it), (it would be|it is|its|) (with|my) pleasure, with great pleasure, count me in, (im|i am) in,
        yes yes, (im|i am) (up|game) for it, (thats|that is|this is|its|it is)
        (me|mine|right|correct|fine|ok|okay|good), (thats|that is|this is|its|it is) (fine|ok|okay|good) (with|by) me,
        (thats|that is|this is|its|it is|thats indeed) my (address|mail|email|e-mail|account) (address|),
        (fine|ok|okay|good|great|cool) (with|by|for) me, works for me,
        lets (play|go|do it|do this|start|begin) (again|another|another one|another game|once more|one more|),
        (id|i would|we would|wed) (love|like|be (glad|happy|delighted)) to (play|do so|do that|accept|),
        (im|i am|) (happy|glad|delighted) to (play|do so|accept|),
        (i want|i would like|id like|id love|i would love) (to play (again|)|a rematch|another game), (no|not a)
        (problem|problems|worries|doubt|objection|objections|trouble|issue) (at all|for me|with that|here|about
        (it|that)|), no problemo, not problemo, (i|i do) (have no|not have any) objection, you bet, deal, youre on,
        game on, bring it on, sure thing, (i|) wouldnt miss it, oh yes, sounds like (a plan|fun), i say yes,
        (id|i would|ill) say yes, (then|so) yes, (my|the) answer is (a|) (big|) yes, (its|it is|thats|that is) a yes,
        yes (it is|i am|i do|i will|i would|we do|we will), i do, please do, please go ahead,
        (yes|) (thats|that is) (it|the one|what i (meant|mean|want)), (of course|sure|yes) you (can|may)""",
    sure="sure, of course, certainly, absolutely, definitely, surely, naturally, indeed, for sure, with certainty",
    asked="why not, why wouldnt i, who wouldnt, who could say no",
    bare="please, correct, true, fine, pls, plz, exactly, that one, this one, the first one",
    kind="""ha, oh, ah, aw, period, full stop, exclamation (mark|point), comma, play,
        (many|a thousand|) thanks, thank you, a (lot|million), so much,
        for (the|this|your) (game|great game|nice game|invitation|offer|challenge|rematch|reminder|message|question),
        for (inviting|asking|challenging) me, for (asking|playing), thx, ty, tyvm, (what a|a|)
        (great|good|nice|lovely|wonderful|excellent|brilliant|splendid|fantastic|fun|fine)
        (idea|suggestion|plan|game|fun|match|move|thought|one|news), great, nice, lovely, wonderful, excellent,
        perfect,
        cool, awesome, brilliant, fantastic, super, splendid, marvellous, yay, hooray, hurray,
        (ill|i will|) (see|talk to|write to) you (soon|later|tomorrow|tonight|again|on the board|there|then|around|),
        cu, long time no see, (i|we|) (cant|cannot|can not|can hardly) wait (to play|to start|for it|for the game|),
        (im|i am|were|we are|i|really|) (looking|look) forward to (it|this|that|the game|our game|the next one|the
        next game|playing|playing again|playing you|playing with you|another game|a new game|the rematch|seeing you),
        (i am|im|) ready (when you are|to play|to start|),
        have (fun|a nice day|a good day|a great day|a good one|a nice weekend|a good weekend|a nice evening),
        enjoy (it|the game|), (best|kind|warm|kindest|warmest) (regards|wishes), regards, all the best, best,
        take care, yours, sincerely, gg, glhf, gl, hf, good luck, well played, well, so, very, much, again, and,
        then, most, oh (great|nice|wonderful|cool|lovely), my friend, old friend, my dear, sir, madam, mate, dude,
        buddy, guys, folks, all, everybody, everyone, team, there,
        happy (new year|birthday|easter|holidays|christmas), merry christmas,
        (i|) (dont|do not|wouldnt|would not) mind (at all|who (begins|starts|goes first)|playing again|),
        no (rush|hurry|stress|pressure|need to hurry|kidding), nothing better (to do|),
        (couldnt be|never been|never) better, not bad,
        (it|that|this) was (fun|great|good fun|great fun|a (good|great|nice|close) (game|one|match)),
        (its|it is|it will be|itll be|that will be|thatll be|should be|this will be) (fun|great),
        (its been|it has been) (a while|too long|ages|a long time),
        (good|nice|great) to (see|hear from|meet) you (again|),
        i got your (message|invitation|challenge), let the (game|games) begin,
        may the (best|better) (player|man|woman|one) win, (you|you may) (start|begin|go first), your (turn|move),
        you too, i (love|like) (it|this game|that|the idea|that idea),
        (im|i am) (so|very|really|) (happy|glad|excited|delighted|pleased) (to play|to play again|),
        (i|we) had (fun|a lot of fun|great fun), cheers, bravo, congratulations, congrats,
        (i am|im) (well|fine|good|great) (thanks|), i hope (you are|youre|all is) well, hope you are well, once more,
        finally, at last,
        one more time, another (one|game), (with|against) you,
        (sorry|apologies) for the (delay|late (reply|answer|response)|wait), bye, bye bye, xx, with love""",
    greeting="hi, hello, hey, dear, good (morning|evening|afternoon|day), greetings, howdy, thanks, thank you",
    kindly_asked="""how are you (doing|), how are things, hows it going, how do you do, shall we (play|start|begin),
        whats up, how (are|is) (the|your) (kids|children|family|wife|husband|parents|weather|job|work),
        hows (life|work|everything|the family|your family|the weather)""",
    sorry="""sorry, apologies, my apologies, (im|i am) (so|very|) (sorry|afraid), unfortunately, regrettably,
        excuse me""",
    no="""no, nope, nah, naw, never, noo, nooo, not, decline, declined, reject, rejected, refuse, refused,
        (i|we|i must|i have to|i will|) (decline|refuse|reject|cancel|no to)
        (the (challenge|game|tie|draw|rematch|invitation|offer|proposal)),
        (i|we|i must|i have to|i will) (decline|refuse|reject), cancel, cancel (it|this|that), cancelled,
        of course not, by no means, (no|not) way, no chance, no thank you, under no circumstances,
        not (now|today|this time|for me|again|me|mine|really|this week|this month|at the moment|right now),
        (please|) dont (do (it|this|that)|),
        (im|i am|) (not|no longer|never) interested (in (this|it|that|games|playing)|), no interest, count me out,
        (i|we) have no interest, (id|i would) rather not (to|), (id|i would) prefer not to, better not,
        (ill|i will) pass, pass this time, another time, some other time, (i|we) (dont|do not|wont|will
        not|cant|cannot|can not) (play|do (that|it|this|so)|accept (this|it|that|)|agree (to this|to it|to
        that|)|confirm (this|it|that|)|know (you|this)), now, today, any more, anymore, at the moment,
        (i|we|) (cant|cannot|can not|wont|will not|dont|do not), (maybe|perhaps) (another|some other) time,
        (please|) dont (send|start|begin|invite) (it|that|this|him|her|them|), (forget|scratch) (it|that|about it),
        (it|that|this) (wasnt|was not) (me|mine), wasnt me,
        i (did not|didnt|have not|havent|never) (write|written|wrote|send|sent|do|done) (that|this|it),
        i (dont|do not) know (this|that) (person|player|man|woman|guy),
        (i|we) (dont|do not) want (to|this|it|that|any of this|another game|a rematch|to play|to do this),
        (i|we) (dont|do not) wish to (play|do so|), (i|we) (dont|do not) think so, i disagree, (that|this|it) (is
        not|isnt|was not|wasnt) (me|mine|my (address|account|challenge|mail|email)|right|correct|for me|ok|okay),
        (thats|this is|its|it is) not (me|mine|my (address|account|challenge|mail|email)|right|correct|for
        me|ok|okay), never heard of (you|this|it|that), wrong (address|person),
        (i have|ive|i) (not|never) (asked|signed up|requested|ordered|wanted) (for|) (this|it|that),
        i (did not|didnt) (ask|sign up|request|order|want) (for|) (this|it|that), false, denied, deny, disagree,
        not agreed, not ok, not okay, hell no, god no,
        not (really|exactly|quite|) my (thing|cup of tea|kind of game), not yet""",
    busy="""((i|we) have|ive got|theres|there is|) no time (to play|for (it|this|that|a game|a rematch)|),
        ((i|we) have|ive got|theres|there is|) no time (right now|at present|these days|this week|this month),
        (i|we|) (dont have|do not have|havent got|have not got) (the|any|enough|) time (to play|for (it|this|that)|),
        (i|we|) (dont have|do not have|havent got|have not got) (the|any|enough|) time (right now|these days|
        this week|this month), not enough time, (im|i am|) (too|very|so|really|quite) busy (right now|these days|
        this week|this month|)""",
    negating="""none, neither, nor, dont, didnt, doesnt, wont, wouldnt, wasnt, isnt, arent, havent, hasnt, cant,
        cannot, shouldnt, couldnt, nothing, nobody, noone, nowhere, without, impossible, wrong, hardly""",
    doubt="""but, however, though, although, tho, if, unless, when, whenever, until, till, while, as long as,
        as soon as, provided, providing, assuming, supposing, except, only, just, on condition, condition,
        on one condition, once, because, since, instead, otherwise, maybe, perhaps, possibly, probably, depends,
        depending, unsure, dunno, later, tomorrow, next week, next month, soon, afterwards, first, before, after,
        yet, wait, hold on, let me, kidding, joking, joke, jk, lol, haha, psych, whatever, sarcasm, rather, undo,
        mistake, actually, hm, hmm, hmmm, um, uh, er, think, thinking, thought, check, checking, ask, asking, decide,
        consider, unfortunately, stop, remove, delete, unsubscribe, decline, refuse, reject, cancel, deny, spam,
        scratch that, forget it, never mind, nevermind, not sure, said, wish, dream, dreams, would, could, might,
        may, should, almost, nearly, not, or, unrated, revoke, withdraw, take back, take (that|it) back, oops,
        (i|we|) (cant|cannot|can not|couldnt|could not|dont|do not|wont|will not|wouldnt|would not|never|not)
        (refuse|decline|reject|deny|say no|cancel)""",
    asking="who, whos, what, whats, why, how, which, whose, where",
    board="board, game",
    on="on, in, at",
    within={
        Wish.RESIGN: """resign, (i|ill|i will|i have to|i must) (give up|giveup|surrender|concede|capitulate), i
            (give|gave) (the game|this game|this) up, i have lost, you (win|have won), concede (the
            game|defeat)""",
        Wish.TIE: """(i|we|) (propose|offer|suggest|want|would like|agree (to|on)|call it|accept) (you|) (a|)
            (draw|tie), (its|it is|lets call it|shall we call it|shall we have|how about|what about|can we
            have|would you accept|do you want|do you agree to|(will|would) you take|would you like|i would take)
            a (draw|tie), agree to a draw""",
        Wish.UNDO: """undo, takeback, take back, take (it|that|this|my move|the move|my last move|the last
            move|that move|that one|this one) back, taking (it|that|my move) back, have (it|that|my move|my last
            move) back""",
        Wish.OTHER_MOVE: """i meant, i mean, i wanted (to play|to move|to go|to write|to say), i intended,
            (can|could|may) i (change|correct) (my move|my last move|it|that), i should have
            (played|moved|written), i mistyped""",
    },
    alone={
        Wish.RESIGN: """(i|) (abandon|quit|forfeit), (i|i am|im|) (resigned|resigning), resignation,
        (i|) (want|would like|have|need) to
            (quit|resign|abandon|give up|stop|end) (this game|the game|this|it|), (id|i would) like to
            (quit|resign|abandon|give up|stop|end) (this game|the game|this|it|), (giving|give) up, surrender,
            concede, i (lose|lost), i (dont|do not) want to play (this|this game|it|) (any more|anymore|), i
            never (asked for|wanted) this (game|)""",
        Wish.TIE: """(offer|propose|proposing) draw, draw (game|offer|offered|ok|agreed|by agreement)""",
        Wish.UNDO: """can i have another go, (oops|ups|sorry|) wrong (move|cell|square|field|button|place|one),
            (that|this|it) was a (mistake|mis click|slip|typo), my mistake, oops, i misclicked, i made a mistake,
            (can|could|may) i change (it|that|this|my move|my last move), misclick""",
        Wish.TIME: """(i|we) (need|would like|want|could use) (a bit|a little|some|a few|much|) more
            (time|days|time to think), (can|could|may) i (please|) have (some|a few|a bit|a little|) more
            (time|days), (can|could|may) i (please|) (have|get) (an extension|longer), (please|) give me (some|a
            few|a bit|) more (time|days), more (time|days), (an|) extension, i need (an extension|longer)""",
        Wish.RULES: """what (should|would|shall|must) (i|you) (play|move|do|answer) (here|now|next|),
            (which|what) moves (are|do i have|can i make|have i) (possible|legal|allowed|there|left|), what are
            the (legal|possible|allowed) moves, how (do|can) (i|we) swap (sides|), (huh|what), what does
            (that|this|it) mean, help, help me, rules, how, how exactly, (the|game|show|show me|what are|where
            are|tell me|explain) (the|) rules, (can|could) you (please|) (explain|tell me|show me) the rules, how
            does (swapping|swap|the swap) work, (what|how) are the rules (of|for|) (this|the|) (game|),
            (help|rules) (please|for this game|of this game), how (do i|to|can i|does one|do you) (play|move|play
            this|play it|answer|make a move|play this game), how does (this|it|the game|this game) work, what (do
            i|can i|should i|must i) (do|write|play|answer) (now|), i (dont|do not) (understand|know how to
            play|know the rules|know what to do), what is this game, i have no idea how (to play|it works|this
            works), what do i have to do, how do i answer (this|it), (what|which) cards do i have, (what
            is|whats|what are) my (options|cards|hand|moves), how (does (the|) (counting|scoring) work|do
            (i|we|you) (count|score)|is it (counted|scored)), where (do i|can i|should i|am i supposed to)
            (play|move|go), which way do i (play|move|go), how (do|can|does one|does anybody|would)
            (i|we|you|one|somebody|) win (this|the|a|this game|the game|here|), how (is|do you get) (it|this|this
            game|the game|) won, (what|which) is the (goal|aim|object|objective) (here|of (this|the) game|),
            (can|could|would) (you|somebody|someone) (explain|tell|show) (me|us|) (the rules|the game|this
            game|how to play|how it works|how this works|how to win) (to me|again|), (explain|tell me)
            (the|this|) game, (i|) need the rules, (i|id|i would) like to (see|read|know) the rules, where
            (do|can) i (find|read|see) the rules, i (have forgotten|forgot) the rules""",
        Wish.FACTS: """do (i|we) have to do (something|anything|it) (here|now|), how (big|large) is (the|this)
            board, (what|which) size is (the|this) board, what is the size of (the|this) board, am i (too|) late,
            is it too late, can i still (play|move), i (have|) already (moved|played|answered), i (have|)
            (moved|played|answered) already, i thought i had (already|) (moved|played|answered) (already|), where
            (is|s) (the|my) (board|game), wheres (the|my) (board|game), (what is|whats) my (colour|color|side),
            (what|which) (colour|color|side) (am|do) i (have|play|), am i
            (black|white|vertical|horizontal|red|blue|black or white|white or black|the black one|the white one),
            (whose|whos) (turn|move|go) (is it|is|), (is it|is) (my|your) (turn|move|go) (now|yet|), who (is|has)
            (to move|next|the move), whos (to move|next), am i (next|on|to move|up), do i have to move (now|),
            how (long|much time) (do|have) i (have|got|still have) (left|to move|for my move|for this move|for my
            next move|), how much time (is|do i have|have i) (left|got), (how long|how much time) have i got
            (left|), (until|till) when, (until|till) when (do|can|must) i (have to|need to|have|)
            (move|play|answer|reply|time|), when (do|must|should) i (have to|need to|) (move|play|answer|reply)
            (by|), by when (do|must|should) i (have to|) (move|play|answer), when is (it|my move|my answer) due,
            (what is|whats|when is) (my|the) deadline, (my|) (deadline|time limit), (what is|whats) the time
            limit, which board, which game, (what|which) (board|game) is (this|it)""",
        Wish.WHO: """who is, whos, why do i get (this|this mail|this letter|these mails), who are you, who (is|s)
            (this|that|there|it), whos (this|that|there|it), who am i playing (with|against|), who do i play
            (with|against|), who (is|s) my opponent, whos my opponent, what (is|are) (this|you), whats this, are
            you (a|) (human|bot|robot|computer|machine|person|real|real person|program|human being), do i know
            you""",
        Wish.BACK: """(im|i am|we are|were|) back (again|home|home again|now|early|already|today|) (from
            (my|the|our|) (vacation|holiday|holidays|trip|travels)|), (i have|ive|we have|weve) (returned|come
            back) (from (my|the|our|) (vacation|holiday|holidays|trip|travels)|)""",
        Wish.NOTED: """ok, okay, k, okidoki, (ok|okay|yes|) (i|) will (do|move|play|answer), (ok|okay|yes|) ill
            (do|move|play|answer) (it|that|), (ok|) (got|on) it, (i|) (got|read|saw) (it|your letter|your
            mail|your message|the reminder), noted, (i|) understood, roger, copy that, i see, i know, (i|)
            (have|) seen (it|that), (thank|thanks) (you|) for (the reminder|reminding me|letting me know), ok
            (thanks|thank you|thx), (yes|ok) i know""",
        Wish.EXCUSE: "(i|) (have|) (completely|totally|just|) (forgot|forgotten|overlooked it|missed it)",
    },
    named={
        Wish.TIE: "(a|the|your|) (draw|tie)",
    },
    agreeing={
        Wish.TIE: """(lets|let us|we|we can|ok lets|) (call|make) it (a|) (draw|tie), (a|the|) (draw|tie)
            (is|sounds|would be) (fine|good|ok|okay|fair|great|fine by me|fine with me|ok with me|okay with
            me|good for me), (a|the|your|) (draw|tie) (agreed|accepted|it is|then), (i|i will|ill|we|) (agree
            to|accept|take) (a|the|your|this|that) (draw|tie|offer|draw offer), agreed (to|on) (a|the)
            (draw|tie)""",
        Wish.UNDO: """(you|sure you|yes you|) (can|may) (take|have) (it|that|this|your move|the move|your last
            move) back, (go ahead and|just|) take (it|that|your move|the move) back""",
    },
    table="""standings, table, ranking, rankings, rank, ranks, leaderboard, leads, leading, ahead, winning, stand,
        scoreboard, who is first, whos first, is the (tournament|cup|league) going, am i doing in the
        (tournament|cup|league), (tournament|cup|league) results""",
    beside_table="""the, a, final, last, show, send, give, me, let, see, can, could, may, have, get, please, who,
        whos, is, what, whats, are, current, latest, now, so, far, of, in, this, tournament, cup, league, season,
        division, group, where, do, does, i, am, we, my, how, at, moment, right, and, just""",
    instead="""how, about, do, what, this, next, time, round, now, then, maybe, perhaps, and, or, instead, again, too,
        try, lets, let, us, shall, we, can, could, you, up, for, fancy, want, would, like, to, play, some, a, an,
        the, game, match, of, with, me""",
    middle="middle, center, centre, central",
    left="left, lefthand, topleft, upperleft, bottomleft, lowerleft",
    right="right, righthand, topright, upperright, bottomright, lowerright",
    top="top, upper, above, topleft, upperleft, topright, upperright",
    bottom="bottom, lower, bottomleft, lowerleft, bottomright, lowerright",
    beside_place="""in, into, the, a, at, to, on, of, corner, board, side, edge, row, column, hand, please, i,
        ill, id, like, want, would, my, move, stone, piece, play, put, it, go, goes, going, place, lets, just,
        right, exactly, square, cell, point, field, most, take, now, then, so, with, start""",
    likewise="""(ok|okay|yes|and|) (me|i|i do|ill do) (too|also|as well|likewise), same (here|for me|to me),
        (ill|i will|i|lets) do the same, likewise, ditto, so do i, same again, the same""",
    kindness="""thanks, thank you, many thanks, thx, ty, tyvm, gg, good game, great game, nice game, good match,
        well played, good luck, gl, hf, glhf, have fun, enjoy, congratulations, congrats, bravo, cheers,
        (good|great|nice|brilliant|excellent) (move|one)""",
    reminders="reminder, reminders, reminding, remind",
    apologies="sorry, apologies",
    excuses="""(i|we) (was|were|have been) (so|very|really|rather|too|quite|)
        (ill|sick|away|busy|unwell|travelling|traveling|offline|on holiday|on vacation|in hospital|not well),
        (ive|weve) been (so|very|really|) (ill|sick|away|busy|unwell|travelling|traveling|offline|on holiday|on
        vacation), i (had|have had) (no|so little|little) time, my (computer|mail|internet|laptop|phone) (was|is)
        (down|broken), for (the|my) (long|) (delay|silence|wait|late answer|late reply|late move|late
        response)""",
    asides="by the way, oh (no|dear|nein|je|non|la la|), btw, damn",
    please="please, pls, plz, sorry",
    when="when, (and|so|hi|hello) when",
    next_season="""(next|coming|new|another) (season|one|round|tournament|time), when does it (start|begin|go
        on)""",
    next_game="""(next|following|new) (game|match|board|opponent), following (season|one|round|tournament),
        continue, continues, goes on, go on, starts, start, begins, begin, ends, end, over""",
    of_a_move="you, your, move",
    who_is_next="""(who|whom) (do|will|shall|am) i (play|playing|meet|face) (against|) next, who is (my|) next
        opponent, whos (my|) next opponent, (who is|whos) next for me""",
)
