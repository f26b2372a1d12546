"""Commands that a player asks for in other words, or without name and password, in a mail or an answer to any letter.

`Please invite tom@example.org to a game of hex` and `sign me up for the hex cup` are asked about before anything is
done. A setting that is written as it is (`change letters daily`) holds at once where the address that is answered
shows whose it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

from pbmserv.commands.accounts.first_game import USUAL
from pbmserv.commands.requests.authentication import FORGOT
from pbmserv.commands.requests.budgets import is_ours
from pbmserv.commands.requests.context import Call
from pbmserv.commands.requests.outcome import Outcome
from pbmserv.commands.requests.redaction import Quoting
from pbmserv.commands.requests.reply import MOST_ANSWERED, Reply
from pbmserv.commands.run.asking_back import answers_a_question, as_typed, says_what_is_asked, with_games
from pbmserv.commands.run.digest_answers import is_line
from pbmserv.commands.run.new_tournaments import new_tournament
from pbmserv.commands.run.once_more import game_of_letter, once_more
from pbmserv.commands.run.parser import Action, CommandFields, LacksGame, ParseError, action_of, parse
from pbmserv.commands.run.personal_wishes import (
    Asked,
    about_its_tournament,
    away_or_back,
    board_of_end,
    list_or_setting,
)
from pbmserv.commands.run.refusals import refused
from pbmserv.commands.starting.rematches import Rematch, rematch_question
from pbmserv.commands.starting.wanted_games import challenge_line, looking_for_anyone, opponents_in, options_wanted
from pbmserv.games.base import Game
from pbmserv.games.message import Message
from pbmserv.games.other_words import NEED_A_PARAMETER
from pbmserv.language.command_spec import Claim
from pbmserv.language.words import (
    PLACES_OF_A_PASSWORD,
    Misspelt,
    Word,
    either,
    is_option,
    without_frame,
    without_mark,
)
from pbmserv.letters.absence import LOOKS_SO
from pbmserv.letters.subjects import ALL_TOURNAMENTS, TOURNAMENT, subject_of_ours
from pbmserv.play.board import Board, Player, in_sentence
from pbmserv.play.game_wanted import GameWanted, game_proposed, game_wanted, games_in, is_denied
from pbmserv.play.open_challenge import ANYONE
from pbmserv.play.tournament_questions import names_next_season
from pbmserv.play.yes_and_no import NO, YES, asks_for_another_game, told_by, words_in
from pbmserv.storage.tokens import OF_A_BOARD, WITH_WORDS, Answering, Kind
from pbmserv.storage.tournaments import Tournament

_AT_ONCE = frozenset(
    {
        *("change broadcasts", "change colours", "change confirm", "change format", "change language"),
        *(
            "change letters",
            "change pieces",
            "change receipts",
            "change timezone",
            "vacation",
            "tournament join",
            "tournament leave",
            "subscribe",
            "unsubscribe",
            "notify",
        ),
        *("seek", "accept", "reject", "limit", FORGOT),
    }
)
"""What whoever answers a letter may set without a question: it can be set back as easily."""
_LONGEST = 300
"""The longest request, in characters; more is a story."""
_MOST_TOURNAMENTS = 200
_MOST_TO_CHOOSE = 10
_MOST_WORDS_OF_A_GREETING = 4
_JOINING = re.compile(
    r"\b(?:join\w*|sign (?:me |us )?up|signup|enter|enrol\w*|enroll\w*|register\w*|count me in|take part"
    r"|participat\w*|be in|play in|put me (?:in|down)|add me|(?:i['’]?m|i am) in|melde mich|anmelden|anmeldung"
    r"|mitmachen|mitspielen|mach\w* (?:gern\w* |auch |sehr )*mit|spiel\w* (?:gern\w* |auch |sehr )*mit"
    r"|bin dabei|j['’]en suis|je participe|teilnehmen|(?:m['’])?inscri\w*|participer|apunt\w*|unirme|participar"
    r"|iscriv\w*|partecip\w*|ci sto|meedoen|doe mee|inschrijven"
    r"|записать\w*|запиши\w*|участвовать|участвую|присоединиться|wezmę udział|zapisz)\b",
    re.IGNORECASE,
)
_STANDINGS = re.compile(
    r"\b(?:standings?|tables?|results?|rankings?|leaderboard|who (?:is|['’]s) (?:winning|leading|first|ahead)"
    r"|whos (?:winning|leading|first|ahead)|who (?:leads|won|has won)|how (?:do|did|am) i (?:stand|doing|do)"
    r"|(?:my|what) (?:place|rank)|wer (?:führt|liegt vorn\w*|hat gewonnen)|qui (?:mène|a gagné)"
    r"|tabellen?|rangliste|zwischenstand|wie steht|classements?"
    r"|clasificaci[oó]n|tabla|classifica|tabela|tussenstand|ranglijst|таблиц\w*|положение)\b",
    re.IGNORECASE,
)
_ABOUT_ONE = re.compile(
    r"\b(?:who (?:else )?(?:plays|(?:is|'s) (?:in|playing))|how (?:long|many)|when (?:does|will|is) it"
    r"|(?:who|whom) (?:do|will|shall) i (?:play|meet)|(?:what|which|how (?:big|large)) (?:size|board|game)"
    r"|(?:is it|are (?:the games|they)) rated|gegen wen|(?:welche|was für eine) größe"
    r"|wie gro(?:ß|ss) ist|how (?:big|large) is|contre qui|contra quién"
    r"|wann (?:geht|beginnt|fängt)|wer (?:spielt|macht|ist)|wie (?:lange|viele)|quand|qui joue|combien|cuándo"
    r"|quién juega)\b",
    re.IGNORECASE,
)
"""What is asked about a tournament that its own letter tells."""
_RULES_OF_ONE = re.compile(
    r"\b(?:(?:what|how|which) (?:are|is|about) the rules|rules|how does (?:it|this|that|a tournament) work"
    r"|(?:spiel)?regeln|wie geht das|règles|reglas|regole|spelregels|правила)\b",
    re.IGNORECASE,
)
"""What asks for the rules of a tournament and of its game."""
_WITHOUT_ME = re.compile(
    r"\b(?:without me|count me out|leave me out|(?:i['’]?m|i am) out|not (?:the |this |that )?next|ohne mich"
    r"|nicht mit mir|sans moi|sin m[ií]|senza di me|zonder mij|sem mim|без меня)\b",
    re.IGNORECASE,
)
_CANNOT_WAIT = re.compile(
    r"\b(?:wait|hurry|miss|abwarten|erwarten|warten|verpass\w*|attendre|rater|esperar|perder\w*|aspettare|wachten)\b",
    re.IGNORECASE,
)
"""Words by which somebody who denies something looks forward: `I can't wait for the next season!`"""
_PLAYING = re.compile(r"\b(?:play\w*|(?:mit)?spiel\w*|jou\w*|jug\w*|gioc\w*|jog\w*|spel\w*|игра\w*)\b", re.IGNORECASE)
_I_PLAY = re.compile(
    r"\b(?:(?:i|i['’](?:ll|d|m)|we|we['’]ll|ich|wir|je|yo|io|eu|ik|я|мы)\b[^.?!\n]{0,40}"
    r"\b(?:play\w*|(?:mit)?spiel\w*|jou\w*|jug\w*|jueg\w*|gioc\w*|jog\w*|speel\w*|spelen|игра\w*|сыгра\w*)"
    r"|me too|me as well|ich auch|moi aussi|yo tambi[eé]n|anch['’]io|eu tamb[eé]m|ik ook|я тоже)\b(?![^.!\n]*\?)",
    re.IGNORECASE,
)
"""What joins the tournament whose letter is answered, of itself: `I'll play, too`."""
_LEAVING = re.compile(
    r"\b(?:leave|leaving|withdraw|withdrawing|drop out|sign me off|take me (?:out|off)|abmelden|désinscri\w*|verlasse"
    r"|verlassen|aussteigen|steige aus|quitter|quitte"
    r"|baja|retirarme|salir|uscire|lasciare|verlaten|выйти|покинуть)\b",
    re.IGNORECASE,
)
_TOURNAMENT = re.compile(
    r"\b(?:tourn[ae]y\w*|tournament\w*|turnier\w*|tournoi\w*|torneo\w*|torneio\w*|toernooi\w*|turniej\w*|турнир\w*|cup"
    r"|league|liga|ligue|ladder)\b",
    re.IGNORECASE,
)
_IS_CHALLENGE = re.compile(r"\s*\w+ challenge\b", re.IGNORECASE)
"""A command with one word for the game, which may be misspelt."""
_TOGETHER = re.compile(
    r"\W*(?:(?:please|hi|hello|and|so)[\s,]+)*(?:let['’]?s|let us|shall we|can we|could we|may we|do you want to"
    r"|another|a new|new|i want to|i(?:['’]d| would) like to|wollen wir|spielen wir|lass uns|noch|on joue|jouons"
    r"|jugamos|giochiamo|давай\w*|сыграем)\b",
    re.IGNORECASE,
)
"""How a line begins that asks the other to play: `I play chess, too` does not."""
_A_PLACE = re.compile(r"(?<![\w@.+-])[a-z][0-9]{1,2}(?![\w@-])", re.IGNORECASE)
_A_GAME = frozenset({"game", "match", "round", "spiel", "partie", "runde", "partida", "partita", "партию"})
_ABOUT_NO_BOARD = frozenset({Kind.HELP, Kind.WELCOME})
_OF_NO_SINGLE_BOARD = _ABOUT_NO_BOARD | {Kind.DIGEST}
_WANTING = re.compile(
    r"\W*(?:(?:please|hi|hello|can|could|may|shall|i|we|want|wanna|would|like|to|id|i['’]d|let['’]?s|let us)[\s,]+)*"
    r"(?:play|start|begin|have|challenge|invite|(?:a )?new|another|rematch|spiel\w*|noch"
    r"|jouer|jugar|otra|une autre)\b",
    re.IGNORECASE,
)
"""How a line begins that asks for a game, and does not tell of one."""


def command_asked(call: Call, reply: Reply, answering: Answering | None, parsed: Action | ParseError) -> Asked | None:
    """The command that a mail asks for, if it is no whole command; `parsed` is its line."""
    player = _author(call, reply, answering)
    if player is None:
        return None
    if asked := away_or_back(call, reply, answering, player):
        return asked
    if says_what_is_asked(call, reply):
        # A yes to the question that is answered, in its own words.
        return None
    if call.mail.unanswered or reply.tells_of_absence:
        return None
    if asked := about_its_tournament(call, reply, answering, player):
        return asked
    if isinstance(parsed, ParseError) and without_frame(reply.line) != reply.line:
        # As our letters print it: in quotes, or behind a sign of quotation.
        parsed = parse(without_frame(reply.line), call.catalogue, call.commands)
    of_tournaments = subject_of_ours(reply.subject, call.catalogue, reply.is_answer) in {TOURNAMENT, ALL_TOURNAMENTS}
    if (
        _is_a_beginning(parsed)
        and not of_tournaments
        and (asked := list_or_setting(call, reply, answering, player, iter(())))
    ):
        # "mes parties" is no message.
        return asked
    is_sure = answering is not None and answering.kind not in WITH_WORDS and answering.player == player
    # In answer to a board, the game is that board's.
    may_be_any = is_sure and not (answering and answering.kind in OF_A_BOARD)
    if may_be_any and isinstance(parsed, ParseError) and (lines := _lines_of_games(call, parsed, player)):
        return Asked(None, player, "", False, partial(_which_game, parsed=parsed, lines=lines))
    # One word in answer to a question is the answer, and no command (`delete`).
    is_answer = reply.code is not None and len(parsed.line.words) == 1
    # Where words or a move are expected, the game is that of the board, and nothing is looked for elsewhere.
    lacks_game = isinstance(parsed, ParseError) and isinstance(parsed.refusal, LacksGame)
    is_answer = is_answer or (lacks_game and answering is not None and answering.kind not in _ABOUT_NO_BOARD)
    found = None if is_answer else without_its_author(call, parsed, player)
    is_for_nobody = answering is None or answering.kind is Kind.HELP
    is_theirs = call.is_proven or answers_a_question(call, reply, player)
    if found and is_for_nobody and found.command.name not in _AT_ONCE and not is_theirs:
        # Anybody may have written it, to have its player say yes without thinking.
        found = None
    if found:
        is_for_others = answering is not None and answering.kind in WITH_WORDS
        if is_sure and (found.command.name in _AT_ONCE or found.command.reads_only):
            return Asked(found, player, "", False)
        if is_sure:
            return Asked(found, player, _whether(call, found), False)
        why = "Nothing has been passed on." if is_for_others else "It is written without your name and password."
        return Asked(found, player, Message("{why} Did you mean this command?", why=why), False)
    if answering is not None and answering.kind in WITH_WORDS:
        # What is said to somebody else is theirs; to the end of a game, what the server alone can show is not.
        asked = list_or_setting(call, reply, answering, player, iter(()))
        board = None if asked else board_of_end(call, answering)
        return asked or (new_tournament(call, reply.line, player, board.game) if board else None)
    # "I play d3 against carol" is no challenge.
    is_of_moves = is_line(call, reply.line) or _A_PLACE.search(reply.line[:_LONGEST])
    if answering is not None and answering.kind is Kind.DIGEST and is_of_moves:
        return None
    if (answering is None or answering.kind in _OF_NO_SINGLE_BOARD) and (
        asked := once_more(call, reply, answering, player)
    ):
        return asked
    is_players = answering is not None and answering.player == player
    is_of_board = answering is not None and answering.kind not in _ABOUT_NO_BOARD
    texts = list(texts_in(call, reply))
    for text in texts:
        if asked := new_tournament(call, text, player, game_of_letter(call, reply, answering)):
            return asked
        usual = game_of_letter(call, reply, answering)
        found_in_words = _invitation(call, text, player, is_of_board, usual, said=texts)
        if found_in_words := found_in_words or _tournament(call, reply, text, player, is_players):
            return found_in_words
    return list_or_setting(call, reply, answering, player, texts_in(call, reply))


def _is_a_beginning(parsed: Action | ParseError) -> bool:
    """Whether the first word is no more than the beginning of a command's name."""
    words, command = parsed.line.words, parsed.command
    first = words[0].text.lower() if words else ""
    return command is not None and all(first not in {name, name.split()[0]} for name in command.words)


