"""The API: what programs can look up and do, with a token and without."""

from __future__ import annotations

from typing import Any

import pytest
from openapi_spec_validator import validate

from pbmserv.commands.run.table import COMMANDS
from tests.conversation import Server
from tests.web.conftest import Browser
from tests.web.programs import NewBrowser, Program, new_token, program_of


@pytest.fixture
def bot(new_browser: NewBrowser) -> Program:
    """A program of alice's that plays."""
    return program_of(new_browser, "alice", "play")


@pytest.fixture
def reader(new_browser: NewBrowser) -> Program:
    """A program of alice's that only looks."""
    return program_of(new_browser, "alice", "read")


@pytest.fixture
def anybody(new_browser: NewBrowser) -> Program:
    """A program without a token."""
    return Program(new_browser())


@pytest.fixture
def board(server: Server) -> int:
    """A board of Hex on which alice is to move."""
    server.hear("alice@example.org", "hex challenge alice bob -size=5")
    return 101


def test_a_program_invites_somebody_by_mail_address(bot: Program, server: Server) -> None:
    invited = bot.send("/games/hex/challenges", players=["alice", "caro@friends.example"])

    assert invited.status_code == 201
    assert invited.json()["board"] is None
    assert "c***@friends.example" in invited.json()["letters"][0]["text"]
    assert "confirm" not in invited.text
    assert ["caro@friends.example"] in [letter["recipients"] for letter in server.outbox()]


def test_a_bot_plays_a_game_with_somebody_who_writes_mail(bot: Program, server: Server) -> None:
    started = bot.send("/games/hex/challenges", players=["alice", "bob"], options={"size": 5, "unrated": True})
    assert started.status_code == 201
    number = started.json()["board"]["board"]
    assert started.json()["board"]["options"]["size"] == 5
    assert started.json()["board"]["terms"]["rated"] is False

    assert [board["board"] for board in bot.get("/boards?turn=mine")["boards"]] == [number]
    moves = bot.get(f"/games/hex/boards/{number}/moves")
    assert {"move": "c3", "steps": ["c3"]} in moves["moves"]
    assert "c3" in moves["targets"]
    made = bot.send(f"/games/hex/boards/{number}/moves", move="c3", comment="Have fun!")
    assert (made.status_code, made.json()["board"]["to_move"]) == (201, ["bob"])
    assert bot.get("/boards?turn=mine")["boards"] == []

    reply = server.hear("bob@example.org", f"hex move {number} bob bobpw123 b4")
    assert "b4" in reply.text
    assert bot.get("/me") == {
        "userid": "alice",
        "scope": "play",
        "playing": 1,
        "waiting": 1,
        "vacations": [],
        "bot": False,
    }
    stands = bot.get(f"/games/hex/boards/{number}")
    assert [move["text"] for move in stands["moves"]] == ["c3", "b4"]
    assert (stands["reader"], stands["may"]["move"]) == ("alice", True)


def test_a_refusal_is_told_in_the_words_of_the_command(bot: Program, board: int) -> None:
    refused = bot.send(f"/games/hex/boards/{board}/moves", move="z9")

    assert refused.status_code == 422
    assert refused.headers["content-type"] == "application/problem+json"
    assert refused.json()["why"] == "illegal"
    assert "z9" in refused.json()["error"]


def test_a_misspelt_command_comes_with_its_form_and_an_example(bot: Program, board: int) -> None:
    refused = bot.send("/commands", words=["hex", "resign"]).json()

    assert refused["why"] == "misspelt"
    assert refused["expected"] == "hex resign board userid password"
    assert refused["example"] == f"hex resign {board} alice PASSWORD"


def test_any_command_can_be_given_in_its_words(bot: Program, board: int, server: Server) -> None:
    chatted = bot.send("/commands", words=["hex", "chat", str(board), "alice", "-"], comment="Hello there")

    assert (chatted.status_code, chatted.json()["command"]) == (200, "chat")
    assert "Hello there" in server.outbox()[-1]["text"]


