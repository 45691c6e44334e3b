"""Games on the machines of a Dask cluster: read in parts, and imported into one library.

The package must be installed on all machines, and they must see the files under the same paths.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Union

from ._partie import Library
from ._ranges import BYTES, Part, files, parts

if TYPE_CHECKING:
    import pyarrow
    from distributed import Client

    Paths = Union[str, os.PathLike[str], Iterable[Union[str, os.PathLike[str]]]]

__all__ = ["import_library", "read"]


def read(paths: Paths, columns: Sequence[str] | None = None, *, size: int = BYTES) -> list[Any]:
    """Returns delayed Arrow tables of the games of files, in the order of the games.

    Plain PGN is divided into ranges of about so many bytes, of which each has the games that begin
    in it; compressed files and other formats are read whole. The columns are those of
    docs/parquet.md but for ``game`` and ``line``, and ``code``, which only comes if it is named.

    >>> import dask
    >>> import partie.dask
    >>> path = getfixture("tmp_path") / "games.pgn"
    >>> _ = path.write_text("1. e4 e5 *\\n\\n1. d4 d5 *\\n\\n1. c4 *\\n")
    >>> tables = partie.dask.read(path, ["plies"], size=12)
    >>> [table["plies"].to_pylist() for table in dask.compute(*tables, scheduler="sync")]
    [[2], [2], [1]]
    """
    from dask.delayed import delayed

    names = None if columns is None else list(columns)
    table = delayed(_table, pure=True)
    return [table(part, names) for part in parts(paths, size)]


def _table(part: Part, columns: list[str] | None) -> pyarrow.Table:
    return part.read(columns).read_all()


def import_library(client: Client, paths: Paths, out: str | os.PathLike[str]) -> Library:
    """Imports files into a new library, each on a worker, and returns the library.

    It has the games that ``Library(out, create=True).add(*paths, keep_duplicates=True)`` would have, in
    the same order: games that are in several files are there several times, until ``partie db dedupe``.
    Every file becomes a library of its own first, in a folder beside ``out``, which must be on a disk
    that all machines share. If a worker dies, others import its files anew. The library appears at
    ``out`` when it is complete, or not at all.
    """
    out = Path(out).absolute()
    if out.exists():
        raise FileExistsError(f"{out}: give the path of a new library")
    sources = files(paths)
    folder = tempfile.mkdtemp(prefix=f".{out.name}-", dir=out.parent)
    try:
        imported = client.map(_import, sources, folder=folder, pure=False)
        whole = Library(Path(folder) / "whole", create=True)
        for future in imported:
            part = future.result()
            whole = whole.merge(Library(part))
        # Small segments become few.
        whole.add()
        os.rename(whole.path, out)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    return Library(out)


def _import(source: str, folder: str) -> str:
    """Imports a file into a library that no other attempt writes, and returns its path."""
    library = Path(tempfile.mkdtemp(dir=folder)) / "library"
    Library(library, create=True).add(source, keep_duplicates=True)
    return str(library)
