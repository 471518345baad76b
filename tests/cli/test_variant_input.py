"""Variants as a new user hands them over: each mistake is named with its rule and cells."""

import json

import pytest
from typer.testing import CliRunner

from pipeline.cli.app import app

BOXES = [{"rule": "rows"}, {"rule": "columns"}, {"rule": "boxes", "rows": 2, "columns": 2}]
KEYS = {"format": "puzzlemint-sudoku", "version": 1, "size": 4}


def document(*rules, base=BOXES, givens="." * 16, **changed):
    return KEYS | {"rules": [*base, *rules], "givens": givens} | changed


def cages(*cages):
    return {"rule": "killer", "cages": [{"cells": c, "total": total} for c, total in cages]}


def thermometers(*cells):
    return {"rule": "thermometers", "thermometers": list(cells)}


def regions(text):
    return document({"rule": "jigsaw", "regions": text}, base=BOXES[:2])


UNIQUE = document(cages([[0, 1], 3], [[3, 7], 6]), givens="..3.34.2.1.34.2.")


def run(command, text):
    result = CliRunner().invoke(app, [command], input=text)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


REFUSALS = [
    (document({"rule": "sandwich"}), "rules[3].rule: unknown rule 'sandwich' (known: rows"),
    (document(colour="red"), "puzzle: unknown key 'colour'"),
    (document(cages([[0, 1], 3]) | {"sums": 1}), "rules[3]: unknown key 'sums'"),
    (document(version=2), "version: expected 1, found 2"),
    (document(cages([[15, 16], 3])), "killer: cell 16 is off the board of 4 x 4 in the cage at"),
    (document(cages([[0, 1, 2, 3, 4], 10])), "r1c4 r2c1 has more than 4 cells"),
    (document(cages([[0, 1], 9])), "killer: the total 9 is out of reach for the cage at r1c1 r1c2"),
    (document(thermometers([0, 1, 2, 3, 7])), "r1c4 r2c4 has more than 4 cells"),
    (document(thermometers([0, 1, 5, 4, 0])), "r2c1 r1c1 crosses itself"),
    (document(thermometers([])), "thermometers: a thermometer has no cells"),
    (regions("aaabaabbccddccdd"), "jigsaw: a region has 5 cells instead of 4: r1c1 r1c2 r1c3"),
    (regions("aabbaabbccddcdcd"), "jigsaw: a region is not connected: r3c1 r3c2 r4c1 r4c3"),
    (regions([[0]]), "line 1: rules[2].regions: expected a string"),
    (document(givens="11" + "." * 14), "rows: digit 1 stands twice in a row: r1c1 r1c2"),
    (
        document(cages([[0, 11], 4]), givens="3" + "." * 10 + "3" + "." * 4),
        "killer: a digit stands twice in the cage at r1c1 r3c4",
    ),
    (
        document(cages([[0, 1], 3]), givens="4" + "." * 15),
        "killer: the digits [4] leave no way to meet the total of the cage at r1c1 r1c2",
    ),
    (
        document(thermometers([0, 1]), givens="4" + "." * 15),
        "thermometers: digit 4 does not fit on the thermometer at r1c1 r1c2",
    ),
    (document(cages(), cages()), "killer: the rule is listed 2 times"),
]


@pytest.mark.parametrize(("puzzle", "message"), REFUSALS)
def test_a_mistake_is_told_with_its_rule_and_cells(puzzle, message):
    for command in ("check", "solve", "show", "fingerprint"):
        result = run(command, f"{json.dumps(puzzle)}\n{json.dumps(UNIQUE)}\n")
        assert result.exit_code == 2
        assert message in result.stderr
        assert result.stdout  # the other one is answered


def test_a_good_one_is_answered_by_all():
    text = json.dumps(UNIQUE, indent=2)
    assert run("check", text).stdout == "1\tunique\n"
    for command in ("solve", "show", "fingerprint"):
        assert run(command, text).exit_code == 0


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (b"", "no puzzle in the input"),
        (b" \n\n", "no puzzle in the input"),
        (json.dumps(UNIQUE)[:90].encode(), "line 1: no JSON"),
        (json.dumps(UNIQUE).encode("utf-16"), "the input is UTF-16"),
        (json.dumps(UNIQUE).encode("utf-16-be"), "the input is UTF-16"),
        (json.dumps(UNIQUE).replace("[3, 7]", "[3, 7x]").encode(), "line 1: no JSON"),
    ],
)
def test_what_is_no_document_is_told(text, message):
    for command in ("check", "solve", "show", "fingerprint"):
        result = run(command, text)
        assert result.exit_code == 2
        assert message in result.stderr


def test_a_byte_order_mark_is_passed_over():
    assert run("check", json.dumps(UNIQUE).encode("utf-8-sig")).exit_code == 0
