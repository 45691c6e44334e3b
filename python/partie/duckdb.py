"""Functions over stored moves, and libraries, in DuckDB.

>>> import duckdb
>>> import partie.duckdb
>>> connection = partie.duckdb.register(duckdb.connect())
>>> connection.sql("select san('\\\\xC1\\\\xC1\\\\x67'::blob)").fetchall()
[('e4 e5 Nf3',)]
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ._engines import TABLES, empty, files, opened
from .arrow import FUNCTIONS

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

    from ._engines import Source

__all__ = ["register"]

# A ply may be the result of any arithmetic, so it is taken as the widest type.
_ARGUMENTS: dict[str, Any] = {"code": "BLOB", "text": "VARCHAR", "int32": "BIGINT"}
_RETURNS: dict[str, Any] = {"text": "VARCHAR", "int32": "INTEGER", "int64": "BIGINT"}


def register(connection: DuckDBPyConnection, library: Source | None = None) -> DuckDBPyConnection:
    """Registers all functions of `partie.arrow` in a connection, and returns it.

    A library, or the path of one, adds the views ``games`` and ``position_index``. They are over the
    files that the library had when it was opened: register it again after games were added.

    ``position_index`` holds the positions that several games of a segment of the library came to,
    and of each game the first one that it came to alone (see docs/library.md). It finds the games of
    a common position by its key without reading any game; ``reaches(code, fen)`` is exact for all.
    """
    from duckdb import InvalidInputException
    from duckdb.func import FunctionNullHandling, PythonUDFType

    for function in FUNCTIONS:
        try:
            connection.remove_function(function.name)
        except InvalidInputException:
            pass  # It was not registered before.
        connection.create_function(
            function.name,
            function.call,
            [_ARGUMENTS[kind] for _, kind in function.arguments],
            _RETURNS[function.returns],
            type=PythonUDFType.ARROW,
            null_handling=FunctionNullHandling.SPECIAL,
        )
    if library is not None:
        library = opened(library)
        for table in TABLES:
            if paths := files(library, table):
                connection.read_parquet(paths).create_view(table)
            else:
                connection.from_arrow(empty(library, table)).create_view(table)
    return connection
