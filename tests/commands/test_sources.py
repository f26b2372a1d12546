"""The words and forms of the texts that the games on triangles come from, typed as those texts have them."""

from __future__ import annotations

import pytest

from pbmserv.games.base import Option
from pbmserv.games.catalogue import installed
from tests.conversation import FOUR, Reply, Server, mover_in

ALICE = "alice@example.org"
GAMES = tuple(installed().values())


def challenge(game: str, *parameters: str) -> str:
    """A challenge with as many players as the game has seats at least."""
    seats = installed()[game].seats
    return " ".join([game, "challenge", *list(FOUR)[: 2 if 2 in seats else seats[0]], *parameters])


def say_in(server: Server, called: str, game: str) -> Reply:
    """A challenge by alice, in which the game is called by another name."""
    more = ["-position=345"] if called.lower() == "chess960" else []
    return server.say(ALICE, challenge(game, *more).replace(game, called, 1))


class TestNames:
    @pytest.mark.alike
    @pytest.mark.parametrize(
        ("called", "game"),
        [
            *((name, game.word) for game in GAMES for name in game.also_called),
            *(("pair-impair", "pairimpair"), ("even-odd", "pairimpair"), ("Even Odd", "pairimpair")),
            *(("tri-ominos", "triominoes"), ("triominos", "triominoes"), ("триомино", "triominoes")),
            *(("le trioker", "trioker"), ("Le Trioker", "trioker"), ("chess960", "chess")),
        ],
    )
    def test_a_command_may_begin_with_any_name_of_a_game(self, server: Server, called: str, game: str) -> None:
        server.sign_up("dave")
        reply = say_in(server, called, game)

        assert reply.ok, reply.error
        assert reply.subject == f"{installed()[game].name} Board 101"

    @pytest.mark.parametrize(
        ("called", "game"),
        [
            *(("le trioker", "trioker"), ("even-odd", "pairimpair"), ("tri-ominos", "triominoes")),
            *(("триомино", "triominoes"), ("chess960", "chess")),
        ],
    )
    def test_help_knows_the_same_names(self, server: Server, called: str, game: str) -> None:
        title = f"Help for {installed()[game].name}"

        assert server.hear(ALICE, f"help {called}").subject == title
        assert server.hear(ALICE, f"{called} help").subject == title

    def test_a_name_that_means_a_parameter_brings_it_along(self, server: Server) -> None:
        assert "Parameters: variant russian\n" in server.hear(ALICE, "Russian draughts challenge alice bob").text

    def test_chess960_needs_the_number_of_a_start(self, server: Server) -> None:
        reply = server.say(ALICE, "chess960 challenge alice bob")

        assert reply.error == "Chess960 has 960 starts: say at which, 0 to 959, with -position, as in -position=345."
        assert server.hear(ALICE, "chess960 challenge alice bob -pos=959").ok
        assert server.hear(ALICE, f"chess960 resign 101 alice {FOUR['alice']}").ok


def _choices() -> list[tuple[str, Option, str]]:
    return [
        (game.word, option, word)
        for game in GAMES
        for option in game.options
        for word in (*option.choices, *option.also)
    ]


