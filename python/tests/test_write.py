"""Files that are written: the output may be the input, and an error leaves what was there."""

from __future__ import annotations

import gzip
import io
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import partie

GAME = b'[White "A"]\n[Black "B"]\n[Result "1-0"]\n\n1. e4 {good} e5 1-0\n\n'
OUTPUTS: dict[str, Callable[[Any, Any], Any]] = {
    "convert": lambda source, output: partie.convert(source, output),
    "write": lambda source, output: partie.write(partie.read(source), output),
}
each = pytest.mark.parametrize("run", OUTPUTS.values(), ids=OUTPUTS)


def moves(path: Path) -> list[tuple[str, list[str]]]:
    return [(game["White"], game.san()) for game in partie.read(path)]


@each
def test_a_file_is_written_onto_itself(run: Callable[[Any, Any], Any], tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    path.write_bytes(GAME * 20_000)
    run(path, path)
    assert moves(path) == [("A", ["e4", "e5"])] * 20_000
    assert os.listdir(tmp_path) == ["games.pgn"]


@each
@pytest.mark.parametrize("name", ["old.pgn", "old.ndjson", "old.xyz"])
def test_an_error_leaves_what_was_there(run: Callable[[Any, Any], Any], name: str, tmp_path: Path) -> None:
    damaged = tmp_path / "damaged.pgn.gz"
    damaged.write_bytes(gzip.compress(GAME * 5000)[:-200])
    for exists in (False, True):
        if exists:
            (tmp_path / name).write_bytes(b"old")
        with pytest.raises(ValueError):
            run(damaged, tmp_path / name)
        assert sorted(os.listdir(tmp_path)) == (["damaged.pgn.gz", name] if exists else ["damaged.pgn.gz"])
    assert (tmp_path / name).read_bytes() == b"old"


def test_an_error_in_parquet_leaves_no_file(tmp_path: Path) -> None:
    with pytest.raises(ValueError):
        partie.convert(gzip.compress(GAME * 5000)[:-200], tmp_path / "games.parquet")
    assert os.listdir(tmp_path) == []


@each
def test_names_and_modes_stay(run: Callable[[Any, Any], Any], tmp_path: Path) -> None:
    real, link, upper = tmp_path / "real.pgn", tmp_path / "link.pgn", tmp_path / "UPPER.PGN"
    real.write_bytes(b"old")
    real.chmod(0o640)
    link.symlink_to(real)
    run(GAME, link)
    assert link.is_symlink()
    assert moves(real) == [("A", ["e4", "e5"])]
    assert real.stat().st_mode & 0o777 == 0o640
    run(GAME, upper)
    assert moves(upper) == moves(real)


@each
def test_places_where_nothing_can_be_written(run: Callable[[Any, Any], Any], tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match=r"missing/games\.pgn: there is no folder .*missing; make it first"):
        run(GAME, tmp_path / "missing/games.pgn")
    folder = tmp_path / "folder.pgn"
    folder.mkdir()
    with pytest.raises(IsADirectoryError, match=r"folder\.pgn is a folder; name a file in it"):
        run(GAME, folder)
    assert os.listdir(tmp_path) == ["folder.pgn"]


def test_devices(tmp_path: Path) -> None:
    assert partie.convert(GAME, os.devnull, to="pgn").games == 1
    assert partie.write(partie.read(GAME), os.devnull) == 1


def test_an_interrupt_leaves_what_was_there(tmp_path: Path) -> None:
    def games() -> Iterator[partie.Game]:
        yield from partie.read(GAME)
        raise KeyboardInterrupt

    path = tmp_path / "games.pgn"
    path.write_bytes(b"old")
    with pytest.raises(KeyboardInterrupt):
        partie.write(games(), path)
    assert path.read_bytes() == b"old"
    assert os.listdir(tmp_path) == ["games.pgn"]


def test_files_that_are_open(tmp_path: Path) -> None:
    text, data = io.StringIO(), io.BytesIO()
    assert partie.write(partie.read(GAME), text) == partie.write(partie.read(GAME), data) == 1
    assert text.getvalue().encode() == data.getvalue()
    with (tmp_path / "games.pgn").open("w", encoding="utf-8") as file:
        partie.write(partie.read(GAME), file)
    assert (tmp_path / "games.pgn").read_bytes() == data.getvalue()


def test_one_game_and_no_games() -> None:
    out = io.StringIO()
    assert partie.write(next(partie.read(GAME)), out) == 1
    assert partie.write([], out) == 0
    for wrong in (["game"], "games.pgn"):
        with pytest.raises(TypeError, match=r"expected games, such as those of partie\.read, but found str"):
            partie.write(wrong, out)  # type: ignore[arg-type]
