"""Finding the settings of audits: defaults, or ``configs/audits/*.toml``."""

from pathlib import Path

from pipeline.audit.facts import FOLDER, read_facts
from pipeline.audit.registry import MODULES, QUICK, load_audit
from pipeline.audit.run import Request
from pipeline.config import load_model, read_toml
from pipeline.errors import UsageError


def requests(names: list[str], configs: Path, facts: Path = FOLDER) -> list[Request]:
    """What the names ask for: ``all``, ``quick``, names of audits, or TOML files.

    ``configs`` is the folder with ``<name>.toml`` (and ``quick/<name>.toml``); an audit without
    a file there has its default settings. ``facts`` is the folder of the expectations.
    """
    wanted: list[Request] = []
    for name in names:
        if name == "all":
            wanted += [_request(each, configs / f"{each}.toml", facts) for each in MODULES]
        elif name == "quick":
            quick = configs / "quick"
            wanted += [_request(each, quick / f"{each}.toml", facts) for each in QUICK]
        elif name.endswith(".toml"):
            wanted.append(_from_file(Path(name), facts))
        else:
            wanted.append(_request(name, configs / f"{name}.toml", facts))
    return wanted


def _request(name: str, file: Path, facts: Path) -> Request:
    audit = load_audit(name)
    if file.exists():
        return _from_file(file, facts)
    return Request(audit, audit.settings(audit=name), read_facts(facts / f"{name}.txt"))


def _from_file(file: Path, facts: Path) -> Request:
    name = read_toml(file).get("audit")
    if not isinstance(name, str):
        raise UsageError(f"{file}: audit: missing; allowed: {', '.join(MODULES)}")
    audit = load_audit(name)
    return Request(audit, load_model(file, audit.settings), read_facts(facts / f"{name}.txt"))
