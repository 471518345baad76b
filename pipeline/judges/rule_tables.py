"""A literal judge of what cages and thermometers permit: everything by trying all digits.

Vocabulary:

    cage         cells whose digits are all different and add up to a total
    digit set    different digits, in ascending order
    placed       the digits that stand in a partly filled cage already
    reach        the least and the greatest sum that all cells of the cage can still come to
    thermometer  cells along which the digits increase; position 0 is the bulb
"""

from collections.abc import Iterator
from itertools import permutations, product

DigitSet = tuple[int, ...]


def digit_sets(size: int) -> dict[tuple[int, int], list[DigitSet]]:
    """By (number of cells, total): all sets of different digits 1 .. size. Every set of digits
    is formed by saying yes or no to each digit."""
    table: dict[tuple[int, int], list[DigitSet]] = {}
    for chosen in product((True, False), repeat=size):
        digits = tuple(digit for digit in range(1, size + 1) if chosen[digit - 1])
        if digits:
            table.setdefault((len(digits), sum(digits)), []).append(digits)
    return table


def partly_filled(size: int, cells: int) -> Iterator[DigitSet]:
    """Every set of placed digits that leaves at least one of the cells empty."""
    for sets in digit_sets(size).values():
        for digits in sets:
            if len(digits) < cells:
                yield digits
    yield ()


def reach(size: int, cells: int, placed: DigitSet) -> tuple[int, int] | None:
    """Fill the empty cells in every way; the least and greatest sum, None if there is no way."""
    sums = [sum(placed) + sum(rest) for rest in _fillings(size, cells, placed)]
    return (min(sums), max(sums)) if sums else None


def cage_digits(size: int, cells: int, placed: DigitSet, total: int) -> set[int]:
    """Digits that an empty cell takes in some filling that meets the total."""
    return {
        digit
        for rest in _fillings(size, cells, placed)
        if sum(placed) + sum(rest) == total
        for digit in rest
    }


def enclosing_digits(size: int, cells: int, placed: DigitSet, total: int) -> set[int]:
    """Digits with which the least and the greatest sum still enclose the total: a filter that
    looks at sums only, and may keep a digit that no filling takes."""
    kept = set()
    for digit in range(1, size + 1):
        if digit not in placed:
            bounds = reach(size, cells, (*placed, digit))
            if bounds and bounds[0] <= total <= bounds[1]:
                kept.add(digit)
    return kept


def _fillings(size: int, cells: int, placed: DigitSet) -> Iterator[DigitSet]:
    free = [digit for digit in range(1, size + 1) if digit not in placed]
    return permutations(free, cells - len(placed))


def thermometer_digits(size: int, length: int, filled: dict[int, int]) -> list[set[int]]:
    """For each position: the digits that stand there in some increasing filling that has the
    ``filled`` digits (by position) where they are."""
    seen: list[set[int]] = [set() for _ in range(length)]
    for filling in _increasing(size, length):
        if all(filling[position] == digit for position, digit in filled.items()):
            for position, digit in enumerate(filling):
                seen[position].add(digit)
    return seen


def _increasing(size: int, length: int, least: int = 1) -> Iterator[DigitSet]:
    """All ways to fill a thermometer, each next digit greater than the last."""
    if length == 0:
        yield ()
        return
    for digit in range(least, size + 1):
        for rest in _increasing(size, length - 1, digit + 1):
            yield (digit, *rest)
