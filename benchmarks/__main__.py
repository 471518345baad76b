"""Print every table: ``python -m benchmarks [MODULE...]``."""

import importlib
import pkgutil
import sys
from pathlib import Path

import llvmlite.binding as llvm

import benchmarks


def machine() -> str:
    """The processor as Linux calls it, and as LLVM does, which is what code is compiled for."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    vectors = "AVX-512" if llvm.get_host_cpu_features().get("avx512f") else "no AVX-512"
    return f"{names[0] if names else 'unknown'} ({llvm.get_host_cpu_name()}, {vectors})"


def main(wanted: list[str]) -> None:
    """Run the named benchmark modules (all of them when none is named)."""
    names = sorted(m.name for m in pkgutil.iter_modules(benchmarks.__path__) if m.name[0] != "_")
    print(f"{machine()}: one core, rates a second")
    for name in names:
        if wanted and name not in wanted:
            continue
        print(f"\n{name}")
        for row in importlib.import_module(f"benchmarks.{name}").table():
            theirs = f"{row.theirs:>14,.0f} {row.peer}" if row.theirs else ""
            ratio = f"{row.ratio:>6.2f}x" if row.ratio else " " * 7
            print(f"  {row.name:<34}{row.ours:>14,.0f} {row.unit:<9}{ratio}{theirs}  {row.remark}")


if __name__ == "__main__":
    main(sys.argv[1:])
