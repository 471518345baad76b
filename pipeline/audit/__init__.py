"""Audits: claims examined by judges, written as Parquet reports."""
