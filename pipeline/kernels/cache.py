"""Where compiled kernels are kept between runs, and why a stale one is never used.

Every kernel module has a directory there, named by a hash of its sources (see ``sources``):
Numba alone looks only at the file in which a function stands. Standard library only: this
runs before numba is imported.
"""

import atexit
import os
import shutil
import sys
import tempfile
import warnings
from pathlib import Path

PRIVATE = "PUZZLEMINT_PRIVATE_CACHE"  # set by us alone: a parent's private directory


def user_cache() -> Path:
    """``$XDG_CACHE_HOME/puzzlemint``, else ``~/.cache/puzzlemint``."""
    root = os.environ.get("XDG_CACHE_HOME")
    try:
        return (Path(root) if root else Path.home() / ".cache") / "puzzlemint"
    except RuntimeError:  # a user without a home, as containers have: nothing can be kept
        return Path(os.devnull) / "puzzlemint"


def cache_directory() -> Path:
    """Where compiled kernels lie (it may not exist yet); ``decorator.SourcesLocator`` names
    a directory in it for every version of a module's sources."""
    return user_cache() / f"kernels-{os.environ.get('NUMBA_CPU_NAME', 'host')}"


def _is_writable(directory: Path) -> bool:
    try:
        directory.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=directory):
            return True
    except OSError:
        return False


def prepare_cache() -> Path:
    """Point Numba at the cache directory and return it.

    Where it cannot be written, a private temporary one is used by this process and those
    that it starts, with a warning that it is lost at the end; Numba itself would refuse to
    import.
    """
    directory = cache_directory()
    if not _is_writable(directory):
        inherited = Path(os.environ.get(PRIVATE, ""))
        if inherited.name.startswith(_private_prefix()) and _is_writable(inherited):
            directory = inherited
        else:
            directory = _make_private(directory)
    os.environ["NUMBA_CACHE_DIR"] = str(directory)
    if "numba" in sys.modules:  # imported by somebody else before us
        sys.modules["numba"].config.CACHE_DIR = str(directory)
    return directory


def active_directory() -> Path:
    """The directory that ``prepare_cache`` chose in this process."""
    return Path(os.environ["NUMBA_CACHE_DIR"])


def _private_prefix() -> str:
    return "puzzlemint-kernels-"


def _make_private(refused: Path) -> Path:
    private = Path(tempfile.mkdtemp(prefix=_private_prefix()))
    atexit.register(shutil.rmtree, private, ignore_errors=True)
    os.environ[PRIVATE] = str(private)
    warnings.warn(
        f"kernel cache {refused} is not writable: kernels are compiled anew in every run "
        "(set XDG_CACHE_HOME to a writable directory)",
        RuntimeWarning,
        stacklevel=4,
    )
    return private
