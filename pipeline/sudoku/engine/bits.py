"""Bit operations that the general engine's kernels share, as single machine instructions.

Masks and words of bitsets are int64 throughout: Numba turns uint64 mixed with int64 into
floating point. Bit 63 is then the sign, which ``&``, ``|``, ``^``, ``~`` do not mind.
"""

from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic

WORD_BITS = 64
SET_LANES = 16


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


@intrinsic
def sets_with(typing_context, memory, first, mask):
    """``cells_with`` for 16 shorts."""

    def generate(context, builder, signature, arguments):
        memory, first, mask = arguments
        met = _lanes_that_meet(builder, memory, first, mask, SET_LANES)
        return builder.zext(met, ir.IntType(64))

    return types.int64(types.int64, types.int64, types.int64), generate


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
