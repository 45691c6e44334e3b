"""Games as they are read: from every kind of source and format, and as python-chess reads them."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, BinaryIO

import pytest
from conftest import PACKAGE, ROOT

import partie

chance = pytest.importorskip("chance", reason="needs chess")
chess = pytest.importorskip("chess")
pgn = pytest.importorskip("chess.pgn")

# Files of the project: the format, the number of games, that of plies, and how the first game begins.
FILES = """
examples/messy.pgn                        pgn      3    69  e4 e5 Nf3 Nc6
examples/old_book.txt                     text     1    20  e4 e5 Nf3 Nc6
examples/opera.pgn                        pgn      1    33  e4 e5 Nf3 d6
examples/partie_cz.txt                    cgp      1    20  e4 e5 Nf3 Nc6
examples/partie_de.txt                    text     1    16  e4 e5 Nf3 Nc6
examples/partie_fr.txt                    text     1    22  e4 e5 Nf3 Nc6
examples/session.log                      style12  3    42  e4 e5 Nf3 Nc6
examples/suite.epd                        epd      3     0
examples/tandem.bpgn                      bpgn     1    13  e4 e4 d5 e5
testdata/bpgn/valid/archive.bpgn          bpgn     3    17  e4 e4 d5 e5
testdata/epd/valid/operations.epd         epd      6     0
testdata/fen/valid/variants.fen           fen      8     0
testdata/ndjson/valid/games.ndjson        ndjson   2     6  f3 e5 g4 Qh4#
testdata/oracle/antichess.pgn             pgn      8   313  d3 c5 a3 a5
testdata/oracle/chess960.pgn              pgn      8   401  Ng3 c5 Nf3 Nc7
testdata/oracle/crazyhouse.pgn            pgn      8   516  d3 Nc6 a4 Na5
testdata/oracle/standard.pgn              pgn     30  1688  b4 a5 bxa5 e6
testdata/pgn/valid/export.pgn             pgn      4    29  e4 e5 Nf3 Nc6
testdata/scoresheet/chess-fundamentals.pgn pgn    19  1556  e4 e6 d4 d5
testdata/scoresheet/layouts.txt           text   377  2054  e4 e5 Nf3 Nc6
testdata/sessions/bughouse.log            style12  1    14  e4 d4 d5 exd5
testdata/sessions/fischer.log             style12  1    10  g3 g6 Nf3 Nf6
"""
ROWS = [line.split(maxsplit=4) for line in FILES.strip().splitlines()]
PACKED: dict[str, Callable[[bytes], bytes]] = {"gz": gzip.compress, "bz2": bz2.compress, "xz": lzma.compress}

# PGN of the project that python-chess reads without a complaint.
# Tags with quotes come escaped from it, and drops of pawns are written in another way.
STRICT = ["examples/opera.pgn"]
STRICT += [f"testdata/oracle/{name}.pgn" for name in ("standard", "standard-crlf", "standard-tabs", "chess960")]
STRICT += [f"testdata/oracle/{name}.pgn" for name in ("three-check", "king-of-the-hill", "racing-kings", "horde")]
STRICT += [f"testdata/oracle/{name}.pgn" for name in ("atomic", "antichess")]


def all_of(game: partie.Game) -> tuple[Any, ...]:
    """Everything that a game says."""
    notes = [line(move) for move in game.moves()]
    place = (game.number, game.line, game.byte, game.text)
    return (*place, game.tags, game.result, game.variant, game.plies, game.fens(), game.comments, notes)


def line(move: partie.Move) -> tuple[Any, ...]:
    others = [[line(one) for one in variation] for variation in move.variations]
    return (move.ply, move.san, move.uci, move.board, move.comments_before, move.comments, list(move.nags), others)


def contents(games: Iterator[partie.Game]) -> list[tuple[Any, ...]]:
    return [all_of(game) for game in games]


@pytest.mark.parametrize("name, form, games, plies, rest", [(row + [""])[:5] for row in ROWS], ids=lambda one: "")
def test_formats(name: str, form: str, games: str, plies: str, rest: str) -> None:
    reader = partie.read(ROOT / name)
    assert reader.format == form
    read = list(reader)
    assert (len(read), sum(game.plies for game in read)) == (int(games), int(plies))
    assert read[0].san()[:4] == rest.split()
    assert [game.number for game in read] == list(range(1, len(read) + 1))


@pytest.mark.parametrize("name", [row[0] for row in ROWS])
def test_sources_give_the_same_games(name: str, tmp_path: Path) -> None:
    path = ROOT / name
    text = path.read_bytes()
    expected = contents(partie.read(path))
    assert contents(partie.read(str(path))) == expected
    assert contents(partie.read(path, threads=4)) == expected
    assert contents(partie.read(text)) == expected
    assert contents(partie.read(io.BytesIO(text))) == expected
    with path.open("rb") as binary:
        assert contents(partie.read(binary)) == expected
    with path.open(encoding="utf-8", newline="") as file:
        assert contents(partie.read(file)) == expected
    for extension, pack in PACKED.items():
        packed = tmp_path / f"{path.name}.{extension}"
        packed.write_bytes(pack(text))
        assert contents(partie.read(packed)) == expected
        assert contents(partie.read(pack(text))) == expected


def test_zstandard(tmp_path: Path) -> None:
    if shutil.which("zstd") is None:
        pytest.skip("needs the program zstd")
    path = ROOT / "testdata/oracle/standard.pgn"
    packed = subprocess.run(["zstd", "-c", str(path)], capture_output=True, check=True).stdout
    assert contents(partie.read(packed)) == contents(partie.read(path))
    assert contents(partie.read(io.BytesIO(packed), threads=4)) == contents(partie.read(path))


def test_threads_keep_the_order(tmp_path: Path) -> None:
    path = tmp_path / "many.pgn"
    text = (ROOT / "testdata/oracle/standard.pgn").read_text(encoding="utf-8")
    path.write_text(text * 40, encoding="utf-8")
    one, four = ([(g.number, g.byte, g.code) for g in partie.read(path, threads=n)] for n in (1, 4))
    assert len(one) == 1200
    assert one == four
    assert [number for number, _, _ in one] == list(range(1, 1201))


# python-chess as the oracle.


def theirs(text: str) -> list[Any]:
    file = io.StringIO(text)
    return list(iter(lambda: pgn.read_game(file), None))


def tree(node: Any) -> list[Any]:
    """The line after a node of python-chess, as `notes` says the moves of a game."""
    made = []
    while node.variations:
        main, *others = node.variations
        alternatives = [[said(other), *tree(other)] for other in others]
        made.append((*said(main), alternatives))
        node = main
    return made


def said(node: Any) -> tuple[Any, ...]:
    return (node.uci(), node.starting_comment.split(), node.comment.split(), sorted(node.nags))


def notes(moves: list[partie.Move]) -> list[Any]:
    return [(*said_of(move), [alternative(line) for line in move.variations]) for move in moves]


def said_of(move: partie.Move) -> tuple[Any, ...]:
    words = [" ".join(comments).split() for comments in (move.comments_before, move.comments)]
    return (move.uci, *words, sorted(move.nags))


def alternative(moves: list[partie.Move]) -> list[Any]:
    first, *rest = moves
    return [said_of(first), *notes(rest)]


def same(game: partie.Game, other: Any) -> None:
    """Asserts that a game is what python-chess read."""
    assert game.result == other.headers["Result"]
    missing = {name: "?" for name in ("Event", "Site", "Round", "White", "Black")} | {"Date": "????.??.??"}
    own = {**missing, **game.tags, "Result": game.result}
    assert own == dict(other.headers)
    line = list(other.mainline())
    assert game.plies == len(line)
    assert game.uci() == [node.uci() for node in line]
    assert game.san() == [node.san() for node in line]
    boards = [other.board(), *(node.board() for node in line)]
    assert [position(fen) for fen in game.fens()] == [position(board.fen(en_passant="legal")) for board in boards]
    clocks = [None if node.clock() is None else round(1000 * node.clock()) for node in line]
    assert game.clocks() == clocks
    scores = [None if node.eval() is None else node.eval().white() for node in line]
    assert game.evals() == [None if score is None else score.score() for score in scores]
    assert game.mates() == [None if score is None else score.mate() for score in scores]
    assert " ".join(game.comments).split() == other.comment.split()
    assert notes(game.moves()) == tree(other)


def position(fen: str) -> list[str]:
    """The fields of a FEN. Where checks are counted, each program has its own way."""
    return fen.split()[:4]


@pytest.mark.parametrize("name", STRICT)
def test_games_of_the_project(name: str) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")
    others = theirs(text)
    games = list(partie.read(ROOT / name))
    assert len(games) == len(others)
    for game, other in zip(games, others):
        same(game, other)


def test_games_by_chance() -> None:
    made = list(chance.games(200))
    text = "\n\n".join(map(str, made))
    games = list(partie.read(text.encode()))
    assert len(games) == 200
    for game, other in zip(games, theirs(text)):
        same(game, other)


def test_to_and_from_python_chess() -> None:
    for other in chance.games(100, seed=2):
        game = partie.Game.from_python_chess(other)
        same(game, other)
        back = game.to_python_chess()
        assert dict(back.headers) == dict(other.headers)
        assert tree(back) == tree(other)
        assert str(back) == str(other)


@pytest.mark.parametrize("name", STRICT)
def test_python_chess_gets_what_was_read(name: str) -> None:
    for game, other in zip(partie.read(ROOT / name), theirs((ROOT / name).read_text(encoding="utf-8"))):
        made = game.to_python_chess()
        assert tree(made) == tree(other)
        assert made.comment.split() == other.comment.split()
        assert {name: value for name, value in made.headers.items() if name != "FEN"}.items() <= dict(
            other.headers
        ).items() | {"SetUp": "1"}.items()
        assert made.board().fen() == other.board().fen()


def test_python_chess_gets_tags_that_it_refuses() -> None:
    text = b'{"tags": {"?a": "1", "b?": "2", "b_": "3", "_": "4", "Note": "two\\nlines"}, "moves": ["e4"]}'
    made = next(partie.read(text)).to_python_chess()
    assert dict(made.headers) == {"Result": "*", "X_a": "1", "b_": "2", "b__2": "3", "X_": "4", "Note": "two lines"}
    assert [node.uci() for node in made.mainline()] == ["e2e4"]


def test_python_chess_gets_unknown_variants_as_standard_chess() -> None:
    made = next(partie.read(b'[Variant "Regular"]\n\n1. e4 e5 *')).to_python_chess()
    assert (made.headers["XVariant"], "Variant" in made.headers) == ("Regular", False)
    assert made.end().board().fen() == "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"


def test_python_chess_has_no_bughouse() -> None:
    (game,) = partie.read(ROOT / "examples/tandem.bpgn")
    with pytest.raises(ValueError, match="python-chess has no games of two boards"):
        game.to_python_chess()


# Variants.


def test_chess960_castles_by_taking_the_rook() -> None:
    text = b'[Variant "Chess960"]\n[FEN "bqnbrkrn/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKRN w KQkq - 0 1"]\n\n1. Ng3 Ng6 2. O-O O-O *'
    (game,) = partie.read(text)
    assert game.variant == "Chess960"
    assert game.uci() == ["h1g3", "h8g6", "f1g1", "f8g8"]
    assert game.fen() == "bqnbrrk1/pppppppp/6n1/8/8/6N1/PPPPPPPP/BQNBRRK1 w - - 4 3"


def test_crazyhouse_drops() -> None:
    (game,) = partie.read(b'[Variant "Crazyhouse"]\n\n1. e4 d5 2. exd5 Qxd5 3. P@e4 Qxe4+ *')
    assert game.variant == "Crazyhouse"
    assert game.uci()[4] == "P@e4"
    assert game.fen() == "rnb1kbnr/ppp1pppp/8/8/4q3/8/PPPP1PPP/RNBQKBNR[pp] w KQkq - 0 4"


def test_bughouse_has_two_boards() -> None:
    (game,) = partie.read(ROOT / "examples/tandem.bpgn")
    assert game.variant == "Bughouse"
    assert [f"{move.board}:{move.san}" for move in game.moves()][:4] == ["A:e4", "B:e4", "A:d5", "B:e5"]
    assert game.clocks()[:4] == [178_200, 179_000, 177_900, 177_500]
    boards = game.fen().split(" | ")
    assert [board.split()[0] for board in boards] == [
        "rnb1kbnr/ppp1pppp/8/q7/8/2N5/PPPP1PPP/R1BQKBNR[p]",
        "r1bqkbnr/pppp1Qpp/2n5/4p3/2B1P3/3p4/PPPP1PPP/RNB1K1NR[P]",
    ]


# What is wrong.

BROKEN = b"""[White "A"]
[Result "1-0"]