def _lines_of_games(call: Call, parsed: ParseError, player: Player) -> list[str]:
    """The commands that may be meant where several games of a player have the number in one without a game."""
    if not isinstance(parsed.refusal, LacksGame):
        return []
    typed = " ".join(map(as_typed, parsed.line.words))
    lines = [f"{each.game.word} {typed}" for each in with_games(call, parsed, player) if each.game]
    return lines if len(lines) > 1 else []


def _which_game(call: Call, parsed: ParseError, lines: Sequence[str]) -> Outcome:
    why = Message("{why} Perhaps you mean: {commands}.", why=parsed.refusal.words, commands=either(lines))
    return refused(call, Misspelt(why), None, Quoting(call, parsed.line))


def _author(call: Call, reply: Reply, answering: Answering | None) -> Player | None:
    """Whose mail this is: who was written to, or else the only one with its address.

    Of mail that gets no answer for its words of an absence alone, only an answer to a letter of ours has an author.
    """
    is_answer = bool(answering or reply.code or subject_of_ours(reply.subject, call.catalogue, reply.is_answer))
    if call.mail.unanswered and not (call.mail.unanswered == LOOKS_SO and is_answer):
        return None
    if not call.credential.writes_mail or reply.letters > MOST_ANSWERED:
        return None
    if answering is not None and answering.kind is not Kind.HELP:
        return answering.player if call.principal.is_from(answering.player) else None
    own = call.principal.at_address
    return own[0] if len(own) == 1 and call.credential.is_certain else None


