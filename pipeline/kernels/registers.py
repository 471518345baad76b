"""Vector registers as values in kernels: ``Bytes16`` (16 x uint8) and ``Words4`` (4 x uint64).

A register is an ordinary local variable of a kernel. ``& | ^ + -`` work lane by lane, and so
do the functions below. All of it is plain LLVM vector code without a word about any one
processor, except in ``shuffle``: LLVM turns it into the best instructions of the machine that
it compiles for and into loops where there are none, with the same answers.
"""

import functools
import operator
from typing import ClassVar

from llvmlite import binding, ir
from numba.core import types
from numba.core.datamodel import models, register_default
from numba.core.typing import signature
from numba.core.typing.templates import ConcreteTemplate, infer_global
from numba.extending import intrinsic, lower_builtin

from pipeline.kernels import inner_kernel as inner_kernel  # noqa: PLC0414 (handed on)
from pipeline.kernels import kernel

I1, I8, I16, I32, I64 = (ir.IntType(bits) for bits in (1, 8, 16, 32, 64))


def bare_kernel(function):
    """A kernel that allocates nothing, compiled without counting references to arrays.

    Counting them costs more than the work of a short kernel that is handed a few.
    """
    return kernel(_nrt=False)(function)


class Bytes16Type(types.Type):
    """16 unsigned bytes; lane 0 stands first in memory."""

    vector = ir.VectorType(I8, 16)

    def __init__(self):
        super().__init__(name="Bytes16")


class Words4Type(types.Type):
    """4 unsigned 64-bit words."""

    vector = ir.VectorType(I64, 4)

    def __init__(self):
        super().__init__(name="Words4")


@register_default(Bytes16Type)
@register_default(Words4Type)
class RegisterModel(models.PrimitiveModel):  # type: ignore[misc]
    """A register is held as the LLVM vector itself."""

    def __init__(self, manager, register):
        super().__init__(manager, register, register.vector)


Bytes16, Words4 = Bytes16Type(), Words4Type()


def _define_operator(symbol, emit):
    """Teach Numba ``a symbol b`` for registers of one type."""

    @infer_global(symbol)
    class Template(ConcreteTemplate):  # type: ignore[misc]
        cases: ClassVar = [signature(kind, kind, kind) for kind in (Bytes16, Words4)]

    for register in (Bytes16, Words4):
        lower_builtin(symbol, register, register)(
            lambda context, builder, sig, args: emit(builder, *args)
        )


_define_operator(operator.and_, lambda builder, a, b: builder.and_(a, b))
_define_operator(operator.or_, lambda builder, a, b: builder.or_(a, b))
_define_operator(operator.xor, lambda builder, a, b: builder.xor(a, b))
_define_operator(operator.add, lambda builder, a, b: builder.add(a, b))
_define_operator(operator.sub, lambda builder, a, b: builder.sub(a, b))


def _address(context, builder, sig, args, pointee):
    """Where element ``args[1]`` of the array ``args[0]`` stands, as a pointer to ``pointee``."""
    data = context.make_array(sig.args[0])(context, builder, args[0]).data
    return builder.bitcast(builder.gep(data, [args[1]]), pointee.as_pointer())


def _constant(vector, values):
    return ir.Constant(vector, [ir.Constant(vector.element, int(value)) for value in values])


def _splat(builder, vector, value):
    """All lanes equal to ``value``."""
    one = builder.insert_element(ir.Constant(vector, ir.Undefined), value, ir.Constant(I32, 0))
    lanes = _constant(ir.VectorType(I32, vector.count), [0] * vector.count)
    return builder.shuffle_vector(one, ir.Constant(vector, ir.Undefined), lanes)


@intrinsic
def load16(typing, array, offset):
    """The 16 bytes from ``array[offset]`` on (uint8[:]; they must all lie in the array)."""

    def emit(context, builder, sig, args):
        pointer = _address(context, builder, sig, args, Bytes16.vector)
        return builder.load(pointer, align=1, typ=Bytes16.vector)

    return Bytes16(array, types.intp), emit


@intrinsic
def store16(typing, array, offset, register):
    """Write 16 bytes from ``array[offset]`` on (uint8[:])."""

    def emit(context, builder, sig, args):
        pointer = _address(context, builder, sig, args, Bytes16.vector)
        builder.store(args[2], pointer, align=1)
        return context.get_dummy_value()

    return types.void(array, types.intp, Bytes16), emit


@intrinsic
def load_word(typing, array, offset):
    """The 8 bytes from ``array[offset]`` on as a little-endian uint64 (uint8[:])."""

    def emit(context, builder, sig, args):
        pointer = _address(context, builder, sig, args, I64)
        return builder.load(pointer, align=1, typ=I64)

    return types.uint64(array, types.intp), emit


