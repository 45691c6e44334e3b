"""Texts that are checked, mended, converted and written."""

from __future__ import annotations

import io
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Literal

import pytest
from conftest import ROOT

import partie

chance = pytest.importorskip("chance", reason="needs chess")

Level = Literal["safe", "likely", "guess"]
LEVELS: list[Level] = ["safe", "likely", "guess"]
ORACLE = ROOT / "testdata/oracle"
OPERA = ROOT / "examples/opera.pgn"
FORMATS = ("pgn", "fen", "epd", "bpgn", "style12", "cgp", "text", "ndjson")

# Files of formats that are mended.
BROKEN = sorted((ROOT / "testdata/pgn/broken").glob("*.pgn"))
VALID = [*sorted((ROOT / "testdata/pgn/valid").glob("*.pgn")), *sorted(ORACLE.glob("*.*pgn"))]
MENDED = [*BROKEN, *VALID, ORACLE / "positions.epd", ROOT / "examples/messy.pgn"]
CLEAN = [path for path in MENDED if not partie.check(path)]

ONE = b"""[Event "Evening"]
[White "A"]
[Black "B"]
[Annotator "me"]
[Result "1-0"]

{start} 1. e4! {[%clk 0:01:00] good} (1. d4 d5 (1... Nf6)) e5 $14 2. Nf3 Nc6 1-0
"""


def moves(source: Any, format: str | None = None) -> list[list[str]]:
    return [game.uci() for game in partie.read(source, format=format)]


def found(text: Any, format: str | None = None) -> list[str]:
    return [f"{one.game} {one.code} {one.severity}" for one in partie.check(text, format=format)]


def name_of(value: Any) -> str | None:
    return value.name if isinstance(value, Path) else None


# Checking.

def test_check() -> None:
    for path in [*MENDED, ROOT / "examples/session.log", ROOT / "examples/old_book.txt"]:
        games = list(partie.read(path))
        own = [(one.game, str(one)) for game in games for one in game.diagnostics]
        assert [(one.game, str(one)) for one in partie.check(path)] == own
        assert [(one.game, str(one)) for one in partie.check(path, threads=4)] == own
        # Bytes have no name that tells a format.
        form = partie.read(path).format
        assert [(one.game, str(one)) for one in partie.check(path.read_bytes(), format=form)] == own
        lines = path.read_bytes().splitlines()
        for one in partie.check(path):
            assert one.severity in ("error", "warning", "repaired", "note")
            assert 1 <= one.game <= len(games)
            assert 1 <= one.line <= len(lines) + 1
            assert one.column >= 1
            assert one.message and one.code[-3:].isdigit() and one.name


def test_check_of_one_move() -> None:
    (error,) = [one for one in partie.check(b"1. e4 e5 2. Ke3 Nf6 *") if one.severity == "error"]
    assert (error.line, error.column, error.code, error.replacement) == (1, 13, "PGN030", None)
    assert repr(error).startswith("<partie.Diagnostic 1:13: error[PGN030]: `Ke3` is not legal")


# Mending.


@pytest.mark.parametrize("path", CLEAN, ids=name_of)
@pytest.mark.parametrize("level", LEVELS)
def test_clean_files_keep_their_games(path: Path, level: Level) -> None:
    fixed = partie.fix(path, level=level)
    assert moves(fixed.text) == moves(path)
    assert found(fixed.text) == []
    if path in VALID:
        assert (fixed.text, fixed.changes) == (path.read_bytes(), [])


@pytest.mark.parametrize("path", MENDED, ids=name_of)
def test_safe_changes_no_moves(path: Path) -> None:
    assert moves(partie.fix(path, level="safe").text) == moves(path)


@pytest.mark.parametrize("path", MENDED, ids=name_of)
@pytest.mark.parametrize("level", LEVELS)
def test_what_is_mended_stays(path: Path, level: Level) -> None:
    """A file that was mended has nothing more to mend."""
    form = partie.read(path).format
    fixed = partie.fix(path, level=level)
    again = partie.fix(fixed.text, level=level, format=form)
    assert (again.text, again.changes) == (fixed.text, [])
    left = partie.check(fixed.text, format=form)
    if level != "safe":
        assert [one for one in left if one.severity in ("repaired", "note")] == []
    assert bool(fixed.changes) == (fixed.text != path.read_bytes())
    assert fixed.text == partie.fix(path.read_bytes(), level=level, format=form, threads=4).text
    errors = [sum(one.severity == "error" for one in diagnostics) for diagnostics in (partie.check(path), left)]
    assert errors[1] <= errors[0]


@pytest.mark.parametrize("path", BROKEN, ids=name_of)
def test_each_level_mends_what_the_one_before_does(path: Path) -> None:
    left = [len(partie.check(partie.fix(path, level=level).text)) for level in LEVELS]
    assert left == sorted(left, reverse=True)
    assert left[0] <= len(partie.check(path))


