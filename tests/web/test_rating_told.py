"""What the page of a rated game says of its players' ratings: by now, and what has come of it."""

from __future__ import annotations

import re

from sqlalchemy import select, update

from pbmserv.storage.tables import RATINGS, USERS
from tests.conversation import PLAYERS, Server
from tests.queries import recorded, scans
from tests.test_clock_run import clock_run
from tests.web.conftest import Browser


def resign(server: Server, *numbers: int) -> None:
    for number in numbers:
        server.hear("alice@example.org", "hex challenge alice bob -size=5")
        for userid, move in (("alice", "c3"), ("bob", "d4")):
            server.hear(f"{userid}@example.org", f"hex move {number} {userid} {PLAYERS[userid]} {move}")
        server.hear("alice@example.org", f"hex resign {number} alice {PLAYERS['alice']}")


def seats_on(browser: Browser, address: str) -> list[str]:
    """What is said of each player beside the name."""
    states = re.findall(r'<span class="state">(.*?)</span></li>', browser.get(address).text, re.DOTALL)
    return [" ".join(re.sub(r"<[^>]*>", "", state).split()) for state in states]


def rated_on(browser: Browser, address: str) -> list[str]:
    """The rating beside each player's name."""
    return re.findall(r'title="Glicko"><span class="hidden">Glicko </span>([^<]*)</span>', browser.get(address).text)


def glicko_of(page: str) -> list[str]:
    """The first number in each row of the table of ratings."""
    table = page.partition('aria-label="Table of ratings"')[2].partition("</table>")[0]
    return re.findall(r'</th>\s*<td class="number">([^<]+)<', table)


def numbers_behind_names(page: str) -> list[tuple[str, str]]:
    """Players with the first number behind each name."""
    return re.findall(
        r'href="/players/(\w+)">\w+</a>(?:</th><td class="number">| \(| <span class="soft">)(\d+\??)', page
    )


def table_rows(page: str) -> list[list[str]]:
    """The rows of a page's first table as they can be read, its heads first."""
    rows = re.findall(r"<tr>(.*?)</tr>", page.partition("<table")[2].partition("</table>")[0], re.DOTALL)
    return [[re.sub(r"<[^>]*>", "", cell).strip() for cell in re.findall(r"<t[hd].*?</t[hd]>", row)] for row in rows]


def test_a_rated_game_tells_the_ratings_as_they_are_and_then_how_it_has_changed_them(
    server: Server, browser: Browser
) -> None:
    server.hear("alice@example.org", "hex challenge alice bob -size=5")
    assert rated_on(browser, "/hex/101") == ["1500?"] * 2

    resign(server, 102, 103)
    # What others say of a board that is on is not what was said of it before.
    assert rated_on(browser, "/hex/101") == ["1280?", "1720?"]
    assert seats_on(browser, "/hex/102") == ["resigned, Glicko 1338? −162", "won, Glicko 1662? +162"]
    # What came after changes nothing about it.
    resign(server, 104)
    assert seats_on(browser, "/hex/103") == ["resigned, Glicko 1280? −58", "won, Glicko 1720? +58"]


def test_the_page_of_a_player_has_the_same_number(server: Server, browser: Browser) -> None:
    resign(server, 101)
    server.hear("alice@example.org", "hex challenge alice bob -size=5")

    assert [glicko_of(browser.get(f"/players/{name}").text) for name in ("alice", "bob")] == [["1338?"], ["1662?"]]
    assert rated_on(browser, "/hex/102") == ["1338?", "1662?"]


def test_every_page_that_tells_how_strong_somebody_is_has_the_number_of_boards(
    server: Server, alice: Browser
) -> None:
    resign(server, 101)
    server.hear("bob@example.org", "hex seek bob bobpw123 2")
    server.hear("bob@example.org", "hex challenge bob anyone")

    told = {
        "/hex": [("bob", "1662?"), ("bob", "1662?"), ("alice", "1338?"), ("bob", "1662?")],
        "/hex/standings": [("bob", "1662?"), ("alice", "1338?")],
        "/open": [("bob", "1662?"), ("bob", "1662?")],
        "/hex/challenge": [("bob", "1662?")],
    }
    assert {page: numbers_behind_names(alice.get(page).text) for page in told} == told
    assert '<option value="bob">1662?</option>' in alice.get("/hex/challenge").text


