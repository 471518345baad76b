"""What all Numba kernels share: the ``kernel`` decorator, random streams, vectors.

Every module with Numba code takes its decorator from here, never from numba itself:
importing this package first points Numba's on-disk cache at a directory named by a
hash of all kernel sources, so that an edit in any of them is noticed (Numba alone
looks only at the file in which a function stands).

Numba itself is imported when ``kernel`` is first asked for: who wants only the hash of
the sources does not wait for a compiler.
"""

from typing import TYPE_CHECKING, Any

from pipeline.kernels.cache import prepare_cache

if TYPE_CHECKING:
    from pipeline.kernels.decorator import inner_kernel, kernel

prepare_cache()  # must run before numba is imported

__all__ = ["inner_kernel", "kernel"]


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(name)
    from pipeline.kernels import decorator

    return getattr(decorator, name)
