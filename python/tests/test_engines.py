"""Every function gives in every engine what it gives when it is called with one value."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from conftest import ROOT

import partie
from partie.arrow import FUNCTIONS, Function

pa = pytest.importorskip("pyarrow")

ORACLE = ROOT / "testdata/oracle"
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"
AFTER_E4 = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -"

# A game that begins with another position, and two of real players.
GAMES = b"""
[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]
[SetUp "1"]

1. e4 Kd7 2. e5 *

1. e4 e5 2. Nf3 d6 3. d4 Bg4 4. dxe5 Bxf3 1-0

1. e4 d5 2. exd5 Nf6 *
"""


def codes(source: Any) -> list[bytes | None]:
    """The codes of the games of a source."""
    return pa.table(partie.table(source, columns=["code"]))["code"].to_pylist()  # type: ignore[no-any-return]


CODES: list[bytes | None] = [
    *codes(GAMES),
    *codes(ORACLE / "standard.pgn")[:4],
    *codes(ORACLE / "chess960.pgn")[:3],
    *codes(ORACLE / "three-check.pgn")[:2],
    *codes(ORACLE / "crazyhouse.pgn")[:1],  # It has no code.
    None,
    b"",
    b"\xff\xfe\xfd",
    bytes.fromhex("c1c167ff"),
]

FENS = [game.fen(min(6, game.plies)) for game in partie.read(str(ORACLE / "chess960.pgn"))]
SECOND: dict[str, list[Any]] = {
    "fen": [START, AFTER_E4, None, "4k3/8/8/8/4P3/8/8/4K3 b - -", *FENS[:3]],
    "pattern": ["KQRRBBNNP8 vs KQRRBBNNP7", "KP vs K", None, "*/*/*/*/4P*/*/*/*"],
    "ply": [0, 2, None, 5, 1000, -1],
}

COLUMNS = {"binary": pa.binary(), "binary_view": pa.binary_view(), "large_binary": pa.large_binary()}
TEXTS = {"binary": pa.string(), "binary_view": pa.string_view(), "large_binary": pa.large_string()}


def first_of(function: Function, layout: str) -> Any:
    """The first argument: codes, or texts for `key`."""
    if function.arguments[0].kind == "code":
        return pa.array(CODES, COLUMNS[layout])
    texts = [START, "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", None, "no position", *FENS, "8/8/8/8/8/8/8/8 w - -"]
    return pa.array(texts, TEXTS[layout])


def seconds_of(function: Function, layout: str, rows: int) -> list[Any]:
    """The second arguments: a constant, and an array; or none."""
    if len(function.arguments) < 2:
        return [None]
    name, kind = function.arguments[1]
    values = SECOND[name]
    each = (values * rows)[:rows]
    return [values[1], pa.array(each, pa.int32() if kind == "int32" else TEXTS[layout])]


def literal(value: Any) -> str:
    return str(value) if isinstance(value, int) else f"'{value}'"


def sql(function: Function, second: Any) -> str:
    """The question whose only column is the answer of a function."""
    rest = "" if second is None else ", b" if isinstance(second, pa.Array) else f", {literal(second)}"
    return f"select {function.name}(a{rest}) as answer from rows order by n"


def rows_of(first: Any, second: Any) -> Any:
    table = pa.table({"n": list(range(len(first))), "a": first})
    return table.append_column("b", second) if isinstance(second, pa.Array) else table


def on_pyarrow(function: Function, first: Any, second: Any) -> Any:
    made = function.call(first, *([] if second is None else [second]))
    chunked = pa.chunked_array([first[:2], first[2:]])
    assert function.call(chunked, *([] if second is None else [second])).to_pylist() == made.to_pylist()
    return made.to_pylist()


def on_pandas(function: Function, first: Any, second: Any) -> Any:
    import pandas

    frame = rows_of(first, second).to_pandas(types_mapper=pandas.ArrowDtype)
    rest = [] if second is None else [frame["b"] if isinstance(second, pa.Array) else second]
    made = function.call(frame["a"], *rest)
    assert list(made.index) == list(frame.index)
    return [None if value is pandas.NA else value for value in made]


def on_polars(function: Function, first: Any, second: Any) -> Any:
    import polars

    import partie.polars  # noqa: F401

    frame = polars.DataFrame(rows_of(first, second))
    rest = [] if second is None else [polars.col("b") if isinstance(second, pa.Array) else second]
    answer = getattr(polars.col("a").partie, function.name)(*rest)  # type: ignore[attr-defined]
    made = frame.select(answer)["a"]
    lazy = frame.lazy().select(answer)
    assert lazy.collect(engine="streaming")["a"].equals(made)
    assert lazy.collect_schema()["a"] == made.dtype
    return made.to_list()


def on_duckdb(function: Function, first: Any, second: Any) -> Any:
    import duckdb

    import partie.duckdb

    connection = partie.duckdb.register(duckdb.connect())
    connection.register("rows", rows_of(first, second))
    return [answer for (answer,) in connection.sql(sql(function, second)).fetchall()]


def on_datafusion(function: Function, first: Any, second: Any) -> Any:
    import datafusion

    import partie.datafusion

    context = partie.datafusion.register(datafusion.SessionContext())
    context.register_table("rows", context.from_arrow(rows_of(first, second)))
    return context.sql(sql(function, second)).to_pydict()["answer"]


ENGINES: dict[str, Callable[[Function, Any, Any], Any]] = {
    "duckdb": on_duckdb,
    "polars": on_polars,
    "datafusion": on_datafusion,
    "pyarrow": on_pyarrow,
    "pandas": on_pandas,
}


def expected(function: Function, first: Any, second: Any) -> list[Any]:
    """The answers of calls with one value each."""
    values = first.to_pylist()
    if second is None:
        return [function.call(value) for value in values]
    each = second.to_pylist() if isinstance(second, pa.Array) else [second] * len(values)
    return [function.call(value, other) for value, other in zip(values, each)]


@pytest.mark.parametrize("layout", COLUMNS)
@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda function: function.name)
@pytest.mark.parametrize("engine", ENGINES)
def test_function(engine: str, function: Function, layout: str) -> None:
    pytest.importorskip(engine)
    first = first_of(function, layout)
    for second in seconds_of(function, layout, len(first)):
        assert ENGINES[engine](function, first, second) == expected(function, first, second)


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda function: function.name)
def test_answers_are_not_all_null(function: Function) -> None:
    first = first_of(function, "binary")
    for second in seconds_of(function, "binary", len(first)):
        found = expected(function, first, second)
        assert any(answer is not None for answer in found)
        assert any(answer is None for answer in found)


@pytest.mark.spark
@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda function: function.name)
def test_spark(spark: Any, function: Function) -> None:
    import partie.spark

    partie.spark.register(spark)
    first = first_of(function, "binary")
    for second in seconds_of(function, "binary", len(first)):
        spark.createDataFrame(rows_of(first, second)).createOrReplaceTempView("rows")
        rows = spark.sql(sql(function, second)).collect()
        assert [row.answer for row in rows] == expected(function, first, second)


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> partie.Library:
    folder = tmp_path_factory.mktemp("engines")
    made = partie.Library(folder / "library", create=True)
    made = made.add(str(ORACLE / "standard.pgn"), str(ORACLE / "chess960.pgn"))
    # A file that no manifest lists.
    (folder / "library/games/000099.parquet").write_bytes(Path(made.files()[0]).read_bytes())
    return made


REACHED = f"select count(reaches(code, '{AFTER_E4}')), count(*) from games"
INDEXED = f"select count(distinct game) from position_index where key = key('{AFTER_E4}')"


def counts(library: partie.Library) -> tuple[int, int]:
    return library.count(fen=AFTER_E4), len(library)


def test_duckdb_library(library: partie.Library, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    duckdb = pytest.importorskip("duckdb")
    import partie.duckdb

    monkeypatch.chdir(Path(library.path).parent)
    connection = partie.duckdb.register(duckdb.connect(), "library")
    monkeypatch.chdir(tmp_path)
    assert connection.sql(REACHED).fetchall() == [counts(library)]
    assert connection.sql(INDEXED).fetchall() == [counts(library)[:1]]
    # Again, with another library, which is empty.
    partie.duckdb.register(connection, partie.Library(tmp_path / "empty", create=True))
    assert connection.sql(REACHED).fetchall() == [(0, 0)]
    assert connection.sql(INDEXED).fetchall() == [(0,)]
    with pytest.raises(duckdb.Error, match="ValueError.*expected the eight ranks"):
        connection.sql("select reaches('\\xC1'::blob, 'nothing')").fetchall()
    with pytest.raises(FileNotFoundError):
        partie.duckdb.register(connection, tmp_path / "none")


def test_polars_library(library: partie.Library, tmp_path: Path) -> None:
    pl = pytest.importorskip("polars")
    import partie.polars

    games = partie.polars.scan(library)
    reached = games.select(pl.col("code").partie.reaches(AFTER_E4).count().alias("n"), pl.len())
    assert reached.collect(engine="streaming").rows() == [counts(library)]
    index = partie.polars.scan(library, "position_index")
    assert index.filter(key=partie.key(AFTER_E4)).collect()["game"].n_unique() == counts(library)[0]
    empty = partie.polars.scan(partie.Library(tmp_path / "empty", create=True))
    assert empty.collect_schema() == games.collect_schema()
    assert empty.select(pl.col("code").partie.reaches(AFTER_E4)).collect().height == 0
    with pytest.raises(ValueError, match="expected the eight ranks"):
        games.select(pl.col("code").partie.reaches("nothing")).collect()
    with pytest.raises(TypeError, match=r"reaches: expected \(fen\)"):
        pl.col("code").partie.reaches()
    with pytest.raises(AttributeError, match="there is no function `nothing`"):
        _ = pl.col("code").partie.nothing


def test_datafusion_library(library: partie.Library, tmp_path: Path) -> None:
    datafusion = pytest.importorskip("datafusion")
    import partie.datafusion

    context = partie.datafusion.register(datafusion.SessionContext(), library)
    assert [tuple(row.values()) for row in context.sql(REACHED).to_pylist()] == [counts(library)]
    assert [tuple(row.values()) for row in context.sql(INDEXED).to_pylist()] == [counts(library)[:1]]
    partie.datafusion.register(context, partie.Library(tmp_path / "empty", create=True))
    assert [tuple(row.values()) for row in context.sql(REACHED).to_pylist()] == [(0, 0)]
    with pytest.raises(Exception, match="expected the eight ranks"):
        context.sql("select reaches(x'c1', 'nothing')").collect()


@pytest.mark.spark
def test_spark_library(spark: Any, library: partie.Library, tmp_path: Path) -> None:
    import partie.spark

    partie.spark.register(spark, library)
    assert [tuple(row) for row in spark.sql(REACHED).collect()] == [counts(library)]
    assert [tuple(row) for row in spark.sql(INDEXED).collect()] == [counts(library)[:1]]
    partie.spark.register(spark, partie.Library(tmp_path / "empty", create=True))
    assert [tuple(row) for row in spark.sql(REACHED).collect()] == [(0, 0)]
    with pytest.raises(Exception, match="expected the eight ranks"):
        spark.sql("select reaches(X'c1', 'nothing')").collect()


def test_two_threads(library: partie.Library) -> None:
    duckdb = pytest.importorskip("duckdb")
    import partie.duckdb

    connection = partie.duckdb.register(duckdb.connect(), library)

    def ask(cursor: Any) -> Any:
        return [cursor.sql(REACHED).fetchall() for _ in range(20)]

    with ThreadPoolExecutor(2) as threads:
        for answers in threads.map(ask, [connection.cursor(), connection.cursor()]):
            assert answers == [[counts(library)]] * 20


def test_a_mistake_is_an_error() -> None:
    with pytest.raises(ValueError, match="expected the eight ranks"):
        partie.arrow.reaches(pa.array([b""]), "nothing")
    with pytest.raises(ValueError, match="`nothing`"):
        partie.arrow.matches(pa.array([b""]), "nothing")
    with pytest.raises(ValueError, match="1 and 2 rows"):
        partie.arrow.reaches(pa.array([b""]), pa.array([START, START]))