ROSTER = '[Event "?"]\n[Site "?"]\n[Date "????.??.??"]\n[Round "?"]\n[White "?"]\n[Black "?"]\n[Result "*"]\n\n'

# The level, the moves before and after, and the changes. Each game also gets the tags that it lacks.
FIXES: list[tuple[Level, str, str, list[tuple[str, str]]]] = [
    ("safe", "1. e4 e5 2. Nf3 *", "1. e4 e5 2. Nf3 *", []),
    ("safe", "1. e4 e5 2. Ke3 *", "1. e4 e5 2. Ke3 *", []),
    ("likely", "1. e4 e5 2. Ke3 *", "1. e4 e5 {Not read: 2. Ke3} *", [("2. Ke3", "{Not read: 2. Ke3}")]),
    ("safe", "1. e2-e4 e5 *", "1. e4 e5 *", [("e2-e4", "e4")]),
    ("safe", "1. e4 e5. 2. Nf3, Nc6 *", "1. e4 e5 2. Nf3 Nc6 *", [(".", ""), (",", "")]),
    ("safe", "1. e4 d6 2. Nf3(?) *", "1. e4 d6 2. Nf3 $2 *", [("(?)", " $2")]),
]


@pytest.mark.parametrize("level, before, after, changes", FIXES)
def test_fix(level: Level, before: str, after: str, changes: list[tuple[str, str]]) -> None:
    fixed = partie.fix(f"{before}\n".encode(), level=level, format="pgn")
    assert fixed.text.decode() == f"{ROSTER}{after}\n"
    assert fixed.changes == [(1, "", ROSTER), *((1, *change) for change in changes)]
    assert repr(fixed) == f"<partie.Fixed: {1 + len(changes)} changes>"


def test_changes_say_their_game() -> None:
    fixed = partie.fix(b'[White "A"]\n\n1. e4 *\n\n[White "B"]\n\n1. e2-e4 e7-e5 *\n')
    assert [change for change in fixed.changes if "e2" in change[1]][0][::2] == (2, "e4")


# Converting.

SOURCES: dict[str, Callable[[], bytes]] = {
    "opera": lambda: OPERA.read_bytes(),
    "standard": lambda: (ORACLE / "standard.pgn").read_bytes(),
    "chess960": lambda: (ORACLE / "chess960.pgn").read_bytes(),
    "crazyhouse": lambda: (ORACLE / "crazyhouse.pgn").read_bytes(),
    "chance": lambda: "\n\n".join(map(str, chance.games(30))).encode(),
    "messy": lambda: (ROOT / "examples/messy.pgn").read_bytes(),
}


@pytest.mark.parametrize("source", SOURCES)
@pytest.mark.parametrize("format", ["pgn", "ndjson", "style12"])
def test_formats_that_keep_all_moves(source: str, format: str) -> None:
    text = SOURCES[source]()
    made = partie.convert(text, to=format)
    assert made.games == len(moves(text))
    assert partie.read(made.text).format == format
    assert moves(made.text) == moves(text)
    back = partie.convert(made.text, to="pgn")
    assert moves(back.text) == moves(text)
    if format != "style12":
        assert made.lost == {}
        assert back.text == partie.convert(text, to="pgn").text


@pytest.mark.parametrize("source", ["opera", "chance"])
@pytest.mark.parametrize("format", ["cgp", "text"])
def test_formats_of_usual_chess(source: str, format: str) -> None:
    made = partie.convert(SOURCES[source](), to=format)
    assert moves(made.text, format) == moves(SOURCES[source]())
    assert moves(partie.convert(made.text, to="pgn", format=format).text) == moves(SOURCES[source]())


@pytest.mark.parametrize("source", SOURCES)
@pytest.mark.parametrize("format", ["fen", "epd"])
def test_formats_of_positions(source: str, format: str) -> None:
    made = partie.convert(SOURCES[source](), to=format)
    last = [game.fen() for game in partie.read(SOURCES[source]())]
    assert made.games == len(last)
    assert [game.fen().split()[:4] for game in partie.read(made.text)] == [fen.split()[:4] for fen in last]


def test_bughouse() -> None:
    path = ROOT / "examples/tandem.bpgn"
    for format in ("bpgn", "ndjson", "style12"):
        assert moves(partie.convert(path, to=format).text) == moves(path)
    for format in ("pgn", "cgp", "text"):
        made = partie.convert(path, to=format)
        assert (made.text, made.lost) == (b"", {"a bughouse game (write it as BPGN)": 1})
    assert partie.convert(OPERA, to="bpgn").lost == {"a game on one board (write it as PGN)": 1}


