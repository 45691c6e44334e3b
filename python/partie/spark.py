"""Functions over stored moves, and libraries, in Spark.

The package must be installed where the executors run, and they must see the files of the library
under the same path.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ._engines import TABLES, empty, files, opened
from .arrow import FUNCTIONS, Function

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

    from ._engines import Source

__all__ = ["register"]

_RETURNS: dict[str, Any] = {"text": "string", "int32": "int", "int64": "bigint"}


def register(spark: SparkSession, library: Source | None = None) -> SparkSession:
    """Registers all functions of `partie.arrow` in a session, and returns it. Needs Spark 4.1.

    A library, or the path of one, adds the temporary views ``games`` and ``position_index``, as
    `partie.duckdb.register` does.

    Files that are in no library are read by ``spark.read.format("pgn").load(path)``: the columns of
    docs/parquet.md, but for ``game`` and ``line``. Plain PGN is divided into ranges of 64 MB (another
    size is ``option("bytes", ...)``), which tasks read at once; compressed files and other formats are
    read whole, many at once. Only the columns that ``option("columns", "white,black,code")`` names
    are made, with all moves as ``code``.
    """
    from pyspark.sql.pandas.functions import arrow_udf
    from pyspark.sql.pandas.types import from_arrow_schema

    from ._spark_source import GamesSource

    spark.dataSource.register(GamesSource)
    for function in FUNCTIONS:
        spark.udf.register(function.name, arrow_udf(_hinted(function), _RETURNS[function.returns]))
    if library is not None:
        library = opened(library)
        for table in TABLES:
            if paths := files(library, table):
                frame = spark.read.parquet(*(f"file://{path}" for path in paths))
            else:
                frame = spark.createDataFrame([], from_arrow_schema(empty(library, table).schema))
            frame.createOrReplaceTempView(table)
    return spark


def _hinted(function: Function) -> Any:
    """Returns a function with the types by which Spark knows that it takes and gives Arrow arrays."""
    import pyarrow

    def call(*columns: Any) -> Any:
        return function.call(*columns)

    call.__annotations__ = {"columns": pyarrow.Array, "return": pyarrow.Array}
    return call
