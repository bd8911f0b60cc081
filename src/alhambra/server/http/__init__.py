"""The HTTP API, and the checks that every request passes first."""
