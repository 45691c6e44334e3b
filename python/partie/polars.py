"""Functions over stored moves, and libraries, in polars.

Importing this module gives expressions the namespace ``partie``, in which each function of
`partie.arrow` is a method of its first argument. The second one is a value or an expression.

>>> import polars as pl
>>> import partie.polars
>>> games = pl.DataFrame({"code": [bytes.fromhex("c1c167")], "ply": [1]})
>>> games.select(pl.col("code").partie.san(), fen=pl.col("code").partie.fen_at(pl.col("ply"))).rows()
[('e4 e5 Nf3', 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1')]
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import polars

from ._engines import empty, files, opened
from .arrow import FUNCTIONS, Function

if TYPE_CHECKING:
    from ._engines import Source

__all__ = ["Expressions", "scan"]

_ARGUMENTS = {"code": polars.Binary, "text": polars.String, "int32": polars.Int64}
_RETURNS = {"text": polars.String, "int32": polars.Int32, "int64": polars.Int64}


class Expressions:
    """The functions of `partie.arrow` as methods of an expression."""

    def __init__(self, first: polars.Expr) -> None:
        self._first = first

    def __getattr__(self, name: str) -> Any:
        function = next((function for function in FUNCTIONS if function.name == name), None)
        if function is None:
            raise AttributeError(f"there is no function `{name}`")

        def apply(*second: Any) -> polars.Expr:
            return _expression(function, self._first, *second)

        apply.__doc__ = function.call.__doc__
        apply.__name__ = name
        return apply

    def __dir__(self) -> list[str]:
        return [function.name for function in FUNCTIONS]


polars.api.register_expr_namespace("partie")(Expressions)


def _expression(function: Function, first: polars.Expr, *second: Any) -> polars.Expr:
    if len(second) + 1 != len(function.arguments):
        names = ", ".join(argument.name for argument in function.arguments[1:])
        raise TypeError(f"{function.name}: expected ({names}), but found {len(second)} arguments")

    def apply(series: Sequence[polars.Series]) -> polars.Series:
        # Literals come as series of one row, and nulls without a type.
        rows = max(map(len, series)) if all(map(len, series)) else 0
        typed = [one.cast(type_) if one.dtype == polars.Null else one for one, type_ in zip(series, types)]
        wide = [one.new_from_index(0, rows) if len(one) == 1 else one[:rows] for one in typed]
        made: polars.Series = function.call(*wide)
        return made

    # A text is a value here, not the name of a column.
    rest = [one if isinstance(one, polars.Expr) else polars.lit(one) for one in second]
    types = [_ARGUMENTS[kind] for _, kind in function.arguments]
    returns = _RETURNS[function.returns]
    return polars.map_batches([first, *rest], apply, return_dtype=returns, is_elementwise=True)


def scan(library: Source, table: str = "games") -> polars.LazyFrame:
    """Scans the table ``games`` or ``position_index`` of a library, or of the library at a path.

    ``position_index`` holds the positions that several games of a segment of the library came to,
    and of each game the first one that it came to alone (see docs/library.md).
    """
    library = opened(library)
    paths = files(library, table)
    if not paths:
        return polars.DataFrame(empty(library, table)).lazy()
    return polars.scan_parquet(paths, glob=False)
