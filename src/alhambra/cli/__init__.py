"""The command line, ``alhambra``: playing, checking and showing games, and measuring."""

from alhambra.cli.app import app, main

__all__ = ["app", "main"]
