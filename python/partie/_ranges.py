"""Parts of files that several machines read at once."""

from __future__ import annotations

import glob
import os
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from ._partie import table

if TYPE_CHECKING:
    import pyarrow

BYTES = 64 << 20
"""The size of a part, unless another one is asked for."""

# Machines that read parts of a file know neither how many games nor how many lines are before them.
UNKNOWN = ("game", "line")


class Part(NamedTuple):
    """The games of a file whose first byte lies in a range, or all if it has none."""

    path: str
    range: tuple[int, int] | None

    def read(self, columns: Sequence[str] | None = None) -> pyarrow.RecordBatchReader:
        """Reads some columns of its games, in batches."""
        import pyarrow

        if columns is None:
            columns = self.columns()
        return pyarrow.RecordBatchReader.from_stream(table(self.path, list(columns), byte_range=self.range))

    @staticmethod
    def columns() -> list[str]:
        """The columns that parts have: those of Parquet files, but for the numbers of games and lines."""
        return [name for name in table(b"", format="pgn").columns if name not in UNKNOWN]


def files(paths: str | os.PathLike[str] | Iterable[str | os.PathLike[str]]) -> list[str]:
    """Returns the absolute paths of files. A pattern such as ``games/*.pgn.zst`` stands for the files that it
    matches, in the order of their names.
    """
    found: list[str] = []
    for given in [paths] if isinstance(paths, (str, os.PathLike)) else paths:
        path = os.fspath(given)
        matching = [path] if os.path.exists(path) else sorted(glob.glob(path))
        if not matching:
            raise FileNotFoundError(f"{path}: there is no such file")
        found.extend(map(os.path.abspath, matching))
    return found


def parts(paths: str | os.PathLike[str] | Iterable[str | os.PathLike[str]], size: int = BYTES) -> list[Part]:
    """Divides files into parts of about so many bytes, in the order of their games.

    Plain PGN is divided into ranges of bytes, of which each has the games that begin in it. Files of
    other formats, and compressed ones, are parts by themselves.
    """
    return [part for file in files(paths) for part in _parts_of(file, size)]


def _parts_of(path: str, size: int) -> list[Part]:
    length = os.path.getsize(path)
    number = -(-length // max(1, size))
    if number <= 1 or not path.lower().endswith(".pgn"):
        return [Part(path, None)]
    ends = [length * part // number for part in range(number + 1)]
    return [Part(path, (start, end)) for start, end in zip(ends, ends[1:])]
