"""eboard: a hand fills in its dialog; it logs in through its own timeseal, plays to mate, observes."""

from club import check, main, program, wait_for


class EBoard:
    """eboard on a screen of its own, with its log of what it reads and writes."""

    # Where things are in its window, which has always the same size.
    HELP_CLOSE, PEER, OTHER_SERVER = (767, 655), (25, 15), (120, 85)
    HOST, PORT, CONNECT, LINE = (350, 300), (350, 350), (600, 517), (400, 550)
    MAIN_BOARD = (750, 46)

    def __init__(self, club):
        self.club = club
        self.display = club.display()
        self.log = club.home / "home" / "LOG.eboard"
        with open(club.artefacts / "eboard.said", "wb") as said:
            self.process = club.start(
                [program("eboard"), "-log", "-debug"], env=club.environment(self.display), cwd=club.home, stdout=said, stderr=said
            )
        club.window(self.display, "Getting Started")
        self.does(("click", *self.HELP_CLOSE), ("click", *self.PEER), ("click", *self.OTHER_SERVER))
        self.does(("select", *self.HOST), ("type", "127.0.0.1"), ("select", *self.PORT), ("type", str(club.ports["telnet"])))
        self.does(("click", *self.CONNECT))
        self.reads("If you are not a registered player")

    def does(self, *what):
        self.club.hand(self.display, *what)

    def types(self, line):
        self.does(("click", *self.LINE), ("type", line), ("key", "Return"))

    def reads(self, words, times=1):
        def there():
            check(self.process.poll() is None, "eboard has ended")
            return self.log.exists() and self.log.read_text(errors="replace").count(words) >= times
        wait_for(f"{words!r} in eboard's log", there)


def test(club):
    eboard = EBoard(club)
    eboard.types("Anna")
    eboard.reads('Press return to enter the server as "Anna":')
    eboard.types("")
    eboard.reads("**** Starting FICS session as Anna(U) ****")
    eboard.reads("Style 12 set.")
    boris = club.player("Boris")
    check("Timeseal   : On" in boris.types("finger anna"), "eboard's timeseal is not noticed")
    boris.types("match anna 5 0 unrated black")
    eboard.reads("Challenge: Boris (++++) [black] Anna (++++) unrated blitz 5 0.")
    eboard.types("accept")
    boris.hears("Creating: Anna (++++) Boris (++++) unrated blitz 5 0")
    for move, answer in (("e4", "e5"), ("Bc4", "Nc6"), ("Qh5", "Nf6"), ("Qxf7", None)):
        eboard.types(move)
        boris.hears(f") {move}")
        if answer:
            boris.types(answer)
            eboard.reads(f") {answer} ")
    eboard.does(("click", *eboard.MAIN_BOARD))
    boris.hears("{Game 1 (Anna vs. Boris) Boris checkmated} 1-0")
    eboard.reads("Boris checkmated} 1-0")
    club.screenshot(eboard.display, "mate")
    clara = club.player("Clara")
    boris.types("match clara 3 0 unrated white")
    clara.types("accept")
    for player, move in ((boris, "d4"), (clara, "d5"), (boris, "c4")):
        player.types(move)
    eboard.types("observe boris")
    eboard.reads("Game 1: Boris (++++) Clara (++++) unrated blitz 3 0")
    eboard.reads("Movelist for game 1:")
    clara.types("dxc4")
    eboard.reads(") dxc4 ")
    club.screenshot(eboard.display, "observing")
    text = (club.home / "home" / "LOG.eboard").read_text(errors="replace")
    (club.artefacts / "eboard.log").write_text(text)
    check("Command not found" not in text, "a command of eboard is not known to the server")


if __name__ == "__main__":
    main(test)
