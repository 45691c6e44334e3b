"""Chess records of any format: read, checked, mended, converted and searched.

>>> import partie
>>> for game in partie.read(b'[White "Morphy"]\\n\\n1. e4 e5 2. Nf3 d6 3. d4 1-0\\n'):
...     print(game["White"], game.result, game.san())
Morphy 1-0 ['e4', 'e5', 'Nf3', 'd6', 'd4']
"""

from __future__ import annotations

from . import arrow
from ._convert import convert, write
from ._partie import (
    Array,
    Board,
    Converted,
    Diagnostic,
    Fixed,
    Found,
    Game,
    Library,
    Move,
    Reader,
    Table,
    check,
    fix,
    positions,
    read,
    table,
)
from .arrow import key

__all__ = [
    "Array",
    "Board",
    "Converted",
    "Diagnostic",
    "Fixed",
    "Found",
    "Game",
    "Library",
    "Move",
    "Reader",
    "Table",
    "arrow",
    "check",
    "convert",
    "fix",
    "key",
    "positions",
    "read",
    "table",
    "write",
]
