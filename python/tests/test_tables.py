"""Tables of games and positions: the same rows in every engine, in parts, in little memory, beside other threads."""

from __future__ import annotations

import gzip
import io
import math
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest
from conftest import PACKAGE, ROOT

import partie

pa = pytest.importorskip("pyarrow")

ORACLE = ROOT / "testdata/oracle"
STANDARD = ORACLE / "standard.pgn"
OPERA = ROOT / "examples/opera.pgn"
MESSY = ROOT / "examples/messy.pgn"
FILES = [STANDARD, ORACLE / "crazyhouse.pgn", MESSY, ROOT / "examples/session.log", ROOT / "examples/tandem.bpgn"]


def rows(table: Any) -> list[dict[str, Any]]:
    """The rows of a table, as pyarrow reads it."""
    return [plain(row) for row in pa.table(table).to_pylist()]


def plain(row: dict[str, Any]) -> dict[str, Any]:
    return {name: value_of(name, value) for name, value in row.items()}


def value_of(name: str, value: Any) -> Any:
    """A value as all engines say it: maps are lists of pairs, and what is missing is None."""
    if name == "tags" and value is not None:
        value = value.items() if isinstance(value, dict) else value
        return sorted(tuple(pair.values()) if isinstance(pair, dict) else tuple(pair) for pair in value)
    if isinstance(value, float) and math.isnan(value):
        return None
    if hasattr(value, "tolist"):
        return value.tolist()
    return bytes(value) if isinstance(value, (bytearray, memoryview)) else value


# Engines.


def in_polars(table: partie.Table) -> Iterable[dict[str, Any]]:
    import polars

    frame: Any = polars.DataFrame(table)
    return list(frame.to_dicts())


def in_pandas(table: partie.Table) -> Iterable[dict[str, Any]]:
    import pandas

    # Missing numbers would make floats of a column.
    columns = pa.table(table).to_pandas(types_mapper=pandas.ArrowDtype)
    frame = pandas.DataFrame.from_arrow(table)
    assert (list(frame.columns), len(frame)) == (list(columns.columns), len(columns))
    for name in ("white", "result", "plies", "fen", "ply", "move", "key"):
        if name in frame:
            missing = [None if pandas.isna(value) else value for value in frame[name]]
            assert missing == [None if pandas.isna(value) else value for value in columns[name]]
    return [
        {name: None if value is pandas.NA else value for name, value in row.items()}
        for row in columns.to_dict("records")
    ]


def in_duckdb(table: partie.Table) -> Iterable[dict[str, Any]]:
    import duckdb

    found = duckdb.from_arrow(table)
    names = found.columns
    return [dict(zip(names, row)) for row in found.fetchall()]


def in_datafusion(table: partie.Table) -> Iterable[dict[str, Any]]:
    import datafusion

    return datafusion.SessionContext().from_arrow(table).to_pylist()


def in_batches(table: partie.Table) -> Iterable[dict[str, Any]]:
    return [row for batch in pa.RecordBatchReader.from_stream(table) for row in batch.to_pylist()]


