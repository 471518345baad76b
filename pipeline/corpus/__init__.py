"""Corpora: plan, shards, merge, commit, and what a reader needs."""