class TestChoices:
    @pytest.mark.alike
    @pytest.mark.parametrize(("game", "option", "word"), _choices())
    def test_any_choice_of_any_parameter_works_alone(
        self, server: Server, game: str, option: Option, word: str
    ) -> None:
        server.sign_up("dave")
        others = [f"-{word}", *(["-joker"] if game == "trioker-puzzle" else [])]
        others += ["--unrated"] if word == "typed" else []

        alone = server.hear(ALICE, challenge(game, *others))
        others[0] = f"-{option.name}={word}"
        named = server.hear(ALICE, challenge(game, *others))

        assert _parameters(alone) == _parameters(named)

    @pytest.mark.parametrize(
        ("typed", "parameters"),
        [
            ("trioker challenge alice bob -1970", "board 1970"),
            ("-1970 trioker challenge alice bob", "board 1970"),
            ("trioker -1970 challenge alice bob", "board 1970"),
            ("trioker challenge alice bob -board=original", "board 1970"),
            ("trioker challenge alice bob -Original", "board 1970"),
            ("pairimpair challenge alice bob -52", "board 52"),
            ("triominoes challenge alice bob -set=84", "set 6"),
            ("triominoes challenge alice bob -84", "set 6"),
            ("trioker-line challenge alice bob -single", "paths 1"),
            ("go challenge alice bob -9 -0.5", "size 9, komi 0.5"),
        ],
    )
    def test_in_the_words_of_the_sources(self, server: Server, typed: str, parameters: str) -> None:
        assert _parameters(server.hear(ALICE, typed)) == parameters

    @pytest.mark.parametrize("set_of", ["-set=56", "-set=5", "-56"])
    def test_the_usual_set_may_be_named(self, server: Server, set_of: str) -> None:
        assert _parameters(server.hear(ALICE, f"triominoes challenge alice bob {set_of}")) == ""

    def test_a_tournament_takes_them_too(self, server: Server) -> None:
        made = server.hear(ALICE, f"tournament create alice {FOUR['alice']} trioker cup -1970")
        also = server.hear(ALICE, f"tournament create -52 alice {FOUR['alice']} pairimpair cup2")

        assert "(board 1970)" in made.text
        assert "(board 52)" in also.text

    @pytest.mark.parametrize(
        ("typed", "error"),
        [
            ("trioker challenge alice bob -1971", "-1971 is not known: there are -board, -replay."),
            ("hex challenge alice bob -5", "-5 is not known: there are -size, -handicap."),
            ("triominoes challenge alice bob -set=57", "The parameter -set=57 is not understood: -set takes"),
            ("pairimpair challenge alice bob -52 -73", "-board is given twice."),
        ],
    )
    def test_what_is_no_choice_is_refused_with_those_that_there_are(
        self, server: Server, typed: str, error: str
    ) -> None:
        assert server.say(ALICE, typed).error.startswith(error)

    @pytest.mark.parametrize(
        ("typed", "error"),
        [
            ("go move 101 alice PASSWORD -9", 'A move is expected, not "-9"'),
            ("go limit alice PASSWORD -9", "The number has to be a whole number from 0 to 999, or none."),
        ],
    )
    def test_elsewhere_such_a_word_is_a_move_or_a_number(self, server: Server, typed: str, error: str) -> None:
        server.hear(ALICE, challenge("go"))

        reply = server.say(ALICE, typed.replace("PASSWORD", FOUR["alice"]))

        assert reply.error.startswith(error)


def _parameters(reply: Reply) -> str:
    lines = [line for line in reply.text.splitlines() if line.startswith("Parameters: ")]
    return lines[0].removeprefix("Parameters: ").replace(", not rated", "").replace("not rated", "") if lines else ""


class TestDrawing:
    @pytest.mark.parametrize("game", ["triominoes", "trioker", "trioker-line"])
    def test_who_wants_to_draw_is_told_that_the_server_does(self, server: Server, game: str) -> None:
        mover = mover_in(server.hear(ALICE, challenge(game)).text)

        for line in (f"{game} move 101 {mover} {FOUR[mover]} draw", f"{game} draw 101 {mover} {FOUR[mover]}"):
            reply = server.say(f"{mover}@example.org", line)
            assert "You do not draw tiles yourself: the server draws for you when none of yours fits" in reply.error
            assert "propose" not in reply.text

    def test_it_can_be_queued_as_little(self, server: Server) -> None:
        mover = mover_in(server.hear(ALICE, challenge("trioker")).text)
        other = "bob" if mover == "alice" else "alice"

        reply = server.say(f"{other}@example.org", f"trioker queue 101 {other} {FOUR[other]} draw")

        assert reply.error.startswith("You do not draw tiles yourself")

    def test_a_tie_can_be_proposed_all_the_same(self, server: Server) -> None:
        server.hear(ALICE, challenge("trioker"))

        assert server.hear(ALICE, f"trioker move 101 alice {FOUR['alice']} propose").ok

    @pytest.mark.parametrize(
        ("game", "typed", "answer"),
        [
            ("chess", "draw", "To propose a tie, write propose."),
            ("macmahon", "undo", "There is nobody to agree with. To take a tile off the board, write take and its"),
            ("macmahon", "takeback", "To take a tile off the board, write take and its position, for example take"),
            ("backgammon", "accept", "The answers to a double are take and drop."),
            ("go", "reject", "The answers to a proposal of dead stones are agree, dead and other stones, or resume."),
        ],
    )
    def test_a_word_of_the_table_that_a_game_has_too_is_answered_by_the_game(
        self, server: Server, game: str, typed: str, answer: str
    ) -> None:
        mover = mover_in(server.hear(ALICE, challenge(game)).text)

        reply = server.say(f"{mover}@example.org", f"{game} move 101 {mover} {FOUR[mover]} {typed}")

        assert answer in reply.error

    def test_help_draw_tells_of_both(self, server: Server) -> None:
        page = " ".join(server.hear(ALICE, "help draw").text.split())

        assert "drawing a tile is something else: the server does it for you when none of your tiles fits" in page


