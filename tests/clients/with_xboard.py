"""xboard: two play to mate, a third observes, one examines, four play bughouse, and two with
accounts play for ratings, come back, and play at odds.

What is typed goes through xboard's own line to the server, as from the terminal it was
started in. xboard is asked what it understood by its debug log, by the PGN it saves,
and by screenshots.
"""

import re
import subprocess

from club import Failed, check, end, main, program, wait_for

# Legal's mate, with a castling and a capture before it.
GAME = ["e4", "e5", "Nf3", "Nc6", "Bc4", "d6", "Nc3", "Bg4", "h3", "Bh5", "Nxe5", "Bxd1", "Bxf7+", "Ke7", "Nd5#"]

# What xboard writes into its debug log when it does not understand a server.
TROUBLE = re.compile(
    r"Error(?:: | pars)|[Ff]ailed to parse|[Cc]annot parse|Illegal move|Unknown (?:variant|game mode|wild)"
    r"|Command not found|Ambiguous|No such|Interface setting locked|Bad \w+ string|Unrecogni[sz]ed|not recogni[sz]ed"
)


class XBoard:
    """An xboard on a screen of its own."""

    def __init__(self, club, name, password=None, by_hand=False):
        """A guest, or a player who gives his password: from a file, or typed by hand."""
        self.club, self.name = club, name
        self.debug = club.artefacts / f"{name.lower()}.debug"
        self.said = club.artefacts / f"{name.lower()}.said"
        self.saved = club.artefacts / f"{name.lower()}.pgn"
        logon = club.home / f"{name}.logon"
        logon.write_text(f"{name}\n{password or ''}\n")
        self.display = club.display("760x700")
        command = [
            program("xboard"), "-ics", "-icshost", "127.0.0.1", "-icsport", str(club.ports["telnet"]),
            *(() if by_hand else ("-icslogon", str(logon))), "-debug", "-nameOfDebugFile", str(self.debug), "-sgf", str(self.saved),
            "-size", "58", "-coords", "-xpopup", "-clockFont", "Sans Bold 14", "-soundProgram", "true",
        ]
        with open(self.said, "wb") as said:
            self.process = club.start(
                command, stdin=subprocess.PIPE, stdout=said, stderr=subprocess.STDOUT, env=club.environment(self.display)
            )
        if by_hand:
            self.hears("login:")
            self.types(name)
            self.hears("password:")
            self.types(password)
        self.hears(f"**** Starting FICS session as {name}{'' if password else '(U)'} ****")
        # The last thing it does by itself before a person types.
        self.logs("set width 79")

    def leaves(self):
        self.types("quit")
        self.logs("Logging you out.")
        end(self.process)

    def types(self, line):
        self.process.stdin.write(line.encode() + b"\n")
        self.process.stdin.flush()

    def _waits(self, file, words, times=1):
        def there():
            if self.process.poll() is not None:
                raise Failed(f"xboard of {self.name} ended: {self.said.read_text(errors='replace')[-500:]}")
            return file.exists() and file.read_text(errors="replace").count(words) >= times
        wait_for(f"{words!r} in {file.name}", there)

    def hears(self, words, times=1):
        self._waits(self.said, words, times)

    def logs(self, words, times=1):
        """Waits until xboard's debug log has these words so often."""
        self._waits(self.debug, words, times)

    def saves(self, *parts):
        """Waits until the PGN that xboard saves has all of this: it is written piece by piece."""
        def missing():
            saved = self.saved.read_text() if self.saved.exists() else ""
            return [part for part in parts if part not in saved]
        try:
            wait_for(f"the game saved by {self.name}", lambda: not missing())
        except Failed as failed:
            raise Failed(f"{failed}; it lacks {missing()}") from None

    def screenshot(self, what):
        return self.club.screenshot(self.display, f"{self.name.lower()}_{what}")

    def check_log(self):
        """Nothing that xboard was told is strange to it."""
        text = self.debug.read_text(errors="replace")
        # What the server said is not xboard's judgement of it.
        own = [line for line in text.splitlines() if not line.startswith(("<ICS:", ">ICS:"))]
        for line in own:
            check(not TROUBLE.search(line), f"xboard of {self.name} stumbled over: {line[:300]}")
        told = "".join(re.findall(r"<ICS: (.*)", text))
        check("Command not found" not in told, f"a command of xboard was not known to the server ({self.debug})")

    def board(self):
        """The last board that xboard parsed."""
        return re.findall(r"Parsing board: (.*)", self.debug.read_text(errors="replace"))[-1]


