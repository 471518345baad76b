"""puzzlemint: makes puzzle corpora and proves what it says about them.

Importing this package loads nothing heavy: the command line must answer
``--help`` at once, and kernels are imported only by the commands that use them.
"""

__version__ = "0.1.0"
