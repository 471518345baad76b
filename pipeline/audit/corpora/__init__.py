"""The audit of a built corpus: every file and row against what it claims."""