def a_game_to_mate(club):
    anna, boris, clara = (XBoard(club, name) for name in ("Anna", "Boris", "Clara"))
    anna.types("match boris 5 0 unrated white")
    boris.hears("Challenge: Anna (++++) [white] Boris (++++) unrated blitz 5 0.")
    boris.types("accept")
    for player in (anna, boris):
        player.logs("Ratings from 'Creating:' Anna 0, Boris 0")
        player.logs("Parsing board: rnbqkbnr pppppppp")
    clara.types("observe anna")
    clara.hears("You are now observing game 1.")
    for ply, move in enumerate(GAME, 1):
        (anna, boris)[(ply + 1) % 2].types(move.rstrip("+#"))
        for xboard in (anna, boris, clara):
            # The board of the move, with the move as the server writes it.
            xboard.logs(f"accepted move {move} from ICS, parse it.")
        if ply == 10:
            anna.screenshot("playing")
            boris.screenshot("playing_black")
            clara.screenshot("observing")
    for xboard in (anna, boris, clara):
        xboard.hears("{Game 1 (Anna vs. Boris) Boris checkmated} 1-0")
        xboard.saves('[White "Anna"]', '[Black "Boris"]', '[Result "1-0"]', '[TimeControl "300"]', "e4", "Bxd1", "Nd5#", "Boris checkmated")
        xboard.screenshot("mate")
    return anna, boris, clara


def examining(club, clara):
    clara.types("examine")
    clara.hears("Starting a game in examine (scratch) mode.")
    for move in ("d4", "d5", "c4"):
        clara.types(move)
        clara.logs(f"accepted move {move} from ICS, parse it.")
    clara.types("backward 2")
    clara.hears("backs up 2 moves.")
    wait_for("the board after 1.d4", lambda: " P/d2-d4 " in clara.board())
    clara.types("forward")
    wait_for("the board after 1...d5", lambda: " P/d7-d5 " in clara.board())
    clara.screenshot("examining")
    clara.types("unexamine")
    clara.hears("You are no longer examining game")


def bughouse(club):
    """Four at two boards; a capture on the first is in hand on the second."""
    names = ("Dora", "Emil", "Fritz", "Greta")
    dora, emil, fritz, greta = (XBoard(club, name) for name in names)
    for one, other in ((dora, fritz), (emil, greta)):
        for player in (one, other):
            player.types("set bugopen 1")
            player.hears("You are now open for bughouse.")
        one.types(f"partner {other.name}")
        other.hears(f"{one.name} offers to be your bughouse partner")
        other.types(f"partner {one.name}")
        one.hears(f"{other.name} agrees to be your partner.")
    dora.types("match emil 3 0 bughouse unrated white")
    emil.hears("Challenge: Dora")
    emil.types("accept")
    for xboard in (dora, emil, fritz, greta):
        xboard.logs("Parsing board: rnbqkbnr pppppppp")
    # Dora takes a pawn, so her partner Fritz, who is Black on the other board, has one.
    for xboard, move in ((dora, "e4"), (emil, "d5"), (dora, "exd5"), (emil, "Qxd5"), (dora, "Nc3"), (emil, "Qxg2"), (dora, "Bxg2")):
        xboard.types(move)
        for watcher in (dora, emil):
            watcher.logs(f"accepted move {move} from ICS, parse it.")
    for xboard, move in ((greta, "e4"), (fritz, "e5"), (greta, "Nf3"), (fritz, "P@e6")):
        xboard.types(move)
        for watcher in (greta, fritz):
            watcher.logs(f"accepted move {move} from ICS, parse it.")
    fritz.logs("holdings")
    wait_for("holdings at Fritz", lambda: re.search(r"<b1> game \d+ white \[P*\] black \[Q\]", fritz.debug.read_text(errors="replace")))
    for xboard in (dora, emil, fritz, greta):
        xboard.screenshot("bughouse")
    emil.types("resign")
    for xboard in (dora, emil):
        xboard.hears("Emil resigns} 1-0")
    for xboard in (fritz, greta):
        xboard.hears("Fritz's partner won} 0-1")
    return dora, emil, fritz, greta