# What formats cannot carry of the game ONE.
LOST: dict[str, list[str]] = {
    "pgn": [],
    "ndjson": [],
    "fen": ["the NAGs", "the comments", "the moves (FEN is one position: the last)", "the result", "the tags", "the variations"],
    "epd": ["the NAGs", "the comments", "the moves (EPD is one position: the last)", "the result", "the tags", "the variations"],
    "bpgn": ["a game on one board (write it as PGN)"],
    "style12": ["NAGs", "comments", "tags: Event, Annotator", "that some moves have no clock", "variations"],
    "cgp": ["comments and NAGs", "tags (Event, Annotator)", "the result", "variations"],
    "text": ["comments and NAGs", "tags other than event, players, date and result", "variations"],
}  # fmt: skip


@pytest.mark.parametrize("format", LOST)
def test_losses_are_named(format: str) -> None:
    made = partie.convert(ONE, to=format)
    assert made.lost == dict.fromkeys(sorted(LOST[format]), 1)
    three = partie.convert(ONE * 3, to=format)
    assert three.lost == dict.fromkeys(sorted(LOST[format]), 3)
    assert repr(three) == f"<partie.Converted: 3 games, {len(LOST[format])} kinds of loss>"


@pytest.mark.parametrize("format", ["fen", "style12"])
def test_games_that_lose_something_are_counted(format: str) -> None:
    lost = partie.convert(b"1. e4 {one} e5 {two} *\n\n1. d4 {three} *\n\n1. c4 *\n", to=format).lost
    assert [number for kind, number in lost.items() if "comments" in kind] == [2]


def test_parquet_has_a_path(tmp_path: Path) -> None:
    path = tmp_path / "opera.parquet"
    partie.convert(OPERA, path)
    for use in (partie.read, partie.check, partie.fix):
        with pytest.raises(ValueError, match="<bytes>: a Parquet file is read by its path"):
            use(path.read_bytes())


def test_names_of_open_files_help_as_paths_do(tmp_path: Path) -> None:
    path = tmp_path / "game.pgn"
    path.write_bytes(b"e4 { a { b } c } *\n")
    with path.open("rb") as read, path.open("rb") as checked:
        assert len(list(partie.read(read))) == len(list(partie.read(path))) == 1
        assert list(map(str, partie.check(checked))) == list(map(str, partie.check(path)))


def test_games_without_moves_as_text() -> None:
    made = partie.convert(b'1. e4 *\n\n[White "A"]\n[Black "B"]\n\n*\n', to="text")
    assert len(moves(made.text, "text")) == made.games or made.lost


def test_parquet_is_the_table(tmp_path: Path) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    for path in (ORACLE / "standard.pgn", ORACLE / "crazyhouse.pgn", *sorted((ROOT / "examples").glob("*.*pgn"))):
        made = partie.convert(path, tmp_path / "made.parquet")
        assert made.games == len(moves(path))
        assert made.text == b""
        own, table = parquet.read_table(tmp_path / "made.parquet"), pyarrow.table(partie.table(path))
        assert own.column_names == table.column_names
        assert own.to_pylist() == table.to_pylist()
        assert moves(tmp_path / "made.parquet") == moves(path)
    # Two comments, of which one is only partly a clock; two variations, two NAGs.
    assert partie.convert(ONE, tmp_path / "one.parquet").lost == {"NAG": 1, "comment": 1, "variation": 1}


@pytest.mark.parametrize("format", FORMATS)
def test_files_hold_the_text(format: str, tmp_path: Path) -> None:
    text = partie.convert(OPERA, to=format).text
    for output in (tmp_path / f"made.{format}", str(tmp_path / "other")):
        made = partie.convert(OPERA, output, to=format)
        assert made.text == b""
        assert made.games == 1
        assert Path(output).read_bytes() == text
    assert partie.convert(OPERA, tmp_path / f"made.{format}").lost == partie.convert(OPERA, to=format).lost
    out = io.BytesIO()
    assert partie.write(partie.read(OPERA), out, format=format) == 1
    assert partie.write(partie.read(OPERA), tmp_path / f"written.{format}") == 1
    assert (tmp_path / f"written.{format}").read_bytes() == out.getvalue()
    assert next(partie.read(OPERA)).write(format).encode() == out.getvalue()
    # A game does not know its file, which ndjson names.
    assert out.getvalue() == text.replace(f'"file":"{OPERA}"'.encode(), b'"file":""')


@pytest.mark.parametrize("threads", [2, 4])
def test_threads_convert_the_same(threads: int) -> None:
    text = SOURCES["standard"]() * 20
    for format in ("pgn", "fen", "ndjson"):
        assert partie.convert(text, to=format, threads=threads).text == partie.convert(text, to=format).text


# Errors.

