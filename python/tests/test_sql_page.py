"""The questions of docs/sql.md, asked of every engine."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from conftest import ROOT
from page import WRITE, Rows, Section, evaluate, plain, sections, write_answer

import partie
from partie.arrow import FUNCTIONS
from partie.sql import drawn

PAGE = ROOT / "docs/sql.md"
SECTIONS = [section for section in sections(PAGE) if "text" in section.blocks]
MORPHY = "r1bqkbnr/1ppp1ppp/p1n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R w KQkq -"
OPEN_GAME = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -"


def title(section: Section) -> str:
    return section.heading


@pytest.fixture
def club(club_folder: Path, monkeypatch: pytest.MonkeyPatch) -> partie.Library:
    """The library `club`, in the working directory."""
    monkeypatch.chdir(club_folder)
    return partie.Library("club")


@pytest.fixture
def duckdb_rows(club: partie.Library) -> Callable[[Section], tuple[list[str], Rows]]:
    duckdb = pytest.importorskip("duckdb")
    import partie.duckdb

    connection = partie.duckdb.register(duckdb.connect(), club)

    def ask(section: Section) -> tuple[list[str], Rows]:
        sql = section.sql("duckdb")
        assert sql is not None
        found = connection.sql(sql)
        return found.columns, plain(found.fetchall())

    return ask


@pytest.mark.parametrize("section", SECTIONS, ids=title)
def test_answer_on_the_page(section: Section, duckdb_rows: Any) -> None:
    answer = drawn(*duckdb_rows(section))
    if WRITE:
        write_answer(PAGE, section.heading, answer)
    else:
        assert section.answer == answer, "PARTIE_WRITE=1 writes the answers anew"


@pytest.mark.parametrize("section", SECTIONS, ids=title)
def test_polars(section: Section, duckdb_rows: Any) -> None:
    pytest.importorskip("polars")
    names: dict[str, Any] = {}
    evaluate(sections(PAGE)[0].blocks["python"], names)
    frame = evaluate(section.blocks["python"], names).collect()
    assert plain(frame.rows()) == duckdb_rows(section)[1]
    assert frame.columns == duckdb_rows(section)[0]


def test_first_code_of_duckdb(club: partie.Library) -> None:
    pytest.importorskip("duckdb")
    names: dict[str, Any] = {}
    evaluate(sections(PAGE)[0].blocks["python duckdb"], names)
    assert names["connection"].sql("select count(*) from games").fetchall() == [(400,)]


@pytest.mark.spark
def test_spark(spark: Any, club: partie.Library, duckdb_rows: Any) -> None:
    evaluate(sections(PAGE)[0].blocks["python spark"], {"spark": spark})
    for section in SECTIONS:
        rows = plain(spark.sql(section.sql("spark")).collect())
        assert rows == duckdb_rows(section)[1], section.heading


# What the library itself answers, by the beginning of the heading.


def openings(club: partie.Library, **conditions: Any) -> list[tuple[str, str, str]]:
    """The name of the opening, the result and the year of the games that meet conditions."""
    found = club.find(**conditions)
    return [((game.opening or ("", ""))[1], game.result, game["Date"][:4]) for game in found]


def score(results: list[str], side: str) -> float:
    points = [0.5 if result == "1/2-1/2" else float(result == side) for result in results]
    return round(sum(points) / len(points), 3)


def index_of_positions(club: partie.Library) -> Rows:
    return [(club.count(fen=MORPHY),)]


def reached(club: partie.Library) -> Rows:
    numbers = [number for number in range(1, len(club) + 1) if MORPHY in " ".join(club[number].fens())]
    games = [(number, club[number]) for number in numbers[:5]]
    assert [game.uci() for _, game in games] == [game.uci() for game in club.find(fen=MORPHY, limit=5)]
    at = [next(ply for ply, fen in enumerate(game.fens()) if fen.startswith(MORPHY)) for _, game in games]
    return [(number, game["White"], game["Black"], game.result, ply) for (number, game), ply in zip(games, at)]


def explored(club: partie.Library) -> Rows:
    moves = club.explore(OPEN_GAME, moves=50)["moves"]
    rows = [(m["uci"], m["white"] + m["draws"] + m["black"], m["white"], m["draws"], m["black"]) for m in moves]
    return sorted(rows, key=lambda row: (-row[1], row[0]))


def ruy_lopez(club: partie.Library) -> Rows:
    found = [row for row in openings(club) if row[0].startswith("Ruy Lopez")]
    years = sorted({year for _, _, year in found})
    results = [[result for _, result, own in found if own == year] for year in years]
    return [(int(year), len(own), score(own, "1-0")) for year, own in zip(years, results)]


def trouble(club: partie.Library) -> Rows:
    bands = range(0, 3000, 300)
    timed = "time_control <> '5400+30'"
    rows = []
    for band in bands:
        elo = f"{band}..{band + 299}"
        games = club.count(white_elo=elo, where=timed)
        if games:
            rows.append((band, games, club.count(white_elo=elo, white_clock="..9.999")))
    return rows


def endgames(club: partie.Library) -> Rows:
    patterns = ["KR+P+ vs KR+P+", "KRP+ vs KRP+", "KRP* vs KBP*", "KBP+ vs KNP+", "KP+ vs KP+"]
    rows = [(p, club.count(material=p), club.count(material=p, result="draw")) for p in patterns]
    return sorted((row for row in rows if row[1]), key=lambda row: (-row[1], row[0]))


def worst_lines(club: partie.Library) -> Rows:
    found = openings(club, black="Ito, Kenji")
    lines = {line for line, _, _ in found}
    results = {line: [result for own, result, _ in found if own == line] for line in lines}
    rows = [(line, len(own), score(own, "0-1")) for line, own in results.items() if len(own) >= 3]
    return sorted(rows, key=lambda row: (row[2], -row[1], row[0]))[:4]


def longest(club: partie.Library) -> Rows:
    games = list(club.find(sort=["-plies"], limit=5))
    assert [game.plies for game in games] == sorted((game.plies for game in club), reverse=True)[:5]
    return [(game["White"], game["Black"], game.result, game.plies) for game in games]


LIBRARY: dict[str, Callable[[partie.Library], Rows]] = {
    "Positions": index_of_positions,
    "1.": reached,
    "2.": explored,
    "3.": ruy_lopez,
    "4.": trouble,
    "5.": endgames,
    "7.": worst_lines,
}


def section_of(start: str) -> Section:
    return next(section for section in SECTIONS if section.heading.startswith(start))


@pytest.mark.parametrize("start", LIBRARY)
def test_library(start: str, club: partie.Library, duckdb_rows: Any) -> None:
    assert LIBRARY[start](club) == duckdb_rows(section_of(start))[1]


def test_library_novelties(club: partie.Library, duckdb_rows: Any) -> None:
    for number, ply in duckdb_rows(section_of("6."))[1]:
        fens = club[number].fens()
        assert club.count(fen=fens[ply], where=f"id < {number}") == 0
        assert club.count(fen=fens[ply - 1], where=f"id < {number}") > 0


def test_library_speeds(club: partie.Library, duckdb_rows: Any) -> None:
    import duckdb

    import partie.duckdb

    connection = partie.duckdb.register(duckdb.connect(), club)
    question = section_of("8.").sql("duckdb")
    assert question is not None
    whole = question.replace("limit 8", "")
    speeds = connection.sql(f"select speed, sum(games) from ({whole}) group by speed").fetchall()
    assert len(speeds) == 4
    for speed, games in speeds:
        assert club.count(speed=speed) == games


def test_library_longest(club: partie.Library, duckdb_rows: Any) -> None:
    assert [row[1:] for row in duckdb_rows(section_of("9."))[1]] == longest(club)


def test_library_upsets(club: partie.Library, duckdb_rows: Any) -> None:
    rows = duckdb_rows(section_of("10."))[1]
    upset = "(result = '1-0' and white_elo < black_elo) or (result = '0-1' and white_elo > black_elo)"
    games = list(club.find(where=upset))
    differences = sorted((abs(int(game["WhiteElo"]) - int(game["BlackElo"])) for game in games), reverse=True)
    assert [row[4] for row in rows] == differences[:5]


def test_library_pawns(club: partie.Library, duckdb_rows: Any) -> None:
    def pawns(fen: str) -> str:
        board = "".join(one if one in "Pp/" else "1" * (int(one) if one.isdigit() else 1) for one in fen.split()[0])
        return re.sub("1+", lambda empty: str(len(empty[0])), board)

    counted = Counter(pawns(game.fen(16)) for game in club if game.plies >= 16)
    rows = sorted(counted.items(), key=lambda row: (-row[1], row[0]))[:5]
    assert rows == [tuple(row) for row in duckdb_rows(section_of("11."))[1]]


def test_library_mates(club: partie.Library, duckdb_rows: Any) -> None:
    rows = duckdb_rows(section_of("12."))[1]
    assert sum(row[1] for row in rows) == club.count(ends="checkmate")


def test_there_are_twelve_questions() -> None:
    assert [section.heading.split(".")[0] for section in SECTIONS[1:]] == [str(n) for n in range(1, 13)]


def test_table_of_functions() -> None:
    rows = ["| function | gives | meaning |", "|---|---|---|"]
    for function in FUNCTIONS:
        names = ", ".join(argument.name for argument in function.arguments)
        rows.append(f"| `{function.name}({names})` | {function.returns} | {function.meaning.replace('``', '`')} |")
    table = "\n".join(["<!-- functions -->", *rows, "<!-- end of functions -->"])
    text = PAGE.read_text(encoding="utf-8")
    before, found, rest = text.partition("<!-- functions -->")
    assert found
    old, end, after = rest.partition("<!-- end of functions -->")
    made = before + table + (after if end else rest)
    if WRITE:
        PAGE.write_text(made, encoding="utf-8")
    elif made != text:
        pytest.fail("PARTIE_WRITE=1 writes the table of functions anew")


def block(heading: str) -> str:
    """The code of a section of the page."""
    return next(section for section in sections(PAGE) if section.heading == heading).blocks["python"]


def test_moves_without_partie(club: partie.Library, tmp_path: Path) -> None:
    duckdb = pytest.importorskip("duckdb")
    import partie.duckdb

    names: dict[str, Any] = {}
    exec(block("Moves without Partie"), names)
    variants = ("chess960", "three-check", "king-of-the-hill", "racing-kings")
    files = [ROOT / f"testdata/oracle/{name}.pgn" for name in variants]
    others = partie.Library(tmp_path / "others", create=True).add(*files)
    for library in (club, others):
        connection = partie.duckdb.register(duckdb.connect(), library)
        rows = connection.sql("select code, uci(code) from games where code is not null").fetchall()
        assert len(rows) > 20
        for code, expected in rows:
            assert " ".join(names["uci"](code)) == expected


def test_keys_without_partie() -> None:
    chess = pytest.importorskip("chess")
    names: dict[str, Any] = {}
    exec(block("Keys without Partie"), names)
    # After 1. e4 no pawn can capture en passant; after 3... f5 one can; then one that is pinned.
    for moves in ("e4", "e4 a6 e5 f5", "e4 e6 e5 Ke7 Nf3 Ke8 Nd4 d5", "e4 d5 exd5 Nf6"):
        board = chess.Board()
        for move in moves.split():
            board.push_san(move)
            assert names["key"](board) == partie.key(board.fen(en_passant="fen"))
    pinned = chess.Board("8/8/8/8/k1p4R/8/3P4/3K4 w - - 0 1")
    pinned.push_san("d4")
    assert names["key"](pinned) == partie.key(pinned.fen(en_passant="fen"))
