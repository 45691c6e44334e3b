"""Conditions of `Library.find` as they are tested by hand, in Python alone, on games that `partie.read` gives."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cached_property
from typing import Any

import chess

import partie

PIECES = "KQRBNP"

# What the games of the club and those by chance lack.
SPECIAL = r"""
[Event "Casual blitz game"]
[Site "Łódź"]
[Date "1851.06.21"]
[White "Müller, Karsten"]
[Black "O'Kelly, A."]
[Result "1/2-1/2"]
[WhiteTitle "GM"]
[WhiteElo "2500"]
[BlackElo "?"]
[TimeControl "180+2"]
[Annotator "Nobody"]

1. e3 a5 2. Qh5 Ra6 3. Qxa5 h5 4. h4 Rah6 5. Qxc7 f6 6. Qxd7+ Kf7 7. Qxb7 Qd3 8. Qxb8 Qh7 9. Qxc8 Kg6
10. Qe6 {White has no moves} 1/2-1/2

[Event "Repetition"]
[Date "1999.??.??"]
[White "Müller, Hans"]
[Black "Adler, Nora"]
[Result "1/2-1/2"]
[ECO "B33"]
[Opening "Sicilian defence"]
[Variation "Lasker-Pelikan"]

1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 1/2-1/2

[Event "Fifty moves"]
[Date "????.??.??"]
[EventDate "2020.02.??"]
[Result "*"]
[SetUp "1"]
[FEN "4k3/8/8/8/8/8/4P3/R3K3 w - - 98 60"]

60. Ra2 Kd8 *

[Event "Bare kings"]
[Result "1/2-1/2"]
[Termination "abandoned"]
[SetUp "1"]
[FEN "4k3/8/8/8/8/8/4p3/4K3 w - - 0 1"]

1. Kxe2 1/2-1/2

[Event "Spanish"]
[Date "2020.05.03"]
[White "Adler, N"]
[Black "Ito, Kenji"]
[BlackTitle "IM"]
[WhiteElo "2310"]
[BlackElo "1870"]
[TimeControl "15+0"]
[Result "1-0"]

1. e4 e5 2. Nf3 Nc6 3. Bb5 (3. Bc4 Nf6 4. Ng5 {and the pawn} d5) 3... Nf6 4. O-O Nxe4 5. Re1 Nd6 6. Nxe5 Be7
7. Bf1 Nxe5 8. Rxe5 O-O 9. d4 {[%clk 0:00:07]} Bf6 {[%clk 0:00:05.5]} 1-0

[Event "Spanish"]
[Date "2020.06.04"]
[White "Ito, Kenji"]
[Black "Adler, Nora"]
[TimeControl "1/86400"]
[Result "*"]

1. e4 e5 2. Nf3 Nc6 3. Bb5 Nf6 4. O-O *

[Event "Promotion"]
[Date "2020.12.31"]
[White "Brandt, Otto"]
[Black "Ito, Kenji"]
[Result "1-0"]

