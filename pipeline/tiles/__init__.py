"""Edge-matching tiles; corner-matching ones converted."""
