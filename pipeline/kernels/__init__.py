"""What all Numba kernels share: the ``kernel`` decorator, random streams, vectors.

Every module with Numba code takes its decorator from here, never from numba itself:
importing this package first points Numba's on-disk cache at a directory named by a
hash of all kernel sources, so that an edit in any of them is noticed (Numba alone
looks only at the file in which a function stands).
"""

from pipeline.kernels.cache import prepare_cache

prepare_cache()  # must run before numba is imported

from pipeline.kernels.decorator import kernel  # noqa: E402

__all__ = ["kernel"]
