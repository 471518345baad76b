"""Vector code that reads like arithmetic: ``Vector`` and the ``step`` decorator.

A *step* is a Python function over ``Vector`` values. It runs once, while a kernel is being
compiled, and its operators write LLVM vector instructions in place; to the kernel that calls
it, it looks like any other function, and vectors look like any other local variable::

    @step(vector(8))
    def majority(a, b, c):
        return (a & b) | (c & (a | b))

Lanes are unsigned integers of 32 bits unless another width is asked for. Nothing here names
a processor: LLVM splits, widens and fuses vectors for the machine that it compiles for, with
the same answers everywhere.
"""

import functools
import inspect

from llvmlite import ir
from numba.core import types
from numba.core.datamodel import models, register_default
from numba.core.typing import signature
from numba.extending import intrinsic

INDEX = ir.IntType(32)


class VectorType(types.Type):
    """The Numba type of a vector: a plain value, never a Python object."""

    def __init__(self, lanes, bits):
        self.llvm = ir.VectorType(ir.IntType(bits), lanes)
        super().__init__(name=f"vector({lanes} x uint{bits})")


@register_default(VectorType)
class VectorModel(models.PrimitiveModel):  # type: ignore[misc]
    """A vector is held as the LLVM vector itself."""

    def __init__(self, manager, kind):
        super().__init__(manager, kind, kind.llvm)


@functools.cache
def vector(lanes, bits=32):
    """The type of vectors with that many lanes, for signatures of steps."""
    return VectorType(lanes, bits)


