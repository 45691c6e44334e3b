#!/usr/bin/env python3
"""python-chess at work: reads a PGN file and plays all main lines.

    python_chess.py read FILE     prints `games N plies N failed N`
    python_chess.py list FILE     prints the plies of each game's main line, one game a line
    python_chess.py version
"""

import sys

import chess
import chess.pgn


def games(path):
    with open(path, encoding="utf-8-sig", errors="replace") as file:
        while game := chess.pgn.read_game(file):
            yield game


def plies(game):
    return game.end().ply() - game.ply()


def main():
    task, *files = sys.argv[1:]
    if task == "version":
        print(chess.__version__)
    elif task == "list":
        for game in games(files[0]):
            print(plies(game))
    elif task == "read":
        read = total = failed = 0
        for game in games(files[0]):
            read += 1
            total += plies(game)
            failed += bool(game.errors)
        print(f"games {read} plies {total} failed {failed}")
    else:
        sys.exit(__doc__)


main()
