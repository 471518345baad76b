"""The dataset card: README.md of a corpus, made anew from its manifests at every commit."""

from collections import Counter
from typing import Any

import jinja2

from pipeline.corpus.layout import Layout
from pipeline.corpus.manifest import Manifest, read_manifests, real_runs
from pipeline.corpus.plan import config_from_tables
from pipeline.corpus.schema import column_table, corpus_schema
from pipeline.corpus.store import write_text
from pipeline.family import load_family

TEMPLATE = """\
# {{ name }}

{{ "{:,}".format(rows) }} puzzles of the family `{{ family }}`, made by puzzlemint; each has \
exactly one solution, proved by exhaustive search.
{% if dedupe == "text" %}
**These are disguises.** Rows were made distinct *as written*: many are the same puzzle under \
a symmetry, and their fingerprints repeat. Count `fingerprint` for different puzzles.
{% else %}
No two rows are the same puzzle under the symmetries named in `symmetry_group`: \
`fingerprint` is unique.
{% endif %}
## Use

```python
import polars as pl
puzzles = pl.scan_parquet("puzzles/**/*.parquet")
```

The glob is right at every moment, also while a run is being added. `split` goes by \
`solution_class` (what that is stands below): no class is in two splits.

## How it was made

{% for note in notes %}- {{ note }}
{% endfor %}
| run | rows | solution classes | candidates | rejected | engine | status |
|---|---|---|---|---|---|---|
{% for run in runs -%}
| {{ run.run_id }} | {{ "{:,}".format(run.rows) }} \
| {{ "{:,}".format(run.value.counts.classes) }} \
| {{ "{:,}".format(run.value.counts.candidates) }} \
| {{ "{:,}".format(run.value.counts.rejected) }} | {{ run.engine }} \
| {{ run.status }} |
{% endfor %}
Rejected candidates by reason: {% for reason, count in rejects.items() -%}
{{ reason }} {{ "{:,}".format(count) }}{{ ", " if not loop.last else "." }}
{%- else %}none.{% endfor %} They are listed in `rejected/`.

The configuration, seed, versions and file hashes of each run are in `runs/`. Any row is made \
again by `puzzlemint corpus rebuild PUZZLE_ID`.

## Bias, as measured

These rows are what the method above yields, not a uniform sample of all puzzles.

| column | mean | least | most |
|---|---|---|---|
{% for column, m in measured.items() -%}
| `{{ column }}` | {{ "%.3f"|format(m.sum / m.count) }} | {{ m.least }} | {{ m.most }} |
{% endfor %}
Splits: {% for split, count in splits.items() -%}
{{ split }} {{ "{:,}".format(count) }}{{ ", " if not loop.last else "." }}
{%- else %}no rows yet.{% endfor %}

## Licence

{{ licence }}{% if licence == "CC0-1.0" %} (public domain; \
https://creativecommons.org/publicdomain/zero/1.0/){% endif %}

## Columns

{{ columns }}
"""


def write_card(layout: Layout) -> None:
    """Write the card of a corpus from its manifests."""
    manifests = read_manifests(layout)
    if manifests:
        text = card(manifests)
        write_text(layout.card, layout.staging / ".scratch", text)


def card(manifests: list[Manifest]) -> str:
    """The text of the card; ``manifests`` begins with the founding run's."""
    latest, runs = manifests[-1], real_runs(manifests)
    family = load_family(latest.value["family"])
    config = config_from_tables(family, latest.tables)
    environment = jinja2.Environment(undefined=jinja2.StrictUndefined, autoescape=False)
    return environment.from_string(TEMPLATE).render(
        name=latest.value["corpus"],
        family=latest.value["family"],
        dedupe=latest.value["dedupe"],
        licence=config.licence,
        rows=sum(run.rows for run in runs),
        runs=runs,
        notes=family.notes(config),
        rejects=_sum(runs, "rejects"),
        splits=_sum(runs, "splits"),
        measured=_measured(runs),
        columns=column_table(corpus_schema(family)),
    )


def _sum(runs: list[Manifest], key: str) -> dict[str, int]:
    total: Counter[str] = Counter()
    for run in runs:
        total.update(run.value[key])
    return dict(total.most_common())


def _measured(runs: list[Manifest]) -> dict[str, dict[str, Any]]:
    from pipeline.corpus.write import add_measures

    total: dict[str, dict[str, Any]] = {}
    for run in runs:
        for column, measures in run.value["measured"].items():
            total[column] = add_measures(total.get(column), measures)
    # a column that is the same in all rows says nothing about bias
    return {name: m for name, m in total.items() if m["least"] < m["most"]}