def without_its_author(call: Call, parsed: Action | ParseError, player: Player) -> Action | None:
    """A command that lacks the name and password of its player, or has what our letters print in their place.

    If it lacks its game as well, that of the player's only board with this number is meant.
    """
    command = parsed.command
    if isinstance(parsed, ParseError) and isinstance(parsed.refusal, LacksGame):
        of_boards = with_games(call, parsed, player)
        parsed = of_boards[0] if len(of_boards) == 1 else parsed
    if command is None or (isinstance(parsed, Action) and parsed.claim.password not in PLACES_OF_A_PASSWORD):
        return None
    rest = tuple(_without_who(without_mark(parsed.line.rest), player))
    if command.name == FORGOT and not rest:
        fields = CommandFields(FORGOT, (player.userid,))
    elif not command.needs_player or command.needs_password or (command.of_a_game and not parsed.game):
        return None
    else:
        game = parsed.game.word if parsed.game and command.of_a_game else ""
        values = tuple(word.text for word in rest if not is_option(word))
        options = tuple(word for word in rest if is_option(word))
        fields = CommandFields(command.name, values, game, claim=Claim(player.userid, None), typed=options)
    found = action_of(fields, None, call.catalogue, call.commands)
    return found if isinstance(found, Action) else None


def _without_who(words: Sequence[Word], player: Player) -> list[Word]:
    names = {player.userid.lower(), "userid"}
    for place, word in enumerate(words[:2]):
        if word.text.lower() in names:
            after = place + 1
            has_password = words[after:] and words[after].text in PLACES_OF_A_PASSWORD
            return [*words[:place], *words[after + bool(has_password) :]]
    return list(words)


