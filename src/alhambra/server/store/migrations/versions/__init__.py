"""The steps of the migration, one module each, in the order of their numbers."""
