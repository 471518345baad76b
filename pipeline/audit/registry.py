"""The audits by name, and the sets that can be run together."""

import importlib

from pipeline.audit.model import Audit
from pipeline.errors import UsageError

MODULES = {
    "edge-match": "pipeline.audit.edge_match",
    "corners": "pipeline.audit.corners",
    "cubes": "pipeline.audit.cubes",
    "mutations": "pipeline.audit.mutations",
    "rule-tables": "pipeline.audit.rule_tables",
    "small-worlds": "pipeline.audit.small_worlds",
    "big-numbers": "pipeline.audit.big_numbers",
    "tiles": "pipeline.audit.tiles",
}

QUICK = ("edge-match", "corners", "cubes", "rule-tables", "small-worlds")
"""Under a minute together, with the smaller settings of ``configs/audits/quick``."""


def load_audit(name: str) -> Audit:
    """The audit of that name; ``UsageError`` lists those that there are."""
    if name not in MODULES:
        raise UsageError(f"there is no audit {name!r}; there are: {', '.join(MODULES)}")
    audit: Audit = importlib.import_module(MODULES[name]).AUDIT
    return audit
