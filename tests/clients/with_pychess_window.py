"""PyChess' window: a guest logs in at a host that is not localhost, observes, plays to mate, chats.

The hand is xdotool's; where to click, and what the window shows, is read from its widgets
(`pychess_eyes.py`). PyChess opens its second connection, which fills the lists of players
and games, only where the host has another name than localhost or 127.0.0.1.
"""

import subprocess
import sys
import time
from multiprocessing.connection import Client
from pathlib import Path

from club import Failed, Missing, check, main, program, wait_for

# What PyChess would ask first in a new home, and the size of its window.
SETTINGS = """[General]
show_tip_at_startup = False
dont_show_externals_at_startup = True
mainwindow_width = 1680
mainwindow_height = 940
mainwindow_x = 10
mainwindow_y = 10
"""


class Window:
    """PyChess on a screen of its own."""

    def __init__(self, club):
        self.club = club
        self.display = club.display("1700x960")
        # PyChess' own log is kept with the pictures.
        environment = club.environment(self.display) | {"GDK_BACKEND": "x11", "XDG_DATA_HOME": str(club.artefacts)}
        home = club.home / "home"
        home.chmod(0o700)
        settings = home / ".config" / "pychess"
        settings.mkdir(parents=True)
        (settings / "config").write_text(SETTINGS)
        eyes = club.home / "eyes"
        self.said = club.artefacts / "pychess.said"
        command = [program("dbus-run-session"), "--", sys.executable, str(Path(__file__).with_name("pychess_eyes.py")),
                   str(eyes), program("pychess"), "--log-debug", "--no-version-check"]
        with open(self.said, "wb") as said:
            self.process = club.start(command, env=environment, stdout=said, stderr=said)

        def looks():
            self.check()
            try:
                return Client(str(eyes), "AF_UNIX")
            except OSError:
                return None
        self.eyes = wait_for("PyChess", looks)

    def check(self):
        said = self.said.read_text(errors="replace")
        check(self.process.poll() is None, f"PyChess has ended: {said[-600:]}")
        check("Traceback" not in said, f"PyChess raised: {said[-1500:]}")

    def look(self):
        """Everything that is seen now; None while the window does not answer."""
        self.check()
        self.eyes.send("look")
        if not self.eyes.poll(60):
            raise Failed("PyChess' window does not answer")
        seen = self.eyes.recv()
        if isinstance(seen, Exception):
            raise Failed(f"the eyes see {seen!r}")
        return seen

    def finds(self, **fits):
        """A widget that is so, if one is seen now: equal values, or a function of the value."""
        def good(widget):
            return all(want(widget.get(key)) if callable(want) else widget.get(key) == want for key, want in fits.items())
        return next((widget for widget in self.look() if good(widget)), None)

    def sees(self, what, **fits):
        """Waits for a widget that is so."""
        return self.waits(what, lambda: self.finds(**fits))

    def waits(self, what, happens):
        """Waits for something; where it does not happen, what is seen is written down."""
        try:
            return wait_for(what, happens)
        except Failed:
            (self.club.artefacts / "seen.txt").write_text("\n".join(map(str, self.look())))
            raise

    def does(self, *what):
        self.club.hand(self.display, *what)

    def clicks(self, what, then, times=1, part="at", **fits):
        """Clicks on a widget that stands still, and again if what is to follow does not: a busy window loses clicks."""
        def followed():
            before = self.finds(**fits)
            time.sleep(0.2)
            widget = self.finds(**fits)
            if widget and before and widget[part] == before[part] and not then():
                self.does(("click" if times == 1 else "twice", *widget[part]))
            end = time.monotonic() + 5
            while not (done := then()) and time.monotonic() < end:
                time.sleep(0.1)
            return done
        self.sees(what, **fits)
        self.waits(f"what follows a click on {what}", followed)

    def writes(self, name, text):
        """Writes into an entry, until it has the text."""
        def written():
            place = self.sees(name, kind="Entry", name=name)["at"]
            self.does(("select", *place), ("type", text))
            return self.sees(name, kind="Entry", name=name)["text"] == text
        self.waits(f"{text!r} in {name}", written)

    def board(self, fits=lambda board: True):
        return self.sees("a board", kind="BoardView", moves=lambda moves: moves is not None and fits(moves))

    def moves(self, begin, end):
        """Drags a piece, until the window shows the move."""
        count = len(self.board()["moves"])
        def moved():
            if len(self.board()["moves"]) == count:
                squares = self.board()["squares"]
                self.does(("drag", *squares[begin], *squares[end]))
            return len(self.board()["moves"]) > count
        self.waits(f"the move {begin}-{end}", moved)

    def screenshot(self, name):
        return self.club.screenshot(self.display, name)


