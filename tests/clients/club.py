"""What every client's test needs: a server of its own, scripted players, a screen, a folder.

Each test is a file whose `test` function is given a `Club` and raises `Failed` when the
client did not do what a person would expect of it. `main` runs it alone:

    PARTIE=target/debug/partie python3 tests/clients/with_xboard.py

Only what was started here is ended here, each by its own process.
"""

import os
import random
import re
import selectors
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import traceback
from contextlib import ExitStack, suppress
from pathlib import Path

# A busy machine is slow; nothing here should need as long.
PATIENCE = 60.0


class Failed(Exception):
    """The client or the server did not do what it should."""


class Missing(Exception):
    """The client is not installed and cannot be had."""


def check(truth, words):
    if not truth:
        raise Failed(words)


def wait_for(what, happens, seconds=PATIENCE):
    """Asks `happens` again and again until it answers with something, and returns that."""
    end = time.monotonic() + seconds
    while True:
        found = happens()
        if found:
            return found
        if time.monotonic() > end:
            raise Failed(f"waited {seconds:.0f} s in vain for {what}")
        time.sleep(0.05)


def lines(file):
    """The whole lines of a file that a program is writing. What has no end yet may grow: half
    a name is another name, and half a line lacks what is looked for in it."""
    try:
        text = Path(file).read_text(errors="replace")
    except FileNotFoundError:
        return []
    *whole, _open = text.split("\n")
    return [line.rstrip("\r") for line in whole]


def program(*names):
    """The first of these programs that is installed."""
    path = os.environ.get("PATH", "") + ":/usr/games"
    for name in names:
        if found := shutil.which(name, path=path):
            return found
    raise Missing(f"{' or '.join(names)} is not installed")


