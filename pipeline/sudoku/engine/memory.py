"""Two kinds of memory, each one array of int64: a compiled rule list, and a search's scratch.

Steps get them as addresses: Numba passes an array as seven values and counts references to
it, which costs more than most steps do, in running and in compiling. The entry ``questions.ask``
keeps the arrays alive. A header of named slots says where each table begins: *word* tables
count in int64, *short* tables in uint16 from the same beginning. Nothing is checked; only the
compiler (``compile.py``) and the steps write here.

Candidate masks have bit d-1 set where digit d may stand. Sets of cells, and of groups, are
rows of words, 64 members a word.

A *group* is one thing to propagate, of some kind. Each kind has words of its own in a set of
groups, cheap kinds first, and the first word with a changed group goes next, so cheap steps
are always exhausted before dear ones.
"""

import numpy as np
from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic

from pipeline.kernels import inner_kernel

# Slots of a program's header. W: words a set of cells; V: words a set of groups.
DIGITS = 0  # N
CELLS = 1  # N * N
WORDS = 2  # W
GROUP_WORDS = 3  # V
FRAME = 4  # shorts a frame: 64 W
BASE = 5  # shorts[FRAME]: candidates before any given, at the fixpoint; all zero if none
WEIGHTS = 6  # words[CELLS]: what each cell's conflict score starts from
PEERS = 7  # words[CELLS, W]: the cells that must differ from this one
WORD_KIND = 8  # words[V]: the kind of the groups of this word
WORD_FIRST = 9  # words[V]: where the record of its first group is
CELL_GROUPS = 10  # words[CELLS, V]: groups to look at again when this cell has changed
UNIT_SETS = 11  # words[units, W]: the cells of each unit
UNIT_COUNT = 12
ARC_FIRST = 13  # words[CELLS + 1]: the short at which each cell's arcs begin: (cell, row) pairs
SUPPORTS = 14  # shorts[rows, 512]: digits that some candidate permits, by the low byte of the
#                candidates; from 256 on by their high byte
SET_FIRST = 15  # words[N + 1, TOTALS]: the short at which sets of so many digits, this total begin
TOTALS = 16
PROGRAM_HEADER = 20

# Words of a group's record.
FIRST = 0  # the short at which its cells begin
SPLIT = 1  # where its second side begins (subtracted, or left over)
LAST = 2  # where its cells end
TOTAL = 3
UNIT_SET = 4  # of a unit: the word at which its set of cells begins
CLIQUES = 5  # of an equation: bit i is set if cell FIRST + i begins a run of cells that must differ
RECORD = 6

# Kinds of groups.
ARCS = 0  # one cell and all relations that start from it
UNIT = 1  # every digit exactly once: hidden singles
SUM = 2  # mutually distinct cells that add up to the total
LOCK = 3  # a unit again: digits confined to cells that all see some other cell
REQUIRED = 4  # a sum again: digits that it must hold, confined as those of a LOCK
LINEAR = 5  # cells, some of them subtracted, that add up to the total; repeats are possible
LEFTOVERS = 6  # two sides that hold the same digits, each as often
APART = 7  # LINEAR again: bounds that know which of the cells must differ

# Slots of a scratch's header; CHANGED to FEW_PLACES in this order (``new_scratch``).
PLANES_FRESH = 0  # do PLANES mirror the current frame?
FAILURES = 1  # failures since the conflict scores were last halved
CHANGED = 2  # words[W]: cells that changed and whose groups and peers have not been told
DIRTY = 3  # words[V]: groups of which a cell has changed
PLANES = 4  # words[N, W]: for each digit the cells where it is a candidate, when fresh
SCORES = 5  # words[CELLS]: conflict scores
OPEN_MASKS = 6  # words[CELLS]: candidates of the unsolved cells of the group at hand
OPEN_CELLS = 7  # words[CELLS]: which cells these are
REACHABLE = 8  # words[CELLS + 1]: sums that the open cells so far can reach, as bits
BRANCHES = 9  # words[CELLS + 2]: of each depth the cell branched on and, from bit 32, the digit
FEW_PLACES = 10  # words[units, W], the first of each row: digits with two or three places there
FRAMES = 11  # shorts[CELLS + 2, FRAME]: candidates of each cell, one frame a depth
RANDOM = 12  # is branching random?
TOUCHED = 13  # digits that have left a cell since the last sweep of LOCK groups
SCRATCH_HEADER = 16

