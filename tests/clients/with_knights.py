"""Knights (KDE): a hand fills in its dialogs and drags pieces; it logs in, accepts a challenge, mates.

Knights knows no other port than 5000, so the server has it on an address of its own in 127.0.0.0/8.
"""

import os

from club import check, main, program, wait_for

# Where things are in its window, which has always the same size in a fresh home.
NEW = (26, 38)
CHESS_SERVER, SERVER_NAME = (39, 267), (215, 267)
REGISTERED, USER, LOG_IN, CONSOLE, LINE = (591, 193), (420, 193), (308, 255), (566, 122), (440, 575)
# The middle of a8 and the size of a square, when a game is on.
A8, SQUARE = (347, 85), 36


def square(name):
    return (A8[0] + SQUARE * "abcdefgh".index(name[0]), A8[1] + SQUARE * (8 - int(name[1])))


def test(club):
    display = club.display()
    environment = club.environment(display)
    home = club.home / "home"
    home.chmod(0o700)
    (home / ".config").mkdir()
    # A wallet would ask for passwords.
    (home / ".config" / "kwalletrc").write_text("[Wallet]\nEnabled=false\nFirst Use=false\n")
    with open(club.artefacts / "knights.said", "wb") as said:
        knights = club.start(
            [program("dbus-run-session"), "--", program("knights")], env=environment, stdout=said, stderr=said
        )
    club.window(display, "knights", by="--class")
    club.hand(display, ("click", *NEW))
    club.window(display, "New Game")
    club.hand(
        display, ("click", *CHESS_SERVER), ("click", *SERVER_NAME), ("key", "ctrl+a"), ("type", club.host), ("key", "Return")
    )
    club.window(display, "Chess server")
    club.hand(display, ("click", *REGISTERED), ("click", *USER), ("type", "Anna"), ("click", *LOG_IN))

    boris = club.player("Boris")
    wait_for("Knights in the list of players", lambda: "Anna(U)" in boris.types("who"))
    club.hand(display, ("click", *CONSOLE))
    boris.types("match anna 10 0 unrated black")
    club.hand(display, ("click", *LINE), ("type", "accept"), ("key", "Return"))
    boris.hears("Creating: Anna (++++) Boris (++++) unrated blitz 10 0")
    club.screenshot(display, "begun")
    for move, answer in (("e2e4", "e5"), ("f1c4", "Nc6"), ("d1h5", "Nf6"), ("h5f7", None)):
        club.hand(display, ("drag", *square(move[:2]), *square(move[2:])))
        boris.hears(f"/{move[:2]}-{move[2:]} ")
        if answer:
            boris.types(answer)
    boris.hears("{Game 1 (Anna vs. Boris) Boris checkmated} 1-0")
    club.screenshot(display, "mate")
    check(knights.poll() is None, "Knights has ended")


if __name__ == "__main__":
    number = os.getpid()
    main(test, telnet=f"127.{number // 65025 % 250 + 1}.{number // 255 % 255}.{number % 250 + 1}:5000")
