"""Functions over columns of stored moves and of positions.

A library keeps the moves of a game in the column ``code``, one byte a move. These functions work on
it in any engine that passes Arrow arrays: `partie.duckdb`, `partie.polars`, `partie.spark` and
`partie.datafusion` register all of them under their names.

Each takes an array, a chunked array or a series of any library that speaks Arrow's C data interface,
and gives one of the same library; or it takes one value, and gives one. Where there is no answer it
is null: damaged bytes, games that were stored without a code (drops, bughouse, atomic chess and
others), and null itself. Games that begin with another position, Chess960 and variants are answered
like all others.
"""

from __future__ import annotations

import inspect
from dataclasses import dataclass
from typing import Any, Callable, Literal, NamedTuple, TypeVar

from . import _partie

__all__ = [
    "FUNCTIONS",
    "Argument",
    "Function",
    "eco",
    "fen_at",
    "key",
    "matches",
    "material_at",
    "opening",
    "pawns_at",
    "plies",
    "reaches",
    "san",
    "uci",
]

Kind = Literal["code", "text", "int32", "int64"]


class Argument(NamedTuple):
    """An argument of a function: its name and its type, where ``code`` is bytes."""

    name: str
    kind: Kind


@dataclass(frozen=True)
class Function:
    """A function over arrays, as engines register it."""

    name: str
    arguments: tuple[Argument, ...]
    returns: Kind
    call: Callable[..., Any]

    @property
    def meaning(self) -> str:
        """The first paragraph of its documentation."""
        return " ".join((inspect.getdoc(self.call) or "").split("\n\n")[0].split())


_functions: list[Function] = []
_Call = TypeVar("_Call", bound=Callable[..., Any])

# What the parameters of the functions below are called says what they take.
_KINDS: dict[str, Kind] = {"code": "code", "fen": "text", "pattern": "text", "ply": "int32"}


def _returns(kind: Kind) -> Callable[[_Call], _Call]:
    def register(call: _Call) -> _Call:
        names = inspect.signature(call).parameters
        arguments = tuple(Argument(name, _KINDS[name]) for name in names)
        _functions.append(Function(call.__name__, arguments, kind, call))
        return call

    return register


def _call(name: str, first: Any, *rest: Any) -> Any:
    if (first is None or isinstance(first, (bytes, str))) and rest == (None,):
        return None
    made = _partie.call(name, first, *rest)
    library = type(first).__module__.partition(".")[0]
    if library == "pyarrow":
        import pyarrow

        array = pyarrow.array(made)
        return pyarrow.chunked_array([array]) if isinstance(first, pyarrow.ChunkedArray) else array
    if library == "polars":
        import polars

        return polars.Series(made).rename(first.name)
    if library == "pandas":
        import pandas
        import pyarrow

        array = pandas.arrays.ArrowExtensionArray(pyarrow.chunked_array(made))
        return pandas.Series(array, index=first.index, name=first.name)
    return made


@_returns("int64")
def key(fen: Any) -> Any:
    """The key of a position, by which the table ``positions`` of a library finds it.

    Null if the text is no FEN of a position that can be played, or lacks the side to move, the
    castling rights or the en passant square.

    >>> key("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")
    5060803636482931868
    >>> key("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR") is None
    True
    """
    return _call("key", fen)


@_returns("int32")
def plies(code: Any) -> Any:
    """The number of plies.

    >>> plies(bytes.fromhex("c1c167"))
    3
    """
    return _call("plies", code)


@_returns("text")
def san(code: Any) -> Any:
    """The moves in short algebraic notation, separated by spaces.

    >>> san(bytes.fromhex("c1c167"))
    'e4 e5 Nf3'
    """
    return _call("san", code)


@_returns("text")
def uci(code: Any) -> Any:
    """The moves in the notation of UCI, separated by spaces. In Chess960 the king castles by taking its rook.

    >>> uci(bytes.fromhex("c1c167"))
    'e2e4 e7e5 g1f3'
    """
    return _call("uci", code)


@_returns("int32")
def reaches(code: Any, fen: Any) -> Any:
    """The number of plies after which the game comes to a position for the first time; null if it never does.

    Fields at the end of the FEN may be left out. An en passant square counts if the capture is
    legal. A text that is no FEN is an error.

    >>> reaches(bytes.fromhex("c1c167"), "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -")
    2
    """
    return _call("reaches", code, fen)


@_returns("int32")
def matches(code: Any, pattern: Any) -> Any:
    """The number of plies after which a position of the game meets a pattern for the first time; null if none does.

    A pattern is a board such as ``*/*/*/?B*/*/*/*/*``, or material such as ``KRP vs KR``, in the
    words of ``partie grep --position`` and ``--material``. A text that is neither is an error.

    >>> matches(bytes.fromhex("c1b1c2"), "KQRRBBNNP8 vs KQRRBBNNP7")
    3
    """
    return _call("matches", code, pattern)


@_returns("text")
def fen_at(code: Any, ply: Any) -> Any:
    """The FEN of the position after so many plies, 0 for the first one; null if the game has fewer.

    >>> fen_at(bytes.fromhex("c1c167"), 2)
    'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2'
    """
    return _call("fen_at", code, ply)


@_returns("text")
def material_at(code: Any, ply: Any) -> Any:
    """The pieces of White and Black after so many plies, as in ``KRP vs KR``.

    >>> material_at(bytes.fromhex("c1b1c2"), 3)
    'KQRRBBNNPPPPPPPP vs KQRRBBNNPPPPPPP'
    """
    return _call("material_at", code, ply)


@_returns("text")
def pawns_at(code: Any, ply: Any) -> Any:
    """The pawns after so many plies, as a board on which nothing else stands.

    >>> pawns_at(bytes.fromhex("c1b1c2"), 3)
    '8/ppp1pppp/8/3P4/8/8/PPPP1PPP/8'
    """
    return _call("pawns_at", code, ply)


@_returns("text")
def eco(code: Any) -> Any:
    """The ECO code of the opening, by the last position that has a name; null for games that begin otherwise.

    >>> eco(bytes.fromhex("c1c167"))
    'C40'
    """
    return _call("eco", code)


@_returns("text")
def opening(code: Any) -> Any:
    """The name of the opening, by the last position that has one; null for games that begin otherwise.

    >>> opening(bytes.fromhex("c1c167"))
    "King's Knight Opening"
    """
    return _call("opening", code)


FUNCTIONS: tuple[Function, ...] = tuple(_functions)
"""All functions, in the order of the documentation."""