1. a4 b5 2. axb5 a6 3. bxa6 Bb7 4. axb7 Nc6 5. bxa8=Q Qxa8 6. Rxa8+ Nd8 7. Rxd8+ Kxd8 1-0
"""


class Seen:
    """A game with what conditions look at."""

    def __init__(self, game: partie.Game) -> None:
        self.game = game
        self.tags = game.tags
        self.number = game.number

    @cached_property
    def fens(self) -> list[str]:
        """The positions of the main line: board, side to move, castling rights and en passant square."""
        return [fields(fen) for fen in self.game.fens()]

    @cached_property
    def boards(self) -> list[chess.Board]:
        """The positions of the main line, without what variants add."""
        return [chess.Board(f"{fen} 0 1") for fen in self.fens]

    @cached_property
    def san(self) -> str:
        """The moves without check marks, separated by spaces."""
        return " ".join(self.game.san()).replace("+", "").replace("#", "")

    @cached_property
    def nodes(self) -> list[chess.Board]:
        """The positions of the main line and of all variations, of games of usual chess."""
        if self.game.variant not in ("Standard", "From Position"):
            return self.boards
        waiting: list[Any] = [self.game.to_python_chess()]
        found = []
        while waiting:
            node = waiting.pop()
            found.append(node.board())
            waiting.extend(node.variations)
        return found

    @cached_property
    def comments(self) -> str:
        return "\n".join([*self.game.comments, *comments(self.game.moves())])

    def elo(self, side: str) -> int | None:
        """The rating of a player, if it is known."""
        value = self.tags.get(f"{side}Elo", "")
        return int(value) if value.isdigit() and int(value) else None

    @cached_property
    def eco(self) -> str:
        return known(self.tags.get("ECO")) or (self.game.opening or ("", ""))[0]

    @cached_property
    def opening(self) -> str:
        names = [known(self.tags.get(name)) for name in ("Opening", "Variation")]
        own = ": ".join(filter(None, names)) if names[0] else ""
        return (own or (self.game.opening or ("", ""))[1]).lower()

    def clocks(self, side: str = "") -> Iterator[float]:
        """Seconds that stood on the clocks of a side, or of both."""
        first = self.boards[0].turn
        for ply, clock in enumerate(self.game.clocks()):
            is_white = (ply % 2 == 0) == first
            if clock is not None and side in ("", "white" if is_white else "black"):
                yield clock / 1000


def fields(fen: str) -> str:
    """The first four fields of a FEN, without pockets and marks of promoted pieces."""
    board, *rest = fen.split()[:4]
    return " ".join([board.partition("[")[0].replace("~", ""), *rest])


def known(value: str | None) -> str:
    return "" if value is None or value.strip() in ("?", "-") else value.strip()


def comments(moves: list[partie.Move]) -> Iterator[str]:
    for move in moves:
        yield from [*move.comments_before, *move.comments]
        for variation in move.variations:
            yield from comments(variation)


def days(tag: str) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
    """The first and the last day that a date may be."""
    found = re.fullmatch(r"(\d{4})(?:\.(\d\d|\?\?))?(?:\.(\d\d|\?\?))?", tag)
    if not found:
        return None
    year, month, day = found.groups()
    month, day = (None if part in (None, "??") else part for part in (month, day))
    return (
        (int(year), int(month or 1), int(day or 1)),
        (int(year), int(month or 12), int(day or 31)),
    )


def dated(first: str, last: str) -> Callable[[Seen], bool]:
    """True if a game may have been played in a range of days; a text without a day is no bound."""
    since, until = days(first), days(last)

    def test(seen: Seen) -> bool:
        own = next(filter(None, (days(seen.tags.get(name, "")) for name in ("Date", "UTCDate", "EventDate"))), None)
        return (
            own is not None
            and (since is None or own[1] >= since[0])
            and (until is None or own[0] <= until[1])
        )

    return test


def rated(least: int, most: int, *, both: bool = True, sides: tuple[str, ...] = ("White", "Black")) -> Any:
    def test(seen: Seen) -> bool:
        met = [(elo := seen.elo(side)) is not None and least <= elo <= most for side in sides]
        return all(met) if both else any(met)

    return test


def tagged(name: str, part: str) -> Callable[[Seen], bool]:
    return lambda seen: part.lower() in seen.tags.get(name, "").lower()


def pieces(board: chess.Board, color: chess.Color) -> str:
    """The pieces of a side in the order of their values: ``KRPP``."""
    own = [piece.symbol().upper() for piece in board.piece_map().values() if piece.color == color]
    return "".join(sorted(own, key=PIECES.index))


def fits(first: str, second: str, either: bool = True) -> Callable[[chess.Board], bool]:
    """True of boards whose material fits regular expressions, the first White's; or also the other way round."""

    def test(board: chess.Board) -> bool:
        white, black = pieces(board, chess.WHITE), pieces(board, chess.BLACK)
        sides = [(white, black), (black, white)][: 2 if either else 1]
        return any(re.fullmatch(first, one) and re.fullmatch(second, other) for one, other in sides)

    return test


def somewhere(test: Callable[[chess.Board], bool]) -> Callable[[Seen], bool]:
    return lambda seen: any(map(test, seen.boards))


def lasting(test: Callable[[chess.Board], bool], plies: int) -> Callable[[Seen], bool]:
    return lambda seen: "1" * plies in "".join("1" if test(board) else "0" for board in seen.boards)


def stands(square: str, symbol: str) -> Callable[[chess.Board], bool]:
    at = chess.parse_square(square)
    return lambda board: str(board.piece_at(at)) == symbol


def played(pattern: str) -> Callable[[Seen], Any]:
    return lambda seen: re.search(pattern, seen.san)


def reached(fen: str, parts: int = 4) -> Callable[[Seen], bool]:
    wanted = fen.split()[:parts]
    return lambda seen: any(own.split()[:parts] == wanted for own in seen.fens)


def moves_made(seen: Seen) -> Iterator[tuple[chess.Board, str, str]]:
    """Each board with the move made on it and the piece that it captured."""
    for board, uci, san in zip(seen.boards, seen.game.uci(), seen.san.split()):
        move = chess.Move.from_uci(uci)
        captured = board.piece_at(move.to_square)
        is_capture = captured is not None and captured.color != board.turn
        yield board, san, captured.symbol().upper() if captured and is_capture else ("P" if "x" in san else "")


def castles_and_wins_a_queen(seen: Seen) -> bool:
    """White castles, and later a queen is captured."""
    made = list(moves_made(seen))
    castled = [ply for ply, (board, san, _) in enumerate(made) if board.turn and san == "O-O"]
    return bool(castled) and any(piece == "Q" for _, _, piece in made[castled[0] + 1 :])


def ends(kind: str) -> Callable[[Seen], bool]:
    """The end of the game on the board, as python-chess sees it."""

    def test(seen: Seen) -> bool:
        board = seen.game.to_python_chess().end().board()
        if kind == "checkmate":
            return board.is_checkmate() or board.is_variant_win() or board.is_variant_loss()
        if kind == "stalemate":
            return board.is_stalemate() and not board.is_variant_end()
        if kind == "insufficient-material":
            return board.is_insufficient_material()
        if kind == "repetition":
            return board.is_repetition(3)
        return board.halfmove_clock >= 100

    return test


def lengths(least: int, most: int) -> Callable[[Seen], bool]:
    return lambda seen: least <= seen.game.plies <= most


def seconds(control: str) -> float | None:
    """Seconds for forty moves of a time control such as ``180+2``."""
    found = re.fullmatch(r"(\d+)\+(\d+)", control)
    return int(found[1]) + 40 * int(found[2]) if found else None


def timed(least: float, most: float) -> Callable[[Seen], bool]:
    return lambda seen: (own := seconds(seen.tags.get("TimeControl", ""))) is not None and least <= own < most