def texts_in(call: Call, reply: Reply) -> Iterator[str]:
    """What may be a request: the Subject, unless it is that of a letter of ours, and the first paragraph."""
    if reply.subject and subject_of_ours(reply.subject, call.catalogue, reply.is_answer) is None:
        yield reply.subject[:_LONGEST]
    below = [] if reply.is_apart else reply.body.splitlines()
    rest = below[: next((at for at, line in enumerate(below) if not line.strip()), len(below))]
    paragraph = " ".join([reply.line, *rest]).strip()
    yield paragraph if len(paragraph) <= _LONGEST else reply.line[:_LONGEST]
    if reply.is_apart and len(reply.line.split()) <= _MOST_WORDS_OF_A_GREETING:
        # "Hello," above what is asked.
        yield " ".join(reply.body.strip().split("\n\n")[0].split())[:_LONGEST]


def game_with_somebody(call: Call, line: str, board: Board, player: Player) -> Asked | None:
    """What asks, beside a game or after it, for one with another player or of another game: `new game with carol`.

    `Let's play chess too` is for the same players. More of the same game, once it is over, is a rematch.
    """
    if len(line) > _LONGEST or is_denied(line):
        return None
    wanted = game_wanted(line, call.catalogue) if _WANTING.match(line) else None
    if board.is_on and not (wanted and wanted.names) and _asks_for_a_game_more(line):
        wanted = GameWanted({board.game.word: board.game}, (), (), line, True)
    proposed = None if wanted and wanted.games else game_proposed(line, call.catalogue)
    if proposed and board.is_on and board.game in proposed.games.values():
        # `hex now?` in a game of Hex asks for a move.
        proposed = None
    wanted = proposed or wanted
    if wanted is not None and wanted.games and not wanted.names and (proposed or _TOGETHER.match(line)):
        wanted = wanted._replace(names=tuple(each.userid for each in board.players if each != player))
    if wanted is None or wanted.addresses or len(wanted.games) > 1 or not opponents_in(call, wanted, board.game)[1]:
        return None
    others = {each.userid.lower() for each in board.players}
    is_same_game = board.game in (wanted.games.values() or [board.game])
    if not board.is_on and is_same_game and others.issuperset(map(str.lower, wanted.names)):
        return None
    return _challenge(call, wanted, player, False, board.game)


