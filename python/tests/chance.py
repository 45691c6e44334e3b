"""Games by chance with everything that PGN can note, made by python-chess and always the same."""

from __future__ import annotations

import random
from collections.abc import Iterator

import chess
import chess.engine
import chess.pgn

WORDS = ("better", "the knight is bad;", "12. Nf3 was played", "100 % (in theory)", "Łódź", "a [bracket]", "$7")


def games(number: int, seed: int = 1) -> Iterator[chess.pgn.Game]:
    """Games with variations in variations, comments on both sides of moves, NAGs, clocks and evaluations."""
    chance = random.Random(seed)
    for index in range(number):
        game = chess.pgn.Game()
        game.headers["White"] = f"Player {index % 7}, Ö."
        game.headers["Black"] = f'The "{index % 11}"'
        game.headers["Date"] = f"{1990 + index % 30}.{1 + index % 12:02}.??"
        game.headers["WhiteElo"] = str(1500 + index)
        if chance.random() < 0.2:
            game.comment = "Before the first move"
        grow(game, chance.randrange(2, 90), 0, chance)
        result = game.end().board().result()
        game.headers["Result"] = result if result != "*" else ("1-0", "0-1", "1/2-1/2", "*")[index % 4]
        yield game


def grow(node: chess.pgn.GameNode, plies: int, depth: int, chance: random.Random) -> None:
    """Adds a line to a node, and others beside it."""
    board = node.board()
    for _ in range(plies):
        legal = list(board.legal_moves)
        if not legal:
            return
        others = chance.sample(legal, min(len(legal), 3 if depth < 2 and chance.random() < 0.08 else 1))
        parent = node
        node = parent.add_variation(others[0])
        annotate(node, chance)
        board.push(others[0])
        for move in others[1:]:
            other = parent.add_variation(move)
            annotate(other, chance)
            if chance.random() < 0.2:
                other.starting_comment = "Or"
            grow(other, chance.randrange(4), depth + 1, chance)


def annotate(node: chess.pgn.ChildNode, chance: random.Random) -> None:
    """Notes something about a move, or nothing."""
    if chance.random() < 0.15:
        node.comment = " ".join(chance.choices(WORDS, k=3))
    if chance.random() < 0.1:
        node.nags = set(chance.choices(range(1, 140), k=2))
    if chance.random() < 0.4:
        node.set_clock(chance.randrange(7200))
    if chance.random() < 0.3:
        score = chess.engine.Cp(chance.randrange(-900, 900)) if chance.random() < 0.9 else chess.engine.Mate(3)
        node.set_eval(chess.engine.PovScore(score, chess.WHITE))
