"""The command line: play, solve, convert, and the questions that all families share."""

import json
from random import Random

import pytest
from typer.testing import CliRunner

from pipeline.cli.app import app
from pipeline.corpus.cluster import Failed, Pool
from pipeline.tiles import formats, symmetry
from pipeline.tiles.fixtures import brendan, edge_match


def run(*arguments, text=None):
    result = CliRunner().invoke(app, list(arguments), input=text)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


WINNING = """
enter e p       # one card after the other, the tray in order
enter e e p
enter q p
enter p
"""


def last_state(result):
    lines = [line.split(maxsplit=1) for line in result.stdout.splitlines()[-6:]]
    return dict(lines)


def test_play_wins():
    result = run("tiles", "play", "-", text=WINNING)
    assert result.exit_code == 0
    state = last_state(result)
    assert state["cells"] == "1:A1 2:B2 3:C3 4:D0"
    assert (state["tray"], state["errors"]) == ("empty", "0")
    assert state["score"] == "1,000   best 1,000"
    assert "the board is complete" in state["message"]


def test_play_counts_errors_closes_and_restarts(tmp_path):
    script = tmp_path / "script.txt"
    script.write_text("left ENTER p p e p enter")
    state = last_state(run("tiles", "play", str(script)))
    assert (state["errors"], state["cells"]) == ("2", "1:- 2:- 3:- 4:-")
    assert state["message"] == "the game is closed: only restart does anything"
    state = last_state(run("tiles", "play", "-", text=WINNING + "restart"))
    assert state["score"] == "0   best 1,000"
    assert state["tray"] == "[A] B C D"


def test_play_refuses_a_word_that_is_no_key():
    result = run("tiles", "play", "-", text="enter\njump")
    assert result.exit_code == 2
    assert "line 2: 'jump' is no key" in result.stderr
    assert result.stdout == ""


def test_solve_finds_the_one_board():
    result = run("tiles", "solve")
    assert result.exit_code == 0
    assert result.stdout.splitlines()[0] == "A1 B2 C3 D0"
    assert "solutions_raw    1" in result.stdout


def test_solve_with_processes_counts_the_same(tmp_path):
    file = tmp_path / "brendan.json"
    file.write_text(json.dumps(formats.to_json(brendan())))
    result = run("tiles", "solve", str(file), "--workers", "2")
    assert "placements       69,284,103" in result.stdout
    assert "up_to_rotation   65" in result.stdout
    assert '"parts": 16' in result.stderr


def test_a_part_that_fails_is_told(monkeypatch):
    def broken(*_):
        raise ValueError("worn out")

    def run_here(pool, stage, function, tasks):
        for index, arguments in tasks:
            try:
                yield index, function(*arguments)
            except ValueError as error:
                yield index, Failed(str(error), "")

    monkeypatch.setattr(Pool, "run", run_here)
    monkeypatch.setattr("pipeline.tiles.solve.count_from", broken)
    result = run("tiles", "solve", "--workers", "2")
    assert result.exit_code == 3
    assert "a part could not be counted: worn out" in result.stderr


def test_a_scheduler_that_is_not_there_is_told():
    result = run("tiles", "solve", "--scheduler", "tcp://127.0.0.1:1")
    assert result.exit_code == 2
    assert "no Dask scheduler answers at tcp://127.0.0.1:1" in result.stderr


@pytest.mark.parametrize("command", ["solve", "convert"])
def test_an_empty_input_is_no_success(command):
    result = run("tiles", command, "-", text="# nothing\n")
    assert result.exit_code == 2
    assert "no tile set in the input" in result.stderr


def test_convert_makes_edges_of_corners():
    puzzle = {"rows": 1, "columns": 1, "corners": [list("0011")]}
    result = run("tiles", "convert", "-", text=json.dumps(puzzle))
    assert json.loads(result.stdout)["tiles"] == {"1": ["00", "01", "11", "10"]}
    summed = puzzle | {"rule": {"sum": 2}}
    result = run("tiles", "convert", "-", text=json.dumps(summed))
    assert result.exit_code == 2
    assert "does not determine its neighbour" in result.stderr


@pytest.fixture
def sets(plant):
    random = Random(31)
    return [plant(random, shapes=((2, 2),), patterns=(3,), kinds=("free",)) for _ in range(6)]


def test_fingerprint_against_a_file_names_the_known_set(tmp_path, sets):
    random = Random(1)
    known = tmp_path / "known.json"
    lines = [formats.to_json(one) | {"title": f"set {n}"} for n, one in enumerate(sets[:4])]
    known.write_text("\n".join(map(json.dumps, lines)))
    boards = [tuple((tile, 0) for tile in range(4))] * 6
    asked = [
        symmetry.disguise(one, board, random)[0]
        for one, board in zip(sets[2:], boards, strict=False)
    ]
    text = "\n".join(json.dumps(formats.to_json(one)) for one in asked)
    result = run("fingerprint", "--family", "tiles", "--against", str(known), text=text)
    names = [line.partition("\t")[2] for line in result.stdout.splitlines()]
    assert names == ["set 2", "set 3", "not known", "not known"]


def test_fingerprint_against_a_corpus(tmp_path, sets):
    import pyarrow as pa
    import pyarrow.parquet as pq

    folder = tmp_path / "puzzles" / "run=r0001-x"
    folder.mkdir(parents=True)
    keys = pa.array([symmetry.fingerprint(sets[0])], pa.binary(16))
    pq.write_table(pa.table({"fingerprint": keys, "puzzle_id": ["p0"]}), folder / "00.parquet")
    text = "\n".join(json.dumps(formats.to_json(one)) for one in sets[:2])
    result = run("fingerprint", "--against", str(tmp_path), text=text)
    assert [line.partition("\t")[2] for line in result.stdout.splitlines()] == ["p0", "not known"]


def test_questions_of_all_families():
    text = json.dumps(formats.to_json(edge_match()))
    assert run("check", text=text).stdout == "1\tunique\n"
    assert run("solve", text=text).stdout == "A1 B2 C3 D0\n"
    assert "Edge Match 2x2: 2 x 2" in run("show", text=text).stdout
    record = json.loads(run("check", "--json", text=text).stdout)
    assert (record["answer"], record["tries"], record["up_to_rotation"]) == ("unique", 40, 1)
    framed = "1 2 3\n1 2 3\n2 1\n1 2 1 1\n1 1 1 2\n"
    assert run("check", text=framed).stdout == "1\tunique\n"
