"""Scid: its own code logs in as a guest, reads a seek, plays to mate, observes a game."""

from club import check, lines, main, program, wait_for
from pathlib import Path


def test(club):
    report = club.artefacts / "report.txt"
    display = club.display("1280x900")
    driver = Path(__file__).with_name("scid_driver.tcl")
    with open(club.artefacts / "scid.said", "wb") as said:
        scid = club.start(
            [program("tkscid"), str(driver), str(club.ports["telnet"]), str(report)],
            env=club.environment(display) | {"SCID": program("scid")}, stdout=said, stderr=said,
        )

    def reports(words):
        def there():
            ended, told = scid.poll() is not None, lines(report)
            for line in told:
                if line.startswith(words):
                    return line
                check(not line.startswith(("MISSED", "ERROR")), f"Scid: {line}")
            check(not ended, f"Scid ended: {told[-8:]}")
            return None
        return wait_for(f"{words} of Scid", there)

    name = reports("NAME ").split()[1]
    boris = club.player("Boris", ["set seek 1"])
    reports("OK style 12")
    boris.types("seek 5 0 unrated black")
    check(reports("SEEK ") == "SEEK Boris 5 0 blitz", f"Scid read the seek as {reports('SEEK ')}")
    boris.hears(f"Creating: {name} (++++) Boris (++++) unrated blitz 5 0")
    for heard, move in ((" e4 ", "e5"), (" Bc4 ", "Nc6"), (" Qh5 ", "Nf6")):
        boris.hears(heard)
        boris.types(move)
    boris.hears("Boris checkmated} 1-0")
    moves = reports("MOVES ")
    check(moves == "MOVES 1.e4 e5 2.Bc4 Nc6 3.Qh5 Nf6 4.Qxf7#", f"Scid has {moves}")
    check(reports("PLAYERS ") == f"PLAYERS {name} Boris", reports("PLAYERS "))
    club.screenshot(display, "played")
    dora, emil = club.player("Dora"), club.player("Emil")
    dora.types("match emil 3 0 unrated white")
    emil.types("accept")
    for player, move in ((dora, "e4"), (emil, "e5"), (dora, "c4")):
        player.types(move)
    check(dora.types(f"tell {name} Watch me").startswith(f"(told {name})"), "Scid cannot be told")
    check(reports("OBSERVED ") == "OBSERVED Dora 1.e4 e5 2.c4", f"Scid saw {reports('OBSERVED ')}")
    reports("DONE")
    club.screenshot(display, "observing")


if __name__ == "__main__":
    main(test)
