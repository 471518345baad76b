"""From a list of constraints, as flat arrays, to a ``Program``: all in compiled code."""

import numpy as np

from pipeline.kernels import inner_kernel, kernel
from pipeline.sudoku.engine.constraints import (
    GIVEN_SUM,
    GIVEN_UNIT,
    Constraints,
    cell_sets,
    collect_units,
    disjoint_sums,
    find_peers,
    list_arcs,
    supports,
)
from pipeline.sudoku.engine.equations import (
    MAX_GAP,
    MAX_TERMS,
    add_equation,
    compare_unions,
    compare_with_sums,
    list_unions,
    no_equations,
    size_of,
)
from pipeline.sudoku.engine.families import assign_families, touching_members
from pipeline.sudoku.engine.groups import groups_of_cells, levels, list_groups
from pipeline.sudoku.engine.memory import (
    ARC_FIRST,
    BASE,
    CELL_GROUPS,
    CELLS,
    DIGITS,
    FIRST,
    FRAME,
    GROUP_WORDS,
    LAST,
    PEERS,
    PROGRAM_HEADER,
    RECORD,
    SET_FIRST,
    SPLIT,
    SUPPORTS,
    TOTALS,
    UNIT_COUNT,
    UNIT_SET,
    UNIT_SETS,
    WEIGHTS,
    WORD_FIRST,
    WORD_KIND,
    WORDS,
    address_of,
    out_of_line,
    set_short,
)

__all__ = ["GIVEN_SUM", "GIVEN_UNIT", "Constraints", "compile_arrays"]

MAX_UNIONS = 768  # unions of units looked at in one family


@inner_kernel(_nrt=True)
def _derive(digits, constraints, bits, unit_cells, unit_bits, unit_count, equations, leftovers,
            max_union):  # fmt: skip
    """Fill ``equations`` (given sums first: returns how many) and ``leftovers``."""
    words = bits.shape[1]
    work = np.zeros((6, words), np.int64)
    for i in range(bits.shape[0]):
        if constraints.kind[i] >= GIVEN_SUM:
            add_equation(equations, bits[i], work[0], constraints.total[i])
    given = equations.known[0]
    family, families = assign_families(digits, unit_cells, unit_bits, unit_count)
    cages, totals, cage_count = disjoint_sums(constraints, bits)
    member_bits = np.empty((digits, words), np.int64)
    member_of = np.empty(digits * digits, np.int64)
    touching = np.empty(digits, np.int64)
    sizes = np.empty((families, MAX_UNIONS), np.int64)
    unions = np.empty((families, MAX_UNIONS, words), np.int64)
    counts = np.zeros(families, np.int64)
    full = np.zeros(families, np.bool_)
    for i in range(families):
        members = 0
        for cell in range(digits * digits):
            member_of[cell] = -1
        for unit in range(unit_count):
            if family[unit] == i:
                for word in range(words):
                    member_bits[members, word] = unit_bits[unit, word]
                for cell in unit_cells[unit]:
                    member_of[cell] = members
                members += 1
        full[i] = members == digits
        touching_members(digits, member_of, touching)
        counts[i] = list_unions(members, max_union, touching, member_bits, sizes[i], unions[i])
    if cage_count:
        unit_total = digits * (digits + 1) // 2
        if full.any():  # the whole board: what no sum covers may be few cells, far apart
            board = member_bits[0]
            for cell in range(digits * digits):
                board[cell >> 6] |= 1 << (cell & 63)
            compare_with_sums(equations, cages, totals, cage_count, board,
                              digits * unit_total, MAX_GAP, work)  # fmt: skip
        for amount in range(1, max_union + 1):
            for i in range(families):
                for j in range(counts[i]):
                    if sizes[i, j] == amount:
                        compare_with_sums(equations, cages, totals, cage_count, unions[i, j],
                                          amount * unit_total, MAX_TERMS, work)  # fmt: skip
    for i in range(families):
        for j in range(i + 1, families):
            if full[i] and full[j]:
                compare_unions(leftovers, sizes[i], unions[i], counts[i],
                               sizes[j], unions[j], counts[j], unit_bits[:unit_count],
                               work)  # fmt: skip
    return given


@inner_kernel(_nrt=True)
def _first_weights(constraints, arc_first, peers):
    """Conflict scores to start from: cells of small sums, of relations, with many peers first."""
    cells = peers.shape[0]
    weights = np.empty(cells, np.int64)
    fewest = cells
    for cell in range(cells):
        weights[cell] = size_of(peers[cell])
        fewest = min(fewest, weights[cell])
    for cell in range(cells):
        weights[cell] = 512 + 32 * (weights[cell] - fewest)
        if arc_first[cell + 1] > arc_first[cell]:
            weights[cell] += 512
    for i in range(constraints.kind.shape[0]):
        if constraints.kind[i] >= GIVEN_SUM:
            first, last = constraints.start[i], constraints.start[i + 1]
            for j in range(first, last):
                weights[constraints.cells[j]] += 1536 // (last - first)
    return weights