ENGINES: dict[str, Callable[[partie.Table], Iterable[dict[str, Any]]]] = {
    "polars": in_polars,
    "pandas": in_pandas,
    "duckdb": in_duckdb,
    "datafusion": in_datafusion,
    "pyarrow": in_batches,
}
TABLES: dict[str, Callable[..., partie.Table]] = {"games": partie.table, "positions": partie.positions}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
@pytest.mark.parametrize("kind", TABLES)
@pytest.mark.parametrize("engine", ENGINES)
def test_engines(engine: str, kind: str, path: Path) -> None:
    pytest.importorskip(engine)
    expected = rows(TABLES[kind](path))
    assert [plain(row) for row in ENGINES[engine](TABLES[kind](path))] == expected
    assert [plain(row) for row in ENGINES[engine](TABLES[kind](path, threads=2))] == expected


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_rows_are_the_games(path: Path) -> None:
    games = list(partie.read(path))
    found = rows(partie.table(path, ["game", "line", "byte", "result", "variant", "plies", "moves", "white", "unread"]))
    own = [(g.number, g.line, g.byte, g.result, g.variant, g.plies, g.tags.get("White"), g.unread) for g in games]
    names = ("game", "line", "byte", "result", "variant", "plies", "white", "unread")
    assert [tuple(row[name] for name in names) for row in found] == own
    for row, game in zip(found, games):
        if game.variant != "Bughouse":
            assert row["moves"].split() == game.uci()
    # Games of two boards have no rows.
    one_board = [game for game in games if game.variant != "Bughouse"]
    positions = rows(partie.positions(path))
    assert [row["fen"] for row in positions] == [fen for game in one_board for fen in game.fens()]
    assert [row["move"] for row in positions] == [move for game in one_board for move in [*game.uci(), None]]
    assert [row["game"] for row in positions if row["ply"] == 0] == [game.number for game in one_board]
    if path == STANDARD:
        assert [row["key"] for row in positions] == [partie.key(row["fen"]) for row in positions]


def test_names_of_columns_and_schema() -> None:
    for kind in TABLES.values():
        table = kind(STANDARD)
        assert pa.schema(table) == pa.table(table).schema
        assert table.columns == pa.table(table).column_names
        assert repr(table).startswith("<partie.Table: ")


# Again and again.


@pytest.mark.parametrize("kind", TABLES)
@pytest.mark.parametrize("source", [STANDARD, str(STANDARD), STANDARD.read_bytes()], ids=["path", "text", "bytes"])
def test_a_table_is_read_again(kind: str, source: Any) -> None:
    table = TABLES[kind](source)
    first = rows(table)
    assert rows(table) == first
    assert len(list(in_batches(table))) == len(first)


@pytest.mark.parametrize("kind", TABLES)
def test_a_file_object_is_read_once(kind: str) -> None:
    table = TABLES[kind](io.BytesIO(STANDARD.read_bytes()))
    expected = rows(TABLES[kind](STANDARD))
    assert [{**row, "file": None} for row in rows(table)] == [{**row, "file": None} for row in expected]
    with pytest.raises(ValueError, match="a file object can be read once; give its path"):
        rows(table)


@pytest.mark.parametrize("kind", TABLES)
def test_errors_come_when_a_table_is_read(kind: str, tmp_path: Path) -> None:
    table = TABLES[kind](tmp_path / "none.pgn")
    with pytest.raises(FileNotFoundError, match=r"none\.pgn: No such file"):
        rows(table)
    (tmp_path / "none.pgn").write_bytes(OPERA.read_bytes())
    assert len(rows(table)) > 0
    broken = tmp_path / "broken.pgn.gz"
    broken.write_bytes(gzip.compress(STANDARD.read_bytes())[:-2000])
    with pytest.raises(Exception, match=r"broken\.pgn\.gz: "):
        rows(TABLES[kind](broken))
    with pytest.raises(ValueError, match="expected a format, but found `chess`"):
        TABLES[kind](OPERA, format="chess")


# Columns.

ALL = partie.table(b"", format="pgn").columns
SUBSETS = [["white"], ["plies", "white"], ["tags", "date"], ["clocks", "evals", "mates"], ["moves", "moves_binary"], ALL[::-1]]


@pytest.mark.parametrize("columns", SUBSETS, ids=lambda columns: ",".join(columns[:3]))
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_columns(columns: list[str], path: Path) -> None:
    table = partie.table(path, columns)
    assert table.columns == columns
    assert rows(table) == [{name: row[name] for name in columns} for row in rows(partie.table(path))]


def test_each_column_alone() -> None:
    whole = rows(partie.table(STANDARD))
    for name in ALL:
        assert rows(partie.table(STANDARD, [name])) == [{name: row[name]} for row in whole], name
    assert rows(partie.table(STANDARD, ["code"])) == [{"code": game.code} for game in partie.read(STANDARD)]
    with pytest.raises(ValueError, match="there is no column `whte`; there are file, game, .* code and wide"):
        partie.table(STANDARD, ["white", "whte"])


