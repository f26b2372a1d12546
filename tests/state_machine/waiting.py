"""What players wish, when they are away, and how time goes by."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import rule

from pbmserv.games.base import Game
from tests.state_machine.choices import ADDRESSES, PASSWORDS, games, people
from tests.state_machine.life import Life
from tests.state_machine.model import DAY

WAITS = [timedelta(hours=1), timedelta(hours=20), DAY, 2 * DAY, 7 * DAY, 8 * DAY, 15 * DAY, 22 * DAY]


class Waiting(Life):
    """Players say what they want, go away and come back, and the clock decides."""

    @rule(
        by=people,
        game=games,
        verb=st.sampled_from(["limit", "accept", "reject", "seek", "LIMIT"]),
        number=st.sampled_from(["", "0", "1", "2", "3", "none", "-1", "1000"]),
    )
    def wish(self, by: str, game: Game[Any], verb: str, number: str) -> None:
        wish = self.at.model.wish(by, game.word)
        reply = self._say(ADDRESSES[by][0], f"{game.word} {verb} {by} {PASSWORDS[by]} {number}", by=by)
        can_be_read = number not in {"-1", "1000"} and (verb != "reject" or not number)
        wanted = None if number in {"", "none"} or not can_be_read else int(number)
        if verb == "seek":
            assert reply.ok == (can_be_read and not (wanted and wish.most_boards == 0)), reply.error
            wish.seeking = (wanted or 0) if number and reply.ok else wish.seeking
        elif can_be_read:
            assert reply.ok, reply.error
            if verb in {"accept", "reject"} or number:
                wish.most_boards = 0 if verb == "reject" else wanted
                wish.seeking = 0 if wish.most_boards == 0 else wish.seeking
        else:
            assert not reply.ok
        if reply.ok:
            boards = self.at.model.active_boards(by, game.word)
            assert f"you play {boards} board" in " ".join(reply.text.split())

    @rule(by=people, text=st.sampled_from(["", "1", "5", "12", "40", "off", "until", "yesterday"]))
    def vacation(self, by: str, text: str) -> None:
        now = self.at.server.now
        until = {"off": now, "until": datetime(now.year, now.month, now.day, tzinfo=UTC) + 4 * DAY}
        typed = f"until {(now + 3 * DAY).date()}" if text == "until" else text
        was_away = self.at.model.is_away(by)
        reply = self._say(ADDRESSES[by][0], f"vacation {by} {PASSWORDS[by]} {typed}", by=by)
        if text in {"40", "yesterday"} or (text == "off" and not was_away):
            assert not reply.ok
        if reply.ok and text:
            self.at.model.go_away(by, until[text] if text in until else now + int(text) * DAY)

    @rule(time=st.sampled_from(WAITS))
    def let_time_pass(self, time: timedelta) -> None:
        self.at.wait(time)

    @rule(days=st.integers(2, 9))
    def let_days_pass(self, days: int) -> None:
        for _ in range(days):
            self.at.wait(DAY)
