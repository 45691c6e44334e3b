"""Times of the jobs of docs/python.md on a large file of standard chess, for Partie and for python-chess.

    python tests/times.py games.pgn --into ../docs/python.md

The code is that of the page. Each job runs in processes of its own on one core, several times.
"""

from __future__ import annotations

import argparse
import ast
import contextlib
import datetime
import io
import json
import os
import platform
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any

from page import sections

import partie

PACKAGE = Path(__file__).resolve().parents[1]
PAGE = PACKAGE.parent / "docs/python.md"

LONGEST = 60
"""Seconds above which python-chess gets a tenth of the games."""


@dataclass
class Job:
    """A block of the page."""

    name: str
    heading: str
    words: str = "python"
    times: int = 1


JOBS = [
    Job("read all games", "1."),
    Job("write the games of a player ¹", "2."),
    Job("count openings", "3."),
    Job("write all positions as FEN", "4."),
    Job("read all clocks", "5."),
    Job("check and mend ²", "6."),
    Job("write clean PGN", "7."),
    Job("three columns in polars", "8."),
    Job("all games and all positions in pandas", "8.", "python pandas"),
    Job("make a library", "9."),
    Job("search and explore it", "9.", "python find", 10),
    Job("draw a position", "10.", times=100),
]


def child() -> None:
    """Runs a job that is given on the standard input, and prints its time and its memory."""
    job = json.load(sys.stdin)
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    tree = ast.parse(job["code"])
    imports: list[ast.stmt] = [line for line in tree.body if isinstance(line, (ast.Import, ast.ImportFrom))]
    exec(compile(ast.Module(imports, []), "<page>", "exec"), {})
    code = compile(tree, "<page>", "exec")
    with contextlib.redirect_stdout(io.StringIO()):
        start = time.process_time()
        for _ in range(job["times"]):
            exec(code, {})
        seconds = (time.process_time() - start) / job["times"]
    most = re.search(r"VmHWM:\s*(\d+) kB", Path("/proc/self/status").read_text())
    print(json.dumps([seconds, 1024 * int(most[1]) if most else 0]))


def measured(code: str, times: int, folder: Path, rounds: int) -> tuple[float, float]:
    """The median of the seconds of a job, and that of its memory in MB."""
    paths = [str(PACKAGE), os.environ.get("PYTHONPATH", "")]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, paths)), "POLARS_MAX_THREADS": "1"}
    given = json.dumps({"code": code, "times": times})
    found = []
    for _ in range(rounds):
        run = subprocess.run(
            [sys.executable, str(Path(__file__).resolve()), "--child"],
            input=given,
            cwd=folder,
            env=environment,
            capture_output=True,
            text=True,
        )
        if run.returncode:
            raise SystemExit(run.stderr)
        found.append(json.loads(run.stdout))
    seconds, memory = zip(*found)
    return statistics.median(seconds), statistics.median(memory) / 1e6


def block(job: Job, words: str, player: str) -> str | None:
    """The code of a job, for a player of the file and with a library of its own for each round."""
    section = next(section for section in sections(PAGE) if section.heading.startswith(job.heading))
    code = section.blocks.get(words)
    if code is None:
        return None
    code = code.replace('player = "Ito, Kenji"', f"player = {player!r}").replace('player="ito"', f"player={player!r}")
    if 'Library("club", create=True)' in code:
        code = f'import shutil\nshutil.rmtree("club", ignore_errors=True)\n{code}'
    return code


def shown(seconds: float) -> str:
    return f"{seconds * 1000:.3g} ms" if seconds < 1 else f"{seconds:.3g} s"


def table(whole: Path, tenth: Path, player: str, games: int, part: int, rounds: int) -> list[str]:
    """The rows of the table."""
    rows = ["| job | Partie | | python-chess | | times as fast |", "|---|---:|---:|---:|---:|---:|"]
    for job in JOBS:
        code = block(job, job.words, player)
        assert code is not None, job
        seconds, memory = measured(code, job.times, whole, rounds)
        other, factor = "| |", ""
        theirs = block(job, "python chess", player) if job.words == "python" else None
        if theirs:
            folder, mark, share = whole, "", 1.0
            if job.times == 1:
                probe, _ = measured(theirs, 1, tenth, 1)
                if probe * games / part > LONGEST:
                    folder, mark, share = tenth, " ³", part / games
            own, space = measured(theirs, job.times, folder, rounds)
            other = f"{shown(own)}{mark} | {space:.0f} MB |"
            factor = f"{own / share / seconds:.2g}" if own / share / seconds < 100 else f"{own / share / seconds:.0f}"
        rows.append(f"| {job.name} | {shown(seconds)} | {memory:.0f} MB | {other} {factor} |".replace("  ", " "))
        print(rows[-1], file=sys.stderr)
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path)
    parser.add_argument("--what", default="", help="words that say what the file is")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--into", type=Path)
    asked = parser.parse_args()
    text = asked.file.read_bytes()
    starts = [game.byte for game in partie.read(asked.file)]
    games, part = len(starts), len(starts) // 10
    names: Counter[Any] = Counter(game.tags.get("White") for game in partie.read(asked.file))
    with tempfile.TemporaryDirectory() as name:
        whole, tenth = Path(name, "whole"), Path(name, "tenth")
        for folder, some in ((whole, text), (tenth, text[: starts[part]])):
            folder.mkdir()
            (folder / "games.pgn").write_bytes(some)
            (folder / "messy.pgn").write_bytes(some)
        player, own = names.most_common(1)[0]
        own += sum(game.tags.get("Black") == player for game in partie.read(asked.file))
        rows = table(whole, tenth, player, games, part, asked.rounds)
    processor = re.search(r"model name\s*: (.*)", Path("/proc/cpuinfo").read_text())
    lines = [
        f"Measured on {datetime.date.today()} with {games:,} games{asked.what}, {len(text) / 1e6:.1f} MB: CPU time on one "
        f"core and the most memory that the process had, Python and its packages included. Medians of {asked.rounds} runs. "
        f"{processor[1] if processor else platform.processor()}, Python {platform.python_version()}, chess "
        f"{version('chess')}, polars {version('polars')}, pandas {version('pandas')}.",
        "",
        *rows,
        "",
        f"¹ The most frequent one, with {own:,} games.",
        "",
        "² The same file; python-chess reports errors of moves only, and mends nothing.",
        "",
        f"³ Measured with the first {part:,} games ({starts[part] / 1e6:.1f} MB), since all would take more than a minute; the "
        "last column is in proportion.",
    ]
    if asked.into is None:
        print("\n".join(lines))
        return
    page = asked.into.read_text(encoding="utf-8")
    before, after = page.split("<!-- times -->\n")[0], page.split("<!-- end of times -->")[1]
    made = "\n".join(["<!-- times -->", "", *lines, "", "<!-- end of times -->"])
    asked.into.write_text(before + made + after, encoding="utf-8")


if __name__ == "__main__":
    child() if sys.argv[1:] == ["--child"] else main()
