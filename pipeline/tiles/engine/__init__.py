"""The search over edge-matching boards, as Numba kernels.

``tables`` and ``lanes`` count boards of up to 64 mask bits, four subtrees at a time;
``quick`` answers "is this small set unique?"; ``plain`` lists the boards of any set;
``canonical`` finds a set's least form. ``pipeline.tiles.reference`` says in plain Python
what all of them mean, and the tests hold them against it.

All take a set as arrays: ``tiles`` int64[N, 4] (labels N, E, S, W), ``mates`` int64[labels]
(-1: matches no tile), ``sides`` int64[4] (what each side of the board must show; -1: anything).
"""
