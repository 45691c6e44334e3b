"""Libraries as engines read them: the tables, and the files of each."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Union

from ._partie import Library

if TYPE_CHECKING:
    import os

    import pyarrow

    Source = Union[Library, str, os.PathLike[str]]

TABLES = {"games": "games", "position_index": "positions"}
"""The tables that engines are given, and the kind of the files of each."""


def opened(library: Source) -> Library:
    """Returns a library, which is opened if its path is given."""
    return library if isinstance(library, Library) else Library(library)


def files(library: Library, table: str) -> list[str]:
    """Returns the absolute paths of the files of a table. The manifest lists them; others do not count."""
    return [str(Path(path).resolve()) for path in library.files(TABLES[table])]


def empty(library: Library, table: str) -> pyarrow.Table:
    """Returns a table without rows, for a library without files."""
    import pyarrow

    if table == "games":
        return pyarrow.table(library.table("games"))
    types = {"key": pyarrow.int64(), "game": pyarrow.int64(), "ply": pyarrow.int32(), "move": pyarrow.int16()}
    return pyarrow.schema(types).empty_table()
