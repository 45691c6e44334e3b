"""The program `python -m partie.sql`."""

from __future__ import annotations

import csv
import io
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from conftest import PACKAGE

from partie.sql import drawn

pytest.importorskip("duckdb")


def environment(**more: str) -> dict[str, str]:
    path = os.pathsep.join(filter(None, [str(PACKAGE), os.environ.get("PYTHONPATH")]))
    return {**os.environ, "PYTHONPATH": path, **more}


def run(folder: Path, *arguments: str, given: str = "") -> tuple[int, str, str]:
    """Runs the program with the library `club`: its exit status, output and messages."""
    command = [sys.executable, "-m", "partie.sql", "club", *arguments]
    done = subprocess.run(
        command, cwd=folder, env=environment(), input=given, capture_output=True, encoding="utf-8", timeout=60
    )
    return done.returncode, done.stdout, done.stderr


def test_statement(club_folder: Path) -> None:
    question = "select result, count(*) as games from games group by result order by games desc, result"
    status, output, messages = run(club_folder, question)
    assert (status, messages) == (0, "")
    lines = output.splitlines()
    assert lines[:2] == ["result   games", "-------  -----"]
    assert sum(int(line.split()[1]) for line in lines[2:]) == 400


def test_statements_and_functions(club_folder: Path) -> None:
    status, output, _ = run(club_folder, "select san('\\xC1\\xC1\\x67'::blob) as moves; select 2 as two")
    assert (status, output) == (0, "moves\n--------\ne4 e5 Nf3\n".replace("--------", "---------") + "two\n---\n  2\n")


@pytest.mark.parametrize(
    "statement",
    ["selec 1", "select nothing from games", "select reaches(code, 'x') from games", "\\nothing", "\\copy games"],
)
def test_an_error_has_no_traceback(club_folder: Path, statement: str) -> None:
    status, output, messages = run(club_folder, statement)
    assert (status, output) == (1, "")
    assert messages.startswith("error: ")
    assert "Traceback" not in messages


def test_no_library(tmp_path: Path) -> None:
    status, _, messages = run(tmp_path, "select 1")
    assert status == 1
    assert messages.startswith("error: ")
    assert "club" in messages
    assert "Traceback" not in messages


ROWS = "select id, white, white_elo, clocks, code, tags, null as none from games order by id limit 3"


def test_csv(club_folder: Path) -> None:
    status, output, _ = run(club_folder, "--csv", ROWS)
    rows = list(csv.DictReader(io.StringIO(output)))
    assert (status, [row["id"] for row in rows]) == (0, ["1", "2", "3"])
    assert all(row["none"] == "" and bytes.fromhex(row["code"]) for row in rows)
    assert all(isinstance(json.loads(row["clocks"] or "[]"), list) for row in rows)


def test_json(club_folder: Path) -> None:
    status, output, _ = run(club_folder, "--json", ROWS)
    rows = json.loads(output)
    assert (status, [row["id"] for row in rows]) == (0, [1, 2, 3])
    assert all(row["none"] is None and row["white_elo"] > 1000 for row in rows)
    assert all(row["clocks"] is None or row["clocks"][0] > 1000 for row in rows)
    assert run(club_folder, "--json", "select 1 where false")[1] == "[]\n"
    assert json.loads(run(club_folder, "--json", "select 0.5 as half")[1]) == [{"half": 0.5}]


@pytest.mark.parametrize("kind", ["parquet", "csv", "json"])
def test_copy(club_folder: Path, tmp_path: Path, kind: str) -> None:
    import duckdb

    file = tmp_path / f"it's.{kind}"
    written = run(club_folder, f"\\copy (select id, white from games where id > 390) to {file}")
    assert written == (0, f"10 rows written to {file}\n", "")
    name = str(file).replace("'", "''")
    assert duckdb.connect().execute(f"select count(*) from '{name}'").fetchall() == [(10,)]
    assert run(club_folder, f"\\copy (select 1) to {tmp_path}/games.xls")[0] == 1


def test_piped_statements(club_folder: Path) -> None:
    given = "select count(*) as n\nfrom games;\n\\d\n\\d position_index\nselect 7 as seven\n"
    status, output, messages = run(club_folder, given=given)
    assert (status, messages) == (0, "")
    assert "  n\n---\n400\n(1 row, " in output
    assert "table games: 400 rows" in output
    assert "reaches(code, fen): The number of plies" in output
    assert "ply     INTEGER" in output
    assert "seven\n-----\n    7\n" in output


def test_many_rows_are_counted(club_folder: Path) -> None:
    _, output, _ = run(club_folder, given="select id from games;\n")
    assert "(400 rows, 40 shown, " in output
    assert len(output.splitlines()) == 43


def test_tables_fit() -> None:
    rows: list[tuple[Any, ...]] = [(1, "a" * 50, "b" * 30, None), (22, "漢字" * 20, "\x1b[31m", 0.5)]
    names = ["n", "first", "second", "number"]
    for width in range(1, 120):
        lines = drawn(names, rows, width)
        cells = [len(line) + line.count("漢") + line.count("字") for line in lines if "more columns" not in line]
        assert max(cells) <= max(width, 8)
    assert "\x1b" not in "".join(drawn(names, rows))
    assert drawn(["n"], []) == ["n", "-"]
    assert drawn(names, rows, 20)[-1] == "(2 more columns: second, number)"


@pytest.mark.parametrize("toolkit", [True, False])
def test_terminal(club_folder: Path, toolkit: bool, tmp_path: Path) -> None:
    pexpect = pytest.importorskip("pexpect")
    if toolkit:
        pytest.importorskip("prompt_toolkit")
    else:
        (tmp_path / "prompt_toolkit.py").write_text("raise ImportError")
    path = os.pathsep.join([str(tmp_path), environment()["PYTHONPATH"]])
    child = pexpect.spawn(
        sys.executable,
        ["-m", "partie.sql", "club"],
        cwd=str(club_folder),
        env=environment(PYTHONPATH=path, TERM="xterm", PROMPT_TOOLKIT_NO_CPR="1"),
        dimensions=(24, 60),
        encoding="utf-8",
        timeout=30,
    )
    try:
        child.expect(r"400 games; \\\? for help")
        child.expect("partie>")
        if toolkit:
            # The only table of that beginning is completed.
            child.send("select count(*) as n from position_ind\t")
            child.expect("position_ind.*ex")
            child.send(";\r")
        else:
            child.send("select count(*) as n\rfrom position_index;\r")
            child.expect(r"\.\.\.>")
        child.expect(r"\(1 row, \d+\.\d\d s\)")
        child.send("select * from games;\r")
        child.expect(r"\(\d+ more columns: ")
        lines = child.before.replace("\r", "").split("\n")
        start = next(number for number, line in enumerate(lines) if line.startswith("--------"))
        assert len(lines[start + 1 : -1]) == 40
        assert all(len(line) <= 60 for line in lines[start:-1])
        child.expect(r"\(400 rows, 40 shown, ")
        child.send("selec 1;\r")
        child.expect("error: Parser Error")
        child.send("\\q\r")
        child.expect(pexpect.EOF)
    finally:
        child.close(force=True)
    assert child.exitstatus == 0
