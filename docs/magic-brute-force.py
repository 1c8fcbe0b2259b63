#!/usr/bin/env python3
"""Brute force for the magic hexagon of order 3, as one would first write it: the lowest bar of the chart in magic.md.

    python3 docs/magic-brute-force.py                  # half a million boards, their rate, and the outlook
    python3 docs/magic-brute-force.py --boards 5000000
    python3 docs/magic-brute-force.py --given 12       # the first 12 cells are given: 5,040 boards are all there are

A board is a list of numbers, row by row. A recursion tries every number that is left in the next cell, and the lines are
looked at when the board is full. Nothing is optimised: that is the point.
"""

import argparse
import math
import sys
import time

ROWS = [3, 4, 5, 4, 3]
CELLS = sum(ROWS)
SUM = sum(range(1, CELLS + 1)) // len(ROWS)

# The first of the twelve solutions in lexicographic order. `--given` takes its givens from here.
FIRST = [3, 17, 18, 19, 7, 1, 11, 16, 2, 5, 6, 9, 12, 4, 8, 14, 10, 13, 15]

SECONDS_A_YEAR = 365.25 * 86_400


def lines():
    """The fifteen lines as lists of cells: cells that agree in one of three coordinates that add up to zero."""
    places = []
    for row, length in enumerate(ROWS):
        first = max(0, row - len(ROWS) // 2)
        places += [(row, first + at, row - first - at) for at in range(length)]
    found = []
    for axis in range(3):
        for value in sorted({place[axis] for place in places}):
            found.append([cell for cell, place in enumerate(places) if place[axis] == value])
    return found


class Enough(Exception):
    """As many boards as were asked for have been looked at."""


class Search:
    """Fills boards, counts them, and keeps those that are magic."""

    def __init__(self, most):
        self.lines = lines()
        self.most = most
        self.boards = 0
        self.solutions = []

    def is_magic(self, board):
        for line in self.lines:
            if sum(board[cell] for cell in line) != SUM:
                return False
        return True

    def fill(self, board, left):
        """Tries every number that is left in the next cell, on copies of both lists."""
        if not left:
            if self.boards == self.most:
                raise Enough
            self.boards += 1
            if self.is_magic(board):
                self.solutions.append(board)
            return
        for number in left:
            self.fill(board + [number], [other for other in left if other != number])


def arguments():
    parser = argparse.ArgumentParser(description="Brute force for the magic hexagon of order 3.")
    parser.add_argument("--boards", type=int, default=500_000, help="stop after so many boards (500000)")
    parser.add_argument("--given", type=int, default=0, help="give so many cells, from the first on (0)")
    asked = parser.parse_args()
    if asked.boards < 1:
        parser.error("--boards must be 1 or more")
    if not 0 <= asked.given <= CELLS:
        parser.error(f"--given must be from 0 to {CELLS}")
    return asked


def main():
    asked = arguments()
    given = FIRST[: asked.given]
    search = Search(asked.boards)
    begun = time.process_time()
    try:
        search.fill(given, [number for number in range(1, CELLS + 1) if number not in given])
        complete = True
    except Enough:
        complete = False
    seconds = time.process_time() - begun
    for board in search.solutions:
        print(" ".join(str(number) for number in board))
    found = f"{len(search.solutions)} solution{'' if len(search.solutions) == 1 else 's'}"
    whole = math.factorial(CELLS - len(given))
    if complete:
        print(f"{found} among all {search.boards} boards")
        return
    rate = search.boards / max(seconds, 1e-6)
    years = whole / rate / SECONDS_A_YEAR
    print(f"{found} among the first {search.boards} of {whole} boards")
    print(f"{rate:.0f} boards a second of processor time: {years:.0f} years for all, extrapolated")


if __name__ == "__main__":
    sys.exit(main())