1. e4 e5 1-0

[White "B"]

1. e4 e5 2. Ke3 Nf6
3. Nf3 *

[White "C"]

1. d4 d5 *
"""


@pytest.mark.parametrize("threads", [1, 4])
def test_a_broken_game_does_not_stop_the_file(threads: int) -> None:
    games = list(partie.read(BROKEN, threads=threads))
    assert [game["White"] for game in games] == ["A", "B", "C"]
    assert [game.san() for game in games] == [["e4", "e5"], ["e4", "e5"], ["d4", "d5"]]
    assert games[1].unread == "2. Ke3 Nf6\n3. Nf3"
    (error,) = [found for found in games[1].diagnostics if found.severity == "error"]
    assert (error.code, error.name, error.game, error.line, error.column, error.ply) == (
        "PGN030",
        "illegal-move",
        2,
        8,
        13,
        3,
    )
    message = "`Ke3` is not legal at White's move 2: the king on e1 cannot reach e3"
    assert error.message == message
    assert str(error) == f"8:13: error[PGN030]: {message}"
    assert (games[2].line, games[2].byte) == (11, BROKEN.index(b'[White "C"]'))


def test_plies_are_counted_from_both_ends() -> None:
    (game,) = partie.read(b"1. e4 e5 2. Nf3 *")
    assert game.fens() == [game.fen(ply) for ply in range(4)]
    assert (game.fen(-1), game.fen(-4)) == (game.fen(3), game.fen(0))
    for ply in (4, -5):
        with pytest.raises(IndexError, match=f"ply {ply}: the game has plies 0 to 3"):
            game.fen(ply)
    with pytest.raises(KeyError, match="Black"):
        game["Black"]


def test_nags_are_numbers() -> None:
    (game,) = partie.read(b"1. e4 $1 $14 *")
    assert game.moves()[0].nags == [1, 14]


@pytest.mark.parametrize("buffer", [bytearray, memoryview])
def test_other_buffers(buffer: Callable[[bytes], Any]) -> None:
    assert len(list(partie.read(buffer(b"1. e4 *")))) == 1


ERRORS: list[tuple[str, Callable[[], object], type[Exception], str]] = [
    ("missing", lambda: partie.read("none.pgn"), FileNotFoundError, r"none\.pgn: No such file"),
    ("folder", lambda: partie.read("/"), IsADirectoryError, "/: Is a directory"),
    ("number", lambda: partie.read(3), TypeError, "expected a path, bytes or a file, not <class 'int'>"),  # type: ignore[arg-type]
    ("format", lambda: partie.read(b"", format="chess"), ValueError, "expected a format, but found `chess`"),
    ("text", lambda: partie.Game.parse("nothing"), ValueError, "no game in this text"),
    ("column", lambda: partie.table(b"", ["whte"]), ValueError, "there is no column `whte`; there are file, game"),
]


@pytest.mark.parametrize("call, kind, message", [row[1:] for row in ERRORS], ids=[row[0] for row in ERRORS])
def test_errors(call: Callable[[], object], kind: type[Exception], message: str) -> None:
    with pytest.raises(kind, match=message):
        call()


def test_an_unknown_format_names_the_known_ones() -> None:
    with pytest.raises(ValueError, match="pgn.*ndjson"):
        partie.read(b"", format="chess")


# Files of Python.


class Broken(io.RawIOBase):
    """A file that fails after some games."""

    def __init__(self, error: BaseException) -> None:
        self.texts: list[bytes | BaseException] = [b"1. e4 e5 *\n\n" * 3, error]

    def read(self, size: int = -1) -> bytes:
        next_ = self.texts.pop(0)
        if isinstance(next_, BaseException):
            raise next_
        return next_


@pytest.mark.parametrize("error", [KeyError("lost"), OSError(5, "the disk is broken"), KeyboardInterrupt()], ids=repr)
@pytest.mark.parametrize("use", ["read", "check", "convert"])
def test_exceptions_of_files_are_passed_on(error: BaseException, use: str) -> None:
    with pytest.raises(type(error)) as caught:
        source: Any = Broken(error)
        if use == "read":
            list(partie.read(source))
        elif use == "check":
            partie.check(source)
        else:
            partie.convert(source, to="pgn")
    assert caught.value is error


def test_a_text_file_is_read_in_utf8() -> None:
    (game,) = partie.read(io.StringIO('[White "Łódź…"]\n\n1. e4 *'))
    assert game["White"] == "Łódź…"


def test_encodings() -> None:
    text = '[White "Müller"]\n\n1. e4 *'
    for encoding in ("utf-8", "utf-8-sig", "utf-16", "utf-32", "latin-1"):
        assert next(partie.read(text.encode(encoding)))["White"] == "Müller", encoding
    # In this code page the letter is another one.
    assert next(partie.read(text.encode("latin-1"), encoding="windows-1250"))["White"] == "Müller"
    assert next(partie.read('[White "Žák"]\n\n1. e4 *'.encode("cp1250"), encoding="windows-1250"))["White"] == "Žák"


# Long files.


class Endless(io.RawIOBase):
    """A file of games without an end."""

    text = (ROOT / "testdata/oracle/standard.pgn").read_bytes() * 8

    def read(self, size: int = -1) -> bytes:
        return self.text


READS: dict[str, str] = {
    "loop": "for game in partie.read(source): pass",
    "list": "sum(1 for _ in map(str.__len__, map(repr, partie.read(source))))",
    "threads": "for game in partie.read(source, threads=2): pass",
}
WAITS = {"check": "partie.check(source)", "convert": "partie.convert(source, to='fen')", "fix": "partie.fix(source)"}


def interrupt(code: str) -> tuple[int, str]:
    """Interrupts a read without an end, and returns the exit status and the last line of the process."""
    program = f"import partie, sys, test_read\nsource = test_read.Endless()\nprint('begins', flush=True)\n{code}"
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(PACKAGE), str(PACKAGE / "tests")])}
    with subprocess.Popen(
        [sys.executable, "-c", program],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None and process.stdout.readline() == "begins\n"
        time.sleep(0.3)
        process.send_signal(signal.SIGINT)
        try:
            _, error = process.communicate(timeout=10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
            return 0, "it goes on"
    return process.returncode, error.strip().splitlines()[-1]


@pytest.mark.parametrize("code", READS.values(), ids=READS)
def test_interrupts(code: str) -> None:
    assert interrupt(code) == (-signal.SIGINT, "KeyboardInterrupt")


@pytest.mark.parametrize("code", WAITS.values(), ids=WAITS)
def test_interrupts_of_whole_files(code: str) -> None:
    assert interrupt(code) == (-signal.SIGINT, "KeyboardInterrupt")


def test_other_threads_go_on(tmp_path: Path) -> None:
    path = tmp_path / "many.pgn"
    path.write_bytes((ROOT / "testdata/oracle/standard.pgn").read_bytes() * 100)
    began, ended, ticks = threading.Event(), threading.Event(), 0

    def check() -> None:
        began.set()
        partie.check(path)
        ended.set()

    thread = threading.Thread(target=check)
    thread.start()
    began.wait()
    while not ended.is_set():
        ticks += 1
        time.sleep(0.001)
    thread.join()
    assert ticks > 5


def test_games_outlive_their_reader(tmp_path: Path) -> None:
    path = tmp_path / "game.pgn"
    path.write_bytes(BROKEN)
    games = list(partie.read(path))
    path.unlink()
    assert [game.moves()[0].san for game in games] == ["e4", "e4", "d4"]
    assert b"".join(game.text for game in games) == BROKEN


def test_a_reader_is_read_once() -> None:
    reader = partie.read(b"1. e4 *")
    assert len(list(reader)) == 1
    assert list(reader) == []
    assert repr(partie.read(ROOT / "examples/opera.pgn")).endswith("opera.pgn, pgn>")


def test_a_reader_for_several_threads() -> None:
    text = (ROOT / "testdata/oracle/standard.pgn").read_bytes() * 20
    reader = partie.read(text, threads=2)
    numbers: list[int] = []

    def take() -> None:
        numbers.extend(game.number for game in reader)

    threads = [threading.Thread(target=take) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(numbers) == list(range(1, 601))


def binary(path: Path) -> BinaryIO:
    return path.open("rb")


def test_text_of_games_is_the_file() -> None:
    for name in STRICT:
        with binary(ROOT / name) as file:
            assert b"".join(game.text for game in partie.read(ROOT / name)) == file.read(), name