class Club:
    """A server on free ports of this computer, and everything that was started for a test."""

    def __init__(self, name, telnet="127.0.0.1:0"):
        self._telnet = telnet
        self.host = telnet.split(":")[0]
        folder = os.environ.get("PARTIE_ARTEFACTS") or tempfile.mkdtemp(prefix="partie-clients-")
        self.artefacts = Path(folder).absolute() / name
        # What an earlier run left is not this one's.
        shutil.rmtree(self.artefacts, ignore_errors=True)
        self.artefacts.mkdir(parents=True)
        self._ends = ExitStack()
        self.home = Path(self._ends.enter_context(tempfile.TemporaryDirectory(prefix="partie-home-")))
        self.ports = {}
        self.displays = []

    def __enter__(self):
        self._serve()
        return self

    def __exit__(self, kind, *_error):
        if kind is Failed:
            for number, display in enumerate(self.displays):
                with suppress(subprocess.SubprocessError):
                    (self.artefacts / f"failed_{number}.png").write_bytes(self.picture(display, "png"))
        self._ends.close()

    def _serve(self):
        words = self.artefacts / "server.log"
        data = self.home / "server"
        program = os.environ.get("PARTIE", "partie")
        ports = [f"--telnet={self._telnet}", *(f"--{port}=127.0.0.1:0" for port in ("tls", "http", "private"))]
        with open(words, "wb") as log:
            self.server = self.start([program, "serve", "--data", str(data), *ports], stderr=log, env=self.environment())

        def listening():
            if self.server.poll() is not None:
                raise Failed(f"the server did not start: {words.read_text()}")
            found = (re.search(r"listening: (\w+) \S+:(\d+)$", line) for line in lines(words))
            found = {match[1]: int(match[2]) for match in found if match}
            return found if len(found) >= 4 else None

        self.ports = wait_for("the server", listening)
        self.data = data

    def start(self, command, **how):
        """Starts a program that is ended with the club, with its children."""
        how = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, **how}
        process = subprocess.Popen(command, start_new_session=True, **how)
        self._ends.callback(end, process)
        return process

    def environment(self, display=None):
        """An environment without the settings of whoever runs the tests."""
        home = self.home / "home"
        home.mkdir(exist_ok=True)
        kept = {name: os.environ[name] for name in ("PATH", "LD_LIBRARY_PATH") if name in os.environ}
        return {
            **kept,
            "PATH": kept.get("PATH", "/usr/bin:/bin") + ":/usr/games",
            "HOME": str(home),
            "XDG_RUNTIME_DIR": str(home),
            "LANG": "C.UTF-8",
            "NO_AT_BRIDGE": "1",
            **({"DISPLAY": display} if display else {}),
        }

    def display(self, size="1000x800"):
        """A screen that nobody sees; its name.

        Its number is drawn by lot: of two servers that take the lowest free one, the one that ends removes the
        socket of the one that begins. It does not begin anew when its last client leaves, for it then refuses
        the next one, and whoever looks at the screen comes and goes.
        """
        def begins():
            reader, writer = os.pipe()
            name = f":{random.randrange(100, 50_000)}"
            command = [program("Xvfb"), name, "-displayfd", str(writer), "-screen", "0", f"{size}x24", "-nolisten", "tcp", "-noreset"]
            self.start(command, pass_fds=(writer,), stderr=subprocess.DEVNULL)
            os.close(writer)
            with os.fdopen(reader) as number:
                return name if number.readline().strip() else None
        display = wait_for("a screen", begins)
        self.displays.append(display)
        return display

    def screenshot(self, display, name):
        """A picture of the screen in the folder of artefacts, when nothing moves on it."""
        picture = self.artefacts / f"{name}.png"
        self.still(display)
        picture.write_bytes(self.picture(display, "png"))
        check(picture.stat().st_size > 500, f"the screenshot {name} is empty")
        return picture

    def picture(self, display, kind="ppm"):
        """The bytes of a picture of the screen."""
        command = [program("import"), "-display", display, "-window", "root", f"{kind}:-"]
        return subprocess.run(command, check=True, timeout=60, stdin=subprocess.DEVNULL, capture_output=True).stdout

    def still(self, display):
        """Waits until two pictures of the screen are the same; clocks and cursors may go on, so for some
        seconds at most."""
        end = time.monotonic() + 3
        last = self.picture(display)
        while last != (last := self.picture(display)) and time.monotonic() < end:
            pass

    def hand(self, display, *does):
        """What a hand does on a screen, in the words of xdotool: ("click", x, y), ("type", text), ("key", name).

        After each it looks until the screen has changed and come to rest, for some seconds at most: nobody
        clicks on what is not there yet.
        """
        for what, *how in does:
            before = self.picture(display)
            command = {
                "click": lambda x, y: ["mousemove", str(x), str(y), "sleep", "0.2", "click", "1"],
                "twice": lambda x, y: ["mousemove", str(x), str(y), "sleep", "0.2", "click", "--repeat", "2", "--delay", "60", "1"],
                "wheel": lambda x, y: ["mousemove", str(x), str(y), "sleep", "0.2", "click", "5"],
                "select": lambda x, y: ["mousemove", str(x), str(y), "sleep", "0.2", "click", "--repeat", "3", "1"],
                "type": lambda text: ["type", "--delay", "20", text],
                "drag": lambda x, y, to_x, to_y: [
                    "mousemove", str(x), str(y), "sleep", "0.2", "mousedown", "1", "sleep", "0.2", "mousemove", str((x + to_x) // 2),
                    str((y + to_y) // 2), "sleep", "0.2", "mousemove", str(to_x), str(to_y), "sleep", "0.2", "mouseup", "1",
                ],
                "key": lambda name: ["key", name],
            }[what](*how)
            subprocess.run([program("xdotool"), *command], check=True, timeout=60, env=self.environment(display))
            end = time.monotonic() + 3
            while self.picture(display) == before and time.monotonic() < end:
                time.sleep(0.1)
            self.still(display)

    def window(self, display, title, by="--name"):
        """Waits until a window with this title (or `by="--class"`, of this program) is shown."""
        command = [program("xdotool"), "search", "--onlyvisible", by, title]
        def shown():
            return subprocess.run(command, capture_output=True, timeout=30, env=self.environment(display)).stdout.split()
        wait_for(f"the window {title!r}", shown)

    def member(self, name, real_name):
        """An account that the server's owner makes; its password."""
        program = os.environ.get("PARTIE", "partie")
        line = ["addplayer", name, f"{name.lower()}@example.org", *real_name.split()]
        done = subprocess.run(
            [program, "admin", "--data", str(self.data), *line], capture_output=True, text=True, timeout=30, env=self.environment()
        )
        added = re.match(rf"Added: >{name}< >{real_name}< >.*< >(\w+)<$", done.stdout.strip())
        check(done.returncode == 0 and added, f"addplayer says: {done.stdout}{done.stderr}")
        return added[1]

    def player(self, name, setup=()):
        """A guest who types what the test says, and answers him by number (`iset block 1`)."""
        player = Player(name, (self.host, self.ports["telnet"]), self.artefacts / f"{name.lower()}.raw")
        self._ends.callback(player.close)
        player.log_in()
        player.sends("iset block 1")
        player.hears("block set.")
        for line in ("set style 12", *setup):
            player.types(line)
        return player


def end(process):
    """Ends a program and its children, in good order if it can."""
    for how, patience in ((signal.SIGTERM, 5), (signal.SIGKILL, 5)):
        try:
            os.killpg(process.pid, how)
        except ProcessLookupError:
            break
        try:
            process.wait(patience)
        except subprocess.TimeoutExpired:
            continue


class Player:
    """A person at a telnet, whose lines and answers are written down.

    Each line has a number, and its answer comes in a frame with that number: what others do
    meanwhile is not taken for it. All that is not an answer waits until it is asked for.
    """

    def __init__(self, name, place, transcript):
        self.name = name
        self.socket = socket.create_connection(place, timeout=PATIENCE)
        self.transcript = open(transcript, "wb")
        self.unread = b""
        self.number = 0

    def close(self):
        self.socket.close()
        self.transcript.close()

    def log_in(self):
        self.hears("login: ")
        self.sends(self.name)
        self.hears("Press return to enter the server as")
        self.sends("")
        self.hears(f"**** Starting FICS session as {self.name}(U) ****")
        self.hears("fics% ")

    def sends(self, line):
        """Sends a line and does not wait."""
        self.transcript.write(b"\n<<<CLIENT %r>>>\n" % (line.encode() + b"\n"))
        self.socket.sendall(line.encode() + b"\n")

    def types(self, line):
        """Sends a line; its answer."""
        self.number += 1
        self.sends(f"{self.number} {line}")
        frame = re.compile(rb"\x15%d\x16\d+\x16(.*?)\x17\n\rfics%% " % self.number, re.DOTALL)
        end = time.monotonic() + PATIENCE
        while not (found := frame.search(self.unread)):
            left = end - time.monotonic()
            if left <= 0 or not self.read(left):
                raise Failed(f"{self.name} typed {line!r} and got no answer, but: {self.unread[-600:]}")
        self.unread = self.unread[:found.start()] + self.unread[found.end():]
        return found[1].decode("latin-1")

    def quits(self):
        """Leaves the server."""
        self.number += 1
        self.sends(f"{self.number} quit")
        self.hears("Logging you out.")

    def hears(self, words, seconds=PATIENCE):
        """Waits until these words (a text or a compiled pattern) come; everything up to them."""
        pattern = words if isinstance(words, re.Pattern) else re.compile(re.escape(words))
        end = time.monotonic() + seconds
        while True:
            text = self.unread.decode("latin-1")
            if found := pattern.search(text):
                self.unread = self.unread[found.end():]
                return text[: found.end()]
            left = end - time.monotonic()
            if left <= 0 or not self.read(left):
                shown = text[-600:].replace("\r", "")
                raise Failed(f"{self.name} waited for {pattern.pattern!r} and was told:\n{shown}")

    def read(self, seconds):
        """Reads what comes within this time; whether the line is still open."""
        with selectors.DefaultSelector() as selector:
            selector.register(self.socket, selectors.EVENT_READ)
            if not selector.select(seconds):
                return True
        got = self.socket.recv(65536)
        self.transcript.write(got)
        self.unread += got
        return bool(got)


def main(test, **club):
    """Runs one test as a program; its status is 0, 1 for a failure, 3 for a missing client."""
    name = Path(sys.argv[0]).stem.removeprefix("with_")
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    began = time.monotonic()
    try:
        with Club(name, **club) as place:
            print(f"{name}: artefacts in {place.artefacts}", flush=True)
            test(place)
            check(place.server.poll() is None, "the server has ended")
    except Missing as missing:
        print(f"{name}: MISSING: {missing}")
        sys.exit(3)
    except Failed as failed:
        print(f"{name}: FAILED: {failed}")
        traceback.print_tb(failed.__traceback__, limit=-3, file=sys.stdout)
        sys.exit(1)
    print(f"{name}: passed in {time.monotonic() - began:.0f} s")
