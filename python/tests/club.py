"""Games of a club that does not exist, by chance and always the same: what docs/sql.md asks questions about.

Their openings are lines of the project's table of openings, their later moves legal ones, by chance,
with a liking for captures and mates.

    python tests/club.py club.pgn
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from pathlib import Path

import chess

ROOT = Path(__file__).resolve().parents[2]

PLAYERS = {
    "Adler, Nora": 2310,
    "Brandt, Otto": 1480,
    "Castellan, Rosa": 1950,
    "Dvorak, Pavel": 2105,
    "Eriksen, Liv": 1720,
    "Fontaine, Luc": 2240,
    "Gruber, Ida": 1610,
    "Horvat, Marko": 2390,
    "Ito, Kenji": 1860,
    "Jansen, Eva": 1540,
}
SPEEDS = {"60+0": 60, "180+2": 180, "600+5": 600, "5400+30": 5400}
VALUES = {None: 0, chess.PAWN: 1, chess.KNIGHT: 3, chess.BISHOP: 3, chess.ROOK: 5, chess.QUEEN: 9}
COMMON = ("C", "B2", "B4", "D0", "D3", "E6", "A0")


def openings() -> list[list[str]]:
    """Lines of common openings, in SAN."""
    table = (ROOT / "crates/partie-core/src/openings/openings.txt").read_text(encoding="utf-8")
    rows = [line.split("\t") for line in table.splitlines() if line and not line.startswith("#")]
    lines = [moves.split() for name, moves in rows if name.startswith(COMMON)]
    return [line for line in lines if 8 <= len(line) <= 16]


class Chance:
    """Numbers by chance that no version of Python changes."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def below(self, limit: int) -> int:
        """A number from 0 that is less than a limit."""
        return int(self._random.random() * limit)

    def of(self, values: list[str]) -> str:
        """One of some values."""
        return values[self.below(len(values))]


def move_of(board: chess.Board, chance: Chance) -> chess.Move:
    """A legal move: a mate, or the best capture of three moves by chance."""
    legal = sorted(board.legal_moves, key=chess.Move.uci)
    for move in legal:
        if board.gives_check(move):
            board.push(move)
            is_mate = board.is_checkmate()
            board.pop()
            if is_mate:
                return move
    some = [legal[chance.below(len(legal))] for _ in range(3)]
    return max(some, key=lambda move: VALUES[board.piece_type_at(move.to_square)] + 8 * bool(move.promotion))


def balance(board: chess.Board) -> int:
    """The value of White's pieces minus that of Black's."""
    return sum(
        VALUES.get(piece.piece_type, 0) * (1 if piece.color else -1) for piece in board.piece_map().values()
    )


def games(number: int = 400, seed: int = 1) -> Iterator[str]:
    """The texts of games."""
    chance = Chance(seed)
    lines, names = openings(), sorted(PLAYERS)
    # Few lines, so that games meet.
    lines = [lines[chance.below(len(lines))] for _ in range(16)]
    for index in range(number):
        white = chance.of(names)
        black = chance.of([name for name in names if name != white])
        speed = chance.of(list(SPEEDS))
        year, month, day = 2019 + 6 * index // number, 1 + chance.below(12), 1 + chance.below(28)
        board = chess.Board()
        words: list[str] = []
        increment = int(speed.partition("+")[2])
        clocks = {chess.WHITE: float(SPEEDS[speed]), chess.BLACK: float(SPEEDS[speed])}
        line = lines[min(chance.below(16), chance.below(16))]
        length = 24 + chance.below(200)
        reason = "Normal"
        while not board.is_game_over(claim_draw=False) and board.ply() < length:
            known = board.ply() < len(line)
            move = board.parse_san(line[board.ply()]) if known else move_of(board, chance)
            share = 0.002 if known else 0.0005 * chance.below(100)
            if not known and SPEEDS[speed] < 5400:
                clocks[board.turn] -= share * SPEEDS[speed]
            if clocks[board.turn] <= 0:
                reason = "Time forfeit"
                break
            clocks[board.turn] += increment
            number_of_move = f"{board.fullmove_number}. " if board.turn else ""
            left = int(clocks[board.turn])
            clock = f" {{[%clk {left // 3600}:{left // 60 % 60:02}:{left % 60:02}]}}"
            if not board.turn and words and words[-1].endswith("}"):
                number_of_move = f"{board.fullmove_number}... "
            words.append(f"{number_of_move}{board.san(move)}{clock if speed != '5400+30' else ''}")
            board.push(move)
        ratings = {name: PLAYERS[name] + 3 * (year - 2019) for name in (white, black)}
        if reason == "Time forfeit":
            result = "0-1" if board.turn else "1-0"
        elif board.is_game_over():
            result = board.result()
        else:
            lead = 100 * balance(board) + (ratings[white] - ratings[black]) // 2 + chance.below(401) - 200
            result = "1-0" if lead > 150 else "0-1" if lead < -150 else "1/2-1/2"
        tags = {
            "Event": "Club evening",
            "Site": "Nowhere",
            "Date": f"{year}.{month:02}.{day:02}",
            "Round": str(1 + index % 9),
            "White": white,
            "Black": black,
            "Result": result,
            "WhiteElo": str(ratings[white]),
            "BlackElo": str(ratings[black]),
            "TimeControl": speed,
            "Termination": reason,
        }
        head = "".join(f'[{name} "{value}"]\n' for name, value in tags.items())
        yield f"{head}\n{' '.join([*words, result])}\n\n"


def write(path: Path, number: int = 400, seed: int = 1) -> Path:
    """Writes games to a file, and returns its path."""
    path.write_text("".join(games(number, seed)), encoding="utf-8")
    return path


if __name__ == "__main__":
    write(Path(sys.argv[1]))
