"""Reading tile sets: the three formats, round trips, and messages that say where and what."""

import io
import json
from random import Random

import pytest

from pipeline.family import Unreadable
from pipeline.tiles import formats, symmetry
from pipeline.tiles.fixtures import brendan, edge_match
from pipeline.tiles.tile_set import TileSetError

XML = """<?xml version="1.0" encoding="UTF-8"?>
<legespielConfiguration xmlns="http://whatsoftwarecando.org">
  <name>Two</name><numberOfRows>1</numberOfRows><numberOfColumns>2</numberOfColumns>
  <pictures>
    <picture id="1" name="head" matchWithIds="2" /><picture id="2" name="tail" matchWithIds="1" />
  </pictures>
  <cards>
    <card north="1" west="2" east="1" south="1" /><card north="1" west="2" east="2" south="2" />
  </cards>
</legespielConfiguration>
"""
FRAMED = "1 2 3\n1 2 3\n2 1\n1 2 1 1\n1 1 1 2\n"


def read(text):
    return list(formats.read_sets(io.StringIO(text)))


def messages(text):
    return [(item.line, item.message) for item in read(text) if isinstance(item, Unreadable)]


def test_json_round_trip(plant):
    random = Random(9)
    for _ in range(100):
        tile_set = plant(random)
        again = formats.of_json(json.loads(json.dumps(formats.to_json(tile_set))))
        assert formats.to_json(again) == formats.to_json(tile_set)
        assert symmetry.fingerprint(again) == symmetry.fingerprint(tile_set)


def test_xml():
    (item,) = read(XML)
    assert (item.line, item.puzzle.title, item.puzzle.rows, item.puzzle.columns) == (1, "Two", 1, 2)
    words = [[item.puzzle.labels[edge] for edge in tile] for tile in item.puzzle.tiles]
    assert words == [["1", "1", "1", "2"], ["1", "2", "2", "2"]]


def test_framed_text():
    (item,) = read(FRAMED)
    assert item.puzzle.sides == (0, 0, 0, 0)
    assert item.puzzle.mates[0] is None


def test_several_sets_with_bad_ones_between():
    good = json.dumps(formats.to_json(edge_match()))
    text = f'# a comment\n{good}\n\n{{"rows": 1}}\n[{good}, 3]\n{good}'
    items = read(text)
    assert [item.line for item in items] == [2, 4, 5, 5, 6]
    assert messages(text) == [(4, "no 'columns'"), (5, "set 2: not a JSON object")]


def test_json_over_several_lines_and_xml_twice():
    text = json.dumps(formats.to_json(brendan()), indent=1) + "\n" + XML + XML
    items = read(text)
    assert [item.puzzle.title for item in items] == ["brendan_06x06", "Two", "Two"]
    assert items[2].line == items[1].line + XML.count("\n")


def test_corpus_rows_are_read():
    tiles = [[2, 0, 2, 2], [2, 2, 2, 1]]
    row = {"rows": 1, "columns": 2, "tiles": tiles, "mates": [1, 0, None], "sides": [2] * 4}
    tile_set = formats.of_json(row)
    assert tile_set.labels[tile_set.sides[0]] == "2"
    assert [tile_set.labels[edge] for edge in tile_set.tiles[0]] == ["2", "0", "2", "2"]


SUMMED = '{"rows": 1, "columns": 1, "corners": [["%s"]], "rule": {"sum": %d}}'
POINTS = """{"rows": 1, "columns": 1, "corners": [["a", "a", "a", "a"]],
 "rule": {"points": [["a", "a", "a", "a"], ["a", "a", "a"]]}}"""


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{not json}", "not JSON"),
        ('{"rows": 1.5, "columns": 1}', "'rows' is 1.5, not a whole number"),
        ('{"rows": 1, "columns": 1, "tiles": 3, "mates": {}}', "'tiles' is neither"),
        ('{"rows": 1, "columns": 1, "tiles": ["abcd"], "mates": {}}', "tile 1 is 'abcd', not a"),
        (
            '{"rows": 1, "columns": 1, "tiles": {"A": ["a", "a", "a", "b"]}, "mates": {"a": "a"}}',
            "tile A, west: no mate is declared for 'b'",
        ),
        (
            '{"rows": 1, "columns": 1, "tiles": [["a"]], "mates": {}, "sides": {"n": 1}}',
            "'sides' has 'n'; the sides are north, east, south, west",
        ),
        (
            '{"rows": 2, "columns": 2, "corners": [["0","1","2"]], "rule": "equal"}',
            "tile 1 has 3 corners, not four",
        ),
        (
            '{"rows": 1, "columns": 1, "corners": [["0","1","2","2"]], "rule": {"sum": 5}}',
            "a corner '0' does not determine its neighbour",
        ),
        (XML.replace('east="1" ', ""), "tile 1 has no edge 'east'"),
        (XML.replace('matchWithIds="2"', 'matchWithIds="2,1"'), "picture 1 ('head') matches 2"),
        (XML.replace('matchWithIds="1"', 'matchWithIds="2"'), "picture 1 matches 2, but 2"),
        (XML.replace("<numberOfRows>1", "<numberOfRows>2"), "2 tiles do not fit a board of 2 x 2"),
        (XML.replace("</name>", ""), "not XML"),
        ("<!DOCTYPE x []><legespielConfiguration/>", "XML with a document type"),
        ("1 2 3\n1 2 3\n2 1\n1 2 1 1\n1 1 1", "tile 2 ends before its west edge"),
        ("1 2 3\n1 2 3\n2 1\n1 2 1 1\n1 x 1 1", "'x' is no label"),
        ("1 2 3\n1 1 3\n2 1\n1 2 1 1\n1 2 1 1", "the mate of label 2 is 1, which cannot be"),
        ("1 2", "the framed format begins"),
        ("² ² ²", "'²' is no label"),
        (XML.replace("<numberOfRows>1", "<numberOfRows>²"), "<numberOfRows> is '²'"),
        (SUMMED % ("²", 5), "a rule about sums needs whole numbers"),
        (SUMMED % ("--1", 5), "a rule about sums needs whole numbers"),
        (SUMMED % ('", "'.join(map(str, range(33))), 5), "33 different numbers"),
        (POINTS, "point 2 of the rule has 3 corners, not four"),
        ("1 2 3\n1 2 3\n2 1\n2 2 1 1\n1 1 1 2", "tile 1 shows '1' on south and west"),
    ],
)
def test_messages_say_what_is_wrong(text, message):
    (item,) = read(text)
    assert isinstance(item, Unreadable)
    assert message in item.message


def test_a_line_that_is_too_long_is_told_and_the_next_one_read(monkeypatch):
    monkeypatch.setattr(formats, "LONGEST", 2_000)
    good = json.dumps(formats.to_json(edge_match()))
    text = '{"title": "' + "x" * 5_000 + '"}\n' + good + "\n"
    assert messages(text) == [(1, "a set of more than 2,000 characters")]
    assert len(read(text)) == 2


@pytest.mark.parametrize("text", ['{"rows": 2,\n "tiles": [', XML, "6 6 9\n", ' [{"corners"'])
def test_tiles_are_recognised(text):
    assert formats.looks_like_tiles(text)


@pytest.mark.parametrize("text", ["53..7", "RGBYRG", '{"cubes": []}', "1 2 3 4", ""])
def test_other_puzzles_are_not(text):
    assert not formats.looks_like_tiles(text)


def test_only_the_frame_may_lack_a_mate():
    with pytest.raises(TileSetError, match="tile 1, north: no mate is declared for '4'"):
        formats.of_framed_text("1 1 3 1 2 3 1 1 4 1 1 1")
