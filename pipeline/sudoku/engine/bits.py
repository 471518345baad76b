"""Bit operations that the general engine's kernels share, as single machine instructions.

Masks and words of bitsets are int64 throughout: Numba turns uint64 mixed with int64 into
floating point. Bit 63 is then the sign, which ``&``, ``|``, ``^``, ``~`` do not mind.
"""

from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic

from pipeline.kernels.vector import Vector, splat, step, vector

WORD_BITS = 64
SET_LANES = 16
SETS = vector(SET_LANES, 16)


@intrinsic
def lowest_index(typing_context, bits):
    """The index of the lowest set bit of an int64 that is not zero."""

    def generate(context, builder, signature, arguments):
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(types.int64), generate


@intrinsic
def highest_index(typing_context, bits):
    """The index of the highest set bit of an int64 that is not zero."""

    def generate(context, builder, signature, arguments):
        zeros = builder.ctlz(arguments[0], ir.Constant(ir.IntType(1), 1))
        return builder.xor(zeros, ir.Constant(ir.IntType(64), WORD_BITS - 1))

    return types.int64(types.int64), generate


@intrinsic
def count_bits(typing_context, bits):
    """How many bits of an int64 are set."""

    def generate(context, builder, signature, arguments):
        return builder.ctpop(arguments[0])

    return types.int64(types.int64), generate


def _lanes(builder, memory, first, width):
    """Shorts ``first ..`` of the memory at an address, as one vector."""
    lanes = ir.VectorType(ir.IntType(16), width)
    start = builder.inttoptr(memory, ir.IntType(16).as_pointer())
    place = builder.bitcast(builder.gep(start, [first], inbounds=True), lanes.as_pointer())
    return builder.load(place, align=2)


def _lanes_that_meet(builder, memory, first, mask, width):
    """An integer of ``width`` bits: does short ``first + i`` meet ``mask``?"""
    vector = _lanes(builder, memory, first, width)
    lane = builder.trunc(mask, ir.IntType(16))
    splat = builder.insert_element(vector.type(None), lane, ir.Constant(ir.IntType(32), 0))
    zeros = ir.Constant(ir.VectorType(ir.IntType(32), width), [0] * width)
    splat = builder.shuffle_vector(splat, splat, zeros)
    met = builder.icmp_unsigned("!=", builder.and_(vector, splat), vector.type(None))
    return builder.bitcast(met, ir.IntType(width))


@intrinsic
def cells_with(typing_context, memory, first, mask):
    """Bit i of the result: does short ``first + i`` of ``memory`` meet ``mask``? 64 of them.

    One comparison of 64 lanes, which LLVM cuts to the width of the machine.
    """

    def generate(context, builder, signature, arguments):
        memory, first, mask = arguments
        return _lanes_that_meet(builder, memory, first, mask, WORD_BITS)

    return types.int64(types.int64, types.int64, types.int64), generate


@step(SETS)
def sets_within(builder, memory, first, digits, count):
    """Shorts ``first ..`` of ``memory``, the first ``count`` of 16, as a vector; others are 0.

    So are those with a digit outside ``digits`` (an int64).
    """
    sets = Vector(builder, _lanes(builder, memory, first, SET_LANES))
    narrow = ir.IntType(16)
    outside = splat(builder, SETS, builder.trunc(builder.not_(digits), narrow))
    amount = splat(builder, SETS, builder.trunc(count, narrow))
    beyond = builder.icmp_unsigned(">=", sets.constant(range(SET_LANES)).value, amount.value)
    wrong = (sets & outside) | Vector(builder, builder.sext(beyond, SETS.llvm))
    return sets & wrong.equals(0)


@step(SETS)
def sets_that_meet(builder, sets, digits):
    """The sets with a digit of ``digits`` (an int64); others are 0."""
    met = sets & splat(builder, SETS, builder.trunc(digits, ir.IntType(16)))
    return sets & ~met.equals(0)


def _fold(builder, sets):
    """The union of 16 sets as an int64."""
    low, high = sets.parts(SET_LANES // 2)
    halves = (low | high).as_lanes(WORD_BITS)
    union = builder.or_(halves.lane(0), halves.lane(1))
    for distance in (32, 16):
        union = builder.or_(union, builder.lshr(union, ir.Constant(union.type, distance)))
    return builder.and_(union, ir.Constant(union.type, (1 << 16) - 1))


@step(types.int64)
def union_of_sets(builder, sets):
    """The digits that some set holds."""
    return _fold(builder, sets)


@step(types.int64)
def common_to_sets(builder, sets):
    """The digits that every set holds that is not 0; all bits set if there is none."""
    return builder.not_(_fold(builder, ~sets & ~sets.equals(0)))


@intrinsic
def open_cells(typing_context, memory, first):
    """Bit i of the result: has short ``first + i`` of ``memory`` two bits or more? 64 of them."""

    def generate(context, builder, signature, arguments):
        memory, first = arguments
        vector = _lanes(builder, memory, first, WORD_BITS)
        less = builder.add(vector, ir.Constant(vector.type, [-1] * WORD_BITS))
        several = builder.icmp_unsigned("!=", builder.and_(vector, less), vector.type(None))
        return builder.bitcast(several, ir.IntType(64))

    return types.int64(types.int64, types.int64), generate
