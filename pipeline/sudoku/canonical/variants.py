"""Fingerprints of puzzles with any rule list, under the group that their rules have.

The form of a puzzle with one solution is the least image of (solution, pattern of givens,
rule list) under its group; its fingerprint is the BLAKE2b-128 of a version byte, the name of
the group and the form. Lists of exactly rows, columns and boxes have kernels of their own
where the group is too large to be listed.
"""

import hashlib
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from math import isqrt

import numpy as np
from numpy.typing import NDArray

from pipeline.sudoku.board import Board
from pipeline.sudoku.canonical import classes, images
from pipeline.sudoku.canonical.refinement import refined_form
from pipeline.sudoku.json_format import rules_to_text
from pipeline.sudoku.puzzle import Puzzle
from pipeline.sudoku.rules.groups import Boxes, Jigsaw, board_rules
from pipeline.sudoku.rules.protocol import Rule
from pipeline.sudoku.symmetry import (
    Symmetry,
    complement,
    identity_digits,
    inverted,
    rigid_motions,
)
from pipeline.sudoku.symmetry_groups import (
    ANY,
    COMPLEMENT,
    FIXED,
    Group,
    plain_box,
    symmetry_group,
)

VERSION = 1
DIGIT_MAPS = {FIXED: images.KEEP, ANY: images.RELABEL, COMPLEMENT: images.COMPLEMENT}

Boards = NDArray[np.uint8]


def group_of(rules: Sequence[Rule]) -> Group:
    """The symmetry group of a rule list; lists without drawn rules are remembered."""
    if any(rule.drawn for rule in rules):
        return symmetry_group(rules)
    return _undrawn_group(tuple(rules))


@lru_cache(maxsize=64)
def _undrawn_group(rules: tuple[Rule, ...]) -> Group:
    return symmetry_group(rules)


def group_name(rules: Sequence[Rule], group: Group | None = None) -> str:
    """The name that stands in a corpus's ``symmetry_group``."""
    if plain_box(rules) == (3, 3):
        return classes.GROUP
    return (group or group_of(rules)).name


def with_plain_boxes(puzzle: Puzzle) -> Puzzle:
    """The puzzle with regions that are boxes as boxes, said once: so that it has one form."""
    rules = dict.fromkeys(_plain_boxes(rule) for rule in puzzle.rules)
    return replace(puzzle, rules=tuple(rules))


def _plain_boxes(rule: Rule) -> Rule:
    if isinstance(rule, Jigsaw):
        box = Board.jigsaw(rule.size, rule.regions).box
        if box is not None:
            return Boxes(rule.size, *box)
    return rule


def fingerprints(
    puzzles: Sequence[Puzzle], solutions: Boards, group: Group | None = None
) -> Boards:
    """Fingerprints of puzzles that have one solution each: uint8[n, 16].

    All ``puzzles`` have one size and one list of undrawn rules; ``solutions`` is
    uint8[n, cells] and not checked. ``group`` saves finding it for each where it is known to
    be the same for all.
    """
    keys = np.empty((len(puzzles), 16), np.uint8)
    if not puzzles:
        return keys
    givens = np.array([puzzle.givens for puzzle in puzzles], np.uint8)
    if plain_box(puzzles[0].rules) == (3, 3):
        return classes.class_fingerprints(givens, solutions)[0]
    motion = settling_motion(puzzles[0].rules)
    if motion is not None:
        puzzles = [_moved(puzzle, motion) for puzzle in puzzles]
        givens, solutions = motion_image(givens, motion), motion_image(solutions, motion)
    if group is not None:
        return _fingerprints(puzzles, givens, solutions, group)
    for i, puzzle in enumerate(puzzles):
        row = slice(i, i + 1)
        own = group_of(puzzle.rules)
        keys[i] = _fingerprints([puzzle], givens[row], solutions[row], own)[0]
    return keys


def solution_classes(boards: Sequence[Board], solutions: Boards) -> Boards:
    """The class of each solution under the full group of its grid shape: uint8[n, 16].

    It is the same for every variant on that shape; with regions, the layout is part of it.
    """
    size = isqrt(solutions.shape[1])
    if not boards:
        return np.empty((0, 16), np.uint8)
    if all(board.box == (3, 3) for board in boards):
        return classes.class_fingerprints(solutions, solutions)[1]
    full = [
        Puzzle(size, tuple(board_rules(board)), tuple(solution))
        for board, solution in zip(boards, solutions.tolist(), strict=True)
    ]
    return fingerprints(full, solutions, group_of(full[0].rules) if full else None)


