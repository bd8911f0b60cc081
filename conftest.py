"""Doctests are read from sources, but compiled modules are imported from their binaries."""

from interpreted import compiled_sources

collect_ignore = [str(file) for file in compiled_sources()]
