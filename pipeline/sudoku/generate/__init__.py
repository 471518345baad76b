"""Making puzzles: seed grids, mutations, carving, cages, thermometers, regions."""
