"""Errors of a config: all at once, each with file, key, what was found and what is allowed."""

import pytest

from pipeline.config import load_corpus_config
from pipeline.errors import UsageError

GOOD = 'name = "toy"\nfamily = "toy"\nsize = 5\nseed = 1\n'


def errors_of(tmp_path, text):
    path = tmp_path / "bad.toml"
    path.write_text(text)
    with pytest.raises(UsageError) as caught:
        load_corpus_config(path)
    return str(caught.value).replace(str(path), "FILE").splitlines()


def test_a_good_config(tmp_path):
    path = tmp_path / "good.toml"
    path.write_text(GOOD)
    assert load_corpus_config(path).size == 5


def test_all_errors_are_told_at_once(tmp_path):
    text = 'name = "Bad Name"\nfamily = "toy"\nsize = -3\n[shards]\nbukets = 3\ncandidates = "x"\n'
    assert errors_of(tmp_path, text) == [
        'FILE: name: found "Bad Name", allowed: a string that matches ^[a-z0-9][a-z0-9-]{0,63}$',
        "FILE: size: found -3, allowed: an integer from 1 to 10000000000",
        "FILE: seed: found nothing, allowed: an integer from 0 to 9223372036854775807",
        'FILE: shards.candidates: found "x", allowed: an integer from 1 to 10000000',
        "FILE: shards.bukets: found an unknown key (did you mean buckets?), allowed: buckets, "
        "candidates, max_rounds",
    ]


@pytest.mark.parametrize(
    ("more", "error"),
    [
        ('[dedupe]\nby = "txt"', 'dedupe.by: found "txt", allowed: "fingerprint", "text"'),
        ("[split]\ntest = 600\nvalidation = 600", "split: validation + test may be at most 1000"),
        ("[shards]\nbuckets = 1.5", "shards.buckets: found 1.5, allowed: an integer from 1 to 256"),
        ("shards = 3", "shards: found 3, allowed: a table"),
        ("[necklace]\nlength = 99", "necklace.length: found 99, allowed: an integer from 2 to 24"),
    ],
)
def test_one_error(tmp_path, more, error):
    [line] = errors_of(tmp_path, GOOD + more)
    assert line.startswith(f"FILE: {error}")


def test_an_unknown_family_does_not_hide_the_other_errors(tmp_path):
    lines = errors_of(tmp_path, GOOD.replace('"toy"\nsize = 5', '"sudku"\nsize = "many"'))
    assert lines[0].startswith('FILE: family: found "sudku", allowed: "sudoku", "tiles", "cubes"')
    assert lines[1] == 'FILE: size: found "many", allowed: an integer from 1 to 10000000000'


def test_no_toml_and_no_file(tmp_path):
    [line] = errors_of(tmp_path, "name = ")
    assert "not a TOML file" in line
    with pytest.raises(UsageError, match=r"none\.toml: cannot be read: No such file"):
        load_corpus_config(tmp_path / "none.toml")
