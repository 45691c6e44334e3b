"""Games to files, and to and from python-chess."""

from __future__ import annotations

import itertools
import os
import re
import secrets
import shutil
from collections.abc import Container, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, TextIO, cast

from . import _partie

if TYPE_CHECKING:
    import chess.pgn


def write(
    games: _partie.Game | Iterable[_partie.Game],
    output: str | os.PathLike[str] | BinaryIO | TextIO,
    *,
    format: str | None = None,
) -> int:
    """Writes games to a file in a format, and returns their number.

    The format is that of the file's extension unless it is given. A path takes the place of a file
    there when all is written: the games may be those of that file, and an error leaves it as it was.

    >>> import io
    >>> import partie
    >>> out = io.StringIO()
    >>> partie.write(partie.read(b"1. e4 e5 *"), out, format="uci")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ValueError: expected a format, but found `uci`...
    >>> partie.write(partie.read(b"1. e4 e5 *"), out, format="pgn")
    1
    """
    if isinstance(games, _partie.Game):
        games = [games]
    if isinstance(output, (str, os.PathLike)):
        with _replacing(output) as path, path.open("wb") as file:
            return write(games, file, format=format or Path(output).suffix[1:].lower())
    number = 0
    for game in games:
        if not isinstance(game, _partie.Game):
            raise TypeError(f"expected games, such as those of partie.read, but found {type(game).__name__}")
        text = game.write(format or "pgn")
        if hasattr(output, "encoding"):
            cast("TextIO", output).write(text)
        else:
            output.write(text.encode())
        number += 1
    return number


def convert(
    source: str | os.PathLike[str] | bytes | BinaryIO | TextIO,
    output: str | os.PathLike[str] | None = None,
    *,
    to: str | None = None,
    format: str | None = None,
    encoding: str | None = None,
    threads: int = 1,
) -> _partie.Converted:
    """Writes the records of a source in another format, to a file or as text.

    The format is that of the output's extension unless ``to`` gives it. The output takes the place of
    a file there when all is written, so it may be the source, and an error leaves it as it was.

    >>> import partie
    >>> partie.convert(b"1. e4 e5 *", to="fen").text
    b'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2\\n'
    """
    if output is None:
        return _partie.convert(source, to=to, format=format, encoding=encoding, threads=threads)
    to = to or Path(output).suffix[1:].lower() or None
    with _replacing(output) as path:
        return _partie.convert(source, path, to=to, format=format, encoding=encoding, threads=threads)


@contextmanager
def _replacing(output: str | os.PathLike[str]) -> Iterator[Path]:
    """Gives the path of a file that takes the place of the output at the end, if there is no error."""
    path = Path(output)
    if path.is_dir():
        raise IsADirectoryError(f"{path} is a folder; name a file in it")
    if path.is_relative_to("/dev") or (path.exists() and not path.is_file()):
        yield path
        return
    # Links stay links.
    path = Path(os.path.realpath(path))
    if not path.parent.is_dir():
        raise FileNotFoundError(f"{output}: there is no folder {path.parent}; make it first")
    if path.exists() and not os.access(path, os.W_OK):
        raise PermissionError(f"{output} cannot be written")
    made = path.with_name(f".partie-{secrets.token_hex(8)}")
    try:
        yield made
        if path.exists():
            shutil.copymode(path, made)
        made.replace(path)
    finally:
        made.unlink(missing_ok=True)


def to_python_chess(game: _partie.Game) -> chess.pgn.Game:
    """Builds the game of python-chess: tags, variations, comments and NAGs.

    Names of tags that python-chess refuses are written with ``_``, after an ``X`` if they begin with it.
    A variant that neither knows, whose moves were read as those of standard chess, is the tag ``XVariant``.

    >>> import chess.pgn
    >>> import partie
    >>> game = next(partie.read(b"1. e4 (1. d4 d5) e5 {good} *"))
    >>> game.to_python_chess().accept(chess.pgn.StringExporter(headers=False))
    '1. e4 ( 1. d4 d5 ) 1... e5 { good } *'
    """
    import chess.pgn

    if game.variant == "Bughouse":
        raise ValueError("python-chess has no games of two boards")
    made = chess.pgn.Game()
    made.headers.clear()
    for name, value in game.tags.items():
        made.headers[_header(name, made.headers)] = " ".join(value.splitlines())
    made.headers["Result"] = game.result
    if game.variant in ("Standard", "From Position"):
        try:
            made.headers.variant()
        except ValueError:
            made.headers["XVariant"] = made.headers.pop("Variant")
    else:
        made.headers["Variant"] = game.variant
    if game.variant == "Chess960" or game.fen(0) != chess.STARTING_FEN:
        made.headers["SetUp"], made.headers["FEN"] = "1", game.fen(0)
    made.comment = " ".join(game.comments)
    _add(made, game.moves())
    return made


def _header(name: str, taken: Container[str]) -> str:
    """Returns the name of a tag as python-chess takes it."""
    plain = re.sub(r"[^A-Za-z0-9_+#=:-]", "_", name)
    plain = plain if plain[:1].isalnum() else f"X{plain}"
    names = itertools.chain([plain], (f"{plain}_{number}" for number in itertools.count(2)))
    return next(own for own in names if own not in taken)


def _add(node: Any, line: list[_partie.Move]) -> None:
    import chess

    for move in line:
        parent = node
        node = parent.add_variation(
            chess.Move.from_uci(move.uci),
            comment=" ".join(move.comments),
            starting_comment=" ".join(move.comments_before),
            nags=set(move.nags),
        )
        for variation in move.variations:
            _add(parent, variation)


def from_python_chess(game: chess.pgn.Game) -> _partie.Game:
    """Reads a game of python-chess.

    >>> import io
    >>> import chess.pgn
    >>> import partie
    >>> partie.Game.from_python_chess(chess.pgn.read_game(io.StringIO("1. e4 e5 2. Nf3 *"))).san()
    ['e4', 'e5', 'Nf3']
    """
    return _partie.Game.parse(str(game))
