"""Literal judges: standard library only, importing nothing of the rest."""