def _fingerprints(
    puzzles: Sequence[Puzzle], givens: Boards, solutions: Boards, group: Group
) -> Boards:
    prefix = bytes([VERSION]) + group.name.encode()
    if not group.listed:
        forms = [
            refined_form(pattern, solution, group.box or (1, group.size))
            for pattern, solution in zip(givens, solutions, strict=True)
        ]
    else:
        forms = _least_forms(puzzles, givens, solutions, group)
    digests = [hashlib.blake2b(prefix + form, digest_size=16).digest() for form in forms]
    return np.frombuffer(b"".join(digests), np.uint8).reshape(-1, 16)


def _least_forms(
    puzzles: Sequence[Puzzle], givens: Boards, solutions: Boards, group: Group
) -> list[bytes]:
    best = np.empty((len(puzzles), 2, solutions.shape[1]), np.uint8)
    ties = np.empty((len(puzzles), 2, len(group.listed)), np.bool_)
    images.least_images(
        np.ascontiguousarray(givens, np.uint8),
        np.ascontiguousarray(solutions, np.uint8),
        group.sources,
        DIGIT_MAPS[group.digits],
        best,
        ties,
    )
    forms = []
    for puzzle, image, tie in zip(puzzles, best, ties, strict=True):
        rules = min(_rule_texts(puzzle, group, np.argwhere(tie).tolist()))
        forms.append(image.tobytes() + rules.encode())
    return forms


def _rule_texts(puzzle: Puzzle, group: Group, ties: Sequence[Sequence[int]]) -> list[str]:
    """The rule list after each of the symmetries that make the least image."""
    drawn = [rule for rule in puzzle.rules if rule.drawn]
    fixed = sorted(rules_to_text([rule]) for rule in puzzle.rules if not rule.drawn)
    if not drawn:
        return ["".join(fixed)]
    texts = []
    for flip, element in ties:
        digits = (complement if flip else identity_digits)(puzzle.size)
        symmetry = Symmetry(group.listed[element], digits)
        moved = [rule.transformed(symmetry) for rule in drawn]
        texts.append("".join(fixed + sorted(rules_to_text([r]) for r in moved if r is not None)))
    return texts


def settling_motion(rules: Sequence[Rule]) -> tuple[int, ...] | None:
    """A motion of the square that brings the undrawn rules to their least form, None where
    they have it: a puzzle with one diagonal is the same as its mirror image with the other.

    Only motions that keep the shape of boxes count.
    """
    undrawn = tuple(rule for rule in rules if not rule.drawn)
    motion = _settling_motion(undrawn)
    return None if motion == rigid_motions(rules[0].size)[0] else motion


@lru_cache(maxsize=64)
def _settling_motion(undrawn: tuple[Rule, ...]) -> tuple[int, ...]:
    size = undrawn[0].size
    boxes = {rule for rule in undrawn if rule.name == "boxes"}
    least: tuple[str, tuple[int, ...]] | None = None
    for motion in rigid_motions(size):
        symmetry = Symmetry(motion, identity_digits(size))
        moved = [rule.transformed(symmetry) for rule in undrawn]
        kept = [rule for rule in moved if rule is not None]
        if len(kept) == len(undrawn) and boxes <= set(kept):
            text = "".join(sorted(rules_to_text([rule]) for rule in kept))
            if least is None or text < least[0]:
                least = (text, motion)
    assert least is not None  # the identity is among the motions
    return least[1]


def motion_image(boards: Boards, motion: Sequence[int]) -> Boards:
    """Boards (uint8[n, cells]) after a cell map."""
    moved: Boards = boards[:, inverted(motion)]
    return moved


def _moved(puzzle: Puzzle, motion: tuple[int, ...]) -> Puzzle:
    moved = puzzle.transformed(Symmetry(motion, identity_digits(puzzle.size)))
    assert moved is not None  # motions that some rule refuses are never chosen
    return moved


def layout_board(rules: Sequence[Rule], size: int) -> Board:
    """The board that a rule list is played on: its regions, or its boxes."""
    for rule in rules:
        if isinstance(rule, Jigsaw):
            return Board.jigsaw(size, rule.regions)
    return Board(
        size, plain_box([r for r in rules if r.name in ("rows", "columns", "boxes")]), None
    )
