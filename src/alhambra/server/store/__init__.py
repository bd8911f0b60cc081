"""Durable storage: the ``Store`` interface and its SQLite database."""
