"""Which source files a module's compiled code depends on, and a hash of them.

A kernel is compiled together with all that it calls, so it is stale when any module that
its own module imports, directly or not, was edited. Standard library only: this runs
before numba is imported, and reading the ``import`` lines takes a few milliseconds.
"""

import functools
import hashlib
import importlib.metadata
import re
import sys
from collections.abc import Iterator
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent.parent
VERSIONED = ("numba", "llvmlite", "numpy")

IMPORT = re.compile(
    r"^[ \t]*(?:from[ \t]+(?P<source>[\w.]+)[ \t]+import[ \t]+(?P<names>\([^)]*\)|[^\n(]+)"
    r"|import[ \t]+(?P<module>[\w.]+))",
    re.MULTILINE,
)


@functools.cache
def versions() -> bytes:
    """The versions of Python and of the packages that compiled code depends on."""
    packages = [f"{name} {importlib.metadata.version(name)}" for name in VERSIONED]
    return "\n".join([f"python {sys.version}", *packages, ""]).encode()


@functools.cache
def sources(file: Path) -> frozenset[Path]:
    """The file and every module of this package that it imports, directly or not."""
    found: set[Path] = set()
    waiting = [file]
    while waiting:
        path = waiting.pop()
        if path not in found:
            found.add(path)
            waiting.extend(_imported(path))
    return frozenset(found)


@functools.cache
def sources_hash(file: Path) -> str:
    """16 hex digits of a BLAKE2b over ``sources(file)`` and ``versions()``."""
    digest = hashlib.blake2b(versions(), digest_size=8)
    for path in sorted(sources(file)):
        content = path.read_bytes()
        digest.update(f"{path.name} {len(content)}\n".encode() + content)
    return digest.hexdigest()


@functools.cache
def _imported(path: Path) -> tuple[Path, ...]:
    return tuple(_imports(path.read_text(encoding="utf-8")))


def _imports(text: str) -> Iterator[Path]:
    """Files of this package that the import lines of a source text name."""
    for match in IMPORT.finditer(text):
        source = match["source"] or match["module"]
        if source.split(".")[0] != PACKAGE.name:
            continue
        names = re.findall(r"\w+", match["names"] or "")
        for module in (source, *(f"{source}.{name}" for name in names)):
            stem = PACKAGE.parent.joinpath(*module.split("."))
            for file in (stem.with_suffix(".py"), stem / "__init__.py"):
                if file.is_file():
                    yield file