def test_tags_alone() -> None:
    text = b'[Date "1998.??.??"]\n\n1. e4 *\n'
    assert rows(partie.table(text, ["tags"])) == [{"tags": [("Date", "1998.??.??")]}]


def test_no_columns() -> None:
    try:
        assert pa.table(partie.table(STANDARD, [])).num_rows == 30
    except ValueError as error:
        assert "column" in str(error) and "row count" not in str(error)


# Parts.

PLACED = ["byte", "white", "plies", "result"]
GAME = '[White "{}"]\n\n1. e4 {{a [comment] with "quotes"}} e5 {}\n'
SMALL: dict[str, bytes] = {
    "lines between": "\n".join(GAME.format(name, "1-0") for name in "ABC").encode(),
    "no lines between": "".join(GAME.format(name, "*") for name in "ABC").encode(),
    "windows": "\n".join(GAME.format(name, "1-0") for name in "ABC").replace("\n", "\r\n").encode(),
    "bom": b"\xef\xbb\xbf" + "\n".join(GAME.format(name, "0-1") for name in ("Łódź", "B")).encode(),
    "no tags": b"1. e4 e5 1-0\n\n1. d4 d5 0-1\n\n1. c4 *\n",
    "a game in a comment": b'[White "A"]\n\n1. e4 {\n\n[White "B"]\n\n1. d4 *\n\n} e5 *\n\n[White "C"]\n\n1. c4 *\n',
    "space around": b'\n\n\n[White "A"]\n\n1. e4 *\n\n\n\n[White "B"]\n\n1. d4 *\n\n\n\n',
}


def in_parts(source: Any, cuts: Iterable[int], columns: list[str]) -> Iterator[dict[str, Any]]:
    ends = [0, *cuts, 2**63]
    for start, end in zip(ends, ends[1:]):
        yield from rows(partie.table(source, columns, byte_range=(start, end)))


@pytest.mark.parametrize("text", SMALL.values(), ids=SMALL)
def test_every_byte_of_a_small_file(text: bytes, tmp_path: Path) -> None:
    path = tmp_path / "small.pgn"
    path.write_bytes(text)
    columns = ["game", "line", *PLACED]
    form: dict[str, Any] = {"format": "pgn"}
    sources: list[Path | bytes] = [path, text]
    for source in sources:
        whole = rows(partie.table(source, columns, **form))
        assert len(whole) >= 2
        for cut in range(len(text) + 2):
            ends = [0, cut, 2**63]
            parts = [partie.table(source, columns, byte_range=part, **form) for part in zip(ends, ends[1:])]
            assert [row for part in parts for row in rows(part)] == whole, cut