def _asks_for_a_game_more(line: str) -> bool:
    """Whether a line asks for another game beside one that goes on, and not to do something again there."""
    return asks_for_another_game(line) and not _A_GAME.isdisjoint(words_in(line))


def _invitation(
    call: Call, text: str, player: Player, is_of_board: bool, usual: Game[Any] | None, said: Sequence[str]
) -> Asked | None:
    """The invitation or challenge that a text wants, with its game, its options and whom it names.

    The game is that of the answered letter, `usual`, if none is named. Options stand in any text that is `said`:
    `on a 9x9 board` below the Subject `Go with Bob?`.
    """
    wanted = game_wanted(text, call.catalogue, said)
    if wanted is None or len(wanted.addresses) > 1:
        return None
    if not wanted.addresses:
        return _challenge(call, wanted, player, is_of_board, usual)
    [address] = wanted.addresses
    if is_ours(address, call.server) or not (wanted.says_so or wanted.games):
        return None
    called, game = _first_of(call, wanted, usual)
    action = _parsed(call, challenge_line(called, wanted, game, player.userid, [address]))
    question = Message(
        "An invitation to a game of {game} would go to {address}, with your name, {player}, and without your address."
        " Shall it be sent? The command for that is:",
        game=game.name,
        address=address,
        player=player.userid,
    )
    if len(wanted.games) != 1:
        question = _for_another_game(question, address)
    return Asked(action, player, question if isinstance(action, Action) else "", True)


