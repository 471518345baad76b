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
    FIRST_LOCK,
    FRAME,
    FRAMES,
    GROUP_COUNT,
    GROUP_RECORD,
    GROUP_WORDS,
    GROUPS,
    KIND,
    LAST,
    LEFTOVERS,
    LINEAR,
    LOCK,
    PEER_FIRST,
    PEERS,
    PROGRAM_HEADER,
    SET_FIRST,
    SPLIT,
    SUM,
    SUPPORTS,
    TOTAL,
    TOTALS,
    UNIT,
    UNIT_COUNT,
    UNIT_SETS,
    WEIGHTS,
    WORDS,
    new_scratch,
    note_change,
    set_short,
    short,
    word,
)
from pipeline.sudoku.engine.search import propagate

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
    return first[: digits * digits + 1].copy(), arcs


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
            cells[count] = constraints.cells[first:last]
            sets[count] = bits[i]
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
            cages[count] = bits[i]
            totals[count] = constraints.total[i]
            taken |= bits[i]
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
        member_of[:] = -1
        for unit in range(unit_count):
            if family[unit] == i:
                member_bits[members] = unit_bits[unit]
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
                               sizes[j], unions[j], counts[j], work)  # fmt: skip


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
def _list_groups(arc_first, unit_bits, unit_count, equations, leftovers, level, records, shorts):
    """Fill group records and their cells, cheapest kinds first; returns (groups, shorts)."""
    none = np.zeros(unit_bits.shape[1], np.int64)
    count = 0
    fill = 0
    for cell in range(arc_first.shape[0] - 1):
        if arc_first[cell + 1] > arc_first[cell]:
            shorts[fill] = cell
            records[count, FIRST] = fill
            fill += 1
            records[count, KIND] = ARCS
            records[count, SPLIT] = fill
            records[count, LAST] = fill
            count += 1
    for kind in (UNIT, SUM, LOCK, LINEAR, LEFTOVERS, -SUM, -LINEAR):
        amount = equations.count[0]
        if kind == UNIT or kind == LOCK:
            amount = unit_count
        elif kind == LEFTOVERS:
            amount = leftovers.count[0]
        for i in range(amount):
            plus, minus, total = none, none, 0
            if kind == UNIT or kind == LOCK:
                plus = unit_bits[i]
            elif kind == LEFTOVERS:
                plus, minus = leftovers.plus[i], leftovers.minus[i]
            elif level[i] == kind:
                plus, minus, total = equations.plus[i], equations.minus[i], equations.total[i]
            else:
                continue
            records[count, KIND] = abs(kind)
            records[count, TOTAL] = total
            records[count, FIRST] = fill
            fill = _append(shorts, fill, plus)
            records[count, SPLIT] = fill
            fill = _append(shorts, fill, minus)
            records[count, LAST] = fill
            count += 1
    return count, fill


@kernel
def _first_weights(digits, constraints, arc_first):
    """Conflict scores to start from: cells of small sums and of relations come first."""
    weights = np.full(digits * digits, 1024, np.int64)
    for i in range(constraints.kind.shape[0]):
        if constraints.kind[i] >= GIVEN_SUM:
            first, last = constraints.start[i], constraints.start[i + 1]
            for j in range(first, last):
                weights[constraints.cells[j]] += 3072 // (last - first)
    for cell in range(digits * digits):
        if arc_first[cell + 1] > arc_first[cell]:
            weights[cell] += 1024
    return weights


@kernel
def _reserve(header, slot, end, size):
    """Note in the header where a table of ``size`` words begins; returns where it ends."""
    header[slot] = end
    return end + size