def test_letters_to_others_are_not_among_the_answers(bot: Program, board: int, server: Server) -> None:
    made = bot.send(f"/games/hex/boards/{board}/moves", move="c3").json()

    mailed = server.outbox()
    assert len(mailed) >= 2
    assert len(made["letters"]) == 1
    assert "bob@example.org" not in str(made)


def test_a_token_for_reading_changes_nothing(reader: Program, board: int, server: Server) -> None:
    before = server.everything_stored()

    moved = reader.send(f"/games/hex/boards/{board}/moves", move="c3")
    challenged = reader.send("/games/hex/challenges", players=["alice", "bob"])
    resigned = reader.send("/commands", words=["hex", "resign", str(board), "alice", "-"])
    assert resigned.json()["error"] == "This token is only for reading, and resign changes something."
    several = reader.send("/commands", words=["multiple"], body=f"hex resign {board} alice -")

    assert {answer.status_code for answer in (moved, challenged, resigned, several)} == {403}
    assert server.everything_stored() == before
    shown = reader.send("/commands", words=["hex", "showas", "alice", "-", str(board)])
    assert (shown.status_code, shown.json()["board"]["reader"]) == (200, "alice")


ABOUT_ACCOUNTS = {
    "signup": "signup dave davepw123",
    "confirm": "confirm abcdefghjkmn",
    "invitation": "invitation abcdefghjkmn yes",
    "add": "add alice secret7 alice@example.com",
    "block": "block alice - bob",
    "change pieces": "change pieces alice secret7 modern",
    "unblock": "unblock alice - bob",
    "change password": "change password alice secret7 another99",
    "forgot": "forgot alice",
    "signoff": "signoff alice secret7",
    "change address": "change address alice secret7 alice@example.com",
    "change bot": "change bot alice - on",
    "change broadcasts": "change broadcasts alice - off",
    "change colours": "change colours alice - wood",
    "change confirm": "change confirm alice - never",
    "change receipts": "change receipts alice - off",
    "change format": "change format alice - text",
    "change letters": "change letters alice - turns",
    "change replies": "change replies alice - off",
    "change strict": "change strict alice - on",
    "change language": "change language alice - ru",
    "change timezone": "change timezone alice - Paris",
}


def test_no_token_changes_an_account(bot: Program, server: Server) -> None:
    assert ABOUT_ACCOUNTS.keys() == {each.name for each in COMMANDS if each.about_account}
    before, letters = server.everything_stored(), len(server.outbox())

    for given in ABOUT_ACCOUNTS.values():
        answer = bot.send("/commands", words=given.split())
        assert (answer.status_code, answer.json()["why"]) == (403, "unauthorised"), given
        assert "changes an account" in answer.json()["error"]
    among_others = bot.send("/commands", words=["multiple"], body="\n".join(ABOUT_ACCOUNTS.values()))

    assert among_others.json()["letters"][0]["text"].count("changes an") == len(ABOUT_ACCOUNTS)
    assert server.everything_stored() == before
    assert len(server.outbox()) == letters


def test_nobody_acts_for_somebody_else(bot: Program, board: int) -> None:
    refused = bot.send("/commands", words=["hex", "resign", str(board), "bob", "bobpw123"])

    assert refused.status_code == 403
    assert "bobpw123" not in refused.text


def test_what_everybody_may_know_needs_no_token(anybody: Program, board: int) -> None:
    assert "hex" in [game["game"] for game in anybody.get("/games")["games"]]
    assert "size" in [option["name"] for option in anybody.get("/games/hex")["options"]]
    assert [each["board"] for each in anybody.get("/games/hex/boards")["boards"]] == [board]
    stands = anybody.get(f"/games/hex/boards/{board}")
    assert (stands["reader"], stands["may"], stands["seed"]) == (None, None, None)
    assert anybody.get(f"/games/hex/boards/{board}/moves")["moves"] == []
    assert anybody.get("/players/alice") == {
        "userid": "alice",
        "playing": 1,
        "standings": [],
        "in_time": None,
        "bot": False,
    }
    assert anybody.get("/games/hex/standings")["players"][0]["section"] == "provisional"