def _challenge(
    call: Call, wanted: GameWanted, player: Player, is_of_board: bool, usual: Game[Any] | None
) -> Asked | None:
    """The challenge to players that a text names. That somebody is not here is told where no move can be meant."""
    if len(wanted.games) > 1 or not wanted.names:
        return None
    called, game = _first_of(call, wanted, usual)
    others, are_known = opponents_in(call, wanted, game)
    if not wanted.games and (not are_known or _IS_CHALLENGE.match(wanted.text)):
        return None
    if is_of_board and not (are_known and wanted.games and wanted.says_so):
        return None
    action = _parsed(call, challenge_line(called, wanted, game, player.userid, others))
    if others == [ANYONE] and called not in NEED_A_PARAMETER:
        # As "anyone for chess?": what waits already is joined.
        typed = tuple(map(Word, options_wanted(called, wanted, game)))
        fields = CommandFields(ANYONE, (), game.word, claim=Claim(player.userid, None), typed=typed)
        action = action_of(fields, None, call.catalogue, call.commands)
        question = looking_for_anyone(game)
    elif ANYONE in others:
        question = Message(
            "Shall a game of {game} wait until somebody joins you, {player}? The command for that is:",
            game=game.name,
            player=player.userid,
        )
    else:
        question = Message(
            "Shall a game of {game} begin, with {players}, {player}? The command for that is:",
            game=game.name,
            players=in_sentence([*others, Message("you")]),
            player=player.userid,
        )
    if not wanted.games:
        question = _for_another_game(question, others[0])
    return Asked(action, player, question if isinstance(action, Action) else "", True)


def _whether(call: Call, found: Action) -> Message:
    """The question whether a command shall be carried out."""
    if isinstance(found.command, Rematch) and found.game is not None:
        board = call.work.boards.load(found.game.word, found.given["board"])
        return Message("{question} The command for that is:", question=rematch_question(board, ""))
    return Message("Shall this be done? {does}.", does=Message(found.command.summary))


def _first_of(call: Call, wanted: GameWanted, usual: Game[Any] | None) -> tuple[str, Game[Any]]:
    """The first game that is named, as it is called; else this one, or that with which one begins here."""
    usual = usual or call.catalogue.get(USUAL) or next(iter(call.catalogue.values()))
    return next(iter(wanted.games.items()), (usual.word, usual))


def _for_another_game(question: Message, other: str) -> Message:
    how = Message(
        "For another game, write a sentence that names one, for example: invite {other} to a game of hex.",
        other=other,
    )
    return Message("{how} {question}", how=how, question=question)


def _parsed(call: Call, line: str) -> Action | ParseError:
    return parse(line, call.catalogue, call.commands)


