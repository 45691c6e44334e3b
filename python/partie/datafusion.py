"""Functions over stored moves, and libraries, in DataFusion.

>>> import datafusion
>>> import partie.datafusion
>>> context = partie.datafusion.register(datafusion.SessionContext())
>>> context.sql("select san(x'c1c167') as moves").to_pydict()
{'moves': ['e4 e5 Nf3']}
"""

from __future__ import annotations

from functools import reduce
from typing import TYPE_CHECKING, Any

from ._engines import TABLES, empty, files, opened
from .arrow import FUNCTIONS

if TYPE_CHECKING:
    from datafusion import SessionContext

    from ._engines import Source

__all__ = ["register"]


def register(context: SessionContext, library: Source | None = None) -> SessionContext:
    """Registers all functions of `partie.arrow` in a context, and returns it.

    A library, or the path of one, adds the tables ``games`` and ``position_index``, as
    `partie.duckdb.register` does.
    """
    import pyarrow
    from datafusion import DataFrame, udf

    # A function has one signature. All layouts of bytes and texts are coerced to views.
    arguments: dict[str, Any] = {
        "code": pyarrow.binary_view(),
        "text": pyarrow.string_view(),
        "int32": pyarrow.int64(),
    }
    returns = {"text": pyarrow.string(), "int32": pyarrow.int32(), "int64": pyarrow.int64()}
    for function in FUNCTIONS:
        types = [arguments[kind] for _, kind in function.arguments]
        made = udf(function.call, types, returns[function.returns], "immutable", function.name)
        context.register_udf(made)
    if library is not None:
        library = opened(library)
        for table in TABLES:
            frames = [context.read_parquet(path) for path in files(library, table)]
            frames = frames or [context.from_arrow(empty(library, table))]
            context.deregister_table(table)
            context.register_table(table, reduce(DataFrame.union, frames))
    return context
