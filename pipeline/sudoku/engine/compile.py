"""From a list of constraints, as flat arrays, to a ``Program``: all in compiled code."""

from typing import NamedTuple

import numpy as np

from pipeline.kernels import kernel
from pipeline.sudoku.engine.bits import lowest_index
from pipeline.sudoku.engine.equations import (
    add_equation,
    compare_unions,
    compare_with_sums,
    list_unions,
    no_equations,
    size_of,
)
from pipeline.sudoku.engine.families import assign_families, touching_members
from pipeline.sudoku.engine.memory import (
    ARC_FIRST,
    ARCS,
    BASE,
    CELL_GROUPS,
    CELLS,
    DIGITS,
    FIRST,
    FRAME,
    GROUP_WORDS,
    LAST,
    LEFTOVERS,
    LINEAR,
    LOCK,
    PEERS,
    PROGRAM_HEADER,
    RECORD,
    REQUIRED,
    SET_FIRST,
    SPLIT,
    SUM,
    SUPPORTS,
    TOTAL,
    TOTALS,
    UNIT,
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

# Kinds of constraints in ``Constraints.kind``.
GIVEN_DISTINCT = 0
GIVEN_UNIT = 1
GIVEN_SUM = 2  # its cells are distinct
GIVEN_LOOSE_SUM = 3  # digits may repeat

MAX_UNIONS = 768  # unions of units looked at in one family
SHORT = 5  # terms of an equation that counts as cheap


class Constraints(NamedTuple):
    """A rule list before it is compiled."""

    kind: np.ndarray
    """uint8[c]: ``GIVEN_...``"""
    start: np.ndarray
    """uint32[c + 1]: where each constraint's run in ``cells`` begins."""
    cells: np.ndarray
    """uint16[...]"""
    total: np.ndarray
    """int64[c]: totals of sums, otherwise unused."""
    relations: np.ndarray
    """uint16[r, 3]: cells a and b, and a row of ``tables``."""
    tables: np.ndarray
    """uint16[t, N]: for each digit of a the digits of b that are allowed with it."""


@kernel
def _cell_sets(constraints, words):
    """Each constraint's cells as a bitset: int64[c, W]."""
    bits = np.zeros((constraints.kind.shape[0], words), np.int64)
    for i in range(bits.shape[0]):
        for j in range(constraints.start[i], constraints.start[i + 1]):
            cell = np.int64(constraints.cells[j])
            bits[i, cell >> 6] |= 1 << (cell & 63)
    return bits


@kernel
def _find_peers(digits, constraints, bits):
    """The cells that must differ from each: int64[cells, W]."""
    peers = np.zeros((digits * digits, bits.shape[1]), np.int64)
    for i in range(bits.shape[0]):
        if constraints.kind[i] == GIVEN_LOOSE_SUM:
            continue
        for j in range(constraints.start[i], constraints.start[i + 1]):
            for word in range(bits.shape[1]):
                peers[constraints.cells[j], word] |= bits[i, word]
    for i in range(constraints.relations.shape[0]):
        a, b, table = constraints.relations[i]
        equal = 0
        for digit in range(digits):
            equal |= np.int64(constraints.tables[table, digit]) >> digit & 1
        if equal == 0:
            peers[a, b >> 6] |= 1 << (np.int64(b) & 63)
            peers[b, a >> 6] |= 1 << (np.int64(a) & 63)
    for cell in range(digits * digits):
        peers[cell, cell >> 6] &= ~(1 << (cell & 63))
    return peers


@kernel
def _supports(digits, tables):
    """Rows 2t and 2t + 1 of the result serve table t from a to b and from b to a."""
    supports = np.zeros((2 * tables.shape[0], 512), np.uint16)
    for table in range(tables.shape[0]):
        for way in range(2):
            row = supports[2 * table + way]
            for digit in range(digits):
                allowed = 0
                for other in range(digits):
                    x, y = (digit, other) if way == 0 else (other, digit)
                    allowed |= (np.int64(tables[table, x]) >> y & 1) << other
                first = 256 * (digit >> 3)
                bit = 1 << (digit & 7)
                for mask in range(bit, 256, 2 * bit):
                    for low in range(bit):
                        row[first + mask + low] |= allowed
    return supports


@kernel
def _list_arcs(digits, constraints):
    """Relations by the cell that they start from, both ways, but for plain inequality.

    Returns (first int64[cells + 1], arcs uint16[...]): pairs of the other cell and a row of
    ``_supports``; a cell's pairs are ``arcs[first[cell] : first[cell + 1]]``.
    """
    relations, tables = constraints.relations, constraints.tables
    useful = np.zeros(tables.shape[0], np.bool_)
    for table in range(tables.shape[0]):
        for digit in range(digits):
            differs = ((1 << digits) - 1) ^ (1 << digit)
            useful[table] |= np.int64(tables[table, digit]) & ((1 << digits) - 1) != differs
    first = np.zeros(digits * digits + 2, np.int64)
    for i in range(relations.shape[0]):
        if useful[relations[i, 2]]:
            first[relations[i, 0] + 2] += 2
            first[relations[i, 1] + 2] += 2
    for cell in range(digits * digits + 1):
        first[cell + 1] += first[cell]
    arcs = np.empty(first[digits * digits + 1], np.uint16)
    for i in range(relations.shape[0]):
        if useful[relations[i, 2]]:
            for way in range(2):
                here = relations[i, way]
                place = first[here + 1]
                arcs[place] = relations[i, 1 - way]
                arcs[place + 1] = 2 * relations[i, 2] + way
                first[here + 1] = place + 2
    return first, arcs


@kernel
def _collect_units(digits, constraints, bits):
    """Constraints of N distinct cells, each once: (cells uint16[., N], bits, count)."""
    most = bits.shape[0]
    cells = np.empty((most, digits), np.uint16)
    sets = np.empty((most, bits.shape[1]), np.int64)
    count = 0
    for i in range(most):
        first, last = constraints.start[i], constraints.start[i + 1]
        if constraints.kind[i] == GIVEN_LOOSE_SUM or last - first != digits:
            continue
        known = False
        for j in range(count):
            same = True
            for word in range(bits.shape[1]):
                same &= sets[j, word] == bits[i, word]
            known |= same
        if not known:
            for j in range(digits):
                cells[count, j] = constraints.cells[first + j]
            for word in range(bits.shape[1]):
                sets[count, word] = bits[i, word]
            count += 1
    return cells, sets, count


@kernel
def _disjoint_sums(constraints, bits):
    """Sums that do not overlap, the first of those that do: (bits, totals, count)."""
    cages = np.empty((bits.shape[0], bits.shape[1]), np.int64)
    totals = np.empty(bits.shape[0], np.int64)
    taken = np.zeros(bits.shape[1], np.int64)
    count = 0
    for i in range(bits.shape[0]):
        if constraints.kind[i] < GIVEN_SUM:
            continue
        meets = 0
        for word in range(bits.shape[1]):
            meets |= taken[word] & bits[i, word]
        if meets == 0:
            for word in range(bits.shape[1]):
                cages[count, word] = bits[i, word]
                taken[word] |= bits[i, word]
            totals[count] = constraints.total[i]
            count += 1
    return cages, totals, count


@kernel
def _derive(digits, constraints, bits, unit_cells, unit_bits, unit_count, equations, leftovers):
    """Fill ``equations`` (given sums first) and ``leftovers``."""
    words = bits.shape[1]
    work = np.zeros((6, words), np.int64)
    for i in range(bits.shape[0]):
        if constraints.kind[i] >= GIVEN_SUM:
            add_equation(equations, bits[i], work[0], constraints.total[i])
    family, families = assign_families(digits, unit_cells, unit_bits, unit_count)
    cages, totals, cage_count = _disjoint_sums(constraints, bits)
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
        counts[i] = list_unions(members, touching, member_bits, sizes[i], unions[i])
    if cage_count:
        unit_total = digits * (digits + 1) // 2
        for amount in range(1, 5):
            for i in range(families):
                for j in range(counts[i]):
                    if sizes[i, j] == amount:
                        compare_with_sums(equations, cages, totals, cage_count, unions[i, j],
                                          amount * unit_total, work)  # fmt: skip
    for i in range(families):
        for j in range(i + 1, families):
            if full[i] and full[j]:
                compare_unions(leftovers, sizes[i], unions[i], counts[i],
                               sizes[j], unions[j], counts[j], unit_bits[:unit_count],
                               work)  # fmt: skip


@kernel
def _all_differ(bits, peers):
    for word in range(bits.shape[0]):
        rest = bits[word]
        while rest:
            cell = 64 * word + lowest_index(rest)
            rest &= rest - 1
            for other in range(bits.shape[0]):
                own = 1 << (cell & 63) if other == cell >> 6 else 0
                if bits[other] & ~own & ~peers[cell, other]:
                    return False
    return True


@kernel
def _levels(equations, peers, digits):
    """For each equation the kind of group that keeps it, negative where it is long."""
    level = np.empty(equations.count[0], np.int64)
    for i in range(level.shape[0]):
        plus, minus = equations.plus[i], equations.minus[i]
        terms = size_of(plus) + size_of(minus)
        sets = size_of(minus) == 0 and terms <= digits and _all_differ(plus, peers)
        kind = SUM if sets else LINEAR
        level[i] = kind if terms <= SHORT else -kind
    return level


@kernel
def _append(shorts, fill, bits):
    """Write a cell set to a list of shorts; returns the new end."""
    for i in range(bits.shape[0]):
        rest = bits[i]
        while rest:
            shorts[fill] = 64 * i + lowest_index(rest)
            rest &= rest - 1
            fill += 1
    return fill


@kernel
def _list_groups(arc_first, unit_bits, unit_count, equations, leftovers, level, records, shorts,
                 word_kind, word_first):  # fmt: skip
    """Fill group records and their cells, and which records each word of groups stands for.

    Cheapest kinds first, each from a word of its own. Returns how many records, shorts, words.
    """
    none = np.zeros(unit_bits.shape[1], np.int64)
    count = 0
    fill = 0
    words = 0
    for kind in (ARCS, UNIT, SUM, LOCK, REQUIRED, LINEAR, LEFTOVERS, -SUM, -LINEAR):
        begin = count
        amount = equations.count[0]
        if kind == ARCS:
            amount = arc_first.shape[0] - 2
        elif kind in (UNIT, LOCK):
            amount = unit_count
        elif kind == LEFTOVERS:
            amount = leftovers.count[0]
        for i in range(amount):
            plus, minus, total = none, none, 0
            records[count, FIRST] = fill
            if kind == ARCS:
                if arc_first[i + 1] == arc_first[i]:
                    continue
                shorts[fill] = i
                fill += 1
            elif kind in (UNIT, LOCK):
                plus = unit_bits[i]
            elif kind == LEFTOVERS:
                plus, minus = leftovers.plus[i], leftovers.minus[i]
            elif level[i] == kind or (kind == REQUIRED and level[i] == SUM):
                plus, minus, total = equations.plus[i], equations.minus[i], equations.total[i]
            else:
                continue
            fill = _append(shorts, fill, plus)
            records[count, SPLIT] = fill
            fill = _append(shorts, fill, minus)
            records[count, LAST] = fill
            records[count, TOTAL] = total
            records[count, UNIT_SET] = i * unit_bits.shape[1]
            count += 1
        for first in range(begin, count, 64):
            word_kind[words] = abs(kind)
            word_first[words] = first
            words += 1
    word_first[words] = count
    return count, fill, words


@kernel
def _groups_of_cells(cells, records, shorts, word_first, words):
    """Which groups each cell is in: int64[cells, words]."""
    groups = np.zeros((cells, words), np.int64)
    for i in range(words):
        for record in range(word_first[i], min(word_first[i] + 64, word_first[i + 1])):
            bit = 1 << (record - word_first[i])
            for j in range(records[record, FIRST], records[record, LAST]):
                groups[shorts[j], i] |= bit
    return groups


@kernel
def _first_weights(digits, constraints, arc_first):
    """Conflict scores to start from: cells of small sums and of relations come first."""
    weights = np.empty(digits * digits, np.int64)
    for cell in range(digits * digits):
        weights[cell] = 1024
        if arc_first[cell + 1] > arc_first[cell]:
            weights[cell] += 1024
    for i in range(constraints.kind.shape[0]):
        if constraints.kind[i] >= GIVEN_SUM:
            first, last = constraints.start[i], constraints.start[i + 1]
            for j in range(first, last):
                weights[constraints.cells[j]] += 3072 // (last - first)
    return weights


MAX_SIDE = 16  # cells of a unit, or of one side of a derived group
PADDING = 64  # shorts that vector loads may read beyond the end


@kernel
def compile_arrays(digits, constraints, set_start, sets):
    """The program (see ``memory.py``) of a rule list on a board of N x N cells.

    ``set_start`` and ``sets`` come from ``sums.digit_sets(digits)``. Costs a fraction of a
    millisecond. The base is still empty: ``questions.ask`` fills it (SETTLE).
    """
    cells = digits * digits
    words = (cells + 63) // 64
    bits = _cell_sets(constraints, words)
    peers = _find_peers(digits, constraints, bits)
    arc_first, arcs = _list_arcs(digits, constraints)
    supports = _supports(digits, constraints.tables)
    unit_cells, unit_bits, unit_count = _collect_units(digits, constraints, bits)
    equations = no_equations(words)
    leftovers = no_equations(words)
    _derive(digits, constraints, bits, unit_cells, unit_bits, unit_count, equations, leftovers)
    level = _levels(equations, peers, digits)
    most = cells + 2 * (unit_count + equations.count[0]) + leftovers.count[0]
    records = np.zeros((most, RECORD), np.int64)
    shorts = np.empty(most * 2 * MAX_SIDE, np.uint16)
    word_kind = np.empty(most + 2, np.int64)
    word_first = np.empty(most + 2, np.int64)
    count, length, group_words = _list_groups(
        arc_first, unit_bits, unit_count, equations, leftovers, level, records, shorts,
        word_kind, word_first,
    )  # fmt: skip
    groups = _groups_of_cells(cells, records, shorts, word_first, group_words)
    weights = _first_weights(digits, constraints, arc_first)

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
    first_set = header[SUPPORTS] + supports.size
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
    _put_shorts(program, header[SUPPORTS], supports.reshape(supports.size), supports.size)
    _put_shorts(program, first_set, sets, sets.size)
    return program


@kernel
def _put(program, place, words, count, offset):
    """Copy words to a table of the program, with something added to each."""
    out_of_line()
    for i in range(count):
        program[place + i] = words[i] + offset


@kernel
def _put_shorts(program, place, shorts, count):
    """Copy shorts to a table of the program."""
    out_of_line()
    memory = address_of(program)
    for i in range(count):
        set_short(memory, place + i, np.int64(shorts[i]))
