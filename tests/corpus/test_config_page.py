"""``docs/configs.md`` names every key of every config, with its default."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest
from pydantic import BaseModel

from pipeline.config import CorpusConfig
from pipeline.family import MODULES, load_family

PAGE = Path(__file__).parents[2] / "docs" / "configs.md"
FAMILIES = [name for name, module in MODULES.items() if module.startswith("pipeline.")]


def table_of(annotation) -> type[BaseModel] | None:
    """The model that a field of this type holds, if it holds one."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    return next(filter(None, map(table_of, get_args(annotation))), None)


def keys(model: type[BaseModel], prefix: str = "") -> Iterator[tuple[str, str]]:
    """Every key and its default, as the page writes them."""
    for name, field in model.model_fields.items():
        inner = table_of(field.annotation)
        if inner is not None:
            yield from keys(inner, f"{prefix}{name}.")
        else:
            default = "" if field.is_required() else f"`{json.dumps(field.get_default())}`"
            yield f"{prefix}{name}", default


def listed(title: str) -> dict[str, str]:
    section = re.search(rf"^## {title}\n(.*?)(?=^## |\Z)", PAGE.read_text(), re.M | re.S)
    assert section, f"docs/configs.md has no section {title}"
    rows = re.findall(r"^\| `([a-z_.]+)` \| (.*?) ?\| .+ \|$", section.group(1), re.M)
    assert len({key for key, _ in rows}) == len(rows)
    return dict(rows)


@pytest.mark.parametrize("name", FAMILIES)
def test_the_page_names_every_key_with_its_default(name):
    common = dict(keys(CorpusConfig))
    assert listed("All families") == common
    own = {k: default for k, default in keys(load_family(name).config_model) if k not in common}
    assert listed(name) == own
