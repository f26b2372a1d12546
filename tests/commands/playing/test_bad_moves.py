"""Moves that the rules forbid, by letters: each is refused with its reason, in words, and changes nothing."""

from __future__ import annotations

import pytest

from tests.conversation import FOUR, Server, mover_in

CASTLING = "e4 e5 Nf3 Nc6 Bc4 Bc5 b3 Bxf2+"
LONGER = "d6-e5 c3-b4 c7-d6 b4-a5 e5-f4"
KO = "d5 e5 c4 f4 d3 e3 a1 d4 e4"


@pytest.mark.parametrize(
    ("challenge", "moves", "typed", "reason"),
    [
        ("chess", "d4 d5 Nf3 a6", "Nd2", "That can be f3-d2 or b1-d2: which one?"),
        ("chess", CASTLING, "O-O", "Castling is not legal now: the king is in check."),
        ("chess", f"{CASTLING} Ke2 a6", "O-O", "Castling is not legal any more: the king or that rook has moved."),
        ("chess", "a4 b5 axb5 a6 bxa6 Bb7 axb7 h6", "bxa8", "b7-a8=q or b7-a8=r or b7-a8=b or b7-a8=n: which one?"),
        ("chess", "", "11-15", 'A move is expected, not "11-15": write squares or the usual notation'),
        ("chess", "", "pass", "Nobody passes in chess. A move is squares or the usual notation"),
        ("go -size=9", KO, "d4", "This is ko: a stone on d4 would take e4 back at once"),
        ("go -size=9", "e6 a1 e4 a2 d5 a3 f5", "e5", "and captures nothing: suicide is not allowed."),
        ("go -size=9", "", "Nf3", 'A move is expected, not "Nf3": write the point'),
        ("othello", "", "pass", "Whoever can turn nothing over is passed over by the server; nobody else passes."),
        ("backgammon", "", "11: 8/7 6/5", ", not 1 and 1. Legal are "),
        ("backgammon", "", "pass", "Nobody passes in backgammon, and who cannot move is passed over by the server."),
        ("goofspiel", "", "14", "You do not hold 14: your cards are A 2 3 4 5 6 7 8 9 10 J Q K."),
        ("goofspiel", "", "0", 'A card is expected, not "0": your cards are A 2 3 4 5 6 7 8 9 10 J Q K'),
        ("checkers", "11-15 22-18", "12-16", "Who can capture must do so: "),
        ("checkers", LONGER, "g3-e5", "That capture goes on, and must be completed: g3-e5-c7."),
        ("draughts", "h4-i5 i7-h6 g3-h4 g7-f6", "i5-g7", "That capture goes on, and must be completed: i5-g7-e5."),
        ("gomoku -opening=swap2", "h8,j8,k8", "swap", "colours are chosen with black or white"),
        ("gomoku -opening=free", "h8", "swap", "Nobody swaps sides on this board"),
        ("go -size=9", "e5", "dead e5", "Dead stones are marked when both have passed, one after the other."),
        ("morris", "d6 a1 d5 c4", "d7", "write an x and the man that you take as well. You may take c4, a1."),
        ("chess", "e4", "draw", "To propose a tie, write propose."),
        ("chess", "e4", "I offer you a draw", "To propose a tie, write propose."),
        ("chess", "e4", "propose tie", "To propose a tie, write propose."),
        ("chess", "e4", "I resign", "To give up the game, write resign."),
        ("chess", "e4", "take back", "To ask for your last move back, write undo."),
        ("trichet", "", "Can I take that back?", "To ask for your last move back, write undo."),
        ("backgammon -dice=typed --unrated", "", "77", "A die shows 1 to 6, not 7"),
    ],
)  # fmt: skip
@pytest.mark.alike
def test_a_move_that_is_against_the_rules_is_refused_with_the_reason(
    server: Server, challenge: str, moves: str, typed: str, reason: str
) -> None:
    game, *options = challenge.split()
    userid = mover_in(server.hear("alice@example.org", " ".join([game, "challenge", "alice", "bob", *options])).text)
    for move in moves.split():
        reply = server.hear(f"{userid}@example.org", f"{game} move 101 {userid} {FOUR[userid]} {move}")
        userid = mover_in(reply.text)
    before = server.everything_stored()

    reply = server.say(f"{userid}@example.org", f"{game} move 101 {userid} {FOUR[userid]} {typed}")

    assert not reply.ok
    assert reason in " ".join(reply.text.split())
    assert server.everything_stored()["moves"] == before["moves"]
