"""The ``kernel`` decorator: nogil, cached on disk, and safe against damaged cache files."""

import pickle
from collections.abc import Callable
from typing import Any

import numba
from numba.core.caching import FunctionCache

# What unpickling a damaged file may raise; anything else is a defect and shown.
DAMAGE = (pickle.UnpicklingError, EOFError, ValueError, KeyError, IndexError, TypeError,
          AttributeError, ImportError, MemoryError, OverflowError, UnicodeDecodeError)  # fmt: skip


class GuardedCache(FunctionCache):  # type: ignore[misc]
    """Numba's function cache, in which a damaged file is a miss and is replaced."""

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """The compiled function for this signature, or None when it must be compiled."""
        try:
            return super().load_overload(sig, target_context)
        except DAMAGE:
            self._forget()
            return None

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep a compiled function; a disk that is full or forbidden costs only time."""
        try:
            super().save_overload(sig, data)
        except OSError:
            return
        except DAMAGE:
            self._forget()

    def _forget(self) -> None:
        try:
            self.flush()  # writes an empty index over the damaged one
        except OSError:
            self._enabled = False


def kernel(function: Callable[..., Any] | None = None, /, **options: Any) -> Any:
    """``numba.njit(nogil=True)`` with the guarded on-disk cache.

    Options are numba's (``inline="always"``, ``boundscheck=True``...). Use as ``@kernel``
    or ``@kernel(...)``.
    """
    if function is None:
        return lambda wrapped: kernel(wrapped, **options)
    dispatcher = numba.njit(nogil=True, **options)(function)
    dispatcher._cache = GuardedCache(dispatcher.py_func)
    return dispatcher
