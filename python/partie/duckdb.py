"""Functions over stored moves in DuckDB.

>>> import duckdb
>>> import partie.duckdb
>>> connection = partie.duckdb.register(duckdb.connect())
>>> connection.sql("select san('\\\\xC1\\\\xC1\\\\x67'::blob)").fetchall()
[('e4 e5 Nf3',)]
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .arrow import FUNCTIONS

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

__all__ = ["register"]

_TYPES = {"code": "BLOB", "text": "VARCHAR", "int32": "INTEGER", "int64": "BIGINT"}


def register(connection: DuckDBPyConnection, library: Any = None) -> DuckDBPyConnection:
    """Registers all functions of `partie.arrow` in a connection, and returns it.

    A library, or the path of one, gives the connection the views ``games`` and ``positions``.
    """
    from duckdb.func import FunctionNullHandling, PythonUDFType

    for function in FUNCTIONS:
        connection.create_function(
            function.name,
            function.call,
            [_TYPES[kind] for _, kind in function.arguments],
            _TYPES[function.returns],
            type=PythonUDFType.ARROW,
            null_handling=FunctionNullHandling.SPECIAL,
        )
    return connection
