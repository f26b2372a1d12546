"""What is refused since it is not known who asks, or since they may not do it."""

from __future__ import annotations

from pbmserv.games.base import Refusal


class Unauthorised(Refusal):
    """Userid and password do not belong together."""


class SignInRests(Unauthorised):
    """Too many wrong passwords have been given: for a while none is looked at."""

    def __init__(self) -> None:
        super().__init__(
            "Too many wrong passwords were given for this player, or from your network or mail domain, which others"
            " may share. Sign-in with a password rests for up to ten minutes: until then, even the right one is"
            " refused."
        )


class WordNotRight(Unauthorised):
    """It is known who asks, and the word by which something is closed is not the right one."""

    def __init__(self) -> None:
        Unauthorised.__init__(self, "The word is not right.")


class WordRests(WordNotRight):
    """Too many wrong words have been given, or passwords: for a while none is looked at."""

    def __init__(self) -> None:
        Unauthorised.__init__(
            self, "Too many wrong words were given. Even the right one is refused for up to ten minutes."
        )


class OnlyOnBoard(Unauthorised):
    """Who came by a link in a letter wants to do more than play on its board."""

    def __init__(self) -> None:
        super().__init__("The link by which you came is good for one board only. For anything else, sign in.")
