"""The HTTP API, and what every request passes first."""