def test_games_are_found_by_words_and_tell_what_they_are_like(anybody: Program) -> None:
    hexagons = anybody.get("/games?search=hexagons+connection")["games"]
    assert [game["game"] for game in hexagons] == ["havannah", "hex", "y"]
    assert anybody.get("/games?search=nothing-like-that") == {"games": []}

    othello = anybody.get("/games/othello")
    assert (othello["family"], othello["also_called"]) == ("Squares", ["Reversi"])
    assert othello["related"] == ["ataxx", "abande", "catchup", "conhex"]
    assert [game["related"] for game in hexagons][1] == anybody.get("/games/hex")["related"]


def test_what_is_mine_needs_a_token(anybody: Program, board: int) -> None:
    for answer in (
        anybody.ask("/me"),
        anybody.ask("/boards"),
        anybody.send(f"/games/hex/boards/{board}/moves", move="c3"),
        anybody.send("/commands", words=["list"]),
    ):
        assert answer.status_code == 401
        assert answer.headers["www-authenticate"] == "Bearer"


def test_a_cookie_opens_nothing_in_the_api_and_a_token_nothing_on_the_pages(
    alice: Browser, new_browser: NewBrowser
) -> None:
    word = alice.cookies["session"]
    token = new_token(alice, "play")

    assert alice.get("/api/me").status_code == 401
    assert Program(new_browser(), word).ask("/me").status_code == 401
    other = new_browser()
    other.cookies.set("session", token)
    assert other.get("/me").status_code == 303
    assert other.get("/settings/tokens").status_code == 303


def test_a_token_is_shown_once_and_is_good_for_nothing_once_it_is_taken_away(
    alice: Browser, new_browser: NewBrowser, server: Server
) -> None:
    token = new_token(alice, "read", "the kitchen clock")
    program = Program(new_browser(), token)
    assert program.get("/me")["userid"] == "alice"

    page = alice.get("/settings/tokens").text
    assert "the kitchen clock" in page
    assert token not in page
    assert token not in str(server.everything_stored())
    with server.database.reading() as connection:
        number = connection.exec_driver_sql("SELECT id FROM sessions WHERE scope = 'read'").scalar_one()
    gone = alice.fill_in("/settings/tokens", action="/settings/tokens/end", session=str(number))

    assert gone.status_code == 303
    assert program.ask("/me").status_code == 401


def test_nobody_takes_away_the_token_of_somebody_else(
    alice: Browser, new_browser: NewBrowser, server: Server
) -> None:
    program = program_of(new_browser, "bob", "read")
    with server.database.reading() as connection:
        number = connection.exec_driver_sql("SELECT id FROM sessions WHERE scope = 'read'").scalar_one()

    alice.fill_in("/settings/tokens", action="/settings/tokens/end", session=str(number))

    assert program.get("/me")["userid"] == "bob"


def test_a_token_needs_a_name_and_a_purpose(alice: Browser) -> None:
    assert alice.fill_in("/settings/tokens", scope="all", label="x").status_code == 422
    assert alice.fill_in("/settings/tokens", scope="read", label="  ").status_code == 422


def test_a_token_that_is_used_goes_on(bot: Program, server: Server) -> None:
    for _ in range(4):
        server.wait(days=60)
        assert bot.ask("/me").status_code == 200
    server.wait(days=91)

    assert bot.ask("/me").status_code == 401


def test_lists_come_in_pages(bot: Program, server: Server) -> None:
    for game in ("hex", "hex", "trichet"):
        server.hear("alice@example.org", f"{game} challenge alice bob")

    first = bot.get("/boards?limit=2")
    assert [(board["game"], board["board"]) for board in first["boards"]] == [("hex", 101), ("hex", 102)]
    second = bot.get(f"/boards?limit=2&after={first['next']}")
    assert [(board["game"], board["board"]) for board in second["boards"]] == [("trichet", 101)]
    assert second["next"] is None
    of_hex = bot.get("/games/hex/boards?limit=1")
    assert of_hex["next"] == 101
    assert [board["board"] for board in bot.get("/games/hex/boards?limit=1&after=101")["boards"]] == [102]


