"""Tile sets as text: our JSON, the published XML, and the framed text format.

``docs/tiles.md`` describes all three. JSON may hold one set, a list of sets, or one set a
line; a corpus row in JSON is a set too. Memory is bounded whatever the input holds.
"""

import json
import re
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, TextIO
from xml.etree import ElementTree

from pipeline.family import Question, Unreadable
from pipeline.text import bounded_lines
from pipeline.tiles.corners import CornerSet, equal_corners, paired_corners, summed_corners
from pipeline.tiles.tile_set import SIDES, TileSet, TileSetError

LONGEST = 4_000_000
"""Characters of one set (or of one document) that are read."""
MOST_SUMMED = 32
"""Different numbers at the corners of which a rule about sums is written out as a table."""
XML_SPACE = re.compile(r"\{[^}]*\}")
XML_END = "</legespielConfiguration"
JSON_TOKEN = re.compile(r'"(?:\\.|[^"\\])*"|[\[\]{}]')

Item = Question | Unreadable


def looks_like_tiles(text: str) -> bool:
    """Does the beginning of an input look like tile sets?"""
    start = text.lstrip()
    if start.startswith("<"):
        return True
    if start.startswith(("{", "[")):
        return '"tiles"' in text or '"corners"' in text
    first = start.partition("\n")[0].split()
    return len(first) == 3 and all(map(_is_number, first))


def _is_number(word: str) -> bool:
    """Digits that ``int`` reads, and no more of them than a label can need."""
    return word.isascii() and word.isdigit() and len(word) <= 9


def read_sets(stream: TextIO) -> Iterator[Item]:
    """The tile sets of a stream in order; a bad one is told and the next one is read."""
    for number, text in _blocks(stream):
        if text is None:
            yield Unreadable(number, f"a set of more than {LONGEST:,} characters")
        elif text.startswith(("{", "[")):
            yield from _json_sets(number, text)
        elif text.startswith("<"):
            yield _item(number, partial(of_xml, text), text)
        else:
            yield _item(number, partial(of_framed_text, text), text)


def _blocks(stream: TextIO) -> Iterator[tuple[int, str | None]]:
    """First line and text of each set or list of sets; None for one that is too long.

    JSON goes on until its brackets close, XML until its root does, numbers until a line
    without any.
    """
    lines = bounded_lines(stream, LONGEST)
    for number, line in lines:
        if line is None:
            yield number, None
            continue
        text = line.strip()
        if not text or text.startswith("#"):
            continue
        pieces, length = [text], len(text)
        depth = _depth(text) if text[0] in "{[" else 1
        while depth > 0 and not (text[0] == "<" and XML_END in pieces[-1]):
            _, more = next(lines, (0, ""))
            if more is None:
                length = LONGEST + 1
                break
            if not more or (text[0] not in "{[<" and not more.strip()):
                break
            length += len(more)
            depth += _depth(more) if text[0] in "{[" else 0
            pieces.append(more if length <= LONGEST else "")
        yield number, "\n".join(pieces) if length <= LONGEST else None


def _depth(line: str) -> int:
    """How many more brackets a line of JSON opens than it closes."""
    tokens = [token for token in JSON_TOKEN.findall(line) if len(token) == 1]
    return sum((token in "[{") - (token in "]}") for token in tokens)


def _json_sets(number: int, text: str) -> Iterator[Item]:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as failure:
        yield Unreadable(number, f"not JSON: {failure}")
        return
    for place, item in enumerate(value if isinstance(value, list) else [value], start=1):
        where = f"set {place}: " if isinstance(value, list) else ""
        yield _item(number, partial(of_json, item), json.dumps(item), where)


def _item(number: int, read: Callable[[], TileSet], text: str, where: str = "") -> Item:
    try:
        tile_set = read()
    except TileSetError as failure:
        return Unreadable(number, f"{where}{failure}")
    return Question(number, tile_set, " ".join(text.split()))


def _need(value: Any, key: str) -> Any:
    if key not in value:
        raise TileSetError(f"no '{key}'")
    return value[key]


def _size(value: Any, key: str) -> int:
    size = _need(value, key)
    if not isinstance(size, int) or isinstance(size, bool):
        raise TileSetError(f"'{key}' is {size!r}, not a whole number")
    return size