@kernel
def compile_arrays(digits, constraints, set_start, sets):
    """The program (see ``memory.py``) of a rule list on a board of N x N cells.

    ``set_start`` and ``sets`` come from ``sums.digit_sets(digits)``. Costs a fraction of a
    millisecond; may be called from other kernels.
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
    most = cells + 2 * unit_count + equations.count[0] + leftovers.count[0]
    records = np.empty((most, GROUP_RECORD), np.int64)
    shorts = np.empty(most * 2 * MAX_SIDE, np.uint16)
    groups, length = _list_groups(
        arc_first, unit_bits, unit_count, equations, leftovers, level, records, shorts
    )
    return _assemble(digits, constraints, peers, arc_first, arcs, supports, unit_bits[:unit_count],
                     records[:groups], shorts[:length], set_start, sets)  # fmt: skip


MAX_SIDE = 16  # cells of a unit, or of one side of a derived group


@kernel
def _assemble(digits, constraints, peers, arc_first, arcs, supports, unit_bits, records, shorts,
              set_start, sets):  # fmt: skip
    """Put all tables into one array and settle the base."""
    cells, words = peers.shape
    groups = records.shape[0]
    group_words = max(1, (groups + 63) // 64)
    header = np.zeros(PROGRAM_HEADER, np.int64)
    header[DIGITS] = digits
    header[CELLS] = cells
    header[WORDS] = words
    header[GROUP_WORDS] = group_words
    header[FRAME] = 64 * words
    header[GROUP_COUNT] = groups
    header[UNIT_COUNT] = unit_bits.shape[0]
    header[TOTALS] = set_start.shape[1]
    for group in range(groups):
        if records[group, KIND] == LOCK:
            header[FIRST_LOCK] = group
            break
    end = _reserve(header, WEIGHTS, PROGRAM_HEADER, cells)
    end = _reserve(header, PEERS, end, peers.size)
    end = _reserve(header, PEER_FIRST, end, cells + 1)
    end = _reserve(header, GROUPS, end, records.size)
    end = _reserve(header, CELL_GROUPS, end, cells * group_words)
    end = _reserve(header, UNIT_SETS, end, unit_bits.size)
    end = _reserve(header, ARC_FIRST, end, cells + 1)
    end = _reserve(header, SET_FIRST, end, set_start.size)
    peer_count = size_of(peers.reshape(peers.size))
    base = 4 * end
    first_cell = base + 64 * words
    first_peer = first_cell + shorts.size
    first_arc = first_peer + peer_count
    first_support = first_arc + arcs.size
    first_set = first_support + supports.size
    header[BASE] = base
    header[SUPPORTS] = first_support
    program = np.zeros((first_set + sets.size + 3) // 4, np.int64)
    program[:PROGRAM_HEADER] = header
    _put(program, header[WEIGHTS], _first_weights(digits, constraints, arc_first), 0)
    _put(program, header[PEERS], peers.reshape(peers.size), 0)
    _put(program, header[GROUPS], records.reshape(records.size), 0)
    _put(program, header[UNIT_SETS], unit_bits.reshape(unit_bits.size), 0)
    _put(program, header[ARC_FIRST], arc_first, first_arc)
    _put(program, header[SET_FIRST], set_start.reshape(set_start.size), first_set)
    _put_shorts(program, first_cell, shorts)
    _put_shorts(program, first_arc, arcs)
    _put_shorts(program, first_support, supports.reshape(supports.size))
    _put_shorts(program, first_set, sets)
    _finish(program, peers, first_cell, first_peer, shorts)
    return program


@kernel
def _put(program, place, words, offset):
    for i in range(words.shape[0]):
        program[place + i] = words[i] + offset


@kernel
def _put_shorts(program, place, shorts):
    for i in range(shorts.shape[0]):
        set_short(program, place + i, np.int64(shorts[i]))


@kernel
def _finish(program, peers, first_cell, first_peer, shorts):
    """What refers to other tables: lists of peers, cells of groups and groups of cells, base."""
    cells, words = peers.shape
    fill = first_peer
    for cell in range(cells):
        program[program[PEER_FIRST] + cell] = fill
        for i in range(words):
            rest = peers[cell, i]
            while rest:
                set_short(program, fill, 64 * i + lowest_index(rest))
                rest &= rest - 1
                fill += 1
    program[program[PEER_FIRST] + cells] = fill
    for group in range(program[GROUP_COUNT]):
        record = program[GROUPS] + group * GROUP_RECORD
        for i in range(program[record + FIRST], program[record + LAST]):
            row = program[CELL_GROUPS] + np.int64(shorts[i]) * program[GROUP_WORDS]
            program[row + (group >> 6)] |= 1 << (group & 63)
        for field in (FIRST, SPLIT, LAST):
            program[record + field] += first_cell
    _settle_base(program)


@kernel
def _settle_base(program):
    """What the rules alone leave of the candidates; all zero if that is nothing."""
    scratch = new_scratch(program)
    frame = word(scratch, FRAMES)
    for cell in range(program[CELLS]):
        set_short(scratch, frame + cell, (1 << program[DIGITS]) - 1)
        note_change(program, scratch, cell)
    if propagate(program, scratch, frame):
        for cell in range(program[CELLS]):
            set_short(program, program[BASE] + cell, short(scratch, frame + cell))
