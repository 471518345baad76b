"""The ``kernel`` decorator: nogil, cached on disk, and safe against damaged cache files."""

import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numba
from numba.core.caching import CompileResultCacheImpl, FunctionCache

from pipeline.kernels.cache import active_directory
from pipeline.kernels.inner import InnerCompiler
from pipeline.kernels.sources import sources_hash

# What unpickling a damaged file may raise; anything else is a defect and shown.
DAMAGE = (pickle.UnpicklingError, EOFError, ValueError, KeyError, IndexError, TypeError,
          AttributeError, ImportError, MemoryError, OverflowError, UnicodeDecodeError)  # fmt: skip


class SourcesLocator:
    """Where a function's compiled code lies: a directory named by the hash of the sources
    that it is compiled from, its own file and all that this imports."""

    def __init__(self, function: Callable[..., Any], file: str) -> None:
        path = Path(file).resolve()
        self._stamp = sources_hash(path)
        self._directory = active_directory() / f"{path.parent.name}.{path.stem}-{self._stamp}"
        self._line = str(function.__code__.co_firstlineno)

    @classmethod
    def from_function(cls, function: Callable[..., Any], file: str) -> "SourcesLocator":
        """The locator that Numba asks for."""
        return cls(function, file)

    def ensure_cache_path(self) -> None:
        """Make the directory; ``OSError`` where that cannot be."""
        self._directory.mkdir(parents=True, exist_ok=True)

    def get_cache_path(self) -> str:
        """The directory."""
        return str(self._directory)

    def get_source_stamp(self) -> str:
        """What Numba compares to tell fresh from stale."""
        return self._stamp

    def get_disambiguator(self) -> str:
        """Tells functions of one name in a file apart."""
        return self._line


class SourcesCacheImpl(CompileResultCacheImpl):  # type: ignore[misc]
    """Numba's cache of compile results, at the place that ``SourcesLocator`` names."""

    _locator_classes = (SourcesLocator,)


class GuardedCache(FunctionCache):  # type: ignore[misc]
    """Numba's function cache, in which a damaged file is a miss and is replaced."""

    _impl_class = SourcesCacheImpl

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


def inner_kernel(function: Callable[..., Any] | None = None, /, **options: Any) -> Any:
    """A kernel that only kernels call and that allocates nothing: compiled within these."""
    if function is None:
        return lambda wrapped: inner_kernel(wrapped, **options)
    options = {"_nrt": False, "no_cpython_wrapper": True, "no_cfunc_wrapper": True, **options}
    return numba.njit(nogil=True, pipeline_class=InnerCompiler, **options)(function)
