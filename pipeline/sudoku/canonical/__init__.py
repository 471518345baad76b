"""Canonical forms of classic 9x9 puzzles and grids, and random images to test them with."""
