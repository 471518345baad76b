"""Sudoku and its variants: a variant is a list of rules."""
