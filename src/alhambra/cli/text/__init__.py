"""A game in plain text."""
