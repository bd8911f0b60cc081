"""Limits per person, per address and for the whole server."""