def _tournament(call: Call, reply: Reply, text: str, player: Player, is_sure: bool) -> Asked | None:
    """What a text wants of a tournament; `is_sure` says that the address which is answered shows whose text it is."""
    subject = subject_of_ours(reply.subject, call.catalogue, reply.is_answer)
    is_about_one, is_about_all = subject == TOURNAMENT, subject == ALL_TOURNAMENTS
    leaves = _LEAVING.search(text) is not None
    is_about_some = is_about_one or is_about_all
    joins = bool(_JOINING.search(text) or (is_about_some and _I_PLAY.search(text))) and not leaves
    says_no = is_about_one and not leaves and _says_no_to_one(text)
    if says_no or is_denied(text):
        # "I don't want to play the next season": who says no to a letter of a tournament is asked about leaving it.
        wants_none = says_no or joins or _PLAYING.search(text) is not None
        leaves = is_about_one and not leaves and wants_none
        joins = False
        if not leaves:
            return None
    listed = [each.tournament for each in call.work.tournaments.listed(_MOST_TOURNAMENTS)] if is_about_all else []
    # A yes to the list is one to the only tournament in it.
    joins = joins or (len(listed) == 1 and told_by(text) == YES)
    asks = ""
    if (is_about_one or len(listed) == 1) and not (joins or leaves):
        is_asked = names_next_season(text) or _ABOUT_ONE.search(text)
        asks = "standings" if _STANDINGS.search(text) else "show" if is_asked else ""
        asks = asks or ("rules" if _RULES_OF_ONE.search(text) else "")
    if not (joins or leaves or asks or is_about_all):
        return None
    if not (is_about_one or is_about_all or _TOURNAMENT.search(text)):
        return None
    listed = listed or [each.tournament for each in call.work.tournaments.listed(_MOST_TOURNAMENTS)]
    named = [each for each in listed if _is_named(each.name, text)]
    if not named and is_about_one:
        name = reply.subject.split()[-1].rstrip("*")
        named = [each for each in listed if each.name.lower() == name.lower()]
        if (leaves or asks == "standings") and not named and (over := call.work.tournaments.named(name)):
            # One that is over is in no list: its table is shown, or why it cannot be left is told.
            named = [over]
    if not named:
        games = {game.word for game in games_in(text, call.catalogue)}.union(_long_words_in(text))
        named = [each for each in listed if each.game in games]
    if not named and is_about_all and (joins or asks):
        named = listed if len(listed) == 1 else _still_to_join(call, listed, player)
    if len(named) > 1:
        longest = max(len(each.name) for each in named)
        named = [each for each in named if len(each.name) == longest and _is_named(each.name, text)]
    if len(named) != 1:
        return None if says_no or (is_about_all and not joins) else _list_of_tournaments(call, player)
    if says_no and not call.work.tournaments.is_entered(named[0], player):
        return None
    if joins and call.work.tournaments.is_entered(named[0], player):
        # Who looks forward to the next season is in it already.
        asks = "show"
    if asks:
        fields = CommandFields(f"tournament {asks}", (named[0].name,))
        if asks == "rules":
            fields = CommandFields("help", (named[0].game, "tournaments"))
        action = action_of(fields, None, call.catalogue, call.commands)
        return Asked(action, player, "", True) if isinstance(action, Action) else None
    asked = _with_tournament(call, named[0], player, leaves)
    is_as_offered = words_in(text) in _as_offered(named[0], "leave" if leaves else "join", is_about_one)
    return asked._replace(question="") if asked and is_as_offered and is_sure else asked


def _says_no_to_one(text: str) -> bool:
    """Whether a text says no to a tournament: `no thanks`, `without me`, `no time for the next season`."""
    is_next_denied = names_next_season(text) and is_denied(text) and not _CANNOT_WAIT.search(text)
    is_no = told_by(text) == NO or _WITHOUT_ME.search(text) or is_next_denied
    return bool(is_no) and "?" not in text


def _long_words_in(text: str) -> Iterator[str]:
    """The words of a text that may be games where tournaments are spoken of: `the hex one`, `Hex-Turnier`."""
    return (word for word in words_in(text.replace("-", " ")) if len(word) > 2)


def _still_to_join(call: Call, listed: Sequence[Tournament], player: Player) -> list[Tournament]:
    """The only one of a few tournaments that a player is not in; else none, as it is not clear which is meant."""
    few = listed if len(listed) <= _MOST_TO_CHOOSE else []
    others = [each for each in few if not call.work.tournaments.is_entered(each, player)]
    return others if len(others) == 1 else []


def _as_offered(tournament: Tournament, word: str, is_about_one: bool) -> list[list[str]]:
    """The words of a letter about tournaments: `join` to that of one, `join spring-cup` to any."""
    return [*([[word]] if is_about_one else []), words_in(f"{word} {tournament.name}")]


def _with_tournament(call: Call, tournament: Tournament, player: Player, leaves: bool) -> Asked | None:
    what, question = (
        ("leave", Message("Do you want to leave the tournament {tournament}?", tournament=tournament.name))
        if leaves
        else ("join", Message("Do you want to play in the tournament {tournament}?", tournament=tournament.name))
    )
    fields = CommandFields(f"tournament {what}", (tournament.name,), claim=Claim(player.userid, None))
    action = action_of(fields, None, call.catalogue, call.commands)
    words = Message("{question} The command for that is:", question=question)
    return Asked(action, player, words, True) if isinstance(action, Action) else None


def _list_of_tournaments(call: Call, player: Player) -> Asked | None:
    """The list, in which each can be read about: it is not clear which one is meant."""
    action = parse("tournament list", call.catalogue, call.commands)
    return Asked(action, player, "", True) if isinstance(action, Action) else None


def _is_named(name: str, text: str) -> bool:
    """Whether a text has the name of a tournament, in any case, as one word or several."""
    words = words_in(name.replace("-", " "))
    said = words_in(text.replace("-", " "))
    return any(said[at : at + len(words)] == words for at in range(len(said))) or "".join(words) in said
