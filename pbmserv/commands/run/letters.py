"""Letters about refusals, several commands, strangers' mail, and mail that got no answer."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from pbmserv.commands.requests.context import Call
from pbmserv.commands.requests.letters import in_one_letter, yes_or_no
from pbmserv.commands.requests.outcome import (
    BatchResult,
    FactsTold,
    Outcome,
    Refused,
    RulesInShort,
    Why,
    nothing_to_do,
)
from pbmserv.commands.requests.prefetch import MULTIPLE
from pbmserv.commands.requests.recipients import (
    address_for_asker,
    address_to_say_yes,
    asker_as_reader,
    to_sender,
    with_any_answer,
    with_help_to_answer,
)
from pbmserv.commands.requests.redaction import NOTHING
from pbmserv.commands.run.unanswered import UNTOLD
from pbmserv.games.base import Game
from pbmserv.games.message import Message, counted, with_each, words_restored
from pbmserv.language.words import MASK
from pbmserv.letters.absence import ASKS_FOR_NONE, LOOKS_SO
from pbmserv.letters.action_links import links_to_answer
from pbmserv.letters.board import board_letter, thread_of
from pbmserv.letters.letter import Letter, text_of, write
from pbmserv.letters.page import ActionLink
from pbmserv.letters.reply_address import Tag, tagged_address
from pbmserv.letters.seats import against, mover_title
from pbmserv.letters.times import moment
from pbmserv.locale.catalogs import UNTRANSLATED, catalog_of, of_ours, speaking
from pbmserv.play.board import Board, Status, in_sentence
from pbmserv.play.plans import CHAT
from pbmserv.play.record import SWAP
from pbmserv.play.view import SHOWN
from pbmserv.storage.tokens import Kind


def of_refusal(refused: Refused, call: Call) -> list[Letter]:
    """To the author."""
    if refused.names_no_board:
        from pbmserv.commands.run.digest_answers import of_no_line

        return of_no_line(refused, call)
    board = refused.board
    # Whoever has to find the right password is not shown a board.
    is_shown = board is not None and board.status is not Status.REMOVED and refused.why is not Why.UNAUTHORISED
    drawn = _drawn(refused, board, call) if board and is_shown else Letter("", "")
    can_answer = not (refused.reply_to or drawn.reply_to) and call.credential.writes_mail and not call.mail.reads_only
    again = _move_instead(refused, drawn)
    is_answer = bool(again) and refused.was_answer
    letter = write(
        "run/refusal",
        board.title if board else "What you wrote",
        thread_of(board) if board else None,
        _help_offered(refused, bool(call.principal.at_address)) if can_answer else _offers(refused, drawn),
        says="A question" if refused.why is Why.QUESTION or refused.begun else "Not done",
        why=of_ours(_why(refused)),
        for_others=refused.proposed.words if refused.proposed else refused.for_others,
        is_talk=refused.proposed is not None and refused.proposed.text == CHAT,
        choices=[choice for choice in refused.choices if choice not in refused.words],
        quoted=_quoted(refused, is_answer),
        again=again,
        is_answer=is_answer,
        game_word=board.game.word if board else refused.game.lower(),
        answered=refused.was_answer,
        wrong_password=refused.why is Why.UNAUTHORISED,
        form=refused.form,
        example=refused.example,
        own_boards=refused.own_boards if can_answer else (),
        game=refused.game,
        topic=refused.topic,
        board=drawn.text,
        can_answer=can_answer,
        is_known=bool(call.principal.at_address),
    )
    if can_answer:
        letter = with_any_answer(call, letter)
    letter = replace(letter, reply_to=refused.reply_to or drawn.reply_to or letter.reply_to)
    letter = _above(letter, drawn)
    view = letter.page.view if letter.page else None
    if refused.begun and letter.page and view:
        links = links_to_answer(view, letter.page.begun, drawn.reply_to is not None, refused.begun)
        letter = replace(letter, links=links)
    return [to_sender(call, letter)]


def _why(refused: Refused) -> str:
    """What was refused, and on which of several boards against whom."""
    board, reader = refused.board, refused.reader
    if board is None or len(board.players) < 2 or reader not in board.players:
        return refused.words
    if refused.why is Why.QUESTION or refused.begun:
        # These begin with what they ask, by which they are known where an answer quotes them.
        return refused.words
    if set(re.findall(r"[\w.-]+", refused.words)).issuperset(each.userid for each in board.players if each != reader):
        return refused.words
    titled = against(board, reader)
    words: str = with_each(refused.words, lambda value: titled if value == board.title else value)
    if words is not refused.words:
        return words
    plain, named = re.subn(rf"{re.escape(board.title)}(?!\d)", lambda _: titled, refused.words, count=1)
    return plain if named else Message("{board}: {what}", board=titled, what=refused.words)


def of_facts(told: FactsTold, call: Call) -> list[Letter]:
    """To a player who asks a question of fact in answer to a board."""
    board, reader = told.board, call.principal.replier
    zone, reply_to = asker_as_reader(call).zone, address_for_asker(call, board)
    drawn = board_letter(board, reader, SHOWN, call.server, call.at, zone, reply_to)
    view = drawn.page.view if drawn.page else None
    seats = view.board.seats if view else ()
    letter = write(
        "run/facts",
        board.title,
        thread_of(board),
        says="An answer",
        words=told.words,
        noted=nothing_to_do() if told.is_noted else "",
        title=against(board, reader),
        view=view,
        side=in_sentence([seat.name for seat in seats if seat.name and reader and seat.userid == reader.userid]),
        until=moment(view.move_by, zone) if view and view.move_by else "",
        to_move=in_sentence([*dict.fromkeys(mover_title(seats, seat) for seat in board.to_move)]),
        board=drawn.text,
    )
    return [to_sender(call, _above(replace(letter, reply_to=reply_to), drawn))]


def _above(letter: Letter, drawn: Letter) -> Letter:
    """A letter that ends with the text of a board's letter, with that board's page and buttons."""
    if drawn.page is None or letter.body is None:
        return letter
    # The board stands in the last part of the text, and has a page of its own.
    body = replace(letter.body, parts=letter.body.parts[:-1])
    return replace(letter, body=body, page=drawn.page.within(letter.text, drawn.text), links=drawn.links)


def of_rules_in_short(told: RulesInShort, call: Call) -> list[Letter]:
    """To a player who asks for help in answer to a board: what it is about, what can be answered, and the board."""
    board, reader = told.board, call.principal.replier
    zone, reply_to = asker_as_reader(call).zone, address_for_asker(call, board)
    drawn = board_letter(board, reader, SHOWN, call.server, call.at, zone, reply_to)
    view = drawn.page.view if drawn.page else None
    moves = [(move, Message("A move")) for move in view.examples[:1]] if view and view.may.move else []
    moves += [(SWAP, Message("Take over the other side"))] if view and view.may.swap else []
    others = [(answer.to, answer.words) for answer in drawn.page.answers] if drawn.page else []
    letter = write(
        "run/rules_in_short",
        board.title,
        thread_of(board),
        says="Help",
        rules=told.rules,
        form=Message(board.game.form_of_move(view.seen)) if moves and view else "",
        answers=[(words.strip(), what) for words, what in [*moves, *others] if "://" not in words],
        game=board.game,
        board=drawn.text,
    )
    return [to_sender(call, _above(replace(letter, reply_to=reply_to), drawn))]


def of_several(several: BatchResult, call: Call) -> list[Letter]:
    """The letters to others, and all answers in one."""
    answers = [letter for letter in several.letters if letter.answers]
    if left := several.commands - len(several.outcomes):
        facts: dict[str, Any] = {"lines": several.commands, "left": left, "slow": several.too_slow}
        answers.append(write("run/commands_left", "Commands left over", **facts))
    attachments = tuple(attachment for letter in answers for attachment in letter.attachments)
    answer = in_one_letter(
        counted("Answers to {count} command", "Answers to {count} commands", several.commands),
        answers,
        titled=True,
    )
    others = [letter for letter in several.letters if not letter.answers]
    return [*others, to_sender(call, replace(answer, attachments=attachments))]


class Introduced(Outcome, frozen=True):
    """The introduction. It quotes nothing of the mail it answers."""

    written_by = "run.letters:of_introduction"

    games: tuple[str, ...]
    game: Game[Any] | None = None
    """The game that one word begins, by the `code`."""
    code: str = ""
    name: str = ""
    """What they are called then, if they choose no other name."""
    is_new: bool = False
    """Whether it stands for an offer that has been used, or is too old."""
    others: tuple[str, ...] = ()
    """The people with whom they want to play, as they have named them; none if the server plays."""
    invites: bool = False
    """Whether one of these is a mail address."""
    options: str = ""
    """How they want to play, as in a command."""
    fault: str = ""
    """Why what they want cannot be."""


def of_introduction(introduced: Introduced, call: Call) -> list[Letter]:
    """To a stranger."""
    game = introduced.game
    offers: list[ActionLink] = []
    if game:
        begin = (
            [*yes_or_no()] if introduced.others else [ActionLink(Message("Play {game}", game=game.name), game.word)]
        )
        offers = [*begin, ActionLink("Choose a name", "signup ")]
    letter = write(
        "run/introduction",
        "Help for pbmserv",
        offers=offers,
        server=call.server,
        games=introduced.games,
        game=game,
        name=introduced.name,
        is_new=introduced.is_new,
        others=in_sentence(introduced.others),
        has_address=introduced.invites,
        options=introduced.options,
        fault=introduced.fault,
    )
    if game is None:
        return [to_sender(call, with_help_to_answer(call, letter))]
    reply_to = tagged_address(call.server, Tag.CODE, introduced.code)
    return [to_sender(call, replace(letter, reply_to=reply_to, only_mailed=True))]


def with_untold(call: Call, letters: Sequence[Letter]) -> list[Letter]:
    """Add to the first letter to each player what was kept for them, and delete that."""
    fit = {letter.player for letter in letters if _is_fit(letter)}
    untold = set(call.work.players.chosen([player for player in fit if player], UNTOLD)) if fit else set()
    told: list[Letter] = []
    for letter in letters:
        kept = None
        if letter.player in untold and _is_fit(letter):
            untold.remove(letter.player)
            # Read once more: another worker may have told it, or kept more.
            kept = call.work.players.choose(letter.player, UNTOLD, None)
        told.append(replace(letter, text=f"{letter.text}\n{_in_language_of(letter, kept)}") if kept else letter)
    return told


def _offers(refused: Refused, drawn: Letter) -> Sequence[ActionLink]:
    """What can be answered: yes to the move that may be meant, or yes and no to a question that is asked again."""
    if refused.proposed and drawn.reply_to:
        move = refused.proposed.text
        label = Message("Yes, send it") if move == CHAT else Message("Yes: {move}", move=move)
        return [ActionLink(label, "yes")]
    return yes_or_no() if refused.reply_to and refused.command != MULTIPLE else ()


def _move_instead(refused: Refused, drawn: Letter) -> str:
    """A move that works, where one was refused and its author still has to move."""
    view = drawn.page.view if drawn.page else None
    # An answer that is no command may have been meant as a move.
    is_wordless = refused.was_answer and not refused.command
    is_move = (refused.command == "move" or refused.proposed or is_wordless) and drawn.reply_to
    return view.examples[0] if is_move and view and view.may.move and view.examples else ""


def _quoted(refused: Refused, is_answer: bool) -> str:
    """What is quoted of a refused line; of an answer, without the command that it was taken for."""
    if refused.why is Why.QUESTION or refused.line == NOTHING:
        # What we ask about was said in the writer's own words, and is no command.
        return ""
    return refused.line.partition(f"{MASK} ")[2] or refused.line if is_answer else refused.line


def _help_offered(refused: Refused, is_known: bool) -> Sequence[ActionLink]:
    """The help pages, and a new password, or the boards that may be meant, for who is asked for nothing else."""
    topic = f"help {refused.topic}".strip()
    offers = [
        ActionLink(
            Message("{game} board {number}", game=refused.game, number=number),
            f"{refused.game.lower()} showas {number}",
        )
        for number in refused.own_boards
    ]
    offers += [ActionLink(Message("Help: {subject}", subject=refused.topic) if refused.topic else "Help", topic)]
    if refused.why is Why.UNAUTHORISED:
        offers.append(ActionLink("New password", "forgot" if is_known else "forgot "))
    return offers


def _drawn(refused: Refused, board: Board, call: Call) -> Letter:
    if refused.proposed and refused.reader:
        reply_to = address_to_say_yes(call, board, refused.reader, refused.proposed, Kind.PROPOSED)
    else:
        reply_to = address_for_asker(call, board)
    zone = asker_as_reader(call).zone
    return board_letter(board, refused.reader, SHOWN, call.server, call.at, zone, reply_to)


def _is_fit(letter: Letter) -> bool:
    """Whether text can be appended: the letter does not end with a player's words."""
    return bool(letter.player and letter.to) and not letter.words_first


def _in_language_of(letter: Letter, kept: Sequence[dict[str, Any]]) -> str:
    """What was kept, in the language of a letter; in English, if something in it has no translation."""
    with speaking(catalog_of(letter.language)):
        text = _text(kept)
    return text if UNTRANSLATED not in text else _text(kept)


def _text(kept: Sequence[dict[str, Any]]) -> str:
    mails = [
        {
            **each,
            "words": words_restored(each["words"]),
            "at": moment(datetime.fromisoformat(each["at"])),
            "is_note": each["why"] == LOOKS_SO,
            "field": each["why"].removeprefix(f"{ASKS_FOR_NONE} (").removesuffix(")"),
        }
        for each in kept
    ]
    return text_of("run/untold", mails=mails)