@intrinsic
def store_word(typing, array, offset, word):
    """Write a uint64 to the 8 bytes from ``array[offset]`` on (uint8[:])."""

    def emit(context, builder, sig, args):
        pointer = _address(context, builder, sig, args, I64)
        builder.store(args[2], pointer, align=1)
        return context.get_dummy_value()

    return types.void(array, types.intp, types.uint64), emit


def _shuffle_by_parts(builder, source, lanes):
    """``shuffle`` a lane at a time: right everywhere, slow."""
    result = ir.Constant(Bytes16.vector, ir.Undefined)
    for i in range(16):
        place = ir.Constant(I32, i)
        byte = builder.extract_element(source, builder.extract_element(lanes, place))
        result = builder.insert_element(result, byte, place)
    return result


@functools.cache
def _shuffle_instruction(triple, processor, features):
    """The LLVM intrinsic that shuffles by variable lanes on a processor, or None.

    LLVM knows by itself which x86 processors have one, but recognises our lane-by-lane code
    only if nothing else was optimised into it. So it is shown the bare code, once.
    """
    if triple.startswith(("aarch64", "arm64")):
        return "llvm.aarch64.neon.tbl1.v16i8"
    if not triple.startswith("x86_64"):
        return None
    module = ir.Module()
    function = ir.Function(module, ir.FunctionType(Bytes16.vector, [Bytes16.vector] * 2), "probe")
    builder = ir.IRBuilder(function.append_basic_block())
    builder.ret(_shuffle_by_parts(builder, *function.args))
    target = binding.Target.from_triple(triple)
    machine = target.create_target_machine(cpu=processor, features=features, opt=2)
    assembly = machine.emit_assembly(binding.parse_assembly(str(module)))
    return "llvm.x86.ssse3.pshuf.b.128" if "pshufb" in assembly else None


@intrinsic
def shuffle(typing, register, indices):
    """Lane i of the result is ``register[indices[i]]``; indices are below 16."""

    def emit(context, builder, sig, args):
        name = _shuffle_instruction(*context.codegen().magic_tuple())
        if name is None:
            return _shuffle_by_parts(builder, *args)
        function = ir.FunctionType(Bytes16.vector, [Bytes16.vector] * 2)
        return builder.call(builder.module.declare_intrinsic(name, (), function), args)

    return Bytes16(Bytes16, Bytes16), emit


@intrinsic
def splat16(typing, byte):
    """A register with all lanes equal to ``byte`` (its low 8 bits)."""

    def emit(context, builder, sig, args):
        return _splat(builder, Bytes16.vector, builder.trunc(args[0], I8))

    return Bytes16(types.int64), emit


@intrinsic
def from_words(typing, low, high):
    """Lanes 0-7 from the bytes of ``low``, lanes 8-15 from those of ``high`` (uint64)."""

    def emit(context, builder, sig, args):
        pair = ir.VectorType(I64, 2)
        value = ir.Constant(pair, ir.Undefined)
        for i, word in enumerate(args):
            value = builder.insert_element(value, word, ir.Constant(I32, i))
        return builder.bitcast(value, Bytes16.vector)

    return Bytes16(types.uint64, types.uint64), emit


def _word_reader(half):
    @intrinsic
    def word(typing, register):
        """Lanes 0-7 (low) or 8-15 (high) as a little-endian uint64."""

        def emit(context, builder, sig, args):
            pair = builder.bitcast(args[0], ir.VectorType(I64, 2))
            return builder.extract_element(pair, ir.Constant(I32, half))

        return types.uint64(Bytes16), emit

    return word


low_word, high_word = _word_reader(0), _word_reader(1)


@intrinsic
def zero_lanes(typing, register):
    """Bit i of the result (int64) is set where lane i is zero."""

    def emit(context, builder, sig, args):
        zero = ir.Constant(Bytes16.vector, None)
        flags = builder.icmp_unsigned("==", args[0], zero)
        return builder.zext(builder.bitcast(flags, I16), I64)

    return types.int64(Bytes16), emit


@intrinsic
def nonzero(typing, register):
    """All ones in every lane that is not zero."""

    def emit(context, builder, sig, args):
        flags = builder.icmp_unsigned("!=", args[0], ir.Constant(Bytes16.vector, None))
        return builder.sext(flags, Bytes16.vector)

    return Bytes16(Bytes16), emit


