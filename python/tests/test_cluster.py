"""Clusters of real processes: what they answer, also when a worker is killed."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from cluster import dask_cluster, in_background, running_tasks, spark_cluster, spark_session, wait_for
from conftest import ROOT
from page import Rows, plain, sections

import partie
from partie._ranges import Part, parts

pa = pytest.importorskip("pyarrow")

QUESTIONS = [section for section in sections(ROOT / "docs/sql.md") if section.heading[:1].isdigit()]


@pytest.mark.parametrize(
    "name", ["standard.pgn", "standard-crlf.pgn", "standard-bom.pgn", "standard-unwrapped.pgn", "chess960.pgn"]
)
@pytest.mark.parametrize("size", [300, 4096, 9000])
def test_parts_have_each_game_once(name: str, size: int) -> None:
    path = ROOT / "testdata/oracle" / name
    whole = Part(str(path), None).read().read_all()
    divided = parts(path, size)
    assert len(divided) > 1
    assert pa.concat_tables(part.read().read_all() for part in divided).equals(whole)


def test_parts_of_a_larger_file(club_folder: Path) -> None:
    whole = Part(str(club_folder / "club.pgn"), None).read().read_all()
    for size in (70_000, 250_001):
        tables = [part.read().read_all() for part in parts(club_folder / "club.pgn", size)]
        assert all(table.num_rows for table in tables)
        assert pa.concat_tables(tables).equals(whole)


def test_files_that_are_not_divided(tmp_path: Path) -> None:
    for name in ("a.pgn.gz", "b.pgn", "c.epd"):
        (tmp_path / name).write_bytes(b"*\n\n" * 100)
    found = parts(tmp_path / "*.*", 150)
    assert [(Path(part.path).name, part.range) for part in found] == [
        ("a.pgn.gz", None),
        ("b.pgn", (0, 150)),
        ("b.pgn", (150, 300)),
        ("c.epd", None),
    ]
    with pytest.raises(FileNotFoundError, match="nothing.pgn: there is no such file"):
        parts(tmp_path / "nothing.pgn")


def table_of(library: partie.Library) -> Any:
    return pa.table(library.table())


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    with spark_cluster(tmp_path_factory.mktemp("spark")) as made, spark_session(made) as session:
        yield made, session


@pytest.fixture
def expected(club_folder: Path) -> list[Rows]:
    """What DuckDB answers to the questions."""
    import duckdb

    import partie.duckdb

    connection = partie.duckdb.register(duckdb.connect(), club_folder / "club")
    return [plain(connection.sql(str(question.sql("duckdb"))).fetchall()) for question in QUESTIONS]


def ask(spark: Any) -> list[Rows]:
    return [plain(spark.sql(question.sql("spark")).collect()) for question in QUESTIONS]


@pytest.mark.cluster
def test_spark_reads_files(cluster: Any, club_folder: Path) -> None:
    import partie.spark

    _, spark = cluster
    partie.spark.register(spark)
    path = str(club_folder / "club.pgn")
    games = spark.read.format("pgn").option("bytes", 50_000).load(path)
    assert games.rdd.getNumPartitions() == len(parts(path, 50_000)) > 8
    wanted = Part(path, None).read(["byte", "white", "date", "clocks", "tags"]).read_all().to_pylist()
    found = games.select("byte", "white", "date", "clocks", "tags").orderBy("byte").collect()
    assert [row.asDict() for row in found] == [{**row, "tags": dict(row["tags"])} for row in wanted]
    some = spark.read.format("pgn").option("columns", "code, plies").load([path, path])
    assert some.columns == ["code", "plies"]
    assert some.selectExpr("count(*)", "sum(plies(code)) = sum(plies)").collect() == [(800, True)]
    with pytest.raises(Exception, match="there is no such file"):
        spark.read.format("pgn").load("/nothing.pgn").count()


@pytest.mark.cluster
def test_spark_questions(cluster: Any, club_folder: Path, expected: list[Rows]) -> None:
    import partie.spark

    _, spark = cluster
    partie.spark.register(spark, club_folder / "club")
    assert ask(spark) == expected


@pytest.mark.cluster
def test_spark_questions_while_a_worker_dies(cluster: Any, club_folder: Path, expected: list[Rows]) -> None:
    import partie.spark

    processes, spark = cluster
    partie.spark.register(spark, club_folder / "club")
    spark.table("games").repartition(16).createOrReplaceTempView("games")
    answers = in_background(lambda: ask(spark))
    done, tasks = wait_for(lambda: running_tasks(spark))
    processes.kill()
    assert done < tasks
    assert answers() == expected
    wait_for(lambda: processes.alive() == 1)


@pytest.fixture(scope="module")
def evenings(club_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Eight files of games."""
    folder = tmp_path_factory.mktemp("evenings")
    text = (club_folder / "club.pgn").read_text(encoding="utf-8")
    made = [folder / f"{number}.pgn" for number in range(8)]
    for number, path in enumerate(made):
        path.write_text(text.replace("Club evening", f"Evening {number}") * 4, encoding="utf-8")
    return made


@pytest.mark.cluster
def test_dask(evenings: list[Path], tmp_path: Path) -> None:
    import partie.dask

    local = table_of(partie.Library(tmp_path / "local", create=True).add(*evenings, keep_duplicates=True))
    with dask_cluster(tmp_path) as (client, workers):
        tables = client.gather(client.compute(partie.dask.read(evenings, ["white", "plies"], size=500_000)))
        assert len(tables) > 8
        assert pa.concat_tables(tables).to_pylist() == local.select(["white", "plies"]).to_pylist()

        library = partie.dask.import_library(client, evenings, tmp_path / "library")
        assert table_of(library).equals(local)
        assert [path.name for path in tmp_path.glob(".library*")] == []
        with pytest.raises(FileExistsError):
            partie.dask.import_library(client, evenings, tmp_path / "library")
        with pytest.raises(FileNotFoundError):
            partie.dask.import_library(client, [*evenings, tmp_path / "none.pgn"], tmp_path / "other")
        assert not (tmp_path / "other").exists()

        again = in_background(lambda: partie.dask.import_library(client, evenings, tmp_path / "again"))
        # The worker that has the first result dies with it.
        holder = wait_for(lambda: next((worker for worker, keys in client.has_what().items() if keys), None))
        busy = sum(len(keys) for keys in client.processing().values())
        pid = client.scheduler_info()["workers"][holder]["name"]
        victim = workers[int(pid.rpartition("-")[2]) - 1]
        os.kill(victim.pid, signal.SIGKILL)
        assert busy > 0
        assert table_of(again()).equals(local)
        assert len(client.scheduler_info()["workers"]) == 1
    check = partie.Library(tmp_path / "again")
    assert check.explore()["moves"] == partie.Library(tmp_path / "local").explore()["moves"]
