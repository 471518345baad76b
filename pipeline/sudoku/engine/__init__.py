"""The Numba engine: propagator kinds only, no rule's name."""
