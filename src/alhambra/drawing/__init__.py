"""Pictures of cities and tables as SVG, from plain data: ``city``, ``table`` and ``pictures``."""