class TestHours:
    def test_the_notation_of_the_source_is_kept_in_ours(self, server: Server) -> None:
        server.hear(ALICE, "macmahon challenge alice")

        made = server.hear(ALICE, f"macmahon move 101 alice {FOUR['alice']} 143.08@9")

        assert "Your move 143.08@9 is written 314.12@9 here: the same tile, laid the same way." in made.text
        assert "314.12@9" in server.hear(ALICE, "macmahon record 101").text
        assert "143.08@9" not in server.hear(ALICE, "macmahon record 101").text

    def test_a_submitted_move_is_made_as_it_was_meant(self, server: Server) -> None:
        server.hear(ALICE, "macmahon challenge alice")
        server.hear(ALICE, f"macmahon submit 101 alice {FOUR['alice']} 143.04@9")
        server.hear(ALICE, f"macmahon confirm 101 alice {FOUR['alice']}")

        assert "314.08@9" in server.hear(ALICE, "macmahon record 101").text

    def test_the_letter_of_the_board_says_which_figure_it_is(self, server: Server) -> None:
        told = " ".join(server.hear(ALICE, "macmahon challenge alice").text.split())

        assert "add the hour at which its last figure, as you write it, is to point, as in 123.08@7" in told


class TestForms:
    @pytest.mark.parametrize(
        ("typed", "form"),
        [
            ("trichet challenge alice", "trichet challenge [-num_tiles=n] [-win_size=n] userid1 userid2 [--options]"),
            ("trioker challenge alice", "trioker challenge [-board=word] [-replay] userid1 userid2 ... [--options]"),
            ("macmahon challenge", "macmahon challenge [-border=n] [-moves=n] userid [--options]"),
        ],
    )
    def test_a_refused_challenge_shows_the_form_of_the_source(self, server: Server, typed: str, form: str) -> None:
        assert f"It is written like this:\n\n    {form}\n" in server.say(ALICE, typed).text

    def test_a_board_may_have_a_sign_before_its_number(self, server: Server) -> None:
        server.hear(ALICE, "hex challenge alice bob")

        assert server.hear(ALICE, f"hex move #101 alice {FOUR['alice']} d4 #1").subject == "Hex Board 101"
        for line in ("show #101", "show #101#1", "record #101", "preview #101 d5", "subscribe #101 carol secret9"):
            assert server.hear("carol@example.org", f"hex {line}").ok
        assert server.say("carol@example.org", "hex show ##101").error.startswith("Board numbers are expected here")

    @pytest.mark.parametrize("typed", ["hex move #101 alice an0ther-one d4", "move #101 alice an0ther-one d4"])
    def test_a_password_after_such_a_number_is_nobodys_business(self, server: Server, typed: str) -> None:
        server.hear(ALICE, "hex challenge alice bob")

        said = server.say(ALICE, f"hex chat 101 alice {FOUR['alice']}", comment=typed)
        tried = server.say("bob@example.org", typed)

        assert all("an0ther-one" not in letter.text for letter in said.letters if "bob@example.org" in letter.to)
        assert "an0ther-one" not in tried.outcome

    def test_help_of_a_command_may_be_asked_for_after_a_game(self, server: Server) -> None:
        page = server.hear(ALICE, "trichet help challenge")

        assert page.subject == "Help: challenge"
        assert "\n    trichet challenge [-num_tiles=n] [-win_size=n] userid1 userid2 [--options]\n" in page.text
        assert server.hear(ALICE, "help trichet challenge").text == page.text
        assert "Names may be shortened" in page.text
        assert server.hear(ALICE, "trichet help").text == server.hear(ALICE, "help trichet").text
        assert server.say(ALICE, "trichet help nonsense").error == '"nonsense" is not a subject that has a page.'

    def test_the_page_of_pairimpair_opens_with_words_that_are_commands(self, server: Server) -> None:
        page = server.hear(ALICE, "help pairimpair").text

        assert "PairImpair is the Trioker for two; even-odd and pair-impair mean it, too" in page