@intrinsic
def nibbles(typing, register):
    """The lanes, each below 16, packed into one uint64: lane i in bits 4i to 4i+3."""

    def emit(context, builder, sig, args):
        pairs = ir.VectorType(I16, 8)
        wide = builder.bitcast(args[0], pairs)
        wide = builder.or_(wide, builder.lshr(wide, _constant(pairs, [4] * 8)))
        return builder.bitcast(builder.trunc(wide, ir.VectorType(I8, 8)), I64)

    return types.uint64(Bytes16), emit


@intrinsic
def from_nibbles(typing, word):
    """The inverse of ``nibbles``: lane i from bits 4i to 4i+3 of a uint64."""

    def emit(context, builder, sig, args):
        pairs = ir.VectorType(I16, 8)
        packed = builder.bitcast(args[0], ir.VectorType(I8, 8))
        wide = builder.zext(packed, pairs)
        wide = builder.or_(wide, builder.shl(wide, _constant(pairs, [4] * 8)))
        return builder.bitcast(builder.and_(wide, _constant(pairs, [0x0F0F] * 8)), Bytes16.vector)

    return Bytes16(types.uint64), emit


def fixed_shuffle(*lanes):
    """A function of two registers a, b: lane i of its result is lane ``lanes[i]`` of a, or
    lane ``lanes[i] - 16`` of b."""

    @intrinsic
    def pick(typing, a, b):
        def emit(context, builder, sig, args):
            return builder.shuffle_vector(*args, _constant(ir.VectorType(I32, 16), lanes))

        return Bytes16(Bytes16, Bytes16), emit

    return pick


def interleave(size, half):
    """A function of two registers a, b: pieces of ``size`` bytes in turn from a and from b,
    out of the lower (``half`` 0) or upper (1) half of each."""
    starts = range(8 * half, 8 * half + 8, size)
    return fixed_shuffle(
        *(start + side + i for start in starts for side in (0, 16) for i in range(size))
    )


def _lesser(builder, a, b):
    return builder.select(builder.icmp_unsigned("<", a, b), a, b)


@intrinsic
def lesser(typing, a, b):
    """Lane by lane the lesser of two registers."""

    def emit(context, builder, sig, args):
        return _lesser(builder, *args)

    return Bytes16(Bytes16, Bytes16), emit


@intrinsic
def least_lane(typing, register):
    """The least lane, as int64."""

    def emit(context, builder, sig, args):
        value, undefined = args[0], ir.Constant(Bytes16.vector, ir.Undefined)
        for distance in (8, 4, 2, 1):
            lanes = [i % (2 * distance) ^ distance if i < distance else i for i in range(16)]
            moved = builder.shuffle_vector(
                value, undefined, _constant(ir.VectorType(I32, 16), lanes)
            )
            value = _lesser(builder, value, moved)
        return builder.zext(builder.extract_element(value, ir.Constant(I32, 0)), I64)

    return types.int64(Bytes16), emit


@intrinsic
def bit_count(typing, word):
    """How many bits are set in an int64."""

    def emit(context, builder, sig, args):
        return builder.ctpop(args[0])

    return types.int64(types.int64), emit


@intrinsic
def trailing_zeros(typing, word):
    """The number of the lowest bit that is set in an int64, which must not be zero."""

    def emit(context, builder, sig, args):
        return builder.cttz(args[0], ir.Constant(I1, 1))

    return types.int64(types.int64), emit


@intrinsic
def load4(typing, array, offset):
    """The 4 words from ``array[offset]`` on (uint64[:])."""

    def emit(context, builder, sig, args):
        pointer = _address(context, builder, sig, args, Words4.vector)
        return builder.load(pointer, align=8, typ=Words4.vector)

    return Words4(array, types.intp), emit


@intrinsic
def splat4(typing, word):
    """A Words4 with all lanes equal to ``word``."""

    def emit(context, builder, sig, args):
        return _splat(builder, Words4.vector, args[0])

    return Words4(types.uint64), emit


@intrinsic
def lane4(typing, register, lane):
    """Lane ``lane`` of a Words4 as uint64."""

    def emit(context, builder, sig, args):
        return builder.extract_element(args[0], args[1])

    return types.uint64(Words4, types.intp), emit


def rotation4(bits):
    """A function that rotates every lane of a Words4 right by a constant number of bits."""

    @intrinsic
    def rotate(typing, register):
        def emit(context, builder, sig, args):
            right = _constant(Words4.vector, [bits] * 4)
            left = _constant(Words4.vector, [64 - bits] * 4)
            return builder.or_(builder.lshr(args[0], right), builder.shl(args[0], left))

        return Words4(Words4), emit

    return rotate
