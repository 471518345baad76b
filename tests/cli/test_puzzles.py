"""solve, check, fingerprint, show: right answers, and every bad line told and passed over."""

import json
from io import StringIO

import pytest
from typer.testing import CliRunner

from pipeline.cli.app import app
from pipeline.cli.inputs import with_family

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
DISGUISE = "".join(reversed(PUZZLE)).translate(str.maketrans("123456789", "987654321"))
SEVERAL = "." * 81
CONTRADICTING = "55" + PUZZLE[2:]
NONE = "12345678." + "." * 35 + "9" + "." * 36  # the 9 of row 1 can stand nowhere


def run(*arguments, text=None):
    result = CliRunner().invoke(app, list(arguments), input=text)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def test_solve_writes_a_solution_a_line():
    result = run("solve", text=f"{PUZZLE}\n{NONE}\n{SOLUTION}\n")
    assert result.stdout.splitlines() == [SOLUTION, "none", SOLUTION]
    assert result.exit_code == 1
    assert run("solve", text=PUZZLE).exit_code == 0


def test_solve_gives_as_many_solutions_as_asked_for():
    lines = run("solve", "--limit", "5", text=f"{SEVERAL}\n{PUZZLE}\n").stdout.splitlines()
    assert len(set(lines[:5])) == 5
    assert lines[5:] == [SOLUTION]


def test_json_has_the_line_the_puzzle_and_the_answer(tmp_path):
    file = tmp_path / "puzzles.txt"
    file.write_text(f"# comment\n{PUZZLE}\nbad\n")
    answers = [json.loads(line) for line in run("solve", "--json", str(file)).stdout.splitlines()]
    assert answers[0] | {"nodes": 0} == {
        "line": 2,
        "puzzle": PUZZLE,
        "answer": "unique",
        "solutions": [SOLUTION],
        "nodes": 0,
        "count": 1,
    }
    assert answers[1]["line"] == 3
    assert "expected 81 characters" in answers[1]["error"]


@pytest.mark.parametrize(
    ("puzzle", "answer", "code"),
    [
        (PUZZLE, "unique", 0),
        (PUZZLE.replace(".", "0"), "unique", 0),
        (SOLUTION, "unique", 0),
        (SEVERAL, "multiple", 1),
        (NONE, "none", 1),
        (CONTRADICTING, "none", 1),
    ],
)
def test_check(puzzle, answer, code):
    result = run("check", text=puzzle)
    assert result.stdout == f"1\t{answer}\n"
    assert result.exit_code == code
    assert f"1 puzzle: 1 {answer}" in result.stderr


def test_contradicting_givens_are_explained():
    result = run("check", text=f"{PUZZLE}\n{CONTRADICTING}\n")
    assert "line 2: rows: digit 5 stands twice in a row: r1c1 r1c2" in result.stderr


def test_batches_answer_in_the_order_of_the_input():
    lines = [PUZZLE, SEVERAL, "bad", SOLUTION, NONE] * 700
    result = run("check", text="\n".join(lines))
    answers = {PUZZLE: "unique", SEVERAL: "multiple", SOLUTION: "unique", NONE: "none"}
    expected = [f"{i}\t{answers[line]}" for i, line in enumerate(lines, 1) if line != "bad"]
    assert result.stdout.splitlines() == expected
    assert "3,500 puzzles: 1,400 unique, 700 multiple, 700 none, 700 unreadable" in result.stderr


def test_an_exhausted_budget_is_undecided_never_unique():
    result = run("check", "--budget", "1", text=SEVERAL)
    assert result.stdout == "1\tundecided\n"
    assert result.exit_code == 1


def test_every_bad_line_is_told_and_all_others_are_answered():
    text = f"{PUZZLE[:-1]}\r\n{PUZZLE}\r\n# comment\r\n\r\nx{PUZZLE[1:]}\r\n{PUZZLE}" + "." * 10**6
    result = run("check", text=f"{text}\n{SEVERAL}\n")
    assert result.stdout == "2\tunique\n7\tmultiple\n"
    assert result.exit_code == 2
    said = result.stderr.splitlines()
    assert "line 1: expected 81 characters, found 80" in said[0]
    assert "line 5: character 'X' at r1c1 is no digit" in said[1]
    assert "line 6: the line is longer than 4,096 characters" in said[2]
    assert "5 puzzles: 1 unique, 1 multiple, 3 unreadable" in said[3]


def test_a_header_line_does_not_hide_the_family():
    result = run("check", text=f"puzzle,solution\n{PUZZLE},{SOLUTION}\n")
    assert result.stdout == "2\tunique\n"
    assert "line 1: expected 81 characters, found 6" in result.stderr


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ('{"rows": 1, "columns": 1, "tiles": [[1, 2, 3, 4]], "mates": []}', "tiles"),
        ("RBGGBY\nYRRGYB\nBRYGYY\nYGGRRB\n", "cubes"),
    ],
)
def test_the_input_tells_its_family(text, answer):
    family, stream = with_family(StringIO(text), None)
    assert family.name == answer
    assert stream.read() == text


