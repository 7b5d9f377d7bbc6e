"""Prints the 50 rows that were judged by hand, without their answers: number, board, side to move, rights, and the side asked about."""

import random

from rows import read

ROWS = read()
for number in sorted(random.Random("dead-positions").sample(range(len(ROWS)), 50)):
    row = ROWS[number]
    board, turn, *rights = row.fen.split()
    print(f"row {number + 1}: {row.fen}")
    print(row.board)
    print(f"{'White' if turn == 'w' else 'Black'} to move, rights {' '.join(rights)}: can {row.side} mate?\n")