def of_json(value: Any) -> TileSet:
    """The set that a JSON object describes; ``TileSetError`` says what is wrong."""
    if not isinstance(value, dict):
        raise TileSetError("not a JSON object")
    rows, columns = _size(value, "rows"), _size(value, "columns")
    title = str(value.get("title", ""))
    if "corners" in value:
        return _corner_set(rows, columns, value).to_edges(title)
    names, tiles = _tiles(_need(value, "tiles"))
    mates = _mates(_need(value, "mates"))
    return TileSet.of_names(rows, columns, tiles, mates, _sides(value.get("sides")), names, title)


def _tiles(value: Any, what: str = "edges") -> tuple[list[str], list[list[str]]]:
    """Names and labels: a list of lists, or an object from names to lists."""
    if not isinstance(value, dict | list):
        raise TileSetError("'tiles' is neither a list nor an object")
    named = value.items() if isinstance(value, dict) else enumerate(value, start=1)
    names, tiles = [], []
    for name, tile in named:
        if not isinstance(tile, list):
            raise TileSetError(f"tile {name} is {tile!r}, not a list of four {what}")
        names.append(str(name))
        tiles.append([_label(label, f"tile {name}") for label in tile])
    return names, tiles


def _label(value: Any, where: str) -> str:
    if not isinstance(value, str | int) or isinstance(value, bool):
        raise TileSetError(f"{where}: a label is a string or a whole number, not {value!r}")
    return str(value)


def _mates(value: Any) -> dict[str, str]:
    """An object label -> mate, or a list in which entry i is the mate of label i or null."""
    if isinstance(value, list):
        value = {str(label): mate for label, mate in enumerate(value) if mate is not None}
    if not isinstance(value, dict):
        raise TileSetError("'mates' is neither an object nor a list")
    return {label: _label(mate, f"the mate of '{label}'") for label, mate in value.items()}


def _sides(value: Any) -> list[str | None]:
    """One label for all sides, a list N E S W, an object by the sides' names, or null."""
    if value is None:
        return [None] * 4
    if isinstance(value, dict):
        unknown = set(value) - set(SIDES)
        if unknown:
            raise TileSetError(f"'sides' has '{min(unknown)}'; the sides are {', '.join(SIDES)}")
        value = [value.get(side) for side in SIDES]
    if not isinstance(value, list):
        value = [value] * 4
    if len(value) != 4:
        raise TileSetError(f"'sides' has {len(value)} entries, not four")
    return [None if side is None else _label(side, "sides") for side in value]


def _corner_set(rows: int, columns: int, value: Any) -> CornerSet:
    """A corner puzzle; its rule is ``equal`` or an object with ``pairs``, ``sum``, ``points``."""
    _, tiles = _tiles(value["corners"], "corners")
    symbols = {symbol for tile in tiles for symbol in tile}
    rule = value.get("rule", "equal")
    if rule == "equal":
        table = equal_corners(symbols)
    elif isinstance(rule, dict) and "pairs" in rule:
        table = paired_corners(_mates(rule["pairs"]))
    elif isinstance(rule, dict) and "sum" in rule:
        if not all(_is_number(symbol.removeprefix("-")) for symbol in symbols):
            raise TileSetError("a rule about sums needs whole numbers at the corners")
        if len(symbols) > MOST_SUMMED:
            raise TileSetError(
                f"{len(symbols)} different numbers; a rule about sums is read for {MOST_SUMMED}"
            )
        table = summed_corners(symbols, _size(rule, "sum"))
    elif isinstance(rule, dict) and "points" in rule:
        _, points = _tiles(rule["points"], "corners")
        table = set()
        for number, point in enumerate(points, start=1):
            if len(point) != 4:
                raise TileSetError(f"point {number} of the rule has {len(point)} corners, not four")
            a, b, c, d = point
            table.add((a, b, c, d))
    else:
        raise TileSetError("'rule' is neither 'equal' nor an object with pairs, sum or points")
    return CornerSet(rows, columns, tiles, table)


