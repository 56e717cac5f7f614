"""Eight words at a time: the inner loops of :mod:`.flood` in the compiler's own terms.

The compiler turns vectors of eight words into whatever the processor has; what it makes of the same
loops in Python takes three times as long. Nothing looks whether places are inside of arrays.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils as _cgutils
from numba.extending import intrinsic

cgutils: Any = _cgutils  # It says nothing about types.

LANES = 8
_WORD = ir.IntType(64)
_VECTOR = ir.VectorType(_WORD, LANES)


def _load(builder: Any, data: Any, place: Any) -> Any:
    pointer = builder.bitcast(builder.gep(data, [place]), _VECTOR.as_pointer())
    return builder.load(pointer, align=8)


def _store(builder: Any, vector: Any, data: Any, place: Any) -> None:
    pointer = builder.bitcast(builder.gep(data, [place]), _VECTOR.as_pointer())
    builder.store(vector, pointer, align=8)


def _all(number: int) -> Any:
    return ir.Constant(_VECTOR, [number] * LANES)


def _of_all(builder: Any, name: str, vector: Any) -> Any:
    """One word made of eight."""
    kind = ir.FunctionType(_WORD, [_VECTOR])
    function = cgutils.get_or_insert_function(
        builder.module, kind, f"llvm.vector.reduce.{name}.v{LANES}i64"
    )
    return builder.call(function, [vector])


def _shifted(builder: Any, vector: Any, lanes: int) -> Any:
    """The words of a vector so many lanes further; what comes in is empty."""
    kind = ir.VectorType(ir.IntType(32), LANES)
    order = [lane - lanes if 0 <= lane - lanes < LANES else LANES for lane in range(LANES)]
    return builder.shuffle_vector(vector, _all(0), ir.Constant(kind, order))


def _stepping(grown: Any, left: Any, wide: bool) -> tuple[Any, Any]:
    """What a step takes and gives, and what writes its code."""

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        kinds = signature.args
        cells = context.make_array(kinds[0])(context, builder, args[0]).data
        free = context.make_array(kinds[1])(context, builder, args[1]).data
        old, new, begin, blocks = args[2:6]
        eight = ir.Constant(_WORD, LANES)
        source = builder.add(old, begin)
        end = builder.add(source, builder.mul(blocks, eight))
        first = _load(builder, cells, source)
        last = _load(builder, cells, builder.sub(end, eight))
        # Above the first eight rows and below the last lie those of the other end, a lane further.
        _store(builder, _shifted(builder, first, -1), cells, end)
        above = cgutils.alloca_once_value(builder, _shifted(builder, last, 1))
        here = cgutils.alloca_once_value(builder, first)
        came = cgutils.alloca_once_value(builder, _all(0))
        with cgutils.for_range(builder, blocks) as loop:
            offset = builder.add(begin, builder.mul(loop.index, eight))
            place = builder.add(old, offset)
            mine, below = builder.load(here), _load(builder, cells, builder.add(place, eight))
            near = builder.or_(builder.shl(mine, _all(1)), builder.lshr(mine, _all(1)))
            near = builder.or_(near, builder.or_(builder.load(above), below))
            if wide:
                before = _load(builder, cells, builder.sub(place, args[6]))
                after = _load(builder, cells, builder.add(place, args[6]))
                near = builder.or_(near, builder.lshr(before, _all(63)))
                near = builder.or_(near, builder.shl(after, _all(63)))
            unreached = _load(builder, free, offset)
            fresh = builder.and_(near, unreached)
            _store(builder, builder.or_(mine, fresh), cells, builder.add(new, offset))
            _store(builder, builder.xor(unreached, fresh), free, offset)
            builder.store(builder.or_(builder.load(came), fresh), came)
            builder.store(mine, above)
            builder.store(below, here)
        return _of_all(builder, "or", builder.load(came))

    return types.uint64(grown, left, *[types.int64] * (5 if wide else 4)), code


def _step(
    _context: Any, grown: Any, left: Any, _old: Any, _new: Any, _begin: Any, _blocks: Any
) -> Any:
    return _stepping(grown, left, wide=False)


def _wide_step(
    _context: Any, grown: Any, left: Any, _old: Any, _new: Any, _begin: Any, _blocks: Any,
    _length: Any,
) -> Any:  # fmt: skip
    return _stepping(grown, left, wide=True)


def _bits_in(_context: Any, words: Any, _begin: Any, _blocks: Any) -> Any:
    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        data = context.make_array(signature.args[0])(context, builder, args[0]).data
        total = cgutils.alloca_once_value(builder, _all(0))
        kind = ir.FunctionType(_VECTOR, [_VECTOR])
        ones = cgutils.get_or_insert_function(builder.module, kind, f"llvm.ctpop.v{LANES}i64")
        with cgutils.for_range(builder, args[2]) as loop:
            place = builder.add(args[1], builder.mul(loop.index, ir.Constant(_WORD, LANES)))
            counted = builder.call(ones, [_load(builder, data, place)])
            builder.store(builder.add(builder.load(total), counted), total)
        return _of_all(builder, "add", builder.load(total))

    return types.uint64(words, types.int64, types.int64), code


def _lent(_context: Any, array: Any) -> Any:
    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        copy = context.make_array(signature.args[0])(context, builder, args[0])
        copy.meminfo = cgutils.get_null_value(copy.meminfo.type)
        copy.parent = cgutils.get_null_value(copy.parent.type)
        return copy._getvalue()

    return array(array), code


step: Any = intrinsic(_step)
"""``step(grown, left, old, new, begin, blocks)`` grows the cells of a racer by one step, in so many
times eight words of one column. ``grown`` holds its words, those before the step from ``old`` on
and those after it from ``new`` on; the column begins ``begin`` words later. Row ``r`` is word
``r // blocks`` of the eight numbered ``r % blocks``, so that rows next to each other have the same
place in two eights. Eight words more at the end are room. What it comes to is struck out of
``left``. Gives a word with all bits that came to any word."""

wide_step: Any = intrinsic(_wide_step)
"""The same in one of several columns, with their length behind the rest: the last bits of one
border on the first bits of the next."""

bits_in: Any = intrinsic(_bits_in)
"""``bits_in(words, begin, blocks)``: how many bits are set in so many times eight words."""

lent: Any = intrinsic(_lent)
"""The same array without a count of who uses it: whoever lends it must keep it meanwhile. Counting
costs more than looking something up, wherever a function gets an array."""