def test(club):
    program("pychess")
    try:
        import gi  # noqa: F401
    except ImportError as error:
        raise Missing(f"pychess: {error}") from error
    clara, dora, emil = (club.player(name) for name in ("Clara", "Dora", "Emil"))
    clara.types("match dora 5 0 unrated white")
    dora.types("accept")
    for player, move in ((clara, "e4"), (dora, "e5"), (clara, "Nf3")):
        player.types(move)

    window = Window(club)
    logs_in(club, window, emil)
    observes(window, clara, dora)
    plays(window, emil)
    chats(window, emil)
    window.check()


def logs_in(club, window, emil):
    window.clicks("the dialog to connect", lambda: window.finds(name="nameEntry"), name="opendialog2")
    window.writes("nameEntry", "Anna")
    window.writes("hostEntry", club.host)
    window.writes("portsEntry", str(club.ports["telnet"]))
    window.screenshot("logging_in")
    window.clicks("Connect", lambda: "Anna(U)" in emil.types("who"), name="connectButton", text=lambda text: text != "")


def observes(window, clara, dora):
    """A game from the list of games, from its middle to its end."""
    game = {"kind": "row", "text": lambda text: "Clara" in text and "Dora" in text}
    window.clicks("the list of games", lambda: window.finds(**game), kind="Label", text="Game List")
    window.clicks("the game in the list", lambda: window.finds(kind="BoardView"), times=2, **game)
    window.board(lambda moves: len(moves) == 3)
    for player, move in ((dora, "Nc6"), (clara, "Bb5"), (dora, "a6"), (clara, "Bxc6")):
        count = len(window.board()["moves"])
        player.types(move)
        window.board(lambda moves, count=count: len(moves) == count + 1)
    board = window.board(lambda moves: len(moves) == 7)
    check(board["text"].startswith("r1bqkbnr/1ppp1ppp/p1B5/4p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - "), f"the window shows {board['text']}")
    window.screenshot("observing")
    dora.types("resign")
    window.sees("the end of the game", kind="BoardView", result="1-0")


def turns_to_lounge(window):
    window.clicks("the lounge", lambda: window.finds(kind="Label", text="Talking"), kind="RadioButton", text="ICS")


def plays(window, emil):
    """A challenge accepted, and a game to mate."""
    turns_to_lounge(window)
    emil.types("match anna 5 0 unrated black")
    accept = {"kind": "Button", "text": "Accept"}
    window.clicks("Accept", lambda: not window.finds(**accept), **accept)
    emil.hears("Creating: Anna (++++) Emil (++++) unrated blitz 5 0")
    window.board(lambda moves: moves == [])
    for (begin, end), answer in ((("e2", "e4"), "e5"), (("f1", "c4"), "Nc6"), (("d1", "h5"), "Nf6"), (("h5", "f7"), None)):
        count = len(window.board()["moves"])
        window.moves(begin, end)
        emil.hears(f"/{begin}-{end} ")
        if answer:
            emil.types(answer)
            window.board(lambda moves, count=count: len(moves) == count + 2)
            if answer == "Nf6":
                window.screenshot("playing")
    emil.hears("{Game 1 (Anna vs. Emil) Emil checkmated} 1-0")
    window.sees("the mate", kind="BoardView", moves=lambda moves: moves is not None and len(moves) == 7, result="1-0")
    window.screenshot("mate")


def chats(window, emil):
    """A channel, both ways."""
    turns_to_lounge(window)
    channel = {"kind": "row", "text": lambda text: "4: Help" in text}
    welcome = {"kind": "TextView", "text": lambda text: "Welcome to the club" in text}
    # PyChess shows its user's channels only if their list comes early enough; else one is taken from all.
    if window.finds(**channel):
        emil.types("tell 4 Welcome to the club")
        window.clicks("the channel", lambda: window.finds(**welcome), **channel)
    else:
        others = {"kind": "Label", "text": "More channels"}
        window.clicks("the other channels", lambda: window.finds(kind="row", text=lambda text: "0: Admins" in text), **others)
        while not window.finds(**channel):
            window.does(("wheel", *window.sees("the other channels", **others)["at"]))
        window.clicks("the channel", lambda: window.finds(kind="Entry", name=""), part="icon", **channel)
        emil.types("tell 4 Welcome to the club")
        window.sees("the channel's talk", **welcome)
    window.writes("", "Thank you all")
    window.does(("key", "Return"))
    emil.hears("Anna(U)(4): Thank you all")
    window.sees("the answer", kind="TextView", text=lambda text: "Thank you all" in text)
    window.screenshot("talking")


if __name__ == "__main__":
    main(test, telnet="127.0.0.2:0")