def test_a_board_can_be_seen_as_it_stood(bot: Program, board: int) -> None:
    bot.send(f"/games/hex/boards/{board}/moves", move="c3")

    assert "X" not in bot.get(f"/games/hex/boards/{board}?after=0")["drawing"].replace("X side", "")
    assert bot.ask(f"/games/hex/boards/{board}?after=9").status_code == 404


NOT_THERE = {
    "/games/bingo": 404,
    "/games/hex/boards/999": 404,
    "/games/hex/boards/x": 422,
    "/games/hex/boards/99999999999999999999": 422,
    "/games/hex/boards?limit=0": 422,
    "/boards?after=hex": 422,
    "/players/nobody": 404,
    "/nothing": 404,
}


def test_what_is_not_there_is_answered_with_a_problem(bot: Program) -> None:
    for path, status in NOT_THERE.items():
        answer = bot.ask(path)
        assert (answer.status_code, answer.json()["status"]) == (status, status), path
        assert answer.headers["content-type"] == "application/problem+json"
        assert answer.json()["error"].endswith(".")


def test_what_has_not_the_right_shape_is_refused(bot: Program, board: int) -> None:
    wrong: list[dict[str, Any]] = [{}, {"move": ""}, {"move": 7}, {"move": "x" * 201}, {"move": "a\x00"}]
    for sent in wrong:
        assert bot.send(f"/games/hex/boards/{board}/moves", **sent).status_code == 422, sent


def test_another_method_is_refused_and_told_which_would_do(bot: Program, browser: Browser) -> None:
    answer = browser.delete("/api/me", headers=bot.headers)

    assert (answer.status_code, answer.headers["allow"]) == (405, "GET")


def test_the_document_describes_all_that_can_be_asked(browser: Browser) -> None:
    document = browser.get("/api/openapi.json").json()

    validate(document)
    assert document["paths"]["/api/games/{game}/boards/{board}/moves"].keys() == {"get", "post"}


def test_a_program_sets_a_vacation_ahead_and_sees_it(server: Server, bot: Program) -> None:
    bot.send("/commands", words=["vacation", "alice", "-", "from", "2024-07-01", "until", "2024-07-14"])

    assert bot.get("/me")["vacations"] == [{"starts_at": "2024-07-01T00:00:00Z", "ends_at": "2024-07-15T00:00:00Z"}]


def test_a_program_puts_a_game_up_and_others_see_it_and_take_a_seat(
    bot: Program, anybody: Program, server: Server
) -> None:
    put_up = bot.send("/games/hex/challenges", players=["alice", "anyone"], options={"size": 7, "rating": "1500-"})
    number = int(put_up.json()["letters"][0]["subject"].split()[2])

    [found] = anybody.ask("/challenges?game=hex").json()["challenges"]
    assert (put_up.status_code, put_up.json()["board"]) == (201, None)
    assert (found["board"], found["by"], found["seats"]) == (number, "alice", ["alice", None])
    assert (found["options"], found["lowest_rating"], found["highest_rating"]) == (
        {"size": 7, "handicap": 0},
        1500,
        None,
    )
    assert anybody.ask("/challenges?game=trichet").json() == {"challenges": [], "more": False, "seats": []}
    assert anybody.ask("/challenges?game=nothing").status_code == 404

    server.hear("bob@example.org", "trichet challenge bob anyone")
    [of_bob] = anybody.ask("/challenges?game=trichet").json()["challenges"]
    assert anybody.send(f"/games/trichet/challenges/{of_bob['board']}/join").status_code == 401
    joined = bot.send(f"/games/trichet/challenges/{of_bob['board']}/join", comment="Hello!")
    assert (joined.status_code, joined.json()["board"]["board"]) == (200, of_bob["board"])
    assert bot.send(f"/games/hex/challenges/{number}/withdraw").status_code == 200
    assert anybody.ask("/challenges").json()["challenges"] == []


def test_a_program_challenges_for_days_of_the_week(bot: Program) -> None:
    started = bot.send("/games/hex/challenges", players=["alice", "bob"], options={"days": "mtwtf--"})

    assert started.json()["board"]["terms"]["days"] == "mtwtf--"