def of_xml(text: str) -> TileSet:
    """A set in the XML format of Legespiel-Solver; the board's border is free."""
    if "<!DOCTYPE" in text or "<!ENTITY" in text:
        raise TileSetError("XML with a document type: the format has none")
    try:
        root = ElementTree.fromstring(text.strip())
    except ElementTree.ParseError as failure:
        raise TileSetError(f"not XML: {failure}") from None
    parts: dict[str, list[ElementTree.Element]] = {}
    for element in root.iter():
        parts.setdefault(XML_SPACE.sub("", element.tag), []).append(element)
    known: dict[str, str] = {}
    mates: dict[str, str] = {}
    for picture in parts.get("picture", []):
        label = picture.get("id", "").strip()
        matching = [word.strip() for word in picture.get("matchWithIds", "").split(",")]
        matching = [word for word in matching if word]
        known[label] = picture.get("name", label)
        if len(matching) != 1:
            raise TileSetError(
                f"picture {label} ('{known[label]}') matches {len(matching)} pictures; "
                "here each label has one mate"
            )
        mates[label] = matching[0]
    for label, mate in mates.items():
        if mate not in mates:
            raise TileSetError(f"picture {label} matches {mate}, which is no picture")
        if mates[mate] != label:
            raise TileSetError(f"picture {label} matches {mate}, but {mate} matches {mates[mate]}")
    tiles = []
    for number, card in enumerate(parts.get("card", []), start=1):
        edges = [card.get(side) for side in SIDES]
        if None in edges:
            missing = SIDES[edges.index(None)]
            raise TileSetError(f"tile {number} has no edge '{missing}'")
        tiles.append([(edge or "").strip() for edge in edges])
    names = parts.get("name", [])
    return TileSet.of_names(
        _xml_number(parts, "numberOfRows"),
        _xml_number(parts, "numberOfColumns"),
        tiles,
        mates,
        title=(names[0].text or "").strip() if names else "",
    )


def _xml_number(parts: dict[str, list[ElementTree.Element]], tag: str) -> int:
    text = (parts[tag][0].text or "").strip() if tag in parts else ""
    if not _is_number(text):
        raise TileSetError(f"<{tag}> is {text!r}, not a whole number")
    return int(text)


def of_framed_text(text: str) -> TileSet:
    """A set in the framed text format: numbers only, the frame on all four sides."""
    numbers = []
    for line in text.splitlines():
        for word in line.partition("#")[0].split():
            if not _is_number(word):
                raise TileSetError(f"'{word}' is no label: the framed format has only numbers")
            numbers.append(int(word))
    if len(numbers) < 3 or len(numbers) < 5 + numbers[2]:
        raise TileSetError("the framed format begins: rows columns n, n mates, tiles frame")
    rows, columns, count = numbers[:3]
    partner, (tile_count, frame) = numbers[3 : 3 + count], numbers[3 + count : 5 + count]
    edges = numbers[5 + count :]
    if len(edges) != 4 * tile_count:
        last = len(edges) // 4 + 1
        side = SIDES[len(edges) % 4]
        raise TileSetError(
            f"{tile_count} tiles need {4 * tile_count} edges, there are {len(edges)}"
            + (f": tile {last} ends before its {side} edge" if len(edges) % 4 else "")
        )
    mates = {str(label): str(mate) for label, mate in enumerate(partner, start=1) if label != frame}
    for label, mate in mates.items():
        if not 1 <= int(mate) <= count or int(mate) == frame:
            raise TileSetError(f"the mate of label {label} is {mate}, which cannot be")
    tiles = [[str(edge) for edge in edges[at : at + 4]] for at in range(0, len(edges), 4)]
    return TileSet.of_names(rows, columns, tiles, mates, [str(frame)] * 4)


def to_json(tile_set: TileSet) -> dict[str, Any]:
    """A set as the object that ``of_json`` reads."""
    label = tile_set.labels.__getitem__
    mates = {
        label(a): label(b)
        for a, b in enumerate(tile_set.mates)
        if b is not None and (a <= b or tile_set.mates[b] != a)
    }
    sides = [None if side is None else label(side) for side in tile_set.sides]
    value: dict[str, Any] = {"title": tile_set.title} if tile_set.title else {}
    value |= {"rows": tile_set.rows, "columns": tile_set.columns, "mates": mates}
    if any(side is not None for side in sides):
        value["sides"] = sides[0] if len(set(sides)) == 1 else sides
    value["tiles"] = {
        name: [label(edge) for edge in tile]
        for name, tile in zip(tile_set.names, tile_set.tiles, strict=True)
    }
    return value
