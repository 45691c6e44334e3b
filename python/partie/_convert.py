"""Games to files, and to and from python-chess."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

from . import _partie

if TYPE_CHECKING:
    import os

    import chess.pgn


def write(
    games: Iterable[_partie.Game], output: str | os.PathLike[str] | BinaryIO, *, format: str | None = None
) -> int:
    """Writes games to a file in a format, and returns their number.

    The format is that of the file's extension unless it is given.

    >>> import io
    >>> import partie
    >>> out = io.BytesIO()
    >>> partie.write(partie.read(b"1. e4 e5 *"), out, format="uci")
    Traceback (most recent call last):
    ValueError: expected a format, but found `uci`
    >>> partie.write(partie.read(b"1. e4 e5 *"), out, format="pgn")
    1
    """
    if not hasattr(output, "write"):
        path = Path(output)
        with path.open("wb") as file:
            return write(games, file, format=format or path.suffix.lstrip("."))
    number = 0
    for game in games:
        output.write(game.write(format or "pgn").encode())
        number += 1
    return number


def to_python_chess(game: _partie.Game) -> chess.pgn.Game:
    """Builds the game of python-chess: tags, variations, comments and NAGs.

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
        made.headers[name] = value
    made.headers["Result"] = game.result
    if game.variant not in ("Standard", "From Position"):
        made.headers["Variant"] = game.variant
    if game.variant == "Chess960" or game.fen(0) != chess.STARTING_FEN:
        made.headers["SetUp"], made.headers["FEN"] = "1", game.fen(0)
    made.comment = " ".join(game.comments)
    _add(made, game.moves())
    return made


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