ERRORS: list[tuple[str, Callable[[Path], object], type[Exception], str]] = [
    ("level", lambda _: partie.fix(b"", level="sure"), ValueError, "level: expected safe, likely or guess, not sure"),  # type: ignore[arg-type]
    ("not mended", lambda _: partie.fix(ROOT / "examples/old_book.txt"), ValueError, r"old_book\.txt: text cannot be mended; convert it"),
    ("no format", lambda _: partie.convert(OPERA), ValueError, "to which format\\? give `to`, or an output with its extension"),
    ("no extension", lambda f: partie.convert(OPERA, f / "games"), ValueError, "to which format\\? give `to`, or"),
    ("unknown", lambda _: partie.convert(OPERA, to="chess"), ValueError, "expected a format, but found `chess`"),
    ("unknown extension", lambda f: partie.convert(OPERA, f / "games.uci"), ValueError, "expected a format, but found `uci`"),
    ("parquet", lambda _: partie.convert(OPERA, to="parquet"), ValueError, r"a Parquet file needs an output; for a table use partie\.table"),
    ("missing", lambda f: partie.convert(f / "none.pgn", to="fen"), FileNotFoundError, r"none\.pgn: No such file"),
    ("missing to check", lambda f: partie.check(f / "none.pgn"), FileNotFoundError, r"none\.pgn: No such file"),
    ("written", lambda f: partie.write(partie.read(OPERA), f / "games.uci"), ValueError, "expected a format, but found `uci`"),
    ("written nowhere", lambda f: partie.write(partie.read(OPERA), f / "none/games.pgn"), FileNotFoundError, "none/"),
    ("game", lambda _: next(partie.read(OPERA)).write("uci"), ValueError, "expected a format, but found `uci`"),
]  # fmt: skip


@pytest.mark.parametrize("call, kind, message", [row[1:] for row in ERRORS], ids=[row[0] for row in ERRORS])
def test_errors(call: Callable[[Path], object], kind: type[Exception], message: str, tmp_path: Path) -> None:
    with pytest.raises(kind, match=message):
        call(tmp_path)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("output", ["none/games.pgn", "none/games.parquet"])
def test_an_output_that_cannot_be_written_is_named(output: str, tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match=output):
        partie.convert(OPERA, tmp_path / output)


# What stands in files is not lost.


class Failing(io.RawIOBase):
    """A file of a game that fails before its end."""

    def __init__(self) -> None:
        self.texts = iter([ONE * 5000])

    def read(self, size: int = -1) -> bytes:
        for text in self.texts:
            return text
        raise OSError(5, "the disk is broken")


def failing() -> Iterator[partie.Game]:
    yield next(partie.read(OPERA))
    raise RuntimeError("no more games")


@pytest.mark.parametrize("extension", ["pgn", "parquet"])
def test_a_failure_leaves_the_output(extension: str, tmp_path: Path) -> None:
    output = tmp_path / f"games.{extension}"
    output.write_bytes(b"dear to me")
    with pytest.raises((ValueError, OSError)):
        source: Any = Failing()
        partie.convert(source, output)
    assert output.read_bytes() == b"dear to me"


def test_convert_over_the_source(tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    path.write_bytes(ONE)
    try:
        partie.convert(path, path)
    except (ValueError, OSError):
        assert path.read_bytes() == ONE
    else:
        assert moves(path) == moves(ONE)


def test_write_over_the_source(tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    path.write_bytes(ONE * 3)
    path.chmod(0o640)
    link = tmp_path / "link.pgn"
    link.symlink_to(path)
    assert partie.write(partie.read(link), link) == 3
    assert moves(path) == moves(ONE * 3)
    assert (link.is_symlink(), path.stat().st_mode & 0o777) == (True, 0o640)
    assert sorted(os.listdir(tmp_path)) == ["games.pgn", "link.pgn"]


def test_a_failure_to_write_leaves_the_file(tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    path.write_bytes(b"dear to me")
    with pytest.raises(RuntimeError, match="no more games"):
        partie.write(failing(), path)
    with pytest.raises(ValueError, match="expected a format, but found `uci`"):
        partie.write(partie.read(OPERA), path, format="uci")
    assert path.read_bytes() == b"dear to me"
    assert os.listdir(tmp_path) == ["games.pgn"]


@pytest.mark.parametrize("use", ["check", "convert", "table", "positions"])
def test_parquet_is_read_everywhere(use: str, tmp_path: Path) -> None:
    path = tmp_path / "opera.parquet"
    partie.convert(OPERA, path)
    if use == "check":
        assert partie.check(path) == []
    elif use == "convert":
        assert moves(partie.convert(path, to="pgn").text) == moves(OPERA)
    else:
        pyarrow = pytest.importorskip("pyarrow")
        assert pyarrow.table(getattr(partie, use)(path)).num_rows > 0
