"""A pool that runs tasks in this very process, and facts written on the spot."""

import pytest

from pipeline.audit.facts import read_facts
from pipeline.audit.run import Request, run_audit
from pipeline.corpus.cluster import Failed
from pipeline.corpus.observer import Silence


class HerePool:
    """Runs each task at once, in order; counts them."""

    def __init__(self):
        self.ran = 0

    def run(self, stage, function, tasks):
        for index, arguments in tasks:
            self.ran += 1
            try:
                yield index, function(*arguments)
            except ZeroDivisionError as error:
                yield index, Failed(repr(error), "Traceback of the test")


@pytest.fixture
def here():
    return HerePool()


@pytest.fixture
def examine(tmp_path, here):
    """Run an audit against facts given as text; the report."""

    def run(audit, facts, settings=None):
        path = tmp_path / "facts.txt"
        path.write_text(facts)
        settings = settings or audit.settings(audit=audit.name)
        return run_audit(Request(audit, settings, read_facts(path)), tmp_path, here, Silence())

    return run
