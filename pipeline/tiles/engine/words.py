"""Single instructions on 64-bit words, and loads and stores by address.

The search's tables hold addresses of other tables, so that a step is loads and additions
without any multiplication or bounds. An address is an int64 from ``address_of``; the caller
keeps the array alive for as long as the address is used (it is an argument of the kernel).
Everything is int64: Numba turns uint64 mixed with int64 into floating point.
"""

from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic

I1, I8, I16, I64 = (ir.IntType(bits) for bits in (1, 8, 16, 64))


@intrinsic
def ones(typing_context, word):
    """How many bits of an int64 are set."""

    def generate(context, builder, signature, arguments):
        return builder.ctpop(arguments[0])

    return types.int64(types.int64), generate


@intrinsic
def lowest(typing_context, word):
    """The index of the lowest set bit of an int64; 64 for zero."""

    def generate(context, builder, signature, arguments):
        return builder.cttz(arguments[0], ir.Constant(I1, 0))

    return types.int64(types.int64), generate


@intrinsic
def address_of(typing_context, array):
    """The address of an array's first element, as int64."""

    def generate(context, builder, signature, arguments):
        data = context.make_array(signature.args[0])(context, builder, arguments[0]).data
        return builder.ptrtoint(data, I64)

    return types.int64(array), generate


@intrinsic
def load64(typing_context, address):
    """The int64 at an address that is a multiple of 8."""

    def generate(context, builder, signature, arguments):
        pointer = builder.inttoptr(arguments[0], I64.as_pointer())
        return builder.load(pointer, align=8)

    return types.int64(types.int64), generate


@intrinsic
def load16(typing_context, address):
    """The unsigned 16-bit number at an address that is a multiple of 2, as int64."""

    def generate(context, builder, signature, arguments):
        pointer = builder.inttoptr(arguments[0], I16.as_pointer())
        return builder.zext(builder.load(pointer, align=2), I64)

    return types.int64(types.int64), generate


@intrinsic
def store64(typing_context, address, value):
    """Write an int64 to an address that is a multiple of 8."""

    def generate(context, builder, signature, arguments):
        pointer = builder.inttoptr(arguments[0], I64.as_pointer())
        builder.store(arguments[1], pointer, align=8)
        return context.get_dummy_value()

    return types.void(types.int64, types.int64), generate


@intrinsic
def load8(typing_context, address):
    """The byte at an address, as int64."""

    def generate(context, builder, signature, arguments):
        pointer = builder.inttoptr(arguments[0], I8.as_pointer())
        return builder.zext(builder.load(pointer, align=1), I64)

    return types.int64(types.int64), generate