MAX_SIDE = 16  # cells of a unit, or of one side of a derived group
PADDING = 64  # shorts that vector loads may read beyond the end


@kernel
def compile_arrays(digits, constraints, set_start, sets, max_union):
    """The program (see ``memory.py``) of a rule list on a board of N x N cells.

    ``set_start`` and ``sets`` come from ``sums.digit_sets(digits)``; unions of up to
    ``max_union`` units are compared with what meets them (``equations.py``). Costs a fraction of a
    millisecond. The base is still empty: ``questions.ask`` fills it (SETTLE).
    """
    cells = digits * digits
    words = (cells + 63) // 64
    bits = cell_sets(constraints, words)
    peers = find_peers(digits, constraints, bits)
    arc_first, arcs = list_arcs(digits, constraints)
    support_rows = supports(digits, constraints.tables)
    unit_cells, unit_bits, unit_count = collect_units(digits, constraints, bits)
    equations = no_equations(words)
    leftovers = no_equations(words)
    given = _derive(digits, constraints, bits, unit_cells, unit_bits, unit_count, equations,
                    leftovers, max_union)  # fmt: skip
    level = levels(equations, peers, digits)
    most = cells + 2 * unit_count + 3 * equations.known[0] + leftovers.known[0]
    records = np.zeros((most, RECORD), np.int64)
    shorts = np.empty(most * 2 * MAX_SIDE, np.uint16)
    word_kind = np.empty(most + 2, np.int64)
    word_first = np.empty(most + 2, np.int64)
    count, length, group_words = list_groups(
        digits, peers, arc_first, unit_bits, unit_count, equations, given, leftovers, level,
        records, shorts, word_kind, word_first,
    )  # fmt: skip
    groups = groups_of_cells(cells, records, shorts, word_first, group_words)
    weights = _first_weights(constraints, arc_first, peers)

    header = np.zeros(PROGRAM_HEADER, np.int64)
    header[DIGITS] = digits
    header[CELLS] = cells
    header[WORDS] = words
    header[GROUP_WORDS] = group_words
    header[FRAME] = 64 * words
    header[UNIT_COUNT] = unit_count
    header[TOTALS] = set_start.shape[1]
    end = PROGRAM_HEADER
    for slot, size in (
        (WEIGHTS, cells),
        (PEERS, cells * words),
        (WORD_KIND, group_words),
        (WORD_FIRST, group_words),
        (CELL_GROUPS, cells * group_words),
        (UNIT_SETS, unit_count * words),
        (ARC_FIRST, cells + 1),
        (SET_FIRST, set_start.size),
    ):
        header[slot] = end
        end += size
    first_record = end
    end += count * RECORD
    header[BASE] = 4 * end
    first_short = header[BASE] + 64 * words
    first_arc = first_short + length
    header[SUPPORTS] = first_arc + arcs.size
    first_set = header[SUPPORTS] + support_rows.size
    program = np.zeros((first_set + sets.size + PADDING + 3) // 4, np.int64)
    for slot in range(PROGRAM_HEADER):
        program[slot] = header[slot]
    for i in range(count):
        for field in (FIRST, SPLIT, LAST):
            records[i, field] += first_short
        records[i, UNIT_SET] += header[UNIT_SETS]
    for i in range(group_words):
        program[header[WORD_KIND] + i] = word_kind[i]
        program[header[WORD_FIRST] + i] = first_record + word_first[i] * RECORD
    _put(program, header[WEIGHTS], weights, cells, 0)
    _put(program, header[PEERS], peers.reshape(peers.size), peers.size, 0)
    _put(program, header[CELL_GROUPS], groups.reshape(groups.size), groups.size, 0)
    _put(program, header[UNIT_SETS], unit_bits.reshape(unit_bits.size), unit_count * words, 0)
    _put(program, header[ARC_FIRST], arc_first, cells + 1, first_arc)
    _put(program, header[SET_FIRST], set_start.reshape(set_start.size), set_start.size, first_set)
    _put(program, first_record, records.reshape(records.size), count * RECORD, 0)
    _put_shorts(program, first_short, shorts, length)
    _put_shorts(program, first_arc, arcs, arcs.size)
    _put_shorts(
        program, header[SUPPORTS], support_rows.reshape(support_rows.size), support_rows.size
    )
    _put_shorts(program, first_set, sets, sets.size)
    return program


@inner_kernel
def _put(program, place, words, count, offset):
    """Copy words to a table of the program, with something added to each."""
    out_of_line()
    for i in range(count):
        program[place + i] = words[i] + offset


@inner_kernel
def _put_shorts(program, place, shorts, count):
    """Copy shorts to a table of the program."""
    out_of_line()
    memory = address_of(program)
    for i in range(count):
        set_short(memory, place + i, np.int64(shorts[i]))