class Vector:
    """An LLVM vector under construction. Operators work lane by lane and wrap around.

    The other operand is a Vector of the same type, an integer (the same in all lanes) or a
    sequence of integers (one a lane). Shifts are by less than the width of a lane.
    """

    def __init__(self, builder, value):
        self.builder = builder
        self.value = value

    @property
    def lanes(self):
        """How many lanes there are."""
        return self.value.type.count

    @property
    def bits(self):
        """The width of the whole vector."""
        return self.lanes * self.value.type.element.width

    def _new(self, value):
        return Vector(self.builder, value)

    def constant(self, numbers):
        """The given number in all lanes, or one number a lane, as a Vector like this one."""
        if isinstance(numbers, int):
            numbers = [numbers] * self.lanes
        element = self.value.type.element
        mask = (1 << element.width) - 1
        constants = [ir.Constant(element, number & mask) for number in numbers]
        return self._new(ir.Constant(self.value.type, constants))

    def _operand(self, other):
        return (other if isinstance(other, Vector) else self.constant(other)).value

    def __and__(self, other):
        return self._new(self.builder.and_(self.value, self._operand(other)))

    def __or__(self, other):
        return self._new(self.builder.or_(self.value, self._operand(other)))

    def __xor__(self, other):
        return self._new(self.builder.xor(self.value, self._operand(other)))

    def __invert__(self):
        return self ^ -1

    def __add__(self, other):
        return self._new(self.builder.add(self.value, self._operand(other)))

    def __sub__(self, other):
        return self._new(self.builder.sub(self.value, self._operand(other)))

    def __mul__(self, other):
        return self._new(self.builder.mul(self.value, self._operand(other)))

    def __lshift__(self, count):
        return self._new(self.builder.shl(self.value, self._operand(count)))

    def __rshift__(self, count):
        return self._new(self.builder.lshr(self.value, self._operand(count)))

    def equals(self, other):
        """All bits set in the lanes that are equal, none in the others."""
        flags = self.builder.icmp_unsigned("==", self.value, self._operand(other))
        return self._new(self.builder.sext(flags, self.value.type))

    def least(self, other):
        """The smaller of the two, lane by lane."""
        other = self._operand(other)
        smaller = self.builder.icmp_unsigned("<", self.value, other)
        return self._new(self.builder.select(smaller, self.value, other))

    def bit_counts(self):
        """How many bits are set, lane by lane."""
        name = f"llvm.ctpop.v{self.lanes}i{self.value.type.element.width}"
        kind = ir.FunctionType(self.value.type, [self.value.type])
        module = self.builder.module
        function = module.globals.get(name) or ir.Function(module, kind, name)
        return self._new(self.builder.call(function, [self.value]))

    def shuffle(self, lanes, other=None):
        """Lane i of the result is lane ``lanes[i]``, counted through self and then other."""
        other = ir.Constant(self.value.type, ir.Undefined) if other is None else other.value
        mask = ir.Constant(ir.VectorType(INDEX, len(lanes)), [INDEX(lane) for lane in lanes])
        return self._new(self.builder.shuffle_vector(self.value, other, mask))

    def join(self, other):
        """The lanes of self, then those of ``other``."""
        return self.shuffle(range(2 * self.lanes), other)

    def parts(self, lanes):
        """The vector cut into vectors of that many lanes."""
        starts = range(0, self.lanes, lanes)
        return [self.shuffle(range(start, start + lanes)) for start in starts]

    def as_lanes(self, bits):
        """The same bits as lanes of another width, the low ones first."""
        kind = ir.VectorType(ir.IntType(bits), self.bits // bits)
        return self._new(self.builder.bitcast(self.value, kind))

    def lane(self, index):
        """One lane as an LLVM integer; ``index`` is an int or an LLVM integer."""
        index = INDEX(index) if isinstance(index, int) else index
        return self.builder.extract_element(self.value, index)

    def flags(self):
        """The top bit of every lane, gathered into one LLVM integer of as many bits."""
        zero = ir.Constant(self.value.type, None)
        tops = self.builder.icmp_signed("<", self.value, zero)
        return self.builder.bitcast(tops, ir.IntType(self.lanes))

    def any(self):
        """Is any bit set in any lane? (an LLVM i1)."""
        rest = self
        while rest.bits > 256 and not rest.lanes % 2:  # what one test instruction can see
            low, high = rest.parts(rest.lanes // 2)
            rest = low | high
        whole = self.builder.bitcast(rest.value, ir.IntType(rest.bits))
        return self.builder.icmp_unsigned("!=", whole, whole.type(0))


def splat(builder, kind, number):
    """A Vector of type ``kind`` with the LLVM integer ``number`` in all lanes."""
    empty = ir.Constant(kind.llvm, ir.Undefined)
    first = Vector(builder, builder.insert_element(empty, number, INDEX(0)))
    return first.shuffle([0] * kind.llvm.count)


def _wrap(builder, kind, value):
    return Vector(builder, value) if isinstance(kind, VectorType) else value


def _unwrap(value):
    return value.value if isinstance(value, Vector) else value


def step(*results):
    """Make a function over Vectors callable from kernels.

    ``results`` are the Numba types of what it returns, one or several. Arguments that are
    vectors arrive as ``Vector``, all others as LLVM values. A function whose first parameter
    is named ``builder`` gets the LLVM builder there, and the kernel does not pass it.
    """

    def decorate(function):
        parameters = list(inspect.signature(function).parameters.values())
        wants_builder = parameters[0].name == "builder"
        parameters = parameters[wants_builder:]
        result = results[0] if len(results) == 1 else types.Tuple(results)  # type: ignore[attr-defined]

        def emit(context, builder, sig, args):
            values = [_wrap(builder, *pair) for pair in zip(sig.args, args, strict=True)]
            out = function(*([builder] if wants_builder else []), *values)
            if len(results) == 1:
                return _unwrap(out)
            return context.make_tuple(builder, sig.return_type, [_unwrap(item) for item in out])

        def typing(context, *kinds):
            return signature(result, *kinds), emit

        context = inspect.Parameter("context", inspect.Parameter.POSITIONAL_OR_KEYWORD)
        typing.__name__, typing.__doc__ = function.__name__, function.__doc__
        typing.__signature__ = (  # type: ignore[attr-defined]
            inspect.Signature([context, *parameters])
        )
        return intrinsic(typing)

    return decorate


def _address(context, builder, sig, args, kind):
    data = context.make_array(sig.args[0])(context, builder, args[0]).data
    return builder.bitcast(builder.gep(data, [args[1]]), kind.llvm.as_pointer())


def loader(kind):
    """A function ``load(array, start)``: the vector of type ``kind`` that begins there.

    The array is one-dimensional and contiguous; nothing checks that the lanes lie within it.
    """

    @intrinsic
    def load(context, array, start):
        def emit(context, builder, sig, args):
            pointer = _address(context, builder, sig, args, kind)
            return builder.load(pointer, align=1, typ=kind.llvm)

        return signature(kind, array, types.intp), emit

    return load


def storer(kind):
    """A function ``store(array, start, vector)``, the counterpart of ``loader``."""

    @intrinsic
    def store(context, array, start, value):
        def emit(context, builder, sig, args):
            pointer = _address(context, builder, sig, args, kind)
            builder.store(args[2], pointer, align=1)
            return context.get_dummy_value()

        return signature(types.void, array, types.intp, kind), emit

    return store
