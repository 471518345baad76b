"""The schema that is documented is the one that is written."""

import re
from pathlib import Path

import pytest

from pipeline.corpus.schema import COMMON, REJECTED, SCHEMA_VERSION, column_table, corpus_schema
from pipeline.family import MODULES, load_family

PAGE = Path(__file__).parents[2] / "docs" / "schema.md"
FAMILIES = [name for name, module in MODULES.items() if module.startswith("pipeline.")]


def section(title):
    text = PAGE.read_text()
    found = re.search(rf"^## {title}\n(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)
    assert found, f"docs/schema.md has no section {title}"
    return found.group(1)


@pytest.mark.parametrize("name", FAMILIES)
def test_the_page_lists_every_column_of_a_family(name):
    table = column_table(corpus_schema(load_family(name)))
    assert table in section(name), f"docs/schema.md, section {name}, should hold\n{table}"


def test_the_page_lists_the_columns_of_rejected_rows():
    assert column_table(REJECTED) in section("rejected"), column_table(REJECTED)


def test_the_page_names_the_version():
    assert f"Schema version {SCHEMA_VERSION}." in PAGE.read_text()


@pytest.mark.parametrize("name", FAMILIES)
def test_every_column_is_described_and_common_ones_mean_the_same_everywhere(name):
    schema = corpus_schema(load_family(name))
    for field in schema:
        assert field.metadata[b"description"], field.name
    for common in COMMON:
        assert schema.field(common).type == COMMON[common].type, common


@pytest.mark.parametrize("name", FAMILIES)
def test_no_type_that_some_reader_lacks(name):
    for field in corpus_schema(load_family(name)):
        text = str(field.type)
        assert not re.search(r"map<|128|view|dictionary|large_|union", text), field