@pytest.mark.parametrize("text", ["", "\n\n", "# only a comment\n"])
@pytest.mark.parametrize("name", ["solve", "check", "fingerprint", "show"])
def test_an_empty_input_is_no_success(name, text):
    result = run(name, text=text)
    assert result.exit_code == 2
    assert "no puzzle in the input" in result.stderr


def test_bytes_that_are_no_text_are_a_bad_line(tmp_path):
    file = tmp_path / "puzzles.bin"
    file.write_bytes(b"\xff\xfe\x00" * 27 + b"\n" + PUZZLE.encode() + b"\n")
    result = run("check", str(file))
    assert result.stdout == "2\tunique\n"
    assert result.exit_code == 2


def test_a_byte_order_mark_is_no_part_of_the_puzzle(tmp_path):
    file = tmp_path / "puzzles.txt"
    file.write_text(PUZZLE, encoding="utf-8-sig")
    assert run("check", str(file)).exit_code == 0


def test_fingerprints_of_disguises_are_equal():
    keys = run("fingerprint", text=f"{PUZZLE}\n{DISGUISE}\n{SOLUTION}\n").stdout.splitlines()
    assert keys[0] == keys[1] != keys[2]
    assert all(len(bytes.fromhex(key)) == 16 for key in keys)


def test_a_class_key_needs_one_solution_and_minlex_needs_none():
    result = run("fingerprint", text=f"{SEVERAL}\n{PUZZLE}\n")
    assert len(result.stdout.splitlines()) == 1
    assert "line 1: the class key is of puzzles with one solution" in result.stderr
    assert result.exit_code == 1
    result = run("fingerprint", "--form", "minlex", text=f"{PUZZLE}\n{DISGUISE}\n{SEVERAL}\n")
    lines = result.stdout.splitlines()
    assert lines[0] == lines[1]
    assert lines[2] == "0" * 81
    assert result.exit_code == 0


def test_against_names_the_same_puzzle_by_its_line(tmp_path):
    known = tmp_path / "known.txt"
    known.write_text(f"# essays\n{SOLUTION}\n{DISGUISE}\n")
    result = run("fingerprint", "--against", str(known), text=f"{PUZZLE}\n{'1' + PUZZLE[1:]}\n")
    key, name = result.stdout.splitlines()[0].split("\t")
    assert len(bytes.fromhex(key)) == 16
    assert name == f"{known}, line 3"


@pytest.mark.parametrize(
    ("line", "message"),
    [(SEVERAL, "the class key is of puzzles with one solution"), ("5", "expected 81 characters")],
)
def test_against_what_has_no_key_is_refused(tmp_path, line, message):
    known = tmp_path / "known.txt"
    known.write_text(f"{SOLUTION}\n{line}\n")
    result = run("fingerprint", "--against", str(known), text=PUZZLE)
    assert result.exit_code == 2
    assert f"{known}, line 2: {message}" in result.stderr
    assert result.stdout == ""


@pytest.mark.reference
def test_minlex_is_the_published_string(reference):
    rows = (reference / "classic" / "17_clue.csv").read_text().splitlines()[1:400]
    text = "\n".join(row.split(",")[0] for row in rows)
    lines = run("fingerprint", "--form", "minlex", text=text).stdout.splitlines()
    assert lines == [row.split(",")[1] for row in rows]


def test_show_draws_boards_with_an_empty_line_after_each():
    result = run("show", text=f"{PUZZLE}\n{SOLUTION}\n")
    boards = result.stdout.split("\n\n")
    assert len(boards) == 3
    assert boards[2] == ""
    assert boards[0].splitlines()[1] == "│ 5 3 . │ . 7 . │ . . . │"


def test_show_answers_in_json_too(tmp_path):
    drawn, bad = run("show", "--json", text=f"{PUZZLE}\nbad\n").stdout.splitlines()
    assert json.loads(drawn)["drawing"] + "\n\n" == run("show", text=PUZZLE).stdout
    assert json.loads(bad)["line"] == 2
    written = run("show", "--json", "--svg", str(tmp_path), text=PUZZLE).stdout
    assert json.loads(written)["picture"] == str(tmp_path / "line-1.svg")


def test_show_writes_pictures_into_a_folder(tmp_path):
    result = run("show", "--svg", str(tmp_path / "new"), text=f"# comment\n{PUZZLE}\n{SOLUTION}\n")
    assert result.stdout.split() == [str(tmp_path / "new" / f"line-{i}.svg") for i in (2, 3)]
    assert (tmp_path / "new" / "line-3.svg").read_text().count("<text") == 81
    result = run("show", "--svg", "/dev/null/below", text=PUZZLE)
    assert result.exit_code == 74
    result = run("show", "--svg", str(tmp_path), text="RBGGBY\nYRRGYB\nBRYGYY\nYGGRRB\n")
    assert result.exit_code == 2
    assert "cubes draws text only" in result.stderr


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("solve", "--family", "chess"), "--family chess: there are sudoku, tiles, cubes"),
        (("fingerprint", "--form", "short"), "--form short: sudoku has class, minlex"),
        (("show", "no such file"), "no such file: No such file or directory"),
    ],
)
def test_bad_usage_is_explained(arguments, message):
    result = run(*arguments, text=PUZZLE)
    assert message in result.stderr
    assert result.exit_code == 2
    assert result.stdout == ""
