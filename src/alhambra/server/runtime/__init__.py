"""Utilities for all parts of the server: tasks, locks, clocks, metrics, keys, files, JSON."""
