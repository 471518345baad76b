"""TOML -> validated models. A family extends ``CorpusConfig`` with its own tables."""

import difflib
import json
import tomllib
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    StringConstraints,
    ValidationError,
    model_validator,
)

from pipeline.errors import UsageError

Name = Annotated[str, StringConstraints(pattern=r"^[a-z0-9][a-z0-9-]{0,63}$")]


class Strict(BaseModel):
    """A table of the configuration: unknown keys are errors, values are not coerced."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class Shards(Strict):
    """``[shards]``: how the work is cut."""

    candidates: Annotated[int, Field(ge=1, le=10_000_000)] = 20_000
    """Candidates a shard; a shard should take 5 to 30 seconds."""
    buckets: Annotated[int, Field(ge=1, le=256)] = 16
    """Files a run, by prefix of the key; fixed when a corpus is created."""
    max_rounds: Annotated[int, Field(ge=1, le=1000)] = 20
    """Rounds of shards before a run that has not reached ``size`` ends as partial."""


class Dedupe(Strict):
    """``[dedupe]``: which puzzles count as the same one."""

    by: Literal["fingerprint", "text"] = "fingerprint"


class Split(Strict):
    """``[split]``: shares of the solution classes, in thousandths; the rest is ``train``."""

    validation: Annotated[int, Field(ge=0, le=1000)] = 50
    test: Annotated[int, Field(ge=0, le=1000)] = 50

    @model_validator(mode="after")
    def _leave_room(self) -> "Split":
        if self.validation + self.test > 1000:
            raise ValueError("validation + test may be at most 1000 (thousandths)")
        return self


class CorpusConfig(Strict):
    """What every corpus config has; each family's model adds its own tables."""

    name: Name
    family: Literal["sudoku", "tiles", "cubes"]
    size: Annotated[int, Field(ge=1, le=10_000_000_000)]
    seed: Annotated[int, Field(ge=0, le=2**63 - 1)]
    licence: str = "CC0-1.0"
    shards: Shards = Shards()
    dedupe: Dedupe = Dedupe()
    split: Split = Split()


Model = TypeVar("Model", bound=BaseModel)


def read_toml(path: Path) -> dict[str, Any]:
    """The tables of a TOML file; ``UsageError`` where it cannot be read or is no TOML."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise UsageError(f"{path}: cannot be read: {error.strerror}") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise UsageError(f"{path}: not a TOML file: {error}") from error


def load_model(path: Path, model: type[Model]) -> Model:
    """A TOML file as a model; ``UsageError`` names file, key, found, allowed, all at once."""
    return validated(path, read_toml(path), model)


def load_corpus_config(path: Path) -> CorpusConfig:
    """A corpus config as its family's model; ``UsageError`` names every error at once."""
    from pipeline.family import MODULES, load_family  # family.py knows this module

    tables = read_toml(path)
    name = tables.get("family")
    if isinstance(name, str) and name in MODULES:
        return validated(path, tables, load_family(name).config_model)
    found = "nothing" if name is None else json.dumps(name, default=str)
    lines = [f"{path}: family: found {found}, allowed: {', '.join(map(_quoted, MODULES))}"]
    # what can be judged without knowing the family (any name will do for it)
    common = CorpusConfig.model_fields
    known = {key: value for key, value in tables.items() if key in common} | {"family": "sudoku"}
    try:
        validated(path, known, CorpusConfig)
    except UsageError as error:
        lines += str(error).splitlines()
    raise UsageError("\n".join(lines))


def validated(path: Path, tables: dict[str, Any], model: type[Model]) -> Model:
    """Tables that were read from a file, as a model; ``UsageError`` as ``load_model`` has."""
    try:
        # by way of JSON, in whose strict mode a list may fill a tuple
        return model.model_validate_json(json.dumps(tables, default=str))
    except ValidationError as error:
        schema = model.model_json_schema()
        lines = [f"{path}: {_sentence(schema, fault)}" for fault in error.errors()]
        raise UsageError("\n".join(lines)) from None


def _quoted(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, default=str)


def _sentence(schema: dict[str, Any], fault: Any) -> str:
    """``key: found this, allowed: that`` for one error of pydantic's."""
    location, kind = fault["loc"], fault["type"]
    key = ".".join(map(str, location)) or "the file as a whole"
    if kind == "value_error":  # one of our own validators, which says it all
        return f"{key}: {fault['msg'].removeprefix('Value error, ')}"
    if kind == "extra_forbidden":
        keys = sorted((_node(schema, location[:-1]) or {}).get("properties", {}))
        close = difflib.get_close_matches(str(location[-1]), keys, n=1)
        hint = f" (did you mean {close[0]}?)" if close else ""
        return f"{key}: found an unknown key{hint}, allowed: {', '.join(keys)}"
    found = "nothing" if kind == "missing" else _quoted(fault["input"])
    allowed = _allowed(_node(schema, location)) or fault["msg"].removeprefix("Input should be ")
    return f"{key}: found {found[:80]}, allowed: {allowed}"


def _node(schema: dict[str, Any], location: tuple[Any, ...]) -> dict[str, Any] | None:
    """The part of a JSON schema that describes what stands at a location, if it is plain."""
    node: dict[str, Any] | None = schema
    for step in (*location, None):
        while node and "$ref" in node:
            node = schema["$defs"][node["$ref"].rpartition("/")[2]]
        if step is None or node is None:
            return node
        node = node.get("items") if isinstance(step, int) else node.get("properties", {}).get(step)
    return node


def _allowed(node: dict[str, Any] | None) -> str:
    """What a plain value may be, in words; empty where the schema is not plain."""
    if not node:
        return ""
    if "enum" in node:
        return ", ".join(map(_quoted, node["enum"]))
    if "const" in node:
        return _quoted(node["const"])
    kinds = {"integer": "an integer", "number": "a number", "boolean": "true or false"}
    kinds |= {"string": "a string", "object": "a table", "array": "a list"}
    text = kinds.get(node.get("type", ""), "")
    if not text:
        return ""
    least, most = node.get("minimum"), node.get("maximum")
    if least is not None or most is not None:
        text += f" from {least}" if most is None else f" from {least} to {most}"
    return text + (f" that matches {node['pattern']}" if "pattern" in node else "")
