"""mekk.fics, the FICS library of PyPI: a bot logs in with `%b`, reads lists, talks, follows a game.

It runs in an environment of its own outside the repository; PARTIE_CLIENTS_VENV names one
that is kept, else one is made for the run. Other packages that were looked for:
papageorge (PyPI, 2015) and steinitz (PyPI, 2020) install, but are windows for a person,
not libraries; npm has no package that speaks to such servers.
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from club import PATIENCE, Missing, check, lines, main, wait_for

PACKAGE = "mekk.fics==0.8.2"


def environment():
    """A Python with the library."""
    folder = Path(os.environ.get("PARTIE_CLIENTS_VENV") or tempfile.gettempdir() + f"/partie-clients-venv-{os.getuid()}")
    python = folder / "bin" / "python"
    if subprocess.run([python, "-c", "import mekk.fics"], capture_output=True).returncode if python.exists() else True:
        for command in ([sys.executable, "-m", "venv", folder], [python, "-m", "pip", "install", "-q", "setuptools", "wheel", PACKAGE]):
            made = subprocess.run(command, capture_output=True, text=True, timeout=240)
            if made.returncode:
                raise Missing(f"{PACKAGE} does not install: {made.stderr.strip()[-300:]}")
    return python


def test(club):
    python = environment()
    report = club.artefacts / "report.txt"
    with open(report, "wb") as said:
        bot = club.start([python, Path(__file__).with_name("mekk_bot.py"), str(club.ports["telnet"])], stdout=said, stderr=subprocess.STDOUT)

    def reports(words):
        def there():
            # Whether it has ended is asked first: what it wrote before that is then all there.
            ended, told = bot.poll() is not None, lines(report)
            line = next((line for line in told if line.startswith(words)), None)
            check(line or not ended, f"the bot ended without {words!r}: {told[-8:]}")
            check(not any("Traceback" in line for line in told), f"the bot raised: {told[-8:]}")
            return line
        return wait_for(f"{words!r} of the bot", there)

    name = reports("LOGIN ").split()[1]
    check(name.startswith("Guest"), f"the bot is called {name}")
    adam, boris = club.player("Adam"), club.player("Boris")
    check("(told" in adam.types(f"tell {name} hello"), "the bot cannot be told")
    reports("TELL Adam hello")
    adam.hears(f"{name}(U) tells you: hello yourself")
    adam.types("match boris 3 0 unrated white")
    boris.types("accept")
    adam.types(f"tell {name} watch")
    joined = reports("JOINED ")
    check("Adam" in joined and "Boris" in joined, f"the game was read as {joined}")
    for player, move in ((adam, "e4"), (boris, "e5"), (adam, "Nf3")):
        player.types(move)
        reports(f"MOVE {move}")
    boris.types("resign")
    finished = reports("FINISHED ")
    check("1-0" in finished and "Boris resigns" in finished, f"the end was read as {finished}")
    adam.types(f"tell {name} look")
    check("Adam" in reports("FINGER "), "finger was not read")
    check("Boris" in reports("WHO "), "who was not read")
    adam.types(f"tell {name} leave")
    reports("BYE")
    bot.wait(PATIENCE)
    check(not [line for line in lines(report) if line.startswith("UNKNOWN ")], f"lines were strange to the bot, see {report}")


if __name__ == "__main__":
    main(test)
