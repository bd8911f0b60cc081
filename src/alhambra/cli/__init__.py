"""The command line, ``alhambra``: playing, checking, showing and measuring."""

from alhambra.cli.app import app, main

__all__ = ["app", "main"]
