"""Keeps pytest from collecting doctests in compiled modules: it would import their sources."""

from interpreted import compiled_sources

collect_ignore = [str(file) for file in compiled_sources()]
collect_ignore.append("tests/web/webkit_window.py")  # a program for the system's Python
