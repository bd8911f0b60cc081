"""A table as messages: what each page may see of it."""