def a_rated_game(club):
    """Two with accounts play to mate; their ratings and the game are there when they come back."""
    passwords = {name: club.member(name, real) for name, real in (("Hanna", "Hanna Hahn"), ("Igor", "Igor Ivanov"))}
    hanna, igor = XBoard(club, "Hanna", passwords["Hanna"]), XBoard(club, "Igor", passwords["Igor"], by_hand=True)
    igor.screenshot("logged_in")
    hanna.types("match igor 5 0 rated white")
    igor.hears("Challenge: Hanna (----) [white] Igor (----) rated blitz 5 0.")
    igor.types("accept")
    for xboard in (hanna, igor):
        xboard.logs("Parsing board: rnbqkbnr pppppppp")
    for ply, move in enumerate(GAME, 1):
        (hanna, igor)[(ply + 1) % 2].types(move.rstrip("+#"))
        for xboard in (hanna, igor):
            xboard.logs(f"accepted move {move} from ICS, parse it.")
    for xboard, rating in ((hanna, 1882), (igor, 1558)):
        xboard.hears("{Game 1 (Hanna vs. Igor) Igor checkmated} 1-0")
        xboard.hears(f"Blitz rating adjustment: 0 --> {rating}.")
        check(passwords[xboard.name] not in xboard.said.read_text(errors="replace"), f"the password of {xboard.name} was shown")
    hanna.screenshot("rated_mate")
    for xboard in (hanna, igor):
        xboard.leaves()
        xboard.check_log()
    # This time the other one types.
    hanna, igor = XBoard(club, "Hanna", passwords["Hanna"], by_hand=True), XBoard(club, "Igor", passwords["Igor"])
    hanna.types("history")
    hanna.hears("History for Hanna:")
    wait_for("the game in the history", lambda: re.search(r"0: \+ +\d+ W +\d+ Igor +\[ br  5   0\] \S+ Mat ", hanna.said.read_text()))
    igor.types("finger")
    wait_for("the rating in the notes", lambda: re.search(r"Blitz +1558 ", igor.said.read_text()))
    # At odds: the board and the ratings of the next game, as xboard understands them.
    hanna.types("match igor 5 0 odds knight")
    igor.hears("Challenge: Hanna (----) [white] Igor (----) unrated nonstandard 5 0 Loaded from odds/knight.")
    igor.types("accept")
    for xboard in (hanna, igor):
        xboard.logs("Parsing board: rnbqkbnr pppppppp -------- -------- -------- -------- PPPPPPPP R-BQKBNR ")
    for xboard, move in ((hanna, "e4"), (igor, "e5"), (hanna, "Qh5"), (igor, "Nc6")):
        xboard.types(move)
        for watcher in (hanna, igor):
            watcher.logs(f"accepted move {move} from ICS, parse it.")
    igor.screenshot("odds")
    igor.types("resign")
    for xboard in (hanna, igor):
        xboard.saves('[FEN "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/R1BQKBNR w KQkq - 0 1"]')
        xboard.check_log()


def test(club):
    anna, boris, clara = a_game_to_mate(club)
    examining(club, clara)
    four = bughouse(club)
    for xboard in (anna, boris, clara, *four):
        xboard.check_log()
    a_rated_game(club)


if __name__ == "__main__":
    main(test)
