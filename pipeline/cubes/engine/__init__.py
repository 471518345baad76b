"""The cubes kernels: arrays of cube sets in, arrays of counts and canonical forms out."""
