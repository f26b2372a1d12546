"""What is quoted of what people type: the one home of that rule. A password may stand anywhere in a line.

**The log, and the outcome that is stored** with a request, hold words that are recognised, and nothing else: names of
games and commands, words of the language, short numbers, userids that exist, options with a value that they can have,
moves that the game can read (of a game that nobody knows: what looks like one). All other words are `******` there.

**The letter to who wrote the line**, with the words of its refusal, quotes what was typed, except what is secret:

* what stands in the place of a password or a code, be it only nearly so: the name of the game forgotten, the command
  misspelt, the password taken for an option because it begins with a dash;
* what *is* the password of a player at the sender's address, or of one who is named in the line. That costs a hash
  for each word and player, so few words are compared in a letter (`CpuQuota.for_quoting`);
* any word that might be a password (it is not recognised, and long enough) where it cannot be compared, or must not.

What is secret is masked wherever it stands: in quotes, as the value of an option, glued to something else. The
server's own sentences stay whole: a word of our language or of our help pages that stands outside of quotation marks
is the server's, and so is a move that a question or a choice names.

To compare must not tell anybody whether a guess is right. So it is done only where the answer goes to a confirmed
address of a player, and the envelope agrees with From (or for the operator). The password of a player at that very
address is no news to who reads there, and could have a code sent there. A comparison with the password of somebody
else who is named is a guess like any other: it is counted with the wrong passwords for that player and from that
sender, and not made any more when half of those are used up that may be given. From then on, and for all others,
right and wrong words look the same: they are masked.
"""

from __future__ import annotations

from pbmserv.commands.requests.redaction.line import Quoting

__all__ = ["Quoting"]