def test_the_classic_number_stands_where_it_is_called_so(server: Server, browser: Browser) -> None:
    resign(server, 101)
    letter = server.hear("alice@example.org", "hex standings").letter_to("alice@example.org").text
    classic = re.findall(r"\b(?:1824|1424)\b", letter)
    assert classic == ["1824", "1424"]

    heads, *rows = table_rows(browser.get("/hex/standings").text)
    place = heads.index("Classic")
    assert [row[place] for row in rows] == classic
    assert table_rows(browser.get("/players/bob").text)[0][1:3] == ["Rating", "Classic"]
    for page in ("/hex", "/open"):
        assert not re.search("1824|1424", browser.get(page).text)


def test_who_is_sought_stands_by_the_number_shown_and_in_the_standings_by_the_classic_one(
    server: Server, alice: Browser
) -> None:
    for userid in ("alice", "bob", "carol"):
        server.hear(f"{userid}@example.org", f"hex seek {userid} {PLAYERS[userid]} 2")
    resign(server, 101)

    with server.database.writing() as connection:
        carol = select(USERS.c.id).where(USERS.c.userid == "carol").scalar_subquery()
        connection.execute(update(RATINGS).where(RATINGS.c.user_id == carol).values(strength=1700))

    names = [userid for userid, _ in numbers_behind_names(alice.get("/hex").text)]
    assert names == [*("carol", "bob", "alice"), *("bob", "carol", "alice")]
    assert [row[1] for row in table_rows(alice.get("/hex/standings").text)[1:]] == ["bob", "carol", "alice"]


def test_after_twenty_games_a_rating_is_not_provisional_any_more(server: Server, browser: Browser) -> None:
    resign(server, *range(101, 121))
    server.hear("alice@example.org", "hex challenge alice bob -size=5")

    on, over = rated_on(browser, "/hex/121"), seats_on(browser, "/hex/120")
    assert len(on) == len(over) == 2
    assert "?" not in "".join(on + over)
    assert "?" not in glicko_of(browser.get("/players/bob").text)[0]


def test_a_player_is_told_by_the_result(server: Server, alice: Browser, browser: Browser) -> None:
    resign(server, 101, 102)

    assert "<p>Your rating: Glicko 1500 → 1338.</p>" in alice.get("/hex/101").text
    assert "<p>Your rating: Glicko 1338 → 1280.</p>" in alice.get("/hex/102").text
    assert "Your rating" not in browser.get("/hex/102").text


def test_a_game_that_is_not_rated_tells_of_no_rating(server: Server, alice: Browser) -> None:
    server.hear("alice@example.org", "hex challenge alice bob -size=5 --unrated=on")
    assert "Glicko" not in alice.get("/hex/101").text

    for userid, move in (("alice", "c3"), ("bob", "d4")):
        server.hear(f"{userid}@example.org", f"hex move 101 {userid} {PLAYERS[userid]} {move}")
    server.hear("alice@example.org", f"hex resign 101 alice {PLAYERS['alice']}")
    assert seats_on(alice, "/hex/101") == ["resigned", "won"]


def test_ratings_of_all_seats_are_one_question_and_none_where_they_do_not_count(
    server: Server, browser: Browser
) -> None:
    server.hear("alice@example.org", "skat challenge alice bob carol")
    server.hear("alice@example.org", "skat challenge alice bob carol --unrated=on")
    asked = []
    for number in (101, 102):
        with recorded(server.database) as statements:
            assert browser.get(f"/skat/{number}").status_code == 200
        asked.append([each.text for each in statements if "FROM ratings" in each.text])
        with server.database.writing() as connection:
            assert scans(connection, statements) == []

    assert list(map(len, asked)) == [1, 0]


def test_it_says_whose_time_has_run_out(server: Server, browser: Browser) -> None:
    server.hear("alice@example.org", "hex challenge alice bob -size=5")
    for userid, move in (("alice", "c3"), ("bob", "d4")):
        server.hear(f"{userid}@example.org", f"hex move 101 {userid} {PLAYERS[userid]} {move}")
    for _ in range(60):
        server.wait(days=1)
        clock_run(server)

    assert [state.partition(",")[0] for state in seats_on(browser, "/hex/101")] == ["ran out of time", "won"]


def test_ratings_are_found_by_an_index(server: Server, browser: Browser) -> None:
    resign(server, 101, 102)
    with recorded(server.database) as statements:
        browser.get("/hex/102")

    assert any("rating_history" in statement.text for statement in statements)
    with server.database.writing() as connection:
        assert scans(connection, statements) == []