MAX_DIGITS = 16

# What a failure adds to conflict scores.
BRANCHED = 128  # to the cell that was branched on
EMPTIED = 32  # to a cell without candidates
INVOLVED = 64  # to each cell of a group that cannot be met


def _pointer(builder, memory, index, width):
    """A pointer to integer ``index``, of ``width`` bits, from an address."""
    start = builder.inttoptr(memory, ir.IntType(width).as_pointer())
    return builder.gep(start, [index], inbounds=True)


@intrinsic
def address_of(typing_context, array):
    """The address of a contiguous array, which the caller has to keep alive."""

    def generate(context, builder, signature, arguments):
        struct = context.make_array(signature.args[0])(context, builder, arguments[0])
        return builder.ptrtoint(struct.data, ir.IntType(64))

    return types.int64(array), generate


@intrinsic
def word(typing_context, memory, index):
    """Word ``index`` of the memory at an address."""

    def generate(context, builder, signature, arguments):
        memory, index = arguments
        return builder.load(_pointer(builder, memory, index, 64))

    return types.int64(types.int64, types.int64), generate


@intrinsic
def set_word(typing_context, memory, index, value):
    """Store a word."""

    def generate(context, builder, signature, arguments):
        place, index, new = arguments
        builder.store(new, _pointer(builder, place, index, 64))
        return context.get_dummy_value()

    return types.void(types.int64, types.int64, types.int64), generate


@intrinsic
def short(typing_context, memory, index):
    """Short ``index`` of the memory at an address, as an int64."""

    def generate(context, builder, signature, arguments):
        memory, index = arguments
        return builder.zext(builder.load(_pointer(builder, memory, index, 16)), ir.IntType(64))

    return types.int64(types.int64, types.int64), generate


@intrinsic
def set_short(typing_context, memory, index, value):
    """Store a value below 65,536 as a short."""

    def generate(context, builder, signature, arguments):
        place, index, new = arguments
        new = builder.trunc(new, ir.IntType(16))
        builder.store(new, _pointer(builder, place, index, 16))
        return context.get_dummy_value()

    return types.void(types.int64, types.int64, types.int64), generate


@intrinsic
def out_of_line(typing_context):
    """Have the kernel that says this compiled once, not copied into its callers."""

    def generate(context, builder, signature, arguments):
        builder.function.attributes.add("noinline")
        return context.get_dummy_value()

    return types.void(), generate


@inner_kernel(_nrt=True)
def new_scratch(program):
    """Scratch memory for searches of ``program`` (an address): int64[...]."""
    out_of_line()
    cells = word(program, CELLS)
    words = word(program, WORDS)
    groups = word(program, GROUP_WORDS)
    sizes = (
        words,
        groups,
        word(program, DIGITS) * words,
        cells,
        cells,
        cells,
        cells + 1,
        cells + 2,
        word(program, UNIT_COUNT) * words,
    )
    end = SCRATCH_HEADER
    for size in sizes:
        end += size
    scratch = np.zeros(end + (cells + 2) * 16 * words, np.int64)
    scratch[FRAMES] = 4 * end
    end = SCRATCH_HEADER
    for i in range(len(sizes)):
        scratch[CHANGED + i] = end
        end += sizes[i]
    return scratch


@inner_kernel(forceinline=True)
def add_score(scratch, cell, amount):
    """Raise a cell's conflict score."""
    place = word(scratch, SCORES) + cell
    set_word(scratch, place, word(scratch, place) + amount)


@inner_kernel
def blame(program, scratch, group):
    """Raise the conflict scores of a failed group's cells; False, for the caller to return."""
    out_of_line()
    for i in range(word(program, group + FIRST), word(program, group + LAST)):
        place = word(scratch, SCORES) + short(program, i)
        set_word(scratch, place, word(scratch, place) + INVOLVED)
    return False


@inner_kernel(forceinline=True)
def narrow(scratch, frame, cell, mask):
    """Leave ``mask`` in a cell and note that it has changed."""
    touched = word(scratch, TOUCHED) | (short(scratch, frame + cell) ^ mask)
    set_word(scratch, TOUCHED, touched)
    set_short(scratch, frame + cell, mask)
    place = word(scratch, CHANGED) + (cell >> 6)
    set_word(scratch, place, word(scratch, place) | (1 << (cell & 63)))
