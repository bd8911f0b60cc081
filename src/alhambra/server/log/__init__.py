"""The event log of a table, and the state folded from it. Nothing here is specific to pages."""
