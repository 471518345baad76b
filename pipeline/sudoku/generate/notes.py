"""Honest sentences about what a config can yield, for ``plan`` and the dataset card."""

from pipeline.sudoku.settings import SudokuConfig

GRID_CLASSES = 5_472_730_538  # Russell and Jarvis 2006, https://oeis.org/A109741


def notes(config: SudokuConfig) -> list[str]:
    """Sentences about classes, disguises, what is drawn, carving and bias."""
    if config.is_classic:
        return [_grids(config), *_mutants(config), _carving(config), _bias(config)]
    mutants = [] if config.grids.source == "search" else _mutants(config)
    return [_grids(config), *mutants, *_drawn(config), _carving(config), _variant_bias(config)]


def _drawn(config: SudokuConfig) -> list[str]:
    """What is laid over the solutions, and what is thrown away."""
    sentences = []
    if config.regions is not None:
        sentences.append(
            f"regions: a layout a candidate, {config.regions.steps:,} tried exchanges from boxes; "
            f"layouts that take over {config.regions.fill_nodes:,} guesses to fill are rejected"
        )
    if config.cages is not None:
        sentences.append(
            f"cages: up to {config.cages.max_size} cells over {config.cages.coverage:.0%} of the "
            f"board; up to {config.cages.repairs} changes where a second solution turns up, then "
            "rejected: the larger the cages, the fewer come through"
        )
    if config.thermometers is not None:
        laid = config.thermometers
        sentences.append(
            f"thermometers: {laid.count} of {laid.min_length} to {laid.max_length} cells, "
            "all in force while givens are taken away"
        )
    return sentences + _needed(config)


def _needed(config: SudokuConfig) -> list[str]:
    """How far ``cages_needed`` and ``thermometers_needed`` can be trusted."""
    tables = {"cages": config.cages, "thermometers": config.thermometers}
    return [
        f"{name}_needed: asked with {table.needed_nodes:,} guesses a question; what they leave "
        "undecided counts as needed, so the column is an upper bound"
        for name, table in tables.items()
        if table is not None and table.needed
    ]


def _variant_bias(config: SudokuConfig) -> str:
    if config.grids.source == "search":
        return (
            "bias: grids of a randomised search are not uniform; of what is drawn, kinds that "
            "come through unique are favoured"
        )
    return "bias: of what is drawn over uniform grids, kinds that come through unique are favoured"


def _grids(config: SudokuConfig) -> str:
    if config.grids.source == "uniform":
        return (
            "grids: exactly uniform over all 6,670,903,752,021,072,936,960, which are "
            f"{GRID_CLASSES:,} classes; two seeds hardly ever share one"
        )
    if config.grids.source == "search":
        return "grids: one a candidate by randomised search under all undrawn rules"
    return (
        f"grids: a population of {config.grids.population:,} by randomised search (not uniform); "
        f"it belongs to the seed {config.seed} and is the same in every run"
    )


def _mutants(config: SudokuConfig) -> list[str]:
    """Mutants of a grid are one class, so the number of seeds bounds the number of classes."""
    if config.grids.source == "population":
        seeds = config.grids.population
    else:
        seeds = -(-config.size // config.mutate.per_seed)
    classes = f"at most {min(seeds, config.size):,} solution classes"
    if config.mutate.what == "puzzles":
        return [
            f"puzzles: each seed is carved once, rows are disguises of {seeds:,} puzzles; "
            f"{classes} and as many fingerprints come out in all, however many rows are asked for"
        ]
    if config.mutate.per_seed == 1:
        return []
    return [
        f"mutants: all mutants of a seed are one class of grids, so {classes} come out; "
        "the puzzles differ by how they are carved"
    ]


def _carving(config: SudokuConfig) -> str:
    if config.givens.target == 0:
        return "givens: none; what is drawn decides alone"
    pattern = config.givens.symmetry
    tied = "" if pattern == "none" else f"; the pattern of givens has the symmetry {pattern}"
    if config.givens.target is not None:
        return (
            f"givens: about {config.givens.target} a puzzle (candidates that end above it are "
            f"rejected); such puzzles are mostly not minimal{tied}"
        )
    if pattern == "none":
        return "givens: minimal, no given can go"
    return f"givens: no group of givens that the pattern ties can go; a single one may{tied}"


def _bias(config: SudokuConfig) -> str:
    if config.givens.target is not None:
        return "bias: carving from the top does not reach all puzzles of so many givens alike"
    return (
        "bias: carving from the top favours puzzles with few givens (about 24.4 on average, where "
        "all minimal puzzles together have about 26.6 [Berthier 2009]); the mean measured here "
        "is in the card"
    )
