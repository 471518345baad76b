"""The mutations audit, on a part of the row orders: what holds there, and what is noticed."""

import pytest

import pipeline.audit.mutations as module
from pipeline.audit.facts import FOLDER
from pipeline.judges import mutations as judge

FACTS = (FOLDER / "mutations.txt").read_text()
PART = module.MutationsSettings(audit="mutations", row_orders=6, transposition=False, drawn=100)
MISSING = {f"{name}: images by block and line swaps" for name in module.GRIDS}


def failed(report):
    return {claim.text for claim in report.failed}


def of_part(text):
    """The facts for six row orders: 6 x 1,296 images."""
    return text.replace("1,679,616", "7,776")


def engine_claims(names):
    return {name for name in names if "mutants drawn" not in name}


def test_the_orders_are_those_that_swaps_reach():
    orders = judge.orders()
    assert len(set(orders)) == 1296
    assert orders[0] == tuple(range(9))
    reached, waiting = {orders[0]}, [orders[0]]
    while waiting:
        order = waiting.pop()
        for a, b, width in [(0, 3, 3), (3, 6, 3), *((i, i + 1, 1) for i in (0, 1, 3, 4, 6, 7))]:
            lines = list(order)
            lines[a : a + width], lines[b : b + width] = lines[b : b + width], lines[a : a + width]
            if tuple(lines) not in reached:
                reached.add(tuple(lines))
                waiting.append(tuple(lines))
    assert reached == set(orders)


def test_a_part_of_the_images(examine):
    """Valid, one class, all different. The engine's mutants use all orders, so most are not
    among these images; and of the symmetric grid only some of its keepers are."""
    names = failed(examine(module.AUDIT, of_part(FACTS), PART))
    assert "plain: mutants drawn by the engine that are no image" in names
    assert not {name for name in engine_claims(names) if name.startswith("plain")}
    assert not {name for name in names if "invalid" in name or "fingerprints" in name}


def test_too_few_images_are_noticed(examine):
    assert failed(examine(module.AUDIT, FACTS, PART)) >= MISSING


@pytest.mark.parametrize("kind", ["plain", "symmetric"])
def test_an_invalid_grid_and_a_second_class_are_noticed(examine, monkeypatch, kind):
    def images(grid, orders):
        made = list(judge_images(grid, orders))
        made[5] = made[5][1] + made[5][0] + made[5][2:]  # two digits of a row change places
        return made

    judge_images = judge.images
    monkeypatch.setattr(judge, "images", images)
    monkeypatch.setattr(module, "_forms", lambda images: [images[0], images[5]])
    names = failed(examine(module.AUDIT, of_part(FACTS), PART))
    assert {f"{kind}: invalid images", f"{kind}: different fingerprints of the images"} <= names


@pytest.mark.slow
@pytest.mark.timeout(1800)  # here in one process; on two cores the audit takes 4 minutes
def test_every_claim_holds_for_all_images(examine):
    settings = module.MutationsSettings(audit="mutations")
    assert failed(examine(module.AUDIT, FACTS, settings)) == set()