@pytest.mark.parametrize("name", ["standard", "standard-crlf", "standard-tabs", "standard-unwrapped", "standard-bom"])
def test_parts_of_a_large_file(name: str, tmp_path: Path) -> None:
    path = tmp_path / "large.pgn"
    path.write_bytes((ORACLE / f"{name}.pgn").read_bytes() * 24)
    size = path.stat().st_size
    whole = rows(partie.table(path, PLACED))
    assert len(whole) == 720
    for number in (2, 3, 7):
        assert list(in_parts(path, [size * part // number for part in range(1, number)], PLACED)) == whole
    starts = [row["byte"] for row in whole]
    for cut in (starts[500], starts[500] + 1, starts[700] - 1, starts[-1], size - 1, size):
        assert list(in_parts(path, [cut], PLACED)) == whole, cut
    assert list(in_parts(path, [size // 3], ["file", *ALL[4:]]))[600] == rows(partie.table(path, ["file", *ALL[4:]]))[600]


def test_empty_parts() -> None:
    for part in ((0, 0), (100, 100), (200, 100), (10**9, 2 * 10**9)):
        assert rows(partie.table(STANDARD, PLACED, byte_range=part)) == []
    with pytest.raises(OverflowError):
        partie.table(STANDARD, byte_range=(-1, 100))


@pytest.mark.parametrize("name", ["session.log", "suite.epd", "tandem.bpgn", "messy.pgn", "old_book.txt"])
def test_parts_of_other_formats(name: str) -> None:
    path = ROOT / "examples" / name
    size = path.stat().st_size
    assert list(in_parts(path, [size // 3, size // 2], PLACED)) == rows(partie.table(path, PLACED))


def test_compressed_files_have_no_parts(tmp_path: Path) -> None:
    path = tmp_path / "games.pgn.gz"
    path.write_bytes(gzip.compress(STANDARD.read_bytes()))
    with pytest.raises(ValueError, match="byte_range: .*games.pgn.gz is compressed.*read it whole"):
        rows(partie.table(path, PLACED, byte_range=(0, 20_000)))
    # The bytes of what is in memory are those of its text.
    assert list(in_parts(path.read_bytes(), [20_000, 40_000], PLACED)) == rows(partie.table(path, PLACED))


# Processes: memory, threads.


def run(code: str, *arguments: str) -> str:
    """Runs code in another process, and returns what it prints; a process that hangs is an error."""
    environment = {**os.environ, "PYTHONPATH": str(PACKAGE)}
    command = [sys.executable, "-c", code, *arguments]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=30, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


MEMORY = """
import resource, sys, partie, pyarrow
def peak(): return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
source, out = sys.argv[1:]
before = peak()
number = {}
print(number, peak() - before)
"""
USES = {
    "table": "sum(len(b) for b in pyarrow.RecordBatchReader.from_stream(partie.table(source)))",
    "threads": "sum(len(b) for b in pyarrow.RecordBatchReader.from_stream(partie.table(source, threads=2)))",
    "positions": "sum(b['ply'].to_pylist().count(0) for b in pyarrow.RecordBatchReader.from_stream(partie.positions(source)))",
    "read": "sum(game.plies > 0 for game in partie.read(source)) + 1393",
    "convert": "partie.convert(source, out + '.parquet').games",
    "library": "len(partie.Library(out, create=True).add(source, keep_duplicates=True))",
}


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file of 60 MB."""
    path = tmp_path_factory.mktemp("large") / "large.pgn"
    text = STANDARD.read_bytes()
    with path.open("wb") as file:
        for _ in range(1393):
            file.write(text)
    assert path.stat().st_size > 60e6
    return path


@pytest.mark.parametrize("use", USES)
def test_memory_is_bounded(use: str, large: Path, tmp_path: Path) -> None:
    number, megabytes = run(MEMORY.format(USES[use]), str(large), str(tmp_path / "out")).split()
    assert int(number) == 30 * 1393
    assert float(megabytes) < 200


DROPS = """
import gc, io, os, sys, time, partie
text = open(sys.argv[1], "rb").read() * 400
class Endless(io.RawIOBase):
    def read(self, size=-1):
        return text[:300_000]
def threads():
    return len(os.listdir("/proc/self/task"))
for source in (Endless(), text):
    for _ in range(3):
        before = threads()
        {}
        gc.collect()
        end = time.monotonic() + 5
        while threads() > before + extra and time.monotonic() < end:
            time.sleep(0.01)
        assert threads() <= before + extra, (before, threads())
print("done")
"""
DROPPED = {
    "capsule": "extra = 0; stream = partie.table(source, threads=3).__arrow_c_stream__(); del stream",
    "reader": "extra = 0; reader = partie.read(source, threads=3); next(reader); del reader",
    "table": "extra = 4; import pyarrow; reader = pyarrow.RecordBatchReader.from_stream(partie.table(source, threads=3)); "
    "reader.read_next_batch(); del reader",
    "positions": "extra = 4; import pyarrow; reader = pyarrow.RecordBatchReader.from_stream(partie.positions(source, threads=3)); "
    "reader.read_next_batch(); del reader",
}


@pytest.mark.skipif(not os.path.isdir("/proc/self/task"), reason="counts threads in /proc")
@pytest.mark.parametrize("code", DROPPED.values(), ids=DROPPED)
def test_a_stream_that_is_dropped_leaves_no_threads(code: str) -> None:
    assert run(DROPS.format(code), str(STANDARD)) == "done"


OBJECTS = {
    "pyarrow": "pyarrow.table(table).num_rows",
    "polars": "polars.DataFrame(table).height",
    "pandas": "len(pandas.DataFrame.from_arrow(table))",
    "duckdb": "duckdb.from_arrow(table).count('*').fetchall()[0][0]",
    "datafusion": "datafusion.SessionContext().from_arrow(table).count()",
}


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("engine", OBJECTS)
def test_file_objects_in_engines(engine: str, threads: int) -> None:
    pytest.importorskip(engine)
    code = f"""
import io, sys, partie, {engine}
table = partie.table(io.BytesIO(open(sys.argv[1], "rb").read() * 40), threads={threads})
print({OBJECTS[engine]})
"""
    command = [sys.executable, "-c", code, str(STANDARD)]
    environment = {**os.environ, "PYTHONPATH": str(PACKAGE)}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=30, check=True)
    assert done.stdout == "1200\n"


# Other threads go on.


def ticks_beside(work: Callable[[], object]) -> tuple[int, float]:
    """The number of times that this thread runs while another one works, and the seconds that the work takes."""
    began, seconds, failed = threading.Event(), [0.0], []

    def run_work() -> None:
        began.set()
        start = time.monotonic()
        try:
            work()
        except BaseException as error:
            failed.append(error)
        seconds[0] = time.monotonic() - start

    thread = threading.Thread(target=run_work)
    thread.start()
    began.wait()
    ticks = 0
    while thread.is_alive():
        time.sleep(0.001)
        ticks += 1
    thread.join()
    assert not failed, failed
    return ticks, seconds[0]


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file of 6,000 games."""
    path = tmp_path_factory.mktemp("games") / "games.pgn"
    path.write_bytes(STANDARD.read_bytes() * 200)
    return path


@pytest.fixture(scope="module")
def library(games: Path) -> partie.Library:
    return partie.Library(games.parent / "library", create=True).add(games, keep_duplicates=True)


PATTERN = "KR+B?N?P* vs KR+B?N?P*"
WORKS: dict[str, Callable[[Path, partie.Library], object]] = {
    "table": lambda games, _: pa.table(partie.table(games)),
    "positions": lambda games, _: pa.table(partie.positions(games)),
    "count": lambda _, library: library.count(material=PATTERN),
    "find": lambda _, library: list(library.find(material="KQQQ vs KQQQ")),
    "sorted": lambda _, library: library.find(material=PATTERN, sort=["plies"]),
    "explore": lambda _, library: [library.explore(player="Novak") for _ in range(20)],
    "games of a library": lambda _, library: pa.table(library.table()),
    "add": lambda games, library: partie.Library(library.path.with_name("added"), create=True).add(games),
    "convert": lambda games, _: partie.convert(games, to="ndjson"),
    "fix": lambda games, _: partie.fix(games),
}


@pytest.mark.parametrize("work", WORKS)
def test_other_threads_go_on(work: str, games: Path, library: partie.Library) -> None:
    ticks, seconds = ticks_beside(lambda: WORKS[work](games, library))
    # A thread that holds the GIL would let none through.
    assert ticks >= min(20, seconds * 50)


def test_what_was_found_for_several_threads(library: partie.Library) -> None:
    found = library.find()
    numbers: list[int] = []
    errors: list[RuntimeError] = []

    def take() -> None:
        try:
            numbers.extend(game.number for game in found)
        except RuntimeError as error:
            errors.append(error)

    threads = [threading.Thread(target=take) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert errors == []
    assert sorted(numbers) == list(range(1, 6001))
