"""What tests share: the project's own games, and a session of Spark."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
"""The folder of the project."""

PACKAGE = ROOT / "python"
"""The folder that holds the package, for processes that tests start."""


# Not for the whole run: a process has one session, and those of clusters are others.
@pytest.fixture(scope="module")
def spark() -> Iterator[Any]:
    """A session of Spark in one process of Java."""
    from pyspark.sql import SparkSession

    os.environ["PYSPARK_PYTHON"] = sys.executable
    # Workers that Java starts have the module path of this process.
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [str(PACKAGE), os.environ.get("PYTHONPATH")]))
    settings: dict[str, bool | float | int | str | None] = {
        "spark.ui.enabled": "false",
        "spark.sql.shuffle.partitions": "2",
        "spark.driver.memory": "1g",
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.driver.host": "127.0.0.1",
    }
    builder = SparkSession.builder.master("local[2]").appName("partie")
    session = builder.config(map=settings).getOrCreate()
    session.sparkContext.setLogLevel("OFF")
    yield session
    session.stop()


@pytest.fixture(scope="session")
def club_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with `club.pgn` and its library `club`."""
    pytest.importorskip("chess")
    import club

    import partie

    folder = tmp_path_factory.mktemp("club")
    games = club.write(folder / "club.pgn")
    assert not partie.check(games)
    partie.Library(folder / "club", create=True).add(games)
    return folder
